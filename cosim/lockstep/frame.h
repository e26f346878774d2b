/* All ports of one block instance in one cycle, as bit vectors: what the model says, which of these
 * bits are defined, and what the RTL has. Comparison, history tables, recorded vectors and Icarus
 * replay all work on frames. */
#ifndef MEMLOOM_FRAME_H
#define MEMLOOM_FRAME_H

#include "bits.h"
#include "rng.h"

#include <stdio.h>

struct port_set {
    const struct block *block;
    unsigned count; /* ports */
    struct port_layout layout[BLOCK_PORTS_MAX];
    unsigned offset[BLOCK_PORTS_MAX]; /* first word of each port in a vector of the frame */
    unsigned words;                   /* words of one vector */
    /* Indices of the inputs [0] and of the outputs [1]; the ports that are always defined, valids
     * among them, come first. */
    struct port_list {
        unsigned count, port[BLOCK_PORTS_MAX];
    } of[2];
};

struct frame {
    uint64_t cycle;
    bool reset;      /* rst was 1 in this cycle */
    uint64_t *model; /* value by the model */
    uint64_t *care;  /* ones where it is defined */
    uint64_t *rtl;   /* value at the RTL's port */
};

/* The place of the first difference. */
struct mismatch {
    unsigned port;    /* index in the set */
    unsigned element; /* of a {N} port */
};

void port_set_init(struct port_set *, const struct block *, const void *params);
void frame_init(struct frame *, const struct port_set *);
void frame_release(struct frame *);
void frame_copy(struct frame *to, const struct frame *from, const struct port_set *);

/* Fills model and care of the ports of one direction from a port struct; the value of a port that
 * is not defined stays as it was. */
void frame_pack(struct frame *, const struct port_set *, bool outputs, const void *structure);
/* rtl of the inputs: the model's value; where that is not defined, random bits or, as on a bus that
 * holds its value, what was there when it last was. */
void frame_drive(struct frame *, const struct port_set *, struct rng *);
/* Takes the outputs as undefined in this cycle: nothing of them is compared or recorded. */
void frame_ignore_outputs(struct frame *, const struct port_set *);
/* Compares the defined ports of one direction; false and the place on a difference. */
bool frame_equal(const struct frame *, const struct port_set *, bool outputs, struct mismatch *);
/* True when no input asks for anything: valids, pulses and credits are zero (ready, data and
 * enables are not looked at). */
bool frame_is_quiet(const struct frame *, const struct port_set *);

/* Hexadecimal text of bits [lsb + width - 1 : lsb]; x for every digit when the bits are not cared
 * for. */
void frame_print_bits(FILE *, const uint64_t *bits, const uint64_t *care, unsigned lsb,
                      unsigned width);
/* "port[element] (meaning): expected (model) 0x.., actual (RTL) 0x.." */
void frame_print_mismatch(FILE *, const struct frame *, const struct port_set *,
                          const struct mismatch *);

/* The last frames before a mismatch. */
enum { HISTORY_FRAMES = 50 };

struct history {
    struct frame frames[HISTORY_FRAMES];
    uint64_t recorded; /* frames so far; the last ones are kept */
};

void history_init(struct history *, const struct port_set *);
void history_release(struct history *);
void history_record(struct history *, const struct frame *, const struct port_set *);
/* Table of all ports over the kept cycles; a difference shows as model!rtl. */
void history_print(const struct history *, const struct port_set *, FILE *);

#endif
