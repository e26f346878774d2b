/* chip.svg: the mesh as a grid of routers with what is attached to them; a butterfly is drawn by
 * emit_fly.c, crossbars by emit_crossbar.c. */
#include "chip.h"
#include "drawing.h"
#include "emit.h"
#include "version.h"

enum { CELL = 98, BOX = 62, FOOT = 84, LEAST_WIDTH = 560 };

static const char style[] =
    "<style>\n"
    "text { font-family: Helvetica, Arial, sans-serif; fill: #1f2937; text-anchor: middle }\n"
    ".title { font-size: 18px; font-weight: bold; text-anchor: start }\n"
    ".note { font-size: 12px; text-anchor: start; fill: #4b5563 }\n"
    ".name { font-size: 12px; font-weight: bold }\n"
    ".part { font-size: 9px; fill: #4b5563 }\n"
    ".core { fill: #dbeafe; stroke: #1d4ed8 }\n"
    ".memory { fill: #ffedd5; stroke: #c2410c }\n"
    ".empty { fill: #f9fafb; stroke: #9ca3af; stroke-dasharray: 3 3 }\n"
    ".router { fill: #374151 }\n"
    ".request { stroke: #1d4ed8; stroke-width: 1.6 }\n"
    ".reply { stroke: #c2410c; stroke-width: 1.6 }\n"
    ".spur { stroke: #374151; stroke-width: 1.2 }\n"
    "</style>\n";

/* Centre of the router at a place. */
static unsigned router_x(unsigned x)
{
    return MARGIN + x * CELL + 10;
}
static unsigned router_y(unsigned y)
{
    return HEAD + y * CELL + 10;
}

static void print_lines(unsigned x0, unsigned y0, unsigned x1, unsigned y1, unsigned dx,
                        unsigned dy, FILE *file)
{
    fprintf(file, "<line class=\"request\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", x0 - dx,
            y0 - dy, x1 - dx, y1 - dy);
    fprintf(file, "<line class=\"reply\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", x0 + dx,
            y0 + dy, x1 + dx, y1 + dy);
}

static void print_links(const struct network *mesh, FILE *file)
{
    for (unsigned y = 0; y < mesh->rows; y++)
        for (unsigned x = 0; x < mesh->columns; x++) {
            unsigned at_x = router_x(x), at_y = router_y(y);
            if (x + 1 < mesh->columns)
                print_lines(at_x, at_y, router_x(x + 1), at_y, 0, 3, file);
            if (y + 1 < mesh->rows)
                print_lines(at_x, at_y, at_x, router_y(y + 1), 3, 0, file);
        }
}

/* A router and the box of its node, to the lower right of it. */
static void print_node(unsigned x, unsigned y, const char *kind, const char *name,
                       const char *parts, FILE *file)
{
    unsigned left = router_x(x) + 16, top = router_y(y) + 16;
    fprintf(file, "<line class=\"spur\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", router_x(x),
            router_y(y), left + 2, top + 2);
    fprintf(file, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n",
            kind, left, top, BOX, BOX);
    fprintf(file, "<text class=\"name\" x=\"%u\" y=\"%u\">%s</text>\n", left + BOX / 2,
            top + BOX / 2 - 1, name);
    fprintf(file, "<text class=\"part\" x=\"%u\" y=\"%u\">%s</text>\n", left + BOX / 2,
            top + BOX / 2 + 13, parts);
    fprintf(file,
            "<rect class=\"router\" x=\"%u\" y=\"%u\" width=\"16\" height=\"16\" rx=\"3\"/>\n",
            router_x(x) - 8, router_y(y) - 8);
}

static void print_place(const struct plan *plan, unsigned place, FILE *file)
{
    const struct network *mesh = &plan->network[NETWORK_REQUEST];
    const struct config *c = &plan->config;
    const struct {
        const char *style, *name, *part;
        unsigned lines;
    } drawn[NODE_KINDS] = {[NODE_CORE] = {"core", "core", "L1", c->l1_sets * c->l1_ways},
                           [NODE_MEMORY] = {"memory", "mem", "LLC", c->llc_sets * c->llc_ways}};
    unsigned x = place % mesh->columns, y = place / mesh->columns, node;
    enum node_kind kind;
    char name[24], parts[40];
    if (!network_node_at(mesh, place, &kind, &node)) {
        print_node(x, y, "empty", "", "router only", file);
        return;
    }
    snprintf(name, sizeof name, "%s %u", drawn[kind].name, node);
    snprintf(parts, sizeof parts, "%s %g KB", drawn[kind].part,
             drawn[kind].lines * LINE_BYTES / 1024.0);
    print_node(x, y, drawn[kind].style, name, parts, file);
}

static void print_link_legend(const struct config *config, unsigned top, FILE *file)
{
    fprintf(file, "<line class=\"request\" x1=\"%d\" y1=\"%u\" x2=\"%d\" y2=\"%u\"/>\n", MARGIN,
            top + 34, MARGIN + 24, top + 34);
    fprintf(file, "<text class=\"note\" x=\"%d\" y=\"%u\">request network, core to memory</text>\n",
            MARGIN + 30, top + 38);
    fprintf(file, "<line class=\"reply\" x1=\"%d\" y1=\"%u\" x2=\"%d\" y2=\"%u\"/>\n", MARGIN + 260,
            top + 34, MARGIN + 284, top + 34);
    fprintf(file,
            "<text class=\"note\" x=\"%d\" y=\"%u\">reply network; both %u VCs x %u flits</text>\n",
            MARGIN + 290, top + 38, config->vcs, config->vc_depth);
}

static void print_legend(const struct config *config, unsigned top, FILE *file)
{
    static const char *const kinds[][2] = {
        {"core", "core node"}, {"memory", "memory partition"}, {"router", "router"}};
    for (unsigned i = 0; i < 3; i++) {
        fprintf(file, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"14\" height=\"14\"/>\n",
                kinds[i][0], MARGIN + 150 * i, top);
        fprintf(file, "<text class=\"note\" x=\"%u\" y=\"%u\">%s</text>\n", MARGIN + 150 * i + 20,
                top + 11, kinds[i][1]);
    }
    if (config->topology == TOPOLOGY_MESH)
        print_link_legend(config, top, file);
    else
        fprintf(file,
                "<text class=\"note\" x=\"%d\" y=\"%u\">request%s network%s with %u VCs x %u "
                "flits</text>\n",
                MARGIN, top + 38, config->topology == TOPOLOGY_BUTTERFLY ? " and reply" : "",
                config->topology == TOPOLOGY_BUTTERFLY
                    ? ", each of this form"
                    : "; the reply network runs the other way; each",
                config->vcs, config->vc_depth);
}

static void print_mesh(const struct plan *plan, FILE *file)
{
    const struct network *mesh = &plan->network[NETWORK_REQUEST];
    print_links(mesh, file);
    for (unsigned place = 0; place < mesh->places; place++)
        print_place(plan, place, file);
}

static void print_title(const struct plan *plan, FILE *file)
{
    const struct network *network = &plan->network[NETWORK_REQUEST];
    const struct config *config = &plan->config;
    char text[32], between[32] = "";
    network->topology->text(network, text, sizeof text);
    if (plan->networks > NETWORK_CROSSBAR) {
        const struct network *crossbar = &plan->network[NETWORK_CROSSBAR];
        crossbar->topology->text(crossbar, between, sizeof between);
    }
    fprintf(
        file,
        "<text class=\"title\" x=\"%d\" y=\"28\">gpu_mem: %u cores, %u memory partitions</text>\n"
        "<text class=\"note\" x=\"%d\" y=\"48\">%s%s%s, core %u MHz, network %u MHz, "
        "links of %u bits</text>\n",
        MARGIN, config->cores, config->partitions, MARGIN, text,
        *between ? ", between cores a " : "", between, config->core_mhz, config->noc_mhz,
        8 * config->noc_width);
}

void emit_drawing(const struct emission *emission, FILE *file)
{
    const struct plan *plan = emission->plan;
    const struct network *network = &plan->network[NETWORK_REQUEST];
    bool butterfly = network->topology == &fly_topology;
    bool one_way = network->topology->one_way;
    unsigned width = 2 * MARGIN + (one_way     ? stages_drawing_width(network)
                                   : butterfly ? fly_drawing_width(network)
                                               : network->columns * CELL);
    unsigned grid = HEAD + (one_way     ? stages_drawing_height(network)
                            : butterfly ? fly_drawing_height(network)
                                        : network->rows * CELL);
    if (width < LEAST_WIDTH)
        width = LEAST_WIDTH;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %u %u\">\n<!-- memloom " MEMLOOM_VERSION " -->\n%s"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, grid + FOOT, width, grid + FOOT, style);
    print_title(plan, file);
    if (network->topology->one_way)
        print_stages(network, file);
    else if (butterfly)
        print_fly(network, file);
    else
        print_mesh(plan, file);
    print_legend(&plan->config, grid + 20, file);
    fputs("</svg>\n", file);
}
