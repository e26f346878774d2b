/* A trace gives back exactly what was recorded, and any damage to it is noticed. */
#include "check.h"

#include "place_value.h"
#include "threads.h"
#include "trace.h"
#include "trace_pack.h"
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

/* More forms of records than the table holds, then accesses of every layout whose data are the
 * values of their places, or are not. */
static void run_forms(struct workload *w, struct simt *simt, uint64_t index)
{
    (void)w;
    uint64_t address[LANES], scattered[LANES];
    uint8_t value[LANES * 16];
    for (unsigned lane = 0; lane < LANES; lane++)
        scattered[lane] = IMAGE_BASE + 8 * (lane * lane % 37);
    for (unsigned warp = 0; warp < 2; warp++) {
        simt_warp(simt, warp, warp ? 0x00ff0f01 : ALL_LANES);
        for (uint32_t i = 0; i < TRACE_FORMS + 500; i++) {
            struct access load = {.pc = 8 * (i % 4300), .kind = INSTRUCTION_LOAD, .size = 4};
            lane_addresses(address, IMAGE_BASE + 128 * (i % 50) + 4096 * index, i % 3 * 4);
            simt_load(simt, &load, address, value);
            if (i % 5 == 0)
                simt_alu(simt, 1 + i % 2);
        }
        for (uint8_t size = 1; size <= 16; size *= 2) {
            struct access load = {.pc = 1, .kind = INSTRUCTION_LOAD, .size = size},
                          store = {.pc = 2, .kind = INSTRUCTION_STORE, .size = size};
            lane_addresses(address, IMAGE_BASE + 0x8000, size);
            simt_load(simt, &load, size <= 8 ? scattered : address, value);
            simt_store(simt, &store, address, value);
            simt_load(simt, &load, address, value);
            simt_store(simt, &store, address, value);
        }
    }
}

static bool next_forms(struct workload *w, struct kernel *kernel)
{
    *kernel = (struct kernel){.name = "forms", .blocks = 3, .warps = 2};
    return !w->kernels_started;
}

static const struct workload_class forms_class = {
    .name = "forms", .next_kernel = next_forms, .run_block = run_forms};

static void open_forms(struct workload *w)
{
    enum { BYTES = 3 * TRACE_IMAGE_BYTES };
    *w = (struct workload){.class = &forms_class};
    uint64_t address = image_allocate(&w->image, BYTES);
    place_value(address, BYTES, image_at(&w->image, address, BYTES));
    memset(image_at(&w->image, address + TRACE_IMAGE_BYTES, 9), 1, 9);
}

static void packed_records_are_those_that_were_packed(void)
{
    struct workload recorded, live;
    struct kernel kernel;
    open_forms(&recorded);
    open_forms(&live);
    trace_record(&recorded, path);
    struct workload *replay = workload_open_trace(path, 0, NULL);
    uint64_t end = workload_address_end(&live);
    uint8_t *image = xcalloc(end, 1);
    workload_image(replay, put, image);
    CHECK(!memcmp(image + IMAGE_BASE, live.image.bytes, end - IMAGE_BASE));
    free(image);
    CHECK(workload_next_kernel(&live, &kernel) && workload_next_kernel(replay, &kernel));
    blocks_are_equal(&live, replay);
    workload_close(replay);
    struct workload *both[2] = {&recorded, &live};
    for (unsigned i = 0; i < 2; i++) {
        for (struct thread_block *block; (block = both[i]->free_blocks); block_free(block))
            both[i]->free_blocks = block->next_free;
        free(both[i]->image.bytes);
    }
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

/* Whole records instead of packed ones, as all older traces have them. */
static void blocks_of_whole_records_are_read(void)
{
    static const char *const traces[] = {"bfs", "histogram", "stream", "transpose"};
    char error[200];
    for (unsigned i = 0; i < 4; i++) {
        char *name = xasprintf("tests/fuzz/trace/%s.trace", traces[i]);
        size_t size;
        char *bytes = read_file(name, &size);
        read_all(bytes, size, error);
        CHECK(!error[0]);
        free(bytes);
        free(name);
    }
}

/* Reads a warp of packed bytes; the complaint goes to `error`. */
static void unpack(const void *bytes, size_t size, char error[200])
{
    struct trace_in in = {.raw = (uint8_t *)(uintptr_t)bytes, .size = size, .path = "test"};
    struct trace_forms *forms = trace_forms_new();
    struct stream stream = {0};
    in.file = fmemopen((char[]){""}, 1, "rb");
    trace_unpack_begin(forms);
    const struct instruction *record;
    do
        record = trace_unpack(forms, &in, &stream);
    while (record && record->kind != INSTRUCTION_EXIT);
    snprintf(error, 200, "%s", in.error);
    fclose(in.file);
    free(stream.bytes);
    free(forms);
}

static void a_bad_packed_record_is_refused_with_its_reason(void)
{
    enum { IS_NEXT = 1, IS_NEW = 2, GOES_ON = 4 };
    const struct instruction exit = {.count = 1, .bytes = sizeof exit, .kind = INSTRUCTION_EXIT};
    struct instruction head[4] = {exit, exit, exit, exit};
    head[1].base = 8;
    head[2].zero[0] = 1;
    head[3].kind = INSTRUCTION_KINDS;
    static const char *const head_reasons[] = {"", "the head of a form is none",
                                               "the head of a form is none",
                                               "unknown kind of instruction"};
    char bytes[1 + sizeof exit] = {IS_NEW + GOES_ON}, error[200];
    for (unsigned i = 0; i < 4; i++) {
        memcpy(bytes + 1, &head[i], sizeof exit);
        unpack(bytes, sizeof bytes, error);
        CHECK(!strcmp(error, head_reasons[i]));
    }
    static const struct {
        char bytes[3];
        const char *reason;
    } bad[] = {{{8}, "a packed record begins with 8"},
               {{IS_NEXT + IS_NEW}, "a packed record begins with 3"},
               {{IS_NEXT + GOES_ON}, "a record has form 0 of 0"},
               {{GOES_ON, 1, 0}, "a record has form 1 of 0"}};
    for (unsigned i = 0; i < 4; i++) {
        unpack(bad[i].bytes, 3, error);
        CHECK(!strcmp(error, bad[i].reason));
    }
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
    TEST(packed_records_are_those_that_were_packed());
    TEST(blocks_of_whole_records_are_read());
    TEST(a_bad_packed_record_is_refused_with_its_reason());
    TEST(a_bad_record_is_refused_with_its_reason());
    unlink(path);
    return check_report();
}
