/* Twin of rtl/islip.v on port structs: packs the masks as the router's twin keeps them, and lets
 * the functions it calls find the match and the next masks. Lane 2 spreads 16 inputs over all 64
 * bits of a word, and more inputs over several words. */
#include "islip.h"

#include <string.h>

#include "util.h"

enum { LANE = 2, WORDS_MAX = (ISLIP_INPUTS_MAX << LANE) / 64, IN_WORDS = ISLIP_INPUTS_MAX / 64 };

/* The masks of a router. */
struct masks {
    struct islip_shape shape;
    uint64_t grant[ISLIP_OUTPUTS_MAX * WORDS_MAX];
    uint64_t accept[ISLIP_INPUTS_MAX * ISLIP_OUT_WORDS];
    struct islip islip;
};

static bool has(const uint64_t *set, unsigned member)
{
    return set[member / 64] >> member % 64 & 1;
}

static void put(uint64_t *set, unsigned member, bool value)
{
    set[member / 64] |= (uint64_t)value << member % 64;
}

static void init(struct masks *masks, const struct islip_params *params)
{
    memset(masks, 0, sizeof *masks);
    masks->shape =
        (struct islip_shape){LANE, bits_words(params->inputs << LANE), bits_words(params->outputs)};
    masks->islip = (struct islip){masks->grant, masks->accept};
}

/* Requests as lane masks, and the outputs that are asked. */
static void pack(const struct islip_params *params, const struct islip_in *in, struct masks *masks,
                 uint64_t *want, uint64_t *outputs)
{
    struct islip_shape s = masks->shape;
    for (unsigned o = 0; o < params->outputs; o++)
        for (unsigned i = 0; i < params->inputs; i++) {
            bool asks = has(in->request[o], i);
            if (asks)
                put(outputs, o, true);
            put(want + o * s.words, i << LANE, asks);
            put(masks->grant + o * s.words, i << LANE, has(in->grant_mask[i], o));
            put(masks->accept + i * s.out_words, o, has(in->accept_mask[o], i));
        }
}

/* The masks that islip_use stores: of every output for the input it grants, of every matched input
 * for the output it accepts. */
static void unpack_next(const struct islip_params *params, const struct masks *next,
                        const uint64_t *outputs, const uint64_t *inputs, struct islip_out *out)
{
    struct islip_shape s = next->shape;
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned o = 0; o < params->outputs; o++) {
            if (has(outputs, o))
                put(out->next_grant[i], o, has(next->grant + o * s.words, i << LANE));
            if (has(inputs, i))
                put(out->next_accept[o], i, has(next->accept + i * s.out_words, o));
        }
}

void islip_outputs_f(const struct islip_params *params, const struct islip_in *in,
                     struct islip_out *out)
{
    struct masks now, next;
    uint64_t want[ISLIP_OUTPUTS_MAX * WORDS_MAX] = {0};
    uint64_t outputs[ISLIP_OUT_WORDS] = {0}, inputs[IN_WORDS] = {0};
    uint8_t accepted[ISLIP_INPUTS_MAX] = {0};
    init(&now, params);
    init(&next, params);
    memset(out, 0, sizeof *out);
    pack(params, in, &now, want, outputs);
    islip_match(&now.islip, now.shape, outputs, want, IN_WORDS, inputs, accepted);
    for (unsigned o = 0; o < params->outputs; o++)
        if (has(outputs, o)) {
            unsigned at = o * now.shape.words;
            unsigned granted = islip_choose(want + at, now.grant + at, now.shape.words) >> LANE;
            islip_use(&next.islip, next.shape, granted, o);
        }
    for (unsigned i = 0; i < params->inputs; i++)
        if (has(inputs, i)) {
            put(out->match[accepted[i]], i, true);
            islip_use(&next.islip, next.shape, i, accepted[i]);
        }
    unpack_next(params, &next, outputs, inputs, out);
}
