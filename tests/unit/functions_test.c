/* Functions and small twins against plain versions: lru_order, rr_arbiter and clock_divider step by
 * step, lru_pairs against lru_order, address_map and home_map by the evenness of their spread. */
#include <inttypes.h>
#include <string.h>

#include "address_map.h"
#include "check.h"
#include "clock_divider.h"
#include "home_map.h"
#include "lru_order.h"
#include "lru_pairs.h"
#include "rng.h"
#include "rr_arbiter.h"

/* lru_order moves a way to the front as a plain list does, for 1 to 16 ways. */
static void lru_order_moves_to_front(struct rng *rng)
{
    for (unsigned ways = 1; ways <= 16; ways++) {
        unsigned list[16];
        uint64_t order = lru_order_initial(ways);
        for (unsigned i = 0; i < ways; i++)
            list[i] = ways - 1 - i;
        for (unsigned round = 0; round < 2000; round++) {
            uint64_t packed = 0, candidates = rng_next(rng) & rng_next(rng);
            unsigned at = 0, way = rng_below(rng, ways), victim = 0;
            for (unsigned i = 0; i < ways; i++) {
                packed |= (uint64_t)list[i] << (4 * i);
                victim = candidates >> list[i] & 1 ? list[i] : victim;
            }
            CHECK_EQUAL(order, packed);
            CHECK_EQUAL(lru_order_victim(order, candidates, ways), victim);
            while (list[at] != way)
                at++;
            memmove(list + 1, list, at * sizeof list[0]);
            list[0] = way;
            order = lru_order_touch(order, way);
        }
    }
}

/* lru_pairs says what lru_order says, from the beginning of a set on, for 1 to 16 ways. */
static void pairs_are_the_order_of_a_list(struct rng *rng)
{
    for (unsigned ways = 1; ways <= 16; ways++) {
        const struct lru_pairs_params params = {.ways = ways};
        uint64_t list = lru_order_initial(ways), all = (UINT64_C(1) << ways) - 1;
        struct lru_pairs_out out = {.next_order = {0, 0}};
        for (unsigned round = 0; round < 2000; round++) {
            uint64_t order[2] = {out.next_order[0], out.next_order[1]};
            uint64_t candidates = rng_next(rng) & rng_next(rng) & all;
            unsigned way = rng_below(rng, ways);
            const struct lru_pairs_in in = {.order = order,
                                            .candidates = candidates,
                                            .touch_order = order,
                                            .touched = UINT64_C(1) << way};
            uint64_t victim = UINT64_C(1) << lru_order_victim(list, candidates, ways);
            lru_pairs_outputs_f(&params, &in, &out);
            CHECK_EQUAL(out.victim, candidates ? victim : 0);
            list = lru_order_touch(list, way);
        }
    }
}

/* rr_arbiter serves the first requester after the last one served, round the ring. */
static void rr_arbiter_goes_round(struct rng *rng)
{
    for (unsigned n = 1; n <= 64; n++) {
        uint64_t mask = 0;
        unsigned next = 0; /* who has the highest priority */
        for (unsigned round = 0; round < 500; round++) {
            uint64_t request = rng_next(rng) >> (64 - n), expected = 0;
            if (round & 1)
                request &= rng_next(rng) & rng_next(rng);
            for (unsigned i = 0; i < n && !expected; i++)
                expected = request & UINT64_C(1) << (next + i) % n;
            uint64_t grant = rr_arbiter_grant(request, mask);
            CHECK_EQUAL(grant, expected);
            if (!grant)
                continue;
            next = ((unsigned)__builtin_ctzll(grant) + 1) % n;
            mask = rr_arbiter_next_mask(grant, n);
        }
    }
}

/* clock_divider_skip is so many steps, clock_divider_next finds the next enable. */
static void clock_divider_jumps(struct rng *rng)
{
    for (unsigned round = 0; round < 300; round++) {
        unsigned denominator = 1 + rng_below(rng, round < 150 ? 20 : 65535);
        unsigned numerator = 1 + rng_below(rng, denominator);
        struct clock_divider stepped, jumped;
        clock_divider_init(&stepped, &(struct clock_divider_params){numerator, denominator});
        jumped = stepped;
        for (unsigned jump = 0; jump < 5; jump++) {
            uint64_t cycles = rng_below(rng, 200), next = clock_divider_next(&jumped);
            uint64_t enabled_at = 0; /* first step after which en is 1 */
            for (uint64_t i = 1; i <= cycles; i++) {
                clock_divider_step(&stepped, &(struct clock_divider_in){0});
                if (stepped.enabled && !enabled_at)
                    enabled_at = i;
            }
            clock_divider_skip(&jumped, cycles);
            CHECK_EQUAL(clock_divider_hash(&jumped), clock_divider_hash(&stepped));
            CHECK(enabled_at == next || (!enabled_at && next > cycles));
        }
    }
}

/* Most loaded partition over the mean, for `count` chunks from `first` on, `stride` apart. */
static double spread(unsigned partitions, bool hash, uint64_t first, uint64_t stride,
                     unsigned count)
{
    unsigned load[64] = {0}, most = 0;
    bool exists = true;
    for (unsigned i = 0; i < count; i++) {
        unsigned partition = address_map_partition(first + i * stride, 0, partitions, hash);
        exists = exists && partition < partitions;
        if (exists && ++load[partition] > most)
            most = load[partition];
    }
    CHECK(exists);
    return (double)most * partitions / count;
}

/* Consecutive chunks go to each of any number of partitions in turn. */
static void chunks_take_turns(struct rng *rng)
{
    for (unsigned partitions = 1; partitions <= 64; partitions++)
        for (unsigned i = 0; i < 20; i++)
            CHECK(spread(partitions, false, rng_next(rng) >> 31, 1, 64 * partitions) == 1);
}

/* With the hash those of every stride of a power of two do, from a multiple of it on. */
static void hashed_chunks_take_turns_at_strides_of_powers_of_two(struct rng *rng)
{
    for (unsigned partitions = 2; partitions <= 64; partitions *= 2)
        for (unsigned bits = 0; bits < 20; bits++) {
            uint64_t first = rng_next(rng) >> 44;
            first = first / partitions * partitions << bits;
            CHECK(spread(partitions, true, first, UINT64_C(1) << bits, 64 * partitions) == 1);
        }
}

/* Most loaded core over the mean, for `count` tags from `first` on, `stride` apart; and how often
 * core 0 is home for once that the last one is. */
static double home_spread(const struct home_map *map, uint64_t first, unsigned stride,
                          unsigned count, double *first_to_last)
{
    unsigned load[256] = {0}, most = 0;
    bool exists = true;
    for (unsigned i = 0; i < count; i++) {
        unsigned home = home_map_home(map, (first + (uint64_t)i * stride) << map->tag_lsb);
        exists = exists && home < map->cores;
        if (exists && ++load[home] > most)
            most = load[home];
    }
    CHECK(exists);
    *first_to_last = (double)load[0] / load[map->cores - 1];
    return (double)most * map->cores / count;
}

/* Core bits wrap: a number of cores that is no power of two doubles the load of the lowest ones. */
static void core_bits_double_the_low_homes(void)
{
    static const unsigned cores[] = {28, 84, 3, 32};
    for (unsigned i = 0; i < 4; i++) {
        struct home_map map = home_map_make(&(struct home_map_params){.cores = cores[i]});
        double low_to_high, most = home_spread(&map, 0, 1, 65536, &low_to_high);
        printf("home_map, wrap, %u cores: core 0 over the last one %.3f, most over the mean %.3f\n",
               cores[i], low_to_high, most);
        CHECK(low_to_high == (cores[i] == 32 ? 1 : 2));
    }
}

/* Scaled homes are even for any number of cores, in runs as short as 16 tags per core and at every
 * small stride. */
static void scaled_homes_are_even(struct rng *rng)
{
    double runs = 0, strides = 0, unused;
    for (unsigned cores = 1; cores <= 256; cores++) {
        struct home_map map = home_map_make(&(struct home_map_params){.cores = cores, .fold = 1});
        for (unsigned i = 0; i < 20; i++) {
            uint64_t first = (rng_next(rng) >> 36) & ~UINT64_C(4095);
            double run = home_spread(&map, first, 1, 16 * cores, &unused);
            runs = run > runs ? run : runs;
        }
        for (unsigned stride = 1; stride <= 64; stride++) {
            double worst = home_spread(&map, 0, stride, 64 * cores, &unused);
            strides = worst > strides ? worst : strides;
        }
    }
    printf("home_map, scale, 1..256 cores, most loaded core over the mean: 16 consecutive tags per "
           "core %.3f, 64 tags per core at strides 1..64 %.3f\n",
           runs, strides);
    CHECK(runs < 1.5);
    CHECK(strides < 1.6);
}

/* Spread homes: a line whose core bits name a core lives there, and the lines of the other codes
 * are even over all cores, in 2^16 tags in a row. */
static void spread_homes_are_even(void)
{
    double most = 0, unused;
    for (unsigned cores = 1; cores <= 256; cores++) {
        struct home_map map =
            home_map_make(&(struct home_map_params){.cores = cores, .fold = HOME_SPREAD});
        unsigned codes = 1, moved = 0;
        while (codes < cores)
            codes *= 2;
        for (unsigned tag = 0; tag < 65536; tag++)
            moved += tag % codes < cores && home_map_home(&map, tag) != tag % codes;
        CHECK_EQUAL(moved, 0);
        double worst = home_spread(&map, 0, 1, 65536, &unused);
        most = worst > most ? worst : most;
    }
    printf("home_map, spread, 1..256 cores, most loaded core over the mean: %.3f\n", most);
    CHECK(most < 1.2);
}

int main(void)
{
    struct rng rng;
    rng_init(&rng, 1);
    TEST(lru_order_moves_to_front(&rng));
    TEST(pairs_are_the_order_of_a_list(&rng));
    TEST(rr_arbiter_goes_round(&rng));
    TEST(clock_divider_jumps(&rng));
    TEST(chunks_take_turns(&rng));
    TEST(hashed_chunks_take_turns_at_strides_of_powers_of_two(&rng));
    TEST(core_bits_double_the_low_homes());
    TEST(scaled_homes_are_even(&rng));
    TEST(spread_homes_are_even());
    return check_report();
}
