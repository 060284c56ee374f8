/* SPDX-License-Identifier: Apache-2.0 */
/* What a DUT keeps outside of the plain memory of its model, found in the code that Verilator generates (tb/seam/outside.sh). */
#include "seam/seam.h"
#include "support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* An entity of SystemVerilog with the inputs CLK and A and the output Q. */
struct entity {
	const char *name, *items;
	const char *outside; /* a word of what the script has to print, or NULL: it has to print nothing */
	const char *flag;    /* of Verilator, or NULL */
};

static const struct entity entities[] = {
	{ "registers", "always @(posedge clk) q <= q + {24'd0, a};", NULL, NULL },
	{ "covered", "always @(posedge clk) if (a == 3) q <= q + 1; else q <= 0;", NULL, "--coverage-line" },
	{ "memory",
	  "reg [99:0] m [0:511]; always @(posedge clk) begin m[{1'b0, a}] <= {m[q[8:0]][67:0], q}; q <= m[9][31:0]; end", NULL,
	  NULL },
	{ "record",
	  "typedef struct { int n; logic [90:0] k; } s_t; s_t x; s_t m[4]; always @(posedge clk) begin x.n <= x.n + 1; m[a[1:0]] "
	  "<= x; "
	  "q <= m[a[3:2]].n; end",
	  NULL, NULL },
	{ "constants", "localparam [95:0] W [2] = '{3, 4}; always @(posedge clk) q <= W[a[0]][31:0];", NULL, NULL },
	{ "arithmetic",
	  "reg signed [200:0] w; reg [63:0] x; real r; always @(posedge clk) begin w = (w * a + {q, q}) / 201'd7 % 3; x <= x ** "
	  "a; "
	  "r = r + $sqrt(a) ** 1.5; q <= w >>> a ^ $clog2(x) + $countones(w) + int'(r); end",
	  NULL, NULL },
	{ "function_of_octet",
	  "function automatic [31:0] f(input [7:0] z); f = {4{~z}}; endfunction always @(posedge clk) q <= f(a);", NULL, NULL },
	{ "function_called",
	  "function [31:0] f(input [7:0] z); /* verilator no_inline_task */ f = {4{~z}}; endfunction initial q = f(3); "
	  "always @(posedge clk) q <= f(a);",
	  NULL, NULL },
	{ "function_with_state",
	  "function [31:0] f(input [7:0] z); /* verilator no_inline_task */ f = $random + z; endfunction always @(posedge clk) q "
	  "<= "
	  "f(a);",
	  "$random", NULL },
	{ "printing", "always @(posedge clk) if (a == 3) $display(\"%m %d %t\", a, $time);", NULL, NULL },
	{ "ending",
	  "always @(posedge clk) begin assert (a != 5) else $error(\"%d\", a); if (a == 9) $finish; if (a == 10) $stop; "
	  "if (a == 11) $fatal(1, \"x\"); end",
	  NULL, NULL },
	{ "filled_at_first", "reg [7:0] m [0:255]; initial $readmemh(\"x\", m); always @(posedge clk) q <= {24'd0, m[a]};", NULL,
	  NULL },
	{ "argument", "integer v; initial if (!$value$plusargs(\"x=%d\", v)) v = 3; always @(posedge clk) q <= v;", NULL, NULL },
	{ "filled_later",
	  "reg [7:0] m [0:255]; always @(posedge clk) begin if (a == 4) $readmemh(\"x\", m); q <= {24'd0, m[a]}; end", "$readmem",
	  NULL },
	{ "random", "always @(posedge clk) q <= $random;", "$random", NULL },
	{ "random_at_first", "reg [31:0] r; initial r = $random; always @(posedge clk) q <= r;", "$random", NULL },
	{ "random_range", "always @(posedge clk) q <= $urandom_range(3, 9);", "$urandom", NULL },
	{ "distribution", "integer s; always @(posedge clk) q <= $dist_uniform(s, 3, 9);", "$dist", NULL },
	{ "file", "integer f; initial f = $fopen(\"x\"); always @(posedge clk) q <= f;", "$fopen", NULL },
	{ "file_written", "always @(posedge clk) $fwrite(a, \"x\");", "$fwrite", NULL },
	{ "command", "always @(posedge clk) if (a == 4) $system(\"true\");", "$system", NULL },
	{ "dpi", "import \"DPI-C\" function int in_c(input int x); always @(posedge clk) q <= in_c({24'd0, a});", "in_c", NULL },
	{ "dpi_task", "import \"DPI-C\" context task in_c(input int x); always @(posedge clk) in_c({24'd0, a});", "in_c", NULL },
	{ "dpi_at_first", "import \"DPI-C\" function int in_c(input int x); initial q = in_c(3);", "in_c", NULL },
	{ "c", "always @(posedge clk) q <= $c(\"counter++\");", "$c", NULL },
	{ "c_static", "always @(posedge clk) $c(\"static int n; n++;\");", "$c", NULL },
	{ "text", "string s; always @(posedge clk) begin if (a == 4) s = $sformatf(\"%d\", a); q <= s.len(); end", "std::string",
	  NULL },
	{ "texts", "string s [4]; always @(posedge clk) begin s[a[1:0]] = $sformatf(\"%d\", a); q <= s[q[1:0]].len(); end",
	  "std::string", NULL },
	{ "queue", "int s[$]; always @(posedge clk) begin s.push_back(32'(a)); q <= s.size(); end", "VlQueue", NULL },
	{ "dynamic", "int s[]; always @(posedge clk) begin s = new[a]; q <= s.size(); end", "VlQueue", NULL },
	{ "associative", "int s[int]; always @(posedge clk) begin s[32'(a)] = 1; q <= s.num(); end", "VlAssocArray", NULL },
};

static void expect_outside(const char *folder, const struct entity *e)
{
	char name[64], text[1024];
	struct command c;
	const char *found;

	snprintf(name, sizeof(name), "%s.sv", e->name);
	snprintf(text, sizeof(text), "module %s (input clk, input [7:0] a, output reg [31:0] q);\n%s\nendmodule\n", e->name,
	         e->items);
	text_write(folder, name, text);
	command_run(
	    &c,
	    "cd %s && verilator --cc %s -O3 --assert --x-assign unique --x-initial unique -Wno-fatal -Wno-lint --prefix Vx "
	    "--Mdir %s "
	    "%s > %s.log 2>&1 && \"$OLDPWD\"/tb/seam/outside.sh %s Vx",
	    folder, e->flag ? e->flag : "", e->name, name, e->name, e->name);
	cr_expect_eq(c.status, 0, "%s: %d %s", e->name, c.status, c.err);
	found = e->outside ? strstr(c.out, e->outside) : NULL;
	cr_expect(e->outside ? found != NULL : !strcmp(c.out, "\n") || !*c.out, "%s: expected %s, found %s", e->name,
	          e->outside ? e->outside : "nothing", c.out);
	command_release(&c);
}

Test(outside, state_that_is_not_in_the_model_is_found)
{
	char folder[256];

	scratch_make(folder, sizeof(folder), "outside");
	for (size_t i = 0; i < COUNT_OF(entities); i++)
		expect_outside(folder, &entities[i]);
}

Test(outside, the_bundled_rows_keep_all_in_their_models)
{
	for (const struct seam_ops *const *row = seam_table; *row; row++)
		cr_expect_null((*row)->outside, "%s: %s", (*row)->dut, (*row)->outside);
}
