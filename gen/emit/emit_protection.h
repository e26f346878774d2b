/* What line protection stores in a core, counted in the emitted blocks, beside the fields that the
 * paper counts [icpp18 section 4.3]. */
#ifndef MEMLOOM_EMIT_PROTECTION_H
#define MEMLOOM_EMIT_PROTECTION_H

#include "emit.h"

/* Both print nothing for chips without lives (l1_protect = off or stall_bypass). */
void emit_protection_json(const struct emission *, FILE *);
void emit_protection_table(const struct emission *, FILE *);

#endif
