/* Who of a router's input VCs wins the switch: they ask for their outputs, ports are matched, a
 * flit leaves its queue, a head takes the output VC on offer, a tail gives its own back. Part of
 * router.c, where it is inlined into every step. */
#ifndef MEMLOOM_ROUTER_SWITCH_H
#define MEMLOOM_ROUTER_SWITCH_H

#include "router_serial.h"
#include "router_shape.h"

/* Before a loop over ports. */
#define UNROLL _Pragma("GCC unroll 5")

/* Every second one of a port's VCs, as an input of the switch has them. */
FAST unsigned pack_vcs(unsigned vcs)
{
    return (vcs & 1) | (vcs >> 1 & 2) | (vcs >> 2 & 4) | (vcs >> 3 & 8);
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

/* ESCAPE: the VC on offer to heads of a class, none if there is none. Class 1 borrows one where its
 * own, the last, is not. */
FAST unsigned offer_to(const struct router_output *output, bool late, struct shape s)
{
    unsigned last = 1u << (s.vcs - 1), own = output->offer & last;
    if (!late)
        return output->offer & ~last;
    return own ? own : output->lent;
}

/* Input VCs of a word with a head for which the output has a VC on offer. */
FAST uint64_t served_by(const struct router *r, const struct router_output *output, unsigned word,
                        struct shape s)
{
    unsigned channels = output->offer;
    if (s.escape)
        return (offer_to(output, false, s) ? ~r->set[word].late : 0) |
               (offer_to(output, true, s) ? r->set[word].late : 0);
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
        if (s.escape)
            set->late = (set->late & ~bit) | (entry & ROUTER_LATE ? bit : 0);
        r->asks[(entry & ROUTER_ROUTE) * s.words + word].wanted |= bit;
        if (s.serial)
            r->serial->routing[word] |= bit;
    }
}

/* The output VC on offer to the head in front of input VC k. */
FAST unsigned offered_to(const struct router *r, unsigned k, unsigned o, struct shape s)
{
    const struct router_output *output = &r->output[o];
    if (s.escape)
        return lowest(offer_to(output, r->set[word_of(k, s.words)].late & bit_of(k), s));
    return lowest(output->offer & r->class_mask[vc_of(k >> s.lane, k & ((1u << s.lane) - 1), s)]);
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
    if (s.escape) {
        output->mixed &= (uint16_t) ~(1u << channel);
        output->mixed |= (uint16_t)((r->set[word].late & bit ? 0u : 1u) << channel);
    }
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
            if (!served || s.split || s.escape)
                served = served_by(r, &r->output[o], word, s);
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
                open_channel(r, k, o, offered_to(r, k, o, s), s);
            pop(r, k, s);
        }
    for (unsigned n = 0; s.serial && n < r->serial->grants; n++) {
        const struct router_grant *grant = &r->serial->grant[n];
        open_channel(r, grant->k, grant->output, grant->channel, s);
    }
}

#endif
