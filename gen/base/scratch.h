/* Files and folders that nobody must find when the program ends too early: what is written under a
 * name of its own until it is complete. They are removed at exit, however it came, and when a
 * signal ends the program (Ctrl-C, a limit of time or size), the last one first. */
#ifndef MEMLOOM_SCRATCH_H
#define MEMLOOM_SCRATCH_H

#include <stdbool.h>

/* Before it is made, under a name that nobody else has. */
void scratch_add(const void *owner, const char *path);
/* Makes a folder that somebody else may have: its own only if true, else errno says why not. No
 * signal comes between. */
bool scratch_directory(const void *owner, const char *path);
void scratch_done(const void *owner); /* its files are complete, or gone */

#endif
