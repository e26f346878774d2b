/* Values on their way between blocks: what a class drives goes into the inputs of its readers, and
 * wakes who has something to do by it. A message is taken at the next edge: both sides act. */
#include "address_map.h"
#include "carry.h"

/* Of few classes: not inlined, so that the others have the registers for themselves. */
#define SELDOM static __attribute__((noinline))

/* The node of the L2 slice of a line. */
static unsigned slice_node(const struct gpu *gpu, uint64_t line)
{
    const struct config *config = &gpu->config;
    unsigned slice =
        address_map_partition(line, config->chunk_bits, config->partitions, config->partition_hash);
    return gpu->plan.network[NETWORK_REQUEST].node[NODE_MEMORY][slice];
}

/* The end at which a message goes to or comes from the slice (enum plan_way). */
void gpu_copy_route(const struct gpu *gpu, const struct gpu_route *r, const char *out, char *in)
{
    uint64_t id = get_word(out, r->from_id), low = id & ((UINT64_C(1) << r->id_bits) - 1);
    switch (r->way) {
    case WAY_TO_L2:
        put_word(in, r->to_dest, slice_node(gpu, get_word(out, r->from_line)));
        put_word(in, r->to_id, get_word(out, r->from_dest) << r->id_bits | id);
        break;
    case WAY_BY_L2:
        put_word(in, r->to_id, low);
        if (r->to_src)
            put_word(in, r->to_src, id >> r->id_bits);
        break;
    case WAY_ONWARDS:
        put_word(in, r->to_dest, id >> r->id_bits);
        put_word(in, r->to_id, get_word(out, r->from_src) << r->id_bits | low);
        break;
    case WAY_PLAIN: /* narrower ids at the receiver */
        put_word(in, r->to_id, low);
        break;
    }
}

/* As the links of a node, with the neighbours on the rings. */
static void drive_rings(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    const char *out = gpu_out_of(class, member), *in = gpu_in_of(class, member);
    for (unsigned i = 0; i < class->ring_offer_count; i++) {
        const struct gpu_offer *offer = &class->ring_offers[i];
        unsigned there = offer->there[member];
        if (there == NO_MEMBER)
            continue;
        const struct gpu_class *reader = class->ends[offer->end].class;
        char *to = gpu_in_of(reader, there);
        bool valid = get_bit(out, offer->valid);
        put_bit(to, offer->to_valid, valid);
        if (!valid)
            continue;
        copy_offer(worker->gpu, offer, out, to);
        if (get_bit(in, offer->ready)) {
            gpu_wake(reader, there);
            gpu_wake(class, member);
        }
    }
    for (unsigned i = 0; i < class->ring_answer_count; i++) {
        const struct gpu_answer *answer = &class->ring_answers[i];
        unsigned there = answer->there[member];
        if (there == NO_MEMBER)
            continue;
        const struct gpu_class *sender = class->ends[answer->end].class;
        bool ready = get_bit(out, answer->ready);
        put_bit(gpu_in_of(sender, there), answer->to_ready, ready);
        if (ready && get_bit(in, answer->valid)) {
            gpu_wake(sender, there);
            gpu_wake(class, member);
        }
    }
}

static bool joins(const struct gpu_span *span, unsigned member)
{
    return !span->joined || span->joined[member / 64] >> member % 64 & 1;
}

/* From the hub to all members of the reader. */
static void drive_all_nodes(const struct gpu_span *span, bool value)
{
    for (unsigned i = 0; i < span->reader->members; i++) {
        char *in = gpu_in_of(span->reader, i);
        if (!joins(span, i) || get_bit(in, span->to) == value)
            continue;
        put_bit(in, span->to, value);
        gpu_wake(span->reader, i);
    }
}

/* One more member, or one less, drives 1. */
static void drive_any(struct gpu_span *span, unsigned member, bool value)
{
    if (!joins(span, member) || span->driven[member] == value)
        return;
    span->driven[member] = value;
    span->high += value ? 1u : -1u;
    char *in = gpu_in_of(span->reader, 0);
    if (get_bit(in, span->to) == (span->high > 0))
        return;
    put_bit(in, span->to, span->high > 0);
    gpu_wake(span->reader, 0);
}

static void drive_spans(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    const char *out = gpu_out_of(class, member);
    for (struct gpu_span *span = class->spans; span < class->spans + class->span_count; span++) {
        if (span->form == SPAN_TO_NETWORKS) {
            gpu_bypass_routers(worker->gpu, get_bit(out, span->from));
            continue;
        }
        char *in = gpu_in_of(span->reader, 0);
        if (span->form == SPAN_OF_EACH || (span->form == SPAN_OF_ONE && span->node != member))
            continue;
        if (span->number) {
            put_word(in, span->to.byte, get_word(out, span->from.byte));
            continue;
        }
        bool value = get_bit(out, span->from);
        if (span->form == SPAN_TO_ALL) {
            drive_all_nodes(span, value);
        } else if (span->form == SPAN_OF_ANY) {
            drive_any(span, member, value);
        } else {
            if (value | get_bit(in, span->to))
                gpu_wake(span->reader, 0);
            put_bit(in, span->to, value);
        }
    }
}

/* What all members drive reaches the hub. */
static void gather_each(struct gpu_worker *worker, struct gpu_class *class, unsigned number)
{
    const struct gpu *gpu = worker->gpu;
    const struct gpu_span *span = &class->spans[number];
    for (unsigned word = 0; word * 64 < class->members; word++) {
        uint64_t members = 0;
        for (unsigned i = 0; i < gpu->worker_count; i++)
            members |= gpu->workers[i].each[span->each][word];
        if (members | span->gathered[word])
            gpu_wake(span->reader, 0);
        span->gathered[word] = members;
    }
}

/* Whether the other side of a span may see something new; the hub itself drives seldom. */
FAST bool has_news(const struct gpu_span *span, unsigned member, bool value)
{
    if (span->form == SPAN_OF_ANY)
        return joins(span, member) && span->driven[member] != value;
    return span->form != SPAN_OF_ONE || span->node == member;
}

SELDOM void drive_own_spans(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    const char *out = gpu_out_of(class, member);
    bool news = false;
    for (unsigned i = 0; i < class->span_count; i++) {
        const struct gpu_span *span = &class->spans[i];
        bool value = get_bit(out, span->from);
        if (span->form != SPAN_OF_EACH) {
            news |= has_news(span, member, value);
            continue;
        }
        uint64_t *members = &worker->each[span->each][member / 64];
        uint64_t bit = UINT64_C(1) << member % 64, before = *members;
        *members = value ? before | bit : before & ~bit;
        if ((before | *members) & bit)
            gpu_later(worker, gather_each, class, i);
    }
    if (news)
        gpu_later(worker, drive_spans, class, member);
}

/* The neighbour, a member of the class at that end, is another worker's. */
static bool crosses(const struct gpu_worker *worker, const struct gpu_end *end, unsigned there)
{
    return there != NO_MEMBER && end->class->worker[there] != worker;
}

/* With a neighbour of another worker both sides wait: the second one sees what the first did. */
SELDOM void drive_own_rings(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    const struct gpu_offer *offer = class->ring_offers;
    const struct gpu_answer *answer = class->ring_answers;
    bool late = false;
    for (unsigned i = 0; i < class->ring_offer_count; i++)
        late |= crosses(worker, &class->ends[offer[i].end], offer[i].there[member]);
    for (unsigned i = 0; i < class->ring_answer_count; i++)
        late |= crosses(worker, &class->ends[answer[i].end], answer[i].there[member]);
    if (late)
        gpu_later(worker, drive_rings, class, member);
    else
        drive_rings(worker, class, member);
}

void gpu_carry_others(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    if (class->ring_offer_count | class->ring_answer_count)
        drive_own_rings(worker, class, member);
    if (class->span_count)
        drive_own_spans(worker, class, member);
}

void gpu_carry(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    carry_news(&class->wiring, worker, class, member);
}

FAST void drive_wires(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    if (class->watch_drive)
        class->watch_drive(worker->gpu, member);
    class->carry(worker, class, member);
}

void gpu_drive_wires(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    drive_wires(worker, class, member);
}

void gpu_catch_up(const struct gpu *gpu, struct gpu_class *class, unsigned member)
{
    uint64_t *steps = &class->steps[member], edges = gpu->now + gpu->driving;
    uint64_t spared = edges - *steps;
    *steps = edges;
    if (!spared)
        return;
    if (class->twin->skip)
        class->twin->skip(gpu_state_of(class, member), spared);
    else
        perf_counters_count(
            gpu_state_of(class, member),
            ((const struct perf_counters_in *)gpu_in_of(class, member))->event_pulse, spared);
}

FAST void step_block(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    if (class->watch_step)
        class->watch_step(worker->gpu, member);
    if (class->steps) {
        gpu_catch_up(worker->gpu, class, member);
        class->steps[member]++;
    }
    class->twin->step(gpu_state_of(class, member), gpu_in_of(class, member));
}

void gpu_step_block(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    step_block(worker, class, member);
}

static bool sleeps(const struct gpu_class *class, unsigned member)
{
    const void *state = gpu_state_of(class, member);
    if (class->twin->sleeps)
        return class->twin->sleeps(state, gpu_in_of(class, member));
    return class->twin->is_idle(state);
}

/* The block's next step that is not spared. */
static void set_alarm(struct gpu_worker *worker, struct gpu_class *class, unsigned member,
                      uint64_t pause)
{
    uint64_t at = worker->gpu->now + 1 + pause;
    worker->alarms[class->number][at % PAUSE_MAX][member / 64] |= UINT64_C(1) << member % 64;
    if (worker->last_alarm < at)
        worker->last_alarm = at;
}

FAST void drive_block(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    const void *state = gpu_state_of(class, member);
    class->twin->outputs(state, gpu_out_of(class, member));
    drive_wires(worker, class, member);
    if (sleeps(class, member))
        return;
    uint64_t pause = class->pauses ? class->twin->pause(state) : 0;
    if (pause && pause < PAUSE_MAX - 1)
        set_alarm(worker, class, member, pause);
    else
        worker_wake(worker, class, member);
}

void gpu_drive_block(struct gpu_worker *worker, struct gpu_class *class, unsigned member)
{
    drive_block(worker, class, member);
}

/* Calls what each of these members of a class has to do. What most classes do is inlined. */
FAST void visit_each(struct gpu_worker *worker, struct gpu_class *class, gpu_visit *visit)
{
    const uint64_t *stepping = worker->stepping[class->number];
    for (unsigned word = 0; word < class->words; word++)
        for (uint64_t rest = stepping[word]; rest; rest &= rest - 1)
            visit(worker, class, word * 64 + (unsigned)__builtin_ctzll(rest));
}

void gpu_step_members(struct gpu_worker *worker, struct gpu_class *class)
{
    if (class->step == gpu_step_block)
        visit_each(worker, class, step_block);
    else
        visit_each(worker, class, class->step);
}

void gpu_drive_members(struct gpu_worker *worker, struct gpu_class *class)
{
    if (class->drive == gpu_drive_block)
        visit_each(worker, class, drive_block);
    else
        visit_each(worker, class, class->drive);
}
