/* Twin of rtl/noc_port.v: messages to packets of flits and back (docs/blocks/noc_port.md): the two
 * halves, and their ports under the names of the whole. */
#ifndef MEMLOOM_NOC_PORT_H
#define MEMLOOM_NOC_PORT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "depacketizer.h"
#include "noc_port_ports.h"
#include "packetizer.h"

struct noc_port {
    struct noc_port_params params; /* sizes */
    bool carry_data;               /* move line data */
    struct packetizer sender;
    struct depacketizer receiver;
};

void noc_port_init(struct noc_port *, const struct noc_port_params *);
void noc_port_release(struct noc_port *);
void noc_port_reset(struct noc_port *);
void noc_port_outputs(const struct noc_port *, struct noc_port_out *);
void noc_port_step(struct noc_port *, const struct noc_port_in *);
bool noc_port_is_idle(const struct noc_port *);
/* With TURNS an offer changes whose turn it is before it is taken. */
static inline bool noc_port_sees_offers(const struct noc_port_params *params, const char *interface)
{
    return params->turns && !strcmp(interface, "send");
}
uint64_t noc_port_hash(const struct noc_port *);

#endif
