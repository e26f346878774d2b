/* See port_detour.h. */
#include "port_detour.h"

#include "gpu_class.h"

/* The link from a block to a noc_port. */
static const struct gpu_offer *to_port(const struct gpu_class *sender, size_t valid)
{
    const struct gpu_offer *offer = sender->offers;
    while (offer->valid.byte != valid)
        offer++;
    return offer;
}

void port_detour_take(const struct gpu_class *sender, unsigned member, size_t valid)
{
    const struct gpu_offer *offer = to_port(sender, valid);
    unsigned char *in = gpu_in_of(sender->ends[offer->end].class, member);
    in[offer->to_valid.byte] &= (unsigned char)~offer->to_valid.mask;
}

void port_detour_return(struct gpu_class *sender, unsigned member, size_t valid)
{
    const struct gpu_offer *offer = to_port(sender, valid);
    struct gpu_class *port = sender->ends[offer->end].class;
    const struct gpu_answer *answer = port->answers;
    while (port->ends[answer->end].class != sender || answer->to_ready.byte != offer->ready.byte)
        answer++;
    const unsigned char *out = gpu_out_of(port, member);
    unsigned char *in = gpu_in_of(sender, member);
    ((unsigned char *)gpu_in_of(port, member))[offer->to_valid.byte] |= offer->to_valid.mask;
    in[offer->ready.byte] &= (unsigned char)~offer->ready.mask;
    if (!(out[answer->ready.byte] & answer->ready.mask))
        return;
    in[offer->ready.byte] |= offer->ready.mask;
    gpu_wake(sender, member);
    gpu_wake(port, member);
}
