/* Twin of rtl/ram_1r1w.v. */
#include "ram_1r1w.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void ram_1r1w_init(struct ram_1r1w *ram, const struct ram_1r1w_params *params)
{
    ram->params = *params;
    ram->words = bits_words(params->width);
    ram->part = params->width / params->mask_bits;
    ram->storage = xcalloc((size_t)params->depth * ram->words, sizeof(uint64_t));
    ram->read_data = xcalloc(ram->words, sizeof(uint64_t));
}

void ram_1r1w_release(struct ram_1r1w *ram)
{
    free(ram->storage);
    free(ram->read_data);
}

void ram_1r1w_outputs(const struct ram_1r1w *ram, struct ram_1r1w_out *out)
{
    memcpy(out->read_data, ram->read_data, ram->words * sizeof(uint64_t));
}

static void ram_1r1w_write(struct ram_1r1w *ram, const struct ram_1r1w_in *in)
{
    uint64_t *word = ram->storage + (size_t)in->write_addr * ram->words;
    for (unsigned bit = 0; bit < ram->params.width; bit++) {
        unsigned mask_bit = bit / ram->part;
        uint64_t one = UINT64_C(1) << (bit & 63);
        if (in->write_mask[mask_bit >> 6] >> (mask_bit & 63) & 1)
            word[bit >> 6] = (word[bit >> 6] & ~one) | (in->write_data[bit >> 6] & one);
    }
}

void ram_1r1w_step(struct ram_1r1w *ram, const struct ram_1r1w_in *in)
{
    const uint64_t *read = ram->storage + (size_t)in->read_addr * ram->words;
    if (in->read_valid && !(ram->params.one_port && in->write_valid))
        memcpy(ram->read_data, read, ram->words * sizeof(uint64_t));
    if (in->write_valid)
        ram_1r1w_write(ram, in);
}

bool ram_1r1w_is_idle(const struct ram_1r1w *ram)
{
    (void)ram;
    return true;
}

uint64_t ram_1r1w_hash(const struct ram_1r1w *ram)
{
    uint64_t hash = hash_words(0, ram->read_data, ram->words);
    return hash_words(hash, ram->storage, ram->params.depth * ram->words);
}
