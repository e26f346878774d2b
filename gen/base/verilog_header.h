/* Module headers of rtl/ in the fixed form of docs/conventions.md: parameters with ranges, ports
 * with width expressions, element counts and meanings. The one place where ports are declared;
 * portgen, the generator and the harness read them here. */
#ifndef MEMLOOM_VERILOG_HEADER_H
#define MEMLOOM_VERILOG_HEADER_H

#include "expression.h"

#include <stdbool.h>
#include <stdint.h>

enum { HEADER_PARAMETERS_MAX = 64 }; /* parameters of one module, derived ones included */

struct header_parameter {
    char *name;        /* as in Verilog */
    bool derived;      /* its value follows from the others */
    uint64_t min, max; /* range; derived ones: value when all others are at their maxima (both) */
    struct expression *value; /* default, or the derivation */
    char *comment;            /* meaning, without the range */
};

enum header_direction { HEADER_INPUT, HEADER_OUTPUT };

struct header_port {
    char *name; /* as in Verilog */
    enum header_direction direction;
    struct expression *msb;   /* width - 1, or NULL: a single wire */
    struct expression *count; /* elements, or NULL: no {N} in the comment */
    int valid;                /* index of the port that qualifies this one, -1: always defined */
    char *comment;            /* meaning, without {N} */
    char *about;              /* what the line in front of its interface says of that; NULL: none */
    char *needs;              /* configuration keys whose `ifdef regions it stands in, between
                                 blanks; NULL: it is in every chip */
};

struct module_header {
    char *name;                          /* module name, equal to the file's */
    char *path;                          /* file it was read from */
    struct header_parameter *parameters; /* in order of declaration */
    unsigned parameter_count;
    struct header_port *ports; /* in order of declaration, clk and rst included */
    unsigned port_count;
};

/* Reads the first module of `text` (contents of `path`). Dies with path:line: reason. Freed by
 * module_header_free. */
struct module_header *module_header_parse(const char *path, const char *text);
void module_header_free(struct module_header *);

/* Index by name, -1 when there is none. */
int module_header_parameter(const struct module_header *, const char *name);
int module_header_port(const struct module_header *, const char *name);

/* values[i] belongs to parameters[i]. header_defaults fills in all of them, header_derive
 * recomputes the derived ones. */
void header_defaults(const struct module_header *, uint64_t *values);
void header_derive(const struct module_header *, uint64_t *values);

/* Whether what an interface's line or a field's comment is about may change while it is offered. */
bool header_is_redecided(const char *comment);
unsigned header_port_width(const struct header_port *,
                           const uint64_t *values); /* bits of the whole port */
unsigned header_port_count(const struct header_port *,
                           const uint64_t *values); /* elements; 1 without {N} */

#endif
