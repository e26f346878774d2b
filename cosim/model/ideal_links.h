/* The hypothetical shared L1 of pact20 figure 2: cores reach each other's L1s at no cost. Requests go
 * from the requester straight into the home's queue, answers straight to the requester's load/store
 * unit: one per core and cycle each way, no network. Model only. */
#ifndef MEMLOOM_IDEAL_LINKS_H
#define MEMLOOM_IDEAL_LINKS_H

struct gpu;

/* Between begin and edge: gives the wires between requesters and homes their values of this cycle. */
void ideal_links_drive(struct gpu *);

#endif
