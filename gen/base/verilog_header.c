/* Line-oriented reader of the fixed header form: one parameter per line, one port per line, meaning
 * as trailing comment. */
#include "verilog_header.h"

#include "util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct module_header *header;
    const char *next; /* start of the next line */
    unsigned line;    /* number of the line in `text` */
    char *text;       /* the current line, code only, trimmed */
    char *comment;    /* its trailing comment, trimmed; "" without one */
    char *keys;       /* of the `ifdef open here, a blank in front of each; NULL: none */
    char *about;      /* the last comment of a line of its own; NULL: none */
    bool last;        /* the previous parameter or port had no comma after it */
};

static void fail(const struct reader *r, const char *reason)
{
    die("%s:%u: %s: '%s'", r->header->path, r->line, reason, r->text);
}

static char *trimmed(const char *start, size_t length)
{
    while (length && isspace((unsigned char)*start))
        start++, length--;
    while (length && isspace((unsigned char)start[length - 1]))
        length--;
    char *copy = xcalloc(length + 1, 1);
    return memcpy(copy, start, length);
}

/* Splits the next line into code and comment; false at the end of the file. */
static bool read_line(struct reader *r)
{
    if (!*r->next)
        return false;
    free(r->text);
    free(r->comment);
    size_t length = strcspn(r->next, "\n"), code = length;
    for (size_t i = 0; i + 1 < length; i++)
        if (r->next[i] == '/' && r->next[i + 1] == '/') {
            code = i;
            break;
        }
    r->text = trimmed(r->next, code);
    r->comment = code < length ? trimmed(r->next + code + 2, length - code - 2) : xstrdup("");
    r->next += length + (r->next[length] == '\n');
    r->line++;
    return true;
}

/* `ifdef MEMLOOM_<KEY>: the key in small letters. */
static void open_region(struct reader *r)
{
    static const char prefix[] = "`ifdef MEMLOOM_";
    bool ours = !strncmp(r->text, prefix, strlen(prefix));
    char *old = r->keys, *key = xstrdup(ours ? r->text + strlen(prefix) : "?");
    for (char *c = key; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    r->keys = xasprintf("%s %s", old ? old : "", key);
    free(old);
    free(key);
}

static void keep_about(struct reader *r)
{
    free(r->about);
    r->about = xstrdup(r->comment);
}

static void read_code_line(struct reader *r)
{
    do {
        if (!read_line(r))
            die("%s:%u: the file ends inside the module header", r->header->path, r->line);
        if (!strncmp(r->text, "`ifdef", 6))
            open_region(r);
        else if (!strncmp(r->text, "`endif", 6) && r->keys)
            *strrchr(r->keys, ' ') = '\0';
        else if (!*r->text && *r->comment)
            keep_about(r);
    } while (!*r->text || *r->text == '`');
}

/* Removes the comma that separates list elements; all but the last element of a list have one. */
static void take_comma(struct reader *r)
{
    if (r->last)
        fail(r, "the line before has no comma");
    size_t length = strlen(r->text);
    r->last = r->text[length - 1] != ',';
    if (!r->last)
        r->text[length - 1] = '\0';
}

static int find_parameter(const void *header, const char *name)
{
    return module_header_parameter(header, name);
}

static struct expression *parse_expression(const struct reader *r, const char *text)
{
    struct expression_context context = {r->header->path, r->line, find_parameter, r->header};
    return expression_parse(text, &context);
}

static bool word(const char **at, const char *expected)
{
    size_t length = strlen(expected);
    const char *after = *at + length;
    if (strncmp(*at, expected, length) || isalnum((unsigned char)*after) || *after == '_')
        return false;
    *at = after + strspn(after, " \t");
    return true;
}

static char *identifier(const struct reader *r, const char **at)
{
    size_t length = 0;
    while (isalnum((unsigned char)(*at)[length]) || (*at)[length] == '_')
        length++;
    if (!length || isdigit((unsigned char)**at))
        fail(r, "expected a name");
    char *name = trimmed(*at, length);
    *at += length;
    *at += strspn(*at, " \t");
    return name;
}

/* "min..max: meaning" or "derived: meaning" */
static void parse_range(const struct reader *r, struct header_parameter *p)
{
    char *rest;
    if (!strncmp(r->comment, "derived:", 8)) {
        p->derived = true;
        rest = r->comment + 8;
    } else {
        p->min = strtoull(r->comment, &rest, 10);
        if (rest == r->comment || strncmp(rest, "..", 2))
            fail(r, "its comment must start with 'min..max:' or 'derived:'");
        char *number = rest + 2;
        p->max = strtoull(number, &rest, 10);
        if (rest == number || *rest != ':' || p->max < p->min)
            fail(r, "its comment must start with 'min..max:', min not above max");
        rest++;
    }
    p->comment = trimmed(rest, strlen(rest));
    if (!*p->comment)
        fail(r, "the meaning is missing after the range");
}

/* The values at which C fields are sized: every ranged parameter at its maximum. */
static void maxima(const struct module_header *h, uint64_t *values)
{
    for (unsigned i = 0; i < h->parameter_count; i++) {
        const struct header_parameter *p = &h->parameters[i];
        values[i] = p->derived ? expression_value(p->value, values) : p->max;
    }
}

static void parse_parameter(struct reader *r)
{
    struct module_header *h = r->header;
    take_comma(r);
    const char *at = r->text;
    if (!word(&at, "parameter"))
        fail(r, "expected 'parameter NAME = value, // min..max: meaning'");
    struct header_parameter p = {.name = identifier(r, &at)};
    if (*at != '=')
        fail(r, "expected '=' after the name");
    if (find_parameter(h, p.name) >= 0)
        fail(r, "a parameter of this name exists already");
    if (h->parameter_count == HEADER_PARAMETERS_MAX)
        fail(r, "too many parameters");
    p.value = parse_expression(r, at + 1);
    parse_range(r, &p);
    *NEW_IN(h->parameters, h->parameter_count) = p;
    uint64_t values[HEADER_PARAMETERS_MAX];
    struct header_parameter *stored = &h->parameters[h->parameter_count - 1];
    if (p.derived) {
        maxima(h, values);
        stored->min = stored->max = values[h->parameter_count - 1];
    } else {
        header_defaults(h, values);
        uint64_t value = values[h->parameter_count - 1];
        if (value < p.min || value > p.max)
            fail(r, "the default is outside the range");
    }
}

/* "[expression:0]" before the name */
static struct expression *parse_msb(const struct reader *r, const char **at)
{
    if (**at != '[')
        return NULL;
    const char *close = strchr(*at, ']');
    if (!close || close - *at < 4 || strncmp(close - 2, ":0", 2))
        fail(r, "expected a width of the form [expression:0]");
    char *text = trimmed(*at + 1, (size_t)(close - 2 - (*at + 1)));
    struct expression *msb = parse_expression(r, text);
    free(text);
    *at = close + 1;
    *at += strspn(*at, " \t");
    return msb;
}

/* "{N} meaning" or "meaning" */
static void parse_meaning(const struct reader *r, struct header_port *p)
{
    const char *rest = r->comment;
    if (*rest == '{') {
        const char *close = strchr(rest, '}');
        if (!close)
            fail(r, "the element count in its comment has no '}'");
        char *count = trimmed(rest + 1, (size_t)(close - rest - 1));
        /* braces around something else, such as "{y, x}", are part of the meaning */
        if (!strchr(count, ',')) {
            p->count = parse_expression(r, count);
            rest = close + 1;
        }
        free(count);
    }
    p->comment = trimmed(rest, strlen(rest));
    if (!*p->comment)
        fail(r, "the meaning is missing: every port has a trailing comment");
}

/* "interface: what it is" in front of a port of that interface */
static char *find_about(const struct reader *r, const char *port)
{
    const char *text = r->about ? r->about : "", *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;
    if (!length || strncmp(text, port, length) != 0 || port[length] != '_')
        return NULL;
    return trimmed(colon + 1, strlen(colon + 1));
}

static void parse_port(struct reader *r)
{
    struct module_header *h = r->header;
    take_comma(r);
    const char *at = r->text;
    struct header_port p = {.valid = -1};
    if (r->keys && *r->keys)
        p.needs = xasprintf("%s ", r->keys);
    if (word(&at, "output"))
        p.direction = HEADER_OUTPUT;
    else if (!word(&at, "input"))
        fail(r, "expected 'input wire ...' or 'output wire ...'");
    if (!word(&at, "wire") && !word(&at, "reg"))
        fail(r, "expected 'wire' or 'reg' after the direction");
    p.msb = parse_msb(r, &at);
    p.name = identifier(r, &at);
    if (*at)
        fail(r, "one port per line, with nothing but its comment behind it");
    if (module_header_port(h, p.name) >= 0)
        fail(r, "a port of this name exists already");
    parse_meaning(r, &p);
    p.about = find_about(r, p.name);
    if (p.count && !p.msb)
        fail(r, "a port with an element count needs a width");
    if (p.count) {
        uint64_t values[HEADER_PARAMETERS_MAX];
        header_defaults(h, values);
        unsigned count = header_port_count(&p, values);
        if (!count || header_port_width(&p, values) % count)
            fail(r, "its width is no multiple of its element count");
    }
    *NEW_IN(h->ports, h->port_count) = p;
}

/* The interface of a port is the longest prefix that has a _valid; the valid qualifies fields of
 * its own direction. */
static int find_valid(const struct module_header *h, const struct header_port *p)
{
    char *name = xcalloc(strlen(p->name) + 8, 1);
    int found = -1;
    for (size_t length = strlen(p->name); length-- && found < 0;) {
        if (p->name[length] != '_')
            continue;
        memcpy(name, p->name, length);
        strcpy(name + length, "_valid");
        found = module_header_port(h, name);
    }
    free(name);
    if (found < 0 || &h->ports[found] == p || h->ports[found].direction != p->direction)
        return -1;
    return found;
}

/* Reads element lines up to the one that starts with ')'. */
static void parse_list(struct reader *r, void (*parse_element)(struct reader *))
{
    r->last = false;
    for (read_code_line(r); *r->text != ')'; read_code_line(r))
        parse_element(r);
    if (!r->last)
        fail(r, "the last line of the list ends in a comma, or the list is empty");
}

static void parse_module(struct reader *r)
{
    const char *at;
    do {
        read_code_line(r);
        at = r->text;
    } while (!word(&at, "module"));
    r->header->name = identifier(r, &at);
    if (!strcmp(at, "#(")) {
        parse_list(r, parse_parameter);
        if (strcmp(r->text, ") ("))
            fail(r, "expected ') (' after the parameters");
    } else if (strcmp(at, "(")) {
        fail(r, "expected '#(' or '(' after the module name");
    }
    parse_list(r, parse_port);
    if (strcmp(r->text, ");"))
        fail(r, "expected ');' after the ports");
}

struct module_header *module_header_parse(const char *path, const char *text)
{
    struct module_header *h = xcalloc(1, sizeof *h);
    struct reader r = {.header = h, .next = text};
    h->path = xstrdup(path);
    parse_module(&r);
    free(r.text);
    free(r.comment);
    free(r.keys);
    free(r.about);
    for (unsigned i = 0; i < h->port_count; i++)
        h->ports[i].valid = find_valid(h, &h->ports[i]);
    return h;
}

void module_header_free(struct module_header *h)
{
    for (unsigned i = 0; i < h->parameter_count; i++) {
        free(h->parameters[i].name);
        free(h->parameters[i].comment);
        expression_free(h->parameters[i].value);
    }
    for (unsigned i = 0; i < h->port_count; i++) {
        free(h->ports[i].name);
        free(h->ports[i].comment);
        free(h->ports[i].about);
        free(h->ports[i].needs);
        expression_free(h->ports[i].msb);
        expression_free(h->ports[i].count);
    }
    free(h->parameters);
    free(h->ports);
    free(h->name);
    free(h->path);
    free(h);
}

int module_header_parameter(const struct module_header *h, const char *name)
{
    for (unsigned i = 0; i < h->parameter_count; i++)
        if (!strcmp(h->parameters[i].name, name))
            return (int)i;
    return -1;
}

int module_header_port(const struct module_header *h, const char *name)
{
    for (unsigned i = 0; i < h->port_count; i++)
        if (!strcmp(h->ports[i].name, name))
            return (int)i;
    return -1;
}

void header_defaults(const struct module_header *h, uint64_t *values)
{
    for (unsigned i = 0; i < h->parameter_count; i++)
        values[i] = expression_value(h->parameters[i].value, values);
}

void header_derive(const struct module_header *h, uint64_t *values)
{
    for (unsigned i = 0; i < h->parameter_count; i++)
        if (h->parameters[i].derived)
            values[i] = expression_value(h->parameters[i].value, values);
}

bool header_is_redecided(const char *comment)
{
    return comment && strstr(comment, "re-decided");
}

unsigned header_port_width(const struct header_port *p, const uint64_t *values)
{
    return p->msb ? (unsigned)expression_value(p->msb, values) + 1 : 1;
}

unsigned header_port_count(const struct header_port *p, const uint64_t *values)
{
    return p->count ? (unsigned)expression_value(p->count, values) : 1;
}
