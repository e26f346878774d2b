// The component with two cores and two channels, for tests of its sockets; what stands at them is
// the test's.
#ifndef MEMLOOM_SOCKET_PLATFORM_H
#define MEMLOOM_SOCKET_PLATFORM_H

#include "gpu_memory.h"
#include "socket_cores.h"
#include "socket_memories.h"

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sockets
{

using namespace memloom;
using namespace sc_core;
using namespace tlm;

// SystemC's banner would stand before every message.
inline const int without_banner = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

inline Backend form;

inline Chip two_cores()
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

inline void nothing(Program &)
{
    sc_core::wait(sc_time(1, SC_MS));
}

using Programs = Platform<PlainMemory, Program>;

// The first core does it, the second one nothing.
inline int program(const std::function<void(Program &, Programs &)> &what)
{
    Programs platform;
    platform.add_memories(2);
    std::function<void(Program &)> first = [&](Program &core) { what(core, platform); };
    platform.add_core(0, first);
    platform.add_core(1, std::function<void(Program &)>(nothing));
    sc_start();
    return 0;
}

using Cases = std::map<std::string, std::function<int()>>;

// FORM CASE: runs that case over that form; says the names of all where there is none of that name.
inline int run_case(const char *test, int argc, char **argv, const Cases &cases)
{
    form = argc > 1 && std::string(argv[1]) == "rtl" ? Backend::rtl : Backend::model;
    return run_reporting(test, [&] {
        const auto found = cases.find(argc > 2 ? argv[2] : "");
        if (found != cases.end())
            return found->second();
        for (const auto &entry : cases)
            std::puts(entry.first.c_str());
        return 2;
    });
}

} // namespace sockets

#endif
