/* Twin of rtl/router.v. One step: traversal, allocation (both on the state before the edge),
 * arrivals, credits. */
#include "router.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "route_digit.h"
#include "route_xy.h"
#include "util.h"

enum { ROUTER_TAIL = 0x80, ROUTER_ROUTE = 0x0f }; /* of router_vc.entry */

/* Inlined into router_step, so that sizes become constants for the common router. */
#define FAST static inline __attribute__((always_inline))

/* Before a loop over ports. */
#define UNROLL _Pragma("GCC unroll 5")

/* The sizes that the step looks at. */
struct shape {
    unsigned inputs, outputs, vcs, lane, depth, classes, stages, route;
};

/* pact20's mesh router without classes, with two, and with a channel per line, compiled with
 * constant sizes. */
static const struct shape private_shape = {5, 5, 4, 2, 4, 1, 4, 0};
static const struct shape shared_shape = {5, 5, 4, 2, 4, 2, 4, 0};
static const struct shape by_line_shape = {5, 5, 4, 2, 4, 4, 4, 0};

FAST struct shape shape_of(const struct router *r)
{
    const struct router_params *p = &r->params;
    return (struct shape){p->inputs, p->outputs, p->vcs,    r->lane,
                          p->depth,  p->classes, p->stages, p->route};
}

FAST unsigned lowest(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

void router_init(struct router *r, const struct router_params *params)
{
    memset(r, 0, sizeof *r);
    r->params = *params;
    r->lane = log2_ceil(params->vcs);
    struct shape shape = shape_of(r);
    r->has_private_shape = !memcmp(&shape, &private_shape, sizeof shape);
    r->has_shared_shape = !memcmp(&shape, &shared_shape, sizeof shape);
    r->has_by_line_shape = !memcmp(&shape, &by_line_shape, sizeof shape);
    if (params->inputs << r->lane > 64)
        bug("a router of %u inputs with %u VCs has more than 64 input VCs", params->inputs,
            params->vcs);
    for (unsigned i = 0; i < params->inputs; i++)
        r->lanes |= UINT64_C(1) << (i << r->lane);
    r->port_bits = params->outputs > 1 ? log2_ceil(params->outputs) : 1;
    r->dest_word = params->dest_lsb / 64;
    r->dest_shift = params->dest_lsb % 64;
    for (unsigned v = 0; v < params->vcs; v++) {
        for (unsigned w = 0; w < params->vcs; w++) {
            unsigned same = v * params->classes / params->vcs == w * params->classes / params->vcs;
            r->class_mask[v] |= (uint8_t)(same << w);
        }
    }
    r->buffer = xcalloc((size_t)(params->inputs << r->lane) * params->depth, sizeof *r->buffer);
    router_reset(r);
}

void router_release(struct router *r)
{
    free(r->buffer);
}

void router_reset(struct router *r)
{
    r->nonempty = r->active = r->credited = r->ending = 0;
    r->fresh = r->unripe = r->credit = 0;
    r->switching = r->switching_tail = r->valid = r->valid_tail = 0;
    memset(&r->sa, 0, sizeof r->sa);
    memset(r->input, 0, sizeof r->input);
    memset(r->vc, 0, sizeof r->vc);
    memset(r->output, 0, sizeof r->output);
    for (unsigned o = 0; o < r->params.outputs; o++) {
        struct router_output *output = &r->output[o];
        output->free = output->credited = (uint16_t)((1u << r->params.vcs) - 1);
        for (unsigned v = 0; v < r->params.vcs; v++)
            if (!(output->offer & r->class_mask[v]))
                output->offer |= (uint16_t)(1u << v);
        memset(output->credit, (int)r->params.depth, r->params.vcs);
    }
}

FAST void drive(const struct router *r, struct router_out *out, struct shape s)
{
    UNROLL
    for (unsigned i = 0; i < s.inputs; i++)
        out->in_credit[i] = r->credit >> (i << s.lane) & ((1u << s.vcs) - 1);
    out->out_valid = r->valid;
    out->out_tail = r->valid_tail;
    for (unsigned rest = r->valid; rest; rest &= rest - 1) {
        unsigned o = lowest(rest);
        out->out_vc[o] = r->sent[o].channel;
        memcpy(out->out_flit[o], &r->buffer[r->sent[o].place], sizeof out->out_flit[o]);
    }
}

void router_outputs(const struct router *r, struct router_out *out)
{
    if (r->has_private_shape | r->has_shared_shape | r->has_by_line_shape)
        drive(r, out, private_shape); /* classes make no difference here */
    else
        drive(r, out, shape_of(r));
}

/* Whether any VC of each input is in the set: the lowest bit of the input's lane. */
FAST uint64_t fold(const struct router *r, uint64_t vcs, struct shape s)
{
    for (unsigned distance = 1; distance < 1u << s.lane; distance *= 2)
        vcs |= vcs >> distance;
    return vcs & r->lanes;
}

/* The VCs of input i in the set. */
FAST unsigned of_input(uint64_t vcs, unsigned i, struct shape s)
{
    return (unsigned)(vcs >> (i << s.lane)) & ((1u << s.vcs) - 1);
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

/* Input VCs whose class has one of the output VCs `channels`. */
FAST uint64_t served_by(const struct router *r, unsigned channels, struct shape s)
{
    unsigned vcs = 0;
    if (s.classes == 1)
        return channels ? ~UINT64_C(0) : 0;
    if (s.classes == s.vcs)
        return channels * r->lanes;
    for (; channels; channels &= channels - 1)
        vcs |= r->class_mask[lowest(channels)];
    return vcs * r->lanes;
}

/* What the flit at the front of a queue (now) means for the sets. */
FAST void look_at_front(struct router *r, unsigned k)
{
    const struct router_vc *vc = &r->vc[k];
    uint64_t bit = UINT64_C(1) << k;
    unsigned entry = vc->entry[vc->head];
    if (entry & ROUTER_TAIL)
        r->ending |= bit;
    else
        r->ending &= ~bit;
    if (!(r->active & bit))
        r->output[entry & ROUTER_ROUTE].wanted |= bit;
}

/* The packet in front of input VC k takes the output VC on offer. */
FAST void open_channel(struct router *r, unsigned k, unsigned o, struct shape s)
{
    struct router_output *output = &r->output[o];
    uint64_t bit = UINT64_C(1) << k;
    unsigned channel = lowest(output->offer & r->class_mask[k & ((1u << s.lane) - 1)]);
    r->vc[k].target = (uint8_t)o;
    r->vc[k].channel = (uint8_t)channel;
    r->active |= bit;
    r->credited |= bit;
    output->wanted &= ~bit;
    output->target |= bit;
    output->free &= (uint16_t) ~(1u << channel);
    output->owner[channel] = (uint8_t)k;
}

/* The front flit of input VC k, with an output VC, wins the switch. */
FAST void pop(struct router *r, unsigned k, struct shape s)
{
    struct router_vc *vc = &r->vc[k];
    unsigned head = vc->head, channel = vc->channel, o = vc->target;
    struct router_output *output = &r->output[o];
    uint64_t bit = UINT64_C(1) << k;

    r->switched[o].place = (uint16_t)(k * s.depth + head);
    r->switched[o].channel = (uint8_t)channel;
    r->switching |= 1u << o;
    r->credit |= bit;
    if (--output->credit[channel] == 0) {
        output->credited &= (uint16_t) ~(1u << channel);
        r->credited &= ~bit;
    }
    if (r->ending & bit) {
        r->switching_tail |= 1u << o;
        r->active &= ~bit;
        r->credited &= ~bit;
        output->target &= ~bit;
        output->free |= (uint16_t)(1u << channel);
    }
    vc->head = (uint8_t)(head + 1 == s.depth ? 0 : head + 1);
    if (--vc->count == 0)
        r->nonempty &= ~bit;
    else
        look_at_front(r, k);
}

FAST void allocate(struct router *r, struct shape s)
{
    uint64_t sending = r->nonempty & r->credited;
    uint64_t asks[ROUTER_OUTPUTS_MAX]; /* input VCs: inside a packet, or with its head */
    uint64_t want[ROUTER_OUTPUTS_MAX]; /* their inputs, a lane mask */
    uint8_t accepted[ROUTER_INPUTS_MAX];
    unsigned outputs = 0;
    UNROLL
    for (unsigned o = 0; o < s.outputs; o++) {
        const struct router_output *output = &r->output[o];
        uint64_t heads = output->wanted & ~r->unripe;
        if (heads)
            heads &= served_by(r, output->offer, s);
        asks[o] = (sending & output->target) | heads;
        if (!asks[o])
            continue;
        outputs |= 1u << o;
        want[o] = fold(r, asks[o], s);
    }
    unsigned inputs = islip_match(&r->sa, s.lane, outputs, want, accepted);
    for (; inputs; inputs &= inputs - 1) {
        unsigned i = lowest(inputs), o = accepted[i];
        unsigned v = choose(of_input(asks[o], i, s), r->input[i].sa_mask);
        unsigned k = i << s.lane | v;
        r->input[i].sa_mask = after(v);
        islip_use(&r->sa, s.lane, i, o);
        if (!(r->active >> k & 1))
            open_channel(r, k, o, s);
        pop(r, k, s);
    }
}

/* Flits chosen in the last cycle move to the output registers; credits on the wire are done. */
FAST void traverse(struct router *r)
{
    r->valid = r->switching;
    r->valid_tail = r->switching_tail;
    for (unsigned rest = r->switching; rest; rest &= rest - 1)
        r->sent[lowest(rest)] = r->switched[lowest(rest)];
    r->switching = r->switching_tail = 0;
    r->credit = 0;
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

/* Puts the flits that come into their queues. A head has to wait for STAGES - 2 cycles before it
 * may ask for the switch: `unripe` are those that do, as far as they are in front. */
FAST void arrive(struct router *r, const struct router_in *in, struct shape s)
{
    uint64_t came = 0;
    r->unripe = 0;
    for (uint64_t rest = s.stages == 4 ? r->fresh : 0; rest; rest &= rest - 1) {
        unsigned k = lowest(rest);
        r->unripe |= (uint64_t)(r->vc[k].count == 1) << k;
    }
    for (unsigned rest = (unsigned)in->in_valid; rest; rest &= rest - 1) {
        unsigned i = lowest(rest), k = i << s.lane | (unsigned)in->in_vc[i];
        struct router_vc *vc = &r->vc[k];
        unsigned place = vc->head + vc->count;
        place = place >= s.depth ? place - s.depth : place;
        memcpy(&r->buffer[k * s.depth + place], in->in_flit[i], sizeof *r->buffer);
        unsigned tail = in->in_tail >> i & 1 ? ROUTER_TAIL : 0;
        vc->entry[place] = (uint8_t)(route_of(r, in, in->in_flit[i], s) | tail);
        uint64_t bit = UINT64_C(1) << k;
        r->nonempty |= bit;
        came |= bit;
        if (vc->count++ == 0) {
            r->unripe |= bit;
            look_at_front(r, k);
        }
    }
    r->fresh = s.stages == 4 ? came : 0;
    r->unripe = s.stages > 2 ? r->unripe & ~r->active : 0;
}

/* The output VC on offer to the heads of each class, where the last one is spent or none was: the
 * lowest that is free and has a credit; the one just spent only when it is alone. */
FAST void renew_offers(const struct router *r, struct router_output *output, unsigned spent)
{
    output->offer &= (uint16_t)~spent;
    for (unsigned rest = output->free & output->credited; rest;) {
        unsigned class = r->class_mask[lowest(rest)], ready = rest & class;
        if (!(output->offer & class))
            output->offer |= (uint16_t)(1u << lowest(ready & ~spent ? ready & ~spent : ready));
        rest &= ~class;
    }
}

FAST void add_credits(struct router *r, const struct router_in *in, struct shape s)
{
    UNROLL
    for (unsigned o = 0; o < s.outputs; o++) {
        unsigned rest = (unsigned)in->out_credit[o];
        struct router_output *output = &r->output[o];
        unsigned spent = (r->switching >> o & 1) << r->switched[o].channel;
        if (!(rest | spent))
            continue;
        output->credited |= (uint16_t)rest;
        for (; rest; rest &= rest - 1) {
            unsigned channel = lowest(rest);
            if (output->credit[channel]++ == 0 && !(output->free >> channel & 1))
                r->credited |= UINT64_C(1) << output->owner[channel];
        }
        renew_offers(r, output, spent);
    }
}

FAST void step(struct router *r, const struct router_in *in, struct shape s)
{
    traverse(r);
    if (r->nonempty & ~r->unripe)
        allocate(r, s);
    arrive(r, in, s);
    add_credits(r, in, s);
}

void router_step(struct router *r, const struct router_in *in)
{
    if (!in->noc_en)
        return;
    if (r->has_private_shape)
        step(r, in, private_shape);
    else if (r->has_shared_shape)
        step(r, in, shared_shape);
    else if (r->has_by_line_shape)
        step(r, in, by_line_shape);
    else
        step(r, in, shape_of(r));
}

bool router_is_idle(const struct router *r)
{
    return !(r->nonempty | r->credit | r->switching | r->valid);
}

unsigned router_flits(const struct router *r)
{
    unsigned flits = (unsigned)(__builtin_popcount(r->switching) + __builtin_popcount(r->valid));
    for (uint64_t rest = r->nonempty; rest; rest &= rest - 1)
        flits += r->vc[lowest(rest)].count;
    return flits;
}

static uint64_t hash_transit(const struct router *r, uint64_t hash, const struct router_transit *t)
{
    hash = hash_word(hash, t->channel);
    return hash_words(hash, r->buffer[t->place].word, FLIT_WORDS);
}

static uint64_t hash_queue(const struct router *r, uint64_t hash, unsigned k)
{
    const struct router_vc *vc = &r->vc[k];
    hash = hash_word(hash, vc->count | (unsigned)vc->head << 8);
    if (r->active >> k & 1)
        hash = hash_word(hash, vc->target | (unsigned)vc->channel << 8);
    for (unsigned n = 0, place = vc->head; n < vc->count; n++) {
        const struct router_flit *flit = &r->buffer[k * r->params.depth + place];
        hash = hash_words(hash_word(hash, vc->entry[place]), flit->word, FLIT_WORDS);
        place = place + 1 == r->params.depth ? 0 : place + 1;
    }
    return hash;
}

static uint64_t hash_output(const struct router *r, uint64_t hash, unsigned o)
{
    const struct router_output *output = &r->output[o];
    hash = hash_word(hash, output->free | (unsigned)output->offer << 16);
    hash = hash_word(hash, r->sa.grant[o]);
    for (unsigned w = 0; w < r->params.vcs; w++)
        hash = hash_word(hash, output->credit[w]);
    if (r->switching >> o & 1)
        hash = hash_transit(r, hash, &r->switched[o]);
    if (r->valid >> o & 1)
        hash = hash_transit(r, hash, &r->sent[o]);
    return hash;
}

uint64_t router_hash(const struct router *r)
{
    uint64_t hash = hash_word(r->valid | (uint64_t)r->valid_tail << 16,
                              r->switching | (uint64_t)r->switching_tail << 16);
    hash = hash_word(hash_word(hash, r->active), r->fresh);
    hash = hash_word(hash_word(hash, r->unripe), r->credit);
    for (unsigned i = 0; i < r->params.inputs; i++) {
        hash = hash_word(hash, r->input[i].sa_mask);
        hash = hash_word(hash, r->sa.accept[i]);
        for (unsigned v = 0; v < r->params.vcs; v++)
            hash = hash_queue(r, hash, i << r->lane | v);
    }
    for (unsigned o = 0; o < r->params.outputs; o++)
        hash = hash_output(r, hash, o);
    return hash;
}
