/* The storage of line protection: its parts are instances in the text of l1_cache. */
#include "emit_protection.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum group { TDA, VTA, PDPT, ADDED, GROUPS };

static const char *const group_names[GROUPS] = {"tda", "vta", "pdpt", "added"};

/* Where l1_protect stands in l1_cache. */
#define PROTECTION "protection."

/* A part of l1_protect and the group it is counted in; `marks` bits of each word count as added. */
static const struct kind {
    const char *path, *meaning;
    enum group group;
    unsigned marks;
} kinds[] = {
    {PROTECTION "words", "instruction id and protected life per line", TDA, 0},
    {PROTECTION "victims.entry_words", "tag and instruction id per victim", VTA, 0},
    {PROTECTION "victims.order_words", "LRU order and valid bits of the victims", ADDED, 0},
    {PROTECTION "victims", "registers: used sets, credit", ADDED, 0},
    {PROTECTION "predictions.checks", "check bits of the instruction", PDPT, 1},
    {PROTECTION "predictions.tda_table", "TDA hits", PDPT, 0},
    {PROTECTION "predictions.vta_table", "VTA hits", PDPT, 0},
    {PROTECTION "predictions.distances", "protection distance", PDPT, 0},
    {PROTECTION "predictions.distances_to_read", "second copy of the distances, to read", ADDED, 0},
    {PROTECTION "predictions", "registers: sample, global hits, walk", ADDED, 0},
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

struct table {
    struct storage_part parts[KINDS]; /* by kind; width 0: not in this chip */
    uint64_t bits[GROUPS];
};

/* Instances of one name stand side by side, one for each way. */
static void add(void *context, const struct storage_part *part)
{
    struct table *table = context;
    for (unsigned i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].path, part->path) != 0)
            continue;
        uint64_t beside = table->parts[i].width;
        table->parts[i] = *part;
        table->parts[i].width += beside;
        table->bits[kinds[i].group] += (part->width - kinds[i].marks) * part->depth;
        table->bits[ADDED] += kinds[i].marks * part->depth;
    }
}

/* False when the chip has none of it. All cores are alike. */
static bool count(const struct emission *emission, struct table *table)
{
    *table = (struct table){.bits = {0}};
    for (unsigned i = 0; i < emission->use_count; i++) {
        const struct instance *sample = emission->uses[i].sample;
        if (!strcmp(sample->of->name, "l1_cache"))
            storage_visit(emission->design, sample->of, sample->values, add, table);
    }
    return table->bits[TDA] > 0;
}

void emit_protection_json(const struct emission *emission, FILE *file)
{
    struct table table;
    if (!count(emission, &table))
        return;
    fputs("  \"line_protection\": {\n    \"source\": \"icpp18 section 4.3\",\n", file);
    for (unsigned g = 0; g < GROUPS; g++)
        fprintf(file, "    \"%s_bits\": %" PRIu64 ",\n    \"%s_bytes\": %.15g,\n", group_names[g],
                table.bits[g], group_names[g], (double)table.bits[g] / 8);
    fputs("    \"parts\": [", file);
    const char *separator = "";
    for (unsigned i = 0; i < KINDS; i++) {
        const struct storage_part *part = &table.parts[i];
        if (!part->width)
            continue;
        fprintf(file,
                "%s\n      {\"path\": \"l1_cache.%s\", \"meaning\": \"%s\", \"group\": \"%s\", "
                "\"words\": %" PRIu64 ", \"width\": %" PRIu64 ", \"added_per_word\": %u}",
                separator, kinds[i].path, kinds[i].meaning, group_names[kinds[i].group],
                part->depth, part->width,
                kinds[i].group == ADDED ? (unsigned)part->width : kinds[i].marks);
        separator = ",";
    }
    fputs("\n    ]\n  },\n", file);
}

void emit_protection_table(const struct emission *emission, FILE *file)
{
    static const char *const titles[GROUPS] = {"TDA, ids and lives", "VTA", "PDPT",
                                               "added by the RTL"};
    struct table table;
    if (!count(emission, &table))
        return;
    fputs("## Line protection, each core [icpp18 section 4.3]\n"
          "| part | words x bits | paper's fields | added by the RTL |\n|---|--:|--:|--:|\n",
          file);
    for (unsigned i = 0; i < KINDS; i++) {
        const struct storage_part *part = &table.parts[i];
        uint64_t marks = kinds[i].group == ADDED ? part->width : kinds[i].marks;
        if (part->width)
            fprintf(file, "| %s: %s | %" PRIu64 " x %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
                    kinds[i].path + strlen(PROTECTION), kinds[i].meaning, part->depth, part->width,
                    (part->width - marks) * part->depth, marks * part->depth);
    }
    for (unsigned g = 0; g < GROUPS; g++)
        fprintf(file, "| **%s** | | %s%.15g B%s |\n", titles[g], g == ADDED ? "| " : "",
                (double)table.bits[g] / 8, g == ADDED ? "" : " |");
    fputs(
        "\nBesides, the queues of l1_cache and l1_arbiter carry 14 bits per access: instruction id "
        "and check bits.\n\n",
        file);
}
