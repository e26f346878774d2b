/* From the plan to classes: a twin per instance, parameters from the plan, links as lists of
 * offsets into the port structs. Done once; wires.c runs what is made here. */
#include "bind.h"

#include <stdlib.h>

static const uint64_t nothing[LINE_WORDS]; /* wide inputs that nobody drives */

/* Classes stand in the order of the plan. */
struct gpu_class *bind_class(const struct gpu *gpu, enum node_kind kind, unsigned instance)
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
                                .number = (unsigned)(class - gpu->classes),
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

unsigned bind_end(struct gpu_class *class, struct gpu_class *there)
{
    unsigned end = 0;
    while (end < class->end_count && class->ends[end].class != there)
        end++;
    if (end == ENDS_MAX)
        bug("%s: links to more than %u classes", class->plan->name, ENDS_MAX);
    if (end == class->end_count)
        class->ends[class->end_count++] =
            (struct gpu_end){there, there->in, gpu_carried_of(there, 0), there->number};
    return end;
}

void bind_flag(struct gpu_class *class, struct gpu_bit bit, enum reading reading)
{
    struct gpu_flags *flags = &class->wiring.flags;
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

void bind_words(struct gpu_class *class, unsigned member, struct at at, const uint64_t *words)
{
    memcpy((char *)gpu_in_of(class, member) + at_offset(at), &words, sizeof words);
}

void bind_to_driver(struct gpu_class *class, unsigned member, struct at at,
                    const struct gpu_class *driver, unsigned driving, struct at from)
{
    const char *out = gpu_out_of(driver, driving);
    bind_words(class, member, at, (const uint64_t *)(const void *)(out + at_offset(from)));
}

static void point_at_nothing(struct gpu_class *class)
{
    for (unsigned p = 0; p < class->plan->block->port_count; p++) {
        const struct block_port *port = &class->plan->block->ports[p];
        if (port->is_output || port->form != PORT_WIDE)
            continue;
        for (unsigned i = 0; i < class->members; i++)
            for (unsigned e = 0; e < plan_port_elements(class->plan, port); e++)
                bind_words(class, i, (struct at){port, e}, nothing);
    }
}

void gpu_feed(struct gpu_class *class, unsigned member, const struct block_port *port,
              unsigned element, unsigned value)
{
    char *in = gpu_in_of(class, member);
    struct at at = {port, element};
    if (port->form == PORT_BOOL)
        *(bool *)(in + port->offset) = value;
    else
        *(uint64_t *)(void *)(in + at_offset(at)) = value;
}

/* Constants are written once, controls when they change. */
static void bind_feed(struct gpu *gpu, enum node_kind kind, const struct plan_feed *feed)
{
    const struct plan_signal *signal = &plan_signals[feed->signal];
    struct gpu_class *class = bind_class(gpu, kind, feed->instance);
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

/* The class's links are complete. */
static void choose_carry(const struct gpu *gpu, struct gpu_class *class)
{
    struct gpu_wiring *wiring = &class->wiring;
    wiring->in_size = class->in_size;
    wiring->out_size = class->out_size;
    wiring->offers = class->offers;
    wiring->answers = class->answers;
    wiring->offer_count = class->offer_count;
    wiring->answer_count = class->answer_count;
    wiring->taps = class->taps;
    wiring->tap_count = class->tap_count;
    wiring->others = class->ring_offer_count || class->ring_answer_count || class->span_count;
    gpu_visit *known = gpu->options.by_table ? NULL : wiring_known(wiring);
    class->carry = known ? known : gpu_carry;
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
        bind_span(gpu, &plan->spans[i]);
    for (unsigned i = 0; i < gpu->class_count; i++)
        choose_carry(gpu, &gpu->classes[i]);
}

static void release_offers(struct gpu_offer *offers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        free(offers[i].runs);
        free(offers[i].there);
    }
    free(offers);
}

static void release_class(struct gpu_class *class)
{
    for (unsigned i = 0; class->twin && i < class->members; i++)
        class->twin->release(gpu_state_of(class, i));
    free(class->params);
    release_offers(class->offers, class->offer_count);
    release_offers(class->ring_offers, class->ring_offer_count);
    for (unsigned i = 0; i < class->ring_answer_count; i++)
        free(class->ring_answers[i].there);
    free(class->answers);
    free(class->ring_answers);
    free(class->taps);
    for (unsigned i = 0; i < class->span_count; i++) {
        free(class->spans[i].driven);
        free(class->spans[i].held);
    }
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
