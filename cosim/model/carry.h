/* How a member's values go along the links of its class, by a table of them (wiring.h). All of it
 * is inlined: where the table is a constant nothing is left of it. Loops over it are unrolled for
 * that.
 */
#ifndef MEMLOOM_CARRY_H
#define MEMLOOM_CARRY_H

#include <string.h>

#include "gpu_class.h"

#define FAST static inline __attribute__((always_inline))
FAST bool get_bit(const char *base, struct gpu_bit bit)
{
    return base[bit.byte] & bit.mask;
}

FAST void put_bit(char *base, struct gpu_bit bit, bool value)
{
    unsigned char *byte = (unsigned char *)&base[bit.byte];
    if (bit.alone)
        *byte = value;
    else
        *byte = (unsigned char)((*byte & ~bit.mask) | (-(unsigned)value & bit.mask));
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

/* Bools and words that lie together; large pieces first. */
FAST void copy_run(char *to, const char *from, unsigned bytes)
{
    for (; bytes >= 32; bytes -= 32, from += 32, to += 32)
        memcpy(to, from, 32);
    for (; bytes >= 8; bytes -= 8, from += 8, to += 8)
        memcpy(to, from, 8);
    for (; bytes; bytes--)
        *to++ = *from++;
}

/* The payload of an offer. */
FAST void copy_offer(const struct gpu *gpu, const struct gpu_offer *offer, const char *out,
                     char *in)
{
    const struct gpu_run *run = offer->runs, *words = run + offer->word_count;
    for (; run < words; run++)
        put_word(in, run->to, get_word(out, run->from));
    for (const struct gpu_run *end = offer->runs + offer->run_count; run < end; run++)
        copy_run(in + run->to, out + run->from, run->bytes);
    if (offer->route.id_bits)
        gpu_copy_route(gpu, &offer->route, out, in);
}

/* Whoever is there steps at the next edge. */
FAST void wake_end(struct gpu_worker *worker, const struct gpu_end *end, unsigned member)
{
    worker->active[end->number][member / 64] |= UINT64_C(1) << member % 64;
}

/* Whether both sides act. */
FAST bool drive_offer(struct gpu_worker *worker, const struct gpu_end *ends,
                      const struct gpu_offer *offer, unsigned member, const char *out,
                      const char *in)
{
    const struct gpu_end *reader = &ends[offer->end];
    char *to = reader->in + member * offer->in_size;
    bool valid = get_bit(out, offer->valid);
    put_bit(to, offer->to_valid, valid);
    if (!valid)
        return false;
    copy_offer(worker->gpu, offer, out, to);
    bool taken = !offer->always && get_bit(in, offer->ready);
    if (taken | offer->wakes)
        wake_end(worker, reader, member);
    return taken;
}

/* Whether both sides act. Of an offer that was taken at this edge the sender has to carry what
 * comes next, whose flags may be the same. */
FAST bool drive_answer(struct gpu_worker *worker, const struct gpu_end *ends,
                       const struct gpu_answer *answer, unsigned member, const char *out,
                       const char *in)
{
    const struct gpu_end *sender = &ends[answer->end];
    char *to = sender->in + member * answer->in_size;
    bool ready = get_bit(out, answer->ready), was_ready = get_bit(to, answer->to_ready);
    put_bit(to, answer->to_ready, ready);
    if (!get_bit(in, answer->valid))
        return false;
    if (ready)
        wake_end(worker, sender, member);
    else if (was_ready)
        sender->carried[member * answer->out_size + answer->taken.byte] |= (char)answer->taken.mask;
    return ready;
}

/* Whether the reader has to act. */
FAST bool drive_tap(const struct gpu_tap *tap, const char *out, char *in)
{
    if (tap->kind <= TAP_NUMBER) {
        uint64_t number = get_word(out, tap->from.byte), before = get_word(in, tap->to.byte);
        put_word(in, tap->to.byte, number);
        return tap->kind == TAP_NUMBER && (number | before);
    }
    bool value = get_bit(out, tap->from), old = get_bit(in, tap->to);
    put_bit(in, tap->to, value);
    return tap->kind == TAP_LEVEL ? value | old : value && get_bit(in, tap->partner);
}

FAST void drive_taps(struct gpu_worker *worker, const struct gpu_end *ends,
                     const struct gpu_wiring *wiring, unsigned member, const char *out)
{
    bool acts = false;
#pragma GCC unroll 16
    for (unsigned i = 0; i < wiring->tap_count; i++) {
        const struct gpu_tap *tap = &wiring->taps[i];
        acts |= drive_tap(tap, out, ends[tap->end].in + member * tap->in_size);
        if (i + 1 < wiring->tap_count && tap[1].end == tap->end)
            continue;
        if (acts)
            wake_end(worker, &ends[tap->end], member);
        acts = false;
    }
}

/* The counters need not step for it: what they were shown until now is counted when it changes. */
FAST void drive_pulses(struct gpu_worker *worker, const struct gpu_end *ends,
                       const struct gpu_pulses *pulses, unsigned member, const char *out)
{
    uint64_t events = 0;
#pragma GCC unroll 32
    for (unsigned i = 0; i < pulses->count; i++)
        events |= (uint64_t)(out[pulses->pulse[i].byte] & 1) << pulses->pulse[i].element;
    struct gpu_class *reader = ends[pulses->end].class;
    char *in = gpu_in_of(reader, member);
    uint64_t shown = get_word(in, pulses->to);
    if ((shown & pulses->own) == events)
        return;
    gpu_catch_up(worker->gpu, reader, member);
    put_word(in, pulses->to, (shown & ~pulses->own) | events);
}

/* One of the offers that stay was taken at this edge: the next one comes. Others are carried
 * already, but for the fields that may change. */
FAST bool is_taken(const struct gpu_wiring *wiring, const struct gpu_end *ends, unsigned member,
                   const char *out, const char *in)
{
#pragma GCC unroll 8
    for (unsigned i = 0; i < wiring->offer_count; i++) {
        const struct gpu_offer *offer = &wiring->offers[i];
        if (!offer->stays || !get_bit(out, offer->valid))
            continue;
        if (get_bit(in, offer->ready))
            return true;
        copy_run(ends[offer->end].in + member * offer->in_size + offer->redecided.to,
                 out + offer->redecided.from, offer->redecided.bytes);
    }
    return false;
}

/* The flags have changed, or somebody acts. */
FAST bool has_to_carry(const struct gpu_wiring *wiring, const struct gpu_end *ends, unsigned member,
                       const char *out, const char *in)
{
    const struct gpu_flags *flags = &wiring->flags;
    const char *carried = out - FLAG_WORDS * sizeof(uint64_t);
    uint64_t news = flags->unknown, offered = 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < FLAG_WORDS; i++) {
        uint64_t now = get_word(out, 8 * i), before = get_word(carried, 8 * i);
        news |= ((now ^ before) & flags->read[i]) | (now & flags->acted_upon[i]);
        offered |= now & flags->offered[i];
    }
    return news || (offered && is_taken(wiring, ends, member, out, in));
}

/* What is new among the outputs of a member of a class that is wired so. */
FAST void carry_news(const struct gpu_wiring *wiring, struct gpu_worker *worker,
                     struct gpu_class *class, unsigned member)
{
    const struct gpu_end *ends = class->ends;
    char *out = class->out + member * wiring->out_size;
    const char *in = class->in + member * wiring->in_size;
    if (!has_to_carry(wiring, ends, member, out, in))
        return;
    bool acts = false;
    memcpy(out - FLAG_WORDS * sizeof(uint64_t), out, FLAG_WORDS * sizeof(uint64_t));
#pragma GCC unroll 8
    for (unsigned i = 0; i < wiring->offer_count; i++)
        acts |= drive_offer(worker, ends, &wiring->offers[i], member, out, in);
#pragma GCC unroll 8
    for (unsigned i = 0; i < wiring->answer_count; i++)
        acts |= drive_answer(worker, ends, &wiring->answers[i], member, out, in);
    if (acts)
        worker_wake(worker, class, member);
    drive_taps(worker, ends, wiring, member, out);
    if (wiring->others)
        gpu_carry_others(worker, class, member);
    if (wiring->pulses.count)
        drive_pulses(worker, ends, &wiring->pulses, member, out);
}

#endif
