/* Messages for random lines and for runs of them, from either place, often or seldom, into a
 * register that is emptied at any rate; the nodes of the partitions are random and stay, own slices
 * come and go. */
#include <stdlib.h>

#include "drive_random.h"
#include "owner_node.h"
#include "util.h"

extern const char *const owner_node_configs[];
void *owner_node_drive_new(const struct owner_node_params *, struct rng *);
void owner_node_drive(void *, const struct owner_node_out *, struct owner_node_in *);
void owner_node_drive_free(void *);

const char *const owner_node_configs[] = {
    "",
    "PARTITIONS=1",
    "PARTITIONS=6",
    "PARTITIONS=12 CHUNK_BITS=0 LINE_BITS=33",
    "PARTITIONS=32 HASH=1",
    "PARTITIONS=1 HASH=1",
    "PARTITIONS=2 HASH=1 LINE_BITS=17",
    "PARTITIONS=63 CHUNK_BITS=5 LINE_BITS=17",
    "PARTITIONS=64 HASH=1 CHUNK_BITS=0 LINE_BITS=33",
    NULL,
};

struct driver {
    struct owner_node_params params;
    struct rng *rng;
    unsigned cycles;                              /* until the rates change */
    unsigned valid, ready, own;                   /* percent */
    uint64_t line;                                /* the last one */
    uint64_t nodes[2][OWNER_NODE_PARTITIONS_MAX]; /* of the partitions, of own slices */
};

void *owner_node_drive_new(const struct owner_node_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    for (unsigned table = 0; table < 2; table++)
        for (unsigned i = 0; i < params->partitions; i++)
            d->nodes[table][i] = rng_next(rng) >> (64 - params->node_bits);
    return d;
}

void owner_node_drive_free(void *driver)
{
    free(driver);
}

static uint64_t some_line(struct driver *d)
{
    d->line = rng_percent(d->rng, 50) ? d->line + 1 : rng_next(d->rng);
    d->line &= ~UINT64_C(0) >> (64 - d->params.line_bits);
    return d->line;
}

void owner_node_drive(void *driver, const struct owner_node_out *out, struct owner_node_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--) {
        d->cycles = 20 + rng_below(d->rng, 200);
        d->valid = some_rate(d->rng);
        d->ready = some_rate(d->rng);
        d->own = some_rate(d->rng);
    }
    for (unsigned i = 0; i < d->params.partitions; i++) {
        in->partition_nodes[i] = d->nodes[0][i];
        in->own_nodes[i] = d->nodes[1][i];
    }
    in->own_slices = rng_percent(d->rng, d->own);
    in->line_valid = rng_percent(d->rng, d->valid);
    in->line_low = some_line(d);
    in->line_high = some_line(d);
    in->line_is_high = rng_percent(d->rng, 50);
    in->node_ready = rng_percent(d->rng, d->ready);
}
