/* Lines to rows, banks and columns of a DRAM channel: see dram_address.h. */
#include "dram_address.h"

#include "address_map.h"
#include "util.h"

void dram_address_init(struct dram_address *map, const struct config *config)
{
    *map = (struct dram_address){.chunk_bits = config->chunk_bits,
                                 .partitions = config->partitions,
                                 .group_bits = log2_ceil(config->dram_groups),
                                 .bank_bits = log2_ceil(config->dram_banks),
                                 .column_bits = log2_ceil(config->dram_row_bytes / LINE_BYTES),
                                 .hash = config->dram_hash};
}

static uint64_t hashed_bank(const struct dram_address *map, uint64_t row, uint64_t bank)
{
    uint64_t banks = UINT64_C(1) << map->bank_bits;
    switch (map->hash) {
    case BANK_HASH:
        for (uint64_t rest = row; rest; rest >>= map->bank_bits)
            bank ^= rest & (banks - 1);
        return bank;
    case BANK_XOR:
        return bank ^ (row & (banks - 1));
    case BANK_IPOLY:
        return polynomial_remainder(row << map->bank_bits | bank, map->bank_bits);
    default:
        return bank;
    }
}

struct dram_place dram_address_locate(const struct dram_address *map, uint64_t line)
{
    uint64_t in_chunk = line & ((UINT64_C(1) << map->chunk_bits) - 1);
    /* Each `partitions` chunks in a row have one in every partition, however address_map hashes. */
    uint64_t number = (line >> map->chunk_bits) / map->partitions;
    uint64_t local = number << map->chunk_bits | in_chunk;
    uint64_t group = local & ((1u << map->group_bits) - 1);
    uint64_t column = local >> map->group_bits & ((1u << map->column_bits) - 1);
    uint64_t above = local >> (map->group_bits + map->column_bits);
    unsigned inner_bits = map->bank_bits - map->group_bits;
    uint64_t row = above >> inner_bits;
    uint64_t bank = (above & ((1u << inner_bits) - 1)) << map->group_bits | group;
    return (struct dram_place){.row = (uint32_t)row,
                               .bank = (uint8_t)hashed_bank(map, row, bank),
                               .column = (uint8_t)column};
}
