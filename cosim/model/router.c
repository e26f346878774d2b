/* Twin of rtl/router.v. One step: traversal, allocation (both on the state before the edge),
 * arrivals, credits. */
#include "router.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "ring.h"
#include "route_digit.h"
#include "route_xy.h"
#include "router_serial.h"
#include "util.h"

/* Inlined into router_step, so that sizes become constants for the common router. */
#define FAST static inline __attribute__((always_inline))

/* Before a loop over ports. */
#define UNROLL _Pragma("GCC unroll 5")

/* The sizes that the step looks at. */
struct shape {
    unsigned inputs, outputs, vcs, lane, depth, classes, stages, route, words, in_words, out_words;
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
    [ONE_CLASS] = {5, 5, 4, 2, 4, 1, 4, 0, 1, 1, 1, 0, false},
    [TWO_CLASSES] = {5, 5, 4, 2, 4, 2, 4, 0, 1, 1, 1, 0, false},
    [BY_LINE] = {5, 5, 4, 2, 4, 4, 4, 0, 1, 1, 1, 0, false},
    [SHORT_ONE_CLASS] = {5, 5, 4, 2, 4, 1, 2, 0, 1, 1, 1, 0, false},
    [SHORT_TWO_CLASSES] = {5, 5, 4, 2, 4, 2, 2, 0, 1, 1, 1, 0, false},
    [SHORT_BY_LINE] = {5, 5, 4, 2, 4, 4, 2, 0, 1, 1, 1, 0, false}};

FAST struct shape shape_of(const struct router *r)
{
    const struct router_params *p = &r->params;
    return (struct shape){p->inputs,    p->outputs,     p->vcs,           r->lane,  p->depth,
                          p->classes,   p->stages,      p->route,         r->words, r->in_words,
                          r->out_words, p->speedup - 1, r->serial != NULL};
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

/* The next part of the one block; NULL while that is only measured. */
static void *part(char *memory, size_t *used, size_t size)
{
    size_t at = *used;
    *used += (size + 7) / 8 * 8;
    return memory ? memory + at : NULL;
}

/* Lays out the block; how large it is. */
static size_t lay_out(struct router *r, char *memory)
{
    const struct router_params *p = &r->params;
    unsigned inputs = p->inputs * p->speedup, channels = inputs << r->lane;
    size_t used = 0;
    r->memory = memory;
    r->asks = part(memory, &used, p->outputs * r->words * sizeof *r->asks);
    r->sa.grant = part(memory, &used, p->outputs * r->words * sizeof *r->sa.grant);
    r->sa.accept = part(memory, &used, inputs * r->out_words * sizeof *r->sa.accept);
    r->output = part(memory, &used, p->outputs * sizeof *r->output);
    r->vc = part(memory, &used, channels * sizeof *r->vc);
    r->switched = part(memory, &used, p->outputs * sizeof *r->switched);
    r->sent = part(memory, &used, p->outputs * sizeof *r->sent);
    r->vc_mask = part(memory, &used, inputs * sizeof *r->vc_mask);
    r->buffer = part(memory, &used, (size_t)channels * p->depth * sizeof *r->buffer);
    return used;
}

void router_init(struct router *r, const struct router_params *params)
{
    memset(r, 0, sizeof *r);
    r->params = *params;
    unsigned inputs = params->inputs * params->speedup;
    r->lane = log2_ceil(params->vcs / params->speedup);
    if (inputs << r->lane > ROUTER_CHANNELS_MAX)
        bug("a router of %u inputs with %u VCs has more than %d input VCs", params->inputs,
            params->vcs, ROUTER_CHANNELS_MAX);
    if (inputs > ISLIP_INPUTS_MAX || params->vcs % params->speedup != 0)
        bug("a router of %u inputs with %u VCs cannot have a speed-up of %u", params->inputs,
            params->vcs, params->speedup);
    r->words = ((inputs << r->lane) + 63) / 64;
    r->in_words = (inputs + 63) / 64;
    r->out_words = (params->outputs + 63) / 64;
    struct shape shape = shape_of(r);
    r->is_wide = params->flit_bits > 64 * FLIT_COMMON_WORDS;
    r->is_small = r->words * r->in_words * r->out_words == 1;
    r->shape = 0;
    while (r->shape < KNOWN_SHAPES && memcmp(&shape, &known[r->shape], sizeof shape) != 0)
        r->shape++;
    if (r->shape == KNOWN_SHAPES)
        r->shape = !r->is_small           ? ANY_SHAPE
                   : params->speedup == 1 ? SMALL_SHAPE
                                          : SMALL_SPLIT_SHAPE;
    for (unsigned bit = 0; bit < 64; bit += 1u << r->lane)
        r->lanes |= UINT64_C(1) << bit;
    for (unsigned i = params->inputs; i < inputs; i++)
        r->odd[(i << r->lane) / 64] |= UINT64_C(1) << (i << r->lane) % 64;
    r->port_bits = params->outputs > 1 ? log2_ceil(params->outputs) : 1;
    r->dest_word = params->dest_lsb / 64;
    r->dest_shift = params->dest_lsb % 64;
    for (unsigned v = 0; v < params->vcs; v++) {
        for (unsigned w = 0; w < params->vcs; w++) {
            unsigned same = v * params->classes / params->vcs == w * params->classes / params->vcs;
            r->class_mask[v] |= (uint8_t)(same << w);
        }
    }
    lay_out(r, xcalloc(1, lay_out(r, NULL)));
    router_reset(r);
}

void router_allocate_serially(struct router *r)
{
    if (r->params.stages != 4 || r->params.speedup != 1)
        bug("serial allocation is that of a router of 4 stages, not %u, without speed-up",
            r->params.stages);
    r->serial = xcalloc(1, sizeof *r->serial);
    r->shape = r->is_small ? SMALL_SHAPE : ANY_SHAPE;
}

void router_release(struct router *r)
{
    free(r->serial);
    free(r->memory);
}

void router_reset(struct router *r)
{
    const struct router_params *p = &r->params;
    r->holds = r->moves = false;
    memset(r->set, 0, sizeof r->set);
    memset(r->switching, 0, sizeof r->switching);
    memset(r->switching_tail, 0, sizeof r->switching_tail);
    memset(r->valid, 0, sizeof r->valid);
    memset(r->valid_tail, 0, sizeof r->valid_tail);
    memset(r->memory, 0, (size_t)((char *)r->buffer - (char *)r->memory)); /* all but flits */
    for (unsigned o = 0; o < p->outputs; o++) {
        struct router_output *output = &r->output[o];
        output->free = output->credited = (uint16_t)((1u << p->vcs) - 1);
        for (unsigned v = 0; v < p->vcs; v++)
            if (!(output->offer & r->class_mask[v]))
                output->offer |= (uint16_t)(1u << v);
        for (unsigned v = 0; v < p->vcs; v++)
            output->credit[v] = (uint16_t)p->depth;
    }
}

/* Words of a flit; the most common ones are copied at once, whether all are in use or not. */
static unsigned words_of_flit(const struct router *r)
{
    return (r->params.flit_bits + 63) / 64;
}

FAST void copy_flit(const struct router *r, uint64_t *to, const uint64_t *from)
{
    memcpy(to, from, FLIT_COMMON_WORDS * sizeof *to);
    if (r->is_wide)
        memcpy(to + FLIT_COMMON_WORDS, from + FLIT_COMMON_WORDS,
               (FLIT_WORDS - FLIT_COMMON_WORDS) * sizeof *to);
}

/* Every second one of a port's VCs, as an input of the switch has them. */
FAST unsigned pack_vcs(unsigned vcs)
{
    return (vcs & 1) | (vcs >> 1 & 2) | (vcs >> 2 & 4) | (vcs >> 3 & 8);
}

/* The number among the port's VCs of VC v of input i of the switch. */
FAST unsigned vc_of(unsigned i, unsigned v, struct shape s)
{
    return s.split ? v << 1 | (i >= s.inputs) : v;
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

/* Whether any VC of each input is in the set: the lowest bit of the input's lane. */
FAST uint64_t fold(const struct router *r, uint64_t vcs, struct shape s)
{
    for (unsigned distance = 1; distance < 1u << s.lane; distance *= 2)
        vcs |= vcs >> distance;
    return vcs & r->lanes;
}

/* The VCs of input i of the switch in the set. */
FAST unsigned of_input(const uint64_t *vcs, unsigned i, struct shape s)
{
    return (unsigned)(vcs[word_of(i << s.lane, s.words)] >> (i << s.lane & 63)) &
           ((1u << (s.vcs >> s.split)) - 1);
}

/* Round-robin choice among VCs (not none), and the mask after it. */
FAST unsigned choose(unsigned candidates, unsigned mask)
{
    return lowest(candidates & mask ? candidates & mask : candidates);
}

FAST uint16_t after(unsigned chosen)
{
    return (uint16_t)(~1u << chosen);
}

/* Input VCs of a word whose class has one of the output VCs `channels`. */
FAST uint64_t served_by(const struct router *r, unsigned channels, unsigned word, struct shape s)
{
    unsigned vcs = s.classes == s.vcs ? channels : 0;
    if (s.classes == 1)
        return channels ? ~UINT64_C(0) : 0;
    for (; s.classes != s.vcs && channels; channels &= channels - 1)
        vcs |= r->class_mask[lowest(channels)];
    if (!s.split)
        return vcs * r->lanes;
    return (pack_vcs(vcs) * (r->lanes & ~r->odd[word])) | (pack_vcs(vcs >> 1) * r->odd[word]);
}

/* What the flit at the front of a queue (now) means for the sets. */
FAST void look_at_front(struct router *r, unsigned k, struct shape s)
{
    const struct router_vc *vc = &r->vc[k];
    unsigned word = word_of(k, s.words);
    struct router_sets *set = &r->set[word];
    uint64_t bit = bit_of(k);
    unsigned entry = vc->entry[vc->head];
    if (entry & ROUTER_TAIL)
        set->ending |= bit;
    else
        set->ending &= ~bit;
    if (!(set->active & bit)) {
        r->asks[(entry & ROUTER_ROUTE) * s.words + word].wanted |= bit;
        if (s.serial)
            r->serial->routing[word] |= bit;
    }
}

/* The packet in front of input VC k takes an output VC. */
FAST void open_channel(struct router *r, unsigned k, unsigned o, unsigned channel, struct shape s)
{
    struct router_output *output = &r->output[o];
    unsigned word = word_of(k, s.words);
    struct router_asks *asks = &r->asks[o * s.words + word];
    uint64_t bit = bit_of(k);
    r->vc[k].target = (uint16_t)o;
    r->vc[k].channel = (uint16_t)channel;
    r->set[word].active |= bit;
    if (output->credited >> channel & 1)
        r->set[word].credited |= bit;
    asks->wanted &= ~bit;
    asks->target |= bit;
    output->free &= (uint16_t) ~(1u << channel);
    output->owner[channel] = (uint16_t)k;
}

/* The front flit of input VC k, with an output VC, wins the switch. */
FAST void pop(struct router *r, unsigned k, struct shape s)
{
    struct router_vc *vc = &r->vc[k];
    unsigned head = vc->head, channel = vc->channel, o = vc->target;
    unsigned word = word_of(k, s.words), out_word = word_of(o, s.out_words);
    struct router_output *output = &r->output[o];
    struct router_sets *set = &r->set[word];
    uint64_t bit = bit_of(k);

    r->switched[o].place = (uint16_t)(k * s.depth + head);
    r->switched[o].channel = (uint16_t)channel;
    r->switching[out_word] |= bit_of(o);
    set->credit |= bit;
    if (--output->credit[channel] == 0) {
        output->credited &= (uint16_t) ~(1u << channel);
        set->credited &= ~bit;
    }
    if (set->ending & bit) {
        r->switching_tail[out_word] |= bit_of(o);
        set->active &= ~bit;
        set->credited &= ~bit;
        r->asks[o * s.words + word].target &= ~bit;
        output->free |= (uint16_t)(1u << channel);
    }
    vc->head = (uint16_t)(head + 1 == s.depth ? 0 : head + 1);
    if (--vc->count == 0)
        set->nonempty &= ~bit;
    else
        look_at_front(r, k, s);
}

/* Input VCs that ask for output o: inside a packet, or with its head; and their inputs, a lane
 * mask. Returns whether there are any. */
FAST bool ask(const struct router *r, unsigned o, uint64_t *asks, uint64_t *want, struct shape s)
{
    uint64_t any = 0, served = 0;
    for (unsigned word = 0; word < s.words; word++) {
        const struct router_asks *all = &r->asks[o * s.words + word];
        const struct router_sets *set = &r->set[word];
        uint64_t heads = s.serial ? 0 : all->wanted & ~set->unripe;
        if (heads) {
            if (!served || s.split)
                served = served_by(r, r->output[o].offer, word, s);
            heads &= served;
        }
        asks[word] = (set->nonempty & set->credited & all->target) | heads;
        any |= asks[word];
    }
    for (unsigned word = 0; any && word < s.words; word++)
        want[word] = fold(r, asks[word], s);
    return any;
}

FAST void allocate(struct router *r, struct shape s)
{
    uint64_t asks[ROUTER_OUTPUTS_MAX * ROUTER_SET_WORDS];
    uint64_t want[ROUTER_OUTPUTS_MAX * ROUTER_SET_WORDS];
    uint64_t outputs[ROUTER_OUT_WORDS], inputs[ROUTER_IN_WORDS];
    uint8_t accepted[ROUTER_INPUTS_MAX];
    const struct islip_shape shape = {s.lane, s.words, s.out_words};
    if (s.serial)
        router_serial_allocate(r);
    for (unsigned word = 0; word < s.out_words; word++)
        outputs[word] = 0;
    UNROLL
    for (unsigned o = 0; o < s.outputs; o++)
        if (ask(r, o, asks + o * s.words, want + o * s.words, s))
            outputs[word_of(o, s.out_words)] |= bit_of(o);
    islip_match(&r->sa, shape, outputs, want, s.in_words, inputs, accepted);
    for (unsigned word = 0; word < s.in_words; word++)
        for (uint64_t rest = inputs[word]; rest; rest &= rest - 1) {
            unsigned i = word * 64 + lowest(rest), o = accepted[i];
            unsigned v = choose(of_input(asks + o * s.words, i, s), r->vc_mask[i]);
            unsigned k = i << s.lane | v;
            r->vc_mask[i] = after(v);
            islip_use(&r->sa, shape, i, o);
            if (!(r->set[word_of(k, s.words)].active & bit_of(k)))
                open_channel(r, k, o, lowest(r->output[o].offer & r->class_mask[vc_of(i, v, s)]),
                             s);
            pop(r, k, s);
        }
    for (unsigned n = 0; s.serial && n < r->serial->grants; n++) {
        const struct router_grant *grant = &r->serial->grant[n];
        open_channel(r, grant->k, grant->output, grant->channel, s);
    }
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

FAST unsigned route_of(const struct router *r, const struct router_in *in, const uint64_t *flit,
                       struct shape s)
{
    unsigned bits = r->params.coord_bits, mask = (1u << bits) - 1, shift = r->dest_shift;
    uint64_t dest = flit[r->dest_word] >> shift;
    if (shift + 2 * bits > 64)
        dest |= flit[r->dest_word + 1] << (64 - shift);
    if (s.outputs == 1)
        return 0;
    if (s.route)
        return route_digit((unsigned)dest, r->params.digit_lsb, r->port_bits);
    return route_xy((unsigned)in->here_x, (unsigned)in->here_y, (unsigned)dest & mask,
                    (unsigned)(dest >> bits) & mask);
}

unsigned router_route(const struct router *r, const struct router_in *in, const uint64_t *flit)
{
    return route_of(r, in, flit, shape_of(r));
}

bool router_is_plain(const struct router *r)
{
    struct shape shape = shape_of(r);
    shape.classes = known[ONE_CLASS].classes;
    shape.stages = known[ONE_CLASS].stages;
    return !memcmp(&shape, &known[ONE_CLASS], sizeof shape);
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
    vc->entry[place] = (uint16_t)(route_of(r, in, in->in_flit[i], s) | (tail ? ROUTER_TAIL : 0));
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

/* The output VC on offer to the heads of each class, where the last one is spent or none was: the
 * lowest that is free and has a credit; the one just spent only when it is alone. */
FAST void renew_offers(const struct router *r, struct router_output *output, unsigned spent,
                       struct shape s)
{
    unsigned all = output->free & output->credited;
    output->offer &= (uint16_t)~spent;
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

bool router_is_idle(const struct router *r)
{
    uint64_t any = r->holds;
    for (unsigned word = 0; word < r->words; word++)
        any |= r->set[word].credit;
    for (unsigned word = 0; word < r->out_words; word++)
        any |= r->switching[word] | r->valid[word];
    return !any;
}

unsigned router_flits(const struct router *r)
{
    unsigned flits = 0;
    for (unsigned word = 0; word < r->out_words; word++)
        flits += (unsigned)(__builtin_popcountll(r->switching[word]) +
                            __builtin_popcountll(r->valid[word]));
    for (unsigned k = 0; k < r->params.inputs * r->params.speedup << r->lane; k++)
        flits += r->vc[k].count;
    return flits;
}

static uint64_t hash_transit(const struct router *r, uint64_t hash, const struct router_transit *t)
{
    hash = hash_word(hash, t->channel);
    return hash_words(hash, r->buffer[t->place].word, words_of_flit(r));
}

static uint64_t hash_queue(const struct router *r, uint64_t hash, unsigned k)
{
    const struct router_vc *vc = &r->vc[k];
    hash = hash_word(hash, vc->count | (unsigned)vc->head << 8);
    if (r->set[k / 64].active >> k % 64 & 1)
        hash = hash_word(hash, vc->target | (unsigned)vc->channel << 8);
    for (unsigned n = 0, place = vc->head; n < vc->count; n++) {
        const struct router_flit *flit = &r->buffer[k * r->params.depth + place];
        hash = hash_words(hash_word(hash, vc->entry[place]), flit->word, words_of_flit(r));
        place = place + 1 == r->params.depth ? 0 : place + 1;
    }
    return hash;
}

/* Members of a priority mask; where none can be its bits mean nothing. */
static uint64_t hash_mask(uint64_t hash, const uint64_t *mask, unsigned members, unsigned lane)
{
    for (unsigned member = 0; member < members; member++)
        hash = hash << 1 ^ hash >> 63 ^ router_has(mask, member << lane);
    return hash_word(hash, members);
}

static uint64_t hash_output(const struct router *r, uint64_t hash, unsigned o)
{
    const struct router_output *output = &r->output[o];
    hash = hash_word(hash, output->free | (unsigned)output->offer << 16);
    hash =
        hash_mask(hash, r->sa.grant + o * r->words, r->params.inputs * r->params.speedup, r->lane);
    for (unsigned w = 0; w < r->params.vcs; w++)
        hash = hash_word(hash, output->credit[w]);
    if (router_has(r->switching, o))
        hash = hash_transit(r, hash, &r->switched[o]);
    if (router_has(r->valid, o))
        hash = hash_transit(r, hash, &r->sent[o]);
    return hash;
}

uint64_t router_hash(const struct router *r)
{
    uint64_t hash = 0;
    for (unsigned word = 0; word < r->out_words; word++) {
        hash = hash_word(hash_word(hash, r->valid[word]), r->valid_tail[word]);
        hash = hash_word(hash_word(hash, r->switching[word]), r->switching_tail[word]);
    }
    for (unsigned word = 0; word < r->words; word++) {
        const struct router_sets *set = &r->set[word];
        hash = hash_word(hash_word(hash, set->active), set->fresh);
        hash = hash_word(hash_word(hash, set->unripe), set->credit);
    }
    unsigned lane = r->params.vcs / r->params.speedup;
    for (unsigned i = 0; i < r->params.inputs * r->params.speedup; i++) {
        hash = hash_word(hash, r->vc_mask[i] & ((1u << lane) - 1));
        hash = hash_mask(hash, r->sa.accept + i * r->out_words, r->params.outputs, 0);
        for (unsigned v = 0; v < lane; v++)
            hash = hash_queue(r, hash, i << r->lane | v);
    }
    for (unsigned o = 0; o < r->params.outputs; o++)
        hash = hash_output(r, hash, o);
    return hash;
}
