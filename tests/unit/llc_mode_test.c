/* Changes of the organization of the last-level cache in a running chip: begun, taken back and
 * turned round in every cycle of a change, while warps store, load and do atomics in few lines,
 * none is lost, with one program or two whose views differ, and no flit or credit is under way
 * while MC-routers are bypassed or woken; their number and cost are those of docs/adaptive_llc.md;
 * adaptive chips turn as their profiles say and not in a kernel that has atomics. */
#include "blocks.h"
#include "check.h"
#include "every_workload.h"
#include "gpu.h"
#include "llc_reconfig.h"
#include "llc_trial.h"
#include "request_gate_ports.h"
#include "stats.h"

#include <string.h>

#define CLUSTERS                                                                                   \
    "cores=4 partitions=4 topology=hxbar clusters=2 memory_controllers=2 vcs=1 vc_depth=8 "        \
    "llc_sets=8 llc_ways=2 llc_latency=12 l1_sets=4 l1_latency=8 lsu_ids=64 "

#define PRIVATE CLUSTERS "llc_mode=private "

enum { LIMIT = 1000000 };

/* llc_choice from the start on and from each of these cycles on. */
struct turns {
    unsigned start;
    struct {
        uint64_t at;
        unsigned choice;
    } turn[3];
};

static void choose(struct gpu *gpu, const struct turns *turns)
{
    struct gpu_mode mode = gpu->mode;
    mode.llc_choice = turns->start;
    for (unsigned i = 0; i < 3; i++)
        if (gpu->now >= turns->turn[i].at)
            mode.llc_choice = turns->turn[i].choice;
    if (mode.llc_choice != gpu->mode.llc_choice)
        gpu_set_mode(gpu, mode);
}

/* Credits on the way to MC-routers and from them. */
static bool has_credits(const struct mesh *mesh)
{
    for (unsigned router = mesh->mc_first; router < mesh->mc_first + mesh->mc_count; router++)
        for (unsigned port = 0; port < mesh->ports; port++)
            if (mesh->in[router].out_credit[port] || mesh->out[router].in_credit[port])
                return true;
    return false;
}

/* What was seen of the MC-routers in all runs; cycles since the last flit or credit on their
 * network when they are told, and since they have followed when the next is there. */
static struct {
    unsigned told, flits_follow;
    uint64_t quiet_before, quiet_behind;
} seen = {.quiet_before = UINT64_MAX, .quiet_behind = UINT64_MAX};

/* Of the run. */
struct routers {
    bool bypass, waits; /* in the cycle before; nothing was under way since they followed */
    uint64_t busy_at, followed_at; /* cycles */
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Between two edges: the networks are empty from a change of what MC-routers are told until all
 * have followed, and cores go on with MC-routers of their organization. */
static void look_at_routers(struct gpu *gpu, struct routers *before)
{
    const struct llc_reconfig *reconfig = gpu_state(gpu, NODE_HUB, 0, &llc_reconfig_block);
    bool bypassed = true, isolated = false, busy = false;
    for (unsigned i = 0; i < gpu->plan.networks; i++) {
        const struct mesh *mesh = &gpu->mesh[i];
        busy |= mesh_flits(mesh) || has_credits(mesh);
        for (unsigned mc = 0; mc < mesh->mc_count; mc++) {
            bypassed &= mesh->mc[mc].isolate;
            isolated |= mesh->mc[mc].isolate;
        }
    }
    bool follows = reconfig->bypasses ? bypassed : !isolated;
    bool runs = reconfig->phase == RECONFIG_RUN,
         all = reconfig->view == (1u << gpu->config.programs) - 1;
    bool right = (follows || (!busy && !runs)) && (!runs || bypassed == all);
    if (!right) /* not counted when it holds: there are too many ticks */
        CHECK(right && "the networks are empty while MC-routers change");
    if (reconfig->bypasses != before->bypass) {
        seen.told++;
        seen.quiet_before = least(seen.quiet_before, gpu->now - before->busy_at);
        before->waits = true;
    }
    if (before->waits && busy) {
        seen.flits_follow++;
        seen.quiet_behind = least(seen.quiet_behind, gpu->now - before->followed_at);
        before->waits = false;
    }
    if (!follows)
        before->followed_at = gpu->now + 1;
    if (busy)
        before->busy_at = gpu->now;
    before->bypass = reconfig->bypasses;
}

/* Between two edges: each core is told the view of its program. */
static void look_at_cores(const struct gpu *gpu)
{
    const struct llc_reconfig *reconfig = gpu_state(gpu, NODE_HUB, 0, &llc_reconfig_block);
    for (unsigned core = 0; core < gpu->config.cores; core++) {
        const struct request_gate_in *in = gpu_in(gpu, NODE_CORE, core, &request_gate_block);
        bool right = in->is_private == (reconfig->view >> config_program(&gpu->config, core) & 1);
        if (!right) /* as above */
            CHECK(right && "a core has the view of its program");
    }
}

/* What was seen of the trials of two programs. */
static struct {
    unsigned rounds[2]; /* that began */
    unsigned in_turn;   /* of them behind one of the other program */
    unsigned last;      /* whose began last */
    bool ran[2];        /* in the cycle before */
    bool wants[2];
} trials;

/* Between two edges: never are both in a round, and while one is the other one's wish lasts. */
static void look_at_trials(const struct gpu *gpu)
{
    const struct llc_trial *trial[] = {gpu_instance_at(gpu, "hub_0.llc_trial")->state,
                                       gpu_instance_at(gpu, "hub_0.llc_trial_1")->state};
    bool runs[2];
    for (unsigned i = 0; i < 2; i++)
        runs[i] = trial[i]->phase != TRIAL_OFF && trial[i]->phase != TRIAL_HOLDING;
    bool right = !(runs[0] && runs[1]);
    for (unsigned i = 0; i < 2; i++) {
        if (runs[i] && !trials.ran[i]) {
            trials.rounds[i]++;
            trials.in_turn += trials.last != i;
            trials.last = i;
        }
        right &= !(runs[i] && trials.ran[i]) || trial[!i]->wants == trials.wants[!i];
    }
    for (unsigned i = 0; i < 2; i++) {
        trials.ran[i] = runs[i];
        trials.wants[i] = trial[i]->wants;
    }
    if (!right) /* as above */
        CHECK(right && "one program's trial is not measured by the other one's");
}

struct load {
    const char *workload, *arguments;
};

/* Of the last run: cycle in which the first kernel of its last program ended. */
static uint64_t boundary;

/* Runs a load for each program to the end, but for those that are idle, checks results and loads;
 * returns the statistics. */
static struct stats run_some(const char *keys, const struct load *loads, const struct turns *turns,
                             unsigned idle)
{
    static struct plan plan;
    struct config config;
    struct stats stats;
    const struct gpu_options options = {.report = stdout, .no_skip = turns != NULL, .idle = idle};
    config_init(&config);
    set_keys(&config, keys);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *workloads[PROGRAMS_MAX];
    for (unsigned i = 0; i < config.programs; i++)
        workloads[i] = open_workload(loads[i].workload, loads[i].arguments);
    struct gpu *gpu = gpu_new(&plan, workloads, &options);
    struct routers routers = {.busy_at = 0};
    bool two_trials =
        config.programs > 1 && config.llc_mode == LLC_ADAPTIVE && config.llc_chooser == LLC_TRIAL;
    memset(&trials, 0, sizeof trials);
    while (gpu->phase != GPU_DONE && gpu->now < LIMIT) {
        if (turns)
            choose(gpu, turns);
        gpu_tick(gpu);
        look_at_routers(gpu, &routers);
        look_at_cores(gpu);
        if (two_trials)
            look_at_trials(gpu);
    }
    gpu_collect(gpu);
    stats_gather(&stats, gpu);
    CHECK(gpu->phase == GPU_DONE);
    CHECK(stats.mismatches == 0 && stats.checked_bytes > 0);
    if (!idle)
        boundary = gpu->programs[config.programs - 1].kernel_cycles[0];
    for (unsigned i = 0; i < config.programs; i++)
        CHECK(idle >> i & 1 || !gpu_check_results(gpu, i));
    gpu_free(gpu);
    for (unsigned i = 0; i < config.programs; i++)
        workload_close(workloads[i]);
    return stats;
}

static struct stats run_all(const char *keys, const struct load *loads, const struct turns *turns)
{
    return run_some(keys, loads, turns, 0);
}

static struct stats run(const char *keys, const char *workload, const char *arguments,
                        const struct turns *turns)
{
    return run_all(keys, &(struct load){workload, arguments}, turns);
}

/* To shared in every cycle, and back in every phase of that change. */
static void a_change_in_any_cycle_loses_nothing(void)
{
    static const char *const kinds[][2] = {
        {PRIVATE, "blocks=4 steps=24 lines=2 atomics=0"},
        {PRIVATE, "blocks=4 steps=24 lines=2"},
        {PRIVATE "core_mhz=1400 noc_mhz=200 mc_wake=3", "blocks=4 steps=24 lines=2 atomics=0"}};
    uint64_t changes = 0;
    for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (unsigned offset = 0; offset < 250; offset++) {
            struct turns turns = {
                1, {{300 + 3 * offset, 0}, {301 + 4 * offset, 1}, {420 + 5 * offset, 0}}};
            check_case("%s: order %s, turned in cycle %u", kinds[kind][0], kinds[kind][1],
                       (unsigned)turns.turn[0].at);
            changes += run(kinds[kind][0], "order", kinds[kind][1], &turns).llc_changes;
        }
    printf("%u changes\n", (unsigned)changes);
    CHECK(changes > 750);
    printf(
        "MC-routers told %u times, flits %u times behind it; no flit or credit at least %u cycles "
        "before, %u behind\n",
        seen.told, seen.flits_follow, (unsigned)seen.quiet_before, (unsigned)seen.quiet_behind);
    CHECK(seen.told > 750 && seen.flits_follow > 750);
    CHECK(seen.quiet_before > 0 && seen.quiet_behind > 0);
}

/* Before the first request, and once more for each kernel that begins: private slices are emptied,
 * what they stored is in DRAM. */
static void private_slices_turn_at_the_start_and_with_kernels(void)
{
    struct stats one = run(PRIVATE, "gemm", "m=32 n=32 k=32", NULL);
    struct stats four = run(PRIVATE, "stencil", "width=70 height=33 iterations=4", NULL);
    CHECK(one.kernels == 1 && four.kernels == 4);
    CHECK_EQUAL(one.llc_to_private, one.llc_changes);
    CHECK_EQUAL(four.llc_to_private, four.llc_changes);
    CHECK(one.llc_changes >= 1 && four.llc_changes >= 4);
    CHECK_EQUAL(one.l2_writebacks, 0);
    CHECK_EQUAL(four.l2_writebacks, 0);
    CHECK(one.l2_through > 0 && one.dram_writes == one.l2_through);
    CHECK(one.noc_bypassed > one.cycles * 9 / 10 && one.noc_bypassed < one.cycles);
}

/* isca19 section 4.1: a couple of hundred cycles, at most a couple of thousand. */
static void a_change_costs_what_the_paper_says(void)
{
    struct stats stats = run(CLUSTERS "llc_mode=adaptive llc_similar=100 llc_epoch=4000 "
                                      "llc_profile=500",
                             "gemm", "m=64 n=64 k=64", NULL);
    CHECK(stats.llc_changes >= 4);
    CHECK(stats.llc_change_cost >= 6 && stats.llc_change_cost < 2000);
    CHECK_EQUAL(stats.llc_chosen, stats.llc_decisions);
    CHECK_EQUAL(stats.llc_similar, stats.llc_decisions);
}

/* Every round of trials ends with the organization in which slices looked up more: of a round there
 * is a change to private slices, and one back when they were not kept. */
static void a_trial_turns_slices_and_keeps_what_is_better(void)
{
    struct stats stats = run(CLUSTERS "llc_mode=adaptive llc_chooser=trial llc_epoch=4000 "
                                      "llc_warm=200 llc_window=400",
                             "gemm", "m=64 n=64 k=64", NULL);
    CHECK(stats.llc_decisions >= 2);
    CHECK(stats.llc_to_private >= 1 && stats.llc_to_private <= stats.llc_changes);
    CHECK(stats.llc_changes >= stats.llc_decisions);
    CHECK(stats.llc_chosen <= stats.llc_decisions);
    CHECK_EQUAL(stats.llc_similar, 0);
}

static void a_kernel_with_atomics_stays_shared(void)
{
    struct stats stats = run(CLUSTERS "llc_mode=adaptive llc_similar=100 llc_epoch=2000 "
                                      "llc_profile=300",
                             "histogram", "n=4000 bins=37", NULL);
    CHECK(stats.l2_atomics > 0);
    CHECK(stats.llc_changes <= 2);
    CHECK_EQUAL(stats.llc_to_private * 2, stats.llc_changes);
}

#define TWO_PROGRAMS PRIVATE "programs=2 "

static const struct load two_loads[] = {{"order", "blocks=6 steps=60 lines=2 atomics=0"},
                                        {"stencil", "width=24 height=10 iterations=4"}};

/* From each pair of views to each other one, in every cycle around the end of a kernel of the
 * second program, and back behind it. */
static void views_differ_and_change_at_the_other_ones_kernels(void)
{
    uint64_t changes = 0;
    unsigned runs = 0;
    for (unsigned from = 0; from < 4; from++) {
        struct turns stay = {from, {{UINT64_MAX, 0}, {UINT64_MAX, 0}, {UINT64_MAX, 0}}};
        check_case("views %u", from);
        struct stats stats = run_all(TWO_PROGRAMS, two_loads, &stay);
        CHECK_EQUAL(stats.kernels, 5);
        CHECK((stats.noc_bypassed > 0) == (from == 3));
        CHECK(from ? stats.llc_to_private == stats.llc_changes : !stats.llc_changes);
        /* a private view's kernels empty it: five of both, four of the second program's */
        CHECK(stats.llc_changes >= (from & 2 ? 4 : from & 1));
        CHECK(from & 2 || stats.llc_changes <= 2);
        uint64_t end = boundary;
        for (unsigned to = 0; to < 4; to++)
            for (unsigned offset = 0; to != from && offset < 60; offset++) {
                uint64_t at = end - 30 + offset;
                struct turns turns = {from, {{at, to}, {at + 40, from}, {at + 97, to}}};
                check_case("views %u, from cycle %u on %u", from, (unsigned)at, to);
                changes += run_all(TWO_PROGRAMS, two_loads, &turns).llc_changes;
                runs++;
            }
    }
    printf("%u changes in %u runs of two programs\n", (unsigned)changes, runs);
    CHECK(changes > 2 * runs);
}

/* Atomics of one program bring both views to shared, until that program's next kernel. */
static void atomics_of_a_program_are_done_in_shared_slices(void)
{
    static const struct load loads[][2] = {
        {{"histogram", "n=2000 bins=37"}, {"stencil", "width=24 height=10 iterations=4"}},
        {{"stencil", "width=24 height=10 iterations=4"}, {"histogram", "n=2000 bins=37"}},
        {{"histogram", "n=2000 bins=37"}, {"order", "blocks=4 steps=24 lines=2"}}};
    for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++) {
        check_case("%s + %s", loads[i][0].workload, loads[i][1].workload);
        struct stats stats = run_all(TWO_PROGRAMS, loads[i], NULL);
        CHECK(stats.l2_atomics > 0);
        CHECK(stats.llc_changes > stats.llc_to_private);
    }
}

#define TWO_CHOOSERS CLUSTERS "llc_mode=adaptive programs=2 "
#define TRIALS       TWO_CHOOSERS "llc_chooser=trial llc_warm=60 llc_window=150 llc_epoch=1000 "

static const struct load two_long[] = {{"gemm", "m=48 n=48 k=48"},
                                       {"stencil", "width=70 height=33 iterations=4"}};

/* Where any miss rates are similar each profile with an access chooses private slices: a program
 * that does nothing has none, whatever the other one asks for. */
static void a_profile_is_of_its_program(void)
{
    static const char keys[] = TWO_CHOOSERS "llc_similar=100 llc_epoch=1000 llc_profile=200";
    struct stats both = run_all(keys, two_long, NULL);
    CHECK(both.choices[0].chosen > 1 && both.choices[1].chosen > 1);
    CHECK_EQUAL(both.llc_decisions, both.choices[0].decisions + both.choices[1].decisions);
    CHECK_EQUAL(both.llc_chosen, both.choices[0].chosen + both.choices[1].chosen);
    CHECK(both.noc_bypassed > 0);
    for (unsigned i = 0; i < 2; i++) {
        check_case("program %u alone", i);
        struct stats alone = run_some(keys, two_long, NULL, 2u >> i);
        CHECK(alone.choices[i].chosen > 1);
        CHECK(alone.choices[!i].decisions > 1);
        CHECK_EQUAL(alone.choices[!i].chosen, 0);
        CHECK_EQUAL(alone.noc_bypassed, 0); /* one view stays shared */
    }
}

/* Private slices that look up anything are kept with such a tie: those of a program that does
 * nothing look up nothing for it. Epochs are shorter than two rounds: both programs wait. */
static void trials_take_turns(void)
{
    for (unsigned on = 0; on < 2; on++) {
        const char *keys = on ? TRIALS "llc_tie=0 llc_memory_bound=0 programs_on=clusters"
                              : TRIALS "llc_tie=0 llc_memory_bound=0";
        check_case("%s", keys);
        struct stats both = run_all(keys, two_long, NULL);
        printf("%u + %u rounds, %u in turn\n", trials.rounds[0], trials.rounds[1], trials.in_turn);
        CHECK(both.choices[0].decisions > 2 && both.choices[1].decisions > 2);
        CHECK(trials.rounds[0] > 3 && trials.rounds[1] > 3);
        CHECK(trials.in_turn > trials.rounds[0]);
        for (unsigned i = 0; i < 2; i++) {
            struct stats alone = run_some(keys, two_long, NULL, 2u >> i);
            CHECK(alone.choices[i].chosen > 1);
            CHECK(alone.choices[!i].decisions > 1);
            CHECK_EQUAL(alone.choices[!i].chosen, 0);
        }
    }
}

int main(void)
{
    a_change_in_any_cycle_loses_nothing();
    TEST(private_slices_turn_at_the_start_and_with_kernels());
    TEST(a_change_costs_what_the_paper_says());
    TEST(a_trial_turns_slices_and_keeps_what_is_better());
    TEST(a_kernel_with_atomics_stays_shared());
    views_differ_and_change_at_the_other_ones_kernels();
    atomics_of_a_program_are_done_in_shared_slices();
    a_profile_is_of_its_program();
    trials_take_turns();
    return check_report();
}
