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

void usage_error(const char *command)
{
    fprintf(stderr, "memloom: `memloom %s --help` lists the options\n", command);
    exit(2);
}
