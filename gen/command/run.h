/* What the commands that run a workload on the chip share: options, opening, verdict, statistics.
 */
#ifndef MEMLOOM_RUN_H
#define MEMLOOM_RUN_H

#include "gpu.h"
#include "options.h"
#include "stats.h"

struct run {
    struct config config;
    struct plan plan;      /* of it, after run_arguments */
    uint64_t seed;         /* of generated inputs */
    uint64_t cycles;       /* stop after so many, 0 = when the workload is done */
    const char *trace;     /* replay this file instead of a workload, or NULL */
    const char *json;      /* statistics go there too, or NULL */
    const char *preset;    /* the last one named, else a configuration file, or NULL */
    bool allow_deadlock;   /* go on with a chip that can deadlock */
    uint64_t policy_seed;  /* as in gpu_options */
    bool software_cache;   /* the kernels run with it */
    uint64_t monitored;    /* accesses of a thread in its monitoring phase, 0: the paper's number */
    unsigned shared_views; /* as in gpu_options */
    const char *views;     /* as they were given, or NULL */
    int argc;              /* workloads: names and parameters */
    char **argv;
    struct run_workload {
        int argc; /* name and parameters; of a trace the parameters */
        char **argv;
    } workloads[PROGRAMS_MAX];
};

enum {
    RUN_SEED = OPTION_OWN,
    RUN_TRACE,
    RUN_JSON,
    RUN_CYCLES,
    RUN_ALLOW_DEADLOCK,
    RUN_CHANGE_POLICY,
    RUN_SOFTWARE_CACHE,
    RUN_MONITORED,
    RUN_VIEWS,
    RUN_OWN /* first code for a command's own options */
};

/* For the table of long options and the help text. */
#define RUN_LONG                                                                                   \
    CONFIG_LONG, {"seed", required_argument, NULL, RUN_SEED},                                      \
        {"trace", required_argument, NULL, RUN_TRACE},                                             \
        {"json", required_argument, NULL, RUN_JSON},                                               \
        {"cycles", required_argument, NULL, RUN_CYCLES},                                           \
        {"allow-deadlock", no_argument, NULL, RUN_ALLOW_DEADLOCK},                                 \
        {"software-cache", no_argument, NULL, RUN_SOFTWARE_CACHE},                                 \
        {"monitored", required_argument, NULL, RUN_MONITORED},                                     \
        {"views", required_argument, NULL, RUN_VIEWS},                                             \
    {                                                                                              \
        "change-policy", required_argument, NULL, RUN_CHANGE_POLICY                                \
    }
#define RUN_HELP                                                                                   \
    "Run:\n"                                                                                       \
    "      --seed N           of generated inputs, default 1\n"                                    \
    "      --trace FILE       replay a trace instead of a workload\n"                              \
    "      --json FILE        statistics as one JSON object with flat keys such as "               \
    "\"l1.misses\"\n"                                                                              \
    "      --cycles N         stop after N core cycles\n"                                          \
    "      --allow-deadlock   go on with a chip whose packets can wait for each other for ever\n"  \
    "      --software-cache   with the software cache in shared memory (docs/software_cache.md)\n" \
    "      --monitored N      its monitoring phase: accesses of each thread, default 300\n"        \
    "      --views LIST       with llc_mode: of each program 'shared', which keeps its slices "    \
    "so, or "                                                                                      \
    "'choice',\n"                                                                                  \
    "                         by a comma; default: choice, which is private slices with "          \
    "llc_mode = private\n"                                                                         \
    "      --change-policy N  change l1_policy and l1_chunk, and whether slices may be private, "  \
    "at random\n"                                                                                  \
    "                         cycles drawn from N (needs shared_l1 or llc_mode);\n"                \
    "                         a kernel that reads what it stored may see old data\n"

void run_init(struct run *);
/* Applies an option of RUN_LONG; false if it is not one. */
bool run_option(struct run *, int option, const char *argument);
/* After the options: the rest of the command line, and the configuration is checked. */
void run_arguments(struct run *, int argc, char **argv);
/* Files that options name; dies when one has the name of another. */
struct run_file {
    const char *option, *name; /* NULL: not given */
};
void run_check_files(const struct run_file *, unsigned count);
uint64_t run_number(const char *option, const char *text); /* dies when it is not a number */

/* Every call starts the same run anew. Dies on an unknown workload, a bad parameter or file. */
void run_open_workloads(const struct run *, struct workload **); /* [programs] */
void run_close_workloads(const struct run *, struct workload *const *);
/* Prints the verdict; the exit status of a run: 0 right (as far as it went), 1 wrong or deadlocked.
 */
int run_judge(struct gpu *, const struct stats *);
/* The table on standard output, JSON if it was asked for. */
void run_report(const struct run *, const struct gpu *, const struct stats *);
void run_write_json(const struct run *, const struct gpu *, const struct stats *);

#endif
