// GpuMemory at the cores: requests to the chip's request ports, answers from its three answer
// ports.
#include "gpu_memory_parts.h"

#include <cstring>

namespace memloom
{

using namespace sc_core;
using namespace tlm;

// The bytes of its line that a payload reads or writes; the line's first byte is bit 0 of mask[0].
static void mask_of(const tlm_generic_payload &payload, uint64_t mask[2])
{
    const unsigned offset = unsigned(payload.get_address() % line_bytes);
    const unsigned char *enables = payload.get_byte_enable_ptr();
    const unsigned length = payload.get_data_length(), period = payload.get_byte_enable_length();
    mask[0] = mask[1] = 0;
    if (enables && period == line_bytes && length == line_bytes) {
        for (unsigned i = 0; i < line_bytes / 8; i++) { // eight flags of 0x00 or 0xff to eight bits
            uint64_t flags;
            std::memcpy(&flags, enables + 8 * i, sizeof flags);
            const uint64_t bits = ((flags & 0x0101010101010101) * 0x0102040810204080) >> 56;
            mask[i / 8] |= bits << 8 * (i % 8);
        }
        return;
    }
    for (unsigned i = 0; i < length; i++)
        if (!enables || enables[i % period])
            mask[(offset + i) / 64] |= uint64_t(1) << (offset + i) % 64;
}

// The enabled bytes of a line to the payload.
static void copy_answer(tlm_generic_payload &payload, const uint64_t mask[2], const uint64_t *line)
{
    const unsigned offset = unsigned(payload.get_address() % line_bytes);
    const unsigned char *from = reinterpret_cast<const unsigned char *>(line);
    for (unsigned i = 0; i < line_bytes; i += 8) {
        const unsigned bytes = unsigned(mask[i / 64] >> i % 64) & 0xff;
        unsigned char *to = payload.get_data_ptr() + i - offset;
        if (bytes == 0xff)
            std::memcpy(to, from + i, 8);
        else
            for (unsigned b = 0; bytes >> b; b++)
                if (bytes >> b & 1)
                    to[b] = from[i + b];
    }
}

static Kind kind_of(const tlm_generic_payload &payload)
{
    const Access *access = payload.get_extension<Access>();
    if (access)
        return access->kind;
    return payload.is_read() ? Kind::load : Kind::store;
}

static bool fits(Kind kind, tlm_command command)
{
    return kind == Kind::store    ? command == TLM_WRITE_COMMAND
           : kind == Kind::atomic ? command == TLM_IGNORE_COMMAND
                                  : command == TLM_READ_COMMAND;
}

// Atomics work on whole words; the chip leaves out others.
static bool is_of_words(const tlm_generic_payload &payload)
{
    uint64_t mask[2];
    mask_of(payload, mask);
    for (unsigned word = 0; word < line_bytes / 4; word++) {
        const unsigned bytes = unsigned(mask[word / 16] >> word % 16 * 4) & 15;
        if (bytes && bytes != 15)
            return false;
    }
    return true;
}

static std::string hexadecimal(uint64_t value)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

// TLM_OK_RESPONSE when the chip can take it; says else what is wrong.
tlm_response_status GpuMemory::judge(unsigned number, const Payload &payload)
{
    const uint64_t address = payload.get_address(), length = payload.get_data_length();
    const auto refuse = [&](const std::string &why, tlm_response_status status) {
        complain(core_name(number) + ": request of " + std::to_string(length) + " bytes at " +
                 hexadecimal(address) + ": " + why);
        return status;
    };
    if (address >= address_end_ || length > address_end_ - address)
        return refuse("it is outside of the chip's addresses, which end below " +
                          hexadecimal(address_end_),
                      TLM_ADDRESS_ERROR_RESPONSE);
    if (!length || address % line_bytes + length > line_bytes ||
        payload.get_streaming_width() < length)
        return refuse("it must lie in one line of " + std::to_string(line_bytes) + " bytes",
                      TLM_BURST_ERROR_RESPONSE);
    const Access *access = payload.get_extension<Access>();
    if (access && access->kind > Kind::fetch)
        return refuse("there is no kind " + std::to_string(unsigned(access->kind)) + " of access",
                      TLM_COMMAND_ERROR_RESPONSE);
    if (access && access->kind == Kind::atomic && access->op > AtomicOp::bit_or)
        return refuse("there is no atomic operation " + std::to_string(unsigned(access->op)),
                      TLM_COMMAND_ERROR_RESPONSE);
    if (!fits(kind_of(payload), payload.get_command()))
        return refuse("its command does not fit its kind: loads and fetches are reads, stores are "
                      "writes, atomics are TLM_IGNORE_COMMAND",
                      TLM_COMMAND_ERROR_RESPONSE);
    if (payload.get_byte_enable_ptr() && !payload.get_byte_enable_length())
        return refuse("its byte enables have length 0", TLM_BYTE_ENABLE_ERROR_RESPONSE);
    if (!payload.get_data_ptr())
        return refuse("it has no data pointer", TLM_GENERIC_ERROR_RESPONSE);
    if (kind_of(payload) == Kind::atomic && !is_of_words(payload))
        return refuse("an atomic is of whole words of 4 bytes", TLM_BURST_ERROR_RESPONSE);
    return TLM_OK_RESPONSE;
}

tlm_sync_enum GpuMemory::core_forward(int number, Payload &payload, tlm_phase &phase,
                                      sc_time &delay)
{
    Core &port = cores_[unsigned(number)];
    if (phase == BEGIN_REQ) {
        if (port.waits) {
            complain(core_name(unsigned(number)) +
                     ": BEGIN_REQ while another request waits for its END_REQ");
            payload.set_response_status(TLM_GENERIC_ERROR_RESPONSE);
            return TLM_COMPLETED;
        }
        const tlm_response_status status = judge(unsigned(number), payload);
        if (status != TLM_OK_RESPONSE) {
            payload.set_response_status(status);
            return TLM_COMPLETED;
        }
        if (payload.has_mm())
            payload.acquire();
        port.waits = true;
        port.offers.push_back({&payload, nullptr, sc_time_stamp() + delay});
        return TLM_ACCEPTED;
    }
    if (phase == END_RESP && port.answering == &payload) {
        port.answering_until = sc_time_stamp() + delay;
        port.answering = nullptr;
        if (payload.has_mm())
            payload.release();
        return TLM_COMPLETED;
    }
    complain(core_name(unsigned(number)) + ": " + phase.get_name() +
             " of a transaction that does not wait for it");
    return TLM_ACCEPTED;
}

void GpuMemory::core_blocking(int number, Payload &payload, sc_time &delay)
{
    const tlm_response_status status = judge(unsigned(number), payload);
    if (status != TLM_OK_RESPONSE) {
        payload.set_response_status(status);
        return;
    }
    if (delay != SC_ZERO_TIME)
        wait(delay);
    delay = SC_ZERO_TIME;
    Blocked blocked;
    cores_[unsigned(number)].offers.push_back({&payload, &blocked, sc_time_stamp()});
    while (!blocked.done)
        wait(blocked.answered);
}

// The first offer at the chip's port.
void GpuMemory::present(Core &port, unsigned number)
{
    const Payload &payload = *port.offers.front().payload;
    const Access *access = payload.get_extension<Access>();
    struct sm_out &drives = *backend_.cores[number].drives;
    const Kind kind = kind_of(payload);
    mask_of(payload, port.mask);
    drives.request_kind = uint64_t(kind);
    drives.request_op = access ? uint64_t(access->op) : 0;
    drives.request_pc = access ? access->pc : 0;
    drives.request_line = payload.get_address() / line_bytes;
    drives.request_id = port.id = port.free_ids.back();
    port.free_ids.pop_back();
    std::memcpy(drives.request_mask, port.mask, sizeof port.mask);
    if (kind == Kind::store || kind == Kind::atomic)
        std::memcpy(reinterpret_cast<char *>(drives.request_data) +
                        payload.get_address() % line_bytes,
                    payload.get_data_ptr(), payload.get_data_length());
    port.presented = true;
}

// What the core drives in this cycle; whether the chip takes its request at the edge.
bool GpuMemory::take(unsigned number)
{
    Core &port = cores_[number];
    struct sm_out &drives = *backend_.cores[number].drives;
    drives.issued = port.issued;
    drives.request_valid = !port.offers.empty() && port.offers.front().at < sc_time_stamp() &&
                           (port.presented || !port.free_ids.empty());
    if (drives.request_valid && !port.presented)
        present(port, number);
    return drives.request_valid && backend_.cores[number].shows->request_ready;
}

void GpuMemory::accept(unsigned number)
{
    Core &port = cores_[number];
    const Offer offer = port.offers.front();
    Pending &pending = port.pending[port.id];
    pending.payload = offer.payload;
    pending.blocked = offer.blocked;
    std::memcpy(pending.mask, port.mask, sizeof port.mask);
    pending.taken = cycle_;
    pending.reported = false;
    port.offers.pop_front();
    port.presented = false;
    port.traffic.requests++;
    if (offer.blocked)
        return;
    port.waits = false;
    tlm_phase phase = END_REQ;
    sc_time delay = SC_ZERO_TIME;
    core[number]->nb_transport_bw(*offer.payload, phase, delay);
}

void GpuMemory::answer(unsigned number, uint64_t id, const uint64_t *line, Source source)
{
    Core &port = cores_[number];
    if (id >= port.pending.size() || !port.pending[id].payload) {
        complain(core_name(number) + ": the chip answers id " + std::to_string(id) +
                 ", which is not under way");
        return;
    }
    Pending &pending = port.pending[id];
    Payload &payload = *pending.payload;
    if (Access *access = payload.get_extension<Access>())
        access->source = source;
    if (kind_of(payload) != Kind::store)
        copy_answer(payload, pending.mask, line);
    payload.set_response_status(TLM_OK_RESPONSE);
    port.traffic.answers++;
    port.traffic.cycles += cycle_ - pending.taken;
    finish(number, pending);
    port.free_ids.push_back(uint16_t(id));
}

// Its status is known: to whoever asked.
void GpuMemory::finish(unsigned number, Pending &pending)
{
    if (pending.blocked) {
        pending.blocked->done = true;
        pending.blocked->answered.notify();
    } else {
        cores_[number].answers.push_back(pending.payload);
    }
    pending.payload = nullptr;
}

// One answer after the other: the next one goes when the one before has ended.
void GpuMemory::send_answers(unsigned number)
{
    Core &port = cores_[number];
    while (!port.answers.empty() && !port.answering && port.answering_until <= sc_time_stamp()) {
        Payload &payload = *port.answers.front();
        tlm_phase phase = BEGIN_RESP;
        sc_time delay = SC_ZERO_TIME;
        port.answers.pop_front();
        port.answering = &payload;
        port.answering_since = cycle_;
        const bool counted = payload.has_mm(); // else it may be gone when the initiator ends it
        const tlm_sync_enum result = core[number]->nb_transport_bw(payload, phase, delay);
        if (result == TLM_COMPLETED || (result == TLM_UPDATED && phase == END_RESP)) {
            port.answering = nullptr;
            port.answering_until = sc_time_stamp() + delay;
            if (counted)
                payload.release();
        }
    }
}

unsigned GpuMemory::fail_all(unsigned number)
{
    Core &port = cores_[number];
    unsigned failed = 0;
    for (unsigned id = 0; id < port.pending.size(); id++) {
        if (!port.pending[id].payload)
            continue;
        port.pending[id].payload->set_response_status(TLM_GENERIC_ERROR_RESPONSE);
        finish(number, port.pending[id]);
        port.free_ids.push_back(uint16_t(id));
        failed++;
    }
    if (port.presented)
        port.free_ids.push_back(uint16_t(port.id));
    port.presented = false;
    return failed;
}

// A request may wait for a channel, which is then to be named first: it has twice the time.
void GpuMemory::look_for_late_core(unsigned number)
{
    Core &port = cores_[number];
    for (Pending &pending : port.pending) {
        if (!pending.payload || pending.reported || cycle_ - pending.taken <= 2 * timeout)
            continue;
        pending.reported = true;
        complain(core_name(number) + ": no answer to the request at " +
                 hexadecimal(pending.payload->get_address()) + " for " +
                 std::to_string(2 * timeout) + " cycles");
    }
    if (port.answering && cycle_ - port.answering_since > timeout) {
        port.answering_since = cycle_;
        complain(core_name(number) + ": no END_RESP of the request at " +
                 hexadecimal(port.answering->get_address()) + " for " + std::to_string(timeout) +
                 " cycles");
    }
}

} // namespace memloom
