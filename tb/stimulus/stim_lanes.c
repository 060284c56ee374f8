/* SPDX-License-Identifier: Apache-2.0 */
/* XGMII lanes as text: two hex digits are a data octet, a letter or !hh is a control code, *N repeats; doc/stimulus.md. */
#include "verbs.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { RUN_MIN = 3 }; /* shorter runs are written out */

static const struct {
	char letter;
	uint8_t code;
} codes[] = {
	{ 'S', 0xFB }, { 'T', 0xFD }, { 'E', 0xFE }, { 'I', 0x07 }, { 'Q', 0x9C },
};

int lanes_code(char letter)
{
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].letter == letter)
			return codes[i].code;
	return -1;
}

char lanes_letter(uint8_t code)
{
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i].code == code)
			return codes[i].letter;
	return 0;
}

static int digit(char c)
{
	int lower = tolower((unsigned char)c);

	return lower >= '0' && lower <= '9' ? lower - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Whether a lane may end at C. */
static bool ends(char c)
{
	return !c || c == ' ' || c == '\t' || c == '*';
}

/* One lane at *TEXT, which then stands behind it. */
static bool parse_lane(const char **text, uint8_t *octet, uint8_t *control)
{
	const char *p = *text;
	int code = lanes_code(*p);

	if (code >= 0 && ends(p[1])) {
		*octet = (uint8_t)code;
		*control = 1;
		*text = p + 1;
		return true;
	}
	*control = *p == '!';
	p += *control;
	if (digit(p[0]) < 0 || digit(p[1]) < 0 || !ends(p[2]))
		return false;
	*octet = (uint8_t)(digit(p[0]) << 4 | digit(p[1]));
	*text = p + 2;
	return true;
}

/* The count behind '*'; 0 if there is none. */
static uint32_t parse_count(const char **text, uint32_t max)
{
	uint32_t count = 0;

	for (; isdigit((unsigned char)**text); (*text)++)
		if (count <= max)
			count = count * 10 + (uint32_t)(**text - '0');
	return ends(**text) && **text != '*' ? count : 0;
}

const char *lanes_parse(const char *text, uint8_t *octets, uint8_t *control, uint32_t max, uint32_t *ret_len,
                        const char **ret_expected)
{
	*ret_len = 0;
	for (;;) {
		uint8_t octet = 0, is_control = 0;
		uint32_t count = 1;
		const char *at;
		text += strspn(text, " \t");
		at = text;
		if (!*text)
			return NULL;
		*ret_expected =
		    "expected a lane: two hex digits, a control code S T E I Q or !hh, each with *COUNT if it repeats";
		if (!parse_lane(&text, &octet, &is_control))
			return at;
		if (*text == '*') {
			at = ++text;
			count = parse_count(&text, max);
			*ret_expected = "expected how often, 1 or more, after *";
			if (!count)
				return at;
		}
		*ret_expected = "these are more lanes than a run can have";
		if (count > max - *ret_len)
			return at;
		memset(octets + *ret_len, octet, count);
		memset(control + *ret_len, is_control, count);
		*ret_len += count;
	}
}

void lanes_write(FILE *out, const uint8_t *octets, const uint8_t *control, uint32_t len)
{
	for (uint32_t i = 0, run; i < len; i += run) {
		char letter = control[i] ? lanes_letter(octets[i]) : 0;
		run = 1;
		while (i + run < len && octets[i + run] == octets[i] && control[i + run] == control[i])
			run++;
		if (run < RUN_MIN)
			run = 1;
		if (i)
			fputc(' ', out);
		if (letter)
			fputc(letter, out);
		else
			fprintf(out, "%s%02x", control[i] ? "!" : "", octets[i]);
		if (run > 1)
			fprintf(out, "*%u", run);
	}
}
