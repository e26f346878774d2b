/* An L1 that reserves, fills, invalidates and flushes at random in few sets and with few tags, so
 * that lookups often find a line, one that is pending, or one that has just gone. */
#include <stdlib.h>

#include "drive_random.h"
#include "shadow_tags.h"
#include "util.h"

extern const char *const shadow_tags_configs[];
void *shadow_tags_drive_new(const struct shadow_tags_params *, struct rng *);
void shadow_tags_drive(void *, const struct shadow_tags_out *, struct shadow_tags_in *);
void shadow_tags_drive_free(void *);

const char *const shadow_tags_configs[] = {
    "",
    "SETS=1 WAYS=1 LINE_BITS=17",
    "SETS=64 WAYS=6 HASH_INDEX=2",
    "SETS=1024 WAYS=16 LINE_BITS=33 HASH_INDEX=1",
    "SETS=2 WAYS=3 LINE_BITS=17",
    NULL,
};

enum { LINES = 12 };

struct driver {
    struct shadow_tags_params params;
    struct set_map map;
    struct rng *rng;
    uint16_t *written;     /* [sets] ways whose tag was ever written */
    uint16_t *lines;       /* [sets] valid ways */
    uint64_t line[LINES];  /* those that are in use */
    unsigned cycles;       /* until other lines are */
    unsigned write, flush; /* percent, per mille */
};

void *shadow_tags_drive_new(const struct shadow_tags_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    struct set_map_params map = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    d->params = *params;
    d->map = set_map_make(&map);
    d->rng = rng;
    d->written = xcalloc(params->sets, sizeof *d->written);
    d->lines = xcalloc(params->sets, sizeof *d->lines);
    return d;
}

void shadow_tags_drive_free(void *driver)
{
    struct driver *d = driver;
    free(d->written);
    free(d->lines);
    free(d);
}

static void choose_lines(struct driver *d)
{
    static const unsigned flushes[] = {0, 0, 10, 200};
    d->cycles = 20 + rng_below(d->rng, 400);
    d->write = some_rate(d->rng);
    d->flush = one_of(d->rng, flushes, 4);
    for (unsigned i = 0; i < LINES; i++)
        d->line[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
    d->line[1] = d->line[0] ^ UINT64_C(1) << rng_below(d->rng, d->params.line_bits);
}

/* A way is reserved, filled, or some ways are invalidated. */
static void write_set(struct driver *d, struct shadow_tags_in *in)
{
    uint64_t line = d->line[rng_below(d->rng, LINES)];
    unsigned set = set_map_set(&d->map, line), way = 1u << rng_below(d->rng, d->params.ways);
    unsigned written = d->written[set], lines = d->lines[set];
    in->write_set = set;
    in->write_tag = set_map_tag(&d->map, line);
    in->write_ways = rng_percent(d->rng, 50) ? way : 0;
    written |= (unsigned)in->write_ways;
    lines = in->write_ways ? lines & ~way : rng_percent(d->rng, 70) ? lines | way : lines & ~way;
    if (rng_percent(d->rng, 5)) /* a tag and its line at once */
        lines |= (unsigned)in->write_ways;
    in->write_lines = lines & written;
    d->written[set] = (uint16_t)written;
    d->lines[set] = (uint16_t)in->write_lines;
}

void shadow_tags_drive(void *driver, const struct shadow_tags_out *out, struct shadow_tags_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_lines(d);
    in->write_valid = rng_percent(d->rng, d->write);
    if (in->write_valid)
        write_set(d, in);
    in->flush = rng_below(d->rng, 1000) < d->flush;
    for (unsigned set = 0; in->flush && set < d->params.sets; set++)
        d->lines[set] = 0;
    in->look_line = d->line[rng_below(d->rng, LINES)];
}
