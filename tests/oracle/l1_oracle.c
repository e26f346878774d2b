/* L1 and MSHR against plain statements of what they are.
 *
 * One access at a time: the L1 must hit exactly when a set-associative LRU write-through cache,
 * kept as lists in order of use, says so [pact20 sections 3.2 and 5.1]. Many at a time: L1 and MSHR
 * together, a memory that answers in any order, an LSU that holds back conflicting requests; every
 * request is answered once, with what memory holds. */
#include <string.h>

#include "check.h"
#include "l1_cache.h"
#include "mshr.h"
#include "rng.h"

enum { LINES = 40, BYTES = 128, ACCESSES = 20000, CYCLES = 40000, IDS = 256, MESSAGES = 512 };

struct plain_set {
    unsigned lines[L1_CACHE_WAYS_MAX + 1]; /* indices, most recently used first */
    unsigned count;
};

struct message { /* in the memory system */
    unsigned kind, id, line;
    bool done;         /* memory did it; the reply is on its way */
    uint64_t mask[2];  /* bytes written */
    uint64_t data[16]; /* until done: what is written; then the reply */
};

struct asked { /* by the LSU */
    bool open;
    unsigned kind, line;
    uint64_t mask[2];
    uint64_t before[16]; /* atomics: the line when memory did it */
};

struct bench {
    struct rng rng;
    struct l1_cache l1;
    struct l1_cache_out l1_out;
    struct mshr mshr;
    struct mshr_out mshr_out;
    uint64_t address[LINES];
    uint64_t memory[LINES][16];
    struct plain_set sets[L1_CACHE_SETS_MAX];
    struct message messages[MESSAGES];
    unsigned message_count;
    struct asked asked[IDS];
    unsigned open;                           /* requests not answered */
    unsigned readers[LINES], writers[LINES]; /* of these, by line */
    uint64_t answers[5], hits, fills;        /* that things happened at all */
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
        for (unsigned word = 0; word < 16; word++)
            b->memory[i][word] = rng_next(&b->rng);
    }
}

static unsigned line_index(const struct bench *b, uint64_t address)
{
    unsigned index = 0;
    while (index < LINES - 1 && b->address[index] != address)
        index++;
    CHECK_EQUAL(b->address[index], address);
    return index;
}

static void write_bytes(uint64_t *line, const uint64_t *data, const uint64_t *mask)
{
    for (unsigned byte = 0; byte < BYTES; byte++)
        if (mask[byte / 64] >> byte % 64 & 1)
            ((uint8_t *)line)[byte] = ((const uint8_t *)data)[byte];
}

static void randomize(struct bench *b, uint64_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] = rng_next(&b->rng);
}

/* The plain cache. True when a load hits. */
static bool plain_access(struct plain_set *set, unsigned kind, unsigned line, unsigned ways,
                         bool update)
{
    unsigned at = 0;
    while (at < set->count && set->lines[at] != line)
        at++;
    bool present = at < set->count;
    bool stays = kind == L1_LOAD || (kind == L1_STORE && update && present);
    if (kind == L1_LOAD_BYPASS || kind == L1_FETCH)
        return false;
    if (present)
        memmove(&set->lines[at], &set->lines[at + 1], (--set->count - at) * sizeof *set->lines);
    if (stays) { /* to the front; the last one leaves when there are too many */
        memmove(&set->lines[1], &set->lines[0], set->count * sizeof *set->lines);
        set->lines[0] = line;
        set->count += set->count < ways;
    }
    return present && kind == L1_LOAD;
}

static void l1_edge(struct bench *b, const struct l1_cache_in *in)
{
    l1_cache_step(&b->l1, in);
    l1_cache_outputs(&b->l1, &b->l1_out);
}

/* One access from handshake to answer, its fill included. True when the L1 answered. */
static bool run_access(struct bench *b, unsigned kind, unsigned line, const uint64_t *mask,
                       const uint64_t *data)
{
    l1_edge(b, &(struct l1_cache_in){.access_valid = true,
                                     .access_kind = kind,
                                     .access_line = b->address[line],
                                     .access_mask = mask,
                                     .access_data = data});
    unsigned cycles = 1;
    for (; !b->l1_out.hit_valid && !b->l1_out.miss_valid; cycles++)
        l1_edge(b, &(struct l1_cache_in){.miss_ready = false});
    CHECK_EQUAL(cycles, b->l1.params.latency);
    if (b->l1_out.hit_valid) {
        CHECK(!memcmp(b->l1_out.hit_data, b->memory[line], BYTES));
        return true;
    }
    CHECK_EQUAL(b->l1_out.miss_line, b->address[line]);
    CHECK_EQUAL(b->l1_out.miss_install, kind == L1_LOAD);
    if (kind == L1_STORE || kind == L1_ATOMIC)
        CHECK(!memcmp(b->l1_out.miss_data, data, BYTES));
    l1_edge(b, &(struct l1_cache_in){.miss_ready = true,
                                     .fill_valid = kind == L1_LOAD,
                                     .fill_line = b->address[line],
                                     .fill_data = b->memory[line]});
    return false;
}

static void one_at_a_time(const struct l1_cache_params *params, uint64_t seed)
{
    static struct bench b;
    start(&b, params, seed);
    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned kind = rng_percent(&b.rng, 80) ? L1_LOAD : rng_below(&b.rng, 5);
        unsigned line = rng_below(&b.rng, rng_percent(&b.rng, 50) ? LINES / 4 : LINES);
        unsigned set = set_map_set(&b.l1.map, b.address[line]);
        uint64_t mask[2], data[16];
        randomize(&b, mask, 2);
        randomize(&b, data, 16);
        bool hit = plain_access(&b.sets[set], kind, line, params->ways, params->write_update);
        CHECK_EQUAL(run_access(&b, kind, line, mask, data), hit);
        b.hits += hit;
        if (kind == L1_STORE || kind == L1_ATOMIC)
            write_bytes(b.memory[line], data, mask);
        if (rng_below(&b.rng, 500) == 0) {
            l1_edge(&b, &(struct l1_cache_in){.flush = true});
            memset(b.sets, 0, sizeof b.sets);
        }
    }
    CHECK(b.hits > 100);
    l1_cache_release(&b.l1);
}

/* The LSU: a free id, a line without conflict. */
static void ask(struct bench *b, struct l1_cache_in *in, bool ready)
{
    static uint64_t mask[2], data[16];
    unsigned id = rng_below(&b->rng, IDS);
    unsigned line = rng_below(&b->rng, rng_percent(&b->rng, 60) ? LINES / 10 : LINES);
    unsigned kind = rng_percent(&b->rng, 70) ? L1_LOAD : rng_below(&b->rng, 5);
    bool writes = kind == L1_STORE || kind == L1_ATOMIC;
    if (b->asked[id].open || b->writers[line] || (writes && b->readers[line]) || !ready)
        return;
    randomize(b, mask, 2);
    randomize(b, data, 16);
    in->access_valid = true;
    in->access_kind = kind;
    in->access_line = b->address[line];
    in->access_id = id;
    in->access_mask = mask;
    in->access_data = data;
    b->asked[id] =
        (struct asked){.open = true, .kind = kind, .line = line, .mask = {mask[0], mask[1]}};
    b->open++;
    b->readers[line] += !writes;
    b->writers[line] += writes;
}

static void answered(struct bench *b, unsigned id, const uint64_t *data)
{
    struct asked *a = &b->asked[id];
    CHECK(a->open);
    const uint64_t *expected = a->kind == L1_ATOMIC ? a->before : b->memory[a->line];
    for (unsigned sector = 0; sector < 4; sector++) {
        bool wanted = a->kind == L1_LOAD || a->mask[sector / 2] >> sector % 2 * 32 & 0xffffffff;
        if (a->kind != L1_STORE && wanted)
            CHECK(!memcmp(data + 4 * sector, expected + 4 * sector, 32));
    }
    bool writes = a->kind == L1_STORE || a->kind == L1_ATOMIC;
    b->answers[a->kind]++;
    b->open--;
    b->readers[a->line] -= !writes;
    b->writers[a->line] -= writes;
    a->open = false;
}

/* Memory does a message that it was sent, at any time; from then on the reply may arrive. */
static void perform(struct bench *b, struct message *m)
{
    uint64_t line[16];
    memcpy(line, b->memory[m->line], BYTES);
    if (m->kind == 3)
        memcpy(b->asked[m->id].before, line, BYTES);
    if (m->kind >= 2)
        write_bytes(b->memory[m->line], m->data, m->mask);
    memcpy(m->data, line, BYTES);
    m->done = true;
}

/* The memory's side of one cycle: takes a request, performs one, offers a reply. */
static void memory_cycle(struct bench *b, struct mshr_in *in)
{
    static struct message reply;
    const struct mshr_out *out = &b->mshr_out;
    in->request_ready = b->message_count < MESSAGES && rng_percent(&b->rng, 60);
    if (b->message_count) {
        struct message *m = &b->messages[rng_below(&b->rng, b->message_count)];
        if (!m->done && rng_percent(&b->rng, 50))
            perform(b, m);
        if (m->done && out->reply_ready) {
            reply = *m;
            in->reply_valid = true;
            in->reply_kind = reply.kind;
            in->reply_id = reply.id;
            in->reply_data = reply.data;
            *m = b->messages[--b->message_count];
        }
    }
    if (!out->request_valid || !in->request_ready)
        return;
    struct message *m = &b->messages[b->message_count++];
    *m = (struct message){.kind = (unsigned)out->request_kind,
                          .id = (unsigned)out->request_id,
                          .line = line_index(b, out->request_line),
                          .mask = {out->request_mask[0], out->request_mask[1]}};
    memcpy(m->data, out->request_data, BYTES);
}

static void cycle(struct bench *b, bool asking)
{
    bool flush = rng_below(&b->rng, 300) == 0;
    struct l1_cache_in l1_in = {.flush = flush};
    struct mshr_in mshr_in = {.flush = flush};
    const struct l1_cache_out *l1 = &b->l1_out;
    const struct mshr_out *mshr = &b->mshr_out;
    if (l1->hit_valid)
        answered(b, (unsigned)l1->hit_id, l1->hit_data);
    if (mshr->response_valid)
        answered(b, (unsigned)mshr->response_id, mshr->response_data);
    b->hits += l1->hit_valid;
    b->fills += mshr->fill_valid;
    if (asking)
        ask(b, &l1_in, l1->access_ready);
    l1_in.miss_ready = mshr->miss_ready;
    l1_in.fill_valid = mshr->fill_valid;
    l1_in.fill_line = mshr->fill_line;
    l1_in.fill_data = mshr->fill_data;
    mshr_in.miss_valid = l1->miss_valid;
    mshr_in.miss_kind = l1->miss_kind;
    mshr_in.miss_op = l1->miss_op;
    mshr_in.miss_line = l1->miss_line;
    mshr_in.miss_id = l1->miss_id;
    mshr_in.miss_install = l1->miss_install;
    mshr_in.miss_mask = l1->miss_mask;
    mshr_in.miss_data = l1->miss_data;
    memory_cycle(b, &mshr_in);
    l1_cache_step(&b->l1, &l1_in);
    mshr_step(&b->mshr, &mshr_in);
    l1_cache_outputs(&b->l1, &b->l1_out);
    mshr_outputs(&b->mshr, &b->mshr_out);
}

static void many_at_a_time(const struct l1_cache_params *params, unsigned entries, unsigned targets,
                           uint64_t seed)
{
    static struct bench b;
    start(&b, params, seed);
    mshr_init(&b.mshr, &(struct mshr_params){.line_bits = params->line_bits,
                                             .entries = entries,
                                             .targets = targets,
                                             .id_bits = params->id_bits,
                                             .chunk_bits = 1,
                                             .partitions = 1,
                                             .node_bits = 10,
                                             .msg_id_bits = 10});
    mshr_outputs(&b.mshr, &b.mshr_out);
    for (unsigned i = 0; i < CYCLES; i++)
        cycle(&b, true);
    for (unsigned i = 0; i < CYCLES && b.open; i++)
        cycle(&b, false);
    CHECK_EQUAL(b.open, 0);
    CHECK(b.hits && b.fills > 100); /* one way: hits are rare, what follows a miss merges */
    for (unsigned kind = 0; kind < 5; kind++)
        CHECK(b.answers[kind] > 100);
    l1_cache_release(&b.l1);
    mshr_release(&b.mshr);
}

int main(void)
{
    static const struct l1_cache_params sizes[] = {
        /* line_bits sets ways latency store_queue write_update hash id_bits */
        {25, 32, 4, 27, 8, 1, 0, 8}, {25, 2, 2, 2, 1, 0, 0, 8}, {25, 1, 1, 3, 2, 1, 0, 8},
        {33, 1, 16, 5, 4, 1, 0, 8},  {25, 8, 6, 9, 3, 1, 1, 8},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            one_at_a_time(&sizes[i], seed);
            many_at_a_time(&sizes[i], 8, 3, seed);
            many_at_a_time(&sizes[i], 1, 1, seed);
        }
    return check_report();
}
