/* Links: the fields that both sides have, the ready of who takes, and what of a message id and its
 * addresses is made anew on the way. */
#include "bind.h"

#include <stdlib.h>
#include <string.h>

static struct at field_at(const struct plan_end *end, const struct gpu_class *class,
                          const char *field)
{
    return (struct at){block_port(class->plan->block, end->interface, field), end->element};
}

/* Whether an input of the reader lies between two offsets: copying over it would be wrong. */
static bool is_in_between(const struct block *block, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < block->port_count; i++)
        if (!block->ports[i].is_output && block->ports[i].offset >= from &&
            block->ports[i].offset < to)
            return true;
    return false;
}

/* One more field; fields that follow each other on both sides alike become one run. */
static void add_run(const struct block *reader, struct gpu_offer *offer, struct gpu_run run)
{
    struct gpu_run *last = offer->run_count ? &offer->runs[offer->run_count - 1] : NULL;
    unsigned end = last ? last->from + last->bytes : 0u;
    if (last && run.from >= end && run.from < end + 8 &&
        run.from - last->from == run.to - last->to &&
        !is_in_between(reader, last->to + last->bytes, run.to)) {
        last->bytes = (uint16_t)(run.from + run.bytes - last->from);
        return;
    }
    *NEW_IN(offer->runs, offer->run_count) = run;
}

static void point_at_driver(const struct joint *joint, struct at from, struct at to)
{
    for (unsigned i = 0; i < joint->from->members; i++) {
        unsigned there = joint->there ? joint->there[i] : i;
        if (there != NO_MEMBER)
            bind_to_driver(joint->to, there, to, joint->from, i, from);
    }
}

static bool is_routed(const struct gpu_offer *offer, const char *field)
{
    const struct gpu_route *route = &offer->route;
    return route->id_bits && (!strcmp(field, "id") || plan_way_wires(route->way, field));
}

static unsigned element_width(const struct gpu_class *class, const struct block_port *port)
{
    return plan_port_width(class->plan, port) / plan_port_elements(class->plan, port);
}

static uint16_t offset_or_0(const struct plan_end *end, const struct gpu_class *class,
                            const char *field)
{
    struct at at = field_at(end, class, field);
    return at.port ? (uint16_t)at_offset(at) : 0;
}

/* A way through L2, or a message id that is wider at the port than at the receiver. */
static void make_route(const struct joint *joint, struct gpu_route *route)
{
    const struct plan_end *from = &joint->link->from, *to = &joint->link->to;
    const struct block_port *id = field_at(from, joint->from, "id").port;
    const struct block_port *to_id = field_at(to, joint->to, "id").port;
    enum plan_way way = joint->link->way;
    if (joint->link->message == NO_MESSAGE || !id || !to_id)
        return;
    unsigned width = element_width(joint->from, id), to_width = element_width(joint->to, to_id);
    if (way == WAY_PLAIN && width <= to_width)
        return;
    *route = (struct gpu_route){.way = way,
                                .from_id = offset_or_0(from, joint->from, "id"),
                                .from_dest = offset_or_0(from, joint->from, "dest"),
                                .from_src = offset_or_0(from, joint->from, "src"),
                                .from_line = offset_or_0(from, joint->from, "line"),
                                .to_id = offset_or_0(to, joint->to, "id"),
                                .to_dest = offset_or_0(to, joint->to, "dest"),
                                .to_src = offset_or_0(to, joint->to, "src"),
                                .id_bits = way == WAY_TO_L2     ? to_width - NODE_BITS
                                           : way == WAY_ONWARDS ? width - NODE_BITS
                                                                : to_width};
}

static int by_size(const void *a, const void *b)
{
    const struct gpu_run *x = a, *y = b;
    bool x_is_word = x->bytes == sizeof(uint64_t), y_is_word = y->bytes == sizeof(uint64_t);
    return x_is_word != y_is_word ? y_is_word - x_is_word : x->to - y->to;
}

/* Words first. An offer without a field has an empty list, which is no null pointer: carry.h counts
 * from it. */
static void sort_runs(struct gpu_offer *offer)
{
    if (!offer->runs)
        offer->runs = xcalloc(1, sizeof *offer->runs);
    qsort(offer->runs, offer->run_count, sizeof *offer->runs, by_size);
    while (offer->word_count < offer->run_count &&
           offer->runs[offer->word_count].bytes == sizeof(uint64_t))
        offer->word_count++;
}

/* What stands outside drives the ports that the chip has. Twins have those of all mechanisms and
 * drive them always. */
static bool is_driven(const struct gpu *gpu, const struct joint *joint,
                      const struct block_port *output)
{
    return !joint->from->plan->outside || plan_has_port(&gpu->plan, output);
}

/* Fields that may change while they are offered are one run. */
static void add_redecided(const struct block *block, struct gpu_offer *offer, struct gpu_run run)
{
    struct gpu_run *all = &offer->redecided;
    if (all->bytes && (run.from != all->from + all->bytes || run.to != all->to + all->bytes))
        bug("%s: fields of an offer that may change do not follow each other", block->name);
    if (!all->bytes)
        *all = run;
    else
        all->bytes = (uint16_t)(all->bytes + run.bytes);
}

/* What both sides have, but valid and ready. */
static void join_fields(const struct gpu *gpu, const struct joint *joint, struct gpu_offer *offer)
{
    const struct block *block = joint->from->plan->block;
    for (unsigned i = 0; i < block->port_count; i++) {
        const char *field = block_field(block, joint->link->from.interface, block->ports[i].name);
        if (!field || !block->ports[i].is_output || !strcmp(field, "valid"))
            continue;
        struct at from = {&block->ports[i], joint->link->from.element};
        struct at to = field_at(&joint->link->to, joint->to, field);
        if (!to.port || is_routed(offer, field) || !is_driven(gpu, joint, from.port))
            continue;
        bool narrow = from.port->form == PORT_BOOL || to.port->form == PORT_BOOL;
        struct gpu_run run = {(uint16_t)at_offset(from), (uint16_t)at_offset(to),
                              narrow ? 1 : sizeof(uint64_t)};
        if (from.port->form == PORT_WIDE) {
            point_at_driver(joint, from, to);
            continue;
        }
        add_run(joint->to->plan->block, offer, run);
        if (from.port->redecided)
            add_redecided(block, offer, run);
    }
}

/* An offer that is the same until it is taken, unless something outside of the blocks meddles. */
static bool stays(const struct gpu *gpu, const struct joint *joint, const struct gpu_offer *offer)
{
    const struct gpu_options *options = &gpu->options;
    bool meddled = options->ideal_links || gpu->config.ccn == CCN_IDEAL ||
                   (options->open && joint->from->plan->outside);
    return !meddled && !offer->wakes && !joint->there &&
           !field_at(&joint->link->from, joint->from, "valid").port->redecided &&
           offer->valid.byte / 8 < FLAG_WORDS;
}

/* Inputs of a noc_port that its sender does not have: the message's class, all others stay 0. */
static void tie_class(const struct joint *joint)
{
    struct at to = field_at(&joint->link->to, joint->to, "class");
    if (!to.port || field_at(&joint->link->from, joint->from, "class").port)
        return;
    for (unsigned i = 0; i < joint->to->members; i++)
        *(uint64_t *)(void *)((char *)gpu_in_of(joint->to, i) + at_offset(to)) = joint->link->class;
}

/* A bit of the flags that no output has, in the same word as a valid: of a bool's byte the highest,
 * of a mask's word. */
static struct gpu_bit bit_beside(const struct gpu_class *class, struct at valid)
{
    bool is_mask = valid.port->form == PORT_MASK;
    if (is_mask && plan_port_elements(class->plan, valid.port) == 64)
        bug("%s: no bit is free beside %s", class->plan->name, valid.port->name);
    return (struct gpu_bit){(uint16_t)(valid.port->offset + (is_mask ? 7 : 0)), 0x80, false};
}

static bool sees_offers(const struct joint *joint)
{
    const struct block_twin *twin = joint->to->twin;
    return twin && twin->sees_offers &&
           twin->sees_offers(joint->to->params, joint->link->to.interface);
}

/* The receiver's ready; one without always takes. */
static void join_ready(const struct gpu *gpu, const struct joint *joint, struct gpu_offer *offer)
{
    struct at own = field_at(&joint->link->from, joint->from, "ready");
    struct at theirs = field_at(&joint->link->to, joint->to, "ready");
    offer->always = !own.port;
    offer->wakes = offer->always || sees_offers(joint);
    offer->stays = stays(gpu, joint, offer);
    bind_flag(joint->from, offer->valid, offer->stays ? READ_TAKEN : READ_EACH);
    if (!own.port)
        return;
    offer->ready = at_bit(own);
    if (!theirs.port) {
        for (unsigned i = 0; i < joint->from->members; i++) {
            unsigned char *in = gpu_in_of(joint->from, i);
            in[offer->ready.byte] |= offer->ready.mask;
        }
        return;
    }
    struct gpu_class *to = joint->to;
    struct gpu_answer answer = {.end = bind_end(to, joint->from),
                                .in_size = joint->from->in_size,
                                .out_size = joint->from->out_size,
                                .ready = at_bit(theirs),
                                .to_ready = offer->ready,
                                .valid = at_bit(field_at(&joint->link->to, to, "valid")),
                                .there = joint->back};
    if (offer->stays) {
        answer.taken = bit_beside(joint->from, field_at(&joint->link->from, joint->from, "valid"));
        bind_flag(joint->from, answer.taken, READ_CHANGES);
    }
    if (joint->there)
        *NEW_IN(to->ring_answers, to->ring_answer_count) = answer;
    else
        *NEW_IN(to->answers, to->answer_count) = answer;
    bind_flag(to, at_bit(theirs), READ_CHANGES);
}

void bind_joint(struct gpu *gpu, const struct joint *joint)
{
    struct gpu_class *from = joint->from;
    struct gpu_offer *offer = joint->there ? NEW_IN(from->ring_offers, from->ring_offer_count)
                                           : NEW_IN(from->offers, from->offer_count);
    *offer = (struct gpu_offer){.end = bind_end(from, joint->to),
                                .in_size = joint->to->in_size,
                                .there = joint->there,
                                .valid = at_bit(field_at(&joint->link->from, joint->from, "valid")),
                                .to_valid = at_bit(field_at(&joint->link->to, joint->to, "valid"))};
    make_route(joint, &offer->route);
    join_fields(gpu, joint, offer);
    sort_runs(offer);
    tie_class(joint);
    join_ready(gpu, joint, offer);
}

void bind_link(struct gpu *gpu, enum node_kind kind, const struct plan_link *link)
{
    bind_joint(gpu, &(struct joint){.link = link,
                                    .from = bind_class(gpu, kind, link->from.instance),
                                    .to = bind_class(gpu, kind, link->to.instance)});
}
