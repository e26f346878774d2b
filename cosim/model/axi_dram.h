/* A DRAM channel as an AXI4 subordinate: a small front of queues before a struct dram. Model only;
 * its ports are declared in gen/plan/agents/axi_dram.v. It serves what rtl/axi_port.v asks: bursts
 * of whole aligned lines. docs/axi4.md states its rules.
 *
 *   AR ─> reads (4) ──────┐                      ┌─> burst ─> R
 *   AW ─> addresses (4) ──┼─> dram, one a cycle ─┤
 *   W ──> lines (2) ──────┘                      └─> B
 */
#ifndef MEMLOOM_AXI_DRAM_H
#define MEMLOOM_AXI_DRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "axi_dram_ports.h"
#include "dram.h"

enum { AXI_DRAM_QUEUE = 4, AXI_DRAM_LINES = 2 };

/* Faults that it is told to make, by number of the transaction; 0: none. */
struct axi_dram_faults {
    uint64_t repeat; /* this read's burst is sent twice */
    uint64_t error;  /* this read is answered with SLVERR, this write with DECERR */
};

struct axi_dram {
    struct dram *dram;
    unsigned beats; /* of a line */
    unsigned beat_words;
    struct axi_dram_faults faults;
    struct dram_out channel; /* what the channel shows */

    struct axi_dram_read {
        uint64_t line;
        uint8_t id;
    } reads[AXI_DRAM_QUEUE]; /* oldest first */
    unsigned read_count;
    bool write_turn; /* a write goes first when both wait */

    uint64_t addresses[AXI_DRAM_QUEUE]; /* lines of writes, oldest first */
    unsigned address_count;
    struct {
        uint64_t data[LINE_WORDS], mask[2];
    } lines[AXI_DRAM_LINES]; /* their data, oldest first; the last one may not be complete */
    unsigned line_count;     /* complete */
    unsigned beat_count;     /* of the next one */
    unsigned response_count; /* writes in DRAM whose B was not taken */
    uint64_t responses;      /* Bs taken */

    bool bursting;         /* a line is sent on R */
    unsigned beat;         /* the beat that is offered */
    uint64_t bursts;       /* lines that were begun */
    bool repeated;         /* this one is sent a second time */
    struct dram_out burst; /* the line: dram_reply */
};

void axi_dram_init(struct axi_dram *, struct dram *, unsigned data_bytes,
                   const struct axi_dram_faults *);
void axi_dram_outputs(struct axi_dram *, struct axi_dram_out *);
/* The edge that ends core cycle `now`; the channel's edge, too. */
void axi_dram_step(struct axi_dram *, const struct axi_dram_in *, uint64_t now);
/* Has to step in the next cycle, whatever comes; else when the channel has to, or is offered
 * something. */
bool axi_dram_is_active(const struct axi_dram *);
bool axi_dram_is_idle(const struct axi_dram *); /* the channel, too */
uint64_t axi_dram_hash(const struct axi_dram *);

#endif
