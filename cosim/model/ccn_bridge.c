/* Twin of rtl/ccn_bridge.v. */
#include "ccn_bridge.h"

#include <string.h>

#include "hash.h"
#include "mask.h"

static unsigned queue_last(const struct ccn_queue *queue, unsigned size)
{
    return ring_wrap((unsigned)queue->first + queue->count, size);
}

static void queue_pop(struct ccn_queue *queue, unsigned size)
{
    queue->first = (uint8_t)ring_wrap(queue->first + 1u, size);
    queue->count--;
}

static unsigned request_places(const struct ccn_bridge *b)
{
    return b->params.depth + b->params.slots;
}

static unsigned up_places(const struct ccn_bridge *b)
{
    return b->params.slots + b->params.copies;
}

static uint32_t ones(unsigned count)
{
    return (uint32_t)((UINT64_C(1) << count) - 1);
}

/* The lowest that is free, as a mask; 0: none. */
static uint32_t first_free(uint32_t used, unsigned count)
{
    return ~used & (used + 1) & ones(count);
}

static unsigned kind_of(const struct ccn_bridge *b, unsigned name)
{
    return name >> b->params.number_bits;
}

static unsigned number(const struct ccn_bridge *b, unsigned name)
{
    return name & ((1u << b->params.number_bits) - 1);
}

static uint8_t name_of(const struct ccn_bridge *b, enum ccn_name kind, unsigned of)
{
    return (uint8_t)((unsigned)kind << b->params.number_bits | of);
}

void ccn_bridge_init(struct ccn_bridge *b, const struct ccn_bridge_params *params)
{
    unsigned hop = params->hop, who = params->number_bits + params->line_bits;
    struct ccn_lines_params lines = {
        .head_bits = who + 2, .responses = params->responses, .hop = hop, .spare = params->spare};
    *b = (struct ccn_bridge){.params = *params, .carry_data = true};
    ccn_lines_init(&b->lower, &lines);
    lines.head_bits = who + params->bridge_bits;
    ccn_lines_init(&b->upper, &lines);
    delay_control_init(&b->request_link, hop + 1, hop);
    delay_control_init(&b->ask_link, hop + 1, hop);
}

void ccn_bridge_release(struct ccn_bridge *b)
{
    (void)b;
}

void ccn_bridge_reset(struct ccn_bridge *b)
{
    struct ccn_bridge_params params = b->params;
    bool carry_data = b->carry_data;
    ccn_bridge_init(b, &params);
    b->carry_data = carry_data;
}

/* What the heads of the queues do in this cycle, as far as it does not depend on the neighbours. */
struct heads {
    const struct ccn_lower *request; /* NULL: none */
    bool of_core, of_slot, of_copy;  /* whose it is, unless it is fresh */
    bool lands, descends;            /* a line has arrived: of a copy; from the upper ring */
    bool rises, misses, gives_up;    /* a request goes up; a copy ends without a line */
    bool hops;                       /* on the lower ring */
    uint32_t renames;                /* to this slot */
    uint32_t over;                   /* the copy that ends */

    const struct ccn_ask *ask; /* NULL: none */
    bool own;                  /* of this cluster */
    uint32_t same;             /* its copy */
    uint32_t makes;            /* the copy that is made of a new one */
    bool awaits, holds, parks; /* the copy is under way, its line is here, the request stays */
    bool hops_up, returns;
};

static bool is_late(const struct ccn_bridge *b)
{
    return b->params.wait_limit && b->waited == b->params.wait_limit;
}

static void look_lower(const struct ccn_bridge *b, unsigned here, struct heads *h)
{
    unsigned kind = kind_of(b, (unsigned)(b->lower.arrived.head >> b->params.line_bits));
    unsigned who = b->params.number_bits + b->params.line_bits;
    h->lands = b->lower.whole && kind == CCN_OF_COPY;
    h->descends = b->upper.whole && b->upper.arrived.head >> who == here;
    if (b->request_queue.count) {
        h->request = &b->requests[b->request_queue.first];
        kind = kind_of(b, h->request->name);
        h->of_core = !h->request->fresh && kind < CCN_OF_SLOT;
        h->of_slot = !h->request->fresh && kind == CCN_OF_SLOT;
        h->of_copy = !h->request->fresh && kind == CCN_OF_COPY;
        bool held = h->descends && !ccn_lines_keep_ready(&b->lower);
        h->hops = (h->request->fresh || h->of_core) && !held;
    }
    h->rises = h->of_slot && !h->lands;
    h->misses = h->of_copy && !h->lands;
    h->gives_up = b->wait_queue.count && is_late(b) && !h->lands && !h->of_slot && !h->of_copy;
    if (h->of_core)
        h->renames = first_free(b->busy, b->params.slots);
    if (h->lands)
        h->over =
            UINT32_C(1) << number(b, (unsigned)(b->lower.arrived.head >> b->params.line_bits));
    else if (h->misses)
        h->over = UINT32_C(1) << number(b, h->request->name);
    else if (h->gives_up)
        h->over = UINT32_C(1) << b->waits[b->wait_queue.first];
}

static uint32_t copy_of(const struct ccn_bridge *b, const struct ccn_ask *ask)
{
    for (uint32_t wanted = (b->out & ~b->unwanted) | b->stored; wanted; wanted &= wanted - 1) {
        const struct ccn_ask *copy = &b->copies[lowest(wanted)];
        if (copy->home == ask->home && copy->slot == ask->slot)
            return wanted & -wanted;
    }
    return 0;
}

static void look_upper(const struct ccn_bridge *b, unsigned here, struct heads *h)
{
    if (!b->ask_queue.count)
        return;
    bool held = b->send_queue.count && !ccn_lines_keep_ready(&b->upper);
    h->ask = &b->asks[b->ask_queue.first];
    h->own = h->ask->home == here;
    h->returns = h->own && h->ask->collects;
    if (!h->own && h->ask->collects)
        h->same = copy_of(b, h->ask);
    else if (!h->own)
        h->makes = first_free(b->out | b->stored | b->claimed, b->params.copies);
    h->awaits = h->same & b->out;
    h->holds = h->same & b->stored;
    h->parks = h->awaits && !h->ask->found && !h->over;
    h->hops_up = !held && !h->returns && (!h->same || (!h->over && !h->parks));
}

static struct heads look(const struct ccn_bridge *b, unsigned here)
{
    struct heads h = {.request = NULL};
    look_lower(b, here, &h);
    look_upper(b, here, &h);
    return h;
}

static bool takes_request(const struct ccn_bridge *b)
{
    return b->places < request_places(b) && !(b->end_queue.count && b->ring_went);
}

static bool takes_ask(const struct ccn_bridge *b)
{
    return b->ask_queue.count <= b->params.slots && !(b->up_queue.count && b->asked_went);
}

static void offer_lines(const struct ccn_bridge *b, struct ccn_bridge_out *out)
{
    unsigned line_bits = b->params.line_bits;
    uint64_t head, line = (UINT64_C(1) << line_bits) - 1;
    out->response_out_valid = ccn_lines_offer(&b->lower, &head, out->response_out_data);
    if (out->response_out_valid) {
        out->response_out_core = head >> line_bits;
        out->response_out_line = head & line;
    }
    out->give_out_valid = ccn_lines_offer(&b->upper, &head, out->give_out_data);
    if (out->give_out_valid) {
        out->give_out_home = head >> (line_bits + b->params.number_bits);
        out->give_out_core = number(b, (unsigned)(head >> line_bits));
        out->give_out_line = head & line;
    }
}

void ccn_bridge_outputs(const struct ccn_bridge *b, struct ccn_bridge_out *out)
{
    out->request_in_ready = takes_request(b);
    out->response_in_ready = !b->lower.whole;
    out->ask_in_ready = takes_ask(b);
    out->give_in_ready = !b->upper.whole;
    out->request_out_valid = delay_get_valid(&b->request_link);
    if (out->request_out_valid) {
        const struct ccn_lower *far = &b->requests_far[delay_head_slot(&b->request_link)];
        out->request_out_core = far->name;
        out->request_out_line = far->line;
    }
    out->ask_out_valid = delay_get_valid(&b->ask_link);
    if (out->ask_out_valid) {
        const struct ccn_ask *far = &b->asks_far[delay_head_slot(&b->ask_link)];
        out->ask_out_collects = far->collects;
        out->ask_out_found = far->found;
        out->ask_out_home = far->home;
        out->ask_out_slot = far->slot;
        out->ask_out_core = far->core;
        out->ask_out_line = far->line;
    }
    offer_lines(b, out);
}

/* The head of the lower ring goes on, as what it is named from here on. */
static bool hop(struct ccn_bridge *b, const struct ccn_bridge_in *in, const struct heads *h)
{
    bool put = h->hops && delay_put_ready(&b->request_link);
    if (put) {
        struct ccn_lower *far = &b->requests_far[delay_put_slot(&b->request_link)];
        *far = *h->request;
        if (h->renames)
            far->name = name_of(b, CCN_OF_SLOT, lowest(h->renames));
    }
    delay_control_step(&b->request_link, put,
                       in->request_out_ready && delay_get_valid(&b->request_link));
    return put;
}

static bool hop_up(struct ccn_bridge *b, const struct ccn_bridge_in *in, const struct heads *h)
{
    bool put = h->hops_up && delay_put_ready(&b->ask_link);
    if (put) {
        struct ccn_ask *far = &b->asks_far[delay_put_slot(&b->ask_link)];
        *far = *h->ask;
        far->collects |= h->own && !h->ask->found;
        far->found = !h->own && (h->ask->found || h->holds);
    }
    delay_control_step(&b->ask_link, put, in->ask_out_ready && delay_get_valid(&b->ask_link));
    return put;
}

/* The line of a copy is kept until it is wanted, others pass or come down. */
static void step_lines(struct ccn_bridge *b, const struct ccn_bridge_in *in, const struct heads *h)
{
    unsigned line_bits = b->params.line_bits;
    unsigned who = b->params.number_bits + line_bits;
    uint64_t head = b->lower.arrived.head, line = head & ((UINT64_C(1) << line_bits) - 1);
    unsigned name = (unsigned)(head >> line_bits);
    bool new_room = ccn_lines_keep_ready(&b->lower);
    bool pass =
        b->lower.whole && !h->lands && ccn_lines_room(&b->lower) && !(h->descends && new_room);
    uint64_t as = head;
    if (kind_of(b, name) == CCN_OF_SLOT) {
        as = (uint64_t)b->slot_core[number(b, name)] << line_bits | line;
        if (pass)
            b->busy &= ~(UINT32_C(1) << number(b, name));
    }
    if (h->lands && b->carry_data)
        memcpy(b->store[number(b, name)], b->lower.arrived.data, sizeof b->lower.arrived.data);
    unsigned send = b->sends[b->send_queue.first];
    const struct ccn_ask *copy = &b->copies[send];
    bool sending = b->send_queue.count, given = sending && ccn_lines_keep_ready(&b->upper);
    struct ccn_lines_in upper = {
        .in_valid = in->give_in_valid,
        .in_head = in->give_in_home << who | in->give_in_core << line_bits | in->give_in_line,
        .in_data = in->give_in_data,
        .line_take = h->descends && new_room,
        .line_pass = b->upper.whole && !h->descends,
        .line_as = b->upper.arrived.head,
        .keep_valid = sending,
        .new_valid = given,
        .new_head = (uint64_t)copy->home << who | (uint64_t)copy->core << line_bits | copy->line,
        .new_data = b->store[send],
        .out_ready = in->give_out_ready};
    struct ccn_lines_in lower = {.in_valid = in->response_in_valid,
                                 .in_head =
                                     in->response_in_core << line_bits | in->response_in_line,
                                 .in_data = in->response_in_data,
                                 .line_take = h->lands,
                                 .line_pass = b->lower.whole && !h->lands,
                                 .line_as = as,
                                 .keep_valid = h->descends,
                                 .new_valid = h->descends && new_room,
                                 .new_head = b->upper.arrived.head & ((UINT64_C(1) << who) - 1),
                                 .new_data = b->upper.arrived.data,
                                 .out_ready = in->response_out_ready};
    b->lower.carry_data = b->upper.carry_data = b->carry_data;
    ccn_lines_step(&b->lower, &lower);
    ccn_lines_step(&b->upper, &upper);
    if (given) {
        b->claimed &= ~(UINT32_C(1) << send);
        queue_pop(&b->send_queue, b->params.copies);
    }
}

static void put_send(struct ccn_bridge *b, uint32_t copy)
{
    b->claimed |= copy;
    b->sends[queue_last(&b->send_queue, b->params.copies)] = (uint8_t)lowest(copy);
    b->send_queue.count++;
}

/* It is in the queue a cycle later. */
static void put_up(struct ccn_bridge *b, struct ccn_ask ask)
{
    b->rising = ask;
    b->rose = true;
}

/* A copy ends: with its line, which is kept, sent or dropped, or without. Its request goes on. */
static void end_copy(struct ccn_bridge *b, const struct heads *h)
{
    if (!h->over)
        return;
    if (h->over & b->parked) {
        struct ccn_ask ask = b->copies[lowest(h->over)];
        ask.collects = true;
        ask.found = h->lands;
        put_up(b, ask);
        if (h->lands)
            put_send(b, h->over);
    } else if (h->lands && !(h->over & b->unwanted)) {
        b->stored |= h->over;
    }
    b->out &= ~h->over;
    b->unwanted &= ~h->over;
    b->parked &= ~h->over;
}

/* What the head of the upper ring leaves behind here. */
static void step_ask(struct ccn_bridge *b, const struct heads *h, bool hopped)
{
    if (!h->ask)
        return;
    struct ccn_ask ask = *h->ask;
    if (h->returns && !ask.found) {
        b->ends[queue_last(&b->end_queue, b->params.slots)] = ask;
        b->end_queue.count++;
    } else if (h->returns) {
        b->busy &= ~(UINT32_C(1) << ask.slot);
        b->places--;
    }
    if (h->parks)
        b->parked |= h->same;
    if (hopped && h->makes) {
        b->copies[lowest(h->makes)] = ask;
        b->out |= h->makes;
        b->waits[queue_last(&b->wait_queue, b->params.copies)] = (uint8_t)lowest(h->makes);
        b->wait_queue.count++;
    }
    if (hopped && h->awaits)
        b->unwanted |= h->same;
    if (hopped && h->holds) {
        b->stored &= ~h->same;
        if (!ask.found)
            put_send(b, h->same);
    }
    if (hopped || h->parks || h->returns)
        queue_pop(&b->ask_queue, b->params.slots + 1);
}

/* What enters the upper ring's queue: of the ring, or of this bridge; both want to, in turn. */
static void enter_asks(struct ccn_bridge *b, const struct ccn_bridge_in *in)
{
    unsigned size = b->params.slots + 1, place = queue_last(&b->ask_queue, size);
    bool waits = b->up_queue.count, room = b->ask_queue.count < size;
    bool arrive = in->ask_in_valid && takes_ask(b);
    bool goes = waits && room && (!in->ask_in_valid || b->asked_went);
    if (arrive)
        b->asks[place] = (struct ccn_ask){.collects = in->ask_in_collects,
                                          .found = in->ask_in_found,
                                          .home = (uint8_t)in->ask_in_home,
                                          .slot = (uint8_t)in->ask_in_slot,
                                          .core = (uint8_t)in->ask_in_core,
                                          .line = in->ask_in_line};
    else if (goes)
        b->asks[place] = b->up[b->up_queue.first];
    if (goes)
        queue_pop(&b->up_queue, up_places(b));
    b->ask_queue.count = (uint8_t)(b->ask_queue.count + (arrive || goes));
    b->asked_went = waits && !goes && (b->asked_went || arrive);
    if (b->rose) {
        b->up[queue_last(&b->up_queue, up_places(b))] = b->rising;
        b->up_queue.count++;
    }
    b->rose = false;
}

/* What enters the lower ring's queue: of the ring, or a request that goes home, in turn; or a copy,
 * where a place is left over. Whether one of them needs a place. */
static bool enter_requests(struct ccn_bridge *b, const struct ccn_bridge_in *in,
                           const struct heads *h)
{
    unsigned total = request_places(b), copies = b->params.copies;
    bool end = b->end_queue.count, copy = b->wait_queue.count, late = is_late(b);
    bool arrive = in->request_in_valid && takes_request(b);
    bool ends = end && (!in->request_in_valid || b->ring_went);
    bool enters =
        copy && !late && !in->request_in_valid && !end && b->places + b->params.spare < total;
    struct ccn_lower *place = &b->requests[queue_last(&b->request_queue, total)];
    if (arrive) {
        *place =
            (struct ccn_lower){.line = in->request_in_line, .name = (uint8_t)in->request_in_core};
    } else if (ends) {
        const struct ccn_ask *ask = &b->ends[b->end_queue.first];
        *place = (struct ccn_lower){
            .line = ask->line, .name = name_of(b, CCN_OF_CORE, ask->core), .fresh = true};
        b->busy &= ~(UINT32_C(1) << ask->slot);
        queue_pop(&b->end_queue, b->params.slots);
    } else if (enters) {
        unsigned entry = b->waits[b->wait_queue.first];
        *place = (struct ccn_lower){
            .line = b->copies[entry].line, .name = name_of(b, CCN_OF_COPY, entry), .fresh = true};
    }
    b->request_queue.count = (uint8_t)(b->request_queue.count + (arrive || ends || enters));
    b->ring_went = end && !ends && (b->ring_went || arrive);
    if (!copy || enters || h->gives_up)
        b->waited = 0;
    else if (!late && b->params.wait_limit)
        b->waited++;
    if (enters || h->gives_up)
        queue_pop(&b->wait_queue, copies);
    return arrive || enters;
}

void ccn_bridge_step(struct ccn_bridge *b, const struct ccn_bridge_in *in)
{
    struct heads h = look(b, (unsigned)in->here);
    struct ccn_ask rise = {.home = (uint8_t)in->here, .found = true};
    if (h.rises) {
        rise.line = h.request->line;
        rise.slot = (uint8_t)number(b, h.request->name);
        rise.core = b->slot_core[rise.slot];
    }
    unsigned core = h.request ? number(b, h.request->name) : 0;
    bool hopped = hop(b, in, &h), hopped_up = hop_up(b, in, &h);
    bool entered = enter_requests(b, in, &h);
    step_lines(b, in, &h);
    if (hopped && h.renames) {
        b->busy |= h.renames;
        b->slot_core[lowest(h.renames)] = (uint8_t)core;
    }
    if (hopped || h.rises || h.misses)
        queue_pop(&b->request_queue, request_places(b));
    b->places = b->places + entered - (hopped || h.misses);
    enter_asks(b, in);
    end_copy(b, &h);
    step_ask(b, &h, hopped_up);
    if (h.rises)
        put_up(b, rise);
}

struct ccn_bridge_events ccn_bridge_events(const struct ccn_bridge *b,
                                           const struct ccn_bridge_in *in)
{
    struct heads h = look(b, (unsigned)in->here);
    bool hop = h.hops && delay_put_ready(&b->request_link);
    bool hop_up = h.hops_up && delay_put_ready(&b->ask_link);
    bool room = !h.descends || !ccn_lines_keep_ready(&b->lower);
    unsigned name = (unsigned)(b->lower.arrived.head >> b->params.line_bits);
    bool dropped = h.lands && h.over & b->unwanted;
    bool passes = b->lower.whole && ccn_lines_room(&b->lower) && room;
    struct ccn_bridge_events events = {
        .did = {[CCN_BRIDGE_REFUSED] = hop && h.of_core && !h.renames,
                [CCN_BRIDGE_NEAR] = passes && kind_of(b, name) == CCN_OF_SLOT,
                [CCN_BRIDGE_ASKS] = h.rises,
                [CCN_BRIDGE_NONE] = h.returns && !h.ask->found,
                [CCN_BRIDGE_SENDS] = b->send_queue.count && ccn_lines_keep_ready(&b->upper),
                [CCN_BRIDGE_FULL] = hop_up && !h.own && !h.ask->collects && !h.makes,
                [CCN_BRIDGE_LATE] = h.gives_up,
                [CCN_BRIDGE_UNWANTED] = dropped || (hop_up && h.holds && h.ask->found)}};
    if (events.did[CCN_BRIDGE_NEAR])
        events.near_core = b->slot_core[number(b, name)];
    if (events.did[CCN_BRIDGE_SENDS])
        events.sent = &b->copies[b->sends[b->send_queue.first]];
    return events;
}

bool ccn_bridge_is_idle(const struct ccn_bridge *b)
{
    return !b->request_queue.count && !b->ask_queue.count && !b->rose && !b->up_queue.count &&
           !b->end_queue.count && !b->wait_queue.count && !b->send_queue.count &&
           !b->request_link.level && !b->ask_link.level && ccn_lines_is_idle(&b->lower) &&
           ccn_lines_is_idle(&b->upper);
}

static uint64_t hash_ask(uint64_t hash, const struct ccn_ask *ask)
{
    return hash_word(hash_word(hash, ask->line),
                     (uint64_t)ask->home << 32 | (uint64_t)ask->slot << 24 |
                         (uint64_t)ask->core << 16 | (uint64_t)ask->collects << 1 | ask->found);
}

static uint64_t hash_asks(uint64_t hash, const struct ccn_ask *asks, const struct ccn_queue *queue,
                          unsigned size)
{
    hash = hash_word(hash, queue->count);
    for (unsigned i = 0; i < queue->count; i++)
        hash = hash_ask(hash, &asks[ring_wrap(queue->first + i, size)]);
    return hash;
}

static uint64_t hash_numbers(uint64_t hash, const uint8_t *numbers, const struct ccn_queue *queue,
                             unsigned size)
{
    hash = hash_word(hash, queue->count);
    for (unsigned i = 0; i < queue->count; i++)
        hash = hash_word(hash, numbers[ring_wrap(queue->first + i, size)]);
    return hash;
}

static uint64_t hash_lower(uint64_t hash, const struct ccn_lower *request)
{
    return hash_word(hash_word(hash, request->line), (uint64_t)request->name << 1 | request->fresh);
}

static uint64_t hash_links(const struct ccn_bridge *b, uint64_t hash)
{
    const struct delay_control *link = &b->request_link;
    hash = delay_control_hash(link, hash);
    for (unsigned i = 0; i < link->level; i++)
        hash = hash_lower(hash, &b->requests_far[ring_wrap(link->head + i, link->depth)]);
    link = &b->ask_link;
    hash = delay_control_hash(link, hash);
    for (unsigned i = 0; i < link->level; i++)
        hash = hash_ask(hash, &b->asks_far[ring_wrap(link->head + i, link->depth)]);
    return hash;
}

uint64_t ccn_bridge_hash(const struct ccn_bridge *b)
{
    unsigned words = b->carry_data ? CCN_LINE_WORDS : 0;
    uint64_t hash = hash_word(ccn_lines_hash(&b->lower), ccn_lines_hash(&b->upper));
    hash = hash_word(hash, (uint64_t)b->places << 32 | (uint64_t)b->waited << 2 |
                               (uint64_t)b->ring_went << 1 | b->asked_went);
    hash = hash_word(hash, (uint64_t)b->busy << 32 | b->out);
    hash = hash_word(hash, (uint64_t)b->unwanted << 32 | b->parked);
    hash = hash_word(hash, (uint64_t)b->stored << 32 | b->claimed);
    for (unsigned i = 0; i < b->request_queue.count; i++)
        hash = hash_lower(hash,
                          &b->requests[ring_wrap(b->request_queue.first + i, request_places(b))]);
    for (uint32_t busy = b->busy; busy; busy &= busy - 1)
        hash = hash_word(hash, b->slot_core[lowest(busy)]);
    for (uint32_t used = b->out | b->stored | b->claimed; used; used &= used - 1)
        hash = hash_ask(hash, &b->copies[lowest(used)]);
    for (uint32_t here = b->stored | b->claimed; here; here &= here - 1)
        hash = hash_words(hash, b->store[lowest(here)], words);
    hash = hash_asks(hash, b->ends, &b->end_queue, b->params.slots);
    hash = hash_asks(hash, b->asks, &b->ask_queue, b->params.slots + 1);
    hash = hash_asks(hash, b->up, &b->up_queue, up_places(b));
    hash = b->rose ? hash_ask(hash, &b->rising) : hash;
    hash = hash_numbers(hash, b->waits, &b->wait_queue, b->params.copies);
    hash = hash_numbers(hash, b->sends, &b->send_queue, b->params.copies);
    return hash_links(b, hash);
}
