/* Twin of rtl/pc_hash.v on port structs. */
#include "pc_hash.h"

void pc_hash_outputs_f(const struct pc_hash_params *params, const struct pc_hash_in *in,
                       struct pc_hash_out *out)
{
    (void)params;
    out->insn = pc_hash_insn(in->pc);
    out->check = pc_hash_check(in->pc);
}
