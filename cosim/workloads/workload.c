/* Opening, running and checking workloads by name; what they compute is in their own files. A trace
 * takes the place of a class. */
#include "workload.h"

#include "accel_list.h"
#include "slices.h"
#include "trace.h"
#include "util.h"
#include "workload_cache.h"
#include "workload_class.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const struct workload_class *const classes[] = {
    &gemm_class,
    &matrixmul_class,
    &bfs_class,
    &stencil_class,
    &stream_class,
    &vectoradd_class,
    &blackscholes_class,
    &transpose_class,
    &histogram_class,
    &atax_class,
    &syrk_class,
    &syr2k_class,
    &conv2d_class,
    &conv3d_class,
    &conv_class,
    &squeeze_class,
    &nn_class,
    &kmeans_class,
    &mm_class,
    &backprop_class,
    &hotspot_class,
    &lud_class,
    &nw_class,
    &srad_class,
    &pathfinder_class,
    &streamcluster_class,
    &cfd_class,
    &cutcp_class,
    &btree_class,
    &srad_v2_class,
    &covar_class,
    &hist64_class,
    &convsep_class,
    &spmv_class,
    &tpacf_class,
    &conv1_class,
    &fc_class,
    &lookup_class,
    &copy_class,
    &share_class,
    &order_class,
    &probe_class,
    &similarity_class,
    &pagerank_class,
    &stringmatch_class,
    &dwt2d_class,
    &survey_class,
    &resnet_class,
    &polygemm_class,
    &stencil3d_class,
    &transpose_naive_class,
    &binomial_class,
    &lbm_class,
    &mergesort_class,
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

/* ---- opening ---- */

static const struct workload_class *find_class(const char *name)
{
    const char *nearest = classes[0]->name;
    for (unsigned i = 0; i < CLASSES; i++) {
        if (!strcmp(classes[i]->name, name))
            return classes[i];
        nearest = nearer_word(name, nearest, classes[i]->name);
    }
    die("unknown workload '%s'; %s", name,
        did_you_mean(name, nearest, "`memloom trace workloads` lists them"));
}

static uint64_t parse_value(const struct workload *w, const char *argument, const char *text,
                            uint64_t min, uint64_t max)
{
    uint64_t value;
    if (!parse_number(text, &value))
        die("%s: '%s': the value must be a number below 2^64", w->class->name, argument);
    if (value < min || value > max)
        die("%s: '%s': the value must be %" PRIu64 "..%" PRIu64, w->class->name, argument, min,
            max);
    return value;
}

static bool named(const char *argument, size_t length, const char *name)
{
    return strlen(name) == length && !strncmp(argument, name, length);
}

static void unknown_parameter(const struct workload *w, const char *argument, size_t length)
{
    char *given = xasprintf("%.*s", (int)length, argument);
    const char *nearest = "seed";
    for (const struct parameter *p = w->class->parameter; p->name; p++)
        nearest = nearer_word(given, nearest, p->name);
    if (w->class->file_text)
        nearest = nearer_word(given, nearest, "file");
    die("%s has no parameter '%s'; %s", w->class->name, given,
        did_you_mean(given, nearest, "`memloom trace workloads` lists those that it has"));
}

static void set_parameter(struct workload *w, const char *argument)
{
    const char *equals = strchr(argument, '=');
    if (!equals)
        die("%s: '%s' is not of the form name=value", w->class->name, argument);
    size_t length = (size_t)(equals - argument);
    if (named(argument, length, "seed")) {
        w->seed = parse_value(w, argument, equals + 1, 0, UINT64_MAX);
        return;
    }
    if (w->class->file_text && named(argument, length, "file")) {
        free(w->file);
        w->file = xstrdup(equals + 1);
        return;
    }
    for (unsigned i = 0; w->class->parameter[i].name; i++) {
        const struct parameter *p = &w->class->parameter[i];
        if (named(argument, length, p->name)) {
            w->value[i] = parse_value(w, argument, equals + 1, p->min, p->max);
            w->given |= (uint8_t)(1u << i);
            return;
        }
    }
    unknown_parameter(w, argument, length);
}

/* Parameters that say otherwise than file=PATH would have no effect. */
static void check_file(const struct workload *w)
{
    for (unsigned i = 0; w->file && w->class->parameter[i].name; i++)
        if (w->given & w->class->file_says & 1u << i)
            die("%s: %s=%" PRIu64 " beside file=%s: the file says it; leave one of them out",
                w->class->name, w->class->parameter[i].name, w->value[i], w->file);
}

static struct workload *open_class(const struct workload_class *class, const char *file, int argc,
                                   char **argv, uint64_t seed)
{
    struct workload *w = xcalloc(1, sizeof *w);
    w->class = class;
    w->seed = seed;
    w->file = file ? xstrdup(file) : NULL;
    for (unsigned i = 0; w->class->parameter[i].name; i++)
        w->value[i] = w->class->parameter[i].value;
    for (int i = 0; i < argc; i++)
        set_parameter(w, argv[i]);
    check_file(w);
    w->class->open(w);
    return w;
}

struct workload *workload_open(const char *name, int argc, char **argv, uint64_t seed)
{
    return open_class(find_class(name), NULL, argc, argv, seed);
}

struct workload *workload_again(const struct workload *w)
{
    struct workload *again = xcalloc(1, sizeof *again);
    again->class = w->class;
    again->seed = w->seed;
    again->file = w->file ? xstrdup(w->file) : NULL;
    memcpy(again->value, w->value, sizeof again->value);
    again->class->open(again);
    return again;
}

struct workload *workload_open_trace(const char *path, int argc, char **argv)
{
    if (accel_list_is(path))
        return open_class(&accel_class, path, argc, argv, 0);
    if (argc)
        die("'%s': a trace is replayed as it is, it takes no workload", argv[0]);
    struct workload *w = xcalloc(1, sizeof *w);
    w->trace = trace_open(path);
    return w;
}

void workload_close(struct workload *w)
{
    if (w->trace)
        trace_close(w->trace);
    else
        w->class->close(w);
    while (w->free_blocks) {
        struct thread_block *block = w->free_blocks;
        w->free_blocks = block->next_free;
        block_free(block);
    }
    if (w->cache)
        workload_cache_free(w->cache);
    free(w->image.bytes);
    free(w->file);
    free(w);
}

const char *workload_name(const struct workload *w)
{
    return w->trace ? trace_header(w->trace)->name : w->class->name;
}

uint64_t workload_address_end(const struct workload *w)
{
    return w->trace ? trace_header(w->trace)->address_end : IMAGE_BASE + w->image.used;
}

void workload_must_fit(struct workload *w, unsigned address_bits)
{
    uint64_t end = workload_address_end(w);
    w->address_bits = address_bits;
    if (w->trace && end == TRACE_END_UNKNOWN && address_bits < 32)
        trace_limit(w->trace, address_bits);
    else if (end > UINT64_C(1) << address_bits)
        die("workload '%s' uses addresses up to 0x%" PRIx64 ", address_bits = %u is not enough",
            workload_name(w), end - 1, address_bits);
}

void workload_image(struct workload *w, workload_put *put, void *context)
{
    if (!w->trace) {
        put(context, IMAGE_BASE, w->image.bytes, w->image.used);
        return;
    }
    struct trace_piece piece;
    while (trace_next_piece(w->trace, &piece))
        put(context, piece.address, piece.bytes, piece.size);
    trace_must_be_good(w->trace);
}

/* ---- kernels and blocks ---- */

bool workload_next_kernel(struct workload *w, struct kernel *kernel)
{
    memset(&w->kernel, 0, sizeof w->kernel);
    w->next_block = 0;
    bool more =
        w->trace ? trace_next_kernel(w->trace, &w->kernel) : w->class->next_kernel(w, &w->kernel);
    if (w->trace)
        trace_must_be_good(w->trace);
    w->kernels_started += more;
    if (more && w->cache)
        workload_cache_kernel(w->cache, &w->image, &w->kernel);
    *kernel = w->kernel;
    return more;
}

void workload_next_shape(const struct workload *w, struct kernel *kernel)
{
    kernel->warps = w->kernel.warps;
    kernel->registers = w->kernel.registers;
    kernel->shared_bytes = w->kernel.shared_bytes;
}

struct thread_block *workload_new_block(struct workload *w)
{
    struct thread_block *block = w->free_blocks;
    if (!block)
        return xcalloc(1, sizeof *block);
    w->free_blocks = block->next_free;
    return block;
}

/* The block that comes next, still without records; NULL after the last. */
static struct thread_block *empty_block(struct workload *w)
{
    if (w->next_block == w->kernel.blocks)
        return NULL;
    struct thread_block *block = workload_new_block(w);
    block->index = w->next_block++;
    block->registers = w->kernel.registers;
    block->shared_bytes = w->kernel.shared_bytes;
    return block;
}

static void run_block(struct workload *w, struct thread_block *block)
{
    struct simt simt;
    simt_begin(&simt, &w->image, block, w->kernel.warps);
    if (w->cache)
        simt.cache = workload_cache_block(w->cache, block);
    if (simt.stream_room < w->mean_stream)
        simt.stream_room = w->mean_stream;
    if (w->class->run_slice)
        slices_run_all(w, &simt);
    else
        w->class->run_block(w, &simt, block->index);
    simt_end(&simt);
    if (w->address_bits)
        workload_must_fit(w, w->address_bits);
    size_t bytes = 0;
    for (unsigned i = 0; i < block->warps; i++)
        bytes += block->warp[i].used;
    w->mean_stream = bytes / block->warps;
}

struct thread_block *workload_next_block(struct workload *w)
{
    struct thread_block *block = empty_block(w);
    if (!block)
        return NULL;
    if (!w->trace) {
        run_block(w, block);
        return block;
    }
    trace_next_block(w->trace, block);
    trace_must_be_good(w->trace);
    trace_next_shape(w->trace, &w->kernel);
    return block;
}

struct thread_block *workload_begin_block(struct workload *w)
{
    if (w->trace || !w->class->run_slice || w->cache) /* the cache's state is of one block */
        return workload_next_block(w);
    struct thread_block *block = empty_block(w);
    if (block)
        slices_begin(w, block);
    return block;
}

const struct instruction *workload_more_records(struct workload *w, struct thread_block *block,
                                                unsigned warp, records_in_use *in_use,
                                                const void *context)
{
    slices_go_on(w, block, warp, in_use, context);
    return block_warp(block, warp);
}

void workload_free_block(struct workload *w, struct thread_block *block)
{
    block->next_free = atomic_load(&w->free_blocks);
    while (!atomic_compare_exchange_weak(&w->free_blocks, &block->next_free, block))
        ;
}

unsigned block_registers(unsigned warps, unsigned per_thread)
{
    return warps * LANES * ((per_thread + 3) & ~3u);
}

void block_free(struct thread_block *block)
{
    for (unsigned i = 0; i < BLOCK_WARPS_MAX; i++) {
        slices_free_earlier(&block->warp[i]);
        free(block->warp[i].bytes);
    }
    free(block->state);
    free(block);
}

/* ---- results ---- */

const char *workload_check(struct workload *w, workload_get *get, void *context)
{
    return w->trace || w->class->check(w, get, context) ? NULL : w->message;
}

static void describe_difference(struct workload *w, const struct result *result, uint64_t element,
                                uint32_t expected, uint32_t got)
{
    char place[64], values[96];
    if (result->columns)
        snprintf(place, sizeof place, "[%" PRIu64 "][%" PRIu64 "]", element / result->columns,
                 element % result->columns);
    else
        snprintf(place, sizeof place, "[%" PRIu64 "]", element);
    float f[2];
    memcpy(&f[0], &expected, sizeof f[0]);
    memcpy(&f[1], &got, sizeof f[1]);
    if (result->is_float)
        snprintf(values, sizeof values, "expected %.9g, got %.9g", (double)f[0], (double)f[1]);
    else
        snprintf(values, sizeof values, "expected %" PRIu32 ", got %" PRIu32, expected, got);
    snprintf(w->message, sizeof w->message, "%s: %s%s at 0x%" PRIx64 ": %s", w->class->name,
             result->name, place, result->address + 4 * element, values);
}

bool workload_compare(struct workload *w, const struct result *result, workload_get *get,
                      void *context)
{
    uint32_t got[1024];
    const uint32_t *expected = result->expected;
    for (uint64_t from = 0; from < result->count; from += 1024) {
        uint64_t count = result->count - from < 1024 ? result->count - from : 1024;
        get(context, result->address + 4 * from, got, 4 * count);
        for (uint64_t i = 0; i < count; i++) {
            if (got[i] == expected[from + i])
                continue;
            describe_difference(w, result, from + i, expected[from + i], got[i]);
            return false;
        }
    }
    return true;
}

bool workload_compare_all(struct workload *w, const struct result *results, unsigned count,
                          workload_get *get, void *context)
{
    for (unsigned i = 0; i < count; i++)
        if (!workload_compare(w, &results[i], get, context))
            return false;
    return true;
}

void fill_random_floats(struct rng *rng, float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        values[i] = (float)((int)rng_below(rng, 129) - 64) / 8;
}

uint64_t allocate_random_floats(struct workload *w, struct rng *rng, uint64_t count)
{
    uint64_t address = image_allocate(&w->image, 4 * count);
    fill_random_floats(rng, image_at(&w->image, address, 4 * count), count);
    return address;
}

void fill_floats_between(struct rng *rng, float *values, uint64_t count, const float range[2])
{
    unsigned steps = (unsigned)((range[1] - range[0]) * 1024) + 1;
    for (uint64_t i = 0; i < count; i++)
        values[i] = range[0] + (float)rng_below(rng, steps) / 1024;
}

uint64_t allocate_floats_between(struct workload *w, struct rng *rng, uint64_t count,
                                 const float range[2])
{
    uint64_t address = image_allocate(&w->image, 4 * count);
    fill_floats_between(rng, image_at(&w->image, address, 4 * count), count, range);
    return address;
}

void *image_copy(const struct workload *w, uint64_t address, uint64_t size)
{
    void *copy = xcalloc(size, 1);
    memcpy(copy, image_at(&w->image, address, size), size);
    return copy;
}

void free_state(struct workload *w)
{
    free(w->state);
}

void workload_list(FILE *out)
{
    for (unsigned i = 0; i < CLASSES; i++) {
        const struct workload_class *class = classes[i];
        fprintf(out, "%-10s %s\n", class->name, class->text);
        for (const struct parameter *p = class->parameter; p->name; p++)
            fprintf(out, "    %-12s %s (%" PRIu64 "..%" PRIu64 ", default %" PRIu64 ")\n", p->name,
                    p->text, p->min, p->max, p->value);
        if (class->file_text)
            fprintf(out, "    %-12s %s\n", "file", class->file_text);
    }
    fputs("All take seed=N, which the generated inputs depend on.\n", out);
}
