/* Twin of rtl/l1_protect.v. The query of a cycle changes its set at once and leaves what victims
 * and predictions are told, which step at the edge. */
#include "l1_protect.h"

#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "util.h"

void l1_protect_init(struct l1_protect *protect, const struct l1_protect_params *p)
{
    *protect = (struct l1_protect){.params = *p};
    if (!l1_protect_has_lives(protect))
        return;
    const struct vta_params victims = {
        .sets = p->sets,
        .ways = p->ways,
        .tag_bits = p->tag_bits,
        .tag_field = p->tag_field > p->tag_bits ? p->tag_field : p->tag_bits,
    };
    const struct pdpt_params predictions = {
        .associativity = p->ways,
        .sample = p->sample,
        .max_insns = p->max_insns,
        .fall = p->fall,
        .global = p->scheme == PROTECT_GLOBAL,
    };
    protect->sets = xcalloc(p->sets, sizeof *protect->sets);
    vta_init(&protect->victims, &victims);
    pdpt_init(&protect->predictions, &predictions);
}

void l1_protect_release(struct l1_protect *protect)
{
    if (!l1_protect_has_lives(protect))
        return;
    free(protect->sets);
    vta_release(&protect->victims);
    pdpt_release(&protect->predictions);
}

struct l1_protect *l1_protect_new(const struct l1_protect_params *params)
{
    if (params->scheme == PROTECT_OFF)
        return NULL;
    struct l1_protect *protect = xcalloc(1, sizeof *protect);
    l1_protect_init(protect, params);
    return protect;
}

void l1_protect_free(struct l1_protect *protect)
{
    if (protect)
        l1_protect_release(protect);
    free(protect);
}

void l1_protect_reset(struct l1_protect *protect)
{
    if (!l1_protect_has_lives(protect))
        return;
    memset(protect->sets, 0, protect->params.sets * sizeof *protect->sets);
    vta_reset(&protect->victims);
    pdpt_reset(&protect->predictions);
    protect->search = (struct vta_in){.search_valid = false};
    protect->events = (struct pdpt_in){.query = false};
}

/* Those of `ways` of the set whose life is over for a query. */
static unsigned over(const struct l1_protect *protect, unsigned set, unsigned ways)
{
    struct dlp_lives lives = protect->sets[set].lives;
    if (!protect->params.life)
        dlp_protect_query(&lives, protect->params.ways);
    return dlp_protect_over(&lives, ways);
}

unsigned l1_protect_replaceable(const struct l1_protect *protect, unsigned set, unsigned lines)
{
    return l1_protect_has_lives(protect) ? over(protect, set, lines) : lines;
}

bool l1_protect_bypasses(const struct l1_protect *protect, unsigned set, bool has_way, bool full)
{
    unsigned all = (1u << protect->params.ways) - 1;
    switch (protect->params.scheme) {
    case PROTECT_OFF:
        return false;
    case PROTECT_STALL_BYPASS:
        return !has_way || full;
    default:
        return !has_way && (protect->params.reserved || !over(protect, set, all));
    }
}

void l1_protect_store(struct l1_protect *protect, unsigned set)
{
    if (!l1_protect_has_lives(protect))
        return;
    dlp_protect_query(&protect->sets[set].lives, protect->params.ways);
    protect->events.query = true;
}

/* What a load that misses asks the victims, before its way is given to it. */
static struct vta_in search(const struct l1_protect_set *set, const struct l1_protect_access *load)
{
    return (struct vta_in){
        .search_valid = true,
        .search_set = load->set,
        .search_tag = load->tag,
        .search_allocates = load->way != PROTECT_NO_WAY,
        .search_evicts = load->evicts,
        .search_evicted_tag = load->old_tag,
        .search_evicted_insn = load->evicts ? set->insn[load->way] : 0,
    };
}

void l1_protect_load(struct l1_protect *protect, const struct l1_protect_access *load)
{
    if (!l1_protect_has_lives(protect))
        return;
    struct l1_protect_set *set = &protect->sets[load->set];
    protect->events.query = true;
    protect->events.query_load = !load->remote;
    protect->events.query_insn = load->insn;
    protect->events.query_check = load->check;
    if (load->hit) {
        protect->events.tda_valid = true;
        protect->events.tda_insn = set->insn[load->way];
    } else {
        protect->search = search(set, load);
    }
    dlp_protect_query(&set->lives, protect->params.ways);
    if (load->way == PROTECT_NO_WAY)
        return;
    set->lives.way[load->way] = (uint8_t)pdpt_distance(&protect->predictions, load->insn);
    set->insn[load->way] = load->insn;
}

void l1_protect_edge(struct l1_protect *protect, unsigned issued, bool flush)
{
    if (!l1_protect_has_lives(protect))
        return;
    if (!protect->events.query && !issued && !flush && l1_protect_is_idle(protect))
        return;
    protect->events.issued = issued;
    protect->events.vta_valid = protect->victims.credit_valid;
    protect->events.vta_insn = protect->victims.credit_insn;
    protect->search.flush = flush;
    pdpt_step(&protect->predictions, &protect->events);
    vta_step(&protect->victims, &protect->search);
    protect->search = (struct vta_in){.search_valid = false};
    protect->events = (struct pdpt_in){.query = false};
}

static unsigned way_of(uint64_t one_hot)
{
    return one_hot ? (unsigned)__builtin_ctzll(one_hot) : PROTECT_NO_WAY;
}

/* The load of the ports takes no way. */
static bool is_bypassed(const struct l1_protect *protect, const struct l1_protect_in *in)
{
    uint64_t all = (UINT64_C(1) << protect->params.ways) - 1;
    unsigned ways =
        l1_protect_replaceable(protect, (unsigned)in->lookup_set, (unsigned)in->lookup_lines);
    bool has_way = (in->lookup_lines | in->lookup_pending) != all || ways;
    return in->lookup_query && in->lookup_load && !in->lookup_hit &&
           l1_protect_bypasses(protect, (unsigned)in->lookup_set, has_way,
                               in->mshr_full || in->lookup_waited);
}

void l1_protect_outputs_in(const struct l1_protect *protect, const struct l1_protect_in *in,
                           struct l1_protect_out *out)
{
    unsigned lines = (unsigned)in->lookup_lines;
    out->replaceable = lines;
    if (l1_protect_has_lives(protect))
        out->replaceable = in->lookup_query
                               ? l1_protect_replaceable(protect, (unsigned)in->lookup_set, lines)
                               : dlp_protect_over(&protect->sets[in->lookup_set].lives, lines);
    out->bypass = is_bypassed(protect, in);
    l1_protect_events(protect, &out->event_vta, &out->event_sample, &out->event_alias);
}

void l1_protect_step(struct l1_protect *protect, const struct l1_protect_in *in)
{
    bool leaves = in->lookup_query && in->lookup_advance;
    if (leaves && !in->lookup_load)
        l1_protect_store(protect, (unsigned)in->lookup_set);
    if (leaves && in->lookup_load) {
        bool bypassed = is_bypassed(protect, in);
        const struct l1_protect_access load = {
            .tag = in->lookup_tag,
            .old_tag = in->lookup_old_tag,
            .set = (unsigned)in->lookup_set,
            .way = bypassed ? PROTECT_NO_WAY : way_of(in->lookup_way),
            .insn = (uint8_t)in->lookup_insn,
            .check = (uint8_t)in->lookup_check,
            .hit = in->lookup_hit,
            .evicts = !in->lookup_hit && !bypassed && in->lookup_way & in->lookup_lines,
            .remote = in->lookup_remote,
        };
        l1_protect_load(protect, &load);
    }
    l1_protect_edge(protect, (unsigned)in->issued, in->flush);
}

bool l1_protect_is_idle(const struct l1_protect *protect)
{
    return !l1_protect_has_lives(protect) ||
           (vta_is_idle(&protect->victims) && pdpt_is_idle(&protect->predictions));
}

uint64_t l1_protect_hash(const struct l1_protect *protect)
{
    if (!l1_protect_has_lives(protect))
        return 0;
    uint64_t hash = hash_word(vta_hash(&protect->victims), pdpt_hash(&protect->predictions));
    for (unsigned set = 0; set < protect->params.sets; set++)
        for (unsigned way = 0; way < protect->params.ways; way++)
            hash = hash_word(hash, (uint64_t)(protect->sets[set].lives.way[way] << 7 |
                                              protect->sets[set].insn[way]));
    return hash;
}
