/* Blocks of the chip model that sleep while they wait, and offers that are carried once: every 1000
 * cycles the state is that of a model that steps everything in every cycle, and that of one that
 * drives in another order. Chips whose heads wait much: more cores than memory, short queues. */
#include "machine.h"

static const char *const chips[] = {
    "cores=7 partitions=1 topology=crossbar",
    "cores=4 partitions=1 dram_queue=2 llc_queue=3 mshr_entries=4",
    "cores=3 partitions=2 vcs=1 vc_depth=1 inject_slots=1 llc_mshr_entries=2 l1_store_queue=2",
    CLUSTERS "llc_mode=private",
    PROTECT "l1_protect=dlp",
};
static const char *const loads[][2] = {
    {"stream", "n=12000"}, {"histogram", "n=1500"}, {"order", "blocks=8 lines=3"}};

static void sleeping_changes_nothing(void)
{
    for (unsigned chip = 0; chip < sizeof chips / sizeof *chips; chip++)
        for (unsigned load = 0; load < sizeof loads / sizeof *loads; load++) {
            const struct run run = {loads[load][0], loads[load][1], chips[chip], {0}};
            struct variant variants[] = {{"no skipping", {.no_skip = true}, true},
                                         {"shuffled", {.shuffle_seed = load + 1}, true},
                                         {"links by their tables", {.by_table = true}, true}};
            same_cycles(&run, variants, sizeof variants / sizeof *variants);
        }
}

int main(void)
{
    sleeping_changes_nothing();
    return check_report();
}
