/* One line of a trace: a warp instruction as Accel-Sim's tracer writes it. docs/accel_sim.md. */
#ifndef MEMLOOM_ACCEL_LINE_H
#define MEMLOOM_ACCEL_LINE_H

#include "accel_text.h"
#include "instruction.h"

enum { ACCEL_SOURCES = 6, ACCEL_NO_REGISTER = 255 };

/* What of a kernel's header says how its lines are written. */
struct accel_grammar {
    unsigned version; /* of the tracer; below 3 block and warp stand before each instruction */
    bool lineinfo;    /* so does a line of the source */
};

struct accel_line {
    uint32_t pc, mask;
    const char *opcode;  /* in the text line */
    uint8_t destination; /* register, or ACCEL_NO_REGISTER */
    uint8_t source[ACCEL_SOURCES];
    unsigned sources;
    bool has_addresses;
    uint64_t address[LANES]; /* of the active lanes, by lane */
    const char *rest;        /* what follows: the last immediate operand, from version 4 on */
};

/* Takes `text` apart (and changes it). Dies with file and line where it is none. */
void accel_line_parse(const struct accel_text *, const struct accel_grammar *, char *text,
                      struct accel_line *);
/* The line's immediate operand; UINT64_MAX when there is none. */
uint64_t accel_line_immediate(const struct accel_line *);

#endif
