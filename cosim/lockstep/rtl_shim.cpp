// The only C++ of the harness: a verilated module behind the C interface of rtl_shim.h. Compiled
// together with Verilator's output (--prefix Vdut) into one shared library; PINS names a file with
// one PIN(name) per port of the top module.
#include "rtl_shim.h"

#include "Vdut.h"
#include "verilated.h"
#include "verilated_syms.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"

#include <cstdlib>
#endif

namespace
{

struct Instance {
    VerilatedContext context;
    Vdut *top = nullptr;
#if VM_TRACE_FST
    VerilatedFstC wave;
#endif
    rtl_pin *pins = nullptr;
};

void *create(int argc, const char **argv)
{
    Instance *instance = new Instance;
    instance->context.commandArgs(argc, argv);
    instance->context.fatalOnError(false);
#if VM_TRACE_FST
    instance->context.traceEverOn(true);
#endif
    instance->top = new Vdut{&instance->context, "top"};
    Vdut *top = instance->top;
    const rtl_pin pins[] = {
#define PIN(name) {#name, &top->name, sizeof top->name},
#include PINS
#undef PIN
        {nullptr, nullptr, 0}};
    instance->pins = new rtl_pin[sizeof pins / sizeof pins[0]];
    for (unsigned i = 0; i < sizeof pins / sizeof pins[0]; i++)
        instance->pins[i] = pins[i];
    return instance;
}

const rtl_pin *pins(void *handle)
{
    return static_cast<Instance *>(handle)->pins;
}

void eval(void *handle)
{
    Instance *instance = static_cast<Instance *>(handle);
    instance->top->eval();
    instance->context.timeInc(1);
}

bool failed(void *handle)
{
    return static_cast<Instance *>(handle)->context.gotError();
}

void *signal(void *handle, const char *scope, const char *name, unsigned *width)
{
    Instance *instance = static_cast<Instance *>(handle);
    const VerilatedScope *found = instance->context.scopeFind(scope);
    const VerilatedVar *variable = found ? found->varFind(name) : nullptr;
    if (!variable)
        return nullptr;
    *width = static_cast<unsigned>(variable->packed().elements());
    return variable->datap();
}

#if VM_TRACE_FST
void wave_open(void *handle, const char *path)
{
    Instance *instance = static_cast<Instance *>(handle);
    instance->top->trace(&instance->wave, 99);
    instance->wave.open(path);
}

void wave_dump(void *handle, uint64_t time)
{
    static_cast<Instance *>(handle)->wave.dump(time);
}

void wave_close(void *handle)
{
    static_cast<Instance *>(handle)->wave.close();
}
#else
const auto wave_open = nullptr;
const auto wave_dump = nullptr;
const auto wave_close = nullptr;
#endif

void destroy(void *handle)
{
    Instance *instance = static_cast<Instance *>(handle);
    instance->top->final();
#if VM_COVERAGE
    if (const char *file = std::getenv("COVERAGE_FILE"))
        instance->context.coveragep()->write(file);
#endif
    delete instance->top;
    delete[] instance->pins;
    delete instance;
}

} // namespace

const struct rtl_shim rtl_shim = {create,    pins,       eval,   failed, wave_open,
                                  wave_dump, wave_close, signal, destroy};
