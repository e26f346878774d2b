/* The twins of an L1 and its MSHR, for oracles that run the two: parameters and wires, but those of
 * data, which go past the MSHR. */
#ifndef MEMLOOM_L1_MSHR_H
#define MEMLOOM_L1_MSHR_H

#include <string.h>

#include "check.h"
#include "l1_cache.h"
#include "mshr.h"

static inline struct mshr_params mshr_behind(const struct l1_cache_params *l1, unsigned entries,
                                             unsigned targets)
{
    return (struct mshr_params){.line_bits = l1->line_bits,
                                .entries = entries,
                                .targets = targets,
                                .id_bits = l1->id_bits,
                                .chunk_bits = 1,
                                .partitions = 1,
                                .node_bits = 10,
                                .msg_id_bits = 21,
                                .divert = l1->scheme == PROTECT_STALL_BYPASS,
                                .bypass_line = l1->bypass_line};
}

static inline void connect_l1_mshr(const struct l1_cache_out *l1, const struct mshr_out *mshr,
                                   struct l1_cache_in *l1_in, struct mshr_in *mshr_in)
{
    l1_in->miss_ready = mshr->miss_ready;
    l1_in->mshr_full = mshr->full;
    l1_in->mshr_answers = mshr->answers;
    l1_in->mshr_installs = mshr->installs;
    mshr_in->miss_valid = l1->miss_valid;
    mshr_in->miss_kind = l1->miss_kind;
    mshr_in->miss_op = l1->miss_op;
    mshr_in->miss_remote = l1->miss_remote;
    mshr_in->miss_node = l1->miss_node;
    mshr_in->miss_sectors = l1->miss_sectors;
    mshr_in->miss_line = l1->miss_line;
    mshr_in->miss_id = l1->miss_id;
    mshr_in->miss_install = l1->miss_install;
    mshr_in->miss_again = l1->miss_again;
    mshr_in->miss_mask = l1->miss_mask;
}

/* The L1 sees what is offered to the MSHR. */
static inline void show_reply(struct l1_cache_in *l1_in, const struct mshr_in *mshr_in,
                              const uint64_t *data)
{
    l1_in->reply_valid = mshr_in->reply_valid;
    l1_in->reply_kind = mshr_in->reply_kind;
    l1_in->reply_line = mshr_in->reply_line;
    l1_in->reply_data = data;
}

/* Data of stores and atomics, on their way past the MSHR: they are taken before their message, or
 * with it. */
struct line_port {
    bool holds; /* some of a message that has not come */
    uint64_t line[L1_LINE_WORDS];
};

static inline void line_port_take(struct line_port *port, const struct l1_cache_out *l1,
                                  struct l1_cache_in *in)
{
    if (port->holds || !l1->store_valid)
        return;
    in->store_ready = port->holds = true;
    memcpy(port->line, l1->store_data, sizeof port->line);
}

/* Those of a store or atomic that is taken in this cycle. */
static inline const uint64_t *line_port_give(struct line_port *port, const struct l1_cache_out *l1,
                                             struct l1_cache_in *in)
{
    line_port_take(port, l1, in);
    CHECK(port->holds);
    port->holds = false;
    return port->line;
}

#endif
