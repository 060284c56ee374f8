/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the owner's reasons why the suite does not see something of his MAC, and compares them with what was measured. */
#include "reasons.h"

#include "profile.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const reason_kind_names[REASON_KINDS] = { "line", "branch", "toggle", "cell", "mutant", "coincidence", "value" };
static const char *const plurals[REASON_KINDS] = { "lines", "branches", "toggles", "cells", "mutants", "coincidences", "values" };
static const char *const state_names[POINT_STATES + 1] = {
	"reached", "open", "within", "lacking", "equivalent", "unhunted", NULL
};
static const char *const line_kinds[] = { "line", "branch", "toggle", "cell", "mutant", NULL };

/* ---- the file ---- */

static char *path_of(const char *profile)
{
	static const char end[] = ".mac", own[] = ".reasons";
	size_t len = strlen(profile), tail = strlen(end);
	char *ret;

	if (len > tail && !strcmp(profile + len - tail, end))
		len -= tail;
	ret = malloc(len + sizeof(own));
	if (ret)
		snprintf(ret, len + sizeof(own), "%.*s%s", (int)len, profile, own);
	return ret;
}

/* Returns the absolute path of the folder of PROFILE, with which netlists name the files there. */
static char *folder_of(const char *profile)
{
	char *path = realpath(profile, NULL), *slash = path ? strrchr(path, '/') : NULL;

	if (slash)
		slash[1] = 0;
	return path ? path : strdup("");
}

int reasons_read(struct reasons *ret, const char *profile, struct profile_error *ret_error)
{
	int err;

	*ret_error = (struct profile_error){ "", 0, 0, "" };
	*ret = (struct reasons){ .path = path_of(profile), .folder = folder_of(profile) };
	if (!ret->path || !ret->folder)
		return -ENOMEM;
	err = reason_lines_read(&ret->lines, ret->path, line_kinds, ret_error);
	if (err)
		return err == -ENOENT ? 0 : err;
	ret->list = calloc(ret->lines.count + 1, sizeof(*ret->list));
	if (!ret->list)
		return -ENOMEM;
	for (; ret->count < ret->lines.count; ret->count++) {
		const struct reason_line *line = &ret->lines.list[ret->count];
		ret->list[ret->count] = (struct reason){
			.kind = (enum reason_kind)line->kind, .what = line->what, .why = line->why, .line = line->line
		};
	}
	return 0;
}

void reasons_release(struct reasons *reasons)
{
	free(reasons->path);
	free(reasons->folder);
	reason_lines_release(&reasons->lines);
	free(reasons->list);
	*reasons = (struct reasons){ 0 };
}

/* ---- what was measured ---- */

/* Returns true if TEXT matches PATTERN, in which * stands for any text. */
static bool matches(const char *pattern, const char *text)
{
	const char *star = NULL, *again = NULL;

	while (*text) {
		if (*pattern == '*') {
			star = pattern++;
			again = text;
		} else if (*pattern == *text) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star + 1;
			text = ++again;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

/* Returns true if REASON names the point WHAT: by its whole path, by its path from the profile's folder, or as the target prints
 * it. */
static bool names(const struct reasons *r, const struct reason *reason, const char *home, const char *what)
{
	const char *const starts[] = { r->folder, home };

	if (matches(reason->what, what))
		return true;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (starts[i] && *starts[i] && !strncmp(what, starts[i], strlen(starts[i])) &&
		    matches(reason->what, what + strlen(starts[i])))
			return true;
	return false;
}

/* Writes the line of a branch into RET: "rtl/a.v:12" of "rtl/a.v:12 else". */
static void line_of(const char *branch, char *ret, size_t size)
{
	const char *blank = strchr(branch, ' '); /* a path has none, since make would not take it */

	snprintf(ret, size, "%.*s", (int)(blank ? blank - branch : (long)strlen(branch)), branch);
}

static bool is_about(const struct reason *reason, enum reason_kind kind)
{
	return reason->kind == kind || (reason->kind == REASON_CELL && (kind == REASON_COINCIDENCE || kind == REASON_VALUE));
}

static void compare_point(struct reasons *r, enum point_state state, enum reason_kind kind, const char *what, const char *home)
{
	bool any = false;
	char line[PATH_MAX];

	line_of(what, line, sizeof(line));
	for (size_t i = 0; i < r->count; i++) {
		struct reason *reason = &r->list[i];
		bool has = is_about(reason, kind) && names(r, reason, home, what);
		if (has)
			reason->points[state]++;
		if (state == POINT_WITHIN && reason->kind == REASON_LINE)
			has |= names(r, reason, home, line);
		if (!has || (state != POINT_OPEN && state != POINT_WITHIN))
			continue;
		reason->explained[kind]++;
		any = true;
	}
	r->explained[kind] += any;
}

static bool index_of(const char *const *list, size_t count, const char *word, size_t *ret)
{
	for (*ret = 0; *ret < count; ++*ret)
		if (!strcmp(list[*ret], word))
			return true;
	return false;
}

bool reason_of_mutants(const struct reason *reason)
{
	return reason->kind == REASON_MUTANT;
}

int reasons_compare(struct reasons *reasons, FILE *points, bool mutants, const char *home)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int err = 0;

	for (size_t i = 0; i < reasons->count; i++)
		reasons->list[i].checked |= reason_of_mutants(&reasons->list[i]) == mutants;
	while (!err && (len = getline(&line, &size, points)) > 0) {
		size_t state, kind;
		char *save, *word, *what;
		if (line[len - 1] == '\n')
			line[len - 1] = 0;
		word = strtok_r(line, " ", &save);
		err = word && index_of(state_names, POINT_STATES, word, &state) ? 0 : -EINVAL;
		word = err ? NULL : strtok_r(NULL, " ", &save);
		if (!err && !(word && index_of(reason_kind_names, REASON_KINDS, word, &kind)))
			err = -EINVAL;
		what = err ? NULL : strtok_r(NULL, "\n", &save);
		if (what)
			compare_point(reasons, (enum point_state)state, (enum reason_kind)kind, what, home);
		else
			err = -EINVAL;
	}
	free(line);
	return err;
}

bool reason_wrong(const struct reason *reason, char *ret, size_t size)
{
	const bool mutant = reason->kind == REASON_MUTANT;
	const char *kind = reason_kind_names[reason->kind];
	unsigned all = 0;

	*ret = 0;
	for (int s = 0; s < POINT_STATES; s++)
		all += reason->points[s];
	if (!reason->checked || reason->points[POINT_OPEN] || reason->points[POINT_WITHIN] || reason->points[POINT_UNHUNTED] ||
	    reason->points[POINT_EQUIVALENT])
		return false;
	if (!all)
		snprintf(ret, size, "no %s of this MAC is '%s'; %s", kind, reason->what,
		         mutant ? "name it as the list of survivors does, of the same COUNT, or remove the line"
		                : "name it as unreached.txt does, or remove the line");
	else if (reason->points[POINT_REACHED])
		snprintf(ret, size, "the %s '%s' was %s, which refutes the reason; remove the line", kind, reason->what,
		         mutant ? "killed" : "reached");
	else
		snprintf(ret, size,
		         "the %s '%s' needs no reason, since the bench knows that the MAC cannot reach it; remove the line", kind,
		         reason->what);
	return true;
}

const char *reason_explained(const unsigned explained[REASON_KINDS], char *ret, size_t size)
{
	size_t used = 0;

	*ret = 0;
	for (int k = 0; k < REASON_KINDS && used < size; k++)
		if (explained[k])
			used += (size_t)snprintf(ret + used, size - used, "%s%u %s", used ? ", " : "", explained[k],
			                         explained[k] == 1 ? reason_kind_names[k] : plurals[k]);
	return ret;
}
