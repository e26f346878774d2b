/* See chip_build.h. The fast variant exposes the top-level ports only; the visible one is larger
 * and slower. */
#include "chip_build.h"

#include "block.h"
#include "hash.h"
#include "shim_text.h"
#include "util.h"
#include "verilog_header.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* gcc makes the same chip 10 to 20% slower, and Verilator's own default for its classes is -Os. */
#define COMPILER "clang++"
#define OPTIMISE "-O2"

/* Runs a shell command (freed) with its output at the end of `log`. Dies showing the last lines of
 * the log. */
static void run(const char *log, const char *what, char *command)
{
    char *line = xasprintf("{ %s; } >>'%s' 2>&1", command, log);
    int status = system(line);
    if (status != 0) {
        progress_end();
        char *show = xasprintf("tail -n 12 '%s' >&2", log);
        if (system(show) != 0)
            warn("the log cannot be shown");
        die("%s failed (status %d); the log is %s", what,
            WIFEXITED(status) ? WEXITSTATUS(status) : -1, log);
    }
    free(line);
    free(command);
}

static void need_tool(const char *tool, const char *package)
{
    char *command = xasprintf("command -v %s >/dev/null 2>&1", tool);
    if (system(command) != 0)
        die("'%s' is not installed; tools/setup.sh or `apt-get install %s` installs it", tool,
            package);
    free(command);
}

void chip_build_tools(void)
{
    need_tool("verilator", "verilator");
    need_tool(COMPILER, "clang");
    need_tool("make", "make");
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = hash_word(hash, (unsigned char)*text);
    return hash_word(hash, 0x100);
}

/* Without the comment at the top, which tells the whole configuration, also what is chosen at run
 * time or stands outside of the RTL. */
static uint64_t hash_file(uint64_t hash, const char *folder, const char *name)
{
    char *path = xasprintf("%s/%s", folder, name), *text = read_file(path, NULL);
    const char *code = text;
    while (code[0] == '/' && code[1] == '/')
        code += strcspn(code, "\n") + 1;
    hash = hash_text(hash, code);
    free(text);
    free(path);
    return hash;
}

static uint64_t hash_tool_version(uint64_t hash)
{
    char version[128] = "";
    FILE *pipe = popen("verilator --version", "r");
    if (!pipe || !fgets(version, sizeof version, pipe))
        die("`verilator --version` does not answer; is the package verilator whole?");
    pclose(pipe);
    return hash_text(hash, version);
}

/* Of the RTL files, the shim, the compiler options and the tool's version: whatever decides the
 * library. */
static uint64_t build_key(const char *rtl, const char *const *visible_blocks)
{
    uint64_t key = hash_text(hash_text(hash_text(1, rtl_shim_cpp), rtl_shim_h), COMPILER OPTIMISE);
    for (const char *const *name = visible_blocks; name && *name; name++)
        key = hash_text(key, *name);
    char *path = xasprintf("%s/gpu_mem.f", rtl), *list = read_file(path, NULL);
    for (char *name = strtok(list, "\n"); name; name = strtok(NULL, "\n"))
        key = hash_file(key, rtl, name);
    free(list);
    free(path);
    return hash_tool_version(key);
}

static FILE *open_in(struct output *output, const char *folder, const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    output_open(output, path);
    free(path);
    return output->file;
}

static void write_text(const char *folder, const char *name, const char *text)
{
    struct output output;
    fputs(text, open_in(&output, folder, name));
    output_close(&output);
}

/* The list that rtl_shim.cpp includes: one PIN(name) per port of the top module. */
static void write_pins(const char *folder)
{
    char *path = xasprintf("%s/rtl/gpu_mem.v", folder), *text = read_file(path, NULL);
    struct module_header *top = module_header_parse(path, text);
    struct output output;
    FILE *file = open_in(&output, folder, "pins.inc");
    for (unsigned i = 0; i < top->port_count; i++)
        fprintf(file, "PIN(%s)\n", top->ports[i].name);
    output_close(&output);
    module_header_free(top);
    free(text);
    free(path);
}

/* Verilator configuration that makes the ports of the visible blocks readable, and nothing else. */
static void write_visibility(const char *folder, const char *const *visible_blocks)
{
    struct output output;
    FILE *file = open_in(&output, folder, "visible.vlt");
    fputs("`verilator_config\n", file);
    for (const struct block *const *block = blocks; *block; block++) {
        bool wanted = false;
        for (const char *const *name = visible_blocks; name && *name; name++)
            wanted |= !strcmp(*name, (*block)->name);
        for (unsigned port = 0; wanted && port < (*block)->port_count; port++)
            fprintf(file, "public_flat_rw -module \"%s\" -var \"%s\"\n", (*block)->name,
                    (*block)->ports[port].name);
    }
    output_close(&output);
}

static void compile(const char *folder, bool visible)
{
    char *log = xasprintf("%s/build.log", folder);
    progress("verilating the chip (log: %s)", log);
    run(log, "verilator",
        xasprintf(
            "cd '%s/rtl' && verilator --cc --top-module gpu_mem --prefix Vdut --Mdir ../obj -O3 "
            "--x-initial unique --output-split 20000 %s ../visible.vlt -f gpu_mem.f",
            folder, visible ? "--vpi --trace-fst" : ""));
    progress("compiling the chip with " COMPILER " (log: %s)", log);
    run(log, "the compilation of the chip",
        xasprintf(
            "cd '%s/obj' && root=$(verilator --getenv VERILATOR_ROOT)/include && "
            "make -j 2 -f Vdut.mk CXX=" COMPILER " OPT_FAST=" OPTIMISE
            " OPT_SLOW=-O0 OPT_GLOBAL=" OPTIMISE " USER_CPPFLAGS=-fPIC Vdut__ALL.a && " COMPILER
            " " OPTIMISE " -std=gnu++17 -fPIC -shared -I. -I.. -I$root -I$root/vltstd "
            "-DVM_TRACE=%d -DVM_TRACE_FST=%d -DPINS='\"pins.inc\"' ../rtl_shim.cpp "
            "$root/verilated.cpp "
            "$root/verilated_threads.cpp %s Vdut__ALL.a -o ../chip.so.new -pthread -latomic %s && "
            "mv ../chip.so.new ../chip.so",
            folder, visible, visible,
            visible ? "$root/verilated_vpi.cpp $root/verilated_fst_c.cpp" : "",
            visible ? "-lz" : ""));
    progress_end();
    free(log);
}

static void build(struct chip_build *chip, const char *rtl, const char *const *visible_blocks)
{
    double started = seconds_now();
    char *log = xasprintf("%s.log", chip->folder);
    make_directory(chip->folder);
    run(log, "preparing the build folder",
        xasprintf("rm -rf '%s'/* && cp -r '%s' '%s/rtl'", chip->folder, rtl, chip->folder));
    unlink(log);
    free(log);
    write_text(chip->folder, "rtl_shim.cpp", rtl_shim_cpp);
    write_text(chip->folder, "rtl_shim.h", rtl_shim_h);
    write_pins(chip->folder);
    write_visibility(chip->folder, visible_blocks);
    compile(chip->folder, visible_blocks != NULL);
    chip->seconds = seconds_now() - started;
}

void chip_build(struct chip_build *chip, const char *rtl, const char *work,
                const char *const *visible_blocks)
{
    make_directory(work);
    *chip = (struct chip_build){0};
    chip->folder =
        xasprintf("%s/%016llx", work, (unsigned long long)build_key(rtl, visible_blocks));
    chip->library = xasprintf("%s/chip.so", chip->folder);
    chip->reused = access(chip->library, R_OK) == 0;
    if (!chip->reused)
        build(chip, rtl, visible_blocks);
}

void chip_build_release(struct chip_build *chip)
{
    free(chip->folder);
    free(chip->library);
}
