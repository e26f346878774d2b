/* Twin of rtl/requester.v. */
#include "requester.h"

#include <string.h>

#include "address_map.h"
#include "chunker.h"
#include "hash.h"
#include "message.h"
#include "pc_hash.h"
#include "set_parity.h"

/* Where a request goes: by default nowhere. */
struct way {
    bool local;    /* to the own L1 */
    bool foreign;  /* marked foreign there */
    bool sent;     /* over the network */
    bool near;     /* the message goes to L2, not to the home */
    bool past;     /* local: a load that the home's copy must not answer, straight to L2 */
    uint16_t dest; /* of the message */
};

void requester_init(struct requester *requester, const struct requester_params *params)
{
    struct home_map_params home = {.line_bits = params->line_bits,
                                   .tag_lsb = port_clog2(params->sets),
                                   .cores = params->cores,
                                   .fold = params->fold};
    struct set_parity_params parity = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    memset(requester, 0, sizeof *requester);
    requester->carry_data = true;
    requester->chunk_bits = (uint8_t)params->chunk_bits;
    requester->partition_hash = params->partition_hash;
    requester->queue = (uint8_t)params->queue;
    requester->partitions = (uint16_t)params->partitions;
    requester->home = home_map_make(&home);
    requester->parity_bits = set_parity_bits(&parity);
    request_ways_init(&requester->ways, &(struct request_ways_params){.id_bits = params->id_bits,
                                                                      .regions = params->regions});
    l1_arbiter_init(&requester->arbiter,
                    &(struct l1_arbiter_params){.line_bits = params->line_bits,
                                                .node_bits = params->node_bits,
                                                .msg_id_bits = params->msg_id_bits,
                                                .depth = params->depth,
                                                .age_limit = params->age_limit,
                                                .id_bits = params->id_bits});
}

void requester_release(struct requester *requester)
{
    l1_arbiter_release(&requester->arbiter);
}

void requester_reset(struct requester *requester)
{
    requester->event_home = false;
    requester->event_near = false;
    requester->held = false;
    requester->message_first = 0;
    requester->message_count = 0;
    requester->organization = 0;
    request_ways_reset(&requester->ways);
    l1_arbiter_reset(&requester->arbiter);
}

/* The message `offset` places behind the oldest one. */
static unsigned message_place(const struct requester *requester, unsigned offset)
{
    unsigned place = requester->message_first + offset;
    return place < requester->queue ? place : place - requester->queue;
}

static void send_outputs(const struct requester *requester, struct requester_out *out)
{
    out->send_valid = requester->message_count > 0;
    if (!out->send_valid)
        return;
    const struct requester_message *message = &requester->messages[requester->message_first];
    out->send_class = message->to_l2;
    out->send_dest = message->dest;
    out->send_kind = message->kind;
    out->send_line = message->line;
    out->send_id = message->id;
    out->send_sectors = message->sectors;
    out->send_data_sectors = message->data_sectors;
    memcpy(out->send_mask, message->mask, sizeof message->mask);
    if (requester->carry_data)
        memcpy(out->send_data, message->data, sizeof message->data);
}

void requester_outputs(const struct requester *requester, struct requester_out *out)
{
    out->request_ready = !requester->held || requester_goes_on(requester);
    out->recv_ready = l1_arbiter_takes_remote(&requester->arbiter);
    out->event_home = requester->event_home;
    out->event_near = requester->event_near;
    L1_ARBITER_DRIVE(&requester->arbiter, out, requester->carry_data);
    send_outputs(requester, out);
}

enum { NEAREST = 4 }; /* of an organization: l1_nearest */

/* It goes past the own L1. */
static bool goes_away(const struct requester_request *request)
{
    return request->foreign && (request->kind == L1_LOAD || request->kind == L1_STORE) &&
           request->shared && !request->written;
}

static bool is_moved(const struct requester *requester)
{
    return requester->request.organization != requester->organization;
}

static bool writes(const struct requester_request *request)
{
    return request->kind == L1_STORE || request->kind == L1_ATOMIC;
}

/* A read that may not be cached, of a line whose stores go to its home. */
static bool passes(const struct requester_request *request)
{
    return request->foreign && !request->written && !writes(request) && request->kind != L1_LOAD &&
           request->shared;
}

/* Its way may be another one than that of requests in flight to its line, and not all are reads. */
bool requester_waits(const struct requester *requester)
{
    const struct requester_request *request = &requester->request;
    const struct request_ways *ways = &requester->ways;
    if (!ways->in_flight)
        return false;
    if ((ways->moved || is_moved(requester)) && (ways->wrote || writes(request)))
        return true;
    if (!writes(request))
        return ways->sent && ways->wrote && passes(request);
    return goes_away(request) ? ways->passed : ways->sent && !request->written;
}

/* The table of docs/shared_l1.md, "Where a request goes", for the request in the register. */
static struct way decide(const struct requester *requester, const struct requester_in *in)
{
    const struct requester_request *request = &requester->request;
    bool away = goes_away(request);
    struct way way = {.local = !away, .sent = away};
    if (!request->foreign || (!way.sent && request->kind != L1_LOAD))
        return way;
    if (!way.sent) {
        way.past = request->shared;
        way.foreign = !way.past;
        return way;
    }
    unsigned slice = address_map_partition(request->line, requester->chunk_bits,
                                           requester->partitions, requester->partition_hash);
    way.near =
        request->organization & NEAREST && in->partition_hops[slice] < in->core_hops[request->home];
    way.dest = (uint16_t)(way.near ? in->partition_nodes[slice] : in->core_nodes[request->home]);
    return way;
}

/* A store names the sectors it brings, a load those it wants. */
static void put_message(struct requester *requester, struct way way)
{
    const struct requester_request *request = &requester->request;
    unsigned place = message_place(requester, requester->message_count++);
    struct requester_message *message = &requester->messages[place];
    bool is_store = request->kind == L1_STORE;
    uint8_t sectors = (uint8_t)chunker_sectors(request->chunk || is_store, request->mask);
    message->to_l2 = way.near;
    message->dest = way.dest;
    message->kind = is_store ? MESSAGE_STORE : way.near ? MESSAGE_FETCH : MESSAGE_READ;
    message->sectors = is_store ? 0 : sectors;
    message->data_sectors = is_store ? sectors : 0;
    message->id = (uint32_t)request->id | pc_hash_insn(request->pc) << MESSAGE_INSN_SHIFT;
    message->line = request->line;
    memcpy(message->mask, request->mask, sizeof message->mask);
    if (requester->carry_data)
        memcpy(message->data, request->data, sizeof message->data);
}

/* The edge of the arbiter: it may take the request in the register. */
static void step_arbiter(struct requester *requester, const struct requester_in *in, struct way way)
{
    const struct requester_request *request = &requester->request;
    requester->arbiter.carry_data =
        requester->carry_data; /* may have been set since the last step */
    l1_arbiter_step(&requester->arbiter,
                    &(struct l1_arbiter_in){.local_valid = way.local,
                                            .local_kind = way.past ? L1_LOAD_BYPASS : request->kind,
                                            .local_op = request->op,
                                            .local_foreign = way.foreign,
                                            .local_line = request->line,
                                            .local_id = request->id,
                                            .local_pc = request->pc,
                                            .local_mask = request->mask,
                                            .local_data = request->data,
                                            .recv_valid = in->recv_valid,
                                            .recv_kind = in->recv_kind,
                                            .recv_src = in->recv_src,
                                            .recv_line = in->recv_line,
                                            .recv_id = in->recv_id,
                                            .recv_sectors = in->recv_sectors,
                                            .recv_mask = in->recv_mask,
                                            .recv_data = in->recv_data,
                                            .access_ready = in->access_ready});
}

/* A request that leaves, and answers. */
static void step_ways(struct requester *requester, const struct requester_in *in, struct way way)
{
    const struct requester_request *request = &requester->request;
    bool leaves = way.local || way.sent;
    request_ways_step(&requester->ways,
                      &(struct request_ways_in){.flush = in->flush && !requester->held,
                                                .leave_valid = leaves,
                                                .leave_foreign = request->foreign,
                                                .leave_away = way.sent,
                                                .leave_writes = writes(request),
                                                .leave_passes = passes(request),
                                                .leave_moved = is_moved(requester),
                                                .leave_region = request->region,
                                                .answer_hit = in->answer_hit,
                                                .answer_response = in->answer_response,
                                                .answer_remote = in->answer_remote});
    if (leaves)
        requester->organization = request->organization;
}

/* The register takes the request on offer. */
static void hold(struct requester *requester, const struct requester_in *in)
{
    struct requester_request *request = &requester->request;
    requester->held = true;
    request->kind = (uint8_t)in->request_kind;
    request->op = (uint8_t)in->request_op;
    request->organization =
        (uint8_t)(in->share_even | in->share_odd << 1 | (in->l1_nearest ? NEAREST : 0));
    request->shared =
        set_parity_odd(requester->parity_bits, in->request_line) ? in->share_odd : in->share_even;
    request->chunk = in->l1_chunk;
    request->id = (uint16_t)in->request_id;
    request->pc = (uint32_t)in->request_pc;
    request->line = in->request_line;
    request->home = (uint16_t)home_map_home(&requester->home, request->line);
    request->foreign = request->home != in->here_core && requester->home.cores > 1;
    request->region = (uint16_t)request_ways_region(requester->ways.regions, request->line);
    request->written = request_ways_written(&requester->ways, request->region);
    memcpy(request->mask, in->request_mask, sizeof request->mask);
    if (requester->carry_data)
        memcpy(request->data, in->request_data, sizeof request->data);
}

void requester_step(struct requester *requester, const struct requester_in *in)
{
    bool goes_on = requester_goes_on(requester);
    bool taken = in->request_valid && (goes_on || !requester->held);
    struct way way = {.local = false};
    if (goes_on)
        way = decide(requester, in);
    if (in->send_ready && requester->message_count) {
        requester->message_first = (uint8_t)message_place(requester, 1);
        requester->message_count--;
    }
    if (way.sent)
        put_message(requester, way);
    requester->event_home = way.sent && !way.near;
    requester->event_near = way.near || way.past;
    if (way.local || in->recv_valid || in->access_ready)
        step_arbiter(requester, in, way);
    step_ways(requester, in, way);
    requester->held = requester->held && !goes_on;
    if (taken)
        hold(requester, in);
}

bool requester_is_idle(const struct requester *requester)
{
    return !requester->held && !requester->message_count && !requester->event_home &&
           !requester->event_near && request_ways_is_idle(&requester->ways) &&
           l1_arbiter_is_idle(&requester->arbiter);
}

static uint64_t hash_request(const struct requester *requester, uint64_t hash)
{
    const struct requester_request *request = &requester->request;
    if (!requester->held)
        return hash;
    hash =
        hash_word(hash, (uint64_t)request->kind << 32 | (uint64_t)request->op << 24 | request->id);
    hash = hash_word(hash, (uint64_t)request->organization << 8 | (unsigned)request->chunk);
    hash = hash_word(hash_word(hash, request->line), request->pc);
    hash = hash_words(hash, request->mask, 2);
    return requester->carry_data ? hash_words(hash, request->data, 16) : hash;
}

uint64_t requester_hash(const struct requester *requester)
{
    uint64_t hash =
        hash_word(hash_word(requester->event_home, requester->event_near), requester->held);
    hash = hash_request(requester, hash);
    hash = hash_word(hash_word(hash, request_ways_hash(&requester->ways)), requester->organization);
    hash = hash_word(hash, l1_arbiter_hash(&requester->arbiter));
    hash = hash_word(hash_word(hash, requester->message_first), requester->message_count);
    for (unsigned i = 0; i < requester->message_count; i++) {
        const struct requester_message *m = &requester->messages[message_place(requester, i)];
        hash = hash_word(hash, (uint64_t)m->dest << 32 | m->id);
        hash = hash_word(hash, (uint64_t)m->kind << 16 | (uint64_t)m->to_l2 << 8 |
                                   (unsigned)(m->sectors << 4 | m->data_sectors));
        hash = hash_words(hash_word(hash, m->line), m->mask, 2);
        if (requester->carry_data)
            hash = hash_words(hash, m->data, 16);
    }
    return hash;
}
