/* Bit vectors and port fields. A bit vector is an array of uint64_t, bit 0 in the low bit of word
 * 0; bits above its width are zero. Every representation that portgen chooses for a port (block.h)
 * can be packed into one and unpacked again. */
#ifndef MEMLOOM_BITS_H
#define MEMLOOM_BITS_H

#include "block.h"
#include "util.h"

/* Bits [lsb + width - 1 : lsb], width 1..64. */
uint64_t bits_get(const uint64_t *bits, unsigned lsb, unsigned width);
void bits_set(uint64_t *bits, unsigned lsb, unsigned width, uint64_t value);
/* Copies `width` bits from one place to another; the vectors do not overlap. */
void bits_copy(uint64_t *to, unsigned to_lsb, const uint64_t *from, unsigned from_lsb,
               unsigned width);
/* Sets `width` bits from lsb on to one or zero. */
void bits_fill(uint64_t *bits, unsigned lsb, unsigned width, bool one);

/* A port at given parameter values. */
struct port_layout {
    const struct block_port *port;
    unsigned width;       /* bits of the whole port */
    unsigned count;       /* elements; 1 without {N} */
    unsigned entries;     /* entries of the C field: count for arrays, else 1 */
    unsigned entry_width; /* bits of one entry */
};

void port_layout_init(struct port_layout *, const struct block_port *, const void *params);

/* From the field in `structure` (struct x_in or x_out, by direction) to width bits. A NULL pointer
 * packs as zeros. */
void port_pack(const struct port_layout *, const void *structure, uint64_t *bits);
/* Back. Wide inputs are pointers: they are made to point into `storage`, which has port_storage()
 * words. */
void port_unpack(const struct port_layout *, const uint64_t *bits, void *structure,
                 uint64_t *storage);
unsigned port_storage(const struct port_layout *);

/* Ones for the bits that are defined, given the packed value of the port that qualifies it (NULL:
 * all of them). */
void port_care(const struct port_layout *, const struct port_layout *valid,
               const uint64_t *valid_bits, uint64_t *care);

#endif
