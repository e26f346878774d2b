/* The butterfly in chip.svg: nodes on the left where they inject, the stages of routers, the same
 * nodes on the right where they eject, and all lines between them. */
#include "drawing.h"
#include "fly.h"

enum { LINE = 15, GAP = 4, NODE = 58, ROUTER = 56, STAGE = 150, SPUR = 26 };

unsigned fly_drawing_width(const struct network *fly)
{
    return 2 * (NODE + SPUR) + ROUTER + (fly->columns - 1) * STAGE;
}

unsigned fly_drawing_height(const struct network *fly)
{
    return fly->places * LINE + fly->rows * GAP;
}

static unsigned router_left(unsigned stage)
{
    return MARGIN + NODE + SPUR + stage * STAGE;
}

/* Where a line passes a stage. */
static unsigned line_y(const struct network *fly, unsigned stage, unsigned line)
{
    unsigned index = fly_router(fly, stage, line);
    return HEAD + index * (fly->radix * LINE + GAP) + fly_port(fly, stage, line) * LINE +
           LINE / 2;
}

static void print_segment(unsigned x0, unsigned y0, unsigned x1, unsigned y1, FILE *file)
{
    fprintf(file, "<line class=\"spur\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", x0, y0, x1,
            y1);
}

/* A node at one end of its line, with the spur to the router there. */
static void print_end(const struct network *fly, unsigned node, const char *kind, unsigned number,
                      bool right, FILE *file)
{
    unsigned line = network_place(fly, node), stage = right ? fly->columns - 1 : 0;
    unsigned left = right ? router_left(stage) + ROUTER + SPUR : MARGIN,
             y = line_y(fly, stage, line);
    if (right)
        print_segment(left - SPUR, y, left, y, file);
    else
        print_segment(left + NODE, y, left + NODE + SPUR, y, file);
    fprintf(file, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n",
            kind, left, y - LINE / 2 + 1, NODE, LINE - 3);
    fprintf(file, "<text class=\"part\" x=\"%u\" y=\"%u\">%s %u</text>\n", left + NODE / 2, y + 3,
            *kind == 'c' ? "core" : "mem", number);
}

static void print_router(const struct network *fly, unsigned stage, unsigned index, FILE *file)
{
    unsigned left = router_left(stage), height = fly->radix * LINE;
    unsigned top = HEAD + index * (height + GAP);
    fprintf(file,
            "<rect class=\"router\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\" rx=\"4\"/>\n",
            left, top, ROUTER, height);
    fprintf(file, "<text class=\"name\" style=\"fill: #ffffff\" x=\"%u\" y=\"%u\">%u_%u</text>\n",
            left + ROUTER / 2, top + height / 2 + 4, stage, index);
}

void print_fly(const struct network *fly, FILE *file)
{
    for (unsigned stage = 0; stage + 1 < fly->columns; stage++)
        for (unsigned line = 0; line < fly->places; line++)
            print_segment(router_left(stage) + ROUTER, line_y(fly, stage, line),
                          router_left(stage + 1), line_y(fly, stage + 1, line), file);
    for (unsigned stage = 0; stage < fly->columns; stage++)
        for (unsigned index = 0; index < fly->rows; index++)
            print_router(fly, stage, index, file);
    static const char *const kinds[NODE_KINDS] = {"core", "memory"};
    for (unsigned right = 0; right < 2; right++)
        for (unsigned kind = 0; kind < NODE_KINDS; kind++)
            for (unsigned i = 0; i < fly->nodes[kind]; i++)
                print_end(fly, fly->node[kind][i], kinds[kind], i, right, file);
}
