/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the GTKWave view.
 *
 * GTKWave silently passes over a signal that it does not find. Therefore gtkwave_check.sh, a test, compares the signals that
 * GTKWave shows with the .gtkw. */
#include "rows.h"

#include "regs.h"

#include <string.h>

enum {
	ANALOG_ROWS = 2, /* so many lines a curve has besides the first one */
	ANALOG_COMPACT = 1,
	NAME_SIZE = 128,

	FLAGS_WORDS = 0x2022, /* a file translates the values, which are hexadecimal */
	FLAGS_ANALOG_ROW = 0x20000,
};

const char *const group_titles[] = {
#define GROUP(id, title) title,
#include "../waves/groups.def"
#undef GROUP
};

const char *const list_files[] = {
	NULL,
#define LIST(id, file) file,
#include "../waves/lists.def"
#undef LIST
};

/* Trace flags. */
enum format {
	FORMAT_BIT = 0x28,
	FORMAT_HEX = 0x22,
	FORMAT_DECIMAL = 0x24,
	FORMAT_TEXT = 0x820,
	FORMAT_ANALOG = 0x8024,
	FORMAT_WORDS = FLAGS_WORDS
};

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

/* The conditions under which a row of seam_expected.v is shown. */
enum needs { NEEDS_ANY, NEEDS_OBS, NEEDS_EXACT, NEEDS_PFC, NEEDS_MDIO, NEEDS_FOREIGN };

struct row {
	enum group group;
	const char *label; /* BITS, SLICE */
	const char *name;  /* the signal, with its range unless the row is a slice */
	unsigned flags;
	enum list list;
	enum color color;
	unsigned width, msb, lsb; /* SLICE: width > 0 */
	bool beside;              /* the signal is one of seam_expected.v */
	enum needs needs;
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

#define BESIDE(name_, label_, format_, list_, color_, needs_) \
	{ .group = GROUP_BESIDE,                              \
	  .label = label_,                                    \
	  .name = name_,                                      \
	  .flags = FORMAT_##format_,                          \
	  .list = LIST_##list_,                               \
	  .color = COLOR_##color_,                            \
	  .beside = true,                                     \
	  .needs = NEEDS_##needs_ },
#define COUNTERS(bits, name)
#define COUNTERS_AT(from, to, bits, name)

static const struct row beside_rows[] = {
#include "../waves/expected.def"
};
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
static const struct row clock_rows[] = {
#include "../waves/clock.def"
};
static const struct row clocks_rows[] = {
#include "../waves/clocks.def"
};
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

#undef SIGNAL
#undef WORDS
#undef BITS
#undef SLICE
#undef COUNTERS
#undef COUNTERS_AT

/* The signals of the RTL of a device that hold counters of the register page. */
struct counters {
	unsigned bits; /* 0: the end of the rows */
	bool by_address;
	uint16_t from, to;
	const char *name; /* with %u for the number of the counter */
};
/* clang-format off */
#define SIGNAL(group, name, format, color)
#define WORDS(group, name, list, color)
#define BITS(group, label, list, color, bits)
#define SLICE(group, label, list, color, name, width, msb, lsb)
#define COUNTERS(bits, name) { bits, false, 0, 0, name },
#define COUNTERS_AT(from, to, bits, name) { bits, true, from, to, name },
#define DEVICE_BEGIN(device) static const struct counters device##_counters[] = {
#define DEVICE_END(device) { 0 } };
/* clang-format on */
#include "each/waves.def"

enum first_id {
	FIRST_NONE,
#define FIRST(id, names) FIRST_##id,
#define RULES(id, rule)
#include "../waves/findings.def"
	FIRSTS
};
static const char *const first_table[FIRSTS] = {
#define FIRST(id, names) [FIRST_##id] = names,
#define RULES(id, rule)
#include "../waves/findings.def"
};
static const uint8_t first_of_rule[RULE_COUNT] = {
#define FIRST(id, names)
#define RULES(id, rule) [RULE_##rule] = FIRST_##id,
#include "../waves/findings.def"
};

struct view {
	const char *top; /* the top module; NULL: the rows are ports, which every DUT with these capabilities has */
	uint64_t capabilities;
	const struct row *rows;
	size_t count;
	const struct counters *counters;
	enum { VIEW_ALL, VIEW_ONE_CLOCK, VIEW_CLOCKS } clocks; /* of which DUTs */
};

#define ROWS(rows) rows, sizeof(rows) / sizeof(rows[0])
static const struct view views[] = {
	{ NULL, 0, ROWS(beside_rows), NULL, VIEW_ALL },
	{ NULL, 0, ROWS(clock_rows), NULL, VIEW_ONE_CLOCK },
	{ NULL, 0, ROWS(clocks_rows), NULL, VIEW_CLOCKS },
	{ NULL, CAP_GMII, ROWS(gmii_rows), NULL, VIEW_ALL },
	{ NULL, CAP_XGMII, ROWS(xgmii_rows), NULL, VIEW_ALL },
	{ NULL, CAP_MII, ROWS(mii_rows), NULL, VIEW_ALL },
	{ NULL, CAP_PFC, ROWS(pfc_rows), NULL, VIEW_ALL },
#define DEVICE(name) { #name "_mac", 0, ROWS(name##_mac_rows), name##_counters, VIEW_ALL },
#include "devices.def"
};

/* ---- a row ---- */

static const char *scope_of(const struct place *place, const struct row *row)
{
	return row->beside ? place->beside : place->scope;
}

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

static const char *title_of(const struct place *place)
{
	return place->title ? place->title : "";
}

/* Writes the name of a row. GTKWave shows the part of a name behind its last dot; an alias keeps the instance. */
static void write_name(FILE *out, const char *title, const char *name)
{
	fprintf(out, "+{%s", title);
	for (; *name; name++)
		fputc(*name == '.' ? '/' : *name, out);
	fputc('}', out);
}

/* Writes NAME, a signal below SCOPE, with the range that it has in the wave file, into RET. Returns RET. */
static const char *name_there(const struct place *place, const char *scope, const char *name, char ret[NAME_SIZE])
{
	const char *bracket = strrchr(name, '['), *range;
	const size_t len = strlen(name), base = bracket && name[len - 1] == ']' ? (size_t)(bracket - name) : len;
	char full[2 * NAME_SIZE];

	snprintf(full, sizeof(full), "%s%.*s", scope, (int)base, name);
	range = waves_signals_range(place->signals, full);
	snprintf(ret, NAME_SIZE, "%.*s%s", (int)base, name, range ? range : name + base);
	return ret;
}

void row_write_any(FILE *out, const struct place *place, const struct row *row)
{
	char name[NAME_SIZE];
	const char *scope = scope_of(place, row),
		   *file = row->list == LIST_REGISTER_NAMES ? place->registers : list_files[row->list];

	fprintf(out, "@%x\n[color] %d\n", row->flags, (int)row->color);
	/* filters are numbered by list */
	fprintf(out, row->list ? "^%d /waves/%s\n" : "^0\n", (int)row->list, file);
	if (row->beside) {
		/* words translate no single bit but a vector of one */
		fprintf(out, "%c{%s%s} %s%s\n", row->list && !strchr(row->name, '[') ? '#' : '+', title_of(place), row->label,
		        scope, row->name);
	} else if (row->label) {
		fprintf(out, "#{%s%s}", title_of(place), row->label);
		write_bits(out, scope, row);
		fputc('\n', out);
	} else {
		name_there(place, scope, row->name, name);
		write_name(out, title_of(place), name);
		fprintf(out, " %s%s\n", scope, name);
	}
	for (int i = 0; row->flags == FORMAT_ANALOG && i < (place->compact ? ANALOG_COMPACT : ANALOG_ROWS); i++)
		fprintf(out, "@%x\n-\n", FLAGS_ANALOG_ROW);
}

void row_write_wire(FILE *out, const struct place *place, const struct row *row)
{
	if (row->list == LIST_GMII_OCTET || row->list == LIST_XGMII_WORD)
		row_write_any(out, place, row);
}

void row_write_state(FILE *out, const struct place *place, const struct row *row)
{
	if (row->flags != FORMAT_BIT)
		row_write_any(out, place, row);
}

/* ---- groups ---- */

static bool view_matches(const struct view *view, const struct place *place)
{
	if (view->top && place->ports_only)
		return false;
	if (view->clocks != VIEW_ALL && (view->clocks == VIEW_CLOCKS) != place->dut->clocks.several)
		return false;
	return (view->capabilities & ~place->dut->capabilities) == 0 && (!view->top || !strcmp(view->top, place->dut->top));
}

/* Returns true if the top module of DUT is that of a device with rows. */
static bool is_known(const struct dut *dut)
{
	for (size_t v = 0; v < sizeof(views) / sizeof(views[0]); v++)
		if (views[v].top && !strcmp(views[v].top, dut->top))
			return true;
	return false;
}

static bool row_fits(const struct place *place, const struct row *row)
{
	uint64_t capabilities = place->dut->capabilities;

	if (row->beside && !place->beside)
		return false;
	if (row->group == GROUP_OBSERVATION && !(capabilities & CAP_OBS))
		return false;
	/* seam_expected.v has the records only while they are valid */
	if (row->group == GROUP_OBSERVATION && row->width && place->beside)
		return false;
	switch (row->needs) {
	case NEEDS_OBS:
		return capabilities & CAP_OBS;
	case NEEDS_EXACT:
		return place->exact && capabilities & CAP_OBS;
	case NEEDS_PFC:
		return capabilities & CAP_PFC;
	case NEEDS_MDIO:
		return place->exact && capabilities & CAP_MDIO;
	case NEEDS_FOREIGN:
		return !is_known(place->dut);
	default:
		return true;
	}
}

size_t group_rows(FILE *out, const struct place *place, enum group group, row_write *write)
{
	size_t count = 0;

	for (size_t v = 0; v < sizeof(views) / sizeof(views[0]); v++) {
		for (size_t i = 0; view_matches(&views[v], place) && i < views[v].count; i++) {
			if (views[v].rows[i].group != group || !row_fits(place, &views[v].rows[i]))
				continue;
			count++;
			if (write)
				write(out, place, &views[v].rows[i]);
		}
	}
	return count;
}

void group_write(FILE *out, const struct place *place, enum group group, bool folded)
{
	if (!group_rows(NULL, place, group, NULL))
		return;
	fprintf(out, "@%x\n-%s\n", folded ? FLAGS_FOLDED_BEGIN : FLAGS_GROUP_BEGIN, group_titles[group]);
	group_rows(out, place, group, row_write_any);
	fprintf(out, "@%x\n-%s\n", folded ? FLAGS_FOLDED_END : FLAGS_GROUP_END, group_titles[group]);
}

void cable_rows_write(FILE *out, const struct place *place, unsigned direction)
{
	const struct row *rows = direction ? cable_back_rows : cable_rows;

	for (size_t i = 0; i < sizeof(cable_rows) / sizeof(cable_rows[0]); i++)
		row_write_any(out, place, &rows[i]);
}

/* ---- the first group ---- */

/* Returns true if NAME, of LEN characters, is the signal of ROW without its range. */
static bool row_is(const struct row *row, const char *name, size_t len)
{
	if (row->label && !row->beside)
		return false;
	return !strncmp(row->name, name, len) && (row->name[len] == '[' || !row->name[len]);
}

static const struct row *row_by_name(const struct place *place, const char *name, size_t len)
{
	for (size_t v = 0; v < sizeof(views) / sizeof(views[0]); v++)
		for (size_t i = 0; view_matches(&views[v], place) && i < views[v].count; i++)
			if (row_is(&views[v].rows[i], name, len) && row_fits(place, &views[v].rows[i]))
				return &views[v].rows[i];
	return NULL;
}

bool row_exists(const struct place *place, const char *name, size_t len)
{
	return row_by_name(place, name, len);
}

const char *first_names(enum rule rule)
{
	return first_table[first_of_rule[rule]];
}

/* Returns the number of the counter ROW among those of COUNTERS, or -1. */
static int counter_number(const struct counters *counters, const struct reg_page *page, const struct reg_row *row)
{
	int number = 0;

	if (row->width != counters->bits)
		return -1;
	if (counters->by_address)
		return row->address < counters->from || row->address > counters->to ? -1 : (row->address - counters->from) / 8;
	for (const struct reg_row *before = page->rows; before < row; before++)
		number += before->kind == REG_COUNTER;
	return number;
}

/* Returns the register row of the counter, its low word, that FINDING names, or NULL. */
static const struct reg_row *counter_of(const struct reg_page *page, const struct finding *finding)
{
	const struct reg_row *row = page ? reg_by_name(page, finding->what) : NULL;

	if (row && row->kind == REG_COUNTER_HIGH && row->partner)
		row += row->partner;
	return row && row->kind == REG_COUNTER ? row : NULL;
}

/* Writes the row of the counter in the RTL, if the RTL has it in one signal. It is in hex if it has more than 32 bits, as in
 * findings. */
static void write_counter(FILE *out, const struct place *place, const struct view *view, const struct reg_row *counter)
{
	const struct reg_page *page = dut_page(place->dut);
	char name[96], there[NAME_SIZE];

	for (const struct counters *c = view->counters; c->bits; c++) {
		int number = counter_number(c, page, counter);
		if (number < 0)
			continue;
		snprintf(name, sizeof(name), c->name, (unsigned)number);
		name_there(place, place->scope, name, there);
		fprintf(out, "@%x\n[color] %d\n^0\n+{%s%s} %s%s\n", FORMAT_DECIMAL, COLOR_NORMAL, title_of(place), counter->name,
		        place->scope, there);
		fprintf(out, "@%x\n[color] %d\n^0\n+{%s%s, hex} %s%s\n", FORMAT_HEX, COLOR_NORMAL, title_of(place), counter->name,
		        place->scope, there);
	}
}

static void write_first(FILE *out, const struct place *here, const struct place *there, const char *names,
                        const struct reg_row *counter)
{
	static const char other[] = "there.";

	for (size_t len; *names; names += len, names += strspn(names, " ")) {
		const struct place *place = here;
		const struct row *row;

		if (!strncmp(names, other, strlen(other))) {
			place = there;
			names += strlen(other);
		}
		len = strcspn(names, " ");
		if (!place)
			continue;
		row = row_by_name(place, names, len);
		if (row)
			row_write_any(out, place, row);
		/* skips rows with the same signal in another format */
		while (row && row->beside && row + 1 < beside_rows + sizeof(beside_rows) / sizeof(beside_rows[0]) &&
		       !strcmp(row[1].name, row->name))
			row_write_any(out, place, ++row);
		for (size_t v = 0; counter && !strncmp(names, "COUNTER", len) && v < sizeof(views) / sizeof(views[0]); v++)
			if (views[v].counters && view_matches(&views[v], place))
				write_counter(out, place, &views[v], counter);
	}
}

void first_rows(FILE *out, const struct place *place, const struct place *there, const struct finding *finding)
{
	const struct reg_row *counter = counter_of(dut_page(place->dut), finding);

	write_first(out, place, there, "rule differs", NULL);
	write_first(out, place, there, counter ? first_table[FIRST_COUNTER] : first_names(finding->rule), counter);
}

/* ---- words ---- */

static void write_registers(FILE *out, const struct dut *dut)
{
	const struct reg_page *page = dut_page(dut);

	for (size_t i = 0; page && i < page->count; i++)
		if (page->rows[i].name[0])
			fprintf(out, "%04X %s\n", (unsigned)page->rows[i].address, page->rows[i].name);
}

void list_write(FILE *out, enum list list, const struct dut *dut)
{
	if (list == LIST_REGISTER_NAMES)
		write_registers(out, dut);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].list == list)
			fprintf(out, "%s ?%s?%s\n", words[i].value, word_colors[words[i].color], words[i].word);
}
