/* Inter-cluster locality: how many clusters of cores ask the last-level cache for a line within
 * 1,000 cycles [isca19 figure 3]. No hardware. */
#ifndef MEMLOOM_LOCALITY_H
#define MEMLOOM_LOCALITY_H

#include <stdint.h>

/* isca19 figure 3: by one cluster, 2, 3 or 4, 5 or more. */
enum { LOCALITY_CYCLES = 1000, LOCALITY_CLASSES = 4, LOCALITY_CLUSTERS_MAX = 64 };

struct locality_line {
    uint64_t line;
    uint64_t clusters; /* that asked for it in this window; 0: the place is free */
};

struct locality {
    struct locality_line
        *seen; /* hash table with linear probing, of `room` places, a power of two */
    unsigned room, used;
    uint64_t window;                  /* number of the running one: cycle / LOCALITY_CYCLES */
    uint64_t lines[LOCALITY_CLASSES]; /* as locality_count, of the windows that are over */
};

/* A slice takes a request of a cluster for a line in this cycle; cycles never go back. */
void locality_access(struct locality *, uint64_t cycle, unsigned cluster, uint64_t line);
/* Lines asked for in a window, by how many clusters, the running window among them. */
void locality_count(const struct locality *, uint64_t lines[LOCALITY_CLASSES]);
void locality_release(struct locality *);

#endif
