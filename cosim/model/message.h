/* Codes and ids that blocks exchange (docs/interfaces.md, "Line requests", "Messages"). */
#ifndef MEMLOOM_MESSAGE_H
#define MEMLOOM_MESSAGE_H

/* Kinds of line requests, from the load/store unit to the MSHR. */
enum l1_kind { L1_LOAD, L1_LOAD_BYPASS, L1_STORE, L1_ATOMIC, L1_FETCH };

/* Kinds of messages. */
enum message_kind { MESSAGE_READ, MESSAGE_FETCH, MESSAGE_STORE, MESSAGE_ATOMIC };

/* A message id that names no MSHR entry. From bit 0: id of the request 10, then of an MSHR's
 * message the requester's node 10 and remote 1; of a requester's message the instruction id 7.
 * Chips without shared L1 have the request's id only. */
enum {
    MESSAGE_INSN_SHIFT = 10,
    MESSAGE_NODE_SHIFT = 10,
    MESSAGE_REMOTE_SHIFT = 20
};

#endif
