/* Graphs for bfs: readers of three text formats and two generators. docs/workloads.md describes
 * the formats. */
#ifndef MEMLOOM_GRAPH_H
#define MEMLOOM_GRAPH_H

#include <stdint.h>

struct graph_node {
    uint32_t start;  /* index of its first edge */
    uint32_t degree; /* number of edges */
};

struct graph {
    uint32_t nodes;  /* number of nodes, at least 1 */
    uint32_t edges;  /* number of directed edges */
    uint32_t source; /* where a search begins: named by file or recipe, else the first node of the
                        highest degree */
    struct graph_node *node; /* [nodes] */
    uint32_t *target;        /* [edges] node at the end of each edge */
};

/* Reads a Rodinia graph, an edge list or a Matrix Market coordinate file; dies with "file:line:
 * reason". */
void graph_read(struct graph *, const char *path);
/* 2^scale nodes, 2^scale * edge_factor directed edges; each goes to one of the four quadrants of
 * the adjacency matrix with probability .57, .19, .19, .05 at every level (Chakrabarti, Zhan,
 * Faloutsos 2004). The same seed gives the same graph everywhere. */
void graph_rmat(struct graph *, unsigned scale, unsigned edge_factor, uint64_t seed);
/* Each node in turn draws 2 to 4 neighbours, any node as likely, with an edge there and one back:
 * mean degree 6, the recipe of Rodinia's inputs (its graphgen). Search begins at node 0, as there.
 */
void graph_uniform(struct graph *, uint32_t nodes, uint64_t seed);
void graph_release(struct graph *);
/* For tests: equal graphs have equal hashes. */
uint64_t graph_hash(const struct graph *);

#endif
