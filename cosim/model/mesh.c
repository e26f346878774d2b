/* A network of router twins. Wires are written where they are read: a stepped router puts its flits
 * and credits into the input records of its neighbours, so an idle router costs nothing. */
#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "mesh_planes.h"
#include "plan.h"
#include "util.h"

/* Inlined, so that a mesh's number of ports becomes a constant. */
#define FAST static inline __attribute__((always_inline))

/* Where the wires of every output lead, and so where the credits of the inputs there go. */
static void wire_router(struct mesh *mesh, unsigned router)
{
    const struct network *network = mesh->network;
    struct network_router own;
    network->topology->router(network, router, &own);
    mesh->in[router].here_x = own.here_x;
    mesh->in[router].here_y = own.here_y;
    mesh->in[router].in_valid = mesh->arrivals[router].valid;
    mesh->in[router].in_tail = mesh->arrivals[router].tail;
    for (unsigned port = 0; port < mesh->ports; port++) {
        struct network_end next = network->topology->behind(network, router, port);
        bool exists = next.kind == END_ROUTER;
        mesh->link[router][port] =
            (struct mesh_link){(uint16_t)next.at, (uint8_t)next.port, exists};
        if (exists)
            mesh->source[next.at][next.port] =
                (struct mesh_link){(uint16_t)router, (uint8_t)port, true};
    }
}

static void wire_place(struct mesh *mesh, unsigned place)
{
    struct network_end entry = mesh->network->topology->entry(mesh->network, place);
    struct network_end exit = network_exit(mesh->network, place);
    mesh->place[place] = (struct mesh_place){(uint16_t)entry.at, (uint16_t)exit.at,
                                             (uint8_t)entry.port, (uint8_t)exit.port};
    if (entry.kind == END_ROUTER)
        mesh->source[entry.at][entry.port] = (struct mesh_link){.node = (uint16_t)place};
}

/* The flit wires of a link are the sender's output register. */
static void wire_flits(struct mesh *mesh)
{
    for (unsigned router = 0; router < mesh->routers; router++)
        for (unsigned port = 0; port < mesh->ports; port++) {
            struct mesh_link source = mesh->source[router][port];
            if (source.exists)
                mesh->in[router].in_flit[port] = mesh->out[source.node].out_flit[source.port];
        }
}

/* A router that can be bypassed; NULL: another one. */
FAST struct mc_router *mc_at(const struct mesh *mesh, unsigned number)
{
    unsigned index = number - mesh->mc_first;
    return index < mesh->mc_count ? &mesh->mc[index] : NULL;
}

/* The router of that number, or the one inside of an mc_router. */
FAST struct router *router_at(const struct mesh *mesh, unsigned number)
{
    struct mc_router *mc = mc_at(mesh, number);
    return mc ? &mc->body : &mesh->router[number];
}

static void make_router(struct mesh *mesh, unsigned number)
{
    struct plan_instance plan;
    union {
        struct router_params router;
        struct mc_router_params mc;
    } params;
    plan_router(mesh->network, number, &plan);
    plan_params(&plan, &params);
    struct mc_router *mc = mc_at(mesh, number);
    if (mc)
        mc_router_init(mc, &params.mc);
    else
        router_init(&mesh->router[number], &params.router);
}

static void make_routers(struct mesh *mesh)
{
    mesh->mc_count = network_bypassable(mesh->network, &mesh->mc_first);
    mesh->mc = xcalloc(mesh->mc_count, sizeof *mesh->mc);
    mesh->mc_in = xcalloc(mesh->mc_count, sizeof *mesh->mc_in);
    mesh->mc_out = xcalloc(mesh->mc_count, sizeof *mesh->mc_out);
    for (unsigned number = 0; number < mesh->routers; number++)
        make_router(mesh, number);
}

void mesh_init(struct mesh *mesh, const struct network *network)
{
    *mesh = (struct mesh){.network = network,
                          .routers = network_routers(network),
                          .nodes = network->places,
                          .ports = network->ports};
    unsigned most = mesh->routers > mesh->nodes ? mesh->routers : mesh->nodes;
    mesh->words = (most + 63) / 64;
    mesh->router = xcalloc(mesh->routers, sizeof *mesh->router);
    mesh->in = xcalloc(mesh->routers, sizeof *mesh->in);
    mesh->arrivals = xcalloc_apart(mesh->routers * sizeof *mesh->arrivals);
    mesh->out = xcalloc(mesh->routers, sizeof *mesh->out);
    mesh->link = xcalloc(mesh->routers, sizeof *mesh->link);
    mesh->source = xcalloc(mesh->routers, sizeof *mesh->source);
    mesh->place = xcalloc(mesh->nodes, sizeof *mesh->place);
    mesh->flits = xcalloc(mesh->routers, sizeof *mesh->flits);
    mesh->part_count = 1;
    mesh->part = xcalloc(1, sizeof *mesh->part);
    mesh->part_of = xcalloc(mesh->routers, sizeof *mesh->part_of);
    make_routers(mesh);
    for (unsigned router = 0; router < mesh->routers; router++)
        wire_router(mesh, router);
    for (unsigned place = 0; place < mesh->nodes; place++)
        wire_place(mesh, place);
    wire_flits(mesh);
}

/* Room for all that may cross in one cycle. */
static void make_borders(struct mesh *mesh, struct mesh_part *part)
{
    size_t most = (size_t)mesh->routers * mesh->ports * (1 + ROUTER_VCS_MAX);
    size_t bytes = sizeof(struct mesh_border) + most * sizeof(struct mesh_crossing);
    part->border = xcalloc(mesh->part_count, sizeof *part->border);
    for (unsigned i = 0; i < mesh->part_count; i++)
        part->border[i] = xcalloc_apart(bytes);
}

static void release_parts(struct mesh *mesh)
{
    for (unsigned i = 0; i < mesh->part_count; i++) {
        for (unsigned k = 0; mesh->part[i].border && k < mesh->part_count; k++)
            free(mesh->part[i].border[k]);
        free(mesh->part[i].border);
    }
    free(mesh->part);
}

void mesh_divide(struct mesh *mesh, unsigned parts, const uint8_t *part_of)
{
    release_parts(mesh);
    mesh->part_count = parts;
    if (parts > 1)
        mesh->way = MESH_BY_ROUTER; /* the load is that of all parts, which step at the same time */
    mesh->part = xcalloc(parts, sizeof *mesh->part);
    memcpy(mesh->part_of, part_of, mesh->routers * sizeof *part_of);
    for (unsigned i = 0; i < parts; i++) {
        mesh->part[i].number = i;
        make_borders(mesh, &mesh->part[i]);
    }
}

void mesh_release(struct mesh *mesh)
{
    release_parts(mesh);
    free(mesh->part_of);
    for (unsigned router = 0; router < mesh->routers; router++)
        router_release(router_at(mesh, router));
    free(mesh->router);
    free(mesh->in);
    free(mesh->arrivals);
    free(mesh->out);
    free(mesh->link);
    free(mesh->source);
    free(mesh->place);
    free(mesh->flits);
    free(mesh->mc);
    free(mesh->mc_in);
    free(mesh->mc_out);
    mesh_planes_free(mesh->planes);
}

FAST struct mesh_part *part_of(const struct mesh *mesh, unsigned router)
{
    return &mesh->part[mesh->part_of[router]];
}

/* The router is visited at the next edge. */
static inline void wake_router(struct mesh *mesh, unsigned router)
{
    mesh_mask_add(part_of(mesh, router)->active, router);
}

/* A flit comes to an input of a router of the part. */
FAST void bring(struct mesh *mesh, struct mesh_part *part, unsigned router, unsigned port,
                bool tail, uint64_t vc)
{
    struct mesh_arrivals *arrivals = &mesh->arrivals[router];
    arrivals->valid[port / 64] |= UINT64_C(1) << port % 64;
    arrivals->tail[port / 64] |= (uint64_t)tail << port % 64;
    mesh->in[router].in_vc[port] = vc;
    mesh_mask_add(part->active, router);
}

/* VCs of an output get a credit. */
FAST void bring_credit(struct mesh *mesh, struct mesh_part *part, unsigned router, unsigned port,
                       uint64_t vcs)
{
    mesh->in[router].out_credit[port] |= vcs;
    mesh->arrivals[router].credited[port / 64] |= UINT64_C(1) << port % 64;
    mesh_mask_add(part->active, router);
}

void mesh_feed(struct mesh *mesh, unsigned place, const struct mesh_inject *wires)
{
    if (mesh->in_planes) {
        mesh_planes_feed(mesh->planes, place, wires);
        return;
    }
    const struct mesh_place *at = &mesh->place[place];
    if (wires->valid) {
        bring(mesh, part_of(mesh, at->first), at->first, at->first_port, wires->tail, wires->vc);
        mesh->in[at->first].in_flit[at->first_port] = wires->flit;
    }
    if (wires->credit)
        bring_credit(mesh, part_of(mesh, at->last), at->last, at->last_port, wires->credit);
}

enum { FIVE_PORTS = 5 }; /* of a mesh's router, the common case */

/* The common case, for which steps and wires are compiled again: routers of a mesh, none of which
 * can be bypassed. */
static bool is_plain(const struct mesh *mesh)
{
    return mesh->ports == FIVE_PORTS && !mesh->mc_count;
}

/* What a step of a router leaves to do. */
struct visit {
    bool again; /* the next step may change something though nothing arrives: not when the router is
                   idle by now, and not when this one changed nothing */
    bool drives; /* its wires may show something, or have shown something before */
};

FAST struct visit step_router(struct mesh *mesh, unsigned number, unsigned ports, bool plain)
{
    struct router_in *in = &mesh->in[number];
    struct mesh_arrivals *arrivals = &mesh->arrivals[number];
    struct mc_router *mc = plain ? NULL : mc_at(mesh, number);
    struct router *router = mc ? &mc->body : &mesh->router[number];
    uint64_t arrives = 0;
    bool moved = router_moves(router);
    in->noc_en = true; /* steps at the network's edges only; views from outside may clear it */
    if (mc)
        mc_router_move(mc, in, mesh->bypass);
    else
        router_step_credited(router, in, arrivals->credited);
    for (unsigned word = 0; word < (ports + 63) / 64; word++) {
        arrives |= arrivals->valid[word] | arrivals->credited[word];
        for (uint64_t rest = arrivals->credited[word]; rest; rest &= rest - 1)
            in->out_credit[word * 64 + (unsigned)__builtin_ctzll(rest)] = 0;
        arrivals->valid[word] = arrivals->tail[word] = arrivals->credited[word] = 0;
    }
    bool moves = router_moves(router);
    return (struct visit){moves || (router->holds && (arrives | moved)) ||
                              (mc && mc_router_moves(mc, mesh->bypass)),
                          mc || moved || moves};
}

/* How many there were. */
FAST unsigned step_active(struct mesh *mesh, struct mesh_part *part, unsigned ports, bool plain)
{
    unsigned stepped = 0;
    for (unsigned word = 0; word < mesh->words; word++) {
        uint64_t again = 0, drive = 0;
        for (uint64_t rest = part->active[word]; rest; rest &= rest - 1) {
            struct visit visit =
                step_router(mesh, word * 64 + (unsigned)__builtin_ctzll(rest), ports, plain);
            again |= visit.again ? rest & -rest : 0;
            drive |= visit.drives ? rest & -rest : 0;
            stepped++;
        }
        part->active[word] = again;
        part->drive[word] = drive;
    }
    return stepped;
}

/* In the order of a test, which does not divide the network. */
static void step_all(struct mesh *mesh)
{
    memset(mesh->part->active, 0, sizeof mesh->part->active);
    for (unsigned n = 0; n < mesh->routers; n++)
        if (step_router(mesh, mesh->order[n], mesh->ports, false).again)
            wake_router(mesh, mesh->order[n]);
}

/* What others have sent to this part at the last edge. */
static void take_crossings(struct mesh *mesh, unsigned number)
{
    struct mesh_part *part = &mesh->part[number];
    for (unsigned i = 0; i < mesh->part_count; i++) {
        const struct mesh_border *border = mesh->part[i].border[number];
        for (const struct mesh_crossing *c = border->crossings;
             c < border->crossings + border->count; c++)
            if (c->is_flit)
                bring(mesh, part, c->router, c->port, c->tail, c->vc);
            else
                bring_credit(mesh, part, c->router, c->port, c->vc);
    }
}

/* Goes over to planes, if it can. */
static void enter_planes(struct mesh *mesh)
{
    if (mesh->part_count > 1 || mesh->order)
        return;
    if (!mesh->planes)
        mesh->planes = mesh_planes_new(mesh);
    if (!mesh->planes) {
        mesh->way = MESH_BY_ROUTER;
        return;
    }
    mesh_planes_load(mesh->planes, mesh);
    for (unsigned router = 0; router < mesh->routers; router++) {
        struct mesh_arrivals *arrivals = &mesh->arrivals[router];
        memset(arrivals, 0, sizeof *arrivals);
        memset(mesh->in[router].out_credit, 0, sizeof mesh->in[router].out_credit);
    }
    mesh->in_planes = true;
}

/* What is on a router's wires stands at its neighbours' inputs, as after carry. */
static void bring_wires(struct mesh *mesh, unsigned from)
{
    struct router_out *out = &mesh->out[from];
    struct mesh_part *part = mesh->part; /* the only one */
    router_outputs(&mesh->router[from], out);
    for (unsigned port = 0; port < mesh->ports; port++) {
        struct mesh_link link = mesh->link[from][port], source = mesh->source[from][port];
        if (link.exists && out->out_valid[0] >> port & 1)
            bring(mesh, part, link.node, link.port, out->out_tail[0] >> port & 1,
                  out->out_vc[port]);
        if (source.exists && out->in_credit[port])
            bring_credit(mesh, part, source.node, source.port, out->in_credit[port]);
    }
}

static void leave_planes(struct mesh *mesh)
{
    mesh_planes_show(mesh->planes, mesh);
    mesh->in_planes = false;
    for (unsigned router = 0; router < mesh->routers; router++) {
        struct mesh_inject fed;
        bring_wires(mesh, router);
        wake_router(mesh, router);
        if (mesh_planes_fed(mesh->planes, router, &fed))
            mesh_feed(mesh, router, &fed);
    }
}

/* The load is looked at in every so many steps. A step of planes costs about what a third of their
 * routers cost one by one; for each flit that moves two to three of them step. Between the two ways
 * there is room, for going over costs more than ten steps. */
enum { LOOK_STEPS = 64, LANES_PER_STEPPED = 2, LANES_PER_FLIT = 8 };

static void choose_way(struct mesh *mesh)
{
    uint64_t lanes = (mesh->routers + LANES - 1) / LANES * LANES;
    uint64_t all = mesh->steps * lanes, moves = mesh->moves;
    if (!mesh->in_planes && moves * LANES_PER_STEPPED > all)
        enter_planes(mesh);
    else if (mesh->in_planes && moves * LANES_PER_FLIT < all)
        leave_planes(mesh);
    mesh->steps = mesh->moves = 0;
}

void mesh_choose_way(struct mesh *mesh, enum mesh_way way)
{
    mesh->way = way;
    if (way == MESH_BY_ROUTER && mesh->in_planes)
        leave_planes(mesh);
    if (way == MESH_IN_PLANES && !mesh->in_planes)
        enter_planes(mesh);
}

void mesh_step_part(struct mesh *mesh, unsigned part)
{
    if (mesh->way == MESH_BY_LOAD && ++mesh->steps == LOOK_STEPS)
        choose_way(mesh);
    if (mesh->in_planes) {
        mesh_planes_step(mesh->planes, mesh);
        mesh->moves += mesh->planes->moved;
        return;
    }
    if (mesh->part_count > 1)
        take_crossings(mesh, part);
    if (mesh->order) {
        step_all(mesh);
    } else if (is_plain(mesh)) {
        unsigned stepped = step_active(mesh, &mesh->part[part], FIVE_PORTS, true);
        if (mesh->way == MESH_BY_LOAD)
            mesh->moves += stepped;
    } else {
        step_active(mesh, &mesh->part[part], mesh->ports, false);
    }
}

void mesh_step(struct mesh *mesh)
{
    for (unsigned i = 0; i < mesh->part_count; i++)
        mesh_step_part(mesh, i);
}

/* To another part. */
static void cross(struct mesh *mesh, struct mesh_part *part, struct mesh_crossing crossing)
{
    struct mesh_border *border = part->border[mesh->part_of[crossing.router]];
    border->crossings[border->count++] = crossing;
}

FAST bool is_own(const struct mesh *mesh, const struct mesh_part *part, unsigned router)
{
    return mesh->part_of[router] == part->number;
}

FAST void carry_flit(struct mesh *mesh, struct mesh_part *part, unsigned from, unsigned port)
{
    const struct router_out *out = &mesh->out[from];
    struct mesh_link link = mesh->link[from][port];
    bool tail = out->out_tail[port / 64] >> port % 64 & 1;
    mesh->flits[from][port]++;
    if (!link.exists)
        mesh_mask_add(part->local, link.node);
    else if (is_own(mesh, part, link.node))
        bring(mesh, part, link.node, link.port, tail, out->out_vc[port]);
    else
        cross(
            mesh, part,
            (struct mesh_crossing){link.node, link.port, true, tail, (uint16_t)out->out_vc[port]});
}

FAST void carry_credit(struct mesh *mesh, struct mesh_part *part, unsigned from, unsigned port)
{
    struct mesh_link source = mesh->source[from][port];
    uint64_t vcs = mesh->out[from].in_credit[port];
    if (!source.exists)
        mesh_mask_add(part->local, source.node);
    else if (is_own(mesh, part, source.node))
        bring_credit(mesh, part, source.node, source.port, vcs);
    else
        cross(mesh, part,
              (struct mesh_crossing){source.node, source.port, false, false, (uint16_t)vcs});
}

/* What is on a router's outputs reaches the neighbours. */
FAST void carry(struct mesh *mesh, struct mesh_part *part, unsigned from, unsigned out_words,
                unsigned words)
{
    const struct router_out *out = &mesh->out[from];
    const struct router *router = &mesh->router[from];
    for (unsigned word = 0; word < out_words; word++)
        for (uint64_t rest = out->out_valid[word]; rest; rest &= rest - 1)
            carry_flit(mesh, part, from, word * 64 + (unsigned)__builtin_ctzll(rest));
    for (unsigned word = 0; word < words; word++)
        for (uint64_t rest = router->set[word].credit; rest; rest &= rest - 1)
            carry_credit(mesh, part, from,
                         router_port_of(router, word * 64 + (unsigned)__builtin_ctzll(rest)));
}

/* The same of an mc_router, whose credits may be those that pass. */
static void drive_mc(struct mesh *mesh, struct mesh_part *part, unsigned from,
                     const struct mc_router *mc)
{
    struct router_out *out = &mesh->out[from];
    mc_router_wires(mc, out);
    for (unsigned port = 0; port < mc->params.ports; port++) {
        if (out->out_valid[port / 64] >> port % 64 & 1)
            carry_flit(mesh, part, from, port);
        if (out->in_credit[port])
            carry_credit(mesh, part, from, port);
    }
}

FAST void drive_plain(struct mesh *mesh, struct mesh_part *part, unsigned from)
{
    const struct router *router = &mesh->router[from];
    router_outputs(router, &mesh->out[from]);
    if (router->is_small)
        carry(mesh, part, from, 1, 1);
    else
        carry(mesh, part, from, router->out_words, router->words);
}

static void drive_any(struct mesh *mesh, struct mesh_part *part, unsigned from)
{
    const struct mc_router *mc = mc_at(mesh, from);
    if (mc)
        drive_mc(mesh, part, from, mc);
    else
        drive_plain(mesh, part, from);
}

FAST void drive_changed(struct mesh *mesh, struct mesh_part *part, bool plain)
{
    for (unsigned word = 0; word < mesh->words; word++)
        for (uint64_t rest = part->drive[word]; rest; rest &= rest - 1) {
            unsigned router = word * 64 + (unsigned)__builtin_ctzll(rest);
            if (plain)
                drive_plain(mesh, part, router);
            else
                drive_any(mesh, part, router);
        }
}

void mesh_drive_part(struct mesh *mesh, unsigned number)
{
    struct mesh_part *part = &mesh->part[number];
    memset(part->local, 0, mesh->words * sizeof part->local[0]);
    for (unsigned i = 0; part->border && i < mesh->part_count; i++)
        part->border[i]->count = 0;
    if (mesh->in_planes) {
        mesh_planes_drive(mesh->planes, mesh);
        return;
    }
    if (mesh->order) {
        for (unsigned n = 0; n < mesh->routers; n++)
            drive_any(mesh, part, mesh->order[n]);
    } else if (is_plain(mesh)) {
        drive_changed(mesh, part, true);
    } else {
        drive_changed(mesh, part, false);
    }
}

void mesh_outputs(struct mesh *mesh)
{
    for (unsigned i = 0; i < mesh->part_count; i++)
        mesh_drive_part(mesh, i);
}

bool mesh_part_rests(const struct mesh *mesh, unsigned number)
{
    const struct mesh_part *part = &mesh->part[number];
    uint64_t any = 0;
    if (mesh->in_planes)
        return mesh_planes_rest(mesh->planes);
    for (unsigned word = 0; word < mesh->words; word++)
        any |= part->active[word];
    for (unsigned i = 0; part->border && i < mesh->part_count; i++)
        any |= part->border[i]->count;
    return !any;
}

bool mesh_rests(const struct mesh *mesh)
{
    bool rests = true;
    for (unsigned i = 0; i < mesh->part_count; i++)
        rests &= mesh_part_rests(mesh, i);
    return rests;
}

bool mesh_is_idle(const struct mesh *mesh)
{
    return mesh_rests(mesh) && !mesh_flits(mesh);
}

void mesh_show_routers(const struct mesh *mesh)
{
    if (mesh->in_planes)
        mesh_planes_show(mesh->planes, mesh);
}

uint64_t mesh_hash(const struct mesh *mesh)
{
    uint64_t hash = 0;
    mesh_show_routers(mesh);
    for (unsigned router = 0; router < mesh->routers; router++) {
        const struct mc_router *mc = mc_at(mesh, router);
        hash = hash_word(hash, mc ? mc_router_hash(mc) : router_hash(&mesh->router[router]));
    }
    return hash;
}

uint64_t mesh_flits(const struct mesh *mesh)
{
    uint64_t flits = 0;
    mesh_show_routers(mesh);
    for (unsigned router = 0; router < mesh->routers; router++)
        flits += router_flits(router_at(mesh, router));
    for (unsigned i = 0; i < mesh->mc_count; i++)
        flits += mc_router_passing(&mesh->mc[i]);
    return flits;
}

void mesh_bypass(struct mesh *mesh, bool bypass)
{
    mesh->bypass = bypass;
    for (unsigned i = 0; i < mesh->mc_count; i++)
        wake_router(mesh, mesh->mc_first + i);
}

bool mesh_bypassed(const struct mesh *mesh)
{
    bool all = true;
    for (unsigned i = 0; i < mesh->mc_count; i++)
        all &= mesh->mc[i].isolate;
    return all;
}

void mesh_show(struct mesh *mesh, bool noc_en)
{
    mesh_choose_way(mesh, MESH_BY_ROUTER); /* whoever looks at ports does so again */
    for (unsigned n = 0; n < mesh->routers; n++)
        mesh->in[n].noc_en = noc_en;
    for (unsigned i = 0; i < mesh->mc_count; i++) {
        mc_router_show_in(&mesh->in[mesh->mc_first + i], mesh->bypass, &mesh->mc_in[i]);
        mc_router_show_out(&mesh->mc[i], &mesh->out[mesh->mc_first + i], &mesh->mc_out[i]);
    }
}

void mesh_visit_all(struct mesh *mesh, uint16_t *order)
{
    mesh_choose_way(mesh, MESH_BY_ROUTER);
    mesh->order = order;
}

bool mesh_port_name(const struct mesh *mesh, unsigned router, unsigned port, char *text,
                    size_t size)
{
    const struct network *network = mesh->network;
    network->topology->port_name(network, port, text, size);
    return network->topology->behind(network, router, port).kind != END_NOBODY;
}
