/* The configuration of one chip: every key of config.def as a field, plus what is derived from
 * them.
 *
 * Life: config_init (defaults), then any number of config_preset / config_set / config_file, then
 * config_check once. Mistakes are collected on the way and config_check reports all of them at
 * once; after it the derived fields are valid and the struct is never written again. */
#ifndef MEMLOOM_CONFIG_H
#define MEMLOOM_CONFIG_H

#include <stddef.h>
#include <stdint.h>

enum { NODE_BITS = 10, LINE_BYTES = 128, LINE_WORDS = 16, SECTORS = 4 };
enum { DYNEB_COUNT_BITS = 16 }; /* of a sample's counters: docs/blocks/dyneb.md */
enum { CORES_MAX = 256, PARTITIONS_MAX = 64, NODES_MAX = 1024 };
enum { ROUTERS_MAX = 9 * 256 }; /* of a network: a 2-ary 9-fly */
enum topology { TOPOLOGY_MESH, TOPOLOGY_BUTTERFLY };
enum remote_via { REMOTE_DIRECT, REMOTE_VIA_L2, REMOTE_VIA_CROSSBAR };
enum placement { PLACEMENT_SPREAD, PLACEMENT_EDGES, PLACEMENT_DIAGONAL };

struct config {
#define SECTION(name)
#define KEY(name, def, min, max, choices, unit, text, source) unsigned name;
#include "config.def"
    /* derived by config_check */
    unsigned line_bits;     /* bits of a line address: address_bits - 7 */
    unsigned chunk_bits;    /* log2 of the lines per interleaving chunk */
    unsigned id_bits;       /* log2 of lsu_ids */
    unsigned msg_id_bits;   /* bits of a message id: 10, 21 with shared_l1 */
    unsigned port_id_bits;  /* the same in noc_port: with remote_via = l2 a node address more */
    unsigned cache_latency; /* of l1_cache: what arbiter and requester leave */
    unsigned events;        /* counters per node (docs/interfaces.md) */
    unsigned sinks;         /* message classes of a network: receivers of a core's port on it */
    unsigned classes;       /* of them with virtual channels of their own */
    unsigned width, height; /* routers of a network: mesh columns, rows; butterfly stages, rows */
    unsigned places;        /* where a network can have nodes, numbered from 0 */
    unsigned digit_bits;    /* butterfly: bits of a digit of a node address, else 0 */
    uint16_t core_node[CORES_MAX];           /* node address of each core */
    uint16_t partition_node[PARTITIONS_MAX]; /* node address of each partition */
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

/* Node addresses are what packets are routed by (docs/blocks/route_xy.md, route_digit.md): {y, x},
 * 5 bits each, in a mesh with place y * width + x; the digits of the place, digit_bits each, in a
 * butterfly. */
unsigned config_place(const struct config *, unsigned address);
uint16_t config_address(const struct config *, unsigned place);
/* Routers on the way from one place to another, both ends included. */
unsigned config_routers(const struct config *, unsigned from_place, unsigned to_place);
/* Links between routers on the way from one node address to another. A butterfly counts its own
 * stages, 0 for a node itself: what Min(H,L2) of pact20 section 3.3 compares. */
unsigned config_hops(const struct config *, uint16_t from, uint16_t to);

/* The work-distribution crossbar as a network of its own, with remote_via = crossbar: topology, size
 * and classes are those of a butterfly that joins the cores, and core_node holds their addresses on
 * it. Everything else is as in the chip's configuration. */
void config_crossbar(const struct config *chip, struct config *crossbar);

/* What the networks are: "6 x 6 mesh" or "6-ary 2-fly". */
void config_network_text(const struct config *, char *text, size_t size);

/* One more mistake of the user, a line without the newline. */
void config_complain(struct config *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The key of that name, or NULL; the one whose name is nearest (never NULL). */
const struct config_key *config_find(const char *name);
const struct config_key *config_nearest(const char *name);
const char *config_section(const struct config_key *);
unsigned config_get(const struct config *, const struct config_key *);
/* The value as a user writes it: a number or the name of a choice. */
void config_value_text(const struct config_key *, unsigned value, char *text, size_t size);
/* Its range as a user reads it: "1..256" or "a or b". */
void config_range_text(const struct config_key *, char *text, size_t size);

#endif
