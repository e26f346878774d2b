/* The SM front end on whole workloads, three cores against a plain memory: they must come out
 * right, no two conflicting requests of a core may be in flight where the core keeps the order,
 * skipped steps must change nothing, planted faults must be seen. */
#include "sm_bench.h"

#include <inttypes.h>
#include <stdio.h>

struct job {
    const char *name;
    char *arguments[3];
    int count;
};
static const struct job jobs[] = {
    {"gemm", {"m=37", "n=70", "k=19"}, 3},
    {"stream", {"n=3000", "iterations=2"}, 2},
    {"stencil", {"width=67", "height=21"}, 2},
    {"bfs", {"rmat=9", "edgefactor=4", "group=2"}, 3},
    {"transpose", {"width=70", "height=45"}, 2},
    {"histogram", {"n=900", "bins=50"}, 2},
    {"atax", {"m=70", "n=33"}, 2},
    {"syrk", {"n=37", "m=9"}, 2},
    {"syr2k", {"n=19", "m=9"}, 2},
    {"conv", {"maps=3", "outs=5", "size=9"}, 3},
    {"squeeze", {"maps=5", "size=13"}, 2},
    {"nn", {"images=1"}, 1},
    {"kmeans", {"n=300", "features=5"}, 2},
    {"lookup", {"n=300", "kb=2"}, 2},
    {"mm", {"n=12"}, 1},
    {"order", {"blocks=9", "steps=30", "lines=4"}, 3},
    {"order", {"blocks=9", "lines=4", "barrier=3"}, 3},
    {"covar", {"m=40", "n=300"}, 2},
    {"tpacf", {"points=300", "sets=1"}, 2},
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static const char *const settings[] = {
    "scheduler=gto",
    "scheduler=lrr issue_width=2 dispatch=block",
    "scheduler=two_level schedulers=2 two_level_active=3 warps=16 blocks=1 lsu_queue=1 lsu_ids=16",
    "request_order=memory",
    "request_order=memory schedulers=4 sp_latency=5 coalesce=segment lsu_instructions=5",
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static struct bench *start(const struct job *job, const char *setting)
{
    char *arguments[3];
    memcpy(arguments, job->arguments, sizeof arguments);
    return bench_new(setting, job->name, arguments, job->count);
}

static void workloads_compute_the_right_results(void)
{
    uint64_t in_order = 0;
    for (unsigned i = 0; i < JOBS; i++)
        for (unsigned s = 0; s < SETTINGS; s++) {
            check_case("%s with %s is right", jobs[i].name, settings[s]);
            struct bench *bench = start(&jobs[i], settings[s]);
            bench->delay = s == 2 ? 95 : 60; /* 16 ids run out */
            run(bench);
            struct sm_stats stats = total(bench);
            CHECK(bench->now < CYCLES_MAX);
            CHECK_EQUAL(stats.mismatches, 0);
            CHECK(stats.checked_bytes > 0);
            if (bench->config.request_order == ORDER_BY_MEMORY)
                in_order += bench->conflicts;
            else
                CHECK_EQUAL(bench->conflicts, 0);
            const char *wrong = workload_check(bench->workload, get_memory, &bench->memory);
            CHECK(!wrong);
            if (wrong)
                printf("    %s\n", wrong);
            uint64_t cycles = stats.issue_cycles;
            for (unsigned cause = 0; cause < SM_STALLS; cause++)
                cycles += stats.stall_cycles[cause];
            CHECK_EQUAL(cycles, CORES * bench->now);
            CHECK_EQUAL(bench->issued, stats.warp_instructions);
            bench_free(bench);
        }
    printf("%" PRIu64 " requests were sent behind a conflicting one\n", in_order);
    CHECK(in_order > 100);
}

static void skipping_sleeping_cores_changes_nothing(void)
{
    for (unsigned i = 0; i < JOBS; i++) {
        check_case("skipping on %s", jobs[i].name);
        struct bench *fast = start(&jobs[i], settings[i % SETTINGS]),
                     *slow = start(&jobs[i], settings[i % SETTINGS]);
        slow->skip = false;
        run(fast);
        run(slow);
        CHECK(fast->skipped > 0);
        CHECK_EQUAL(fast->now, slow->now);
        CHECK_EQUAL(fast->hash, slow->hash);
        CHECK_EQUAL(fast->issued, slow->issued);
        struct sm_stats a = total(fast), b = total(slow);
        CHECK(!memcmp(&a, &b, sizeof a));
        bench_free(fast);
        bench_free(slow);
    }
}

static void planted_faults_are_seen(void)
{
    struct bench *bench = start(&jobs[0], settings[0]);
    bench->fault = FAULT_LOAD;
    run(bench);
    CHECK(total(bench).mismatches > 0);
    bench_free(bench);
    bench = start(&jobs[0], settings[0]);
    bench->fault = FAULT_STORE;
    run(bench);
    CHECK_EQUAL(total(bench).mismatches, 0);
    CHECK(workload_check(bench->workload, get_memory, &bench->memory) != NULL);
    bench_free(bench);
}

int main(void)
{
    workloads_compute_the_right_results();
    skipping_sleeping_cores_changes_nothing();
    TEST(planted_faults_are_seen());
    return check_report();
}
