/* A network of router twins. Wires are written where they are read: a stepped router puts its flits
 * and credits into the input records of its neighbours, so an idle router costs nothing. */
#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "plan.h"
#include "util.h"

/* Where the wires of every output lead, and so where the credits of the inputs there go. */
static void wire_router(struct mesh *mesh, unsigned router)
{
    const struct network *network = mesh->network;
    struct network_router own;
    network->topology->router(network, router, &own);
    mesh->in[router].here_x = own.here_x;
    mesh->in[router].here_y = own.here_y;
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

static void make_routers(struct mesh *mesh)
{
    for (unsigned router = 0; router < mesh->routers; router++) {
        struct plan_instance plan;
        struct router_params params;
        plan_router(mesh->network, router, &plan);
        plan_params(&plan, &params);
        router_init(&mesh->router[router], &params);
    }
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
    mesh->out = xcalloc(mesh->routers, sizeof *mesh->out);
    mesh->link = xcalloc(mesh->routers, sizeof *mesh->link);
    mesh->source = xcalloc(mesh->routers, sizeof *mesh->source);
    mesh->place = xcalloc(mesh->nodes, sizeof *mesh->place);
    mesh->flits = xcalloc(mesh->routers, sizeof *mesh->flits);
    make_routers(mesh);
    for (unsigned router = 0; router < mesh->routers; router++)
        wire_router(mesh, router);
    for (unsigned place = 0; place < mesh->nodes; place++)
        wire_place(mesh, place);
    wire_flits(mesh);
}

void mesh_release(struct mesh *mesh)
{
    for (unsigned router = 0; router < mesh->routers; router++)
        router_release(&mesh->router[router]);
    free(mesh->router);
    free(mesh->in);
    free(mesh->out);
    free(mesh->link);
    free(mesh->source);
    free(mesh->place);
    free(mesh->flits);
}

static inline void add_to(uint64_t *mask, unsigned member)
{
    mask[member / 64] |= UINT64_C(1) << member % 64;
}

void mesh_feed(struct mesh *mesh, unsigned place, const struct mesh_inject *wires)
{
    const struct mesh_place *at = &mesh->place[place];
    if (wires->valid) {
        struct router_in *in = &mesh->in[at->first];
        in->in_valid |= UINT64_C(1) << at->first_port;
        in->in_tail |= (uint64_t)wires->tail << at->first_port;
        in->in_vc[at->first_port] = wires->vc;
        in->in_flit[at->first_port] = wires->flit;
        add_to(mesh->active, at->first);
    }
    if (wires->credit) {
        mesh->in[at->last].out_credit[at->last_port] |= wires->credit;
        add_to(mesh->active, at->last);
    }
}

enum { FIVE_PORTS = 5 }; /* of a mesh's router, the common case */

/* Inlined, so that a mesh's number of ports becomes a constant. */
#define FAST static inline __attribute__((always_inline))

/* Before a loop over ports. */
#define UNROLL _Pragma("GCC unroll 5")

/* Whether the next step may change anything though nothing arrives: not when the router is idle by
 * now, and not when this one changed nothing. */
FAST bool step_router(struct mesh *mesh, unsigned number, unsigned ports)
{
    struct router *router = &mesh->router[number];
    struct router_in *in = &mesh->in[number];
    uint64_t arrives = in->in_valid;
    bool moved = router_moves(router);
    in->noc_en = true; /* steps at the network's edges only; views from outside may clear it */
    router_step(router, in);
    in->in_valid = in->in_tail = 0;
    UNROLL
    for (unsigned port = 0; port < ports; port++) {
        arrives |= in->out_credit[port];
        in->out_credit[port] = 0;
    }
    return router_moves(router) || (router->nonempty && (arrives | moved));
}

FAST void step_active(struct mesh *mesh, unsigned ports)
{
    for (unsigned word = 0; word < mesh->words; word++) {
        mesh->stepped[word] = mesh->active[word];
        mesh->active[word] = 0;
        for (uint64_t rest = mesh->stepped[word]; rest; rest &= rest - 1)
            if (step_router(mesh, word * 64 + (unsigned)__builtin_ctzll(rest), ports))
                mesh->active[word] |= rest & -rest;
    }
}

void mesh_step(struct mesh *mesh)
{
    if (mesh->order) {
        memset(mesh->active, 0, sizeof mesh->active);
        for (unsigned n = 0; n < mesh->routers; n++)
            if (step_router(mesh, mesh->order[n], mesh->ports))
                add_to(mesh->active, mesh->order[n]);
    } else if (mesh->ports == FIVE_PORTS) {
        step_active(mesh, FIVE_PORTS);
    } else {
        step_active(mesh, mesh->ports);
    }
}

/* Drives a router's outputs and carries what is on them to the neighbours. */
static void drive_wires(struct mesh *mesh, unsigned from)
{
    struct router_out *out = &mesh->out[from];
    const struct router *router = &mesh->router[from];
    router_outputs(router, out);
    for (unsigned rest = (unsigned)out->out_valid; rest; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctz(rest);
        struct mesh_link link = mesh->link[from][port];
        mesh->flits[from][port]++;
        if (!link.exists) {
            add_to(mesh->local, link.node);
            continue;
        }
        struct router_in *in = &mesh->in[link.node];
        in->in_valid |= UINT64_C(1) << link.port;
        in->in_tail |= (out->out_tail >> port & 1) << link.port;
        in->in_vc[link.port] = out->out_vc[port];
        add_to(mesh->active, link.node);
    }
    for (uint64_t rest = router->credit; rest; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctzll(rest) >> router->lane;
        struct mesh_link source = mesh->source[from][port];
        if (!source.exists) {
            add_to(mesh->local, source.node);
            continue;
        }
        mesh->in[source.node].out_credit[source.port] = out->in_credit[port];
        add_to(mesh->active, source.node);
    }
}

void mesh_outputs(struct mesh *mesh)
{
    memset(mesh->local, 0, mesh->words * sizeof mesh->local[0]);
    if (mesh->order) {
        for (unsigned n = 0; n < mesh->routers; n++)
            drive_wires(mesh, mesh->order[n]);
        return;
    }
    for (unsigned word = 0; word < mesh->words; word++)
        for (uint64_t rest = mesh->stepped[word]; rest; rest &= rest - 1)
            drive_wires(mesh, word * 64 + (unsigned)__builtin_ctzll(rest));
}

bool mesh_rests(const struct mesh *mesh)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < mesh->words; word++)
        any |= mesh->active[word];
    return !any;
}

bool mesh_is_idle(const struct mesh *mesh)
{
    return mesh_rests(mesh) && !mesh_flits(mesh);
}

uint64_t mesh_hash(const struct mesh *mesh)
{
    uint64_t hash = 0;
    for (unsigned router = 0; router < mesh->routers; router++)
        hash = hash_word(hash, router_hash(&mesh->router[router]));
    return hash;
}

uint64_t mesh_flits(const struct mesh *mesh)
{
    uint64_t flits = 0;
    for (unsigned router = 0; router < mesh->routers; router++)
        flits += router_flits(&mesh->router[router]);
    return flits;
}

void mesh_visit_all(struct mesh *mesh, uint16_t *order)
{
    mesh->order = order;
}

bool mesh_port_name(const struct mesh *mesh, unsigned router, unsigned port, char *text,
                    size_t size)
{
    const struct network *network = mesh->network;
    network->topology->port_name(network, port, text, size);
    return network->topology->behind(network, router, port).kind != END_NOBODY;
}
