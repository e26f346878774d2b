/* Runs other programs. They get an argument vector and are found in PATH; no shell reads what is in
 * it, so a path may hold spaces, quotes and dollar signs. */
#ifndef MEMLOOM_TOOL_H
#define MEMLOOM_TOOL_H

#include <stdbool.h>

struct tool {
    const char *const *argv; /* program and arguments, ended by NULL */
    const char *folder;      /* run there; NULL: where this program runs */
    const char *log; /* output and errors go to the end of this file; NULL: as this program's */
};

enum { TOOL_NOT_STARTED = 127, TOOL_SIGNAL = 128 /* + its number */ };

bool tool_finds(const char *program); /* it is in PATH and may be run */
/* Waits for the end; its exit status, or one of the above. */
int tool_run(const struct tool *);
/* What it prints on standard output, freed by the caller; NULL unless it ends with status 0. */
char *tool_read(const char *const *argv);

#endif
