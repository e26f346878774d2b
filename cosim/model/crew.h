/* Threads that do one piece of work together, again and again, in parts; crew_run returns when all
 * parts are done. What was written in one run is seen by all in the next.
 *
 * A run is expected to follow the last one within microseconds: threads wait for it by looking, and
 * give their processor away only after a thousand looks. The caller does what no thread has begun
 * when it has time, so on a busy machine a run takes about as long as by one thread. */
#ifndef MEMLOOM_CREW_H
#define MEMLOOM_CREW_H

struct crew;

/* Starts members - 1 threads, the caller is member 0; `part` does the part of a member, in whatever
 * thread. Dies when they cannot be had. */
struct crew *crew_new(unsigned members, void (*part)(void *context, unsigned member),
                      void *context);
void crew_run(struct crew *);
void crew_free(struct crew *);

#endif
