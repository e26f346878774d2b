// sizes: HEAD_BITS=4 RESPONSES=2; HEAD_BITS=4 RESPONSES=3; HEAD_BITS=4 RESPONSES=2 SPARE=0; HEAD_BITS=4 RESPONSES=2 HOP=2; HEAD_BITS=4 RESPONSES=2 HOP=0 PROMPT=1; HEAD_BITS=4 RESPONSES=3 HOP=0 PROMPT=1 SPARE=0
// abc: bmc
// depth: bmc=11 induction=3
// cover: 20
// without: line_data out_data
// Neighbours that offer and take at any time, somebody who takes a line out or lets it pass at any
// time, and for whom places are kept, where new lines come, or not, at any later time. One line of the
// solver's choice is followed by its header. The induction assumes the fifo's contract (proved with
// fifo); the bounded proof has the fifo.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* begin
    if (!started_once) assume (rst);
    assume (!(line_take && line_pass) && (f_whole || !line_take && !line_pass));
    assume (f_kept != 0 || f_keep || !f_comes);
    assume (!(new_valid && gone_valid));
  end

  reg  [4:0] f_kept;                   // places, for new lines that have not come
  wire f_keep = keep_valid && keep_ready;
  wire f_comes = new_valid || gone_valid;
  always @(posedge clk) f_kept <= rst ? 0 : f_kept + f_keep - f_comes;

  wire f_put = new_valid || pass;
  reg  [4:0] f_lines;                  // in the queue
  (* anyseq *) wire f_track;
  reg  f_tracking = 1'b0;              // the tracked one is
  reg  [4:0] f_ahead;
  reg  [HEAD_BITS-1:0] f_head;
  always @(posedge clk) begin
    f_lines <= rst ? 0 : f_lines + f_put - send;
    if (rst) f_tracking <= 1'b0;
    else if (!f_tracking && f_track && f_put) begin
      f_tracking <= 1'b1;
      f_ahead <= f_lines - send;
      f_head <= new_valid ? new_head : line_as;
    end else if (f_tracking) begin
      f_tracking <= !(send && f_ahead == 0);
      f_ahead <= f_ahead - send;
    end
  end

  // ---- What arrives: beats since the last line was complete, and its first header ----
  reg  [2:0] f_beats;                  // 4: all
  reg  [HEAD_BITS-1:0] f_first;
  wire f_moves = line_take || pass;
  wire f_whole = line_valid || PROMPT && beat_last && in_valid;
  always @(posedge clk) begin
    f_beats <= rst || f_beats + beat == 4 && f_moves ? 0 : f_beats + beat;
    if (beat && f_beats == 0) f_first <= in_head;
  end

  always @(posedge clk)
    if (started_once) begin
      lines_and_kept_places_are_counted: assert (taken == f_lines + f_kept && taken <= RESPONSES
        && f_lines <= RESPONSES && f_kept <= RESPONSES);
      a_line_enters_where_there_is_a_place: assert (!f_put || f_lines < RESPONSES);
      a_kept_place_leaves_spare_ones: assert (!f_keep || taken + SPARE < RESPONSES);
      new_lines_go_first: assert (!(new_valid && pass));
      four_beats_make_a_line: assert (f_beats <= 4 && line_valid == (f_beats == 4) && (part == f_beats[1:0]));
      it_takes_no_beat_behind_them: assert (in_ready == (f_beats != 4));
      the_last_one_is_known_before: assert (beat_last == (f_beats == 3));
      it_has_the_first_beats_header: assert (f_beats == 0 || line_head == f_first);
      it_stays_until_it_may_go: assert (!(pass && !line_pass) && (!pass || line_room));
      and_goes_when_it_may: assert (!(line_pass && !new_valid && line_room && !f_keep) || pass);
      if (f_tracking)
        a_line_waits_behind_those_before_it: assert (f_ahead < f_lines);
      if (f_tracking && f_ahead == 0)
        its_header_is_kept: assert (send_valid && send_head == f_head);
      a_line_takes_four_beats: assert (!send || sent == 3);
      nothing_is_sent_of_no_line: assert (sent == 0 || send_valid);
    end

  always @(posedge clk)
    if (started_once && !rst) begin
      a_line_passes: cover (pass && line_as != line_head);
      one_is_taken_out: cover (line_take);
      a_new_one_goes_before_it: cover (new_valid && line_pass && line_room);
      one_comes_later_than_its_place: cover (new_valid && !f_keep);
      one_is_gone: cover (gone_valid && send);
      the_queue_is_full: cover (f_lines == RESPONSES && line_pass);
      a_line_is_sent: cover (f_tracking && send && f_ahead == 0);
    end

`ifdef INDUCTION
  always @* begin
    assume (send_valid == (f_lines != 0));
    if (f_tracking && f_ahead == 0) assume (send_head == f_head);
  end
`endif
