/* memloom trace: records workloads as trace files and shows what is in one. Format: docs/trace.md.
 */
#include "accel_list.h"
#include "commands.h"
#include "run.h"
#include "trace.h"
#include "util.h"
#include "workload.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "memloom trace - records and shows traces of warp instructions\n\n"
    "Usage: memloom trace record -o FILE WORKLOAD [NAME=VALUE]...   execute it and write its "
    "trace\n"
    "       memloom trace import -o FILE TRACE [NAME=VALUE]...      make one of Accel-Sim's\n"
    "       memloom trace info FILE                                 counts, after checking it all\n"
    "       memloom trace dump FILE                                 every record as a line of "
    "text\n"
    "       memloom trace workloads                                 workloads and parameters\n\n"
    "  -o, --output FILE      the trace; `memloom sim --trace FILE` replays it\n"
    "      --seed N           of generated inputs, default 1\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 success; 2 bad input, also a damaged trace.\n\n"
    "Example: memloom trace record -o bfs.trace bfs rmat=10 edgefactor=8\n";

static void record(const char *path, uint64_t seed, int argc, char **argv)
{
    struct workload *w = workload_open(argv[0], argc - 1, argv + 1, seed);
    trace_record(w, path);
    workload_close(w);
}

/* TRACE: a folder with kernelslist.g, such a list, or one kernel. */
static void import(const char *path, int argc, char **argv)
{
    if (!accel_list_is(argv[0]))
        die("'%s': not a trace of Accel-Sim: a folder, a list (.g) or a kernel (.traceg, also with "
            ".xz or .zst)",
            argv[0]);
    struct workload *w = workload_open_trace(argv[0], argc - 1, argv + 1);
    trace_record(w, path);
    workload_close(w);
}

/* What happens at each item of a trace; the walk itself checks the file. */
struct visitor {
    void (*kernel)(void *context, const struct kernel *kernel);
    void (*block)(void *context, const struct thread_block *block);
    void *context;
};

struct counts {
    FILE *text; /* where lines go */
    uint64_t image_bytes, kernels, blocks, warps;
    uint64_t instructions[INSTRUCTION_KINDS]; /* warp instructions per kind */
    uint64_t lanes;                           /* thread instructions */
};

static void walk(const char *path, const struct visitor *visitor, struct counts *counts)
{
    struct trace_reader *reader = trace_open(path);
    struct trace_piece piece;
    struct kernel kernel;
    struct thread_block block = {0};
    fprintf(counts->text, "trace of %s, addresses below 0x%" PRIx64 "\n",
            trace_header(reader)->name, trace_header(reader)->address_end);
    while (trace_next_piece(reader, &piece))
        counts->image_bytes += piece.size;
    while (trace_next_kernel(reader, &kernel)) {
        visitor->kernel(visitor->context, &kernel);
        for (uint64_t i = 0; i < kernel.blocks && trace_next_block(reader, &block); i++)
            visitor->block(visitor->context, &block);
    }
    trace_must_be_good(reader);
    trace_close(reader);
    for (unsigned i = 0; i < BLOCK_WARPS_MAX; i++)
        free(block.warp[i].bytes);
}

static void count_kernel(void *context, const struct kernel *kernel)
{
    struct counts *counts = context;
    counts->kernels++;
    fprintf(counts->text, "kernel %-24s %10" PRIu64 " blocks of %u warps\n", kernel->name,
            kernel->blocks, kernel->warps);
}

static void count_block(void *context, const struct thread_block *block)
{
    struct counts *counts = context;
    counts->blocks++;
    counts->warps += block->warps;
    for (unsigned i = 0; i < block->warps; i++) {
        const struct instruction *record = block_warp(block, i);
        for (;; record = instruction_next(record)) {
            counts->instructions[record->kind] += record->count;
            counts->lanes += (uint64_t)record->count * (unsigned)__builtin_popcount(record->mask);
            if (record->kind == INSTRUCTION_EXIT)
                break;
        }
    }
}

/* Counts what is in the whole trace, which it checks; the text about its kernels, to be freed. */
static char *count_all(const char *path, struct counts *counts)
{
    char *text;
    size_t size;
    counts->text = open_memstream(&text, &size);
    walk(path, &(struct visitor){count_kernel, count_block, counts}, counts);
    fclose(counts->text);
    return text;
}

static void info(const char *path)
{
    struct counts counts = {0};
    char *text = count_all(path, &counts);
    fputs(text, stdout);
    free(text);
    printf("initial memory  %12" PRIu64 " bytes\nkernels         %12" PRIu64
           "\nblocks          %12" PRIu64 "\nwarps           %12" PRIu64 "\n",
           counts.image_bytes, counts.kernels, counts.blocks, counts.warps);
    uint64_t total = 0;
    for (unsigned kind = 0; kind < INSTRUCTION_KINDS; kind++) {
        printf("%-15s %12" PRIu64 "\n", instruction_kind_name(kind), counts.instructions[kind]);
        total += counts.instructions[kind];
    }
    printf("warp instr.     %12" PRIu64 "\nthread instr.   %12" PRIu64 "\n", total, counts.lanes);
}

static void dump_kernel(void *context, const struct kernel *kernel)
{
    (void)context;
    printf("kernel %s: %" PRIu64 " blocks of %u warps\n", kernel->name, kernel->blocks,
           kernel->warps);
}

static void dump_memory(const struct instruction *record)
{
    uint64_t address[LANES];
    const uint8_t *data = instruction_data(record);
    instruction_addresses(record, address);
    printf("%s%s %u mask %08" PRIx32, record->kind == INSTRUCTION_ATOMIC ? " " : "",
           record->kind == INSTRUCTION_ATOMIC ? atomic_op_name(record->op) : "", record->size,
           record->mask);
    if (instruction_is_awaited(record))
        printf(" use +%u%s", record->use_distance,
               record->flags & INSTRUCTION_MAY_DIFFER ? " racy" : "");
    for (uint32_t rest = record->mask; rest; rest &= rest - 1) {
        printf(" %" PRIx64, address[__builtin_ctz(rest)]);
        for (unsigned i = 0; data && i < record->size; i++)
            printf("%s%02x", i ? "" : ":", data[i]);
        if (data && !instruction_is_broadcast(record))
            data += record->size;
    }
}

static void dump_block(void *context, const struct thread_block *block)
{
    (void)context;
    for (unsigned i = 0; i < block->warps; i++) {
        printf("block %" PRIu64 " warp %u\n", block->index, i);
        const struct instruction *record = block_warp(block, i);
        for (;; record = instruction_next(record)) {
            printf("  %05" PRIx32 " %s", record->pc, instruction_kind_name(record->kind));
            if (instruction_is_access(record))
                dump_memory(record);
            else if (record->kind == INSTRUCTION_BARRIER && (record->op || record->use_distance))
                printf(" %u of %u warps%s", record->op, record->use_distance,
                       record->flags & INSTRUCTION_GOES_ON ? ", goes on" : "");
            else if (record->kind == INSTRUCTION_ALU)
                printf(" x%" PRIu32 " mask %08" PRIx32, record->count, record->mask);
            putchar('\n');
            if (record->kind == INSTRUCTION_EXIT)
                break;
        }
    }
}

/* Nothing is shown of a damaged trace: it is read twice, unless it comes through a pipe. */
static void dump(const char *path)
{
    struct counts counts = {0};
    struct stat status;
    if (!stat(path, &status) && S_ISREG(status.st_mode))
        free(count_all(path, &counts));
    counts.text = stdout;
    walk(path, &(struct visitor){dump_kernel, dump_block, NULL}, &counts);
}

enum { OPTION_SEED = OPTION_OWN };

/* What stands behind the verb, and -o. */
static void check_words(const char *verb, int words, int least, int most, const char *what,
                        const char *output, bool writes)
{
    if (words < least)
        die("trace %s: no %s given; `memloom trace --help` tells how", verb, what);
    if (words > most)
        die("trace %s: takes %d %s, here are %d", verb, most, what, words);
    if (writes && !output)
        die("trace %s: -o FILE is missing: where should the trace go?", verb);
    if (!writes && output)
        die("trace %s: -o %s: writes no file", verb, output);
}

int cmd_trace(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"seed", required_argument, NULL, OPTION_SEED},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    const char *output = NULL;
    uint64_t seed = 1;
    for (int option; (option = next_option("trace", argc, argv, ":o:h", options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return 0;
        }
        if (option == 'o')
            output = optarg;
        else if (option == OPTION_SEED)
            seed = run_number("seed", optarg);
    }
    const char *verb = optind < argc ? argv[optind] : "";
    char **words = argv + optind + 1;
    int rest = argc - optind - 1;
    if (!strcmp(verb, "record")) {
        check_words(verb, rest, 1, argc, "WORKLOAD", output, true);
        record(output, seed, rest, words);
    } else if (!strcmp(verb, "import")) {
        check_words(verb, rest, 1, argc, "TRACE", output, true);
        import(output, rest, words);
    } else if (!strcmp(verb, "info")) {
        check_words(verb, rest, 1, 1, "FILE", output, false);
        info(words[0]);
    } else if (!strcmp(verb, "dump")) {
        check_words(verb, rest, 1, 1, "FILE", output, false);
        dump(words[0]);
    } else if (!strcmp(verb, "workloads")) {
        check_words(verb, rest, 0, 0, "words", output, false);
        workload_list(stdout);
    } else {
        verb_error("trace", verb, "record, import, info, dump or workloads");
    }
    return 0;
}
