/* Netlist checks, printer and interface wiring: a good netlist prints as expected, and each kind of
 * mistake is found. A mistake ends the program, so each case runs in a process of its own. */
#include "check.h"
#include "ending.h"
#include "leaf.h"
#include "netlist.h"
#include "storage.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

static const char source_text[] = "`default_nettype none\n"
                                  "module source #(\n"
                                  "  parameter WIDTH = 8  // 1..64: bits\n"
                                  ") (\n"
                                  "  input  wire             clk,       // clock\n"
                                  "  output wire             put_valid, // a word\n"
                                  "  input  wire             put_ready, // taken\n"
                                  "  output wire [WIDTH-1:0] put_data,  // the word\n"
                                  "  output wire             put_spare  // nobody needs it\n"
                                  ");\n"
                                  "  reg [WIDTH-1:0] word, plain;\n"
                                  "  always @(posedge clk) if (word <= plain) word <= word + 1;\n"
                                  "endmodule\n";
static const char sink_text[] = "`default_nettype none\n"
                                "module sink #(\n"
                                "  parameter WIDTH = 8, // 1..64: bits\n"
                                "  parameter FIXED = 4  // 4..4: nothing to choose\n"
                                ") (\n"
                                "  input  wire             clk,       // clock\n"
                                "  input  wire             get_valid, // a word\n"
                                "  output wire             get_ready, // taken\n"
                                "  input  wire [WIDTH-1:0] get_data   // the word\n"
                                ");\n"
                                "endmodule\n";

struct bench {
    struct design design;
    struct module *top;
    struct net *clk;
    struct instance *source, *sink;
};

static void build(struct bench *bench, unsigned source_width, unsigned sink_width)
{
    design_init(&bench->design);
    struct module *source = design_leaf(
        &bench->design, module_header_parse("source.v", source_text), xstrdup(source_text));
    struct module *sink =
        design_leaf(&bench->design, module_header_parse("sink.v", sink_text), xstrdup(sink_text));
    bench->top = design_structure(&bench->design, "top", "A bench.");
    bench->clk = netlist_net(bench->top, NET_INPUT, 1, "clock", "clk");
    bench->source = netlist_instance(bench->top, source, "source");
    bench->sink = netlist_instance(bench->top, sink, "sink_%d", 0);
    instance_set(bench->source, "WIDTH", source_width);
    instance_set(bench->sink, "WIDTH", sink_width);
}

static void link_all(struct bench *bench, const char *dangling)
{
    netlist_link(bench->top, "word", (struct interface){bench->source, "put"},
                 (struct interface){bench->sink, "get"}, dangling);
}

static void good(struct bench *bench)
{
    build(bench, 16, 16);
    link_all(bench, " spare ");
    connect_everywhere(bench->top, bench->clk);
}

struct mistake {
    void (*build)(struct bench *);
};

static void check_built(const void *mistake)
{
    struct bench bench;
    ((const struct mistake *)mistake)->build(&bench);
    netlist_check(&bench.design);
}

/* True when it was aborted with a message that contains `expected`. */
static bool finds(void (*build_wrong)(struct bench *), const char *expected)
{
    char said[512];
    const struct mistake mistake = {build_wrong};
    enum ending end = ending_of(check_built, &mistake, said, sizeof said);
    bool found = end == ENDS_ABORTED && strstr(said, expected);
    if (!found)
        printf("expected '%s', got '%s'\n", expected, said);
    return found;
}

static void widths_differ(struct bench *bench)
{
    build(bench, 16, 8);
    link_all(bench, " spare ");
    connect_everywhere(bench->top, bench->clk);
}

static void one_side_only(struct bench *bench)
{
    build(bench, 16, 16);
    link_all(bench, "");
}

static void not_connected(struct bench *bench)
{
    build(bench, 16, 16);
    link_all(bench, " spare ");
}

static void two_drivers(struct bench *bench)
{
    good(bench);
    struct net *net = netlist_net(bench->top, NET_OUTPUT, 2, "driven twice", "twice");
    struct instance *again = netlist_instance(bench->top, bench->sink->of, "again");
    instance_set(again, "WIDTH", 1);
    connect_everywhere(bench->top, net);
    connect(again, "clk", whole(bench->clk));
    connect(again, "get_valid", tie(1, 0));
    connect(again, "get_data", tie(1, 0));
    connect(again, "get_ready", bits(net, 1, 1));
    netlist_or(bench->top, net, whole(bench->clk));
}

static void no_driver(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_OUTPUT, 1, "nobody drives it", "lonely");
}

static void never_read(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_INPUT, 1, "nobody reads it", "ignored");
}

static void name_twice(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_INPUT, 1, "named like an instance", "sink_0");
}

static void keyword(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_INPUT, 1, "a keyword", "wire");
}

static void first_keyword(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_INPUT, 1, "a keyword", "always");
}

static void odd_name(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_INPUT, 1, "no name", "a-b_1");
}

static void module_name(struct bench *bench)
{
    good(bench);
    design_structure(&bench->design, "end", "A module named like a keyword.");
}

static void constant_driven(struct bench *bench)
{
    good(bench);
    struct instance *again = netlist_instance(bench->top, bench->sink->of, "again");
    instance_set(again, "WIDTH", 1);
    connect(again, "clk", whole(bench->clk));
    connect(again, "get_valid", tie(1, 0));
    connect(again, "get_data", tie(1, 0));
    connect(again, "get_ready", tie(1, 0));
}

static void other_modules_net(struct bench *bench)
{
    good(bench);
    struct module *other = design_structure(&bench->design, "other", "Another one.");
    struct net *its = netlist_net(other, NET_INPUT, 1, "its own", "its");
    struct net *any = netlist_net(bench->top, NET_OUTPUT, 1, "or", "any");
    netlist_or(bench->top, any, whole(its));
}

/* The first number that no net of the module has. */
static void other_modules_net_behind(struct bench *bench)
{
    good(bench);
    struct module *other = design_structure(&bench->design, "other", "Another one.");
    struct net *any = netlist_net(bench->top, NET_OUTPUT, 1, "or", "any"), *its;
    do
        its = netlist_net(other, NET_INPUT, 1, "its own", "its_%u", other->net_count);
    while (its->index < bench->top->net_count);
    netlist_or(bench->top, any, whole(its));
}

static void first_module(struct bench *bench)
{
    design_init(&bench->design);
    bench->top = design_structure(&bench->design, "top", "The design's only one.");
    netlist_net(bench->top, NET_WIRE, 1, "nobody's", "alone");
}

static void no_bits(struct bench *bench)
{
    good(bench);
    netlist_net(bench->top, NET_WIRE, 0, "nothing", "nothing");
}

static void parameter_open(struct bench *bench)
{
    good(bench);
    struct instance *again = netlist_instance(bench->top, bench->sink->of, "again");
    connect(again, "clk", whole(bench->clk));
}

static void bits_outside(struct bench *bench)
{
    good(bench);
    struct net *net = netlist_net(bench->top, NET_OUTPUT, 1, "or", "any");
    netlist_or(bench->top, net, bits(bench->clk, 1, 1));
}

static void each_kind_of_mistake_is_found(void)
{
    CHECK(finds(widths_differ, "port get_data has 8 bits, 16 are connected"));
    CHECK(finds(one_side_only, "field spare exists on one side only"));
    CHECK(finds(not_connected, "port clk is not connected"));
    CHECK(finds(two_drivers, "twice[1] has 2 drivers"));
    CHECK(finds(no_driver, "lonely[0] has 0 drivers"));
    CHECK(finds(never_read, "ignored[0] is never read"));
    CHECK(finds(name_twice, "the name 'sink_0' is used twice"));
    CHECK(finds(keyword, "'wire' is no legal name"));
    CHECK(finds(first_keyword, "'always' is no legal name"));
    CHECK(finds(odd_name, "'a-b_1' is no legal name"));
    CHECK(finds(module_name, "'end' is no legal name"));
    CHECK(finds(constant_driven, "top: a constant is driven"));
    CHECK(finds(other_modules_net, "top: net its is another module's"));
    CHECK(finds(other_modules_net_behind, "is another module's"));
    CHECK(finds(first_module, "top: alone[0] has 0 drivers"));
    CHECK(finds(no_bits, "top: net nothing has no bits"));
    CHECK(finds(parameter_open, "parameter WIDTH is left open"));
    CHECK(finds(bits_outside, "clk has no bits 1..1"));
}

static void a_good_netlist_prints_as_expected(void)
{
    static const char expected[] =
        "// A bench.\n`default_nettype none\nmodule top (\n  input  wire clk  // clock\n);\n"
        "  wire        word_valid;        // a word\n"
        "  wire        word_ready;        // taken\n"
        "  wire [15:0] word_data;         // the word\n"
        "  wire        unused_word_spare; // not needed here\n\n"
        "  source source (\n    .clk       (clk),\n    .put_valid (word_valid),\n"
        "    .put_ready (word_ready),\n    .put_data  (word_data),\n"
        "    .put_spare (unused_word_spare)\n  );\n\n"
        "  sink sink_0 (\n    .clk       (clk),\n    .get_valid (word_valid),\n"
        "    .get_ready (word_ready),\n    .get_data  (word_data)\n  );\n\n"
        "endmodule\n`default_nettype wire\n";
    struct bench bench;
    char *text;
    size_t size;
    good(&bench);
    netlist_check(&bench.design);
    FILE *file = open_memstream(&text, &size);
    netlist_print(bench.top, file);
    fclose(file);
    CHECK(!strcmp(text, expected));
    if (strcmp(text, expected) != 0)
        fputs(text, stdout);
    free(text);
    design_release(&bench.design);
}

static void a_leaf_with_one_set_of_parameters_gets_them_as_defaults(void)
{
    struct bench bench;
    good(&bench);
    leaf_specialise(&bench.design);
    CHECK(strstr(bench.source->of->text, "parameter WIDTH = 16 // 1..64: bits") != NULL);
    design_release(&bench.design);
}

static void registers_are_what_is_assigned(void)
{
    struct bench bench;
    good(&bench);
    struct storage storage = storage_of(&bench.design, bench.source->of, bench.source->values);
    CHECK_EQUAL(storage.flop_bits, 16); /* plain is compared, never assigned */
    design_release(&bench.design);
}

static void regions_of_formal_properties_and_absent_mechanisms_vanish(void)
{
    static const char text[] = "a\n`ifdef FORMAL\nb\n`ifdef X\nc\n`endif\n`else\nd\n`endif\n"
                               "`ifndef MEMLOOM_DRAM_HASH\ne\n`else\nf\n`endif\n"
                               "`ifdef SYNTHESIS\ng\n`endif\n";
    struct config config;
    config_init(&config);
    char *off = leaf_resolve("x.v", text, &config);
    config_set(&config, "test", "dram_hash=hash");
    char *on = leaf_resolve("x.v", text, &config);
    CHECK(!strcmp(off, "a\nd\ne\n`ifdef SYNTHESIS\ng\n`endif\n"));
    CHECK(!strcmp(on, "a\nd\nf\n`ifdef SYNTHESIS\ng\n`endif\n"));
    free(off);
    free(on);
}

int main(void)
{
    TEST(each_kind_of_mistake_is_found());
    TEST(a_good_netlist_prints_as_expected());
    TEST(a_leaf_with_one_set_of_parameters_gets_them_as_defaults());
    TEST(registers_are_what_is_assigned());
    TEST(regions_of_formal_properties_and_absent_mechanisms_vanish());
    return check_report();
}
