/* memloom traffic: latency and throughput of one network under synthetic traffic (docs/traffic.md).
 */
#include "commands.h"
#include "traffic_arguments.h"
#include "traffic_pattern.h"
#include "util.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS_MAX = 64 };

/* One line of the table: the runs of a rate. */
struct row {
    double rate;
    double seconds; /* processor time, all runs */
    struct traffic_result
        result; /* of several runs the means; the largest maximum; hash of the last */
    double accepted_deviation, mean_deviation; /* standard deviations among the runs, 0 for one */
};

struct report {
    struct traffic_arguments asked;
    double zero_load, law; /* sweep: mean latency of single packets under the pattern */
    unsigned deviations;   /* sweep: source and destination pairs off the law */
    double saturation;     /* sweep: throughput at the highest rate the network keeps up with */
    double overload;       /* sweep: throughput when every node creates a flit per cycle */
    double capacity;       /* of rings, by the load of the busiest channel */
    unsigned rows;
    struct row row[RUNS_MAX];
};

static double square(double x)
{
    return x * x;
}

/* Of `n` values, from their sum and the sum of their squares. */
static double deviation(double sum, double squares, unsigned n)
{
    double rest = squares - square(sum) / n;
    return n > 1 && rest > 0 ? sqrt(rest / (n - 1)) : 0;
}

static void run_seed(const struct report *report, double rate, unsigned seed,
                     struct traffic_result *result)
{
    struct traffic_params params = report->asked.params;
    params.rate = rate;
    params.seed += seed;
    if (report->asked.rings) {
        struct ring_traffic rings;
        ring_traffic_init(&rings, &report->asked.ring, &params);
        ring_traffic_run(&rings, result);
        ring_traffic_release(&rings);
        return;
    }
    struct traffic traffic;
    traffic_init(&traffic, &report->asked.network, &params);
    traffic_run(&traffic, result);
    traffic_release(&traffic);
}

static const struct row *run(struct report *report, double rate)
{
    struct row *row = &report->row[report->rows++];
    struct traffic_result sum = {.stable = true}, *mean = &row->result;
    double accepted_squares = 0, mean_squares = 0, p50 = 0, p99 = 0;
    unsigned seeds = report->asked.seeds, timed = 0; /* runs in which a packet arrived */
    clock_t start = clock();
    for (unsigned seed = 0; seed < seeds; seed++) {
        struct traffic_result one;
        run_seed(report, rate, seed, &one);
        sum.stable &= one.stable;
        sum.created += one.created;
        sum.accepted += one.accepted;
        sum.mean += one.mean;
        accepted_squares += square(one.accepted);
        mean_squares += square(one.mean);
        sum.packets += one.packets;
        if (one.packets) {
            p50 += (double)one.p50;
            p99 += (double)one.p99;
            sum.max = one.max > sum.max ? one.max : sum.max;
            timed++;
        }
        sum.total_cycles += one.total_cycles;
        sum.hash = one.hash;
        progress("traffic: rate %.4f", rate);
    }
    *mean = sum;
    mean->created /= seeds;
    mean->accepted /= seeds;
    if (timed) {
        mean->mean /= timed;
        mean->p50 = (uint64_t)llround(p50 / timed);
        mean->p99 = (uint64_t)llround(p99 / timed);
    }
    row->rate = rate;
    row->accepted_deviation = deviation(sum.accepted, accepted_squares, seeds);
    row->mean_deviation = deviation(sum.mean, mean_squares, timed);
    row->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    return row;
}

static void describe_network(const struct report *report)
{
    const struct traffic_params *params = &report->asked.params;
    const struct network *network = &report->asked.network;
    char text[32];
    network->topology->text(network, text, sizeof text);
    printf("%s%s%s%s%s, %u VCs x %u flits, %u stages", text,
           params->bypass ? ", MC-routers bypassed" : "", params->shuffled ? ", shuffled" : "",
           params->single ? ", single source" : "", params->serial ? ", serial allocation" : "",
           network->vcs, network->depth, network->stages);
}

static void describe_rings(const struct ring_params *ring)
{
    static const char *const text[] = {[RING_REQUESTS] = "ring of requests",
                                       [RING_RESPONSES] = "ring of responses",
                                       [RING_BOTH] = "rings of requests and responses"};
    printf("%s, %u nodes, %s directions, hops of %u, %u + %u requests, %u responses%s",
           text[ring->carries], ring->nodes, ring->equal ? "equal" : "opposite", ring->hop,
           ring->buffer, ring->requests, ring->responses, ring->bubble ? "" : ", no bubble rule");
}

static void print_header(const struct report *report)
{
    const struct traffic_params *params = &report->asked.params;
    printf("%s traffic, ", traffic_patterns[params->pattern]);
    if (report->asked.rings)
        describe_rings(&report->asked.ring);
    else
        describe_network(report);
    printf(", packets of %u, seed %" PRIu64, params->packet, params->seed);
    if (report->asked.seeds > 1)
        printf(" to %" PRIu64, params->seed + report->asked.seeds - 1);
    printf("\n%8s %9s %9s%s %9s%s %6s %6s %6s %9s%s\n", "offered", "created", "accepted",
           report->asked.seeds > 1 ? "   +-     " : "", "mean",
           report->asked.seeds > 1 ? "   +-    " : "", "p50", "p99", "max", "packets",
           report->asked.speed ? "  cycles/s" : "");
}

/* A value, or what stands there for a network that does not keep up. */
static void print_cell(const struct row *row, int width, int digits, double value,
                       const char *unstable)
{
    if (row->result.stable)
        printf(" %*.*f", width, digits, value);
    else
        printf(" %*s", width, unstable);
}

/* A latency; there is none when no packet arrived. */
static void print_latency(const struct row *row, int width, int digits, double value,
                          const char *unstable)
{
    if (row->result.packets || !row->result.stable)
        print_cell(row, width, digits, value, unstable);
    else
        printf(" %*s", width, "-");
}

static void print_row(const struct report *report, const struct row *row)
{
    const struct traffic_result *r = &row->result;
    bool several = report->asked.seeds > 1;
    printf("%8.*f", report->asked.rings ? 5 : 4, row->rate);
    print_cell(row, 9, 4, r->created, "-");
    printf(" %9.4f", r->accepted);
    if (several)
        printf(" %8.5f ", row->accepted_deviation);
    print_latency(row, 9, 2, r->mean, "unstable");
    if (several) {
        print_latency(row, 7, 3, row->mean_deviation, "-");
        putchar(' ');
    }
    print_latency(row, 6, 0, (double)r->p50, "-");
    print_latency(row, 6, 0, (double)r->p99, "-");
    print_latency(row, 6, 0, (double)r->max, "-");
    printf(" %9" PRIu64, r->packets);
    if (report->asked.speed)
        printf(" %9.0f", (double)r->total_cycles / row->seconds);
    putchar('\n');
}

/* Latencies of single packets in an empty network, beside those by the law. */
struct zero_load {
    double weight, sum, law_sum;
};

static void add_ping(struct report *report, struct zero_load *zero, double share, unsigned latency,
                     unsigned law)
{
    report->deviations += latency != law;
    zero->weight += share;
    zero->sum += share * latency;
    zero->law_sum += share * law;
}

/* Every pair that the pattern uses, one packet at a time. */
static void ping_network(struct report *report, const struct traffic_params *params,
                         struct zero_load *zero)
{
    const struct network *network = &report->asked.network;
    struct traffic traffic;
    traffic_init(&traffic, network, params);
    for (unsigned s = 0; s < traffic.sender_count; s++) {
        for (unsigned r = 0; r < traffic.receiver_count; r++) {
            unsigned from = traffic.senders[s], to = traffic.receivers[r];
            double share = traffic_share(&traffic, from, to);
            if (share <= 0)
                continue;
            unsigned routers = network->topology->routers(network, from, to);
            add_ping(
                report, zero, share, traffic_ping(&traffic, from, to),
                traffic_law(network, routers - params->bypass, params->bypass, params->packet));
        }
    }
    traffic_release(&traffic);
}

/* Every distance that the pattern uses, each from another node: rings look the same from all. */
static void ping_rings(struct report *report, const struct traffic_params *params,
                       struct zero_load *zero)
{
    const struct ring_params *ring = &report->asked.ring;
    struct ring_traffic traffic;
    ring_traffic_init(&traffic, ring, params);
    for (unsigned distance = 1; distance < ring->nodes; distance++) {
        unsigned from = distance * distance % ring->nodes, to = (from + distance) % ring->nodes;
        double share = ring_share(ring, params->pattern, from, to);
        if (share > 0)
            add_ping(report, zero, share, ring_traffic_ping(&traffic, from, to),
                     ring_law(ring, from, to));
    }
    ring_traffic_release(&traffic);
}

static void measure_zero_load(struct report *report)
{
    struct traffic_params params = report->asked.params;
    struct zero_load zero = {0};
    params.rate = 0;
    if (report->asked.rings)
        ping_rings(report, &params, &zero);
    else
        ping_network(report, &params, &zero);
    report->zero_load = zero.sum / zero.weight;
    report->law = zero.law_sum / zero.weight;
}

/* Beside what was created, not the rate: few long packets are far from it by chance. */
static bool keeps_up(const struct report *report, const struct row *row)
{
    const struct traffic_result *r = &row->result;
    return r->stable && r->accepted >= 0.95 * r->created && r->mean <= 3 * report->zero_load;
}

/* Rates upwards until the network does not keep up, then the limit by bisection, then overload. */
static void sweep(struct report *report)
{
    double good = 0, bad = 1, step = 0.04, resolution = 0.005;
    bool limit_passed = false;
    measure_zero_load(report);
    if (report->asked.rings) {
        report->capacity = ring_capacity(&report->asked.ring, report->asked.params.pattern);
        step = report->capacity / 10;
        resolution = report->capacity / 100;
    }
    while (bad - good > resolution) {
        double rate = limit_passed ? (good + bad) / 2 : good + step;
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

static void write_network(const struct report *report, FILE *file)
{
    const struct traffic_params *params = &report->asked.params;
    const struct network *network = &report->asked.network;
    char text[32];
    network->topology->text(network, text, sizeof text);
    fprintf(file,
            "  \"network\": \"%s\",\n  \"width\": %u,\n  \"height\": %u,\n  \"vcs\": %u,\n"
            "  \"vc_depth\": %u,\n  \"router_stages\": %u,\n"
            "  \"source\": \"%s\",\n  \"numbering\": \"%s\",\n  \"allocation\": \"%s\",\n",
            text, network->columns, network->rows, network->vcs, network->depth, network->stages,
            params->single ? "single" : "interleaved", params->shuffled ? "shuffled" : "straight",
            params->serial ? "serial" : "offer");
}

static void write_rings(const struct ring_params *ring, FILE *file)
{
    fprintf(file,
            "  \"network\": \"ring\",\n  \"ring\": \"%s\",\n  \"nodes\": %u,\n"
            "  \"ccn_rings\": \"%s\",\n  \"ccn_hop\": %u,\n  \"ccn_buffer\": %u,\n"
            "  \"ccn_requests\": %u,\n  \"ccn_responses\": %u,\n  \"ccn_bubble\": \"%s\",\n",
            ring_carries[ring->carries], ring->nodes, ring->equal ? "equal" : "opposite", ring->hop,
            ring->buffer, ring->requests, ring->responses, ring->bubble ? "on" : "off");
}

static void write_head(const struct report *report, FILE *file)
{
    const struct traffic_params *params = &report->asked.params;
    fputs("{\n", file);
    if (report->asked.rings)
        write_rings(&report->asked.ring, file);
    else
        write_network(report, file);
    fprintf(file,
            "  \"pattern\": \"%s\",\n  \"packet\": %u,\n  \"warmup\": %" PRIu64
            ",\n  \"cycles\": %" PRIu64 ",\n  \"seed\": %" PRIu64 ",\n  \"seeds\": %u,\n",
            traffic_patterns[params->pattern], params->packet, params->warmup, params->cycles,
            params->seed, report->asked.seeds);
}

/* Of the packets that arrived; null when none did. */
static void write_latencies(const struct row *row, FILE *file)
{
    const struct traffic_result *r = &row->result;
    if (r->packets)
        fprintf(file,
                "\"mean\": %.3f, \"mean_deviation\": %.3f, \"p50\": %" PRIu64 ", \"p99\": %" PRIu64
                ", \"max\": %" PRIu64 ", ",
                r->mean, row->mean_deviation, r->p50, r->p99, r->max);
    else
        fputs("\"mean\": null, \"mean_deviation\": null, \"p50\": null, \"p99\": null, "
              "\"max\": null, ",
              file);
}

static void write_json(const struct report *report)
{
    struct output output;
    output_open(&output, report->asked.json);
    FILE *file = output.file;
    write_head(report, file);
    if (report->asked.sweep)
        fprintf(file,
                "  \"zero_load\": %.4f,\n  \"zero_load_law\": %.4f,\n  \"saturation\": %.4f,\n  "
                "\"overload\": %.4f,\n",
                report->zero_load, report->law, report->saturation, report->overload);
    if (report->asked.sweep && report->asked.rings)
        fprintf(file, "  \"capacity\": %.5f,\n", report->capacity);
    fputs("  \"runs\": [\n", file);
    for (unsigned n = 0; n < report->rows; n++) {
        const struct row *row = &report->row[n];
        const struct traffic_result *r = &row->result;
        char created[32] = "null"; /* what has not left its source is not known */
        if (r->stable)
            snprintf(created, sizeof created, "%.5f", r->created);
        fprintf(file,
                "    {\"rate\": %.9g, \"created\": %s, \"accepted\": %.5f, "
                "\"accepted_deviation\": %.5f, \"stable\": %s, ",
                row->rate, created, r->accepted, row->accepted_deviation,
                r->stable ? "true" : "false");
        write_latencies(row, file);
        fprintf(file, "\"packets\": %" PRIu64 ", \"hash\": \"%016" PRIx64 "\"}%s\n", r->packets,
                r->hash, n + 1 < report->rows ? "," : "");
    }
    fputs("  ]\n}\n", file);
    output_close(&output);
}

int cmd_traffic(int argc, char **argv)
{
    static struct report report = {
        .asked = {
            .params = {.packet = 1, .warmup = 5000, .cycles = 20000, .seed = 1, .hot_share = 0.1},
            .rate = {0.1},
            .rates = 1,
            .seeds = 1}};
    const struct traffic_arguments *asked = &report.asked;
    if (!traffic_arguments(&report.asked, argc, argv))
        return 0;
    if (asked->sweep)
        sweep(&report);
    for (unsigned n = 0; n < asked->rates; n++)
        run(&report, asked->rate[n]);
    progress_end();
    qsort(report.row, report.rows, sizeof *report.row, by_rate);

    print_header(&report);
    for (unsigned n = 0; n < report.rows; n++)
        print_row(&report, &report.row[n]);
    if (asked->sweep)
        printf("zero-load latency %.2f, by the law %.2f (%u pairs differ)\n"
               "saturation throughput %.4f %s per node and cycle, in overload %.4f\n",
               report.zero_load, report.law, report.deviations, report.saturation,
               asked->rings && asked->ring.carries == RING_BOTH ? "requests" : "flits",
               report.overload);
    if (asked->sweep && asked->rings)
        printf("capacity by the load of the busiest channel %.4f\n", report.capacity);
    if (asked->json)
        write_json(&report);
    return report.deviations != 0;
}
