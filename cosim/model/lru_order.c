/* Twin of rtl/lru_order.v on port structs. */
#include "lru_order.h"

static void lru_order_unpack(uint64_t order, unsigned ways, uint64_t *elements)
{
    for (unsigned i = 0; i < ways; i++)
        elements[i] = order >> (4 * i) & 15;
}

void lru_order_outputs_f(const struct lru_order_params *params, const struct lru_order_in *in,
                         struct lru_order_out *out)
{
    uint64_t order = 0;
    for (unsigned i = 0; i < params->ways; i++)
        order |= in->order[i] << (4 * i);
    lru_order_unpack(lru_order_touch(order, (unsigned)in->way), params->ways, out->next_order);
    lru_order_unpack(lru_order_initial(params->ways), params->ways, out->initial_order);
    out->victim = lru_order_victim(order, in->candidates, params->ways);
}
