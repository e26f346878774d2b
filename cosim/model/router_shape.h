/* The sizes of a router as its step looks at them, which is compiled again with constant ones for
 * those that most chips have; and where VCs and ports stand in the sets. Inside of router*.c only.
 */
#ifndef MEMLOOM_ROUTER_SHAPE_H
#define MEMLOOM_ROUTER_SHAPE_H

#include "router.h"

/* Inlined into router_step, so that sizes become constants for the common router. */
#define FAST static inline __attribute__((always_inline))

/* The sizes that the step looks at. */
struct shape {
    unsigned inputs, outputs, vcs, lane, depth, classes, stages, route, words, in_words, out_words;
    unsigned escape;
    unsigned split; /* SPEEDUP - 1: the low bits of a VC's number, its input of the switch */
    unsigned
        serial; /* allocation by router_serial; all members alike: shapes are compared by bytes */
};

/* Mesh routers that are compiled with constant sizes: 4 stages without classes, with two, with a
 * channel per line; the same with 2 stages, as preset pact20 has them. Then those whose sets are
 * one word, without and with a speed-up; then any. */
enum {
    ONE_CLASS,
    TWO_CLASSES,
    BY_LINE,
    SHORT_ONE_CLASS,
    SHORT_TWO_CLASSES,
    SHORT_BY_LINE,
    KNOWN_SHAPES,
    SMALL_SHAPE = KNOWN_SHAPES,
    SMALL_SPLIT_SHAPE,
    ANY_SHAPE
};
static const struct shape known[KNOWN_SHAPES] = {
    [ONE_CLASS] = {5, 5, 4, 2, 4, 1, 4, 0, 1, 1, 1, 0, 0, false},
    [TWO_CLASSES] = {5, 5, 4, 2, 4, 2, 4, 0, 1, 1, 1, 0, 0, false},
    [BY_LINE] = {5, 5, 4, 2, 4, 4, 4, 0, 1, 1, 1, 0, 0, false},
    [SHORT_ONE_CLASS] = {5, 5, 4, 2, 4, 1, 2, 0, 1, 1, 1, 0, 0, false},
    [SHORT_TWO_CLASSES] = {5, 5, 4, 2, 4, 2, 2, 0, 1, 1, 1, 0, 0, false},
    [SHORT_BY_LINE] = {5, 5, 4, 2, 4, 4, 2, 0, 1, 1, 1, 0, 0, false}};

FAST struct shape shape_of(const struct router *r)
{
    const struct router_params *p = &r->params;
    return (struct shape){p->inputs,    p->outputs, p->vcs,         r->lane,          p->depth,
                          p->classes,   p->stages,  p->route,       r->words,         r->in_words,
                          r->out_words, p->escape,  p->speedup - 1, r->serial != NULL};
}

/* The same where every set is one word; the speed-up is a constant, too. */
FAST struct shape small_shape_of(const struct router *r, unsigned split)
{
    struct shape shape = shape_of(r);
    shape.split = split;
    shape.words = shape.in_words = shape.out_words = 1;
    return shape;
}

/* The word of a set that holds a member, and its bit there. */
FAST unsigned word_of(unsigned member, unsigned words)
{
    return words == 1 ? 0 : member / 64;
}

FAST uint64_t bit_of(unsigned member)
{
    return UINT64_C(1) << (member & 63);
}

FAST unsigned lowest(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

/* VC v of port i among the input VCs: those of one input of the switch lie side by side. */
FAST unsigned input_vc(unsigned i, unsigned v, struct shape s)
{
    return s.split ? ((v & 1) * s.inputs + i) << s.lane | v >> 1 : i << s.lane | v;
}

/* The number among the port's VCs of VC v of input i of the switch. */
FAST unsigned vc_of(unsigned i, unsigned v, struct shape s)
{
    return s.split ? v << 1 | (i >= s.inputs) : v;
}

#endif
