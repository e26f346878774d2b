/* Twin of rtl/noc_port.v: network interface of a node (docs/blocks/noc_port.md). */
#include "noc_port.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "rr_arbiter.h"
#include "util.h"

/* Head flit, bit positions (docs/interfaces.md). Word 0 is the 8 B header, words 1 and 2 the byte
 * mask. */
enum { SECTORS_AT = 3, DATA_SECTORS_AT = 7, SRC_AT = 11, ID_AT = 21, LINE_AT = 31 };
enum { OP_AT = 0, DEST_AT = 3, CLASS_AT = 13, ID_HIGH_AT = 14, CLASS_HIGH_AT = 35 }; /* word 3 */
enum { ID_LOW_BITS = 10, ID_HIGH_BITS = 21 };

static unsigned lowest(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static unsigned field(uint64_t word, unsigned at, unsigned bits)
{
    return (unsigned)(word >> at) & ((1u << bits) - 1);
}

/* Channels of a message class; one that has none of its own shares those of the last class. */
static uint8_t vcs_of_class(const struct noc_port_params *params, unsigned class)
{
    unsigned per_class = params->vcs / params->classes;
    unsigned owner = class < params->classes ? class : params->classes - 1;
    return (uint8_t)(((1u << per_class) - 1) << owner * per_class);
}

void noc_port_init(struct noc_port *port, const struct noc_port_params *params)
{
    *port = (struct noc_port){.params = *params, .carry_data = true};
    port->flits = xcalloc((size_t)params->vcs * params->depth, sizeof *port->flits);
    for (unsigned vc = 0; vc < params->vcs; vc++)
        port->buffers[vc].flits = port->flits + vc * params->depth;
    for (unsigned c = 0; c < PORT_CLASSES; c++)
        port->class_vcs[c] = vcs_of_class(params, c);
    for (unsigned source = 0; source < params->sources; source++)
        port->source_slots[source] = ((1u << params->slots) - 1) << source * params->slots;
    port->sink_bits = params->sinks == 3 ? 3 : params->sinks == 2 ? 1 : 0;
    noc_port_reset(port);
}

void noc_port_release(struct noc_port *port)
{
    free(port->flits);
}

void noc_port_reset(struct noc_port *port)
{
    const struct noc_port_params *p = &port->params;
    port->busy = port->started = port->slot_mask = 0;
    port->owned = port->vc_mask = 0;
    port->has_credit = (uint8_t)((1u << p->vcs) - 1);
    for (unsigned vc = 0; vc < p->vcs; vc++) {
        port->credits[vc] = (uint8_t)p->depth;
        port->buffers[vc].head = port->buffers[vc].count = 0;
    }
    port->inject_valid = port->locked = false;
    port->nonempty = port->take_mask = port->port_credit = 0;
    port->fill = port->oldest = port->offered = port->full = 0;
}

static void offer(const struct noc_port *port, unsigned sink, struct noc_port_out *out)
{
    const struct port_message *message = &port->messages[sink][port->oldest >> sink & 1];
    const uint64_t *head = message->head;
    out->recv_kind[sink] = field(head[0], 0, 3);
    out->recv_op[sink] = field(head[3], OP_AT, 3);
    out->recv_src[sink] = field(head[0], SRC_AT, 10);
    out->recv_line[sink] = head[0] >> LINE_AT;
    out->recv_id[sink] = field(head[0], ID_AT, ID_LOW_BITS) |
                         field(head[3], ID_HIGH_AT, ID_HIGH_BITS) << ID_LOW_BITS;
    out->recv_sectors[sink] = field(head[0], SECTORS_AT, 4);
    out->recv_data_sectors[sink] = field(head[0], DATA_SECTORS_AT, 4);
    memcpy(out->recv_mask[sink], head + 1, sizeof out->recv_mask[sink]);
    if (port->carry_data)
        memcpy(out->recv_data[sink], message->data, sizeof out->recv_data[sink]);
}

/* The source's bit when one of its slots is free; a source that the port has not has no slots. */
static uint64_t ready(const struct noc_port *port, unsigned source)
{
    return (uint64_t)((port->source_slots[source] & ~port->busy) != 0) << source;
}

void noc_port_outputs(const struct noc_port *port, struct noc_port_out *out)
{
    out->send_ready = ready(port, 0) | ready(port, 1) | ready(port, 2);
    out->inject_valid = port->inject_valid;
    if (port->inject_valid) {
        out->inject_vc = port->inject_vc;
        out->inject_tail = port->inject_tail;
        memcpy(out->inject_flit, port->inject_flit, sizeof out->inject_flit);
    }
    out->port_credit = port->port_credit;
    out->recv_valid = port->offered;
    for (unsigned rest = port->offered; rest; rest &= rest - 1)
        offer(port, lowest(rest), out);
}

static void take_message(struct noc_port *port, unsigned source, unsigned index,
                         const struct noc_port_in *in)
{
    struct port_slot *slot = &port->slots[index];
    uint64_t id = in->send_id[source], class = in->send_class[source];
    slot->head[0] = in->send_kind[source] | in->send_sectors[source] << SECTORS_AT |
                    in->send_data_sectors[source] << DATA_SECTORS_AT |
                    (id & ((1u << ID_LOW_BITS) - 1)) << ID_AT | in->send_line[source] << LINE_AT;
    slot->head[1] = in->send_mask[source][0];
    slot->head[2] = in->send_mask[source][1];
    slot->head[3] = in->send_op[source] << OP_AT | in->send_dest[source] << DEST_AT |
                    (class & 1) << CLASS_AT | id >> ID_LOW_BITS << ID_HIGH_AT |
                    class >> 1 << CLASS_HIGH_AT;
    slot->left = (uint8_t)in->send_data_sectors[source];
    slot->vcs = port->class_vcs[class];
    if (slot->left && port->carry_data)
        memcpy(slot->data, in->send_data[source], sizeof slot->data);
    port->busy |= 1u << index;
}

/* Slots that can send: with a channel that has a credit, or about to choose one of the usable
 * channels of their class. */
static unsigned senders(const struct noc_port *port, unsigned usable)
{
    unsigned can = 0;
    for (unsigned rest = port->busy; rest; rest &= rest - 1) {
        unsigned slot = rest & -rest;
        if (port->slots[lowest(slot)].vcs & (port->started & slot ? port->has_credit : usable))
            can |= slot;
    }
    return can;
}

static void send_head(struct noc_port *port, struct port_slot *slot, unsigned usable, uint64_t here)
{
    unsigned grant = (unsigned)rr_arbiter_grant(usable & slot->vcs, port->vc_mask);
    port->vc_mask = (uint8_t)rr_arbiter_next_mask(grant, port->params.vcs);
    slot->vcs = (uint8_t)grant;
    port->owned |= (uint8_t)grant;
    memcpy(port->inject_flit, slot->head, sizeof port->inject_flit);
    port->inject_flit[0] |= here << SRC_AT;
}

static void send_data(struct noc_port *port, struct port_slot *slot)
{
    unsigned sector = lowest(slot->left);
    slot->left &= (uint8_t)(slot->left - 1);
    if (port->carry_data)
        memcpy(port->inject_flit, slot->data + PORT_FLIT_WORDS * sector, sizeof port->inject_flit);
}

/* One network edge of the sending side: at most one flit leaves. The credits of this edge count
 * from the next one on. */
static void send_flit(struct noc_port *port, const struct noc_port_in *in)
{
    unsigned usable = port->has_credit & ~(unsigned)port->owned;
    unsigned grant =
        port->busy ? (unsigned)rr_arbiter_grant(senders(port, usable), port->slot_mask) : 0;
    port->inject_valid = grant;
    if (grant) {
        struct port_slot *slot = &port->slots[lowest(grant)];
        port->slot_mask =
            (uint32_t)rr_arbiter_next_mask(grant, port->params.sources * port->params.slots);
        if (port->started & grant)
            send_data(port, slot);
        else
            send_head(port, slot, usable, in->here);
        port->started |= grant;
        port->inject_vc = (uint8_t)lowest(slot->vcs);
        port->inject_tail = !slot->left;
        if (!slot->left) {
            port->busy &= ~grant;
            port->started &= ~grant;
            port->owned &= (uint8_t)~slot->vcs;
        }
        if (!--port->credits[port->inject_vc])
            port->has_credit &= (uint8_t)~slot->vcs;
    }
    for (unsigned rest = (unsigned)in->router_credit; rest; rest &= rest - 1)
        port->credits[lowest(rest)]++;
    port->has_credit |= (uint8_t)in->router_credit;
}

static struct port_message *message_under_way(struct noc_port *port)
{
    return &port->messages[port->lock_sink][port->fill >> port->lock_sink & 1];
}

/* A data flit goes to its sector; absent sectors of the line were cleared when the head came. */
static void take_data(struct noc_port *port, const uint64_t *flit)
{
    struct port_message *message = message_under_way(port);
    unsigned sector = lowest(port->coming);
    port->coming &= (uint8_t)(port->coming - 1);
    if (port->carry_data)
        memcpy(message->data + PORT_FLIT_WORDS * sector, flit, PORT_FLIT_WORDS * sizeof *flit);
}

static unsigned sink_of(const struct noc_port *port, const uint64_t *head)
{
    unsigned class = field(head[3], CLASS_AT, 1) | field(head[3], CLASS_HIGH_AT, 1) << 1;
    return class & port->sink_bits;
}

/* Channels whose front flit goes to a sink with a free place; no packet is under way, so front
 * flits are heads. */
static unsigned welcome(const struct noc_port *port)
{
    unsigned can = port->nonempty;
    if (!port->full)
        return can;
    if (port->full + 1u == 1u << port->params.sinks)
        return 0;
    for (unsigned rest = port->nonempty; rest; rest &= rest - 1) {
        const struct port_buffer *buffer = &port->buffers[lowest(rest)];
        if (port->full >> sink_of(port, buffer->flits[buffer->head]) & 1)
            can &= ~(rest & -rest);
    }
    return can;
}

static void take_head(struct noc_port *port, unsigned vc, const uint64_t *flit)
{
    port->lock_sink = (uint8_t)sink_of(port, flit);
    struct port_message *message = message_under_way(port);
    memcpy(message->head, flit, sizeof message->head);
    port->take_mask = (uint8_t)rr_arbiter_next_mask(UINT64_C(1) << vc, port->params.vcs);
    port->lock_vc = (uint8_t)vc;
    port->coming = (uint8_t)field(flit[0], DATA_SECTORS_AT, 4);
    if (port->carry_data)
        memset(message->data, 0, sizeof message->data);
}

/* One network edge of the assembler: at most one flit is taken, from the buffers as they were
 * before the edge. */
static void assemble(struct noc_port *port)
{
    unsigned from = port->nonempty;
    if (from)
        from = port->locked ? from & 1u << port->lock_vc
                            : (unsigned)rr_arbiter_grant(welcome(port), port->take_mask);
    port->port_credit = (uint8_t)from;
    if (!from)
        return;
    unsigned vc = lowest(from);
    struct port_buffer *buffer = &port->buffers[vc];
    const uint64_t *flit = buffer->flits[buffer->head];
    bool tail = buffer->tails >> buffer->head & 1;
    if (port->locked)
        take_data(port, flit);
    else
        take_head(port, vc, flit);
    port->locked = !tail;
    if (tail) {
        uint8_t sink = (uint8_t)(1u << port->lock_sink);
        port->fill ^= sink;
        port->full |= port->offered & sink;
        port->offered |= sink;
    }
    buffer->head = (uint8_t)(buffer->head + 1u == port->params.depth ? 0 : buffer->head + 1);
    if (!--buffer->count)
        port->nonempty &= (uint8_t)~from;
}

static void store_flit(struct noc_port *port, const struct noc_port_in *in)
{
    struct port_buffer *buffer = &port->buffers[in->eject_vc];
    unsigned place = buffer->head + buffer->count;
    if (place >= port->params.depth)
        place -= port->params.depth;
    memcpy(buffer->flits[place], in->eject_flit, sizeof buffer->flits[place]);
    buffer->tails =
        (uint16_t)((buffer->tails & ~(1u << place)) | (unsigned)in->eject_tail << place);
    buffer->count++;
    port->nonempty |= (uint8_t)(1u << in->eject_vc);
}

/* A slot that becomes free, or a message that becomes complete, at this edge is not offered yet:
 * what counts is how it was before. */
void noc_port_step(struct noc_port *port, const struct noc_port_in *in)
{
    uint8_t recv = (uint8_t)in->recv_ready & port->offered;
    unsigned busy = port->busy;
    if (in->noc_en) {
        send_flit(port, in);
        assemble(port);
        if (in->eject_valid)
            store_flit(port, in);
    }
    for (unsigned rest = (unsigned)in->send_valid; rest; rest &= rest - 1) {
        unsigned source = lowest(rest), unused = port->source_slots[source] & ~busy;
        if (unused)
            take_message(port, source, lowest(unused), in);
    }
    port->oldest ^= recv;
    port->offered &= (uint8_t)(~recv | port->full);
    port->full &= (uint8_t)~recv;
}

bool noc_port_is_idle(const struct noc_port *port)
{
    return !port->busy && !port->inject_valid && !port->port_credit && !port->nonempty &&
           !port->offered;
}

static uint64_t hash_slots(const struct noc_port *port, uint64_t hash)
{
    for (unsigned rest = port->busy; rest; rest &= rest - 1) {
        const struct port_slot *slot = &port->slots[lowest(rest)];
        hash = hash_words(hash, slot->head, PORT_FLIT_WORDS);
        hash = hash_word(hash, (uint64_t)slot->vcs << 4 | slot->left);
        if (slot->left && port->carry_data)
            hash = hash_words(hash, slot->data, 16);
    }
    return hash;
}

static uint64_t hash_buffers(const struct noc_port *port, uint64_t hash)
{
    for (unsigned vc = 0; vc < port->params.vcs; vc++) {
        const struct port_buffer *buffer = &port->buffers[vc];
        hash = hash_word(hash, (uint64_t)port->credits[vc] << 8 | buffer->count);
        for (unsigned i = 0; i < buffer->count; i++) {
            unsigned place = (buffer->head + i) % port->params.depth;
            hash = hash_words(hash, buffer->flits[place], PORT_FLIT_WORDS);
            hash = hash_word(hash, buffer->tails >> place & 1);
        }
    }
    return hash;
}

/* The complete messages and the one under way. */
static uint64_t hash_sink(const struct noc_port *port, unsigned sink, uint64_t hash)
{
    unsigned complete = (port->offered >> sink & 1u) + (port->full >> sink & 1u);
    unsigned messages = complete + (port->locked && port->lock_sink == sink ? 1u : 0u);
    hash = hash_word(hash, complete);
    for (unsigned i = 0; i < messages; i++) {
        const struct port_message *message = &port->messages[sink][(port->oldest >> sink & 1u) ^ i];
        hash = hash_words(hash, message->head, PORT_FLIT_WORDS);
        if (port->carry_data)
            hash = hash_words(hash, message->data, 16);
    }
    return hash;
}

uint64_t noc_port_hash(const struct noc_port *port)
{
    uint64_t hash = hash_word(0, (uint64_t)port->busy << 32 | port->started);
    hash = hash_word(hash, (uint64_t)port->slot_mask << 32 | (uint64_t)port->vc_mask << 16 |
                               (uint64_t)port->take_mask << 8 | port->port_credit);
    if (port->inject_valid) {
        hash = hash_word(hash, (uint64_t)port->inject_vc << 1 | port->inject_tail);
        hash = hash_words(hash, port->inject_flit, PORT_FLIT_WORDS);
    }
    hash = hash_buffers(port, hash_slots(port, hash));
    if (port->locked)
        hash = hash_word(hash, (uint64_t)port->lock_vc << 4 | port->coming);
    for (unsigned sink = 0; sink < port->params.sinks; sink++)
        hash = hash_sink(port, sink, hash);
    return hash;
}
