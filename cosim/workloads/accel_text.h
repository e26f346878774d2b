/* Lines of a text file that may be compressed (.xz, .zst), one at a time: memory does not grow with
 * the file. Faults of the file end in die() with its name and the number of the line. */
#ifndef MEMLOOM_ACCEL_TEXT_H
#define MEMLOOM_ACCEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACCEL_LINE_MAX = 1 << 16 }; /* characters of a line */

struct accel_text;

/* `path`, or, when there is no such file, `path` with .xz or .zst behind it; freed by the caller.
 * NULL: none is there. */
char *accel_text_find(const char *path);
/* Opens the one that is found. */
struct accel_text *accel_text_open(const char *path);
void accel_text_close(struct accel_text *);
/* The next line without its end, valid until the next call; NULL behind the last one. */
char *accel_text_next(struct accel_text *);
/* Dies with "FILE:LINE: reason" of the line read last. */
void accel_text_fail(const struct accel_text *, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

#endif
