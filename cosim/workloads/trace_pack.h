/* Blocks of a trace in their short form (docs/trace.md, "Packed records"). Both directions keep the
 * same table of forms, heads of records that were seen. A warp's next record has as a rule the form
 * that followed the last one before, and a base as far from that form's last as that one from the
 * one before: then one byte says all but the payload. */
#ifndef MEMLOOM_TRACE_PACK_H
#define MEMLOOM_TRACE_PACK_H

#include "trace_stream.h"
#include "workload.h"

enum { TRACE_FORMS = 4096, TRACE_FORM_PLACES = 4 * TRACE_FORMS };

struct trace_form {
    struct instruction head; /* base 0; zero[0]: the data are the values of their places */
    uint64_t base, step;     /* of its last record; how far that is from the one before */
    uint16_t next;           /* the form that followed it last, 0: none */
};

struct trace_forms {
    struct trace_form form[TRACE_FORMS]; /* number 0 begins every warp */
    uint16_t place[TRACE_FORM_PLACES];   /* numbers by the head's hash, open addressing; writing */
    unsigned count, last;                /* forms; that of the record before */
};

struct trace_forms *trace_forms_new(void);
/* The records of a warp that begins. */
void trace_pack_warp(struct trace_forms *, struct trace_out *, const struct stream *);
/* A warp begins. */
void trace_unpack_begin(struct trace_forms *);
/* The record that comes next, appended to the stream; NULL with the stream's error set when there
 * is none. Its addresses are not checked. */
const struct instruction *trace_unpack(struct trace_forms *, struct trace_in *, struct stream *);

#endif
