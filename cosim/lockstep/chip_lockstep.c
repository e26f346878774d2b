/* See chip_lockstep.h. */
#include "chip_lockstep.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

/* The statistics port is read all the time, another counter in every so many cycles. */
enum { STAT_CYCLES = 16 };

static void add_input(struct chip *chip, const struct rtl_pin *pin, const void *model)
{
    chip->inputs[chip->input_count++] = (struct chip_pin){pin, model, NULL};
}

static void add_output(struct chip *chip, const struct rtl_pin *pin, const void *model,
                       const bool *valid)
{
    chip->outputs[chip->output_count++] = (struct chip_pin){pin, model, valid};
}

static const struct rtl_pin *find(const struct chip *chip, const char *name)
{
    const struct rtl_pin *pin = rtl_find(&chip->rtl, name);
    if (!pin)
        bug("the chip has no port '%s'", name);
    return pin;
}

/* A port of what stands outside a node: its outputs are inputs of the chip. */
static void bind_port(struct chip *chip, const struct plan_instance *plan, enum node_kind kind,
                      unsigned node, const struct block_port *port)
{
    const struct gpu *gpu = chip->gpu;
    char *name = xasprintf("%s_%u_%s", gpu->plan.node[kind].name, node, port->name);
    const struct rtl_pin *pin = rtl_find(&chip->rtl, name);
    if (!pin && !port->is_optional)
        bug("the chip has no port '%s'", name);
    free(name);
    if (!pin)
        return;
    if (port->is_output) {
        const char *out = gpu_out(gpu, kind, node, plan->block);
        add_input(chip, pin, out + port->offset);
        return;
    }
    const char *in = gpu_in(gpu, kind, node, plan->block);
    const bool *valid = NULL;
    const void *model = in + port->offset;
    if (port->form == PORT_WIDE)
        memcpy(&model, in + port->offset, sizeof model); /* what drives it */
    if (port->valid >= 0)
        valid = (const bool *)(in + plan->block->ports[port->valid].offset);
    add_output(chip, pin, model, valid);
}

static void bind_nodes(struct chip *chip, enum node_kind kind)
{
    const struct plan_node *of = &chip->gpu->plan.node[kind];
    for (unsigned node = 0; node < of->count; node++)
        for (unsigned i = 0; i < of->instance_count; i++)
            for (unsigned p = 0; of->instances[i].outside && p < of->instances[i].block->port_count;
                 p++)
                bind_port(chip, &of->instances[i], kind, node, &of->instances[i].block->ports[p]);
}

static void bind_ports(struct chip *chip)
{
    const struct gpu *gpu = chip->gpu;
    unsigned ports = 0;
    while (chip->rtl.pins[ports].name)
        ports++;
    chip->inputs = xcalloc(ports, sizeof(*chip->inputs));
    chip->outputs = xcalloc(ports, sizeof(*chip->outputs));
    chip->results = xcalloc(plan_result_count, sizeof(*chip->results));
    for (unsigned i = 0; i < plan_signal_count; i++)
        if (plan_signals[i].kind == SIGNAL_CONTROL && plan_signals[i].exists(&gpu->plan.config))
            add_input(chip, find(chip, plan_signals[i].name),
                      &gpu->control[plan_signals[i].control]);
    for (unsigned i = 0; i < plan_result_count; i++)
        if (plan_results[i].exists(&gpu->plan.config))
            add_output(chip, find(chip, plan_results[i].name), &chip->results[i], NULL);
    for (unsigned kind = 0; kind < NODE_KINDS; kind++)
        bind_nodes(chip, kind);
    unsigned bound = chip->input_count + chip->output_count + 2; /* clk and rst */
    if (bound != ports)
        bug("the chip has %u ports, the harness knows %u of them", ports, bound);
}

static void apply_inputs(struct chip *chip)
{
    for (const struct chip_pin *pin = chip->inputs; pin < chip->inputs + chip->input_count; pin++)
        memcpy(pin->rtl->data, pin->model, pin->rtl->bytes);
}

/* Makes the model the one that drives the chip and is compared with it. */
static void attach(struct chip *chip, struct gpu *gpu)
{
    chip->gpu = gpu;
    chip->input_count = chip->output_count = 0;
    free(chip->inputs);
    free(chip->outputs);
    free(chip->results);
    bind_ports(chip);
}

void chip_open(struct chip *chip, struct gpu *gpu, const char *library, uint64_t seed)
{
    *chip = (struct chip){0};
    rtl_open(&chip->rtl, library, seed);
    attach(chip, gpu);
}

/* The twins change places, so that `gpu` goes on with used ones; their reset must make them new. */
static void take_twins(struct gpu *gpu, struct gpu *used)
{
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct block_twin *twin = gpu->instances[i].block->twin;
        unsigned char *mine = (unsigned char *)gpu->instances[i].state;
        unsigned char *theirs = (unsigned char *)used->instances[i].state;
        for (size_t k = 0; k < twin->state_size; k++) {
            unsigned char byte = mine[k];
            mine[k] = theirs[k];
            theirs[k] = byte;
        }
        twin->reset(mine);
    }
}

void chip_use_before_reset(struct chip *chip, struct gpu *prelude, uint64_t cycles)
{
    struct gpu *gpu = chip->gpu;
    attach(chip, prelude);
    chip_reset(chip);
    while (prelude->phase != GPU_DONE && prelude->now < cycles) {
        chip_begin(chip);
        chip_edge(chip);
    }
    attach(chip, gpu);
    take_twins(gpu, prelude);
    chip->rtl_seconds = 0;
}

void chip_reset(struct chip *chip)
{
    apply_inputs(chip);
    rtl_pin_set(chip->rtl.rst, 1);
    rtl_settle(&chip->rtl);
    rtl_edge(&chip->rtl);
    rtl_pin_set(chip->rtl.rst, 0);
}

void chip_close(struct chip *chip)
{
    free(chip->inputs);
    free(chip->outputs);
    free(chip->results);
    rtl_close(&chip->rtl);
}

void chip_begin(struct chip *chip)
{
    struct gpu *gpu = chip->gpu;
    if (gpu->now % STAT_CYCLES == 0) {
        unsigned turn = (unsigned)(gpu->now / STAT_CYCLES);
        gpu_select(gpu, turn / gpu->plan.events % gpu->nodes, turn % gpu->plan.events);
    }
    gpu_begin(gpu);
    for (unsigned i = 0; i < plan_result_count; i++)
        chip->results[i] = gpu_result(gpu, i);
    double began = seconds_now();
    apply_inputs(chip);
    rtl_settle(&chip->rtl);
    chip->rtl_seconds += seconds_now() - began;
}

void chip_edge(struct chip *chip)
{
    double began = seconds_now();
    rtl_edge(&chip->rtl);
    chip->rtl_seconds += seconds_now() - began;
    gpu_edge(chip->gpu);
}

const struct chip_pin *chip_difference(const struct chip *chip)
{
    for (const struct chip_pin *pin = chip->outputs; pin < chip->outputs + chip->output_count;
         pin++)
        if ((!pin->valid || *pin->valid) && memcmp(pin->rtl->data, pin->model, pin->rtl->bytes))
            return pin;
    return NULL;
}

static void print_bytes(const unsigned char *bytes, unsigned count, FILE *file)
{
    fputs("0x", file);
    while (count--)
        fprintf(file, "%02x", bytes[count]);
}

void chip_print_pin(const struct chip_pin *pin, FILE *file)
{
    fprintf(file, "%s: expected (model) ", pin->rtl->name);
    print_bytes(pin->model, pin->rtl->bytes, file);
    fputs(", actual (RTL) ", file);
    print_bytes(pin->rtl->data, pin->rtl->bytes, file);
}

void chip_set_fault(struct chip *chip, const char *path, unsigned fault)
{
    char *scope = xasprintf("top.gpu_mem.%s", path);
    unsigned width;
    unsigned char *selected =
        chip->rtl.shim->signal(chip->rtl.instance, scope, "fault_select", &width);
    if (selected)
        *selected = (unsigned char)fault;
    free(scope);
}
