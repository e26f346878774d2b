/* Bookkeeping of Mars' map step: see mars.h. */
#include "mars.h"

#include "util.h"
#include "workload_class.h"

#include <stdlib.h>
#include <string.h>

static const struct access load_count = LOAD(1, 4, 0), load_inter = LOAD(2, 16, 2);
static const struct access load_key_size = LOAD(3, 4, 1), load_val_size = LOAD(4, 4, 0);
static const struct access store_inter = STORE(5, 16), load_input = LOAD(6, 16, 0);
static const struct access load_emitted = LOAD(14, 8, 2), load_key_base = LOAD(15, 4, 1);
static const struct access load_val_base = LOAD(16, 4, 0);
static const struct access store_key = STORE(17, 1), store_val = STORE(18, 1);
static const struct access store_emitted = STORE(19, 8), load_index = LOAD(20, 4, 1);
static const struct access load_count_again = LOAD(21, 4, 0), load_offsets = LOAD(22, 16, 0);
static const struct access store_offsets = STORE(23, 16), store_index = STORE(24, 4);

/* Bytes of an element of each array. */
static unsigned element_bytes(const struct mars *mars, enum mars_array array)
{
    const unsigned bytes[MARS_ARRAYS] = {[MARS_PS_COUNTS] = 4,
                                         [MARS_PS_KEY_SIZES] = 4,
                                         [MARS_PS_VAL_SIZES] = 4,
                                         [MARS_INTER_OFFSETS] = 16,
                                         [MARS_INPUT_OFFSETS] = 16,
                                         [MARS_INPUT_KEYS] = mars->key_in,
                                         [MARS_INPUT_VALS] = mars->val_in,
                                         [MARS_KEY_VAL_OFFSETS] = 8,
                                         [MARS_CUR_INDEX] = 4,
                                         [MARS_INTER_KEYS] = mars->key_out,
                                         [MARS_INTER_VALS] = mars->val_out};
    return bytes[array];
}

static bool is_output(enum mars_array array)
{
    return array == MARS_INTER_OFFSETS || array == MARS_INTER_KEYS || array == MARS_INTER_VALS;
}

void mars_allocate(struct workload *w, struct mars *mars)
{
    for (unsigned i = 0; i < MARS_ARRAYS; i++)
        mars->array[i] = image_allocate(
            &w->image, element_bytes(mars, i) * (is_output(i) ? mars->outputs : mars->records));
    mars->offsets = xcalloc(mars->outputs + 1, sizeof *mars->offsets);
    mars->emits = xcalloc(mars->records / LANES + 1, sizeof *mars->emits);
    mars->outputs = 0;
}

void mars_release(struct mars *mars)
{
    free(mars->offsets);
    free(mars->emits);
}

static void put_element(const struct workload *w, const struct mars *mars, enum mars_array array,
                        uint64_t element, const void *value)
{
    unsigned bytes = element_bytes(mars, array);
    memcpy(image_at(&w->image, mars->array[array] + element * bytes, bytes), value, bytes);
}

void mars_fill(const struct workload *w, struct mars *mars, uint64_t record, const void *key,
               const void *val, bool emits)
{
    const int32_t count = (int32_t)mars->outputs;
    const int32_t key_size = count * (int32_t)mars->key_out;
    const int32_t val_size = count * (int32_t)mars->val_out;
    const int32_t input[4] = {(int32_t)(record * mars->key_in), (int32_t)mars->key_in,
                              (int32_t)(record * mars->val_in), (int32_t)mars->val_in};
    const int32_t output[4] = {key_size, (int32_t)mars->key_out, val_size, (int32_t)mars->val_out};
    put_element(w, mars, MARS_PS_COUNTS, record, &count);
    put_element(w, mars, MARS_PS_KEY_SIZES, record, &key_size);
    put_element(w, mars, MARS_PS_VAL_SIZES, record, &val_size);
    put_element(w, mars, MARS_INPUT_OFFSETS, record, input);
    put_element(w, mars, MARS_INPUT_KEYS, record, key);
    put_element(w, mars, MARS_INPUT_VALS, record, val);
    if (!emits)
        return;
    mars->emits[record / LANES] |= UINT32_C(1) << record % LANES;
    memcpy(mars->offsets[mars->outputs++], output, sizeof output);
}

struct kernel mars_kernel(const struct mars *mars)
{
    return (struct kernel){.name = "map",
                           .blocks = (mars->records + MARS_THREADS - 1) / MARS_THREADS,
                           .warps = MARS_WARPS};
}

bool mars_warp(const struct mars *mars, struct simt *simt, uint64_t block, unsigned warp,
               struct mars_records *records)
{
    records->first = block * MARS_THREADS + warp * LANES;
    simt_warp(simt, warp, low_lanes((int64_t)(mars->records - records->first)));
    if (!simt->active)
        return false;
    simt_alu(simt, 4);
    return true;
}

/* Addresses of element index[lane] of an array. */
static void elements(const struct mars *mars, enum mars_array array, const int32_t index[LANES],
                     uint64_t address[LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        address[lane] = mars->array[array] + element_bytes(mars, array) * (uint64_t)index[lane];
}

/* Addresses of the lanes' own elements. */
static void own(const struct mars *mars, enum mars_array array, const struct mars_records *records,
                uint64_t address[LANES])
{
    lane_addresses(address, mars->array[array] + element_bytes(mars, array) * records->first,
                   element_bytes(mars, array));
}

/* Loads the lanes' own elements of an array of words. */
static void load_own(const struct mars *mars, struct simt *simt, const struct access *access,
                     enum mars_array array, const struct mars_records *records,
                     int32_t value[LANES])
{
    uint64_t address[LANES];
    own(mars, array, records, address);
    simt_load(simt, access, address, value);
}

void mars_read(const struct mars *mars, struct simt *simt, struct mars_records *records)
{
    uint64_t address[LANES], inter_address[LANES];
    int32_t count[LANES] = {0}, key[LANES] = {0}, val[LANES] = {0};
    int32_t inter[LANES][4] = {{0}}, input[LANES][4] = {{0}};
    uint32_t lanes = simt->active, emitting = lanes & mars->emits[records->first / LANES];
    load_own(mars, simt, &load_count, MARS_PS_COUNTS, records, count);
    elements(mars, MARS_INTER_OFFSETS, count, inter_address);
    simt->active = emitting;
    simt_load(simt, &load_inter, inter_address, inter);
    simt->active = lanes;
    load_own(mars, simt, &load_key_size, MARS_PS_KEY_SIZES, records, key);
    load_own(mars, simt, &load_val_size, MARS_PS_VAL_SIZES, records, val);
    for (unsigned lane = 0; lane < LANES; lane++) {
        inter[lane][0] = key[lane];
        inter[lane][2] = val[lane];
    }
    simt->active = emitting;
    simt_store(simt, &store_inter, inter_address, inter);
    simt->active = lanes;
    own(mars, MARS_INPUT_OFFSETS, records, address);
    simt_load(simt, &load_input, address, input);
    for (unsigned lane = 0; lane < LANES; lane++) {
        records->key[lane] = mars->array[MARS_INPUT_KEYS] + (uint64_t)input[lane][0];
        records->val[lane] = mars->array[MARS_INPUT_VALS] + (uint64_t)input[lane][2];
    }
}

/* Copies `bytes` bytes per lane one by one, as Mars does: value + lane * bytes to address[lane]. */
static void copy_bytes(struct simt *simt, const struct access *store, const uint64_t to[LANES],
                       const void *value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint64_t address[LANES];
        uint8_t byte[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            address[lane] = to[lane] + i;
            byte[lane] = ((const uint8_t *)value)[lane * bytes + i];
        }
        simt_alu(simt, 1);
        simt_store(simt, store, address, byte);
    }
}

/* The output record's bytes. */
static void emit_bytes(const struct mars *mars, struct simt *simt,
                       const struct mars_records *records, const void *key_bytes,
                       const void *val_bytes)
{
    uint64_t emitted_address[LANES], to_key[LANES], to_val[LANES];
    int32_t emitted[LANES][2] = {{0}}, key[LANES] = {0}, val[LANES] = {0};
    own(mars, MARS_KEY_VAL_OFFSETS, records, emitted_address);
    simt_load(simt, &load_emitted, emitted_address, emitted);
    load_own(mars, simt, &load_key_base, MARS_PS_KEY_SIZES, records, key);
    load_own(mars, simt, &load_val_base, MARS_PS_VAL_SIZES, records, val);
    for (unsigned lane = 0; lane < LANES; lane++) {
        to_key[lane] = mars->array[MARS_INTER_KEYS] + (uint64_t)(key[lane] + emitted[lane][0]);
        to_val[lane] = mars->array[MARS_INTER_VALS] + (uint64_t)(val[lane] + emitted[lane][1]);
        emitted[lane][0] += (int32_t)mars->key_out;
        emitted[lane][1] += (int32_t)mars->val_out;
    }
    copy_bytes(simt, &store_key, to_key, key_bytes, mars->key_out);
    copy_bytes(simt, &store_val, to_val, val_bytes, mars->val_out);
    simt_store(simt, &store_emitted, emitted_address, emitted);
}

/* The output record's entry among the offsets. */
static void enter(const struct mars *mars, struct simt *simt, const struct mars_records *records)
{
    uint64_t address[LANES], index_address[LANES];
    int32_t index[LANES] = {0}, count[LANES] = {0}, offsets[LANES][4] = {{0}};
    own(mars, MARS_CUR_INDEX, records, index_address);
    simt_load(simt, &load_index, index_address, index);
    load_own(mars, simt, &load_count_again, MARS_PS_COUNTS, records, count);
    for (unsigned lane = 0; lane < LANES; lane++)
        count[lane] += index[lane]++;
    elements(mars, MARS_INTER_OFFSETS, count, address);
    simt_load(simt, &load_offsets, address, offsets);
    for (unsigned lane = 0; lane < LANES; lane++) {
        offsets[lane][1] = (int32_t)mars->key_out;
        offsets[lane][3] = (int32_t)mars->val_out;
    }
    simt_store(simt, &store_offsets, address, offsets);
    simt_store(simt, &store_index, index_address, index);
}

void mars_emit(const struct mars *mars, struct simt *simt, const struct mars_records *records,
               const void *key, const void *val)
{
    emit_bytes(mars, simt, records, key, val);
    enter(mars, simt, records);
}
