/* Twin of rtl/llc_lines.v. */
#include "llc_lines.h"

#include <stdlib.h>

#include "atomic_unit.h"
#include "hash.h"
#include "util.h"

void llc_lines_init(struct llc_lines *lines, const struct llc_lines_params *params)
{
    *lines = (struct llc_lines){.ram = xcalloc(params->lines, sizeof *lines->ram)};
}

void llc_lines_release(struct llc_lines *lines)
{
    free(lines->ram);
}

void llc_lines_reset(struct llc_lines *lines)
{
    lines->executing = lines->writes = 0;
    lines->line_valid = false;
}

void llc_lines_outputs(const struct llc_lines *lines, struct llc_lines_out *out)
{
    out->read_room = llc_lines_read_room(lines);
    out->write_room = llc_lines_write_room(lines);
    out->atomic_done = lines->executing == 1;
    out->fill_room = llc_lines_fill_room(lines);
    out->error_corrected = out->error_lost = false;
    out->line_valid = lines->line_valid;
    if (lines->line_valid)
        memcpy(out->line_data, lines->line, sizeof out->line_data);
}

/* The RAM has its sectors later; who reads the line until then is given them all the same. */
void llc_lines_execute(struct llc_lines *lines, unsigned place, unsigned op, const uint64_t *mask,
                       const uint64_t *operands)
{
    unsigned sectors = touched_sectors(mask);
    uint64_t results[LLC_LINE_WORDS] = {0};
    const uint64_t whole[2] = {atomic_whole_words(mask[0]), atomic_whole_words(mask[1])};
    lines->executing = (uint8_t)atomic_steps(mask);
    lines->writes |= (uint8_t)(atomic_writes(mask) >> 1);
    if (!operands)
        return;
    for (unsigned at = 0; sectors; at += ATOMIC_SECTOR_WORDS, sectors >>= 1)
        if (sectors & 1)
            atomic_sector((enum atomic_op)op, lines->line + at, operands + at, results + at);
    merge_bytes(lines->ram[place], results, whole);
}

void llc_lines_step(struct llc_lines *lines, const struct llc_lines_in *in)
{
    bool reads = in->read_valid || (in->access_valid && in->access_reads);
    llc_lines_advance(lines);
    if (in->fill_valid)
        llc_lines_write(lines, (unsigned)in->fill_place, in->fill_data, in->fill_mask);
    if (reads)
        llc_lines_read(lines, (unsigned)in->place_read);
    if (in->access_valid || in->read_valid)
        lines->line_valid = reads;
    if (!in->access_valid)
        return;
    if (in->access_stores)
        llc_lines_write(lines, (unsigned)in->place, in->data, in->mask);
    if (in->access_executes)
        llc_lines_execute(lines, (unsigned)in->place, (unsigned)in->op, in->mask, in->data);
}

/* Without the RAM, which no reset clears: it shows when it is read. */
uint64_t llc_lines_hash(const struct llc_lines *lines)
{
    uint64_t hash = hash_word(0, (uint64_t)lines->writes << 16 | (uint64_t)lines->executing << 8 |
                                     lines->line_valid);
    return lines->line_valid ? hash_words(hash, lines->line, LLC_LINE_WORDS) : hash;
}
