/* See chip_ports.h. */
#include "chip_ports.h"

#include "bind.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

const char **chip_visible_blocks(const struct gpu *gpu)
{
    const char **names = xcalloc(gpu->instance_count + 1, sizeof(*names));
    unsigned count = 0;
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        bool known = false;
        for (unsigned k = 0; k < count; k++)
            known |= !strcmp(names[k], gpu->instances[i].block->name);
        if (!known)
            names[count++] = gpu->instances[i].block->name;
    }
    return names;
}

/* Bytes of Verilator's storage of a signal: the smallest of 1, 2, 4, 8, else whole 32-bit words. */
static unsigned storage_bytes(unsigned width)
{
    return width <= 8    ? 1
           : width <= 16 ? 2
           : width <= 32 ? 4
           : width <= 64 ? 8
                         : (width + 31) / 32 * 4;
}

static void bind_pin(struct rtl_pin *pin, const struct chip *chip, const char *scope,
                     const struct port_layout *layout)
{
    const struct block_port *port = layout->port;
    unsigned width = layout->width;
    void *data = chip->rtl.shim->signal(chip->rtl.instance, scope, port->name, &width);
    if (!data && !port->is_optional)
        bug("the visible chip does not show '%s.%s'", scope, port->name);
    if (width != layout->width)
        bug("%s.%s has %u bits, the model's parameters say %u", scope, port->name, width,
            layout->width);
    *pin = (struct rtl_pin){port->name, data, storage_bytes(width)};
}

void probe_init(struct probe *probe, const struct chip *chip, const struct gpu_instance *instance)
{
    probe->instance = instance;
    probe->brought_count = 0;
    port_set_init(&probe->set, instance->block, instance->params);
    frame_init(&probe->frame, &probe->set);
    char *scope = xasprintf("top.gpu_mem.%s", instance->path);
    for (unsigned i = 0; i < probe->set.count; i++)
        bind_pin(&probe->pins[i], chip, scope, &probe->set.layout[i]);
    free(scope);
}

void probe_release(struct probe *probe)
{
    frame_release(&probe->frame);
}

/* A port that this chip does not have is as the model says. */
static void read_pin(struct probe *probe, unsigned port)
{
    unsigned offset = probe->set.offset[port];
    if (probe->pins[port].data)
        rtl_pin_read(&probe->pins[port], probe->frame.rtl + offset);
    else
        memcpy(probe->frame.rtl + offset, probe->frame.model + offset,
               bits_words(probe->set.layout[port].width) * sizeof(uint64_t));
}

/* What a wire brings is undefined while its driver has nothing. */
static void forget_undriven(struct probe *probe)
{
    for (unsigned i = 0; i < probe->brought_count; i++) {
        const struct brought_input *input = &probe->brought[i];
        const struct port_layout *layout = &probe->set.layout[input->port];
        unsigned width = layout->width / layout->count;
        if (!(*input->valid & input->mask))
            bits_fill(probe->frame.care + probe->set.offset[input->port], input->element * width,
                      width, false);
    }
}

void probe_read(struct probe *probe, uint64_t cycle, bool outputs)
{
    probe->frame.cycle = cycle;
    frame_pack(&probe->frame, &probe->set, outputs,
               outputs ? probe->instance->out : probe->instance->in);
    if (!outputs)
        forget_undriven(probe);
    const struct port_list *list = &probe->set.of[outputs];
    for (unsigned i = 0; i < list->count; i++)
        read_pin(probe, list->port[i]);
}

static struct probe *probe_at(struct chip_ports *ports, const struct plan_node *node,
                              unsigned member, unsigned instance)
{
    char *path = xasprintf("%s_%u.%s", node->name, member, node->instances[instance].name);
    const struct gpu_instance *found = gpu_instance_at(ports->gpu, path);
    free(path);
    return found ? &ports->probes[found - ports->gpu->instances] : NULL;
}

static void bring_input(struct chip_ports *ports, const struct plan_node *node, unsigned member,
                        const struct plan_wire *wire)
{
    struct probe *to = probe_at(ports, node, member, wire->to);
    const struct probe *from = probe_at(ports, node, member, wire->from);
    const struct block *driver = node->instances[wire->from].block;
    const struct block_port *source = block_port_named(driver, wire->output);
    const struct block_port *input = block_port_named(node->instances[wire->to].block, wire->input);
    if (!to || !from || input->form != PORT_WIDE || source->valid < 0)
        return;
    struct gpu_bit valid = at_bit((struct at){&driver->ports[source->valid], wire->element});
    if (to->brought_count == BROUGHT_MAX)
        bug("%s: too many wide wires", node->instances[wire->to].name);
    to->brought[to->brought_count++] =
        (struct brought_input){(unsigned)(input - to->instance->block->ports), wire->input_element,
                               (const unsigned char *)from->instance->out + valid.byte, valid.mask};
}

static void bring_inputs(struct chip_ports *ports)
{
    for (unsigned kind = 0; kind < NODE_KINDS; kind++) {
        const struct plan_node *node = &ports->gpu->plan.node[kind];
        for (unsigned member = 0; member < node->count; member++)
            for (unsigned i = 0; i < node->wire_count; i++)
                bring_input(ports, node, member, &node->wires[i]);
    }
}

void chip_ports_init(struct chip_ports *ports, const struct chip *chip)
{
    *ports = (struct chip_ports){.gpu = chip->gpu, .count = chip->gpu->instance_count};
    ports->probes = xcalloc(ports->count, sizeof(*ports->probes));
    for (unsigned i = 0; i < ports->count; i++) {
        struct probe *probe = &ports->probes[i];
        probe_init(probe, chip, &chip->gpu->instances[i]);
        for (unsigned port = 0; port < probe->set.count; port++)
            ports->ports += probe->pins[port].data != NULL;
    }
    bring_inputs(ports);
}

void chip_ports_release(struct chip_ports *ports)
{
    for (unsigned i = 0; i < ports->count; i++)
        probe_release(&ports->probes[i]);
    free(ports->probes);
}

/* The first instance of which a port of this direction differs. */
static struct probe *compare(struct chip_ports *ports, bool outputs)
{
    struct probe *first = NULL;
    for (unsigned i = 0; i < ports->count; i++) {
        struct mismatch mismatch;
        struct probe *probe = &ports->probes[i];
        probe_read(probe, ports->gpu->now, outputs);
        if (frame_equal(&probe->frame, &probe->set, outputs, &mismatch))
            continue;
        ports->differing += first != NULL;
        if (first)
            continue;
        first = probe;
        ports->first = mismatch;
    }
    return first;
}

struct probe *chip_ports_difference(struct chip_ports *ports)
{
    ports->differing = 0;
    gpu_refresh(ports->gpu);
    struct probe *first = compare(ports, true);
    return first ? first : compare(ports, false);
}
