/* Reuse distances: the paper's example, the borders of its ranges, who a distance counts for, and
 * long random traces against a plain search backwards. */
#include "reuse_distance.h"

#include <string.h>

#include "check.h"
#include "rng.h"

enum { SETS = 4, LENGTH = 4000 };

/* [icpp18 figure 2]: line 0 has the reuse distance 3, whatever other sets do. */
static void figure_2(void)
{
    static const unsigned set_0[] = {0, 1, 2, 3};
    struct reuse_distance r;
    reuse_distance_init(&r, 2);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(reuse_distance_access(&r, set_0[i] * 2, 0, 8), REUSE_NEVER);
        CHECK_EQUAL(reuse_distance_access(&r, 1, 1, 8), i ? 0 : REUSE_NEVER);
    }
    CHECK_EQUAL(reuse_distance_access(&r, 0, 0, 8), 3);
    CHECK_EQUAL(r.all.accesses[REUSE_FIRST], 5);
    CHECK_EQUAL(r.all.accesses[REUSE_0], 3);
    CHECK_EQUAL(r.all.accesses[REUSE_1_TO_4], 1);
    reuse_distance_release(&r);
}

/* Other accesses to the set count, whether to one line or to many. */
static void ranges_have_the_borders_of_the_paper(void)
{
    static const struct {
        unsigned distance;
        enum reuse_range range;
    } borders[] = {{0, REUSE_0},        {1, REUSE_1_TO_4},    {4, REUSE_1_TO_4},
                   {5, REUSE_5_TO_8},   {8, REUSE_5_TO_8},    {9, REUSE_9_TO_64},
                   {64, REUSE_9_TO_64}, {65, REUSE_ABOVE_64}, {999, REUSE_ABOVE_64}};
    for (unsigned i = 0; i < sizeof borders / sizeof *borders; i++) {
        struct reuse_distance r;
        struct reuse_counts before;
        reuse_distance_init(&r, 1);
        reuse_distance_access(&r, 7, 0, 0);
        for (unsigned other = 0; other < borders[i].distance; other++)
            reuse_distance_access(&r, 100 + other % 3, 0, 0);
        before = r.all;
        CHECK_EQUAL(reuse_distance_access(&r, 7, 0, 0), borders[i].distance);
        CHECK_EQUAL(r.all.accesses[borders[i].range], before.accesses[borders[i].range] + 1);
        reuse_distance_release(&r);
    }
}

/* A distance counts for the instruction that used the line before. */
static void the_last_user_has_the_reuse(void)
{
    struct reuse_distance r;
    reuse_distance_init(&r, 1);
    reuse_distance_access(&r, 1, 0, 0x100);
    reuse_distance_access(&r, 2, 0, 0x200);
    reuse_distance_access(&r, 1, 0, 0x200);
    reuse_distance_access(&r, 1, 0, 0x100);
    CHECK_EQUAL(r.insn_keys.count, 2);
    CHECK_EQUAL(r.insns[0].pc, 0x100);
    CHECK_EQUAL(r.insns[0].counts.accesses[REUSE_FIRST], 1);
    CHECK_EQUAL(r.insns[0].counts.accesses[REUSE_1_TO_4], 1);
    CHECK_EQUAL(r.insns[1].counts.accesses[REUSE_FIRST], 1);
    CHECK_EQUAL(r.insns[1].counts.accesses[REUSE_0], 1);
    CHECK(!strcmp(reuse_range_name(REUSE_9_TO_64), "9-64"));
    reuse_distance_release(&r);
}

struct access {
    uint64_t line, pc;
    unsigned set;
};

/* Accesses to the set after the last one to the line. */
static uint64_t search_backwards(const struct access *trace, unsigned at)
{
    uint64_t others = 0;
    for (unsigned i = at; i--;) {
        if (trace[i].line == trace[at].line)
            return others;
        others += trace[i].set == trace[at].set;
    }
    return REUSE_NEVER;
}

static void random_traces(unsigned lines, unsigned insns)
{
    static struct access trace[LENGTH];
    struct reuse_distance r;
    struct rng rng;
    uint64_t accesses = 0;
    rng_init(&rng, lines);
    reuse_distance_init(&r, SETS);
    for (unsigned i = 0; i < LENGTH; i++) {
        uint64_t line = (uint64_t)rng_below(&rng, lines) << 17;
        trace[i] = (struct access){line, rng_below(&rng, insns) * 8u, (line >> 17) % SETS};
        CHECK_EQUAL(reuse_distance_access(&r, line, trace[i].set, trace[i].pc),
                    search_backwards(trace, i));
    }
    for (unsigned i = 0; i < r.insn_keys.count; i++)
        for (unsigned range = 0; range < REUSE_RANGES; range++)
            accesses += r.insns[i].counts.accesses[range];
    CHECK_EQUAL(accesses, LENGTH);
    reuse_distance_release(&r);
}

int main(void)
{
    TEST(figure_2());
    TEST(ranges_have_the_borders_of_the_paper());
    TEST(the_last_user_has_the_reuse());
    TEST(random_traces(20, 3));
    TEST(random_traces(1000, 2000));
    TEST(random_traces(1000000, 100));
    return check_report();
}
