/* Code of instances that are alike, once. A chip has many nodes and routers of one kind, and what
 * Verilator writes for each of them differs in names alone: its locals are numbered through all
 * instances of a module, its messages name the instance. Kept apart, the code of 28 cores is some
 * twenty megabytes, run from end to end in every cycle: no cache holds it. */
#ifndef MEMLOOM_CHIP_SHARE_H
#define MEMLOOM_CHIP_SHARE_H

enum { CHIP_SHARE_VERSION = 1 }; /* another one makes other code: part of a built chip's key */

struct chip_share {
    unsigned functions; /* of instances */
    unsigned shared;    /* of them, that have the code of another one */
};

/* In `folder`, Verilator's output with the prefix Vdut: a function that is like an earlier one but
 * for names of locals and of its instance becomes a call of that one. Files that this leaves
 * without code are removed, also from the list in Vdut_classes.mk. Dies when it cannot read or
 * write. */
struct chip_share chip_share(const char *folder);

#endif
