/* See chip_lockstep.h. */
#include "chip_lockstep.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

/* The statistics port is read all the time, another counter in every so many cycles. */
enum { STAT_CYCLES = 16 };

static const struct rtl_pin *find(const struct chip *chip, const char *prefix, const char *name)
{
    char *full = xasprintf("%s%s", prefix, name);
    const struct rtl_pin *pin = rtl_find(&chip->rtl, full);
    if (!pin)
        bug("the chip has no port '%s'", full);
    free(full);
    return pin;
}

static void input(struct chip *chip, const char *prefix, const char *name, const void *model)
{
    chip->inputs[chip->input_count++] = (struct chip_pin){find(chip, prefix, name), model, NULL};
}

static void output(struct chip *chip, const char *prefix, const char *name, const void *model,
                   const bool *valid)
{
    chip->outputs[chip->output_count++] = (struct chip_pin){find(chip, prefix, name), model, valid};
}

static void bind_core(struct chip *chip, unsigned index)
{
    const struct gpu_core *core = &chip->gpu->core[index];
    char *prefix = xasprintf("core_%u_", index);
    input(chip, prefix, "request_valid", &core->sm_out.request_valid);
    input(chip, prefix, "request_kind", &core->sm_out.request_kind);
    input(chip, prefix, "request_op", &core->sm_out.request_op);
    input(chip, prefix, "request_line", &core->sm_out.request_line);
    input(chip, prefix, "request_id", &core->sm_out.request_id);
    input(chip, prefix, "request_mask", core->sm_out.request_mask);
    input(chip, prefix, "request_data", core->sm_out.request_data);
    if (chip->gpu->config.l1_protect) {
        input(chip, prefix, "request_pc", &core->sm_out.request_pc);
        input(chip, prefix, "issued", &core->sm_out.issued);
    }
    output(chip, prefix, "request_ready", &core->sm_in.request_ready, NULL);
    output(chip, prefix, "hit_valid", &core->cache_out.hit_valid, NULL);
    output(chip, prefix, "hit_id", &core->cache_out.hit_id, &core->cache_out.hit_valid);
    output(chip, prefix, "hit_data", core->cache_out.hit_data, &core->cache_out.hit_valid);
    output(chip, prefix, "response_valid", &core->mshr_out.response_valid, NULL);
    output(chip, prefix, "response_id", &core->mshr_out.response_id,
           &core->mshr_out.response_valid);
    output(chip, prefix, "response_data", core->mshr_out.response_data,
           &core->mshr_out.response_valid);
    if (chip->gpu->config.shared_l1) {
        output(chip, prefix, "remote_valid", &core->sm_in.remote_valid, NULL);
        output(chip, prefix, "remote_id", &core->sm_in.remote_id, &core->sm_in.remote_valid);
        output(chip, prefix, "remote_data", core->sm_in.remote_data, &core->sm_in.remote_valid);
    }
    free(prefix);
}

static void bind_partition(struct chip *chip, unsigned index)
{
    const struct gpu_partition *partition = &chip->gpu->partition[index];
    const struct llc_slice_out *slice = &partition->slice_out;
    char *prefix = xasprintf("mem_%u_", index);
    input(chip, prefix, "dram_ready", &partition->dram_out.dram_ready);
    input(chip, prefix, "dram_reply_valid", &partition->dram_out.dram_reply_valid);
    input(chip, prefix, "dram_reply_id", &partition->dram_out.dram_reply_id);
    input(chip, prefix, "dram_reply_data", partition->dram_out.dram_reply_data);
    output(chip, prefix, "dram_valid", &slice->dram_valid, NULL);
    output(chip, prefix, "dram_write", &slice->dram_write, &slice->dram_valid);
    output(chip, prefix, "dram_line", &slice->dram_line, &slice->dram_valid);
    output(chip, prefix, "dram_id", &slice->dram_id, &slice->dram_valid);
    output(chip, prefix, "dram_data", slice->dram_data, &slice->dram_valid);
    output(chip, prefix, "dram_reply_ready", &slice->dram_reply_ready, NULL);
    free(prefix);
}

static void bind_ports(struct chip *chip)
{
    const struct gpu *gpu = chip->gpu;
    unsigned ports = 0;
    while (chip->rtl.pins[ports].name)
        ports++;
    chip->inputs = xcalloc(ports, sizeof(*chip->inputs));
    chip->outputs = xcalloc(ports, sizeof(*chip->outputs));
    input(chip, "", "flush", &gpu->flush);
    input(chip, "", "llc_flush", &gpu->llc_flush);
    input(chip, "", "stat_node", &gpu->stat_node);
    input(chip, "", "stat_counter", &gpu->stat_counter);
    if (gpu->config.shared_l1) {
        input(chip, "", "l1_mode", &gpu->mode.policy);
        input(chip, "", "l1_chunk", &gpu->mode.chunk);
        input(chip, "", "l1_nearest", &gpu->mode.nearest);
    }
    output(chip, "", "llc_busy", &chip->llc_busy, NULL);
    output(chip, "", "stat_value", &gpu->stat_value, NULL);
    for (unsigned i = 0; i < gpu->config.cores; i++)
        bind_core(chip, i);
    for (unsigned i = 0; i < gpu->config.partitions; i++)
        bind_partition(chip, i);
    unsigned bound = chip->input_count + chip->output_count + 2; /* clk and rst */
    if (bound != ports)
        bug("the chip has %u ports, the harness knows %u of them", ports, bound);
}

static void apply_inputs(struct chip *chip)
{
    for (const struct chip_pin *pin = chip->inputs; pin < chip->inputs + chip->input_count; pin++)
        memcpy(pin->rtl->data, pin->model, pin->rtl->bytes);
}

void chip_open(struct chip *chip, struct gpu *gpu, const char *library, uint64_t seed)
{
    *chip = (struct chip){.gpu = gpu};
    rtl_open(&chip->rtl, library, seed);
    bind_ports(chip);
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
    rtl_close(&chip->rtl);
}

void chip_begin(struct chip *chip)
{
    struct gpu *gpu = chip->gpu;
    if (gpu->now % STAT_CYCLES == 0) {
        unsigned turn = (unsigned)(gpu->now / STAT_CYCLES);
        gpu_select(gpu, turn / gpu->config.events % gpu->nodes, turn % gpu->config.events);
    }
    gpu_begin(gpu);
    chip->llc_busy = gpu_llc_busy(gpu);
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
    unsigned char *selected = chip->rtl.shim->signal(chip->rtl.instance, scope, "fault_select");
    if (selected)
        *selected = (unsigned char)fault;
    free(scope);
}
