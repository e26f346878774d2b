// The configuration of a chip, as on memloom's command line, and where its verilated library is
// kept.
#ifndef MEMLOOM_CHIP_CHOICE_H
#define MEMLOOM_CHIP_CHOICE_H

#include "backend.h"

#include <cstdlib>
#include <memory>
#include <string>

namespace memloom
{

class Chip
{
  public:
    Chip();                                   // the defaults of docs/configuration.md
    explicit Chip(const std::string &preset); // one of presets/; ends the program if there is none
    explicit Chip(const struct config &configuration);
    Chip &set(const std::string &assignment); // "cores=2"; likewise for unknown keys

    std::string work = "build/chips"; // cache of verilated chips, shared with `memloom lockstep`
    unsigned optimise = 2;            // level of the compiler for them
    uint64_t seed = 1;                // of the RTL's state before reset

    // Checks the configuration; it cannot be changed any more.
    const struct plan *plan() const;
    const struct config &configuration() const
    {
        return config_;
    }
    std::string library() const; // of the verilated chip; built when it is not in the cache

  private:
    mutable struct config config_;
    mutable std::shared_ptr<struct plan> plan_;
};

} // namespace memloom

#endif
