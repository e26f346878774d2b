// The component at its sockets: socket_test FORM CASE [SEED]. Cases print what they saw, the same
// with both forms (tests/systemc.sh).
#include "socket_platform.h"

#include <cstdio>

namespace
{

using namespace sockets;

using Randoms = Platform<RandomMemory, RandomCore>;

int blocking()
{
    return program([](Program &core, Programs &platform) {
        GpuMemory &gpu = platform.gpu;
        Access atomic, bypass;
        atomic.kind = Kind::atomic;
        bypass.kind = Kind::load_bypass;
        core.access(TLM_WRITE_COMMAND, 0x1004, 40);
        std::printf("load %u\n", core.access(TLM_READ_COMMAND, 0x1004, 0));
        std::printf("atomic %u\n", core.access(TLM_IGNORE_COMMAND, 0x1004, 2, &atomic));
        std::printf("past the L1 %u\n", core.access(TLM_READ_COMMAND, 0x1004, 0, &bypass));
        for (unsigned i = 0; i < 3; i++)
            core.access(TLM_READ_COMMAND, 0x1004, 0);
        gpu.flush();
        std::printf("behind a flush %u\n", core.access(TLM_READ_COMMAND, 0x1004, 0));
        std::printf("in memory %u\n", platform.contents.lines[0x1000][4]);
        core.access(TLM_WRITE_COMMAND, 0xfffffffc, 7);
        std::printf("last word %u\n", core.access(TLM_READ_COMMAND, 0xfffffffc, 0));
        gpu.llc_flush();
        do
            sc_core::wait(2 * gpu.period);
        while (gpu.busy());
        sc_core::wait(sc_time(1, SC_US));
        std::printf("behind the write-back %u\n", platform.contents.lines[0x1000][4]);
        for (unsigned number = 0; number < 8; number++)
            std::printf("counter %u: core %u, slice %u\n", number, gpu.counter(0, number),
                        gpu.counter(2, number));
        const Traffic &traffic = gpu.core_traffic(0);
        std::printf("%llu requests, %llu answers, %llu cycles; %s\n",
                    static_cast<unsigned long long>(traffic.requests),
                    static_cast<unsigned long long>(traffic.answers),
                    static_cast<unsigned long long>(traffic.cycles),
                    sc_time_stamp().to_string().c_str());
    });
}

void print(const Randoms &platform)
{
    for (const auto &core : platform.cores)
        std::printf("%u answered, %u failed, %u left, %u wrong bytes, digest %llx\n",
                    core->answered, core->failed, core->left, core->wrong,
                    static_cast<unsigned long long>(core->digest));
}

// All requests are answered, or they never will be.
void to_the_end(Randoms &platform)
{
    for (unsigned slices = 0, left = 1; left && slices < 200; slices++) {
        sc_start(sc_time(2, SC_US));
        left = 0;
        for (const auto &core : platform.cores)
            left += REQUESTS - core->answered;
    }
}

// A memory per channel, and the cores, each with lines of its own.
void add_all(Randoms &platform)
{
    period = platform.gpu.period;
    platform.add_memories(2);
    for (unsigned i = 0; i < 2; i++)
        platform.add_core(i, uint64_t(LINES * (i + 1)));
}

int traffic(unsigned seed)
{
    random_bits.seed(seed);
    Randoms platform;
    add_all(platform);
    to_the_end(platform);
    print(platform);
    bool right = true;
    for (const auto &core : platform.cores)
        right &= core->answered == REQUESTS && !core->wrong && !core->failed;
    for (const auto &memory : platform.memories)
        right &= !memory->wrong;
    return !right;
}

// Behind the reset other lines are used: what the caches held of the old ones is lost.
int reset(unsigned seed)
{
    random_bits.seed(seed);
    Randoms platform;
    add_all(platform);
    sc_start(sc_time(3, SC_US));
    while (platform.memories[0]->waiting.empty() || platform.memories[1]->waiting.empty())
        sc_start(period);
    platform.gpu.reset();
    for (auto &core : platform.cores) {
        core->first_line += 4 * LINES;
        core->wrong = 0;
    }
    to_the_end(platform);
    print(platform);
    bool right = true;
    for (const auto &core : platform.cores)
        right &= core->answered == REQUESTS && !core->wrong && core->failed;
    return !right;
}

// Takes a microsecond until a write is over, and says so at once.
struct SlowMemory : sc_module {
    tlm_utils::simple_target_socket<SlowMemory, bus_bits> socket{"socket"};
    Contents &contents;

    SlowMemory(const sc_module_name &name, Contents &of) : sc_module(name), contents(of)
    {
        socket.register_nb_transport_fw(this, &SlowMemory::forward);
    }
    tlm_sync_enum forward(tlm_generic_payload &payload, tlm_phase &, sc_time &delay)
    {
        contents.access(payload);
        delay = sc_time(payload.is_read() ? 10 : 1000, SC_NS);
        return TLM_COMPLETED;
    }
};

// A reset while a channel takes a dirty line; what the chip asks for behind it is not the line.
int reset_in_a_write()
{
    Platform<SlowMemory, Program> platform;
    platform.add_memories(2);
    std::function<void(Program &)> resets = [&](Program &core) {
        core.access(TLM_WRITE_COMMAND, 0x1000, 40);
        platform.gpu.llc_flush();
        wait(sc_time(300, SC_NS));
        std::printf("in memory %zu\n", platform.contents.lines.size());
        platform.gpu.reset();
        std::printf("behind the reset %u\n", core.access(TLM_READ_COMMAND, 0x1000, 0));
    };
    platform.add_core(0, resets);
    platform.add_core(1, std::function<void(Program &)>(nothing));
    platform.gpu.timeout = 10000;
    sc_start();
    return 0;
}

} // namespace

int sc_main(int argc, char **argv)
{
    const unsigned seed = argc > 3 ? unsigned(std::atoi(argv[3])) : 1;
    const Cases cases = {
        {"blocking", blocking},
        {"traffic", [=] { return traffic(seed); }},
        {"reset", [=] { return reset(seed); }},
        {"reset-in-a-write", reset_in_a_write},
    };
    return run_case("socket_test", argc, argv, cases);
}
