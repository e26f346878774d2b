/* The software cache of a warp: what its accesses become, record by record and byte by byte, by
 * hand. */
#include "simt_cache.h"

#include <stdlib.h>

#include "check.h"
#include "simt.h"

enum { ARRAY_A = IMAGE_BASE, ARRAY_B = IMAGE_BASE + 256, SEGMENTS = 0x1000, STREAM_TEXT = 2000 };

/* A block of one warp whose threads have one line each; arrays A and B are its structures. */
struct warp {
    struct image image;
    struct thread_block block;
    struct simt simt;
    struct simt_cache *cache;
    size_t seen; /* bytes of the stream that were described */
};

static void begin(struct warp *warp, unsigned monitored, uint64_t read_write, uint32_t lanes)
{
    struct simt_cache_kernel kernel = {.threads = LANES, .offset = SEGMENTS};
    memset(warp, 0, sizeof *warp);
    uint64_t a = image_allocate(&warp->image, 256), b = image_allocate(&warp->image, 256);
    CHECK(a == ARRAY_A && b == ARRAY_B);
    for (unsigned i = 0; i < 512; i++)
        *(uint8_t *)image_at(&warp->image, ARRAY_A + i, 1) = (uint8_t)i;
    memset(kernel.structure, -1, sizeof kernel.structure);
    kernel.structure[0] = 0;
    kernel.structure[1] = 1;
    kernel.array[1] = 1;
    kernel.choice = (struct software_choice){.structures = 2, .lines = 1, .read_write = read_write};
    warp->cache = simt_cache_new(monitored);
    simt_cache_kernel(warp->cache, &kernel);
    simt_begin(&warp->simt, &warp->image, &warp->block, 1);
    simt_cache_block(warp->cache, 1);
    warp->simt.cache = warp->cache;
    simt_warp(&warp->simt, 0, lanes);
}

static void end(struct warp *warp)
{
    simt_cache_free(warp->cache);
    free(warp->block.warp[0].bytes);
    free(warp->image.bytes);
}

/* Lane l takes address + step * l; returns the lowest active lane's value. */
static uint32_t load(struct warp *warp, uint64_t address, uint64_t step, uint8_t size)
{
    const struct access access = {.pc = 0x10, .kind = INSTRUCTION_LOAD, .size = size};
    uint64_t addresses[LANES];
    uint8_t value[LANES * 16];
    uint32_t first = 0;
    lane_addresses(addresses, address, step);
    simt_load(&warp->simt, &access, addresses, value);
    memcpy(&first, value + (unsigned)__builtin_ctz(warp->simt.active) * size, size < 4 ? size : 4);
    return first;
}

/* Every byte of lane l's value is `value` + l. */
static void store(struct warp *warp, uint64_t address, uint64_t step, uint8_t size, uint8_t value)
{
    const struct access access = {.pc = 0x20, .kind = INSTRUCTION_STORE, .size = size};
    uint64_t addresses[LANES];
    uint8_t values[LANES * 16];
    lane_addresses(addresses, address, step);
    for (unsigned lane = 0; lane < LANES; lane++)
        memset(values + lane * size, (int)(value + lane), size);
    simt_store(&warp->simt, &access, addresses, values);
}

static void atomic_add(struct warp *warp, uint64_t address, uint32_t operand)
{
    const struct access access = {
        .pc = 0x30, .kind = INSTRUCTION_ATOMIC, .size = 4, .op = ATOMIC_ADD};
    uint64_t addresses[LANES];
    uint32_t operands[LANES];
    lane_addresses(addresses, address, 0);
    for (unsigned lane = 0; lane < LANES; lane++)
        operands[lane] = operand;
    simt_atomic(&warp->simt, &access, addresses, operands);
}

static uint32_t memory(const struct warp *warp, uint64_t address)
{
    uint32_t word;
    memcpy(&word, image_at(&warp->image, address, 4), 4);
    return word;
}

/* One record: "load4@10" of lane 0 or the lowest active one (addresses from A or the segments),
 * "alu3"; with more lanes "/mask". */
static void describe(char *text, const struct instruction *record)
{
    static const char *const names[] = {
        [INSTRUCTION_LOAD] = "load",        [INSTRUCTION_LOAD_BYPASS] = "bypass",
        [INSTRUCTION_STORE] = "store",      [INSTRUCTION_ATOMIC] = "atomic",
        [INSTRUCTION_ALU] = "alu",          [INSTRUCTION_BARRIER] = "barrier",
        [INSTRUCTION_EXIT] = "exit",        [INSTRUCTION_SHARED_LOAD] = "take",
        [INSTRUCTION_SHARED_STORE] = "put", [INSTRUCTION_FENCE] = "fence"};
    size_t used = strlen(text);
    uint64_t address[LANES];
    text += used;
    text += snprintf(text, 40, "%s%s", used ? " " : "", names[record->kind]);
    if (record->kind == INSTRUCTION_ALU)
        text += snprintf(text, 20, "%u", (unsigned)record->count);
    if (instruction_is_access(record)) {
        instruction_addresses(record, address);
        uint64_t base = instruction_is_shared(record) ? SEGMENTS : ARRAY_A;
        text += snprintf(text, 40, "%u@%x", record->size,
                         (unsigned)(address[__builtin_ctz(record->mask)] - base));
    }
    if (record->mask != 1 && record->mask != ALL_LANES)
        snprintf(text, 20, "/%x", (unsigned)record->mask);
}

/* The records since the last call. */
static void left(struct warp *warp, const char *expected)
{
    char text[STREAM_TEXT] = "";
    const struct stream *stream = &warp->block.warp[0];
    while (warp->seen < stream->used && strlen(text) < STREAM_TEXT - 200) {
        const struct instruction *record =
            (const struct instruction *)(const void *)(stream->bytes + warp->seen);
        describe(text, record);
        warp->seen += record->bytes;
    }
    CHECK(!strcmp(text, expected));
    if (strcmp(text, expected))
        printf("    is       %s\n    expected %s\n", text, expected);
}

/* Lane 0 monitors two loads of A, 1 hit, and chooses: a pair of structures. */
static void choose_a(struct warp *warp)
{
    load(warp, ARRAY_A, 0, 4);
    left(warp, "load4@0 alu6");
    load(warp, ARRAY_A + 4, 0, 4);
    left(warp, "load4@4 alu6 alu4");
}

static void a_structure_that_is_read_is_looked_up(void)
{
    struct warp warp;
    begin(&warp, 2, 0, 1);
    choose_a(&warp);
    CHECK_EQUAL(load(&warp, ARRAY_A + 8, 0, 4), 0x0b0a0908);
    left(&warp, "alu3 alu4 alu2 load16@0 put16@0 take4@8");
    CHECK_EQUAL(load(&warp, ARRAY_A + 12, 0, 4), 0x0f0e0d0c);
    left(&warp, "alu3 alu4 take4@c");
    CHECK_EQUAL(load(&warp, ARRAY_A + 16, 0, 1), 0x10); /* the next line */
    left(&warp, "alu3 alu4 alu2 load16@10 put16@0 take1@0");
    CHECK_EQUAL(load(&warp, ARRAY_B, 0, 2), 0x0100); /* no line */
    left(&warp, "alu3 load2@100");
    simt_alu(&warp.simt, 5);
    simt_end(&warp.simt);
    left(&warp, "alu5 alu2 alu2 exit");
    const struct simt_cache_stats *stats = &warp.cache->stats;
    CHECK_EQUAL(stats->instructions, 2 + 4 + 5 + 1);
    CHECK_EQUAL(stats->cached_loops, 4 + 5 + 1);
    CHECK_EQUAL(stats->monitoring, 6 + 6 + 4);
    CHECK_EQUAL(stats->caching, 12 - 1 + 8 - 1 + 12 - 1 + 4 - 1 + 4);
    CHECK_EQUAL(stats->monitored, 2);
    CHECK_EQUAL(stats->uncached, 1);
    CHECK_EQUAL(stats->hits, 1);
    CHECK_EQUAL(stats->misses, 2);
    CHECK_EQUAL(stats->shared_accesses, 5);
    CHECK_EQUAL(stats->requests[0], 6);
    CHECK_EQUAL(stats->requests[1], 5);
    CHECK_EQUAL(stats->sectors[1], 5);
    CHECK_EQUAL(stats->read_choices, 1);
    CHECK_EQUAL(stats->uncached_choices, 1);
    end(&warp);
}

/* A neighbour's bytes of the line, changed meanwhile, stay. */
static void an_eviction_writes_the_dirty_bytes_only(void)
{
    struct warp warp;
    begin(&warp, 2, 1, 1);
    choose_a(&warp);
    store(&warp, ARRAY_A + 2, 0, 2, 0xaa);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 alu2 put2@2");
    store(&warp, ARRAY_A + 8, 0, 4, 0xbb);
    left(&warp, "alu3 alu4 alu2 put4@8");
    CHECK_EQUAL(memory(&warp, ARRAY_A), 0x03020100);
    CHECK_EQUAL(load(&warp, ARRAY_A, 0, 4), 0xaaaa0100);
    left(&warp, "alu3 alu4 take4@0");
    *(uint8_t *)image_at(&warp.image, ARRAY_A + 1, 1) = 0x77;
    load(&warp, ARRAY_A + 16, 0, 4);
    left(&warp, "alu3 alu4 alu2 alu2 alu4 take16@0 alu1 store1@2 alu1 store1@3 alu1 alu1 alu1 "
                "store4@8 alu1 load16@10 put16@0 take4@0");
    CHECK_EQUAL(memory(&warp, ARRAY_A), 0xaaaa7700);
    CHECK_EQUAL(memory(&warp, ARRAY_A + 4), 0x07060504);
    CHECK_EQUAL(memory(&warp, ARRAY_A + 8), 0xbbbbbbbb);
    CHECK_EQUAL(memory(&warp, ARRAY_A + 12), 0x0f0e0d0c);
    CHECK_EQUAL(warp.cache->stats.evictions, 1);
    load(&warp, ARRAY_A, 0, 4); /* clean: nothing is written */
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 take4@0");
    CHECK_EQUAL(warp.cache->stats.evictions, 1);
    end(&warp);
}

static void a_line_that_is_all_dirty_goes_in_one_store(void)
{
    struct warp warp;
    begin(&warp, 2, 1, 1);
    choose_a(&warp);
    store(&warp, ARRAY_A + 16, 0, 8, 0x11);
    store(&warp, ARRAY_A + 24, 0, 8, 0x22);
    left(&warp, "alu3 alu4 alu2 alu2 load16@10 put16@0 alu2 put8@0 alu3 alu4 alu2 put8@8");
    simt_end(&warp.simt);
    left(&warp, "alu2 alu2 alu4 take16@0 store16@10 alu2 exit");
    CHECK_EQUAL(memory(&warp, ARRAY_A + 20), 0x11111111);
    CHECK_EQUAL(memory(&warp, ARRAY_A + 28), 0x22222222);
    CHECK_EQUAL(warp.cache->stats.flushed, 1);
    end(&warp);
}

static void a_fence_empties_all_lines(void)
{
    struct warp warp;
    begin(&warp, 2, 1, 1);
    choose_a(&warp);
    store(&warp, ARRAY_A, 0, 4, 0x99);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 alu2 put4@0");
    simt_fence(&warp.simt);
    left(&warp, "alu2 alu2 alu4 take16@0 alu1 store4@0 alu1 alu1 alu1 alu2 fence");
    CHECK_EQUAL(memory(&warp, ARRAY_A), 0x99999999);
    *(uint8_t *)image_at(&warp.image, ARRAY_A, 1) = 0x33; /* by another thread */
    CHECK_EQUAL(load(&warp, ARRAY_A, 0, 4), 0x99999933);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 take4@0");
    simt_barrier(&warp.simt); /* orders memory, too */
    left(&warp, "alu2 alu2 alu2 barrier");
    simt_warp(&warp.simt, 0, 1);
    load(&warp, ARRAY_A, 0, 4);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 take4@0");
    end(&warp);
}

static void an_atomic_finds_its_word_in_memory(void)
{
    struct warp warp;
    begin(&warp, 2, 1, 1);
    choose_a(&warp);
    store(&warp, ARRAY_A, 0, 4, 0);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 alu2 put4@0");
    atomic_add(&warp, ARRAY_A + 16, 1); /* another line: this one stays */
    left(&warp, "alu3 atomic4@10");
    atomic_add(&warp, ARRAY_A + 4, 1); /* the line's word, not the dirty one */
    left(&warp, "alu3 alu2 alu4 take16@0 alu1 store4@0 alu1 alu1 alu1 atomic4@4");
    CHECK_EQUAL(memory(&warp, ARRAY_A), 0);
    CHECK_EQUAL(memory(&warp, ARRAY_A + 4), 0x07060505);
    CHECK_EQUAL(load(&warp, ARRAY_A + 4, 0, 4), 0x07060505);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 take4@4");
    atomic_add(&warp, ARRAY_B, 1);
    left(&warp, "alu3 atomic4@100");
    CHECK_EQUAL(warp.cache->stats.flushed, 1);
    end(&warp);
}

static void a_bypassing_load_finds_its_word_in_memory(void)
{
    const struct access access = {.pc = 0x40, .kind = INSTRUCTION_LOAD_BYPASS, .size = 4};
    uint64_t address[LANES];
    uint32_t value[LANES];
    struct warp warp;
    begin(&warp, 2, 1, 1);
    choose_a(&warp);
    store(&warp, ARRAY_A, 0, 4, 0x55);
    left(&warp, "alu3 alu4 alu2 alu2 load16@0 put16@0 alu2 put4@0");
    lane_addresses(address, ARRAY_A, 0);
    simt_load(&warp.simt, &access, address, value);
    left(&warp, "alu3 alu2 alu4 take16@0 alu1 store4@0 alu1 alu1 alu1 bypass4@0");
    CHECK_EQUAL(value[0], 0x55555555);
    end(&warp);
}

/* Lanes 0 and 1 write halves of one line; each sees what the other wrote behind a barrier. */
static void threads_have_lines_of_their_own(void)
{
    struct warp warp;
    begin(&warp, 2, 1, 3);
    load(&warp, ARRAY_A, 4, 4);
    load(&warp, ARRAY_A, 4, 4);
    left(&warp, "load4@0/3 alu6/3 load4@0/3 alu6/3 alu4/3");
    store(&warp, ARRAY_A, 8, 4, 0x40);
    left(&warp, "alu3/3 alu4/3 alu2/3 alu2/3 load16@0/3 put16@0/3 alu2/3 put4@0/3");
    CHECK_EQUAL(load(&warp, ARRAY_A + 8, 0, 4), 0x0b0a0908); /* of lane 0: lane 1's is 0x41... */
    CHECK_EQUAL(load(&warp, ARRAY_A, 0, 4), 0x40404040);
    left(&warp, "alu3/3 alu4/3 take4@8/3 alu3/3 alu4/3 take4@0/3");
    simt_barrier(&warp.simt);
    left(&warp, "alu2/3 alu2/3 alu4/3 take16@0/3 alu1/3 store4@0 alu1/3 alu1/3 store4@8/2 alu1/3 "
                "alu2/3 barrier");
    simt_warp(&warp.simt, 0, 3);
    CHECK_EQUAL(load(&warp, ARRAY_A + 8, 0, 4), 0x41414141);
    CHECK_EQUAL(memory(&warp, ARRAY_A), 0x40404040);
    CHECK_EQUAL(warp.cache->stats.flushed, 2);
    end(&warp);
}

/* Lane 0 is behind its monitoring phase, lane 1 is not; they need different lines of A and B. */
static void lanes_go_different_ways(void)
{
    struct warp warp;
    begin(&warp, 2, 0, 1);
    choose_a(&warp);
    simt_warp(&warp.simt, 0, 3);
    load(&warp, ARRAY_A, 32, 4);
    left(&warp, "alu3 load4@20/2 alu6/2 alu4 alu2 load16@0 put16@0 take4@0");
    load(&warp, ARRAY_A + 32, 0, 4); /* lane 1's second one */
    left(&warp, "alu3 load4@20/2 alu6/2 alu4/2 alu4 alu2 load16@20 put16@0 take4@0");
    load(&warp, ARRAY_A + 32, 256, 4); /* lane 0 in A, lane 1 in B */
    left(&warp, "alu3 alu4 take4@0 alu3/2 load4@120/2");
    load(&warp, ARRAY_A + 48, 0, 4); /* lane 1's segment begins 16 B further */
    left(&warp, "alu3/3 alu4/3 alu2/3 load16@30/3 put16@0/3 take4@0/3");
    simt_warp(&warp.simt, 0, 2);
    load(&warp, ARRAY_A + 52, 0, 4);
    left(&warp, "alu3/2 alu4/2 take4@14/2");
    end(&warp);
}

/* A thread takes so many times the same line of A, B; then 0, 1: which of them has a line; -1:
 * none. With `apart` A's accesses take two lines in turn. */
static int chosen_by_warp(unsigned of_a, unsigned of_b, uint64_t read_write, bool apart)
{
    struct warp warp;
    begin(&warp, of_a + of_b, read_write, 1);
    for (unsigned i = 0; i < of_a; i++)
        load(&warp, ARRAY_A + (apart ? i % 2 * 16 : i % 4), 0, 1);
    for (unsigned i = 0; i < of_b; i++)
        load(&warp, ARRAY_B + i % 16, 0, 1);
    int has = -1;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t found = warp.cache->stats.misses;
        load(&warp, i ? ARRAY_B : ARRAY_A, 0, 4);
        has = warp.cache->stats.misses > found ? (int)i : has;
    }
    CHECK_EQUAL(warp.cache->stats.chose, 1);
    end(&warp);
    return has;
}

static void threads_choose_by_their_own_hits(void)
{
    CHECK_EQUAL(chosen_by_warp(3, 5, 0, false), 1); /* 2 and 4 hits */
    CHECK_EQUAL(chosen_by_warp(5, 3, 0, false), 0);
    CHECK_EQUAL(chosen_by_warp(3, 5, 2, false), 1); /* B is written and has twice the hits */
    CHECK_EQUAL(chosen_by_warp(3, 4, 2, false), 0);
    CHECK_EQUAL(chosen_by_warp(3, 4, 3, false), 1); /* both are */
    CHECK_EQUAL(chosen_by_warp(9, 2, 0, true), 1);  /* 0 and 1 hits */
    CHECK_EQUAL(chosen_by_warp(9, 1, 0, true), -1); /* no hit */
}

/* As many of the kernel's own instructions pass before a value is needed as without the cache. */
static void added_instructions_need_no_loaded_value(void)
{
    struct warp warp;
    const struct access first = {
        .pc = 0x10, .kind = INSTRUCTION_LOAD, .size = 4, .use_distance = 1};
    uint64_t address[LANES];
    uint32_t value[LANES];
    begin(&warp, 100, 0, 1);
    lane_addresses(address, ARRAY_A, 4);
    simt_load(&warp.simt, &first, address, value);
    load(&warp, ARRAY_B, 4, 4);
    simt_alu(&warp.simt, 3);
    const struct instruction *record = block_warp(&warp.block, 0);
    CHECK_EQUAL(record->use_distance, 6 + 1 + 6);
    record = instruction_next(instruction_next(record));
    CHECK_EQUAL(record->use_distance, 6);
    end(&warp);
}

int main(void)
{
    TEST(a_structure_that_is_read_is_looked_up());
    TEST(an_eviction_writes_the_dirty_bytes_only());
    TEST(a_line_that_is_all_dirty_goes_in_one_store());
    TEST(a_fence_empties_all_lines());
    TEST(an_atomic_finds_its_word_in_memory());
    TEST(a_bypassing_load_finds_its_word_in_memory());
    TEST(threads_have_lines_of_their_own());
    TEST(lanes_go_different_ways());
    TEST(threads_choose_by_their_own_hits());
    TEST(added_instructions_need_no_loaded_value());
    return check_report();
}
