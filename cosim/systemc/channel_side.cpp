// GpuMemory at the memory channels: the requests of its slices, and the lines that come back.
#include "gpu_memory_parts.h"

#include <cstring>

namespace memloom
{

using namespace sc_core;
using namespace tlm;

static std::string line_text(const tlm_generic_payload &payload)
{
    char text[48];
    std::snprintf(text, sizeof text, "%s of line 0x%llx", payload.is_write() ? "write" : "read",
                  static_cast<unsigned long long>(payload.get_address()));
    return text;
}

GpuMemory::MemoryRequest *GpuMemory::new_request(unsigned number)
{
    Channel &port = channels_[number];
    if (port.free.empty()) {
        port.pool.push_back(std::make_unique<MemoryRequest>());
        MemoryRequest *made = port.pool.back().get();
        made->home = &port.free;
        made->owner.request = made;
        made->owner.memory = this;
        made->owner.channel = number;
        made->payload.set_extension(&made->owner);
        port.free.push_back(made);
    }
    MemoryRequest *request = port.free.back();
    port.free.pop_back();
    request->under_way = true;
    request->accepted = request->at_once = request->taken = request->replied = false;
    request->end_due = request->dropped = request->reported = false;
    request->asked_cycle = cycle_;
    return request;
}

// Eight flags of 0x00 or 0xff of eight bits.
static uint64_t flags_of(uint64_t bits)
{
    const uint64_t each = (bits * 0x0101010101010101) & 0x8040201008040201;
    return ((each + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101) * 0xff;
}

static void fill(tlm_generic_payload &payload, unsigned char *data, unsigned char *enables,
                 const struct dram_in &shows, bool masked)
{
    payload.set_command(shows.dram_write ? TLM_WRITE_COMMAND : TLM_READ_COMMAND);
    payload.set_address(shows.dram_line * line_bytes);
    payload.set_data_ptr(data);
    payload.set_data_length(line_bytes);
    payload.set_streaming_width(line_bytes);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_response_status(TLM_INCOMPLETE_RESPONSE);
    if (!shows.dram_write)
        return;
    std::memcpy(data, shows.dram_data, line_bytes);
    if (!masked)
        return;
    for (unsigned i = 0; i < line_bytes / 8; i++) {
        const uint64_t flags = flags_of(shows.dram_mask[i / 8] >> 8 * (i % 8) & 0xff);
        std::memcpy(enables + 8 * i, &flags, sizeof flags);
    }
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(line_bytes);
}

// What the chip offers in this cycle goes out once; the channel's END_REQ is the chip's ready.
void GpuMemory::ask(unsigned number)
{
    Channel &port = channels_[number];
    const struct dram_in &shows = *backend_.channels[number].shows;
    struct dram_out &drives = *backend_.channels[number].drives;
    if (shows.dram_valid && !port.asking) {
        MemoryRequest &request = *new_request(number);
        request.id = unsigned(shows.dram_id);
        fill(request.payload, request.data, request.enables, shows,
             chip_.configuration().llc_mode != 0);
        request.payload.acquire();
        port.asking = &request;
        tlm_phase phase = BEGIN_REQ;
        sc_time delay = SC_ZERO_TIME;
        const tlm_sync_enum result =
            channel[number]->nb_transport_fw(request.payload, phase, delay);
        follow(number, request, result, phase, delay);
    }
    MemoryRequest *request = port.asking;
    const bool accepted = request && request->accepted &&
                          (request->accepted_at < sc_time_stamp() || request->at_once);
    drives.dram_ready = accepted && !request->dropped;
    if (!accepted)
        return;
    port.asking = nullptr;
    request->taken = true;
    request->taken_cycle = cycle_;
    port.traffic.requests++;
    if (request->replied && (request->payload.is_write() || request->dropped))
        close(number, *request);
}

// The return value of a BEGIN_REQ.
void GpuMemory::follow(unsigned number, MemoryRequest &request, tlm_sync_enum result,
                       tlm_phase phase, sc_time delay)
{
    if (result == TLM_ACCEPTED)
        return;
    if (!request.accepted) {
        request.accepted = true;
        request.at_once = delay == SC_ZERO_TIME;
        request.accepted_at = sc_time_stamp() + delay;
    }
    request.end_due = result == TLM_UPDATED && phase == BEGIN_RESP;
    if (result == TLM_COMPLETED || phase == BEGIN_RESP)
        begin_reply(number, request, sc_time_stamp() + delay);
}

// Whether the transaction is over with it.
bool GpuMemory::begin_reply(unsigned number, MemoryRequest &request, const sc_time &at)
{
    request.replied = true;
    request.replied_at = at;
    if (request.payload.get_response_status() != TLM_OK_RESPONSE)
        complain(channel_name(number) + ": " + line_text(request.payload) + " was answered with " +
                 request.payload.get_response_string());
    if (request.payload.is_read() && !request.dropped) {
        channels_[number].replies.push_back(&request);
        return false;
    }
    if (request.taken)
        close(number, request);
    return true;
}

tlm_sync_enum GpuMemory::channel_backward(int number, Payload &payload, tlm_phase &phase,
                                          sc_time &delay)
{
    const Owner *owner = payload.get_extension<Owner>();
    const bool known = owner && owner->memory == this && owner->channel == unsigned(number) &&
                       owner->request->under_way && !owner->request->replied;
    if (!known || (phase != END_REQ && phase != BEGIN_RESP) ||
        (phase == END_REQ && owner->request->accepted)) {
        complain(channel_name(unsigned(number)) + ": " + phase.get_name() +
                 " of a transaction that does not wait for it (" + line_text(payload) + ")");
        return TLM_COMPLETED;
    }
    MemoryRequest &request = *owner->request;
    if (!request.accepted) {
        request.accepted = true;
        request.accepted_at = sc_time_stamp() + delay;
    }
    if (phase == END_REQ)
        return TLM_ACCEPTED;
    request.end_due = request.payload.is_read() && !request.dropped;
    return begin_reply(unsigned(number), request, sc_time_stamp() + delay) ? TLM_COMPLETED
                                                                           : TLM_ACCEPTED;
}

// The oldest line that has come is at the chip's reply port; a channel answers in the cycle after
// the one in which it took the request at the earliest.
void GpuMemory::show_reply(unsigned number)
{
    Channel &port = channels_[number];
    struct dram_out &drives = *backend_.channels[number].drives;
    drives.dram_reply_valid = false;
    port.showing = nullptr;
    if (port.replies.empty())
        return;
    MemoryRequest &request = *port.replies.front();
    if (!request.taken || request.taken_cycle >= cycle_ || request.replied_at >= sc_time_stamp())
        return;
    drives.dram_reply_valid = true;
    drives.dram_reply_id = request.id;
    std::memcpy(drives.dram_reply_data, request.data, line_bytes);
    if (backend_.channels[number].shows->dram_reply_ready)
        port.showing = &request;
}

// After the edge: the chip has the line.
void GpuMemory::end_reply(unsigned number)
{
    Channel &port = channels_[number];
    if (!port.showing)
        return;
    MemoryRequest &request = *port.showing;
    port.showing = nullptr;
    port.replies.pop_front();
    port.traffic.answers++;
    port.traffic.cycles += cycle_ - request.taken_cycle;
    close(number, request);
}

void GpuMemory::close(unsigned number, MemoryRequest &request)
{
    if (request.end_due) {
        tlm_phase phase = END_RESP;
        sc_time delay = SC_ZERO_TIME;
        channel[number]->nb_transport_fw(request.payload, phase, delay);
    }
    request.payload.release();
}

// Behind a reset the chip knows nothing of them. A channel that has not taken one yet still gets to
// do so.
unsigned GpuMemory::drop_all(unsigned number)
{
    Channel &port = channels_[number];
    unsigned dropped = 0;
    for (MemoryRequest *request : port.replies) {
        request->dropped = true;
        dropped++;
        if (request->taken)
            close(number, *request);
    }
    port.replies.clear();
    for (auto &request : port.pool) // a write may be replied before it is taken
        if (request->under_way && !request->dropped &&
            (!request->replied || request.get() == port.asking)) {
            request->dropped = true;
            dropped += request->payload.is_read() || !request->taken;
        }
    return dropped;
}

void GpuMemory::look_for_late_channel(unsigned number)
{
    for (auto &request : channels_[number].pool) {
        if (!request->under_way || request->replied || request->reported ||
            cycle_ - request->asked_cycle <= timeout)
            continue;
        request->reported = true;
        complain(channel_name(number) + ": no " + (request->accepted ? "answer" : "END_REQ") +
                 " to the " + line_text(request->payload) + " for " + std::to_string(timeout) +
                 " cycles");
    }
}

} // namespace memloom
