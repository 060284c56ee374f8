// SPDX-License-Identifier: Apache-2.0
// A bench in SystemVerilog, and what the judge says in it to a MAC that sends while it is told to wait. doc/use/library.md 4.
`timescale 1ns / 1ps

// Puts a frame on GMII every EVERY clocks, the first one after FIRST: preamble, the 20 octets of HEAD, zeros up to 60 octets, FCS.
module source #(
  parameter bit [159:0] HEAD = 0,
  parameter int FIRST = 0,
  parameter int EVERY = 0
) (
  input logic clk,
  output logic [7:0] data,
  output logic enable
);
  bit [31:0] crc, fcs;

  task automatic put(bit [7:0] octet);
    for (int i = 0; i < 8; i++) crc = (crc >> 1) ^ (crc[0] ^ octet[i] ? 32'hEDB8_8320 : 0);
    data = octet;
    enable = 1;
    @(negedge clk);
  endtask

  initial begin
    {data, enable} = 0;
    repeat (FIRST) @(negedge clk);
    forever begin
      for (int i = 0; i < 8; i++) put(i < 7 ? 8'h55 : 8'hD5);
      crc = '1;
      for (int i = 0; i < 60; i++) put(i < 20 ? HEAD[8*(19-i)+:8] : 0);
      fcs = ~crc;
      for (int i = 0; i < 4; i++) put(fcs[8*i+:8]);
      enable = 0;
      repeat (EVERY) @(negedge clk);
    end
  end
endmodule

// The MAC: it sends data all the time, and looks at nothing that it receives.
module my_mac (
  input logic clk,
  input logic [7:0] rxd,
  input logic rx_dv, rx_er,
  output logic [7:0] txd,
  output logic tx_en, tx_er
);
  assign tx_er = 0;
  source #(.HEAD(160'h020000000009_001122334455_88B5_000000000000), .FIRST(125), .EVERY(300)) data (.clk, .data(txd), .enable(tx_en));
endmodule

module tb;
  logic clk = 0;
  wire [7:0] rxd, txd;
  wire rx_dv, tx_en, tx_er;

  always #4 clk = ~clk;
  // The partner pauses it for 4 quanta.
  source #(.HEAD(160'h0180C2000001_020000000009_8808_0001_0004_0000), .FIRST(250), .EVERY(900)) partner (.clk, .data(rxd), .enable(rx_dv));
  my_mac mac (.clk, .rxd, .rx_dv, .rx_er(1'b0), .txd, .tx_en, .tx_er);

  pausemodel_pkg::judge port;
  initial begin
    port = new("port0", "my.mac");
    port.control("station", 64'h0011_2233_4455);
    repeat (1900) @(posedge clk); // no frame is on a wire then
    if (port.finish() != 0) $fatal(1, "the MAC broke a rule");
    $finish;
  end
endmodule

bind my_mac pausemodel_gmii #("port0", pausemodel_pkg::RECEIVED) received (
  .clk(clk), .data(rxd), .enable(rx_dv), .error(rx_er));
bind my_mac pausemodel_gmii #("port0", pausemodel_pkg::SENT) sent (
  .clk(clk), .data(txd), .enable(tx_en), .error(tx_er));
