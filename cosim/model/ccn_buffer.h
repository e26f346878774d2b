/* Twin of rtl/ccn_buffer.v: misses of a core that wait for the request ring
 * (docs/blocks/ccn_buffer.md). */
#ifndef MEMLOOM_CCN_BUFFER_H
#define MEMLOOM_CCN_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "ccn_buffer_ports.h"

enum { CCN_BUFFER_GOING = 2 };

struct ccn_buffer {
    struct ccn_buffer_params params;        /* sizes */
    unsigned first;                         /* place of the head of those that wait */
    unsigned count;                         /* how many wait */
    uint64_t waiting[CCN_BUFFER_DEPTH_MAX]; /* lines, a ring of `depth` places */
    unsigned leaving;                       /* misses on their way to L2 */
    uint64_t going[CCN_BUFFER_GOING];       /* their lines, the oldest first */
    bool found_full;                        /* in the last step: a miss found no room */
};

void ccn_buffer_init(struct ccn_buffer *, const struct ccn_buffer_params *);
void ccn_buffer_release(struct ccn_buffer *);
void ccn_buffer_reset(struct ccn_buffer *);
void ccn_buffer_outputs(const struct ccn_buffer *, struct ccn_buffer_out *);
void ccn_buffer_step(struct ccn_buffer *, const struct ccn_buffer_in *);
bool ccn_buffer_is_idle(const struct ccn_buffer *);
uint64_t ccn_buffer_hash(const struct ccn_buffer *);

#endif
