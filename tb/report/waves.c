/* SPDX-License-Identifier: Apache-2.0 */
/* The GTKWave view beside a wave file, made of the rows in waves/.
 *
 * GTKWave passes over a signal that it does not find in silence, so tests/support/gtkwave_check.sh compares the signals that it shows with the .gtkw.
 * GTKWave finds a filter file beside the .gtkw also after the folder was moved, because [savefile] and the filters name the same invented folder:
 * it applies the path from one to the other at the place where it reads the .gtkw. */
#include "waves.h"

#include "base/env.h"
#include "regs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	VIEW_BEFORE = 96, /* cycles shown before the cause: a minimum frame with gap */
	VIEW_AFTER = 32,
	VIEW_MAX = 1000,         /* a cause that is farther away is only marked */
	LINK_VIEW_BEFORE = 2000, /* the time of a long frame and a round trip */
	LINK_VIEW_AFTER = 600,
	LINK_VIEW_MAX = 20000,
	ANALOG_ROWS = 2, /* besides the first */
	ANALOG_COMPACT = 1,

	FLAGS_GROUP_BEGIN = 0x800200,
	FLAGS_GROUP_END = 0x1000200,
	FLAGS_FOLDED_BEGIN = 0xC00200,
	FLAGS_FOLDED_END = 0x1401200,
	FLAGS_COMMENT = 0x200,
	FLAGS_WORDS = 0x2022, /* a file translates the values, which are hexadecimal */
	FLAGS_ANALOG_ROW = 0x20000,
};

enum group {
#define GROUP(id, title) GROUP_##id,
#include "../waves/groups.def"
#undef GROUP
	GROUP_COUNT
};

static const char *const group_titles[] = {
#define GROUP(id, title) title,
#include "../waves/groups.def"
#undef GROUP
};

enum list {
	LIST_NONE,
#define LIST(id, file) LIST_##id,
#include "../waves/lists.def"
#undef LIST
	LIST_COUNT
};

static const char *const list_files[] = {
	NULL,
#define LIST(id, file) file,
#include "../waves/lists.def"
#undef LIST
};

/* Trace flags. */
enum format { FORMAT_BIT = 0x28, FORMAT_HEX = 0x22, FORMAT_DECIMAL = 0x24, FORMAT_ANALOG = 0x8024 };

/* GTKWave's trace colours, and the names that the X Window System has for them, which precede words. */
enum color {
	COLOR_NORMAL,
	COLOR_RED,
	COLOR_ORANGE,
	COLOR_YELLOW,
	COLOR_GREEN,
	COLOR_BLUE,
	COLOR_INDIGO,
	COLOR_VIOLET,
	COLOR_GRAY
};

static const char *const word_colors[] = { "black",      "red3",   "DarkOrange3", "gold4", "DarkGreen",
	                                   "RoyalBlue3", "indigo", "DarkViolet",  "gray25" };

struct word {
	enum list list;
	const char *value;
	enum color color;
	const char *word;
};

static const struct word words[] = {
#define WORD(list_, value_, color_, word_) { LIST_##list_, value_, COLOR_##color_, word_ },
#include "../waves/words.def"
#undef WORD
};

struct row {
	enum group group;
	const char *label; /* BITS, SLICE */
	const char *name;  /* with its range, except for a slice */
	unsigned flags;
	enum list list;
	enum color color;
	unsigned width, msb, lsb; /* SLICE: width > 0 */
};

#define SIGNAL(group_, name_, format_, color_) \
	{ .group = GROUP_##group_, .name = name_, .flags = FORMAT_##format_, .color = COLOR_##color_ },
#define WORDS(group_, name_, list_, color_) \
	{ .group = GROUP_##group_, .name = name_, .flags = FLAGS_WORDS, .list = LIST_##list_, .color = COLOR_##color_ },
#define BITS(group_, label_, list_, color_, bits_)              \
	{ .group = GROUP_##group_,                              \
	  .label = label_,                                      \
	  .name = bits_,                                        \
	  .flags = LIST_##list_ ? FLAGS_WORDS : FORMAT_DECIMAL, \
	  .list = LIST_##list_,                                 \
	  .color = COLOR_##color_ },
#define SLICE(group_, label_, list_, color_, name_, width_, msb_, lsb_) \
	{ .group = GROUP_##group_,                                      \
	  .label = label_,                                              \
	  .name = name_,                                                \
	  .flags = LIST_##list_ ? FLAGS_WORDS : FORMAT_DECIMAL,         \
	  .list = LIST_##list_,                                         \
	  .color = COLOR_##color_,                                      \
	  .width = width_,                                              \
	  .msb = msb_,                                                  \
	  .lsb = lsb_ },

#define BUS_RANGE "[31:0]"
#define STROBE_RANGE "[3:0]"
static const struct row xgmii_rows[] = {
#define AXIS_RANGE "[63:0]"
#define LEVEL_RANGE "[31:0]"
#include "../waves/ports.def"
#include "../waves/xgmii.def"
#undef AXIS_RANGE
#undef LEVEL_RANGE
};
#define AXIS_RANGE "[7:0]"
#define LEVEL_RANGE "[15:0]"
static const struct row gmii_rows[] = {
#include "../waves/gmii.def"
#include "../waves/ports.def"
};
#undef BUS_RANGE
#undef STROBE_RANGE
static const struct row mii_rows[] = {
#define BUS_RANGE "[63:0]"
#define STROBE_RANGE "[7:0]"
#include "../waves/gmii.def"
#include "../waves/ports.def"
#include "../waves/mii.def"
#undef BUS_RANGE
#undef STROBE_RANGE
};
#undef AXIS_RANGE
#undef LEVEL_RANGE
static const struct row pfc_rows[] = {
#include "../waves/pfc.def"
};
/* clang-format off */
#define DEVICE_BEGIN(device) static const struct row device##_mac_rows[] = {
#define DEVICE_END(device) };
/* clang-format on */
#include "each/waves.def"
static const struct row cable_rows[] = {
#define DIRECTION(field) "ab_" field
#include "../waves/cable.def"
#undef DIRECTION
};
static const struct row cable_back_rows[] = {
#define DIRECTION(field) "ba_" field
#include "../waves/cable.def"
#undef DIRECTION
};

/* The DUT, or the end of a link, whose rows are written. */
struct place {
	const struct dut *dut;
	const char *scope;
	const char *registers; /* the file with its register names */
	bool ports_only, compact;
};

struct view {
	const char *top; /* NULL: ports, of every DUT with these capabilities */
	unsigned capabilities;
	const struct row *rows;
	size_t count;
};

#define ROWS(rows) rows, sizeof(rows) / sizeof(rows[0])
static const struct view views[] = {
	{ NULL, CAP_GMII, ROWS(gmii_rows) },
	{ NULL, CAP_XGMII, ROWS(xgmii_rows) },
	{ NULL, CAP_MII, ROWS(mii_rows) },
	{ NULL, CAP_PFC, ROWS(pfc_rows) },
#define DEVICE(name) { #name "_mac", 0, ROWS(name##_mac_rows) },
#include "devices.def"
};

/* ---- rows ---- */

static void write_bits(FILE *out, const char *scope, const struct row *row)
{
	const char *name = row->name;

	for (unsigned bit = row->msb; row->width && bit + 1 > row->lsb; bit--) {
		fprintf(out, " (%u)%s%s[%u:0]", row->width - 1 - bit, scope, row->name, row->width - 1);
		if (!bit)
			break;
	}
	while (!row->width && *name) {
		size_t len = strcspn(name, " ");

		fprintf(out, " %s%.*s", scope, (int)len, name);
		name += len;
		name += strspn(name, " ");
	}
}

/* GTKWave shows the part of a name after its last dot; an alias keeps the instance. */
static void write_name(FILE *out, const char *name)
{
	fputs("+{", out);
	for (; *name; name++)
		fputc(*name == '.' ? '/' : *name, out);
	fputc('}', out);
}

static void write_row(FILE *out, const struct place *place, const struct row *row)
{
	const char *scope = place->scope, *file = row->list == LIST_REGISTER_NAMES ? place->registers : list_files[row->list];

	fprintf(out, "@%x\n[color] %d\n", row->flags, (int)row->color);
	/* filters are numbered by list */
	fprintf(out, row->list ? "^%d /waves/%s\n" : "^0\n", (int)row->list, file);
	if (row->label) {
		fprintf(out, "#{%s}", row->label);
		write_bits(out, scope, row);
		fputc('\n', out);
	} else {
		write_name(out, row->name);
		fprintf(out, " %s%s\n", scope, row->name);
	}
	for (int i = 0; row->flags == FORMAT_ANALOG && i < (place->compact ? ANALOG_COMPACT : ANALOG_ROWS); i++)
		fprintf(out, "@%x\n-\n", FLAGS_ANALOG_ROW);
}

static bool view_matches(const struct view *view, const struct dut *dut)
{
	return (view->capabilities & ~dut->capabilities) == 0 && (!view->top || !strcmp(view->top, dut->top));
}

/* Calls WRITE, if not NULL, for each row of the group; returns how many there are. */
static size_t group_rows(FILE *out, const struct place *place, enum group group,
                         void (*write)(FILE *, const struct place *, const struct row *))
{
	size_t count = 0;

	for (size_t v = 0; v < sizeof(views) / sizeof(views[0]); v++) {
		if (!view_matches(&views[v], place->dut) || (views[v].top && place->ports_only))
			continue;
		for (size_t i = 0; i < views[v].count; i++) {
			if (views[v].rows[i].group != group)
				continue;
			count++;
			if (write)
				write(out, place, &views[v].rows[i]);
		}
	}
	return count;
}

static bool group_exists(const struct place *place, enum group group)
{
	return (group != GROUP_OBSERVATION || (place->dut->capabilities & CAP_OBS)) && group_rows(NULL, place, group, NULL);
}

static void write_group(FILE *out, const struct place *place, enum group group)
{
	if (!group_exists(place, group))
		return;
	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_BEGIN, group_titles[group]);
	group_rows(out, place, group, write_row);
	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_END, group_titles[group]);
}

/* ---- files ---- */

/* The sources of the files. */
struct content {
	const struct dut *dut;
	const struct finding *finding; /* or NULL */
	uint64_t from, to;             /* cycles that the window shows first */
	enum list list;                /* of a filter file */
	const struct waves_link *link; /* takes the place of the members above; the last three stay */
};

/* Narrows the window to shortly before the cause until shortly after the finding, within the cycles of the wave file. */
static void narrow(struct content *c)
{
	const struct finding *finding = c->finding;
	uint64_t left;

	if (!finding)
		return;
	left = finding->cause_cycle < finding->cycle ? finding->cause_cycle : finding->cycle;
	if (finding->cycle - left > VIEW_MAX)
		left = finding->cycle;
	if (left > c->from + VIEW_BEFORE)
		c->from = left - VIEW_BEFORE;
	if (finding->cycle + VIEW_AFTER < c->to)
		c->to = finding->cycle + VIEW_AFTER;
}

/* Returns the time of a cycle in units of the wave file. */
static uint64_t time_of(const struct content *c, uint64_t cycle)
{
	const struct phy_row *phy = &phy_table[c->dut->phy];

	return cycle * (phy->clock_ps / phy->wave_unit_ps);
}

static void write_finding(FILE *out, const struct content *c)
{
	const struct finding *finding = c->finding;

	fprintf(out, "*0 %" PRIu64 " %" PRIu64 " %" PRIu64 "\n[markername] Acause\n[markername] Bfinding\n",
	        time_of(c, finding->cycle), time_of(c, finding->cause_cycle), time_of(c, finding->cycle));
	/* a longer line would push the values of all signals out of sight */
	fprintf(out, "@%x\n-%.48s\n-%.48s\n-expected %.40s\n-actual %.40s\n", FLAGS_COMMENT, rule_table[finding->rule].name,
	        finding->what, finding->expected, finding->actual);
}

static void write_gtkw(FILE *out, const struct content *c)
{
	char scope[64];
	const struct place place = { .dut = c->dut, .scope = scope, .registers = list_files[LIST_REGISTER_NAMES] };

	snprintf(scope, sizeof(scope), "TOP.%s_tick.u_dut.", phy_table[c->dut->phy].name);
	fprintf(out, "[*] Pausebench: %s\n[dumpfile] \"/waves/waves.fst\"\n[savefile] \"/waves/waves.gtkw\"\n", c->dut->name);
	fprintf(out, "[timestart] %" PRIu64 "\n[size] 1800 1100\n[pos] -1 -1\n", time_of(c, c->from));
	fprintf(out, "[sst_width] 40\n[signals_width] 500\n[sst_expanded] 0\n");
	if (c->finding)
		write_finding(out, c);
	for (int group = 0; group < GROUP_COUNT; group++)
		write_group(out, &place, (enum group)group);
	fprintf(out, "[pattern_trace] 1\n[pattern_trace] 0\n");
}

static void write_tcl(FILE *out, const struct content *c)
{
	if (c->finding) {
		fprintf(out, "gtkwave::setNamedMarker A %" PRIu64 " cause\n", time_of(c, c->finding->cause_cycle));
		fprintf(out, "gtkwave::setNamedMarker B %" PRIu64 " finding\n", time_of(c, c->finding->cycle));
		fprintf(out, "gtkwave::setMarker %" PRIu64 "\n", time_of(c, c->finding->cycle));
	}
	fprintf(out, "gtkwave::setZoomRangeTimes %" PRIu64 " %" PRIu64 "\n", time_of(c, c->from), time_of(c, c->to));
}

static void write_registers(FILE *out, const struct dut *dut)
{
	const struct reg_page *page = reg_page_by_model(dut->model);

	for (size_t i = 0; page && i < page->count; i++)
		if (page->rows[i].name[0])
			fprintf(out, "%04X %s\n", (unsigned)page->rows[i].address, page->rows[i].name);
}

static void write_list(FILE *out, const struct content *c)
{
	if (c->list == LIST_REGISTER_NAMES)
		write_registers(out, c->dut);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].list == c->list)
			fprintf(out, "%s ?%s?%s\n", words[i].value, word_colors[words[i].color], words[i].word);
}

static int write_file(const char *dir, const char *name, void (*write)(FILE *, const struct content *), const struct content *c)
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

int waves_write(const char *dir, const struct dut *dut, const struct finding *finding, uint64_t from, uint64_t to)
{
	struct content c = { .dut = dut, .finding = finding, .from = from, .to = to };
	int rc = 0;

	narrow(&c);
	for (int list = LIST_NONE + 1; !rc && list < LIST_CABLE_KIND; list++) {
		c.list = (enum list)list;
		rc = write_file(dir, list_files[list], write_list, &c);
	}
	if (!rc)
		rc = write_file(dir, "waves.gtkw", write_gtkw, &c);
	if (!rc)
		rc = write_file(dir, "waves.tcl", write_tcl, &c);
	return rc;
}

/* ---- a link ---- */

static const char *const end_registers[] = { "register-names-a.flt", "register-names-b.flt" };
static const char *const direction_titles[] = { "CABLE A>B", "CABLE B>A" };

/* True for a row that shows the whole wire as words. */
static void write_wire(FILE *out, const struct place *place, const struct row *row)
{
	if (row->list == LIST_GMII_OCTET || row->list == LIST_XGMII_WORD)
		write_row(out, place, row);
}

/* True for a row for which a picture of the whole link has room. */
static void write_state(FILE *out, const struct place *place, const struct row *row)
{
	if (row->flags != FORMAT_BIT)
		write_row(out, place, row);
}

/* Writes wires and states, and all rows in a folded group. */
static void write_end(FILE *out, const struct waves_link *link, unsigned end)
{
	const struct waves_end *e = &link->end[end];
	struct place place = {
		.dut = e->dut, .scope = e->scope, .registers = end_registers[end], .ports_only = e->ports_only, .compact = true
	};
	char title = (char)('A' + end);

	fprintf(out, "@%x\n-END %c: %s\n", FLAGS_GROUP_BEGIN, title, e->title);
	group_rows(out, &place, GROUP_RX_WIRE, write_wire);
	group_rows(out, &place, GROUP_TX, write_wire);
	if (group_exists(&place, GROUP_OBSERVATION))
		group_rows(out, &place, GROUP_OBSERVATION, write_state);
	place.compact = false;
	fprintf(out, "@%x\n-all of end %c\n", FLAGS_FOLDED_BEGIN, title);
	for (int group = 0; group < GROUP_COUNT; group++)
		write_group(out, &place, (enum group)group);
	fprintf(out, "@%x\n-all of end %c\n", FLAGS_FOLDED_END, title);
	fprintf(out, "@%x\n-END %c: %s\n", FLAGS_GROUP_END, title, e->title);
}

static void write_direction(FILE *out, const struct waves_link *link, unsigned direction)
{
	const struct row *rows = direction ? cable_back_rows : cable_rows;
	const struct place place = { .scope = link->cable_scope };

	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_BEGIN, direction_titles[direction]);
	for (size_t i = 0; i < sizeof(cable_rows) / sizeof(cable_rows[0]); i++)
		write_row(out, &place, &rows[i]);
	fprintf(out, "@%x\n-%s\n", FLAGS_GROUP_END, direction_titles[direction]);
}

static void write_mark(FILE *out, const struct waves_mark *mark)
{
	fprintf(out, "*0 %" PRIu64 " %" PRIu64 " %" PRIu64 "\n[markername] Acause\n[markername] Bfinding\n", mark->time,
	        mark->cause, mark->time);
	fprintf(out, "@%x\n-%.48s\n-%.48s\n-expected %.40s\n-actual %.40s\n", FLAGS_COMMENT, mark->rule, mark->what,
	        mark->expected, mark->actual);
}

static void write_link_gtkw(FILE *out, const struct content *c)
{
	const struct waves_link *link = c->link;

	fprintf(out, "[*] Pausebench: %s on a cable with %s\n[dumpfile] \"/waves/waves.fst\"\n[savefile] \"/waves/waves.gtkw\"\n",
	        link->end[0].dut->name, link->end[1].dut->name);
	fprintf(out, "[timestart] %" PRIu64 "\n[size] 1800 1100\n[pos] -1 -1\n", c->from);
	fprintf(out, "[sst_width] 40\n[signals_width] 500\n[sst_expanded] 0\n");
	if (link->mark)
		write_mark(out, link->mark);
	write_end(out, link, 0);
	write_direction(out, link, 0);
	write_direction(out, link, 1);
	write_end(out, link, 1);
	fprintf(out, "[pattern_trace] 1\n[pattern_trace] 0\n");
}

static void write_link_tcl(FILE *out, const struct content *c)
{
	const struct waves_mark *mark = c->link->mark;

	if (mark) {
		fprintf(out, "gtkwave::setNamedMarker A %" PRIu64 " cause\n", mark->cause);
		fprintf(out, "gtkwave::setNamedMarker B %" PRIu64 " finding\n", mark->time);
		fprintf(out, "gtkwave::setMarker %" PRIu64 "\n", mark->time);
	}
	fprintf(out, "gtkwave::setZoomRangeTimes %" PRIu64 " %" PRIu64 "\n", c->from, c->to);
}

/* As narrow(), but wider: frames take some time to the other end and back. */
static void narrow_link(struct content *c)
{
	const struct waves_mark *mark = c->link->mark;
	uint64_t left, clock = c->link->clock;

	if (!mark)
		return;
	left = mark->cause < mark->time ? mark->cause : mark->time;
	if (mark->time - left > LINK_VIEW_MAX * clock)
		left = mark->time;
	if (left > c->from + LINK_VIEW_BEFORE * clock)
		c->from = left - LINK_VIEW_BEFORE * clock;
	if (mark->time + LINK_VIEW_AFTER * clock < c->to)
		c->to = mark->time + LINK_VIEW_AFTER * clock;
}

int waves_link_write(const char *dir, const struct waves_link *link, uint64_t from, uint64_t to)
{
	struct content c = { .link = link, .from = from, .to = to };
	int rc = 0;

	narrow_link(&c);
	for (int list = LIST_NONE + 1; !rc && list < LIST_COUNT; list++) {
		c.list = (enum list)list;
		if (c.list != LIST_REGISTER_NAMES)
			rc = write_file(dir, list_files[list], write_list, &c);
	}
	c.list = LIST_REGISTER_NAMES;
	for (unsigned end = 0; !rc && end < 2; end++) {
		c.dut = link->end[end].dut;
		rc = write_file(dir, end_registers[end], write_list, &c);
	}
	if (!rc)
		rc = write_file(dir, "waves.gtkw", write_link_gtkw, &c);
	if (!rc)
		rc = write_file(dir, "waves.tcl", write_link_tcl, &c);
	return rc;
}
