// DRAM channels as TLM targets, on the C DRAM model (cosim/model/dram.h): FR-FCFS controllers whose
// lines all lie in one memory. They act at whole periods.
#ifndef MEMLOOM_CHANNELS_H
#define MEMLOOM_CHANNELS_H

#include "gpu_memory.h"

extern "C" {
#include "dram.h"
}

namespace memloom
{

class Channels : public sc_core::sc_module
{
  public:
    sc_core::sc_vector<tlm_utils::simple_target_socket_tagged<Channels, bus_bits>> socket;

    // The period is that of the memory system.
    Channels(const sc_core::sc_module_name &, const Chip &, sc_core::sc_time period);
    ~Channels() override;

    uint64_t late_line = 0; // of each channel, comes a cycle late (a fault for tests); 0: none

    struct ::memory &contents();
    bool idle() const; // no channel has a request or reply
    const struct dram &dram(unsigned) const;

  private:
    using Payload = tlm::tlm_generic_payload;

    struct Channel {
        struct ::dram dram;
        struct dram_in in = {};   // in this cycle
        struct dram_out out = {}; // likewise
        Payload *offered = nullptr;
        bool ended = false;                      // its END_REQ was sent
        uint64_t mask[2];                        // its bytes
        Payload *reads[2 * DRAM_SLOTS_MAX] = {}; // by id; null: free
        uint64_t lines = 0;                      // sent
        bool stepped = false;                    // at the last edge
        std::deque<Payload *> written;           // to be answered
        bool replying = false;                   // BEGIN_RESP sent, END_RESP to come
    };

    tlm::tlm_sync_enum forward(int, Payload &, tlm::tlm_phase &, sc_core::sc_time &);
    void offer(Channel &, Payload &);
    void clock();
    void step(Channel &, uint64_t cycle);
    void answer(unsigned number);
    bool begin_response(unsigned number, Payload &);

    const Chip chip_;
    struct memory contents_;
    std::vector<Channel> channels_;
    const sc_core::sc_time period_;
    const bool shared_lines_; // a line may be written by another channel at the same edge
    uint64_t cycle_ = 0;
};

} // namespace memloom

#endif
