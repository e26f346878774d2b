/* The reader of module headers: values of expressions, ranges, element counts and qualifiers of
 * ports, and a message with file and line for each kind of mistake. */
#include "check.h"
#include "ending.h"
#include "verilog_header.h"

#include <stdlib.h>
#include <string.h>

static const char good[] =
    "`default_nettype none\n"
    "// opening comment\n"
    "module sample #(\n"
    "  parameter WAYS = 4,                                   // 1..16: ways\n"
    "  parameter BITS = (WAYS > 1) ? $clog2(WAYS) : 1,       // derived: bits of a way\n"
    "  parameter LAST = WAYS * 2 - 6 / 3 + (WAYS == 4) * 100 // derived: arithmetic\n"
    ") (\n"
    "  input  wire                 clk,          // clock\n"
    "\n"
    "  // in: an interface\n"
    "  input  wire [WAYS-1:0]      in_valid,     // {WAYS} offered\n"
    "  input  wire [WAYS*BITS-1:0] in_way,       // {WAYS} a way\n"
    "  output wire                 in_ready,     // taken\n"
    "  output wire                 in_busy_valid,// a longer prefix\n"
    "  output wire [BITS-1:0]      in_busy_node  // {y, x} of a node\n"
    ");\n";

static void a_good_header_is_understood(void)
{
    struct module_header *h = module_header_parse("sample.v", good);
    uint64_t values[HEADER_PARAMETERS_MAX];
    CHECK(!strcmp(h->name, "sample"));
    CHECK_EQUAL(h->parameter_count, 3);
    CHECK_EQUAL(h->port_count, 6);
    CHECK_EQUAL(h->parameters[0].max, 16);
    CHECK_EQUAL(h->parameters[1].max, 4);
    header_defaults(h, values);
    CHECK_EQUAL(values[1], 2);
    CHECK_EQUAL(values[2], 106);
    values[0] = 1;
    header_derive(h, values);
    CHECK_EQUAL(values[1], 1);
    CHECK_EQUAL(values[2], 0);
    values[0] = 9;
    header_derive(h, values);
    const struct header_port *way = &h->ports[module_header_port(h, "in_way")];
    CHECK_EQUAL(header_port_width(way, values), 36);
    CHECK_EQUAL(header_port_count(way, values), 9);
    CHECK_EQUAL(way->valid, module_header_port(h, "in_valid"));
    CHECK_EQUAL(h->ports[module_header_port(h, "in_ready")].valid, -1);
    CHECK_EQUAL(h->ports[module_header_port(h, "in_busy_node")].valid,
                module_header_port(h, "in_busy_valid"));
    CHECK(!h->ports[module_header_port(h, "in_busy_node")].count);
    CHECK(module_header_port(h, "none") < 0 && module_header_parameter(h, "none") < 0);
    module_header_free(h);
}

static void parse(const void *text)
{
    module_header_parse("sample.v", text);
}

/* Parses `good` with `from` replaced by `to`, which is refused with the message. */
static void mistake(const char *from, const char *to, const char *message)
{
    char text[4096], said[4096];
    const char *at = strstr(good, from);
    CHECK(at != NULL);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    CHECK_EQUAL(ending_of(parse, text, said, sizeof said), ENDS_REFUSED);
    CHECK(strstr(said, message) != NULL);
    if (!strstr(said, message))
        printf("    wanted '%s', got '%s'\n", message, said);
}

static void each_mistake_is_named_with_its_line(void)
{
    mistake("// 1..16: ways", "// ways", "sample.v:4: its comment must start with 'min..max:'");
    mistake("WAYS = 4,  ", "WAYS = 40, ", "sample.v:4: the default is outside the range");
    mistake("$clog2(WAYS)", "$clog2(WAY)", "sample.v:5: 'WAY' is no parameter");
    mistake("$clog2(WAYS)", "$clog2(WAYS", "sample.v:5: in the expression");
    mistake("clk,  ", "clk   ", "sample.v:11: the line before has no comma");
    mistake("// clock", "", "sample.v:8: the meaning is missing");
    mistake("input  wire                 clk", "inout  wire                 clk",
            "sample.v:8: expected 'input wire");
    mistake("[WAYS-1:0]", "[WAYS:1]", "sample.v:11: expected a width of the form [expression:0]");
    mistake("{WAYS} a way", "{3} a way",
            "sample.v:12: its width is no multiple of its element count");
    mistake("in_busy_node ", "in_busy_node,", "the last line of the list ends in a comma");
    mistake("in_ready,", "in_valid,", "sample.v:13: a port of this name exists already");
    mistake(");\n", "", "the file ends inside the module header");
}

int main(void)
{
    TEST(a_good_header_is_understood());
    TEST(each_mistake_is_named_with_its_line());
    return check_report();
}
