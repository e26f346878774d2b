/* String match of Mars (MapReduce), the map kernel: which lines of a text hold a word. A thread is
 * a record (mars.h), a line of the text: it looks for the ends of the words byte by byte, and
 * compares a word that is as long as the keyword with it. A warp loads
 *     text[line + i]   a byte of each of 32 lines of 20 to 60 bytes: about 9 lines of memory, each
 *                      needed again in as many steps as it has bytes of one line
 *     keyword[i]       one byte for all lanes that compare
 * A record's key is {text, keyword}, its value {offset, length, length of the keyword}; it emits
 * the offset of its first match and the length of the line. Lanes end at different lengths. */
#include "workload_class.h"

#include "mars.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT, PER_MATCH };
enum { OFFSET, LENGTH, KEYWORD_LENGTH, PLACES }; /* of a record's value */
enum { LINE_MIN = 20, LINE_MAX = 60, WORD_MIN = 2, WORD_MAX = 9 };

static const struct access load_pointer[2] = {LOAD(7, 8, 4), LOAD(8, 8, 3)};
static const struct access load_place[PLACES] = {LOAD(9, 4, 2), LOAD(10, 4, 1), LOAD(11, 4, 0)};
static const struct access load_scan = LOAD(12, 1, 0), load_text = LOAD(13, 1, 1);
static const struct access load_keyword = LOAD(25, 1, 0);
static const char keyword[] = "motor";

struct stringmatch {
    struct mars mars;
    uint64_t text, keyword; /* addresses */
    uint64_t bytes;         /* of the text */
};

/* Writes a word of `length` random letters. */
static void random_word(struct rng *rng, char *to, uint64_t length)
{
    for (uint64_t i = 0; i < length; i++)
        to[i] = (char)('a' + rng_below(rng, 26));
}

/* Writes a line of `length` characters, the last one of which ends it; words stand between blanks.
 * With a match one of the words is the keyword. */
static void random_line(struct rng *rng, char *to, uint64_t length, bool match)
{
    uint64_t at = 0;
    while (at < length) {
        uint64_t left = length - at - 1, word = WORD_MIN + rng_below(rng, WORD_MAX - WORD_MIN + 1);
        if (match && left > sizeof keyword + WORD_MIN && rng_below(rng, 3) == 0)
            word = sizeof keyword - 1;
        if (word > left || left - word <= WORD_MIN)
            word = left;
        random_word(rng, to + at, word);
        if (match && word == sizeof keyword - 1) {
            memcpy(to + at, keyword, word);
            match = false;
        }
        to[at + word] = word < left ? ' ' : '\n';
        at += word + 1;
    }
}

/* Where the first match of a line begins; -1: nowhere. */
static int64_t find(const char *line, uint64_t length)
{
    for (uint64_t start = 0, at = 0; at < length; at++) {
        if (line[at] != ' ' && line[at] != '\n')
            continue;
        if (at - start == sizeof keyword - 1 && !memcmp(line + start, keyword, at - start))
            return (int64_t)start;
        start = at + 1;
    }
    return -1;
}

static void open_stringmatch(struct workload *w)
{
    struct stringmatch *s = w->state = xcalloc(1, sizeof *s);
    uint64_t count = w->value[COUNT];
    uint32_t *length = xcalloc(count, sizeof *length);
    struct rng rng;
    rng_init(&rng, w->seed);
    for (uint64_t i = 0; i < count; i++)
        s->bytes += length[i] = LINE_MIN + rng_below(&rng, LINE_MAX - LINE_MIN + 1);
    s->text = image_allocate(&w->image, s->bytes);
    s->keyword = image_allocate(&w->image, sizeof keyword);
    memcpy(image_at(&w->image, s->keyword, sizeof keyword), keyword, sizeof keyword);
    char *text = image_at(&w->image, s->text, s->bytes);
    uint64_t matches = 0;
    for (uint64_t i = 0, at = 0; i < count; at += length[i++]) {
        random_line(&rng, text + at, length[i],
                    rng_below(&rng, (uint32_t)w->value[PER_MATCH]) == 0);
        matches += find(text + at, length[i]) >= 0;
    }
    s->mars = (struct mars){.records = count,
                            .outputs = matches,
                            .key_in = 16,
                            .val_in = 16,
                            .key_out = sizeof(int32_t),
                            .val_out = sizeof(int32_t)};
    mars_allocate(w, &s->mars);
    text = image_at(&w->image, s->text, s->bytes);
    for (uint64_t i = 0, at = 0; i < count; at += length[i++])
        mars_fill(w, &s->mars, i, (uint64_t[2]){s->text, s->keyword},
                  (int32_t[4]){(int32_t)at, (int32_t)length[i], sizeof keyword - 1},
                  find(text + at, length[i]) >= 0);
    free(length);
}

static bool next_stringmatch(struct workload *w, struct kernel *kernel)
{
    const struct stringmatch *s = w->state;
    if (w->kernels_started)
        return false;
    *kernel = mars_kernel(&s->mars);
    return true;
}

/* The lines of a warp, one per lane. */
struct lines {
    uint64_t pointer[2][LANES];   /* addresses of text and keyword */
    int32_t place[PLACES][LANES]; /* as the records say */
    int32_t start[LANES];         /* of the word that a lane is in */
    int32_t found[LANES];         /* offset of the first match */
    uint32_t matched;             /* lanes with one */
};

static void read_input(struct simt *simt, const struct mars_records *records, struct lines *lines)
{
    uint64_t address[LANES];
    for (unsigned i = 0; i < 2 + PLACES; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = i < 2 ? records->key[lane] + 8 * i : records->val[lane] + 4 * (i - 2);
        if (i < 2)
            simt_load(simt, &load_pointer[i], address, lines->pointer[i]);
        else
            simt_load(simt, &load_place[i - 2], address, lines->place[i - 2]);
    }
}

/* The active lanes' words, which are as long as the keyword; those that differ leave. */
static void compare_words(struct simt *simt, struct lines *lines)
{
    for (int32_t i = 0; i < (int32_t)sizeof keyword - 1 && simt->active; i++) {
        uint64_t address[LANES];
        char own[LANES] = {0}, wanted[LANES] = {0};
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = lines->pointer[0][lane] + (uint64_t)lines->place[OFFSET][lane] +
                            (uint64_t)(lines->start[lane] + i);
        simt_load(simt, &load_text, address, own);
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = lines->pointer[1][lane] + (uint64_t)i;
        simt_load(simt, &load_keyword, address, wanted);
        simt_alu(simt, 3);
        for (unsigned lane = 0; lane < LANES; lane++)
            if (own[lane] != wanted[lane])
                simt->active &= ~(1u << lane);
    }
    for (uint32_t rest = simt->active & ~lines->matched; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        lines->found[lane] = lines->place[OFFSET][lane] + lines->start[lane];
    }
    lines->matched |= simt->active;
}

/* Byte by byte to the ends of all lines. */
static void scan(struct simt *simt, struct lines *lines)
{
    uint32_t lanes = simt->active;
    for (int32_t at = 0; lanes; at++) {
        uint64_t address[LANES];
        char byte[LANES] = {0};
        uint32_t ended = 0, long_enough = 0;
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = lines->pointer[0][lane] + (uint64_t)(lines->place[OFFSET][lane] + at);
        simt->active = lanes;
        simt_load(simt, &load_scan, address, byte);
        simt_alu(simt, 4);
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            unsigned lane = (unsigned)__builtin_ctz(rest);
            if (byte[lane] != ' ' && byte[lane] != '\n')
                continue;
            ended |= 1u << lane;
            if (at - lines->start[lane] == lines->place[KEYWORD_LENGTH][lane])
                long_enough |= 1u << lane;
            if (at + 1 == lines->place[LENGTH][lane])
                lanes &= ~(1u << lane);
        }
        simt->active = ended;
        simt_alu(simt, 5);
        simt->active = long_enough;
        compare_words(simt, lines);
        for (uint32_t rest = ended; rest; rest &= rest - 1)
            lines->start[__builtin_ctz(rest)] = at + 1;
    }
}

static void run_stringmatch(struct workload *w, struct simt *simt, uint64_t block)
{
    const struct stringmatch *s = w->state;
    for (unsigned warp = 0; warp < MARS_WARPS; warp++) {
        struct mars_records records;
        struct lines lines = {.matched = 0};
        if (!mars_warp(&s->mars, simt, block, warp, &records))
            continue;
        mars_read(&s->mars, simt, &records);
        read_input(simt, &records, &lines);
        scan(simt, &lines);
        simt->active = lines.matched;
        if (simt->active)
            mars_emit(&s->mars, simt, &records, lines.found, lines.place[LENGTH]);
    }
}

static bool check_stringmatch(struct workload *w, workload_get *get, void *context)
{
    const struct stringmatch *s = w->state;
    const struct mars *mars = &s->mars;
    const char *text = image_at(&w->image, s->text, s->bytes);
    const int32_t(*input)[4] =
        image_at(&w->image, mars->array[MARS_INPUT_VALS], 16 * mars->records);
    uint32_t *found = xcalloc(mars->outputs, sizeof *found);
    uint32_t *length = xcalloc(mars->outputs, sizeof *length);
    uint64_t matches = 0;
    for (uint64_t i = 0; i < mars->records; i++) {
        int64_t start = find(text + input[i][OFFSET], (uint64_t)input[i][LENGTH]);
        if (start < 0)
            continue;
        found[matches] = (uint32_t)(input[i][OFFSET] + start);
        length[matches++] = (uint32_t)input[i][LENGTH];
    }
    struct result results[] = {
        {"match", mars->array[MARS_INTER_KEYS], found, matches, 0, false},
        {"length", mars->array[MARS_INTER_VALS], length, matches, 0, false},
        {"offset", mars->array[MARS_INTER_OFFSETS], mars->offsets, 4 * matches, 4, false}};
    bool right = workload_compare_all(w, results, 3, get, context);
    free(found);
    free(length);
    return right;
}

static void close_stringmatch(struct workload *w)
{
    struct stringmatch *s = w->state;
    mars_release(&s->mars);
    free(s);
}

const struct workload_class stringmatch_class = {
    .name = "stringmatch",
    .text = "string match of Mars, the map kernel: lanes scan lines of a text byte by byte",
    .parameter = {[COUNT] = {"n", "lines; the papers: 354984", 600, 1, 1 << 24},
                  [PER_MATCH] = {"rarity", "one in so many lines holds the word, or nearly so", 8,
                                 1, 1000000}},
    .open = open_stringmatch,
    .next_kernel = next_stringmatch,
    .run_block = run_stringmatch,
    .check = check_stringmatch,
    .close = close_stringmatch,
};
