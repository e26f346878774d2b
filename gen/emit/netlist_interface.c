/* Wiring by interface: the fields of an interface are taken from the module headers, so that no
 * port list is repeated in the generator. */
#include "netlist.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

/* The field of port `name` if the port belongs to the interface, else NULL. */
static const char *interface_field(struct interface interface, const char *name)
{
    size_t length = strlen(interface.name);
    if (strncmp(name, interface.name, length) != 0 || name[length] != '_')
        return NULL;
    for (const char *end = strchr(name + length + 1, '_'); end; end = strchr(end + 1, '_')) {
        char *longer = xasprintf("%.*s_valid", (int)(end - name), name);
        bool exists = instance_find_port(interface.instance, longer) >= 0;
        free(longer);
        if (exists)
            return NULL;
    }
    return name + length + 1;
}

/* The port of the interface with that field; false when it has none. */
static bool find_field(struct interface interface, const char *field, struct port *port)
{
    char *name = xasprintf("%s_%s", interface.name, field);
    int index = instance_find_port(interface.instance, name);
    free(name);
    if (index < 0)
        return false;
    *port = instance_port(interface.instance, (unsigned)index);
    return interface_field(interface, port->name) != NULL;
}

/* Whether the list of fields has this one. */
static bool is_listed(const char *fields, const char *field)
{
    char *word = xasprintf(" %s ", field);
    bool listed = strstr(fields, word);
    free(word);
    return listed;
}

/* A port without a partner: an unused net, or zero. */
static void leave_dangling(struct module *module, const char *link, const char *field,
                           struct instance *instance, struct port port)
{
    if (!port.output) {
        connect(instance, port.name, tie(port.width, 0));
        return;
    }
    struct net *net =
        netlist_net(module, NET_WIRE, port.width, "not needed here", "unused_%s_%s", link, field);
    net->unused = true;
    connect(instance, port.name, whole(net));
}

/* The fields of `interface` that `other` does not have. */
static void leave_rest(struct module *module, const char *link, struct interface interface,
                       struct interface other, const char *one_sided)
{
    for (unsigned i = 0; i < instance_port_count(interface.instance); i++) {
        struct port port = instance_port(interface.instance, i), partner;
        const char *field = interface_field(interface, port.name);
        if (!field || find_field(other, field, &partner))
            continue;
        if (!is_listed(one_sided, field))
            bug("link %s: field %s exists on one side only", link, field);
        leave_dangling(module, link, field, interface.instance, port);
    }
}

void netlist_link(struct module *module, const char *name, struct interface from,
                  struct interface to, const char *one_sided)
{
    for (unsigned i = 0; i < instance_port_count(from.instance); i++) {
        struct port port = instance_port(from.instance, i), partner;
        const char *field = interface_field(from, port.name);
        if (!field || !find_field(to, field, &partner))
            continue;
        const char *comment = port.output ? port.comment : partner.comment;
        struct net *net = netlist_net(module, NET_WIRE, port.width, comment, "%s_%s", name, field);
        connect(from.instance, port.name, whole(net));
        connect(to.instance, partner.name, whole(net));
    }
    leave_rest(module, name, from, to, one_sided);
    leave_rest(module, name, to, from, one_sided);
}

void netlist_terminate(struct module *module, const char *name, struct interface interface)
{
    for (unsigned i = 0; i < instance_port_count(interface.instance); i++) {
        struct port port = instance_port(interface.instance, i);
        const char *field = interface_field(interface, port.name);
        if (field)
            leave_dangling(module, name, field, interface.instance, port);
    }
}

void netlist_export(struct module *module, const char *name, struct interface interface)
{
    unsigned exported = 0;
    for (unsigned i = 0; i < instance_port_count(interface.instance); i++) {
        struct port port = instance_port(interface.instance, i);
        const char *field = interface_field(interface, port.name);
        if (!field)
            continue;
        struct net *net = netlist_net(module, port.output ? NET_OUTPUT : NET_INPUT, port.width,
                                      port.comment, "%s_%s", name, field);
        connect(interface.instance, port.name, whole(net));
        exported++;
    }
    if (!exported)
        bug("%s has no interface %s", interface.instance->name, interface.name);
}
