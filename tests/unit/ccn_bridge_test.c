/* Hierarchies of ccn_router and ccn_bridge twins (docs/ccn.md, "Hierarchical rings"): each request
 * ends exactly once, by its line or at L2, none passes its home twice, full injection never stops,
 * no line outlives a flush; where a line is found and after how many cycles. L1s are tags that
 * change at random. */
#include <stdlib.h>
#include <string.h>

#include "ccn_bridge.h"
#include "ccn_router.h"
#include "check.h"
#include "rng.h"
#include "util.h"

enum { LINES = 256, NUMBER_BITS = 5 };

struct shape {
    unsigned clusters, cores; /* in each */
    unsigned hop, slots, copies;
};

struct core {
    struct ccn_router router;
    struct ccn_router_in in;
    struct ccn_router_out out;
    bool asked[LINES];     /* a request is under way */
    uint8_t passed[LINES]; /* times that it left a node under its core's name */
    unsigned want;         /* line that is offered; LINES: none */
    unsigned data_at;      /* cycle in which the data of a snoop come; 0: none is under way */
    uint64_t beat[CCN_BEAT_WORDS], data[CCN_LINE_WORDS];
};

struct bridge {
    struct ccn_bridge twin;
    struct ccn_bridge_in in;
    struct ccn_bridge_out out;
    uint64_t beat[CCN_BEAT_WORDS], give[CCN_BEAT_WORDS];
};

struct chip {
    struct shape shape;
    struct rng rng;
    unsigned inject, share, sink, gone; /* percent: asks, is held, is taken, had left */
    bool frozen;                        /* tags do not change */
    unsigned cycle, moved_at;           /* moved: the last in which a request ended */
    unsigned under_way;
    uint64_t asked, answered, back;
    uint64_t near, far, none, refused, unwanted, out, left_out; /* what the bridges say they did */
    /* The same by what passes their links: beats of lines for slots, for copies, from the upper
     * ring; requests that leave under a core's name, a slot's, a copy's; asks for the first time,
     * of others, that have collected nothing. */
    uint64_t slot_beats, copy_beats, give_beats, plain, slots, copies, first, foreign, nothing;
    struct core *cores;
    struct bridge *bridges;
};

static struct chip chip_new(struct shape shape, unsigned spare, unsigned seed)
{
    struct chip chip = {.shape = shape, .sink = 100};
    struct ccn_router_params router = {.line_bits = 25,
                                       .core_bits = NUMBER_BITS + 2,
                                       .depth = 8,
                                       .responses = 4,
                                       .hop = shape.hop,
                                       .spare = spare,
                                       .wait_limit = spare ? 255 : 0,
                                       .sets = LINES,
                                       .ways = 1};
    struct ccn_bridge_params bridge = {.line_bits = 25,
                                       .number_bits = NUMBER_BITS,
                                       .bridge_bits = 4,
                                       .depth = 8,
                                       .responses = 4,
                                       .hop = shape.hop,
                                       .spare = spare,
                                       .wait_limit = spare ? 255 : 0,
                                       .slots = shape.slots,
                                       .copies = shape.copies};
    unsigned cores = shape.clusters * shape.cores;
    rng_init(&chip.rng, seed);
    chip.cores = xcalloc(cores, sizeof *chip.cores);
    chip.bridges = xcalloc(shape.clusters, sizeof *chip.bridges);
    for (unsigned i = 0; i < cores; i++) {
        ccn_router_init(&chip.cores[i].router, &router);
        chip.cores[i].in.here = i % shape.cores;
        chip.cores[i].want = LINES;
    }
    for (unsigned i = 0; i < shape.clusters; i++) {
        ccn_bridge_init(&chip.bridges[i].twin, &bridge);
        chip.bridges[i].in.here = i;
    }
    return chip;
}

static void chip_free(struct chip *chip)
{
    for (unsigned i = 0; i < chip->shape.clusters * chip->shape.cores; i++)
        ccn_router_release(&chip->cores[i].router);
    free(chip->cores);
    free(chip->bridges);
}

/* One side of the ring of requests of a cluster, whose last place is the bridge; likewise of that
 * of responses. */
struct place {
    bool *in_valid, *out_valid;
    const bool *in_ready;
    bool *out_ready;
    uint64_t *in_core, *in_line, *beat;
    const uint64_t *out_core, *out_line, *out_data;
};

#define PLACE(of, name, its_beat, its_data)                                                        \
    (struct place)                                                                                 \
    {                                                                                              \
        .in_valid = &(of)->in.name##_in_valid, .out_valid = &(of)->out.name##_out_valid,           \
        .in_ready = &(of)->out.name##_in_ready, .out_ready = &(of)->in.name##_out_ready,           \
        .in_core = &(of)->in.name##_in_core, .in_line = &(of)->in.name##_in_line,                  \
        .out_core = &(of)->out.name##_out_core, .out_line = &(of)->out.name##_out_line,            \
        .beat = (its_beat), .out_data = (its_data)                                                 \
    }

static struct place place_of(struct chip *chip, unsigned cluster, unsigned place, bool responses)
{
    struct core *core = &chip->cores[cluster * chip->shape.cores + place];
    struct bridge *bridge = &chip->bridges[cluster];
    if (place == chip->shape.cores)
        return responses ? PLACE(bridge, response, bridge->beat, bridge->out.response_out_data)
                         : PLACE(bridge, request, NULL, NULL);
    return responses ? PLACE(core, response, core->beat, core->out.response_out_data)
                     : PLACE(core, request, NULL, NULL);
}

static void join(struct place from, struct place to)
{
    *to.in_valid = *from.out_valid;
    *to.in_core = *from.out_core;
    *to.in_line = *from.out_line;
    *from.out_ready = *to.in_ready;
    if (to.beat)
        memcpy(to.beat, from.out_data, CCN_BEAT_WORDS * sizeof *to.beat);
}

static void join_cluster(struct chip *chip, unsigned cluster)
{
    unsigned places = chip->shape.cores + 1;
    for (unsigned i = 0; i < places; i++) {
        unsigned next = (i + 1) % places;
        join(place_of(chip, cluster, i, false), place_of(chip, cluster, next, false));
        join(place_of(chip, cluster, next, true), place_of(chip, cluster, i, true));
    }
    for (unsigned i = 0; i < chip->shape.cores; i++) {
        struct core *core = &chip->cores[cluster * chip->shape.cores + i];
        core->in.response_in_data = core->beat;
    }
    chip->bridges[cluster].in.response_in_data = chip->bridges[cluster].beat;
}

static void join_bridges(struct chip *chip, unsigned number)
{
    struct bridge *from = &chip->bridges[number];
    struct bridge *to = &chip->bridges[(number + 1) % chip->shape.clusters];
    to->in.ask_in_valid = from->out.ask_out_valid;
    to->in.ask_in_collects = from->out.ask_out_collects;
    to->in.ask_in_found = from->out.ask_out_found;
    to->in.ask_in_home = from->out.ask_out_home;
    to->in.ask_in_slot = from->out.ask_out_slot;
    to->in.ask_in_core = from->out.ask_out_core;
    to->in.ask_in_line = from->out.ask_out_line;
    from->in.ask_out_ready = to->out.ask_in_ready;
    from->in.give_in_valid = to->out.give_out_valid; /* the other way round */
    from->in.give_in_home = to->out.give_out_home;
    from->in.give_in_core = to->out.give_out_core;
    from->in.give_in_line = to->out.give_out_line;
    memcpy(from->give, to->out.give_out_data, sizeof from->give);
    from->in.give_in_data = from->give;
    to->in.give_out_ready = from->out.give_in_ready;
}

static void drive_core(struct chip *chip, struct core *core, bool flush)
{
    if (core->want == LINES && rng_percent(&chip->rng, chip->inject)) {
        unsigned line = rng_below(&chip->rng, LINES);
        core->want = core->asked[line] ? (unsigned)LINES : line;
    }
    core->in.new_valid = core->want < LINES;
    core->in.new_line = core->want;
    core->in.back_ready = rng_percent(&chip->rng, chip->sink);
    core->in.fill_ready = rng_percent(&chip->rng, chip->sink);
    core->in.flush = flush;
    core->in.tags_valid = !chip->frozen && rng_percent(&chip->rng, 30);
    core->in.tags_set = rng_below(&chip->rng, LINES);
    core->in.tags_ways = 1;
    core->in.tags_lines = rng_percent(&chip->rng, chip->share);
    core->in.snoop_ready = core->data_at == 0;
    bool answers = core->data_at && core->data_at <= chip->cycle;
    core->in.gone_valid = answers && rng_percent(&chip->rng, chip->gone);
    core->in.data_valid = answers && !core->in.gone_valid;
    core->in.data_line = core->data;
    if (answers)
        core->data_at = 0;
    if (!core->out.snoop_valid || !core->in.snoop_ready)
        return;
    core->data_at = chip->cycle + 1 + (chip->frozen ? 0 : rng_below(&chip->rng, 3));
    for (unsigned word = 0; word < CCN_LINE_WORDS; word++)
        core->data[word] = core->out.snoop_set << 8 | word;
}

static void end(struct chip *chip, struct core *core, uint64_t line)
{
    CHECK(core->asked[line]); /* it was under way, so it had not ended */
    core->asked[line] = false;
    chip->under_way--;
    chip->moved_at = chip->cycle;
}

/* A request under its core's name passes each place once: cores and the bridge. */
static void watch_hop(struct chip *chip, unsigned cluster, struct place place)
{
    unsigned home = (unsigned)*place.out_core;
    if (!*place.out_valid || !*place.out_ready || home >= chip->shape.cores)
        return;
    struct core *core = &chip->cores[cluster * chip->shape.cores + home];
    CHECK(++core->passed[*place.out_line] <= chip->shape.cores + 1);
}

static void watch_core(struct chip *chip, struct core *core)
{
    if (core->in.new_valid && core->out.new_ready) {
        core->asked[core->want] = true;
        core->passed[core->want] = 0;
        core->want = LINES;
        chip->under_way++;
        chip->asked++;
    }
    if (core->out.back_valid && core->in.back_ready) {
        end(chip, core, core->out.back_line);
        chip->back++;
    }
    if (!core->out.fill_valid || !core->in.fill_ready)
        return;
    for (unsigned word = 0; word < CCN_LINE_WORDS; word++)
        CHECK_EQUAL(core->out.fill_data[word], core->out.fill_line << 8 | word);
    end(chip, core, core->out.fill_line);
    chip->answered++;
}

static void watch_links(struct chip *chip, const struct bridge *bridge)
{
    const struct ccn_bridge_in *in = &bridge->in;
    const struct ccn_bridge_out *out = &bridge->out;
    uint64_t kind = out->request_out_core >> NUMBER_BITS,
             line = in->response_in_core >> NUMBER_BITS;
    if (out->request_out_valid && in->request_out_ready) {
        chip->plain += kind == CCN_OF_CORE;
        chip->slots += kind == CCN_OF_SLOT;
        chip->copies += kind == CCN_OF_COPY;
    }
    if (in->response_in_valid && out->response_in_ready) {
        chip->slot_beats += line == CCN_OF_SLOT;
        chip->copy_beats += line == CCN_OF_COPY;
    }
    chip->give_beats += in->give_in_valid && out->give_in_ready && in->give_in_home == in->here;
    bool ask = in->ask_in_valid && out->ask_in_ready, own = in->ask_in_home == in->here;
    chip->first += ask && own && !in->ask_in_collects;
    chip->foreign += ask && !own && !in->ask_in_collects;
    chip->nothing += ask && own && in->ask_in_collects && !in->ask_in_found;
}

/* Everything has ended: what the bridges said is what passed their links. */
static void compare_links(const struct chip *chip)
{
    CHECK_EQUAL(chip->near * CCN_BEATS, chip->slot_beats);
    CHECK_EQUAL(chip->far * CCN_BEATS, chip->give_beats);
    CHECK_EQUAL((chip->far + chip->unwanted) * CCN_BEATS, chip->copy_beats);
    CHECK_EQUAL(chip->out, chip->first);
    CHECK_EQUAL(chip->none, chip->nothing);
    CHECK_EQUAL(chip->out, chip->far + chip->none);
    CHECK_EQUAL(chip->refused, chip->plain - chip->none);
    CHECK_EQUAL(chip->slots, chip->near + chip->out);
    CHECK_EQUAL(chip->left_out, chip->foreign - chip->copies);
}

static void watch_bridge(struct chip *chip, const struct bridge *bridge)
{
    struct ccn_bridge_events events = ccn_bridge_events(&bridge->twin, &bridge->in);
    watch_links(chip, bridge);
    chip->out += events.did[CCN_BRIDGE_ASKS];
    chip->left_out += events.did[CCN_BRIDGE_FULL];
    chip->left_out += events.did[CCN_BRIDGE_LATE];
    chip->near += events.did[CCN_BRIDGE_NEAR];
    chip->far += events.did[CCN_BRIDGE_SENDS];
    chip->none += events.did[CCN_BRIDGE_NONE];
    chip->refused += events.did[CCN_BRIDGE_REFUSED];
    chip->unwanted += events.did[CCN_BRIDGE_UNWANTED];
    /* Places of the upper ring, docs/ccn.md: one for each slot, and one more. */
    CHECK(bridge->twin.ask_queue.count <= bridge->twin.params.slots + 1);
}

static void step(struct chip *chip, bool flush)
{
    unsigned clusters = chip->shape.clusters, cores = clusters * chip->shape.cores;
    for (unsigned i = 0; i < cores; i++)
        ccn_router_outputs(&chip->cores[i].router, &chip->cores[i].out);
    for (unsigned i = 0; i < clusters; i++)
        ccn_bridge_outputs(&chip->bridges[i].twin, &chip->bridges[i].out);
    for (unsigned i = 0; i < cores; i++)
        drive_core(chip, &chip->cores[i], flush);
    for (unsigned i = 0; i < clusters; i++) {
        join_cluster(chip, i);
        join_bridges(chip, i);
    }
    for (unsigned i = 0; i < cores; i++)
        watch_core(chip, &chip->cores[i]);
    for (unsigned i = 0; i < clusters; i++) {
        watch_bridge(chip, &chip->bridges[i]);
        for (unsigned place = 0; place <= chip->shape.cores; place++)
            watch_hop(chip, i, place_of(chip, i, place, false));
    }
    for (unsigned i = 0; i < cores; i++)
        ccn_router_step(&chip->cores[i].router, &chip->cores[i].in);
    for (unsigned i = 0; i < clusters; i++)
        ccn_bridge_step(&chip->bridges[i].twin, &chip->bridges[i].in);
    chip->cycle++;
}

/* Nobody asks any more: all that is under way ends, and everything is idle then. */
static void run_dry(struct chip *chip)
{
    chip->inject = 0;
    chip->sink = 100;
    for (unsigned i = 0; i < chip->shape.clusters * chip->shape.cores; i++)
        chip->cores[i].want = LINES;
    for (unsigned i = 0; i < 20000; i++)
        step(chip, false);
    CHECK_EQUAL(chip->under_way, 0);
    CHECK_EQUAL(chip->asked, chip->answered + chip->back);
    compare_links(chip);
    for (unsigned i = 0; i < chip->shape.clusters; i++) {
        CHECK(ccn_bridge_is_idle(&chip->bridges[i].twin));
        CHECK_EQUAL(chip->bridges[i].twin.busy, 0);
        CHECK_EQUAL(chip->bridges[i].twin.places, 0);
        CHECK_EQUAL(chip->bridges[i].twin.out | chip->bridges[i].twin.stored, 0);
    }
}

static void every_request_ends_once(struct shape shape, unsigned inject, unsigned share,
                                    unsigned sink)
{
    struct chip chip = chip_new(shape, 1, shape.clusters * 100 + inject);
    chip.inject = inject;
    chip.share = share;
    chip.sink = sink;
    chip.gone = 10;
    for (unsigned i = 0; i < 20000; i++) {
        step(&chip, i % 4000 == 3999);
        CHECK(chip.cycle - chip.moved_at < 3000 || inject < 100);
    }
    run_dry(&chip);
    printf(
        "    %u clusters of %u: %llu requests, %llu answered, %llu near, %llu far, %llu of none, "
        "%llu refused, %llu lines dropped\n",
        shape.clusters, shape.cores, (unsigned long long)chip.asked,
        (unsigned long long)chip.answered, (unsigned long long)chip.near,
        (unsigned long long)chip.far, (unsigned long long)chip.none,
        (unsigned long long)chip.refused, (unsigned long long)chip.unwanted);
    CHECK(chip.asked > 500);
    CHECK(!share || chip.far > 20);
    chip_free(&chip);
}

/* All queues are full, then L1s are emptied and stay so: lines that come later were on their way,
 * and when those are gone, none comes any more. */
static void no_line_outlives_a_flush(struct shape shape)
{
    struct chip chip = chip_new(shape, 1, 3);
    chip.inject = 100;
    chip.share = 40;
    chip.sink = 0;
    for (unsigned i = 0; i < 5000; i++)
        step(&chip, false);
    chip.frozen = true;
    step(&chip, true);
    unsigned under_way = chip.under_way;
    uint64_t before = chip.answered;
    chip.sink = 100;
    for (unsigned i = 0; i < 20000; i++)
        step(&chip, false);
    CHECK(chip.answered - before <= under_way);
    CHECK(chip.back > 1000);
    uint64_t at_last = chip.answered;
    for (unsigned i = 0; i < 5000; i++)
        step(&chip, false);
    CHECK_EQUAL(chip.answered, at_last);
    run_dry(&chip);
    chip_free(&chip);
}

/* Whether requests still end after that many cycles in which every core asks. */
static bool keeps_moving(struct shape shape, unsigned spare, unsigned share, unsigned gone,
                         unsigned cycles)
{
    struct chip chip = chip_new(shape, spare, 7);
    chip.inject = 100;
    chip.share = share;
    chip.gone = gone;
    chip.sink = 30;
    while (chip.cycle < cycles && chip.cycle - chip.moved_at < 5000)
        step(&chip, false);
    bool moves = chip.cycle == cycles;
    chip_free(&chip);
    return moves;
}

/* Cycles from the one in which core `from` asks alone until it ends, `holder` alone has the line
 * (CORES: nobody). */
static unsigned zero_load(struct shape shape, unsigned from, unsigned holder)
{
    struct chip chip = chip_new(shape, 1, 1);
    chip.frozen = true;
    if (holder < shape.clusters * shape.cores)
        shadow_tags_write(&chip.cores[holder].router.tags, 5, 1, 0, 1);
    chip.cores[from].want = 5;
    while (!chip.answered && !chip.back && chip.cycle < 1000)
        step(&chip, false);
    unsigned cycles = chip.cycle - 1;
    CHECK_EQUAL(chip.answered, holder < shape.clusters * shape.cores);
    chip_free(&chip);
    return cycles;
}

int main(void)
{
    static const struct shape shapes[] = {
        {2, 2, 1, 2, 2}, {3, 2, 2, 8, 8}, {5, 3, 1, 4, 2}, {2, 8, 5, 1, 1}, {6, 10, 1, 16, 16}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        check_case("%u clusters of %u cores: every request ends once", shapes[i].clusters,
                   shapes[i].cores);
        every_request_ends_once(shapes[i], 1, 5, 80);
        every_request_ends_once(shapes[i], 20, 30, 60);
        every_request_ends_once(shapes[i], 100, 10, 90);
        every_request_ends_once(shapes[i], 100, 0, 30);
        check_case("%u clusters of %u cores: a flush with everything full", shapes[i].clusters,
                   shapes[i].cores);
        no_line_outlives_a_flush(shapes[i]);
        check_case("%u clusters of %u cores: full injection never stops", shapes[i].clusters,
                   shapes[i].cores);
        for (unsigned share = 0; share <= 100; share += 50)
            CHECK(keeps_moving(shapes[i], 1, share, share == 50 ? 100 : 10, 30000));
    }
    check_case("without the bubble rule they stand");
    CHECK(!keeps_moving(shapes[0], 0, 50, 100, 60000)); /* requests: no line is read */
    CHECK(!keeps_moving(shapes[3], 0, 50, 0, 60000));   /* lines of two clusters */
    CHECK(!keeps_moving(shapes[4], 0, 80, 100, 60000));
    check_case("zero load, 3 clusters of 3");
    const struct shape three = {3, 3, 1, 8, 8};
    unsigned nobody = 9; /* docs/ccn.md, "Hierarchical rings", has the cycles one by one */
    for (unsigned home = 0; home < 3; home++)
        for (unsigned holder = 0; holder < nobody; holder++) {
            unsigned cluster = holder / 3, core = holder % 3;
            unsigned far = 46 + 5 * core + 8 * (cluster - 1) - 5 * home;
            far +=
                cluster == 2 && !core; /* what collects comes as the line does, and waits for it */
            unsigned near = core > home ? 4 + 5 * (core - home) : 17 + 5 * core + 5 * (2 - home);
            unsigned expected = cluster ? far : near;
            if (holder != home)
                CHECK_EQUAL(zero_load(three, home, holder), expected);
        }
    for (unsigned home = 0; home < 3; home++)
        CHECK_EQUAL(zero_load(three, home, nobody), 33);
    return check_report();
}
