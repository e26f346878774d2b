// sizes: META_BITS=2 DATA_BITS=1 DEPTH=3 QUEUE=2 DELAY=4; META_BITS=1 DATA_BITS=1 DEPTH=2 QUEUE=1 DELAY=1; META_BITS=2 DATA_BITS=1 DEPTH=1 QUEUE=1 DELAY=3
// depth: bmc=9 induction=5
// cover: 14
// Delay and order are shown with one tracked request: the solver picks which one, so they hold for
// all.
  reg started_once = 1'b0;
  always @(posedge clk) started_once <= 1'b1;
  always @* if (!started_once) assume (rst);

  (* anyseq *) wire    track;          // this put becomes the tracked one
  reg                  tracking;       // it is in the line
  reg [META_BITS-1:0]  tracked;        // its meta
  reg                  tracked_data;   // it has data
  reg [LEVEL_BITS-1:0] ahead;          // requests before it
  reg [8:0]            age;            // cycles since it was put, at most DELAY
  always @(posedge clk)
    if (rst) tracking <= 1'b0;
    else if (!tracking && put && track) begin
      tracking <= 1'b1;
      tracked <= put_meta;
      tracked_data <= put_has_data;
      ahead <= requests - get;
      age <= 1;
    end else if (tracking) begin
      if (get && ahead == 0) tracking <= 1'b0;
      ahead <= ahead - get;
      if (age < DELAY) age <= age + 1;
    end

  reg [LEVEL_BITS:0] with_data;        // requests with data in the line
  always @(posedge clk)
    if (rst) with_data <= 0;
    else with_data <= with_data + (put && put_has_data) - (get && head_has_data);

  // Tokens under way in the stages from `first` on.
  function [LEVEL_BITS-1:0] tokens_from(input [8:0] first);
    integer stage;
    begin
      tokens_from = 0;
      for (stage = 0; stage < STAGES; stage = stage + 1)
        if (stage >= first) tokens_from = tokens_from + tokens[stage];
    end
  endfunction

  always @(posedge clk)
    if (started_once) begin
      every_request_has_a_token_or_is_due: assert (tokens_from(0) + due == requests);
      no_more_requests_than_places: assert (requests <= DEPTH && with_data <= QUEUE);
      due_requests_are_in_the_line: assert (due <= requests);
      ready_means_room: assert (put_ready == (requests < DEPTH && with_data < QUEUE));
      a_due_request_is_offered: assert (get_valid == (due != 0));
      the_tracked_request_is_in_the_line: assert (!tracking || ahead < requests);
      it_is_not_offered_early: assert (!tracking || ahead != 0 || age >= DELAY || !get_valid);
      it_is_offered_in_time: assert (!tracking || ahead != 0 || age < DELAY || get_valid);
      it_comes_out_as_it_went_in: assert (
        !tracking || ahead != 0 || !get_valid || get_meta == tracked);
      no_data_reads_as_zero: assert (
        !tracking || ahead != 0 || !get_valid || tracked_data || get_data == 0);
      // For the induction: the tracked token stands at its age, and older tokens belong to the
      // requests before it.
      its_age_counts: assert (!tracking || (age >= 1 && age <= DELAY));
      its_token_stands_at_its_age: assert (!tracking || age >= DELAY || tokens[age-1]);
      older_tokens_belong_to_requests_ahead: assert (
        !tracking || age >= DELAY || tokens_from(age) + due == ahead);
      after_its_time_it_is_due: assert (!tracking || age < DELAY || due > ahead);
    end
`ifdef INDUCTION
  // The contract of the two queues, proved with fifo and ram_fifo: flags follow the count of words
  // (of a RAM the only word is not there in the cycle after its put), words come in order.
  wire just_put = DELAY > 1 && requests == 1 && tokens[0];
  always @* begin
    assume (meta_there == (requests != 0 && !just_put) && meta_room == (requests < DEPTH));
    assume (data_there == (with_data != 0) && data_room == (with_data < QUEUE));
    assume (!(meta_there && head_has_data) || with_data != 0);
    assume (!tracking || ahead != 0 || !meta_there || (get_meta == tracked && head_has_data == tracked_data));
  end
`endif

  always @(posedge clk)
    if (started_once && !rst) begin
      the_line_is_full_and_nothing_is_due: cover (requests == DEPTH && (due == 0 || DELAY < DEPTH));
      all_are_due: cover (requests == DEPTH && due == DEPTH);
      the_tracked_request_leaves_behind_another: cover (
        tracking && get && ahead == 0 && requests > 1 || DEPTH == 1);
    end
