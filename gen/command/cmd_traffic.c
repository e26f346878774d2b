/* memloom traffic: latency and throughput of one network under synthetic traffic (docs/traffic.md).
 */
#include "commands.h"
#include "config.h"
#include "options.h"
#include "plan.h"
#include "traffic.h"
#include "util.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "memloom traffic - latency and throughput of one network under synthetic traffic\n\n"
    "Usage: memloom traffic [OPTION]... [KEY=VALUE]...\n\n"
    "  pattern=uniform|transpose|hotspot   where packets go (default uniform)\n"
    "  rate=R|sweep       flits created per node and network cycle, 0 < R <= 1 (default 0.1); "
    "sweep: table,\n"
    "                     zero-load latency against the law, saturation\n"
    "  packet=N           flits of a packet, 1 to 64 (default 1)\n"
    "  cycles=N           network cycles measured (default 20000)\n"
    "  warmup=N           network cycles before that (default 5000)\n"
    "  bypass=off|on      H-Xbar: bypass the MC-routers; a core sends to the slices of its "
    "cluster (default off)\n\n"
    "      --seed N       of all random choices (default 1)\n"
    "      --json FILE    the figures as JSON\n"
    "      --speed        also print simulated cycles per second of processor time\n\n" CONFIG_HELP
    "  -h, --help         this text\n\n"
    "Exit status: 0 success; 1 the zero-load law does not hold; 2 bad input.\n\n"
    "Example: memloom traffic --preset pact20 pattern=uniform packet=5 rate=sweep\n";

static const char *const patterns[] = {[TRAFFIC_UNIFORM] = "uniform",
                                       [TRAFFIC_TRANSPOSE] = "transpose",
                                       [TRAFFIC_HOTSPOT] = "hotspot"};
enum { PATTERN_COUNT = sizeof patterns / sizeof *patterns, RUNS_MAX = 64 };

/* One run per line of the table. */
struct row {
    double rate;
    double seconds; /* processor time */
    struct traffic_result result;
};

struct report {
    struct config config;
    struct network network; /* that is measured */
    struct traffic_params params;
    bool sweep, speed;
    const char *json;      /* file name, or NULL */
    double zero_load, law; /* sweep: mean latency of single packets under the pattern */
    unsigned deviations;   /* sweep: source and destination pairs off the law */
    double saturation;     /* sweep: throughput at the highest rate the network keeps up with */
    double overload;       /* sweep: throughput when every node creates a flit per cycle */
    unsigned rows;
    struct row row[RUNS_MAX];
};

static const struct row *run(struct report *report, double rate)
{
    struct row *row = &report->row[report->rows++];
    struct traffic traffic;
    report->params.rate = rate;
    row->rate = rate;
    clock_t start = clock();
    traffic_init(&traffic, &report->network, &report->params);
    traffic_run(&traffic, &row->result);
    traffic_release(&traffic);
    row->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    progress("traffic: rate %.3f", rate);
    return row;
}

static void print_header(const struct report *report)
{
    char network[32];
    report->network.topology->text(&report->network, network, sizeof network);
    printf("%s traffic, %s%s, %u VCs x %u flits, %u stages, packets of %u, seed %" PRIu64 "\n",
           patterns[report->params.pattern], network,
           report->params.bypass ? ", MC-routers bypassed" : "", report->network.vcs,
           report->network.depth, report->network.stages, report->params.packet,
           report->params.seed);
    printf("%8s %9s %9s %6s %6s %6s %9s%s\n", "offered", "accepted", "mean", "p50", "p99", "max",
           "packets", report->speed ? "  cycles/s" : "");
}

static void print_row(const struct report *report, const struct row *row)
{
    const struct traffic_result *r = &row->result;
    printf("%8.3f %9.4f ", row->rate, r->accepted);
    if (r->stable)
        printf("%9.2f %6u %6u %6u %9" PRIu64, r->mean, r->p50, r->p99, r->max, r->packets);
    else
        printf("%9s %6s %6s %6s %9" PRIu64, "unstable", "-", "-", "-", r->packets);
    if (report->speed)
        printf(" %9.0f", (double)r->total_cycles / row->seconds);
    putchar('\n');
}

/* Every pair that the pattern uses, one packet at a time in an empty network. */
static void measure_zero_load(struct report *report)
{
    struct traffic traffic;
    struct traffic_params params = report->params;
    params.rate = 0;
    traffic_init(&traffic, &report->network, &params);
    uint64_t weight = 0, sum = 0, law_sum = 0;
    for (unsigned s = 0; s < traffic.sender_count; s++) {
        for (unsigned r = 0; r < traffic.receiver_count; r++) {
            unsigned from = traffic.senders[s], to = traffic.receivers[r];
            uint64_t share = traffic_share(&traffic, from, to);
            if (!share)
                continue;
            unsigned latency = traffic_ping(&traffic, from, to);
            unsigned routers = report->network.topology->routers(&report->network, from, to);
            unsigned law = traffic_law(&report->network, routers - params.bypass, params.bypass,
                                       params.packet);
            report->deviations += latency != law;
            weight += share;
            sum += share * latency;
            law_sum += share * law;
        }
    }
    traffic_release(&traffic);
    report->zero_load = (double)sum / (double)weight;
    report->law = (double)law_sum / (double)weight;
}

static bool keeps_up(const struct report *report, const struct row *row)
{
    return row->result.stable && row->result.accepted >= 0.95 * row->rate &&
           row->result.mean <= 3 * report->zero_load;
}

/* Rates upwards until the network does not keep up, then the limit by bisection, then overload. */
static void sweep(struct report *report)
{
    double good = 0, bad = 1;
    bool limit_passed = false;
    measure_zero_load(report);
    while (bad - good > 0.005) {
        double rate = limit_passed ? (good + bad) / 2 : good + 0.04;
        const struct row *row = run(report, rate);
        if (keeps_up(report, row)) {
            good = rate;
            report->saturation = row->result.accepted;
        } else {
            bad = rate;
            limit_passed = true;
        }
    }
    report->overload = run(report, 1)->result.accepted;
}

static int by_rate(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return (x->rate > y->rate) - (x->rate < y->rate);
}

static void write_json(const struct report *report)
{
    struct output output;
    char network[32];
    report->network.topology->text(&report->network, network, sizeof network);
    output_open(&output, report->json);
    FILE *file = output.file;
    fprintf(file,
            "{\n  \"network\": \"%s\",\n  \"pattern\": \"%s\",\n  \"width\": %u,\n  \"height\": "
            "%u,\n  \"vcs\": %u,\n"
            "  \"vc_depth\": %u,\n  \"router_stages\": %u,\n  \"packet\": %u,\n"
            "  \"warmup\": %" PRIu64 ",\n  \"cycles\": %" PRIu64 ",\n  \"seed\": %" PRIu64 ",\n",
            network, patterns[report->params.pattern], report->network.columns,
            report->network.rows, report->network.vcs, report->network.depth,
            report->network.stages, report->params.packet, report->params.warmup,
            report->params.cycles, report->params.seed);
    if (report->sweep)
        fprintf(file,
                "  \"zero_load\": %.4f,\n  \"zero_load_law\": %.4f,\n  \"saturation\": %.4f,\n  "
                "\"overload\": %.4f,\n",
                report->zero_load, report->law, report->saturation, report->overload);
    fputs("  \"runs\": [\n", file);
    for (unsigned n = 0; n < report->rows; n++) {
        const struct row *row = &report->row[n];
        const struct traffic_result *r = &row->result;
        fprintf(
            file,
            "    {\"rate\": %.3f, \"accepted\": %.5f, \"stable\": %s, \"mean\": %.3f, \"p50\": %u,"
            " \"p99\": %u, \"max\": %u, \"packets\": %" PRIu64 ", \"hash\": \"%016" PRIx64
            "\"}%s\n",
            row->rate, r->accepted, r->stable ? "true" : "false", r->mean, r->p50, r->p99, r->max,
            r->packets, r->hash, n + 1 < report->rows ? "," : "");
    }
    fputs("  ]\n}\n", file);
    output_close(&output);
}

static uint64_t whole_number(const char *name, const char *text, uint64_t min, uint64_t max)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || *text == '-' || value < min || value > max)
        die("%s=%s: must be a whole number from %" PRIu64 " to %" PRIu64, name, text, min, max);
    return value;
}

static enum traffic_pattern find_pattern(const char *name)
{
    for (int pattern = 0; pattern < PATTERN_COUNT; pattern++)
        if (!strcmp(patterns[pattern], name))
            return (enum traffic_pattern)pattern;
    die("pattern=%s: must be uniform, transpose or hotspot", name);
}

static void set_rate(struct report *report, const char *value)
{
    char *end;
    report->sweep = !strcmp(value, "sweep");
    report->params.rate = strtod(value, &end);
    if (!report->sweep &&
        (end == value || *end || !(report->params.rate > 0 && report->params.rate <= 1)))
        die("rate=%s: must be `sweep` or a number above 0 and up to 1", value);
}

static bool is_on(const char *name, const char *value)
{
    if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        die("%s=%s: must be off or on", name, value);
    return !strcmp(value, "on");
}

static void set_argument(struct report *report, const char *argument)
{
    const char *value = strchr(argument, '=');
    if (!value)
        die("'%s': arguments are KEY=VALUE; `memloom traffic --help` lists them", argument);
    char *name = xasprintf("%.*s", (int)(value++ - argument), argument);
    if (!strcmp(name, "pattern"))
        report->params.pattern = find_pattern(value);
    else if (!strcmp(name, "rate"))
        set_rate(report, value);
    else if (!strcmp(name, "packet"))
        report->params.packet = (unsigned)whole_number(name, value, 1, 64);
    else if (!strcmp(name, "cycles"))
        report->params.cycles = whole_number(name, value, 1, 1000000000);
    else if (!strcmp(name, "warmup"))
        report->params.warmup = whole_number(name, value, 0, 1000000000);
    else if (!strcmp(name, "bypass"))
        report->params.bypass = is_on(name, value);
    else
        die("'%s': there is no such argument; `memloom traffic --help` lists them", name);
    free(name);
}

enum { OPTION_SEED = OPTION_OWN, OPTION_JSON, OPTION_SPEED };

/* Fills the report's settings from the command line; false when only help was asked for. */
static bool parse(struct report *report, int argc, char **argv)
{
    static const struct option options[] = {CONFIG_LONG,
                                            {"seed", required_argument, NULL, OPTION_SEED},
                                            {"json", required_argument, NULL, OPTION_JSON},
                                            {"speed", no_argument, NULL, OPTION_SPEED},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int option; (option = getopt_long(argc, argv, CONFIG_SHORT "h", options, NULL)) != -1;) {
        if (option == 'h')
            return false;
        if (option == OPTION_SEED)
            report->params.seed = whole_number("--seed", optarg, 0, UINT32_MAX);
        else if (option == OPTION_JSON)
            report->json = optarg;
        else if (option == OPTION_SPEED)
            report->speed = true;
        else if (!config_option(&report->config, option, optarg))
            usage_error("traffic");
    }
    while (optind < argc)
        set_argument(report, argv[optind++]);
    return true;
}

static void check_pattern(const struct report *report)
{
    char network[32];
    report->network.topology->text(&report->network, network, sizeof network);
    if (report->params.pattern == TRAFFIC_TRANSPOSE && !traffic_side(&report->network))
        die("pattern=transpose: needs %s, this one is a %s",
            report->network.topology == &fly_topology
                ? "a butterfly whose number of places is a square"
                : "a square mesh",
            network);
}

/* A slice for each cluster at every controller, or there is nobody to talk to. */
static void check_bypass(struct report *report)
{
    const struct network_stage *last = &report->network.stage[1];
    if (report->config.topology != TOPOLOGY_HXBAR || last->inputs != last->outputs)
        die("bypass=on: needs topology=hxbar with as many clusters as LLC slices per memory "
            "controller");
    if (report->params.pattern != TRAFFIC_UNIFORM)
        die("bypass=on: needs pattern=uniform, cores send to the slices of their cluster");
    report->network.bypassable = true;
}

int cmd_traffic(int argc, char **argv)
{
    static struct report report = {
        .params = {.rate = 0.1, .packet = 1, .warmup = 5000, .cycles = 20000, .seed = 1}};
    static struct plan plan;
    config_init(&report.config);
    if (!parse(&report, argc, argv)) {
        fputs(help, stdout);
        return 0;
    }
    config_check(&report.config);
    plan_chip(&plan, &report.config);
    report.network = plan.network[NETWORK_REQUEST];
    check_pattern(&report);
    if (report.params.bypass)
        check_bypass(&report);
    report.params.drain = 4 * report.params.cycles;
    if (report.sweep)
        sweep(&report);
    else
        run(&report, report.params.rate);
    progress_end();
    qsort(report.row, report.rows, sizeof *report.row, by_rate);

    print_header(&report);
    for (unsigned n = 0; n < report.rows; n++)
        print_row(&report, &report.row[n]);
    if (report.sweep)
        printf("zero-load latency %.2f, by the law %.2f (%u pairs differ)\n"
               "saturation throughput %.4f flits per node and cycle, in overload %.4f\n",
               report.zero_load, report.law, report.deviations, report.saturation, report.overload);
    if (report.json)
        write_json(&report);
    return report.deviations != 0;
}
