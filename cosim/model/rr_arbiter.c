/* Twin of rtl/rr_arbiter.v on port structs: two words of 64 requesters, the lower one first. */
#include "rr_arbiter.h"

#include "util.h"

void rr_arbiter_outputs_f(const struct rr_arbiter_params *params, const struct rr_arbiter_in *in,
                          struct rr_arbiter_out *out)
{
    unsigned n = params->n, words = bits_words(n);
    uint64_t preferred = 0; /* is any preferred? */
    for (unsigned word = 0; word < words; word++)
        preferred |= in->request[word] & in->mask[word];
    bool granted = false;
    for (unsigned word = 0; word < words; word++) {
        uint64_t from = in->request[word] & (preferred ? in->mask[word] : ~UINT64_C(0));
        unsigned bits = word + 1 < words ? 64 : n - 64 * word;
        uint64_t grant = granted ? 0 : rr_arbiter_grant(from, 0);
        out->grant[word] = grant;
        uint64_t all = ~UINT64_C(0) >> (64 - bits);
        out->next_mask[word] = granted ? all : rr_arbiter_next_mask(grant, bits);
        granted = granted || grant;
    }
}
