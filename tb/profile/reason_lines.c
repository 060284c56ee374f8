/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file of reasons, of any kind; reason_lines.h. */
#include "reason_lines.h"

#include "profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "pausebench-reasons"
enum { VERSION = 1 };

const char *const reason_file_kinds[] = { "mutant", "profile", "capture", "saved", "neutral", NULL };

/* Takes the quotation marks off WORD if it has them. */
static char *bare(char *word)
{
	size_t len = strlen(word);

	if (len < 2 || word[0] != '"' || word[len - 1] != '"')
		return word;
	word[len - 1] = 0;
	return word + 1;
}

static int read_line(struct reason_lines *r, const char *const *kinds, struct profile_text *t)
{
	char *kind = profile_word(t), *what, *why;
	struct reason_line *grown;
	size_t index;

	if (!kind)
		return 0;
	if (profile_choose(t, kind, "what the reason is about", profile_array_name, kinds, &index))
		return -EINVAL;
	t->keyword = kinds[index];
	if (profile_need(t, "what was not reached, or the mutant, as the target prints it", &what) ||
	    profile_need(t, "the \"reason\"", &why))
		return -EINVAL;
	if (why[0] != '"' || strlen(why) < 3 || why[strlen(why) - 1] != '"')
		return profile_refuse(t, why, "expected the reason between two \", not %.*s", 40, why);
	if (profile_end(t))
		return -EINVAL;
	grown = realloc(r->list, (r->count + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	r->list = grown;
	grown[r->count++] = (struct reason_line){ .kind = index, .what = bare(what), .why = bare(why), .line = t->line };
	return 0;
}

int reason_lines_read(struct reason_lines *ret, const char *path, const char *const *kinds, struct profile_error *ret_error)
{
	struct profile_text t = { .keyword = MAGIC, .path = path, .error = ret_error };
	char *magic, *version;
	uint64_t number;
	int err;

	*ret_error = (struct profile_error){ "", 0, 0, "" };
	*ret = (struct reason_lines){ .count = 0 };
	err = profile_file(path, &ret->text, ret_error);
	if (err)
		return err;
	t.rest = t.begin = t.next = ret->text;
	magic = profile_next_line(&t) ? profile_word(&t) : NULL;
	if (!magic || strcmp(magic, MAGIC))
		return profile_refuse(&t, NULL, "expected '" MAGIC " %d' in the first line", VERSION);
	if (profile_need(&t, "the version", &version) || profile_number(&t, version, "the version", VERSION, VERSION, &number) ||
	    profile_end(&t))
		return -EINVAL;
	while (!err && profile_next_line(&t))
		err = read_line(ret, kinds, &t);
	return err;
}

void reason_lines_release(struct reason_lines *lines)
{
	free(lines->text);
	free(lines->list);
	*lines = (struct reason_lines){ .count = 0 };
}

const char *reason_of(const struct reason_lines *lines, const char *what)
{
	for (size_t i = 0; i < lines->count; i++)
		if (!strcmp(lines->list[i].what, what))
			return lines->list[i].why;
	return NULL;
}
