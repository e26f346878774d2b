/* Line protection inside the L1 against the algorithm (dlp_oracle.h): the twin of l1_cache with
 * loads of instructions with different reuse, of its own core and of others, stores, atomics, fills
 * in any order, lines that die, kernel boundaries, a miss register that is not always taken. What
 * the L1 says about each access, all of the set it was in, victim hits, samples and distances must
 * be those of the algorithm, for every scheme. */
#include "dlp_oracle.h"

#include <string.h>

#include "check.h"
#include "fill_delay.h"
#include "l1_cache.h"
#include "rng.h"

enum { QUEUE = 64, INSNS = 10, LINES_MAX = 48, FILLS = 512, CYCLES = 150000 };

struct access {
    unsigned kind, insn, check;
    uint64_t line;
    bool remote, foreign;
    bool stale; /* a load from before a kernel boundary */
};

/* An instruction's loads: a loop over lines, a stride of fresh ones, or some at random. */
struct instruction {
    unsigned id, reuse, lines, next;
};

struct bench {
    struct rng rng;
    struct dlp_oracle oracle;
    struct l1_cache l1;
    struct l1_cache_out out;
    struct instruction insns[INSNS];
    struct access queue[QUEUE]; /* in the delay line */
    unsigned head, level;
    uint64_t fills[FILLS];
    unsigned fill_count;
    struct late_fills late;     /* fills that arrived and are not written */
    bool share[2];              /* even and odd sets, in the cycle before */
    unsigned load, fill, taken; /* percent */
    bool walks;                 /* a walk had begun before this cycle */
    bool alias;                 /* the access of this cycle is one */
    bool waited;                /* the head did, for the miss register */
    unsigned loads, hits, merges, bypasses, remote_bypasses, victims, samples, aliases, nonzero;
};

static void choose_instructions(struct bench *b)
{
    for (unsigned i = 0; i < INSNS; i++)
        b->insns[i] = (struct instruction){.id = rng_below(&b->rng, 128),
                                           .reuse = rng_below(&b->rng, 3),
                                           .lines = 1 + rng_below(&b->rng, LINES_MAX)};
}

static void choose_rates(struct bench *b)
{
    static const unsigned rates[] = {20, 60, 100, 100};
    b->load = rates[rng_below(&b->rng, 4)];
    b->fill = rates[rng_below(&b->rng, 4)] / 2;
    b->taken = rates[rng_below(&b->rng, 4)];
}

static void start(struct bench *b, const struct l1_cache_params *params, uint64_t seed)
{
    memset(b, 0, sizeof *b);
    rng_init(&b->rng, seed);
    dlp_oracle_init(&b->oracle, &(struct dlp_oracle_params){
                                    .scheme = params->scheme,
                                    .sets = params->sets,
                                    .ways = params->ways,
                                    .sample = params->dlp_sample,
                                    .max_insns = params->dlp_max_insns,
                                    .fall = params->dlp_fall,
                                    .store_hits_stay = params->write_update,
                                    .life_after = params->dlp_life,
                                    .never_waits = params->dlp_reserved,
                                });
    l1_cache_init(&b->l1, params);
    b->l1.carry_data = false;
    l1_cache_outputs(&b->l1, &b->out);
    choose_instructions(b);
    choose_rates(b);
}

static void stop(struct bench *b)
{
    dlp_oracle_release(&b->oracle);
    l1_cache_release(&b->l1);
}

static uint64_t next_line(struct bench *b, struct instruction *insn)
{
    switch (insn->reuse) {
    case 0:
        insn->next = insn->next + 1 < insn->lines ? insn->next + 1 : 0;
        return insn->next;
    case 1:
        return 1000 + insn->next++;
    default:
        return rng_below(&b->rng, LINES_MAX);
    }
}

/* The next access; check bits are those of one of two program counters. */
static struct access next_access(struct bench *b)
{
    struct instruction *insn = &b->insns[rng_below(&b->rng, INSNS)];
    struct access a = {.insn = insn->id, .check = rng_below(&b->rng, 20) == 0};
    static const unsigned kinds[] = {L1_STORE, L1_STORE, L1_ATOMIC, L1_LOAD_BYPASS};
    if (!rng_percent(&b->rng, 85))
        a.kind = kinds[rng_below(&b->rng, 4)];
    a.line = next_line(b, insn);
    a.remote = a.kind <= L1_STORE && a.kind != L1_LOAD_BYPASS && rng_percent(&b->rng, 20);
    a.foreign = a.kind == L1_LOAD && !a.remote && a.line % 3 == 0;
    if (a.remote)
        a.check = 0;
    return a;
}

static unsigned set_of(const struct bench *b, uint64_t line)
{
    return (unsigned)(line & (b->oracle.params.sets - 1));
}

/* Foreign lines die in sets that are shared. */
static void lines_die(struct bench *b)
{
    for (unsigned index = 0; index < b->oracle.params.sets; index++) {
        if (!b->share[index & 1])
            continue;
        for (unsigned way = 0; way < b->oracle.params.ways; way++)
            if (b->l1.sets[index].foreign >> way & 1)
                dlp_oracle_drop(&b->oracle, index,
                                b->l1.lines[index * b->oracle.params.ways + way]);
    }
}

/* The L1 and the algorithm have the same lines in the set, with the same instructions and lives. */
static void compare_set(struct bench *b, unsigned index)
{
    const struct l1_set *set = &b->l1.sets[index];
    unsigned different = 0;
    for (unsigned way = 0; way < b->oracle.params.ways; way++) {
        const struct dlp_oracle_line *line = &b->oracle.lines[index * b->oracle.params.ways + way];
        different += (set->valid >> way & 1) != line->valid;
        different += (set->reserved >> way & 1) != line->reserved;
        if (!line->valid && !line->reserved)
            continue;
        different += b->l1.lines[index * b->oracle.params.ways + way] != line->tag;
        if (dlp_oracle_protects(&b->oracle)) {
            const struct l1_protect_set *protected = &b->l1.protect->sets[index];
            different += protected->insn[way] != line->insn;
            different += protected->lives.way[way] != line->life;
        }
    }
    CHECK_EQUAL(different, 0);
}

/* A load that was looked up and is a query. */
static void load(struct bench *b, const struct access *a, bool mshr_full)
{
    unsigned scheme = b->oracle.params.scheme;
    int check = a->remote ? b->oracle.entries[a->insn].check : (int)a->check;
    struct dlp_oracle_result want =
        dlp_oracle_load(&b->oracle, set_of(b, a->line), a->line, (int)a->insn, check,
                        (mshr_full || b->waited) && scheme == DLP_STALL_BYPASS);
    CHECK_EQUAL(b->out.event_hit, want.outcome == DLP_HIT);
    CHECK_EQUAL(b->out.event_merge, want.outcome == DLP_MERGE);
    CHECK_EQUAL(b->out.event_miss, want.outcome == DLP_ALLOCATE);
    CHECK_EQUAL(b->out.event_bypass, want.outcome == DLP_BYPASS);
    CHECK(!b->out.event_other);
    b->alias = want.alias;
    if (want.outcome == DLP_ALLOCATE)
        late_fills_forget(&b->late, a->line);
    if (want.outcome == DLP_BYPASS) {
        CHECK(b->out.miss_valid && !b->out.miss_install);
        CHECK_EQUAL(b->out.miss_kind, a->remote ? L1_LOAD : L1_LOAD_BYPASS);
        bool whole = b->l1.params.bypass_line && !a->remote;
        CHECK_EQUAL(b->out.miss_mask[0], whole ? UINT64_MAX : 1);
        CHECK_EQUAL(b->out.miss_mask[1], whole ? UINT64_MAX : 0);
    }
    b->loads++;
    b->hits += want.outcome == DLP_HIT;
    b->merges += want.outcome == DLP_MERGE;
    b->bypasses += want.outcome == DLP_BYPASS;
    b->remote_bypasses += want.outcome == DLP_BYPASS && a->remote;
    b->victims += want.vta_credit != DLP_NO_INSN;
    b->nonzero += want.distance != 0;
    b->aliases += want.alias;
}

/* The head left the delay line. */
static void looked_up(struct bench *b, const struct l1_cache_in *in)
{
    const struct access *a = &b->queue[b->head];
    unsigned set = set_of(b, a->line);
    bool barred = a->foreign && b->share[set & 1];
    if (a->kind == L1_LOAD && !a->stale && !barred)
        load(b, a, in->mshr_full);
    else
        CHECK(!b->out.event_bypass);
    if (a->kind == L1_STORE)
        dlp_oracle_store(&b->oracle, set, a->line);
    if (a->kind == L1_ATOMIC)
        dlp_oracle_drop(&b->oracle, set, a->line);
    if (!in->flush)
        compare_set(b, set);
    b->waited = false;
    b->head = (b->head + 1) % QUEUE;
    b->level--;
}

/* The algorithm's distances and hits are the twin's. */
static void compare_tables(struct bench *b)
{
    const struct pdpt *p = &b->l1.protect->predictions;
    unsigned different = 0;
    for (unsigned i = 0; i < (p->params.global ? 1u : DLP_INSNS); i++) {
        different += p->entries[i].distance != b->oracle.entries[i].distance;
        if (!p->params.global)
            different += p->entries[i].tda != b->oracle.entries[i].tda ||
                         p->entries[i].vta != b->oracle.entries[i].vta;
    }
    CHECK_EQUAL(different, 0);
    CHECK_EQUAL(p->tda_total, b->oracle.tda_total);
    CHECK_EQUAL(p->vta_total, b->oracle.vta_total);
}

static void choose_inputs(struct bench *b, struct l1_cache_in *in)
{
    in->flush = rng_below(&b->rng, 5000) == 0;
    in->mshr_installs = b->late.last.valid && (b->fill_count == FILLS || rng_percent(&b->rng, 95));
    if (b->late.last.valid && !in->mshr_installs) /* another read brings it */
        b->fills[b->fill_count++] = b->late.last.line;
    in->issued = rng_below(&b->rng, 3);
    in->mshr_full = rng_percent(&b->rng, 10);
    in->share_even = rng_below(&b->rng, 3000) == 0;
    in->share_odd = rng_below(&b->rng, 3000) == 0;
    in->miss_ready = rng_percent(&b->rng, b->taken) && b->fill_count < FILLS;
    in->remote_hit_ready = true;
    in->store_ready = rng_percent(&b->rng, b->taken);
    if (b->fill_count && !b->late.last.valid && rng_percent(&b->rng, b->fill)) {
        unsigned chosen = rng_below(&b->rng, b->fill_count);
        in->reply_valid = true;
        in->reply_line = b->fills[chosen];
        b->fills[chosen] = b->fills[--b->fill_count];
    }
    if (b->out.miss_valid && in->miss_ready && b->out.miss_install)
        b->fills[b->fill_count++] = b->out.miss_line;
}

/* An access is offered; the queue is that of the delay line. */
static void offer(struct bench *b, const struct access *next, struct l1_cache_in *in)
{
    static const uint64_t mask[2] = {1, 0}, data[L1_LINE_WORDS];
    in->access_valid = rng_percent(&b->rng, b->load);
    in->access_kind = next->kind;
    in->access_line = next->line;
    in->access_insn = next->insn;
    in->access_check = next->check;
    in->access_remote = next->remote;
    in->access_foreign = next->foreign;
    in->access_mask = mask;
    in->reply_data = data;
}

/* What the edge does to the algorithm, in its order. */
static void end_cycle(struct bench *b, const struct l1_cache_in *in)
{
    if (in->flush)
        dlp_oracle_flush(&b->oracle);
    dlp_oracle_issue(&b->oracle, (unsigned)in->issued);
    bool sample_ends = b->oracle.walking && !b->walks;
    if (b->walks)
        dlp_oracle_walk(&b->oracle);
    CHECK_EQUAL(b->out.event_vta, b->oracle.credit != DLP_NO_INSN);
    CHECK_EQUAL(b->out.event_pd_sample, sample_ends);
    CHECK_EQUAL(b->out.event_alias, b->alias);
    b->samples += sample_ends;
}

/* One is written, one arrives; true when one is. */
static bool fills_go_on(struct bench *b, const struct l1_cache_in *in)
{
    struct late_fill due = b->late.next;
    if (due.valid && due.wanted)
        dlp_oracle_fill(&b->oracle, set_of(b, due.line), due.line);
    uint64_t line = in->reply_line;
    bool wanted = dlp_oracle_is_reserved(&b->oracle, set_of(b, line), line);
    late_fills_put(&b->late,
                   (struct late_fill){.valid = in->reply_valid, .wanted = wanted, .line = line},
                   in->mshr_installs);
    return due.valid;
}

/* A store or atomic whose data have not all come, or have no place to go to, waits, too. */
static bool waits_for_data(const struct bench *b, bool data_go)
{
    unsigned kind = b->queue[b->head].kind;
    return !data_go && (kind == L1_STORE || kind == L1_ATOMIC);
}

/* What waits is a load that the algorithm lets wait for a way. */
static bool waits_for_a_way(struct bench *b, const struct l1_cache_in *in)
{
    const struct access *a = &b->queue[b->head];
    bool full = in->mshr_full && b->oracle.params.scheme == DLP_STALL_BYPASS;
    return a->kind == L1_LOAD &&
           dlp_oracle_load(&b->oracle, set_of(b, a->line), a->line, (int)a->insn, 0, full)
                   .outcome == DLP_STALL;
}

static void cycle(struct bench *b, struct access *next)
{
    struct l1_cache_in in = {.flush = false};
    bool was_full = b->out.miss_valid;
    choose_inputs(b, &in);
    bool data_go = line_get_valid(&b->l1.stores) && !b->l1.data_lent;
    offer(b, next, &in);
    bool accepted = in.access_valid && b->out.access_ready;
    b->walks = b->oracle.walking;
    b->alias = false;
    dlp_oracle_credit(&b->oracle);
    lines_die(b);
    bool filling = fills_go_on(b, &in);
    l1_cache_step(&b->l1, &in);
    l1_cache_outputs(&b->l1, &b->out);
    if (b->out.event_access)
        looked_up(b, &in);
    bool waits_for_register = was_full && !in.miss_ready;
    if (b->out.event_stall && !filling && !waits_for_register && !waits_for_data(b, data_go))
        CHECK(waits_for_a_way(b, &in));
    b->waited |= b->out.event_stall && !filling && waits_for_register;
    end_cycle(b, &in);
    b->share[0] = in.share_even;
    b->share[1] = in.share_odd;
    if (accepted) {
        b->queue[(b->head + b->level++) % QUEUE] = *next;
        *next = next_access(b);
    }
    for (unsigned i = 0; in.flush && i < b->level; i++)
        b->queue[(b->head + i) % QUEUE].stale = true;
    if (in.flush)
        b->fill_count = 0;
}

static void random_accesses(const struct l1_cache_params *params, uint64_t seed)
{
    static const char *const names[] = {"off", "stall_bypass", "global", "dlp"};
    static struct bench b;
    check_case("%s, %u x %u", names[params->scheme], params->sets, params->ways);
    start(&b, params, seed);
    struct access next = next_access(&b);
    for (unsigned i = 0; i < CYCLES; i++) {
        cycle(&b, &next);
        if (i % 64 == 0 && dlp_oracle_protects(&b.oracle))
            compare_tables(&b);
        if (i % 500 == 499)
            choose_rates(&b);
        if (i % 20000 == 19999)
            choose_instructions(&b);
    }
    printf("%s, %u x %u: %u loads, %u hits, %u merged, %u bypassed (%u remote), %u victim hits, "
           "%u with a distance, %u samples, %u aliases\n",
           names[params->scheme], params->sets, params->ways, b.loads, b.hits, b.merges, b.bypasses,
           b.remote_bypasses, b.victims, b.nonzero, b.samples, b.aliases);
    CHECK((params->scheme == DLP_OFF) == (b.bypasses == 0 && b.remote_bypasses == 0));
    CHECK(dlp_oracle_protects(&b.oracle) == (b.samples && b.nonzero && b.victims));
    CHECK((params->scheme == DLP_PER_INSTRUCTION) == (b.aliases != 0));
    stop(&b);
}

int main(void)
{
    static const struct l1_cache_params base = {.line_bits = 25,
                                                .latency = 5,
                                                .store_queue = 4,
                                                .write_update = 1,
                                                .node_bits = 10,
                                                .id_bits = 8,
                                                .dlp_sample = 200,
                                                .dlp_max_insns = 10000,
                                                .dlp_fall = 1};
    static const struct {
        unsigned scheme, sets, ways, sample, max_insns, fall, update, life, reserved, line;
    } sizes[] = {
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, 1, 0, 0, 0},
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, 1, 1, 0, 0},
        {DLP_PER_INSTRUCTION, 4, 4, 200, 10000, 1, 1, 0, 1, 1},
        {DLP_PER_INSTRUCTION, 2, 3, 60, 500, 3, 0, 1, 1, 0},
        {DLP_PER_INSTRUCTION, 1, 16, 300, 9999, 1, 1, 0, 1, 0},
        {DLP_PER_INSTRUCTION, 8, 1, 100, 2000, 1, 1, 0, 0, 0},
        {DLP_GLOBAL, 4, 4, 200, 10000, 1, 1, 0, 0, 0},
        {DLP_GLOBAL, 2, 2, 20, 60, 2, 0, 1, 1, 0},
        {DLP_STALL_BYPASS, 4, 4, 200, 10000, 1, 1, 0, 0, 0},
        {DLP_STALL_BYPASS, 1, 2, 200, 10000, 1, 0, 0, 0, 1},
        {DLP_OFF, 4, 4, 200, 10000, 1, 1, 0, 0, 0},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct l1_cache_params params = base;
        params.scheme = sizes[i].scheme;
        params.sets = sizes[i].sets;
        params.ways = sizes[i].ways;
        params.dlp_sample = sizes[i].sample;
        params.dlp_max_insns = sizes[i].max_insns;
        params.dlp_fall = sizes[i].fall;
        params.write_update = sizes[i].update;
        params.dlp_life = sizes[i].life;
        params.dlp_reserved = sizes[i].reserved;
        params.bypass_line = sizes[i].line;
        random_accesses(&params, i);
    }
    return check_report();
}
