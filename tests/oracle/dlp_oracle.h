/* Dynamic line protection as the paper has it [icpp18 section 4] (docs/dlp.md): the tags of an L1,
 * its victim tags and its protection distances, for the four schemes. No cycles, no masks: arrays
 * of structs, times of use. For tests of the twins and of whole chips.
 *
 * What only timing knows comes from the caller, who calls, in each cycle and in this order,
 *
 *   credit     the victim hit of a load arrives, the cycle after the load
 *   load, store, drop, fill, flush     what the L1 looked up (no stale loads)
 *   issue      warp instructions of this cycle
 *   walk       when a sample had ended before this cycle: the next entry gets its distance
 */
#ifndef MEMLOOM_DLP_ORACLE_H
#define MEMLOOM_DLP_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "util.h"

enum dlp_oracle_scheme { DLP_OFF, DLP_STALL_BYPASS, DLP_GLOBAL, DLP_PER_INSTRUCTION };

enum { DLP_INSNS = 128, DLP_NO_INSN = -1, DLP_NO_WAY = -1 };

struct dlp_oracle_params {
    enum dlp_oracle_scheme scheme;
    unsigned sets, ways;  /* of the L1, and of the victim tags */
    unsigned sample;      /* queries of a sample */
    unsigned max_insns;   /* warp instructions that end it, too */
    unsigned fall;        /* what distances fall by */
    bool store_hits_stay; /* a store hit updates the line; else it is dropped */
    bool life_after;      /* a query takes one from the lives after it looked at them */
    bool never_waits;     /* a reserved line whose life ends is no reason to wait */
};

struct dlp_oracle_line {
    bool valid, reserved; /* there, on its way */
    uint64_t tag;
    int insn;         /* instruction that used it last */
    unsigned life;    /* queries for which it is protected */
    uint64_t used_at; /* time of its last use */
};

struct dlp_oracle_entry {
    unsigned tda, vta; /* hits of the sample */
    unsigned distance;
    int check; /* of the last load, -1: none */
};

struct dlp_oracle {
    struct dlp_oracle_params params;
    struct dlp_oracle_line *lines;              /* [sets * ways] */
    struct dlp_oracle_line *victims;            /* [sets * ways], valid ones */
    struct dlp_oracle_entry entries[DLP_INSNS]; /* entry 0 has all hits with DLP_GLOBAL */
    unsigned queries, insns;                    /* of the sample */
    unsigned tda_total, vta_total;              /* hits of the sample */
    int credit;                                 /* victim hit that did not arrive yet */
    bool walking, clearing;                     /* nothing counts; since reset */
    unsigned walked;                            /* cycles of this walk that are done */
    uint64_t now;                               /* uses so far */
};

enum dlp_oracle_outcome {
    DLP_HIT,      /* load or store: the line is there */
    DLP_MERGE,    /* load: the line is on its way */
    DLP_ALLOCATE, /* load: a way is reserved */
    DLP_BYPASS,   /* load: to L2, not cached */
    DLP_STALL,    /* load: must come again, nothing happened */
    DLP_MISS      /* store */
};

struct dlp_oracle_result {
    enum dlp_oracle_outcome outcome;
    int way;              /* hit, merged or reserved; DLP_NO_WAY */
    bool evicts;          /* a line was replaced */
    uint64_t evicted_tag; /* this one */
    int evicted_insn;     /* with the instruction that used it last */
    int tda_credit;       /* instruction, DLP_NO_INSN */
    int vta_credit;       /* the same; arrives in the next cycle */
    unsigned distance;    /* protection distance of the load's instruction */
    bool alias;           /* another instruction had its entry */
};

static inline bool dlp_oracle_protects(const struct dlp_oracle *o)
{
    return o->params.scheme == DLP_GLOBAL || o->params.scheme == DLP_PER_INSTRUCTION;
}

static inline void dlp_oracle_init(struct dlp_oracle *o, const struct dlp_oracle_params *params)
{
    *o = (struct dlp_oracle){.params = *params, .credit = DLP_NO_INSN};
    o->lines = xcalloc((size_t)params->sets * params->ways, sizeof *o->lines);
    o->victims = xcalloc((size_t)params->sets * params->ways, sizeof *o->victims);
    o->walking = o->clearing = params->scheme == DLP_PER_INSTRUCTION;
    for (unsigned i = 0; i < DLP_INSNS; i++)
        o->entries[i].check = -1;
}

static inline void dlp_oracle_release(struct dlp_oracle *o)
{
    free(o->lines);
    free(o->victims);
}

/* Where the instruction's hits and distance are. */
static inline struct dlp_oracle_entry *dlp_oracle_entry(struct dlp_oracle *o, int insn)
{
    return &o->entries[o->params.scheme == DLP_GLOBAL ? 0 : insn];
}

static inline int dlp_oracle_find(const struct dlp_oracle *o, const struct dlp_oracle_line *set,
                                  uint64_t tag)
{
    for (unsigned way = 0; way < o->params.ways; way++)
        if ((set[way].valid || set[way].reserved) && set[way].tag == tag)
            return (int)way;
    return DLP_NO_WAY;
}

/* The life of the line ends with this query, or ended before. */
static inline bool dlp_oracle_is_over(const struct dlp_oracle *o,
                                      const struct dlp_oracle_line *line)
{
    return line->life == 0 || (line->life == 1 && !o->params.life_after);
}

/* The lowest empty way, else the least recently used valid line whose life is over. */
static inline int dlp_oracle_choose(const struct dlp_oracle *o, const struct dlp_oracle_line *set)
{
    int oldest = DLP_NO_WAY;
    for (unsigned way = 0; way < o->params.ways; way++)
        if (!set[way].valid && !set[way].reserved)
            return (int)way;
    for (unsigned way = 0; way < o->params.ways; way++)
        if (set[way].valid && dlp_oracle_is_over(o, &set[way]) &&
            (oldest == DLP_NO_WAY || set[way].used_at < set[oldest].used_at))
            oldest = (int)way;
    return oldest;
}

static inline void dlp_oracle_end_sample(struct dlp_oracle *o)
{
    o->walking = true;
    o->walked = 0;
    o->queries = o->insns = 0;
}

/* One from every life of the set. */
static inline void dlp_oracle_query(struct dlp_oracle *o, struct dlp_oracle_line *set)
{
    for (unsigned way = 0; way < o->params.ways; way++)
        if (set[way].life)
            set[way].life--;
}

/* The sample may end, after everything that the access itself does. */
static inline void dlp_oracle_count_query(struct dlp_oracle *o)
{
    if (dlp_oracle_protects(o) && !o->walking && ++o->queries == o->params.sample)
        dlp_oracle_end_sample(o);
}

static inline void dlp_oracle_issue(struct dlp_oracle *o, unsigned insns)
{
    if (!dlp_oracle_protects(o) || o->walking)
        return;
    o->insns += insns;
    if (o->insns >= o->params.max_insns)
        dlp_oracle_end_sample(o);
}

static inline void dlp_oracle_credit_tda(struct dlp_oracle *o, int insn)
{
    struct dlp_oracle_entry *entry = dlp_oracle_entry(o, insn);
    if (!dlp_oracle_protects(o) || o->walking)
        return;
    o->tda_total++;
    if (entry->tda < 255)
        entry->tda++;
}

/* The victim hit of the cycle before arrives. */
static inline void dlp_oracle_credit(struct dlp_oracle *o)
{
    int insn = o->credit;
    o->credit = DLP_NO_INSN;
    if (insn == DLP_NO_INSN || o->walking)
        return;
    o->vta_total++;
    if (dlp_oracle_entry(o, insn)->vta < 1023)
        dlp_oracle_entry(o, insn)->vta++;
}

/* A replaced line becomes a victim, in place of the least recently used one when all are there. */
static inline void dlp_oracle_insert(struct dlp_oracle *o, struct dlp_oracle_line *set,
                                     struct dlp_oracle_line victim)
{
    unsigned place = 0;
    for (unsigned way = 0; way < o->params.ways; way++) {
        if (!set[way].valid) {
            place = way;
            break;
        }
        if (set[way].used_at < set[place].used_at)
            place = way;
    }
    set[place] = victim;
    set[place].used_at = ++o->now;
}

/* A load that missed looks among the victims. */
static inline int dlp_oracle_search(struct dlp_oracle *o, struct dlp_oracle_line *set, uint64_t tag,
                                    bool allocates)
{
    int way = dlp_oracle_find(o, set, tag);
    if (way == DLP_NO_WAY)
        return DLP_NO_INSN;
    if (allocates)
        set[way].valid = false;
    else
        set[way].used_at = ++o->now;
    return set[way].insn;
}

static inline bool dlp_oracle_check(struct dlp_oracle *o, int insn, int check)
{
    int before = o->entries[insn].check;
    if (o->params.scheme != DLP_PER_INSTRUCTION || o->clearing)
        return false;
    o->entries[insn].check = check;
    return before >= 0 && before != check;
}

/* In a set without a line to replace one is on its way that may be replaced when it is there. */
static inline bool dlp_oracle_waits(const struct dlp_oracle *o, const struct dlp_oracle_line *set)
{
    bool waits = false;
    for (unsigned way = 0; way < o->params.ways; way++)
        waits |= set[way].reserved && dlp_oracle_is_over(o, &set[way]);
    return waits && !o->params.never_waits;
}

/* What a load that is not where it could be found does. */
static inline enum dlp_oracle_outcome dlp_oracle_decide(const struct dlp_oracle *o,
                                                        const struct dlp_oracle_line *set, int way,
                                                        bool mshr_full)
{
    if (o->params.scheme == DLP_STALL_BYPASS)
        return way == DLP_NO_WAY || mshr_full ? DLP_BYPASS : DLP_ALLOCATE;
    if (way == DLP_NO_WAY)
        return dlp_oracle_protects(o) && !dlp_oracle_waits(o, set) ? DLP_BYPASS : DLP_STALL;
    return mshr_full ? DLP_STALL : DLP_ALLOCATE;
}

static inline void dlp_oracle_miss(struct dlp_oracle *o, unsigned set, uint64_t tag,
                                   struct dlp_oracle_result *r)
{
    struct dlp_oracle_line *line = &o->lines[set * o->params.ways + (unsigned)r->way];
    struct dlp_oracle_line *victims = &o->victims[set * o->params.ways];
    bool allocates = r->outcome == DLP_ALLOCATE;
    r->evicts = allocates && line->valid;
    if (r->evicts) {
        r->evicted_tag = line->tag;
        r->evicted_insn = line->insn;
    }
    if (dlp_oracle_protects(o)) {
        r->vta_credit = o->credit = dlp_oracle_search(o, victims, tag, allocates);
        if (r->evicts)
            dlp_oracle_insert(o, victims, *line);
    }
    if (allocates)
        *line = (struct dlp_oracle_line){.reserved = true, .tag = tag};
}

/* A load with the instruction id and check bits of its program counter. mshr_full: a new line would
 * find no MSHR entry. */
static inline struct dlp_oracle_result dlp_oracle_load(struct dlp_oracle *o, unsigned set,
                                                       uint64_t tag, int insn, int check,
                                                       bool mshr_full)
{
    struct dlp_oracle_line *lines = &o->lines[set * o->params.ways];
    struct dlp_oracle_result r = {.way = dlp_oracle_find(o, lines, tag),
                                  .tda_credit = DLP_NO_INSN,
                                  .vta_credit = DLP_NO_INSN,
                                  .distance = dlp_oracle_entry(o, insn)->distance};
    if (r.way != DLP_NO_WAY) {
        r.outcome = lines[r.way].valid ? DLP_HIT : DLP_MERGE;
    } else {
        int chosen = dlp_oracle_choose(o, lines);
        r.outcome = dlp_oracle_decide(o, lines, chosen, mshr_full);
        if (r.outcome == DLP_STALL)
            return r;
        r.way = r.outcome == DLP_ALLOCATE ? chosen : DLP_NO_WAY;
    }
    dlp_oracle_query(o, lines);
    r.alias = dlp_oracle_check(o, insn, check);
    if (r.outcome == DLP_HIT || r.outcome == DLP_MERGE) {
        r.tda_credit = lines[r.way].insn;
        dlp_oracle_credit_tda(o, r.tda_credit);
    } else {
        dlp_oracle_miss(o, set, tag, &r);
    }
    if (r.way != DLP_NO_WAY) {
        lines[r.way].insn = insn;
        lines[r.way].life = r.distance;
        lines[r.way].used_at = ++o->now;
    }
    dlp_oracle_count_query(o);
    return r;
}

/* An atomic, or whatever else takes the line out of the L1. */
static inline void dlp_oracle_drop(struct dlp_oracle *o, unsigned set, uint64_t tag)
{
    struct dlp_oracle_line *lines = &o->lines[set * o->params.ways];
    int way = dlp_oracle_find(o, lines, tag);
    if (way != DLP_NO_WAY)
        lines[way].valid = lines[way].reserved = false;
}

static inline struct dlp_oracle_result dlp_oracle_store(struct dlp_oracle *o, unsigned set,
                                                        uint64_t tag)
{
    struct dlp_oracle_line *lines = &o->lines[set * o->params.ways];
    struct dlp_oracle_result r = {.outcome = DLP_MISS,
                                  .way = dlp_oracle_find(o, lines, tag),
                                  .tda_credit = DLP_NO_INSN,
                                  .vta_credit = DLP_NO_INSN};
    dlp_oracle_query(o, lines);
    if (r.way != DLP_NO_WAY && lines[r.way].valid)
        r.outcome = DLP_HIT;
    if (r.outcome == DLP_HIT && o->params.store_hits_stay)
        lines[r.way].used_at = ++o->now;
    else
        dlp_oracle_drop(o, set, tag);
    dlp_oracle_count_query(o);
    return r;
}

static inline void dlp_oracle_fill(struct dlp_oracle *o, unsigned set, uint64_t tag)
{
    struct dlp_oracle_line *lines = &o->lines[set * o->params.ways];
    int way = dlp_oracle_find(o, lines, tag);
    if (way != DLP_NO_WAY && lines[way].reserved) {
        lines[way].reserved = false;
        lines[way].valid = true;
    }
}

/* The line waits for its fill. */
static inline bool dlp_oracle_is_reserved(const struct dlp_oracle *o, unsigned set, uint64_t tag)
{
    const struct dlp_oracle_line *lines = &o->lines[set * o->params.ways];
    int way = dlp_oracle_find(o, lines, tag);
    return way != DLP_NO_WAY && lines[way].reserved;
}

/* A kernel boundary empties L1 and victims, and a search in its cycle finds nothing; hits and
 * distances stay. */
static inline void dlp_oracle_flush(struct dlp_oracle *o)
{
    for (unsigned i = 0; i < o->params.sets * o->params.ways; i++)
        o->lines[i].valid = o->lines[i].reserved = o->victims[i].valid = false;
    o->credit = DLP_NO_INSN;
}

/* Figure 9 for one entry, step by step. */
static inline unsigned dlp_oracle_compute(const struct dlp_oracle *o,
                                          const struct dlp_oracle_entry *entry)
{
    double rises = 0, hits = entry->tda;
    int distance = (int)entry->distance;
    if (o->vta_total > o->tda_total) {
        for (double step = 4; step >= 0.5 && rises == 0; step /= 2)
            if (entry->vta > 0 && entry->vta >= step * hits)
                rises = step * o->params.ways;
        distance += (int)rises;
    } else if (o->vta_total < o->tda_total / 2.0) {
        distance -= (int)o->params.fall;
    }
    return distance < 0 ? 0 : distance > 15 ? 15 : (unsigned)distance;
}

/* A cycle of the walk: the next entry is updated now, after two cycles without any. */
static inline void dlp_oracle_walk(struct dlp_oracle *o)
{
    unsigned waits = o->params.scheme == DLP_GLOBAL ? 0 : 2;
    if (o->walked++ < waits)
        return;
    struct dlp_oracle_entry *entry = &o->entries[o->walked - waits - 1];
    if (!o->clearing)
        entry->distance = dlp_oracle_compute(o, entry);
    entry->tda = entry->vta = 0;
    if (o->walked < DLP_INSNS + waits && o->params.scheme != DLP_GLOBAL)
        return;
    o->walking = o->clearing = false;
    o->tda_total = o->vta_total = 0;
}

#endif
