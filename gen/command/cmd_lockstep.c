/* memloom lockstep: generates the RTL, verilates it and runs it beside the golden model on a
 * workload, all outputs of the chip compared in every cycle; on a difference finds the first
 * differing block instance, port and cycle. */
#include "chip.h"
#include "chip_build.h"
#include "chip_locate.h"
#include "commands.h"
#include "emit.h"
#include "netlist.h"
#include "run.h"
#include "tool.h"
#include "util.h"
#include "workload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
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
    "      --ports            compare every port of every block in every cycle, too (slower)\n"
    "      --optimise N       level of the compiler for the verilated chip, 0 to 3, default 2; 1 "
    "takes two\n"
    "                         thirds of the time and runs at a third of the speed: for some ten "
    "thousand "
    "cycles\n"
    "      --no-assertions    leave gpu_mem_assertions.sv out\n"
    "      --work DIR         cache of verilated chips, default build/chips\n"
    "      --report DIR       for the report of a difference, default build/lockstep-report\n"
    "      --rtl-dir DIR      take the leaf blocks from DIR/*.v, not from this program\n"
    "      --overlay DIR      copy the files of DIR over the generated ones before they are built "
    "(gates\n"
    "                         in place of a node: docs/gates.md)\n"
    "      --fault N          plant fault N, in RTL made by tests/faults (self-test of this "
    "command)\n"
    "      --reset-after N    run the workload for N cycles, reset both sides in mid-flight, and\n"
    "                         compare from there, the workload from its start\n"
    "      --repeat-reply N   every DRAM channel sends its Nth line twice, which the chip must "
    "report\n"
    "                         and leave alone (self-test of error_dram_reply, with mem_port = "
    "axi4 of\n"
    "                         error_axi_unknown)\n"
    "      --axi-error N      every AXI4 channel answers its Nth read with SLVERR and its Nth "
    "write\n"
    "                         with DECERR (self-test of error_axi_slverr and error_axi_decerr)\n"
    "  -h, --help             this text\n\n"
    "The seed also draws the RTL's state before reset.\n\n"
    "Exit status: 0 equal and right; 1 a difference or a wrong result; 2 bad input.\n\n"
    "Example: memloom lockstep --cores 4 gemm m=64 n=64 k=64\n"
    "Workloads:\n";

enum {
    OPTION_PORTS = RUN_OWN,
    OPTION_OPTIMISE,
    OPTION_NO_ASSERTIONS,
    OPTION_WORK,
    OPTION_REPORT,
    OPTION_RTL_DIR,
    OPTION_OVERLAY,
    OPTION_FAULT,
    OPTION_RESET_AFTER,
    OPTION_REPEAT_REPLY,
    OPTION_AXI_ERROR
};

enum { PROGRESS_CYCLES = 1024 }; /* between two lines of progress */

struct lockstep {
    struct run run;
    const char *work;     /* cache folder */
    const char *report;   /* folder for the report of a difference */
    const char *rtl_dir;  /* NULL: the leaf blocks of the binary */
    const char *overlay;  /* folder of files that replace generated ones, or NULL */
    bool ports;           /* compare those of all blocks */
    unsigned optimise;    /* level of the compiler for the verilated chip */
    bool no_assertions;   /* leave them out */
    unsigned fault;       /* planted fault, 0: none */
    uint64_t used;        /* cycles before the reset */
    uint64_t repeat;      /* DRAM reply that comes twice, 0: none */
    uint64_t axi_error;   /* AXI4 transaction that is answered with an error, 0: none */
    char *rtl;            /* folder of the generated RTL */
    const char **blocks;  /* leaf blocks in the chip */
    unsigned block_ports; /* of all leaf blocks in the chip */
};

static const struct option long_options[] = {
    RUN_LONG,
    {"ports", no_argument, NULL, OPTION_PORTS},
    {"optimise", required_argument, NULL, OPTION_OPTIMISE},
    {"no-assertions", no_argument, NULL, OPTION_NO_ASSERTIONS},
    {"work", required_argument, NULL, OPTION_WORK},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"rtl-dir", required_argument, NULL, OPTION_RTL_DIR},
    {"overlay", required_argument, NULL, OPTION_OVERLAY},
    {"fault", required_argument, NULL, OPTION_FAULT},
    {"reset-after", required_argument, NULL, OPTION_RESET_AFTER},
    {"repeat-reply", required_argument, NULL, OPTION_REPEAT_REPLY},
    {"axi-error", required_argument, NULL, OPTION_AXI_ERROR},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static unsigned optimise_level(const char *text)
{
    uint64_t level = run_number("optimise", text);
    if (level > 3)
        die("--optimise: '%s' is not a level from 0 to 3", text);
    return (unsigned)level;
}

/* Which one of a row, from 1 on. */
static uint64_t number_of_one(const char *option, const char *text)
{
    uint64_t number = run_number(option, text);
    if (!number)
        die("--%s: 0 stands for none, leave the option out", option);
    return number;
}

static void parse(struct lockstep *lockstep, int argc, char **argv)
{
    for (int option;
         (option = next_option("lockstep", argc, argv, ":h" CONFIG_SHORT, long_options)) != -1;) {
        if (run_option(&lockstep->run, option, optarg))
            continue;
        switch (option) {
        case OPTION_PORTS:
            lockstep->ports = true;
            break;
        case OPTION_OPTIMISE:
            lockstep->optimise = optimise_level(optarg);
            break;
        case OPTION_NO_ASSERTIONS:
            lockstep->no_assertions = true;
            break;
        case OPTION_WORK:
            lockstep->work = optarg;
            break;
        case OPTION_REPORT:
            lockstep->report = optarg;
            break;
        case OPTION_RTL_DIR:
            lockstep->rtl_dir = optarg;
            break;
        case OPTION_OVERLAY:
            lockstep->overlay = optarg;
            break;
        case OPTION_FAULT:
            lockstep->fault = (unsigned)number_of_one("fault", optarg);
            break;
        case OPTION_RESET_AFTER:
            lockstep->used = run_number("reset-after", optarg);
            break;
        case OPTION_REPEAT_REPLY:
            lockstep->repeat = number_of_one("repeat-reply", optarg);
            break;
        case OPTION_AXI_ERROR:
            lockstep->axi_error = number_of_one("axi-error", optarg);
            break;
        case 'h':
            fputs(help, stdout);
            workload_list(stdout);
            exit(0);
        }
    }
    run_arguments(&lockstep->run, argc - optind, argv + optind);
    if (lockstep->axi_error && lockstep->run.config.mem_port != MEM_PORT_AXI4)
        die("--axi-error: needs mem_port = axi4");
    config_require_rtl(&lockstep->run.config, "lockstep");
}

static struct gpu *create_gpu(void *context)
{
    const struct lockstep *lockstep = context;
    struct gpu_options options = {.policy_seed = lockstep->run.policy_seed,
                                  .repeat_reply = lockstep->repeat,
                                  .axi_error = lockstep->axi_error,
                                  .shared_views = lockstep->run.shared_views};
    struct workload *workloads[PROGRAMS_MAX];
    run_open_workloads(&lockstep->run, workloads);
    return gpu_new(&lockstep->run.plan, workloads, &options);
}

static void destroy_gpu(void *context, struct gpu *gpu)
{
    const struct lockstep *lockstep = context;
    struct workload *workloads[PROGRAMS_MAX];
    for (unsigned i = 0; i < gpu->config.programs; i++)
        workloads[i] = gpu->programs[i].workload;
    gpu_free(gpu);
    run_close_workloads(&lockstep->run, workloads);
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

/* What the generator put into the chip, held against what the model lists. */
struct leaves {
    const struct gpu *gpu;
    unsigned instances, ports; /* of all leaf blocks; clk and rst left out */
};

/* A function stands between two blocks as a wire does: what it gives is an input of the second one.
 */
static bool is_function(const char *name)
{
    const struct block *const *block = blocks;
    while (*block && strcmp((*block)->name, name))
        block++;
    return *block && !(*block)->has_clock;
}

static void count_leaf(void *context, const struct instance *leaf, const char *path)
{
    struct leaves *leaves = context;
    if (is_function(leaf->of->name))
        return;
    const struct gpu_instance *instance = gpu_instance_at(leaves->gpu, path);
    if (!instance || strcmp(instance->block->name, leaf->of->name))
        bug("the model does not list the chip's '%s', a %s", path, leaf->of->name);
    leaves->instances++;
    for (unsigned port = 0; port < instance_port_count(leaf); port++)
        leaves->ports += strcmp(instance_port(leaf, port).name, "clk") &&
                         strcmp(instance_port(leaf, port).name, "rst");
}

/* Replaces generated files, or adds some. */
static void lay_over(const struct lockstep *lockstep)
{
    char *from = xasprintf("%s/.", lockstep->overlay);
    const char *const copy[] = {"cp", "-r", "--", from, lockstep->rtl, NULL};
    if (tool_run(&(struct tool){.argv = copy}) != 0)
        die("--overlay: cannot copy '%s'", lockstep->overlay);
    free(from);
}

/* Writes the RTL; the model must list the very leaf instances that are in it. */
static void generate(struct lockstep *lockstep, const struct gpu *gpu)
{
    struct design design;
    struct leaves leaves = {.gpu = gpu};
    if (lockstep->overlay && access(lockstep->overlay, R_OK | X_OK))
        die("--overlay: cannot read '%s'", lockstep->overlay);
    lockstep->rtl = xasprintf("%s/rtl.%ld", lockstep->work, (long)getpid());
    chip_elaborate(&design, &lockstep->run.plan, lockstep->rtl_dir);
    design_for_each_leaf(&design, count_leaf, &leaves);
    if (leaves.instances != gpu->instance_count)
        bug("the chip has %u leaf blocks, the model lists %u", leaves.instances,
            gpu->instance_count);
    lockstep->block_ports = leaves.ports;
    make_directory(lockstep->work);
    emit_chip(&lockstep->run.plan, &design, "", lockstep->rtl);
    design_release(&design);
    if (lockstep->overlay)
        lay_over(lockstep);
}

static void remove_generated(const struct lockstep *lockstep)
{
    const char *const remove[] = {"rm", "-rf", "--", lockstep->rtl, NULL};
    if (tool_run(&(struct tool){.argv = remove}) != 0)
        warn("cannot remove '%s'", lockstep->rtl);
}

/* The library, says how it came about. With waves the ports of the blocks can be read, too. */
static void build(const struct lockstep *lockstep, struct chip_build *chip, bool ports, bool waves)
{
    struct chip_view view = {.blocks = ports || waves ? lockstep->blocks : NULL,
                             .waves = waves,
                             .optimise = lockstep->optimise,
                             .assertions = !lockstep->no_assertions && (!waves || lockstep->fault)};
    const char *what = waves ? " with waves" : ports ? " with block ports" : "";
    chip_build(chip, lockstep->rtl, lockstep->work, &view);
    fprintf(stderr, "verilated chip%s: %s", what, chip->folder);
    if (chip->reused)
        fputs(" (unchanged)\n", stderr);
    else
        fprintf(stderr, ", built in %.1f s\n", chip->seconds);
}

/* The run that is compared. */
struct comparison {
    struct chip chip;
    struct chip_ports ports;    /* with --ports */
    const struct chip_pin *pin; /* first differing port of the chip, or NULL */
    struct chip_place place;    /* first differing port of a block, if found */
    bool asserted;              /* an assertion failed in the last cycle */
};

static void open_comparison(struct comparison *comparison, struct lockstep *lockstep,
                            struct gpu *gpu, const char *library)
{
    *comparison = (struct comparison){0};
    chip_open(&comparison->chip, gpu, library, lockstep->run.seed);
    if (lockstep->ports) {
        chip_ports_init(&comparison->ports, &comparison->chip);
        if (comparison->ports.ports != lockstep->block_ports)
            bug("%u of %u block ports are bound", comparison->ports.ports, lockstep->block_ports);
    }
    fprintf(stderr, "RTL state before reset: random by seed %" PRIu64 "\n", lockstep->run.seed);
    prepare(lockstep, &comparison->chip);
    chip_reset(&comparison->chip);
}

static bool differs(struct comparison *comparison)
{
    if (comparison->ports.count)
        chip_place_look(&comparison->place, &comparison->ports);
    comparison->pin = chip_difference(&comparison->chip);
    return comparison->place.found || comparison->pin;
}

static void print_difference(const struct comparison *comparison)
{
    const struct chip_place *place = &comparison->place;
    printf("lockstep: DIFFERENT in cycle %" PRIu64 " at ", comparison->chip.gpu->now);
    if (place->found) {
        printf("gpu_mem.%s, %s %s", place->path, place->is_input ? "input" : "port",
               place->difference);
    } else {
        fputs("the chip's port ", stdout);
        chip_print_pin(comparison->pin, stdout);
    }
    putchar('\n');
    fflush(stdout);
}

static void print_equal(const struct comparison *comparison, double took)
{
    const struct chip *chip = &comparison->chip;
    double cycles = (double)chip->gpu->now;
    printf("lockstep: equal, %" PRIu64 " cycles x ", chip->gpu->now);
    if (comparison->ports.count)
        printf("%u ports of %u blocks and ", comparison->ports.ports, comparison->ports.count);
    printf("%u outputs; %.0f cycles/s, RTL alone %.0f cycles/s (cost %.2f x)\n",
           chip->pins.output_count, cycles / took, cycles / chip->rtl_seconds,
           took / chip->rtl_seconds);
}

static void print_assertion(const struct comparison *comparison)
{
    printf("lockstep: ASSERTION FAILED in cycle %" PRIu64 ", see above\n",
           comparison->chip.gpu->now - 1);
    fflush(stdout);
}

/* Runs both sides to the end, the first difference or an assertion that fails; true when there is
 * one. */
static bool compare(const struct lockstep *lockstep, struct comparison *comparison)
{
    struct chip *chip = &comparison->chip;
    struct gpu *gpu = chip->gpu;
    uint64_t end = lockstep->run.cycles ? lockstep->run.cycles : UINT64_MAX;
    double began = seconds_now();
    bool different = false;
    while (gpu->phase != GPU_DONE && !gpu->deadlocked && gpu->now < end) {
        chip_begin(chip);
        different = differs(comparison);
        if (different || gpu->phase == GPU_DONE)
            break;
        chip_edge(chip);
        if ((comparison->asserted = rtl_failed(&chip->rtl)))
            break;
        if (gpu->now % PROGRESS_CYCLES == 0)
            progress("lockstep: cycle %" PRIu64 ", kernel %" PRIu64 ", %" PRIu64 " blocks left",
                     gpu->now, gpu_kernels_begun(gpu), gpu_blocks_left(gpu));
        if (gpu->now % GPU_WATCH_CYCLES == 0)
            gpu_watch(gpu);
    }
    gpu_collect(gpu);
    progress_end();
    if (different)
        print_difference(comparison);
    else if (comparison->asserted)
        print_assertion(comparison);
    else
        print_equal(comparison, seconds_now() - began);
    return different || comparison->asserted;
}

static void close_comparison(struct comparison *comparison)
{
    if (comparison->ports.count)
        chip_ports_release(&comparison->ports);
    chip_close(&comparison->chip);
}

/* Records where the difference began; the place is looked for when it is not known yet. */
static void locate(struct lockstep *lockstep, struct chip_place *place, uint64_t cycle)
{
    struct chip_source source = {.create = create_gpu,
                                 .destroy = destroy_gpu,
                                 .prepare = prepare,
                                 .context = lockstep,
                                 .seed = lockstep->run.seed};
    struct chip_build waves;
    build(lockstep, &waves, true, true);
    if (!place->found)
        chip_locate(place, &source, waves.library, cycle);
    if (!place->found) {
        puts("located: no block differs with its ports visible: the difference lies outside of the"
             " blocks, or depends on the build or on uninitialised state");
    } else {
        chip_record(place, &source, waves.library, lockstep->report);
        printf("located: cycle %" PRIu64 ", instance gpu_mem.%s, block %s, %s %s\n", place->cycle,
               place->path, place->block, place->is_input ? "input" : "port", place->port);
        printf("report: %s/report.txt, ports.txt, window.fst\n", lockstep->report);
    }
    chip_build_release(&waves);
}

int cmd_lockstep(int argc, char **argv)
{
    struct lockstep lockstep = {
        .work = "build/chips", .report = "build/lockstep-report", .optimise = 2};
    struct chip_build chip;
    struct comparison comparison;
    run_init(&lockstep.run);
    parse(&lockstep, argc, argv);
    chip_build_tools(lockstep.optimise);
    struct gpu *gpu = create_gpu(&lockstep);
    generate(&lockstep, gpu);
    lockstep.blocks = chip_visible_blocks(gpu);
    build(&lockstep, &chip, lockstep.ports, lockstep.fault);
    open_comparison(&comparison, &lockstep, gpu, chip.library);
    bool different = compare(&lockstep, &comparison);
    uint64_t cycle = gpu->now;
    int status = different;
    if (!different) {
        struct stats stats;
        stats_gather(&stats, gpu);
        status = run_judge(gpu, &stats);
        run_report(&lockstep.run, gpu, &stats);
    }
    close_comparison(&comparison);
    destroy_gpu(&lockstep, gpu);
    if (different)
        locate(&lockstep, &comparison.place, cycle);
    chip_place_release(&comparison.place);
    remove_generated(&lockstep);
    chip_build_release(&chip);
    free(lockstep.blocks);
    free(lockstep.rtl);
    return status;
}
