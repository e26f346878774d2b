/* memloom sim: runs a workload on the chip model, checks every loaded byte and the result, prints
 * statistics. */
#include "commands.h"
#include "heat_map.h"
#include "reuse_plot.h"
#include "run.h"
#include "timeline.h"
#include "util.h"
#include "workload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

static const char help[] =
    "memloom sim - runs a workload on the golden model of the chip\n\n"
    "Usage: memloom sim [OPTION]... WORKLOAD [NAME=VALUE]... [+ WORKLOAD [NAME=VALUE]...]\n"
    "       memloom sim [OPTION]... --trace FILE\n\n"
    "Every byte that a load returns is compared with a functional execution, and the results in\n"
    "memory with plain C. Statistics go to standard output, progress to standard "
    "error.\n\n" CONFIG_HELP "\n" RUN_HELP
    "      --threads N        step the chip by N threads: same cycles; 2 on an idle machine of 2\n"
    "                         processors are faster on chips of 28 cores and more (docs/model.md)\n"
    "      --no-data          do not carry line data: same cycles, faster, nothing is checked\n"
    "      --no-skip          step idle blocks too: same cycles, slower\n"
    "      --shuffle N        step blocks in a random order drawn from N: same cycles\n"
    "      --ideal-links      with shared_l1: no network between cores (pact20 figure 2)\n"
    "      --alone            run each of two programs alone, too, on its own cores while the "
    "others "
    "are idle,\n"
    "                         and print speeds against that and the weighted speed-up\n"
    "      --sharing          count copies of lines in L1s (l1.replication_ratio and others) and "
    "clusters that\n"
    "                         ask for a line (l2.clusters_1 and others)\n"
    "      --reuse FILE       draw the reuse distances of L1 accesses as SVG, in all and per\n"
    "                         instruction (icpp18 figures 3 and 7), and print them\n"
    "      --heat-map FILE    draw whose L1 held what each core missed as SVG, core by core "
    "(taco16 "
    "figure 3),\n"
    "                         with what --sharing counts; not written when the result is wrong\n"
    "      --timeline FILE    "
    "draw the organization of each core's L1 over time as SVG, and print it\n"
    "      --statistics       print the meaning of all statistics (markdown) and exit\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 done and right; 1 wrong result, load mismatch or deadlock; 2 bad input.\n\n"
    "Example: memloom sim --preset pact20 --json bfs.json bfs rmat=14\n"
    "Workloads:\n";

enum { SLICE_CYCLES = 100000 }; /* between two lines of progress */

enum {
    OPTION_THREADS = RUN_OWN,
    OPTION_NO_DATA,
    OPTION_NO_SKIP,
    OPTION_SHUFFLE,
    OPTION_STATISTICS,
    OPTION_IDEAL_LINKS,
    OPTION_SHARING,
    OPTION_REUSE,
    OPTION_HEAT_MAP,
    OPTION_TIMELINE,
    OPTION_ALONE
};

/* What is asked for behind the run: each program alone, drawings (files, or NULL). */
struct behind {
    bool alone;
    const char *timeline, *reuse, *heat_map;
};

static const struct option long_options[] = {
    RUN_LONG,
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"no-data", no_argument, NULL, OPTION_NO_DATA},
    {"no-skip", no_argument, NULL, OPTION_NO_SKIP},
    {"shuffle", required_argument, NULL, OPTION_SHUFFLE},
    {"ideal-links", no_argument, NULL, OPTION_IDEAL_LINKS},
    {"alone", no_argument, NULL, OPTION_ALONE},
    {"sharing", no_argument, NULL, OPTION_SHARING},
    {"reuse", required_argument, NULL, OPTION_REUSE},
    {"heat-map", required_argument, NULL, OPTION_HEAT_MAP},
    {"timeline", required_argument, NULL, OPTION_TIMELINE},
    {"statistics", no_argument, NULL, OPTION_STATISTICS},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static unsigned thread_number(const char *text)
{
    uint64_t threads = run_number("threads", text);
    if (!threads || threads > GPU_THREADS_MAX)
        die("--threads: '%s': must be 1..%u", text, GPU_THREADS_MAX);
    return (unsigned)threads;
}

/* What looks at the whole chip while it steps, or steps it in another way, is for one thread. */
static void check_threads(const struct gpu_options *options, const struct behind *behind)
{
    const struct {
        bool given;
        const char *name;
    } alone[] = {{options->no_skip, "--no-skip"},  {options->shuffle_seed, "--shuffle"},
                 {behind->heat_map, "--heat-map"}, {options->sharing, "--sharing"},
                 {options->reuse, "--reuse"},      {options->timeline, "--timeline"}};
    for (unsigned i = 0; options->threads > 1 && i < sizeof alone / sizeof *alone; i++)
        if (alone[i].given)
            die("--threads %u: %s needs one thread", options->threads, alone[i].name);
}

/* What needs other hardware, or a file that cannot be written, before hours of work. */
static void check(const struct run *run, const struct gpu_options *options,
                  const struct behind *behind)
{
    if ((options->ideal_links || behind->timeline) && !run->config.shared_l1)
        die("--ideal-links and --timeline need shared_l1 = on");
    if (behind->alone && run->config.programs == 1)
        die("--alone: of two programs, here programs = 1");
    check_threads(options, behind);
    const struct run_file files[] = {{"json", run->json},
                                     {"timeline", behind->timeline},
                                     {"reuse", behind->reuse},
                                     {"heat-map", behind->heat_map},
                                     {"trace", run->trace}};
    run_check_files(files, sizeof files / sizeof *files);
    for (unsigned i = 1; i < sizeof files / sizeof *files - 1; i++)
        if (files[i].name)
            output_probe(files[i].name);
}

/* Exits after --help and --statistics. */
static void parse(struct run *run, struct gpu_options *options, struct behind *behind, int argc,
                  char **argv)
{
    for (int option;
         (option = next_option("sim", argc, argv, ":h" CONFIG_SHORT, long_options)) != -1;) {
        if (run_option(run, option, optarg))
            continue;
        switch (option) {
        case OPTION_THREADS:
            options->threads = thread_number(optarg);
            break;
        case OPTION_NO_DATA:
            options->no_data = true;
            break;
        case OPTION_NO_SKIP:
            options->no_skip = true;
            break;
        case OPTION_SHUFFLE:
            options->shuffle_seed = run_number("shuffle", optarg);
            if (!options->shuffle_seed)
                die("--shuffle: 0 stands for the order as ever, leave the option out");
            break;
        case OPTION_IDEAL_LINKS:
            options->ideal_links = true;
            break;
        case OPTION_ALONE:
            behind->alone = true;
            break;
        case OPTION_SHARING:
            options->sharing = true;
            break;
        case OPTION_REUSE:
            options->reuse = true;
            behind->reuse = optarg;
            break;
        case OPTION_HEAT_MAP:
            options->sharing = true;
            behind->heat_map = optarg;
            break;
        case OPTION_TIMELINE:
            options->timeline = true;
            behind->timeline = optarg;
            break;
        case OPTION_STATISTICS:
            stats_markdown(stdout);
            exit(0);
        case 'h':
            fputs(help, stdout);
            workload_list(stdout);
            exit(0);
        }
    }
    run_arguments(run, argc - optind, argv + optind);
    check(run, options, behind);
}

static void simulate(struct gpu *gpu, uint64_t cycles)
{
    double start = seconds_now();
    clock_t processor_start = clock();
    uint64_t end = cycles ? cycles : UINT64_MAX;
    while (gpu->phase != GPU_DONE && !gpu->deadlocked && gpu->now < end) {
        uint64_t left = end - gpu->now;
        gpu_run(gpu, left < SLICE_CYCLES ? left : SLICE_CYCLES);
        progress("kernel %" PRIu64 ", %" PRIu64 " blocks left, cycle %" PRIu64
                 ", %.0f cycles per second",
                 gpu_kernels_begun(gpu), gpu_blocks_left(gpu), gpu->now,
                 (double)gpu->now / (seconds_now() - start));
    }
    progress_end();
    double took = seconds_now() - start, cycles_run = (double)gpu->now;
    double processor = (double)(clock() - processor_start) / CLOCKS_PER_SEC;
    fprintf(stderr,
            "%" PRIu64 " core cycles in %.2f s: %.0f cycles/s, %.0f per second of processor time\n",
            gpu->now, took, cycles_run / took, cycles_run / processor);
}

/* The programs that `options` do not leave idle, from the beginning. A deadlock or an error says so
 * in the verdict; the exit status of the run. */
static int run_alone(const struct run *run, const struct gpu_options *options,
                     struct gpu_program *program, unsigned number)
{
    struct workload *workloads[PROGRAMS_MAX];
    struct stats stats;
    run_open_workloads(run, workloads);
    struct gpu *gpu = gpu_new(&run->plan, workloads, options);
    simulate(gpu, run->cycles);
    stats_gather(&stats, gpu);
    printf("program %u alone, ", number);
    int status = run_judge(gpu, &stats);
    program->alone_cycles = stats_cycles(gpu, number);
    program->alone_ipc = stats_ipc(gpu, number);
    gpu_free(gpu);
    run_close_workloads(run, workloads);
    return status;
}

/* Each program of `gpu` on its own cores, the others idle. */
static int run_each_alone(const struct run *run, struct gpu *gpu)
{
    struct gpu_options options = gpu->options;
    int status = 0;
    options.sharing = options.reuse = options.timeline = false;
    for (unsigned i = 0; i < run->config.programs; i++) {
        options.idle = ((1u << run->config.programs) - 1) & ~(1u << i);
        status |= run_alone(run, &options, &gpu->programs[i], i);
    }
    return status;
}

int cmd_sim(int argc, char **argv)
{
    struct run run;
    struct gpu_options options = {.report = stderr};
    run_init(&run);
    struct behind behind = {0};
    parse(&run, &options, &behind, argc, argv);
    options.policy_seed = run.policy_seed;
    options.shared_views = run.shared_views;
    struct workload *workloads[PROGRAMS_MAX];
    run_open_workloads(&run, workloads);
    struct gpu *gpu = gpu_new(&run.plan, workloads, &options);
    simulate(gpu, run.cycles);
    struct stats stats;
    stats_gather(&stats, gpu);
    int status = run_judge(gpu, &stats);
    if (behind.alone)
        status |= run_each_alone(&run, gpu);
    run_report(&run, gpu, &stats);
    if (behind.timeline)
        timeline_write(gpu, behind.timeline);
    if (behind.reuse)
        reuse_plot_write(&gpu->reuse, behind.reuse);
    if (behind.heat_map && status == 0)
        heat_map_write(&run, &gpu->sharing, behind.heat_map);
    gpu_free(gpu);
    run_close_workloads(&run, workloads);
    return status;
}
