/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the values of loops into the lines of their blocks: $NAME, ${NAME}, and ${EXPRESSION} with +, - and *; doc/reference/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 16 /* the most hexadecimal digits of a value */ };

/* How far a line is read and written: the line with the values replaces the reader's text. */
struct putting {
	struct reader *r;
	const char *line, *at; /* the line, and how far it has been read */
	size_t used;           /* how many characters of the reader's text are written */
};

/* Refuses what stands at AT of the line. The line becomes the reader's text again, so that the message shows it and names its
 * column. */
static int refuse(const struct putting *p, const char *at, const char *message)
{
	strcpy(p->r->text, p->line);
	return reader_refuse(p->r, p->r->text + (at - p->line), "%s", message);
}

/* ---- variables ---- */

static bool is_name_character(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *text)
{
	size_t len = 0;

	while (is_name_character(text[len]))
		len++;
	return isalpha((unsigned char)*text) ? len : 0;
}

const struct variable *reader_variable(const struct reader *r, const char *name, size_t len)
{
	for (const struct variable *v = r->variables; v; v = v->outer)
		if (strlen(v->name) == len && !strncmp(v->name, name, len))
			return v;
	return NULL;
}

/* Refuses what stands at AT because it is no variable, with the names of the variables. */
static int unknown(const struct putting *p, const char *at)
{
	const struct variable *v = p->r->variables;
	char message[160] = "expected the value of a loop around this line:";

	if (!v->outer) {
		snprintf(message, sizeof(message), "expected $%s or ${%s}, the value of the %s", v->name, v->name, v->kind);
		return refuse(p, at, message);
	}
	for (; v; v = v->outer) {
		size_t used = strlen(message);
		snprintf(message + used, sizeof(message) - used, " $%s", v->name);
	}
	return refuse(p, at, message);
}

/* ---- expressions ---- */

static void skip_blanks(struct putting *p)
{
	while (*p->at == ' ' || *p->at == '\t')
		p->at++;
}

static int read_constant(struct putting *p, int64_t *ret)
{
	const char *begin = p->at;
	char text[DIGITS_MAX + 8];
	size_t len = 0;
	uint64_t value;
	bool over;

	while (is_name_character(p->at[len]))
		len++;
	snprintf(text, sizeof(text), "%.*s", (int)len, begin);
	if (len >= sizeof(text) || !number_parse(text, &value, &over) || over || value > INT64_MAX)
		return refuse(p, begin, "expected a number of at most 63 bits, decimal or 0x...");
	p->at += len;
	*ret = (int64_t)value;
	return 0;
}

/* Reads a number or a name, which may have a sign. */
static int read_factor(struct putting *p, int64_t *ret)
{
	const struct variable *v;
	bool negative = false;
	char message[96];
	size_t len;

	for (skip_blanks(p); *p->at == '-'; skip_blanks(p)) {
		negative = !negative;
		p->at++;
	}
	if (isdigit((unsigned char)*p->at)) {
		int err = read_constant(p, ret);
		*ret = negative ? -*ret : *ret;
		return err;
	}
	len = name_length(p->at);
	if (!len)
		return refuse(p, p->at, "expected the name of a loop's value or a number");
	v = reader_variable(p->r, p->at, len);
	if (!v)
		return unknown(p, p->at);
	if (!v->is_number) {
		snprintf(message, sizeof(message), "%s is '%.*s' here, which is no number", v->name, READER_SHOWN_MAX, v->text);
		return refuse(p, p->at, message);
	}
	p->at += len;
	*ret = negative ? -v->value : v->value;
	return 0;
}

static int read_product(struct putting *p, int64_t *ret)
{
	int err = read_factor(p, ret);

	for (skip_blanks(p); !err && *p->at == '*'; skip_blanks(p)) {
		const char *at = p->at++;
		int64_t factor;
		err = read_factor(p, &factor);
		if (!err && __builtin_mul_overflow(*ret, factor, ret))
			err = refuse(p, at, "the value has more than 63 bits");
	}
	return err;
}

static int read_sum(struct putting *p, int64_t *ret)
{
	int err = read_product(p, ret);

	for (skip_blanks(p); !err && (*p->at == '+' || *p->at == '-'); skip_blanks(p)) {
		const char *at = p->at++;
		int64_t term;
		err = read_product(p, &term);
		if (!err && (*at == '+' ? __builtin_add_overflow(*ret, term, ret) : __builtin_sub_overflow(*ret, term, ret)))
			err = refuse(p, at, "the value has more than 63 bits");
	}
	return err;
}

/* ---- lines ---- */

static int put_text(struct putting *p, const char *text, size_t len)
{
	if (p->used + len > READER_LINE_MAX)
		return refuse(p, p->at, "the line with the values of its loops has too many characters");
	memcpy(p->r->text + p->used, text, len);
	p->used += len;
	return 0;
}

static int put_number(struct putting *p, const char *at, int64_t value, int digits)
{
	char text[40], message[80];

	if (digits && value < 0) {
		snprintf(message, sizeof(message), "%" PRId64 " is below 0 and has no hexadecimal form here", value);
		return refuse(p, at, message);
	}
	if (digits)
		snprintf(text, sizeof(text), "%0*" PRIx64, digits, (uint64_t)value);
	else
		snprintf(text, sizeof(text), "%" PRId64, value);
	return put_text(p, text, strlen(text));
}

/* Reads ":x" or ":x4" and gives the least number of digits; 0 if there is neither. */
static int read_digits(struct putting *p, int *ret_digits)
{
	*ret_digits = 0;
	if (*p->at != ':')
		return 0;
	if (p->at[1] != 'x')
		return refuse(p, p->at, "expected :x, which writes the value in hexadecimal");
	p->at += 2;
	*ret_digits = 2;
	if (!isdigit((unsigned char)*p->at) || p->r->version < 2)
		return 0;
	*ret_digits = (int)strtol(p->at, (char **)&p->at, 10);
	if (*ret_digits < 1 || *ret_digits > DIGITS_MAX)
		return refuse(p, p->at, "expected 1 to 16 digits");
	return 0;
}

/* Returns true if TEXT is a name that } or :x} follows. */
static bool is_plain(const char *text)
{
	size_t len = name_length(text);

	return len && (text[len] == '}' || !strncmp(text + len, ":x}", 3));
}

/* Puts the value of what stands between { and }. */
static int put_braced(struct putting *p, const char *dollar)
{
	size_t len = name_length(p->at);
	const struct variable *v = reader_variable(p->r, p->at, len);
	int64_t value;
	int digits, err;

	if (p->r->version < 2 && (!v || !is_plain(p->at)))
		return unknown(p, dollar);
	if (v && p->at[len] == '}') {
		p->at += len + 1;
		return put_text(p, v->text, strlen(v->text));
	}
	err = read_sum(p, &value);
	if (!err)
		err = read_digits(p, &digits);
	if (!err && *p->at != '}')
		err = refuse(p, p->at, "expected +, -, *, :x or }");
	if (err)
		return err;
	p->at++;
	return put_number(p, dollar, value, digits);
}

/* Puts the value of what begins with the $ at P->at. */
static int put_value(struct putting *p)
{
	const char *dollar = p->at++;
	const struct variable *v;
	size_t len;

	if (*p->at == '{') {
		p->at++;
		return put_braced(p, dollar);
	}
	len = name_length(p->at);
	v = reader_variable(p->r, p->at, len);
	if (!v)
		return unknown(p, dollar);
	p->at += len;
	return put_text(p, v->text, strlen(v->text));
}

int reader_put_values(struct reader *r)
{
	struct putting p = { .r = r };
	int err = 0;

	if (!r->variables)
		return 0;
	if (!r->raw && !(r->raw = malloc(READER_LINE_MAX + 1)))
		return -ENOMEM;
	strcpy(r->raw, r->text);
	p.line = p.at = r->raw;
	while (*p.at && *p.at != '#' && !err) {
		size_t len = strcspn(p.at, "$#");
		err = len ? put_text(&p, p.at, len) : put_value(&p);
		p.at += len;
	}
	if (err)
		return err;
	r->text[p.used] = 0;
	r->next = r->text;
	return 0;
}
