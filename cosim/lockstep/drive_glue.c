/* Compiled once per block with -DBLOCK=x: gives tests/lockstep/x_drive.c the form of drive.h. */
#include "drive.h"

#define PASTE(a, b)         a##b
#define NAME(block, suffix) PASTE(block, suffix)
#define OF_BLOCK(suffix)    NAME(BLOCK, suffix)

struct OF_BLOCK(_params);
struct OF_BLOCK(_out);
struct OF_BLOCK(_in);

extern const struct block OF_BLOCK(_block);
extern const char *const OF_BLOCK(_configs)[];
void *OF_BLOCK(_drive_new)(const struct OF_BLOCK(_params) *, struct rng *);
void OF_BLOCK(_drive)(void *, const struct OF_BLOCK(_out) *, struct OF_BLOCK(_in) *);
bool OF_BLOCK(_drive_is_defined)(const void *) __attribute__((weak));
void OF_BLOCK(_drive_free)(void *);

static void *create(const void *params, struct rng *rng)
{
    return OF_BLOCK(_drive_new)(params, rng);
}

static void choose(void *driver, const void *out, void *in)
{
    OF_BLOCK(_drive)(driver, out, in);
}

const struct drive drive = {&OF_BLOCK(_block),           OF_BLOCK(_configs),   create, choose,
                            OF_BLOCK(_drive_is_defined), OF_BLOCK(_drive_free)};
