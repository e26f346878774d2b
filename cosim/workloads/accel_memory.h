/* Addresses and values of an imported trace (docs/accel_sim.md, "What a trace does not hold").
 *
 * A trace names virtual addresses. Pages of 2 MiB become pages of the functional image in the order
 * in which they are touched. It holds no values: every write, by whomever, leaves the same bytes at
 * an address (place_value.h); so what a load must return is known wherever it is known whether
 * the address was written. */
#ifndef MEMLOOM_ACCEL_MEMORY_H
#define MEMLOOM_ACCEL_MEMORY_H

#include "simt.h"

enum { ACCEL_PAGE_BITS = 21, ACCEL_PAGES = 4096 };

struct accel_page {
    uint64_t number; /* of the virtual page, + 1; 0: the place is free */
    uint64_t place;  /* image address of its first byte */
};

struct accel_memory {
    struct image *image;
    struct accel_page page[ACCEL_PAGES]; /* open addressing */
    struct accel_page last;              /* found last */
    uint32_t *writer;                    /* of each 32 B of the image, in this kernel */
    uint64_t writers;                    /* entries of it */
};

void accel_memory_init(struct accel_memory *, struct image *);
void accel_memory_release(struct accel_memory *);
/* Nothing of what is to come is ordered against what was before. */
void accel_memory_begin_kernel(struct accel_memory *);
/* Image address of a virtual one; an aligned access of up to 16 bytes stays in a page. */
uint64_t accel_memory_place(struct accel_memory *, uint64_t address);
/* A copy from the host has written the range. */
void accel_memory_fill(struct accel_memory *, uint64_t address, uint64_t bytes);
/* `warp` (from 1; any number for one that is not told apart) writes there. */
void accel_memory_write(struct accel_memory *, uint64_t place, uint32_t warp);
/* Whether a load of the warp finds the image's bytes there, whoever goes first. */
bool accel_memory_is_certain(const struct accel_memory *, uint64_t place, unsigned size,
                             uint32_t warp);

#endif
