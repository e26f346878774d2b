/* See heat_map.h. */
#include "heat_map.h"

#include "util.h"

#include <inttypes.h>
#include <stdio.h>

/* Of the drawing, in pixels: the map is a square of whole cells, about SIDE wide. */
enum { LEFT = 70, TOP = 64, SIDE = 480, RIGHT = 110, BELOW = 56 };
enum { CELL_MIN = 2, LABELS = 16, SWATCHES = 6, SWATCH = 24 };
static const unsigned darkest[3] = {8, 48, 107}; /* red, green, blue; 0% is white */

struct heat_map {
    const struct sharing *sharing;
    unsigned cores;
    unsigned cell; /* side of a cell */
    double most;   /* the largest share, in percent */
};

/* Of the misses of a core those whose line the other one's L1 held, in percent. */
static double share_of(const struct heat_map *map, unsigned core, unsigned holder)
{
    uint64_t missed = map->sharing->missed[core];
    return missed ? 100 * (double)map->sharing->held[core * map->cores + holder] / (double)missed
                  : 0;
}

static double largest(const struct heat_map *map)
{
    double most = 0;
    for (unsigned core = 0; core < map->cores; core++)
        for (unsigned holder = 0; holder < map->cores; holder++) {
            double share = share_of(map, core, holder);
            most = share > most ? share : most;
        }
    return most;
}

static void put_color(FILE *file, double part)
{
    fputs(" fill=\"rgb(", file);
    for (unsigned i = 0; i < 3; i++)
        fprintf(file, "%s%u", i ? "," : "", (unsigned)(255 - part * (255 - darkest[i]) + 0.5));
    fputs(")\"", file);
}

static void put_escaped(FILE *file, const char *text)
{
    for (; *text; text++)
        if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '<')
            fputs("&lt;", file);
        else if ((unsigned char)*text >= ' ')
            putc(*text, file);
}

/* What ran on what. */
static void put_title(FILE *file, const struct run *run)
{
    put_escaped(file, run->trace ? run->trace : run->argv[0]);
    for (int i = run->trace ? 0 : 1; i < run->argc; i++) {
        putc(' ', file);
        put_escaped(file, run->argv[i]);
    }
    fputs(" on ", file);
    put_escaped(file, run->preset ? run->preset : "the default configuration");
}

static unsigned side(const struct heat_map *map)
{
    return map->cell * map->cores;
}

static void draw_head(FILE *file, const struct run *run, const struct heat_map *map)
{
    const struct sharing *sharing = map->sharing;
    double reuse =
        sharing->misses ? 100 * (double)sharing->replicated / (double)sharing->misses : 0;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n<title>Sharing of L1 misses: ",
            LEFT + side(map) + RIGHT, TOP + side(map) + BELOW);
    put_title(file, run);
    fprintf(file,
            "</title>\n<style>text{fill:#222}.own{fill:#ddd}.frame{fill:none;stroke:#888}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"22\" font-size=\"14\">",
            LEFT);
    put_title(file, run);
    fprintf(file,
            "</text>\n<text x=\"%d\" y=\"42\">%u cores, reuse coefficient %.1f%%: of %" PRIu64
            " load misses another L1 held the line of %" PRIu64 "</text>\n",
            LEFT, map->cores, reuse, sharing->misses, sharing->replicated);
}

/* Core 0 is at the left and at the bottom; what is white is left out. */
static void draw_cell(FILE *file, const struct heat_map *map, unsigned core, unsigned holder)
{
    double share = share_of(map, core, holder);
    if (core != holder && share <= 0)
        return;
    fprintf(file, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"", LEFT + core * map->cell,
            TOP + (map->cores - 1 - holder) * map->cell, map->cell, map->cell);
    if (core == holder) {
        fputs(" class=\"own\"/>\n", file);
        return;
    }
    put_color(file, share / map->most);
    fprintf(file,
            "><title>core %u missed, core %u held: %.2f%%, %" PRIu64 " of %" PRIu64
            "</title></rect>\n",
            core, holder, share, map->sharing->held[core * map->cores + holder],
            map->sharing->missed[core]);
}

static void draw_axes(FILE *file, const struct heat_map *map)
{
    unsigned step = (map->cores + LABELS - 1) / LABELS, bottom = TOP + side(map);
    unsigned middle = side(map) / 2;
    fprintf(file, "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%u\" height=\"%u\"/>\n", LEFT,
            TOP, side(map), side(map));
    for (unsigned core = 0; core < map->cores; core += step) {
        unsigned at = core * map->cell + map->cell / 2;
        fprintf(file,
                "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%u</text>"
                "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">%u</text>\n",
                LEFT + at, bottom + 16, core, LEFT - 6, bottom - at + 4, core);
    }
    fprintf(file,
            "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">core that missed</text>\n"
            "<text x=\"24\" y=\"%u\" text-anchor=\"middle\" transform=\"rotate(-90 24 %u)\">"
            "core whose L1 held the line</text>\n",
            LEFT + middle, bottom + 40, TOP + middle, TOP + middle);
}

static void draw_legend(FILE *file, const struct heat_map *map)
{
    unsigned x = LEFT + side(map) + 20;
    fprintf(file, "<text x=\"%u\" y=\"%d\">of its misses</text>\n", x, TOP + 8);
    for (unsigned i = 0; i < SWATCHES; i++) {
        double part = 1 - (double)i / (SWATCHES - 1);
        unsigned y = TOP + 16 + i * SWATCH;
        fprintf(file, "<rect class=\"swatch\" x=\"%u\" y=\"%u\" width=\"16\" height=\"%d\"", x, y,
                SWATCH);
        put_color(file, part);
        fprintf(file, " stroke=\"#888\"/><text x=\"%u\" y=\"%u\">%.2f%%</text>\n", x + 22,
                y + SWATCH / 2 + 4, part * map->most);
    }
    fprintf(file,
            "<rect class=\"own\" x=\"%u\" y=\"%u\" width=\"16\" height=\"%d\"/>"
            "<text x=\"%u\" y=\"%u\">own L1</text>\n",
            x, TOP + 28 + SWATCHES * SWATCH, SWATCH, x + 22,
            TOP + 28 + SWATCHES * SWATCH + SWATCH / 2 + 4);
}

void heat_map_write(const struct run *run, const struct sharing *sharing, const char *path)
{
    unsigned cores = run->config.cores;
    struct heat_map map = {.sharing = sharing, .cores = cores, .cell = SIDE / cores};
    struct output output;
    map.cell = map.cell < CELL_MIN ? CELL_MIN : map.cell;
    map.most = largest(&map);
    output_open(&output, path);
    draw_head(output.file, run, &map);
    for (unsigned core = 0; core < cores; core++)
        for (unsigned holder = 0; holder < cores; holder++)
            draw_cell(output.file, &map, core, holder);
    draw_axes(output.file, &map);
    draw_legend(output.file, &map);
    fputs("</svg>\n", output.file);
    output_close(&output);
}
