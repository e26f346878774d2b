/* Layout arithmetic of the records in instruction.h and the checks of records from outside. */
#include "instruction.h"

#include <stddef.h>
#include <string.h>

static const char *const kind_names[INSTRUCTION_KINDS] = {
    "load",    "load_bypass", "store",       "atomic",       "fetch", "alu",
    "barrier", "exit",        "shared_load", "shared_store", "fence"};
static const char *const op_names[] = {"add", "exchange", "umin", "umax",
                                       "min", "max",      "and",  "or"};

const char *instruction_kind_name(unsigned kind)
{
    return kind < INSTRUCTION_KINDS ? kind_names[kind] : "?";
}

const char *atomic_op_name(unsigned op)
{
    return op <= ATOMIC_OR ? op_names[op] : "?";
}

static uint32_t active_lanes(const struct instruction *record)
{
    return (uint32_t)__builtin_popcount(record->mask);
}

uint32_t instruction_bytes(const struct instruction *record)
{
    uint32_t bytes = sizeof *record;
    if (!instruction_is_access(record))
        return bytes;
    if (!(record->flags & INSTRUCTION_STRIDED))
        bytes += 4 * active_lanes(record);
    if (record->flags & INSTRUCTION_DATA)
        bytes += record->size * (instruction_is_broadcast(record) ? 1 : active_lanes(record));
    return (bytes + 7) & ~7u;
}

void instruction_addresses(const struct instruction *record, uint64_t address[LANES])
{
    uint32_t rank = 0;
    if (record->flags & INSTRUCTION_STRIDED) {
        for (unsigned lane = 0; lane < LANES; lane++)
            address[lane] = instruction_strided_address(record, lane);
        return;
    }
    for (uint32_t rest = record->mask; rest; rest &= rest - 1, rank++) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        address[lane] = instruction_address(record, lane, rank);
    }
}

const uint8_t *instruction_data(const struct instruction *record)
{
    if (!(record->flags & INSTRUCTION_DATA))
        return NULL;
    uint32_t offsets = record->flags & INSTRUCTION_STRIDED ? 0 : 4 * active_lanes(record);
    return (const uint8_t *)(record + 1) + offsets;
}

/* The lanes' addresses: the highest, and all in one, for what they have in common. Those of
 * neighbours at a stride lie between the outer two, less than 2^36 apart, and differ by it. */
static void reach(const struct instruction *record, uint64_t *highest, uint64_t *all)
{
    unsigned first = (unsigned)__builtin_ctz(record->mask), rank = 0;
    uint32_t run = record->mask >> first, rest = record->mask;
    *all = *highest = 0;
    if ((record->flags & INSTRUCTION_STRIDED) && !(run & (run + 1))) {
        *all = rest & (rest - 1) ? (uint32_t)record->stride : 0;
        rest = 1u << first | 1u << (31 - __builtin_clz(rest)); /* the outer two stand for all */
    }
    for (; rest; rest &= rest - 1, rank++) {
        uint64_t at = instruction_address(record, (unsigned)__builtin_ctz(rest), rank);
        *all |= at;
        *highest = at > *highest ? at : *highest;
    }
}

const char *instruction_check_addresses(const struct instruction *record, uint64_t end)
{
    uint64_t highest, all;
    if (!instruction_is_access(record))
        return NULL;
    reach(record, &highest, &all);
    if (highest >> 40)
        return "an address needs more than 40 bits";
    if (all & (record->size - 1u))
        return "an address is not a multiple of the access size";
    if (instruction_is_memory(record) && highest + record->size > end)
        return "an access lies beyond the end of addresses";
    return NULL;
}

static const char *check_memory(const struct instruction *record)
{
    if (!record->mask)
        return "a memory instruction without active lanes";
    if (record->count != 1)
        return "a memory instruction counts as one";
    if (record->size > 16 || __builtin_popcount(record->size) != 1)
        return "the access size is not 1, 2, 4, 8 or 16";
    bool wide = record->size > 4 && record->op == ATOMIC_EXCHANGE; /* word by word */
    if (record->kind == INSTRUCTION_ATOMIC &&
        ((record->size != 4 && !wide) || record->op > ATOMIC_OR))
        return "not an atomic operation on 4-byte words, nor an exchange of several";
    if (record->flags & INSTRUCTION_GOES_ON)
        return "not a barrier, and goes on at one";
    if (instruction_is_shared(record))
        return record->flags & ~INSTRUCTION_STRIDED ? "an access of shared memory with data" : NULL;
    if ((record->flags & INSTRUCTION_RETURNS) && record->kind != INSTRUCTION_ATOMIC)
        return "not an atomic, and returns the old value";
    if (!instruction_is_load(record) && !(record->flags & INSTRUCTION_DATA))
        return "a store or atomic without data";
    return NULL;
}

static const char *check_arithmetic(const struct instruction *record)
{
    if (record->op >= ARITHMETIC_CLASSES)
        return "unknown class of arithmetic";
    if (record->use_distance > RESULT_DISTANCE_MAX)
        return "a result of arithmetic is used too late";
    return NULL;
}

const char *instruction_check_head(const struct instruction *record)
{
    static const uint8_t reserved[sizeof record->zero];
    if (record->kind >= INSTRUCTION_KINDS)
        return "unknown kind of instruction";
    if (memcmp(record->zero, reserved, sizeof reserved) || record->flags > 31)
        return "reserved fields are not zero";
    if (instruction_is_access(record)) {
        const char *wrong = check_memory(record);
        if (wrong)
            return wrong;
    } else if (!record->count ||
               (record->flags & ~(record->kind == INSTRUCTION_BARRIER ? INSTRUCTION_GOES_ON : 0)) ||
               (record->kind != INSTRUCTION_ALU && record->count != 1)) {
        return "an instruction's count or flags do not fit its kind";
    }
    if (record->kind == INSTRUCTION_BARRIER && record->op >= BARRIERS)
        return "a block has barriers 0 to 15";
    if (record->kind == INSTRUCTION_ALU && check_arithmetic(record))
        return check_arithmetic(record);
    return record->bytes == instruction_bytes(record) ? NULL : "the record's length is wrong";
}

const char *instruction_check(const struct instruction *record, uint64_t room)
{
    if (room < sizeof *record)
        return "the record is cut short";
    const char *wrong = instruction_check_head(record);
    if (wrong)
        return wrong;
    return record->bytes > room ? "the record's length is wrong"
                                : instruction_check_addresses(record, UINT64_MAX);
}
