/* A router from its beginning to its end: its memory, the shape that its step is compiled for, the
 * state after a reset. */
#include "router.h"

#include <stdlib.h>
#include <string.h>

#include "router_serial.h"
#include "router_shape.h"
#include "util.h"

/* The next part of the one block; NULL while that is only measured. */
static void *part(char *memory, size_t *used, size_t size)
{
    size_t at = *used;
    *used += (size + 7) / 8 * 8;
    return memory ? memory + at : NULL;
}

/* Lays out the block; how large it is. */
static size_t lay_out(struct router *r, char *memory)
{
    const struct router_params *p = &r->params;
    unsigned inputs = p->inputs * p->speedup, channels = inputs << r->lane;
    size_t used = 0;
    r->memory = memory;
    r->asks = part(memory, &used, p->outputs * r->words * sizeof *r->asks);
    r->sa.grant = part(memory, &used, p->outputs * r->words * sizeof *r->sa.grant);
    r->sa.accept = part(memory, &used, inputs * r->out_words * sizeof *r->sa.accept);
    r->output = part(memory, &used, p->outputs * sizeof *r->output);
    r->vc = part(memory, &used, channels * sizeof *r->vc);
    r->switched = part(memory, &used, p->outputs * sizeof *r->switched);
    r->sent = part(memory, &used, p->outputs * sizeof *r->sent);
    r->vc_mask = part(memory, &used, inputs * sizeof *r->vc_mask);
    r->buffer = part(memory, &used, (size_t)channels * p->depth * sizeof *r->buffer);
    return used;
}

static unsigned class_of(const struct router_params *p, unsigned vc)
{
    return p->escape ? vc == p->vcs - 1 : vc * p->classes / p->vcs;
}

void router_init(struct router *r, const struct router_params *params)
{
    memset(r, 0, sizeof *r);
    r->params = *params;
    unsigned inputs = params->inputs * params->speedup;
    r->lane = log2_ceil(params->vcs / params->speedup);
    if (inputs << r->lane > ROUTER_CHANNELS_MAX)
        bug("a router of %u inputs with %u VCs has more than %d input VCs", params->inputs,
            params->vcs, ROUTER_CHANNELS_MAX);
    if (inputs > ISLIP_INPUTS_MAX || params->vcs % params->speedup != 0)
        bug("a router of %u inputs with %u VCs cannot have a speed-up of %u", params->inputs,
            params->vcs, params->speedup);
    r->words = bits_words(inputs << r->lane);
    r->in_words = bits_words(inputs);
    r->out_words = bits_words(params->outputs);
    struct shape shape = shape_of(r);
    r->is_wide = params->flit_bits > 64 * FLIT_COMMON_WORDS;
    r->is_small = r->words * r->in_words * r->out_words == 1;
    r->shape = 0;
    while (r->shape < KNOWN_SHAPES && memcmp(&shape, &known[r->shape], sizeof shape) != 0)
        r->shape++;
    if (r->shape == KNOWN_SHAPES)
        r->shape = !r->is_small           ? ANY_SHAPE
                   : params->speedup == 1 ? SMALL_SHAPE
                                          : SMALL_SPLIT_SHAPE;
    for (unsigned bit = 0; bit < 64; bit += 1u << r->lane)
        r->lanes |= UINT64_C(1) << bit;
    for (unsigned i = params->inputs; i < inputs; i++)
        r->odd[(i << r->lane) / 64] |= UINT64_C(1) << (i << r->lane) % 64;
    r->port_bits = params->outputs > 1 ? log2_ceil(params->outputs) : 1;
    r->dest_word = params->dest_lsb / 64;
    r->dest_shift = params->dest_lsb % 64;
    for (unsigned v = 0; v < params->vcs; v++) {
        for (unsigned w = 0; w < params->vcs; w++) {
            unsigned same = class_of(params, v) == class_of(params, w);
            r->class_mask[v] |= (uint8_t)(same << w);
        }
    }
    lay_out(r, xcalloc(1, lay_out(r, NULL)));
    router_reset(r);
}

void router_allocate_serially(struct router *r)
{
    if (r->params.stages != 4 || r->params.speedup != 1)
        bug("serial allocation is that of a router of 4 stages, not %u, without speed-up",
            r->params.stages);
    r->serial = xcalloc(1, sizeof *r->serial);
    r->shape = r->is_small ? SMALL_SHAPE : ANY_SHAPE;
}

void router_release(struct router *r)
{
    free(r->serial);
    free(r->memory);
}

void router_reset(struct router *r)
{
    const struct router_params *p = &r->params;
    r->holds = r->moves = false;
    memset(r->set, 0, sizeof r->set);
    memset(r->switching, 0, sizeof r->switching);
    memset(r->switching_tail, 0, sizeof r->switching_tail);
    memset(r->valid, 0, sizeof r->valid);
    memset(r->valid_tail, 0, sizeof r->valid_tail);
    memset(r->memory, 0, (size_t)((char *)r->buffer - (char *)r->memory)); /* all but flits */
    for (unsigned o = 0; o < p->outputs; o++) {
        struct router_output *output = &r->output[o];
        output->free = output->credited = (uint16_t)((1u << p->vcs) - 1);
        for (unsigned v = 0; v < p->vcs; v++)
            if (!(output->offer & r->class_mask[v]))
                output->offer |= (uint16_t)(1u << v);
        output->lent = (uint16_t)(p->escape ? (1u << p->vcs) >> 2 : 0);
        for (unsigned v = 0; v < p->vcs; v++)
            output->credit[v] = (uint16_t)p->depth;
    }
}

bool router_is_plain(const struct router *r)
{
    struct shape shape = shape_of(r);
    shape.classes = known[ONE_CLASS].classes;
    shape.stages = known[ONE_CLASS].stages;
    shape.escape = known[ONE_CLASS].escape;
    return !memcmp(&shape, &known[ONE_CLASS], sizeof shape);
}
