/* gpu_mem.upf of a chip whose MC-routers can be bypassed: a reader that knows nothing of the
 * generator (tests/cli/read_upf.awk) finds every name in the RTL beside it, and each wrong name,
 * missing part and domain too few or too many is found. */
#include "chip.h"
#include "emit.h"
#include "plan_chip.h"
#include "util.h"

#include <sys/wait.h>
#include <unistd.h>

#define CHIP "cores=12 partitions=6 vcs=1 topology=hxbar clusters=3 memory_controllers=2 "

static char folder[] = "/tmp/power_test_XXXXXX";

static FILE *open_file(const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    free(path);
    return file;
}

static void write_files(const struct plan *plan)
{
    struct design design;
    chip_elaborate(&design, plan, NULL);
    for (unsigned i = 0; i < design.module_count; i++) {
        const struct module *module = design.modules[i];
        char *name = xasprintf("%s.v", module->name);
        FILE *file = open_file(name);
        if (module->leaf)
            fputs(module->text, file);
        else
            netlist_print(module, file);
        fclose(file);
        free(name);
    }
    FILE *file = open_file("gpu_mem.upf");
    emit_power(&(struct emission){.plan = plan, .design = &design, .prefix = ""}, file);
    fclose(file);
    design_release(&design);
}

/* What the reader says of the file behind a change of its text by sed; the caller frees it. */
static char *read_changed(const char *change, int *status)
{
    char said[2048] = "";
    char *command =
        xasprintf("cd %s && sed '%s' gpu_mem.upf > changed.upf && awk -v body=router -v "
                  "around=mc_router -f '%s/tests/cli/read_upf.awk' *.v changed.upf 2>&1",
                  folder, change, getcwd((char[4096]){0}, 4096));
    FILE *pipe = popen(command, "r");
    size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = '\0';
    *status = pclose(pipe);
    free(command);
    return xstrdup(said);
}

static void every_name_is_in_the_rtl(void)
{
    int status;
    char *said = read_changed("", &status);
    expect(status == 0 && !*said, "gpu_mem.upf", said);
    free(said);
}

static void each_mistake_is_found(void)
{
    static const char *const mistakes[][2] = {
        {"s|request_router_1_0 -elements {request_crossbar/router_1_0/u_body|&y|",
         "there is no instance request_crossbar/router_1_0/u_body"},
        {"s|{off reply_crossbar/router_0_1/gate}|{off reply_crossbar/router_0_1/gated}|",
         "there is no net reply_crossbar/router_0_1/gated"},
        {"s|request_crossbar/router_1_1/isolate|request_crossbar/router_0_1/isolate|",
         "there is no net request_crossbar/router_0_1/isolate"},
        {"s|-output_supply_port {out VDD_reply_router_0_0}|-output_supply_port {out VDD_x}|",
         "there is no supply net VDD_x"},
        {"s|-isolation_power_net VDD |-isolation_power_net VDD_request_router_1_0 |",
         "loses its power with it"},
        {"/^set_isolation_control clamp_request_router_1_0/d", "has no isolation"},
        {"/^create_power_domain reply_router_0_1/d", "there is no domain reply_router_0_1"},
        {"s|set_design_top gpu_mem|set_design_top gpu|", "there is no module gpu"},
        {"s|-clamp_value 0|-clamp 0|", "unknown option -clamp"},
        {"/^create_power_switch switch_request_router_1_0/,/control_port/d", "has no switch"},
    };
    for (unsigned i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        int status;
        char *said = read_changed(mistakes[i][0], &status);
        expect(status != 0 && strstr(said, mistakes[i][1]), mistakes[i][1], said);
        free(said);
    }
}

static void chips_without_such_routers_have_no_file(void)
{
    CHECK(!has_power_domains(plan_of(CHIP)));
    CHECK(has_power_domains(plan_of(CHIP "llc_mode=private")));
    CHECK(has_power_domains(plan_of(CHIP "llc_mode=adaptive")));
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    write_files(plan_of(CHIP "llc_mode=adaptive"));
    TEST(every_name_is_in_the_rtl());
    TEST(each_mistake_is_found());
    TEST(chips_without_such_routers_have_no_file());
    char *clean = xasprintf("rm -r %s", folder);
    CHECK(system(clean) == 0);
    free(clean);
    return check_report();
}
