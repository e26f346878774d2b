/* What a run prints for a key of its statistics against a recount. Every key is to be recounted,
 * and to be more than 0 in some run: else its check could not fail. */
#ifndef MEMLOOM_EXPECT_KEYS_H
#define MEMLOOM_EXPECT_KEYS_H

#include <math.h>
#include <stdint.h>

#include "check.h"
#include "stats_text.h"

enum { SEEN_KEYS = 160 };

/* Keys of all runs. */
static struct {
    char key[STATS_KEY_LENGTH];
    bool nonzero;
} seen_key[SEEN_KEYS];
static unsigned seen_keys;

struct comparison {
    const struct stats_text *text;
    const char *run;            /* for messages */
    bool recounted[STATS_KEYS]; /* keys of the text */
};

static void note_key(const char *key, bool nonzero)
{
    unsigned i = 0;
    while (i < seen_keys && strcmp(seen_key[i].key, key))
        i++;
    if (i == seen_keys && seen_keys < SEEN_KEYS)
        snprintf(seen_key[seen_keys++].key, STATS_KEY_LENGTH, "%s", key);
    seen_key[i].nonzero |= nonzero;
}

static void mark_recounted(struct comparison *c, const char *key)
{
    for (unsigned i = 0; i < c->text->keys; i++)
        if (!strcmp(c->text->key[i], key))
            c->recounted[i] = true;
}

/* The JSON object holds the number to six places, the table to four. */
static void expect_real(struct comparison *c, const char *key, double value)
{
    const char *json = json_value(c->text, key), *table = table_value(c->text, key);
    bool right = json && fabs(strtod(json, NULL) - value) < 0.51e-6;
    bool printed = table && fabs(strtod(table, NULL) - value) < 0.51e-4;
    CHECK(right);
    CHECK(printed);
    if (!right || !printed)
        printf("%s: %s: recount %.6f, printed %.12s and %.25s\n", c->run, key, value,
               json ? json : "nothing", table ? table : "nothing");
    mark_recounted(c, key);
    note_key(key, value > 0);
}

static void expect_count(struct comparison *c, const char *key, uint64_t value)
{
    expect_real(c, key, (double)value);
}

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* "[1, 2, 3]" of exactly these numbers. */
static void expect_array(struct comparison *c, const char *key, const uint64_t *values,
                         uint64_t count)
{
    const char *at = json_value(c->text, key);
    bool right = at && *at++ == '[';
    for (uint64_t i = 0; right && i < count; i++) {
        char *end;
        right =
            strtoull(at, &end, 10) == values[i] && end != at && *end == (i + 1 < count ? ',' : ']');
        at = end + 1;
    }
    CHECK(right);
    if (!right)
        printf("%s: %s differs from the recount\n", c->run, key);
    mark_recounted(c, key);
    note_key(key, true);
}

#endif
