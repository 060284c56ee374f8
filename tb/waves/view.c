/* SPDX-License-Identifier: Apache-2.0 */
/* The GTKWave view beside the wave file of a DUT.
 *
 * GTKWave finds a filter file beside the .gtkw even after the folder was moved. The reason is that [savefile] and the filters
 * name the same invented folder: GTKWave applies the path from one to the other at the place where it reads the .gtkw. */
#include "view.h"

#include "base/bounds.h"

#include "base/env.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	VIEW_BEFORE = 96,    /* cycles shown before the cause, for a frame of minimum length and its gap, ... */
	VIEW_AFTER = 64,     /* ... and after the finding; ... */
	VIEW_MARGIN = 8,     /* ... or the time between the two divided by this, if that is more */
	VIEW_LABELS = 16,    /* in a window wider than so many times the time between them, their labels would overlap */
	VIEW_MAX = 20000,    /* a cause that is farther away is only marked */
	LINE_MAX_SHOWN = 44, /* a longer line would push the values of all signals out of sight */
	LINES_MAX = 2,       /* lines of a text, ... */
	LINES_MAX_WHY = 5,   /* ... and of the reason */
};

/* ---- parts of the files ---- */

/* Writes TEXT as comments, in at most LINES lines of bounded length, the first one with PREFIX. */
static void write_comment(FILE *out, const char *prefix, const char *text, int lines)
{
	for (int line = 0; *text && line < lines; line++) {
		size_t room = LINE_MAX_SHOWN - strlen(prefix), len = strlen(text);

		if (len > room)
			for (len = room; len > room / 2 && text[len] != ' ';)
				len--;
		fprintf(out, "-%s%.*s\n", prefix, (int)len, text);
		text += len;
		text += strspn(text, " ");
		prefix = "  ";
	}
}

/* Returns true if the cause has a marker of its own. It has none if the finding is its own cause, since nothing before decided
 * it. */
static bool has_cause(const struct view_mark *mark)
{
	return mark->cause != mark->time;
}

static void write_mark(FILE *out, const struct view_mark *mark)
{
	fprintf(out, "*0 %" PRIu64, mark->time);
	if (has_cause(mark))
		fprintf(out, " %" PRIu64, mark->cause);
	else
		fprintf(out, " -1");
	fprintf(out, " %" PRIu64, mark->time);
	if (mark->latest)
		fprintf(out, " %" PRIu64 " %" PRIu64, mark->earliest, mark->latest);
	fprintf(out, "\n%s[markername] Bfinding\n", has_cause(mark) ? "[markername] Acause\n" : "");
	if (mark->latest)
		fprintf(out, "[markername] Cearliest\n[markername] Dlatest\n");
	fprintf(out, "@%x\n", FLAGS_COMMENT);
	write_comment(out, "", mark->rule, LINES_MAX);
	write_comment(out, "", mark->what, LINES_MAX);
	write_comment(out, "expected ", mark->expected, LINES_MAX);
	write_comment(out, "actual ", mark->actual, LINES_MAX);
	write_comment(out, "", mark->why, LINES_MAX_WHY);
}

void view_head(FILE *out, const char *title, uint64_t start, const struct view_mark *mark)
{
	fprintf(out, "[*] Pausebench: %s\n[dumpfile] \"/waves/waves.fst\"\n[savefile] \"/waves/waves.gtkw\"\n", title);
	fprintf(out, "[timestart] %" PRIu64 "\n[size] 1400 900\n[pos] -1 -1\n", start);
	fprintf(out, "[sst_width] 40\n[signals_width] 460\n[sst_expanded] 0\n");
	if (mark)
		write_mark(out, mark);
}

void view_tail(FILE *out)
{
	fprintf(out, "[pattern_trace] 1\n[pattern_trace] 0\n");
}

void view_tcl(FILE *out, uint64_t from, uint64_t to, const struct view_mark *mark)
{
	if (mark) {
		if (has_cause(mark))
			fprintf(out, "gtkwave::setNamedMarker A %" PRIu64 " cause\n", mark->cause);
		fprintf(out, "gtkwave::setNamedMarker B %" PRIu64 " finding\n", mark->time);
		if (mark->latest)
			fprintf(out,
			        "gtkwave::setNamedMarker C %" PRIu64 " earliest\n"
			        "gtkwave::setNamedMarker D %" PRIu64 " latest\n",
			        mark->earliest, mark->latest);
		fprintf(out, "gtkwave::setMarker %" PRIu64 "\n", mark->time);
	}
	fprintf(out, "gtkwave::setZoomRangeTimes %" PRIu64 " %" PRIu64 "\n", from, to);
}

void view_list(FILE *out, const struct content *c)
{
	list_write(out, c->list, c->dut);
}

int view_file(const char *dir, const char *name, void (*write)(FILE *, const struct content *), const struct content *c)
{
	char *path = path_join(dir, name);
	struct env_error error; /* the caller writes its own line */
	struct text t;
	int rc = path ? text_open(&t, &error) : -ENOMEM;

	if (!rc) {
		write(t.out, c);
		rc = text_replace(&t, path, &error);
	}
	free(path);
	return rc;
}

/* ---- the view of a DUT ---- */

void view_part_labels(uint64_t between, uint64_t *before, uint64_t *after)
{
	const uint64_t most = (VIEW_LABELS - 1) * between;

	if (!between || *before + *after <= most)
		return;
	*before = most * 3 / 5;
	*after = most - *before;
}

/* Narrows the window to shortly before the cause until shortly after the finding, within the cycles of the wave file. */
static void narrow(struct content *c)
{
	const struct finding *finding = c->finding;
	uint64_t left, between, before, after;

	if (!finding)
		return;
	left = finding->cause_cycle < finding->cycle ? finding->cause_cycle : finding->cycle;
	if (finding->cycle - left > VIEW_MAX)
		left = finding->cycle;
	between = finding->cycle - left;
	before = greatest(VIEW_BEFORE, between / VIEW_MARGIN);
	after = greatest(VIEW_AFTER, between / VIEW_MARGIN);
	view_part_labels(between, &before, &after);
	if (left > c->from + before)
		c->from = left - before;
	if (finding->cycle + after < c->to)
		c->to = finding->cycle + after;
}

/* Returns the time of a cycle in units of the wave file. */
static uint64_t time_of(const struct content *c, uint64_t cycle)
{
	const struct phy_row *phy = &phy_table[c->dut->phy];
	struct clocks clocks;

	if (c->dut->clocks.several) { /* the file is in picoseconds */
		clocks_begin(&clocks, &c->dut->clocks, c->dut->clock_hz, c->seed);
		return clocks_time(&clocks.edges[CLOCK_TX], cycle) / 1000;
	}
	return cycle * (phy->clock_ps / phy->wave_unit_ps);
}

/* Fills in RET and returns it. Returns NULL if there is no finding. */
static const struct view_mark *mark_of(const struct content *c, struct view_mark *ret)
{
	const struct finding *finding = c->finding;

	if (!finding)
		return NULL;
	*ret = (struct view_mark){
		.cause = time_of(c, finding->cause_cycle),
		.time = time_of(c, finding->cycle),
		.earliest = time_of(c, finding->earliest),
		.latest = time_of(c, finding->latest),
		.rule = rule_table[finding->rule].name,
		.what = finding->what,
		.expected = finding->expected,
		.actual = finding->actual,
		.why = finding->why,
	};
	return ret;
}

static void write_gtkw(FILE *out, const struct content *c)
{
	char scope[64], beside[64];
	const char *phy = phy_table[c->dut->phy].name;
	struct place place = {
		.dut = c->dut,
		.scope = scope,
		.beside = beside,
		.registers = list_files[LIST_REGISTER_NAMES],
		.signals = c->signals,
		.exact = !c->black_box,
	};
	struct view_mark mark;

	snprintf(scope, sizeof(scope), "TOP.%s_tick.u_dut.", phy);
	snprintf(beside, sizeof(beside), "TOP.%s_tick.u_expected.", phy);
	view_head(out, c->dut->name, time_of(c, c->from), mark_of(c, &mark));
	if (c->finding) {
		fprintf(out, "@%x\n-this finding\n", FLAGS_GROUP_BEGIN);
		place.compact = true;
		first_rows(out, &place, NULL, c->finding);
		place.compact = false;
		fprintf(out, "@%x\n-this finding\n", FLAGS_GROUP_END);
	}
	for (int group = 0; group < GROUP_COUNT; group++)
		group_write(out, &place, (enum group)group, c->finding);
	view_tail(out);
}

static void write_tcl(FILE *out, const struct content *c)
{
	struct view_mark mark;

	view_tcl(out, time_of(c, c->from), time_of(c, c->to), mark_of(c, &mark));
}

int waves_write(const char *dir, const struct dut *dut, uint32_t seed, bool black_box, const struct finding *finding,
                uint64_t from, uint64_t to)
{
	struct content c = { .dut = dut, .seed = seed, .black_box = black_box, .finding = finding, .from = from, .to = to };
	struct waves_signals *signals = waves_signals_read(dir);
	int rc = 0;

	c.signals = signals;
	narrow(&c);
	for (int list = LIST_NONE + 1; !rc && list < LIST_CABLE_KIND; list++) {
		c.list = (enum list)list;
		rc = view_file(dir, list_files[list], view_list, &c);
	}
	if (!rc)
		rc = view_file(dir, "waves.gtkw", write_gtkw, &c);
	if (!rc)
		rc = view_file(dir, "waves.tcl", write_tcl, &c);
	waves_signals_free(signals);
	return rc;
}
