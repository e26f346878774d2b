/* memloom gen: configuration to Verilog and the files beside it. */
#include "chip.h"
#include "commands.h"
#include "deadlock.h"
#include "emit.h"
#include "options.h"
#include "prefix.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "memloom gen - generates the memory system of a GPU\n\n"
    "Usage: memloom gen [OPTION]... -o DIR\n\n"
    "  -o, --output DIR       folder for the files; made when it does not exist\n"
    "      --prefix NAME      begin the names of all modules with it, and of their files\n"
    "      --rtl-dir DIR      take the leaf blocks from DIR/*.v, not from this program\n"
    "  -h, --help             this text\n\n" CONFIG_HELP "\nFiles (all appear, or none):\n"
    "  *.v                    synthesizable Verilog-2005, one module per file; the top is gpu_mem\n"
    "  gpu_mem.f              file list, one name per line\n"
    "  gpu_mem_assertions.sv  what blocks and environment must keep to, for simulation\n"
    "  gpu_mem_sim.f          file list with it\n"
    "  gpu_mem.core           FuseSoC core description\n"
    "  gpu_mem.sdc            clock and delays for synthesis and timing\n"
    "  gpu_mem.upf            power domains, in chips whose MC-routers can lose power\n"
    "  manifest.json          configuration, blocks, parameters, ports, storage, instance paths\n"
    "  data_sheet.md          one page about the chip\n"
    "  chip.svg               drawing: mesh, cores, partitions\n"
    "Those of an older chip in DIR are replaced or removed, a file that gen did not write "
    "never.\n\n"
    "The channel dependency graph of the chip is checked first; a chip that can deadlock is "
    "refused\n"
    "and the cycle named. The same configuration gives the same bytes.\n\n"
    "Exit status: 0 success; 2 bad input, or the files cannot be written.\n\n"
    "Example: memloom gen --preset pact20 --cores 28 -o out\n"
    "         cd out && verilator --lint-only -Wall --top-module gpu_mem -f gpu_mem_sim.f\n";

int cmd_gen(int argc, char **argv)
{
    enum { OPTION_RTL_DIR = OPTION_OWN, OPTION_PREFIX };
    static const struct option options[] = {CONFIG_LONG,
                                            {"output", required_argument, NULL, 'o'},
                                            {"prefix", required_argument, NULL, OPTION_PREFIX},
                                            {"rtl-dir", required_argument, NULL, OPTION_RTL_DIR},
                                            {"help", no_argument, NULL, 'h'},
                                            {0}};
    const char *folder = NULL, *prefix = "", *rtl_dir = NULL;
    struct config config;
    config_init(&config);
    for (int option;
         (option = next_option("gen", argc, argv, ":" CONFIG_SHORT "o:h", options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return 0;
        }
        if (option == 'o')
            folder = optarg;
        else if (option == OPTION_RTL_DIR)
            rtl_dir = optarg;
        else if (option == OPTION_PREFIX)
            prefix_check(prefix = optarg);
        else
            config_option(&config, option, optarg);
    }
    if (optind < argc)
        die("gen: '%s' is not an option; the folder is given by -o DIR", argv[optind]);
    config_check(&config);
    config_require_rtl(&config, "gen");
    if (!folder)
        die("gen: -o DIR is missing: where should the files go?");
    static struct plan plan;
    plan_chip(&plan, &config);
    deadlock_check(&plan, false);
    struct design design;
    chip_elaborate(&design, &plan, rtl_dir);
    emit_chip(&plan, &design, prefix, folder);
    design_release(&design);
    return 0;
}
