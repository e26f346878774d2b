/* Twin of rtl/axi_port.v: from the DRAM port of an LLC slice to AXI4 (docs/blocks/axi_port.md). */
#ifndef MEMLOOM_AXI_PORT_H
#define MEMLOOM_AXI_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "axi_port_ports.h"

enum {
    AXI_PORT_IDS_MAX = 1 << AXI_PORT_ENTRY_BITS_MAX,
    AXI_PORT_HEADS = 2,
    AXI_PORT_LINE_WORDS = 16
};

/* A request of the slice without its data. */
struct axi_request {
    uint64_t line; /* line address */
    bool write;    /* write back, or read */
    uint8_t id;    /* reads: comes back with the line */
};

/* What a write brings. */
struct axi_write_data {
    uint64_t line[AXI_PORT_LINE_WORDS];
    uint64_t mask[2]; /* its bytes that are written */
};

struct axi_port {
    struct axi_port_params params; /* sizes */
    bool carry_data;               /* move line data (default); false leaves it alone */
    unsigned beats;                /* of a line */
    unsigned beat_words;           /* 64-bit words of one */

    struct axi_request heads[AXI_PORT_HEADS]; /* taken and not compared, oldest first */
    unsigned head_count;
    bool checking; /* a request waits for others of its line, or for AR */
    struct axi_request check;
    uint64_t same_reads;  /* a write: reads that it waits for */
    uint64_t same_writes; /* a read: places of the writes that it waits for */

    bool ar_valid;
    struct axi_request ar;

    bool beat_valid; /* a beat of R came in the last step */
    uint8_t beat_id, beat_resp;
    bool beat_last;
    uint64_t beat_data[8];
    uint64_t pending;                      /* reads from the check to their last beat */
    uint64_t open;                         /* likewise from their address: beats may come */
    uint64_t old;                          /* pending at the last tick */
    uint64_t read_lines[AXI_PORT_IDS_MAX]; /* of pending reads */
    uint8_t counts[AXI_PORT_IDS_MAX];      /* beats that have come */
    uint64_t lines[AXI_PORT_IDS_MAX][AXI_PORT_LINE_WORDS];
    bool completes; /* a line is complete, its last beat is written in the next step */
    uint8_t complete_id;
    uint8_t done[AXI_PORT_IDS_MAX]; /* ids of complete lines, a ring */
    unsigned done_head, done_count;
    bool reply_valid; /* a line is offered to the slice */
    uint8_t reply_id;
    uint64_t reply_data[AXI_PORT_LINE_WORDS];

    unsigned taken;                                  /* writes from request to response */
    unsigned unsent;                                 /* passed the check, not offered yet */
    unsigned sent;                                   /* address and data were taken */
    unsigned put_at, send_at, done_at;               /* places of the ring of writes */
    uint64_t under_way;                              /* places with a write */
    uint64_t write_lines[AXI_PORT_WRITES_MAX];       /* its line */
    struct axi_write_data data[AXI_PORT_WRITES_MAX]; /* of those not offered yet, a ring */
    unsigned data_head, data_count;
    bool data_there; /* the oldest data are at the output of their RAM */

    bool aw_valid, w_valid;
    uint64_t aw_line;
    unsigned w_at; /* the beat that is offered */
    struct axi_write_data burst;

    bool response_valid; /* B came in the last step */
    uint8_t response_id, response;
    bool old_write; /* the oldest write was under way at the last tick */

    bool slverr, decerr, unknown, last, timeout; /* error pulses */
    unsigned now;                                /* cycles since the last tick */
};

void axi_port_init(struct axi_port *, const struct axi_port_params *);
void axi_port_release(struct axi_port *);
void axi_port_reset(struct axi_port *);
void axi_port_outputs(const struct axi_port *, struct axi_port_out *);
void axi_port_step(struct axi_port *, const struct axi_port_in *);
bool axi_port_is_idle(const struct axi_port *);
uint64_t axi_port_pause(const struct axi_port *);
void axi_port_skip(struct axi_port *, uint64_t steps);
uint64_t axi_port_hash(const struct axi_port *);

#endif
