/* The blocks of dynamic line protection, put together as l1_cache does, against the algorithm
 * (dlp_oracle.h): loads of instructions with different reuse, stores, late fills, kernel
 * boundaries; every outcome, victim, credit and distance. And the paper's examples. */
#include "dlp_oracle.h"

#include <string.h>

#include "check.h"
#include "dlp_protect.h"
#include "lru_order.h"
#include "pc_hash.h"
#include "pdpt.h"
#include "rng.h"
#include "vta.h"

enum { WAYS_MAX = 16, SETS_MAX = 32, INSNS = 12, LINES_MAX = 64 };

struct l1_set {
    uint64_t order;           /* lru_order list */
    unsigned valid, reserved; /* ways */
    uint64_t tag[WAYS_MAX];
    unsigned insn[WAYS_MAX]; /* that used the line last */
    struct dlp_lives lives;
};

/* An instruction's loads: a loop over lines, a stride of fresh ones, or some at random. */
struct instruction {
    uint64_t pc;
    enum { LOOP, STREAM, RANDOM, REUSE_KINDS } reuse;
    unsigned lines; /* of the loop */
    unsigned next;  /* in it; of the stream */
};

struct bench {
    struct rng rng;
    struct dlp_oracle oracle;
    struct l1_set sets[SETS_MAX];
    struct vta vta;
    struct pdpt pdpt;
    struct dlp_protect_params protect;
    struct instruction insns[INSNS];
    struct vta_in vta_in; /* of this cycle */
    struct pdpt_in pdpt_in;
    struct vta_out vta_out;       /* at its beginning */
    bool walks;                   /* a sample had ended before it */
    unsigned access, fill, store; /* percent, for a spell */
    unsigned loads, hits, bypasses, samples, vta_hits, nonzero, aliases;
};

/* One load or store as l1_cache looks it up. */
struct lookup {
    struct l1_set *set;
    unsigned index; /* of the set */
    uint64_t tag;
    unsigned insn, check;
    bool is_load, mshr_full;
};

static void choose_instructions(struct bench *b)
{
    for (unsigned i = 0; i < INSNS; i++)
        b->insns[i] = (struct instruction){.pc = rng_below(&b->rng, i % 2 ? 256 : 1 << 20) * 8,
                                           .reuse = rng_below(&b->rng, REUSE_KINDS),
                                           .lines = 1 + rng_below(&b->rng, LINES_MAX)};
}

static void start(struct bench *b, const struct dlp_oracle_params *p, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    rng_init(&b->rng, seed);
    dlp_oracle_init(&b->oracle, p);
    vta_init(&b->vta, &(struct vta_params){p->sets, p->ways, 20, 32});
    pdpt_init(&b->pdpt, &(struct pdpt_params){p->ways, p->sample, p->max_insns, p->fall,
                                              p->scheme == DLP_GLOBAL});
    b->protect = (struct dlp_protect_params){p->ways, 4, p->life_after, p->never_waits};
    for (unsigned set = 0; set < p->sets; set++)
        b->sets[set].order = lru_order_initial(p->ways);
    choose_instructions(b);
}

static void stop(struct bench *b)
{
    dlp_oracle_release(&b->oracle);
    vta_release(&b->vta);
    pdpt_release(&b->pdpt);
}

static bool protects(const struct bench *b)
{
    return b->pdpt.params.global || b->oracle.params.scheme == DLP_PER_INSTRUCTION;
}

static unsigned find(const struct l1_set *set, uint64_t tag)
{
    for (unsigned ways = set->valid | set->reserved; ways; ways &= ways - 1)
        if (set->tag[__builtin_ctz(ways)] == tag)
            return 1u << __builtin_ctz(ways);
    return 0;
}

/* The function's outputs for this query; `way` is given a new life. */
static struct dlp_protect_out protect(const struct bench *b, const struct l1_set *set, unsigned way,
                                      unsigned distance)
{
    struct dlp_protect_in in = {.valid = set->valid,
                                .reserved = set->reserved,
                                .query = true,
                                .renew = way != 0,
                                .way = way,
                                .distance = distance};
    struct dlp_protect_out out;
    for (unsigned i = 0; i < b->protect.ways; i++)
        in.lives[i] = set->lives.way[i];
    dlp_protect_outputs_f(&b->protect, &in, &out);
    return out;
}

static unsigned victim(const struct bench *b, const struct l1_set *set,
                       const struct dlp_protect_out *p)
{
    unsigned all = (1u << b->protect.ways) - 1, empty = all & ~(set->valid | set->reserved);
    if (empty)
        return empty & -empty;
    return 1u << lru_order_victim(set->order, p->replaceable, b->protect.ways);
}

static enum dlp_oracle_outcome decide(const struct bench *b, const struct lookup *l, unsigned found,
                                      const struct dlp_protect_out *p)
{
    unsigned all = (1u << b->protect.ways) - 1;
    bool none = (l->set->valid | l->set->reserved) == all && !p->replaceable;
    if (found)
        return l->set->valid & found ? DLP_HIT : DLP_MERGE;
    if (none && !protects(b))
        return b->oracle.params.scheme == DLP_OFF ? DLP_STALL : DLP_BYPASS;
    if (none)
        return p->bypass ? DLP_BYPASS : DLP_STALL;
    if (l->mshr_full)
        return b->oracle.params.scheme == DLP_STALL_BYPASS ? DLP_BYPASS : DLP_STALL;
    return DLP_ALLOCATE;
}

static void search_victims(struct bench *b, const struct lookup *l, unsigned way, bool allocates)
{
    unsigned old = way ? (unsigned)__builtin_ctz(way) : 0;
    b->vta_in = (struct vta_in){.search_valid = protects(b),
                                .search_set = l->index,
                                .search_tag = l->tag,
                                .search_allocates = allocates,
                                .search_evicts = allocates && l->set->valid & way,
                                .search_evicted_tag = l->set->tag[old],
                                .search_evicted_insn = l->set->insn[old]};
}

/* The way of a load that hits or allocates takes its instruction and its distance. */
static void use(struct l1_set *set, const struct lookup *l, unsigned way, bool allocates)
{
    unsigned i = (unsigned)__builtin_ctz(way);
    set->order = lru_order_touch(set->order, i);
    set->insn[i] = l->insn;
    set->tag[i] = l->tag;
    if (allocates) {
        set->valid &= ~way;
        set->reserved |= way;
    }
}

static struct dlp_oracle_result load(struct bench *b, const struct lookup *l)
{
    struct l1_set *set = l->set;
    unsigned found = find(set, l->tag), distance = 0;
    struct dlp_protect_out before = protect(b, set, 0, 0);
    struct dlp_oracle_result r = {.outcome = decide(b, l, found, &before),
                                  .tda_credit = DLP_NO_INSN};
    bool allocates = r.outcome == DLP_ALLOCATE;
    unsigned way = allocates ? victim(b, set, &before) : found;
    if (r.outcome == DLP_STALL)
        return r;
    if (protects(b))
        distance = pdpt_distance(&b->pdpt, l->insn);
    r.distance = distance;
    r.way = way ? __builtin_ctz(way) : DLP_NO_WAY;
    r.evicts = allocates && set->valid & way;
    if (!found)
        search_victims(b, l, way, allocates);
    else
        r.tda_credit = (int)set->insn[r.way];
    if (r.evicts) {
        r.evicted_tag = set->tag[r.way];
        r.evicted_insn = (int)set->insn[r.way];
    }
    struct dlp_protect_out after = protect(b, set, way, distance);
    for (unsigned i = 0; i < b->protect.ways; i++)
        set->lives.way[i] = (uint8_t)after.next_lives[i];
    if (way)
        use(set, l, way, allocates);
    return r;
}

static void store(struct bench *b, const struct lookup *l)
{
    unsigned found = find(l->set, l->tag);
    dlp_protect_query(&l->set->lives, b->protect.ways);
    if (found & l->set->valid && b->oracle.params.store_hits_stay) {
        l->set->order = lru_order_touch(l->set->order, (unsigned)__builtin_ctz(found));
    } else {
        l->set->valid &= ~found;
        l->set->reserved &= ~found;
    }
}

/* Both sides say the same about a load. */
static void compare(struct bench *b, const struct dlp_oracle_result *is,
                    const struct dlp_oracle_result *want)
{
    CHECK_EQUAL(is->outcome, want->outcome);
    if (want->outcome == DLP_STALL)
        return;
    CHECK_EQUAL(is->way, want->way);
    CHECK_EQUAL(is->distance, want->distance);
    CHECK_EQUAL(is->tda_credit, want->tda_credit);
    CHECK_EQUAL(is->evicts, want->evicts);
    if (want->evicts) {
        CHECK_EQUAL(is->evicted_tag, want->evicted_tag);
        CHECK_EQUAL(is->evicted_insn, want->evicted_insn);
    }
    b->loads++;
    b->hits += want->outcome == DLP_HIT;
    b->bypasses += want->outcome == DLP_BYPASS;
    b->vta_hits += want->vta_credit != DLP_NO_INSN;
    b->nonzero += want->distance != 0;
    b->aliases += want->alias;
}

static uint64_t next_line(struct bench *b, struct instruction *insn)
{
    switch (insn->reuse) {
    case LOOP:
        insn->next = insn->next + 1 < insn->lines ? insn->next + 1 : 0;
        return insn->next;
    case STREAM:
        return 1000 + insn->next++;
    default:
        return rng_below(&b->rng, LINES_MAX);
    }
}

/* One access on both sides. */
static bool access_line(struct bench *b, struct instruction *insn, uint64_t line, bool is_load)
{
    unsigned sets = b->oracle.params.sets, index = (unsigned)line % sets;
    struct lookup l = {.set = &b->sets[index],
                       .index = index,
                       .tag = line / sets,
                       .insn = pc_hash_insn(insn->pc),
                       .check = pc_hash_check(insn->pc),
                       .is_load = is_load,
                       .mshr_full = rng_percent(&b->rng, 5)};
    bool alias = false, stalls = false;
    if (is_load) {
        struct dlp_oracle_result is = load(b, &l);
        struct dlp_oracle_result want =
            dlp_oracle_load(&b->oracle, index, l.tag, (int)l.insn, (int)l.check, l.mshr_full);
        compare(b, &is, &want);
        alias = want.alias;
        stalls = want.outcome == DLP_STALL;
        b->pdpt_in.tda_valid = is.tda_credit != DLP_NO_INSN;
        b->pdpt_in.tda_insn = b->pdpt_in.tda_valid ? (uint64_t)is.tda_credit : 0;
    } else {
        store(b, &l);
        dlp_oracle_store(&b->oracle, index, l.tag);
    }
    b->pdpt_in.query = !stalls;
    b->pdpt_in.query_load = is_load;
    b->pdpt_in.query_insn = l.insn;
    b->pdpt_in.query_check = l.check;
    return alias;
}

/* A reserved line of some set arrives. */
static void fill(struct bench *b)
{
    unsigned index = rng_below(&b->rng, b->oracle.params.sets);
    struct l1_set *set = &b->sets[index];
    if (!set->reserved)
        return;
    unsigned way = (unsigned)__builtin_ctz(set->reserved);
    dlp_oracle_fill(&b->oracle, index, set->tag[way]);
    set->valid |= 1u << way;
    set->reserved ^= 1u << way;
}

static void flush(struct bench *b)
{
    b->vta_in.flush = true;
    for (unsigned set = 0; set < b->oracle.params.sets; set++)
        b->sets[set].valid = b->sets[set].reserved = 0;
    dlp_oracle_flush(&b->oracle);
}

/* The tables of both sides, all that is in them. */
static void compare_tables(struct bench *b)
{
    const struct pdpt *p = &b->pdpt;
    const struct dlp_oracle *o = &b->oracle;
    unsigned different = 0;
    for (unsigned i = 0; i < (p->params.global ? 1u : DLP_INSNS); i++) {
        const struct pdpt_entry *is = &p->entries[i];
        const struct dlp_oracle_entry *want = &o->entries[i];
        different += is->distance != want->distance;
        if (!p->params.global)
            different += is->tda != want->tda || is->vta != want->vta;
    }
    CHECK_EQUAL(different, 0);
    CHECK_EQUAL(p->tda_total, o->tda_total);
    CHECK_EQUAL(p->vta_total, o->vta_total);
}

/* What happens in a cycle is chosen; now its edge. */
static void end_cycle(struct bench *b, unsigned issued, bool alias)
{
    struct pdpt_out out;
    b->pdpt_in.issued = issued;
    b->pdpt_in.vta_valid = b->vta_out.credit_valid;
    b->pdpt_in.vta_insn = b->vta_out.credit_insn;
    dlp_oracle_issue(&b->oracle, issued);
    if (!protects(b))
        return;
    bool sample_ends = b->oracle.walking && !b->walks;
    b->samples += sample_ends;
    if (b->walks)
        dlp_oracle_walk(&b->oracle);
    vta_step(&b->vta, &b->vta_in);
    pdpt_step(&b->pdpt, &b->pdpt_in);
    pdpt_outputs_in(&b->pdpt, &b->pdpt_in, &out);
    CHECK_EQUAL(out.event_sample, sample_ends);
    CHECK_EQUAL(out.event_alias, alias);
    CHECK_EQUAL(b->pdpt.walking, b->oracle.walking);
}

static void begin_cycle(struct bench *b)
{
    vta_outputs(&b->vta, &b->vta_out);
    CHECK_EQUAL(b->vta_out.credit_valid, b->oracle.credit != DLP_NO_INSN);
    if (b->vta_out.credit_valid)
        CHECK_EQUAL(b->vta_out.credit_insn, b->oracle.credit);
    dlp_oracle_credit(&b->oracle);
    b->walks = b->oracle.walking;
    b->vta_in = (struct vta_in){.search_valid = false};
    b->pdpt_in = (struct pdpt_in){.query = false};
}

static void choose_rates(struct bench *b)
{
    static const unsigned rates[] = {10, 50, 100, 100};
    b->access = rates[rng_below(&b->rng, 4)];
    b->fill = rates[rng_below(&b->rng, 4)];
    b->store = rates[rng_below(&b->rng, 2)] / 2;
}

static void cycle(struct bench *b)
{
    struct instruction *insn = &b->insns[rng_below(&b->rng, INSNS)];
    bool alias = false;
    begin_cycle(b);
    if (rng_below(&b->rng, 500) == 0)
        choose_rates(b);
    if (rng_below(&b->rng, 20000) == 0)
        flush(b);
    else if (rng_percent(&b->rng, b->fill))
        fill(b);
    if (!b->vta_in.flush && rng_percent(&b->rng, b->access))
        alias = access_line(b, insn, next_line(b, insn), !rng_percent(&b->rng, b->store));
    end_cycle(b, rng_below(&b->rng, 3), alias);
}

static void random_accesses(const struct dlp_oracle_params *params, uint64_t seed, unsigned cycles)
{
    static const char *const names[] = {"off", "stall_bypass", "global", "dlp"};
    static struct bench b;
    check_case("%s, %u x %u", names[params->scheme], params->sets, params->ways);
    start(&b, params, seed);
    choose_rates(&b);
    for (unsigned i = 0; i < cycles; i++) {
        cycle(&b);
        if (i % 64 == 0)
            compare_tables(&b);
        if (i % 50000 == 49999)
            choose_instructions(&b);
    }
    printf("%s, %u x %u: %u loads, %u hits, %u bypassed, %u victim hits, %u with a distance, "
           "%u samples, %u aliases\n",
           names[params->scheme], params->sets, params->ways, b.loads, b.hits, b.bypasses,
           b.vta_hits, b.nonzero, b.samples, b.aliases);
    CHECK(!protects(&b) || (b.samples && b.nonzero && b.vta_hits));
    CHECK((params->scheme == DLP_PER_INSTRUCTION) == (b.aliases != 0));
    stop(&b);
}

/* [icpp18 section 4.1.1]: instruction 0 brings a line in, 1, 2 and 3 hit it. Each hit is that of
 * the instruction before. */
static void a_hit_is_that_of_the_last_user(void)
{
    struct dlp_oracle o;
    const struct dlp_oracle_params paper = {
        DLP_PER_INSTRUCTION, 32, 4, 200, 10000, 1, true, false, false};
    dlp_oracle_init(&o, &paper);
    while (o.walking)
        dlp_oracle_walk(&o);
    CHECK_EQUAL(dlp_oracle_load(&o, 5, 77, 0, 0, false).outcome, DLP_ALLOCATE);
    dlp_oracle_fill(&o, 5, 77);
    for (int insn = 1; insn <= 3; insn++) {
        struct dlp_oracle_result r = dlp_oracle_load(&o, 5, 77, insn, 0, false);
        CHECK_EQUAL(r.outcome, DLP_HIT);
        CHECK_EQUAL(r.tda_credit, insn - 1);
    }
    CHECK(o.entries[0].tda == 1 && o.entries[1].tda == 1 && o.entries[2].tda == 1);
    CHECK_EQUAL(o.entries[3].tda, 0);
    dlp_oracle_release(&o);
}

/* A loop over six lines of a set of four ways, with fills at once. */
static unsigned hits_of_a_loop(enum dlp_oracle_scheme scheme)
{
    struct dlp_oracle o;
    const struct dlp_oracle_params paper = {scheme, 1, 4, 200, 10000, 1, true, false, false};
    unsigned hits = 0;
    dlp_oracle_init(&o, &paper);
    while (o.walking)
        dlp_oracle_walk(&o);
    for (unsigned i = 0; i < 6000; i++) {
        bool walks = o.walking;
        dlp_oracle_credit(&o);
        hits += dlp_oracle_load(&o, 0, i % 6, 3, 0, false).outcome == DLP_HIT;
        dlp_oracle_fill(&o, 0, i % 6);
        if (walks)
            dlp_oracle_walk(&o);
    }
    dlp_oracle_release(&o);
    return hits;
}

/* What the scheme is for: lines that LRU replaces just before they are asked for again. */
static void protection_ends_thrashing(void)
{
    unsigned off = hits_of_a_loop(DLP_OFF), dlp = hits_of_a_loop(DLP_PER_INSTRUCTION);
    unsigned global = hits_of_a_loop(DLP_GLOBAL);
    printf("a loop of 6 lines, 4 ways, 6000 loads: hits with off %u, global %u, dlp %u\n", off,
           global, dlp);
    CHECK_EQUAL(off, 0);
    CHECK(dlp > 2000 && global > 2000);
}

int main(void)
{
    static const struct dlp_oracle_params sizes[] = {
        /* scheme sets ways sample max_insns fall store_hits_stay life_after never_waits */
        {DLP_PER_INSTRUCTION, 32, 4, 200, 10000, 1, true, false, false},
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, true, false, false},
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, true, true, false},
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, true, false, true},
        {DLP_PER_INSTRUCTION, 2, 3, 50, 300, 4, false, true, true},
        {DLP_PER_INSTRUCTION, 1, 16, 300, 10000, 1, true, false, true},
        {DLP_PER_INSTRUCTION, 8, 1, 1, 1, 15, true, false, false},
        {DLP_GLOBAL, 4, 4, 200, 10000, 1, true, false, false},
        {DLP_GLOBAL, 1, 2, 7, 20, 3, false, true, true},
        {DLP_STALL_BYPASS, 4, 4, 200, 10000, 1, true, false, false},
        {DLP_OFF, 4, 4, 200, 10000, 1, false, false, false},
    };
    TEST(a_hit_is_that_of_the_last_user());
    TEST(protection_ends_thrashing());
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        random_accesses(&sizes[i], i, 300000);
    return check_report();
}
