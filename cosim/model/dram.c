/* GDDR5 channel with an FR-FCFS controller: see dram.h and docs/blocks/dram.md.
 * Timing is propagated eagerly: a command writes the earliest time of everything it constrains,
 * so that "may it go" is a comparison and "when may anything go" a minimum, computed only when the
 * queue or a bank changed. */
#include "dram.h"

#include <string.h>

#include "hash.h"
#include "util.h"

enum { BURST_CLOCKS = 2, TURN_CLOCKS = 2, BURST_LENGTH = 8, CLOSED = -1 };
enum { NO_PLACE = DRAM_QUEUE_MAX };
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

/* Core cycle whose ending edge is the first at which command clock `clock`, 1 or later, has passed.
 */
static uint64_t cycle_of(const struct dram *dram, uint64_t clock)
{
    if (clock == NEVER)
        return NEVER;
    return (clock * dram->clocks_den + dram->clocks_num - 1) / dram->clocks_num - 1;
}

void dram_init(struct dram *dram, const struct config *config, struct memory *memory)
{
    *dram = (struct dram){.config = config, .memory = memory, .carry_data = true};
    uint64_t common = gcd(config->dram_mhz, config->core_mhz);
    dram->clocks_num = config->dram_mhz / common;
    dram->clocks_den = config->core_mhz / common;
    dram_address_init(&dram->address, config);
    unsigned burst_bytes = BURST_LENGTH * config->dram_bus_bytes;
    dram->bursts[1] = burst_bytes < LINE_BYTES ? LINE_BYTES / burst_bytes : 1;
    dram->bursts[0] = config->dram_read_bursts ? config->dram_read_bursts : dram->bursts[1];
    dram->mixes = config->dram_write_queue == 0;
    dram->free_count = config->dram_queue + config->dram_write_queue + DRAM_REPLIES;
    for (unsigned i = 0; i < dram->free_count; i++)
        dram->free_slots[i] = (uint8_t)i;
    for (unsigned bank = 0; bank < DRAM_BANKS_MAX; bank++)
        dram->banks[bank].row = CLOSED;
    dram->refresh_at = dram->next_at = config->t_rfc ? config->t_refi : NEVER;
    dram->wake_at = cycle_of(dram, dram->next_at);
}

static bool is_ready(const struct dram *dram)
{
    return dram->queue[DRAM_OF_READS].count < dram->config->dram_queue &&
           (dram->mixes || dram->queue[DRAM_OF_WRITES].count < dram->config->dram_write_queue);
}

void dram_outputs(const struct dram *dram, struct dram_out *out)
{
    out->dram_ready = is_ready(dram);
    out->dram_reply_valid = dram->reply_shown;
    if (!dram->reply_shown)
        return;
    const struct dram_request *request = &dram->slots[dram->replies[dram->reply_head]];
    out->dram_reply_id = request->id;
    if (dram->carry_data)
        memcpy(out->dram_reply_data, request->data, sizeof(request->data));
}

static unsigned queued(const struct dram *dram)
{
    return dram->queue[DRAM_OF_READS].count + dram->queue[DRAM_OF_WRITES].count;
}

/* Sums the queues' length over the clocks up to `clock`; called before a length changes. */
static void account_queue(struct dram *dram, uint64_t clock)
{
    dram->stats.queue_clocks += queued(dram) * (clock - dram->queue_since);
    dram->queue_since = clock;
}

static unsigned group_of(const struct dram *dram, const struct dram_waiting *waiting)
{
    return waiting->bank & ((1u << dram->address.group_bits) - 1);
}

/* What a request needs next and the earliest clock for it, by the timings alone. */
static inline uint64_t earliest(const struct dram *dram, const struct dram_waiting *waiting,
                                enum dram_command *command)
{
    const struct dram_bank *bank = &dram->banks[waiting->bank];
    unsigned write = waiting->write;
    if (bank->row == (int64_t)waiting->row) {
        *command = write ? DRAM_WRITE : DRAM_READ;
        if (!write && waiting->bursts == 1 && dram->reply_count == DRAM_REPLIES)
            return NEVER;
        uint64_t column = later(bank->column_at[write], dram->column_at[write]);
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

/* The first place of a word of a mask that is not 0. */
static unsigned place_of(uint64_t word)
{
    return (unsigned)__builtin_ctzll(word);
}

/* The first place of a mask, or NO_PLACE. */
static unsigned first_place(const uint64_t *mask)
{
    unsigned word = 0;
    while (word < DRAM_QUEUE_WORDS && !mask[word])
        word++;
    return word < DRAM_QUEUE_WORDS ? 64 * word + place_of(mask[word]) : NO_PLACE;
}

/* A bank's oldest hit alone, when reads and writes stand in one queue: GPGPU-Sim's scheduler takes
 * the requests to a row in their order. */
static void keep_oldest(uint64_t *hits)
{
    bool found = false;
    for (unsigned word = 0; word < DRAM_QUEUE_WORDS; word++) {
        hits[word] &= found ? 0 : -hits[word];
        found |= hits[word] != 0;
    }
}

/* Do the open row's requests wait for the one at `place`, which is older and wants another row? */
static bool row_gives_way(const struct dram *dram, const struct dram_queue *queue, unsigned bank,
                          unsigned place)
{
    unsigned cap = dram->config->dram_row_cap;
    bool is_aged = queue == &dram->queue[DRAM_OF_READS] && place < dram->aged;
    return is_aged || (cap && dram->banks[bank].served >= cap);
}

/* Sorts the requests of a bank into hits and leaders, after they, the open row, or what makes it
 * give way changed. */
static void sort_bank(const struct dram *dram, struct dram_queue *queue, unsigned number)
{
    const uint64_t *mine = queue->of_bank[number];
    uint64_t hits[DRAM_QUEUE_WORDS] = {0}, others[DRAM_QUEUE_WORDS];
    for (unsigned word = 0; word < DRAM_QUEUE_WORDS; word++) {
        for (uint64_t rest = mine[word]; rest; rest &= rest - 1)
            if (queue->waiting[64 * word + place_of(rest)].row == dram->banks[number].row)
                hits[word] |= rest & -rest;
        others[word] = mine[word] & ~hits[word];
    }
    if (dram->mixes)
        keep_oldest(hits);
    unsigned first_hit = first_place(hits), oldest = first_place(others);
    bool leads =
        oldest < first_hit && (first_hit == NO_PLACE || row_gives_way(dram, queue, number, oldest));
    for (unsigned word = 0; word < DRAM_QUEUE_WORDS; word++) {
        queue->hits[word] = (queue->hits[word] & ~mine[word]) | (leads ? 0 : hits[word]);
        queue->leaders[word] &= ~mine[word];
    }
    if (leads)
        queue->leaders[oldest / 64] |= UINT64_C(1) << oldest % 64;
}

static void sort_both(struct dram *dram, unsigned bank)
{
    sort_bank(dram, &dram->queue[DRAM_OF_READS], bank);
    sort_bank(dram, &dram->queue[DRAM_OF_WRITES], bank);
}

/* Writes take effect and reads sample here. */
static void access_memory(struct dram *dram, const struct dram_in *in, uint64_t *data)
{
    dram->stats.writes += in->dram_write;
    dram->stats.reads += !in->dram_write;
    if (!dram->carry_data)
        return;
    if (in->dram_write && in->dram_mask) /* chips with private slices */
        memory_write_some(dram->memory, in->dram_line, in->dram_data, in->dram_mask);
    else if (in->dram_write)
        memory_write_line(dram->memory, in->dram_line, in->dram_data);
    else
        memcpy(data, memory_read_line(dram->memory, in->dram_line), LINE_BYTES);
}

/* Does the write buffer hold this line? Lines of other partitions, which private slices send here,
 * may have its place. */
static bool is_buffered(const struct dram *dram, struct dram_place place, uint64_t line)
{
    const struct dram_queue *writes = &dram->queue[DRAM_OF_WRITES];
    const uint64_t *of_bank = writes->of_bank[place.bank];
    for (unsigned word = 0; 64 * word < writes->count; word++)
        for (uint64_t rest = of_bank[word]; rest; rest &= rest - 1) {
            const struct dram_waiting *write = &writes->waiting[64 * word + place_of(rest)];
            if (write->row == place.row && write->column == place.column &&
                dram->slots[write->slot].line == line)
                return true;
        }
    return false;
}

static void reply(struct dram *dram, uint8_t slot, uint64_t at)
{
    dram->slots[slot].done_at = at;
    dram->replies[(dram->reply_head + dram->reply_count++) % DRAM_REPLIES] = slot;
}

static uint8_t take_slot(struct dram *dram, const struct dram_in *in, uint64_t clock)
{
    uint8_t slot = dram->free_slots[--dram->free_count];
    struct dram_request *request = &dram->slots[slot];
    request->arrived_at = clock;
    request->opened = request->conflicted = false;
    request->id = (uint16_t)in->dram_id;
    request->line = in->dram_line;
    access_memory(dram, in, request->data);
    return slot;
}

/* As many writes wait as make them go first, and the reads had their turn. */
static bool drain_is_due(const struct dram *dram)
{
    return !dram->drain && !dram->reads_owed &&
           dram->queue[DRAM_OF_WRITES].count >= dram->config->dram_write_high;
}

static void enqueue(struct dram *dram, unsigned write, uint8_t slot, struct dram_place place,
                    uint64_t clock)
{
    struct dram_queue *queue = &dram->queue[dram->mixes ? DRAM_OF_READS : write];
    account_queue(dram, clock);
    unsigned last = queue->count++;
    struct dram_waiting *waiting = &queue->waiting[last];
    queue->of_bank[place.bank][last / 64] |= UINT64_C(1) << last % 64;
    *waiting = (struct dram_waiting){.row = place.row,
                                     .bank = place.bank,
                                     .column = place.column,
                                     .write = write & 1,
                                     .bursts = dram->bursts[write] & 0x7f,
                                     .slot = slot};
    sort_bank(dram, queue, place.bank);
    enum dram_command command;
    uint64_t at = drain_is_due(dram) ? clock : earliest(dram, waiting, &command);
    dram->next_at = sooner(dram->next_at, later(at, clock + 1));
}

static void accept(struct dram *dram, const struct dram_in *in, uint64_t clock)
{
    struct dram_place place = dram_address_locate(&dram->address, in->dram_line);
    uint8_t slot = take_slot(dram, in, clock);
    dram->sampled = in->dram_write ? NULL : &dram->slots[slot];
    if (!in->dram_write && dram->reply_count < DRAM_REPLIES &&
        is_buffered(dram, place, in->dram_line)) {
        dram->stats.buffered++;
        reply(dram, slot, clock + 1);
    } else {
        enqueue(dram, in->dram_write, slot, place, clock);
    }
}

static void activate(struct dram *dram, const struct dram_waiting *waiting, uint64_t clock)
{
    const struct config *t = dram->config;
    struct dram_bank *bank = &dram->banks[waiting->bank];
    dram->slots[waiting->slot].opened = true;
    bank->row = waiting->row;
    bank->served = 0;
    bank->column_at[0] = clock + t->t_rcd;
    bank->column_at[1] = clock + t->t_rcdw;
    bank->precharge_at = clock + t->t_ras;
    bank->activate_at = clock + t->t_rc;
    dram->activate_at = clock + t->t_rrd;
    dram->activated_at[dram->activated_head] = clock + t->t_faw;
    dram->activated_head = (dram->activated_head + 1) % 4;
    dram->stats.activates++;
    sort_both(dram, waiting->bank);
}

static void precharge(struct dram *dram, const struct dram_waiting *waiting, uint64_t clock)
{
    struct dram_bank *bank = &dram->banks[waiting->bank];
    dram->slots[waiting->slot].conflicted = true;
    bank->row = CLOSED;
    bank->activate_at = later(bank->activate_at, clock + dram->config->t_rp);
    sort_both(dram, waiting->bank);
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

static void leave(struct dram_queue *queue, unsigned banks, unsigned index)
{
    queue->of_bank[queue->waiting[index].bank][index / 64] &= ~(UINT64_C(1) << index % 64);
    queue->count--;
    memmove(&queue->waiting[index], &queue->waiting[index + 1],
            (queue->count - index) * sizeof(queue->waiting[0]));
    close_gap(queue->hits, index);
    close_gap(queue->leaders, index);
    for (unsigned bank = 0; bank < banks; bank++)
        close_gap(queue->of_bank[bank], index);
}

/* Whose turn it is next: a drain ends with its last write, and what reads wait then go before the
 * next one. */
static void count_turn(struct dram *dram, unsigned write)
{
    if (!write)
        dram->reads_owed -= dram->reads_owed > 0;
    else if (dram->drain && --dram->drain == 0)
        dram->reads_owed = dram->queue[DRAM_OF_READS].count;
}

/* The last burst of a request was issued: writes are done, reads wait for their data. */
static void retire(struct dram *dram, struct dram_queue *queue, unsigned index, uint64_t done_at)
{
    unsigned write = queue->waiting[index].write;
    uint8_t slot = queue->waiting[index].slot, bank = queue->waiting[index].bank;
    dram->stats.row_hits += !dram->slots[slot].opened;
    dram->stats.row_conflicts += dram->slots[slot].conflicted;
    leave(queue, dram->config->dram_banks, index);
    dram->banks[bank].served++;
    count_turn(dram, write);
    dram->aged -= queue == &dram->queue[DRAM_OF_READS] && index < dram->aged;
    if (write)
        dram->free_slots[dram->free_count++] = slot;
    else
        reply(dram, slot, done_at);
    sort_both(dram, bank);
}

static void column(struct dram *dram, struct dram_queue *queue, unsigned index, uint64_t clock)
{
    const struct config *t = dram->config;
    struct dram_waiting *waiting = &queue->waiting[index];
    unsigned write = waiting->write;
    struct dram_bank *bank = &dram->banks[waiting->bank];
    uint64_t next = clock + later(t->t_ccd, BURST_CLOCKS);
    uint64_t data_end = clock + (write ? t->t_wl : t->t_cl) + BURST_CLOCKS;
    dram->column_at[write] = next;
    if (write) {
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
        retire(dram, queue, index, data_end + t->dram_latency);
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
        sort_both(dram, i);
    }
    dram->refresh_at += t->t_refi;
    dram->stats.refreshes++;
    if (dram->observer)
        dram->observer(dram->observer_context, DRAM_REFRESH, 0, start);
}

/* Reads that have waited too long are marked, so that no row keeps their banks from them. Returns
 * when the next one will have. */
static uint64_t mark_aged(struct dram *dram, uint64_t clock)
{
    struct dram_queue *reads = &dram->queue[DRAM_OF_READS];
    while (dram->aged < reads->count) {
        const struct dram_waiting *waiting = &reads->waiting[dram->aged];
        uint64_t arrived_at = dram->slots[waiting->slot].arrived_at;
        uint64_t aged_at = arrived_at + dram->config->dram_age_cap + 1;
        if (clock < aged_at)
            return aged_at;
        dram->aged++;
        sort_bank(dram, reads, waiting->bank);
    }
    return NEVER;
}

/* Reads go first, except during a drain. */
static unsigned whose_turn(struct dram *dram)
{
    if (drain_is_due(dram))
        dram->drain = dram->config->dram_write_high - dram->config->dram_write_low;
    return dram->drain || !dram->queue[DRAM_OF_READS].count ? DRAM_OF_WRITES : DRAM_OF_READS;
}

/* The oldest of these requests that can be served at `clock`, or -1; then *next tells when one can
 * be. */
static int first_ready(const struct dram *dram, const struct dram_queue *queue,
                       const uint64_t *places, uint64_t clock, enum dram_command *command,
                       uint64_t *next)
{
    for (unsigned word = 0; 64 * word < queue->count; word++)
        for (uint64_t rest = places[word]; rest; rest &= rest - 1) {
            unsigned i = 64 * word + place_of(rest);
            uint64_t at = earliest(dram, &queue->waiting[i], command);
            if (at <= clock)
                return (int)i;
            *next = sooner(*next, at);
        }
    return -1;
}

/* FR-FCFS in the queue whose turn it is: index of the request to serve at `clock` and its command,
 * or -1; then next_at tells when one can be, at `limit` at the latest. Hits go first. */
static int choose(struct dram *dram, unsigned turn, uint64_t clock, uint64_t limit,
                  enum dram_command *command)
{
    const struct dram_queue *queue = &dram->queue[turn];
    uint64_t next = limit, column_at = dram->column_at[turn];
    if (dram->mixes)
        column_at = sooner(column_at, dram->column_at[DRAM_OF_WRITES]);
    int pick = -1;
    if (column_at <= clock)
        pick = first_ready(dram, queue, queue->hits, clock, command, &next);
    else if (queue->hits[0] | queue->hits[1])
        next = sooner(next, column_at);
    if (pick < 0)
        pick = first_ready(dram, queue, queue->leaders, clock, command, &next);
    dram->next_at = pick < 0 ? next : clock + 1;
    return pick;
}

static bool has_leaders(const struct dram_queue *queue)
{
    return queue->leaders[0] | queue->leaders[1];
}

/* Behind a column command nothing but further ones can be issued while no bank has to change its
 * row: nobody looks before one may. */
static void rest_behind_column(struct dram *dram, uint64_t limit)
{
    if (has_leaders(&dram->queue[DRAM_OF_READS]) || has_leaders(&dram->queue[DRAM_OF_WRITES]))
        return;
    uint64_t column_at = sooner(dram->column_at[0], dram->column_at[1]);
    dram->next_at = later(dram->next_at, sooner(limit, column_at));
}

static void run_command(struct dram *dram, uint64_t clock)
{
    if (clock >= dram->refresh_at) {
        refresh(dram, clock);
        return;
    }
    enum dram_command command;
    unsigned turn = whose_turn(dram);
    uint64_t limit = sooner(dram->refresh_at, mark_aged(dram, clock));
    int index = choose(dram, turn, clock, limit, &command);
    if (index < 0)
        return;
    struct dram_queue *queue = &dram->queue[turn];
    const struct dram_waiting *waiting = &queue->waiting[index];
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
        column(dram, queue, (unsigned)index, clock);
        rest_behind_column(dram, limit);
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
    dram->sampled = NULL;
    bool accepted = in->dram_valid && is_ready(dram);
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

void dram_sample_again(struct dram *dram)
{
    if (dram->sampled && dram->carry_data)
        memcpy(dram->sampled->data, memory_read_line(dram->memory, dram->sampled->line),
               LINE_BYTES);
}

bool dram_is_idle(const struct dram *dram)
{
    return queued(dram) == 0 && dram->reply_count == 0;
}

static uint64_t hash_request(uint64_t hash, const struct dram *dram, unsigned slot, bool has_data)
{
    const struct dram_request *request = &dram->slots[slot];
    hash = hash_word(hash, request->arrived_at);
    hash = hash_word(hash, (uint64_t)request->id << 2 | (uint64_t)request->opened << 1 |
                               request->conflicted);
    return has_data && dram->carry_data ? hash_words(hash, request->data, LINE_WORDS) : hash;
}

static uint64_t hash_queue(uint64_t hash, const struct dram *dram, const struct dram_queue *queue)
{
    hash = hash_word(hash, queue->count);
    for (unsigned i = 0; i < queue->count; i++) {
        const struct dram_waiting *waiting = &queue->waiting[i];
        hash = hash_word(hash, (uint64_t)waiting->row << 24 | (uint64_t)waiting->bank << 16 |
                                   (uint64_t)waiting->column << 8 | (uint64_t)waiting->write << 7 |
                                   waiting->bursts);
        hash = hash_request(hash, dram, waiting->slot, !waiting->write);
    }
    return hash;
}

uint64_t dram_hash(const struct dram *dram)
{
    uint64_t hash = hash_word(dram->reply_count, (uint64_t)dram->drain << 32 | dram->reads_owed);
    hash = hash_word(hash, dram->aged);
    hash = hash_queue(hash, dram, &dram->queue[DRAM_OF_READS]);
    hash = hash_queue(hash, dram, &dram->queue[DRAM_OF_WRITES]);
    for (unsigned i = 0; i < dram->reply_count; i++) {
        unsigned slot = dram->replies[(dram->reply_head + i) % DRAM_REPLIES];
        hash = hash_word(hash_request(hash, dram, slot, true), dram->slots[slot].done_at);
    }
    for (unsigned i = 0; i < dram->config->dram_banks; i++) {
        const struct dram_bank *bank = &dram->banks[i];
        hash = hash_word(hash, (uint64_t)bank->row);
        hash = hash_word(hash, bank->activate_at);
        hash = hash_words(hash, bank->column_at, 2);
        hash = hash_word(hash, bank->precharge_at);
        hash = hash_word(hash, bank->served);
    }
    hash = hash_words(hash, dram->column_at, 2);
    hash = hash_words(hash, dram->group_at, DRAM_GROUPS_MAX);
    hash = hash_words(hash, dram->activated_at, 4);
    hash = hash_word(hash, dram->activate_at);
    hash = hash_word(hash, dram->refresh_at);
    return hash_word(hash, dram->next_at);
}
