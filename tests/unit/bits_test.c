/* Packing of port fields against a naive bit-by-bit reading, for every representation; bits_copy
 * and port_care alike. */
#include "bits.h"
#include "check.h"
#include "rng.h"

#include <string.h>

enum { COUNT = 5, WORDS_MAX = 8, WIDTH_MAX = COUNT * WORDS_MAX * 64 };

static unsigned test_width, test_count; /* what the port's width and count functions answer */

static unsigned width_function(const void *params)
{
    (void)params;
    return test_width;
}

static unsigned count_function(const void *params)
{
    (void)params;
    return test_count;
}

/* A struct with one field, in every representation. */
union field {
    bool boolean[COUNT];
    uint64_t word[COUNT];
    uint64_t wide[COUNT][WORDS_MAX];
    const uint64_t *pointer[COUNT];
};

static void fill_random(struct rng *rng, uint64_t *bits, unsigned width)
{
    memset(bits, 0, WIDTH_MAX / 8);
    for (unsigned i = 0; i < width; i++)
        bits[i / 64] |= (rng_next(rng) & 1) << (i % 64);
}

/* Bit i of element e of the field, read without the code under test. */
static bool field_bit(const struct block_port *port, const union field *f, unsigned e, unsigned i)
{
    switch (port->form) {
    case PORT_BOOL:
        return f->boolean[e];
    case PORT_WORD:
        return f->word[e] >> i & 1;
    case PORT_MASK:
        return f->word[0] >> e & 1;
    case PORT_WIDE:
        break;
    }
    return (port->is_output ? f->wide[e] : f->pointer[e])[i / 64] >> (i % 64) & 1;
}

static void round_trip(struct rng *rng, struct block_port port, unsigned width, unsigned count)
{
    uint64_t bits[WIDTH_MAX / 64], again[WIDTH_MAX / 64], storage[COUNT * WORDS_MAX];
    union field field = {0};
    struct port_layout layout;
    test_width = width;
    test_count = count;
    port.width = width_function;
    port.count = count_function;
    port_layout_init(&layout, &port, NULL);
    fill_random(rng, bits, width);
    memset(storage, 0xa5, sizeof storage);
    memset(again, 0xa5, sizeof again);
    port_unpack(&layout, bits, &field, storage);
    unsigned wrong = 0;
    for (unsigned i = 0; i < width; i++) {
        unsigned element = i / (width / count);
        wrong += field_bit(&port, &field, element, i % (width / count)) !=
                 (bits[i / 64] >> (i % 64) & 1);
    }
    CHECK_EQUAL(wrong, 0);
    port_pack(&layout, &field, again);
    CHECK(!memcmp(bits, again, bits_words(width) * sizeof *bits));
}

static void representations_survive_a_round_trip(struct rng *rng)
{
    for (unsigned repeat = 0; repeat < 50; repeat++) {
        bool output = repeat & 1;
        unsigned narrow = 1 + rng_below(rng, 64), wide = 1 + rng_below(rng, WORDS_MAX * 64);
        struct block_port port = {
            .name = "p", .is_output = output, .words = WORDS_MAX, .valid = -1};
        port.form = PORT_BOOL;
        round_trip(rng, port, 1, 1);
        port.form = PORT_MASK;
        round_trip(rng, port, narrow, narrow);
        port.form = PORT_WORD;
        round_trip(rng, port, narrow, 1);
        port.is_array = true;
        round_trip(rng, port, narrow * COUNT, COUNT);
        port.form = PORT_WIDE;
        round_trip(rng, port, wide * COUNT, COUNT);
        port.is_array = false;
        round_trip(rng, port, wide, 1);
    }
}

static void a_missing_wide_input_packs_as_zero(void)
{
    struct block_port port = {.name = "p",
                              .form = PORT_WIDE,
                              .words = 2,
                              .valid = -1,
                              .width = width_function,
                              .count = count_function};
    union field field = {.pointer = {NULL}};
    uint64_t bits[2] = {1, 2};
    struct port_layout layout;
    test_width = 100;
    test_count = 1;
    port_layout_init(&layout, &port, NULL);
    port_pack(&layout, &field, bits);
    CHECK(bits[0] == 0 && bits[1] == 0);
}

static void copies_move_exactly_their_bits(struct rng *rng)
{
    for (unsigned repeat = 0; repeat < 2000; repeat++) {
        uint64_t from[WIDTH_MAX / 64], to[WIDTH_MAX / 64], before[WIDTH_MAX / 64];
        unsigned width = rng_below(rng, 300), from_lsb = rng_below(rng, 200),
                 to_lsb = rng_below(rng, 200);
        fill_random(rng, from, 500);
        fill_random(rng, to, 500);
        memcpy(before, to, sizeof to);
        bits_copy(to, to_lsb, from, from_lsb, width);
        unsigned wrong = 0;
        for (unsigned i = 0; i < 500; i++) {
            bool inside = i >= to_lsb && i < to_lsb + width;
            bool expected =
                inside ? bits_get(from, from_lsb + i - to_lsb, 1) : bits_get(before, i, 1);
            wrong += bits_get(to, i, 1) != expected;
        }
        CHECK_EQUAL(wrong, 0);
    }
}

static void a_valid_bit_covers_its_element(void)
{
    struct block_port valid_port = {.name = "v",
                                    .form = PORT_MASK,
                                    .valid = -1,
                                    .width = count_function,
                                    .count = count_function};
    struct block_port data_port = {.name = "d",
                                   .form = PORT_WORD,
                                   .is_array = true,
                                   .valid = 0,
                                   .width = width_function,
                                   .count = count_function};
    struct port_layout valid, data;
    uint64_t mask = 0x5, care[2] = {0};
    test_count = 3;
    test_width = 3 * 30;
    port_layout_init(&valid, &valid_port, NULL);
    port_layout_init(&data, &data_port, NULL);
    port_care(&data, &valid, &mask, care);
    CHECK_EQUAL(care[0], 0xf00000003fffffffu);
    CHECK_EQUAL(care[1], 0x3ffffff);
    port_care(&data, NULL, NULL, care);
    CHECK_EQUAL(care[0], ~UINT64_C(0));
    CHECK_EQUAL(care[1], 0x3ffffff);
}

int main(void)
{
    struct rng rng;
    rng_init(&rng, 1);
    TEST(representations_survive_a_round_trip(&rng));
    TEST(a_missing_wide_input_packs_as_zero());
    TEST(copies_move_exactly_their_bits(&rng));
    TEST(a_valid_bit_covers_its_element());
    return check_report();
}
