/* A trace of Accel-Sim as a workload: docs/accel_sim.md. Each block is read when it is handed out;
 * memory is that of the blocks under way and of what the trace touches. */
#include "workload_class.h"

#include "accel_barrier.h"
#include "accel_kernel.h"
#include "accel_list.h"
#include "accel_memory.h"
#include "accel_records.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_OF_REGISTERS, SHARED_MEMORY, BINARY };
enum { AS_SAID = 1 << 20 }; /* default of the parameters: the header's */

enum { TOGETHER = 8 }; /* kernels of different streams at a time, as in GPGPU-Sim */

struct accel {
    struct accel_list list;
    unsigned next_command;
    struct accel_overrides overrides;
    struct accel_kernel kernel;           /* blocks of which are handed out; text == NULL: none */
    struct accel_kernel behind[TOGETHER]; /* that run together with it and begin when it has no
                                             more blocks */
    unsigned behinds, next_behind;
    struct accel_kernel waiting;          /* read ahead: its stream is in use; likewise */
    uint64_t blocks_before, warps_before; /* of kernels that run together, of those before it */
    struct accel_memory memory;
    struct accel_warp warp; /* read last */
    uint64_t scoped;        /* barriers that were left out */
};

static void override(const struct workload *w, unsigned parameter, bool *has, unsigned *value)
{
    *has = w->value[parameter] != AS_SAID;
    *value = (unsigned)w->value[parameter];
}

static void open_accel(struct workload *w)
{
    struct accel *accel = w->state = xcalloc(1, sizeof *accel);
    struct accel_overrides *said = &accel->overrides;
    override(w, NUMBER_OF_REGISTERS, &said->has_registers, &said->registers);
    override(w, SHARED_MEMORY, &said->has_shared, &said->shared);
    override(w, BINARY, &said->has_binary, &said->binary);
    accel_memory_init(&accel->memory, &w->image);
    accel_list_read(&accel->list, w->file);
    for (unsigned i = 0; i < accel->list.commands; i++) {
        const struct accel_command *command = &accel->list.command[i];
        if (!command->kernel)
            accel_memory_fill(&accel->memory, command->address, command->bytes);
    }
}

static void close_accel(struct workload *w)
{
    struct accel *accel = w->state;
    if (accel->kernel.text)
        accel_kernel_close(&accel->kernel);
    for (; accel->next_behind < accel->behinds; accel->next_behind++)
        accel_kernel_close(&accel->behind[accel->next_behind]);
    if (accel->waiting.text)
        accel_kernel_close(&accel->waiting);
    accel_list_release(&accel->list);
    accel_memory_release(&accel->memory);
    accel_warp_release(&accel->warp);
    free(accel);
}

/* What was not understood, once, behind the last kernel. */
static void report(const struct workload *w)
{
    const struct accel *accel = w->state;
    if (accel->warp.unknown) {
        fprintf(stderr,
                "memloom: note: %s: %" PRIu64 " instructions of opcodes without an entry, "
                "taken as integer arithmetic:",
                w->file, accel->warp.unknown);
        for (unsigned i = 0; i < accel->warp.unknown_names; i++)
            fprintf(stderr, " %s", accel->warp.unknown_name[i]);
        fputs(accel->warp.unknown_names == ACCEL_UNKNOWN_NAMES ? " ...\n" : "\n", stderr);
    }
    if (accel->scoped)
        fprintf(stderr,
                "memloom: note: %s: %" PRIu64 " barriers of blocks whose warps might not get past "
                "them, taken as integer arithmetic\n",
                w->file, accel->scoped);
}

/* The next kernel of the list; false behind the last one. */
static bool take_kernel(struct accel *accel, struct accel_kernel *kernel)
{
    *kernel = accel->waiting;
    accel->waiting.text = NULL;
    if (kernel->text)
        return true;
    while (accel->next_command < accel->list.commands) {
        const struct accel_command *command = &accel->list.command[accel->next_command++];
        if (!command->kernel)
            continue;
        accel_kernel_open(kernel, command->kernel, &accel->overrides);
        return true;
    }
    return false;
}

static bool stream_is_in_use(const struct accel *accel, uint64_t stream)
{
    bool in_use = accel->kernel.stream == stream;
    for (unsigned i = 0; i < accel->behinds; i++)
        in_use = in_use || accel->behind[i].stream == stream;
    return in_use;
}

/* The blocks to come are those of the current kernel. */
static void begin_kernel(const struct workload *w, struct kernel *kernel)
{
    struct accel *accel = w->state;
    kernel->warps = accel->kernel.warps;
    kernel->registers = accel->kernel.registers;
    kernel->shared_bytes = accel->kernel.shared_bytes;
}

/* A kernel, and those behind it in the list whose streams are others: they run together, the blocks
 * of one behind those of the other. The first one whose stream is among theirs waits for all. */
static bool next_accel(struct workload *w, struct kernel *kernel)
{
    struct accel *accel = w->state;
    if (!take_kernel(accel, &accel->kernel)) {
        report(w);
        return false;
    }
    accel_memory_begin_kernel(&accel->memory);
    *kernel = (struct kernel){.blocks = accel->kernel.blocks};
    memcpy(kernel->name, accel->kernel.name, sizeof kernel->name);
    begin_kernel(w, kernel);
    accel->behinds = accel->next_behind = 0;
    accel->blocks_before = accel->warps_before = 0;
    struct accel_kernel other;
    while (accel->behinds + 1 < TOGETHER && take_kernel(accel, &other)) {
        if (stream_is_in_use(accel, other.stream)) {
            accel->waiting = other;
            break;
        }
        accel->behind[accel->behinds++] = other;
        kernel->blocks += other.blocks;
    }
    return true;
}

/* ---- blocks ---- */

/* All blocks of the current kernel were read: the one behind it is the current one. */
static void end_kernel(struct workload *w)
{
    struct accel *accel = w->state;
    accel_kernel_end(&accel->kernel);
    accel_kernel_close(&accel->kernel);
    if (accel->next_behind == accel->behinds)
        return;
    accel->blocks_before += accel->kernel.blocks;
    accel->warps_before += accel->kernel.blocks * accel->kernel.warps;
    accel->kernel = accel->behind[accel->next_behind++];
    begin_kernel(w, &w->kernel);
}

static void run_accel(struct workload *w, struct simt *simt, uint64_t index)
{
    struct accel *accel = w->state;
    const struct accel_block block = {.kernel = &accel->kernel,
                                      .memory = &accel->memory,
                                      .index = index - accel->blocks_before,
                                      .warps_before = accel->warps_before,
                                      .kernels_before = accel->next_behind};
    accel_kernel_begin_block(&accel->kernel, block.index);
    for (unsigned warp = 0; warp < accel->kernel.warps; warp++) {
        accel_warp_read(&accel->warp, &accel->kernel, warp);
        accel_records_write(&block, &accel->warp, simt, warp);
    }
    accel_kernel_end_block(&accel->kernel);
    accel->scoped += accel_barriers_settle(simt->block);
    if (block.index + 1 == accel->kernel.blocks)
        end_kernel(w);
}

/* Whoever wrote last, an address holds what every write leaves there. */
static bool check_accel(struct workload *w, workload_get *get, void *context)
{
    uint8_t got[4096];
    for (uint64_t from = 0; from < w->image.used; from += sizeof got) {
        const uint8_t *expected = image_at(&w->image, IMAGE_BASE + from, sizeof got);
        get(context, IMAGE_BASE + from, got, sizeof got);
        if (!memcmp(got, expected, sizeof got))
            continue;
        for (unsigned i = 0; i < sizeof got; i++) {
            if (got[i] == expected[i])
                continue;
            snprintf(w->message, sizeof w->message,
                     "%s: the byte at 0x%" PRIx64 " is 0x%02x; the trace's writes leave 0x%02x",
                     w->file, IMAGE_BASE + from + i, got[i], expected[i]);
            return false;
        }
    }
    return true;
}

const struct workload_class accel_class = {
    .name = "accel-sim",
    .text = "a trace of Accel-Sim",
    .parameter = {[NUMBER_OF_REGISTERS] = {"nregs", "registers per thread instead of the header's",
                                           AS_SAID, 0, AS_SAID},
                  [SHARED_MEMORY] = {"shmem", "bytes of shared memory per block, likewise", AS_SAID,
                                     0, AS_SAID},
                  [BINARY] = {"binary", "SM generation (70: Volta), likewise", AS_SAID, 0,
                              AS_SAID}},
    .file_text = "its folder, list or kernel",
    .grows = true,
    .open = open_accel,
    .next_kernel = next_accel,
    .run_block = run_accel,
    .check = check_accel,
    .close = close_accel,
};
