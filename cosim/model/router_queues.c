/* Twin of rtl/router_queues.v, one VC after the other (docs/blocks/router_queues.md). */
#include "router_queues.h"

#include <string.h>

#include "hash.h"

void router_queues_init(struct router_queues *r, const struct router_queues_params *params)
{
    *r = (struct router_queues){.params = *params};
}

void router_queues_release(struct router_queues *r)
{
    (void)r;
}

/* Tails and routes are kept, as in the RTL. */
void router_queues_reset(struct router_queues *r)
{
    for (unsigned v = 0; v < r->params.vcs; v++)
        for (unsigned i = 0; i < r->params.inputs; i++) {
            struct router_queue *q = &r->queue[v][i];
            q->count = q->read_turn = q->write_turn = 0;
            q->fresh = false;
        }
}

static void set_bit(uint64_t *words, unsigned bit, bool value)
{
    words[bit / 64] |= (uint64_t)value << (bit & 63);
}

static bool has_bit(const uint64_t *words, unsigned bit)
{
    return words[bit / 64] >> (bit & 63) & 1;
}

static void show(const struct router_queues *r, unsigned v, unsigned i,
                 struct router_queues_out *out)
{
    const struct router_queue *q = &r->queue[v][i];
    unsigned vc = v * r->params.inputs + i;
    set_bit(out->queued[v], i, q->count > 0);
    set_bit(out->known[v], i, q->count > q->fresh);
    set_bit(out->next_known[v], i, q->count > q->fresh + 1);
    set_bit(out->front_tail[v], i, q->tail[0]);
    for (unsigned b = 0; b < r->params.port_bits; b++) {
        set_bit(out->front_route[b], vc, q->route[0] >> b & 1);
    }
}

void router_queues_outputs_in(const struct router_queues *r, const struct router_queues_in *in,
                              struct router_queues_out *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned v = 0; v < r->params.vcs; v++)
        for (unsigned i = 0; i < r->params.inputs; i++) {
            const struct router_queue *q = &r->queue[v][i];
            show(r, v, i, out);
            if (has_bit(in->arrive[v], i))
                out->write_addr[i] = v * r->params.depth + q->write_turn;
            if (has_bit(in->pop[v], i))
                out->read_addr[i] = v * r->params.depth + q->read_turn;
        }
}

static uint8_t next_turn(uint8_t turn, unsigned depth)
{
    return (uint8_t)(turn + 1u == depth ? 0 : turn + 1u);
}

/* The front route moves with a tail only: it is that of the packet. */
static void pop(struct router_queue *q, unsigned depth)
{
    for (unsigned slot = q->tail[0] ? 0 : 1; slot < depth; slot++)
        q->route[slot] = slot + 1 < depth ? q->route[slot + 1] : 0;
    memmove(q->tail, q->tail + 1, (depth - 1) * sizeof *q->tail);
    q->tail[depth - 1] = false;
    q->count--;
    q->read_turn = next_turn(q->read_turn, depth);
}

static unsigned route_of_input(const struct router_queues *r, const struct router_queues_in *in,
                               unsigned i)
{
    unsigned route = 0;
    for (unsigned b = 0; b < r->params.port_bits; b++)
        route |= (unsigned)has_bit(in->route[b], i) << b;
    return route;
}

static void step_queue(struct router_queues *r, const struct router_queues_in *in, unsigned v,
                       unsigned i)
{
    struct router_queue *q = &r->queue[v][i];
    bool arrives = has_bit(in->arrive[v], i);
    unsigned routed = q->count - q->fresh; /* slot of the flit that is routed, if any is */
    if ((r->params.route_late ? q->fresh : arrives) && !(routed == 0 && has_bit(in->body[v], i)))
        q->route[routed] = (uint8_t)route_of_input(r, in, i);
    if (has_bit(in->pop[v], i))
        pop(q, r->params.depth);
    if (arrives) {
        q->tail[q->count] = has_bit(in->arrive_tail, i);
        q->count++;
        q->write_turn = next_turn(q->write_turn, r->params.depth);
    }
    q->fresh = arrives && r->params.route_late;
}

void router_queues_step(struct router_queues *r, const struct router_queues_in *in)
{
    if (!in->en)
        return;
    for (unsigned v = 0; v < r->params.vcs; v++)
        for (unsigned i = 0; i < r->params.inputs; i++)
            step_queue(r, in, v, i);
}

bool router_queues_is_idle(const struct router_queues *r)
{
    bool fresh = false;
    for (unsigned v = 0; v < r->params.vcs; v++)
        for (unsigned i = 0; i < r->params.inputs; i++)
            fresh = fresh || r->queue[v][i].fresh;
    return !fresh;
}

uint64_t router_queues_hash(const struct router_queues *r)
{
    uint64_t hash = 0;
    for (unsigned v = 0; v < r->params.vcs; v++)
        for (unsigned i = 0; i < r->params.inputs; i++) {
            const struct router_queue *q = &r->queue[v][i];
            hash =
                hash_word(hash, q->count | (unsigned)q->fresh << 8 | (unsigned)q->read_turn << 16 |
                                    (uint64_t)q->write_turn << 24);
            for (unsigned d = 0; d < q->count; d++)
                hash = hash_word(hash, q->tail[d] | (unsigned)q->route[d] << 1);
        }
    return hash;
}
