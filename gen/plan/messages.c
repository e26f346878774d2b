/* The kinds of messages between nodes: who sends what to whom, over which network, in which class,
 * and what must be sent before it is out of the way (docs/deadlock.md). The order of the rows is
 * that of the sources of a noc_port; a sink takes one class. */
#include <string.h>

#include "parts.h"

/* Ends that are not the same block in every chip: misses leave a core at its MSHR, and replies come
 * to it there, or at ccn_port with rings, on which other L1s are asked before (docs/ccn.md). */
static const struct {
    const char *role, *end, *with_rings;
} roles[] = {{"l1.misses", "mshr.request", "ccn_port.send"},
             {"l1.replies", "mshr.reply", "ccn_port.reply"}};

/* How cores stand to each other: with private L1s, or in one of the ways of remote_via. */
enum { PRIVATE_L1, SHARED_L1, ORGANIZATIONS = SHARED_L1 + REMOTE_VIA_CROSSBAR + 1 };

/* Words of the rows. */
#define CORE     NODE_CORE
#define MEMORY   NODE_MEMORY
#define REQUEST  NETWORK_REQUEST
#define REPLY    NETWORK_REPLY
#define CROSSBAR NETWORK_CROSSBAR

static const struct message rows[ORGANIZATIONS][MESSAGES_MAX] = {
    /* Cores ask slices. */
    [PRIVATE_L1] =
        {
            {"miss", CORE, "l1.misses", MEMORY, "llc_slice.request", REQUEST, 0, " reply "},
            {"reply", MEMORY, "llc_slice.reply", CORE, "l1.replies", REPLY, 0, ""},
        },
    /* A core may be home of a line (pact20 section 3.2): on each network class 0 waits for
     * class 1. */
    [SHARED_L1 + REMOTE_DIRECT] =
        {
            {"ask", CORE, "requester.send", CORE, "requester.recv", REQUEST, 0,
             " miss answer hit "},
            {"miss", CORE, "l1.misses", MEMORY, "llc_slice.request", REQUEST, 1, " reply "},
            {"near", CORE, "requester.send", MEMORY, "llc_slice.request", REQUEST, 1, " reply "},
            {"reply", MEMORY, "llc_slice.reply", CORE, "l1.replies", REPLY, 0, " answer "},
            {"answer", CORE, "mshr.remote", CORE, "sm.remote", REPLY, 1, ""},
            {"hit", CORE, "l1_cache.remote_hit", CORE, "sm.remote", REPLY, 1, ""},
        },
    /* Through the L2 slices: a request to a home and its answer make two trips each. */
    [SHARED_L1 + REMOTE_VIA_L2] =
        {
            {"ask", CORE, "requester.send", MEMORY, "~", REQUEST, 0, " asked "},
            {"miss", CORE, "l1.misses", MEMORY, "llc_slice.request", REQUEST, 1, " reply "},
            {"near", CORE, "requester.send", MEMORY, "llc_slice.request", REQUEST, 1, " reply "},
            {"answer", CORE, "mshr.remote", MEMORY, "~", REQUEST, 2, " answered "},
            {"hit", CORE, "l1_cache.remote_hit", MEMORY, "~", REQUEST, 2, " answered "},
            {"asked", MEMORY, "~ask", CORE, "requester.recv", REPLY, 2, " miss answer hit "},
            {"reply", MEMORY, "llc_slice.reply", CORE, "l1.replies", REPLY, 0, " answer "},
            {"answered", MEMORY, "~answer", CORE, "sm.remote", REPLY, 1, ""},
        },
    /* On a work-distribution crossbar of their own (pact20 section 5.5). */
    [SHARED_L1 + REMOTE_VIA_CROSSBAR] =
        {
            {"ask", CORE, "requester.send", CORE, "requester.recv", CROSSBAR, 0,
             " miss answer hit "},
            {"miss", CORE, "l1.misses", MEMORY, "llc_slice.request", REQUEST, 0, " reply "},
            {"reply", MEMORY, "llc_slice.reply", CORE, "l1.replies", REPLY, 0, " answer "},
            {"answer", CORE, "mshr.remote", CORE, "sm.remote", CROSSBAR, 1, ""},
            {"hit", CORE, "l1_cache.remote_hit", CORE, "sm.remote", CROSSBAR, 1, ""},
        },
};

static const char *end_in(const struct config *config, const char *end)
{
    for (unsigned i = 0; i < sizeof roles / sizeof *roles; i++)
        if (!strcmp(end, roles[i].role))
            return with_ccn(config) ? roles[i].with_rings : roles[i].end;
    return end;
}

void plan_messages(struct plan *plan)
{
    const struct config *config = &plan->config;
    const struct message *all =
        rows[config->shared_l1 ? SHARED_L1 + config->remote_via : PRIVATE_L1];
    while (plan->message_count < MESSAGES_MAX && all[plan->message_count].name) {
        struct message *message = &plan->messages[plan->message_count];
        *message = all[plan->message_count++];
        message->sender = end_in(config, message->sender);
        message->receiver = end_in(config, message->receiver);
    }
}
