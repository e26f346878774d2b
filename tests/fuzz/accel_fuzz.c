// sources: cosim/workloads/*.c cosim/model/coalesce.c gen/base/scratch.c gen/base/util.c
// sources: -Wl,--wrap=exit,--wrap=xcalloc,--wrap=xrealloc,--wrap=free,--wrap=fopen,--wrap=fclose
/* libFuzzer target: arbitrary bytes as a kernel of an Accel-Sim trace, read to its last block the
 * way an import does. What is refused ends in die(): its exit comes back here, and must be of
 * status 2. What the reader had allocated and opened by then is freed and closed here. */
#include "workload.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
/* Names that the linker gives (--wrap). */
void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
const char *__asan_default_options(void);

void *__real_xcalloc(size_t count, size_t size);
void *__wrap_xcalloc(size_t count, size_t size);
void *__real_xrealloc(void *old, size_t size);
void *__wrap_xrealloc(void *old, size_t size);
void __real_free(void *memory);
void __wrap_free(void *memory);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);

enum { HELD_MAX = 4096 };

static jmp_buf refused;
static bool reading;
static void *memory[HELD_MAX], *files[HELD_MAX]; /* held by the reader; NULL: the place is free */

static void hold(void *table[HELD_MAX], void *what)
{
    for (unsigned i = 0; reading && i < HELD_MAX; i++)
        if (!table[i]) {
            table[i] = what;
            return;
        }
}

static void forget(void *table[HELD_MAX], const void *what)
{
    for (unsigned i = 0; what && i < HELD_MAX; i++)
        if (table[i] == what)
            table[i] = NULL;
}

void *__wrap_xcalloc(size_t count, size_t size)
{
    void *new = __real_xcalloc(count, size);
    hold(memory, new);
    return new;
}

void *__wrap_xrealloc(void *old, size_t size)
{
    forget(memory, old);
    void *new = __real_xrealloc(old, size);
    hold(memory, new);
    return new;
}

void __wrap_free(void *what)
{
    forget(memory, what);
    __real_free(what);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    FILE *file = __real_fopen(path, mode);
    hold(files, file);
    return file;
}

int __wrap_fclose(FILE *file)
{
    forget(files, file);
    return __real_fclose(file);
}

static void give_back(void)
{
    for (unsigned i = 0; i < HELD_MAX; i++) {
        __real_free(memory[i]);
        if (files[i])
            __real_fclose(files[i]);
        memory[i] = files[i] = NULL;
    }
}

const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

void __wrap_exit(int status)
{
    if (!reading)
        __real_exit(status);
    if (status != 2)
        abort();
    longjmp(refused, 1);
}

static void read_all(const char *path)
{
    struct workload *w = workload_open_trace(path, 0, NULL);
    struct kernel kernel;
    struct thread_block *block;
    while (workload_next_kernel(w, &kernel))
        while ((block = workload_next_block(w)))
            workload_free_block(w, block);
    workload_close(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/memloom-fuzz-%ld.traceg", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file)
        abort();
    fwrite(bytes, 1, size, file);
    fclose(file);
    reading = true;
    if (!setjmp(refused))
        read_all(path);
    reading = false;
    give_back();
    remove(path);
    return 0;
}
