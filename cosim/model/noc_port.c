/* Twin of rtl/noc_port.v: network interface of a node (docs/blocks/noc_port.md). */
#include "noc_port.h"

#include <string.h>

#include "hash.h"

void noc_port_init(struct noc_port *port, const struct noc_port_params *p)
{
    port->params = *p;
    port->carry_data = true;
    packetizer_init(&port->sender, &(struct packetizer_params){
                                       .line_bits = p->line_bits,
                                       .vcs = p->vcs,
                                       .depth = p->depth,
                                       .sources = p->sources,
                                       .slots = p->slots,
                                       .turns = p->turns,
                                       .one_line = p->one_line,
                                       .line_source = p->line_source,
                                       .classes = p->classes,
                                       .class_bits = noc_port_class_bits(p),
                                       .escape = p->escape,
                                       .by_line = p->by_line,
                                       .node_bits = p->node_bits,
                                       .msg_id_bits = p->msg_id_bits,
                                       .flit_bits = p->flit_bits,
                                   });
    depacketizer_init(&port->receiver, &(struct depacketizer_params){
                                           .line_bits = p->line_bits,
                                           .vcs = p->vcs,
                                           .depth = p->depth,
                                           .sinks = p->sinks,
                                           .lines = p->lines,
                                           .node_bits = p->node_bits,
                                           .msg_id_bits = p->msg_id_bits,
                                           .flit_bits = p->flit_bits,
                                       });
}

void noc_port_release(struct noc_port *port)
{
    packetizer_release(&port->sender);
    depacketizer_release(&port->receiver);
}

void noc_port_reset(struct noc_port *port)
{
    packetizer_reset(&port->sender);
    depacketizer_reset(&port->receiver);
}

void noc_port_outputs(const struct noc_port *port, struct noc_port_out *out)
{
    const struct packetizer *sender = &port->sender;
    out->send_ready = sender->ready;
    out->line_ready = sender->takes_line;
    out->inject_valid = sender->inject_valid;
    if (sender->inject_valid) {
        out->inject_vc = sender->inject_vc;
        out->inject_tail = sender->inject_tail;
        memcpy(out->inject_flit, sender->inject_flit, sizeof out->inject_flit);
    }
    out->port_credit = port->receiver.port_credit;
    out->recv_valid = depacketizer_offers(&port->receiver);
    if (out->recv_valid)
        depacketizer_show(&port->receiver,
                          &(struct packet_view){out->recv_kind, out->recv_op, out->recv_src,
                                                out->recv_line, out->recv_id, out->recv_sectors,
                                                out->recv_data_sectors, out->recv_mask,
                                                out->recv_data});
}

/* The sender sees what these sources offer, and sends. */
static void send(struct noc_port *port, const struct noc_port_in *in, uint64_t offers)
{
    struct packetizer *sender = &port->sender;
    struct packetizer_in offered; /* of sources that offer something */
    offered.noc_en = in->noc_en;
    offered.here = in->here;
    offered.router_credit = in->router_credit;
    offered.send_valid = offers;
    offered.line_valid = in->line_valid;
    offered.line_data = in->line_data;
    for (uint64_t rest = offers; rest; rest &= rest - 1) {
        unsigned source = (unsigned)__builtin_ctzll(rest);
        offered.send_class[source] = in->send_class[source];
        offered.send_dest[source] = in->send_dest[source];
        offered.send_kind[source] = in->send_kind[source];
        offered.send_op[source] = in->send_op[source];
        offered.send_line[source] = in->send_line[source];
        offered.send_id[source] = in->send_id[source];
        offered.send_sectors[source] = in->send_sectors[source];
        offered.send_data_sectors[source] = in->send_data_sectors[source];
        offered.send_mask[source] = in->send_mask[source];
        offered.send_data[source] = in->send_data[source];
    }
    sender->carry_data = port->carry_data; /* may have been set since the last step */
    packetizer_step(sender, &offered);
}

static bool receive(struct noc_port *port, const struct noc_port_in *in)
{
    struct depacketizer *receiver = &port->receiver;
    receiver->carry_data = port->carry_data;
    return depacketizer_receive(receiver, in->noc_en,
                                &(struct packet_wires){in->eject_valid, in->eject_tail,
                                                       (uint8_t)in->eject_vc, in->eject_flit});
}

/* A half that has nothing to do at this edge is left alone; often that is one of them. */
void noc_port_step(struct noc_port *port, const struct noc_port_in *in)
{
    const struct packetizer *sender = &port->sender;
    const struct depacketizer *receiver = &port->receiver;
    uint64_t offers = packetizer_looks_at(sender, in->send_valid);
    unsigned taken = (unsigned)in->recv_ready & depacketizer_offers(receiver);
    bool refills = false;
    bool sends = (in->router_credit != 0) | !packetizer_rests(sender);
    bool receives = (receiver->nonempty | receiver->port_credit) != 0;
    bool line = in->line_valid & sender->takes_line;
    if ((offers != 0) | line | sender->closed | (in->noc_en & sends))
        send(port, in, offers);
    if (in->eject_valid | (in->noc_en & receives))
        refills = receive(port, in);
    if (receiver->lacking)
        depacketizer_fetch(&port->receiver, refills);
    if (taken)
        depacketizer_hand_over(&port->receiver, taken);
}

bool noc_port_is_idle(const struct noc_port *port)
{
    return packetizer_rests(&port->sender) && depacketizer_rests(&port->receiver);
}

uint64_t noc_port_hash(const struct noc_port *port)
{
    return hash_word(packetizer_hash(&port->sender), depacketizer_hash(&port->receiver));
}
