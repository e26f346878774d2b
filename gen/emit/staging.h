/* A set of files that appears in a folder as a whole or not at all: written to a hidden folder
 * inside it, moved to their places when all are complete. When something fails (full disk, no
 * permission, a folder in the place of a file) one line tells why, and everything is as it was:
 * what was written or moved is removed, the files that stood there before are back, and the folders
 * that were made here are gone. So it is when the run ends for another reason before. */
#ifndef MEMLOOM_STAGING_H
#define MEMLOOM_STAGING_H

#include <stdbool.h>
#include <stdio.h>

struct staged_file {
    char *name;
    FILE *file; /* open until all are complete; NULL: what stands in its place goes */
    bool moved; /* it is in its place */
    bool saved; /* and what stood there before in the hidden folder */
};

struct staging {
    char *folder;              /* where the files end up */
    char *hidden;              /* folder inside it where they are written */
    struct staged_file *files; /* so far */
    unsigned count;
};

void staging_open(struct staging *, const char *folder);
FILE *staging_file(struct staging *, const char *name); /* valid until the last call */
bool staging_has(const struct staging *, const char *name);
void staging_remove(struct staging *, const char *name); /* of what stands in the folder */
void staging_fail(struct staging *, const char *name, const char *reason) __attribute__((noreturn));
void staging_commit(struct staging *);

#endif
