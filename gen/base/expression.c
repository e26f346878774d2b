/* Recursive descent over Verilog's precedence levels: ?: binds weakest, then equality, relations,
 * shifts, sums, products. */
#include "expression.h"

#include "util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const char *text; /* the whole expression, for messages */
    const char *at;   /* the next character */
    const struct expression_context *context;
};

struct operator_text {
    const char *text;
    enum expression_kind kind;
};

/* Longer spellings first where one begins another. Each level ends with a NULL text. */
static const struct operator_text equality[] = {{"==", EXPR_EQUAL}, {"!=", EXPR_NOT_EQUAL}, {0}};
static const struct operator_text relation[] = {{"<=", EXPR_LESS_EQUAL},
                                                {">=", EXPR_GREATER_EQUAL},
                                                {"<", EXPR_LESS},
                                                {">", EXPR_GREATER},
                                                {0}};
static const struct operator_text shift[] = {{"<<", EXPR_SHIFT_LEFT}, {0}};
static const struct operator_text sum[] = {{"+", EXPR_ADD}, {"-", EXPR_SUBTRACT}, {0}};
static const struct operator_text product[] = {{"*", EXPR_MULTIPLY}, {"/", EXPR_DIVIDE}, {0}};
static const struct operator_text *const levels[] = {equality, relation, shift, sum, product};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static struct expression *parse_choice(struct parser *);

static void fail(const struct parser *p, const char *expected)
{
    die("%s:%u: in the expression '%s': expected %s at '%s'", p->context->path, p->context->line,
        p->text, expected, *p->at ? p->at : "its end");
}

static struct expression *node(enum expression_kind kind, struct expression *a,
                               struct expression *b, struct expression *c)
{
    struct expression *e = xcalloc(1, sizeof *e);
    *e = (struct expression){.kind = kind, .part = {a, b, c}};
    return e;
}

static bool accept(struct parser *p, const char *token)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
    size_t length = strlen(token);
    if (strncmp(p->at, token, length))
        return false;
    p->at += length;
    return true;
}

static void expect(struct parser *p, const char *token)
{
    if (!accept(p, token))
        fail(p, token);
}

static struct expression *parse_name(struct parser *p)
{
    const char *start = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    char *name = xcalloc((size_t)(p->at - start) + 1, 1);
    memcpy(name, start, (size_t)(p->at - start));
    int index = p->context->find(p->context->names, name);
    if (index < 0)
        die("%s:%u: '%s' is no parameter declared above", p->context->path, p->context->line, name);
    free(name);
    struct expression *e = node(EXPR_PARAMETER, NULL, NULL, NULL);
    e->number = (uint64_t)index;
    return e;
}

static struct expression *parse_primary(struct parser *p)
{
    struct expression *e = NULL;
    if (accept(p, "(")) {
        e = parse_choice(p);
        expect(p, ")");
    } else if (accept(p, "$clog2")) {
        expect(p, "(");
        e = node(EXPR_CLOG2, parse_choice(p), NULL, NULL);
        expect(p, ")");
    } else if (isdigit((unsigned char)*p->at)) {
        char *end;
        e = node(EXPR_NUMBER, NULL, NULL, NULL);
        e->number = strtoull(p->at, &end, 10);
        p->at = end;
    } else if (isalpha((unsigned char)*p->at) || *p->at == '_') {
        e = parse_name(p);
    } else {
        fail(p, "a number, a parameter, $clog2 or (");
    }
    return e;
}

static struct expression *parse_level(struct parser *p, unsigned level)
{
    if (level == LEVELS)
        return parse_primary(p);
    struct expression *e = parse_level(p, level + 1);
    for (const struct operator_text *o = levels[level]; o->text;) {
        if (accept(p, o->text)) {
            e = node(o->kind, e, parse_level(p, level + 1), NULL);
            o = levels[level];
        } else {
            o++;
        }
    }
    return e;
}

static struct expression *parse_choice(struct parser *p)
{
    struct expression *condition = parse_level(p, 0);
    if (!accept(p, "?"))
        return condition;
    struct expression *yes = parse_choice(p);
    expect(p, ":");
    return node(EXPR_CHOICE, condition, yes, parse_choice(p));
}

struct expression *expression_parse(const char *text, const struct expression_context *context)
{
    struct parser p = {text, text, context};
    struct expression *e = parse_choice(&p);
    if (!accept(&p, "") || *p.at)
        fail(&p, "an operator");
    return e;
}

void expression_free(struct expression *e)
{
    if (!e)
        return;
    for (int i = 0; i < 3; i++)
        expression_free(e->part[i]);
    free(e);
}

uint64_t expression_value(const struct expression *e, const uint64_t *values)
{
    if (e->kind == EXPR_NUMBER)
        return e->number;
    if (e->kind == EXPR_PARAMETER)
        return values[e->number];
    uint64_t a = expression_value(e->part[0], values);
    if (e->kind == EXPR_CHOICE)
        return expression_value(e->part[a ? 1 : 2], values);
    if (e->kind == EXPR_CLOG2)
        return log2_ceil(a);
    uint64_t b = expression_value(e->part[1], values);
    switch (e->kind) {
    case EXPR_ADD:
        return a + b;
    case EXPR_SUBTRACT:
        return a - b;
    case EXPR_MULTIPLY:
        return a * b;
    case EXPR_DIVIDE:
        return b ? a / b : 0;
    case EXPR_SHIFT_LEFT:
        return b < 64 ? a << b : 0;
    case EXPR_LESS:
        return a < b;
    case EXPR_LESS_EQUAL:
        return a <= b;
    case EXPR_GREATER:
        return a > b;
    case EXPR_GREATER_EQUAL:
        return a >= b;
    case EXPR_EQUAL:
        return a == b;
    case EXPR_NOT_EQUAL:
        return a != b;
    default:
        bug("expression of unknown kind %d", (int)e->kind);
    }
}

static const char *spelling(enum expression_kind kind)
{
    for (unsigned level = 0; level < LEVELS; level++)
        for (const struct operator_text *o = levels[level]; o->text; o++)
            if (o->kind == kind)
                return o->text;
    bug("expression kind %d is no binary operator", (int)kind);
}

void expression_print(const struct expression *e, FILE *file, const struct expression_style *style,
                      const void *context)
{
    if (e->kind == EXPR_NUMBER) {
        fprintf(file, "%llu%s", (unsigned long long)e->number, style->number_end);
        return;
    }
    if (e->kind == EXPR_PARAMETER) {
        style->print_parameter(file, (unsigned)e->number, context);
        return;
    }
    fprintf(file, "%s(", e->kind == EXPR_CLOG2 ? style->clog2 : "");
    expression_print(e->part[0], file, style, context);
    if (e->kind == EXPR_CHOICE) {
        fputs(" ? ", file);
        expression_print(e->part[1], file, style, context);
        fputs(" : ", file);
        expression_print(e->part[2], file, style, context);
    } else if (e->kind != EXPR_CLOG2) {
        fprintf(file, " %s ", spelling(e->kind));
        expression_print(e->part[1], file, style, context);
    }
    fputc(')', file);
}
