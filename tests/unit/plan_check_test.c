/* A plan that is wrong in one place is found by plan_check: a mistake in the program ends in bug(),
 * a block that cannot do what the configuration asks for in die(). */
#include "ending.h"
#include "plan_chip.h"

static void check_plan(const void *plan)
{
    plan_check(plan);
}

static struct plan_instance *instance_of(struct plan *plan, enum node_kind kind, const char *name)
{
    struct plan_node *node = &plan->node[kind];
    return &node->instances[plan_find(node, name)];
}

/* The link of a core that ends at this interface. */
static struct plan_link *link_to(struct plan *plan, const char *instance, const char *interface)
{
    struct plan_node *node = &plan->node[NODE_CORE];
    for (unsigned i = 0; i < node->link_count; i++)
        if (!strcmp(node->instances[node->links[i].to.instance].name, instance) &&
            !strcmp(node->links[i].to.interface, interface))
            return &node->links[i];
    return NULL;
}

static unsigned parameter_number(const struct plan_instance *instance, const char *name)
{
    unsigned i = 0;
    while (strcmp(instance->block->parameters[i].name, name) != 0)
        i++;
    return i;
}

/* Misses of the L1 led to the arbiter, accesses of the arbiter to the MSHR. */
static void swap_receivers(struct plan *plan)
{
    struct plan_link *access = link_to(plan, "l1_cache", "access");
    struct plan_link *miss = link_to(plan, "mshr", "miss");
    struct plan_end end = access->to;
    access->to = miss->to;
    miss->to = end;
}

static void swap_sinks(struct plan *plan)
{
    struct plan_link *reply = link_to(plan, "mshr", "reply");
    struct plan_link *answer = link_to(plan, "sm", "remote");
    unsigned element = reply->from.element;
    reply->from.element = answer->from.element;
    answer->from.element = element;
}

static void name_no_interface(struct plan *plan)
{
    link_to(plan, "mshr", "miss")->to.interface = "missing";
}

static void reverse_a_link(struct plan *plan)
{
    struct plan_link *miss = link_to(plan, "mshr", "miss");
    struct plan_end end = miss->from;
    miss->from = miss->to;
    miss->to = end;
}

static void send_to_a_source_that_is_not_there(struct plan *plan)
{
    link_to(plan, "noc_port", "send")->to.element = 2;
}

static void take_from_a_sink_that_is_not_there(struct plan *plan)
{
    link_to(plan, "mshr", "reply")->from.element = 2;
}

static void use_elements_of_what_has_none(struct plan *plan)
{
    link_to(plan, "l1_cache", "access")->to.element = 1;
}

/* An mshr whose reply_ready is an input like recv_ready: it only watches. */
static void take_where_is_only_watched(struct plan *plan)
{
    static struct block_port ports[64];
    static struct block watcher;
    struct plan_instance *mshr = instance_of(plan, NODE_CORE, "mshr");
    watcher = *mshr->block;
    for (unsigned i = 0; i < watcher.port_count; i++) {
        ports[i] = watcher.ports[i];
        ports[i].is_output &= strcmp(ports[i].name, "reply_ready") != 0;
    }
    watcher.ports = ports;
    mshr->block = &watcher;
}

static void leave_ways_unchosen(struct plan *plan)
{
    struct plan_instance *l1 = instance_of(plan, NODE_CORE, "l1_cache");
    l1->chosen &= ~(1u << parameter_number(l1, "WAYS"));
}

static void leave_the_divider_unchosen(struct plan *plan)
{
    plan->clock_divider.chosen = 0;
}

static void leave_a_slice_unchosen(struct plan *plan)
{
    struct plan_instance *slice = instance_of(plan, NODE_MEMORY, "llc_slice");
    slice->chosen &= ~(1u << parameter_number(slice, "LATENCY"));
}

static void wire_an_output_that_is_not_there(struct plan *plan)
{
    struct plan_node *core = &plan->node[NODE_CORE];
    core->wires[core->wire_count - 1].output = "event_nothing";
}

static void wire_into_an_output(struct plan *plan)
{
    struct plan_node *core = &plan->node[NODE_CORE];
    struct plan_wire *wire = &core->wires[core->wire_count - 1];
    wire->to = wire->from;
    wire->input = wire->output;
}

static void ask_for_too_many_ways(struct plan *plan)
{
    struct plan_instance *l1 = instance_of(plan, NODE_CORE, "l1_cache");
    l1->values[parameter_number(l1, "WAYS")] = 17;
}

/* The span of the hub that ends there, or begins. */
static struct plan_span *span_of(struct plan *plan, const char *hub_port)
{
    unsigned i = 0;
    while (strcmp(plan->spans[i].hub_port, hub_port) != 0)
        i++;
    return &plan->spans[i];
}

static void wire_the_hub_to_nothing(struct plan *plan)
{
    span_of(plan, "stall")->port = "nothing";
}

static void drive_an_output_of_the_hub(struct plan *plan)
{
    span_of(plan, "stall")->form = SPAN_OF_ANY;
}

static void watch_a_slice_that_is_not_there(struct plan *plan)
{
    span_of(plan, "access_valid")->node = 4;
}

static void count_a_slice_too_many(struct plan *plan)
{
    plan->node[NODE_MEMORY].count++;
}

static void show_tags_as_sets(struct plan *plan)
{
    span_of(plan, "access_set")->port = "look_tag";
}

static void reduce_a_number(struct plan *plan)
{
    struct plan_span *span = span_of(plan, "access_tag");
    span->form = SPAN_OF_ANY;
}

static void have_a_program_too_many(struct plan *plan)
{
    plan->config.programs = 2;
}

static void put_two_nodes_at_a_place(struct plan *plan)
{
    struct network *mesh = &plan->network[NETWORK_REPLY];
    mesh->node[NODE_MEMORY][3] = mesh->node[NODE_CORE][0];
}

static void put_a_node_beside_the_mesh(struct plan *plan)
{
    struct network *mesh = &plan->network[NETWORK_REQUEST];
    mesh->node[NODE_CORE][5] = network_address(mesh, mesh->places);
}

static const struct mistake {
    void (*spoil)(struct plan *);
    enum ending end;
    const char *names; /* what the message speaks of */
} spoiled_hubs[] = {
    {wire_the_hub_to_nothing, ENDS_ABORTED, "nothing"},
    {drive_an_output_of_the_hub, ENDS_ABORTED, "no wire"},
    {watch_a_slice_that_is_not_there, ENDS_ABORTED, "no mem_4"},
    {count_a_slice_too_many, ENDS_ABORTED, "an element for each mem"},
    {show_tags_as_sets, ENDS_ABORTED, "equally wide"},
    {reduce_a_number, ENDS_ABORTED, "no OR of single bits"},
    {have_a_program_too_many, ENDS_ABORTED, "an element for each program"},
};

static const struct mistake spoiled[] = {
    {swap_receivers, ENDS_ABORTED, "link"},
    {swap_sinks, ENDS_ABORTED, "sink"},
    {name_no_interface, ENDS_ABORTED, "missing"},
    {reverse_a_link, ENDS_ABORTED, "miss"},
    {send_to_a_source_that_is_not_there, ENDS_ABORTED, "element 2"},
    {take_from_a_sink_that_is_not_there, ENDS_ABORTED, "element 2"},
    {use_elements_of_what_has_none, ENDS_ABORTED, "element 1"},
    {take_where_is_only_watched, ENDS_ABORTED, "both ends"},
    {leave_ways_unchosen, ENDS_ABORTED, "WAYS"},
    {leave_the_divider_unchosen, ENDS_ABORTED, "clock_divider"},
    {leave_a_slice_unchosen, ENDS_ABORTED, "LATENCY"},
    {wire_an_output_that_is_not_there, ENDS_ABORTED, "event_nothing"},
    {wire_into_an_output, ENDS_ABORTED, "no wire"},
    {put_two_nodes_at_a_place, ENDS_ABORTED, "reply network: place 0"},
    {put_a_node_beside_the_mesh, ENDS_ABORTED, "request network: place 36"},
    {ask_for_too_many_ways, ENDS_REFUSED, "WAYS = 1..16"},
};

static void a_good_plan_passes(void)
{
    static const char *const chips[] = {"tiny",
                                        "pact20",
                                        "icpp18",
                                        "taco16",
                                        THROUGH_L2,
                                        CROSSBAR,
                                        PRIVATE_LLC,
                                        ADAPTIVE_BOTH,
                                        "tiny ccn=basic",
                                        PRIVATE_LLC " programs=2",
                                        ADAPTIVE_LLC " programs=2",
                                        ADAPTIVE_LLC " programs=2 llc_chooser=trial"};
    char said[1000];
    for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
        enum ending end = ending_of(check_plan, plan_of(chips[i]), said, sizeof said);
        expect_value(end, ENDS_WELL, chips[i], said);
        expect(!*said, chips[i], said);
    }
}

static void is_found(const char *chip, const struct mistake *mistake)
{
    static struct plan plan;
    char said[1000];
    plan = *plan_of(chip);
    mistake->spoil(&plan);
    enum ending end = ending_of(check_plan, &plan, said, sizeof said);
    expect_value(end, mistake->end, mistake->names, said);
    expect(strstr(said, mistake->names) != NULL, mistake->names, said);
}

static void a_plan_wrong_in_one_place_is_found(void)
{
    for (unsigned i = 0; i < sizeof spoiled / sizeof *spoiled; i++)
        is_found("pact20", &spoiled[i]);
    for (unsigned i = 0; i < sizeof spoiled_hubs / sizeof *spoiled_hubs; i++)
        is_found(ADAPTIVE_LLC, &spoiled_hubs[i]);
}

int main(void)
{
    TEST(a_good_plan_passes());
    TEST(a_plan_wrong_in_one_place_is_found());
    return check_report();
}
