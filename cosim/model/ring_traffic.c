/* See ring_traffic.h. */
#include "ring_traffic.h"

#include <math.h>
#include <stdlib.h>

#include "config.h"
#include "hash.h"
#include "util.h"

/* Lines are numbers of nodes, one in each set of tags of one way. */
enum { RING_LINES = CORES_MAX, RING_LINE_BITS = 25, RING_CORE_BITS = 8 };

unsigned ring_packet_flits(enum ring_carries carries)
{
    return carries == RING_RESPONSES ? CCN_BEATS : 1;
}

static unsigned forward(const struct ring_params *params, unsigned from, unsigned to)
{
    return to > from ? to - from : to + params->nodes - from;
}

/* Nodes from one to another on the ring of responses. */
static unsigned response_hops(const struct ring_params *params, unsigned from, unsigned to)
{
    return params->equal ? forward(params, from, to) : forward(params, to, from);
}

/* Taken by ccn_buffer, into the entry, into ReqQ, a cycle each, then the hops, and the cycle in
 * which it is taken. A line: into ReqQ, the snoop, the data into RespQ, then four beats for each
 * hop, and the cycle in which it is taken. */
unsigned ring_law(const struct ring_params *params, unsigned from, unsigned to)
{
    unsigned line_hop = params->hop + CCN_BEATS - 1;
    switch (params->carries) {
    case RING_REQUESTS:
        return 4 + forward(params, from, to) * params->hop;
    case RING_RESPONSES:
        return 4 + response_hops(params, from, to) * line_hop;
    case RING_BOTH:
        break;
    }
    return 6 + forward(params, from, to) * params->hop + response_hops(params, to, from) * line_hop;
}

static unsigned after(const struct ring_params *params, unsigned node)
{
    return node + 1 < params->nodes ? node + 1 : 0;
}

static unsigned before(const struct ring_params *params, unsigned node)
{
    return node ? node - 1 : params->nodes - 1;
}

/* The next node in the direction of a packet. */
static unsigned neighbour(const struct ring_params *params, unsigned node)
{
    bool backward = params->carries == RING_RESPONSES && !params->equal;
    return backward ? before(params, node) : after(params, node);
}

double ring_share(const struct ring_params *params, enum traffic_pattern pattern, unsigned from,
                  unsigned to)
{
    return pattern == TRAFFIC_NEIGHBOUR ? to == neighbour(params, from) : to != from;
}

/* ReqQ passes one request a cycle, each once at every node where it was; a hit holds its head for
 * the cycle of the snoop, too. A link of responses passes one beat a cycle. */
double ring_capacity(const struct ring_params *params, enum traffic_pattern pattern)
{
    double pairs = 0, requests = 0, lines = 0, answers = 0; /* hops of all of them */
    for (unsigned to = 1; to < params->nodes; to++) {
        double share = ring_share(params, pattern, 0, to);
        pairs += share;
        requests += share * forward(params, 0, to);
        lines += share * response_hops(params, 0, to);
        answers += share * response_hops(params, to, 0);
    }
    switch (params->carries) {
    case RING_REQUESTS:
        return pairs / (requests + pairs);
    case RING_RESPONSES:
        return pairs / lines;
    case RING_BOTH:
        break;
    }
    return fmin(pairs / (requests + 2 * pairs), pairs / (CCN_BEATS * answers));
}

static void create_next(struct ring_traffic *traffic, unsigned node, uint64_t last)
{
    struct ring_node *n = &traffic->node[node];
    unsigned nodes = traffic->params.nodes;
    n->next_at = traffic_meter_next(&traffic->meter, &n->rng, last);
    if (n->next_at == TRAFFIC_NEVER)
        return;
    n->next_to = traffic->asked.pattern == TRAFFIC_NEIGHBOUR
                     ? neighbour(&traffic->params, node)
                     : (node + 1 + rng_below(&n->rng, nodes - 1)) % nodes;
}

/* What the L1 of a node holds: nothing, all lines, or its own one. */
static void fill_tags(const struct ring_params *params, struct ccn_router *router, unsigned node)
{
    for (unsigned line = 0; line < params->nodes; line++)
        shadow_tags_write(&router->tags, line, 1, 0,
                          params->carries == RING_RESPONSES ||
                              (params->carries == RING_BOTH && line == node));
}

static void init_node(struct ring_traffic *traffic, unsigned node)
{
    const struct ring_params *params = &traffic->params;
    struct ring_node *n = &traffic->node[node];
    ccn_buffer_init(&n->buffer, &(struct ccn_buffer_params){.line_bits = RING_LINE_BITS,
                                                            .depth = params->buffer});
    ccn_router_init(&n->router, &(struct ccn_router_params){.line_bits = RING_LINE_BITS,
                                                            .core_bits = RING_CORE_BITS,
                                                            .depth = params->requests,
                                                            .responses = params->responses,
                                                            .hop = params->hop,
                                                            .spare = params->bubble,
                                                            .sets = RING_LINES,
                                                            .ways = 1});
    n->router.carry_data = false;
    fill_tags(params, &n->router, node);
    ccn_buffer_outputs(&n->buffer, &n->buffer_out);
    ccn_router_outputs(&n->router, &n->out);
    rng_init(&n->rng, traffic->asked.seed * CORES_MAX + node);
    create_next(traffic, node, TRAFFIC_NEVER);
}

static void append(struct ring_traffic *traffic, struct ring_list *list, uint32_t number)
{
    traffic->packets[number].next = 0;
    if (list->first)
        traffic->packets[list->last].next = number;
    else
        list->first = number;
    list->last = number;
}

static uint32_t remove_first(struct ring_traffic *traffic, struct ring_list *list)
{
    uint32_t number = list->first;
    if (!number)
        bug("a packet came out of the rings that was not in them");
    list->first = traffic->packets[number].next;
    return number;
}

void ring_traffic_init(struct ring_traffic *traffic, const struct ring_params *params,
                       const struct traffic_params *asked)
{
    *traffic = (struct ring_traffic){.params = *params, .asked = *asked};
    traffic_meter_init(&traffic->meter, asked);
    /* every place of a node's queues, links and registers */
    unsigned room = params->nodes *
                    (params->buffer + params->requests + params->responses + 2 * CCN_LINK_MAX + 4);
    traffic->packets = xcalloc(room + 1, sizeof *traffic->packets);
    traffic->under_way = xcalloc((size_t)params->nodes * params->nodes, sizeof *traffic->under_way);
    for (unsigned number = 1; number <= room; number++)
        append(traffic, &traffic->free, number);
    traffic->node = xcalloc(params->nodes, sizeof *traffic->node);
    for (unsigned node = 0; node < params->nodes; node++)
        init_node(traffic, node);
}

void ring_traffic_release(struct ring_traffic *traffic)
{
    for (unsigned node = 0; node < traffic->params.nodes; node++) {
        ccn_buffer_release(&traffic->node[node].buffer);
        ccn_router_release(&traffic->node[node].router);
    }
    traffic_meter_release(&traffic->meter);
    free(traffic->node);
    free(traffic->packets);
    free(traffic->under_way);
}

/* Wires of the rings at a node; a ring that is cut offers nothing. */
static void connect(struct ring_traffic *traffic, unsigned node)
{
    const struct ring_params *params = &traffic->params;
    struct ring_node *n = &traffic->node[node];
    unsigned up = before(params, node), down = after(params, node);
    if (params->carries != RING_RESPONSES) {
        const struct ccn_router_out *from = &traffic->node[up].out;
        n->in.request_in_valid = from->request_out_valid;
        n->in.request_in_core = from->request_out_core;
        n->in.request_in_line = from->request_out_line;
        n->in.request_out_ready = traffic->node[down].out.request_in_ready;
    }
    const struct ccn_router_out *from = &traffic->node[params->equal ? up : down].out;
    n->in.response_in_valid = from->response_out_valid;
    n->in.response_in_core = from->response_out_core;
    n->in.response_in_line = from->response_out_line;
    n->in.response_out_ready = traffic->node[params->equal ? down : up].out.response_in_ready;
}

/* L1, MSHR and L2 behind a node take and give at once. */
static void drive_ends(struct ring_node *n)
{
    n->in.snoop_ready = n->in.back_ready = n->in.fill_ready = true;
    n->in.data_valid = n->reading;
}

/* The packet at the head of the source queue is offered: to ccn_buffer while that has room, so that
 * none goes to L2, or as a request of its destination for a line here. */
static void drive_source(struct ring_traffic *traffic, unsigned node)
{
    struct ring_node *n = &traffic->node[node];
    bool there = n->next_at <= traffic->now;
    if (traffic->params.carries == RING_RESPONSES) {
        n->in.request_in_valid = there;
        n->in.request_in_core = n->next_to;
        n->in.request_in_line = node;
        return;
    }
    n->buffer_in.miss_valid = there && n->held < traffic->params.buffer;
    n->buffer_in.miss_line = n->next_to;
    n->buffer_in.send_ready = n->out.new_ready;
    n->in.new_valid = n->buffer_out.send_valid;
    n->in.new_line = n->buffer_out.send_line;
}

/* The number that a router takes for its own. In a cycle in which no request arrives one may enter;
 * RING_REQUESTS: it is to end at its destination, and its line says where it began. */
static void drive_number(struct ring_traffic *traffic, unsigned node)
{
    struct ring_node *n = &traffic->node[node];
    n->in.here = node;
    if (traffic->params.carries != RING_REQUESTS)
        return;
    if (!n->in.request_in_valid)
        n->in.here = n->entering;
    if (n->in.new_valid && n->out.new_ready)
        n->entering = (unsigned)n->in.new_line;
    n->in.new_line = node;
}

static void eject(struct ring_traffic *traffic, unsigned from, unsigned to)
{
    struct ring_list *pair = &traffic->under_way[from * traffic->params.nodes + to];
    uint32_t number = remove_first(traffic, pair);
    traffic_meter_eject(&traffic->meter, traffic->now, traffic->meter.packet);
    traffic_meter_arrive(&traffic->meter, traffic->packets[number].created, traffic->now);
    append(traffic, &traffic->free, number);
}

/* What the edge that ends this cycle does at a node. */
static void watch(struct ring_traffic *traffic, unsigned node)
{
    struct ring_node *n = &traffic->node[node];
    bool cut = traffic->params.carries == RING_RESPONSES;
    bool starts = cut ? n->in.request_in_valid && n->out.request_in_ready
                      : n->buffer_in.miss_valid && n->buffer_out.miss_ready;
    n->held += starts && !cut;
    n->held -= n->in.new_valid && n->out.new_ready;
    n->reading = n->out.snoop_valid;
    if (starts) {
        uint32_t number = remove_first(traffic, &traffic->free);
        traffic->packets[number].created = n->next_at;
        append(traffic, &traffic->under_way[node * traffic->params.nodes + n->next_to], number);
        traffic_meter_start(&traffic->meter, n->next_at);
        create_next(traffic, node, n->next_at);
    }
    if (n->out.back_valid)
        eject(traffic, (unsigned)n->out.back_line, node);
    if (n->out.fill_valid && traffic->params.carries == RING_BOTH)
        eject(traffic, node, (unsigned)n->out.fill_line);
    else if (n->out.fill_valid)
        eject(traffic, (unsigned)n->out.fill_line, node);
}

void ring_traffic_cycle(struct ring_traffic *traffic)
{
    unsigned nodes = traffic->params.nodes;
    for (unsigned node = 0; node < nodes; node++) {
        connect(traffic, node);
        drive_ends(&traffic->node[node]);
        drive_source(traffic, node);
        drive_number(traffic, node);
        watch(traffic, node);
    }
    for (unsigned node = 0; node < nodes; node++) {
        struct ring_node *n = &traffic->node[node];
        ccn_buffer_step(&n->buffer, &n->buffer_in);
        ccn_router_step(&n->router, &n->in);
        ccn_buffer_outputs(&n->buffer, &n->buffer_out);
        ccn_router_outputs(&n->router, &n->out);
    }
    traffic->now++;
}

static bool everything_arrived(const struct ring_traffic *traffic)
{
    for (unsigned node = 0; node < traffic->params.nodes; node++)
        if (traffic_meter_waits(&traffic->meter, traffic->node[node].next_at))
            return false;
    return traffic->meter.outstanding == 0;
}

static uint64_t hash_of(const struct ring_traffic *traffic)
{
    uint64_t hash = traffic->now;
    for (unsigned node = 0; node < traffic->params.nodes; node++) {
        hash = hash_word(hash, ccn_buffer_hash(&traffic->node[node].buffer));
        hash = hash_word(hash, ccn_router_hash(&traffic->node[node].router));
    }
    return hash;
}

void ring_traffic_run(struct ring_traffic *traffic, struct traffic_result *result)
{
    uint64_t end = traffic->meter.until, limit = end + traffic->asked.drain;
    while (traffic->now < end || (!everything_arrived(traffic) && traffic->now < limit))
        ring_traffic_cycle(traffic);
    *result = (struct traffic_result){.total_cycles = traffic->now, .hash = hash_of(traffic)};
    traffic_meter_result(&traffic->meter, traffic->params.nodes, everything_arrived(traffic),
                         result);
}

static bool is_idle(const struct ring_traffic *traffic)
{
    for (unsigned node = 0; node < traffic->params.nodes; node++)
        if (!ccn_buffer_is_idle(&traffic->node[node].buffer) ||
            !ccn_router_is_idle(&traffic->node[node].router))
            return false;
    return true;
}

unsigned ring_traffic_ping(struct ring_traffic *traffic, unsigned from, unsigned to)
{
    struct traffic_meter *meter = &traffic->meter;
    uint64_t packets = meter->packets, sum = meter->latency_sum;
    meter->from = traffic->now;
    meter->until = TRAFFIC_NEVER;
    traffic->node[from].next_at = traffic->now;
    traffic->node[from].next_to = to;
    while (meter->packets == packets || !is_idle(traffic))
        ring_traffic_cycle(traffic);
    return (unsigned)(meter->latency_sum - sum);
}
