/* Twin of rtl/mc_router.v. What a body without power holds is of no account: it is in reset while
 * it is isolated. */
#include "mc_router.h"

#include <string.h>

#include "hash.h"
#include "util.h"

struct router_params mc_router_body(const struct mc_router_params *p)
{
    return (struct router_params){.inputs = p->ports,
                                  .outputs = p->ports,
                                  .vcs = p->vcs,
                                  .depth = p->depth,
                                  .classes = p->classes,
                                  .escape = p->escape,
                                  .speedup = p->speedup,
                                  .stages = p->stages,
                                  .flit_bits = p->flit_bits,
                                  .dest_lsb = p->dest_lsb,
                                  .coord_bits = p->coord_bits,
                                  .route = 1,
                                  .digit_lsb = p->digit_lsb};
}

void mc_router_init(struct mc_router *m, const struct mc_router_params *params)
{
    struct router_params sizes = mc_router_body(params);
    *m = (struct mc_router){.params = *params};
    router_init(&m->body, &sizes);
}

void mc_router_release(struct mc_router *m)
{
    router_release(&m->body);
}

void mc_router_reset(struct mc_router *m)
{
    *m = (struct mc_router){.params = m->params, .body = m->body};
    router_reset(&m->body);
}

static bool has(const uint64_t *set, unsigned member)
{
    return set[member / 64] >> member % 64 & 1;
}

/* Isolated, the body shows nothing; what has passed is shown also in the cycle behind the last one
 * in which the way past was open. */
void mc_router_wires(const struct mc_router *m, struct router_out *out)
{
    if (!m->isolate)
        router_outputs(&m->body, out);
    else
        for (unsigned i = 0; i < m->params.ports; i++)
            out->in_credit[i] = 0;
    for (unsigned word = 0; m->isolate && word < ROUTER_OUT_WORDS; word++)
        out->out_valid[word] = out->out_tail[word] = 0;
    for (unsigned i = 0; m->passes && i < m->params.ports; i++) {
        out->in_credit[i] |= m->credit[i];
        if (!has(m->pass_valid, i))
            continue;
        out->out_valid[i / 64] |= UINT64_C(1) << i % 64;
        out->out_tail[i / 64] |= (uint64_t)has(m->pass_tail, i) << i % 64;
        out->out_vc[i] = m->flit[i].vc;
        memcpy(out->out_flit[i], m->flit[i].flit, sizeof m->flit[i].flit);
    }
}

/* The registers of the way past at an edge. */
static void pass(struct mc_router *m, const struct router_in *in)
{
    m->passes = false;
    for (unsigned word = 0; word < ROUTER_IN_WORDS; word++)
        m->pass_valid[word] = m->pass_tail[word] = 0;
    for (unsigned i = 0; i < m->params.ports; i++) {
        bool valid = m->isolate && has(in->in_valid, i);
        m->credit[i] = m->isolate ? (uint8_t)in->out_credit[i] : 0;
        m->passes |= valid || m->credit[i];
        if (!valid)
            continue;
        m->pass_valid[i / 64] |= UINT64_C(1) << i % 64;
        m->pass_tail[i / 64] |= (uint64_t)has(in->in_tail, i) << i % 64;
        m->flit[i].vc = (uint8_t)in->in_vc[i];
        memcpy(m->flit[i].flit, in->in_flit[i], sizeof m->flit[i].flit);
    }
}

void mc_router_move(struct mc_router *m, const struct router_in *in, bool bypass)
{
    bool off = bypass && m->isolate, closed = bypass || m->gate || (m->isolate && m->left);
    if (m->isolate || m->passes)
        pass(m, in);
    if (!m->isolate)
        router_step(&m->body, in);
    else if (!m->gate)
        router_reset(&m->body);
    m->left = m->gate || off ? (uint8_t)(m->params.wake - 1) : (uint8_t)(m->left - !!m->left);
    m->isolate = closed;
    m->gate = off;
}

void mc_router_show_in(const struct router_in *from, bool bypass, struct mc_router_in *to)
{
    to->noc_en = from->noc_en;
    to->bypass = bypass;
    to->in_valid = from->in_valid;
    to->in_tail = from->in_tail;
    memcpy(to->in_vc, from->in_vc, sizeof to->in_vc);
    memcpy(to->in_flit, from->in_flit, sizeof to->in_flit);
    memcpy(to->out_credit, from->out_credit, sizeof to->out_credit);
}

void mc_router_show_out(const struct mc_router *m, const struct router_out *from,
                        struct mc_router_out *to)
{
    to->bypassed = m->isolate;
    memcpy(to->in_credit, from->in_credit, sizeof to->in_credit);
    memcpy(to->out_valid, from->out_valid, sizeof to->out_valid);
    memcpy(to->out_tail, from->out_tail, sizeof to->out_tail);
    memcpy(to->out_vc, from->out_vc, sizeof to->out_vc);
    memcpy(to->out_flit, from->out_flit, sizeof to->out_flit);
}

void mc_router_outputs(const struct mc_router *m, struct mc_router_out *out)
{
    struct router_out wires;
    mc_router_wires(m, &wires);
    mc_router_show_out(m, &wires, out);
}

void mc_router_step(struct mc_router *m, const struct mc_router_in *in)
{
    struct router_in wires = {
        .noc_en = in->noc_en, .in_valid = in->in_valid, .in_tail = in->in_tail};
    if (!in->noc_en)
        return;
    memcpy(wires.in_vc, in->in_vc, sizeof wires.in_vc);
    memcpy(wires.in_flit, in->in_flit, sizeof wires.in_flit);
    memcpy(wires.out_credit, in->out_credit, sizeof wires.out_credit);
    mc_router_move(m, &wires, in->bypass);
}

bool mc_router_is_idle(const struct mc_router *m)
{
    return !m->isolate && !m->passes && router_is_idle(&m->body);
}

unsigned mc_router_passing(const struct mc_router *m)
{
    unsigned flits = 0;
    for (unsigned word = 0; word < ROUTER_IN_WORDS; word++)
        flits += (unsigned)__builtin_popcountll(m->pass_valid[word]);
    return flits;
}

uint64_t mc_router_hash(const struct mc_router *m)
{
    uint64_t hash = router_hash(&m->body);
    hash = hash_word(hash, (uint64_t)m->left << 2 | (uint64_t)m->isolate << 1 | m->gate);
    for (unsigned i = 0; m->passes && i < m->params.ports; i++) {
        hash = hash_word(hash, m->credit[i]);
        if (!has(m->pass_valid, i))
            continue;
        hash = hash_word(hash, (uint64_t)m->flit[i].vc << 1 | has(m->pass_tail, i));
        hash = hash_words(hash, m->flit[i].flit, bits_words(m->params.flit_bits));
    }
    return hash;
}
