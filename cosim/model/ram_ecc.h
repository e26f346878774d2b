/* Twin of rtl/ram_ecc.v: ram_1r1w whose words are stored with check bits (docs/blocks/ram_ecc.md).
 */
#ifndef MEMLOOM_RAM_ECC_H
#define MEMLOOM_RAM_ECC_H

#include <stdbool.h>
#include <stdint.h>

#include "ecc.h"
#include "ram_ecc_ports.h"

struct ram_ecc {
    struct ram_ecc_params params; /* protection, width, depth, mask bits */
    struct ecc_params code;       /* of a code word */
    unsigned part, words;         /* bits that share one mask bit, their code words */
    struct code_word {
        uint64_t data, check;
    } * storage, /* [depth][mask bits][words]; zero (RTL: undefined) before a write */
        *read;   /* [mask bits][words] what the last read returned */
};

void ram_ecc_init(struct ram_ecc *, const struct ram_ecc_params *);
void ram_ecc_release(struct ram_ecc *);
void ram_ecc_outputs(const struct ram_ecc *, struct ram_ecc_out *);
void ram_ecc_step(struct ram_ecc *, const struct ram_ecc_in *);
bool ram_ecc_is_idle(const struct ram_ecc *);
uint64_t ram_ecc_hash(const struct ram_ecc *);

#endif
