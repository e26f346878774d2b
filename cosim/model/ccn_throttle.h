/* Twin of rtl/ccn_throttle.v: keeps a core out of the cooperative caching network whose misses are
 * not found in other L1s (docs/blocks/ccn_throttle.md). */
#ifndef MEMLOOM_CCN_THROTTLE_H
#define MEMLOOM_CCN_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_throttle_ports.h"

struct ccn_throttle {
    struct ccn_throttle_params params; /* sizes */
    struct ccn_throttle_in now;        /* what came in the last step: counted in this one */
    uint32_t at;                       /* instructions of the epoch so far, below period */
    bool sampling;                     /* below sample, too: requests are counted */
    unsigned weighing;                 /* steps until the decision falls, 0: none will */
    bool judged;                       /* it fell in the last step */
    bool skip;                         /* the core is throttled */
    bool verdict;                      /* of the last sample with requests: too few hits */
    bool full;                         /* the counters are halved in this step */
    uint32_t hits;                     /* Nhits: answered by another L1 */
    uint32_t total;                    /* Ntotal: requests that ended */
};

void ccn_throttle_init(struct ccn_throttle *, const struct ccn_throttle_params *);
void ccn_throttle_release(struct ccn_throttle *);
void ccn_throttle_reset(struct ccn_throttle *);
void ccn_throttle_outputs(const struct ccn_throttle *, struct ccn_throttle_out *);
void ccn_throttle_step(struct ccn_throttle *, const struct ccn_throttle_in *);
bool ccn_throttle_is_idle(const struct ccn_throttle *);
uint64_t ccn_throttle_hash(const struct ccn_throttle *);

#endif
