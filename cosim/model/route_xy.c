/* Twin of rtl/route_xy.v on port structs. */
#include "route_xy.h"

void route_xy_outputs_f(const struct route_xy_params *params, const struct route_xy_in *in,
                        struct route_xy_out *out)
{
    (void)params;
    out->port = route_xy((unsigned)in->here_x, (unsigned)in->here_y, (unsigned)in->dest_x,
                         (unsigned)in->dest_y);
}
