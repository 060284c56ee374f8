/* SPDX-License-Identifier: Apache-2.0 */
/* Joining faults into one model: where a multiplexer stands, and which faults have to be built by themselves. */
#include "program.h"

#include <ctype.h>
#include <stdlib.h>
#include <sys/stat.h>

struct joined_case {
	const char *name, *old, *new;
	const char *has; /* text of the joined module, with single blanks; NULL: the fault is left out */
};

static const struct joined_case cases[] = {
	{ "a statement", "always @(posedge clk) q <= a;", "always @(posedge clk) q <= b;",
	  "always @(posedge clk) begin if (planted == 16'd1) begin q <= b; end else begin q <= a; end end" },
	{ "a condition", "always @(posedge clk) if (a) q <= b; else q <= a;",
	  "always @(posedge clk) if (!a) q <= b; else q <= a;", "if ( planted == 16'd1 ? (!a) : (a)) q <= b; else q <= a;" },
	{ "the labels of a case", "always @* case (a) 1'b0: q = b; default: q = a; endcase",
	  "always @* case (a) 1'b1: q = b; default: q = a; endcase",
	  "begin case (a) 1'b1: q = b; default: q = a; endcase end else" },
	{ "a statement more", "always @(posedge clk) begin q <= a; end",
	  "always @(posedge clk) begin q <= a; if (b) q <= 1'b0; end",
	  "q <= a; if (planted == 16'd1) begin if (b) q <= 1'b0; end end" },
	{ "a statement less", "always @(posedge clk) begin q <= a; if (b) q <= 1'b0; end",
	  "always @(posedge clk) begin q <= a; end", "if (planted == 16'd1) begin end else begin if (b) q <= 1'b0; end" },
	{ "an assignment", "assign w = a;", "assign w = b;", "assign w = planted == 16'd1 ? (b) : ( a);" },
	{ "a declaration", "wire [1:0] x = {a, b}; assign w = x[0];", "wire [1:0] x = a + b; assign w = x[0];",
	  "wire [ 1 : 0 ] x_planted1 = a + b; wire [ 1 : 0 ] x_planted0 = {a, b}; "
	  "wire [ 1 : 0 ] x = planted == 16'd1 ? x_planted1 : x_planted0;" },
	{ "a constant", "localparam [1:0] X = 2'd1; assign w = X[0];", "localparam [1:0] X = 2'd2; assign w = X[0];",
	  "localparam [ 1 : 0 ] X_planted1 = 2'd2;" },
	{ "a register more", "assign w = a;", "reg r; always @(posedge clk) r <= a; assign w = r;",
	  "reg r_planted1; always @(posedge clk) if (planted == 16'd1) begin r_planted1 <= a; end" },
	{ "an always block less", "always @(posedge clk) q <= a; assign w = a;", "assign w = a;",
	  "begin if (planted == 16'd1) begin end else begin q <= a; end end" },
	{ "an input of a part", "leaf u (.i(a), .o(w));", "leaf u (.i(b), .o(w));", ".i( planted == 16'd1 ? (b) : (a))" },
	{ "an output of a part", "wire x; leaf u (.i(a), .o(w));", "wire x; leaf u (.i(a), .o(x));", NULL },
	{ "a width", "reg [1:0] x; assign w = x[0];", "reg [2:0] x; assign w = x[0];", NULL },
	{ "a constant that is a width", "localparam X = 2; reg [X-1:0] x;", "localparam X = 3; reg [X-1:0] x;", NULL },
	{ "a constant that repeats", "localparam X = 2; assign w = ^{X{a}};", "localparam X = 3; assign w = ^{X{a}};", NULL },
	{ "an assignment more of a wire that stood", "wire x;", "wire x; assign w = a;", NULL },
	{ "a clock more", "wire x;", "wire x; reg r; always @(negedge clk) r <= a;", NULL },
	{ "an always block more that wakes with another", "always @(negedge clk) q <= a;",
	  "reg r; always @(negedge clk) r <= a; always @(negedge clk) q <= a;",
	  "always @(negedge clk) if (planted == 16'd1) begin r_planted1 <= a; end" },
	{ "a ring", "wire x;", "wire x; wire r = !(r && a);", NULL },
	{ "a net of a type", "typedef logic [1:0] two_t; two_t x; assign w = x[0];",
	  "typedef logic [1:0] two_t; two_t x, y; two_t [1:0] z; assign w = x[0];", NULL },
	{ "a net more of a type", "typedef logic [1:0] two_t; assign w = a;",
	  "typedef logic [1:0] two_t; two_t [1:0] z; always_comb z = {4{a}}; assign w = z[0][1];",
	  "two_t [1:0] z_planted1; always_comb if (planted == 16'd1) begin z_planted1 = {4{a}}; end" },
	{ "a unique case", "always_ff @(posedge clk) unique case (a) 1'b0: q <= b; default: q <= a; endcase",
	  "always_ff @(posedge clk) unique case (a) 1'b0: q <= a; default: q <= a; endcase",
	  "unique case (a) 1'b0: begin if (planted == 16'd1) begin q <= a; end else begin q <= b; end end" },
	{ "a function of ports", "function automatic logic f(input logic i); return i; endfunction assign w = f(a);",
	  "function automatic logic f(input logic i); return !i; endfunction assign w = f(a);",
	  "begin if (planted == 16'd1) begin return !i; end else begin return i; end end endfunction" },
	{ "a function of two statements", "function logic f(input logic i); f = i; if (b) f = 1'b0; endfunction assign w = f(a);",
	  "function logic f(input logic i); f = i; if (b) f = 1'b1; endfunction assign w = f(a);",
	  "f = i; if (b) begin if (planted == 16'd1) begin f = 1'b1; end else begin f = 1'b0; end end endfunction" },
	{ "a part with nets of the names of its ports", "wire i; leaf u (.i, .o(w)); assign i = a;",
	  "wire i; leaf u (.i, .o(w)); assign i = b;", "assign i = planted == 16'd1 ? (b) : ( a);" },
};

static void write_module(const char *path, const char *module, const char *ports, const char *items)
{
	FILE *out = fopen(path, "w");

	cr_assert(out, "%s: %s", path, strerror(errno));
	fprintf(out, "module %s (%s);\n%s\nendmodule\n", module, ports, items);
	fclose(out);
}

/* Reads PATH with single blanks; nothing if there is no such file. */
static void read_module(const char *path, char *ret, size_t size)
{
	FILE *in = fopen(path, "r");
	size_t used = 0;
	int c;

	while (in && (c = fgetc(in)) != EOF && used + 1 < size)
		if (!isspace(c))
			ret[used++] = (char)c;
		else if (used && ret[used - 1] != ' ')
			ret[used++] = ' ';
	ret[used] = '\0';
	if (in)
		fclose(in);
}

/* The folder of the test binary, where program_run() starts programs. */
static void to_programs(void)
{
	char self[512];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	cr_assert_gt(len, 0);
	self[len] = '\0';
	*strrchr(self, '/') = '\0';
	cr_assert_eq(chdir(self), 0);
}

Test(multiplex, joins_what_a_multiplexer_can_stand_for)
{
	static const char ports[] = "input wire clk, input wire a, input wire b, output reg q, output wire w";

	to_programs();
	cr_assert_eq(system("rm -rf joined && mkdir -p rtl/joined joined/rtl/joined && "
	                    "echo 1 rtl/joined/top.v joined/changed.v > joined/list"),
	             0);
	write_module("rtl/joined/leaf.v", "leaf", "input wire i, output wire o", "assign o = i;");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct joined_case *c = &cases[i];
		char line[512], text[4096];
		write_module("rtl/joined/top.v", "top", ports, c->old);
		write_module("joined/changed.v", "top", ports, c->new);
		remove("joined/rtl/joined/top.v");
		cr_assert_eq(program_run("../gen/multiplex", "joined < joined/list", line, sizeof(line)), 0, "%s: %s", c->name,
		             line);
		cr_expect_str_eq(line, c->has ? "1" : "no output", "%s: the numbers of the joined faults are %s", c->name, line);
		read_module("joined/rtl/joined/top.v", text, sizeof(text));
		cr_expect(!c->has == !*text, "%s: %s", c->name, text);
		cr_expect(!c->has || strstr(text, c->has), "%s: '%s' is not in %s", c->name, c->has, text);
	}
}
