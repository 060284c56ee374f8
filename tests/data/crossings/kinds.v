// SPDX-License-Identifier: Apache-2.0
// Each kind of clock crossing, in a wrapper as those of tb/seam (tests/unit/crossings).
module kinds (
    input wire tick,
    input wire tick_rx,
    input wire tick_host,
    input wire tick_bus,
    input wire in_pin,
    output wire out
);
  reg pin;
  always @(posedge tick_rx) pin <= in_pin;
  around u_dut (.tx_clk(tick), .rx_clk(tick_rx), .host_clk(tick_host), .bus_clk(tick_bus), .pin(pin), .out(out));
endmodule

// The module around the instance: its own crossings are the bench's.
module around (
    input wire tx_clk,
    input wire rx_clk,
    input wire host_clk,
    input wire bus_clk,
    input wire pin,
    output wire out
);
  reg benchs;
  always @(posedge bus_clk) benchs <= pin;
  inside u_inside (
      .tx_clk(tx_clk), .rx_clk(rx_clk), .host_clk(host_clk), .bus_clk(bus_clk), .pin(pin), .request(benchs), .out(out)
  );
endmodule

module inside (
    input wire tx_clk,
    input wire rx_clk,
    input wire host_clk,
    input wire bus_clk,
    input wire pin,
    input wire request,
    output wire out
);
  // what crosses
  reg rx_bit;
  reg [3:0] rx_word;
  reg [2:0] rx_binary;
  reg [2:0] rx_gray;
  wire [2:0] rx_next = rx_binary + 3'd1;
  always @(posedge rx_clk) begin
    rx_bit <= pin;
    rx_word <= rx_word + 4'd3;
    rx_binary <= rx_next;
    rx_gray <= rx_next ^ (rx_next >> 1);
  end

  // a synchroniser of two variables, one of a vector behind a reset, one of each bit in a module of its own, and one of an array
  reg first, second;
  always @(posedge tx_clk) begin
    first <= rx_bit;
    second <= first;
  end
  reg [2:0] chain;
  always @(posedge tx_clk or negedge second)
    if (!second) chain <= 3'd0;
    else chain <= {chain[1:0], rx_bit};
  wire [2:0] gray_there;
  genvar i;
  generate
    for (i = 0; i < 3; i = i + 1) begin : g_bit
      two u_two (.clk(host_clk), .d(rx_gray[i]), .q(gray_there[i]));
    end
  endgenerate
  reg [1:0] array[0:1];
  always @(posedge bus_clk) begin
    array[0] <= rx_word[1:0];
    array[1] <= array[0];
  end

  reg reset_first, reset_second;  // with a synchronous reset
  always @(posedge tx_clk)
    if (second) begin
      reset_first <= 1'b0;
      reset_second <= 1'b0;
    end else begin
      reset_first <= rx_bit;
      reset_second <= reset_first;
    end

  // a reset of the rx clock that ends for the tx clock when it likes, and one behind a synchroniser of its own
  reg rx_reset;
  reg [1:0] settled;
  reg [2:0] unsettled, kept;
  always @(posedge rx_clk) rx_reset <= pin;
  always @(posedge tx_clk or posedge rx_reset)
    if (rx_reset) settled <= 2'b00;
    else settled <= {settled[0], 1'b1};
  always @(posedge tx_clk or posedge rx_reset)
    if (rx_reset) unsettled <= 3'd0;
    else unsettled <= unsettled + 3'd1;
  always @(posedge tx_clk or negedge settled[1])
    if (!settled[1]) kept <= 3'd0;
    else kept <= kept + 3'd1;

  // a pin of the rx clock that the tx clock samples at its falling edge
  reg fall, fall_next;
  always @(negedge tx_clk) begin
    fall <= pin;
    fall_next <= fall;
  end

  // one flip-flop, then logic
  reg single, gated;
  always @(posedge tx_clk) begin
    single <= rx_bit;
    gated <= single & second;
  end

  // a word that a handshake holds, one that logic of two clocks makes, a condition of another clock, and a memory
  reg [3:0] taken, mixed, late;
  always @(posedge tx_clk) begin
    if (second) taken <= rx_word;
    mixed <= rx_word + {3'd0, second};
    if (rx_bit) late <= 4'd9;
  end
  reg [3:0] memory[0:127];
  reg [6:0] at;
  reg [3:0] fetched;
  always @(posedge rx_clk) memory[{3'd0, rx_word}] <= rx_word;
  always @(posedge host_clk) begin
    at <= at + 7'd1;
    fetched <= memory[at];
  end

  // no crossings: one clock, also a clock behind a buffer, and a request of the bench
  wire tx_buffered = tx_clk;
  reg same, asked;
  always @(posedge tx_buffered) begin
    same <= second;
    asked <= request;
  end
  assign out = ^{chain[2], gray_there, array[1], fall_next, gated, taken, mixed, late, fetched, same, asked, reset_second, unsettled, kept};
endmodule

module two (
    input wire clk,
    input wire d,
    output reg q
);
  reg m;
  always @(posedge clk) begin
    m <= d;
    q <= m;
  end
endmodule
