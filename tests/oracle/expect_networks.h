/* Flits and latencies of the networks, and the lists of their links, against the recount of a
 * watched run. */
#ifndef MEMLOOM_EXPECT_NETWORKS_H
#define MEMLOOM_EXPECT_NETWORKS_H

#include "expect_keys.h"
#include "recount_chip.h"

static const char *const mesh_ports[] = {"local", "east", "west", "north", "south"};

/* A butterfly or one of the crossbars. */
static bool has_stages(const struct watch *w, unsigned network)
{
    return network == CROSSBAR || w->gpu->config.topology != TOPOLOGY_MESH;
}

/* The router at that place of the network, or NULL. */
static const struct router_seen *router_at(const struct watch *w, unsigned network, unsigned x,
                                           unsigned y)
{
    for (unsigned i = 0; i < w->networks.routers; i++)
        if (w->networks.router[i].network == network && w->networks.router[i].x == x &&
            w->networks.router[i].y == y)
            return &w->networks.router[i];
    return NULL;
}

static bool leads_to_router(const struct watch *w, const struct router_seen *router, unsigned port)
{
    static const int right[] = {0, 1, -1, 0, 0}, down[] = {0, 0, 0, -1, 1};
    if (has_stages(w, router->network)) /* what is behind the last stage are nodes */
        return router_at(w, router->network, router->x + 1, 0);
    return port && router_at(w, router->network, router->x + (unsigned)right[port],
                             router->y + (unsigned)down[port]);
}

/* Every entry of the list is the recount of its router's output. Returns the sum. */
static uint64_t expect_list(struct comparison *c, const struct watch *w, const char *key,
                            unsigned network)
{
    uint64_t sum = 0;
    const char *at = json_value(c->text, key), *end = at ? strstr(at, "\n  ]") : NULL;
    for (at = at ? strchr(at, '{') : NULL; at && at < end; at = strchr(at + 1, '{')) {
        unsigned x, y, port = 0;
        char to[16], name[16];
        unsigned long long flits;
        bool right = sscanf(at, "{\"x\": %u, \"y\": %u, \"to\": \"%15[^\"]\", \"flits\": %llu}", &x,
                            &y, to, &flits) == 4;
        const struct router_seen *router = right ? router_at(w, network, x, y) : NULL;
        for (; router && port < router->outputs; port++) {
            snprintf(name, sizeof name, "%u", port);
            if (!strcmp(to, has_stages(w, network) ? name : mesh_ports[port]))
                break;
        }
        right = router && port < router->outputs && router->flits[port] == flits;
        CHECK(right);
        if (!right)
            printf("%s: %s: %.60s is not the recount\n", c->run, key, at);
        sum += right ? flits : 0;
    }
    mark_recounted(c, key);
    return sum;
}

static void expect_networks(struct comparison *c, const struct watch *w)
{
    static const char *const lists[] = {"noc.request.links", "noc.reply.links",
                                        "noc.crossbar.links"};
    uint64_t crossed = 0, busiest = 0, all[NETWORKS] = {0}, arrived[NETWORKS] = {0};
    for (unsigned i = 0; i < w->networks.routers; i++)
        for (unsigned port = 0; port < w->networks.router[i].outputs; port++) {
            const struct router_seen *router = &w->networks.router[i];
            uint64_t flits = router->flits[port];
            bool link = leads_to_router(w, router, port);
            all[router->network] += flits;
            arrived[router->network] += link ? 0 : flits;
            crossed += link ? flits : 0;
            busiest = link && flits > busiest ? flits : busiest;
        }
    for (unsigned network = 0; network < NETWORKS; network++) {
        CHECK_EQUAL(arrived[network], w->networks.delivered[network]);
        if (network != CROSSBAR || w->gpu->config.remote_via == REMOTE_VIA_CROSSBAR)
            CHECK_EQUAL(expect_list(c, w, lists[network], network), all[network]);
        note_key(lists[network], all[network]);
    }
    expect_count(c, "noc.flits",
                 w->networks.delivered[REQUESTS] + w->networks.delivered[REPLIES] +
                     w->networks.delivered[CROSSBAR]);
    expect_count(c, "noc.request.flits", w->networks.delivered[REQUESTS]);
    expect_count(c, "noc.reply.flits", w->networks.delivered[REPLIES]);
    expect_count(c, "noc.crossbar.flits", w->networks.delivered[CROSSBAR]);
    expect_count(c, "noc.link_flits", crossed);
    expect_real(c, "noc.request.latency_mean",
                share(w->networks.waited[REQUESTS], w->networks.arrived[REQUESTS]));
    expect_real(c, "noc.reply.latency_mean",
                share(w->networks.waited[REPLIES], w->networks.arrived[REPLIES]));
    expect_real(c, "noc.crossbar.latency_mean",
                share(w->networks.waited[CROSSBAR], w->networks.arrived[CROSSBAR]));
    CHECK_EQUAL(w->networks.messages, 0);
    CHECK_EQUAL(w->networks.unsent, 0);
    uint64_t noc_cycles = w->cycles * w->gpu->config.noc_mhz;
    expect_real(c, "noc.busiest_link", share(busiest * w->gpu->config.core_mhz, noc_cycles));
    CHECK(fabs(share(noc_cycles, w->gpu->config.core_mhz) - (double)w->networks.cycles) < 2);
}

#endif
