/* Twin of rtl/ram_ecc.v. */
#include "ram_ecc.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void ram_ecc_init(struct ram_ecc *ram, const struct ram_ecc_params *params)
{
    ram->params = *params;
    ram->part = params->width / params->mask_bits;
    ram->words = ram_ecc_flip_bits(params) / 2;
    ram->code = (struct ecc_params){
        .protect = params->protect,
        .width = ram->words > 1 ? (ram->part + ram->words - 1) / ram->words : ram->part};
    size_t words = (size_t)params->mask_bits * ram->words;
    ram->storage = xcalloc(params->depth * words, sizeof *ram->storage);
    ram->read = xcalloc(words, sizeof *ram->read);
}

void ram_ecc_release(struct ram_ecc *ram)
{
    free(ram->storage);
    free(ram->read);
}

/* Bits of data in code word `word` of a part: the last one has the rest. */
static unsigned bits_of(const struct ram_ecc *ram, unsigned word)
{
    unsigned before = word * ram->code.width;
    return before + ram->code.width < ram->part ? ram->code.width : ram->part - before;
}

static uint64_t bits_at(const uint64_t *words, unsigned at, unsigned count)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < count; i++)
        bits |= (words[(at + i) / 64] >> (at + i) % 64 & 1) << i;
    return bits;
}

static void set_bits_at(uint64_t *words, unsigned at, unsigned count, uint64_t bits)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t one = UINT64_C(1) << (at + i) % 64;
        uint64_t *word = &words[(at + i) / 64];
        *word = bits >> i & 1 ? *word | one : *word & ~one;
    }
}

/* What is said of a code word that was read. */
static void decode(const struct ram_ecc *ram, const struct code_word *read, struct ecc_out *code)
{
    struct ecc_in in = {.stored_data = read->data, .stored_check = read->check};
    if (ram->code.protect)
        ecc_outputs_f(&ram->code, &in, code);
    else
        *code = (struct ecc_out){.fixed = read->data};
}

void ram_ecc_outputs(const struct ram_ecc *ram, struct ram_ecc_out *out)
{
    for (unsigned part = 0; part < ram->params.mask_bits; part++) {
        bool corrected = false, lost = false;
        for (unsigned word = 0; word < ram->words; word++) {
            const struct code_word *read = &ram->read[part * ram->words + word];
            struct ecc_out code;
            decode(ram, read, &code);
            set_bits_at(out->read_data, part * ram->part + word * ram->code.width,
                        bits_of(ram, word), code.fixed);
            corrected |= code.corrected;
            lost |= code.lost;
        }
        set_bits_at(out->read_corrected, part, 1, corrected);
        set_bits_at(out->read_lost, part, 1, lost);
    }
}

static void write_part(struct ram_ecc *ram, const struct ram_ecc_in *in, unsigned part)
{
    size_t row = (size_t)in->write_addr * ram->params.mask_bits + part;
    uint64_t last_check = UINT64_C(1) << (ecc_check_bits(&ram->code) - 1);
    for (unsigned word = 0; word < ram->words; word++) {
        struct code_word *to = &ram->storage[row * ram->words + word];
        unsigned at = part * ram->part + word * ram->code.width;
        unsigned flips = (unsigned)(in->write_flip >> 2 * word);
        struct ecc_in given = {.data = bits_at(in->write_data, at, bits_of(ram, word))};
        struct ecc_out code;
        *to = (struct code_word){.data = given.data};
        if (!ram->code.protect)
            continue;
        ecc_outputs_f(&ram->code, &given, &code);
        to->data ^= flips & 1;
        to->check = code.check ^ (flips & 2 ? last_check : 0);
    }
}

void ram_ecc_step(struct ram_ecc *ram, const struct ram_ecc_in *in)
{
    size_t words = (size_t)ram->params.mask_bits * ram->words;
    if (in->read_valid && !(ram->params.one_port && in->write_valid))
        memcpy(ram->read, ram->storage + in->read_addr * words, words * sizeof *ram->read);
    for (unsigned part = 0; in->write_valid && part < ram->params.mask_bits; part++)
        if (bits_at(in->write_mask, part, 1))
            write_part(ram, in, part);
}

bool ram_ecc_is_idle(const struct ram_ecc *ram)
{
    (void)ram;
    return true;
}

uint64_t ram_ecc_hash(const struct ram_ecc *ram)
{
    size_t words = (size_t)ram->params.mask_bits * ram->words;
    uint64_t hash = hash_words(0, &ram->read->data, 2 * (unsigned)words);
    return hash_words(hash, &ram->storage->data, 2 * ram->params.depth * (unsigned)words);
}
