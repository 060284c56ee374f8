/* SPDX-License-Identifier: Apache-2.0 */
/* Figures of the files that ci/coverage_mac.sh and tests/mutants/generated/mac.sh write, in words. */
#include "worth.h"

#include "base/env.h"

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

void worth_read(struct worth *ret, const char *folder, const char *rtl, const char *profile_hash, const char *profile)
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
}

void worth_release(struct worth *worth)
{
	for (int k = 0; k < WORTH_KINDS; k++) {
		json_decref(worth->measured[k]);
		json_decref(worth->failed[k]);
	}
}

const char *worth_failed(const struct worth *worth, enum worth_kind kind)
{
	return json_string_value(json_object_get(worth->failed[kind], "not_measured"));
}

static long long number(const json_t *measured, const char *member)
{
	return json_integer_value(json_object_get(measured, member));
}

/* "245 of 252 lines", without those that cannot be reached */
static size_t put_part(char *ret, size_t size, const json_t *measured, const char *what)
{
	const json_t *part = json_object_get(measured, what);
	int len = snprintf(ret, size, "%lld of %lld %s", number(part, "reached"), number(part, "all") - number(part, "explained"),
	                   what);

	return len < 0 || (size_t)len >= size ? size : (size_t)len;
}

static void coverage_text(const json_t *measured, char ret[WORTH_TEXT])
{
	static const char *const parts[] = { "lines", "branches", "toggles", "coincidences", "values" };
	size_t used = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]) && used < WORTH_TEXT; i++) {
		used += (size_t)snprintf(ret + used, WORTH_TEXT - used, "%s", i ? ", " : "");
		used += put_part(ret + used, WORTH_TEXT - used, measured, parts[i]);
	}
	if (used < WORTH_TEXT)
		used += (size_t)snprintf(ret + used, WORTH_TEXT - used, " were reached, in %lld runs", number(measured, "runs"));
	if (used < WORTH_TEXT && number(measured, "taken_out"))
		snprintf(ret + used, WORTH_TEXT - used,
		         "; %lld places of the sources are taken out of the count by comments (coverage_off)",
		         number(measured, "taken_out"));
}

enum { COMMAND_TEXT = WORTH_TEXT / 2 };

/* The command that measures KIND. */
static const char *command_text(const struct worth *worth, enum worth_kind kind, char ret[COMMAND_TEXT])
{
	char word[COMMAND_TEXT / 2] = "";

	if (worth->checkout)
		shell_word(worth->checkout, word, sizeof(word));
	snprintf(ret, COMMAND_TEXT, "make %s%s%s%s MACS=%s", worth->checkout ? "-C " : "", word, worth->checkout ? " " : "",
	         kinds[kind].target, worth->profile);
	return ret;
}

/* The share is one of all: what was not hunted to the end is what the short runs did not kill, and may survive. */
static void mutants_text(const struct worth *worth, char ret[WORTH_TEXT])
{
	const json_t *measured = worth->measured[WORTH_MUTANTS];
	const long long made = number(measured, "made"), killed = number(measured, "killed"),
			left = number(measured, "not_hunted"), equivalent = number(measured, "equivalent");
	int used = snprintf(ret, WORTH_TEXT, "of %lld mutants %lld were killed (%.1f %%)", made, killed,
	                    made ? 100.0 * (double)killed / (double)made : 0);

	if (equivalent)
		used += snprintf(ret + used, WORTH_TEXT - (size_t)used, ", %lld %s proved equivalent", equivalent,
		                 equivalent == 1 ? "is" : "are");
	used += snprintf(ret + used, WORTH_TEXT - (size_t)used, ", %lld survived", number(measured, "survived"));
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
	const json_t *measured = worth->measured[kind];
	char command[COMMAND_TEXT];

	command_text(worth, kind, command);
	if (worth_failed(worth, kind))
		snprintf(ret, WORTH_TEXT, "not measured: %.*s; %s tries it again", WORTH_TEXT - COMMAND_TEXT - 64,
		         worth_failed(worth, kind), command);
	else if (!measured)
		snprintf(ret, WORTH_TEXT, "not measured%s: %s", worth->other[kind] ? " since the RTL or the profile changed" : "",
		         command);
	else if (kind == WORTH_COVERAGE)
		coverage_text(measured, ret);
	else
		mutants_text(worth, ret);
	return ret;
}
