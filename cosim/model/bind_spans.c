/* Wires between the hub and the nodes or networks. */
#include "bind.h"
#include "util.h"

/* Number of one more set of pulses to the hub. */
static unsigned new_each(struct gpu *gpu)
{
    if (gpu->each_count == EACH_MAX)
        bug("the hub sees more than %u sets of pulses", EACH_MAX);
    return gpu->each_count++;
}

/* Where the hub sees a bit of each node: a mask holds them, a wide input points at them. */
static void bind_each(struct gpu *gpu, struct gpu_span *span, const struct gpu_class *nodes,
                      struct at input)
{
    span->each = new_each(gpu);
    if (input.port->form == PORT_WIDE) {
        const unsigned words = bits_words(nodes->members); /* nodes->words is not set yet */
        span->gathered = span->held = xcalloc(words, sizeof *span->held);
        bind_words(span->reader, 0, input, span->held);
        return;
    }
    span->gathered = (uint64_t *)(void *)((char *)gpu_in_of(span->reader, 0) + at_offset(input));
}

/* What the hub tells the networks; their answer is no output of a class (gpu_ports.c). */
static void bind_network_span(struct gpu *gpu, const struct plan_span *span)
{
    if (span->form != SPAN_TO_NETWORKS)
        return;
    struct gpu_class *hub = bind_class(gpu, NODE_HUB, span->hub);
    struct gpu_bit from =
        at_bit((struct at){block_port_named(hub->plan->block, span->hub_port), 0});
    *NEW_IN(hub->spans, hub->span_count) = (struct gpu_span){.form = span->form, .from = from};
    bind_flag(hub, from, READ_CHANGES);
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
    struct gpu_class *hub = bind_class(gpu, NODE_HUB, span->hub);
    struct gpu_class *nodes = bind_class(gpu, span->kind, span->there);
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
        bound->from.byte = (uint16_t)at_offset(source);
        bound->to.byte = (uint16_t)at_offset(input);
        return;
    }
    bound->from = at_bit(source);
    bound->to = at_bit(input);
    if (form == SPAN_OF_ANY)
        bound->driven = xcalloc(from->members, sizeof *bound->driven);
    if (form == SPAN_OF_EACH)
        bind_each(gpu, bound, nodes, input);
    int valid = source.port->valid;
    struct at flag = valid < 0 ? source : (struct at){&from->plan->block->ports[valid], 0};
    bind_flag(from, at_bit(flag),
              form == SPAN_OF_EACH || form == SPAN_OF_ONE ? READ_EACH : READ_CHANGES);
}

void bind_span(struct gpu *gpu, const struct plan_span *span)
{
    if (span->kind == NODE_KINDS) {
        bind_network_span(gpu, span);
        return;
    }
    unsigned elements = plan_spans_programs(span->form) ? gpu->config.programs : 1;
    for (unsigned element = 0; element < elements; element++)
        bind_element(gpu, span, element);
}
