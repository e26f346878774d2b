/* memloom: the command line. `memloom COMMAND [options]`; each command parses its own options. */
#include "commands.h"
#include "util.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"gen", cmd_gen, "generate the Verilog of a chip and the files beside it"},
    {"config", cmd_config, "list, explain and show configuration keys"},
    {"sim", cmd_sim, "run a workload on the chip model, check it, print statistics"},
    {"lockstep", cmd_lockstep, "run RTL and model side by side on a workload, compare every cycle"},
    {"traffic", cmd_traffic, "latency and throughput of a network under synthetic traffic"},
    {"probe", cmd_probe, "unloaded latencies of own L1, homes, L2 and memory"},
    {"trace", cmd_trace, "record, summarise and dump traces of warp instructions"},
    {"vectors", cmd_vectors,
     "record the traffic of blocks in the running chip, with replay benches"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("memloom - generates the Verilog of a GPU memory system and its cycle-exact C twin\n\n"
         "Usage: memloom COMMAND [OPTION]... [ARGUMENT]...\n\nCommands:");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    puts("\n`memloom COMMAND --help` tells about a command, `memloom --version` prints the "
         "version.\n\n"
         "Exit status: 0 success; 1 a comparison or check found a difference; 2 bad input.");
}

/* At exit, whichever way: what a full disk did not take is no success. */
static void close_output(void)
{
    if (!ferror(stdout) && !fflush(stdout))
        return;
    fputs("memloom: cannot write standard output; is a disk full?\n", stderr);
    _exit(2);
}

int main(int argc, char **argv)
{
    atexit(close_output);
    const char *name = argc > 1 ? argv[1] : "--help";
    if (!strcmp(name, "help") && argc > 2) { /* `help COMMAND` is `COMMAND --help` */
        argv[1] = argv[2];
        argv[2] = "--help";
        name = argv[1];
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        print_help();
        return argc > 1 ? 0 : 2;
    }
    if (!strcmp(name, "--version")) {
        puts("memloom " MEMLOOM_VERSION);
        return 0;
    }
    const char *nearest = commands[0].name;
    for (const struct command *command = commands; command < commands + COMMAND_COUNT; command++) {
        if (!strcmp(command->name, name))
            return command->run(argc - 1, argv + 1);
        nearest = nearer_word(name, nearest, command->name);
    }
    const char *question = did_you_mean(name, nearest, "");
    die("there is no command '%s'; %s%s`memloom --help` lists the commands", name, question,
        *question ? " " : "");
}
