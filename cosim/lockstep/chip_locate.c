/* See chip_locate.h. */
#include "chip_locate.h"

#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_AFTER = 5 }; /* cycles of waves behind the difference */

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

void chip_place_look(struct chip_place *place, struct chip_ports *ports)
{
    const struct probe *probe = chip_ports_difference(ports);
    if (!probe)
        return;
    const struct block_port *port = probe->set.layout[ports->first.port].port;
    *place = (struct chip_place){.found = true,
                                 .cycle = ports->gpu->now,
                                 .block = probe->instance->block->name,
                                 .is_input = !port->is_output,
                                 .others = ports->differing};
    snprintf(place->path, sizeof(place->path), "%s", probe->instance->path);
    snprintf(place->port, sizeof(place->port), "%s", port->name);
    size_t size;
    FILE *text = open_memstream(&place->difference, &size);
    if (!text)
        die("out of memory");
    frame_print_mismatch(text, &probe->frame, &probe->set, &ports->first);
    fclose(text);
}

void chip_locate(struct chip_place *place, const struct chip_source *source, const char *library,
                 uint64_t last)
{
    struct chip chip;
    struct chip_ports ports;
    *place = (struct chip_place){0};
    open_run(&chip, source, library);
    chip_ports_init(&ports, &chip);
    while (!place->found && chip.gpu->now <= last) {
        progress("locating: cycle %" PRIu64 " of %" PRIu64, chip.gpu->now, last);
        chip_begin(&chip);
        chip_place_look(place, &ports);
        chip_edge(&chip);
    }
    progress_end();
    chip_ports_release(&ports);
    close_run(&chip, source);
}

void chip_place_release(struct chip_place *place)
{
    free(place->difference);
}

static void write_report(const struct chip_place *place, FILE *file)
{
    fprintf(file, "first difference: cycle %" PRIu64 ", instance gpu_mem.%s (block %s), %s %s\n",
            place->cycle, place->path, place->block, place->is_input ? "input" : "port",
            place->difference);
    if (place->others)
        fprintf(file, "%u more instances differ in the same cycle\n", place->others);
}

/* Runs up to the difference, keeping the instance's last cycles, and on to the end of the window,
 * writing waves. */
static void record_window(const struct chip_place *place, struct chip *chip, struct probe *probe,
                          struct history *history, const char *waves)
{
    uint64_t first = place->cycle >= HISTORY_FRAMES ? place->cycle - HISTORY_FRAMES + 1 : 0;
    while (chip->gpu->now <= place->cycle + WINDOW_AFTER) {
        uint64_t cycle = chip->gpu->now;
        progress("recording: cycle %" PRIu64 " of %" PRIu64, cycle, place->cycle);
        if (cycle == first)
            rtl_wave_open(&chip->rtl, waves);
        chip_begin(chip);
        if (cycle >= first && cycle <= place->cycle) {
            gpu_refresh(chip->gpu);
            probe_read(probe, cycle, false);
            probe_read(probe, cycle, true);
            history_record(history, &probe->frame, &probe->set);
        }
        chip_edge(chip);
    }
    progress_end();
}

static void write_window(const struct chip_place *place, struct chip *chip, const char *folder)
{
    struct probe probe;
    struct history history;
    struct output ports;
    char *waves = xasprintf("%s/window.fst", folder);
    probe_init(&probe, chip, gpu_instance_at(chip->gpu, place->path));
    history_init(&history, &probe.set);
    record_window(place, chip, &probe, &history, waves);
    output_open_in(&ports, folder, "ports.txt");
    history_print(&history, &probe.set, ports.file);
    output_close(&ports);
    history_release(&history);
    probe_release(&probe);
    free(waves);
}

void chip_record(const struct chip_place *place, const struct chip_source *source,
                 const char *library, const char *folder)
{
    struct chip chip;
    struct output report;
    make_directory(folder);
    write_report(place, stderr);
    output_open_in(&report, folder, "report.txt");
    write_report(place, report.file);
    output_close(&report);
    open_run(&chip, source, library);
    write_window(place, &chip, folder);
    close_run(&chip, source);
}
