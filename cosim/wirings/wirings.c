/* Prints build/wirings.c: for each table of links that a class of a preset's chip has (wiring.h) a
 * function that carries by it. Beside the presets themselves stand chips without shared_l1 made of
 * those that have it, which are what they are compared with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "gpu.h"
#include "gpu_class.h"
#include "plan.h"
#include "util.h"
#include "wiring.h"

/* Text as a C string, a line each. */
static void print_string(const char *text)
{
    fputs("    {\"", stdout);
    for (; *text; text++)
        if (*text == '\n')
            fputs(text[1] ? "\\n\"\n     \"" : "\\n", stdout);
        else
            putchar(*text);
    putchar('"');
}

static char **texts;
static unsigned text_count;

static bool is_printed(const char *text)
{
    for (unsigned i = 0; i < text_count; i++)
        if (!strcmp(texts[i], text))
            return true;
    return false;
}

static void print_class(const struct gpu_class *class)
{
    char *text = wiring_text(&class->wiring);
    if (is_printed(text)) {
        free(text);
        return;
    }
    printf("/* %s */\nstatic void carry_%u(struct gpu_worker *worker, struct gpu_class *class, "
           "unsigned member)\n{\n%s    carry_news(&wiring, worker, class, member);\n}\n\n",
           class->plan->name, text_count, text);
    *NEW_IN(texts, text_count) = text;
}

/* Of a chip only classes and links are made. */
static void print_chip(struct config *config)
{
    struct plan plan;
    config_check(config);
    plan_chip(&plan, config);
    struct gpu *gpu = xcalloc(1, sizeof *gpu);
    gpu->plan = plan;
    gpu->config = plan.config;
    gpu->nodes = plan_nodes(&plan);
    gpu_init_workers(gpu);
    gpu_bind(gpu);
    for (unsigned i = 0; i < gpu->class_count; i++)
        print_class(&gpu->classes[i]);
    gpu_unbind(gpu);
    gpu_release_workers(gpu);
    free(gpu);
}

int main(void)
{
    puts("/* Made by cosim/wirings from the presets. */\n#include \"carry.h\"\n");
    for (const struct preset *preset = presets; preset->name; preset++) {
        struct config config;
        config_init(&config);
        config_preset(&config, preset->name);
        bool shares = config.shared_l1;
        print_chip(&config);
        if (!shares)
            continue;
        config_init(&config);
        config_preset(&config, preset->name);
        config_set(&config, preset->name, "shared_l1=off");
        config_set(&config, preset->name, "l1_policy=private");
        print_chip(&config);
    }
    puts("const struct known_wiring known_wirings[] = {");
    for (unsigned i = 0; i < text_count; i++) {
        print_string(texts[i]);
        printf(",\n     carry_%u},\n", i);
        free(texts[i]);
    }
    puts("    {NULL, NULL}};");
    free(texts);
    return 0;
}
