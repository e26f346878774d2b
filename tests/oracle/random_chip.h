/* A random configuration of a small chip: every mechanism beside every other that it may stand
 * beside, with caches and queues so small that they fill, and a few keys of any kind. What the
 * rules of configurations refuse loses keys that the refusal names until nothing is refused. */
#ifndef MEMLOOM_RANDOM_CHIP_H
#define MEMLOOM_RANDOM_CHIP_H

#include <stdlib.h>
#include <string.h>

#include "plan.h"
#include "rng.h"
#include "util.h"

enum { CHIP_KEYS_MAX = 128, CHIP_VALUE_MAX = 32, CHIP_PIECES_MAX = 256, CHIP_TRIES = 100 };

struct random_chip {
    char *set[CHIP_KEYS_MAX]; /* "key=value" */
    unsigned count, kept;     /* the first `kept` of them do not give way */
};

/* What a chip surely has, one after the other, so that a few chips have everything. */
static const char *const chip_themes[] = {
    "",
    "cores=4 ccn=basic ccn_cluster=2 ccn_bridges=on shared_l1=off topology=mesh",
    "shared_l1=on l1_policy=dyneb remote_via=direct reply_vcs=escape topology=mesh",
    "cores=4 partitions=4 topology=hxbar clusters=2 memory_controllers=2 llc_mode=adaptive",
    "mem_port=axi4 ram_protect=secded",
    "cores=6 ccn=throttled ccn_cluster=3 ccn_bridges=on shared_l1=off topology=butterfly",
    "shared_l1=on l1_policy=dyneb ccn=basic l1_protect=dlp topology=crossbar cores=4",
    "shared_l1=on l1_policy=shared remote_via=l2",
};
enum { CHIP_THEMES = sizeof chip_themes / sizeof *chip_themes };

/* Drawn in this order: one of the alternatives between bars, if all of `when` was drawn before. One
 * of the values behind a colon is that of the key in front of it; "-" leaves the key alone. */
struct chip_choice {
    const char *when, *alternatives;
};

static const struct chip_choice chip_choices[] = {
    {"", "topology: mesh mesh mesh butterfly butterfly crossbar crossbar concentrated hxbar hxbar"},
    {"", "cores: 1 2 2 3 3 4 4 5 6 6 7 8 9 9"},
    {"", "partitions: 1 1 2 2 3 4 5 6 7 8"},
    {"topology=concentrated",
     "cores=2 partitions=2 concentration=2|cores=6 partitions=4 concentration=2|"
     "cores=3 partitions=3 concentration=3|cores=6 partitions=3 concentration=3"},
    {"topology=hxbar", "cores=2 partitions=1 clusters=1|cores=4 partitions=2 clusters=2|"
                       "cores=6 partitions=3 clusters=3 memory_controllers=3|"
                       "cores=2 partitions=2 clusters=2 memory_controllers=1 llc_mode=private|"
                       "cores=4 partitions=4 clusters=2 memory_controllers=2 llc_mode=private|"
                       "cores=3 partitions=3 clusters=3 memory_controllers=1 llc_mode=adaptive|"
                       "cores=4 partitions=2 clusters=2 memory_controllers=1 llc_mode=adaptive|"
                       "cores=6 partitions=4 clusters=2 memory_controllers=2 llc_mode=adaptive|"
                       "cores=6 partitions=6 clusters=3 memory_controllers=2 llc_mode=adaptive"},
    {"topology=hxbar", "mc_wake: 1 3 20 255"},
    {"topology=mesh", "mesh_width: - - 1 2 3 4 6"},
    {"topology=mesh", "mc_placement: spread edges diagonal"},
    {"topology=butterfly", "fly_radix: 2 2 3 4 6"},
    {"llc_mode=private", "programs: - - 2"},
    {"llc_mode=adaptive", "programs: - - - 2"},
    {"programs=2", "programs_on: cores clusters"},
    {"llc_mode=adaptive", "llc_chooser: rules trial"},
    {"llc_mode=adaptive", "llc_epoch: 300 700 2000"},
    {"llc_mode=adaptive", "llc_profile: 20 100 300"},
    {"llc_mode=adaptive", "llc_similar: 2 50 100"},
    {"llc_mode=adaptive", "llc_samples: 1 2 8 16"},
    {"llc_mode=adaptive", "llc_owners: last all"},
    {"llc_chooser=trial", "llc_warm: 2 20 100"},
    {"llc_chooser=trial", "llc_window: 50 200"},
    {"llc_chooser=trial", "llc_memory_bound: 0 75"},
    {"", "l1_sets: 1 2 4 8 16"},
    {"", "l1_ways: 1 2 3 4 5 7"},
    {"", "l1_latency: 7 8 9 12 28"},
    {"", "l1_write_hit: update invalidate"},
    {"", "l1_index: linear hash"},
    {"", "mshr_entries: 1 2 3 4 8"},
    {"", "mshr_targets: 1 1 2 3 4 8"},
    {"", "llc_sets: 1 2 3 4 6 8 12 16 32"},
    {"", "llc_ways: 1 2 3 4 5 8"},
    {"", "llc_latency: 8 9 10 11 20 33 120"},
    {"", "llc_mshr_entries: 1 2 3 4 8"},
    {"", "llc_mshr_targets: 1 2 3 4"},
    {"", "lsu_ids: 16 32 64 256"},
    {"", "warps: 2 4 8 16 48"},
    {"", "ram_protect: off off parity secded"},
    {"", "shared_l1: off on"},
    {"shared_l1=on", "l1_policy: private shared dyneb dyneb"},
    {"shared_l1=on", "l1_chunk: off on"},
    {"shared_l1=on", "l1_nearest: off on"},
    {"shared_l1=on", "remote_via: direct direct l2 crossbar"},
    {"shared_l1=on", "home_fold: wrap scale spread"},
    {"shared_l1=on", "home_filter: 4 8 16 256"},
    {"shared_l1=on", "remote_in_queue: 2 3 4 8"},
    {"shared_l1=on", "remote_age_limit: 0 1 2 32 255"},
    {"shared_l1=on remote_via=direct", "reply_vcs: split escape escape"},
    {"shared_l1=on", "vcs: 2 4 6 8"},
    {"remote_via=l2", "vcs: 3 6"},
    {"l1_policy=dyneb", "dyneb_chooser: rules trial"},
    {"dyneb_chooser=rules", "dyneb_check: 0 3 20 224"},
    {"dyneb_chooser=rules", "dyneb_warm: 0 5 50"},
    {"dyneb_chooser=rules", "dyneb_sample: 1 4 20 100"},
    {"dyneb_chooser=rules", "dyneb_execute: 1 20 200 1000"},
    {"dyneb_chooser=rules", "dyneb_watch: 0 4 16 64"},
    {"dyneb_chooser=rules", "dyneb_count: own all"},
    {"dyneb_chooser=trial", "dyneb_trial_warm: 3 20 100"},
    {"dyneb_chooser=trial", "dyneb_trial_fill: 3 50 200"},
    {"dyneb_chooser=trial", "dyneb_trial_window: 1 20 200"},
    {"dyneb_chooser=trial", "dyneb_trial_epoch: 1 100 1000"},
    {"shared_l1=off", "vcs: 1 2 3 4 5 6 7 8"},
    {"", "vc_depth: 1 1 2 3 4 5 16"},
    {"", "router_stages: 2 3 4"},
    {"", "noc_speedup: 1 1 2"},
    {"", "noc_width: 16 32 64"},
    {"", "inject_slots: 1 2 3 8"},
    {"", "l1_protect: off off off stall_bypass global dlp"},
    {"", "dlp_sample: - 1 3 20"},
    {"", "dlp_max_insns: - 1 10 100"},
    {"", "dlp_reserved: stall bypass"},
    {"", "bypass_reply: sectors line"},
    {"", "ccn: off off off basic basic throttled throttled ideal"},
    {"ccn=basic", "ccn_cluster: - 2 2 3"},
    {"ccn=throttled", "ccn_cluster: - 2 2 3"},
    {"ccn_cluster=2 shared_l1=off", "ccn_bridges: off on"},
    {"ccn_cluster=3 shared_l1=off", "ccn_bridges: off on"},
    {"", "ccn_rings: opposite opposite equal"},
    {"", "ccn_hop: 1 1 2 5"},
    {"", "ccn_buffer: 1 2 8"},
    {"", "ccn_requests: 2 3 8"},
    {"", "ccn_responses: 2 3 8"},
    {"", "ccn_wait: 0 1 20 255"},
    {"", "ccn_filter: 4 16 256"},
    {"", "ccn_slots: 1 2 8"},
    {"", "ccn_copies: 1 2 8"},
    {"ccn=throttled", "ccn_sample=1 ccn_period=2|ccn_sample=5 ccn_period=50|"
                      "ccn_sample=60 ccn_period=60"},
    {"", "dram_latency: - - 0 75 300"},
    {"", "mem_port: native native axi4"},
    {"mem_port=axi4", "axi_data_bytes: 16 32 64"},
    {"mem_port=axi4", "axi_writes: 1 2 3 8 16"},
    {"mem_port=axi4", "axi_timeout: - 2 300"},
    {"", "dram_age_cap: - - 16 100"},
    {"", "t_refi: - - 400 1000"},
    {"", "blocks: - - 1 3"},
    {"", "core_mhz=1400 noc_mhz=700 dram_mhz=924|core_mhz=1000 noc_mhz=1000 dram_mhz=1000|"
         "core_mhz=1000 noc_mhz=333 dram_mhz=3000|core_mhz=700 noc_mhz=699 dram_mhz=200|"
         "core_mhz=10 noc_mhz=1 dram_mhz=7"}};

/* Keys that are not drawn from their whole range: sizes that the choices hold small, and what a
 * chip is refused for (docs/deadlock.md), cannot end with, or has none but the usual value of. */
static const char chip_fixed[] =
    " cores partitions l1_sets l1_ways llc_sets llc_ways topology routing message_classes "
    "ccn_bubble registers shared_memory_bytes t_refi axi_timeout blocks warps dram_age_cap "
    "programs ccn ccn_latency dram_latency clusters concentration memory_controllers ";

static inline size_t chip_key_length(const char *assignment)
{
    return strcspn(assignment, "=");
}

/* Where the drawn key stands; the count: it is none. */
static inline unsigned chip_find(const struct random_chip *chip, const char *key, size_t length)
{
    unsigned i = 0;
    while (i < chip->count &&
           (chip_key_length(chip->set[i]) != length || strncmp(chip->set[i], key, length) != 0))
        i++;
    return i;
}

static inline void chip_drop(struct random_chip *chip, unsigned i)
{
    free(chip->set[i]);
    chip->set[i] = chip->set[--chip->count];
}

/* The text is the chip's from here on, unless the key is one that is kept. */
static inline void chip_set(struct random_chip *chip, char *assignment)
{
    unsigned i = chip_find(chip, assignment, chip_key_length(assignment));
    if (i < chip->kept) {
        free(assignment);
        return;
    }
    if (i < chip->count)
        chip_drop(chip, i);
    if (chip->count == CHIP_KEYS_MAX)
        die("a random chip of more than %d keys", CHIP_KEYS_MAX);
    chip->set[chip->count++] = assignment;
}

/* Pieces of a text that is cut at any of the marks. */
static inline unsigned chip_cut(char *text, const char *marks, char **pieces)
{
    unsigned count = 0;
    char *rest = NULL;
    for (char *piece = strtok_r(text, marks, &rest); piece && count < CHIP_PIECES_MAX;
         piece = strtok_r(NULL, marks, &rest))
        pieces[count++] = piece;
    return count;
}

static inline void chip_set_all(struct random_chip *chip, const char *assignments)
{
    char *text = xstrdup(assignments), *pieces[CHIP_PIECES_MAX];
    unsigned count = chip_cut(text, " ", pieces);
    for (unsigned i = 0; i < count; i++)
        chip_set(chip, xstrdup(pieces[i]));
    free(text);
}

/* All of these assignments were drawn. */
static inline bool chip_has(const struct random_chip *chip, const char *when)
{
    char *text = xstrdup(when), *pieces[CHIP_PIECES_MAX];
    unsigned count = chip_cut(text, " ", pieces), found = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < chip->count; k++)
            found += !strcmp(chip->set[k], pieces[i]);
    free(text);
    return found == count;
}

static inline void chip_choose(struct random_chip *chip, struct rng *rng, const char *alternatives)
{
    char *text = xstrdup(alternatives), *colon = strchr(text, ':'), *pieces[CHIP_PIECES_MAX];
    unsigned count = chip_cut(colon ? colon + 1 : text, colon ? " " : "|", pieces);
    char *drawn = pieces[rng_below(rng, count)];
    if (colon) {
        *colon = 0;
        if (strcmp(drawn, "-") != 0)
            chip_set(chip, xasprintf("%s=%s", text, drawn));
    } else {
        chip_set_all(chip, drawn);
    }
    free(text);
}

/* Any key at any value: the least, the largest, one of the first, a power of two. */
static inline void chip_choose_any(struct random_chip *chip, struct rng *rng)
{
    const struct config_key *key = &config_keys[rng_below(rng, config_key_count)];
    if (!key->name || chip_find(chip, key->name, strlen(key->name)) < chip->count)
        return;
    char *word = xasprintf(" %s ", key->name), value[CHIP_VALUE_MAX];
    unsigned numbers[] = {key->min, key->max, key->min + rng_below(rng, 8),
                          1u << rng_below(rng, 12)};
    unsigned number = numbers[rng_below(rng, 4)];
    config_value_text(key, number < key->min || number > key->max ? key->min : number, value,
                      sizeof value);
    if (!strstr(chip_fixed, word))
        chip_set(chip, xasprintf("%s=%s", key->name, value));
    free(word);
}

/* Drops one of the drawn keys that a refusal names, but the number of cores or partitions; false:
 * none. */
static inline bool chip_give_way(struct random_chip *chip, struct rng *rng, char *complaints)
{
    char *words[CHIP_PIECES_MAX];
    unsigned count = chip_cut(complaints, " :,.;()\n", words), named[CHIP_PIECES_MAX], drawn = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = chip_find(chip, words[i], strlen(words[i]));
        if (at >= chip->kept && at < chip->count && strcmp(words[i], "cores") != 0 &&
            strcmp(words[i], "partitions") != 0)
            named[drawn++] = at;
    }
    if (drawn)
        chip_drop(chip, named[rng_below(rng, drawn)]);
    return drawn;
}

static inline void random_chip_release(struct random_chip *chip)
{
    chip->kept = 0;
    while (chip->count)
        chip_drop(chip, 0);
}

/* Why the chip cannot be planned, or NULL. */
static inline char *random_chip_plan(const struct random_chip *chip, struct plan *plan)
{
    struct config config;
    config_init(&config);
    for (unsigned i = 0; i < chip->count; i++)
        config_set(&config, "random chip", chip->set[i]);
    char *complaints = config_finish(&config);
    return complaints ? complaints : plan_try(plan, &config);
}

/* One that can be planned; dies if there seems to be none. Returns how many chips were given up
 * before. */
static inline unsigned random_chip(struct random_chip *chip, const char *theme, struct plan *plan,
                                   struct rng *rng)
{
    static const unsigned more[] = {0, 2, 5, 10, 20};
    for (unsigned given_up = 0; given_up < CHIP_TRIES; given_up++) {
        chip->count = chip->kept = 0;
        chip_set_all(chip, theme);
        chip->kept = chip->count;
        for (unsigned i = 0; i < sizeof chip_choices / sizeof *chip_choices; i++)
            if (chip_has(chip, chip_choices[i].when))
                chip_choose(chip, rng, chip_choices[i].alternatives);
        for (unsigned i = more[rng_below(rng, sizeof more / sizeof *more)]; i > 0; i--)
            chip_choose_any(chip, rng);
        bool goes_on = true;
        while (goes_on) {
            char *complaints = random_chip_plan(chip, plan);
            if (!complaints)
                return given_up;
            goes_on = chip_give_way(chip, rng, complaints);
            free(complaints);
        }
        random_chip_release(chip);
    }
    die("no chip with %s", theme);
}

#endif
