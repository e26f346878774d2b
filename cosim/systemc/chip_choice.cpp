// See chip_choice.h.
#include "chip_choice.h"

namespace memloom
{

Chip::Chip()
{
    config_init(&config_);
}

Chip::Chip(const std::string &preset) : Chip()
{
    config_preset(&config_, preset.c_str());
}

Chip::Chip(const struct config &configuration) : config_(configuration)
{
}

Chip &Chip::set(const std::string &assignment)
{
    config_set(&config_, "Chip::set", assignment.c_str());
    return *this;
}

const struct plan *Chip::plan() const
{
    if (!plan_)
        plan_.reset(backend_plan(&config_), std::free);
    return plan_.get();
}

std::string Chip::library() const
{
    char *path = backend_library(plan(), work.c_str(), optimise);
    std::string library = path;
    std::free(path);
    return library;
}

} // namespace memloom
