/* What a step of bit planes does to all routers at once (mesh_planes.h); the steps and their order
 * are those of router.c. Compiled into a function for each set of instructions. */
#ifndef MEMLOOM_MESH_PLANES_STEP_H
#define MEMLOOM_MESH_PLANES_STEP_H

#include "mesh_planes.h"

#include <string.h>

typedef uint32_t lanes __attribute__((vector_size(sizeof(plane))));

#define FAST         static inline __attribute__((always_inline))
#define EACH_PORT(o) for (unsigned o = 0; o < MESH_PORTS; o++)

FAST lanes load(const uint32_t *from)
{
    lanes value;
    memcpy(&value, from, sizeof value);
    return value;
}

FAST void store(uint32_t *to, lanes value)
{
    memcpy(to, &value, sizeof value);
}

FAST bool any(lanes value)
{
    uint64_t word[sizeof value / 8], all = 0;
    memcpy(word, &value, sizeof value);
    for (unsigned i = 0; i < sizeof value / 8; i++)
        all |= word[i];
    return all;
}

/* All bits of the lanes that are not 0. */
FAST lanes not_zero(lanes value)
{
    return (lanes)(value != 0);
}

/* From bit 0 of each port to its VCs, and back: whether any of them is in the set. */
FAST lanes spread(lanes ports)
{
    return (ports << PLANE_VCS) - ports;
}
FAST lanes fold(lanes vcs)
{
    vcs |= vcs >> 1;
    vcs |= vcs >> 2;
    return vcs & PLANE_OF_INPUTS;
}

/* VCs above a member among the same four, or of its class: `upper` have a neighbour below there. */
FAST lanes above(lanes vcs, uint32_t upper)
{
    lanes set = vcs << 1 & upper;
    set |= set << 1 & upper;
    return set | (set << 1 & upper);
}

/* VCs of the same class as a member. */
FAST lanes classes_of(lanes vcs, uint32_t upper)
{
    lanes below = vcs & upper;
    below |= below >> 1 & upper;
    below |= below >> 1 & upper;
    vcs |= below >> 1;
    return vcs | above(vcs, upper);
}

FAST lanes lowest(lanes vcs, uint32_t upper)
{
    return vcs & ~above(vcs, upper);
}

enum { UPPER_OF_PORT = 0xeeeee, LAST_OF_PORT = 0x88888, OTHERS_OF_PORT = 0x77777 };

/* Round-robin choice of a VC of each port. */
FAST lanes choose_vcs(lanes candidates, lanes mask)
{
    lanes first = candidates & mask;
    return lowest(first | (candidates & ~spread(fold(first))), UPPER_OF_PORT);
}

/* Round-robin choice of one in each lane. */
FAST lanes choose_one(lanes candidates, lanes mask)
{
    lanes first = candidates & mask, set = first | (candidates & ~not_zero(first));
    return set & -set;
}

/* iSLIP: of each output the input that it is matched with, or none. */
FAST void match(const struct plane_group *g, const lanes want[MESH_PORTS],
                lanes matched[MESH_PORTS])
{
    lanes granted[MESH_PORTS], first[MESH_PORTS], any_first = {0}, taken = {0};
    EACH_PORT(o)
    {
        granted[o] = choose_one(want[o], load(g->grant[o]));
        first[o] = granted[o] & load(g->accept[o]);
        any_first |= first[o];
    }
    EACH_PORT(o)
    {
        matched[o] = (first[o] | (granted[o] & ~any_first)) & ~taken;
        taken |= matched[o];
    }
}

FAST void use_match(struct plane_group *g, const lanes matched[MESH_PORTS])
{
    lanes inputs = {0}, before = {0};
    EACH_PORT(o) inputs |= matched[o];
    EACH_PORT(o)
    {
        store(g->accept[o], (load(g->accept[o]) & ~inputs) | before);
        before |= matched[o];
        lanes used = not_zero(matched[o]);
        store(g->grant[o], (load(g->grant[o]) & ~used) | (-(matched[o] << 1) & used));
    }
}

/* One VC of four per lane, as it stands in the lowest bits, by who of `vcs` has it. */
FAST lanes channel_of(lanes vcs, const lanes has[PLANE_VCS])
{
    return (not_zero(vcs & has[0]) & 1) | (not_zero(vcs & has[1]) & 2) |
           (not_zero(vcs & has[2]) & 4) | (not_zero(vcs & has[3]) & 8);
}

/* Input VCs by the number of their output VC. */
FAST void by_channel(const lanes channel[2], lanes has[PLANE_VCS])
{
    has[0] = ~channel[0] & ~channel[1];
    has[1] = channel[0] & ~channel[1];
    has[2] = ~channel[0] & channel[1];
    has[3] = channel[0] & channel[1];
}

/* Active input VCs whose output VC has a credit. */
FAST lanes credited(const lanes target[MESH_PORTS], const lanes has[PLANE_VCS], lanes credit)
{
    lanes set = {0};
    EACH_PORT(o)
    {
        lanes own = credit >> PLANE_VCS * o;
        set |= target[o] & ((has[0] & -(own & 1)) | (has[1] & -(own >> 1 & 1)) |
                            (has[2] & -(own >> 2 & 1)) | (has[3] & -(own >> 3 & 1)));
    }
    return set;
}

/* Output VCs on offer by the class of a head; with one class, or none that borrows, to all of them.
 */
struct offers {
    lanes to[2]; /* class 0, and any without ESCAPE; class 1 */
    lanes late;  /* input VCs with a head of class 1 */
};

/* ESCAPE: class 1 gets the last VC, or the one lent. */
FAST struct offers offers_of(const struct mesh_planes *p, const struct plane_group *g)
{
    lanes offer = load(g->offer), none = {0};
    if (!p->escape)
        return (struct offers){{offer, none}, none};
    lanes own = offer & LAST_OF_PORT, lent = load(g->lent) & ~spread(own >> (PLANE_VCS - 1));
    return (struct offers){{offer ^ own, own | lent}, load(g->late)};
}

/* The VC of output o that the head `opened` takes, what its class is offered, in the lowest bits;
 * none where there is no head. */
FAST lanes taken_vc(const struct mesh_planes *p, const struct offers *offers, lanes opened,
                    unsigned o)
{
    if (p->escape) {
        lanes late = not_zero(opened & offers->late);
        lanes offer = (offers->to[0] & ~late) | (offers->to[1] & late);
        return offer >> PLANE_VCS * o & 15 & not_zero(opened);
    }
    lanes class = opened | opened >> 2 * PLANE_VCS | opened >> 4 * PLANE_VCS;
    class = classes_of((class | class >> PLANE_VCS) & 15, p->upper);
    return offers->to[0] >> PLANE_VCS * o & class & 15;
}

/* What allocation decides. */
struct chosen {
    lanes won;  /* input VCs whose front flit goes into the switch */
    lanes sent; /* output VCs that it goes to */
    lanes tail; /* likewise, the tails */
};

FAST struct chosen allocate(struct mesh_planes *p, struct plane_group *g)
{
    lanes target[MESH_PORTS], asks[MESH_PORTS], want[MESH_PORTS], matched[MESH_PORTS];
    lanes has[PLANE_VCS], channel[2] = {load(g->channel[0]), load(g->channel[1])};
    lanes holds = load(g->occupied[0]), ripe = ~load(g->unripe), active = load(g->active);
    lanes ending = load(g->ending), vc_mask = load(g->vc_mask), picked = {0},
          mixed = load(g->mixed);
    struct offers offers = offers_of(p, g);
    lanes served = classes_of(offers.to[0], p->upper);
    struct chosen chosen = {{0}, {0}, {0}};
    EACH_PORT(o) target[o] = load(g->target[o]);
    by_channel(channel, has);
    lanes sends = holds & credited(target, has, load(g->credit[0]));
    EACH_PORT(o)
    {
        lanes own = served >> PLANE_VCS * o & 15; /* the same for all inputs */
        own |= own << PLANE_VCS;
        own |= own << 2 * PLANE_VCS | own << 4 * PLANE_VCS;
        if (p->escape) {
            lanes late = not_zero(offers.to[1] >> PLANE_VCS * o & 15);
            own = (own & ~offers.late) | (late & offers.late);
        }
        asks[o] = (sends & target[o]) | (load(g->wanted[o]) & ripe & own);
        want[o] = fold(asks[o]);
    }
    match(g, want, matched);
    EACH_PORT(o) picked |= asks[o] & spread(matched[o]);
    chosen.won = choose_vcs(picked, vc_mask);
    lanes inputs = spread(fold(chosen.won)), opens = chosen.won & ~active;
    lanes tails = chosen.won & ending;
    store(g->vc_mask, (vc_mask & ~inputs) | above(chosen.won, UPPER_OF_PORT));
    use_match(g, matched);
    EACH_PORT(o)
    {
        lanes won = chosen.won & spread(matched[o]), opened = won & opens;
        lanes offered = taken_vc(p, &offers, opened, o);
        if (p->escape) {
            lanes early = not_zero(opened & ~offers.late);
            mixed = (mixed & ~(offered << PLANE_VCS * o)) | (offered & early) << PLANE_VCS * o;
        }
        channel[0] = (channel[0] & ~opened) | (opened & not_zero(offered & 10));
        channel[1] = (channel[1] & ~opened) | (opened & not_zero(offered & 12));
        lanes own = offered | channel_of(won & ~opens, has);
        chosen.sent |= own << PLANE_VCS * o;
        chosen.tail |= (own & not_zero(won & tails)) << PLANE_VCS * o;
        store(g->wanted[o], load(g->wanted[o]) & ~opened);
        store(g->target[o], (target[o] | opened) & ~tails);
    }
    store(g->channel[0], channel[0]);
    store(g->channel[1], channel[1]);
    store(g->active, (active | opens) & ~tails);
    store(g->free, (load(g->free) & ~chosen.sent) | chosen.tail);
    store(g->mixed, mixed);
    return chosen;
}

/* Unary numbers, one less or one more for the members. */
FAST void take_one(lanes number[PLANE_DEPTH], lanes members)
{
    for (unsigned n = 0; n + 1 < PLANE_DEPTH; n++)
        number[n] = (number[n] & ~members) | (number[n + 1] & members);
    number[PLANE_DEPTH - 1] &= ~members;
}
FAST void add_one(lanes number[PLANE_DEPTH], lanes members)
{
    for (unsigned n = PLANE_DEPTH - 1; n > 0; n--)
        number[n] |= number[n - 1] & members;
    number[0] |= members;
}

/* What comes over the wires of the neighbours to each router; the lowest four bits are local. */
FAST lanes from_neighbours(const uint32_t *wires, unsigned columns)
{
    lanes east = load(wires + 1), west = load(wires - 1);
    lanes north = load(wires - columns), south = load(wires + columns);
    return (east >> PLANE_VCS * PORT_WEST & 15) << PLANE_VCS * PORT_EAST |
           (west >> PLANE_VCS * PORT_EAST & 15) << PLANE_VCS * PORT_WEST |
           (north >> PLANE_VCS * PORT_SOUTH & 15) << PLANE_VCS * PORT_NORTH |
           (south >> PLANE_VCS * PORT_NORTH & 15) << PLANE_VCS * PORT_SOUTH;
}

/* Output VCs on offer where the last one is spent or none was. */
FAST void renew_offers(const struct mesh_planes *p, struct plane_group *g, lanes credit,
                       lanes spent)
{
    lanes offer = load(g->offer) & ~spent;
    lanes ready = load(g->free) & credit & ~classes_of(offer, p->upper);
    lanes others = ready & ~spent;
    ready = others | (ready & ~classes_of(others, p->upper));
    store(g->offer, offer | lowest(ready, p->upper));
}

/* ESCAPE: output VCs that class 1 may borrow, likewise: the highest without a packet of class 0. */
FAST void renew_lent(struct plane_group *g, const lanes credit[PLANE_DEPTH], lanes spent)
{
    lanes lent = load(g->lent) & ~spent, clean = credit[PLANE_DEPTH - 1] | ~load(g->mixed);
    lanes ready = load(g->free) & credit[0] & clean & OTHERS_OF_PORT & ~spread(fold(lent));
    lanes unspent = ready & ~spent;
    ready = unspent | (ready & ~spread(fold(unspent)));
    lanes higher = (ready >> 1 & OTHERS_OF_PORT) | (ready >> 2 & 0x33333);
    store(g->lent, lent | (ready & ~higher));
}

FAST void load_number(lanes number[PLANE_DEPTH], plane planes[PLANE_DEPTH])
{
    for (unsigned n = 0; n < PLANE_DEPTH; n++)
        number[n] = load(planes[n]);
}
FAST void store_number(plane planes[PLANE_DEPTH], const lanes number[PLANE_DEPTH])
{
    for (unsigned n = 0; n < PLANE_DEPTH; n++)
        store(planes[n], number[n]);
}

/* Whether anything is held or on a wire afterwards. */
FAST bool step_group(struct mesh_planes *p, unsigned number)
{
    struct plane_group *g = &p->group[number];
    const unsigned at = PLANE_COLUMNS_MAX + number * LANES;
    lanes arrive = load(p->fed + at) | from_neighbours(p->sent[p->now] + at, p->columns);
    lanes credits = load(p->fed_credit + at) | from_neighbours(p->freed[p->now] + at, p->columns);
    lanes occupied[PLANE_DEPTH], credit[PLANE_DEPTH], moving = load(p->sent[p->next] + at);
    struct chosen chosen = {{0}, {0}, {0}};
    load_number(occupied, g->occupied);
    if (!any(occupied[0] | arrive | credits)) {
        store(g->fresh, chosen.won);
        store(g->unripe, chosen.won);
    } else {
        if (any(occupied[0] & ~load(g->unripe)))
            chosen = allocate(p, g);
        lanes active = load(g->active);
        take_one(occupied, chosen.won);
        lanes waits = load(g->fresh) & occupied[0] & ~occupied[1];
        store(g->unripe, (waits | (arrive & ~occupied[0])) & ~active & p->stage_v);
        store(g->fresh, arrive & p->stage_r);
        add_one(occupied, arrive);
        store_number(g->occupied, occupied);
        load_number(credit, g->credit);
        take_one(credit, chosen.sent);
        add_one(credit, credits);
        store_number(g->credit, credit);
        renew_offers(p, g, credit[0], chosen.sent);
        if (p->escape)
            renew_lent(g, credit, chosen.sent);
    }
    store(g->won, chosen.won);
    store(p->sent[p->chosen] + at, chosen.sent);
    store(p->tail[p->chosen] + at, chosen.tail);
    store(p->freed[p->next] + at, chosen.won);
    lanes none = {0};
    store(p->fed + at, none);
    store(p->fed_credit + at, none);
    return any(occupied[0] | chosen.won | moving);
}

FAST void step_all_groups(struct mesh_planes *p)
{
    p->busy = false;
    for (unsigned i = 0; i < p->groups; i++)
        p->busy |= step_group(p, i);
}

#endif
