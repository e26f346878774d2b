/* One GDDR5 channel: FR-FCFS controller with a write buffer, banks with all timings, contents in a
 * struct memory. Model only; its ports are declared in gen/plan/agents/dram.v. docs/blocks/dram.md
 * states every rule. All *_at are command clocks unless said otherwise; deadlines, not countdowns.
 * The channel may be left unstepped until core cycle `wake_at` while no request is accepted and no
 * reply is taken. */
#ifndef MEMLOOM_DRAM_H
#define MEMLOOM_DRAM_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "dram_address.h"
#include "dram_ports.h"
#include "memory.h"

enum { DRAM_BANKS_MAX = 32, DRAM_GROUPS_MAX = 8, DRAM_QUEUE_MAX = 128, DRAM_REPLIES = 64 };
enum { DRAM_WRITES_MAX = 64, DRAM_QUEUE_WORDS = DRAM_QUEUE_MAX / 64 };
enum { DRAM_SLOTS_MAX = DRAM_QUEUE_MAX + DRAM_WRITES_MAX + DRAM_REPLIES };
static_assert(DRAM_SLOTS_MAX <= 256, "a slot's number is a byte");

/* A request in the queue: what the scheduler looks at, in 8 bytes, because it looks at all of them.
 */
struct dram_waiting {
    uint32_t row;
    uint8_t bank, column; /* group = bank % groups */
    uint8_t write : 1;    /* else read */
    uint8_t bursts : 7;   /* column commands still to issue */
    uint8_t slot;         /* the rest of it */
};

struct dram_queue {
    unsigned count;
    /* places as masks */
    uint64_t hits[DRAM_QUEUE_WORDS];    /* what the open row of their bank may serve */
    uint64_t leaders[DRAM_QUEUE_WORDS]; /* the next request of every bank without hits */
    uint64_t of_bank[DRAM_BANKS_MAX][DRAM_QUEUE_WORDS];
    struct dram_waiting waiting[DRAM_QUEUE_MAX]; /* oldest first */
};
/* A request's queue, by dram_write; without a write buffer all stand in the first one. */
enum { DRAM_OF_READS, DRAM_OF_WRITES };

struct dram_request {
    uint64_t arrived_at; /* acceptance */
    uint64_t done_at;    /* reads with all bursts issued: when the reply is due */
    bool opened;         /* an activate was issued for it: not a row hit */
    bool conflicted;     /* a precharge was issued for it */
    uint16_t id;
    uint64_t line;             /* its address */
    uint64_t data[LINE_WORDS]; /* reads: sampled at acceptance */
};

struct dram_bank {
    int64_t row;           /* open row, -1 = closed */
    uint64_t activate_at;  /* earliest activate */
    uint64_t column_at[2]; /* earliest read, write */
    uint64_t precharge_at; /* earliest precharge */
    unsigned served;       /* requests since the row was opened */
};

struct dram_stats {
    uint64_t reads, writes; /* accepted requests */
    uint64_t buffered;      /* reads answered from the write buffer */
    uint64_t row_hits;      /* served without an activate of their own */
    uint64_t row_conflicts; /* needed a precharge */
    uint64_t activates;
    uint64_t refreshes;
    uint64_t data_clocks;  /* command clocks with data on the bus */
    uint64_t queue_clocks; /* sum over command clocks of both queues' lengths */
};

/* A command as issued, for observers (tests). */
enum dram_command { DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_READ, DRAM_WRITE, DRAM_REFRESH };

/* What a step without a command looks at comes first. */
struct dram {
    const struct config *config;
    uint64_t clocks_num, clocks_den; /* command clocks per core cycle, reduced */
    uint64_t next_at;                /* no command can be issued before */
    uint64_t wake_at;                /* core cycle of the next step that does something by itself */
    struct dram_request *sampled;    /* the read that the last step accepted, NULL: none */
    bool carry_data;                 /* 0: contents are neither read nor written */
    bool mixes;                      /* no write buffer: one queue for reads and writes */
    bool reply_shown;                /* the head reply's data has arrived */
    unsigned reply_head, reply_count;
    unsigned free_count;
    unsigned aged;                      /* oldest reads that have waited longer than dram_age_cap */
    unsigned drain;                     /* writes to serve before further reads */
    unsigned reads_owed;                /* reads to serve before the next drain */
    unsigned activated_head;            /* oldest of activated_at */
    uint64_t queue_since;               /* queue_clocks is summed up to here */
    uint64_t refresh_at;                /* next refresh; UINT64_MAX = never */
    uint64_t activate_at;               /* t_rrd */
    uint64_t column_at[2];              /* any group: earliest read, write */
    uint64_t group_at[DRAM_GROUPS_MAX]; /* earliest column command in the group */
    uint64_t activated_at[4];           /* the last four activates + t_faw, ring */
    struct dram_stats stats;
    uint8_t replies[DRAM_REPLIES]; /* ring of slots of served reads */
    struct dram_address address;   /* row, bank and column of lines */
    unsigned bursts[2];            /* of a line read, written */
    struct memory *memory;         /* contents, shared by all channels */
    void (*observer)(void *context, enum dram_command, unsigned bank, uint64_t clock); /* or NULL */
    void *observer_context;

    struct dram_queue queue[2]; /* reads, writes */
    struct dram_bank banks[DRAM_BANKS_MAX];
    uint8_t free_slots[DRAM_SLOTS_MAX]; /* stack of unused slots */
    struct dram_request slots[DRAM_SLOTS_MAX];
};

/* The channel of a memory partition. */
void dram_init(struct dram *, const struct config *, struct memory *);
void dram_outputs(const struct dram *, struct dram_out *);
/* The edge that ends core cycle `now`. */
void dram_step(struct dram *, const struct dram_in *, uint64_t now);
/* Reads once more what the last step's read has sampled, behind the steps of all channels: where
 * slices are private, one of another channel may have written the line at the same edge. */
void dram_sample_again(struct dram *);
/* No request, no reply; refresh goes on. */
bool dram_is_idle(const struct dram *);
uint64_t dram_hash(const struct dram *);
/* Command clocks passed when core cycle `now` begins. */
uint64_t dram_clock(const struct dram *, uint64_t now);

#endif
