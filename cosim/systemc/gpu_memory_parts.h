// What the parts of GpuMemory know of each other beside its header: requests to channels.
#ifndef MEMLOOM_GPU_MEMORY_PARTS_H
#define MEMLOOM_GPU_MEMORY_PARTS_H

#include "gpu_memory.h"

#include <memory>

namespace memloom
{

// Leads from a payload back to its request.
struct GpuMemory::Owner : tlm::tlm_extension<Owner> {
    MemoryRequest *request = nullptr;
    const GpuMemory *memory = nullptr;
    unsigned channel = 0;

    tlm::tlm_extension_base *clone() const override
    {
        return nullptr; // a copy is no request
    }
    void copy_from(const tlm::tlm_extension_base &) override
    {
    }
    void free() override
    {
        // part of its request
    }
};

// Its life: free, asked (BEGIN_REQ), accepted (END_REQ), taken (by the chip's edge), and for reads
// replied (BEGIN_RESP). A write ends with its BEGIN_RESP, to which the chip has no port.
struct GpuMemory::MemoryRequest : tlm::tlm_mm_interface {
    Owner owner; // in the payload; outlives it
    tlm::tlm_generic_payload payload{this};
    std::vector<MemoryRequest *> *home = nullptr; // of free ones
    unsigned char data[line_bytes] = {}, enables[line_bytes] = {};
    unsigned id = 0;        // of the chip
    bool under_way = false; // not free
    bool accepted = false;  // END_REQ has come
    bool at_once = false;   // as a return value: counts in this very cycle
    bool taken = false;     // by the chip
    bool replied = false;   // BEGIN_RESP has come
    bool end_due = false;   // the channel waits for END_RESP
    bool dropped = false;   // the chip was reset since
    bool reported = false;  // that it is late
    sc_core::sc_time accepted_at, replied_at;
    uint64_t asked_cycle = 0, taken_cycle = 0;

    void free(tlm::tlm_generic_payload *) override
    {
        under_way = false;
        home->push_back(this);
    }
};

struct GpuMemory::Channel {
    std::vector<std::unique_ptr<MemoryRequest>> pool;
    std::vector<MemoryRequest *> free;
    MemoryRequest *asking = nullptr;     // BEGIN_REQ sent, not yet taken
    std::deque<MemoryRequest *> replies; // reads replied, to go to the chip
    MemoryRequest *showing = nullptr;    // reply that the chip takes at this edge
    Traffic traffic;
};

} // namespace memloom

#endif
