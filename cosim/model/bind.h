/* What the files share that make classes of the plan: bind.c the classes, bind_links.c and
 * bind_rings.c what blocks offer each other, bind_wires.c and bind_spans.c what they only show. */
#ifndef MEMLOOM_BIND_H
#define MEMLOOM_BIND_H

#include "blocks.h"
#include "gpu_class.h"

/* A port of an instance, or one element of it. */
struct at {
    const struct block_port *port;
    unsigned element;
};

static inline unsigned at_offset(struct at at)
{
    size_t element =
        at.port->form == PORT_WIDE
            ? at.port->is_output ? at.port->words * sizeof(uint64_t) : sizeof(const uint64_t *)
            : sizeof(uint64_t);
    return (unsigned)(at.port->offset + (at.port->is_array ? at.element * element : 0));
}

static inline struct gpu_bit at_bit(struct at at)
{
    unsigned element = at.port->form == PORT_MASK ? at.element : 0;
    return (struct gpu_bit){(uint16_t)(at.port->offset + element / 8), (uint8_t)(1u << element % 8),
                            at.port->form == PORT_BOOL};
}

/* The class of an instance of a kind of nodes. */
struct gpu_class *bind_class(const struct gpu *, enum node_kind, unsigned instance);
/* Points element `at` of a member's wide input at what drives it. */
void bind_words(struct gpu_class *, unsigned member, struct at, const uint64_t *words);
/* At an output of a member of another class. */
void bind_to_driver(struct gpu_class *, unsigned member, struct at, const struct gpu_class *driver,
                    unsigned driving, struct at from);

/* The number of `there` among the ends of a class's links. */
unsigned bind_end(struct gpu_class *, struct gpu_class *there);

/* Why somebody looks at a flag: for what it changes to, or for each 1, or for each 1 that is taken.
 */
enum reading { READ_CHANGES, READ_EACH, READ_TAKEN };

/* Somebody reads this output bit of a class. */
void bind_flag(struct gpu_class *, struct gpu_bit, enum reading);

/* A link while it is bound. */
struct joint {
    const struct plan_link *link;
    struct gpu_class *from, *to;
    uint16_t *there; /* of a ring: [members of `from`] that take; NULL: the same member */
    uint16_t *back;  /* likewise [members of `to`] that offer */
};

/* Adds its offer and, of who takes, the answer. */
void bind_joint(struct gpu *, const struct joint *);

void bind_link(struct gpu *, enum node_kind, const struct plan_link *);
void bind_ring(struct gpu *, const struct plan_ring *);
void bind_wire(struct gpu *, enum node_kind, const struct plan_wire *);
void bind_span(struct gpu *, const struct plan_span *);

#endif
