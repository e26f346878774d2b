/* A set of files that appears in a folder as a whole or not at all: written to a hidden folder
 * inside it, moved to their places when all are complete. When something fails (full disk, no
 * permission) one line tells why, everything written is removed, and so is the folder if it was
 * made here. */
#ifndef MEMLOOM_STAGING_H
#define MEMLOOM_STAGING_H

#include <stdbool.h>
#include <stdio.h>

struct staging {
    char *folder; /* where the files end up */
    bool made;    /* it did not exist before */
    char *hidden; /* folder inside it where they are written */
    char **names; /* files so far */
    unsigned count;
    FILE *file; /* the last of them, still open */
};

void staging_open(struct staging *, const char *folder);
FILE *staging_file(struct staging *, const char *name); /* valid until the next call */
void staging_commit(struct staging *);

#endif
