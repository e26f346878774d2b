/* The SIMT machine of simt.h: functional accesses and the records they leave. Streams of a block
 * are used again by later blocks, so in the steady state nothing is allocated. */
#include "simt.h"

#include "simt_cache.h"
#include "stream.h"
#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* First size of an image. What is never touched of it costs next to nothing. */
enum { IMAGE_ROOM = 1 << 26 };

uint64_t image_allocate(struct image *image, uint64_t size)
{
    uint64_t address = IMAGE_BASE + image->used;
    uint64_t used = image->used + ((size + IMAGE_ALIGNMENT - 1) & ~(uint64_t)(IMAGE_ALIGNMENT - 1));
    if (used < size || used > UINT32_MAX - (uint64_t)IMAGE_BASE)
        die("the workload needs more than 4 GiB of memory; choose smaller sizes");
    if (used > image->room) {
        uint64_t room = image->room ? 2 * image->room : IMAGE_ROOM;
        struct image old = *image;
        image->room = used > room ? used : room;
        image->bytes = xcalloc(image->room, 1);
        if (old.used)
            memcpy(image->bytes, old.bytes, old.used);
        free(old.bytes);
    }
    image->used = used;
    if (image->arrays < IMAGE_ARRAYS_MAX)
        image->array[image->arrays++] = address;
    return address;
}

unsigned image_array(const struct image *image, uint64_t address)
{
    unsigned array = image->arrays;
    if (address >= IMAGE_BASE + image->used)
        return IMAGE_ARRAYS_MAX;
    while (array && address < image->array[array - 1])
        array--;
    return array ? array - 1 : IMAGE_ARRAYS_MAX;
}

void *image_at(const struct image *image, uint64_t address, uint64_t size)
{
    if (address < IMAGE_BASE || address - IMAGE_BASE > image->used ||
        size > image->used - (address - IMAGE_BASE))
        bug("a kernel accesses 0x%" PRIx64 ", outside of its arrays", address);
    return image->bytes + (address - IMAGE_BASE);
}

/* Room for one more record in the current warp's stream. Its last word is zero, for the payload's
 * end; all else is as it comes. */
static struct instruction *append(struct simt *simt, uint32_t bytes)
{
    struct stream *stream = &simt->block->warp[simt->warp];
    struct instruction *record = stream_grow(stream, bytes, simt->stream_room);
    stream->used += bytes;
    memset((uint8_t *)record + bytes - 8, 0, 8);
    return record;
}

/* A record that touches no memory. */
static struct instruction *append_plain(struct simt *simt, uint8_t kind, uint32_t mask,
                                        uint32_t count)
{
    struct instruction *record = append(simt, sizeof *record);
    *record =
        (struct instruction){.kind = kind, .mask = mask, .count = count, .bytes = sizeof *record};
    return record;
}

void simt_begin(struct simt *simt, struct image *image, struct thread_block *block, unsigned warps)
{
    *simt = (struct simt){.image = image, .block = block, .stream_room = STREAM_ROOM};
    block->warps = warps;
    for (unsigned i = 0; i < warps; i++)
        block->warp[i].used = 0;
}

void simt_warp(struct simt *simt, unsigned warp, uint32_t active)
{
    simt->warp = warp;
    simt->active = active;
}

/* An instruction of the current warp before which the software cache is flushed. */
static struct instruction *flush_and_append(struct simt *simt, uint8_t kind)
{
    if (simt->cache) {
        simt_cache_flush(simt);
        simt_cache_step(simt, 1);
    }
    return append_plain(simt, kind, ALL_LANES, 1);
}

static void all_warps(struct simt *simt, uint8_t kind)
{
    for (simt->warp = 0; simt->warp < simt->block->warps; simt->warp++)
        flush_and_append(simt, kind);
    simt->active = 0;
}

void simt_barrier(struct simt *simt)
{
    all_warps(simt, INSTRUCTION_BARRIER);
}

void simt_named_barrier(struct simt *simt, unsigned number, unsigned warps, bool goes_on)
{
    struct instruction *record = flush_and_append(simt, INSTRUCTION_BARRIER);
    record->op = (uint8_t)number;
    record->use_distance = (uint16_t)warps;
    record->flags = goes_on ? INSTRUCTION_GOES_ON : 0;
}

void simt_fence(struct simt *simt)
{
    flush_and_append(simt, INSTRUCTION_FENCE);
}

void simt_end(struct simt *simt)
{
    all_warps(simt, INSTRUCTION_EXIT);
}

void simt_exit(struct simt *simt)
{
    flush_and_append(simt, INSTRUCTION_EXIT);
}

void simt_alu(struct simt *simt, uint32_t count)
{
    simt_arithmetic(simt, ARITHMETIC_SP, 0, count);
}

void simt_arithmetic(struct simt *simt, uint8_t class, uint16_t use_distance, uint32_t count)
{
    if (simt->active && count)
        simt_issue(simt, class, use_distance, simt->active, count);
}

void simt_issue(struct simt *simt, uint8_t class, uint16_t use_distance, uint32_t mask,
                uint32_t count)
{
    if (simt->cache)
        simt_cache_step(simt, count);
    simt_plain_issue(simt, class, use_distance, mask, count);
}

void simt_plain_issue(struct simt *simt, uint8_t class, uint16_t use_distance, uint32_t mask,
                      uint32_t count)
{
    struct instruction *record = append_plain(simt, INSTRUCTION_ALU, mask, count);
    record->op = class;
    record->use_distance = use_distance;
}

/* Whether the lanes' addresses are base, base + stride, ... A full warp, the common case, needs no
 * look at the mask, so that the compiler can take several lanes at a time. */
static bool is_strided(const uint64_t address[LANES], uint32_t mask, uint64_t base, uint64_t stride)
{
    uint64_t wrong = 0;
    if (mask == ALL_LANES) {
        for (unsigned lane = 0; lane < LANES; lane++, base += stride)
            wrong |= address[lane] ^ base;
        return !wrong;
    }
    for (; mask && !wrong; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        wrong = address[lane] ^ (base + stride * lane);
    }
    return !wrong;
}

/* Whether base + stride * lane describes all active lanes; then fills both in. */
static bool find_stride(const uint64_t address[LANES], struct instruction *record)
{
    uint32_t rest = record->mask & (record->mask - 1);
    unsigned first = (unsigned)__builtin_ctz(record->mask);
    int64_t stride = 0;
    if (rest) {
        unsigned second = (unsigned)__builtin_ctz(rest);
        int64_t gap = (int64_t)(address[second] - address[first]);
        stride = gap / (int64_t)(second - first);
        if (stride > INT32_MAX || stride < INT32_MIN)
            return false;
    }
    uint64_t base = address[first] - (uint64_t)(stride * first);
    if (!is_strided(address, record->mask, base, (uint64_t)stride))
        return false;
    record->base = base;
    record->stride = (int32_t)stride;
    return true;
}

/* Appends the record of a memory instruction with its addresses; `data` is where its data goes. */
static const struct instruction *record_access(struct simt *simt, const struct access *access,
                                               const uint64_t address[LANES], uint8_t **data)
{
    struct instruction head = {.pc = access->pc,
                               .mask = simt->active,
                               .count = 1,
                               .use_distance = access->use_distance,
                               .kind = access->kind,
                               .size = access->size,
                               .op = access->op};
    bool shared = instruction_is_shared(&head);
    head.flags = shared ? 0 : INSTRUCTION_DATA;
    if (find_stride(address, &head))
        head.flags |= INSTRUCTION_STRIDED;
    else
        head.base = shared ? 0 : IMAGE_BASE;
    if (access->may_differ)
        head.flags |= INSTRUCTION_MAY_DIFFER;
    if (access->returns)
        head.flags |= INSTRUCTION_RETURNS;
    head.bytes = instruction_bytes(&head);
    struct instruction *record = append(simt, head.bytes);
    *record = head;
    uint8_t *payload = (uint8_t *)(record + 1);
    for (uint32_t rest = head.flags & INSTRUCTION_STRIDED ? 0 : head.mask; rest; rest &= rest - 1) {
        uint32_t offset = (uint32_t)(address[__builtin_ctz(rest)] - head.base);
        memcpy(payload, &offset, sizeof offset);
        payload += sizeof offset;
    }
    *data = payload;
    return record;
}

/* memcpy of one lane's value: the sizes that kernels use become single moves. */
static inline void copy_value(void *to, const void *from, unsigned size)
{
    if (size == 4)
        memcpy(to, from, 4);
    else if (size == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, size);
}

/* All active lanes get the one value at `from`. A full warp of words, the common case, in a form
 * that the compiler stores by several lanes. */
static void broadcast(void *value, const void *from, uint32_t lanes, unsigned size)
{
    uint32_t word, words[LANES];
    if (lanes == ALL_LANES && size == sizeof word) {
        memcpy(&word, from, sizeof word);
        for (unsigned lane = 0; lane < LANES; lane++)
            words[lane] = word;
        memcpy(value, words, sizeof words);
        return;
    }
    for (; lanes; lanes &= lanes - 1)
        copy_value((uint8_t *)value + (unsigned)__builtin_ctz(lanes) * size, from, size);
}

/* Where the warp's last record, of `record`'s kind, stands in its stream. */
static size_t place_of(const struct simt *simt, const struct instruction *record)
{
    return simt->block->warp[simt->warp].used - record->bytes;
}

size_t simt_plain_load(struct simt *simt, const struct access *access,
                       const uint64_t address[LANES], void *value)
{
    uint8_t *data;
    const struct instruction *record = record_access(simt, access, address, &data);
    unsigned first = (unsigned)__builtin_ctz(simt->active), size = access->size;
    if (instruction_is_contiguous(record)) {
        size_t bytes = (size_t)size * (unsigned)__builtin_popcount(simt->active);
        memcpy(data, image_at(simt->image, address[first], bytes), bytes);
        memcpy((uint8_t *)value + first * size, data, bytes);
        return place_of(simt, record);
    }
    if (instruction_is_broadcast(record)) {
        copy_value(data, image_at(simt->image, address[first], size), size);
        broadcast(value, data, simt->active, size);
        return place_of(simt, record);
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1, data += size) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        copy_value(data, image_at(simt->image, address[lane], size), size);
        copy_value((uint8_t *)value + lane * size, data, size);
    }
    return place_of(simt, record);
}

void simt_load(struct simt *simt, const struct access *access, const uint64_t address[LANES],
               void *value)
{
    if (!simt->active)
        return;
    if (simt->cache)
        simt_cache_load(simt, access, address, value);
    else
        simt_plain_load(simt, access, address, value);
}

void simt_plain_store(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                      const void *value)
{
    uint8_t *data;
    const struct instruction *record = record_access(simt, access, address, &data);
    unsigned first = (unsigned)__builtin_ctz(simt->active), size = access->size;
    if (instruction_is_contiguous(record)) {
        size_t bytes = (size_t)size * (unsigned)__builtin_popcount(simt->active);
        memcpy(data, (const uint8_t *)value + first * size, bytes);
        memcpy(image_at(simt->image, address[first], bytes), data, bytes);
        return;
    }
    for (uint32_t rest = simt->active; rest; rest &= rest - 1, data += size) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        copy_value(data, (const uint8_t *)value + lane * size, size);
        copy_value(image_at(simt->image, address[lane], size), data, size);
    }
}

void simt_store(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                const void *value)
{
    if (!simt->active)
        return;
    if (simt->cache)
        simt_cache_store(simt, access, address, value);
    else
        simt_plain_store(simt, access, address, value);
}

uint32_t atomic_result(unsigned op, uint32_t old, uint32_t operand)
{
    switch (op) {
    case ATOMIC_ADD:
        return old + operand;
    case ATOMIC_EXCHANGE:
        return operand;
    case ATOMIC_UMIN:
        return operand < old ? operand : old;
    case ATOMIC_UMAX:
        return operand > old ? operand : old;
    case ATOMIC_MIN:
        return (int32_t)operand < (int32_t)old ? operand : old;
    case ATOMIC_MAX:
        return (int32_t)operand > (int32_t)old ? operand : old;
    case ATOMIC_AND:
        return old & operand;
    case ATOMIC_OR:
        return old | operand;
    default:
        bug("atomic operation %u", op);
    }
}

size_t simt_plain_atomic(struct simt *simt, const struct access *access,
                         const uint64_t address[LANES], const uint32_t operand[LANES])
{
    uint8_t *data;
    const struct instruction *record = record_access(simt, access, address, &data);
    for (uint32_t rest = simt->active; rest; rest &= rest - 1, data += access->size) {
        int lane = __builtin_ctz(rest);
        void *word = image_at(simt->image, address[lane], sizeof(uint32_t));
        uint32_t old;
        memcpy(&old, word, sizeof old);
        uint32_t new = atomic_result(access->op, old, operand[lane]);
        memcpy(word, &new, sizeof new);
        memcpy(data, &operand[lane], sizeof new);
    }
    return place_of(simt, record);
}

void simt_atomic(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                 const uint32_t operand[LANES])
{
    if (!simt->active)
        return;
    if (simt->cache)
        simt_cache_atomic(simt, access, address, operand);
    else
        simt_plain_atomic(simt, access, address, operand);
}

void simt_exchange(struct simt *simt, const struct access *access, const uint64_t address[LANES],
                   const void *value)
{
    if (simt->active)
        simt_plain_store(simt, access, address, value);
}

size_t simt_shared(struct simt *simt, const struct access *access, const uint64_t offset[LANES])
{
    uint8_t *no_data;
    return place_of(simt, record_access(simt, access, offset, &no_data));
}

void lane_addresses(uint64_t address[LANES], uint64_t base, uint64_t step)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = base + step * lane;
}

uint32_t low_lanes(int64_t count)
{
    return count >= LANES ? ALL_LANES : count <= 0 ? 0 : (1u << count) - 1;
}
