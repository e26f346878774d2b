/* Bit planes of a mesh: to and from the routers' twins, and what a step does flit by flit. */
#include "mesh_planes_step.h"

#include <stdlib.h>

#include "util.h"

/* A router has at most so many flits: queued, in the switch, on its wires, fed, and the one that
 * its place took last. */
enum { FLITS_PER_ROUTER = PLANE_BITS * PLANE_DEPTH + 2 * MESH_PORTS + 2 };

void mesh_planes_step_plain(struct mesh_planes *p)
{
    step_all_groups(p);
}

static unsigned lane_of_wires(unsigned router)
{
    return PLANE_COLUMNS_MAX + router;
}

static struct plane_group *group_of(struct mesh_planes *p, unsigned router)
{
    return &p->group[router / LANES];
}

/* All its links are those of a mesh of so many columns. */
static bool is_mesh_router(const struct mesh *mesh, unsigned r)
{
    const int step[MESH_PORTS] = {[PORT_EAST] = 1,
                                  [PORT_WEST] = -1,
                                  [PORT_NORTH] = -(int)mesh->network->columns,
                                  [PORT_SOUTH] = (int)mesh->network->columns};
    for (unsigned port = PORT_EAST; port < MESH_PORTS; port++) {
        struct mesh_link link = mesh->link[r][port];
        if (link.exists &&
            (link.node != (int)r + step[port] || link.port != (((port - 1) ^ 1) + 1)))
            return false;
    }
    return !mesh->link[r][PORT_LOCAL].exists && mesh->link[r][PORT_LOCAL].node == r;
}

static bool is_of_the_kind(const struct mesh *mesh)
{
    const struct router *first = mesh->router;
    bool fits = mesh->ports == MESH_PORTS && !mesh->mc_count &&
                mesh->routers <= PLANE_ROUTERS_MAX && mesh->nodes == mesh->routers &&
                mesh->network->columns <= PLANE_COLUMNS_MAX && router_is_plain(first) &&
                !first->is_wide && first->params.vcs == PLANE_VCS &&
                first->params.depth == PLANE_DEPTH;
    for (unsigned r = 0; fits && r < mesh->routers; r++)
        fits = mesh->router[r].shape == first->shape && is_mesh_router(mesh, r);
    return fits;
}

struct mesh_planes *mesh_planes_new(const struct mesh *mesh)
{
    if (!is_of_the_kind(mesh))
        return NULL;
    const struct router *first = mesh->router;
    struct mesh_planes *p = xcalloc_apart(sizeof *p);
    p->routers = mesh->routers;
    p->columns = mesh->network->columns;
    p->groups = (p->routers + LANES - 1) / LANES;
    for (unsigned k = 0; k < PLANE_BITS; k++)
        if (first->class_mask[k % PLANE_VCS] & ((1u << k % PLANE_VCS) - 1))
            p->upper |= 1u << k;
    p->escape = first->params.escape;
    p->stage_v = first->params.stages > 2 ? PLANE_ALL : 0;
    p->stage_r = first->params.stages > 3 ? PLANE_ALL : 0;
    p->step = mesh_planes_step_plain;
    for (unsigned r = 0; r < p->routers; r++)
        for (unsigned port = 0; port < MESH_PORTS; port++) {
            struct mesh_link link = mesh->link[r][port];
            p->behind[r][port] = (uint16_t)(link.node << QUEUE_BITS | link.port * PLANE_VCS);
        }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        p->step = mesh_planes_step_avx2;
#endif
    p->flit = xcalloc(p->routers * FLITS_PER_ROUTER, sizeof *p->flit);
    p->spare = xcalloc(p->routers * FLITS_PER_ROUTER, sizeof *p->spare);
    return p;
}

void mesh_planes_free(struct mesh_planes *p)
{
    if (!p)
        return;
    free(p->flit);
    free(p->spare);
    free(p);
}

static unsigned new_flit(struct mesh_planes *p, const uint64_t *words)
{
    unsigned number = p->spare[--p->spare_count];
    memcpy(p->flit[number], words, sizeof p->flit[number]);
    return number;
}

static void put(plane *planes, unsigned count, unsigned lane, unsigned k, unsigned number)
{
    for (unsigned n = 0; n < count; n++)
        planes[n][lane] |= (uint32_t)(number > n) << k;
}

/* ---- flit by flit ---- */

/* Input VC k has another flit at its front. */
FAST void look_at_front(struct plane_group *g, unsigned lane, unsigned k,
                        const struct plane_queue *queue, bool is_head)
{
    const struct plane_entry *front = &queue->entry[queue->head % PLANE_DEPTH];
    g->ending[lane] = (g->ending[lane] & ~(1u << k)) | (uint32_t)front->tail << k;
    if (!is_head)
        return;
    g->wanted[front->route][lane] |= 1u << k;
    g->late[lane] = (g->late[lane] & ~(1u << k)) | (uint32_t)front->late << k;
}

FAST void enter(struct mesh_planes *p, const struct mesh *mesh, const struct plane_arrival *arrival)
{
    unsigned number = arrival->queue, r = number >> QUEUE_BITS, flit = arrival->flit;
    bool tail = arrival->tail;
    struct plane_queue *queue = &p->queue[number];
    unsigned head = queue->head, end = queue->end, route = queue->route;
    bool is_head = !queue->midway, late = false;
    if (is_head) {
        unsigned vc = number % PLANE_VCS;
        unsigned heading = router_heading(&mesh->router[r], &mesh->in[r], p->flit[flit], vc);
        route = heading & ROUTER_ROUTE;
        late = heading & ROUTER_LATE;
    }
    struct plane_entry *entry = &queue->entry[end % PLANE_DEPTH];
    entry->flit = (uint16_t)flit;
    entry->route = (uint8_t)route;
    entry->tail = tail;
    entry->late = late;
    queue->end = (uint8_t)(end + 1);
    queue->route = (uint8_t)route;
    queue->midway = !tail;
    bool is_alone = head == end;
    if (is_alone)
        look_at_front(group_of(p, r), r % LANES, number % (1u << QUEUE_BITS), queue, is_head);
}

/* The flits at the front of input VCs `won` go into the switch. How many. */
FAST unsigned leave(struct plane_group *g, unsigned lane, uint32_t won, struct plane_queue *queues,
                    struct plane_transit transit[MESH_PORTS])
{
    unsigned count = 0;
    for (; won; won &= won - 1, count++) {
        unsigned k = (unsigned)__builtin_ctz(won);
        struct plane_queue *queue = &queues[k];
        unsigned head = queue->head, place = head % PLANE_DEPTH;
        const struct plane_entry *entry = &queue->entry[place];
        transit[entry->route].flit = entry->flit;
        transit[entry->route].place = (uint16_t)(k * PLANE_DEPTH + place);
        bool tail = entry->tail;
        queue->head = (uint8_t)(head + 1);
        if (queue->head != queue->end)
            look_at_front(g, lane, k, queue, tail);
    }
    return count;
}

void mesh_planes_step(struct mesh_planes *p, const struct mesh *mesh)
{
    p->step(p);
    unsigned moved = 0;
    for (unsigned r = 0; r < p->routers; r++) {
        struct plane_group *g = group_of(p, r);
        moved += leave(g, r % LANES, g->won[r % LANES], &p->queue[r << QUEUE_BITS],
                       p->transit[p->chosen][r]);
    }
    p->moved = moved;
    const struct plane_arrival *end = p->arrivals + p->arrival_count;
    for (const struct plane_arrival *arrival = p->arrivals; arrival < end; arrival++)
        enter(p, mesh, arrival);
    p->arrival_count = 0;
}

void mesh_planes_feed(struct mesh_planes *p, unsigned place, const struct mesh_inject *wires)
{
    unsigned at = lane_of_wires(place);
    p->fed_credit[at] |= (uint32_t)wires->credit;
    if (!wires->valid || p->fed[at]) /* the same flit is fed until a step takes it */
        return;
    p->fed[at] = 1u << wires->vc;
    p->arrivals[p->arrival_count++] =
        (struct plane_arrival){.queue = (uint16_t)(place << QUEUE_BITS | wires->vc),
                               .tail = wires->tail,
                               .is_fed = true,
                               .flit = (uint16_t)new_flit(p, wires->flit)};
}

/* Flits `sent` are on the wires of a router's outputs. */
FAST void carry_flits(struct mesh_planes *p, struct mesh *mesh, unsigned r, uint32_t sent)
{
    const struct plane_transit *transit = p->transit[p->now][r];
    const uint16_t *behind = p->behind[r];
    uint32_t tails = p->tail[p->now][lane_of_wires(r)];
    uint64_t *flits = mesh->flits[r];
    struct plane_arrival *arrival = p->arrivals + p->arrival_count;
    uint32_t local = sent & PLANE_LOCAL;
    for (uint32_t rest = sent ^ local; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctz(rest), port = bit / PLANE_VCS;
        flits[port]++;
        arrival->queue = (uint16_t)(behind[port] + bit % PLANE_VCS);
        arrival->flit = transit[port].flit;
        arrival->tail = tails >> bit & 1;
        arrival->is_fed = false;
        arrival++;
    }
    p->arrival_count = (unsigned)(arrival - p->arrivals);
    if (!local)
        return;
    struct router_out *out = &mesh->out[r];
    flits[PORT_LOCAL]++;
    out->out_valid[0] = 1u << PORT_LOCAL;
    out->out_tail[0] = (uint64_t)((tails & local) != 0) << PORT_LOCAL;
    out->out_vc[PORT_LOCAL] = (unsigned)__builtin_ctz(local);
    memcpy(out->out_flit[PORT_LOCAL], p->flit[transit[PORT_LOCAL].flit], sizeof *p->flit);
    p->left[p->left_count++] = transit[PORT_LOCAL].flit;
}

/* The wires of the new cycle; of those to places only what is there is written. */
void mesh_planes_drive(struct mesh_planes *p, struct mesh *mesh)
{
    unsigned before = p->now;
    p->now = p->next;
    p->next = p->chosen;
    p->chosen = before;
    while (p->left_count)
        p->spare[p->spare_count++] = p->left[--p->left_count];
    const uint32_t *sent = p->sent[p->now], *freed = p->freed[p->now];
    for (unsigned r = 0; r < p->routers; r++) {
        unsigned at = lane_of_wires(r);
        if ((sent[at] | freed[at]) & PLANE_LOCAL) {
            mesh_mask_add(mesh->part->local, r);
            mesh->out[r].out_valid[0] = 0;
            mesh->out[r].in_credit[PORT_LOCAL] = freed[at] & PLANE_LOCAL;
        }
        if (sent[at])
            carry_flits(p, mesh, r, sent[at]);
    }
}

bool mesh_planes_rest(const struct mesh_planes *p)
{
    return !p->busy && !p->arrival_count;
}

/* ---- to the routers ---- */

static unsigned unary(const plane *planes, unsigned lane, unsigned k)
{
    unsigned number = 0;
    for (unsigned n = 0; n < PLANE_DEPTH; n++)
        number += planes[n][lane] >> k & 1;
    return number;
}

static unsigned vcs_of(uint32_t lane, unsigned port)
{
    return lane >> port * PLANE_VCS & ((1u << PLANE_VCS) - 1);
}

static void show_transit(const struct mesh_planes *p, struct router *router, unsigned r,
                         unsigned turn, uint64_t *valid, uint64_t *tails,
                         struct router_transit *transit)
{
    *valid = *tails = 0;
    for (uint32_t rest = p->sent[turn][lane_of_wires(r)]; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctz(rest), port = bit / PLANE_VCS;
        const struct plane_transit *moves = &p->transit[turn][r][port];
        *valid |= UINT64_C(1) << port;
        *tails |= (uint64_t)(p->tail[turn][lane_of_wires(r)] >> bit & 1) << port;
        transit[port] = (struct router_transit){moves->place, (uint16_t)(bit % PLANE_VCS)};
        memcpy(router->buffer[moves->place].word, p->flit[moves->flit], sizeof *p->flit);
    }
}

static void show_queue(const struct mesh_planes *p, struct router *router,
                       const struct router_in *in, unsigned r, unsigned k)
{
    const struct plane_group *g = &p->group[r / LANES];
    const struct plane_queue *queue = &p->queue[r << QUEUE_BITS | k];
    struct router_vc *vc = &router->vc[k];
    unsigned lane = r % LANES;
    vc->count = (uint16_t)unary(g->occupied, lane, k);
    vc->head = queue->head % PLANE_DEPTH;
    vc->channel = (uint16_t)((g->channel[0][lane] >> k & 1) | (g->channel[1][lane] >> k & 1) << 1);
    for (unsigned n = 0; n < vc->count; n++) {
        unsigned place = (queue->head + n) % PLANE_DEPTH;
        const struct plane_entry *entry = &queue->entry[place];
        struct router_flit *flit = &router->buffer[k * PLANE_DEPTH + place];
        memcpy(flit->word, p->flit[entry->flit], sizeof *p->flit);
        unsigned heading = router_heading(router, in, flit->word, k % PLANE_VCS);
        vc->entry[place] = (uint16_t)(heading | (entry->tail ? ROUTER_TAIL : 0));
    }
    for (unsigned o = 0; o < MESH_PORTS; o++)
        if (g->target[o][lane] >> k & 1) {
            vc->target = (uint16_t)o;
            router->output[o].owner[vc->channel] = (uint16_t)k;
        }
}

static void show_output(const struct plane_group *g, struct router *router, unsigned lane,
                        unsigned o)
{
    struct router_output *output = &router->output[o];
    output->free = (uint16_t)vcs_of(g->free[lane], o);
    output->credited = (uint16_t)vcs_of(g->credit[0][lane], o);
    output->offer = (uint16_t)vcs_of(g->offer[lane], o);
    output->lent = (uint16_t)vcs_of(g->lent[lane], o);
    output->mixed = (uint16_t)vcs_of(g->mixed[lane], o);
    for (unsigned w = 0; w < PLANE_VCS; w++)
        output->credit[w] = (uint16_t)unary(g->credit, lane, o * PLANE_VCS + w);
    router->asks[o] = (struct router_asks){g->target[o][lane], g->wanted[o][lane]};
    router->sa.grant[o] = g->grant[o][lane] & PLANE_OF_INPUTS;
}

static uint64_t credited_vcs(const struct router *router)
{
    uint64_t set = 0;
    for (uint64_t rest = router->set->active; rest; rest &= rest - 1) {
        const struct router_vc *vc = &router->vc[__builtin_ctzll(rest)];
        if (router->output[vc->target].credit[vc->channel])
            set |= rest & -rest;
    }
    return set;
}

static void show_router(const struct mesh_planes *p, const struct mesh *mesh, unsigned r)
{
    struct router *router = &mesh->router[r];
    const struct plane_group *g = &p->group[r / LANES];
    unsigned lane = r % LANES;
    router->holds = router->moves = true; /* its next step sees how it is */
    *router->set = (struct router_sets){.nonempty = g->occupied[0][lane],
                                        .active = g->active[lane],
                                        .ending = g->ending[lane],
                                        .fresh = g->fresh[lane],
                                        .late = g->late[lane],
                                        .unripe = g->unripe[lane],
                                        .credit = p->freed[p->now][lane_of_wires(r)]};
    show_transit(p, router, r, p->next, router->switching, router->switching_tail,
                 router->switched);
    show_transit(p, router, r, p->now, router->valid, router->valid_tail, router->sent);
    for (unsigned o = 0; o < MESH_PORTS; o++)
        show_output(g, router, lane, o);
    for (unsigned k = 0; k < PLANE_BITS; k++)
        show_queue(p, router, &mesh->in[r], r, k);
    for (unsigned i = 0; i < MESH_PORTS; i++) {
        router->vc_mask[i] = (uint16_t)vcs_of(g->vc_mask[lane], i);
        router->sa.accept[i] = 0;
        for (unsigned o = 0; o < MESH_PORTS; o++)
            router->sa.accept[i] |= (uint64_t)(g->accept[o][lane] >> i * PLANE_VCS & 1) << o;
    }
    router->set->credited = credited_vcs(router);
}

void mesh_planes_show(const struct mesh_planes *p, const struct mesh *mesh)
{
    for (unsigned r = 0; r < p->routers; r++)
        show_router(p, mesh, r);
}

/* ---- and back ---- */

static void load_transit(struct mesh_planes *p, const struct router *router, unsigned r,
                         unsigned turn, uint64_t valid, uint64_t tails,
                         const struct router_transit *transit)
{
    unsigned at = lane_of_wires(r);
    for (; valid; valid &= valid - 1) {
        unsigned port = (unsigned)__builtin_ctzll(valid);
        uint32_t bit = 1u << (port * PLANE_VCS + transit[port].channel);
        p->sent[turn][at] |= bit;
        p->tail[turn][at] |= tails >> port & 1 ? bit : 0;
        unsigned flit = new_flit(p, router->buffer[transit[port].place].word);
        p->transit[turn][r][port] = (struct plane_transit){(uint16_t)flit, transit[port].place};
    }
}

static void load_queue(struct mesh_planes *p, const struct router *router, unsigned r, unsigned k)
{
    const struct router_vc *vc = &router->vc[k];
    struct plane_group *g = group_of(p, r);
    struct plane_queue *queue = &p->queue[r << QUEUE_BITS | k];
    bool active = router->set->active >> k & 1;
    put(g->occupied, PLANE_DEPTH, r % LANES, k, vc->count);
    *queue = (struct plane_queue){.head = (uint8_t)vc->head,
                                  .end = (uint8_t)(vc->head + vc->count),
                                  .route = (uint8_t)vc->target,
                                  .midway = active};
    for (unsigned n = 0; n < vc->count; n++) {
        unsigned place = (vc->head + n) % PLANE_DEPTH;
        if (!queue->midway)
            queue->route = vc->entry[place] & ROUTER_ROUTE;
        bool tail = vc->entry[place] & ROUTER_TAIL;
        bool late = !queue->midway && vc->entry[place] & ROUTER_LATE;
        queue->midway = !tail;
        unsigned flit = new_flit(p, router->buffer[k * PLANE_DEPTH + place].word);
        queue->entry[place] = (struct plane_entry){(uint16_t)flit, queue->route, tail, late};
    }
    for (unsigned bit = 0; active && bit < 2; bit++)
        g->channel[bit][r % LANES] |= (uint32_t)(vc->channel >> bit & 1) << k;
}

static void load_output(struct plane_group *g, const struct router *router, unsigned lane,
                        unsigned o)
{
    const struct router_output *output = &router->output[o];
    g->free[lane] |= (uint32_t)output->free << o * PLANE_VCS;
    g->offer[lane] |= (uint32_t)output->offer << o * PLANE_VCS;
    g->lent[lane] |= (uint32_t)output->lent << o * PLANE_VCS;
    g->mixed[lane] |= (uint32_t)output->mixed << o * PLANE_VCS;
    for (unsigned w = 0; w < PLANE_VCS; w++)
        put(g->credit, PLANE_DEPTH, lane, o * PLANE_VCS + w, output->credit[w]);
    g->target[o][lane] = (uint32_t)router->asks[o].target;
    g->wanted[o][lane] = (uint32_t)router->asks[o].wanted;
    g->grant[o][lane] = (uint32_t)router->sa.grant[o];
}

static void load_router(struct mesh_planes *p, const struct router *router, unsigned r)
{
    struct plane_group *g = group_of(p, r);
    unsigned lane = r % LANES;
    g->active[lane] = (uint32_t)router->set->active;
    g->ending[lane] = (uint32_t)router->set->ending;
    g->fresh[lane] = (uint32_t)router->set->fresh;
    g->late[lane] = (uint32_t)router->set->late;
    g->unripe[lane] = (uint32_t)router->set->unripe;
    p->freed[p->now][lane_of_wires(r)] = (uint32_t)router->set->credit;
    load_transit(p, router, r, p->next, *router->switching, *router->switching_tail,
                 router->switched);
    load_transit(p, router, r, p->now, *router->valid, *router->valid_tail, router->sent);
    for (unsigned o = 0; o < MESH_PORTS; o++)
        load_output(g, router, lane, o);
    for (unsigned k = 0; k < PLANE_BITS; k++)
        load_queue(p, router, r, k);
    for (unsigned i = 0; i < MESH_PORTS; i++) {
        g->vc_mask[lane] |= (router->vc_mask[i] & ((1u << PLANE_VCS) - 1)) << i * PLANE_VCS;
        for (unsigned o = 0; o < MESH_PORTS; o++)
            g->accept[o][lane] |= (uint32_t)(router->sa.accept[i] >> o & 1) << i * PLANE_VCS;
    }
}

static void clear(struct mesh_planes *p)
{
    p->now = 0;
    p->next = 1;
    p->chosen = 2;
    memset(p->sent, 0, sizeof p->sent);
    memset(p->tail, 0, sizeof p->tail);
    memset(p->freed, 0, sizeof p->freed);
    memset(p->fed, 0, sizeof p->fed);
    memset(p->fed_credit, 0, sizeof p->fed_credit);
    memset(p->group, 0, sizeof p->group);
    p->arrival_count = p->left_count = p->spare_count = 0;
    for (unsigned number = 0; number < p->routers * FLITS_PER_ROUTER; number++)
        p->spare[p->spare_count++] = (uint16_t)number;
}

/* What is fed to a router by its place, and on the wires from its neighbours. */
static void load_arrivals(struct mesh_planes *p, struct mesh *mesh, unsigned r)
{
    const struct router_in *in = &mesh->in[r];
    uint32_t sent = p->sent[p->now][lane_of_wires(r)];
    struct mesh_inject fed = {.valid = mesh->arrivals[r].valid[0] >> PORT_LOCAL & 1,
                              .tail = mesh->arrivals[r].tail[0] >> PORT_LOCAL & 1,
                              .vc = (unsigned)in->in_vc[PORT_LOCAL],
                              .credit = in->out_credit[PORT_LOCAL],
                              .flit = in->in_flit[PORT_LOCAL]};
    mesh_planes_feed(p, r, &fed);
    for (uint32_t rest = sent; rest; rest &= rest - 1)
        mesh->flits[r][(unsigned)__builtin_ctz(rest) / PLANE_VCS]--; /* it was counted already */
    carry_flits(p, mesh, r, sent);
}

void mesh_planes_load(struct mesh_planes *p, struct mesh *mesh)
{
    clear(p);
    for (unsigned r = 0; r < p->routers; r++)
        load_router(p, &mesh->router[r], r);
    for (unsigned r = 0; r < p->routers; r++)
        load_arrivals(p, mesh, r);
    p->busy = true;
}

bool mesh_planes_fed(const struct mesh_planes *p, unsigned place, struct mesh_inject *wires)
{
    unsigned at = lane_of_wires(place);
    *wires = (struct mesh_inject){.credit = p->fed_credit[at]};
    for (unsigned i = 0; p->fed[at] && i < p->arrival_count; i++) {
        const struct plane_arrival *arrival = &p->arrivals[i];
        if (arrival->is_fed && arrival->queue >> QUEUE_BITS == place)
            *wires = (struct mesh_inject){.valid = true,
                                          .tail = arrival->tail,
                                          .vc = arrival->queue % (1u << QUEUE_BITS),
                                          .credit = wires->credit,
                                          .flit = p->flit[arrival->flit]};
    }
    return wires->valid || wires->credit;
}
