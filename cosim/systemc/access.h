// What the generic payload does not say about a request of a core. Without this extension a read is
// a load and a write is a store; with it the command has to fit the kind: loads and fetches are
// reads, stores are writes, an atomic is TLM_IGNORE_COMMAND, since its data go both ways: operands
// to the memory, old values back.
#ifndef MEMLOOM_ACCESS_H
#define MEMLOOM_ACCESS_H

#include <cstdint>
#include <tlm>

namespace memloom
{

enum class Kind : uint8_t { load, load_bypass, store, atomic, fetch };
enum class AtomicOp : uint8_t { add, exchange, umin, umax, smin, smax, bit_and, bit_or };
// Port of the chip on which the answer came: a load hit of the own L1; its other answers and those
// of L2; another core's L1.
enum class Source : uint8_t { hit, response, remote };

struct Access : tlm::tlm_extension<Access> {
    Kind kind = Kind::load;
    AtomicOp op = AtomicOp::add;
    uint32_t pc = 0;             // of the instruction; chips with line protection look at it
    Source source = Source::hit; // of the answer, set by the component

    tlm::tlm_extension_base *clone() const override
    {
        return new Access(*this);
    }
    void copy_from(const tlm::tlm_extension_base &other) override
    {
        *this = static_cast<const Access &>(other);
    }
};

} // namespace memloom

#endif
