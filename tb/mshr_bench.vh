// Stage of mshr_tb: three instances, a recorder of their answers, tasks that play L1 and memory.
  localparam [2:0] LOAD = 0, BYPASS = 1, STORE = 2, ATOMIC = 3, FETCH = 4;
  localparam [2:0] READ_MESSAGE = 0, FETCH_MESSAGE = 1, STORE_MESSAGE = 2, ATOMIC_MESSAGE = 3;
  localparam [127:0] ALL = {128{1'b1}};

  reg           flush = 1'b0;
  reg           own_slices = 1'b0;
  reg           miss_valid = 1'b0;
  reg  [2:0]    miss_kind = LOAD;
  reg  [16:0]   miss_line = 17'd0;
  reg  [7:0]    miss_id = 8'd0;
  reg           miss_install = 1'b1;
  reg           miss_again = 1'b0;
  reg  [127:0]  miss_mask = ALL;
  reg           request_ready = 1'b1;
  reg           reply_valid = 1'b0;
  reg  [2:0]    reply_kind = READ_MESSAGE;
  reg  [20:0]   reply_id = 21'd0;
  reg  [16:0]   reply_line = 17'd0;
  wire          miss_ready;
  wire          answers;
  wire          installs;
  wire          request_valid;
  wire [9:0]    request_dest;
  wire [2:0]    request_kind;
  wire [2:0]    request_op;
  wire [16:0]   request_line;
  wire [20:0]   request_id;
  wire          request_again;
  wire [3:0]    request_sectors;
  wire [3:0]    request_data_sectors;
  wire [127:0]  request_mask;
  wire          reply_ready;
  wire          response_valid;
  wire [7:0]    response_id;
  wire          event_stall;
  reg           miss_remote = 1'b0;
  reg  [3:0]    miss_sectors = 4'b0000;
  reg           remote_ready = 1'b1;
  wire          remote_valid;
  wire [2:0]    remote_kind;
  wire [16:0]   remote_line;
  wire [9:0]    remote_dest;
  wire [7:0]    remote_id;
  wire [3:0]    remote_data_sectors;
  wire          full;
  reg           single_hears = 1'b0;   // replies are meant for the single one, too
  wire          single_full;
  wire          single_request;
  wire          single_response;
  wire [7:0]    single_response_id;
  wire          single_remote;
  wire          diverting_request;
  wire [2:0]    diverting_kind;
  wire [20:0]   diverting_id;
  wire [3:0]    diverting_sectors;

  mshr #(
    .LINE_BITS(17), .ENTRIES(3), .TARGETS(2), .PARTITIONS(2), .CHUNK_BITS(1), .MSG_ID_BITS(21)
  ) dut (
    .clk(clk), .rst(rst), .flush(flush), .partition_nodes({10'd77, 10'd33}),
    .own_nodes({10'd88, 10'd44}), .own_slices(own_slices),
    .miss_valid(miss_valid), .miss_ready(miss_ready), .miss_kind(miss_kind), .miss_op(3'd6),
    .miss_remote(miss_remote), .miss_node(10'd99), .miss_sectors(miss_sectors),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install), .miss_again(miss_again),
    .miss_mask(miss_mask),
    .answers(answers), .installs(installs),
    .request_valid(request_valid), .request_ready(request_ready), .request_dest(request_dest),
    .request_kind(request_kind), .request_op(request_op), .request_line(request_line),
    .request_id(request_id), .request_again(request_again), .request_sectors(request_sectors),
    .request_data_sectors(request_data_sectors), .request_mask(request_mask),
    .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_kind(reply_kind),
    .reply_id(reply_id), .reply_line(reply_line),
    .remote_valid(remote_valid), .remote_ready(remote_ready), .remote_kind(remote_kind),
    .remote_line(remote_line), .remote_dest(remote_dest), .remote_id(remote_id),
    .remote_data_sectors(remote_data_sectors),
    .response_valid(response_valid), .response_id(response_id),
    .full(full), .event_stall(event_stall)
  );

  mshr #(
    .LINE_BITS(17), .ENTRIES(1), .TARGETS(1), .PARTITIONS(1), .MSG_ID_BITS(21)
  ) single (
    .clk(clk), .rst(rst), .flush(flush), .partition_nodes(10'd5), .own_nodes(10'd6), .own_slices(own_slices),
    .miss_valid(miss_valid), .miss_ready(), .miss_kind(miss_kind), .miss_op(3'd6),
    .miss_remote(miss_remote), .miss_node(10'd99), .miss_sectors(miss_sectors),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install), .miss_again(miss_again),
    .miss_mask(miss_mask),
    .answers(), .installs(),
    .request_valid(single_request), .request_ready(request_ready), .request_dest(),
    .request_kind(), .request_op(), .request_line(), .request_id(), .request_again(), .request_sectors(),
    .request_data_sectors(), .request_mask(),
    .reply_valid(reply_valid && single_hears), .reply_ready(), .reply_kind(reply_kind),
    .reply_id(reply_id), .reply_line(reply_line),
    .remote_valid(single_remote), .remote_ready(remote_ready), .remote_kind(), .remote_line(),
    .remote_dest(), .remote_id(), .remote_data_sectors(),
    .response_valid(single_response), .response_id(single_response_id),
    .full(single_full), .event_stall()
  );

  mshr #(
    .LINE_BITS(17), .ENTRIES(3), .TARGETS(2), .PARTITIONS(2), .MSG_ID_BITS(21), .DIVERT(1)
  ) diverting (                        // hears no replies
    .clk(clk), .rst(rst), .flush(flush), .partition_nodes({10'd77, 10'd33}),
    .own_nodes({10'd88, 10'd44}), .own_slices(own_slices),
    .miss_valid(miss_valid), .miss_ready(), .miss_kind(miss_kind), .miss_op(3'd6),
    .miss_remote(miss_remote), .miss_node(10'd99), .miss_sectors(miss_sectors),
    .miss_line(miss_line), .miss_id(miss_id), .miss_install(miss_install), .miss_again(miss_again),
    .miss_mask(miss_mask),
    .answers(), .installs(),
    .request_valid(diverting_request), .request_ready(request_ready), .request_dest(),
    .request_kind(diverting_kind), .request_op(), .request_line(), .request_id(diverting_id),
    .request_again(), .request_sectors(diverting_sectors), .request_data_sectors(), .request_mask(),
    .reply_valid(1'b0), .reply_ready(), .reply_kind(reply_kind),
    .reply_id(reply_id), .reply_line(reply_line),
    .remote_valid(), .remote_ready(remote_ready), .remote_kind(), .remote_line(),
    .remote_dest(), .remote_id(), .remote_data_sectors(),
    .response_valid(), .response_id(),
    .full(), .event_stall()
  );

  // Recorder: counts and the last messages since `forget`.
  integer       requests = 0;
  integer       responses = 0;
  integer       fills = 0;
  integer       stalls = 0;
  integer       response_at = 0;
  integer       fill_at = 0;
  integer       remotes = 0;
  integer       remote_at = 0;
  integer       single_remotes = 0;
  integer       single_requests = 0;
  integer       single_responses = 0;
  integer       diverted = 0;          // requests of the diverting one
  reg  [2:0]    diverted_kind;
  reg  [20:0]   diverted_id;
  reg  [3:0]    diverted_sectors;
  reg  [7:0]    last_response;
  reg  [7:0]    last_single_response;
  reg  [7:0]    response_before;
  reg  [16:0]   last_fill;
  reg  [20:0]   last_request_id;
  reg  [2:0]    last_kind;
  reg  [3:0]    last_sectors;
  reg  [3:0]    last_data_sectors;
  reg  [9:0]    last_dest;
  reg           last_again;
  reg  [16:0]   read_lines [0:2];      // what the read of an entry asked for

  always @(negedge clk) begin
    if (diverting_request && request_ready) begin
      diverted = diverted + 1;
      diverted_kind = diverting_kind;
      diverted_id = diverting_id;
      diverted_sectors = diverting_sectors;
    end
    if (request_valid && request_ready) begin
      requests = requests + 1;
      last_request_id = request_id;
      last_kind = request_kind;
      last_sectors = request_sectors;
      last_data_sectors = request_data_sectors;
      last_dest = request_dest;
      last_again = request_again;
      if (request_kind == READ_MESSAGE) read_lines[request_id[1:0]] = request_line;
    end
    if (response_valid) begin
      responses = responses + 1;
      response_at = cycle;
      response_before = last_response;
      last_response = response_id;
    end
    if (installs) begin
      fills = fills + 1;
      fill_at = cycle;
      last_fill = reply_line;
    end
    if (remote_valid && remote_ready) begin
      remotes = remotes + 1;
      remote_at = cycle;
    end
    single_remotes = single_remotes + (single_remote && remote_ready ? 1 : 0);
    stalls = stalls + (event_stall ? 1 : 0);
    single_requests = single_requests + (single_request && request_ready ? 1 : 0);
    if (single_response) begin
      single_responses = single_responses + 1;
      last_single_response = single_response_id;
    end
  end

  task forget;
    begin
      requests = 0;
      responses = 0;
      fills = 0;
      stalls = 0;
      remotes = 0;
      single_remotes = 0;
      single_requests = 0;
      single_responses = 0;
    end
  endtask

  task restart;                        // reset empties all entries
    begin
      rst = 1'b1;
      tick;
      rst = 1'b0;
      single_hears = 1'b0;
      reply_valid = 1'b0;
      forget;
    end
  endtask

  task offer(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      miss_valid = 1'b1;
      miss_kind = kind;
      miss_line = line;
      miss_id = id;
      while (!miss_ready) tick;
      tick;
      miss_valid = 1'b0;
    end
  endtask

  task miss(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      offer(kind, line, id);
      ticks(3);
    end
  endtask

  // The same of node 99, which wants two sectors.
  task remote_miss(input [2:0] kind, input [16:0] line, input [7:0] id);
    begin
      miss_remote = 1'b1;
      miss_sectors = 4'b0110;
      miss(kind, line, id);
      miss_remote = 1'b0;
    end
  endtask

  // A reply stays until it is taken.
  always @(posedge clk) if (reply_valid && reply_ready) reply_valid <= 1'b0;

  task start_reply(input [2:0] kind, input [20:0] id);
    begin
      while (reply_valid) tick;
      reply_valid = 1'b1;
      reply_kind = kind;
      reply_id = id;
      if (kind == READ_MESSAGE) reply_line = read_lines[id[1:0]];
      tick;
    end
  endtask

  task reply(input [2:0] kind, input [20:0] id);
    begin
      start_reply(kind, id);
      ticks(3);
    end
  endtask
