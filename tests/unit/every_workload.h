/* Every workload with inputs that run in a moment, for tests of the whole chip. */
#ifndef MEMLOOM_EVERY_WORKLOAD_H
#define MEMLOOM_EVERY_WORKLOAD_H

#include <stdio.h>
#include <string.h>

#include "config.h"
#include "gpu.h"
#include "workload.h"

static const char *const every_workload[][2] = {
    {"gemm", "m=48 n=40 k=24"},
    {"bfs", "rmat=7 edgefactor=8"},
    {"stencil", "width=70 height=33 iterations=2"},
    {"stream", "n=5000 iterations=2"},
    {"transpose", "width=70 height=45"},
    {"histogram", "n=1500 bins=37"},
    {"atax", "m=70 n=33"},
    {"syrk", "n=37 m=7"},
    {"syr2k", "n=19 m=9"},
    {"conv", "maps=3 outs=5 size=9"},
    {"squeeze", "size=13 maps=12 outs=6"},
    {"nn", "images=1"},
    {"kmeans", "n=300 features=9"},
    {"mm", "n=16"},
    {"copy", "blocks=3 iterations=6"},
    {"share", "blocks=3 iterations=17 kb=8"},
    {"order", "blocks=12 steps=30 lines=5 atomics=0"},
    {"lookup", "n=500 kb=20"},
    {"lookup",
     "n=200 kb=20 rounds=150 unroll=150"}, /* more load instructions than pdpt has entries */
};

/* Kernels of the papers, likewise: they add no kind of access to those above. */
static const char *const paper_kernels[][2] = {
    {"matrixmul", "m=32 n=48 k=32"},
    {"vectoradd", "n=3000"},
    {"blackscholes", "n=2500 blocks=6"},
    {"conv2d", "size=45"},
    {"conv3d", "size=21 planes=5"},
    {"backprop", "n=128"},
    {"hotspot", "size=31 steps=3"},
    {"lud", "n=48"},
    {"nw", "n=48"},
    {"pathfinder", "columns=700 rows=8"},
    {"srad", "rows=37 columns=30"},
    {"streamcluster", "n=600 dimensions=5"},
    {"cfd", "side=4"},
    {"cutcp", "z=1"},
    {"btree", "keys=3000 queries=14 ranges=8"},
    {"srad_v2", "size=48"},
    {"covar", "m=40 n=7"},
    {"hist64", "n=30000"},
    {"convsep", "width=128"},
    {"spmv", "rows=500"},
    {"tpacf", "points=50 sets=2"},
    {"conv1", "outs=2 size=5"},
    {"fc", "outs=20 ins=30"},
    {"similarity", "documents=25 dimensions=12"},
    {"pagerank", "n=60"},
    {"stringmatch", "n=300"},
    {"polygemm", "m=19 n=40 k=12"},
    {"stencil3d", "nx=40 ny=5 nz=5"},
    {"transpose_naive", "width=50 height=33"},
    {"binomial", "options=3 steps=64"},
    {"lbm", "x=33 y=3 z=2"},
    {"mergesort", "n=2048"},
    {"survey", "variables=50 clauses=150 blocks=2"},
    {"resnet", "maps=2 outs=4 size=9"},
    {"dwt2d", "width=70 height=19"},
};

enum {
    PAPER_KERNELS = sizeof(paper_kernels) / sizeof(*paper_kernels),
    EVERY_WORKLOAD = sizeof(every_workload) / sizeof(*every_workload),
    EVERY_WORDS_MAX = 32,
    EVERY_TEXT_MAX = 600
};

/* Splits text at blanks, in place. */
static inline int split_words(char *text, char **words)
{
    int count = 0;
    for (char *word = strtok(text, " "); word && count < EVERY_WORDS_MAX; word = strtok(NULL, " "))
        words[count++] = word;
    return count;
}

/* "key=value key=value" on top of what is set. */
static inline void set_keys(struct config *config, const char *keys)
{
    char text[EVERY_TEXT_MAX], *words[EVERY_WORDS_MAX];
    snprintf(text, sizeof(text), "%s", keys);
    int count = split_words(text, words);
    for (int i = 0; i < count; i++)
        config_set(config, "test", words[i]);
}

/* With arguments "name=value name=value". */
static inline struct workload *open_workload(const char *name, const char *arguments)
{
    char text[EVERY_TEXT_MAX], *words[EVERY_WORDS_MAX];
    snprintf(text, sizeof(text), "%s", arguments);
    int count = split_words(text, words);
    return workload_open(name, count, words, 1);
}

/* Reads the chip's memory, for workload_check. */
static inline void get_bytes(void *gpu, uint64_t address, void *bytes, size_t size)
{
    memory_read_bytes(&((const struct gpu *)gpu)->memory, address, bytes, size);
}

#endif
