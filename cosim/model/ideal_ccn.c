/* See ideal_ccn.h. */
#include "ideal_ccn.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "gpu_class.h"
#include "l1_cache.h"
#include "message.h"
#include "mshr.h"
#include "noc_port.h"
#include "port_detour.h"
#include "ring.h"
#include "sm_ports.h"
#include "util.h"

/* Lines that a core has written since the last kernel boundary, one bit for all that hash alike. */
enum { WRITTEN_BITS = 16, WRITTEN_WORDS = (1 << WRITTEN_BITS) / 64 };

/* A line on its way from another L1. */
struct ideal_line {
    uint64_t line, due;           /* address; cycle in which it is offered to the MSHR */
    unsigned entry;               /* that waits for it */
    uint64_t data[L1_LINE_WORDS]; /* its contents when it was asked for */
};

struct ideal_core {
    struct ideal_line lines[MSHR_ENTRIES_MAX]; /* a ring, in the order in which they are due */
    unsigned first, count;
    bool offers; /* the first of them to the MSHR */
    bool taken;  /* in the last cycle */
    uint64_t
        written[WRITTEN_WORDS]; /* may not be answered by another L1: docs/ccn.md, "Consistency" */
};

/* What an MSHR asks of L2. */
enum { MISSES = offsetof(struct mshr_out, request_valid) };

struct ideal_ccn {
    struct gpu_class *l1, *mshr, *port, *sm;
    struct ideal_core *core;
};

struct ideal_ccn *ideal_ccn_new(const struct gpu *gpu)
{
    struct ideal_ccn *ideal = xcalloc(1, sizeof *ideal);
    ideal->l1 = gpu_class_of(gpu, NODE_CORE, &l1_cache_block);
    ideal->mshr = gpu_class_of(gpu, NODE_CORE, &mshr_block);
    ideal->port = gpu_class_of(gpu, NODE_CORE, &noc_port_block);
    ideal->sm = gpu_class_of(gpu, NODE_CORE, &sm_block);
    ideal->core = xcalloc(gpu->config.cores, sizeof *ideal->core);
    return ideal;
}

void ideal_ccn_free(struct ideal_ccn *ideal)
{
    if (ideal)
        free(ideal->core);
    free(ideal);
}

static unsigned written_bit(uint64_t line)
{
    return (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> (64 - WRITTEN_BITS));
}

static bool was_written(const struct ideal_core *core, uint64_t line)
{
    unsigned bit = written_bit(line);
    return core->written[bit / 64] >> bit % 64 & 1;
}

static bool is_away(const struct ideal_core *core, uint64_t line)
{
    for (unsigned i = 0; i < core->count; i++)
        if (core->lines[ring_wrap(core->first + i, MSHR_ENTRIES_MAX)].line == line)
            return true;
    return false;
}

/* Slot of a line in another L1 of the core's cluster, the nearest in the direction of the rings;
 * NULL: none holds it. */
static const struct l1_cache *find_holder(const struct gpu *gpu, unsigned core, uint64_t line,
                                          int *slot)
{
    unsigned cores = config_ccn_cores(&gpu->config);
    for (unsigned i = 1; i < cores; i++) {
        unsigned other = ring_step((struct ring_step){cores, i}, core);
        const struct l1_cache *cache = gpu_state_of(gpu->ideal_ccn->l1, other);
        *slot = l1_cache_slot_of(cache, line);
        if (*slot >= 0)
            return cache;
    }
    return NULL;
}

/* The line is on its way; the MSHR's message is taken. */
static void ask(struct gpu *gpu, unsigned core, const struct l1_cache *cache, int slot)
{
    struct ideal_ccn *ideal = gpu->ideal_ccn;
    struct ideal_core *c = &ideal->core[core];
    const struct mshr_out *out = gpu_out_of(ideal->mshr, core);
    struct ideal_line *line = &c->lines[ring_wrap(c->first + c->count++, MSHR_ENTRIES_MAX)];
    line->line = out->request_line;
    line->due = gpu->now + 1 + gpu->config.ccn_latency;
    line->entry = (unsigned)out->request_id;
    memcpy(line->data, cache->data + (size_t)slot * L1_LINE_WORDS, sizeof line->data);
    port_detour_take(ideal->mshr, core, MISSES);
    ((struct mshr_in *)gpu_in_of(ideal->mshr, core))->request_ready = true;
    gpu_wake(ideal->mshr, core);
    gpu->ccn[core].hits++;
    if (gpu->options.sharing)
        gpu->reads[core].ring |= UINT64_C(1) << line->entry;
}

/* A message of the MSHR: to another L1, to the network, or it waits for its line that is on its
 * way, as in ccn_port. */
static void drive_request(struct gpu *gpu, unsigned core)
{
    struct ideal_ccn *ideal = gpu->ideal_ccn;
    struct ideal_core *c = &ideal->core[core];
    const struct mshr_out *out = gpu_out_of(ideal->mshr, core);
    int slot;
    if (!out->request_valid)
        return;
    if (is_away(c, out->request_line)) {
        port_detour_take(ideal->mshr, core, MISSES);
        ((struct mshr_in *)gpu_in_of(ideal->mshr, core))->request_ready = false;
        return;
    }
    if (out->request_kind == MESSAGE_STORE || out->request_kind == MESSAGE_ATOMIC) {
        unsigned bit = written_bit(out->request_line);
        c->written[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    bool asks = out->request_kind == MESSAGE_READ && !out->request_again &&
                !was_written(c, out->request_line);
    const struct l1_cache *cache = asks ? find_holder(gpu, core, out->request_line, &slot) : NULL;
    if (cache)
        ask(gpu, core, cache, slot);
    else
        port_detour_return(ideal->mshr, core, MISSES);
}

/* The wires that go past the MSHR: the L1 sees what is offered to it, the SM its data. */
static void show_reply(const struct ideal_ccn *ideal, unsigned core, const struct mshr_in *offered,
                       const uint64_t *words)
{
    struct l1_cache_in *in = gpu_in_of(ideal->l1, core);
    in->reply_kind = offered->reply_kind;
    in->reply_line = offered->reply_line;
    in->reply_data = words;
    ((struct sm_in *)gpu_in_of(ideal->sm, core))->response_data = words;
}

/* The MSHR sees what the port has, again. */
static void end_offer(const struct ideal_ccn *ideal, unsigned core)
{
    struct ideal_core *c = &ideal->core[core];
    const struct noc_port_out *port = gpu_out_of(ideal->port, core);
    struct mshr_in *in = gpu_in_of(ideal->mshr, core);
    c->offers = c->taken = false;
    c->first = ring_wrap(c->first + 1, MSHR_ENTRIES_MAX);
    c->count--;
    in->reply_kind = port->recv_kind[0];
    in->reply_id = port->recv_id[0];
    in->reply_line = port->recv_line[0];
    show_reply(ideal, core, in, port->recv_data[0]);
}

static void begin_offer(const struct ideal_ccn *ideal, unsigned core, struct mshr_in *in)
{
    struct ideal_core *c = &ideal->core[core];
    const struct ideal_line *line = &c->lines[c->first];
    c->offers = true;
    in->reply_kind = MESSAGE_READ;
    in->reply_id = line->entry;
    in->reply_line = line->line;
    show_reply(ideal, core, in, line->data);
}

/* A line that is due goes to the MSHR as soon as it answers nothing; what the network has waits. */
static void drive_reply(struct gpu *gpu, unsigned core)
{
    struct ideal_ccn *ideal = gpu->ideal_ccn;
    struct ideal_core *c = &ideal->core[core];
    const struct noc_port_out *port = gpu_out_of(ideal->port, core);
    const struct mshr_out *out = gpu_out_of(ideal->mshr, core);
    const struct mshr *mshr = gpu_state_of(ideal->mshr, core);
    struct mshr_in *in = gpu_in_of(ideal->mshr, core);
    if (c->taken)
        end_offer(ideal, core);
    if (!c->offers && !mshr->reply_valid && c->count && c->lines[c->first].due <= gpu->now)
        begin_offer(ideal, core, in);
    in->reply_valid = c->offers || port->recv_valid;
    ((struct l1_cache_in *)gpu_in_of(ideal->l1, core))->reply_valid = in->reply_valid;
    ((struct noc_port_in *)gpu_in_of(ideal->port, core))->recv_ready =
        out->reply_ready && !c->offers;
    if (!c->offers)
        return;
    gpu_wake(ideal->mshr, core);
    gpu_wake(ideal->l1, core);
    c->taken = out->reply_ready;
    if (!mshr->reply_valid) /* it looks at it */
        gpu->ccn[core].hit_cycles +=
            gpu->now - (c->lines[c->first].due - 1 - gpu->config.ccn_latency);
}

void ideal_ccn_drive(struct gpu *gpu)
{
    for (unsigned core = 0; core < gpu->config.cores; core++) {
        if (gpu->control[CONTROL_FLUSH])
            memset(gpu->ideal_ccn->core[core].written, 0,
                   sizeof gpu->ideal_ccn->core[core].written);
        drive_reply(gpu, core);
        drive_request(gpu, core);
    }
}
