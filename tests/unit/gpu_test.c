/* The whole chip model: every workload on odd and tiny chips ends with the right result, every
 * loaded byte checked; leaving out idle steps, the order of steps, and carrying data change no
 * cycle; smallest queues do not deadlock. The same with shared L1s under every policy, with changes
 * of the policy, and without a network between cores; with line protection; with slices of the
 * last-level cache that are private to clusters, at times or always. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dyneb_port.h"
#include "dyneb_trial.h"
#include "machine.h"

/* Runs to the end and checks result and loads. */
static void ends_right(struct machine *machine, const struct run *run)
{
    struct gpu *gpu = machine->gpu;
    struct stats stats;
    gpu_run(gpu, LIMIT);
    stats_gather(&stats, gpu);
    bool done = gpu->phase == GPU_DONE;
    const char *wrong = done ? workload_check(machine->workload, get_bytes, gpu) : "not done";
    CHECK(!wrong);
    CHECK(stats.mismatches == 0);
    CHECK(stats.checked_bytes > 0);
    CHECK(stats.l1_accesses == stats.l1_hits + stats.l1_misses + stats.l1_merges +
                                   stats.l1_bypasses + stats.l1_stores + stats.l1_other);
    CHECK(mesh_flits(&gpu->mesh[0]) == 0 && mesh_flits(&gpu->mesh[1]) == 0);
    if (wrong) {
        printf("%s %s on %s: %s\n", run->workload, run->arguments, run->keys, wrong);
        gpu_print_stuck(gpu, stdout);
    }
}

static void runs_right(const struct run *run)
{
    struct machine machine;
    check_case("%s %s on %s", run->workload, run->arguments, run->keys);
    start(&machine, run);
    ends_right(&machine, run);
    finish(&machine);
}

/* A list of workloads runs in shares: each chip's first is the next one of `*shares`, then every
 * `*shares`-th. All of them with SOAK in the environment. */
static unsigned first_of_share(unsigned *shares)
{
    static unsigned chips;
    *shares = getenv("SOAK") ? 1 : 20;
    return chips++ % *shares;
}

static void all_are_right_with(const char *const workloads[][2], unsigned count, const char *keys,
                               const struct gpu_options *options)
{
    unsigned wrong = check_state.wrong, shares, first = first_of_share(&shares);
    for (unsigned i = first; i < count; i += shares) {
        struct run run = {workloads[i][0], workloads[i][1], keys, *options};
        runs_right(&run);
    }
    printf("%-60s%s %s\n", keys, options->ideal_links ? " ideal links" : "",
           check_state.wrong == wrong ? "right" : "WRONG");
}

static void every_workload_is_right_on(const char *keys, bool ideal_links)
{
    all_are_right_with(every_workload, EVERY_WORKLOAD, keys,
                       &(struct gpu_options){.report = stdout, .ideal_links = ideal_links});
}

/* Loads, stores and atomics of each warp in few lines, with nothing held back. */
static void the_memory_keeps_the_order_on(const char *keys)
{
    static const char *const arguments[] = {"blocks=16 lines=1", "blocks=24 lines=3",
                                            "blocks=48 steps=40 lines=32",
                                            "blocks=16 lines=2 barrier=3"};
    struct gpu_options options = {.report = stdout};
    for (unsigned i = 0; i < sizeof arguments / sizeof *arguments; i++)
        runs_right(&(struct run){"order", arguments[i], keys, options});
}

/* The warps of a block exchange words at barriers that wait for no answer. */
static void warps_see_each_other_behind_barriers_on(const char *keys)
{
    const struct gpu_options options = {.report = stdout};
    runs_right(&(struct run){"order", "blocks=24 lines=3 barrier=2 atomics=0", keys, options});
}

/* A policy that changes at random may show a kernel old data (docs/shared_l1.md): no reports. */
static void skipping_shuffling_and_data_change_nothing(const char *keys,
                                                       const struct gpu_options *options)
{
    unsigned shares, first = first_of_share(&shares);
    for (unsigned i = first; i < EVERY_WORKLOAD; i += shares) {
        struct run plain = {every_workload[i][0], every_workload[i][1], keys, *options};
        struct variant variants[] = {{"no skipping", *options, true},
                                     {"shuffled", *options, true},
                                     {"without data", *options, false}};
        variants[0].options.no_skip = true;
        variants[1].options.shuffle_seed = i + 1;
        variants[2].options.no_data = true;
        same_cycles(&plain, variants, sizeof variants / sizeof *variants);
    }
}

/* A channel that never answers: the detector must notice, and name who waits. */
static void a_deadlock_is_found(void)
{
    struct run run = {"stream", "n=5000", "cores=2 partitions=1", {.report = stdout}};
    struct machine machine;
    start(&machine, &run);
    machine.gpu->dram[0].column_at[0] = UINT64_MAX / 2; /* earliest read */
    gpu_run(machine.gpu, LIMIT);
    CHECK(machine.gpu->deadlocked);
    char text[4096] = "";
    FILE *file = fmemopen(text, sizeof(text), "w");
    gpu_print_stuck(machine.gpu, file);
    fclose(file);
    CHECK(strstr(text, "mem_0.dram") && strstr(text, "core_1.sm"));
    finish(&machine);
}

/* Every channel sends a line twice: each slice reports it, and nothing else comes of it. */
static void a_repeated_line_is_reported(void)
{
    struct run run = {
        "stream", "n=5000", "cores=2 partitions=2", {.report = stdout, .repeat_reply = 5}};
    struct machine machine;
    start(&machine, &run);
    ends_right(&machine, &run);
    CHECK_EQUAL(machine.gpu->dram_errors.count, 2);
    CHECK(machine.gpu->dram_errors.first_in < 2 && machine.gpu->dram_errors.first_at > 0);
    finish(&machine);
}

#define FRONT                                                                                      \
    "scheduler=two_level schedulers=2 two_level_active=2 sp_latency=7 int_latency=4 "              \
    "int_interval=2 lsu_instructions=4 coalesce=segment "
#define SHARED          "shared_l1=on l1_policy=shared "
#define VIA_L2          "remote_via=l2 vcs=6 "
#define SMALLEST_SHARED SMALLEST "vcs=2 remote_in_queue=2 "

static void private_chips(void)
{
    static const char *const chips[] = {
        "cores=1 partitions=1",
        "cores=2 partitions=1",
        "cores=3 partitions=2",
        "cores=4 partitions=4 mc_placement=edges",
        "cores=5 partitions=3 interleave_bytes=128",
        "cores=9 partitions=5 l1_write_hit=invalidate l1_index=hash",
        "cores=2 partitions=2 noc_mhz=933 dram_hash=hash scheduler=lrr schedulers=3 "
        "lsu_instructions=5",
        "cores=3 partitions=2 " FRONT,
        "cores=4 partitions=1 mesh_width=1 router_stages=2 noc_mhz=1400",
        "cores=3 partitions=2 l1_sets=2 l1_ways=1 llc_sets=2 llc_ways=2 dram_write_queue=0 "
        "dram_queue=1 dram_read_bursts=8 dram_latency=75",
        SMALLEST,
    };
    const struct gpu_options options = {.report = stdout};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
        every_workload_is_right_on(chips[i], false);
        the_memory_keeps_the_order_on(chips[i]);
    }
    the_memory_keeps_the_order_on("cores=5 partitions=3 vcs=8 vc_depth=1 inject_slots=8");
    the_memory_keeps_the_order_on("cores=6 partitions=2 topology=butterfly fly_radix=2 vcs=3");
    the_memory_keeps_the_order_on("cores=6 partitions=4 topology=hxbar clusters=3 "
                                  "memory_controllers=2 vcs=1 vc_depth=8");
    the_memory_keeps_the_order_on("cores=7 partitions=3 topology=crossbar");
    the_memory_keeps_the_order_on("cores=6 partitions=2 topology=concentrated vcs=2");
    skipping_shuffling_and_data_change_nothing(
        "cores=5 partitions=3 dram_write_queue=0 dram_latency=75", &options);
    skipping_shuffling_and_data_change_nothing("cores=5 partitions=3 topology=crossbar", &options);
    skipping_shuffling_and_data_change_nothing(
        "cores=6 partitions=4 topology=hxbar clusters=3 memory_controllers=2", &options);
    skipping_shuffling_and_data_change_nothing(
        "cores=2 partitions=2 noc_mhz=933 vcs=2 vc_depth=2 mshr_entries=4 llc_mshr_entries=2",
        &options);
    skipping_shuffling_and_data_change_nothing(SMALLEST, &options);
    skipping_shuffling_and_data_change_nothing("cores=3 partitions=2 " FRONT, &options);
}

static void shared_chips(void)
{
    static const char *const chips[] = {
        SHARED "cores=1 partitions=1",
        SHARED "cores=2 partitions=1 l1_nearest=off",
        SHARED "cores=3 partitions=2 l1_chunk=off remote_age_limit=0",
        SHARED "cores=5 partitions=3 topology=butterfly fly_radix=2 home_fold=scale",
        DYNEB "cores=3 partitions=2 l1_write_hit=invalidate l1_index=hash",
        DYNEB "cores=9 partitions=4 dyneb_metric=amat home_fold=spread",
        DYNEB SHARING_TRIAL "cores=3 partitions=2 ccn=basic",
        SHARED SMALLEST_SHARED,
        DYNEB SMALLEST_SHARED,
        DYNEB SHARING_TRIAL SMALLEST_SHARED,
        SHARED VIA_L2 "cores=3 partitions=2",
        SHARED VIA_L2 "cores=4 partitions=3 topology=butterfly fly_radix=3 l1_nearest=off",
        DYNEB VIA_L2 SMALLEST_SHARED "vcs=3",
        SHARED CROSSBAR "cores=7 partitions=2 fly_radix=2",
        SHARED "cores=7 partitions=2 topology=crossbar",
        SHARED VIA_L2 "cores=6 partitions=4 topology=hxbar clusters=2 memory_controllers=2",
        SHARED CROSSBAR "cores=6 partitions=2 fly_radix=2 topology=concentrated",
        DYNEB CROSSBAR "cores=3 partitions=3 topology=butterfly fly_radix=3",
        SHARED CROSSBAR SMALLEST_SHARED,
    };
    const struct gpu_options fixed = {.report = stdout}, changing = {.policy_seed = 5};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
        every_workload_is_right_on(chips[i], false);
        warps_see_each_other_behind_barriers_on(chips[i]);
    }
    every_workload_is_right_on(SHARED "cores=4 partitions=2", true);
    every_workload_is_right_on(DYNEB "cores=3 partitions=2", true);
    skipping_shuffling_and_data_change_nothing("shared_l1=on cores=1 partitions=2", &fixed);
    skipping_shuffling_and_data_change_nothing(SHARED "cores=2 partitions=1", &fixed);
    skipping_shuffling_and_data_change_nothing(
        DYNEB "cores=3 partitions=2 topology=butterfly fly_radix=3", &fixed);
    skipping_shuffling_and_data_change_nothing(DYNEB "cores=3 partitions=2", &changing);
    skipping_shuffling_and_data_change_nothing(DYNEB SHARING_TRIAL "cores=3 partitions=2", &fixed);
    skipping_shuffling_and_data_change_nothing(DYNEB SHARING_TRIAL "cores=3 partitions=2",
                                               &changing);
    skipping_shuffling_and_data_change_nothing("shared_l1=on " SMALLEST_SHARED, &changing);
    skipping_shuffling_and_data_change_nothing(SHARED VIA_L2 SMALLEST_SHARED "vcs=3", &fixed);
    skipping_shuffling_and_data_change_nothing("shared_l1=on cores=5 partitions=3 " VIA_L2,
                                               &changing);
    skipping_shuffling_and_data_change_nothing(DYNEB CROSSBAR "cores=5 partitions=2", &changing);
}

/* Line protection alone and with shared L1s: prediction saturates (no falls, samples of one query),
 * samples end by instructions, all of it bypassed (one way). */
static void protected_chips(void)
{
    static const char *const chips[] = {
        PROTECT "l1_protect=stall_bypass",
        PROTECT "l1_protect=stall_bypass mshr_entries=1 mshr_targets=1",
        PROTECT "l1_protect=global dlp_fall=15",
        PROTECT "l1_protect=dlp",
        PROTECT "l1_protect=dlp dlp_life=after dlp_reserved=bypass bypass_reply=line",
        PROTECT "l1_protect=dlp l1_index=hash l1_write_hit=invalidate vta_tag_bits=32",
        "cores=3 partitions=2 l1_index=fermi l1_sets=64 l1_ways=1",
        PROTECT "l1_protect=dlp l1_sets=1 l1_ways=1 dlp_sample=1",
        PROTECT "l1_protect=dlp l1_ways=16 dlp_sample=65535 dlp_max_insns=1",
        SMALLEST "l1_protect=dlp dlp_sample=50 l1_sets=2",
        SHARED PROTECT "l1_protect=stall_bypass",
        SHARED PROTECT "l1_protect=global",
        SHARED PROTECT "l1_protect=dlp l1_chunk=off",
        DYNEB PROTECT "l1_protect=dlp",
        DYNEB PROTECT "l1_protect=stall_bypass topology=butterfly fly_radix=3",
        DYNEB SMALLEST_SHARED "l1_protect=dlp dlp_sample=50 l1_sets=2",
    };
    const struct gpu_options fixed = {.report = stdout}, changing = {.policy_seed = 6};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++)
        every_workload_is_right_on(chips[i], false);
    the_memory_keeps_the_order_on(PROTECT "l1_protect=stall_bypass mshr_entries=1 mshr_targets=1");
    the_memory_keeps_the_order_on(PROTECT "l1_protect=dlp");
    skipping_shuffling_and_data_change_nothing(PROTECT "l1_protect=stall_bypass", &fixed);
    skipping_shuffling_and_data_change_nothing(PROTECT "l1_protect=global", &fixed);
    skipping_shuffling_and_data_change_nothing(PROTECT "l1_protect=dlp dlp_max_insns=40", &fixed);
    skipping_shuffling_and_data_change_nothing(SHARED PROTECT "l1_protect=dlp", &fixed);
    skipping_shuffling_and_data_change_nothing(DYNEB PROTECT "l1_protect=dlp", &changing);
}

/* The papers' kernels on a chip of each kind. */
static void kernels_of_the_papers(void)
{
    static const char *const chips[] = {
        "cores=3 partitions=2",
        "cores=6 partitions=4 topology=hxbar clusters=3 memory_controllers=2 vcs=1 vc_depth=8",
        DYNEB "cores=3 partitions=2",
        SHARED PROTECT "l1_protect=dlp",
    };
    const struct gpu_options options = {.report = stdout};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++)
        all_are_right_with(paper_kernels, PAPER_KERNELS, chips[i], &options);
}

static void clustered_chips(void)
{
    static const char *const chips[] = {
        CLUSTERS "llc_mode=private",
        CLUSTERS "llc_mode=private llc_sets=3 llc_ways=1",
        "cores=3 partitions=6 topology=hxbar clusters=3 memory_controllers=2 llc_mode=private",
        CLUSTERS TURNING,
        CLUSTERS TURNING "llc_similar=0 llc_owners=all",
        CLUSTERS TRYING,
        CLUSTERS TURNING "vcs=1 l1_protect=dlp l1_sets=4 dlp_sample=50",
        SMALLEST CLUSTERS TURNING "llc_epoch=3000",
        TURNING "cores=4 partitions=2 topology=hxbar clusters=1 memory_controllers=2",
        TURNING "cores=4 partitions=4 topology=hxbar clusters=4 memory_controllers=1",
        DYNEB CROSSBAR CLUSTERS TURNING,
        SHARED CROSSBAR CLUSTERS TURNING "l1_latency=8 l1_protect=dlp dlp_sample=50",
    };
    const struct gpu_options fixed = {.report = stdout}, silent = {.policy_seed = 7};
    const struct gpu_options changing = {.report = stdout, .policy_seed = 7};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++)
        every_workload_is_right_on(chips[i], false);
    all_are_right_with(every_workload, EVERY_WORKLOAD, CLUSTERS "llc_mode=private", &changing);
    all_are_right_with(every_workload, EVERY_WORKLOAD, CLUSTERS TURNING, &changing);
    the_memory_keeps_the_order_on(CLUSTERS "llc_mode=private");
    the_memory_keeps_the_order_on(CLUSTERS TURNING);
    warps_see_each_other_behind_barriers_on(DYNEB CROSSBAR CLUSTERS TURNING);
    skipping_shuffling_and_data_change_nothing(CLUSTERS "llc_mode=private", &fixed);
    skipping_shuffling_and_data_change_nothing(CLUSTERS TURNING "noc_mhz=350", &silent);
    skipping_shuffling_and_data_change_nothing(CLUSTERS TRYING "noc_mhz=350", &silent);
    skipping_shuffling_and_data_change_nothing(DYNEB CROSSBAR CLUSTERS TURNING "noc_mhz=350",
                                               &silent);
}

/* Rings of two cores and more, slow ones, queues of one or two places, misses that may not wait,
 * with line protection and with slices that turn; beside homes, where DynEB chooses; and none,
 * ideal ones. */

static void cooperative_chips(void)
{
    static const char *const chips[] = {
        "ccn=basic cores=2 partitions=1",
        "ccn=basic cores=5 partitions=3 ccn_hop=5 l1_write_hit=invalidate l1_index=hash",
        "ccn=basic " SMALLEST SMALLEST_RINGS,
        "ccn=basic cores=4 ccn_cluster=2 partitions=3",
        BRIDGES "cores=4 ccn_cluster=2 partitions=3",
        BRIDGES "cores=4 ccn_cluster=2 partitions=3 mshr_targets=1",
        BRIDGES "cores=4 ccn_cluster=2 partitions=3 mshr_targets=2 l1_write_hit=invalidate",
        BRIDGES "cores=6 ccn_cluster=2 ccn_slots=1 ccn_copies=1 partitions=2 "
                "ccn_hop=2 " SMALLEST_RINGS,
        THROTTLED PROTECT "l1_protect=dlp",
        "ccn=basic vcs=1 " CLUSTERS TURNING,
        DYNEB "ccn=basic cores=5 partitions=3 ccn_hop=2 l1_index=hash",
        DYNEB THROTTLED SMALLEST_SHARED SMALLEST_RINGS,
        DYNEB CROSSBAR THROTTLED CLUSTERS TURNING,
        "ccn=ideal cores=5 partitions=3 ccn_latency=40 l1_write_hit=invalidate l1_index=hash",
        "ccn=ideal l1_sets=2 " SMALLEST,
        "ccn=ideal ccn_latency=300 " PROTECT "l1_protect=dlp",
    };
    const struct gpu_options options = {.report = stdout}, changing = {.policy_seed = 8};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
        every_workload_is_right_on(chips[i], false);
        the_memory_keeps_the_order_on(chips[i]);
    }
    skipping_shuffling_and_data_change_nothing("ccn=basic " SMALLEST SMALLEST_RINGS, &options);
    skipping_shuffling_and_data_change_nothing(THROTTLED PROTECT "l1_protect=dlp", &options);
    skipping_shuffling_and_data_change_nothing("ccn=basic vcs=1 " CLUSTERS TURNING, &changing);
    skipping_shuffling_and_data_change_nothing(BRIDGES "cores=6 ccn_cluster=3 partitions=2",
                                               &options);
    skipping_shuffling_and_data_change_nothing(DYNEB "ccn=basic cores=4 partitions=2 l1_sets=4",
                                               &changing);
    skipping_shuffling_and_data_change_nothing("ccn=ideal ccn_latency=9 " SMALLEST, &options);
}

/* Behind AXI4: beats of all widths, one write under way, a time-out that comes all the time, slices
 * that turn. */
static void axi_chips(void)
{
    static const char *const chips[] = {
        "mem_port=axi4 axi_data_bytes=64 " SMALLEST,
        "mem_port=axi4 axi_data_bytes=16 vcs=1 " CLUSTERS TURNING,
    };
    const struct gpu_options options = {.report = stdout}, changing = {.policy_seed = 8};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
        every_workload_is_right_on(chips[i], false);
        the_memory_keeps_the_order_on(chips[i]);
    }
    skipping_shuffling_and_data_change_nothing("mem_port=axi4 axi_writes=1 axi_timeout=300 cores=3",
                                               &options);
    skipping_shuffling_and_data_change_nothing("mem_port=axi4 dram_mhz=300 vcs=1 " CLUSTERS TURNING,
                                               &changing);
}

/* What a core's end of a wire to the hub shows, and the hub's. */
static bool hub_sees(const struct dyneb_trial_in *hub, unsigned core,
                     const struct dyneb_port_out *port)
{
    unsigned word = core / 64, bit = core % 64;
    return (hub->core_one[word] >> bit & 1) == port->did_one &&
           (hub->core_two[word] >> bit & 1) == port->did_two &&
           (hub->core_miss[word] >> bit & 1) == port->missed;
}

/* In each cycle, of every core, in whichever word of a set of pulses it is. */
static void the_hub_sees_what_each_core_achieves(unsigned cores)
{
    char keys[400];
    snprintf(keys, sizeof keys, DYNEB SHARING_TRIAL "cores=%u partitions=4", cores);
    const struct run run = {
        .workload = "stencil", .arguments = "width=200 height=150", .keys = keys};
    struct machine machine;
    start(&machine, &run);
    unsigned unseen = 0;
    bool last_achieves = false;
    while (machine.gpu->phase != GPU_DONE && machine.gpu->now < LIMIT) {
        gpu_tick(machine.gpu);
        const struct dyneb_trial_in *hub = gpu_in(machine.gpu, NODE_HUB, 0, &dyneb_trial_block);
        for (unsigned core = 0; core < cores; core++) {
            const struct dyneb_port_out *port =
                gpu_out(machine.gpu, NODE_CORE, core, &dyneb_port_block);
            unseen += !hub_sees(hub, core, port);
            last_achieves |= core == cores - 1 && port->did_one;
        }
    }
    CHECK(machine.gpu->phase == GPU_DONE);
    CHECK_EQUAL(unseen, 0);
    CHECK(last_achieves);
    finish(&machine);
}

/* Every channel sends a line twice, and answers a read and a write with an error: each is reported,
 * and nothing else comes of it. */
static void errors_of_axi_are_reported(void)
{
    static const uint64_t expected[AXI_ERRORS] = {
        [AXI_SLVERR] = 2 * 4, [AXI_DECERR] = 2, [AXI_UNKNOWN] = 2 * 4};
    struct run run = {"stream",
                      "n=5000",
                      "cores=2 partitions=2 mem_port=axi4",
                      {.report = stdout, .repeat_reply = 5, .axi_error = 9}};
    struct machine machine;
    start(&machine, &run);
    ends_right(&machine, &run);
    CHECK_EQUAL(machine.gpu->dram_errors.count, 0);
    for (unsigned i = 0; i < AXI_ERRORS; i++)
        CHECK_EQUAL(machine.gpu->axi_errors[i].count, expected[i]);
    finish(&machine);
}

int main(void)
{
    private_chips();
    kernels_of_the_papers();
    shared_chips();
    protected_chips();
    clustered_chips();
    cooperative_chips();
    axi_chips();
    TEST(the_hub_sees_what_each_core_achieves(1));
    TEST(the_hub_sees_what_each_core_achieves(64));
    TEST(the_hub_sees_what_each_core_achieves(65));
    TEST(the_hub_sees_what_each_core_achieves(130));
    TEST(errors_of_axi_are_reported());
    TEST(a_deadlock_is_found());
    TEST(a_repeated_line_is_reported());
    return check_report();
}
