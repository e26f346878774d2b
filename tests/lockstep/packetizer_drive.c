/* Random messages for the packetizer, of all sizes and classes, and a router that takes its flits
 * and gives credits back, or stalls for long. */
#include <stdlib.h>

#include "drive_packets.h"
#include "packetizer.h"
#include "util.h"

extern const char *const packetizer_configs[];
void *packetizer_drive_new(const struct packetizer_params *, struct rng *);
void packetizer_drive(void *, const struct packetizer_out *, struct packetizer_in *);
void packetizer_drive_free(void *);

const char *const packetizer_configs[] = {
    "",
    "VCS=3 DEPTH=1 SLOTS=1 SOURCES=3 CLASSES=3 CLASS_BITS=2 MSG_ID_BITS=31",
    "SOURCES=2 CLASSES=2 MSG_ID_BITS=21",
    "SOURCES=3 CLASSES=2 CLASS_BITS=2 MSG_ID_BITS=31",
    "VCS=1 DEPTH=1 SLOTS=1 LINE_SOURCE=1",
    "VCS=8 DEPTH=16 SLOTS=8 SOURCES=2 CLASSES=2 LINE_BITS=33 MSG_ID_BITS=21",
    "VCS=3 DEPTH=5 SLOTS=1 LINE_BITS=17",
    "VCS=6 DEPTH=3 SOURCES=4 SLOTS=8 CLASSES=3 CLASS_BITS=2 LINE_SOURCE=4 MSG_ID_BITS=30",
    "VCS=5 DEPTH=3 SLOTS=8 SOURCES=3 CLASSES=2 CLASS_BITS=2 ESCAPE=1 FLIT_BITS=128 MSG_ID_BITS=21",
    "FLIT_BITS=128 SOURCES=2 CLASSES=2 ONE_LINE=1 LINE_SOURCE=2 MSG_ID_BITS=21",
    "FLIT_BITS=512 SOURCES=2 CLASSES=2 LINE_SOURCE=1 MSG_ID_BITS=21",
    "SOURCES=2 CLASSES=2 ESCAPE=1 ONE_LINE=1 LINE_SOURCE=2 MSG_ID_BITS=21",
    "VCS=2 DEPTH=1 SOURCES=2 CLASSES=2 ESCAPE=1 MSG_ID_BITS=21",
    "BY_LINE=1",
    "BY_LINE=1 FLIT_BITS=512 VCS=6 DEPTH=2 SOURCES=2 SLOTS=8 CLASSES=2 LINE_BITS=33 "
    "MSG_ID_BITS=21",
    "BY_LINE=1 VCS=5 DEPTH=1 SLOTS=3 ONE_LINE=1 LINE_SOURCE=1 LINE_BITS=17",
    "BY_LINE=1 VCS=1 SLOTS=8 LINE_SOURCE=1",
    "TURNS=1 SOURCES=2 CLASSES=2 ONE_LINE=1 MSG_ID_BITS=21",
    "TURNS=1 SOURCES=4 SLOTS=3 VCS=3 DEPTH=2 LINE_BITS=17",
    "TURNS=1 SOURCES=3 SLOTS=1 BY_LINE=1 FLIT_BITS=128 CLASS_BITS=2 MSG_ID_BITS=30",
    NULL,
};

struct driver {
    struct packets packets;
    uint64_t here; /* constant for a run */
    struct sent_message sent[PACKETIZER_SOURCES_MAX];
};

void *packetizer_drive_new(const struct packetizer_params *params, struct rng *rng)
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
        .own_classes = params->classes,
        .classes = params->class_bits + 1,
    };
    packets_start(&d->packets);
    d->here = rng_below(rng, 1024);
    return d;
}

void packetizer_drive_free(void *driver)
{
    free(driver);
}

static void offer(struct driver *d, unsigned source, struct packetizer_in *in)
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

void packetizer_drive(void *driver, const struct packetizer_out *out, struct packetizer_in *in)
{
    struct driver *d = driver;
    struct packets *p = &d->packets;
    packets_cycle(p);
    in->noc_en = p->noc_en;
    in->here = d->here;
    in->router_credit = p->router_credit;
    in->send_valid = sources_that_send(p);
    in->line_valid = line_comes(p);
    in->line_data = p->line;
    for (unsigned source = 0; source < p->sources; source++)
        offer(d, source, in);
    if (p->line_source)
        take_line(d, in->line_valid && out->line_ready, in->send_valid & out->send_ready);
    flit_injected(p, out->inject_valid, out->inject_vc);
}
