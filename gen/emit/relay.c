/* Messages between cores through the L2 slices, with remote_via = l2 (docs/shared_l1.md): a core
 * sends to the slice of the line, the slice sends on. The upper bits of a port's message id name
 * the other end: on the way to the slice who shall get it, behind the slice who sent it. */
#include "chip_parts.h"

#include <stdlib.h>

static struct net *wire_of(struct module *m, unsigned width, const char *comment, const char *link,
                           const char *field)
{
    return netlist_net(m, NET_WIRE, width, comment, "%s_%s", link, field);
}

void relay_send(const struct chip *chip, struct module *m, const char *link, struct interface from,
                struct interface port, const char *exceptions)
{
    const struct config *c = chip->config;
    netlist_link(m, link, from, port, exceptions);
    struct net *id = wire_of(m, c->msg_id_bits, "message id", link, "id");
    struct net *core = wire_of(m, NODE_BITS, "node that shall get it", link, "dest");
    struct net *slice = wire_of(m, NODE_BITS, "node of the line's L2 slice", link, "slice");
    char *name = xasprintf("%s_map", link), *line = xasprintf("%s_line", link);
    struct instance *map = leaf_instance(chip, m, "address_map", name);
    instance_set(map, "LINE_BITS", c->line_bits);
    instance_set(map, "CHUNK_BITS", c->chunk_bits);
    instance_set(map, "PARTITIONS", c->partitions);
    connect(map, "line", whole(netlist_find(m, line)));
    leave_unused(m, map, "partition", c->partitions > 1 ? log2_ceil(c->partitions) : 1, name);
    connect(map, "node", whole(slice));
    connect(from.instance, "send_id", whole(id));
    connect(from.instance, "send_dest", whole(core));
    connect(port.instance, "send_dest", whole(slice));
    connect(port.instance, "send_id", whole(id));
    connect(port.instance, "send_id", whole(core));
    free(name);
    free(line);
}

struct net *relay_recv(const struct chip *chip, struct module *m, const char *link,
                       struct instance *port, struct net **id)
{
    const struct config *c = chip->config;
    *id = wire_of(m, c->msg_id_bits, "message id", link, "id");
    struct net *end =
        wire_of(m, c->port_id_bits - c->msg_id_bits, "node at the other end", link, "end");
    connect(port, "recv_id", whole(*id));
    connect(port, "recv_id", whole(end));
    return end;
}

void relay_on(const struct chip *chip, struct module *m, const char *link, struct instance *port,
              unsigned class)
{
    char *exceptions = xasprintf(" class=%u src! dest! id! ", class);
    struct interface recv = {port, "recv", chip->config->sinks};
    struct interface send = {port, "send", chip->config->sinks};
    netlist_link(m, link, recv, send, exceptions);
    struct net *id, *to = relay_recv(chip, m, link, port, &id);
    struct net *from = wire_of(m, NODE_BITS, "node that sent it", link, "src");
    connect(port, "recv_src", whole(from));
    connect(port, "send_dest", whole(to));
    connect(port, "send_id", whole(id));
    connect(port, "send_id", whole(from));
    free(exceptions);
}
