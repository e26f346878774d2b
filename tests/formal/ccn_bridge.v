// sizes: LINE_BITS=17 NUMBER_BITS=1 BRIDGE_BITS=1 DEPTH=2 RESPONSES=2 SLOTS=1 COPIES=2 WAIT_LIMIT=2; LINE_BITS=17 NUMBER_BITS=1 BRIDGE_BITS=1 DEPTH=2 RESPONSES=2 SLOTS=1 COPIES=1 WAIT_LIMIT=1; LINE_BITS=17 NUMBER_BITS=1 BRIDGE_BITS=1 DEPTH=3 RESPONSES=3 SLOTS=2 COPIES=1 WAIT_LIMIT=0 SPARE=0
// depth: bmc=8
// cover: 16
// without: response_out_data give_out_data response_out_core response_out_line give_out_home give_out_core give_out_line response_out_valid give_out_valid response_in_ready give_in_ready
// free: line_valid line_name line_room new_room upper_valid upper_own give_room
// A cluster and another bridge that keep to the protocol (docs/ccn.md): a name that left comes back
// once, as a request or as a line; a request of this bridge comes back as it left, but that a line may
// be found in its second round; each slot of the other bridge asks, and collects when that has passed.
// All of it at any time. Rings of lines with room or without, that bring a line at any time (what they
// do with it is proved with ccn_lines).
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);
  (* anyconst *) wire [BRIDGE_BITS-1:0] f_here;
  always @* assume (here == f_here);

  // ---- What is away in the cluster ----
  localparam [1:0] OF_SLOT = 2'b10, OF_COPY = 2'b11;
  reg  [SLOTS-1:0]  f_slots;           // names of slots that left, and have not come back
  reg  [COPIES-1:0] f_copies;
  wire f_asks   = request_in_valid && request_in_ready;
  wire f_leaves = request_out_valid && request_out_ready;
  wire f_gives  = lands || passes_line;
  wire [1:0] f_in_kind   = request_in_core[NAME_BITS-1 -: 2];
  wire [1:0] f_out_kind  = request_out_core[NAME_BITS-1 -: 2];
  wire [1:0] f_line_kind = line_name[NAME_BITS-1 -: 2];
  wire [NUMBER_BITS-1:0] f_in   = request_in_core[NUMBER_BITS-1:0];
  wire [NUMBER_BITS-1:0] f_out  = request_out_core[NUMBER_BITS-1:0];
  wire [NUMBER_BITS-1:0] f_line = line_number;
  wire f_in_away   = f_in_kind == OF_SLOT ? f_in < SLOTS && f_slots[f_in]
                                          : f_in < COPIES && f_copies[f_in];
  wire f_line_away = f_line_kind == OF_SLOT ? f_line < SLOTS && f_slots[f_line]
                                            : f_line < COPIES && f_copies[f_line];
  always @* begin
    assume (!request_in_valid || f_in_kind == 2'b00 || f_in_kind[1] && f_in_away);
    assume (!line_valid || f_line_kind == 2'b00 || f_line_kind[1] && f_line_away);
    assume (!(request_in_valid && line_valid && f_in_kind[1] && request_in_core == line_name));
    assume (!f_waited || line_valid && line_name == f_waits);
  end
  reg f_waited;                        // a line that could not go
  reg [NAME_BITS-1:0] f_waits;
  always @(posedge clk) begin
    f_waited <= !rst && line_valid && !f_gives;
    f_waits  <= line_name;
  end
  integer k;
  always @(posedge clk)
    if (rst) begin
      f_slots  <= 0;
      f_copies <= 0;
    end else begin
      for (k = 0; k < SLOTS; k = k + 1)
        f_slots[k] <= f_slots[k] && !(f_asks && f_in_kind == OF_SLOT && f_in == k)
                      && !(f_gives && f_line_kind == OF_SLOT && f_line == k)
                      || f_leaves && f_out_kind == OF_SLOT && f_out == k;
      for (k = 0; k < COPIES; k = k + 1)
        f_copies[k] <= f_copies[k] && !(f_asks && f_in_kind == OF_COPY && f_in == k)
                       && !(f_gives && f_line_kind == OF_COPY && f_line == k)
                       || f_leaves && f_out_kind == OF_COPY && f_out == k;
    end

  // ---- What is away on the upper ring, and what the other bridge's slots do ----
  reg  [SLOTS-1:0] f_up, f_up_collects;
  reg  [1:0] f_first, f_asked, f_second;   // by slot of the other: asks here, has passed, collects here
  wire f_ask_in  = ask_in_valid && ask_in_ready;
  wire f_ask_out = ask_out_valid && ask_out_ready;
  wire f_own_in  = ask_in_home == f_here;
  wire f_own_out = ask_out_home == f_here;
  always @* begin
    assume (!ask_in_valid || !ask_in_found || ask_in_collects);
    assume (!ask_in_valid || !f_own_in || ask_in_slot < SLOTS && f_up[ask_in_slot]
            && ask_in_collects == f_up_collects[ask_in_slot]);
    assume (!ask_in_valid || f_own_in || (ask_in_collects ? f_asked[ask_in_slot]
            : !f_first[ask_in_slot] && !f_asked[ask_in_slot] && !f_second[ask_in_slot]));
  end
  always @(posedge clk)
    if (rst) {f_up, f_up_collects, f_first, f_asked, f_second} <= 0;
    else begin
      if (f_ask_in && f_own_in) f_up[ask_in_slot] <= 1'b0;
      if (f_ask_out && f_own_out) begin
        f_up[ask_out_slot] <= 1'b1;
        f_up_collects[ask_out_slot] <= ask_out_collects;
      end
      if (f_ask_in && !f_own_in && !ask_in_collects) f_first[ask_in_slot] <= 1'b1;
      if (f_ask_in && !f_own_in && ask_in_collects) begin
        f_asked[ask_in_slot] <= 1'b0;
        f_second[ask_in_slot] <= 1'b1;
      end
      if (f_ask_out && !f_own_out && !ask_out_collects) begin
        f_first[ask_out_slot] <= 1'b0;
        f_asked[ask_out_slot] <= 1'b1;
      end
      if (f_ask_out && !f_own_out && ask_out_collects) f_second[ask_out_slot] <= 1'b0;
    end

  // ---- The lower ring's queue, and the places that slots keep there ----
  wire f_put = arrive || ends || enters;
  reg  [6:0] f_level;
  reg  [SLOTS-1:0] f_kept;
  reg  [1:0] f_passed;                 // requests of the ring that went before one that goes home
  wire [6:0] f_keeps = f_kept[0] + (SLOTS > 1 && f_kept[SLOTS-1]);
  always @(posedge clk) begin
    f_level <= rst ? 0 : f_level + f_put - leave;
    if (rst) f_kept <= 0;
    else begin
      if (rises) f_kept[head_number] <= 1'b1;
      if (releases) f_kept[returned_slot] <= 1'b0;
      if (ends) f_kept[ended_slot] <= 1'b0;
    end
    f_passed <= rst || !end_valid || ends ? 0 : f_passed + arrive;
  end

  always @(posedge clk)
    if (started_once) begin
      places_are_those_in_use_and_kept: assert (places == f_level + f_keeps && places <= TOTAL);
      a_request_enters_where_there_is_a_place: assert (!f_put || unused_request_room && f_level < TOTAL);
      a_copy_leaves_spare_places: assert (!enters || places + SPARE < TOTAL);
      one_enters_in_a_cycle: assert (arrive + ends + enters <= 1);
      the_ring_goes_before_a_copy: assert (!(enters && request_in_valid));
      one_that_goes_home_waits_for_one_of_the_ring: assert (f_passed <= 1);
      a_request_is_let_out_with_a_slot_of_its_own: assert (!(renames && hop) || free_slot < SLOTS
        && !busy[free_slot]);
      none_is_let_out_again: assert (!(renames && hop) || !head_fresh);
      the_own_cluster_is_not_copied: assert (!ask_valid || own == (ask_home == f_here) && !(copies && own));
      it_is_parked_for_a_copy_that_goes_on: assert (!parks || (same & out & ~over_mask) != 0);
      what_goes_up_has_a_slot: assert (!rises || head_number < SLOTS && busy[head_number]
        && !f_kept[head_number]);
      what_comes_back_has_one: assert (!returns || busy[ask_slot] && f_kept[ask_slot]);
      what_goes_home_has_one: assert (!ends || busy[ended_slot] && f_kept[ended_slot]);
      nothing_goes_up_without_a_place: assert (!rose || unused_up_room);
      nothing_goes_home_without_a_place: assert (!(returns && !ask_found) || unused_end_room);
      no_copy_waits_without_a_place: assert (!copies || unused_copy_room);
      no_line_is_claimed_without_a_place: assert (!(sends || claims) || unused_send_room);
      a_copy_is_in_one_state: assert ((out & stored) == 0 && (out & claimed) == 0
        && (stored & claimed) == 0);
      only_a_copy_under_way_is_awaited_or_dropped: assert ((parked & ~out) == 0
        && (unwanted & ~out) == 0 && (parked & unwanted) == 0);
      a_new_copy_takes_a_free_place: assert (!copies || (first_copy & in_use) == 0);
      a_request_has_one_copy_here: assert ((same & (same - 1'b1)) == 0);
      it_does_not_pass_its_copy: assert (!(hop_up && looks && !ask_found) || (same & out) == 0);
      it_is_found_by_a_line: assert (!(hop_up && looks && holds) || (same & stored) != 0);
      what_ends_was_under_way: assert (!over || (over_mask & out) != 0);
      a_line_is_sent_from_the_store: assert (given == 0 || (given & claimed) != 0);
      it_lands_where_it_was_asked: assert (!lands || line_number < COPIES && out[line_number]);
      a_line_of_a_slot_finds_it: assert (!(passes_line && line_of_slot) || busy[line_number]
        && !f_kept[line_number]);
      requests_wait_for_lines: assert (!(hop && lower_held) && !(hop_up && upper_held));
      a_head_does_one_thing: assert (hop + rises + misses <= 1 && hop_up + parks + returns <= 1);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_request_is_renamed: cover (renames && hop);
      one_passes_without_a_slot: cover (of_core && hop && !renames);
      its_line_is_found_near: cover (passes_line && line_of_slot);
      the_others_are_asked: cover (rises);
      they_have_it: cover (releases);
      they_have_it_not: cover (returns && !ask_found);
      a_copy_ends_behind_its_request: cover (tells && !lands);
      a_line_lands_behind_it: cover (sends);
      a_line_waits_for_it: cover (claims);
      a_line_is_dropped: cover (lands && |(land_mask & unwanted));
      a_line_that_waits_is_dropped: cover (hop_up && holds && ask_found);
      a_copy_is_late: cover (gives_up || WAIT_LIMIT == 0);
    end
