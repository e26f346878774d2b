/* Twin of rtl/perf_merge.v. */
#include "perf_merge.h"

void perf_merge_init(struct perf_merge *merge, const struct perf_merge_params *params)
{
    merge->n = params->n;
    perf_merge_reset(merge);
}

void perf_merge_release(struct perf_merge *merge)
{
    (void)merge;
}

void perf_merge_reset(struct perf_merge *merge)
{
    merge->value = 0;
}

void perf_merge_outputs(const struct perf_merge *merge, struct perf_merge_out *out)
{
    out->value = merge->value;
}

void perf_merge_step(struct perf_merge *merge, const struct perf_merge_in *in)
{
    uint64_t value = 0;
    for (unsigned node = 0; node < merge->n; node++)
        value |= in->node_value[node];
    merge->value = (uint32_t)value;
}

bool perf_merge_is_idle(const struct perf_merge *merge)
{
    (void)merge;
    return false;
}

uint64_t perf_merge_hash(const struct perf_merge *merge)
{
    return merge->value;
}
