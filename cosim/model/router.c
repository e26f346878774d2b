/* Twin of rtl/router.v. One step: traversal, allocation (both on the state before the edge),
 * arrivals, credits. */
#include "router.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "route_xy.h"
#include "util.h"

enum { ROUTER_TAIL = 0x80, ROUTER_ROUTE = 0x0f }; /* of router_vc.entry */

static inline unsigned lowest(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* Round-robin choice among up to 8 VCs; `candidates` is not zero. */
static inline unsigned choose(unsigned candidates, unsigned mask)
{
    return (unsigned)__builtin_ctzll(rr_arbiter_grant(candidates, mask));
}

static inline uint8_t after(unsigned chosen, unsigned vcs)
{
    return (uint8_t)rr_arbiter_next_mask(UINT64_C(1) << chosen, vcs);
}

void router_init(struct router *r, const struct router_params *params)
{
    memset(r, 0, sizeof *r);
    r->params = *params;
    for (unsigned v = 0; v < params->vcs; v++) {
        for (unsigned w = 0; w < params->vcs; w++) {
            unsigned same = v * params->classes / params->vcs == w * params->classes / params->vcs;
            r->class_mask[v] |= (uint8_t)(same << w);
        }
    }
    r->buffer = xcalloc((size_t)params->inputs * params->vcs * params->depth, sizeof *r->buffer);
    router_reset(r);
}

void router_release(struct router *r)
{
    free(r->buffer);
}

void router_reset(struct router *r)
{
    r->busy = r->crediting = r->fresh = 0;
    r->switching = r->switching_tail = r->valid = r->valid_tail = 0;
    memset(&r->sa, 0, sizeof r->sa);
    memset(&r->va, 0, sizeof r->va);
    memset(r->input, 0, sizeof r->input);
    memset(r->vc, 0, sizeof r->vc);
    memset(r->output, 0, sizeof r->output);
    for (unsigned o = 0; o < r->params.outputs; o++) {
        struct router_output *output = &r->output[o];
        output->free = output->credited = (uint8_t)((1u << r->params.vcs) - 1);
        memset(output->credit, (int)r->params.depth, r->params.vcs);
    }
}

void router_outputs(const struct router *r, struct router_out *out)
{
    for (unsigned i = 0; i < r->params.inputs; i++)
        out->in_credit[i] = r->input[i].credit;
    out->out_valid = r->valid;
    out->out_tail = r->valid_tail;
    for (unsigned rest = r->valid; rest; rest &= rest - 1) {
        unsigned o = lowest(rest);
        out->out_vc[o] = r->sent[o].channel;
        memcpy(out->out_flit[o], &r->buffer[r->sent[o].place], sizeof out->out_flit[o]);
    }
}

/* What the input VCs ask for in one cycle. Per-input fields are valid for busy inputs only. */
struct requests {
    uint16_t outputs;                     /* outputs somebody wants to send to */
    uint16_t send[ROUTER_OUTPUTS_MAX];    /* inputs that want to send to the output */
    uint8_t soon[ROUTER_OUTPUTS_MAX];     /* output VCs whose owner asks to send its tail */
    uint8_t sending[ROUTER_INPUTS_MAX];   /* VCs that ask for the switch */
    uint8_t ending[ROUTER_INPUTS_MAX];    /* those of them with a tail at the front */
    uint16_t firm_outputs, late_outputs;  /* outputs with firm and with tentative VA requests */
    uint16_t firm[ROUTER_OUTPUTS_MAX];    /* inputs with a firm request for a VC of the output */
    uint16_t late[ROUTER_OUTPUTS_MAX];    /* inputs with a tentative one */
    uint8_t heads[ROUTER_INPUTS_MAX];     /* VCs with a firm request */
    uint8_t followers[ROUTER_INPUTS_MAX]; /* VCs with a tentative one */
};

static void ask_switch(const struct router *r, struct requests *ask)
{
    for (unsigned rest = r->busy; rest; rest &= rest - 1) {
        unsigned i = lowest(rest), sending = 0, ending = 0;
        for (unsigned vcs = r->input[i].nonempty & r->input[i].active; vcs; vcs &= vcs - 1) {
            unsigned v = lowest(vcs);
            const struct router_vc *vc = &r->vc[i][v];
            unsigned o = vc->target;
            if (!(r->output[o].credited >> vc->channel & 1))
                continue;
            sending |= 1u << v;
            ask->outputs |= (uint16_t)(1u << o);
            ask->send[o] |= (uint16_t)(1u << i);
            if (vc->entry[vc->head] & ROUTER_TAIL) {
                ending |= 1u << v;
                ask->soon[o] |= (uint8_t)(1u << vc->channel);
            }
        }
        ask->sending[i] = (uint8_t)sending;
        ask->ending[i] = (uint8_t)ending;
    }
}

/* Output that the packet at the front of the queue wants, or (behind = 1) the one after the tail at
 * the front. */
static inline unsigned wanted(const struct router *r, const struct router_vc *vc, unsigned behind)
{
    unsigned place = vc->head + behind;
    if (place == r->params.depth)
        place = 0;
    return vc->entry[place] & ROUTER_ROUTE;
}

/* Adds the VA requests of some VCs of input i: those that have a flit with known route at `behind`,
 * and whose output has a VC of their class to give. Returns these VCs. */
static unsigned ask_channel(const struct router *r, struct requests *ask, unsigned i, unsigned vcs,
                            unsigned behind)
{
    unsigned asking = 0;
    for (; vcs; vcs &= vcs - 1) {
        unsigned v = lowest(vcs);
        const struct router_vc *vc = &r->vc[i][v];
        if (vc->count - (r->input[i].fresh >> v & 1u) <= behind)
            continue;
        unsigned o = wanted(r, vc, behind);
        if (!((r->output[o].free | ask->soon[o]) & r->class_mask[v]))
            continue;
        asking |= 1u << v;
        *(behind ? &ask->late_outputs : &ask->firm_outputs) |= (uint16_t)(1u << o);
        (behind ? ask->late : ask->firm)[o] |= (uint16_t)(1u << i);
    }
    return asking;
}

static void ask_channels(const struct router *r, struct requests *ask)
{
    for (unsigned rest = r->busy; rest; rest &= rest - 1) {
        unsigned i = lowest(rest);
        const struct router_input *input = &r->input[i];
        ask->heads[i] = (uint8_t)ask_channel(r, ask, i, input->nonempty & ~input->active, 0);
        ask->followers[i] = (uint8_t)ask_channel(r, ask, i, ask->ending[i], 1);
    }
    for (unsigned rest = ask->late_outputs & ~ask->firm_outputs; rest; rest &= rest - 1)
        ask->firm[lowest(rest)] = ask->late[lowest(rest)];
}

/* One VC allocation, before it is known whether the tails it counts on leave. */
struct offer {
    uint8_t input, vc; /* the input VC */
    uint8_t output;    /* the output its packet wants */
    uint8_t channel;   /* the output VC it may get */
};

/* The VCs of a set whose packet at `behind` wants output o. */
static unsigned those_for(const struct router *r, unsigned i, unsigned vcs, unsigned behind,
                          unsigned o)
{
    unsigned result = 0;
    for (; vcs; vcs &= vcs - 1)
        if (wanted(r, &r->vc[i][lowest(vcs)], behind) == o)
            result |= vcs & -vcs;
    return result;
}

static unsigned match_channels(const struct router *r, const struct requests *ask,
                               struct offer *offers)
{
    uint8_t accepted[ROUTER_INPUTS_MAX];
    unsigned inputs =
        islip_match(&r->va, ask->firm_outputs | ask->late_outputs, ask->firm, accepted);
    unsigned count = 0;
    for (; inputs; inputs &= inputs - 1) {
        unsigned i = lowest(inputs), o = accepted[i];
        const struct router_output *output = &r->output[o];
        unsigned vcs = those_for(r, i, ask->heads[i], 0, o);
        if (!vcs)
            vcs = those_for(r, i, ask->followers[i], 1, o);
        unsigned v = choose(vcs, r->input[i].va_mask);
        unsigned channels = r->class_mask[v] & output->free;
        if (!channels)
            channels = r->class_mask[v] & ask->soon[o];
        else if (channels & output->credited)
            channels &= output->credited;
        unsigned channel = choose(channels, output->pick_mask);
        offers[count++] = (struct offer){(uint8_t)i, (uint8_t)v, (uint8_t)o, (uint8_t)channel};
    }
    return count;
}

/* Takes up the offers whose conditions came true: a packet behind a tail needs that tail gone (its
 * VC is no longer active), an output VC must be free by now. */
static void use_offers(struct router *r, const struct offer *offers, unsigned count)
{
    for (const struct offer *offer = offers; offer < offers + count; offer++) {
        struct router_input *input = &r->input[offer->input];
        struct router_output *output = &r->output[offer->output];
        if (input->active >> offer->vc & 1 || !(output->free >> offer->channel & 1))
            continue;
        struct router_vc *vc = &r->vc[offer->input][offer->vc];
        vc->target = offer->output;
        vc->channel = offer->channel;
        input->active |= (uint8_t)(1u << offer->vc);
        output->free &= (uint8_t) ~(1u << offer->channel);
        input->va_mask = after(offer->vc, r->params.vcs);
        output->pick_mask = after(offer->channel, r->params.vcs);
        islip_use(&r->va, offer->input, r->params.inputs, offer->output, r->params.outputs);
    }
}

/* The front flit of VC v of input i wins the switch. */
static void pop(struct router *r, unsigned i, unsigned v)
{
    struct router_vc *vc = &r->vc[i][v];
    struct router_input *input = &r->input[i];
    struct router_output *output = &r->output[vc->target];
    unsigned bit = 1u << v, tail = vc->entry[vc->head] & ROUTER_TAIL;

    r->switched[vc->target].place =
        (uint16_t)((i * r->params.vcs + v) * r->params.depth + vc->head);
    r->switched[vc->target].channel = vc->channel;
    r->switching |= (uint16_t)(1u << vc->target);
    if (--output->credit[vc->channel] == 0)
        output->credited &= (uint8_t) ~(1u << vc->channel);
    if (tail) {
        r->switching_tail |= (uint16_t)(1u << vc->target);
        input->active &= (uint8_t)~bit;
        output->free |= (uint8_t)(1u << vc->channel);
    }
    vc->head = (uint8_t)(vc->head + 1u == r->params.depth ? 0 : vc->head + 1u);
    if (--vc->count == 0) {
        input->nonempty &= (uint8_t)~bit;
        if (!input->nonempty)
            r->busy &= (uint16_t) ~(1u << i);
    }
    input->credit = (uint8_t)bit;
    r->crediting |= (uint16_t)(1u << i);
}

static void allocate_switch(struct router *r, const struct requests *ask)
{
    uint8_t accepted[ROUTER_INPUTS_MAX];
    unsigned inputs = islip_match(&r->sa, ask->outputs, ask->send, accepted);
    for (; inputs; inputs &= inputs - 1) {
        unsigned i = lowest(inputs), o = accepted[i], candidates = 0;
        for (unsigned vcs = ask->sending[i]; vcs; vcs &= vcs - 1)
            if (r->vc[i][lowest(vcs)].target == o)
                candidates |= vcs & -vcs;
        unsigned v = choose(candidates, r->input[i].sa_mask);
        r->input[i].sa_mask = after(v, r->params.vcs);
        islip_use(&r->sa, i, r->params.inputs, o, r->params.outputs);
        pop(r, i, v);
    }
}

static void allocate(struct router *r)
{
    struct requests ask = {0};
    struct offer offers[ROUTER_INPUTS_MAX];
    bool va_first = r->params.stages == 2;

    if (!va_first)
        ask_switch(r, &ask);
    ask_channels(r, &ask);
    unsigned count = match_channels(r, &ask, offers);
    if (va_first) {
        use_offers(r, offers, count);
        ask_switch(r, &ask);
        allocate_switch(r, &ask);
    } else {
        allocate_switch(r, &ask);
        use_offers(r, offers, count);
    }
}

/* The flits chosen in the last cycle move to the output registers; the credits on the wire are
 * done. */
static void traverse(struct router *r)
{
    r->valid = r->switching;
    r->valid_tail = r->switching_tail;
    for (unsigned rest = r->switching; rest; rest &= rest - 1)
        r->sent[lowest(rest)] = r->switched[lowest(rest)];
    r->switching = r->switching_tail = 0;
    for (unsigned rest = r->crediting; rest; rest &= rest - 1)
        r->input[lowest(rest)].credit = 0;
    r->crediting = 0;
}

static unsigned route_of(const struct router *r, const struct router_in *in, const uint64_t *flit)
{
    unsigned word = r->params.dest_lsb / 64, shift = r->params.dest_lsb % 64;
    unsigned bits = r->params.coord_bits, mask = (1u << bits) - 1;
    uint64_t dest = flit[word] >> shift;
    if (shift + 2 * bits > 64)
        dest |= flit[word + 1] << (64 - shift);
    return route_xy((unsigned)in->here_x, (unsigned)in->here_y, (unsigned)dest & mask,
                    (unsigned)(dest >> bits) & mask);
}

static void arrive(struct router *r, const struct router_in *in)
{
    unsigned depth = r->params.depth;
    for (unsigned rest = r->fresh; rest; rest &= rest - 1)
        r->input[lowest(rest)].fresh = 0;
    r->fresh = r->params.stages == 4 ? (uint16_t)in->in_valid : 0;
    r->busy |= (uint16_t)in->in_valid;
    for (unsigned rest = (unsigned)in->in_valid; rest; rest &= rest - 1) {
        unsigned i = lowest(rest), v = (unsigned)in->in_vc[i];
        struct router_vc *vc = &r->vc[i][v];
        unsigned place = vc->head + vc->count;
        place = place >= depth ? place - depth : place;
        struct router_flit *flit = &r->buffer[(i * r->params.vcs + v) * depth + place];
        memcpy(flit, in->in_flit[i], sizeof *flit);
        unsigned tail = in->in_tail >> i & 1 ? ROUTER_TAIL : 0;
        vc->entry[place] = (uint8_t)(route_of(r, in, flit->word) | tail);
        vc->count++;
        r->input[i].nonempty |= (uint8_t)(1u << v);
        r->input[i].fresh = (uint8_t)(r->params.stages == 4 ? 1u << v : 0);
    }
}

static void add_credits(struct router *r, const struct router_in *in)
{
    for (unsigned o = 0; o < r->params.outputs; o++) {
        struct router_output *output = &r->output[o];
        output->credited |= (uint8_t)in->out_credit[o];
        for (unsigned vcs = (unsigned)in->out_credit[o]; vcs; vcs &= vcs - 1)
            output->credit[lowest(vcs)]++;
    }
}

void router_step(struct router *r, const struct router_in *in)
{
    if (!in->noc_en)
        return;
    traverse(r);
    if (r->busy)
        allocate(r);
    arrive(r, in);
    add_credits(r, in);
}

bool router_is_idle(const struct router *r)
{
    return !(r->busy | r->switching | r->valid | r->crediting);
}

unsigned router_flits(const struct router *r)
{
    unsigned flits = (unsigned)(__builtin_popcount(r->switching) + __builtin_popcount(r->valid));
    for (unsigned i = 0; i < r->params.inputs; i++)
        for (unsigned v = 0; v < r->params.vcs; v++)
            flits += r->vc[i][v].count;
    return flits;
}

static uint64_t hash_transit(const struct router *r, uint64_t hash, const struct router_transit *t)
{
    hash = hash_word(hash, t->channel);
    return hash_words(hash, r->buffer[t->place].word, FLIT_WORDS);
}

static uint64_t hash_queue(const struct router *r, uint64_t hash, unsigned i, unsigned v)
{
    const struct router_vc *vc = &r->vc[i][v];
    bool active = r->input[i].active >> v & 1;
    hash = hash_word(hash, vc->count | (unsigned)vc->head << 8);
    hash =
        hash_word(hash, active ? 1u | (unsigned)vc->target << 8 | (unsigned)vc->channel << 16 : 0);
    for (unsigned n = 0, place = vc->head; n < vc->count; n++) {
        const struct router_flit *flit =
            &r->buffer[(i * r->params.vcs + v) * r->params.depth + place];
        hash = hash_words(hash_word(hash, vc->entry[place]), flit->word, FLIT_WORDS);
        place = place + 1 == r->params.depth ? 0 : place + 1;
    }
    return hash;
}

uint64_t router_hash(const struct router *r)
{
    uint64_t hash = hash_word(r->valid | (uint64_t)r->valid_tail << 16, r->switching);
    hash = hash_word(hash, r->switching_tail | (uint64_t)r->fresh << 16);
    for (unsigned i = 0; i < r->params.inputs; i++) {
        const struct router_input *input = &r->input[i];
        hash = hash_word(hash, input->credit | (unsigned)input->sa_mask << 8 |
                                   (unsigned)input->va_mask << 16 | (unsigned)input->fresh << 24);
        hash = hash_word(hash, r->sa.accept[i] | (uint64_t)r->va.accept[i] << 16);
        for (unsigned v = 0; v < r->params.vcs; v++)
            hash = hash_queue(r, hash, i, v);
    }
    for (unsigned o = 0; o < r->params.outputs; o++) {
        const struct router_output *output = &r->output[o];
        hash = hash_word(hash, output->free | (unsigned)output->pick_mask << 8);
        hash = hash_word(hash, r->sa.grant[o] | (uint64_t)r->va.grant[o] << 16);
        for (unsigned w = 0; w < r->params.vcs; w++)
            hash = hash_word(hash, output->credit[w]);
        if (r->switching >> o & 1)
            hash = hash_transit(r, hash, &r->switched[o]);
        if (r->valid >> o & 1)
            hash = hash_transit(r, hash, &r->sent[o]);
    }
    return hash;
}
