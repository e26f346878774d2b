/* The memory behind an MSHR, for oracles that run L1 and MSHR: it does messages in any order, but
 * those of one line in the order in which they were sent, and answers in any order at all. */
#ifndef MEMLOOM_LINE_MEMORY_H
#define MEMLOOM_LINE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "line_bytes.h"
#include "mshr.h"

struct message {
    unsigned kind, id, line;
    uint64_t number;   /* from the MSHR: they were sent in this order */
    bool home;         /* to a home and back, past L1 and MSHR, in no order */
    bool done;         /* memory did it; the reply is on its way */
    uint64_t mask[2];  /* bytes written */
    uint64_t data[16]; /* until done: what is written; then the reply */
};

static inline bool message_writes(const struct message *m)
{
    return m->kind == MESSAGE_STORE || m->kind == MESSAGE_ATOMIC;
}

/* Which of the lines has this address. */
static inline unsigned line_index(const uint64_t *addresses, unsigned lines, uint64_t address)
{
    unsigned index = 0;
    while (index < lines - 1 && addresses[index] != address)
        index++;
    CHECK_EQUAL(addresses[index], address);
    return index;
}

/* What the MSHR sends in this cycle; its data come by themselves. */
static inline struct message message_sent(const struct mshr_out *out, unsigned line,
                                          uint64_t number)
{
    return (struct message){.kind = (unsigned)out->request_kind,
                            .id = (unsigned)out->request_id,
                            .line = line,
                            .number = number,
                            .mask = {out->request_mask[0], out->request_mask[1]}};
}

/* Of the messages of its line that came by the same way and are not done the oldest. */
static inline struct message *oldest_like(struct message *messages, unsigned count,
                                          struct message *m)
{
    for (struct message *other = messages; other < messages + count; other++)
        if (!other->done && other->line == m->line && other->home == m->home &&
            other->number < m->number)
            m = other;
    return m;
}

/* Memory, which holds `line`, does the message; from then on the reply may arrive. */
static inline void perform(struct message *m, uint64_t line[16])
{
    uint64_t before[16];
    memcpy(before, line, BYTES);
    if (message_writes(m))
        write_bytes(line, m->data, m->mask);
    memcpy(m->data, before, BYTES);
    m->done = true;
}

/* In every cycle until the MSHR takes it. */
static inline void offer_reply(struct mshr_in *in, const struct message *reply, uint64_t address)
{
    in->reply_valid = true;
    in->reply_kind = reply->kind;
    in->reply_id = reply->id;
    in->reply_line = address;
}

#endif
