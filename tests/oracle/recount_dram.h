/* The statistics of a DRAM channel, counted again: requests are read off the slice's DRAM port, the
 * rest follows from the commands that the channel's observer hears, by the rules of
 * docs/blocks/dram.md: who an activate, precharge, read or write is for, and when a request leaves
 * the queue. Nothing of the channel's own accounting is looked at. */
#ifndef MEMLOOM_RECOUNT_DRAM_H
#define MEMLOOM_RECOUNT_DRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "dram.h"

enum { RECOUNT_LINE_BYTES = 128, RECOUNT_BURST = 8, RECOUNT_BURST_CLOCKS = 2 };

/* A request that waits. */
struct logged_request {
    uint64_t line, row, arrived_at;
    unsigned bank, bursts; /* bursts: still to come */
    bool write, opened, conflicted;
};

struct channel_log {
    const struct config *config;
    struct logged_request queue[DRAM_QUEUE_MAX + DRAM_WRITES_MAX]; /* oldest first */
    unsigned queued, writes_queued;
    unsigned drain;                   /* writes left of the drain under way */
    unsigned reads_turn;              /* reads left before the next drain */
    int64_t open_row[DRAM_BANKS_MAX]; /* -1: closed */
    uint64_t reads, writes;           /* requests taken */
    uint64_t columns, activates, refreshes, row_hits, row_conflicts, buffered;
    uint64_t waited;  /* command clocks in the queue, summed over requests */
    uint64_t unknown; /* commands that no request explains */
};

static unsigned recount_log2(unsigned value)
{
    unsigned bits = 0;
    while (1u << bits < value)
        bits++;
    return bits;
}

/* Command clocks that have passed when core cycle `now` begins. */
static uint64_t recount_clock(const struct config *config, uint64_t now)
{
    return now * config->dram_mhz / config->core_mhz;
}

static void channel_log_begin(struct channel_log *log, const struct config *config)
{
    *log = (struct channel_log){.config = config};
    for (unsigned bank = 0; bank < DRAM_BANKS_MAX; bank++)
        log->open_row[bank] = -1;
}

/* | row | bank in group | column | group | of the line's number among those of the partition; the
 * bank as it is or hashed with all of the row, as the chips of this test have it. */
static void place_in_bank(const struct channel_log *log, uint64_t line,
                          struct logged_request *request)
{
    const struct config *config = log->config;
    unsigned chunk = recount_log2(config->interleave_bytes / RECOUNT_LINE_BYTES);
    unsigned banks = config->dram_banks, groups = config->dram_groups;
    unsigned columns = config->dram_row_bytes / RECOUNT_LINE_BYTES;
    uint64_t local = (line >> chunk) / config->partitions << chunk | line % (1u << chunk);
    uint64_t group = local % groups, in_group = local / groups / columns % (banks / groups);
    request->row = local / groups / columns / (banks / groups);
    uint64_t bank = in_group * groups + group;
    for (uint64_t rest = request->row; config->dram_hash == BANK_HASH && rest; rest /= banks)
        bank ^= rest % banks;
    request->bank = (unsigned)bank;
}

static bool is_written(const struct channel_log *log, uint64_t line)
{
    for (unsigned i = 0; i < log->queued; i++)
        if (log->queue[i].write && log->queue[i].line == line)
            return true;
    return false;
}

/* A request was taken at the edge that ends cycle `now`; to be called after that edge. */
static void log_request(struct channel_log *log, uint64_t line, bool write, uint64_t now)
{
    unsigned burst_bytes = RECOUNT_BURST * log->config->dram_bus_bytes;
    struct logged_request request = {.line = line, .write = write, .bursts = 1};
    if (burst_bytes < RECOUNT_LINE_BYTES)
        request.bursts = RECOUNT_LINE_BYTES / burst_bytes;
    request.arrived_at = recount_clock(log->config, now + 1);
    place_in_bank(log, line, &request);
    log->reads += !write;
    log->writes += write;
    if (!write && is_written(log, line)) {
        log->buffered++;
    } else if (log->queued < sizeof log->queue / sizeof *log->queue) {
        log->queue[log->queued++] = request;
        log->writes_queued += write;
    } else {
        log->unknown++;
    }
}

/* Are writes served? During a drain, and when no read waits. */
static bool writes_turn(struct channel_log *log)
{
    const struct config *config = log->config;
    if (!log->drain && !log->reads_turn && log->writes_queued >= config->dram_write_high)
        log->drain = config->dram_write_high - config->dram_write_low;
    return log->drain || log->writes_queued == log->queued;
}

/* The oldest read or write of the bank that wants its open row, or (`open` false) does not. */
static struct logged_request *oldest(struct channel_log *log, unsigned bank, bool write, bool open)
{
    for (unsigned i = 0; i < log->queued; i++) {
        struct logged_request *request = &log->queue[i];
        if (request->bank == bank && request->write == write &&
            ((int64_t)request->row == log->open_row[bank]) == open)
            return request;
    }
    return NULL;
}

/* A request is served: whose turn is it now? */
static void log_turn(struct channel_log *log, bool write)
{
    log->writes_queued -= write;
    if (!write && log->reads_turn)
        log->reads_turn--;
    if (write && log->drain && --log->drain == 0)
        log->reads_turn = log->queued - log->writes_queued;
}

static void log_burst(struct channel_log *log, struct logged_request *request, uint64_t clock)
{
    log->columns++;
    if (--request->bursts)
        return;
    log->row_hits += !request->opened;
    log->row_conflicts += request->conflicted;
    log->waited += clock - request->arrived_at;
    size_t behind = (size_t)(log->queue + log->queued - request) - 1;
    bool write = request->write;
    memmove(request, request + 1, behind * sizeof *request);
    log->queued--;
    log_turn(log, write);
}

/* Observer of the channel. */
static void log_command(void *context, enum dram_command command, unsigned bank, uint64_t clock)
{
    struct channel_log *log = context;
    struct logged_request *request = NULL;
    if (command == DRAM_REFRESH) {
        log->refreshes++;
        for (bank = 0; bank < DRAM_BANKS_MAX; bank++)
            log->open_row[bank] = -1;
        return;
    }
    bool column = command == DRAM_READ || command == DRAM_WRITE;
    bool write = writes_turn(log);
    if (!column || write == (command == DRAM_WRITE))
        request = oldest(log, bank, write, column);
    if (!request) {
        log->unknown++;
    } else if (command == DRAM_ACTIVATE) {
        log->activates++;
        request->opened = true;
        log->open_row[bank] = (int64_t)request->row;
    } else if (command == DRAM_PRECHARGE) {
        request->conflicted = true;
        log->open_row[bank] = -1;
    } else {
        log_burst(log, request, clock);
    }
}

#endif
