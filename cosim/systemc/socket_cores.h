// Cores at the component, for tests of its sockets: one with random traffic that knows what each
// answer must bring, and one that runs a program.
#ifndef MEMLOOM_SOCKET_CORES_H
#define MEMLOOM_SOCKET_CORES_H

#include "gpu_memory.h"
#include "socket_draws.h"

#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <tlm_utils/peq_with_get.h>

namespace sockets
{

using namespace memloom;
using namespace sc_core;
using namespace tlm;

// A core's lines, those that half of its requests go to, and how many these are.
enum { LINES = 2048, HOT_LINES = 12, REQUESTS = 1500 };

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

} // namespace sockets

#endif
