/* Text to numbers: see numbers.h. */
#include "numbers.h"

#include "util.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add(struct numbers *numbers, uint64_t *room, float value)
{
    if (numbers->count == *room) {
        *room = 2 * *room + 1024;
        numbers->value = xrealloc(numbers->value, *room * sizeof *numbers->value);
    }
    numbers->value[numbers->count++] = value;
}

enum { LINES_PER_WORD = 1000, WORD_SHOWN = 17 };

/* What is no number in a table: the KDD Cup data of Rodinia's kmeans has a line with such words,
 * which its atof takes as 0. */
struct words {
    uint64_t line, lines;   /* of the first word; with any */
    uint64_t last;          /* line with one */
    char first[WORD_SHOWN]; /* for messages */
};

/* A few words count as 0; a file that has them all over is none of numbers. */
static void judge(const struct numbers *numbers, const struct words *words, uint64_t lines)
{
    if (words->lines * LINES_PER_WORD > lines)
        die("%s:%" PRIu64 ": '%s' is no number", numbers->path, words->line, words->first);
    if (words->lines)
        fprintf(stderr,
                "memloom: note: %s:%" PRIu64 ": '%s' is no number, words count as 0 "
                "(lines that have any: %" PRIu64 ")\n",
                numbers->path, words->line, words->first, words->lines);
}

static void note_word(struct words *words, uint64_t line, const char *shown)
{
    if (!words->lines) {
        words->line = line;
        memcpy(words->first, shown, WORD_SHOWN);
    }
    words->lines += line != words->last;
    words->last = line;
}

/* The number at `at`, which ends at a blank; returns its end. `words`: NULL, or what is none counts
 * as 0. */
static const char *parse(const struct numbers *numbers, uint64_t line, const char *at,
                         const char *end, struct words *words, float *value)
{
    char *behind;
    *value = strtof(at, &behind);
    const char *word = at;
    while (word < end && !isspace((unsigned char)*word))
        word++;
    if (behind != word || !isfinite(*value)) {
        char shown[WORD_SHOWN] = "";
        for (unsigned i = 0; i < WORD_SHOWN - 1 && at + i < word; i++)
            shown[i] = at[i] > ' ' && at[i] <= '~' ? at[i] : '?';
        if (!words)
            die("%s:%" PRIu64 ": '%s' is no number", numbers->path, line, shown);
        note_word(words, line, shown);
        *value = 0;
    }
    return word;
}

/* `columns`: numbers in every line; 0: whatever the first one has; NULL: they need not agree. */
static void read_lines(struct numbers *numbers, const char *at, const char *end, uint64_t line,
                       uint64_t *columns)
{
    uint64_t room = 0, first = 0;
    struct words words = {0};
    float value;
    for (;; at++) {
        while (at < end && *at != '\n' && isspace((unsigned char)*at))
            at++;
        if (at < end && *at != '\n') {
            at = parse(numbers, line, at, end, columns ? &words : NULL, &value);
            add(numbers, &room, value);
            at--;
            continue;
        }
        uint64_t found = numbers->count - first;
        if (columns && found && !*columns)
            *columns = found;
        if (columns && found && found != *columns)
            die("%s:%" PRIu64 ": %" PRIu64 " numbers in this line, %" PRIu64 " in those before it",
                numbers->path, line, found, *columns);
        if (at >= end) {
            judge(numbers, &words, line);
            return;
        }
        first = numbers->count;
        line++;
    }
}

static void read_all(struct numbers *numbers, const char *path, const char *mark, uint64_t *columns)
{
    size_t size;
    char *text = read_file(path, &size), *at = text;
    *numbers = (struct numbers){.path = path};
    if (mark && (size < strlen(mark) || strncmp(text, mark, strlen(mark))))
        die("%s:1: expected '%s'", path, mark);
    if (mark)
        at += strlen(mark);
    read_lines(numbers, at, text + size, 1, columns);
    if (!numbers->count)
        die("%s:1: expected numbers, but there are none", path);
    free(text);
}

void numbers_read(struct numbers *numbers, const char *path)
{
    read_all(numbers, path, NULL, NULL);
}

uint64_t numbers_read_table(struct numbers *numbers, const char *path)
{
    uint64_t columns = 0;
    read_all(numbers, path, NULL, &columns);
    return columns;
}

void numbers_read_pgm(struct numbers *numbers, const char *path)
{
    read_all(numbers, path, "P2", NULL);
}

void numbers_release(struct numbers *numbers)
{
    free(numbers->value);
}

uint64_t numbers_count_at(const struct numbers *numbers, uint64_t index, const char *name,
                          uint64_t most)
{
    float value = index < numbers->count ? numbers->value[index] : 0;
    if (value < 1 || value > (float)most || value != floorf(value))
        die("%s: %s: %g is no count from 1 to %" PRIu64, numbers->path, name, (double)value, most);
    return (uint64_t)value;
}

void numbers_must_be(const struct numbers *numbers, uint64_t count)
{
    if (numbers->count != count)
        die("%s: %" PRIu64 " numbers where there should be %" PRIu64, numbers->path, numbers->count,
            count);
}

uint64_t numbers_square(const struct numbers *numbers, uint64_t most)
{
    uint64_t side = 1;
    while (side < most && side * side < numbers->count)
        side++;
    numbers_must_be(numbers, side * side);
    return side;
}
