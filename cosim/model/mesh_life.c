/* A mesh from its beginning to its end: routers, and where their wires lead; parts for threads. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

#include "mesh_inside.h"
#include "mesh_planes.h"
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
    mesh->words = bits_words(most);
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
