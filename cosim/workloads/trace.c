/* Items of a trace, both directions; see docs/trace.md. The reader is always one item head ahead.
 */
#include "trace.h"

#include "place_value.h"
#include "stream.h"
#include "trace_pack.h"
#include "trace_stream.h"
#include "util.h"
#include "workload_class.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum item {
    ITEM_HEAD = 1,
    ITEM_IMAGE,
    ITEM_KERNEL,
    ITEM_BLOCK,
    ITEM_END,
    ITEM_RESOURCES,
    ITEM_PACKED,
    ITEM_VALUES
};

/* Every item begins with this. Fixed layouts, written and read as they lie in memory (little endian
 * hosts). */
struct item_head {
    uint32_t item;  /* enum item */
    uint32_t count; /* image, values: bytes; kernel and block: warps; else 0 */
    uint64_t value; /* head: end of addresses; image, values: address; kernel: blocks; block: index;
                       end: kernels */
};
static_assert(sizeof(struct item_head) == 16, "the layout is part of the format");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "traces are written as they lie in memory");

struct trace_reader {
    struct trace_in in;               /* bytes of the items */
    char *path;                       /* for messages */
    struct trace_header header;       /* of the file */
    struct item_head next;            /* item ahead, its head already read */
    struct kernel kernel;             /* last one read */
    unsigned address_bits;            /* that addresses may have, 0: the header's end says it */
    uint64_t kernels, blocks;         /* kernels read; blocks read of the last one */
    struct trace_forms *forms;        /* of packed records */
    uint8_t image[TRACE_IMAGE_BYTES]; /* last piece of it */
};

/* ---- reading ---- */

static bool fail(struct trace_reader *reader, const char *reason)
{
    return trace_in_fail(&reader->in, "item before byte %" PRIu64 ": %s", reader->in.position,
                         reason);
}

static bool read_ahead(struct trace_reader *reader)
{
    return trace_in_read(&reader->in, &reader->next, sizeof reader->next);
}

static bool read_name(struct trace_reader *reader, char name[KERNEL_NAME_MAX])
{
    if (!trace_in_read(&reader->in, name, KERNEL_NAME_MAX))
        return false;
    const char *end = memchr(name, '\0', KERNEL_NAME_MAX);
    for (const char *at = name; end && at < end; at++)
        if (*at < ' ' || *at > '~')
            end = NULL;
    return end || fail(reader, "a name is not printable text");
}

struct trace_reader *trace_new(FILE *file, const char *path)
{
    struct trace_reader *reader = xcalloc(1, sizeof *reader);
    reader->path = xstrdup(path);
    reader->forms = trace_forms_new();
    trace_in_init(&reader->in, file, reader->path);
    if (!read_ahead(reader))
        return reader;
    reader->header.address_end = reader->next.value;
    if (reader->next.item != ITEM_HEAD || reader->next.count)
        fail(reader, "the trace does not begin with its head");
    else if (read_name(reader, reader->header.name))
        read_ahead(reader);
    return reader;
}

struct trace_reader *trace_open(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open '%s': %s", path, strerror(errno));
    struct trace_reader *reader = trace_new(file, path);
    trace_must_be_good(reader);
    return reader;
}

void trace_close(struct trace_reader *reader)
{
    trace_in_release(&reader->in);
    free(reader->forms);
    free(reader->path);
    free(reader);
}

const struct trace_header *trace_header(const struct trace_reader *reader)
{
    return &reader->header;
}

const char *trace_error(const struct trace_reader *reader)
{
    return reader->in.error[0] ? reader->in.error : NULL;
}

void trace_must_be_good(const struct trace_reader *reader)
{
    if (trace_error(reader))
        die("%s: %s", reader->path, trace_error(reader));
}

void trace_limit(struct trace_reader *reader, unsigned address_bits)
{
    reader->address_bits = address_bits;
}

static bool too_far(struct trace_reader *reader)
{
    return trace_in_fail(&reader->in,
                         "item before byte %" PRIu64
                         ": an address has more bits than address_bits = %u",
                         reader->in.position, reader->address_bits);
}

/* Where addresses end that are known to be good otherwise; UINT64_MAX: nowhere. */
static uint64_t limit_of(const struct trace_reader *reader)
{
    return reader->address_bits ? UINT64_C(1) << reader->address_bits : UINT64_MAX;
}

bool trace_next_piece(struct trace_reader *reader, struct trace_piece *piece)
{
    bool values = reader->next.item == ITEM_VALUES;
    if (trace_error(reader) || (reader->next.item != ITEM_IMAGE && !values))
        return false;
    uint64_t end = reader->header.address_end;
    *piece = (struct trace_piece){
        .address = reader->next.value, .bytes = reader->image, .size = reader->next.count};
    if (!piece->size || piece->size > TRACE_IMAGE_BYTES)
        return fail(reader, "the size of an image piece is out of range");
    if (piece->address > end || piece->size > end - piece->address)
        return fail(reader, "the image reaches beyond the end of addresses");
    if (piece->address + piece->size > limit_of(reader))
        return too_far(reader);
    if (values)
        place_value(piece->address, piece->size, reader->image);
    else if (!trace_in_read(&reader->in, reader->image, piece->size))
        return false;
    return read_ahead(reader);
}

static bool read_end(struct trace_reader *reader)
{
    if (reader->next.count || reader->next.value != reader->kernels)
        return fail(reader, "the end does not count the kernels");
    trace_in_end(&reader->in);
    return false;
}

static bool read_resources(struct trace_reader *reader, struct kernel *kernel)
{
    if (reader->next.count > THREAD_REGISTERS_MAX || reader->next.value > UINT32_MAX)
        return fail(reader, "the resources of a kernel are out of range");
    kernel->registers = reader->next.count;
    kernel->shared_bytes = (unsigned)reader->next.value;
    return read_ahead(reader);
}

bool trace_next_kernel(struct trace_reader *reader, struct kernel *kernel)
{
    if (trace_error(reader))
        return false;
    if (reader->blocks != reader->kernel.blocks)
        return fail(reader, "a kernel began before the last one was read");
    if (reader->next.item == ITEM_END)
        return read_end(reader);
    if (reader->next.item != ITEM_KERNEL)
        return fail(reader, "a kernel was expected");
    *kernel = (struct kernel){.blocks = reader->next.value, .warps = reader->next.count};
    if (!kernel->blocks || !kernel->warps || kernel->warps > BLOCK_WARPS_MAX)
        return fail(reader, "the size of a kernel is out of range");
    if (!read_name(reader, kernel->name) || !read_ahead(reader))
        return false;
    if (reader->next.item == ITEM_RESOURCES && !read_resources(reader, kernel))
        return false;
    reader->kernel = *kernel;
    reader->kernels++;
    reader->blocks = 0;
    return true;
}

/* The record that comes next, appended to the stream; NULL when there is none. */
static const struct instruction *read_record(struct trace_reader *reader, struct stream *stream)
{
    struct instruction head, *record;
    if (!trace_in_read(&reader->in, &head, sizeof head))
        return NULL;
    const char *wrong = instruction_check_head(&head);
    if (wrong) {
        fail(reader, wrong);
        return NULL;
    }
    record = stream_grow(stream, head.bytes, STREAM_ROOM);
    *record = head;
    if (!trace_in_read(&reader->in, record + 1, head.bytes - sizeof head))
        return NULL;
    stream->used += head.bytes;
    return record;
}

/* Those of a record that does not lie below both ends. */
static bool wrong_addresses(struct trace_reader *reader, const struct instruction *record)
{
    const char *wrong = instruction_check_addresses(record, reader->header.address_end);
    return wrong ? fail(reader, wrong) : too_far(reader);
}

/* Records up to and with the exit. */
static bool read_warp(struct trace_reader *reader, struct stream *stream, bool packed)
{
    uint64_t limit = limit_of(reader), end = reader->header.address_end;
    end = limit < end ? limit : end;
    stream->used = 0;
    trace_unpack_begin(reader->forms);
    for (;;) {
        const struct instruction *record =
            packed ? trace_unpack(reader->forms, &reader->in, stream) : read_record(reader, stream);
        if (!record)
            return false;
        if (instruction_check_addresses(record, end))
            return wrong_addresses(reader, record);
        if (record->kind == INSTRUCTION_EXIT)
            return true;
    }
}

static bool is_block(const struct item_head *head)
{
    return head->item == ITEM_BLOCK || head->item == ITEM_PACKED;
}

/* Behind a block: from here on blocks have other resources and as many warps as the next one. */
static bool read_shape(struct trace_reader *reader)
{
    if (!read_resources(reader, &reader->kernel))
        return false;
    if (!is_block(&reader->next) || !reader->next.count || reader->next.count > BLOCK_WARPS_MAX)
        return fail(reader, "a block of up to 64 warps was expected");
    reader->kernel.warps = reader->next.count;
    return true;
}

void trace_next_shape(const struct trace_reader *reader, struct kernel *kernel)
{
    kernel->warps = reader->kernel.warps;
    kernel->registers = reader->kernel.registers;
    kernel->shared_bytes = reader->kernel.shared_bytes;
}

bool trace_next_block(struct trace_reader *reader, struct thread_block *block)
{
    if (trace_error(reader))
        return false;
    if (!is_block(&reader->next) || reader->next.value != reader->blocks ||
        reader->next.count != reader->kernel.warps)
        return fail(reader, "the kernel's next block was expected");
    bool packed = reader->next.item == ITEM_PACKED;
    block->index = reader->blocks++;
    block->warps = reader->kernel.warps;
    for (unsigned i = 0; i < block->warps; i++)
        if (!read_warp(reader, &block->warp[i], packed))
            return false;
    if (!read_ahead(reader))
        return false;
    return reader->next.item != ITEM_RESOURCES || read_shape(reader);
}

/* ---- writing ---- */

struct trace_writer {
    struct trace_out out;
    struct trace_forms *forms; /* of packed records */
};

static void write_item(struct trace_out *out, enum item item, uint32_t count, uint64_t value)
{
    struct item_head head = {item, count, value};
    trace_out_write(out, &head, sizeof head);
}

static bool all_zero(const uint8_t *bytes, size_t size)
{
    return !bytes[0] && !memcmp(bytes, bytes + 1, size - 1);
}

static bool are_values(uint64_t address, const uint8_t *bytes, uint32_t size)
{
    uint8_t values[TRACE_IMAGE_BYTES];
    place_value(address, size, values);
    return !memcmp(values, bytes, size);
}

static void write_image(void *context, uint64_t address, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    while (size) {
        uint32_t part = size < TRACE_IMAGE_BYTES ? (uint32_t)size : TRACE_IMAGE_BYTES;
        if (are_values(address, from, part)) {
            write_item(context, ITEM_VALUES, part, address);
        } else if (!all_zero(from, part)) {
            write_item(context, ITEM_IMAGE, part, address);
            trace_out_write(context, from, part);
        }
        address += part;
        from += part;
        size -= part;
    }
}

static void write_block(struct trace_writer *writer, const struct thread_block *block)
{
    write_item(&writer->out, ITEM_PACKED, block->warps, block->index);
    for (unsigned i = 0; i < block->warps; i++)
        trace_pack_warp(writer->forms, &writer->out, &block->warp[i]);
}

/* The block's, where it is another than the one before. */
static void write_shape(struct trace_out *out, struct kernel *kernel,
                        const struct thread_block *block)
{
    if (kernel->warps == block->warps && kernel->registers == block->registers &&
        kernel->shared_bytes == block->shared_bytes)
        return;
    kernel->warps = block->warps;
    kernel->registers = block->registers;
    kernel->shared_bytes = block->shared_bytes;
    write_item(out, ITEM_RESOURCES, kernel->registers, kernel->shared_bytes);
}

void trace_record(struct workload *w, const char *path)
{
    struct trace_writer writer = {.forms = trace_forms_new()};
    struct trace_out *out = &writer.out;
    struct kernel kernel;
    uint64_t kernels = 0, blocks = 0;
    double started = seconds_now();
    char name[KERNEL_NAME_MAX] = {0};
    snprintf(name, sizeof name, "%s", workload_name(w));
    trace_out_open(out, path);
    bool grows = w->class && w->class->grows; /* then it is not known yet: image_allocate's limit */
    write_item(out, ITEM_HEAD, 0, grows ? TRACE_END_UNKNOWN : workload_address_end(w));
    trace_out_write(out, name, sizeof name);
    workload_image(w, write_image, out);
    for (; workload_next_kernel(w, &kernel); kernels++) {
        write_item(out, ITEM_KERNEL, kernel.warps, kernel.blocks);
        trace_out_write(out, kernel.name, sizeof kernel.name);
        if (kernel.registers || kernel.shared_bytes)
            write_item(out, ITEM_RESOURCES, kernel.registers, kernel.shared_bytes);
        struct thread_block *block;
        while ((block = workload_next_block(w))) {
            write_shape(out, &kernel, block);
            write_block(&writer, block);
            workload_free_block(w, block);
            blocks++;
            progress("%s: kernel %" PRIu64 ", %.60s, %" PRIu64 " blocks so far, %.0f per second",
                     path, kernels + 1, kernel.name, blocks,
                     (double)blocks / (seconds_now() - started));
        }
    }
    write_item(out, ITEM_END, 0, kernels);
    trace_out_close(out);
    free(writer.forms);
    progress_end();
}
