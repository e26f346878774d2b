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
    hotspot_has_the_counters_of_gpgpusim();
    nw_has_the_counters_of_gpgpusim();
    srad_has_the_counters_of_gpgpusim();
    pathfinder_has_the_counters_of_gpgpusim();
    streamcluster_has_the_lines_of_gpgpusim();
    backprop_has_the_sectors_of_accelsim();
    spmv_touches_as_many_lines_as_its_source_says();
    return check_report();
}
