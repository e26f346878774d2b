/* Wires inside of a node: a block reads what another one drives for somebody else, or as a pulse.
 */
#include "bind.h"

#include <stdlib.h>
#include <string.h>

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
    struct gpu_pulses *pulses = &from->wiring.pulses;
    unsigned end = bind_end(from, to), byte = (unsigned)source.port->offset;
    if (pulses->count && (pulses->end != end || pulses->to != input.port->offset))
        bug("%s: pulses go to two vectors", from->plan->name);
    if (pulses->count == PULSES_MAX || byte >= 8 * FLAG_WORDS)
        bug("%s: too many handshakes and events", from->plan->name);
    pulses->end = end;
    pulses->to = (uint16_t)input.port->offset;
    pulses->own |= UINT64_C(1) << input.element;
    pulses->pulse[pulses->count++] = (struct gpu_pulse){(uint16_t)byte, (uint8_t)input.element};
    bind_flag(from, at_bit(source), READ_CHANGES);
}

static void add_tap(struct gpu_class *from, struct gpu_class *to, struct gpu_tap tap)
{
    tap.end = bind_end(from, to);
    tap.in_size = to->in_size;
    struct gpu_tap *at = NEW_IN(from->taps, from->tap_count);
    for (; at > from->taps && at[-1].end > tap.end; at--)
        at[0] = at[-1];
    *at = tap;
}

void bind_wire(struct gpu *gpu, enum node_kind kind, const struct plan_wire *wire)
{
    struct gpu_class *from = bind_class(gpu, kind, wire->from),
                     *to = bind_class(gpu, kind, wire->to);
    struct at input = {block_port_named(to->plan->block, wire->input), wire->input_element};
    struct at source = {block_port_named(from->plan->block, wire->output), wire->element};
    const struct block_port *partner = partner_of(to->plan->block, input.port);
    const struct block *block = from->plan->block;
    if (to->plan->block == &perf_counters_block) {
        add_pulse(from, to, source, input);
    } else if (input.port->form == PORT_WIDE) {
        for (unsigned i = 0; i < from->members; i++)
            bind_to_driver(to, i, input, from, i, source);
    } else if (input.port->form == PORT_WORD) {
        add_tap(from, to,
                (struct gpu_tap){.kind = input.port->valid >= 0 ? TAP_PAYLOAD : TAP_NUMBER,
                                 .from = {.byte = (uint16_t)at_offset(source)},
                                 .to = {.byte = (uint16_t)at_offset(input)}});
        if (input.port->valid >= 0 && source.port->valid >= 0) /* looked at while valid only */
            bind_flag(from, at_bit((struct at){&block->ports[source.port->valid], source.element}),
                      READ_EACH);
        else
            from->wiring.flags.unknown = true;
    } else {
        add_tap(from, to,
                (struct gpu_tap){.kind = partner ? TAP_HANDSHAKE : TAP_LEVEL,
                                 .from = at_bit(source),
                                 .to = at_bit(input),
                                 .partner = partner ? at_bit((struct at){partner, 0})
                                                    : (struct gpu_bit){.byte = 0}});
        bind_flag(from, at_bit(source), READ_EACH);
    }
}
