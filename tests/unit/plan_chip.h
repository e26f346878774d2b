/* Plans of chips for the tests of gen/plan, and their parts by name. */
#ifndef MEMLOOM_PLAN_CHIP_H
#define MEMLOOM_PLAN_CHIP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "plan.h"

/* pact20's chip without sharing and by its other ways between cores (docs/shared_l1.md), and what
 * keys can say of isca19 table 1. */
#define PRIVATE_L1 "pact20 shared_l1=off l1_policy=private"
#define THROUGH_L2 "pact20 dyneb_chooser=rules remote_via=l2 vcs=6"
#define CROSSBAR   "pact20 dyneb_chooser=rules remote_via=crossbar"
#define ISCA19                                                                                     \
    "cores=80 partitions=64 l1_sets=64 l1_ways=6 llc_ways=16 vcs=1 vc_depth=8 router_stages=4"

/* Eight cores in two clusters, four slices of two memory controllers, by the organization of its
 * last-level cache; the same with shared L1s. */
#define CLUSTERS                                                                                   \
    "cores=8 partitions=4 topology=hxbar clusters=2 memory_controllers=2 vcs=1 vc_depth=8"
#define PRIVATE_LLC  CLUSTERS " llc_mode=private"
#define ADAPTIVE_LLC CLUSTERS " llc_mode=adaptive"
#define ADAPTIVE_BOTH                                                                              \
    ADAPTIVE_LLC " vcs=2 shared_l1=on l1_policy=dyneb remote_via=crossbar fly_radix=4"
/* The organization of L1s chosen for all cores. */
#define SHARING_TRIAL "pact20"
/* By each core for itself. */
#define SHARING_RULES "pact20 dyneb_chooser=rules"
#define TRIAL_BOTH    ADAPTIVE_BOTH " dyneb_chooser=trial"

enum { TEXT_MAX = 200, WORDS_MAX = 32 };

/* Splits at blanks; the words live in `text`. */
static inline unsigned words_of(const char *list, char text[TEXT_MAX * 2], char *words[WORDS_MAX])
{
    unsigned count = 0;
    char *rest = text;
    snprintf(text, TEXT_MAX * 2, "%s", list);
    for (char *word; count < WORDS_MAX && (word = strtok_r(rest, " ", &rest));)
        words[count++] = word;
    return count;
}

/* "pact20 vcs=6": a preset and keys. */
static inline struct config config_of(const char *chip)
{
    char text[TEXT_MAX * 2], *words[WORDS_MAX];
    unsigned count = words_of(chip, text, words);
    struct config config;
    config_init(&config);
    for (unsigned i = 0; i < count; i++)
        if (strchr(words[i], '='))
            config_set(&config, "test", words[i]);
        else
            config_preset(&config, words[i]);
    config_check(&config);
    return config;
}

static inline const struct plan *plan_of(const char *chip)
{
    static struct plan plan;
    struct config config = config_of(chip);
    plan_chip(&plan, &config);
    return &plan;
}

/* What a check was about, once it has failed. */
static inline void expect(bool ok, const char *chip, const char *what)
{
    CHECK(ok);
    if (!ok)
        printf("    %s: %s\n", chip, what);
}

static inline void expect_value(unsigned actual, unsigned expected, const char *chip,
                                const char *what)
{
    expect(actual == expected, chip, what);
    if (actual != expected)
        printf("    is %u, expected %u\n", actual, expected);
}

static inline unsigned log2_of(unsigned value)
{
    unsigned bits = 0;
    while (value >> (bits + 1))
        bits++;
    return bits;
}

/* Number of the signal; plan_signal_count when there is none. */
static inline unsigned signal_named(const char *name)
{
    unsigned signal = 0;
    while (signal < plan_signal_count && strcmp(plan_signals[signal].name, name) != 0)
        signal++;
    return signal;
}

/* The hub drives it, and nodes listen. */
static inline bool is_from_hub(const struct plan_span *span)
{
    return span->form == SPAN_TO_ALL || span->form == SPAN_TO_PROGRAM ||
           span->form == SPAN_TO_NETWORKS;
}

#endif
