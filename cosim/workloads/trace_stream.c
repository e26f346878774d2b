/* Pieces of a trace file, both directions; see docs/trace.md. */
#include "trace_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { PIECE_HEADER_BYTES = 12, COMPRESSION_LEVEL = 3 };
static const uint8_t magic[8] = {'M', 'E', 'M', 'L', 'O', 'O', 'M', 'T'};

static uint32_t get32(const uint8_t bytes[4])
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put32(uint8_t bytes[4], uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

/* FNV-1a over a piece's two sizes and its compressed bytes. Every step is a bijection, so the
 * change of a single byte never goes unnoticed. (zstd's own checksum does not cover its frame
 * header.) */
static uint32_t piece_check(const uint8_t header[8], const uint8_t *stored, size_t size)
{
    uint32_t check = UINT32_C(0x811c9dc5);
    for (size_t i = 0; i < 8; i++)
        check = (check ^ header[i]) * UINT32_C(0x01000193);
    for (size_t i = 0; i < size; i++)
        check = (check ^ stored[i]) * UINT32_C(0x01000193);
    return check;
}

/* Fuzzing looks behind the checksum. */
static bool check_is_good(const uint8_t header[PIECE_HEADER_BYTES], const uint8_t *stored,
                          size_t size)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    return true;
#endif
    return get32(header + 8) == piece_check(header, stored, size);
}

/* ---- reading ---- */

bool trace_in_fail(struct trace_in *in, const char *format, ...)
{
    if (in->error[0])
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->error, sizeof in->error, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_file_bytes(struct trace_in *in, void *bytes, size_t size)
{
    size_t got = fread(bytes, 1, size, in->file);
    in->position += got;
    return got == size || trace_in_fail(in, "the file is cut short at byte %" PRIu64, in->position);
}

/* The program that wrote a file with this beginning, or NULL. */
static const char *packer_of(const uint8_t *header)
{
    static const struct {
        const char *name, *beginning;
    } packers[] = {{"gzip", "\x1f\x8b"},
                   {"xz", "\xfd"
                          "7zXZ"},
                   {"zstd", "\x28\xb5\x2f\xfd"}};
    for (unsigned i = 0; i < sizeof packers / sizeof *packers; i++)
        if (!memcmp(header, packers[i].beginning, strlen(packers[i].beginning)))
            return packers[i].name;
    return NULL;
}

void trace_in_init(struct trace_in *in, FILE *file, const char *path)
{
    *in = (struct trace_in){.file = file, .path = path};
    in->raw = xcalloc(TRACE_PIECE_BYTES, 1);
    in->stored = xcalloc(ZSTD_compressBound(TRACE_PIECE_BYTES), 1);
    in->context = ZSTD_createDCtx();
    if (!in->context)
        die("out of memory for zstd");
    uint8_t header[TRACE_HEADER_BYTES] = {0};
    size_t got = fread(header, 1, sizeof header, file);
    in->position = got;
    const char *packer = packer_of(header);
    if (packer)
        trace_in_fail(in, "not a memloom trace, but packed by %s; unpack it", packer);
    else if (memcmp(header, magic, sizeof magic))
        trace_in_fail(in, "not a memloom trace; `memloom trace record` writes one");
    else if (got < sizeof header)
        trace_in_fail(in, "the file is cut short at byte %" PRIu64, in->position);
    else if (get32(header + 8) != TRACE_VERSION)
        trace_in_fail(in,
                      "trace version %" PRIu32 ", this program reads version %d; record it again",
                      get32(header + 8), TRACE_VERSION);
    else if (get32(header + 12))
        trace_in_fail(in, "the header is damaged");
}

void trace_in_release(struct trace_in *in)
{
    fclose(in->file);
    free(in->raw);
    free(in->stored);
    ZSTD_freeDCtx(in->context);
}

static bool next_piece(struct trace_in *in)
{
    uint8_t header[PIECE_HEADER_BYTES];
    uint64_t from = in->position;
    if (!read_file_bytes(in, header, sizeof header))
        return false;
    size_t stored = get32(header), raw = get32(header + 4);
    if (!raw || raw > TRACE_PIECE_BYTES || !stored || stored > ZSTD_compressBound(raw))
        return trace_in_fail(in, "the piece at byte %" PRIu64 " is damaged", from);
    if (!read_file_bytes(in, in->stored, stored))
        return false;
    if (!check_is_good(header, in->stored, stored) ||
        ZSTD_decompressDCtx(in->context, in->raw, raw, in->stored, stored) != raw)
        return trace_in_fail(in, "the piece at byte %" PRIu64 " is damaged", from);
    in->at = 0;
    in->size = raw;
    return true;
}

bool trace_in_gather(struct trace_in *in, void *bytes, size_t size)
{
    uint8_t *to = bytes;
    if (in->error[0])
        return false;
    while (size) {
        if (in->at == in->size && !next_piece(in))
            return false;
        size_t part = in->size - in->at < size ? in->size - in->at : size;
        memcpy(to, in->raw + in->at, part);
        in->at += part;
        to += part;
        size -= part;
    }
    return true;
}

bool trace_in_end(struct trace_in *in)
{
    if (in->at != in->size || fgetc(in->file) != EOF)
        return trace_in_fail(in, "something follows the end of the trace");
    return true;
}

/* ---- writing ---- */

void trace_out_open(struct trace_out *out, const char *path)
{
    *out = (struct trace_out){.used = 0};
    output_open(&out->output, path);
    out->raw = xcalloc(TRACE_PIECE_BYTES, 1);
    out->stored = xcalloc(ZSTD_compressBound(TRACE_PIECE_BYTES), 1);
    out->context = ZSTD_createCCtx();
    if (!out->context)
        die("out of memory for zstd");
    ZSTD_CCtx_setParameter(out->context, ZSTD_c_compressionLevel, COMPRESSION_LEVEL);
    uint8_t header[TRACE_HEADER_BYTES] = {0};
    memcpy(header, magic, sizeof magic);
    put32(header + 8, TRACE_VERSION);
    fwrite(header, 1, sizeof header, out->output.file);
}

static void write_piece(struct trace_out *out)
{
    if (!out->used)
        return;
    size_t size = ZSTD_compress2(out->context, out->stored, ZSTD_compressBound(TRACE_PIECE_BYTES),
                                 out->raw, out->used);
    if (ZSTD_isError(size))
        bug("zstd: %s", ZSTD_getErrorName(size));
    uint8_t header[PIECE_HEADER_BYTES];
    put32(header, (uint32_t)size);
    put32(header + 4, (uint32_t)out->used);
    put32(header + 8, piece_check(header, out->stored, size));
    fwrite(header, 1, sizeof header, out->output.file);
    fwrite(out->stored, 1, size, out->output.file);
    out->used = 0;
}

void trace_out_write(struct trace_out *out, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    while (size) {
        size_t room = TRACE_PIECE_BYTES - out->used, part = room < size ? room : size;
        memcpy(out->raw + out->used, from, part);
        out->used += part;
        from += part;
        size -= part;
        if (out->used == TRACE_PIECE_BYTES)
            write_piece(out);
    }
}

void trace_out_close(struct trace_out *out)
{
    write_piece(out);
    output_close(&out->output);
    free(out->raw);
    free(out->stored);
    ZSTD_freeCCtx(out->context);
}
