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

#endif
