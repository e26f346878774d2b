/* Twin of rtl/ccn_router.v. */
#include "ccn_router.h"

#include <string.h>

#include "hash.h"

static void empty_rings(struct ccn_router *r)
{
    const struct ccn_router_params *p = &r->params;
    ccn_lines_init(&r->responses,
                   &(struct ccn_lines_params){.head_bits = p->core_bits + p->line_bits,
                                              .responses = p->responses,
                                              .hop = p->hop - 1,
                                              .spare = p->spare,
                                              .prompt = 1});
    if (p->hop > 1)
        delay_control_init(&r->request_link, p->hop + 1, p->hop - 1);
}

void ccn_router_init(struct ccn_router *r, const struct ccn_router_params *params)
{
    struct shadow_tags_params tags = {.line_bits = params->line_bits,
                                      .sets = params->sets,
                                      .ways = params->ways,
                                      .hash_index = params->hash_index};
    *r = (struct ccn_router){.params = *params, .carry_data = true};
    shadow_tags_init(&r->tags, &tags);
    empty_rings(r);
}

void ccn_router_release(struct ccn_router *r)
{
    shadow_tags_release(&r->tags);
}

void ccn_router_reset(struct ccn_router *r)
{
    struct shadow_tags tags = r->tags;
    *r = (struct ccn_router){.params = r->params, .carry_data = r->carry_data, .tags = tags};
    shadow_tags_reset(&r->tags);
    empty_rings(r);
}

/* What the head of ReqQ does in this cycle, and where its line is, if it is looked up and here. */
struct ccn_head {
    const struct ccn_request *request; /* NULL: there is none */
    uint64_t ways;                     /* of the L1, that hold the line */
    bool room;                         /* for the response */
    bool hops_on;                      /* to the next node */
};

static struct ccn_head head_of(const struct ccn_router *r)
{
    struct ccn_head head = {.room = ccn_lines_keep_ready(&r->responses)};
    if (!r->waiting)
        return head;
    head.request = &r->requests[r->first];
    if (!head.request->fresh && !head.request->home && !r->passed)
        head.ways = shadow_tags_match(&r->tags, head.request->line);
    head.hops_on = !head.request->home && !head.ways && !r->reading;
    return head;
}

static bool snoops(const struct ccn_router *r, const struct ccn_head *head)
{
    return head->ways && !r->reading && head->room;
}

static uint64_t line_of(const struct ccn_router *r, uint64_t head)
{
    return head & ((UINT64_C(1) << r->params.line_bits) - 1);
}

static void offer_request(const struct ccn_router *r, const struct ccn_head *head,
                          struct ccn_router_out *out)
{
    const struct ccn_request *request = head->request;
    out->request_out_valid = head->hops_on;
    if (r->params.hop > 1) {
        out->request_out_valid = delay_get_valid(&r->request_link);
        request = &r->requests_far[delay_head_slot(&r->request_link)];
    }
    if (!out->request_out_valid)
        return;
    out->request_out_core = request->core;
    out->request_out_line = request->line;
}

static void offer_beat(const struct ccn_router *r, struct ccn_router_out *out)
{
    uint64_t head;
    out->response_out_valid = ccn_lines_offer(&r->responses, &head, out->response_out_data);
    if (!out->response_out_valid)
        return;
    out->response_out_core = head >> r->params.line_bits;
    out->response_out_line = line_of(r, head);
}

static void show_events(const struct ccn_events *events, struct ccn_router_out *out)
{
    out->event_new = events->entered;
    out->event_hit = events->hit;
    out->event_gone = events->gone;
    out->event_held = events->held;
    out->event_answer = events->answered;
    out->event_back = events->back;
    out->event_late = events->late;
}

void ccn_router_outputs(const struct ccn_router *r, struct ccn_router_out *out)
{
    struct ccn_head head = head_of(r);
    out->new_ready = !r->entry_valid;
    out->request_in_ready = r->waiting < r->params.depth;
    out->response_in_ready = !r->responses.whole;
    out->snoop_valid = snoops(r, &head);
    if (out->snoop_valid) {
        out->snoop_set = set_map_set(&r->tags.map, head.request->line);
        out->snoop_way = (uint64_t)__builtin_ctzll(head.ways);
    }
    bool late = ccn_router_is_late(r);
    out->back_valid = late || (head.request && head.request->home);
    if (out->back_valid)
        out->back_line = late ? r->entry_line : head.request->line;
    offer_request(r, &head, out);
    offer_beat(r, out);
    out->fill_valid = r->fill_there;
    if (out->fill_valid) {
        out->fill_line = r->fill.head;
        if (r->carry_data)
            memcpy(out->fill_data, r->fill.data, sizeof r->fill.data);
    }
    show_events(&r->events, out);
}

/* Whether the response that the ring has brought, or does now, is for this core, and can go to the
 * MSHR; else it goes into RespQ, where the line of this L1 is put first: `snoop` keeps a place. */
static void step_responses(struct ccn_router *r, const struct ccn_router_in *in, bool snoop,
                           const struct ccn_request *answer)
{
    struct ccn_lines *lines = &r->responses;
    unsigned line_bits = r->params.line_bits;
    bool complete = lines->whole || (ccn_lines_last(lines) && in->response_in_valid);
    bool for_here = lines->arrived.head >> line_bits == in->here;
    bool fill_free = !r->fill_there || in->fill_ready;
    bool to_fill = complete && for_here && fill_free;
    struct ccn_lines_in to = {.in_valid = in->response_in_valid,
                              .in_head = in->response_in_core << line_bits | in->response_in_line,
                              .in_data = in->response_in_data,
                              .line_take = to_fill,
                              .line_pass = complete && !for_here,
                              .line_as = lines->arrived.head,
                              .keep_valid = snoop,
                              .new_valid = in->data_valid,
                              .new_data = in->data_line,
                              .gone_valid = in->gone_valid,
                              .out_ready = in->response_out_ready};
    if (answer)
        to.new_head = (uint64_t)answer->core << line_bits | answer->line;
    lines->carry_data = r->carry_data;
    ccn_lines_step(lines, &to);
    if (to_fill) {
        r->fill.head = line_of(r, lines->arrived.head);
        if (r->carry_data)
            memcpy(r->fill.data, lines->arrived.data, sizeof r->fill.data);
    }
    if (fill_free)
        r->fill_there = to_fill;
}

/* The head goes to the next node, or into the link to it: whether it leaves. */
static bool hop(struct ccn_router *r, const struct ccn_router_in *in, const struct ccn_head *head)
{
    if (r->params.hop == 1)
        return head->hops_on && in->request_out_ready;
    bool put = head->hops_on && delay_put_ready(&r->request_link);
    if (put)
        r->requests_far[delay_put_slot(&r->request_link)] = *head->request;
    delay_control_step(&r->request_link, put,
                       in->request_out_ready && delay_get_valid(&r->request_link));
    return put;
}

/* What comes into ReqQ: of the ring, else of the core, if a place is left over behind it. A new one
 * that is `late` does not come any more; `turned`: L2 takes it. */
static bool enter_request(struct ccn_router *r, const struct ccn_router_in *in, bool late,
                          bool turned)
{
    unsigned core = (unsigned)in->request_in_core;
    bool arrive = in->request_in_valid && r->waiting < r->params.depth;
    bool enter = r->entry_valid && !late && !in->request_in_valid &&
                 r->waiting + r->params.spare < r->params.depth;
    bool leaves = enter || turned;
    struct ccn_request *next = &r->requests[ring_wrap(r->first + r->waiting, r->params.depth)];
    if (arrive)
        *next = (struct ccn_request){
            .line = in->request_in_line, .core = (uint8_t)core, .home = core == in->here};
    else if (enter)
        *next =
            (struct ccn_request){.line = r->entry_line, .core = (uint8_t)in->here, .fresh = true};
    r->waiting += arrive || enter;
    if (!r->entry_valid && in->new_valid)
        r->entry_line = in->new_line;
    if (!r->entry_valid || leaves)
        r->waited = 0;
    else if (!late && r->params.wait_limit)
        r->waited++;
    r->entry_valid = r->entry_valid ? !leaves : in->new_valid;
    return enter;
}

void ccn_router_step(struct ccn_router *r, const struct ccn_router_in *in)
{
    struct ccn_head head = head_of(r);
    bool snoop = snoops(r, &head) && in->snoop_ready;
    bool late = ccn_router_is_late(r), turned = late && in->back_ready;
    bool back = head.request && head.request->home && in->back_ready && !late;
    r->events = (struct ccn_events){.hit = in->data_valid,
                                    .gone = in->gone_valid,
                                    .held = head.ways && !r->reading && !head.room,
                                    .answered = r->fill_there && in->fill_ready,
                                    .back = back,
                                    .late = turned};
    step_responses(r, in, snoop, in->data_valid ? head.request : NULL);
    bool leave = hop(r, in, &head) || back || in->data_valid;
    r->events.entered = enter_request(r, in, late, turned);
    if (leave) {
        r->first = ring_wrap(r->first + 1, r->params.depth);
        r->waiting--;
    }
    r->passed = !leave && (r->passed || in->gone_valid);
    r->reading = r->reading ? !in->data_valid && !in->gone_valid : snoop;
    if (in->tags_valid)
        shadow_tags_write(&r->tags, (unsigned)in->tags_set, in->tags_ways, in->tags_tag,
                          in->tags_lines);
    if (in->flush)
        shadow_tags_flush(&r->tags);
    shadow_tags_share(&r->tags, (in->share_even ? 1u : 0) | (in->share_odd ? 2u : 0));
}

bool ccn_router_is_idle(const struct ccn_router *r)
{
    const struct ccn_events *e = &r->events;
    bool event = e->entered || e->hit || e->gone || e->held || e->answered || e->back || e->late;
    return !r->waiting && !r->entry_valid && !r->fill_there && !r->request_link.level && !event &&
           ccn_lines_is_idle(&r->responses) && shadow_tags_is_idle(&r->tags);
}

static uint64_t hash_requests(const struct ccn_router *r, uint64_t hash)
{
    hash = hash_word(hash, r->waiting);
    for (unsigned i = 0; i < r->waiting; i++) {
        const struct ccn_request *request = &r->requests[ring_wrap(r->first + i, r->params.depth)];
        hash = hash_word(hash, request->line);
        hash = hash_word(hash, (uint64_t)request->core << 2 | (uint64_t)request->fresh << 1 |
                                   request->home);
    }
    return r->entry_valid ? hash_word(hash_word(hash, r->entry_line), r->waited) : hash;
}

static uint64_t hash_link(const struct ccn_router *r, uint64_t hash)
{
    const struct delay_control *link = &r->request_link;
    hash = delay_control_hash(link, hash);
    for (unsigned i = 0; i < link->level; i++) {
        const struct ccn_request *far = &r->requests_far[ring_wrap(link->head + i, link->depth)];
        hash = hash_word(hash_word(hash, far->line), far->core);
    }
    return hash;
}

uint64_t ccn_router_hash(const struct ccn_router *r)
{
    const struct ccn_events *e = &r->events;
    unsigned flags = (unsigned)e->entered | (unsigned)e->hit << 1 | (unsigned)e->gone << 2 |
                     (unsigned)e->held << 3 | (unsigned)e->answered << 4 | (unsigned)e->back << 5 |
                     (unsigned)r->reading << 6 | (unsigned)r->passed << 7 |
                     (unsigned)r->fill_there << 9 | (unsigned)r->entry_valid << 10 |
                     (unsigned)e->late << 11;
    uint64_t hash = hash_word(shadow_tags_hash(&r->tags), flags);
    hash = hash_word(hash, ccn_lines_hash(&r->responses));
    hash = hash_requests(r, hash);
    if (r->fill_there)
        hash = hash_words(hash_word(hash, r->fill.head), r->fill.data,
                          r->carry_data ? CCN_LINE_WORDS : 0);
    return hash_link(r, hash);
}
