/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the figures of the files that mk/coverage_mac.sh and tools/generated/mac.sh make, in words. */
#include "worth.h"

#include "base/env.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *file, *target;
} kinds[WORTH_KINDS] = {
	[WORTH_COVERAGE] = { "coverage", "coverage.json", "coverage" },
	[WORTH_MUTANTS] = { "mutants", "mutants.json", "mutants" },
};

const char *worth_name(enum worth_kind kind)
{
	return kinds[kind].name;
}

static bool is(const json_t *measured, const char *member, const char *hash)
{
	const char *value = json_string_value(json_object_get(measured, member));

	return value && hash && *hash && !strcmp(value, hash);
}

/* Compares the owner's reasons with the measurement. An older measurement without points cannot check them. */
static void compare_reasons(struct worth *worth, enum worth_kind kind, const char *folder, const char *home)
{
	char path[4096];
	FILE *points;

	snprintf(path, sizeof(path), "%s/%s.points", folder, kinds[kind].name);
	points = worth->measured[kind] ? fopen(path, "r") : NULL;
	if (!points)
		return;
	reasons_compare(&worth->reasons, points, kind == WORTH_MUTANTS, home);
	fclose(points);
	for (int k = 0; k < REASON_KINDS; k++)
		if ((k == REASON_MUTANT) == (kind == WORTH_MUTANTS))
			worth->explained[kind][k] = worth->reasons.explained[k];
}

static void read_reasons(struct worth *worth, const char *folder, const char *home)
{
	struct profile_error e;
	char slashed[4096];
	int err = reasons_read(&worth->reasons, worth->profile, &e);

	if (err == -EINVAL && asprintf(&worth->reasons_error, "%s:%u:%u: %s", e.file, e.line, e.column, e.message) < 0)
		worth->reasons_error = NULL;
	else if (err && err != -EINVAL && asprintf(&worth->reasons_error, "%s: %s", worth->reasons.path, strerror(-err)) < 0)
		worth->reasons_error = NULL;
	snprintf(slashed, sizeof(slashed), "%s/", home ? home : "");
	for (int k = 0; !err && k < WORTH_KINDS; k++)
		compare_reasons(worth, (enum worth_kind)k, folder, slashed);
}

void worth_read(struct worth *ret, const char *folder, const char *rtl, const char *profile_hash, const char *profile,
                const char *home)
{
	*ret = (struct worth){ .asked = true, .profile = profile };
	for (int k = 0; k < WORTH_KINDS; k++) {
		char path[4096];
		json_t *measured;
		snprintf(path, sizeof(path), "%s/%s", folder, kinds[k].file);
		measured = json_load_file(path, 0, NULL);
		if (is(measured, "rtl_sha256", rtl) && is(measured, "profile_sha256", profile_hash)) {
			if (json_object_get(measured, "not_measured"))
				ret->failed[k] = measured;
			else
				ret->measured[k] = measured;
			continue;
		}
		ret->other[k] = measured != NULL;
		json_decref(measured);
	}
	read_reasons(ret, folder, home);
}

void worth_release(struct worth *worth)
{
	for (int k = 0; k < WORTH_KINDS; k++) {
		json_decref(worth->measured[k]);
		json_decref(worth->failed[k]);
	}
	reasons_release(&worth->reasons);
	free(worth->reasons_error);
	worth->reasons_error = NULL;
}

const char *worth_failed(const struct worth *worth, enum worth_kind kind)
{
	return json_string_value(json_object_get(worth->failed[kind], "not_measured"));
}

const char *worth_reason_about(const struct reason *reason, char ret[WORTH_REASON_TEXT])
{
	snprintf(ret, WORTH_REASON_TEXT, "%s %s", reason_kind_names[reason->kind], reason->what);
	return ret;
}

const char *worth_reason_explains(const struct reason *reason, char ret[WORTH_REASON_TEXT])
{
	char wrong[WORTH_REASON_TEXT / 2] = "";
	size_t used;

	if (!reason->checked)
		snprintf(ret, WORTH_REASON_TEXT, "not compared, since %s not measured",
		         reason_of_mutants(reason) ? "mutants are" : "coverage is");
	else if (reason_wrong(reason, wrong, sizeof(wrong)))
		snprintf(ret, WORTH_REASON_TEXT, "WRONG: %s", wrong);
	else if (!*reason_explained(reason->explained, ret, WORTH_REASON_TEXT))
		snprintf(ret, WORTH_REASON_TEXT, "%s",
		         reason->points[POINT_EQUIVALENT] ? "proved equivalent" : "not hunted to the end");
	used = strlen(ret);
	/* A pattern may also fit points that were reached, which do not have its reason. */
	if (!*wrong && reason->checked && reason->points[POINT_REACHED] && used < WORTH_REASON_TEXT)
		snprintf(ret + used, WORTH_REASON_TEXT - used, "; %u more that it names %s", reason->points[POINT_REACHED],
		         reason_of_mutants(reason) ? "were killed" : "were reached");
	return ret;
}

static long long number(const json_t *measured, const char *member)
{
	return json_integer_value(json_object_get(measured, member));
}

/* Writes for example "245 of 252 lines", without lines that cannot be reached, and "(3 more with a reason of yours)". */
static size_t put_part(char *ret, size_t size, const json_t *measured, const char *what, unsigned explained)
{
	const json_t *part = json_object_get(measured, what);
	int len = snprintf(ret, size, "%lld of %lld %s", number(part, "reached"), number(part, "all") - number(part, "explained"),
	                   what);

	if (explained && len >= 0 && (size_t)len < size)
		len += snprintf(ret + len, size - (size_t)len, " (%u more with a reason of yours)", explained);
	return len < 0 || (size_t)len >= size ? size : (size_t)len;
}

static void coverage_text(const struct worth *worth, char ret[WORTH_TEXT])
{
	static const struct {
		const char *name;
		enum reason_kind kind;
	} parts[] = {
		{ "lines", REASON_LINE },     { "branches", REASON_BRANCH },
		{ "toggles", REASON_TOGGLE }, { "coincidences", REASON_COINCIDENCE },
		{ "values", REASON_VALUE },
	};
	const json_t *measured = worth->measured[WORTH_COVERAGE];
	size_t used = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && used < WORTH_TEXT; i++) {
		used += (size_t)snprintf(ret + used, WORTH_TEXT - used, "%s", i ? ", " : "");
		used += put_part(ret + used, WORTH_TEXT - used, measured, parts[i].name,
		                 worth->explained[WORTH_COVERAGE][parts[i].kind]);
	}
	if (used < WORTH_TEXT)
		used += (size_t)snprintf(ret + used, WORTH_TEXT - used, " were reached, in %lld runs", number(measured, "runs"));
	if (used < WORTH_TEXT && number(measured, "taken_out"))
		snprintf(ret + used, WORTH_TEXT - used,
		         "; %lld places of the sources are taken out of the count by comments (coverage_off)",
		         number(measured, "taken_out"));
}

enum { COMMAND_TEXT = WORTH_TEXT / 2 };

/* Writes the command that measures KIND into RET. */
static const char *command_text(const struct worth *worth, enum worth_kind kind, char ret[COMMAND_TEXT])
{
	char word[COMMAND_TEXT / 2] = "";

	if (worth->checkout)
		shell_word(worth->checkout, word, sizeof(word));
	snprintf(ret, COMMAND_TEXT, "make %s%s%s%s MACS=%s", worth->checkout ? "-C " : "", word, worth->checkout ? " " : "",
	         kinds[kind].target, worth->profile);
	return ret;
}

/* Writes how many mutants were killed. The share is one of all mutants: those that were not hunted to the end are those that the
 * short runs did not kill, and they may survive. */
static void mutants_text(const struct worth *worth, char ret[WORTH_TEXT])
{
	const json_t *measured = worth->measured[WORTH_MUTANTS];
	const long long made = number(measured, "made"), killed = number(measured, "killed"),
			left = number(measured, "not_hunted"), equivalent = number(measured, "equivalent");
	const unsigned explained = worth->explained[WORTH_MUTANTS][REASON_MUTANT];
	int used = snprintf(ret, WORTH_TEXT, "of %lld mutants %lld were killed (%.1f %%)", made, killed,
	                    made ? 100.0 * (double)killed / (double)made : 0);

	if (equivalent)
		used += snprintf(ret + used, WORTH_TEXT - (size_t)used, ", %lld %s proved equivalent", equivalent,
		                 equivalent == 1 ? "is" : "are");
	used += snprintf(ret + used, WORTH_TEXT - (size_t)used, ", %lld survived", number(measured, "survived") - explained);
	if (explained)
		used += snprintf(ret + used, WORTH_TEXT - (size_t)used, " and %u more with a reason of yours", explained);
	if (left)
		used += snprintf(ret + used, WORTH_TEXT - (size_t)used, ", %lld were not hunted to the end, for want of time",
		                 left);
	used += snprintf(ret + used, WORTH_TEXT - (size_t)used, "; by %lld runs", number(measured, "runs"));
	if (left) {
		char command[COMMAND_TEXT];
		snprintf(ret + used, WORTH_TEXT - (size_t)used, "; %s goes on with them",
		         command_text(worth, WORTH_MUTANTS, command));
	}
}

const char *worth_text(const struct worth *worth, enum worth_kind kind, char ret[WORTH_TEXT])
{
	char command[COMMAND_TEXT];

	command_text(worth, kind, command);
	if (worth_failed(worth, kind))
		snprintf(ret, WORTH_TEXT, "not measured: %.*s; %s tries it again", WORTH_TEXT - COMMAND_TEXT - 64,
		         worth_failed(worth, kind), command);
	else if (!worth->measured[kind])
		snprintf(ret, WORTH_TEXT, "not measured%s: %s", worth->other[kind] ? " since the RTL or the profile changed" : "",
		         command);
	else if (kind == WORTH_COVERAGE)
		coverage_text(worth, ret);
	else
		mutants_text(worth, ret);
	return ret;
}
