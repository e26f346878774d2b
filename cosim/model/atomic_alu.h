/* Twin of rtl/atomic_alu.v, a function: result of an atomic operation on one 32-bit word. */
#ifndef MEMLOOM_ATOMIC_ALU_H
#define MEMLOOM_ATOMIC_ALU_H

#include <stdint.h>

#include "atomic_alu_ports.h"

enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_EXCHANGE,
    ATOMIC_UNSIGNED_MIN,
    ATOMIC_UNSIGNED_MAX,
    ATOMIC_SIGNED_MIN,
    ATOMIC_SIGNED_MAX,
    ATOMIC_AND,
    ATOMIC_OR
};

static inline uint32_t atomic_alu(enum atomic_op op, uint32_t old, uint32_t operand)
{
    switch (op) {
    case ATOMIC_ADD:
        return old + operand;
    case ATOMIC_EXCHANGE:
        return operand;
    case ATOMIC_UNSIGNED_MIN:
        return operand < old ? operand : old;
    case ATOMIC_UNSIGNED_MAX:
        return operand > old ? operand : old;
    case ATOMIC_SIGNED_MIN:
        return (int32_t)operand < (int32_t)old ? operand : old;
    case ATOMIC_SIGNED_MAX:
        return (int32_t)operand > (int32_t)old ? operand : old;
    case ATOMIC_AND:
        return old & operand;
    case ATOMIC_OR:
        return old | operand;
    }
    return old;
}

/* The same on the port structs of the module. */
void atomic_alu_outputs_f(const struct atomic_alu_params *, const struct atomic_alu_in *,
                          struct atomic_alu_out *);

#endif
