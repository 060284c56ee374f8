/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the line of a profile that is false if a finding is not the MAC's fault. */
#include "profile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The lines on which a rule depends, the most likely one first. */
static const struct {
	enum rule rule;
	uint32_t traits;
	const char *key;
	bool also;
} suspects[] = {
#define SUSPECT(rule, key) { RULE_##rule, 0, key, false },
#define SUSPECT_IF(rule, traits, key) { RULE_##rule, traits, key, false },
#define SUSPECT_ALSO(rule, traits, key) { RULE_##rule, traits, key, true },
#define EXPECTED(frame, key)
#include "suspects.def"
};

/* The lines on which a frame depends that a stimulus expects, by its word in the line "expect". */
static const struct {
	const char *frame, *key;
} expected_frames[] = {
#define SUSPECT(rule, key)
#define SUSPECT_IF(rule, traits, key)
#define SUSPECT_ALSO(rule, traits, key)
#define EXPECTED(frame, key) { frame, key },
#include "suspects.def"
};

unsigned profile_line_of(const struct profile *profile, const char *key)
{
	unsigned line = 0;

	for (size_t i = 0; i < profile->line_count; i++)
		if (!strcmp(profile->lines[i].key, key))
			line = profile->lines[i].line;
	return line;
}

static const struct profile_line *line_with(const struct profile *profile, const char *key)
{
	for (size_t i = profile->line_count; i-- > 0;)
		if (!strcmp(profile->lines[i].key, key))
			return &profile->lines[i];
	return NULL;
}

/* Returns the line of the counter or register that a finding names, as "counter etherStatsPkts" or by the name alone. */
static const struct profile_line *line_of_name(const struct profile *profile, const char *what)
{
	for (size_t i = profile->line_count; i-- > 0;) {
		const char *space = strchr(profile->lines[i].key, ' '), *at;
		size_t len;
		if (!space || (strncmp(profile->lines[i].key, "counter ", 8) && strncmp(profile->lines[i].key, "register ", 9)))
			continue;
		len = strlen(space + 1);
		at = strstr(what, space + 1);
		if (at && (at == what || at[-1] == ' ') && (!at[len] || at[len] == ' ' || !strncmp(at + len, "_HIGH", 5)))
			return &profile->lines[i];
	}
	return NULL;
}

/* Returns the line of the time of the class that a finding about an expected PFC frame names. */
static const struct profile_line *line_of_class(const struct profile *profile, const struct finding *finding)
{
	const char *class = finding->rule == RULE_EXPECT_WIRE ? strstr(finding->actual, ": class ") : NULL;
	char key[32];
	unsigned number;

	if (!class || sscanf(class, ": class %u enabled, time", &number) != 1 || !strstr(class, "enabled, time"))
		return NULL;
	snprintf(key, sizeof(key), "control pfc_quanta%u", number);
	return line_with(profile, key);
}

/* Returns true if the finding is about an expected frame of row I of expected_frames. */
static bool is_expected(const struct finding *finding, size_t i)
{
	const char *at = finding->rule == RULE_EXPECT_WIRE ? strstr(finding->what, "expect ") : NULL;
	size_t len = strlen(expected_frames[i].frame);

	return at && !strncmp(at + strlen("expect "), expected_frames[i].frame, len) &&
	       !isalpha((unsigned char)at[strlen("expect ") + len]);
}

/* Returns true if the check itself names KEY in brackets: "a start (host starts)". */
static bool is_said(const struct finding *finding, const char *key)
{
	const char *bracket = strchr(finding->expected, '(');

	return bracket && !strncmp(bracket + 1, key, strlen(key));
}

/* Returns the most likely line. *RET_SURE: the check itself names it, or the frame's traits do. *RET_SECOND is another line that
 * is as likely, or NULL; *RET_ALSO is a line that may be the cause whatever the others are (SUSPECT_ALSO), or NULL. */
static const struct profile_line *line_of_suspect(const struct profile *profile, const struct finding *finding, bool *ret_sure,
                                                  const struct profile_line **ret_second, const struct profile_line **ret_also)
{
	const struct profile_line *found = NULL;
	uint32_t traits = 0; /* the traits by which it was found */

	*ret_sure = false;
	*ret_second = *ret_also = NULL;
	for (size_t i = 0; i < sizeof(suspects) / sizeof(suspects[0]); i++) {
		const struct profile_line *line = suspects[i].rule == finding->rule ? line_with(profile, suspects[i].key) : NULL;
		if (line && is_said(finding, suspects[i].key)) {
			*ret_sure = true;
			*ret_second = *ret_also = NULL;
			return line;
		}
		if (!line || (finding->traits & suspects[i].traits) != suspects[i].traits)
			continue;
		if (suspects[i].also) {
			*ret_also = *ret_also ? *ret_also : line;
		} else if (!found) {
			traits = suspects[i].traits;
			*ret_sure = traits;
			found = line;
		} else if (!*ret_second && line != found && suspects[i].traits == traits) {
			*ret_second = line;
		}
	}
	return found;
}

static const struct profile_line *line_of_expected(const struct profile *profile, const struct finding *finding)
{
	for (size_t i = 0; i < sizeof(expected_frames) / sizeof(expected_frames[0]); i++)
		if (is_expected(finding, i) && line_with(profile, expected_frames[i].key))
			return line_with(profile, expected_frames[i].key);
	return NULL;
}

bool profile_blame(const struct profile *profile, const struct finding *finding, char *ret, size_t size)
{
	const char *slash = strrchr(profile->path, '/'), *file = slash ? slash + 1 : profile->path;
	bool sure;
	const struct profile_line *second, *also, *suspect = line_of_suspect(profile, finding, &sure, &second, &also),
						  *line = sure ? suspect : NULL;

	size_t used = 0;

	ret[0] = 0;
	if (!line)
		line = line_of_name(profile, finding->what);
	if (!line)
		line = line_of_class(profile, finding);
	if (line && !sure)
		second = NULL;
	else
		line = suspect;
	if (!line)
		line = line_of_expected(profile, finding);
	if (!line) {
		line = also;
		also = NULL;
	}
	if (also && also != line)
		second = also;
	if (line)
		used = (size_t)snprintf(ret, size, "%s:%u: %s", file, line->line, line->key);
	if (line && second && used < size)
		snprintf(ret + used, size - used, " or %u: %s", second->line, second->key);
	return line;
}

const char *profile_suspect(const struct finding *finding, const char *brackets, char *ret, size_t size)
{
	struct profile_error e;
	const struct profile *profile = profile_built(&e);
	char line[PROFILE_SUSPECT_SIZE];

	ret[0] = 0;
	if (profile && profile_blame(profile, finding, line, sizeof(line)))
		snprintf(ret, size, brackets[0] ? " (%s)" : "%s", line);
	return ret;
}
