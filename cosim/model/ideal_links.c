/* See ideal_links.h. The ports get nothing to send: what they are offered is taken back before
 * every edge. */
#include "ideal_links.h"

#include <string.h>

#include "blocks.h"
#include "dyneb.h"
#include "dyneb_port.h"
#include "gpu_class.h"
#include "noc_port.h"
#include "port_detour.h"
#include "remote_out_queue.h"
#include "requester.h"
#include "sm_ports.h"

/* The blocks that the links join; who counts answers is dyneb or dyneb_port. */
struct ends {
    struct gpu_class *requester, *out_queue, *counter, *sm;
    bool by_trial;
};

static struct ends find_ends(const struct gpu *gpu)
{
    bool by_trial = gpu->config.dyneb_chooser == DYNEB_TRIAL;
    const struct block *counter = by_trial ? &dyneb_port_block : &dyneb_block;
    return (struct ends){.requester = gpu_class_of(gpu, NODE_CORE, &requester_block),
                         .out_queue = gpu_class_of(gpu, NODE_CORE, &remote_out_queue_block),
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

/* Whoever asks first from the cycle's starting point on is heard. */
static void offer_request(struct gpu *gpu, const struct ends *ends, unsigned from)
{
    const struct requester_out *out = gpu_out_of(ends->requester, from);
    unsigned home = gpu_core_at(gpu, plan_remote_network(&gpu->plan), out->send_dest);
    struct requester_in *in = gpu_in_of(ends->requester, home);
    bool ready = ((const struct requester_out *)gpu_out_of(ends->requester, home))->recv_ready;
    if (in->recv_valid)
        return;
    in->recv_valid = true;
    in->recv_kind = out->send_kind;
    in->recv_src = plan_remote_network(&gpu->plan)->node[NODE_CORE][from];
    in->recv_line = out->send_line;
    in->recv_id = out->send_id;
    in->recv_sectors = out->send_sectors;
    in->recv_mask = out->send_mask;
    in->recv_data = out->send_data;
    ((struct requester_in *)gpu_in_of(ends->requester, from))->send_ready = ready;
    if (!ready)
        return;
    gpu_wake(ends->requester, from);
    gpu_wake(ends->requester, home);
}

static void offer_answer(struct gpu *gpu, const struct ends *ends, unsigned home)
{
    const struct remote_out_queue_out *out = gpu_out_of(ends->out_queue, home);
    struct remote_out_queue_in *queue = gpu_in_of(ends->out_queue, home);
    unsigned to = gpu_core_at(gpu, plan_remote_network(&gpu->plan), out->send_dest);
    struct sm_in *in = gpu_in_of(ends->sm, to);
    struct requester_in *requester = gpu_in_of(ends->requester, to);
    if (in->remote_valid)
        return;
    in->remote_valid = requester->answer_remote = true;
    in->remote_id = out->send_id;
    in->remote_data = out->send_data;
    show_answer(ends, to, true, out->send_line);
    queue->send_ready = true;
    gpu_wake(ends->out_queue, home);
    gpu_wake(ends->sm, to);
    gpu_wake(ends->counter, to);
    gpu_wake(ends->requester, to);
}

static void separate(const struct ends *ends, unsigned core)
{
    struct requester_in *requester = gpu_in_of(ends->requester, core);
    const struct requester_out *asks = gpu_out_of(ends->requester, core);
    struct remote_out_queue_in *out_queue = gpu_in_of(ends->out_queue, core);
    struct sm_in *sm = gpu_in_of(ends->sm, core);
    requester->recv_valid = requester->answer_remote = out_queue->send_ready = false;
    sm->remote_valid = false;
    show_answer(ends, core, false, 0);
    port_detour_take(ends->out_queue, core);
    if (!asks->send_valid)
        return;
    requester->send_ready = false;
    if (asks_home(ends, core))
        port_detour_take(ends->requester, core);
    else
        port_detour_return(ends->requester, core);
}

void ideal_links_drive(struct gpu *gpu)
{
    struct ends ends = find_ends(gpu);
    unsigned cores = gpu->config.cores, first = (unsigned)(gpu->now % cores);
    for (unsigned i = 0; i < cores; i++)
        separate(&ends, i);
    for (unsigned i = 0; i < cores; i++) {
        unsigned at = (first + i) % cores;
        const struct remote_out_queue_out *out = gpu_out_of(ends.out_queue, at);
        if (asks_home(&ends, at))
            offer_request(gpu, &ends, at);
        if (out->send_valid)
            offer_answer(gpu, &ends, at);
    }
}
