/* SPDX-License-Identifier: Apache-2.0 */
/* Reads, writes and checks the description of a link, a .link file. doc/use/link.md 4. */
#include "link_file.h"

#include "link_clock.h"
#include "link_device.h"
#include "link_values.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_OCTETS = 1024, WORD_MAX = 256, VERSION = 1 };
enum { LINK_WIRE_OCTETS = 20 /* preamble, SFD and gap */, GAP_GIVES = 4 };
#define PS_PER_NS UINT64_C(1000)

struct reader {
	struct link_description *link;
	const char *path;
	struct env_error *error;
	unsigned line;
	char text[LINE_MAX_OCTETS];            /* the line */
	unsigned end_line[LINK_ENDS];          /* the numbers of the lines "end a" and "end b" */
	bool seen[LINK_STATEMENTS][LINK_ENDS]; /* for a cable [1] is the direction b>a */
};

void link_file_defaults(struct link_description *ret)
{
	*ret = (struct link_description){ .name = "link", .time_ps = UINT64_C(1000000000), .seed = 1, .rate = LINK_AUTO };
	for (unsigned i = 0; i < LINK_ENDS; i++) {
		ret->cable[i] = (struct link_cable){ .length_m = 100, .velocity = 0.66 };
		ret->end[i] = (struct link_end){ .dut = &dut_table[0],
			                         .headroom = LINK_AUTO,
			                         .resume = LINK_AUTO,
			                         .time = LINK_AUTO,
			                         .reaction = LINK_AUTO,
			                         .traffic = { .load = 1, .burst = 1 },
			                         .host = { .rate = 1 } };
	}
}

/* ---- lines ---- */

static int refuse_word(const struct reader *r, const char *at, const char *expected)
{
	return env_refuse(r->error, "%s:%u:%u: expected %s", r->path, r->line, (unsigned)(at - r->text) + 1, expected);
}

/* Writes the next word into RET. Returns the place where it begins; NULL at the end of the line. */
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

static int read_pairs(struct reader *r, const char *at, const struct link_statement *statement, unsigned first, unsigned last)
{
	char word[WORD_MAX];
	const char *begin;

	while ((begin = next_word(&at, word))) {
		char *equals = strchr(word, '=');
		const struct link_key *key;
		link_expectation expected;

		if (equals)
			*equals = 0;
		key = equals ? link_key(statement->name, word) : NULL;
		if (!key) {
			link_known_keys(statement->name, expected);
			return refuse_word(r, begin, expected);
		}
		if (!link_put(r->link, statement, first, last, key, equals + 1, expected))
			return refuse_word(r, begin + (equals + 1 - word), expected);
	}
	return 0;
}

/* Reads "a", "b", "a>b" or nothing after the first word of a line. */
static int read_objects(struct reader *r, const char **at, const struct link_statement *statement, unsigned *ret_first,
                        unsigned *ret_last)
{
	const char *before = *at, *begin;
	char word[WORD_MAX];

	begin = next_word(at, word);
	if (statement->subject == LINK_SUBJECT_LINK ||
	    (statement->subject == LINK_SUBJECT_CABLE && (!begin || strchr(word, '=')))) {
		*at = before;
		link_objects(statement->subject, NULL, ret_first, ret_last);
		return 0;
	}
	if (begin && link_objects(statement->subject, word, ret_first, ret_last))
		return 0;
	return refuse_word(r, begin ? begin : before,
	                   statement->subject == LINK_SUBJECT_END ? "a or b" : "a>b, b>a or key=value");
}

/* Refuses a second line about the same thing, which would hide the first. */
static int note_seen(struct reader *r, const char *at, const struct link_statement *statement, unsigned first, unsigned last)
{
	bool *seen = r->seen[statement - link_statements];

	if (statement->subject == LINK_SUBJECT_CABLE)
		return 0;
	if (seen[first])
		return refuse_word(r, at, "one line about it; this is the second");
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
	const struct link_statement *statement;
	char word[WORD_MAX];
	unsigned first = 0, last = 0;
	int rc;

	begin = next_word(&at, word);
	if (!begin)
		return 0;
	statement = link_statement(word);
	if (!statement)
		return refuse_word(r, begin, "link, cable, end, traffic or host");
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
		return refuse_word(r, begin ? begin : r->text, "pausebench-link 1 as the first line");
	begin = next_word(&at, version);
	if (!begin || strcmp(version, "1"))
		return refuse_word(r, begin ? begin : at, "version 1, the one that this program reads");
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
			return refuse_word(r, r->text + len, "a shorter line");
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
	return refuse_word(r, r->text, "pausebench-link 1 as the first line");
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
	const struct link_statement *statement;
	const struct link_key *key;
	link_expectation expected;
	unsigned first = 0, last = 0;

	snprintf(word, sizeof(word), "%s", setting);
	equals = strchr(word, '=');
	dot = strchr(word, '.');
	if (!equals || !dot || dot > equals)
		return refuse_setting(ret_error, setting,
		                      "what.key=value, as end.b.headroom=30, cable.a>b.ber=1e-7 or link.time=1ms");
	*equals = *dot = 0;
	statement = link_statement(word);
	if (!statement)
		return refuse_setting(ret_error, setting, "link, cable, end, traffic or host before the first dot");
	which = dot + 1;
	dot = strchr(which, '.');
	if (dot)
		*dot = 0;
	if (!link_objects(statement->subject, dot ? which : NULL, &first, &last))
		return refuse_setting(ret_error, setting,
		                      statement->subject == LINK_SUBJECT_END ? "a or b after the first dot"
		                                                             : "a>b, b>a or a key after the first dot");
	key = link_key(word, dot ? dot + 1 : which);
	if (!key) {
		link_known_keys(word, expected);
		return refuse_setting(ret_error, setting, expected);
	}
	if (!link_put(link, statement, first, last, key, equals + 1, expected))
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

	if (link_pace(dut, link->rate, 0, &pace))
		return 0;
	link_rates(dut, rates);
	return env_refuse(ret_error, "%s: rate=%" PRIu32 " is not possible; %s has %s Mb/s", text, link->rate, dut->name, rates);
}

/* Refuses a reaction for RTL, which cannot be changed, and for a golden model a shorter one than that of its row. */
static int check_reaction(const struct link_end *end, unsigned i, const char *text, struct env_error *ret_error)
{
	if (end->reaction == LINK_AUTO)
		return 0;
	if (!end->model)
		return env_refuse(ret_error, "%s: end %c: reaction= is for as=model; RTL takes the time that it takes", text,
		                  'a' + (int)i);
	if (end->reaction < end->dut->timing.inhibit)
		return env_refuse(ret_error, "%s: end %c: reaction=%" PRIu32 " is less than the %" PRIu32 " of %s", text,
		                  'a' + (int)i, end->reaction, end->dut->timing.inhibit, end->dut->name);
	return 0;
}

static int check_end(const struct link_description *link, unsigned i, const char *text, struct env_error *ret_error)
{
	const struct link_end *end = &link->end[i];
	struct link_flow flow;
	int rc = check_rate(link, end->dut, text, ret_error);

	if (!rc)
		rc = check_reaction(end, i, text, ret_error);
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

/* Refuses clocks that differ by so much that the gap after a frame cannot make up for it. A gap may give up four octets: of 12 the 8 are left
 * that a receiver of 10 to 1000 Mb/s must accept, of the 9 at 10 Gb/s the 5 (802.3 4.4.2). */
static int check_gaps(const struct link_description *link, const char *text, struct env_error *ret_error)
{
	const double apart = abs(link->end[0].ppm - link->end[1].ppm);

	for (unsigned from = 0; from < LINK_ENDS; from++) {
		const uint32_t len = link->end[from].traffic.len_max;
		if ((len + LINK_WIRE_OCTETS) * apart * 1e-6 >= GAP_GIVES)
			return env_refuse(ret_error,
			                  "%s: traffic %c: the gap after a frame of %" PRIu32
			                  " octets cannot make up for clocks that are %.0f millionths apart; at most %.0f",
			                  text, 'a' + (int)from, len, apart,
			                  ceil(GAP_GIVES * 1e6 / (len + LINK_WIRE_OCTETS)) - 1);
	}
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
	return rc ? rc : check_gaps(link, text, ret_error);
}

/* ---- writer ---- */

static bool same_number(double a, double b)
{
	return !(a < b) && !(a > b);
}

/* Writes " KEY=VALUE" with as few digits as read back equal, unless VALUE is USUAL. */
static void write_number(FILE *out, const char *key, double value, double usual)
{
	char text[40];
	int digits = 1;

	if (same_number(value, usual))
		return;
	do
		snprintf(text, sizeof(text), "%.*g", digits, value);
	while (!same_number(strtod(text, NULL), value) && digits++ < 17);
	fprintf(out, " %s=%s", key, text);
}

static void write_moment(FILE *out, uint64_t ps)
{
	if (ps % (1000 * PS_PER_NS))
		fprintf(out, "%.15gns", (double)ps / 1e3);
	else
		fprintf(out, "%.15gus", (double)ps / 1e6);
}

/* Writes a time unless it is 0. */
static void write_time(FILE *out, const char *key, uint64_t ps)
{
	if (!ps)
		return;
	fprintf(out, " %s=", key);
	write_moment(out, ps);
}

static bool same_cable(const struct link_cable *a, const struct link_cable *b)
{
	bool same = same_number(a->length_m, b->length_m) && same_number(a->velocity, b->velocity) &&
	            same_number(a->ber, b->ber) && same_number(a->lose, b->lose) && a->cuts == b->cuts;

	for (unsigned i = 0; same && i < a->cuts; i++)
		same = a->cut[i].from_ps == b->cut[i].from_ps && a->cut[i].to_ps == b->cut[i].to_ps;
	return same;
}

static void write_cable(FILE *out, const char *name, const struct link_cable *cable, const struct link_cable *usual)
{
	if (same_cable(cable, usual))
		return;
	fprintf(out, "cable%s", name);
	write_number(out, "length", cable->length_m, usual->length_m);
	write_number(out, "velocity", cable->velocity, usual->velocity);
	write_number(out, "ber", cable->ber, usual->ber);
	write_number(out, "lose", cable->lose, usual->lose);
	for (unsigned i = 0; i < cable->cuts; i++) {
		fputs(" cut=", out);
		write_moment(out, cable->cut[i].from_ps);
		fputs("..", out);
		write_moment(out, cable->cut[i].to_ps);
	}
	fputc('\n', out);
}

static void write_count(FILE *out, const char *key, uint32_t value, uint32_t usual)
{
	if (value != usual)
		fprintf(out, " %s=%" PRIu32, key, value);
}

static void write_traffic(FILE *out, char name, const struct link_traffic *traffic, const struct link_traffic *usual)
{
	if (!traffic->len_max)
		return;
	fprintf(out, "traffic %c len=%" PRIu32, name, traffic->len_min);
	if (traffic->len_min != traffic->len_max)
		fprintf(out, "..%" PRIu32, traffic->len_max);
	write_number(out, "load", traffic->load, usual->load);
	write_count(out, "burst", traffic->burst, usual->burst);
	fputc('\n', out);
}

static void write_host(FILE *out, char name, const struct link_host *host, const struct link_host *usual)
{
	if (same_number(host->rate, usual->rate) && !host->stop_ps && !host->every_ps && !host->phase_ps)
		return;
	fprintf(out, "host %c", name);
	write_number(out, "rate", host->rate, usual->rate);
	write_time(out, "stop", host->stop_ps);
	write_time(out, "every", host->every_ps);
	write_time(out, "phase", host->phase_ps);
	fputc('\n', out);
}

static void write_end(FILE *out, char name, const struct link_end *end, const struct link_end *usual)
{
	fprintf(out, "end %c dut=%s as=%s", name, end->dut->name, end->model ? "model" : "rtl");
	write_count(out, "headroom", end->headroom, LINK_AUTO);
	write_count(out, "resume", end->resume, LINK_AUTO);
	write_count(out, "time", end->time, LINK_AUTO);
	write_count(out, "reaction", end->reaction, LINK_AUTO);
	if (end->ppm)
		fprintf(out, " ppm=%" PRId32, end->ppm);
	fputc('\n', out);
	write_traffic(out, name, &end->traffic, &usual->traffic);
	write_host(out, name, &end->host, &usual->host);
}

void link_file_write(const struct link_description *link, FILE *out)
{
	static const char *const directions[LINK_ENDS] = { " a>b", " b>a" };
	bool both = same_cable(&link->cable[0], &link->cable[1]);
	struct link_description usual;

	link_file_defaults(&usual);
	fprintf(out, "pausebench-link %d\nlink", VERSION);
	write_time(out, "time", link->time_ps);
	write_count(out, "seed", link->seed, usual.seed);
	write_count(out, "rate", link->rate, LINK_AUTO);
	fputc('\n', out);
	for (unsigned i = 0; i < (both ? 1 : LINK_ENDS); i++)
		write_cable(out, both ? "" : directions[i], &link->cable[i], &usual.cable[i]);
	for (unsigned i = 0; i < LINK_ENDS; i++)
		write_end(out, (char)('a' + i), &link->end[i], &usual.end[i]);
}
