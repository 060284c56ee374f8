/* SPDX-License-Identifier: Apache-2.0 */
/* Saved failures of planted faults, judged from their own two captures: what the run found of which captures can tell is found again, and where the
 * captures show nothing of it, tests/data/judge/failures/NAME/rules has the reason. tools/saver/save.sh makes them. */
#include "judge/judge_captures.h"
#include "support.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULES_MAX = 16, WORD = 64 };

struct rules {
	char run[RULES_MAX][WORD], seen[RULES_MAX][WORD];
	size_t runs, seens;
	bool client, always, reason;
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
		ret->client |= !strncmp(line, "client sends ", 13);
		ret->always |= !strncmp(line, "client always ", 14);
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
static size_t judge(const char *folder, const struct rules *rules, char ret[RULES_MAX][WORD])
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
		                           .client_control = rules->client,
		                           .client_always = rules->always };
	struct pm_judge_finding finding;
	struct judge_read read;
	struct pm_judge *judge;
	size_t count = 0;
	int mac = (int)strcspn(name, "_");

	snprintf(profile, sizeof(profile), "tests/data/foreign/%.*s/%.*s.mac", mac, name, mac, name);
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
	count = judge(folder, &rules, found);
	cr_expect_eq(count, rules.seens, "%s: %zu rules are broken, not %zu", folder, count, rules.seens);
	for (size_t i = 0; i < rules.seens; i++)
		cr_expect(has(found, count, rules.seen[i]), "%s: %s is not found", folder, rules.seen[i]);
	for (size_t i = 0; i < rules.runs; i++)
		same |= has(found, count, rules.run[i]);
	cr_expect(same || rules.reason, "%s: nothing that the run found is found, and no reason is stated", folder);
}

/* ---- the rest ---- */

/* True if captures can decide RULE, with counters and the pins of the wire. */
static bool is_decided(const struct pm_judge *judge, const char *name)
{
	struct pm_judge_rule rule;

	for (size_t i = 0; !pm_judge_undecided(judge, i, &rule); i++)
		if (!strcmp(rule.rule, name) && !strstr(rule.why, "no readings") && !strstr(rule.why, "no preamble"))
			return false;
	return true;
}

/* True if the head of the patch at PATH names a rule that captures can decide, and the MAC is the one that JUDGE knows, and none of the variants. */
static bool is_decidable(const struct pm_judge *judge, const char *path)
{
	char line[256], *word, *save;
	bool decidable = false, variant = false;
	FILE *in = fopen(path, "r");

	cr_assert_not_null(in, "%s", path);
	while (fgets(line, sizeof(line), in) && line[0] == '#') {
		variant |= !strncmp(line, "# of:", 5);
		if (strncmp(line, "# rule:", 7))
			continue;
		for (word = strtok_r(line + 7, " \n", &save); word; word = strtok_r(NULL, " \n", &save))
			decidable |= strncmp(word, "expect", 6) && is_decided(judge, word);
	}
	fclose(in);
	return decidable && !variant;
}

static bool is_listed(const char *name)
{
	char line[256];
	bool listed = false;
	FILE *in = fopen("tests/data/judge/not_saved.txt", "r");

	cr_assert_not_null(in);
	while (fgets(line, sizeof(line), in))
		listed |= line[0] != '#' && strcspn(line, " ") == strlen(name) && !strncmp(line, name, strlen(name)) &&
		          strlen(line) > strlen(name) + 20;
	fclose(in);
	return listed;
}

static void check_rest(const char *mac)
{
	char profile[128], message[PM_JUDGE_MESSAGE], pattern[128];
	const struct pm_judge_options options = { .profile = profile };
	struct pm_judge *judge;
	glob_t patches;

	snprintf(profile, sizeof(profile), "tests/data/foreign/%s/%s.mac", mac, mac);
	cr_assert_eq(pm_judge_new(&judge, &options, message, sizeof(message)), PM_JUDGE_OK, "%s", message);
	snprintf(pattern, sizeof(pattern), "tests/data/foreign/%s/faults/*.patch", mac);
	cr_assert_eq(glob(pattern, 0, NULL, &patches), 0);
	for (size_t i = 0; i < patches.gl_pathc; i++) {
		const char *file = strrchr(patches.gl_pathv[i], '/') + 1;
		char name[128], folder[256];
		snprintf(name, sizeof(name), "%s_%.*s", mac, (int)strcspn(file, "."), file);
		snprintf(folder, sizeof(folder), "tests/data/judge/failures/%s/rules", name);
		if (!access(folder, R_OK) || !is_decidable(judge, patches.gl_pathv[i]))
			cr_expect(!is_listed(name), "%s needs no line of tests/data/judge/not_saved.txt", name);
		else
			cr_expect(is_listed(name),
			          "%s: save a failure (tools/saver/save.sh), or say why in tests/data/judge/not_saved.txt", name);
	}
	globfree(&patches);
	pm_judge_free(judge);
}

Test(judge_failures, each_planted_fault_that_captures_can_show_is_saved_or_listed)
{
	check_rest("gige");
	check_rest("tengig");
}

Test(judge_failures, captures_show_what_the_run_found_or_there_is_a_reason)
{
	glob_t folders;

	cr_assert_eq(glob("tests/data/judge/failures/*", 0, NULL, &folders), 0);
	for (size_t i = 0; i < folders.gl_pathc; i++)
		check(folders.gl_pathv[i]);
	globfree(&folders);
}
