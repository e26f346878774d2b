// Memories at the channels of the component, for tests of its sockets: a plain one, and one that
// answers in every way that the base protocol allows.
#ifndef MEMLOOM_SOCKET_MEMORIES_H
#define MEMLOOM_SOCKET_MEMORIES_H

#include "gpu_memory.h"
#include "socket_draws.h"

#include <array>
#include <cstring>
#include <map>
#include <vector>

namespace sockets
{

using namespace memloom;
using namespace sc_core;
using namespace tlm;

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

} // namespace sockets

#endif
