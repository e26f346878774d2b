/* Twin of rtl/depacketizer.v: the receiving half of a node's network interface
 * (docs/blocks/depacketizer.md). */
#include "depacketizer.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "ring.h"
#include "rr_arbiter.h"
#include "util.h"

void depacketizer_init(struct depacketizer *d, const struct depacketizer_params *params)
{
    *d = (struct depacketizer){.params = *params, .carry_data = true};
    d->flits = xcalloc((size_t)params->vcs * params->depth, sizeof *d->flits);
    for (unsigned vc = 0; vc < params->vcs; vc++)
        d->buffers[vc].flits = d->flits + vc * params->depth;
    d->words = (uint8_t)(params->flit_bits / 64);
    d->sink_bits = params->sinks == 3 ? 3 : params->sinks == 2 ? 1 : 0;
    d->one_line = params->lines == 1 ? (uint8_t)((1u << params->sinks) - 1) : 0;
    depacketizer_reset(d);
}

void depacketizer_release(struct depacketizer *d)
{
    free(d->flits);
}

void depacketizer_reset(struct depacketizer *d)
{
    for (unsigned vc = 0; vc < d->params.vcs; vc++)
        d->buffers[vc].head = d->buffers[vc].count = 0;
    d->locked = d->early = false;
    d->nonempty = d->take_mask = d->port_credit = 0;
    d->fill = d->oldest = d->complete = d->full = 0;
    d->fetching = d->lacking = 0;
    d->denied = false;
    memset(d->kept, 0, sizeof d->kept);
}

static void show(const struct depacketizer *d, unsigned sink, const struct packet_view *to)
{
    const struct packet_message *message = &d->messages[sink][d->oldest >> sink & 1];
    const uint64_t *head = message->head;
    to->kind[sink] = head_field(head[0], 0, 3);
    to->op[sink] = head_field(head[3], HEAD_OP_AT, 3);
    to->src[sink] = head_field(head[0], HEAD_SRC_AT, 10);
    to->line[sink] = head[0] >> HEAD_LINE_AT;
    to->id[sink] = head_id(head);
    to->sectors[sink] = head_field(head[0], HEAD_SECTORS_AT, 4);
    to->data_sectors[sink] = head_data_sectors(head);
    memcpy(to->mask[sink], head + 1, sizeof to->mask[sink]);
    if (d->carry_data)
        memcpy(to->data[sink], message->data, sizeof to->data[sink]);
}

void depacketizer_show(const struct depacketizer *d, const struct packet_view *to)
{
    for (unsigned rest = depacketizer_offers(d); rest; rest &= rest - 1)
        show(d, lowest(rest), to);
}

void depacketizer_outputs(const struct depacketizer *d, struct depacketizer_out *out)
{
    out->port_credit = d->port_credit;
    out->recv_valid = depacketizer_offers(d);
    depacketizer_show(d, &(struct packet_view){out->recv_kind, out->recv_op, out->recv_src,
                                               out->recv_line, out->recv_id, out->recv_sectors,
                                               out->recv_data_sectors, out->recv_mask,
                                               out->recv_data});
}

static struct packet_message *message_under_way(struct depacketizer *d)
{
    return &d->messages[d->lock_sink][d->fill >> d->lock_sink & 1];
}

/* Of two sectors those that the message has. */
static void take_pair(struct packet_message *message, unsigned pair, const uint64_t *flit)
{
    for (unsigned half = 0; half < 2; half++) {
        unsigned sector = 2 * pair + half;
        if (head_data_sectors(message->head) >> sector & 1)
            memcpy(message->data + PACKET_SECTOR_WORDS * sector, flit + PACKET_SECTOR_WORDS * half,
                   PACKET_SECTOR_WORDS * sizeof *flit);
    }
}

/* A data flit goes to its place; absent sectors of the line were cleared when the head came. Behind
 * another message of the sink that place is in the RAM. */
static void take_piece(struct depacketizer *d, const uint64_t *flit)
{
    struct packet_message *message = message_under_way(d);
    unsigned piece = lowest(d->coming);
    d->coming &= (uint16_t)(d->coming - 1);
    if (d->words == PACKET_NARROW_WORDS && !piece) {
        memcpy(message->head + 1, flit, PACKET_NARROW_WORDS * sizeof *flit);
        return;
    }
    if ((d->complete & d->one_line) >> d->lock_sink & 1)
        d->kept[d->lock_sink][d->fill >> d->lock_sink & 1] |= (uint16_t)(1u << piece);
    if (!d->carry_data)
        return;
    if (d->words == PACKET_NARROW_WORDS)
        memcpy(message->data + PACKET_NARROW_WORDS * (piece - 1), flit,
               PACKET_NARROW_WORDS * sizeof *flit);
    else if (d->words == PACKET_SECTOR_WORDS)
        memcpy(message->data + PACKET_SECTOR_WORDS * piece, flit,
               PACKET_SECTOR_WORDS * sizeof *flit);
    else
        take_pair(message, piece, flit);
}

static unsigned sink_of(const struct depacketizer *d, const uint64_t *flit)
{
    return head_class(flit[d->words == PACKET_NARROW_WORDS ? 1 : 3]) & d->sink_bits;
}

/* Channels whose front flit goes to a sink with a free place; no packet is under way, so front
 * flits are heads. */
static unsigned welcome(const struct depacketizer *d)
{
    unsigned can = d->nonempty;
    if (!d->full)
        return can;
    if (d->full + 1u == 1u << d->params.sinks)
        return 0;
    for (unsigned rest = d->nonempty; rest; rest &= rest - 1) {
        const struct packet_buffer *buffer = &d->buffers[lowest(rest)];
        if (d->full >> sink_of(d, buffer->flits[buffer->head]) & 1)
            can &= ~(rest & -rest);
    }
    return can;
}

static void take_head(struct depacketizer *d, unsigned vc, const uint64_t *flit)
{
    d->lock_sink = (uint8_t)sink_of(d, flit);
    struct packet_message *message = message_under_way(d);
    memcpy(message->head, flit, sizeof message->head);
    if (d->words == PACKET_NARROW_WORDS) {
        message->head[3] = flit[1];
        message->head[1] = message->head[2] = 0;
    }
    d->lock_vc = (uint8_t)vc;
    d->coming = (uint16_t)head_pieces(message->head, d->words);
    if (d->carry_data)
        memset(message->data, 0, sizeof message->data);
}

/* The packet under way has ended: its message is offered. */
static void end_packet(struct depacketizer *d)
{
    uint8_t sink = (uint8_t)(1u << d->lock_sink);
    d->fill ^= sink;
    d->full |= d->complete & sink;
    d->complete |= sink;
}

/* The assembler takes the next flit of its packet, or a head. */
static void take(struct depacketizer *d, const struct packet_wires *wires)
{
    if (d->locked)
        take_piece(d, wires->flit);
    else
        take_head(d, wires->vc, wires->flit);
    d->locked = !wires->tail;
    if (wires->tail)
        end_packet(d);
}

/* At an edge of the network: from a buffer, if there is one; not when the RAM's read port is owed
 * to a sink. Returns the channel's bit. */
static uint8_t take_buffered(struct depacketizer *d)
{
    unsigned from = d->denied ? 0 : d->nonempty;
    if (from)
        from = d->locked ? from & 1u << d->lock_vc
                         : (unsigned)rr_arbiter_grant(welcome(d), d->take_mask);
    if (!from)
        return 0;
    unsigned vc = lowest(from);
    struct packet_buffer *buffer = &d->buffers[vc];
    if (!d->locked)
        d->take_mask = (uint8_t)rr_arbiter_next_mask(from, d->params.vcs);
    take(d, &(struct packet_wires){.tail = buffer->tails >> buffer->head & 1,
                                   .vc = (uint8_t)vc,
                                   .flit = buffer->flits[buffer->head]});
    buffer->head = (uint8_t)(buffer->head + 1u == d->params.depth ? 0 : buffer->head + 1);
    if (!--buffer->count)
        d->nonempty &= (uint8_t)~from;
    return (uint8_t)from;
}

bool depacketizer_goes_straight(const struct depacketizer *d, const struct packet_wires *wires)
{
    if (!wires->valid || d->early)
        return false;
    if (d->locked)
        return wires->vc == d->lock_vc && !(d->nonempty >> wires->vc & 1);
    return !d->nonempty && !(d->full >> sink_of(d, wires->flit) & 1);
}

static void store(struct depacketizer *d, const struct packet_wires *wires)
{
    struct packet_buffer *buffer = &d->buffers[wires->vc];
    unsigned place = ring_wrap((unsigned)buffer->head + buffer->count, d->params.depth);
    memcpy(buffer->flits[place], wires->flit, PACKET_HEAD_WORDS * sizeof *wires->flit);
    if (d->words > PACKET_HEAD_WORDS)
        memcpy(buffer->flits[place] + PACKET_HEAD_WORDS, wires->flit + PACKET_HEAD_WORDS,
               PACKET_HEAD_WORDS * sizeof *wires->flit);
    buffer->tails = (uint16_t)((buffer->tails & ~(1u << place)) | (unsigned)wires->tail << place);
    buffer->count++;
    d->nonempty |= (uint8_t)(1u << wires->vc);
}

/* Whether a buffer has a flit behind its oldest one. */
static bool flits_wait(const struct depacketizer *d)
{
    for (unsigned rest = d->nonempty; rest; rest &= rest - 1)
        if (d->buffers[lowest(rest)].count > 1)
            return true;
    return false;
}

bool depacketizer_receive(struct depacketizer *d, bool noc_en, const struct packet_wires *wires)
{
    bool straight = depacketizer_goes_straight(d, wires);
    if (straight)
        take(d, wires);
    if (!noc_en) {
        d->early |= straight;
        return false;
    }
    bool refills = d->fetching && !d->denied && flits_wait(d);
    uint8_t credit = straight ? 0 : take_buffered(d);
    if (wires->valid && (straight || d->early))
        credit |= (uint8_t)(1u << wires->vc);
    else if (wires->valid)
        store(d, wires);
    d->port_credit = credit;
    d->early = false;
    return refills;
}

void depacketizer_hand_over(struct depacketizer *d, unsigned sinks)
{
    d->oldest ^= (uint8_t)sinks;
    d->complete &= (uint8_t)(~sinks | d->full);
    d->full &= (uint8_t)~sinks;
    for (unsigned rest = sinks; rest; rest &= rest - 1) {
        unsigned sink = lowest(rest);
        if (d->kept[sink][d->oldest >> sink & 1])
            d->fetching |= (uint8_t)(1u << sink);
    }
    d->lacking |= d->fetching & (uint8_t)sinks;
}

void depacketizer_step(struct depacketizer *d, const struct depacketizer_in *in)
{
    unsigned taken = (unsigned)in->recv_ready & depacketizer_offers(d);
    bool refills =
        depacketizer_receive(d, in->noc_en,
                             &(struct packet_wires){in->eject_valid, in->eject_tail,
                                                    (uint8_t)in->eject_vc, in->eject_flit});
    depacketizer_fetch(d, refills);
    depacketizer_hand_over(d, taken);
}

bool depacketizer_is_idle(const struct depacketizer *d)
{
    return depacketizer_rests(d);
}

static uint64_t hash_buffer(const struct depacketizer *d, const struct packet_buffer *buffer,
                            uint64_t hash)
{
    hash = hash_word(hash, buffer->count);
    for (unsigned i = 0; i < buffer->count; i++) {
        unsigned place = (buffer->head + i) % d->params.depth;
        hash = hash_words(hash, buffer->flits[place], d->words);
        hash = hash_word(hash, buffer->tails >> place & 1);
    }
    return hash;
}

/* The complete messages and the one under way. */
static uint64_t hash_sink(const struct depacketizer *d, unsigned sink, uint64_t hash)
{
    unsigned count = (d->complete >> sink & 1u) + (d->full >> sink & 1u);
    unsigned messages = count + (d->locked && d->lock_sink == sink ? 1u : 0u);
    hash = hash_word(hash, count);
    for (unsigned i = 0; i < messages; i++) {
        const struct packet_message *message = &d->messages[sink][(d->oldest >> sink & 1u) ^ i];
        hash = hash_words(hash, message->head, PACKET_HEAD_WORDS);
        hash = hash_word(hash, d->kept[sink][(d->oldest >> sink & 1u) ^ i]);
        if (d->carry_data)
            hash = hash_words(hash, message->data, PACKET_LINE_WORDS);
    }
    return hash;
}

uint64_t depacketizer_hash(const struct depacketizer *d)
{
    uint64_t hash = hash_word(d->take_mask, (uint64_t)d->denied << 24 | (uint64_t)d->lacking << 16 |
                                                (uint64_t)d->early << 8 | d->port_credit);
    for (unsigned vc = 0; vc < d->params.vcs; vc++)
        hash = hash_buffer(d, &d->buffers[vc], hash);
    if (d->locked)
        hash = hash_word(hash, (uint64_t)d->lock_vc << 16 | d->coming);
    for (unsigned sink = 0; sink < d->params.sinks; sink++)
        hash = hash_sink(d, sink, hash);
    return hash;
}
