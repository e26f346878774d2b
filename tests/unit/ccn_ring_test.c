/* Rings of ccn_router twins (docs/ccn.md): each request ends exactly once, by a line or at L2, none
 * passes its home twice, full injection never stops, and without the bubble rule it does; hops and
 * latency of a hit. L1s are tags that change at random, their data are read after some cycles. */
#include <stdlib.h>
#include <string.h>

#include "ccn_router.h"
#include "check.h"
#include "rng.h"
#include "util.h"

enum { CORES_MAX = 60, LINES = 1024, READ_CYCLES = 3, WAIT_LIMIT = 255 };

struct node {
    struct ccn_router router;
    struct ccn_router_in in;
    struct ccn_router_out out;
    uint64_t asked[LINES / 64];    /* lines that this core asks for */
    uint64_t held[LINES / 64];     /* lines that its L1 holds */
    uint32_t asked_at[LINES];      /* cycle in which it did */
    unsigned waits;                /* cycles that a new one has waited for ReqQ */
    uint8_t hops[LINES];           /* of that request since it left its home */
    uint16_t beats[LINES];         /* of its response, over all hops */
    uint64_t want;                 /* line that is offered as new */
    unsigned read_at;              /* cycle in which the data come */
    bool reading;                  /* a snoop is under way */
    uint64_t beat[CCN_BEAT_WORDS]; /* of the neighbour, which the input points at */
    uint64_t data[CCN_LINE_WORDS];
};

struct ring {
    unsigned cores;
    bool opposite;       /* responses run against requests */
    unsigned hop;        /* cycles */
    unsigned wait_limit; /* cycles: a new request that waited so long goes to L2; 0: never */
    struct rng rng;
    unsigned inject; /* percent: a core that may ask does */
    unsigned share;  /* percent: a line that is asked for is held by each other core */
    bool hot;        /* core 0 holds all lines, others none */
    unsigned gone;   /* percent of the reads that come too late */
    unsigned sink;   /* percent: L2 or an MSHR takes what it is offered */
    unsigned cycle;
    bool flush;          /* kernel boundary in this cycle */
    bool still;          /* tags do not change */
    unsigned flushed_at; /* cycle of the boundary behind which they are still */
    struct node *nodes;
    unsigned under_way; /* requests */
    uint64_t injected, answered, back, late, gone_count, hit_hops, latency;
    unsigned longest;  /* cycles that a new request waited for ReqQ */
    uint64_t moved_at; /* last cycle in which a request ended */
};

static bool has(const uint64_t *set, uint64_t line)
{
    return set[line / 64] >> line % 64 & 1;
}

static void put(uint64_t *set, uint64_t line, bool value)
{
    uint64_t bit = UINT64_C(1) << line % 64;
    set[line / 64] = value ? set[line / 64] | bit : set[line / 64] & ~bit;
}

static void ring_init(struct ring *ring, unsigned spare)
{
    struct ccn_router_params params = {.line_bits = 25,
                                       .core_bits = 6,
                                       .depth = 8,
                                       .responses = 8,
                                       .hop = ring->hop,
                                       .spare = spare,
                                       .wait_limit = ring->wait_limit,
                                       .sets = LINES,
                                       .ways = 1};
    ring->nodes = xcalloc(ring->cores, sizeof *ring->nodes);
    for (unsigned i = 0; i < ring->cores; i++) {
        ccn_router_init(&ring->nodes[i].router, &params);
        ring->nodes[i].want = LINES;
    }
}

static void ring_release(struct ring *ring)
{
    for (unsigned i = 0; i < ring->cores; i++)
        ccn_router_release(&ring->nodes[i].router);
    free(ring->nodes);
}

static unsigned after(const struct ring *ring, unsigned core)
{
    return core + 1 < ring->cores ? core + 1 : 0;
}

static unsigned before(const struct ring *ring, unsigned core)
{
    return core ? core - 1 : ring->cores - 1;
}

/* A set of the L1s here has one way, so a line is its own set: tags say which lines are held. */
static void change_l1(struct ring *ring, unsigned core, uint64_t line, bool holds)
{
    struct node *node = &ring->nodes[core];
    node->in.tags_valid = true;
    node->in.tags_set = line;
    node->in.tags_ways = 1;
    node->in.tags_tag = 0;
    node->in.tags_lines = holds;
}

/* Somebody's L1 gets a line or loses it. */
static void drive_l1(struct ring *ring, unsigned core)
{
    struct node *node = &ring->nodes[core];
    uint64_t line = rng_below(&ring->rng, LINES);
    node->in.tags_valid = false;
    node->in.flush = ring->flush;
    if (!ring->still && rng_percent(&ring->rng, 30))
        change_l1(ring, core, line, ring->hot ? !core : rng_percent(&ring->rng, ring->share));
    node->in.snoop_ready = rng_percent(&ring->rng, 90);
    bool answers = node->reading && ring->cycle >= node->read_at;
    node->in.gone_valid = answers && rng_percent(&ring->rng, ring->gone);
    node->in.data_valid = answers && !node->in.gone_valid;
    node->in.data_line = node->data;
    if (answers)
        node->reading = false;
    if (!node->out.snoop_valid || !node->in.snoop_ready)
        return;
    node->reading = true;
    node->read_at = ring->cycle + 1 + rng_below(&ring->rng, READ_CYCLES);
    for (unsigned w = 0; w < CCN_LINE_WORDS;
         w++) /* what a line contains follows from its address */
        node->data[w] = node->out.snoop_set * CCN_LINE_WORDS + w;
}

static void drive_core(struct ring *ring, unsigned core)
{
    struct node *node = &ring->nodes[core];
    if (node->want == LINES && rng_percent(&ring->rng, ring->inject)) {
        uint64_t line = rng_below(&ring->rng, LINES);
        node->want = has(node->asked, line) ? (uint64_t)LINES : line;
    }
    node->in.here = core;
    node->in.new_valid = node->want < LINES;
    node->in.new_line = node->want;
    node->in.back_ready = rng_percent(&ring->rng, ring->sink);
    node->in.fill_ready = rng_percent(&ring->rng, ring->sink);
}

static void connect(struct ring *ring, unsigned core)
{
    struct node *node = &ring->nodes[core], *next = &ring->nodes[after(ring, core)];
    unsigned to = ring->opposite ? before(ring, core) : after(ring, core);
    struct node *response = &ring->nodes[to];
    next->in.request_in_valid = node->out.request_out_valid;
    next->in.request_in_core = node->out.request_out_core;
    next->in.request_in_line = node->out.request_out_line;
    node->in.request_out_ready = next->out.request_in_ready;
    response->in.response_in_valid = node->out.response_out_valid;
    response->in.response_in_core = node->out.response_out_core;
    response->in.response_in_line = node->out.response_out_line;
    memcpy(response->beat, node->out.response_out_data, sizeof response->beat);
    response->in.response_in_data = response->beat;
    node->in.response_out_ready = response->out.response_in_ready;
}

/* A request of the core ends. */
static void end_request(struct ring *ring, unsigned core, uint64_t line)
{
    struct node *node = &ring->nodes[core];
    CHECK(has(node->asked, line)); /* it was under way, so it did not end before */
    put(node->asked, line, false);
    ring->under_way--;
    ring->moved_at = ring->cycle;
}

static void watch(struct ring *ring, unsigned core)
{
    struct node *node = &ring->nodes[core];
    if (node->in.new_valid && node->out.new_ready) {
        put(node->asked, node->want, true);
        node->asked_at[node->want] = ring->cycle;
        node->hops[node->want] = 0;
        node->beats[node->want] = 0;
        node->want = LINES;
        ring->under_way++;
        ring->injected++;
    }
    if (node->out.request_out_valid && node->in.request_out_ready) {
        struct node *home = &ring->nodes[node->out.request_out_core];
        unsigned hops = ++home->hops[node->out.request_out_line];
        CHECK(hops <= ring->cores); /* it passes its home once: when it begins */
    }
    if (node->out.response_out_valid && node->in.response_out_ready)
        ring->nodes[node->out.response_out_core].beats[node->out.response_out_line]++;
    if (node->out.back_valid && node->in.back_ready) {
        unsigned hops = node->hops[node->out.back_line];
        CHECK(hops == ring->cores || (!hops && ring->wait_limit));
        end_request(ring, core, node->out.back_line);
        ring->back += hops > 0;
        ring->late += !hops;
    }
    node->waits = node->router.entry_valid ? node->waits + 1 : 0;
    ring->longest = node->waits > ring->longest ? node->waits : ring->longest;
    if (node->out.fill_valid && node->in.fill_ready) {
        uint64_t line = node->out.fill_line;
        unsigned there = node->hops[line], back = node->beats[line] / CCN_BEATS;
        for (unsigned w = 0; w < CCN_LINE_WORDS; w++)
            CHECK_EQUAL(node->out.fill_data[w], line * CCN_LINE_WORDS + w);
        CHECK_EQUAL(back, ring->opposite ? there : ring->cores - there);
        ring->hit_hops += there + back;
        ring->latency += ring->cycle - node->asked_at[line];
        CHECK(!ring->still || node->asked_at[line] <= ring->flushed_at);
        end_request(ring, core, line);
        ring->answered++;
    }
    ring->gone_count += node->out.event_gone;
}

static void step(struct ring *ring)
{
    for (unsigned core = 0; core < ring->cores; core++)
        ccn_router_outputs(&ring->nodes[core].router, &ring->nodes[core].out);
    for (unsigned core = 0; core < ring->cores; core++) {
        drive_core(ring, core);
        drive_l1(ring, core);
        connect(ring, core);
    }
    for (unsigned core = 0; core < ring->cores; core++)
        watch(ring, core);
    for (unsigned core = 0; core < ring->cores; core++)
        ccn_router_step(&ring->nodes[core].router, &ring->nodes[core].in);
    ring->cycle++;
}

/* Runs it, then lets it run dry. */
static void run(struct ring *ring, unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++)
        step(ring);
    ring->inject = 0;
    for (unsigned core = 0; core < ring->cores; core++)
        ring->nodes[core].want = LINES;
    for (unsigned i = 0; i < 200000 && ring->under_way; i++)
        step(ring);
}

static void print_run(const struct ring *ring)
{
    uint64_t hits = ring->answered ? ring->answered : 1;
    printf("    %2u cores, hop %u, %s, share %u%%: %llu requests, %llu answered, %llu to L2, "
           "%llu gone; of a hit %.2f hops, %.1f cycles\n",
           ring->cores, ring->hop, ring->opposite ? "opposite" : "equal   ", ring->share,
           (unsigned long long)ring->injected, (unsigned long long)ring->answered,
           (unsigned long long)ring->back, (unsigned long long)ring->gone_count,
           (double)ring->hit_hops / (double)hits, (double)ring->latency / (double)hits);
}

static void every_request_ends_once(unsigned cores, unsigned hop, bool opposite, unsigned inject,
                                    unsigned share)
{
    struct ring ring = {.cores = cores,
                        .hop = hop,
                        .wait_limit = share & 1 ? 9 : 0,
                        .opposite = opposite,
                        .inject = inject,
                        .share = share,
                        .gone = 10,
                        .sink = 80};
    rng_init(&ring.rng, cores * 100 + hop);
    ring_init(&ring, 1);
    run(&ring, 20000);
    CHECK_EQUAL(ring.under_way, 0);
    CHECK_EQUAL(ring.injected, ring.answered + ring.back + ring.late);
    CHECK(ring.injected > 1000);
    print_run(&ring);
    ring_release(&ring);
}

/* Every core asks in every cycle, L2 and MSHRs are slow: whether a request still ends after that
 * many.
 */
static bool keeps_moving(unsigned cores, unsigned hop, bool opposite, unsigned share, unsigned gone,
                         unsigned spare, unsigned cycles)
{
    struct ring ring = {.cores = cores,
                        .hop = hop,
                        .opposite = opposite,
                        .inject = 100,
                        .share = share,
                        .gone = gone,
                        .sink = 30};
    rng_init(&ring.rng, 7);
    ring_init(&ring, spare);
    while (ring.cycle < cycles && ring.cycle - ring.moved_at < 5000)
        step(&ring);
    bool moves = ring.cycle == cycles;
    ring_release(&ring);
    return moves;
}

/* All cores ask, and core 0 alone holds what they ask for: requests stand before it in every cycle,
 * so that none of its own enters. Those wait no longer than the limit, and until L2 takes them. */
static void a_hot_core_asks_too(unsigned cores, unsigned hop, bool opposite)
{
    struct ring ring = {.cores = cores,
                        .hop = hop,
                        .wait_limit = WAIT_LIMIT,
                        .opposite = opposite,
                        .inject = 100,
                        .hot = true,
                        .sink = 100};
    rng_init(&ring.rng, 5);
    ring_init(&ring, 1);
    while (ring.cycle < 50000)
        step(&ring);
    CHECK(ring.longest <= WAIT_LIMIT + 1);
    CHECK(ring.late > 100);
    run(&ring, 0);
    CHECK_EQUAL(ring.under_way, 0);
    CHECK_EQUAL(ring.injected, ring.answered + ring.back + ring.late);
    ring_release(&ring);
}

/* Nobody takes anything until both rings are full; then the kernel ends, L1s stay empty, and cores
 * go on asking: what was asked before may be answered, what is asked behind the boundary goes to
 * L2. */
static void a_flush_with_full_rings(unsigned cores, unsigned hop, bool opposite)
{
    struct ring ring = {
        .cores = cores, .hop = hop, .opposite = opposite, .inject = 100, .share = 30};
    rng_init(&ring.rng, cores);
    ring_init(&ring, 1);
    while (ring.cycle < 20000)
        step(&ring);
    unsigned before = ring.under_way;
    CHECK(before >= cores * 6); /* of eight places in ReqQ */
    ring.flush = ring.still = true;
    ring.flushed_at = ring.cycle;
    step(&ring);
    ring.flush = false;
    ring.sink = 100;
    run(&ring, 5000);
    CHECK_EQUAL(ring.under_way, 0);
    CHECK(ring.answered <= before + cores); /* one may wait to enter in each node */
    CHECK(ring.back > 100);
    ring_release(&ring);
}

/* One request alone, for a line that only the core `distance` after its home holds. */
static unsigned zero_load(unsigned distance)
{
    struct ring ring = {.cores = 15, .hop = 1, .opposite = true, .sink = 100};
    rng_init(&ring.rng, 1);
    ring_init(&ring, 1);
    shadow_tags_write(&ring.nodes[distance].router.tags, 5, 1, 0, 1);
    ring.nodes[0].want = 5;
    while (!ring.answered && ring.cycle < 1000)
        for (unsigned core = 0; core < ring.cores; core++) {
            struct node *node = &ring.nodes[core];
            if (core == 0)
                step(&ring);
            node->read_at = ring.cycle; /* the data come in the next cycle */
        }
    unsigned latency = (unsigned)ring.latency;
    ring_release(&ring);
    return latency;
}

int main(void)
{
    static const unsigned sizes[] = {2, 3, 15, 60};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned opposite = 0; opposite < 2; opposite++) {
            check_case("%u cores, %s: every request ends once", sizes[i],
                       opposite ? "opposite" : "equal");
            every_request_ends_once(sizes[i], 1 + i, opposite, 20, 30);
            every_request_ends_once(sizes[i], 5 - i, opposite, 100, 5);
        }
    check_case("hops of a hit among 15 cores, light traffic");
    for (unsigned share = 5; share <= 80; share *= 2)
        every_request_ends_once(15, 1, true, 2, share);
    every_request_ends_once(15, 1, false, 2, 20);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned share = 0; share <= 100; share += 50) {
            check_case("%u cores, share %u: full injection never stops", sizes[i], share);
            CHECK(keeps_moving(sizes[i], 1, true, share, 10, 1, 50000));
            CHECK(keeps_moving(sizes[i], 3, false, share, 100, 1, 50000));
        }
    for (unsigned i = 0; i < 4; i++) {
        check_case("%u cores: a flush with both rings full", sizes[i]);
        a_flush_with_full_rings(sizes[i], 1, true);
        a_flush_with_full_rings(sizes[i], 4, false);
    }
    for (unsigned i = 0; i < 3; i++) {
        check_case("%u cores: requests of a core whose lines all others read end", sizes[i]);
        a_hot_core_asks_too(sizes[i], 1, true);
        a_hot_core_asks_too(sizes[i], 3, false);
    }
    check_case("without the bubble rule the same rings stand");
    for (unsigned i = 1; i < 4; i++) {
        CHECK(!keeps_moving(sizes[i], 2, true, 50, 0, 0, 200000));   /* responses fill their ring */
        CHECK(!keeps_moving(sizes[i], 1, true, 50, 100, 0, 400000)); /* requests: no line is read */
    }
    check_case("zero load");
    for (unsigned distance = 1; distance < 15; distance++)
        CHECK_EQUAL(zero_load(distance), 4 + 5 * distance);
    return check_report();
}
