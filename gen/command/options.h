/* The options that every command with a configuration shares: which preset, how many cores, single
 * keys. */
#ifndef MEMLOOM_OPTIONS_H
#define MEMLOOM_OPTIONS_H

#include "config.h"

#include <getopt.h>
#include <stdbool.h>

/* For the letters and the table of next_option. */
#define CONFIG_SHORT "c:"
#define CONFIG_LONG                                                                                \
    {"config", required_argument, NULL, 'c'}, {"preset", required_argument, NULL, OPTION_PRESET},  \
        {"cores", required_argument, NULL, OPTION_CORES},                                          \
    {                                                                                              \
        "set", required_argument, NULL, OPTION_SET                                                 \
    }
enum {
    OPTION_PRESET = 0x100,
    OPTION_CORES,
    OPTION_SET,
    OPTION_OWN /* first code for a command's own */
};

/* Their part of a help text. */
#define CONFIG_HELP                                                                                \
    "Configuration (applied in the order given, later ones win):\n"                                \
    "      --preset NAME      start from a preset; `memloom config list` names them\n"             \
    "  -c, --config FILE      lines `key = value`, [section] and # comments\n"                     \
    "      --cores N          the same as --set cores=N\n"                                         \
    "      --set KEY=VALUE    one key; `memloom config explain KEY` tells what it means\n"

/* Applies `option` (what next_option returned) if it is one of the above; false if it is not. */
bool config_option(struct config *, int option, const char *argument);

/* As getopt_long, of whose letters the first is a colon; what it refuses ends the program with the
 * reason. */
int next_option(const char *command, int argc, char **argv, const char *letters,
                const struct option *options);
/* Of a command whose first word is a verb: there is none (""), or another than these. */
void verb_error(const char *command, const char *verb, const char *verbs) __attribute__((noreturn));

#endif
