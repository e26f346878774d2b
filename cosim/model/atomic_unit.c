/* Twin of rtl/atomic_unit.v (docs/blocks/atomic_unit.md). */
#include "atomic_unit.h"

#include <string.h>

#include "hash.h"

void atomic_unit_init(struct atomic_unit *unit, const struct atomic_unit_params *params)
{
    (void)params;
    *unit = (struct atomic_unit){.carry_data = true};
}

void atomic_unit_release(struct atomic_unit *unit)
{
    (void)unit; /* nothing is allocated */
}

void atomic_unit_reset(struct atomic_unit *unit)
{
    unit->busy = false;
    unit->left = unit->computed = unit->written = 0;
}

static bool ends(const struct atomic_unit *unit)
{
    return unit->busy && !unit->left && !unit->computed;
}

void atomic_unit_outputs(const struct atomic_unit *unit, struct atomic_unit_out *out)
{
    out->busy = unit->busy;
    out->done = ends(unit);
    out->write_valid = unit->written;
    if (!unit->written)
        return;
    unsigned sector = (unsigned)__builtin_ctz(unit->written), shift = sector % 2 * 32;
    out->write_mask[!(sector / 2)] = 0;
    out->write_mask[sector / 2] = unit->mask[sector / 2] & UINT64_C(0xffffffff) << shift;
    if (unit->carry_data)
        memcpy(out->write_data, unit->complete, sizeof out->write_data);
}

void atomic_unit_step(struct atomic_unit *unit, const struct atomic_unit_in *in)
{
    bool done = ends(unit);
    unit->written = unit->computed;
    if (unit->carry_data && unit->computed)
        memcpy(unit->complete, unit->results, sizeof unit->complete);
    unit->computed = (uint8_t)(unit->left & -unit->left);
    unit->left &= (uint8_t)~unit->computed;
    if (unit->carry_data && unit->computed) {
        unsigned at = (unsigned)__builtin_ctz(unit->computed) * ATOMIC_SECTOR_WORDS;
        atomic_sector((enum atomic_op)in->op, in->line + at, in->operands + at, unit->results);
    }
    if (in->start_valid) {
        unit->left = (uint8_t)touched_sectors(in->start_mask);
        for (unsigned i = 0; i < 2; i++)
            unit->mask[i] = atomic_whole_words(in->start_mask[i]);
    }
    unit->busy = unit->busy ? !done : in->start_valid;
}

bool atomic_unit_is_idle(const struct atomic_unit *unit)
{
    return !unit->busy;
}

uint64_t atomic_unit_hash(const struct atomic_unit *unit)
{
    uint64_t hash = hash_word(0, (uint64_t)unit->busy << 16 | (uint64_t)unit->left << 8 |
                                     (uint64_t)unit->computed << 4 | unit->written);
    if (!unit->busy)
        return hash;
    hash = hash_words(hash, unit->mask, 2);
    if (unit->carry_data && unit->computed)
        hash = hash_words(hash, unit->results, ATOMIC_SECTOR_WORDS);
    if (unit->carry_data && unit->written)
        hash = hash_words(hash, unit->complete, ATOMIC_SECTOR_WORDS);
    return hash;
}
