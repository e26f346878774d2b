/* Twin of rtl/dyneb_port.v. */
#include "dyneb_port.h"

void dyneb_port_init(struct dyneb_port *port, const struct dyneb_port_params *params)
{
    *port = (struct dyneb_port){.params = *params};
}

void dyneb_port_release(struct dyneb_port *port)
{
    (void)port;
}

void dyneb_port_reset(struct dyneb_port *port)
{
    *port = (struct dyneb_port){.params = port->params};
}

void dyneb_port_outputs(const struct dyneb_port *port, struct dyneb_port_out *out)
{
    out->share_even = out->share_odd = port->shared;
    out->did_one = port->achieved & 1;
    out->did_two = port->achieved >> 1;
    out->missed = port->miss;
}

void dyneb_port_step(struct dyneb_port *port, const struct dyneb_port_in *in)
{
    bool looks_up = in->event_hit || in->event_miss || in->event_merge || in->event_store;
    bool own = looks_up && !in->event_remote;
    port->miss = port->params.asks ? in->event_ask : own && in->event_miss;
    port->achieved = (unsigned)own + in->event_near + in->home_valid;
    port->shared = in->share && !in->stays_private;
}

bool dyneb_port_is_idle(const struct dyneb_port *port)
{
    return !port->achieved && !port->miss;
}

uint64_t dyneb_port_hash(const struct dyneb_port *port)
{
    return (uint64_t)port->achieved << 2 | (uint64_t)port->shared << 1 | port->miss;
}
