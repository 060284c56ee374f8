// SPDX-License-Identifier: Apache-2.0
// While the transmitter is inhibited, looks at the header of the host's next frame: PAUSE holds no MAC control frame.
// BCM5718 PG108-R p.223; IEEE 802.3 31B; doc/devices/bcm5718.md 2.
//
// Rules.
//  1. Between the host's frames, while the transmitter is inhibited, the first octets of the next one are taken and held.
//  2. With the whole header held the frame is a MAC control frame if its type says so, and control_o lets it start.
//  3. The transmitter gets the held octets first and then those of the host. They are held until the frame's end.
//  4. After an underrun the rest of the frame is no next frame: open_q is set and nothing is held.
`default_nettype none

module bcm5718_tx_header (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       xoff_i,
    input  wire       end_i,               // the last octet of a frame of the host is on the wire
    output wire       control_o,           // the next frame is a MAC control frame
    input  wire [7:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    input  wire       s_axis_tlast,
    output wire       s_axis_tready,
    output wire [7:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    output wire       m_axis_tlast,
    input  wire       m_axis_tready
);

  localparam [3:0]  HEADER_OCTETS = 4'd14;
  localparam [15:0] TYPE_CONTROL  = 16'h8808;

  reg [7:0]  octet_q[0:15];
  reg [3:0]  held_q;
  reg        held_all_q;                   // the frame ends with the last held octet
  reg [3:0]  passed_q;                     // held octets that the transmitter has taken
  reg        open_q;                       // the host's frame has begun and not ended
  reg [15:0] type_q;

  wire between = held_q != 4'd0 || !open_q;
  wire look    = xoff_i && between && held_q != HEADER_OCTETS && !held_all_q;
  wire pass    = passed_q != held_q;
  wire take    = s_axis_tready && s_axis_tvalid;
  wire hold    = look && s_axis_tvalid;

  always @(posedge clk) begin
    if (!rst_n) open_q <= 1'b0;
    else if (take) open_q <= !s_axis_tlast;
  end

  always @(posedge clk) begin
    if (!rst_n || end_i) begin
      held_q     <= 4'd0;
      held_all_q <= 1'b0;
      passed_q   <= 4'd0;
    end else begin
      if (hold) begin
        held_q     <= held_q + 4'd1;
        held_all_q <= s_axis_tlast;
      end
      if (pass && m_axis_tready) passed_q <= passed_q + 4'd1;
    end
  end

  always @(posedge clk) begin
    if (hold) begin
      octet_q[held_q] <= s_axis_tdata;
      type_q          <= {type_q[7:0], s_axis_tdata};
    end
  end

  assign control_o     = held_q == HEADER_OCTETS && type_q == TYPE_CONTROL;
  assign s_axis_tready = look || (!pass && m_axis_tready);
  assign m_axis_tdata  = pass ? octet_q[passed_q] : s_axis_tdata;
  assign m_axis_tvalid = pass || s_axis_tvalid;
  assign m_axis_tlast  = pass ? held_all_q && passed_q + 4'd1 == held_q : s_axis_tlast;

endmodule

`default_nettype wire
