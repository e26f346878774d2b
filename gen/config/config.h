/* The configuration of one chip: every key of config.def as a field, plus widths that follow from
 * single keys. What follows from the structure of the chip is in its plan (plan.h).
 *
 * Life: config_init (defaults), then any number of config_preset / config_set / config_file, then
 * config_check once. Mistakes are collected on the way and config_check reports all of them at
 * once; after it the derived fields are valid and the struct is never written again. */
#ifndef MEMLOOM_CONFIG_H
#define MEMLOOM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NODE_BITS = 10, LINE_BYTES = 128, LINE_WORDS = 16, SECTORS = 4 };
enum { DYNEB_COUNT_BITS = 13 }; /* of a sample's counters: docs/blocks/dyneb.md */
enum { LLC_COUNT_BITS = 16, LLC_CLUSTERS_MAX = 16 }; /* docs/blocks/llc_profiler.md */
enum { CCN_COUNT_BITS = 16 }; /* of a sample's counters: docs/blocks/ccn_throttle.md */
enum { CORES_MAX = 256, PARTITIONS_MAX = 64 };
enum mem_port_key { MEM_PORT_NATIVE, MEM_PORT_AXI4 };
enum llc_mode { LLC_SHARED, LLC_PRIVATE, LLC_ADAPTIVE };
enum { PROGRAMS_MAX = 2 };
enum programs_on { PROGRAMS_ON_CORES, PROGRAMS_ON_CLUSTERS };
enum dyneb_chooser { DYNEB_RULES, DYNEB_TRIAL };
enum llc_chooser { LLC_RULES, LLC_TRIAL };
enum l1_index { INDEX_LINEAR, INDEX_HASH, INDEX_FERMI };
enum l1_protect_key { PROTECTION_OFF, PROTECTION_STALL_BYPASS };
enum { CCN_CLUSTER_MAX = 64 }; /* cores, with ccn_bridges */
enum ccn_key { CCN_OFF, CCN_BASIC, CCN_THROTTLED, CCN_IDEAL };
enum ccn_rings_key { RINGS_OPPOSITE, RINGS_EQUAL };
enum topology_key {
    TOPOLOGY_MESH,
    TOPOLOGY_BUTTERFLY,
    TOPOLOGY_CROSSBAR,
    TOPOLOGY_CONCENTRATED,
    TOPOLOGY_HXBAR
};
enum remote_via { REMOTE_DIRECT, REMOTE_VIA_L2, REMOTE_VIA_CROSSBAR };
enum reply_vcs { REPLY_VCS_SPLIT, REPLY_VCS_ESCAPE };
enum request_order { ORDER_BY_MEMORY, ORDER_BY_CORE, ORDER_AUTO };
enum dispatch_policy {
    DISPATCH_ROUND_ROBIN,
    DISPATCH_BLOCK,
    DISPATCH_TWO_LEVEL,
    DISPATCH_DISTRIBUTED
};
enum bank_hash { BANK_LINEAR, BANK_HASH, BANK_XOR, BANK_IPOLY };
enum warp_order { SCHEDULE_GTO, SCHEDULE_LRR, SCHEDULE_TWO_LEVEL };
enum placement { PLACEMENT_SPREAD, PLACEMENT_EDGES, PLACEMENT_DIAGONAL };

struct config {
#define SECTION(name)
#define KEY(name, def, min, max, choices, unit, text, source) unsigned name;
#include "config.def"
    /* derived by config_check */
    unsigned line_bits;  /* bits of a line address: address_bits - 7 */
    unsigned chunk_bits; /* log2 of the lines per interleaving chunk */
    unsigned id_bits;    /* log2 of lsu_ids */
    /* until config_check */
    char *complaints; /* one line per mistake, NULL when there is none */
};

/* The rows of config.def in their order. A row without a name opens a section. */
struct config_key {
    const char *section;         /* the section that it opens, else NULL */
    const char *name;            /* as in a configuration file */
    size_t offset;               /* of the field in struct config */
    unsigned standard, min, max; /* default value and range */
    const char *choices;         /* names of the values, "a|b"; NULL: a number */
    const char *unit, *text, *source;
};
extern const struct config_key config_keys[];
extern const unsigned config_key_count;

/* A configuration carried inside the binary. */
struct preset {
    const char *name, *text; /* presets/NAME.conf and its contents */
};
extern const struct preset presets[]; /* ends with a NULL name */

void config_init(struct config *);
/* "key=value"; `where` names the place for messages ("--set", "file:line"). */
void config_set(struct config *, const char *where, const char *assignment);
/* Lines key = value, [section], # comment; `where` names the text for messages. */
void config_text(struct config *, const char *where, const char *text, size_t size);
void config_file(struct config *, const char *path);
void config_preset(struct config *, const char *name);
/* Derives, checks cross-key rules (powers of two, noc_mhz <= core_mhz, nodes fit the mesh, ...).
 * Dies listing every complaint. */
void config_check(struct config *);
/* The same, but returns the complaints (the caller frees them), NULL when the configuration is
 * good. */
char *config_finish(struct config *);

/* Kinds of messages that must not wait for each other on the network between cores and L2 or, with
 * remote_via = crossbar, between cores; and the classes of virtual channels they are split into
 * (docs/deadlock.md). */
unsigned config_message_kinds(const struct config *);
unsigned config_message_classes(const struct config *);
/* Requests to homes go to cores on the network that carries those to L2. */
bool config_asks_cores(const struct config *);
/* Cores that ask each other for lines through a cooperative caching network: those of a cluster, or
 * all. */
unsigned config_ccn_cores(const struct config *);
/* Bits of the number of a core in its cluster, of a slot or copy of its bridge; of whom a message
 * on the rings of a cluster is for. */
unsigned config_ccn_number_bits(const struct config *);
unsigned config_ccn_name_bits(const struct config *);
/* Cores of a program: `own` that follow each other, of each `of` ones behind `first`. */
struct program_cores {
    unsigned first, own, of;
};
struct program_cores config_program_cores(const struct config *, unsigned program);
unsigned config_program(const struct config *, unsigned core); /* whose it is */

/* Dies when the configuration has what only the model knows; `command` wants RTL. */
void config_require_rtl(const struct config *, const char *command);

/* One more mistake of the user, a line without the newline. */
void config_complain(struct config *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The key of that name, or NULL; the one whose name is nearest (never NULL). */
const struct config_key *config_find(const char *name);
const struct config_key *config_nearest(const char *name);
const char *config_section(const struct config_key *);
unsigned config_get(const struct config *, const struct config_key *);
/* Of a key that stands for a mechanism: its value is not the least, which is without it. */
bool config_has(const struct config *, const struct config_key *);
/* The value as a user writes it: a number or the name of a choice. */
void config_value_text(const struct config_key *, unsigned value, char *text, size_t size);
/* Its range as a user reads it: "1..256" or "a or b". */
void config_range_text(const struct config_key *, char *text, size_t size);

#endif
