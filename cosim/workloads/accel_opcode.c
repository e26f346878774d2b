/* The table of mnemonics: see accel_opcode.h. */
#include "accel_opcode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { VOLTA = 70 }; /* since when .STRONG and a scope stand for .CG and .CV */

struct row {
    const char *name;
    enum accel_class class;
    unsigned since, until; /* generations that have it; until 0: all later ones */
};

/* Ascending by name, for the search; a name may stand twice, with generations that do not meet. */
static const struct row rows[] = {
    {"ACQBULK", ACCEL_INT, 90, 0},
    {"ATOM", ACCEL_ATOMIC, 0, 0},
    {"ATOMG", ACCEL_ATOMIC, 70, 0},
    {"ATOMS", ACCEL_SHARED_LOAD, 50, 0},
    {"B2R", ACCEL_INT, 0, 0},
    {"BAR", ACCEL_BARRIER, 0, 0},
    {"BFE", ACCEL_INT, 0, 69},
    {"BFI", ACCEL_INT, 0, 69},
    {"BMOV", ACCEL_INT, 70, 0},
    {"BMSK", ACCEL_INT, 70, 0},
    {"BPT", ACCEL_INT, 0, 0},
    {"BRA", ACCEL_INT, 0, 0},
    {"BREAK", ACCEL_INT, 70, 0},
    {"BREV", ACCEL_INT, 70, 0},
    {"BRK", ACCEL_INT, 0, 69},
    {"BRX", ACCEL_INT, 0, 0},
    {"BRXU", ACCEL_INT, 80, 0},
    {"BSSY", ACCEL_INT, 70, 0},
    {"BSYNC", ACCEL_INT, 70, 0},
    {"CALL", ACCEL_INT, 70, 0},
    {"CAL", ACCEL_INT, 0, 69},
    {"CCTL", ACCEL_INT, 0, 0},
    {"CCTLL", ACCEL_INT, 0, 0},
    {"CCTLT", ACCEL_INT, 50, 0},
    {"CONT", ACCEL_INT, 0, 69},
    {"CS2R", ACCEL_INT, 50, 0},
    {"CSET", ACCEL_INT, 0, 69},
    {"CSETP", ACCEL_INT, 0, 69},
    {"DADD", ACCEL_SFU, 0, 0},
    {"DEPBAR", ACCEL_INT, 50, 0},
    {"DFMA", ACCEL_SFU, 0, 0},
    {"DMMA", ACCEL_SFU, 80, 0},
    {"DMNMX", ACCEL_SFU, 0, 69},
    {"DMUL", ACCEL_SFU, 0, 0},
    {"DSET", ACCEL_SFU, 0, 69},
    {"DSETP", ACCEL_SFU, 0, 0},
    {"ELECT", ACCEL_INT, 90, 0},
    {"ENDCOLLECTIVE", ACCEL_INT, 90, 0},
    {"ERRBAR", ACCEL_INT, 70, 0},
    {"EXIT", ACCEL_EXIT, 0, 0},
    {"F2F", ACCEL_SFU, 0, 0},
    {"F2FP", ACCEL_SP, 80, 0},
    {"F2I", ACCEL_SFU, 0, 0},
    {"FADD", ACCEL_SP, 0, 0},
    {"FADD32I", ACCEL_SP, 0, 69},
    {"FCHK", ACCEL_SFU, 0, 0},
    {"FCMP", ACCEL_SP, 0, 69},
    {"FENCE", ACCEL_INT, 90, 0},
    {"FFMA", ACCEL_SP, 0, 0},
    {"FFMA32I", ACCEL_SP, 0, 0},
    {"FLO", ACCEL_INT, 0, 0},
    {"FMNMX", ACCEL_SP, 0, 0},
    {"FMUL", ACCEL_SP, 0, 0},
    {"FMUL32I", ACCEL_SP, 0, 69},
    {"FRND", ACCEL_SFU, 70, 0},
    {"FSEL", ACCEL_SP, 70, 0},
    {"FSET", ACCEL_SP, 0, 0},
    {"FSETP", ACCEL_SP, 0, 0},
    {"FSWZ", ACCEL_SP, 0, 69},
    {"FSWZADD", ACCEL_SP, 50, 0},
    {"GETLMEMBASE", ACCEL_INT, 70, 0},
    {"HADD2", ACCEL_SP, 53, 0},
    {"HADD2_32I", ACCEL_SP, 53, 0},
    {"HFMA2", ACCEL_SP, 53, 0},
    {"HFMA2_32I", ACCEL_SP, 53, 0},
    {"HGMMA", ACCEL_SFU, 90, 0},
    {"HMMA", ACCEL_SFU, 70, 0},
    {"HMNMX2", ACCEL_SP, 80, 0},
    {"HMUL2", ACCEL_SP, 53, 0},
    {"HMUL2_32I", ACCEL_SP, 53, 0},
    {"HSET2", ACCEL_SP, 53, 0},
    {"HSETP2", ACCEL_SP, 53, 0},
    {"I2F", ACCEL_SFU, 0, 0},
    {"I2FP", ACCEL_SP, 80, 0},
    {"I2I", ACCEL_SFU, 0, 0},
    {"I2IP", ACCEL_INT, 75, 0},
    {"IABS", ACCEL_INT, 70, 0},
    {"IADD", ACCEL_INT, 0, 0},
    {"IADD3", ACCEL_INT, 50, 0},
    {"IADD32I", ACCEL_INT, 0, 0},
    {"ICMP", ACCEL_INT, 0, 69},
    {"IDP", ACCEL_INT, 70, 0},
    {"IDP4A", ACCEL_INT, 70, 0},
    {"IGMMA", ACCEL_SFU, 90, 0},
    {"IMAD", ACCEL_INT, 0, 0},
    {"IMADSP", ACCEL_INT, 0, 69},
    {"IMMA", ACCEL_SFU, 72, 0},
    {"IMNMX", ACCEL_INT, 0, 0},
    {"IMUL", ACCEL_INT, 0, 0},
    {"IMUL32I", ACCEL_INT, 0, 0},
    {"ISAD", ACCEL_INT, 0, 69},
    {"ISCADD", ACCEL_INT, 0, 0},
    {"ISCADD32I", ACCEL_INT, 0, 0},
    {"ISET", ACCEL_INT, 0, 69},
    {"ISETP", ACCEL_INT, 0, 0},
    {"JCAL", ACCEL_INT, 0, 69},
    {"JMP", ACCEL_INT, 0, 0},
    {"JMX", ACCEL_INT, 0, 0},
    {"JMXU", ACCEL_INT, 80, 0},
    {"KILL", ACCEL_INT, 0, 0},
    {"LD", ACCEL_GENERIC_LOAD, 70, 0},
    {"LD", ACCEL_LOAD, 0, 69},
    {"LDC", ACCEL_INT, 0, 0},
    {"LDG", ACCEL_LOAD, 0, 0},
    {"LDGDEPBAR", ACCEL_INT, 80, 0},
    {"LDGSTS", ACCEL_LOAD, 80, 0},
    {"LDL", ACCEL_LOCAL_LOAD, 0, 0},
    {"LDS", ACCEL_SHARED_LOAD, 0, 0},
    {"LDSLK", ACCEL_SHARED_LOAD, 0, 49},
    {"LDSM", ACCEL_SHARED_LOAD, 75, 0},
    {"LEA", ACCEL_INT, 50, 0},
    {"LEPC", ACCEL_INT, 0, 0},
    {"LONGJMP", ACCEL_INT, 0, 69},
    {"LOP", ACCEL_INT, 0, 0},
    {"LOP3", ACCEL_INT, 50, 0},
    {"LOP32I", ACCEL_INT, 0, 0},
    {"MATCH", ACCEL_INT, 70, 0},
    {"MEMBAR", ACCEL_FENCE, 0, 0},
    {"MOV", ACCEL_INT, 0, 0},
    {"MOV32I", ACCEL_INT, 0, 0},
    {"MOVM", ACCEL_SFU, 75, 0},
    {"MUFU", ACCEL_SFU, 0, 0},
    {"NANOSLEEP", ACCEL_INT, 70, 0},
    {"NOP", ACCEL_INT, 0, 0},
    {"P2R", ACCEL_INT, 0, 0},
    {"PBK", ACCEL_INT, 0, 69},
    {"PCNT", ACCEL_INT, 0, 69},
    {"PLOP3", ACCEL_INT, 70, 0},
    {"PLONGJMP", ACCEL_INT, 0, 69},
    {"PMTRIG", ACCEL_INT, 0, 0},
    {"POPC", ACCEL_INT, 0, 0},
    {"PREEXIT", ACCEL_INT, 90, 0},
    {"PRET", ACCEL_INT, 0, 69},
    {"PRMT", ACCEL_INT, 0, 0},
    {"PSET", ACCEL_INT, 0, 69},
    {"PSETP", ACCEL_INT, 0, 0},
    {"QSPC", ACCEL_INT, 70, 0},
    {"R2B", ACCEL_INT, 0, 0},
    {"R2P", ACCEL_INT, 0, 0},
    {"R2UR", ACCEL_INT, 75, 0},
    {"RED", ACCEL_ATOMIC, 0, 0},
    {"REDUX", ACCEL_SFU, 80, 0},
    {"RET", ACCEL_INT, 0, 0},
    {"RPCMOV", ACCEL_INT, 70, 0},
    {"RRO", ACCEL_SFU, 0, 69},
    {"RTT", ACCEL_INT, 70, 0},
    {"S2R", ACCEL_INT, 0, 0},
    {"S2UR", ACCEL_INT, 75, 0},
    {"SEL", ACCEL_INT, 0, 0},
    {"SETCTAID", ACCEL_INT, 70, 0},
    {"SETLMEMBASE", ACCEL_INT, 70, 0},
    {"SGXT", ACCEL_INT, 70, 0},
    {"SHF", ACCEL_INT, 0, 0},
    {"SHFL", ACCEL_INT, 0, 0},
    {"SHL", ACCEL_INT, 0, 0},
    {"SHR", ACCEL_INT, 0, 0},
    {"SSY", ACCEL_INT, 0, 69},
    {"ST", ACCEL_GENERIC_STORE, 70, 0},
    {"ST", ACCEL_STORE, 0, 69},
    {"STG", ACCEL_STORE, 50, 0},
    {"STL", ACCEL_LOCAL_STORE, 0, 0},
    {"STS", ACCEL_SHARED_STORE, 0, 0},
    {"STSCUL", ACCEL_SHARED_STORE, 0, 49},
    {"STSM", ACCEL_SHARED_STORE, 90, 0},
    {"SUATOM", ACCEL_SFU, 50, 0},
    {"SULD", ACCEL_SFU, 50, 0},
    {"SURED", ACCEL_SFU, 50, 0},
    {"SUST", ACCEL_SFU, 50, 0},
    {"SYNC", ACCEL_INT, 50, 69},
    {"SYNCS", ACCEL_SHARED_LOAD, 90, 0},
    {"TEX", ACCEL_SFU, 0, 0},
    {"TEXDEPBAR", ACCEL_INT, 0, 49},
    {"TLD", ACCEL_SFU, 0, 0},
    {"TLD4", ACCEL_SFU, 0, 0},
    {"TMML", ACCEL_SFU, 0, 0},
    {"TXD", ACCEL_SFU, 0, 0},
    {"TXQ", ACCEL_SFU, 0, 0},
    {"UBMSK", ACCEL_INT, 75, 0},
    {"UBREV", ACCEL_INT, 75, 0},
    {"UCLEA", ACCEL_INT, 75, 0},
    {"UF2FP", ACCEL_SP, 80, 0},
    {"UFLO", ACCEL_INT, 75, 0},
    {"UIADD3", ACCEL_INT, 75, 0},
    {"UIMAD", ACCEL_INT, 75, 0},
    {"UISETP", ACCEL_INT, 75, 0},
    {"ULDC", ACCEL_INT, 75, 0},
    {"ULEA", ACCEL_INT, 75, 0},
    {"ULOP", ACCEL_INT, 75, 0},
    {"ULOP3", ACCEL_INT, 75, 0},
    {"ULOP32I", ACCEL_INT, 75, 0},
    {"UMOV", ACCEL_INT, 75, 0},
    {"UP2UR", ACCEL_INT, 75, 0},
    {"UPLOP3", ACCEL_INT, 75, 0},
    {"UPOPC", ACCEL_INT, 75, 0},
    {"UPRMT", ACCEL_INT, 75, 0},
    {"UPSETP", ACCEL_INT, 75, 0},
    {"UR2UP", ACCEL_INT, 75, 0},
    {"USEL", ACCEL_INT, 75, 0},
    {"USETMAXREG", ACCEL_INT, 90, 0},
    {"USGXT", ACCEL_INT, 75, 0},
    {"USHF", ACCEL_INT, 75, 0},
    {"USHL", ACCEL_INT, 75, 0},
    {"USHR", ACCEL_INT, 75, 0},
    {"VABSDIFF", ACCEL_INT, 0, 0},
    {"VABSDIFF4", ACCEL_INT, 0, 0},
    {"VIADD", ACCEL_INT, 90, 0},
    {"VIADDMNMX", ACCEL_INT, 90, 0},
    {"VIMNMX", ACCEL_INT, 90, 0},
    {"VIMNMX3", ACCEL_INT, 90, 0},
    {"VOTE", ACCEL_INT, 0, 0},
    {"VOTEU", ACCEL_INT, 75, 0},
    {"WARPGROUP", ACCEL_INT, 90, 0},
    {"WARPSYNC", ACCEL_INT, 70, 0},
    {"XMAD", ACCEL_INT, 50, 69},
    {"YIELD", ACCEL_INT, 70, 0},
};

bool accel_generation_known(unsigned generation)
{
    static const uint8_t known[] = {30, 32, 35, 37, 50, 52, 53, 60, 61,
                                    62, 70, 72, 75, 80, 86, 87, 89, 90};
    for (unsigned i = 0; i < sizeof known; i++)
        if (known[i] == generation)
            return true;
    return false;
}

/* Compares the first part of `text`, up to a dot, with a name. */
static int compare_first(const char *text, size_t length, const char *name)
{
    int order = strncmp(text, name, length);
    return order ? order : name[length] ? -1 : 0;
}

static enum accel_class class_of(const char *text, size_t length, unsigned generation)
{
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!compare_first(text, length, rows[i].name) && generation >= rows[i].since &&
            (!rows[i].until || generation <= rows[i].until))
            return rows[i].class;
    return ACCEL_UNKNOWN;
}

static bool part_is(const char *part, size_t length, const char *name)
{
    return strlen(name) == length && !strncmp(part, name, length);
}

/* Bits that a modifier names: 128, U8, S16; 0 when it names none. */
static unsigned bits_of(const char *part, size_t length)
{
    const char *digits = part;
    size_t left = length;
    if (left > 1 && (*digits == 'U' || *digits == 'S')) {
        digits++;
        left--;
    }
    for (size_t i = 0; i < left; i++)
        if (!isdigit((unsigned char)digits[i]))
            return 0;
    unsigned bits = left && left < 4 ? (unsigned)strtoul(digits, NULL, 10) : 0;
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits : 0;
}

struct accel_opcode accel_opcode(const char *text, unsigned generation)
{
    size_t length = strcspn(text, ".");
    struct accel_opcode opcode = {.class = class_of(text, length, generation),
                                  .shared_copy = part_is(text, length, "LDGSTS"),
                                  .ends_copies = part_is(text, length, "LDGDEPBAR"),
                                  .waits_for_copies = part_is(text, length, "DEPBAR"),
                                  .destination = 1};
    bool strong = false, wide_scope = false, wide = false, global_level = false;
    bool matrix = part_is(text, length, "LDSM") || part_is(text, length, "STSM");
    unsigned matrices = 1;
    for (const char *part = text + length; *part == '.'; part += length) {
        part++;
        length = strcspn(part, ".");
        strong = strong || part_is(part, length, "STRONG");
        wide_scope = wide_scope || part_is(part, length, "GPU") || part_is(part, length, "SYS");
        wide = wide || part_is(part, length, "WIDE");
        global_level = global_level || part_is(part, length, "CG") || part_is(part, length, "CV");
        matrices = part_is(part, length, "4") ? 4 : part_is(part, length, "2") ? 2 : matrices;
        if (opcode.class == ACCEL_BARRIER && part_is(part, length, "ARV"))
            opcode.goes_on = true;
        if (!opcode.size)
            opcode.size = bits_of(part, length) / 8;
    }
    opcode.bypass = (strong && wide_scope) || (generation < VOLTA && global_level);
    if (!opcode.size)
        opcode.size = 4;
    opcode.destination = wide ? 2 : (opcode.size + 3) / 4;
    if (matrix) { /* each lane names a row of 16 B and gets a word of each matrix */
        opcode.size = 16;
        opcode.destination = matrices;
    }
    return opcode;
}
