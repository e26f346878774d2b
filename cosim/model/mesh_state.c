/* What a mesh holds and shows: for who waits for it, counts, compares or looks at its ports. */
#include "hash.h"
#include "mesh_inside.h"
#include "mesh_planes.h"

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

bool mesh_port_name(const struct mesh *mesh, unsigned router, unsigned port, char *text,
                    size_t size)
{
    const struct network *network = mesh->network;
    network->topology->port_name(network, port, text, size);
    return network->topology->behind(network, router, port).kind != END_NOBODY;
}
