/* See chip_build.h. The fast variant exposes the top-level ports only. */
#include "chip_build.h"

#include "block.h"
#include "chip_share.h"
#include "hash.h"
#include "shim_text.h"
#include "tool.h"
#include "util.h"
#include "verilog_header.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMPILER "clang++" /* chip_library.mk says why */

enum { LOG_LINES = 12 }; /* shown of a log when a tool failed */

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void show_end(const char *log)
{
    char *text = read_file(log, NULL), *line = text + strlen(text);
    for (unsigned lines = 0; line > text; line--)
        if (line[-1] == '\n' && lines++ == LOG_LINES)
            break;
    fputs(line, stderr);
    free(text);
}

/* Runs a tool with its output at the end of its log. Dies showing the last lines of the log. */
static void run(const char *what, const struct tool *tool)
{
    int status = tool_run(tool);
    if (status == 0)
        return;
    progress_end();
    if (access(tool->log, R_OK) == 0)
        show_end(tool->log);
    die("%s failed (status %d); the log is %s", what, status, tool->log);
}

static void need_tool(const char *tool, const char *package)
{
    if (!tool_finds(tool))
        die("'%s' is not installed; tools/setup.sh or `apt-get install %s` installs it", tool,
            package);
}

void chip_build_tools(unsigned optimise_level)
{
    need_tool("verilator", "verilator");
    need_tool(COMPILER, "clang");
    need_tool("make", "make");
    if (optimise_level == 1) {
        need_tool("opt", "llvm");
        need_tool("llc", "llvm");
    }
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

/* Of Verilator, without the end of the line. */
static char *verilator_version(void)
{
    char *answer = tool_read(WORDS("verilator", "--version"));
    if (!answer || !*answer)
        die("`verilator --version` does not answer; is the package verilator whole?");
    answer[strcspn(answer, "\n")] = '\0';
    return answer;
}

/* The compiler's option for that. */
static const char *optimise(const struct chip_view *view)
{
    static const char *const option[] = {"-O0", "-O1", "-O2", "-O3"};
    return option[view->optimise];
}

static const char *file_list(const struct chip_view *view)
{
    return view->assertions ? "gpu_mem_sim.f" : "gpu_mem.f";
}

/* Of the RTL files, the shim, the compiler options and the tool's version: whatever decides the
 * library. The list of an overlay may hold options of Verilator, too. */
static uint64_t build_key(const char *rtl, const struct chip_view *view)
{
    uint64_t key = hash_text(hash_text(1, rtl_shim_cpp), rtl_shim_h);
    key = hash_text(hash_text(key, chip_library_mk), optimise(view));
    key = hash_word(hash_word(key, CHIP_SHARE_VERSION), view->waves);
    for (const char *const *name = view->blocks; name && *name; name++)
        key = hash_text(key, *name);
    char *path = xasprintf("%s/%s", rtl, file_list(view)), *list = read_file(path, NULL);
    for (char *name = strtok(list, "\n"); name; name = strtok(NULL, "\n"))
        key = *name == '-' ? hash_text(key, name) : hash_file(key, rtl, name);
    free(list);
    free(path);
    char *version = verilator_version();
    key = hash_text(key, version);
    free(version);
    return key;
}

static void write_text(const char *folder, const char *name, const char *text)
{
    struct output output;
    fputs(text, output_open_in(&output, folder, name));
    output_close(&output);
}

/* The list that rtl_shim.cpp includes: one PIN(name) per port of the top module. */
static void write_pins(const char *folder)
{
    char *path = xasprintf("%s/rtl/gpu_mem.v", folder), *text = read_file(path, NULL);
    struct module_header *top = module_header_parse(path, text);
    struct output output;
    FILE *file = output_open_in(&output, folder, "pins.inc");
    for (unsigned i = 0; i < top->port_count; i++)
        fprintf(file, "PIN(%s)\n", top->ports[i].name);
    output_close(&output);
    module_header_free(top);
    free(text);
    free(path);
}

/* Modules of which a chip has many. */
static const char *const repeated[] = {"core_node", "mem_node", "router", "mc_router"};

/* Verilator takes the module as it is: what stands around it, other with each instance, does not
 * get into its code, since its ports are read from outside. So instances have the same code
 * (chip_share.h). The clock stays one for all. Nothing for a module that the chip does not have. */
static void keep_apart(FILE *file, const char *folder, const char *module)
{
    char *path = xasprintf("%s/rtl/%s.v", folder, module);
    if (access(path, R_OK) == 0) {
        char *text = read_file(path, NULL);
        struct module_header *header = module_header_parse(path, text);
        fprintf(file, "no_inline -module \"%s\"\n", module);
        for (unsigned i = 0; i < header->port_count; i++)
            if (strcmp(header->ports[i].name, "clk") != 0)
                fprintf(file, "public_flat_rd -module \"%s\" -var \"%s\"\n", module,
                        header->ports[i].name);
        module_header_free(header);
        free(text);
    }
    free(path);
}

/* Verilator configuration: borders of what a chip has many of, and the ports of the visible blocks,
 * which can be read. */
static void write_visibility(const char *folder, const char *const *blocks_shown)
{
    struct output output;
    FILE *file = output_open_in(&output, folder, "visible.vlt");
    fputs("`verilator_config\n", file);
    for (unsigned i = 0; i < sizeof repeated / sizeof *repeated; i++)
        keep_apart(file, folder, repeated[i]);
    for (const struct block *const *block = blocks; *block; block++) {
        bool wanted = false;
        for (const char *const *name = blocks_shown; name && *name; name++)
            wanted |= !strcmp(*name, (*block)->name);
        for (unsigned port = 0; wanted && port < (*block)->port_count; port++)
            fprintf(file, "public_flat_rd -module \"%s\" -var \"%s\"\n", (*block)->name,
                    (*block)->ports[port].name);
    }
    output_close(&output);
}

/* The tools run inside the folder and get relative paths, so that its name can be any. A vector
 * ends at its first NULL: what stands behind it is for the variant with waves. */
static void verilate(const char *folder, const char *log, const struct chip_view *view)
{
    char *rtl = xasprintf("%s/rtl", folder);
    progress("verilating the chip (log: %s)", log);
    run("verilator", &(struct tool){.argv = WORDS("verilator", "--cc", "--top-module", "gpu_mem",
                                                  "--prefix", "Vdut", "--Mdir", "../obj", "-O3",
                                                  "--x-initial", "unique", "--output-split",
                                                  "20000", "../visible.vlt", "-f", file_list(view),
                                                  view->blocks ? "+define+MEMLOOM_ALL_ASSERTIONS"
                                                               : "+define+MEMLOOM_BRIEF_ASSERTIONS",
                                                  view->waves ? "--trace-fst" : NULL),
                                    .folder = rtl,
                                    .log = log});
    free(rtl);
}

static void share(const char *objects, const char *log)
{
    progress("sharing the code of instances (log: %s)", log);
    struct chip_share shared = chip_share(objects);
    FILE *file = fopen(log, "a");
    if (!file ||
        fprintf(file, "shared: %u of %u functions have the code of another one\n", shared.shared,
                shared.functions) < 0 ||
        fclose(file))
        die("cannot write '%s': %s", log, strerror(errno));
}

/* Into the library, by chip_library.mk. */
static void compile(const char *objects, const char *log, const struct chip_view *view)
{
    char *level = xasprintf("LEVEL=%s", optimise(view));
    progress("compiling the chip with " COMPILER " (log: %s)", log);
    run("the compilation of the chip",
        &(struct tool){.argv =
                           WORDS("make", "CURDIR=.", "-j", "2", "-f", "../chip_library.mk", level),
                       .folder = objects,
                       .log = log});
    free(level);
}

/* A copy of the RTL and the shim in an empty folder. */
static void prepare(const struct chip_build *chip, const char *rtl, const struct chip_view *view)
{
    char *log = xasprintf("%s.log", chip->folder), *copy = xasprintf("%s/rtl", chip->folder);
    run("preparing the build folder",
        &(struct tool){.argv = WORDS("rm", "-rf", "--", chip->folder), .log = log});
    make_directory(chip->folder);
    run("preparing the build folder",
        &(struct tool){.argv = WORDS("cp", "-r", "--", rtl, copy), .log = log});
    unlink(log);
    free(copy);
    free(log);
    write_text(chip->folder, "rtl_shim.cpp", rtl_shim_cpp);
    write_text(chip->folder, "rtl_shim.h", rtl_shim_h);
    write_text(chip->folder, "chip_library.mk", chip_library_mk);
    write_pins(chip->folder);
    write_visibility(chip->folder, view->blocks);
}

static void build(struct chip_build *chip, const char *rtl, const struct chip_view *view)
{
    double started = seconds_now();
    prepare(chip, rtl, view);
    char *log = xasprintf("%s/build.log", chip->folder);
    char *objects = xasprintf("%s/obj", chip->folder);
    verilate(chip->folder, log, view);
    share(objects, log);
    compile(objects, log, view);
    progress_end();
    free(objects);
    free(log);
    chip->seconds = seconds_now() - started;
}

/* Waits until no other program builds this chip: two would empty each other's folder. The lock ends
 * with the descriptor, or the program; its file stays, since one that waits may have it open. */
static int lock_folder(const char *folder)
{
    char *path = xasprintf("%s.lock", folder);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0)
        die("cannot write '%s': %s", path, strerror(errno));
    if (fcntl(lock, F_SETLKW, &(struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET}))
        die("cannot lock '%s': %s", path, strerror(errno));
    free(path);
    return lock;
}

void chip_build(struct chip_build *chip, const char *rtl, const char *work,
                const struct chip_view *view)
{
    make_directory(work);
    *chip = (struct chip_build){0};
    chip->folder = xasprintf("%s/%016llx", work, (unsigned long long)build_key(rtl, view));
    chip->library = xasprintf("%s/chip.so", chip->folder);
    int lock = lock_folder(chip->folder);
    chip->reused = access(chip->library, R_OK) == 0;
    if (!chip->reused)
        build(chip, rtl, view);
    close(lock);
}

void chip_build_release(struct chip_build *chip)
{
    free(chip->folder);
    free(chip->library);
}
