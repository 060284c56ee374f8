/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a profile and puts it to use. */
#include "profile_draft.h"

#include "base/parameter_text.h"
#include "base/sha256.h"
#include "instance.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *draft_grow(void *array_of_pointer, size_t *count, size_t size)
{
	char **array = array_of_pointer, *grown = realloc(*array, (*count + 1) * size);

	if (!grown)
		return NULL;
	*array = grown;
	return memset(grown + size * (*count)++, 0, size);
}

struct draft_place draft_place_of(const struct profile_text *t, const char *at)
{
	return (struct draft_place){ t->line, (unsigned)(at - t->begin) + 1 };
}

int draft_line(struct profile *p, unsigned line, const char *format, ...)
{
	struct profile_line *place = draft_grow(&p->lines, &p->line_count, sizeof(*place));
	va_list args;

	if (!place)
		return -ENOMEM;
	place->line = line;
	va_start(args, format);
	vsnprintf(place->key, sizeof(place->key), format, args);
	va_end(args);
	return 0;
}

int draft_refuse(struct profile_text *t, struct draft_place place, const char *format, ...)
{
	va_list args;
	char message[sizeof(t->error->message)];

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	profile_refuse(t, NULL, "%s", message);
	t->error->line = place.line;
	t->error->column = place.column;
	return -EINVAL;
}

static char *copy_of(const char *text)
{
	return text ? strdup(text) : NULL;
}

int profile_parse(struct profile *ret, const char *path, const char *text, const char *instance, struct profile_error *ret_error)
{
	struct profile_text t = { .path = path, .keyword = "", .error = ret_error };
	struct profile_owned *o = calloc(1, sizeof(*o));
	int err;

	*ret_error = (struct profile_error){ "", 0, 0, "" };
	*ret = (struct profile){ .build = { .language = "1364-2005" }, .owned = o };
	if (!o)
		return -ENOMEM;
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		o->reset_of[i] = UINT64_MAX;
	ret->dut.model = "ieee8023";
	parameter_defaults(ret->dut.model, ret->dut.parameter);
	o->obeys_own = o->sends_xon = o->stalls = true;
	ret->path = copy_of(path);
	o->text = copy_of(text);
	o->instance = copy_of(instance);
	if (!ret->path || !o->text || (instance && !o->instance)) {
		profile_release(ret);
		return -ENOMEM;
	}
	t.rest = t.begin = t.next = o->text;
	err = profile_read_lines(ret, &t);
	if (!err)
		err = profile_make_page(ret, &t);
	if (!err)
		err = profile_make_row(ret, &t);
	if (err)
		profile_release(ret);
	return err;
}

/* Refuses a NUL in TEXT, the text of PATH, which has SIZE octets. */
static int check_nul(const char *path, const char *text, size_t size, struct profile_error *ret_error)
{
	const char *nul = memchr(text, 0, size), *begin = text;
	unsigned line = 1;

	for (const char *at = text; nul && at < nul; at++)
		if (*at == '\n') {
			line++;
			begin = at + 1;
		}
	if (nul && ret_error) {
		*ret_error = (struct profile_error){ .line = line, .column = (unsigned)(nul - begin) + 1 };
		snprintf(ret_error->file, sizeof(ret_error->file), "%s", path);
		snprintf(ret_error->message, sizeof(ret_error->message),
		         "a NUL, which would end the text; it is no text file, or was damaged");
	}
	return nul ? -EINVAL : 0;
}

int profile_file(const char *path, char **ret, struct profile_error *ret_error)
{
	FILE *in = fopen(path, "r");
	size_t size = 0, capacity = 0, got;
	char *text = NULL;
	int err;

	*ret = NULL;
	if (!in)
		return -errno;
	do {
		char *grown = size + 1 < capacity ? text : realloc(text, capacity = 2 * capacity + 4096);
		if (!grown) {
			free(text);
			fclose(in);
			return -ENOMEM;
		}
		text = grown;
		errno = 0;
		got = fread(text + size, 1, capacity - size - 1, in);
		size += got;
	} while (got);
	err = !ferror(in) ? check_nul(path, text, size, ret_error) : errno ? -errno : -EIO;
	fclose(in);
	if (err) {
		free(text);
		return err;
	}
	text[size] = 0;
	*ret = text;
	return 0;
}

char *profile_beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	size_t folder = name[0] == '/' || !slash ? 0 : (size_t)(slash - path) + 1, size = folder + strlen(name) + 1;
	char *ret = malloc(size);

	if (ret)
		snprintf(ret, size, "%.*s%s", (int)folder, path, name);
	return ret;
}

/* Reads the text of the instance that the profile names. */
static int read_instance(const struct profile *p, struct profile_error *ret_error, char **ret)
{
	char *path = profile_beside(p->path, p->build.instance);
	int err = path ? profile_file(path, ret, ret_error) : -ENOMEM;

	free(path);
	if (!err || err == -ENOMEM || err == -EINVAL)
		return err;
	snprintf(ret_error->file, sizeof(ret_error->file), "%s", p->path);
	ret_error->line = p->build.instance_line;
	ret_error->column = 1;
	snprintf(ret_error->message, sizeof(ret_error->message), "cannot read the instance %s: %s", p->build.instance,
	         strerror(-err));
	return -EINVAL;
}

int profile_read(struct profile *ret, const char *path, struct profile_error *ret_error)
{
	char *text, *instance = NULL;
	int err = profile_file(path, &text, ret_error);

	*ret = (struct profile){ 0 };
	if (err)
		return err;
	/* The first reading finds the name of the instance, the second one has its text. */
	err = profile_parse(ret, path, text, NULL, ret_error);
	if (!err) {
		err = read_instance(ret, ret_error, &instance);
		profile_release(ret);
	}
	if (!err)
		err = profile_parse(ret, path, text, instance, ret_error);
	free(text);
	free(instance);
	return err;
}

void profile_release(struct profile *profile)
{
	struct profile_owned *o = profile->owned;

	free(profile->path);
	free(profile->lines);
	free(profile->build.strobes);
	free((void *)profile->dut.waivers);
	if (o) {
		for (size_t i = 0; i < o->counter_count; i++)
			predicate_free(o->counters[i].predicate);
		for (size_t i = 0; i < o->name_count; i++)
			free(o->names[i]);
		free(o->names);
		free(o->text);
		free(o->instance);
		free(o->registers);
		free(o->counters);
		free(o->controls);
		free(o->setups);
		free(o->rows);
		free(o->fields);
		free(o->slices);
		free(o->counted);
		free(o->writes);
		free(o);
	}
	*profile = (struct profile){ 0 };
}

void profile_use(const struct profile *profile)
{
	dut_use(&profile->dut, 1);
}

void profile_built_hash(char ret[PROFILE_HASH_SIZE])
{
	*ret = '\0';
	if (profile_built_text)
		sha256_short(profile_built_text, strlen(profile_built_text), ret);
}

const struct profile *profile_built(struct profile_error *ret_error)
{
	static struct profile built;

	if (built.owned || !profile_built_path)
		return built.owned ? &built : NULL;
	if (profile_parse(&built, profile_built_path, profile_built_text, profile_built_instance, ret_error))
		return NULL;
	built.golden.page = &built.page; /* the page of this profile and not that of the one from which it was copied */
	built.dut.profile = &built.golden;
	return &built;
}
