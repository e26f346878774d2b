/* Threads that work together: each part is done once in every run, in whatever thread, and sees
 * what all parts of the run before wrote; with more threads than processors, and after pauses in
 * which the threads fall asleep. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "check.h"
#include "crew.h"

enum { MEMBERS_MAX = 9, RUNS = 20000 };

/* Work whose result depends on every run: each part takes up what its neighbour left. */
struct relay {
    unsigned members;
    unsigned run;                             /* now */
    unsigned done[MEMBERS_MAX];               /* runs of each part */
    unsigned long long value[2][MEMBERS_MAX]; /* by run, odd and even */
};

static void pass_on(void *context, unsigned member)
{
    struct relay *relay = context;
    unsigned neighbour = (member + 1) % relay->members;
    const unsigned long long *before = relay->value[relay->run % 2];
    relay->value[(relay->run + 1) % 2][member] = 3 * before[neighbour] + member;
    relay->done[member]++;
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static void parts_are_done_once_by(unsigned members, unsigned runs, bool with_pauses)
{
    struct relay together = {.members = members}, alone = {.members = members};
    struct crew *crew = crew_new(members, pass_on, &together);
    bool same = true;
    for (unsigned run = 0; run < runs; run++) {
        together.run = alone.run = run;
        crew_run(crew);
        for (unsigned i = 0; i < members; i++)
            pass_on(&alone, i);
        for (unsigned i = 0; i < members; i++)
            same &= together.value[(run + 1) % 2][i] == alone.value[(run + 1) % 2][i];
        if (with_pauses)
            rest();
    }
    crew_free(crew);
    CHECK(same);
    for (unsigned i = 0; i < members; i++)
        CHECK_EQUAL(together.done[i], runs);
}

/* Two parts of which the first ends only when the second has begun, and the second takes longer. */
struct meeting {
    atomic_bool begun;
    unsigned ended[2]; /* times of each part */
};

static void meet(void *context, unsigned member)
{
    struct meeting *meeting = context;
    if (member) {
        atomic_store(&meeting->begun, true);
        rest();
    }
    while (!atomic_load(&meeting->begun))
        sched_yield();
    meeting->ended[member]++;
}

static void parts_run_at_the_same_time_and_are_waited_for(void)
{
    for (unsigned i = 0; i < 20; i++) {
        struct meeting meeting = {.begun = false};
        struct crew *crew = crew_new(2, meet, &meeting);
        crew_run(crew);
        unsigned ended[2] = {meeting.ended[0], meeting.ended[1]};
        crew_free(crew);
        CHECK(ended[0] == 1 && ended[1] == 1);
    }
}

static void a_crew_may_have_nothing_to_do(void)
{
    struct relay relay = {.members = 3};
    crew_free(crew_new(3, pass_on, &relay));
    CHECK_EQUAL(relay.done[2], 0);
}

int main(void)
{
    for (unsigned members = 1; members <= 3; members++)
        TEST(parts_are_done_once_by(members, RUNS, false));
    TEST(parts_are_done_once_by(MEMBERS_MAX, RUNS / 10, false));
    TEST(parts_are_done_once_by(3, 50, true));
    TEST(parts_run_at_the_same_time_and_are_waited_for());
    TEST(a_crew_may_have_nothing_to_do());
    return check_report();
}
