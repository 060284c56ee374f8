/* SPDX-License-Identifier: Apache-2.0 */
/* The tags and documents of doc/reference/readings.md, and the tags that a text cites. */
#include "readings.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define DOCUMENT(name_, text_)
#define READING(tag_, statement_, source_, chosen_, alternative_) \
	{ .tag = tag_, .statement = statement_, .source = source_, .chosen = chosen_, .alternative = alternative_ },
const struct reading reading_table[] = {
#include "readings.def"
};
#undef DOCUMENT
#undef READING
const size_t reading_count = sizeof(reading_table) / sizeof(reading_table[0]);

#define DOCUMENT(name_, text_) { .name = name_, .text = text_ },
#define READING(tag_, statement_, source_, chosen_, alternative_)
const struct document document_table[] = {
#include "readings.def"
};
const size_t document_count = sizeof(document_table) / sizeof(document_table[0]);

const struct reading *reading_by_tag(const char *tag)
{
	for (size_t i = 0; i < reading_count; i++)
		if (!strcmp(reading_table[i].tag, tag))
			return &reading_table[i];
	return NULL;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the length of the tag at TEXT, a letter of LETTERS and one or two digits; 0 if there is none. */
static size_t tag_length(const char *text, const char *letters, unsigned *ret_number)
{
	size_t digits = 0;

	if (!*text || !strchr(letters, *text))
		return 0;
	*ret_number = 0;
	while (digits < 3 && isdigit((unsigned char)text[1 + digits]))
		*ret_number = 10 * *ret_number + (unsigned)(text[1 + digits++] - '0');
	return digits == 1 || digits == 2 ? 1 + digits : 0;
}

/* Returns the length of the citation at the cursor, such as "R5" or "R1-R8"; 0 if there is none. */
static size_t citation(struct tag_cursor *c)
{
	const char letter[2] = { *c->text };
	unsigned last;
	size_t length, more;

	if (in_word(c->before) || c->before == '-')
		return 0;
	length = tag_length(c->text, "ABILQRSX", &c->next);
	if (!length)
		return 0;
	c->letter = letter[0];
	c->end = c->next + 1;
	more = c->text[length] == '-' ? tag_length(c->text + length + 1, letter, &last) : 0;
	if (more) {
		length += 1 + more;
		c->end = last + 1;
	}
	if (in_word(c->text[length]) || (c->text[length] == '-' && in_word(c->text[length + 1])))
		return 0;
	return length;
}

bool tag_next(struct tag_cursor *cursor, char ret[TAG_SIZE])
{
	while (cursor->next >= cursor->end) {
		size_t length;

		if (!*cursor->text)
			return false;
		length = citation(cursor);
		if (!length) {
			cursor->next = cursor->end = 0;
			length = 1;
		}
		cursor->before = cursor->text[length - 1];
		cursor->text += length;
	}
	snprintf(ret, TAG_SIZE, "%c%u", cursor->letter, cursor->next++);
	return true;
}
