/* GDDR5 channel with an FR-FCFS controller: see dram.h and docs/blocks/dram.md.
 * Timing is propagated eagerly: a command writes the earliest time of everything it constrains,
 * so that "may it go" is a comparison and "when may anything go" a minimum, computed only when the
 * queue or a bank changed. */
#include "dram.h"

#include <string.h>

#include "hash.h"
#include "util.h"

enum { BURST_CLOCKS = 2, TURN_CLOCKS = 2, BURST_LENGTH = 8, CLOSED = -1 };
#define NEVER UINT64_MAX

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t dram_clock(const struct dram *dram, uint64_t now)
{
    return now * dram->clocks_num / dram->clocks_den;
}

/* Core cycle whose ending edge is the first at which command clock `clock` has passed. */
static uint64_t cycle_of(const struct dram *dram, uint64_t clock)
{
    if (clock == NEVER)
        return NEVER;
    uint64_t cycle = (clock * dram->clocks_den + dram->clocks_num - 1) / dram->clocks_num;
    return cycle ? cycle - 1 : 0;
}

void dram_init(struct dram *dram, const struct config *config, struct memory *memory)
{
    *dram = (struct dram){.config = config, .memory = memory, .carry_data = true};
    uint64_t common = gcd(config->dram_mhz, config->core_mhz);
    dram->clocks_num = config->dram_mhz / common;
    dram->clocks_den = config->core_mhz / common;
    if (is_power_of_two(config->partitions))
        dram->partition_bits = log2_ceil(config->partitions);
    dram->group_bits = log2_ceil(config->dram_groups);
    dram->bank_bits = log2_ceil(config->dram_banks);
    dram->column_bits = log2_ceil(config->dram_row_bytes / LINE_BYTES);
    unsigned burst_bytes = BURST_LENGTH * config->dram_bus_bytes;
    dram->bursts = burst_bytes < LINE_BYTES ? LINE_BYTES / burst_bytes : 1;
    dram_reset(dram);
}

void dram_reset(struct dram *dram)
{
    dram->free_count = dram->config->dram_queue + DRAM_REPLIES;
    for (unsigned i = 0; i < dram->free_count; i++)
        dram->free_slots[i] = (uint8_t)i;
    dram->queued = dram->reply_head = dram->reply_count = 0;
    memset(dram->hits, 0, sizeof(dram->hits));
    memset(dram->leaders, 0, sizeof(dram->leaders));
    dram->reply_shown = false;
    for (unsigned bank = 0; bank < DRAM_BANKS_MAX; bank++)
        dram->banks[bank] = (struct dram_bank){.row = CLOSED};
    memset(dram->column_at, 0, sizeof(dram->column_at));
    memset(dram->group_at, 0, sizeof(dram->group_at));
    memset(dram->activated_at, 0, sizeof(dram->activated_at));
    dram->activate_at = dram->activated_head = 0;
    dram->refresh_at = dram->config->t_rfc ? dram->config->t_refi : NEVER;
    dram->next_at = dram->refresh_at;
    dram->queue_since = 0;
    dram->wake_at = cycle_of(dram, dram->next_at);
    dram->stats = (struct dram_stats){0};
}

void dram_outputs(const struct dram *dram, struct dram_out *out)
{
    out->dram_ready = dram->queued < dram->config->dram_queue;
    out->dram_reply_valid = dram->reply_shown;
    if (!dram->reply_shown)
        return;
    const struct dram_request *request = &dram->slots[dram->replies[dram->reply_head]];
    out->dram_reply_id = request->id;
    if (dram->carry_data)
        memcpy(out->dram_reply_data, request->data, sizeof(request->data));
}

/* Sums the queue's length over the clocks up to `clock`; called before the length changes. */
static void account_queue(struct dram *dram, uint64_t clock)
{
    dram->stats.queue_clocks += dram->queued * (clock - dram->queue_since);
    dram->queue_since = clock;
}

static void locate(const struct dram *dram, uint64_t line, struct dram_waiting *waiting)
{
    const struct config *config = dram->config;
    uint64_t chunk_mask = (UINT64_C(1) << config->chunk_bits) - 1;
    uint64_t chunk = line >> config->chunk_bits >> dram->partition_bits;
    uint64_t local = chunk << config->chunk_bits | (line & chunk_mask);
    unsigned inner_bits = dram->bank_bits - dram->group_bits;
    uint64_t group = local & ((1u << dram->group_bits) - 1);
    uint64_t inner = local >> (dram->group_bits + dram->column_bits);
    uint64_t row = inner >> inner_bits, banks = UINT64_C(1) << dram->bank_bits;
    uint64_t bank = (inner & ((1u << inner_bits) - 1)) << dram->group_bits | group;
    if (config->dram_hash)
        for (uint64_t rest = row; rest; rest >>= dram->bank_bits)
            bank ^= rest & (banks - 1);
    waiting->row = (uint32_t)row;
    waiting->bank = (uint8_t)bank;
}

static unsigned group_of(const struct dram *dram, const struct dram_waiting *waiting)
{
    return waiting->bank & ((1u << dram->group_bits) - 1);
}

/* What a request needs next and the earliest clock for it, by the timings alone. */
static inline uint64_t earliest(const struct dram *dram, const struct dram_waiting *waiting,
                                enum dram_command *command)
{
    const struct dram_bank *bank = &dram->banks[waiting->bank];
    if (bank->row == (int64_t)waiting->row) {
        *command = waiting->write ? DRAM_WRITE : DRAM_READ;
        if (!waiting->write && waiting->bursts == 1 && dram->reply_count == DRAM_REPLIES)
            return NEVER;
        uint64_t column = later(bank->column_at, dram->column_at[waiting->write]);
        return later(column, dram->group_at[group_of(dram, waiting)]);
    }
    if (bank->row != CLOSED) {
        *command = DRAM_PRECHARGE;
        return bank->precharge_at;
    }
    *command = DRAM_ACTIVATE;
    uint64_t window = dram->activated_at[dram->activated_head];
    return later(bank->activate_at, later(dram->activate_at, window));
}

/* After the requests or the open row of a bank changed. */
static void update_bank(struct dram *dram, unsigned number)
{
    uint64_t mine[DRAM_QUEUE_WORDS] = {0}, hits[DRAM_QUEUE_WORDS] = {0}, any_hit = 0;
    for (unsigned i = 0; i < dram->queued; i++) {
        uint64_t is_mine = dram->queue[i].bank == number;
        uint64_t is_hit = is_mine & (dram->queue[i].row == dram->banks[number].row);
        mine[i / 64] |= is_mine << i % 64;
        hits[i / 64] |= is_hit << i % 64;
        any_hit |= is_hit;
    }
    for (unsigned word = 0; word < DRAM_QUEUE_WORDS; word++) {
        uint64_t leader = any_hit ? 0 : mine[word] & -mine[word];
        dram->hits[word] = (dram->hits[word] & ~mine[word]) | hits[word];
        dram->leaders[word] = (dram->leaders[word] & ~mine[word]) | leader;
        any_hit |= leader; /* the next word has no older one */
    }
}

/* Writes take effect and reads sample here. */
static void access_memory(struct dram *dram, const struct dram_in *in, uint64_t *data)
{
    dram->stats.writes += in->dram_write;
    dram->stats.reads += !in->dram_write;
    if (!dram->carry_data)
        return;
    if (in->dram_write)
        memory_write_line(dram->memory, in->dram_line, in->dram_data);
    else
        memcpy(data, memory_read_line(dram->memory, in->dram_line), LINE_BYTES);
}

static void accept(struct dram *dram, const struct dram_in *in, uint64_t clock)
{
    account_queue(dram, clock);
    struct dram_waiting *waiting = &dram->queue[dram->queued++];
    waiting->slot = dram->free_slots[--dram->free_count];
    waiting->write = in->dram_write;
    waiting->bursts = (uint8_t)dram->bursts;
    locate(dram, in->dram_line, waiting);
    struct dram_request *request = &dram->slots[waiting->slot];
    request->arrived_at = clock;
    request->opened = request->conflicted = false;
    request->id = (uint16_t)in->dram_id;
    access_memory(dram, in, request->data);
    update_bank(dram, waiting->bank);
    enum dram_command command;
    uint64_t at = later(earliest(dram, waiting, &command), clock + 1);
    dram->next_at = sooner(dram->next_at, at);
}

static void activate(struct dram *dram, const struct dram_waiting *waiting, uint64_t clock)
{
    const struct config *t = dram->config;
    struct dram_bank *bank = &dram->banks[waiting->bank];
    dram->slots[waiting->slot].opened = true;
    bank->row = waiting->row;
    bank->column_at = clock + t->t_rcd;
    bank->precharge_at = clock + t->t_ras;
    bank->activate_at = clock + t->t_rc;
    dram->activate_at = clock + t->t_rrd;
    dram->activated_at[dram->activated_head] = clock + t->t_faw;
    dram->activated_head = (dram->activated_head + 1) % 4;
    dram->stats.activates++;
    update_bank(dram, waiting->bank);
}

static void precharge(struct dram *dram, const struct dram_waiting *waiting, uint64_t clock)
{
    struct dram_bank *bank = &dram->banks[waiting->bank];
    dram->slots[waiting->slot].conflicted = true;
    bank->row = CLOSED;
    bank->activate_at = later(bank->activate_at, clock + dram->config->t_rp);
    update_bank(dram, waiting->bank);
}

/* A place vanishes from a mask of the queue. */
static void close_gap(uint64_t *mask, unsigned place)
{
    uint64_t older = (UINT64_C(1) << place % 64) - 1;
    for (unsigned word = place / 64; word < DRAM_QUEUE_WORDS; word++, older = 0) {
        uint64_t next = word + 1 < DRAM_QUEUE_WORDS ? mask[word + 1] << 63 : 0;
        mask[word] = (mask[word] & older) | ((mask[word] >> 1 | next) & ~older);
    }
}

/* The last burst of queue[index] was issued: writes are done, reads wait for their data. */
static void retire(struct dram *dram, unsigned index, uint64_t done_at)
{
    uint8_t slot = dram->queue[index].slot, bank = dram->queue[index].bank;
    bool write = dram->queue[index].write;
    struct dram_request *request = &dram->slots[slot];
    dram->stats.row_hits += !request->opened;
    dram->stats.row_conflicts += request->conflicted;
    dram->queued--;
    memmove(&dram->queue[index], &dram->queue[index + 1],
            (dram->queued - index) * sizeof(dram->queue[0]));
    close_gap(dram->hits, index);
    close_gap(dram->leaders, index);
    update_bank(dram, bank);
    if (write) {
        dram->free_slots[dram->free_count++] = slot;
        return;
    }
    request->done_at = done_at;
    dram->replies[(dram->reply_head + dram->reply_count++) % DRAM_REPLIES] = slot;
}

static void column(struct dram *dram, unsigned index, uint64_t clock)
{
    const struct config *t = dram->config;
    struct dram_waiting *waiting = &dram->queue[index];
    struct dram_bank *bank = &dram->banks[waiting->bank];
    uint64_t next = clock + later(t->t_ccd, BURST_CLOCKS);
    uint64_t data_end = clock + (waiting->write ? t->t_wl : t->t_cl) + BURST_CLOCKS;
    dram->column_at[waiting->write] = next;
    if (waiting->write) {
        dram->column_at[0] = later(next, data_end + t->t_cdlr);
        bank->precharge_at = later(bank->precharge_at, data_end + t->t_wr);
    } else {
        uint64_t free_at = data_end + TURN_CLOCKS;
        dram->column_at[1] = free_at > next + t->t_wl ? free_at - t->t_wl : next;
        bank->precharge_at = later(bank->precharge_at, clock + t->t_rtp);
    }
    dram->group_at[group_of(dram, waiting)] = clock + t->t_ccdl;
    dram->stats.data_clocks += BURST_CLOCKS;
    if (--waiting->bursts == 0) {
        account_queue(dram, clock);
        retire(dram, index, data_end);
    }
}

/* All banks are closed as soon as each may be, then t_rfc passes; one step because nothing else is
 * issued meanwhile. */
static void refresh(struct dram *dram, uint64_t clock)
{
    const struct config *t = dram->config;
    uint64_t start = clock;
    for (unsigned i = 0; i < t->dram_banks; i++) {
        const struct dram_bank *bank = &dram->banks[i];
        start = later(start, bank->activate_at);
        if (bank->row != CLOSED)
            start = later(start, later(bank->precharge_at, clock) + t->t_rp);
    }
    for (unsigned i = 0; i < t->dram_banks; i++) {
        struct dram_bank *bank = &dram->banks[i];
        bank->row = CLOSED;
        bank->activate_at = start + t->t_rfc;
        update_bank(dram, i);
    }
    dram->refresh_at += t->t_refi;
    dram->next_at = start + t->t_rfc;
    dram->stats.refreshes++;
    if (dram->observer)
        dram->observer(dram->observer_context, DRAM_REFRESH, 0, start);
}

/* The oldest request has waited too long: it alone may be served. If not, from when on it has. */
static bool starves(const struct dram *dram, uint64_t clock, uint64_t *next)
{
    uint64_t arrived_at = dram->slots[dram->queue[0].slot].arrived_at;
    uint64_t starves_at = arrived_at + dram->config->dram_age_cap + 1;
    if (clock >= starves_at)
        return true;
    *next = sooner(*next, starves_at);
    return false;
}

/* The oldest of these requests that can be served at `clock`, or -1; then *next tells when one can
 * be. */
static int first_ready(const struct dram *dram, const uint64_t *places, uint64_t clock,
                       enum dram_command *command, uint64_t *next)
{
    for (unsigned word = 0; 64 * word < dram->queued; word++)
        for (uint64_t rest = places[word]; rest; rest &= rest - 1) {
            unsigned i = 64 * word + (unsigned)__builtin_ctzll(rest);
            uint64_t at = earliest(dram, &dram->queue[i], command);
            if (at <= clock)
                return (int)i;
            *next = sooner(*next, at);
        }
    return -1;
}

/* FR-FCFS: index of the request to serve at `clock` and its command, or -1; then next_at tells when
 * one can be. Hits go first; a row with hits stays open, unless the oldest request starves, which
 * does not wait for others. */
static int choose(struct dram *dram, uint64_t clock, enum dram_command *command)
{
    static const uint64_t oldest[DRAM_QUEUE_WORDS] = {1};
    uint64_t next = dram->refresh_at, column_floor = sooner(dram->column_at[0], dram->column_at[1]);
    bool any_hit = dram->hits[0] | dram->hits[1];
    int pick = -1;
    if (dram->queued && starves(dram, clock, &next)) {
        pick = first_ready(dram, oldest, clock, command, &next);
    } else {
        if (column_floor <= clock)
            pick = first_ready(dram, dram->hits, clock, command, &next);
        else if (any_hit)
            next = sooner(next, column_floor);
        if (pick < 0)
            pick = first_ready(dram, dram->leaders, clock, command, &next);
    }
    dram->next_at = pick < 0 ? next : clock + 1;
    return pick;
}

static void run_command(struct dram *dram, uint64_t clock)
{
    if (clock >= dram->refresh_at) {
        refresh(dram, clock);
        return;
    }
    enum dram_command command;
    int index = choose(dram, clock, &command);
    if (index < 0)
        return;
    const struct dram_waiting *waiting = &dram->queue[index];
    if (dram->observer)
        dram->observer(dram->observer_context, command, waiting->bank, clock);
    switch (command) {
    case DRAM_ACTIVATE:
        activate(dram, waiting, clock);
        break;
    case DRAM_PRECHARGE:
        precharge(dram, waiting, clock);
        break;
    default:
        column(dram, (unsigned)index, clock);
    }
}

static void take_reply(struct dram *dram, uint64_t clock)
{
    if (dram->reply_count == DRAM_REPLIES) /* reads held back by the full FIFO may go on */
        dram->next_at = sooner(dram->next_at, clock + 1);
    dram->free_slots[dram->free_count++] = dram->replies[dram->reply_head];
    dram->reply_head = (dram->reply_head + 1) % DRAM_REPLIES;
    dram->reply_count--;
}

void dram_step(struct dram *dram, const struct dram_in *in, uint64_t now)
{
    uint64_t clock = dram_clock(dram, now + 1);
    bool accepted = in->dram_valid && dram->queued < dram->config->dram_queue;
    bool taken = dram->reply_shown && in->dram_reply_ready;
    while (dram->next_at <= clock)
        run_command(dram, dram->next_at);
    if (taken)
        take_reply(dram, clock);
    if (accepted)
        accept(dram, in, clock);
    uint64_t reply_at = NEVER;
    if (dram->reply_count)
        reply_at = dram->slots[dram->replies[dram->reply_head]].done_at;
    dram->reply_shown = reply_at <= clock;
    uint64_t wake = dram->reply_shown ? dram->next_at : sooner(dram->next_at, reply_at);
    dram->wake_at = cycle_of(dram, wake);
}

bool dram_is_idle(const struct dram *dram)
{
    return dram->queued == 0 && dram->reply_count == 0;
}

static uint64_t hash_request(uint64_t hash, const struct dram *dram, unsigned slot, bool has_data)
{
    const struct dram_request *request = &dram->slots[slot];
    hash = hash_word(hash, request->arrived_at);
    hash = hash_word(hash, (uint64_t)request->id << 2 | (uint64_t)request->opened << 1 |
                               request->conflicted);
    return has_data && dram->carry_data ? hash_words(hash, request->data, LINE_WORDS) : hash;
}

uint64_t dram_hash(const struct dram *dram)
{
    uint64_t hash = hash_word(dram->queued, dram->reply_count);
    for (unsigned i = 0; i < dram->queued; i++) {
        const struct dram_waiting *waiting = &dram->queue[i];
        hash = hash_word(hash, (uint64_t)waiting->row << 24 | (uint64_t)waiting->bank << 16 |
                                   (uint64_t)waiting->bursts << 8 | waiting->write);
        hash = hash_request(hash, dram, waiting->slot, !waiting->write);
    }
    for (unsigned i = 0; i < dram->reply_count; i++) {
        unsigned slot = dram->replies[(dram->reply_head + i) % DRAM_REPLIES];
        hash = hash_word(hash_request(hash, dram, slot, true), dram->slots[slot].done_at);
    }
    for (unsigned i = 0; i < dram->config->dram_banks; i++) {
        const struct dram_bank *bank = &dram->banks[i];
        hash = hash_word(hash, (uint64_t)bank->row);
        hash = hash_word(hash, bank->activate_at);
        hash = hash_word(hash, bank->column_at);
        hash = hash_word(hash, bank->precharge_at);
    }
    hash = hash_words(hash, dram->column_at, 2);
    hash = hash_words(hash, dram->group_at, DRAM_GROUPS_MAX);
    hash = hash_words(hash, dram->activated_at, 4);
    hash = hash_word(hash, dram->activate_at);
    hash = hash_word(hash, dram->refresh_at);
    return hash_word(hash, dram->next_at);
}
