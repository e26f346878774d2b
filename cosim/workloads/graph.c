/* Text to graph: one scanner for all formats, so that every complaint names file and line; edges
 * are sorted by counting. */
#include "graph.h"

#include "rng.h"
#include "util.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX_LOG2 = 26, EDGES_MAX_LOG2 = 29 };

/* ---- edges to adjacency ---- */

struct edge_list {
    uint32_t (*edge)[2]; /* from, to */
    uint32_t used, room; /* edges */
};

static void add_edge(struct edge_list *list, uint32_t from, uint32_t to)
{
    if (list->used == 1u << EDGES_MAX_LOG2)
        die("a graph may have at most 2^%d edges", EDGES_MAX_LOG2);
    if (list->used == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        list->edge = xrealloc(list->edge, list->room * sizeof *list->edge);
    }
    list->edge[list->used][0] = from;
    list->edge[list->used++][1] = to;
}

/* Counting sort by the first node; the edges of a node keep their order. Frees the list. */
static void build(struct graph *graph, struct edge_list *list, uint32_t nodes)
{
    *graph = (struct graph){.nodes = nodes, .edges = list->used};
    graph->node = xcalloc(nodes, sizeof *graph->node);
    graph->target = xcalloc(list->used, sizeof *graph->target);
    for (uint32_t i = 0; i < list->used; i++)
        graph->node[list->edge[i][0]].degree++;
    for (uint32_t i = 1; i < nodes; i++)
        graph->node[i].start = graph->node[i - 1].start + graph->node[i - 1].degree;
    uint32_t *next = xcalloc(nodes, sizeof *next);
    for (uint32_t i = 0; i < nodes; i++) {
        next[i] = graph->node[i].start;
        if (graph->node[i].degree > graph->node[graph->source].degree)
            graph->source = i;
    }
    for (uint32_t i = 0; i < list->used; i++)
        graph->target[next[list->edge[i][0]]++] = list->edge[i][1];
    free(next);
    free(list->edge);
}

void graph_rmat(struct graph *graph, unsigned scale, unsigned edge_factor, uint64_t seed)
{
    struct edge_list list = {0};
    struct rng rng;
    rng_init(&rng, seed);
    uint64_t edges = (uint64_t)edge_factor << scale;
    if (edges <= 1u << EDGES_MAX_LOG2) {
        list.room = (uint32_t)edges;
        list.edge = xcalloc(edges, sizeof *list.edge);
    }
    for (uint64_t i = 0; i < edges; i++) {
        uint32_t from = 0, to = 0;
        for (unsigned level = 0; level < scale; level++) {
            uint32_t draw = rng_below(&rng, 100);
            from = from << 1 | (draw >= 57 + 19);
            to = to << 1 | ((draw >= 57 && draw < 57 + 19) || draw >= 57 + 19 + 19);
        }
        add_edge(&list, from, to);
    }
    build(graph, &list, 1u << scale);
}

void graph_uniform(struct graph *graph, uint32_t nodes, uint64_t seed)
{
    enum { FEWEST = 2, MOST = 4 }; /* neighbours that a node draws */
    struct edge_list list = {0};
    struct rng rng;
    rng_init(&rng, seed);
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t draws = FEWEST + rng_below(&rng, MOST - FEWEST + 1); draws; draws--) {
            uint32_t other = rng_below(&rng, nodes);
            add_edge(&list, node, other);
            add_edge(&list, other, node);
        }
    build(graph, &list, nodes);
    graph->source = 0;
}

void graph_release(struct graph *graph)
{
    free(graph->node);
    free(graph->target);
}

uint64_t graph_hash(const struct graph *graph)
{
    uint64_t hash = graph->nodes ^ (uint64_t)graph->edges << 32;
    for (uint32_t i = 0; i < graph->nodes; i++)
        for (uint32_t e = 0; e < graph->node[i].degree; e++)
            hash = (hash ^ ((uint64_t)i << 32 | graph->target[graph->node[i].start + e])) *
                   UINT64_C(0x100000001b3);
    return hash;
}

/* ---- text ---- */

struct scanner {
    const char *path;     /* for messages */
    const char *at, *end; /* rest of the text */
    unsigned line;        /* current, from 1 */
};

static void __attribute__((noreturn)) complain(const struct scanner *s, const char *expected)
{
    if (s->at == s->end)
        die("%s:%u: expected %s, but the file ends", s->path, s->line, expected);
    if (*s->at == '\n' || *s->at == '\r')
        die("%s:%u: expected %s, but the line ends", s->path, s->line, expected);
    char shown[17] = "";
    for (unsigned i = 0; i < 16 && s->at + i < s->end && isgraph((unsigned char)s->at[i]); i++)
        shown[i] = s->at[i];
    die("%s:%u: expected %s, found '%s'", s->path, s->line, expected, shown);
}

static void skip_blanks(struct scanner *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r'))
        s->at++;
}

static void skip_line(struct scanner *s)
{
    while (s->at < s->end && *s->at != '\n')
        s->at++;
}

/* To the next line with contents; comments begin with # or %. False at the end of the file. */
static bool next_content(struct scanner *s)
{
    for (;;) {
        skip_blanks(s);
        if (s->at == s->end)
            return false;
        if (*s->at == '#' || *s->at == '%')
            skip_line(s);
        else if (*s->at != '\n')
            return true;
        if (s->at < s->end) {
            s->at++;
            s->line++;
        }
    }
}

/* A number up to `max` on the current line. */
static uint32_t number(struct scanner *s, const char *expected, uint32_t max)
{
    skip_blanks(s);
    if (s->at == s->end || !isdigit((unsigned char)*s->at))
        complain(s, expected);
    uint64_t value = 0;
    const char *at = s->at;
    while (at < s->end && isdigit((unsigned char)*at)) {
        value = 10 * value + (uint64_t)(*at++ - '0');
        if (value > max)
            die("%s:%u: %s is above %" PRIu32, s->path, s->line, expected, max);
    }
    if (at < s->end && !isspace((unsigned char)*at))
        complain(s, expected);
    s->at = at;
    return (uint32_t)value;
}

/* The same, after moving to the next line that has contents if this one is used up. */
static uint32_t next_number(struct scanner *s, const char *expected, uint32_t max)
{
    next_content(s);
    return number(s, expected, max);
}

static void end_of_line(struct scanner *s)
{
    skip_blanks(s);
    if (s->at < s->end && *s->at != '\n')
        complain(s, "the end of the line");
}

/* ---- formats ---- */

/* n; n times "start degree"; source; m; m times "node cost". */
static void read_rodinia(struct scanner *s, struct graph *graph)
{
    const uint32_t edges_max = 1u << EDGES_MAX_LOG2;
    graph->nodes = next_number(s, "the number of nodes", 1u << NODES_MAX_LOG2);
    if (!graph->nodes)
        die("%s:%u: the graph has no nodes", s->path, s->line);
    if (graph->nodes > (size_t)(s->end - s->at) / 4)
        die("%s:%u: the file is too short for %" PRIu32 " nodes", s->path, s->line, graph->nodes);
    graph->node = xcalloc(graph->nodes, sizeof *graph->node);
    uint64_t needed = 0;
    for (uint32_t i = 0; i < graph->nodes; i++) {
        graph->node[i].start = next_number(s, "the first edge of a node", edges_max);
        graph->node[i].degree = next_number(s, "the degree of a node", edges_max);
        uint64_t end = (uint64_t)graph->node[i].start + graph->node[i].degree;
        needed = end > needed ? end : needed;
    }
    graph->source = next_number(s, "the source node", graph->nodes - 1);
    graph->edges = next_number(s, "the number of edges", edges_max);
    if (needed > graph->edges)
        die("%s:%u: nodes use %" PRIu64 " edges, but there are %" PRIu32, s->path, s->line, needed,
            graph->edges);
    if (graph->edges > (size_t)(s->end - s->at) / 4)
        die("%s:%u: the file is too short for %" PRIu32 " edges", s->path, s->line, graph->edges);
    graph->target = xcalloc(graph->edges, sizeof *graph->target);
    for (uint32_t i = 0; i < graph->edges; i++) {
        graph->target[i] = next_number(s, "the node at the end of an edge", graph->nodes - 1);
        next_number(s, "the cost of an edge", UINT32_MAX);
    }
    if (next_content(s))
        complain(s, "the end of the file");
}

/* Lines "from to". */
static void read_edges(struct scanner *s, struct graph *graph)
{
    struct edge_list list = {0};
    uint32_t nodes = 0;
    while (next_content(s)) {
        uint32_t from = number(s, "a node", (1u << NODES_MAX_LOG2) - 1);
        uint32_t to = number(s, "a second node", (1u << NODES_MAX_LOG2) - 1);
        end_of_line(s);
        add_edge(&list, from, to);
        nodes = from >= nodes ? from + 1 : nodes;
        nodes = to >= nodes ? to + 1 : nodes;
    }
    if (!nodes)
        die("%s:%u: the file has no edges", s->path, s->line);
    build(graph, &list, nodes);
}

/* Any number on the current line; its value is not used. */
static void skip_value(struct scanner *s)
{
    skip_blanks(s);
    char *end = NULL;
    if (s->at < s->end && !isspace((unsigned char)*s->at))
        strtod(s->at, &end);
    if (!end || end == s->at)
        complain(s, "a value");
    s->at = end;
}

static bool banner_says(const char *banner, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; i++)
        if (!strncmp(banner + i, word, size))
            return true;
    return false;
}

/* "%%MatrixMarket matrix coordinate field symmetry", sizes, entries from 1; symmetric ones stand
 * for both directions. */
static void read_matrix_market(struct scanner *s, struct graph *graph)
{
    const char *banner = s->at;
    skip_line(s);
    size_t length = (size_t)(s->at - banner);
    if (!banner_says(banner, length, "coordinate") || banner_says(banner, length, "complex"))
        die("%s:1: only real, integer or pattern matrices in coordinate form are read", s->path);
    bool both = !banner_says(banner, length, "general");
    bool valued = !banner_says(banner, length, "pattern");
    const uint32_t nodes_max = 1u << NODES_MAX_LOG2;
    uint32_t rows = next_number(s, "the number of rows", nodes_max);
    uint32_t columns = number(s, "the number of columns", nodes_max);
    uint32_t entries = number(s, "the number of entries", 1u << EDGES_MAX_LOG2);
    end_of_line(s);
    if (!rows || !columns)
        die("%s:%u: the matrix is empty", s->path, s->line);
    struct edge_list list = {0};
    for (uint32_t i = 0; i < entries; i++) {
        uint32_t row = next_number(s, "a row", rows), column = number(s, "a column", columns);
        if (valued)
            skip_value(s);
        end_of_line(s);
        if (!row || !column)
            die("%s:%u: rows and columns count from 1", s->path, s->line);
        add_edge(&list, row - 1, column - 1);
        if (both && row != column)
            add_edge(&list, column - 1, row - 1);
    }
    if (next_content(s))
        complain(s, "the end of the file");
    build(graph, &list, rows > columns ? rows : columns);
}

static bool one_number_in_line(struct scanner s)
{
    number(&s, "a number", UINT32_MAX);
    skip_blanks(&s);
    return s.at == s.end || *s.at == '\n';
}

void graph_read(struct graph *graph, const char *path)
{
    size_t size;
    char *text = read_file(path, &size);
    struct scanner s = {.path = path, .at = text, .end = text + size, .line = 1};
    *graph = (struct graph){0};
    if (banner_says(text, size < 14 ? size : 14, "%%MatrixMarket"))
        read_matrix_market(&s, graph);
    else if (!next_content(&s))
        die("%s:%u: expected a graph, but the file is empty", path, s.line);
    else if (one_number_in_line(s))
        read_rodinia(&s, graph);
    else
        read_edges(&s, graph);
    free(text);
}
