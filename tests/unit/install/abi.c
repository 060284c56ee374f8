/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the binary interface of <pausemodel/judge.h>: structures, members and constants. tests/unit/install/abi.txt has what release 0 has. */
#include <pausemodel/judge.h>
#include <stddef.h>
#include <stdio.h>

#define STRUCT(s) printf("struct %s %zu\n", #s, sizeof(struct s));
#define MEMBER(s, m) printf("  %s at %zu, %zu\n", #m, offsetof(struct s, m), sizeof(((struct s *)0)->m));
#define CONSTANT(c) printf("%s %d\n", #c, (int)(c));

int main(void)
{
	STRUCT(pm_judge_options)
	MEMBER(pm_judge_options, profile)
	MEMBER(pm_judge_options, profile_text)
	MEMBER(pm_judge_options, time_error_ps)
	MEMBER(pm_judge_options, story)
	MEMBER(pm_judge_options, damaged_seen)
	MEMBER(pm_judge_options, client_control)
	MEMBER(pm_judge_options, fcs)
	MEMBER(pm_judge_options, stamp)
	MEMBER(pm_judge_options, client_always)
	MEMBER(pm_judge_options, client_seen)
	MEMBER(pm_judge_options, requests_seen)
	STRUCT(pm_judge_finding)
	MEMBER(pm_judge_finding, time)
	MEMBER(pm_judge_finding, cause_time)
	MEMBER(pm_judge_finding, rule)
	MEMBER(pm_judge_finding, rule_text)
	MEMBER(pm_judge_finding, document)
	MEMBER(pm_judge_finding, sentence)
	MEMBER(pm_judge_finding, why)
	MEMBER(pm_judge_finding, profile_line)
	STRUCT(pm_judge_rule)
	MEMBER(pm_judge_rule, rule)
	MEMBER(pm_judge_rule, why)
	CONSTANT(PM_JUDGE_OK)
	CONSTANT(PM_JUDGE_NO_MEMORY)
	CONSTANT(PM_JUDGE_PROFILE)
	CONSTANT(PM_JUDGE_USAGE)
	CONSTANT(PM_JUDGE_ORDER)
	CONSTANT(PM_JUDGE_EVENTS)
	CONSTANT(PM_JUDGE_NO_MORE)
	CONSTANT(PM_JUDGE_MESSAGE)
	CONSTANT(PM_JUDGE_RECEIVED)
	CONSTANT(PM_JUDGE_SENT)
	CONSTANT(PM_JUDGE_NO_FCS)
	CONSTANT(PM_JUDGE_CODE_ERROR)
	CONSTANT(PM_JUDGE_CUT)
	CONSTANT(PM_JUDGE_CLIENT_ERROR)
	CONSTANT(PM_JUDGE_FCS_AS_STATED)
	CONSTANT(PM_JUDGE_FCS_PRESENT)
	CONSTANT(PM_JUDGE_FCS_ABSENT)
	CONSTANT(PM_JUDGE_STAMP_PREAMBLE)
	CONSTANT(PM_JUDGE_STAMP_SFD)
	CONSTANT(PM_JUDGE_STAMP_END)
	CONSTANT(PM_JUDGE_CLIENT_UNKNOWN)
	CONSTANT(PM_JUDGE_CLIENT_ALWAYS)
	CONSTANT(PM_JUDGE_CLIENT_CLASSES)
	return 0;
}
