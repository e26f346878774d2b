/* SHOC's sparse matrix times vector, CSR, a lane per row, single precision. Blocks of 128 lanes. A
 * warp loads where its rows begin and end (two loads of one array), and per element of a row
 * column, value and the vector's element: lanes are in rows of their own, so columns and values
 * touch a line per few lanes, the vector is gathered (by texture in SHOC, by plain loads here, as
 * in Accel-Sim's version). A warp runs as long as its longest row. All cores read the vector. */
#include "workload_class.h"

#include "graph.h"
#include "threads.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 128, WARPS = THREADS / LANES };
enum { ROWS };

static const struct access load_begin = LOAD(1, 4, 1), load_end = LOAD(2, 4, 0);
static const struct access load_column = LOAD(3, 4, 1), load_value = LOAD(4, 4, 1);
static const struct access load_vector = LOAD(5, 4, 0), store_out = STORE(6, 4);

struct spmv {
    struct graph graph;                       /* edges: elements of the matrix */
    uint64_t row, column, value, vector, out; /* addresses */
};

static void open_spmv(struct workload *w)
{
    struct spmv *spmv = w->state = xcalloc(1, sizeof *spmv);
    struct graph *graph = &spmv->graph;
    if (w->file)
        graph_read(graph, w->file);
    else
        graph_uniform(graph, (uint32_t)w->value[ROWS], w->seed);
    uint64_t rows = graph->nodes, count = graph->edges;
    struct rng rng;
    rng_init(&rng, w->seed);
    spmv->value = allocate_random_floats(w, &rng, count);
    spmv->column = image_allocate(&w->image, 4 * count);
    spmv->row = image_allocate(&w->image, 4 * (rows + 1));
    spmv->vector = allocate_random_floats(w, &rng, rows);
    spmv->out = image_allocate(&w->image, 4 * rows);
    uint32_t *row = image_at(&w->image, spmv->row, 4 * (rows + 1));
    for (uint64_t i = 0; i < rows; i++)
        row[i] = graph->node[i].start;
    row[rows] = graph->edges;
    memcpy(image_at(&w->image, spmv->column, 4 * count), graph->target, 4 * count);
}

static bool next_spmv(struct workload *w, struct kernel *kernel)
{
    const struct spmv *spmv = w->state;
    if (w->kernels_started)
        return false;
    *kernel = (struct kernel){
        .name = "spmv", .blocks = (spmv->graph.nodes + THREADS - 1) / THREADS, .warps = WARPS};
    return true;
}

/* The current warp's rows, of which lane 0 has row `first`. */
static void run_rows(const struct spmv *spmv, struct simt *simt, uint64_t first)
{
    int32_t begin[LANES] = {0}, end[LANES] = {0}, column[LANES] = {0};
    int64_t element[LANES];
    float value[LANES] = {0}, vector[LANES] = {0}, sum[LANES] = {0};
    uint32_t lanes = simt->active;
    load_row(simt, &load_begin, spmv->row + 4 * first, begin);
    load_row(simt, &load_end, spmv->row + 4 * (first + 1), end);
    for (int32_t step = 0;; step++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            element[lane] = begin[lane] + step;
            if (element[lane] >= end[lane])
                simt->active &= ~(1u << lane);
        }
        if (!simt->active)
            break;
        load_elements(simt, &load_column, spmv->column, element, column);
        load_elements(simt, &load_value, spmv->value, element, value);
        for (unsigned lane = 0; lane < LANES; lane++)
            element[lane] = column[lane];
        load_elements(simt, &load_vector, spmv->vector, element, vector);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            sum[lane] += value[lane] * vector[lane];
        }
        simt_alu(simt, 4);
    }
    simt->active = lanes;
    store_row(simt, &store_out, spmv->out + 4 * first, sum);
}

static void run_spmv(struct workload *w, struct simt *simt, uint64_t index)
{
    const struct spmv *spmv = w->state;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        uint64_t first = index * THREADS + warp * LANES;
        begin_warp(simt, warp, THREADS);
        simt_alu(simt, 4);
        simt->active = low_lanes((int64_t)spmv->graph.nodes - (int64_t)first);
        if (simt->active)
            run_rows(spmv, simt, first);
    }
}

static bool check_spmv(struct workload *w, workload_get *get, void *context)
{
    const struct spmv *spmv = w->state;
    const struct graph *graph = &spmv->graph;
    const float *value = image_at(&w->image, spmv->value, 4 * (uint64_t)graph->edges);
    const float *vector = image_at(&w->image, spmv->vector, 4 * (uint64_t)graph->nodes);
    float *out = xcalloc(graph->nodes, sizeof *out);
    for (uint32_t row = 0; row < graph->nodes; row++) {
        const struct graph_node *node = &graph->node[row];
        for (uint32_t i = node->start; i < node->start + node->degree; i++)
            out[row] += value[i] * vector[graph->target[i]];
    }
    struct result result = {"out", spmv->out, out, graph->nodes, 0, true};
    bool right = workload_compare(w, &result, get, context);
    free(out);
    return right;
}

static void close_spmv(struct workload *w)
{
    struct spmv *spmv = w->state;
    graph_release(&spmv->graph);
    free(spmv);
}

const struct workload_class spmv_class = {
    .name = "spmv",
    .text = "sparse matrix times vector, a lane per row, after SHOC: gathers",
    .parameter = {[ROWS] = {"rows", "of a uniform matrix, 6 elements each", 1024, 1, 1 << 22}},
    .file_text = "matrix instead, as graphs of bfs: Matrix Market coordinate; values are random",
    .file_says = 1 << ROWS,
    .open = open_spmv,
    .next_kernel = next_spmv,
    .run_block = run_spmv,
    .check = check_spmv,
    .close = close_spmv,
};
