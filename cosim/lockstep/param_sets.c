/* See param_sets.h. */
#include "param_sets.h"

#include "params.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sets printed so far. */
struct printed {
    const struct block *block;
    char *params; /* [count] structs of the block's parameters */
    unsigned count;
};

static void print_new(struct printed *printed, const char *config)
{
    size_t size = printed->block->params_size;
    printed->params = xrealloc(printed->params, (printed->count + 1) * size);
    char *params = printed->params + printed->count * size;
    memset(params, 0, size);
    params_parse(printed->block, config, params);
    for (unsigned i = 0; i < printed->count; i++)
        if (!memcmp(printed->params + i * size, params, size))
            return;
    puts(config);
    printed->count++;
}

static void print_file(struct printed *printed, const char *path)
{
    char *text = read_file(path, NULL);
    size_t length = strlen(printed->block->name);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!strncmp(line, printed->block->name, length) && line[length] == ' ')
            print_new(printed, line + length + 1);
    free(text);
}

void param_sets_print(const struct block *block, const char *const *configs, unsigned most,
                      const char *path)
{
    struct printed printed = {.block = block};
    for (; *configs && most; configs++, most--)
        print_new(&printed, *configs);
    if (path)
        print_file(&printed, path);
    free(printed.params);
}
