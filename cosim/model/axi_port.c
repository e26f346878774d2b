/* Twin of rtl/axi_port.v. */
#include "axi_port.h"

#include <string.h>

#include "hash.h"

enum { LINE_SIZE = 8 * AXI_PORT_LINE_WORDS, OKAY = 0, SLVERR = 2, DECERR = 3 };

/* Pauses that the chip model's calendar has room for. */
enum { LONGEST_PAUSE = 250 };

void axi_port_init(struct axi_port *p, const struct axi_port_params *params)
{
    *p = (struct axi_port){.params = *params,
                           .carry_data = true,
                           .beats = LINE_SIZE / params->data_bytes,
                           .beat_words = params->data_bytes / 8};
}

void axi_port_release(struct axi_port *p)
{
    (void)p; /* nothing is allocated */
}

void axi_port_reset(struct axi_port *p)
{
    p->head_count = 0;
    p->checking = p->ar_valid = p->beat_valid = p->reply_valid = false;
    p->same_reads = p->same_writes = 0;
    p->pending = p->open = p->old = 0;
    memset(p->counts, 0, sizeof p->counts);
    p->completes = false;
    p->done_count = 0;
    p->taken = p->unsent = p->sent = 0;
    p->put_at = p->send_at = p->done_at = 0;
    p->under_way = 0;
    p->data_count = 0;
    p->data_there = p->aw_valid = p->w_valid = p->response_valid = p->old_write = false;
    p->slverr = p->decerr = p->unknown = p->last = p->timeout = false;
    p->now = 0;
}

static void constant_outputs(const struct axi_port *p, struct axi_port_out *out)
{
    out->axi_b_ready = out->axi_r_ready = true;
    out->axi_aw_id = 0;
    out->axi_aw_len = out->axi_ar_len = p->beats - 1;
    out->axi_aw_size = out->axi_ar_size = (unsigned)__builtin_ctz(p->params.data_bytes);
    out->axi_aw_burst = out->axi_ar_burst = 1;
    out->axi_aw_lock = out->axi_ar_lock = false;
    out->axi_aw_cache = out->axi_ar_cache = 2;
    out->axi_aw_prot = out->axi_ar_prot = 2;
    out->axi_aw_qos = out->axi_ar_qos = 0;
    out->axi_aw_region = out->axi_ar_region = 0;
}

static void write_outputs(const struct axi_port *p, struct axi_port_out *out)
{
    unsigned byte = p->w_at * p->params.data_bytes;
    out->axi_aw_valid = p->aw_valid;
    out->axi_aw_addr = p->aw_line * LINE_SIZE;
    out->axi_w_valid = p->w_valid;
    if (!p->w_valid)
        return;
    out->axi_w_last = p->w_at == p->beats - 1;
    out->axi_w_strb = p->burst.mask[byte / 64] >> byte % 64;
    if (p->params.data_bytes < 64)
        out->axi_w_strb &= (UINT64_C(1) << p->params.data_bytes) - 1;
    if (p->carry_data)
        memcpy(out->axi_w_data, p->burst.line + p->w_at * p->beat_words, p->params.data_bytes);
}

void axi_port_outputs(const struct axi_port *p, struct axi_port_out *out)
{
    constant_outputs(p, out);
    write_outputs(p, out);
    out->busy = p->taken;
    out->dram_ready = p->head_count < AXI_PORT_HEADS && p->taken < p->params.writes;
    out->dram_reply_valid = p->reply_valid;
    out->dram_reply_id = p->reply_id;
    if (p->reply_valid && p->carry_data)
        memcpy(out->dram_reply_data, p->reply_data, LINE_SIZE);
    out->axi_ar_valid = p->ar_valid;
    out->axi_ar_id = p->ar.id;
    out->axi_ar_addr = p->ar.line * LINE_SIZE;
    out->error_slverr = p->slverr;
    out->error_decerr = p->decerr;
    out->error_unknown = p->unknown;
    out->error_last = p->last;
    out->error_timeout = p->timeout;
}

/* What is decided at an edge, from the state before it. */
struct axi_edge {
    bool takes, takes_write; /* a request of the slice */
    bool compares;           /* the oldest head goes to the check */
    bool passes;             /* the check's request goes on */
    bool opens;              /* AR is taken */
    bool beat_known;         /* a beat of a read under way */
    bool beat_ends;          /* the last one */
    bool replies;            /* another line may be offered to the slice */
    bool burst_done;         /* all of the burst was taken */
    bool begins_burst;       /* the next one is offered */
    bool responds;           /* the oldest write gets its response */
    bool tick;               /* so many cycles have gone by */
};

static bool waits(const struct axi_port *p)
{
    return p->taken || p->pending;
}

static struct axi_edge decide(const struct axi_port *p, const struct axi_port_in *in)
{
    struct axi_edge e = {.opens = p->ar_valid && in->axi_ar_ready};
    bool ar_free = !p->ar_valid || in->axi_ar_ready;
    e.takes = in->dram_valid && p->head_count < AXI_PORT_HEADS && p->taken < p->params.writes;
    e.takes_write = e.takes && in->dram_write;
    e.passes = p->checking && !p->same_reads && !p->same_writes && (p->check.write || ar_free);
    e.compares = !p->checking || e.passes;
    e.beat_known = p->beat_valid && p->open >> p->beat_id & 1;
    e.beat_ends = e.beat_known && (p->beat_last || p->counts[p->beat_id] == p->beats - 1);
    e.replies = !p->reply_valid || in->dram_reply_ready;
    bool bursting = p->aw_valid || p->w_valid;
    bool last_taken = in->axi_w_ready && p->w_at == p->beats - 1;
    e.burst_done = bursting && (!p->aw_valid || in->axi_aw_ready) && (!p->w_valid || last_taken);
    e.begins_burst = p->unsent && p->data_there && (e.burst_done || !bursting);
    e.responds = p->response_valid && !p->response_id && p->sent;
    e.tick = waits(p) && p->now == p->params.timeout - 1;
    return e;
}

static void report_errors(struct axi_port *p, const struct axi_edge *e)
{
    p->slverr = (e->beat_known && p->beat_resp == SLVERR) || (e->responds && p->response == SLVERR);
    p->decerr = (e->beat_known && p->beat_resp == DECERR) || (e->responds && p->response == DECERR);
    p->unknown = (p->beat_valid && !e->beat_known) || (p->response_valid && !e->responds);
    p->last = e->beat_known && p->beat_last != (p->counts[p->beat_id] == p->beats - 1);
    p->timeout = e->tick && (p->old || p->old_write);
    bool waited = waits(p);
    p->now = !waited || e->tick ? 0 : p->now + 1;
    p->old_write = (e->tick ? p->taken != 0 : p->old_write) && !e->responds;
    if (e->tick)
        p->old = p->pending;
}

static void offer_line(struct axi_port *p, const struct axi_edge *e)
{
    if (!e->replies)
        return;
    p->reply_valid = p->done_count;
    if (!p->done_count)
        return;
    p->reply_id = p->done[p->done_head];
    p->done_head = (p->done_head + 1) % AXI_PORT_IDS_MAX;
    p->done_count--;
    if (p->carry_data)
        memcpy(p->reply_data, p->lines[p->reply_id], LINE_SIZE);
}

/* What is behind the end of a short burst becomes zero. A line can be fetched a step later. */
static void store_beat(struct axi_port *p, const struct axi_edge *e)
{
    if (p->completes)
        p->done[(p->done_head + p->done_count++) % AXI_PORT_IDS_MAX] = p->complete_id;
    p->completes = e->beat_ends;
    if (!e->beat_known)
        return;
    unsigned id = p->beat_id, at = p->counts[id]++;
    uint64_t *line = p->lines[id];
    if (p->carry_data) {
        memcpy(line + at * p->beat_words, p->beat_data, p->params.data_bytes);
        if (p->beat_last)
            memset(line + (at + 1) * p->beat_words, 0, LINE_SIZE - (at + 1) * p->params.data_bytes);
    }
    if (!e->beat_ends)
        return;
    uint64_t bit = UINT64_C(1) << id;
    p->counts[id] = 0;
    p->pending &= ~bit;
    p->open &= ~bit;
    p->old &= ~bit;
    p->same_reads &= ~bit;
    p->complete_id = (uint8_t)id;
}

static void finish_write(struct axi_port *p)
{
    uint64_t bit = UINT64_C(1) << p->done_at;
    p->under_way &= ~bit;
    p->same_writes &= ~bit;
    p->done_at = (p->done_at + 1) % p->params.writes;
    p->sent--;
    p->taken--;
}

static void begin_burst(struct axi_port *p)
{
    p->aw_valid = p->w_valid = true;
    p->aw_line = p->write_lines[p->send_at];
    p->w_at = 0;
    p->burst = p->data[p->data_head];
    p->send_at = (p->send_at + 1) % p->params.writes;
    p->data_head = (p->data_head + 1) % AXI_PORT_WRITES_MAX;
    p->unsent--;
}

static void step_burst(struct axi_port *p, const struct axi_port_in *in, const struct axi_edge *e)
{
    p->sent += e->burst_done;
    if (e->begins_burst) {
        begin_burst(p);
        return;
    }
    p->aw_valid &= !in->axi_aw_ready;
    if (!p->w_valid || !in->axi_w_ready)
        return;
    p->w_valid = p->w_at != p->beats - 1;
    p->w_at++;
}

/* The RAM of data shows the oldest a cycle after it came, or after the one before has left. */
static void step_data(struct axi_port *p, const struct axi_port_in *in, const struct axi_edge *e)
{
    if (e->begins_burst || !p->data_there)
        p->data_there = p->data_count > (unsigned)e->begins_burst;
    p->data_count -= e->begins_burst;
    if (!e->takes_write)
        return;
    struct axi_write_data *data = &p->data[(p->data_head + p->data_count++) % AXI_PORT_WRITES_MAX];
    memcpy(data->mask, in->dram_mask, sizeof data->mask);
    if (p->carry_data)
        memcpy(data->line, in->dram_data, LINE_SIZE);
}

/* The check's request goes to AR or into the ring of writes. */
static void pass(struct axi_port *p)
{
    if (!p->check.write) {
        p->ar_valid = true;
        p->ar = p->check;
        p->pending |= UINT64_C(1) << p->check.id;
        p->read_lines[p->check.id] = p->check.line;
        return;
    }
    p->under_way |= UINT64_C(1) << p->put_at;
    p->write_lines[p->put_at] = p->check.line;
    p->put_at = (p->put_at + 1) % p->params.writes;
    p->unsent++;
}

/* Those of the candidates that have the line. */
static uint64_t of_line(const uint64_t *lines, uint64_t candidates, uint64_t line)
{
    uint64_t found = 0;
    for (uint64_t left = candidates; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        found |= (uint64_t)(lines[i] == line) << i;
    }
    return found;
}

/* After everything that begins or ends at this edge: the next request is compared with what is
 * then under way. */
static void compare(struct axi_port *p)
{
    p->checking = p->head_count;
    if (!p->head_count)
        return;
    p->check = p->heads[0];
    p->heads[0] = p->heads[1];
    p->head_count--;
    if (p->check.write)
        p->same_reads = of_line(p->read_lines, p->pending, p->check.line);
    else
        p->same_writes = of_line(p->write_lines, p->under_way, p->check.line);
}

static void register_answers(struct axi_port *p, const struct axi_port_in *in)
{
    p->beat_valid = in->axi_r_valid;
    if (in->axi_r_valid) {
        p->beat_id = (uint8_t)in->axi_r_id;
        p->beat_resp = (uint8_t)in->axi_r_resp;
        p->beat_last = in->axi_r_last;
        if (p->carry_data)
            memcpy(p->beat_data, in->axi_r_data, p->params.data_bytes);
    }
    p->response_valid = in->axi_b_valid;
    p->response_id = (uint8_t)in->axi_b_id;
    p->response = (uint8_t)in->axi_b_resp;
}

void axi_port_step(struct axi_port *p, const struct axi_port_in *in)
{
    const struct axi_edge e = decide(p, in);
    report_errors(p, &e);
    offer_line(p, &e);
    if (e.opens)
        p->open |= UINT64_C(1) << p->ar.id;
    store_beat(p, &e);
    step_burst(p, in, &e);
    if (e.responds)
        finish_write(p);
    step_data(p, in, &e);
    p->ar_valid &= !in->axi_ar_ready;
    if (e.passes)
        pass(p);
    if (e.compares)
        compare(p);
    if (e.takes)
        p->heads[p->head_count++] = (struct axi_request){
            .line = in->dram_line, .write = in->dram_write, .id = (uint8_t)in->dram_id};
    p->taken += e.takes_write;
    register_answers(p, in);
}

/* Nothing moves but the clock that times answers out. */
static bool is_quiet(const struct axi_port *p)
{
    bool blocked = p->same_reads || p->same_writes;
    bool stands = p->checking ? blocked : !p->head_count;
    bool offers = p->ar_valid || p->aw_valid || p->w_valid || p->unsent || p->reply_valid;
    bool fetches = p->data_count && !p->data_there;
    bool pulses = p->slverr || p->decerr || p->unknown || p->last || p->timeout;
    return stands && !offers && !fetches && !pulses && !p->beat_valid && !p->response_valid &&
           !p->completes && !p->done_count;
}

bool axi_port_is_idle(const struct axi_port *p)
{
    return is_quiet(p) && !p->checking && !waits(p) && !p->now;
}

uint64_t axi_port_pause(const struct axi_port *p)
{
    if (!is_quiet(p) || !waits(p))
        return 0;
    unsigned left = p->params.timeout - 1 - p->now;
    return left < LONGEST_PAUSE ? left : LONGEST_PAUSE;
}

void axi_port_skip(struct axi_port *p, uint64_t steps)
{
    if (waits(p))
        p->now += (unsigned)steps;
}

static uint64_t hash_request(uint64_t hash, const struct axi_request *request)
{
    return hash_word(hash, request->line << 9 | (uint64_t)request->id << 1 | request->write);
}

static uint64_t hash_data(uint64_t hash, const struct axi_port *p,
                          const struct axi_write_data *data)
{
    hash = hash_words(hash, data->mask, 2);
    return p->carry_data ? hash_words(hash, data->line, AXI_PORT_LINE_WORDS) : hash;
}

static uint64_t hash_reads(uint64_t hash, const struct axi_port *p)
{
    hash = hash_word(hash, p->pending);
    hash = hash_word(hash, p->open);
    hash = hash_word(hash, p->old);
    for (uint64_t left = p->pending; left; left &= left - 1) {
        unsigned id = (unsigned)__builtin_ctzll(left);
        hash = hash_word(hash, p->read_lines[id] << 4 | p->counts[id]);
        if (p->carry_data)
            hash = hash_words(hash, p->lines[id], p->counts[id] * p->beat_words);
    }
    for (unsigned i = 0; i < p->done_count; i++)
        hash = hash_word(hash, p->done[(p->done_head + i) % AXI_PORT_IDS_MAX]);
    hash = hash_word(hash, p->completes ? 1u + p->complete_id : 0);
    hash = hash_word(hash, p->reply_valid ? 1u + p->reply_id : 0);
    if (p->reply_valid && p->carry_data)
        hash = hash_words(hash, p->reply_data, AXI_PORT_LINE_WORDS);
    return hash;
}

static uint64_t hash_writes(uint64_t hash, const struct axi_port *p)
{
    hash = hash_word(hash, (uint64_t)p->put_at << 16 | p->send_at << 8 | p->done_at);
    hash = hash_word(hash, (uint64_t)p->taken << 16 | p->unsent << 8 | p->sent);
    for (uint64_t left = p->under_way; left; left &= left - 1)
        hash = hash_word(hash, p->write_lines[__builtin_ctzll(left)]);
    for (unsigned i = 0; i < p->data_count; i++)
        hash = hash_data(hash, p, &p->data[(p->data_head + i) % AXI_PORT_WRITES_MAX]);
    hash = hash_word(hash, p->data_there);
    if (p->aw_valid)
        hash = hash_word(hash, p->aw_line << 1 | 1);
    return p->w_valid ? hash_data(hash_word(hash, p->w_at), p, &p->burst) : hash;
}

uint64_t axi_port_hash(const struct axi_port *p)
{
    uint64_t hash = hash_word(p->head_count, p->now);
    for (unsigned i = 0; i < p->head_count; i++)
        hash = hash_request(hash, &p->heads[i]);
    if (p->checking)
        hash = hash_request(hash_word(hash, p->same_reads ^ p->same_writes << 1), &p->check);
    if (p->ar_valid)
        hash = hash_request(hash, &p->ar);
    hash = hash_word(hash, (uint64_t)p->beat_valid << 1 | p->response_valid);
    if (p->beat_valid) {
        hash =
            hash_word(hash, (uint64_t)p->beat_id << 3 | (uint64_t)p->beat_resp << 1 | p->beat_last);
        hash = p->carry_data ? hash_words(hash, p->beat_data, p->beat_words) : hash;
    }
    if (p->response_valid)
        hash = hash_word(hash, (uint64_t)p->response_id << 2 | p->response);
    hash = hash_word(hash, (uint64_t)p->old_write << 5 | (uint64_t)p->slverr << 4 |
                               (uint64_t)p->decerr << 3 | (uint64_t)p->unknown << 2 |
                               (uint64_t)p->last << 1 | p->timeout);
    return hash_writes(hash_reads(hash, p), p);
}
