#include "options.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

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

/* Those that begin with the name: " --no-data or --no-skip"; how many. The caller frees the text.
 */
static unsigned begin_with(const char *name, size_t length, const struct option *options,
                           char **list)
{
    unsigned count = 0;
    *list = xstrdup("");
    for (; options->name; options++)
        if (!strncmp(name, options->name, length)) {
            char *longer = xasprintf("%s%s --%s", *list, count++ ? " or" : "", options->name);
            free(*list);
            *list = longer;
        }
    return count;
}

/* Why getopt_long returned `problem`. */
static void refuse(const char *command, int problem, const char *word, const struct option *options)
{
    char *reason = NULL, *list = NULL;
    const struct option *known = options;
    while (known->name && known->val != optopt)
        known++;
    if (problem == ':') {
        reason = xasprintf("'%s' lacks its value", word);
    } else if (known->name) {
        reason = xasprintf("'%s': the option takes no value", word);
    } else if (optopt) {
        reason = xasprintf("there is no option '-%c'", optopt);
    } else {
        char *name = xasprintf("%.*s", (int)strcspn(word + 2, "="), word + 2);
        const char *nearest = options->name;
        for (known = options; known->name; known++)
            nearest = nearer_word(name, nearest, known->name);
        if (begin_with(name, strlen(name), options, &list) > 1)
            reason = xasprintf("'--%s' may be%s", name, list);
        else if (may_mean(name, nearest))
            reason = xasprintf("there is no option '--%s'; did you mean '--%s'?", name, nearest);
        else
            reason = xasprintf("there is no option '--%s'", name);
    }
    die("%s: %s%s `memloom %s --help` lists the options", command, reason,
        ends_with(reason, "?") ? "" : ";", command);
}

int next_option(const char *command, int argc, char **argv, const char *letters,
                const struct option *options)
{
    opterr = 0;
    int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == '?' || option == ':')
        refuse(command, option, argv[optind - 1], options);
    return option;
}
