/* Twin of rtl/router.v. One step: traversal, allocation (both on the state before the edge,
 * router_switch.h), arrivals, credits. router_life.c makes it, router_state.c tells what it holds.
 */
#include "router.h"

#include <string.h>

#include "ring.h"
#include "route_digit.h"
#include "route_xy.h"
#include "router_shape.h"
#include "router_switch.h"

/* The most common words of a flit are copied at once, whether all are in use or not. */
FAST void copy_flit(const struct router *r, uint64_t *to, const uint64_t *from)
{
    memcpy(to, from, FLIT_COMMON_WORDS * sizeof *to);
    if (r->is_wide)
        memcpy(to + FLIT_COMMON_WORDS, from + FLIT_COMMON_WORDS,
               (FLIT_WORDS - FLIT_COMMON_WORDS) * sizeof *to);
}

/* Credits on the wires; mostly there are few. */
FAST void drive_credits(const struct router *r, struct router_out *out, struct shape s)
{
    for (unsigned i = 0; i < s.inputs; i++)
        out->in_credit[i] = 0;
    for (unsigned word = 0; word < s.words; word++)
        for (uint64_t rest = r->set[word].credit; rest; rest &= rest - 1) {
            unsigned k = word * 64 + lowest(rest), i = k >> s.lane, v = k & ((1u << s.lane) - 1);
            out->in_credit[i < s.inputs ? i : i - s.inputs] |= 1u << vc_of(i, v, s);
        }
}

FAST void drive(const struct router *r, struct router_out *out, struct shape s)
{
    drive_credits(r, out, s);
    for (unsigned word = 0; word < s.out_words; word++) {
        out->out_valid[word] = r->valid[word];
        out->out_tail[word] = r->valid_tail[word];
        for (uint64_t rest = r->valid[word]; rest; rest &= rest - 1) {
            unsigned o = word * 64 + lowest(rest);
            out->out_vc[o] = r->sent[o].channel;
            copy_flit(r, out->out_flit[o], r->buffer[r->sent[o].place].word);
        }
    }
}

/* Not inlined into the common case, which has few registers to save. */
static __attribute__((noinline)) void drive_uncommon(const struct router *r, struct router_out *out)
{
    if (r->shape == SMALL_SHAPE)
        drive(r, out, small_shape_of(r, 0));
    else if (r->shape == SMALL_SPLIT_SHAPE)
        drive(r, out, small_shape_of(r, 1));
    else
        drive(r, out, shape_of(r));
}

void router_outputs(const struct router *r, struct router_out *out)
{
    if (r->shape < KNOWN_SHAPES)
        drive(r, out, known[ONE_CLASS]); /* classes and stages make no difference here */
    else
        drive_uncommon(r, out);
}

/* Flits chosen in the last cycle move to the output registers; credits on the wire are done. */
FAST void traverse(struct router *r, struct shape s)
{
    for (unsigned word = 0; word < s.out_words; word++) {
        r->valid[word] = r->switching[word];
        r->valid_tail[word] = r->switching_tail[word];
        for (uint64_t rest = r->switching[word]; rest; rest &= rest - 1)
            r->sent[word * 64 + lowest(rest)] = r->switched[word * 64 + lowest(rest)];
        r->switching[word] = r->switching_tail[word] = 0;
    }
    for (unsigned word = 0; word < s.words; word++)
        r->set[word].credit = 0;
}

/* The route of a flit as if it were a head, and with ESCAPE whether it is of class 1, as all are
 * that come on the last VC. */
FAST unsigned heading_of(const struct router *r, const struct router_in *in, const uint64_t *flit,
                         unsigned vc, struct shape s)
{
    unsigned bits = r->params.coord_bits, mask = (1u << bits) - 1, shift = r->dest_shift;
    uint64_t dest = flit[r->dest_word] >> shift;
    if (shift + 2 * bits + s.escape > 64)
        dest |= flit[r->dest_word + 1] << (64 - shift);
    unsigned late = s.escape && (dest >> 2 * bits & 1 || vc == s.vcs - 1) ? ROUTER_LATE : 0;
    if (s.outputs == 1)
        return late;
    if (s.route)
        return late | route_digit((unsigned)dest, r->params.digit_lsb, r->port_bits);
    return late | route_xy((unsigned)in->here_x, (unsigned)in->here_y, (unsigned)dest & mask,
                           (unsigned)(dest >> bits) & mask);
}

unsigned router_heading(const struct router *r, const struct router_in *in, const uint64_t *flit,
                        unsigned vc)
{
    return heading_of(r, in, flit, vc, shape_of(r));
}

/* Heads that came at the last edge and are in front: still before switch allocation. */
FAST void keep_unripe(struct router *r, struct shape s)
{
    for (unsigned word = 0; word < s.words; word++) {
        struct router_sets *set = &r->set[word];
        set->unripe = 0;
        for (uint64_t rest = s.stages == 4 ? set->fresh & ~set->active : 0; rest; rest &= rest - 1)
            set->unripe |= (uint64_t)(r->vc[word * 64 + lowest(rest)].count == 1) << lowest(rest);
        set->fresh = 0;
    }
}

/* Puts a flit into the queue of input VC k. */
FAST void enter(struct router *r, const struct router_in *in, unsigned i, unsigned k, bool tail,
                struct shape s)
{
    struct router_vc *vc = &r->vc[k];
    struct router_sets *set = &r->set[word_of(k, s.words)];
    unsigned place = ring_wrap((unsigned)vc->head + vc->count, s.depth);
    copy_flit(r, r->buffer[k * s.depth + place].word, in->in_flit[i]);
    unsigned heading = heading_of(r, in, in->in_flit[i], (unsigned)in->in_vc[i], s);
    vc->entry[place] = (uint16_t)(heading | (tail ? ROUTER_TAIL : 0));
    uint64_t bit = bit_of(k);
    set->nonempty |= bit;
    if (s.stages == 4)
        set->fresh |= bit;
    if (vc->count++ == 0) {
        set->unripe |= bit;
        look_at_front(r, k, s);
    }
}

/* Puts the flits that come into their queues. A head has to wait for STAGES - 2 cycles before it
 * may ask for the switch: `unripe` are those that do, as far as they are in front. */
FAST void arrive(struct router *r, const struct router_in *in, struct shape s)
{
    keep_unripe(r, s);
    for (unsigned word = 0; word < s.in_words; word++)
        for (uint64_t rest = in->in_valid[word]; rest; rest &= rest - 1) {
            unsigned i = word * 64 + lowest(rest), k = input_vc(i, (unsigned)in->in_vc[i], s);
            enter(r, in, i, k, in->in_tail[word] & rest & -rest, s);
        }
    for (unsigned word = 0; word < s.words; word++)
        r->set[word].unripe &= s.stages > 2 ? ~r->set[word].active : 0;
}

/* ESCAPE: the output VC that class 1 may borrow, where the last one is spent or none was: the
 * highest of `ready` without a packet of class 0; the one just spent only when it is alone. */
FAST void renew_lent(struct router_output *output, unsigned ready, unsigned spent, struct shape s)
{
    output->lent &= (uint16_t)~spent;
    for (unsigned w = s.vcs - 1; w-- > 0 && !output->lent;) {
        bool is_clean = !(output->mixed >> w & 1) || output->credit[w] == s.depth;
        output->lent = (uint16_t)(is_clean ? ready & ~spent & 1u << w : 0);
    }
    if (!output->lent)
        output->lent = (uint16_t)(ready & spent & ~output->mixed & ~(1u << (s.vcs - 1)));
}

/* The output VC on offer to the heads of each class, where the last one is spent or none was: the
 * lowest that is free and has a credit; the one just spent only when it is alone. */
FAST void renew_offers(const struct router *r, struct router_output *output, unsigned spent,
                       struct shape s)
{
    unsigned all = output->free & output->credited;
    output->offer &= (uint16_t)~spent;
    if (s.escape)
        renew_lent(output, all, spent, s);
    if (s.classes == s.vcs) {
        output->offer |= (uint16_t)all;
        return;
    }
    for (unsigned rest = all; rest;) {
        unsigned class = r->class_mask[lowest(rest)], ready = rest & class;
        if (!(output->offer & class))
            output->offer |= (uint16_t)(1u << lowest(ready & ~spent ? ready & ~spent : ready));
        rest &= ~class;
    }
}

/* Credits come for output o, or it has sent a flit. */
FAST void add_credit(struct router *r, unsigned o, unsigned credits, unsigned sends, struct shape s)
{
    struct router_output *output = &r->output[o];
    output->credited |= (uint16_t)credits;
    for (unsigned rest = credits; rest; rest &= rest - 1) {
        unsigned channel = lowest(rest), owner = output->owner[channel];
        if (output->credit[channel]++ == 0 && !(output->free >> channel & 1))
            r->set[word_of(owner, s.words)].credited |= bit_of(owner);
    }
    renew_offers(r, output, sends << r->switched[o].channel, s);
}

FAST void add_credits(struct router *r, const struct router_in *in, const uint64_t *credited,
                      struct shape s)
{
    for (unsigned word = 0; word < s.out_words; word++)
        for (uint64_t rest = credited[word] | r->switching[word]; rest; rest &= rest - 1) {
            unsigned o = word * 64 + lowest(rest);
            add_credit(r, o, (unsigned)in->out_credit[o], r->switching[word] >> (o & 63) & 1, s);
        }
}

/* Whether a front flit may ask for the switch. */
FAST bool may_ask(const struct router *r, struct shape s)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < s.words; word++)
        any |= r->set[word].nonempty & (s.serial ? ~UINT64_C(0) : ~r->set[word].unripe);
    return any;
}

FAST void sum_up(struct router *r, struct shape s)
{
    uint64_t holds = 0, moves = 0;
    for (unsigned word = 0; word < s.words; word++) {
        const struct router_sets *set = &r->set[word];
        holds |= set->nonempty;
        moves |= set->credit | set->fresh | set->unripe;
    }
    for (unsigned word = 0; word < s.out_words; word++)
        moves |= r->valid[word] | r->switching[word];
    r->holds = holds;
    r->moves = moves | (s.serial ? holds : 0);
}

/* Nothing is held, between stages or arrives: a frequent step at a low load, for each flit gives a
 * credit back. */
FAST bool only_gets_credits(const struct router *r, const struct router_in *in, struct shape s)
{
    uint64_t any = r->holds | r->moves;
    for (unsigned word = 0; word < s.in_words; word++)
        any |= in->in_valid[word];
    return !any;
}

FAST void step(struct router *r, const struct router_in *in, const uint64_t *credited,
               struct shape s)
{
    if (only_gets_credits(r, in, s)) {
        add_credits(r, in, credited, s);
        return;
    }
    traverse(r, s);
    if (may_ask(r, s))
        allocate(r, s);
    arrive(r, in, s);
    add_credits(r, in, credited, s);
    sum_up(r, s);
}

/* A function of its own for every shape, so that a step saves only the registers that it needs. */
#define STEP(name, shape)                                                                          \
    static void name(struct router *r, const struct router_in *in, const uint64_t *credited)       \
    {                                                                                              \
        step(r, in, credited, shape);                                                              \
    }
STEP(step_one_class, known[ONE_CLASS])
STEP(step_two_classes, known[TWO_CLASSES])
STEP(step_by_line, known[BY_LINE])
STEP(step_short_one_class, known[SHORT_ONE_CLASS])
STEP(step_short_two_classes, known[SHORT_TWO_CLASSES])
STEP(step_short_by_line, known[SHORT_BY_LINE])
STEP(step_small, small_shape_of(r, 0))
STEP(step_small_split, small_shape_of(r, 1))
STEP(step_any, shape_of(r))
#undef STEP

void router_step_credited(struct router *r, const struct router_in *in, const uint64_t *credited)
{
    static void (*const steps[])(struct router *, const struct router_in *,
                                 const uint64_t *) = {[ONE_CLASS] = step_one_class,
                                                      [TWO_CLASSES] = step_two_classes,
                                                      [BY_LINE] = step_by_line,
                                                      [SHORT_ONE_CLASS] = step_short_one_class,
                                                      [SHORT_TWO_CLASSES] = step_short_two_classes,
                                                      [SHORT_BY_LINE] = step_short_by_line,
                                                      [SMALL_SHAPE] = step_small,
                                                      [SMALL_SPLIT_SHAPE] = step_small_split,
                                                      [ANY_SHAPE] = step_any};
    steps[r->shape](r, in, credited);
}

void router_step(struct router *r, const struct router_in *in)
{
    uint64_t credited[ROUTER_OUT_WORDS] = {0};
    if (!in->noc_en)
        return;
    for (unsigned o = 0; o < r->params.outputs; o++)
        credited[o / 64] |= (uint64_t)(in->out_credit[o] != 0) << o % 64;
    router_step_credited(r, in, credited);
}
