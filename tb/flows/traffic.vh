// Random traffic of all cores, included after flows.vh. Word 8*s + c of a line, in sector s,
// belongs to core c, which stores 1, 2, 3, ... to it, so a load tells how old what it sees is. A
// core has up to `depth` requests under way, to the same lines, too. Checked:
//
//   its own words       always: exactly what it had stored last when it asked (docs/interfaces.md, Order)
//   other cores' words  always: stored, and before the last kernel boundary if not later
//                       with `coherent`: not older than it saw, nor than what was acknowledged
  localparam POOL = 96, DEPTH = 16;
  integer seed, first_seed;
  integer lines = 24;                  // 1..POOL: lines in use; 1..POOL/3 if of one home
  integer camp = 3;                    // their home; 3: all three
  integer depth = DEPTH;               // 1..DEPTH: requests under way per core
  integer stores = 30, bypasses = 5;   // percent of the requests; the others are loads
  integer rate = 100;                  // percent of the cycles in which a core asks if it can
  reg     coherent = 1'b0;
  reg     any_data = 1'b0;             // what is seen does not matter, only that it comes
  integer loads_checked = 0;

  // Numbers of each word, element (core*POOL + line)*4 + sector.
  integer newest [0:3*POOL*4-1];       // stored last
  integer acknowledged [0:3*POOL*4-1]; // that came back
  integer oldest [0:9*POOL*4-1];       // the least core c may see, in element c*3*POOL*4 + ...
  // Requests under way, element core*DEPTH + id.
  reg  [3*DEPTH-1:0] busy = {3*DEPTH{1'b0}};
  integer   its_line [0:3*DEPTH-1];
  reg [2:0] its_kind [0:3*DEPTH-1];
  reg [3:0] its_sectors [0:3*DEPTH-1];
  integer   its_least [0:3*DEPTH*12-1]; // the least it may see of each core and sector; a
                                       // store: its number

  initial begin
    if (!$value$plusargs("seed=%d", first_seed)) first_seed = 1;
    seed = first_seed;
    for (t_word = 0; t_word < 9*POOL*4; t_word = t_word + 1) oldest[t_word] = 0;
    for (t_word = 0; t_word < 3*POOL*4; t_word = t_word + 1)
      {newest[t_word], acknowledged[t_word]} = 64'd0;
    #1;                                // after what flows.vh puts there
    for (t_word = 0; t_word < 1024; t_word = t_word + 1) begin
      truth[t_word] = 1024'd0;
      channel_0.lines[t_word] = 1024'd0;
      channel_1.lines[t_word] = 1024'd0;
    end
  end

  function integer draw(input integer below);
    draw = $unsigned($random(seed)) % below;
  endfunction

  function [24:0] pool_line(input integer index);
    pool_line = line_of(index % 3, index / 3, 4 + index / 12);
  endfunction

  // What an answered load saw.
  integer t_owner, t_sector, t_word, t_seen, t_least;
  task saw(input integer core, input integer slot);
    for (t_sector = 0; t_sector < 4; t_sector = t_sector + 1)
      if (its_sectors[slot][t_sector])
        for (t_owner = 0; t_owner < 3; t_owner = t_owner + 1) begin
          t_word = (t_owner*POOL + its_line[slot])*4 + t_sector;
          t_seen = answer[core*IDS + slot % DEPTH][32*(8*t_sector + t_owner) +: 32];
          t_least = its_least[slot*12 + t_owner*4 + t_sector];
          if (!any_data && !(t_seen >= t_least
              && t_seen <= (t_owner == slot / DEPTH ? t_least : newest[t_word])))
            $fatal(1, "in cycle %0d: core %0d, kind %0d, line %h, word %0d: %0d, not %0d to %0d",
                   cycle, core, its_kind[slot], pool_line(its_line[slot]), 8*t_sector + t_owner,
                   t_seen, t_least, newest[t_word]);
          checks = checks + 1;
          if (its_kind[slot] == LOAD && coherent && oldest[core*3*POOL*4 + t_word] < t_seen)
            oldest[core*3*POOL*4 + t_word] = t_seen;
        end
  endtask

  task collect(input integer core, input integer slot);
    begin
      busy[slot] = 1'b0;
      if (its_kind[slot] != STORE) begin
        saw(core, slot);
        loads_checked = loads_checked + 1;
      end else
        for (t_sector = 0; t_sector < 4; t_sector = t_sector + 1)
          if (its_sectors[slot][t_sector])
            if (acknowledged[(core*POOL + its_line[slot])*4 + t_sector]
                < its_least[slot*12 + core*4 + t_sector])
              acknowledged[(core*POOL + its_line[slot])*4 + t_sector]
                = its_least[slot*12 + core*4 + t_sector];
    end
  endtask

  // The least a request offered now may see of a word.
  task expect_of(input integer core, input integer slot);
    for (t_sector = 0; t_sector < 4; t_sector = t_sector + 1)
      for (t_owner = 0; t_owner < 3; t_owner = t_owner + 1) begin
        t_word = (t_owner*POOL + its_line[slot])*4 + t_sector;
        t_seen = (its_kind[slot] == LOAD || !coherent) ? oldest[core*3*POOL*4 + t_word] : 0;
        if (coherent && acknowledged[t_word] > t_seen) t_seen = acknowledged[t_word];
        its_least[slot*12 + t_owner*4 + t_sector] = (t_owner == core) ? newest[t_word] : t_seen;
      end
  endtask

  integer        t_slot, t_other;
  reg [127:0]    t_bytes;
  reg [1023:0]   t_data;

  // Draws a request; gives up when its slot is busy.
  task maybe_ask(input integer core);
    begin
      t_slot = core*DEPTH + draw(depth);
      if (!busy[t_slot] && !request_valid[core] && draw(100) < rate) begin
        its_line[t_slot]    = (camp < 3) ? camp + 3 * draw(lines) : draw(lines);
        its_sectors[t_slot] = 1 + draw(15);
        t_other             = draw(100);
        its_kind[t_slot]    = (t_other < stores) ? STORE
                            : (t_other < stores + bypasses) ? (t_other % 2 ? BYPASS : FETCH) : LOAD;
        issue(core, t_slot);
      end
    end
  endtask

  task issue(input integer core, input integer slot);
    begin
      busy[slot] = 1'b1;
      {t_bytes, t_data} = {bytes_of(its_sectors[slot]), 1024'd0};
      if (its_kind[slot] == STORE) begin
        t_bytes = 128'd0;
        for (t_sector = 0; t_sector < 4; t_sector = t_sector + 1)
          if (its_sectors[slot][t_sector]) begin
            t_word = (core*POOL + its_line[slot])*4 + t_sector;
            newest[t_word] = newest[t_word] + 1;
            its_least[slot*12 + core*4 + t_sector] = newest[t_word];
            t_bytes[4*(8*t_sector + core) +: 4] = 4'b1111;
            t_data[32*(8*t_sector + core) +: 32] = newest[t_word];
          end
      end else expect_of(core, slot);
      offer_as(core, slot % DEPTH, its_kind[slot], pool_line(its_line[slot]), t_bytes, t_data);
    end
  endtask

  integer t_core, t_each;
  wire [3*DEPTH-1:0] waits = {pending[2*IDS +: DEPTH], pending[IDS +: DEPTH], pending[0 +: DEPTH]};
  task collect_all;
    for (t_each = 0; t_each < 3*DEPTH; t_each = t_each + 1)
      if (busy[t_each] && !waits[t_each]) collect(t_each / DEPTH, t_each);
  endtask

  task traffic(input integer cycles);
    repeat (cycles) begin
      collect_all;
      for (t_core = 0; t_core < 3; t_core = t_core + 1) maybe_ask(t_core);
      tick;
    end
  endtask

  // Waits for every answer.
  task traffic_ends;
    begin
      quiet;
      collect_all;
    end
  endtask

  // A kernel boundary without anything under way: from now on everything stored is seen.
  task next_kernel;
    begin
      traffic_ends;
      kernel_boundary;
      for (t_core = 0; t_core < 3; t_core = t_core + 1)
        for (t_each = 0; t_each < 3*POOL*4; t_each = t_each + 1)
          oldest[t_core*3*POOL*4 + t_each] = newest[t_each];
    end
  endtask
