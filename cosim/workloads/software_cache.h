/* The software cache of a thread (Resurrecting L1: A Software Cache for GPUs): thread-private lines
 * of 16 B in shared memory, one per data structure that is worth it. Plain C11, no memory of its
 * own and no side: what a thread keeps in registers and in its segment is struct software_line,
 * each rule of the paper is a function on it. Whoever calls moves the bytes: simt_cache.c does so
 * for the warps of any kernel. docs/software_cache.md has the rules.
 *
 *     simulate_cache(&line[s], address);                // monitoring, at each access
 *     calculate_what_to_cache(line, &choice);           // once, behind it
 *     if (!software_is_cached(&line[s])) ...            // access memory
 *     if (!already_cached(&line[s], address)) {         // evict, then take the new line
 *         ... write line[s].dirty bytes of line[s].data to line[s].address ...
 *         load_new_data(&line[s], address, bytes);
 *     }
 *     read_cached / write_cached(&line[s], address, size, value); */
#ifndef MEMLOOM_SOFTWARE_CACHE_H
#define MEMLOOM_SOFTWARE_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SOFTWARE_LINE_BYTES = 16, SOFTWARE_STRUCTURES_MAX = 64, SOFTWARE_NOT_CACHED = -1 };
enum { SOFTWARE_MONITORED = 300 }; /* accesses of a thread in its monitoring phase */
enum { SOFTWARE_ALL_DIRTY = 0xffff };

/* A data structure as a thread sees it. While the thread monitors, it is the imaginary line:
 * address and hits are its two registers; then address, dirty and id are the three. */
struct software_line {
    uint64_t address;                  /* of the bytes that it holds or would hold, 0: none */
    uint32_t hits;                     /* monitoring */
    uint16_t dirty;                    /* bytes that memory does not have, bit per byte */
    int8_t id;                         /* which line of the thread's segment, or NOT_CACHED */
    uint8_t data[SOFTWARE_LINE_BYTES]; /* in shared memory */
};

/* What calculate_what_to_cache knows beside the hits. */
struct software_choice {
    unsigned structures; /* of the kernel */
    unsigned lines;      /* of a thread's segment: CLN */
    uint64_t read_write; /* structures that the kernel writes, bit per structure */
};

static inline uint64_t software_line_address(uint64_t address)
{
    return address & ~(uint64_t)(SOFTWARE_LINE_BYTES - 1);
}

/* CLN: lines of 16 B that each thread of a multiprocessor can have. */
static inline unsigned software_lines(unsigned free_bytes, unsigned threads)
{
    return threads ? free_bytes / threads / SOFTWARE_LINE_BYTES : 0;
}

static inline void simulate_cache(struct software_line *line, uint64_t address)
{
    address = software_line_address(address);
    if (line->address == address)
        line->hits++;
    else
        line->address = address;
}

static inline bool software_is_read_write(const struct software_choice *choice, unsigned structure)
{
    return choice->read_write >> structure & 1;
}

/* A structure that is written needs twice the hits of one that is only read. */
static inline bool software_is_better(const struct software_line *line,
                                      const struct software_choice *choice, unsigned one,
                                      unsigned other)
{
    uint64_t mine = line[one].hits, its = line[other].hits;
    bool written = software_is_read_write(choice, one);
    if (written == software_is_read_write(choice, other))
        return mine > its;
    return written ? mine >= 2 * its : 2 * mine > its;
}

/* Gives the `lines` best structures a line each; those without a hit none. All lines are empty. */
static inline void calculate_what_to_cache(struct software_line *line,
                                           const struct software_choice *choice)
{
    for (unsigned i = 0; i < choice->structures; i++) {
        line[i].address = line[i].dirty = 0;
        line[i].id = SOFTWARE_NOT_CACHED;
    }
    for (unsigned id = 0; id < choice->lines; id++) {
        int best = -1;
        for (unsigned i = 0; i < choice->structures; i++)
            if (line[i].hits && line[i].id == SOFTWARE_NOT_CACHED &&
                (best < 0 || software_is_better(line, choice, i, (unsigned)best)))
                best = (int)i;
        if (best < 0)
            return;
        line[best].id = (int8_t)id;
    }
}

static inline bool software_is_cached(const struct software_line *line)
{
    return line->id != SOFTWARE_NOT_CACHED;
}

static inline bool already_cached(const struct software_line *line, uint64_t address)
{
    return line->address == software_line_address(address);
}

static inline void load_new_data(struct software_line *line, uint64_t address,
                                 const uint8_t bytes[SOFTWARE_LINE_BYTES])
{
    line->address = software_line_address(address);
    line->dirty = 0;
    memcpy(line->data, bytes, SOFTWARE_LINE_BYTES);
}

/* Part of flush: the line holds nothing; its dirty bytes are in memory. */
static inline void software_invalidate(struct software_line *line)
{
    line->address = 0;
    line->dirty = 0;
}

static inline unsigned software_place(uint64_t address)
{
    return address % SOFTWARE_LINE_BYTES;
}

static inline void read_cached(const struct software_line *line, uint64_t address, unsigned size,
                               void *value)
{
    memcpy(value, line->data + software_place(address), size);
}

static inline void write_cached(struct software_line *line, uint64_t address, unsigned size,
                                const void *value)
{
    memcpy(line->data + software_place(address), value, size);
    line->dirty |= (uint16_t)(((1u << size) - 1) << software_place(address));
}

#endif
