/* Inter-cluster locality counted again: all requests of LLC slices are written down; at the end
 * they are sorted by window, line and cluster, and each line's different clusters are counted. */
#ifndef MEMLOOM_RECOUNT_LOCALITY_H
#define MEMLOOM_RECOUNT_LOCALITY_H

#include <stdint.h>
#include <stdlib.h>

#include "util.h"

struct asked {
    uint64_t window, line, cluster;
};

struct asked_log {
    struct asked *entry;
    size_t count;
};

static void asked_add(struct asked_log *log, uint64_t cycle, uint64_t line, uint64_t cluster)
{
    if (!(log->count & (log->count - 1)))
        log->entry = xrealloc(log->entry, (log->count ? 2 * log->count : 1) * sizeof *log->entry);
    log->entry[log->count++] = (struct asked){cycle / 1000, line, cluster};
}

static int by_window(const void *a, const void *b)
{
    const struct asked *x = a, *y = b;
    if (x->window != y->window)
        return x->window < y->window ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->cluster > y->cluster) - (x->cluster < y->cluster);
}

/* Lines asked for in a window by one cluster, 2, 3 or 4, more. Sorts the log. */
static void asked_sum_up(const struct asked_log *log, uint64_t lines[4])
{
    static const unsigned class_of[] = {0, 0, 1, 2, 2};
    if (log->count)
        qsort(log->entry, log->count, sizeof *log->entry, by_window);
    for (size_t i = 0, end; i < log->count; i = end) {
        unsigned clusters = 1;
        for (end = i + 1; end < log->count; end++) {
            const struct asked *entry = &log->entry[end];
            if (entry->window != log->entry[i].window || entry->line != log->entry[i].line)
                break;
            clusters += entry->cluster != entry[-1].cluster;
        }
        lines[clusters < 5 ? class_of[clusters] : 3]++;
    }
}

#endif
