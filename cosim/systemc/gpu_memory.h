// The memory system of a GPU as a TLM-2.0 component: one target socket per core, one initiator
// socket per memory channel, approximately timed by the phases of the base protocol
// (docs/systemc.md has the table), b_transport offered at the cores' sockets too. What is inside is
// the verilated chip or the chip model, by an argument of the constructor; both behave the same in
// every cycle.
//
// Time: cycle k ends with a clock edge at (k + 1/2) periods. A call that takes effect before that
// belongs to cycle k; all calls of the component are made at its edges. So components that act at
// whole periods are never in a race with it.
#ifndef MEMLOOM_GPU_MEMORY_H
#define MEMLOOM_GPU_MEMORY_H

#include "access.h"
#include "backend.h"
#include "chip_choice.h"

#include <deque>
#include <functional>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

namespace memloom
{

constexpr unsigned line_bytes = 128;
constexpr unsigned bus_bits = 8 * line_bytes; // of all sockets

enum class Backend { model, rtl };

// Organization of the caches, from the next edge on; what the chip has no choice of is ignored.
struct Mode {
    unsigned l1 = 0;        // 0 private, 1 shared, 2 dynamic
    bool chunk = true;      // answers of other cores carry only the sectors asked for
    bool nearest = true;    // ask the L2 slice when it is nearer than the home
    bool llc_choice = true; // private slices, or what is found better
};

// What went over a socket.
struct Traffic {
    uint64_t requests = 0; // taken (END_REQ)
    uint64_t answers = 0;  // of core sockets: all requests; of channels: reads
    uint64_t cycles = 0;   // sum of those from a request's taking to its answer
};

class GpuMemory : public sc_core::sc_module
{
  public:
    sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<GpuMemory, bus_bits>> core;
    sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged<GpuMemory, bus_bits>> channel;

    // Without a period, that of the configuration's core_mhz.
    GpuMemory(const sc_core::sc_module_name &, const Chip &, Backend,
              sc_core::sc_time period = sc_core::SC_ZERO_TIME);
    ~GpuMemory() override;

    const sc_core::sc_time period;

    // Kernel boundary: all lines of the L1s become invalid at the next edge. Memory boundary: all
    // dirty lines are written back from there on; busy() is true from the edge after the next one
    // until the last has been handed to its channel.
    void flush();
    void llc_flush();
    bool busy() const;

    void set_mode(const Mode &);
    // Warp instructions that a core issued, in every cycle from the next edge on (chips that
    // sample by instructions: l1_protect, ccn = throttled).
    void set_issued(unsigned core_number, unsigned instructions);
    // A counter of the chip by its statistics port (docs/interfaces.md); waits three periods.
    uint32_t counter(unsigned node, unsigned number);
    const Traffic &core_traffic(unsigned) const;
    const Traffic &channel_traffic(unsigned) const;
    uint64_t cycle() const; // the one that the next edge ends

    // Resets the chip, in whatever state it is: requests in it are answered with
    // TLM_GENERIC_ERROR_RESPONSE, what channels still send is dropped. Says so in a warning.
    void reset();
    // Cycles after which a request to a channel without END_REQ or an answer, or an answer without
    // its END_RESP, is an error; twice as many for an answer to a core. 0: never.
    uint64_t timeout = 1 << 20;

    // Requests and answers of every socket, as signals of a trace file.
    void trace_sockets(sc_core::sc_trace_file *);
    double backend_seconds() const; // spent in the chip

  private:
    using Payload = tlm::tlm_generic_payload;

    // b_transport waits for its answer.
    struct Blocked {
        sc_core::sc_event answered;
        bool done = false;
    };
    // A request that was not taken yet.
    struct Offer {
        Payload *payload;
        Blocked *blocked; // null: it came by nb_transport
        sc_core::sc_time at;
    };
    // A request in the chip.
    struct Pending {
        Payload *payload = nullptr; // null: the id is free
        Blocked *blocked = nullptr;
        uint64_t mask[2] = {}; // bytes of the line
        uint64_t taken = 0;    // cycle
        bool reported = false; // that no answer came
    };
    struct Core {
        std::deque<Offer> offers; // the first is at the chip's port
        bool presented = false;   // its fields are
        unsigned id = 0;          // of the first one, when it is presented
        bool waits = false;       // an nb request is among them
        uint64_t mask[2] = {};    // of the first one
        unsigned issued = 0;
        std::vector<Pending> pending; // by id
        std::vector<uint16_t> free_ids;
        std::deque<Payload *> answers;    // to send
        Payload *answering = nullptr;     // BEGIN_RESP sent, END_RESP to come
        sc_core::sc_time answering_until; // END_RESP came, but takes effect then
        uint64_t answering_since = 0;     // cycle
        Traffic traffic;
    };

    // A request of the chip to a channel; the payload's extension finds it again.
    struct MemoryRequest;
    struct Owner;
    struct Channel;
    // What a trace shows of a socket.
    struct CoreRecord {
        bool request = false, taken = false;
        unsigned kind = 0;
        uint64_t address = 0;
        bool hit = false, response = false, remote = false;
    };
    struct ChannelRecord {
        bool request = false, taken = false, write = false;
        uint64_t address = 0;
        bool reply = false, reply_taken = false;
    };

    tlm::tlm_sync_enum core_forward(int, Payload &, tlm::tlm_phase &, sc_core::sc_time &);
    void core_blocking(int, Payload &, sc_core::sc_time &);
    tlm::tlm_sync_enum channel_backward(int, Payload &, tlm::tlm_phase &, sc_core::sc_time &);

    tlm::tlm_response_status judge(unsigned, const Payload &);
    void present(Core &, unsigned number);
    bool take(unsigned number);
    void accept(unsigned number);
    void answer(unsigned number, uint64_t id, const uint64_t *line, Source);
    void finish(unsigned number, Pending &);
    void send_answers(unsigned number);
    unsigned fail_all(unsigned number);
    void look_for_late_core(unsigned number);

    MemoryRequest *new_request(unsigned channel_number);
    void ask(unsigned number);
    void follow(unsigned number, MemoryRequest &, tlm::tlm_sync_enum, tlm::tlm_phase,
                sc_core::sc_time);
    bool begin_reply(unsigned number, MemoryRequest &, const sc_core::sc_time &at);
    void show_reply(unsigned number);
    void end_reply(unsigned number);
    void close(unsigned number, MemoryRequest &);
    unsigned drop_all(unsigned number);
    void look_for_late_channel(unsigned number);

    template <class List> auto &element(List &, unsigned number, const char *what) const;
    void edge();
    void look_for_errors();
    void look_for_late();
    void record();
    void complain(const std::string &);
    std::string core_name(unsigned) const;
    std::string channel_name(unsigned) const;

    const Chip chip_;
    struct backend backend_;
    const uint64_t address_end_;
    std::vector<Core> cores_;
    std::vector<Channel> channels_;
    std::vector<CoreRecord> core_records_;
    std::vector<ChannelRecord> channel_records_;
    sc_core::sc_mutex reading_; // the statistics port
    uint64_t cycle_ = 0;
    bool started_ = false;
};

// Errors of SystemC, TLM and memloom in one line each: runs `main` and returns its status, or 2
// after a report of severity error, which is printed as `NAME: error: ...`; warnings are printed.
int run_reporting(const char *name, const std::function<int()> &main);

} // namespace memloom

#endif
