// SPDX-License-Identifier: Apache-2.0
// The registers in bus_clk, by APB without wait states; README.md has the map.
//
// Counters are read from copies in bus_clk, which come whole from the clock in which they are counted.
`default_nettype none

module fourclk_regs #(
    parameter integer RxCounters = 14,
    parameter integer TxCounters = 7
) (
    input  wire                     clk,
    input  wire                     rst_n,
    input  wire                     psel,
    input  wire                     penable,
    input  wire [             15:0] paddr,
    input  wire                     pwrite,
    input  wire [             31:0] pwdata,
    input  wire [              3:0] pstrb,
    output reg  [             31:0] prdata,
    output wire                     pready,
    output wire                     pslverr,

    output wire                     cfg_rx_enable,
    output wire                     cfg_tx_enable,
    output wire                     cfg_rx_pause,
    output wire                     cfg_tx_pause,
    output wire                     cfg_promiscuous,
    output reg  [             47:0] cfg_station,
    output reg  [             15:0] cfg_quanta,
    output reg  [             15:0] cfg_refresh,

    input  wire                     paused,
    input  wire                     dropped,     // one clock: a received frame had no room
    input  wire [RxCounters*32-1:0] rx_counters,
    input  wire [TxCounters*32-1:0] tx_counters,
    input  wire [             31:0] too_long_counter
);

  localparam [31:0] VERSION = 32'h34434c01;

  localparam [15:0] A_VERSION      = 16'h0000;
  localparam [15:0] A_CONTROL      = 16'h0004;
  localparam [15:0] A_ADDRESS_LOW  = 16'h0008;
  localparam [15:0] A_ADDRESS_HIGH = 16'h000c;
  localparam [15:0] A_QUANTA       = 16'h0010;
  localparam [15:0] A_REFRESH      = 16'h0014;
  localparam [15:0] A_STATUS       = 16'h0018;
  localparam [15:0] A_RX_COUNTERS  = 16'h0100;
  localparam [15:0] A_TX_COUNTERS  = 16'h0180;
  localparam [15:0] A_TOO_LONG     = 16'h01c0;

  reg [ 4:0] control;
  reg [31:0] address_low;
  reg [15:0] address_high;
  reg        overflow;

  assign cfg_rx_enable   = control[0];
  assign cfg_tx_enable   = control[1];
  assign cfg_rx_pause    = control[2];
  assign cfg_tx_pause    = control[3];
  assign cfg_promiscuous = control[4];

  // What is written: the octets of pwdata with a strobe, the others as they are
  function [31:0] merged(input [31:0] earlier, input [31:0] data, input [3:0] strobe);
    merged = {
      strobe[3] ? data[31:24] : earlier[31:24], strobe[2] ? data[23:16] : earlier[23:16],
      strobe[1] ? data[15:8] : earlier[15:8], strobe[0] ? data[7:0] : earlier[7:0]
    };
  endfunction

  wire write = psel && penable && pwrite;
  wire [31:0] control_written = merged({27'd0, control}, pwdata, pstrb);
  wire [31:0] high_written = merged({16'd0, address_high}, pwdata, pstrb);
  wire [31:0] quanta_written = merged({16'd0, cfg_quanta}, pwdata, pstrb);
  wire [31:0] refresh_written = merged({16'd0, cfg_refresh}, pwdata, pstrb);

  wire unused = &{1'b0, control_written[31:5], high_written[31:16], quanta_written[31:16], refresh_written[31:16]};

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      control <= 5'd0;
      address_low <= 32'd0;
      address_high <= 16'd0;
      cfg_station <= 48'd0;
      cfg_quanta <= 16'hffff;
      cfg_refresh <= 16'd0;
      overflow <= 1'b0;
    end else begin
      if (write)
        case (paddr)
          A_CONTROL: control <= control_written[4:0];
          A_ADDRESS_LOW: address_low <= merged(address_low, pwdata, pstrb);
          A_ADDRESS_HIGH: begin
            address_high <= high_written[15:0];
            cfg_station <= {high_written[15:0], address_low};
          end
          A_QUANTA: cfg_quanta <= quanta_written[15:0];
          A_REFRESH: cfg_refresh <= refresh_written[15:0];
          A_STATUS: if (pstrb[0] && pwdata[1]) overflow <= 1'b0;
          default: ;
        endcase
      if (dropped) overflow <= 1'b1;
    end

  // Counters by their number
  wire [4:0] number = paddr[6:2];
  wire in_rx = paddr[15:7] == A_RX_COUNTERS[15:7] && {27'd0, number} < RxCounters;
  wire in_tx = paddr[15:6] == A_TX_COUNTERS[15:6] && {27'd0, number} < TxCounters;
  reg mapped;

  always @* begin
    mapped = 1'b1;
    prdata = 32'd0;
    if (in_rx) prdata = rx_counters[number*32+:32];
    else if (in_tx) prdata = tx_counters[number*32+:32];
    else
      case (paddr)
        A_VERSION: prdata = VERSION;
        A_CONTROL: prdata = {27'd0, control};
        A_ADDRESS_LOW: prdata = address_low;
        A_ADDRESS_HIGH: prdata = {16'd0, address_high};
        A_QUANTA: prdata = {16'd0, cfg_quanta};
        A_REFRESH: prdata = {16'd0, cfg_refresh};
        A_STATUS: prdata = {30'd0, overflow, paused};
        A_TOO_LONG: prdata = too_long_counter;
        default: mapped = 1'b0;
      endcase
    if (paddr[1:0] != 2'd0) begin
      mapped = 1'b0;
      prdata = 32'd0;
    end
  end

  assign pready  = 1'b1;
  assign pslverr = psel && penable && !mapped;

endmodule

`default_nettype wire
