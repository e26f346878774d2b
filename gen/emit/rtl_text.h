/* The leaf blocks of rtl/ carried inside the binary, so that memloom generates without its source
 * tree. Filled by portgen. */
#ifndef MEMLOOM_RTL_TEXT_H
#define MEMLOOM_RTL_TEXT_H

struct rtl_file {
    const char *name; /* module name */
    const char *text; /* contents of rtl/NAME.v */
};

extern const struct rtl_file rtl_files[]; /* in alphabetical order; ends with a NULL name */

#endif
