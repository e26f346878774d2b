/* Cases and checks for unit tests and oracles. A case is a named test or a compared run:
 * TEST(function(arguments)) runs a function as one, check_case("%s, seed %u", ...) begins one that
 * lasts until the next. It has passed when at least one check was made in it and none failed.
 * CHECK(condition) and CHECK_EQUAL(actual, expected) report and are only counted beside the cases;
 * outside of every case they make up one of their own. main ends with `return check_report();`,
 * which prints "N passed, N failed (N checks)" and gives the exit status.
 */
#ifndef MEMLOOM_CHECK_H
#define MEMLOOM_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_NAME_MAX = 160, CHECK_REPORTED = 20 };

static struct {
    unsigned passed, failed, skipped; /* cases that are over */
    unsigned long long checks;        /* in all cases */
    unsigned long long begun_at;      /* checks before the running case */
    unsigned wrong, wrong_before;     /* failed checks, and those before the running case */
    bool running, skips;              /* a case is open; it is skipped */
    char name[CHECK_NAME_MAX];        /* of the running case */
} check_state;

static inline void check_end_case(void)
{
    bool empty = check_state.checks == check_state.begun_at;
    bool failed = check_state.wrong != check_state.wrong_before;
    if (!check_state.running)
        return;
    check_state.running = false;
    if (empty && !check_state.skips)
        printf("failed: %s: nothing was checked\n", check_state.name);
    if (failed || (empty && !check_state.skips))
        check_state.failed++;
    else if (check_state.skips)
        check_state.skipped++;
    else
        check_state.passed++;
}

__attribute__((format(printf, 1, 2))) static inline void check_case(const char *format, ...)
{
    check_end_case();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check_state.name, sizeof check_state.name, format, arguments);
    va_end(arguments);
    check_state.running = true;
    check_state.skips = false;
    check_state.begun_at = check_state.checks;
    check_state.wrong_before = check_state.wrong;
}

/* ORACLE_EVERY=n in the environment: of a long list of cases every n-th is run. */
static inline size_t check_stride(void)
{
    const char *every = getenv("ORACLE_EVERY");
    return every && atoi(every) > 0 ? (size_t)atoi(every) : 1;
}

/* The running case cannot be decided here; it counts as skipped unless a check of it fails. */
static inline void check_skip(const char *reason)
{
    printf("skipped: %s: %s\n", check_state.name, reason);
    check_state.skips = true;
}

static inline int check_report(void);

/* CHECK_UNTIL=words in the environment: a failure that says them, in its text or its case, decides,
 * and the program ends there. Planted faults are told so (tests/faults/model.sh). */
static inline void check_decided(const char *text)
{
    const char *words = getenv("CHECK_UNTIL");
    if (words && (strstr(text, words) || strstr(check_state.name, words)))
        exit(check_report());
}

/* Whether the failure is to be described: only the first ones are. */
static inline bool check_count(bool ok, const char *file, int line, const char *text)
{
    if (!check_state.running)
        check_case("checks outside of every case");
    check_state.checks++;
    if (ok || ++check_state.wrong > CHECK_REPORTED)
        return false;
    printf("%s:%d: failed: %s (%s)\n", file, line, text, check_state.name);
    fflush(stdout); /* what follows may crash */
    check_decided(text);
    return true;
}

static inline void check_equal(unsigned long long actual, unsigned long long expected,
                               const char *file, int line, const char *text)
{
    if (check_count(actual == expected, file, line, text))
        printf("    is %llu (0x%llx), expected %llu (0x%llx)\n", actual, actual, expected,
               expected);
}

#define CHECK(condition) ((void)check_count((condition), __FILE__, __LINE__, #condition))
#define CHECK_EQUAL(actual, expected)                                                              \
    check_equal((unsigned long long)(actual), (unsigned long long)(expected), __FILE__, __LINE__,  \
                #actual " == " #expected)
#define TEST(call) (check_case("%s", #call), call)

static inline int check_report(void)
{
    check_end_case();
    printf("%u passed, %u failed", check_state.passed, check_state.failed);
    if (check_state.skipped)
        printf(", %u skipped", check_state.skipped);
    printf(" (%llu checks)\n", check_state.checks);
    return check_state.failed ? 1 : 0;
}

#endif
