/* Verilog carried inside the binary, so that memloom generates without its source tree. */
#ifndef MEMLOOM_RTL_TEXT_H
#define MEMLOOM_RTL_TEXT_H

struct rtl_file {
    const char *name; /* module name */
    const char *text; /* contents of NAME.v */
};

/* All in alphabetical order; a NULL name ends each. */
extern const struct rtl_file rtl_files[];   /* rtl/, the leaf blocks: filled by portgen */
extern const struct rtl_file check_files[]; /* gen/assertions/: what assertions are made of */
extern const struct rtl_file agent_files[]; /* gen/plan/agents/: headers of what stands outside */

#endif
