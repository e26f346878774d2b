/* Workloads executed functionally: results equal plain C, wrong results are reported, streams are
 * well formed. */
#include "workload_run.h"

#include <stdlib.h>

static void results_equal_plain_c(void)
{
    static const struct job jobs[] = {{"gemm", {0}, 0},
                                      {"gemm", {"m=1", "n=33", "k=1"}, 3},
                                      {"gemm", {"m=9", "n=1", "k=40"}, 3},
                                      {"stream", {0}, 0},
                                      {"stream", {"n=1", "iterations=3"}, 2},
                                      {"stencil", {0}, 0},
                                      {"stencil", {"width=3", "height=3", "iterations=2"}, 3},
                                      {"stencil", {"width=65", "height=9"}, 2},
                                      {"bfs", {"rmat=6"}, 1},
                                      {"bfs", {"rmat=11", "edgefactor=3", "group=3"}, 3},
                                      {"bfs", {"rmat=5", "group=5"}, 2},
                                      {"transpose", {0}, 0},
                                      {"transpose", {"width=1", "height=77"}, 2},
                                      {"histogram", {0}, 0},
                                      {"histogram", {"n=31", "bins=1"}, 2},
                                      {"atax", {0}, 0},
                                      {"atax", {"m=300", "n=1"}, 2},
                                      {"atax", {"m=33", "n=259"}, 2},
                                      {"syrk", {0}, 0},
                                      {"syrk", {"n=1", "m=5"}, 2},
                                      {"syrk", {"n=45", "m=7"}, 2},
                                      {"syr2k", {0}, 0},
                                      {"syr2k", {"n=45", "m=7"}, 2},
                                      {"conv", {0}, 0},
                                      {"conv", {"size=6", "radius=3", "maps=3"}, 3},
                                      {"conv", {"size=32", "radius=0", "outs=2"}, 3},
                                      {"conv", {"size=27", "radius=2", "maps=2"}, 3},
                                      {"squeeze", {0}, 0},
                                      {"squeeze", {"size=55", "maps=3", "outs=5"}, 3},
                                      {"squeeze", {"size=1", "outs=2", "groups=3"}, 3},
                                      {"nn", {0}, 0},
                                      {"nn", {"images=3", "layers=4"}, 2},
                                      {"kmeans", {0}, 0},
                                      {"kmeans", {"n=1300", "features=3", "clusters=5"}, 3},
                                      {"mm", {0}, 0},
                                      {"mm", {"n=4"}, 1},
                                      {"mm", {"n=20"}, 1},
                                      {"lookup", {0}, 0},
                                      {"lookup", {"n=321", "kb=1", "tables=2"}, 3},
                                      {"copy", {0}, 0},
                                      {"copy", {"blocks=3", "iterations=5"}, 2},
                                      {"share", {0}, 0},
                                      {"share", {"blocks=7", "iterations=27", "kb=3"}, 3},
                                      {"share", {"blocks=2", "iterations=17"}, 2},
                                      {"order", {0}, 0},
                                      {"order", {"blocks=9", "steps=40", "lines=1"}, 3},
                                      {"order", {"blocks=9", "lines=3", "barrier=7"}, 3},
                                      {"order", {"blocks=1", "lines=32"}, 2},
                                      {"matrixmul", {0}, 0},
                                      {"matrixmul", {"tile=32"}, 1},
                                      {"matrixmul", {"m=16", "n=48", "k=32"}, 3},
                                      {"vectoradd", {0}, 0},
                                      {"vectoradd", {"n=33"}, 1},
                                      {"blackscholes", {0}, 0},
                                      {"blackscholes", {"n=3333", "blocks=3"}, 2},
                                      {"blackscholes", {"n=1", "blocks=2"}, 2},
                                      {"conv2d", {0}, 0},
                                      {"conv2d", {"size=3"}, 1},
                                      {"conv2d", {"size=67"}, 1},
                                      {"conv3d", {0}, 0},
                                      {"conv3d", {"size=3", "planes=3"}, 2},
                                      {"conv3d", {"size=33", "planes=5"}, 2},
                                      {"backprop", {0}, 0},
                                      {"backprop", {"n=16"}, 1},
                                      {"hotspot", {0}, 0},
                                      {"hotspot", {"size=1"}, 1},
                                      {"hotspot", {"size=37", "pyramid=3", "steps=8"}, 3},
                                      {"hotspot", {"size=30", "pyramid=7", "steps=9"}, 3},
                                      {"lud", {0}, 0},
                                      {"lud", {"n=16"}, 1},
                                      {"lud", {"n=80"}, 1},
                                      {"nw", {0}, 0},
                                      {"nw", {"n=16", "penalty=0"}, 2},
                                      {"nw", {"n=80"}, 1},
                                      {"pathfinder", {0}, 0},
                                      {"pathfinder", {"columns=1", "rows=7"}, 2},
                                      {"pathfinder", {"columns=600", "rows=50", "pyramid=20"}, 3},
                                      {"srad", {0}, 0},
                                      {"srad", {"rows=2", "columns=2", "steps=3"}, 3},
                                      {"srad", {"rows=19", "columns=27", "steps=2"}, 3},
                                      {"streamcluster", {0}, 0},
                                      {"streamcluster", {"n=33", "dimensions=3", "centers=1"}, 3},
                                      {"streamcluster", {"n=700", "centers=37", "candidates=3"}, 3},
                                      {"cfd", {0}, 0},
                                      {"cfd", {"side=1"}, 1},
                                      {"cfd", {"side=3", "window=1"}, 2},
                                      {"cutcp", {0}, 0},
                                      {"cutcp", {"x=1", "y=2", "z=1"}, 3},
                                      {"cutcp", {"x=2", "y=1", "cutoff=9"}, 3},
                                      {"btree", {0}, 0},
                                      {"btree", {"keys=1", "queries=3", "ranges=2"}, 3},
                                      {"btree", {"keys=300", "fill=2"}, 2},
                                      {"srad_v2", {0}, 0},
                                      {"srad_v2", {"size=32", "steps=3"}, 2},
                                      {"srad_v2", {"size=144", "steps=2"}, 2},
                                      {"covar", {0}, 0},
                                      {"covar", {"m=1", "n=1"}, 2},
                                      {"covar", {"m=300", "n=3"}, 2},
                                      {"hist64", {0}, 0},
                                      {"hist64", {"n=16"}, 1},
                                      {"hist64", {"n=5200"}, 1},
                                      {"convsep", {0}, 0},
                                      {"convsep", {"width=256", "height=128"}, 2},
                                      {"spmv", {0}, 0},
                                      {"spmv", {"rows=1"}, 1},
                                      {"spmv", {"rows=333"}, 1},
                                      {"tpacf", {0}, 0},
                                      {"tpacf", {"points=1", "sets=1"}, 2},
                                      {"tpacf", {"points=300", "sets=2"}, 2},
                                      {"conv1", {0}, 0},
                                      {"conv1", {"size=35", "outs=1"}, 2},
                                      {"fc", {0}, 0},
                                      {"fc", {"outs=3", "ins=1"}, 2},
                                      {"similarity", {0}, 0},
                                      {"similarity", {"documents=2", "dimensions=4"}, 2},
                                      {"similarity", {"documents=70"}, 1},
                                      {"pagerank", {0}, 0},
                                      {"pagerank", {"n=1"}, 1},
                                      {"pagerank", {"n=1024"}, 1},
                                      {"stringmatch", {0}, 0},
                                      {"stringmatch", {"n=1000", "rarity=1"}, 2},
                                      {"stringmatch", {"n=33", "rarity=1000000"}, 2},
                                      {"polygemm", {0}, 0},
                                      {"polygemm", {"m=9", "n=33", "k=1"}, 3},
                                      {"stencil3d", {0}, 0},
                                      {"stencil3d", {"nx=3", "ny=3", "nz=3"}, 3},
                                      {"stencil3d", {"nx=34", "ny=7", "steps=3"}, 3},
                                      {"transpose_naive", {0}, 0},
                                      {"transpose_naive", {"width=17", "height=49"}, 2},
                                      {"binomial", {0}, 0},
                                      {"binomial", {"options=1", "steps=32"}, 2},
                                      {"binomial", {"options=2", "steps=1024"}, 2},
                                      {"lbm", {0}, 0},
                                      {"lbm", {"x=1", "y=1", "z=1"}, 3},
                                      {"lbm", {"x=40", "y=5", "steps=3"}, 3},
                                      {"mergesort", {0}, 0},
                                      {"mergesort", {"n=1024"}, 1},
                                      {"mergesort", {"n=16384"}, 1},
                                      {"survey", {0}, 0},
                                      {"survey", {"variables=3", "clauses=1"}, 2},
                                      {"survey", {"blocks=1", "iterations=5", "rounds=4"}, 3},
                                      {"resnet", {0}, 0},
                                      {"resnet", {"size=1"}, 1},
                                      {"resnet", {"size=35", "maps=2", "outs=4"}, 3},
                                      {"dwt2d", {0}, 0},
                                      {"dwt2d", {"width=1", "height=1"}, 2},
                                      {"dwt2d", {"width=481", "height=130", "levels=3"}, 3}};
    for (unsigned i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        char *arguments[3];
        memcpy(arguments, jobs[i].arguments, sizeof arguments);
        check_case("results of %s, job %u", jobs[i].name, i);
        struct workload *w = workload_open(jobs[i].name, jobs[i].count, arguments, i);
        struct tally tally = run(w);
        const char *wrong = workload_check(w, get_image, w);
        CHECK(!wrong);
        if (wrong)
            printf("    %s\n", wrong);
        CHECK(tally.lanes[INSTRUCTION_LOAD] > 0);
        workload_close(w);
    }
}

static void a_wrong_word_is_named(void)
{
    char *arguments[] = {"m=4", "n=8", "k=5"};
    struct workload *w = workload_open("gemm", 3, arguments, 1);
    run(w);
    uint64_t c = w->image.used - 256 + IMAGE_BASE; /* the last array, 128 bytes */
    float wrong = 1e9f;
    memcpy(image_at(&w->image, c + 4 * 21, 4), &wrong, 4);
    const char *message = workload_check(w, get_image, w);
    CHECK(message && strstr(message, "gemm: C[2][5] at 0x") && strstr(message, "got 1e+09"));
    workload_close(w);
}

/* A memory in which one word of the results is wrong, counted in the order of comparison. */
struct flipped {
    struct workload *workload;
    uint64_t words, wrong; /* read so far; the wrong one, UINT64_MAX: none */
};

static void get_flipped(void *context, uint64_t address, void *bytes, size_t size)
{
    struct flipped *flipped = context;
    get_image(flipped->workload, address, bytes, size);
    if (flipped->wrong - flipped->words < size / 4)
        ((uint32_t *)bytes)[flipped->wrong - flipped->words] ^= 1;
    flipped->words += size / 4;
}

/* The results are so many words, and no one of them may be wrong: of every `step` one is tried. */
static void wrong_words_are_found(const struct job *job, uint64_t words, uint64_t step)
{
    char *arguments[3];
    memcpy(arguments, job->arguments, sizeof arguments);
    check_case("a wrong word in the results of %s", job->name);
    struct workload *w = workload_open(job->name, job->count, arguments, 1);
    run(w);
    struct flipped flipped = {.workload = w, .wrong = UINT64_MAX};
    CHECK(!workload_check(w, get_flipped, &flipped));
    CHECK_EQUAL(flipped.words, words);
    for (uint64_t wrong = 0; wrong < words; wrong += step) {
        flipped = (struct flipped){.workload = w, .wrong = wrong};
        CHECK(workload_check(w, get_flipped, &flipped));
    }
    workload_close(w);
}

static void every_word_of_the_results_is_compared(void)
{
    static const struct {
        struct job job;
        uint64_t words;
    } expected[] = {
        {{"gemm", {"m=37", "n=70", "k=3"}, 3}, 37 * 70},
        {{"bfs", {"rmat=9"}, 1}, 512},
        {{"stencil", {"width=67", "height=21"}, 2}, 67 * 21},
        {{"stream", {"n=3000"}, 1}, 3000},
        {{"transpose", {"width=70", "height=45"}, 2}, 70 * 45},
        {{"histogram", {"n=900", "bins=50"}, 2}, 50},
        {{"atax", {"m=70", "n=33"}, 2}, 70 + 33},
        {{"syrk", {"n=37", "m=9"}, 2}, 37 * 37},
        {{"syr2k", {"n=19", "m=9"}, 2}, 19 * 19},
        {{"conv", {"maps=3", "outs=5", "size=9"}, 3}, 5 * 9 * 9},
        {{"squeeze", {"maps=5", "outs=3", "size=13"}, 3}, 2 * 3 * 13 * 13},
        {{"nn", {"images=2", "layers=4"}, 2}, 2 * (6 * 13 * 13 + 50 * 5 * 5 + 100 + 10)},
        {{"kmeans", {"n=300", "features=5"}, 2}, 300},
        {{"mm", {"n=12"}, 1}, 7 * 12 * 12}, /* products and their bookkeeping */
        {{"lookup", {"n=300", "kb=2"}, 2}, 300},
        {{"copy", {"blocks=2", "iterations=3"}, 2}, 2 * 3 * 6 * 32},
        {{"share", {"blocks=2", "iterations=8"}, 2}, 4 + 2 * 13 * 32},
        {{"order", {"blocks=9", "steps=30", "lines=5"}, 3}, 2 * 5 * 32},
        {{"probe", {"lines=4"}, 1}, 1},
        {{"matrixmul", {"m=16", "n=32", "k=16"}, 3}, 16 * 32},
        {{"vectoradd", {"n=900"}, 1}, 900},
        {{"blackscholes", {"n=200", "blocks=1"}, 2}, 2 * 200},
        {{"conv2d", {"size=20"}, 1}, 20 * 20},
        {{"conv3d", {"size=9", "planes=4"}, 2}, 4 * 9 * 9},
        {{"backprop", {"n=16"}, 1}, 2 * 17 * 17 + 16},
        {{"hotspot", {"size=18"}, 1}, 18 * 18},
        {{"lud", {"n=32"}, 1}, 32 * 32},
        {{"nw", {"n=16"}, 1}, 17 * 17},
        {{"pathfinder", {"columns=300", "rows=6"}, 2}, 300},
        {{"srad", {"rows=20", "columns=17"}, 2}, 20 * 17},
        {{"streamcluster", {"n=50", "dimensions=3", "centers=4"}, 3}, 50 * 5 + 13},
        {{"cfd", {"side=2"}, 1}, 5 * 192},
        {{"cutcp", {"x=1", "y=1", "z=1"}, 3}, 512},
        {{"btree", {"queries=9", "ranges=5"}, 2}, 9 + 2 * 5},
        {{"srad_v2", {"size=32"}, 1}, 32 * 32},
        {{"covar", {"m=13", "n=5"}, 2}, 14 + 14 * 6 + 14 * 14},
        {{"hist64", {"n=16384"}, 1}, 2 * 64 + 64},
        {{"spmv", {"rows=150"}, 1}, 150},
        {{"tpacf", {"points=20", "sets=2"}, 2}, 5 * 40},
        {{"conv1", {"size=4", "outs=2"}, 2}, 2 * 4 * 4},
        {{"fc", {"outs=30", "ins=5"}, 2}, 30},
        {{"similarity", {"documents=10", "dimensions=8"}, 2}, 7 * 45},
        {{"pagerank", {"n=100"}, 1}, 2 * 100 + 4 * 128},
        {{"stringmatch", {"n=90", "rarity=3"}, 2}, 6 * 29},
        {{"polygemm", {"m=9", "n=20", "k=3"}, 3}, 9 * 20},
        {{"stencil3d", {"nx=10", "ny=5", "nz=4"}, 3}, 10 * 5 * 4},
        {{"transpose_naive", {"width=20", "height=18"}, 2}, 20 * 18},
        {{"binomial", {"options=7", "steps=32"}, 2}, 7},
        {{"survey", {"variables=20", "clauses=30"}, 2}, 4 * 90 + 4 + 8 + 5 + 20 + 5},
        {{"resnet", {"maps=2", "outs=2", "size=5"}, 3}, 2 * 25},
        {{"dwt2d", {"width=9", "height=5"}, 2}, 3 * 45},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
        wrong_words_are_found(&expected[i].job, expected[i].words, 1);
    wrong_words_are_found(&(struct job){"convsep", {0}, 0}, 2 * 128 * 64, 37);
    wrong_words_are_found(&(struct job){"lbm", {"x=4", "y=3", "z=2"}, 3}, 20 * 12 * 3 * 6, 7);
    wrong_words_are_found(&(struct job){"mergesort", {"n=1024"}, 1}, 2 * 1024, 7);
}

int main(void)
{
    results_equal_plain_c();
    TEST(a_wrong_word_is_named());
    every_word_of_the_results_is_compared();
    return check_report();
}
