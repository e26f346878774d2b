/* A network of router twins. Wires are written where they are read: a stepped router puts its flits
 * and credits into the input records of its neighbours, so an idle router costs nothing.
 * mesh_life.c makes it, mesh_way.c chooses how it is computed, mesh_state.c tells what it holds. */
#include "mesh.h"

#include <string.h>

#include "mesh_inside.h"
#include "mesh_planes.h"

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

void mesh_step_part(struct mesh *mesh, unsigned part)
{
    if (mesh->way == MESH_BY_LOAD && ++mesh->steps == LOOK_STEPS)
        mesh_look_at_load(mesh);
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

void mesh_bypass(struct mesh *mesh, bool bypass)
{
    mesh->bypass = bypass;
    for (unsigned i = 0; i < mesh->mc_count; i++)
        wake_router(mesh, mesh->mc_first + i);
}
