/* Twin of rtl/llc_slice.v: slice of the last-level cache (docs/blocks/llc_slice.md has the cycles).
 */
#include "llc_slice.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "lru_order.h"
#include "util.h"

enum { SECTOR_WORDS = 4 };

void llc_slice_init(struct llc_slice *llc, const struct llc_slice_params *p)
{
    size_t places = (size_t)p->sets * p->ways;
    *llc = (struct llc_slice){.params = *p, .carry_data = true};
    llc->map = set_map_make(&(struct set_map_params){.line_bits = p->line_bits,
                                                     .sets = p->sets,
                                                     .index_shift = p->index_shift,
                                                     .chunk_bits = p->chunk_bits,
                                                     .hash_index = p->hash_index});
    writeback_queue_init(&llc->dram,
                         &(struct writeback_queue_params){p->line_bits, llc_slice_entry_bits(p)});
    llc_walk_init(&llc->walk, &(struct llc_walk_params){p->sets});
    llc_lines_init(&llc->lines, &(struct llc_lines_params){.lines = p->sets * p->ways});
    llc->cluster_mask = (1u << llc_slice_cluster_bits(p)) - 1;
    llc->program_mask = (1u << p->program_bits) - 1;
    unsigned delay = p->latency - LLC_PIPELINE;
    unsigned waiting = p->queue > LLC_WAITING ? p->queue : LLC_WAITING;
    delay_control_init(&llc->delay, delay < waiting ? delay + 1 : waiting, delay);
    llc->bytes = xcalloc(p->queue, sizeof *llc->bytes);
    llc->sets = xcalloc(p->sets, sizeof *llc->sets);
    llc->way_line = xcalloc(places, sizeof *llc->way_line);
    llc->way_entry = xcalloc(places, sizeof *llc->way_entry);
    llc->entries = xcalloc(p->entries, sizeof *llc->entries);
    llc->targets = xcalloc((size_t)p->entries * p->targets, sizeof *llc->targets);
    llc_slice_reset(llc);
}

void llc_slice_release(struct llc_slice *llc)
{
    free(llc->bytes);
    free(llc->sets);
    free(llc->way_line);
    free(llc->way_entry);
    llc_lines_release(&llc->lines);
    free(llc->entries);
    free(llc->targets);
}

void llc_slice_reset(struct llc_slice *llc)
{
    const struct llc_slice_params *p = &llc->params;
    delay_control_reset(&llc->delay);
    writeback_queue_reset(&llc->dram);
    for (unsigned set = 0; set < p->sets; set++)
        llc->sets[set] = (struct llc_set){.order = lru_order_initial(p->ways)};
    for (unsigned i = 0; i < LLC_STAGES; i++)
        llc->stages[i].valid = false;
    llc->entry_free = ~UINT64_C(0) >> (64 - p->entries);
    llc->bytes_head = llc->bytes_count = llc->head = 0;
    llc->second = llc->counted = llc->victim_found = false;
    llc_lines_reset(&llc->lines);
    llc->action_head = llc->action_count = 0;
    llc->started = llc->evicted = false;
    llc->awaited = 0;
    llc->unexpected = false;
    llc->fill_waits = llc->draining = llc->answer_valid = llc->reply_full = false;
    llc_walk_reset(&llc->walk);
    llc->events = 0;
    llc->waits = llc->stood = false;
}

/* Copies the sectors that travel, clears the others. */
static void copy_sectors(uint64_t *to, const uint64_t *from, unsigned sectors)
{
    for (unsigned i = 0; i < 4; i++, to += SECTOR_WORDS, from += SECTOR_WORDS)
        if (sectors >> i & 1)
            memcpy(to, from, SECTOR_WORDS * sizeof *to);
        else
            memset(to, 0, SECTOR_WORDS * sizeof *to);
}

static bool can_take(const struct llc_slice *llc)
{
    return delay_put_ready(&llc->delay) && llc->bytes_count < llc->params.queue && !llc->walk.turns;
}

void llc_slice_outputs(const struct llc_slice *llc, struct llc_slice_out *out)
{
    out->busy = llc->walk.walking;
    out->request_ready = can_take(llc);
    out->dram_reply_ready = !llc->fill_waits;
    out->reply_valid = llc->reply_full;
    if (llc->reply_full) {
        out->reply_dest = llc->reply.src;
        out->reply_kind = llc->reply.kind;
        out->reply_line = llc->reply.line;
        out->reply_id = llc->reply.id;
        out->reply_data_sectors = llc->reply.sectors;
        if (llc->carry_data)
            memcpy(out->reply_data, llc->reply_data, sizeof out->reply_data);
    }
    out->dram_valid = writeback_offers(&llc->dram);
    if (out->dram_valid) {
        const struct writeback_request *oldest = &llc->dram.requests[llc->dram.head];
        out->dram_write = oldest->write;
        out->dram_line = oldest->line;
        out->dram_id = oldest->id;
        for (unsigned i = 0; i < 2; i++)
            out->dram_mask[i] = oldest->write ? llc->dram.masks[llc->dram.line_head][i] : 0;
        if (llc->carry_data)
            copy_sectors(out->dram_data, llc->dram.lines[llc->dram.line_head],
                         oldest->write ? 15 : 0);
    }
    out->event_access = llc->events >> LLC_ACCESS & 1;
    out->event_hit = llc->events >> LLC_HIT & 1;
    out->event_miss = llc->events >> LLC_MISS & 1;
    out->event_merge = llc->events >> LLC_MERGE & 1;
    out->event_writeback = llc->events >> LLC_WRITEBACK & 1;
    out->event_dram_read = llc->events >> LLC_DRAM_READ & 1;
    out->event_stall = llc->events >> LLC_STALL & 1;
    out->event_atomic = llc->events >> LLC_ATOMIC_DONE & 1;
    out->event_through = llc->events >> LLC_THROUGH & 1;
    out->event_first = out->event_access && !llc->look.cluster;
    out->event_store = out->event_access && llc->look.store;
    out->event_program_0 = out->event_access && !llc->look.second;
    out->event_program_1 = out->event_access && llc->look.second;
    out->look_valid = out->event_access;
    if (out->look_valid) {
        out->look_set = llc->look.set;
        out->look_tag = llc->look.tag;
        out->look_cluster = llc->look.cluster;
    }
    out->error_dram_reply = llc->unexpected;
}

static unsigned place_of(const struct llc_slice *llc, unsigned set, unsigned way)
{
    return set * llc->params.ways + way;
}

static void touch(struct llc_set *set, unsigned way)
{
    set->order = lru_order_touch(set->order, way);
}

static void count(struct llc_slice *llc, enum llc_event event)
{
    llc->events |= (uint16_t)(1u << event);
}

/* ---- the data RAM: ordered accesses, fills, answers ---- */

static void read_line(struct llc_slice *llc, unsigned place)
{
    if (llc->carry_data)
        llc_lines_read(&llc->lines, place);
}

static void pop_action(struct llc_slice *llc, bool with_bytes)
{
    llc->action_head ^= 1;
    llc->action_count--;
    if (with_bytes) {
        llc->bytes_head = (uint8_t)ring_wrap(llc->bytes_head + 1u, llc->params.queue);
        llc->bytes_count--;
    }
}

/* The oldest access begins. */
static void start(struct llc_slice *llc)
{
    const struct llc_action *action = &llc->actions[llc->action_head];
    const struct llc_bytes *bytes = &llc->bytes[llc->bytes_head];
    struct llc_entry *entry = &llc->entries[action->entry];
    bool stores = action->request.kind == LLC_STORE;
    if (action->evicts || (action->replies && !stores))
        read_line(llc, action->place);
    if (action->replies)
        llc->answer = action->request;
    llc->answer_valid = action->replies;
    llc->evicted = action->evicts;
    if (stores && llc->carry_data)
        llc_lines_write(&llc->lines, action->place, bytes->data, bytes->mask);
    if (stores && llc->walk.is_private)
        writeback_line(&llc->dram, llc->carry_data ? bytes->data : NULL, bytes->mask);
    if (action->reserves)
        memset(entry->written, 0, sizeof entry->written);
    if (stores && (action->reserves || action->joins)) {
        entry->written[0] |= bytes->mask[0];
        entry->written[1] |= bytes->mask[1];
    }
    if (action->replies && action->request.kind == LLC_ATOMIC)
        llc_lines_execute(&llc->lines, action->place, action->request.op, bytes->mask,
                          llc->carry_data ? bytes->data : NULL);
    else
        pop_action(llc, stores);
}

static void drain(struct llc_slice *llc)
{
    const struct llc_entry *entry = &llc->entries[llc->drain_entry];
    const struct llc_target *target =
        &llc->targets[llc->drain_entry * llc->params.targets + llc->drain_next++];
    llc->answer = (struct llc_request){.kind = target->kind,
                                       .src = target->src,
                                       .id = target->id,
                                       .line = entry->line,
                                       .sectors = target->sectors};
    llc->answer_valid = true;
    read_line(llc, place_of(llc, entry->set, entry->way));
    llc->draining = llc->drain_next < entry->targets;
}

/* The line from DRAM goes to the data RAM; who waits for it is answered next. */
static void fill(struct llc_slice *llc)
{
    const struct llc_entry *entry = &llc->entries[llc->fill_id];
    struct llc_set *set = &llc->sets[entry->set];
    if (llc->carry_data) {
        uint64_t missing[2] = {~entry->written[0], ~entry->written[1]};
        llc_lines_write(&llc->lines, place_of(llc, entry->set, entry->way), llc->fill_data,
                        missing);
    }
    set->pending &= (uint16_t) ~(1u << entry->way);
    llc->entry_free |= UINT64_C(1) << llc->fill_id;
    llc->draining = entry->targets;
    llc->drain_entry = llc->fill_id;
    llc->drain_next = 0;
}

/* A line from DRAM, for an entry whose read it has; else it is reported and goes nowhere. */
static void take_line(struct llc_slice *llc, const struct llc_slice_in *in)
{
    uint64_t entry = UINT64_C(1) << in->dram_reply_id;
    llc->unexpected = !(llc->awaited & entry);
    if (llc->unexpected)
        return;
    llc->awaited &= ~entry;
    llc->fill_waits = true;
    llc->fill_id = (uint8_t)in->dram_reply_id;
    if (llc->carry_data)
        memcpy(llc->fill_data, in->dram_reply_data, sizeof llc->fill_data);
}

/* No atomic is in the way of the oldest access. */
static bool has_room(const struct llc_slice *llc)
{
    bool stores = llc->actions[llc->action_head].request.kind == LLC_STORE;
    return stores ? llc_lines_write_room(&llc->lines) : llc_lines_read_room(&llc->lines);
}

/* Moves answers to the reply register, and begins what the RAM output register has room for. Of the
 * accesses only those are seen that were ordered before this step. */
static void access_ram(struct llc_slice *llc, const struct llc_slice_in *in, bool ordered)
{
    bool reply_free = !llc->reply_full || in->reply_ready;
    bool answer_free = !llc->answer_valid || reply_free;
    bool drains = llc->draining && answer_free;
    bool starts = ordered && has_room(llc) && !llc->draining && answer_free;
    bool fills = llc->fill_waits && !ordered && !llc->draining && !llc->started &&
                 llc_lines_fill_room(&llc->lines);
    bool executed = llc_lines_advance(&llc->lines);
    if (llc->evicted)
        writeback_line(&llc->dram, llc->carry_data ? llc->lines.line : NULL, NULL);
    llc->evicted = false;
    if (reply_free) {
        llc->reply_full = llc->answer_valid;
        if (llc->answer_valid) {
            llc->reply = llc->answer;
            if (llc->carry_data)
                copy_sectors(llc->reply_data, llc->lines.line, llc->answer.sectors);
        }
    }
    if (answer_free)
        llc->answer_valid = false;
    if (executed)
        pop_action(llc, true);
    if (drains)
        drain(llc);
    if (starts)
        start(llc);
    llc->started = starts;
    if (fills) {
        fill(llc);
        llc->fill_waits = false;
    } else if (!llc->fill_waits && in->dram_reply_valid) {
        take_line(llc, in);
    }
}

/* ---- the head decides ---- */

/* What is known when it decides. */
struct decision {
    struct llc_stage *head;
    struct llc_set *set;
    unsigned way;     /* that has or will have the line; the number of ways: none */
    bool dram_room;   /* a write-back and a read can be announced */
    bool action_room; /* an access to the data RAM can be ordered */
};

enum outcome {
    STALL,
    STAY,
    LEAVE
}; /* STAY: something happened, but the head must wait for its line */

/* Orders an access to the data RAM for the head. */
static struct llc_action *order(struct llc_slice *llc, const struct decision *d, unsigned way)
{
    struct llc_action *action =
        &llc->actions[(llc->action_head + llc->action_count++) % LLC_ACTIONS];
    *action =
        (struct llc_action){.request = d->head->request, .place = place_of(llc, d->head->set, way)};
    if (d->head->request.kind == LLC_STORE) {
        action->request.sectors = 0;
        action->replies = true;
    }
    return action;
}

/* The line of this way leaves for DRAM. */
static void evict(struct llc_slice *llc, struct llc_action *action)
{
    action->evicts = true;
    writeback_evict(&llc->dram, llc->way_line[action->place]);
    count(llc, LLC_WRITEBACK);
}

/* A store may act: in a private slice its bytes have a place on the way to DRAM. */
static bool through_room(const struct llc_slice *llc, const struct decision *d)
{
    return !llc->walk.is_private || d->head->request.kind != LLC_STORE || d->dram_room;
}

/* What a store leaves: a dirty line, or in a private slice a write to DRAM. */
static void mark_stored(struct llc_slice *llc, const struct decision *d, unsigned way)
{
    if (!llc->walk.is_private) {
        d->set->dirty |= (uint16_t)(1u << way);
        return;
    }
    writeback_evict(&llc->dram, d->head->request.line);
    count(llc, LLC_THROUGH);
}

/* The line is valid. */
static enum outcome hit(struct llc_slice *llc, const struct decision *d)
{
    unsigned kind = d->head->request.kind;
    if (!d->action_room || !through_room(llc, d))
        return STALL;
    if (!llc->counted) {
        count(llc, LLC_ACCESS);
        count(llc, LLC_HIT);
    }
    order(llc, d, d->way)->replies = true;
    if (kind == LLC_STORE)
        mark_stored(llc, d, d->way);
    if (kind == LLC_ATOMIC) {
        count(llc, LLC_ATOMIC_DONE);
        d->set->dirty |= (uint16_t)(1u << d->way);
    }
    touch(d->set, d->way);
    return LEAVE;
}

static void append_target(struct llc_slice *llc, unsigned number, const struct llc_request *head)
{
    struct llc_entry *entry = &llc->entries[number];
    llc->targets[number * llc->params.targets + entry->targets++] = (struct llc_target){
        .src = head->src, .id = head->id, .sectors = head->sectors, .kind = head->kind};
}

/* Whether the head can join a pending line. An atomic only waits for it; so does a store behind
 * reads, which must not see what it writes. */
static bool can_join(const struct llc_slice *llc, const struct decision *d, unsigned entry)
{
    unsigned kind = d->head->request.kind, reads = llc->entries[entry].targets;
    if (kind == LLC_ATOMIC)
        return !llc->counted;
    if (!llc->second)
        return false;
    if (kind == LLC_STORE)
        return d->action_room && !reads && through_room(llc, d);
    return reads < llc->params.targets;
}

/* The line is pending. */
static enum outcome merge(struct llc_slice *llc, const struct decision *d)
{
    const struct llc_request *head = &d->head->request;
    unsigned number = llc->way_entry[place_of(llc, d->head->set, d->way)];
    if (!can_join(llc, d, number))
        return STALL;
    count(llc, LLC_ACCESS);
    count(llc, LLC_MERGE);
    if (head->kind == LLC_ATOMIC) {
        llc->counted = true;
        return STAY;
    }
    if (head->kind == LLC_STORE) {
        struct llc_action *action = order(llc, d, d->way);
        action->joins = true;
        action->entry = (uint8_t)number;
        mark_stored(llc, d, d->way);
    } else {
        append_target(llc, number, head);
    }
    touch(d->set, d->way);
    return LEAVE;
}

/* Reserves the lowest free entry for a line that is to be read from DRAM. */
static void reserve(struct llc_slice *llc, const struct decision *d, struct llc_action *action)
{
    const struct llc_request *head = &d->head->request;
    unsigned number = llc->free_entry;
    struct llc_entry *entry = &llc->entries[number];
    llc->entry_free &= ~(UINT64_C(1) << number);
    entry->line = head->line;
    entry->set = d->head->set;
    entry->way = llc->victim;
    entry->targets = 0;
    if (head->kind < LLC_STORE)
        append_target(llc, number, head);
    action->reserves = true;
    action->entry = (uint8_t)number;
    llc->way_entry[action->place] = (uint8_t)number;
    d->set->pending |= (uint16_t)(1u << llc->victim);
    writeback_fetch(&llc->dram, head->line, number,
                    action->evicts || (llc->walk.is_private && head->kind == LLC_STORE));
    count(llc, LLC_DRAM_READ);
}

/* The line is not there. */
static enum outcome miss(struct llc_slice *llc, const struct decision *d)
{
    const struct llc_request *head = &d->head->request;
    unsigned bit = 1u << llc->victim;
    bool dirty = d->set->dirty & bit, install = head->kind == LLC_STORE && head->whole;
    if (!llc->second || !llc->victim_found || !d->action_room || (!install && !llc->free_found) ||
        ((!install || dirty || llc->walk.is_private) && !d->dram_room))
        return STALL;
    count(llc, LLC_ACCESS);
    count(llc, LLC_MISS);
    struct llc_action *action = order(llc, d, llc->victim);
    if (dirty)
        evict(llc, action);
    llc->way_line[action->place] = head->line;
    touch(d->set, llc->victim);
    d->set->present |= (uint16_t)bit;
    d->set->dirty &= (uint16_t)~bit;
    if (head->kind == LLC_STORE)
        mark_stored(llc, d, llc->victim);
    if (!install)
        reserve(llc, d, action);
    llc->counted = head->kind == LLC_ATOMIC;
    return llc->counted ? STAY : LEAVE;
}

/* A step of the flush: cleans the lowest dirty line of the set that is not pending and comes back
 * to the set, as long as a line in it is dirty. */
static enum outcome walk(struct llc_slice *llc, const struct decision *d, bool *rewinds)
{
    if (!d->set->dirty) {
        llc_walk_pass(&llc->walk, d->head->set);
        return LEAVE;
    }
    if (!llc->second)
        return STALL;
    if (llc->victim_found && d->action_room && d->dram_room) {
        evict(llc, order(llc, d, llc->victim));
        d->set->dirty &= (uint16_t) ~(1u << llc->victim);
    }
    *rewinds = true;
    return LEAVE;
}

/* The way that has the line of the head, or the number of ways. */
static unsigned find_way(const struct llc_slice *llc, const struct llc_stage *head)
{
    for (unsigned rest = llc->sets[head->set].present; rest; rest &= rest - 1) {
        unsigned way = (unsigned)__builtin_ctz(rest);
        if (llc->way_line[place_of(llc, head->set, way)] == head->request.line)
            return way;
    }
    return llc->params.ways;
}

/* What the head finds for its next step, if it is no hit. */
static void look_ahead(struct llc_slice *llc, const struct decision *d)
{
    unsigned all = (1u << llc->params.ways) - 1, candidates = all & ~(unsigned)d->set->pending;
    uint64_t drained = llc->draining ? UINT64_C(1) << llc->drain_entry : 0;
    uint64_t free_entries = llc->entry_free & ~drained;
    llc->free_found = free_entries;
    llc->free_entry = free_entries ? (uint8_t)__builtin_ctzll(free_entries) : 0;
    if (d->head->walk) {
        candidates &= d->set->dirty;
        llc->victim = candidates ? (uint8_t)__builtin_ctz(candidates) : 0;
    } else {
        llc->victim = (uint8_t)lru_order_victim(d->set->order, candidates, llc->params.ways);
    }
    llc->victim_found = candidates;
}

/* The head decides, unless a line from DRAM `waits`. True when it leaves, or nothing is there. */
static bool decide(struct llc_slice *llc, bool waits, bool dram_room, bool action_room,
                   bool *rewinds)
{
    struct llc_stage *head = &llc->stages[llc->head];
    struct decision d = {head, &llc->sets[head->set], llc->params.ways, dram_room, action_room};
    enum outcome outcome = STALL;
    if (!head->valid)
        return !waits;
    if (!head->walk)
        d.way = find_way(llc, head);
    bool there = d.way < llc->params.ways, pending = there && d.set->pending >> d.way & 1;
    if (!waits)
        outcome = head->walk ? walk(llc, &d, rewinds)
                  : pending  ? merge(llc, &d)
                  : there    ? hit(llc, &d)
                             : miss(llc, &d);
    if (outcome == STALL && !head->walk && (llc->second || (there && !pending)))
        count(llc, LLC_STALL);
    if (outcome == STALL && !there)
        look_ahead(llc, &d);
    return outcome == LEAVE;
}

/* ---- the pipeline ---- */

static void forget_walks(struct llc_slice *llc)
{
    for (unsigned i = 0; i < LLC_STAGES; i++)
        llc->stages[i].valid &= !llc->stages[i].walk;
}

/* Everything goes on by a stage. What was at the head makes place for what enters. */
static void move(struct llc_slice *llc, bool due, bool stops)
{
    struct llc_stage *enters = &llc->stages[llc->head];
    llc->head = (uint8_t)((llc->head + 1) % LLC_STAGES);
    llc->second = llc->counted = false;
    enters->valid = enters->walk = false;
    if (due) {
        enters->request = llc->requests[delay_head_slot(&llc->delay)];
        enters->set = set_map_set(&llc->map, enters->request.line);
        enters->valid = true;
    } else if (!stops && llc_walk_offers(&llc->walk)) {
        enters->request = (struct llc_request){.kind = LLC_READ};
        enters->set = llc_walk_enter(&llc->walk);
        enters->valid = enters->walk = true;
    }
}

static void take_request(struct llc_slice *llc, const struct llc_slice_in *in)
{
    llc->requests[delay_put_slot(&llc->delay)] =
        (struct llc_request){.line = in->request_line,
                             .src = (uint16_t)in->request_src,
                             .id = (uint32_t)in->request_id,
                             .kind = (uint8_t)in->request_kind,
                             .op = (uint8_t)in->request_op,
                             .sectors = (uint8_t)in->request_sectors};
    if (in->request_kind < LLC_STORE)
        return;
    struct llc_bytes *bytes =
        &llc->bytes[ring_wrap(llc->bytes_head + llc->bytes_count++, llc->params.queue)];
    memcpy(bytes->mask, in->request_mask, sizeof bytes->mask);
    llc->requests[delay_put_slot(&llc->delay)].whole = !~(bytes->mask[0] & bytes->mask[1]);
    if (llc->carry_data)
        memcpy(bytes->data, in->request_data, sizeof bytes->data);
}

/* No request is under way; lines that a flush has sent to the queue for DRAM may be. */
static bool is_quiet(const struct llc_slice *llc)
{
    bool requests = llc->delay.level || llc->fill_waits || llc->draining;
    for (unsigned i = 0; i < LLC_STAGES; i++)
        requests |= llc->stages[i].valid && !llc->stages[i].walk;
    return !requests && llc->entry_free == ~UINT64_C(0) >> (64 - llc->params.entries);
}

/* A turn of a private slice is over: it loses its lines, which are all clean. */
static void lose_lines(struct llc_slice *llc)
{
    llc->walk.invalidates = false;
    for (unsigned set = 0; set < llc->params.sets; set++)
        llc->sets[set] = (struct llc_set){.order = lru_order_initial(llc->params.ways)};
}

/* The entry whose read is offered to DRAM, as a mask. */
static uint64_t read_offered(const struct llc_slice *llc)
{
    const struct writeback_request *oldest = &llc->dram.requests[llc->dram.head];
    return writeback_offers(&llc->dram) && !oldest->write ? UINT64_C(1) << oldest->id : 0;
}

/* What the step looked up, for those who watch. */
static void look(struct llc_slice *llc, const struct llc_stage *head)
{
    if (!(llc->events >> LLC_ACCESS & 1))
        return;
    llc->look.set = head->set;
    llc->look.tag = set_map_tag(&llc->map, head->request.line);
    llc->look.store = head->request.kind == LLC_STORE;
    llc->look.cluster = (uint8_t)(head->request.src >> llc->params.cluster_lsb & llc->cluster_mask);
    llc->look.second = (head->request.src >> llc->params.program_lsb & llc->program_mask) >=
                       llc->params.program_from;
}

/* Until a handshake no access to the data RAM begins or ends, and no request for DRAM comes. A line
 * from DRAM waits for accesses, those wait for an answer, and that for the reply before it. */
static bool ram_waits(const struct llc_slice *llc)
{
    bool accesses = llc->action_count || llc->draining;
    bool blocked = llc->answer_valid ? llc->reply_full && (accesses || !llc->fill_waits)
                                     : !accesses && !llc->fill_waits;
    return blocked && llc_lines_is_idle(&llc->lines) && !llc->started && !llc->evicted &&
           !llc->dram.fetching;
}

/* Something but a request is taken at this edge. */
static bool hands_over(const struct llc_slice *llc, const struct llc_slice_in *in)
{
    return (in->dram_ready && writeback_offers(&llc->dram)) ||
           (in->dram_reply_valid && !llc->fill_waits) || (in->reply_ready && llc->reply_full);
}

void llc_slice_step(struct llc_slice *llc, const struct llc_slice_in *in)
{
    struct delay_control *delay = &llc->delay;
    bool put = in->request_valid && can_take(llc);
    bool due = delay_get_valid(delay);
    bool room = writeback_room(&llc->dram);
    unsigned ordered = llc->action_count;
    bool waits = llc->fill_waits;
    bool over = llc->walk.passed && writeback_empty(&llc->dram) && !in->writing && !in->flush;
    bool rewinds = false;
    bool settled = llc->walk.turns && (llc->walk.settled || is_quiet(llc));
    const struct llc_stage head = llc->stages[llc->head];
    bool stands = llc->second && ram_waits(llc) && !hands_over(llc, in);

    llc->events = 0;
    llc->unexpected = false;
    uint64_t asked = in->dram_ready ? read_offered(llc) : 0;
    writeback_advance(&llc->dram, in->dram_ready);
    bool moves = decide(llc, waits, room, ordered < LLC_ACTIONS, &rewinds);
    look(llc, &head);
    access_ram(llc, in, ordered);
    llc->awaited |= asked;
    if (moves)
        move(llc, due, rewinds || in->flush);
    else
        llc->second = true;
    if (rewinds) {
        forget_walks(llc);
        llc_walk_rewind(&llc->walk, head.set);
    }
    if (put)
        take_request(llc, in);
    delay_control_step(delay, put, moves && due);
    if (llc->walk.invalidates)
        lose_lines(llc);
    if (over)
        llc_walk_end(&llc->walk);
    if (in->flush) {
        forget_walks(llc);
        llc_walk_begin(&llc->walk, in->flush_turns, in->flush_private);
    }
    llc->walk.settled = settled;
    stands &= !moves && !(llc->events & ~(1u << LLC_STALL)) && !llc->walk.walking;
    llc->waits = moves ? !llc->delay.level && llc_slice_only_offers(llc) : stands && llc->stood;
    llc->stood = stands;
}

bool llc_slice_only_offers(const struct llc_slice *llc)
{
    bool empty = !llc->unexpected && llc_walk_is_idle(&llc->walk) && !llc->events;
    for (unsigned i = 0; i < LLC_STAGES; i++)
        empty &= !llc->stages[i].valid;
    return empty && ram_waits(llc);
}

bool llc_slice_is_idle(const struct llc_slice *llc)
{
    return !llc->delay.level && !llc->action_count && !llc->draining && !llc->answer_valid &&
           !llc->reply_full && writeback_empty(&llc->dram) && llc_slice_only_offers(llc);
}

static uint64_t hash_request(const struct llc_request *r, uint64_t hash)
{
    hash = hash_word(hash,
                     r->line << 24 | (uint64_t)r->src << 8 | (uint64_t)r->kind << 4 | r->sectors);
    return hash_word(hash, (uint64_t)r->id << 8 | (uint64_t)r->whole << 7 | r->op);
}

static uint64_t hash_requests(const struct llc_slice *llc, uint64_t hash)
{
    const struct delay_control *d = &llc->delay;
    hash = delay_control_hash(d, hash);
    for (unsigned i = 0; i < d->level; i++)
        hash = hash_request(&llc->requests[ring_wrap(d->head + i, d->depth)], hash);
    for (unsigned i = 0; i < llc->bytes_count; i++) {
        const struct llc_bytes *bytes =
            &llc->bytes[ring_wrap(llc->bytes_head + i, llc->params.queue)];
        hash = hash_words(hash, bytes->mask, 2);
        if (llc->carry_data)
            hash = hash_words(hash, bytes->data, LLC_LINE_WORDS);
    }
    return hash;
}

static uint64_t hash_pipeline(const struct llc_slice *llc, uint64_t hash)
{
    for (unsigned i = 0; i < LLC_STAGES; i++) {
        const struct llc_stage *stage = &llc->stages[(llc->head + i) % LLC_STAGES];
        hash = hash_word(hash, (uint64_t)stage->valid << 1 | (stage->valid && stage->walk));
        if (!stage->valid)
            continue;
        hash = stage->walk ? hash_word(hash, stage->set) : hash_request(&stage->request, hash);
    }
    if (llc->stages[llc->head].valid)
        hash = hash_word(hash, (uint64_t)llc->second << 1 | llc->counted);
    for (unsigned i = 0; i < llc->action_count; i++) {
        const struct llc_action *action = &llc->actions[(llc->action_head + i) % LLC_ACTIONS];
        hash = hash_request(&action->request, hash);
        hash = hash_word(hash, (uint64_t)action->place << 16 | (uint64_t)action->entry << 8 |
                                   (uint64_t)action->replies << 3 | (uint64_t)action->evicts << 2 |
                                   (uint64_t)action->joins << 1 | action->reserves);
    }
    return hash_word(hash, (uint64_t)llc->lines.writes << 16 | (uint64_t)llc->lines.executing << 8 |
                               (uint64_t)llc->started << 1 | llc->evicted);
}

static uint64_t hash_lines(const struct llc_slice *llc, uint64_t hash)
{
    for (unsigned set = 0; set < llc->params.sets; set++) {
        const struct llc_set *s = &llc->sets[set];
        hash = hash_word(hash, s->order);
        hash = hash_word(hash, (uint64_t)s->present << 32 | (uint64_t)s->pending << 16 | s->dirty);
        for (unsigned rest = s->present; rest; rest &= rest - 1) {
            unsigned place = place_of(llc, set, (unsigned)__builtin_ctz(rest));
            hash = hash_word(hash, llc->way_line[place]);
            if (llc->carry_data)
                hash = hash_words(hash, llc->lines.ram[place], LLC_LINE_WORDS);
        }
    }
    return hash;
}

static uint64_t hash_entries(const struct llc_slice *llc, uint64_t hash)
{
    uint64_t used = ~llc->entry_free & ~UINT64_C(0) >> (64 - llc->params.entries);
    for (hash = hash_word(hash, used); used; used &= used - 1) {
        unsigned number = (unsigned)__builtin_ctzll(used);
        const struct llc_entry *entry = &llc->entries[number];
        hash = hash_word(hash, entry->line << 16 | (uint64_t)entry->way << 8 | entry->targets);
        hash = hash_words(hash, entry->written, 2);
        for (unsigned i = 0; i < entry->targets; i++) {
            const struct llc_target *t = &llc->targets[number * llc->params.targets + i];
            hash = hash_word(hash, (uint64_t)t->src << 32 | (uint64_t)t->id << 8 |
                                       (uint64_t)t->kind << 4 | t->sectors);
        }
    }
    return hash;
}

static uint64_t hash_answers(const struct llc_slice *llc, uint64_t hash)
{
    hash = hash_word(hash, (uint64_t)llc->answer_valid << 1 | llc->reply_full);
    if (llc->answer_valid)
        hash = hash_request(&llc->answer, hash);
    if (llc->carry_data && (llc->answer_valid || llc->lines.executing || llc->evicted))
        hash = hash_words(hash, llc->lines.line, LLC_LINE_WORDS);
    if (!llc->reply_full)
        return hash;
    hash = hash_request(&llc->reply, hash);
    return llc->carry_data ? hash_words(hash, llc->reply_data, LLC_LINE_WORDS) : hash;
}

uint64_t llc_slice_hash(const struct llc_slice *llc)
{
    uint64_t hash =
        hash_entries(llc, hash_lines(llc, hash_requests(llc, writeback_queue_hash(&llc->dram))));
    hash = hash_answers(llc, hash_pipeline(llc, hash));
    hash = hash_word(hash_word(hash, llc->awaited), llc->unexpected);
    if (llc->draining)
        hash = hash_word(hash, (uint64_t)llc->drain_entry << 8 | llc->drain_next);
    if (llc->fill_waits)
        hash = hash_word(hash, llc->fill_id);
    if (llc->fill_waits && llc->carry_data)
        hash = hash_words(hash, llc->fill_data, LLC_LINE_WORDS);
    return hash_word(hash_word(hash, llc_walk_hash(&llc->walk)), llc->events);
}
