/* The version that file headers, the manifest and --version tell, and the licence of emitted
 * Verilog. */
#ifndef MEMLOOM_VERSION_H
#define MEMLOOM_VERSION_H

#define MEMLOOM_VERSION "0.1.0"
#define MEMLOOM_LICENCE "SPDX-License-Identifier: Apache-2.0"

#endif
