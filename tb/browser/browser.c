/* SPDX-License-Identifier: Apache-2.0 */
/* Collects the JSON of a regression and writes it into a page, whose markup, style and script are page.html, page.css, timeline.js and page.js. */
#include "browser.h"

#include "finding/finding.h"
#include "report/page.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The build makes string literals of the files. */
static const char page_body[] =
#include "browser/page.html.inc"
    ;
static const char page_css[] =
#include "browser/page.css.inc"
    ;
static const char page_js[] =
#include "browser/timeline.js.inc"
#include "browser/page.js.inc"
    ;

static const struct page page = { "Pausebench report", page_css, page_body, page_js };

/* The files of a saved run that a reader may want to open. */
static const struct {
	const char *name, *what;
} run_files[] = {
	{ "report.txt", "the report as text" },
	{ "stimulus.stim", "the stimulus" },
	{ "waves.gtkw", "the view of the waves for GTKWave" },
	{ "waves.fst", "the waves" },
	{ "received.pcapng", "the frames on the receive wire; the one at fault has a comment" },
	{ "sent.pcapng", "the frames on the transmit wire; the one at fault has a comment" },
};

/* Returns the JSON value of FOLDER/NAME, or NULL if there is none. */
static json_t *load(const char *folder, const char *name)
{
	char *path = path_join(folder, name);
	json_t *value = path ? json_load_file(path, 0, NULL) : NULL;

	free(path);
	return value;
}

/* Returns the text of FOLDER/NAME as a JSON string, with '?' in place of octets that are no UTF-8; NULL if there is no such file. */
static json_t *load_text(const char *folder, const char *name)
{
	char *path = path_join(folder, name), *text = NULL;
	FILE *in = path ? fopen(path, "rb") : NULL;
	size_t size = 0;
	json_t *value = NULL;

	free(path);
	if (!in)
		return NULL;
	if (getdelim(&text, &size, 0, in) >= 0)
		value = json_string(text);
	for (char *c = value ? NULL : text; c && *c; c++)
		if ((unsigned char)*c >= 0x7F)
			*c = '?';
	if (!value && text)
		value = json_string(text);
	fclose(in);
	free(text);
	return value;
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(object, key, value);
}

/* Returns the address of the file PATH for a page in the folder ROOT, both absolute: relative if it is below the page. */
static json_t *address_of(const char *root, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/";
	size_t len = strlen(root), used;
	bool below = !strncmp(root, path, len) && path[len] == '/';
	char address[3 * PATH_MAX + 16];

	used = (size_t)snprintf(address, sizeof(address), "%s", below ? "" : "file://");
	for (const char *c = below ? path + len + 1 : path; *c && used + 4 < sizeof(address); c++)
		used += (size_t)snprintf(address + used, sizeof(address) - used, strchr(plain, *c) ? "%c" : "%%%02X",
		                         (unsigned char)*c);
	return json_string(address);
}

static json_t *files_of(const char *root, const char *folder)
{
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(run_files) / sizeof(run_files[0]); i++) {
		char *path = path_join(folder, run_files[i].name);
		char *full = path && !access(path, R_OK) ? realpath(path, NULL) : NULL;
		if (full)
			json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "name", run_files[i].name, "what",
			                                      run_files[i].what, "href", address_of(root, full)));
		free(full);
		free(path);
	}
	return list;
}

/* Returns the contents of the folder of a saved run; NULL if it has no report. */
static json_t *run_json(const char *root, const char *folder)
{
	json_t *report = load(folder, "report.json"), *run;

	if (!report)
		return NULL;
	run = json_object();
	set(run, "report", report);
	set(run, "story", load(folder, "story.json"));
	set(run, "stimulus", load_text(folder, "stimulus.stim"));
	set(run, "files", files_of(root, folder));
	return run;
}

/* Returns the saved run of FOLDER, which the summary names relative to where this program runs; if the results were moved, it is
 * below ROOT/failures. */
static json_t *folder_json(const char *root, const char *folder)
{
	const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
	char *moved = malloc(strlen(root) + strlen(name) + 16), *reduced = NULL;
	const char *used = folder;
	json_t *run = run_json(root, folder);

	if (!run && moved) {
		sprintf(moved, "%s/failures/%s", root, name);
		used = moved;
		run = run_json(root, moved);
	}
	if (run)
		reduced = path_join(used, "reduced");
	if (reduced)
		set(run, "reduced", run_json(root, reduced));
	free(reduced);
	free(moved);
	return run;
}

/* Returns the saved runs of the groups' representatives, by their folders. */
static json_t *folders_json(const char *root, const json_t *summary)
{
	const json_t *groups = json_object_get(summary, "groups");
	json_t *folders = json_object();

	for (size_t i = 0; i < json_array_size(groups); i++) {
		const json_t *one = json_object_get(json_array_get(groups, i), "representative");
		const char *folder = json_string_value(json_object_get(one, "folder"));
		if (folder && !json_object_get(folders, folder))
			set(folders, folder, folder_json(root, folder));
	}
	return folders;
}

static json_t *rules_json(void)
{
	json_t *list = json_array();

	for (size_t i = 0; i < RULE_COUNT; i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", rule_table[i].name, "text", rule_table[i].text,
		                                      "document", rule_table[i].document));
	return list;
}

static json_t *conformance_json(const char *dir)
{
	json_t *statement = load(dir, "conformance.json"), *list = json_array();

	if (statement)
		json_array_append_new(list, statement);
	return list;
}

/* Reads the summary of DIR, and refuses one of another version. Returns 0 or negative errno. */
static int load_summary(const char *dir, json_t **ret, struct env_error *ret_error)
{
	char *path = path_join(dir, "summary.json");
	json_error_t where;
	int rc = 0;

	*ret = NULL;
	if (!path)
		return env_fail(ret_error, ENOMEM, "cannot read %s", dir);
	if (access(path, R_OK)) {
		rc = env_fail(ret_error, errno, "cannot read %s; 'pausebench regress --out %s' writes it", path, dir);
	} else if (!(*ret = json_load_file(path, 0, &where))) {
		rc = env_refuse(ret_error, "%s:%d:%d: %s; repeat the regression", path, where.line, where.column, where.text);
	} else if (json_integer_value(json_object_get(*ret, "schema_version")) != BROWSER_SUMMARY_VERSION) {
		rc = env_refuse(ret_error, "%s has schema_version %lld, and this program reads %d; repeat the regression", path,
		                (long long)json_integer_value(json_object_get(*ret, "schema_version")), BROWSER_SUMMARY_VERSION);
	}
	if (rc) {
		json_decref(*ret);
		*ret = NULL;
	}
	free(path);
	return rc;
}

int browser_write(const char *dir, struct env_error *ret_error)
{
	char *root = NULL, *path = path_join(dir, "report.html");
	json_t *summary, *data;
	int rc = load_summary(dir, &summary, ret_error);

	if (!rc && (!path || !(root = realpath(dir, NULL))))
		rc = env_fail(ret_error, errno, "cannot read %s", dir);
	if (!rc) {
		data = json_object();
		set(data, "folders", folders_json(root, summary));
		set(data, "summary", json_incref(summary));
		set(data, "exercised", load(dir, "exercised.json"));
		set(data, "conformance", conformance_json(dir));
		set(data, "rules", rules_json());
		rc = page_replace(path, &page, data, ret_error);
		json_decref(data);
	}
	json_decref(summary);
	free(root);
	free(path);
	return rc;
}
