/* The list of commands of a trace, kernelslist.g. docs/accel_sim.md. */
#ifndef MEMLOOM_ACCEL_LIST_H
#define MEMLOOM_ACCEL_LIST_H

#include <stdbool.h>
#include <stdint.h>

struct accel_command {
    char *kernel;            /* path of its file; NULL: a copy from the host */
    uint64_t address, bytes; /* of the copy */
};

struct accel_list {
    struct accel_command *command;
    unsigned commands;
};

/* Whether a path names such a trace: a folder, a list (.g) or a single kernel (.traceg, also with
 * .xz or .zst). */
bool accel_list_is(const char *path);
/* Reads it all; dies where it is none, or names a file that is not there. */
void accel_list_read(struct accel_list *, const char *path);
void accel_list_release(struct accel_list *);

#endif
