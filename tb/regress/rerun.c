/* SPDX-License-Identifier: Apache-2.0 */
/* The failing runs of the last regression: rerun.h. */
#include "rerun.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static int read_source(const json_t *source, const char *path, struct source *ret, struct env_error *ret_error)
{
	json_int_t seed = json_integer_value(json_object_get(source, "seed"));
	json_int_t items = json_integer_value(json_object_get(source, "items"));

	ret->path = text_of(source, "path");
	ret->kind = ret->path ? SOURCE_FILE : SOURCE_SEED;
	if (ret->path)
		return 0;
	if (!json_is_integer(json_object_get(source, "seed")) || seed < 0 || seed > UINT32_MAX || items < 1)
		return env_refuse(ret_error, "%s: a failure does not say what its stimulus was; run the whole regression again",
		                  path);
	ret->seed = (uint32_t)seed;
	ret->items = (size_t)items;
	ret->scenarios = text_of(source, "scenarios");
	return 0;
}

static int read_row(const json_t *failure, const char *path, struct rerun_row *ret, struct env_error *ret_error)
{
	const char *dut = text_of(failure, "dut");

	ret->name = text_of(failure, "name");
	ret->black_box = json_is_true(json_object_get(failure, "black_box"));
	ret->dut = dut ? dut_by_name(dut) : NULL;
	if (!dut || !ret->name)
		return env_refuse(ret_error, "%s: a failure without DUT or name; run the whole regression again", path);
	if (!ret->dut)
		return env_refuse(ret_error, "%s: unknown DUT '%s'; run the whole regression again", path, dut);
	return read_source(json_object_get(failure, "source"), path, &ret->source, ret_error);
}

static int read_rows(const json_t *root, const char *path, struct rerun *ret, struct env_error *ret_error)
{
	const json_t *failures = json_object_get(root, "failures");
	size_t count = json_array_size(failures);
	json_int_t cycles = json_integer_value(json_object_get(root, "max_cycles"));
	int rc = 0;

	if (json_integer_value(json_object_get(root, "schema_version")) != 2 || !json_is_array(failures))
		return env_refuse(ret_error,
		                  "%s does not list its failures in a way that this program knows; run the whole "
		                  "regression again",
		                  path);
	if (!count)
		return env_refuse(ret_error, "%s has no failing run, so there is nothing to run again", path);
	ret->row = calloc(count, sizeof(*ret->row));
	if (!ret->row)
		return env_fail(ret_error, ENOMEM, "cannot read %s", path);
	ret->max_cycles = cycles > 0 ? (uint64_t)cycles : 0;
	ret->max_seconds = json_number_value(json_object_get(root, "max_seconds"));
	for (size_t i = 0; i < count && !rc; i++)
		rc = read_row(json_array_get(failures, i), path, &ret->row[ret->count++], ret_error);
	return rc;
}

int rerun_read(const char *out, struct rerun *ret, struct env_error *ret_error)
{
	char *path = path_join(out, "summary.json");
	json_error_t where;
	FILE *in = path ? fopen(path, "r") : NULL;
	int rc;

	*ret = (struct rerun){ 0 };
	if (!path) {
		rc = env_fail(ret_error, ENOMEM, "cannot read the last regression");
	} else if (!in) {
		rc = errno == ENOENT
		       ? env_refuse(ret_error, "%s: there was no regression yet whose failures could be run again", path)
		       : env_fail(ret_error, errno, "cannot read %s", path);
	} else {
		json_t *root = json_loadf(in, 0, &where);
		ret->file = root;
		rc = root ? read_rows(root, path, ret, ret_error)
		          : env_refuse(ret_error, "%s:%d:%d: %s", path, where.line, where.column, where.text);
	}
	if (in)
		fclose(in);
	free(path);
	return rc;
}

void rerun_release(struct rerun *rerun)
{
	free(rerun->row);
	json_decref(rerun->file);
	*rerun = (struct rerun){ 0 };
}

bool rerun_has(const struct rerun *rerun, const struct dut *dut)
{
	for (size_t i = 0; i < rerun->count; i++)
		if (rerun->row[i].dut == dut)
			return true;
	return false;
}
