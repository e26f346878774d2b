/* Lines to rows, banks and columns of a DRAM channel: see dram_address.h. */
#include "dram_address.h"

#include "address_map.h"
#include "util.h"

static bool is_own(const struct dram_address *map, unsigned hashed)
{
    return address_map_partition(hashed, 0, map->partitions) == map->partition;
}

static void count_chunks(struct dram_address *map)
{
    for (unsigned hashed = 0; hashed < HASHED_CHUNKS; hashed++) {
        if (hashed % COUNT_STEP == 0)
            map->chunks_below[hashed / COUNT_STEP] = (uint16_t)map->own_chunks;
        map->own_chunks += is_own(map, hashed);
    }
}

void dram_address_init(struct dram_address *map, const struct config *config, unsigned partition)
{
    *map = (struct dram_address){.chunk_bits = config->chunk_bits,
                                 .partition = partition,
                                 .partitions = config->partitions,
                                 .low_bits = is_power_of_two(config->partitions),
                                 .partition_bits = log2_ceil(config->partitions),
                                 .group_bits = log2_ceil(config->dram_groups),
                                 .bank_bits = log2_ceil(config->dram_banks),
                                 .column_bits = log2_ceil(config->dram_row_bytes / LINE_BYTES),
                                 .hash = config->dram_hash};
    if (!map->low_bits)
        count_chunks(map);
}

/* Number of a chunk among those of its partition. Where address_map hashes, 65,536 chunks with the
 * same upper bits meet every hashed value once, so that each such block has own_chunks of them,
 * here in the order of the hashed value: XOR with the upper bits keeps neighbours together. */
static uint64_t chunk_number(const struct dram_address *map, uint64_t chunk)
{
    if (map->low_bits)
        return chunk >> map->partition_bits;
    unsigned hashed = (chunk ^ chunk >> 16 ^ chunk >> 32) % HASHED_CHUNKS;
    uint64_t number = (chunk >> 16) * map->own_chunks + map->chunks_below[hashed / COUNT_STEP];
    for (unsigned below = hashed - hashed % COUNT_STEP; below < hashed; below++)
        number += is_own(map, below);
    return number;
}

/* Remainder of row and bank as a polynomial over GF(2). */
static uint64_t polynomial_bank(uint64_t row, uint64_t bank, unsigned bank_bits)
{
    static const uint8_t irreducible[] = {1, 3, 7, 11, 19, 37}; /* by degree; x^4 + x + 1 = 19 */
    uint64_t rest = row << bank_bits | bank;
    while (rest >> bank_bits) {
        unsigned degree = 63 - (unsigned)__builtin_clzll(rest);
        rest ^= (uint64_t)irreducible[bank_bits] << (degree - bank_bits);
    }
    return rest;
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
        return polynomial_bank(row, bank, map->bank_bits);
    default:
        return bank;
    }
}

struct dram_place dram_address_locate(const struct dram_address *map, uint64_t line)
{
    uint64_t in_chunk = line & ((UINT64_C(1) << map->chunk_bits) - 1);
    uint64_t local = chunk_number(map, line >> map->chunk_bits) << map->chunk_bits | in_chunk;
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
