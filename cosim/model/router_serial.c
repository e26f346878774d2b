/* VC allocation of another kind of router, one iteration of iSLIP over input and output VCs. */
#include "router_serial.h"

#include <string.h>

#include "ring.h"

/* The member `n` of the input VCs, counted input by input. */
static unsigned channel_of(const struct router *r, unsigned n)
{
    return n / r->params.vcs << r->lane | n % r->params.vcs;
}

/* Heads that want output `o` and are routed. */
static bool heads_for(const struct router *r, unsigned o, uint64_t *heads)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < r->words; word++) {
        heads[word] = r->asks[o * r->words + word].wanted & ~r->serial->routing[word];
        any |= heads[word];
    }
    return any;
}

/* Each output VC without owner chooses a head of its class. */
static void offer(struct router *r, unsigned o, unsigned w, const uint64_t *heads)
{
    unsigned count = r->params.inputs * r->params.vcs;
    for (unsigned d = 0; d < count; d++) {
        unsigned n = ring_wrap(r->serial->offered[o][w] + d, count), k = channel_of(r, n);
        if (!router_has(heads, k) || !(r->class_mask[n % r->params.vcs] >> w & 1))
            continue;
        r->serial->granted[k] |= (uint16_t)(1u << w);
        return;
    }
}

/* Each head takes one of the output VCs that chose it, and both pointers move behind the pair. */
static void accept(struct router *r, unsigned o, unsigned n)
{
    struct router_serial *serial = r->serial;
    unsigned vcs = r->params.vcs, k = channel_of(r, n), granted = serial->granted[k];
    unsigned first = serial->accepted[k] / vcs == o ? serial->accepted[k] % vcs : 0;
    if (!granted)
        return;
    unsigned behind = granted & ~0u << first;
    unsigned w = (unsigned)__builtin_ctz(behind ? behind : granted);
    serial->granted[k] = 0;
    serial->accepted[k] = (uint16_t)ring_wrap(o * vcs + w + 1, r->params.outputs * vcs);
    serial->offered[o][w] = (uint16_t)ring_wrap(n + 1, r->params.inputs * vcs);
    serial->grant[serial->grants++] = (struct router_grant){(uint16_t)k, (uint16_t)o, (uint16_t)w};
}

void router_serial_allocate(struct router *r)
{
    uint64_t heads[ROUTER_SET_WORDS];
    r->serial->grants = 0;
    for (unsigned o = 0; o < r->params.outputs; o++) {
        if (!r->output[o].free || !heads_for(r, o, heads))
            continue;
        for (unsigned w = 0; w < r->params.vcs; w++)
            if (r->output[o].free >> w & 1)
                offer(r, o, w, heads);
        for (unsigned n = 0; n < r->params.inputs * r->params.vcs; n++)
            accept(r, o, n);
    }
    memset(r->serial->routing, 0, sizeof r->serial->routing);
}
