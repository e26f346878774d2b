/* Twin of rtl/lru_pairs.v, a function: least-recently-used replacement on a bit per pair of ways.
 * The twins of its hosts keep lists (lru_order), which say the same; that they do is tested. */
#ifndef MEMLOOM_LRU_PAIRS_H
#define MEMLOOM_LRU_PAIRS_H

#include <stdint.h>

#include "lru_pairs_ports.h"

void lru_pairs_outputs_f(const struct lru_pairs_params *, const struct lru_pairs_in *,
                         struct lru_pairs_out *);

#endif
