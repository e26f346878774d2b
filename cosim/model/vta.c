/* Twin of rtl/vta.v. */
#include "vta.h"

#include <stdlib.h>

#include "hash.h"
#include "lru_order.h"
#include "util.h"

enum { NO_WAY = 16 };

void vta_init(struct vta *vta, const struct vta_params *params)
{
    *vta = (struct vta){.params = *params};
    vta->sets = xcalloc(params->sets, sizeof *vta->sets);
    vta->entries = xcalloc((size_t)params->sets * params->ways, sizeof *vta->entries);
    vta_reset(vta);
}

void vta_release(struct vta *vta)
{
    free(vta->sets);
    free(vta->entries);
}

static void empty_sets(struct vta *vta)
{
    const struct vta_set empty = {.order = lru_order_initial(vta->params.ways)};
    for (unsigned set = 0; set < vta->params.sets; set++)
        vta->sets[set] = empty;
}

void vta_reset(struct vta *vta)
{
    empty_sets(vta);
    vta->credit_valid = false;
}

void vta_outputs(const struct vta *vta, struct vta_out *out)
{
    out->credit_valid = vta->credit_valid;
    out->credit_insn = vta->credit_insn;
}

static unsigned find(const struct vta_set *set, const struct vta_entry *entries, uint64_t tag)
{
    for (unsigned ways = set->valid; ways; ways &= ways - 1) {
        unsigned way = (unsigned)__builtin_ctz(ways);
        if (entries[way].tag == tag)
            return way;
    }
    return NO_WAY;
}

static void insert(struct vta_set *set, struct vta_entry *entries, unsigned ways,
                   struct vta_entry victim)
{
    unsigned all = (1u << ways) - 1, empty = all & ~(unsigned)set->valid;
    unsigned way = empty ? (unsigned)__builtin_ctz(empty) : lru_order_victim(set->order, all, ways);
    entries[way] = victim;
    set->valid |= (uint16_t)(1u << way);
    set->order = lru_order_touch(set->order, way);
}

static void search(struct vta *vta, const struct vta_in *in)
{
    struct vta_set *set = &vta->sets[in->search_set];
    struct vta_entry *entries = &vta->entries[in->search_set * vta->params.ways];
    unsigned way = find(set, entries, in->search_tag);
    vta->credit_valid = way != NO_WAY;
    if (way != NO_WAY) {
        vta->credit_insn = entries[way].insn;
        if (in->search_allocates)
            set->valid ^= (uint16_t)(1u << way);
        else
            set->order = lru_order_touch(set->order, way);
    }
    if (in->search_allocates && in->search_evicts)
        insert(set, entries, vta->params.ways,
               (struct vta_entry){in->search_evicted_tag, (uint8_t)in->search_evicted_insn});
}

void vta_step(struct vta *vta, const struct vta_in *in)
{
    vta->credit_valid = false;
    if (in->flush)
        empty_sets(vta);
    else if (in->search_valid)
        search(vta, in);
}

bool vta_is_idle(const struct vta *vta)
{
    return !vta->credit_valid;
}

uint64_t vta_hash(const struct vta *vta)
{
    uint64_t hash = vta->credit_valid ? 1 + vta->credit_insn : 0;
    for (unsigned set = 0; set < vta->params.sets; set++) {
        const struct vta_entry *entries = &vta->entries[(size_t)set * vta->params.ways];
        hash = hash_word(hash, vta->sets[set].order ^ (uint64_t)vta->sets[set].valid << 48);
        for (unsigned ways = vta->sets[set].valid; ways; ways &= ways - 1) {
            unsigned way = (unsigned)__builtin_ctz(ways);
            hash = hash_word(hash, entries[way].tag << 7 | entries[way].insn);
        }
    }
    return hash;
}
