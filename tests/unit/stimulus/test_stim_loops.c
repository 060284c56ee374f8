/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of version 2 of the text form: lists of ranges, words, expressions, loops within loops and within parts; what is refused, and the lines that a file
 * stands for. */
#include "stim_duts.h"
#include "support.h"

#include "run/run.h"
#include "stimulus/item.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

static char *whole(const char *body)
{
	char *text = NULL;

	cr_assert_geq(asprintf(&text, "pausebench-stim 2\n%s", body), 0);
	return text;
}

static void read_2(struct stimulus *st, const char *body)
{
	struct stim_error error;
	char *text = whole(body);

	*st = (struct stimulus){ 0 };
	cr_assert_eq(read_text(st, text, strlen(text), dut(), &error), 0, "%s\n%u:%u: %s", text, error.line, error.column,
	             error.message);
	free(text);
}

/* Expects that the items of BODY are waits for these numbers of cycles; -1 stands for a reset. */
static void expect_waits(const char *body, const int *waits, size_t count)
{
	struct stimulus st;

	read_2(&st, body);
	cr_expect_eq(st.count, count, "%s: %zu items, not %zu", body, st.count, count);
	for (size_t i = 0; i < count && i < st.count; i++) {
		int actual = st.items[i].kind == ITEM_RESET ? -1 : (int)st.items[i].u.wait.cycles;
		cr_expect_eq(actual, waits[i], "%s: item %zu: %d, not %d", body, i, actual, waits[i]);
	}
	stimulus_release(&st);
}
#define EXPECT_WAITS(body, ...) expect_waits(body, (const int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))

Test(stim_loops, lists_have_ranges_and_numbers)
{
	EXPECT_WAITS("repeat at 2..4 7 70..72\nwait $at\nend\n", 2, 3, 4, 7, 70, 71, 72);
	EXPECT_WAITS("repeat at 9 1..5 3 step=2\nwait $at\nend\n", 9, 1, 3, 5, 3);
	EXPECT_WAITS("repeat at 5\nwait $at\nend\n", 5);
	EXPECT_WAITS("repeat at -1 1 # comment\nwait ${at+2}\nend\n", 1, 3);
	EXPECT_WAITS("sweep at 3 8..9\nwait $at\nend\n", -1, 40, 3, -1, 40, 8, -1, 40, 9);
}

Test(stim_loops, words_are_values)
{
	struct stimulus st;

	EXPECT_WAITS("repeat n in 7 0x10 5\nwait $n\nend\n", 7, 16, 5);
	EXPECT_WAITS("repeat what in \"wait 3\" \"wait 4\"\n$what\nend\n", 3, 4);
	EXPECT_WAITS("repeat n in 7 0x10\nwait ${n*2}\nend\n", 14, 32);
	EXPECT_WAITS("repeat unit in 1 2 # and no more\nwait ${unit}0\nend\n", 10, 20);
	read_2(&st, "repeat access in TX_MODE \"RX_MODE\"\nreg.write $access 2\nend\n");
	cr_assert_eq(st.count, 2);
	cr_expect_eq(st.items[0].u.reg.address, 0x45C);
	cr_expect_eq(st.items[1].u.reg.address, 0x468);
	stimulus_release(&st);
}

Test(stim_loops, words_have_a_value_for_each_name)
{
	struct stimulus st;

	EXPECT_WAITS("repeat at,rest in 1,3 2,13 7,3\nwait $at\nwait ${rest+at}\nend\n", 1, 4, 2, 15, 7, 10);
	EXPECT_WAITS("repeat a,b,c,d in \"1,wait 2,3,4\"\n$b$a$d\nrepeat c2 in $c,7\nrepeat x,y in $c2\nwait $y\nend\nend\nend\n",
	             214, 7);
	read_2(&st, "repeat at,rest in 1,3\nsweep n 4\nwait $n\nend\nreset\nend\nrepeat at,rest in 1,3\nreset\nend\n");
	cr_expect_str_eq(st.sweeps[0], "at=1 rest=3 n");
	cr_expect_str_eq(st.sweeps[1], "at=1 rest=3");
	stimulus_release(&st);
}

/* The lines behind it keep their numbers. */
Test(stim_loops, a_line_goes_on_behind_a_backslash)
{
	struct stimulus st;

	EXPECT_WAITS("repeat at 1 2 \\\n  3 \\\r\n4\nwait $at\nend\nwait \\\n7\n", 1, 2, 3, 4, 7);
	EXPECT_WAITS("wait 1 # no \\\nwait 2\n# none \\\nwait 3\n", 1, 2, 3);
	read_2(&st, "wait \\\n 1\nwait 2\nrepeat n 1 \\\n 2\nrepeat 1\nwait \\\n\\\n 3\nwait 4\nend\nend\nwait 5\n");
	cr_assert_eq(st.count, 7);
	cr_expect_eq(st.items[0].line, 2);
	cr_expect_eq(st.items[1].line, 4);
	cr_expect_eq(st.items[2].line, 8);
	cr_expect_eq(st.items[3].line, 11);
	cr_expect_eq(st.items[6].line, 14);
	stimulus_release(&st);
}

Test(stim_loops, expressions_have_sums_and_products)
{
	struct stimulus st;

	EXPECT_WAITS("repeat n 3\nwait ${n+4}\nwait ${2*n-1}\nwait ${10 - 2 * n}\nwait ${n*n*2+n}\nwait ${7-2-1}\nend\n", 7, 5, 4,
	             21, 4);
	EXPECT_WAITS("repeat n -3\nwait ${-n}\nwait ${-2*n}\nwait ${4+-n}\nwait ${--5}\nend\n", 3, 6, 7, 5);
	EXPECT_WAITS("repeat n 30\nwait 0x${n:x}\nwait 0x${n+1:x}\nwait 0x${0x10:x1}\nend\n", 30, 31, 16);
	read_2(&st, "repeat n 1..2\nrx.frame len=64 fill=hex:ff${n:x4}${n*16:x}\nend\n");
	cr_assert_eq(st.count, 2);
	cr_expect_arr_eq(st.items[1].u.frame.octets + 14, "\xFF\x00\x02\x20", 4);
	stimulus_release(&st);
}

Test(stim_loops, loops_lie_within_loops)
{
	EXPECT_WAITS("repeat a 1 2\nwait $a\nrepeat b 3 4\nwait ${10*a+b}\nend\nwait 9\nend\n", 1, 13, 14, 9, 2, 23, 24, 9);
	EXPECT_WAITS("repeat 2\nrepeat 2\nwait 1\nend\nwait 2\nend\n", 1, 1, 2, 1, 1, 2);
	EXPECT_WAITS("repeat a 1..2\nrepeat b 0..$a\nwait ${a+b}\nend\nend\n", 1, 2, 2, 3, 4);
	EXPECT_WAITS("repeat a 1..2\nrepeat $a\nwait 5\nend\nend\n", 5, 5, 5);
}

/* The reset of a sweep that stands at the beginning of another one serves both. */
Test(stim_loops, a_sweep_within_a_sweep_has_one_reset)
{
	EXPECT_WAITS("sweep a 1..2\n# first\nsweep b 3\nwait $a$b\nend\nend\n", -1, 40, 13, -1, 40, 23);
	EXPECT_WAITS("sweep a 1\nwait 5\nsweep b 3\nwait $a$b\nend\nend\n", -1, 40, 5, -1, 40, 13);
}

Test(stim_loops, a_part_may_have_loops)
{
	EXPECT_WAITS("part a\nrepeat n 1..2\nwait $n\nend\nthen\nrepeat 2\nwait 3\nend\nend\npart b\nwait 4\nend\nmeets a b 9\n",
	             -1, 40, 1, 2, 3, 3, 9, 4);
}

/* Findings are named by the values of the sweeps and of the loops around them, and by those of a repeat that begins with a reset. */
Test(stim_loops, cases_are_named_by_all_values)
{
	struct stimulus st;

	read_2(&st,
	       "repeat speed in slow fast\nsweep at 1..2 5\nwait $at\nend\nend\nrepeat n 3\nreset\nwait 4\nend\nrepeat n 3\nwait "
	       "4\nend\n");
	cr_expect_str_eq(st.sweeps[0], "speed=slow at");
	cr_expect_str_eq(st.sweeps[1], "speed=slow at");
	cr_expect_str_eq(st.sweeps[2], "speed=fast at");
	cr_expect_str_eq(st.sweeps[4], "n");
	cr_expect_eq(st.sweeps[5][0], 0);
	cr_expect(st.items[3].sweep == 1 && st.items[3].value == 2);
	cr_expect(st.items[6].sweep == 2 && st.items[6].value == 5);
	cr_expect(st.items[9].sweep == 3 && st.items[9].value == 1);
	cr_expect(st.items[18].kind == ITEM_RESET && st.items[18].sweep == 5 && st.items[18].value == 3);
	cr_expect_eq(st.items[20].sweep, 0);
	stimulus_release(&st);
}

/* A finding has no room for all of them. */
Test(stim_loops, long_names_of_cases_lose_the_outer_values)
{
	struct stimulus st;

	read_2(&st, "repeat outermost in a_word_that_is_long\nrepeat middle in another_long_word\nsweep at 1\nend\nend\nend\n");
	cr_expect_str_eq(st.sweeps[0], "rd_that_is_l middle=another_long_wor at");
	stimulus_release(&st);
}

/* Every value with half=1 fails; each item has the line of the file. */
Test(stim_loops, a_finding_names_line_and_values)
{
	struct stimulus st;
	struct run_result result;

	read_2(&st, "neutral\nsweep half in no yes\nsweep len 60..61 70\nsetup\nwait idle\ntx.frame len=$len\n"
	            "expect tx.frame within=100 octets=64\nwait idle\nend\nend\n");
	cr_assert_eq(run_stimulus(dut(), &st, &(struct run_options){ 0 }, &result), 0);
	cr_assert_eq(result.score.findings, 4);
	cr_expect_str_eq(result.score.finding[0].what, "text.stim:8: expect tx.frame (half=no len=61)");
	cr_expect_str_eq(result.score.finding[1].what, "text.stim:8: expect tx.frame (half=no len=70)");
	cr_expect_str_eq(result.score.finding[3].what, "text.stim:8: expect tx.frame (half=yes len=70)");
	stimulus_release(&st);
}

/* ---- refusals ---- */

struct refusal {
	const char *body, *message; /* ^ marks the column that the message must name */
};

static void expect_refusal(const struct refusal *r)
{
	const char *mark = strchr(r->body, '^');
	char *text = NULL, *line;
	struct stimulus st = { 0 };
	struct stim_error error;
	unsigned number = 2;
	int rc;

	cr_assert_geq(asprintf(&text, "pausebench-stim 2\n%.*s%s", (int)(mark - r->body), r->body, mark + 1), 0);
	line = strdup(r->body);
	line[mark - r->body] = 0;
	for (const char *p = line; *p; p++)
		number += *p == '\n';
	rc = read_text(&st, text, strlen(text), dut(), &error);
	cr_expect_eq(rc, -EINVAL, "%s: returned %d", r->body, rc);
	if (rc == -EINVAL) {
		unsigned column = (unsigned)strlen(strrchr(line, '\n') ? strrchr(line, '\n') + 1 : line) + 1;
		cr_expect(error.line == number && error.column == column, "%s: expected %u:%u, actual %u:%u (%s)", r->body,
		          number, column, error.line, error.column, error.message);
		cr_expect_not_null(strstr(error.message, r->message), "%s: expected '...%s...', actual '%s'", r->body, r->message,
		                   error.message);
	}
	stimulus_release(&st);
	free(line);
	free(text);
}

static const struct refusal refused[] = {
	{ "repeat at^", "expected the values of at, as in 0..63 or 3 5 8..12, or words behind the word in" },
	{ "sweep at in^", "expected the words that are the values of at" },
	{ "sweep at in   ^# none", "expected the words that are the values of at" },
	{ "sweep at ^slow", "expected a number for a value, decimal or 0x..., not 'slow'" },
	{ "sweep at 3 ^slow", "expected step=N, not 'slow'" },
	{ "sweep at 3 5..^4", "the last value must not be below the first" },
	{ "sweep at 3 ^1000000001", "a value must be 0 to 1000000000" },
	{ "sweep at 3 step=2 ^7", "expected the end of the line" },
	{ "sweep at 3 step=^0", "step must be 1 or more" },
	{ "^sweep at 0..4000 5000..5099\nend", "a sweep has at most 4096 values" },
	{ "^repeat at 0..65535 1\nend", "a repeat has at most 65536 values" },
	{ "repeat a 1\nrepeat ^a 2\nend\nend", "expected another name: the values of a loop around this one are called a" },
	{ "repeat at 1 ^\\", "expected a line behind the one that ends with a backslash" },
	{ "repeat a,^a in 1,2\nend", "the name a is given twice" },
	{ "repeat a,^ in 1,2\nend", "expected the name of the repeat's value" },
	{ "repeat a,b,c,d,e,f,g,h,^i in 1,2,3,4,5,6,7,8,9\nend", "a repeat has at most 8 names" },
	{ "repeat a,b ^1 2\nend", "expected 'in' and words with a value for each name, as in 1,2" },
	{ "repeat a,b^", "expected 'in' and words with a value for each name" },
	{ "repeat a,b in 1,2 ^3\nend", "expected 2 values with commas between them, one for each name" },
	{ "repeat a 1\nwait ^$b\nend", "expected $a or ${a}, the value of the repeat" },
	{ "repeat a 1\nrepeat b 1\nwait ^$c\nend\nend", "expected the value of a loop around this line: $b $a" },
	{ "repeat a 1\nwait ^$\nend", "expected $a" },
	{ "repeat a 1\nwait ${^}\nend", "expected the name of a loop's value or a number" },
	{ "repeat a 1\nwait ${^b+1}\nend", "expected $a or ${a}" },
	{ "repeat a 1\nwait ${a+^}\nend", "expected the name of a loop's value or a number" },
	{ "repeat a 1\nwait ${a^/2}\nend", "expected +, -, *, :x or }" },
	{ "repeat a 1\nwait ${a+1^\nend", "expected +, -, *, :x or }" },
	{ "repeat a 1\nwait ${a^:d}\nend", "expected :x, which writes the value in hexadecimal" },
	{ "repeat a 1\nwait 0x${a:x17^}\nend", "expected 1 to 16 digits" },
	{ "repeat a -1\nwait 0x^${a:x}\nend", "-1 is below 0 and has no hexadecimal form here" },
	{ "repeat a in slow\nwait ${^a+1}\nend", "a is 'slow' here, which is no number" },
	{ "repeat a 1\nwait ${^99999999999999999999}\nend", "expected a number of at most 63 bits" },
	{ "repeat a 1000000000\nwait ${a*a^*a}\nend", "the value has more than 63 bits" },
	{ "repeat a 1\nwait ${0x7fffffffffffffff^+a}\nend", "the value has more than 63 bits" },
	{ "repeat a 1\nwait ${^12ab}\nend", "expected a number of at most 63 bits" },
	{ "^repeat a 1\nrepeat b 2\nwait 1\nend", "the repeat has no line 'end'" },
	{ "repeat a 1\n^part p\nend\nend", "expected the end of the repeat first" },
	{ "part p\n^meets p p 1\nend", "expected the end of part p first" },
	{ "repeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\nrepeat 1\n^repeat 1\nend",
	  "at most 8 blocks lie within each other" },
	{ "repeat 100000\nrepeat 100000\n^end\nend", "the loops up to this line read more than 512 MiB of lines" },
	{ "repeat 1000\nrepeat 1000\nsetup\n^end\nend", "a repeat makes at most 1000000 items" },
};

Test(stim_loops, every_refusal_names_line_column_and_what_was_expected)
{
	for (size_t i = 0; i < COUNT_OF(refused); i++)
		expect_refusal(&refused[i]);
}

/* Loops within each other are counted before their items take too much. */
Test(stim_loops, items_of_loops_within_loops_have_a_limit_of_memory)
{
	struct stimulus st = { 0 };
	struct stim_error error;
	char *text = whole("repeat 100000\nrepeat 3\nrx.frame len=9000\nend\nend\n");

	cr_expect_eq(read_text(&st, text, strlen(text), dut(), &error), -EINVAL);
	cr_expect_not_null(strstr(error.message, "take more than 512 MiB"), "%s", error.message);
	cr_expect_eq(error.line, 4);
	stimulus_release(&st);
	free(text);
}

/* What version 2 has is no part of version 1, whose files mean what they always meant. */
Test(stim_loops, version_1_has_none_of_it)
{
	static const char *const bodies[] = { "sweep at 3\nend\n",
		                              "sweep at 3..5 7\nend\n",
		                              "repeat a in b\nend\n",
		                              "repeat a 1..2\nwait ${a+1}\nend\n",
		                              "repeat 2\nrepeat 2\nend\nend\n",
		                              "wait \\\n3\n",
		                              "repeat a 1..2\nwait 0x${a:x4}\nend\n" };

	for (size_t i = 0; i < COUNT_OF(bodies); i++) {
		struct stimulus st = { 0 };
		struct stim_error error;
		char *text = NULL;
		cr_assert_geq(asprintf(&text, "%s%s", head, bodies[i]), 0);
		cr_expect_eq(read_text(&st, text, strlen(text), dut(), &error), -EINVAL, "%s", bodies[i]);
		stimulus_release(&st);
		free(text);
	}
}

/* ---- the lines that a file stands for ---- */

static char *lines_of(const char *text)
{
	struct stim_error error;
	char *ret = NULL;
	size_t size;
	FILE *in = fmemopen((char *)text, strlen(text), "r"), *out = open_memstream(&ret, &size);

	cr_assert_eq(stimulus_put_lines(in, "lines.stim", out, &error), 0, "%s: line %u: %s", text, error.line, error.message);
	fclose(in);
	fclose(out);
	return ret;
}

Test(stim_loops, a_file_stands_for_the_same_lines_with_and_without_loops)
{
	static const char *const same[][2] = {
		{ "pausebench-stim 1\n# one\nneeds  mii # two\n\nwait 3\nwait 4\n",
		  "pausebench-stim 2\nneeds mii\nrepeat n 3..4\nwait $n\nend" },
		{ "pausebench-stim 1\nreset\nwait 40\nrx.frame len=64\nwait 0x0010\n",
		  "pausebench-stim 1\nsweep n 64..64\nrx.frame len = $n\nwait 0x0010\nend" },
		{ "pausebench-stim 1\npart a\nwait 1\nend\npart b\nwait 2\nend\nmeets a b 0 7\n",
		  "pausebench-stim 1\nreset\nwait 40\nwait 1\nwait 2\nreset\nwait 40\nwait 1\nwait 7\nwait 2" },
	};

	for (size_t i = 0; i < COUNT_OF(same); i++) {
		char *a = lines_of(same[i][0]), *b = lines_of(same[i][1]);
		cr_expect_str_eq(a, b);
		free(a);
		free(b);
	}
}

Test(stim_loops, other_lines_are_not_the_same)
{
	char *a = lines_of("pausebench-stim 2\nrepeat n 3..4\nwait $n\nend\n"),
	     *b = lines_of("pausebench-stim 2\nwait 3\nwait 5\n");

	cr_expect_str_neq(a, b);
	free(a);
	free(b);
}
