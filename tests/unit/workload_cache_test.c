/* Workloads with the software cache: lines for the threads of a core, and every result,
 * functionally. */
#include "workload_cache.h"

#include "check.h"
#include "every_workload.h"
#include "util.h"
#include "workload_class.h"

static const struct workload_cache_options core = {.cores = 4,
                                                   .warps = 48,
                                                   .blocks = 8,
                                                   .registers = 32768,
                                                   .shared_bytes = 49152,
                                                   .monitored = 4};

/* Shared memory that a block of the workload's first kernel gets. */
static unsigned given(const char *name, const char *arguments,
                      const struct workload_cache_options *options)
{
    struct workload *w = open_workload(name, arguments);
    struct kernel kernel;
    workload_use_cache(w, options);
    workload_next_kernel(w, &kernel);
    workload_close(w);
    return kernel.shared_bytes;
}

static void the_lines_are_what_the_core_has_left(void)
{
    struct workload_cache_options options = core;
    /* kmeans: 3 arrays, blocks of 256; 4 blocks on 4 cores: 12 lines would fit */
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 3 * 16 * 256);
    options.cores = 1; /* 4 blocks, 1024 threads, 48 B each */
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 3 * 16 * 256);
    options.shared_bytes = 49151;
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 2 * 16 * 256);
    options.shared_bytes = 16384;
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 16 * 256);
    options.shared_bytes = 16383; /* CLN = 0 */
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 0);
    options.blocks = 2;
    CHECK_EQUAL(given("kmeans", "n=1000", &options), 16 * 256);
    /* transpose takes 4224 B itself: 8 blocks, 2048 threads, 15,360 B left */
    options = core;
    options.cores = 1;
    options.warps = 64;
    CHECK_EQUAL(given("transpose", "width=512 height=512", &options), 4224);
    options.shared_bytes = 8 * 4224 + 2048 * 16;
    CHECK_EQUAL(given("transpose", "width=512 height=512", &options), 4224 + 16 * 256);
}

static void what_is_written_is_known_from_the_start(void)
{
    struct workload *w = open_workload("histogram", "n=1000");
    struct kernel kernel;
    workload_use_cache(w, &core);
    workload_next_kernel(w, &kernel);
    const struct simt_cache_array *array = workload_cache_of(w)->array;
    CHECK(array[0].read && !array[0].written);
    CHECK(array[1].written && !array[1].read); /* by atomics */
    CHECK(!array[2].read && !array[2].written);
    workload_close(w);
}

/* Two runs of a workload, with and without lines for it: equal records? */
static bool same_streams(struct workload *one, struct workload *other)
{
    struct kernel kernel;
    bool same = true;
    while (workload_next_kernel(one, &kernel) && workload_next_kernel(other, &kernel)) {
        struct thread_block *a, *b;
        while ((a = workload_next_block(one)) && (b = workload_next_block(other))) {
            for (unsigned i = 0; i < a->warps; i++)
                same = same && a->warp[i].used == b->warp[i].used &&
                       !memcmp(a->warp[i].bytes, b->warp[i].bytes, a->warp[i].used);
            workload_free_block(one, a);
            workload_free_block(other, b);
        }
    }
    return same;
}

static void without_room_for_lines_the_kernel_is_as_it_was(void)
{
    struct workload_cache_options options = core;
    for (unsigned shared_bytes = 0; shared_bytes <= 49152; shared_bytes += 49152) {
        struct workload *plain = open_workload("kmeans", ""), *cached = open_workload("kmeans", "");
        options.shared_bytes = shared_bytes;
        workload_use_cache(cached, &options);
        CHECK_EQUAL(same_streams(plain, cached), shared_bytes == 0);
        workload_close(plain);
        workload_close(cached);
    }
}

static void get_functional(void *image, uint64_t address, void *bytes, size_t size)
{
    memcpy(bytes, image_at(image, address, size), size);
}

/* Results go through the lines' bytes, so that each rule that keeps them right counts. */
static void check_result(const char *const workload[2], unsigned monitored)
{
    struct workload_cache_options options = core;
    struct workload *w = open_workload(workload[0], workload[1]);
    struct kernel kernel;
    struct thread_block *block;
    options.monitored = monitored;
    options.shared_bytes = 96 * 1024;
    workload_use_cache(w, &options);
    check_case("%s is right when threads monitor %u accesses", workload[0], monitored);
    while (workload_next_kernel(w, &kernel))
        while ((block = workload_next_block(w)))
            workload_free_block(w, block);
    const char *wrong = workload_check(w, get_functional, &w->image);
    CHECK(!wrong);
    if (wrong)
        printf("    %s\n", wrong);
    workload_close(w);
}

static void every_result_is_right(void)
{
    for (unsigned monitored = 2; monitored <= 13; monitored += 11) {
        for (unsigned i = 0; i < EVERY_WORKLOAD; i++)
            check_result(every_workload[i], monitored);
        for (unsigned i = 0; i < PAPER_KERNELS; i++)
            check_result(paper_kernels[i], monitored);
    }
}

int main(void)
{
    TEST(the_lines_are_what_the_core_has_left());
    TEST(what_is_written_is_known_from_the_start());
    TEST(without_room_for_lines_the_kernel_is_as_it_was());
    every_result_is_right();
    return check_report();
}
