/* memloom vectors: runs a workload on the golden model and records what happens at the ports of
 * block instances, with an Icarus bench for each that replays it on the block's RTL from X. */
#include "commands.h"
#include "replay_bench.h"
#include "run.h"
#include "staging.h"
#include "util.h"
#include "vectors.h"
#include "workload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "memloom vectors - records the traffic of blocks in the running chip\n\n"
    "Usage: memloom vectors [OPTION]... -o DIR WORKLOAD [NAME=VALUE]...\n"
    "       memloom vectors [OPTION]... -o DIR --trace FILE\n\n"
    "For each instance two files: DIR/PATH.vectors (docs/lockstep.md has the format) and "
    "DIR/PATH.v, a\n"
    "bench that replays them on the block:\n"
    "  iverilog -g2005 $(cat rtl/mechanisms) -y rtl -o x.vvp DIR/PATH.v\n"
    "  vvp -n x.vvp +vectors=DIR/PATH.vectors\n"
    "The blocks are those of memloom's own rtl/, with the ports of all mechanisms; a folder of\n"
    "`memloom gen` has only the ports that its chip needs.\n\n"
    "  -o, --output DIR       folder for the files\n"
    "      --instance PATH    below gpu_mem, as in manifest.json, for example core_0.mshr; "
    "repeatable;\n"
    "                         default: the first instance of every block\n" CONFIG_HELP
    "\n" RUN_HELP "                         (default 3000 cycles, from reset)\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 success; 2 bad input.\n\n"
    "Example: memloom vectors --preset tiny -o build/vectors gemm\n";

enum { CHOSEN_MAX = 64, STANDARD_CYCLES = 3000 };

struct recorder {
    const struct gpu_instance *instance;
    struct port_set set;
    struct frame frame;
    FILE *file;
};

struct vectors {
    struct run run;
    const char *folder;
    struct staging staging;        /* the files, in that folder */
    const char *paths[CHOSEN_MAX]; /* instances asked for */
    unsigned path_count;
    struct recorder recorders[CHOSEN_MAX];
    unsigned count;
};

/* Every parameter of the instance: "WIDTH=8 DEPTH=4". The caller frees it. */
static char *parameters_text(const struct gpu_instance *instance)
{
    char *text = xstrdup("");
    for (unsigned i = 0; i < instance->block->parameter_count; i++) {
        const struct block_parameter *parameter = &instance->block->parameters[i];
        unsigned value;
        memcpy(&value, (const char *)instance->params + parameter->offset, sizeof(value));
        char *longer = xasprintf("%s%s%s=%u", text, i ? " " : "", parameter->name, value);
        free(text);
        text = longer;
    }
    return text;
}

static FILE *open_file(struct vectors *vectors, const char *path, const char *ending)
{
    char *name = xasprintf("%s.%s", path, ending);
    FILE *file = staging_file(&vectors->staging, name);
    free(name);
    return file;
}

/* The bench, the head of the vector file, and the cycle of reset. */
static void start(struct vectors *vectors, const struct gpu_instance *instance)
{
    if (vectors->count == CHOSEN_MAX)
        die("more than %d instances; choose some with --instance", CHOSEN_MAX);
    struct recorder *recorder = &vectors->recorders[vectors->count++];
    char *config = parameters_text(instance);
    recorder->instance = instance;
    port_set_init(&recorder->set, instance->block, instance->params);
    frame_init(&recorder->frame, &recorder->set);
    replay_bench_print(open_file(vectors, instance->path, "v"), &recorder->set, config);
    recorder->file = open_file(vectors, instance->path, "vectors");
    vectors_begin(recorder->file, &recorder->set, config);
    recorder->frame.reset = true;
    vectors_record(recorder->file, &recorder->set, &recorder->frame);
    recorder->frame.reset = false;
    free(config);
}

static bool block_is_recorded(const struct vectors *vectors, const struct block *block)
{
    for (unsigned i = 0; i < vectors->count; i++)
        if (vectors->recorders[i].instance->block == block)
            return true;
    return false;
}

/* Before anything is written. */
static void check_paths(const struct vectors *vectors, const struct gpu *gpu)
{
    for (unsigned k = 0; k < vectors->path_count; k++) {
        const char *path = vectors->paths[k];
        if (!gpu_instance_at(gpu, path))
            die("--instance: there is no '%s' in this chip; manifest.json of `memloom gen` lists "
                "them",
                path);
        for (unsigned i = 0; i < k; i++)
            if (!strcmp(vectors->paths[i], path))
                die("--instance: '%s' is named twice", path);
    }
}

static void choose(struct vectors *vectors, const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->instance_count && !vectors->path_count; i++)
        if (!block_is_recorded(vectors, gpu->instances[i].block))
            start(vectors, &gpu->instances[i]);
    for (unsigned k = 0; k < vectors->path_count; k++)
        start(vectors, gpu_instance_at(gpu, vectors->paths[k]));
}

static void record_cycle(struct vectors *vectors, uint64_t cycle)
{
    for (unsigned i = 0; i < vectors->count; i++) {
        struct recorder *recorder = &vectors->recorders[i];
        recorder->frame.cycle = cycle;
        frame_pack(&recorder->frame, &recorder->set, false, recorder->instance->in);
        frame_pack(&recorder->frame, &recorder->set, true, recorder->instance->out);
        vectors_record(recorder->file, &recorder->set, &recorder->frame);
    }
}

static void record(struct vectors *vectors)
{
    const struct gpu_options options = {.policy_seed = vectors->run.policy_seed,
                                        .shared_views = vectors->run.shared_views};
    struct workload *workloads[PROGRAMS_MAX];
    run_open_workloads(&vectors->run, workloads);
    struct gpu *gpu = gpu_new(&vectors->run.plan, workloads, &options);
    check_paths(vectors, gpu);
    staging_open(&vectors->staging, vectors->folder);
    choose(vectors, gpu);
    while (gpu->phase != GPU_DONE && gpu->now < vectors->run.cycles) {
        gpu_begin(gpu);
        gpu_refresh(gpu);
        record_cycle(vectors, gpu->now);
        gpu_edge(gpu);
    }
    staging_commit(&vectors->staging);
    for (unsigned i = 0; i < vectors->count; i++) {
        frame_release(&vectors->recorders[i].frame);
        printf("%s\n", vectors->recorders[i].instance->path);
    }
    struct stats stats;
    stats_gather(&stats, gpu);
    run_write_json(&vectors->run, gpu, &stats);
    gpu_free(gpu);
    run_close_workloads(&vectors->run, workloads);
}

int cmd_vectors(int argc, char **argv)
{
    enum { OPTION_INSTANCE = RUN_OWN };
    static const struct option long_options[] = {
        RUN_LONG,
        {"output", required_argument, NULL, 'o'},
        {"instance", required_argument, NULL, OPTION_INSTANCE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    static struct vectors vectors;
    run_init(&vectors.run);
    vectors.run.cycles = STANDARD_CYCLES;
    for (int option;
         (option = next_option("vectors", argc, argv, ":ho:" CONFIG_SHORT, long_options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return 0;
        }
        if (option == 'o')
            vectors.folder = optarg;
        else if (option == OPTION_INSTANCE && vectors.path_count == CHOSEN_MAX)
            die("--instance: at most %d of them", CHOSEN_MAX);
        else if (option == OPTION_INSTANCE)
            vectors.paths[vectors.path_count++] = optarg;
        else
            run_option(&vectors.run, option, optarg);
    }
    run_arguments(&vectors.run, argc - optind, argv + optind);
    config_require_rtl(&vectors.run.config, "vectors");
    if (!vectors.folder)
        die("vectors: -o DIR is missing: where should the files go?");
    record(&vectors);
    return 0;
}
