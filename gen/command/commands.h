/* The sub-commands of memloom, each in gen/command/cmd_*.c. argv[0] is the command's name; the result is
 * the exit status: 0 good, 1 a comparison or check failed, 2 the user's mistake. */
#ifndef MEMLOOM_COMMANDS_H
#define MEMLOOM_COMMANDS_H

int cmd_gen(int argc, char **argv);
int cmd_config(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_traffic(int argc, char **argv);
int cmd_probe(int argc, char **argv);
int cmd_lockstep(int argc, char **argv);
int cmd_vectors(int argc, char **argv);
int cmd_trace(int argc, char **argv);

#endif
