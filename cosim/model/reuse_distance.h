/* Reuse distances of L1 accesses [icpp18 section 3.1]: the number of other accesses to a cache set
 * between two accesses to one line of it, for the application and per instruction. A property of
 * access pattern and set mapping alone; the number of ways does not matter.
 *
 * Each set counts its accesses, each line remembers the count at its last one: a distance is a
 * difference. Workload: one access per cycle at most, millions of lines, some hundred instructions.
 */
#ifndef MEMLOOM_REUSE_DISTANCE_H
#define MEMLOOM_REUSE_DISTANCE_H

#include <stdint.h>

/* The paper's four ranges; besides, accesses right after one to the same line (distance 0, in none
 * of them), and first accesses, which have no distance. */
enum reuse_range {
    REUSE_FIRST,
    REUSE_0,
    REUSE_1_TO_4,
    REUSE_5_TO_8,
    REUSE_9_TO_64,
    REUSE_ABOVE_64,
    REUSE_RANGES
};

#define REUSE_NEVER UINT64_MAX /* in place of a distance: the line's first access */

struct reuse_counts {
    uint64_t accesses[REUSE_RANGES]; /* by enum reuse_range */
};

struct reuse_line {
    uint64_t at;   /* accesses to its set up to its last one */
    uint32_t insn; /* index of the instruction of that one */
};

struct reuse_insn {
    uint64_t pc;
    struct reuse_counts counts; /* reuses of lines that it used last; its own first accesses */
};

struct reuse_map {    /* keys to indices 0, 1, 2, ... in order of appearance */
    uint64_t *keys;   /* [places] */
    uint32_t *values; /* [places] index + 1, 0: free */
    uint32_t places;  /* power of two, at most half of them taken */
    uint32_t count;   /* keys */
};

struct reuse_distance {
    struct reuse_counts all;    /* of the application */
    struct reuse_insn *insns;   /* [insn_keys.count] in order of appearance */
    struct reuse_line *lines;   /* [line_keys.count] */
    uint64_t *set_accesses;     /* [sets] so far */
    struct reuse_map insn_keys; /* program counters */
    struct reuse_map line_keys; /* line addresses */
};

void reuse_distance_init(struct reuse_distance *, unsigned sets);
void reuse_distance_release(struct reuse_distance *);

/* The next access: line address, its set, program counter of the instruction. Returns the distance,
 * which counts for the instruction that used the line before [section 3.3: "the cache lines they
 * brought in"], or REUSE_NEVER. */
uint64_t reuse_distance_access(struct reuse_distance *, uint64_t line, unsigned set, uint64_t pc);

/* "first", "0", "1-4", "5-8", "9-64", ">64". */
const char *reuse_range_name(enum reuse_range);

#endif
