/* Random requests, few or many; masks of the last match where a host uses it, any bits elsewhere.
 */
#include <stdlib.h>

#include "islip.h"
#include "rng.h"
#include "util.h"

extern const char *const islip_configs[];
void *islip_drive_new(const struct islip_params *, struct rng *);
void islip_drive(void *, const struct islip_out *, struct islip_in *);
void islip_drive_free(void *);

const char *const islip_configs[] = {
    "INPUTS=1 OUTPUTS=1",   "INPUTS=5 OUTPUTS=5",   "INPUTS=2 OUTPUTS=7",   "INPUTS=16 OUTPUTS=3",
    "INPUTS=16 OUTPUTS=16", "INPUTS=80 OUTPUTS=64", "INPUTS=17 OUTPUTS=66", NULL,
};

enum { IN_WORDS = ISLIP_INPUTS_MAX / 64, OUT_WORDS = ISLIP_OUTPUTS_MAX / 64 };

struct driver {
    struct islip_params params;
    struct rng *rng;
    /* wires */
    uint64_t request[ISLIP_OUTPUTS_MAX][IN_WORDS], accept_mask[ISLIP_OUTPUTS_MAX][IN_WORDS];
    uint64_t grant_mask[ISLIP_INPUTS_MAX][OUT_WORDS];
};

void *islip_drive_new(const struct islip_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void islip_drive_free(void *driver)
{
    free(driver);
}

/* Bits of a word that ports have. */
static uint64_t ports_in(unsigned ports, unsigned word)
{
    unsigned left = ports - 64 * word;
    return left < 64 ? (UINT64_C(1) << left) - 1 : ~UINT64_C(0);
}

/* The ports of `used` keep what they store, the others have any mask. */
static void some_mask(struct driver *d, uint64_t *mask, const uint64_t *next, uint64_t used,
                      unsigned ports)
{
    for (unsigned word = 0; 64 * word < ports; word++)
        mask[word] = (next[word] & used) | (rng_next(d->rng) & ~used & ports_in(ports, word));
}

static void some_requests(struct driver *d, uint64_t *request, unsigned thin)
{
    for (unsigned word = 0; 64 * word < d->params.inputs; word++) {
        request[word] = rng_next(d->rng) & ports_in(d->params.inputs, word);
        for (unsigned i = 0; i < thin; i++)
            request[word] &= rng_next(d->rng);
    }
}

void islip_drive(void *driver, const struct islip_out *out, struct islip_in *in)
{
    struct driver *d = driver;
    unsigned inputs = d->params.inputs, outputs = d->params.outputs;
    uint64_t used = rng_next(d->rng);
    unsigned thin = rng_below(d->rng, 8);
    for (unsigned o = 0; o < outputs; o++) {
        some_requests(d, d->request[o], thin);
        some_mask(d, d->accept_mask[o], out->next_accept[o], used, inputs);
        in->request[o] = d->request[o];
        in->accept_mask[o] = d->accept_mask[o];
    }
    for (unsigned i = 0; i < inputs; i++) {
        some_mask(d, d->grant_mask[i], out->next_grant[i], used >> 32 | used << 32, outputs);
        in->grant_mask[i] = d->grant_mask[i];
    }
}
