/* The whole chip with shared L1s against the untimed rules (shared_plain.h, dyneb_oracle.h), in
 * every workload, under every policy, and while the policy changes. Between gpu_begin and gpu_edge
 * all wires have their value of the cycle; what they say is compared:
 *   routes     each request of an SM leaves its requester as the table of docs/shared_l1.md says
 *   lookups    each access hits, misses or merges as in a plain cache fed in the same order
 *   contents   each L1 holds what its plain cache holds; fully shared: lines of its own home only
 *   decisions  each sample of DynEB ends, is evaluated and decided as in real numbers
 *   answers    each request is answered once, by the home or by the own core
 * A request that waits follows the organization. When it does is not said here: it may go as is
 * right in any cycle in which an older one was not answered (tests/formal/requester.v). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "dyneb_oracle.h"
#include "every_workload.h"
#include "fill_delay.h"
#include "core_view.h"
#include "shared_plain.h"
#include "stats.h"

enum { QUEUED = 128, IDS = 1024, CORES = 16, WORDS = 16, LIMIT = 5000000, CONTENTS_CYCLES = 32 };

enum property { ROUTES, LOOKUPS, CONTENTS, DECISIONS, ANSWERS, PROPERTIES };

enum { ORGANIZATIONS = 8 }; /* {nearest, odd, even} */

/* A request in the requester, and its ways. */
struct routed {
    unsigned kind, id;
    uint64_t line, mask[2];
    bool chunk, written;     /* the rule's */
    bool may[ORGANIZATIONS]; /* it goes so */
    struct plain_way way[ORGANIZATIONS];
};

struct asked {
    bool open, by_home; /* not answered yet; the home answers, not the own core */
    uint64_t line;
};

/* What the L1 was given in the last cycle: it shows in this cycle's events. */
struct given {
    bool flush, fill, installs, accepted, share[2];
    uint64_t fill_line;
    struct plain_access access;
};

struct events {               /* that dyneb watches */
    bool near;                /* the requester sent one to L2 because it is nearer */
    bool home, home_odd;      /* a home's answer was taken; it was for an odd set */
    enum plain_result result; /* of a lookup */
    bool odd, remote;         /* in an odd set; of another core */
};

/* What the rules know about one core. */
struct rules {
    struct routed locals[QUEUED]; /* in the requester, for the own L1 */
    unsigned local_count;
    struct routed held;     /* in its register: for the own L1, or the network */
    bool holds, older_open; /* there is one; an older one was open in the cycle before */
    struct plain_access accesses[QUEUED]; /* in the L1, not yet looked up */
    unsigned access_count;
    struct asked asked[IDS];
    unsigned open_count; /* of these not answered */
    bool written[1024];  /* regions with stores or atomics that went past their homes */
    struct given given;
    bool share[2];          /* even and odd sets, in the cycle before */
    struct late_fills late; /* fills that arrived and are not written */
    struct plain_cache cache;
    enum plain_result result;      /* of this cycle's lookup */
    struct plain_access looked_up; /* the access it was for */
    struct events seen;            /* of the last cycle: dyneb counts them in this one */
    struct dyneb_oracle dyneb;
    bool dynamic, shared; /* dyneb runs, else: shared or private; the decision executed */
    unsigned evaluated;   /* cycles of this evaluation */
};

struct watch {
    struct gpu *gpu;
    struct rules core[CORES];
    unsigned looked[PROPERTIES], wrong[PROPERTIES];
    unsigned samples, shares; /* decided, for shared */
    unsigned checked[2];      /* by a check: few misses, many */
    unsigned remote;          /* requests sent to homes */
};

static void expect(struct watch *w, unsigned core, enum property property, bool holds,
                   const char *what)
{
    w->looked[property]++;
    if (!holds && w->wrong[property]++ < 3)
        printf("cycle %" PRIu64 ", core %u: %s\n", w->gpu->now, core, what);
}

/* Under the organization of this cycle the request may go so. */
static void add_way(const struct watch *w, unsigned i, struct routed *routed)
{
    const struct requester_in *in = requester_in_at(w->gpu, i);
    unsigned organization =
        (in->share_even ? 1u : 0) | (in->share_odd ? 2u : 0) | (in->l1_nearest ? 4u : 0);
    struct plain_rule rule = {
        {in->share_even, in->share_odd}, routed->chunk, in->l1_nearest, routed->written};
    struct plain_request request = {routed->kind, routed->id, routed->line, routed->mask};
    routed->may[organization] = true;
    routed->way[organization] = plain_way(&w->gpu->plan, i, &rule, &request);
}

/* Routes: what the requester offered and got rid of, in order. What left the register and was no
 * message is for the own L1. */
static void leave_for_l1(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct routed *held = &r->held;
    if (!r->holds)
        return;
    r->holds = false;
    r->locals[r->local_count++] = *held;
    if (plain_home(&w->gpu->config, held->line) != i &&
        (held->kind == PLAIN_STORE || held->kind == PLAIN_ATOMIC))
        r->written[plain_region(&w->gpu->config, held->line)] = true;
}

static void watch_local(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct requester_out *out = requester_out_at(w->gpu, i);
    if (!out->access_valid || out->access_remote || !requester_in_at(w->gpu, i)->access_ready)
        return;
    if (!r->local_count)
        leave_for_l1(w, i);
    const struct routed *l = &r->locals[0];
    bool same = false;
    for (unsigned o = 0; o < ORGANIZATIONS && r->local_count; o++)
        same |= l->may[o] && l->way[o].local && l->way[o].marked == out->access_foreign &&
                (l->way[o].past ? PLAIN_BYPASS : l->kind) == out->access_kind;
    same = same && l->id == out->access_id && l->line == out->access_line;
    expect(w, i, ROUTES, same, "request to the own L1");
    r->local_count -= r->local_count > 0;
    memmove(&r->locals[0], &r->locals[1], r->local_count * sizeof *l);
}

static void watch_send(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct requester_out *out = requester_out_at(w->gpu, i);
    if (!out->send_valid || !requester_in_at(w->gpu, i)->send_ready)
        return;
    const struct routed *held = &r->held;
    bool same = false;
    for (unsigned o = 0; o < ORGANIZATIONS && r->holds; o++) {
        const struct plain_way *way = &held->way[o];
        same |= held->may[o] && way->sent && way->kind == out->send_kind &&
                way->node == out->send_dest && way->wanted == out->send_sectors &&
                way->brought == out->send_data_sectors && way->near == out->send_class;
    }
    same = same && held->id == out->send_id && held->line == out->send_line;
    expect(w, i, ROUTES, same, "message to a home or L2");
    r->holds = false;
    r->asked[held->id].by_home = !out->send_class;
    w->remote += !out->send_class;
}

/* A request waits for older ones only; an answer counts a cycle late. */
static void watch_wait(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    bool older_open = r->open_count > r->holds;
    if (r->holds && (older_open || r->older_open))
        add_way(w, i, &r->held);
    r->older_open = older_open;
}

/* A kernel boundary that finds nothing unanswered: the homes have nothing old. */
static void watch_boundary(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    if (requester_in_at(w->gpu, i)->flush && !r->open_count)
        memset(r->written, 0, sizeof r->written);
}

static void watch_request(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct requester_in *in = requester_in_at(w->gpu, i);
    if (!in->request_valid || !requester_out_at(w->gpu, i)->request_ready)
        return;
    leave_for_l1(w, i);
    r->holds = true;
    r->held = (struct routed){.kind = (unsigned)in->request_kind,
                              .id = (unsigned)in->request_id,
                              .line = in->request_line,
                              .mask = {in->request_mask[0], in->request_mask[1]},
                              .chunk = in->l1_chunk};
    r->held.written = r->written[plain_region(&w->gpu->config, in->request_line)];
    add_way(w, i, &r->held);
    struct asked *asked = &r->asked[r->held.id];
    expect(w, i, ANSWERS, !asked->open, "an id is used again before its answer");
    r->open_count += !asked->open;
    *asked = (struct asked){true, false, in->request_line};
}

/* Answers */
static void watch_answer(struct watch *w, unsigned i, bool valid, unsigned id, bool by_home)
{
    if (!valid)
        return;
    struct rules *r = &w->core[i];
    struct asked *asked = &r->asked[id];
    expect(w, i, ANSWERS, asked->open && asked->by_home == by_home, "answer nobody waits for");
    r->open_count -= asked->open;
    asked->open = false;
}

static void watch_answers(struct watch *w, unsigned i)
{
    const struct sm_in *in = sm_in_at(w->gpu, i);
    watch_answer(w, i, in->hit_valid, (unsigned)in->hit_id, false);
    watch_answer(w, i, in->response_valid, (unsigned)in->response_id, false);
    watch_answer(w, i, in->remote_valid, (unsigned)in->remote_id, true);
}

/* Lookups: the events of this cycle are those of the lookup at the last edge. */
static void watch_lookup(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct l1_cache_out *out = l1_cache_out_at(w->gpu, i);
    r->result = PLAIN_NOTHING;
    if (!out->event_access)
        return;
    expect(w, i, LOOKUPS, r->access_count, "lookup without an access");
    r->looked_up = r->accesses[0];
    r->access_count -= r->access_count > 0;
    memmove(&r->accesses[0], &r->accesses[1], r->access_count * sizeof *r->accesses);
    struct plain_access *a = &r->looked_up;
    bool odd = plain_odd(&w->gpu->config, a->line);
    r->result = plain_look(&r->cache, a, r->given.share[odd]);
    if (r->result == PLAIN_MISS)
        late_fills_forget(&r->late, a->line);
    bool same = out->event_hit == (r->result == PLAIN_HIT) &&
                out->event_miss == (r->result == PLAIN_MISS) &&
                out->event_merge == (r->result == PLAIN_MERGE) &&
                out->event_store == (r->result == PLAIN_STORED) &&
                out->event_other == (r->result == PLAIN_OTHER);
    expect(w, i, LOOKUPS, same, "lookup with another result");
    expect(w, i, LOOKUPS, out->event_remote == a->remote && out->event_odd == odd,
           "lookup for another core or set");
}

static void empty(struct rules *r)
{
    for (unsigned set = 0; set < r->cache.config->l1_sets; set++)
        r->cache.sets[set].count = 0;
    for (unsigned i = 0; i < r->access_count; i++)
        r->accesses[i].stale = true;
}

/* The last edge, done by the plain cache. */
static void replay_edge(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct given *given = &r->given;
    plain_purge(&r->cache, given->share);
    if (r->late.next.valid && r->late.next.wanted)
        plain_fill(&r->cache, r->late.next.line);
    late_fills_put(&r->late,
                   (struct late_fill){.valid = given->fill,
                                      .wanted = plain_waits(&r->cache, given->fill_line),
                                      .line = given->fill_line},
                   given->installs);
    watch_lookup(w, i);
    if (given->accepted)
        r->accesses[r->access_count++] = given->access;
    if (given->flush)
        empty(r);
}

static unsigned core_at(const struct plan *plan, uint64_t node)
{
    unsigned core = 0;
    while (core < plan->config.cores - 1 && plain_address(plan, core) != node)
        core++;
    return core;
}

/* Under the shared policy a line is in its home's L1 only, hence never in two. */
static bool may_hold(const struct watch *w, unsigned core, uint64_t line)
{
    bool shared = w->gpu->mode.policy == 1 && !w->gpu->options.policy_seed;
    return !shared || plain_home(&w->gpu->config, line) == core;
}

/* Who asks here is not at home there, and waits for this core's answer. */
static void watch_remote(struct watch *w, unsigned i)
{
    const struct l1_cache_in *in = l1_cache_in_at(w->gpu, i);
    unsigned from = core_at(&w->gpu->plan, in->access_node);
    const struct asked *asked = &w->core[from].asked[in->access_id % IDS];
    bool wanted = asked->open && asked->by_home && asked->line == in->access_line;
    expect(w, i, ROUTES, wanted && from != i, "request that its core did not make");
    expect(w, i, ROUTES, plain_home(&w->gpu->config, in->access_line) == i, "not its home");
}

static void note_given(struct watch *w, unsigned i)
{
    const struct l1_cache_in *in = l1_cache_in_at(w->gpu, i);
    const struct dyneb_out *out = dyneb_out_at(w->gpu, i);
    struct rules *r = &w->core[i];
    struct given *given = &r->given;
    *given = (struct given){.flush = in->flush,
                            .fill = fill_arrives(in),
                            .installs = in->mshr_installs,
                            .fill_line = in->reply_line,
                            .share = {r->share[0], r->share[1]}};
    r->share[0] = out->share_even;
    r->share[1] = out->share_odd;
    expect(w, i, CONTENTS, !in->mshr_installs || may_hold(w, i, in->reply_line),
           "not its home's fill");
    given->accepted = in->access_valid && l1_cache_out_at(w->gpu, i)->access_ready;
    if (!given->accepted)
        return;
    given->access = (struct plain_access){.kind = (unsigned)in->access_kind,
                                          .line = in->access_line,
                                          .remote = in->access_remote,
                                          .marked = in->access_foreign};
    if (in->access_remote)
        watch_remote(w, i);
}

/* Contents: the L1's valid lines are the plain cache's that do not wait. */
static void compare_contents(struct watch *w, unsigned i)
{
    const struct l1_cache *l1 = l1_cache_at(w->gpu, i);
    unsigned ways = w->gpu->config.l1_ways;
    for (unsigned index = 0; index < w->gpu->config.l1_sets; index++) {
        const struct plain_set *set = &w->core[i].cache.sets[index];
        unsigned valid = 0, pending = 0;
        for (unsigned at = 0; at < set->count; at++)
            pending += set->lines[at].pending;
        for (unsigned way = 0; way < ways; way++) {
            if (!(l1->sets[index].valid >> way & 1))
                continue;
            uint64_t line = l1->lines[index * ways + way];
            unsigned at = plain_find(set, line);
            bool here = at < set->count && !set->lines[at].pending;
            expect(w, i, CONTENTS, here, "a line that should not be here");
            expect(w, i, CONTENTS, may_hold(w, i, line), "shared, and not its home");
            valid++;
        }
        expect(w, i, CONTENTS, valid == set->count - pending, "a line is missing");
    }
}

/* Decisions: what a core's outputs must be in this phase. */
static void watch_phase(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    const struct dyneb_out *out = dyneb_out_at(w->gpu, i);
    const struct dyneb_params *params = &dyneb_at(w->gpu, 0)->params;
    unsigned evaluation = 2 * params->count_bits + (params->metric ? 12 : 1) + 4;
    evaluation += params->miss_percent ? 9 : 0;
    bool decided = r->dynamic && dyneb_oracle_sampled(&r->dyneb) && r->evaluated == evaluation;
    if (decided) {
        struct dyneb_oracle_decision decision = dyneb_oracle_decide(&r->dyneb);
        r->shared = decision.share;
        w->samples++;
        w->shares += r->shared;
        expect(w, i, DECISIONS, !decision.unsure && out->event_share == r->shared, "decision");
    }
    if (r->dynamic && r->dyneb.checked) { /* the private L1 misses little, or much */
        decided = true;
        r->shared = r->dyneb.check_shares;
        w->samples++;
        w->shares += r->shared;
        w->checked[r->shared]++;
        expect(w, i, DECISIONS, out->event_share == r->shared, "decision of a check");
    }
    bool checking = r->dynamic && r->dyneb.checking;
    bool sampling = r->dynamic && !r->dyneb.executing && !checking;
    if (checking)
        r->shared = false;
    bool even = !sampling && r->shared, odd = sampling || r->shared;
    expect(w, i, DECISIONS, out->event_sample == decided, "a sample's end");
    expect(w, i, DECISIONS, out->share_even == even && out->share_odd == odd, "organization");
}

/* Events of this cycle; dyneb counts them in the next one. */
static struct events events_at(const struct watch *w, unsigned i)
{
    const struct rules *r = &w->core[i];
    const struct dyneb_in *in = dyneb_in_at(w->gpu, i);
    const struct config *config = &w->gpu->config;
    return (struct events){
        .near = requester_out_at(w->gpu, i)->event_near,
        .home = in->home_valid,
        .home_odd = plain_odd(config, in->home_line),
        .result = r->result,
        .odd = plain_odd(config, r->looked_up.line),
        .remote = r->looked_up.remote,
    };
}

static void feed(struct rules *r)
{
    const struct events *seen = &r->seen;
    r->evaluated = dyneb_oracle_sampled(&r->dyneb) ? r->evaluated + 1 : 0;
    if (seen->near)
        dyneb_oracle_near(&r->dyneb);
    if (seen->home)
        dyneb_oracle_home_reply(&r->dyneb, seen->home_odd);
    if (seen->result == PLAIN_HIT || seen->result == PLAIN_MISS || seen->result == PLAIN_MERGE)
        dyneb_oracle_load(&r->dyneb, seen->odd, seen->remote, seen->result == PLAIN_MISS);
    if (seen->result == PLAIN_STORED)
        dyneb_oracle_store(&r->dyneb, seen->odd, seen->remote);
    dyneb_oracle_end_cycle(&r->dyneb);
}

static void dyneb_edge(struct watch *w, unsigned i)
{
    struct rules *r = &w->core[i];
    bool dynamic = w->gpu->mode.policy > 1;
    if (r->dynamic && dynamic) {
        feed(r);
    } else {
        r->dynamic = dynamic;
        r->shared = w->gpu->mode.policy == 1;
        r->evaluated = 0;
        if (dynamic)
            dyneb_oracle_begin(&r->dyneb);
    }
    r->seen = events_at(w, i);
}

static void watch_cycle(struct watch *w)
{
    for (unsigned i = 0; i < w->gpu->config.cores; i++)
        replay_edge(w, i);
    for (unsigned i = 0; i < w->gpu->config.cores; i++) {
        watch_boundary(w, i);
        watch_answers(w, i);
        watch_local(w, i);
        watch_send(w, i);
        watch_wait(w, i);
        watch_request(w, i);
        watch_phase(w, i);
        dyneb_edge(w, i);
        if (w->gpu->now % CONTENTS_CYCLES == 0)
            compare_contents(w, i);
        note_given(w, i);
    }
}

/* Runs */
static void configure(struct config *config, const char *keys)
{
    config_init(config);
    config_preset(config, "tiny");
    config_set(config, "shared_oracle", "shared_l1=on");
    config_set(config, "shared_oracle", "dyneb_check=15");
    config_set(config, "shared_oracle", "dyneb_warm=10");
    config_set(config, "shared_oracle", "dyneb_sample=20");
    config_set(config, "shared_oracle", "dyneb_execute=100");
    set_keys(config, keys);
    config_check(config);
}

static void start_rules(struct watch *w)
{
    const struct dyneb_params *p = &dyneb_at(w->gpu, 0)->params;
    for (unsigned i = 0; i < w->gpu->config.cores; i++) {
        w->core[i].cache.config = &w->gpu->config;
        w->core[i].dyneb = dyneb_oracle_of(p);
    }
}

/* Every request was answered. Changes of the policy may cost a kernel its own stores
 * (docs/shared_l1.md), any one policy may not. */
static void check_end(struct watch *w, const char *name)
{
    struct gpu *gpu = w->gpu;
    struct stats stats;
    unsigned open = 0;
    for (unsigned i = 0; i < gpu->config.cores; i++)
        for (unsigned id = 0; id < IDS; id++)
            open += w->core[i].asked[id].open;
    stats_gather(&stats, gpu);
    const char *wrong = gpu->phase == GPU_DONE ? NULL : "not done";
    if (!wrong && !gpu->options.policy_seed)
        wrong = stats.mismatches ? "wrong bytes"
                                 : workload_check(gpu->programs[0].workload, get_bytes, gpu);
    CHECK(!wrong);
    CHECK_EQUAL(open, 0);
    for (unsigned p = 0; p < PROPERTIES; p++)
        CHECK(w->looked[p] && !w->wrong[p]);
    if (wrong)
        printf("%s: %s\n", name, wrong);
}

static void run(struct watch *w, const char *const *workload, const struct config *config,
                uint64_t policy_seed)
{
    struct gpu_options options = {.policy_seed = policy_seed};
    struct workload *opened = open_workload(workload[0], workload[1]);
    static struct plan plan;
    plan_chip(&plan, config);
    *w = (struct watch){.gpu = gpu_new(&plan, &opened, &options)};
    start_rules(w);
    for (gpu_begin(w->gpu); w->gpu->phase != GPU_DONE && w->gpu->now < LIMIT; gpu_begin(w->gpu)) {
        watch_cycle(w);
        gpu_edge(w->gpu);
    }
    gpu_collect(w->gpu);
    check_end(w, workload[0]);
    gpu_free(w->gpu);
    workload_close(opened);
}

static void run_all(const char *keys, uint64_t policy_seed)
{
    static struct watch w;
    struct config config;
    unsigned looked[PROPERTIES] = {0}, samples = 0, shares = 0, remote = 0;
    unsigned checked[2] = {0, 0};
    configure(&config, keys);
    for (unsigned i = 0; i < EVERY_WORKLOAD; i++) {
        check_case("%s %s on %s", every_workload[i][0], every_workload[i][1], keys);
        run(&w, every_workload[i], &config, policy_seed ? policy_seed + i : 0);
        for (unsigned p = 0; p < PROPERTIES; p++)
            looked[p] += w.looked[p];
        samples += w.samples;
        shares += w.shares;
        checked[0] += w.checked[0];
        checked[1] += w.checked[1];
        remote += w.remote;
    }
    check_case("what was seen on %s", keys);
    bool dynamic = config.l1_policy > 1 || policy_seed;
    CHECK(!dynamic || (samples > 50 && shares > 5 && shares < samples - 5));
    CHECK(!dynamic || (checked[0] > 0) == (config.dyneb_miss_percent > 0));
    CHECK(!dynamic || (checked[1] > 0) == (config.dyneb_miss_percent > 0));
    CHECK((remote > 0) == (config.l1_policy || policy_seed));
    printf("%s%s: %u routed (%u to homes), %u looked up, %u samples, %u for shared, "
           "a check: %u private, %u shared\n",
           keys, policy_seed ? " changing" : "", looked[ROUTES], remote, looked[LOOKUPS] / 2,
           samples, shares, checked[0], checked[1]);
}

/* ORACLE_EVERY=n in the environment: every n-th of the chips, where time is short (make asan). */
int main(void)
{
    static const struct {
        const char *keys;
        uint64_t policy_seed; /* not 0: the policy changes at random */
    } chips[] = {
        {"l1_policy=private", 0},
        {"l1_policy=shared", 0},
        {"l1_policy=shared cores=3 l1_index=hash l1_chunk=off", 0},
        {"l1_policy=dyneb cores=3 l1_index=fermi l1_sets=32", 0},
        {"l1_policy=shared cores=9 home_fold=scale l1_nearest=off", 0},
        {"l1_policy=dyneb", 0},
        {"l1_policy=dyneb cores=6 partitions=3 dyneb_count=own l1_write_hit=invalidate "
         "home_fold=spread",
         0},
        {"l1_policy=dyneb dyneb_metric=amat dyneb_miss_percent=0 l1_index=hash", 0},
        {"l1_policy=dyneb topology=butterfly fly_radix=3 dyneb_metric=amat", 0},
        {"l1_policy=dyneb topology=crossbar cores=5 partitions=3", 0},
        {"l1_policy=shared remote_via=l2 vcs=3 cores=3", 0},
        {"l1_policy=dyneb remote_via=crossbar fly_radix=2 cores=5", 0},
        {"l1_policy=private", 1},
        {"dyneb_metric=amat l1_ways=2", 100},
    };
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i += check_stride())
        run_all(chips[i].keys, chips[i].policy_seed);
    return check_report();
}
