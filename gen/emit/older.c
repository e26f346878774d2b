#include "older.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BEGINNING = 256 }; /* bytes in which every file that needs it names memloom */

static bool is_file(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

static bool names_memloom(const char *path)
{
    char text[BEGINNING + 1] = "";
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    text[fread(text, 1, BEGINNING, file)] = '\0';
    fclose(file);
    return strstr(text, "memloom") != NULL;
}

/* File lists and constraints have a name of ours in place of a line that says it. */
static bool is_ours(const char *path, const char *name)
{
    return names_memloom(path) ||
           (!strncmp(name, "gpu_mem", strlen("gpu_mem")) && !ends_with(name, ".v"));
}

static void refuse_strangers(struct staging *staging)
{
    for (unsigned i = 0; i < staging->count; i++) {
        const char *name = staging->files[i].name;
        char *path = xasprintf("%s/%s", staging->folder, name);
        if (is_file(path) && !is_ours(path, name))
            staging_fail(staging, name,
                         "the file there was not written by memloom gen; give another folder, or "
                         "move it away");
        free(path);
    }
}

static void remove_older(struct staging *staging, const char *name)
{
    char *path = xasprintf("%s/%s", staging->folder, name);
    if (!strchr(name, '/') && !staging_has(staging, name) && is_file(path) && is_ours(path, name))
        staging_remove(staging, name);
    free(path);
}

void older_clear(struct staging *staging)
{
    refuse_strangers(staging);
    remove_older(staging, "gpu_mem.upf");
    char *path = xasprintf("%s/gpu_mem.f", staging->folder);
    char *list = is_file(path) ? read_file(path, NULL) : xstrdup("");
    char *rest = list;
    for (char *name = strtok_r(list, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest))
        remove_older(staging, name);
    free(list);
    free(path);
}
