/* Writer of vector files; see vectors.h. The reader is the bench that replay_bench.c generates. */
#include "vectors.h"

void vectors_begin(FILE *file, const struct port_set *set, const char *config)
{
    fprintf(file, "memloom vectors 1\nblock %s %s\nrst", set->block->name, config);
    for (unsigned i = 0; i < set->count; i++)
        fprintf(file, " %s*%u", set->layout[i].port->name, set->layout[i].count);
    fputc('\n', file);
}

void vectors_record(FILE *file, const struct port_set *set, const struct frame *f)
{
    fputc(f->reset ? '1' : '0', file);
    for (unsigned i = 0; i < set->count; i++) {
        const struct port_layout *l = &set->layout[i];
        unsigned width = l->width / l->count;
        for (unsigned element = 0; element < l->count; element++) {
            fputc(' ', file);
            frame_print_bits(file, f->model + set->offset[i], f->care + set->offset[i],
                             element * width, width);
        }
    }
    fputc('\n', file);
}
