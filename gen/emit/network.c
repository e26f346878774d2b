/* A network as a module: its routers, and the wires between them, of any topology. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "chip.h"
#include "util.h"

enum { NAME_MAX_LENGTH = 64 };
enum { LINK_VALID, LINK_VC, LINK_TAIL, LINK_FLIT, LINK_CREDIT, LINK_FIELDS };

static const char *const field_names[LINK_FIELDS] = {"valid", "vc", "tail", "flit", "credit"};
static const char *const field_comments[LINK_FIELDS] = {"a flit", "its virtual channel",
                                                        "last flit of its packet", "the flit",
                                                        "per VC: a slot became free"};

/* The wires of one direction between two routers, or between a router and a node. */
struct wires {
    struct net *nets[LINK_FIELDS]; /* all NULL: nobody is at the other end; credit runs back */
};

struct build {
    const struct network *network;
    struct module *module;
    struct instance **routers;
    struct wires *out; /* [router * ports + port]: what leaves it there */
    struct wires *in;  /* what comes in there */
};

static struct wires *at(const struct build *b, struct wires *wires, unsigned router, unsigned port)
{
    return &wires[router * b->network->ports + port];
}

/* The router's port of a field on the side where flits come in or go out. */
static char *field_port(bool output, unsigned field)
{
    return xasprintf("%s_%s", output ? "out" : "in", field_names[field]);
}

static unsigned field_width(const struct build *b, unsigned field)
{
    char *name = field_port(field == LINK_CREDIT, field);
    int index = instance_find_port(b->routers[0], name);
    free(name);
    if (index < 0)
        bug("router has no field %s", field_names[field]);
    struct network_router own;
    b->network->topology->router(b->network, 0, &own);
    return instance_port(b->routers[0], (unsigned)index).width /
           (field == LINK_CREDIT ? own.outputs : own.inputs);
}

/* Nets <name>_<field>, wires or ports of the module: NET_INPUT for flits that come in. */
static struct wires make_wires(const struct build *b, enum net_kind forward, const char *name)
{
    struct wires wires;
    enum net_kind back = forward == NET_WIRE    ? NET_WIRE
                         : forward == NET_INPUT ? NET_OUTPUT
                                                : NET_INPUT;
    for (unsigned f = 0; f < LINK_FIELDS; f++)
        wires.nets[f] = netlist_net(b->module, f == LINK_CREDIT ? back : forward, field_width(b, f),
                                    field_comments[f], "%s_%s", name, field_names[f]);
    return wires;
}

/* A router's enable comes from a flop of its own. */
static void make_enable(const struct elaboration *chip, const struct build *b, unsigned number)
{
    const struct plan_instance plan = {.block = &noc_enable_block};
    char name[NAME_MAX_LENGTH];
    network_enable_name(b->network, number, name, sizeof name);
    struct instance *flop = chip_instance(chip, b->module, &plan, name);
    struct net *enable =
        netlist_net(b->module, NET_WIRE, 1, "network clock enable of a router", "%s_en", name);
    connect(flop, "next_en", whole(netlist_find(b->module, "noc_next_en")));
    connect(flop, "en", whole(enable));
    connect(b->routers[number], "noc_en", whole(enable));
}

static void make_router(const struct elaboration *chip, const struct build *b, unsigned number)
{
    const struct network *network = b->network;
    struct plan_instance plan;
    struct network_router own;
    plan_router(network, number, &plan);
    network->topology->router(network, number, &own);
    char name[NAME_MAX_LENGTH];
    network_router_name(network, number, name, sizeof name);
    struct instance *router = chip_instance(chip, b->module, &plan, name);
    if (own.bypassable) {
        struct net *done =
            netlist_net(b->module, NET_WIRE, 1, "it is bypassed", "%s_bypassed", name);
        connect(router, "bypassed", whole(done));
        netlist_and(b->module, netlist_find(b->module, "bypassed"), whole(done));
    } else {
        connect(router, "here_x", tie(NODE_BITS / 2, own.here_x));
        connect(router, "here_y", tie(NODE_BITS / 2, own.here_y));
    }
    b->routers[number] = router;
    make_enable(chip, b, number);
}

/* The ports of the module for the node at a place: flits of the node come in, those for it leave.
 */
static void make_ends(const struct build *b, unsigned place)
{
    const struct network *network = b->network;
    unsigned address = network_address(network, place);
    struct network_end entry = network->topology->entry(network, place);
    struct network_end exit = network_exit(network, place);
    enum node_kind kind;
    unsigned node;
    if (!network_node_at(network, place, &kind, &node))
        return;
    char *inject = end_name(true, address), *eject = end_name(false, address);
    if (entry.kind == END_ROUTER)
        *at(b, b->in, entry.at, entry.port) = make_wires(b, NET_INPUT, inject);
    if (exit.kind == END_ROUTER)
        *at(b, b->out, exit.at, exit.port) = make_wires(b, NET_OUTPUT, eject);
    free(inject);
    free(eject);
}

/* The wires from a router to the next. */
static void make_link(const struct build *b, unsigned router, unsigned port)
{
    const struct network *network = b->network;
    struct network_end next = network->topology->behind(network, router, port);
    if (next.kind != END_ROUTER)
        return;
    char name[NAME_MAX_LENGTH];
    network->topology->link_name(network, router, port, name, sizeof name);
    struct wires wires = make_wires(b, NET_WIRE, name);
    *at(b, b->out, router, port) = *at(b, b->in, next.at, next.port) = wires;
}

/* A side without wires is closed: no flit comes in, what goes out ends in unused nets. */
static void connect_side(const struct build *b, unsigned number, unsigned number_of_port,
                         bool output)
{
    const struct wires *wires = at(b, output ? b->out : b->in, number, number_of_port);
    struct instance *router = b->routers[number];
    for (unsigned f = 0; f < LINK_FIELDS; f++) {
        char *port = field_port(output, f);
        unsigned width = field_width(b, f);
        if (wires->nets[f]) {
            connect(router, port, whole(wires->nets[f]));
        } else if ((f == LINK_CREDIT) == output) {
            connect(router, port, tie(width, 0));
        } else {
            char side[NAME_MAX_LENGTH];
            b->network->topology->port_name(b->network, number_of_port, side, sizeof side);
            unsigned column, row;
            network_router_at(b->network, number, &column, &row);
            struct net *net =
                netlist_net(b->module, NET_WIRE, width, "nobody is there", "unused_%s_%s_%u_%u_%s",
                            output ? "to" : "from", side, column, row, field_names[f]);
            net->unused = true;
            connect(router, port, whole(net));
        }
        free(port);
    }
}

static void wire_routers(const struct build *b)
{
    const struct network *network = b->network;
    unsigned routers = network_routers(network);
    for (unsigned place = 0; place < network->places; place++)
        make_ends(b, place);
    for (unsigned router = 0; router < routers; router++)
        for (unsigned port = 0; port < network->ports; port++)
            make_link(b, router, port);
    for (unsigned router = 0; router < routers; router++) {
        struct network_router own;
        network->topology->router(network, router, &own);
        for (unsigned port = 0; port < own.inputs || port < own.outputs; port++) {
            if (port < own.inputs)
                connect_side(b, router, port, false);
            if (port < own.outputs)
                connect_side(b, router, port, true);
        }
    }
}

struct module *network_build(const struct elaboration *chip, const struct network *network)
{
    char comment[512];
    unsigned routers = network_routers(network), ports = routers * network->ports;
    network->topology->description(network, comment, sizeof comment);
    if (network->by_line)
        strncat(comment, "\nA packet keeps to the virtual channel it comes on, that of its line.",
                sizeof comment - strlen(comment) - 1);
    struct build b = {.network = network,
                      .module = design_structure(chip->design, network->module, comment),
                      .routers = xcalloc(routers, sizeof *b.routers),
                      .out = xcalloc(ports, sizeof *b.out),
                      .in = xcalloc(ports, sizeof *b.in)};
    clock_inputs(b.module);
    input(b.module, 1, "noc_next_en", "network clock enable of the next cycle");
    if (network->bypassable) {
        input(b.module, 1, "bypass",
              "MC-routers shall be bypassed; only while nothing is under way");
        output(b.module, 1, "bypassed", "all of them are");
    }
    for (unsigned i = 0; i < routers; i++)
        make_router(chip, &b, i);
    wire_routers(&b);
    connect_everywhere(b.module, netlist_find(b.module, "clk"));
    connect_everywhere(b.module, netlist_find(b.module, "rst"));
    if (network->bypassable)
        connect_everywhere(b.module, netlist_find(b.module, "bypass"));
    free(b.routers);
    free(b.out);
    free(b.in);
    return b.module;
}
