/* See timeline.h. */
#include "timeline.h"

#include "util.h"

#include <inttypes.h>

enum { COLUMNS = 72 };                                         /* characters of a printed line */
enum { WIDTH = 960, LEFT = 80, TOP = 40, ROW = 14, BAR = 10 }; /* of the drawing, in pixels */
enum organization { PRIVATE, SAMPLE, SHARED };

static const char letters[] = {[PRIVATE] = 'p', [SAMPLE] = 'S', [SHARED] = 's'};
static const char *const classes[] = {
    [PRIVATE] = "private", [SAMPLE] = "sample", [SHARED] = "shared"};

static enum organization organization_of(const struct gpu_organization *phase)
{
    if (phase->share_even)
        return SHARED;
    return phase->share_odd ? SAMPLE : PRIVATE;
}

/* One stretch of a core's time line. */
typedef void (*stretch)(void *context, enum organization, uint64_t from, uint64_t to);

static void walk(const struct gpu *gpu, unsigned core, stretch visit, void *context)
{
    enum organization now = PRIVATE;
    uint64_t from = 0;
    for (unsigned i = 0; i < gpu->phase_count; i++) {
        const struct gpu_organization *phase = &gpu->phases[i];
        if (phase->core != core)
            continue;
        visit(context, now, from, phase->cycle);
        now = organization_of(phase);
        from = phase->cycle;
    }
    visit(context, now, from, gpu->now);
}

struct strip {
    uint64_t cycles;           /* of the whole run */
    uint64_t time[COLUMNS][3]; /* cycles of each organization in each column */
    uint64_t total[3];
};

static void add_to_strip(void *context, enum organization which, uint64_t from, uint64_t to)
{
    struct strip *strip = context;
    strip->total[which] += to - from;
    while (from < to) {
        uint64_t column = from * COLUMNS / strip->cycles;
        uint64_t end = ((column + 1) * strip->cycles + COLUMNS - 1) / COLUMNS;
        end = end < to ? end : to;
        strip->time[column][which] += end - from;
        from = end;
    }
}

/* Each column shows what lasted longest in it. */
static void print_core(const struct gpu *gpu, unsigned core)
{
    struct strip strip = {.cycles = gpu->now ? gpu->now : 1};
    walk(gpu, core, add_to_strip, &strip);
    printf("core %3u  ", core);
    for (unsigned c = 0; c < COLUMNS; c++) {
        enum organization most = PRIVATE;
        for (unsigned k = SAMPLE; k <= SHARED; k++)
            if (strip.time[c][k] > strip.time[c][most])
                most = (enum organization)k;
        putchar(letters[most]);
    }
    double percent = 100.0 / (double)strip.cycles;
    printf("  sampling %.1f%%, shared %.1f%%, private %.1f%%\n",
           (double)strip.total[SAMPLE] * percent, (double)strip.total[SHARED] * percent,
           (double)strip.total[PRIVATE] * percent);
}

struct drawing {
    FILE *file;
    double scale; /* pixels per cycle */
    unsigned y;
};

static void draw_stretch(void *context, enum organization which, uint64_t from, uint64_t to)
{
    const struct drawing *drawing = context;
    if (to > from)
        fprintf(drawing->file,
                "<rect class=\"%s\" x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\"/>\n",
                classes[which], LEFT + (double)from * drawing->scale, drawing->y,
                (double)(to - from) * drawing->scale, BAR);
}

static void draw(const struct gpu *gpu, FILE *file)
{
    unsigned height = TOP + gpu->config.cores * ROW + 30;
    struct drawing drawing = {.file = file,
                              .scale = (WIDTH - LEFT - 10) / (double)(gpu->now ? gpu->now : 1)};
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n"
            "<title>Organization of each core's L1 over time</title>\n"
            "<style>.sample{fill:#d8a200}.shared{fill:#1b7f5c}.private{fill:#3a5fa8}"
            "text{fill:#222}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            WIDTH, height);
    static const char *const names[] = {"private", "sampling", "shared"};
    for (unsigned k = 0; k < 3; k++)
        fprintf(file,
                "<rect class=\"%s\" x=\"%u\" y=\"12\" width=\"10\" height=\"10\"/>"
                "<text x=\"%u\" y=\"21\">%s</text>\n",
                classes[k], LEFT + 90 * k, LEFT + 14 + 90 * k, names[k]);
    for (unsigned core = 0; core < gpu->config.cores; core++) {
        drawing.y = TOP + core * ROW;
        fprintf(file, "<text x=\"8\" y=\"%u\">core %u</text>\n", drawing.y + 9, core);
        walk(gpu, core, draw_stretch, &drawing);
    }
    fprintf(file,
            "<text x=\"%d\" y=\"%u\">cycle 0</text>"
            "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%" PRIu64 "</text>\n</svg>\n",
            LEFT, height - 12, WIDTH - 10, height - 12, gpu->now);
}

void timeline_write(const struct gpu *gpu, const char *file)
{
    struct output output;
    printf("organization of the L1s over %" PRIu64 " cycles (p private, S sampling, s shared):\n",
           gpu->now);
    for (unsigned core = 0; core < gpu->config.cores; core++)
        print_core(gpu, core);
    output_open(&output, file);
    draw(gpu, output.file);
    output_close(&output);
}
