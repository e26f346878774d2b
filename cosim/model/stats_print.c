/* Statistics of a run as a table, as JSON and as the page of their meanings: see stats.h. */
#include "stats.h"

#include "util.h"
#include "workload_cache.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Each program has its own chooser. */
static bool several_choose(const struct gpu *gpu)
{
    return gpu->config.programs > 1 && gpu->config.llc_mode == LLC_ADAPTIVE;
}

/* With the other programs, against alone. */
static double speed_of(const struct gpu *gpu, unsigned program)
{
    double alone = gpu->programs[program].alone_ipc;
    return alone > 0 ? stats_ipc(gpu, program) / alone : 0;
}

/* Of all programs, or of none. */
static bool ran_alone(const struct gpu *gpu)
{
    return gpu->programs[0].alone_cycles;
}

static double weighted_speedup(const struct gpu *gpu)
{
    double sum = 0;
    for (unsigned i = 0; i < gpu->config.programs; i++)
        sum += speed_of(gpu, i);
    return sum;
}

static void print_program(const struct stats *stats, const struct gpu *gpu, unsigned number,
                          FILE *file)
{
    const struct gpu_program *program = &gpu->programs[number];
    if (gpu->config.programs > 1)
        fprintf(file, "\nprogram %u: %s\n%-10s %16" PRIu64 "\n%-10s %16" PRIu64 "\n%-10s %16.4f\n",
                number, workload_name(program->workload), "cycles", stats_cycles(gpu, number),
                "instructions", stats_instructions(gpu, number), "ipc", stats_ipc(gpu, number));
    if (several_choose(gpu))
        fprintf(file, "%-10s %16" PRIu64 "\n%-10s %16" PRIu64 "\n", "choices",
                stats->choices[number].decisions, "private", stats->choices[number].chosen);
    if (ran_alone(gpu))
        fprintf(file, "%-10s %16" PRIu64 "\n%-10s %16.4f\n", "alone", program->alone_cycles,
                "speed", speed_of(gpu, number));
    if (program->kernels_done)
        fputs("\nkernel          core cycles\n", file);
    for (uint64_t kernel = 0; kernel < program->kernels_done; kernel++)
        fprintf(file, "%-10" PRIu64 " %16" PRIu64 "\n", kernel, program->kernel_cycles[kernel]);
    workload_cache_print(program->workload, file);
}

void stats_print(const struct stats *stats, const struct gpu *gpu, FILE *file)
{
#define COUNT(field, key, unit, meaning)                                                           \
    fprintf(file, "%-20s %14" PRIu64 "  %s: %s%s\n", key, stats->field, unit, meaning,             \
            &stats->field == &stats->cycles && gpu->phase != GPU_DONE ? "; cut off here" : "");
#define RATIO(field, key, unit, meaning)                                                           \
    fprintf(file, "%-20s %14.4f  %s%s%s\n", key, stats->field, unit, *(unit) ? ": " : "", meaning);
#include "stats.def"
    fputs("\nload latency, core cycles\n", file);
    for (unsigned bin = 0; bin < SM_LATENCY_BINS; bin++)
        if (stats->load_latency_bins[bin])
            fprintf(file, "%8" PRIu64 " .. %-8" PRIu64 "   %14" PRIu64 "  %5.1f%%\n",
                    UINT64_C(1) << bin, (UINT64_C(2) << bin) - 1, stats->load_latency_bins[bin],
                    100 * (double)stats->load_latency_bins[bin] / (double)stats->loads);
    for (unsigned i = 0; i < gpu->config.programs; i++)
        print_program(stats, gpu, i, file);
    if (ran_alone(gpu))
        fprintf(file, "\n%-16s %10.4f  sum of the programs' speeds against each alone\n",
                "weighted speedup", weighted_speedup(gpu));
}

static void print_array(FILE *file, const char *key, const uint64_t *values, uint64_t count)
{
    fprintf(file, ",\n  \"%s\": [", key);
    for (uint64_t i = 0; i < count; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", values[i]);
    putc(']', file);
}

static void print_program_json(const struct stats *stats, const struct gpu *gpu, unsigned number,
                               FILE *file)
{
    const struct gpu_program *program = &gpu->programs[number];
    bool several = gpu->config.programs > 1;
    char *prefix = several ? xasprintf("programs.%u.", number) : xasprintf("%s", "");
    if (several)
        fprintf(file,
                ",\n  \"%scycles\": %" PRIu64 ",\n  \"%sinstructions\": %" PRIu64
                ",\n  \"%sipc\": %.6f",
                prefix, stats_cycles(gpu, number), prefix, stats_instructions(gpu, number), prefix,
                stats_ipc(gpu, number));
    if (several_choose(gpu))
        fprintf(file,
                ",\n  \"%sllc.decisions\": %" PRIu64 ",\n  \"%sllc.chosen_private\": %" PRIu64
                ",\n  \"%sllc.chosen_similar\": %" PRIu64,
                prefix, stats->choices[number].decisions, prefix, stats->choices[number].chosen,
                prefix, stats->choices[number].similar);
    if (ran_alone(gpu))
        fprintf(file, ",\n  \"%salone_cycles\": %" PRIu64 ",\n  \"%sspeed\": %.6f", prefix,
                program->alone_cycles, prefix, speed_of(gpu, number));
    char *key = xasprintf("%skernel_cycles", prefix);
    print_array(file, key, program->kernel_cycles, program->kernels_done);
    free(key);
    free(prefix);
}

/* Per link: column and row of the sending router (or its stage and index there), port, flits. */
static void print_links(FILE *file, const char *purpose, const struct mesh *mesh)
{
    unsigned column, row;
    const char *separator = "";
    char to[16];
    fprintf(file, ",\n  \"noc.%s.links\": [", purpose);
    for (unsigned router = 0; router < mesh->routers; router++)
        for (unsigned port = 0; port < mesh->ports; port++)
            if (mesh_port_name(mesh, router, port, to, sizeof to)) {
                network_router_at(mesh->network, router, &column, &row);
                fprintf(file,
                        "%s\n    {\"x\": %u, \"y\": %u, \"to\": \"%s\", \"flits\": %" PRIu64 "}",
                        separator, column, row, to, mesh->flits[router][port]);
                separator = ",";
            }
    fputs("\n  ]", file);
}

/* Accesses of all L1s by the range of their reuse distance. */
static void print_reuses(FILE *file, const struct reuse_counts *counts)
{
    static const char *const keys[REUSE_RANGES] = {"first", "0", "1_4", "5_8", "9_64", "above_64"};
    for (unsigned range = 0; range < REUSE_RANGES; range++)
        fprintf(file, ",\n  \"reuse.all.%s\": %" PRIu64, keys[range], counts->accesses[range]);
}

void stats_json(const struct stats *stats, const struct gpu *gpu, FILE *file)
{
    const char *separator = "{\n  ";
#define COUNT(field, key, unit, meaning)                                                           \
    fprintf(file, "%s\"%s\": %" PRIu64, separator, key, stats->field);                             \
    separator = ",\n  ";
#define RATIO(field, key, unit, meaning)                                                           \
    fprintf(file, "%s\"%s\": %.6f", separator, key, stats->field);                                 \
    separator = ",\n  ";
#include "stats.def"
    if (gpu->options.reuse)
        print_reuses(file, &gpu->reuse.all);
    workload_cache_json(gpu->programs[0].workload, file); /* which no other program has */
    print_array(file, "load.latency_bins", stats->load_latency_bins, SM_LATENCY_BINS);
    for (unsigned i = 0; i < gpu->config.programs; i++)
        print_program_json(stats, gpu, i, file);
    if (ran_alone(gpu))
        fprintf(file, ",\n  \"weighted_speedup\": %.6f", weighted_speedup(gpu));
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        print_links(file, gpu->plan.network[i].purpose, &gpu->mesh[i]);
    fputs("\n}\n", file);
}

static const char page_head[] =
    "# Statistics of `memloom sim`\n\n"
    "What a run prints, and the keys of `--json FILE`. This page is made from\n"
    "cosim/model/stats.def by `memloom sim --statistics`. \"Of them\" and \"of these\" mean\n"
    "the rows above.\n\n"
    "| more keys in the JSON file | with | value |\n|---|---|---|\n"
    "| `load.latency_bins` | | loads by latency; bin b: 2^b <= latency < 2^(b+1) |\n"
    "| `kernel_cycles` | | core cycles of each kernel |\n"
    "| `noc.request.links`, `noc.reply.links` | | flits per router output |\n"
    "| `noc.crossbar.links` | `remote_via=crossbar` | likewise |\n"
    "| `reuse.all.first`, `.0`, `.1_4`, `.5_8`, `.9_64`, `.above_64` | `--reuse` | "
    "loads and stores by reuse distance |\n"
    "| `software_cache.*` | `--software-cache` | "
    "as the text has them ([software_cache.md](software_cache.md)) |\n"
    "| `programs.N.cycles`, `.instructions`, `.ipc` | `programs=2` | of each program: "
    "cycles until its last kernel ended, warp instructions, their IPC |\n"
    "| `programs.N.kernel_cycles` | `programs=2` | in place of `kernel_cycles` |\n"
    "| `programs.N.llc.decisions` and others | `programs=2 llc_mode=adaptive` | "
    "of its chooser |\n"
    "| `programs.N.alone_cycles`, `.speed`; `weighted_speedup` | `--alone` | "
    "against each program alone; of both |\n";

/* Parts of the page, by what keys begin with; the first one has the keys of no other. */
static const struct {
    const char *title;    /* of the part */
    const char *begin[2]; /* what its keys begin with */
} parts[] = {
    {"Run", {NULL}},
    {"Cores", {"sm."}},
    {"Loads of the cores", {"load."}},
    {"L1s and MSHRs", {"l1.", "mshr."}},
    {"Choice between private and shared L1s", {"dyneb."}},
    {"Cooperative caching network", {"ccn."}},
    {"L2: the LLC slices", {"l2."}},
    {"Organization of the LLC", {"llc."}},
    {"DRAM", {"dram."}},
    {"Networks", {"noc."}},
};

static unsigned part_of(const char *key)
{
    for (unsigned part = 1; part < sizeof parts / sizeof *parts; part++)
        for (unsigned i = 0; i < 2 && parts[part].begin[i]; i++)
            if (!strncmp(key, parts[part].begin[i], strlen(parts[part].begin[i])))
                return part;
    return 0;
}

void stats_markdown(FILE *file)
{
    fputs(page_head, file);
    for (unsigned part = 0; part < sizeof parts / sizeof *parts; part++) {
        fprintf(file, "\n## %s\n| key | unit | meaning |\n|---|---|---|\n", parts[part].title);
#define COUNT(field, key, unit, meaning)                                                           \
    if (part_of(key) == part)                                                                      \
        fprintf(file, "| %s | %s | %s |\n", key, unit, meaning);
#define RATIO COUNT
#include "stats.def"
    }
}
