/* What `memloom traffic` is asked for. */
#ifndef MEMLOOM_TRAFFIC_ARGUMENTS_H
#define MEMLOOM_TRAFFIC_ARGUMENTS_H

#include "config.h"
#include "plan.h"
#include "ring_traffic.h"
#include "traffic.h"

enum { RATES_MAX = 64, SEEDS_MAX = 100 };

struct traffic_arguments {
    struct config config;
    struct network network; /* that is measured, if not the rings are */
    bool rings;             /* they are */
    struct ring_params ring;
    struct traffic_params params; /* without the rate */
    double rate[RATES_MAX];
    unsigned rates;
    unsigned seeds; /* runs of each rate, with the seed and those after it */
    bool sweep, speed;
    const char *json; /* file name, or NULL */
    /* what params points to, and what was written */
    uint16_t permutation[NODES_MAX];
    bool sources[NODES_MAX], targets[NODES_MAX];
    const char *sources_text, *targets_text, *hot_text, *file; /* or NULL */
    const char *hot_argument; /* the last one that only a hot spot has, or NULL */
    const char *network_only,
        *rings_only; /* a KEY=VALUE that means nothing for the other, or NULL */
};

extern const char *const traffic_patterns[]; /* names, by enum traffic_pattern */
extern const char *const ring_carries[];     /* likewise, by enum ring_carries */

/* Reads the command line and makes the network; dies when they do not fit together. False when only
 * help was asked for: it is printed. */
bool traffic_arguments(struct traffic_arguments *, int argc, char **argv);

#endif
