/* A k-ary n-fly (butterfly): n stages of k^(n-1) routers with k ports each way, all links from one
 * stage to the next, on the lines of fly.h; destination-digit routing (docs/blocks/route_digit.md).
 * Router columns are stages, rows the routers of one. An address is the digits of the place. */
#include "fly.h"

#include <stdio.h>

#include "util.h"

/* The smallest one that holds all nodes. */
static void size(struct network *fly, const struct config *config, unsigned nodes,
                 char **complaints)
{
    unsigned radix = config->fly_radix;
    fly->ports = fly->radix = radix;
    fly->columns = fly->rows = 1;
    for (fly->places = radix; fly->places < nodes; fly->places *= radix) {
        fly->columns++;
        fly->rows *= radix;
    }
    fly->routers = fly->columns * fly->rows;
    fly->digit_bits = log2_ceil(radix);
    if (fly->columns * fly->digit_bits > NODE_BITS)
        add_complaint(complaints,
                      "fly_radix = %u: addresses of %u nodes would be %u digits of %u bits, at "
                      "most %d bits are possible",
                      radix, nodes, fly->columns, fly->digit_bits, NODE_BITS);
}

static unsigned place(const struct network *fly, unsigned address)
{
    unsigned line = 0;
    for (unsigned stage = fly->columns; stage-- > 0;)
        line = line * fly->radix +
               (address >> stage * fly->digit_bits & ((1u << fly->digit_bits) - 1));
    return line;
}

static uint16_t address(const struct network *fly, unsigned line)
{
    unsigned digits = 0;
    for (unsigned stage = 0; stage < fly->columns; stage++, line /= fly->radix)
        digits |= line % fly->radix << stage * fly->digit_bits;
    return (uint16_t)digits;
}

/* Where a line comes into a stage. */
static struct network_end on_line(const struct network *fly, unsigned stage, unsigned line)
{
    return (struct network_end){END_ROUTER, fly_router(fly, stage, line) * fly->columns + stage,
                                fly_port(fly, stage, line)};
}

static struct network_end entry(const struct network *fly, unsigned line)
{
    return on_line(fly, 0, line);
}

/* The line that leaves a router's port. */
static unsigned line_of(const struct network *fly, unsigned router, unsigned port)
{
    return fly_line(fly, router % fly->columns, router / fly->columns, port);
}

static struct network_end behind(const struct network *fly, unsigned router, unsigned port)
{
    unsigned stage = router % fly->columns, line = line_of(fly, router, port);
    if (stage + 1 == fly->columns)
        return (struct network_end){END_PLACE, line, 0};
    return on_line(fly, stage + 1, line);
}

static unsigned route(const struct network *fly, unsigned at, unsigned to)
{
    return fly_port(fly, at % fly->columns, to);
}

static unsigned routers(const struct network *fly, unsigned from, unsigned to)
{
    (void)from;
    (void)to;
    return fly->columns;
}

static void router(const struct network *fly, unsigned number, struct network_router *values)
{
    unsigned stage = number % fly->columns;
    *values = (struct network_router){.inputs = fly->radix,
                                      .outputs = fly->radix,
                                      .route = 1,
                                      .digit_lsb = (fly->columns - 1 - stage) * fly->digit_bits};
}

static void port_name(const struct network *fly, unsigned port, char *to, size_t room)
{
    (void)fly;
    snprintf(to, room, "%u", port);
}

static void link_name(const struct network *fly, unsigned number, unsigned port, char *to,
                      size_t room)
{
    snprintf(to, room, "to_stage_%u_%u", number % fly->columns + 1, line_of(fly, number, port));
}

static void text(const struct network *fly, char *to, size_t room)
{
    snprintf(to, room, "%u-ary %u-fly", fly->radix, fly->columns);
}

static void description(const struct network *fly, char *to, size_t room)
{
    snprintf(to, room,
             "%u-ary %u-fly: %u stages of %u routers, one network cycle per link. Router port p of "
             "stage s is\nthe line whose digit s, counted from the top, is p. A node injects at "
             "inject_<x>_<y> and gets its\nflits at eject_<x>_<y>; {y, x} is its address.",
             fly->radix, fly->columns, fly->columns, fly->rows);
}

const struct topology fly_topology = {.kind = "butterfly",
                                      .by_line = "butterfly_by_line",
                                      .size = size,
                                      .place = place,
                                      .address = address,
                                      .entry = entry,
                                      .behind = behind,
                                      .route = route,
                                      .routers = routers,
                                      .hops = routers,
                                      .router = router,
                                      .port_name = port_name,
                                      .link_name = link_name,
                                      .text = text,
                                      .description = description};
