/* Random requests, few or many; each lane's masks are those of its last grant or any bits. */
#include <stdlib.h>

#include "rng.h"
#include "rr_lanes.h"
#include "util.h"

extern const char *const rr_lanes_configs[];
void *rr_lanes_drive_new(const struct rr_lanes_params *, struct rng *);
void rr_lanes_drive(void *, const struct rr_lanes_out *, struct rr_lanes_in *);
void rr_lanes_drive_free(void *);

const char *const rr_lanes_configs[] = {
    "LANES=1 N=1",
    "LANES=5 N=4",
    "LANES=5 N=5",
    "LANES=16 N=1",
    "LANES=1 N=16",
    "LANES=7 N=3",
    "LANES=16 N=16",
    "LANES=64 N=80",
    "LANES=80 N=64",
    "LANES=3 N=17",
    "LANES=128 N=2",
    "LANES=5 N=5 PAIRED=0",
    NULL,
};

enum { LANE_WORDS = RR_LANES_LANES_MAX / 64 };

struct driver {
    struct rr_lanes_params params;
    struct rng *rng;
    uint64_t request[RR_LANES_N_MAX][LANE_WORDS], mask[RR_LANES_N_MAX][LANE_WORDS]; /* wires */
};

void *rr_lanes_drive_new(const struct rr_lanes_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void rr_lanes_drive_free(void *driver)
{
    free(driver);
}

/* A word of the lanes of requester n. */
static void drive_word(struct driver *d, const struct rr_lanes_out *out, unsigned n, unsigned word,
                       unsigned thin, uint64_t uses)
{
    unsigned left = d->params.lanes - 64 * word;
    uint64_t lanes = left < 64 ? (UINT64_C(1) << left) - 1 : ~UINT64_C(0);
    uint64_t request = rng_next(d->rng) & lanes;
    for (unsigned i = 0; i < thin; i++)
        request &= rng_next(d->rng);
    d->request[n][word] = request;
    d->mask[n][word] = (out->next_mask[n][word] & uses) | (rng_next(d->rng) & ~uses & lanes);
}

void rr_lanes_drive(void *driver, const struct rr_lanes_out *out, struct rr_lanes_in *in)
{
    struct driver *d = driver;
    uint64_t uses = rng_next(d->rng); /* lanes whose host uses the grant */
    unsigned thin = rng_below(d->rng, 5);
    for (unsigned n = 0; n < d->params.n; n++) {
        for (unsigned word = 0; 64 * word < d->params.lanes; word++)
            drive_word(d, out, n, word, thin, uses);
        in->request[n] = d->request[n];
        in->mask[n] = d->mask[n];
    }
}
