/* Twin of rtl/home_map.v on port structs. */
#include "home_map.h"

void home_map_outputs_f(const struct home_map_params *p, const struct home_map_in *in,
                        struct home_map_out *out)
{
    struct home_map map = home_map_make(p);
    out->home = home_map_home(&map, in->line);
}
