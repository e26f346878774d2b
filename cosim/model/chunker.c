/* Twin of rtl/chunker.v on port structs. */
#include "chunker.h"

void chunker_outputs_f(const struct chunker_params *p, const struct chunker_in *in,
                       struct chunker_out *out)
{
    (void)p; /* has none */
    out->sectors = chunker_sectors(in->chunk, in->mask);
}
