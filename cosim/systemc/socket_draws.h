// Random numbers of a test of the sockets, and delays in every way that the protocol allows.
#ifndef MEMLOOM_SOCKET_DRAWS_H
#define MEMLOOM_SOCKET_DRAWS_H

#include <random>
#include <systemc>

namespace sockets
{

using namespace memloom;
using namespace sc_core;
using namespace tlm;

inline sc_time period; // of the component
inline std::mt19937 random_bits;

inline unsigned below(unsigned n)
{
    return unsigned(random_bits() % n);
}

// None, any, or such that a call at an edge takes effect at an edge.
inline sc_time random_delay()
{
    const unsigned way = below(4);
    return way == 0   ? sc_time(below(3000), SC_PS)
           : way == 1 ? double(1 + below(3)) * period
                      : SC_ZERO_TIME;
}

} // namespace sockets

#endif
