/* axi_port between a slice that asks anything of few lines and a memory that does what AXI4 lets
 * it: it reads a beat at any time before it sends it, in any order of ids and mixed, and writes at
 * any time before the response, in the order of the writes. Every line read must be as the requests
 * before have left it, each read is answered once, and in the end memory holds what was written. */
#include <inttypes.h>
#include <string.h>

#include "axi_port.h"
#include "byte_mask.h"
#include "check.h"
#include "rng.h"
#include "util.h"

enum { LINES = 9, REQUESTS = 4000, CYCLES = 200000, BURSTS = 64 };

/* A burst that the memory has taken. */
struct burst {
    unsigned line, beats; /* number among the lines; beats sent or taken */
    bool addressed;       /* writes: AW was taken */
    uint64_t data[16], mask[2];
};

struct bench {
    struct rng rng;
    struct axi_port port;
    struct axi_port_out out;
    struct axi_port_in in;
    unsigned beats, words;       /* of a line, of a beat */
    uint64_t program[LINES][16]; /* as the requests so far leave them */
    uint64_t memory[LINES][16];  /* as the writes that are done leave them */
    uint64_t expected[AXI_PORT_IDS_MAX][16];
    bool asked[AXI_PORT_IDS_MAX], addressed[AXI_PORT_IDS_MAX];
    struct burst reads[AXI_PORT_IDS_MAX], writes[BURSTS]; /* by id; oldest first, a ring */
    unsigned addresses, bursts, done;                     /* writes: AWs, last beats, responses */
    unsigned requests, answers, held_up;
    bool offered;
    uint64_t data[16], mask[2], beat[8];
};

static uint64_t address_of(unsigned line)
{
    return line * UINT64_C(0x1357) + 5;
}

static unsigned line_at(uint64_t address)
{
    for (unsigned i = 0; i < LINES; i++)
        if (address_of(i) * 128 == address)
            return i;
    bug("address %" PRIx64 ", for which nobody asked", address);
}

static void offer(struct bench *b)
{
    unsigned id = rng_below(&b->rng, 1u << b->port.params.entry_bits);
    bool write = rng_percent(&b->rng, 50);
    if (b->offered || b->requests == REQUESTS || (!write && b->asked[id]) ||
        rng_percent(&b->rng, 30))
        return;
    unsigned line = rng_below(&b->rng, LINES);
    rng_fill(&b->rng, b->data, 1024);
    rng_fill(&b->rng, b->mask, 128);
    b->in = (struct axi_port_in){.dram_valid = true,
                                 .dram_write = write,
                                 .dram_line = address_of(line),
                                 .dram_id = write ? 0 : id};
    b->offered = true;
    b->requests++;
    if (write) {
        merge_bytes(b->program[line], b->data, b->mask);
        return;
    }
    b->asked[id] = true;
    memcpy(b->expected[id], b->program[line], sizeof *b->expected);
}

/* The oldest write that was taken whole is done, and answered. */
static void respond(struct bench *b)
{
    b->in.axi_b_valid = b->done < b->addresses && b->done < b->bursts && rng_percent(&b->rng, 20);
    if (!b->in.axi_b_valid)
        return;
    struct burst *write = &b->writes[b->done++ % BURSTS];
    merge_bytes(b->memory[write->line], write->data, write->mask);
}

/* A beat of any read, as memory is now. */
static void send_beat(struct bench *b)
{
    unsigned ids = 1u << b->port.params.entry_bits, id = rng_below(&b->rng, ids);
    for (unsigned i = 0; i < ids && !b->addressed[id]; i++)
        id = (id + 1) % ids;
    b->in.axi_r_valid = b->addressed[id] && rng_percent(&b->rng, 60);
    if (!b->in.axi_r_valid)
        return;
    struct burst *read = &b->reads[id];
    memcpy(b->beat, b->memory[read->line] + read->beats++ * b->words, b->words * 8);
    b->in.axi_r_id = id;
    b->in.axi_r_last = read->beats == b->beats;
    b->addressed[id] = read->beats < b->beats;
}

static void take_write(struct bench *b)
{
    if (b->out.axi_aw_valid && b->in.axi_aw_ready)
        b->writes[b->addresses++ % BURSTS].line = line_at(b->out.axi_aw_addr);
    if (!b->out.axi_w_valid || !b->in.axi_w_ready)
        return;
    struct burst *write = &b->writes[b->bursts % BURSTS];
    unsigned at = write->beats++ * b->words, byte = 8 * at;
    if (!at)
        write->mask[0] = write->mask[1] = 0;
    memcpy(write->data + at, b->out.axi_w_data, b->words * 8);
    write->mask[byte / 64] |= b->out.axi_w_strb << byte % 64;
    CHECK_EQUAL(b->out.axi_w_last, write->beats == b->beats);
    if (!b->out.axi_w_last)
        return;
    write->beats = 0;
    b->bursts++;
}

static void take_read(struct bench *b)
{
    if (!b->out.axi_ar_valid || !b->in.axi_ar_ready)
        return;
    unsigned id = (unsigned)b->out.axi_ar_id;
    CHECK(b->asked[id] && !b->addressed[id]);
    b->addressed[id] = true;
    b->reads[id] = (struct burst){.line = line_at(b->out.axi_ar_addr)};
}

static void take_reply(struct bench *b)
{
    if (!b->out.dram_reply_valid || !b->in.dram_reply_ready)
        return;
    unsigned id = (unsigned)b->out.dram_reply_id;
    CHECK(b->asked[id] && !b->addressed[id]);
    CHECK(!memcmp(b->out.dram_reply_data, b->expected[id], sizeof *b->expected));
    b->asked[id] = false;
    b->answers++;
}

static void cycle(struct bench *b)
{
    axi_port_outputs(&b->port, &b->out);
    if (!b->offered)
        b->in.dram_valid = false;
    offer(b);
    b->in.dram_data = b->data;
    b->in.dram_mask = b->mask;
    b->in.axi_r_data = b->beat;
    b->in.dram_reply_ready = rng_percent(&b->rng, 70);
    b->in.axi_aw_ready = rng_percent(&b->rng, 50);
    b->in.axi_w_ready = rng_percent(&b->rng, 70);
    b->in.axi_ar_ready = rng_percent(&b->rng, 50);
    respond(b);
    send_beat(b);
    take_write(b);
    take_read(b);
    take_reply(b);
    if (b->in.dram_valid && b->out.dram_ready)
        b->offered = false;
    b->held_up += b->port.checking && (b->port.same_reads || b->port.same_writes);
    CHECK(!b->out.error_slverr && !b->out.error_decerr && !b->out.error_unknown &&
          !b->out.error_last && !b->out.error_timeout);
    axi_port_step(&b->port, &b->in);
}

static void a_line_is_as_the_requests_before_have_left_it(const struct axi_port_params *params,
                                                          uint64_t seed)
{
    static struct bench b;
    b = (struct bench){.beats = 128 / params->data_bytes, .words = params->data_bytes / 8};
    check_case("%u bytes, %u writes, %u ids", params->data_bytes, params->writes,
               1u << params->entry_bits);
    rng_init(&b.rng, seed);
    axi_port_init(&b.port, params);
    unsigned cycles = 0;
    while ((b.requests < REQUESTS || b.offered || !axi_port_is_idle(&b.port)) && cycles++ < CYCLES)
        cycle(&b);
    CHECK(axi_port_is_idle(&b.port) && b.requests == REQUESTS);
    CHECK(b.answers > REQUESTS / 3 && b.done + b.answers == REQUESTS);
    CHECK(b.held_up > REQUESTS / 10);
    CHECK(!memcmp(b.memory, b.program, sizeof b.memory));
    axi_port_release(&b.port);
}

int main(void)
{
    static const struct axi_port_params sizes[] = {
        {.line_bits = 25, .entry_bits = 5, .data_bytes = 32, .writes = 8, .timeout = 65536},
        {.line_bits = 33, .entry_bits = 6, .data_bytes = 16, .writes = 16, .timeout = 65536},
        {.line_bits = 20, .entry_bits = 3, .data_bytes = 64, .writes = 3, .timeout = 65536},
        {.line_bits = 25, .entry_bits = 1, .data_bytes = 64, .writes = 1, .timeout = 65536}};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            a_line_is_as_the_requests_before_have_left_it(&sizes[i], seed);
    return check_report();
}
