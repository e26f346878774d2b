/* Of functions as Verilator writes them those become one that are the same, and no others. */
#include "check.h"
#include "chip_share.h"
#include "tool.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS(...)         ((const char *const[]){__VA_ARGS__, NULL})
#define NAME(core, number) "Vdut_n___nba_sequent__TOP__gpu_mem__DOT__core_" #core "__" #number

static char folder[] = "/tmp/chip_share_test.XXXXXX";
static struct chip_share share; /* of the last case */

static void write_file(const char *name, const char *text)
{
    struct output output;
    fputs(text, output_open_in(&output, folder, name));
    output_close(&output);
}

/* NULL: there is no such file. The caller frees it. */
static char *file(const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    char *text = access(path, F_OK) ? NULL : read_file(path, NULL);
    free(path);
    return text;
}

static char *function(const char *class, const char *name, const char *body)
{
    return xasprintf("#include \"Vdut.h\"\n\nVL_INLINE_OPT void %s(%s* vlSelf) {\n%s}\n", name,
                     class, body);
}

static void write_function(const char *source, const char *name, const char *body)
{
    char *text = function("Vdut_n", name, body);
    write_file(source, text);
    free(text);
}

static void begin(void)
{
    tool_run(&(struct tool){.argv = WORDS("rm", "-rf", "--", folder)});
    make_directory(folder);
    write_file("Vdut_classes.mk",
               "FAST += \\\n\tVdut \\\n\tVdut_n__0 \\\n\tVdut_n__1 \\\n\nOTHER = 1\n");
}

/* Two instances with these bodies: how many share the code of another one. */
static unsigned shared(const char *first, const char *second)
{
    begin();
    write_function("Vdut_n__0.cpp", NAME(0, 0), first);
    write_function("Vdut_n__1.cpp", NAME(1, 0), second);
    share = chip_share(folder);
    CHECK_EQUAL(share.functions, 2);
    return share.shared;
}

static bool has(const char *name, const char *words)
{
    char *text = file(name);
    bool found = text && strstr(text, words);
    free(text);
    return found;
}

static void names_of_locals_do_not_count(void)
{
    CHECK_EQUAL(shared("    IData/*3:0*/ __Vfunc_f__17__x;\n    __Vfunc_f__17__x = vlSelf->a;\n"
                       "    vlSelf->b = (__Vfunc_f__17__x & 3U);\n",
                       "    IData/*3:0*/ __Vfunc_f__208__x;\n    __Vfunc_f__208__x = vlSelf->a;\n"
                       "    vlSelf->b = (\n        __Vfunc_f__208__x & 3U);\n"),
                1);
    CHECK(has("Vdut_n__0.cpp",
              "void " NAME(1, 0) "(Vdut_n* vlSelf) {\n    " NAME(0, 0) "(vlSelf);\n}\n"));
    CHECK(has("Vdut_n__0.cpp", "VL_INLINE_OPT void " NAME(0, 0) "(Vdut_n* vlSelf) {\n    IData"));
}

static void a_file_without_code_is_gone(void)
{
    CHECK_EQUAL(shared("    vlSelf->a = 1U;\n", "    vlSelf->a = 1U;\n"), 1);
    CHECK(!has("Vdut_n__1.cpp", ""));
    char *list = file("Vdut_classes.mk");
    CHECK(list && !strcmp(list, "FAST += \\\n\tVdut \\\n\tVdut_n__0 \\\n\nOTHER = 1\n"));
    free(list);
}

static void a_file_with_other_code_stays(void)
{
    begin();
    write_function("Vdut_n__0.cpp", NAME(0, 0), "    vlSelf->a = 1U;\n");
    char *like = function("Vdut_n", NAME(1, 0), "    vlSelf->a = 1U;\n");
    char *more = xasprintf("%sint number() {\n    return 1;\n}\n", like);
    write_file("Vdut_n__1.cpp", more);
    share = chip_share(folder);
    CHECK_EQUAL(share.shared, 1);
    CHECK(has("Vdut_n__1.cpp", "#include \"Vdut.h\"\n\nint number() {\n    return 1;\n}\n"));
    CHECK(!has("Vdut_n__1.cpp", NAME(1, 0)));
    CHECK(has("Vdut_classes.mk", "\tVdut_n__1 \\\n"));
    free(more);
    free(like);
}

static void all_else_counts(void)
{
    CHECK_EQUAL(shared("    vlSelf->a = 1U;\n", "    vlSelf->a = 2U;\n"), 0);
    CHECK_EQUAL(shared("    vlSelf->a = 1U;\n", "    vlSelf->b = 1U;\n"), 0);
    CHECK_EQUAL(shared("    IData/*3:0*/ a;\n    IData/*3:0*/ b;\n    f(a, b);\n",
                       "    IData/*3:0*/ a;\n    IData/*3:0*/ b;\n    f(b, a);\n"),
                0);
    CHECK_EQUAL(shared("    IData/*3:0*/ a;\n    vlSelf->a = a;\n",
                       "    IData/*3:0*/ b;\n    vlSelf->b = b;\n"),
                0);
    CHECK_EQUAL(shared("    IData/*3:0*/ a;\n    other.a = a;\n",
                       "    IData/*3:0*/ b;\n    other.b = b;\n"),
                0);
    CHECK_EQUAL(shared("    IData/*3:0*/ a;\n    f(\"a\", a);\n",
                       "    IData/*3:0*/ b;\n    f(\"b\", b);\n"),
                0);
    CHECK_EQUAL(shared("    f(\"a  b\");\n", "    f(\"a b\");\n"), 0);
    CHECK_EQUAL(shared("    f(\"\\\"a  b\\\\\");\n", "    f(\"\\\"a b\\\\\");\n"), 0);
    CHECK_EQUAL(shared("    int a;\n", "    inta;\n"), 0);
    CHECK(has("Vdut_n__1.cpp", "    inta;\n"));
}

static void classes_are_kept_apart(void)
{
    begin();
    write_function("Vdut_n__0.cpp", NAME(0, 0), "    vlSelf->a = 1U;\n");
    char *other = function("Vdut_m", "Vdut_m___nba_sequent__TOP__gpu_mem__DOT__mem_0__0",
                           "    vlSelf->a = 1U;\n");
    write_file("Vdut_n__1.cpp", other);
    share = chip_share(folder);
    CHECK_EQUAL(share.functions, 2);
    CHECK_EQUAL(share.shared, 0);
    free(other);
}

static void a_message_takes_its_instance_from_the_object(void)
{
    CHECK_EQUAL(shared("    f(\"in %Ngpu_mem.core_0.mshr: a\",\n      vlSymsp->name());\n",
                       "    f(\"in %Ngpu_mem.core_1.mshr: a\", vlSymsp->name());\n"),
                1);
    CHECK(has("Vdut_n__0.cpp", "    f(\"in %Nmshr: a\",\n      vlSelf->name());\n"));
    CHECK_EQUAL(shared("    f(\"in %Ngpu_mem.core_0.mshr: a\", vlSymsp->name());\n",
                       "    f(\"in %Ngpu_mem.core_1.l1: a\", vlSymsp->name());\n"),
                0);
    /* another instance's, and two of which one is */
    CHECK_EQUAL(shared("    f(\"in %Ngpu_mem.core_2.mshr: a\", vlSymsp->name());\n",
                       "    f(\"in %Ngpu_mem.core_3.mshr: a\", vlSymsp->name());\n"),
                0);
    CHECK(has("Vdut_n__0.cpp", "    f(\"in %Ngpu_mem.core_2.mshr: a\", vlSymsp->name());\n"));
    CHECK_EQUAL(shared("    f(\"%Ngpu_mem.core_0.a %Ngpu_mem.core_9.a\", vlSymsp->name(), "
                       "vlSymsp->name());\n",
                       "    f(\"%Ngpu_mem.core_1.a %Ngpu_mem.core_9.a\", vlSymsp->name(), "
                       "vlSymsp->name());\n"),
                0);
}

/* Instances of two functions; the second one's others than core_0's. */
static unsigned shared_with_members(const char *first, const char *second, const char *elsewhere)
{
    begin();
    write_function("Vdut_n__0.cpp", NAME(0, 0),
                   "    vlSelf->__Vfunc_f__1__x = 1U;\n    vlSelf->__Vtask_g__2__x = 2U;\n");
    write_function("Vdut_n__1.cpp", NAME(0, 1),
                   "    vlSelf->a = (vlSelf->__Vfunc_f__1__x - vlSelf->__Vtask_g__2__x);\n");
    write_function("Vdut_n__2.cpp", NAME(1, 0), first);
    write_function("Vdut_n__3.cpp", NAME(1, 1), second);
    write_file("Vdut_root.cpp", elsewhere);
    share = chip_share(folder);
    CHECK_EQUAL(share.functions, 4);
    return share.shared;
}

static void members_that_were_locals_count_all_together(void)
{
    const char *set = "    vlSelf->__Vfunc_f__3__x = 1U;\n    vlSelf->__Vtask_g__4__x = 2U;\n";
    const char *use = "    vlSelf->a = (vlSelf->__Vfunc_f__3__x - vlSelf->__Vtask_g__4__x);\n";
    CHECK_EQUAL(shared_with_members(set, use, "int a;\n"), 2);
    CHECK_EQUAL(shared_with_members(
                    set, "    vlSelf->a = (vlSelf->__Vtask_g__4__x - vlSelf->__Vfunc_f__3__x);\n",
                    "int a;\n"),
                0);
    CHECK_EQUAL(shared_with_members(set, "    vlSelf->a = 0U;\n", "int a;\n"), 0);
    CHECK_EQUAL(
        shared_with_members(set, use, "int a = TOP__gpu_mem__DOT__core_1.__Vfunc_f__3__x;\n"), 0);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    TEST(names_of_locals_do_not_count());
    TEST(a_file_without_code_is_gone());
    TEST(a_file_with_other_code_stays());
    TEST(all_else_counts());
    TEST(classes_are_kept_apart());
    TEST(a_message_takes_its_instance_from_the_object());
    TEST(members_that_were_locals_count_all_together());
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("rm", "-r", "--", folder)}), 0);
    return check_report();
}
