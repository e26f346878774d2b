/* Loading and clocking of verilated modules; see rtl.h. Hosts are little endian, as Verilator's
 * word order assumes here. */
#include "rtl.h"

#include "util.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void create(struct rtl *r, uint64_t seed)
{
    /* Verilator takes seeds from 1 to 2^31 - 1 */
    char *argument = xasprintf("+verilator+seed+%" PRIu64, seed % 2147483646 + 1);
    const char *arguments[] = {"rtl", "+verilator+rand+reset+2", argument};
    r->instance = r->shim->create(3, arguments);
    free(argument);
    r->pins = r->shim->pins(r->instance);
    r->clk = rtl_find(r, "clk");
    r->rst = rtl_find(r, "rst");
    const struct rtl_pin *mutant = rtl_find(r, "mutant");
    if (mutant)
        rtl_pin_set(mutant, r->mutant);
}

void rtl_open(struct rtl *r, const char *library, uint64_t seed)
{
    memset(r, 0, sizeof *r);
    r->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!r->library)
        die("cannot load '%s': %s", library, dlerror());
    r->shim = dlsym(r->library, "rtl_shim");
    if (!r->shim)
        die("'%s' is no verilated module of memloom: no rtl_shim in it", library);
    create(r, seed);
}

void rtl_mutate(struct rtl *r, unsigned mutant)
{
    const struct rtl_pin *pin = rtl_find(r, "mutant");
    if (!pin)
        die("the verilated module has no mutants");
    r->mutant = mutant;
    rtl_pin_set(pin, mutant);
}

static void destroy(struct rtl *r)
{
    if (r->waves)
        r->shim->wave_close(r->instance);
    r->waves = false;
    r->shim->destroy(r->instance);
}

void rtl_restart(struct rtl *r, uint64_t seed)
{
    destroy(r);
    create(r, seed);
}

void rtl_close(struct rtl *r)
{
    destroy(r);
    dlclose(r->library);
}

const struct rtl_pin *rtl_find(const struct rtl *r, const char *name)
{
    for (const struct rtl_pin *pin = r->pins; pin->name; pin++)
        if (!strcmp(pin->name, name))
            return pin;
    return NULL;
}

void rtl_pin_read(const struct rtl_pin *pin, uint64_t *bits)
{
    bits[(pin->bytes - 1) / 8] = 0;
    memcpy(bits, pin->data, pin->bytes);
}

void rtl_pin_write(const struct rtl_pin *pin, const uint64_t *bits)
{
    memcpy(pin->data, bits, pin->bytes);
}

void rtl_pin_set(const struct rtl_pin *pin, uint64_t value)
{
    memcpy(pin->data, &value, pin->bytes);
}

static void evaluate(struct rtl *r)
{
    r->shim->eval(r->instance);
    if (r->waves)
        r->shim->wave_dump(r->instance, r->time);
    r->time++;
}

void rtl_settle(struct rtl *r)
{
    if (r->clk)
        rtl_pin_set(r->clk, 0);
    evaluate(r);
}

void rtl_edge(struct rtl *r)
{
    if (r->clk)
        rtl_pin_set(r->clk, 1);
    evaluate(r);
}

bool rtl_failed(const struct rtl *r)
{
    return r->shim->failed(r->instance);
}

void rtl_wave_open(struct rtl *r, const char *path)
{
    if (!r->shim->wave_open)
        die("this verilated module was built without waves");
    r->shim->wave_open(r->instance, path);
    r->waves = true;
}

void rtl_bind(const struct rtl *r, const struct port_set *set, const struct rtl_pin **pins)
{
    for (unsigned i = 0; i < set->count; i++) {
        pins[i] = rtl_find(r, set->layout[i].port->name);
        if (!pins[i])
            die("%s: the verilated module has no port '%s'; it was built from another version of "
                "the RTL",
                set->block->name, set->layout[i].port->name);
        if (bits_words(pins[i]->bytes * 8) != bits_words(set->layout[i].width))
            die("%s.%s: the verilated module has %u bytes for %u bits; its parameters are others",
                set->block->name, set->layout[i].port->name, pins[i]->bytes, set->layout[i].width);
    }
}

void rtl_write_inputs(const struct port_set *set, const struct rtl_pin *const *pins,
                      const struct frame *f)
{
    for (unsigned i = 0; i < set->count; i++)
        if (!set->layout[i].port->is_output)
            rtl_pin_write(pins[i], f->rtl + set->offset[i]);
}

void rtl_read_outputs(const struct port_set *set, const struct rtl_pin *const *pins,
                      struct frame *f)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->layout[i].port->is_output)
            rtl_pin_read(pins[i], f->rtl + set->offset[i]);
}
