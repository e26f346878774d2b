/* The threads of the chip model. A node with all its blocks, its side of the networks and the
 * routers it stands at belongs to one worker, so that most wires join blocks of the same one. Both
 * halves of an edge, steps and drives, are done by all workers at the same time: a step reads wires
 * only, and what a drive writes for another worker's blocks waits (gpu_later, mesh_join) and is done
 * by one thread behind the edge, in the order of workers. So nothing depends on who is faster.
 *
 * DRAM channels share their contents: worker 0 steps all of them, in their order. */
#include <stdlib.h>

#include "crew.h"
#include "gpu_class.h"
#include "util.h"

/* Blocks that step at an edge: with fewer of them one thread is as fast. */
enum { AWAKE_FOR_A_CREW = 16 };
/* Things that a member can leave for later at one edge: wires to neighbours and hub, errors. */
enum { LATE_OF_A_MEMBER = 4 };

unsigned gpu_worker_of(const struct gpu *gpu, enum node_kind kind, unsigned node)
{
    return kind < NODE_KINDS ? node * gpu->worker_count / gpu->plan.node[kind].count : 0;
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

static void share_member(struct gpu *gpu, const struct gpu_class *class, unsigned member)
{
    unsigned owner = gpu_worker_of(gpu, class->kind, member), word = member / 64;
    uint64_t bit = UINT64_C(1) << member % 64;
    gpu->workers[class == gpu->channels ? 0 : owner].steps[class->number][word] |= bit;
    gpu->workers[owner].drives[class->number][word] |= bit;
}

/* Each worker has a part of every network. */
static void share_network(struct gpu *gpu, unsigned network)
{
    for (unsigned i = 0; i < gpu->worker_count; i++) {
        gpu->workers[i].steps[gpu->networks->number][0] |= UINT64_C(1) << network;
        gpu->workers[i].drives[gpu->networks->number][0] |= UINT64_C(1) << network;
    }
}

/* At this edge, of the blocks that step: all that the worker has to do. */
static void visit_share(void *context, unsigned number)
{
    struct gpu *gpu = context;
    struct gpu_worker *worker = &gpu->workers[number];
    for (unsigned c = 0; c < gpu->acting_count; c++) {
        struct gpu_class *class = gpu->acting[c];
        gpu_visit *visit = gpu->driving ? class->drive : class->step;
        const uint64_t *share = (gpu->driving ? worker->drives : worker->steps)[class->number];
        for (unsigned word = 0; word * 64 < class->members; word++)
            for (uint64_t rest = class->stepping[word] & share[word]; rest; rest &= rest - 1)
                visit(worker, class, word * 64 + (unsigned)__builtin_ctzll(rest));
    }
}

void gpu_share_out(struct gpu *gpu)
{
    size_t members = 0;
    for (unsigned c = 0; c < gpu->class_count; c++) {
        struct gpu_class *class = &gpu->classes[c];
        class->number = c;
        class->active = gpu->workers[0].active[c];
        members += class->members;
        for (unsigned i = 0; i < class->members; i++)
            if (class == gpu->networks)
                share_network(gpu, i);
            else
                share_member(gpu, class, i);
    }
    if (gpu->worker_count == 1)
        return;
    for (unsigned i = 0; i < gpu->worker_count; i++)
        gpu->workers[i].late = xcalloc(members * LATE_OF_A_MEMBER, sizeof(struct gpu_late));
    gpu_divide_networks(gpu);
    gpu->crew = crew_new(gpu->worker_count, visit_share, gpu);
}

void gpu_release_workers(struct gpu *gpu)
{
    if (gpu->crew)
        crew_free(gpu->crew);
    for (unsigned i = 0; i < gpu->worker_count; i++) {
        struct gpu_worker *worker = &gpu->workers[i];
        if (worker->report != gpu->options.report)
            fclose(worker->report);
        free(worker->report_text);
        free(worker->late);
    }
    free(gpu->workers);
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

void gpu_visit_acting(struct gpu *gpu)
{
    if (gpu->crew && gpu->awake >= AWAKE_FOR_A_CREW)
        crew_run(gpu->crew);
    else
        for (unsigned i = 0; i < gpu->worker_count; i++)
            visit_share(gpu, i);
}

/* Members that other workers have woken. */
static void gather_wakes(struct gpu *gpu, struct gpu_worker *worker)
{
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned word = 0; word * 64 < gpu->classes[c].members; word++) {
            gpu->classes[c].active[word] |= worker->active[c][word];
            worker->active[c][word] = 0;
        }
}

void gpu_join_workers(struct gpu *gpu)
{
    for (struct gpu_worker *w = gpu->workers; w < gpu->workers + gpu->worker_count; w++) {
        for (unsigned i = 0; i < w->late_count; i++)
            w->late[i].visit(w, w->late[i].class, w->late[i].member);
        w->late_count = 0;
        if (w->dram_wake_at < gpu->dram_wake_at)
            gpu->dram_wake_at = w->dram_wake_at;
        if (w->last_alarm > gpu->last_alarm)
            gpu->last_alarm = w->last_alarm;
        w->dram_wake_at = UINT64_MAX;
        if (w->number)
            gather_wakes(gpu, w);
    }
}
