/* Comparison of frames: every difference in a defined bit is found, in the direction asked for and
 * at the right element; none in an undefined one. */
#include "check.h"
#include "frame.h"

#include <string.h>

struct in {
    bool valid;
    uint64_t data;
    const uint64_t *line;
};
struct out {
    uint64_t valid; /* two elements */
    uint64_t data[2];
};

static unsigned one(const void *params)
{
    (void)params;
    return 1;
}

static unsigned two(const void *params)
{
    (void)params;
    return 2;
}

static unsigned eight(const void *params)
{
    (void)params;
    return 8;
}

static unsigned line_bits(const void *params)
{
    (void)params;
    return 1000;
}

enum { IN_VALID, IN_DATA, IN_LINE, OUT_VALID, OUT_DATA, PORTS };

static const struct block_port ports[PORTS] = {
    {"in_valid", .valid = -1, .form = PORT_BOOL, .width = one, .count = one,
     .offset = offsetof(struct in, valid), .comment = ""},
    {"in_data", .valid = IN_VALID, .form = PORT_WORD, .width = eight, .count = one,
     .offset = offsetof(struct in, data), .comment = ""},
    {"in_line", .valid = IN_VALID, .form = PORT_WIDE, .width = line_bits, .count = one, .words = 16,
     .offset = offsetof(struct in, line), .comment = ""},
    {"out_valid", .is_output = true, .valid = -1, .form = PORT_MASK, .width = two, .count = two,
     .offset = offsetof(struct out, valid), .comment = ""},
    {"out_data", .is_output = true, .valid = OUT_VALID, .form = PORT_WORD, .is_array = true,
     .width = eight, .count = two, .offset = offsetof(struct out, data), .comment = ""},
};
static const struct block block = {.name = "block", .ports = ports, .port_count = PORTS};

struct scene {
    struct port_set set;
    struct frame frame;
    uint64_t line[16];
};

/* Both sides carry the same defined values, what is undefined differs in every bit. */
static void scene_init(struct scene *scene, bool in_valid, unsigned out_valid)
{
    struct in in = {in_valid, 0x5a, scene->line};
    struct out out = {out_valid, {0x3, 0xc}};
    port_set_init(&scene->set, &block, NULL);
    frame_init(&scene->frame, &scene->set);
    memset(scene->line, 0x96, sizeof scene->line);
    frame_pack(&scene->frame, &scene->set, false, &in);
    frame_pack(&scene->frame, &scene->set, true, &out);
    for (unsigned w = 0; w < scene->set.words; w++)
        scene->frame.rtl[w] = scene->frame.model[w] ^ ~scene->frame.care[w];
}

static bool equal(struct scene *scene, bool outputs, struct mismatch *mismatch)
{
    *mismatch = (struct mismatch){PORTS, 0};
    return frame_equal(&scene->frame, &scene->set, outputs, mismatch);
}

/* Flips the RTL's bit: true when it is found at its place exactly if it is defined, and does not
 * show in the other direction. */
static bool flip(struct scene *scene, unsigned port, unsigned bit)
{
    const struct port_layout *layout = &scene->set.layout[port];
    unsigned at = scene->set.offset[port] + bit / 64,
             element = bit / (layout->width / layout->count);
    uint64_t flipped = UINT64_C(1) << bit % 64;
    bool outputs = layout->port->is_output, defined = scene->frame.care[at] & flipped;
    struct mismatch mismatch, other;
    scene->frame.rtl[at] ^= flipped;
    bool same = equal(scene, outputs, &mismatch), other_same = equal(scene, !outputs, &other);
    scene->frame.rtl[at] ^= flipped;
    bool in_place = mismatch.port == port && mismatch.element == element;
    return same == !defined && (same || in_place) && other_same;
}

/* Bits of the port that are said to be defined; every one of its bits is flipped. */
static unsigned flip_port(struct scene *scene, unsigned port)
{
    unsigned defined = 0, wrong = 0;
    for (unsigned bit = 0; bit < scene->set.layout[port].width; bit++) {
        defined += bits_get(scene->frame.care + scene->set.offset[port], bit, 1) != 0;
        wrong += !flip(scene, port, bit);
    }
    CHECK_EQUAL(wrong, 0);
    return defined;
}

static void flip_all(bool in_valid, unsigned out_valid)
{
    struct scene scene;
    struct mismatch mismatch;
    check_case("in_valid %u, out_valid %u: every defined bit, no other", in_valid, out_valid);
    scene_init(&scene, in_valid, out_valid);
    CHECK(equal(&scene, false, &mismatch));
    CHECK(equal(&scene, true, &mismatch));
    CHECK_EQUAL(flip_port(&scene, IN_VALID), 1);
    CHECK_EQUAL(flip_port(&scene, IN_DATA), in_valid ? 8 : 0);
    CHECK_EQUAL(flip_port(&scene, IN_LINE), in_valid ? 1000 : 0);
    CHECK_EQUAL(flip_port(&scene, OUT_VALID), 2);
    CHECK_EQUAL(flip_port(&scene, OUT_DATA), 4 * (out_valid & 1) + 4 * (out_valid >> 1));
    frame_release(&scene.frame);
}

/* What the RTL gets in an input that is not defined: at times what was there when it last was, at
 * times something else. What is defined it always gets. */
static void drive_undefined(void)
{
    struct scene scene;
    struct rng rng;
    unsigned held = 0, others = 0;
    check_case("an undefined input is held, or any bits");
    rng_init(&rng, 1);
    scene_init(&scene, true, 0);
    struct frame *f = &scene.frame;
    const uint64_t *data = f->model + scene.set.offset[IN_DATA], last = *data;
    frame_drive(f, &scene.set, &rng);
    CHECK_EQUAL(f->rtl[scene.set.offset[IN_DATA]], last);
    struct in none = {false, 0, NULL};
    frame_pack(f, &scene.set, false, &none);
    for (unsigned i = 0; i < 1000; i++) {
        frame_drive(f, &scene.set, &rng);
        CHECK_EQUAL(f->rtl[scene.set.offset[IN_VALID]], 0);
        *(f->rtl[scene.set.offset[IN_DATA]] == last ? &held : &others) += 1;
    }
    CHECK(held > 300 && others > 300);
    frame_release(f);
}

int main(void)
{
    for (unsigned in_valid = 0; in_valid < 2; in_valid++)
        for (unsigned out_valid = 0; out_valid < 4; out_valid++)
            flip_all(in_valid, out_valid);
    drive_undefined();
    return check_report();
}
