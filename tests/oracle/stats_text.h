/* Reads what `memloom sim` prints: the JSON object of `--json`, one key per line, and the table on
 * the terminal. */
#ifndef MEMLOOM_STATS_TEXT_H
#define MEMLOOM_STATS_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATS_KEYS = 160, STATS_KEY_LENGTH = 48 };

struct stats_text {
    char *json, *table;
    char key[STATS_KEYS][STATS_KEY_LENGTH]; /* of the JSON object, in order */
    unsigned keys;
};

/* What stands behind the key in the JSON object, NULL: no such key. */
static const char *json_value(const struct stats_text *text, const char *key)
{
    char quoted[STATS_KEY_LENGTH + 8];
    snprintf(quoted, sizeof quoted, "\n  \"%s\": ", key);
    const char *at = strstr(text->json, quoted);
    return at ? at + strlen(quoted) : NULL;
}

/* What stands behind the key in the table. */
static const char *table_value(const struct stats_text *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text->table; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, key, length) && line[length] == ' ')
            return line + length;
    }
    return NULL;
}

static void list_keys(struct stats_text *text)
{
    text->keys = 0;
    for (const char *line = strchr(text->json, '\n'); line; line = strchr(line + 1, '\n')) {
        const char *end = strncmp(line, "\n  \"", 4) ? NULL : strchr(line + 4, '"');
        if (end && text->keys < STATS_KEYS)
            snprintf(text->key[text->keys++], STATS_KEY_LENGTH, "%.*s", (int)(end - line - 4),
                     line + 4);
    }
}

static void stats_text_release(struct stats_text *text)
{
    free(text->json);
    free(text->table);
}

#endif
