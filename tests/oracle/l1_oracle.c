/* L1 and MSHR against plain statements of what they are.
 *
 * One access at a time: the L1 must hit exactly when a set-associative LRU write-through cache,
 * kept as lists in order of use, says so [pact20 sections 3.2 and 5.1]. Many at a time: L1, MSHR, a
 * memory that does what it is asked in any order, but that of each line, and answers in any order,
 * requesters that each hold back what conflicts with their own; each request is answered once, with
 * what memory holds unless another core's write raced with it.
 *
 * Every third line has its home elsewhere. While its set is not shared the core caches such a line,
 * too; while it is shared it goes to the home only, so that what it cached is old when sharing
 * ends. Even and odd sets are shared each for itself. The
 * other lines are asked for by other cores, too. Line protection changes what hits, not what is
 * answered: many at a time, under each scheme.
 *
 * A read that does not say that it is asked again is of a line that the L1 does not hold before the
 * read has ended, unless a store to it or a kernel boundary came behind it (docs/ccn.md,
 * "Consistency"). */
#include <string.h>

#include "check.h"
#include "l1_mshr.h"
#include "line_bytes.h"
#include "line_memory.h"
#include "plain_cache.h"
#include "rng.h"

enum { LINES = 40, ACCESSES = 20000, CYCLES = 80000, IDS = 256, MESSAGES = 1024 };

struct access { /* by the own core or another one */
    unsigned kind, line, id;
    bool remote, foreign;
    unsigned sectors; /* remote: wanted */
    uint64_t mask[2], data[16];
};

struct asked { /* by the own LSU, or by another core */
    bool open;
    unsigned kind, line, sectors;
    bool races;          /* with a write that was open when it was asked */
    unsigned writes;     /* to its line asked until then */
    uint64_t before[16]; /* atomics: the line when memory did it */
};

struct bench {
    struct rng rng;
    struct l1_cache l1;
    struct l1_cache_out l1_out;
    struct mshr mshr;
    struct mshr_out mshr_out;
    struct line_port port;
    uint64_t first_reads; /* entries whose reads are under way, but those that are asked again */
    uint64_t address[LINES];
    uint64_t memory[LINES][16];
    struct plain_set sets[L1_CACHE_SETS_MAX];
    struct message messages[MESSAGES]; /* in the memory system */
    unsigned message_count;
    struct message reply;                        /* offered to the MSHR, */
    bool replying;                               /* if it is */
    uint64_t sent;                               /* by the MSHR so far */
    struct asked asked[2 * IDS];                 /* first the own core's, by id, then the others' */
    bool share[2];                               /* the inputs: even, odd sets */
    struct access put, last;                     /* the newest access, that of the last edge */
    unsigned open;                               /* requests not answered */
    unsigned own_readers[LINES], writers[LINES]; /* of these, by line; one writer at a time */
    bool own_writes[LINES];                      /* it is the own core */
    unsigned writes[LINES];                      /* asked so far */
    /* that things happened at all */
    uint64_t answers[5], hits, remote_hits, fills, behind_writes, first, again;
};

static void start(struct bench *b, const struct l1_cache_params *params, uint64_t seed)
{
    uint64_t all = (UINT64_C(1) << params->line_bits) - 1, in_set = params->sets - 1;
    *b = (struct bench){.open = 0};
    rng_init(&b->rng, seed);
    l1_cache_init(&b->l1, params);
    l1_cache_outputs(&b->l1, &b->l1_out);
    for (unsigned i = 0; i < LINES; i++) {
        /* the number is in the tag, so that addresses differ; few sets */
        b->address[i] = ((uint64_t)i << 11 | (rng_below(&b->rng, 2) & in_set)) & all;
        rng_fill(&b->rng, b->memory[i], 1024);
    }
}

static bool is_foreign(unsigned line)
{
    return line % 3 == 0;
}

static unsigned set_of(const struct bench *b, unsigned line)
{
    return set_map_set(&b->l1.map, b->address[line]);
}

/* Foreign lines of its set must not be cached. */
static bool is_shared(const struct bench *b, unsigned line)
{
    return b->share[set_of(b, line) & 1];
}

/* Each parity begins or ends to be shared once in this many calls. */
static void reorganize(struct bench *b, unsigned calls)
{
    for (unsigned parity = 0; parity < 2; parity++)
        b->share[parity] ^= rng_below(&b->rng, calls) == 0;
}

/* Other cores are told apart by the ids of their requests. */
static unsigned node_of(unsigned id)
{
    return id * 3 + 5;
}

/* The foreign lines of shared sets leave. */
static void plain_purge(struct bench *b)
{
    for (unsigned i = 0; i < b->l1.params.sets; i++) {
        struct plain_set *set = &b->sets[i];
        unsigned kept = 0;
        for (unsigned at = 0; at < set->count; at++)
            if (!is_foreign(set->lines[at]) || !b->share[i & 1])
                set->lines[kept++] = set->lines[at];
        set->count = kept;
    }
}

/* Any kind by the own core; by others loads and stores of lines that have their home here. */
static struct access draw(struct bench *b, unsigned loads, unsigned line)
{
    struct access a = {.line = line, .kind = L1_LOAD, .id = rng_below(&b->rng, IDS)};
    a.remote = !is_foreign(line) && rng_percent(&b->rng, 30);
    if (!rng_percent(&b->rng, loads))
        a.kind = a.remote ? (unsigned)L1_STORE : rng_below(&b->rng, 5);
    a.foreign = is_foreign(line) && (a.kind == L1_LOAD || a.kind == L1_STORE);
    a.sectors = 1 + rng_below(&b->rng, 15);
    rng_fill(&b->rng, a.mask, 128);
    rng_fill(&b->rng, a.data, 1024);
    return a;
}

/* Its data follow. */
static void put_access(struct bench *b, struct l1_cache_in *in, const struct access *a)
{
    in->access_valid = true;
    in->access_kind = a->kind;
    in->access_line = b->address[a->line];
    in->access_id = a->id;
    in->access_remote = a->remote;
    in->access_foreign = a->foreign && a->kind == L1_LOAD;
    in->access_node = a->remote ? node_of(a->id) : 0;
    in->access_sectors = a->remote ? a->sectors : 0;
    in->access_insn = a->line % 4;
    in->access_mask = a->mask;
    b->put = *a;
}

/* From the next cycle on the data of an access that is taken at this edge are there. Those of other
 * cores' stores come by wires of their own. */
static void l1_step(struct bench *b, struct l1_cache_in *in)
{
    static const uint64_t nowhere[L1_LINE_WORDS];
    in->own_valid = !b->last.remote;
    in->own_data = b->last.remote ? nowhere : b->last.data;
    in->home_data = b->last.remote ? b->last.data : nowhere;
    l1_cache_step(&b->l1, in);
    b->last = b->put;
}

static void l1_edge(struct bench *b, struct l1_cache_in in)
{
    in.share_even = b->share[0];
    in.share_odd = b->share[1];
    l1_step(b, &in);
    l1_cache_outputs(&b->l1, &b->l1_out);
}

/* A hit: as memory has it; that of another core stays until it is taken. */
static void check_hit(struct bench *b, const struct access *a)
{
    const struct l1_cache_out *out = &b->l1_out;
    CHECK_EQUAL(out->event_remote_hit, a->remote);
    if (!a->remote) {
        CHECK(!memcmp(out->hit_data, b->memory[a->line], BYTES));
        return;
    }
    for (unsigned wait = rng_below(&b->rng, 4); wait; wait--)
        l1_edge(b, (struct l1_cache_in){.remote_hit_ready = false});
    CHECK(out->remote_hit_valid && out->remote_hit_line == b->address[a->line]);
    CHECK(out->remote_hit_id == a->id && out->remote_hit_dest == node_of(a->id));
    CHECK_EQUAL(out->remote_hit_data_sectors, a->sectors);
    CHECK(!memcmp(out->remote_hit_data, b->memory[a->line], BYTES));
    l1_edge(b, (struct l1_cache_in){.remote_hit_ready = true});
    CHECK(!out->remote_hit_valid);
}

/* What goes on of a store or atomic: the sectors that it touches, zero in the others. */
static void check_stored(const struct access *a, const uint64_t *data)
{
    static const uint64_t nothing[L1_LINE_WORDS];
    const unsigned words = L1_LINE_WORDS / 4;
    for (unsigned sector = 0; sector < 4; sector++)
        if (touched_sectors(a->mask) >> sector & 1)
            CHECK(!memcmp(data + sector * words, a->data + sector * words, BYTES / 4));
        else if (touched_sectors(a->mask) || sector)
            CHECK(!memcmp(data + sector * words, nothing, BYTES / 4));
}

static void check_miss(struct bench *b, const struct access *a, bool install)
{
    const struct l1_cache_out *out = &b->l1_out;
    CHECK_EQUAL(out->miss_line, b->address[a->line]);
    CHECK_EQUAL(out->miss_install, install);
    CHECK_EQUAL(out->miss_remote, a->remote);
    if (a->remote)
        CHECK(out->miss_node == node_of(a->id) && out->miss_sectors == a->sectors);
    if (a->kind == L1_STORE || a->kind == L1_ATOMIC)
        check_stored(a, out->store_data);
    struct l1_cache_in in = {.miss_ready = true,
                             .store_ready = true,
                             .reply_valid = install,
                             .reply_kind = MESSAGE_READ,
                             .reply_line = b->address[a->line],
                             .reply_data = b->memory[a->line]};
    l1_edge(b, in);
    if (!install)
        return;
    in = (struct l1_cache_in){
        .mshr_answers = true, .mshr_installs = true, .reply_data = b->memory[a->line]};
    l1_edge(b, in);
    l1_edge(b, in);
}

/* Of an access that is alone. The data of a store go in and come out a sector per cycle. */
static unsigned latency_of(const struct bench *b, const struct access *a)
{
    unsigned latency = b->l1.params.latency;
    if (a->kind != L1_STORE && a->kind != L1_ATOMIC)
        return latency;
    unsigned sectors = (unsigned)__builtin_popcount(touched_sectors(a->mask));
    unsigned data = 4 + (sectors ? sectors : 1);
    return data > latency ? data : latency;
}

/* One access from handshake to answer, its fill included. True when the L1 answered. */
static bool run_access(struct bench *b, const struct access *a)
{
    const struct l1_cache_out *out = &b->l1_out;
    struct l1_cache_in in = {.flush = false};
    put_access(b, &in, a);
    l1_edge(b, in);
    unsigned cycles = 1, latency = latency_of(b, a);
    for (; !out->event_access && cycles <= latency; cycles++)
        l1_edge(b, (struct l1_cache_in){.miss_ready = false});
    CHECK_EQUAL(cycles, latency);
    CHECK_EQUAL(out->event_remote, a->remote);
    CHECK_EQUAL(out->event_odd, set_of(b, a->line) & 1);
    bool hit = a->remote ? out->remote_hit_valid : out->hit_valid;
    CHECK_EQUAL(out->hit_valid + out->remote_hit_valid, hit);
    CHECK_EQUAL(out->miss_valid, !hit);
    if (hit)
        check_hit(b, a);
    else if (out->miss_valid)
        check_miss(b, a, a->kind == L1_LOAD && !(a->foreign && is_shared(b, a->line)));
    return hit;
}

static void one_at_a_time(const struct l1_cache_params *params, uint64_t seed)
{
    static struct bench b;
    check_case("one at a time, %u x %u, seed %u", params->sets, params->ways, (unsigned)seed);
    start(&b, params, seed);
    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned line = rng_below(&b.rng, rng_percent(&b.rng, 50) ? LINES / 4 : LINES);
        struct access a = draw(&b, 80, line);
        reorganize(&b, 50);
        plain_purge(&b);
        struct plain_set *set = &b.sets[set_of(&b, line)];
        bool looks = !(a.foreign && is_shared(&b, line));
        bool hit = looks && plain_access(set, a.kind, line, params->ways, params->write_update);
        CHECK_EQUAL(run_access(&b, &a), hit);
        b.hits += hit;
        b.remote_hits += hit && a.remote;
        if (a.kind == L1_STORE || a.kind == L1_ATOMIC)
            write_bytes(b.memory[line], a.data, a.mask);
        if (rng_below(&b.rng, 500) == 0) {
            l1_edge(&b, (struct l1_cache_in){.flush = true});
            memset(b.sets, 0, sizeof b.sets);
        }
    }
    CHECK(b.hits > 100 && b.remote_hits > 20);
    l1_cache_release(&b.l1);
}

/* The id of such a message is an index of asked[]. */
static void send_home(struct bench *b, const struct access *a)
{
    struct message *m = &b->messages[b->message_count++];
    *m = (struct message){.kind = a->kind,
                          .id = a->id,
                          .line = a->line,
                          .home = true,
                          .mask = {a->mask[0], a->mask[1]}};
    memcpy(m->data, a->data, BYTES);
}

/* The requester waits for another request of its own; writes wait for those of all cores. */
static bool conflicts(const struct bench *b, const struct access *a)
{
    bool writes = a->kind == L1_STORE || a->kind == L1_ATOMIC;
    if (b->writers[a->line])
        return writes || (!a->remote && b->own_writes[a->line]);
    return writes && !a->remote && b->own_readers[a->line];
}

/* A requester: a free id, a line without conflict. Each id of `remote` is another core. */
static void ask(struct bench *b, struct l1_cache_in *in, bool ready)
{
    static struct access a;
    unsigned line = rng_below(&b->rng, rng_percent(&b->rng, 60) ? LINES / 10 : LINES);
    a = draw(b, 70, line);
    struct asked *asked = &b->asked[a.id + (a.remote ? IDS : 0)];
    bool writes = a.kind == L1_STORE || a.kind == L1_ATOMIC;
    if (asked->open || conflicts(b, &a) || !ready || b->message_count == MESSAGES)
        return;
    bool shared = a.foreign && is_shared(b, line);
    if (shared)
        send_home(b, &a);
    else
        put_access(b, in, &a);
    b->writes[line] += writes;
    *asked = (struct asked){.open = true,
                            .kind = a.kind,
                            .line = line,
                            .sectors = 15,
                            .races = b->writers[line],
                            .writes = b->writes[line]};
    if (a.remote)
        asked->sectors = a.sectors;
    else if (a.kind != L1_LOAD || b->l1.protect) /* which may bypass a load */
        asked->sectors = touched_sectors(a.mask);
    b->open++;
    b->own_readers[line] += !writes && !a.remote;
    b->writers[line] += writes;
    if (writes)
        b->own_writes[line] = !a.remote;
}

static void answered(struct bench *b, unsigned index, const uint64_t *data)
{
    struct asked *a = &b->asked[index];
    CHECK(a->open);
    const uint64_t *expected = a->kind == L1_ATOMIC ? a->before : b->memory[a->line];
    bool raced = a->races || a->writes != b->writes[a->line];
    for (unsigned sector = 0; sector < 4 && !raced; sector++)
        if (a->kind != L1_STORE && a->sectors >> sector & 1)
            CHECK(!memcmp(data + 4 * sector, expected + 4 * sector, 32));
    bool writes = a->kind == L1_STORE || a->kind == L1_ATOMIC;
    b->answers[a->kind]++;
    b->open--;
    b->own_readers[a->line] -= !writes && index < IDS;
    b->writers[a->line] -= writes;
    a->open = false;
}

/* Memory does a message that it was sent, at any time. */
static void do_message(struct bench *b, struct message *m)
{
    b->behind_writes += m->kind == MESSAGE_READ && b->writers[m->line];
    perform(m, b->memory[m->line]);
    if (m->kind == MESSAGE_ATOMIC)
        memcpy(b->asked[m->id % IDS].before, m->data, BYTES);
}

/* One message goes a step further: is done, or its reply arrives. */
static void move_message(struct bench *b)
{
    struct message *m = &b->messages[rng_below(&b->rng, b->message_count)];
    if (!m->done) {
        if (rng_percent(&b->rng, 50))
            do_message(b, oldest_like(b->messages, b->message_count, m));
        return;
    }
    if (!m->home && b->replying)
        return;
    struct message reply = *m;
    *m = b->messages[--b->message_count];
    if (reply.home) {
        answered(b, reply.id, reply.data);
        return;
    }
    b->reply = reply;
    b->replying = true;
}

/* The memory's side of one cycle: a message moves, a request is taken. */
static void memory_cycle(struct bench *b, struct l1_cache_in *l1_in, struct mshr_in *in)
{
    const struct mshr_out *out = &b->mshr_out;
    if (b->message_count)
        move_message(b);
    if (b->replying)
        offer_reply(in, &b->reply, b->address[b->reply.line]);
    b->replying &= !out->reply_ready;
    if (rng_percent(&b->rng, 30))
        line_port_take(&b->port, &b->l1_out, l1_in);
    in->request_ready = b->message_count < MESSAGES && rng_percent(&b->rng, 60);
    if (!out->request_valid || !in->request_ready)
        return;
    if (out->request_kind == MESSAGE_READ) {
        b->first += !out->request_again;
        b->again += out->request_again;
        b->first_reads |= (uint64_t)!out->request_again << out->request_id;
    }
    struct message *m = &b->messages[b->message_count++];
    *m = message_sent(out, line_index(b->address, LINES, out->request_line), ++b->sent);
    if (message_writes(m))
        memcpy(m->data, line_port_give(&b->port, &b->l1_out, l1_in), BYTES);
}

static void what_is_asked_for_is_not_here(struct bench *b)
{
    if (b->replying && b->reply.kind == MESSAGE_READ)
        b->first_reads &= ~(UINT64_C(1) << b->reply.id);
    b->first_reads &= ~b->mshr.stale;
    for (uint64_t left = b->first_reads; left; left &= left - 1)
        CHECK(l1_cache_slot_of(&b->l1, b->mshr.reads.lines[__builtin_ctzll(left)]) < 0);
}

/* What the own core and the others get in this cycle. */
static void take_answers(struct bench *b, bool hit_ready, bool remote_ready)
{
    const struct l1_cache_out *l1 = &b->l1_out;
    const struct mshr_out *mshr = &b->mshr_out;
    if (l1->hit_valid)
        answered(b, (unsigned)l1->hit_id, l1->hit_data);
    if (mshr->response_valid)
        answered(b, (unsigned)mshr->response_id, b->reply.data);
    if (l1->remote_hit_valid && hit_ready) {
        const struct asked *a = &b->asked[IDS + l1->remote_hit_id];
        CHECK(a->kind == L1_LOAD && l1->remote_hit_line == b->address[a->line]);
        CHECK(l1->remote_hit_data_sectors == a->sectors);
        CHECK(l1->remote_hit_dest == node_of((unsigned)l1->remote_hit_id));
        answered(b, IDS + (unsigned)l1->remote_hit_id, l1->remote_hit_data);
        b->remote_hits++;
    }
    if (mshr->remote_valid && remote_ready) {
        const struct asked *a = &b->asked[IDS + mshr->remote_id];
        CHECK(mshr->remote_kind == a->kind && mshr->remote_line == b->address[a->line]);
        CHECK(mshr->remote_data_sectors == (a->kind == L1_LOAD ? a->sectors : 0));
        CHECK(mshr->remote_dest == node_of((unsigned)mshr->remote_id));
        answered(b, IDS + (unsigned)mshr->remote_id, b->reply.data);
    }
}

static void cycle(struct bench *b, bool asking)
{
    bool flush = rng_below(&b->rng, 300) == 0;
    reorganize(b, 150);
    struct l1_cache_in l1_in = {.flush = flush,
                                .share_even = b->share[0],
                                .share_odd = b->share[1],
                                .remote_hit_ready = rng_percent(&b->rng, 60)};
    struct mshr_in mshr_in = {.flush = flush, .remote_ready = rng_percent(&b->rng, 60)};
    connect_l1_mshr(&b->l1_out, &b->mshr_out, &l1_in, &mshr_in);
    take_answers(b, l1_in.remote_hit_ready, mshr_in.remote_ready);
    b->hits += b->l1_out.hit_valid;
    b->fills += b->mshr_out.installs;
    if (asking)
        ask(b, &l1_in, b->l1_out.access_ready);
    memory_cycle(b, &l1_in, &mshr_in);
    what_is_asked_for_is_not_here(b);
    show_reply(&l1_in, &mshr_in, b->reply.data);
    l1_step(b, &l1_in);
    mshr_step(&b->mshr, &mshr_in);
    l1_cache_outputs(&b->l1, &b->l1_out);
    mshr_outputs(&b->mshr, &b->mshr_out);
}

static void many_at_a_time(const struct l1_cache_params *params, unsigned entries, unsigned targets,
                           uint64_t seed)
{
    static struct bench b;
    check_case("%u misses, %u x %u, scheme %u, seed %u", entries, params->sets, params->ways,
               params->scheme, (unsigned)seed);
    start(&b, params, seed);
    const struct mshr_params behind = mshr_behind(params, entries, targets);
    mshr_init(&b.mshr, &behind);
    mshr_outputs(&b.mshr, &b.mshr_out);
    for (unsigned i = 0; i < CYCLES; i++)
        cycle(&b, true);
    for (unsigned i = 0; i < CYCLES && b.open; i++)
        cycle(&b, false);
    CHECK_EQUAL(b.open, 0);
    CHECK(b.first > 100 && b.again > 20);
    CHECK(b.hits && b.remote_hits && b.behind_writes &&
          b.fills > 100); /* one way: hits are rare, what follows a miss merges */
    for (unsigned kind = 0; kind < 5; kind++)
        CHECK(b.answers[kind] > 100);
    l1_cache_release(&b.l1);
    mshr_release(&b.mshr);
}

int main(void)
{
    static const struct l1_cache_params sizes[] = {
        /* line_bits sets ways latency store_queue write_update hash node_bits
         * scheme dlp_sample dlp_max_insns dlp_fall dlp_life dlp_reserved vta_tag_field
         * bypass_line protect id_bits */
        {25, 32, 4, 27, 8, 1, 0, 10, 0, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 2, 2, 5, 1, 0, 0, 10, 0, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 1, 1, 6, 2, 1, 0, 10, 0, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {33, 1, 16, 5, 4, 1, 0, 10, 0, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 8, 6, 9, 3, 1, 1, 10, 0, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 2, 5, 4, 1, 0, 10, 1, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 2, 5, 4, 1, 0, 10, 2, 20, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 4, 9, 4, 0, 0, 10, 3, 50, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 4, 9, 4, 1, 0, 10, 3, 50, 10000, 1, 1, 1, 0, 1, 0, 8},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            if (!sizes[i].scheme)
                one_at_a_time(&sizes[i], seed);
            many_at_a_time(&sizes[i], 8, 3, seed);
            many_at_a_time(&sizes[i], 1, 1, seed);
        }
    return check_report();
}
