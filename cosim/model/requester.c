/* Twin of rtl/requester.v. */
#include "requester.h"

#include <string.h>

#include "address_map.h"
#include "chunker.h"
#include "hash.h"
#include "message.h"
#include "pc_hash.h"
#include "set_parity.h"

/* Where a request goes at this edge: by default nowhere. */
struct way {
    bool local;   /* to the own L1 */
    bool foreign; /* marked foreign there */
    bool past;    /* a load that the home's copy must not answer: through it to L2 */
    bool sent;    /* over the network */
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
                                                .local_data = 0,
                                                .local_wait = params->local_wait,
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
    requester->data_wait = false;
    requester->organization = 0;
    request_ways_reset(&requester->ways);
    l1_arbiter_reset(&requester->arbiter);
}

enum { NEAREST = 4 }; /* of an organization: l1_nearest */

static bool goes_away(const struct requester_request *request)
{
    return request->foreign && (request->kind == L1_LOAD || request->kind == L1_STORE) &&
           request->shared && !request->written;
}

bool requester_goes_away(const struct requester *requester)
{
    return goes_away(&requester->request);
}

static bool is_moved(const struct requester *requester)
{
    return requester->request.organization != requester->organization;
}

/* Stores and atomics. */
static bool has_data(unsigned kind)
{
    return kind == L1_STORE || kind == L1_ATOMIC;
}

static bool writes(const struct requester_request *request)
{
    return has_data(request->kind);
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

/* Those that a store brings, a load wants. */
static uint8_t sectors_of(const struct requester_request *request)
{
    return (uint8_t)chunker_sectors(request->chunk || request->kind == L1_STORE, request->mask);
}

static void send_outputs(const struct requester *requester, struct requester_out *out)
{
    const struct requester_request *request = &requester->request;
    out->send_valid = requester_may_go(requester) && goes_away(request);
    if (!out->send_valid)
        return;
    bool is_store = request->kind == L1_STORE;
    uint8_t sectors = sectors_of(request);
    out->send_class = request->near;
    out->send_dest = request->dest;
    out->send_kind = is_store ? MESSAGE_STORE : request->near ? MESSAGE_FETCH : MESSAGE_READ;
    out->send_line = request->line;
    out->send_id = (uint32_t)request->id | pc_hash_insn(request->pc) << MESSAGE_INSN_SHIFT;
    out->send_sectors = is_store ? 0 : sectors;
    out->send_data_sectors = is_store ? sectors : 0;
    memcpy(out->send_mask, request->mask, sizeof request->mask);
    if (requester->carry_data)
        memcpy(out->send_data, requester->data, sizeof requester->data);
}

static bool ready(const struct requester *requester)
{
    return (!requester->held || requester_goes_on(requester)) && !requester->data_wait;
}

/* The access on offer is an own store or atomic of one sector, which the L1 takes in the next
 * cycle, when the place is still as it was. It came last. */
static bool offers_a_sector(const struct requester *requester)
{
    uint8_t sectors = sectors_of(&requester->request);
    if (!requester->data_wait || sectors & (sectors - 1) || !l1_arbiter_offers(&requester->arbiter))
        return false;
    struct l1_offer offer = l1_arbiter_access(&requester->arbiter);
    return !offer.remote && has_data(offer.kind);
}

void requester_outputs(const struct requester *requester, struct requester_out *out)
{
    out->request_ready = ready(requester);
    out->recv_ready = requester->arbiter.remote.done;
    out->event_home = requester->event_home;
    out->event_near = requester->event_near;
    L1_ARBITER_DRIVE(&requester->arbiter, out);
    if (requester->carry_data && out->own_valid)
        memcpy(out->own_data, requester->data, sizeof requester->data);
    send_outputs(requester, out);
}

/* The table of docs/shared_l1.md, "Where a request goes", for the request in the register. */
static struct way decide(const struct requester *requester, bool send_ready)
{
    const struct requester_request *request = &requester->request;
    if (!requester_may_go(requester))
        return (struct way){.local = false};
    if (goes_away(request))
        return (struct way){.sent = send_ready};
    bool local = l1_arbiter_has_room(&requester->arbiter);
    bool marked = local && request->foreign && request->kind == L1_LOAD;
    return (struct way){
        .local = local, .foreign = marked && !request->shared, .past = marked && request->shared};
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
                                            .recv_valid = in->recv_valid,
                                            .recv_kind = in->recv_kind,
                                            .recv_src = in->recv_src,
                                            .recv_line = in->recv_line,
                                            .recv_id = in->recv_id,
                                            .recv_sectors = in->recv_sectors,
                                            .recv_mask = in->recv_mask,
                                            .access_ready = in->access_ready,
                                            .own_ready = in->own_ready});
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

/* Whom its message is for: its home or its slice, the nearer one. A tie goes home. */
static void address(struct requester *requester, const struct requester_in *in, unsigned home)
{
    struct requester_request *request = &requester->request;
    unsigned slice = address_map_partition(request->line, requester->chunk_bits,
                                           requester->partitions, requester->partition_hash);
    request->near =
        request->organization & NEAREST && in->partition_hops[slice] < in->core_hops[home];
    request->dest = (uint16_t)(request->near ? in->partition_nodes[slice] : in->core_nodes[home]);
}

/* The organization as it is: of a request that comes, and of one that waits. */
static void follow(struct requester *requester, const struct requester_in *in)
{
    struct requester_request *request = &requester->request;
    unsigned home = home_map_home(&requester->home, request->line);
    request->organization =
        (uint8_t)(in->share_even | in->share_odd << 1 | (in->l1_nearest ? NEAREST : 0));
    request->shared =
        set_parity_odd(requester->parity_bits, request->line) ? in->share_odd : in->share_even;
    request->foreign = home != in->here_core;
    if (request->foreign)
        address(requester, in, home);
}

/* The register takes the request on offer. */
static void hold(struct requester *requester, const struct requester_in *in)
{
    struct requester_request *request = &requester->request;
    requester->held = true;
    request->kind = (uint8_t)in->request_kind;
    request->op = (uint8_t)in->request_op;
    request->chunk = in->l1_chunk;
    request->id = (uint16_t)in->request_id;
    request->pc = (uint32_t)in->request_pc;
    request->line = in->request_line;
    follow(requester, in);
    request->region = (uint16_t)request_ways_region(requester->ways.regions, request->line);
    request->written = request_ways_written(&requester->ways, request->region);
    memcpy(request->mask, in->request_mask, sizeof request->mask);
    requester->data_wait = has_data(request->kind);
    if (requester->carry_data)
        memcpy(requester->data, in->request_data, sizeof requester->data);
}

void requester_step(struct requester *requester, const struct requester_in *in)
{
    const struct requester_request *request = &requester->request;
    bool taken = in->request_valid && ready(requester);
    bool waits = requester->held && !requester_may_go(requester);
    struct way way = decide(requester, in->send_ready);
    bool own_goes = requester->arbiter.own_goes;
    if ((way.sent && writes(request)) || (own_goes && in->own_ready) ||
        (in->access_ready && offers_a_sector(requester)))
        requester->data_wait = false;
    requester->event_home = way.sent && !request->near;
    requester->event_near = (way.sent && request->near) || way.past;
    if (way.local || in->recv_valid || in->access_ready || own_goes || requester->arbiter.fresh)
        step_arbiter(requester, in, way);
    step_ways(requester, in, way);
    requester->held = requester->held && !way.local && !way.sent;
    if (taken)
        hold(requester, in);
    else if (waits)
        follow(requester, in);
}

bool requester_is_idle(const struct requester *requester)
{
    return !requester->held && !requester->event_home && !requester->event_near &&
           request_ways_is_idle(&requester->ways) && l1_arbiter_is_idle(&requester->arbiter);
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
    return hash_words(hash, request->mask, 2);
}

uint64_t requester_hash(const struct requester *requester)
{
    uint64_t hash =
        hash_word(hash_word(requester->event_home, requester->event_near), requester->held);
    hash = hash_request(requester, hash);
    hash = hash_word(hash_word(hash, request_ways_hash(&requester->ways)), requester->organization);
    hash = hash_word(hash, l1_arbiter_hash(&requester->arbiter));
    hash = hash_word(hash, requester->data_wait);
    if (requester->data_wait && requester->carry_data)
        hash = hash_words(hash, requester->data, 16);
    return hash;
}
