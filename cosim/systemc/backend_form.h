/* The two forms of gpu_mem behind backend.h. */
#ifndef MEMLOOM_BACKEND_FORM_H
#define MEMLOOM_BACKEND_FORM_H

#include "backend.h"
#include "plan.h"

/* Functions find the form's own state in backend->state. `controls` is backend->control by enum
 * plan_control, `results` is by enum plan_result_place. */
struct backend_form {
    void (*edge)(struct backend *, const unsigned *controls, uint64_t *results);
    void (*reset)(struct backend *, uint64_t *results);
    void (*close)(struct backend *);
};

/* Arrays of the nodes' ports; the form fills them. */
void backend_open(struct backend *, const struct plan *, const struct backend_form *, void *state);
void backend_show(struct backend *, const uint64_t *results);

#endif
