/* From the plan to classes: a twin per instance, parameters from the plan, links as lists of
 * offsets into the port structs. Done once; wires.c runs what is made here. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "gpu_class.h"
#include "util.h"

static const uint64_t nothing[LINE_WORDS]; /* wide inputs that nobody drives */

/* A port of an instance, or one element of it. */
struct at {
    const struct block_port *port;
    unsigned element;
};

static unsigned offset_of(struct at at)
{
    size_t element =
        at.port->form == PORT_WIDE
            ? at.port->is_output ? at.port->words * sizeof(uint64_t) : sizeof(const uint64_t *)
            : sizeof(uint64_t);
    return (unsigned)(at.port->offset + (at.port->is_array ? at.element * element : 0));
}

static struct gpu_bit bit_of(struct at at)
{
    unsigned element = at.port->form == PORT_MASK ? at.element : 0;
    return (struct gpu_bit){(uint16_t)(at.port->offset + element / 8),
                            (uint8_t)(1u << element % 8)};
}

/* Classes stand in the order of the plan. */
static struct gpu_class *class_at(const struct gpu *gpu, enum node_kind kind, unsigned instance)
{
    for (unsigned before = 0; before < kind; before++)
        instance += gpu->plan.node[before].instance_count;
    return &gpu->classes[instance];
}

static void make_class(struct gpu *gpu, struct gpu_class *class, const struct plan_instance *plan,
                       enum node_kind kind, unsigned members)
{
    const struct block *block = plan->block;
    const size_t carried = FLAG_WORDS * sizeof(uint64_t);
    *class = (struct gpu_class){.plan = plan,
                                .kind = kind,
                                .members = members,
                                .params = xcalloc(1, block->params_size),
                                .in_size = gpu_stride(block->in_size),
                                .out_size = gpu_stride(carried + block->out_size),
                                .twin = block->twin,
                                .step = gpu_step_block,
                                .drive = gpu_drive_block};
    plan_params(plan, class->params);
    class->in = gpu_member_array(gpu, class, class->in_size);
    class->out = (char *)gpu_member_array(gpu, class, class->out_size) + carried;
    if (plan->outside)
        return;
    class->pauses = block->twin->pause;
    if (block->twin->pause || block == &perf_counters_block)
        class->steps = gpu_member_array(gpu, class, sizeof *class->steps);
    class->state_size = gpu_stride(block->twin->state_size);
    class->state = gpu_member_array(gpu, class, class->state_size);
    for (unsigned i = 0; i < members; i++)
        block->twin->init(gpu_state_of(class, i), class->params);
}

/* Why somebody looks at a flag: for what it changes to, or for each 1, or for each 1 that is taken.
 */
enum reading { READ_CHANGES, READ_EACH, READ_TAKEN };

/* Somebody reads this output bit of a class. */
static void read_flag(struct gpu_class *class, struct gpu_bit bit, enum reading reading)
{
    struct gpu_flags *flags = &class->flags;
    unsigned word = bit.byte / 8;
    uint64_t mask = (uint64_t)bit.mask << bit.byte % 8 * 8;
    if (word >= FLAG_WORDS) {
        flags->unknown = true;
        return;
    }
    flags->read[word] |= mask;
    flags->acted_upon[word] |= reading == READ_EACH ? mask : 0;
    flags->offered[word] |= reading == READ_TAKEN ? mask : 0;
}

static void set_carry_data(const struct gpu *gpu, struct gpu_class *class)
{
    for (unsigned i = 0; class->twin && class->twin->carry_data && i < class->members; i++)
        *(bool *)((char *)gpu_state_of(class, i) + class->twin->carry_data) = !gpu->options.no_data;
}

/* Points element `element` of a wide input at what drives it. */
static void point(struct gpu_class *class, unsigned member, struct at at, const uint64_t *words)
{
    memcpy((char *)gpu_in_of(class, member) + offset_of(at), &words, sizeof words);
}

static void point_at_nothing(struct gpu_class *class)
{
    for (unsigned p = 0; p < class->plan->block->port_count; p++) {
        const struct block_port *port = &class->plan->block->ports[p];
        if (port->is_output || port->form != PORT_WIDE)
            continue;
        for (unsigned i = 0; i < class->members; i++)
            for (unsigned e = 0; e < plan_port_elements(class->plan, port); e++)
                point(class, i, (struct at){port, e}, nothing);
    }
}

/* A link while it is bound. */
struct joint {
    const struct plan_link *link;
    struct gpu_class *from, *to;
    uint16_t *there; /* of a ring: [members of `from`] that take; NULL: the same member */
    uint16_t *back;  /* [members of `to`] that offer */
};

static struct at field_at(const struct plan_end *end, const struct gpu_class *class,
                          const char *field)
{
    return (struct at){block_port(class->plan->block, end->interface, field), end->element};
}

/* Whether an input of the reader lies between two offsets: copying over it would be wrong. */
static bool is_in_between(const struct block *block, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < block->port_count; i++)
        if (!block->ports[i].is_output && block->ports[i].offset >= from &&
            block->ports[i].offset < to)
            return true;
    return false;
}

/* One more field; fields that follow each other on both sides alike become one run. */
static void add_run(struct gpu_offer *offer, struct gpu_run run)
{
    struct gpu_run *last = offer->run_count ? &offer->runs[offer->run_count - 1] : NULL;
    unsigned end = last ? last->from + last->bytes : 0u;
    if (last && run.from >= end && run.from < end + 8 &&
        run.from - last->from == run.to - last->to &&
        !is_in_between(offer->reader->plan->block, last->to + last->bytes, run.to)) {
        last->bytes = (uint16_t)(run.from + run.bytes - last->from);
        return;
    }
    *NEW_IN(offer->runs, offer->run_count) = run;
}

static void point_at_driver(const struct joint *joint, struct at from, struct at to)
{
    for (unsigned i = 0; i < joint->from->members; i++) {
        unsigned there = joint->there ? joint->there[i] : i;
        if (there != NO_MEMBER)
            point(joint->to, there, to,
                  (const uint64_t *)(void *)((char *)gpu_out_of(joint->from, i) + offset_of(from)));
    }
}

static bool is_routed(const struct gpu_offer *offer, const char *field)
{
    const struct gpu_route *route = &offer->route;
    return route->id_bits && (!strcmp(field, "id") || plan_way_wires(route->way, field));
}

static unsigned element_width(const struct gpu_class *class, const struct block_port *port)
{
    return plan_port_width(class->plan, port) / plan_port_elements(class->plan, port);
}

static uint16_t offset_or_0(const struct plan_end *end, const struct gpu_class *class,
                            const char *field)
{
    struct at at = field_at(end, class, field);
    return at.port ? (uint16_t)offset_of(at) : 0;
}

/* A way through L2, or a message id that is wider at the port than at the receiver. */
static void make_route(const struct joint *joint, struct gpu_route *route)
{
    const struct plan_end *from = &joint->link->from, *to = &joint->link->to;
    const struct block_port *id = field_at(from, joint->from, "id").port;
    const struct block_port *to_id = field_at(to, joint->to, "id").port;
    enum plan_way way = joint->link->way;
    if (!joint->link->message || !id || !to_id)
        return;
    unsigned width = element_width(joint->from, id), to_width = element_width(joint->to, to_id);
    if (way == WAY_PLAIN && width <= to_width)
        return;
    *route = (struct gpu_route){.way = way,
                                .from_id = offset_or_0(from, joint->from, "id"),
                                .from_dest = offset_or_0(from, joint->from, "dest"),
                                .from_src = offset_or_0(from, joint->from, "src"),
                                .from_line = offset_or_0(from, joint->from, "line"),
                                .to_id = offset_or_0(to, joint->to, "id"),
                                .to_dest = offset_or_0(to, joint->to, "dest"),
                                .to_src = offset_or_0(to, joint->to, "src"),
                                .id_bits = way == WAY_TO_L2     ? width
                                           : way == WAY_ONWARDS ? width - NODE_BITS
                                                                : to_width};
}

static int by_size(const void *a, const void *b)
{
    const struct gpu_run *x = a, *y = b;
    bool x_is_word = x->bytes == sizeof(uint64_t), y_is_word = y->bytes == sizeof(uint64_t);
    return x_is_word != y_is_word ? y_is_word - x_is_word : x->to - y->to;
}

/* Words first. An offer without a field has an empty list, which is no null pointer: wires.c counts
 * from it. */
static void sort_runs(struct gpu_offer *offer)
{
    if (!offer->runs)
        offer->runs = xcalloc(1, sizeof *offer->runs);
    qsort(offer->runs, offer->run_count, sizeof *offer->runs, by_size);
    while (offer->word_count < offer->run_count &&
           offer->runs[offer->word_count].bytes == sizeof(uint64_t))
        offer->word_count++;
}

/* What stands outside drives the ports that the chip has. Twins have those of all mechanisms and
 * drive them always. */
static bool is_driven(const struct gpu *gpu, const struct joint *joint,
                      const struct block_port *output)
{
    return !joint->from->plan->outside || plan_has_port(&gpu->plan, output);
}

/* What both sides have, but valid and ready. */
static void join_fields(const struct gpu *gpu, const struct joint *joint, struct gpu_offer *offer)
{
    const struct block *block = joint->from->plan->block;
    for (unsigned i = 0; i < block->port_count; i++) {
        const char *field = block_field(block, joint->link->from.interface, block->ports[i].name);
        if (!field || !block->ports[i].is_output || !strcmp(field, "valid"))
            continue;
        struct at from = {&block->ports[i], joint->link->from.element};
        struct at to = field_at(&joint->link->to, joint->to, field);
        if (!to.port || is_routed(offer, field) || !is_driven(gpu, joint, from.port))
            continue;
        bool narrow = from.port->form == PORT_BOOL || to.port->form == PORT_BOOL;
        struct gpu_run run = {(uint16_t)offset_of(from), (uint16_t)offset_of(to),
                              narrow ? 1 : sizeof(uint64_t)};
        if (from.port->form == PORT_WIDE) {
            point_at_driver(joint, from, to);
            continue;
        }
        add_run(offer, run);
        if (from.port->redecided && offer->redecided.bytes)
            bug("%s: two fields of an offer may change", joint->from->plan->name);
        if (from.port->redecided)
            offer->redecided = run;
    }
}

/* An offer that is the same until it is taken, unless something outside of the blocks meddles. */
static bool stays(const struct gpu *gpu, const struct joint *joint, const struct gpu_offer *offer)
{
    const struct gpu_options *options = &gpu->options;
    bool meddled = options->ideal_links || gpu->config.ccn == CCN_IDEAL ||
                   (options->open && joint->from->plan->outside);
    return !meddled && !offer->wakes && !joint->there &&
           !field_at(&joint->link->from, joint->from, "valid").port->redecided &&
           offer->valid.byte / 8 < FLAG_WORDS;
}

/* Inputs of a noc_port that its sender does not have: the message's class, all others stay 0. */
static void tie_class(const struct joint *joint)
{
    struct at to = field_at(&joint->link->to, joint->to, "class");
    if (!to.port || field_at(&joint->link->from, joint->from, "class").port)
        return;
    for (unsigned i = 0; i < joint->to->members; i++)
        *(uint64_t *)(void *)((char *)gpu_in_of(joint->to, i) + offset_of(to)) = joint->link->class;
}

/* A bit of the flags that no output has, in the same word as a valid: of a bool's byte the highest,
 * of a mask's word. */
static struct gpu_bit bit_beside(const struct gpu_class *class, struct at valid)
{
    bool is_mask = valid.port->form == PORT_MASK;
    if (is_mask && plan_port_elements(class->plan, valid.port) == 64)
        bug("%s: no bit is free beside %s", class->plan->name, valid.port->name);
    return (struct gpu_bit){(uint16_t)(valid.port->offset + (is_mask ? 7 : 0)), 0x80};
}

/* The receiver's ready; one without always takes. */
static void join_ready(const struct gpu *gpu, const struct joint *joint, struct gpu_offer *offer)
{
    struct at own = field_at(&joint->link->from, joint->from, "ready");
    struct at theirs = field_at(&joint->link->to, joint->to, "ready");
    offer->always = !own.port;
    offer->wakes = offer->always || (joint->to->twin && joint->to->twin->sees_offers);
    offer->stays = stays(gpu, joint, offer);
    read_flag(joint->from, offer->valid, offer->stays ? READ_TAKEN : READ_EACH);
    if (!own.port)
        return;
    offer->ready = bit_of(own);
    if (!theirs.port) {
        for (unsigned i = 0; i < joint->from->members; i++) {
            unsigned char *in = gpu_in_of(joint->from, i);
            in[offer->ready.byte] |= offer->ready.mask;
        }
        return;
    }
    struct gpu_class *to = joint->to;
    struct gpu_answer answer = {.sender = joint->from,
                                .ready = bit_of(theirs),
                                .to_ready = offer->ready,
                                .valid = bit_of(field_at(&joint->link->to, to, "valid"))};
    if (offer->stays) {
        answer.taken = bit_beside(joint->from, field_at(&joint->link->from, joint->from, "valid"));
        read_flag(joint->from, answer.taken, READ_CHANGES);
    }
    if (joint->there)
        *NEW_IN(to->ring_answers, to->ring_answer_count) =
            (struct gpu_ring_answer){answer, joint->back};
    else
        *NEW_IN(to->answers, to->answer_count) = answer;
    read_flag(to, bit_of(theirs), READ_CHANGES);
}

static void bind_joint(struct gpu *gpu, const struct joint *joint, struct gpu_offer *offer)
{
    *offer = (struct gpu_offer){.reader = joint->to,
                                .valid = bit_of(field_at(&joint->link->from, joint->from, "valid")),
                                .to_valid = bit_of(field_at(&joint->link->to, joint->to, "valid"))};
    make_route(joint, &offer->route);
    join_fields(gpu, joint, offer);
    sort_runs(offer);
    tie_class(joint);
    join_ready(gpu, joint, offer);
}

static void bind_link(struct gpu *gpu, enum node_kind kind, const struct plan_link *link)
{
    struct joint joint = {.link = link,
                          .from = class_at(gpu, kind, link->from.instance),
                          .to = class_at(gpu, kind, link->to.instance)};
    struct gpu_class *from = joint.from;
    bind_joint(gpu, &joint, NEW_IN(from->offers, from->offer_count));
}

static uint16_t *no_members(unsigned count)
{
    uint16_t *members = xcalloc(count, sizeof *members);
    for (unsigned i = 0; i < count; i++)
        members[i] = NO_MEMBER;
    return members;
}

/* The links of a ring from nodes of one kind to those of another, or of the same. */
static void bind_ring_kinds(struct gpu *gpu, const struct plan_ring *ring, enum node_kind from,
                            enum node_kind to)
{
    const struct plan_link link = {.from = {ring_instance(ring, from), ring->output, 0},
                                   .to = {ring_instance(ring, to), ring->input, 0}};
    struct joint joint = {.link = &link,
                          .from = class_at(gpu, from, link.from.instance),
                          .to = class_at(gpu, to, link.to.instance)};
    joint.there = no_members(joint.from->members);
    joint.back = no_members(joint.to->members);
    for (unsigned i = 0; i < joint.from->members; i++) {
        struct ring_place next = ring_next(ring, (struct ring_place){from, i});
        if (next.kind != to)
            continue;
        joint.there[i] = (uint16_t)next.node;
        joint.back[next.node] = (uint16_t)i;
    }
    struct gpu_ring_offer *offer = NEW_IN(joint.from->ring_offers, joint.from->ring_offer_count);
    offer->there = joint.there;
    bind_joint(gpu, &joint, &offer->offer);
}

static void bind_ring(struct gpu *gpu, const struct plan_ring *ring)
{
    bind_ring_kinds(gpu, ring, ring->kind, ring->kind);
    if (ring->via == NODE_KINDS)
        return;
    bind_ring_kinds(gpu, ring, ring->kind, ring->via);
    bind_ring_kinds(gpu, ring, ring->via, ring->kind);
}

/* Of a valid that a block watches the ready that it watches, too, and the other way round; NULL:
 * there is none. */
static const struct block_port *partner_of(const struct block *block, const struct block_port *port)
{
    size_t length = block_interface_length(block, port->name);
    const char *field = port->name + length + 1;
    bool valid = length && !strcmp(field, "valid"), ready = length && !strcmp(field, "ready");
    if (!valid && !ready)
        return NULL;
    char *interface = xasprintf("%.*s", (int)length, port->name);
    const struct block_port *partner = block_port(block, interface, valid ? "ready" : "valid");
    free(interface);
    return partner && !partner->is_output ? partner : NULL;
}

/* A pulse that is counted. */
static void add_pulse(struct gpu_class *from, struct gpu_class *to, struct at source,
                      struct at input)
{
    struct gpu_pulses *pulses = &from->pulses;
    if (pulses->reader && (pulses->reader != to || pulses->to != input.port->offset))
        bug("%s: pulses go to two vectors", from->plan->name);
    pulses->reader = to;
    pulses->to = (uint16_t)input.port->offset;
    pulses->own |= UINT64_C(1) << input.element;
    unsigned byte = (unsigned)source.port->offset;
    if (byte >= 8 * FLAG_WORDS)
        bug("%s: too many handshakes and events", from->plan->name);
    pulses->flags[byte / 8] |= UINT64_C(1) << byte % 8 * 8;
    pulses->bits[byte] |= UINT64_C(1) << input.element;
    read_flag(from, bit_of(source), READ_CHANGES);
}

static void add_tap(struct gpu_class *from, struct gpu_tap tap)
{
    struct gpu_tap *at = NEW_IN(from->taps, from->tap_count);
    for (; at > from->taps && at[-1].reader > tap.reader; at--)
        at[0] = at[-1];
    *at = tap;
}

static void bind_wire(struct gpu *gpu, enum node_kind kind, const struct plan_wire *wire)
{
    struct gpu_class *from = class_at(gpu, kind, wire->from), *to = class_at(gpu, kind, wire->to);
    struct at input = {block_port_named(to->plan->block, wire->input), wire->input_element};
    struct at source = {block_port_named(from->plan->block, wire->output), wire->element};
    const struct block_port *partner = partner_of(to->plan->block, input.port);
    const struct block *block = from->plan->block;
    if (to->plan->block == &perf_counters_block) {
        add_pulse(from, to, source, input);
    } else if (input.port->form == PORT_WORD) {
        add_tap(from, (struct gpu_tap){.reader = to,
                                       .kind = input.port->valid >= 0 ? TAP_PAYLOAD : TAP_NUMBER,
                                       .from = {.byte = (uint16_t)offset_of(source)},
                                       .to = {.byte = (uint16_t)offset_of(input)}});
        if (input.port->valid >= 0 && source.port->valid >= 0) /* looked at while valid only */
            read_flag(from, bit_of((struct at){&block->ports[source.port->valid], source.element}),
                      READ_EACH);
        else
            from->flags.unknown = true;
    } else {
        add_tap(from, (struct gpu_tap){.reader = to,
                                       .kind = partner ? TAP_HANDSHAKE : TAP_LEVEL,
                                       .from = bit_of(source),
                                       .to = bit_of(input),
                                       .partner = partner ? bit_of((struct at){partner, 0})
                                                          : (struct gpu_bit){.byte = 0}});
        read_flag(from, bit_of(source), READ_EACH);
    }
}

/* Number of one more set of pulses to the hub. */
static unsigned new_each(struct gpu *gpu)
{
    if (gpu->each_count == EACH_MAX)
        bug("the hub sees more than %u sets of pulses", EACH_MAX);
    return gpu->each_count++;
}

/* What the hub tells the networks; their answer is no output of a class (gpu_ports.c). */
static void bind_network_span(struct gpu *gpu, const struct plan_span *span)
{
    struct gpu_class *hub = class_at(gpu, NODE_HUB, span->hub);
    if (span->form != SPAN_TO_NETWORKS)
        return;
    struct gpu_bit from =
        bit_of((struct at){block_port_named(hub->plan->block, span->hub_port), 0});
    *NEW_IN(hub->spans, hub->span_count) = (struct gpu_span){.form = span->form, .from = from};
    read_flag(hub, from, READ_CHANGES);
}

/* Cores of a program, when there are several. */
static const uint64_t *cores_of(const struct gpu *gpu, const struct plan_span *span,
                                unsigned program)
{
    return plan_spans_programs(span->form) && gpu->config.programs > 1 ? gpu->cores_of[program]
                                                                       : NULL;
}

/* An element of it, in the list of its driver. What nodes say lasts, or is a pulse that must be
 * seen each time. */
static void bind_element(struct gpu *gpu, const struct plan_span *span, unsigned element)
{
    struct gpu_class *hub = class_at(gpu, NODE_HUB, span->hub);
    struct gpu_class *nodes = class_at(gpu, span->kind, span->there);
    struct at at_hub = {block_port_named(hub->plan->block, span->hub_port), element};
    struct at at_node = {block_port_named(nodes->plan->block, span->port), 0};
    bool from_hub = plan_span_leaves_hub(span->form);
    enum span_form form = span->form == SPAN_TO_PROGRAM   ? SPAN_TO_ALL
                          : span->form == SPAN_OF_PROGRAM ? SPAN_OF_ANY
                                                          : span->form;
    struct gpu_class *from = from_hub ? hub : nodes;
    struct at source = from_hub ? at_hub : at_node, input = from_hub ? at_node : at_hub;
    bool number = input.port->form == PORT_WORD;
    struct gpu_span *bound = NEW_IN(from->spans, from->span_count);
    *bound = (struct gpu_span){.form = form,
                               .reader = from_hub ? nodes : hub,
                               .number = number,
                               .node = span->node,
                               .joined = cores_of(gpu, span, element)};
    if (number) { /* looked at with its valid, which is bound, too */
        bound->from.byte = (uint16_t)offset_of(source);
        bound->to.byte = (uint16_t)offset_of(input);
        return;
    }
    bound->from = bit_of(source);
    bound->to = bit_of(input);
    if (form == SPAN_OF_ANY)
        bound->driven = xcalloc(from->members, sizeof *bound->driven);
    if (form == SPAN_OF_EACH)
        bound->each = new_each(gpu);
    int valid = source.port->valid;
    struct at flag = valid < 0 ? source : (struct at){&from->plan->block->ports[valid], 0};
    read_flag(from, bit_of(flag),
              form == SPAN_OF_EACH || form == SPAN_OF_ONE ? READ_EACH : READ_CHANGES);
}

static void bind_span(struct gpu *gpu, const struct plan_span *span)
{
    unsigned elements = plan_spans_programs(span->form) ? gpu->config.programs : 1;
    for (unsigned element = 0; element < elements; element++)
        bind_element(gpu, span, element);
}

void gpu_feed(struct gpu_class *class, unsigned member, const struct block_port *port,
              unsigned element, unsigned value)
{
    char *in = gpu_in_of(class, member);
    struct at at = {port, element};
    if (port->form == PORT_BOOL)
        *(bool *)(in + port->offset) = value;
    else
        *(uint64_t *)(void *)(in + offset_of(at)) = value;
}

/* Constants are written once, controls when they change. */
static void bind_feed(struct gpu *gpu, enum node_kind kind, const struct plan_feed *feed)
{
    const struct plan_signal *signal = &plan_signals[feed->signal];
    struct gpu_class *class = class_at(gpu, kind, feed->instance);
    const struct block_port *port = block_port_named(class->plan->block, feed->input);
    if (signal->kind == SIGNAL_CONTROL)
        *NEW_IN(class->feeds, class->feed_count) =
            (struct gpu_feed){port, feed->signal, feed->one, feed->element};
    if (signal->kind != SIGNAL_CONSTANT)
        return;
    for (unsigned i = 0; i < class->members; i++)
        for (unsigned e = 0; e < plan_signal_elements(&gpu->plan, feed->signal); e++)
            gpu_feed(class, i, port, e, signal->value(&gpu->plan, (struct plan_at){kind, i, e}));
}

static void bind_node(struct gpu *gpu, enum node_kind kind)
{
    const struct plan_node *node = &gpu->plan.node[kind];
    for (unsigned i = 0; i < node->link_count; i++)
        bind_link(gpu, kind, &node->links[i]);
    for (unsigned i = 0; i < node->wire_count; i++)
        bind_wire(gpu, kind, &node->wires[i]);
    for (unsigned i = 0; i < node->feed_count; i++)
        bind_feed(gpu, kind, &node->feeds[i]);
}

void gpu_bind(struct gpu *gpu)
{
    const struct plan *plan = &gpu->plan;
    gpu->classes = xcalloc(GPU_CLASSES_MAX, sizeof *gpu->classes);
    for (unsigned core = 0; core < gpu->config.cores; core++)
        gpu->cores_of[config_program(&gpu->config, core)][core / 64] |= UINT64_C(1) << core % 64;
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        for (unsigned i = 0; i < plan->node[kind].instance_count; i++)
            make_class(gpu, &gpu->classes[gpu->class_count++], &plan->node[kind].instances[i], kind,
                       plan->node[kind].count);
    gpu->perf_merge = &gpu->classes[gpu->class_count++];
    make_class(gpu, gpu->perf_merge, &plan->perf_merge, NODE_KINDS, 1);
    for (unsigned i = 0; i < gpu->class_count; i++) {
        set_carry_data(gpu, &gpu->classes[i]);
        point_at_nothing(&gpu->classes[i]);
    }
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        bind_node(gpu, kind);
    for (unsigned i = 0; i < plan->ring_count; i++)
        bind_ring(gpu, &plan->rings[i]);
    for (unsigned i = 0; i < plan->span_count; i++)
        if (plan->spans[i].kind == NODE_KINDS)
            bind_network_span(gpu, &plan->spans[i]);
        else
            bind_span(gpu, &plan->spans[i]);
}

static void release_class(struct gpu_class *class)
{
    for (unsigned i = 0; class->twin && i < class->members; i++)
        class->twin->release(gpu_state_of(class, i));
    for (unsigned i = 0; i < class->offer_count; i++)
        free(class->offers[i].runs);
    free(class->params);
    for (unsigned i = 0; i < class->ring_offer_count; i++) {
        free(class->ring_offers[i].offer.runs);
        free(class->ring_offers[i].there);
    }
    for (unsigned i = 0; i < class->ring_answer_count; i++)
        free(class->ring_answers[i].there);
    free(class->offers);
    free(class->answers);
    free(class->ring_offers);
    free(class->ring_answers);
    free(class->taps);
    for (unsigned i = 0; i < class->span_count; i++)
        free(class->spans[i].driven);
    free(class->spans);
    free(class->feeds);
    free(class->inject_place);
    free(class->eject_place);
    free(class->worker);
}

void gpu_unbind(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->class_count; i++)
        release_class(&gpu->classes[i]);
    free(gpu->classes);
}

struct gpu_class *gpu_class_of(const struct gpu *gpu, enum node_kind kind,
                               const struct block *block)
{
    for (unsigned i = 0; i < gpu->class_count; i++)
        if (gpu->classes[i].kind == kind && gpu->classes[i].plan &&
            gpu->classes[i].plan->block == block)
            return &gpu->classes[i];
    bug("the model has no %s", block->name);
}

void *gpu_state(const struct gpu *gpu, enum node_kind kind, unsigned node,
                const struct block *block)
{
    return gpu_state_of(gpu_class_of(gpu, kind, block), node);
}

void *gpu_in(const struct gpu *gpu, enum node_kind kind, unsigned node, const struct block *block)
{
    return gpu_in_of(gpu_class_of(gpu, kind, block), node);
}

void *gpu_out(const struct gpu *gpu, enum node_kind kind, unsigned node, const struct block *block)
{
    return gpu_out_of(gpu_class_of(gpu, kind, block), node);
}
