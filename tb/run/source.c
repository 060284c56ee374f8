/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a stimulus from its source: a file, a seed or a capture. */
#include "source.h"

#include "generate/seed.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Appends line LINE of PATH, which is wrong at COLUMN, and a caret below that place. Appends nothing if the file cannot be read
 * twice. */
static void show_place(struct env_error *error, const char *path, unsigned line, unsigned column)
{
	enum { BEFORE = 60, SHOWN = 100 };
	FILE *in = fopen(path, "r");
	struct stat st;
	char *text = NULL, *p;
	size_t capacity = 0, used = strlen(error->text), len, from;
	bool found = in && !fstat(fileno(in), &st) && S_ISREG(st.st_mode);

	for (unsigned i = 0; found && i < line; i++)
		found = getline(&text, &capacity, in) >= 0;
	len = found ? strcspn(text, "\r\n") : 0;
	if (found && column && column <= len + 1) {
		from = column - 1 > BEFORE ? column - 1 - BEFORE : 0;
		for (p = text; p < text + len; p++)
			if (!isprint((unsigned char)*p))
				*p = *p == '\t' ? ' ' : '?';
		snprintf(error->text + used, sizeof(error->text) - used, "\n    %.*s\n    %*s^",
		         (int)(len - from < SHOWN ? len - from : SHOWN), text + from, (int)(column - 1 - from), "");
	}
	free(text);
	if (in)
		fclose(in);
}

int source_fail(struct env_error *ret_error, int rc, const char *path, const struct stim_error *where)
{
	if (rc != -EINVAL || !where->message[0])
		return env_fail(ret_error, -rc, "cannot read %s", path);
	if (where->line) {
		env_refuse(ret_error, "%s:%u:%u: %s", where->file, where->line, where->column, where->message);
		show_place(ret_error, where->file, where->line, where->column);
		return -EINVAL;
	}
	return env_refuse(ret_error, "%s: %s", where->file[0] ? where->file : path, where->message);
}

static int load(const struct source *source, const struct dut *dut, struct stimulus *ret, struct env_error *ret_error)
{
	struct stim_error where = { 0 };
	int rc;

	*ret = (struct stimulus){ 0 };
	switch (source->kind) {
	case SOURCE_FILE:
		if (source->made) {
			rc = stimulus_copy(source->made, ret);
			return rc ? env_fail(ret_error, -rc, "cannot copy %s", source->path) : 0;
		}
		rc = stimulus_read(ret, source->path, dut, &where);
		return rc ? source_fail(ret_error, rc, source->path, &where) : 0;
	case SOURCE_PCAP:
		rc = stimulus_from_pcap(ret, source->path, dut, &source->pcap, &where);
		return rc ? source_fail(ret_error, rc, source->path, &where) : 0;
	case SOURCE_SEED:
		rc = stimulus_generate_of(ret, dut, source->seed, source->items, source->scenarios);
		if (rc == -ENOENT)
			return env_refuse(
			    ret_error, "%s can take none of the scenarios %s; 'pausebench list scenarios' shows what they need",
			    dut->name, source->scenarios);
		return rc ? env_fail(ret_error, -rc, "cannot generate seed %u", source->seed) : 0;
	}
	return -EINVAL;
}

int source_load(const struct source *source, const struct dut *dut, struct stimulus *ret, struct env_error *ret_error)
{
	int rc = load(source, dut, ret, ret_error);

	ret->carried_out = source->carried_out;
	return rc;
}

void source_stem(const char *path, char *ret, size_t size)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
	size_t len = dot && dot != name ? (size_t)(dot - name) : strlen(name);

	snprintf(ret, size, "%.*s", (int)len, name);
}
