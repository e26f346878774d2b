/* Programs are started with exactly the words given to them, and their end is told as it was. */
#include "check.h"
#include "tool.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const char odd[] = "it's a \"$HOME\" `x`; *\n\\";

static void words_arrive_as_they_are(void)
{
    char *said = tool_read(WORDS("printf", "%s|", odd, "", "-b c"));
    char *expected = xasprintf("%s||-b c|", odd);
    CHECK(said && !strcmp(said, expected));
    free(said);
    free(expected);
}

static void the_end_is_told(void)
{
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("true")}), 0);
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("sh", "-c", "exit 7")}), 7);
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("sh", "-c", "kill -9 $$")}), TOOL_SIGNAL + 9);
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("no such program")}), TOOL_NOT_STARTED);
    CHECK(!tool_read(WORDS("no such program")));
    CHECK(!tool_read(WORDS("sh", "-c", "echo text; exit 1")));
}

static void folder_and_log_may_have_any_name(void)
{
    char top[] = "/tmp/tool_test.XXXXXX";
    CHECK(mkdtemp(top) != NULL);
    char *folder = xasprintf("%s/%s", top, odd), *log = xasprintf("%s/log", folder);
    char *expected = xasprintf("%s\n%s\nerror\n", folder, folder);
    CHECK_EQUAL(mkdir(folder, 0777), 0);
    struct tool say = {.argv = WORDS("pwd"), .folder = folder, .log = log};
    CHECK_EQUAL(tool_run(&say), 0);
    say.argv = WORDS("sh", "-c", "pwd; echo error >&2; exit 3");
    CHECK_EQUAL(tool_run(&say), 3);
    char *text = read_file(log, NULL);
    CHECK(!strcmp(text, expected));
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("true"), .folder = log}), TOOL_NOT_STARTED);
    CHECK_EQUAL(tool_run(&(struct tool){.argv = WORDS("rm", "-r", "--", top)}), 0);
    CHECK(access(top, F_OK) != 0);
    free(text);
    free(expected);
    free(log);
    free(folder);
}

static void programs_are_found_in_the_path_only(void)
{
    CHECK(tool_finds("sh"));
    CHECK(!tool_finds("no such program"));
    CHECK(!tool_finds(""));
    setenv("PATH", "/nowhere::/bin:/", 1);
    CHECK(tool_finds("sh"));
    CHECK(!tool_finds("tmp")); /* a folder */
    unsetenv("PATH");
    CHECK(!tool_finds("sh"));
}

int main(void)
{
    TEST(words_arrive_as_they_are());
    TEST(the_end_is_told());
    TEST(folder_and_log_may_have_any_name());
    TEST(programs_are_found_in_the_path_only());
    return check_report();
}
