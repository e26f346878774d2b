/* The two forms of gpu_mem behind backend.h. */
#ifndef MEMLOOM_BACKEND_FORM_H
#define MEMLOOM_BACKEND_FORM_H

#include "backend.h"
#include "plan.h"

/* Functions find the form's own state in backend->state; `controls` is backend->control by enum
 * plan_control. */
struct backend_form {
    void (*edge)(struct backend *, const unsigned *controls); /* sets error_dram_reply, too */
    void (*reset)(struct backend *);
    uint64_t (*result)(const struct backend *, enum plan_result_place);
    void (*close)(struct backend *);
};

/* Arrays of the nodes' ports; the form fills them. */
void backend_open(struct backend *, const struct plan *, const struct backend_form *, void *state);

#endif
