// An example platform around memloom::GpuMemory: cores that run a workload, DRAM channels, and the
// comparison with the chip model's own run. `make systemc` runs it with both forms of the
// component.
#include "channels.h"
#include "cores.h"
#include "platform_run.h"

extern "C" {
#include "util.h"
}

#include <cinttypes>
#include <ctime>

namespace
{

using namespace memloom;
using namespace sc_core;

// SystemC's banner would stand before every message.
[[maybe_unused]] const int without_banner = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

// Takes everything, answers nothing.
struct Stuck : sc_module {
    tlm_utils::simple_target_socket<Stuck, bus_bits> socket{"socket"};

    explicit Stuck(const sc_module_name &name) : sc_module(name)
    {
        socket.register_nb_transport_fw(this, &Stuck::forward);
    }
    tlm::tlm_sync_enum forward(tlm::tlm_generic_payload &, tlm::tlm_phase &phase, sc_time &)
    {
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
    }
};

// Stands at a channel's target in its place.
struct Unused : sc_module {
    tlm_utils::simple_initiator_socket<Unused, bus_bits> socket{"socket"};

    explicit Unused(const sc_module_name &name) : sc_module(name)
    {
        socket.register_nb_transport_bw(this, &Unused::backward);
    }
    tlm::tlm_sync_enum backward(tlm::tlm_generic_payload &, tlm::tlm_phase &, sc_time &)
    {
        return tlm::TLM_ACCEPTED;
    }
};

struct Platform : sc_module {
    const Chip chip;
    GpuMemory memory;
    Channels channels;
    struct ::workload *workload;
    Cores cores;
    std::unique_ptr<Stuck> stuck;
    std::unique_ptr<Unused> unused;

    Platform(const sc_module_name &name, const Chip &chip_, const platform_options &options)
        : sc_module(name), chip(chip_),
          memory("memory", chip, options.rtl ? Backend::rtl : Backend::model),
          channels("channels", chip, memory.period),
          workload(platform_workload(&channels.contents())),
          cores("cores", chip, workload, memory, channels)
    {
        for (unsigned i = 0; i < memory.core.size(); i++)
            cores.socket[i].bind(memory.core[i]);
        for (unsigned i = 0; i < memory.channel.size(); i++)
            connect(i, options);
        if (options.timeout != UINT64_MAX)
            memory.timeout = options.timeout;
        cores.stop_after = options.cycles;
        channels.late_line = options.late;
    }
    ~Platform() override
    {
        workload_close(workload);
    }
    void connect(unsigned number, const platform_options &options)
    {
        if (number + 1 != options.stuck) {
            memory.channel[number].bind(channels.socket[number]);
            return;
        }
        stuck = std::make_unique<Stuck>("stuck");
        memory.channel[number].bind(stuck->socket);
        unused = std::make_unique<Unused>("unused");
        unused->socket.bind(channels.socket[number]);
    }
};

// NAME.vcd of the sockets.
struct Trace {
    sc_trace_file *file = nullptr;

    Trace(const char *name, GpuMemory &memory)
    {
        if (!name)
            return;
        file = sc_create_vcd_trace_file(name);
        file->set_time_unit(1, SC_PS);
        memory.trace_sockets(file);
    }
    ~Trace()
    {
        if (file)
            sc_close_vcd_trace_file(file);
    }
};

double processor_seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

int judge(Platform &platform)
{
    const unsigned channels = unsigned(platform.channels.socket.size());
    std::vector<dram_stats> drams;
    for (unsigned i = 0; i < channels; i++)
        drams.push_back(platform.channels.dram(i).stats);
    platform_outcome outcome = {};
    outcome.done = platform.cores.done();
    outcome.cycles = platform.cores.cycles();
    outcome.kernels = platform.cores.kernels();
    outcome.sms = platform.cores.sms().data();
    outcome.drams = drams.data();
    outcome.memory = &platform.channels.contents();
    return platform_judge(&outcome, platform.workload);
}

int run(int argc, char **argv)
{
    platform_options options;
    platform_parse(&options, argc, argv);
    Chip chip(*platform_config());
    chip.work = options.work;
    chip.optimise = options.optimise;
    chip.seed = options.seed;
    Platform platform("platform", chip, options);
    Trace trace(options.trace, platform.memory);
    sc_start(SC_ZERO_TIME); // elaboration
    const double began = seconds_now(), processor_began = processor_seconds();
    const double before = platform.memory.backend_seconds();
    sc_start();
    const double took = seconds_now() - began, processor = processor_seconds() - processor_began;
    const double chip_took = platform.memory.backend_seconds() - before;
    const uint64_t cycles = platform.cores.cycles();
    std::printf("systemc, %s: %" PRIu64 " cycles, %.0f cycles/s (%.0f per second of processor "
                "time), chip alone %.0f cycles/s: %.2f of its speed\n",
                options.rtl ? "RTL" : "model", cycles, double(cycles) / took,
                double(cycles) / processor, double(cycles) / chip_took, chip_took / took);
    return judge(platform);
}

} // namespace

int sc_main(int argc, char **argv)
{
    return memloom::run_reporting("platform", [=] { return run(argc, argv); });
}
