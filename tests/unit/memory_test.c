/* Sparse memory against a plain array of which only the upper part of the address differs: lines
 * in whole and in parts, and ranges of bytes over borders of pages, far more pages than the table begins with. */
#include "check.h"

#include <string.h>

#include "memory.h"
#include "rng.h"

enum { CHUNKS = 64, CHUNK_BYTES = 1 << 16, ROUNDS = 20000, RANGE_MAX = 10000 };

static uint8_t plain[CHUNKS][CHUNK_BYTES];

/* Chunks lie far apart: 16 pages each, some of them with equal low bits of their numbers. */
static uint64_t address_of(unsigned chunk, unsigned offset)
{
    return ((uint64_t)chunk * chunk << 24) + offset;
}

static void write_some(struct memory *memory, struct rng *rng)
{
    static uint64_t words[RANGE_MAX / 8 + 1];
    unsigned chunk = rng_below(rng, CHUNKS), size = 1 + rng_below(rng, RANGE_MAX);
    unsigned at = rng_below(rng, CHUNK_BYTES - size);
    uint64_t mask[2] = {rng_next(rng), rng_next(rng)};
    bool line = rng_percent(rng, 50), some = rng_percent(rng, 50);
    if (line) {
        at -= at % MEMORY_LINE_BYTES;
        size = MEMORY_LINE_BYTES;
    }
    rng_fill(rng, words, 8 * size);
    for (unsigned byte = 0; byte < size; byte++)
        if (!line || !some || mask[byte / 64] >> byte % 64 & 1)
            plain[chunk][at + byte] = ((const uint8_t *)words)[byte];
    if (line && some)
        memory_write_some(memory, address_of(chunk, at) / MEMORY_LINE_BYTES, words, mask);
    else if (line)
        memory_write_line(memory, address_of(chunk, at) / MEMORY_LINE_BYTES, words);
    else
        memory_write_bytes(memory, address_of(chunk, at), words, size);
}

static void read_some(const struct memory *memory, struct rng *rng)
{
    static uint8_t bytes[RANGE_MAX];
    unsigned chunk = rng_below(rng, CHUNKS), size = 1 + rng_below(rng, RANGE_MAX);
    unsigned at = rng_below(rng, CHUNK_BYTES - size), line = at - at % MEMORY_LINE_BYTES;
    memset(bytes, 0xaa, size);
    memory_read_bytes(memory, address_of(chunk, at), bytes, size);
    CHECK(!memcmp(bytes, &plain[chunk][at], size));
    CHECK(!memcmp(memory_read_line(memory, address_of(chunk, line) / MEMORY_LINE_BYTES),
                  &plain[chunk][line], MEMORY_LINE_BYTES));
}

static void memory_keeps_what_was_written_and_is_zero_elsewhere(void)
{
    struct memory memory;
    struct rng rng;
    rng_init(&rng, 1);
    memory_init(&memory);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (round % 10 == 0)
            write_some(&memory, &rng);
        read_some(&memory, &rng);
    }
    CHECK(memory.used > 512); /* the table has grown */
    memory_release(&memory);
}

int main(void)
{
    TEST(memory_keeps_what_was_written_and_is_zero_elsewhere());
    return check_report();
}
