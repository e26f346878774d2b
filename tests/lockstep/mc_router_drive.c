/* The router's random traffic, with spells of bypass: traffic is drained, the bypass asked for or
 * taken back - now and then both before the first is done, or at once behind it, when the body
 * still has power, and soon after a reset, which may have ended a wake-up - and goes on when that
 * has happened. */
#include <stdlib.h>
#include <string.h>

#include "drive.h"
#include "mc_router.h"
#include "router_drive.h"
#include "util.h"

extern const char *const mc_router_configs[];
void *mc_router_drive_new(const struct mc_router_params *, struct rng *);
void mc_router_drive(void *, const struct mc_router_out *, struct mc_router_in *);
void mc_router_drive_free(void *);

const char *const mc_router_configs[] = {
    "PORTS=4 FLIT_BITS=40 DEST_LSB=30 WAKE=3",
    "PORTS=1 DEPTH=1 STAGES=3 FLIT_BITS=16 DEST_LSB=3 WAKE=255",
    "",
    "PORTS=3 VCS=4 DEPTH=2 CLASSES=2 ESCAPE=1 STAGES=2 FLIT_BITS=64 DEST_LSB=50 DIGIT_LSB=3 "
    "WAKE=1",
    "PORTS=8 FLIT_BITS=512 DEST_LSB=195 STAGES=3 WAKE=20",
    "PORTS=20 VCS=4 DEPTH=2 CLASSES=4 FLIT_BITS=16 DEST_LSB=3 WAKE=2",
    "PORTS=8 VCS=2 SPEEDUP=2 FLIT_BITS=40 DEST_LSB=30 WAKE=5",
    NULL,
};

enum { SPELL = 400, CHANGE_OF_MIND = 10, AT_ONCE = 25 }; /* cycles, percent, percent */

struct driver {
    void *traffic; /* the router's driver */
    struct rng *rng;
    bool bypass;
    bool changes;  /* bypassed has not followed yet */
    unsigned left; /* cycles until the traffic is to be drained */
    struct router_in in;
    struct router_out out;
};

static unsigned some_spell(struct rng *rng)
{
    return 1 + rng_below(rng, rng_percent(rng, AT_ONCE) ? 3 : SPELL);
}

void *mc_router_drive_new(const struct mc_router_params *p, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    const struct router_params sizes = mc_router_body(p);
    d->traffic = router_drive_new(&sizes, rng);
    d->rng = rng;
    d->left = some_spell(rng);
    return d;
}

void mc_router_drive_free(void *driver)
{
    struct driver *d = driver;
    router_drive_free(d->traffic);
    free(d);
}

/* Also for the router: behind its credit a flit may still be in the switch, from where it comes out
 * in the next cycle, and what is on the wires is there until the next edge with noc_en. */
static bool is_drained(const struct driver *d)
{
    uint64_t wires = 0;
    for (unsigned word = 0; word < ROUTER_OUT_WORDS; word++)
        wires |= d->out.out_valid[word];
    for (unsigned i = 0; i < ROUTER_INPUTS_MAX; i++)
        wires |= d->out.in_credit[i];
    return !wires && router_drive_is_drained(d->traffic);
}

/* Nothing is under way when `bypass` changes, nor before `bypassed` has followed. */
static void change_bypass(struct driver *d, bool bypassed)
{
    if (d->changes && d->bypass == bypassed) {
        d->changes = false;
        d->left = some_spell(d->rng);
    }
    if (d->left)
        d->left--;
    router_drive_rest(d->traffic, !d->left);
    bool begins = !d->left && !d->changes && is_drained(d);
    if (begins || (d->changes && rng_percent(d->rng, CHANGE_OF_MIND))) {
        d->bypass = !d->bypass;
        d->changes = true;
    }
}

void mc_router_drive(void *driver, const struct mc_router_out *out, struct mc_router_in *in)
{
    struct driver *d = driver;
    memcpy(d->out.in_credit, out->in_credit, sizeof d->out.in_credit);
    memcpy(d->out.out_valid, out->out_valid, sizeof d->out.out_valid);
    memcpy(d->out.out_vc, out->out_vc, sizeof d->out.out_vc);
    change_bypass(d, out->bypassed);
    router_drive(d->traffic, &d->out, &d->in);
    mc_router_show_in(&d->in, d->bypass, in);
}
