/* See reuse_plot.h. */
#include "reuse_plot.h"

#include "util.h"

#include <inttypes.h>
#include <stdlib.h>

/* Of the drawing, in pixels. */
enum { LEFT = 60, TOP = 60, HEIGHT = 240, PITCH = 34, BAR = 22, BELOW = 70, LEAST_WIDTH = 480 };
enum { LEGEND_PITCH = 72, PERCENT_STEP = 20 };

/* One bar. */
struct bar {
    char name[24];
    const struct reuse_counts *counts;
};

struct bars {
    struct bar *bar; /* the application, then its instructions by program counter */
    unsigned count;
};

static int by_pc(const void *a, const void *b)
{
    uint64_t x = (*(const struct reuse_insn *const *)a)->pc;
    uint64_t y = (*(const struct reuse_insn *const *)b)->pc;
    return (x > y) - (x < y);
}

static struct bars collect(const struct reuse_distance *reuse)
{
    unsigned insns = reuse->insn_keys.count;
    struct bars bars = {.bar = xcalloc(insns + 1, sizeof *bars.bar), .count = insns + 1};
    const struct reuse_insn **sorted = xcalloc(insns + 1, sizeof *sorted);
    for (unsigned i = 0; i < insns; i++)
        sorted[i] = &reuse->insns[i];
    qsort(sorted, insns, sizeof *sorted, by_pc);
    bars.bar[0] = (struct bar){"all", &reuse->all};
    for (unsigned i = 0; i < insns; i++) {
        struct bar *bar = &bars.bar[i + 1];
        bar->counts = &sorted[i]->counts;
        snprintf(bar->name, sizeof bar->name, "0x%" PRIx64, sorted[i]->pc);
    }
    free(sorted);
    return bars;
}

/* Accesses that have a distance. */
static uint64_t reuses(const struct reuse_counts *counts)
{
    uint64_t sum = 0;
    for (unsigned range = REUSE_0; range < REUSE_RANGES; range++)
        sum += counts->accesses[range];
    return sum;
}

/* Of the reuses, in percent; there must be some. */
static double share(const struct bar *bar, enum reuse_range range)
{
    return 100 * (double)bar->counts->accesses[range] / (double)reuses(bar->counts);
}

static void print_bar(const struct bar *bar)
{
    uint64_t all = reuses(bar->counts);
    printf("%-12s %12" PRIu64 " %12" PRIu64, bar->name, bar->counts->accesses[REUSE_FIRST], all);
    for (unsigned range = REUSE_0; all && range < REUSE_RANGES; range++)
        printf(" %6.1f", share(bar, range));
    putchar('\n');
}

/* The paper's four ranges, which begin with 1. */
static void print_ranges(const struct bar *bar)
{
    if (!reuses(bar->counts))
        return;
    printf("%-45s %6.1f", "  0 in 1-4", share(bar, REUSE_0) + share(bar, REUSE_1_TO_4));
    for (unsigned range = REUSE_5_TO_8; range < REUSE_RANGES; range++)
        printf(" %6.1f", share(bar, range));
    putchar('\n');
}

static void print(const struct bars *bars)
{
    puts("\nreuse distances in the L1s, percent of the reuses; an instruction's are those of lines "
         "that it used last");
    printf("%-12s %12s %12s", "instruction", "first uses", "reuses");
    for (unsigned range = REUSE_0; range < REUSE_RANGES; range++)
        printf(" %6s", reuse_range_name(range));
    putchar('\n');
    print_bar(&bars->bar[0]);
    print_ranges(&bars->bar[0]);
    for (unsigned i = 1; i < bars->count; i++)
        print_bar(&bars->bar[i]);
}

static unsigned height_of(double percent)
{
    return (unsigned)(percent * HEIGHT / 100 + 0.5);
}

/* Stacked from the shortest distances at the bottom; an instruction without reuses has no bar. */
static void draw_bar(FILE *file, const struct bar *bar, unsigned x)
{
    double below = 0;
    for (unsigned range = REUSE_0; reuses(bar->counts) && range < REUSE_RANGES; range++) {
        double above = below + share(bar, range);
        unsigned from = height_of(below), to = height_of(above);
        if (to > from)
            fprintf(file,
                    "<rect class=\"r%u\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\">"
                    "<title>%s: %s %.1f%%</title></rect>\n",
                    range, x, TOP + HEIGHT - to, BAR, to - from, bar->name, reuse_range_name(range),
                    share(bar, range));
        below = above;
    }
    unsigned middle = x + BAR / 2 + 4, bottom = TOP + HEIGHT + 10;
    fprintf(file, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\" transform=\"rotate(-60 %u %u)\">",
            middle, bottom, middle, bottom);
    fprintf(file, "%s</text>\n", bar->name);
}

static void draw_axis(FILE *file, unsigned width)
{
    for (unsigned percent = 0; percent <= 100; percent += PERCENT_STEP) {
        unsigned y = TOP + HEIGHT - height_of(percent);
        fprintf(file,
                "<line x1=\"%d\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>"
                "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%u%%</text>\n",
                LEFT - 4, y, width - 10, y, LEFT - 8, y + 4, percent);
    }
}

/* ">" is spelt for XML. */
static void draw_legend(FILE *file)
{
    for (unsigned range = REUSE_0; range < REUSE_RANGES; range++) {
        unsigned x = LEFT + LEGEND_PITCH * (range - REUSE_0);
        const char *name = reuse_range_name(range);
        bool above = name[0] == '>';
        fprintf(file,
                "<rect class=\"r%u\" x=\"%u\" y=\"34\" width=\"10\" height=\"10\"/>"
                "<text x=\"%u\" y=\"43\">%s%s</text>\n",
                range, x, x + 14, above ? "&gt;" : "", name + above);
    }
}

static void draw(const struct bars *bars, FILE *file)
{
    unsigned width = LEFT + PITCH * bars->count + 34;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %d\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n"
            "<title>Reuse distances in the L1s</title>\n"
            "<style>.r%d{fill:#9db8e0}.r%d{fill:#3a5fa8}.r%d{fill:#1b7f5c}.r%d{fill:#d8a200}"
            ".r%d{fill:#a8322d}text{fill:#222}line{stroke:#ccc}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"20\">Reuse distances in the L1s, share of the reuses: application, "
            "instructions</text>\n",
            width, TOP + HEIGHT + BELOW, REUSE_0, REUSE_1_TO_4, REUSE_5_TO_8, REUSE_9_TO_64,
            REUSE_ABOVE_64, LEFT);
    draw_legend(file);
    draw_axis(file, width);
    for (unsigned i = 0; i < bars->count; i++)
        draw_bar(file, &bars->bar[i], LEFT + 6 + PITCH * i + (i ? PITCH / 2 : 0));
    fputs("</svg>\n", file);
}

void reuse_plot_write(const struct reuse_distance *reuse, const char *file)
{
    struct bars bars = collect(reuse);
    struct output output;
    print(&bars);
    output_open(&output, file);
    draw(&bars, output.file);
    output_close(&output);
    free(bars.bar);
}
