/* Twin of rtl/dlp_protect.v on port structs. */
#include "dlp_protect.h"

void dlp_protect_outputs_f(const struct dlp_protect_params *params, const struct dlp_protect_in *in,
                           struct dlp_protect_out *out)
{
    unsigned all = (1u << params->ways) - 1;
    struct dlp_lives lives = {.way = {0}};
    for (unsigned way = 0; way < params->ways; way++)
        lives.way[way] = (uint8_t)in->lives[way];
    struct dlp_lives looked_at = lives;
    if (in->query)
        dlp_protect_query(&lives, params->ways);
    if (!params->life)
        looked_at = lives;
    out->replaceable = dlp_protect_over(&looked_at, (unsigned)(in->valid & ~in->reserved));
    bool waits = !params->reserved && dlp_protect_over(&looked_at, (unsigned)in->reserved);
    out->bypass = (in->valid | in->reserved) == all && !out->replaceable && !waits;
    for (unsigned way = 0; way < params->ways; way++)
        out->next_lives[way] = in->renew && in->way >> way & 1 ? in->distance : lives.way[way];
}
