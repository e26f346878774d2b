/* A clock for ABC, preloaded (tests/limited.sh). It asks for the processor's time before it looks
 * at each of its small problems, for statistics alone: three million times in a proof of 20 s, and
 * each is a call of the system, which was a third of the proof. The time of day is none: it is read
 * where the system has written it. */
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    return timespec_get(time, TIME_UTC) == TIME_UTC ? 0 : -1;
}
