/* See chip_lockstep.h. */
#include "chip_lockstep.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

/* The statistics port is read all the time, another counter in every so many cycles. */
enum { STAT_CYCLES = 16 };

static void *model_in(const void *gpu, enum node_kind kind, unsigned node,
                      const struct block *block)
{
    return gpu_in(gpu, kind, node, block);
}

static void *model_out(const void *gpu, enum node_kind kind, unsigned node,
                       const struct block *block)
{
    return gpu_out(gpu, kind, node, block);
}

/* Makes the model the one that drives the chip and is compared with it. */
static void attach(struct chip *chip, struct gpu *gpu)
{
    chip->gpu = gpu;
    chip_pins_release(&chip->pins);
    chip_pins_bind(&chip->pins, &chip->rtl,
                   &(struct chip_sides){.plan = &gpu->plan,
                                        .in = model_in,
                                        .out = model_out,
                                        .context = gpu,
                                        .control = gpu->control,
                                        .results = chip->results});
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
    chip_pins_apply(&chip->pins);
    rtl_pin_set(chip->rtl.rst, 1);
    rtl_settle(&chip->rtl);
    rtl_edge(&chip->rtl);
    rtl_pin_set(chip->rtl.rst, 0);
}

void chip_close(struct chip *chip)
{
    chip_pins_release(&chip->pins);
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
    for (unsigned i = 0; i < RESULTS; i++)
        chip->results[i] = gpu_result(gpu, i);
    double began = seconds_now();
    chip_pins_apply(&chip->pins);
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
    const struct chip_pins *pins = &chip->pins;
    for (const struct chip_pin *pin = pins->outputs; pin < pins->outputs + pins->output_count;
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
