/* Twin of rtl/set_map.v on port structs. */
#include "set_map.h"

void set_map_outputs_f(const struct set_map_params *p, const struct set_map_in *in,
                       struct set_map_out *out)
{
    struct set_map map = set_map_make(p);
    out->line_set = set_map_set(&map, in->line);
    out->line_tag = set_map_tag(&map, in->line);
    out->of_line = set_map_line(&map, (unsigned)in->of_set, in->of_tag);
}
