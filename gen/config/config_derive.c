/* What follows from the keys of a configuration: numbers that several ask for. */
#include "config.h"
#include "util.h"

unsigned config_message_kinds(const struct config *config)
{
    return !config->shared_l1 ? 1 : config->remote_via == REMOTE_VIA_L2 ? 3 : 2;
}

unsigned config_message_classes(const struct config *config)
{
    bool chosen = config->shared_l1 && config->message_classes;
    return chosen ? config->message_classes : config_message_kinds(config);
}

bool config_asks_cores(const struct config *config)
{
    return config->shared_l1 && config->remote_via == REMOTE_DIRECT;
}

unsigned config_ccn_cores(const struct config *config)
{
    return config->ccn_cluster ? config->ccn_cluster : config->cores;
}

unsigned config_ccn_number_bits(const struct config *config)
{
    unsigned most = config_ccn_cores(config);
    most = config->ccn_slots > most ? config->ccn_slots : most;
    most = config->ccn_copies > most ? config->ccn_copies : most;
    return log2_ceil(most);
}

unsigned config_ccn_name_bits(const struct config *config)
{
    return config->ccn && config->ccn_bridges ? config_ccn_number_bits(config) + 2
                                              : log2_ceil(config->cores);
}

struct program_cores config_program_cores(const struct config *config, unsigned program)
{
    unsigned of = config->cores, programs = config->programs;
    if (programs > 1 && config->programs_on == PROGRAMS_ON_CORES)
        of = config->cores / config->clusters;
    return (struct program_cores){program * (of / programs), of / programs, of};
}

unsigned config_program(const struct config *config, unsigned core)
{
    struct program_cores cores = config_program_cores(config, 0);
    return core % cores.of / cores.own;
}
