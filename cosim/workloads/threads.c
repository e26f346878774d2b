/* Lane vectors of indices, addresses and masks, as threads.h describes them. */
#include "threads.h"

struct access word_load(unsigned number, uint16_t use_distance)
{
    return (struct access)LOAD(number, 4, use_distance);
}

struct access word_store(unsigned number)
{
    return (struct access)STORE(number, 4);
}

void begin_warp(struct simt *simt, unsigned warp, unsigned threads)
{
    simt_warp(simt, warp, low_lanes((int64_t)threads - LANES * (int64_t)warp));
}

bool exit_but(struct simt *simt, uint32_t staying)
{
    uint32_t leaving = simt->active & ~staying;
    simt->active &= staying;
    if (simt->active)
        simt_issue(simt, ARITHMETIC_INT, 0, leaving, 1);
    return simt->active;
}

bool begin_guarded_warp(struct simt *simt, unsigned warp, uint32_t inside)
{
    simt_warp(simt, warp, ALL_LANES);
    simt_arithmetic(simt, ARITHMETIC_INT, 0, 5);
    return exit_but(simt, inside);
}

void block_alu(struct simt *simt, unsigned threads, uint32_t count)
{
    for (unsigned warp = 0; warp < simt->block->warps; warp++) {
        begin_warp(simt, warp, threads);
        simt_alu(simt, count);
    }
}

void thread_indices(const struct simt *simt, unsigned width, int64_t x[LANES], int64_t y[LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned thread = LANES * simt->warp + lane;
        x[lane] = thread % width;
        y[lane] = thread / width;
    }
}

uint32_t lanes_within(const int64_t value[LANES], int64_t min, int64_t max)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (uint32_t)(value[lane] >= min && value[lane] <= max) << lane;
    return lanes;
}

void tile_elements(const struct simt *simt, const struct tile *tile, int64_t element[LANES])
{
    int64_t x[LANES], y[LANES];
    thread_indices(simt, tile->width, x, y);
    for (unsigned lane = 0; lane < LANES; lane++)
        element[lane] = tile->origin + tile->pitch * y[lane] + x[lane];
}

static void element_addresses(const struct access *access, uint64_t array,
                              const int64_t element[LANES], uint64_t address[LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = array + access->size * (uint64_t)element[lane];
}

void load_elements(struct simt *simt, const struct access *access, uint64_t array,
                   const int64_t element[LANES], void *value)
{
    uint64_t address[LANES];
    element_addresses(access, array, element, address);
    simt_load(simt, access, address, value);
}

void store_elements(struct simt *simt, const struct access *access, uint64_t array,
                    const int64_t element[LANES], const void *value)
{
    uint64_t address[LANES];
    element_addresses(access, array, element, address);
    simt_store(simt, access, address, value);
}

void load_row(struct simt *simt, const struct access *access, uint64_t address, void *value)
{
    uint64_t lane_address[LANES];
    lane_addresses(lane_address, address, access->size);
    simt_load(simt, access, lane_address, value);
}

void store_row(struct simt *simt, const struct access *access, uint64_t address, const void *value)
{
    uint64_t lane_address[LANES];
    lane_addresses(lane_address, address, access->size);
    simt_store(simt, access, lane_address, value);
}

void load_uniform(struct simt *simt, const struct access *access, uint64_t address, void *value)
{
    uint64_t lane_address[LANES];
    lane_addresses(lane_address, address, 0);
    simt_load(simt, access, lane_address, value);
}
