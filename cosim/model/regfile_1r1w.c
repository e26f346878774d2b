/* Twin of rtl/regfile_1r1w.v. */
#include "regfile_1r1w.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void regfile_1r1w_init(struct regfile_1r1w *file, const struct regfile_1r1w_params *params)
{
    file->depth = params->depth;
    file->words = (params->width + 63) / 64;
    file->storage = xcalloc((size_t)file->depth * file->words, sizeof(uint64_t));
}

void regfile_1r1w_release(struct regfile_1r1w *file)
{
    free(file->storage);
}

void regfile_1r1w_outputs_in(const struct regfile_1r1w *file, const struct regfile_1r1w_in *in,
                             struct regfile_1r1w_out *out)
{
    const uint64_t *word = file->storage + in->read_addr * file->words;
    memcpy(out->read_data, word, file->words * sizeof(uint64_t));
}

void regfile_1r1w_step(struct regfile_1r1w *file, const struct regfile_1r1w_in *in)
{
    if (in->write_valid)
        memcpy(file->storage + in->write_addr * file->words, in->write_data,
               file->words * sizeof(uint64_t));
}

bool regfile_1r1w_is_idle(const struct regfile_1r1w *file)
{
    (void)file;
    return true;
}

uint64_t regfile_1r1w_hash(const struct regfile_1r1w *file)
{
    return hash_words(0, file->storage, file->depth * file->words);
}
