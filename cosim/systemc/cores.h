// The cores of a GPU as TLM initiators: the SM front end of the chip model (cosim/model/sm.h) runs
// a workload, whose thread blocks it hands out, whose kernel boundaries it gives, and which it ends
// with the write-back of all dirty lines. It acts at whole periods.
#ifndef MEMLOOM_CORES_H
#define MEMLOOM_CORES_H

#include "channels.h"
#include "gpu_memory.h"

extern "C" {
#include "dispatch.h"
#include "sm.h"
#include "workload.h"
}

namespace memloom
{

class Cores : public sc_core::sc_module
{
  public:
    sc_core::sc_vector<tlm_utils::simple_initiator_socket_tagged<Cores, bus_bits>> socket;

    Cores(const sc_core::sc_module_name &, const Chip &, struct ::workload *, GpuMemory &,
          const Channels &);
    ~Cores() override;

    uint64_t stop_after = 0; // cycles; 0: when the workload is done
    bool done() const;       // it is
    uint64_t cycles() const; // so many, then the simulation was stopped
    uint64_t kernels() const;
    const std::vector<struct ::sm> &sms() const;

  private:
    using Payload = tlm::tlm_generic_payload;

    // What an id of a core's load/store unit stands for.
    struct Request : Payload {
        Access access; // its extension
        unsigned id = 0;
        alignas(8) unsigned char data[line_bytes], enables[line_bytes];

        Request();
        ~Request() override;
    };
    struct Core {
        struct sm_in in = {};                           // in this cycle
        struct sm_out out = {};                         // likewise
        bool waits = false;                             // BEGIN_REQ sent, END_REQ to come
        std::vector<std::unique_ptr<Request>> requests; // by id
    };
    enum class Phase { kernels, write_back, done };

    tlm::tlm_sync_enum backward(int, Payload &, tlm::tlm_phase &, sc_core::sc_time &);
    void clock();
    void step(unsigned number, uint64_t cycle);
    void begin();
    void end_kernel();
    bool all_done() const;
    void request(unsigned number);
    void look_for_end();
    void stop();

    const Chip chip_;
    GpuMemory &memory_;
    const Channels &channels_;
    std::vector<struct ::sm> sms_;
    std::vector<Core> cores_;
    struct dispatch dispatch_;
    sc_core::sc_event write_back_goes_on_;
    Phase phase_ = Phase::kernels;
    bool started_ = false, flushed_ = false;
    uint64_t now_ = 0; // cycle
    uint64_t flushed_at_ = 0, kernels_ = 0;
};

} // namespace memloom

#endif
