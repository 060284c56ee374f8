// SPDX-License-Identifier: Apache-2.0
// Takes a memory out of a netlist, for the proofs of prove.c: a map for Yosys' techmap.
//
// proof_effect        what changes the content with the next clock: the enable of each bit, and address and data as far as they are enabled.
// proof_address  of a port that is read; prove.sh makes an output of it, and of proof_effect.
// proof_data     what is read there; prove.sh makes an input of it.
//
// Only memories that are written with a clock and read without one are mapped. Of tables prove.sh makes gates; with any other memory the netlist would
// not become a graph.
(* techmap_celltype = "$mem_v2" *)
module memory_ports (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);

  parameter MEMID = "";
  parameter SIZE = 1;
  parameter OFFSET = 0;
  parameter ABITS = 1;
  parameter WIDTH = 1;
  parameter INIT = 1'bx;
  parameter RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 0;
  parameter RD_CLK_POLARITY = 0;
  parameter RD_TRANSPARENCY_MASK = 0;
  parameter RD_COLLISION_X_MASK = 0;
  parameter RD_WIDE_CONTINUATION = 0;
  parameter RD_CE_OVER_SRST = 0;
  parameter RD_ARST_VALUE = 0;
  parameter RD_SRST_VALUE = 0;
  parameter RD_INIT_VALUE = 0;
  parameter WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 1;
  parameter WR_CLK_POLARITY = 1;
  parameter WR_PRIORITY_MASK = 0;
  parameter WR_WIDE_CONTINUATION = 0;

  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;

  wire _TECHMAP_FAIL_ = WR_PORTS == 0 || RD_CLK_ENABLE != 0 || WR_CLK_ENABLE != {WR_PORTS{1'b1}};

  genvar i;
  generate
    for (i = 0; i < RD_PORTS; i = i + 1) begin : rd
      wire [ABITS-1:0] proof_address = RD_ADDR[i*ABITS +: ABITS];
      wire [WIDTH-1:0] proof_data;
      assign RD_DATA[i*WIDTH +: WIDTH] = proof_data;
    end
    for (i = 0; i < WR_PORTS; i = i + 1) begin : wr
      wire [WIDTH-1:0] enable = WR_EN[i*WIDTH +: WIDTH];
      wire [2*WIDTH+ABITS-1:0] proof_effect = {enable, enable & WR_DATA[i*WIDTH +: WIDTH], {ABITS{|enable}} & WR_ADDR[i*ABITS +: ABITS]};
    end
  endgenerate

endmodule
