/* Messages and small helpers shared by all programs. User mistakes end in die() (exit status 2, one
 * line on stderr: what, where, why, what to do); impossible states in bug() (abort). */
#ifndef MEMLOOM_UTIL_H
#define MEMLOOM_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void bug(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

void *xcalloc(size_t count, size_t size); /* zeroed; dies when memory is out */
enum { CACHE_LINE = 64 };                 /* bytes */
void *xcalloc_apart(size_t size);         /* the same, in cache lines of its own */
void *xrealloc(void *, size_t size);
/* One more element behind the `count` of a list, which may move: where it is. */
#define NEW_IN(list, count)                                                                        \
    ((list) = xrealloc((list), ((count) + 1) * sizeof *(list)), &(list)[(count)++])
char *xstrdup(const char *);
bool ends_with(const char *text, const char *end);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* One more line of a list of complaints, which starts as NULL; the caller frees it. */
void add_complaint(char **list, const char *format, ...) __attribute__((format(printf, 2, 3)));
void vadd_complaint(char **list, const char *format, va_list) __attribute__((format(printf, 2, 0)));
char *read_file(const char *path,
                size_t *size); /* whole file, NUL-terminated; dies with the reason */
char *read_stream(FILE *, const char *name, size_t *size); /* the same of what is open; closes it */

/* A file that appears under its name only when it is complete: written to a temporary name beside
 * it, renamed by output_close. output_close dies when any write failed, for example on a full disk.
 * A program that ends before leaves nothing (scratch.h). */
struct output {
    FILE *file; /* where to print */
    char *path; /* final name */
    char *temp; /* name until then */
};
void output_open(struct output *, const char *path);
FILE *output_open_in(struct output *, const char *folder, const char *name); /* its file */
void output_probe(const char *path); /* dies now if output_open would: before hours of work */
void output_close(struct output *);
void make_directory(const char *path); /* with parents; dies with the reason */
void make_directory_for(const void *owner, const char *path); /* new ones are its scratch */

uint64_t gcd(uint64_t a, uint64_t b); /* greatest common divisor; a when b is 0 */
unsigned log2_ceil(uint64_t n);       /* 0 for n <= 1 */
static inline bool is_power_of_two(uint64_t n)
{
    return n && !(n & (n - 1));
}
static inline unsigned bits_words(unsigned width) /* of 64 bits that hold so many */
{
    return (width + 63) / 64;
}
bool parse_number(
    const char *text,
    uint64_t *value); /* decimal, or hexadecimal behind 0x; false: neither, or beyond 64 bits */
unsigned edit_distance(const char *a, const char *b); /* for "did you mean" */
/* Whether a mistyped `name` may mean `word`: it has few edits for its length. */
bool may_mean(const char *name, const char *word);
/* For the line of an error: that question where it may, until the next call; else the other text.
 */
const char *did_you_mean(const char *name, const char *word, const char *otherwise);
/* Of two words the one more like `name`: the first, if both are as like. */
const char *nearer_word(const char *name, const char *a, const char *b);

double seconds_now(void); /* of a clock that never goes back */

/* One line of progress on stderr, only on a terminal, at most six times a second. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_end(void);

#endif
