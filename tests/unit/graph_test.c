/* Graphs are those of their recipe, the same on every run and in every file format. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static uint64_t rmat_hash(unsigned scale, unsigned factor, uint64_t seed)
{
    struct graph graph;
    graph_rmat(&graph, scale, factor, seed);
    uint64_t hash = graph_hash(&graph);
    CHECK_EQUAL(graph.nodes, 1u << scale);
    CHECK_EQUAL(graph.edges, factor << scale);
    graph_release(&graph);
    return hash;
}

static void an_rmat_graph_depends_on_its_seed_alone(void)
{
    /* computed by an independent program (Python) from the description in graph.h */
    CHECK_EQUAL(rmat_hash(10, 8, 1), UINT64_C(0xdd8b4e303dda0d7b));
    CHECK_EQUAL(rmat_hash(10, 8, 1), rmat_hash(10, 8, 1));
    CHECK(rmat_hash(10, 8, 1) != rmat_hash(10, 8, 2));
}

/* The share of edges in each quadrant of the adjacency matrix comes near .57, .19, .19, .05. */
static void rmat_quadrants_have_their_probabilities(void)
{
    struct graph graph;
    unsigned count[4] = {0};
    graph_rmat(&graph, 14, 16, 3);
    for (uint32_t node = 0; node < graph.nodes; node++)
        for (uint32_t e = 0; e < graph.node[node].degree; e++)
            count[(node >> 13) * 2 + (graph.target[graph.node[node].start + e] >> 13)]++;
    static const double share[4] = {.57, .19, .19, .05};
    for (unsigned i = 0; i < 4; i++) {
        double seen = (double)count[i] / graph.edges;
        CHECK(seen > share[i] - .005 && seen < share[i] + .005);
    }
    graph_release(&graph);
}

/* The recipe: as many edges as there were draws, each there and back; a node has at least the two
 * that it drew itself; a search that begins at node 0 reaches nearly all in a few levels. */
static void a_uniform_graph_has_a_mean_degree_of_six(void)
{
    enum { COUNT = 65536 };
    struct graph graph, other;
    graph_uniform(&graph, COUNT, 1);
    CHECK_EQUAL(graph.nodes, COUNT);
    CHECK_EQUAL(graph.source, 0);
    double mean = (double)graph.edges / COUNT;
    CHECK(mean > 5.97 && mean < 6.03);
    uint64_t forward = 0, back = 0;
    for (uint32_t node = 0; node < COUNT; node++) {
        CHECK(graph.node[node].degree >= 2);
        for (uint32_t e = 0; e < graph.node[node].degree; e++) {
            uint32_t target = graph.target[graph.node[node].start + e];
            CHECK(target < COUNT);
            forward += (uint64_t)node << 16 ^ target; /* sums over edges and over reversed edges */
            back += (uint64_t)target << 16 ^ node;
        }
    }
    CHECK_EQUAL(forward, back);
    graph_uniform(&other, COUNT, 2);
    CHECK(graph_hash(&graph) != graph_hash(&other));
    graph_release(&other);
    graph_uniform(&other, 1, 1); /* loops only */
    CHECK(other.edges >= 4 && other.target[0] == 0);
    graph_release(&other);
    graph_release(&graph);
}

static void read_text(struct graph *graph, const char *text)
{
    char path[] = "/tmp/memloom-graph-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    graph_read(graph, path);
    unlink(path);
}

static void the_file_formats_give_the_same_graph(void)
{
    static const char *const texts[] = {
        "4\n0 2\n2 1\n3 0\n3 1\n\n0\n\n4\n1 1\n2 1\n2 7\n0 1\n",
        "# comment\n0 1\n0\t2\n1 2\r\n\n3 0",
        "%%MatrixMarket matrix coordinate real general\n%\n4 4 4\n1 2 1\n1 3 2.5\n2 3 0\n4 1 1\n"};
    uint64_t hash[3];
    for (unsigned i = 0; i < 3; i++) {
        struct graph graph;
        read_text(&graph, texts[i]);
        CHECK_EQUAL(graph.nodes, 4);
        CHECK_EQUAL(graph.edges, 4);
        CHECK_EQUAL(graph.source, 0);
        hash[i] = graph_hash(&graph);
        graph_release(&graph);
    }
    CHECK_EQUAL(hash[0], hash[1]);
    CHECK_EQUAL(hash[0], hash[2]);
    struct graph graph;
    read_text(&graph, "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 1\n3 2\n");
    CHECK_EQUAL(graph.edges, 5);
    graph_release(&graph);
    read_text(&graph, "2 0\n1 2\n");
    CHECK_EQUAL(graph.source, 1); /* the first of those with the highest degree */
    graph_release(&graph);
}

int main(void)
{
    TEST(an_rmat_graph_depends_on_its_seed_alone());
    TEST(a_uniform_graph_has_a_mean_degree_of_six());
    TEST(rmat_quadrants_have_their_probabilities());
    TEST(the_file_formats_give_the_same_graph());
    return check_report();
}
