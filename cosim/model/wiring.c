/* See wiring.h. */
#include "wiring.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

static void print_bit(FILE *file, const char *name, struct gpu_bit bit)
{
    fprintf(file, ".%s = {%u, %u, %u}, ", name, bit.byte, bit.mask, bit.alone);
}

static void print_words(FILE *file, const char *name, const uint64_t words[FLAG_WORDS])
{
    fprintf(file, ".%s = {", name);
    for (unsigned i = 0; i < FLAG_WORDS; i++)
        fprintf(file, "0x%" PRIx64 ", ", words[i]);
    fputs("}, ", file);
}

static void print_runs(FILE *file, unsigned number, const struct gpu_offer *offer)
{
    fprintf(file, "    static const struct gpu_run runs_%u[] = {", number);
    for (unsigned i = 0; i < offer->run_count; i++)
        fprintf(file, "{%u, %u, %u}, ", offer->runs[i].from, offer->runs[i].to,
                offer->runs[i].bytes);
    fputs("{0, 0, 0}};\n", file);
}

static void print_offer(FILE *file, unsigned number, const struct gpu_offer *offer)
{
    const struct gpu_route *route = &offer->route;
    const struct gpu_run *redecided = &offer->redecided;
    fprintf(file, "        {.end = %u, .in_size = %u, ", offer->end, offer->in_size);
    print_bit(file, "valid", offer->valid);
    print_bit(file, "to_valid", offer->to_valid);
    print_bit(file, "ready", offer->ready);
    fprintf(file, ".always = %u, .wakes = %u, .stays = %u, ", offer->always, offer->wakes,
            offer->stays);
    fprintf(file, ".redecided = {%u, %u, %u}, ", redecided->from, redecided->to, redecided->bytes);
    fprintf(file, ".runs = (struct gpu_run *)runs_%u, .word_count = %u, .run_count = %u, ", number,
            offer->word_count, offer->run_count);
    fprintf(file, ".route = {%u, %u, %u, %u, %u, %u, %u, %u, %u}},\n", route->way, route->from_id,
            route->from_dest, route->from_src, route->from_line, route->to_id, route->to_dest,
            route->to_src, route->id_bits);
}

static void print_answer(FILE *file, const struct gpu_answer *answer)
{
    fprintf(file, "        {.end = %u, .in_size = %u, .out_size = %u, ", answer->end,
            answer->in_size, answer->out_size);
    print_bit(file, "ready", answer->ready);
    print_bit(file, "to_ready", answer->to_ready);
    print_bit(file, "valid", answer->valid);
    print_bit(file, "taken", answer->taken);
    fputs("},\n", file);
}

static void print_tap(FILE *file, const struct gpu_tap *tap)
{
    fprintf(file, "        {.end = %u, .in_size = %u, .kind = %u, ", tap->end, tap->in_size,
            tap->kind);
    print_bit(file, "from", tap->from);
    print_bit(file, "to", tap->to);
    print_bit(file, "partner", tap->partner);
    fputs("},\n", file);
}

static void print_table(FILE *file, const struct gpu_wiring *wiring)
{
    const struct gpu_flags *flags = &wiring->flags;
    const struct gpu_pulses *pulses = &wiring->pulses;
    fprintf(file, "    static const struct gpu_wiring wiring = {.in_size = %u, .out_size = %u,\n",
            wiring->in_size, wiring->out_size);
    fprintf(file, "        .flags = {.unknown = %u, ", flags->unknown != 0);
    print_words(file, "read", flags->read);
    print_words(file, "acted_upon", flags->acted_upon);
    print_words(file, "offered", flags->offered);
    fputs("},\n        .offers = offers, .answers = answers, .taps = taps, ", file);
    fprintf(file, ".offer_count = %u, .answer_count = %u, .tap_count = %u, .others = %u,\n",
            wiring->offer_count, wiring->answer_count, wiring->tap_count, wiring->others);
    fprintf(file, "        .pulses = {.count = %u, .end = %u, .to = %u, .own = 0x%" PRIx64 ", ",
            pulses->count, pulses->end, pulses->to, pulses->own);
    fputs(".pulse = {", file);
    for (unsigned i = 0; i < pulses->count; i++)
        fprintf(file, "{%u, %u}, ", pulses->pulse[i].byte, pulses->pulse[i].element);
    fputs("{0, 0}}}};\n", file);
}

char *wiring_text(const struct gpu_wiring *wiring)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        die("no memory for the text of a class's links");
    for (unsigned i = 0; i < wiring->offer_count; i++)
        print_runs(file, i, &wiring->offers[i]);
    fputs("    static const struct gpu_offer offers[] = {\n", file);
    for (unsigned i = 0; i < wiring->offer_count; i++)
        print_offer(file, i, &wiring->offers[i]);
    fputs("        {.runs = NULL}};\n    static const struct gpu_answer answers[] = {\n", file);
    for (unsigned i = 0; i < wiring->answer_count; i++)
        print_answer(file, &wiring->answers[i]);
    fputs("        {.end = 0}};\n    static const struct gpu_tap taps[] = {\n", file);
    for (unsigned i = 0; i < wiring->tap_count; i++)
        print_tap(file, &wiring->taps[i]);
    fputs("        {.end = 0}};\n", file);
    print_table(file, wiring);
    fclose(file);
    return text;
}

gpu_visit *wiring_known(const struct gpu_wiring *wiring)
{
    char *text = wiring_text(wiring);
    const struct known_wiring *known = known_wirings;
    while (known->text && strcmp(known->text, text))
        known++;
    free(text);
    return known->carry;
}
