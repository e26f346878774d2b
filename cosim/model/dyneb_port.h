/* Twin of rtl/dyneb_port.v: a core's end of the wires to dyneb_trial (docs/blocks/dyneb_port.md).
 */
#ifndef MEMLOOM_DYNEB_PORT_H
#define MEMLOOM_DYNEB_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "dyneb_port_ports.h"

struct dyneb_port {
    struct dyneb_port_params params;
    bool shared;       /* what the hub said in the cycle before, and the core may do */
    unsigned achieved; /* events of the cycle before: 0..3 */
    bool miss;         /* an own load missed in it; ASKS: L2 was asked for one */
};

void dyneb_port_init(struct dyneb_port *, const struct dyneb_port_params *);
void dyneb_port_release(struct dyneb_port *);
void dyneb_port_reset(struct dyneb_port *);
void dyneb_port_outputs(const struct dyneb_port *, struct dyneb_port_out *);
void dyneb_port_step(struct dyneb_port *, const struct dyneb_port_in *);
bool dyneb_port_is_idle(const struct dyneb_port *); /* as long as the hub says what it said */
uint64_t dyneb_port_hash(const struct dyneb_port *);

#endif
