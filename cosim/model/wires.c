/* Values on their way between blocks: what a class drives goes into the inputs of its readers, and
 * wakes who has something to do by it. A message is taken at the next edge: both sides act. */
#include "address_map.h"
#include "gpu_class.h"

#include <string.h>

#define FAST static inline __attribute__((always_inline))

FAST bool get_bit(const char *base, struct gpu_bit bit)
{
    return (unsigned char)base[bit.byte] >> bit.shift & 1;
}

FAST void put_bit(char *base, struct gpu_bit bit, bool value)
{
    unsigned char *byte = (unsigned char *)&base[bit.byte];
    *byte = (unsigned char)((*byte & ~(1u << bit.shift)) | (unsigned)value << bit.shift);
}

FAST uint64_t get_word(const char *base, unsigned offset)
{
    uint64_t word;
    memcpy(&word, base + offset, sizeof word);
    return word;
}

FAST void put_word(char *base, unsigned offset, uint64_t word)
{
    memcpy(base + offset, &word, sizeof word);
}

/* Whole words as long as there are any. */
FAST void copy_run(char *to, const char *from, unsigned bytes)
{
    for (; bytes >= 8; bytes -= 8, from += 8, to += 8)
        memcpy(to, from, 8);
    for (; bytes; bytes--)
        *to++ = *from++;
}

/* The node of the L2 slice of a line. */
static unsigned slice_node(const struct gpu *gpu, uint64_t line)
{
    unsigned slice =
        address_map_partition(line, gpu->config.chunk_bits, gpu->config.partitions);
    return gpu->plan.network[NETWORK_REQUEST].node[NODE_MEMORY][slice];
}

/* The end at which a message goes to or comes from the slice (enum plan_way). */
static void copy_route(const struct gpu *gpu, const struct gpu_route *r, const char *out, char *in)
{
    uint64_t id = get_word(out, r->from_id), low = id & ((UINT64_C(1) << r->id_bits) - 1);
    switch (r->way) {
    case WAY_TO_L2:
        put_word(in, r->to_dest, slice_node(gpu, get_word(out, r->from_line)));
        put_word(in, r->to_id, get_word(out, r->from_dest) << r->id_bits | id);
        break;
    case WAY_BY_L2:
        put_word(in, r->to_id, low);
        if (r->to_src)
            put_word(in, r->to_src, id >> r->id_bits);
        break;
    case WAY_ONWARDS:
        put_word(in, r->to_dest, id >> r->id_bits);
        put_word(in, r->to_id, get_word(out, r->from_src) << r->id_bits | low);
        break;
    case WAY_PLAIN: /* narrower ids at the receiver */
        put_word(in, r->to_id, low);
        break;
    }
}

FAST void drive_offer(const struct gpu *gpu, struct gpu_class *class, unsigned member,
                      const struct gpu_offer *offer)
{
    const char *out = gpu_out_of(class, member);
    struct gpu_class *reader = offer->reader;
    char *in = gpu_in_of(reader, member);
    bool valid = get_bit(out, offer->valid);
    put_bit(in, offer->to_valid, valid);
    if (!valid)
        return;
    for (unsigned i = 0; i < offer->run_count; i++)
        copy_run(in + offer->runs[i].to, out + offer->runs[i].from, offer->runs[i].bytes);
    if (offer->route.id_bits)
        copy_route(gpu, &offer->route, out, in);
    if (offer->always) {
        gpu_wake(reader, member);
    } else if (get_bit(gpu_in_of(class, member), offer->ready)) {
        gpu_wake(reader, member);
        gpu_wake(class, member);
    }
}

FAST void drive_answer(struct gpu_class *class, unsigned member, const struct gpu_answer *answer)
{
    struct gpu_class *sender = answer->sender;
    bool ready = get_bit(gpu_out_of(class, member), answer->ready);
    put_bit(gpu_in_of(sender, member), answer->to_ready, ready);
    if (ready && get_bit(gpu_in_of(class, member), answer->valid)) {
        gpu_wake(sender, member);
        gpu_wake(class, member);
    }
}

/* A reader acts upon what changes, and upon what is not 0: a pulse may come again. */
FAST void drive_tap(struct gpu_class *class, unsigned member, const struct gpu_tap *tap)
{
    const char *out = gpu_out_of(class, member);
    char *in = gpu_in_of(tap->reader, member);
    uint64_t value, old;
    if (tap->is_bit) {
        value = get_bit(out, tap->from);
        old = get_bit(in, tap->to);
        put_bit(in, tap->to, value);
    } else {
        value = get_word(out, tap->from.byte);
        old = get_word(in, tap->to.byte);
        put_word(in, tap->to.byte, value);
    }
    if (tap->watches ? value && get_bit(in, tap->partner) : tap->wakes && (value | old))
        gpu_wake(tap->reader, member);
}

void gpu_drive_wires(struct gpu *gpu, struct gpu_class *class, unsigned member)
{
    if (class->watch_drive)
        class->watch_drive(gpu, member);
    for (unsigned i = 0; i < class->offer_count; i++)
        drive_offer(gpu, class, member, &class->offers[i]);
    for (unsigned i = 0; i < class->answer_count; i++)
        drive_answer(class, member, &class->answers[i]);
    for (unsigned i = 0; i < class->tap_count; i++)
        drive_tap(class, member, &class->taps[i]);
}

void gpu_step_block(struct gpu *gpu, struct gpu_class *class, unsigned member)
{
    if (class->watch_step)
        class->watch_step(gpu, member);
    class->twin->step(gpu_state_of(class, member), gpu_in_of(class, member));
}

static bool sleeps(const struct gpu_class *class, unsigned member)
{
    const void *state = gpu_state_of(class, member);
    if (class->twin->sleeps)
        return class->twin->sleeps(state, gpu_in_of(class, member));
    return class->twin->is_idle(state);
}

void gpu_drive_block(struct gpu *gpu, struct gpu_class *class, unsigned member)
{
    class->twin->outputs(gpu_state_of(class, member), gpu_out_of(class, member));
    gpu_drive_wires(gpu, class, member);
    if (!sleeps(class, member))
        gpu_wake(class, member);
}
