/* Numbers out of text files that a user names: Rodinia's inputs. docs/workloads.md has the formats.
 * What is none ends the program with "file:line: reason". */
#ifndef MEMLOOM_NUMBERS_H
#define MEMLOOM_NUMBERS_H

#include <stdint.h>

struct numbers {
    const char *path; /* for messages */
    float *value;     /* all of the file, finite */
    uint64_t count;   /* of these */
};

/* Numbers between blanks and ends of lines. */
void numbers_read(struct numbers *, const char *path);
/* The same; every line has as many, which is returned. Words in less than a line of 1,000 count as
 * 0, which is said. */
uint64_t numbers_read_table(struct numbers *, const char *path);
/* A picture of grey values (PGM, P2): after the word P2 numbers as above. */
void numbers_read_pgm(struct numbers *, const char *path);
void numbers_release(struct numbers *);

/* Number `index` as a count of 1 to `most` of what `name` says. */
uint64_t numbers_count_at(const struct numbers *, uint64_t index, const char *name, uint64_t most);
/* There must be exactly so many. */
void numbers_must_be(const struct numbers *, uint64_t count);
/* Rows of the square matrix that the numbers are; at most `most`. */
uint64_t numbers_square(const struct numbers *, uint64_t most);

#endif
