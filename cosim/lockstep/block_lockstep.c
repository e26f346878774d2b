/* Runs one block's RTL and twin side by side under its random driver and compares every defined
 * output in every cycle.
 *
 *   block_lockstep --list [COUNT [FILE]]
 *                  prints parameter sets: COUNT of the driver's, the block's in FILE (param_sets.h)
 *   block_lockstep --library LIB --config "W=1" [--seed S] [--cycles N] [--bench FILE]
 *                  [--record FILE] [--table FILE] [--wave FILE --from CYCLE] [--mutant N]
 *
 * One cycle: the driver chooses inputs from the twin's outputs; the RTL gets them, with random or
 * old bits wherever an input is not defined; its outputs must equal the twin's; then both take the
 * edge.
 * Because outputs are compared with the inputs applied, a combinational path from input to output
 * shows as a difference. Resets hit in mid-flight (resets.h); before the first and half of the
 * others both sides get states of their own, so a reset that leaves something behind shows; the
 * twin's must lead to the hash that init left. Exit status: 0 equal, 1 different, 2 bad usage. */
#include "drive.h"
#include "param_sets.h"
#include "params.h"
#include "replay_bench.h"
#include "resets.h"
#include "rtl.h"
#include "util.h"
#include "vectors.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ESTRANGED_OCTAVES = 10 }; /* a twin is estranged for up to 2^10 cycles */

struct options {
    const char *library, *config, *record, *bench, *table, *wave;
    uint64_t seed, cycles, from, mutant;
};

/* Everything of one run. */
struct run {
    const struct options *options;
    const struct block *block;
    const struct block_twin *twin;
    struct port_set set;
    struct frame frame;
    struct history history;
    struct rtl rtl;
    const struct rtl_pin *pins[BLOCK_PORTS_MAX];
    struct resets resets;
    struct rng rng;          /* noise on undefined inputs, states before a reset */
    struct rng drive_rng;    /* the driver's own */
    struct rng driver_rng;   /* drive_rng when the driver was made */
    void *params, *in, *out; /* generated structs */
    void *state;             /* twin, NULL for functions */
    uint64_t fresh;          /* its hash behind init */
    void *driver;
    bool repeats;      /* the driver begins anew after this reset and does the same again */
    FILE *record;      /* vector file, or NULL */
    bool known;        /* both sides have the same state: from a reset until they are estranged */
    uint64_t compared; /* cycles whose outputs were compared */
    uint64_t in_flight, estranged; /* resets behind cycle 0: from equal states, from random ones */
};

static void create_driver(struct run *r)
{
    r->driver_rng = r->drive_rng;
    r->driver = drive.create(r->params, &r->drive_rng);
}

static void run_open(struct run *r, const struct options *options)
{
    memset(r, 0, sizeof *r);
    r->options = options;
    r->block = drive.block;
    r->twin = drive.block->twin;
    if (!r->twin)
        die("%s has no twin: cosim/model/%s.h declares none", r->block->name, r->block->name);
    r->params = xcalloc(1, r->block->params_size);
    r->in = xcalloc(1, r->block->in_size);
    r->out = xcalloc(1, r->block->out_size);
    params_parse(r->block, options->config, r->params);
    port_set_init(&r->set, r->block, r->params);
    frame_init(&r->frame, &r->set);
    history_init(&r->history, &r->set);
    rng_init(&r->rng, options->seed);
    rng_init(&r->drive_rng, ~options->seed);
    resets_init(&r->resets, options->seed, options->cycles);
    rtl_open(&r->rtl, options->library, options->seed);
    if (options->mutant)
        rtl_mutate(&r->rtl, (unsigned)options->mutant);
    rtl_bind(&r->rtl, &r->set, r->pins);
    if (r->twin->init) {
        r->state = xcalloc(1, r->twin->state_size);
        rng_fill(&r->rng, r->state,
                 (unsigned)(r->twin->state_size / 8 * 64)); /* init sets it all */
        r->twin->init(r->state, r->params);
        r->fresh = r->twin->hash(r->state);
    }
    create_driver(r);
    r->known = !r->block->has_reset;
    if (options->record) {
        r->record = fopen(options->record, "w");
        if (!r->record)
            die("cannot write '%s'", options->record);
        vectors_begin(r->record, &r->set, options->config);
    }
}

static void write_bench(const struct run *r)
{
    struct output output;
    output_open(&output, r->options->bench);
    replay_bench_print(output.file, &r->set, r->options->config);
    output_close(&output);
}

static void run_close(struct run *r)
{
    drive.destroy(r->driver);
    if (r->state)
        r->twin->release(r->state);
    if (r->record && fclose(r->record))
        die("cannot write '%s'", r->options->record);
    rtl_close(&r->rtl);
    history_release(&r->history);
    frame_release(&r->frame);
    free(r->state);
    free(r->params);
    free(r->in);
    free(r->out);
}

static void where(const struct run *r)
{
    printf("%s %s seed %" PRIu64 " cycle %" PRIu64 ": ", r->block->name, r->options->config,
           r->options->seed, r->frame.cycle);
}

static void write_table(const struct run *r)
{
    if (!r->options->table)
        return;
    struct output output;
    output_open(&output, r->options->table);
    history_print(&r->history, &r->set, output.file);
    output_close(&output);
    printf("  the last %d cycles of all ports: %s\n", (int)HISTORY_FRAMES, r->options->table);
}

/* The twin's side of one cycle before its edge. */
static void choose_inputs(struct run *r)
{
    if (r->twin->outputs)
        r->twin->outputs(r->state, r->out);
    drive.choose(r->driver, r->out, r->in);
    if (r->twin->outputs_in)
        r->twin->outputs_in(r->state, r->in, r->out);
    if (r->twin->function)
        r->twin->function(r->params, r->in, r->out);
}

/* Twin's outputs, driver's inputs, RTL's outputs of one cycle, all in r->frame. */
static void gather(struct run *r)
{
    choose_inputs(r);
    frame_pack(&r->frame, &r->set, false, r->in);
    frame_pack(&r->frame, &r->set, true, r->out);
    frame_drive(&r->frame, &r->set, &r->rng);
    if (r->rtl.rst)
        rtl_pin_set(r->rtl.rst, r->frame.reset);
    rtl_write_inputs(&r->set, r->pins, &r->frame);
    rtl_settle(&r->rtl);
    rtl_read_outputs(&r->set, r->pins, &r->frame);
}

/* The twin must have this hash; if not, `what` is printed. */
static bool has_hash(const struct run *r, uint64_t hash, const char *what)
{
    if (r->twin->hash(r->state) == hash)
        return true;
    where(r);
    puts(what);
    write_table(r);
    return false;
}

/* The edge in the twin; false when a reset left something behind, or an idle step changed
 * something. */
static bool step(struct run *r)
{
    if (!r->state)
        return true;
    if (r->frame.reset) {
        r->twin->reset(r->state);
        return has_hash(r, r->fresh, "the twin's reset does not lead to the hash that init left");
    }
    bool idle = r->twin->is_idle(r->state) && frame_is_quiet(&r->frame, &r->set);
    uint64_t before = idle ? r->twin->hash(r->state) : 0;
    r->twin->step(r->state, r->in);
    return !idle || has_hash(r, before,
                             "the twin is idle and its inputs are quiet, but the step changes "
                             "its hash");
}

static bool compare(struct run *r)
{
    struct mismatch m;
    bool defined = r->known && (!drive.is_defined || drive.is_defined(r->driver));
    r->compared += defined;
    if (!defined)
        frame_ignore_outputs(&r->frame, &r->set);
    if (r->record)
        vectors_record(r->record, &r->set, &r->frame);
    history_record(&r->history, &r->frame, &r->set);
    if (frame_equal(&r->frame, &r->set, true, &m))
        return true;
    where(r);
    frame_print_mismatch(stdout, &r->frame, &r->set, &m);
    putchar('\n');
    write_table(r);
    return false;
}

/* `repeat`: it shall do again what it did, so that what a reset forgot to clear meets the same
 * lines, ids and addresses. */
static void restart_driver(struct run *r, bool repeat)
{
    drive.destroy(r->driver);
    if (repeat)
        r->drive_rng = r->driver_rng;
    create_driver(r);
}

static void open_waves(struct run *r, uint64_t cycle)
{
    if (r->options->wave && cycle >= r->options->from && !r->rtl.waves)
        rtl_wave_open(&r->rtl, r->options->wave);
}

/* Takes the two sides apart: the RTL gets random bits, the twin a state that it reaches in some
 * cycles with inputs of its own. */
static void estrange(struct run *r)
{
    rtl_restart(&r->rtl, rng_next(&r->rng));
    rtl_bind(&r->rtl, &r->set, r->pins);
    r->twin->reset(r->state);
    restart_driver(r, false);
    for (uint32_t left = rng_below(&r->rng, 1u << rng_below(&r->rng, ESTRANGED_OCTAVES)); left;
         left--) {
        choose_inputs(r);
        r->twin->step(r->state, r->in);
    }
    r->known = false;
}

static void begin_reset(struct run *r, uint64_t cycle)
{
    bool estranges = !cycle || rng_percent(&r->rng, 50);
    r->repeats = !estranges && rng_percent(&r->rng, 50);
    if (cycle)
        ++*(estranges ? &r->estranged : &r->in_flight);
    if (estranges)
        estrange(r);
}

/* The edge in the RTL; false when one of its assertions fails. */
static bool edge(struct run *r)
{
    rtl_edge(&r->rtl);
    if (!rtl_failed(&r->rtl))
        return true;
    where(r);
    printf("the assertion above fails in the RTL\n");
    write_table(r);
    return false;
}

static bool run_cycle(struct run *r, uint64_t cycle)
{
    enum reset_phase phase = r->block->has_reset ? resets_phase(&r->resets, cycle) : RESET_OFF;
    r->frame.cycle = cycle;
    r->frame.reset = phase != RESET_OFF;
    if (phase == RESET_BEGINS)
        begin_reset(r, cycle);
    open_waves(r, cycle);
    gather(r);
    bool ok = compare(r) && step(r) && edge(r);
    if (r->frame.reset) {
        restart_driver(r, r->repeats);
        r->known = true;
    }
    return ok;
}

static int run(const struct options *options)
{
    struct run r;
    run_open(&r, options);
    if (options->bench)
        write_bench(&r);
    bool ok = true;
    for (uint64_t cycle = 0; ok && cycle < options->cycles; cycle++)
        ok = run_cycle(&r, cycle);
    if (ok)
        printf("%s %s seed %" PRIu64 ": %" PRIu64 " cycles equal, %" PRIu64
               " resets in mid-flight, %" PRIu64 " from random states\n",
               r.block->name, options->config, options->seed, r.compared, r.in_flight, r.estranged);
    run_close(&r);
    return ok ? 0 : 1;
}

static uint64_t number(const char *text)
{
    uint64_t value;
    if (!parse_number(text, &value))
        die("'%s' is no number", text);
    return value;
}

/* Options that take a text or a number; --list apart. */
enum { LIBRARY, CONFIG, RECORD, BENCH, TABLE, WAVE, SEED, CYCLES, FROM, MUTANT, OPTIONS };

static struct options parse_options(int argc, char **argv)
{
    static const char *const names[OPTIONS] = {"library", "config", "record", "bench", "table",
                                               "wave",    "seed",   "cycles", "from",  "mutant"};
    const char *value[OPTIONS] = {
        [CONFIG] = "", [SEED] = "1", [CYCLES] = "100000", [FROM] = "0", [MUTANT] = "0"};
    struct option known[OPTIONS + 1] = {{0}};
    for (int i = 0; i < OPTIONS; i++)
        known[i] = (struct option){names[i], required_argument, NULL, i};
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        if (option == '?')
            die("see the head of cosim/lockstep/block_lockstep.c for the options");
        value[option] = optarg;
    }
    if (!value[LIBRARY] || optind < argc)
        die("--library is missing, or there is an argument without option");
    if (!number(value[CYCLES]))
        die("--cycles 0 compares nothing");
    return (struct options){.library = value[LIBRARY],
                            .config = value[CONFIG],
                            .record = value[RECORD],
                            .bench = value[BENCH],
                            .table = value[TABLE],
                            .wave = value[WAVE],
                            .seed = number(value[SEED]),
                            .cycles = number(value[CYCLES]),
                            .from = number(value[FROM]),
                            .mutant = number(value[MUTANT])};
}

int main(int argc, char **argv)
{
    if (argc >= 2 && argc <= 4 && !strcmp(argv[1], "--list")) {
        param_sets_print(drive.block, drive.configs, argc > 2 ? (unsigned)number(argv[2]) : ~0u,
                         argc > 3 ? argv[3] : NULL);
        return 0;
    }
    struct options options = parse_options(argc, argv);
    return run(&options);
}
