/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of the verb judge that contradict each other or the captures: one line, and no verdict. */
#include "cli_support.h"

#define JUDGE "judge --profile tests/foreign/gige/gige.mac --set station=00:11:22:33:44:55 "
#define FAILURE "tests/judge/failures/gige_time_one_quantum_short/"
#define IN FAILURE "received.pcapng "
#define OUT FAILURE "sent.pcapng "

Test(cli_judge, captures_are_named_once, .timeout = 60)
{
	expect_run(1, "pause-time", JUDGE "--rx " IN "--tx " OUT);
	expect_run(2, "give --rx FILE and --tx FILE, or --both FILE", JUDGE "--rx " IN);
	expect_run(2, "leave out --rx and --tx", JUDGE "--both " IN "--tx " OUT);
	expect_run(2, "leave out --rx and --tx", JUDGE "--rx " IN "--both " OUT);
	expect_run(2, "are one interface", JUDGE "--both " OUT "--rx-interface 0 --tx-interface 0");
	expect_run(2, "leave out --fcs absent", JUDGE "--rx " IN "--tx " OUT "--fcs absent");
	expect_run(2, "packet 1 has no direction", JUDGE "--rx " OUT "--tx ./" OUT);
}
