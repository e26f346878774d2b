/* A network of one way in chip.svg: those who send on the left, the stages of routers, those who
 * receive on the right, and all links. */
#include "drawing.h"

enum { LINE = 15, NODE = 58, ROUTER = 64, STAGE = 170, SPUR = 26, GAP = 6 };

/* Ports on the taller side of a stage. */
static unsigned ports_of(const struct network_stage *stage)
{
    return stage->routers * (stage->inputs > stage->outputs ? stage->inputs : stage->outputs);
}

unsigned stages_drawing_width(const struct network *network)
{
    return 2 * (NODE + SPUR) + ROUTER + (network->columns - 1) * STAGE;
}

unsigned stages_drawing_height(const struct network *network)
{
    unsigned most = 0;
    for (unsigned i = 0; i < network->columns; i++) {
        unsigned ports = ports_of(&network->stage[i]);
        most = ports > most ? ports : most;
    }
    return most * LINE + network->rows * GAP;
}

static unsigned router_left(unsigned stage)
{
    return MARGIN + NODE + SPUR + stage * STAGE;
}

/* Routers of a stage share the height evenly. */
static unsigned router_top(const struct network *network, unsigned stage, unsigned index)
{
    return HEAD + index * stages_drawing_height(network) / network->stage[stage].routers;
}

static unsigned router_height(const struct network *network, unsigned stage)
{
    return stages_drawing_height(network) / network->stage[stage].routers - GAP;
}

/* Of a port on either side of a router. */
static unsigned port_y(const struct network *network, unsigned stage, unsigned index, unsigned port,
                       bool output)
{
    const struct network_stage *of = &network->stage[stage];
    unsigned ports = output ? of->outputs : of->inputs;
    return router_top(network, stage, index) +
           (2 * port + 1) * router_height(network, stage) / (2 * ports);
}

static void print_segment(unsigned x0, unsigned y0, unsigned x1, unsigned y1, FILE *file)
{
    fprintf(file, "<line class=\"spur\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", x0, y0, x1,
            y1);
}

static void print_links(const struct network *network, unsigned stage, FILE *file)
{
    const struct network_stage *from = &network->stage[stage];
    for (unsigned index = 0; index < from->routers; index++)
        for (unsigned port = 0; port < from->outputs; port++)
            print_segment(router_left(stage) + ROUTER, port_y(network, stage, index, port, true),
                          router_left(stage + 1), port_y(network, stage + 1, port, index, false),
                          file);
}

static void print_routers(const struct network *network, unsigned stage, FILE *file)
{
    for (unsigned index = 0; index < network->stage[stage].routers; index++) {
        unsigned left = router_left(stage), top = router_top(network, stage, index);
        unsigned height = router_height(network, stage);
        fprintf(file,
                "<rect class=\"router\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\" rx=\"4\"/>\n",
                left, top, ROUTER, height);
        fprintf(file,
                "<text class=\"name\" style=\"fill: #ffffff\" x=\"%u\" y=\"%u\">%u_%u</text>\n",
                left + ROUTER / 2, top + height / 2 + 4, stage, index);
    }
}

/* A node at its port, with the wires between. */
static void print_end(const struct network *network, enum node_kind kind, unsigned number,
                      bool output, FILE *file)
{
    static const char *const styles[NODE_KINDS] = {"core", "memory"};
    static const char *const names[NODE_KINDS] = {"core", "mem"};
    unsigned place = network_node_place(network, kind, number), stage, index;
    struct network_end end =
        output ? network_exit(network, place) : network->topology->entry(network, place);
    network_router_at(network, end.at, &stage, &index);
    unsigned y = port_y(network, stage, index, end.port, output);
    unsigned left = output ? router_left(stage) + ROUTER + SPUR : MARGIN;
    unsigned wires = output ? left - SPUR : left + NODE;
    print_segment(wires, y, wires + SPUR, y, file);
    fprintf(file, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n",
            styles[kind], left, y - LINE / 2 + 1, NODE, LINE - 3);
    fprintf(file, "<text class=\"part\" x=\"%u\" y=\"%u\">%s %u</text>\n", left + NODE / 2, y + 3,
            names[kind], number);
}

void print_stages(const struct network *network, FILE *file)
{
    for (unsigned stage = 0; stage < network->columns; stage++) {
        if (stage + 1 < network->columns)
            print_links(network, stage, file);
        print_routers(network, stage, file);
    }
    for (unsigned output = 0; output < 2; output++)
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            for (unsigned i = 0; i < network->nodes[kind]; i++)
                if (output ? network->receives[kind] : network->sends[kind])
                    print_end(network, kind, i, output, file);
}
