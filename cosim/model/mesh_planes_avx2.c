/* The step of bit planes by 256-bit instructions; the Makefile compiles this file for them. */
#include "mesh_planes_step.h"

void mesh_planes_step_avx2(struct mesh_planes *p)
{
    step_all_groups(p);
}
