/* Twin of rtl/atomic_alu.v on port structs. */
#include "atomic_alu.h"

void atomic_alu_outputs_f(const struct atomic_alu_params *p, const struct atomic_alu_in *in,
                          struct atomic_alu_out *out)
{
    (void)p;
    out->result = atomic_alu((enum atomic_op)in->op, (uint32_t)in->old, (uint32_t)in->operand);
}
