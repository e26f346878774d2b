// Mistakes at the sockets of the component: refusal_test FORM CASE. Each must end with one line and
// exit status 2 (tests/systemc.sh).
#include "socket_platform.h"

#include <cstdio>

namespace
{

using namespace sockets;

enum class Oddity { silent, deaf, stranger, twice, error, ends_twice };

// A memory that does one thing wrong.
struct OddMemory : sc_module {
    tlm_utils::simple_target_socket<OddMemory, bus_bits> socket{"socket"};
    Oddity oddity;
    sc_event asked;
    tlm_generic_payload *payload = nullptr, stranger;

    OddMemory(const sc_module_name &name, Oddity what) : sc_module(name), oddity(what)
    {
        socket.register_nb_transport_fw(this, &OddMemory::forward);
        SC_HAS_PROCESS(OddMemory);
        SC_THREAD(answer);
    }
    tlm_sync_enum forward(tlm_generic_payload &request, tlm_phase &phase, sc_time &)
    {
        if (phase == END_RESP)
            return TLM_COMPLETED;
        request.acquire();
        payload = &request;
        asked.notify(sc_time(10, SC_NS));
        if (oddity == Oddity::deaf)
            return TLM_ACCEPTED;
        phase = END_REQ;
        return TLM_UPDATED;
    }
    void send(tlm_generic_payload &request, tlm_phase phase)
    {
        sc_time delay = SC_ZERO_TIME;
        request.set_response_status(oddity == Oddity::error ? TLM_ADDRESS_ERROR_RESPONSE
                                                            : TLM_OK_RESPONSE);
        socket->nb_transport_bw(request, phase, delay);
    }
    void answer()
    {
        wait(asked);
        if (oddity == Oddity::stranger)
            send(stranger, BEGIN_RESP);
        if (oddity == Oddity::ends_twice)
            send(*payload, END_REQ);
        if (oddity == Oddity::error || oddity == Oddity::twice)
            send(*payload, BEGIN_RESP);
        if (oddity == Oddity::twice)
            send(*payload, BEGIN_RESP);
    }
};

int odd_memory(Oddity oddity)
{
    Platform<OddMemory, Program> platform;
    platform.gpu.timeout = 3000;
    OddMemory memory0("memory0", oddity), memory1("memory1", oddity);
    platform.gpu.channel[0].bind(memory0.socket);
    platform.gpu.channel[1].bind(memory1.socket);
    std::function<void(Program &)> load = [](Program &core) {
        core.access(TLM_READ_COMMAND, 0x1000, 0);
    };
    platform.add_core(0, load);
    platform.add_core(1, std::function<void(Program &)>(nothing));
    sc_start();
    return 0;
}

int bad_access(tlm_command command, uint64_t address, unsigned length, Access *access = nullptr)
{
    return program(
        [=](Program &core, Programs &) { core.access(command, address, 0, access, length); });
}

// Core 0 speaks the protocol wrongly.
struct OddCore : sc_module {
    tlm_utils::simple_initiator_socket<OddCore, bus_bits> socket{"socket"};
    std::string oddity;
    unsigned char data[4] = {};
    tlm_generic_payload first, second;

    OddCore(const sc_module_name &name, std::string what) : sc_module(name), oddity(std::move(what))
    {
        socket.register_nb_transport_bw(this, &OddCore::backward);
        SC_HAS_PROCESS(OddCore);
        SC_THREAD(ask);
    }
    tlm_sync_enum backward(tlm_generic_payload &, tlm_phase &, sc_time &)
    {
        return TLM_ACCEPTED; // END_RESP never comes
    }
    void send(tlm_generic_payload &payload, tlm_phase phase)
    {
        sc_time delay = SC_ZERO_TIME;
        socket->nb_transport_fw(payload, phase, delay);
    }
    void ask()
    {
        for (tlm_generic_payload *payload : {&first, &second}) {
            payload->set_command(TLM_READ_COMMAND);
            payload->set_address(0x2000);
            payload->set_data_ptr(data);
            payload->set_data_length(4);
            payload->set_streaming_width(4);
        }
        if (oddity == "enables") {
            first.set_byte_enable_ptr(data);
            first.set_byte_enable_length(0);
        }
        if (oddity == "no-data")
            first.set_data_ptr(nullptr);
        send(first, BEGIN_REQ);
        if (oddity == "two-requests")
            send(second, BEGIN_REQ);
        if (oddity == "stray-end")
            send(first, END_RESP);
    }
};

int odd_core(const std::string &oddity)
{
    Platform<PlainMemory, OddCore> platform;
    platform.gpu.timeout = 3000;
    platform.add_memories(2);
    platform.add_core(0, oddity);
    Program idle("idle", nothing);
    idle.socket.bind(platform.gpu.core[1]);
    sc_start();
    return 0;
}

int binding(bool core_twice, bool channel_twice, unsigned cores, unsigned channels)
{
    Programs platform;
    const std::function<void(Program &)> idle = nothing;
    platform.add_memories(channels);
    for (unsigned i = 0; i < cores; i++)
        platform.add_core(i, idle);
    if (core_twice)
        platform.add_core(0, idle);
    PlainMemory other("other", platform.contents);
    Program user("user", nothing);
    if (channel_twice)
        platform.gpu.channel[0].bind(other.socket);
    user.socket.bind(other.socket);
    sc_start();
    return 0;
}

Access *of_kind(Kind kind, AtomicOp op = AtomicOp::add)
{
    static Access access;
    access.kind = kind;
    access.op = op;
    return &access;
}

int call(const std::function<void(GpuMemory &)> &what)
{
    return program([=](Program &, Programs &platform) { what(platform.gpu); });
}

int call_outside()
{
    GpuMemory("gpu", two_cores(), form).set_issued(2, 1);
    return 0;
}

void set_l1_mode(GpuMemory &gpu)
{
    Mode mode;
    mode.l1 = 5;
    gpu.set_mode(mode);
}

} // namespace

int sc_main(int argc, char **argv)
{
    const Cases cases = {
        {"core-bound-twice", [] { return binding(true, false, 2, 2); }},
        {"core-not-bound", [] { return binding(false, false, 1, 2); }},
        {"channel-bound-twice", [] { return binding(false, true, 2, 2); }},
        {"channel-not-bound", [] { return binding(false, false, 2, 1); }},
        {"outside", [] { return bad_access(TLM_READ_COMMAND, uint64_t(1) << 40, 4); }},
        {"outside-end", [] { return bad_access(TLM_READ_COMMAND, 0xffffffff, 4); }},
        {"spans-lines", [] { return bad_access(TLM_WRITE_COMMAND, 0x1078, 16); }},
        {"empty", [] { return bad_access(TLM_READ_COMMAND, 0x1000, 0); }},
        {"store-as-read",
         [] { return bad_access(TLM_READ_COMMAND, 0x1000, 4, of_kind(Kind::store)); }},
        {"atomic-as-write",
         [] { return bad_access(TLM_WRITE_COMMAND, 0x1000, 4, of_kind(Kind::atomic)); }},
        {"unknown-kind", [] { return bad_access(TLM_READ_COMMAND, 0x1000, 4, of_kind(Kind(9))); }},
        {"unknown-op",
         [] {
             return bad_access(TLM_IGNORE_COMMAND, 0x1000, 4, of_kind(Kind::atomic, AtomicOp(8)));
         }},
        {"half-a-word",
         [] { return bad_access(TLM_IGNORE_COMMAND, 0x1002, 6, of_kind(Kind::atomic)); }},
        {"no-command", [] { return bad_access(TLM_IGNORE_COMMAND, 0x1000, 4); }},
        {"enables", [] { return odd_core("enables"); }},
        {"no-data", [] { return odd_core("no-data"); }},
        {"issued-core", [] { return call([](GpuMemory &gpu) { gpu.set_issued(2, 1); }); }},
        {"issued-outside", call_outside},
        {"issued-many", [] { return call([](GpuMemory &gpu) { gpu.set_issued(0, 4); }); }},
        {"l1-mode", [] { return call(set_l1_mode); }},
        {"traffic-core", [] { return call([](GpuMemory &gpu) { gpu.core_traffic(2); }); }},
        {"traffic-channel", [] { return call([](GpuMemory &gpu) { gpu.channel_traffic(2); }); }},
        {"two-requests", [] { return odd_core("two-requests"); }},
        {"stray-end", [] { return odd_core("stray-end"); }},
        {"no-end", [] { return odd_core("no-end"); }},
        {"unknown-reply", [] { return odd_memory(Oddity::stranger); }},
        {"two-replies", [] { return odd_memory(Oddity::twice); }},
        {"two-ends", [] { return odd_memory(Oddity::ends_twice); }},
        {"error-reply", [] { return odd_memory(Oddity::error); }},
        {"silent", [] { return odd_memory(Oddity::silent); }},
        {"deaf", [] { return odd_memory(Oddity::deaf); }},
        {"unknown-key", [] { return Chip("tiny").set("coers=2").plan() ? 0 : 1; }},
    };
    return run_case("refusal_test", argc, argv, cases);
}
