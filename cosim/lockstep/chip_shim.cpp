// C interface of the verilated chip, see chip_rtl.h. Compiled with the verilated classes into chip.so; CHIP_PORTS is the generated
// list of PORT(name) rows, one per port of gpu_mem.
#include "chip_rtl.h"

#include "Vchip.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#include <memory>
#include <string>
#include <vector>

struct chip_rtl {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vchip> top;
    std::vector<chip_port> ports;
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> trace;
#endif
};

extern "C" {

chip_rtl *chip_rtl_new(unsigned seed)
{
    auto *rtl = new chip_rtl;
    rtl->context = std::make_unique<VerilatedContext>();
    rtl->context->randReset(2);
    rtl->context->randSeed(static_cast<int>(seed));
#if VM_TRACE
    rtl->context->traceEverOn(true);
#endif
    rtl->top = std::make_unique<Vchip>(rtl->context.get());
#define PORT(name) rtl->ports.push_back({#name, &rtl->top->name, sizeof rtl->top->name});
#include CHIP_PORTS
#undef PORT
    rtl->top->clk = 0;
    rtl->top->eval();
    return rtl;
}

void chip_rtl_free(chip_rtl *rtl)
{
#if VM_TRACE
    if (rtl->trace)
        rtl->trace->close();
#endif
    rtl->top->final();
    delete rtl;
}

const chip_port *chip_rtl_ports(chip_rtl *rtl, unsigned *count)
{
    *count = static_cast<unsigned>(rtl->ports.size());
    return rtl->ports.data();
}

static void evaluate(chip_rtl *rtl)
{
    rtl->top->eval();
#if VM_TRACE
    if (rtl->trace)
        rtl->trace->dump(rtl->context->time());
#endif
    rtl->context->timeInc(1);
}

void chip_rtl_clock(chip_rtl *rtl)
{
    rtl->top->clk = 1;
    evaluate(rtl);
    rtl->top->clk = 0;
    evaluate(rtl);
}

void *chip_rtl_signal(chip_rtl *rtl, const char *path, const char *name)
{
    std::string scope_name = std::string{"TOP.gpu_mem."} + path;
    const VerilatedScope *scope = rtl->context->scopeFind(scope_name.c_str());
    VerilatedVar *variable = scope ? scope->varFind(name) : nullptr;
    return variable ? variable->datap() : nullptr;
}

void chip_rtl_trace(chip_rtl *rtl, const char *path)
{
#if VM_TRACE
    rtl->trace = std::make_unique<VerilatedFstC>();
    rtl->top->trace(rtl->trace.get(), 99);
    rtl->trace->open(path);
#else
    (void)rtl;
    (void)path;
#endif
}

}  // extern "C"
