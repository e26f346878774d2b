/* The channel dependency check against networks whose verdict is known. */
#include "check.h"
#include "deadlock.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A ring of `width` routers with a place each, all packets upwards: port 1 leads to the next one,
 * port 0 to the place. */
static unsigned entry(const struct config *config, unsigned place)
{
    (void)config;
    return place;
}

static unsigned ring_port(const struct config *config, unsigned at, unsigned to)
{
    (void)config;
    return at != to;
}

static unsigned ring_behind(const struct config *config, unsigned at, unsigned port)
{
    return port ? (at + 1) % config->width : config->width + at;
}

/* The same routers as a line: port 1 up, port 2 down. */
static unsigned line_port(const struct config *config, unsigned at, unsigned to)
{
    (void)config;
    return to > at ? 1 : to < at ? 2 : 0;
}

static unsigned line_behind(const struct config *config, unsigned at, unsigned port)
{
    if (!port)
        return config->width + at;
    if (port == 1)
        return at + 1 < config->width ? at + 1 : ROUTING_NOBODY;
    return at ? at - 1 : ROUTING_NOBODY;
}

static char *verdict(unsigned size, bool ring)
{
    struct config config = {.width = size, .height = 1};
    unsigned all[16];
    for (unsigned i = 0; i < size; i++)
        all[i] = i;
    struct routing routing = {.name = "test",
                              .config = &config,
                              .classes = 1,
                              .routers = size,
                              .ports = ring ? 2 : 3,
                              .places = size,
                              .columns = size,
                              .entry = entry,
                              .port = ring ? ring_port : line_port,
                              .behind = ring ? ring_behind : line_behind};
    struct channel_graph *graph = channel_graph_new();
    routing_init(&routing, graph);
    routing_flow(&routing, graph, 0, all, size, all, size);
    char *cycle = channel_graph_cycle(graph);
    routing_release(&routing);
    channel_graph_free(graph);
    return cycle;
}

static void a_ring_without_date_line_is_refused_and_every_link_of_it_named(void)
{
    char *cycle = verdict(5, true);
    CHECK(cycle != NULL);
    for (unsigned i = 0; cycle && i < 5; i++) {
        char *link = xasprintf("test network, router (%u,0) to (%u,0), class 0", i, (i + 1) % 5);
        CHECK(strstr(cycle, link) != NULL);
        free(link);
    }
    free(cycle);
}

static void a_line_is_accepted(void)
{
    for (unsigned size = 1; size <= 16; size++) {
        char *cycle = verdict(size, false);
        CHECK(cycle == NULL);
        free(cycle);
    }
}

/* Requests and replies that share channels: the reply waits for what the request holds. */
static void a_cycle_through_message_classes_is_found(void)
{
    struct channel_graph *graph = channel_graph_new();
    unsigned link = channel_graph_add(graph, "shared link");
    unsigned eject = channel_graph_add(graph, "ejection");
    unsigned spare = channel_graph_add(graph, "spare");
    channel_graph_depend(graph, link, eject);
    channel_graph_depend(graph, link, spare);
    char *cycle = channel_graph_cycle(graph);
    CHECK(cycle == NULL);
    channel_graph_depend(graph, eject, link);
    cycle = channel_graph_cycle(graph);
    CHECK(cycle && !strcmp(cycle, "  shared link\n  ejection"));
    free(cycle);
    channel_graph_free(graph);
}

static void a_channel_that_waits_for_itself_is_a_cycle(void)
{
    struct channel_graph *graph = channel_graph_new();
    unsigned alone = channel_graph_add(graph, "alone");
    channel_graph_depend(graph, alone, alone);
    char *cycle = channel_graph_cycle(graph);
    CHECK(cycle && !strcmp(cycle, "  alone"));
    free(cycle);
    channel_graph_free(graph);
}

/* The chip of a configuration given as keys. */
static struct config chip(const char *keys)
{
    struct config config;
    char text[200], *rest = text;
    config_init(&config);
    snprintf(text, sizeof text, "%s", keys);
    for (char *key; (key = strtok_r(rest, " ", &rest));)
        config_set(&config, "test", key);
    config_check(&config);
    return config;
}

static char *cycle_of(const char *keys)
{
    struct config config = chip(keys);
    struct message_rules rules = deadlock_rules(&config);
    return deadlock_cycle(&config, &rules);
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

/* The rules of the configuration without wait number `left_out`, and with one more. */
static bool deadlocks(const char *keys, unsigned left_out, const struct message_wait *more)
{
    struct config config = chip(keys);
    struct message_rules rules = deadlock_rules(&config);
    struct message_wait waits[8];
    unsigned count = 0;
    for (unsigned i = 0; i < rules.wait_count; i++)
        if (i != left_out)
            waits[count++] = rules.waits[i];
    if (more)
        waits[count++] = *more;
    rules.waits = waits;
    rules.wait_count = count;
    char *cycle = deadlock_cycle(&config, &rules);
    free(cycle);
    return cycle != NULL;
}

enum { NONE = 99, TO_L2 = 0, ANSWER = 1, AT_L2 = 2, PASS_ON = 3 }; /* waits of a shared L1 */

static void each_wait_of_messages_closes_a_cycle_where_classes_do_not_part_it(void)
{
    static const char merged[] = "shared_l1=on message_classes=1", split[] = "shared_l1=on";
    /* Merged, each network has one wait that leads back into itself; either alone deadlocks. */
    CHECK(deadlocks(merged, TO_L2, NULL));
    CHECK(deadlocks(merged, PASS_ON, NULL));
    CHECK(!deadlocks("shared_l1=on cores=1 message_classes=1", NONE, NULL));
    /* Split, were requesters to wait for something: the cycle runs through the wait in question. */
    static const struct message_wait l2_before_request = {CORES, REPLY, 0, REQUEST, 1};
    static const struct message_wait home_before_request = {CORES, REPLY, 1, REQUEST, 0};
    static const struct message_wait home_before_l2 = {CORES, REPLY, 1, REPLY, 0};
    CHECK(deadlocks(split, NONE, &l2_before_request));
    CHECK(!deadlocks(split, AT_L2, &l2_before_request));
    CHECK(deadlocks(split, TO_L2, &home_before_request));
    CHECK(deadlocks(split, ANSWER, &home_before_request));
    CHECK(!deadlocks(split, NONE, &home_before_l2)); /* cores send no replies of class 0 */
    CHECK(!deadlocks(split, NONE, NULL));
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
    static const struct message_wait against = {CORES, CROSSBAR, 1, CROSSBAR, 0};
    static const struct message_wait request_first = {CORES, REPLY, 0, CROSSBAR, 0};
    CHECK(!deadlocks("shared_l1=on remote_via=crossbar", NONE, NULL));
    CHECK(deadlocks("shared_l1=on remote_via=crossbar", NONE, &against));
    CHECK(deadlocks("shared_l1=on remote_via=crossbar", NONE, &request_first));
}

/* What the order of the six classes rests on: a wait against it closes a cycle. */
static void a_wait_against_the_order_of_relayed_messages_is_found(void)
{
    static const char keys[] = "shared_l1=on remote_via=l2 vcs=6";
    static const struct message_wait against[] = {{CORES, REPLY, 1, REQUEST, 0},
                                                  {PARTITIONS, REQUEST, 2, REPLY, 0},
                                                  {PARTITIONS, REQUEST, 1, REPLY, 2}};
    CHECK(!deadlocks(keys, NONE, NULL));
    for (unsigned i = 0; i < sizeof against / sizeof *against; i++)
        CHECK(deadlocks(keys, NONE, &against[i]));
}

/* What the check says on stderr, and how it ends: 2 refused, 0 accepted. */
static int ending(const char *keys, bool allow, char *said, size_t size)
{
    int ends[2], status = -1;
    if (pipe(ends))
        return -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        struct config config = chip(keys);
        deadlock_check(&config, allow);
        _exit(0);
    }
    close(ends[1]);
    FILE *messages = fdopen(ends[0], "r");
    said[fread(said, 1, size - 1, messages)] = '\0';
    fclose(messages);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_refusal_names_the_key_and_can_be_turned_into_a_warning(void)
{
    char said[4000];
    CHECK_EQUAL(ending("shared_l1=on message_classes=1", false, said, sizeof said), 2);
    CHECK(strstr(said, "message_classes = 1: packets can wait for each other for ever") != NULL);
    CHECK_EQUAL(ending("shared_l1=on message_classes=1", true, said, sizeof said), 0);
    CHECK(strstr(said, "message_classes = 1: packets can wait for each other for ever") != NULL);
    CHECK_EQUAL(ending("shared_l1=on", false, said, sizeof said), 0);
    CHECK(!*said);
    CHECK_EQUAL(ending("routing=torus_xy", true, said, sizeof said), 2);
    CHECK(strstr(said, "routing = torus_xy: packets can wait") != NULL);
    CHECK_EQUAL(ending("routing=torus_xy cores=2 partitions=1", true, said, sizeof said), 2);
    CHECK(strstr(said, "no wrap links") != NULL);
}

int main(void)
{
    a_ring_without_date_line_is_refused_and_every_link_of_it_named();
    a_line_is_accepted();
    a_cycle_through_message_classes_is_found();
    a_channel_that_waits_for_itself_is_a_cycle();
    chips_with_split_classes_are_accepted();
    private_chips_need_no_classes();
    merged_classes_are_refused_and_the_cycle_leads_through_two_homes();
    each_wait_of_messages_closes_a_cycle_where_classes_do_not_part_it();
    relayed_messages_need_three_classes();
    a_crossbar_between_cores_needs_two_classes();
    a_wait_against_the_order_of_relayed_messages_is_found();
    a_refusal_names_the_key_and_can_be_turned_into_a_warning();
    return check_report();
}
