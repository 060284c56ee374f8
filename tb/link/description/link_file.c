/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a link, a .link file: reader, writer, checks. doc/link.md 4. */
#include "link_file.h"

#include "link_device.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_OCTETS = 1024, WORD_MAX = 256, VERSION = 1 };
#define PS_PER_NS UINT64_C(1000)
#define TIME_MAX_PS UINT64_C(10000000000000) /* 10 s */

/* What a statement is about: the whole link, a direction of the cable, an end. */
enum subject { SUBJECT_LINK, SUBJECT_CABLE, SUBJECT_END };
static const struct statement {
	const char *name;
	enum subject subject;
} statements[] = {
	{ "link", SUBJECT_LINK },   { "cable", SUBJECT_CABLE }, { "end", SUBJECT_END },
	{ "traffic", SUBJECT_END }, { "host", SUBJECT_END },
};
enum { STATEMENTS = sizeof(statements) / sizeof(statements[0]) };

enum form { FORM_TIME, FORM_REAL, FORM_COUNT, FORM_LENGTHS, FORM_DUT, FORM_AS, FORM_CUT };

/* min, max: of the number. */
static const struct key {
	const char *statement, *name;
	enum form form;
	size_t offset; /* in struct link_description, link_cable or link_end */
	double min, max;
} keys[] = {
	{ "link", "time", FORM_TIME, offsetof(struct link_description, time_ps), 1e5, 1e13 },
	{ "link", "seed", FORM_COUNT, offsetof(struct link_description, seed), 0, UINT32_MAX },
	{ "link", "rate", FORM_COUNT, offsetof(struct link_description, rate), 1, 100000 },
	{ "cable", "length", FORM_REAL, offsetof(struct link_cable, length_m), 0, 100000 },
	{ "cable", "velocity", FORM_REAL, offsetof(struct link_cable, velocity), 0.1, 1 },
	{ "cable", "ber", FORM_REAL, offsetof(struct link_cable, ber), 0, 0.5 },
	{ "cable", "lose", FORM_REAL, offsetof(struct link_cable, lose), 0, 1 },
	{ "cable", "cut", FORM_CUT, 0, 0, 1e13 },
	{ "end", "dut", FORM_DUT, offsetof(struct link_end, dut), 0, 0 },
	{ "end", "as", FORM_AS, offsetof(struct link_end, model), 0, 0 },
	{ "end", "headroom", FORM_COUNT, offsetof(struct link_end, headroom), 1, 1000000 },
	{ "end", "resume", FORM_COUNT, offsetof(struct link_end, resume), 1, 1000000 },
	{ "end", "time", FORM_COUNT, offsetof(struct link_end, time), 1, 65535 },
	{ "traffic", "len", FORM_LENGTHS, 0, LINK_LEN_MIN, 65535 },
	{ "traffic", "load", FORM_REAL, offsetof(struct link_end, traffic.load), 1e-6, 1 },
	{ "traffic", "burst", FORM_COUNT, offsetof(struct link_end, traffic.burst), 1, 1000000 },
	{ "host", "rate", FORM_REAL, offsetof(struct link_end, host.rate), 0, 1 },
	{ "host", "stop", FORM_TIME, offsetof(struct link_end, host.stop_ps), 0, 1e13 },
	{ "host", "every", FORM_TIME, offsetof(struct link_end, host.every_ps), 0, 1e13 },
	{ "host", "phase", FORM_TIME, offsetof(struct link_end, host.phase_ps), 0, 1e13 },
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

/* What a value was expected to be. */
typedef char expectation[200];

struct reader {
	struct link_description *link;
	const char *path;
	struct env_error *error;
	unsigned line;
	char text[LINE_MAX_OCTETS];       /* of the line */
	unsigned end_line[LINK_ENDS];     /* of "end a", "end b" */
	bool seen[STATEMENTS][LINK_ENDS]; /* cable: [1] the direction b>a */
};

void link_file_defaults(struct link_description *ret)
{
	*ret = (struct link_description){ .name = "link", .time_ps = UINT64_C(1000000000), .seed = 1, .rate = LINK_AUTO };
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		ret->cable[i] = (struct link_cable){ .length_m = 100, .velocity = 0.66 };
		ret->end[i] = (struct link_end){ .dut = dut_by_name("bcm5718"),
			                         .headroom = LINK_AUTO,
			                         .resume = LINK_AUTO,
			                         .time = LINK_AUTO,
			                         .traffic = { .load = 1, .burst = 1 },
			                         .host = { .rate = 1 } };
	}
}

/* ---- values ---- */

static bool read_real(const char *text, char **ret_end, double *ret)
{
	if (!isdigit((unsigned char)*text) && *text != '.')
		return false;
	*ret = strtod(text, ret_end);
	return *ret_end != text && isfinite(*ret);
}

static bool read_time(const char *text, const char *end, uint64_t *ret_ps)
{
	static const struct {
		const char *name;
		double ps;
	} units[] = { { "ns", 1e3 }, { "us", 1e6 }, { "ms", 1e9 } };
	char *rest;
	double number;

	if (!read_real(text, &rest, &number))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if ((size_t)(end - rest) == strlen(units[i].name) && !strncmp(rest, units[i].name, 2) &&
		    number * units[i].ps <= (double)TIME_MAX_PS) {
			*ret_ps = (uint64_t)llround(number * units[i].ps);
			return true;
		}
	return false;
}

static bool read_count(const char *text, const char *end, const struct key *key, uint32_t *ret)
{
	char *rest;
	unsigned long long number;

	if (!isdigit((unsigned char)*text))
		return false;
	number = strtoull(text, &rest, 0);
	if (rest != end || (double)number < key->min || (double)number > key->max)
		return false;
	*ret = (uint32_t)number;
	return true;
}

static bool put_time(void *field, const struct key *key, const char *text, const char *end, expectation expected)
{
	uint64_t ps;

	if (!read_time(text, end, &ps) || (double)ps < key->min || (double)ps > key->max) {
		snprintf(expected, sizeof(expectation), "a time of %g to %g ns with its unit (ns, us or ms), as 30us",
		         key->min / 1e3, key->max / 1e3);
		return false;
	}
	memcpy(field, &ps, sizeof(ps));
	return true;
}

static bool put_real(void *field, const struct key *key, const char *text, const char *end, expectation expected)
{
	double number;
	char *rest;

	if (!read_real(text, &rest, &number) || rest != end || number < key->min || number > key->max) {
		snprintf(expected, sizeof(expectation), "a number from %g to %g", key->min, key->max);
		return false;
	}
	memcpy(field, &number, sizeof(number));
	return true;
}

static bool put_count(void *field, const struct key *key, const char *text, const char *end, expectation expected)
{
	uint32_t number;

	if (!read_count(text, end, key, &number)) {
		snprintf(expected, sizeof(expectation), "a whole number from %.0f to %.0f", key->min, key->max);
		return false;
	}
	memcpy(field, &number, sizeof(number));
	return true;
}

static bool put_lengths(struct link_traffic *traffic, const struct key *key, const char *text, const char *end,
                        expectation expected)
{
	const char *dots = strstr(text, "..");
	uint32_t min, max;

	if (!read_count(text, dots ? dots : end, key, &min) || !read_count(dots ? dots + 2 : text, end, key, &max) || min > max) {
		snprintf(expected, sizeof(expectation), "a length or from..to in octets DA..FCS, %.0f or more, as 64..1518",
		         key->min);
		return false;
	}
	traffic->len_min = min;
	traffic->len_max = max;
	return true;
}

static bool put_dut(struct link_end *end, const char *text, expectation expected)
{
	const struct dut *dut = dut_by_name(text);

	if (!dut) {
		size_t used = (size_t)snprintf(expected, sizeof(expectation), "a row of regs/<device>/duts.def:");
		for (size_t i = 0; i < dut_count && used < sizeof(expectation); i++)
			used += (size_t)snprintf(expected + used, sizeof(expectation) - used, " %s", dut_table[i].name);
		return false;
	}
	end->dut = dut;
	return true;
}

static bool put_as(bool *model, const char *text, expectation expected)
{
	*model = !strcmp(text, "model");
	if (*model || !strcmp(text, "rtl"))
		return true;
	snprintf(expected, sizeof(expectation), "rtl or model");
	return false;
}

static bool put_cut(struct link_cable *cable, const char *text, const char *end, expectation expected)
{
	const char *dots = strstr(text, "..");
	struct link_cut cut;

	if (!dots || !read_time(text, dots, &cut.from_ps) || !read_time(dots + 2, end, &cut.to_ps) || cut.from_ps >= cut.to_ps) {
		snprintf(expected, sizeof(expectation), "times from..to, as 200us..300us");
		return false;
	}
	if (cable->cuts == LINK_CUTS_MAX) {
		snprintf(expected, sizeof(expectation), "at most %d cuts in a direction", LINK_CUTS_MAX);
		return false;
	}
	cable->cut[cable->cuts++] = cut;
	return true;
}

/* OBJECT: what the statement is about. False: *expected says what TEXT should be. */
static bool put_value(void *object, const struct key *key, const char *text, expectation expected)
{
	const char *end = text + strlen(text);
	void *field = (char *)object + key->offset;

	switch (key->form) {
	case FORM_TIME:
		return put_time(field, key, text, end, expected);
	case FORM_REAL:
		return put_real(field, key, text, end, expected);
	case FORM_COUNT:
		return put_count(field, key, text, end, expected);
	case FORM_LENGTHS:
		return put_lengths(&((struct link_end *)object)->traffic, key, text, end, expected);
	case FORM_DUT:
		return put_dut(object, text, expected);
	case FORM_AS:
		return put_as(field, text, expected);
	case FORM_CUT:
		return put_cut(object, text, end, expected);
	}
	return false;
}

static const struct key *key_of(const char *statement, const char *name)
{
	for (size_t i = 0; i < KEYS; i++)
		if (!strcmp(keys[i].statement, statement) && !strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

static void known_keys(const char *statement, expectation ret)
{
	size_t used = (size_t)snprintf(ret, sizeof(expectation), "one of");

	for (size_t i = 0; i < KEYS && used < sizeof(expectation); i++)
		if (!strcmp(keys[i].statement, statement))
			used += (size_t)snprintf(ret + used, sizeof(expectation) - used, " %s=", keys[i].name);
}

/* The objects that WHICH of a subject means: a range of indices. NULL: all. False: there is no such. */
static bool objects_of(enum subject subject, const char *which, unsigned *ret_first, unsigned *ret_last)
{
	static const char *const names[][LINK_ENDS] = { [SUBJECT_CABLE] = { "a>b", "b>a" }, [SUBJECT_END] = { "a", "b" } };

	*ret_first = 0;
	*ret_last = subject == SUBJECT_CABLE ? 1 : 0;
	if (!which)
		return subject != SUBJECT_END;
	for (unsigned i = 0; subject != SUBJECT_LINK && i < LINK_ENDS; i++)
		if (!strcmp(names[subject][i], which)) {
			*ret_first = *ret_last = i;
			return true;
		}
	return false;
}

static void *object_of(struct link_description *link, enum subject subject, unsigned i)
{
	if (subject == SUBJECT_LINK)
		return link;
	return subject == SUBJECT_CABLE ? (void *)&link->cable[i] : (void *)&link->end[i];
}

static bool put_all(struct link_description *link, const struct statement *statement, unsigned first, unsigned last,
                    const struct key *key, const char *text, expectation expected)
{
	for (unsigned i = first; i <= last; i++)
		if (!put_value(object_of(link, statement->subject, i), key, text, expected))
			return false;
	return true;
}

static const struct statement *statement_of(const char *name)
{
	for (size_t i = 0; i < STATEMENTS; i++)
		if (!strcmp(statements[i].name, name))
			return &statements[i];
	return NULL;
}

/* ---- lines ---- */

static int refuse(const struct reader *r, const char *at, const char *expected)
{
	return env_refuse(r->error, "%s:%u:%u: expected %s", r->path, r->line, (unsigned)(at - r->text) + 1, expected);
}

/* The next word into RET; where it begins, NULL at the end of the line. */
static const char *next_word(const char **at, char ret[WORD_MAX])
{
	const char *begin = *at + strspn(*at, " \t\r\n");
	size_t len = strcspn(begin, " \t\r\n");

	*at = begin + len;
	if (!len)
		return NULL;
	snprintf(ret, WORD_MAX, "%.*s", (int)len, begin);
	return begin;
}

static int read_pairs(struct reader *r, const char *at, const struct statement *statement, unsigned first, unsigned last)
{
	char word[WORD_MAX];
	const char *begin;

	while ((begin = next_word(&at, word))) {
		char *equals = strchr(word, '=');
		const struct key *key;
		expectation expected;

		if (equals)
			*equals = 0;
		key = equals ? key_of(statement->name, word) : NULL;
		if (!key) {
			known_keys(statement->name, expected);
			return refuse(r, begin, expected);
		}
		if (!put_all(r->link, statement, first, last, key, equals + 1, expected))
			return refuse(r, begin + (equals + 1 - word), expected);
	}
	return 0;
}

/* "a", "b", "a>b" or nothing behind the statement's word. */
static int read_objects(struct reader *r, const char **at, const struct statement *statement, unsigned *ret_first,
                        unsigned *ret_last)
{
	const char *before = *at, *begin;
	char word[WORD_MAX];

	begin = next_word(at, word);
	if (statement->subject == SUBJECT_LINK || (statement->subject == SUBJECT_CABLE && (!begin || strchr(word, '=')))) {
		*at = before;
		objects_of(statement->subject, NULL, ret_first, ret_last);
		return 0;
	}
	if (begin && objects_of(statement->subject, word, ret_first, ret_last))
		return 0;
	return refuse(r, begin ? begin : before, statement->subject == SUBJECT_END ? "a or b" : "a>b, b>a or key=value");
}

/* A second line about the same thing would hide the first. */
static int note_seen(struct reader *r, const char *at, const struct statement *statement, unsigned first, unsigned last)
{
	bool *seen = r->seen[statement - statements];

	if (statement->subject == SUBJECT_CABLE)
		return 0;
	if (seen[first])
		return refuse(r, at, "one line about it; this is the second");
	seen[first] = seen[last] = true;
	if (!strcmp(statement->name, "end"))
		r->end_line[first] = r->line;
	if (!strcmp(statement->name, "traffic"))
		r->link->end[first].traffic.len_min = r->link->end[first].traffic.len_max = 1518;
	return 0;
}

static int read_statement(struct reader *r)
{
	const char *at = r->text, *begin;
	const struct statement *statement;
	char word[WORD_MAX];
	unsigned first = 0, last = 0;
	int rc;

	begin = next_word(&at, word);
	if (!begin)
		return 0;
	statement = statement_of(word);
	if (!statement)
		return refuse(r, begin, "link, cable, end, traffic or host");
	rc = read_objects(r, &at, statement, &first, &last);
	if (!rc)
		rc = note_seen(r, begin, statement, first, last);
	return rc ? rc : read_pairs(r, at, statement, first, last);
}

static int read_version(struct reader *r)
{
	const char *at = r->text, *begin;
	char word[WORD_MAX], version[WORD_MAX];

	begin = next_word(&at, word);
	if (!begin || strcmp(word, "pausebench-link"))
		return refuse(r, begin ? begin : r->text, "pausebench-link 1 as the first line");
	begin = next_word(&at, version);
	if (!begin || strcmp(version, "1"))
		return refuse(r, begin ? begin : at, "version 1, the one that this program reads");
	return 0;
}

static int read_lines(struct reader *r, FILE *in)
{
	bool versioned = false;
	int rc = 0;

	while (!rc && fgets(r->text, sizeof(r->text), in)) {
		size_t len = strlen(r->text);
		r->line++;
		if (len + 1 == sizeof(r->text) && r->text[len - 1] != '\n')
			return refuse(r, r->text + len, "a shorter line");
		r->text[strcspn(r->text, "#")] = 0;
		if (!r->text[strspn(r->text, " \t\r\n")])
			continue;
		rc = versioned ? read_statement(r) : read_version(r);
		versioned = true;
	}
	if (!rc && ferror(in))
		return env_fail(r->error, EIO, "cannot read %s", r->path);
	if (rc || versioned)
		return rc;
	r->line = r->line ? r->line : 1;
	r->text[0] = 0;
	return refuse(r, r->text, "pausebench-link 1 as the first line");
}

static int check_ends(struct reader *r)
{
	char place[320];

	for (unsigned i = 0; i < LINK_ENDS; i++)
		if (!r->end_line[i])
			return env_refuse(r->error, "%s:%u:1: expected a line 'end %c dut=...' before the end of the file",
			                  r->path, r->line + 1, 'a' + (int)i);
	snprintf(place, sizeof(place), "%s:%u:1", r->path, r->end_line[1]);
	return link_file_check(r->link, place, r->error);
}

static void take_name(struct link_description *link, const char *path)
{
	const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path, *dot = strrchr(stem, '.');

	snprintf(link->name, sizeof(link->name), "%.*s", dot && dot > stem ? (int)(dot - stem) : (int)strlen(stem), stem);
}

int link_file_read_stream(struct link_description *ret, FILE *in, const char *path, struct env_error *ret_error)
{
	struct reader r = { .link = ret, .path = path, .error = ret_error };
	int rc;

	link_file_defaults(ret);
	take_name(ret, path);
	rc = read_lines(&r, in);
	return rc ? rc : check_ends(&r);
}

int link_file_read(struct link_description *ret, const char *path, struct env_error *ret_error)
{
	FILE *in = fopen(path, "r");
	int rc;

	if (!in)
		return env_fail(ret_error, errno, "cannot read %s", path);
	rc = link_file_read_stream(ret, in, path, ret_error);
	fclose(in);
	return rc;
}

/* ---- settings ---- */

static int refuse_setting(struct env_error *ret_error, const char *setting, const char *expected)
{
	return env_refuse(ret_error, "--set %s: expected %s", setting, expected);
}

int link_file_set(struct link_description *link, const char *setting, struct env_error *ret_error)
{
	char word[WORD_MAX], *equals, *dot, *which;
	const struct statement *statement;
	const struct key *key;
	expectation expected;
	unsigned first = 0, last = 0;

	snprintf(word, sizeof(word), "%s", setting);
	equals = strchr(word, '=');
	dot = strchr(word, '.');
	if (!equals || !dot || dot > equals)
		return refuse_setting(ret_error, setting,
		                      "what.key=value, as end.b.headroom=30, cable.a>b.ber=1e-7 or link.time=1ms");
	*equals = *dot = 0;
	statement = statement_of(word);
	if (!statement)
		return refuse_setting(ret_error, setting, "link, cable, end, traffic or host before the first dot");
	which = dot + 1;
	dot = strchr(which, '.');
	if (dot)
		*dot = 0;
	if (!objects_of(statement->subject, dot ? which : NULL, &first, &last))
		return refuse_setting(ret_error, setting,
		                      statement->subject == SUBJECT_END ? "a or b behind the first dot"
		                                                        : "a>b, b>a or a key behind the first dot");
	key = key_of(word, dot ? dot + 1 : which);
	if (!key) {
		known_keys(word, expected);
		return refuse_setting(ret_error, setting, expected);
	}
	if (!put_all(link, statement, first, last, key, equals + 1, expected))
		return refuse_setting(ret_error, setting, expected);
	if (!strcmp(word, "traffic") && !link->end[first].traffic.len_max)
		link->end[first].traffic.len_min = link->end[first].traffic.len_max = 1518;
	return 0;
}

/* ---- the whole ---- */

static int check_rate(const struct link_description *link, const struct dut *dut, const char *text, struct env_error *ret_error)
{
	struct link_pace pace;
	char rates[32];

	if (link_pace(dut, link->rate, &pace))
		return 0;
	link_rates(dut, rates);
	return env_refuse(ret_error, "%s: rate=%" PRIu32 " is not possible; %s has %s Mb/s", text, link->rate, dut->name, rates);
}

static int check_end(const struct link_description *link, unsigned i, const char *text, struct env_error *ret_error)
{
	const struct link_end *end = &link->end[i];
	struct link_flow flow;
	int rc = check_rate(link, end->dut, text, ret_error);

	if (!rc)
		rc = link_flow(end, &flow, text, ret_error);

	if (rc)
		return rc;
	for (unsigned from = 0; from < LINK_ENDS; from++)
		if (link->end[from].traffic.len_max > link_len_max(end->dut))
			return env_refuse(
			    ret_error, "%s: traffic %c: len=%" PRIu32 " is more than %" PRIu32 ", the longest frame of %s", text,
			    'a' + (int)from, link->end[from].traffic.len_max, link_len_max(end->dut), end->dut->name);
	if (end->host.every_ps && end->host.stop_ps >= end->host.every_ps)
		return env_refuse(
		    ret_error,
		    "%s: host %c: stop is not shorter than every, so the host would never take anything; make it shorter", text,
		    'a' + (int)i);
	return 0;
}

int link_file_check(const struct link_description *link, const char *text, struct env_error *ret_error)
{
	const struct dut *a = link->end[0].dut, *b = link->end[1].dut;
	int rc = 0;

	if (dut_octet_hz(a) != dut_octet_hz(b) || (a->phy == PHY_XGMII) != (b->phy == PHY_XGMII))
		return env_refuse(ret_error,
		                  "%s: %s has %" PRIu64 " Mb/s and %s %" PRIu64
		                  " Mb/s; both ends must have the same rate and kind of PHY",
		                  text, a->name, dut_octet_hz(a) * 8 / 1000000, b->name, dut_octet_hz(b) * 8 / 1000000);
	for (unsigned i = 0; !rc && i < LINK_ENDS; i++)
		rc = check_end(link, i, text, ret_error);
	return rc;
}

/* ---- writer ---- */

static void write_time(FILE *out, const char *key, uint64_t ps)
{
	if (ps % (1000 * PS_PER_NS))
		fprintf(out, " %s=%.15gns", key, (double)ps / 1e3);
	else
		fprintf(out, " %s=%.15gus", key, (double)ps / 1e6);
}

static void write_cable(FILE *out, const char *name, const struct link_cable *cable)
{
	fprintf(out, "cable %s length=%.17g velocity=%.17g ber=%.17g lose=%.17g", name, cable->length_m, cable->velocity,
	        cable->ber, cable->lose);
	for (unsigned i = 0; i < cable->cuts; i++)
		fprintf(out, " cut=%.15gns..%.15gns", (double)cable->cut[i].from_ps / 1e3, (double)cable->cut[i].to_ps / 1e3);
	fputc('\n', out);
}

static void write_count(FILE *out, const char *key, uint32_t value)
{
	if (value != LINK_AUTO)
		fprintf(out, " %s=%" PRIu32, key, value);
}

static void write_end(FILE *out, char name, const struct link_end *end)
{
	fprintf(out, "end %c dut=%s as=%s", name, end->dut->name, end->model ? "model" : "rtl");
	write_count(out, "headroom", end->headroom);
	write_count(out, "resume", end->resume);
	write_count(out, "time", end->time);
	fputc('\n', out);
	if (end->traffic.len_max)
		fprintf(out, "traffic %c len=%" PRIu32 "..%" PRIu32 " load=%.17g burst=%" PRIu32 "\n", name, end->traffic.len_min,
		        end->traffic.len_max, end->traffic.load, end->traffic.burst);
	fprintf(out, "host %c rate=%.17g", name, end->host.rate);
	write_time(out, "stop", end->host.stop_ps);
	write_time(out, "every", end->host.every_ps);
	write_time(out, "phase", end->host.phase_ps);
	fputc('\n', out);
}

void link_file_write(const struct link_description *link, FILE *out)
{
	static const char *const directions[LINK_ENDS] = { "a>b", "b>a" };

	fprintf(out, "pausebench-link %d\nlink", VERSION);
	write_time(out, "time", link->time_ps);
	fprintf(out, " seed=%" PRIu32, link->seed);
	write_count(out, "rate", link->rate);
	fputc('\n', out);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		write_cable(out, directions[i], &link->cable[i]);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		write_end(out, (char)('a' + i), &link->end[i]);
}
