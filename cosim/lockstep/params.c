/* Parser of parameter sets; see params.h. */
#include "params.h"

#include "util.h"

#include <stdlib.h>
#include <string.h>

static const struct block_parameter *find(const struct block *block, const char *name,
                                          size_t length)
{
    for (unsigned i = 0; i < block->parameter_count; i++)
        if (strlen(block->parameters[i].name) == length &&
            !strncmp(block->parameters[i].name, name, length))
            return &block->parameters[i];
    return NULL;
}

static void set(void *params, const struct block_parameter *p, unsigned value)
{
    memcpy((char *)params + p->offset, &value, sizeof value);
}

void params_parse(const struct block *block, const char *text, void *params)
{
    for (unsigned i = 0; i < block->parameter_count; i++)
        set(params, &block->parameters[i], block->parameters[i].initial);
    for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, "= ");
        const struct block_parameter *p = find(block, at, length);
        if (!p || at[length] != '=')
            die("%s: no parameter at '%s' in the parameter set '%s'", block->name, at, text);
        char *end;
        unsigned long value = strtoul(at + length + 1, &end, 10);
        if (end == at + length + 1 || (*end && *end != ' ') || value < p->min || value > p->max)
            die("%s: %s is %u to %u in the parameter set '%s'", block->name, p->name, p->min,
                p->max, text);
        set(params, p, (unsigned)value);
        at = end;
    }
}
