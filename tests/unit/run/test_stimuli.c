/* SPDX-License-Identifier: Apache-2.0 */
/* What every stimulus of tests/data/stimuli must say and do besides passing on every DUT in both modes, which the regression of make test shows. */
#include "support.h"

#include "base/env.h"
#include "check/expect/expect.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

/* Reads PATH for DUT; returns false if the DUT cannot take it. */
static bool load(const char *path, const struct dut *dut, struct stimulus *st)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	struct env_error error = { "" };
	char reason[96];
	int rc = source_load(&source, dut, st, &error);
	bool unfit = (!rc || st->only_dut[0]) && stimulus_unfit(st, dut, reason, sizeof(reason));

	cr_assert(!rc || unfit, "%s on %s: %s", path, dut->name, error.text);
	return !unfit;
}

/* Returns the first DUT that can take PATH; ST has the stimulus. */
static const struct dut *load_anywhere(const char *path, struct stimulus *st)
{
	for (size_t d = 0; d < dut_count; d++) {
		if (load(path, &dut_table[d], st))
			return &dut_table[d];
		stimulus_release(st);
		*st = (struct stimulus){ 0 };
	}
	return NULL;
}

/* Runs are named by the stems of their files, so no DUT may be able to take two files of one name. */
Test(stimuli, each_has_a_name_of_its_own_and_a_dut_that_takes_it)
{
	struct env_error error = { "" };
	char **paths, stem[96], other[96];
	size_t count;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		/* a neutral one may need a control that only a row made of a profile has */
		cr_expect(load_anywhere(paths[i], &st) || strstr(paths[i], "/neutral/"), "no DUT can take %s", paths[i]);
		stimulus_release(&st);
		source_stem(paths[i], stem, sizeof(stem));
		for (size_t j = 0; j < i; j++) {
			source_stem(paths[j], other, sizeof(other));
			cr_expect_str_neq(stem, other, "%s and %s", paths[i], paths[j]);
		}
	}
	stimuli_free(paths, count);
}

/* Returns the lines of TEXT, and whether the comment at its beginning says why no loop writes them. */
static unsigned long_without_loop(const char *text, bool *ret_said)
{
	const char *head = strchr(text, '\n'), *said = strstr(text, "\n# No loop can write ");
	unsigned lines = 0;

	while (head && head[1] == '#')
		head = strchr(head + 1, '\n');
	*ret_said = head && said && said < head;
	for (; (text = strchr(text, '\n')); text++)
		lines++;
	return lines;
}

/* A long file is one that a loop cannot write, and says why; a short one need not. */
Test(stimuli, the_long_ones_say_why_no_loop_writes_them)
{
	enum { LINES = 400, LONG_MIN = 5 };
	struct env_error error = { "" };
	size_t count, seen = 0;
	char **paths;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		char *text = file_read(paths[i], NULL);
		bool said;
		unsigned lines = long_without_loop(text, &said);
		seen += lines > LINES;
		cr_expect(
		    lines <= LINES || said,
		    "%s has %u lines: write them as loops (build/gen/loops finds them), or say behind '# No loop can write ' why "
		    "none can",
		    paths[i], lines);
		cr_expect(lines > LINES || !said, "%s has %u lines, and need not say that no loop can write them", paths[i],
		          lines);
		free(text);
	}
	stimuli_free(paths, count);
	cr_expect_geq(seen, (size_t)LONG_MIN);
}

static bool has_expectation(const struct stimulus *st)
{
	for (size_t n = 0; n < st->count; n++)
		if (st->items[n].kind == ITEM_REG_READ && st->items[n].u.reg.expect_mask)
			return true;
	return false;
}

/* A directed stimulus states its own expectations; otherwise it would only compare RTL and model. */
Test(stimuli, the_directed_ones_have_expectations_of_their_own)
{
	struct env_error error = { "" };
	char **paths;
	size_t count, taken = 0, with = 0;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		if (load_anywhere(paths[i], &st)) {
			taken++;
			with += has_expectation(&st);
		}
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_geq(2 * with, taken, "%zu of %zu have", with, taken);
}

/* Without such a claim a stimulus that never exercises its rule would pass. */
Test(stimuli, each_says_what_it_covers_or_has_an_expectation)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		if (load_anywhere(paths[i], &st))
			cr_expect(cover_any(&st.covers) || has_expectation(&st),
			          "%s: add a line 'covers RULE', see doc/reference/stimulus.md", paths[i]);
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
}

/* Returns the first rule about a moment at the pins that ST covers, or NULL. */
static const char *timed_rule(const struct stimulus *st)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (st->covers.has[i] && cover_table[i].timed)
			return rule_table[i].name;
	return NULL;
}

/* Without an expectation of its own, a time would be compared with the golden model alone, which may have it wrong as well. */
Test(stimuli, each_that_checks_a_time_states_one)
{
	struct env_error error = { "" };
	char **paths;
	size_t count, timed = 0;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		const char *rule = load_anywhere(paths[i], &st) ? timed_rule(&st) : NULL;
		timed += rule != NULL;
		cr_expect(!rule || expect_any(&st),
		          "%s covers %s: state a time by a line 'expect', see doc/reference/stimulus.md", paths[i], rule);
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_gt(timed, 150, "%zu", timed);
}

/* A MAC without observation ports has the stimuli for every MAC only, so they must cover their rules on the wires alone. */
Test(stimuli, those_for_every_mac_cover_their_rules_in_a_black_box)
{
	struct env_error error = { "" };
	char **paths;
	size_t count, tried = 0;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count * dut_count; i++) {
		const char *path = paths[i / dut_count], *name = path + strlen("tests/data/stimuli/");
		const struct dut *dut = &dut_table[i % dut_count];
		struct stimulus st = { 0 };
		struct run_result result;
		bool every_mac = !strchr(name, '/') || !strncmp(name, "neutral/", 8);
		if (every_mac && load(path, dut, &st)) {
			run_checked(dut, &st, true, &result);
			for (size_t rule = 0; rule < RULE_COUNT; rule++)
				cr_expect(!st.covers.has[rule] || result.covered.has[rule], "%s on %s: %s would not show", name,
				          dut->name, rule_table[rule].name);
			cr_expect_eq(result.items, st.count, "%s on %s: %zu items, carried out %zu", name, dut->name, st.count,
			             (size_t)result.items);
			tried++;
		}
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_gt(tried, 50, "%zu", tried);
}

/* Reads PATH without its items up to the first wait, which are those of "setup". */
static void load_without_setup(const char *path, const struct dut *dut, struct stimulus *st)
{
	size_t kept = 0, first = 0;

	cr_assert(load(path, dut, st));
	while (first < st->count && st->items[first].kind != ITEM_WAIT)
		first++;
	for (size_t i = first; i < st->count; i++)
		st->items[kept++] = st->items[i];
	st->count = kept;
}

/* If "setup" is forgotten, nothing is enabled, so nothing can go wrong and nothing is proved; and what the stimulus
 * expects does not come. */
Test(stimuli, without_their_setup_those_for_every_mac_are_findings)
{
	static const char *const paths[] = { "tests/data/stimuli/pause_basic.stim", "tests/data/stimuli/wire_pause_not_one.stim",
		                             "tests/data/stimuli/wire_pause_times.stim", "tests/data/stimuli/wire_rx_sizes.stim" };

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) * dut_count; i++) {
		const char *path = paths[i / dut_count];
		const struct dut *dut = &dut_table[i % dut_count];
		struct stimulus st = { 0 };
		struct run_result result;
		char line[512];
		if (!strcmp(dut->model, "ll10g")) /* this model sends and receives from its reset on */
			continue;
		if (dut->capabilities & CAP_OWN_QUANTUM)
			continue;
		load_without_setup(path, dut, &st);
		run_checked(dut, &st, false, &result);
		cr_expect(result.status == RUN_FINDINGS &&
		              (result.score.finding[0].rule == RULE_COVERS || result.score.finding[0].rule == RULE_EXPECT_WIRE),
		          "%s: %s", path, finding_line(dut, &st, &result, line, sizeof(line)));
		stimulus_release(&st);
	}
}

/* Each wrong expectation is the only finding of its run. */
Test(stimuli, a_wrong_expectation_is_found)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	unsigned tried = 0;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		struct run_result result;
		const struct dut *dut = load_anywhere(paths[i], &st);
		size_t n = dut ? 0 : st.count;
		while (n < st.count && !(st.items[n].kind == ITEM_REG_READ && st.items[n].u.reg.expect_mask))
			n++;
		if (n < st.count && st.count < 5000) {
			st.items[n].u.reg.expect ^= st.items[n].u.reg.expect_mask;
			run_checked(dut, &st, false, &result);
			cr_expect(result.status == RUN_FINDINGS && result.score.findings == 1 &&
			              result.score.finding[0].rule == RULE_EXPECT,
			          "%s: %" PRIu64 " findings, the first under %s", paths[i], result.score.findings,
			          rule_table[result.score.finding[0].rule].name);
			tried++;
		}
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_gt(tried, 5, "%u", tried);
}

/* The storm of the AX88772 adapter is among them, with all its frames. */
Test(stimuli, the_storm_is_replayed)
{
	struct env_error error = { "" };
	char **paths;
	size_t count;
	unsigned longest = 0;

	cr_assert_eq(stimuli_list("tests/data/stimuli", &paths, &count, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++) {
		struct stimulus st = { 0 };
		unsigned pauses = 0;
		if (load(paths[i], &dut_table[0], &st))
			for (size_t n = 0; n < st.count; n++) {
				const struct item_frame *f = &st.items[n].u.frame;
				pauses += st.items[n].kind == ITEM_RX_FRAME && f->len == 60 &&
				          !memcmp(f->octets, "\x01\x80\xC2\0\0\x01\0\0\0\0\0\0\x88\x08\0\x01", 16);
			}
		longest = pauses > longest ? pauses : longest;
		stimulus_release(&st);
	}
	stimuli_free(paths, count);
	cr_expect_geq(longest, 100, "the longest storm has %u PAUSE frames", longest);
}
