/* Bank conflicts of shared memory as a pure function. Bank b holds the words (4 B) whose number is
 * b modulo the banks. A bank serves one word a cycle, to all lanes that want it. */
#ifndef MEMLOOM_SHARED_BANKS_H
#define MEMLOOM_SHARED_BANKS_H

#include "instruction.h"

enum { SHARED_BANKS_MAX = 32 };

/* Cycles that an access of the given lanes, at least one, takes: the most different words that meet
 * in a bank. Addresses are multiples of size. */
unsigned shared_bank_cycles(const uint64_t address[LANES], uint32_t lanes, unsigned size,
                            unsigned banks);

#endif
