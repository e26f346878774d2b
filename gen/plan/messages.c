/* The kinds of messages between nodes: who sends what to whom, over which network, in which class,
 * and what must be sent before it is out of the way (docs/deadlock.md). The order of the rows is
 * that of the sources of a noc_port; a sink takes one class. */
#include "parts.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* Private L1s: cores ask slices. */
static const struct message private_l1[] = {
    {"miss", NODE_CORE, "mshr.request", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 0,
     " reply "},
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, "mshr.reply", NETWORK_REPLY, 0, ""}};

/* Likewise, but other L1s are asked for lines on rings before (docs/ccn.md). */
static const struct message by_rings[] = {
    {"miss", NODE_CORE, "ccn_port.send", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 0,
     " reply "},
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, "ccn_port.reply", NETWORK_REPLY, 0, ""}};

/* A core may be home of a line (pact20 section 3.2): on each network class 0 waits for class 1. */
static const struct message direct[] = {
    {"ask", NODE_CORE, "requester.send", NODE_CORE, "requester.recv", NETWORK_REQUEST, 0,
     " miss answer "},
    {"miss", NODE_CORE, "mshr.request", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,
     " reply "},
    {"near", NODE_CORE, "requester.send", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,
     " reply "},
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, "mshr.reply", NETWORK_REPLY, 0,
     " answer "},
    {"answer", NODE_CORE, "remote_out_queue.send", NODE_CORE, "sm.remote", NETWORK_REPLY, 1, ""}};

/* Through the L2 slices: a request to a home and its answer make two trips each. */
static const struct message through_l2[] = {
    {"ask", NODE_CORE, "requester.send", NODE_MEMORY, "~", NETWORK_REQUEST, 0, " asked "},
    {"miss", NODE_CORE, "mshr.request", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,
     " reply "},
    {"near", NODE_CORE, "requester.send", NODE_MEMORY, "llc_slice.request", NETWORK_REQUEST, 1,
     " reply "},
    {"answer", NODE_CORE, "remote_out_queue.send", NODE_MEMORY, "~", NETWORK_REQUEST, 2,
     " answered "},
    {"asked", NODE_MEMORY, "~ask", NODE_CORE, "requester.recv", NETWORK_REPLY, 2, " miss answer "},
    {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE, "mshr.reply", NETWORK_REPLY, 0,
     " answer "},
    {"answered", NODE_MEMORY, "~answer", NODE_CORE, "sm.remote", NETWORK_REPLY, 1, ""}};

/* On a work-distribution crossbar of their own (pact20 section 5.5). */
static const struct message by_crossbar[] = {{"ask", NODE_CORE, "requester.send", NODE_CORE,
                                              "requester.recv", NETWORK_CROSSBAR, 0,
                                              " miss answer "},
                                             {"miss", NODE_CORE, "mshr.request", NODE_MEMORY,
                                              "llc_slice.request", NETWORK_REQUEST, 0, " reply "},
                                             {"reply", NODE_MEMORY, "llc_slice.reply", NODE_CORE,
                                              "mshr.reply", NETWORK_REPLY, 0, " answer "},
                                             {"answer", NODE_CORE, "remote_out_queue.send",
                                              NODE_CORE, "sm.remote", NETWORK_CROSSBAR, 1, ""}};

const struct message *plan_messages(const struct config *config, unsigned *count)
{
    static const struct {
        const struct message *rows;
        unsigned count;
    } of_shared_l1[] = {[REMOTE_DIRECT] = {direct, COUNT(direct)},
                        [REMOTE_VIA_L2] = {through_l2, COUNT(through_l2)},
                        [REMOTE_VIA_CROSSBAR] = {by_crossbar, COUNT(by_crossbar)}};
    if (with_ccn(config)) {
        *count = COUNT(by_rings);
        return by_rings;
    }
    if (!config->shared_l1) {
        *count = COUNT(private_l1);
        return private_l1;
    }
    *count = of_shared_l1[config->remote_via].count;
    return of_shared_l1[config->remote_via].rows;
}
