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
enum { YIELDS = 100 }; /* before it sleeps */
/* A thread that keeps the caller waiting for so long has lost its processor in the middle. Then the
 * caller does so many runs alone: some milliseconds, as long as another program may keep it. */
static const double lost_seconds = 100e-6;
enum { RUNS_ALONE = 500 };

/* A part of the work, and the thread that is there for it. */
struct crew_member {
    struct crew *crew;
    unsigned number;
    pthread_t thread;       /* of all but member 0 */
    atomic_ullong taken;    /* last run in which somebody has begun it */
    atomic_ullong done;     /* last run in which it was done */
    char apart[CACHE_LINE]; /* looking at one does not slow the next one down */
};

struct crew {
    void (*part)(void *context, unsigned member);
    void *context;
    unsigned members;
    char apart[CACHE_LINE];
    atomic_ullong run;      /* number of the last one that was started */
    atomic_bool over;       /* the threads end */
    atomic_uint sleepers;   /* threads that wait for `awake` */
    pthread_mutex_t asleep; /* held to go to sleep and to wake them */
    pthread_cond_t awake;
    unsigned alone; /* runs that the caller is to do alone */
    char apart_too[CACHE_LINE];
    struct crew_member member[];
};

/* Between two looks at what is waited for. */
static void pause_looking(unsigned looks)
{
    if (looks > LOOKS)
        sched_yield();
#if defined(__x86_64__) || defined(__i386__)
    else
        __builtin_ia32_pause();
#endif
}

static void sleep_until_run(struct crew *crew, unsigned long long last)
{
    pthread_mutex_lock(&crew->asleep);
    atomic_fetch_add(&crew->sleepers, 1);
    while (atomic_load(&crew->run) == last)
        pthread_cond_wait(&crew->awake, &crew->asleep);
    atomic_fetch_sub(&crew->sleepers, 1);
    pthread_mutex_unlock(&crew->asleep);
}

/* The number of the run that follows the last one, or of a later one. */
static unsigned long long next_run(struct crew *crew, unsigned long long last)
{
    unsigned long long run;
    for (unsigned looks = 0; (run = atomic_load_explicit(&crew->run, memory_order_acquire)) == last;
         looks++)
        if (looks == LOOKS + YIELDS)
            sleep_until_run(crew, last);
        else
            pause_looking(looks);
    return run;
}

/* Does the member's part unless another thread has begun it. */
static void take_part(struct crew_member *member, unsigned long long run)
{
    unsigned long long before = run - 1;
    bool is_first = atomic_compare_exchange_strong_explicit(
        &member->taken, &before, run, memory_order_acquire, memory_order_relaxed);
    if (!is_first)
        return;
    member->crew->part(member->crew->context, member->number);
    atomic_store_explicit(&member->done, run, memory_order_release);
}

static void *work(void *argument)
{
    struct crew_member *member = argument;
    struct crew *crew = member->crew;
    for (unsigned long long run = 0;;) {
        run = next_run(crew, run);
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
    pthread_mutex_init(&crew->asleep, NULL);
    pthread_cond_init(&crew->awake, NULL);
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
    unsigned long long run = atomic_fetch_add(&crew->run, 1) + 1;
    if (atomic_load(&crew->sleepers)) {
        pthread_mutex_lock(&crew->asleep);
        pthread_cond_broadcast(&crew->awake);
        pthread_mutex_unlock(&crew->asleep);
    }
    return run;
}

static void run_alone(struct crew *crew)
{
    crew->alone--;
    for (unsigned i = 0; i < crew->members; i++)
        crew->part(crew->context, i);
}

/* Waits until the member's part is done. Returns whether that was as soon as it should be. */
static bool comes_soon(const struct crew_member *member, unsigned long long run)
{
    double since = 0;
    for (unsigned looks = 0; atomic_load_explicit(&member->done, memory_order_acquire) != run;
         looks++) {
        if (looks == LOOKS)
            since = seconds_now();
        pause_looking(looks);
    }
    return since <= 0 || seconds_now() - since < lost_seconds;
}

void crew_run(struct crew *crew)
{
    if (crew->alone) {
        run_alone(crew);
        return;
    }
    unsigned long long run = start_run(crew);
    for (unsigned i = 0; i < crew->members; i++)
        take_part(&crew->member[i], run);
    for (unsigned i = 1; i < crew->members; i++)
        if (!comes_soon(&crew->member[i], run))
            crew->alone = RUNS_ALONE;
}

void crew_free(struct crew *crew)
{
    atomic_store_explicit(&crew->over, true, memory_order_relaxed);
    start_run(crew);
    for (unsigned i = 1; i < crew->members; i++)
        pthread_join(crew->member[i].thread, NULL);
    pthread_mutex_destroy(&crew->asleep);
    pthread_cond_destroy(&crew->awake);
    free(crew);
}
