/* Contents of the modelled DRAM: sparse pages of 4 KB in a hash table, zero until written. All
 * channels share one (their lines are disjoint). Reads and writes are whole lines, but for what
 * private slices write through, about one per 10 cycles and channel; nothing is ever removed. */
#ifndef MEMLOOM_MEMORY_H
#define MEMLOOM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

enum { PAGE_LINES = 32, PAGE_LINE_BITS = 5, MEMORY_LINE_BYTES = 128, MEMORY_LINE_WORDS = 16 };

struct memory_page {
    uint64_t number;                                /* line address / PAGE_LINES */
    uint64_t words[PAGE_LINES * MEMORY_LINE_WORDS]; /* little endian */
};

struct memory {
    struct memory_page **slots; /* open addressing, linear probing; NULL = free */
    size_t size;                /* slots, a power of two, at most half full */
    size_t used;                /* pages */
};

void memory_init(struct memory *);
void memory_release(struct memory *);
/* The 16 words of a line, zeros if never written. Valid until the next memory_write_line. */
const uint64_t *memory_read_line(const struct memory *, uint64_t line);
void memory_write_line(struct memory *, uint64_t line, const uint64_t *words);
/* The bytes in the mask of two words. */
void memory_write_some(struct memory *, uint64_t line, const uint64_t *words, const uint64_t *mask);
void memory_write_bytes(struct memory *, uint64_t address, const void *bytes, size_t size);
void memory_read_bytes(const struct memory *, uint64_t address, void *bytes, size_t size);

#endif
