/* Random traces (random_trace.h) on random chips (random_chip.h): every load of the chip brings
 * what a memory beside it says, and at the end all of the chip's memory is as that one. The chip's
 * steps are taken in one of the ways in which they may be. `trace_oracle SEED COUNT` runs others,
 * `trace_oracle SEED COUNT "key=value ..."` chips that have these keys; a failure names its chip.
 * `trace_oracle list SEED COUNT` only prints them, for tests/random_chips.sh and random_sets.sh. */
#include <inttypes.h>

#include "gpu.h"
#include "random_chip.h"
#include "random_trace.h"
#include "stats.h"

/* Cycles: a memory with t_ccdl=100 dram_read_bursts=64 dram_mhz=200, which can be drawn, takes
 * 22,400 of them for a line. */
enum { LIMIT = 200000000, CASES = 40 };

static struct {
    uint64_t loaded, bytes; /* lanes compared in the SIMT machine, bytes in chips */
} told;

static void print_chip(const struct random_chip *chip)
{
    for (unsigned i = 0; i < chip->count; i++)
        printf("--set %s%s", chip->set[i], i + 1 < chip->count ? " " : "\n");
}

static void choose_way(struct gpu_options *options, const struct config *config, struct rng *rng)
{
    unsigned way = rng_below(rng, 4);
    options->no_skip = way == 1;
    options->shuffle_seed = way == 2 ? 1 + rng_below(rng, 99) : 0;
    options->threads = way == 3 ? 2 + rng_below(rng, 2) : 0;
    if ((config->shared_l1 || config->llc_mode) && rng_percent(rng, 40))
        options->policy_seed = 1 + rng_below(rng, 99);
}

static void memory_is_right(const struct gpu *gpu, const struct gpu_program *program)
{
    const struct random_trace *t = program->workload->state;
    uint8_t *bytes = xcalloc(t->bytes, 1);
    memory_read_bytes(&gpu->memory, program->base + t->base, bytes, t->bytes);
    CHECK(!memcmp(bytes, t->memory, t->bytes));
    for (unsigned i = 0; i < t->bytes; i++)
        if (bytes[i] != t->memory[i]) {
            printf("byte 0x%" PRIx64 " is 0x%02x, expected 0x%02x\n", t->base + i, bytes[i],
                   t->memory[i]);
            break;
        }
    told.loaded += t->checked;
    free(bytes);
}

/* A seed's chip, which has the keys of the theme, or of the seed's. */
static unsigned draw_chip(struct random_chip *chip, const char *theme, uint64_t seed,
                          struct plan *plan, struct rng *rng)
{
    rng_init(rng, seed);
    return random_chip(chip, theme ? theme : chip_themes[seed % CHIP_THEMES], plan, rng);
}

static int list_chips(uint64_t first, uint64_t count, const char *theme)
{
    for (uint64_t seed = first; seed < first + count; seed++) {
        static struct plan plan;
        struct random_chip chip;
        struct rng rng;
        draw_chip(&chip, theme, seed, &plan, &rng);
        print_chip(&chip);
        random_chip_release(&chip);
    }
    return 0;
}

static void run_case(const struct plan *plan, struct rng *rng)
{
    const struct config *config = &plan->config;
    struct workload *workloads[PROGRAMS_MAX];
    struct gpu_options options = {.report = stdout};
    struct stats stats;
    choose_way(&options, config, rng);
    for (unsigned i = 0; i < config->programs; i++)
        workloads[i] = random_trace_open(rng_next(rng), config->warps);
    struct gpu *gpu = gpu_new(plan, workloads, &options);
    gpu_run(gpu, LIMIT);
    stats_gather(&stats, gpu);
    CHECK(gpu->phase == GPU_DONE);
    CHECK_EQUAL(stats.mismatches, 0);
    CHECK(stats.checked_bytes > 0);
    told.bytes += stats.checked_bytes;
    if (gpu->phase != GPU_DONE)
        gpu_print_stuck(gpu, stdout);
    for (unsigned i = 0; i < config->programs; i++)
        memory_is_right(gpu, &gpu->programs[i]);
    gpu_free(gpu);
    for (unsigned i = 0; i < config->programs; i++)
        workload_close(workloads[i]);
}

int main(int argc, char **argv)
{
    bool list = argc > 1 && !strcmp(argv[1], "list");
    if (list)
        argv++, argc--;
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : CASES;
    unsigned given_up = 0;
    const char *theme = argc > 3 ? argv[3] : NULL;
    if (list)
        return list_chips(first, count, theme);
    printf("seeds %" PRIu64 " to %" PRIu64 "\n", first, first + count - 1);
    for (uint64_t seed = first; seed < first + count; seed += check_stride()) {
        static struct plan plan;
        struct random_chip chip;
        struct rng rng;
        unsigned wrong = check_state.wrong;
        given_up += draw_chip(&chip, theme, seed, &plan, &rng);
        check_case("random trace, seed %" PRIu64, seed);
        run_case(&plan, &rng);
        if (check_state.wrong != wrong) {
            printf("the chip is ");
            print_chip(&chip);
        }
        random_chip_release(&chip);
    }
    check_case("chips were drawn that can be built, and loads compared");
    CHECK(given_up <= 4 * count);
    CHECK(told.loaded > count && told.bytes > count);
    printf("%u chips given up; %" PRIu64 " lanes compared in the SIMT machine, %" PRIu64
           " bytes in chips\n",
           given_up, told.loaded, told.bytes);
    return check_report();
}
