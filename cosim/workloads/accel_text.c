/* Lines of plain, xz and zstd files: see accel_text.h. */
#include "accel_text.h"

#include "util.h"

#include <errno.h>
#include <inttypes.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { STORED_BYTES = 1 << 16, PLAIN_BYTES = 1 << 18 };

enum packing { PLAIN, XZ, ZSTD };

struct accel_text {
    char *path; /* of the file that was opened */
    FILE *file; /* its bytes */
    enum packing packing;
    lzma_stream xz;      /* of an xz file */
    ZSTD_DStream *zstd;  /* of a zstd file */
    ZSTD_inBuffer input; /* zstd: what of `stored` is left */
    bool ended;          /* no more text comes */
    bool whole;          /* the last frame or stream ended where the text did */
    size_t at, end;      /* of the text in `plain` that was not handed out */
    uint64_t line;       /* number of the last line handed out, from 1 */
    uint8_t stored[STORED_BYTES];
    char plain[PLAIN_BYTES + 1];
};

void accel_text_fail(const struct accel_text *text, const char *format, ...)
{
    char reason[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    die("%s:%" PRIu64 ": %s", text->path, text->line, reason);
}

char *accel_text_find(const char *path)
{
    static const char *const tails[] = {"", ".xz", ".zst"};
    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        char *name = xasprintf("%s%s", path, tails[i]);
        if (!access(name, F_OK))
            return name;
        free(name);
    }
    return NULL;
}

struct accel_text *accel_text_open(const char *path)
{
    struct accel_text *text = xcalloc(1, sizeof *text);
    text->path = accel_text_find(path);
    if (!text->path)
        die("cannot open '%s': there is no such file, nor one with .xz or .zst behind its name",
            path);
    text->file = fopen(text->path, "rb");
    if (!text->file)
        die("cannot open '%s': %s", text->path, strerror(errno));
    text->whole = true;
    text->packing = ends_with(text->path, ".xz")    ? XZ
                    : ends_with(text->path, ".zst") ? ZSTD
                                                    : PLAIN;
    if (text->packing == XZ) {
        text->xz = (lzma_stream)LZMA_STREAM_INIT;
        if (lzma_stream_decoder(&text->xz, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK)
            die("%s: no memory to decompress it", text->path);
        text->whole = false;
    }
    if (text->packing == ZSTD) {
        text->zstd = ZSTD_createDStream();
        if (!text->zstd)
            die("%s: no memory to decompress it", text->path);
        text->whole = false;
    }
    return text;
}

void accel_text_close(struct accel_text *text)
{
    if (text->packing == XZ)
        lzma_end(&text->xz);
    ZSTD_freeDStream(text->zstd);
    fclose(text->file);
    free(text->path);
    free(text);
}

static size_t read_stored(struct accel_text *text, void *to, size_t room)
{
    size_t got = fread(to, 1, room, text->file);
    if (!got && ferror(text->file))
        die("cannot read '%s': %s", text->path, strerror(errno));
    return got;
}

static size_t read_xz(struct accel_text *text, char *to, size_t room)
{
    text->xz.next_out = (uint8_t *)to;
    text->xz.avail_out = room;
    while (text->xz.avail_out == room && !text->whole) {
        if (!text->xz.avail_in) {
            text->xz.next_in = text->stored;
            text->xz.avail_in = read_stored(text, text->stored, STORED_BYTES);
        }
        lzma_ret result = lzma_code(&text->xz, text->xz.avail_in ? LZMA_RUN : LZMA_FINISH);
        text->whole = result == LZMA_STREAM_END;
        if (result == LZMA_BUF_ERROR)
            accel_text_fail(text, "behind this line the xz file ends too early");
        if (result != LZMA_OK && result != LZMA_STREAM_END)
            accel_text_fail(text, "behind this line the xz file is damaged (or none)");
    }
    return room - text->xz.avail_out;
}

static size_t read_zstd(struct accel_text *text, char *to, size_t room)
{
    ZSTD_outBuffer output = {to, room, 0};
    while (!output.pos) {
        if (text->input.pos == text->input.size) {
            text->input =
                (ZSTD_inBuffer){text->stored, read_stored(text, text->stored, STORED_BYTES), 0};
            if (!text->input.size && !text->whole)
                accel_text_fail(text, "behind this line the zstd file ends too early");
            if (!text->input.size)
                return 0;
        }
        size_t result = ZSTD_decompressStream(text->zstd, &output, &text->input);
        if (ZSTD_isError(result))
            accel_text_fail(text, "behind this line the zstd file is damaged (or none)");
        text->whole = !result;
    }
    return output.pos;
}

/* Moves what is left to the front and fills up behind it. */
static void refill(struct accel_text *text)
{
    memmove(text->plain, text->plain + text->at, text->end - text->at);
    text->end -= text->at;
    text->at = 0;
    char *to = text->plain + text->end;
    size_t room = PLAIN_BYTES - text->end;
    size_t got = text->packing == XZ     ? read_xz(text, to, room)
                 : text->packing == ZSTD ? read_zstd(text, to, room)
                                         : read_stored(text, to, room);
    text->end += got;
    text->ended = !got;
}

char *accel_text_next(struct accel_text *text)
{
    for (;;) {
        char *from = text->plain + text->at;
        size_t left = text->end - text->at;
        char *newline = memchr(from, '\n', left);
        if (!newline && !text->ended && left <= ACCEL_LINE_MAX) {
            refill(text);
            continue;
        }
        if (!newline && !left)
            return NULL;
        size_t length = newline ? (size_t)(newline - from) : left;
        text->line++;
        if (length > ACCEL_LINE_MAX)
            accel_text_fail(text, "the line has more than %d characters", ACCEL_LINE_MAX);
        if (memchr(from, '\0', length))
            accel_text_fail(text, "the line has a zero byte in it: this is no text");
        size_t taken = length + (newline ? 1 : 0);
        text->at += taken;
        from[length] = '\0';
        if (length && from[length - 1] == '\r')
            from[length - 1] = '\0';
        return from;
    }
}
