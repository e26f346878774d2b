/* Whether a mutant can change anything in one step, or in some cycles:
 *
 *   step FILE.aag MUTANT INVARIANTS CYCLES EARLY >pair.blif        INVARIANTS, EARLY: 0 or 1
 *
 * Reads a block with all its mutants (ASCII AIGER with symbols; the inputs `mutant[i]` select
 * which acts) and runs it from the same state, with the same inputs, with MUTANT and without: one
 * run in which it acts in every cycle, one in which it acts in all but the first. In no cycle may
 * an output tell them apart, nor from a third run without the mutant, and behind the last cycle
 * those registers must be the same that something goes out of. So it can be left out of the first
 * cycle, then of the second, and so on: whatever the block's state, nobody tells the two apart,
 * ever. What is different for a while, unseen, may be so until the last cycle. Of the cycle of the
 * first reset, before which nothing is known, only what becomes of it counts: `started_once` of
 * the rules is 0 then. Of the run without the mutant holds what the block's rules assume, and with
 * INVARIANTS what they assert. A property that a clocked block asserts reaches the file a cycle
 * late, from registers of its own: what these become is asked, too.
 *
 * EARLY: it acts in the first cycle, or not at all. So it can be left out of the last cycle in
 * which it acts, and of that before; as it acted before then, neither rules nor invariants are
 * known of the state. This tells of what a mutant leaves behind as long as it acts, but not when
 * it stops.
 *
 * Writes `same` when the gates already are, or a circuit for ABC whose output `differs` can never
 * be 1 if the two are equal. Exit status: 0, or 2 when the file is not what it should be. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define NONE UINT_MAX

/* Literals, as AIGER has them: twice the number of a variable or node, plus 1 when it is negated; 0
 * and 1 are the constants. */
struct gate {
    unsigned left, right; /* what it is made of; NONE: it is none */
};
struct block {
    unsigned variables, inputs, latches, outputs, gates, bads, rules;
    unsigned *input, *latch, *output, *bad, *rule; /* literals */
    unsigned *becomes;        /* by variable: what the latch is next, NONE if it is none */
    unsigned *variable;       /* of each gate, in the order of their values */
    struct gate *gate;        /* by variable */
    bool *selects, *selected; /* by variable: it is a bit of the mutant's number, and which */
    bool *to_instance;        /* by output: an instance gets it */
    unsigned settled; /* literal: 0 in the cycle of the first reset, NONE where no rule knows */
};

/* What is made of the runs: AND gates, each once. */
struct graph {
    struct gate *node; /* of [0, inputs] nothing is used */
    unsigned nodes, inputs, room;
    unsigned *table; /* of nodes, by what they are made of; 0: free */
    unsigned places; /* a power of two */
};

static unsigned negated(unsigned literal)
{
    return literal ^ 1;
}

static unsigned new_node(struct graph *graph, unsigned left, unsigned right)
{
    if (graph->nodes + 1 >= graph->room) {
        graph->room = graph->room ? 2 * graph->room : 1 << 16;
        graph->node = xrealloc(graph->node, graph->room * sizeof *graph->node);
    }
    graph->node[++graph->nodes] = (struct gate){left, right};
    return graph->nodes;
}

static unsigned new_input(struct graph *graph)
{
    graph->inputs++;
    return 2 * new_node(graph, 0, 0);
}

/* The place of the gate in the table, or the free one where it belongs */
static unsigned *place_of(const struct graph *graph, unsigned left, unsigned right)
{
    uint64_t hash = ((uint64_t)left << 32 | right) * 0x9e3779b97f4a7c15u;
    for (unsigned at = (unsigned)(hash >> 32);; at++) {
        unsigned *place = &graph->table[at & (graph->places - 1)];
        if (!*place || (graph->node[*place].left == left && graph->node[*place].right == right))
            return place;
    }
}

static void make_room(struct graph *graph)
{
    unsigned *old = graph->table;
    graph->places = graph->places ? 2 * graph->places : 1 << 17;
    graph->table = xcalloc(graph->places, sizeof *graph->table);
    for (unsigned n = graph->inputs + 1; n <= graph->nodes; n++)
        *place_of(graph, graph->node[n].left, graph->node[n].right) = n;
    free(old);
}

static unsigned and_of(struct graph *graph, unsigned a, unsigned b)
{
    unsigned left = a < b ? a : b, right = a < b ? b : a;
    if (left == 0 || left == negated(right))
        return 0;
    if (left == 1 || left == right)
        return right;
    if (2 * graph->nodes >= graph->places)
        make_room(graph);
    unsigned *place = place_of(graph, left, right);
    if (!*place)
        *place = new_node(graph, left, right);
    return 2 * *place;
}

static unsigned or_of(struct graph *graph, unsigned a, unsigned b)
{
    return negated(and_of(graph, negated(a), negated(b)));
}

static unsigned xor_of(struct graph *graph, unsigned a, unsigned b)
{
    return or_of(graph, and_of(graph, a, negated(b)), and_of(graph, negated(a), b));
}

/* ---- The block ---- */

static void read_literals(FILE *file, const char *path, unsigned *to, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (fscanf(file, "%u", &to[i]) != 1)
            die("%s: it ends in the middle; is it ASCII AIGER?", path);
}

/* `i3 mutant[2]`, `o5 inner.queue.put_valid`, `l7 inner.started_once`; several names of one thing
 * follow each other. */
static void read_symbol(struct block *block, char *line, unsigned mutant)
{
    unsigned number, bit = 0;
    int length;
    if (sscanf(line + 1, "%u %n", &number, &length) != 1)
        return;
    const char *name = line + 1 + length;
    if (*line == 'i' && number < block->inputs && !strncmp(name, "mutant", 6) &&
        (!name[6] || sscanf(name + 6, "[%u]", &bit) == 1)) {
        block->selects[block->input[number] / 2] = true;
        block->selected[block->input[number] / 2] = mutant >> bit & 1;
    } else if (*line == 'o' && number < block->outputs) {
        block->to_instance[number] = !strncmp(name, "inner.", 6);
    } else if (*line == 'l' && number < block->latches) {
        for (char *word = strtok(line + 1 + length, " "); word; word = strtok(NULL, " "))
            if (!strcmp(word, "inner.started_once"))
                block->settled = block->latch[number];
    }
}

static unsigned *list_of(unsigned count, unsigned value)
{
    unsigned *list = xcalloc(count + 1, sizeof *list);
    for (unsigned i = 0; i < count; i++)
        list[i] = value;
    return list;
}

static void read_block(struct block *block, const char *path, unsigned mutant)
{
    FILE *file = fopen(path, "r");
    if (!file)
        die("%s: cannot be read", path);
    char header[200], *line = NULL;
    *block = (struct block){.settled = NONE};
    if (!fgets(header, sizeof header, file) ||
        sscanf(header, "aag %u %u %u %u %u %u %u", &block->variables, &block->inputs,
               &block->latches, &block->outputs, &block->gates, &block->bads, &block->rules) < 5)
        die("%s: it is not ASCII AIGER", path);
    block->input = list_of(block->inputs, 0);
    block->latch = list_of(block->latches, 0);
    block->output = list_of(block->outputs, 0);
    block->bad = list_of(block->bads, 0);
    block->rule = list_of(block->rules, 0);
    block->becomes = list_of(block->variables + 1, NONE);
    block->variable = list_of(block->gates, 0);
    block->gate = xcalloc(block->variables + 1, sizeof *block->gate);
    for (unsigned v = 0; v <= block->variables; v++)
        block->gate[v].left = NONE;
    block->selects = xcalloc(block->variables + 1, sizeof *block->selects);
    block->selected = xcalloc(block->variables + 1, sizeof *block->selected);
    block->to_instance = xcalloc(block->outputs + 1, sizeof *block->to_instance);

    read_literals(file, path, block->input, block->inputs);
    for (unsigned i = 0; i < block->latches; i++) {
        unsigned next;
        if (fscanf(file, "%u %u%*[^\n]", &block->latch[i], &next) != 2)
            die("%s: it ends among the latches", path);
        block->becomes[block->latch[i] / 2] = next;
    }
    read_literals(file, path, block->output, block->outputs);
    read_literals(file, path, block->bad, block->bads);
    read_literals(file, path, block->rule, block->rules);
    for (unsigned i = 0; i < block->gates; i++) {
        unsigned literal, left, right;
        if (fscanf(file, "%u %u %u ", &literal, &left, &right) != 3)
            die("%s: it ends among the gates", path);
        block->variable[i] = literal / 2;
        block->gate[literal / 2] = (struct gate){left, right};
    }
    size_t size = 0;
    while (getline(&line, &size, file) > 0 && strcmp(line, "c\n")) {
        line[strcspn(line, "\n")] = 0;
        read_symbol(block, line, mutant);
    }
    free(line);
    fclose(file);
    unsigned i = 0;
    while (i < block->inputs && !block->selects[block->input[i] / 2])
        i++;
    if (i == block->inputs)
        die("%s: it has no input `mutant`", path);
}

/* Marks all that the literal comes from, in this cycle and those before. */
static void reach(const struct block *block, unsigned literal, bool *seen, unsigned *stack)
{
    unsigned top = 0;
    stack[top++] = literal / 2;
    while (top) {
        unsigned variable = stack[--top];
        if (seen[variable])
            continue;
        seen[variable] = true;
        const struct gate *gate = &block->gate[variable];
        if (gate->left != NONE) {
            stack[top++] = gate->left / 2;
            stack[top++] = gate->right / 2;
        } else if (block->becomes[variable] != NONE) {
            stack[top++] = block->becomes[variable] / 2;
        }
    }
}

/* ---- Its runs ---- */

struct run {
    unsigned *value; /* by variable, in this cycle: literals of the graph */
    unsigned *state; /* of each latch */
};

static struct run new_run(const struct block *block)
{
    return (struct run){list_of(block->variables + 1, 0), list_of(block->latches, 0)};
}

static unsigned value_of(const struct run *run, unsigned literal)
{
    return run->value[literal / 2] ^ (literal & 1);
}

/* All gates of a cycle, from that state, with these inputs; the mutant acts or not. */
static void run_cycle(const struct block *block, struct graph *graph, struct run *run,
                      const unsigned *given, bool acts)
{
    for (unsigned i = 0; i < block->inputs; i++) {
        unsigned variable = block->input[i] / 2;
        run->value[variable] =
            block->selects[variable] ? acts && block->selected[variable] : given[i];
    }
    for (unsigned i = 0; i < block->latches; i++)
        run->value[block->latch[i] / 2] = run->state[i];
    for (unsigned i = 0; i < block->gates; i++) {
        const struct gate *gate = &block->gate[block->variable[i]];
        run->value[block->variable[i]] =
            and_of(graph, value_of(run, gate->left), value_of(run, gate->right));
    }
}

static void advance(const struct block *block, struct run *run)
{
    for (unsigned i = 0; i < block->latches; i++)
        run->state[i] = value_of(run, block->becomes[block->latch[i] / 2]);
}

/* An output tells the run from the one without the mutant, in this cycle. */
static unsigned told_apart(const struct block *block, struct graph *graph, const struct run *sound,
                           const struct run *run)
{
    unsigned differs = 0;
    for (unsigned i = 0; i < block->outputs; i++) {
        unsigned counts =
            block->settled == NONE || block->to_instance[i] ? 1 : value_of(sound, block->settled);
        unsigned is_other =
            xor_of(graph, value_of(sound, block->output[i]), value_of(run, block->output[i]));
        differs = or_of(graph, differs, and_of(graph, counts, is_other));
    }
    return differs;
}

/* What an assertion forbids in registers, a step later; if it is in anything else, nothing */
static unsigned next_of(const struct block *block, struct graph *graph, const struct run *run,
                        unsigned literal)
{
    const struct gate *gate = &block->gate[literal / 2];
    const unsigned *becomes = block->becomes;
    unsigned later;
    if (becomes[literal / 2] != NONE)
        later = value_of(run, becomes[literal / 2]);
    else if (gate->left != NONE && becomes[gate->left / 2] != NONE &&
             becomes[gate->right / 2] != NONE)
        later = and_of(graph, value_of(run, becomes[gate->left / 2]) ^ (gate->left & 1),
                       value_of(run, becomes[gate->right / 2]) ^ (gate->right & 1));
    else
        return 0;
    return later ^ (literal & 1);
}

/* What the rules allow in this cycle of the run without the mutant. */
static unsigned allowed(const struct block *block, struct graph *graph, const struct run *sound,
                        bool invariants)
{
    unsigned legal = 1;
    for (unsigned i = 0; i < block->rules; i++)
        legal = and_of(graph, legal, value_of(sound, block->rule[i]));
    for (unsigned i = 0; i < block->bads && invariants; i++) {
        legal = and_of(graph, legal, negated(value_of(sound, block->bad[i])));
        legal = and_of(graph, legal, negated(next_of(block, graph, sound, block->bad[i])));
    }
    return legal;
}

/* A literal that is 1 when the mutant changes something. */
static unsigned difference(const struct block *block, struct graph *graph, bool invariants,
                           unsigned cycles, bool early)
{
    struct run sound = new_run(block), mutated = new_run(block), later = new_run(block);
    bool *needed = xcalloc(block->variables + 1, sizeof *needed);
    unsigned *work = list_of(2 * block->variables + 2, 0), **given = xcalloc(cycles, sizeof *given);
    unsigned differs = 0, legal = 1;
    for (unsigned i = 0; i < block->outputs; i++)
        reach(block, block->output[i], needed, work);
    for (unsigned i = 0; i < block->latches; i++)
        sound.state[i] = mutated.state[i] = new_input(graph);
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        given[cycle] = list_of(block->inputs, 0);
        for (unsigned i = 0; i < block->inputs; i++)
            given[cycle][i] = new_input(graph);
    }
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        run_cycle(block, graph, &sound, given[cycle], false);
        run_cycle(block, graph, &mutated, given[cycle], !early || !cycle);
        differs = or_of(graph, differs, told_apart(block, graph, &sound, &mutated));
        if (!early && cycle) {
            run_cycle(block, graph, &later, given[cycle], true);
            differs = or_of(graph, differs, told_apart(block, graph, &sound, &later));
        }
        if (!early)
            legal = and_of(graph, legal, allowed(block, graph, &sound, invariants));
        advance(block, &sound);
        advance(block, &mutated);
        if (early || !cycle)
            memcpy(later.state, sound.state, block->latches * sizeof *later.state);
        else
            advance(block, &later);
        free(given[cycle]);
    }
    for (unsigned i = 0; i < block->latches; i++)
        if (needed[block->latch[i] / 2])
            differs = or_of(graph, differs, xor_of(graph, mutated.state[i], later.state[i]));
    return and_of(graph, differs, legal);
}

static void write_gates(const struct graph *graph, unsigned differs)
{
    bool *used = xcalloc(graph->nodes + 1, sizeof *used);
    used[differs / 2] = true;
    for (unsigned n = graph->nodes; n > graph->inputs; n--)
        if (used[n])
            used[graph->node[n].left / 2] = used[graph->node[n].right / 2] = true;
    puts(".model pair");
    for (unsigned n = 1; n <= graph->inputs; n++)
        if (used[n])
            printf(".inputs n%u\n", n);
    puts(".outputs differs");
    for (unsigned n = graph->inputs + 1; n <= graph->nodes; n++) {
        const struct gate *gate = &graph->node[n];
        if (used[n])
            printf(".names n%u n%u n%u\n%u%u 1\n", gate->left / 2, gate->right / 2, n,
                   !(gate->left & 1), !(gate->right & 1));
    }
    printf(".names n%u differs\n%u 1\n.end\n", differs / 2, !(differs & 1));
}

int main(int argc, char **argv)
{
    uint64_t mutant, invariants, cycles, early;
    if (argc != 6 || !parse_number(argv[2], &mutant) || !parse_number(argv[3], &invariants) ||
        !parse_number(argv[4], &cycles) || !parse_number(argv[5], &early) || !cycles)
        die("usage: step FILE.aag MUTANT INVARIANTS CYCLES EARLY");
    struct block block;
    struct graph graph = {0};
    read_block(&block, argv[1], (unsigned)mutant);
    unsigned differs = difference(&block, &graph, invariants, (unsigned)cycles, early);
    if (differs)
        write_gates(&graph, differs);
    else
        puts("same");
    return 0;
}
