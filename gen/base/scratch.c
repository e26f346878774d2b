#include "scratch.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

struct scratch {
    const void *owner;
    char *path;
    struct scratch *before; /* added before it */
};

static struct scratch *newest;

/* Nothing but what a signal handler may call. What is a folder, or gone, is no file to unlink. */
static void remove_all(void)
{
    for (const struct scratch *scratch = newest; scratch; scratch = scratch->before)
        if (unlink(scratch->path))
            rmdir(scratch->path);
}

static void end(int number)
{
    remove_all();
    signal(number, SIG_DFL); /* and so it ends the program when this returns */
    raise(number);
}

/* From the first file on. A signal that was ignored stays so (nohup). */
static void watch(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    struct sigaction action = {.sa_handler = end}, now;
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!sigaction(ends[i], NULL, &now) && now.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
    atexit(remove_all);
}

void scratch_add(const void *owner, const char *path)
{
    static bool watched;
    if (!watched)
        watch();
    watched = true;
    struct scratch *scratch = xcalloc(1, sizeof *scratch);
    *scratch = (struct scratch){.owner = owner, .path = xstrdup(path), .before = newest};
    newest = scratch;
}

bool scratch_directory(const void *owner, const char *path)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    bool made = !mkdir(path, 0777);
    int reason = errno;
    if (made)
        scratch_add(owner, path);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return made;
}

void scratch_done(const void *owner)
{
    for (struct scratch **at = &newest; *at;) {
        struct scratch *scratch = *at;
        if (scratch->owner == owner) {
            *at = scratch->before;
            free(scratch->path);
            free(scratch);
        } else {
            at = &scratch->before;
        }
    }
}
