/* Traces of Accel-Sim: spellings of opcodes by generation, and what is certain about the bytes that
 * a load finds. The lines of a file are in tests/cli/accel.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accel_barrier.h"
#include "accel_memory.h"
#include "accel_opcode.h"
#include "check.h"
#include "place_value.h"

static void spellings_are_those_of_their_generation(void)
{
    static const struct {
        const char *text;
        unsigned generation;
        enum accel_class class;
        unsigned size, destination;
        bool bypass;
    } rows[] = {
        {"LDG.E", 80, ACCEL_LOAD, 4, 1, false},
        {"LDG.E.128.CONSTANT.SYS", 70, ACCEL_LOAD, 16, 4, false},
        {"LD.E.CG.64", 35, ACCEL_LOAD, 8, 2, true},
        {"LDG.E.CV", 61, ACCEL_LOAD, 4, 1, true},
        {"LDG.E.CI.S16", 61, ACCEL_LOAD, 2, 1, false},
        {"LDG.E.64.STRONG.GPU", 70, ACCEL_LOAD, 8, 2, true},
        {"LDG.E.STRONG.SYS", 75, ACCEL_LOAD, 4, 1, true},
        {"LDG.E.STRONG.CTA", 75, ACCEL_LOAD, 4, 1, false},
        {"LDG.E.U8", 86, ACCEL_LOAD, 1, 1, false},
        {"LDG.E.S16", 86, ACCEL_LOAD, 2, 1, false},
        {"LDGSTS.E.BYPASS.LTC128B.128", 80, ACCEL_LOAD, 16, 4, false},
        {"LDGSTS.E.BYPASS.LTC128B.128", 70, ACCEL_UNKNOWN, 16, 4, false},
        {"LD.E.64", 35, ACCEL_LOAD, 8, 2, false},
        {"LD.E.64", 70, ACCEL_GENERIC_LOAD, 8, 2, false},
        {"ST.E", 61, ACCEL_STORE, 4, 1, false},
        {"ST.E", 80, ACCEL_GENERIC_STORE, 4, 1, false},
        {"STG.E.U16", 80, ACCEL_STORE, 2, 1, false},
        {"LDL.LU", 70, ACCEL_LOCAL_LOAD, 4, 1, false},
        {"STL.64", 90, ACCEL_LOCAL_STORE, 8, 2, false},
        {"RED.E.ADD.F32.FTZ.RN.STRONG.GPU", 80, ACCEL_ATOMIC, 4, 1, true},
        {"ATOMG.E.ADD.64.STRONG.GPU", 70, ACCEL_ATOMIC, 8, 2, true},
        {"ATOMS.ADD", 70, ACCEL_SHARED_LOAD, 4, 1, false},
        {"LDS.U.128", 70, ACCEL_SHARED_LOAD, 16, 4, false},
        {"STS.U8", 70, ACCEL_SHARED_STORE, 1, 1, false},
        {"LDSM.16.M88.4", 75, ACCEL_SHARED_LOAD, 16, 4, false},
        {"LDSM.16.MT88.2", 75, ACCEL_SHARED_LOAD, 16, 2, false},
        {"LDSM.16.M88", 75, ACCEL_SHARED_LOAD, 16, 1, false},
        {"MEMBAR.SC.GPU", 70, ACCEL_FENCE, 4, 1, false},
        {"BAR.SYNC.DEFER_BLOCKING", 80, ACCEL_BARRIER, 4, 1, false},
        {"BAR.ARV", 80, ACCEL_BARRIER, 4, 1, false},
        {"IMAD.WIDE.U32", 80, ACCEL_INT, 4, 2, false},
        {"HFMA2.MMA", 80, ACCEL_SP, 4, 1, false},
        {"MUFU.RSQ", 35, ACCEL_SFU, 4, 1, false},
        {"XMAD.MRG", 60, ACCEL_INT, 4, 1, false},
        {"XMAD.MRG", 70, ACCEL_UNKNOWN, 4, 1, false},
        {"VIADD", 90, ACCEL_INT, 4, 1, false},
        {"EXIT", 90, ACCEL_EXIT, 4, 1, false},
        {"LDGX", 80, ACCEL_UNKNOWN, 4, 1, false},
        {"L", 80, ACCEL_UNKNOWN, 4, 1, false},
        {"", 80, ACCEL_UNKNOWN, 4, 1, false},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct accel_opcode opcode = accel_opcode(rows[i].text, rows[i].generation);
        unsigned wrong = check_state.wrong;
        CHECK_EQUAL(opcode.class, rows[i].class);
        CHECK_EQUAL(opcode.size, rows[i].size);
        CHECK_EQUAL(opcode.destination, rows[i].destination);
        CHECK_EQUAL(opcode.bypass, rows[i].bypass);
        if (check_state.wrong != wrong)
            printf("%s of generation %u\n", rows[i].text, rows[i].generation);
    }
    CHECK(accel_opcode("LDGSTS", 80).shared_copy && !accel_opcode("LDG", 80).shared_copy);
    CHECK(accel_generation_known(35) && accel_generation_known(90) && !accel_generation_known(0));
}

/* 2 MiB: what is below stays, pages come in the order in which they are touched. */
static void pages_come_in_the_order_of_touch(void)
{
    struct image image = {0};
    static struct accel_memory memory;
    accel_memory_init(&memory, &image);
    CHECK_EQUAL(accel_memory_place(&memory, UINT64_C(0x7f3000000010)), IMAGE_BASE + 0x10);
    CHECK_EQUAL(accel_memory_place(&memory, UINT64_C(0x7f10001ffff0)),
                IMAGE_BASE + 0x200000 + 0x1ffff0);
    CHECK_EQUAL(accel_memory_place(&memory, UINT64_C(0x7f1000200000)), IMAGE_BASE + 0x400000);
    CHECK_EQUAL(accel_memory_place(&memory, UINT64_C(0x7f3000000014)), IMAGE_BASE + 0x14);
    CHECK_EQUAL(image.used, 0x600000);
    accel_memory_release(&memory);
    free(image.bytes);
}

static void put_value(struct accel_memory *memory, uint64_t place, unsigned size, uint32_t warp)
{
    place_value(place, size, image_at(memory->image, place, size));
    accel_memory_write(memory, place, warp);
}

/* A load is certain of what its own warp, an earlier kernel or a copy wrote, and of nothing else.
 */
static void what_others_write_is_not_certain(void)
{
    struct image image = {0};
    static struct accel_memory memory;
    accel_memory_init(&memory, &image);
    uint64_t place = accel_memory_place(&memory, UINT64_C(0x7f0000000000));
    CHECK(!accel_memory_is_certain(&memory, place, 4, 1)); /* nobody wrote it, but somebody may */
    accel_memory_fill(&memory, UINT64_C(0x7f0000000040), 7);
    CHECK(accel_memory_is_certain(&memory, place + 0x40, 4, 1));
    CHECK(!accel_memory_is_certain(&memory, place + 0x44, 4, 1)); /* the copy ends in it */
    put_value(&memory, place, 8, 1);
    CHECK(accel_memory_is_certain(&memory, place + 4, 4, 1));
    CHECK(!accel_memory_is_certain(&memory, place + 4, 4, 2));
    put_value(&memory, place + 8, 4, 2); /* the same 32 bytes */
    CHECK(!accel_memory_is_certain(&memory, place, 4, 1));
    accel_memory_begin_kernel(&memory);
    CHECK(accel_memory_is_certain(&memory, place, 4, 3));
    put_value(&memory, place, 4, UINT32_MAX); /* warps that have no number of their own */
    CHECK(!accel_memory_is_certain(&memory, place, 4, UINT32_MAX));
    accel_memory_release(&memory);
    free(image.bytes);
}

/* Bytes depend on their place alone, and none is zero. */
static void a_value_is_that_of_its_place(void)
{
    uint8_t whole[64], part[16];
    unsigned zero = 0, equal = 0;
    for (unsigned i = 0; i < 64; i += 16)
        place_value(0x10000 + i, 16, whole + i);
    for (unsigned at = 0; at < 48; at++)
        for (unsigned size = 1; size <= 16; size++) {
            place_value(0x10000 + at, size, part);
            CHECK(!memcmp(part, whole + at, size));
        }
    for (unsigned i = 0; i < 64; i++)
        zero += !whole[i];
    for (unsigned i = 4; i < 64; i += 4)
        equal += !memcmp(whole, whole + i, 4);
    CHECK(zero == 0 && equal == 0);
}

/* A warp's barriers: "0" one of the whole block by its number; "/2" one of two warps, its number
 * not known; ">2" one of two at which it goes on. */
static void write_barriers(struct simt *simt, const char *text)
{
    for (; *text; text++) {
        bool unnumbered = *text == '/' || *text == '>', goes_on = *text == '>';
        text += unnumbered;
        unsigned digit = *text == 'f' ? 15 : (unsigned)(*text - '0');
        simt_alu(simt, 1);
        simt_named_barrier(simt, unnumbered ? ACCEL_UNNUMBERED : digit, unnumbered ? digit : 0,
                           goes_on);
    }
}

/* The numbers of a warp's barriers, as hexadecimal digits. */
static void read_barriers(const struct stream *stream, char *text)
{
    for (size_t at = 0; at < stream->used;) {
        const struct instruction *record =
            (const struct instruction *)(const void *)(stream->bytes + at);
        if (record->kind == INSTRUCTION_BARRIER)
            *text++ = "0123456789abcdef"[record->op];
        at += record->bytes;
    }
    *text = '\0';
}

static void barriers_are_numbered_where_all_warps_get_past_them(void)
{
    static const struct {
        const char *name, *warp[4], *number[4]; /* barriers and what becomes of them */
        unsigned dropped;
    } rows[] = {
        {"the block's", {"00", "00", "00", "00"}, {"00", "00", "00", "00"}, 0},
        {"of warps that exit early", {"00", "0", "", "000"}, {"00", "0", "", "000"}, 0},
        {"opened by an exit", {"0", "0", "", ""}, {"0", "0", "", ""}, 0},
        {"by number", {"12", "12", "12", "12"}, {"12", "12", "12", "12"}, 0},
        {"by number, in two orders", {"12", "12", "12", "21"}, {"", "", "", ""}, 8},
        {"of pairs", {"/2/2", "/2/2", "/2", "/2"}, {"ff", "ff", "e", "e"}, 0},
        {"of pairs and of all",
         {"/20/4", "/20/4", "0/4/2", "0/4/2"},
         {"f0d", "f0d", "0de", "0de"},
         0},
        {"of pairs, one alone", {"/2", "/2", "/2", ""}, {"", "", "", ""}, 3},
        {"of pairs, one more often", {"/2/2", "/2", "", ""}, {"", "", "", ""}, 3},
        {"beside a number that is taken", {"f", "f", "f/1", "f"}, {"f", "f", "fe", "f"}, 0},
        {"one goes on", {">2", "/2", "", ""}, {"f", "f", "", ""}, 0},
        {"one goes on, and again behind another",
         {">20>2", "/20/2", "0", "0"},
         {"f0f", "f0f", "0", "0"},
         0},
        {"one goes on twice, and may count twice", {">2>2", "/2/2", "", ""}, {"", "", "", ""}, 4},
        {"one goes on and comes again at once", {">2/2", "/2>2", "", ""}, {"", "", "", ""}, 4},
        {"full and empty, which cannot be told apart",
         {"/2>2/2>2", ">2/2>2/2", "", ""},
         {"", "", "", ""},
         8},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct thread_block block = {0};
        struct simt simt;
        char text[16];
        simt_begin(&simt, NULL, &block, 4);
        for (unsigned warp = 0; warp < 4; warp++) {
            simt_warp(&simt, warp, ALL_LANES);
            write_barriers(&simt, rows[i].warp[warp]);
        }
        check_case("barriers: %s", rows[i].name);
        CHECK_EQUAL(accel_barriers_settle(&block), rows[i].dropped);
        for (unsigned warp = 0; warp < 4; warp++) {
            read_barriers(&block.warp[warp], text);
            CHECK(!strcmp(text, rows[i].number[warp]));
            free(block.warp[warp].bytes);
        }
    }
}

int main(void)
{
    TEST(spellings_are_those_of_their_generation());
    TEST(pages_come_in_the_order_of_touch());
    TEST(what_others_write_is_not_certain());
    TEST(a_value_is_that_of_its_place());
    barriers_are_numbered_where_all_warps_get_past_them();
    return check_report();
}
