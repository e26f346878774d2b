/* Cores for several edges, then partitions for the same ones. Where no hub joins them they talk by
 * the networks only, whose wires stay between two edges with noc_en. So all edges up to the next
 * one with noc_en, a window, are done by one side, then by the other one: what they touch stays in
 * the first caches. The networks step before the first side's last edge and are driven behind both.
 *
 * gpu_begin belongs to the cores' side: it says in each cycle what they do. When the last kernel
 * has ended it is the slices' turn, too, and a window ends: the partitions go first only while that
 * cannot be. */
#include <stdlib.h>

#include "gpu_class.h"
#include "util.h"

enum { WINDOW_EDGES_MAX = 8 };

struct gpu_windows {
    struct gpu_side cores, partitions;
    bool partitions_first; /* in this window: who went last goes first in the next one */
    bool stepped;          /* the networks, in this window */
    uint64_t stepping;     /* those of them that do */
    unsigned busy_core;    /* one that was not done when last looked at */
};

/* Nothing but networks joins the sides, and nobody looks at the whole chip while it steps. */
static bool is_possible(const struct gpu *gpu)
{
    const struct gpu_options *options = &gpu->options;
    bool possible = !(options->no_skip || options->shuffle_seed || options->policy_seed ||
                      options->ideal_links || options->open || options->sharing || options->reuse ||
                      options->timeline || gpu->crew || gpu->ideal_ccn);
    for (unsigned i = 0; i < gpu->plan.span_count; i++)
        possible &= gpu->plan.spans[i].kind == NODE_CORE;
    return possible;
}

void gpu_init_windows(struct gpu *gpu)
{
    if (!is_possible(gpu))
        return;
    struct gpu_windows *windows = gpu->windows = xcalloc(1, sizeof *windows);
    for (unsigned c = 0; c < gpu->class_count; c++) {
        struct gpu_class *class = &gpu->classes[c];
        struct gpu_side *side = class->kind == NODE_MEMORY ? &windows->partitions : &windows->cores;
        if (class != gpu->networks)
            side->class[side->count++] = class;
    }
}

void gpu_release_windows(struct gpu *gpu)
{
    free(gpu->windows);
}

static void step_networks(struct gpu *gpu)
{
    struct gpu_windows *windows = gpu->windows;
    uint64_t *active = gpu->workers->active[gpu->networks->number];
    windows->stepped = true;
    windows->stepping = *active;
    *active = 0;
    for (uint64_t rest = windows->stepping; rest; rest &= rest - 1)
        gpu->networks->step(gpu->workers, gpu->networks, (unsigned)__builtin_ctzll(rest));
}

static void drive_networks(struct gpu *gpu)
{
    gpu->driving = true;
    for (uint64_t rest = gpu->windows->stepping; rest; rest &= rest - 1)
        gpu->networks->drive(gpu->workers, gpu->networks, (unsigned)__builtin_ctzll(rest));
    gpu->driving = false;
}

static void move_side(struct gpu *gpu, const struct gpu_side *side)
{
    for (unsigned i = 0; i < side->count; i++) {
        const struct gpu_class *class = side->class[i];
        if (class->inject)
            gpu_wake_class(gpu->workers, class);
    }
    gpu_move_side(gpu->workers, side);
    gpu_join_workers(gpu);
}

/* One side's edges of a window that begins at a cycle. Returns how many: fewer when the kernels
 * have ended. */
static unsigned run_side(struct gpu *gpu, const struct gpu_side *side, uint64_t began_at,
                         unsigned edges, bool network_edge)
{
    struct gpu_windows *windows = gpu->windows;
    bool cores = side == &windows->cores;
    for (unsigned edge = 0; edge < edges; edge++) {
        gpu->now = began_at + edge;
        gpu->clock_divider_out.en = network_edge && edge + 1 == edges;
        if (gpu->clock_divider_out.en && !windows->stepped)
            step_networks(gpu);
        if (cores && edge)
            gpu_begin(gpu);
        if (!cores && gpu->dram_wake_at <= gpu->now)
            gpu_wake_drams(gpu);
        move_side(gpu, side);
        if (cores && gpu->phase != GPU_KERNELS)
            return edge + 1;
    }
    return edges;
}

/* A core has more warps than can exit in so many edges. */
static bool kernels_go_on(const struct gpu *gpu, unsigned edges)
{
    struct gpu_windows *windows = gpu->windows;
    for (unsigned i = 0; i < gpu->config.cores; i++) {
        const struct sm *sm = &gpu->sm[windows->busy_core];
        if (sm->warp_slots - sm->free_count > edges * sm->schedulers * sm->issue_width)
            return true;
        windows->busy_core = (windows->busy_core + 1) % gpu->config.cores;
    }
    return false;
}

/* Edges until the next one with noc_en and with it. */
static unsigned edges_to_network(const struct gpu *gpu)
{
    if (gpu->clock_divider_out.en)
        return 1;
    return (unsigned)clock_divider_next(&gpu->clock_divider) + 1;
}

/* Those of a window that begins now: at least one. */
static unsigned window_edges(const struct gpu *gpu, uint64_t end)
{
    unsigned edges = edges_to_network(gpu);
    if (edges > WINDOW_EDGES_MAX)
        edges = WINDOW_EDGES_MAX;
    if (gpu->now + edges > end)
        edges = end > gpu->now ? (unsigned)(end - gpu->now) : 1;
    return edges;
}

/* Returns how many edges it had. */
static unsigned run_sides(struct gpu *gpu, unsigned edges)
{
    struct gpu_windows *windows = gpu->windows;
    uint64_t began_at = gpu->now;
    bool network_edge = edges == edges_to_network(gpu);
    windows->partitions_first = !windows->partitions_first && kernels_go_on(gpu, edges);
    if (windows->partitions_first)
        run_side(gpu, &windows->partitions, began_at, edges, network_edge);
    unsigned done = run_side(gpu, &windows->cores, began_at, edges, network_edge);
    if (!windows->partitions_first)
        run_side(gpu, &windows->partitions, began_at, done, windows->stepped);
    else if (done != edges)
        bug("the kernels ended within a window of %u edges", edges);
    gpu->now = began_at + done;
    return done;
}

bool gpu_run_window(struct gpu *gpu, uint64_t end)
{
    struct gpu_windows *windows = gpu->windows;
    if (!windows || gpu->phase != GPU_KERNELS || gpu->control[CONTROL_STAT_NODE] != GPU_STAT_NONE ||
        gpu->workers->active[gpu->perf_merge->number][0])
        return false;
    windows->stepped = false;
    windows->stepping = 0;
    if (gpu->networks_moved)
        gpu_show_networks(gpu->workers);
    unsigned edges = run_sides(gpu, window_edges(gpu, end));
    drive_networks(gpu);
    gpu->networks_moved = windows->stepped;
    for (; edges; edges--)
        clock_divider_step(&gpu->clock_divider, &gpu->clock_divider_in);
    gpu_drive_enables(gpu);
    return true;
}
