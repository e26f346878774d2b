/* The order of one core's requests to one line, kept by L1 and MSHR (docs/interfaces.md, "Order").
 * A core without shared L1s asks for anything at any time and holds nothing back; the memory behind
 * does the messages of one line in the order in which they left, those of different lines in any,
 * and answers in any order at all. Every load and atomic must be answered with what the core's own
 * stores and atomics before it left in the line, as if each had been done when it was asked. */
#include <string.h>

#include "check.h"
#include "l1_mshr.h"
#include "line_bytes.h"
#include "line_memory.h"
#include "rng.h"

enum { LINES = 12, CYCLES = 40000, IDS = 256, MESSAGES = 256 };

struct asked {
    bool open;
    unsigned kind, sectors;
    uint64_t expected[16]; /* the line as the program has it */
};

struct bench {
    struct rng rng;
    struct l1_cache l1;
    struct l1_cache_out l1_out;
    struct mshr mshr;
    struct mshr_out mshr_out;
    struct line_port port;
    uint64_t address[LINES];
    uint64_t program[LINES][16];       /* as the requests so far leave them */
    uint64_t memory[LINES][16];        /* as the messages that are done leave them */
    struct message messages[MESSAGES]; /* in the memory system */
    unsigned message_count;
    struct message reply; /* offered to the MSHR, */
    bool replying;        /* if it is */
    uint64_t sent;        /* by the MSHR so far */
    struct asked asked[IDS];
    unsigned open, writes_open[LINES];  /* requests not answered; of them stores and atomics */
    uint64_t mask[2], data[16];         /* of the request that is offered */
    uint64_t last_data[16];             /* of the one that was taken last */
    uint64_t answers[5], behind_writes; /* loads asked while a write of their line was open */
};

static void start(struct bench *b, const struct l1_cache_params *l1, unsigned entries,
                  unsigned targets, uint64_t seed)
{
    *b = (struct bench){.open = 0};
    rng_init(&b->rng, seed);
    l1_cache_init(&b->l1, l1);
    l1_cache_outputs(&b->l1, &b->l1_out);
    const struct mshr_params behind = mshr_behind(l1, entries, targets);
    mshr_init(&b->mshr, &behind);
    mshr_outputs(&b->mshr, &b->mshr_out);
    for (unsigned i = 0; i < LINES; i++) {
        b->address[i] = (uint64_t)i << 11 | (i & 1 & (l1->sets - 1)); /* two sets */
        rng_fill(&b->rng, b->memory[i], 1024);
        memcpy(b->program[i], b->memory[i], BYTES);
    }
}

static void ask(struct bench *b, struct l1_cache_in *in)
{
    unsigned kind = rng_below(&b->rng, 8), id = rng_below(&b->rng, IDS);
    unsigned line = rng_below(&b->rng, rng_percent(&b->rng, 60) ? 2 : LINES);
    struct asked *asked = &b->asked[id];
    kind = kind < 5 ? kind : kind < 7 ? L1_LOAD : L1_STORE;
    if (asked->open || b->message_count + b->open >= MESSAGES)
        return;
    rng_fill(&b->rng, b->mask, 128);
    rng_fill(&b->rng, b->data, 1024);
    in->access_valid = true;
    in->access_kind = kind;
    in->access_line = b->address[line];
    in->access_id = id;
    in->access_insn = line % 4;
    in->access_mask = b->mask;
    bool whole = kind == L1_LOAD && !b->l1.protect; /* which may bypass a load */
    *asked = (struct asked){
        .open = true, .kind = kind, .sectors = whole ? 15 : touched_sectors(b->mask)};
    memcpy(asked->expected, b->program[line], BYTES);
    b->open++;
    b->behind_writes += kind == L1_LOAD && b->writes_open[line];
    if (kind == L1_STORE || kind == L1_ATOMIC)
        write_bytes(b->program[line], b->data, b->mask);
}

static void answered(struct bench *b, uint64_t id, const uint64_t *data)
{
    struct asked *asked = &b->asked[id];
    CHECK(asked->open);
    for (unsigned sector = 0; sector < 4; sector++)
        if (asked->kind != L1_STORE && asked->sectors >> sector & 1)
            CHECK(!memcmp(data + 4 * sector, asked->expected + 4 * sector, 32));
    asked->open = false;
    b->answers[asked->kind]++;
    b->open--;
}

/* Some message goes a step further: one of its line is done, or its reply arrives. */
static void move_message(struct bench *b)
{
    struct message *m = &b->messages[rng_below(&b->rng, b->message_count)];
    if (!m->done) {
        perform(oldest_like(b->messages, b->message_count, m), b->memory[m->line]);
        return;
    }
    if (b->replying)
        return;
    b->reply = *m;
    b->replying = true;
    *m = b->messages[--b->message_count];
    b->writes_open[b->reply.line] -= message_writes(&b->reply);
}

static void memory_cycle(struct bench *b, struct l1_cache_in *l1_in, struct mshr_in *in)
{
    const struct mshr_out *out = &b->mshr_out;
    if (b->message_count && rng_percent(&b->rng, 70))
        move_message(b);
    if (b->replying)
        offer_reply(in, &b->reply, b->address[b->reply.line]);
    b->replying &= !out->reply_ready;
    if (rng_percent(&b->rng, 30))
        line_port_take(&b->port, &b->l1_out, l1_in);
    in->request_ready = rng_percent(&b->rng, 60);
    if (!out->request_valid || !in->request_ready)
        return;
    unsigned line = line_index(b->address, LINES, out->request_line);
    struct message *m = &b->messages[b->message_count++];
    *m = message_sent(out, line, ++b->sent);
    if (message_writes(m))
        memcpy(m->data, line_port_give(&b->port, &b->l1_out, l1_in), BYTES);
    b->writes_open[line] += message_writes(m);
}

static void cycle(struct bench *b, bool asking)
{
    bool flush = rng_below(&b->rng, 300) == 0;
    struct l1_cache_in l1_in = {.flush = flush};
    struct mshr_in mshr_in = {.flush = flush};
    connect_l1_mshr(&b->l1_out, &b->mshr_out, &l1_in, &mshr_in);
    l1_in.own_valid = true;
    l1_in.own_data = b->last_data;
    if (b->l1_out.hit_valid)
        answered(b, b->l1_out.hit_id, b->l1_out.hit_data);
    if (b->mshr_out.response_valid)
        answered(b, b->mshr_out.response_id, b->reply.data);
    if (asking && b->l1_out.access_ready)
        ask(b, &l1_in);
    memory_cycle(b, &l1_in, &mshr_in);
    show_reply(&l1_in, &mshr_in, b->reply.data);
    l1_cache_step(&b->l1, &l1_in);
    memcpy(b->last_data, b->data, BYTES); /* those of a request follow it */
    mshr_step(&b->mshr, &mshr_in);
    l1_cache_outputs(&b->l1, &b->l1_out);
    mshr_outputs(&b->mshr, &b->mshr_out);
}

static void random_requests(const struct l1_cache_params *l1, unsigned entries, unsigned targets,
                            uint64_t seed)
{
    static struct bench b;
    check_case("%u misses, %u x %u, scheme %u, seed %u", entries, l1->sets, l1->ways, l1->scheme,
               (unsigned)seed);
    start(&b, l1, entries, targets, seed);
    for (unsigned i = 0; i < CYCLES; i++)
        cycle(&b, true);
    for (unsigned i = 0; i < CYCLES && b.open; i++)
        cycle(&b, false);
    CHECK_EQUAL(b.open, 0);
    CHECK(!memcmp(b.memory, b.program, sizeof b.memory));
    CHECK(b.behind_writes > 100);
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
        {25, 4, 2, 5, 4, 1, 0, 10, 1, 200, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 4, 9, 4, 0, 0, 10, 3, 50, 10000, 1, 0, 0, 0, 0, 0, 8},
        {25, 4, 4, 9, 4, 1, 0, 10, 3, 50, 10000, 1, 1, 1, 0, 1, 0, 8},
    };
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            random_requests(&sizes[i], 32, 8, seed);
            random_requests(&sizes[i], 3, 2, seed);
        }
    return check_report();
}
