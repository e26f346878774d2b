/* Frames and their history; see frame.h. */
#include "frame.h"

#include "util.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Those of one direction that are qualified by a valid, or not. */
static void list_ports(struct port_set *set, bool outputs, bool qualified)
{
    struct port_list *list = &set->of[outputs];
    for (unsigned i = 0; i < set->count; i++) {
        const struct block_port *port = set->layout[i].port;
        if (port->is_output == outputs && (port->valid >= 0) == qualified)
            list->port[list->count++] = i;
    }
}

void port_set_init(struct port_set *set, const struct block *block, const void *params)
{
    memset(set, 0, sizeof *set);
    set->block = block;
    set->count = block->port_count;
    for (unsigned i = 0; i < set->count; i++) {
        port_layout_init(&set->layout[i], &block->ports[i], params);
        set->offset[i] = set->words;
        set->words += bits_words(set->layout[i].width);
    }
    for (unsigned kind = 0; kind < 4; kind++)
        list_ports(set, kind >> 1, kind & 1);
}

void frame_init(struct frame *f, const struct port_set *set)
{
    memset(f, 0, sizeof *f);
    f->model = xcalloc(set->words, sizeof(uint64_t));
    f->care = xcalloc(set->words, sizeof(uint64_t));
    f->rtl = xcalloc(set->words, sizeof(uint64_t));
}

void frame_release(struct frame *f)
{
    free(f->model);
    free(f->care);
    free(f->rtl);
}

void frame_copy(struct frame *to, const struct frame *from, const struct port_set *set)
{
    to->cycle = from->cycle;
    to->reset = from->reset;
    memcpy(to->model, from->model, set->words * sizeof(uint64_t));
    memcpy(to->care, from->care, set->words * sizeof(uint64_t));
    memcpy(to->rtl, from->rtl, set->words * sizeof(uint64_t));
}

/* Whether anything of the port is defined, its valid being packed. */
static bool is_offered(const struct frame *f, const struct port_set *set, unsigned port)
{
    int valid = set->layout[port].port->valid;
    if (valid < 0)
        return true;
    uint64_t any = 0;
    for (unsigned w = 0; w < bits_words(set->layout[valid].width); w++)
        any |= f->model[set->offset[valid] + w];
    return any;
}

/* Most ports of a chip have nothing to say in most cycles: their values are not packed. */
static void pack_port(struct frame *f, const struct port_set *set, unsigned port,
                      const void *structure)
{
    const struct port_layout *l = &set->layout[port];
    uint64_t *care = f->care + set->offset[port];
    int valid = l->port->valid;
    if (!is_offered(f, set, port)) {
        bits_fill(care, 0, l->width, false);
        return;
    }
    port_care(l, valid < 0 ? NULL : &set->layout[valid],
              valid < 0 ? NULL : f->model + set->offset[valid], care);
    port_pack(l, structure, f->model + set->offset[port]);
}

void frame_pack(struct frame *f, const struct port_set *set, bool outputs, const void *structure)
{
    const struct port_list *list = &set->of[outputs];
    for (unsigned i = 0; i < list->count; i++)
        pack_port(f, set, list->port[i], structure);
}

void frame_drive(struct frame *f, const struct port_set *set, struct rng *rng)
{
    for (unsigned i = 0; i < set->count; i++) {
        if (set->layout[i].port->is_output)
            continue;
        unsigned width = set->layout[i].width;
        bool holds = rng_percent(rng, 50);
        for (unsigned w = set->offset[i]; width; w++) {
            unsigned used = width < 64 ? width : 64;
            uint64_t random = bits_get((uint64_t[]){rng_next(rng)}, 0, used);
            uint64_t undefined = holds ? f->model[w] : random;
            f->rtl[w] = (f->model[w] & f->care[w]) | (undefined & ~f->care[w]);
            width -= used;
        }
    }
}

void frame_ignore_outputs(struct frame *f, const struct port_set *set)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->layout[i].port->is_output)
            bits_fill(f->care + set->offset[i], 0, set->layout[i].width, false);
}

bool frame_equal(const struct frame *f, const struct port_set *set, bool outputs,
                 struct mismatch *m)
{
    const struct port_list *list = &set->of[outputs];
    for (unsigned k = 0; k < list->count; k++) {
        unsigned i = list->port[k];
        if (!is_offered(f, set, i))
            continue;
        for (unsigned w = 0; w < bits_words(set->layout[i].width); w++) {
            unsigned at = set->offset[i] + w;
            uint64_t difference = (f->model[at] ^ f->rtl[at]) & f->care[at];
            if (!difference)
                continue;
            unsigned bit = w * 64 + (unsigned)__builtin_ctzll(difference);
            *m = (struct mismatch){i, bit / (set->layout[i].width / set->layout[i].count)};
            return false;
        }
    }
    return true;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length >= tail && !strcmp(name + length - tail, suffix);
}

/* A port whose value alone can start work: a valid, a pulse such as flush, a credit, a count. */
static bool can_wake(const struct port_layout *l)
{
    const struct block_port *port = l->port;
    if (port->is_output || port->valid >= 0 || ends_in(port->name, "_ready") ||
        ends_in(port->name, "_en"))
        return false;
    return port->form == PORT_BOOL || port->form == PORT_MASK || ends_in(port->name, "_valid") ||
           ends_in(port->name, "_credit") || ends_in(port->name, "issued");
}

bool frame_is_quiet(const struct frame *f, const struct port_set *set)
{
    for (unsigned i = 0; i < set->count; i++) {
        if (!can_wake(&set->layout[i]))
            continue;
        for (unsigned w = 0; w < bits_words(set->layout[i].width); w++)
            if (f->model[set->offset[i] + w])
                return false;
    }
    return true;
}

void frame_print_bits(FILE *file, const uint64_t *bits, const uint64_t *care, unsigned lsb,
                      unsigned width)
{
    bool defined = !care || bits_get(care, lsb, 1);
    for (unsigned digit = (width + 3) / 4; digit--;) {
        unsigned bit = digit * 4, used = width - bit < 4 ? width - bit : 4;
        if (defined)
            fprintf(file, "%x", (unsigned)bits_get(bits, lsb + bit, used));
        else
            fputc('x', file);
    }
}

void frame_print_mismatch(FILE *file, const struct frame *f, const struct port_set *set,
                          const struct mismatch *m)
{
    const struct port_layout *l = &set->layout[m->port];
    unsigned width = l->width / l->count, lsb = m->element * width, offset = set->offset[m->port];
    fprintf(file, "%s", l->port->name);
    if (l->count > 1)
        fprintf(file, "[%u]", m->element);
    fprintf(file, " (%s): expected (model) 0x", l->port->comment);
    frame_print_bits(file, f->model + offset, NULL, lsb, width);
    fprintf(file, ", actual (RTL) 0x");
    frame_print_bits(file, f->rtl + offset, NULL, lsb, width);
}

void history_init(struct history *h, const struct port_set *set)
{
    h->recorded = 0;
    for (unsigned i = 0; i < HISTORY_FRAMES; i++)
        frame_init(&h->frames[i], set);
}

void history_release(struct history *h)
{
    for (unsigned i = 0; i < HISTORY_FRAMES; i++)
        frame_release(&h->frames[i]);
}

void history_record(struct history *h, const struct frame *f, const struct port_set *set)
{
    frame_copy(&h->frames[h->recorded++ % HISTORY_FRAMES], f, set);
}

/* One cell: elements separated by commas, x where undefined, model!rtl where they differ. */
static void print_cell(FILE *file, const struct frame *f, const struct port_set *set, unsigned port)
{
    const struct port_layout *l = &set->layout[port];
    const uint64_t *model = f->model + set->offset[port], *care = f->care + set->offset[port];
    const uint64_t *rtl = f->rtl + set->offset[port];
    unsigned width = l->width / l->count;
    for (unsigned i = l->count; i--;) {
        unsigned lsb = i * width;
        bool differs = false;
        for (unsigned bit = lsb; bit < lsb + width; bit++)
            differs |= bits_get(care, bit, 1) && bits_get(model, bit, 1) != bits_get(rtl, bit, 1);
        frame_print_bits(file, model, care, lsb, width);
        if (differs) {
            fputc('!', file);
            frame_print_bits(file, rtl, NULL, lsb, width);
        }
        if (i && width > 1)
            fputc(',', file);
    }
}

static void print_row(FILE *file, const struct frame *f, const struct port_set *set)
{
    fprintf(file, "%10" PRIu64, f->cycle);
    for (unsigned i = 0; i < set->count; i++) {
        fprintf(file, "  ");
        print_cell(file, f, set, i);
    }
    fprintf(file, "%s\n", f->reset ? "  reset" : "");
}

void history_print(const struct history *h, const struct port_set *set, FILE *file)
{
    fprintf(file, "# %s, one row per cycle; columns: cycle", set->block->name);
    for (unsigned i = 0; i < set->count; i++)
        fprintf(file, " %s%s", set->layout[i].port->name,
                set->layout[i].port->is_output ? "(out)" : "");
    fprintf(file,
            "\n# x: not defined; model!rtl: they differ; elements of {N} ports: highest first\n");
    uint64_t first = h->recorded > HISTORY_FRAMES ? h->recorded - HISTORY_FRAMES : 0;
    for (uint64_t i = first; i < h->recorded; i++)
        print_row(file, &h->frames[i % HISTORY_FRAMES], set);
}
