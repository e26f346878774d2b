/* Twin of rtl/request_gate.v: holds a core's requests back while the organization of the last-level
 * cache changes, and knows when none is under way (docs/blocks/request_gate.md). */
#ifndef MEMLOOM_REQUEST_GATE_H
#define MEMLOOM_REQUEST_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "request_gate_ports.h"

enum { REQUEST_GATE_QUEUE = 2 }; /* requests that wait */

struct request_gate_request {
    uint8_t kind;      /* load, load_bypass, store, atomic, fetch */
    uint8_t op;        /* atomic operation */
    uint16_t id;       /* comes back with the answer */
    uint32_t pc;       /* program counter (with line protection) */
    uint64_t line;     /* line address */
    uint64_t mask[2];  /* bytes read or written */
    uint64_t data[16]; /* store data or atomic operands */
};

struct request_gate {
    bool carry_data; /* copy line data (default); false leaves it alone */
    bool stalled;    /* as told in the cycle before: nothing passes */
    bool shared;     /* likewise: atomics may pass */
    bool own;        /* likewise: slices are those of the own cluster */
    bool awake;
    uint8_t boundary;   /* cycles until the stall of a kernel boundary or a reset would be here */
    uint8_t answered;   /* answers of the step before, not counted yet */
    uint16_t under_way; /* requests that passed, without those answers that are counted */
    unsigned first;     /* place of the oldest request */
    unsigned count;     /* requests that wait */
    struct request_gate_request queue[REQUEST_GATE_QUEUE]; /* ring */
};

void request_gate_init(struct request_gate *, const struct request_gate_params *);
void request_gate_release(struct request_gate *);
void request_gate_reset(struct request_gate *);
void request_gate_outputs(const struct request_gate *, struct request_gate_out *);
void request_gate_step(struct request_gate *, const struct request_gate_in *);
bool request_gate_is_idle(const struct request_gate *);
bool request_gate_sleeps(const struct request_gate *, const struct request_gate_in *);
uint64_t request_gate_hash(const struct request_gate *);

#endif
