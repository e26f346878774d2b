/* See simt_cache.h. A warp instruction is carried out structure by structure: the lanes that still
 * monitor, then those behind it. The steps of a look-up are taken by all lanes that need them
 * before the next step, as the warp would: evictions, then new lines, then the access itself. */
#include "simt_cache.h"

#include "byte_mask.h"
#include "coalesce.h"
#include "util.h"

#include <stdlib.h>

enum { OWN, LEFT }; /* accesses of global memory: the kernel's own, those that are left */
enum { WORD = 4, WORDS = SOFTWARE_LINE_BYTES / WORD };

struct simt_cache *simt_cache_new(unsigned monitored)
{
    struct simt_cache *cache = xcalloc(1, sizeof *cache);
    cache->monitored = monitored;
    return cache;
}

void simt_cache_free(struct simt_cache *cache)
{
    for (unsigned i = 0; i < BLOCK_WARPS_MAX; i++)
        free(cache->warp[i].use);
    free(cache->line);
    free(cache);
}

void simt_cache_kernel(struct simt_cache *cache, const struct simt_cache_kernel *kernel)
{
    size_t lines = (size_t)kernel->threads * kernel->choice.structures;
    cache->kernel = *kernel;
    if (lines <= cache->line_room)
        return;
    cache->line = xrealloc(cache->line, lines * sizeof *cache->line);
    cache->line_room = lines;
}

void simt_cache_block(struct simt_cache *cache, unsigned warps)
{
    size_t lines = (size_t)cache->kernel.threads * cache->kernel.choice.structures;
    memset(cache->line, 0, lines * sizeof *cache->line);
    memset(cache->simulated, 0, sizeof cache->simulated);
    for (unsigned i = 0; i < warps; i++) {
        struct simt_cache_warp *warp = &cache->warp[i];
        *warp = (struct simt_cache_warp){.use = warp->use, .use_room = warp->use_room};
    }
    cache->stats.threads += cache->kernel.threads;
}

static struct simt_cache_warp *warp_of(const struct simt *simt)
{
    return &simt->cache->warp[simt->warp];
}

static struct software_line *line_of(const struct simt *simt, unsigned lane, unsigned structure)
{
    const struct simt_cache *cache = simt->cache;
    size_t thread = simt->warp * LANES + lane;
    return &cache->line[thread * cache->kernel.choice.structures + structure];
}

/* ---- instructions and when their values are needed ---- */

/* The value of the load that was just appended is needed by the kernel's own instruction that many
 * further on. */
static void note_use(struct simt *simt, size_t record, uint16_t use_distance)
{
    struct simt_cache_warp *warp = warp_of(simt);
    if (warp->uses == warp->use_room) {
        warp->use_room = 2 * warp->use_room + 16;
        warp->use = xrealloc(warp->use, warp->use_room * sizeof *warp->use);
    }
    warp->use[warp->uses++] = (struct simt_cache_use){
        .record = record, .needed_at = warp->own + use_distance, .issued = warp->all};
}

/* The kernel's next `count` instructions begin, or the added ones in front of them: loads whose
 * values they need learn how far off they are by now. */
static void settle_uses(struct simt *simt, uint32_t count)
{
    struct simt_cache_warp *warp = warp_of(simt);
    unsigned kept = 0;
    for (unsigned i = 0; i < warp->uses; i++) {
        struct simt_cache_use *use = &warp->use[i];
        if (use->needed_at >= warp->own + count) {
            warp->use[kept++] = *use;
            continue;
        }
        uint8_t *bytes = simt->block->warp[simt->warp].bytes + use->record;
        uint64_t distance = warp->all - use->issued + (use->needed_at - warp->own);
        ((struct instruction *)(void *)bytes)->use_distance =
            (uint16_t)(distance < UINT16_MAX ? distance : UINT16_MAX);
    }
    warp->uses = kept;
}

static void count_own(struct simt *simt, uint32_t count)
{
    struct simt_cache_warp *warp = warp_of(simt);
    warp->own += count;
    simt->cache->stats.instructions += count;
    simt->cache->stats.cached_loops += warp->caching ? count : 0;
}

void simt_cache_step(struct simt *simt, uint32_t count)
{
    settle_uses(simt, count);
    count_own(simt, count);
    warp_of(simt)->all += count;
}

/* Added instructions of some lanes. */
static void add(struct simt *simt, uint32_t lanes, uint32_t count)
{
    if (!lanes || !count)
        return;
    simt_plain_issue(simt, ARITHMETIC_INT, 0, lanes, count);
    warp_of(simt)->all += count;
}

/* What the added code issued since `before`, less the kernel's own instructions in it. */
static uint64_t added_since(const struct simt *simt, uint64_t before, uint64_t own)
{
    return warp_of(simt)->all - before - own;
}

/* ---- accesses ---- */

/* Requests and sectors of a warp access. */
static void count_requests(struct simt_cache_stats *stats, unsigned which, uint8_t kind,
                           unsigned size, uint32_t lanes, const uint64_t address[LANES])
{
    while (lanes) {
        uint64_t line, mask[2];
        lanes &=
            ~coalesce(address, lanes, size, LINE_SHIFT, kind == INSTRUCTION_ATOMIC, &line, mask);
        stats->requests[which]++;
        stats->sectors[which] += (unsigned)__builtin_popcount(touched_sectors(mask));
    }
}

static void count_global(struct simt *simt, const struct access *access, uint32_t lanes,
                         const uint64_t address[LANES])
{
    count_requests(&simt->cache->stats, LEFT, access->kind, access->size, lanes, address);
    warp_of(simt)->all++;
}

/* Accesses of lanes that need no line. */
static void load_past(struct simt *simt, uint32_t lanes, const struct access *access,
                      const uint64_t address[LANES], void *value)
{
    simt->active = lanes;
    size_t record = simt_plain_load(simt, access, address, value);
    count_global(simt, access, lanes, address);
    note_use(simt, record, access->use_distance);
}

static void store_past(struct simt *simt, uint32_t lanes, const struct access *access,
                       const uint64_t address[LANES], const void *value)
{
    simt->active = lanes;
    simt_plain_store(simt, access, address, value);
    count_global(simt, access, lanes, address);
}

/* `size` bytes in the segments of some lanes, at these addresses' places in their lines. Returns
 * the record's place in the stream. */
static size_t access_segments(struct simt *simt, uint32_t lanes, const struct access *access,
                              const uint64_t address[LANES], unsigned structure)
{
    const struct simt_cache_kernel *kernel = &simt->cache->kernel;
    uint64_t offset[LANES];
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest), thread = simt->warp * LANES + lane;
        unsigned id = (unsigned)line_of(simt, lane, structure)->id;
        offset[lane] = kernel->offset + (id * kernel->threads + thread) * SOFTWARE_LINE_BYTES +
                       software_place(address[lane]);
    }
    simt->active = lanes;
    simt->cache->stats.shared_accesses++;
    warp_of(simt)->all++;
    return simt_shared(simt, access, offset);
}

/* ---- eviction ---- */

static uint32_t dirty_lanes(const struct simt *simt, uint32_t lanes, unsigned structure)
{
    uint32_t dirty = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (line_of(simt, (unsigned)__builtin_ctz(rest), structure)->dirty)
            dirty |= rest & -rest;
    return dirty;
}

/* The lanes' bytes `place` .. of their lines to memory, where all `size` of them are dirty; returns
 * those lanes. */
static uint32_t store_dirty(struct simt *simt, uint32_t lanes, unsigned structure, unsigned place,
                            unsigned size)
{
    const struct access access = {
        .pc = simt->cache->writer[structure], .kind = INSTRUCTION_STORE, .size = (uint8_t)size};
    uint16_t bytes = (uint16_t)(((1u << size) - 1) << place);
    uint64_t address[LANES];
    uint8_t value[LANES * SOFTWARE_LINE_BYTES];
    uint32_t stored = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct software_line *line = line_of(simt, lane, structure);
        if ((line->dirty & bytes) != bytes)
            continue;
        address[lane] = line->address + place;
        memcpy(value + lane * size, line->data + place, size);
        stored |= rest & -rest;
    }
    if (stored)
        store_past(simt, stored, &access, address, value);
    return stored;
}

/* Words, and bytes of those that are dirty in part. */
static void store_parts(struct simt *simt, uint32_t lanes, unsigned structure)
{
    for (unsigned word = 0; word < WORDS; word++) {
        add(simt, lanes, COST_WORD);
        uint32_t rest = lanes & ~store_dirty(simt, lanes, structure, WORD * word, WORD);
        for (unsigned byte = 0; byte < WORD; byte++) {
            uint32_t stored = store_dirty(simt, rest, structure, WORD * word + byte, 1);
            add(simt, stored, COST_WORD);
        }
    }
}

/* Dirty lines to memory. */
static void write_back(struct simt *simt, uint32_t lanes, unsigned structure)
{
    static const struct access take = {.kind = INSTRUCTION_SHARED_LOAD,
                                       .size = SOFTWARE_LINE_BYTES};
    uint64_t address[LANES];
    if (!lanes)
        return;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        address[lane] = line_of(simt, lane, structure)->address;
    }
    add(simt, lanes, COST_EVICT);
    access_segments(simt, lanes, &take, address, structure);
    uint32_t part = lanes & ~store_dirty(simt, lanes, structure, 0, SOFTWARE_LINE_BYTES);
    if (part)
        store_parts(simt, part, structure);
}

/* The lines of some lanes that hold something go. */
static uint32_t give_up_lines(struct simt *simt, uint32_t lanes, unsigned structure)
{
    uint32_t dirty = 0;
    if (software_is_read_write(&simt->cache->kernel.choice, structure)) {
        add(simt, lanes, COST_DIRTY);
        dirty = dirty_lanes(simt, lanes, structure);
        write_back(simt, dirty, structure);
    }
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        software_invalidate(line_of(simt, (unsigned)__builtin_ctz(rest), structure));
    return dirty;
}

/* ---- look-up ---- */

static uint32_t lanes_with_line(const struct simt *simt, uint32_t lanes, unsigned structure)
{
    uint32_t cached = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (software_is_cached(line_of(simt, (unsigned)__builtin_ctz(rest), structure)))
            cached |= rest & -rest;
    return cached;
}

static uint32_t lanes_that_hit(const struct simt *simt, uint32_t lanes, unsigned structure,
                               const uint64_t address[LANES])
{
    uint32_t hits = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (already_cached(line_of(simt, lane, structure), address[lane]))
            hits |= rest & -rest;
    }
    return hits;
}

/* The lines of these addresses into the segments. */
static void load_lines(struct simt *simt, uint32_t lanes, unsigned structure, uint32_t pc,
                       const uint64_t address[LANES])
{
    static const struct access put = {.kind = INSTRUCTION_SHARED_STORE,
                                      .size = SOFTWARE_LINE_BYTES};
    bool written = software_is_read_write(&simt->cache->kernel.choice, structure);
    const struct access load = {
        .pc = pc, .kind = INSTRUCTION_LOAD, .size = SOFTWARE_LINE_BYTES, .may_differ = written};
    uint64_t from[LANES] = {0};
    uint8_t bytes[LANES * SOFTWARE_LINE_BYTES];
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        from[lane] = software_line_address(address[lane]);
    }
    simt->active = lanes;
    simt_plain_load(simt, &load, from, bytes);
    count_global(simt, &load, lanes, from);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        load_new_data(line_of(simt, lane, structure), address[lane],
                      bytes + lane * SOFTWARE_LINE_BYTES);
    }
    access_segments(simt, lanes, &put, from, structure);
}

/* The lanes' lines hold their addresses from here on. */
static void access_through_cache(struct simt *simt, uint32_t lanes, unsigned structure, uint32_t pc,
                                 const uint64_t address[LANES])
{
    struct simt_cache_stats *stats = &simt->cache->stats;
    uint32_t missing = lanes & ~lanes_that_hit(simt, lanes, structure, address);
    add(simt, lanes, COST_LOOK_UP);
    stats->hits += (unsigned)__builtin_popcount(lanes & ~missing);
    stats->misses += (unsigned)__builtin_popcount(missing);
    if (!missing)
        return;
    add(simt, missing, COST_MISS);
    uint32_t dirty = give_up_lines(simt, missing, structure);
    stats->evictions += (unsigned)__builtin_popcount(dirty);
    load_lines(simt, missing, structure, pc, address);
}

/* ---- monitoring ---- */

/* These lanes' threads have seen enough. */
static void choose(struct simt *simt, uint32_t lanes)
{
    struct simt_cache *cache = simt->cache;
    const struct software_choice *choice = &cache->kernel.choice;
    add(simt, lanes, COST_PAIR * choice->structures * (choice->structures - 1) / 2);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        struct software_line *line = line_of(simt, (unsigned)__builtin_ctz(rest), 0);
        calculate_what_to_cache(line, choice);
        for (unsigned i = 0; i < choice->structures; i++) {
            struct simt_cache_array *array = &cache->array[cache->kernel.array[i]];
            bool cached = software_is_cached(&line[i]);
            array->hits += line[i].hits;
            array->chose += cached;
            cache->stats.uncached_choices += !cached;
            cache->stats.read_choices += cached && !software_is_read_write(choice, i);
            cache->stats.write_choices += cached && software_is_read_write(choice, i);
        }
    }
    cache->stats.chose += (unsigned)__builtin_popcount(lanes);
    warp_of(simt)->caching |= lanes;
}

/* Behind an access of lanes that monitor. */
static void monitor(struct simt *simt, uint32_t lanes, unsigned structure,
                    const uint64_t address[LANES])
{
    struct simt_cache *cache = simt->cache;
    uint32_t done = 0;
    uint64_t before = warp_of(simt)->all;
    add(simt, lanes, COST_MONITOR);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        simulate_cache(line_of(simt, lane, structure), address[lane]);
        if (++cache->simulated[simt->warp * LANES + lane] == cache->monitored)
            done |= rest & -rest;
    }
    cache->stats.monitored += (unsigned)__builtin_popcount(lanes);
    if (done)
        choose(simt, done);
    cache->stats.monitoring += added_since(simt, before, 0);
}

/* ---- a warp's access, structure by structure ---- */

enum { NO_STRUCTURE = -1 };

static int structure_at(const struct simt *simt, uint64_t address)
{
    unsigned array = image_array(simt->image, address);
    return array < IMAGE_ARRAYS_MAX ? simt->cache->kernel.structure[array] : NO_STRUCTURE;
}

/* Of the lanes those whose addresses lie in the structure of the lowest one. */
static uint32_t lanes_of_structure(const struct simt *simt, uint32_t lanes,
                                   const uint64_t address[LANES], int *structure)
{
    uint32_t of = 0;
    *structure = structure_at(simt, address[__builtin_ctz(lanes)]);
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (structure_at(simt, address[__builtin_ctz(rest)]) == *structure)
            of |= rest & -rest;
    return of;
}

/* One instruction of the kernel begins. */
static void begin_access(struct simt *simt, const struct access *access,
                         const uint64_t address[LANES])
{
    settle_uses(simt, 1);
    count_own(simt, 1);
    count_requests(&simt->cache->stats, OWN, access->kind, access->size, simt->active, address);
}

/* The rest of the lanes in one structure: those that monitor, those behind it with and without a
 * line, for which the check is issued. */
struct part {
    int structure;
    uint32_t monitors, past, cached;
};

static struct part next_part(struct simt *simt, uint32_t *rest, const uint64_t address[LANES])
{
    struct part part = {0};
    uint32_t lanes = lanes_of_structure(simt, *rest, address, &part.structure);
    uint32_t caching = lanes & warp_of(simt)->caching;
    *rest &= ~lanes;
    if (part.structure == NO_STRUCTURE) {
        part.past = lanes;
        return part;
    }
    part.monitors = lanes & ~caching;
    part.cached = lanes_with_line(simt, caching, (unsigned)part.structure);
    part.past = caching & ~part.cached;
    simt->cache->stats.uncached += (unsigned)__builtin_popcount(part.past);
    add(simt, caching, COST_CHECK);
    return part;
}

/* A flush of the lines that hold these addresses, for accesses that must see memory. */
static void flush_addresses(struct simt *simt, const uint64_t address[LANES])
{
    uint32_t active = simt->active;
    for (uint32_t rest = active; rest;) {
        struct part part = next_part(simt, &rest, address);
        if (!part.cached)
            continue;
        uint32_t held = lanes_that_hit(simt, part.cached, (unsigned)part.structure, address);
        uint32_t dirty = give_up_lines(simt, held, (unsigned)part.structure);
        simt->cache->stats.flushed += (unsigned)__builtin_popcount(dirty);
    }
    simt->active = active;
}

/* What was issued for a kernel's instruction beside it and its monitoring. */
static void count_caching(struct simt *simt, uint64_t before, uint64_t monitoring)
{
    struct simt_cache_stats *stats = &simt->cache->stats;
    stats->caching += added_since(simt, before, 1) - (stats->monitoring - monitoring);
}

static void load_parts(struct simt *simt, const struct access *access,
                       const uint64_t address[LANES], void *value)
{
    for (uint32_t rest = simt->active; rest;) {
        struct part part = next_part(simt, &rest, address);
        unsigned structure = (unsigned)part.structure;
        if (part.past)
            load_past(simt, part.past, access, address, value);
        if (part.monitors) {
            load_past(simt, part.monitors, access, address, value);
            monitor(simt, part.monitors, structure, address);
        }
        if (!part.cached)
            continue;
        struct access shared = *access;
        shared.kind = INSTRUCTION_SHARED_LOAD;
        access_through_cache(simt, part.cached, structure, access->pc, address);
        note_use(simt, access_segments(simt, part.cached, &shared, address, structure),
                 access->use_distance);
        for (uint32_t lanes = part.cached; lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctz(lanes);
            read_cached(line_of(simt, lane, structure), address[lane], access->size,
                        (uint8_t *)value + lane * access->size);
        }
    }
}

void simt_cache_load(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                     void *value)
{
    uint32_t active = simt->active;
    uint64_t before = warp_of(simt)->all, monitoring = simt->cache->stats.monitoring;
    begin_access(simt, access, address);
    if (access->kind == INSTRUCTION_LOAD) {
        load_parts(simt, access, address, value);
    } else {
        flush_addresses(simt, address);
        load_past(simt, active, access, address, value);
    }
    count_caching(simt, before, monitoring);
    simt->active = active;
}

void simt_cache_store(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                      const void *value)
{
    uint32_t active = simt->active;
    uint64_t before = warp_of(simt)->all, monitoring = simt->cache->stats.monitoring;
    begin_access(simt, access, address);
    for (uint32_t rest = active; rest;) {
        struct part part = next_part(simt, &rest, address);
        unsigned structure = (unsigned)part.structure;
        if (part.past)
            store_past(simt, part.past, access, address, value);
        if (part.monitors) {
            store_past(simt, part.monitors, access, address, value);
            monitor(simt, part.monitors, structure, address);
        }
        if (!part.cached)
            continue;
        struct access shared = *access;
        shared.kind = INSTRUCTION_SHARED_STORE;
        access_through_cache(simt, part.cached, structure, access->pc, address);
        add(simt, part.cached, COST_MARK);
        access_segments(simt, part.cached, &shared, address, structure);
        simt->cache->writer[structure] = access->pc;
        for (uint32_t lanes = part.cached; lanes; lanes &= lanes - 1) {
            unsigned lane = (unsigned)__builtin_ctz(lanes);
            write_cached(line_of(simt, lane, structure), address[lane], access->size,
                         (const uint8_t *)value + lane * access->size);
        }
    }
    count_caching(simt, before, monitoring);
    simt->active = active;
}

void simt_cache_atomic(struct simt *simt, const struct access *access,
                       const uint64_t address[LANES], const uint32_t operand[LANES])
{
    uint64_t before = warp_of(simt)->all, monitoring = simt->cache->stats.monitoring;
    begin_access(simt, access, address);
    flush_addresses(simt, address);
    size_t record = simt_plain_atomic(simt, access, address, operand);
    count_global(simt, access, simt->active, address);
    if (access->returns)
        note_use(simt, record, access->use_distance);
    count_caching(simt, before, monitoring);
}

void simt_cache_flush(struct simt *simt)
{
    struct simt_cache *cache = simt->cache;
    uint32_t active = simt->active, caching = warp_of(simt)->caching;
    uint64_t before = warp_of(simt)->all;
    for (unsigned structure = 0; caching && structure < cache->kernel.choice.structures;
         structure++) {
        add(simt, caching, COST_FLUSH);
        uint32_t cached = lanes_with_line(simt, caching, structure);
        uint32_t dirty = cached ? give_up_lines(simt, cached, structure) : 0;
        cache->stats.flushed += (unsigned)__builtin_popcount(dirty);
    }
    cache->stats.caching += added_since(simt, before, 0);
    simt->active = active;
}
