/* Arithmetic of one kind is one record; a memory access is one, but for wide ones of local memory.
 */
#include "accel_records.h"

#include "place_value.h"
#include "simt.h"

enum { LOCAL_BLOCKS = 1024 }; /* that have local memory of their own, then they share it in turn */

#define LOCAL_SPACE  ACCEL_ADDRESSES     /* virtual addresses that no trace has */
#define LOCAL_KERNEL (UINT64_C(1) << 48) /* of a kernel, of those that run together */

static bool is_load(enum accel_class class)
{
    return class == ACCEL_LOAD || class == ACCEL_LOCAL_LOAD || class == ACCEL_GENERIC_LOAD;
}

struct writing {
    const struct accel_block *block;
    const struct accel_warp *warp;
    struct simt *simt;
    uint32_t writer;              /* number of the warp among those that run together, from 1 */
    const struct accel_step *alu; /* arithmetic of one kind that waits for more of it */
    uint32_t count;
};

static uint8_t arithmetic_class(enum accel_class class)
{
    return class == ACCEL_SP ? ARITHMETIC_SP : class == ACCEL_SFU ? ARITHMETIC_SFU : ARITHMETIC_INT;
}

static uint16_t result_distance(const struct accel_step *step)
{
    return step->use_distance < RESULT_DISTANCE_MAX ? step->use_distance : RESULT_DISTANCE_MAX;
}

static void write_arithmetic(struct writing *writing)
{
    if (writing->count)
        simt_issue(writing->simt, arithmetic_class(writing->alu->opcode.class),
                   result_distance(writing->alu), writing->alu->mask, writing->count);
    writing->count = 0;
}

static void add_arithmetic(struct writing *writing, const struct accel_step *step)
{
    const struct accel_step *last = writing->alu;
    if (writing->count &&
        (last->mask != step->mask || result_distance(last) != result_distance(step) ||
         arithmetic_class(last->opcode.class) != arithmetic_class(step->opcode.class)))
        write_arithmetic(writing);
    writing->alu = step;
    writing->count++;
}

/* Word `offset` / 4 of all threads lies together, so that lanes that use one lie side by side. */
static uint64_t local_address(const struct writing *writing, uint64_t address, unsigned lane)
{
    const struct accel_block *block = writing->block;
    const struct accel_kernel *kernel = block->kernel;
    uint64_t blocks = kernel->blocks < LOCAL_BLOCKS ? kernel->blocks : LOCAL_BLOCKS;
    uint64_t threads = (uint64_t)kernel->warps * LANES;
    uint64_t slot = block->index % blocks * threads + writing->simt->warp * LANES + lane;
    uint64_t offset = address - kernel->local_base < ACCEL_WINDOW_BYTES
                          ? address - kernel->local_base
                          : address % ACCEL_WINDOW_BYTES;
    return LOCAL_SPACE + block->kernels_before * LOCAL_KERNEL + offset / 4 * 4 * blocks * threads +
           4 * slot + offset % 4;
}

/* One record of `size` bytes per lane, `part` bytes behind the addresses of the step. */
static void write_access(struct writing *writing, const struct accel_step *step, unsigned size,
                         unsigned part)
{
    struct accel_memory *memory = writing->block->memory;
    const uint64_t *address = writing->warp->address + step->addresses;
    enum accel_class class = step->opcode.class;
    bool local = class == ACCEL_LOCAL_LOAD || class == ACCEL_LOCAL_STORE, load = is_load(class);
    struct access access = {.pc = step->pc, .size = (uint8_t)size};
    uint64_t place[LANES];
    uint8_t value[LANES * 16] = {0};
    access.kind = !load ? class == ACCEL_ATOMIC ? INSTRUCTION_ATOMIC : INSTRUCTION_STORE
                  : step->opcode.bypass ? INSTRUCTION_LOAD_BYPASS
                                        : INSTRUCTION_LOAD;
    access.returns = class == ACCEL_ATOMIC && step->destination != ACCEL_NO_REGISTER;
    access.op = class == ACCEL_ATOMIC ? ATOMIC_EXCHANGE : 0;
    access.use_distance = step->use_distance;
    for (uint32_t rest = step->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t at = *address++ + part;
        place[lane] = accel_memory_place(memory, local ? local_address(writing, at, lane) : at);
        if (load)
            access.may_differ =
                access.may_differ ||
                !accel_memory_is_certain(memory, place[lane], size, writing->writer);
        else
            place_value(place[lane], size, value + lane * size);
    }
    writing->simt->active = step->mask;
    if (load) {
        simt_load(writing->simt, &access, place, value);
        return;
    }
    if (class == ACCEL_ATOMIC)
        simt_exchange(writing->simt, &access, place, value);
    else
        simt_store(writing->simt, &access, place, value);
    for (uint32_t rest = step->mask; rest; rest &= rest - 1)
        accel_memory_write(memory, place[__builtin_ctz(rest)], writing->writer);
}

static void write_shared(struct writing *writing, const struct accel_step *step)
{
    const uint64_t *address = writing->warp->address + step->addresses;
    const struct access access = {.pc = step->pc,
                                  .size = (uint8_t)step->opcode.size,
                                  .kind = step->opcode.class == ACCEL_SHARED_LOAD
                                              ? INSTRUCTION_SHARED_LOAD
                                              : INSTRUCTION_SHARED_STORE,
                                  .use_distance = step->use_distance};
    uint64_t offset[LANES];
    for (uint32_t rest = step->mask; rest; rest &= rest - 1)
        offset[__builtin_ctz(rest)] = *address++;
    writing->simt->active = step->mask;
    simt_shared(writing->simt, &access, offset);
}

/* Local memory is laid out by words, so a wide access is one of each word. */
static void write_memory(struct writing *writing, const struct accel_step *step)
{
    enum accel_class class = step->opcode.class;
    unsigned size = accel_step_bytes(step), part = size;
    if (!step->mask) {
        add_arithmetic(writing, step);
        return;
    }
    write_arithmetic(writing);
    if (accel_is_shared(class)) {
        write_shared(writing, step);
        return;
    }
    if (class == ACCEL_LOCAL_LOAD || class == ACCEL_LOCAL_STORE)
        part = size < 4 ? size : 4;
    for (unsigned at = 0; at < size; at += part)
        write_access(writing, step, part, at);
}

void accel_records_write(const struct accel_block *block, const struct accel_warp *warp,
                         struct simt *simt, unsigned number)
{
    uint64_t writer = block->warps_before + block->index * block->kernel->warps + number + 1;
    struct writing writing = {.block = block,
                              .warp = warp,
                              .simt = simt,
                              .writer = writer < UINT32_MAX ? (uint32_t)writer : UINT32_MAX};
    simt_warp(simt, number, ALL_LANES);
    for (size_t i = 0; i + 1 < warp->steps; i++) { /* the exit is the caller's */
        const struct accel_step *step = &warp->step[i];
        if (accel_is_memory(step->opcode.class)) {
            write_memory(&writing, step);
        } else if (step->opcode.class == ACCEL_BARRIER && step->mask) {
            write_arithmetic(&writing);
            simt_named_barrier(simt, step->barrier, step->warps, step->opcode.goes_on);
        } else if (step->opcode.class == ACCEL_FENCE && step->mask) {
            write_arithmetic(&writing);
            simt_fence(simt);
        } else {
            add_arithmetic(&writing, step);
        }
    }
    write_arithmetic(&writing);
}
