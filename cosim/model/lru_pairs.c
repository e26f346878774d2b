/* Twin of rtl/lru_pairs.v. */
#include "lru_pairs.h"

#include <stdbool.h>

/* The pairs of way 0 come first, with ascending other ways, then those of way 1. */
static unsigned place_of(unsigned ways, unsigned lower, unsigned upper)
{
    return lower * (2 * ways - lower - 1) / 2 + upper - lower - 1;
}

static bool bit_of(const uint64_t *order, unsigned place)
{
    return order[place / 64] >> place % 64 & 1;
}

static bool was_used_before(const uint64_t *order, unsigned ways, unsigned way, unsigned other)
{
    return way < other ? !bit_of(order, place_of(ways, way, other))
                       : bit_of(order, place_of(ways, other, way));
}

static bool is_victim(const struct lru_pairs_in *in, unsigned ways, unsigned way)
{
    for (unsigned other = 0; other < ways; other++)
        if (other != way && in->candidates >> other & 1 &&
            !was_used_before(in->order, ways, way, other))
            return false;
    return in->candidates >> way & 1;
}

/* The way that is touched was used after all others. */
static void touch(const struct lru_pairs_in *in, unsigned ways, uint64_t *next)
{
    for (unsigned lower = 0; lower < ways; lower++)
        for (unsigned upper = lower + 1; upper < ways; upper++) {
            unsigned place = place_of(ways, lower, upper);
            bool later = in->touched >> lower & 1 ||
                         (bit_of(in->touch_order, place) && !(in->touched >> upper & 1));
            next[place / 64] |= (uint64_t)later << place % 64;
        }
}

void lru_pairs_outputs_f(const struct lru_pairs_params *params, const struct lru_pairs_in *in,
                         struct lru_pairs_out *out)
{
    out->victim = 0;
    for (unsigned way = 0; way < params->ways; way++)
        out->victim |= (uint64_t)is_victim(in, params->ways, way) << way;
    out->next_order[0] = params->ways == 1 ? in->touch_order[0] & 1 : 0;
    out->next_order[1] = 0;
    touch(in, params->ways, out->next_order);
}
