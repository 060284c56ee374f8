/* SPDX-License-Identifier: Apache-2.0 */
/* Saved failures of planted faults, judged from their own two captures: what the run found of which captures can tell is found again, and where the
 * captures show nothing of it, tests/judge/failures/NAME/rules has the reason. tests/judge/save.sh makes them. */
#include "judge/judge_captures.h"
#include "support.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_MAX = 16, WORD = 64 };

struct rules {
	char run[RULES_MAX][WORD], seen[RULES_MAX][WORD];
	size_t runs, seens;
	bool client, reason;
};

static void read_rules(const char *folder, struct rules *ret)
{
	char path[256], line[512], word[WORD];
	FILE *in;

	snprintf(path, sizeof(path), "%s/rules", folder);
	in = fopen(path, "r");
	cr_assert_not_null(in, "%s", path);
	*ret = (struct rules){ .runs = 0 };
	while (fgets(line, sizeof(line), in)) {
		if (sscanf(line, "run %63s", word) == 1 && ret->runs < RULES_MAX)
			strcpy(ret->run[ret->runs++], word);
		else if (sscanf(line, "seen %63s", word) == 1 && ret->seens < RULES_MAX)
			strcpy(ret->seen[ret->seens++], word);
		ret->client |= !strncmp(line, "client ", 7);
		ret->reason |= !strncmp(line, "reason ", 7) && strlen(line) > 20;
	}
	fclose(in);
}

static bool has(char list[][WORD], size_t count, const char *word)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], word))
			return true;
	return false;
}

/* Judges the captures of FOLDER and returns the rules that are broken. */
static size_t judge(const char *folder, bool client, char ret[RULES_MAX][WORD])
{
	char profile[128], received[256], sent[256], registers[256], message[512];
	const char *name = strrchr(folder, '/') + 1;
	struct judge_captures captures = { .profile = profile,
		                           .received = received,
		                           .sent = sent,
		                           .registers = registers,
		                           .set = { "station=0x001122334455" },
		                           .sets = 1,
		                           .damaged = true,
		                           .client_control = client };
	struct pm_judge_finding finding;
	struct judge_read read;
	struct pm_judge *judge;
	size_t count = 0;
	int mac = (int)strcspn(name, "_");

	snprintf(profile, sizeof(profile), "tests/foreign/%.*s/%.*s.mac", mac, name, mac, name);
	snprintf(received, sizeof(received), "%s/received.pcapng", folder);
	snprintf(sent, sizeof(sent), "%s/sent.pcapng", folder);
	snprintf(registers, sizeof(registers), "%s/registers.txt", folder);
	if (judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message))) {
		cr_assert(strstr(message, "nothing is decided"), "%s: %s", folder, message);
		return 0;
	}
	for (size_t i = 0; !pm_judge_finding(judge, i, &finding); i++) {
		cr_expect(!strstr(finding.sentence, "cycle ") && !strstr(finding.why, "cycle "), "%s: a cycle in '%s; %s'",
		          folder, finding.sentence, finding.why);
		if (!has(ret, count, finding.rule) && count < RULES_MAX)
			strcpy(ret[count++], finding.rule);
	}
	pm_judge_free(judge);
	return count;
}

static void check(const char *folder)
{
	char found[RULES_MAX][WORD];
	struct rules rules;
	size_t count;
	bool same = false;

	read_rules(folder, &rules);
	cr_assert_gt(rules.runs, 0, "%s: the run found nothing", folder);
	count = judge(folder, rules.client, found);
	cr_expect_eq(count, rules.seens, "%s: %zu rules are broken, not %zu", folder, count, rules.seens);
	for (size_t i = 0; i < rules.seens; i++)
		cr_expect(has(found, count, rules.seen[i]), "%s: %s is not found", folder, rules.seen[i]);
	for (size_t i = 0; i < rules.runs; i++)
		same |= has(found, count, rules.run[i]);
	cr_expect(same || rules.reason, "%s: nothing that the run found is found, and no reason is stated", folder);
}

Test(judge_failures, captures_show_what_the_run_found_or_there_is_a_reason)
{
	glob_t folders;

	cr_assert_eq(glob("tests/judge/failures/*", 0, NULL, &folders), 0);
	for (size_t i = 0; i < folders.gl_pathc; i++)
		check(folders.gl_pathv[i]);
	globfree(&folders);
}
