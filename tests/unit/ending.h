/* How something ends in a process of its own, for what ends the program: the user's mistakes by
 * die(), the program's own by bug() or a failed assertion. */
#ifndef MEMLOOM_ENDING_H
#define MEMLOOM_ENDING_H

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum ending { ENDS_WELL, ENDS_REFUSED, ENDS_ABORTED, ENDS_OTHERWISE };

/* Of work(subject). `said` becomes what it writes on stderr. */
static inline enum ending ending_of(void (*work)(const void *), const void *subject, char *said,
                                    size_t size)
{
    int ends[2], status = -1;
    said[0] = '\0';
    if (pipe(ends))
        return ENDS_OTHERWISE;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        work(subject);
        _exit(0);
    }
    close(ends[1]);
    FILE *messages = fdopen(ends[0], "r");
    said[fread(said, 1, size - 1, messages)] = '\0';
    fclose(messages);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGABRT ? ENDS_ABORTED : ENDS_OTHERWISE;
    if (WEXITSTATUS(status) == 0)
        return ENDS_WELL;
    return WEXITSTATUS(status) == 2 ? ENDS_REFUSED : ENDS_OTHERWISE;
}

#endif
