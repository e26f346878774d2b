/* Random packets for the depacketizer, interleaved on its channels within the credits, with sinks
 * that dawdle or stall for long. */
#include <stdlib.h>

#include "depacketizer.h"
#include "drive_packets.h"
#include "util.h"

extern const char *const depacketizer_configs[];
void *depacketizer_drive_new(const struct depacketizer_params *, struct rng *);
void depacketizer_drive(void *, const struct depacketizer_out *, struct depacketizer_in *);
void depacketizer_drive_free(void *);

const char *const depacketizer_configs[] = {
    "",
    "VCS=3 DEPTH=1 SINKS=3 MSG_ID_BITS=31",
    "SINKS=2 MSG_ID_BITS=21",
    "SINKS=3 MSG_ID_BITS=31 LINE_BITS=17",
    "VCS=1 DEPTH=1",
    "VCS=8 DEPTH=16 SINKS=2 LINE_BITS=33 MSG_ID_BITS=30",
    "FLIT_BITS=128 SINKS=3 MSG_ID_BITS=31",
    "VCS=3 DEPTH=5",
    "VCS=1 DEPTH=2 SINKS=2 LINE_BITS=33 MSG_ID_BITS=21",
    "FLIT_BITS=512 SINKS=2 MSG_ID_BITS=21",
    "LINES=2 SINKS=3 MSG_ID_BITS=31",
    "LINES=2 VCS=1 DEPTH=1 FLIT_BITS=128",
    "LINES=2 VCS=1 DEPTH=8 LINE_BITS=17",
    NULL,
};

void *depacketizer_drive_new(const struct depacketizer_params *params, struct rng *rng)
{
    struct packets *p = xcalloc(1, sizeof *p);
    *p = (struct packets){
        .rng = rng,
        .line_bits = params->line_bits,
        .msg_id_bits = params->msg_id_bits,
        .flit_words = params->flit_bits / 64,
        .vcs = params->vcs,
        .depth = params->depth,
        .sinks = params->sinks,
        .classes = params->sinks > 2 ? 3 : 2,
    };
    packets_start(p);
    return p;
}

void depacketizer_drive_free(void *driver)
{
    free(driver);
}

void depacketizer_drive(void *driver, const struct depacketizer_out *out,
                        struct depacketizer_in *in)
{
    struct packets *p = driver;
    packets_cycle(p);
    in->noc_en = p->noc_en;
    in->eject_valid = p->eject_valid;
    in->eject_vc = p->eject_vc;
    in->eject_tail = p->eject_tail;
    in->eject_flit = p->eject_flit;
    in->recv_ready = sinks_that_take(p);
    credits_returned(p, out->port_credit);
}
