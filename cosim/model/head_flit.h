/* The packet of a message, as the twins of packetizer and depacketizer build and read it
 * (docs/interfaces.md, "Packets"). Of a head word 0 is the 8 B header, words 1 and 2 are the byte
 * mask. A flit has 2, 4 or 8 words: in one of 2 a head is words 0 and 3, and the mask has a flit of
 * its own, in a message that needs it. Behind the head come a packet's pieces: the mask, if it is
 * one, then the parts of the line that have data. */
#ifndef MEMLOOM_HEAD_FLIT_H
#define MEMLOOM_HEAD_FLIT_H

#include <stdbool.h>
#include <stdint.h>

enum { PACKET_HEAD_WORDS = 4, PACKET_SECTOR_WORDS = 4, PACKET_LINE_WORDS = 16 };
enum { PACKET_FLIT_WORDS = 8, PACKET_NARROW_WORDS = 2 }; /* of the widest flit, the narrowest */

/* Bit positions in word 0 and in word 3. */
enum {
    HEAD_SECTORS_AT = 3,
    HEAD_DATA_SECTORS_AT = 7,
    HEAD_SRC_AT = 11,
    HEAD_ID_AT = 21,
    HEAD_LINE_AT = 31
};
enum {
    HEAD_OP_AT = 0,
    HEAD_DEST_AT = 3,
    HEAD_CLASS_AT = 13,
    HEAD_ID_HIGH_AT = 14,
    HEAD_CLASS_HIGH_AT = 35
};
enum { HEAD_ID_LOW_BITS = 10, HEAD_ID_HIGH_BITS = 21 };

static inline unsigned head_field(uint64_t word, unsigned at, unsigned bits)
{
    return (unsigned)(word >> at) & ((1u << bits) - 1);
}

static inline unsigned head_data_sectors(const uint64_t *head)
{
    return head_field(head[0], HEAD_DATA_SECTORS_AT, 4);
}

/* From word 3. */
static inline unsigned head_class(uint64_t high)
{
    return head_field(high, HEAD_CLASS_AT, 1) | head_field(high, HEAD_CLASS_HIGH_AT, 1) << 1;
}

/* Stores, and atomics on their way to the slice, need their mask. */
static inline bool head_needs_mask(const uint64_t *head)
{
    unsigned kind = head_field(head[0], 0, 3);
    return head_data_sectors(head) &&
           (kind == 2 || (kind == 3 && head_field(head[0], HEAD_SECTORS_AT, 4)));
}

/* The flits behind a head, a bit each in their order: with flits of 2 words the mask is bit 0. */
static inline unsigned head_pieces(const uint64_t *head, unsigned flit_words)
{
    unsigned sectors = head_data_sectors(head);
    if (flit_words == PACKET_SECTOR_WORDS)
        return sectors;
    if (flit_words > PACKET_SECTOR_WORDS)
        return (unsigned)((sectors & 3) != 0) | (unsigned)((sectors & 12) != 0) << 1;
    unsigned halves = (sectors & 1) | (sectors & 2) << 1 | (sectors & 4) << 2 | (sectors & 8) << 3;
    return 3 * halves << 1 | head_needs_mask(head);
}

static inline unsigned head_id(const uint64_t *head)
{
    return head_field(head[0], HEAD_ID_AT, HEAD_ID_LOW_BITS) |
           head_field(head[3], HEAD_ID_HIGH_AT, HEAD_ID_HIGH_BITS) << HEAD_ID_LOW_BITS;
}

#endif
