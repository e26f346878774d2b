/* The threads of the chip model. A node with all its blocks, its side of the networks and the
 * routers it stands at belongs to one worker, so that most wires join blocks of the same one. Both
 * halves of an edge, steps and drives, are done by all workers at the same time: a step reads wires
 * only, and what a drive writes for another worker's blocks waits (gpu_later) and is done by one
 * thread behind the edge, in the order of workers. So nothing depends on who is faster.
 *
 * DRAM channels share their contents: one thread steps all of them, in their order, before that. */
#include <stdlib.h>

#include "crew.h"
#include "gpu_class.h"
#include "util.h"

/* Steps of an edge: after one with fewer of them one thread is as fast. */
enum { VISITS_FOR_A_CREW = 16 };
/* Things that a member can leave for later at one edge: wires to neighbours, to the hub, errors. */
enum { LATE_OF_A_MEMBER = EACH_MAX + 4 };

unsigned gpu_worker_of(const struct gpu *gpu, enum node_kind kind, unsigned node)
{
    return kind < NODE_KINDS ? node * gpu->worker_count / gpu->plan.node[kind].count : 0;
}

/* Two workers write no cache line both: where the second one's share begins, a line does. With more
 * of them their borders may lie in a line. */
void *gpu_member_array(struct gpu *gpu, const struct gpu_class *class, size_t size)
{
    size_t before = 0;
    for (unsigned i = 0; i < class->members; i++)
        before += gpu_worker_of(gpu, class->kind, i) == 0;
    size_t gap = (CACHE_LINE - before * size % CACHE_LINE) % CACHE_LINE;
    char *memory = xcalloc(CACHE_LINE + gap + class->members * size, 1);
    gap += (CACHE_LINE - (uintptr_t)memory % CACHE_LINE) % CACHE_LINE;
    *NEW_IN(gpu->arrays, gpu->array_count) = memory;
    return memory + gap;
}

void gpu_init_workers(struct gpu *gpu)
{
    gpu->worker_count = gpu->options.threads ? gpu->options.threads : 1;
    gpu->workers = xcalloc(gpu->worker_count, sizeof *gpu->workers);
    for (unsigned i = 0; i < gpu->worker_count; i++) {
        struct gpu_worker *worker = &gpu->workers[i];
        worker->gpu = gpu;
        worker->number = i;
        worker->report = gpu->options.report;
        if (gpu->worker_count == 1 || !gpu->options.report)
            continue;
        worker->report = open_memstream(&worker->report_text, &worker->report_size);
        if (!worker->report)
            die("no memory for the reports of thread %u", i + 1);
    }
}

/* A word of the class's members: moves `active`, and whose pause ends in this cycle, to `stepping`.
 */
static inline uint64_t choose_word(struct gpu_worker *worker, const struct gpu_class *class,
                                   unsigned word)
{
    unsigned number = class->number;
    uint64_t chosen = worker->active[number][word];
    if (class->pauses) {
        uint64_t *rings = &worker->alarms[number][worker->gpu->now % PAUSE_MAX][word];
        chosen |= *rings;
        *rings = 0;
    }
    worker->active[number][word] = 0;
    worker->stepping[number][word] = chosen;
    return chosen;
}

/* Returns whether there is something. Most classes are one word: without the loop for them the run
 * of a stream takes 0.7% fewer instructions. */
static inline bool choose_members(struct gpu_worker *worker, const struct gpu_class *class)
{
    uint64_t any = choose_word(worker, class, 0);
    if (class->words > 1)
        for (unsigned word = 1; word < class->words; word++)
            any |= choose_word(worker, class, word);
    return any;
}

/* So many members of the worker's share step. */
static unsigned count_steps(const struct gpu_worker *worker)
{
    unsigned steps = 0;
    for (unsigned c = 0; c < worker->acting_count; c++)
        for (unsigned word = 0; word < worker->acting[c]->words; word++)
            steps +=
                (unsigned)__builtin_popcountll(worker->stepping[worker->acting[c]->number][word]);
    return steps;
}

/* Whether all members of the class step before those of the workers' shares: DRAM channels, whose
 * contents are one memory. */
static bool steps_before(const struct gpu *gpu, const struct gpu_class *class)
{
    return gpu->crew && class == gpu->channels;
}

/* It acts at this edge if members of it step. */
static void choose_class(struct gpu_worker *worker, struct gpu_class *class)
{
    worker->acting[worker->acting_count] = class;
    worker->acting_count += steps_before(worker->gpu, class) || choose_members(worker, class);
}

/* The networks keep theirs until their clock is enabled; of a divided one all parts are stepped
 * then, because each worker knows its own only. */
void gpu_choose_steps(struct gpu_worker *worker)
{
    struct gpu *gpu = worker->gpu;
    bool noc_en = gpu->clock_divider_out.en;
    gpu_wake_ports(worker);
    worker->acting_count = worker->late_count = 0;
    worker->dram_wake_at = UINT64_MAX;
    for (unsigned c = 0; c < gpu->class_count; c++) {
        struct gpu_class *class = &gpu->classes[c];
        if (class == gpu->networks && !noc_en)
            continue;
        if (class == gpu->networks && gpu->crew)
            worker->active[c][0] = (UINT64_C(1) << class->members) - 1;
        choose_class(worker, class);
    }
    worker->visits = gpu->crew ? count_steps(worker) : 0;
}

/* Classes from the first to the last, then back, at the next edge the other way round: what was
 * touched last is touched first, while it is still in the caches. */
static void visit_acting(struct gpu_worker *worker, bool driving)
{
    bool back = driving ^ (worker->gpu->now & 1);
    for (unsigned n = 0; n < worker->acting_count; n++) {
        struct gpu_class *class = worker->acting[back ? worker->acting_count - 1 - n : n];
        if (driving)
            gpu_drive_members(worker, class);
        else if (!steps_before(worker->gpu, class))
            gpu_step_members(worker, class);
    }
}

void gpu_move_side(struct gpu_worker *worker, const struct gpu_side *side)
{
    struct gpu *gpu = worker->gpu;
    worker->acting_count = 0;
    worker->dram_wake_at = UINT64_MAX;
    for (unsigned i = 0; i < side->count; i++)
        choose_class(worker, side->class[i]);
    visit_acting(worker, false);
    gpu->driving = true;
    visit_acting(worker, true);
    gpu->driving = false;
}

/* A worker's part of the edge: its share's steps, or its share's drives. */
static void move_share(void *context, unsigned number)
{
    struct gpu *gpu = context;
    struct gpu_worker *worker = &gpu->workers[number];
    if (!gpu->driving)
        gpu_choose_steps(worker);
    visit_acting(worker, gpu->driving);
}

static void share_class(struct gpu *gpu, struct gpu_class *class)
{
    class->worker = xcalloc(class->members, sizeof(*class->worker));
    for (unsigned i = 0; i < class->members; i++)
        class->worker[i] = &gpu->workers[gpu_worker_of(gpu, class->kind, i)];
    if (class->inject)
        gpu_share_places(class);
    for (unsigned i = 0; class->pauses && i < gpu->worker_count; i++)
        gpu->workers[i].alarms[class->number] =
            xcalloc(PAUSE_MAX, sizeof *gpu->workers[i].alarms[class->number]);
}

void gpu_share_out(struct gpu *gpu)
{
    size_t members = 0;
    for (unsigned c = 0; c < gpu->class_count; c++) {
        gpu->classes[c].words = bits_words(gpu->classes[c].members);
        members += gpu->classes[c].members;
        share_class(gpu, &gpu->classes[c]);
    }
    if (gpu->worker_count == 1)
        return;
    gpu_divide_networks(gpu);
    for (unsigned i = 0; i < gpu->worker_count; i++)
        gpu->workers[i].late = xcalloc(members * LATE_OF_A_MEMBER, sizeof(struct gpu_late));
    gpu->crew = crew_new(gpu->worker_count, move_share, gpu);
}

void gpu_release_workers(struct gpu *gpu)
{
    if (gpu->crew)
        crew_free(gpu->crew);
    for (unsigned i = 0; i < gpu->worker_count; i++) {
        struct gpu_worker *worker = &gpu->workers[i];
        if (worker->report != gpu->options.report)
            fclose(worker->report);
        for (unsigned c = 0; c < gpu->class_count; c++)
            free(worker->alarms[c]);
        free(worker->report_text);
        free(worker->late);
    }
    free(gpu->workers);
    for (unsigned i = 0; i < gpu->array_count; i++)
        free(gpu->arrays[i]);
    free(gpu->arrays);
}

void gpu_later(struct gpu_worker *worker, gpu_visit *visit, struct gpu_class *class,
               unsigned member)
{
    if (worker->late)
        worker->late[worker->late_count++] = (struct gpu_late){visit, class, member};
    else
        visit(worker, class, member);
}

void gpu_pass_report(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    (void)class;
    (void)member;
    FILE *report = worker->gpu->options.report;
    if (worker->report == report)
        return;
    fflush(worker->report);
    fwrite(worker->report_text, 1, worker->report_size, report);
    rewind(worker->report);
}

bool gpu_is_active(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->worker_count; i++)
        for (unsigned c = 0; c < gpu->class_count; c++)
            for (unsigned word = 0; word * 64 < gpu->classes[c].members; word++)
                if (gpu->workers[i].active[c][word] | gpu->workers[i].busy[c][word])
                    return true;
    return false;
}

static void step_channels(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->worker_count; i++)
        if (choose_members(&gpu->workers[i], gpu->channels))
            gpu_step_members(&gpu->workers[i], gpu->channels);
}

static void move_all(struct gpu *gpu)
{
    unsigned least = gpu->options.shared_from ? gpu->options.shared_from : VISITS_FOR_A_CREW;
    if (gpu->crew && gpu->visits >= least)
        crew_run(gpu->crew);
    else
        for (unsigned i = 0; i < gpu->worker_count; i++)
            move_share(gpu, i);
}

void gpu_move_workers(struct gpu *gpu)
{
    if (gpu->crew)
        step_channels(gpu);
    move_all(gpu);
    gpu->driving = true;
    move_all(gpu);
}

void gpu_join_workers(struct gpu *gpu)
{
    unsigned visits = 0;
    for (struct gpu_worker *w = gpu->workers; w < gpu->workers + gpu->worker_count; w++) {
        for (unsigned i = 0; i < w->late_count; i++)
            w->late[i].visit(w, w->late[i].class, w->late[i].member);
        if (w->dram_wake_at < gpu->dram_wake_at)
            gpu->dram_wake_at = w->dram_wake_at;
        if (w->last_alarm > gpu->last_alarm)
            gpu->last_alarm = w->last_alarm;
        visits += w->visits;
    }
    gpu->visits = visits;
}
