/* The head flit of a packet, as the twins of packetizer and depacketizer build and read it
 * (docs/interfaces.md, "Packets"). Word 0 is the 8 B header, words 1 and 2 are the byte mask. */
#ifndef MEMLOOM_HEAD_FLIT_H
#define MEMLOOM_HEAD_FLIT_H

#include <stdint.h>

enum { PACKET_FLIT_WORDS = 4, PACKET_LINE_WORDS = 16 };

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

static inline unsigned head_class(const uint64_t *head)
{
    return head_field(head[3], HEAD_CLASS_AT, 1) | head_field(head[3], HEAD_CLASS_HIGH_AT, 1) << 1;
}

static inline unsigned head_id(const uint64_t *head)
{
    return head_field(head[0], HEAD_ID_AT, HEAD_ID_LOW_BITS) |
           head_field(head[3], HEAD_ID_HIGH_AT, HEAD_ID_HIGH_BITS) << HEAD_ID_LOW_BITS;
}

#endif
