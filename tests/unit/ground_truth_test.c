/* The accesses of the papers' kernels, instruction by instruction, beside
 * published counters of the real ones at full size (docs/workloads.md, Ground
 * truth): how often a static instruction issues, its active lanes, the 128 B
 * lines and 32 B sectors that they touch. */
#include "check.h"

#include "coalesce.h"
#include "every_workload.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one static instruction, or several, did. */
struct count {
    uint64_t issued, lanes, lines, sectors;
};

static void count_record(const struct instruction *record, struct count *count)
{
    uint64_t address[LANES], line, mask[2];
    count->issued++;
    count->lanes += (unsigned)__builtin_popcount(record->mask);
    instruction_addresses(record, address);
    for (uint32_t lanes = record->mask; lanes; count->lines++) {
        lanes &= ~coalesce(address, lanes, record->size, LINE_SHIFT, false, &line, mask);
        for (unsigned sector = 0; sector < 4; sector++)
            count->sectors += (mask[sector / 2] >> (32 * (sector % 2)) & UINT32_MAX) != 0;
    }
}

/* Static instructions of one kind in kernels of one name. */
struct row {
    const char *kernel;
    uint8_t kind;
    uint32_t first, last; /* numbers of the instructions: pc / 16 */
    struct count count;
};

static bool belongs(const struct row *row, const char *kernel, const struct instruction *record)
{
    uint32_t number = record->pc / 16;
    return record->kind == row->kind && number >= row->first && number <= row->last &&
           !strcmp(kernel, row->kernel);
}

static void count_block(const struct thread_block *block, const char *kernel, const struct row *row,
                        struct count *count)
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        const struct instruction *record = block_warp(block, warp);
        for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
            if (belongs(row, kernel, record))
                count_record(record, count);
    }
}

enum { ROWS_MAX = 24 };

/* Runs a workload functionally and counts. */
static void count_rows(const char *name, const char *arguments, const struct row *rows,
                       unsigned count, struct count *counted)
{
    struct workload *w = open_workload(name, arguments);
    struct kernel kernel;
    struct thread_block *block;
    while (workload_next_kernel(w, &kernel))
        while ((block = workload_next_block(w))) {
            for (unsigned i = 0; i < count; i++)
                count_block(block, kernel.name, &rows[i], &counted[i]);
            workload_free_block(w, block);
        }
    workload_close(w);
}

/* A count of zero in a row stands for one that was not published. */
static void check_counts(const char *name, const char *arguments, const struct row *rows,
                         unsigned count)
{
    struct count counted[ROWS_MAX] = {{0}};
    count_rows(name, arguments, rows, count, counted);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t *expected = &rows[i].count.issued, *got = &counted[i].issued;
        check_case("%s %s, instruction %u", name, rows[i].kernel, rows[i].first);
        for (unsigned field = 0; field < 4; field++)
            if (expected[field])
                CHECK_EQUAL(got[field], expected[field]);
    }
}

enum { LD = INSTRUCTION_LOAD, ST = INSTRUCTION_STORE };
#define CHECK_COUNTS(name, arguments, rows)                                                        \
    check_counts(name, arguments, rows, sizeof rows / sizeof rows[0])

static void vectoradd_has_the_accesses_of_its_trace(void)
{
    static const struct row rows[] = {{"vectoradd", LD, 1, 1, {1563, 50000, 1563, 6250}},
                                      {"vectoradd", LD, 2, 2, {1563, 50000, 1563, 6250}},
                                      {"vectoradd", ST, 3, 3, {1563, 50000, 1563, 6250}}};
    CHECK_COUNTS("vectoradd", "n=50000", rows);
}

/* ---- instruction by instruction ---- */

static uint64_t instructions_of(const struct thread_block *block, unsigned warp)
{
    const struct instruction *record = block_warp(block, warp);
    uint64_t count = 1; /* the exit */
    for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record))
        count += record->kind == INSTRUCTION_ALU ? record->count : 1;
    return count;
}

/* A place in a warp's stream, instruction by instruction. */
struct place {
    const struct instruction *record;
    uint32_t done; /* instructions of the record before it */
};

static bool advance(struct place *place)
{
    if (place->record->kind == INSTRUCTION_EXIT)
        return false;
    if (place->record->kind != INSTRUCTION_ALU || ++place->done == place->record->count) {
        place->record = instruction_next(place->record);
        place->done = 0;
    }
    return true;
}

/* Addresses of one array in both streams, from where they are first seen on. */
struct pair_of_arrays {
    uint32_t pc;
    uint64_t base[2];
};

enum { ARRAYS_SEEN = 16 };

static bool same_addresses(const struct instruction *one, const struct instruction *other,
                           struct pair_of_arrays array[ARRAYS_SEEN])
{
    uint64_t address[2][LANES];
    struct pair_of_arrays *own = array;
    instruction_addresses(one, address[0]);
    instruction_addresses(other, address[1]);
    while (own->pc && own->pc != one->pc)
        own++;
    if (!own->pc && one->mask) {
        int first = __builtin_ctz(one->mask);
        *own = (struct pair_of_arrays){one->pc, {address[0][first], address[1][first]}};
    }
    for (uint32_t rest = one->mask; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        if (address[0][lane] - own->base[0] != address[1][lane] - own->base[1])
            return false;
    }
    return true;
}

/* All of a warp but the latency class of arithmetic. */
static bool same_warp(const struct thread_block *one, const struct thread_block *other,
                      unsigned warp, struct pair_of_arrays array[ARRAYS_SEEN])
{
    struct place a = {block_warp(one, warp), 0}, b = {block_warp(other, warp), 0};
    for (;;) {
        bool memory = instruction_is_memory(a.record);
        if (a.record->kind != b.record->kind || a.record->size != b.record->size)
            return false;
        if (a.record->kind != INSTRUCTION_EXIT && a.record->mask != b.record->mask)
            return false;
        if (memory && !same_addresses(a.record, b.record, array))
            return false;
        if (advance(&a) != advance(&b))
            return false;
        if (a.record->kind == INSTRUCTION_EXIT && b.record->kind == INSTRUCTION_EXIT)
            return true;
    }
}

static void equals_its_trace(const char *name, const char *arguments, const char *trace)
{
    const char *folder = getenv("MEMLOOM_DATA") ? getenv("MEMLOOM_DATA") : "/work/shared/data";
    char *path = xasprintf("%s/traces/%s", folder, trace);
    check_case("%s %s instruction by instruction", name, arguments);
    if (access(path, R_OK)) {
        check_skip("the trace of MEMLOOM_DATA is not there");
        free(path);
        return;
    }
    struct workload *own = open_workload(name, arguments),
                    *real = workload_open_trace(path, 0, NULL);
    struct pair_of_arrays array[ARRAYS_SEEN] = {{0}};
    struct kernel kernel, real_kernel;
    struct thread_block *block, *real_block;
    bool more;
    while ((more = workload_next_kernel(real, &real_kernel)) ==
               workload_next_kernel(own, &kernel) &&
           more) {
        CHECK_EQUAL(kernel.blocks, real_kernel.blocks);
        CHECK_EQUAL(kernel.warps, real_kernel.warps);
        while ((block = workload_next_block(own)) && (real_block = workload_next_block(real))) {
            for (unsigned warp = 0; warp < kernel.warps; warp++)
                CHECK(same_warp(block, real_block, warp, array));
            workload_free_block(own, block);
            workload_free_block(real, real_block);
        }
    }
    CHECK(!more);
    workload_close(own);
    workload_close(real);
    free(path);
}

/* Instructions of some warps (one active lane, several) and of all kernels in the trace of
 * Rodinia's bfs on an A100 (sarchlab/mgpusim, bfs-rodinia-2.0-ft). */
static void bfs_has_as_many_instructions_as_its_trace(void)
{
    static const struct {
        unsigned kernel, block, warp, instructions; /* kernels from 1 */
    } expected[] = {{1, 0, 0, 275}, {1, 0, 1, 12},  {3, 0, 0, 12},  {3, 0, 6, 225}, {4, 0, 4, 13},
                    {4, 0, 5, 28},  {4, 0, 15, 28}, {4, 1, 1, 13},  {4, 1, 2, 28},  {5, 1, 6, 250},
                    {5, 1, 7, 12},  {5, 1, 8, 175}, {7, 0, 2, 226}, {9, 6, 7, 304}};
    static const unsigned kernels[] = {1799,  1814, 3416,  2399, 11183, 3494, 29545, 3584,
                                       39422, 3584, 35795, 3314, 15165, 1694, 1637,  1664};
    const char *folder = getenv("MEMLOOM_DATA") ? getenv("MEMLOOM_DATA") : "/work/shared/data";
    char *argument = xasprintf("file=%s/bfs/graph4096.txt", folder);
    check_case("bfs %s, instructions of warps", argument);
    if (access(argument + strlen("file="), R_OK)) {
        check_skip("the graph of MEMLOOM_DATA is not there");
        free(argument);
        return;
    }
    struct workload *w = open_workload("bfs", argument);
    struct kernel kernel;
    struct thread_block *block;
    unsigned number = 0;
    uint64_t all = 0;
    while (workload_next_kernel(w, &kernel) && number++ < sizeof kernels / sizeof kernels[0]) {
        uint64_t of_kernel = 0;
        while ((block = workload_next_block(w))) {
            for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
                if (expected[i].kernel == number && expected[i].block == block->index)
                    CHECK_EQUAL(instructions_of(block, expected[i].warp), expected[i].instructions);
            for (unsigned warp = 0; warp < block->warps; warp++)
                of_kernel += instructions_of(block, warp);
            workload_free_block(w, block);
        }
        CHECK_EQUAL(of_kernel, kernels[number - 1]);
        all += of_kernel;
    }
    CHECK_EQUAL(number, sizeof kernels / sizeof kernels[0]);
    CHECK_EQUAL(all, 159509);
    workload_close(w);
    free(argument);
}

static void hotspot_has_the_counters_of_gpgpusim(void)
{
    static const struct row rows[] = {{"hotspot", LD, 1, 1, {14620, 462400, 42840, 0}},
                                      {"hotspot", LD, 2, 2, {14620, 462400, 42840, 0}},
                                      {"hotspot", ST, 3, 3, {11008, 262144, 27136, 0}}};
    CHECK_COUNTS("hotspot", "size=512 pyramid=2 steps=2", rows);
}

/* 8256 = 128 x 129 / 2 blocks of the first kernel. A row of ref crosses a line
 * border where its first word lies in the upper half of a line, in every second
 * kernel: 8256 + 4160 or 4096. */
static void nw_has_the_counters_of_gpgpusim(void)
{
    static const struct row rows[] = {{"grow", LD, 1, 1, {8256, 8256, 8256, 0}},
                                      {"grow", LD, 2, 2, {8256, 132096, 12416, 0}},
                                      {"grow", LD, 3, 15, {13 * 8256, 13 * 132096, 13 * 12416, 0}},
                                      {"grow", LD, 16, 16, {8256, 132096, 8256, 0}},
                                      {"grow", LD, 17, 17, {8256, 132096, 12352, 0}},
                                      {"grow", LD, 18, 18, {8256, 132096, 132096, 0}},
                                      {"grow", LD, 19, 19, {8256, 132096, 12416, 0}},
                                      {"grow", ST, 20, 35, {16 * 8256, 16 * 132096, 0, 0}}};
    CHECK_COUNTS("nw", "n=2048", rows);
}

/* One repetition of the 100, which all access the same; with SOAK set all of them. */
static void srad_has_the_counters_of_gpgpusim(void)
{
    enum { POINTS = 502 * 458, WARPS = POINTS / 32 + 1 };
    struct row rows[] = {{"srad", LD, 16, 16, {WARPS, POINTS, 7185, 0}},
                         {"srad", LD, 17, 17, {WARPS, POINTS, 14049, 0}},
                         {"srad", LD, 18, 18, {WARPS, POINTS, 14341, 0}},
                         {"srad", LD, 19, 19, {WARPS, POINTS, 14049, 0}},
                         {"srad", LD, 20, 20, {WARPS, POINTS, 14341, 0}},
                         {"srad", LD, 22, 22, {WARPS, POINTS, 14355, 0}},
                         {"srad", LD, 24, 24, {WARPS, POINTS, 14355, 0}}};
    unsigned steps = getenv("SOAK") ? 100 : 1;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rows[i].count.issued *= steps;
        rows[i].count.lanes *= steps;
        rows[i].count.lines *= steps;
    }
    CHECK_COUNTS("srad", steps > 1 ? "rows=502 columns=458 steps=100" : "rows=502 columns=458",
                 rows);
}

static void pathfinder_has_the_counters_of_gpgpusim(void)
{
    static const struct row rows[] = {{"pathfinder", LD, 1, 1, {1851, 59070, 3673, 0}},
                                      {"pathfinder", LD, 2, 2, {36653, 1075310, 69714, 0}},
                                      {"pathfinder", ST, 3, 3, {1851, 50000, 3346, 0}}};
    CHECK_COUNTS("pathfinder", "columns=10000 rows=100 pyramid=20", rows);
}

/* 1.000 lines per warp load of coordinates, 8.000 of the records. */
static void streamcluster_has_the_lines_of_gpgpusim(void)
{
    static const struct row rows[] = {{"compute cost", LD, 1, 1, {1024, 32768, 1024, 0}},
                                      {"compute cost", LD, 2, 2, {1024, 32768, 1024, 0}},
                                      {"compute cost", LD, 3, 3, {512, 16384, 4096, 0}},
                                      {"compute cost", LD, 4, 4, {512, 16384, 4096, 0}}};
    CHECK_COUNTS("streamcluster", "n=16384 dimensions=2 candidates=1", rows);
}

/* 7.32 lines per warp load on a real matrix, as counted from the sources by
 * another program. */
static void spmv_touches_as_many_lines_as_its_source_says(void)
{
    static const struct row loads = {"spmv", LD, 1, 5, {0, 0, 0, 0}};
    const char *folder = getenv("MEMLOOM_DATA") ? getenv("MEMLOOM_DATA") : "/work/shared/data";
    char *argument = xasprintf("file=%s/spmv/medium.bcsstk18.mtx", folder);
    struct count count = {0};
    check_case("spmv %s", argument);
    if (access(argument + strlen("file="), R_OK)) {
        check_skip("the matrix of MEMLOOM_DATA is not there");
    } else {
        count_rows("spmv", argument, &loads, 1, &count);
        CHECK_EQUAL((100 * count.lines + count.issued / 2) / count.issued, 732);
    }
    free(argument);
}

/* An Accel-Sim log of an A30 counts 32 B sectors. */
static void backprop_has_the_sectors_of_accelsim(void)
{
    static const struct row rows[] = {{"forward", LD, 1, 2, {0, 0, 0, 204800}},
                                      {"forward", ST, 3, 4, {0, 0, 0, 196608}},
                                      {"adjust", LD, 5, 22, {0, 0, 0, 770063}},
                                      {"adjust", ST, 5, 22, {0, 0, 0, 327686}}};
    CHECK_COUNTS("backprop", "n=65536", rows);
}

int main(void)
{
    vectoradd_has_the_accesses_of_its_trace();
    equals_its_trace("vectoradd", "n=50000", "vectoradd-50000");
    bfs_has_as_many_instructions_as_its_trace();
    hotspot_has_the_counters_of_gpgpusim();
    nw_has_the_counters_of_gpgpusim();
    srad_has_the_counters_of_gpgpusim();
    pathfinder_has_the_counters_of_gpgpusim();
    streamcluster_has_the_lines_of_gpgpusim();
    backprop_has_the_sectors_of_accelsim();
    spmv_touches_as_many_lines_as_its_source_says();
    return check_report();
}
