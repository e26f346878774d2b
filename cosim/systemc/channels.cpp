// See channels.h.
#include "channels.h"

#include <cstring>

namespace memloom
{

using namespace sc_core;
using namespace tlm;

Channels::Channels(const sc_module_name &name, const Chip &chip, sc_time period)
    : sc_module(name), socket("socket", chip.configuration().partitions), chip_(chip),
      channels_(socket.size()), period_(period), shared_lines_(chip.configuration().llc_mode != 0)
{
    memory_init(&contents_);
    for (unsigned i = 0; i < socket.size(); i++) {
        socket[i].register_nb_transport_fw(this, &Channels::forward, int(i));
        dram_init(&channels_[i].dram, &chip_.configuration(), &contents_);
        channels_[i].dram.carry_data = true;
        dram_outputs(&channels_[i].dram, &channels_[i].out);
    }
    SC_HAS_PROCESS(Channels);
    SC_METHOD(clock);
}

Channels::~Channels()
{
    memory_release(&contents_);
}

struct ::memory &Channels::contents()
{
    return contents_;
}

bool Channels::idle() const
{
    for (const Channel &channel : channels_)
        if (channel.offered || !dram_is_idle(&channel.dram))
            return false;
    return true;
}

const struct dram &Channels::dram(unsigned number) const
{
    return channels_.at(number).dram;
}

// A bit per byte of a line.
static void bits_of(const tlm_generic_payload &payload, uint64_t mask[2])
{
    const unsigned char *enables = payload.get_byte_enable_ptr();
    mask[0] = mask[1] = ~uint64_t(0);
    for (unsigned i = 0; enables && i < line_bytes; i++)
        if (!enables[i % payload.get_byte_enable_length()])
            mask[i / 64] &= ~(uint64_t(1) << i % 64);
}

void Channels::offer(Channel &channel, Payload &payload)
{
    struct dram_in &in = channel.in;
    payload.acquire();
    channel.offered = &payload;
    channel.ended = channel.out.dram_ready;
    in.dram_valid = true;
    in.dram_write = payload.is_write();
    in.dram_line = payload.get_address() / line_bytes;
    in.dram_data = reinterpret_cast<const uint64_t *>(payload.get_data_ptr());
    if (payload.is_write()) {
        bits_of(payload, channel.mask);
        in.dram_mask = channel.mask;
        return;
    }
    in.dram_id = 0;
    while (channel.reads[in.dram_id])
        in.dram_id++;
    channel.reads[in.dram_id] = &payload;
}

tlm_sync_enum Channels::forward(int number, Payload &payload, tlm_phase &phase, sc_time &)
{
    Channel &channel = channels_[unsigned(number)];
    if (phase == END_RESP) {
        channel.in.dram_reply_ready = true;
        return TLM_COMPLETED;
    }
    offer(channel, payload);
    if (!channel.ended)
        return TLM_ACCEPTED;
    phase = END_REQ;
    return TLM_UPDATED;
}

// The edge that ends the cycle.
void Channels::step(Channel &channel, uint64_t cycle)
{
    struct dram_in &in = channel.in;
    const bool accepted = in.dram_valid && channel.out.dram_ready;
    const bool taken = channel.out.dram_reply_valid && in.dram_reply_ready;
    channel.stepped = accepted || taken || channel.dram.wake_at <= cycle;
    if (!channel.stepped)
        return;
    dram_step(&channel.dram, &in, cycle);
    if (accepted) {
        if (channel.offered->is_write())
            channel.written.push_back(channel.offered);
        channel.offered = nullptr;
        in.dram_valid = false;
    }
    if (taken) {
        channel.reads[channel.out.dram_reply_id]->release();
        channel.reads[channel.out.dram_reply_id] = nullptr;
        channel.replying = in.dram_reply_ready = false;
    }
}

// Whether the transaction is over with it.
bool Channels::begin_response(unsigned number, Payload &payload)
{
    tlm_phase phase = BEGIN_RESP;
    const bool late = payload.is_read() && ++channels_[number].lines == late_line;
    sc_time delay = late ? period_ : SC_ZERO_TIME;
    payload.set_response_status(TLM_OK_RESPONSE);
    return socket[number]->nb_transport_bw(payload, phase, delay) == TLM_COMPLETED;
}

// What the outputs of the new cycle say. Writes are answered where no line is on its way; the
// memory system ends them at once.
void Channels::answer(unsigned number)
{
    Channel &channel = channels_[number];
    if (channel.offered && !channel.ended && channel.out.dram_ready) {
        tlm_phase phase = END_REQ;
        sc_time delay = SC_ZERO_TIME;
        channel.ended = true;
        socket[number]->nb_transport_bw(*channel.offered, phase, delay);
    }
    if (channel.replying)
        return;
    for (; !channel.written.empty(); channel.written.pop_front()) {
        begin_response(number, *channel.written.front());
        channel.written.front()->release();
    }
    if (!channel.out.dram_reply_valid)
        return;
    Payload &read = *channel.reads[channel.out.dram_reply_id];
    std::memcpy(read.get_data_ptr(), channel.out.dram_reply_data, line_bytes);
    channel.replying = true;
    if (begin_response(number, read)) // it was dropped
        channel.in.dram_reply_ready = true;
}

void Channels::clock()
{
    next_trigger(period_);
    for (Channel &channel : channels_)
        if (cycle_)
            step(channel, cycle_ - 1);
    for (Channel &channel : channels_) {
        if (!channel.stepped)
            continue;
        if (shared_lines_)
            dram_sample_again(&channel.dram);
        dram_outputs(&channel.dram, &channel.out);
    }
    for (unsigned i = 0; i < channels_.size(); i++)
        answer(i);
    cycle_++;
}

} // namespace memloom
