/* memloom probe: unloaded latencies of the chip model, one load in flight (docs/shared_l1.md). */
#include "commands.h"
#include "run.h"
#include "util.h"
#include "workload.h"

#include <inttypes.h>
#include <stdlib.h>

static const char help[] =
    "memloom probe - unloaded load latencies, one load in flight\n\n"
    "Usage: memloom probe [OPTION]...\n\n"
    "One core reads lines of all homes and slices, twice; every core in turn. "
    "Tells who answered how\nfast. "
    "With shared_l1 the shared organization is measured with and without "
    "l1_nearest.\n\n" CONFIG_HELP "  -h, --help         this text\n\n"
    "Example: memloom probe --preset pact20\n";

/* Latencies of one kind of answer, in core cycles. */
struct latency {
    uint64_t count, sum, least, most;
};

enum { COLD, WARM, PASSES };

struct probe {
    struct latency from[PASSES][SM_SOURCES];
};

static void add(struct latency *latency, uint64_t cycles)
{
    latency->count++;
    latency->sum += cycles;
    latency->least = latency->count == 1 || cycles < latency->least ? cycles : latency->least;
    latency->most = cycles > latency->most ? cycles : latency->most;
}

/* The probe kernel on this chip, on core 0; every answer is one entry. */
static void measure_core(struct probe *probe, const struct plan *plan, unsigned lines)
{
    char *count = xasprintf("lines=%u", lines);
    char *stride = xasprintf("stride=%u", plan->config.l1_sets + 1); /* other set, other home */
    char *parameters[] = {count, stride};
    struct workload *workload = workload_open("probe", 2, parameters, 1);
    static const struct gpu_options options = {0};
    struct gpu *gpu = gpu_new(plan, &workload, &options);
    const struct sm_stats *stats = &gpu->sm[0].stats;
    struct sm_stats before = *stats;
    uint64_t loads = 0;
    while (gpu->phase != GPU_DONE) {
        gpu_tick(gpu);
        for (unsigned source = 0; source < SM_SOURCES; source++)
            if (stats->loads[source] != before.loads[source])
                add(&probe->from[loads++ / lines][source],
                    stats->load_cycles[source] - before.load_cycles[source]);
        before = *stats;
    }
    gpu_free(gpu);
    workload_close(workload);
    free(count);
    free(stride);
}

/* From the place of every core: it changes places with core 0. */
static void measure(struct probe *probe, const struct config *config, unsigned lines)
{
    static struct plan plan;
    *probe = (struct probe){0};
    for (unsigned core = 0; core < config->cores; core++) {
        plan_chip(&plan, config);
        for (unsigned i = 0; i < plan.networks; i++) {
            uint16_t *nodes = plan.network[i].node[NODE_CORE], first = nodes[0];
            nodes[0] = nodes[core];
            nodes[core] = first;
        }
        measure_core(probe, &plan, lines);
    }
}

static void print_row(const char *what, const struct latency *latency, const char *paper)
{
    if (!latency->count)
        return;
    printf("%-58s %6" PRIu64 " %8.1f %6" PRIu64 " %6" PRIu64 "   %s\n", what, latency->count,
           (double)latency->sum / (double)latency->count, latency->least, latency->most, paper);
}

static void probe_shared(struct config config, unsigned lines)
{
    struct probe probe;
    config.l1_policy = 1;
    config.l1_chunk = 1;
    for (unsigned nearest = 0; nearest < 2; nearest++) {
        config.l1_nearest = nearest;
        measure(&probe, &config, lines);
        print_row(nearest ? "hit in the home, homes not farther than the L2 slice"
                          : "hit in the home, all other cores",
                  &probe.from[WARM][SM_FROM_HOME], "28 + 54, average under load");
        print_row("hit in L2 because it is nearer", &probe.from[WARM][SM_FROM_L2], "");
        print_row("miss in the home", &probe.from[COLD][SM_FROM_HOME], "");
    }
}

int cmd_probe(int argc, char **argv)
{
    static const struct option long_options[] = {
        CONFIG_LONG, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct config config;
    struct probe probe;
    config_init(&config);
    for (int option;
         (option = next_option("probe", argc, argv, ":h" CONFIG_SHORT, long_options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return 0;
        }
        config_option(&config, option, optarg);
    }
    if (optind < argc)
        die("'%s': probe takes options only; keys are set by --set", argv[optind]);
    config_check(&config);
    unsigned lines = 4U << log2_ceil(config.cores);
    printf("%-58s %6s %8s %6s %6s   %s\n", "core cycles at no load", "loads", "mean", "least",
           "most", "pact20 section 5.2");
    config.l1_policy = 0;
    measure(&probe, &config, config.l1_sets);
    print_row("hit in the own L1", &probe.from[WARM][SM_FROM_L1], "28");
    measure(&probe, &config, 2 * config.l1_sets * config.l1_ways); /* more than the L1 holds */
    print_row("hit in L2", &probe.from[WARM][SM_FROM_L2], "247, average under load");
    print_row("miss in L2", &probe.from[COLD][SM_FROM_L2], "");
    if (config.shared_l1)
        probe_shared(config, lines);
    return 0;
}
