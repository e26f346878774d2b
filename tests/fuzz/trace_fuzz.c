// sources: cosim/workloads/*.c cosim/model/coalesce.c gen/base/scratch.c gen/base/util.c
/* libFuzzer target: reads arbitrary bytes as a trace, the way a replay does, and as the contents of
 * its pieces, and walks every record that passes the checks. The piece checksum is off
 * (FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION), or hardly any input would get past it. */
#include "trace.h"
#include "trace_stream.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Reads everything that a core would read of a warp; the sum keeps it from being optimised away. */
static uint64_t walk(const struct thread_block *block, unsigned warp)
{
    uint64_t sum = 0, address[LANES] = {0};
    const struct instruction *record = block_warp(block, warp);
    for (; record->kind != INSTRUCTION_EXIT; record = instruction_next(record)) {
        if (!instruction_is_access(record))
            continue;
        const uint8_t *data = instruction_data(record);
        instruction_addresses(record, address);
        for (uint32_t rest = record->mask; rest; rest &= rest - 1) {
            sum += address[__builtin_ctz(rest)];
            if (data)
                sum += *data + data[record->size - 1];
            if (data && !instruction_is_broadcast(record))
                data += record->size;
        }
    }
    return sum;
}

static void read_trace(const uint8_t *bytes, size_t size)
{
    static volatile uint64_t sum;
    struct trace_reader *reader = trace_new(fmemopen((void *)(uintptr_t)bytes, size, "rb"), "fuzz");
    struct trace_piece piece;
    struct kernel kernel;
    struct thread_block block = {0};
    while (trace_next_piece(reader, &piece))
        sum += piece.bytes[piece.size - 1];
    while (trace_next_kernel(reader, &kernel))
        for (uint64_t i = 0; i < kernel.blocks && trace_next_block(reader, &block); i++)
            for (unsigned warp = 0; warp < block.warps; warp++)
                sum += walk(&block, warp);
    trace_close(reader);
    for (unsigned i = 0; i < BLOCK_WARPS_MAX; i++)
        free(block.warp[i].bytes);
}

/* The bytes as contents of one piece: mutations reach the items without going through zstd. */
static void read_items(const uint8_t *bytes, size_t size)
{
    enum { HEADERS = TRACE_HEADER_BYTES + 12 };
    size_t room = ZSTD_compressBound(size);
    uint8_t *file = malloc(HEADERS + room);
    if (!file)
        return;
    size_t stored = ZSTD_compress(file + HEADERS, room, bytes, size, 1);
    const uint32_t header[7] = {0x4c4d454d, 0x544d4f4f,       TRACE_VERSION,
                                0,          (uint32_t)stored, (uint32_t)size};
    memcpy(file, header, sizeof header);
    read_trace(file, HEADERS + stored);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!size)
        return 0;
    read_trace(bytes, size);
    if (size <= TRACE_PIECE_BYTES)
        read_items(bytes, size);
    return 0;
}
