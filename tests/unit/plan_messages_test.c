/* The messages of each organization, their networks, classes and what they wait for:
 * docs/deadlock.md and docs/shared_l1.md, from pact20 section 3.2 (flows) and 5.5 (ways). */
#include "plan_chip.h"

/* "request 1" is class 1 of the request network. `waits`: for what the receiver needs room first.
 */
struct expected {
    const char *sender, *receiver; /* "core requester.send"; "~": sent on at the slice */
    const char *lane, *waits;
};

static const struct expected private_l1[] = {
    {"core mshr.request", "mem llc_slice.request", "request 0", "reply 0"},
    {"mem llc_slice.reply", "core mshr.reply", "reply 0", ""},
};

/* taco16 section 4.2: requests that no other L1 answered go to L2 as the others do. */
static const struct expected by_rings[] = {
    {"core ccn_port.send", "mem llc_slice.request", "request 0", "reply 0"},
    {"mem llc_slice.reply", "core ccn_port.reply", "reply 0", ""},
};

/* Section 3.2: a miss goes on to L2 (F), a hit is answered (E); an acknowledgement or a line of L2
 * passes the home on its way to the requester; requests nearer to L2 go there (3.3). */
static const struct expected direct[] = {
    {"core requester.send", "core requester.recv", "request 0", "request 1,reply 1,reply 1"},
    {"core requester.send", "mem llc_slice.request", "request 1", "reply 0"},
    {"core mshr.request", "mem llc_slice.request", "request 1", "reply 0"},
    {"mem llc_slice.reply", "core mshr.reply", "reply 0", "reply 1"},
    {"core mshr.remote", "core sm.remote", "reply 1", ""},
    {"core l1_cache.remote_hit", "core sm.remote", "reply 1", ""},
};

/* Both: what a home asks of L2 passes ccn_port as a core's own misses do. */
static const struct expected direct_by_rings[] = {
    {"core requester.send", "core requester.recv", "request 0", "request 1,reply 1,reply 1"},
    {"core requester.send", "mem llc_slice.request", "request 1", "reply 0"},
    {"core ccn_port.send", "mem llc_slice.request", "request 1", "reply 0"},
    {"mem llc_slice.reply", "core ccn_port.reply", "reply 0", "reply 1"},
    {"core mshr.remote", "core sm.remote", "reply 1", ""},
    {"core l1_cache.remote_hit", "core sm.remote", "reply 1", ""},
};

static const struct expected through_l2[] = {
    {"core requester.send", "mem ~", "request 0", "reply 2"},
    {"mem ~", "core requester.recv", "reply 2", "request 1,request 2,request 2"},
    {"core requester.send", "mem llc_slice.request", "request 1", "reply 0"},
    {"core mshr.request", "mem llc_slice.request", "request 1", "reply 0"},
    {"mem llc_slice.reply", "core mshr.reply", "reply 0", "request 2"},
    {"core mshr.remote", "mem ~", "request 2", "reply 1"},
    {"core l1_cache.remote_hit", "mem ~", "request 2", "reply 1"},
    {"mem ~", "core sm.remote", "reply 1", ""},
};

/* All homes are nearest: no request of a requester goes to L2. */
static const struct expected by_crossbar[] = {
    {"core requester.send", "core requester.recv", "crossbar 0", "request 0,crossbar 1,crossbar 1"},
    {"core mshr.request", "mem llc_slice.request", "request 0", "reply 0"},
    {"mem llc_slice.reply", "core mshr.reply", "reply 0", "crossbar 1"},
    {"core mshr.remote", "core sm.remote", "crossbar 1", ""},
    {"core l1_cache.remote_hit", "core sm.remote", "crossbar 1", ""},
};

/* With the order in which its lanes wait: each only for later ones. */
static const struct organization {
    const char *chip;
    const struct expected *messages;
    unsigned count;
    const char *order;
} organizations[] = {
    {"tiny", private_l1, 2, "request 0,reply 0"},
    {"icpp18", private_l1, 2, "request 0,reply 0"},
    {"taco16", private_l1, 2, "request 0,reply 0"},
    {"taco16 ccn=throttled", by_rings, 2, "request 0,reply 0"},
    {"cores=80 partitions=64", private_l1, 2, "request 0,reply 0"},
    {"pact20", direct, 6, "request 0,request 1,reply 0,reply 1"},
    {"pact20 topology=butterfly", direct, 6, "request 0,request 1,reply 0,reply 1"},
    {"pact20 l1_protect=dlp", direct, 6, "request 0,request 1,reply 0,reply 1"},
    {"pact20 ccn=basic", direct_by_rings, 6, "request 0,request 1,reply 0,reply 1"},
    {THROUGH_L2, through_l2, 8, "request 0,reply 2,request 1,reply 0,request 2,reply 1"},
    {CROSSBAR, by_crossbar, 5, "crossbar 0,request 0,reply 0,crossbar 1"},
};
enum { ORGANIZATIONS = sizeof organizations / sizeof *organizations };

static void lane_text(const struct plan *plan, const struct message *message, char *text)
{
    snprintf(text, TEXT_MAX, "%s %u", plan->network[message->network].purpose, message->class);
}

/* "core mshr.request"; of what is sent on the message's name is left out. */
static void party_text(enum node_kind kind, const char *party, char *text)
{
    snprintf(text, TEXT_MAX, "%s %s", kind == NODE_CORE ? "core" : "mem",
             *party == '~' ? "~" : party);
}

/* Whether a lane is in a list with commas. */
static bool listed(const char *list, const char *lane)
{
    const char *at = strstr(list, lane);
    return at && (at == list || at[-1] == ',') && (!at[strlen(lane)] || at[strlen(lane)] == ',');
}

static const struct message *message_named(const struct plan *plan, const char *name)
{
    for (unsigned i = 0; i < plan->message_count; i++)
        if (!strcmp(plan->messages[i].name, name))
            return &plan->messages[i];
    return NULL;
}

/* The lanes that a message waits for are those of the list. */
static void expect_waits(const struct plan *plan, const struct message *message, const char *waits,
                         const char *chip)
{
    char text[TEXT_MAX * 2], *words[WORDS_MAX], lane[TEXT_MAX];
    unsigned count = words_of(message->waits, text, words), commas = *waits != '\0';
    for (const char *at = waits; *at; at++)
        commas += *at == ',';
    expect_value(count, commas, chip, message->name);
    for (unsigned i = 0; i < count; i++) {
        const struct message *waited = message_named(plan, words[i]);
        expect(waited != NULL, chip, words[i]);
        if (!waited)
            continue;
        lane_text(plan, waited, lane);
        expect(listed(waits, lane), chip, lane);
    }
}

static void expect_message(const struct plan *plan, const struct expected *row, const char *chip)
{
    unsigned found = 0;
    for (unsigned i = 0; i < plan->message_count; i++) {
        const struct message *message = &plan->messages[i];
        char sender[TEXT_MAX], receiver[TEXT_MAX], lane[TEXT_MAX];
        party_text(message->from, message->sender, sender);
        party_text(message->to, message->receiver, receiver);
        lane_text(plan, message, lane);
        if (strcmp(sender, row->sender) != 0 || strcmp(receiver, row->receiver) != 0 ||
            strcmp(lane, row->lane) != 0)
            continue;
        found++;
        expect_waits(plan, message, row->waits, chip);
    }
    expect_value(found, 1, chip, row->lane);
}

static void messages_are_those_of_the_flows(void)
{
    for (unsigned i = 0; i < ORGANIZATIONS; i++) {
        const struct organization *row = &organizations[i];
        const struct plan *plan = plan_of(row->chip);
        expect_value(plan->message_count, row->count, row->chip, "kinds of messages");
        for (unsigned m = 0; m < row->count; m++)
            expect_message(plan, &row->messages[m], row->chip);
    }
}

/* Place of a lane in the order of an organization. */
static size_t rank_of(const char *order, const char *lane)
{
    const char *at = strstr(order, lane);
    return at ? (size_t)(at - order) : SIZE_MAX;
}

static void every_class_waits_for_later_ones_only(void)
{
    for (unsigned i = 0; i < ORGANIZATIONS; i++) {
        const struct plan *plan = plan_of(organizations[i].chip);
        const char *order = organizations[i].order;
        for (unsigned m = 0; m < plan->message_count; m++) {
            char text[TEXT_MAX * 2], *words[WORDS_MAX], mine[TEXT_MAX], lane[TEXT_MAX];
            unsigned count = words_of(plan->messages[m].waits, text, words);
            lane_text(plan, &plan->messages[m], mine);
            expect(listed(order, mine), organizations[i].chip, mine);
            for (unsigned w = 0; w < count; w++) {
                lane_text(plan, message_named(plan, words[w]), lane);
                expect(rank_of(order, lane) > rank_of(order, mine), organizations[i].chip, lane);
            }
        }
    }
}

/* A class has channels of its own: it is one of the network's, which divide the channels. */
static void every_class_has_channels(void)
{
    for (unsigned i = 0; i < ORGANIZATIONS; i++) {
        const struct plan *plan = plan_of(organizations[i].chip);
        for (unsigned m = 0; m < plan->message_count; m++) {
            const struct network *network = &plan->network[plan->messages[m].network];
            expect(plan->messages[m].class < network->classes, organizations[i].chip, "class");
            expect_value(network->vcs % network->classes, 0, organizations[i].chip, "vcs");
        }
    }
}

static bool is_party(const struct plan_node *node, const struct plan_end *end, const char *party)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%s.%s", node->instances[end->instance].name, end->interface);
    return !strcmp(text, party);
}

/* Links by which a message leaves its sender for its network, or arrives at its receiver. */
static unsigned ways_out(const struct plan *plan, const struct message *message)
{
    const struct plan_node *node = &plan->node[message->from];
    unsigned count = 0;
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        const struct plan_instance *port = &node->instances[link->to.instance];
        bool onwards = *message->sender == '~' && link->way == WAY_ONWARDS &&
                       link->message != NO_MESSAGE &&
                       !strcmp(plan->messages[link->message].name, message->sender + 1);
        if (is_noc_port(port) && port->inject == (int)message->network &&
            (onwards || is_party(node, &link->from, message->sender)))
            count++;
    }
    return count;
}

static unsigned ways_in(const struct plan *plan, const struct message *message)
{
    const struct plan_node *node = &plan->node[message->to];
    unsigned count = 0;
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        const struct plan_instance *port = &node->instances[link->from.instance];
        bool onwards = *message->receiver == '~' && link->way == WAY_ONWARDS &&
                       link->from.element == message->class;
        if (is_noc_port(port) && port->eject == (int)message->network &&
            (onwards || is_party(node, &link->to, message->receiver)))
            count++;
    }
    return count;
}

static void every_message_has_one_link_at_either_end(void)
{
    for (unsigned i = 0; i < ORGANIZATIONS; i++) {
        const struct plan *plan = plan_of(organizations[i].chip);
        for (unsigned m = 0; m < plan->message_count; m++) {
            const struct message *message = &plan->messages[m];
            expect_value(ways_out(plan, message), 1, organizations[i].chip, message->name);
            expect_value(ways_in(plan, message), 1, organizations[i].chip, message->name);
        }
    }
}

/* Class and way of the links to noc_ports: the requester says its class itself; through L2 the
 * other end of a message between cores is named in its id. */
static const struct {
    const char *chip;
    enum node_kind kind;
    const char *from, *to;
    unsigned class; /* 9: that of the block */
    enum plan_way way;
} port_links[] = {
    {"tiny", NODE_CORE, "mshr.request", "noc_port.send", 0, WAY_PLAIN},
    {"tiny", NODE_MEMORY, "llc_slice.reply", "noc_port.send", 0, WAY_PLAIN},
    {"pact20", NODE_CORE, "requester.send", "noc_port.send", 9, WAY_PLAIN},
    {"pact20", NODE_CORE, "mshr.request", "noc_port.send", 1, WAY_PLAIN},
    {"pact20", NODE_CORE, "mshr.remote", "home_port.send", 1, WAY_PLAIN},
    {"pact20", NODE_CORE, "l1_cache.remote_hit", "home_port.send", 1, WAY_PLAIN},
    {"pact20", NODE_MEMORY, "llc_slice.reply", "noc_port.send", 0, WAY_PLAIN},
    {THROUGH_L2, NODE_CORE, "requester.send", "noc_port.send", 9, WAY_TO_L2},
    {THROUGH_L2, NODE_CORE, "mshr.request", "noc_port.send", 1, WAY_PLAIN},
    {THROUGH_L2, NODE_CORE, "mshr.remote", "noc_port.send", 2, WAY_TO_L2},
    {THROUGH_L2, NODE_CORE, "l1_cache.remote_hit", "noc_port.send", 2, WAY_TO_L2},
    {THROUGH_L2, NODE_CORE, "noc_port.recv", "sm.remote", 9, WAY_BY_L2},
    {THROUGH_L2, NODE_CORE, "noc_port.recv", "requester.recv", 9, WAY_BY_L2},
    {THROUGH_L2, NODE_CORE, "noc_port.recv", "mshr.reply", 9, WAY_PLAIN},
    {THROUGH_L2, NODE_MEMORY, "llc_slice.reply", "noc_port.send", 0, WAY_PLAIN},
    {CROSSBAR, NODE_CORE, "requester.send", "home_port.send", 9, WAY_PLAIN},
    {CROSSBAR, NODE_CORE, "mshr.request", "noc_port.send", 0, WAY_PLAIN},
    {CROSSBAR, NODE_CORE, "mshr.remote", "home_port.send", 1, WAY_PLAIN},
    {CROSSBAR, NODE_CORE, "l1_cache.remote_hit", "home_port.send", 1, WAY_PLAIN},
};

static void links_to_ports_carry_class_and_way(void)
{
    for (unsigned i = 0; i < sizeof port_links / sizeof *port_links; i++) {
        const struct plan_node *node = &plan_of(port_links[i].chip)->node[port_links[i].kind];
        unsigned found = 0;
        for (unsigned l = 0; l < node->link_count; l++) {
            const struct plan_link *link = &node->links[l];
            if (!is_party(node, &link->from, port_links[i].from) ||
                !is_party(node, &link->to, port_links[i].to))
                continue;
            found++;
            expect_value(link->way, port_links[i].way, port_links[i].chip, link->name);
            if (port_links[i].class != 9)
                expect_value(link->class, port_links[i].class, port_links[i].chip, link->name);
        }
        expect_value(found, 1, port_links[i].chip, port_links[i].from);
    }
}

/* At the slice: requests of sink 0 leave in class 2 of the reply network, answers of sink 2 in
 * class 1, without changing their ids (docs/shared_l1.md). */
static void slices_send_requests_and_answers_on(void)
{
    const struct plan_node *node = &plan_of(THROUGH_L2)->node[NODE_MEMORY];
    unsigned found = 0;
    for (unsigned l = 0; l < node->link_count; l++) {
        const struct plan_link *link = &node->links[l];
        if (link->way != WAY_ONWARDS)
            continue;
        found++;
        CHECK(link->from.element == 0 || link->from.element == 2);
        CHECK_EQUAL(link->class, link->from.element ? 1 : 2);
        CHECK_EQUAL(link->from.instance, link->to.instance);
    }
    CHECK_EQUAL(found, 2);
}

int main(void)
{
    TEST(messages_are_those_of_the_flows());
    TEST(every_class_waits_for_later_ones_only());
    TEST(every_class_has_channels());
    TEST(every_message_has_one_link_at_either_end());
    TEST(links_to_ports_carry_class_and_way());
    TEST(slices_send_requests_and_answers_on());
    return check_report();
}
