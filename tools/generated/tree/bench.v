// SPDX-License-Identifier: Apache-2.0
// The sample and what tree_verilog.c and Yosys make of it, side by side with random inputs: ends with the first difference of their outputs.
module bench (
    input clk
);
  reg [31:0] in = 32'h12345678;
  reg [31:0] count = 0;
  reg rst_n = 0;
  wire [127:0] one, two;
  sample u_one (.clk(clk), .rst_n(rst_n), .in(in), .out(one));
  tree_sample u_two (.clk(clk), .rst_n(rst_n), .in(in), .out(two));
  always @(negedge clk) begin
    if (count > 40 && one != two) begin
      $display("clock %0d, in %h: %h in the sample, %h in the tree, %h", count, in, one, two, one ^ two);
      $finish;
    end
    if (count == 20000) begin
      $display("the same in %0d clocks", count);
      $finish;
    end
    count <= count + 1;
    in <= $random;
    rst_n <= count > 2 && count % 1000 != 500;
  end
endmodule
