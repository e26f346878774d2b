/* What becomes of a module header as assertions: which checks there are, with which words of the
 * comments, and a message for what a header cannot mean. */
#include "assertions.h"
#include "check.h"
#include "ending.h"

#include <stdlib.h>
#include <string.h>

static const char sample[] =
    "module sample #(\n"
    "  parameter BITS = 8,                      // 1..64: bits of a word\n"
    "  parameter IDLE = 8                       // 1..64: nobody looks at it\n"
    ") (\n"
    "  input  wire            clk,              // clock\n"
    "  input  wire            rst,              // reset\n"
    "  output wire            room,             // there is room\n"
    "\n"
    "  // put: a word; only with room\n"
    "  input  wire            put_valid,        // it comes\n"
    "  input  wire [BITS-1:0] put_word,         // looked at only with put_valid\n"
    "  input  wire            hint,             // a hint; only without room\n"
    "\n"
    "  // get: the oldest word\n"
    "  output wire            get_valid,        // a word is offered\n"
    "  input  wire            get_ready,        // it is taken\n"
    "  output wire [BITS-1:0] get_word,         // the word\n"
    "  output wire            get_mark,         // a mark; re-decided by a flush\n"
    "\n"
    "  // any: some word; re-decided in every cycle\n"
    "  output wire            any_valid,        // a word is offered\n"
    "  input  wire            any_ready,        // it is taken\n"
    "  output wire [BITS-1:0] any_word          // the word\n"
    ");\n";

/* The assertions of a module; the caller frees them. */
static char *print_header(const char *text, const struct assertions_place *place)
{
    char *result;
    size_t size;
    struct module_header *header = module_header_parse("sample.v", text);
    FILE *file = open_memstream(&result, &size);
    assertions_print(file, header, place);
    fclose(file);
    module_header_free(header);
    return result;
}

/* Of the sample with `from` replaced by `to`. */
static char *print(const char *from, const char *to, const struct assertions_place *place)
{
    const char *at = strstr(sample, from);
    char *text, *result;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fprintf(file, "%.*s%s%s", (int)(at - sample), sample, to, at + strlen(from));
    fclose(file);
    result = print_header(text, place);
    free(text);
    return result;
}

static void offers_stay_but_those_that_are_redecided(void)
{
    char *text = print("", "", &(struct assertions_place){.target = "sample"});
    CHECK(strstr(text, "check_offer #(.N(1)) get_offer ("));
    CHECK(strstr(text, "check_stays #(.N(1), .BITS(BITS)) get_word_stays ("));
    CHECK(!strstr(text, "get_mark_stays") && !strstr(text, "any_offer"));
    CHECK(!strstr(text, "any_word") && !strstr(text, "put_offer"));
    CHECK(strstr(text, "get_valid_known") && strstr(text, "any_valid_known"));
    CHECK(!strstr(text, "room_known"));
    free(text);
}

static void pulses_come_when_their_comment_says_so(void)
{
    char *text = print("", "", &(struct assertions_place){.target = "sample"});
    CHECK(strstr(text, "check_only put_valid_only_with_room ("));
    CHECK(strstr(text, ".pulse(put_valid), .allowed(room));"));
    CHECK(strstr(text, ".pulse(hint), .allowed(!room));"));
    CHECK(!strstr(text, "put_word"));
    free(text);
}

static const char level_text[] =
    "module drained #(\n"
    "  parameter VCS     = 2,                   // 1..8: channels\n"
    "  parameter DEPTH   = 2,                   // 1..8: places\n"
    "  parameter VC_BITS = 1                    // 1..3: bits of a channel\n"
    ") (\n"
    "  input  wire               clk,           // clock\n"
    "  input  wire               rst,           // reset\n"
    "  input  wire               noc_en,        // enable\n"
    "  input  wire               level,         // a level; only drained until done\n"
    "  output wire               done,          // it has been followed\n"
    "  input  wire               put_valid,     // no flit\n"
    "\n"
    "  // link: flits\n"
    "  input  wire               link_valid,    // a flit\n"
    "  input  wire [VC_BITS-1:0] link_vc,       // its channel\n"
    "  output wire [VCS-1:0]     link_credit    // {VCS} a place\n"
    ");\n";

static void a_level_that_changes_between_drained_links_is_followed(void)
{
    char *text = print_header(level_text, &(struct assertions_place){.target = "drained"});
    CHECK(strstr(text, "check_drained #(.N(1), .VCS(VCS)) link_drained_for_level ("));
    CHECK(strstr(text, ".changes(level != done), .valid(link_valid), .credit(link_credit));"));
    CHECK(!strstr(text, "put_drained_for_level"));
    free(text);
}

static void only_what_is_looked_at_is_bound(void)
{
    char *text = print("", "", &(struct assertions_place){.target = "sample"});
    CHECK(strstr(text, "\nbind sample sample_assertions #(\n  .BITS(BITS)\n) assertions (\n"));
    CHECK(!strstr(text, "IDLE"));
    free(text);
    uint64_t values[] = {17, 3};
    text = print("", "", &(struct assertions_place){.target = "node", .values = values});
    CHECK(strstr(text, "\nbind node sample_assertions #(\n  .BITS(17)\n) assertions (\n"));
    free(text);
}

struct replacement {
    const char *from, *to;
};

static void print_replaced(const void *of)
{
    const struct replacement *words = of;
    free(print(words->from, words->to, &(struct assertions_place){.target = "sample"}));
}

/* The header with `from` replaced is refused, in a message that has the words. */
static void refuses(const char *from, const char *to, const char *words)
{
    char said[512];
    const struct replacement replacement = {from, to};
    CHECK_EQUAL(ending_of(print_replaced, &replacement, said, sizeof said), ENDS_REFUSED);
    CHECK(strstr(said, words));
}

static void what_a_header_cannot_mean_is_refused(void)
{
    refuses("only with room", "only with space", "space is no port of one bit");
    refuses("only without room", "only drained until room", "and noc_en");
}

static void flits_need_credits(void)
{
    refuses("get_mark,         // a mark; re-decided by a flush", "get_vc,           // a channel",
            "get_vc needs credits");
}

int main(void)
{
    TEST(offers_stay_but_those_that_are_redecided());
    TEST(pulses_come_when_their_comment_says_so());
    TEST(a_level_that_changes_between_drained_links_is_followed());
    TEST(only_what_is_looked_at_is_bound());
    TEST(what_a_header_cannot_mean_is_refused());
    TEST(flits_need_credits());
    return check_report();
}
