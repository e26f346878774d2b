/* The deadlock check on whole chips: their messages, classes, homes and rings, with waits taken
 * away and added. The networks by themselves: routing_test. */
#include "deadlock.h"
#include "ending.h"
#include "plan_chip.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *cycle_of(const char *keys)
{
    return deadlock_cycle(plan_of(keys));
}

static void expect_none(const char *keys)
{
    char *cycle = cycle_of(keys);
    CHECK(cycle == NULL);
    if (cycle)
        printf("%s:\n%s\n", keys, cycle);
    free(cycle);
}

static const char *const topologies[] = {"topology=mesh", "topology=butterfly",
                                         "topology=butterfly fly_radix=4"};

/* Networks that lead on from stage to stage only. */
static void crossbars_are_accepted(void)
{
    expect_none("cores=12 partitions=4 topology=crossbar");
    expect_none("cores=12 partitions=4 topology=crossbar shared_l1=on");
    expect_none("cores=1 partitions=1 topology=crossbar shared_l1=on");
    expect_none("cores=80 partitions=64 topology=hxbar vcs=1");
    expect_none("cores=80 partitions=64 topology=hxbar shared_l1=on remote_via=l2 vcs=3");
    expect_none(
        "cores=80 partitions=64 topology=hxbar shared_l1=on remote_via=crossbar fly_radix=9");
    expect_none("cores=16 partitions=8 topology=concentrated");
    char *cycle = cycle_of("cores=8 partitions=4 topology=crossbar shared_l1=on message_classes=1");
    CHECK(cycle != NULL);
    free(cycle);
    cycle = cycle_of("cores=80 partitions=64 topology=hxbar shared_l1=on remote_via=l2 vcs=2 "
                     "message_classes=2");
    CHECK(cycle != NULL);
    free(cycle);
}

static void chips_with_split_classes_are_accepted(void)
{
    static const unsigned cores[] = {1, 2, 3, 28, 84};
    for (unsigned i = 0; i < sizeof cores / sizeof *cores; i++)
        for (unsigned t = 0; t < 3; t++) {
            char *keys = xasprintf("cores=%u partitions=%u shared_l1=on %s", cores[i],
                                   cores[i] > 28 ? 16 : 8, topologies[t]);
            expect_none(keys);
            free(keys);
        }
    expect_none("cores=3 partitions=2 mesh_width=1 shared_l1=on");
}

static void private_chips_need_no_classes(void)
{
    for (unsigned t = 0; t < 3; t++) {
        char *keys = xasprintf("message_classes=1 %s", topologies[t]);
        expect_none(keys);
        free(keys);
    }
    expect_none("cores=1 partitions=1 fly_radix=2 topology=butterfly");
}

/* A home waits with a request in hand until it can send one itself, to a home that does the same.
 */
static void merged_classes_are_refused_and_the_cycle_leads_through_two_homes(void)
{
    for (unsigned t = 0; t < 3; t++) {
        char *keys = xasprintf("shared_l1=on message_classes=1 %s", topologies[t]);
        char *cycle = cycle_of(keys);
        CHECK(cycle != NULL);
        if (cycle) {
            CHECK(strstr(cycle, "network, ejection at") != NULL);
            CHECK(strstr(cycle, "network, injection at") != NULL);
            CHECK(strstr(cycle, "class 1") == NULL);
        }
        free(cycle);
        free(keys);
    }
    expect_none(
        "cores=1 partitions=1 shared_l1=on message_classes=1"); /* its only home is itself */
}

/* A wait of one message for another, between blanks. */
struct wait {
    const char *message, *other;
};

/* The chip without one wait, and with one more; either may be NULL. */
static bool deadlocks(const char *keys, const struct wait *less, const struct wait *more)
{
    struct plan plan = *plan_of(keys);
    char waits[MESSAGES_MAX][80];
    for (unsigned i = 0; i < plan.message_count; i++) {
        struct message *message = &plan.messages[i];
        snprintf(waits[i], sizeof waits[i], "%s", message->waits);
        char *found =
            less && !strcmp(message->name, less->message) ? strstr(waits[i], less->other) : NULL;
        if (found) /* what is left of it names no message */
            memset(found + 1, '-', strlen(less->other) - 2);
        if (more && !strcmp(message->name, more->message))
            snprintf(waits[i], sizeof waits[i], "%s%s", message->waits, more->other);
        message->waits = waits[i];
    }
    char *cycle = deadlock_cycle(&plan);
    free(cycle);
    return cycle != NULL;
}

static void each_wait_of_messages_closes_a_cycle_where_classes_do_not_part_it(void)
{
    static const char merged[] = "shared_l1=on message_classes=1", split[] = "shared_l1=on";
    static const struct wait to_l2 = {"ask", " miss "}, at_home = {"ask", " answer "};
    static const struct wait pass_on = {"reply", " answer "}, at_l2 = {"miss", " reply "};
    /* Merged, each network has one wait that leads back into itself; either alone deadlocks. */
    CHECK(deadlocks(merged, &to_l2, NULL));
    CHECK(deadlocks(merged, &pass_on, NULL));
    CHECK(!deadlocks("shared_l1=on cores=1 message_classes=1", NULL, NULL));
    /* Split, were requesters to wait for something: the cycle runs through the wait in question. */
    static const struct wait l2_before_request = {"reply", " miss "};
    static const struct wait home_before_request = {"answer", " ask "};
    CHECK(deadlocks(split, NULL, &l2_before_request));
    CHECK(deadlocks(split, &to_l2, &home_before_request));
    CHECK(deadlocks(split, &at_home, &home_before_request));
    CHECK(deadlocks(split, &at_l2, &l2_before_request)); /* near requests wait for replies, too */
    CHECK(!deadlocks(split, NULL, NULL));
}

/* Answers of homes may stand in the channels of L2's replies, where these wait for them. */
static void a_class_that_borrows_channels_is_waited_for_there(void)
{
    static const char split[] = "shared_l1=on", escape[] = "shared_l1=on reply_vcs=escape";
    static const struct wait pass_on = {"reply", " answer "}, before = {"answer", " miss "};
    static const struct wait against = {"answer", " reply "};
    CHECK(!deadlocks(split, &pass_on, &before)); /* replies wait for nobody */
    CHECK(deadlocks(escape, &pass_on, &before)); /* but for the answer before them */
    CHECK(!deadlocks(split, &pass_on, NULL));
    CHECK(!deadlocks(escape, &pass_on, NULL));
    CHECK(deadlocks(escape, NULL, &against));
    CHECK(deadlocks("shared_l1=on reply_vcs=escape message_classes=1", NULL, NULL));
    for (unsigned t = 0; t < 3; t++) {
        char *keys = xasprintf("cores=28 partitions=8 %s %s", escape, topologies[t]);
        expect_none(keys);
        free(keys);
    }
    expect_none("cores=12 partitions=4 topology=crossbar shared_l1=on reply_vcs=escape");
    expect_none("cores=8 shared_l1=on reply_vcs=escape ccn=basic");
}

/* The check reads the links, not what the table of messages promises. */
static void a_link_that_sends_in_another_class_is_refused(void)
{
    struct plan plan = *plan_of("shared_l1=on");
    struct plan_node *core = &plan.node[NODE_CORE];
    unsigned wrong = 0;
    for (unsigned i = 0; i < core->link_count; i++)
        if (!strcmp(core->links[i].name, "send_miss")) {
            CHECK_EQUAL(core->links[i].class, 1);
            core->links[i].class = 0;
            wrong++;
        }
    CHECK_EQUAL(wrong, 1);
    char *cycle = deadlock_cycle(&plan);
    CHECK(cycle && strstr(cycle, "request network, injection at"));
    free(cycle);
}

/* Through the L2 slices there is a third class on each network, for the requests and answers that
 * turn round. Without channels of its own the answers' way closes a cycle through slice and home.
 */
static void relayed_messages_need_three_classes(void)
{
    for (unsigned t = 0; t < 3; t++)
        for (unsigned classes = 1; classes <= 3; classes++) {
            char *keys = xasprintf("shared_l1=on remote_via=l2 vcs=6 message_classes=%u %s",
                                   classes, topologies[t]);
            char *cycle = cycle_of(keys);
            CHECK((cycle != NULL) == (classes < 3));
            if (cycle) {
                CHECK(strstr(cycle, "request network, ejection at") != NULL);
                CHECK(strstr(cycle, "reply network, ejection at") != NULL);
            }
            free(cycle);
            free(keys);
        }
    expect_none("shared_l1=on remote_via=l2 vcs=3 cores=84 partitions=16");
    expect_none("shared_l1=on remote_via=l2 vcs=3 cores=1 partitions=1");
}

static void a_crossbar_between_cores_needs_two_classes(void)
{
    for (unsigned t = 0; t < 3; t++)
        for (unsigned classes = 1; classes <= 2; classes++) {
            char *keys = xasprintf("shared_l1=on remote_via=crossbar message_classes=%u %s",
                                   classes, topologies[t]);
            char *cycle = cycle_of(keys);
            CHECK((cycle != NULL) == (classes < 2));
            CHECK(!cycle || (strstr(cycle, "crossbar network, ejection at") != NULL));
            free(cycle);
            free(keys);
        }
    expect_none("shared_l1=on remote_via=crossbar cores=84 partitions=16 fly_radix=4");
    static const struct wait against = {"answer", " ask "}, request_first = {"reply", " ask "};
    CHECK(!deadlocks("shared_l1=on remote_via=crossbar", NULL, NULL));
    CHECK(deadlocks("shared_l1=on remote_via=crossbar", NULL, &against));
    CHECK(deadlocks("shared_l1=on remote_via=crossbar", NULL, &request_first));
}

/* What the order of the six classes rests on: a wait against it closes a cycle. */
static void a_wait_against_the_order_of_relayed_messages_is_found(void)
{
    static const char keys[] = "shared_l1=on remote_via=l2 vcs=6";
    static const struct wait against[] = {
        {"answered", " ask "}, {"answer", " reply "}, {"near", " asked "}};
    CHECK(!deadlocks(keys, NULL, NULL));
    for (unsigned i = 0; i < sizeof against / sizeof *against; i++)
        CHECK(deadlocks(keys, NULL, &against[i]));
}

/* docs/ccn.md, "No deadlock": each ring waits for itself unless it has the bubble rule; requests
 * wait for responses and for L2, responses for nobody. */
static void rings_around_the_cores_need_the_bubble_rule(void)
{
    static const unsigned cores[] = {2, 3, 15, 256};
    for (unsigned i = 0; i < sizeof cores / sizeof *cores; i++)
        for (unsigned bubble = 0; bubble < 2; bubble++) {
            char *keys = xasprintf("cores=%u partitions=8 ccn=basic ccn_bubble=%s", cores[i],
                                   bubble ? "on" : "off");
            char *cycle = cycle_of(keys);
            CHECK((cycle == NULL) == bubble);
            CHECK(!cycle || strstr(cycle, "ring of requests, queue of core 1") != NULL);
            free(cycle);
            free(keys);
        }
    struct plan plan = *plan_of("cores=3 partitions=1 ccn=throttled");
    for (unsigned i = 0; i < plan.ring_count; i++) {
        plan.rings[i].bubble = false;
        char *cycle = deadlock_cycle(&plan);
        CHECK(cycle && strstr(cycle, i ? "ring of responses" : "ring of requests") != NULL);
        free(cycle);
        plan.rings[i].bubble = true;
    }
    for (unsigned bubble = 0; bubble < 2; bubble++) { /* rings of clusters, each by itself */
        char *cycle =
            cycle_of(bubble ? "cores=6 partitions=1 ccn=basic ccn_cluster=2"
                            : "cores=6 partitions=1 ccn=basic ccn_cluster=2 ccn_bubble=off");
        CHECK((cycle == NULL) == bubble);
        free(cycle);
    }
    struct plan bridged = *plan_of("cores=6 partitions=1 ccn=basic ccn_cluster=2 ccn_bridges=on "
                                   "l1_write_hit=invalidate");
    static const char *const rings[] = {"requests, queue of core 0", "responses, queue of core 0",
                                        "asks, queue of bridge 0", "gives, queue of bridge 0"};
    CHECK_EQUAL(bridged.ring_count, 4);
    for (unsigned i = 0; i < bridged.ring_count; i++) {
        char *none = deadlock_cycle(&bridged);
        CHECK(!none);
        free(none);
        bridged.rings[i].bubble = false;
        char *cycle = deadlock_cycle(&bridged);
        CHECK(cycle && strstr(cycle, rings[i]) != NULL);
        CHECK(cycle && strstr(cycle, i < 2 ? "queue of bridge 0" : "queue of bridge 2"));
        free(cycle);
        bridged.rings[i].bubble = true;
    }
    bridged.rings[1].waits = " give "; /* clusters would wait for each other */
    char *joined = deadlock_cycle(&bridged);
    CHECK(joined && strstr(joined, "ring of responses") && strstr(joined, "ring of gives"));
    free(joined);
    plan.rings[1].waits = " request "; /* a cycle between the rings */
    char *cycle = deadlock_cycle(&plan);
    CHECK(cycle && strstr(cycle, "ring of requests") && strstr(cycle, "ring of responses"));
    free(cycle);
}

/* What comes for a home may stand behind a message that waits for its line on the rings, which end
 * by messages of later classes alone. */
static void homes_and_rings_part_by_their_classes(void)
{
    expect_none("shared_l1=on ccn=basic cores=15 partitions=8");
    expect_none("shared_l1=on ccn=throttled cores=4 partitions=2 ccn_cluster=2");
    expect_none("shared_l1=on ccn=basic remote_via=l2 vcs=3 cores=15 partitions=8");
    expect_none("shared_l1=on ccn=basic remote_via=crossbar cores=15 partitions=8");
    static const char *const ways[] = {"shared_l1=on ccn=basic cores=4 partitions=2",
                                       "shared_l1=on ccn=basic cores=4 partitions=2 "
                                       "remote_via=l2 vcs=3"};
    for (unsigned i = 0; i < 2; i++) {
        struct plan plan = *plan_of(ways[i]);
        plan.rings[0].waits = " response miss ask ";
        char *cycle = deadlock_cycle(&plan);
        CHECK(cycle && strstr(cycle, "ring of requests") && strstr(cycle, "ejection at"));
        free(cycle);
        plan.rings[0].holds = NULL;
        char *none = deadlock_cycle(&plan);
        CHECK(!none);
        free(none);
    }
}

struct question {
    const char *keys; /* of a chip */
    bool allow;
};

static void check_chip(const void *of)
{
    const struct question *question = of;
    deadlock_check(plan_of(question->keys), question->allow);
}

static enum ending ending(const char *keys, bool allow, char *said, size_t size)
{
    return ending_of(check_chip, &(struct question){keys, allow}, said, size);
}

static void a_refusal_names_the_key_and_can_be_turned_into_a_warning(void)
{
    char said[4000];
    CHECK_EQUAL(ending("shared_l1=on message_classes=1", false, said, sizeof said), ENDS_REFUSED);
    CHECK(strstr(said, "message_classes = 1: packets can wait for each other for ever") != NULL);
    CHECK_EQUAL(ending("shared_l1=on message_classes=1", true, said, sizeof said), ENDS_WELL);
    CHECK(strstr(said, "message_classes = 1: packets can wait for each other for ever") != NULL);
    CHECK_EQUAL(ending("shared_l1=on", false, said, sizeof said), ENDS_WELL);
    CHECK(!*said);
    CHECK_EQUAL(ending("ccn=basic ccn_bubble=off", false, said, sizeof said), ENDS_REFUSED);
    CHECK(strstr(said, "ccn_bubble = off: packets can wait for each other for ever") != NULL);
    CHECK_EQUAL(ending("ccn=basic ccn_bubble=off", true, said, sizeof said), ENDS_WELL);
    CHECK_EQUAL(ending("routing=torus_xy", true, said, sizeof said), ENDS_REFUSED);
    CHECK(strstr(said, "routing = torus_xy: packets can wait") != NULL);
    CHECK_EQUAL(ending("routing=torus_xy cores=2 partitions=1", true, said, sizeof said),
                ENDS_REFUSED);
    CHECK(strstr(said, "no wrap links") != NULL);
}

int main(void)
{
    TEST(chips_with_split_classes_are_accepted());
    TEST(crossbars_are_accepted());
    TEST(private_chips_need_no_classes());
    TEST(merged_classes_are_refused_and_the_cycle_leads_through_two_homes());
    TEST(each_wait_of_messages_closes_a_cycle_where_classes_do_not_part_it());
    TEST(a_class_that_borrows_channels_is_waited_for_there());
    TEST(a_link_that_sends_in_another_class_is_refused());
    TEST(relayed_messages_need_three_classes());
    TEST(a_crossbar_between_cores_needs_two_classes());
    TEST(a_wait_against_the_order_of_relayed_messages_is_found());
    TEST(rings_around_the_cores_need_the_bubble_rule());
    TEST(homes_and_rings_part_by_their_classes());
    TEST(a_refusal_names_the_key_and_can_be_turned_into_a_warning());
    return check_report();
}
