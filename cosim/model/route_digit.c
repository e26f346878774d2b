/* Twin of rtl/route_digit.v on port structs. */
#include "route_digit.h"

void route_digit_outputs_f(const struct route_digit_params *params, const struct route_digit_in *in,
                           struct route_digit_out *out)
{
    out->port = route_digit((unsigned)in->dest, params->digit_lsb, params->digit_bits);
}
