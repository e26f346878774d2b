/* Printer of replay benches: from the port table come the declarations, the instance, the reader of
 * a line, the comparison. */
#include "replay_bench.h"

#include <string.h>

static unsigned element_width(const struct port_layout *l)
{
    return l->width / l->count;
}

/* "_next" holds the line that was read: the input to apply, or the output to expect. */
static void print_declarations(FILE *file, const struct port_set *set)
{
    for (unsigned i = 0; i < set->count; i++) {
        const struct port_layout *l = &set->layout[i];
        fprintf(file, "  %s [%u:0] %s;\n", l->port->is_output ? "wire" : "reg ", l->width - 1,
                l->port->name);
        fprintf(file, "  reg  [%u:0] %s_next;\n", l->width - 1, l->port->name);
        fprintf(file, "  reg  [%u:0] %s_element;\n", element_width(l) - 1, l->port->name);
    }
}

/* "WIDTH=8 DEPTH=4" as named overrides */
static void print_instance(FILE *file, const struct port_set *set, const char *config)
{
    const char *separator = "";
    fprintf(file, "\n  %s #(", set->block->name);
    for (const char *at = config + strspn(config, " "); *at; at += strspn(at, " ")) {
        int name = (int)strcspn(at, "="), length = (int)strcspn(at, " ");
        fprintf(file, "%s.%.*s(%.*s)", separator, name, at, length - name - 1, at + name + 1);
        separator = ", ";
        at += length;
    }
    fprintf(file, ") dut (\n");
    if (set->block->has_clock)
        fprintf(file, "    .clk(clk),\n");
    if (set->block->has_reset)
        fprintf(file, "    .rst(rst),\n");
    for (unsigned i = 0; i < set->count; i++) {
        const char *name = set->layout[i].port->name;
        fprintf(file, "    .%s(%s)%s\n", name, name, i + 1 < set->count ? "," : "");
    }
    fprintf(file, "  );\n");
}

static void print_reader(FILE *file, const struct port_set *set)
{
    unsigned fields = 1;
    fprintf(file, "\n  task read_line;\n    begin\n");
    fprintf(file, "      got = $fscanf(vectors, \"%%b\", rst_next);\n");
    fprintf(file, "      running = got == 1;\n      if (running) begin\n");
    for (unsigned i = 0; i < set->count; i++) {
        const struct port_layout *l = &set->layout[i];
        const char *name = l->port->name;
        unsigned width = element_width(l);
        fprintf(file, "        for (i = 0; i < %u; i = i + 1) begin\n", l->count);
        fprintf(file, "          got = got + $fscanf(vectors, \"%%h\", %s_element);\n", name);
        fprintf(file, "          %s_next[i * %u +: %u] = %s_element;\n", name, width, width, name);
        fprintf(file, "        end\n");
        fields += l->count;
    }
    fprintf(file, "        if (got != %u) fail(\"the vector file is damaged\");\n", fields);
    fprintf(file, "      end\n    end\n  endtask\n");
}

static void print_apply(FILE *file, const struct port_set *set)
{
    fprintf(file, "\n  task apply;\n    begin\n      rst = rst_next;\n");
    for (unsigned i = 0; i < set->count; i++) {
        const struct block_port *port = set->layout[i].port;
        if (!port->is_output)
            fprintf(file, "      %s = %s_next;\n", port->name, port->name);
    }
    fprintf(file, "    end\n  endtask\n");
}

/* "name[i * 8 +: 8]" */
static void print_element(FILE *file, const char *name, const char *suffix, unsigned width)
{
    fprintf(file, "%s%s[i * %u +: %u]", name, suffix, width, width);
}

static void print_compare_port(FILE *file, const struct port_layout *l)
{
    const char *name = l->port->name;
    unsigned width = element_width(l);
    fprintf(file, "      for (i = 0; i < %u; i = i + 1)\n        if ((^", l->count);
    print_element(file, name, "_next", width);
    fprintf(file, ") !== 1'bx) begin\n          compared = compared + 1;\n          if (");
    print_element(file, name, "", width);
    fprintf(file, " !== ");
    print_element(file, name, "_next", width);
    fprintf(file, ") begin\n            $display(\"cycle %%0d: %s[%%0d]: ", name);
    fprintf(file, "recorded %%h, Icarus %%h\", cycle, i,\n              ");
    print_element(file, name, "_next", width);
    fprintf(file, ", ");
    print_element(file, name, "", width);
    fprintf(file, ");\n            fail(\"an output differs\");\n          end\n        end\n");
}

static void print_compare(FILE *file, const struct port_set *set)
{
    fprintf(file, "\n  task compare;\n    begin\n");
    for (unsigned i = 0; i < set->count; i++)
        if (set->layout[i].port->is_output)
            print_compare_port(file, &set->layout[i]);
    fprintf(file, "    end\n  endtask\n");
}

/* Ten time units per cycle: inputs at 1, falling edge at 5, comparison at 9, rising edge at 10. */
static const char main_text[] =
    "\n"
    "  task fail(input [40*8-1:0] reason);\n"
    "    begin\n"
    "      $display(\"replay failed: %0s\", reason);\n"
    "      $fatal;\n"
    "    end\n"
    "  endtask\n"
    "\n"
    "  initial begin\n"
    "    clk = 1'b0;\n"
    "    cycle = 0;\n"
    "    compared = 0;\n"
    "    if (!$value$plusargs(\"vectors=%s\", path)) fail(\"+vectors=FILE is missing\");\n"
    "    vectors = $fopen(path, \"r\");\n"
    "    if (vectors == 0) fail(\"the vector file cannot be read\");\n"
    "    for (i = 0; i < 3; i = i + 1) got = $fgets(header, vectors);\n"
    "    read_line;\n"
    "    while (running) begin\n"
    "      #1 apply;\n"
    "      #4 clk = 1'b0;\n"
    "      #4 compare;\n"
    "      #1 clk = 1'b1;\n"
    "      cycle = cycle + 1;\n"
    "      read_line;\n"
    "    end\n"
    "    if (compared == 0) fail(\"nothing was compared\");\n"
    "    $display(\"%0d cycles, %0d elements equal\", cycle, compared);\n"
    "    $finish(0);\n"
    "  end\n"
    "endmodule\n"
    "`default_nettype wire\n";

static const char declarations[] = "`timescale 1ns / 1ps\n"
                                   "`default_nettype none\n"
                                   "module replay;\n"
                                   "  reg clk, rst, rst_next, running;\n"
                                   "  integer vectors, got, cycle, compared, i;\n"
                                   "  reg [256*8-1:0] path;\n"
                                   "  reg [4096*8-1:0] header;\n";

void replay_bench_print(FILE *file, const struct port_set *set, const char *config)
{
    fprintf(file, "// Replays recorded vectors of %s %s:\n", set->block->name, config);
    fprintf(file, "// generated by cosim/lockstep/replay_bench.c.\n");
    fputs(declarations, file);
    print_declarations(file, set);
    print_instance(file, set, config);
    print_reader(file, set);
    print_apply(file, set);
    print_compare(file, set);
    fputs(main_text, file);
}
