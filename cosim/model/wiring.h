/* What a class carries along its links, as a table: which handshakes and fields go from where to
 * where. bind_links.c and bind_wires.c make it from the plan, carry.h goes through it.
 *
 * The tables of the presets' chips are known when the tool is built (cosim/wirings): for each there
 * is a function with the table as a constant, so that the compiler leaves nothing of it but the
 * moves. A class whose table is none of them carries by the table itself. */
#ifndef MEMLOOM_WIRING_H
#define MEMLOOM_WIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "plan.h"

struct gpu;
struct gpu_class;
struct gpu_worker;
/* What a worker does with a member at an edge. */
typedef void gpu_visit(struct gpu_worker *, struct gpu_class *, unsigned member);

/* One bit in a port struct: a bool, or an element of a mask. */
struct gpu_bit {
    uint16_t byte;
    uint8_t mask; /* in the byte; 1: a bool, or element 0 */
    bool alone;   /* a bool: the byte holds nothing else */
};

/* Bytes that lie in the same order on both sides. */
struct gpu_run {
    uint16_t from, to, bytes;
};

/* Where addresses and ids stand on both sides of a link through L2, and what they are made of. */
struct gpu_route {
    enum plan_way way; /* WAY_PLAIN: nothing to do */
    uint16_t from_id, from_dest, from_src, from_line;
    uint16_t to_id, to_dest, to_src;
    unsigned id_bits; /* of a message id without a node */
};

enum { NO_MEMBER = UINT16_MAX }; /* of a ring: the neighbour is of another class */

/* A class that links of another one lead to. What differs from chip to chip is here, all else of a
 * link is the same wherever the same blocks are joined in the same way. */
struct gpu_end {
    struct gpu_class *class;
    char *in, *carried; /* of member 0: inputs, flags as last carried */
    unsigned number;    /* in gpu->classes */
};
enum { ENDS_MAX = 12 };

/* A link at the side that offers: what goes to the reader's inputs. */
struct gpu_offer {
    unsigned end;                   /* the reader, among the ends of the class */
    uint32_t in_size;               /* of its members */
    uint16_t *there;                /* of a ring: [members] that take; NULL: the same member */
    struct gpu_bit valid, to_valid; /* in the own outputs, in the reader's inputs */
    struct gpu_bit ready;           /* in the own inputs: the reader's answer */
    bool always;                    /* no ready: taken, whatever the sender does */
    bool wakes;                     /* the reader acts, taken or not */
    bool stays;                     /* as it is until it is taken, but for one run at most */
    struct gpu_run redecided;       /* that run; no bytes: there is none */
    struct gpu_run *runs;           /* single words first */
    unsigned word_count, run_count;
    struct gpu_route route;
};

/* The same link at the side that takes. */
struct gpu_answer {
    unsigned end;                   /* the sender, among the ends of the class */
    uint32_t in_size, out_size;     /* of its members */
    struct gpu_bit ready, to_ready; /* in the own outputs, in the sender's inputs */
    struct gpu_bit valid;           /* in the own inputs */
    struct gpu_bit taken;           /* among the sender's flags as carried: see gpu_carried_of */
    uint16_t *there;                /* of a ring: [members] that offer; NULL: the same member */
};

/* A wire between two blocks of a node: one bit, or a payload of up to 64. */
enum tap_kind {
    TAP_PAYLOAD,   /* nobody acts upon it */
    TAP_NUMBER,    /* the reader acts when it changes, and while it is not 0 */
    TAP_LEVEL,     /* likewise, of one bit: a pulse may come again */
    TAP_HANDSHAKE, /* a valid or ready that is watched: when its partner is 1, too */
};
struct gpu_tap {
    unsigned end;     /* the reader, among the ends of the class */
    uint32_t in_size; /* of its members */
    enum tap_kind kind;
    struct gpu_bit from, to; /* of a payload or number: .byte, of a whole word */
    struct gpu_bit partner;  /* in the reader's inputs: the ready of its valid, or the other way */
};

/* The first words of a class's outputs hold its handshakes and events (portgen puts them there).
 * While none of them changes and none is 1 that somebody acts upon, its wires have nothing to
 * carry, which is so most of the time. All four words are looked at always, used or not, which is
 * cheaper than to count them. */
enum { FLAG_WORDS = 4 };
struct gpu_flags {
    uint64_t unknown; /* not 0: wires carry other outputs, too, or flags from further behind */
    uint64_t read[FLAG_WORDS];       /* bits that somebody reads */
    uint64_t acted_upon[FLAG_WORDS]; /* of these: with 1 the reader may have to act */
    uint64_t offered[FLAG_WORDS];    /* valids of offers that stay: to carry when taken */
};

/* Bools among the flags that become bits of one vector of the reader, which counts them. */
struct gpu_pulse {
    uint16_t byte;   /* the bool */
    uint8_t element; /* of the vector */
};
enum { PULSES_MAX = 8 * FLAG_WORDS };
struct gpu_pulses {
    unsigned count;
    unsigned end; /* the reader, among the ends of the class */
    uint16_t to;  /* the vector */
    uint64_t own; /* its bits that come from here */
    struct gpu_pulse pulse[PULSES_MAX];
};

/* All that a member carries when its flags have news. */
struct gpu_wiring {
    uint32_t in_size, out_size; /* of the class's members */
    struct gpu_flags flags;
    const struct gpu_offer *offers;
    const struct gpu_answer *answers;
    const struct gpu_tap *taps; /* those of an end follow each other */
    unsigned offer_count, answer_count, tap_count;
    bool others; /* rings or spans, too: by their own lists */
    struct gpu_pulses pulses;
};

/* The table as C: what the function of a known one begins with. The caller frees it. */
char *wiring_text(const struct gpu_wiring *);

/* Those that are known, in build/wirings.c, which cosim/wirings prints; the last has no text. */
struct known_wiring {
    const char *text;
    gpu_visit *carry;
};
extern const struct known_wiring known_wirings[];
/* The function that carries as the table says; NULL: it is not known. */
gpu_visit *wiring_known(const struct gpu_wiring *);

#endif
