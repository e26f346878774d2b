/* Twin of rtl/requester.v. */
#include "requester.h"

#include <string.h>

#include "address_map.h"
#include "chunker.h"
#include "hash.h"
#include "message.h"
#include "pc_hash.h"
#include "set_parity.h"

/* Where a request goes. */
struct way {
    bool local;    /* to the own L1 */
    bool foreign;  /* marked foreign there */
    bool sent;     /* over the network */
    bool near;     /* the message goes to L2, not to the home */
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
    requester->queue = (uint8_t)params->queue;
    requester->partitions = (uint16_t)params->partitions;
    requester->home = home_map_make(&home);
    requester->parity_bits = set_parity_bits(&parity);
}

void requester_release(struct requester *requester)
{
    (void)requester;
}

void requester_reset(struct requester *requester)
{
    requester->event_home = false;
    requester->event_near = false;
    requester->local_first = 0;
    requester->local_count = 0;
    requester->message_first = 0;
    requester->message_count = 0;
}

/* Either queue may be wanted: both must have room. */
static bool has_room(const struct requester *requester)
{
    return requester->local_count < REQUESTER_LOCAL_QUEUE &&
           requester->message_count < requester->queue;
}

/* The request `offset` places behind the oldest one. */
static unsigned local_place(const struct requester *requester, unsigned offset)
{
    return (requester->local_first + offset) % REQUESTER_LOCAL_QUEUE;
}

/* The message `offset` places behind the oldest one. */
static unsigned message_place(const struct requester *requester, unsigned offset)
{
    unsigned place = requester->message_first + offset;
    return place < requester->queue ? place : place - requester->queue;
}

static void local_outputs(const struct requester *requester, struct requester_out *out)
{
    out->local_valid = requester->local_count > 0;
    if (!out->local_valid)
        return;
    const struct requester_request *request = &requester->local[requester->local_first];
    out->local_kind = request->kind;
    out->local_op = request->op;
    out->local_foreign = request->foreign;
    out->local_line = request->line;
    out->local_id = request->id;
    out->local_pc = request->pc;
    memcpy(out->local_mask, request->mask, sizeof request->mask);
    if (requester->carry_data)
        memcpy(out->local_data, request->data, sizeof request->data);
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
    out->request_ready = has_room(requester);
    out->event_home = requester->event_home;
    out->event_near = requester->event_near;
    local_outputs(requester, out);
    send_outputs(requester, out);
}

/* The table of docs/shared_l1.md, "Where a request goes". */
static struct way decide(const struct requester *requester, const struct requester_in *in)
{
    struct way way = {.local = true};
    if (in->request_kind != L1_LOAD && in->request_kind != L1_STORE)
        return way;
    unsigned home = home_map_home(&requester->home, in->request_line);
    if (home == in->here_core || requester->home.cores == 1)
        return way;
    unsigned slice =
        address_map_partition(in->request_line, requester->chunk_bits, requester->partitions);
    way.near = in->l1_nearest && in->partition_hops[slice] < in->core_hops[home];
    way.dest = (uint16_t)(way.near ? in->partition_nodes[slice] : in->core_nodes[home]);
    if (set_parity_odd(requester->parity_bits, in->request_line) ? in->share_odd : in->share_even) {
        way.sent = true;
        way.local = false;
    } else if (in->request_kind == L1_LOAD) {
        way.foreign = true;
    } else {
        way.sent = in->via_home && !way.near;
        way.foreign = way.sent;
    }
    return way;
}

static void put_local(struct requester *requester, const struct requester_in *in, bool foreign)
{
    unsigned place = local_place(requester, requester->local_count++);
    struct requester_request *request = &requester->local[place];
    request->kind = (uint8_t)in->request_kind;
    request->op = (uint8_t)in->request_op;
    request->foreign = foreign;
    request->id = (uint16_t)in->request_id;
    request->pc = (uint32_t)in->request_pc;
    request->line = in->request_line;
    memcpy(request->mask, in->request_mask, sizeof request->mask);
    if (requester->carry_data)
        memcpy(request->data, in->request_data, sizeof request->data);
}

/* A store names the sectors it brings, a load those it wants. */
static void put_message(struct requester *requester, const struct requester_in *in, struct way way)
{
    unsigned place = message_place(requester, requester->message_count++);
    struct requester_message *message = &requester->messages[place];
    bool is_store = in->request_kind == L1_STORE;
    uint8_t sectors = (uint8_t)chunker_sectors(in->l1_chunk || is_store, in->request_mask);
    message->to_l2 = way.near;
    message->dest = way.dest;
    message->kind = is_store ? MESSAGE_STORE : way.near ? MESSAGE_FETCH : MESSAGE_READ;
    message->sectors = is_store ? 0 : sectors;
    message->data_sectors = is_store ? sectors : 0;
    message->id = (uint32_t)in->request_id | pc_hash_insn(in->request_pc) << MESSAGE_INSN_SHIFT;
    message->line = in->request_line;
    memcpy(message->mask, in->request_mask, sizeof message->mask);
    if (requester->carry_data)
        memcpy(message->data, in->request_data, sizeof message->data);
}

static void take(struct requester *requester, const struct requester_in *in)
{
    struct way way = decide(requester, in);
    if (way.local)
        put_local(requester, in, way.foreign);
    if (way.sent)
        put_message(requester, in, way);
    requester->event_home = way.sent && !way.near;
    requester->event_near = way.sent && way.near;
}

void requester_step(struct requester *requester, const struct requester_in *in)
{
    bool taken = in->request_valid && has_room(requester);
    if (in->local_ready && requester->local_count) {
        requester->local_first = (uint8_t)local_place(requester, 1);
        requester->local_count--;
    }
    if (in->send_ready && requester->message_count) {
        requester->message_first = (uint8_t)message_place(requester, 1);
        requester->message_count--;
    }
    requester->event_home = false;
    requester->event_near = false;
    if (taken)
        take(requester, in);
}

bool requester_is_idle(const struct requester *requester)
{
    return !requester->local_count && !requester->message_count && !requester->event_home &&
           !requester->event_near;
}

static uint64_t hash_local(const struct requester *requester, uint64_t hash)
{
    hash = hash_word(hash_word(hash, requester->local_first), requester->local_count);
    for (unsigned i = 0; i < requester->local_count; i++) {
        const struct requester_request *request = &requester->local[local_place(requester, i)];
        hash = hash_word(hash, (uint64_t)request->kind << 32 | (uint64_t)request->op << 24 |
                                   (uint64_t)request->foreign << 16 | request->id);
        hash = hash_word(hash_word(hash, request->line), request->pc);
        hash = hash_words(hash, request->mask, 2);
        if (requester->carry_data)
            hash = hash_words(hash, request->data, 16);
    }
    return hash;
}

uint64_t requester_hash(const struct requester *requester)
{
    uint64_t hash = hash_word(requester->event_home, requester->event_near);
    hash = hash_local(requester, hash);
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
