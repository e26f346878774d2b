/* The verilated chip as a backend: port structs of its own, bound to the chip's pins by the plan.
 */
#include "backend_form.h"

#include "chip_pins.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

/* What stands outside the nodes of one kind, one struct per node. */
struct agents {
    char *in, *out;
    uint64_t *wide; /* what the wide inputs point to */
};

struct rtl_backend {
    struct rtl rtl;
    struct chip_pins pins;
    struct agents agents[NODE_KINDS];
    unsigned control[CONTROLS];
    uint64_t results[RESULTS];
};

static void *in_of(const void *context, enum node_kind kind, unsigned node,
                   const struct block *block)
{
    return ((const struct rtl_backend *)context)->agents[kind].in + node * block->in_size;
}

static void *out_of(const void *context, enum node_kind kind, unsigned node,
                    const struct block *block)
{
    return ((const struct rtl_backend *)context)->agents[kind].out + node * block->out_size;
}

/* Wide inputs get storage to point to. */
static uint64_t *point_wide(const struct block *block, char *in, uint64_t *storage)
{
    for (unsigned p = 0; p < block->port_count; p++) {
        const struct block_port *port = &block->ports[p];
        if (port->is_output || port->form != PORT_WIDE)
            continue;
        memcpy(in + port->offset, &storage, sizeof storage);
        storage += port->words;
    }
    return storage;
}

static unsigned wide_words(const struct block *block)
{
    unsigned words = 0;
    for (unsigned p = 0; p < block->port_count; p++)
        if (!block->ports[p].is_output && block->ports[p].form == PORT_WIDE)
            words += block->ports[p].words;
    return words;
}

static void add_agents(struct agents *agents, const struct block *block, unsigned nodes)
{
    agents->in = xcalloc(nodes, block->in_size);
    agents->out = xcalloc(nodes, block->out_size);
    agents->wide = xcalloc((size_t)nodes * wide_words(block), sizeof *agents->wide);
    uint64_t *storage = agents->wide;
    for (unsigned i = 0; i < nodes; i++)
        storage = point_wide(block, agents->in + i * block->in_size, storage);
}

static void release_agents(struct agents *agents)
{
    free(agents->in);
    free(agents->out);
    free(agents->wide);
}

static void edge(struct backend *backend, const unsigned *controls)
{
    struct rtl_backend *state = backend->state;
    memcpy(state->control, controls, sizeof state->control);
    double began = seconds_now();
    chip_pins_apply(&state->pins);
    rtl_settle(&state->rtl);
    rtl_edge(&state->rtl);
    backend->seconds += seconds_now() - began;
    chip_pins_read(&state->pins);
    backend->failed = rtl_failed(&state->rtl);
    backend->error_dram_reply = state->results[RESULT_ERROR_DRAM_REPLY];
}

static uint64_t result(const struct backend *backend, enum plan_result_place place)
{
    return ((const struct rtl_backend *)backend->state)->results[place];
}

/* Inputs of the cycle of reset are 0, but for the levels that are configured. */
static void reset(struct backend *backend)
{
    struct rtl_backend *state = backend->state;
    memset(state->agents[NODE_CORE].out, 0, backend->core_count * sm_block.out_size);
    memset(state->agents[NODE_MEMORY].out, 0, backend->channel_count * dram_block.out_size);
    rtl_pin_set(state->rtl.rst, 1);
    chip_pins_apply(&state->pins);
    rtl_settle(&state->rtl);
    rtl_edge(&state->rtl);
    rtl_pin_set(state->rtl.rst, 0);
    chip_pins_read(&state->pins);
}

static void close_rtl(struct backend *backend)
{
    struct rtl_backend *state = backend->state;
    chip_pins_release(&state->pins);
    rtl_close(&state->rtl);
    release_agents(&state->agents[NODE_CORE]);
    release_agents(&state->agents[NODE_MEMORY]);
    free(state);
}

static const struct backend_form rtl_form = {edge, reset, result, close_rtl};

void backend_open_rtl(struct backend *backend, const struct plan *plan, const char *library,
                      uint64_t seed)
{
    struct rtl_backend *state = xcalloc(1, sizeof *state);
    backend_open(backend, plan, &rtl_form, state);
    add_agents(&state->agents[NODE_CORE], &sm_block, backend->core_count);
    add_agents(&state->agents[NODE_MEMORY], &dram_block, backend->channel_count);
    rtl_open(&state->rtl, library, seed);
    chip_pins_bind(&state->pins, &state->rtl,
                   &(struct chip_sides){.plan = plan,
                                        .in = in_of,
                                        .out = out_of,
                                        .context = state,
                                        .control = state->control,
                                        .results = state->results});
    for (unsigned i = 0; i < backend->core_count; i++)
        backend->cores[i] = (struct backend_core){out_of(state, NODE_CORE, i, &sm_block),
                                                  in_of(state, NODE_CORE, i, &sm_block)};
    for (unsigned i = 0; i < backend->channel_count; i++)
        backend->channels[i] = (struct backend_channel){out_of(state, NODE_MEMORY, i, &dram_block),
                                                        in_of(state, NODE_MEMORY, i, &dram_block)};
    backend_reset(backend);
}
