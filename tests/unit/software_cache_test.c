/* The rules of software_cache.h, on one thread. */
#include "software_cache.h"

#include "check.h"

static void a_hit_is_an_access_to_the_same_16_bytes(void)
{
    struct software_line line = {0};
    const uint64_t address[] = {0x1000, 0x100f, 0x1008, 0x1010, 0x100f, 0x1000};
    const uint32_t hits[] = {0, 1, 2, 2, 2, 3}; /* 0x1010 is the next line */
    for (unsigned i = 0; i < 6; i++) {
        simulate_cache(&line, address[i]);
        CHECK_EQUAL(line.hits, hits[i]);
    }
}

static void shared_memory_divided_by_threads_gives_the_lines(void)
{
    CHECK_EQUAL(software_lines(49152, 2048), 1); /* 24 B each */
    CHECK_EQUAL(software_lines(49152, 1536), 2);
    CHECK_EQUAL(software_lines(49152, 32), 96);
    CHECK_EQUAL(software_lines(16384, 1024), 1);
    CHECK_EQUAL(software_lines(16383, 1024), 0);
    CHECK_EQUAL(software_lines(49152, 0), 0);
}

/* Four structures with these hits, some written: the ids that they get. */
static void chosen(const uint32_t hits[4], uint64_t read_write, unsigned lines, const int ids[4])
{
    struct software_line line[4] = {{0}};
    struct software_choice choice = {.structures = 4, .lines = lines, .read_write = read_write};
    for (unsigned i = 0; i < 4; i++)
        line[i] = (struct software_line){.address = 0x40, .hits = hits[i], .dirty = 3};
    calculate_what_to_cache(line, &choice);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(line[i].id, ids[i]);
        CHECK_EQUAL(line[i].address, 0);
        CHECK_EQUAL(line[i].dirty, 0);
    }
}

static void the_best_structures_get_a_line(void)
{
    chosen((uint32_t[]){5, 9, 7, 1}, 0, 2, (int[]){-1, 0, 1, -1});
    chosen((uint32_t[]){5, 9, 7, 1}, 0, 4, (int[]){2, 0, 1, 3});
    chosen((uint32_t[]){7, 7, 0, 0}, 0, 1, (int[]){0, -1, -1, -1});
    chosen((uint32_t[]){0, 3, 0, 0}, 0, 4, (int[]){-1, 0, -1, -1}); /* none without a hit */
    chosen((uint32_t[]){5, 9, 7, 1}, 0, 0, (int[]){-1, -1, -1, -1});
    /* structure 1 is written: it needs twice the hits of one that is only read */
    chosen((uint32_t[]){5, 9, 4, 0}, 2, 1, (int[]){0, -1, -1, -1});
    chosen((uint32_t[]){5, 10, 4, 0}, 2, 1, (int[]){-1, 0, -1, -1});
    chosen((uint32_t[]){5, 9, 4, 0}, 2, 2, (int[]){0, 1, -1, -1});
    chosen((uint32_t[]){5, 9, 4, 0}, 7, 1, (int[]){-1, 0, -1, -1}); /* all are */
}

static void writes_mark_their_bytes(void)
{
    uint8_t bytes[16], value[4] = {1, 2, 3, 4}, got[4];
    struct software_line line = {.id = 0};
    for (unsigned i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(0x50 + i);
    load_new_data(&line, 0x2008, bytes);
    CHECK_EQUAL(line.address, 0x2000);
    CHECK(already_cached(&line, 0x200f) && !already_cached(&line, 0x2010));
    write_cached(&line, 0x200e, 2, value);
    CHECK_EQUAL(line.dirty, 0xc000);
    write_cached(&line, 0x2004, 4, value);
    CHECK_EQUAL(line.dirty, 0xc0f0);
    read_cached(&line, 0x200c, 4, got);
    CHECK(got[0] == 0x5c && got[1] == 0x5d && got[2] == 1 && got[3] == 2);
    software_invalidate(&line);
    CHECK(!line.dirty && !already_cached(&line, 0x2000));
    write_cached(&line, 0x2000, 16, bytes);
    CHECK_EQUAL(line.dirty, SOFTWARE_ALL_DIRTY);
}

int main(void)
{
    TEST(a_hit_is_an_access_to_the_same_16_bytes());
    TEST(shared_memory_divided_by_threads_gives_the_lines());
    TEST(the_best_structures_get_a_line());
    TEST(writes_mark_their_bytes());
    return check_report();
}
