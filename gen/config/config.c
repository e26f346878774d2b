/* Configuration table and reader: `key = value` lines, presets, ranges, suggestions. Every mistake
 * becomes one line "where: key = value: reason"; they are collected, config_check reports them
 * together. Rules between keys are in config_rules.c, what follows from them in config_derive.c. */
#include "config.h"
#include "util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const struct config_key config_keys[] = {
#define SECTION(title) {.section = #title},
#define KEY(id, def, low, high, names, measure, meaning, origin)                                   \
    {.name = #id,                                                                                  \
     .offset = offsetof(struct config, id),                                                        \
     .standard = def,                                                                              \
     .min = low,                                                                                   \
     .max = high,                                                                                  \
     .choices = names,                                                                             \
     .unit = measure,                                                                              \
     .text = meaning,                                                                              \
     .source = origin},
#include "config.def"
};
const unsigned config_key_count = sizeof config_keys / sizeof *config_keys;

static unsigned *field(struct config *config, const struct config_key *key)
{
    return (unsigned *)(void *)((char *)config + key->offset);
}

unsigned config_get(const struct config *config, const struct config_key *key)
{
    return *(const unsigned *)(const void *)((const char *)config + key->offset);
}

bool config_has(const struct config *config, const struct config_key *key)
{
    return config_get(config, key) > key->min;
}

void config_init(struct config *config)
{
    memset(config, 0, sizeof *config);
    for (unsigned i = 0; i < config_key_count; i++)
        if (config_keys[i].name)
            *field(config, &config_keys[i]) = config_keys[i].standard;
}

void config_complain(struct config *config, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vadd_complaint(&config->complaints, format, arguments);
    va_end(arguments);
}

const struct config_key *config_find(const char *name)
{
    for (unsigned i = 0; i < config_key_count; i++)
        if (config_keys[i].name && !strcmp(config_keys[i].name, name))
            return &config_keys[i];
    return NULL;
}

const struct config_key *config_nearest(const char *name)
{
    const struct config_key *nearest = NULL;
    unsigned least = 0;
    for (unsigned i = 0; i < config_key_count; i++) {
        const struct config_key *key = &config_keys[i];
        unsigned distance = key->name ? edit_distance(name, key->name) : 0;
        if (key->name && (!nearest || distance < least)) {
            nearest = key;
            least = distance;
        }
    }
    return nearest;
}

const char *config_section(const struct config_key *key)
{
    while (!key->section)
        key--;
    return key->section;
}

/* The length of the choice at `text`, which ends at '|' or at the end. */
static size_t choice_length(const char *text)
{
    return strcspn(text, "|");
}

void config_value_text(const struct config_key *key, unsigned value, char *text, size_t size)
{
    const char *choice = key->choices;
    if (!choice) {
        snprintf(text, size, "%u", value);
        return;
    }
    for (; value && choice[choice_length(choice)]; value--)
        choice += choice_length(choice) + 1;
    snprintf(text, size, "%.*s", (int)choice_length(choice), choice);
}

void config_range_text(const struct config_key *key, char *text, size_t size)
{
    if (!key->choices) {
        snprintf(text, size, "%u..%u", key->min, key->max);
        return;
    }
    size_t used = 0;
    for (const char *choice = key->choices; used < size; choice += choice_length(choice) + 1) {
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? " or " : "",
                                 (int)choice_length(choice), choice);
        if (!choice[choice_length(choice)])
            break;
    }
}

/* Reads a value of the key; false when it is none. */
static bool parse_value(const struct config_key *key, const char *text, unsigned *value)
{
    if (key->choices) {
        for (*value = 0; *value <= key->max; ++*value) {
            char name[64];
            config_value_text(key, *value, name, sizeof name);
            if (!strcmp(name, text))
                return true;
        }
        return false;
    }
    uint64_t number;
    if (!parse_number(text, &number) || number < key->min || number > key->max)
        return false;
    *value = (unsigned)number;
    return true;
}

/* Removes the white space around text, in place. */
static char *strip(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* `text` is one assignment and is changed; `section` is the one it stands in, or NULL. */
static void assign(struct config *config, const char *where, const char *section, char *text)
{
    text = strip(text);
    char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        config_complain(config, "%s: '%.60s': expected key = value", where, text);
        return;
    }
    *equals = '\0';
    const char *name = strip(text), *value = strip(equals + 1);
    const struct config_key *key = config_find(name);
    unsigned number;
    char range[128];
    if (!key) {
        config_complain(
            config, "%s: %.60s = %.60s: there is no such key; %s", where, name, value,
            did_you_mean(name, config_nearest(name)->name, "`memloom config list` lists them"));
    } else if (section && strcmp(section, config_section(key))) {
        config_complain(config, "%s: %s = %.60s: the key belongs to section [%s], not [%s]", where,
                        name, value, config_section(key), section);
    } else if (!parse_value(key, value, &number)) {
        config_range_text(key, range, sizeof range);
        config_complain(config, "%s: %s = %.60s: the value must be %s%s%s", where, name, value,
                        range, *key->unit ? " " : "", key->unit);
    } else {
        *field(config, key) = number;
    }
}

void config_set(struct config *config, const char *where, const char *assignment)
{
    char *text = xstrdup(assignment);
    assign(config, where, NULL, text);
    free(text);
}

/* The table's copy of a section's name, or NULL. */
static const char *find_section(const char *name)
{
    for (unsigned i = 0; i < config_key_count; i++)
        if (config_keys[i].section && !strcmp(config_keys[i].section, name))
            return config_keys[i].section;
    return NULL;
}

/* Handles one line of a file, whose comment is removed; returns the section from here on. */
static const char *read_line(struct config *config, const char *where, const char *section,
                             char *line)
{
    line = strip(line);
    size_t length = strlen(line);
    if (!length)
        return section;
    if (*line != '[') {
        assign(config, where, section, line);
        return section;
    }
    const char *found = NULL;
    if (line[length - 1] == ']') {
        line[length - 1] = '\0';
        found = find_section(strip(line + 1));
    }
    if (!found)
        config_complain(config, "%s: there is no section '%.60s'", where, strip(line + 1));
    return found;
}

void config_text(struct config *config, const char *where, const char *text, size_t size)
{
    if (memchr(text, '\0', size)) {
        config_complain(config, "%s: this is not a text file", where);
        return;
    }
    char *copy = xcalloc(size + 1, 1), *next = copy;
    memcpy(copy, text, size);
    if (!strncmp(next, "\xef\xbb\xbf", 3)) /* the mark that some editors put in front of UTF-8 */
        next += 3;
    const char *section = NULL;
    for (unsigned number = 1; next; number++) {
        char *line = next, *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        line[strcspn(line, "#\n")] = '\0';
        char *place = xasprintf("%.200s:%u", where, number);
        section = read_line(config, place, section, line);
        free(place);
    }
    free(copy);
}

void config_file(struct config *config, const char *path)
{
    size_t size;
    char *text = read_file(path, &size);
    config_text(config, path, text, size);
    free(text);
}

void config_preset(struct config *config, const char *name)
{
    char known[256] = "";
    for (const struct preset *preset = presets; preset->name; preset++) {
        if (!strcmp(preset->name, name)) {
            char *where = xasprintf("presets/%s.conf", name);
            config_text(config, where, preset->text, strlen(preset->text));
            free(where);
            return;
        }
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", preset->name);
    }
    config_complain(config, "--preset: there is no preset '%.60s'; there are: %s", name, known);
}

void config_require_rtl(const struct config *config, const char *command)
{
    if (config->ccn == CCN_IDEAL)
        die("%s: ccn = ideal is of the model alone (memloom sim); there is RTL for basic and "
            "throttled",
            command);
}

void config_check(struct config *config)
{
    char *complaints = config_finish(config);
    if (complaints)
        die(strchr(complaints, '\n') ? "mistakes in the configuration:\n%s" : "%s", complaints);
}
