/* The arguments of memloom traffic. */
#include "traffic_arguments.h"

#include "options.h"
#include "traffic_pattern.h"
#include "util.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "memloom traffic - latency and throughput of one network under synthetic traffic\n\n"
    "Usage: memloom traffic [OPTION]... [KEY=VALUE]...\n\n"
    "  pattern=uniform|transpose|hotspot|permutation|neighbour   where packets go (default "
    "uniform)\n"
    "  rate=R[,R]...|sweep   flits created per sender and network cycle, 0 < R <= 1 (default 0.1); "
    "sweep: table,\n"
    "                     zero-load latency against the law, saturation\n"
    "  packet=N           flits of a packet, 1 to 64 (default 1)\n"
    "  cycles=N           network cycles measured (default 20000)\n"
    "  warmup=N           network cycles before that (default 5000)\n"
    "  seeds=N            runs of each rate with seeds of their own, 1 to 100 (default 1): means "
    "and standard deviations\n"
    "  sources=LIST       only these senders create packets, as 0,3,8-15 (default all)\n"
    "  targets=LIST       uniform, hotspot: packets go to these receivers only (default all)\n"
    "  hotspot=SHARE      hotspot: of the packets, to the hot receiver, 0 < SHARE <= 1 (default "
    "0.1)\n"
    "  hot=N              hotspot: the hot receiver (default the one in the middle)\n"
    "  file=FILE          permutation: lines `SENDER RECEIVER`, # comments; others are silent\n"
    "  bypass=off|on      H-Xbar: bypass the MC-routers; a core sends to the slices of its cluster "
    "(default off)\n\n"
    "The rings of the cooperative caching network, of --cores nodes with the ccn_* keys of the "
    "configuration,\n"
    "in place of the configured topology (docs/traffic.md, \"Rings\"); with rate, cycles, warmup, "
    "seeds, and\n"
    "pattern=uniform (to the others) or neighbour (to the next node):\n"
    "  topology=ring\n"
    "  ring=requests|responses|both   packets of a flit on the one, of four on the other, or "
    "requests and the lines\n"
    "                     that answer them (default requests)\n\n"
    "Conventions of other simulators, for comparisons (docs/traffic.md; no RTL does so):\n"
    "  source=interleaved|single    packets that a source sends at a time: one a channel, or one "
    "(default interleaved)\n"
    "  numbering=straight|shuffled  butterfly: which number the senders have (default straight)\n"
    "  allocation=offer|serial      heads ask for switch and output channel in one cycle, or one "
    "after the other\n"
    "                     (default offer; serial needs router_stages=4)\n\n"
    "      --seed N       of all random choices (default 1)\n"
    "      --json FILE    the figures as JSON\n"
    "      --speed        also print simulated cycles per second of processor time\n\n" CONFIG_HELP
    "  -h, --help         this text\n\n"
    "Exit status: 0 success; 1 the zero-load law does not hold; 2 bad input.\n\n"
    "Example: memloom traffic --preset pact20 pattern=uniform packet=5 rate=sweep\n";

const char *const traffic_patterns[] = {[TRAFFIC_UNIFORM] = "uniform",
                                        [TRAFFIC_TRANSPOSE] = "transpose",
                                        [TRAFFIC_HOTSPOT] = "hotspot",
                                        [TRAFFIC_PERMUTATION] = "permutation",
                                        [TRAFFIC_NEIGHBOUR] = "neighbour"};
enum { PATTERN_COUNT = sizeof traffic_patterns / sizeof *traffic_patterns };
const char *const ring_carries[] = {
    [RING_REQUESTS] = "requests", [RING_RESPONSES] = "responses", [RING_BOTH] = "both"};
enum { CARRIES_COUNT = sizeof ring_carries / sizeof *ring_carries };

static uint64_t whole_number(const char *name, const char *text, uint64_t min, uint64_t max)
{
    uint64_t value;
    if (!parse_number(text, &value) || value < min || value > max)
        die("%s=%s: must be a whole number from %" PRIu64 " to %" PRIu64, name, text, min, max);
    return value;
}

/* Above 0 and up to 1; ends at `*end`, which is the end of the text when `end` is NULL. */
static double share(const char *name, const char *text, char **end)
{
    char *own_end, **at = end ? end : &own_end;
    double value = strtod(text, at);
    bool hexadecimal = strcspn(text, "xX") < (size_t)(*at - text);
    if (*at == text || hexadecimal || (!end && **at) || !(value > 0 && value <= 1))
        die("%s=%s: must be a decimal number above 0 and up to 1", name, text);
    return value;
}

/* Number of the value among `count` names. */
static unsigned one_of(const char *name, const char *value, const char *const *names,
                       unsigned count)
{
    char *list = NULL;
    for (unsigned n = 0; n < count; n++) {
        if (!strcmp(value, names[n])) {
            free(list);
            return n;
        }
        char *longer = xasprintf("%s%s%s", n ? list : "",
                                 n == 0          ? ""
                                 : n + 1 < count ? ", "
                                                 : " or ",
                                 names[n]);
        free(list);
        list = longer;
    }
    die("%s=%s: must be %s", name, value, list);
}

static bool second_of(const char *name, const char *value, const char *first, const char *second)
{
    const char *const names[] = {first, second};
    return one_of(name, value, names, 2) == 1;
}

static void set_rates(struct traffic_arguments *arguments, const char *text)
{
    arguments->rates = 0;
    arguments->sweep = !strcmp(text, "sweep");
    for (char *at = (char *)text; !arguments->sweep;) {
        if (arguments->rates == RATES_MAX)
            die("rate=%s: more than %d rates", text, RATES_MAX);
        arguments->rate[arguments->rates++] = share("rate", at, &at);
        if (!*at)
            return;
        if (*at++ != ',')
            die("rate=%s: must be `sweep`, or numbers above 0 and up to 1 with commas between",
                text);
    }
}

/* Which of the two kinds of networks understands an argument. */
enum kind { BOTH, NETWORK, RINGS };

static const struct argument_name {
    const char *name;
    enum kind kind;
} argument_names[] = {
    {"pattern", BOTH},       {"rate", BOTH},       {"cycles", BOTH},     {"warmup", BOTH},
    {"seeds", BOTH},         {"topology", BOTH},   {"ring", RINGS},      {"packet", NETWORK},
    {"sources", NETWORK},    {"targets", NETWORK}, {"hotspot", NETWORK}, {"hot", NETWORK},
    {"file", NETWORK},       {"bypass", NETWORK},  {"source", NETWORK},  {"numbering", NETWORK},
    {"allocation", NETWORK},
};
enum { ARGUMENTS = sizeof argument_names / sizeof *argument_names };

static enum kind find_kind(const char *name)
{
    const char *nearest = argument_names[0].name;
    for (unsigned i = 0; i < ARGUMENTS; i++) {
        if (!strcmp(name, argument_names[i].name))
            return argument_names[i].kind;
        nearest = nearer_word(name, nearest, argument_names[i].name);
    }
    const char *question = did_you_mean(name, nearest, "");
    die("'%s': there is no such argument; %s%s`memloom traffic --help` lists them", name, question,
        *question ? " " : "");
}

static void set_argument(struct traffic_arguments *arguments, const char *argument)
{
    struct traffic_params *params = &arguments->params;
    const char *value = strchr(argument, '=');
    if (!value)
        die("'%s': arguments are KEY=VALUE; `memloom traffic --help` lists them", argument);
    char *name = xasprintf("%.*s", (int)(value++ - argument), argument);
    enum kind kind = find_kind(name);
    if (kind == NETWORK)
        arguments->network_only = argument;
    if (kind == RINGS)
        arguments->rings_only = argument;
    if (!strcmp(name, "pattern"))
        params->pattern =
            (enum traffic_pattern)one_of(name, value, traffic_patterns, PATTERN_COUNT);
    else if (!strcmp(name, "rate"))
        set_rates(arguments, value);
    else if (!strcmp(name, "packet"))
        params->packet = (unsigned)whole_number(name, value, 1, 64);
    else if (!strcmp(name, "cycles"))
        params->cycles = whole_number(name, value, 1, 1000000000);
    else if (!strcmp(name, "warmup"))
        params->warmup = whole_number(name, value, 0, 1000000000);
    else if (!strcmp(name, "seeds"))
        arguments->seeds = (unsigned)whole_number(name, value, 1, SEEDS_MAX);
    else if (!strcmp(name, "hotspot")) {
        params->hot_share = share(name, value, NULL);
        arguments->hot_argument = argument;
    } else if (!strcmp(name, "hot")) {
        arguments->hot_text = value;
        arguments->hot_argument = argument;
    } else if (!strcmp(name, "sources"))
        arguments->sources_text = value;
    else if (!strcmp(name, "targets"))
        arguments->targets_text = value;
    else if (!strcmp(name, "file"))
        arguments->file = value;
    else if (!strcmp(name, "bypass"))
        params->bypass = second_of(name, value, "off", "on");
    else if (!strcmp(name, "source"))
        params->single = second_of(name, value, "interleaved", "single");
    else if (!strcmp(name, "numbering"))
        params->shuffled = second_of(name, value, "straight", "shuffled");
    else if (!strcmp(name, "allocation"))
        params->serial = second_of(name, value, "offer", "serial");
    else if (!strcmp(name, "topology")) {
        static const char *const names[] = {"ring"};
        one_of(name, value, names, 1);
        arguments->rings = true;
    } else if (!strcmp(name, "ring"))
        arguments->ring.carries =
            (enum ring_carries)one_of(name, value, ring_carries, CARRIES_COUNT);
    free(name);
}

enum { OPTION_SEED = OPTION_OWN, OPTION_JSON, OPTION_SPEED };

static bool parse(struct traffic_arguments *arguments, int argc, char **argv)
{
    static const struct option options[] = {CONFIG_LONG,
                                            {"seed", required_argument, NULL, OPTION_SEED},
                                            {"json", required_argument, NULL, OPTION_JSON},
                                            {"speed", no_argument, NULL, OPTION_SPEED},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    for (int option;
         (option = next_option("traffic", argc, argv, ":" CONFIG_SHORT "h", options)) != -1;) {
        if (option == 'h')
            return false;
        if (option == OPTION_SEED)
            arguments->params.seed = whole_number("--seed", optarg, 0, UINT64_MAX);
        else if (option == OPTION_JSON)
            arguments->json = optarg;
        else if (option == OPTION_SPEED)
            arguments->speed = true;
        else
            config_option(&arguments->config, option, optarg);
    }
    while (optind < argc)
        set_argument(arguments, argv[optind++]);
    return true;
}

/* The digits at `*at`, which steps behind them; false: there are none. */
static bool list_number(const char **at, unsigned long *number)
{
    char *end;
    *number = strtoul(*at, &end, 10);
    bool digits = isdigit((unsigned char)**at);
    if (digits)
        *at = end;
    return digits;
}

/* Sets the members of a list as 0,3,8-15 of `count` things. */
static void set_list(const char *name, const char *text, const char *things, unsigned count,
                     bool *set)
{
    for (const char *at = text;; at++) {
        unsigned long first, last;
        bool good = list_number(&at, &first);
        last = first;
        if (good && *at == '-') {
            at++;
            good = list_number(&at, &last);
        }
        if (!good || (*at && *at != ',') || last < first)
            die("%s=%s: must be a list of numbers as 0,3,8-15", name, text);
        if (last >= count)
            die("%s=%s: this network has %u %s, 0 to %u", name, text, count, things, count - 1);
        for (unsigned long n = first; n <= last; n++)
            set[n] = true;
        if (!*at)
            return;
    }
}

/* A number in front of a blank or the end of a line; steps behind both. */
static bool read_end(const char **at, unsigned *number)
{
    char *end;
    unsigned long value = strtoul(*at, &end, 10);
    size_t blanks = strspn(end, " \t\r");
    if (!isdigit((unsigned char)**at) || (*end && !blanks))
        return false;
    *number = value > UINT32_MAX ? UINT32_MAX : (unsigned)value;
    *at = end + blanks;
    return true;
}

/* One pair of a permutation. */
static void set_pair(struct traffic_arguments *arguments, const char *where, const char *line,
                     unsigned senders, unsigned receivers)
{
    unsigned from, to;
    const char *rest = line + strspn(line, " \t\r");
    if (!read_end(&rest, &from) || !read_end(&rest, &to) || *rest)
        die("%s: '%s' must be `SENDER RECEIVER`", where, line);
    if (from >= senders || to >= receivers)
        die("%s: this network has the senders 0 to %u and the receivers 0 to %u", where,
            senders - 1, receivers - 1);
    if (arguments->permutation[from] != TRAFFIC_NOBODY)
        die("%s: sender %u has a receiver already", where, from);
    if (arguments->targets[to])
        die("%s: receiver %u has a sender already", where, to);
    arguments->permutation[from] = (uint16_t)to;
    arguments->targets[to] = true;
}

static void read_permutation(struct traffic_arguments *arguments, unsigned senders,
                             unsigned receivers)
{
    size_t size;
    char *text = read_file(arguments->file, &size), *at = text;
    if (memchr(text, '\0', size))
        die("%s: this is not a text file", arguments->file);
    for (unsigned n = 0; n < NODES_MAX; n++)
        arguments->permutation[n] = TRAFFIC_NOBODY;
    for (unsigned number = 1, pairs = 0;; number++) {
        char *end = strchr(at, '\n'),
             *line = xasprintf("%.*s", (int)(end ? end - at : (long)strlen(at)), at);
        char *where = xasprintf("%s:%u", arguments->file, number);
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, " \t\r")]) {
            set_pair(arguments, where, line, senders, receivers);
            pairs++;
        }
        free(where);
        free(line);
        if (!end && !pairs)
            die("%s: holds no pair; lines are `SENDER RECEIVER`", arguments->file);
        if (!end)
            break;
        at = end + 1;
    }
    free(text);
    arguments->params.permutation = arguments->permutation;
}

static bool has_choice(const struct traffic_arguments *arguments)
{
    return arguments->params.pattern == TRAFFIC_UNIFORM ||
           arguments->params.pattern == TRAFFIC_HOTSPOT;
}

/* Of the senders that are asked for one has a receiver in the file. */
static bool any_pair(const struct traffic_arguments *arguments, unsigned senders)
{
    for (unsigned n = 0; n < senders; n++)
        if (arguments->sources[n] && arguments->permutation[n] != TRAFFIC_NOBODY)
            return true;
    return false;
}

/* Who sends and receives, now that the network is known. */
static void choose_ends(struct traffic_arguments *arguments)
{
    struct traffic_params *params = &arguments->params;
    unsigned senders, receivers;
    traffic_count_ends(&arguments->network, &senders, &receivers);
    if (arguments->sources_text) {
        set_list("sources", arguments->sources_text, "senders", senders, arguments->sources);
        params->sources = arguments->sources;
    }
    if (arguments->targets_text && !has_choice(arguments))
        die("targets=%s: needs pattern=uniform or hotspot; with %s each sender has one receiver",
            arguments->targets_text, traffic_patterns[params->pattern]);
    if (arguments->targets_text) {
        set_list("targets", arguments->targets_text, "receivers", receivers, arguments->targets);
        params->targets = arguments->targets;
    }
    if (arguments->hot_argument && params->pattern != TRAFFIC_HOTSPOT)
        die("%s: needs pattern=hotspot", arguments->hot_argument);
    if (arguments->hot_text) {
        params->hot = (unsigned)whole_number("hot", arguments->hot_text, 0, receivers - 1);
        params->hot_chosen = true;
    }
    if (params->pattern == TRAFFIC_HOTSPOT && params->targets &&
        !params->targets[traffic_hot(&arguments->network, params, receivers)])
        die("pattern=hotspot: the hot receiver is not among targets=%s; hot=N chooses another",
            arguments->targets_text);
    if (!arguments->file != (params->pattern != TRAFFIC_PERMUTATION))
        die("pattern=permutation and file=FILE belong together");
    if (arguments->file)
        read_permutation(arguments, senders, receivers);
    if (arguments->file && params->sources && !any_pair(arguments, senders))
        die("sources=%s: none of them has a receiver in %s", arguments->sources_text,
            arguments->file);
}

static void check_pattern(const struct traffic_arguments *arguments)
{
    char network[32];
    arguments->network.topology->text(&arguments->network, network, sizeof network);
    if (arguments->params.pattern == TRAFFIC_TRANSPOSE && !traffic_side(&arguments->network))
        die("pattern=transpose: needs %s, this one is a %s",
            arguments->network.topology == &fly_topology
                ? "a butterfly whose number of places is a square"
                : "a square mesh",
            network);
    if (arguments->params.shuffled && arguments->network.topology != &fly_topology)
        die("numbering=shuffled: needs a butterfly, this one is a %s", network);
    if (arguments->params.serial && arguments->network.stages != 4)
        die("allocation=serial: needs router_stages=4, they are %u", arguments->network.stages);
    if (arguments->params.serial && arguments->network.speedup != 1)
        die("allocation=serial: needs noc_speedup=1, it is %u", arguments->network.speedup);
}

/* A slice for each cluster at every controller, or there is nobody to talk to. */
static void check_bypass(struct traffic_arguments *arguments)
{
    const struct network_stage *last = &arguments->network.stage[1];
    if (arguments->config.topology != TOPOLOGY_HXBAR || last->inputs != last->outputs)
        die("bypass=on: needs topology=hxbar with as many clusters as LLC slices per memory "
            "controller");
    if (arguments->params.pattern != TRAFFIC_UNIFORM || arguments->targets_text)
        die("bypass=on: needs pattern=uniform and no targets, cores send to the slices of their "
            "cluster");
    if (arguments->params.serial)
        die("bypass=on: routers of a bypassed network have no allocation=serial");
    arguments->network.bypassable = true;
}

/* The rings, as the configuration has them, whether its chip does or not. */
static void choose_rings(struct traffic_arguments *arguments)
{
    const struct config *config = &arguments->config;
    enum traffic_pattern pattern = arguments->params.pattern;
    if (config->cores < 2)
        die("topology=ring: one core alone has no ring, cores must be 2..%d", CORES_MAX);
    if (arguments->network_only)
        die("%s: means nothing on the rings; `memloom traffic --help` lists what does",
            arguments->network_only);
    if (pattern != TRAFFIC_UNIFORM && pattern != TRAFFIC_NEIGHBOUR)
        die("pattern=%s: on the rings it must be uniform or neighbour", traffic_patterns[pattern]);
    arguments->params.packet = ring_packet_flits(arguments->ring.carries);
    arguments->ring = (struct ring_params){.carries = arguments->ring.carries,
                                           .nodes = config->cores,
                                           .equal = config->ccn_rings == RINGS_EQUAL,
                                           .hop = config->ccn_hop,
                                           .buffer = config->ccn_buffer,
                                           .requests = config->ccn_requests,
                                           .responses = config->ccn_responses,
                                           .bubble = config->ccn_bubble};
}

static void choose_network(struct traffic_arguments *arguments)
{
    static struct plan plan;
    if (arguments->rings_only)
        die("%s: needs topology=ring", arguments->rings_only);
    if (arguments->params.pattern == TRAFFIC_NEIGHBOUR)
        die("pattern=neighbour: needs topology=ring");
    plan_chip(&plan, &arguments->config);
    arguments->network = plan.network[NETWORK_REQUEST];
    check_pattern(arguments);
    if (arguments->params.bypass)
        check_bypass(arguments);
    choose_ends(arguments);
}

bool traffic_arguments(struct traffic_arguments *arguments, int argc, char **argv)
{
    config_init(&arguments->config);
    if (!parse(arguments, argc, argv)) {
        fputs(help, stdout);
        return false;
    }
    config_check(&arguments->config);
    if (arguments->rings)
        choose_rings(arguments);
    else
        choose_network(arguments);
    if (arguments->json)
        output_probe(arguments->json);
    arguments->params.drain = 4 * arguments->params.cycles;
    return true;
}
