/* SPDX-License-Identifier: Apache-2.0 */
/* Whether two texts stand for the same lines, and have the same items. */
#include "loops.h"

#include "base/dut.h"
#include "stimulus/item.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, size_t a_size, const char *b, size_t b_size)
{
	return a_size == b_size && !memcmp(a, b, a_size);
}

bool same_lines(const char *path, const char *before, const char *after)
{
	const char *const text[2] = { before, after };
	char *lines[2] = { NULL, NULL };
	struct stim_error error;
	size_t size[2];
	bool same;

	for (int i = 0; i < 2; i++) {
		FILE *in = need(fmemopen((char *)text[i], strlen(text[i]), "r")),
		     *out = need(open_memstream(&lines[i], &size[i]));
		if (stimulus_put_lines(in, path, out, &error))
			fail(path, "line %u of what was %s: %s", error.line, i ? "made" : "read", error.message);
		fclose(in);
		fclose(out);
	}
	same = same_text(lines[0], size[0], lines[1], size[1]);
	free(lines[0]);
	free(lines[1]);
	return same;
}

/* The items of TEXT on DUT as text, with the octets of their frames, and what else the stimulus says; NULL if the DUT does not take it. */
static char *items_of(const char *path, const char *text, const struct dut *dut, size_t *ret_size, size_t *ret_items)
{
	struct stimulus *st = need(calloc(1, sizeof(*st)));
	FILE *in = need(fmemopen((char *)text, strlen(text), "r")), *out;
	struct stim_error error;
	char reason[160], *ret = NULL;
	int err = stimulus_read_stream(st, in, path, dut, &error);

	fclose(in);
	*ret_items = st->count;
	if (!stimulus_unfit(st, dut, reason, sizeof(reason))) {
		if (err)
			fail(path, "line %u: %s: %s", error.line, dut->name, error.message);
		out = need(open_memstream(&ret, ret_size));
		fprintf(out, "%d %d %s %s %s %s\n", st->is_long, st->neutral, st->purposes, st->lacking, st->absent, st->warning);
		if (stimulus_write(st, out, dut))
			fail(path, "%s", strerror(ENOMEM));
		fclose(out);
	}
	stimulus_release(st);
	free(st);
	return ret;
}

unsigned same_items(const char *path, const char *before, const char *after, size_t *ret_items)
{
	unsigned duts = 0;

	*ret_items = 0;
	for (size_t i = 0; i < dut_count; i++) {
		size_t size[2] = { 0, 0 }, items[2];
		char *was = items_of(path, before, &dut_table[i], &size[0], &items[0]);
		char *is = items_of(path, after, &dut_table[i], &size[1], &items[1]);
		bool same = was && is ? same_text(was, size[0], is, size[1]) && items[0] == items[1] : was == is;
		*ret_items += was ? items[0] : 0;
		duts += was != NULL;
		free(was);
		free(is);
		if (!same)
			return 0;
	}
	return duts;
}
