/* Routers and links of all topologies, and the choice of the topology. */
#include "network.h"
#include "chip.h"
#include "util.h"

#include <stdlib.h>

static const char *const field_names[LINK_FIELDS] = {"valid", "vc", "tail", "flit", "credit"};
static const char *const field_comments[LINK_FIELDS] = {"a flit", "its virtual channel",
                                                        "last flit of its packet", "the flit",
                                                        "per VC: a slot became free"};

struct module *network_build(struct design *design, const struct config *config,
                             struct module *router)
{
    if (config->topology == TOPOLOGY_BUTTERFLY)
        return fly_build(design, config, router, "butterfly");
    return mesh_build(design, config, router);
}

void network_begin(struct network *network, struct design *design, const char *name,
                   const char *comment)
{
    static const char *const common[][2] = {{"clk", "clock"},
                                            {"rst", "synchronous reset, active high"},
                                            {"noc_en", "network clock enable"}};
    network->module = design_structure(design, name, comment);
    for (unsigned i = 0; i < 3; i++)
        netlist_net(network->module, NET_INPUT, 1, common[i][1], "%s", common[i][0]);
}

void network_end(struct network *network)
{
    for (unsigned i = 0; i < 3; i++)
        connect_everywhere(network->module, network->module->nets[i]);
}

struct instance *network_router(const struct network *network, unsigned x, unsigned y)
{
    const struct config *config = network->config;
    struct instance *router =
        netlist_instance(network->module, network->router, "router_%u_%u", x, y);
    instance_set(router, "INPUTS", network->ports);
    instance_set(router, "OUTPUTS", network->ports);
    instance_set(router, "VCS", config->vcs);
    instance_set(router, "DEPTH", config->vc_depth);
    instance_set(router, "CLASSES", config->classes);
    instance_set(router, "STAGES", config->router_stages);
    instance_set(router, "FLIT_BITS", 256);
    instance_set(router, "DEST_LSB", 195);
    instance_set(router, "COORD_BITS", NODE_BITS / 2);
    return router;
}

/* The router's port of a field on the side where flits come in or go out. */
static char *field_port(bool output, unsigned field)
{
    return xasprintf("%s_%s", output ? "out" : "in", field_names[field]);
}

static unsigned field_width(const struct network *network, const struct instance *router,
                            unsigned field)
{
    char *name = field_port(field == LINK_CREDIT, field);
    int index = instance_find_port(router, name);
    free(name);
    if (index < 0)
        bug("router has no field %s", field_names[field]);
    return instance_port(router, (unsigned)index).width / network->ports;
}

struct link network_link(const struct network *network, const struct instance *router,
                         enum net_kind forward, const char *name, unsigned x, unsigned y)
{
    struct link link;
    enum net_kind back = forward == NET_WIRE    ? NET_WIRE
                         : forward == NET_INPUT ? NET_OUTPUT
                                                : NET_INPUT;
    for (unsigned f = 0; f < LINK_FIELDS; f++)
        link.nets[f] = netlist_net(network->module, f == LINK_CREDIT ? back : forward,
                                   field_width(network, router, f), field_comments[f],
                                   "%s_%u_%u_%s", name, x, y, field_names[f]);
    return link;
}

static void connect_side(const struct network *network, struct instance *router, bool output,
                         const struct link *link, const char *side)
{
    for (unsigned f = 0; f < LINK_FIELDS; f++) {
        char *port = field_port(output, f);
        unsigned width = field_width(network, router, f);
        if (link->nets[f]) {
            connect(router, port, whole(link->nets[f]));
        } else if ((f == LINK_CREDIT) == output) {
            connect(router, port, tie(width, 0));
        } else {
            struct net *net = netlist_net(network->module, NET_WIRE, width, "nobody is there",
                                          "unused_%s_%s", side, field_names[f]);
            net->unused = true;
            connect(router, port, whole(net));
        }
        free(port);
    }
}

void network_input(const struct network *network, struct instance *router, const struct link *link,
                   const char *side)
{
    connect_side(network, router, false, link, side);
}

void network_output(const struct network *network, struct instance *router, const struct link *link,
                    const char *side)
{
    connect_side(network, router, true, link, side);
}
