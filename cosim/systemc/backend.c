/* What both forms share: see backend.h. */
#include "backend_form.h"

#include "chip.h"
#include "chip_build.h"
#include "deadlock.h"
#include "emit.h"
#include "netlist.h"
#include "tool.h"
#include "util.h"

#include <stdlib.h>
#include <unistd.h>

struct plan *backend_plan(struct config *config)
{
    struct plan *plan = xcalloc(1, sizeof *plan);
    config_check(config);
    config_require_rtl(config, "the SystemC component");
    if (config->mem_port)
        die("mem_port = axi4: the SystemC component has native memory channels only; leave the key "
            "out, "
            "or use `memloom lockstep`");
    plan_chip(plan, config);
    deadlock_check(plan, false);
    return plan;
}

/* The same steps as `memloom lockstep`, so that both use one cache. */
char *backend_library(const struct plan *plan, const char *work, unsigned optimise)
{
    struct design design;
    struct chip_build build;
    chip_build_tools(optimise);
    make_directory(work);
    char *rtl = xasprintf("%s/rtl.%ld", work, (long)getpid());
    chip_elaborate(&design, plan, NULL);
    emit_chip(plan, &design, "", rtl);
    design_release(&design);
    chip_build(&build, rtl, work, &(struct chip_view){.assertions = true, .optimise = optimise});
    const char *const remove[] = {"rm", "-rf", "--", rtl, NULL};
    if (tool_run(&(struct tool){.argv = remove}) != 0)
        warn("cannot remove '%s'", rtl);
    free(rtl);
    char *library = xstrdup(build.library);
    chip_build_release(&build);
    return library;
}

void backend_open(struct backend *backend, const struct plan *plan, const struct backend_form *form,
                  void *state)
{
    const struct config *config = &plan->config;
    *backend = (struct backend){.form = form,
                                .state = state,
                                .core_count = config->cores,
                                .channel_count = config->partitions,
                                .programs = (1u << config->programs) - 1,
                                .control = {.l1_mode = config->l1_policy,
                                            .l1_chunk = config->l1_chunk,
                                            .l1_nearest = config->l1_nearest,
                                            .llc_choice = true}};
    backend->cores = xcalloc(backend->core_count, sizeof *backend->cores);
    backend->channels = xcalloc(backend->channel_count, sizeof *backend->channels);
}

void backend_close(struct backend *backend)
{
    backend->form->close(backend);
    free(backend->cores);
    free(backend->channels);
}

void backend_edge(struct backend *backend)
{
    struct backend_control *control = &backend->control;
    unsigned all = backend->programs;
    const unsigned controls[CONTROLS] = {[CONTROL_FLUSH] = control->flush ? all : 0,
                                         [CONTROL_LLC_FLUSH] = control->llc_flush,
                                         [CONTROL_L1_MODE] = control->l1_mode,
                                         [CONTROL_L1_CHUNK] = control->l1_chunk,
                                         [CONTROL_L1_NEAREST] = control->l1_nearest,
                                         [CONTROL_LLC_CHOICE] = control->llc_choice ? all : 0,
                                         [CONTROL_STAT_NODE] = control->stat_node,
                                         [CONTROL_STAT_COUNTER] = control->stat_counter};
    backend->form->edge(backend, controls);
    control->flush = control->llc_flush = false;
}

void backend_reset(struct backend *backend)
{
    backend->control.flush = backend->control.llc_flush = false;
    backend->error_dram_reply = 0;
    backend->form->reset(backend);
}

bool backend_llc_busy(const struct backend *backend)
{
    return backend->form->result(backend, RESULT_LLC_BUSY);
}

uint32_t backend_stat_value(const struct backend *backend)
{
    return (uint32_t)backend->form->result(backend, RESULT_STAT_VALUE);
}
