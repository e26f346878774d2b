/* Where lines lie in a DRAM channel: a partition's own without holes, each at a place of its own, a
 * stream in open rows. */
#include "dram_bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "address_map.h"

/* The next line of a partition. */
static uint64_t next_line(const struct bench *bench, uint64_t line)
{
    const struct config *c = &bench->config;
    while (address_map_partition(line, c->chunk_bits, c->partitions, c->partition_hash) !=
           bench->partition)
        line++;
    return line;
}

/* Row hits and activates of a partition's own lines, taken one after the other. */
static void read_own_lines(struct bench *bench, uint64_t from, unsigned lines)
{
    bench_start(bench);
    uint64_t line = next_line(bench, from);
    for (unsigned n = 0; n < lines || !dram_is_idle(&bench->dram);) {
        bench->in.dram_valid = n < lines;
        bench->in.dram_line = line;
        if (bench->in.dram_valid && bench->out.dram_ready) {
            n++;
            line = next_line(bench, line + 1);
        }
        bench_step(bench);
    }
    memory_release(&bench->memory);
}

/* They fill a row in each bank group, whichever partition it is and however many lines make up a
 * chunk. */
static void every_partition_has_its_lines_without_holes(unsigned partitions)
{
    enum { LINES = 4 << COLUMN_BITS };
    for (unsigned chunk_bits = 0; chunk_bits < 5; chunk_bits++)
        for (unsigned partition = 0; partition < partitions; partition++) {
            struct bench bench;
            bench_config(&bench);
            bench.config.partitions = partitions;
            bench.config.chunk_bits = chunk_bits;
            bench.partition = partition;
            read_own_lines(&bench, 0, LINES);
            CHECK_EQUAL(bench.dram.stats.activates, 4);
            CHECK_EQUAL(bench.dram.stats.row_hits, LINES - 4);
        }
}

/* A stream anywhere in memory keeps its row hits. */
static void a_stream_hits_rows_in_any_number_of_partitions(void)
{
    static const unsigned partitions[] = {8, 12, 3, 20, 63};
    static const uint64_t from[] = {0, 65536 * 2 - 1000, 5 * 65536 * 2 + 777, UINT64_C(1) << 32};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < 4; k++) {
            struct bench bench;
            bench_config(&bench);
            bench.config.partitions = partitions[i];
            read_own_lines(&bench, from[k], 4096);
            double hits = (double)bench.dram.stats.row_hits / 4096;
            if (hits < .93)
                printf("%u partitions, from line %" PRIu64 ": row hits %.3f\n", partitions[i],
                       from[k], hits);
            CHECK(hits >= .93);
        }
}

/* No two lines of a partition share a place, and no place is left out. */
static void every_line_has_a_place_of_its_own(unsigned partitions, bool ipoly, enum bank_hash hash)
{
    enum { LINES = 3 * 65536 };
    static bool taken[LINES];
    static struct dram_address map;
    struct bench bench;
    uint64_t lines = 0, beyond = 0, twice = 0;
    bench_config(&bench);
    bench.config.partitions = partitions;
    bench.config.chunk_bits = 0;
    bench.config.dram_hash = hash;
    dram_address_init(&map, &bench.config);
    memset(taken, 0, sizeof taken);
    for (uint64_t line = 0; line < LINES; line++) {
        if (address_map_partition(line, 0, partitions, ipoly) != partitions / 2)
            continue;
        struct dram_place place = dram_address_locate(&map, line);
        uint64_t number =
            ((uint64_t)place.row << COLUMN_BITS | place.column) << BANK_BITS | place.bank;
        lines++;
        beyond += number >= LINES;
        if (number < LINES) {
            twice += taken[number];
            taken[number] = true;
        }
    }
    uint64_t row = 1u << (BANK_BITS + COLUMN_BITS), holes = 0;
    for (uint64_t number = 0; number < lines / row * row; number++)
        holes += !taken[number];
    CHECK(lines > LINES / partitions - 100);
    CHECK(beyond == 0 && twice == 0 && holes == 0);
}

int main(void)
{
    TEST(every_partition_has_its_lines_without_holes(8));
    TEST(every_partition_has_its_lines_without_holes(12));
    TEST(every_partition_has_its_lines_without_holes(3));
    TEST(a_stream_hits_rows_in_any_number_of_partitions());
    for (unsigned hash = BANK_LINEAR; hash <= BANK_IPOLY; hash++)
        TEST(every_line_has_a_place_of_its_own(12, false, hash));
    TEST(every_line_has_a_place_of_its_own(4, false, BANK_IPOLY));
    TEST(every_line_has_a_place_of_its_own(8, true, BANK_HASH));
    return check_report();
}
