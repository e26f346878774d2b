/* Leaf blocks: the Verilog of rtl/, carried inside the binary, specialised for one configuration.
 */
#ifndef MEMLOOM_LEAF_H
#define MEMLOOM_LEAF_H

#include "config.h"
#include "netlist.h"

/* The text with `ifdef FORMAL regions left out and MEMLOOM_<KEY> regions resolved: taken when the
 * configuration's key of that name is not zero. `path` is for messages. The caller frees it. */
char *leaf_resolve(const char *path, const char *text, const struct config *);

/* The leaf of that name as a module of the design, after all leaves that stand inside it.
 * `rtl_dir`: read DIR/name.v instead of what the binary carries; NULL: do not. */
struct module *leaf_load(struct design *, const char *name, const char *rtl_dir,
                         const struct config *);

/* Calls visit for every module name that the text instantiates, in order, with repetitions. */
void leaf_instances(const char *text, void (*visit)(void *context, const char *name),
                    void *context);

/* Once the structure is complete: decides which leaves are shared and writes the parameters of all
 * others into their text as defaults. */
void leaf_specialise(struct design *);

#endif
