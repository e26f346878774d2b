/* Networks of any size for tests, and what all traffic in them must end in. */
#ifndef MEMLOOM_NETWORK_OF_H
#define MEMLOOM_NETWORK_OF_H

#include <stdlib.h>

#include "check.h"
#include "config.h"
#include "network.h"
#include "traffic.h"

static inline struct network sized(const struct topology *topology, unsigned nodes,
                                   struct config *config, unsigned vcs, unsigned depth,
                                   unsigned stages)
{
    struct network network = {.name = "test"};
    char *complaints = NULL;
    config->vcs = vcs;
    config->vc_depth = depth;
    config->router_stages = stages;
    network_init(&network, topology, config, 1, nodes, &complaints);
    CHECK(!complaints);
    free(complaints);
    return network;
}

static inline struct network mesh_of(unsigned width, unsigned height, unsigned vcs, unsigned depth,
                                     unsigned stages)
{
    struct config config = {.mesh_width = width, .noc_speedup = 1};
    return sized(&mesh_topology, width * height, &config, vcs, depth, stages);
}

/* A radix-ary n-fly with as many places as it takes. */
static inline struct network fly_of(unsigned radix, unsigned nodes, unsigned stages)
{
    struct config config = {.fly_radix = radix, .noc_speedup = 1};
    return sized(&fly_topology, nodes, &config, 2, 4, stages);
}

/* When no packet is created any more the network is idle. */
static inline void expect_to_run_empty(struct traffic *traffic)
{
    for (unsigned n = 0; n < traffic->mesh.nodes; n++)
        traffic->node[n].next.created = UINT64_MAX;
    for (unsigned cycle = 0; cycle < 2000; cycle++)
        traffic_cycle(traffic);
    CHECK_EQUAL(mesh_flits(&traffic->mesh), 0);
    CHECK(mesh_is_idle(&traffic->mesh));
}

#endif
