/* Random lines, and runs of consecutive ones; the nodes of the partitions are random and stay for a
 * spell, long enough for all partitions to be met. */
#include <stdlib.h>

#include "address_map.h"
#include "rng.h"
#include "util.h"

extern const char *const address_map_configs[];
void *address_map_drive_new(const struct address_map_params *, struct rng *);
void address_map_drive(void *, const struct address_map_out *, struct address_map_in *);
void address_map_drive_free(void *);

const char *const address_map_configs[] = {
    "",
    "PARTITIONS=1",
    "PARTITIONS=6",
    "PARTITIONS=12 CHUNK_BITS=0 LINE_BITS=33",
    "PARTITIONS=63 CHUNK_BITS=5 LINE_BITS=17",
    "PARTITIONS=44 CHUNK_BITS=2 LINE_BITS=21", /* low bits beside that of a large one */
    "PARTITIONS=7 LINE_BITS=20",               /* the remainder of a small odd number alone */
    "PARTITIONS=64 CHUNK_BITS=3 LINE_BITS=33",
    "PARTITIONS=2 HASH=1 LINE_BITS=17",
    "PARTITIONS=32 HASH=1",
    "PARTITIONS=64 HASH=1 CHUNK_BITS=0 LINE_BITS=33",
    NULL,
};

struct driver {
    struct address_map_params params;
    struct rng *rng;
    uint64_t line;                              /* the last line */
    unsigned cycles;                            /* until there are others */
    uint64_t nodes[ADDRESS_MAP_PARTITIONS_MAX]; /* of the partitions */
};

void *address_map_drive_new(const struct address_map_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->params = *params;
    d->rng = rng;
    return d;
}

void address_map_drive_free(void *driver)
{
    free(driver);
}

static void choose_nodes(struct driver *d)
{
    d->cycles = 100 + rng_below(d->rng, 400);
    for (unsigned i = 0; i < d->params.partitions; i++)
        d->nodes[i] = rng_next(d->rng) >> (64 - d->params.node_bits);
}

void address_map_drive(void *driver, const struct address_map_out *out, struct address_map_in *in)
{
    struct driver *d = driver;
    if (!d->cycles--)
        choose_nodes(d);
    (void)out;
    d->line = rng_percent(d->rng, 50) ? d->line + 1 : rng_next(d->rng);
    d->line &= ~UINT64_C(0) >> (64 - d->params.line_bits);
    in->line = d->line;
    for (unsigned i = 0; i < d->params.partitions; i++)
        in->partition_nodes[i] = d->nodes[i];
}
