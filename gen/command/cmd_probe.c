/* memloom probe: unloaded latencies of the chip model, one load in flight (docs/shared_l1.md). */
#include "commands.h"
#include "run.h"
#include "set_map.h"
#include "simt.h"
#include "stats.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>

static const char help[] =
    "memloom probe - unloaded load latencies, one load in flight\n\n"
    "Usage: memloom probe [OPTION]...\n\n"
    "One core reads lines of all homes and slices, twice; every core in turn. "
    "Tells who answered how\nfast. "
    "With shared_l1 the shared organization is measured with and without "
    "l1_nearest. An adaptive LLC is held\nshared. The paper's figures stand beside those of "
    "--preset pact20.\n\n" CONFIG_HELP "  -h, --help         this text\n\n"
    "Example: memloom probe --preset pact20\n";

/* Lines that a measurement reads: a set of the L1 after the other, each time with another tag. */
enum { LINES_MAX = 256 };

/* Ways that a load went: the place of its answer, and what its blocks counted meanwhile. */
enum way { OWN_HIT, L2_HIT, L2_MISS, NEAR_HIT, NEAR_MISS, HOME_HIT, HOME_L2_HIT, HOME_MISS, WAYS };

/* Latencies of the loads of one way, in core cycles. */
struct latency {
    uint64_t count, sum, least, most;
};

struct probe {
    struct latency by[WAYS];
};

static void add(struct latency *latency, uint64_t cycles)
{
    latency->count++;
    latency->sum += cycles;
    latency->least = latency->count == 1 || cycles < latency->least ? cycles : latency->least;
    latency->most = cycles > latency->most ? cycles : latency->most;
}

/* Only one load was under way between the two. */
static enum way way_of(enum sm_source source, const struct stats *before, const struct stats *now)
{
    bool l2_missed = now->l2_misses != before->l2_misses;
    if (source == SM_FROM_L1)
        return OWN_HIT;
    if (source == SM_FROM_HOME && now->l1_remote_misses == before->l1_remote_misses)
        return HOME_HIT;
    if (source == SM_FROM_HOME)
        return l2_missed ? HOME_MISS : HOME_L2_HIT;
    if (now->l1_sent_near != before->l1_sent_near)
        return l2_missed ? NEAR_MISS : NEAR_HIT;
    return l2_missed ? L2_MISS : L2_HIT;
}

/* The probe kernel on this chip, on core 0; every answer is one entry. An LLC that could choose
 * stays shared: a change of its organization would be measured, too. */
static void measure_core(struct probe *probe, const struct plan *plan, const uint64_t *lines,
                         unsigned count)
{
    struct workload *workload = workload_open_probe(lines, count);
    workload_must_fit(workload, plan->config.address_bits);
    struct gpu_options options = {.shared_views = plan->config.llc_mode == LLC_ADAPTIVE};
    struct gpu *gpu = gpu_new(plan, &workload, &options);
    const struct sm_stats *sm = &gpu->sm[0].stats;
    struct sm_stats sm_before = *sm;
    struct stats before = {0};
    while (gpu->phase != GPU_DONE) {
        gpu_tick(gpu);
        for (unsigned source = 0; source < SM_SOURCES; source++) {
            if (sm->loads[source] == sm_before.loads[source])
                continue;
            struct stats now;
            gpu_collect(gpu);
            stats_gather(&now, gpu);
            add(&probe->by[way_of(source, &before, &now)],
                sm->load_cycles[source] - sm_before.load_cycles[source]);
            before = now;
        }
        sm_before = *sm;
    }
    gpu_free(gpu);
    workload_close(workload);
}

/* `count` lines, of `sets` sets of an L1 in turn. */
static void choose_lines(uint64_t *lines, unsigned count, unsigned sets,
                         const struct config *config)
{
    struct set_map map = set_map_make(&(struct set_map_params){
        .line_bits = config->line_bits, .sets = config->l1_sets, .hash_index = config->l1_index});
    uint64_t first_tag = (IMAGE_BASE / LINE_BYTES + config->l1_sets - 1) / config->l1_sets;
    uint64_t tags = first_tag + count + (count - 1) / sets;
    if (tags * config->l1_sets > UINT64_C(1) << config->line_bits)
        die("address_bits = %u: not enough for the probe's lines, %" PRIu64 " tags of %u L1 sets",
            config->address_bits, tags, config->l1_sets);
    for (unsigned i = 0; i < count; i++)
        lines[i] = set_map_line(&map, i % sets, first_tag + i + i / sets);
}

/* From the place of every core: it changes places with core 0. */
static void measure(struct probe *probe, const struct config *config, unsigned count, unsigned sets)
{
    static struct plan plan;
    uint64_t *lines = xcalloc(count, sizeof *lines);
    choose_lines(lines, count, sets, config);
    *probe = (struct probe){0};
    for (unsigned core = 0; core < config->cores; core++) {
        plan_chip(&plan, config);
        for (unsigned i = 0; i < plan.networks; i++) {
            uint16_t *nodes = plan.network[i].node[NODE_CORE], first = nodes[0];
            nodes[0] = nodes[core];
            nodes[core] = first;
        }
        measure_core(probe, &plan, lines, count);
    }
    free(lines);
}

/* The paper's figure beside it, where the chip is the paper's. */
static void print_row(const char *what, const struct latency *latency, const char *paper)
{
    printf("%-58s %6" PRIu64, what, latency->count);
    if (latency->count)
        printf(" %8.1f %6" PRIu64 " %6" PRIu64, (double)latency->sum / (double)latency->count,
               latency->least, latency->most);
    else
        printf(" %8s %6s %6s", "-", "-", "-");
    printf(*paper ? "   %s\n" : "\n", paper);
}

/* Every key has its value in the preset: what the paper measured is beside what is measured here.
 */
static bool is_preset(const struct config *config, const char *preset)
{
    struct config other;
    config_init(&other);
    config_preset(&other, preset);
    config_check(&other);
    for (unsigned i = 0; i < config_key_count; i++)
        if (config_keys[i].name &&
            config_get(config, &config_keys[i]) != config_get(&other, &config_keys[i]))
            return false;
    return true;
}

/* What was measured of a chip. */
struct measured {
    struct probe own, misses, homes[2]; /* homes: with l1_nearest off, on */
};

static void measure_all(struct measured *measured, struct config config)
{
    unsigned filling = LINES_MAX / (2 * config.l1_ways);
    unsigned sets = config.l1_sets < filling ? config.l1_sets : filling;
    unsigned own = config.l1_sets < LINES_MAX ? config.l1_sets : LINES_MAX;
    config.l1_policy = 0;
    measure(&measured->own, &config, own, own);
    measure(&measured->misses, &config, 2 * sets * config.l1_ways, sets); /* more than they hold */
    config.l1_policy = 1;
    config.l1_chunk = 1;
    for (unsigned nearest = 0; config.shared_l1 && nearest < 2; nearest++) {
        config.l1_nearest = nearest;
        measure(&measured->homes[nearest], &config, 4U << log2_ceil(config.cores), config.l1_sets);
    }
}

static void print_homes(const struct probe *probe, bool nearest, bool is_paper)
{
    print_row(nearest ? "hit in the home, homes not farther than the L2 slice"
                      : "hit in the home, all other cores",
              &probe->by[HOME_HIT], is_paper ? "28 + 54, average under load" : "");
    if (nearest)
        print_row("hit in L2 because it is nearer", &probe->by[NEAR_HIT], "");
    if (probe->by[HOME_L2_HIT].count)
        print_row("miss in the home, hit in L2", &probe->by[HOME_L2_HIT], "");
    print_row("miss in the home and in L2", &probe->by[HOME_MISS], "");
}

static void print_all(const struct measured *measured, const struct config *config, bool is_paper)
{
    printf("%-58s %6s %8s %6s %6s%s\n", "core cycles at no load", "loads", "mean", "least", "most",
           is_paper ? "   pact20 section 5.2" : "");
    print_row("hit in the own L1", &measured->own.by[OWN_HIT], is_paper ? "28" : "");
    print_row("hit in L2", &measured->misses.by[L2_HIT], is_paper ? "247, average under load" : "");
    print_row("miss in L2", &measured->misses.by[L2_MISS], "");
    for (unsigned nearest = 0; config->shared_l1 && nearest < 2; nearest++)
        print_homes(&measured->homes[nearest], nearest, is_paper);
    if (config->llc_mode == LLC_ADAPTIVE)
        puts("llc_mode = adaptive: the slices are held shared");
}

int cmd_probe(int argc, char **argv)
{
    static const struct option long_options[] = {
        CONFIG_LONG, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct config config;
    struct measured measured;
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
    if (config.programs > 1)
        die("programs = %u: probe measures one program", config.programs);
    measure_all(&measured, config);
    print_all(&measured, &config, is_preset(&config, "pact20"));
    return 0;
}
