// SPDX-License-Identifier: Apache-2.0
// Clause 22 management master: one read or write of a PHY register for each start.
// IEEE 802.3 22.2.2.13, 22.2.4.5, 22.3.4.
//
// Rules. A frame is 64 bits of 50 clocks: 32 ones, ST 01, OP, PHY, register, TA, data, most significant first. MDC
// is low in the first half of a bit and high in the second; MDIO changes with the beginning of a bit. A read
// releases MDIO from TA on and samples it in the last low clock of each bit; a second TA bit of 1 means that no PHY
// answers.
`default_nettype none

module mdio_master (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        start_i,
    input  wire [1:0]  op_i,              // 01 write, 10 read; it and the fields hold until done_o
    input  wire [4:0]  phy_i,
    input  wire [4:0]  register_i,
    input  wire [15:0] data_i,
    output wire        done_o,            // the last clock of the frame
    output wire [15:0] data_o,            // with done_o, of a read
    output wire        failed_o,          // with done_o
    output wire        mdc,
    output wire        mdio_o,
    output wire        mdio_oe,
    input  wire        mdio_i
);

  localparam [5:0] BIT_CLOCKS_LAST = 6'd49;
  localparam [5:0] LOW_CLOCKS_LAST = 6'd24;
  localparam [5:0] FRAME_FIRST     = 6'd32;
  localparam [5:0] TURN_FIRST      = 6'd46;
  localparam [5:0] TURN_SECOND     = 6'd47;
  localparam [5:0] BIT_LAST        = 6'd63;
  localparam [1:0] OP_READ         = 2'b10;

  reg        active_q;
  reg [5:0]  clock_q;
  reg [5:0]  bit_q;
  reg        failed_q;
  reg [15:0] data_q;
  reg        mdc_q;
  reg        mdio_q;
  reg        oe_q;

  wire        reading  = op_i == OP_READ;
  wire [31:0] frame    = {2'b01, op_i, phy_i, register_i, 2'b10, data_i};
  wire [5:0]  bit_d    = bit_q + 6'd1;
  wire        drive_d  = !(reading && bit_d >= TURN_FIRST);
  wire        bit_end  = active_q && clock_q == BIT_CLOCKS_LAST;

  always @(posedge clk) begin
    if (!rst_n) begin
      active_q <= 1'b0;
      mdc_q    <= 1'b0;
      mdio_q   <= 1'b0;
      oe_q     <= 1'b0;
    end else if (start_i) begin
      active_q <= 1'b1;
      mdio_q   <= 1'b1;
      oe_q     <= 1'b1;
    end else if (active_q) begin
      if (clock_q == LOW_CLOCKS_LAST) mdc_q <= 1'b1;
      if (bit_end) begin
        mdc_q <= 1'b0;
        if (bit_q == BIT_LAST) begin
          active_q <= 1'b0;
          mdio_q   <= 1'b0;
          oe_q     <= 1'b0;
        end else begin
          mdio_q <= drive_d && (bit_d < FRAME_FIRST || frame[~bit_d[4:0]]);
          oe_q   <= drive_d;
        end
      end
    end
  end

  always @(posedge clk) begin
    if (start_i) begin
      clock_q  <= 6'd0;
      bit_q    <= 6'd0;
      failed_q <= 1'b0;
    end else if (active_q) begin
      clock_q <= bit_end ? 6'd0 : clock_q + 6'd1;
      if (bit_end) bit_q <= bit_d;
      if (clock_q == LOW_CLOCKS_LAST) begin
        data_q <= {data_q[14:0], mdio_i};
        if (bit_q == TURN_SECOND && reading) failed_q <= mdio_i;
      end
    end
  end

  assign done_o   = bit_end && bit_q == BIT_LAST;
  assign data_o   = data_q;
  assign failed_o = failed_q;
  assign mdc      = mdc_q;
  assign mdio_o   = mdio_q;
  assign mdio_oe  = oe_q;

endmodule

`default_nettype wire
