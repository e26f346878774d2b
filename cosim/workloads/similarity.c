/* Similarity score of Mars (MapReduce), the map kernel: the cosine of the angle between every two
 * documents, vectors of `dimensions` floats. A thread is a record (mars.h): a pair first < second,
 * lanes are consecutive second documents of one first one. Per four dimensions a warp loads
 *     doc[first][4q..]  one float4 for all lanes of a first document
 *     doc[second][4q..] one float4 of each of 32 documents: up to 32 lines, 8 steps each
 * and adds product and both squares, so the lengths are computed again for every pair. A record's
 * key is the address of the documents, its value {first, second, dimensions}; it emits the score as
 * key and {first, second} as value. Mars sorts what was emitted, as `pagerank` does; here not. */
#include "workload_class.h"

#include "mars.h"
#include "util.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUAD = 4 };
enum { DOCUMENTS, DIMENSIONS };
enum { FIRST, SECOND, WIDTH, PLACES }; /* of a record's value */

static const struct access load_documents = LOAD(7, 8, 3);
static const struct access load_place[PLACES] = {LOAD(8, 4, 2), LOAD(9, 4, 1), LOAD(10, 4, 0)};
static const struct access load_first = LOAD(11, 16, 1), load_second = LOAD(12, 16, 0);

struct similarity {
    struct mars mars;
    uint64_t documents; /* address */
};

/* Sums of a pair. */
struct sums {
    float product, first, second; /* of products, of the squares of each */
};

static void add(struct sums *sums, float first, float second)
{
    sums->product += first * second;
    sums->first += first * first;
    sums->second += second * second;
}

static float score(const struct sums *sums)
{
    return sums->product / (sqrtf(sums->first) * sqrtf(sums->second));
}

static void open_similarity(struct workload *w)
{
    static const float range[2] = {0.5f, 8};
    if (w->value[DIMENSIONS] % QUAD)
        die("similarity: dimensions must be a multiple of %d", QUAD);
    struct similarity *s = w->state = xcalloc(1, sizeof *s);
    int32_t count = (int32_t)w->value[DOCUMENTS];
    uint64_t pairs = w->value[DOCUMENTS] * (w->value[DOCUMENTS] - 1) / 2, pair = 0;
    struct rng rng;
    rng_init(&rng, w->seed);
    s->documents =
        allocate_floats_between(w, &rng, w->value[DOCUMENTS] * w->value[DIMENSIONS], range);
    s->mars = (struct mars){.records = pairs,
                            .outputs = pairs,
                            .key_in = 8,
                            .val_in = 16,
                            .key_out = sizeof(float),
                            .val_out = 2 * sizeof(int32_t)};
    mars_allocate(w, &s->mars);
    for (int32_t first = 0; first < count; first++)
        for (int32_t second = first + 1; second < count; second++)
            mars_fill(w, &s->mars, pair++, &s->documents,
                      (int32_t[4]){first, second, (int32_t)w->value[DIMENSIONS]}, true);
}

static bool next_similarity(struct workload *w, struct kernel *kernel)
{
    const struct similarity *s = w->state;
    if (w->kernels_started)
        return false;
    *kernel = mars_kernel(&s->mars);
    return true;
}

/* The records' pairs: sums of their products and squares, four dimensions at a time. */
static void compare(struct simt *simt, const uint64_t documents[LANES],
                    int32_t place[PLACES][LANES], struct sums sums[LANES], uint64_t dimensions)
{
    uint64_t first_address[LANES], second_address[LANES];
    float first[LANES][QUAD] = {{0}}, second[LANES][QUAD] = {{0}};
    for (uint64_t d = 0; d < dimensions; d += QUAD) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t width = (uint32_t)place[WIDTH][lane];
            first_address[lane] = documents[lane] + 4 * ((uint32_t)place[FIRST][lane] * width + d);
            second_address[lane] =
                documents[lane] + 4 * ((uint32_t)place[SECOND][lane] * width + d);
        }
        simt_load(simt, &load_first, first_address, first);
        simt_load(simt, &load_second, second_address, second);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            for (unsigned i = 0; i < QUAD; i++)
                add(&sums[lane], first[lane][i], second[lane][i]);
        }
        simt_alu(simt, 3 * QUAD + 2);
    }
}

static void run_similarity(struct workload *w, struct simt *simt, uint64_t block)
{
    const struct similarity *s = w->state;
    for (unsigned warp = 0; warp < MARS_WARPS; warp++) {
        struct mars_records records;
        uint64_t documents[LANES] = {0}, address[LANES];
        int32_t place[PLACES][LANES] = {{0}}, pair[LANES][2];
        struct sums sums[LANES] = {{0}};
        float result[LANES] = {0};
        if (!mars_warp(&s->mars, simt, block, warp, &records))
            continue;
        mars_read(&s->mars, simt, &records);
        simt_load(simt, &load_documents, records.key, documents);
        for (unsigned i = 0; i < PLACES; i++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                address[lane] = records.val[lane] + 4 * i;
            simt_load(simt, &load_place[i], address, place[i]);
        }
        compare(simt, documents, place, sums, w->value[DIMENSIONS]);
        for (uint32_t rest = simt->active; rest; rest &= rest - 1) {
            int lane = __builtin_ctz(rest);
            result[lane] = score(&sums[lane]);
            pair[lane][0] = place[FIRST][lane];
            pair[lane][1] = place[SECOND][lane];
        }
        simt_arithmetic(simt, ARITHMETIC_SFU, 0, 3);
        mars_emit(&s->mars, simt, &records, result, pair);
    }
}

static bool check_similarity(struct workload *w, workload_get *get, void *context)
{
    const struct similarity *s = w->state;
    const struct mars *mars = &s->mars;
    uint64_t count = w->value[DOCUMENTS], width = w->value[DIMENSIONS], pair = 0;
    const float *document = image_at(&w->image, s->documents, 4 * count * width);
    float *scores = xcalloc(mars->records, sizeof *scores);
    uint32_t(*pairs)[2] = xcalloc(mars->records, sizeof *pairs);
    for (uint64_t first = 0; first < count; first++)
        for (uint64_t second = first + 1; second < count; second++, pair++) {
            struct sums sums = {0};
            for (uint64_t d = 0; d < width; d++)
                add(&sums, document[first * width + d], document[second * width + d]);
            scores[pair] = score(&sums);
            pairs[pair][0] = (uint32_t)first;
            pairs[pair][1] = (uint32_t)second;
        }
    struct result results[] = {
        {"score", mars->array[MARS_INTER_KEYS], scores, pair, 0, true},
        {"pair", mars->array[MARS_INTER_VALS], pairs, 2 * pair, 2, false},
        {"offset", mars->array[MARS_INTER_OFFSETS], mars->offsets, 4 * pair, 4, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(scores);
    free(pairs);
    return right;
}

static void close_similarity(struct workload *w)
{
    struct similarity *s = w->state;
    mars_release(&s->mars);
    free(s);
}

const struct workload_class similarity_class = {
    .name = "similarity",
    .text = "similarity score of Mars, the map kernel: all pairs of documents",
    .parameter = {[DOCUMENTS] = {"documents", "the papers: 512, 1024", 40, 2, 8192},
                  [DIMENSIONS] = {"dimensions", "a multiple of 4; the papers: 128, 256", 32, 4,
                                  1024}},
    .open = open_similarity,
    .next_kernel = next_similarity,
    .run_block = run_similarity,
    .check = check_similarity,
    .close = close_similarity,
};
