/* Twin of rtl/ecc.v on port structs. */
#include "ecc.h"

#include <stdbool.h>

/* The check bits in which bit `number` of a word takes part: the number'th value with an odd number
 * of ones, three or more, those with fewer ones first. */
static unsigned column_of(const struct ecc_params *p, unsigned number)
{
    if (p->protect == ECC_PARITY)
        return 1;
    for (int ones = 3;; ones += 2)
        for (unsigned value = 1; value < 1U << ecc_check_bits(p); value++)
            if (__builtin_popcount(value) == ones && number-- == 0)
                return value;
}

static unsigned check_of(const struct ecc_params *p, uint64_t word)
{
    unsigned check = 0;
    for (unsigned i = 0; i < p->width; i++)
        if (word >> i & 1)
            check ^= column_of(p, i);
    return check;
}

void ecc_outputs_f(const struct ecc_params *p, const struct ecc_in *in, struct ecc_out *out)
{
    unsigned syndrome = check_of(p, in->stored_data) ^ (unsigned)in->stored_check;
    bool corrects = p->protect == ECC_SECDED;
    out->check = check_of(p, in->data);
    out->fixed = in->stored_data;
    out->corrected = corrects && __builtin_popcount(syndrome) == 1;
    for (unsigned i = 0; corrects && i < p->width; i++)
        if (syndrome == column_of(p, i)) {
            out->fixed ^= UINT64_C(1) << i;
            out->corrected = true;
        }
    out->lost = syndrome && !out->corrected;
}
