#include "staging.h"
#include "util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *hidden_path(const struct staging *staging, const char *name)
{
    return xasprintf("%s/%s", staging->hidden, name);
}

/* Removes what was written and dies. */
static void fail(struct staging *staging, const char *name, int reason)
{
    for (unsigned i = 0; i < staging->count; i++) {
        char *path = hidden_path(staging, staging->names[i]);
        unlink(path);
        free(path);
    }
    rmdir(staging->hidden);
    if (staging->made)
        rmdir(staging->folder);
    die("cannot write '%s/%s': %s; nothing was left behind", staging->folder, name,
        strerror(reason));
}

void staging_open(struct staging *staging, const char *folder)
{
    struct stat status;
    *staging = (struct staging){.folder = xstrdup(folder), .made = stat(folder, &status) != 0};
    make_directory(folder);
    staging->hidden = xasprintf("%s/.memloom.%ld", folder, (long)getpid());
    if (mkdir(staging->hidden, 0777))
        fail(staging, "", errno);
}

/* Completes the file that is open. */
static void finish(struct staging *staging)
{
    if (!staging->file)
        return;
    bool failed = ferror(staging->file) != 0;
    failed |= fflush(staging->file) != 0;
    int reason = errno;
    if (fclose(staging->file) && !failed) {
        failed = true;
        reason = errno;
    }
    staging->file = NULL;
    if (failed)
        fail(staging, staging->names[staging->count - 1], reason);
}

FILE *staging_file(struct staging *staging, const char *name)
{
    finish(staging);
    staging->names = xrealloc(staging->names, (staging->count + 1) * sizeof *staging->names);
    staging->names[staging->count++] = xstrdup(name);
    char *path = hidden_path(staging, name);
    staging->file = fopen(path, "wb");
    free(path);
    if (!staging->file)
        fail(staging, name, errno);
    return staging->file;
}

void staging_commit(struct staging *staging)
{
    finish(staging);
    for (unsigned i = 0; i < staging->count; i++) {
        char *from = hidden_path(staging, staging->names[i]);
        char *to = xasprintf("%s/%s", staging->folder, staging->names[i]);
        if (rename(from, to))
            fail(staging, staging->names[i], errno);
        free(from);
        free(to);
        free(staging->names[i]);
    }
    rmdir(staging->hidden);
    free(staging->names);
    free(staging->hidden);
    free(staging->folder);
}
