/* A trace gives back exactly what was recorded, and any damage to it is noticed. */
#include "check.h"

#include "trace.h"
#include "util.h"
#include "workload_class.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/memloom-trace-XXXXXX";

static struct workload *open_small(void)
{
    char *arguments[] = {"rmat=7", "edgefactor=4"};
    return workload_open("bfs", 2, arguments, 5);
}

/* The image, as far as it was put. */
static void put(void *context, uint64_t address, const void *bytes, size_t size)
{
    memcpy((uint8_t *)context + address, bytes, size);
}

static void blocks_are_equal(struct workload *a, struct workload *b)
{
    for (;;) {
        struct thread_block *left = workload_next_block(a), *right = workload_next_block(b);
        CHECK(!left == !right);
        if (!left || !right)
            return;
        CHECK_EQUAL(left->index, right->index);
        CHECK_EQUAL(left->warps, right->warps);
        for (unsigned i = 0; i < left->warps && i < right->warps; i++) {
            CHECK_EQUAL(left->warp[i].used, right->warp[i].used);
            CHECK(!memcmp(left->warp[i].bytes, right->warp[i].bytes, left->warp[i].used));
        }
        workload_free_block(a, left);
        workload_free_block(b, right);
    }
}

static void a_trace_gives_back_what_was_recorded(void)
{
    struct workload *w = open_small();
    trace_record(w, path);
    workload_close(w);
    struct workload *live = open_small(), *replay = workload_open_trace(path, 0, NULL);
    CHECK(!strcmp(workload_name(replay), "bfs"));
    CHECK_EQUAL(workload_address_end(live), workload_address_end(replay));
    uint64_t end = workload_address_end(live);
    uint8_t *image[2] = {xcalloc(end, 1), xcalloc(end, 1)};
    workload_image(live, put, image[0]);
    workload_image(replay, put, image[1]);
    CHECK(!memcmp(image[0], image[1], end));
    free(image[0]);
    free(image[1]);
    for (;;) {
        struct kernel a, b;
        bool more = workload_next_kernel(live, &a);
        CHECK_EQUAL(workload_next_kernel(replay, &b), more);
        if (!more)
            break;
        CHECK(!strcmp(a.name, b.name));
        CHECK_EQUAL(a.blocks, b.blocks);
        CHECK_EQUAL(a.registers, b.registers);
        CHECK_EQUAL(a.shared_bytes, b.shared_bytes);
        blocks_are_equal(live, replay);
    }
    CHECK(!workload_check(replay, NULL, NULL));
    workload_close(live);
    workload_close(replay);
}

/* A kernel of one block with an exit, its resources as they are. */
static bool next_kernel(struct workload *w, struct kernel *kernel)
{
    *kernel = (struct kernel){
        .name = "one", .blocks = 1, .warps = 1, .registers = 21, .shared_bytes = 70000};
    return !w->kernels_started;
}

static void run_block(struct workload *w, struct simt *simt, uint64_t index)
{
    (void)w, (void)index;
    simt_warp(simt, 0, ALL_LANES);
    simt_arithmetic(simt, ARITHMETIC_SFU, 3, 2);
}

static void registers_shared_memory_and_classes_are_kept(void)
{
    static const struct workload_class class = {
        .name = "test", .next_kernel = next_kernel, .run_block = run_block};
    struct workload w = {.class = &class};
    struct kernel kernel;
    image_allocate(&w.image, 128);
    trace_record(&w, path);
    struct workload *replay = workload_open_trace(path, 0, NULL);
    workload_image(replay, put, NULL);
    CHECK(workload_next_kernel(replay, &kernel));
    CHECK_EQUAL(kernel.registers, 21);
    CHECK_EQUAL(kernel.shared_bytes, 70000);
    struct thread_block *block = workload_next_block(replay);
    CHECK_EQUAL(block->registers, 21);
    CHECK_EQUAL(block->shared_bytes, 70000);
    CHECK_EQUAL(block_warp(block, 0)->op, ARITHMETIC_SFU);
    CHECK_EQUAL(block_warp(block, 0)->use_distance, 3);
    CHECK_EQUAL(block_warp(block, 0)->count, 2);
    workload_free_block(replay, block);
    CHECK(!workload_next_kernel(replay, &kernel));
    workload_close(replay);
    block_free(w.free_blocks);
    free(w.image.bytes);
}

/* Reads a trace to its end; the complaint goes to `error`, "" if there is none. */
static void read_all(const void *bytes, size_t size, char error[200])
{
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "rb");
    struct trace_reader *reader = trace_new(file, "test");
    struct trace_piece piece;
    struct kernel kernel;
    struct thread_block block = {0};
    while (trace_next_piece(reader, &piece))
        ;
    while (trace_next_kernel(reader, &kernel))
        for (uint64_t i = 0; i < kernel.blocks && trace_next_block(reader, &block); i++)
            ;
    snprintf(error, 200, "%s", trace_error(reader) ? trace_error(reader) : "");
    trace_close(reader);
    for (unsigned i = 0; i < BLOCK_WARPS_MAX; i++)
        free(block.warp[i].bytes);
}

static void damage_is_noticed(void)
{
    size_t size;
    char *bytes = read_file(path, &size), error[200];
    read_all(bytes, size, error);
    CHECK(!error[0]);
    for (size_t at = 0; at < size; at += at < 64 ? 1 : 97) {
        bytes[at] = (char)(bytes[at] ^ 0x10);
        read_all(bytes, size, error);
        CHECK(error[0]);
        bytes[at] = (char)(bytes[at] ^ 0x10);
    }
    for (size_t length = 1; length < size; length += length < 64 ? 1 : 997) {
        read_all(bytes, length, error);
        CHECK(strstr(error, "cut short") || strstr(error, "not a memloom trace"));
    }
    bytes[8]++;
    read_all(bytes, size, error);
    CHECK(strstr(error, "trace version 2"));
    bytes[8]--;
    bytes = xrealloc(bytes, size + 1);
    bytes[size] = 0;
    read_all(bytes, size + 1, error);
    CHECK(strstr(error, "something follows"));
    free(bytes);
}

/* A good record of two lanes, then one with each fault. */
static void a_bad_record_is_refused_with_its_reason(void)
{
    const struct instruction good = {.base = (UINT64_C(1) << 40) - 128,
                                     .mask = 0x3,
                                     .stride = 64,
                                     .count = 1,
                                     .bytes = sizeof good,
                                     .kind = INSTRUCTION_LOAD,
                                     .size = 4,
                                     .flags = INSTRUCTION_STRIDED};
    struct instruction bad[19];
    for (unsigned i = 0; i < 19; i++)
        bad[i] = good;
    bad[0].stride = 128;
    bad[1].base += 2;
    bad[2].mask = 0;
    bad[3].count = 2;
    bad[4].size = 3;
    bad[5].size = 32;
    bad[6].kind = INSTRUCTION_ATOMIC;
    bad[6].size = 8;
    bad[7].kind = INSTRUCTION_STORE;
    bad[8].kind = INSTRUCTION_KINDS;
    bad[9].zero[5] = 1;
    bad[10].kind = INSTRUCTION_BARRIER;
    bad[11].bytes += 8;
    bad[12] = bad[13] = (struct instruction){.count = 3, .bytes = sizeof good};
    bad[12].kind = bad[13].kind = INSTRUCTION_ALU;
    bad[12].op = ARITHMETIC_CLASSES;
    bad[13].use_distance = RESULT_DISTANCE_MAX + 1;
    bad[14].kind = INSTRUCTION_SHARED_LOAD;
    bad[14].flags |= INSTRUCTION_DATA;
    bad[15].flags |= INSTRUCTION_RETURNS;
    bad[16].flags |= INSTRUCTION_GOES_ON;
    bad[17] = bad[18] = (struct instruction){.count = 1, .bytes = sizeof good};
    bad[17].kind = INSTRUCTION_BARRIER;
    bad[17].op = BARRIERS;
    bad[18].kind = INSTRUCTION_EXIT;
    bad[18].flags = INSTRUCTION_GOES_ON;
    static const char *const reasons[] = {
        "an address needs more than 40 bits",
        "an address is not a multiple of the access size",
        "a memory instruction without active lanes",
        "a memory instruction counts as one",
        "the access size is not 1, 2, 4, 8 or 16",
        "the access size is not 1, 2, 4, 8 or 16",
        "not an atomic operation on 4-byte words, nor an exchange of several",
        "a store or atomic without data",
        "unknown kind of instruction",
        "reserved fields are not zero",
        "an instruction's count or flags do not fit its kind",
        "the record's length is wrong",
        "unknown class of arithmetic",
        "a result of arithmetic is used too late",
        "an access of shared memory with data",
        "not an atomic, and returns the old value",
        "not a barrier, and goes on at one",
        "a block has barriers 0 to 15",
        "an instruction's count or flags do not fit its kind",
    };
    CHECK(!instruction_check(&good, sizeof good));
    CHECK(!strcmp(instruction_check(&good, sizeof good - 1), "the record is cut short"));
    for (unsigned i = 0; i < 19; i++) {
        const char *reason = instruction_check(&bad[i], 2 * sizeof good);
        CHECK(reason && !strcmp(reason, reasons[i]));
    }
}

int main(void)
{
    int file = mkstemp(path);
    if (file < 0)
        die("no room for a file in /tmp");
    close(file);
    TEST(a_trace_gives_back_what_was_recorded());
    TEST(damage_is_noticed());
    TEST(registers_shared_memory_and_classes_are_kept());
    TEST(a_bad_record_is_refused_with_its_reason());
    unlink(path);
    return check_report();
}
