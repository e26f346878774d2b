/* Workloads access memory as the real kernels do: bfs lane by lane, the others as many lines per
 * load. */
#include "workload_run.h"

#include "coalesce.h"
#include "util.h"

#include <stdlib.h>
#include <unistd.h>

/* docs/workloads.md: an NVBit trace of the real kernel on this graph has 132,668 lane addresses in
 * the visiting kernel over 8 levels. */
static void bfs_accesses_what_the_real_kernel_accesses(void)
{
    const char *folder = getenv("MEMLOOM_DATA") ? getenv("MEMLOOM_DATA") : "/work/shared/data";
    char *argument = xasprintf("file=%s/bfs/graph4096.txt", folder);
    if (access(argument + strlen("file="), R_OK)) {
        check_skip("the graph file of MEMLOOM_DATA is not there");
        free(argument);
        return;
    }
    struct workload *w = workload_open("bfs", 1, &argument, 1);
    struct tally tally = run(w);
    CHECK_EQUAL(tally.kernels, 16);
    CHECK_EQUAL(tally.visit_lanes, 132668);
    CHECK(!workload_check(w, get_image, w));
    workload_close(w);
    free(argument);
}

/* Warp loads of a block and the 128 B lines they touch. */
static void count_load_lines(const struct thread_block *block, uint64_t *loads, uint64_t *lines)
{
    for (unsigned warp = 0; warp < block->warps; warp++) {
        const struct instruction *record = block_warp(block, warp);
        for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record)) {
            uint64_t address[LANES], line, mask[2];
            if (!instruction_is_load(record))
                continue;
            ++*loads;
            instruction_addresses(record, address);
            for (uint32_t lanes = record->mask; lanes; ++*lines)
                lanes &= ~coalesce(address, lanes, record->size, LINE_SHIFT, false, &line, mask);
        }
    }
}

/* In hundredths, in kernel number `number`, from 1; 0: in all. */
static uint64_t lines_per_load(struct workload *w, unsigned number)
{
    uint64_t loads = 0, lines = 0;
    struct kernel kernel;
    struct thread_block *block;
    while (workload_next_kernel(w, &kernel))
        while ((block = workload_next_block(w))) {
            if (!number || w->kernels_started == number)
                count_load_lines(block, &loads, &lines);
            workload_free_block(w, block);
        }
    return (100 * lines + loads / 2) / loads;
}

/* docs/workloads.md: counted from the index expressions of the CUDA sources, by another program. */
static void loads_touch_as_many_lines_as_those_of_the_cuda_sources(void)
{
    static const struct {
        struct job job;
        unsigned kernel;
        uint64_t lines; /* per warp load, in hundredths */
    } expected[] = {{{"atax", {"m=256", "n=1024"}, 2}, 1, 1649},
                    {{"syrk", {"n=32", "m=128"}, 2}, 1, 1644},
                    {{"syr2k", {"n=32", "m=128"}, 2}, 1, 1647},
                    {{"conv", {"maps=64", "outs=1"}, 2}, 1, 313},
                    {{"squeeze", {"size=55", "maps=2"}, 2}, 1, 1425},
                    {{"nn", {"layers=3", "images=1"}, 2}, 2, 274},
                    {{"nn", {"layers=3", "images=1"}, 2}, 3, 100},
                    {{"kmeans", {"n=1024", "features=34"}, 2}, 1, 1650},
                    {{"conv2d", {"size=512"}, 1}, 1, 163} /* 1.625 */,
                    {{"conv3d", {"size=64", "planes=3"}, 2}, 1, 136},
                    {{"lud", {"n=256"}, 1}, 0, 183},
                    {{"backprop", {"n=4096"}, 1}, 0, 147},
                    {{"nw", {"n=512"}, 1}, 0, 221},
                    {{"cutcp", {"x=1", "y=1", "cutoff=12"}, 3}, 1, 199},
                    {{"btree", {"keys=1000000", "queries=1000"}, 2}, 1, 131},
                    {{"srad_v2", {"size=512"}, 1}, 0, 177},
                    {{"convsep", {"width=2048", "height=512"}, 2}, 1, 200},
                    {{"convsep", {"width=2048", "height=512"}, 2}, 2, 200},
                    {{"tpacf", {"points=256", "sets=2"}, 2}, 1, 100},
                    {{"polygemm", {"m=64", "n=64"}, 2}, 1, 100},
                    {{"stencil3d", {"nx=128", "ny=32", "nz=8"}, 3}, 1, 121},
                    {{"transpose_naive", {0}, 0}, 1, 200},
                    {{"lbm", {0}, 0}, 1, 100}};
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char *arguments[3];
        memcpy(arguments, expected[i].job.arguments, sizeof arguments);
        check_case("lines per load of %s", expected[i].job.name);
        struct workload *w =
            workload_open(expected[i].job.name, expected[i].job.count, arguments, 1);
        CHECK_EQUAL(lines_per_load(w, expected[i].kernel), expected[i].lines);
        workload_close(w);
    }
}

int main(void)
{
    TEST(bfs_accesses_what_the_real_kernel_accesses());
    loads_touch_as_many_lines_as_those_of_the_cuda_sources();
    return check_report();
}
