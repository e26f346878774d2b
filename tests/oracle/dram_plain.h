/* A GDDR5 channel stated plainly: docs/blocks/dram.md rule by rule, every command clock looked at,
 * no deadline kept. It remembers when each bank last had which command; whether one may go now is
 * asked of the distances to those. For each distance it counts the commands that this rule alone
 * held back, so that the test can tell that every rule was seen at work. */
#ifndef MEMLOOM_DRAM_PLAIN_H
#define MEMLOOM_DRAM_PLAIN_H

#include <string.h>

#include "address_map.h"
#include "dram.h"

enum { PLAIN_BANKS = 32, PLAIN_LOG = 64, PLAIN_REPLIES = 64, PLAIN_CLOSED = -1 };
enum { PLAIN_READS, PLAIN_WRITES };

/* What keeps a command from an earlier clock. */
enum dram_rule {
    RULE_ARRIVAL, /* the request is accepted */
    RULE_RCD,     /* the bank's activate, for reads */
    RULE_RCDW,    /* for writes */
    RULE_RAS,
    RULE_RC,
    RULE_RP,  /* its precharge */
    RULE_RTP, /* a read in it */
    RULE_WR,  /* a write in it */
    RULE_RRD, /* any activate */
    RULE_FAW, /* the fourth last activate */
    RULE_CCD, /* a column command of the same direction anywhere */
    RULE_BURST,
    RULE_CCDL, /* one in the same bank group */
    RULE_CDLR, /* the last write, for reads */
    RULE_TURN, /* the last read, for writes */
    RULE_RFC,  /* the last refresh */
    DRAM_RULES
};
static const char *const dram_rule_names[DRAM_RULES] = {
    "arrival", "t_rcd", "t_rcdw", "t_ras", "t_rc",   "t_rp",   "t_rtp", "t_wr",
    "t_rrd",   "t_faw", "t_ccd",  "burst", "t_ccdl", "t_cdlr", "turn",  "t_rfc"};

struct plain_request {
    int64_t arrived, row;
    unsigned bank, bursts; /* bursts still to go */
    bool write, opened, conflicted;
    uint64_t id, line;
};

struct plain_command {
    enum dram_command kind;
    unsigned bank;
    int64_t clock;
};

struct plain_dram {
    const struct config *t;
    int64_t clock;                                 /* all up to this one are over */
    struct plain_request queue[2][DRAM_QUEUE_MAX]; /* reads, writes (or all, none); oldest first */
    unsigned queued[2];
    bool draining;
    unsigned drained;    /* writes served in this drain */
    unsigned reads_turn; /* reads still to serve before the next drain */
    int64_t row[PLAIN_BANKS];
    unsigned served[PLAIN_BANKS]; /* requests since the row was opened */
    int64_t last[5][PLAIN_BANKS]; /* clock of the last command of a kind; NEVER_YET */
    int64_t activates[4];         /* the last four, oldest first */
    int64_t refresh_due, refreshed, busy_until;
    struct {
        uint64_t id;
        int64_t done;
    } reply[PLAIN_REPLIES]; /* oldest first */
    unsigned replies;
    struct plain_command log[PLAIN_LOG]; /* of the step under way */
    unsigned logged;
    struct dram_stats stats;
    uint64_t held[DRAM_RULES]; /* commands that waited for this rule alone */
    /* rows closed for an old read and for the cap; clocks with a read held by the FIFO; drains */
    uint64_t starved, capped, full, drains;
    uint64_t followed; /* clocks in which a hit could go but for an older one of its row */
};

#define NEVER_YET (-1000000)

static void plain_init(struct plain_dram *d, const struct config *config)
{
    memset(d, 0, sizeof *d);
    d->t = config;
    for (unsigned bank = 0; bank < PLAIN_BANKS; bank++) {
        d->row[bank] = PLAIN_CLOSED;
        for (unsigned kind = 0; kind < 5; kind++)
            d->last[kind][bank] = NEVER_YET;
    }
    for (unsigned i = 0; i < 4; i++)
        d->activates[i] = NEVER_YET;
    d->refresh_due = config->t_rfc ? (int64_t)config->t_refi : INT64_MAX;
    d->refreshed = NEVER_YET;
}

/* x modulo an irreducible polynomial of degree log2(banks), bit by bit from the top. */
static uint64_t plain_modulo(uint64_t x, uint64_t banks)
{
    uint64_t polynomial = banks == 4 ? 7 : banks == 8 ? 11 : banks == 16 ? 19 : 37;
    for (unsigned shift = 40; shift-- > 0;)
        if (x / banks >> shift & 1)
            x ^= polynomial << shift;
    return x;
}

/* Bank and row of a line, by division: | row | bank in group | column | group |. */
static void plain_locate(const struct plain_dram *d, uint64_t line, unsigned *bank, int64_t *row)
{
    const struct config *c = d->t;
    uint64_t chunk_lines = UINT64_C(1) << c->chunk_bits;
    uint64_t local = line / chunk_lines / c->partitions * chunk_lines + line % chunk_lines;
    uint64_t columns = c->dram_row_bytes / 128, in_group = c->dram_banks / c->dram_groups;
    uint64_t group = local % c->dram_groups, above = local / c->dram_groups / columns;
    *row = (int64_t)(above / in_group);
    *bank = (unsigned)(above % in_group * c->dram_groups + group);
    if (c->dram_hash == BANK_HASH)
        for (uint64_t rest = (uint64_t)*row; rest; rest /= c->dram_banks)
            *bank ^= (unsigned)(rest % c->dram_banks);
    if (c->dram_hash == BANK_XOR)
        *bank ^= (unsigned)*row % c->dram_banks;
    if (c->dram_hash == BANK_IPOLY)
        *bank = (unsigned)plain_modulo((uint64_t)*row * c->dram_banks + *bank, c->dram_banks);
}

/* Do reads and writes wait in one queue? */
static bool plain_mixes(const struct plain_dram *d)
{
    return d->t->dram_write_queue == 0;
}

static unsigned plain_bursts(const struct config *c, bool write)
{
    if (!write && c->dram_read_bursts)
        return c->dram_read_bursts;
    return 8 * c->dram_bus_bytes >= 128 ? 1 : 128 / (8 * c->dram_bus_bytes);
}

static void plain_column_rules(const struct plain_dram *d, const struct plain_request *r,
                               int64_t at[DRAM_RULES])
{
    const struct config *t = d->t;
    unsigned same = r->write ? DRAM_WRITE : DRAM_READ;
    if (r->write)
        at[RULE_RCDW] = d->last[DRAM_ACTIVATE][r->bank] + t->t_rcdw;
    else
        at[RULE_RCD] = d->last[DRAM_ACTIVATE][r->bank] + t->t_rcd;
    for (unsigned bank = 0; bank < t->dram_banks; bank++) {
        int64_t reads = d->last[DRAM_READ][bank], writes = d->last[DRAM_WRITE][bank];
        int64_t last = d->last[same][bank];
        int64_t column = reads > writes ? reads : writes;
        at[RULE_CCD] = last + t->t_ccd > at[RULE_CCD] ? last + t->t_ccd : at[RULE_CCD];
        at[RULE_BURST] = last + 2 > at[RULE_BURST] ? last + 2 : at[RULE_BURST];
        if (bank % t->dram_groups == r->bank % t->dram_groups && column + t->t_ccdl > at[RULE_CCDL])
            at[RULE_CCDL] = column + t->t_ccdl;
        int64_t read_at = writes + t->t_wl + 2 + t->t_cdlr;
        int64_t write_at = reads + t->t_cl + 2 + 2 - (int64_t)t->t_wl;
        if (!r->write && read_at > at[RULE_CDLR])
            at[RULE_CDLR] = read_at;
        if (r->write && write_at > at[RULE_TURN])
            at[RULE_TURN] = write_at;
        /* whatever the direction, the command bus has the spacing of columns */
        at[RULE_CCD] = column + t->t_ccd > at[RULE_CCD] ? column + t->t_ccd : at[RULE_CCD];
        at[RULE_BURST] = column + 2 > at[RULE_BURST] ? column + 2 : at[RULE_BURST];
    }
}

static void plain_activate_rules(const struct plain_dram *d, unsigned bank, int64_t at[DRAM_RULES])
{
    const struct config *t = d->t;
    at[RULE_RC] = d->last[DRAM_ACTIVATE][bank] + t->t_rc;
    at[RULE_RP] = d->last[DRAM_PRECHARGE][bank] + t->t_rp;
    at[RULE_RRD] = d->activates[3] + t->t_rrd;
    at[RULE_FAW] = d->activates[0] + t->t_faw;
}

static void plain_precharge_rules(const struct plain_dram *d, unsigned bank, int64_t at[DRAM_RULES])
{
    const struct config *t = d->t;
    at[RULE_RAS] = d->last[DRAM_ACTIVATE][bank] + t->t_ras;
    at[RULE_RTP] = d->last[DRAM_READ][bank] + t->t_rtp;
    at[RULE_WR] = d->last[DRAM_WRITE][bank] + t->t_wl + 2 + t->t_wr;
}

/* The clock from which all rules allow the next command of a request, and the rule that says so
 * when it is a single one. */
static int64_t plain_earliest(const struct plain_dram *d, const struct plain_request *r,
                              enum dram_command *kind, enum dram_rule *only)
{
    int64_t at[DRAM_RULES];
    for (unsigned rule = 0; rule < DRAM_RULES; rule++)
        at[rule] = NEVER_YET;
    at[RULE_ARRIVAL] = r->arrived + 1;
    at[RULE_RFC] = d->refreshed + d->t->t_rfc;
    if (d->row[r->bank] == r->row) {
        *kind = r->write ? DRAM_WRITE : DRAM_READ;
        plain_column_rules(d, r, at);
    } else if (d->row[r->bank] != PLAIN_CLOSED) {
        *kind = DRAM_PRECHARGE;
        plain_precharge_rules(d, r->bank, at);
    } else {
        *kind = DRAM_ACTIVATE;
        plain_activate_rules(d, r->bank, at);
    }
    enum dram_rule latest = RULE_ARRIVAL;
    for (unsigned rule = 0; rule < DRAM_RULES; rule++)
        latest = at[rule] > at[latest] ? rule : latest;
    *only = latest;
    for (unsigned rule = 0; rule < DRAM_RULES; rule++)
        if (rule != latest && at[rule] == at[latest])
            *only = DRAM_RULES;
    return at[latest];
}

static void plain_log(struct plain_dram *d, enum dram_command kind, unsigned bank, int64_t clock)
{
    d->log[d->logged++] = (struct plain_command){kind, bank, clock};
}

/* Every bank is precharged when it may, then waits t_rp; t_rc holds, too. */
static void plain_refresh(struct plain_dram *d)
{
    int64_t start = d->clock;
    for (unsigned bank = 0; bank < d->t->dram_banks; bank++) {
        int64_t at[DRAM_RULES] = {0}, closed = d->clock;
        if (d->row[bank] != PLAIN_CLOSED) {
            plain_precharge_rules(d, bank, at);
            for (unsigned rule = RULE_RAS; rule <= RULE_WR; rule++)
                closed = at[rule] > closed ? at[rule] : closed;
            d->last[DRAM_PRECHARGE][bank] = closed;
        }
        d->row[bank] = PLAIN_CLOSED;
        plain_activate_rules(d, bank, at);
        start = at[RULE_RC] > start ? at[RULE_RC] : start;
        start = at[RULE_RP] > start ? at[RULE_RP] : start;
    }
    plain_log(d, DRAM_REFRESH, 0, start);
    d->refreshed = start;
    d->busy_until = start + d->t->t_rfc;
    d->refresh_due += d->t->t_refi;
    d->stats.refreshes++;
}

/* Must the hits of this bank wait for an older request to another row, because that has waited too
 * long or the row has served enough? */
static bool plain_gives_way(const struct plain_dram *d, unsigned which, unsigned bank, bool *is_old)
{
    bool hit_before = false, other_before = false;
    *is_old = false;
    for (unsigned i = 0; i < d->queued[which]; i++) {
        const struct plain_request *r = &d->queue[which][i];
        bool hit = r->bank == bank && r->row == d->row[bank];
        bool other = r->bank == bank && !hit;
        *is_old |=
            other && !hit_before && !which && d->clock - r->arrived > (int64_t)d->t->dram_age_cap;
        hit_before |= hit;
        other_before |= other && !hit_before;
    }
    bool capped = d->t->dram_row_cap && d->served[bank] >= d->t->dram_row_cap;
    return *is_old || (capped && other_before);
}

static bool plain_row_is_wanted(const struct plain_dram *d, unsigned which, unsigned bank)
{
    for (unsigned i = 0; i < d->queued[which]; i++)
        if (d->queue[which][i].bank == bank && d->queue[which][i].row == d->row[bank])
            return true;
    return false;
}

/* One queue for reads and writes: those to one row are served in their order. */
static bool plain_must_follow(const struct plain_dram *d, unsigned which, unsigned place)
{
    const struct plain_request *queue = d->queue[which], *r = &queue[place];
    for (unsigned i = 0; plain_mixes(d) && i < place; i++)
        if (queue[i].bank == r->bank && queue[i].row == r->row)
            return true;
    return false;
}

/* Place in its queue of the request that is served at this clock, or -1. */
static int plain_choose(struct plain_dram *d, unsigned which, enum dram_command *kind,
                        enum dram_rule *only)
{
    for (int columns = 1; columns >= 0; columns--)
        for (unsigned i = 0; i < d->queued[which]; i++) {
            const struct plain_request *r = &d->queue[which][i];
            bool is_old, may = plain_earliest(d, r, kind, only) <= d->clock;
            bool column = *kind == DRAM_READ || *kind == DRAM_WRITE;
            bool fifo = *kind == DRAM_READ && r->bursts == 1 && d->replies == PLAIN_REPLIES;
            bool wanted = *kind == DRAM_PRECHARGE && plain_row_is_wanted(d, which, r->bank);
            bool gives_way = plain_gives_way(d, which, r->bank, &is_old);
            bool follows = may && column && plain_must_follow(d, which, i);
            d->full += may && fifo;
            d->followed += follows;
            may = may && !follows;
            if (may && column == (bool)columns && !fifo &&
                (column ? !gives_way : !wanted || gives_way)) {
                d->starved += wanted && is_old;
                d->capped += wanted && !is_old;
                return (int)i;
            }
        }
    return -1;
}

/* Reads or writes? A drain begins when enough writes wait and the reads had their turn; it ends
 * after the writes between the marks. Otherwise reads go first. */
static unsigned plain_turn(struct plain_dram *d)
{
    const struct config *t = d->t;
    if (!d->draining && !d->reads_turn && d->queued[PLAIN_WRITES] >= t->dram_write_high) {
        d->draining = true;
        d->drained = 0;
        d->drains++;
    }
    return d->draining || !d->queued[PLAIN_READS] ? PLAIN_WRITES : PLAIN_READS;
}

static void plain_reply(struct plain_dram *d, uint64_t id, int64_t done)
{
    d->reply[d->replies].id = id;
    d->reply[d->replies++].done = done;
}

static void plain_finish(struct plain_dram *d, unsigned which, unsigned index)
{
    struct plain_request *queue = d->queue[which], *r = &queue[index];
    bool write = r->write;
    d->stats.row_hits += !r->opened;
    d->stats.row_conflicts += r->conflicted;
    d->stats.queue_clocks += (uint64_t)(d->clock - r->arrived);
    d->served[r->bank]++;
    if (!write)
        plain_reply(d, r->id, d->clock + d->t->t_cl + 2 + d->t->dram_latency);
    d->queued[which]--;
    memmove(r, r + 1, (d->queued[which] - index) * sizeof *r);
    if (!write && d->reads_turn)
        d->reads_turn--;
    if (write && d->draining && ++d->drained == d->t->dram_write_high - d->t->dram_write_low) {
        d->draining = false;
        d->reads_turn = d->queued[PLAIN_READS];
    }
}

static void plain_issue(struct plain_dram *d, unsigned which, unsigned index,
                        enum dram_command kind)
{
    struct plain_request *r = &d->queue[which][index];
    plain_log(d, kind, r->bank, d->clock);
    d->last[kind][r->bank] = d->clock;
    if (kind == DRAM_PRECHARGE) {
        d->row[r->bank] = PLAIN_CLOSED;
        r->conflicted = true;
    } else if (kind == DRAM_ACTIVATE) {
        d->row[r->bank] = r->row;
        d->served[r->bank] = 0;
        r->opened = true;
        d->stats.activates++;
        memmove(d->activates, d->activates + 1, 3 * sizeof *d->activates);
        d->activates[3] = d->clock;
    } else {
        d->stats.data_clocks += 2;
        if (--r->bursts == 0)
            plain_finish(d, which, index);
    }
}

static void plain_clock(struct plain_dram *d)
{
    enum dram_command kind;
    enum dram_rule only;
    if (d->clock < d->busy_until)
        return;
    if (d->clock >= d->refresh_due) {
        plain_refresh(d);
        return;
    }
    unsigned which = plain_turn(d);
    int index = plain_choose(d, which, &kind, &only);
    if (index < 0)
        return;
    int64_t at = plain_earliest(d, &d->queue[which][index], &kind, &only);
    if (at == d->clock && only != DRAM_RULES)
        d->held[only]++;
    plain_issue(d, which, (unsigned)index, kind);
}

static bool plain_ready(const struct plain_dram *d)
{
    return d->queued[PLAIN_READS] < d->t->dram_queue &&
           (plain_mixes(d) || d->queued[PLAIN_WRITES] < d->t->dram_write_queue);
}

static void plain_accept(struct plain_dram *d, const struct dram_in *in)
{
    struct plain_request r = {.arrived = d->clock,
                              .write = in->dram_write,
                              .bursts = plain_bursts(d->t, in->dram_write),
                              .id = in->dram_id,
                              .line = in->dram_line};
    bool buffered = false;
    plain_locate(d, in->dram_line, &r.bank, &r.row);
    for (unsigned i = 0; i < d->queued[PLAIN_WRITES]; i++)
        buffered |= d->queue[PLAIN_WRITES][i].line == r.line;
    d->stats.reads += !r.write;
    d->stats.writes += r.write;
    if (!r.write && buffered && d->replies < PLAIN_REPLIES) {
        d->stats.buffered++;
        plain_reply(d, r.id, d->clock + 1);
    } else {
        unsigned which = plain_mixes(d) ? PLAIN_READS : r.write;
        d->queue[which][d->queued[which]++] = r;
    }
}

/* The edge that ends core cycle `now`. */
static void plain_step(struct plain_dram *d, const struct dram_in *in, bool taken, uint64_t now)
{
    int64_t until = (int64_t)((now + 1) * d->t->dram_mhz / d->t->core_mhz);
    bool accepted = in->dram_valid && plain_ready(d);
    d->logged = 0;
    while (d->clock < until) {
        d->clock++;
        plain_clock(d);
    }
    if (taken)
        memmove(d->reply, d->reply + 1, --d->replies * sizeof *d->reply);
    if (accepted)
        plain_accept(d, in);
}

#endif
