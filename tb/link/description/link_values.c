/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the statements, keys and values of a link's description. doc/use/link.md 4. */
#include "link_values.h"

#include "link_clock.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MAX_PS UINT64_C(10000000000000) /* 10 s */

const struct link_statement link_statements[LINK_STATEMENTS] = {
	{ "link", LINK_SUBJECT_LINK },   { "cable", LINK_SUBJECT_CABLE }, { "end", LINK_SUBJECT_END },
	{ "traffic", LINK_SUBJECT_END }, { "host", LINK_SUBJECT_END },
};
enum form { FORM_TIME, FORM_REAL, FORM_COUNT, FORM_PPM, FORM_LENGTHS, FORM_DUT, FORM_AS, FORM_CUT };

/* A key; its number lies between .min and .max. */
struct link_key {
	const char *statement, *name;
	enum form form;
	size_t offset; /* where the value is in struct link_description, link_cable or link_end */
	double min, max;
};
static const struct link_key keys[] = {
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
	{ "end", "reaction", FORM_COUNT, offsetof(struct link_end, reaction), 1, 100000 },
	{ "end", "ppm", FORM_PPM, offsetof(struct link_end, ppm), -LINK_PPM_MAX, LINK_PPM_MAX },
	{ "traffic", "len", FORM_LENGTHS, 0, LINK_LEN_MIN, 65535 },
	{ "traffic", "load", FORM_REAL, offsetof(struct link_end, traffic.load), 1e-6, 1 },
	{ "traffic", "burst", FORM_COUNT, offsetof(struct link_end, traffic.burst), 1, 1000000 },
	{ "host", "rate", FORM_REAL, offsetof(struct link_end, host.rate), 0, 1 },
	{ "host", "stop", FORM_TIME, offsetof(struct link_end, host.stop_ps), 0, 1e13 },
	{ "host", "every", FORM_TIME, offsetof(struct link_end, host.every_ps), 0, 1e13 },
	{ "host", "phase", FORM_TIME, offsetof(struct link_end, host.phase_ps), 0, 1e13 },
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

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

static bool read_count(const char *text, const char *end, const struct link_key *key, uint32_t *ret)
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

static bool put_time(void *field, const struct link_key *key, const char *text, const char *end, link_expectation expected)
{
	uint64_t ps;

	if (!read_time(text, end, &ps) || (double)ps < key->min || (double)ps > key->max) {
		snprintf(expected, sizeof(link_expectation), "a time of %g to %g ns with its unit (ns, us or ms), as 30us",
		         key->min / 1e3, key->max / 1e3);
		return false;
	}
	memcpy(field, &ps, sizeof(ps));
	return true;
}

static bool put_real(void *field, const struct link_key *key, const char *text, const char *end, link_expectation expected)
{
	double number;
	char *rest;

	if (!read_real(text, &rest, &number) || rest != end || number < key->min || number > key->max) {
		snprintf(expected, sizeof(link_expectation), "a number from %g to %g", key->min, key->max);
		return false;
	}
	memcpy(field, &number, sizeof(number));
	return true;
}

static bool put_count(void *field, const struct link_key *key, const char *text, const char *end, link_expectation expected)
{
	uint32_t number;

	if (!read_count(text, end, key, &number)) {
		snprintf(expected, sizeof(link_expectation), "a whole number from %.0f to %.0f", key->min, key->max);
		return false;
	}
	memcpy(field, &number, sizeof(number));
	return true;
}

static bool put_ppm(void *field, const struct link_key *key, const char *text, const char *end, link_expectation expected)
{
	const char *digits = text + (*text == '-' || *text == '+');
	char *rest = NULL;
	long number = isdigit((unsigned char)*digits) ? strtol(text, &rest, 10) : 0;
	int32_t ppm;

	if (rest != end || (double)number < key->min || (double)number > key->max) {
		snprintf(expected, sizeof(link_expectation),
		         "a whole number from %.0f to %.0f, the millionths by which the clock of this end is faster", key->min,
		         key->max);
		return false;
	}
	ppm = (int32_t)number;
	memcpy(field, &ppm, sizeof(ppm));
	return true;
}

static bool put_lengths(struct link_traffic *traffic, const struct link_key *key, const char *text, const char *end,
                        link_expectation expected)
{
	const char *dots = strstr(text, "..");
	uint32_t min, max;

	if (!read_count(text, dots ? dots : end, key, &min) || !read_count(dots ? dots + 2 : text, end, key, &max) || min > max) {
		snprintf(expected, sizeof(link_expectation), "a length or from..to in octets DA..FCS, %.0f or more, as 64..1518",
		         key->min);
		return false;
	}
	traffic->len_min = min;
	traffic->len_max = max;
	return true;
}

static bool put_dut(struct link_end *end, const char *text, link_expectation expected)
{
	const struct dut *dut = dut_by_name(text);

	if (!dut) {
		size_t used = (size_t)snprintf(expected, sizeof(link_expectation), "a row of regs/<device>/duts.def:");
		for (size_t i = 0; i < dut_count && used < sizeof(link_expectation); i++)
			used += (size_t)snprintf(expected + used, sizeof(link_expectation) - used, " %s", dut_table[i].name);
		return false;
	}
	if (dut->capabilities & CAP_OWN_QUANTUM) {
		snprintf(expected, sizeof(link_expectation), "a row with the quantum of 802.3, 512 bit times; %s has its own",
		         dut->name);
		return false;
	}
	end->dut = dut;
	return true;
}

static bool put_as(bool *model, const char *text, link_expectation expected)
{
	*model = !strcmp(text, "model");
	if (*model || !strcmp(text, "rtl"))
		return true;
	snprintf(expected, sizeof(link_expectation), "rtl or model");
	return false;
}

static bool put_cut(struct link_cable *cable, const char *text, const char *end, link_expectation expected)
{
	const char *dots = strstr(text, "..");
	struct link_cut cut;

	if (!dots || !read_time(text, dots, &cut.from_ps) || !read_time(dots + 2, end, &cut.to_ps) || cut.from_ps >= cut.to_ps) {
		snprintf(expected, sizeof(link_expectation), "times from..to, as 200us..300us");
		return false;
	}
	if (cable->cuts == LINK_CUTS_MAX) {
		snprintf(expected, sizeof(link_expectation), "at most %d cuts in a direction", LINK_CUTS_MAX);
		return false;
	}
	cable->cut[cable->cuts++] = cut;
	return true;
}

/* Gives KEY of OBJECT the value TEXT. Returns false if it cannot: EXPECTED then says what TEXT should be. */
static bool put_value(void *object, const struct link_key *key, const char *text, link_expectation expected)
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
	case FORM_PPM:
		return put_ppm(field, key, text, end, expected);
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

const struct link_key *link_key(const char *statement, const char *name)
{
	for (size_t i = 0; i < KEYS; i++)
		if (!strcmp(keys[i].statement, statement) && !strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

void link_known_keys(const char *statement, link_expectation ret)
{
	size_t used = (size_t)snprintf(ret, sizeof(link_expectation), "one of");

	for (size_t i = 0; i < KEYS && used < sizeof(link_expectation); i++)
		if (!strcmp(keys[i].statement, statement))
			used += (size_t)snprintf(ret + used, sizeof(link_expectation) - used, " %s=", keys[i].name);
}

bool link_objects(enum link_subject subject, const char *which, unsigned *ret_first, unsigned *ret_last)
{
	static const char *const names[][LINK_ENDS] = {
		[LINK_SUBJECT_CABLE] = { "a>b", "b>a" }, [LINK_SUBJECT_END] = { "a", "b" }
	};

	*ret_first = 0;
	*ret_last = subject == LINK_SUBJECT_CABLE ? 1 : 0;
	if (!which)
		return subject != LINK_SUBJECT_END;
	for (unsigned i = 0; subject != LINK_SUBJECT_LINK && i < LINK_ENDS; i++)
		if (!strcmp(names[subject][i], which)) {
			*ret_first = *ret_last = i;
			return true;
		}
	return false;
}

static void *object_of(struct link_description *link, enum link_subject subject, unsigned i)
{
	if (subject == LINK_SUBJECT_LINK)
		return link;
	return subject == LINK_SUBJECT_CABLE ? (void *)&link->cable[i] : (void *)&link->end[i];
}

bool link_put(struct link_description *link, const struct link_statement *statement, unsigned first, unsigned last,
              const struct link_key *key, const char *text, link_expectation expected)
{
	for (unsigned i = first; i <= last; i++)
		if (!put_value(object_of(link, statement->subject, i), key, text, expected))
			return false;
	return true;
}

const struct link_statement *link_statement(const char *name)
{
	for (size_t i = 0; i < LINK_STATEMENTS; i++)
		if (!strcmp(link_statements[i].name, name))
			return &link_statements[i];
	return NULL;
}
