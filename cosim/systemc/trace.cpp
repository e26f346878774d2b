// GpuMemory's sockets as signals of a trace file.
#include "gpu_memory_parts.h"

namespace memloom
{

using namespace sc_core;

void GpuMemory::trace_sockets(sc_trace_file *file)
{
    core_records_.resize(cores_.size());
    channel_records_.resize(channels_.size());
    for (unsigned i = 0; i < cores_.size(); i++) {
        const CoreRecord &record = core_records_[i];
        const std::string name = core_name(i) + ".";
        sc_trace(file, record.request, name + "request");
        sc_trace(file, record.taken, name + "taken");
        sc_trace(file, record.kind, name + "kind");
        sc_trace(file, record.address, name + "address");
        sc_trace(file, record.hit, name + "hit");
        sc_trace(file, record.response, name + "response");
        sc_trace(file, record.remote, name + "remote");
    }
    for (unsigned i = 0; i < channels_.size(); i++) {
        const ChannelRecord &record = channel_records_[i];
        const std::string name = channel_name(i) + ".";
        sc_trace(file, record.request, name + "request");
        sc_trace(file, record.taken, name + "taken");
        sc_trace(file, record.write, name + "write");
        sc_trace(file, record.address, name + "address");
        sc_trace(file, record.reply, name + "reply");
        sc_trace(file, record.reply_taken, name + "reply_taken");
    }
}

// What goes over the sockets in the cycle that ends now.
void GpuMemory::record()
{
    for (unsigned i = 0; i < cores_.size(); i++) {
        const struct sm_out &drives = *backend_.cores[i].drives;
        const struct sm_in &shows = *backend_.cores[i].shows;
        core_records_[i] = {drives.request_valid,
                            drives.request_valid && shows.request_ready,
                            unsigned(drives.request_kind),
                            drives.request_line * line_bytes,
                            shows.hit_valid,
                            shows.response_valid,
                            shows.remote_valid};
    }
    for (unsigned i = 0; i < channels_.size(); i++) {
        const struct dram_out &drives = *backend_.channels[i].drives;
        const struct dram_in &shows = *backend_.channels[i].shows;
        channel_records_[i] = {
            shows.dram_valid,        shows.dram_valid && drives.dram_ready,
            shows.dram_write,        shows.dram_line * line_bytes,
            drives.dram_reply_valid, drives.dram_reply_valid && shows.dram_reply_ready};
    }
}

} // namespace memloom
