/* Twin of rtl/llc_slice.v: slice of the last-level cache (docs/blocks/llc_slice.md has the cycles).
 */
#include "llc_slice.h"

#include <stdlib.h>
#include <string.h>

#include "atomic_alu.h"
#include "byte_mask.h"
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
    delay_control_init(&llc->delay, p->latency < LLC_DELAY_DEPTH ? p->latency : LLC_DELAY_DEPTH,
                       p->queue, p->latency - 1);
    llc->request_data = xcalloc(p->queue, sizeof *llc->request_data);
    llc->sets = xcalloc(p->sets, sizeof *llc->sets);
    llc->way_line = xcalloc(places, sizeof *llc->way_line);
    llc->way_entry = xcalloc(places, sizeof *llc->way_entry);
    llc->lines = xcalloc(places, sizeof *llc->lines);
    llc->entries = xcalloc(p->entries, sizeof *llc->entries);
    llc->targets = xcalloc((size_t)p->entries * p->targets, sizeof *llc->targets);
    llc_slice_reset(llc);
}

void llc_slice_release(struct llc_slice *llc)
{
    free(llc->request_data);
    free(llc->sets);
    free(llc->way_line);
    free(llc->way_entry);
    free(llc->lines);
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
    llc->entry_free = ~UINT64_C(0) >> (64 - p->entries);
    llc->draining = llc->atomic_waits = llc->reply_full = false;
    llc->walking = llc->walked = false;
    llc->atomic_left = llc->events = 0;
    llc->walk_set = 0;
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

void llc_slice_outputs(const struct llc_slice *llc, struct llc_slice_out *out)
{
    out->busy = llc->walking;
    out->request_ready = delay_put_ready(&llc->delay);
    out->dram_reply_ready = !llc->atomic_left && !llc->draining;
    out->reply_valid = llc->reply_full;
    if (llc->reply_full) {
        out->reply_dest = llc->reply_dest;
        out->reply_kind = llc->reply_kind;
        out->reply_line = llc->reply_line;
        out->reply_id = llc->reply_id;
        out->reply_data_sectors = llc->reply_sectors;
        if (llc->carry_data)
            copy_sectors(out->reply_data, llc->ram_data, llc->reply_sectors);
    }
    out->dram_valid = llc->dram.count;
    if (llc->dram.count) {
        const struct writeback_request *oldest = &llc->dram.requests[llc->dram.head];
        out->dram_write = oldest->write;
        out->dram_line = oldest->line;
        out->dram_id = oldest->id;
        if (llc->carry_data)
            copy_sectors(out->dram_data, oldest->data, oldest->write ? 15 : 0);
    }
    out->event_access = llc->events >> LLC_ACCESS & 1;
    out->event_hit = llc->events >> LLC_HIT & 1;
    out->event_miss = llc->events >> LLC_MISS & 1;
    out->event_merge = llc->events >> LLC_MERGE & 1;
    out->event_writeback = llc->events >> LLC_WRITEBACK & 1;
    out->event_dram_read = llc->events >> LLC_DRAM_READ & 1;
    out->event_stall = llc->events >> LLC_STALL & 1;
    out->event_atomic = llc->events >> LLC_ATOMIC_DONE & 1;
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
    llc->events |= (uint8_t)(1u << event);
}

static void read_line(struct llc_slice *llc, unsigned place)
{
    if (llc->carry_data)
        memcpy(llc->ram_data, llc->lines[place], sizeof llc->ram_data);
}

static void reply(struct llc_slice *llc, const struct llc_request *request, unsigned sectors)
{
    llc->reply_full = true;
    llc->reply_kind = request->kind;
    llc->reply_dest = request->src;
    llc->reply_id = request->id;
    llc->reply_line = request->line;
    llc->reply_sectors = (uint8_t)sectors;
}

/* The line of this place leaves for DRAM: its data are in the RAM output register after this step.
 */
static void evict(struct llc_slice *llc, unsigned place)
{
    read_line(llc, place);
    writeback_evict(&llc->dram, llc->way_line[place]);
    count(llc, LLC_WRITEBACK);
}

static void compute_atomic(struct llc_slice *llc, const struct llc_request *head)
{
    unsigned first = (unsigned)__builtin_ctz(llc->atomic_left) * SECTOR_WORDS;
    const uint64_t *operands = llc->request_data[delay_head_data_slot(&llc->delay)];
    llc->atomic_left &= (uint8_t)(llc->atomic_left - 1);
    if (!llc->carry_data)
        return;
    for (unsigned i = 2 * first; i < 2 * (first + SECTOR_WORDS); i++) { /* 32-bit words */
        unsigned shift = i % 2 * 32;
        if ((head->mask[i / 16] >> (i % 16 * 4) & 15) != 15)
            continue;
        uint32_t result =
            atomic_alu((enum atomic_op)head->op, (uint32_t)(llc->ram_data[i / 2] >> shift),
                       (uint32_t)(operands[i / 2] >> shift));
        uint64_t *word = &llc->lines[llc->atomic_place][i / 2];
        *word = (*word & ~(UINT64_C(0xffffffff) << shift)) | (uint64_t)result << shift;
    }
}

static void drain(struct llc_slice *llc)
{
    const struct llc_entry *entry = &llc->entries[llc->drain_entry];
    const struct llc_target *target =
        &llc->targets[llc->drain_entry * llc->params.targets + llc->drain_next++];
    struct llc_request request = {
        .kind = target->kind, .src = target->src, .id = target->id, .line = entry->line};
    reply(llc, &request, target->sectors);
    read_line(llc, place_of(llc, entry->set, entry->way));
    llc->draining = llc->drain_next < entry->targets;
}

static void fill(struct llc_slice *llc, unsigned number, const uint64_t *data)
{
    const struct llc_entry *entry = &llc->entries[number];
    struct llc_set *set = &llc->sets[entry->set];
    if (llc->carry_data) {
        uint64_t missing[2] = {~entry->written[0], ~entry->written[1]};
        merge_bytes(llc->lines[place_of(llc, entry->set, entry->way)], data, missing);
    }
    set->valid |= (uint16_t)(1u << entry->way);
    set->pending &= (uint16_t) ~(1u << entry->way);
    llc->entry_free |= UINT64_C(1) << number;
    llc->draining = entry->targets;
    llc->drain_entry = (uint8_t)number;
    llc->drain_next = 0;
}

static void store(struct llc_slice *llc, const struct llc_request *head, unsigned set, unsigned way)
{
    if (llc->carry_data)
        merge_bytes(llc->lines[place_of(llc, set, way)],
                    llc->request_data[delay_head_data_slot(&llc->delay)], head->mask);
    llc->sets[set].dirty |= (uint16_t)(1u << way);
    reply(llc, head, 0);
}

/* The line is valid in `way`. True when the head leaves; an atomic stays until its sectors are
 * computed. */
static bool hit(struct llc_slice *llc, const struct llc_request *head, unsigned set, unsigned way)
{
    if (!llc->atomic_waits) {
        count(llc, LLC_ACCESS);
        count(llc, LLC_HIT);
    }
    if (head->kind == LLC_STORE) {
        store(llc, head, set, way);
        return true;
    }
    read_line(llc, place_of(llc, set, way));
    reply(llc, head, head->sectors);
    if (head->kind != LLC_ATOMIC)
        return true;
    count(llc, LLC_ATOMIC_DONE);
    llc->sets[set].dirty |= (uint16_t)(1u << way);
    llc->atomic_waits = false;
    llc->atomic_left = (uint8_t)touched_sectors(head->mask);
    llc->atomic_place = place_of(llc, set, way);
    return !llc->atomic_left;
}

static void append_target(struct llc_slice *llc, struct llc_entry *entry,
                          const struct llc_request *head)
{
    size_t number = (size_t)(entry - llc->entries);
    llc->targets[number * llc->params.targets + entry->targets++] = (struct llc_target){
        .src = head->src, .id = head->id, .sectors = head->sectors, .kind = head->kind};
}

enum outcome {
    STALL,
    STAY,
    LEAVE
}; /* of a lookup; STAY: something happened, but the head must wait for its line */

/* The line is pending in `way`. */
static enum outcome merge(struct llc_slice *llc, const struct llc_request *head, unsigned set,
                          unsigned way)
{
    struct llc_entry *entry = &llc->entries[llc->way_entry[place_of(llc, set, way)]];
    if (head->kind == LLC_ATOMIC ? llc->atomic_waits
                                 : head->kind != LLC_STORE && entry->targets == llc->params.targets)
        return STALL;
    count(llc, LLC_ACCESS);
    count(llc, LLC_MERGE);
    if (head->kind == LLC_ATOMIC) {
        llc->atomic_waits = true;
        return STAY;
    }
    if (head->kind == LLC_STORE) {
        store(llc, head, set, way);
        entry->written[0] |= head->mask[0];
        entry->written[1] |= head->mask[1];
    } else {
        append_target(llc, entry, head);
    }
    touch(&llc->sets[set], way);
    return LEAVE;
}

/* Reserves the lowest free entry for a line that is to be read from DRAM. */
static void reserve(struct llc_slice *llc, const struct llc_request *head, unsigned set_number,
                    unsigned way)
{
    unsigned number = (unsigned)__builtin_ctzll(llc->entry_free);
    struct llc_entry *entry = &llc->entries[number];
    llc->entry_free &= llc->entry_free - 1;
    *entry = (struct llc_entry){.line = head->line, .set = set_number, .way = (uint8_t)way};
    if (head->kind == LLC_STORE)
        memcpy(entry->written, head->mask, sizeof entry->written);
    else if (head->kind != LLC_ATOMIC)
        append_target(llc, entry, head);
    llc->way_entry[place_of(llc, set_number, way)] = (uint8_t)number;
    writeback_fetch(&llc->dram, head->line, number);
    count(llc, LLC_DRAM_READ);
}

/* The line is not there. */
static enum outcome miss(struct llc_slice *llc, const struct llc_request *head, unsigned set_number,
                         bool room)
{
    struct llc_set *set = &llc->sets[set_number];
    unsigned all = (1u << llc->params.ways) - 1, candidates = all & ~(unsigned)set->pending;
    unsigned way = lru_order_victim(set->order, candidates, llc->params.ways);
    unsigned place = place_of(llc, set_number, way), bit = 1u << way;
    bool dirty = set->valid & set->dirty & bit;
    bool install = head->kind == LLC_STORE && !~(head->mask[0] & head->mask[1]);
    if (!candidates || (!install && !llc->entry_free) || ((!install || dirty) && !room))
        return STALL;
    count(llc, LLC_ACCESS);
    count(llc, LLC_MISS);
    if (dirty)
        evict(llc, place);
    llc->way_line[place] = head->line;
    touch(set, way);
    set->dirty &= (uint16_t)~bit;
    set->valid = (uint16_t)(install ? set->valid | bit : set->valid & ~bit);
    if (!install) {
        set->pending |= (uint16_t)bit;
        reserve(llc, head, set_number, way);
    }
    if (head->kind == LLC_STORE)
        store(llc, head, set_number, way);
    llc->atomic_waits = head->kind == LLC_ATOMIC;
    return llc->atomic_waits ? STAY : LEAVE;
}

/* Looks the head of the delay line up. */
static enum outcome look_up(struct llc_slice *llc, const struct llc_request *head, bool room)
{
    unsigned set_number = set_map_set(&llc->map, head->line);
    struct llc_set *set = &llc->sets[set_number];
    for (unsigned rest = set->valid | set->pending; rest; rest &= rest - 1) {
        unsigned way = (unsigned)__builtin_ctz(rest);
        if (llc->way_line[place_of(llc, set_number, way)] != head->line)
            continue;
        if (set->pending >> way & 1)
            return merge(llc, head, set_number, way);
        touch(set, way);
        return hit(llc, head, set_number, way) ? LEAVE : STAY;
    }
    return miss(llc, head, set_number, room);
}

/* The flush walker: cleans the lowest dirty line of the set, waits for a dirty pending one, or goes
 * on. */
static void walk(struct llc_slice *llc)
{
    struct llc_set *set = &llc->sets[llc->walk_set];
    unsigned dirty = set->dirty & set->valid;
    if (dirty) {
        evict(llc, place_of(llc, llc->walk_set, (unsigned)__builtin_ctz(dirty)));
        set->dirty &= (uint16_t) ~(dirty & -dirty);
    } else if (!set->dirty) {
        llc->walked = llc->walk_set == llc->params.sets - 1;
        llc->walk_set += !llc->walked;
    }
}

/* The one thing of this cycle. True when the head of the delay line leaves. */
static bool act(struct llc_slice *llc, const struct llc_slice_in *in, bool room)
{
    bool reply_free = !llc->reply_full, due = delay_get_valid(&llc->delay);
    const struct llc_request *head = &llc->requests[delay_head_slot(&llc->delay)];
    enum outcome outcome = STALL;
    if (llc->atomic_left) {
        compute_atomic(llc, head);
        return !llc->atomic_left;
    }
    if (llc->draining) {
        if (reply_free)
            drain(llc);
    } else if (in->dram_reply_valid) {
        fill(llc, (unsigned)in->dram_reply_id, in->dram_reply_data);
    } else if (due) {
        if (reply_free)
            outcome = look_up(llc, head, room);
    } else if (llc->walking && !llc->walked && reply_free && room) {
        walk(llc);
    }
    if (due && outcome == STALL)
        count(llc, LLC_STALL);
    return outcome == LEAVE;
}

static void take_request(struct llc_slice *llc, const struct llc_slice_in *in)
{
    llc->requests[delay_put_slot(&llc->delay)] =
        (struct llc_request){.line = in->request_line,
                             .mask = {in->request_mask[0], in->request_mask[1]},
                             .src = (uint16_t)in->request_src,
                             .id = (uint32_t)in->request_id,
                             .kind = (uint8_t)in->request_kind,
                             .op = (uint8_t)in->request_op,
                             .sectors = (uint8_t)in->request_sectors};
    if (in->request_kind >= LLC_STORE && llc->carry_data)
        memcpy(llc->request_data[delay_put_data_slot(&llc->delay)], in->request_data,
               sizeof *llc->request_data);
}

void llc_slice_step(struct llc_slice *llc, const struct llc_slice_in *in)
{
    struct delay_control *delay = &llc->delay;
    bool put = in->request_valid && delay_put_ready(delay);
    bool head_has_data =
        delay_get_valid(delay) && llc->requests[delay_head_slot(delay)].kind >= LLC_STORE;
    bool room = writeback_room(&llc->dram);
    bool handed_over = llc->walked && writeback_empty(&llc->dram);

    llc->events = 0;
    if (in->reply_ready)
        llc->reply_full = false;
    writeback_advance(&llc->dram, llc->carry_data ? llc->ram_data : NULL, in->dram_ready);
    bool pop = act(llc, in, room);
    if (put)
        take_request(llc, in);
    delay_control_step(delay, put, put && in->request_kind >= LLC_STORE, pop, pop && head_has_data);
    if (handed_over)
        llc->walking = false;
    if (in->flush) {
        llc->walking = true;
        llc->walked = false;
        llc->walk_set = 0;
    }
}

bool llc_slice_is_idle(const struct llc_slice *llc)
{
    return !llc->delay.level && !llc->draining && !llc->reply_full && writeback_empty(&llc->dram) &&
           !llc->walking && !llc->events;
}

static uint64_t hash_requests(const struct llc_slice *llc, uint64_t hash)
{
    const struct delay_control *d = &llc->delay;
    hash = delay_control_hash(d, hash);
    for (unsigned i = 0; i < d->level; i++) {
        const struct llc_request *r = &llc->requests[delay_wrap(d->head + i, d->depth)];
        hash = hash_word(hash, r->line << 24 | (uint64_t)r->src << 8 | (uint64_t)r->kind << 4 |
                                   r->sectors);
        hash = hash_word(hash, (uint64_t)r->id << 8 | r->op);
        hash = hash_words(hash, r->mask, 2);
    }
    for (unsigned i = 0; i < d->data_level && llc->carry_data; i++)
        hash = hash_words(hash, llc->request_data[delay_wrap(d->data_head + i, d->queue)],
                          LLC_LINE_WORDS);
    return hash;
}

static uint64_t hash_lines(const struct llc_slice *llc, uint64_t hash)
{
    for (unsigned set = 0; set < llc->params.sets; set++) {
        const struct llc_set *s = &llc->sets[set];
        hash = hash_word(hash, s->order);
        hash = hash_word(hash, (uint64_t)s->valid << 32 | (uint64_t)s->pending << 16 | s->dirty);
        for (unsigned rest = s->valid | s->pending; rest; rest &= rest - 1) {
            unsigned place = place_of(llc, set, (unsigned)__builtin_ctz(rest));
            hash = hash_word(hash, llc->way_line[place]);
            if (llc->carry_data)
                hash = hash_words(hash, llc->lines[place], LLC_LINE_WORDS);
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

uint64_t llc_slice_hash(const struct llc_slice *llc)
{
    uint64_t hash =
        hash_entries(llc, hash_lines(llc, hash_requests(llc, writeback_queue_hash(&llc->dram))));
    if (llc->draining)
        hash = hash_word(hash, (uint64_t)llc->drain_entry << 8 | llc->drain_next);
    hash = hash_word(hash, (uint64_t)llc->atomic_left << 8 | llc->atomic_waits);
    if (llc->reply_full) {
        hash = hash_word(hash, llc->reply_line << 8 | (uint64_t)llc->reply_kind << 4 |
                                   llc->reply_sectors);
        hash = hash_word(hash, (uint64_t)llc->reply_dest << 32 | llc->reply_id);
    }
    if (llc->carry_data && (llc->atomic_left || llc->reply_full || llc->dram.evicting))
        hash = hash_words(hash, llc->ram_data, LLC_LINE_WORDS);
    return hash_word(hash, (uint64_t)llc->walk_set << 16 | (uint64_t)llc->walking << 9 |
                               (uint64_t)llc->walked << 8 | llc->events);
}
