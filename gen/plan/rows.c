/* What a node is made of, as rows: its blocks, and which interface or port of one meets which of
 * another. A row of which the node lacks a block, or the chip the input, is none: so what a
 * mechanism joins stands there once, and its `if` is that of the block. */
#include "parts.h"

#include <string.h>

#include "util.h"

void add_instances(struct plan *plan, struct plan_node *node, const struct instance_row *rows,
                   unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (rows[i].exists(&plan->config))
            add_instance(plan, node, &rows[i]);
}

/* The part of "block.port" in front of the dot names an instance, which the node may lack. */
static bool find_end(const struct plan_node *node, const char *text, struct plan_end *end)
{
    size_t length = strcspn(text, ".");
    for (unsigned i = 0; i < node->instance_count; i++)
        if (!strncmp(node->instances[i].name, text, length) && !node->instances[i].name[length]) {
            *end = (struct plan_end){i, text + length + 1, 0};
            return true;
        }
    return false;
}

struct plan_end end_named(const struct plan_node *node, const char *text)
{
    struct plan_end end;
    if (!find_end(node, text, &end))
        bug("a %s has no %s", node->name, text);
    return end;
}

static bool first_end(const struct plan_node *node, const char *const *texts, struct plan_end *end)
{
    for (unsigned i = 0; i < ROW_ENDS && texts[i]; i++)
        if (find_end(node, texts[i], end))
            return true;
    return false;
}

void add_links(struct plan_node *node, const struct link_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct plan_end from, to;
        if (first_end(node, rows[i].from, &from) && first_end(node, rows[i].to, &to))
            add_link(node, rows[i].name, from, to);
    }
}

static bool is_named(const struct plan_end *end, unsigned instance, const char *text)
{
    size_t length = strcspn(text, ":");
    return end->instance == instance && !strncmp(end->interface, text, length) &&
           !end->interface[length];
}

/* "interface:field" of a block is the field at the other end of the interface's link; false: there
 * is none. Any other end stays. */
static bool cross(const struct plan_node *node, struct plan_end *end)
{
    if (!strchr(end->interface, ':'))
        return true;
    for (unsigned i = 0; i < node->link_count; i++) {
        const struct plan_link *link = &node->links[i];
        bool leaves = is_named(&link->from, end->instance, end->interface);
        if (!leaves && !is_named(&link->to, end->instance, end->interface))
            continue;
        const char *field = strchr(end->interface, ':') + 1;
        *end = leaves ? link->to : link->from;
        end->interface =
            block_port(node->instances[end->instance].block, end->interface, field)->name;
        return true;
    }
    return false;
}

void add_wires(const struct plan *plan, struct plan_node *node, const struct wire_row *rows,
               unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct plan_end from, to;
        if (!find_end(node, rows[i].from, &from) || !find_end(node, rows[i].to, &to))
            continue;
        if (!cross(node, &from) || !cross(node, &to))
            continue;
        if (!plan_has_port(plan,
                           block_port_named(node->instances[to.instance].block, to.interface)))
            continue;
        struct plan_wire *wire =
            add_wire(node, from.instance, from.interface, to.instance, to.interface);
        wire->element = from.element;
        wire->input_element = to.element;
    }
}

void add_spans(struct plan *plan, unsigned hub, const struct span_row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        *new_span(plan) =
            (struct plan_span){.form = rows[i].form,
                               .kind = rows[i].kind,
                               .hub = hub,
                               .there = plan_find(&plan->node[rows[i].kind], rows[i].block),
                               .hub_port = rows[i].hub_port,
                               .port = rows[i].port};
}
