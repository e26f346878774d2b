/* A mesh of router twins. Wires are written where they are read: a stepped router puts its flits
 * and credits into the input records of its neighbours, so an idle router costs nothing. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

/* Where the wires of a port go, and the port at which they arrive there. */
static struct mesh_link link_of(const struct mesh *mesh, unsigned node, unsigned port)
{
    static const struct {
        int x, y;
        unsigned opposite;
    } step[MESH_PORTS] = {
        [PORT_EAST] = {1, 0, PORT_WEST},
        [PORT_WEST] = {-1, 0, PORT_EAST},
        [PORT_NORTH] = {0, -1, PORT_SOUTH},
        [PORT_SOUTH] = {0, 1, PORT_NORTH},
    };
    unsigned x = node % mesh->width + (unsigned)step[port].x;
    unsigned y = node / mesh->width + (unsigned)step[port].y;
    bool exists = port != PORT_LOCAL && x < mesh->width && y < mesh->height;
    unsigned neighbour = exists ? y * mesh->width + x : node;
    return (struct mesh_link){(uint16_t)neighbour, (uint8_t)step[port].opposite, exists};
}

static void wire(struct mesh *mesh, unsigned node)
{
    mesh->in[node].here_x = node % mesh->width;
    mesh->in[node].here_y = node / mesh->width;
    for (unsigned port = 0; port < MESH_PORTS; port++) {
        struct mesh_link link = link_of(mesh, node, port);
        mesh->link[node][port] = link;
        if (link.exists)
            mesh->in[node].in_flit[port] = mesh->out[link.node].out_flit[link.port];
    }
}

void mesh_init(struct mesh *mesh, const struct config *config)
{
    struct router_params params = {
        .inputs = MESH_PORTS,
        .outputs = MESH_PORTS,
        .vcs = config->vcs,
        .depth = config->vc_depth,
        .classes = 1,
        .stages = config->router_stages,
        .flit_bits = 256,
        .dest_lsb = MESH_DEST_LSB,
        .coord_bits = NODE_BITS / 2,
    };
    memset(mesh, 0, sizeof *mesh);
    mesh->width = config->width;
    mesh->height = config->height;
    mesh->nodes = mesh->width * mesh->height;
    mesh->words = (mesh->nodes + 63) / 64;
    mesh->router = xcalloc(mesh->nodes, sizeof *mesh->router);
    mesh->in = xcalloc(mesh->nodes, sizeof *mesh->in);
    mesh->out = xcalloc(mesh->nodes, sizeof *mesh->out);
    mesh->link = xcalloc(mesh->nodes, sizeof *mesh->link);
    mesh->flits = xcalloc(mesh->nodes, sizeof *mesh->flits);
    for (unsigned node = 0; node < mesh->nodes; node++) {
        router_init(&mesh->router[node], &params);
        wire(mesh, node);
    }
}

void mesh_release(struct mesh *mesh)
{
    for (unsigned node = 0; node < mesh->nodes; node++)
        router_release(&mesh->router[node]);
    free(mesh->router);
    free(mesh->in);
    free(mesh->out);
    free(mesh->link);
    free(mesh->flits);
}

static inline void add_node(uint64_t *mask, unsigned node)
{
    mask[node / 64] |= UINT64_C(1) << node % 64;
}

void mesh_feed(struct mesh *mesh, unsigned node, const struct mesh_inject *wires)
{
    struct router_in *in = &mesh->in[node];
    if (wires->valid) {
        in->in_valid |= 1u << PORT_LOCAL;
        in->in_tail |= (uint64_t)wires->tail << PORT_LOCAL;
        in->in_vc[PORT_LOCAL] = wires->vc;
        in->in_flit[PORT_LOCAL] = wires->flit;
    }
    in->out_credit[PORT_LOCAL] = wires->credit;
    add_node(mesh->active, node);
}

static void step_router(struct mesh *mesh, unsigned node)
{
    struct router_in *in = &mesh->in[node];
    in->noc_en = true; /* a mesh steps at the network's edges only; views from outside may clear it */
    router_step(&mesh->router[node], in);
    in->in_valid = in->in_tail = 0;
    for (unsigned port = 0; port < MESH_PORTS; port++)
        in->out_credit[port] = 0;
}

void mesh_step(struct mesh *mesh)
{
    if (mesh->order) {
        memset(mesh->active, 0, sizeof mesh->active);
        for (unsigned n = 0; n < mesh->nodes; n++)
            step_router(mesh, mesh->order[n]);
        return;
    }
    for (unsigned word = 0; word < mesh->words; word++) {
        mesh->stepped[word] = mesh->active[word];
        mesh->active[word] = 0;
        for (uint64_t rest = mesh->stepped[word]; rest; rest &= rest - 1)
            step_router(mesh, word * 64 + (unsigned)__builtin_ctzll(rest));
    }
}

/* Drives a router's outputs and carries what is on them to the neighbours. */
static void drive_wires(struct mesh *mesh, unsigned node)
{
    struct router_out *out = &mesh->out[node];
    const struct router *router = &mesh->router[node];
    router_outputs(router, out);
    for (unsigned rest = (unsigned)out->out_valid; rest; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctz(rest);
        struct mesh_link link = mesh->link[node][port];
        mesh->flits[node][port]++;
        if (!link.exists)
            continue;
        struct router_in *in = &mesh->in[link.node];
        in->in_valid |= UINT64_C(1) << link.port;
        in->in_tail |= (out->out_tail >> port & 1) << link.port;
        in->in_vc[link.port] = out->out_vc[port];
        add_node(mesh->active, link.node);
    }
    for (uint64_t rest = router->credit; rest; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctzll(rest) >> router->lane;
        struct mesh_link link = mesh->link[node][port];
        if (!link.exists)
            continue;
        mesh->in[link.node].out_credit[link.port] = out->in_credit[port];
        add_node(mesh->active, link.node);
    }
    if ((out->out_valid >> PORT_LOCAL & 1) | out->in_credit[PORT_LOCAL])
        add_node(mesh->local, node);
    if (!router_is_idle(router))
        add_node(mesh->active, node);
}

void mesh_outputs(struct mesh *mesh)
{
    memset(mesh->local, 0, mesh->words * sizeof mesh->local[0]);
    if (mesh->order) {
        for (unsigned n = 0; n < mesh->nodes; n++)
            drive_wires(mesh, mesh->order[n]);
        return;
    }
    for (unsigned word = 0; word < mesh->words; word++)
        for (uint64_t rest = mesh->stepped[word]; rest; rest &= rest - 1)
            drive_wires(mesh, word * 64 + (unsigned)__builtin_ctzll(rest));
}

bool mesh_is_idle(const struct mesh *mesh)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < mesh->words; word++)
        any |= mesh->active[word];
    return !any;
}

uint64_t mesh_hash(const struct mesh *mesh)
{
    uint64_t hash = 0;
    for (unsigned node = 0; node < mesh->nodes; node++)
        hash = hash_word(hash, router_hash(&mesh->router[node]));
    return hash;
}

uint64_t mesh_flits(const struct mesh *mesh)
{
    uint64_t flits = 0;
    for (unsigned node = 0; node < mesh->nodes; node++)
        flits += router_flits(&mesh->router[node]);
    return flits;
}

void mesh_visit_all(struct mesh *mesh, uint16_t *order)
{
    mesh->order = order;
}

unsigned mesh_routers(const struct mesh *mesh, unsigned from, unsigned to)
{
    int columns = (int)(from % mesh->width) - (int)(to % mesh->width);
    int rows = (int)(from / mesh->width) - (int)(to / mesh->width);
    return 1 + (unsigned)abs(columns) + (unsigned)abs(rows);
}
