/* Packed records, both directions: see trace_pack.h. */
#include "trace_pack.h"

#include "hash.h"
#include "place_value.h"
#include "stream.h"

#include <string.h>

/* First byte of a record. Without the first two a number of 2 bytes follows, without the third a
 * base of 8. */
enum { FORM_IS_NEXT = 1, FORM_IS_NEW = 2, BASE_GOES_ON = 4 };

struct trace_forms *trace_forms_new(void)
{
    struct trace_forms *forms = xcalloc(1, sizeof *forms);
    forms->count = 1;
    return forms;
}

/* A new form; a full table begins anew. */
static unsigned add_form(struct trace_forms *forms, const struct instruction *head)
{
    if (forms->count == TRACE_FORMS) {
        memset(forms, 0, sizeof *forms);
        forms->count = 1;
    }
    forms->form[forms->count] = (struct trace_form){.head = *head};
    return forms->count++;
}

/* A record of the form has this base. */
static void follow(struct trace_forms *forms, unsigned number, uint64_t base)
{
    struct trace_form *form = &forms->form[number];
    forms->form[forms->last].next = (uint16_t)number;
    forms->last = number;
    form->step = base - form->base;
    form->base = base;
}

static size_t data_bytes(const struct instruction *record)
{
    unsigned lanes =
        instruction_is_broadcast(record) ? 1 : (unsigned)__builtin_popcount(record->mask);
    return (size_t)lanes * record->size;
}

/* Lane by lane, or in one piece. */
static void put_values(const struct instruction *record, uint8_t *data)
{
    unsigned first = (unsigned)__builtin_ctz(record->mask), rank = 0;
    if (instruction_is_contiguous(record) || instruction_is_broadcast(record)) {
        place_value(instruction_strided_address(record, first), data_bytes(record), data);
        return;
    }
    for (uint32_t rest = record->mask; rest; rest &= rest - 1, rank++)
        place_value(instruction_address(record, (unsigned)__builtin_ctz(rest), rank), record->size,
                    data + rank * record->size);
}

/* Bytes behind a record that are in the file. */
static size_t payload_bytes(const struct instruction *record, bool values)
{
    const uint8_t *payload = (const uint8_t *)(record + 1);
    return values ? (size_t)(instruction_data(record) - payload) : record->bytes - sizeof *record;
}

/* ---- writing ---- */

static bool data_are_values(const struct instruction *record)
{
    uint8_t values[LANES * 16];
    const uint8_t *data = instruction_data(record);
    if (!data)
        return false;
    put_values(record, values);
    return !memcmp(values, data, data_bytes(record));
}

/* Where the number of a head stands, or is to stand. */
static uint16_t *find_form(struct trace_forms *forms, const struct instruction *head)
{
    uint64_t words[sizeof *head / 8];
    memcpy(words, head, sizeof words);
    uint64_t at = hash_words(0, words, sizeof words / sizeof words[0]);
    while (forms->place[at %= TRACE_FORM_PLACES] &&
           memcmp(&forms->form[forms->place[at]].head, head, sizeof *head))
        at++;
    return &forms->place[at];
}

static void pack(struct trace_forms *forms, struct trace_out *out, const struct instruction *record)
{
    struct instruction head = *record;
    head.base = 0;
    head.zero[0] = data_are_values(record);
    uint16_t number = *find_form(forms, &head);
    uint8_t first = !number                                   ? FORM_IS_NEW
                    : number == forms->form[forms->last].next ? FORM_IS_NEXT
                                                              : 0;
    if (first == FORM_IS_NEW) {
        number = (uint16_t)add_form(forms, &head);
        *find_form(forms, &head) = number;
    }
    const struct trace_form *form = &forms->form[number];
    if (record->base == form->base + form->step)
        first |= BASE_GOES_ON;
    trace_out_write(out, &first, 1);
    if (first & FORM_IS_NEW)
        trace_out_write(out, &head, sizeof head);
    else if (!(first & FORM_IS_NEXT))
        trace_out_write(out, &number, sizeof number);
    if (!(first & BASE_GOES_ON))
        trace_out_write(out, &record->base, sizeof record->base);
    trace_out_write(out, record + 1, payload_bytes(record, head.zero[0]));
    follow(forms, number, record->base);
}

void trace_pack_warp(struct trace_forms *forms, struct trace_out *out, const struct stream *stream)
{
    forms->last = 0;
    for (size_t at = 0; at < stream->used;) {
        const struct instruction *record =
            (const struct instruction *)(const void *)(stream->bytes + at);
        pack(forms, out, record);
        at += record->bytes;
    }
}

/* ---- reading ---- */

void trace_unpack_begin(struct trace_forms *forms)
{
    forms->last = 0;
}

/* The number of the form whose head comes next, 0 when it is none. */
static unsigned read_form(struct trace_forms *forms, struct trace_in *in)
{
    struct instruction head;
    if (!trace_in_read(in, &head, sizeof head))
        return 0;
    struct instruction plain = head;
    plain.zero[0] = 0;
    const char *wrong = instruction_check_head(&plain);
    bool values = head.zero[0] && instruction_is_memory(&head) && (head.flags & INSTRUCTION_DATA);
    if (!wrong && (head.base || head.zero[0] > 1 || head.zero[0] != values))
        wrong = "the head of a form is none";
    if (!wrong)
        return add_form(forms, &head);
    trace_in_fail(in, "%s", wrong);
    return 0;
}

static unsigned read_number(struct trace_forms *forms, struct trace_in *in, uint8_t first)
{
    uint16_t number = forms->form[forms->last].next;
    if (first & FORM_IS_NEW)
        return read_form(forms, in);
    if (!(first & FORM_IS_NEXT) && !trace_in_read(in, &number, sizeof number))
        return 0;
    if (number && number < forms->count)
        return number;
    trace_in_fail(in, "a record has form %u of %u", number, forms->count - 1);
    return 0;
}

const struct instruction *trace_unpack(struct trace_forms *forms, struct trace_in *in,
                                       struct stream *stream)
{
    uint8_t first;
    if (!trace_in_read(in, &first, 1))
        return NULL;
    if (first > FORM_IS_NEW + BASE_GOES_ON || (first & FORM_IS_NEXT && first & FORM_IS_NEW)) {
        trace_in_fail(in, "a packed record begins with %u", first);
        return NULL;
    }
    unsigned number = read_number(forms, in, first);
    if (!number)
        return NULL;
    const struct trace_form *form = &forms->form[number];
    uint64_t base = form->base + form->step;
    if (!(first & BASE_GOES_ON) && !trace_in_read(in, &base, sizeof base))
        return NULL;
    struct instruction *record = stream_grow(stream, form->head.bytes, STREAM_ROOM);
    memset((uint8_t *)record + form->head.bytes - 8, 0, 8);
    *record = form->head;
    record->base = base;
    record->zero[0] = 0;
    if (!trace_in_read(in, record + 1, payload_bytes(record, form->head.zero[0])))
        return NULL;
    if (form->head.zero[0])
        put_values(record, (uint8_t *)(record + 1) + payload_bytes(record, true));
    stream->used += record->bytes;
    follow(forms, number, base);
    return record;
}
