/* SPDX-License-Identifier: Apache-2.0 */
/* Which line of a profile is false, if a finding is not the MAC's fault. */
#include "profile.h"

#include <stdio.h>
#include <string.h>

/* The lines that a rule stands on, the most likely one first. */
static const struct {
	enum rule rule;
	const char *key;
} suspects[] = {
#define SUSPECT(rule, key) { RULE_##rule, key },
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

const struct profile_line *profile_line_of_rule(const struct profile *profile, enum rule rule)
{
	for (size_t i = 0; i < sizeof(suspects) / sizeof(suspects[0]); i++)
		if (suspects[i].rule == rule && line_with(profile, suspects[i].key))
			return line_with(profile, suspects[i].key);
	return NULL;
}

/* The counter or register that a finding names: "counter etherStatsPkts" or the name alone. */
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

bool profile_blame(const struct profile *profile, const struct finding *finding, char *ret, size_t size)
{
	const struct profile_line *line = line_of_name(profile, finding->what);
	const char *slash = strrchr(profile->path, '/'), *file = slash ? slash + 1 : profile->path;
	size_t used = 0;

	ret[0] = 0;
	if (line)
		used = (size_t)snprintf(ret, size, "%s:%u: %s", file, line->line, line->key);
	for (size_t i = 0; i < sizeof(suspects) / sizeof(suspects[0]) && used < size; i++) {
		const struct profile_line *stated = suspects[i].rule == finding->rule ? line_with(profile, suspects[i].key)
		                                                                      : NULL;
		if (stated)
			used += (size_t)snprintf(ret + used, size - used, "%s%s%u: %s", used ? " or " : file, used ? "" : ":",
			                         stated->line, stated->key);
	}
	return ret[0];
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
