/* Random traffic for the network interface: the driver plays the node (sources with messages of all
 * sizes and classes, receivers that dawdle or stall for long) and the router, with credits in both
 * directions, at once. The halves alone: packetizer_drive.c, depacketizer_drive.c. */
#include <stdlib.h>

#include "drive_packets.h"
#include "noc_port.h"
#include "util.h"

extern const char *const noc_port_configs[];
void *noc_port_drive_new(const struct noc_port_params *, struct rng *);
void noc_port_drive(void *, const struct noc_port_out *, struct noc_port_in *);
void noc_port_drive_free(void *);

const char *const noc_port_configs[] = {
    "LINE_SOURCE=1",
    "",
    "VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 SINKS=3 MSG_ID_BITS=31",
    "SOURCES=2 CLASSES=2 SINKS=2 MSG_ID_BITS=21",
    "VCS=4 SOURCES=3 CLASSES=2 SINKS=3 MSG_ID_BITS=31",
    "VCS=1 DEPTH=1 SLOTS=1",
    "VCS=1 DEPTH=2 SLOTS=8 LINE_BITS=33",
    "VCS=2 DEPTH=3 SLOTS=3 LINE_SOURCE=1 LINE_BITS=17",
    "VCS=3 DEPTH=5 SLOTS=1",
    "VCS=8 DEPTH=1 SLOTS=5",
    "VCS=8 DEPTH=16 SLOTS=8",
    "SOURCES=2 MSG_ID_BITS=11",
    "VCS=1 DEPTH=1 SLOTS=1 SOURCES=2 SINKS=2 LINE_BITS=33 MSG_ID_BITS=21",
    "SOURCES=2 CLASSES=2 ESCAPE=1 ONE_LINE=1 LINE_SOURCE=2 SINKS=2 MSG_ID_BITS=21",
    "VCS=2 DEPTH=1 SLOTS=1 SOURCES=2 CLASSES=2 SINKS=2",
    "VCS=6 DEPTH=3 SLOTS=3 CLASSES=2 SINKS=2",
    "VCS=3 DEPTH=2 SOURCES=2 SLOTS=5 SINKS=2",
    "VCS=8 DEPTH=16 SOURCES=2 SLOTS=8 CLASSES=2 MSG_ID_BITS=21",
    "VCS=6 SOURCES=3 CLASSES=3 SINKS=3 MSG_ID_BITS=31",
    "VCS=2 DEPTH=2 SOURCES=3 SINKS=3 CLASSES=1 MSG_ID_BITS=31",
    "VCS=6 DEPTH=3 SOURCES=4 SLOTS=8 CLASSES=3 SINKS=2 LINE_BITS=33 MSG_ID_BITS=30",
    "FLIT_BITS=128 VCS=1 DEPTH=8",
    "FLIT_BITS=512 SOURCES=2 CLASSES=2 SINKS=2 MSG_ID_BITS=21",
    "BY_LINE=1 SOURCES=2 CLASSES=2 SINKS=2 MSG_ID_BITS=21",
    "VCS=1 DEPTH=8 SINKS=2 LINES=2 MSG_ID_BITS=21",
    "TURNS=1 SOURCES=2 CLASSES=2 ONE_LINE=1 MSG_ID_BITS=21",
    "TURNS=1 VCS=6 SOURCES=3 CLASSES=3 SINKS=3 MSG_ID_BITS=31",
    NULL,
};

struct driver {
    struct packets packets;
    uint64_t here; /* constant for a run */
    struct sent_message sent[NOC_PORT_SOURCES_MAX];
};

void *noc_port_drive_new(const struct noc_port_params *params, struct rng *rng)
{
    struct driver *d = xcalloc(1, sizeof *d);
    d->packets = (struct packets){
        .rng = rng,
        .line_bits = params->line_bits,
        .msg_id_bits = params->msg_id_bits,
        .flit_words = params->flit_bits / 64,
        .vcs = params->vcs,
        .depth = params->depth,
        .sources = params->sources,
        .line_source = params->line_source,
        .sinks = params->sinks,
        .own_classes = params->classes,
        .classes = params->sinks > 2 ? 3 : 2,
    };
    packets_start(&d->packets);
    d->here = rng_below(rng, 1024);
    return d;
}

void noc_port_drive_free(void *driver)
{
    free(driver);
}

static void offer(struct driver *d, unsigned source, struct noc_port_in *in)
{
    struct sent_message *m = &d->sent[source];
    draw_message(&d->packets, source, m);
    suit_line(&d->packets, source, m);
    in->send_class[source] = m->class;
    in->send_dest[source] = m->dest;
    in->send_kind[source] = m->kind;
    in->send_op[source] = m->op;
    in->send_line[source] = m->line;
    in->send_id[source] = m->id;
    in->send_sectors[source] = m->sectors;
    in->send_data_sectors[source] = m->data_sectors;
    in->send_mask[source] = m->mask;
    in->send_data[source] = m->data;
}

/* A line is taken at this edge, or not; and messages of these sources. */
static void take_line(struct driver *d, bool line, uint64_t taken)
{
    unsigned source = d->packets.line_source - 1;
    lines_taken(&d->packets, line, taken >> source & 1 && message_has_line(&d->sent[source]));
}

void noc_port_drive(void *driver, const struct noc_port_out *out, struct noc_port_in *in)
{
    struct driver *d = driver;
    struct packets *p = &d->packets;
    packets_cycle(p);
    in->noc_en = p->noc_en;
    in->here = d->here;
    in->router_credit = p->router_credit;
    in->eject_valid = p->eject_valid;
    in->eject_vc = p->eject_vc;
    in->eject_tail = p->eject_tail;
    in->eject_flit = p->eject_flit;
    in->recv_ready = sinks_that_take(p);
    in->send_valid = sources_that_send(p);
    in->line_valid = line_comes(p);
    in->line_data = p->line;
    for (unsigned source = 0; source < p->sources; source++)
        offer(d, source, in);
    if (p->line_source)
        take_line(d, in->line_valid && out->line_ready, in->send_valid & out->send_ready);
    flit_injected(p, out->inject_valid, out->inject_vc);
    credits_returned(p, out->port_credit);
}
