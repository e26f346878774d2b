/* Twin of rtl/request_gate.v. */
#include "request_gate.h"

#include <string.h>

#include "hash.h"
#include "message.h"

enum { BOUNDARY = 2 }; /* cycles without a request behind a kernel boundary or a reset */

void request_gate_init(struct request_gate *gate, const struct request_gate_params *params)
{
    (void)params;
    memset(gate, 0, sizeof *gate);
    gate->carry_data = true;
    request_gate_reset(gate);
}

void request_gate_release(struct request_gate *gate)
{
    (void)gate; /* nothing is allocated */
}

void request_gate_reset(struct request_gate *gate)
{
    gate->stalled = gate->shared = gate->own = false;
    gate->awake = true;
    gate->boundary = BOUNDARY;
    gate->answered = 0;
    gate->under_way = 0;
    gate->first = gate->count = 0;
}

static const struct request_gate_request *head(const struct request_gate *gate)
{
    return &gate->queue[gate->first];
}

static bool is_open(const struct request_gate *gate)
{
    return !gate->stalled && !gate->boundary;
}

static bool waits_for_shared(const struct request_gate *gate)
{
    return gate->count && head(gate)->kind == L1_ATOMIC && !gate->shared;
}

static bool passes(const struct request_gate *gate)
{
    return gate->count && is_open(gate) && !waits_for_shared(gate);
}

void request_gate_outputs(const struct request_gate *gate, struct request_gate_out *out)
{
    out->request_ready = gate->count < REQUEST_GATE_QUEUE;
    out->awake = gate->awake;
    out->atomics = waits_for_shared(gate);
    out->own_slices = gate->own;
    out->stays_private = gate->own || gate->stalled;
    out->passed_valid = passes(gate);
    if (!out->passed_valid)
        return;
    const struct request_gate_request *request = head(gate);
    out->passed_kind = request->kind;
    out->passed_op = request->op;
    out->passed_line = request->line;
    out->passed_id = request->id;
    out->passed_pc = request->pc;
    memcpy(out->passed_mask, request->mask, sizeof out->passed_mask);
    if (gate->carry_data)
        memcpy(out->passed_data, request->data, sizeof out->passed_data);
}

static void take(struct request_gate *gate, const struct request_gate_in *in)
{
    unsigned place = (gate->first + gate->count++) % REQUEST_GATE_QUEUE;
    struct request_gate_request *request = &gate->queue[place];
    request->kind = (uint8_t)in->request_kind;
    request->op = (uint8_t)in->request_op;
    request->id = (uint16_t)in->request_id;
    request->pc = (uint32_t)in->request_pc;
    request->line = in->request_line;
    memcpy(request->mask, in->request_mask, sizeof request->mask);
    if (gate->carry_data)
        memcpy(request->data, in->request_data, sizeof request->data);
}

static uint8_t count_answers(const struct request_gate_in *in)
{
    return (uint8_t)(in->answer_hit + in->answer_response + in->answer_remote);
}

/* What passes or is answered counts behind this step: `awake` falls a cycle late. */
static void count(struct request_gate *gate, const struct request_gate_in *in, bool leaves)
{
    gate->under_way = (uint16_t)(gate->under_way - gate->answered);
    gate->awake = !gate->stalled || gate->under_way;
    gate->under_way = (uint16_t)(gate->under_way + leaves);
    gate->answered = count_answers(in);
}

void request_gate_step(struct request_gate *gate, const struct request_gate_in *in)
{
    bool leaves = passes(gate) && in->passed_ready;
    bool takes = in->request_valid && gate->count < REQUEST_GATE_QUEUE;
    count(gate, in, leaves);
    if (leaves) {
        gate->first = (gate->first + 1) % REQUEST_GATE_QUEUE;
        gate->count--;
    }
    if (takes)
        take(gate, in);
    gate->stalled = in->stall;
    gate->shared = in->shared;
    gate->own = in->is_private;
    if (in->flush)
        gate->boundary = BOUNDARY;
    else if (gate->boundary)
        gate->boundary--;
}

/* Nothing waits, nothing is under way, and it was told nothing. */
bool request_gate_is_idle(const struct request_gate *gate)
{
    return !gate->count && !gate->under_way && !gate->answered && !gate->boundary &&
           !gate->stalled && !gate->shared && !gate->own && gate->awake;
}

/* It acts at handshakes, at answers, and when it is told something else. */
bool request_gate_sleeps(const struct request_gate *gate, const struct request_gate_in *in)
{
    bool awake = !gate->stalled || gate->under_way;
    return gate->stalled == in->stall && gate->shared == in->shared &&
           gate->own == in->is_private && !gate->boundary && !gate->answered &&
           gate->awake == awake && !in->flush && !count_answers(in);
}

static uint64_t hash_request(const struct request_gate_request *request, uint64_t hash, bool data)
{
    hash = hash_word(hash, (uint64_t)request->kind << 56 | (uint64_t)request->op << 48 |
                               (uint64_t)request->id << 32 | request->pc);
    hash = hash_words(hash_word(hash, request->line), request->mask, 2);
    return data ? hash_words(hash, request->data, 16) : hash;
}

uint64_t request_gate_hash(const struct request_gate *gate)
{
    uint64_t flags = (uint64_t)gate->stalled << 3 | (uint64_t)gate->shared << 2 |
                     (uint64_t)gate->own << 1 | gate->awake;
    uint64_t hash = hash_word(flags, (uint64_t)gate->under_way << 32 |
                                         (uint64_t)gate->boundary << 8 | (uint64_t)gate->answered);
    hash = hash_word(hash, gate->count);
    for (unsigned i = 0; i < gate->count; i++)
        hash = hash_request(&gate->queue[(gate->first + i) % REQUEST_GATE_QUEUE], hash,
                            gate->carry_data);
    return hash;
}
