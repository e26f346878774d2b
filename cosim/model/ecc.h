/* Twin of rtl/ecc.v, a function: check bits of a word, and what they say of a word that comes back
 * (docs/blocks/ecc.md). */
#ifndef MEMLOOM_ECC_H
#define MEMLOOM_ECC_H

#include "ecc_ports.h"

enum ecc_kind { ECC_PARITY = 1, ECC_SECDED };

void ecc_outputs_f(const struct ecc_params *, const struct ecc_in *, struct ecc_out *);

#endif
