/* SPDX-License-Identifier: Apache-2.0 */
/* Saved failures of planted faults of the bundled devices and of the MACs of tests/data/foreign, which the bench found by profiles (tools/saver/saved.h): each is judged from its own two captures, and
 * they show what the run found of all that captures can decide, and nothing else; or tools/reasons/not_shown.reasons has the reason. */
#include "judge/judge.h"
#include "profile/reason_lines.h"
#include "saved.h"
#include "support.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const char not_shown[] = "tools/reasons/not_shown.reasons", not_saved[] = "tools/reasons/not_saved.reasons";

/* Returns whether the file PATH of reasons has one for NAME that says something. */
static bool is_listed(const char *path, const char *name)
{
	enum { SHORTEST_REASON = 20 };
	struct reason_lines lines;
	struct profile_error e;
	const char *why;
	bool listed;

	cr_assert_eq(reason_lines_read(&lines, path, reason_file_kinds, &e), 0, "%s: %s", path, e.message);
	why = reason_of(&lines, name);
	listed = why && strlen(why) >= SHORTEST_REASON;
	reason_lines_release(&lines);
	return listed;
}

enum outcome { SHOWN, BEYOND, LISTED, OUTCOMES };

static enum outcome check(const struct saved *saved, const char *folder)
{
	static struct saved_verdict verdict;
	char message[512] = "";
	bool same = saved->captured || saved_is_beyond(saved, folder), any = false;

	cr_expect_gt(saved->run.count, 0, "%s", saved->fault);
	if (saved->captured) {
		cr_assert_geq(saved_judge(saved, folder, NULL, &verdict, message, sizeof(message)), 0, "%s: %s", saved->fault,
		              message);
		for (size_t i = 0; i < saved->run.count; i++) {
			bool broken = saved_has(&verdict.broken, saved->run.name[i]);
			any |= broken;
			same &= broken || verdict.undecided[rule_by_name(saved->run.name[i])];
		}
		for (size_t i = 0; i < verdict.broken.count; i++) {
			same &= saved_has(&saved->run, verdict.broken.name[i]);
			cr_expect(saved_has(&saved->seen, verdict.broken.name[i]), "%s: %s is found now; see build/gen/rejudge",
			          saved->fault, verdict.broken.name[i]);
		}
		cr_expect_eq(verdict.broken.count, saved->seen.count, "%s: %zu rules are broken, not %zu", saved->fault,
		             verdict.broken.count, saved->seen.count);
		same &= any;
	}
	if (same)
		cr_expect(!is_listed(not_shown, saved->fault), "%s: its line of %s is needed no more", saved->fault, not_shown);
	else
		cr_expect(is_listed(not_shown, saved->fault),
		          "%s: its captures do not show what the run found, and %s has no reason", saved->fault, not_shown);
	return !same ? LISTED : saved->captured ? SHOWN : BEYOND;
}

static const char *const devices[] = { "bcm1250", "bcm5718", "gige", "i82598", "ll10g", "tengig" };

/* Compares what became of the failures with the table of doc/use/judge.md. */
static void check_table(unsigned outcomes[COUNT_OF(devices)][OUTCOMES])
{
	static const char page[] = "doc/use/judge.md";

	for (size_t k = 0; k < COUNT_OF(devices); k++) {
		char wanted[128], line[512];
		bool found = false;
		FILE *in = fopen(page, "r");
		cr_assert_not_null(in, "%s", page);
		snprintf(wanted, sizeof(wanted), "| %s | %u | %u | %u |\n", devices[k], outcomes[k][SHOWN], outcomes[k][BEYOND],
		         outcomes[k][LISTED]);
		while (!found && fgets(line, sizeof(line), in))
			found = !strcmp(line, wanted);
		fclose(in);
		cr_expect(found, "%s, section 7, has no line '%s'", page, wanted);
	}
}

static void check_file(const char *path, const char *folder, unsigned outcomes[COUNT_OF(devices)][OUTCOMES])
{
	struct saved saved;
	FILE *in = fopen(path, "r");
	int rc;

	cr_assert_not_null(in, "%s", path);
	while ((rc = saved_read(in, folder, &saved)) == 1) {
		enum outcome outcome = check(&saved, folder);
		for (size_t k = 0; k < COUNT_OF(devices); k++)
			outcomes[k][outcome] += strlen(devices[k]) == strcspn(saved.fault, "/") &&
			                        !strncmp(saved.fault, devices[k], strlen(devices[k]));
	}
	cr_assert_eq(rc, 0, "%s", path);
	fclose(in);
}

Test(judge_saved, captures_show_what_the_run_found_or_there_is_a_reason)
{
	unsigned outcomes[COUNT_OF(devices)][OUTCOMES] = { { 0 } };
	char folder[64];
	glob_t files;

	scratch_make(folder, sizeof(folder), "judge_saved");
	cr_assert_eq(glob("tests/data/judge/saved/*.txt", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_file(files.gl_pathv[i], folder, outcomes);
	globfree(&files);
	check_table(outcomes);
}

/* The failures that other tests make their captures of: each of them shows the rules of its line "seen". */
Test(judge_saved, captures_of_runs_that_were_not_reduced_show_what_their_lines_say)
{
	static const char path[] = "tests/data/judge/captures.txt";
	static struct saved_verdict verdict;
	struct saved saved;
	char folder[64], message[512] = "";
	FILE *in = fopen(path, "r");
	int rc;

	cr_assert_not_null(in, "%s", path);
	scratch_make(folder, sizeof(folder), "judge_captures");
	while ((rc = saved_read(in, folder, &saved)) == 1) {
		cr_assert_eq(saved_judge(&saved, folder, NULL, &verdict, message, sizeof(message)), 0, "%s: %s", saved.fault,
		             message);
		cr_expect_eq(verdict.broken.count, saved.seen.count, "%s: %zu rules are broken, not %zu", saved.fault,
		             verdict.broken.count, saved.seen.count);
		for (size_t i = 0; i < verdict.broken.count; i++)
			cr_expect(saved_has(&saved.seen, verdict.broken.name[i]), "%s: %s is found now", saved.fault,
			          verdict.broken.name[i]);
	}
	cr_assert_eq(rc, 0, "%s", path);
	fclose(in);
}

/* ---- the rest ---- */

struct head {
	char dut[64], rule[64], reason[32];
};

static void read_head(const char *path, struct head *ret)
{
	char line[512];
	FILE *in = fopen(path, "r");

	cr_assert_not_null(in, "%s", path);
	*ret = (struct head){ .dut = "" };
	while (fgets(line, sizeof(line), in) && *line == '#') {
		sscanf(line, "# dut: %63s", ret->dut);
		sscanf(line, "# rule: %63s", ret->rule);
		sscanf(line, "# black-box: %31s", ret->reason);
	}
	fclose(in);
}

/* Rules of registers, management and observation ports, which no profile has (tools/hunter/by_profile.sh). */
static bool is_left_out(const char *rule)
{
	static const char *const left_out[] = { "apb-", "reg-", "mdio-", "rx-record", "tx-record", "buffer-level" };

	for (size_t i = 0; i < COUNT_OF(left_out); i++)
		if (!strncmp(rule, left_out[i], strlen(left_out[i])))
			return true;
	return false;
}

static bool is_saved(const char *device, const char *name)
{
	char pattern[128], line[256], wanted[192];
	bool saved = false;
	glob_t files;

	snprintf(pattern, sizeof(pattern), "tests/data/judge/saved/%s*.txt", device);
	snprintf(wanted, sizeof(wanted), "fault %s\n", name);
	cr_assert_eq(glob(pattern, 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		FILE *in = fopen(files.gl_pathv[i], "r");
		while (!saved && fgets(line, sizeof(line), in))
			saved = !strcmp(line, wanted);
		fclose(in);
	}
	globfree(&files);
	return saved;
}

static void check_mutant(const char *device, const char *path)
{
	static const char by_profile[] = "tools/reasons/by_profile.reasons";
	const char *file = strrchr(path, '/') + 1;
	char name[160], all[160];
	struct head head;

	read_head(path, &head);
	snprintf(name, sizeof(name), "%s/%.*s", device, (int)strcspn(file, "."), file);
	snprintf(all, sizeof(all), "%s/rule:%s", device, head.rule);
	if (strcmp(head.dut, device) != 0 || is_left_out(head.rule) || *head.reason || is_listed(by_profile, name) ||
	    is_listed(by_profile, all))
		return; /* no profile shows it to the bench */
	cr_expect_neq(is_saved(device, name), is_listed(not_saved, name),
	              "%s: save a failure (make do-saved), or say why not in %s", name, not_saved);
}

Test(judge_saved, each_mutant_that_profiles_find_is_saved_or_listed)
{
	for (size_t k = 0; k < COUNT_OF(devices); k++) {
		char pattern[128];
		glob_t patches;
		snprintf(pattern, sizeof(pattern), "tests/data/mutants/%s/*.patch", devices[k]);
		if (glob(pattern, 0, NULL, &patches))
			continue; /* a MAC of tests/data/foreign */
		for (size_t i = 0; i < patches.gl_pathc; i++)
			check_mutant(devices[k], patches.gl_pathv[i]);
		globfree(&patches);
	}
}

static void expect_saved(const char *mac, const char *name)
{
	cr_expect_neq(is_saved(mac, name), is_listed(not_saved, name),
	              "%s: save a failure (SAVE=FILE tools/foreign/hunt.sh), or say why not in %s", name, not_saved);
}

/* Each fault that the head of the variant at PATH has ("# fault:"). */
static void check_variant(const char *mac, const char *path)
{
	const char *file = strrchr(path, '/') + 1;
	char line[512], name[160];
	unsigned number = 0;
	FILE *in = fopen(path, "r");

	cr_assert_not_null(in, "%s", path);
	while (fgets(line, sizeof(line), in) && *line == '#') {
		if (strncmp(line, "# fault:", 8))
			continue;
		snprintf(name, sizeof(name), "%s/%.*s_fault_%u", mac, (int)strcspn(file, "."), file, ++number);
		expect_saved(mac, name);
	}
	fclose(in);
}

/* Calls EACH with each patch of FOLDER of a MAC of tests/data/foreign. */
static void each_patch(const char *mac, const char *folder, void (*each)(const char *mac, const char *path))
{
	char pattern[128];
	glob_t patches;

	snprintf(pattern, sizeof(pattern), "tests/data/foreign/%s/%s/*.patch", mac, folder);
	cr_assert_eq(glob(pattern, 0, NULL, &patches), 0);
	for (size_t i = 0; i < patches.gl_pathc; i++)
		each(mac, patches.gl_pathv[i]);
	globfree(&patches);
}

static void check_fault(const char *mac, const char *path)
{
	const char *file = strrchr(path, '/') + 1;
	char name[160];

	snprintf(name, sizeof(name), "%s/%.*s", mac, (int)strcspn(file, "."), file);
	expect_saved(mac, name);
}

Test(judge_saved, each_fault_of_a_foreign_mac_is_saved_or_listed)
{
	static const char *const macs[] = { "gige", "tengig" };

	for (size_t k = 0; k < COUNT_OF(macs); k++) {
		each_patch(macs[k], "faults", check_fault);
		each_patch(macs[k], "variants", check_variant);
	}
}
