/* Line protection in the whole chip against the algorithm without time (dlp_oracle.h), private L1s:
 * in every workload, under every scheme, each core's lookups, fills, kernel boundaries and issued
 * instructions are fed to the algorithm in their order. Between gpu_begin and gpu_edge all wires
 * have their value of the cycle; what they say is compared:
 *   instructions  each access carries the hash of its program counter
 *   outcomes      each lookup hits, merges, allocates, is bypassed or stalls as in the algorithm
 *   lines         each set holds the same lines with the same lives and last users, so that
 *                 victims are the same; so do the victim tags
 *   predictions   hits, distances, ends of samples, victim hits and aliases of every cycle */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "dlp_oracle.h"
#include "every_workload.h"
#include "fill_delay.h"
#include "plain_index.h"
#include "core_view.h"
#include "stats.h"

enum { QUEUED = 128, CORES = 4, LIMIT = 5000000, TABLE_CYCLES = 16 };

enum property { INSTRUCTIONS, OUTCOMES, LINES, PREDICTIONS, PROPERTIES };

struct access {
    unsigned kind; /* enum l1_kind */
    bool stale;    /* from before a kernel boundary */
    uint64_t line;
    uint32_t pc;
};

/* What the L1 was given in the last cycle: it shows in this cycle's events. */
struct given {
    bool flush, fill, installs, accepted, mshr_full, miss_free;
    bool data_go; /* of the oldest store or atomic */
    uint64_t fill_line;
    unsigned issued;
    struct access access;
};

/* What the algorithm knows about one core. */
struct rules {
    struct access requests[QUEUED]; /* in the arbiter */
    unsigned request_count;
    struct access accesses[QUEUED]; /* in the L1, not yet looked up */
    unsigned access_count;
    struct given given;
    struct late_fills late; /* fills that arrived and are not written */
    bool filling;           /* one was written in the last cycle */
    bool waited;            /* the head did, for the miss register */
    struct dlp_oracle oracle;
    bool alias, sampled; /* at the last edge */
};

struct totals {
    unsigned loads, bypasses, vta_hits, samples, aliases, stalls, protected_loads, saturated;
};

struct watch {
    struct gpu *gpu;
    struct rules core[CORES];
    unsigned looked[PROPERTIES], wrong[PROPERTIES];
    struct totals totals;
};

static void expect(struct watch *w, unsigned core, enum property property, bool holds,
                   const char *what)
{
    w->looked[property]++;
    if (!holds && w->wrong[property]++ < 3)
        printf("cycle %" PRIu64 ", core %u: %s\n", w->gpu->now, core, what);
}

/* docs/blocks/pc_hash.md: instructions are 8 bytes; groups of 7 bits. */
static int insn_of(uint32_t pc)
{
    int insn = 0;
    for (uint32_t number = pc / 8; number; number /= 128)
        insn ^= (int)(number % 128);
    return insn;
}

static int check_of(uint32_t pc)
{
    int check = 0, turns = 0;
    for (uint32_t number = pc / 8 / 128; number; number /= 128, turns++) {
        int group = (int)(number % 128);
        for (int turn = 0; turn < turns; turn++)
            group = group * 2 % 128 + group / 64;
        check ^= group;
    }
    return check;
}

/* The next of a queue. */
static struct access take(struct access *queue, unsigned *count)
{
    struct access first = queue[0];
    *count -= *count > 0;
    memmove(&queue[0], &queue[1], *count * sizeof *queue);
    return first;
}

/* Outcomes */
static enum dlp_oracle_outcome outcome_of(const struct l1_cache_out *out)
{
    return out->event_hit      ? DLP_HIT
           : out->event_merge  ? DLP_MERGE
           : out->event_miss   ? DLP_ALLOCATE
           : out->event_bypass ? DLP_BYPASS
                               : DLP_MISS;
}

static struct dlp_oracle_result load_of(struct watch *w, unsigned i, const struct access *a)
{
    struct rules *r = &w->core[i];
    bool full = (r->given.mshr_full || r->waited) && r->oracle.params.scheme == DLP_STALL_BYPASS;
    return dlp_oracle_load(&r->oracle, plain_set_of(&w->gpu->config, a->line), a->line,
                           insn_of(a->pc), check_of(a->pc), full);
}

/* A bypassed load goes on as one that bypasses the L1 anyway. */
static void watch_bypass(struct watch *w, unsigned i, uint64_t line)
{
    const struct l1_cache_out *out = l1_cache_out_at(w->gpu, i);
    bool sent = out->miss_valid && out->miss_kind == L1_LOAD_BYPASS && out->miss_line == line &&
                !out->miss_install;
    expect(w, i, OUTCOMES, sent, "a bypassed load that is not sent past the L1");
    bool whole = !(~out->miss_mask[0] | ~out->miss_mask[1]);
    expect(w, i, OUTCOMES, whole || !w->gpu->config.bypass_reply, "one that asks for sectors");
    w->totals.bypasses++;
}

static void watch_load(struct watch *w, unsigned i, const struct access *a)
{
    struct rules *r = &w->core[i];
    struct dlp_oracle_result result = load_of(w, i, a);
    bool same = result.outcome == outcome_of(l1_cache_out_at(w->gpu, i));
    expect(w, i, OUTCOMES, same, "load with another outcome");
    if (result.outcome == DLP_BYPASS)
        watch_bypass(w, i, a->line);
    r->alias = result.alias;
    if (result.outcome == DLP_ALLOCATE)
        late_fills_forget(&r->late, a->line);
    w->totals.loads++;
    w->totals.protected_loads += result.distance > 0;
    w->totals.saturated += result.distance == PDPT_DISTANCE_MAX;
    w->totals.aliases += result.alias;
}

static void watch_lookup(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct l1_cache_out *out = l1_cache_out_at(w->gpu, i);
    expect(w, i, OUTCOMES, r->access_count && !r->filling, "lookup without an access");
    struct access a = take(r->accesses, &r->access_count);
    unsigned set = plain_set_of(&w->gpu->config, a.line);
    bool stale = a.stale, same = out->event_other;
    if (a.kind == L1_LOAD && !stale) {
        watch_load(w, i, &a);
        return;
    }
    if (a.kind == L1_LOAD) {
        same = out->event_miss;
    } else if (a.kind == L1_STORE) {
        same = out->event_store;
        dlp_oracle_store(&r->oracle, set, a.line);
    } else if (a.kind == L1_ATOMIC) {
        dlp_oracle_drop(&r->oracle, set, a.line);
    }
    expect(w, i, OUTCOMES, same && !out->event_bypass, "no load, and another outcome");
}

/* The head waits; unless it waits for its data, nothing but the algorithm can be the reason. */
static void watch_stall(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct access *head = &r->accesses[0];
    w->totals.stalls++;
    r->waited |= !r->given.miss_free && !r->filling;
    bool has_data = head->kind == L1_STORE || head->kind == L1_ATOMIC;
    if (!r->given.miss_free || r->filling || (has_data && !r->given.data_go))
        return;
    bool stalls = head->kind == L1_LOAD && !head->stale && load_of(w, i, head).outcome == DLP_STALL;
    expect(w, i, OUTCOMES, stalls, "a stall without a reason");
}

/* Lines */
static bool same_victims(const struct watch *w, unsigned i, unsigned set)
{
    const struct dlp_oracle *o = &w->core[i].oracle;
    const struct l1_protect *protect = l1_cache_at(w->gpu, i)->protect;
    if (!dlp_oracle_protects(o))
        return true;
    for (unsigned way = 0; way < o->params.ways; way++) {
        const struct dlp_oracle_line *want = &o->victims[set * o->params.ways + way];
        const struct vta_entry *is = &protect->victims.entries[set * o->params.ways + way];
        if ((protect->victims.sets[set].valid >> way & 1) != want->valid)
            return false;
        if (want->valid && (is->tag != want->tag || is->insn != want->insn))
            return false;
    }
    return true;
}

static bool same_lines(const struct watch *w, unsigned i, unsigned set)
{
    const struct dlp_oracle *o = &w->core[i].oracle;
    const struct l1_cache *l1 = l1_cache_at(w->gpu, i);
    const struct l1_protect *protect = dlp_oracle_protects(o) ? l1->protect : NULL;
    for (unsigned way = 0; way < o->params.ways; way++) {
        const struct dlp_oracle_line *want = &o->lines[set * o->params.ways + way];
        if ((l1->sets[set].valid >> way & 1) != want->valid ||
            (l1->sets[set].reserved >> way & 1) != want->reserved)
            return false;
        if (!want->valid && !want->reserved)
            continue;
        if (l1->lines[set * o->params.ways + way] != want->tag)
            return false;
        if (protect && (protect->sets[set].lives.way[way] != want->life ||
                        protect->sets[set].insn[way] != want->insn))
            return false;
    }
    return true;
}

/* Predictions */
static bool same_entries(const struct watch *w, unsigned i)
{
    const struct dlp_oracle *o = &w->core[i].oracle;
    const struct pdpt *p = &l1_cache_at(w->gpu, i)->protect->predictions;
    bool same = p->tda_total == o->tda_total && p->vta_total == o->vta_total;
    for (unsigned insn = 0; insn < (p->params.global ? 1 : DLP_INSNS); insn++) {
        const struct dlp_oracle_entry *want = &o->entries[insn];
        const struct pdpt_entry *is = &p->entries[insn];
        same &= is->distance == want->distance;
        same &= p->params.global || (is->tda == want->tda && is->vta == want->vta);
    }
    return same;
}

static void watch_predictions(struct watch *w, unsigned i)
{
    const struct rules *r = &w->core[i];
    const struct l1_cache_out *out = l1_cache_out_at(w->gpu, i);
    bool credit = r->oracle.credit != DLP_NO_INSN;
    bool same = out->event_vta == credit && out->event_pd_sample == r->sampled &&
                out->event_alias == r->alias;
    expect(w, i, PREDICTIONS, same, "victim hit, sample or alias");
    w->totals.vta_hits += credit;
    w->totals.samples += r->sampled;
    if (dlp_oracle_protects(&r->oracle) && (r->sampled || w->gpu->now % TABLE_CYCLES == 0))
        expect(w, i, PREDICTIONS, same_entries(w, i), "hits or distances");
}

/* The last edge, done by the algorithm. */
static void replay_edge(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct given *given = &r->given;
    const struct l1_cache_out *out = l1_cache_out_at(w->gpu, i);
    struct late_fill due = r->late.next;
    unsigned set = plain_set_of(&w->gpu->config, due.valid ? due.line : r->accesses[0].line);
    unsigned fill_set = plain_set_of(&w->gpu->config, given->fill_line);
    bool walks = r->oracle.walking;
    r->alias = false;
    dlp_oracle_credit(&r->oracle);
    r->filling = due.valid;
    if (due.valid && due.wanted)
        dlp_oracle_fill(&r->oracle, set, due.line);
    late_fills_put(
        &r->late,
        (struct late_fill){.valid = given->fill,
                           .wanted = dlp_oracle_is_reserved(&r->oracle, fill_set, given->fill_line),
                           .line = given->fill_line},
        given->installs);
    if (out->event_access)
        watch_lookup(w, i);
    else if (out->event_stall)
        watch_stall(w, i);
    r->waited &= !out->event_access;
    if (given->accepted)
        r->accesses[r->access_count++] = given->access;
    if (given->flush) {
        dlp_oracle_flush(&r->oracle);
        for (unsigned at = 0; at < r->access_count; at++)
            r->accesses[at].stale = true;
    }
    dlp_oracle_issue(&r->oracle, given->issued);
    r->sampled = r->oracle.walking && !walks;
    if (walks)
        dlp_oracle_walk(&r->oracle);
    expect(w, i, LINES, same_lines(w, i, set), "lines, their users or lives");
    expect(w, i, LINES, same_victims(w, i, set), "victims");
}

/* What the SM offers passes the arbiter in order. */
static void watch_request(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct l1_cache_in *in = l1_cache_in_at(w->gpu, i);
    r->given.accepted = in->access_valid && l1_cache_out_at(w->gpu, i)->access_ready;
    if (r->given.accepted) {
        struct access a = take(r->requests, &r->request_count);
        bool hashed = (uint64_t)insn_of(a.pc) == in->access_insn &&
                      (uint64_t)check_of(a.pc) == in->access_check;
        bool same = a.kind == in->access_kind && a.line == in->access_line &&
                    (hashed || !w->gpu->config.l1_protect);
        expect(w, i, INSTRUCTIONS, same, "access of another instruction");
        r->given.access = a;
    }
    if (sm_out_at(w->gpu, i)->request_valid && sm_in_at(w->gpu, i)->request_ready)
        r->requests[r->request_count++] =
            (struct access){.kind = (unsigned)l1_arbiter_in_at(w->gpu, i)->local_kind,
                            .line = l1_arbiter_in_at(w->gpu, i)->local_line,
                            .pc = (uint32_t)sm_out_at(w->gpu, i)->request_pc};
}

static void watch_cycle(struct watch *w)
{
    for (unsigned i = 0; i < w->gpu->config.cores; i++) {
        replay_edge(w, i);
        watch_predictions(w, i);
        w->core[i].given =
            (struct given){.flush = l1_cache_in_at(w->gpu, i)->flush,
                           .fill = fill_arrives(l1_cache_in_at(w->gpu, i)),
                           .installs = l1_cache_in_at(w->gpu, i)->mshr_installs,
                           .fill_line = l1_cache_in_at(w->gpu, i)->reply_line,
                           .issued = (unsigned)sm_out_at(w->gpu, i)->issued,
                           .mshr_full = mshr_out_at(w->gpu, i)->full,
                           .miss_free = !l1_cache_out_at(w->gpu, i)->miss_valid ||
                                        l1_cache_in_at(w->gpu, i)->miss_ready,
                           .data_go = line_get_valid(&l1_cache_at(w->gpu, i)->stores) &&
                                      !l1_cache_at(w->gpu, i)->data_lent};
        watch_request(w, i);
    }
}

/* Runs */
static void start_rules(struct watch *w)
{
    const struct config *c = &w->gpu->config;
    const struct dlp_oracle_params params = {.scheme = c->l1_protect,
                                             .sets = c->l1_sets,
                                             .ways = c->l1_ways,
                                             .sample = c->dlp_sample,
                                             .max_insns = c->dlp_max_insns,
                                             .fall = c->dlp_fall,
                                             .store_hits_stay = c->l1_write_hit,
                                             .life_after = c->dlp_life,
                                             .never_waits = c->dlp_reserved};
    for (unsigned i = 0; i < c->cores; i++)
        dlp_oracle_init(&w->core[i].oracle, &params);
}

/* The result is right, and the counters say what was seen here. */
static void check_end(struct watch *w, const char *name, const struct totals *before)
{
    struct gpu *gpu = w->gpu;
    struct stats stats;
    gpu_collect(gpu);
    stats_gather(&stats, gpu);
    const char *wrong = gpu->phase == GPU_DONE ? NULL : "not done";
    if (!wrong)
        wrong = stats.mismatches ? "wrong bytes"
                                 : workload_check(gpu->programs[0].workload, get_bytes, gpu);
    CHECK(!wrong);
    if (wrong)
        printf("%s: %s\n", name, wrong);
    CHECK_EQUAL(stats.l1_bypasses, w->totals.bypasses - before->bypasses);
    CHECK_EQUAL(stats.l1_vta_hits, w->totals.vta_hits - before->vta_hits);
    CHECK_EQUAL(stats.l1_pd_samples, w->totals.samples - before->samples);
    CHECK_EQUAL(stats.l1_aliases, w->totals.aliases - before->aliases);
    for (unsigned i = 0; i < gpu->config.cores; i++)
        dlp_oracle_release(&w->core[i].oracle);
    for (unsigned p = 0; p < PROPERTIES; p++)
        CHECK(w->looked[p] && !w->wrong[p]);
}

static void run(struct watch *w, const char *const *workload, const struct config *config)
{
    const struct gpu_options options = {.no_data = false};
    struct workload *opened = open_workload(workload[0], workload[1]);
    const struct totals before = w->totals;
    static struct plan plan;
    plan_chip(&plan, config);
    *w = (struct watch){.gpu = gpu_new(&plan, &opened, &options), .totals = before};
    start_rules(w);
    for (gpu_begin(w->gpu); w->gpu->phase != GPU_DONE && w->gpu->now < LIMIT; gpu_begin(w->gpu)) {
        watch_cycle(w);
        gpu_edge(w->gpu);
    }
    check_end(w, workload[0], &before);
    gpu_free(w->gpu);
    workload_close(opened);
}

static void every_workload_on(const char *keys)
{
    static struct watch w;
    struct config config;
    w.totals = (struct totals){0};
    config_init(&config);
    config_preset(&config, "tiny");
    set_keys(&config, "l1_index=hash issue_width=2 scheduler=gto dlp_sample=40");
    set_keys(&config, keys);
    config_check(&config);
    for (unsigned i = 0; i < EVERY_WORKLOAD; i++) {
        check_case("%s %s on %s", every_workload[i][0], every_workload[i][1], keys);
        run(&w, every_workload[i], &config);
    }
    check_case("what was seen on %s", keys);
    const struct totals *t = &w.totals;
    bool lives = config.l1_protect >= DLP_GLOBAL;
    CHECK((t->bypasses > 1000) == (config.l1_protect != DLP_OFF));
    CHECK((t->samples > 1000) == lives);
    CHECK((t->vta_hits > 1000) == lives && (t->protected_loads > 1000) == lives);
    CHECK((t->saturated > 100) == lives);
    CHECK((t->aliases > 20) == (config.l1_protect == DLP_PER_INSTRUCTION));
    printf("%s: %u loads, %u bypassed, %u victim hits, %u with a distance, %u with the "
           "longest, %u samples, %u aliases, %u cycles stalled\n",
           keys, t->loads, t->bypasses, t->vta_hits, t->protected_loads, t->saturated, t->samples,
           t->aliases, t->stalls);
}

/* ORACLE_EVERY=n in the environment: every n-th of the chips, where time is short (make asan). */
int main(void)
{
    static const char *const chips[] = {
        "l1_protect=off l1_sets=2",
        "l1_protect=stall_bypass l1_sets=4",
        "l1_protect=stall_bypass l1_sets=2 l1_ways=2 mshr_entries=2",
        "l1_protect=global l1_sets=4",
        ("l1_protect=global l1_sets=2 l1_ways=1 l1_write_hit=invalidate dlp_fall=4 "
         "dlp_reserved=bypass bypass_reply=line"),
        "l1_protect=dlp l1_sets=4",
        "l1_protect=dlp l1_sets=2 l1_ways=3 dlp_max_insns=100 cores=3 dlp_life=after",
        "l1_protect=dlp l1_sets=32 l1_ways=1 l1_index=fermi dlp_max_insns=200",
        "l1_protect=dlp l1_sets=2 l1_ways=8 dlp_sample=1 dlp_fall=2",
        "l1_protect=dlp l1_index=linear l1_write_hit=invalidate dlp_fall=15 cores=2",
    };
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i += check_stride())
        every_workload_on(chips[i]);
    return check_report();
}
