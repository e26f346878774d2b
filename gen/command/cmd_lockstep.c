/* memloom lockstep: generates the RTL, verilates it and runs it beside the golden model on a
 * workload, all outputs of the chip compared in every cycle; on a difference finds the first
 * differing block instance, port and cycle. */
#include "chip.h"
#include "chip_build.h"
#include "chip_locate.h"
#include "commands.h"
#include "emit.h"
#include "run.h"
#include "tool.h"
#include "util.h"
#include "workload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static const char help[] =
    "memloom lockstep - RTL and golden model side by side, every output compared in every cycle\n\n"
    "Usage: memloom lockstep [OPTION]... WORKLOAD [NAME=VALUE]...\n"
    "       memloom lockstep [OPTION]... --trace FILE\n\n"
    "Generates the chip's Verilog, builds it with Verilator and clang (kept in the work folder "
    "and\n"
    "used again while nothing changed), and runs the workload on both. On a difference the run is\n"
    "repeated with the ports of all blocks visible; the first differing block instance, port and\n"
    "cycle are named, and the report folder gets report.txt, the last 50 cycles of that "
    "instance's\n"
    "ports (ports.txt) and the waves of the window (window.fst).\n\n" CONFIG_HELP "\n" RUN_HELP
    "      --work DIR         cache of verilated chips, default build/chips\n"
    "      --report DIR       for the report of a difference, default build/lockstep-report\n"
    "      --rtl-dir DIR      take the leaf blocks from DIR/*.v, not from this program\n"
    "      --fault N          plant fault N, in RTL made by tests/faults (self-test of this "
    "command)\n"
    "      --reset-after N    run the workload for N cycles, reset both sides in mid-flight, and\n"
    "                         compare from there, the workload from its start\n"
    "  -h, --help             this text\n\n"
    "The seed also draws the RTL's state before reset.\n\n"
    "Exit status: 0 equal and right; 1 a difference or a wrong result; 2 bad input.\n\n"
    "Example: memloom lockstep --cores 4 gemm m=64 n=64 k=64\n"
    "Workloads:\n";

enum { OPTION_WORK = RUN_OWN, OPTION_REPORT, OPTION_RTL_DIR, OPTION_FAULT, OPTION_RESET_AFTER };

enum { PROGRESS_CYCLES = 1024 }; /* between two lines of progress */

struct lockstep {
    struct run run;
    const char *work;    /* cache folder */
    const char *report;  /* folder for the report of a difference */
    const char *rtl_dir; /* NULL: the leaf blocks of the binary */
    unsigned fault;      /* planted fault, 0: none */
    uint64_t used;       /* cycles before the reset */
    char *rtl;           /* folder of the generated RTL */
    const char **blocks; /* leaf blocks in the chip */
};

static const struct option long_options[] = {
    RUN_LONG,
    {"work", required_argument, NULL, OPTION_WORK},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"rtl-dir", required_argument, NULL, OPTION_RTL_DIR},
    {"fault", required_argument, NULL, OPTION_FAULT},
    {"reset-after", required_argument, NULL, OPTION_RESET_AFTER},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void parse(struct lockstep *lockstep, int argc, char **argv)
{
    for (int option;
         (option = getopt_long(argc, argv, "h" CONFIG_SHORT, long_options, NULL)) != -1;) {
        if (run_option(&lockstep->run, option, optarg))
            continue;
        switch (option) {
        case OPTION_WORK:
            lockstep->work = optarg;
            break;
        case OPTION_REPORT:
            lockstep->report = optarg;
            break;
        case OPTION_RTL_DIR:
            lockstep->rtl_dir = optarg;
            break;
        case OPTION_FAULT:
            lockstep->fault = (unsigned)run_number("fault", optarg);
            break;
        case OPTION_RESET_AFTER:
            lockstep->used = run_number("reset-after", optarg);
            break;
        case 'h':
            fputs(help, stdout);
            workload_list(stdout);
            exit(0);
        default:
            usage_error("lockstep");
        }
    }
    run_arguments(&lockstep->run, argc - optind, argv + optind);
}

static struct gpu *create_gpu(void *context)
{
    const struct lockstep *lockstep = context;
    struct gpu_options options = {.policy_seed = lockstep->run.policy_seed};
    return gpu_new(&lockstep->run.plan, run_open_workload(&lockstep->run), &options);
}

static void destroy_gpu(void *context, struct gpu *gpu)
{
    struct workload *workload = gpu->workload;
    (void)context;
    gpu_free(gpu);
    workload_close(workload);
}

/* In RTL made by tests/faults every block carries the number of the planted fault. */
static void plant_fault(const struct lockstep *lockstep, struct chip *chip)
{
    for (unsigned i = 0; lockstep->fault && i < chip->gpu->instance_count; i++)
        chip_set_fault(chip, chip->gpu->instances[i].path, lockstep->fault);
}

/* What precedes the reset. */
static void prepare(void *context, struct chip *chip)
{
    const struct lockstep *lockstep = context;
    plant_fault(lockstep, chip);
    if (!lockstep->used)
        return;
    struct gpu *prelude = create_gpu(context);
    chip_use_before_reset(chip, prelude, lockstep->used);
    fprintf(stderr, "reset in mid-flight after %" PRIu64 " cycles\n", prelude->now);
    destroy_gpu(context, prelude);
}

static void generate(struct lockstep *lockstep)
{
    struct design design;
    lockstep->rtl = xasprintf("%s/rtl.%ld", lockstep->work, (long)getpid());
    chip_elaborate(&design, &lockstep->run.plan, lockstep->rtl_dir);
    make_directory(lockstep->work);
    emit_chip(&lockstep->run.plan, &design, lockstep->rtl);
    design_release(&design);
}

static void remove_generated(const struct lockstep *lockstep)
{
    const char *const remove[] = {"rm", "-rf", "--", lockstep->rtl, NULL};
    if (tool_run(&(struct tool){.argv = remove}) != 0)
        warn("cannot remove '%s'", lockstep->rtl);
}

/* The library with or without visible blocks; says how it came about. */
static void build(const struct lockstep *lockstep, struct chip_build *chip, bool visible)
{
    chip_build(chip, lockstep->rtl, lockstep->work, visible ? lockstep->blocks : NULL);
    if (chip->reused)
        fprintf(stderr, "verilated chip%s: %s (unchanged)\n", visible ? " with visible blocks" : "",
                chip->folder);
    else
        fprintf(stderr, "verilated chip%s: %s, built in %.1f s\n",
                visible ? " with visible blocks" : "", chip->folder, chip->seconds);
}

/* Runs both sides to the end or the first difference; true when there is one. */
static bool compare(const struct lockstep *lockstep, struct chip *chip)
{
    struct gpu *gpu = chip->gpu;
    uint64_t end = lockstep->run.cycles ? lockstep->run.cycles : UINT64_MAX;
    double began = seconds_now();
    const struct chip_pin *pin = NULL;
    while (gpu->phase != GPU_DONE && !gpu->deadlocked && gpu->now < end) {
        chip_begin(chip);
        pin = chip_difference(chip);
        if (pin || gpu->phase == GPU_DONE)
            break;
        chip_edge(chip);
        if (gpu->now % PROGRESS_CYCLES == 0)
            progress("lockstep: cycle %" PRIu64 ", kernel %" PRIu64 ", %" PRIu64 " blocks left",
                     gpu->now, gpu->dispatch.kernels, gpu->dispatch.left);
        if (gpu->now % GPU_WATCH_CYCLES == 0)
            gpu_watch(gpu);
    }
    gpu_collect(gpu);
    progress_end();
    double took = seconds_now() - began;
    if (pin) {
        printf("lockstep: DIFFERENT in cycle %" PRIu64 " at the chip's port ", gpu->now);
        chip_print_pin(pin, stdout);
        putchar('\n');
        fflush(stdout);
        return true;
    }
    printf("lockstep: equal, %" PRIu64
           " cycles x %u outputs; %.0f cycles/s, RTL alone %.0f cycles/s"
           " (cost %.2f x)\n",
           gpu->now, chip->output_count, (double)gpu->now / took,
           (double)gpu->now / chip->rtl_seconds, took / chip->rtl_seconds);
    return false;
}

static void locate(struct lockstep *lockstep, uint64_t cycle)
{
    struct chip_source source = {.create = create_gpu,
                                 .destroy = destroy_gpu,
                                 .prepare = prepare,
                                 .context = lockstep,
                                 .seed = lockstep->run.seed};
    struct chip_build visible;
    struct chip_place place;
    build(lockstep, &visible, true);
    chip_locate(&place, &source, visible.library, cycle, lockstep->report);
    chip_build_release(&visible);
    if (!place.found) {
        puts("located: no block differs with its ports visible: the difference depends on the "
             "build or"
             " on uninitialised state outside of the blocks");
        return;
    }
    printf("located: cycle %" PRIu64 ", instance gpu_mem.%s, block %s, port %s\n", place.cycle,
           place.path, place.block, place.port);
    printf("report: %s/report.txt, ports.txt, window.fst\n", lockstep->report);
}

int cmd_lockstep(int argc, char **argv)
{
    struct lockstep lockstep = {.work = "build/chips", .report = "build/lockstep-report"};
    struct chip_build fast;
    struct chip chip;
    run_init(&lockstep.run);
    parse(&lockstep, argc, argv);
    chip_build_tools();
    struct gpu *gpu = create_gpu(&lockstep);
    generate(&lockstep);
    lockstep.blocks = chip_visible_blocks(gpu);
    build(&lockstep, &fast, lockstep.fault);
    chip_open(&chip, gpu, fast.library, lockstep.run.seed);
    fprintf(stderr, "RTL state before reset: random by seed %" PRIu64 "\n", lockstep.run.seed);
    prepare(&lockstep, &chip);
    chip_reset(&chip);
    bool different = compare(&lockstep, &chip);
    uint64_t cycle = gpu->now;
    int status = different;
    if (!different) {
        struct stats stats;
        stats_gather(&stats, gpu);
        status = run_judge(gpu, &stats);
        run_report(&lockstep.run, gpu, &stats);
    }
    chip_close(&chip);
    destroy_gpu(&lockstep, gpu);
    if (different)
        locate(&lockstep, cycle);
    remove_generated(&lockstep);
    chip_build_release(&fast);
    free(lockstep.blocks);
    free(lockstep.rtl);
    return status;
}
