/* Where a line lies in its channel: | row | bank in group | column | group | of the number that the
 * line has among the lines of its partition, so that these fill the rows without holes; then the
 * bank is hashed with the row. docs/blocks/dram.md, "Address". */
#ifndef MEMLOOM_DRAM_ADDRESS_H
#define MEMLOOM_DRAM_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

/* A count is kept for every 16th of the 65,536 values that address_map hashes. */
enum { HASHED_CHUNKS = 65536, COUNT_STEP = 16, CHUNK_COUNTS = HASHED_CHUNKS / COUNT_STEP };

struct dram_place {
    uint32_t row;
    uint8_t bank;   /* group = bank % groups */
    uint8_t column; /* line in the row */
};

struct dram_address {
    unsigned chunk_bits;            /* log2 of the lines of a chunk */
    unsigned partition, partitions; /* whose lines; of how many */
    bool low_bits;                  /* the partition is the low bits of a chunk's number */
    unsigned partition_bits;        /* how many of them */
    unsigned group_bits, bank_bits, column_bits; /* bank_bits counts group_bits too */
    enum bank_hash hash;
    /* Without low_bits: chunks of the partition among all hashed values, and among those below the
     * multiple of COUNT_STEP. */
    uint32_t own_chunks;
    uint16_t chunks_below[CHUNK_COUNTS];
};

void dram_address_init(struct dram_address *, const struct config *, unsigned partition);
struct dram_place dram_address_locate(const struct dram_address *, uint64_t line);

#endif
