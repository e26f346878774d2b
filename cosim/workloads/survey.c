/* LonestarGPU's survey propagation (sp): which values the variables of a random 3-SAT formula take,
 * by messages between clauses and variables, single precision. An edge joins a clause to a
 * variable, plain or negated. Blocks of 384 lanes, which take edges (or variables) in turn. A
 * round: calc pi      per edge: over the other clauses of its variable, what they send: pi_0, U, S
 *     update eta   per edge: over the other literals of its clause, their pi: eta, and the largest
 *                  change by an atomic maximum; these two `iterations` times
 *     update bias  per variable: over its clauses, how much it leans to a value
 *     decimate     variables that lean far get their value, which satisfies clauses
 * Edges of a variable lie anywhere: eta, pi and the flags are gathered by all cores. Lanes leave
 * the loops at different lengths. */
#include "workload_class.h"

#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { LITERALS = 3, WARPS = 12, THREADS = WARPS * LANES };
enum { VARIABLES, CLAUSES, BLOCKS, ITERATIONS, ROUNDS };

static const float lean = 0.3f; /* bias from which on a variable gets its value */

enum array {
    EDGE_CLAUSE, /* int per edge */
    EDGE_VARIABLE,
    EDGE_BAR, /* byte per edge: the literal is negated */
    EDGE_ETA, /* float per edge: what the clause sends */
    PI_0,     /* float per edge: what the variable sends, three parts */
    PI_U,
    PI_S,
    CLAUSE_SATISFIED, /* byte per clause */
    CLAUSE_ROWS,      /* int per clause: where its edges begin in CLAUSE_EDGES */
    CLAUSE_EDGES,     /* int per edge */
    VARIABLE_FIXED,   /* byte per variable */
    VARIABLE_ROWS,    /* int per variable and one more */
    VARIABLE_EDGES,   /* int per edge */
    VARIABLE_BIAS,    /* float per variable */
    VARIABLE_VALUE,   /* byte per variable */
    MOST_CHANGED,     /* float per iteration: largest change of an eta */
    ARRAYS
};

/* Kernels of a round behind its iterations; within: calc pi and update eta in turn. */
enum step { CALC_PI, UPDATE_ETA, UPDATE_BIAS, DECIMATE };

/* Arrays as the host sees them. */
struct formula {
    uint32_t *edge_clause, *edge_variable, *clause_rows, *clause_edges, *variable_rows,
        *variable_edges, *most_changed;
    uint8_t *bar, *satisfied, *fixed, *value;
    float *eta, *pi[3], *bias;
};

struct survey {
    uint64_t array[ARRAYS], bytes[ARRAYS]; /* addresses, sizes */
    uint8_t *first[ARRAYS];                /* contents at the start, for the check */
    uint64_t iteration;                    /* of all rounds, that is running */
    enum step step;
};

static uint64_t edges_of(const struct workload *w)
{
    return LITERALS * w->value[CLAUSES];
}

/* The arrays at `base`, one pointer per array. */
static struct formula formula_at(uint8_t *const base[ARRAYS])
{
    return (struct formula){.edge_clause = (void *)base[EDGE_CLAUSE],
                            .edge_variable = (void *)base[EDGE_VARIABLE],
                            .clause_rows = (void *)base[CLAUSE_ROWS],
                            .clause_edges = (void *)base[CLAUSE_EDGES],
                            .variable_rows = (void *)base[VARIABLE_ROWS],
                            .variable_edges = (void *)base[VARIABLE_EDGES],
                            .most_changed = (void *)base[MOST_CHANGED],
                            .bar = base[EDGE_BAR],
                            .satisfied = base[CLAUSE_SATISFIED],
                            .fixed = base[VARIABLE_FIXED],
                            .value = base[VARIABLE_VALUE],
                            .eta = (void *)base[EDGE_ETA],
                            .pi = {(void *)base[PI_0], (void *)base[PI_U], (void *)base[PI_S]},
                            .bias = (void *)base[VARIABLE_BIAS]};
}

/* Three different variables per clause, each negated as likely as not; edges of a variable in
 * ascending order. */
static void draw_formula(const struct workload *w, const struct formula *f)
{
    struct rng rng;
    uint32_t variables = (uint32_t)w->value[VARIABLES], edges = (uint32_t)edges_of(w);
    rng_init(&rng, w->seed);
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t *variable = &f->edge_variable[e - e % LITERALS];
        bool again;
        f->edge_clause[e] = e / LITERALS;
        f->bar[e] = (uint8_t)rng_below(&rng, 2);
        f->eta[e] = (float)rng_below(&rng, 1024) / 1024;
        f->clause_edges[e] = e;
        do {
            variable[e % LITERALS] = rng_below(&rng, variables);
            again = false;
            for (uint32_t i = 0; i < e % LITERALS; i++)
                again = again || variable[i] == variable[e % LITERALS];
        } while (again);
        f->variable_rows[variable[e % LITERALS] + 1]++;
    }
    for (uint32_t a = 0; a < w->value[CLAUSES]; a++)
        f->clause_rows[a] = LITERALS * a;
    for (uint32_t j = 0; j < variables; j++)
        f->variable_rows[j + 1] += f->variable_rows[j];
    uint32_t *next = xcalloc(variables, sizeof *next);
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t j = f->edge_variable[e];
        f->variable_edges[f->variable_rows[j] + next[j]++] = e;
    }
    free(next);
}

static void open_survey(struct workload *w)
{
    struct survey *survey = w->state = xcalloc(1, sizeof *survey);
    uint64_t variables = w->value[VARIABLES], clauses = w->value[CLAUSES], edges = edges_of(w);
    const uint64_t bytes[ARRAYS] = {
        [EDGE_CLAUSE] = 4 * edges,    [EDGE_VARIABLE] = 4 * edges,
        [EDGE_BAR] = edges,           [EDGE_ETA] = 4 * edges,
        [PI_0] = 4 * edges,           [PI_U] = 4 * edges,
        [PI_S] = 4 * edges,           [CLAUSE_SATISFIED] = clauses,
        [CLAUSE_ROWS] = 4 * clauses,  [CLAUSE_EDGES] = 4 * edges,
        [VARIABLE_FIXED] = variables, [VARIABLE_ROWS] = 4 * (variables + 1),
        [VARIABLE_EDGES] = 4 * edges, [VARIABLE_BIAS] = 4 * variables,
        [VARIABLE_VALUE] = variables, [MOST_CHANGED] = 4 * w->value[ITERATIONS] * w->value[ROUNDS]};
    memcpy(survey->bytes, bytes, sizeof bytes);
    for (unsigned i = 0; i < ARRAYS; i++) {
        survey->array[i] = image_allocate(&w->image, bytes[i]);
        survey->first[i] = xcalloc((bytes[i] + 3) / 4, 4);
    }
    struct formula formula = formula_at(survey->first);
    draw_formula(w, &formula);
    for (unsigned i = 0; i < ARRAYS; i++)
        memcpy(image_at(&w->image, survey->array[i], bytes[i]), survey->first[i], bytes[i]);
    survey->step = DECIMATE; /* of the round before the first one */
}

static bool next_survey(struct workload *w, struct kernel *kernel)
{
    static const char *const names[] = {"calc pi", "update eta", "update bias", "decimate"};
    struct survey *survey = w->state;
    if (survey->step == UPDATE_ETA) {
        survey->iteration++;
        survey->step = survey->iteration % w->value[ITERATIONS] ? CALC_PI : UPDATE_BIAS;
    } else {
        survey->step = survey->step == DECIMATE ? CALC_PI : survey->step + 1;
    }
    if (survey->step == CALC_PI && survey->iteration == w->value[ITERATIONS] * w->value[ROUNDS])
        return false;
    *kernel = (struct kernel){.blocks = w->value[BLOCKS], .warps = WARPS};
    snprintf(kernel->name, sizeof kernel->name, "%s", names[survey->step]);
    return true;
}

/* ---- arithmetic, the same on the cores and in the check ---- */

/* Products over clauses that want a variable as it is, or the other way round, of 1 - eta. */
struct wishes {
    float same, other;
};

static void add_wish(struct wishes *wishes, bool same, float eta)
{
    *(same ? &wishes->same : &wishes->other) *= 1 - eta;
}

static void pi_of(const struct wishes *wishes, float pi[3])
{
    pi[0] = wishes->same * wishes->other;
    pi[1] = (1 - wishes->other) * wishes->same;
    pi[2] = (1 - wishes->same) * wishes->other;
}

/* Share of pi_U. */
static float share(const float pi[3])
{
    float sum = pi[0] + pi[1] + pi[2];
    return sum > 0 ? pi[1] / sum : 0;
}

/* How much a variable leans to true (above 0) or false; `same`: of plain literals. */
static float bias_of(const struct wishes *wishes)
{
    float pi[3];
    pi_of(wishes, pi);
    float sum = pi[0] + pi[1] + pi[2];
    return sum > 0 ? (pi[2] - pi[1]) / sum : 0;
}

/* ---- the kernels ---- */

/* Lane vectors by edge or variable. */
typedef int64_t lane_index[LANES];

static void load_words(struct simt *simt, const struct survey *survey, unsigned number,
                       enum array array, const lane_index index, void *value)
{
    struct access load = word_load(number, 0);
    load_elements(simt, &load, survey->array[array], index, value);
}

static void load_flags(struct simt *simt, const struct survey *survey, unsigned number,
                       enum array array, const lane_index index, uint8_t value[LANES])
{
    const struct access load = LOAD(number, 1, 0);
    load_elements(simt, &load, survey->array[array], index, value);
}

static void store_to(struct simt *simt, const struct survey *survey, unsigned number, unsigned size,
                     enum array array, const lane_index index, const void *value)
{
    const struct access store = STORE(number, (uint8_t)size);
    store_elements(simt, &store, survey->array[array], index, value);
}

/* Loads indices, which are unsigned words. */
static void load_index(struct simt *simt, const struct survey *survey, unsigned number,
                       enum array array, const lane_index at, lane_index index)
{
    uint32_t word[LANES] = {0};
    load_words(simt, survey, number, array, at, word);
    for (unsigned lane = 0; lane < LANES; lane++)
        index[lane] = word[lane];
}

/* The active lanes whose flag is set leave. */
static void drop_flagged(struct simt *simt, const uint8_t flag[LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (flag[lane])
            simt->active &= ~(1u << lane);
}

/* Those of `lanes` whose row has entries left are active next; false: none has. */
static bool rows_go_on(struct simt *simt, uint32_t *lanes, const lane_index row,
                       const lane_index end)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (row[lane] >= end[lane])
            *lanes &= ~(1u << lane);
    simt->active = *lanes;
    return *lanes != 0;
}

/* The clauses of the active lanes' variables but edge without[lane] (-1: none) and those that are
 * satisfied; `bar` is what counts as the same. Static instructions from `number` on. */
static void gather_wishes(struct simt *simt, const struct survey *survey, unsigned number,
                          const lane_index variable, const lane_index without,
                          const uint8_t bar[LANES], struct wishes wishes[LANES])
{
    lane_index row, end, behind, edge, clause;
    uint8_t flag[LANES] = {0}, other_bar[LANES] = {0};
    float eta[LANES] = {0};
    uint32_t lanes = simt->active;
    load_index(simt, survey, number, VARIABLE_ROWS, variable, row);
    for (unsigned lane = 0; lane < LANES; lane++) {
        behind[lane] = variable[lane] + 1;
        wishes[lane] = (struct wishes){1, 1};
    }
    load_index(simt, survey, number + 1, VARIABLE_ROWS, behind, end);
    while (rows_go_on(simt, &lanes, row, end)) {
        load_index(simt, survey, number + 2, VARIABLE_EDGES, row, edge);
        for (unsigned lane = 0; lane < LANES; lane++) {
            row[lane]++;
            if (edge[lane] == without[lane])
                simt->active &= ~(1u << lane);
        }
        load_index(simt, survey, number + 3, EDGE_CLAUSE, edge, clause);
        load_flags(simt, survey, number + 4, CLAUSE_SATISFIED, clause, flag);
        drop_flagged(simt, flag);
        load_words(simt, survey, number + 5, EDGE_ETA, edge, eta);
        load_flags(simt, survey, number + 6, EDGE_BAR, edge, other_bar);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            add_wish(&wishes[lane], other_bar[lane] == bar[lane], eta[lane]);
        }
        simt_alu(simt, 4);
    }
}

static void calc_pi(struct simt *simt, const struct survey *survey, const lane_index edge)
{
    lane_index variable, clause;
    uint8_t flag[LANES] = {0}, bar[LANES] = {0};
    struct wishes wishes[LANES];
    float part[3][LANES] = {{0}};
    load_index(simt, survey, 1, EDGE_VARIABLE, edge, variable);
    load_index(simt, survey, 2, EDGE_CLAUSE, edge, clause);
    load_flags(simt, survey, 3, CLAUSE_SATISFIED, clause, flag);
    drop_flagged(simt, flag);
    memset(flag, 0, sizeof flag);
    load_flags(simt, survey, 4, VARIABLE_FIXED, variable, flag);
    drop_flagged(simt, flag);
    load_flags(simt, survey, 5, EDGE_BAR, edge, bar);
    uint32_t lanes = simt->active;
    gather_wishes(simt, survey, 6, variable, edge, bar, wishes);
    simt->active = lanes;
    for (unsigned lane = 0; lane < LANES; lane++) {
        float pi[3];
        pi_of(&wishes[lane], pi);
        for (unsigned i = 0; i < 3; i++)
            part[i][lane] = pi[i];
    }
    simt_alu(simt, 5);
    for (unsigned i = 0; i < 3; i++)
        store_to(simt, survey, 13 + i, 4, PI_0 + i, edge, part[i]);
}

static void update_eta(struct simt *simt, const struct survey *survey, const lane_index edge,
                       float most[LANES])
{
    lane_index clause, row, literal, variable;
    uint8_t flag[LANES] = {0};
    float eta[LANES], old[LANES] = {0};
    load_index(simt, survey, 20, EDGE_CLAUSE, edge, clause);
    load_flags(simt, survey, 21, CLAUSE_SATISFIED, clause, flag);
    drop_flagged(simt, flag);
    load_index(simt, survey, 22, CLAUSE_ROWS, clause, row);
    uint32_t lanes = simt->active;
    for (unsigned lane = 0; lane < LANES; lane++)
        eta[lane] = 1;
    for (unsigned i = 0; i < LITERALS; i++) {
        float part[3][LANES] = {{0}};
        simt->active = lanes;
        load_index(simt, survey, 23, CLAUSE_EDGES, row, literal);
        for (unsigned lane = 0; lane < LANES; lane++) {
            row[lane]++;
            if (literal[lane] == edge[lane])
                simt->active &= ~(1u << lane);
        }
        load_index(simt, survey, 24, EDGE_VARIABLE, literal, variable);
        memset(flag, 0, sizeof flag);
        load_flags(simt, survey, 25, VARIABLE_FIXED, variable, flag);
        drop_flagged(simt, flag);
        for (unsigned p = 0; p < 3; p++)
            load_words(simt, survey, 26 + p, PI_0 + p, literal, part[p]);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            eta[lane] *= share((float[3]){part[0][lane], part[1][lane], part[2][lane]});
        }
        simt_alu(simt, 5);
    }
    simt->active = lanes;
    load_words(simt, survey, 29, EDGE_ETA, edge, old);
    store_to(simt, survey, 30, 4, EDGE_ETA, edge, eta);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        float change = eta[lane] > old[lane] ? eta[lane] - old[lane] : old[lane] - eta[lane];
        most[lane] = change > most[lane] ? change : most[lane];
    }
    simt_alu(simt, 3);
}

static void update_bias(struct simt *simt, const struct survey *survey, const lane_index variable)
{
    static const uint8_t plain[LANES];
    lane_index none;
    uint8_t flag[LANES] = {0};
    struct wishes wishes[LANES];
    float bias[LANES];
    memset(none, -1, sizeof none);
    load_flags(simt, survey, 35, VARIABLE_FIXED, variable, flag);
    drop_flagged(simt, flag);
    uint32_t lanes = simt->active;
    gather_wishes(simt, survey, 36, variable, none, plain, wishes);
    simt->active = lanes;
    for (unsigned lane = 0; lane < LANES; lane++)
        bias[lane] = bias_of(&wishes[lane]);
    simt_alu(simt, 8);
    store_to(simt, survey, 43, 4, VARIABLE_BIAS, variable, bias);
}

/* The active lanes' variables get the value that they lean to: clauses that want it are satisfied.
 */
static void give_values(struct simt *simt, const struct survey *survey, const lane_index variable,
                        const float bias[LANES])
{
    static const uint8_t yes[LANES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                       1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    lane_index row, behind, end, edge, clause;
    uint8_t value[LANES], bar[LANES] = {0};
    uint32_t lanes = simt->active;
    for (unsigned lane = 0; lane < LANES; lane++) {
        value[lane] = bias[lane] > 0;
        behind[lane] = variable[lane] + 1;
    }
    store_to(simt, survey, 46, 1, VARIABLE_FIXED, variable, yes);
    store_to(simt, survey, 47, 1, VARIABLE_VALUE, variable, value);
    load_index(simt, survey, 48, VARIABLE_ROWS, variable, row);
    load_index(simt, survey, 49, VARIABLE_ROWS, behind, end);
    while (rows_go_on(simt, &lanes, row, end)) {
        load_index(simt, survey, 50, VARIABLE_EDGES, row, edge);
        load_flags(simt, survey, 51, EDGE_BAR, edge, bar);
        for (unsigned lane = 0; lane < LANES; lane++) {
            row[lane]++;
            if (bar[lane] == value[lane])
                simt->active &= ~(1u << lane);
        }
        load_index(simt, survey, 52, EDGE_CLAUSE, edge, clause);
        store_to(simt, survey, 53, 1, CLAUSE_SATISFIED, clause, yes);
    }
}

static void decimate(struct simt *simt, const struct survey *survey, const lane_index variable)
{
    uint8_t flag[LANES] = {0};
    float bias[LANES] = {0};
    load_flags(simt, survey, 44, VARIABLE_FIXED, variable, flag);
    drop_flagged(simt, flag);
    load_words(simt, survey, 45, VARIABLE_BIAS, variable, bias);
    simt_alu(simt, 2);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (bias[lane] <= lean && bias[lane] >= -lean)
            simt->active &= ~(1u << lane);
    give_values(simt, survey, variable, bias);
}

static void run_survey(struct workload *w, struct simt *simt, uint64_t index)
{
    static const struct access atomic_most = {
        .pc = 0x1f0, .kind = INSTRUCTION_ATOMIC, .op = ATOMIC_UMAX, .size = 4};
    const struct survey *survey = w->state;
    bool by_edge = survey->step < UPDATE_BIAS;
    uint64_t count = by_edge ? edges_of(w) : w->value[VARIABLES];
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES, address[LANES];
        float most[LANES] = {0};
        for (; first < count; first += w->value[BLOCKS] * THREADS) {
            lane_index own;
            simt_warp(simt, warp, low_lanes((int64_t)(count - first)));
            simt_alu(simt, 3);
            for (unsigned lane = 0; lane < LANES; lane++)
                own[lane] = (int64_t)first + lane;
            if (survey->step == CALC_PI)
                calc_pi(simt, survey, own);
            else if (survey->step == UPDATE_ETA)
                update_eta(simt, survey, own, most);
            else if (survey->step == UPDATE_BIAS)
                update_bias(simt, survey, own);
            else
                decimate(simt, survey, own);
        }
        if (survey->step != UPDATE_ETA)
            continue;
        uint32_t operand[LANES];
        memcpy(operand, most, sizeof operand);
        simt_warp(simt, warp, ALL_LANES);
        lane_addresses(address, survey->array[MOST_CHANGED] + 4 * survey->iteration, 0);
        simt_atomic(simt, &atomic_most, address, operand);
    }
}

/* ---- check ---- */

/* Wishes of the clauses of variable j but edge `without`. */
static struct wishes plain_wishes(const struct formula *f, uint32_t j, int64_t without, uint8_t bar)
{
    struct wishes wishes = {1, 1};
    for (uint32_t i = f->variable_rows[j]; i < f->variable_rows[j + 1]; i++) {
        uint32_t e = f->variable_edges[i];
        if (e != without && !f->satisfied[f->edge_clause[e]])
            add_wish(&wishes, f->bar[e] == bar, f->eta[e]);
    }
    return wishes;
}

static void plain_iteration(const struct workload *w, const struct formula *f, uint64_t iteration)
{
    float most = 0;
    uint32_t edges = (uint32_t)edges_of(w);
    for (uint32_t e = 0; e < edges; e++) {
        float pi[3];
        if (f->satisfied[f->edge_clause[e]] || f->fixed[f->edge_variable[e]])
            continue;
        struct wishes wishes = plain_wishes(f, f->edge_variable[e], e, f->bar[e]);
        pi_of(&wishes, pi);
        for (unsigned i = 0; i < 3; i++)
            f->pi[i][e] = pi[i];
    }
    for (uint32_t e = 0; e < edges; e++) {
        float eta = 1, old = f->eta[e];
        if (f->satisfied[f->edge_clause[e]])
            continue;
        for (uint32_t l = e - e % LITERALS; l < e - e % LITERALS + LITERALS; l++)
            if (l != e && !f->fixed[f->edge_variable[l]])
                eta *= share((float[3]){f->pi[0][l], f->pi[1][l], f->pi[2][l]});
        f->eta[e] = eta;
        most = eta - old > most ? eta - old : most;
        most = old - eta > most ? old - eta : most;
    }
    memcpy(&f->most_changed[iteration], &most, sizeof most);
}

static void plain_values(const struct workload *w, const struct formula *f)
{
    for (uint32_t j = 0; j < w->value[VARIABLES]; j++) {
        struct wishes wishes = plain_wishes(f, j, -1, 0);
        if (!f->fixed[j])
            f->bias[j] = bias_of(&wishes);
    }
    for (uint32_t j = 0; j < w->value[VARIABLES]; j++) {
        if (f->fixed[j] || (f->bias[j] <= lean && f->bias[j] >= -lean))
            continue;
        f->fixed[j] = 1;
        f->value[j] = f->bias[j] > 0;
        for (uint32_t i = f->variable_rows[j]; i < f->variable_rows[j + 1]; i++)
            if (f->bar[f->variable_edges[i]] != f->value[j])
                f->satisfied[f->edge_clause[f->variable_edges[i]]] = 1;
    }
}

static bool check_survey(struct workload *w, workload_get *get, void *context)
{
    static const char *const names[ARRAYS] = {[EDGE_ETA] = "eta",
                                              [PI_0] = "pi 0",
                                              [PI_U] = "pi U",
                                              [PI_S] = "pi S",
                                              [MOST_CHANGED] = "change",
                                              [CLAUSE_SATISFIED] = "satisfied",
                                              [VARIABLE_FIXED] = "fixed",
                                              [VARIABLE_BIAS] = "bias",
                                              [VARIABLE_VALUE] = "value"};
    const struct survey *survey = w->state;
    uint8_t *copy[ARRAYS];
    bool right = true;
    for (unsigned i = 0; i < ARRAYS; i++) {
        copy[i] = xcalloc((survey->bytes[i] + 3) / 4, 4);
        memcpy(copy[i], survey->first[i], survey->bytes[i]);
    }
    struct formula formula = formula_at(copy);
    for (uint64_t round = 0; round < w->value[ROUNDS]; round++) {
        for (uint64_t i = 0; i < w->value[ITERATIONS]; i++)
            plain_iteration(w, &formula, round * w->value[ITERATIONS] + i);
        plain_values(w, &formula);
    }
    for (unsigned i = 0; i < ARRAYS; i++) {
        bool is_float = i == EDGE_ETA || (i >= PI_0 && i <= PI_S) || i == VARIABLE_BIAS;
        struct result result = {names[i], survey->array[i], copy[i], (survey->bytes[i] + 3) / 4,
                                0,        is_float};
        right = right && (!names[i] || workload_compare(w, &result, get, context));
        free(copy[i]);
    }
    return right;
}

static void close_survey(struct workload *w)
{
    struct survey *survey = w->state;
    for (unsigned i = 0; i < ARRAYS; i++)
        free(survey->first[i]);
    free(survey);
}

const struct workload_class survey_class = {
    .name = "survey",
    .text = "survey propagation on random 3-SAT, after LonestarGPU: messages gathered by all",
    .parameter = {[VARIABLES] = {"variables", "of the formula; LonestarGPU: 10000", 400, 3,
                                 1 << 22},
                  [CLAUSES] = {"clauses", "of three literals; LonestarGPU: 42000", 1600, 1,
                               1 << 23},
                  [BLOCKS] = {"blocks", "of 384 lanes, which take turns", 6, 1, 65536},
                  [ITERATIONS] = {"iterations", "of the messages in a round", 2, 1, 1000},
                  [ROUNDS] = {"rounds", "after each of which variables get values", 2, 1, 1000}},
    .open = open_survey,
    .next_kernel = next_survey,
    .run_block = run_survey,
    .check = check_survey,
    .close = close_survey,
};
