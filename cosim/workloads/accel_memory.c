/* Pages, values and writers of an imported trace: see accel_memory.h. */
#include "accel_memory.h"

#include "hash.h"
#include "place_value.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_BITS = 5 };
#define PAGE_BYTES      (UINT64_C(1) << ACCEL_PAGE_BITS)
#define SEVERAL_WRITERS UINT32_MAX

void accel_memory_init(struct accel_memory *memory, struct image *image)
{
    memset(memory, 0, sizeof *memory);
    memory->image = image;
}

void accel_memory_release(struct accel_memory *memory)
{
    free(memory->writer);
}

void accel_memory_begin_kernel(struct accel_memory *memory)
{
    if (memory->writers)
        memset(memory->writer, 0, memory->writers * sizeof *memory->writer);
}

/* Room for the writers of a page that was just added. */
static void extend_writers(struct accel_memory *memory, uint64_t end)
{
    uint64_t writers = (end - IMAGE_BASE) >> SECTOR_BITS;
    memory->writer = xrealloc(memory->writer, writers * sizeof *memory->writer);
    memset(memory->writer + memory->writers, 0,
           (writers - memory->writers) * sizeof *memory->writer);
    memory->writers = writers;
}

static struct accel_page *find_page(struct accel_memory *memory, uint64_t number)
{
    uint64_t at = hash_word(0, number) % ACCEL_PAGES;
    while (memory->page[at].number && memory->page[at].number != number + 1)
        at = (at + 1) % ACCEL_PAGES;
    return &memory->page[at];
}

uint64_t accel_memory_place(struct accel_memory *memory, uint64_t address)
{
    uint64_t number = address >> ACCEL_PAGE_BITS;
    if (memory->last.number != number + 1) {
        struct accel_page *page = find_page(memory, number);
        if (!page->number) { /* image_allocate ends the program long before all places are taken */
            page->place = image_allocate(memory->image, PAGE_BYTES);
            page->number = number + 1;
            extend_writers(memory, page->place + PAGE_BYTES);
        }
        memory->last = *page;
    }
    return memory->last.place + (address & (PAGE_BYTES - 1));
}

void accel_memory_fill(struct accel_memory *memory, uint64_t address, uint64_t bytes)
{
    while (bytes) {
        uint64_t in_page = PAGE_BYTES - (address & (PAGE_BYTES - 1));
        uint64_t part = bytes < in_page ? bytes : in_page;
        uint64_t place = accel_memory_place(memory, address);
        place_value(place, part, image_at(memory->image, place, part));
        address += part;
        bytes -= part;
    }
}

void accel_memory_write(struct accel_memory *memory, uint64_t place, uint32_t warp)
{
    uint32_t *writer = &memory->writer[(place - IMAGE_BASE) >> SECTOR_BITS];
    *writer = !*writer || *writer == warp ? warp : SEVERAL_WRITERS;
}

bool accel_memory_is_certain(const struct accel_memory *memory, uint64_t place, unsigned size,
                             uint32_t warp)
{
    uint32_t writer = memory->writer[(place - IMAGE_BASE) >> SECTOR_BITS];
    if (writer && (writer != warp || warp == SEVERAL_WRITERS))
        return false;
    return !memchr(image_at(memory->image, place, size), 0, size);
}
