// See cores.h.
#include "cores.h"

#include <cstring>

namespace memloom
{

using namespace sc_core;
using namespace tlm;

Cores::Cores(const sc_module_name &name, const Chip &chip, struct ::workload *workload,
             GpuMemory &memory, const Channels &channels)
    : sc_module(name), socket("socket", chip.configuration().cores), chip_(chip), memory_(memory),
      channels_(channels), sms_(socket.size()), cores_(socket.size())
{
    for (unsigned i = 0; i < socket.size(); i++) {
        socket[i].register_nb_transport_bw(this, &Cores::backward, int(i));
        sm_init(&sms_[i], &chip_.configuration(), i, workload);
        sms_[i].carry_data = true;
        sm_outputs(&sms_[i], &cores_[i].out);
        for (unsigned id = 0; id < sms_[i].ids; id++)
            cores_[i].requests.push_back(std::make_unique<Request>());
    }
    dispatch_init(&dispatch_, &chip_.configuration(), 0, workload);
    if (!dispatch_next_kernel(&dispatch_))
        phase_ = Phase::write_back;
    SC_HAS_PROCESS(Cores);
    SC_METHOD(clock);
    SC_METHOD(look_for_end);
    sensitive << write_back_goes_on_;
    dont_initialize();
}

Cores::~Cores()
{
    for (struct sm &sm : sms_)
        sm_release(&sm);
}

Cores::Request::Request()
{
    set_command(TLM_READ_COMMAND);
    set_data_ptr(data);
    set_data_length(line_bytes);
    set_streaming_width(line_bytes);
    set_byte_enable_ptr(enables);
    set_byte_enable_length(line_bytes);
    set_extension(&access);
}

Cores::Request::~Request()
{
    clear_extension(&access);
}

bool Cores::done() const
{
    return phase_ == Phase::done;
}

uint64_t Cores::cycles() const
{
    return now_;
}

uint64_t Cores::kernels() const
{
    return kernels_;
}

const std::vector<struct ::sm> &Cores::sms() const
{
    return sms_;
}

tlm_sync_enum Cores::backward(int number, Payload &payload, tlm_phase &phase, sc_time &)
{
    Core &core = cores_[unsigned(number)];
    struct sm_in &in = core.in;
    if (phase == END_REQ) {
        in.request_ready = true;
        core.waits = false;
        return TLM_ACCEPTED;
    }
    const uint64_t *line = reinterpret_cast<const uint64_t *>(payload.get_data_ptr());
    const uint64_t id = static_cast<const Request &>(payload).id;
    if (payload.is_response_error())
        SC_REPORT_ERROR("memloom", (std::string(socket[unsigned(number)].name()) +
                                    ": answered with " + payload.get_response_string())
                                       .c_str());
    switch (payload.get_extension<Access>()->source) {
    case Source::hit:
        in.hit_valid = true;
        in.hit_id = id;
        in.hit_data = line;
        break;
    case Source::response:
        in.response_valid = true;
        in.response_id = id;
        in.response_data = line;
        break;
    case Source::remote:
        in.remote_valid = true;
        in.remote_id = id;
        in.remote_data = line;
        break;
    }
    return TLM_COMPLETED;
}

// The edge that ends the cycle.
void Cores::step(unsigned number, uint64_t cycle)
{
    struct sm &sm = sms_[number];
    Core &core = cores_[number];
    if (!sm_must_step(&sm, &core.in))
        return;
    const unsigned free_warps = sm.free_count;
    sm_step(&sm, &core.in, cycle);
    if (sm.free_count != free_warps)
        dispatch_warp_ended(&dispatch_);
    sm_outputs(&sm, &core.out);
    core.in.request_ready = core.in.hit_valid = false;
    core.in.response_valid = core.in.remote_valid = false;
}

bool Cores::all_done() const
{
    for (const struct sm &sm : sms_)
        if (!sm_is_done(&sm))
            return false;
    return true;
}

void Cores::end_kernel()
{
    kernels_++;
    memory_.flush();
    if (!dispatch_next_kernel(&dispatch_))
        phase_ = Phase::write_back;
}

void Cores::stop()
{
    for (struct sm &sm : sms_)
        sm_account(&sm, now_);
    sc_stop();
}

// What the chip model does in gpu_begin.
void Cores::begin()
{
    switch (phase_) {
    case Phase::kernels:
        if (dispatch_.left)
            dispatch_step(&dispatch_, sms_.data(), now_);
        else if (all_done())
            end_kernel();
        break;
    case Phase::write_back:
        if (!flushed_) {
            flushed_ = true;
            flushed_at_ = now_;
            memory_.llc_flush();
        } else if (now_ > flushed_at_ + 1) {
            write_back_goes_on_.notify(SC_ZERO_TIME);
        }
        break;
    case Phase::done:
        break;
    }
}

// In the same cycle, when the channels have had their turn, too.
void Cores::look_for_end()
{
    if (memory_.busy() || !channels_.idle())
        return;
    phase_ = Phase::done;
    stop();
}

// Eight flags of 0x00 or 0xff for eight bits, by table.
static const uint64_t *flags_of_bits()
{
    static uint64_t flags[256];
    if (!flags[255])
        for (unsigned bits = 0; bits < 256; bits++)
            for (unsigned b = 0; b < 8; b++)
                flags[bits] |= uint64_t(bits >> b & 1) * 0xff << 8 * b;
    return flags;
}

void Cores::request(unsigned number)
{
    static const uint64_t *const flags = flags_of_bits();
    Core &core = cores_[number];
    const struct sm_out &out = core.out;
    Request &request = *core.requests[out.request_id];
    request.access.kind = Kind(out.request_kind);
    request.access.op = AtomicOp(out.request_op);
    request.access.pc = uint32_t(out.request_pc);
    request.id = unsigned(out.request_id);
    for (unsigned i = 0; i < line_bytes / 8; i++)
        std::memcpy(request.enables + 8 * i, &flags[out.request_mask[i / 8] >> 8 * (i % 8) & 0xff],
                    8);
    const bool writes = request.access.kind == Kind::store || request.access.kind == Kind::atomic;
    if (writes)
        std::memcpy(request.data, out.request_data, line_bytes);
    request.set_command(request.access.kind == Kind::store    ? TLM_WRITE_COMMAND
                        : request.access.kind == Kind::atomic ? TLM_IGNORE_COMMAND
                                                              : TLM_READ_COMMAND);
    request.set_address(out.request_line * line_bytes);
    request.set_response_status(TLM_INCOMPLETE_RESPONSE);
    tlm_phase phase = BEGIN_REQ;
    sc_time delay = SC_ZERO_TIME;
    core.waits = true;
    socket[number]->nb_transport_fw(request, phase, delay);
}

void Cores::clock()
{
    next_trigger(memory_.period);
    for (unsigned i = 0; started_ && i < cores_.size(); i++)
        step(i, now_);
    now_ += started_;
    started_ = true;
    if (stop_after && now_ == stop_after) {
        stop();
        return;
    }
    begin();
    for (unsigned i = 0; i < cores_.size(); i++) {
        memory_.set_issued(i, unsigned(cores_[i].out.issued));
        if (cores_[i].out.request_valid && !cores_[i].waits)
            request(i);
    }
}

} // namespace memloom
