#include "util.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "scratch.h"

static bool progress_shown; /* an unfinished progress line is on the terminal */

static void say(const char *prefix, const char *format, va_list arguments)
{
    progress_end();
    fprintf(stderr, "memloom: %s", prefix);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
    exit(2);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("warning: ", format, arguments);
    va_end(arguments);
}

void bug(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("internal error: ", format, arguments);
    va_end(arguments);
    abort();
}

void *xcalloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        die("out of memory: %zu x %zu bytes were asked for", count, size);
    return memory;
}

void *xcalloc_apart(size_t size)
{
    size_t lines = (size + CACHE_LINE - 1) / CACHE_LINE;
    void *memory = aligned_alloc(CACHE_LINE, lines * CACHE_LINE);
    if (!memory)
        die("out of memory: %zu bytes were asked for", size);
    return memset(memory, 0, lines * CACHE_LINE);
}

void *xrealloc(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory)
        die("out of memory: %zu bytes were asked for", size);
    return memory;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xcalloc(size, 1), text, size);
}

bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

char *xasprintf(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        bug("xasprintf: bad format '%s'", format);
    char *text = xcalloc((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void vadd_complaint(char **list, const char *format, va_list arguments)
{
    char line[512];
    vsnprintf(line, sizeof line, format, arguments);
    char *old = *list;
    *list = old ? xasprintf("%s\n%s", old, line) : xstrdup(line);
    free(old);
}

void add_complaint(char **list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vadd_complaint(list, format, arguments);
    va_end(arguments);
}

char *read_stream(FILE *file, const char *name, size_t *size)
{
    char *text = NULL;
    size_t used = 0, room = 0;
    for (;;) {
        if (used + 1 >= room) {
            room = room ? 2 * room : 65536;
            text = xrealloc(text, room);
        }
        size_t got = fread(text + used, 1, room - used - 1, file);
        if (!got)
            break;
        used += got;
    }
    if (ferror(file))
        die("cannot read '%s': %s", name, strerror(errno));
    fclose(file);
    text[used] = '\0';
    if (size)
        *size = used;
    return text;
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("cannot open '%s': %s", path, strerror(errno));
    return read_stream(file, path, size);
}

void output_open(struct output *output, const char *path)
{
    struct stat there;
    if (!*path)
        die("cannot write '': a file needs a name");
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        die("cannot write '%s': it is a folder or a device, which a file would replace", path);
    output->path = xstrdup(path);
    output->temp = xasprintf("%s.%ld.tmp", path, (long)getpid());
    scratch_add(output, output->temp);
    output->file = fopen(output->temp, "wb");
    if (!output->file)
        die("cannot write '%s': %s; choose a folder that you may write to", path, strerror(errno));
}

FILE *output_open_in(struct output *output, const char *folder, const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    output_open(output, path);
    free(path);
    return output->file;
}

void output_probe(const char *path)
{
    struct output output;
    output_open(&output, path);
    fclose(output.file);
    unlink(output.temp);
    scratch_done(&output);
    free(output.temp);
    free(output.path);
}

void output_close(struct output *output)
{
    bool failed = ferror(output->file) || fflush(output->file);
    failed |= fclose(output->file) != 0;
    int reason = errno;
    if (!failed && rename(output->temp, output->path)) {
        failed = true;
        reason = errno;
    }
    if (failed)
        die("cannot write '%s': %s; nothing was left behind", output->path, strerror(reason));
    scratch_done(output);
    free(output->temp);
    free(output->path);
}

void make_directory_for(const void *owner, const char *path)
{
    char *part = xstrdup(path);
    for (char *slash = part + 1;; slash++) {
        char kept = *slash;
        if (kept != '/' && kept != '\0')
            continue;
        *slash = '\0';
        struct stat status;
        bool made = owner ? scratch_directory(owner, part) : !mkdir(part, 0777);
        if (!made && (errno != EEXIST || stat(part, &status) || !S_ISDIR(status.st_mode)))
            die("cannot create folder '%s': %s", part, strerror(errno));
        *slash = kept;
        if (!kept)
            break;
    }
    free(part);
}

void make_directory(const char *path)
{
    make_directory_for(NULL, path);
}

uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned log2_ceil(uint64_t n)
{
    unsigned bits = 0;
    while (bits < 64 && (UINT64_C(1) << bits) < n)
        bits++;
    return bits;
}

bool parse_number(const char *text, uint64_t *value)
{
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hexadecimal ? text + 2 : text;
    char *end;
    if (hexadecimal ? !isxdigit((unsigned char)*digits) : !isdigit((unsigned char)*digits))
        return false;
    errno = 0;
    *value = strtoull(digits, &end, hexadecimal ? 16 : 10);
    return !errno && !*end;
}

/* Levenshtein distance with one row; the words are short configuration keys. */
unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[64];
    size_t columns = strlen(b);
    if (columns > 63)
        return 64;
    for (unsigned i = 0; i <= columns; i++)
        row[i] = i;
    for (unsigned y = 1; *a; a++, y++) {
        unsigned diagonal = row[0];
        row[0] = y;
        for (unsigned x = 1; x <= columns; x++) {
            unsigned best = diagonal + (*a != b[x - 1]);
            diagonal = row[x];
            if (row[x] + 1 < best)
                best = row[x] + 1;
            if (row[x - 1] + 1 < best)
                best = row[x - 1] + 1;
            row[x] = best;
        }
    }
    return row[columns];
}

bool may_mean(const char *name, const char *word)
{
    size_t length = strlen(name), edits = edit_distance(name, word);
    return edits < length && edits <= length / 3 + 1; /* one more: two letters exchanged are two */
}

const char *did_you_mean(const char *name, const char *word, const char *otherwise)
{
    static char question[80]; /* words of tables are short */
    if (!may_mean(name, word))
        return otherwise;
    snprintf(question, sizeof question, "did you mean '%s'?", word);
    return question;
}

const char *nearer_word(const char *name, const char *a, const char *b)
{
    return edit_distance(name, b) < edit_distance(name, a) ? b : a;
}

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress(const char *format, ...)
{
    static double shown_at;
    if (!isatty(STDERR_FILENO))
        return;
    double seconds = seconds_now();
    if (seconds - shown_at < 1.0 / 6)
        return;
    shown_at = seconds;
    va_list arguments;
    va_start(arguments, format);
    fputs("\r\033[K", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
    progress_shown = true;
}

void progress_end(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = false;
}
