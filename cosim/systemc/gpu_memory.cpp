// See gpu_memory.h: life, clock edge, calls. core_side.cpp and channel_side.cpp have the sockets.
#include "gpu_memory_parts.h"

#include <stdexcept>

namespace memloom
{

using namespace sc_core;

static sc_time period_of(const Chip &chip, sc_time period)
{
    if (period != SC_ZERO_TIME)
        return period;
    return sc_time(1e6 / chip.configuration().core_mhz, SC_PS);
}

GpuMemory::GpuMemory(const sc_module_name &name, const Chip &chip, Backend form, sc_time period_)
    : sc_module(name), core("core", chip.plan() ? chip.configuration().cores : 0),
      channel("channel", chip.configuration().partitions), period(period_of(chip, period_)),
      chip_(chip), address_end_(uint64_t(1) << chip.configuration().address_bits),
      cores_(core.size()), channels_(channel.size())
{
    if (form == Backend::model)
        backend_open_model(&backend_, chip.plan());
    else
        backend_open_rtl(&backend_, chip.plan(), chip.library().c_str(), chip.seed);
    for (unsigned i = 0; i < core.size(); i++) {
        core[i].register_nb_transport_fw(this, &GpuMemory::core_forward, int(i));
        core[i].register_b_transport(this, &GpuMemory::core_blocking, int(i));
        const unsigned ids = 1u << chip.configuration().id_bits;
        cores_[i].pending.resize(ids);
        for (unsigned id = ids; id-- > 0;)
            cores_[i].free_ids.push_back(uint16_t(id));
    }
    for (unsigned i = 0; i < channel.size(); i++)
        channel[i].register_nb_transport_bw(this, &GpuMemory::channel_backward, int(i));
    SC_HAS_PROCESS(GpuMemory);
    SC_METHOD(edge);
}

GpuMemory::~GpuMemory()
{
    backend_close(&backend_);
}

void GpuMemory::edge()
{
    if (!started_) {
        started_ = true;
        next_trigger(sc_time::from_value(period.value() / 2));
        return;
    }
    next_trigger(period);
    for (unsigned i = 0; i < cores_.size(); i++)
        if (take(i))
            accept(i);
    for (unsigned i = 0; i < cores_.size(); i++) {
        const struct sm_in &shows = *backend_.cores[i].shows;
        if (shows.hit_valid)
            answer(i, shows.hit_id, shows.hit_data, Source::hit);
        if (shows.response_valid)
            answer(i, shows.response_id, shows.response_data, Source::response);
        if (shows.remote_valid)
            answer(i, shows.remote_id, shows.remote_data, Source::remote);
        send_answers(i);
    }
    for (unsigned i = 0; i < channels_.size(); i++) {
        ask(i);
        show_reply(i);
    }
    if (!core_records_.empty())
        record();
    backend_edge(&backend_);
    for (unsigned i = 0; i < channels_.size(); i++)
        end_reply(i);
    cycle_++;
    look_for_errors();
    look_for_late();
}

void GpuMemory::flush()
{
    backend_.control.flush = true;
}

void GpuMemory::llc_flush()
{
    backend_.control.llc_flush = true;
}

bool GpuMemory::busy() const
{
    return backend_llc_busy(&backend_);
}

void GpuMemory::set_mode(const Mode &mode)
{
    if (mode.l1 > 2) {
        complain(std::string(name()) + ": there is no mode " + std::to_string(mode.l1) +
                 " of the L1s: 0 private, 1 shared, 2 dynamic");
        return;
    }
    backend_.control.l1_mode = mode.l1;
    backend_.control.l1_chunk = mode.chunk;
    backend_.control.l1_nearest = mode.nearest;
    backend_.control.llc_choice = mode.llc_choice;
}

// There is nothing else to return for a number that the chip does not have.
template <class List> auto &GpuMemory::element(List &list, unsigned number, const char *what) const
{
    if (number >= list.size())
        throw std::out_of_range(std::string(name()) + ": there is no " + what + " " +
                                std::to_string(number) + ", the chip has " +
                                std::to_string(list.size()));
    return list[number];
}

void GpuMemory::set_issued(unsigned core_number, unsigned instructions)
{
    Core &port = element(cores_, core_number, "core");
    if (instructions > 3) {
        complain(core_name(core_number) + ": " + std::to_string(instructions) +
                 " warp instructions in a cycle, at most 3");
        return;
    }
    port.issued = instructions;
}

uint32_t GpuMemory::counter(unsigned node, unsigned number)
{
    reading_.lock();
    backend_.control.stat_node = node;
    backend_.control.stat_counter = number;
    wait(3 * period);
    const uint32_t value = backend_stat_value(&backend_);
    reading_.unlock();
    return value;
}

const Traffic &GpuMemory::core_traffic(unsigned number) const
{
    return element(cores_, number, "core").traffic;
}

const Traffic &GpuMemory::channel_traffic(unsigned number) const
{
    return element(channels_, number, "channel").traffic;
}

uint64_t GpuMemory::cycle() const
{
    return cycle_;
}

double GpuMemory::backend_seconds() const
{
    return backend_.seconds;
}

void GpuMemory::reset()
{
    unsigned answered = 0, dropped = 0;
    for (unsigned i = 0; i < cores_.size(); i++)
        answered += fail_all(i);
    for (unsigned i = 0; i < channels_.size(); i++)
        dropped += drop_all(i);
    backend_reset(&backend_);
    if (answered + dropped)
        SC_REPORT_WARNING("memloom", (std::string(name()) + ": reset in the middle of traffic: " +
                                      std::to_string(answered) +
                                      " requests of cores are answered with "
                                      "TLM_GENERIC_ERROR_RESPONSE, " +
                                      std::to_string(dropped) + " of channels are dropped")
                                         .c_str());
}

void GpuMemory::complain(const std::string &text)
{
    SC_REPORT_ERROR("memloom", text.c_str());
}

// What the chip itself says.
void GpuMemory::look_for_errors()
{
    if (backend_.failed)
        complain(std::string(name()) + ": an assertion of the RTL failed in cycle " +
                 std::to_string(cycle_ - 1) + ", see above");
    for (unsigned i = 0; backend_.error_dram_reply && i < channels_.size(); i++)
        if (backend_.error_dram_reply >> i & 1)
            complain(channel_name(i) + ": a line came that the chip does not wait for");
}

void GpuMemory::look_for_late()
{
    const uint64_t interval = timeout / 8 < 64 ? timeout / 8 + 1 : 64;
    if (!timeout || cycle_ % interval)
        return;
    for (unsigned i = 0; i < cores_.size(); i++)
        look_for_late_core(i);
    for (unsigned i = 0; i < channels_.size(); i++)
        look_for_late_channel(i);
}

std::string GpuMemory::core_name(unsigned number) const
{
    return core[number].name();
}

std::string GpuMemory::channel_name(unsigned number) const
{
    return channel[number].name();
}

static int say(const char *name, std::string text)
{
    for (char &letter : text)
        if (letter == '\n')
            letter = ' ';
    std::fflush(stdout);
    std::fprintf(stderr, "%s: error: %s\n", name, text.c_str());
    return 2;
}

int run_reporting(const char *name, const std::function<int()> &main)
{
    sc_report_handler::set_actions(SC_ERROR, SC_THROW);
    sc_report_handler::set_actions(SC_INFO, SC_DO_NOTHING);
    sc_report_handler::set_handler([](const sc_report &report, const sc_actions &actions) {
        if (report.get_severity() == SC_WARNING)
            std::fprintf(stderr, "warning: %s\n", report.get_msg());
        if (actions & SC_THROW)
            throw report;
    });
    try {
        return main();
    } catch (const sc_report &report) {
        return say(name, report.get_msg());
    } catch (const std::exception &exception) { // of calls outside of processes
        return say(name, exception.what());
    }
}

} // namespace memloom
