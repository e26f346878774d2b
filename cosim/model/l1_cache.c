/* Twin of rtl/l1_cache.v. One step: write a fill or look up the head of the delay line, move the
 * miss register on, take a new fill and a new access, flush. */
#include "l1_cache.h"

#include <stdlib.h>
#include <string.h>

#include "byte_mask.h"
#include "hash.h"
#include "lru_order.h"
#include "util.h"

enum {
    L1_EVENT_ACCESS = 1,
    L1_EVENT_HIT = 2,
    L1_EVENT_MISS = 4,
    L1_EVENT_MERGE = 8,
    L1_EVENT_STORE = 16,
    L1_EVENT_OTHER = 32,
    L1_EVENT_STALL = 64,
    L1_EVENT_REMOTE = 128, /* the others are about an access of another core */
    L1_EVENT_ODD = 256,
    L1_EVENT_BYPASS = 512
};

enum { NO_WAY = PROTECT_NO_WAY };

/* Where a line is looked for, and what was found. */
struct place {
    struct l1_set *set; /* its set */
    unsigned base;      /* slot of the set's way 0 */
    unsigned way;       /* way that holds the line or waits for it, or NO_WAY */
};

static size_t line_count(const struct l1_cache *l1)
{
    return (size_t)l1->params.sets * l1->params.ways;
}

static struct l1_protect *protection(const struct l1_cache_params *p)
{
    return l1_protect_new(&(struct l1_protect_params){
        .scheme = p->scheme,
        .sets = p->sets,
        .ways = p->ways,
        .tag_bits = p->line_bits - (unsigned)__builtin_ctz(p->sets),
        .tag_field = p->vta_tag_field,
        .sample = p->dlp_sample,
        .max_insns = p->dlp_max_insns,
        .fall = p->dlp_fall,
        .life = p->dlp_life,
        .reserved = p->dlp_reserved,
    });
}

void l1_cache_init(struct l1_cache *l1, const struct l1_cache_params *params)
{
    const struct set_map_params map = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    *l1 = (struct l1_cache){.params = *params, .carry_data = true, .map = set_map_make(&map)};
    l1->accesses = xcalloc(params->latency, sizeof *l1->accesses);
    l1->queued_data = xcalloc(params->store_queue, L1_LINE_WORDS * sizeof *l1->queued_data);
    l1->sets = xcalloc(params->sets, sizeof *l1->sets);
    l1->lines = xcalloc(line_count(l1), sizeof *l1->lines);
    l1->data = xcalloc(line_count(l1), L1_LINE_WORDS * sizeof *l1->data);
    delay_control_init(&l1->delay, params->latency, params->latency - 1);
    l1->protect = protection(params);
    l1_cache_reset(l1);
}

void l1_cache_release(struct l1_cache *l1)
{
    free(l1->accesses);
    free(l1->queued_data);
    free(l1->sets);
    free(l1->lines);
    free(l1->data);
    l1_protect_free(l1->protect);
}

static void empty_sets(struct l1_cache *l1)
{
    const struct l1_set empty = {.order = lru_order_initial(l1->params.ways)};
    for (unsigned set = 0; set < l1->params.sets; set++)
        l1->sets[set] = empty;
    l1->has_foreign = 0;
}

void l1_cache_reset(struct l1_cache *l1)
{
    delay_control_reset(&l1->delay);
    line_control_init(&l1->stores, l1->params.store_queue);
    l1_protect_reset(l1->protect);
    empty_sets(l1);
    l1->hit_valid = l1->remote_hit_valid = l1->miss_valid = false;
    l1->tags.valid = l1->written_early = false;
    l1_snoop_reset(&l1->snoop);
    memset(l1->fills, 0, sizeof l1->fills);
    l1->events = 0;
    l1->shared = 0;
    l1->waits = l1->head_waited = l1->data_taken = l1->data_lent = false;
    l1->old = 0;
    l1->store_misses = 0;
}

static inline struct place find(const struct l1_cache *l1, unsigned index, uint64_t line)
{
    struct place place = {.set = &l1->sets[index], .base = index * l1->params.ways, .way = NO_WAY};
    const uint64_t *lines = &l1->lines[place.base];
    for (unsigned ways = place.set->valid | place.set->reserved; ways; ways &= ways - 1) {
        unsigned way = (unsigned)__builtin_ctz(ways);
        if (lines[way] == line)
            place.way = way;
    }
    return place;
}

int l1_cache_slot_of(const struct l1_cache *l1, uint64_t line)
{
    unsigned index = set_map_set(&l1->map, line), base = index * l1->params.ways;
    for (unsigned ways = l1->sets[index].valid; ways; ways &= ways - 1) {
        unsigned slot = base + (unsigned)__builtin_ctz(ways);
        if (l1->lines[slot] == line)
            return (int)slot;
    }
    return -1;
}

static bool has_data(unsigned kind)
{
    return kind == L1_STORE || kind == L1_ATOMIC;
}

static uint64_t *data_of(const struct l1_cache *l1, unsigned slot)
{
    return &l1->data[(size_t)slot * L1_LINE_WORDS];
}

/* A set's bit in masks of parities: 1 even, 2 odd. */
static unsigned parity_of(unsigned set)
{
    return 1u << (set & 1);
}

/* Lines with another home die together in all sets of these parities. */
static void purge(struct l1_cache *l1, unsigned parities)
{
    for (unsigned index = 0; index < l1->params.sets; index++) {
        struct l1_set *set = &l1->sets[index];
        if (!(parity_of(index) & parities))
            continue;
        set->valid &= (uint16_t)~set->foreign;
        set->reserved &= (uint16_t)~set->foreign;
        set->foreign = 0;
    }
    l1->has_foreign &= (uint8_t)~parities;
}

/* A fill arrives. What is reserved for its line after that is no business of it: the read of that
 * reservation is another one, and a store may be between them. */
static void arrive(struct l1_cache *l1, struct l1_fill *fill, uint64_t line)
{
    struct place place = find(l1, set_map_set(&l1->map, line), line);
    bool waits = place.way != NO_WAY && place.set->reserved >> place.way & 1;
    fill->slot = waits ? place.base + place.way : L1_NO_SLOT;
}

/* In the cycle behind its arrival the MSHR tells whether a fill may be installed. */
static void move_fills(struct l1_cache *l1, const struct l1_cache_in *in)
{
    l1->fills[0] = l1->fills[1];
    if (!in->mshr_installs)
        l1->fills[0].slot = L1_NO_SLOT;
    l1->fills[1].valid = l1_cache_fill_arrives(in);
    if (l1->fills[1].valid) {
        arrive(l1, &l1->fills[1], in->reply_line);
        l1->miss_again |= in->reply_line == l1->miss.line;
    }
}

/* Lines or reservations of a set have changed; `ways`, if any, were reserved for `line`. */
static void note_tags(struct l1_cache *l1, unsigned set, unsigned ways, uint64_t line)
{
    l1->tags = (struct l1_tags){.valid = true,
                                .set = (uint16_t)set,
                                .lines = l1->sets[set].valid,
                                .ways = (uint16_t)ways,
                                .tag = ways ? set_map_tag(&l1->map, line) : 0};
}

/* The fill whose turn it is. Without a reservation (a store or purge dropped it, or the MSHR asked
 * twice) the line is not installed. */
static void write_fill(struct l1_cache *l1, const struct l1_cache_in *in)
{
    const struct l1_fill *fill = &l1->fills[0];
    if (fill->slot == L1_NO_SLOT)
        return;
    struct l1_set *set = &l1->sets[fill->slot / l1->params.ways];
    uint16_t bit = (uint16_t)(1u << fill->slot % l1->params.ways);
    if (!(set->reserved & bit))
        return;
    set->reserved ^= bit;
    set->valid |= bit;
    note_tags(l1, fill->slot / l1->params.ways, 0, 0);
    if (l1->carry_data)
        memcpy(data_of(l1, fill->slot), in->reply_data, 8 * L1_LINE_WORDS);
}

/* The way has another line, or another reservation. */
static void forget_fills(struct l1_cache *l1, unsigned slot)
{
    for (unsigned i = 0; i < L1_FILL_STAGES; i++)
        if (l1->fills[i].slot == slot)
            l1->fills[i].slot = L1_NO_SLOT;
}

static const uint64_t *head_data(const struct l1_cache *l1)
{
    return &l1->queued_data[(size_t)line_head_slot(&l1->stores) * L1_LINE_WORDS];
}

static inline void touch(struct place place)
{
    place.set->order = lru_order_touch(place.set->order, place.way);
}

/* A write at the lookup: a store updates the line or drops it, an atomic always drops it; both drop
 * a reservation. */
static void write_through(struct l1_cache *l1, const struct l1_access *access)
{
    struct place place = find(l1, access->set, access->line);
    if (place.way == NO_WAY) {
        l1->store_misses += access->kind == L1_STORE;
        return;
    }
    uint16_t bit = (uint16_t)(1u << place.way);
    if (access->kind == L1_STORE && l1->params.write_update && place.set->valid & bit) {
        touch(place);
        if (l1->carry_data)
            merge_bytes(data_of(l1, place.base + place.way), head_data(l1), access->mask);
    } else {
        place.set->valid &= (uint16_t)~bit;
        place.set->reserved &= (uint16_t)~bit;
        place.set->foreign &= (uint16_t)~bit;
        note_tags(l1, access->set, 0, 0);
    }
}

/* A store that finds its line writes it in its first lookup, though it may have to wait: a snoop
 * sees that. False: it did not find it. */
static bool write_early(struct l1_cache *l1, const struct l1_access *access)
{
    struct place place = find(l1, access->set, access->line);
    if (place.way == NO_WAY || !(place.set->valid >> place.way & 1) || !l1->params.write_update)
        return false;
    if (l1->carry_data)
        merge_bytes(data_of(l1, place.base + place.way), head_data(l1), access->mask);
    return true;
}

/* The lowest way with neither line nor reservation, else the least recently used line that may be
 * replaced, else NO_WAY. */
static unsigned victim(const struct l1_cache *l1, unsigned index)
{
    const struct l1_set *set = &l1->sets[index];
    unsigned empty = ~(unsigned)(set->valid | set->reserved) & ((1u << l1->params.ways) - 1);
    if (empty)
        return (unsigned)__builtin_ctz(empty);
    unsigned lines =
        l1->protect ? l1_protect_replaceable(l1->protect, index, set->valid) : set->valid;
    return lines ? lru_order_victim(set->order, lines, l1->params.ways) : NO_WAY;
}

static void reserve(struct l1_cache *l1, struct place *place, const struct l1_access *access,
                    unsigned way)
{
    uint16_t bit = (uint16_t)(1u << way);
    place->way = way;
    place->set->valid &= (uint16_t)~bit;
    place->set->reserved |= bit;
    place->set->foreign &= (uint16_t)~bit;
    l1->lines[place->base + way] = access->line;
    forget_fills(l1, place->base + way);
    note_tags(l1, access->set, bit, access->line);
    if (access->foreign) {
        place->set->foreign |= bit;
        l1->has_foreign |= (uint8_t)parity_of(access->set);
    }
}

/* The hit of another core waits in the RAM's output register until it is taken. */
static void answer(struct l1_cache *l1, const struct l1_access *access, unsigned slot)
{
    if (!access->remote) {
        l1->hit_valid = true;
        l1->hit_id = access->id;
        l1->hit_slot = slot;
        return;
    }
    l1->remote_hit_valid = true;
    l1->remote_hit = *access;
    if (l1->carry_data)
        memcpy(l1->remote_hit_data, data_of(l1, slot), sizeof l1->remote_hit_data);
}

/* A load that leaves: its line is at `place`, else it takes `way`. */
static void protect_load(struct l1_cache *l1, const struct l1_access *access, struct place place,
                         unsigned way)
{
    bool hit = place.way != NO_WAY;
    bool evicts = !hit && way != NO_WAY && place.set->valid >> way & 1;
    const struct l1_protect_access load = {
        .tag = access->line,
        .old_tag = evicts ? l1->lines[place.base + way] : 0,
        .set = access->set,
        .way = way,
        .insn = access->insn,
        .check = access->check,
        .hit = hit,
        .evicts = evicts,
        .remote = access->remote,
    };
    l1_protect_load(l1->protect, &load);
}

/* A load at the lookup that may be cached. Returns the events of its advance, 0 when it must wait.
 */
static unsigned load(struct l1_cache *l1, const struct l1_access *access, bool full)
{
    struct place place = find(l1, access->set, access->line);
    unsigned way = place.way;
    bool hit = way != NO_WAY && place.set->valid >> way & 1;
    bool delayed = l1_snoop_delays(&l1->snoop, hit);
    if (hit ? l1->remote_hit_valid || delayed : l1->miss_valid)
        return 0;
    unsigned event = hit ? L1_EVENT_HIT : L1_EVENT_MERGE;
    if (way == NO_WAY) {
        way = victim(l1, access->set);
        event = L1_EVENT_MISS;
        if (l1->protect && l1_protect_bypasses(l1->protect, access->set, way != NO_WAY, full)) {
            way = NO_WAY;
            event = L1_EVENT_BYPASS;
        } else if (way == NO_WAY) {
            return 0;
        }
    }
    if (l1->protect)
        protect_load(l1, access, place, way);
    if (event == L1_EVENT_MISS)
        reserve(l1, &place, access, way);
    if (way != NO_WAY)
        touch(place);
    if (hit)
        answer(l1, access, place.base + way);
    return L1_EVENT_ACCESS | event;
}

/* The snoop that waits reads the RAM, unless a remote hit is in its output register. */
static void read_snooped(struct l1_cache *l1, const struct l1_cache_in *in)
{
    struct l1_snoop *snoop = &l1->snoop;
    l1_snoop_read(snoop, &(struct l1_snoop_in){
                             .flush = in->flush,
                             .snoop_valid = in->snoop_valid,
                             .snoop_set = in->snoop_set,
                             .snoop_way = in->snoop_way,
                             .tags_valid = l1->tags.valid,
                             .tags_set = l1->tags.set,
                             .tags_lines = l1->tags.lines,
                             .tags_ways = l1->tags.ways,
                             .read_ready = !l1->remote_hit_valid || in->remote_hit_ready,
                         });
    if (snoop->data_valid && l1->carry_data)
        memcpy(l1->snoop_data, data_of(l1, (unsigned)snoop->set * l1->params.ways + snoop->way),
               sizeof l1->snoop_data);
}

/* The head of the delay line at the lookup; `fresh`: a load that may be cached. Returns the events
 * of its advance, 0 when it must wait. */
static unsigned look_up(struct l1_cache *l1, const struct l1_access *head, bool fresh,
                        bool mshr_full)
{
    if (fresh)
        return load(l1, head, mshr_full || l1->head_waited);
    if (l1->miss_valid) {
        if (head->kind == L1_STORE && !l1->written_early)
            l1->written_early = write_early(l1, head);
        return 0;
    }
    if (head->kind == L1_LOAD)
        return L1_EVENT_ACCESS | L1_EVENT_MISS;
    if (has_data(head->kind))
        write_through(l1, head);
    if (head->kind == L1_STORE && l1->protect)
        l1_protect_store(l1->protect, head->set);
    return L1_EVENT_ACCESS | (head->kind == L1_STORE ? L1_EVENT_STORE : L1_EVENT_OTHER);
}

/* To the events of the advance of `head`: whose it was, and where. */
static unsigned origin(const struct l1_access *head)
{
    return (head->remote ? L1_EVENT_REMOTE : 0) | (head->set & 1 ? L1_EVENT_ODD : 0);
}

/* A bypassed load of the own core goes on as one that bypasses the L1 anyway. */
static void forward(struct l1_cache *l1, const struct l1_access *head, bool fresh, unsigned events)
{
    bool bypassed = events & L1_EVENT_BYPASS;
    l1->miss_valid = true;
    l1->miss = *head;
    l1->miss_install = fresh && !bypassed;
    l1->miss_again = events & L1_EVENT_MERGE;
    if (bypassed && !head->remote) {
        l1->miss.kind = L1_LOAD_BYPASS;
        if (l1->params.bypass_line)
            memset(l1->miss.mask, 0xff, sizeof l1->miss.mask);
    }
}

/* Room for an access, whatever its kind is. */
static bool has_room(const struct l1_cache *l1)
{
    return delay_put_ready(&l1->delay) && line_put_ready(&l1->stores);
}

/* The sectors that are kept of an access that is accepted: of a store or atomic what it touches,
 * one if that is nothing. */
static unsigned sectors_kept(const struct l1_cache_in *in)
{
    unsigned touched = touched_sectors(in->access_mask);
    return !has_data((unsigned)in->access_kind) ? 0 : touched ? touched : 1;
}

static void accept(struct l1_cache *l1, const struct l1_cache_in *in)
{
    l1->accesses[delay_put_slot(&l1->delay)] = (struct l1_access){
        .line = in->access_line,
        .mask = {in->access_mask[0], in->access_mask[1]},
        .id = (uint16_t)in->access_id,
        .kind = (uint8_t)in->access_kind,
        .op = (uint8_t)in->access_op,
        .insn = (uint8_t)in->access_insn,
        .check = (uint8_t)in->access_check,
        .set = (uint16_t)set_map_set(&l1->map, in->access_line),
        .node = (uint16_t)in->access_node,
        .sectors = (uint8_t)in->access_sectors,
        .remote = in->access_remote,
        .foreign = in->access_foreign,
    };
}

/* Data are offered as soon as they are whole, whatever their access does. */
static bool offers_data(const struct l1_cache *l1)
{
    return line_get_valid(&l1->stores) && !l1->data_taken;
}

/* The head has its data, if it needs any; those of the access before it are gone. */
static bool has_its_data(const struct l1_cache *l1, const struct l1_access *head)
{
    return !has_data(head->kind) || (line_get_valid(&l1->stores) && !l1->data_lent);
}

/* The data in front were taken, or their access left, at this edge. True: both have happened, and
 * they go. */
static bool move_data(struct l1_cache *l1, bool taken, bool left)
{
    bool all_taken = l1->data_taken || taken, has_left = l1->data_lent || left;
    bool go = all_taken && has_left;
    l1->data_taken = all_taken && !go;
    l1->data_lent = has_left && !go;
    return go;
}

/* No access is under way. A full miss or remote hit register waits for its ready, which the model
 * looks at only in steps. */
static bool is_empty(const struct l1_cache *l1)
{
    return !l1->delay.level && l1_cache_only_offers(l1) && !l1->miss_valid &&
           !l1->remote_hit_valid && !l1->data_lent;
}

/* The head waits, whatever becomes due behind it, or there is nothing but offers and lines that may
 * die. */
static bool only_waits(const struct l1_cache *l1)
{
    if (delay_get_valid(&l1->delay))
        return l1->events == L1_EVENT_STALL && !l1->fills[0].valid && !l1->fills[1].valid &&
               l1_protect_rests(l1->protect);
    return !l1->delay.level && l1_cache_only_offers(l1);
}

void l1_cache_step(struct l1_cache *l1, const struct l1_cache_in *in)
{
    const struct l1_access *head = &l1->accesses[delay_head_slot(&l1->delay)];
    bool put = in->access_valid && has_room(l1);
    bool head_valid = delay_get_valid(&l1->delay), stale = l1->old;
    unsigned shared = l1->shared, now_shared = (in->share_even ? 1u : 0) | (in->share_odd ? 2u : 0);
    bool barred = head->foreign && parity_of(head->set) & shared;
    bool fresh = head->kind == L1_LOAD && !stale && !barred;
    bool miss_taken = l1->miss_valid && in->miss_ready;
    bool hit_taken = l1->remote_hit_valid && in->remote_hit_ready;
    bool data_taken = offers_data(l1) && in->store_ready;
    bool filling = l1->fills[0].valid, data_rest = line_control_rests(&l1->stores);
    unsigned done = 0, data = put ? sectors_kept(in) : 0;

    read_snooped(l1, in);
    l1->tags.valid = false;
    if (l1->has_foreign & shared)
        purge(l1, shared);
    if (filling)
        write_fill(l1, in);
    move_fills(l1, in);
    l1->hit_valid = false;
    l1->remote_hit_valid &= !hit_taken;
    l1->miss_valid &= !miss_taken;
    if (head_valid && !filling && has_its_data(l1, head))
        done = look_up(l1, head, fresh, in->mshr_full);
    l1->head_waited = head_valid && !done && (l1->head_waited || (!filling && l1->miss_valid));
    l1->events = (uint16_t)(done ? done | origin(head) : head_valid ? L1_EVENT_STALL : 0);

    if (done && !(done & L1_EVENT_HIT))
        forward(l1, head, fresh, done);
    l1->written_early &= !done;
    if (done && l1->old)
        l1->old--;
    if (put)
        accept(l1, in);
    if (l1->carry_data)
        line_queue_move(&l1->stores, l1->queued_data, in->own_valid ? in->own_data : in->home_data,
                        data);
    line_control_step(&l1->stores, data, move_data(l1, data_taken, done && has_data(head->kind)));
    delay_control_step(&l1->delay, put, done);
    l1_protect_edge(l1->protect, (unsigned)in->issued, in->flush);
    if (in->flush) {
        empty_sets(l1);
        l1->old = l1->delay.level;
        l1->miss_install = l1->tags.valid = false;
    }
    l1->waits = !put && data_rest && l1_snoop_is_idle(&l1->snoop) && !l1->tags.valid &&
                !miss_taken && !hit_taken && !data_taken && !in->flush && !filling &&
                now_shared == shared && only_waits(l1);
    l1->shared = (uint8_t)now_shared;
}

static void remote_hit_outputs(const struct l1_cache *l1, struct l1_cache_out *out)
{
    out->remote_hit_valid = l1->remote_hit_valid;
    if (!l1->remote_hit_valid)
        return;
    out->remote_hit_line = l1->remote_hit.line;
    out->remote_hit_dest = l1->remote_hit.node;
    out->remote_hit_id = l1->remote_hit.id;
    out->remote_hit_data_sectors = l1->remote_hit.sectors;
    if (l1->carry_data)
        memcpy(out->remote_hit_data, l1->remote_hit_data, sizeof l1->remote_hit_data);
}

/* The copy of the tags, and the answer to a snoop. */
static void snoop_outputs(const struct l1_cache *l1, struct l1_cache_out *out)
{
    out->tags_valid = l1->tags.valid;
    if (l1->tags.valid) {
        out->tags_set = l1->tags.set;
        out->tags_lines = l1->tags.lines;
        out->tags_ways = l1->tags.ways;
        out->tags_tag = l1->tags.tag;
    }
    out->snoop_ready = !l1->snoop.valid;
    out->event_snoop = l1->snoop.stolen;
    out->data_valid = l1->snoop.data_valid;
    out->gone_valid = l1->snoop.gone_valid;
    if (l1->snoop.data_valid && l1->carry_data)
        memcpy(out->data_line, l1->snoop_data, sizeof l1->snoop_data);
}

static void event_outputs(const struct l1_cache *l1, struct l1_cache_out *out)
{
    out->event_access = l1->events & L1_EVENT_ACCESS;
    out->event_hit = l1->events & L1_EVENT_HIT;
    out->event_miss = l1->events & L1_EVENT_MISS;
    out->event_merge = l1->events & L1_EVENT_MERGE;
    out->event_store = l1->events & L1_EVENT_STORE;
    out->event_other = l1->events & L1_EVENT_OTHER;
    out->event_stall = l1->events & L1_EVENT_STALL;
    out->event_remote = l1->events & L1_EVENT_REMOTE;
    out->event_remote_hit = out->event_remote && out->event_hit;
    out->event_remote_miss = out->event_remote && out->event_miss;
    out->event_odd = l1->events & L1_EVENT_ODD;
    out->event_bypass = l1->events & L1_EVENT_BYPASS;
    l1_protect_events(l1->protect, &out->event_vta, &out->event_pd_sample, &out->event_alias);
}

void l1_cache_outputs(const struct l1_cache *l1, struct l1_cache_out *out)
{
    out->access_ready = has_room(l1);
    out->own_ready = line_done(&l1->stores);
    out->miss_valid = l1->miss_valid;
    if (l1->miss_valid) {
        out->miss_remote = l1->miss.remote;
        out->miss_node = l1->miss.node;
        out->miss_sectors = l1->miss.sectors;
        out->miss_kind = l1->miss.kind;
        out->miss_op = l1->miss.op;
        out->miss_line = l1->miss.line;
        out->miss_id = l1->miss.id;
        out->miss_install = l1->miss_install;
        out->miss_again = l1->miss_again;
        memcpy(out->miss_mask, l1->miss.mask, sizeof l1->miss.mask);
    }
    out->store_valid = offers_data(l1);
    if (out->store_valid && l1->carry_data)
        memcpy(out->store_data, head_data(l1), sizeof out->store_data);
    out->hit_valid = l1->hit_valid;
    if (l1->hit_valid) {
        out->hit_id = l1->hit_id;
        if (l1->carry_data)
            memcpy(out->hit_data, data_of(l1, l1->hit_slot), 8 * L1_LINE_WORDS);
    }
    remote_hit_outputs(l1, out);
    snoop_outputs(l1, out);
    event_outputs(l1, out);
}

/* A foreign line dies when its set becomes shared, and no valid input tells so. Hence idle is only
 * who has none; the chip model, which wakes this block at each change of share, goes by `waits`. */
bool l1_cache_is_idle(const struct l1_cache *l1)
{
    return is_empty(l1) && !l1->has_foreign;
}

/* An access in the delay line or in a register. */
static uint64_t hash_access(uint64_t hash, const struct l1_access *access)
{
    hash = hash_word(hash, access->line);
    hash = hash_words(hash, access->mask, 2);
    hash = hash_word(hash, (uint64_t)access->node << 8 | (unsigned)(access->sectors << 2) |
                               (unsigned)(access->remote << 1) | access->foreign);
    hash = hash_word(hash, (uint64_t)access->insn << 8 | access->check);
    return hash_word(hash, (uint64_t)access->id << 16 | (unsigned)(access->kind << 8 | access->op));
}

/* All sets, with the lines in them. */
static uint64_t hash_sets(const struct l1_cache *l1, uint64_t hash)
{
    for (unsigned index = 0; index < l1->params.sets; index++) {
        const struct l1_set *set = &l1->sets[index];
        unsigned base = index * l1->params.ways;
        hash = hash_word(hash, set->order);
        hash = hash_word(hash,
                         (uint64_t)set->foreign << 32 | (uint64_t)set->valid << 16 | set->reserved);
        for (unsigned ways = set->valid | set->reserved; ways; ways &= ways - 1) {
            unsigned way = (unsigned)__builtin_ctz(ways);
            hash = hash_word(hash, l1->lines[base + way]);
            if (l1->carry_data && set->valid >> way & 1)
                hash = hash_words(hash, &l1->data[(size_t)(base + way) * L1_LINE_WORDS],
                                  L1_LINE_WORDS);
        }
    }
    return hash;
}

/* The data of a store or atomic. */
static uint64_t hash_data(const struct l1_cache *l1, uint64_t hash, unsigned slot)
{
    if (!l1->carry_data)
        return hash;
    return hash_words(hash, &l1->queued_data[(size_t)slot * L1_LINE_WORDS], L1_LINE_WORDS);
}

/* The accesses in the delay line, with the data of stores and atomics, and data whose access has
 * left it. */
static uint64_t hash_delay_line(const struct l1_cache *l1, uint64_t hash)
{
    unsigned data_slot = line_head_slot(&l1->stores);
    hash = hash_word(hash, (unsigned)(l1->data_taken << 1 | l1->data_lent));
    if (l1->data_lent) {
        hash = hash_data(l1, hash, data_slot);
        data_slot = ring_wrap(data_slot + 1, l1->params.store_queue);
    }
    for (unsigned i = 0; i < l1->delay.level; i++) {
        unsigned slot = ring_wrap(delay_head_slot(&l1->delay) + i, l1->params.latency);
        hash = hash_access(hash, &l1->accesses[slot]);
        if (!has_data(l1->accesses[slot].kind))
            continue;
        hash = hash_data(l1, hash, data_slot);
        data_slot = ring_wrap(data_slot + 1, l1->params.store_queue);
    }
    return hash;
}

static uint64_t hash_fill(uint64_t hash, const struct l1_fill *fill)
{
    return hash_word(hash, fill->valid ? (uint64_t)fill->slot << 1 | 1 : 0);
}

/* The last write of the tags, a snoop and its answer. */
static uint64_t hash_snoop(const struct l1_cache *l1, uint64_t hash)
{
    const struct l1_tags *tags = &l1->tags;
    hash = hash_word(hash_word(hash, l1_snoop_hash(&l1->snoop)), tags->valid);
    if (tags->valid) {
        hash = hash_word(hash, tags->tag);
        hash =
            hash_word(hash, (uint64_t)tags->set << 32 | (uint64_t)tags->lines << 16 | tags->ways);
    }
    if (l1->snoop.data_valid && l1->carry_data)
        hash = hash_words(hash, l1->snoop_data, L1_LINE_WORDS);
    return hash;
}

uint64_t l1_cache_hash(const struct l1_cache *l1)
{
    uint64_t hash = delay_control_hash(&l1->delay, l1->protect ? l1_protect_hash(l1->protect) : 1);
    hash = line_control_hash(&l1->stores, hash);
    hash = hash_snoop(l1, hash);
    hash = hash_delay_line(l1, hash);
    hash = hash_word(hash, (uint64_t)l1->events << 32 |
                               (unsigned)(l1->old << 3 | l1->head_waited << 2 |
                                          l1->remote_hit_valid << 1 | l1->hit_valid));
    if (l1->hit_valid)
        hash = hash_word(hash, (uint64_t)l1->hit_slot << 16 | l1->hit_id);
    for (unsigned i = 0; i < L1_FILL_STAGES; i++)
        hash = hash_fill(hash, &l1->fills[i]);
    if (l1->remote_hit_valid) {
        hash = hash_access(hash, &l1->remote_hit);
        if (l1->carry_data)
            hash = hash_words(hash, l1->remote_hit_data, L1_LINE_WORDS);
    }
    if (l1->miss_valid) {
        hash = hash_access(hash_word(hash, (uint64_t)l1->miss_again << 1 | l1->miss_install),
                           &l1->miss);
    }
    return hash_sets(l1, hash);
}
