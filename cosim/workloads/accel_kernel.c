/* Headers and the frame of blocks and warps around instructions: see accel_kernel.h. */
#include "accel_kernel.h"

#include "accel_opcode.h"
#include "workload.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024, SHARED_MAX = 256 << 10, WARP_INSTRUCTIONS_MAX = 1 << 26 };

/* ---- numbers ---- */

/* The decimal digits at `*at`, which steps behind them; false: there are none, or more than 32 bits
 * of them. */
static bool take_number(const char **at, uint32_t *value)
{
    char *end;
    *at += strspn(*at, " \t");
    if (!isdigit((unsigned char)**at))
        return false;
    unsigned long long number = strtoull(*at, &end, 10);
    *at = end;
    *value = (uint32_t)number;
    return number <= UINT32_MAX;
}

static bool take(const char **at, char sign)
{
    *at += strspn(*at, " \t");
    return *(*at)++ == sign;
}

static bool take_triple(const char **at, uint32_t triple[3])
{
    return take_number(at, &triple[0]) && take(at, ',') && take_number(at, &triple[1]) &&
           take(at, ',') && take_number(at, &triple[2]);
}

static bool nothing_follows(const char *at)
{
    return !at[strspn(at, " \t")];
}

/* What stands behind "name =" of a line; NULL: it begins otherwise. */
static const char *behind(const char *line, const char *name)
{
    size_t length = strlen(name);
    const char *at = line + length;
    return !strncmp(line, name, length) && take(&at, '=') ? at : NULL;
}

/* ---- header ---- */

static uint64_t header_number(const struct accel_kernel *kernel, const char *name,
                              const char *value, uint64_t most)
{
    char *end;
    errno = 0;
    uint64_t number = strtoull(value, &end, 0);
    while (*end == ' ')
        end++;
    if (end == value || *end || errno || *value == '-')
        accel_text_fail(kernel->text, "%s: '%s' is no number", name, value);
    if (number > most)
        accel_text_fail(kernel->text, "%s: %" PRIu64 " is more than %" PRIu64, name, number, most);
    return number;
}

static void header_triple(const struct accel_kernel *kernel, const char *name, const char *value,
                          uint32_t triple[3])
{
    const char *at = value;
    if (!take(&at, '(') || !take_triple(&at, triple) || !take(&at, ')') || !nothing_follows(at) ||
        !triple[0] || !triple[1] || !triple[2])
        accel_text_fail(kernel->text, "%s: '%s' is not of the form (x,y,z), all above 0", name,
                        value);
}

/* A field that the user may have said: then what the file says does not matter. */
static void overridable(const struct accel_kernel *kernel, const char *name, const char *key,
                        const char *value, bool said, unsigned most, unsigned *field)
{
    char *end;
    uint64_t number = strtoull(value, &end, 0);
    if (said)
        return;
    if (end == value || *end || *value == '-' || number > most)
        accel_text_fail(kernel->text,
                        "%s: '%s' is no number from 0 to %u; if the header is damaged, say it: "
                        "%s=NUMBER behind the trace",
                        name, value, most, key);
    *field = (unsigned)number;
}

static void set_field(struct accel_kernel *kernel, const char *name, const char *value,
                      const struct accel_overrides *said)
{
    if (!strcmp(name, "kernel name"))
        snprintf(kernel->name, sizeof kernel->name, "%s", value);
    else if (!strcmp(name, "grid dim"))
        header_triple(kernel, name, value, kernel->grid);
    else if (!strcmp(name, "block dim"))
        header_triple(kernel, name, value, kernel->block);
    else if (!strcmp(name, "shmem"))
        overridable(kernel, name, "shmem", value, said->has_shared, SHARED_MAX,
                    &kernel->shared_bytes);
    else if (!strcmp(name, "nregs"))
        overridable(kernel, name, "nregs", value, said->has_registers, THREAD_REGISTERS_MAX,
                    &kernel->registers);
    else if (!strcmp(name, "binary version"))
        overridable(kernel, name, "binary", value, said->has_binary, UINT32_MAX, &kernel->binary);
    else if (!strcmp(name, "cuda stream id"))
        kernel->stream = header_number(kernel, name, value, UINT64_MAX);
    else if (!strcmp(name, "shmem base_addr"))
        kernel->shared_base = header_number(kernel, name, value, UINT64_MAX);
    else if (!strcmp(name, "local mem base_addr"))
        kernel->local_base = header_number(kernel, name, value, UINT64_MAX);
    else if (!strcmp(name, "accelsim tracer version"))
        kernel->grammar.version = (unsigned)header_number(kernel, name, value, 5);
    else if (!strcmp(name, "enable lineinfo"))
        kernel->grammar.lineinfo = header_number(kernel, name, value, 1);
}

/* Text of other tools and names from C++ may hold anything; reports and traces take print. */
static void make_printable(char *name)
{
    for (char *at = name; *at; at++)
        if (*at < ' ' || *at > '~')
            *at = '?';
}

static void check_header(struct accel_kernel *kernel)
{
    if (!kernel->grid[0] || !kernel->block[0])
        accel_text_fail(kernel->text, "the header ends without '-%s dim = (x,y,z)'",
                        kernel->grid[0] ? "block" : "grid");
    if (!accel_generation_known(kernel->binary))
        accel_text_fail(kernel->text,
                        "binary version = %u: there is no table of opcodes for it (35 Kepler, 60 "
                        "Pascal, 70 Volta, 75 Turing, 80 Ampere, 90 Hopper); say one: "
                        "binary=NUMBER behind the trace",
                        kernel->binary);
    uint64_t threads = (uint64_t)kernel->block[0] * kernel->block[1];
    if (threads > THREADS_MAX || threads * kernel->block[2] > THREADS_MAX)
        accel_text_fail(kernel->text,
                        "a block of %" PRIu32 " x %" PRIu32 " x %" PRIu32
                        " threads; there are at most %d",
                        kernel->block[0], kernel->block[1], kernel->block[2], THREADS_MAX);
    kernel->threads = (unsigned)threads * kernel->block[2];
    kernel->warps = (kernel->threads + LANES - 1) / LANES;
    kernel->blocks = (uint64_t)kernel->grid[0] * kernel->grid[1];
    if (kernel->blocks > UINT32_MAX || kernel->blocks * kernel->grid[2] > UINT32_MAX)
        accel_text_fail(kernel->text, "a grid of more than %" PRIu32 " blocks", UINT32_MAX);
    kernel->blocks *= kernel->grid[2];
    make_printable(kernel->name);
}

/* "-name = value" or "-name = " up to the first line of a comment. */
static void read_header(struct accel_kernel *kernel, const struct accel_overrides *said)
{
    char *line;
    while ((line = accel_text_next(kernel->text)) && *line != '#') {
        if (!*line)
            continue;
        char *equals = *line == '-' ? strstr(line, " =") : NULL;
        if (!equals)
            accel_text_fail(kernel->text, "'%.40s' is no line of a header: -NAME = VALUE", line);
        *equals = '\0';
        const char *value = equals + 2;
        while (*value == ' ')
            value++;
        set_field(kernel, line + 1, value, said);
    }
    if (!line)
        accel_text_fail(kernel->text, "the file ends in its header (which ends with a line that "
                                      "begins with #)");
    if (said->has_shared)
        kernel->shared_bytes = said->shared;
    if (said->has_registers)
        kernel->registers = said->registers;
    if (said->has_binary)
        kernel->binary = said->binary;
    check_header(kernel);
}

void accel_kernel_open(struct accel_kernel *kernel, const char *path,
                       const struct accel_overrides *said)
{
    *kernel = (struct accel_kernel){.text = accel_text_open(path), .name = "kernel"};
    read_header(kernel, said);
}

void accel_kernel_close(struct accel_kernel *kernel)
{
    accel_text_close(kernel->text);
    kernel->text = NULL;
}

/* ---- blocks ---- */

static char *next_filled(struct accel_kernel *kernel)
{
    char *line;
    do
        line = accel_text_next(kernel->text);
    while (line && line[strspn(line, " \t")] == '\0');
    return line;
}

static char *need_filled(struct accel_kernel *kernel, const char *what)
{
    char *line = next_filled(kernel);
    if (!line)
        accel_text_fail(kernel->text, "the file ends where %s should stand", what);
    return line;
}

static void need_mark(struct accel_kernel *kernel, const char *mark)
{
    char *line = need_filled(kernel, mark);
    if (strncmp(line, mark, strlen(mark)))
        accel_text_fail(kernel->text, "'%.40s' where %s should stand", line, mark);
}

/* The number behind "name = ". */
static uint32_t need_field(struct accel_kernel *kernel, const char *name, char *line)
{
    const char *at = behind(line, name);
    uint32_t value;
    if (!at || !take_number(&at, &value) || !nothing_follows(at))
        accel_text_fail(kernel->text, "'%.40s' where '%s = NUMBER' should stand", line, name);
    return value;
}

void accel_kernel_begin_block(struct accel_kernel *kernel, uint64_t index)
{
    const uint32_t *grid = kernel->grid;
    uint32_t at[3];
    uint64_t plane = (uint64_t)grid[0] * grid[1];
    need_mark(kernel, "#BEGIN_TB");
    char *line = need_filled(kernel, "'thread block = x,y,z'");
    const char *place = behind(line, "thread block");
    if (!place || !take_triple(&place, at))
        accel_text_fail(kernel->text, "'%.40s' where 'thread block = x,y,z' should stand", line);
    if (at[0] != index % grid[0] || at[1] != index / grid[0] % grid[1] || at[2] != index / plane)
        accel_text_fail(kernel->text,
                        "thread block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") where (%" PRIu64
                        ",%" PRIu64 ",%" PRIu64 ") of (%" PRIu32 ",%" PRIu32 ",%" PRIu32
                        ") should stand",
                        at[0], at[1], at[2], index % grid[0], index / grid[0] % grid[1],
                        index / plane, grid[0], grid[1], grid[2]);
}

uint32_t accel_kernel_warp(struct accel_kernel *kernel, unsigned warp)
{
    char *line;
    do
        line = need_filled(kernel, "a warp");
    while (warp == 0 && !strncmp(line, "cluster ", 8));
    uint32_t found = need_field(kernel, "warp", line);
    if (found != warp)
        accel_text_fail(kernel->text, "warp %" PRIu32 " where warp %u of %u should stand", found,
                        warp, kernel->warps);
    uint32_t count = need_field(kernel, "insts", need_filled(kernel, "'insts = NUMBER'"));
    if (!count || count > WARP_INSTRUCTIONS_MAX)
        accel_text_fail(kernel->text, "a warp of %" PRIu32 " instructions; it has 1 to %d", count,
                        WARP_INSTRUCTIONS_MAX);
    return count;
}

void accel_kernel_instruction(struct accel_kernel *kernel, struct accel_line *line)
{
    accel_line_parse(kernel->text, &kernel->grammar, need_filled(kernel, "an instruction"), line);
}

void accel_kernel_end_block(struct accel_kernel *kernel)
{
    need_mark(kernel, "#END_TB");
}

void accel_kernel_end(struct accel_kernel *kernel)
{
    if (next_filled(kernel))
        accel_text_fail(kernel->text, "something follows the last of %" PRIu64 " thread blocks",
                        kernel->blocks);
}
