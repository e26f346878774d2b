/* See chip_locate.h. */
#include "chip_locate.h"

#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_AFTER = 5 }; /* cycles of waves behind the difference */

/* One leaf instance on both sides. */
struct probe {
    const struct gpu_instance *instance;
    struct port_set set;
    struct frame frame;
    struct rtl_pin pins[BLOCK_PORTS_MAX]; /* storage of the verilated instance's ports */
};

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

static void probe_init(struct probe *probe, const struct chip *chip,
                       const struct gpu_instance *instance)
{
    probe->instance = instance;
    port_set_init(&probe->set, instance->block, instance->params);
    frame_init(&probe->frame, &probe->set);
    char *scope = xasprintf("top.gpu_mem.%s", instance->path);
    for (unsigned i = 0; i < probe->set.count; i++) {
        const char *name = probe->set.layout[i].port->name;
        void *data = chip->rtl.shim->signal(chip->rtl.instance, scope, name);
        if (!data && !probe->set.layout[i].port->is_optional)
            bug("the visible chip does not show '%s.%s'", scope, name);
        probe->pins[i] = (struct rtl_pin){name, data, storage_bytes(probe->set.layout[i].width)};
    }
    free(scope);
}

/* A port that this chip does not have is as the model says. */
static void read_pin(struct probe *probe, unsigned port)
{
    unsigned offset = probe->set.offset[port];
    if (probe->pins[port].data)
        rtl_pin_read(&probe->pins[port], probe->frame.rtl + offset);
    else
        memcpy(probe->frame.rtl + offset, probe->frame.model + offset,
               (probe->set.layout[port].width + 63) / 64 * sizeof(uint64_t));
}

static void probe_read(struct probe *probe, uint64_t cycle, bool outputs)
{
    probe->frame.cycle = cycle;
    frame_pack(&probe->frame, &probe->set, outputs,
               outputs ? probe->instance->out : probe->instance->in);
    for (unsigned i = 0; i < probe->set.count; i++)
        if (probe->set.layout[i].port->is_output == outputs)
            read_pin(probe, i);
}

static void open_run(struct chip *chip, const struct chip_source *source, const char *library)
{
    chip_open(chip, source->create(source->context), library, source->seed);
    if (source->prepare)
        source->prepare(source->context, chip);
    chip_reset(chip);
}

static void close_run(struct chip *chip, const struct chip_source *source)
{
    struct gpu *gpu = chip->gpu;
    chip_close(chip);
    source->destroy(source->context, gpu);
}

/* The first cycle in which outputs of a leaf differ, and the first of the leaves in the model's
 * order. */
static void find_first(struct chip_place *place, struct chip *chip, uint64_t last)
{
    unsigned count = chip->gpu->instance_count;
    struct probe *probes = xcalloc(count, sizeof(*probes));
    for (unsigned i = 0; i < count; i++)
        probe_init(&probes[i], chip, &chip->gpu->instances[i]);
    while (!place->found && chip->gpu->now <= last) {
        uint64_t cycle = chip->gpu->now;
        progress("locating: cycle %" PRIu64 " of %" PRIu64, cycle, last);
        chip_begin(chip);
        for (unsigned i = 0; i < count; i++) {
            struct mismatch mismatch;
            probe_read(&probes[i], cycle, true);
            if (frame_equal(&probes[i].frame, &probes[i].set, &mismatch))
                continue;
            if (place->found) {
                place->others++;
                continue;
            }
            *place = (struct chip_place){
                .found = true, .cycle = cycle, .block = probes[i].instance->block->name};
            snprintf(place->path, sizeof(place->path), "%s", probes[i].instance->path);
            snprintf(place->port, sizeof(place->port), "%s",
                     probes[i].set.layout[mismatch.port].port->name);
        }
        chip_edge(chip);
    }
    progress_end();
    for (unsigned i = 0; i < count; i++)
        frame_release(&probes[i].frame);
    free(probes);
}

static void write_report(const struct chip_place *place, const struct probe *probe, FILE *file)
{
    struct mismatch mismatch;
    bool equal = frame_equal(&probe->frame, &probe->set, &mismatch);
    fprintf(file, "first difference: cycle %" PRIu64 ", instance gpu_mem.%s (block %s), port ",
            place->cycle, place->path, place->block);
    if (equal)
        bug("the difference at gpu_mem.%s did not come again", place->path);
    frame_print_mismatch(file, &probe->frame, &probe->set, &mismatch);
    fputc('\n', file);
    if (place->others)
        fprintf(file, "%u more instances differ in the same cycle\n", place->others);
}

static struct probe *find_instance(struct chip *chip, const char *path)
{
    for (unsigned i = 0; i < chip->gpu->instance_count; i++)
        if (!strcmp(chip->gpu->instances[i].path, path)) {
            struct probe *probe = xcalloc(1, sizeof(*probe));
            probe_init(probe, chip, &chip->gpu->instances[i]);
            return probe;
        }
    bug("the model has no instance '%s'", path);
}

static void open_in(struct output *output, const char *folder, const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    output_open(output, path);
    free(path);
}

/* Runs up to the difference, keeping the instance's last cycles, and on to the end of the window,
 * writing waves. */
static void record_window(const struct chip_place *place, struct chip *chip, const char *folder)
{
    struct probe *probe = find_instance(chip, place->path);
    struct history history;
    struct output report, ports;
    history_init(&history, &probe->set);
    uint64_t first = place->cycle >= HISTORY_FRAMES ? place->cycle - HISTORY_FRAMES + 1 : 0;
    while (chip->gpu->now <= place->cycle + WINDOW_AFTER) {
        uint64_t cycle = chip->gpu->now;
        if (cycle == first) {
            char *waves = xasprintf("%s/window.fst", folder);
            rtl_wave_open(&chip->rtl, waves);
            free(waves);
        }
        chip_begin(chip);
        if (cycle >= first && cycle <= place->cycle) {
            gpu_refresh(chip->gpu);
            probe_read(probe, cycle, false);
            probe_read(probe, cycle, true);
            history_record(&history, &probe->frame, &probe->set);
        }
        if (cycle == place->cycle) {
            write_report(place, probe, stderr);
            open_in(&report, folder, "report.txt");
            write_report(place, probe, report.file);
            output_close(&report);
        }
        chip_edge(chip);
    }
    open_in(&ports, folder, "ports.txt");
    history_print(&history, &probe->set, ports.file);
    output_close(&ports);
    history_release(&history);
    frame_release(&probe->frame);
    free(probe);
}

void chip_locate(struct chip_place *place, const struct chip_source *source, const char *library,
                 uint64_t last, const char *folder)
{
    struct chip chip;
    *place = (struct chip_place){0};
    open_run(&chip, source, library);
    find_first(place, &chip, last);
    close_run(&chip, source);
    if (!place->found)
        return;
    make_directory(folder);
    open_run(&chip, source, library);
    record_window(place, &chip, folder);
    close_run(&chip, source);
}
