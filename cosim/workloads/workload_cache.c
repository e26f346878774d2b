/* See workload_cache.h. A first functional run of the whole workload, whose records are only looked
 * at, says which arrays each kernel touches and writes. */
#include "workload_cache.h"

#include "util.h"
#include "workload_class.h"

#include <inttypes.h>
#include <stdlib.h>

/* Arrays of a kernel, bit per array. */
struct arrays {
    uint64_t touched, written;
};

struct workload_cache {
    struct workload_cache_options options;
    struct simt_cache *simt;
    struct arrays *kernel; /* [kernels] */
    unsigned kernels, kernel_room;
    unsigned started;        /* kernels so far */
    bool on;                 /* the running one has lines */
    unsigned lines_most;     /* of a thread, of all kernels so far */
    unsigned registers_most; /* added to a thread's, likewise */
};

/* ---- what a compiler would know ---- */

static void see_address(struct arrays *arrays, const struct image *image, bool writes,
                        uint64_t address)
{
    unsigned array = image_array(image, address);
    if (array == IMAGE_ARRAYS_MAX)
        return;
    arrays->touched |= UINT64_C(1) << array;
    arrays->written |= (uint64_t)writes << array;
}

static void see_record(struct arrays *arrays, const struct image *image,
                       const struct instruction *record)
{
    uint64_t address[LANES];
    instruction_addresses(record, address);
    for (uint32_t rest = record->mask; rest; rest &= rest - 1)
        see_address(arrays, image, !instruction_is_load(record), address[__builtin_ctz(rest)]);
}

static void see_block(struct arrays *arrays, const struct image *image,
                      const struct thread_block *block)
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        const struct instruction *record = block_warp(block, warp);
        for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
            if (instruction_is_memory(record))
                see_record(arrays, image, record);
    }
}

static void see_kernels(struct workload_cache *cache, const struct workload *w)
{
    struct workload *first = workload_again(w);
    struct kernel kernel;
    while (workload_next_kernel(first, &kernel)) {
        struct thread_block *block;
        if (cache->kernels == cache->kernel_room) {
            cache->kernel_room = 2 * cache->kernel_room + 16;
            cache->kernel = xrealloc(cache->kernel, cache->kernel_room * sizeof *cache->kernel);
        }
        struct arrays *arrays = &cache->kernel[cache->kernels++];
        *arrays = (struct arrays){0};
        while ((block = workload_next_block(first))) {
            see_block(arrays, &first->image, block);
            workload_free_block(first, block);
        }
    }
    workload_close(first);
}

void workload_use_cache(struct workload *w, const struct workload_cache_options *options)
{
    if (w->trace || w->class->grows)
        die("--software-cache: a trace's instructions are what they are; choose a workload");
    struct workload_cache *cache = xcalloc(1, sizeof *cache);
    cache->options = *options;
    cache->simt = simt_cache_new(options->monitored);
    see_kernels(cache, w);
    w->cache = cache;
}

void workload_cache_free(struct workload_cache *cache)
{
    simt_cache_free(cache->simt);
    free(cache->kernel);
    free(cache);
}

const struct simt_cache *workload_cache_of(const struct workload *w)
{
    return w->cache ? w->cache->simt : NULL;
}

/* ---- at a kernel's start ---- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Blocks that a core runs at a time. */
static unsigned resident_blocks(const struct workload_cache_options *core,
                                const struct kernel *kernel)
{
    uint64_t share = (kernel->blocks + core->cores - 1) / core->cores;
    unsigned registers = block_registers(kernel->warps, kernel->registers);
    unsigned blocks = least(core->blocks, core->warps / kernel->warps);
    if (registers)
        blocks = least(blocks, core->registers / registers);
    if (kernel->shared_bytes)
        blocks = least(blocks, core->shared_bytes / kernel->shared_bytes);
    return share < blocks ? (unsigned)share : blocks;
}

/* Structures are numbered in the order of their addresses. */
static void number_structures(struct workload_cache *cache, const struct image *image,
                              struct simt_cache_kernel *kernel)
{
    const struct arrays *arrays = &cache->kernel[cache->started];
    for (unsigned array = 0; array < IMAGE_ARRAYS_MAX; array++)
        kernel->structure[array] = -1;
    for (unsigned array = 0; array < image->arrays; array++) {
        unsigned number = kernel->choice.structures;
        bool written = arrays->written >> array & 1;
        if (!(arrays->touched >> array & 1))
            continue;
        kernel->structure[array] = (int8_t)number;
        kernel->array[number] = (uint8_t)array;
        kernel->choice.read_write |= (uint64_t)written << number;
        kernel->choice.structures++;
        cache->simt->array[array].read |= !written;
        cache->simt->array[array].written |= written;
    }
}

/* Registers that a compiler gives each thread: for every structure what a line of it takes. */
static unsigned added_registers(const struct software_choice *choice)
{
    return 2 * choice->structures + (unsigned)__builtin_popcountll(choice->read_write);
}

void workload_cache_kernel(struct workload_cache *cache, const struct image *image,
                           struct kernel *kernel)
{
    struct simt_cache_kernel given = {.threads = kernel->warps * LANES};
    struct kernel grown = *kernel;
    number_structures(cache, image, &given);
    cache->started++;
    unsigned registers = added_registers(&given.choice);
    if (kernel->registers)
        grown.registers = least(kernel->registers + registers, THREAD_REGISTERS_MAX);
    grown.shared_bytes =
        (kernel->shared_bytes + SOFTWARE_LINE_BYTES - 1) & ~(unsigned)(SOFTWARE_LINE_BYTES - 1);
    unsigned blocks = resident_blocks(&cache->options, &grown);
    unsigned free_bytes = cache->options.shared_bytes - blocks * grown.shared_bytes;
    given.offset = grown.shared_bytes;
    given.choice.lines =
        least(software_lines(free_bytes, blocks * given.threads), given.choice.structures);
    cache->on = given.choice.lines > 0;
    if (!cache->on)
        return;
    grown.shared_bytes += given.choice.lines * given.threads * SOFTWARE_LINE_BYTES;
    *kernel = grown;
    simt_cache_kernel(cache->simt, &given);
    if (given.choice.lines > cache->lines_most)
        cache->lines_most = given.choice.lines;
    if (registers > cache->registers_most)
        cache->registers_most = registers;
}

struct simt_cache *workload_cache_block(struct workload_cache *cache,
                                        const struct thread_block *block)
{
    if (!cache->on)
        return NULL;
    simt_cache_block(cache->simt, block->warps);
    return cache->simt;
}

/* ---- statistics ---- */

/* A line of the table, a key of the JSON file. */
struct figure {
    const char *key; /* behind software_cache. */
    double value;
    bool is_ratio;
    const char *meaning;
};

enum { FIGURES_MAX = 32 };

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static unsigned gather(const struct workload_cache *cache, struct figure figure[FIGURES_MAX])
{
    const struct simt_cache_stats *s = &cache->simt->stats;
    uint64_t added = s->monitoring + s->caching, lines = s->read_choices + s->write_choices;
    uint64_t registers = s->uncached_choices + 2 * s->read_choices + 3 * s->write_choices;
    const struct figure all[] = {
        {"lines", cache->lines_most, false, "16 B lines of a thread, at most"},
        {"threads", (double)s->threads, false, "threads of kernels with lines"},
        {"chose", (double)s->chose, false, "threads that left their monitoring phase"},
        {"structures_cached", ratio(lines, s->chose), true, "per thread of these"},
        {"registers", ratio(registers, s->chose), true,
         "of the layer, per thread of these: 1, 2, 3 per structure"},
        {"registers_given", cache->registers_most, false, "to a thread by the compiler, at most"},
        {"instructions.kernel", (double)s->instructions, false, "warp instructions of the kernels"},
        {"instructions.monitoring", (double)s->monitoring, false,
         "warp instructions added: monitoring, choice"},
        {"instructions.caching", (double)s->caching, false, "warp instructions added: all else"},
        {"instructions.growth", ratio(added, s->instructions), true, "added / the kernels' own"},
        {"instructions.loop_growth", ratio(s->caching, s->cached_loops), true,
         "caching / the kernels' own behind monitoring"},
        {"monitoring_share", ratio(s->monitoring, s->instructions + added), true,
         "of all warp instructions"},
        {"accesses.monitored", (double)s->monitored, false, "accesses of threads"},
        {"accesses.uncached", (double)s->uncached, false, "behind it, to structures without line"},
        {"accesses.hits", (double)s->hits, false, "to those with a line, found"},
        {"accesses.misses", (double)s->misses, false, "not found"},
        {"hit_rate", ratio(s->hits, s->hits + s->misses), true, "hits / (hits + misses)"},
        {"evictions", (double)s->evictions, false, "dirty lines written back for another one"},
        {"flushed", (double)s->flushed, false,
         "dirty lines written back at barriers, fences, atomics, ends"},
        {"shared_accesses", (double)s->shared_accesses, false, "warp instructions"},
        {"requests.kernel", (double)s->requests[0], false,
         "line requests that the kernels alone would make"},
        {"requests", (double)s->requests[1], false, "line requests made"},
        {"sectors.kernel", (double)s->sectors[0], false,
         "32 B sectors that the kernels alone would touch"},
        {"sectors", (double)s->sectors[1], false, "32 B sectors touched"},
        {"sectors_saved", 1 - ratio(s->sectors[1], s->sectors[0]), true, "share of these"},
    };
    static_assert(sizeof all / sizeof *all <= FIGURES_MAX, "there is room for all");
    memcpy(figure, all, sizeof all);
    return sizeof all / sizeof *all;
}

static void print_arrays(const struct workload *w, FILE *file)
{
    const struct simt_cache_array *array = w->cache->simt->array;
    fputs("\narray            bytes  access             hits    threads with a line\n", file);
    for (unsigned i = 0; i < w->image.arrays; i++) {
        uint64_t end = i + 1 < w->image.arrays ? w->image.array[i + 1] : IMAGE_BASE + w->image.used;
        if (array[i].read || array[i].written)
            fprintf(file, "0x%-8" PRIx64 " %11" PRIu64 "  %-10s %12" PRIu64 " %18" PRIu64 "\n",
                    w->image.array[i], end - w->image.array[i],
                    array[i].written ? "read-write" : "read-only", array[i].hits, array[i].chose);
    }
}

void workload_cache_print(const struct workload *w, FILE *file)
{
    struct figure figure[FIGURES_MAX];
    if (!w->cache)
        return;
    fputs("\nsoftware cache\n", file);
    unsigned figures = gather(w->cache, figure);
    for (unsigned i = 0; i < figures; i++)
        fprintf(file, "software_cache.%-25s %14.*f  %s\n", figure[i].key,
                figure[i].is_ratio ? 4 : 0, figure[i].value, figure[i].meaning);
    print_arrays(w, file);
}

void workload_cache_json(const struct workload *w, FILE *file)
{
    struct figure figure[FIGURES_MAX];
    unsigned figures = w->cache ? gather(w->cache, figure) : 0;
    for (unsigned i = 0; i < figures; i++)
        fprintf(file, ",\n  \"software_cache.%s\": %.*f", figure[i].key, figure[i].is_ratio ? 6 : 0,
                figure[i].value);
}
