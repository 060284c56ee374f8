/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the verb judge that contradict each other or the captures: one line, and no verdict. */
#include "cli_support.h"
#include "made_captures.h"

#include <stdio.h>
#include <string.h>

#define JUDGE "judge --profile tests/data/foreign/gige/gige.mac --set station=00:11:22:33:44:55 "
#define IN "build/tests/cli_judge_named/received.pcapng "
#define OUT "build/tests/cli_judge_named/sent.pcapng "

Test(cli_judge, captures_are_named_once)
{
	char folder[64];

	scratch_make(folder, sizeof(folder), "cli_judge_named");
	captures_make(folder, "gige/time_one_quantum_short");
	expect_run(1, "pause-time", JUDGE "--rx " IN "--tx " OUT);
	expect_run(2, "give --rx FILE and --tx FILE, or --both FILE", JUDGE "--rx " IN);
	expect_run(2, "leave out --rx and --tx", JUDGE "--both " IN "--tx " OUT);
	expect_run(2, "leave out --rx and --tx", JUDGE "--rx " IN "--both " OUT);
	expect_run(2, "are one interface", JUDGE "--both " OUT "--rx-interface 0 --tx-interface 0");
	expect_run(2, "leave out --fcs absent", JUDGE "--rx " IN "--tx " OUT "--fcs absent");
	expect_run(2, "packet 1 has no direction", JUDGE "--rx " OUT "--tx ./" OUT);
}

/* Of a client that may be late nobody knows who spoilt a frame: the report counts what it did not judge. */
Test(cli_judge, frames_that_the_client_may_have_spoilt_are_counted)
{
	enum { PROFILE_MAX = 16384 };
	char text[PROFILE_MAX] = "", folder[64];
	FILE *in = fopen("tests/data/foreign/gige/gige.mac", "r");
	char *lacks;

	cr_assert_not_null(in);
	cr_assert_lt(fread(text, 1, sizeof(text) - 1, in), sizeof(text) - 1);
	fclose(in);
	lacks = strstr(text, "underrun");
	cr_assert_not_null(lacks);
	memcpy(lacks, "jumbo   ", strlen("underrun"));
	scratch_make(folder, sizeof(folder), "cli_judge_spoilt");
	captures_make(folder, "gige/fcs_wrong");
	text_write(folder, "late.mac", text);
#define SPOILT                                                                                    \
	"--set station=00:11:22:33:44:55 --rx build/tests/cli_judge_spoilt/received.pcapng --tx " \
	"build/tests/cli_judge_spoilt/sent.pcapng"
	expect_run(1, "tx-fcs", "judge --profile tests/data/foreign/gige/gige.mac " SPOILT);
	expect_run(2, "spoilt    3 sent frames end with an error or a wrong FCS",
	           "judge --profile build/tests/cli_judge_spoilt/late.mac " SPOILT);
}
