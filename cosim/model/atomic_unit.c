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
    unit->busy = unit->computed.there = unit->written.there = false;
    unit->left = 0;
}

/* At most one sector is left, which is selected now. */
static bool ends(const struct atomic_unit *unit)
{
    return unit->busy && __builtin_popcount(unit->left) <= 1;
}

void atomic_unit_outputs(const struct atomic_unit *unit, struct atomic_unit_out *out)
{
    const struct atomic_result_sector *written = &unit->written;
    out->busy = unit->busy;
    out->done = ends(unit);
    out->sector_next = unit->computed.there;
    out->write_valid = written->there;
    if (!written->there)
        return;
    memcpy(out->write_mask, written->mask, sizeof out->write_mask);
    if (unit->carry_data)
        memcpy(out->write_data, written->results, sizeof out->write_data);
}

/* The lowest sector that is left, with its results. */
static void select_sector(struct atomic_unit *unit, const struct atomic_unit_in *in)
{
    unsigned sector = (unsigned)__builtin_ctz(unit->left), at = sector * ATOMIC_SECTOR_WORDS;
    uint64_t bytes = UINT64_C(0xffffffff) << sector % 2 * 32;
    unit->left &= (uint8_t)(unit->left - 1);
    unit->computed.there = true;
    unit->computed.mask[sector / 2] = unit->mask[sector / 2] & bytes;
    unit->computed.mask[1 - sector / 2] = 0;
    if (unit->carry_data)
        atomic_sector((enum atomic_op)in->op, in->line + at, in->operands + at,
                      unit->computed.results);
}

void atomic_unit_step(struct atomic_unit *unit, const struct atomic_unit_in *in)
{
    bool done = ends(unit);
    unit->written = unit->computed;
    unit->computed.there = false;
    if (unit->left)
        select_sector(unit, in);
    if (in->start_valid) {
        unit->left = (uint8_t)touched_sectors(in->start_mask);
        for (unsigned i = 0; i < 2; i++)
            unit->mask[i] = atomic_whole_words(in->start_mask[i]);
    }
    unit->busy = unit->busy ? !done : in->start_valid;
}

bool atomic_unit_is_idle(const struct atomic_unit *unit)
{
    return !unit->busy && !unit->computed.there && !unit->written.there;
}

static uint64_t hash_sector(const struct atomic_unit *unit,
                            const struct atomic_result_sector *sector, uint64_t hash)
{
    hash = hash_word(hash, sector->there);
    if (!sector->there)
        return hash;
    hash = hash_words(hash, sector->mask, 2);
    return unit->carry_data ? hash_words(hash, sector->results, ATOMIC_SECTOR_WORDS) : hash;
}

uint64_t atomic_unit_hash(const struct atomic_unit *unit)
{
    uint64_t hash = hash_word(0, (uint64_t)unit->busy << 8 | unit->left);
    if (unit->busy)
        hash = hash_words(hash, unit->mask, 2);
    return hash_sector(unit, &unit->written, hash_sector(unit, &unit->computed, hash));
}
