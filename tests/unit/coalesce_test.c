/* The coalescer against its definition, and the shortcut for dense records against the general
 * function. */
#include "check.h"

#include "coalesce.h"
#include "rng.h"

#include <string.h>

/* Segments that the lanes touch. */
static unsigned distinct_segments(const uint64_t address[LANES], uint32_t lanes, unsigned shift)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LANES; i++) {
        bool seen = !(lanes >> i & 1);
        for (unsigned j = 0; j < i && !seen; j++)
            seen = (lanes >> j & 1) && address[i] >> shift == address[j] >> shift;
        count += !seen;
    }
    return count;
}

static bool mask_is_exact(const uint64_t address[LANES], uint32_t served, unsigned size,
                          uint64_t line, const uint64_t mask[2])
{
    uint64_t expected[2] = {0, 0};
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < size && (served >> lane & 1); i++) {
            unsigned byte = (unsigned)(address[lane] + i - 128 * line);
            if (byte >= 128)
                return false;
            expected[byte / 64] |= UINT64_C(1) << byte % 64;
        }
    return expected[0] == mask[0] && expected[1] == mask[1];
}

static bool in_one_segment(const uint64_t address[LANES], uint32_t served, unsigned shift)
{
    return distinct_segments(address, served, shift) == 1;
}

static void check_instruction(const uint64_t address[LANES], uint32_t lanes, unsigned size,
                              unsigned shift)
{
    unsigned requests = 0;
    uint64_t last = 0, line, mask[2];
    for (uint32_t rest = lanes; rest; requests++) {
        uint32_t served = coalesce(address, rest, size, shift, false, &line, mask);
        uint64_t segment = address[__builtin_ctz(served)] >> shift;
        CHECK(served && !(served & ~rest));
        CHECK(mask_is_exact(address, served, size, line, mask));
        CHECK(in_one_segment(address, served, shift));
        CHECK(requests == 0 || segment > last);
        last = segment;
        rest &= ~served;
    }
    CHECK_EQUAL(requests, distinct_segments(address, lanes, shift));
}

static void one_request_per_segment_in_ascending_order(void)
{
    struct rng rng;
    rng_init(&rng, 1);
    for (unsigned trial = 0; trial < 3000; trial++) {
        unsigned size = 1u << rng_below(&rng, 5);
        uint32_t range = 1u << (4 + rng_below(&rng, 9)), lanes = (uint32_t)rng_next(&rng) | 1;
        uint64_t address[LANES], base = rng_below(&rng, 1u << 20) * 16u;
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = base + (uint64_t)rng_below(&rng, range) * size;
        for (unsigned shift = 5; shift <= 7; shift++)
            check_instruction(address, lanes, size, shift);
    }
}

static void without_lanes_there_is_no_request(void)
{
    static const uint64_t address[LANES];
    uint64_t line, mask[2];
    CHECK_EQUAL(coalesce(address, 0, 4, LINE_SHIFT, false, &line, mask), 0);
}

static void lanes_of_an_atomic_that_meet_are_serialised(void)
{
    uint64_t address[LANES], line, mask[2];
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = 0x1000 + 4 * (lane % 4);
    uint32_t rest = UINT32_MAX;
    for (unsigned request = 0; request < 8; request++) {
        uint32_t served = coalesce(address, rest, 4, 7, true, &line, mask);
        CHECK_EQUAL(served, 0xfu << 4 * request);
        CHECK_EQUAL(mask[0], 0xffff);
        rest &= ~served;
    }
    CHECK_EQUAL(rest, 0);
}

/* All bases, run starts and lengths around line borders. */
static void the_shortcut_agrees_with_the_general_function(unsigned shift)
{
    for (unsigned size = 1; size <= 16; size *= 2)
        for (unsigned stride = 0; stride <= size; stride += size)
            for (unsigned from = 0; from < 256; from += size)
                for (unsigned run = 0; run < LANES * LANES; run += 7) {
                    unsigned first = run / LANES, count = 1 + run % LANES;
                    count = count < LANES - first ? count : LANES - first;
                    uint32_t lanes = (UINT32_MAX >> (LANES - count)) << first;
                    struct instruction record = {.base = 0x10000 + from,
                                                 .mask = lanes,
                                                 .stride = (int32_t)stride,
                                                 .size = (uint8_t)size,
                                                 .flags = INSTRUCTION_STRIDED};
                    uint64_t address[LANES], line[2], mask[2][2];
                    instruction_addresses(&record, address);
                    bool dense = coalesce_is_dense(&record, lanes);
                    uint32_t general =
                        coalesce(address, lanes, size, shift, false, &line[0], mask[0]);
                    uint32_t shortcut = coalesce_dense(&record, lanes, shift, &line[1], mask[1]);
                    CHECK(dense && general == shortcut && line[0] == line[1] &&
                          !memcmp(mask[0], mask[1], sizeof mask[0]));
                }
}

static void the_shortcut_is_taken_only_where_it_holds(void)
{
    struct instruction record = {.stride = 4, .size = 4, .flags = INSTRUCTION_STRIDED};
    CHECK(coalesce_is_dense(&record, 0x0ff0));
    CHECK(!coalesce_is_dense(&record, 0x0f0f));
    record.stride = 8;
    CHECK(!coalesce_is_dense(&record, 0x0ff0));
    record.stride = -4;
    CHECK(!coalesce_is_dense(&record, 0x0ff0));
    record.stride = 0;
    CHECK(coalesce_is_dense(&record, UINT32_MAX));
    record.kind = INSTRUCTION_ATOMIC;
    CHECK(!coalesce_is_dense(&record, UINT32_MAX));
    record.kind = INSTRUCTION_LOAD;
    record.flags = 0;
    CHECK(!coalesce_is_dense(&record, UINT32_MAX));
}

int main(void)
{
    TEST(one_request_per_segment_in_ascending_order());
    TEST(without_lanes_there_is_no_request());
    TEST(lanes_of_an_atomic_that_meet_are_serialised());
    for (unsigned shift = 5; shift <= 7; shift++)
        TEST(the_shortcut_agrees_with_the_general_function(shift));
    TEST(the_shortcut_is_taken_only_where_it_holds());
    return check_report();
}
