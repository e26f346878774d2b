/* The kinds of messages between nodes: who sends what to whom, over which network, in which class,
 * and what must be sent before it is out of the way (docs/deadlock.md). The order of the rows is
 * that of the sources of a noc_port; a sink takes one class. */
#include "parts.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Misses leave the core at `out` and replies come to it at `in`: the MSHR, or with rings, on which
 * other L1s are asked for lines before (docs/ccn.md), ccn_port, so each table stands twice below. */

/* Private L1s: cores ask slices. */
#define PRIVATE_L1(out, in)                                                                        \
    {"miss", NODE_CORE, out, NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 0, " reply "},     \
    {                                                                                              \
        "reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, in, NETWORK_REPLY, 0, ""               \
    }

/* A core may be home of a line (pact20 section 3.2): on each network class 0 waits for class 1. */
#define DIRECT(out, in)                                                                            \
    {"ask", NODE_CORE, "requester.send", NODE_CORE, "requester.recv", NETWORK_REQUEST, 0,          \
     " miss answer "},                                                                             \
    {"miss", NODE_CORE, out, NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1, " reply "},     \
    {"near", NODE_CORE, "requester.send", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,    \
     " reply "},                                                                                   \
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, in, NETWORK_REPLY, 0, " answer "},        \
    {                                                                                              \
        "answer", NODE_CORE, "remote_out_queue.send", NODE_CORE, "sm.remote", NETWORK_REPLY, 1, "" \
    }

/* Through the L2 slices: a request to a home and its answer make two trips each. */
#define THROUGH_L2(out, in)                                                                        \
    {"ask", NODE_CORE, "requester.send", NODE_MEMORY, "~", NETWORK_REQUEST, 0, " asked "},         \
    {"miss", NODE_CORE, out, NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1, " reply "},     \
    {"near", NODE_CORE, "requester.send", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,    \
     " reply "},                                                                                   \
    {"answer", NODE_CORE, "remote_out_queue.send", NODE_MEMORY, "~", NETWORK_REQUEST, 2,           \
     " answered "},                                                                                \
    {"asked", NODE_MEMORY, "~ask", NODE_CORE, "requester.recv", NETWORK_REPLY, 2,                  \
     " miss answer "},                                                                             \
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, in, NETWORK_REPLY, 0, " answer "},        \
    {                                                                                              \
        "answered", NODE_MEMORY, "~answer", NODE_CORE, "sm.remote", NETWORK_REPLY, 1, ""           \
    }

/* On a work-distribution crossbar of their own (pact20 section 5.5). */
#define BY_CROSSBAR(out, in)                                                                       \
    {"ask", NODE_CORE, "requester.send", NODE_CORE, "requester.recv", NETWORK_CROSSBAR, 0,         \
     " miss answer "},                                                                             \
    {"miss", NODE_CORE, out, NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 0, " reply "},     \
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, in, NETWORK_REPLY, 0, " answer "},        \
    {                                                                                              \
        "answer", NODE_CORE, "remote_out_queue.send", NODE_CORE, "sm.remote", NETWORK_CROSSBAR, 1, \
            ""                                                                                     \
    }

static const struct message private_l1[][2] = {{PRIVATE_L1("mshr.request", "mshr.reply")},
                                               {PRIVATE_L1("ccn_port.send", "ccn_port.reply")}};
static const struct message direct[][5] = {{DIRECT("mshr.request", "mshr.reply")},
                                           {DIRECT("ccn_port.send", "ccn_port.reply")}};
static const struct message through_l2[][7] = {{THROUGH_L2("mshr.request", "mshr.reply")},
                                               {THROUGH_L2("ccn_port.send", "ccn_port.reply")}};
static const struct message by_crossbar[][4] = {{BY_CROSSBAR("mshr.request", "mshr.reply")},
                                                {BY_CROSSBAR("ccn_port.send", "ccn_port.reply")}};

const struct message *plan_messages(const struct config *config, unsigned *count)
{
    bool rings = with_ccn(config);
    const struct {
        const struct message *rows;
        unsigned count;
    } of_shared_l1[] = {[REMOTE_DIRECT] = {direct[rings], COUNT(*direct)},
                        [REMOTE_VIA_L2] = {through_l2[rings], COUNT(*through_l2)},
                        [REMOTE_VIA_CROSSBAR] = {by_crossbar[rings], COUNT(*by_crossbar)}};
    if (!config->shared_l1) {
        *count = COUNT(*private_l1);
        return private_l1[rings];
    }
    *count = of_shared_l1[config->remote_via].count;
    return of_shared_l1[config->remote_via].rows;
}
