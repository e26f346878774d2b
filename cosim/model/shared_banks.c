/* See shared_banks.h. Lanes that follow each other mostly want one word or neighbouring ones, so a
 * bank's list of words is short. */
#include "shared_banks.h"

enum { WORDS_MAX = LANES * 4 }; /* of an access: 16 B per lane */

/* The words that a bank has been asked for, each once. */
struct bank {
    unsigned words;
    uint64_t word[WORDS_MAX];
};

static void ask(struct bank *bank, uint64_t word)
{
    for (unsigned i = 0; i < bank->words; i++)
        if (bank->word[i] == word)
            return;
    bank->word[bank->words++] = word;
}

unsigned shared_bank_cycles(const uint64_t address[LANES], uint32_t lanes, unsigned size,
                            unsigned banks)
{
    struct bank bank[SHARED_BANKS_MAX];
    unsigned most = 0;
    for (unsigned i = 0; i < banks; i++)
        bank[i].words = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint64_t from = address[__builtin_ctz(rest)];
        for (uint64_t word = from / 4; word <= (from + size - 1) / 4; word++)
            ask(&bank[word % banks], word);
    }
    for (unsigned i = 0; i < banks; i++)
        most = bank[i].words > most ? bank[i].words : most;
    return most;
}
