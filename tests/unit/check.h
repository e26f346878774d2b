/* Checks for unit tests: CHECK(condition) and CHECK_EQUAL(actual, expected) count and report; main
 * ends with `return check_report();`, which prints "N passed, N failed" and gives the exit status.
 */
#ifndef MEMLOOM_CHECK_H
#define MEMLOOM_CHECK_H

#include <stdbool.h>
#include <stdio.h>

static unsigned check_passed, check_failed;

static inline void check_count(bool ok, const char *file, int line, const char *text)
{
    if (ok)
        check_passed++;
    else if (++check_failed <= 20)
        printf("%s:%d: failed: %s\n", file, line, text);
}

static inline void check_equal(unsigned long long actual, unsigned long long expected,
                               const char *file, int line, const char *text)
{
    check_count(actual == expected, file, line, text);
    if (actual != expected && check_failed <= 20)
        printf("    is %llu (0x%llx), expected %llu (0x%llx)\n", actual, actual, expected,
               expected);
}

#define CHECK(condition) check_count((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQUAL(actual, expected)                                                              \
    check_equal((unsigned long long)(actual), (unsigned long long)(expected), __FILE__, __LINE__,  \
                #actual " == " #expected)

static inline int check_report(void)
{
    printf("%u passed, %u failed\n", check_passed, check_failed);
    return check_failed ? 1 : 0;
}

#endif
