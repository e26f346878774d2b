/* See locality.h. */
#include "locality.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

enum { ROOM_MIN = 1024 };

static unsigned class_of(uint64_t clusters)
{
    unsigned count = (unsigned)__builtin_popcountll(clusters);
    return count < 3 ? count - 1 : count < 5 ? 2 : 3;
}

void locality_count(const struct locality *locality, uint64_t lines[LOCALITY_CLASSES])
{
    memcpy(lines, locality->lines, sizeof locality->lines);
    for (unsigned place = 0; place < locality->room; place++)
        if (locality->seen[place].clusters)
            lines[class_of(locality->seen[place].clusters)]++;
}

static void end_window(struct locality *locality)
{
    uint64_t lines[LOCALITY_CLASSES];
    locality_count(locality, lines);
    memcpy(locality->lines, lines, sizeof lines);
    if (locality->used)
        memset(locality->seen, 0, locality->room * sizeof *locality->seen);
    locality->used = 0;
}

/* Where the line is, or the free place where it would be. */
static struct locality_line *find(const struct locality *locality, uint64_t line)
{
    unsigned place = (unsigned)hash_word(0, line) & (locality->room - 1);
    while (locality->seen[place].clusters && locality->seen[place].line != line)
        place = (place + 1) & (locality->room - 1);
    return &locality->seen[place];
}

static void grow(struct locality *locality)
{
    struct locality old = *locality;
    locality->room = old.room ? 2 * old.room : ROOM_MIN;
    locality->seen = xcalloc(locality->room, sizeof *locality->seen);
    for (unsigned place = 0; place < old.room; place++)
        if (old.seen[place].clusters)
            *find(locality, old.seen[place].line) = old.seen[place];
    free(old.seen);
}

void locality_access(struct locality *locality, uint64_t cycle, unsigned cluster, uint64_t line)
{
    if (cycle / LOCALITY_CYCLES != locality->window)
        end_window(locality);
    locality->window = cycle / LOCALITY_CYCLES;
    if (2 * locality->used >= locality->room)
        grow(locality);
    struct locality_line *seen = find(locality, line);
    locality->used += !seen->clusters;
    seen->line = line;
    seen->clusters |= UINT64_C(1) << cluster;
}

void locality_release(struct locality *locality)
{
    free(locality->seen);
}
