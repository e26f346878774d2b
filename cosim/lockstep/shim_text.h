/* What every verilated chip is compiled with, carried inside the binary
 * (build/shim_text.c, made by mk/chip.mk). */
#ifndef MEMLOOM_SHIM_TEXT_H
#define MEMLOOM_SHIM_TEXT_H

extern const char rtl_shim_cpp[];
extern const char rtl_shim_h[];
extern const char chip_library_mk[];

#endif
