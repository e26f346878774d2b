/* The parts of portgen: what it knows of a twin, and the printers of the C side of a module header.
 */
#ifndef MEMLOOM_PORTGEN_H
#define MEMLOOM_PORTGEN_H

#include "verilog_header.h"

/* Which functions of docs/conventions.md a twin's header declares. */
struct twin_functions {
    bool is_block;     /* x_init, x_step and so on */
    bool is_function;  /* x_outputs_f */
    bool reads_inputs; /* x_outputs_in instead of x_outputs: a combinational read port */
    bool has_reset;    /* x_reset */
    bool can_sleep;    /* x_sleeps */
    bool sees_offers;  /* x_sees_offers */
    bool can_pause;    /* x_pause and x_skip */
    bool carries_data; /* struct x has a field carry_data */
};

void print_ports_header(FILE *, const struct module_header *);
void print_block_table(FILE *, const struct module_header *, const struct twin_functions *);

#endif
