/* Warps in slices: slice behind slice they have the records of the whole block, whatever is in
 * flight; records that are looked at stay as they are, and what nobody looks at is used again. A
 * core takes the same cycles as with whole blocks. */
#include "sm_bench.h"

#include "slices.h"
#include "stream.h"
#include "threads.h"

/* Kernel "steps": each warp makes `steps` steps, but the first one none, and the second one a
 * single instruction. A step is a slice: nothing, a load, or a store of 32 words and a load, all of
 * the warp's own lines, the stored one in turn. Behind every eighth one is a barrier. */
enum { STEPS, LINES_OF_WARP };
enum { WARPS = 6, BLOCKS = 5, IDLE_WARPS = 2 };

static const struct access store_word = {.pc = 1, .kind = INSTRUCTION_STORE, .size = 4};
static const struct access load_word = {
    .pc = 2, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 60};

struct steps {
    uint64_t words; /* address */
};

static void open_steps(struct workload *w)
{
    struct steps *steps = w->state = xcalloc(1, sizeof *steps);
    steps->words = image_allocate(&w->image, BLOCKS * WARPS * w->value[LINES_OF_WARP] * LINE_BYTES);
}

static bool next_steps(struct workload *w, struct kernel *kernel)
{
    *kernel = (struct kernel){.name = "steps", .blocks = BLOCKS, .warps = WARPS};
    return !w->kernels_started;
}

static void step(const struct workload *w, struct simt *simt, uint64_t number)
{
    const struct steps *steps = w->state;
    uint64_t lines = w->value[LINES_OF_WARP], warp = simt->block->index * WARPS + simt->warp;
    uint64_t words = steps->words + warp * lines * LINE_BYTES;
    uint32_t value[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        value[lane] = (uint32_t)(number * 1000003 + warp * 1009 + lane);
    if (number % 3 == 2)
        store_row(simt, &store_word, words + number % lines * LINE_BYTES, value);
    load_row(simt, &load_word, words + (number + 1) % lines * LINE_BYTES, value);
}

static enum slice run_slice(struct workload *w, struct simt *simt, uint64_t slice)
{
    uint64_t steps = simt->warp < IDLE_WARPS ? 0 : w->value[STEPS];
    if (simt->warp == 1)
        simt_alu(simt, 1);
    if (slice >= steps)
        return SLICE_IS_LAST;
    if (slice % 3)
        step(w, simt, slice);
    if (slice % 8 != 7)
        return SLICE_GOES_ON;
    simt_named_barrier(simt, 1, WARPS - IDLE_WARPS, false);
    return SLICE_MEETS;
}

/* The same warp by warp: the barriers order nothing here. */
static void run_whole(struct workload *w, struct simt *simt, uint64_t index)
{
    (void)index;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t slice = 0;
        do
            simt_warp(simt, warp, ALL_LANES);
        while (run_slice(w, simt, slice++) != SLICE_IS_LAST);
    }
}

static const struct workload_class sliced_class = {.name = "steps",
                                                   .open = open_steps,
                                                   .next_kernel = next_steps,
                                                   .run_slice = run_slice,
                                                   .close = free_state};
static const struct workload_class whole_class = {.name = "steps",
                                                  .open = open_steps,
                                                  .next_kernel = next_steps,
                                                  .run_block = run_whole,
                                                  .close = free_state};

static struct workload *open_of(const struct workload_class *class, uint64_t steps, uint64_t lines)
{
    struct workload *w = xcalloc(1, sizeof *w);
    w->class = class;
    w->value[STEPS] = steps;
    w->value[LINES_OF_WARP] = lines;
    class->open(w);
    return w;
}

/* ---- records ---- */

static bool nobody(const void *context, const void *from, const void *to)
{
    (void)context;
    return from > to;
}

/* The warp's records slice behind slice up to the exit, and how often they went on. */
static struct stream gather(struct workload *w, struct thread_block *block, unsigned warp,
                            unsigned *slices)
{
    struct stream all = {0};
    const struct instruction *record = block_warp(block, warp);
    for (*slices = 1;; record = instruction_next(record)) {
        if (record == block_warp_end(block, warp)) {
            record = workload_more_records(w, block, warp, nobody, NULL);
            ++*slices;
        }
        CHECK(record < block_warp_end(block, warp));
        memcpy(stream_grow(&all, record->bytes, STREAM_ROOM), record, record->bytes);
        all.used += record->bytes;
        if (record->kind == INSTRUCTION_EXIT)
            return all;
    }
}

static unsigned earlier_buffers(const struct stream *stream)
{
    unsigned count = 0;
    for (; stream->earlier; stream = stream->earlier)
        count++;
    return count;
}

/* Every block of both, warp by warp in ascending order, as nothing depends on it; returns the most
 * slices that a warp had. */
static unsigned compare(struct workload *sliced, struct workload *whole)
{
    struct kernel kernel;
    unsigned most = 0, slices;
    while (workload_next_kernel(sliced, &kernel) && workload_next_kernel(whole, &kernel)) {
        struct thread_block *part, *block;
        while ((part = workload_begin_block(sliced)) && (block = workload_next_block(whole))) {
            CHECK_EQUAL(part->warps, block->warps);
            for (unsigned warp = 0; warp < block->warps; warp++) {
                struct stream all = gather(sliced, part, warp, &slices);
                CHECK_EQUAL(all.used, block->warp[warp].used);
                CHECK(!memcmp(all.bytes, block->warp[warp].bytes, all.used));
                CHECK(earlier_buffers(&part->warp[warp]) <= 2); /* nobody looks at them */
                most = slices > most ? slices : most;
                free(all.bytes);
            }
            workload_free_block(sliced, part);
            workload_free_block(whole, block);
        }
        CHECK(!part);
        CHECK(!workload_next_block(whole));
    }
    workload_close(sliced);
    workload_close(whole);
    return most;
}

static void warps_of_any_length_have_their_records(void)
{
    static const uint64_t steps[] = {0, 1, 2, 3, 7, 8, 9, 100, 30000};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        check_case("warps of %u steps have the records of whole ones", (unsigned)steps[i]);
        unsigned slices =
            compare(open_of(&sliced_class, steps[i], 5), open_of(&whole_class, steps[i], 5));
        CHECK(slices == 1 || slices > steps[i] / 2);
        compare(open_of(&sliced_class, steps[i], 5), open_of(&sliced_class, steps[i], 5));
    }
}

static void workloads_have_the_records_of_whole_blocks(void)
{
    static char *const covar[][2] = {
        {"m=40", "n=255"}, {"m=31", "n=256"}, {"m=33", "n=257"}, {"m=1", "n=1"}, {"m=260", "n=2"}};
    for (unsigned i = 0; i < sizeof covar / sizeof *covar; i++) {
        char *arguments[] = {covar[i][0], covar[i][1]};
        check_case("covar %s %s", covar[i][0], covar[i][1]);
        CHECK(compare(workload_open("covar", 2, arguments, 1),
                      workload_open("covar", 2, arguments, 1)) > 0);
    }
    /* The last slice of tpacf needs the bins of all warps, which only a core brings in their
     * order: sm_test.c runs it. */
}

static void a_block_is_used_again(void)
{
    struct workload *w = open_of(&sliced_class, 30, 3);
    struct kernel kernel;
    unsigned slices, again;
    workload_next_kernel(w, &kernel);
    struct thread_block *first = workload_begin_block(w);
    struct stream before = gather(w, first, 3, &slices);
    workload_free_block(w, first);
    struct thread_block *second = workload_begin_block(w);
    CHECK(first == second);
    struct stream after = gather(w, second, 3, &again);
    CHECK_EQUAL(slices, again);
    CHECK_EQUAL(before.used, after.used);
    free(before.bytes);
    free(after.bytes);
    workload_free_block(w, second);
    workload_close(w);
}

/* ---- records in flight ---- */

enum { HELD_MAX = 64 };

/* Records that are looked at, with what they were. */
struct held {
    const struct instruction *record[HELD_MAX];
    uint8_t copy[HELD_MAX][256];
    unsigned count;
};

static bool is_held(const void *context, const void *from, const void *to)
{
    const struct held *held = context;
    for (unsigned i = 0; i < held->count; i++)
        if ((const void *)held->record[i] >= from && (const void *)held->record[i] < to)
            return true;
    return false;
}

static void records_in_flight_stay_as_they_are(void)
{
    struct workload *w = open_of(&sliced_class, 3000, 7);
    struct kernel kernel;
    struct rng rng;
    struct held held = {.count = 0};
    unsigned warp = 4, most = 0;
    rng_init(&rng, 5);
    workload_next_kernel(w, &kernel);
    struct thread_block *block = workload_begin_block(w);
    const struct instruction *record = block_warp(block, warp);
    for (;; record = instruction_next(record)) {
        if (record == block_warp_end(block, warp))
            record = workload_more_records(w, block, warp, is_held, &held);
        if (record->kind == INSTRUCTION_EXIT)
            break;
        for (unsigned i = 0; i < held.count; i++)
            CHECK(!memcmp(held.record[i], held.copy[i], held.record[i]->bytes));
        if (held.count < HELD_MAX) {
            memcpy(held.copy[held.count], record, record->bytes);
            held.record[held.count++] = record;
        }
        while (held.count && rng_percent(&rng, held.count * 100 / HELD_MAX)) {
            unsigned answered = rng_below(&rng, held.count--);
            held.record[answered] = held.record[held.count];
            memcpy(held.copy[answered], held.copy[held.count], sizeof held.copy[answered]);
        }
        unsigned buffers = earlier_buffers(&block->warp[warp]);
        most = buffers > most ? buffers : most;
    }
    CHECK(most > 4);
    CHECK(most <= HELD_MAX + 2);
    workload_free_block(w, block);
    workload_close(w);
}

static void the_slice_before_stays_for_one_call(void)
{
    struct workload *w = open_of(&sliced_class, 100, 7);
    struct kernel kernel;
    unsigned warp = 2;
    workload_next_kernel(w, &kernel);
    struct thread_block *block = workload_begin_block(w);
    for (unsigned i = 0; i < 20; i++) {
        uint8_t copy[1024];
        const struct instruction *before = block_warp(block, warp);
        size_t bytes = block->warp[warp].used;
        CHECK(bytes <= sizeof copy);
        memcpy(copy, before, bytes);
        CHECK(workload_more_records(w, block, warp, nobody, NULL) != before);
        CHECK(!memcmp(before, copy, bytes));
    }
    CHECK(earlier_buffers(&block->warp[warp]) <= 2);
    workload_free_block(w, block);
    workload_close(w);
}

/* ---- in a core ---- */

/* Slices so short that every request outlives its own. */
static void cores_take_the_same_cycles(const char *setting, uint64_t lines)
{
    struct bench *sliced = bench_of(setting, open_of(&sliced_class, 400, lines)),
                 *whole = bench_of(setting, open_of(&whole_class, 400, lines));
    sliced->delay = whole->delay = 90;
    run(sliced);
    run(whole);
    CHECK(sliced->now < CYCLES_MAX);
    CHECK_EQUAL(sliced->now, whole->now);
    CHECK_EQUAL(sliced->hash, whole->hash);
    CHECK_EQUAL(sliced->accepted, whole->accepted);
    struct sm_stats a = total(sliced), b = total(whole);
    CHECK(!memcmp(&a, &b, sizeof a));
    CHECK_EQUAL(a.mismatches, 0);
    const struct image *image = &sliced->workload->image;
    uint8_t *memory = xcalloc(image->used, 1);
    memory_read_bytes(&sliced->memory, IMAGE_BASE, memory, image->used);
    CHECK(!memcmp(memory, image->bytes, image->used));
    free(memory);
    bench_free(sliced);
    bench_free(whole);
}

int main(void)
{
    static const char *const settings[] = {
        "scheduler=gto", "scheduler=lrr lsu_ids=256",
        "scheduler=two_level request_order=memory lsu_instructions=5",
        "lsu_queue=1 lsu_ids=16 lsu_instructions=16"};
    warps_of_any_length_have_their_records();
    workloads_have_the_records_of_whole_blocks();
    TEST(a_block_is_used_again());
    TEST(records_in_flight_stay_as_they_are());
    TEST(the_slice_before_stays_for_one_call());
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        for (unsigned lines = 2; lines <= 64; lines *= 2) {
            check_case("cores with %s take the same cycles, %u lines", settings[i], lines);
            cores_take_the_same_cycles(settings[i], lines);
        }
    return check_report();
}
