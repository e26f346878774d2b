/* Runs are numbered. A member's part is taken by its own thread or, when that one has not begun it,
 * by the caller behind its own: who waits for a processor holds nobody up. */
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

enum { LOOKS = 1000 }; /* before a waiting thread gives its processor away: some microseconds */

/* A part of the work, and the thread that is there for it. */
struct crew_member {
    struct crew *crew;
    unsigned number;
    pthread_t thread;         /* of all but member 0 */
    atomic_ullong taken;      /* last run in which somebody has begun it */
    atomic_ullong done;       /* last run in which it was done */
    char apart[CACHE_LINE]; /* looking at one does not slow the next one down */
};

struct crew {
    void (*part)(void *context, unsigned member);
    void *context;
    unsigned members;
    char apart[CACHE_LINE];
    atomic_ullong run; /* number of the last one that was started */
    atomic_bool over;  /* the threads end */
    char apart_too[CACHE_LINE];
    struct crew_member member[];
};

/* Waiting: a look, and a pause until the next one. */
static void look_again(unsigned *looks)
{
    if (++*looks < LOOKS) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    } else {
        sched_yield();
    }
}

/* Does the member's part unless another thread has begun it. */
static void take_part(struct crew_member *member, unsigned long long run)
{
    unsigned long long before = run - 1;
    if (!atomic_compare_exchange_strong_explicit(&member->taken, &before, run, memory_order_acquire,
                                                 memory_order_relaxed))
        return;
    member->crew->part(member->crew->context, member->number);
    atomic_store_explicit(&member->done, run, memory_order_release);
}

static void *work(void *argument)
{
    struct crew_member *member = argument;
    struct crew *crew = member->crew;
    unsigned long long run, last = 0;
    for (;; last = run) {
        unsigned looks = 0;
        while ((run = atomic_load_explicit(&crew->run, memory_order_acquire)) == last)
            look_again(&looks);
        if (atomic_load_explicit(&crew->over, memory_order_relaxed))
            return NULL;
        take_part(member, run);
    }
}

struct crew *crew_new(unsigned members, void (*part)(void *context, unsigned member), void *context)
{
    struct crew *crew = xcalloc(1, sizeof *crew + members * sizeof crew->member[0]);
    crew->part = part;
    crew->context = context;
    crew->members = members;
    for (unsigned i = 0; i < members; i++) {
        crew->member[i].crew = crew;
        crew->member[i].number = i;
    }
    for (unsigned i = 1; i < members; i++) {
        int error = pthread_create(&crew->member[i].thread, NULL, work, &crew->member[i]);
        if (error)
            die("thread %u of %u cannot be started: %s", i + 1, members, strerror(error));
    }
    return crew;
}

/* Lets the threads begin the next run; returns its number. */
static unsigned long long start_run(struct crew *crew)
{
    return atomic_fetch_add_explicit(&crew->run, 1, memory_order_release) + 1;
}

void crew_run(struct crew *crew)
{
    unsigned long long run = start_run(crew);
    for (unsigned i = 0; i < crew->members; i++)
        take_part(&crew->member[i], run);
    for (unsigned i = 1; i < crew->members; i++)
        for (unsigned looks = 0;
             atomic_load_explicit(&crew->member[i].done, memory_order_acquire) != run;)
            look_again(&looks);
}

void crew_free(struct crew *crew)
{
    atomic_store_explicit(&crew->over, true, memory_order_relaxed);
    start_run(crew);
    for (unsigned i = 1; i < crew->members; i++)
        pthread_join(crew->member[i].thread, NULL);
    free(crew);
}
