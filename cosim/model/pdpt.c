/* Twin of rtl/pdpt.v. Reset clears all entries at once: while the RTL does that one by one nobody
 * can see them. */
#include "pdpt.h"

#include "hash.h"

void pdpt_init(struct pdpt *pdpt, const struct pdpt_params *params)
{
    pdpt->params = *params;
    pdpt_reset(pdpt);
}

void pdpt_release(struct pdpt *pdpt)
{
    (void)pdpt;
}

void pdpt_reset(struct pdpt *pdpt)
{
    bool clears = !pdpt->params.global;
    *pdpt = (struct pdpt){.params = pdpt->params, .walking = clears, .clearing = clears};
    pdpt->walk_waits = PDPT_WALK_WAITS;
}

void pdpt_outputs_in(const struct pdpt *pdpt, const struct pdpt_in *in, struct pdpt_out *out)
{
    out->query_distance = pdpt_distance(pdpt, (unsigned)in->query_insn);
    out->event_sample = pdpt->sampled;
    out->event_alias = pdpt->aliased;
}

/* Figure 9's left path: what a distance rises by, for the hits of its entry. */
static unsigned rise(unsigned associativity, unsigned tda, unsigned vta)
{
    if (vta == 0)
        return 0;
    if (vta >= 4 * tda)
        return 4 * associativity;
    if (vta >= 2 * tda)
        return 2 * associativity;
    if (vta >= tda)
        return associativity;
    return 2 * vta >= tda ? associativity / 2 : 0;
}

static uint8_t next_distance(const struct pdpt *pdpt, const struct pdpt_entry *entry)
{
    unsigned distance = entry->distance, fall = pdpt->params.fall;
    if (pdpt->vta_total > pdpt->tda_total)
        distance += rise(pdpt->params.associativity, entry->tda, entry->vta);
    else if (2 * pdpt->vta_total < pdpt->tda_total)
        distance = distance > fall ? distance - fall : 0;
    return (uint8_t)(distance < PDPT_DISTANCE_MAX ? distance : PDPT_DISTANCE_MAX);
}

static void end_walk(struct pdpt *pdpt)
{
    pdpt->walking = pdpt->clearing = false;
    pdpt->walk_insn = 0;
    pdpt->walk_waits = PDPT_WALK_WAITS;
    pdpt->tda_total = pdpt->vta_total = 0;
}

static void walk(struct pdpt *pdpt)
{
    if (!pdpt->params.global && pdpt->walk_waits) {
        pdpt->walk_waits--;
        return;
    }
    struct pdpt_entry *entry = &pdpt->entries[pdpt->walk_insn];
    if (pdpt->params.global) {
        struct pdpt_entry all = {.distance = entry->distance};
        all.tda = (uint16_t)pdpt->tda_total;
        all.vta = (uint16_t)pdpt->vta_total;
        entry->distance = next_distance(pdpt, &all);
    } else if (!pdpt->clearing) {
        entry->distance = next_distance(pdpt, entry);
        entry->tda = entry->vta = 0;
    }
    if (pdpt->params.global || ++pdpt->walk_insn == PDPT_ENTRIES)
        end_walk(pdpt);
}

static void credit(struct pdpt *pdpt, const struct pdpt_in *in)
{
    pdpt->tda_total += in->tda_valid;
    pdpt->vta_total += in->vta_valid;
    if (pdpt->params.global)
        return;
    if (in->tda_valid && pdpt->entries[in->tda_insn].tda < PDPT_TDA_MAX)
        pdpt->entries[in->tda_insn].tda++;
    if (in->vta_valid && pdpt->entries[in->vta_insn].vta < PDPT_VTA_MAX)
        pdpt->entries[in->vta_insn].vta++;
}

/* What counts in a sample; true when it ends. */
static bool count(struct pdpt *pdpt, const struct pdpt_in *in)
{
    credit(pdpt, in);
    pdpt->queries += in->query;
    pdpt->insns += (uint32_t)in->issued;
    if (pdpt->queries < pdpt->params.sample && pdpt->insns < pdpt->params.max_insns)
        return false;
    pdpt->queries = pdpt->insns = 0;
    return true;
}

/* Notes the check bits of a load; true when they are not those of the one before. */
static bool check(struct pdpt *pdpt, const struct pdpt_in *in)
{
    struct pdpt_entry *entry = &pdpt->entries[in->query_insn];
    if (!in->query || !in->query_load || pdpt->clearing || pdpt->params.global)
        return false;
    bool other = entry->checked && entry->check != in->query_check;
    entry->checked = true;
    entry->check = (uint8_t)in->query_check;
    return other;
}

void pdpt_step(struct pdpt *pdpt, const struct pdpt_in *in)
{
    pdpt->aliased = check(pdpt, in);
    pdpt->sampled = false;
    if (pdpt->walking)
        walk(pdpt);
    else
        pdpt->walking = pdpt->sampled = count(pdpt, in);
}

bool pdpt_is_idle(const struct pdpt *pdpt)
{
    return !pdpt->walking && !pdpt->aliased;
}

uint64_t pdpt_hash(const struct pdpt *pdpt)
{
    uint64_t flags = (uint64_t)pdpt->walking | (uint64_t)pdpt->clearing << 1 |
                     (uint64_t)pdpt->sampled << 2 | (uint64_t)pdpt->aliased << 3 |
                     (uint64_t)pdpt->walk_insn << 8 |
                     (uint64_t)pdpt->walk_waits << 16;
    uint64_t hash = hash_word(flags, (uint64_t)pdpt->queries << 32 | pdpt->insns);
    hash = hash_word(hash, (uint64_t)pdpt->tda_total << 32 | pdpt->vta_total);
    for (unsigned i = 0; i < PDPT_ENTRIES; i++) {
        const struct pdpt_entry *e = &pdpt->entries[i];
        hash =
            hash_word(hash, (uint64_t)e->tda << 32 | (uint64_t)e->vta << 16 |
                                (uint64_t)e->distance << 8 | (uint64_t)e->checked << 7 | e->check);
    }
    return hash;
}
