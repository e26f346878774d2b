/* Inter-cluster locality, against windows counted by hand and a table of all lines. */
#include "locality.h"

#include <string.h>

#include "check.h"
#include "rng.h"

static void expect_lines(const struct locality *locality, uint64_t one, uint64_t two, uint64_t four,
                         uint64_t more)
{
    uint64_t lines[LOCALITY_CLASSES];
    locality_count(locality, lines);
    CHECK_EQUAL(lines[0], one);
    CHECK_EQUAL(lines[1], two);
    CHECK_EQUAL(lines[2], four);
    CHECK_EQUAL(lines[3], more);
}

static void ask(struct locality *locality, uint64_t cycle, uint64_t line, unsigned clusters)
{
    for (unsigned cluster = 0; cluster < clusters; cluster++)
        locality_access(locality, cycle, cluster, line);
}

static void classes_are_those_of_the_paper(void)
{
    struct locality locality = {0};
    for (unsigned clusters = 1; clusters <= 8; clusters++)
        ask(&locality, 10, 100 + clusters, clusters);
    expect_lines(&locality, 1, 1, 2, 4);
    locality_access(&locality, 11, 63, 0);
    expect_lines(&locality, 2, 1, 2, 4);
    locality_access(&locality, 5000, 63, 0); /* what is over is counted once */
    expect_lines(&locality, 3, 1, 2, 4);
    locality_release(&locality);
}

static void a_window_has_a_thousand_cycles(void)
{
    struct locality locality = {0};
    locality_access(&locality, 999, 0, 7);
    locality_access(&locality, 1000, 1, 7); /* another window: not shared */
    locality_access(&locality, 1999, 2, 8);
    locality_access(&locality, 1999, 2, 8); /* the same cluster again */
    expect_lines(&locality, 3, 0, 0, 0);
    locality_access(&locality, 1999, 3, 8);
    expect_lines(&locality, 2, 1, 0, 0);
    locality_access(&locality, 9000, 6, 8);
    expect_lines(&locality, 3, 1, 0, 0);
    locality_release(&locality);
}

enum { LINES = 5000 };

/* More lines than the table has places at first. */
static void any_number_of_lines(uint64_t seed)
{
    static uint64_t clusters[LINES];
    struct locality locality = {0};
    uint64_t expected[4] = {0};
    struct rng rng;
    rng_init(&rng, seed);
    for (unsigned window = 0; window < 4; window++) {
        memset(clusters, 0, sizeof clusters);
        for (unsigned n = 0; n < 12000; n++) {
            unsigned line = rng_below(&rng, LINES), cluster = rng_below(&rng, 8);
            clusters[line] |= UINT64_C(1) << cluster;
            locality_access(&locality, 1000 * window + n / 12, cluster, line * UINT64_C(0x10001));
        }
        for (unsigned line = 0; line < LINES; line++)
            if (clusters[line]) {
                int count = __builtin_popcountll(clusters[line]);
                expected[count == 1 ? 0 : count == 2 ? 1 : count <= 4 ? 2 : 3]++;
            }
    }
    expect_lines(&locality, expected[0], expected[1], expected[2], expected[3]);
    CHECK(expected[3] > 0);
    locality_release(&locality);
}

int main(void)
{
    TEST(classes_are_those_of_the_paper());
    TEST(a_window_has_a_thousand_cycles());
    for (uint64_t seed = 1; seed <= 3; seed++)
        TEST(any_number_of_lines(seed));
    return check_report();
}
