#include "staging.h"
#include "scratch.h"
#include "util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a file is until all are complete, in its place, and where what stood there waits. */
static char *hidden_path(const struct staging *staging, const struct staged_file *file)
{
    return xasprintf("%s/%s", staging->hidden, file->name);
}

static char *final_path(const struct staging *staging, const struct staged_file *file)
{
    return xasprintf("%s/%s", staging->folder, file->name);
}

static char *saved_path(const struct staging *staging, const struct staged_file *file)
{
    return xasprintf("%s/%s.before", staging->hidden, file->name);
}

/* Makes the place of a file what it was before; false when that cannot be done. */
static bool take_back(const struct staging *staging, const struct staged_file *file)
{
    char *final = final_path(staging, file), *saved = saved_path(staging, file);
    bool done = true;
    if (file->saved)
        done = rename(saved, final) == 0;
    else if (file->moved)
        done = unlink(final) == 0;
    free(saved);
    free(final);
    return done;
}

void staging_fail(struct staging *staging, const char *name, const char *reason)
{
    unsigned stuck = 0;
    for (unsigned i = staging->count; i-- > 0;)
        stuck += !take_back(staging, &staging->files[i]);
    if (stuck)
        die("cannot write '%s/%s': %s; %u files there could not be taken back, what they replaced "
            "is in '%s'",
            staging->folder, name, reason, stuck, staging->hidden);
    die("cannot write '%s/%s': %s; nothing was left behind", staging->folder, name, reason);
}

void staging_open(struct staging *staging, const char *folder)
{
    *staging = (struct staging){.folder = xstrdup(folder)};
    make_directory_for(staging, folder);
    staging->hidden = xasprintf("%s/.memloom.%ld", folder, (long)getpid());
    if (!scratch_directory(staging, staging->hidden))
        staging_fail(staging, "", strerror(errno));
}

/* Why a write failed some time ago is not known any more, unless the next one says it. */
static void finish(struct staging *staging, const struct staged_file *file)
{
    bool failed = ferror(file->file) != 0;
    errno = 0;
    failed |= fflush(file->file) != 0;
    failed |= fclose(file->file) != 0;
    if (failed)
        staging_fail(staging, file->name,
                     errno ? strerror(errno) : "a write failed; is the disk full?");
}

FILE *staging_file(struct staging *staging, const char *name)
{
    struct staged_file *file = NEW_IN(staging->files, staging->count);
    *file = (struct staged_file){.name = xstrdup(name)};
    char *path = hidden_path(staging, file);
    scratch_add(staging, path);
    file->file = fopen(path, "wb");
    if (!file->file)
        staging_fail(staging, name, strerror(errno));
    free(path);
    return file->file;
}

bool staging_has(const struct staging *staging, const char *name)
{
    for (unsigned i = 0; i < staging->count; i++)
        if (!strcmp(staging->files[i].name, name))
            return true;
    return false;
}

void staging_remove(struct staging *staging, const char *name)
{
    *NEW_IN(staging->files, staging->count) = (struct staged_file){.name = xstrdup(name)};
}

/* Saves what stands in the place of the file, then moves the file there. */
static void move(struct staging *staging, struct staged_file *file)
{
    char *hidden = hidden_path(staging, file), *final = final_path(staging, file);
    char *saved = saved_path(staging, file);
    struct stat there;
    bool taken = lstat(final, &there) == 0;
    if (taken && !S_ISREG(there.st_mode) && !S_ISLNK(there.st_mode))
        staging_fail(staging, file->name, "it is a folder or a device, which a file would replace");
    if (taken && rename(final, saved))
        staging_fail(staging, file->name, strerror(errno));
    file->saved = taken;
    if (file->file && rename(hidden, final))
        staging_fail(staging, file->name, strerror(errno));
    file->moved = file->file != NULL;
    free(saved);
    free(final);
    free(hidden);
}

static void remove_saved(const struct staging *staging, const struct staged_file *file)
{
    char *saved = saved_path(staging, file);
    unlink(saved);
    free(saved);
}

void staging_commit(struct staging *staging)
{
    for (unsigned i = 0; i < staging->count; i++)
        if (staging->files[i].file)
            finish(staging, &staging->files[i]);
    for (unsigned i = 0; i < staging->count; i++)
        move(staging, &staging->files[i]);
    for (unsigned i = 0; i < staging->count; i++) {
        if (staging->files[i].saved)
            remove_saved(staging, &staging->files[i]);
        free(staging->files[i].name);
    }
    rmdir(staging->hidden);
    scratch_done(staging);
    free(staging->files);
    free(staging->hidden);
    free(staging->folder);
}
