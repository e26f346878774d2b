/* Twin of rtl/dlp_protect.v, a function: protected lives of the lines of one set
 * (docs/blocks/dlp_protect.md). The host has a struct dlp_lives per set: query it, choose among the
 * replaceable ways, then give the way that hits or allocates its new life. */
#ifndef MEMLOOM_DLP_PROTECT_H
#define MEMLOOM_DLP_PROTECT_H

#include <stdbool.h>
#include <stdint.h>

#include "dlp_protect_ports.h"

struct dlp_lives {
    uint8_t way[DLP_PROTECT_WAYS_MAX]; /* protected life of each way's line, in queries */
};

/* A query takes one from every life. */
static inline void dlp_protect_query(struct dlp_lives *lives, unsigned ways)
{
    for (unsigned way = 0; way < ways; way++)
        if (lives->way[way])
            lives->way[way]--;
}

/* Mask of those of `ways` (bit i is way i) whose life is over. */
static inline unsigned dlp_protect_over(const struct dlp_lives *lives, unsigned ways)
{
    unsigned over = 0;
    for (unsigned rest = ways; rest; rest &= rest - 1) {
        unsigned way = (unsigned)__builtin_ctz(rest);
        over |= (unsigned)!lives->way[way] << way;
    }
    return over;
}

/* All of it on the port structs of the module. */
void dlp_protect_outputs_f(const struct dlp_protect_params *, const struct dlp_protect_in *,
                           struct dlp_protect_out *);

#endif
