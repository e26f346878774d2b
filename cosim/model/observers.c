/* What is only looked at: reuse distances of L1 accesses, copies of lines, the organization of each
 * core's L1 over time. No hardware; the model calls these between steps and wires. And the policy
 * that changes at random, for tests. */
#include "blocks.h"
#include "ccn_bridge.h"
#include "ccn_router.h"
#include "dyneb.h"
#include "dyneb_port.h"
#include "gpu_class.h"
#include "l1_cache.h"
#include "llc_slice.h"
#include "message.h"
#include "mshr.h"
#include "requester.h"
#include "util.h"

enum { CORE_SHIFT = 48 }; /* above the line address: each L1 has copies of its own */

/* Who made the access is read in the SM's list of requests in flight: there it is until it has been
 * looked up and answered. */
static uint32_t pc_of(const struct gpu *gpu, unsigned core, const struct l1_cache_in *in)
{
    unsigned from = in->access_remote
                        ? gpu_core_at(gpu, plan_remote_network(&gpu->plan), in->access_node)
                        : core;
    const struct sm_request *request = &gpu->sm[from].pending[in->access_id].request;
    if (!request->record || request->line != in->access_line)
        bug("core %u looks up request %u of core %u, which is not in flight", core,
            (unsigned)in->access_id, from);
    return request->record->pc;
}

/* A store that goes to its home as well counts there: the home may answer it before it is looked up
 * here. */
static bool counts(const struct l1_cache_in *in)
{
    return in->access_kind == L1_LOAD || in->access_kind == L1_STORE;
}

/* Every load and store that an L1 takes, which is the order of its lookups, as its delay line keeps
 * it. */
static void note_reuse(struct gpu *gpu, unsigned core)
{
    const struct l1_cache_in *in = gpu_in(gpu, NODE_CORE, core, &l1_cache_block);
    const struct l1_cache_out *out = gpu_out(gpu, NODE_CORE, core, &l1_cache_block);
    const struct l1_cache *cache = gpu_state(gpu, NODE_CORE, core, &l1_cache_block);
    if (!in->access_valid || !out->access_ready || !counts(in))
        return;
    reuse_distance_access(&gpu->reuse, (uint64_t)core << CORE_SHIFT | in->access_line,
                          core * gpu->config.l1_sets + set_map_set(&cache->map, in->access_line),
                          pc_of(gpu, core, in));
}

static void note_miss(struct gpu *gpu, unsigned core)
{
    const struct l1_cache_out *out = gpu_out(gpu, NODE_CORE, core, &l1_cache_block);
    if (out->event_miss)
        sharing_miss(gpu, core, out->miss_line);
}

/* Reads for loads on their way out of the MSHR, lines when it looks at them; who sends a line is
 * known at ccn_port, a cycle or more before. */
static void note_read(struct gpu *gpu, unsigned core)
{
    const struct mshr_in *in = gpu_in(gpu, NODE_CORE, core, &mshr_block);
    const struct mshr_out *out = gpu_out(gpu, NODE_CORE, core, &mshr_block);
    const struct mshr *mshr = gpu_state(gpu, NODE_CORE, core, &mshr_block);
    struct gpu_reads *reads = &gpu->reads[core];
    if (in->reply_valid && !mshr->reply_valid && in->reply_kind == MESSAGE_READ) {
        bool ring = reads->ring >> in->reply_id & 1;
        reads->lines[ring]++;
        reads->cycles[ring] += gpu->now - reads->sent_at[in->reply_id];
        reads->ring &= ~(UINT64_C(1) << in->reply_id);
    }
    if (out->request_valid && in->request_ready && out->request_kind == MESSAGE_READ)
        reads->sent_at[out->request_id] = gpu->now;
}

/* Every request that an LLC slice takes. Chips without SM-routers have clusters for this, too. */
static void note_request(struct gpu *gpu, unsigned partition)
{
    const struct llc_slice_in *in = gpu_in(gpu, NODE_MEMORY, partition, &llc_slice_block);
    const struct llc_slice_out *out = gpu_out(gpu, NODE_MEMORY, partition, &llc_slice_block);
    if (!in->request_valid || !out->request_ready)
        return;
    unsigned core = gpu_core_at(gpu, &gpu->plan.network[NETWORK_REQUEST], in->request_src);
    locality_access(&gpu->locality, gpu->now, core * gpu->config.clusters / gpu->config.cores,
                    in->request_line);
}

/* What is driven, when it is not what the requester has seen so far. */
static void note_organization(struct gpu *gpu, unsigned core, bool share_even, bool share_odd)
{
    const struct requester_in *seen = gpu_in(gpu, NODE_CORE, core, &requester_block);
    if (seen->share_even == share_even && seen->share_odd == share_odd)
        return;
    unsigned count = gpu->phase_count++;
    if (!(count & (count - 1)))
        gpu->phases = xrealloc(gpu->phases, (count ? 2 * count : 1) * sizeof(*gpu->phases));
    gpu->phases[count] = (struct gpu_organization){.cycle = gpu->now + 1,
                                                   .core = (uint16_t)core,
                                                   .share_even = share_even,
                                                   .share_odd = share_odd};
}

static void note_phase(struct gpu *gpu, unsigned core)
{
    const struct dyneb_out *out = gpu_out(gpu, NODE_CORE, core, &dyneb_block);
    note_organization(gpu, core, out->share_even, out->share_odd);
}

static void note_trial(struct gpu *gpu, unsigned core)
{
    const struct dyneb_port_out *out = gpu_out(gpu, NODE_CORE, core, &dyneb_port_block);
    note_organization(gpu, core, out->share_even, out->share_odd);
}

/* The entry whose load of that line is in the network. */
static unsigned entry_away(const struct ccn_port *port, uint64_t line)
{
    for (uint64_t left = port->away; left; left &= left - 1)
        if (port->reads[__builtin_ctzll(left)].line == line)
            return (unsigned)__builtin_ctzll(left);
    bug("a line comes back from the network that was not sent there");
}

/* Loads on their way into the network and out of it. */
static void note_ccn_load(struct gpu *gpu, unsigned core)
{
    const struct ccn_port_in *in = gpu_in(gpu, NODE_CORE, core, &ccn_port_block);
    const struct ccn_port_out *out = gpu_out(gpu, NODE_CORE, core, &ccn_port_block);
    const struct ccn_port *port = gpu_state(gpu, NODE_CORE, core, &ccn_port_block);
    struct gpu_ccn *ccn = &gpu->ccn[core];
    if (in->fill_valid && out->fill_ready) {
        unsigned entry = entry_away(port, in->fill_line);
        ccn->hit_cycles += gpu->now - ccn->sent_at[entry];
        if (gpu->options.sharing)
            gpu->reads[core].ring |= UINT64_C(1) << entry;
    }
    if (out->miss_valid && in->miss_ready)
        ccn->sent_at[port->waiting.id] = gpu->now;
}

/* A load that is taken from the ring after its round; one that never entered it is none. Its entry
 * is in the network until L2 is asked. */
static void note_ccn_back(struct gpu *gpu, unsigned core, const struct ccn_router *router)
{
    const struct ccn_router_in *in = gpu_in(gpu, NODE_CORE, core, &ccn_router_block);
    const struct ccn_router_out *out = gpu_out(gpu, NODE_CORE, core, &ccn_router_block);
    const struct ccn_port *port = gpu_state(gpu, NODE_CORE, core, &ccn_port_block);
    struct gpu_ccn *ccn = &gpu->ccn[core];
    if (!out->back_valid || !in->back_ready || ccn_router_is_late(router))
        return;
    ccn->back_cycles += gpu->now - ccn->sent_at[entry_away(port, out->back_line)];
}

/* A line that is sent: its load has come from its home, and the line goes back as far, or on around
 * the rest of the ring. Of a load that a bridge sent here it is the way from there. */
static void note_ccn_hops(struct gpu *gpu, unsigned core)
{
    const struct ccn_router_in *in = gpu_in(gpu, NODE_CORE, core, &ccn_router_block);
    const struct ccn_router *router = gpu_state(gpu, NODE_CORE, core, &ccn_router_block);
    note_ccn_back(gpu, core, router);
    if (!in->data_valid)
        return;
    unsigned home = router->requests[router->first].core;
    unsigned cores = config_ccn_cores(&gpu->config);
    unsigned here = core;
    if (gpu->config.ccn_bridges) {
        here %= cores;
        home = home < cores ? home : cores; /* the bridge */
        cores++;
    }
    unsigned way = (here + cores - home) % cores;
    gpu->ccn[core].hops += gpu->config.ccn_rings == RINGS_EQUAL ? cores : 2 * way;
}

/* From its core to the bridge, once around its cluster, to the other bridge and back. */
static void note_bridge(struct gpu *gpu, unsigned number)
{
    const struct ccn_bridge *bridge = gpu_state(gpu, NODE_BRIDGE, number, &ccn_bridge_block);
    struct ccn_bridge_events events =
        ccn_bridge_events(bridge, gpu_in(gpu, NODE_BRIDGE, number, &ccn_bridge_block));
    struct gpu_bridge *sums = &gpu->bridges[number];
    unsigned cores = config_ccn_cores(&gpu->config), bridges = gpu->config.cores / cores;
    for (unsigned event = 0; event < CCN_BRIDGE_EVENTS; event++)
        sums->events[event] += events.did[event];
    if (events.did[CCN_BRIDGE_NEAR])
        sums->hops += 2 * (cores - events.near_core);
    if (events.did[CCN_BRIDGE_SENDS])
        sums->hops += 2 * (cores - events.sent->core) + cores + 1 +
                      2 * ((number + bridges - events.sent->home) % bridges);
}

static void watch_ccn(struct gpu *gpu)
{
    if (gpu->config.ccn_bridges) {
        gpu->bridges = xcalloc(gpu->plan.node[NODE_BRIDGE].count, sizeof *gpu->bridges);
        gpu_class_of(gpu, NODE_BRIDGE, &ccn_bridge_block)->watch_step = note_bridge;
    }
    gpu_class_of(gpu, NODE_CORE, &ccn_port_block)->watch_step = note_ccn_load;
    gpu_class_of(gpu, NODE_CORE, &ccn_router_block)->watch_step = note_ccn_hops;
}

void gpu_init_observers(struct gpu *gpu)
{
    gpu->ccn = xcalloc(gpu->config.cores, sizeof *gpu->ccn);
    if (gpu->config.ccn && gpu->config.ccn != CCN_IDEAL)
        watch_ccn(gpu);
    struct gpu_class *l1 = gpu_class_of(gpu, NODE_CORE, &l1_cache_block);
    if (gpu->options.sharing) {
        sharing_init(&gpu->sharing, gpu->config.cores);
        gpu->reads = xcalloc(gpu->config.cores, sizeof *gpu->reads);
        gpu_class_of(gpu, NODE_CORE, &mshr_block)->watch_step = note_read;
        l1->watch_drive = note_miss;
        gpu_class_of(gpu, NODE_MEMORY, &llc_slice_block)->watch_step = note_request;
    }
    if (gpu->options.timeline && gpu->config.shared_l1 && gpu->config.dyneb_chooser == DYNEB_TRIAL)
        gpu_class_of(gpu, NODE_CORE, &dyneb_port_block)->watch_drive = note_trial;
    else if (gpu->options.timeline && gpu->config.shared_l1)
        gpu_class_of(gpu, NODE_CORE, &dyneb_block)->watch_drive = note_phase;
    if (!gpu->options.reuse)
        return;
    l1->watch_step = note_reuse;
    reuse_distance_init(&gpu->reuse, gpu->config.cores * gpu->config.l1_sets);
}

/* Any policy, for 1 to 1024 cycles. */
void gpu_change_mode(struct gpu *gpu)
{
    struct gpu_mode mode = gpu->mode;
    if (gpu->config.shared_l1) {
        mode.policy = rng_below(&gpu->mode_rng, 3);
        mode.chunk = rng_below(&gpu->mode_rng, 2);
    }
    if (gpu->config.llc_mode)
        mode.llc_choice = rng_below(&gpu->mode_rng, 1u << gpu->config.programs);
    gpu_set_mode(gpu, mode);
    gpu->mode_until = gpu->now + 1 + rng_below(&gpu->mode_rng, 1024);
}
