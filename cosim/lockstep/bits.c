/* Packing of port fields: one loop over the entries of a field, one case per representation. */
#include "bits.h"

#include "util.h"

#include <string.h>

static uint64_t low_mask(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

uint64_t bits_get(const uint64_t *bits, unsigned lsb, unsigned width)
{
    unsigned word = lsb / 64, shift = lsb % 64;
    uint64_t value = bits[word] >> shift;
    if (shift && shift + width > 64)
        value |= bits[word + 1] << (64 - shift);
    return value & low_mask(width);
}

void bits_set(uint64_t *bits, unsigned lsb, unsigned width, uint64_t value)
{
    unsigned word = lsb / 64, shift = lsb % 64;
    uint64_t mask = low_mask(width);
    value &= mask;
    bits[word] = (bits[word] & ~(mask << shift)) | value << shift;
    if (shift && shift + width > 64)
        bits[word + 1] = (bits[word + 1] & ~(mask >> (64 - shift))) | value >> (64 - shift);
}

void bits_copy(uint64_t *to, unsigned to_lsb, const uint64_t *from, unsigned from_lsb,
               unsigned width)
{
    unsigned whole = to_lsb % 64 || from_lsb % 64 ? 0 : width / 64; /* words that lie alike */
    memcpy(to + to_lsb / 64, from + from_lsb / 64, whole * sizeof *to);
    for (unsigned done = whole * 64; done < width;) {
        unsigned step = width - done < 64 ? width - done : 64;
        bits_set(to, to_lsb + done, step, bits_get(from, from_lsb + done, step));
        done += step;
    }
}

void bits_fill(uint64_t *bits, unsigned lsb, unsigned width, bool one)
{
    for (unsigned done = 0; done < width;) {
        unsigned step = width - done < 64 ? width - done : 64;
        bits_set(bits, lsb + done, step, one ? UINT64_MAX : 0);
        done += step;
    }
}

void port_layout_init(struct port_layout *l, const struct block_port *port, const void *params)
{
    l->port = port;
    l->width = port->width(params);
    l->count = port->count(params);
    if (!l->count || !l->width || l->width % l->count)
        bug("port %s: %u bits in %u elements", port->name, l->width, l->count);
    l->entries = port->is_array ? l->count : 1;
    l->entry_width = l->width / l->entries;
}

void port_pack(const struct port_layout *l, const void *structure, uint64_t *bits)
{
    const struct block_port *port = l->port;
    const char *field = (const char *)structure + port->offset;
    if (l->entries == 1 && port->form != PORT_WIDE) {
        bits[0] = port->form == PORT_BOOL ? *(const bool *)field : *(const uint64_t *)field;
        bits[0] &= low_mask(l->width);
        return;
    }
    memset(bits, 0, bits_words(l->width) * sizeof *bits);
    for (unsigned i = 0; i < l->entries; i++) {
        unsigned lsb = i * l->entry_width;
        const uint64_t *words;
        switch (port->form) {
        case PORT_BOOL:
            bits_set(bits, lsb, 1, ((const bool *)field)[i]);
            break;
        case PORT_MASK:
        case PORT_WORD:
            bits_set(bits, lsb, l->entry_width, ((const uint64_t *)field)[i]);
            break;
        case PORT_WIDE:
            words = port->is_output ? (const uint64_t *)field + i * port->words
                                    : ((const uint64_t *const *)field)[i];
            if (words)
                bits_copy(bits, lsb, words, 0, l->entry_width);
            break;
        }
    }
}

unsigned port_storage(const struct port_layout *l)
{
    return l->port->form == PORT_WIDE && !l->port->is_output ? l->entries * l->port->words : 0;
}

void port_unpack(const struct port_layout *l, const uint64_t *bits, void *structure,
                 uint64_t *storage)
{
    const struct block_port *port = l->port;
    char *field = (char *)structure + port->offset;
    for (unsigned i = 0; i < l->entries; i++) {
        unsigned lsb = i * l->entry_width;
        uint64_t *words;
        switch (port->form) {
        case PORT_BOOL:
            ((bool *)field)[i] = bits_get(bits, lsb, 1);
            break;
        case PORT_MASK:
        case PORT_WORD:
            ((uint64_t *)field)[i] = bits_get(bits, lsb, l->entry_width);
            break;
        case PORT_WIDE:
            words =
                port->is_output ? (uint64_t *)field + i * port->words : storage + i * port->words;
            memset(words, 0, port->words * sizeof *words);
            bits_copy(words, 0, bits, lsb, l->entry_width);
            if (!port->is_output)
                ((const uint64_t **)field)[i] = words;
            break;
        }
    }
}

void port_care(const struct port_layout *l, const struct port_layout *valid,
               const uint64_t *valid_bits, uint64_t *care)
{
    unsigned groups = valid ? valid->count : 1, group = l->width / groups;
    if (l->width % groups)
        bug("port %s: %u bits are not divisible among %u valids", l->port->name, l->width, groups);
    memset(care, 0, bits_words(l->width) * sizeof *care);
    for (unsigned i = 0; i < groups; i++)
        if (!valid || bits_get(valid_bits, i, 1))
            bits_fill(care, i * group, group, true);
}
