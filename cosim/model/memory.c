/* Sparse memory: see memory.h. Pages are found by a multiplicative hash of their number. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "byte_mask.h"
#include "util.h"

static const uint64_t zero_line[MEMORY_LINE_WORDS];

static size_t slot_of(const struct memory *memory, uint64_t number)
{
    size_t slot = (size_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (memory->size - 1);
    while (memory->slots[slot] && memory->slots[slot]->number != number)
        slot = (slot + 1) & (memory->size - 1);
    return slot;
}

void memory_init(struct memory *memory)
{
    memory->size = 1024;
    memory->used = 0;
    memory->slots = xcalloc(memory->size, sizeof(*memory->slots));
}

void memory_release(struct memory *memory)
{
    for (size_t slot = 0; slot < memory->size; slot++)
        free(memory->slots[slot]);
    free(memory->slots);
}

static void grow(struct memory *memory)
{
    struct memory old = *memory;
    memory->size = old.size * 2;
    memory->slots = xcalloc(memory->size, sizeof(*memory->slots));
    for (size_t slot = 0; slot < old.size; slot++)
        if (old.slots[slot])
            memory->slots[slot_of(memory, old.slots[slot]->number)] = old.slots[slot];
    free(old.slots);
}

static struct memory_page *page_for_writing(struct memory *memory, uint64_t number)
{
    size_t slot = slot_of(memory, number);
    if (memory->slots[slot])
        return memory->slots[slot];
    struct memory_page *page = xcalloc(1, sizeof(*page));
    page->number = number;
    memory->slots[slot] = page;
    if (++memory->used * 2 > memory->size)
        grow(memory);
    return page;
}

const uint64_t *memory_read_line(const struct memory *memory, uint64_t line)
{
    const struct memory_page *page = memory->slots[slot_of(memory, line >> PAGE_LINE_BITS)];
    return page ? &page->words[(line % PAGE_LINES) * MEMORY_LINE_WORDS] : zero_line;
}

void memory_write_line(struct memory *memory, uint64_t line, const uint64_t *words)
{
    struct memory_page *page = page_for_writing(memory, line >> PAGE_LINE_BITS);
    memcpy(&page->words[(line % PAGE_LINES) * MEMORY_LINE_WORDS], words, MEMORY_LINE_BYTES);
}

void memory_write_some(struct memory *memory, uint64_t line, const uint64_t *words,
                       const uint64_t *mask)
{
    struct memory_page *page = page_for_writing(memory, line >> PAGE_LINE_BITS);
    merge_bytes(&page->words[(line % PAGE_LINES) * MEMORY_LINE_WORDS], words, mask);
}

/* Bytes from `address` to the end of its page, at most `size`. */
static size_t piece(uint64_t address, size_t size)
{
    size_t room = sizeof(((struct memory_page *)0)->words) -
                  (size_t)(address % sizeof(((struct memory_page *)0)->words));
    return size < room ? size : room;
}

void memory_write_bytes(struct memory *memory, uint64_t address, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size) {
        size_t n = piece(address, size);
        struct memory_page *page = page_for_writing(memory, address / sizeof(page->words));
        memcpy((char *)page->words + address % sizeof(page->words), from, n);
        address += n;
        from += n;
        size -= n;
    }
}

void memory_read_bytes(const struct memory *memory, uint64_t address, void *bytes, size_t size)
{
    char *to = bytes;
    while (size) {
        size_t n = piece(address, size);
        const struct memory_page *page =
            memory->slots[slot_of(memory, address / sizeof(page->words))];
        if (page)
            memcpy(to, (const char *)page->words + address % sizeof(page->words), n);
        else
            memset(to, 0, n);
        address += n;
        to += n;
        size -= n;
    }
}
