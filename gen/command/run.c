/* See run.h. */
#include "run.h"

#include "deadlock.h"
#include "util.h"
#include "workload_cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void run_init(struct run *run)
{
    *run = (struct run){.seed = 1};
    config_init(&run->config);
}

uint64_t run_number(const char *option, const char *text)
{
    uint64_t value;
    if (!parse_number(text, &value))
        die("--%s: '%s' is not a number", option, text);
    return value;
}

bool run_option(struct run *run, int option, const char *argument)
{
    if (config_option(&run->config, option, argument)) {
        if (option == 'c' || option == OPTION_PRESET)
            run->preset = argument;
        return true;
    }
    switch (option) {
    case RUN_SEED:
        run->seed = run_number("seed", argument);
        return true;
    case RUN_TRACE:
        run->trace = argument;
        return true;
    case RUN_JSON:
        run->json = argument;
        return true;
    case RUN_ALLOW_DEADLOCK:
        run->allow_deadlock = true;
        return true;
    case RUN_CHANGE_POLICY:
        run->policy_seed = run_number("change-policy", argument);
        if (!run->policy_seed)
            die("--change-policy: 0 stands for no changes, leave the option out");
        return true;
    case RUN_SOFTWARE_CACHE:
        run->software_cache = true;
        return true;
    case RUN_MONITORED:
        run->monitored = run_number("monitored", argument);
        if (!run->monitored || run->monitored > UINT32_MAX)
            die("--monitored: must be 1..4294967295");
        return true;
    case RUN_VIEWS:
        run->views = argument;
        return true;
    case RUN_CYCLES:
        run->cycles = run_number("cycles", argument);
        if (!run->cycles)
            die("--cycles: 0 stands for no limit, leave the option out");
        return true;
    default:
        return false;
    }
}

/* Splits the rest of the command line at its plus signs. */
static void split_workloads(struct run *run, int argc, char **argv)
{
    unsigned given = 0, programs = run->config.programs;
    for (int at = 0; at < argc || !given; given++) {
        int end = at;
        while (end < argc && strcmp(argv[end], "+") != 0)
            end++;
        if (given < PROGRAMS_MAX)
            run->workloads[given] = (struct run_workload){end - at, argv + at};
        if (end == at && !run->trace)
            die("no workload given%s; `memloom sim --help` lists them",
                given || end < argc ? " beside +" : "");
        at = end + 1;
        if (at == argc)
            die("no workload given behind +; `memloom sim --help` lists them");
    }
    if (given != programs)
        die("programs = %u: needs as many workloads, joined by +, not %u", programs, given);
}

/* A word for each program. */
static void read_views(struct run *run)
{
    const char *at = run->views;
    if (!run->config.llc_mode)
        die("--views: needs llc_mode = private or adaptive");
    for (unsigned i = 0; i < run->config.programs; i++) {
        size_t length = strcspn(at, ",");
        bool shared = length == 6 && !strncmp(at, "shared", length);
        bool last = i + 1 == run->config.programs;
        if ((!shared && (length != 6 || strncmp(at, "choice", length) != 0)) || !at[length] != last)
            die("--views: '%s' is not shared or choice for each of programs = %u", run->views,
                run->config.programs);
        run->shared_views |= (unsigned)shared << i;
        at += length + !last;
    }
}

void run_check_files(const struct run_file *files, unsigned count)
{
    for (unsigned b = 1; b < count; b++)
        for (unsigned a = 0; files[b].name && a < b; a++)
            if (files[a].name && !strcmp(files[a].name, files[b].name))
                die("--%s %s: --%s writes there, too; choose another name", files[b].option,
                    files[b].name, files[a].option);
}

void run_arguments(struct run *run, int argc, char **argv)
{
    run->argc = argc;
    run->argv = argv;
    config_check(&run->config);
    if (run->views)
        read_views(run);
    if (run->config.programs > 1 && (run->trace || run->software_cache))
        die("--%s: for one program, here programs = %u", run->trace ? "trace" : "software-cache",
            run->config.programs);
    if (run->policy_seed && !run->config.shared_l1 && !run->config.llc_mode)
        die("--change-policy: needs shared_l1 = on, or llc_mode = private or adaptive");
    plan_chip(&run->plan, &run->config);
    deadlock_check(&run->plan, run->allow_deadlock);
    if (run->monitored && !run->software_cache)
        die("--monitored: needs --software-cache");
    split_workloads(run, argc, argv);
    run_check_files((const struct run_file[]){{"json", run->json}, {"trace", run->trace}}, 2);
    if (run->json)
        output_probe(run->json);
}

static struct workload *open_workload(const struct run *run, const struct run_workload *workload)
{
    if (run->trace)
        return workload_open_trace(run->trace, workload->argc, workload->argv);
    return workload_open(workload->argv[0], workload->argc - 1, workload->argv + 1, run->seed);
}

void run_open_workloads(const struct run *run, struct workload **workloads)
{
    const struct config *config = &run->config;
    for (unsigned i = 0; i < config->programs; i++)
        workloads[i] = open_workload(run, &run->workloads[i]);
    if (run->software_cache)
        workload_use_cache(workloads[0], &(struct workload_cache_options){
                                             .cores = config->cores,
                                             .warps = config->warps,
                                             .blocks = config->blocks,
                                             .registers = config->registers,
                                             .shared_bytes = config->shared_memory_bytes,
                                             .monitored = run->monitored ? (unsigned)run->monitored
                                                                         : SOFTWARE_MONITORED});
}

void run_close_workloads(const struct run *run, struct workload *const *workloads)
{
    for (unsigned i = 0; i < run->config.programs; i++)
        workload_close(workloads[i]);
}

/* Of one error output. */
static bool report(const struct gpu_errors *errors, const char *noun, const char *what,
                   const char *output)
{
    if (errors->count)
        printf("result: wrong, DRAM sent %" PRIu64 " %s%s %s; %s of mem_%u said so first, in cycle "
               "%" PRIu64 "\n",
               errors->count, noun, errors->count == 1 ? "" : "s", what, output, errors->first_in,
               errors->first_at);
    return errors->count;
}

/* What the chip's error outputs have said. */
static bool has_reported(const struct gpu *gpu)
{
    static const struct {
        const char *noun, *what, *output;
    } axi[AXI_ERRORS] = {
        [AXI_SLVERR] = {"response", "SLVERR", "error_axi_slverr"},
        [AXI_DECERR] = {"response", "DECERR", "error_axi_decerr"},
        [AXI_UNKNOWN] = {"response", "that nobody waited for", "error_axi_unknown"},
        [AXI_LAST] = {"RLAST", "at a wrong beat", "error_axi_last"},
        [AXI_TIMEOUT] = {"answer", "too late or never", "error_axi_timeout"}};
    bool any = report(&gpu->dram_errors, "line", "that nobody waited for", "error_dram_reply");
    for (unsigned i = 0; i < AXI_ERRORS; i++)
        any |= report(&gpu->axi_errors[i], axi[i].noun, axi[i].what, axi[i].output);
    return any;
}

int run_judge(struct gpu *gpu, const struct stats *stats)
{
    bool reported = has_reported(gpu);
    if (gpu->deadlocked) {
        puts("result: deadlock");
        gpu_print_stuck(gpu, stderr);
        return 1;
    }
    if (reported)
        return 1;
    if (stats->mismatches) {
        printf("result: wrong, %" PRIu64 " load requests brought wrong bytes\n", stats->mismatches);
        return 1;
    }
    if (gpu->phase != GPU_DONE) {
        printf("result: stopped at cycle %" PRIu64 ", loads correct so far\n", gpu->now);
        return 0;
    }
    if (gpu->options.no_data) {
        puts("result: not checked (no data carried)");
        return 0;
    }
    for (unsigned i = 0; i < gpu->config.programs; i++) {
        const char *wrong = gpu->options.idle >> i & 1 ? NULL : gpu_check_results(gpu, i);
        if (wrong) {
            printf("result: wrong, %s\n", wrong);
            return 1;
        }
    }
    fputs("result: correct, ", stdout);
    const char *between = "";
    for (unsigned i = 0; i < gpu->config.programs; i++)
        if (!(gpu->options.idle >> i & 1)) {
            printf("%s%s", between, workload_name(gpu->programs[i].workload));
            between = " + ";
        }
    printf(", %" PRIu64 " load bytes compared\n", stats->checked_bytes);
    return 0;
}

void run_report(const struct run *run, const struct gpu *gpu, const struct stats *stats)
{
    stats_print(stats, gpu, stdout);
    run_write_json(run, gpu, stats);
}

void run_write_json(const struct run *run, const struct gpu *gpu, const struct stats *stats)
{
    if (!run->json)
        return;
    struct output json;
    output_open(&json, run->json);
    stats_json(stats, gpu, json.file);
    output_close(&json);
}
