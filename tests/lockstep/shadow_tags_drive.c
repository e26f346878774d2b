/* An L1 that reserves, fills, invalidates and flushes at random in few sets and with few tags, so
 * that lookups often find a line, one that is pending, or one that has just gone. Sets of a parity are
 * shared for a while. */
#include "drive_random.h"
#include "drive_tags.h"
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

enum { LINES = 16 };

struct driver {
    struct shadow_tags_params params;
    struct played_tags tags;
    struct rng *rng;
    bool asked;            /* a line was looked up since the reset, behind which it is line 0 */
    uint64_t line[LINES];  /* those that are in use */
    unsigned cycles;       /* until other lines are */
    unsigned write, next;  /* percent */
    unsigned shared;       /* parities that are */
    unsigned flush;        /* per mille */
};

void *shadow_tags_drive_new(const struct shadow_tags_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    struct set_map_params map = {
        .line_bits = params->line_bits, .sets = params->sets, .hash_index = params->hash_index};
    d->params = *params;
    d->tags = played_tags_new(&map, params->ways);
    d->rng = rng;
    return d;
}

void shadow_tags_drive_free(void *driver)
{
    struct driver *d = driver;
    played_tags_free(&d->tags);
    free(d);
}

/* A line whose set or tag differs from this one's in one bit. */
static uint64_t neighbour(struct driver *d, uint64_t line, bool in_set)
{
    const struct set_map *map = &d->tags.map;
    unsigned set = set_map_set(map, line);
    uint64_t tag = set_map_tag(map, line);
    if (!in_set && map->set_bits)
        set ^= 1u << rng_below(d->rng, map->set_bits);
    else
        tag ^= UINT64_C(1) << rng_below(d->rng, d->params.line_bits - map->set_bits);
    return set_map_line(map, set, tag);
}

static void choose_lines(struct driver *d)
{
    static const unsigned flushes[] = {0, 0, 10, 200};
    d->cycles = 20 + rng_below(d->rng, 200);
    d->write = some_rate(d->rng);
    d->next = some_rate(d->rng);
    d->flush = one_of(d->rng, flushes, 4);
    for (unsigned i = 0; i < LINES; i++)
        d->line[i] = rng_next(d->rng) >> (64 - d->params.line_bits);
    for (unsigned i = 1; i < LINES / 2; i++)
        d->line[i] = neighbour(d, d->line[0], i % 2);
}

void shadow_tags_drive(void *driver, const struct shadow_tags_out *out, struct shadow_tags_in *in)
{
    struct driver *d = driver;
    (void)out;
    if (!d->cycles--)
        choose_lines(d);
    in->write_valid = rng_percent(d->rng, d->write);
    if (in->write_valid) {
        uint64_t line = d->asked ? d->line[rng_below(d->rng, LINES)] : 0;
        struct tag_write write = played_tags_write(&d->tags, d->rng, line);
        in->write_set = write.set;
        in->write_lines = write.lines;
        in->write_ways = write.ways;
        in->write_tag = write.tag;
    }
    in->flush = rng_below(d->rng, 1000) < d->flush;
    if (in->flush)
        played_tags_flush(&d->tags);
    /* levels, which would not tell the harness that the twin is not idle */
    if (in->write_valid && rng_percent(d->rng, 5))
        d->shared = rng_below(d->rng, 2) ? rng_below(d->rng, 4) : 0;
    in->share_even = d->shared & 1;
    in->share_odd = d->shared >> 1;
    in->next_valid = rng_percent(d->rng, d->asked ? d->next : 10);
    d->asked = d->asked || in->next_valid;
    in->next_line = d->line[rng_below(d->rng, LINES)];
}
