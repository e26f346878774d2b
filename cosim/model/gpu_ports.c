/* The networks in the chip model, and the side of the noc_ports towards them: wires that change
 * with the network's clock only. */
#include <stdlib.h>

#include "blocks.h"
#include "gpu_class.h"
#include "noc_port.h"
#include "util.h"

/* What the network that it injects into shows: credits. */
static void show_credits(const struct gpu_class *class, unsigned i)
{
    struct noc_port_in *in = gpu_in_of(class, i);
    in->router_credit = mesh_inject_credit(class->inject, class->inject_place[i]);
}

/* What the other one shows. Returns whether it is a flit. */
static bool show_flit(const struct gpu_class *class, unsigned i)
{
    struct noc_port_in *in = gpu_in_of(class, i);
    struct mesh_eject eject = mesh_eject(class->eject, class->eject_place[i]);
    in->eject_vc = eject.vc;
    in->eject_tail = eject.tail;
    return in->eject_valid = eject.valid;
}

static void show_nothing(const struct gpu_class *class, unsigned i)
{
    struct noc_port_in *in = gpu_in_of(class, i);
    in->router_credit = 0;
    in->eject_valid = false;
}

void gpu_gather_port(struct gpu *gpu, struct gpu_class *class, unsigned i)
{
    struct noc_port_in *in = gpu_in_of(class, i);
    in->noc_en = gpu->clock_divider_out.en;
    show_nothing(class, i);
    if (mesh_shows(class->inject, class->inject_place[i]))
        show_credits(class, i);
    if (mesh_shows(class->eject, class->eject_place[i]))
        show_flit(class, i);
}

/* Messages that change hands at this edge. */
static void count_messages(struct gpu_worker *worker, const struct gpu_class *class, unsigned i)
{
    const struct noc_port_in *in = gpu_in_of(class, i);
    const struct noc_port_out *out = gpu_out_of(class, i);
    uint64_t sends = in->send_valid & out->send_ready, receives = out->recv_valid & in->recv_ready;
    if (!(sends | receives))
        return;
    unsigned sent = (unsigned)__builtin_popcountll(sends);
    unsigned received = (unsigned)__builtin_popcountll(receives);
    const struct gpu *gpu = worker->gpu;
    struct gpu_messages *to = &worker->messages[class->plan->inject];
    struct gpu_messages *from = &worker->messages[class->plan->eject];
    to->sent += sent;
    to->sent_at += sent * gpu->now;
    from->received += received;
    from->received_at += received * gpu->now;
}

struct gpu_messages gpu_messages_of(const struct gpu *gpu, unsigned network)
{
    struct gpu_messages sum = {0};
    for (unsigned i = 0; i < gpu->worker_count; i++) {
        const struct gpu_messages *messages = &gpu->workers[i].messages[network];
        sum.sent += messages->sent;
        sum.received += messages->received;
        sum.sent_at += messages->sent_at;
        sum.received_at += messages->received_at;
    }
    return sum;
}

static void step_port(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct noc_port_in *in = gpu_in_of(class, i);
    in->noc_en = worker->gpu->clock_divider_out.en;
    count_messages(worker, class, i);
    noc_port_step(gpu_state_of(class, i), in); /* nobody watches, none pauses */
}

/* Whose share the routers are that a port injects into, and that it gives credits to. */
static struct gpu_worker *worker_injected(const struct gpu *gpu, const struct gpu_class *class,
                                          unsigned i)
{
    const struct mesh *mesh = class->inject;
    return &gpu->workers[mesh->part_of[mesh->place[class->inject_place[i]].first]];
}
static struct gpu_worker *worker_credited(const struct gpu *gpu, const struct gpu_class *class,
                                          unsigned i)
{
    const struct mesh *mesh = class->eject;
    return &gpu->workers[mesh->part_of[mesh->place[class->eject_place[i]].last]];
}

/* Behind an edge with noc_en: the router sees these wires at the next one, until then the port
 * drives the same. */
static void feed_networks(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    const struct gpu *gpu = worker->gpu;
    const struct noc_port_out *out = gpu_out_of(class, i);
    if (out->inject_valid) {
        mesh_feed(class->inject, class->inject_place[i],
                  &(struct mesh_inject){true, out->inject_tail, (unsigned)out->inject_vc, 0,
                                        out->inject_flit});
        worker_wake(worker_injected(gpu, class, i), gpu->networks, (unsigned)class->plan->inject);
    }
    if (out->port_credit) {
        mesh_feed(class->eject, class->eject_place[i],
                  &(struct mesh_inject){.credit = out->port_credit});
        worker_wake(worker_credited(gpu, class, i), gpu->networks, (unsigned)class->plan->eject);
    }
}

static bool feeds_own(const struct gpu_worker *worker, const struct gpu_class *class, unsigned i)
{
    return worker_injected(worker->gpu, class, i) == worker &&
           worker_credited(worker->gpu, class, i) == worker;
}

/* Acts at handshakes, at edges of the network's clock while it is not idle, behind one at which its
 * sender closed, and while its receiver fetches a line from its RAM. */
static void drive_port(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    const struct noc_port *port = gpu_state_of(class, i);
    struct noc_port_out *out = gpu_out_of(class, i);
    noc_port_outputs(port, out);
    if (worker->gpu->clock_divider_out.en && (out->inject_valid || out->port_credit)) {
        if (!worker->late || feeds_own(worker, class, i))
            feed_networks(worker, class, i);
        else
            gpu_later(worker, feed_networks, class, i);
    }
    gpu_drive_wires(worker, class, i);
    uint64_t bit = UINT64_C(1) << (i % 64), *busy = worker->busy[class->number];
    busy[i / 64] &= ~bit;
    busy[i / 64] |= noc_port_is_idle(port) ? 0 : bit;
    if (port->sender.closed || port->receiver.lacking)
        worker_wake(worker, class, i);
}

static void step_network(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    (void)class;
    mesh_step_part(&worker->gpu->mesh[i], worker->number);
}

void gpu_bypass_routers(struct gpu *gpu, bool bypass)
{
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        if (gpu->mesh[i].mc_count && gpu->mesh[i].bypass != bypass) {
            mesh_bypass(&gpu->mesh[i], bypass);
            gpu_wake(gpu->networks, i);
        }
}

/* The hub gets to know when the MC-routers of all networks have followed. */
static void answer_hub(struct gpu *gpu)
{
    bool all = true;
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        all &= mesh_bypassed(&gpu->mesh[i]);
    for (unsigned i = 0; all != gpu->bypassed && i < gpu->plan.span_count; i++) {
        const struct plan_span *span = &gpu->plan.spans[i];
        if (span->form != SPAN_OF_NETWORKS)
            continue;
        const struct block *block = gpu->plan.node[NODE_HUB].instances[span->hub].block;
        struct gpu_class *hub = gpu_class_of(gpu, NODE_HUB, block);
        gpu_feed(hub, 0, block_port_named(block, span->hub_port), 0, all);
        gpu_wake(hub, 0);
    }
    gpu->bypassed = all;
}

/* The MC-routers of a network are where they were asked to be, or not yet. */
static void follow_bypass(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    (void)class;
    if (worker->gpu->mesh[i].bypass != worker->gpu->bypassed)
        answer_hub(worker->gpu);
}

static void drive_network(struct gpu_worker *worker, struct gpu_class *class, unsigned i)
{
    struct mesh *mesh = &worker->gpu->mesh[i];
    mesh_drive_part(mesh, worker->number);
    if (!mesh_part_rests(mesh, worker->number))
        worker_wake(worker, class, i);
    if (!worker->number && mesh->mc_count) /* one for all */
        gpu_later(worker, follow_bypass, class, i);
}

/* The routers at the places of a class of ports get the workers of their nodes. */
static void divide_at_ports(const struct gpu *gpu, const struct gpu_class *class, unsigned network,
                            uint8_t *part_of)
{
    const struct mesh *mesh = &gpu->mesh[network];
    for (unsigned i = 0; i < class->members; i++) {
        uint8_t worker = (uint8_t)gpu_worker_of(gpu, class->kind, i);
        if (class->inject == mesh)
            part_of[mesh->place[class->inject_place[i]].first] = worker;
        if (class->eject == mesh)
            part_of[mesh->place[class->eject_place[i]].last] = worker;
    }
}

void gpu_divide_networks(struct gpu *gpu)
{
    for (unsigned m = 0; m < gpu->plan.networks; m++) {
        struct mesh *mesh = &gpu->mesh[m];
        uint8_t *part_of = xcalloc(mesh->routers, sizeof *part_of);
        for (unsigned i = 0; i < mesh->routers; i++)
            part_of[i] = (uint8_t)(i * gpu->worker_count / mesh->routers);
        for (unsigned c = 0; c < gpu->class_count; c++)
            if (gpu->classes[c].inject)
                divide_at_ports(gpu, &gpu->classes[c], m, part_of);
        mesh_divide(mesh, gpu->worker_count, part_of);
        free(part_of);
    }
}

/* Puts the ports of a class at their places. */
static void place_ports(struct gpu *gpu, struct gpu_class *class)
{
    const struct network *networks = gpu->plan.network;
    const struct plan_instance *plan = class->plan;
    class->step = step_port;
    class->drive = drive_port;
    class->inject = &gpu->mesh[plan->inject];
    class->eject = &gpu->mesh[plan->eject];
    class->inject_place = xcalloc(class->members, sizeof *class->inject_place);
    class->eject_place = xcalloc(class->members, sizeof *class->eject_place);
    for (unsigned i = 0; i < class->members; i++) {
        struct gpu_port port = {class, (uint16_t)i};
        unsigned from = network_node_place(&networks[plan->inject], class->kind, i);
        unsigned to = network_node_place(&networks[plan->eject], class->kind, i);
        struct noc_port_in *in = gpu_in_of(class, i);
        class->inject_place[i] = (uint16_t)from;
        class->eject_place[i] = (uint16_t)to;
        in->eject_flit = mesh_eject(class->eject, to).flit;
        gpu->injector[plan->inject][from] = port;
        gpu->ejector[plan->eject][to] = port;
    }
}

static void visit_all_routers(struct gpu *gpu)
{
    for (unsigned m = 0; m < gpu->plan.networks; m++) {
        unsigned routers = gpu->mesh[m].routers;
        uint16_t *order = xcalloc(routers, sizeof(*order));
        for (unsigned i = 0; i < routers; i++)
            order[i] = (uint16_t)i;
        gpu->mesh_order[m] = order;
        mesh_visit_all(&gpu->mesh[m], order);
    }
}

void gpu_shuffle_routers(struct gpu *gpu)
{
    for (unsigned m = 0; m < gpu->plan.networks; m++) {
        uint16_t *order = gpu->mesh_order[m];
        for (unsigned i = gpu->mesh[m].routers; i > 1; i--) {
            unsigned other = rng_below(&gpu->shuffle, i);
            uint16_t last = order[i - 1];
            order[i - 1] = order[other];
            order[other] = last;
        }
    }
}

void gpu_init_networks(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->plan.networks; i++)
        mesh_init(&gpu->mesh[i], &gpu->plan.network[i]);
    for (unsigned i = 0; i < gpu->class_count; i++)
        if (is_noc_port(gpu->classes[i].plan))
            place_ports(gpu, &gpu->classes[i]);
    gpu->networks = &gpu->classes[gpu->class_count];
    *gpu->networks = (struct gpu_class){.kind = NODE_KINDS,
                                        .number = gpu->class_count++,
                                        .members = gpu->plan.networks,
                                        .step = step_network,
                                        .drive = drive_network};
    if (gpu->options.no_skip || gpu->options.shuffle_seed)
        visit_all_routers(gpu);
}

void gpu_release_networks(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->plan.networks; i++) {
        mesh_release(&gpu->mesh[i]);
        free(gpu->mesh_order[i]);
    }
}

void gpu_share_places(const struct gpu_class *class)
{
    for (unsigned i = 0; i < class->members; i++) {
        mesh_mask_add(class->worker[i]->injects[class->plan->inject], class->inject_place[i]);
        mesh_mask_add(class->worker[i]->ejects[class->plan->eject], class->eject_place[i]);
    }
}

/* Of 64 places of a network what it shows to the worker's ports. */
static void show_places(struct gpu_worker *worker, unsigned network, unsigned word)
{
    const struct gpu *gpu = worker->gpu;
    const struct gpu_port *from = &gpu->injector[network][word * 64];
    const struct gpu_port *to = &gpu->ejector[network][word * 64];
    uint64_t local = mesh_local(&gpu->mesh[network], word);
    for (uint64_t rest = local & worker->injects[network][word]; rest; rest &= rest - 1) {
        struct gpu_port port = from[__builtin_ctzll(rest)];
        show_credits(port.class, port.member);
        worker->credited[port.class->number][port.member / 64] |= UINT64_C(1) << port.member % 64;
    }
    for (uint64_t rest = local & worker->ejects[network][word]; rest; rest &= rest - 1) {
        struct gpu_port port = to[__builtin_ctzll(rest)];
        uint64_t flit = show_flit(port.class, port.member);
        worker->arriving[port.class->number][port.member / 64] |= flit << port.member % 64;
    }
}

void gpu_show_networks(struct gpu_worker *worker)
{
    const struct gpu *gpu = worker->gpu;
    for (unsigned c = 0; c < gpu->class_count; c++)
        for (unsigned word = 0; gpu->classes[c].inject && word < gpu->classes[c].words; word++) {
            uint64_t *credited = &worker->credited[c][word], *arriving = &worker->arriving[c][word];
            for (uint64_t rest = *credited | *arriving; rest; rest &= rest - 1)
                show_nothing(&gpu->classes[c], word * 64 + (unsigned)__builtin_ctzll(rest));
            *credited = *arriving = 0;
        }
    for (unsigned m = 0; m < gpu->plan.networks; m++)
        for (unsigned word = 0; word < gpu->mesh[m].words; word++)
            show_places(worker, m, word);
}

/* Between two edges with noc_en: whether its receiver takes the flit on its wires. */
static uint64_t takes_flit(const struct gpu_class *class, unsigned i)
{
    const struct noc_port *state = gpu_state_of(class, i);
    const struct noc_port_in *in = gpu_in_of(class, i);
    return depacketizer_goes_straight(
        &state->receiver, &(struct packet_wires){in->eject_valid, in->eject_tail,
                                                 (uint8_t)in->eject_vc, in->eject_flit});
}

void gpu_wake_class(struct gpu_worker *worker, const struct gpu_class *class)
{
    const uint64_t *busy = worker->busy[class->number], *credited = worker->credited[class->number];
    const uint64_t *arriving = worker->arriving[class->number];
    uint64_t *active = worker->active[class->number];
    bool noc_en = worker->gpu->clock_divider_out.en;
    for (unsigned word = 0; word < class->words; word++) {
        if (noc_en)
            active[word] |= busy[word] | credited[word] | arriving[word];
        for (uint64_t rest = noc_en ? 0 : arriving[word] & ~active[word]; rest; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest);
            active[word] |= takes_flit(class, word * 64 + bit) << bit;
        }
    }
}

void gpu_wake_ports(struct gpu_worker *worker)
{
    struct gpu *gpu = worker->gpu;
    if (gpu->networks_moved)
        gpu_show_networks(worker);
    for (unsigned c = 0; c < gpu->class_count; c++)
        if (gpu->classes[c].inject)
            gpu_wake_class(worker, &gpu->classes[c]);
}
