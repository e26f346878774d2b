/* Where a line lies in its channel: | row | bank in group | column | group | of the number that the
 * line has among the lines of its partition, so that these fill the rows without holes; then the
 * bank is hashed with the row. docs/blocks/dram.md, "Address". */
#ifndef MEMLOOM_DRAM_ADDRESS_H
#define MEMLOOM_DRAM_ADDRESS_H

#include <stdint.h>

#include "config.h"

struct dram_place {
    uint32_t row;
    uint8_t bank;   /* group = bank % groups */
    uint8_t column; /* line in the row */
};

struct dram_address {
    unsigned chunk_bits; /* log2 of the lines of a chunk */
    unsigned partitions;
    unsigned group_bits, bank_bits, column_bits; /* bank_bits counts group_bits too */
    enum bank_hash hash;
};

void dram_address_init(struct dram_address *, const struct config *);
struct dram_place dram_address_locate(const struct dram_address *, uint64_t line);

#endif
