/* See platform_run.h. */
#include "platform_run.h"

#include "run.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "platform - a SystemC TLM-2.0 platform: memloom's cores and DRAM channels around its memory "
    "system\n\n"
    "Usage: platform [OPTION]... WORKLOAD [NAME=VALUE]...\n"
    "       platform [OPTION]... --trace FILE\n\n"
    "Runs a workload on the component memloom::GpuMemory (docs/systemc.md) and compares cycles,\n"
    "statistics of cores and channels and the contents of memory with `memloom "
    "sim`.\n\n" CONFIG_HELP "\n" RUN_HELP "Platform:\n"
    "      --backend FORM     what the component is: rtl, the verilated chip, or model; default "
    "model\n"
    "      --optimise N       level of the compiler for the verilated chip, 0 to 3, default 2\n"
    "      --work DIR         cache of verilated chips, default build/chips\n"
    "      --sockets FILE     record the sockets in FILE.vcd\n"
    "      --timeout N        cycles until a request without an answer is an error, default "
    "1048576, 0: never\n"
    "      --stuck N          channel N, counted from 0, never answers (self-test of --timeout)\n"
    "      --late N           every channel sends its Nth line a cycle late (self-test of the "
    "comparison)\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 equal and right; 1 a difference or a wrong result; 2 bad input.\n";

enum {
    OPTION_BACKEND = RUN_OWN,
    OPTION_OPTIMISE,
    OPTION_WORK,
    OPTION_SOCKETS,
    OPTION_TIMEOUT,
    OPTION_STUCK,
    OPTION_LATE
};

static const struct option long_options[] = {
    RUN_LONG,
    {"backend", required_argument, NULL, OPTION_BACKEND},
    {"optimise", required_argument, NULL, OPTION_OPTIMISE},
    {"work", required_argument, NULL, OPTION_WORK},
    {"sockets", required_argument, NULL, OPTION_SOCKETS},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"stuck", required_argument, NULL, OPTION_STUCK},
    {"late", required_argument, NULL, OPTION_LATE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static struct run run;

static bool is_rtl(const char *form)
{
    if (strcmp(form, "rtl") && strcmp(form, "model"))
        die("--backend: '%s' is neither rtl nor model", form);
    return !strcmp(form, "rtl");
}

static unsigned number_to(const char *option, const char *text, unsigned max)
{
    uint64_t number = run_number(option, text);
    if (number > max)
        die("--%s: '%s' is not a number from 0 to %u", option, text, max);
    return (unsigned)number;
}

static void take_option(struct platform_options *options, int option)
{
    switch (option) {
    case OPTION_BACKEND:
        options->rtl = is_rtl(optarg);
        break;
    case OPTION_OPTIMISE:
        options->optimise = number_to("optimise", optarg, 3);
        break;
    case OPTION_WORK:
        options->work = optarg;
        break;
    case OPTION_SOCKETS:
        options->trace = optarg;
        break;
    case OPTION_TIMEOUT:
        options->timeout = run_number("timeout", optarg);
        break;
    case OPTION_STUCK:
        options->stuck = 1 + number_to("stuck", optarg, PARTITIONS_MAX);
        break;
    case OPTION_LATE:
        options->late = run_number("late", optarg);
        break;
    case 'h':
        fputs(help, stdout);
        exit(0);
    default:
        fputs("platform: `platform --help` lists the options\n", stderr);
        exit(2);
    }
}

void platform_parse(struct platform_options *options, int argc, char **argv)
{
    *options =
        (struct platform_options){.work = "build/chips", .optimise = 2, .timeout = UINT64_MAX};
    run_init(&run);
    for (int option;
         (option = getopt_long(argc, argv, "h" CONFIG_SHORT, long_options, NULL)) != -1;)
        if (!run_option(&run, option, optarg))
            take_option(options, option);
    run_arguments(&run, argc - optind, argv + optind);
    if (run.policy_seed || run.json)
        die("--change-policy, --json: not in this platform");
    if (run.config.programs > 1)
        die("programs = %u: not in this platform, which runs one workload; memloom sim runs them",
            run.config.programs);
    if (options->stuck > run.config.partitions)
        die("--stuck: the chip has channels 0 to %u", run.config.partitions - 1);
    options->seed = run.seed;
    options->cycles = run.cycles;
}

const struct config *platform_config(void)
{
    return &run.config;
}

static void put_bytes(void *memory, uint64_t address, const void *bytes, size_t size)
{
    memory_write_bytes(memory, address, bytes, size);
}

static void get_bytes(void *memory, uint64_t address, void *bytes, size_t size)
{
    memory_read_bytes(memory, address, bytes, size);
}

struct workload *platform_workload(struct memory *memory)
{
    struct workload *workload;
    run_open_workloads(&run, &workload);
    workload_must_fit(workload, run.config.address_bits);
    workload_image(workload, put_bytes, memory);
    return workload;
}

/* Every line of `a` is the same in `b`. */
static bool has_lines_of(const struct memory *b, const struct memory *a)
{
    for (size_t slot = 0; slot < a->size; slot++) {
        const struct memory_page *page = a->slots[slot];
        for (unsigned line = 0; page && line < PAGE_LINES; line++)
            if (memcmp(memory_read_line(b, page->number * PAGE_LINES + line),
                       &page->words[line * MEMORY_LINE_WORDS], MEMORY_LINE_BYTES))
                return false;
    }
    return true;
}

/* Cores and channels that did something else than in the model's own run. */
static unsigned count_different(const struct platform_outcome *outcome, const struct gpu *gpu)
{
    unsigned different = 0;
    for (unsigned i = 0; i < gpu->config.cores; i++)
        different += memcmp(&outcome->sms[i].stats, &gpu->sm[i].stats, sizeof(struct sm_stats)) ||
                     sm_hash(&outcome->sms[i]) != sm_hash(&gpu->sm[i]);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        different +=
            memcmp(&outcome->drams[i], &gpu->dram[i].stats, sizeof(struct dram_stats)) != 0;
    return different;
}

static bool compare(const struct platform_outcome *outcome)
{
    struct workload *workload;
    run_open_workloads(&run, &workload);
    struct gpu *gpu = gpu_new(&run.plan, &workload, &(struct gpu_options){.report = stderr});
    gpu_run(gpu, run.cycles);
    unsigned different = count_different(outcome, gpu);
    bool same_memory =
        has_lines_of(outcome->memory, &gpu->memory) && has_lines_of(&gpu->memory, outcome->memory);
    bool equal = outcome->cycles == gpu->now && !different && same_memory;
    printf("memloom sim: %" PRIu64 " cycles; ", gpu->now);
    if (equal)
        printf("EQUAL: cycles, state and statistics of %u cores, %u channels, contents of memory\n",
               gpu->config.cores, gpu->config.partitions);
    else
        printf("DIFFERENT: %u cores and channels, contents of memory %s\n", different,
               same_memory ? "equal" : "different");
    gpu_free(gpu);
    workload_close(workload);
    return equal;
}

static uint64_t mismatches(const struct platform_outcome *outcome, uint64_t *checked)
{
    uint64_t wrong = 0;
    for (unsigned i = 0; i < run.config.cores; i++) {
        wrong += outcome->sms[i].stats.mismatches;
        *checked += outcome->sms[i].stats.checked_bytes;
    }
    return wrong;
}

int platform_judge(const struct platform_outcome *outcome, struct workload *workload)
{
    uint64_t checked = 0, wrong_loads = mismatches(outcome, &checked);
    bool equal = compare(outcome);
    const char *wrong =
        outcome->done ? workload_check(workload, get_bytes, (void *)outcome->memory) : NULL;
    if (wrong_loads)
        printf("result: wrong, %" PRIu64 " load requests brought wrong bytes\n", wrong_loads);
    else if (wrong)
        printf("result: wrong, %s\n", wrong);
    else
        printf("result: %s, %s, %" PRIu64 " load bytes compared\n",
               outcome->done ? "correct" : "stopped, loads correct so far", workload_name(workload),
               checked);
    return !equal || wrong || wrong_loads;
}
