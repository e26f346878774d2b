/* What `memloom gen` writes. Every file is a function of the configuration: no dates, no absolute
 * paths. */
#ifndef MEMLOOM_EMIT_H
#define MEMLOOM_EMIT_H

#include "netlist.h"
#include "plan.h"
#include "storage.h"

#include <stdio.h>

/* What the emitters print from. */
struct emission {
    const struct plan *plan;
    const struct design *design;
    const char *prefix;     /* of the names of modules, may be empty */
    const struct use *uses; /* the leaf blocks in the chip, see below */
    unsigned use_count;
};

/* A leaf block with one set of parameters, and where it stands. */
struct use {
    const struct instance *sample; /* one of its instances: module and parameter values */
    struct storage storage;        /* of one of them */
    char **paths;                  /* of all of them, below the top: "core_0.l1_cache" */
    unsigned count;
};

/* A port of the top that every node of a kind has one of. */
struct node_port {
    char node[5];    /* "core" or "mem" */
    unsigned number; /* of the node */
    char rest[128];  /* "_hit_valid" */
};
/* False for the chip's own. */
bool node_port(const char *name, struct node_port *);

/* Writes all files of the chip into the folder, or none; names of modules begin with the prefix. */
void emit_chip(const struct plan *, const struct design *, const char *prefix, const char *folder);

/* The single files; the others are printed by emit.c itself. */
void emit_manifest(const struct emission *, FILE *);
void emit_data_sheet(const struct emission *, FILE *);
void emit_drawing(const struct emission *, FILE *);
void emit_assertions(const struct emission *, FILE *);
void emit_power(const struct emission *, FILE *);

/* Whether parts of the chip can lose power, and it has a UPF file. */
bool has_power_domains(const struct plan *);

#endif
