#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "tool.h"
#include "util.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tool_finds(const char *program)
{
    const char *path = getenv("PATH");
    struct stat there;
    bool found = false;
    for (size_t length; path && !found; path = path[length] ? path + length + 1 : NULL) {
        length = strcspn(path, ":");
        char *file = xasprintf("%.*s%s%s", (int)length, path, length ? "/" : "./", program);
        found = stat(file, &there) == 0 && S_ISREG(there.st_mode) && access(file, X_OK) == 0;
        free(file);
    }
    return found;
}

/* Starts it; the process, or 0. */
static pid_t start(const char *const *argv, posix_spawn_file_actions_t *actions)
{
    pid_t process;
    int problem = posix_spawnp(&process, argv[0], actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(actions);
    return problem ? 0 : process;
}

static int wait_for(pid_t process)
{
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            bug("waitpid: %s", strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : TOOL_SIGNAL + WTERMSIG(status);
}

int tool_run(const struct tool *tool)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (tool->log) { /* before the folder changes: its path is one of this program */
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, tool->log,
                                         O_WRONLY | O_CREAT | O_APPEND, 0666);
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    }
    if (tool->folder)
        posix_spawn_file_actions_addchdir_np(&actions, tool->folder);
    pid_t process = start(tool->argv, &actions);
    return process ? wait_for(process) : TOOL_NOT_STARTED;
}

char *tool_read(const char *const *argv)
{
    int ends[2];
    FILE *output = pipe(ends) ? NULL : fdopen(ends[0], "r");
    if (!output)
        die("cannot run '%s': %s", argv[0], strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t process = start(argv, &actions);
    close(ends[1]);
    char *text = read_stream(output, argv[0], NULL);
    if (!process || wait_for(process) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
