/* The step of bit planes by 256-bit instructions; the Makefile compiles this file for them. */
#define STEP mesh_planes_step_avx2
#include "mesh_planes_step.h"
