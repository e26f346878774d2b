/* Tokens of an instruction line: see accel_line.h. */
#include "accel_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mask.h"

struct tokens {
    const struct accel_text *text; /* for messages */
    char *at;                      /* what is left of the line */
};

static char *next_token(struct tokens *tokens)
{
    char *at = tokens->at;
    while (*at == ' ' || *at == '\t')
        at++;
    if (!*at)
        return NULL;
    char *end = at;
    while (*end && *end != ' ' && *end != '\t')
        end++;
    tokens->at = *end ? end + 1 : end;
    *end = '\0';
    return at;
}

static char *need_token(struct tokens *tokens, const char *what)
{
    char *token = next_token(tokens);
    if (!token)
        accel_text_fail(tokens->text, "the line ends where %s should stand", what);
    return token;
}

static unsigned digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return (unsigned)(character - '0');
    character |= 'a' ^ 'A';
    return character >= 'a' && character <= 'f' ? (unsigned)(character - 'a') + 10 : 16;
}

/* All of a token as a number of base 10 or 16, with or without 0x in front of the latter. A trace
 * is little else than these: strtoull takes three times as long. */
static bool parse(const char *token, unsigned base, uint64_t *value)
{
    const uint64_t fits = UINT64_MAX / base;
    if (base == 16 && token[0] == '0' && (token[1] | 0x20) == 'x')
        token += 2;
    *value = 0;
    const char *at = token;
    for (unsigned digit; *at; at++) {
        digit = digit_of(*at);
        if (digit >= base || *value > fits || *value * base > UINT64_MAX - digit)
            return false;
        *value = *value * base + digit;
    }
    return at != token;
}

static uint64_t number(struct tokens *tokens, const char *what, unsigned base, uint64_t most)
{
    char *token = need_token(tokens, what);
    uint64_t value;
    if (!parse(token, base, &value) || value > most)
        accel_text_fail(tokens->text, "'%s' is no %s", token, what);
    return value;
}

static int64_t signed_number(struct tokens *tokens, const char *what)
{
    char *token = need_token(tokens, what), *end;
    errno = 0;
    int64_t value = strtoll(token, &end, 10);
    if (*end || end == token || errno)
        accel_text_fail(tokens->text, "'%s' is no %s", token, what);
    return value;
}

static uint8_t register_number(struct tokens *tokens)
{
    char *token = need_token(tokens, "a register");
    uint64_t value;
    if (*token != 'R' || !parse(token + 1, 10, &value) || value > ACCEL_NO_REGISTER)
        accel_text_fail(tokens->text, "'%s' is no register", token);
    return (uint8_t)value;
}

/* Mode 0: each active lane's address. */
static void list_addresses(struct tokens *tokens, struct accel_line *line)
{
    for (uint32_t rest = line->mask; rest; rest &= rest - 1)
        line->address[lowest(rest)] = number(tokens, "address", 16, UINT64_MAX);
}

/* Mode 1: the active lanes are a run, as far apart as the stride says. */
static void strided_addresses(struct tokens *tokens, struct accel_line *line)
{
    uint64_t address = number(tokens, "base address", 16, UINT64_MAX);
    int64_t stride = signed_number(tokens, "stride");
    uint32_t run = line->mask ? line->mask >> lowest(line->mask) : 0;
    if (run & (run + 1))
        accel_text_fail(tokens->text,
                        "base and stride (mode 1) with a mask that is no run of lanes: %08" PRIx32,
                        line->mask);
    for (uint32_t rest = line->mask; rest; rest &= rest - 1, address += (uint64_t)stride)
        line->address[lowest(rest)] = address;
}

/* Mode 2: the first active lane's address, then from each to the next one. */
static void delta_addresses(struct tokens *tokens, struct accel_line *line)
{
    uint64_t address = number(tokens, "base address", 16, UINT64_MAX);
    for (uint32_t rest = line->mask; rest; rest &= rest - 1) {
        line->address[lowest(rest)] = address;
        if (rest & (rest - 1))
            address += (uint64_t)signed_number(tokens, "difference of addresses");
    }
}

static void parse_addresses(struct tokens *tokens, struct accel_line *line)
{
    unsigned mode = (unsigned)number(tokens, "address mode", 10, UINT32_MAX);
    switch (mode) {
    case 0:
        list_addresses(tokens, line);
        break;
    case 1:
        strided_addresses(tokens, line);
        break;
    case 2:
        delta_addresses(tokens, line);
        break;
    default:
        accel_text_fail(tokens->text, "address mode %u; there are 0, 1 and 2", mode);
    }
}

void accel_line_parse(const struct accel_text *text, const struct accel_grammar *grammar,
                      char *characters, struct accel_line *line)
{
    struct tokens tokens = {text, characters};
    for (unsigned i = 0; i < (grammar->version < 3 ? 4u : 0) + grammar->lineinfo; i++)
        number(&tokens, "number before the instruction", 10, UINT64_MAX);
    line->pc = (uint32_t)number(&tokens, "program counter", 16, UINT32_MAX);
    line->mask = (uint32_t)number(&tokens, "mask of lanes", 16, UINT32_MAX);
    unsigned destinations = (unsigned)number(&tokens, "count of results", 10, 1);
    line->destination = destinations ? register_number(&tokens) : ACCEL_NO_REGISTER;
    line->opcode = need_token(&tokens, "the opcode");
    line->sources = (unsigned)number(&tokens, "count of operands", 10, ACCEL_SOURCES);
    for (unsigned i = 0; i < line->sources; i++)
        line->source[i] = register_number(&tokens);
    line->has_addresses = number(&tokens, "width of an access", 10, UINT32_MAX) > 0;
    if (line->has_addresses)
        parse_addresses(&tokens, line);
    line->rest = tokens.at;
}

uint64_t accel_line_immediate(const struct accel_line *line)
{
    uint64_t value;
    char token[24];
    return sscanf(line->rest, "%23s", token) == 1 && parse(token, 10, &value) ? value : UINT64_MAX;
}
