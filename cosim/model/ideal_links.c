/* See ideal_links.h. The ports get nothing to send: what they are offered is taken back before
 * every edge. */
#include "ideal_links.h"

#include <stddef.h>

#include "blocks.h"
#include "dyneb.h"
#include "dyneb_port.h"
#include "gpu_class.h"
#include "l1_cache.h"
#include "mshr.h"
#include "noc_port.h"
#include "port_detour.h"
#include "requester.h"
#include "sm_ports.h"

/* The blocks that the links join; who counts answers is dyneb or dyneb_port. */
struct ends {
    struct gpu_class *requester, *l1, *mshr, *counter, *sm;
    bool by_trial;
};

static struct ends find_ends(const struct gpu *gpu)
{
    bool by_trial = gpu->config.dyneb_chooser == DYNEB_TRIAL;
    const struct block *counter = by_trial ? &dyneb_port_block : &dyneb_block;
    return (struct ends){.requester = gpu_class_of(gpu, NODE_CORE, &requester_block),
                         .l1 = gpu_class_of(gpu, NODE_CORE, &l1_cache_block),
                         .mshr = gpu_class_of(gpu, NODE_CORE, &mshr_block),
                         .counter = gpu_class_of(gpu, NODE_CORE, counter),
                         .sm = gpu_class_of(gpu, NODE_CORE, &sm_block),
                         .by_trial = by_trial};
}

/* Whether the core gets an answer, and of which line. */
static void show_answer(const struct ends *ends, unsigned core, bool valid, uint64_t line)
{
    if (ends->by_trial) {
        ((struct dyneb_port_in *)gpu_in_of(ends->counter, core))->home_valid = valid;
        return;
    }
    struct dyneb_in *in = gpu_in_of(ends->counter, core);
    in->home_valid = valid;
    in->home_line = line;
}

static bool asks_home(const struct ends *ends, unsigned core)
{
    const struct requester_out *out = gpu_out_of(ends->requester, core);
    return out->send_valid && !out->send_class;
}

/* A home whose queue a message has entered listens to its core until it takes that. */
static bool listens(const struct ends *ends, unsigned home, unsigned node)
{
    const struct requester *requester = gpu_state_of(ends->requester, home);
    const struct remote_in_queue *queue = &requester->arbiter.remote;
    const struct requester_in *in = gpu_in_of(ends->requester, home);
    return !(queue->waits || queue->goes || queue->done) || in->recv_src == node;
}

/* Whoever asks first from the cycle's starting point on is heard. */
static void offer_request(struct gpu *gpu, const struct ends *ends, unsigned from)
{
    const struct requester_out *out = gpu_out_of(ends->requester, from);
    unsigned home = gpu_core_at(gpu, plan_remote_network(&gpu->plan), out->send_dest);
    unsigned node = plan_remote_network(&gpu->plan)->node[NODE_CORE][from];
    struct requester_in *in = gpu_in_of(ends->requester, home);
    bool ready = ((const struct requester_out *)gpu_out_of(ends->requester, home))->recv_ready;
    if (in->recv_valid || !listens(ends, home, node))
        return;
    gpu_wake(ends->requester, home);
    in->recv_valid = true;
    in->recv_kind = out->send_kind;
    in->recv_src = node;
    in->recv_line = out->send_line;
    in->recv_id = out->send_id;
    in->recv_sectors = out->send_sectors;
    in->recv_mask = out->send_mask;
    ((struct l1_cache_in *)gpu_in_of(ends->l1, home))->home_data = out->send_data;
    ((struct requester_in *)gpu_in_of(ends->requester, from))->send_ready = ready;
    if (ready)
        gpu_wake(ends->requester, from);
}

/* What a home has for another core. */
struct answer {
    uint64_t dest, id, line;
    const uint64_t *data;
};

/* Whether the core takes it: one in a cycle. */
static bool deliver(struct gpu *gpu, const struct ends *ends, const struct answer *answer)
{
    unsigned to = gpu_core_at(gpu, plan_remote_network(&gpu->plan), (unsigned)answer->dest);
    struct sm_in *in = gpu_in_of(ends->sm, to);
    struct requester_in *requester = gpu_in_of(ends->requester, to);
    if (in->remote_valid)
        return false;
    in->remote_valid = requester->answer_remote = true;
    in->remote_id = answer->id;
    in->remote_data = answer->data;
    show_answer(ends, to, true, answer->line);
    gpu_wake(ends->sm, to);
    gpu_wake(ends->counter, to);
    gpu_wake(ends->requester, to);
    return true;
}

static void offer_hit(struct gpu *gpu, const struct ends *ends, unsigned home)
{
    const struct l1_cache_out *out = gpu_out_of(ends->l1, home);
    struct l1_cache_in *in = gpu_in_of(ends->l1, home);
    if (!out->remote_hit_valid)
        return;
    in->remote_hit_ready = deliver(gpu, ends,
                                   &(struct answer){out->remote_hit_dest, out->remote_hit_id,
                                                    out->remote_hit_line, out->remote_hit_data});
    if (in->remote_hit_ready)
        gpu_wake(ends->l1, home);
}

static void offer_answer(struct gpu *gpu, const struct ends *ends, unsigned home)
{
    const struct mshr_out *out = gpu_out_of(ends->mshr, home);
    const struct l1_cache_in *fill = gpu_in_of(ends->l1, home); /* has the same data */
    struct mshr_in *in = gpu_in_of(ends->mshr, home);
    if (!out->remote_valid)
        return;
    in->remote_ready = deliver(
        gpu, ends,
        &(struct answer){out->remote_dest, out->remote_id, out->remote_line, fill->reply_data});
    if (in->remote_ready)
        gpu_wake(ends->mshr, home);
}

static void separate(const struct ends *ends, unsigned core)
{
    struct requester_in *requester = gpu_in_of(ends->requester, core);
    const struct requester_out *asks = gpu_out_of(ends->requester, core);
    struct sm_in *sm = gpu_in_of(ends->sm, core);
    requester->recv_valid = requester->answer_remote = sm->remote_valid = false;
    ((struct l1_cache_in *)gpu_in_of(ends->l1, core))->remote_hit_ready = false;
    ((struct mshr_in *)gpu_in_of(ends->mshr, core))->remote_ready = false;
    show_answer(ends, core, false, 0);
    port_detour_take(ends->l1, core, offsetof(struct l1_cache_out, remote_hit_valid));
    port_detour_take(ends->mshr, core, offsetof(struct mshr_out, remote_valid));
    if (!asks->send_valid)
        return;
    requester->send_ready = false;
    size_t sends = offsetof(struct requester_out, send_valid);
    if (asks_home(ends, core))
        port_detour_take(ends->requester, core, sends);
    else
        port_detour_return(ends->requester, core, sends);
}

void ideal_links_drive(struct gpu *gpu)
{
    struct ends ends = find_ends(gpu);
    unsigned cores = gpu->config.cores, first = (unsigned)(gpu->now % cores);
    for (unsigned i = 0; i < cores; i++)
        separate(&ends, i);
    for (unsigned i = 0; i < cores; i++) {
        unsigned at = (first + i) % cores;
        if (asks_home(&ends, at))
            offer_request(gpu, &ends, at);
        offer_hit(gpu, &ends, at);
        offer_answer(gpu, &ends, at);
    }
}
