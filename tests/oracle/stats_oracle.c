/* Every statistic of `memloom sim` against a recount (recount_*.h) in whole runs of several chips.
 * A key of the JSON object that nobody recounts is a failure, and so is one that is 0 in all runs:
 * its check could not fail. */
#include "check.h"
#include "every_workload.h"
#include "expect_networks.h"
#include "expect_rows.h"
#include "stats.h"
#include "workload_cache.h"

enum { LIMIT = 2000000 };
enum {
    UNDER_WAY_FROM = 600
}; /* from this cycle on the first one with messages on their way is looked at */

/* software_cache_oracle and tests/cli/ideal_ccn.sh count these. */
static bool is_elsewhere(const char *key)
{
    return !strncmp(key, "software_cache.", 15) || !strncmp(key, "ccn.bridge.", 11);
}

static void compare(const struct watch *w, const char *run, const struct program *program,
                    const struct stats_text *text)
{
    struct comparison c = {.text = text, .run = run};
    expect_program(&c, w, program);
    expect_front(&c, w);
    compare_events(w);
    expect_l1(&c, w);
    expect_ccn(&c, &w->ccn);
    expect_l2(&c, &w->l2);
    expect_hub(&c, w);
    expect_locality(&c, w);
    expect_dram(&c, w);
    expect_networks(&c, w);
    for (unsigned i = 0; i < text->keys; i++) {
        bool elsewhere = is_elsewhere(text->key[i]);
        CHECK(c.recounted[i] || elsewhere);
        if (!c.recounted[i] && !elsewhere)
            printf("%s: nobody recounts %s\n", run, text->key[i]);
    }
}

static void print_stats(struct gpu *gpu, struct stats_text *text)
{
    struct stats stats;
    size_t size;
    gpu_collect(gpu);
    stats_gather(&stats, gpu);
    FILE *file = open_memstream(&text->json, &size);
    stats_json(&stats, gpu, file);
    fclose(file);
    file = open_memstream(&text->table, &size);
    stats_print(&stats, gpu, file);
    fclose(file);
    list_keys(text);
}

/* The first piece of the image: its first byte is falsified, so that each load of it mismatches. */
static void note_address(void *context, uint64_t address, const void *bytes, size_t size)
{
    uint64_t *first = context;
    (void)bytes;
    if (*first == UINT64_MAX && size)
        *first = address;
}

static void falsify(struct watch *w, struct workload *workload)
{
    unsigned char byte;
    workload_image(workload, note_address, &w->corrupted);
    memory_read_bytes(&w->gpu->memory, w->corrupted, &byte, 1);
    byte ^= 0x10;
    memory_write_bytes(&w->gpu->memory, w->corrupted, &byte, 1);
}

/* The first lines that differ are shown. */
static void expect_same(const char *active, const char *all)
{
    const char *line = active, *other = all;
    for (; *active && *active == *all; active++, all++)
        if (*active == '\n') {
            line = active + 1;
            other = all + 1;
        }
    CHECK(*active == *all);
    if (*active != *all)
        printf("only active blocks step: %.*s; all: %.*s\n", (int)strcspn(line, "\n"), line,
               (int)strcspn(other, "\n"), other);
}

/* A run. */
struct recounted {
    const char *keys, *workload, *arguments;
    enum { AS_IT_IS, FALSIFIED, WITH_SOFTWARE_CACHE } how;
};

static struct workload *open_recounted(const struct recounted *recounted)
{
    static const struct workload_cache_options options = {
        .cores = 4, .warps = 8, .blocks = 8, .shared_bytes = 49152, .monitored = 6};
    struct workload *w = open_workload(recounted->workload, recounted->arguments);
    if (recounted->how == WITH_SOFTWARE_CACHE)
        workload_use_cache(w, &options);
    return w;
}

/* A run that steps only who is active, jumps included, prints the same as the watched one, in which
 * every block steps in every cycle. */
static void compare_unwatched(const struct plan *plan, const struct recounted *recounted,
                              const struct gpu_options *options, const struct stats_text *watched)
{
    struct workload *opened = open_recounted(recounted);
    struct gpu *gpu = gpu_new(plan, &opened, options);
    struct stats_text text;
    gpu_run(gpu, 0);
    print_stats(gpu, &text);
    expect_same(text.json, watched->json);
    expect_same(text.table, watched->table);
    stats_text_release(&text);
    gpu_free(gpu);
    workload_close(opened);
}

/* In the middle of a run the mean has messages that have not arrived, and the kernels' cycles have
 * those of the kernel that runs, with their time until now. */
static void expect_under_way(const struct watch *w, const struct program *program)
{
    uint64_t kernels = w->kernels < program->kernels ? w->cycles : w->last_flush;
    struct stats stats;
    uint64_t waited = w->networks.waited[REQUESTS], sent = w->networks.arrived[REQUESTS];
    for (unsigned i = 0; i < w->networks.messages; i++) {
        sent += w->networks.message[i].network == REQUESTS;
        waited +=
            w->networks.message[i].network == REQUESTS ? w->cycles - w->networks.message[i].at : 0;
    }
    stats_gather(&stats, w->gpu);
    CHECK(fabs(stats.noc_request_latency - share(waited, sent)) < 1e-9);
    if (fabs(stats.noc_request_latency - share(waited, sent)) >= 1e-9)
        printf("noc.request.latency_mean in mid-run is not the recount\n");
    CHECK_EQUAL(stats.kernel_cycles, kernels);
}

static void run(const struct recounted *recounted)
{
    static struct watch w;
    static struct plan plan;
    struct config config;
    struct gpu_options options = {.sharing = true, .no_skip = true};
    bool looked = false;
    config_init(&config);
    config_preset(&config, "tiny");
    set_keys(&config, recounted->keys);
    config_check(&config);
    plan_chip(&plan, &config);
    struct workload *walked = open_recounted(recounted), *run = open_recounted(recounted);
    struct program program = walk_program(walked);
    watch_begin(&w, gpu_new(&plan, &run, &options));
    if (recounted->how == FALSIFIED)
        falsify(&w, walked);
    for (gpu_begin(w.gpu); w.gpu->phase != GPU_DONE && w.cycles < LIMIT; gpu_begin(w.gpu)) {
        watch_cycle(&w);
        if (!looked && w.cycles >= UNDER_WAY_FROM && w.networks.messages) {
            expect_under_way(&w, &program);
            looked = true;
        }
    }
    CHECK(looked);
    CHECK(w.gpu->phase == GPU_DONE);
    struct stats_text text;
    print_stats(w.gpu, &text);
    char title[EVERY_TEXT_MAX];
    snprintf(title, sizeof title, "%s %s", recounted->keys, recounted->workload);
    compare(&w, title, &program, &text);
    options.no_skip = false;
    if (recounted->how != FALSIFIED)
        compare_unwatched(&plan, recounted, &options, &text);
    printf("%s: %llu cycles\n", title, (unsigned long long)w.cycles);
    stats_text_release(&text);
    free(w.asked.entry);
    gpu_free(w.gpu);
    workload_close(run);
    workload_close(walked);
}

#define SHARED "shared_l1=on dyneb_check=24 dyneb_warm=32 dyneb_sample=64 dyneb_execute=1024 "

#define SHARING_TRIAL                                                                              \
    "dyneb_chooser=trial dyneb_trial_warm=40 dyneb_trial_fill=60 dyneb_trial_window=60 "           \
    "dyneb_trial_epoch=200 "

static const struct recounted runs[] = {
    {SHARED "l1_policy=dyneb remote_via=crossbar fly_radix=2 cores=5", "syrk", "n=37 m=7",
     AS_IT_IS},
    {"", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"", "gemm", "m=48 n=40 k=24", FALSIFIED},
    {"", "histogram", "n=1500 bins=37", AS_IT_IS},
    {"cores=3 partitions=3 dram_hash=hash dram_row_bytes=512 dram_banks=4 llc_sets=4 vcs=2",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=butterfly fly_radix=3 noc_mhz=500 dram_age_cap=20 llc_index=hash", "transpose",
     "width=70 height=45", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=3 memory_controllers=2", "transpose",
     "width=70 height=45", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=2 memory_controllers=2 vcs=2 vc_depth=8 "
     "llc_mode=adaptive llc_similar=60 llc_epoch=700 llc_profile=100 llc_sets=16 llc_latency=20",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=hxbar cores=6 partitions=4 clusters=2 memory_controllers=2 vcs=2 vc_depth=8 "
     "noc_speedup=2 "
     "llc_mode=adaptive llc_chooser=trial llc_epoch=900 llc_warm=40 llc_window=100 llc_sets=16",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"topology=concentrated", "stream", "n=5000 iterations=2", AS_IT_IS},
    {SHARED "topology=crossbar l1_policy=shared", "stencil", "width=70 height=33 iterations=2",
     AS_IT_IS},
    {SHARED "l1_policy=shared", "squeeze", "size=13 maps=12 outs=6", AS_IT_IS},
    {SHARED "l1_policy=dyneb remote_via=l2 vcs=3 cores=3", "stream", "n=5000 iterations=2",
     AS_IT_IS},
    {"l1_protect=stall_bypass dlp_sample=50", "kmeans", "n=300 features=9", AS_IT_IS},
    {"request_order=core", "syrk", "n=37 m=7", AS_IT_IS},
    {SHARED "l1_protect=dlp dlp_sample=50 l1_policy=shared", "mm", "n=16", AS_IT_IS},
    {SHARED "l1_policy=dyneb", "bfs", "rmat=6", AS_IT_IS},
    {SHARED SHARING_TRIAL "l1_policy=dyneb cores=5", "syrk", "n=37 m=7", AS_IT_IS},
    {"l1_write_hit=invalidate mshr_entries=2 mshr_targets=1 dram_bus_bytes=16 scheduler=lrr", "bfs",
     "rmat=6", AS_IT_IS},
    {"scheduler=two_level two_level_active=2 schedulers=2 sp_latency=9 int_latency=5 sp_interval=2 "
     "lsu_instructions=3",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {"cores=6 ccn=basic l1_sets=2", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"cores=6 ccn=basic ccn_cluster=3 l1_sets=2", "gemm", "m=48 n=40 k=24", AS_IT_IS},
    {"cores=5 ccn=basic ccn_rings=equal ccn_responses=2", "stencil",
     "width=70 height=33 iterations=1", AS_IT_IS},
    {"cores=5 ccn=throttled ccn_sample=60 ccn_period=600 ccn_min_percent=30 ccn_buffer=1 "
     "ccn_wait=2 ccn_responses=2 ccn_requests=2 ccn_hop=3 l1_sets=2 l1_latency=9",
     "stencil", "width=70 height=33 iterations=2", AS_IT_IS},
    {SHARED "cores=4 ccn=throttled ccn_sample=60 ccn_period=600 l1_policy=dyneb", "bfs", "rmat=6",
     AS_IT_IS},
    {"", "kmeans", "n=300 features=9", WITH_SOFTWARE_CACHE},
    {"l1_protect=dlp l1_sets=2", "lookup", "n=200 kb=20 rounds=150 unroll=150", AS_IT_IS},
};

int main(void)
{
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        check_case("%s %s on %s", runs[i].workload, runs[i].arguments, runs[i].keys);
        run(&runs[i]);
        if (check_state.wrong) /* what is wrong in one run is wrong in all */
            return check_report();
    }
    check_case("every key is used by a run");
    for (unsigned i = 0; i < seen_keys; i++) {
        CHECK(seen_key[i].nonzero);
        if (!seen_key[i].nonzero)
            printf("%s is 0 in all runs\n", seen_key[i].key);
    }
    return check_report();
}
