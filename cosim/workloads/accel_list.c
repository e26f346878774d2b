/* Lists of kernels and copies: see accel_list.h. */
#include "accel_list.h"

#include "accel_text.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static bool is_kernel(const char *path)
{
    return ends_with(path, ".traceg") || ends_with(path, ".traceg.xz") ||
           ends_with(path, ".traceg.zst");
}

bool accel_list_is(const char *path)
{
    return is_folder(path) || is_kernel(path) || ends_with(path, ".g") ||
           ends_with(path, ".g.xz") || ends_with(path, ".g.zst");
}

static struct accel_command *add(struct accel_list *list)
{
    if (!(list->commands & (list->commands + 1))) /* room for the next power of two */
        list->command = xrealloc(list->command, (2 * list->commands + 1) * sizeof *list->command);
    struct accel_command *command = &list->command[list->commands++];
    *command = (struct accel_command){.kernel = NULL};
    return command;
}

/* A path from where the list is, or a whole one. */
static void add_kernel(struct accel_list *list, const struct accel_text *text, const char *folder,
                       const char *line)
{
    char *path = xasprintf("%s%s", *line == '/' ? "" : folder, line);
    if (!is_kernel(path))
        accel_text_fail(text,
                        "'%s' is no file of a kernel: its name ends in .traceg, .traceg.xz "
                        "or .traceg.zst",
                        line);
    char *found = accel_text_find(path);
    if (!found)
        accel_text_fail(text, "'%s': the file is not there (nor one with .xz or .zst behind)",
                        path);
    free(found);
    add(list)->kernel = path;
}

static void add_copy(struct accel_list *list, const struct accel_text *text, const char *line)
{
    struct accel_command copy = {.kernel = NULL};
    char rest;
    if (sscanf(line, "MemcpyHtoD,%" SCNx64 ",%" SCNu64 " %c", &copy.address, &copy.bytes, &rest) !=
        2)
        accel_text_fail(text, "'%.60s' is not of the form MemcpyHtoD,0xADDRESS,BYTES", line);
    if (copy.bytes > UINT32_MAX)
        accel_text_fail(text, "a copy of %" PRIu64 " bytes; memloom holds 4 GiB", copy.bytes);
    *add(list) = copy;
}

void accel_list_read(struct accel_list *list, const char *path)
{
    *list = (struct accel_list){.commands = 0};
    if (is_kernel(path)) {
        add(list)->kernel = xstrdup(path);
        return;
    }
    char *name = is_folder(path) ? xasprintf("%s/kernelslist.g", path) : xstrdup(path);
    const char *slash = strrchr(name, '/');
    char *folder = xasprintf("%.*s", slash ? (int)(slash + 1 - name) : 0, name);
    struct accel_text *text = accel_text_open(name);
    bool has_kernel = false;
    char *line;
    while ((line = accel_text_next(text))) {
        if (!strncmp(line, "kernel", 6) || is_kernel(line)) {
            add_kernel(list, text, folder, line);
            has_kernel = true;
        } else if (!strncmp(line, "MemcpyHtoD", 10)) {
            add_copy(list, text, line);
        } /* all other commands take no time here */
    }
    if (!has_kernel)
        accel_text_fail(text, "the list names no kernel");
    accel_text_close(text);
    free(folder);
    free(name);
}

void accel_list_release(struct accel_list *list)
{
    for (unsigned i = 0; i < list->commands; i++)
        free(list->command[i].kernel);
    free(list->command);
}
