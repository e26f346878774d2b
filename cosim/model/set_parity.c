/* Twin of rtl/set_parity.v on port structs. */
#include "set_parity.h"

void set_parity_outputs_f(const struct set_parity_params *p, const struct set_parity_in *in,
                          struct set_parity_out *out)
{
    out->odd = set_parity_odd(set_parity_bits(p), in->line);
}
