/* Opcodes are looked up by their spelling, which repeats; where a result is needed is known once
 * the whole warp was read. */
#include "accel_warp.h"

#include "accel_barrier.h"
#include "simt.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_unknown(struct accel_warp *warp, const char *text)
{
    warp->unknown++;
    for (unsigned i = 0; i < warp->unknown_names; i++)
        if (!strncmp(warp->unknown_name[i], text, ACCEL_OPCODE_TEXT - 1))
            return;
    if (warp->unknown_names < ACCEL_UNKNOWN_NAMES)
        snprintf(warp->unknown_name[warp->unknown_names++], ACCEL_OPCODE_TEXT, "%s", text);
}

static struct accel_opcode opcode_of(struct accel_warp *warp, const char *text)
{
    uint32_t hash = 2166136261u;
    size_t length = 0;
    for (; text[length]; length++)
        hash = (hash ^ (uint8_t)text[length]) * 16777619u;
    struct accel_spelling *spelling = &warp->spelling[hash % ACCEL_OPCODES];
    struct accel_opcode opcode = spelling->opcode;
    if (length >= ACCEL_OPCODE_TEXT || strcmp(spelling->text, text))
        opcode = accel_opcode(text, warp->spelling_generation);
    if (length < ACCEL_OPCODE_TEXT) {
        memcpy(spelling->text, text, length + 1);
        spelling->opcode = opcode;
    }
    if (opcode.class == ACCEL_UNKNOWN)
        note_unknown(warp, text);
    return opcode;
}

unsigned accel_step_bytes(const struct accel_step *step)
{
    return step->opcode.class == ACCEL_ATOMIC && step->opcode.size < 4 ? 4 : step->opcode.size;
}

/* Where a generic address leads; without windows to shared memory, as in Accel-Sim. */
static enum accel_class resolve(const struct accel_kernel *kernel, enum accel_class class,
                                uint64_t address)
{
    bool load = class == ACCEL_GENERIC_LOAD;
    if ((!kernel->shared_base && !kernel->local_base) ||
        address - kernel->shared_base < ACCEL_WINDOW_BYTES)
        return load ? ACCEL_SHARED_LOAD : ACCEL_SHARED_STORE;
    if (address - kernel->local_base < ACCEL_WINDOW_BYTES)
        return load ? ACCEL_LOCAL_LOAD : ACCEL_LOCAL_STORE;
    return load ? ACCEL_LOAD : ACCEL_STORE;
}

/* Within the block's shared memory: generic addresses count from the window. Where an access is not
 * aligned, as rows of matrices need not be, its banks are those of the aligned one. */
static uint64_t shared_offset(const struct accel_kernel *kernel, const struct accel_step *step,
                              uint64_t address)
{
    uint64_t offset = address - kernel->shared_base < ACCEL_WINDOW_BYTES
                          ? address - kernel->shared_base
                          : address % ACCEL_WINDOW_BYTES;
    return offset & ~(uint64_t)(step->opcode.size - 1);
}

/* The addresses are those of the class's space; what has none is no access. */
static void keep_addresses(struct accel_warp *warp, const struct accel_kernel *kernel,
                           const struct accel_line *line, struct accel_step *step)
{
    if (!accel_is_memory(step->opcode.class))
        return;
    if (step->mask && !line->has_addresses)
        accel_text_fail(kernel->text, "%s without an address", line->opcode);
    if (step->opcode.class == ACCEL_GENERIC_LOAD || step->opcode.class == ACCEL_GENERIC_STORE) {
        uint64_t first = step->mask ? line->address[__builtin_ctz(step->mask)] : 0;
        step->opcode.class = resolve(kernel, step->opcode.class, first);
    }
    bool shared = accel_is_shared(step->opcode.class);
    if (warp->addresses + LANES > warp->address_room) {
        warp->address_room = 2 * warp->address_room + 1024 * LANES;
        warp->address = xrealloc(warp->address, warp->address_room * sizeof *warp->address);
    }
    step->addresses = warp->addresses;
    for (uint32_t rest = step->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t address = line->address[lane];
        if (shared) {
            warp->address[warp->addresses++] = shared_offset(kernel, step, address);
            continue;
        }
        if (address & (accel_step_bytes(step) - 1))
            accel_text_fail(kernel->text, "%s at 0x%" PRIx64 ", which is no multiple of its size",
                            line->opcode, address);
        if (address >= ACCEL_ADDRESSES)
            accel_text_fail(kernel->text, "address 0x%" PRIx64 " is beyond 63 bits", address);
        if (!address) /* no access, as in Accel-Sim's coalescer */
            step->mask &= ~(UINT32_C(1) << lane);
        else
            warp->address[warp->addresses++] = address;
    }
}

/* Which barrier it is, as far as the line says: by its last immediate operand, a number or how many
 * threads meet. Who only arrives at one must have said how many. */
static void keep_barrier(const struct accel_line *line, struct accel_step *step)
{
    uint64_t last = accel_line_immediate(line);
    if (last && last % LANES == 0 && last <= BLOCK_WARPS_MAX * LANES) {
        step->barrier = ACCEL_UNNUMBERED;
        step->warps = (uint8_t)(last / LANES);
    } else if (step->opcode.goes_on) {
        step->opcode.class = ACCEL_INT;
    } else if (last < BARRIERS) {
        step->barrier = (uint8_t)last;
    }
}

static void read_step(struct accel_warp *warp, struct accel_kernel *kernel, uint32_t *exited)
{
    struct accel_line line;
    accel_kernel_instruction(kernel, &line);
    if (warp->steps == warp->step_room) {
        warp->step_room = 2 * warp->step_room + 1024;
        warp->step = xrealloc(warp->step, warp->step_room * sizeof *warp->step);
    }
    struct accel_step *step = &warp->step[warp->steps++];
    *step = (struct accel_step){.opcode = opcode_of(warp, line.opcode),
                                .pc = line.pc,
                                .mask = line.mask,
                                .destination = line.destination,
                                .sources = (uint8_t)line.sources};
    memcpy(step->source, line.source, sizeof step->source);
    if (step->opcode.class == ACCEL_EXIT)
        *exited |= line.mask;
    if (step->opcode.class == ACCEL_BARRIER)
        keep_barrier(&line, step);
    if (step->opcode.waits_for_copies)
        step->groups = accel_line_immediate(&line);
    keep_addresses(warp, kernel, &line, step);
}

static unsigned registers_from(uint8_t first, unsigned count)
{
    unsigned left = ACCEL_NO_REGISTER - first;
    return count < left ? count : left;
}

/* From the last instruction to the first: how many may issue before a result is needed or its
 * register written again. A listed operand stands for its register and, of a memory instruction,
 * for as many more as an address or the data take. */
static void find_distances(struct accel_warp *warp)
{
    size_t touched[ACCEL_NO_REGISTER + 1];
    for (unsigned i = 0; i <= ACCEL_NO_REGISTER; i++)
        touched[i] = SIZE_MAX;
    for (size_t i = warp->steps; i-- > 0;) {
        struct accel_step *step = &warp->step[i];
        const struct accel_opcode *opcode = &step->opcode;
        unsigned results = registers_from(step->destination, opcode->destination);
        size_t first = SIZE_MAX;
        for (unsigned r = 0; r < results; r++)
            first = touched[step->destination + r] < first ? touched[step->destination + r] : first;
        size_t distance = first == SIZE_MAX ? ACCEL_DISTANCE_MAX : first - i - 1;
        step->use_distance =
            distance < ACCEL_DISTANCE_MAX ? (uint16_t)distance : ACCEL_DISTANCE_MAX;
        for (unsigned r = 0; r < results; r++)
            touched[step->destination + r] = i;
        for (unsigned s = 0; s < step->sources; s++) {
            unsigned wide = !accel_is_memory(opcode->class) ? 1
                            : s == 0                        ? 2
                                                            : (opcode->size + 3) / 4;
            for (unsigned r = 0; r < registers_from(step->source[s], wide); r++)
                touched[step->source[s] + r] = i;
        }
    }
}

/* Copies into shared memory write no register. LDGDEPBAR ends a group of them; DEPBAR, and what is
 * behind it, waits for all groups but the last few. */
static void find_copies(struct accel_warp *warp)
{
    uint64_t ended = 0, group = 0; /* groups; that of `oldest`, behind all that were waited for */
    for (size_t i = 0, oldest = 0; i < warp->steps; i++) {
        struct accel_step *step = &warp->step[i];
        if (step->opcode.shared_copy)
            step->use_distance = ACCEL_DISTANCE_MAX;
        ended += step->opcode.ends_copies;
        if (!step->opcode.waits_for_copies || step->groups > ended)
            continue;
        for (; group < ended - step->groups; oldest++) {
            struct accel_step *copy = &warp->step[oldest];
            group += copy->opcode.ends_copies;
            if (copy->opcode.shared_copy && i - oldest - 1 < ACCEL_DISTANCE_MAX)
                copy->use_distance = (uint16_t)(i - oldest - 1);
        }
    }
}

void accel_warp_read(struct accel_warp *warp, struct accel_kernel *kernel, unsigned number)
{
    uint32_t count = accel_kernel_warp(kernel, number), exited = 0;
    unsigned lanes = kernel->threads - number * LANES;
    if (warp->spelling_generation != kernel->binary)
        memset(warp->spelling, 0, sizeof warp->spelling);
    warp->spelling_generation = kernel->binary;
    warp->steps = warp->addresses = 0;
    for (uint32_t i = 0; i < count; i++)
        read_step(warp, kernel, &exited);
    if (warp->step[count - 1].opcode.class != ACCEL_EXIT || (low_lanes(lanes) & ~exited))
        accel_text_fail(kernel->text, "warp %u does not end with an EXIT of all its lanes", number);
    find_distances(warp);
    find_copies(warp);
}

void accel_warp_release(struct accel_warp *warp)
{
    free(warp->step);
    free(warp->address);
}
