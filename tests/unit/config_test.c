/* The configuration reader: what it accepts, what it says about mistakes, where it places the
 * nodes. */
#include "check.h"
#include "config.h"
#include "plan.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static struct plan plan; /* of the last good configuration */

/* The complaints about a text, those of the plan included; "" when there are none. Freed by the
 * caller. */
static char *complaints_of(struct config *config, const char *text)
{
    config_init(config);
    config_text(config, "f", text, strlen(text));
    char *complaints = config_finish(config);
    if (!complaints)
        complaints = plan_try(&plan, config);
    return complaints ? complaints : xstrdup("");
}

static void expect(const char *text, const char *complaints)
{
    struct config config;
    char *actual = complaints_of(&config, text);
    CHECK(!strcmp(actual, complaints));
    if (strcmp(actual, complaints) != 0)
        printf("    is       '%s'\n    expected '%s'\n", actual, complaints);
    free(actual);
}

static void every_mistake_is_reported_with_its_line(void)
{
    expect("cores = 3\n# x\ncorse = 3 # y\n\n[noc]\nvcs = 9\ncores = 2\nvcs\n",
           "f:3: corse = 3: there is no such key; did you mean 'cores'?\n"
           "f:6: vcs = 9: the value must be 1..8 channels\n"
           "f:7: cores = 2: the key belongs to section [chip], not [noc]\n"
           "f:8: 'vcs': expected key = value");
    expect("cores\n= 3\n", "f:1: 'cores': expected key = value\n"
                           "f:2: '= 3': expected key = value");
    expect("\xef\xbb\xbf[chip]\ncores = 3\n", "");
    expect("[not]\n", "f:1: there is no section 'not'");
    expect("l1_index = 1\n", "f:1: l1_index = 1: the value must be linear or hash or fermi");
    expect("cores = -1\n", "f:1: cores = -1: the value must be 1..256 cores");
    expect("cores = 99999999999\n", "f:1: cores = 99999999999: the value must be 1..256 cores");
}

static void rules_between_keys_name_both(void)
{
    expect("l1_sets = 12\n", "l1_sets = 12: the value must be a power of two");
    expect("llc_sets = 36\n", "llc_sets = 36: the value must be a power of two or three times one");
    expect("axi_data_bytes = 48\n", "axi_data_bytes = 48: the value must be a power of two");
    expect("noc_width = 24\n", "noc_width = 24: the value must be 16, 32 or 64: flits carry half a "
                               "sector of 32 bytes, one or two");
    expect(
        "noc_speedup = 2\nvcs = 3\n",
        "noc_speedup = 2: vcs = 3 is no multiple of it: the channels of a port are divided over so "
        "many inputs of the switch");
    expect(
        "topology = crossbar\ncores = 80\nvcs = 2\nnoc_speedup = 2\n",
        "topology = crossbar: the crossbar needs 80 ports, a router has at most 64 with vcs = 2");
    expect("l1_index = fermi\nl1_sets = 16\n",
           "l1_index = fermi: the hash is one of 32 or 64 sets, l1_sets = 16");
    expect("core_mhz = 600\n",
           "noc_mhz = 700: the value must not exceed core_mhz = 600: the network "
           "is enabled at most once per core clock");
    expect("dram_write_low = 56\n",
           "dram_write_low = 56: the value must be below dram_write_high = 56: a drain serves the "
           "writes between them");
    expect(
        "dram_write_queue = 55\n",
        "dram_write_high = 56: the value must not exceed dram_write_queue = 55: a drain begins at "
        "the latest when the buffer is full");
    expect("t_refi = 116\n",
           "t_refi = 116: the value must be at least 117, so that banks are closed, refreshed "
           "(t_rfc = 65), opened and used between two refreshes");
    expect("t_refi = 117\n", "");
    expect("t_refi = 100\nt_rfc = 0\n", "");
    expect("mesh_width = 1\n", "mesh_width = 1: 36 nodes need 36 rows, at most 32 are possible");
    expect("partitions = 64\ncores = 64\nmc_placement = edges\n",
           "mc_placement = edges: 64 partitions do not fit the 42 places of the rim");
}

/* What preset pact20 says of who chooses holds no chip up that has nothing to choose, or many
 * cores, or keys of the rules. */
static void who_chooses_matters_where_there_is_a_choice(void)
{
    static const char trial[] = "dyneb_chooser = trial\n";
    static const char *const others[] = {
        "shared_l1 = off\n",
        "shared_l1 = on\n",
        "shared_l1 = on\nl1_policy = shared\n",
        "shared_l1 = on\nl1_policy = dyneb\ndyneb_metric = amat\n",
        "shared_l1 = on\nl1_policy = dyneb\ncores = 1\n",
        "shared_l1 = on\nl1_policy = dyneb\ncores = 65\n",
        "shared_l1 = on\nl1_policy = dyneb\ncores = 256\npartitions = 64\n",
    };
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        char *text = xasprintf("%s%s", trial, others[i]);
        expect(text, "");
        free(text);
    }
    expect("shared_l1 = on\ndyneb_chooser = chance\n",
           "f:2: dyneb_chooser = chance: the value must be rules or trial");
}

static void a_value_out_of_range_is_refused_wherever_it_comes_from(void)
{
    struct config config;
    config_init(&config);
    config.cores = CORES_MAX + 1;
    char *complaints = config_finish(&config);
    CHECK(complaints && !strcmp(complaints, "cores = 257: the value must be 1..256 cores"));
    free(complaints);
}

/* Of both ends of the range of every number there is a chip, alone or with what they need. */
static void the_ends_of_every_range_can_be_had(void)
{
    static const struct {
        const char *end, *with;
    } needs[] = {
        {"core_mhz = 1\n", "noc_mhz = 1\n"},
        {"noc_mhz = 10000\n", "core_mhz = 10000\n"},
        {"programs = 2\n", "llc_mode = private\ntopology = hxbar\ncores = 8\npartitions = 4\n"
                           "clusters = 2\nmemory_controllers = 2\n"},
        {"dram_write_high = 1\n", "dram_write_low = 0\n"},
        {"dram_write_low = 63\n", "dram_write_high = 64\n"},
        {"t_ras = 100\n", "t_rc = 100\n"},
        {"t_rc = 1\n", "t_ras = 1\n"},
        {"t_rrd = 100\n", "t_faw = 100\n"},
        {"t_ccd = 100\n", "t_ccdl = 100\n"},
        {"t_ccdl = 1\n", "t_ccd = 1\n"},
        {"t_faw = 1\n", "t_rrd = 1\n"},
        {"t_refi = 100\n", "t_rfc = 48\n"},
    };
    for (unsigned n = 0; n < 2 * config_key_count; n++) {
        const struct config_key *key = &config_keys[n / 2];
        if (!key->name || key->choices)
            continue;
        char *end = xasprintf("%s = %u\n", key->name, n % 2 ? key->max : key->min);
        struct config config;
        config_init(&config);
        config_text(&config, "f", end, strlen(end));
        for (unsigned i = 0; i < sizeof needs / sizeof *needs; i++)
            if (!strcmp(needs[i].end, end))
                config_text(&config, "f", needs[i].with, strlen(needs[i].with));
        char *complaints = config_finish(&config);
        CHECK(!complaints);
        if (complaints)
            printf("    %s    %s\n", end, complaints);
        free(complaints);
        free(end);
    }
}

static void spacing_and_line_ends_do_not_matter(void)
{
    struct config config;
    char *complaints =
        complaints_of(&config, "  cores=7\r\n\tpartitions\t=  3 # three\n[ noc ]\nvcs=2");
    CHECK(!*complaints);
    CHECK_EQUAL(config.cores, 7);
    CHECK_EQUAL(config.partitions, 3);
    CHECK_EQUAL(config.vcs, 2);
    CHECK_EQUAL(plan.network[NETWORK_REQUEST].columns, 4);
    CHECK_EQUAL(plan.network[NETWORK_REQUEST].rows, 3);
    free(complaints);
}

/* Whether all nodes of a mesh have places of their own, and partitions those the placement says. */
static bool is_placed_well(const struct network *mesh, unsigned placement)
{
    bool taken[NODES_MAX] = {false}, good = true;
    unsigned cores = mesh->nodes[NODE_CORE], partitions = mesh->nodes[NODE_MEMORY];
    bool rim = partitions > 2 * mesh->columns; /* "edges": two rows are too few */
    for (unsigned i = 0; i < cores + partitions; i++) {
        bool core = i < cores;
        unsigned node = core ? mesh->node[NODE_CORE][i] : mesh->node[NODE_MEMORY][i - cores];
        unsigned x = node & 31, y = node >> 5;
        bool outer = y == 0 || y + 1 == mesh->rows;
        outer |= rim && (x == 0 || x + 1 == mesh->columns);
        good &= x < mesh->columns && y < mesh->rows && !taken[node];
        good &= core || placement != PLACEMENT_EDGES || outer;
        taken[node] = true;
    }
    return good;
}

static void placements_are_one_to_one(void)
{
    static const char *const placements[] = {"spread", "edges", "diagonal"};
    struct config config;
    bool all_good = true;
    for (unsigned cores = 1; cores <= CORES_MAX; cores += 1 + cores / 16)
        for (unsigned partitions = 1; partitions <= PARTITIONS_MAX;
             partitions += 1 + partitions / 8)
            for (unsigned i = 0; i < 3; i++) {
                char *text = xasprintf("cores=%u\npartitions=%u\nmc_placement=%s\n", cores,
                                       partitions, placements[i]);
                char *complaints = complaints_of(&config, text);
                all_good &= *complaints ? i == PLACEMENT_EDGES
                                        : is_placed_well(&plan.network[NETWORK_REQUEST], i);
                free(complaints);
                free(text);
            }
    CHECK(all_good);
}

/* 8 partitions of an 8 x 8 mesh: one in every row and column. */
static void a_diagonal_has_no_two_partitions_in_a_row_or_column(void)
{
    struct config config;
    char *complaints = complaints_of(&config, "cores=56\nmc_placement=diagonal\n");
    unsigned rows = 0, columns = 0;
    for (unsigned i = 0; i < config.partitions; i++) {
        columns |= 1u << (plan.network[NETWORK_REQUEST].node[NODE_MEMORY][i] & 31);
        rows |= 1u << (plan.network[NETWORK_REQUEST].node[NODE_MEMORY][i] >> 5);
    }
    CHECK_EQUAL(rows, 0xff);
    CHECK_EQUAL(columns, 0xff);
    free(complaints);
}

static void later_assignments_win(void)
{
    struct config config;
    config_init(&config);
    config_preset(&config, "tiny");
    config_set(&config, "--set", "cores=9");
    char *complaints = config_finish(&config);
    CHECK(complaints == NULL);
    CHECK_EQUAL(config.cores, 9);
    CHECK_EQUAL(config.partitions, 2);
}

static void every_preset_is_good(void)
{
    for (const struct preset *preset = presets; preset->name; preset++) {
        struct config config;
        config_init(&config);
        config_preset(&config, preset->name);
        char *complaints = config_finish(&config);
        CHECK(complaints == NULL);
        free(complaints);
    }
}

int main(void)
{
    TEST(every_mistake_is_reported_with_its_line());
    TEST(rules_between_keys_name_both());
    TEST(who_chooses_matters_where_there_is_a_choice());
    TEST(a_value_out_of_range_is_refused_wherever_it_comes_from());
    TEST(the_ends_of_every_range_can_be_had());
    TEST(spacing_and_line_ends_do_not_matter());
    TEST(placements_are_one_to_one());
    TEST(a_diagonal_has_no_two_partitions_in_a_row_or_column());
    TEST(later_assignments_win());
    TEST(every_preset_is_good());
    return check_report();
}
