/* What classes carry along their links (wiring.h): those of a preset's chip do so by functions made
 * for them, which do what the table says, and a table that differs in anything is not taken for one
 * that is known. */
#include <stddef.h>

#include "blocks.h"
#include "gpu_class.h"
#include "machine.h"

static void start_preset(struct machine *machine, const char *preset, const char *keys,
                         struct gpu_options options)
{
    static struct plan plan;
    struct config config;
    config_init(&config);
    config_preset(&config, preset);
    set_keys(&config, keys);
    config_check(&config);
    plan_chip(&plan, &config);
    machine->workload = open_workload("gemm", "m=48 n=48 k=16");
    machine->gpu = gpu_new(&plan, &machine->workload, &options);
}

static void all_links_are_known(const struct gpu *gpu)
{
    for (const struct gpu_class *c = gpu->classes; c < gpu->classes + gpu->class_count; c++)
        if (c->offer_count || c->answer_count) {
            CHECK(c->carry && c->carry != gpu_carry);
            CHECK(c->carry == wiring_known(&c->wiring));
        }
}

/* To the end of the run, with a look at the whole state now and then. */
static void same_by_table(const char *preset, const char *keys)
{
    struct machine known, by_table;
    unsigned looks = 0, different = 0;
    start_preset(&known, preset, keys, (struct gpu_options){0});
    start_preset(&by_table, preset, keys, (struct gpu_options){.by_table = true});
    check_case("links of %s %s are known, and go by functions as by their table", preset, keys);
    all_links_are_known(known.gpu);
    for (uint64_t stop = HASH_CYCLES; known.gpu->phase != GPU_DONE; stop += HASH_CYCLES) {
        while (known.gpu->now < stop && known.gpu->phase != GPU_DONE)
            gpu_tick(known.gpu);
        meet(known.gpu, &by_table, 1);
        looks++;
        different +=
            known.gpu->now != by_table.gpu->now || gpu_hash(known.gpu) != gpu_hash(by_table.gpu);
    }
    CHECK(looks > 2);
    CHECK_EQUAL(different, 0);
    CHECK(!gpu_check_results(known.gpu, 0));
    finish(&known);
    finish(&by_table);
}

/* A number in the table: where, of how many bytes. */
struct field {
    const char *name;
    size_t at, bytes;
};
#define FIELD(type, name)                                                                          \
    {                                                                                              \
#name, offsetof(struct type, name), sizeof(((struct type *)0)->name)                       \
    }

static const struct field of_table[] = {
    FIELD(gpu_wiring, in_size),
    FIELD(gpu_wiring, out_size),
    FIELD(gpu_wiring, flags.unknown),
    FIELD(gpu_wiring, flags.read[0]),
    FIELD(gpu_wiring, flags.read[3]),
    FIELD(gpu_wiring, flags.acted_upon[2]),
    FIELD(gpu_wiring, flags.offered[1]),
    FIELD(gpu_wiring, others),
    FIELD(gpu_wiring, pulses.end),
    FIELD(gpu_wiring, pulses.to),
    FIELD(gpu_wiring, pulses.own),
    FIELD(gpu_wiring, pulses.pulse[0].byte),
    FIELD(gpu_wiring, pulses.pulse[0].element),
};
static const struct field of_offer[] = {
    FIELD(gpu_offer, end),
    FIELD(gpu_offer, in_size),
    FIELD(gpu_offer, valid.byte),
    FIELD(gpu_offer, valid.mask),
    FIELD(gpu_offer, valid.alone),
    FIELD(gpu_offer, to_valid.byte),
    FIELD(gpu_offer, to_valid.mask),
    FIELD(gpu_offer, to_valid.alone),
    FIELD(gpu_offer, ready.byte),
    FIELD(gpu_offer, ready.mask),
    FIELD(gpu_offer, always),
    FIELD(gpu_offer, wakes),
    FIELD(gpu_offer, stays),
    FIELD(gpu_offer, redecided.from),
    FIELD(gpu_offer, redecided.to),
    FIELD(gpu_offer, redecided.bytes),
    FIELD(gpu_offer, word_count),
    FIELD(gpu_offer, route.way),
    FIELD(gpu_offer, route.from_id),
    FIELD(gpu_offer, route.from_dest),
    FIELD(gpu_offer, route.from_src),
    FIELD(gpu_offer, route.from_line),
    FIELD(gpu_offer, route.to_id),
    FIELD(gpu_offer, route.to_dest),
    FIELD(gpu_offer, route.to_src),
    FIELD(gpu_offer, route.id_bits),
};
static const struct field of_run[] = {FIELD(gpu_run, from), FIELD(gpu_run, to),
                                      FIELD(gpu_run, bytes)};
static const struct field of_answer[] = {
    FIELD(gpu_answer, end),           FIELD(gpu_answer, in_size),
    FIELD(gpu_answer, out_size),      FIELD(gpu_answer, ready.byte),
    FIELD(gpu_answer, ready.mask),    FIELD(gpu_answer, to_ready.byte),
    FIELD(gpu_answer, to_ready.mask), FIELD(gpu_answer, to_ready.alone),
    FIELD(gpu_answer, valid.byte),    FIELD(gpu_answer, valid.mask),
    FIELD(gpu_answer, taken.byte),    FIELD(gpu_answer, taken.mask),
};
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* With a bit of each field turned the table, of which `part` is one, is another one: not known, or
 * that of another class. */
static void each_field_counts(struct gpu_wiring *wiring, void *part, const struct field *fields,
                              size_t count)
{
    gpu_visit *known = wiring_known(wiring);
    for (size_t i = 0; i < count; i++) {
        unsigned char *byte = (unsigned char *)part + fields[i].at;
        check_case("a table with another %s is not taken for a known one", fields[i].name);
        *byte ^= 1;
        CHECK(known && wiring_known(wiring) != known);
        *byte ^= 1;
        CHECK(wiring_known(wiring) == known);
    }
}

/* Of a class of the chip a copy that may be changed. */
static void other_tables_are_told_apart(void)
{
    struct machine machine;
    start_preset(&machine, "pact20", "shared_l1=off l1_policy=private", (struct gpu_options){0});
    struct gpu_class *l1 = gpu_class_of(machine.gpu, NODE_CORE, &l1_cache_block);
    struct gpu_wiring wiring = l1->wiring;
    each_field_counts(&wiring, &wiring, of_table, COUNT(of_table));
    each_field_counts(&wiring, l1->offers, of_offer, COUNT(of_offer));
    each_field_counts(&wiring, (void *)l1->offers->runs, of_run, COUNT(of_run));
    each_field_counts(&wiring, l1->answers, of_answer, COUNT(of_answer));
    finish(&machine);
}

int main(void)
{
    for (const struct preset *preset = presets; preset->name; preset++)
        same_by_table(preset->name, "");
    same_by_table("pact20", "shared_l1=off l1_policy=private");
    other_tables_are_told_apart();
    return check_report();
}
