/* Twin of rtl/llc_profiler.v. */
#include "llc_profiler.h"

#include "hash.h"
#include "lru_order.h"

__extension__ typedef __int128 wide; /* products of counters: below 2^70 */

/* Two steps per slice, then the bits of the largest product and four more. */
unsigned llc_profiler_evaluation(const struct llc_profiler_params *p)
{
    unsigned most = p->clusters * p->private_bandwidth | p->llc_bandwidth | p->mem_bandwidth | 100;
    unsigned factor_bits = 32 - (unsigned)__builtin_clz(most), sum_bits = p->count_bits;
    for (unsigned slices = 1; slices < p->slices; slices *= 2)
        sum_bits++;
    if (factor_bits < p->count_bits)
        factor_bits = p->count_bits;
    return 2 * p->slices + sum_bits + 2 * p->count_bits + factor_bits + 4;
}

void llc_profiler_init(struct llc_profiler *profiler, const struct llc_profiler_params *params)
{
    *profiler = (struct llc_profiler){.params = *params};
    profiler->rows = params->samples < params->sets ? params->samples : params->sets;
    profiler->stride = params->sets / profiler->rows;
    profiler->controllers = params->slices / params->clusters;
    llc_profiler_reset(profiler);
}

void llc_profiler_release(struct llc_profiler *profiler)
{
    (void)profiler;
}

/* Nothing is on its way to the watched sets, nothing in them. */
static void forget_lines(struct llc_profiler *profiler)
{
    for (unsigned i = 0; i < PROFILER_STAGES; i++)
        profiler->stages[i].valid = false;
    for (unsigned row = 0; row < profiler->rows; row++)
        profiler->sets[row] =
            (struct profiler_row){.order = lru_order_initial(profiler->params.ways)};
    profiler->seen = (struct profiler_events){.access = false};
}

void llc_profiler_reset(struct llc_profiler *profiler)
{
    forget_lines(profiler);
    profiler->phase = PROFILER_OFF;
    profiler->left = profiler->steps_left = 0;
    profiler->usable = profiler->wants_private = profiler->decided = profiler->similar =
        profiler->full = false;
    profiler->head = 0;
    profiler->counts = (struct profiler_counts){.accesses = 0};
}

void llc_profiler_outputs(const struct llc_profiler *profiler, struct llc_profiler_out *out)
{
    out->wants_private = profiler->wants_private;
    out->event_decision = profiler->decided;
    out->event_private = profiler->decided && profiler->wants_private;
    out->event_similar = profiler->decided && profiler->wants_private && profiler->similar;
}

/* ---- the decision ---- */

struct sum {
    uint64_t total, most;
};

static struct sum sum_of(const uint32_t *counts, unsigned count)
{
    struct sum sum = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        sum.total += counts[i];
        sum.most = counts[i] > sum.most ? counts[i] : sum.most;
    }
    return sum;
}

/* Rule 1: the miss rates, of the same accesses, differ by so many points at most. */
static bool miss_rates_are_similar(const struct llc_profiler *profiler)
{
    const struct profiler_counts *c = &profiler->counts;
    uint64_t lost = c->hits - c->private_hits;
    return 100 * lost <= (uint64_t)profiler->params.similar * c->accesses;
}

/* Rule 2, both sides multiplied by accesses and by both largest counts. */
static bool private_brings_more(const struct llc_profiler *profiler)
{
    const struct llc_profiler_params *p = &profiler->params;
    const struct profiler_counts *c = &profiler->counts;
    struct sum all = sum_of(c->slices, p->slices);
    struct sum first = sum_of(c->of_first, profiler->controllers);
    wide alone =
        (wide)c->private_hits * (first.total * p->clusters) * all.most * p->private_bandwidth;
    wide shared = (wide)c->hits * all.total * first.most * p->llc_bandwidth;
    wide memory = (wide)(c->hits - c->private_hits) * all.most * first.most * p->mem_bandwidth;
    return alone + memory > shared;
}

static void decide(struct llc_profiler *profiler)
{
    profiler->similar = miss_rates_are_similar(profiler);
    profiler->wants_private =
        profiler->counts.accesses && (profiler->similar || private_brings_more(profiler));
    profiler->decided = true;
    profiler->phase = PROFILER_RUNNING;
}

/* ---- the watched sets ---- */

static bool find_way(const struct profiler_row *row, uint64_t tag, unsigned *way)
{
    for (unsigned rest = row->present; rest; rest &= rest - 1) {
        *way = (unsigned)__builtin_ctz(rest);
        if (row->tags[*way] == tag)
            return true;
    }
    return false;
}

static struct profiler_events look_up(struct llc_profiler *profiler,
                                      const struct profiler_access *access)
{
    struct profiler_row *row = &profiler->sets[access->row];
    uint16_t owner = (uint16_t)(1u << access->cluster);
    unsigned way, all = (1u << profiler->params.ways) - 1;
    bool hit = find_way(row, access->tag, &way);
    if (!hit)
        way = lru_order_victim(row->order, all, profiler->params.ways);
    bool owned = hit && row->owners[way] & owner;
    if (!hit || !profiler->params.sharers)
        row->owners[way] = 0;
    row->owners[way] |= owner;
    row->tags[way] = access->tag;
    row->present |= (uint16_t)(1u << way);
    row->order = lru_order_touch(row->order, way);
    if (!access->own)
        return (struct profiler_events){.access = false};
    return (struct profiler_events){.access = true, .hit = hit, .private_hit = owned};
}

/* Everything goes on by a stage; what was at the head makes place for what enters. */
static void move(struct llc_profiler *profiler, const struct llc_profiler_in *in)
{
    struct profiler_access *enters = &profiler->stages[profiler->head];
    unsigned row = (unsigned)in->access_set / profiler->stride;
    bool watched =
        in->access_valid && row < profiler->rows && row * profiler->stride == in->access_set;
    profiler->head = (uint8_t)((profiler->head + 1) % PROFILER_STAGES);
    enters->valid = watched;
    if (!watched)
        return;
    enters->row = (uint8_t)row;
    enters->tag = in->access_tag;
    enters->cluster = (uint8_t)in->access_cluster;
    enters->own = !in->access_other;
}

/* ---- counters ---- */

static bool is_near_limit(const struct llc_profiler *profiler)
{
    const struct profiler_counts *c = &profiler->counts;
    unsigned margin = 2; /* bits: room for what two cycles count at most */
    for (unsigned clusters = 1; clusters < profiler->params.clusters; clusters *= 2)
        margin++;
    uint32_t most = c->accesses;
    for (unsigned i = 0; i < profiler->params.slices; i++)
        most = c->slices[i] > most ? c->slices[i] : most;
    for (unsigned i = 0; i < profiler->controllers; i++)
        most = c->of_first[i] > most ? c->of_first[i] : most;
    return most >> margin == (1u << (profiler->params.count_bits - margin)) - 1;
}

static void count(struct llc_profiler *profiler)
{
    struct profiler_counts *c = &profiler->counts;
    const struct profiler_events *seen = &profiler->seen;
    c->accesses += seen->access;
    c->hits += seen->hit;
    c->private_hits += seen->private_hit;
    for (uint64_t rest = seen->slices; rest; rest &= rest - 1)
        c->slices[__builtin_ctzll(rest)]++;
    for (uint64_t rest = seen->were_first; rest; rest &= rest - 1)
        c->of_first[(unsigned)__builtin_ctzll(rest) / profiler->params.clusters]++;
}

/* ---- phases ---- */

static void begin(struct llc_profiler *profiler)
{
    profiler->phase = PROFILER_PROFILING;
    profiler->left = profiler->params.epoch;
    profiler->counts = (struct profiler_counts){.accesses = 0};
    profiler->full = false;
}

static void profile(struct llc_profiler *profiler)
{
    const struct llc_profiler_params *p = &profiler->params;
    if (!profiler->full)
        count(profiler);
    if (--profiler->left == (p->epoch > p->profile ? p->epoch - p->profile : 0)) {
        profiler->phase = PROFILER_EVALUATING;
        profiler->steps_left = llc_profiler_evaluation(p);
    }
}

static void step_phase(struct llc_profiler *profiler, const struct llc_profiler_in *in)
{
    bool over = profiler->phase == PROFILER_RUNNING && !profiler->left;
    bool near = profiler->phase == PROFILER_PROFILING && is_near_limit(profiler);
    profiler->decided = false;
    if (!in->adaptive || in->kernel || over || profiler->phase == PROFILER_OFF) {
        profiler->phase = in->adaptive ? PROFILER_RETURNING : PROFILER_OFF;
        profiler->wants_private = false;
    } else if (profiler->phase == PROFILER_RETURNING) {
        if (profiler->usable)
            begin(profiler);
    } else if (profiler->phase == PROFILER_PROFILING) {
        if (profiler->usable)
            profile(profiler);
    } else {
        profiler->left -= profiler->left != 0;
        if (profiler->phase == PROFILER_EVALUATING && !--profiler->steps_left)
            decide(profiler);
    }
    profiler->full |= near;
}

void llc_profiler_step(struct llc_profiler *profiler, const struct llc_profiler_in *in)
{
    bool empty = !profiler->usable || !in->adaptive;
    step_phase(profiler, in);
    profiler->usable = in->shared;
    if (empty) {
        forget_lines(profiler);
        return;
    }
    struct profiler_access *head = &profiler->stages[profiler->head];
    uint64_t of_first = profiler->seen.of_first;
    profiler->seen =
        head->valid ? look_up(profiler, head) : (struct profiler_events){.access = false};
    profiler->seen.were_first = of_first;
    profiler->seen.slices = in->slice_access;
    profiler->seen.of_first = profiler->seen.slices & in->slice_first;
    move(profiler, in);
}

bool llc_profiler_is_idle(const struct llc_profiler *profiler)
{
    return profiler->phase == PROFILER_OFF && !profiler->decided && !profiler->usable;
}

uint64_t llc_profiler_pause(const struct llc_profiler *profiler)
{
    const struct profiler_events *seen = &profiler->seen;
    bool quiet = !profiler->decided && !seen->access && !seen->slices && !seen->were_first;
    for (unsigned i = 0; i < PROFILER_STAGES; i++)
        quiet &= !profiler->stages[i].valid;
    return quiet && profiler->phase == PROFILER_RUNNING ? profiler->left : 0;
}

void llc_profiler_skip(struct llc_profiler *profiler, uint64_t steps)
{
    if (profiler->phase == PROFILER_RUNNING)
        profiler->left -= (uint32_t)(steps < profiler->left ? steps : profiler->left);
}

static uint64_t hash_rows(const struct llc_profiler *profiler, uint64_t hash)
{
    for (unsigned i = 0; i < profiler->rows; i++) {
        const struct profiler_row *row = &profiler->sets[i];
        hash = hash_word(hash_word(hash, row->order), row->present);
        for (unsigned rest = row->present; rest; rest &= rest - 1) {
            unsigned way = (unsigned)__builtin_ctz(rest);
            hash = hash_word(hash, row->tags[way] << 16 | row->owners[way]);
        }
    }
    return hash;
}

static uint64_t hash_counts(const struct llc_profiler *profiler, uint64_t hash)
{
    const struct profiler_counts *c = &profiler->counts;
    hash = hash_word(hash, (uint64_t)c->accesses << 32 | c->hits);
    hash = hash_word(hash, (uint64_t)c->private_hits << 1 | profiler->full);
    for (unsigned i = 0; i < profiler->params.slices; i++)
        hash = hash_word(hash, (uint64_t)c->slices[i] << 32 | c->of_first[i]);
    return hash;
}

uint64_t llc_profiler_hash(const struct llc_profiler *profiler)
{
    const struct profiler_events *seen = &profiler->seen;
    uint64_t hash = hash_counts(profiler, hash_rows(profiler, profiler->phase));
    for (unsigned i = 0; i < PROFILER_STAGES; i++) {
        const struct profiler_access *a = &profiler->stages[(profiler->head + i) % PROFILER_STAGES];
        hash = hash_word(hash, a->valid);
        if (a->valid)
            hash = hash_word(hash, a->tag << 16 | (uint64_t)a->row << 8 | (uint64_t)a->own << 4 |
                                       a->cluster);
    }
    hash = hash_word(hash_word(hash, seen->slices), seen->of_first ^ seen->were_first << 1);
    hash =
        hash_word(hash, (uint64_t)seen->access << 2 | (uint64_t)seen->hit << 1 | seen->private_hit);
    return hash_word(hash, (uint64_t)profiler->left << 20 | (uint64_t)profiler->usable << 19 |
                               (uint64_t)profiler->steps_left << 3 |
                               (uint64_t)profiler->wants_private << 2 |
                               (uint64_t)profiler->decided << 1 | profiler->similar);
}
