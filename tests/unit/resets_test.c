/* The resets of block lockstep: one in cycle 0, one before the middle of every run, pulses of one
 * and of many cycles, gaps short and long; the same seed gives the same resets. */
#include "check.h"
#include "resets.h"

enum { SEEDS = 200, PULSE_MAX = 16 };

struct counts {
    uint64_t first;               /* cycle in which the first pulse behind cycle 0 begins */
    uint64_t shortest, longest;   /* cycles between two pulses */
    unsigned pulses;              /* behind cycle 0 */
    unsigned single, most_cycles; /* pulses of one cycle, cycles of the longest one */
    uint64_t hash;                /* of all phases */
};

/* A pulse of `length` cycles has ended, it came `gap` cycles behind the one before. */
static void count_pulse(struct counts *counts, uint64_t gap, unsigned length)
{
    counts->pulses++;
    counts->single += length == 1;
    counts->most_cycles = length > counts->most_cycles ? length : counts->most_cycles;
    counts->shortest = gap < counts->shortest ? gap : counts->shortest;
    counts->longest = gap > counts->longest ? gap : counts->longest;
}

static struct counts run(uint64_t seed, uint64_t cycles)
{
    struct counts counts = {.first = cycles, .shortest = cycles};
    struct resets resets;
    uint64_t off = 0, gap = 0; /* cycles without reset: now, before the pulse under way */
    unsigned length = 0;
    resets_init(&resets, seed, cycles);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        enum reset_phase phase = resets_phase(&resets, cycle);
        counts.hash = counts.hash * 31 + phase;
        if (cycle == 0)
            CHECK(phase == RESET_BEGINS);
        if (phase == RESET_BEGINS && cycle && counts.first == cycles)
            counts.first = cycle;
        if (phase == RESET_BEGINS) {
            gap = off;
            length = 0;
        }
        if (phase == RESET_OFF && length && gap)
            count_pulse(&counts, gap, length);
        off = phase == RESET_OFF ? off + 1 : 0;
        length = phase == RESET_OFF ? 0 : length + 1;
    }
    return counts;
}

static void check_runs(uint64_t cycles)
{
    struct counts all = {.shortest = cycles};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct counts counts = run(seed, cycles);
        CHECK(counts.first <= cycles / 2 + PULSE_MAX);
        CHECK_EQUAL(run(seed, cycles).hash, counts.hash);
        all.pulses += counts.pulses;
        all.single += counts.single;
        all.most_cycles =
            counts.most_cycles > all.most_cycles ? counts.most_cycles : all.most_cycles;
        all.shortest = counts.shortest < all.shortest ? counts.shortest : all.shortest;
        all.longest = counts.longest > all.longest ? counts.longest : all.longest;
    }
    CHECK(all.single > all.pulses / 3 && all.single < all.pulses);
    CHECK_EQUAL(all.most_cycles, PULSE_MAX);
    CHECK_EQUAL(all.shortest, 1);
    CHECK(all.longest > cycles / 2);
}

int main(void)
{
    TEST(check_runs(500));
    TEST(check_runs(20000));
    return check_report();
}
