/* memloom sim: runs a workload on the chip model, checks every loaded byte and the result, prints
 * statistics. */
#include "commands.h"
#include "gpu.h"
#include "options.h"
#include "stats.h"
#include "util.h"
#include "workload.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "memloom sim - runs a workload on the golden model of the chip\n\n"
    "Usage: memloom sim [OPTION]... WORKLOAD [NAME=VALUE]...\n"
    "       memloom sim [OPTION]... --trace FILE\n\n"
    "Every byte that a load returns is compared with a functional execution, and the results in\n"
    "memory with plain C. Statistics go to standard output, progress to standard "
    "error.\n\n" CONFIG_HELP "\nRun:\n"
    "      --seed N           of generated inputs, default 1\n"
    "      --trace FILE       replay a trace instead of a workload\n"
    "      --json FILE        statistics as one JSON object with flat keys such as \"l1.misses\"\n"
    "      --cycles N         stop after N core cycles\n"
    "      --no-data          do not carry line data: same cycles, faster, nothing is checked\n"
    "      --no-skip          step idle blocks too: same cycles, slower\n"
    "      --shuffle N        step blocks in a random order drawn from N: same cycles\n"
    "      --statistics       print the meaning of all statistics (markdown) and exit\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 done and right; 1 wrong result, load mismatch or deadlock; 2 bad input.\n\n"
    "Example: memloom sim --preset pact20 --json bfs.json bfs rmat=14\n"
    "Workloads:\n";

enum { SLICE_CYCLES = 100000 }; /* between two lines of progress */

struct sim {
    struct config config;
    struct gpu_options options;
    const char *trace, *json;
    uint64_t seed, cycles; /* cycles: 0 = until the end */
};

static uint64_t number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (errno || end == text || *end || *text == '-')
        die("--%s: '%s' is not a number", option, text);
    return value;
}

enum {
    OPTION_SEED = OPTION_OWN,
    OPTION_TRACE,
    OPTION_JSON,
    OPTION_CYCLES,
    OPTION_NO_DATA,
    OPTION_NO_SKIP,
    OPTION_SHUFFLE,
    OPTION_STATISTICS
};

static const struct option long_options[] = {
    CONFIG_LONG,
    {"seed", required_argument, NULL, OPTION_SEED},
    {"trace", required_argument, NULL, OPTION_TRACE},
    {"json", required_argument, NULL, OPTION_JSON},
    {"cycles", required_argument, NULL, OPTION_CYCLES},
    {"no-data", no_argument, NULL, OPTION_NO_DATA},
    {"no-skip", no_argument, NULL, OPTION_NO_SKIP},
    {"shuffle", required_argument, NULL, OPTION_SHUFFLE},
    {"statistics", no_argument, NULL, OPTION_STATISTICS},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Fills `sim`; exits after --help and --statistics. */
static void parse(struct sim *sim, int argc, char **argv)
{
    for (int option;
         (option = getopt_long(argc, argv, "+h" CONFIG_SHORT, long_options, NULL)) != -1;) {
        if (config_option(&sim->config, option, optarg))
            continue;
        switch (option) {
        case OPTION_SEED:
            sim->seed = number("seed", optarg);
            break;
        case OPTION_TRACE:
            sim->trace = optarg;
            break;
        case OPTION_JSON:
            sim->json = optarg;
            break;
        case OPTION_CYCLES:
            sim->cycles = number("cycles", optarg);
            break;
        case OPTION_NO_DATA:
            sim->options.no_data = true;
            break;
        case OPTION_NO_SKIP:
            sim->options.no_skip = true;
            break;
        case OPTION_SHUFFLE:
            sim->options.shuffle_seed = number("shuffle", optarg);
            break;
        case OPTION_STATISTICS:
            stats_markdown(stdout);
            exit(0);
        case 'h':
            fputs(help, stdout);
            workload_list(stdout);
            exit(0);
        default:
            usage_error("sim");
        }
    }
}

static struct workload *open_workload(const struct sim *sim, int argc, char **argv)
{
    if (sim->trace && argc)
        die("'%s': a trace is replayed as it is, it takes no workload", argv[0]);
    if (sim->trace)
        return workload_open_trace(sim->trace);
    if (!argc)
        die("no workload given; `memloom sim --help` lists them");
    return workload_open(argv[0], argc - 1, argv + 1, sim->seed);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run(struct gpu *gpu, uint64_t cycles)
{
    double start = seconds();
    uint64_t end = cycles ? cycles : UINT64_MAX;
    while (gpu->phase != GPU_DONE && !gpu->deadlocked && gpu->now < end) {
        uint64_t left = end - gpu->now;
        gpu_run(gpu, left < SLICE_CYCLES ? left : SLICE_CYCLES);
        progress("kernel %" PRIu64 ", %" PRIu64 " blocks left, cycle %" PRIu64,
                 gpu->dispatch.kernels, gpu->dispatch.left, gpu->now);
    }
    progress_end();
    double took = seconds() - start;
    fprintf(stderr, "%" PRIu64 " core cycles in %.2f s: %.0f cycles/s\n", gpu->now, took,
            (double)gpu->now / took);
}

static void get_bytes(void *gpu, uint64_t address, void *bytes, size_t size)
{
    memory_read_bytes(&((const struct gpu *)gpu)->memory, address, bytes, size);
}

/* Prints the verdict; the exit status. */
static int judge(struct gpu *gpu, struct workload *workload, const struct stats *stats)
{
    if (gpu->deadlocked) {
        puts("result: deadlock");
        gpu_print_stuck(gpu, stderr);
        return 1;
    }
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
    const char *wrong = workload_check(workload, get_bytes, gpu);
    if (wrong)
        printf("result: wrong, %s\n", wrong);
    else
        printf("result: correct, %s, %" PRIu64 " load bytes compared\n", workload_name(workload),
               stats->checked_bytes);
    return wrong ? 1 : 0;
}

int cmd_sim(int argc, char **argv)
{
    struct sim sim = {.seed = 1, .options = {.report = stderr}};
    config_init(&sim.config);
    parse(&sim, argc, argv);
    config_check(&sim.config);
    struct workload *workload = open_workload(&sim, argc - optind, argv + optind);
    struct gpu *gpu = gpu_new(&sim.config, workload, &sim.options);
    run(gpu, sim.cycles);
    struct stats stats;
    stats_gather(&stats, gpu);
    int status = judge(gpu, workload, &stats);
    stats_print(&stats, gpu, stdout);
    if (sim.json) {
        struct output json;
        output_open(&json, sim.json);
        stats_json(&stats, gpu, json.file);
        output_close(&json);
    }
    gpu_free(gpu);
    workload_close(workload);
    return status;
}
