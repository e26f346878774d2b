/* What the papers say about copies of lines in L1s, looked up in the twins' tags: no hardware.
 * Replication ratio: misses whose line another L1 holds / misses [pact20 section 2.1], in percent
 * the reuse coefficient [taco16 section 3.1]. Who those others are [taco16 figure 3]. Replicas: L1s
 * that hold a line, mean over the distinct lines in all L1s at regular instants [pact20 figure 12].
 */
#ifndef MEMLOOM_SHARING_H
#define MEMLOOM_SHARING_H

#include <stdint.h>

struct gpu;

struct sharing {
    uint64_t misses;     /* loads that asked the L2 for their line */
    uint64_t replicated; /* of them: another L1 held the line */
    uint64_t *missed;    /* [cores] misses of each */
    uint64_t *held;    /* [cores * cores] misses of a core, the row, whose line another one held */
    uint64_t copies;   /* valid lines in all L1s, summed over the instants */
    uint64_t distinct; /* different ones of them */
    uint64_t most;     /* most L1s that held one line at an instant */
    uint64_t next;     /* cycle of the next instant */
};

enum { SHARING_CYCLES = 1024 }; /* between two instants */

void sharing_init(struct sharing *, unsigned cores);
void sharing_release(struct sharing *);
/* Core `core` missed this line. */
void sharing_miss(struct gpu *, unsigned core, uint64_t line);
/* Looks at all L1s when the next instant has come. */
void sharing_look(struct gpu *);

#endif
