/* See axi_dram.h. */
#include "axi_dram.h"

#include <string.h>

#include "hash.h"

enum { OKAY = 0, SLVERR = 2, DECERR = 3 };

void axi_dram_init(struct axi_dram *axi, struct dram *dram, unsigned data_bytes,
                   const struct axi_dram_faults *faults)
{
    *axi = (struct axi_dram){.dram = dram,
                             .beats = LINE_BYTES / data_bytes,
                             .beat_words = data_bytes / 8,
                             .faults = *faults};
    dram_outputs(dram, &axi->channel);
}

static bool is_write(const struct axi_dram *axi)
{
    return axi->line_count && axi->address_count;
}

void axi_dram_outputs(struct axi_dram *axi, struct axi_dram_out *out)
{
    dram_outputs(axi->dram, &axi->channel);
    out->axi_ar_ready = axi->read_count < AXI_DRAM_QUEUE;
    out->axi_aw_ready = axi->address_count < AXI_DRAM_QUEUE;
    out->axi_w_ready = axi->line_count < AXI_DRAM_LINES;
    out->axi_b_valid = axi->response_count;
    out->axi_b_id = 0;
    out->axi_b_resp = axi->responses + 1 == axi->faults.error ? DECERR : OKAY;
    out->axi_r_valid = axi->bursting;
    if (!axi->bursting)
        return;
    out->axi_r_id = axi->burst.dram_reply_id;
    out->axi_r_last = axi->beat == axi->beats - 1;
    out->axi_r_resp = axi->bursts == axi->faults.error ? SLVERR : OKAY;
    memcpy(out->axi_r_data, axi->burst.dram_reply_data + axi->beat * axi->beat_words,
           axi->beat_words * sizeof(uint64_t));
}

/* The last beat was taken: the burst ends, or comes once more. */
static void end_burst(struct axi_dram *axi)
{
    axi->beat = 0;
    axi->repeated = !axi->repeated && axi->bursts == axi->faults.repeat;
    axi->bursting = axi->repeated;
}

/* Whether the channel's line is taken at this edge. */
static bool step_burst(struct axi_dram *axi, const struct axi_dram_in *in)
{
    if (axi->bursting && in->axi_r_ready && ++axi->beat == axi->beats)
        end_burst(axi);
    if (axi->bursting || !axi->channel.dram_reply_valid)
        return false;
    axi->bursting = true;
    axi->bursts++;
    axi->burst = axi->channel;
    return true;
}

/* What is offered to the channel: a read, or the oldest write that is complete. */
static bool offer(struct axi_dram *axi, struct dram_in *request)
{
    bool write = is_write(axi) && (axi->write_turn || !axi->read_count);
    request->dram_valid = write || axi->read_count;
    request->dram_write = write;
    request->dram_line = write ? axi->addresses[0] : axi->reads[0].line;
    request->dram_id = write ? 0 : axi->reads[0].id;
    request->dram_data = axi->lines[0].data;
    request->dram_mask = axi->lines[0].mask;
    return request->dram_valid && axi->channel.dram_ready;
}

static void leave(struct axi_dram *axi, bool write)
{
    axi->write_turn = !write;
    if (!write) {
        memmove(axi->reads, axi->reads + 1, --axi->read_count * sizeof *axi->reads);
        return;
    }
    memmove(axi->addresses, axi->addresses + 1, --axi->address_count * sizeof *axi->addresses);
    axi->lines[0] = axi->lines[1];
    axi->line_count--;
    axi->response_count++;
}

/* By the outputs of the cycle that ends: what leaves at this edge makes no room for what comes. */
static void take(struct axi_dram *axi, const struct axi_dram_in *in, const bool room[3])
{
    if (in->axi_ar_valid && room[0])
        axi->reads[axi->read_count++] =
            (struct axi_dram_read){in->axi_ar_addr / LINE_BYTES, (uint8_t)in->axi_ar_id};
    if (in->axi_aw_valid && room[1])
        axi->addresses[axi->address_count++] = in->axi_aw_addr / LINE_BYTES;
    if (!in->axi_w_valid || !room[2])
        return;
    unsigned at = axi->beat_count++ * axi->beat_words, byte = 8 * at;
    uint64_t *mask = axi->lines[axi->line_count].mask;
    if (!at)
        mask[0] = mask[1] = 0;
    mask[byte / 64] |= in->axi_w_strb << byte % 64;
    if (axi->dram->carry_data)
        memcpy(axi->lines[axi->line_count].data + at, in->axi_w_data,
               axi->beat_words * sizeof(uint64_t));
    if (axi->beat_count < axi->beats)
        return;
    axi->beat_count = 0;
    axi->line_count++;
}

void axi_dram_step(struct axi_dram *axi, const struct axi_dram_in *in, uint64_t now)
{
    const bool room[3] = {axi->read_count < AXI_DRAM_QUEUE, axi->address_count < AXI_DRAM_QUEUE,
                          axi->line_count < AXI_DRAM_LINES};
    struct dram_in request = {0};
    bool responded = axi->response_count && in->axi_b_ready;
    request.dram_reply_ready = step_burst(axi, in);
    bool taken = offer(axi, &request);
    dram_step(axi->dram, &request, now);
    if (taken)
        leave(axi, request.dram_write);
    axi->response_count -= responded;
    axi->responses += responded;
    take(axi, in, room);
}

bool axi_dram_is_active(const struct axi_dram *axi)
{
    return axi->bursting || axi->response_count || axi->read_count || is_write(axi) ||
           axi->channel.dram_reply_valid;
}

bool axi_dram_is_idle(const struct axi_dram *axi)
{
    return !axi_dram_is_active(axi) && !axi->address_count && !axi->line_count &&
           !axi->beat_count && dram_is_idle(axi->dram);
}

uint64_t axi_dram_hash(const struct axi_dram *axi)
{
    uint64_t hash = dram_hash(axi->dram);
    hash = hash_word(hash, (uint64_t)axi->read_count << 32 | axi->address_count << 16 |
                               axi->line_count << 8 | axi->beat_count);
    hash = hash_word(hash, (uint64_t)axi->response_count << 32 | axi->beat << 8 |
                               (uint64_t)axi->bursting << 2 | (uint64_t)axi->repeated << 1 |
                               axi->write_turn);
    for (unsigned i = 0; i < axi->read_count; i++)
        hash = hash_word(hash, axi->reads[i].line << 8 | axi->reads[i].id);
    hash = hash_words(hash, axi->addresses, axi->address_count);
    for (unsigned i = 0; i < axi->line_count; i++) {
        hash = hash_words(hash, axi->lines[i].mask, 2);
        hash = axi->dram->carry_data ? hash_words(hash, axi->lines[i].data, LINE_WORDS) : hash;
    }
    return hash_word(hash, axi->bursting ? axi->burst.dram_reply_id : 0);
}
