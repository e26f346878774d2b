/* Twin of rtl/islip.v, a function: one iteration of iSLIP between inputs and outputs. The host owns
 * the masks and moves them with islip_use when it uses a match.
 *
 * Sets of inputs are lane masks: bit i << lane stands for input i, so that the host can fold a set
 * of input VCs into one without moving bits. Priority masks have all bits above the last one used
 * set. Sets are as many words as they need, one for a small router: hosts pass the sizes, so that
 * they are constants where the host's are. */
#ifndef MEMLOOM_ISLIP_H
#define MEMLOOM_ISLIP_H

#include <stdint.h>

#include "islip_ports.h"

enum { ISLIP_OUT_WORDS = (ISLIP_OUTPUTS_MAX + 63) / 64 };

/* Inlined, so that the host's constant sizes are constants here. */
#define ISLIP_FAST static inline __attribute__((always_inline))

/* How the sets are laid out. */
struct islip_shape {
    unsigned lane;      /* log2 of the bits per input in a lane mask */
    unsigned words;     /* of a lane mask */
    unsigned out_words; /* of a set of outputs */
};

struct islip {
    uint64_t *grant;  /* per output `words`: inputs with priority, a lane mask */
    uint64_t *accept; /* per input `out_words`: outputs with priority */
};

/* Number of the round-robin choice; `request` is not 0. */
ISLIP_FAST unsigned islip_choose(const uint64_t *request, const uint64_t *mask, unsigned words)
{
    if (words == 1)
        return (unsigned)__builtin_ctzll(*request & *mask ? *request & *mask : *request);
    for (unsigned word = 0; word < words; word++)
        if (request[word] & mask[word])
            return word * 64 + (unsigned)__builtin_ctzll(request[word] & mask[word]);
    unsigned word = 0;
    while (!request[word])
        word++;
    return word * 64 + (unsigned)__builtin_ctzll(request[word]);
}

/* Gives priority to the members above `last`. */
ISLIP_FAST void islip_above(uint64_t *mask, unsigned last, unsigned words)
{
    for (unsigned word = 0; word < words; word++)
        mask[word] = word < last / 64 ? 0 : ~UINT64_C(0);
    mask[words == 1 ? 0 : last / 64] = ~UINT64_C(1) << (last & 63);
}

/* The match when at most one output is asked, mostly so at a low load: what it grants is accepted.
 */
ISLIP_FAST void islip_match_one(const struct islip *islip, struct islip_shape s, uint64_t output,
                                const uint64_t *want, uint64_t *inputs, uint8_t *accepted)
{
    if (!output)
        return;
    unsigned o = (unsigned)__builtin_ctzll(output);
    unsigned i = islip_choose(want + o * s.words, islip->grant + o * s.words, s.words) >> s.lane;
    inputs[0] = UINT64_C(1) << i;
    accepted[i] = (uint8_t)o;
}

/* Matches: `want`, of each output `words`, is the lane mask of the inputs that ask for it, for
 * every output in the set `outputs` (never 0 there). Sets the matched inputs as a plain set of
 * `in_words`; accepted[i] is the output of each. */
ISLIP_FAST void islip_match(const struct islip *islip, struct islip_shape s,
                            const uint64_t *outputs, const uint64_t *want, unsigned in_words,
                            uint64_t *inputs, uint8_t *accepted)
{
    uint64_t granted[ISLIP_INPUTS_MAX * ISLIP_OUT_WORDS];
    for (unsigned word = 0; word < in_words; word++)
        inputs[word] = 0;
    if (s.out_words == 1 && in_words == 1 && !(outputs[0] & (outputs[0] - 1))) {
        islip_match_one(islip, s, outputs[0], want, inputs, accepted);
        return;
    }
    for (unsigned word = 0; word < s.out_words; word++)
        for (uint64_t rest = outputs[word]; rest; rest &= rest - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(rest), o = word * 64 + bit;
            unsigned i = islip_choose(want + o * s.words, islip->grant + o * s.words, s.words);
            i >>= s.lane;
            unsigned in_word = in_words == 1 ? 0 : i / 64;
            bool first = !(inputs[in_word] >> (i & 63) & 1);
            for (unsigned k = 0; first && k < s.out_words; k++)
                granted[i * s.out_words + k] = 0;
            granted[i * s.out_words + word] |= UINT64_C(1) << bit;
            inputs[in_word] |= UINT64_C(1) << (i & 63);
        }
    for (unsigned word = 0; word < in_words; word++)
        for (uint64_t rest = inputs[word]; rest; rest &= rest - 1) {
            unsigned i = word * 64 + (unsigned)__builtin_ctzll(rest);
            accepted[i] = (uint8_t)islip_choose(granted + i * s.out_words,
                                                islip->accept + i * s.out_words, s.out_words);
        }
}

/* The match of input i and output o is used: both give it the lowest priority next time. */
ISLIP_FAST void islip_use(struct islip *islip, struct islip_shape s, unsigned i, unsigned o)
{
    islip_above(islip->grant + o * s.words, i << s.lane, s.words);
    islip_above(islip->accept + i * s.out_words, o, s.out_words);
}

/* The same on the port structs of the module. */
void islip_outputs_f(const struct islip_params *, const struct islip_in *, struct islip_out *);

#endif
