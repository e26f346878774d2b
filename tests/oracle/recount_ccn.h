/* The cooperative caching network, counted again off the ports of its blocks: each load that
 * ccn_buffer takes is followed by core and line over the links of the rings to its end, and reads
 * that ccn_port sends past it are told by the state of the throttler when they came. What no data
 * port shows is counted at the block's own event port. */
#ifndef MEMLOOM_RECOUNT_CCN_H
#define MEMLOOM_RECOUNT_CCN_H

#include "blocks.h"
#include "ccn_buffer_ports.h"
#include "ccn_port_ports.h"
#include "ccn_router_ports.h"
#include "ccn_throttle_ports.h"
#include "check.h"
#include "gpu.h"
#include "l1_cache_ports.h"
#include "message.h"

enum { RECOUNT_LOADS = 512, BEATS_OF_A_LINE = 4, RECOUNT_CORES = 16 };

/* A load between ccn_buffer and its end. */
struct ccn_load {
    unsigned core;
    uint64_t line, since; /* cycle in which it was taken */
    unsigned hops, beats; /* on the ring of requests; of its line on that of responses */
};

struct ccn_wires {
    const struct ccn_port_in *port_in;
    const struct ccn_port_out *port_out;
    const struct ccn_buffer_in *buffer_in;
    const struct ccn_buffer_out *buffer_out;
    const struct ccn_router_in *router_in;
    const struct ccn_router_out *router_out;
    const struct ccn_throttle_out *throttle; /* NULL: CCN-B */
    const struct l1_cache_out *cache;
};

struct ccn_seen {
    struct ccn_load load[RECOUNT_LOADS];
    unsigned loads;
    struct {
        unsigned id;  /* of the read that came last */
        bool skipped; /* the core was throttled then */
        bool out;     /* for another core, or of a shared set (linear index); not counted */
        bool waits;   /* it has neither entered nor gone to L2 */
    } read[RECOUNT_CORES];
    uint64_t unknown; /* ends of loads that nobody took */
    uint64_t requests, hits, hit_cycles, hops, beats, back, back_cycles, sent, gone, direct, turned;
    uint64_t written, skipped;                             /* reads that ccn_port sends past it */
    uint64_t held, full, late, snoops, samples, throttled; /* at event ports */
    uint64_t event_hits, event_back, event_written, event_skipped;
};

static struct ccn_load *find_load(struct ccn_seen *seen, unsigned core, uint64_t line)
{
    for (unsigned i = 0; i < seen->loads; i++)
        if (seen->load[i].core == core && seen->load[i].line == line)
            return &seen->load[i];
    static struct ccn_load nobody;
    seen->unknown++;
    return &nobody;
}

static uint64_t end_load(struct ccn_seen *seen, struct ccn_load *load, uint64_t now)
{
    uint64_t cycles = now - load->since;
    if (seen->loads)
        *load = seen->load[--seen->loads];
    return cycles;
}

/* A read goes into the network or past it. Before it has left, sends of another entry are of reads
 * that come back. */
static void watch_port(struct ccn_seen *seen, const struct ccn_wires *w, unsigned core)
{
    const struct ccn_port_in *in = w->port_in;
    const struct ccn_port_out *out = w->port_out;
    bool sends = out->send_valid && in->send_ready && out->send_kind == MESSAGE_READ;
    bool past = sends && seen->read[core].waits && out->send_id == seen->read[core].id;
    seen->skipped += past && seen->read[core].skipped && !seen->read[core].out;
    seen->written += past && !seen->read[core].skipped && !seen->read[core].out;
    if (past || (out->miss_valid && in->miss_ready))
        seen->read[core].waits = false;
    if (!in->request_valid || !out->request_ready || in->request_kind != MESSAGE_READ)
        return;
    seen->read[core].id = (unsigned)in->request_id;
    seen->read[core].skipped = in->skip;
    seen->read[core].out = in->request_again || in->request_remote ||
                           (in->request_line & 1 ? in->share_odd : in->share_even);
    seen->read[core].waits = true;
}

static void watch_buffer(struct ccn_seen *seen, const struct ccn_wires *w, unsigned core,
                         uint64_t now)
{
    const struct ccn_buffer_in *in = w->buffer_in;
    const struct ccn_buffer_out *out = w->buffer_out;
    if (out->direct_valid && in->direct_ready) {
        end_load(seen, find_load(seen, core, out->direct_line), now);
        seen->direct++;
    }
    if (!in->miss_valid || !out->miss_ready)
        return;
    CHECK(seen->loads < RECOUNT_LOADS);
    seen->load[seen->loads++ % RECOUNT_LOADS] =
        (struct ccn_load){.core = core, .line = in->miss_line, .since = now};
}

/* Links first: a line whose last beat arrives is offered to its core later. */
static void watch_router(struct ccn_seen *seen, const struct ccn_wires *w, unsigned core,
                         uint64_t now)
{
    const struct ccn_router_in *in = w->router_in;
    const struct ccn_router_out *out = w->router_out;
    if (in->request_in_valid && out->request_in_ready) {
        struct ccn_load *load = find_load(seen, (unsigned)in->request_in_core, in->request_in_line);
        seen->requests += !load->hops++;
    }
    if (in->response_in_valid && out->response_in_ready)
        find_load(seen, (unsigned)in->response_in_core, in->response_in_line)->beats++;
    seen->sent += in->data_valid;
    seen->gone += in->gone_valid;
    if (out->back_valid && in->back_ready) {
        struct ccn_load *load = find_load(seen, core, out->back_line);
        bool was_on_ring = load->hops;
        uint64_t cycles = end_load(seen, load, now);
        seen->back += was_on_ring;
        seen->back_cycles += was_on_ring ? cycles : 0;
        seen->turned += !was_on_ring;
    }
    if (!out->fill_valid || !in->fill_ready)
        return;
    struct ccn_load *load = find_load(seen, core, out->fill_line);
    CHECK_EQUAL(load->beats % BEATS_OF_A_LINE, 0);
    seen->hits++;
    seen->hops += load->hops;
    seen->beats += load->beats;
    seen->hit_cycles += end_load(seen, load, now);
}

static void watch_ccn_events(struct ccn_seen *seen, const struct ccn_wires *w)
{
    seen->held += w->router_out->event_held;
    seen->full += w->buffer_out->event_full;
    seen->late += w->router_out->event_late;
    seen->snoops += w->cache->event_snoop;
    seen->samples += w->throttle && w->throttle->event_sample;
    seen->throttled += w->throttle && w->throttle->event_skip;
    seen->event_hits += w->router_out->event_answer;
    seen->event_back += w->router_out->event_back;
    seen->event_written += w->port_out->event_written;
    seen->event_skipped += w->port_out->event_skip;
}

/* In a whole run every load has ended, and events say what handshakes show. */
static void compare_ccn(const struct ccn_seen *seen)
{
    CHECK_EQUAL(seen->unknown, 0);
    CHECK_EQUAL(seen->loads, 0);
    CHECK_EQUAL(seen->requests, seen->hits + seen->back);
    CHECK_EQUAL(seen->sent, seen->hits);
    CHECK_EQUAL(seen->direct, seen->full);
    CHECK_EQUAL(seen->turned, seen->late);
    CHECK_EQUAL(seen->event_hits, seen->hits);
    CHECK_EQUAL(seen->event_back, seen->back);
    CHECK_EQUAL(seen->event_written, seen->written);
    CHECK_EQUAL(seen->event_skipped, seen->skipped);
}

#endif
