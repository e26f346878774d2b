/* See chip_pins.h. */
#include "chip_pins.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

struct binding {
    struct chip_pins *pins;
    const struct rtl *rtl;
    const struct chip_sides *sides;
};

static void add_input(struct chip_pins *pins, const struct rtl_pin *pin, void *model)
{
    pins->inputs[pins->input_count++] = (struct chip_pin){pin, model, NULL};
}

static void add_output(struct chip_pins *pins, const struct rtl_pin *pin, void *model,
                       const bool *valid)
{
    pins->outputs[pins->output_count++] = (struct chip_pin){pin, model, valid};
}

static const struct rtl_pin *find(const struct rtl *rtl, const char *name)
{
    const struct rtl_pin *pin = rtl_find(rtl, name);
    if (!pin)
        bug("the chip has no port '%s'", name);
    return pin;
}

/* A port of what stands outside a node: its outputs are inputs of the chip. */
static void bind_port(const struct binding *binding, const struct block *block, enum node_kind kind,
                      unsigned node, const struct block_port *port)
{
    const struct chip_sides *sides = binding->sides;
    char *name = xasprintf("%s_%u_%s", sides->plan->node[kind].name, node, port->name);
    const struct rtl_pin *pin = rtl_find(binding->rtl, name);
    if (!pin && !port->is_optional)
        bug("the chip has no port '%s'", name);
    free(name);
    if (!pin)
        return;
    if (port->is_output) {
        char *out = sides->out(sides->context, kind, node, block);
        add_input(binding->pins, pin, out + port->offset);
        return;
    }
    char *in = sides->in(sides->context, kind, node, block);
    const bool *valid = NULL;
    void *model = in + port->offset;
    if (port->form == PORT_WIDE)
        memcpy(&model, in + port->offset, sizeof model); /* what drives it */
    if (port->valid >= 0)
        valid = (const bool *)(in + block->ports[port->valid].offset);
    add_output(binding->pins, pin, model, valid);
}

static void bind_nodes(const struct binding *binding, enum node_kind kind)
{
    const struct plan_node *of = &binding->sides->plan->node[kind];
    for (unsigned node = 0; node < of->count; node++)
        for (unsigned i = 0; i < of->instance_count; i++) {
            const struct block *block = of->instances[i].block;
            for (unsigned p = 0; of->instances[i].outside && p < block->port_count; p++)
                bind_port(binding, block, kind, node, &block->ports[p]);
        }
}

static void check_all_bound(const struct chip_pins *pins, unsigned ports)
{
    unsigned bound = pins->input_count + pins->output_count + 2; /* clk and rst */
    if (bound != ports)
        bug("the chip has %u ports, the harness knows %u of them", ports, bound);
}

void chip_pins_bind(struct chip_pins *pins, const struct rtl *rtl, const struct chip_sides *sides)
{
    struct binding binding = {pins, rtl, sides};
    unsigned ports = 0;
    while (rtl->pins[ports].name)
        ports++;
    *pins = (struct chip_pins){.inputs = xcalloc(ports, sizeof(*pins->inputs)),
                               .outputs = xcalloc(ports, sizeof(*pins->outputs))};
    for (unsigned i = 0; i < plan_signal_count; i++)
        if (plan_signals[i].kind == SIGNAL_CONTROL && plan_signals[i].exists(&sides->plan->config))
            add_input(pins, find(rtl, plan_signals[i].name),
                      &sides->control[plan_signals[i].control]);
    for (unsigned i = 0; i < RESULTS; i++)
        if (plan_results[i].exists(&sides->plan->config))
            add_output(pins, find(rtl, plan_results[i].name), &sides->results[i], NULL);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        bind_nodes(&binding, kind);
    check_all_bound(pins, ports);
}

void chip_pins_release(struct chip_pins *pins)
{
    free(pins->inputs);
    free(pins->outputs);
    *pins = (struct chip_pins){0};
}

/* Most pins are a byte or a word; a call of memcpy costs more than they do. */
static inline void copy(void *to, const void *from, unsigned bytes)
{
    if (bytes == 1)
        memcpy(to, from, 1);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else
        memcpy(to, from, bytes);
}

void chip_pins_apply(const struct chip_pins *pins)
{
    for (const struct chip_pin *pin = pins->inputs; pin < pins->inputs + pins->input_count; pin++)
        copy(pin->rtl->data, pin->model, pin->rtl->bytes);
}

/* What says whether another one is defined comes first. */
void chip_pins_read(const struct chip_pins *pins)
{
    const struct chip_pin *end = pins->outputs + pins->output_count;
    for (const struct chip_pin *pin = pins->outputs; pin < end; pin++)
        if (!pin->valid)
            copy(pin->model, pin->rtl->data, pin->rtl->bytes);
    for (const struct chip_pin *pin = pins->outputs; pin < end; pin++)
        if (pin->valid && *pin->valid)
            copy(pin->model, pin->rtl->data, pin->rtl->bytes);
}
