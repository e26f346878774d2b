/* A trace of Accel-Sim as a workload: docs/accel_sim.md. Each block is read when it is handed out;
 * memory is that of the blocks under way and of what the trace touches. */
#include "workload_class.h"

#include "accel_barrier.h"
#include "accel_kernel.h"
#include "accel_list.h"
#include "accel_memory.h"
#include "accel_opcode.h"
#include "place_value.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_OF_REGISTERS, SHARED_MEMORY, BINARY };
enum { AS_SAID = 1 << 20 }; /* default of the parameters: the header's */

enum {
    LOCAL_BLOCKS = 1024, /* that have local memory of their own, then they share it in turn */
    USE_DISTANCE_MAX = UINT16_MAX,
    OPCODES = 512,     /* places of the table of spellings */
    OPCODE_TEXT = 48,  /* longer ones are looked up each time */
    UNKNOWN_NAMES = 8, /* of opcodes that the report shows */
    TOGETHER = 8       /* kernels of different streams at a time, as in GPGPU-Sim */
};

#define LOCAL_SPACE  (UINT64_C(1) << 63) /* virtual addresses that no trace has */
#define LOCAL_KERNEL (UINT64_C(1) << 48) /* of a kernel, of those that run together */
#define WINDOW_BYTES (UINT64_C(1) << 24) /* of generic addresses of shared and local memory */

struct spelling {
    char text[OPCODE_TEXT];
    struct accel_opcode opcode;
};

/* An instruction of a warp, before it is known where its result is needed. */
struct step {
    struct accel_opcode opcode;
    uint32_t pc, mask;
    uint8_t destination, source[ACCEL_SOURCES];
    uint8_t sources;
    uint16_t use_distance;
    uint8_t barrier;  /* its number */
    uint8_t warps;    /* that meet at it, 0: the block's */
    uint64_t groups;  /* of copies that DEPBAR lets be under way */
    size_t addresses; /* where those of its active lanes begin */
};

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
    struct spelling spelling[OPCODES];
    unsigned spelling_generation;
    struct step *step; /* of one warp */
    size_t steps, step_room;
    uint64_t *address; /* of its active lanes */
    size_t addresses, address_room;
    uint64_t unknown, scoped; /* instructions of unknown opcodes; barriers that were left out */
    char unknown_name[UNKNOWN_NAMES][OPCODE_TEXT];
    unsigned unknown_names;
};

/* ---- opening ---- */

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
    free(accel->step);
    free(accel->address);
    free(accel);
}

/* What was not understood, once, behind the last kernel. */
static void report(const struct workload *w)
{
    const struct accel *accel = w->state;
    if (accel->unknown) {
        fprintf(stderr,
                "memloom: note: %s: %" PRIu64 " instructions of opcodes without an entry, "
                "taken as integer arithmetic:",
                w->file, accel->unknown);
        for (unsigned i = 0; i < accel->unknown_names; i++)
            fprintf(stderr, " %s", accel->unknown_name[i]);
        fputs(accel->unknown_names == UNKNOWN_NAMES ? " ...\n" : "\n", stderr);
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
    if (accel->spelling_generation != accel->kernel.binary)
        memset(accel->spelling, 0, sizeof accel->spelling);
    accel->spelling_generation = accel->kernel.binary;
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

/* ---- opcodes ---- */

static void note_unknown(struct accel *accel, const char *text)
{
    accel->unknown++;
    for (unsigned i = 0; i < accel->unknown_names; i++)
        if (!strncmp(accel->unknown_name[i], text, OPCODE_TEXT - 1))
            return;
    if (accel->unknown_names < UNKNOWN_NAMES)
        snprintf(accel->unknown_name[accel->unknown_names++], OPCODE_TEXT, "%s", text);
}

static struct accel_opcode opcode_of(struct accel *accel, const char *text)
{
    uint32_t hash = 2166136261u;
    size_t length = 0;
    for (; text[length]; length++)
        hash = (hash ^ (uint8_t)text[length]) * 16777619u;
    struct spelling *spelling = &accel->spelling[hash % OPCODES];
    struct accel_opcode opcode = spelling->opcode;
    if (length >= OPCODE_TEXT || strcmp(spelling->text, text))
        opcode = accel_opcode(text, accel->kernel.binary);
    if (length < OPCODE_TEXT) {
        memcpy(spelling->text, text, length + 1);
        spelling->opcode = opcode;
    }
    if (opcode.class == ACCEL_UNKNOWN)
        note_unknown(accel, text);
    return opcode;
}

static bool is_memory(enum accel_class class)
{
    return class >= ACCEL_LOAD && class <= ACCEL_SHARED_STORE;
}

static bool is_shared(enum accel_class class)
{
    return class == ACCEL_SHARED_LOAD || class == ACCEL_SHARED_STORE;
}

static bool is_load(enum accel_class class)
{
    return class == ACCEL_LOAD || class == ACCEL_LOCAL_LOAD || class == ACCEL_GENERIC_LOAD;
}

/* Per lane; atomics take whole words. */
static unsigned access_bytes(const struct step *step)
{
    return step->opcode.class == ACCEL_ATOMIC && step->opcode.size < 4 ? 4 : step->opcode.size;
}

/* ---- a warp's instructions ---- */

/* Where a generic address leads; without windows to shared memory, as in Accel-Sim. */
static enum accel_class resolve(const struct accel_kernel *kernel, enum accel_class class,
                                uint64_t address)
{
    bool load = class == ACCEL_GENERIC_LOAD;
    if ((!kernel->shared_base && !kernel->local_base) ||
        address - kernel->shared_base < WINDOW_BYTES)
        return load ? ACCEL_SHARED_LOAD : ACCEL_SHARED_STORE;
    if (address - kernel->local_base < WINDOW_BYTES)
        return load ? ACCEL_LOCAL_LOAD : ACCEL_LOCAL_STORE;
    return load ? ACCEL_LOAD : ACCEL_STORE;
}

/* Within the block's shared memory: generic addresses count from the window. Where an access is not
 * aligned, as rows of matrices need not be, its banks are those of the aligned one. */
static uint64_t shared_offset(const struct accel_kernel *kernel, const struct step *step,
                              uint64_t address)
{
    uint64_t offset = address - kernel->shared_base < WINDOW_BYTES ? address - kernel->shared_base
                                                                   : address % WINDOW_BYTES;
    return offset & ~(uint64_t)(step->opcode.size - 1);
}

/* The addresses are those of the class's space; what has none is no access. */
static void keep_addresses(struct accel *accel, const struct accel_line *line, struct step *step)
{
    const struct accel_kernel *kernel = &accel->kernel;
    if (!is_memory(step->opcode.class))
        return;
    if (step->mask && !line->has_addresses)
        accel_text_fail(kernel->text, "%s without an address", line->opcode);
    if (step->opcode.class == ACCEL_GENERIC_LOAD || step->opcode.class == ACCEL_GENERIC_STORE) {
        uint64_t first = step->mask ? line->address[__builtin_ctz(step->mask)] : 0;
        step->opcode.class = resolve(kernel, step->opcode.class, first);
    }
    bool shared = is_shared(step->opcode.class);
    if (accel->addresses + LANES > accel->address_room) {
        accel->address_room = 2 * accel->address_room + 1024 * LANES;
        accel->address = xrealloc(accel->address, accel->address_room * sizeof *accel->address);
    }
    step->addresses = accel->addresses;
    for (uint32_t rest = step->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t address = line->address[lane];
        if (shared) {
            accel->address[accel->addresses++] = shared_offset(kernel, step, address);
            continue;
        }
        if (address & (access_bytes(step) - 1))
            accel_text_fail(kernel->text, "%s at 0x%" PRIx64 ", which is no multiple of its size",
                            line->opcode, address);
        if (address >= LOCAL_SPACE)
            accel_text_fail(kernel->text, "address 0x%" PRIx64 " is beyond 63 bits", address);
        if (!address) /* no access, as in Accel-Sim's coalescer */
            step->mask &= ~(UINT32_C(1) << lane);
        else
            accel->address[accel->addresses++] = address;
    }
}

/* Which barrier it is, as far as the line says: by its last immediate operand, a number or how many
 * threads meet. Who only arrives at one must have said how many. */
static void keep_barrier(const struct accel_line *line, struct step *step)
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

static void read_step(struct accel *accel, uint32_t *exited)
{
    struct accel_line line;
    accel_kernel_instruction(&accel->kernel, &line);
    if (accel->steps == accel->step_room) {
        accel->step_room = 2 * accel->step_room + 1024;
        accel->step = xrealloc(accel->step, accel->step_room * sizeof *accel->step);
    }
    struct step *step = &accel->step[accel->steps++];
    *step = (struct step){.opcode = opcode_of(accel, line.opcode),
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
    keep_addresses(accel, &line, step);
}

static unsigned registers_from(uint8_t first, unsigned count)
{
    unsigned left = ACCEL_NO_REGISTER - first;
    return count < left ? count : left;
}

/* From the last instruction to the first: how many may issue before a result is needed or its
 * register written again. A listed operand stands for its register and, of a memory instruction,
 * for as many more as an address or the data take. */
static void find_distances(struct accel *accel)
{
    size_t touched[ACCEL_NO_REGISTER + 1];
    for (unsigned i = 0; i <= ACCEL_NO_REGISTER; i++)
        touched[i] = SIZE_MAX;
    for (size_t i = accel->steps; i-- > 0;) {
        struct step *step = &accel->step[i];
        const struct accel_opcode *opcode = &step->opcode;
        unsigned results = registers_from(step->destination, opcode->destination);
        size_t first = SIZE_MAX;
        for (unsigned r = 0; r < results; r++)
            first = touched[step->destination + r] < first ? touched[step->destination + r] : first;
        size_t distance = first == SIZE_MAX ? USE_DISTANCE_MAX : first - i - 1;
        step->use_distance = distance < USE_DISTANCE_MAX ? (uint16_t)distance : USE_DISTANCE_MAX;
        for (unsigned r = 0; r < results; r++)
            touched[step->destination + r] = i;
        for (unsigned s = 0; s < step->sources; s++) {
            unsigned wide = !is_memory(opcode->class) ? 1 : s == 0 ? 2 : (opcode->size + 3) / 4;
            for (unsigned r = 0; r < registers_from(step->source[s], wide); r++)
                touched[step->source[s] + r] = i;
        }
    }
}

/* Copies into shared memory write no register. LDGDEPBAR ends a group of them; DEPBAR, and what is
 * behind it, waits for all groups but the last few. */
static void find_copies(struct accel *accel)
{
    uint64_t ended = 0, group = 0; /* groups; that of `oldest`, behind all that were waited for */
    for (size_t i = 0, oldest = 0; i < accel->steps; i++) {
        struct step *step = &accel->step[i];
        if (step->opcode.shared_copy)
            step->use_distance = USE_DISTANCE_MAX;
        ended += step->opcode.ends_copies;
        if (!step->opcode.waits_for_copies || step->groups > ended)
            continue;
        for (; group < ended - step->groups; oldest++) {
            struct step *copy = &accel->step[oldest];
            group += copy->opcode.ends_copies;
            if (copy->opcode.shared_copy && i - oldest - 1 < USE_DISTANCE_MAX)
                copy->use_distance = (uint16_t)(i - oldest - 1);
        }
    }
}

static void read_warp(struct accel *accel, unsigned warp)
{
    uint32_t count = accel_kernel_warp(&accel->kernel, warp), exited = 0;
    unsigned lanes = accel->kernel.threads - warp * LANES;
    accel->steps = accel->addresses = 0;
    for (uint32_t i = 0; i < count; i++)
        read_step(accel, &exited);
    if (accel->step[count - 1].opcode.class != ACCEL_EXIT || (low_lanes(lanes) & ~exited))
        accel_text_fail(accel->kernel.text, "warp %u does not end with an EXIT of all its lanes",
                        warp);
    find_distances(accel);
    find_copies(accel);
}

/* ---- records ---- */

struct writing {
    struct accel *accel;
    struct simt *simt;
    uint64_t index;   /* of the block */
    uint32_t writer;  /* number of the warp among those that run together, from 1 */
    struct step *alu; /* arithmetic of one kind that waits for more of it */
    uint32_t count;
};

static uint8_t arithmetic_class(enum accel_class class)
{
    return class == ACCEL_SP ? ARITHMETIC_SP : class == ACCEL_SFU ? ARITHMETIC_SFU : ARITHMETIC_INT;
}

static uint16_t result_distance(const struct step *step)
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

static void add_arithmetic(struct writing *writing, struct step *step)
{
    struct step *last = writing->alu;
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
    const struct accel *accel = writing->accel;
    const struct accel_kernel *kernel = &accel->kernel;
    uint64_t blocks = kernel->blocks < LOCAL_BLOCKS ? kernel->blocks : LOCAL_BLOCKS;
    uint64_t threads = (uint64_t)kernel->warps * LANES;
    uint64_t slot = writing->index % blocks * threads + writing->simt->warp * LANES + lane;
    uint64_t offset = address - kernel->local_base < WINDOW_BYTES ? address - kernel->local_base
                                                                  : address % WINDOW_BYTES;
    return LOCAL_SPACE + accel->next_behind * LOCAL_KERNEL + offset / 4 * 4 * blocks * threads +
           4 * slot + offset % 4;
}

/* One record of `size` bytes per lane, `part` bytes behind the addresses of the step. */
static void write_access(struct writing *writing, const struct step *step, unsigned size,
                         unsigned part)
{
    struct accel_memory *memory = &writing->accel->memory;
    const uint64_t *address = writing->accel->address + step->addresses;
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

static void write_shared(struct writing *writing, const struct step *step)
{
    const uint64_t *address = writing->accel->address + step->addresses;
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
static void write_memory(struct writing *writing, struct step *step)
{
    enum accel_class class = step->opcode.class;
    unsigned size = access_bytes(step), part = size;
    if (!step->mask) {
        add_arithmetic(writing, step);
        return;
    }
    write_arithmetic(writing);
    if (is_shared(class)) {
        write_shared(writing, step);
        return;
    }
    if (class == ACCEL_LOCAL_LOAD || class == ACCEL_LOCAL_STORE)
        part = size < 4 ? size : 4;
    for (unsigned at = 0; at < size; at += part)
        write_access(writing, step, part, at);
}

/* Records of the warp that was read. */
static void write_warp(struct writing *writing, unsigned warp)
{
    struct accel *accel = writing->accel;
    uint64_t writer = accel->warps_before + writing->index * accel->kernel.warps + warp + 1;
    writing->writer = writer < UINT32_MAX ? (uint32_t)writer : UINT32_MAX;
    simt_warp(writing->simt, warp, ALL_LANES);
    for (size_t i = 0; i + 1 < accel->steps; i++) { /* the exit is the caller's */
        struct step *step = &accel->step[i];
        if (is_memory(step->opcode.class)) {
            write_memory(writing, step);
        } else if (step->opcode.class == ACCEL_BARRIER && step->mask) {
            write_arithmetic(writing);
            simt_named_barrier(writing->simt, step->barrier, step->warps, step->opcode.goes_on);
        } else if (step->opcode.class == ACCEL_FENCE && step->mask) {
            write_arithmetic(writing);
            simt_fence(writing->simt);
        } else {
            add_arithmetic(writing, step);
        }
    }
    write_arithmetic(writing);
}

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
    struct writing writing = {.accel = accel, .simt = simt, .index = index - accel->blocks_before};
    accel_kernel_begin_block(&accel->kernel, writing.index);
    for (unsigned warp = 0; warp < accel->kernel.warps; warp++) {
        read_warp(accel, warp);
        write_warp(&writing, warp);
    }
    accel_kernel_end_block(&accel->kernel);
    accel->scoped += accel_barriers_settle(simt->block);
    if (writing.index + 1 == accel->kernel.blocks)
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
