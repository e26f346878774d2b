/* The configuration of one chip: every key of config.def as a field, plus what is derived from them.
 *
 * Life: config_init (defaults), then any number of config_preset / config_set / config_file, then config_check once. config_check
 * collects all complaints before it exits; after it the derived fields are valid and the struct is never written again. */
#ifndef MEMLOOM_CONFIG_H
#define MEMLOOM_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

enum { NODE_BITS = 10, MSG_ID_BITS = 10, LINE_BYTES = 128, LINE_WORDS = 16, SECTORS = 4 };
enum { CORES_MAX = 256, PARTITIONS_MAX = 64, NODES_MAX = 1024 };

struct config {
#define SECTION(name)
#define KEY(name, def, min, max, choices, unit, text, source) unsigned name;
#include "config.def"
    /* derived by config_check */
    unsigned line_bits;                        /* bits of a line address: address_bits - 7 */
    unsigned chunk_bits;                       /* log2 of the lines per interleaving chunk */
    unsigned id_bits;                          /* log2 of lsu_ids */
    unsigned width, height;                    /* mesh columns and rows */
    uint16_t core_node[CORES_MAX];             /* {y, x} (5 bits each) of each core */
    uint16_t partition_node[PARTITIONS_MAX];   /* {y, x} of each partition */
};

void config_init(struct config *);
/* "key=value"; `where` names the place for messages ("--set", "file:line"). Dies on an unknown key (suggesting the nearest), a bad value or range. */
void config_set(struct config *, const char *where, const char *assignment);
void config_file(struct config *, const char *path);     /* lines key = value, [section], # comment */
void config_preset(struct config *, const char *name);   /* presets/NAME.conf, carried inside the binary */
/* Derives, checks cross-key rules (powers of two, noc_mhz <= core_mhz, nodes fit the mesh, ...); dies listing every complaint. */
void config_check(struct config *);

#endif
