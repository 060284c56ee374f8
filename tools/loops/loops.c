/* SPDX-License-Identifier: Apache-2.0 */
/* Finds loops in stimuli that were written out, and writes them as loops (doc/reference/stimulus.md).
 *
 * Lines that repeat with a period become a repeat, if one value can tell what differs between its turns: a number, of which other numbers are sums and
 * products, or words; or if several values can, of which one is never the same. The periods that save most lines come first; the lines of a loop are looked
 * at again, so that loops lie within loops. A period of lines with a reset begins with the reset, any other one ends with its longest wait. Comments stay;
 * lines between which a comment differs are no loop.
 *
 * A file is only written if that is proved: its lines are the same once they are read (stimulus_put_lines()), and so are its items, octet for octet, on each
 * DUT that takes it.
 *
 * usage: loops [--least N] FILE.stim... Writes each file of which at least N lines (30) and a fifth of the lines can be saved. */
#include "loops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIFTH = 5, LINES_LONG = 400 };

static char *text_of_file(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t size = 0, room = 0;
	ssize_t len = in ? getdelim(&text, &room, 0, in) : -1;

	(void)size;
	if (!in || len < 0)
		fail(path, "%s", in ? "it is empty" : strerror(errno));
	fclose(in);
	return text;
}

static size_t lines_of(const char *text)
{
	size_t lines = 0;

	for (; (text = strchr(text, '\n')); text++)
		lines++;
	return lines;
}

/* Returns the text of the file with loops, found from the grain FROM on. */
static char *made_from(struct file *f, enum grain from, size_t *ret_lines)
{
	char *text = NULL;
	size_t size;
	FILE *out;

	read_file(f);
	fold_all(f, from);
	free(f->line[0].text);
	f->line[0].text = need(strdup("pausebench-stim 2"));
	out = need(open_memstream(&text, &size));
	*ret_lines = write_lines(f, out);
	fclose(out);
	for (size_t i = 0; i < f->count; i++)
		line_free(&f->line[i]);
	return text;
}

/* Returns whether the file is as it has to be: written, or left alone because too little would be saved. */
static bool convert(struct file *f, size_t least)
{
	size_t lines, other_lines, items, was;
	char *before = text_of_file(f->path), *after = made_from(f, FINE, &lines), *other = made_from(f, RESTS, &other_lines);
	unsigned duts = 0;
	FILE *out;

	was = lines_of(before);
	if (least < was / FIFTH && was <= LINES_LONG) /* fewer are not worth the loops */
		least = was / FIFTH;
	if (other_lines + least / 2 < lines) { /* lines with a rest of their own are the harder ones to read */
		free(after);
		after = other;
		other = NULL;
		lines = other_lines;
	}
	if (lines + least <= was) {
		if (same_lines(f->path, before, after))
			duts = same_items(f->path, before, after, &items);
		if (duts) {
			out = fopen(f->path, "w");
			if (!out || fputs(after, out) == EOF || fclose(out))
				fail(f->path, "%s", strerror(errno));
			printf("%s: %zu lines, now %zu; %zu items on %u DUTs are the same\n", f->path, was, lines, items, duts);
		} else {
			printf("%s: left alone: the items would be others, or no DUT takes it\n", f->path);
		}
	}
	free(before);
	free(after);
	free(other);
	return duts || lines + least > was;
}

int main(int argc, char **argv)
{
	struct file *f = need(calloc(1, sizeof(*f)));
	bool with_least = argc > 2 && !strcmp(argv[1], "--least"), good = true;
	size_t least = with_least ? strtoul(argv[2], NULL, 10) : 30;

	for (int i = with_least ? 3 : 1; i < argc; i++) {
		f->path = argv[i];
		good &= convert(f, least);
	}
	free(f);
	return good ? 0 : 1;
}
