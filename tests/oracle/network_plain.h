/* A network of virtual-channel routers under synthetic traffic as docs/traffic.md and
 * docs/blocks/router.md tell it, plainly: flits are records that know when they were stored, every
 * search is a loop over ports and channels, and what takes time stands in a calendar. Meshes (XY),
 * butterflies, crossbars in up to three columns; one message class, or one per channel. Senders and
 * receivers are counted by themselves. */
#ifndef MEMLOOM_NETWORK_PLAIN_H
#define MEMLOOM_NETWORK_PLAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { PLAIN_PORTS = 16, PLAIN_ENTRIES = 2 * PLAIN_PORTS, PLAIN_VCS = 4, PLAIN_DEPTH = 8 };
enum { PLAIN_CALENDAR = 4, PLAIN_COLUMNS = 3, PLAIN_LATENCIES = 4096 };
enum { LOCAL, EAST, WEST, NORTH, SOUTH, MESH_PORTS };

struct plain_flit {
    unsigned to;
    bool head, tail;
    uint64_t created; /* its packet */
    uint64_t stored;  /* cycle at whose end it was */
};

struct plain_lane { /* an input VC */
    struct plain_flit flit[PLAIN_DEPTH];
    unsigned count;
    unsigned output, channel; /* of the packet whose head has left */
    int wants;                /* output that its front asks for in this cycle, or -1 */
};

enum plain_kind { NOTHING, A_ROUTER, A_PLACE };

struct plain_end {
    enum plain_kind kind;
    unsigned at, port;
};

struct plain_output {
    struct plain_end behind;
    bool owned[PLAIN_VCS];
    unsigned credit[PLAIN_VCS];
    int offer;        /* channel, or -1 */
    int taken, freed; /* channel in this cycle, or -1 */
    unsigned turn;    /* first entry that is looked at */
};

struct plain_input {
    struct plain_end before;
    struct plain_lane lane[PLAIN_VCS];
};

struct plain_router {
    struct plain_input input[PLAIN_PORTS];
    struct plain_output output[PLAIN_PORTS];
    unsigned turn[PLAIN_ENTRIES], lane_turn[PLAIN_ENTRIES]; /* first output, lane looked at */
};

struct plain_source {
    struct plain_end into;
    unsigned credit[PLAIN_VCS], sent[PLAIN_VCS]; /* of a packet of under_way */
    bool under_way[PLAIN_VCS];
    struct plain_flit packet[PLAIN_VCS];
    unsigned start_turn, send_turn;
};

/* What is on a wire in a cycle and counts at its end. */
struct plain_event {
    enum { STORE, CREDIT, SOURCE_CREDIT, EJECT } kind;
    unsigned at, port, channel;
    struct plain_flit flit;
};

/* Of the routers of a crossbar, one of each has a link to every one of the next column. */
struct plain_column {
    unsigned routers, inputs, outputs;
};

struct plain_network {
    unsigned width, height;  /* of a mesh, else 0 */
    unsigned radix, columns; /* of a butterfly; of crossbars radix is 0 */
    struct plain_column column[PLAIN_COLUMNS];
    unsigned ports, routers, places, vcs, depth, stages, speedup, flits;
    bool single;     /* sources send one packet at a time */
    bool by_channel; /* packets stay on the channel that their source chose */
    uint64_t now;
    struct plain_router *router;
    struct plain_source *source;
    /* by cycle: a flit and its credit for each output and entry, and a flit of each source */
    struct plain_event *calendar[PLAIN_CALENDAR];
    unsigned due[PLAIN_CALENDAR];
    /* Takes the next packet out of a place's source queue; false: none is created by now. */
    bool (*next)(void *context, unsigned place, uint64_t now, struct plain_flit *packet);
    void *context;
    uint64_t from, until; /* packets created, and flits ejected, between these count */
    uint64_t ejected, latencies[PLAIN_LATENCIES];
};

static inline void plain_connect(struct plain_network *net, unsigned from, unsigned output,
                                 unsigned to, unsigned input)
{
    net->router[from].output[output].behind = (struct plain_end){A_ROUTER, to, input};
    net->router[to].input[input].before = (struct plain_end){A_ROUTER, from, output};
}

static inline void plain_enter(struct plain_network *net, unsigned place, unsigned at,
                               unsigned input)
{
    net->source[place].into = (struct plain_end){A_ROUTER, at, input};
    net->router[at].input[input].before = (struct plain_end){A_PLACE, place, 0};
}

static inline void plain_leave(struct plain_network *net, unsigned at, unsigned output,
                               unsigned place)
{
    net->router[at].output[output].behind = (struct plain_end){A_PLACE, place, 0};
}

static inline void plain_mesh(struct plain_network *net)
{
    for (unsigned n = 0; n < net->places; n++) {
        plain_enter(net, n, n, LOCAL);
        plain_leave(net, n, LOCAL, n);
        if (n % net->width + 1 < net->width) {
            plain_connect(net, n, EAST, n + 1, WEST);
            plain_connect(net, n + 1, WEST, n, EAST);
        }
        if (n + net->width < net->places) {
            plain_connect(net, n, SOUTH, n + net->width, NORTH);
            plain_connect(net, n + net->width, NORTH, n, SOUTH);
        }
    }
}

/* Weight of the digit that the routers of a column look at, the top one first. */
static inline unsigned plain_weight(const struct plain_network *net, unsigned column)
{
    unsigned weight = net->places;
    for (unsigned n = 0; n <= column; n++)
        weight /= net->radix;
    return weight;
}

/* The router of a column on a line: the line's other digits. */
static inline unsigned plain_on_line(const struct plain_network *net, unsigned column,
                                     unsigned line)
{
    unsigned weight = plain_weight(net, column);
    return column * (net->places / net->radix) + line / (weight * net->radix) * weight +
           line % weight;
}

static inline unsigned plain_digit(const struct plain_network *net, unsigned column, unsigned line)
{
    return line / plain_weight(net, column) % net->radix;
}

static inline void plain_butterfly(struct plain_network *net)
{
    for (unsigned line = 0; line < net->places; line++) {
        unsigned last = net->columns - 1;
        plain_enter(net, line, plain_on_line(net, 0, line), plain_digit(net, 0, line));
        for (unsigned column = 0; column < last; column++)
            plain_connect(net, plain_on_line(net, column, line), plain_digit(net, column, line),
                          plain_on_line(net, column + 1, line), plain_digit(net, column + 1, line));
        plain_leave(net, plain_on_line(net, last, line), plain_digit(net, last, line), line);
    }
}

/* Column of a router of a crossbar, whose number in it is left in `at`. */
static inline unsigned plain_column_of(const struct plain_network *net, unsigned *at)
{
    unsigned column = 0;
    while (*at >= net->column[column].routers)
        *at -= net->column[column++].routers;
    return column;
}

static inline void plain_crossbar(struct plain_network *net)
{
    unsigned last = net->columns - 1;
    for (unsigned router = 0; router < net->routers; router++) {
        unsigned index = router, column = plain_column_of(net, &index);
        const struct plain_column *shape = &net->column[column];
        for (unsigned port = 0; column == 0 && port < shape->inputs; port++)
            plain_enter(net, index * shape->inputs + port, router, port);
        for (unsigned port = 0; port < shape->outputs; port++)
            if (column == last)
                plain_leave(net, router, port, index * shape->outputs + port);
            else /* behind the rest of this column */
                plain_connect(net, router, port, router - index + shape->routers + port, index);
    }
}

/* The last column looks at the port, the one before at the router of the receiver. */
static inline unsigned plain_crossbar_route(const struct plain_network *net, unsigned at,
                                            unsigned to)
{
    unsigned column = plain_column_of(net, &at);
    unsigned outputs = net->column[net->columns - 1].outputs;
    return (column + 1 == net->columns ? to % outputs : to / outputs) % net->column[column].outputs;
}

static inline unsigned plain_route(const struct plain_network *net, unsigned at, unsigned to)
{
    if (!net->width && !net->radix)
        return plain_crossbar_route(net, at, to);
    if (!net->width)
        return plain_digit(net, at / (net->places / net->radix), to);
    unsigned x = at % net->width, y = at / net->width;
    unsigned to_x = to % net->width, to_y = to / net->width;
    if (x != to_x)
        return x < to_x ? EAST : WEST;
    if (y != to_y)
        return y < to_y ? SOUTH : NORTH;
    return LOCAL;
}

/* Routers, the most ports of one, places of senders and receivers. */
static inline void plain_size(struct plain_network *net)
{
    if (net->width) {
        net->places = net->routers = net->width * net->height;
        net->ports = MESH_PORTS;
    } else if (net->radix) {
        net->places = 1;
        for (unsigned column = 0; column < net->columns; column++)
            net->places *= net->radix;
        net->routers = net->columns * (net->places / net->radix);
        net->ports = net->radix;
    }
    for (unsigned n = 0; !net->width && !net->radix && n < net->columns; n++) {
        const struct plain_column *column = &net->column[n];
        unsigned ports = column->inputs > column->outputs ? column->inputs : column->outputs;
        unsigned ends = column->routers * ports; /* of the outer columns */
        net->routers += column->routers;
        net->ports = ports > net->ports ? ports : net->ports;
        net->places = ends > net->places ? ends : net->places;
    }
}

/* Dimensions and `next` are set. */
static inline void plain_start(struct plain_network *net)
{
    plain_size(net);
    net->router = calloc(net->routers, sizeof *net->router);
    net->source = calloc(net->places, sizeof *net->source);
    for (unsigned n = 0; n < PLAIN_CALENDAR; n++)
        net->calendar[n] =
            calloc(4 * net->routers * net->ports + net->places, sizeof *net->calendar[n]);
    for (unsigned n = 0; n < net->routers * net->ports; n++) {
        struct plain_output *output = &net->router[n / net->ports].output[n % net->ports];
        for (unsigned v = 0; v < net->vcs; v++)
            output->credit[v] = net->depth;
    }
    for (unsigned n = 0; n < net->places; n++)
        for (unsigned v = 0; v < net->vcs; v++)
            net->source[n].credit[v] = net->depth;
    if (net->width)
        plain_mesh(net);
    else if (net->radix)
        plain_butterfly(net);
    else
        plain_crossbar(net);
}

static inline void plain_release(struct plain_network *net)
{
    free(net->router);
    free(net->source);
    for (unsigned n = 0; n < PLAIN_CALENDAR; n++)
        free(net->calendar[n]);
}

static inline void plain_post(struct plain_network *net, unsigned cycles, struct plain_event event)
{
    unsigned slot = (unsigned)((net->now + cycles) % PLAIN_CALENDAR);
    net->calendar[slot][net->due[slot]++] = event;
}

/* Channel that an output has for a head from lane v, or -1. */
static inline int plain_offered(const struct plain_network *net, const struct plain_output *output,
                                unsigned v)
{
    if (!net->by_channel)
        return output->offer;
    return output->credit[v] && !output->owned[v] ? (int)v : -1;
}

/* Output that the front of lane v of a port asks for, or -1. */
static inline int plain_wants(const struct plain_network *net, unsigned at,
                              const struct plain_lane *lane, unsigned v)
{
    const struct plain_router *router = &net->router[at];
    const struct plain_flit *front = &lane->flit[0];
    if (!lane->count)
        return -1;
    if (!front->head)
        return net->now > front->stored && router->output[lane->output].credit[lane->channel]
                   ? (int)lane->output
                   : -1;
    unsigned output = plain_route(net, at, front->to);
    /* L, then R and V as there are stages for them */
    bool ready = net->now >= front->stored + net->stages - 1;
    return ready && plain_offered(net, &router->output[output], v) >= 0 ? (int)output : -1;
}

/* A flit leaves a lane: T, then the link; its credit goes back. */
static inline void plain_send(struct plain_network *net, unsigned at, unsigned port, unsigned v)
{
    struct plain_input *input = &net->router[at].input[port];
    struct plain_lane *lane = &input->lane[v];
    struct plain_flit flit = lane->flit[0];
    memmove(&lane->flit[0], &lane->flit[1], --lane->count * sizeof flit);
    if (flit.head) {
        lane->output = plain_route(net, at, flit.to);
        lane->channel = (unsigned)plain_offered(net, &net->router[at].output[lane->output], v);
    }
    struct plain_output *output = &net->router[at].output[lane->output];
    unsigned channel = lane->channel;
    if (flit.head)
        output->taken = (int)channel;
    if (flit.tail)
        output->freed = (int)channel;
    output->owned[channel] = !flit.tail;
    output->credit[channel]--;
    bool from_router = input->before.kind == A_ROUTER;
    plain_post(net, 1,
               (struct plain_event){.kind = from_router ? CREDIT : SOURCE_CREDIT,
                                    .at = input->before.at,
                                    .port = input->before.port,
                                    .channel = v});
    bool to_router = output->behind.kind == A_ROUTER;
    plain_post(net, 2,
               (struct plain_event){.kind = to_router ? STORE : EJECT,
                                    .at = output->behind.at,
                                    .port = output->behind.port,
                                    .channel = channel,
                                    .flit = flit});
    if (!to_router)
        plain_post(net, 3, (struct plain_event){CREDIT, at, lane->output, channel, {0}});
}

/* Of the entries of a router, by which its inputs go into the switch: port and first lane. With a
 * speed-up of 2 the even lanes of all ports come first, then the odd ones. */
static inline unsigned plain_port(const struct plain_network *net, unsigned entry)
{
    return entry % net->ports;
}

static inline unsigned plain_first_lane(const struct plain_network *net, unsigned entry)
{
    return entry / net->ports;
}

/* The first lane of an entry from its turn on that asks for an output, or -1. */
static inline int plain_lane_for(const struct plain_network *net, unsigned at, unsigned entry,
                                 unsigned output)
{
    const struct plain_router *router = &net->router[at];
    unsigned lanes = net->vcs / net->speedup;
    for (unsigned n = 0; n < lanes; n++) {
        unsigned v =
            (router->lane_turn[entry] + n) % lanes * net->speedup + plain_first_lane(net, entry);
        const struct plain_lane *lane = &router->input[plain_port(net, entry)].lane[v];
        if (lane->wants == (int)output)
            return (int)v;
    }
    return -1;
}

/* The output that an entry accepts of those that grant it, or -1. */
static inline int plain_accepted(const struct plain_network *net, unsigned at, unsigned entry,
                                 const unsigned granted[PLAIN_PORTS])
{
    for (unsigned n = 0; n < net->ports; n++) {
        unsigned output = (net->router[at].turn[entry] + n) % net->ports;
        if (granted[output] == entry)
            return (int)output;
    }
    return -1;
}

/* Switch allocation of a router: every output grants an entry, every entry accepts an output, and
 * sends a flit of one of its lanes. */
static inline void plain_allocate(struct plain_network *net, unsigned at)
{
    struct plain_router *router = &net->router[at];
    unsigned entries = net->ports * net->speedup, granted[PLAIN_PORTS];
    for (unsigned n = 0; n < net->ports * net->vcs; n++) {
        struct plain_lane *lane = &router->input[n % net->ports].lane[n / net->ports];
        lane->wants = plain_wants(net, at, lane, n / net->ports);
    }
    for (unsigned port = 0; port < net->ports; port++) {
        struct plain_output *output = &router->output[port];
        output->taken = output->freed = -1;
        granted[port] = entries;
        for (unsigned n = entries; n-- > 0;)
            if (plain_lane_for(net, at, (output->turn + n) % entries, port) >= 0)
                granted[port] = (output->turn + n) % entries;
    }
    for (unsigned entry = 0; entry < entries; entry++) {
        int output = plain_accepted(net, at, entry, granted);
        if (output < 0)
            continue;
        unsigned v = (unsigned)plain_lane_for(net, at, entry, (unsigned)output);
        plain_send(net, at, plain_port(net, entry), v);
        router->output[output].turn = entry + 1;
        router->turn[entry] = (unsigned)output + 1;
        router->lane_turn[entry] = v / net->speedup + 1;
    }
}

/* Channels on offer in the next cycle, once credits of this one have come. */
static inline void plain_offer(struct plain_network *net, struct plain_output *output)
{
    if (output->offer >= 0 && output->taken < 0)
        return;
    output->offer = output->freed >= 0 && output->credit[output->freed] ? output->freed : -1;
    for (unsigned v = net->vcs; v-- > 0;)
        if (!output->owned[v] && output->credit[v] && (int)v != output->taken &&
            (int)v != output->freed)
            output->offer = (int)v;
}

/* Channel to which a source gives its next packet, or -1: one without a packet, those with a place
 * first. */
static inline int plain_start_on(const struct plain_network *net, const struct plain_source *source)
{
    int with_place = -1, any = -1;
    bool busy = false;
    for (unsigned n = net->vcs; n-- > 0;) {
        unsigned v = (source->start_turn + n) % net->vcs;
        busy |= source->under_way[v];
        if (source->under_way[v])
            continue;
        any = (int)v;
        if (source->credit[v])
            with_place = (int)v;
    }
    if (net->single)
        return busy ? -1 : with_place;
    return with_place >= 0 ? with_place : any;
}

/* A packet begins, then one flit is sent. */
static inline void plain_serve(struct plain_network *net, unsigned place)
{
    struct plain_source *source = &net->source[place];
    if (source->into.kind == NOTHING)
        return;
    int start = plain_start_on(net, source), send = -1;
    if (start >= 0 && net->next(net->context, place, net->now, &source->packet[start])) {
        source->under_way[start] = true;
        source->sent[start] = 0;
        source->start_turn = (unsigned)start + 1;
    }
    for (unsigned n = net->vcs; n-- > 0;) {
        unsigned v = (source->send_turn + n) % net->vcs;
        if (source->under_way[v] && source->credit[v])
            send = (int)v;
    }
    if (send < 0)
        return;
    struct plain_flit flit = source->packet[send];
    flit.head = source->sent[send]++ == 0;
    flit.tail = source->sent[send] == net->flits;
    source->under_way[send] = !flit.tail;
    source->credit[send]--;
    source->send_turn = (unsigned)send + 1;
    plain_post(
        net, 1,
        (struct plain_event){STORE, source->into.at, source->into.port, (unsigned)send, flit});
}

static inline void plain_eject(struct plain_network *net, unsigned place,
                               const struct plain_flit *flit)
{
    uint64_t latency = net->now + 1 - flit->created;
    CHECK_EQUAL(flit->to, place);
    net->ejected += net->now >= net->from && net->now < net->until;
    if (flit->tail && flit->created >= net->from && flit->created < net->until)
        net->latencies[latency < PLAIN_LATENCIES ? latency : PLAIN_LATENCIES - 1]++;
}

static inline void plain_happen(struct plain_network *net, const struct plain_event *event)
{
    if (event->kind == CREDIT)
        net->router[event->at].output[event->port].credit[event->channel]++;
    if (event->kind == SOURCE_CREDIT)
        net->source[event->at].credit[event->channel]++;
    if (event->kind == EJECT)
        plain_eject(net, event->at, &event->flit);
    if (event->kind != STORE)
        return;
    struct plain_lane *lane = &net->router[event->at].input[event->port].lane[event->channel];
    CHECK(lane->count < net->depth);
    lane->flit[lane->count] = event->flit;
    lane->flit[lane->count++].stored = net->now;
}

static inline void plain_cycle(struct plain_network *net)
{
    unsigned slot = net->now % PLAIN_CALENDAR;
    for (unsigned at = 0; at < net->routers; at++)
        plain_allocate(net, at);
    for (unsigned place = 0; place < net->places; place++)
        plain_serve(net, place);
    for (unsigned n = 0; n < net->due[slot]; n++)
        plain_happen(net, &net->calendar[slot][n]);
    net->due[slot] = 0;
    for (unsigned n = 0; n < net->routers * net->ports; n++)
        plain_offer(net, &net->router[n / net->ports].output[n % net->ports]);
    net->now++;
}

#endif
