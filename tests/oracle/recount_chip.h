/* The statistics of a chip, counted again off the ports of its blocks, cycle by cycle: accesses,
 * answers and misses at their handshakes (networks: recount_networks.h). What no data
 * port shows - which wait was a stall, who hit in the victim tags - is counted at the block's own
 * event port; where both are there they must agree. */
#ifndef MEMLOOM_RECOUNT_CHIP_H
#define MEMLOOM_RECOUNT_CHIP_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "check.h"
#include "dyneb.h"
#include "dyneb_trial_ports.h"
#include "fill_delay.h"
#include "gpu.h"
#include "l1_cache.h"
#include "llc_profiler_ports.h"
#include "llc_trial_ports.h"
#include "llc_reconfig_ports.h"
#include "llc_slice.h"
#include "mshr.h"
#include "noc_port.h"
#include "recount_ccn.h"
#include "recount_dram.h"
#include "recount_front.h"
#include "recount_locality.h"
#include "recount_networks.h"
#include "requester.h"

enum { RECOUNT_SLICES = 8, RECOUNT_PENDING = 256 };
enum { RECOUNT_INSTANT = 1024 }; /* cycles between two looks at all L1s */
enum { RECOUNT_READS = 1024 };
enum { RECOUNT_LINES = 1024 }; /* of an L1, at most */

/* Wires of a core's blocks; those of shared L1s NULL without it. */
struct core_wires {
    const struct l1_cache *cache;
    const struct l1_cache_in *cache_in;
    const struct l1_cache_out *cache_out;
    const struct mshr_in *mshr_in;
    const struct mshr_out *mshr_out;
    const struct requester_in *requester_in;
    const struct requester_out *requester_out;
    const struct dyneb_out *dyneb_out;
    struct ccn_wires ccn; /* port_out NULL without a cooperative caching network */
};

/* One L1 seen from outside: lines on their way, as loads that left and fills that came tell. */
struct l1_seen {
    uint64_t pending[RECOUNT_PENDING];
    unsigned pendings;
    struct late_fills late;       /* fills that arrived and are not written */
    bool miss_held;               /* the miss port still shows what it showed a cycle ago */
    uint64_t tags[RECOUNT_LINES]; /* lines and reservations a cycle ago */
    unsigned tagged;              /* so many */
};

/* A read that an MSHR sent for loads. */
struct read_seen {
    unsigned core;
    uint64_t line, at; /* cycle */
    bool ring;         /* another L1 has sent its line */
};

struct l1_counts {
    uint64_t accesses, hits, misses, merges, stores, store_misses, other, kind_1;
    uint64_t remote, remote_hits, remote_misses, sent_home, sent_near, samples, shares;
    uint64_t bypasses, vta_hits, pd_samples, aliases, stalls, mshr_stalls;
    uint64_t seen_misses, seen_merges, seen_bypasses; /* off the data ports */
    uint64_t event_accesses, event_hits, event_stores, event_other, event_remote;
    uint64_t replicated;                         /* misses whose line another L1 held */
    uint64_t held[RECOUNT_CORES][RECOUNT_CORES]; /* of the first one, by the second */
};

struct slice_counts {
    uint64_t requests, replies, atomics, hits, misses, merges, stalls, writebacks, reads;
    uint64_t event_accesses, event_atomics, event_writebacks, event_reads;
    uint64_t through; /* writes to DRAM while slices are private: nothing is dirty then */
};

/* The hub's wires; NULL where the chip has none. */
struct hub_seen {
    const struct llc_reconfig_out *reconfig;
    const struct llc_profiler_out *profiler;
    const struct llc_trial_out *trial;
    const struct dyneb_trial_out *sharing;
    uint64_t changes, to_private, stalls, bypassed, decisions, chosen, similar;
};

struct watch {
    bool answering[CORES_MAX]; /* its MSHR, a reply that it has not taken */
    struct gpu *gpu;
    struct core_wires wires[RECOUNT_CORES];
    struct l1_seen seen[RECOUNT_CORES];
    struct front front[RECOUNT_CORES];
    struct l1_counts l1;
    const struct llc_slice_in *slice_in[RECOUNT_SLICES];
    const struct llc_slice_out *slice_out[RECOUNT_SLICES];
    struct slice_counts l2;
    struct ccn_seen ccn;
    struct read_seen read[RECOUNT_READS]; /* on their way, in the order sent */
    unsigned reads;
    uint64_t lines[2], line_cycles[2]; /* from L2, from other L1s: came, were waited for */
    struct hub_seen hub;
    struct channel_log channel[RECOUNT_SLICES];
    struct networks_seen networks;
    uint64_t cycles, kernels, last_flush;
    uint64_t kernel_cycles[64];
    uint64_t copies, distinct, most; /* of lines in L1s, at the instants */
    struct asked_log asked;          /* requests of slices */
    uint64_t corrupted;              /* byte address that was falsified */
};

static const struct gpu_instance *find_instance(const struct gpu *gpu, const char *kind,
                                                unsigned index, const char *name)
{
    static const struct gpu_instance nothing;
    char path[64];
    snprintf(path, sizeof path, "%s_%u.%s", kind, index, name);
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (!strcmp(gpu->instances[i].path, path))
            return &gpu->instances[i];
    return &nothing;
}

/* Of an instance that the chip has once. */
static const void *find_single(const struct gpu *gpu, const char *name)
{
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const char *dot = strrchr(gpu->instances[i].path, '.');
        if (!strcmp(dot ? dot + 1 : gpu->instances[i].path, name))
            return gpu->instances[i].out;
    }
    return NULL;
}

static void find_core(struct watch *w, unsigned i)
{
    struct core_wires *wires = &w->wires[i];
    const struct gpu_instance *cache = find_instance(w->gpu, "core", i, "l1_cache");
    const struct gpu_instance *mshr = find_instance(w->gpu, "core", i, "mshr");
    const struct gpu_instance *requester = find_instance(w->gpu, "core", i, "requester");
    wires->cache = cache->state;
    wires->cache_in = cache->in;
    wires->cache_out = cache->out;
    wires->mshr_in = mshr->in;
    wires->mshr_out = mshr->out;
    wires->requester_in = requester->in;
    wires->requester_out = requester->out;
    wires->dyneb_out = find_instance(w->gpu, "core", i, "dyneb")->out;
    const struct gpu_instance *port = find_instance(w->gpu, "core", i, "ccn_port");
    const struct gpu_instance *buffer = find_instance(w->gpu, "core", i, "ccn_buffer");
    const struct gpu_instance *router = find_instance(w->gpu, "core", i, "ccn_router");
    wires->ccn =
        (struct ccn_wires){.port_in = port->in,
                           .port_out = port->out,
                           .buffer_in = buffer->in,
                           .buffer_out = buffer->out,
                           .router_in = router->in,
                           .router_out = router->out,
                           .throttle = find_instance(w->gpu, "core", i, "ccn_throttle")->out,
                           .cache = wires->cache_out};
}

static void watch_ccn(struct watch *w, unsigned core)
{
    const struct core_wires *wires = &w->wires[core];
    if (!wires->ccn.port_out)
        return;
    watch_port(&w->ccn, &wires->ccn, core);
    watch_buffer(&w->ccn, &wires->ccn, core, w->cycles);
    watch_router(&w->ccn, &wires->ccn, core, w->cycles);
    watch_ccn_events(&w->ccn, &wires->ccn);
}

static void watch_begin(struct watch *w, struct gpu *gpu)
{
    *w = (struct watch){.gpu = gpu, .corrupted = UINT64_MAX};
    for (unsigned i = 0; i < gpu->config.cores; i++)
        find_core(w, i);
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        const struct gpu_instance *slice = find_instance(gpu, "mem", i, "llc_slice");
        w->slice_in[i] = slice->in;
        w->slice_out[i] = slice->out;
        channel_log_begin(&w->channel[i], &gpu->config);
        gpu->dram[i].observer = log_command;
        gpu->dram[i].observer_context = &w->channel[i];
    }
    w->hub.reconfig = find_single(gpu, "llc_reconfig");
    w->hub.profiler = find_single(gpu, "llc_profiler");
    w->hub.trial = find_single(gpu, "llc_trial");
    w->hub.sharing = find_single(gpu, "dyneb_trial");
    networks_begin(&w->networks, gpu);
}

/* ---- L1 ---- */

static int find_pending(const struct l1_seen *seen, uint64_t line)
{
    for (unsigned i = 0; i < seen->pendings; i++)
        if (seen->pending[i] == line)
            return (int)i;
    return -1;
}

static void drop_pending(struct l1_seen *seen, uint64_t line)
{
    int at = find_pending(seen, line);
    if (at >= 0)
        seen->pending[at] = seen->pending[--seen->pendings];
}

static bool was_tagged(const struct l1_seen *seen, uint64_t line)
{
    for (unsigned i = 0; i < seen->tagged; i++)
        if (seen->tags[i] == line)
            return true;
    return false;
}

/* A request that came to the miss port in this cycle: it was looked up in the cycle before. */
static void see_miss(struct watch *w, unsigned i)
{
    const struct l1_cache_out *out = w->wires[i].cache_out;
    struct l1_seen *seen = &w->seen[i];
    bool reserves = out->miss_kind == 0 && out->miss_install;
    if (out->miss_kind == 1) {
        w->l1.seen_bypasses++;
    } else if (reserves && find_pending(seen, out->miss_line) >= 0) {
        w->l1.seen_merges++;
    } else if (out->miss_kind == 0) {
        w->l1.seen_misses++;
        if (reserves && seen->pendings < RECOUNT_PENDING)
            seen->pending[seen->pendings++] = out->miss_line;
        if (reserves)
            late_fills_forget(&seen->late, out->miss_line);
    } else {
        w->l1.store_misses += out->miss_kind == 2 && !was_tagged(seen, out->miss_line);
        drop_pending(seen, out->miss_line);
    }
}

/* Every way, for the lookup of this cycle; lines of other homes in sets that are shared die before.
 */
static void keep_tags(struct l1_seen *seen, const struct l1_cache *cache)
{
    unsigned ways = cache->params.ways, lines = cache->params.sets * ways;
    assert(lines <= RECOUNT_LINES);
    seen->tagged = 0;
    for (unsigned slot = 0; slot < lines; slot++) {
        const struct l1_set *set = &cache->sets[slot / ways];
        bool dies = set->foreign >> slot % ways & 1 && cache->shared >> (slot / ways % 2) & 1;
        if (!dies && (set->valid | set->reserved) >> slot % ways & 1)
            seen->tags[seen->tagged++] = cache->lines[slot];
    }
}

static void watch_misses(struct watch *w, unsigned i)
{
    const struct core_wires *wires = &w->wires[i];
    struct l1_seen *seen = &w->seen[i];
    if (wires->cache_out->miss_valid && !seen->miss_held)
        see_miss(w, i);
    seen->miss_held = wires->cache_out->miss_valid && !wires->cache_in->miss_ready;
    if (seen->late.next.valid && seen->late.next.wanted)
        drop_pending(seen, seen->late.next.line);
    uint64_t line = wires->cache_in->reply_line;
    late_fills_put(&seen->late,
                   (struct late_fill){.valid = fill_arrives(wires->cache_in),
                                      .wanted = find_pending(seen, line) >= 0,
                                      .line = line},
                   wires->cache_in->mshr_installs);
    if (wires->cache_in->flush)
        seen->pendings = 0;
    keep_tags(seen, wires->cache);
}

static void watch_accesses(struct watch *w, unsigned i)
{
    const struct l1_cache_in *in = w->wires[i].cache_in;
    const struct l1_cache_out *out = w->wires[i].cache_out;
    if (in->access_valid && out->access_ready) {
        w->l1.accesses++;
        w->l1.stores += in->access_kind == 2;
        w->l1.other += in->access_kind == 1 || in->access_kind > 2;
        w->l1.kind_1 += in->access_kind == 1;
        w->l1.remote += in->access_remote;
    }
    bool remote_hit = out->remote_hit_valid && in->remote_hit_ready;
    w->l1.hits += out->hit_valid + remote_hit;
    w->l1.remote_hits += remote_hit;
}

static void watch_l1_events(struct watch *w, unsigned i)
{
    const struct l1_cache_out *out = w->wires[i].cache_out;
    w->l1.event_accesses += out->event_access;
    w->l1.event_hits += out->event_hit;
    w->l1.event_stores += out->event_store;
    w->l1.event_other += out->event_other;
    w->l1.event_remote += out->event_remote;
    w->l1.misses += out->event_miss;
    w->l1.merges += out->event_merge;
    w->l1.remote_misses += out->event_remote_miss;
    w->l1.bypasses += out->event_bypass;
    w->l1.vta_hits += out->event_vta;
    w->l1.pd_samples += out->event_pd_sample;
    w->l1.aliases += out->event_alias;
    w->l1.stalls += out->event_stall;
    w->l1.mshr_stalls += w->wires[i].mshr_out->event_stall;
}

static void watch_shared(struct watch *w, unsigned i)
{
    const struct core_wires *wires = &w->wires[i];
    if (!wires->requester_out)
        return;
    bool sends = wires->requester_out->send_valid && wires->requester_in->send_ready;
    w->l1.sent_home += sends && wires->requester_out->send_class == 0;
    w->l1.sent_near += sends && wires->requester_out->send_class == 1;
    /* past its home: a load that the L1 gets as one that bypasses it */
    const struct requester_in *in = wires->requester_in;
    const struct requester_out *out = wires->requester_out;
    w->l1.sent_near += out->access_valid && in->access_ready && out->access_kind == 1;
    w->l1.sent_near -= in->request_valid && out->request_ready && in->request_kind == 1;
    if (!wires->dyneb_out)
        return;
    w->l1.samples += wires->dyneb_out->event_sample;
    w->l1.shares += wires->dyneb_out->event_share;
}

/* ---- copies of lines ---- */

static bool l1_holds(const struct watch *w, unsigned core, uint64_t line)
{
    const struct l1_cache *cache = w->wires[core].cache;
    unsigned sets = cache->params.sets, ways = cache->params.ways;
    for (unsigned slot = 0; slot < sets * ways; slot++)
        if (cache->lines[slot] == line && cache->sets[slot / ways].valid >> slot % ways & 1)
            return true;
    return false;
}

static unsigned holders(const struct watch *w, uint64_t line, unsigned from)
{
    unsigned count = 0;
    for (unsigned i = from; i < w->gpu->config.cores; i++)
        count += l1_holds(w, i, line);
    return count;
}

static void look_at_copies(struct watch *w)
{
    for (unsigned i = 0; i < w->gpu->config.cores; i++) {
        const struct l1_cache *cache = w->wires[i].cache;
        unsigned ways = cache->params.ways;
        for (unsigned slot = 0; slot < cache->params.sets * ways; slot++) {
            uint64_t line = cache->lines[slot];
            if (!(cache->sets[slot / ways].valid >> slot % ways & 1))
                continue;
            unsigned all = holders(w, line, 0);
            w->copies++;
            w->distinct += holders(w, line, i) == all; /* counted at its first holder */
            w->most = all > w->most ? all : w->most;
        }
    }
}

static void watch_copies(struct watch *w, unsigned i)
{
    const struct l1_cache_out *out = w->wires[i].cache_out;
    if (!out->event_miss)
        return;
    w->l1.replicated += holders(w, out->miss_line, 0) > l1_holds(w, i, out->miss_line);
    for (unsigned other = 0; other < w->gpu->config.cores; other++)
        w->l1.held[i][other] += other != i && l1_holds(w, other, out->miss_line);
}

/* ---- reads of the MSHRs, by core and line ---- */

static struct read_seen *find_read(struct watch *w, unsigned core, uint64_t line)
{
    for (unsigned i = 0; i < w->reads; i++)
        if (w->read[i].core == core && w->read[i].line == line)
            return &w->read[i];
    bug("core %u gets a line that it did not ask for", core);
}

static void watch_reads(struct watch *w, unsigned i)
{
    const struct core_wires *wires = &w->wires[i];
    const struct mshr_in *in = wires->mshr_in;
    const struct mshr_out *out = wires->mshr_out;
    bool looks = in->reply_valid && !w->answering[i]; /* behind the one that was taken */
    w->answering[i] = in->reply_valid && !out->reply_ready;
    if (looks && !in->reply_kind) {
        struct read_seen *read = find_read(w, i, in->reply_line);
        w->lines[read->ring]++;
        w->line_cycles[read->ring] += w->cycles - read->at;
        memmove(read, read + 1, (size_t)(&w->read[--w->reads] - read) * sizeof *read);
    }
    if (wires->ccn.port_out && wires->ccn.router_out->fill_valid &&
        wires->ccn.router_in->fill_ready)
        find_read(w, i, wires->ccn.router_out->fill_line)->ring = true;
    if (!out->request_valid || !in->request_ready || out->request_kind)
        return;
    CHECK(w->reads < RECOUNT_READS);
    w->read[w->reads++ % RECOUNT_READS] =
        (struct read_seen){.core = i, .line = out->request_line, .at = w->cycles};
}

/* ---- slices, hub ---- */

/* The core whose port to the request network has this address. */
static unsigned core_at(const struct watch *w, uint64_t node)
{
    unsigned core;
    for (unsigned i = 0; i < w->gpu->instance_count; i++) {
        const struct gpu_instance *port = &w->gpu->instances[i];
        if (port->block == &noc_port_block && sscanf(port->path, "core_%u.", &core) == 1 &&
            !strstr(port->path, "home_port") &&
            ((const struct noc_port_in *)port->in)->here == node)
            return core;
    }
    bug("no core has the address %u", (unsigned)node);
}

static void watch_slice(struct watch *w, unsigned i)
{
    const struct llc_slice_in *in = w->slice_in[i];
    const struct llc_slice_out *out = w->slice_out[i];
    bool request = in->request_valid && out->request_ready;
    bool dram = out->dram_valid && in->dram_ready;
    w->l2.requests += request;
    if (request)
        asked_add(&w->asked, w->cycles, in->request_line,
                  core_at(w, in->request_src) * w->gpu->config.clusters / w->gpu->config.cores);
    w->l2.atomics += request && in->request_kind == 3;
    w->l2.replies += out->reply_valid && in->reply_ready;
    bool private = w->hub.reconfig && w->hub.reconfig->is_private;
    w->l2.writebacks += dram && out->dram_write && !private;
    w->l2.through += dram && out->dram_write && private;
    w->l2.reads += dram && !out->dram_write;
    w->l2.hits += out->event_hit;
    w->l2.misses += out->event_miss;
    w->l2.merges += out->event_merge;
    w->l2.stalls += out->event_stall;
    w->l2.event_accesses += out->event_access;
    w->l2.event_atomics += out->event_atomic;
    w->l2.event_writebacks += out->event_writeback;
    w->l2.event_reads += out->event_dram_read;
}

static void watch_hub(struct hub_seen *hub)
{
    const struct llc_reconfig_out *reconfig = hub->reconfig;
    const struct llc_profiler_out *profiler = hub->profiler;
    if (reconfig) {
        hub->changes += reconfig->event_change;
        hub->to_private += reconfig->event_change && reconfig->event_private;
        hub->stalls += reconfig->stall;
        hub->bypassed += reconfig->bypass;
    }
    if (profiler) {
        hub->decisions += profiler->event_decision;
        hub->chosen += profiler->event_decision && profiler->event_private;
        hub->similar += profiler->event_decision && profiler->event_similar;
    }
    if (hub->trial) {
        hub->decisions += hub->trial->event_decision;
        hub->chosen += hub->trial->event_decision && hub->trial->wants_private;
    }
}

/* ---- a cycle ---- */

static void watch_kernels(struct watch *w)
{
    if (!w->wires[0].cache_in->flush)
        return;
    if (w->kernels < sizeof w->kernel_cycles / sizeof *w->kernel_cycles)
        w->kernel_cycles[w->kernels] = w->cycles - w->last_flush;
    w->kernels++;
    w->last_flush = w->cycles;
}

/* Between gpu_begin and gpu_edge. */
static void watch_wires(struct watch *w)
{
    const struct gpu *gpu = w->gpu;
    gpu_refresh(w->gpu);
    watch_kernels(w);
    if (w->cycles % RECOUNT_INSTANT == 0)
        look_at_copies(w);
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        front_ports(&w->front[i], gpu_in(gpu, NODE_CORE, i, &sm_block),
                    gpu_out(gpu, NODE_CORE, i, &sm_block), w->cycles, w->corrupted);
        watch_accesses(w, i);
        watch_misses(w, i);
        watch_l1_events(w, i);
        watch_shared(w, i);
        watch_ccn(w, i);
        watch_copies(w, i);
        watch_reads(w, i);
    }
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        watch_slice(w, i);
    watch_hub(&w->hub);
    if (w->hub.sharing) {
        w->l1.samples += w->hub.sharing->event_trial;
        w->l1.shares += w->hub.sharing->event_trial && w->hub.sharing->share;
    }
    watch_networks(&w->networks);
    watch_messages(&w->networks, w->cycles);
}

/* The whole cycle; the channels log commands at the edge, before the requests of the same edge. */
static void watch_cycle(struct watch *w)
{
    const struct gpu *gpu = w->gpu;
    bool taken[RECOUNT_SLICES], write[RECOUNT_SLICES];
    uint64_t line[RECOUNT_SLICES];
    watch_wires(w);
    for (unsigned i = 0; i < gpu->config.partitions; i++) {
        taken[i] = w->slice_out[i]->dram_valid && w->slice_in[i]->dram_ready;
        write[i] = w->slice_out[i]->dram_write;
        line[i] = w->slice_out[i]->dram_line;
    }
    gpu_edge(w->gpu);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        if (taken[i])
            log_request(&w->channel[i], line[i], write[i], w->cycles);
    for (unsigned i = 0; i < gpu->config.cores; i++)
        front_cycle(&w->front[i], &gpu->sm[i], w->cycles);
    w->cycles++;
}

#endif
