#include "options.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>

bool config_option(struct config *config, int option, const char *argument)
{
    switch (option) {
    case 'c':
        config_file(config, argument);
        return true;
    case OPTION_PRESET:
        config_preset(config, argument);
        return true;
    case OPTION_SET:
        config_set(config, "--set", argument);
        return true;
    case OPTION_CORES: {
        char *assignment = xasprintf("cores=%s", argument);
        config_set(config, "--cores", assignment);
        free(assignment);
        return true;
    }
    default:
        return false;
    }
}

void verb_error(const char *command, const char *verb, const char *verbs)
{
    if (!*verb)
        die("%s: what should it do? %s (`memloom %s --help`)", command, verbs, command);
    die("%s: '%s': must be %s", command, verb, verbs);
}

void usage_error(const char *command)
{
    fprintf(stderr, "memloom: `memloom %s --help` lists the options\n", command);
    exit(2);
}
