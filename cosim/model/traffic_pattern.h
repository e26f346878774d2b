/* Who sends to whom in synthetic traffic (docs/traffic.md): part of traffic.c. */
#ifndef MEMLOOM_TRAFFIC_PATTERN_H
#define MEMLOOM_TRAFFIC_PATTERN_H

#include "traffic.h"

/* How many senders and receivers a network has, before any choice among them. */
void traffic_count_ends(const struct network *, unsigned *senders, unsigned *receivers);

/* Columns and rows of the square that `transpose` mirrors: sender a * side + b sends to receiver b
 * * side + a. 0 when the places are no square. */
unsigned traffic_side(const struct network *);

/* Number of the receiver that is hot under these parameters, of so many. */
unsigned traffic_hot(const struct network *, const struct traffic_params *, unsigned receivers);

/* Fills senders, receivers, fixed and hot of `traffic`, whose parameters and network are there. */
void traffic_ends(struct traffic *);

/* Place to which the next packet of a sender, a place, goes. */
unsigned traffic_destination(const struct traffic *, struct rng *, unsigned from);

/* How often the pattern sends from one place to another, relative to its other pairs; 0 never. */
double traffic_share(const struct traffic *, unsigned from, unsigned to);

#endif
