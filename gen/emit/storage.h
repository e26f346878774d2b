/* How many bits of storage a leaf block has, read from its Verilog for given parameter values. */
#ifndef MEMLOOM_STORAGE_H
#define MEMLOOM_STORAGE_H

#include "netlist.h"

struct storage {
    uint64_t ram_bits;     /* in ram_1r1w instances, at any depth */
    uint64_t regfile_bits; /* in regfile_1r1w instances */
    uint64_t flop_bits;    /* registers: what is assigned with <= */
};

struct storage storage_of(const struct design *, const struct module *leaf, const uint64_t *values);

/* Something in a leaf block that stores: an instance of ram_1r1w or regfile_1r1w, or a block's own
 * registers. */
struct storage_part {
    const char *path; /* below the leaf: "protection.words"; registers: of the block, "" the leaf */
    const char *module;    /* of that instance; registers: of the block */
    uint64_t width, depth; /* bits of a word, words; registers: bits and 1 */
};

/* Calls `visit` for each part of the leaf. */
typedef void storage_visitor(void *context, const struct storage_part *);
void storage_visit(const struct design *, const struct module *leaf, const uint64_t *values,
                   storage_visitor *visit, void *context);

#endif
