/* The chip model stepped by several threads: every 1000 cycles the state is that of one thread, and
 * so are all statistics at the end; on chips of every kind, with more threads than nodes, and what
 * is reported comes in the same order. */
#include <stdlib.h>

#include "machine.h"
#include "simt.h"

/* Chips of every topology, protocol and mechanism, and what changes while they run. */
static const struct chip {
    const char *keys;
    struct gpu_options options;
} chips[] = {
    {"cores=1 partitions=1", {0}},
    {"cores=5 partitions=3", {0}},
    {"cores=9 partitions=5 l1_write_hit=invalidate l1_index=hash", {.no_data = true}},
    {SMALLEST, {0}},
    {"cores=2 partitions=2 noc_mhz=933 dram_hash=hash scheduler=lrr schedulers=3", {0}},
    {"cores=7 partitions=3 topology=crossbar", {0}},
    {"cores=6 partitions=2 topology=concentrated vcs=2", {0}},
    {"cores=6 partitions=4 topology=hxbar clusters=3 memory_controllers=2", {0}},
    {CLUSTERS "llc_mode=private", {0}},
    {CLUSTERS TURNING "noc_mhz=350", {.policy_seed = 7}},
    {DYNEB "cores=3 partitions=2 topology=butterfly fly_radix=3", {0}},
    {DYNEB CROSSBAR "cores=5 partitions=2", {.policy_seed = 5}},
    {DYNEB CROSSBAR CLUSTERS TURNING, {0}},
    {"shared_l1=on l1_policy=shared cores=4 partitions=2", {.ideal_links = true}},
    {PROTECT "l1_protect=dlp", {0}},
    {"ccn=basic cores=5 partitions=3 ccn_hop=5", {0}},
    {"ccn=basic cores=8 ccn_cluster=4 partitions=3 " SMALLEST_RINGS, {0}},
    {BRIDGES "cores=9 ccn_cluster=3 partitions=3 " SMALLEST_RINGS, {0}},
    {THROTTLED PROTECT "l1_protect=dlp", {0}},
    {DYNEB "ccn=basic cores=4 partitions=3", {0}},
    {"ccn=ideal cores=5 partitions=3 ccn_latency=40", {0}},
    {"mem_port=axi4 axi_writes=1 axi_timeout=300 cores=3", {.repeat_reply = 5, .axi_error = 9}},
    {"cores=3 partitions=2", {.repeat_reply = 5}},
};
enum { CHIPS = sizeof chips / sizeof *chips };

/* So many in turn, and in turn also for edges of few blocks. */
static const unsigned threads[] = {2, 3, 17};
enum { THREADS = sizeof threads / sizeof *threads };

/* Of a chip some workloads, the next ones of the list; all with SOAK in the environment. */
static void threads_change_nothing(void)
{
    size_t count = getenv("SOAK") ? EVERY_WORKLOAD : 4;
    for (size_t i = 0; i < CHIPS * count; i += check_stride()) {
        const char *const *workload = every_workload[i % EVERY_WORKLOAD];
        const struct chip *chip = &chips[i / count];
        const struct run one = {workload[0], workload[1], chip->keys, chip->options};
        char what[32];
        struct variant more = {what, chip->options, !chip->options.no_data};
        more.options.threads = threads[i % THREADS];
        more.options.shared_from = i / THREADS % 2 ? 1 : 0;
        snprintf(what, sizeof what, "%u threads", more.options.threads);
        same_cycles(&one, &more, 1);
    }
}

/* The text that a run reports, to be freed: all cores load from a memory with wrong bytes. */
static char *reported(unsigned threads_of_it)
{
    struct machine machine;
    char wrong[4096], *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct run run = {"stream",
                      "n=5000",
                      "cores=6 partitions=2",
                      {.report = file, .threads = threads_of_it, .shared_from = 1}};
    start(&machine, &run);
    memset(wrong, 0x5a, sizeof wrong);
    for (unsigned i = 0; i < 16; i++)
        memory_write_bytes(&machine.gpu->memory, IMAGE_BASE + i * sizeof wrong, wrong,
                           sizeof wrong);
    gpu_run(machine.gpu, LIMIT);
    finish(&machine);
    fclose(file);
    return text;
}

static void reports_come_in_the_same_order(void)
{
    char *one = reported(1), *more = reported(3);
    CHECK(strstr(one, "core 0 ") && strstr(one, "core 5 "));
    CHECK(!strcmp(one, more));
    free(one);
    free(more);
}

int main(void)
{
    threads_change_nothing();
    TEST(reports_come_in_the_same_order());
    return check_report();
}
