/* Twin of rtl/packetizer.v: the sending half of a node's network interface
 * (docs/blocks/packetizer.md). */
#include "packetizer.h"

#include <string.h>

#include "hash.h"
#include "mask.h"
#include "message.h"
#include "rr_arbiter.h"

/* Channels of a message class; one that has none of its own shares those of the last class. With
 * ESCAPE class 0 has all but the last, and later classes may borrow them. */
static uint8_t vcs_of_class(const struct packetizer_params *params, unsigned class)
{
    unsigned all = (1u << params->vcs) - 1;
    if (params->escape)
        return (uint8_t)(class ? all : all >> 1);
    unsigned per_class = params->vcs / params->classes;
    unsigned owner = class < params->classes ? class : params->classes - 1;
    return (uint8_t)(((1u << per_class) - 1) << owner * per_class);
}

void packetizer_init(struct packetizer *p, const struct packetizer_params *params)
{
    *p =
        (struct packetizer){.params = *params, .carry_data = true, .words = params->flit_bits / 64};
    p->slots_of_all = (params->turns ? 1 : params->sources) * params->slots;
    for (unsigned c = 0; c < PACKETIZER_CLASSES; c++)
        p->class_vcs[c] = vcs_of_class(params, c);
    for (unsigned source = 0; source < params->sources; source++)
        p->source_slots[source] = ((1u << params->slots) - 1)
                                  << (params->turns ? 0 : source * params->slots);
    packetizer_reset(p);
}

void packetizer_release(struct packetizer *p)
{
    (void)p; /* nothing is allocated */
}

/* There is a place for one more line of the source: with ONE_LINE it has but one. */
static bool has_place(const struct packetizer *p, unsigned source)
{
    uint32_t slots = p->source_slots[source], loaded = p->loaded & slots;
    return p->params.one_line ? !loaded : loaded != slots;
}

static void find_ready(struct packetizer *p)
{
    p->ready = 0;
    for (unsigned rest = p->turn; rest; rest &= rest - 1) {
        unsigned source = lowest(rest);
        if (p->source_slots[source] & ~p->busy && has_place(p, source))
            p->ready |= (uint8_t)(1u << source);
    }
    if (p->params.line_source)
        p->takes_line = !p->holds && has_place(p, p->params.line_source - 1u);
}

static void set_busy(struct packetizer *p, uint32_t busy)
{
    p->busy = busy;
    find_ready(p);
}

/* TURNS: the source whose turn it is when nobody else wants it. */
static uint8_t resting_turn(const struct packetizer *p)
{
    return (uint8_t)(1u << (p->params.sources - 1));
}

/* TURNS, with offers: the turn stays with a source whose offer is not taken. Else it goes on to the
 * next source that offers something. */
static void pass_turn(struct packetizer *p, unsigned offers, unsigned taken)
{
    if (offers & p->turn & ~taken)
        return;
    unsigned next = (unsigned)rr_arbiter_grant(offers & ~(unsigned)p->turn,
                                               rr_arbiter_next_mask(p->turn, p->params.sources));
    p->turn = next ? (uint8_t)next : resting_turn(p);
    find_ready(p);
}

void packetizer_reset(struct packetizer *p)
{
    p->turn = p->params.turns ? resting_turn(p) : (uint8_t)((1u << p->params.sources) - 1);
    p->holds = false;
    p->loaded = 0;
    set_busy(p, 0);
    p->started = p->waiting = p->slot_mask = 0;
    p->owned = p->vc_mask = p->mixed = 0;
    p->has_credit = (uint8_t)((1u << p->params.vcs) - 1);
    for (unsigned vc = 0; vc < p->params.vcs; vc++)
        p->credits[vc] = (uint8_t)p->params.depth;
    p->inject_valid = p->closed = false;
}

void packetizer_outputs(const struct packetizer *p, struct packetizer_out *out)
{
    out->send_ready = p->ready;
    out->line_ready = p->takes_line;
    out->inject_valid = p->inject_valid;
    if (!p->inject_valid)
        return;
    out->inject_vc = p->inject_vc;
    out->inject_tail = p->inject_tail;
    memcpy(out->inject_flit, p->inject_flit, sizeof out->inject_flit);
}

/* BY_LINE: the channel of a line among those of a class: all its bits folded to three, scaled. */
static uint8_t vc_of_line(const struct packetizer_params *params, uint8_t class_vcs, uint64_t line)
{
    unsigned per_class = params->vcs / params->classes, folded = 0;
    for (; line; line >>= 3)
        folded ^= line & 7;
    return (uint8_t)(1u << (lowest(class_vcs) + folded * per_class / 8));
}

/* Busy slots of a source with a message on one of these channels. */
static uint32_t slots_on(const struct packetizer *p, unsigned source, uint8_t vcs)
{
    uint32_t on = 0;
    for (unsigned rest = p->busy & p->source_slots[source]; rest; rest &= rest - 1)
        if (p->slot_vcs[lowest(rest)] & vcs)
            on |= rest & -rest;
    return on;
}

static bool is_write(unsigned kind)
{
    return kind == MESSAGE_STORE || kind == MESSAGE_ATOMIC;
}

/* Data of a message of LINE_SOURCE, which comes now or later. */
static void take_line(struct packetizer *p, const struct packetizer_in *in)
{
    p->holds = true;
    if (p->carry_data)
        memcpy(p->held, in->line_data, sizeof p->held);
    find_ready(p);
}

static void take_message(struct packetizer *p, unsigned source, unsigned index,
                         const struct packetizer_in *in)
{
    struct packet_slot *slot = &p->slots[index];
    uint64_t id = in->send_id[source], class = in->send_class[source];
    uint64_t id_low = id & ((1u << HEAD_ID_LOW_BITS) - 1), id_high = id >> HEAD_ID_LOW_BITS;
    slot->head[0] = in->send_kind[source] | in->send_sectors[source] << HEAD_SECTORS_AT |
                    in->send_data_sectors[source] << HEAD_DATA_SECTORS_AT | id_low << HEAD_ID_AT |
                    in->send_line[source] << HEAD_LINE_AT;
    slot->head[1] = in->send_mask[source][0];
    slot->head[2] = in->send_mask[source][1];
    slot->head[3] = in->send_op[source] << HEAD_OP_AT | in->send_dest[source] << HEAD_DEST_AT |
                    (class & 1) << HEAD_CLASS_AT | id_high << HEAD_ID_HIGH_AT |
                    class >> 1 << HEAD_CLASS_HIGH_AT;
    uint8_t vcs = p->class_vcs[class];
    slot->left = head_pieces(slot->head, p->words);
    if (p->params.by_line) {
        vcs = vc_of_line(&p->params, vcs, in->send_line[source]);
        p->slot_after[index] = slots_on(p, source, vcs);
        p->waiting |= (uint32_t)(p->slot_after[index] != 0) << index;
    }
    p->slot_vcs[index] = vcs;
    const uint64_t *line = in->send_data[source];
    if (source + 1 == p->params.line_source && is_write((unsigned)in->send_kind[source])) {
        line = p->held;
        p->holds = false;
    }
    p->loaded |= (uint32_t)(slot->left != 0) << index;
    if (slot->left && p->carry_data)
        memcpy(slot->data, line, sizeof slot->data);
    set_busy(p, p->busy | 1u << index);
}

/* Of the channels that the head of a message may use those that it can take. One of ESCAPE's class
 * 1 takes the last, or one of which the router holds no flit of class 0. */
static unsigned takeable(const struct packetizer *p, uint8_t vcs, unsigned usable)
{
    unsigned last = 1u << (p->params.vcs - 1), can = vcs & usable;
    if (!p->params.escape || !(vcs & last))
        return can;
    for (unsigned rest = can & ~last; rest; rest &= rest - 1)
        if (p->mixed & rest & -rest && p->credits[lowest(rest)] < p->params.depth)
            can &= ~(rest & -rest);
    return can;
}

/* Slots that can send: with a channel that has a credit, or about to choose one of the usable
 * channels that they may use, when no message before them wants it. */
static unsigned senders(const struct packetizer *p, unsigned usable)
{
    unsigned can = 0;
    for (unsigned rest = p->busy & ~p->waiting; rest; rest &= rest - 1) {
        unsigned bit = rest & -rest;
        uint8_t vcs = p->slot_vcs[lowest(bit)];
        if (p->started & bit ? vcs & p->has_credit : takeable(p, vcs, usable))
            can |= bit;
    }
    return can;
}

static void send_head(struct packetizer *p, const struct packet_slot *slot, uint8_t *vcs,
                      unsigned usable, uint64_t here)
{
    unsigned grant = (unsigned)rr_arbiter_grant(takeable(p, *vcs, usable), p->vc_mask);
    p->vc_mask = (uint8_t)rr_arbiter_next_mask(grant, p->params.vcs);
    bool late = *vcs >> (p->params.vcs - 1) & 1;
    p->mixed = (uint8_t)(late ? p->mixed & ~grant : p->mixed | grant);
    *vcs = (uint8_t)grant;
    p->owned |= (uint8_t)grant;
    memcpy(p->inject_flit, slot->head, sizeof slot->head);
    if (p->words == PACKET_NARROW_WORDS)
        p->inject_flit[1] = slot->head[3];
    else if (p->words > PACKET_HEAD_WORDS)
        memset(p->inject_flit + PACKET_HEAD_WORDS, 0, sizeof slot->head);
    p->inject_flit[0] |= here << HEAD_SRC_AT;
}

/* Two sectors that stand together; zero for one that the message does not have. */
static void send_pair(struct packetizer *p, const struct packet_slot *slot, unsigned pair)
{
    for (unsigned half = 0; half < 2; half++) {
        unsigned sector = 2 * pair + half;
        uint64_t *to = p->inject_flit + PACKET_SECTOR_WORDS * half;
        if (head_data_sectors(slot->head) >> sector & 1)
            memcpy(to, slot->data + PACKET_SECTOR_WORDS * sector, PACKET_SECTOR_WORDS * sizeof *to);
        else
            memset(to, 0, PACKET_SECTOR_WORDS * sizeof *to);
    }
}

static void send_piece(struct packetizer *p, struct packet_slot *slot)
{
    unsigned piece = lowest((unsigned)slot->left), words = p->words;
    slot->left &= slot->left - 1;
    if (words == PACKET_NARROW_WORDS && !piece)
        memcpy(p->inject_flit, slot->head + 1, PACKET_NARROW_WORDS * sizeof *p->inject_flit);
    else if (!p->carry_data)
        return;
    else if (words == PACKET_NARROW_WORDS)
        memcpy(p->inject_flit, slot->data + PACKET_NARROW_WORDS * (piece - 1),
               PACKET_NARROW_WORDS * sizeof *p->inject_flit);
    else if (words == PACKET_SECTOR_WORDS)
        memcpy(p->inject_flit, slot->data + PACKET_SECTOR_WORDS * piece,
               PACKET_SECTOR_WORDS * sizeof *p->inject_flit);
    else
        send_pair(p, slot, piece);
}

/* A message has left: those that waited for its packet need not any more. */
static void free_slot(struct packetizer *p, uint32_t slot, uint8_t vcs)
{
    p->loaded &= ~slot;
    set_busy(p, p->busy & ~slot);
    p->started &= ~slot;
    p->owned &= (uint8_t)~vcs;
    for (unsigned rest = p->waiting; rest; rest &= rest - 1)
        if (!(p->slot_after[lowest(rest)] &= ~slot))
            p->waiting &= ~(rest & -rest);
}

/* The next flit of a slot, into the inject register. */
static void send_from(struct packetizer *p, unsigned grant, unsigned usable, uint64_t here)
{
    struct packet_slot *slot = &p->slots[lowest(grant)];
    uint8_t *vcs = &p->slot_vcs[lowest(grant)];
    if (p->started & grant)
        send_piece(p, slot);
    else
        send_head(p, slot, vcs, usable, here);
    p->started |= grant;
    p->inject_valid = true;
    p->inject_vc = (uint8_t)lowest(*vcs);
    p->inject_tail = !slot->left;
    if (!slot->left)
        free_slot(p, grant, *vcs);
    if (!--p->credits[p->inject_vc])
        p->has_credit &= (uint8_t) ~*vcs;
}

static void send_one(struct packetizer *p, unsigned usable, uint64_t here)
{
    unsigned grant = (unsigned)rr_arbiter_grant(senders(p, usable), p->slot_mask);
    if (!grant)
        return;
    p->slot_mask = (uint32_t)rr_arbiter_next_mask(grant, p->slots_of_all);
    send_from(p, grant, usable, here);
}

/* All slots were empty: of the messages that have just been taken that of the lowest source sends
 * its head at once. */
static void send_straight(struct packetizer *p, unsigned source, unsigned usable, uint64_t here)
{
    unsigned slot = lowest(p->source_slots[source]);
    if (takeable(p, p->slot_vcs[slot], usable))
        send_from(p, 1u << slot, usable, here);
}

/* Slots that become free at this edge do not count: `busy` is how it was before. */
static void take_messages(struct packetizer *p, const struct packetizer_in *in, unsigned taken,
                          unsigned busy)
{
    for (unsigned rest = taken; rest; rest &= rest - 1) {
        unsigned source = lowest(rest);
        take_message(p, source, lowest(p->source_slots[source] & ~busy), in);
    }
}

static void step_network(struct packetizer *p, const struct packetizer_in *in, unsigned taken)
{
    unsigned busy = p->busy, usable = p->has_credit & ~(unsigned)p->owned;
    bool closed = p->closed;
    p->closed = !busy && taken && !closed;
    p->inject_valid = false;
    if (busy && !closed)
        send_one(p, usable, in->here);
    if (taken)
        take_messages(p, in, taken, busy);
    if (p->closed)
        send_straight(p, lowest(taken), usable, in->here);
    for (unsigned rest = (unsigned)in->router_credit; rest; rest &= rest - 1)
        p->credits[lowest(rest)]++;
    p->has_credit |= (uint8_t)in->router_credit;
}

void packetizer_step(struct packetizer *p, const struct packetizer_in *in)
{
    unsigned offers = (unsigned)in->send_valid, taken = offers & p->ready;
    if (in->line_valid && p->takes_line)
        take_line(p, in);
    if (in->noc_en) {
        step_network(p, in, taken);
    } else {
        p->closed = false;
        if (taken)
            take_messages(p, in, taken, p->busy);
    }
    if (p->params.turns && offers)
        pass_turn(p, offers, taken);
}

bool packetizer_is_idle(const struct packetizer *p)
{
    return packetizer_rests(p);
}

static uint64_t hash_slots(const struct packetizer *p, uint64_t hash)
{
    for (unsigned rest = p->busy; rest; rest &= rest - 1) {
        unsigned index = lowest(rest);
        const struct packet_slot *slot = &p->slots[index];
        uint32_t after = p->waiting >> index & 1 ? p->slot_after[index] : 0;
        hash = hash_words(hash, slot->head, PACKET_HEAD_WORDS);
        hash = hash_word(hash,
                         (uint64_t)after << 32 | (uint64_t)p->slot_vcs[index] << 16 | slot->left);
        if (slot->left && p->carry_data)
            hash = hash_words(hash, slot->data, PACKET_LINE_WORDS);
    }
    return hash;
}

uint64_t packetizer_hash(const struct packetizer *p)
{
    uint64_t hash = hash_word((uint64_t)p->turn << 2 | (unsigned)p->holds << 1 | p->closed,
                              (uint64_t)p->busy << 32 | p->started);
    hash = hash_word(hash, (uint64_t)p->slot_mask << 32 | (unsigned)p->mixed << 8 | p->vc_mask);
    if (p->inject_valid) {
        hash = hash_word(hash, (uint64_t)p->inject_vc << 1 | p->inject_tail);
        hash = hash_words(hash, p->inject_flit, p->words);
    }
    for (unsigned vc = 0; vc < p->params.vcs; vc++)
        hash = hash_word(hash, p->credits[vc]);
    if (p->holds && p->carry_data)
        hash = hash_words(hash, p->held, PACKET_LINE_WORDS);
    return hash_slots(p, hash);
}
