/* Twin of rtl/ccn_port.v. */
#include "ccn_port.h"

#include <assert.h>
#include <string.h>

#include "hash.h"
#include "message.h"
#include "set_parity.h"

enum { ALL_SECTORS = 15, LINE_SIZE = 8 * CCN_PORT_LINE_WORDS };

void ccn_port_init(struct ccn_port *p, const struct ccn_port_params *params)
{
    struct set_parity_params parity = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    *p = (struct ccn_port){
        .params = *params, .carry_data = true, .parity_bits = set_parity_bits(&parity)};
    request_ways_init(&p->ways, &(struct request_ways_params){.id_bits = params->id_bits,
                                                              .regions = params->regions});
}

void ccn_port_release(struct ccn_port *p)
{
    request_ways_release(&p->ways);
}

void ccn_port_reset(struct ccn_port *p)
{
    request_ways_reset(&p->ways);
    p->held = p->took = p->asks = p->back_turn = p->answers = p->fill_turn = false;
    p->was_written = p->was_skipped = p->was_asked = p->was_odd = false;
    p->sent_waits = false;
    p->away = 0;
}

/* What is held waits for a read of its line that is in the network. */
static bool waits(const struct ccn_port *p)
{
    return p->held_same & p->away;
}

/* What is held is a read for the network; all else goes to L2 at once. */
static bool is_shared(const struct ccn_port *p)
{
    return p->waiting.kind == MESSAGE_READ && !p->held_skip && !p->held_written && !p->held_out;
}

/* Entries in the network with that line: one at most. */
static uint64_t entries_of(const struct ccn_port *p, uint64_t line)
{
    for (uint64_t left = p->away; left; left &= left - 1)
        if (p->reads[__builtin_ctzll(left)].line == line)
            return left & -left;
    return 0;
}

static unsigned entry_of(const struct ccn_port *p, uint64_t line)
{
    uint64_t entries = entries_of(p, line);
    assert(entries && "a line that comes back from the network was sent there");
    return (unsigned)__builtin_ctzll(entries);
}

/* What a read does not need is that of the message that was held last. */
static void send_outputs(const struct ccn_port *p, struct ccn_port_out *out)
{
    const struct ccn_message *message = &p->waiting;
    const struct ccn_read *read = &p->reads[p->asked];
    out->send_dest = p->asks ? read->dest : message->dest;
    out->send_kind = p->asks ? MESSAGE_READ : message->kind;
    out->send_op = message->op;
    out->send_line = p->asks ? read->line : message->line;
    out->send_id = p->asks ? p->asked : message->id;
    out->send_sectors = p->asks ? ALL_SECTORS : message->sectors;
    out->send_data_sectors = p->asks ? 0 : message->data_sectors;
    memcpy(out->send_mask, message->mask, sizeof message->mask);
}

static void answer_outputs(const struct ccn_port *p, struct ccn_port_out *out)
{
    out->answer_kind = p->answer_kind;
    out->answer_id = p->answer_id;
    out->answer_line = p->answer_line;
    if (p->carry_data)
        memcpy(out->answer_data, p->answer_data, LINE_SIZE);
}

void ccn_port_outputs(const struct ccn_port *p, struct ccn_port_out *out)
{
    bool goes = p->held && !waits(p), shared = is_shared(p);
    out->request_ready = !p->held;
    out->send_valid = p->asks || (goes && !shared);
    if (out->send_valid)
        send_outputs(p, out);
    out->miss_valid = goes && shared;
    if (out->miss_valid)
        out->miss_line = p->waiting.line;
    out->direct_ready = !p->asks && !p->back_turn;
    out->back_ready = !p->asks && p->back_turn;
    out->fill_ready = !p->answers && p->fill_turn;
    out->reply_ready = !p->answers && !p->fill_turn;
    out->answer_valid = p->answers;
    if (p->answers)
        answer_outputs(p, out);
    out->event_written = p->was_written;
    out->event_skip = p->was_skipped;
    out->event_ask = p->was_asked;
    out->event_ask_odd = p->was_odd;
}

static void hold(struct ccn_port *p, const struct ccn_port_in *in, unsigned region)
{
    struct ccn_message *message = &p->waiting;
    p->held = true;
    p->held_same = entries_of(p, in->request_line);
    p->held_skip = in->skip;
    p->held_written = request_ways_written(&p->ways, region);
    p->held_remote = in->request_remote;
    p->held_out =
        in->request_again || in->request_remote ||
        (set_parity_odd(p->parity_bits, in->request_line) ? in->share_odd : in->share_even);
    message->line = in->request_line;
    message->id = (uint32_t)in->request_id;
    message->dest = (uint16_t)in->request_dest;
    message->kind = (uint8_t)in->request_kind;
    message->op = (uint8_t)in->request_op;
    message->sectors = (uint8_t)in->request_sectors;
    message->data_sectors = (uint8_t)in->request_data_sectors;
    memcpy(message->mask, in->request_mask, sizeof message->mask);
}

/* A read that the ring or the buffer gives back, if it is its turn. */
static void take_ask(struct ccn_port *p, const struct ccn_port_in *in)
{
    p->asks = p->back_turn ? in->back_valid : in->direct_valid;
    if (p->asks)
        p->asked = entry_of(p, p->back_turn ? in->back_line : in->direct_line);
    p->back_turn = !p->back_turn && in->back_valid;
}

/* A reply of L2 or the line of another L1, likewise; that entry is no longer in the network. */
static void take_answer(struct ccn_port *p, const struct ccn_port_in *in)
{
    bool fill = p->fill_turn && in->fill_valid, reply = !p->fill_turn && in->reply_valid;
    p->fill_turn = !p->fill_turn && in->fill_valid;
    p->answers = fill || reply;
    if (fill) {
        p->answer_kind = MESSAGE_READ;
        p->answer_id = entry_of(p, in->fill_line);
        p->answer_line = in->fill_line;
        p->away &= ~(UINT64_C(1) << p->answer_id);
    } else if (reply) {
        p->answer_kind = (uint8_t)in->reply_kind;
        p->answer_id = (uint32_t)in->reply_id;
        p->answer_line = in->reply_line;
    }
    if (p->answers && p->carry_data)
        memcpy(p->answer_data, fill ? in->fill_data : in->reply_data, LINE_SIZE);
}

/* The held message leaves: into the network, or to L2. */
static bool leaves(const struct ccn_port *p, const struct ccn_port_in *in)
{
    bool taken = is_shared(p) ? in->miss_ready : !p->asks && in->send_ready;
    return p->held && !waits(p) && taken;
}

static void leave(struct ccn_port *p)
{
    const struct ccn_message *message = &p->waiting;
    p->held = false;
    if (message->kind != MESSAGE_READ || p->held_out)
        return;
    p->was_skipped = p->held_skip;
    p->was_written = p->held_written && !p->held_skip;
    if (!is_shared(p))
        return;
    p->away |= UINT64_C(1) << message->id;
    p->reads[message->id] = (struct ccn_read){.line = message->line, .dest = message->dest};
}

/* What came from the MSHR at the last edge, else what the requester sent. */
static void note(struct ccn_port *p, const struct ccn_port_in *in)
{
    struct request_ways_in ways = {.flush = in->flush,
                                   .leave_valid = p->took || p->sent_waits,
                                   .leave_foreign = true,
                                   .leave_writes = p->sent_writes,
                                   .leave_region = p->sent_region,
                                   .answer_response = p->answers && in->answer_ready,
                                   .answer_remote = in->home_valid};
    if (p->took) {
        ways.leave_writes = p->waiting.kind >> 1 & 1;
        ways.leave_region = request_ways_region(p->params.regions, p->waiting.line);
    }
    request_ways_step(&p->ways, &ways);
    p->sent_waits = p->sent_waits && p->took;
    if (in->sent_valid && in->sent_ready) {
        p->sent_waits = true;
        p->sent_writes = in->sent_kind >> 1 & 1;
        p->sent_region = (uint16_t)request_ways_region(p->params.regions, in->sent_line);
    }
}

/* An own read that goes to L2 in this step. */
static void see_ask(struct ccn_port *p, const struct ccn_port_in *in)
{
    bool goes = p->held && !waits(p) && !is_shared(p);
    bool own = p->waiting.kind == MESSAGE_READ && !p->held_remote;
    uint64_t line = p->asks ? p->reads[p->asked].line : p->waiting.line;
    p->was_asked = in->send_ready && (p->asks || (goes && own));
    p->was_odd = p->was_asked && set_parity_odd(p->parity_bits, line);
}

void ccn_port_step(struct ccn_port *p, const struct ccn_port_in *in)
{
    bool take = in->request_valid && !p->held, goes = leaves(p, in);
    see_ask(p, in);
    if (take) /* then what is noted is no message of the MSHR's */
        hold(p, in, request_ways_region(p->params.regions, in->request_line));
    note(p, in);
    p->took = take;
    p->was_written = p->was_skipped = false;
    if (!p->answers)
        take_answer(p, in);
    else
        p->answers = !in->answer_ready;
    if (!p->asks) {
        take_ask(p, in);
    } else if (in->send_ready) {
        p->asks = false;
        p->away &= ~(UINT64_C(1) << p->asked);
    }
    if (goes)
        leave(p);
}

bool ccn_port_is_idle(const struct ccn_port *p)
{
    return !p->held && !p->took && !p->asks && !p->answers && !p->was_written && !p->was_skipped &&
           !p->was_asked && !p->sent_waits && request_ways_is_idle(&p->ways);
}

static uint64_t hash_held(const struct ccn_port *p, uint64_t hash)
{
    const struct ccn_message *m = &p->waiting;
    hash = hash_word(hash_word(hash, m->line), p->held_same & p->away);
    hash = hash_words(hash, m->mask, 2);
    hash =
        hash_word(hash, (uint64_t)m->id << 32 | (unsigned)(m->dest << 16 | m->kind << 8 | m->op));
    hash =
        hash_word(hash, (unsigned)(m->sectors << 8 | m->data_sectors << 2 | p->held_remote << 12 |
                                   p->held_out << 7 | p->held_written << 1 | p->held_skip));
    return hash;
}

uint64_t ccn_port_hash(const struct ccn_port *p)
{
    unsigned flags = (unsigned)p->held | (unsigned)p->asks << 1 | (unsigned)p->back_turn << 2 |
                     (unsigned)p->answers << 3 | (unsigned)p->fill_turn << 4 |
                     (unsigned)p->was_written << 5 | (unsigned)p->took << 6 |
                     (unsigned)p->was_skipped << 7 | (unsigned)p->was_asked << 8 |
                     (unsigned)p->was_odd << 9;
    uint64_t hash = hash_word(hash_word(request_ways_hash(&p->ways), flags), p->away);
    if (p->sent_waits)
        hash = hash_word(hash, (uint64_t)p->sent_region << 1 | p->sent_writes);
    for (uint64_t left = p->away; left; left &= left - 1) {
        const struct ccn_read *read = &p->reads[__builtin_ctzll(left)];
        hash = hash_word(hash_word(hash, read->line), read->dest);
    }
    if (p->held || p->asks)
        hash = hash_held(p, hash);
    if (p->asks)
        hash = hash_word(hash, p->asked);
    if (!p->answers)
        return hash;
    hash =
        hash_word(hash_word(hash, p->answer_line), (uint64_t)p->answer_kind << 32 | p->answer_id);
    return p->carry_data ? hash_words(hash, p->answer_data, CCN_PORT_LINE_WORDS) : hash;
}
