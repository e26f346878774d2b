/* The networks of a chip, counted again: messages at the handshakes of their noc_ports, flits where
 * they cross a wire. */
#ifndef MEMLOOM_RECOUNT_NETWORKS_H
#define MEMLOOM_RECOUNT_NETWORKS_H

#include <stdio.h>
#include <string.h>

#include "blocks.h"
#include "check.h"
#include "gpu.h"
#include "mc_router.h"
#include "noc_port.h"
#include "router.h"

enum { RECOUNT_ROUTERS = 128, RECOUNT_PORTS = 16, RECOUNT_MESSAGES = 4096 };
enum { REQUESTS, REPLIES, CROSSBAR, NETWORKS };
static const char *const network_paths[] = {"request_", "reply_", "work_"};

/* A router and what it sent. */
struct router_seen {
    const uint64_t *out_valid;       /* mask of its outputs */
    unsigned network, outputs, x, y; /* but in a mesh x is the stage */
    uint64_t flits[RECOUNT_PORTS];
};

/* A message between two noc_ports. */
struct message_seen {
    unsigned network;
    uint64_t from, to, kind, line, id, at; /* nodes; the cycle in which it was sent */
};

struct networks_seen {
    const struct gpu *gpu;
    struct router_seen router[RECOUNT_ROUTERS];
    unsigned routers;
    uint64_t cycles;                               /* of the networks' clock */
    uint64_t delivered[NETWORKS];                  /* flits at the nodes' side */
    struct message_seen message[RECOUNT_MESSAGES]; /* on their way, in the order sent */
    unsigned messages;
    uint64_t arrived[NETWORKS], waited[NETWORKS]; /* messages; cycles that they took */
    uint64_t unsent;                              /* messages that arrived and nobody had sent */
};

static void find_routers(struct networks_seen *n)
{
    for (unsigned i = 0; i < n->gpu->instance_count; i++) {
        const struct gpu_instance *instance = &n->gpu->instances[i];
        for (unsigned network = 0; network < NETWORKS; network++) {
            struct router_seen *router = &n->router[n->routers];
            const char *dot = strchr(instance->path, '.');
            if (strncmp(instance->path, network_paths[network], strlen(network_paths[network])))
                continue;
            *router = (struct router_seen){.network = network};
            if (instance->block == &mc_router_block) {
                router->out_valid = ((const struct mc_router_out *)instance->out)->out_valid;
                router->outputs = ((const struct mc_router_params *)instance->params)->ports;
            } else if (instance->block == &router_block) {
                router->out_valid = ((const struct router_out *)instance->out)->out_valid;
                router->outputs = ((const struct router_params *)instance->params)->outputs;
            } else { /* a router's noc_enable */
                continue;
            }
            if (sscanf(dot, ".router_%u_%u", &router->x, &router->y) == 2)
                n->routers++;
        }
    }
}

static void networks_begin(struct networks_seen *n, const struct gpu *gpu)
{
    *n = (struct networks_seen){.gpu = gpu};
    find_routers(n);
}

/* Which network the instance takes flits from. */
static unsigned ejects_from(const struct networks_seen *n, const char *path)
{
    if (strstr(path, "home_port"))
        return n->gpu->config.remote_via == REMOTE_VIA_CROSSBAR ? CROSSBAR : REQUESTS;
    return strncmp(path, "mem_", 4) ? REPLIES : REQUESTS;
}

/* Which network the instance sends flits into. */
static unsigned injects_into(const struct networks_seen *n, const char *path)
{
    if (strstr(path, "home_port") && n->gpu->config.remote_via == REMOTE_VIA_CROSSBAR)
        return CROSSBAR;
    return strncmp(path, "mem_", 4) && !strstr(path, "home_port") ? REQUESTS : REPLIES;
}

static void see_sent(struct networks_seen *n, uint64_t now, unsigned network,
                     const struct noc_port_in *in, unsigned source)
{
    CHECK(n->messages < RECOUNT_MESSAGES);
    if (n->messages < RECOUNT_MESSAGES)
        n->message[n->messages++] = (struct message_seen){network,
                                                          in->here,
                                                          in->send_dest[source],
                                                          in->send_kind[source],
                                                          in->send_line[source],
                                                          in->send_id[source],
                                                          now};
}

/* The oldest one of those that are alike. */
static void see_received(struct networks_seen *n, uint64_t now, unsigned network, uint64_t here,
                         const struct noc_port_out *out, unsigned sink)
{
    unsigned i = 0;
    for (; i < n->messages; i++) {
        const struct message_seen *message = &n->message[i];
        if (message->network == network && message->to == here &&
            message->from == out->recv_src[sink] && message->kind == out->recv_kind[sink] &&
            message->line == out->recv_line[sink] && message->id == out->recv_id[sink])
            break;
    }
    if (i == n->messages) {
        n->unsent++;
        return;
    }
    n->arrived[network]++;
    n->waited[network] += now - n->message[i].at;
    memmove(&n->message[i], &n->message[i + 1], (--n->messages - i) * sizeof *n->message);
}

/* Every message that a noc_port takes or hands over in this cycle. */
static void watch_messages(struct networks_seen *n, uint64_t now)
{
    for (unsigned i = 0; i < n->gpu->instance_count; i++) {
        const struct gpu_instance *port = &n->gpu->instances[i];
        if (port->block != &noc_port_block)
            continue;
        const struct noc_port_in *in = port->in;
        const struct noc_port_out *out = port->out;
        for (unsigned side = 0; side < 3; side++) {
            if (in->send_valid & out->send_ready & 1u << side)
                see_sent(n, now, injects_into(n, port->path), in, side);
            if (out->recv_valid & in->recv_ready & 1u << side)
                see_received(n, now, ejects_from(n, port->path), in->here, out, side);
        }
    }
}

/* Wires of the networks change at edges with noc_en only: in each network cycle they are looked at
 * once. */
static void watch_networks(struct networks_seen *n)
{
    const struct gpu *gpu = n->gpu;
    if (!gpu->clock_divider_out.en)
        return;
    n->cycles++;
    for (unsigned i = 0; i < n->routers; i++)
        for (unsigned port = 0; port < RECOUNT_PORTS; port++)
            n->router[i].flits[port] += n->router[i].out_valid[port / 64] >> port % 64 & 1;
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (gpu->instances[i].block == &noc_port_block)
            n->delivered[ejects_from(n, gpu->instances[i].path)] +=
                ((const struct noc_port_in *)gpu->instances[i].in)->eject_valid;
}

#endif
