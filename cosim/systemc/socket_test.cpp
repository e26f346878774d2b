// The component at its sockets: socket_test FORM CASE. Good cases print what they saw, the same
// with both forms; bad ones must end with one line and exit status 2 (tests/systemc.sh).
#include "gpu_memory.h"

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <tlm_utils/peq_with_get.h>

namespace
{

using namespace memloom;
using namespace sc_core;
using namespace tlm;

// SystemC's banner would stand before every message.
[[maybe_unused]] const int without_banner = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

// A core's lines, those that half of its requests go to, and how many these are.
enum { LINES = 2048, HOT_LINES = 12, REQUESTS = 1500 };

Backend form;
sc_time period; // of the component
std::mt19937 random_bits;

unsigned below(unsigned n)
{
    return unsigned(random_bits() % n);
}

// None, any, or such that a call at an edge takes effect at an edge.
sc_time random_delay()
{
    const unsigned way = below(4);
    return way == 0   ? sc_time(below(3000), SC_PS)
           : way == 1 ? double(1 + below(3)) * period
                      : SC_ZERO_TIME;
}

// Contents by line, for all channels.
struct Contents {
    std::map<uint64_t, std::array<unsigned char, line_bytes>> lines;

    void access(tlm_generic_payload &payload)
    {
        auto &line = lines[payload.get_address()];
        if (payload.is_read()) {
            std::memcpy(payload.get_data_ptr(), line.data(), line_bytes);
        } else {
            const unsigned char *enables = payload.get_byte_enable_ptr();
            for (unsigned i = 0; i < line_bytes; i++)
                if (!enables || enables[i])
                    line[i] = payload.get_data_ptr()[i];
        }
        payload.set_response_status(TLM_OK_RESPONSE);
    }
};

// A loosely timed memory, as it is found in many platforms.
struct PlainMemory : sc_module {
    tlm_utils::simple_target_socket<PlainMemory, bus_bits> socket{"socket"};
    Contents &contents;

    PlainMemory(const sc_module_name &name, Contents &of) : sc_module(name), contents(of)
    {
        socket.register_b_transport(this, &PlainMemory::serve);
    }
    void serve(tlm_generic_payload &payload, sc_time &delay)
    {
        contents.access(payload);
        delay += sc_time(10, SC_NS);
    }
};

// Answers in every way that the base protocol allows, in any order, at any time; or not at all.
struct RandomMemory : sc_module {
    tlm_utils::simple_target_socket<RandomMemory, bus_bits> socket{"socket"};
    Contents &contents;
    sc_event news;
    tlm_generic_payload *asked = nullptr;       // END_REQ to come
    std::vector<tlm_generic_payload *> waiting; // BEGIN_RESP to come
    tlm_generic_payload *answering = nullptr;   // END_RESP to come
    sc_time answered_at, accepted_at; // when the last BEGIN_RESP, and END_REQ by call, took effect
    unsigned wrong = 0;               // calls that came too soon

    RandomMemory(const sc_module_name &name, Contents &of) : sc_module(name), contents(of)
    {
        socket.register_nb_transport_fw(this, &RandomMemory::forward);
        SC_HAS_PROCESS(RandomMemory);
        SC_THREAD(answer);
    }
    tlm_sync_enum forward(tlm_generic_payload &payload, tlm_phase &phase, sc_time &delay)
    {
        if (phase == END_RESP) {
            wrong +=
                payload.is_read() ? sc_time_stamp() <= answered_at : sc_time_stamp() < answered_at;
            answering->release();
            answering = nullptr;
            news.notify(SC_ZERO_TIME);
            return TLM_COMPLETED;
        }
        // The chip has taken the one before at the first edge strictly behind its END_REQ.
        wrong += sc_time_stamp() <= accepted_at + period;
        contents.access(payload);
        const unsigned way = below(5);
        if (way == 0 && !answering)
            return TLM_COMPLETED;
        payload.acquire();
        news.notify(SC_ZERO_TIME);
        if (way == 1 && !answering) {
            answering = &payload;
            phase = BEGIN_RESP;
            delay = random_delay();
            answered_at = sc_time_stamp() + delay;
            return TLM_UPDATED;
        }
        if (way == 2) {
            asked = &payload;
            return TLM_ACCEPTED;
        }
        waiting.push_back(&payload);
        phase = END_REQ;
        delay = random_delay();
        return TLM_UPDATED;
    }
    void send(tlm_generic_payload &payload, tlm_phase phase)
    {
        sc_time delay = random_delay();
        const bool response = phase == BEGIN_RESP;
        if (response)
            answering = &payload;
        (response ? answered_at : accepted_at) = sc_time_stamp() + delay;
        if (socket->nb_transport_bw(payload, phase, delay) == TLM_COMPLETED && response) {
            answering = nullptr;
            payload.release();
        }
    }
    void answer()
    {
        for (;;) {
            if (!asked && (waiting.empty() || answering)) {
                wait(news);
                continue;
            }
            if (below(4)) // else at once: at an edge, where the news are from there
                wait(sc_time(below(6000), SC_PS));
            if (asked && below(2)) {
                tlm_generic_payload *payload = asked;
                asked = nullptr;
                waiting.push_back(payload);
                send(*payload, END_REQ);
                wait(sc_time(3000, SC_PS)); // behind its delay
            } else if (!waiting.empty() && !answering) {
                const unsigned which = below(unsigned(waiting.size()));
                tlm_generic_payload *payload = waiting[which];
                waiting.erase(waiting.begin() + which);
                send(*payload, BEGIN_RESP);
            }
        }
    }
};

// Makes payloads, and knows what they must bring.
struct Request : tlm_generic_payload {
    Access access;
    std::array<unsigned char, line_bytes> data, enables, expected;

    Request()
    {
        set_extension(&access);
    }
    ~Request() override
    {
        clear_extension(&access);
    }
    void fill(uint64_t line, Kind kind)
    {
        const unsigned from = 4 * below(line_bytes / 4), words = 1 + below((line_bytes - from) / 4);
        access.kind = kind;
        access.op = AtomicOp::add;
        set_command(kind == Kind::store    ? TLM_WRITE_COMMAND
                    : kind == Kind::atomic ? TLM_IGNORE_COMMAND
                                           : TLM_READ_COMMAND);
        set_address(line * line_bytes + from);
        set_data_ptr(data.data());
        set_data_length(4 * words);
        set_streaming_width(4 * words);
        set_byte_enable_ptr(below(2) ? enables.data() : nullptr);
        set_byte_enable_length(get_byte_enable_ptr() ? 4 * (1 + below(words)) : 0);
        set_response_status(TLM_INCOMPLETE_RESPONSE);
        for (unsigned i = 0; i < line_bytes; i++) {
            data[i] = static_cast<unsigned char>(below(256));
            enables[i] = i % 4 ? enables[i - 1] : below(3) ? 0xff : 0; // words: atomics need them
        }
    }
    bool enabled(unsigned byte) const
    {
        return !get_byte_enable_ptr() || enables[byte % get_byte_enable_length()];
    }
    // In the order in which the chip takes them: what a read must bring, what a write leaves.
    void happen(std::array<unsigned char, line_bytes> &line)
    {
        unsigned char *at = &line[get_address() % line_bytes];
        expected = data;
        for (unsigned i = 0; i < get_data_length(); i += 4)
            for (unsigned b = 0, carry = 0; b < 4 && enabled(i); b++) {
                const unsigned char old = at[i + b];
                if (access.kind == Kind::store)
                    at[i + b] = data[i + b];
                if (access.kind == Kind::atomic) {
                    const unsigned sum = old + data[i + b] + carry;
                    carry = sum >> 8;
                    at[i + b] = static_cast<unsigned char>(sum);
                }
                if (access.kind != Kind::store)
                    expected[i + b] = old;
            }
    }
};

// A core with traffic at random times, requests and ends of answers with random delays.
struct RandomCore : sc_module {
    tlm_utils::simple_initiator_socket<RandomCore, bus_bits> socket{"socket"};
    uint64_t first_line;
    std::map<uint64_t, std::array<unsigned char, line_bytes>> shadow;
    tlm_utils::peq_with_get<tlm_generic_payload> ends{"ends"};
    sc_event taken;
    bool ending = false; // an END_RESP is due
    sc_time ended_at;    // when the last one took effect
    sc_time offered_at;  // when the last BEGIN_REQ did
    unsigned answered = 0, wrong = 0, failed = 0, left = 0;
    uint64_t digest = 0;

    RandomCore(const sc_module_name &name, uint64_t line) : sc_module(name), first_line(line)
    {
        socket.register_nb_transport_bw(this, &RandomCore::backward);
        SC_HAS_PROCESS(RandomCore);
        SC_THREAD(ask);
        SC_THREAD(end);
    }
    void ask()
    {
        static const Kind kinds[] = {Kind::load,  Kind::load,   Kind::load_bypass, Kind::fetch,
                                     Kind::store, Kind::atomic, Kind::store};
        for (unsigned i = 0; i < REQUESTS; i++) {
            Request *request = new Request;
            request->fill(first_line + below(below(2) ? HOT_LINES : LINES), kinds[below(7)]);
            wait(sc_time(below(4) ? 0 : below(5000), SC_PS));
            sc_time delay = random_delay();
            tlm_phase phase = BEGIN_REQ;
            left++;
            offered_at = sc_time_stamp() + delay;
            socket->nb_transport_fw(*request, phase, delay);
            wait(taken);
        }
    }
    tlm_sync_enum backward(tlm_generic_payload &payload, tlm_phase &phase, sc_time &)
    {
        Request &request = static_cast<Request &>(payload);
        if (phase == END_REQ) {
            wrong += sc_time_stamp() <= offered_at; // the first edge strictly behind it
            request.happen(shadow[payload.get_address() / line_bytes]);
            taken.notify();
            return TLM_ACCEPTED;
        }
        wrong += ending || sc_time_stamp() < ended_at; // one answer after the other
        judge(request);
        if (below(2)) {
            delete &request;
            return TLM_COMPLETED;
        }
        ending = true;
        ends.notify(payload, random_delay());
        return TLM_ACCEPTED;
    }
    void judge(Request &request)
    {
        answered++;
        left--;
        digest = digest * 31 + sc_time_stamp().value() + uint64_t(request.access.source);
        if (request.is_response_error()) {
            failed++;
            return;
        }
        if (request.get_address() / line_bytes < first_line)
            return; // waited for the chip at the reset: what it finds is not known
        for (unsigned i = 0; i < request.get_data_length(); i++)
            wrong += request.data[i] != request.expected[i];
    }
    void end()
    {
        for (;;) {
            wait(ends.get_event());
            while (tlm_generic_payload *payload = ends.get_next_transaction()) {
                tlm_phase phase = END_RESP;
                sc_time delay = random_delay();
                ending = false;
                ended_at = sc_time_stamp() + delay;
                socket->nb_transport_fw(*payload, phase, delay);
                delete static_cast<Request *>(payload);
            }
        }
    }
};

// A program by b_transport; the payload as simple as can be.
struct Program : sc_module {
    tlm_utils::simple_initiator_socket<Program, bus_bits> socket{"socket"};
    std::function<void(Program &)> run;

    Program(const sc_module_name &name, std::function<void(Program &)> what)
        : sc_module(name), run(std::move(what))
    {
        SC_HAS_PROCESS(Program);
        SC_THREAD(main);
    }
    void main()
    {
        run(*this);
        sc_stop();
    }
    uint32_t access(tlm_command command, uint64_t address, uint32_t value, Access *access = nullptr,
                    unsigned length = 4)
    {
        unsigned char data[2 * line_bytes] = {};
        struct Payload : tlm_generic_payload {
            ~Payload() override
            {
                clear_extension<Access>(nullptr); // it is the caller's
            }
        } payload;
        sc_time delay = SC_ZERO_TIME;
        std::memcpy(data, &value, sizeof value);
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(data);
        payload.set_data_length(length);
        payload.set_streaming_width(length);
        payload.set_extension(access);
        socket->b_transport(payload, delay);
        std::memcpy(&value, data, sizeof value);
        return value;
    }
};

Chip two_cores()
{
    Chip chip("tiny");
    chip.set("cores=2").set("partitions=2");
    chip.optimise = 1;
    return chip;
}

// Two cores, memories of either kind; what a case changes is in its own code.
template <class Memory, class Core> struct Platform {
    const Chip chip = two_cores();
    GpuMemory gpu{"gpu", chip, form};
    Contents contents;
    std::vector<std::unique_ptr<Core>> cores;
    std::vector<std::unique_ptr<Memory>> memories;

    void add_memories(unsigned count)
    {
        for (unsigned i = 0; i < count; i++) {
            memories.push_back(std::make_unique<Memory>(sc_gen_unique_name("memory"), contents));
            gpu.channel[i].bind(memories.back()->socket);
        }
    }
    template <class Argument> void add_core(unsigned number, const Argument &argument)
    {
        cores.push_back(std::make_unique<Core>(sc_gen_unique_name("core"), argument));
        cores.back()->socket.bind(gpu.core[number]);
    }
};

void nothing(Program &)
{
    sc_core::wait(sc_time(1, SC_MS));
}

using Programs = Platform<PlainMemory, Program>;
using Randoms = Platform<RandomMemory, RandomCore>;

// The first core does it, the second one nothing.
int program(const std::function<void(Program &, Programs &)> &what)
{
    Programs platform;
    platform.add_memories(2);
    std::function<void(Program &)> first = [&](Program &core) { what(core, platform); };
    platform.add_core(0, first);
    platform.add_core(1, std::function<void(Program &)>(nothing));
    sc_start();
    return 0;
}

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

// ---- what must be refused ----

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

Access *of_kind(Kind kind)
{
    static Access access;
    access.kind = kind;
    return &access;
}

int run(const std::string &name, unsigned seed)
{
    const std::map<std::string, std::function<int()>> cases = {
        {"blocking", blocking},
        {"traffic", [=] { return traffic(seed); }},
        {"reset", [=] { return reset(seed); }},
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
        {"no-command", [] { return bad_access(TLM_IGNORE_COMMAND, 0x1000, 4); }},
        {"enables", [] { return odd_core("enables"); }},
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
    const auto found = cases.find(name);
    if (found != cases.end())
        return found->second();
    for (const auto &entry : cases)
        std::puts(entry.first.c_str());
    return 2;
}

} // namespace

int sc_main(int argc, char **argv)
{
    form = argc > 1 && std::string(argv[1]) == "rtl" ? Backend::rtl : Backend::model;
    return run_reporting("socket_test", [=] {
        return run(argc > 2 ? argv[2] : "", argc > 3 ? unsigned(std::atoi(argv[3])) : 1);
    });
}
