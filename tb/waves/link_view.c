/* SPDX-License-Identifier: Apache-2.0 */
/* The GTKWave view beside the wave file of a link. */
#include "view.h"

enum {
	LINK_VIEW_BEFORE = 2000, /* cycles: the time of a long frame and a round trip */
	LINK_VIEW_AFTER = 600,
	LINK_VIEW_MAX = 20000, /* a cause that is farther away is only marked */
};

static const char *const end_registers[] = { "register-names-a.flt", "register-names-b.flt" };
static const char *const direction_titles[] = { "CABLE A>B", "CABLE B>A" };

static struct place place_of(const struct waves_link *link, unsigned end)
{
	static const char *const titles[] = { "a: ", "b: " };
	const struct waves_end *e = &link->end[end];

	return (struct place){ .dut = e->dut,
		               .scope = e->scope,
		               .beside = e->beside,
		               .registers = end_registers[end],
		               .title = titles[end],
		               .exact = true,
		               .ports_only = e->ports_only,
		               .compact = true };
}

/* Writes the rows that the finding is about: those of the end where it was seen, and those of the other end. */
static void write_first(FILE *out, const struct waves_link *link)
{
	const struct waves_mark *mark = link->mark;
	struct finding finding = { .rule = mark->rule };
	struct place here, there;

	if (mark->end >= 2)
		return;
	here = place_of(link, mark->end);
	there = place_of(link, !mark->end);
	snprintf(finding.what, sizeof(finding.what), "%s", mark->what);
	fprintf(out, "@%x\n-this finding\n", FLAGS_GROUP_BEGIN);
	first_rows(out, &here, &there, &finding);
	fprintf(out, "@%x\n-this finding\n", FLAGS_GROUP_END);
}

/* Writes wires and states, and all rows in a folded group. */
static void write_end(FILE *out, const struct waves_link *link, unsigned end)
{
	const struct waves_end *e = &link->end[end];
	struct place place = place_of(link, end);
	char title = (char)('A' + end);

	place.title = NULL;
	place.beside = NULL; /* rows show the newest records, and not the records in their clock alone */

	fprintf(out, "@%x\n-END %c: %s\n", FLAGS_GROUP_BEGIN, title, e->title);
	group_rows(out, &place, GROUP_RX_WIRE, row_write_wire);
	group_rows(out, &place, GROUP_TX, row_write_wire);
	group_rows(out, &place, GROUP_OBSERVATION, row_write_state);
	place.compact = false;
	place.beside = e->beside;
	fprintf(out, "@%x\n-all of end %c\n", FLAGS_FOLDED_BEGIN, title);
	for (int group = 0; group < GROUP_COUNT; group++)
		group_write(out, &place, (enum group)group, false);
	fprintf(out, "@%x\n-all of end %c\n", FLAGS_FOLDED_END, title);
	fprintf(out, "@%x\n-END %c: %s\n", FLAGS_GROUP_END, title, e->title);
}

static void write_direction(FILE *out, const struct waves_link *link, unsigned direction)
{
	const struct place place = { .scope = link->cable_scope };

	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_BEGIN, direction_titles[direction]);
	cable_rows_write(out, &place, direction);
	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_END, direction_titles[direction]);
}

/* Fills in RET and returns it. Returns NULL if there is no finding. */
static const struct view_mark *mark_of(const struct waves_link *link, struct view_mark *ret)
{
	const struct waves_mark *mark = link->mark;

	if (!mark)
		return NULL;
	*ret = (struct view_mark){ .cause = mark->cause,
		                   .time = mark->time,
		                   .rule = rule_table[mark->rule].name,
		                   .what = mark->what,
		                   .expected = mark->expected,
		                   .actual = mark->actual,
		                   .why = "" };
	return ret;
}

static void write_gtkw(FILE *out, const struct content *c)
{
	const struct waves_link *link = c->link;
	struct view_mark mark;
	char title[128];

	snprintf(title, sizeof(title), "%s on a cable with %s", link->end[0].dut->name, link->end[1].dut->name);
	view_head(out, title, c->from, mark_of(link, &mark));
	if (link->mark)
		write_first(out, link);
	write_end(out, link, 0);
	write_direction(out, link, 0);
	write_direction(out, link, 1);
	write_end(out, link, 1);
	view_tail(out);
}

static void write_tcl(FILE *out, const struct content *c)
{
	struct view_mark mark;

	view_tcl(out, c->from, c->to, mark_of(c->link, &mark));
}

/* Narrows the window to the time between cause and finding. It is wider than for a DUT alone, since frames take some time to the
 * other end and back. */
static void narrow(struct content *c)
{
	const struct waves_mark *mark = c->link->mark;
	uint64_t left, clock = c->link->clock, before = LINK_VIEW_BEFORE * clock, after = LINK_VIEW_AFTER * clock;

	if (!mark)
		return;
	left = mark->cause < mark->time ? mark->cause : mark->time;
	if (mark->time - left > LINK_VIEW_MAX * clock)
		left = mark->time;
	view_part_labels(mark->time - left, &before, &after);
	if (left > c->from + before)
		c->from = left - before;
	if (mark->time + after < c->to)
		c->to = mark->time + after;
}

int waves_link_write(const char *dir, const struct waves_link *link, uint64_t from, uint64_t to)
{
	struct content c = { .link = link, .from = from, .to = to };
	int rc = 0;

	narrow(&c);
	for (int list = LIST_NONE + 1; !rc && list < LIST_COUNT; list++) {
		c.list = (enum list)list;
		if (c.list != LIST_REGISTER_NAMES)
			rc = view_file(dir, list_files[list], view_list, &c);
	}
	c.list = LIST_REGISTER_NAMES;
	for (unsigned end = 0; !rc && end < 2; end++) {
		c.dut = link->end[end].dut;
		rc = view_file(dir, end_registers[end], view_list, &c);
	}
	if (!rc)
		rc = view_file(dir, "waves.gtkw", write_gtkw, &c);
	if (!rc)
		rc = view_file(dir, "waves.tcl", write_tcl, &c);
	return rc;
}
