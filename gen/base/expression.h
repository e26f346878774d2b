/* Width expressions of Verilog module headers: + - * / << ( ), decimal numbers, parameters, $clog2(),
 * comparisons and ? : over unsigned values. Parsed once into a tree; evaluated for given parameter
 * values, or printed as C or Verilog. */
#ifndef MEMLOOM_EXPRESSION_H
#define MEMLOOM_EXPRESSION_H

#include <stdint.h>
#include <stdio.h>

enum expression_kind {
    EXPR_NUMBER,
    EXPR_PARAMETER,
    EXPR_CLOG2,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE, EXPR_SHIFT_LEFT,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_EQUAL,
    EXPR_NOT_EQUAL,
    EXPR_CHOICE
};

struct expression {
    enum expression_kind kind;
    uint64_t number;            /* EXPR_NUMBER: its value; EXPR_PARAMETER: index of the parameter */
    struct expression *part[3]; /* operands, left to right; EXPR_CHOICE: condition, then, else */
};

/* Where the text stands, for messages, and how names become parameter indices. */
struct expression_context {
    const char *path;                                 /* file */
    unsigned line;                                    /* line in it */
    int (*find)(const void *names, const char *name); /* index of a parameter, -1 when unknown */
    const void *names;                                /* passed to find */
};

/* Parses the whole text; dies with path:line: reason. Freed by expression_free. */
struct expression *expression_parse(const char *text, const struct expression_context *);
void expression_free(struct expression *);

/* values[i] is the value of parameter i. Division by zero gives 0 (Verilog: x). */
uint64_t expression_value(const struct expression *, const uint64_t *values);

/* How an expression is printed. */
struct expression_style {
    const char *number_end; /* behind a number: "u" */
    const char *clog2;      /* name of the function $clog2 */
    void (*print_parameter)(FILE *, unsigned index, const void *context);
};
void expression_print(const struct expression *, FILE *, const struct expression_style *,
                      const void *context);

#endif
