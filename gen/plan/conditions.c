/* When a chip has something: columns of the plan's tables. */
#include "parts.h"

bool always(const struct config *config)
{
    (void)config;
    return true;
}

bool with_shared_l1(const struct config *config)
{
    return config->shared_l1;
}

/* Each core chooses the organization of its L1 at run time. */
bool with_dyneb(const struct config *config)
{
    return config->shared_l1 && config->dyneb_chooser == DYNEB_RULES;
}

/* It is chosen for all cores. */
bool with_dyneb_trial(const struct config *config)
{
    return config->shared_l1 && config->dyneb_chooser == DYNEB_TRIAL;
}

bool with_protection(const struct config *config)
{
    return config->l1_protect;
}

bool without_shared_l1(const struct config *config)
{
    return !config->shared_l1;
}

bool turns_at_l2(const struct config *config)
{
    return config->shared_l1 && config->remote_via == REMOTE_VIA_L2;
}

bool with_crossbar(const struct config *config)
{
    return config->remote_via == REMOTE_VIA_CROSSBAR;
}

bool with_llc_mode(const struct config *config)
{
    return config->llc_mode != LLC_SHARED;
}

bool with_hub(const struct config *config)
{
    return with_llc_mode(config) || with_dyneb_trial(config);
}

bool without_llc_mode(const struct config *config)
{
    return !with_llc_mode(config);
}

bool with_programs(const struct config *config)
{
    return config->programs > 1;
}

bool with_profiler(const struct config *config)
{
    return config->llc_mode == LLC_ADAPTIVE && config->llc_chooser == LLC_RULES;
}

bool with_trial(const struct config *config)
{
    return config->llc_mode == LLC_ADAPTIVE && config->llc_chooser == LLC_TRIAL;
}

bool with_two_profilers(const struct config *config)
{
    return with_profiler(config) && with_programs(config);
}

bool with_two_trials(const struct config *config)
{
    return with_trial(config) && with_programs(config);
}

bool with_ccn(const struct config *config)
{
    return config->ccn == CCN_BASIC || config->ccn == CCN_THROTTLED;
}

bool with_bridges(const struct config *config)
{
    return with_ccn(config) && config->ccn_bridges;
}

bool with_throttle(const struct config *config)
{
    return config->ccn == CCN_THROTTLED;
}

bool without_throttle(const struct config *config)
{
    return config->ccn == CCN_BASIC;
}

/* Somebody asks cores by their number. */
bool with_core_numbers(const struct config *config)
{
    return config->shared_l1 || with_ccn(config);
}

bool with_ram_protection(const struct config *config)
{
    return config->ram_protect;
}

bool with_axi(const struct config *config)
{
    return config->mem_port == MEM_PORT_AXI4;
}

bool without_axi(const struct config *config)
{
    return !with_axi(config);
}
