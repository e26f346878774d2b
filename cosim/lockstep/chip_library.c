#include "chip_library.h"

#include "blocks.h"
#include "chip_text.h"
#include "hash.h"
#include "util.h"
#include "verilog_header.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* gcc makes the same chip 10 to 20% slower, and Verilator's own default for its classes is -Os. */
#define COMPILER "clang++"
#define OPTIMISE "-O2"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs a shell command; its output goes to the end of `log`. Dies showing the last lines of the log. */
static void run(const char *log, const char *what, char *command)
{
    char *line = xasprintf("{ %s; } >>'%s' 2>&1", command, log);
    int status = system(line);
    if (status != 0) {
        progress_end();
        char *show = xasprintf("tail -n 12 '%s' >&2", log);
        if (system(show) != 0)
            warn("the log cannot be shown");
        die("%s failed (status %d); the log is %s", what, WIFEXITED(status) ? WEXITSTATUS(status) : -1, log);
    }
    free(line);
    free(command);
}

static void need_tool(const char *tool, const char *package)
{
    char *command = xasprintf("command -v %s >/dev/null 2>&1", tool);
    if (system(command) != 0)
        die("'%s' is not installed; tools/setup.sh or `apt-get install %s` installs it", tool, package);
    free(command);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = hash_word(hash, (unsigned char)*text);
    return hash_word(hash, 0x100);
}

/* Of the RTL files, the shim, the compiler options and the tool's version: whatever decides the object. */
static uint64_t build_key(const char *rtl, const struct chip_visibility *visible)
{
    uint64_t key = hash_text(1, chip_shim_text);
    key = hash_text(hash_text(key, chip_rtl_text), COMPILER OPTIMISE);
    for (unsigned i = 0; i < visible->block_count; i++)
        key = hash_text(key, visible->blocks[i]);
    char *list_path = xasprintf("%s/gpu_mem.f", rtl), *list = read_file(list_path, NULL);
    for (char *name = strtok(list, "\n"); name; name = strtok(NULL, "\n")) {
        char *path = xasprintf("%s/%s", rtl, name), *text = read_file(path, NULL);
        key = hash_text(key, text);
        free(text);
        free(path);
    }
    free(list);
    free(list_path);
    char version[128] = "";
    FILE *pipe = popen("verilator --version", "r");
    if (pipe && !fgets(version, sizeof version, pipe))
        version[0] = '\0';
    if (pipe)
        pclose(pipe);
    return hash_text(key, version);
}

static void write_text(const char *folder, const char *name, const char *text)
{
    struct output output;
    char *path = xasprintf("%s/%s", folder, name);
    output_open(&output, path);
    fputs(text, output.file);
    output_close(&output);
    free(path);
}

/* One PORT(name) row per port of the top module but clk. */
static void write_port_list(const char *folder)
{
    char *path = xasprintf("%s/rtl/gpu_mem.v", folder), *text = read_file(path, NULL);
    struct module_header *top = module_header_parse(path, text);
    struct output output;
    char *list = xasprintf("%s/chip_ports.inc", folder);
    output_open(&output, list);
    for (unsigned i = 0; i < top->port_count; i++)
        if (strcmp(top->ports[i].name, "clk"))
            fprintf(output.file, "PORT(%s)\n", top->ports[i].name);
    output_close(&output);
    module_header_free(top);
    free(list);
    free(text);
    free(path);
}

/* Verilator configuration that makes the ports of the visible blocks readable, and nothing else. */
static void write_visibility(const char *folder, const struct chip_visibility *visible)
{
    struct output output;
    char *path = xasprintf("%s/visible.vlt", folder);
    output_open(&output, path);
    fputs("`verilator_config\n", output.file);
    for (unsigned i = 0; i < visible->block_count; i++) {
        const struct block *block = block_find(visible->blocks[i]);
        for (unsigned port = 0; port < block->port_count; port++)
            fprintf(output.file, "public_flat_rw -module \"%s\" -var \"%s\"\n", block->name,
                    block->ports[port].name);
    }
    output_close(&output);
    free(path);
}

static void verilate(const char *folder, const struct chip_visibility *visible)
{
    char *log = xasprintf("%s/build.log", folder);
    progress("verilating the chip (log: %s)", log);
    run(log, "verilator",
        xasprintf("cd '%s/rtl' && verilator --cc --top-module gpu_mem --prefix Vchip --Mdir ../obj -O3 "
                  "--x-initial unique --output-split 20000 -Wno-fatal %s ../visible.vlt -f gpu_mem.f",
                  folder, visible->blocks ? "--vpi --trace-fst" : ""));
    progress("compiling the chip with " COMPILER " (log: %s)", log);
    run(log, "the compilation of the chip",
        xasprintf("cd '%s/obj' && ROOT=$(verilator --getenv VERILATOR_ROOT) && "
                  "make -j 2 -f Vchip.mk CXX=" COMPILER " OPT_FAST=" OPTIMISE " OPT_SLOW=-O1 OPT_GLOBAL=" OPTIMISE
                  " USER_CPPFLAGS=-fPIC Vchip__ALL.a && " COMPILER " " OPTIMISE " -std=gnu++17 -fPIC -shared "
                  "-I. -I.. -I$ROOT/include -I$ROOT/include/vltstd -DVM_TRACE=%d -DVM_TRACE_FST=%d "
                  "-DCHIP_PORTS='\"chip_ports.inc\"' ../chip_shim.cpp $ROOT/include/verilated.cpp "
                  "$ROOT/include/verilated_threads.cpp %s Vchip__ALL.a -o ../chip.so.new -pthread -latomic %s && "
                  "mv ../chip.so.new ../chip.so",
                  folder, visible->blocks ? 1 : 0, visible->blocks ? 1 : 0,
                  visible->blocks ? "$ROOT/include/verilated_vpi.cpp $ROOT/include/verilated_fst_c.cpp" : "",
                  visible->blocks ? "-lz" : ""));
    progress_end();
    free(log);
}

static void *symbol(struct chip_library *library, const char *name)
{
    void *address = dlsym(library->handle, name);
    if (!address)
        die("'%s/chip.so' has no '%s'; remove that folder and run again", library->folder, name);
    return address;
}

/* Object and function pointers have one size on POSIX; memcpy is how ISO C lets one become the other. */
#define BIND(field, function)                                     \
    do {                                                          \
        void *address_ = symbol(library, #function);              \
        memcpy(&library->field, &address_, sizeof library->field); \
    } while (0)

static void load(struct chip_library *library)
{
    char *path = xasprintf("%s/chip.so", library->folder);
    char *absolute = realpath(path, NULL);
    library->handle = absolute ? dlopen(absolute, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library->handle)
        die("cannot load '%s': %s", path, absolute ? dlerror() : strerror(errno));
    BIND(create, chip_rtl_new);
    BIND(free, chip_rtl_free);
    BIND(ports, chip_rtl_ports);
    BIND(clock, chip_rtl_clock);
    BIND(signal, chip_rtl_signal);
    BIND(trace, chip_rtl_trace);
    free(absolute);
    free(path);
}

void chip_library_open(struct chip_library *library, const char *rtl, const char *work,
                       const struct chip_visibility *visible)
{
    need_tool("verilator", "verilator");
    need_tool(COMPILER, "clang");
    need_tool("make", "make");
    make_directory(work);
    *library = (struct chip_library){0};
    library->folder = xasprintf("%s/%016llx", work, (unsigned long long)build_key(rtl, visible));
    char *object = xasprintf("%s/chip.so", library->folder);
    library->reused = access(object, R_OK) == 0;
    if (!library->reused) {
        double started = seconds_now();
        char *log = xasprintf("%s.log", library->folder);
        make_directory(library->folder);
        run(log, "preparing the build folder",
            xasprintf("rm -rf '%s'/* && cp -r '%s' '%s/rtl'", library->folder, rtl, library->folder));
        unlink(log);
        free(log);
        write_text(library->folder, "chip_shim.cpp", chip_shim_text);
        write_text(library->folder, "chip_rtl.h", chip_rtl_text);
        write_port_list(library->folder);
        write_visibility(library->folder, visible);
        verilate(library->folder, visible);
        library->seconds = seconds_now() - started;
    }
    load(library);
    free(object);
}

void chip_library_close(struct chip_library *library)
{
    dlclose(library->handle);
    free(library->folder);
}
