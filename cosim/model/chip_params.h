/* The parameters of every block of a chip, from its configuration: how keys become block sizes. */
#ifndef MEMLOOM_CHIP_PARAMS_H
#define MEMLOOM_CHIP_PARAMS_H

#include "clock_divider_ports.h"
#include "config.h"
#include "dyneb_ports.h"
#include "l1_arbiter_ports.h"
#include "l1_cache_ports.h"
#include "llc_slice_ports.h"
#include "mshr_ports.h"
#include "noc_port_ports.h"
#include "perf_counters_ports.h"
#include "perf_merge_ports.h"
#include "remote_in_queue_ports.h"
#include "remote_out_queue_ports.h"
#include "requester_ports.h"

enum { PERF_EVENTS_MAX = 19, PERF_NODE_BITS = 9 };

struct chip_params {
    struct l1_arbiter_params l1_arbiter;
    struct l1_cache_params l1_cache;
    struct mshr_params mshr;
    struct noc_port_params core_port, home_port, memory_port;
    struct requester_params requester;             /* these four with shared_l1 */
    struct remote_in_queue_params remote_in_queue;
    struct remote_out_queue_params remote_out_queue;
    struct dyneb_params dyneb;
    struct llc_slice_params llc_slice;
    struct perf_counters_params perf_counters;
    struct perf_merge_params perf_merge;
    struct clock_divider_params clock_divider;
};

void chip_params_init(struct chip_params *, const struct config *);

#endif
