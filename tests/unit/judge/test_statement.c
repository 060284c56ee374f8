/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance statement that a judge of captures writes: the requirements that they decide, fail and cannot decide. */
#include "conform/conform_captures.h"
#include "made_captures.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

static void make_folder(void)
{
	snprintf(folder, sizeof(folder), "build/tests/statement_XXXXXX");
	cr_assert_not_null(mkdtemp(folder));
}

static char *path_of(const char *name, char ret[128])
{
	snprintf(ret, 128, "%s/%s", folder, name);
	return ret;
}

static const char *file(const char *name)
{
	static char path[128];

	return path_of(name, path);
}

static void remove_folder(void)
{
	unlink(file("conformance.txt"));
	unlink(file("conformance.json"));
	unlink(file("conformance.html"));
	unlink(file("received.pcapng"));
	unlink(file("sent.pcapng"));
	unlink(file("registers.txt"));
	rmdir(folder);
}

TestSuite(judge_statement, .init = make_folder, .fini = remove_folder);

/* Writes the statement about the failure of FAULT, a fault of gige, and returns it as JSON. */
static json_t *statement(const char *fault)
{
	char path[3][128], message[512];
	const struct judge_captures captures = { .profile = "tests/data/foreign/gige/gige.mac",
		                                 .received = path_of("received.pcapng", path[0]),
		                                 .sent = path_of("sent.pcapng", path[1]),
		                                 .registers = path_of("registers.txt", path[2]),
		                                 .set = { "station=0x001122334455" },
		                                 .sets = 1,
		                                 .damaged = true };
	struct env_error env;
	struct judge_read read;
	struct pm_judge *judge;
	FILE *log = fopen("/dev/null", "w");
	json_t *ret;

	captures_make(folder, fault);
	cr_assert_eq(judge_captures(&captures, NULL, NULL, &judge, &read, message, sizeof(message)), 0, "%s", message);
	cr_assert_eq(conform_captures(&(struct judge_report){ &captures, &read, judge },
	                              &(struct conform_captures_options){ folder, "7", "judge again", log }, &env),
	             0, "%s", env.text);
	pm_judge_free(judge);
	fclose(log);
	ret = json_load_file(file("conformance.json"), 0, NULL);
	cr_assert_not_null(ret);
	return ret;
}

static const json_t *requirement(const json_t *statement, const char *id)
{
	size_t i;
	const json_t *row;

	json_array_foreach(json_object_get(statement, "requirements"), i, row)
	{
		if (!strcmp(json_string_value(json_object_get(row, "id")), id))
			return row;
	}
	cr_assert_fail("no requirement %s", id);
	return NULL;
}

static void expect_verdict(const json_t *statement, const char *id, const char *verdict)
{
	cr_expect_str_eq(json_string_value(json_object_get(requirement(statement, id), "verdict")), verdict, "%s", id);
}

static const char *undecided(const json_t *statement, const char *id)
{
	const char *text = json_string_value(json_object_get(requirement(statement, id), "undecided"));

	return text ? text : "";
}

Test(judge_statement, a_broken_rule_fails_its_requirement)
{
	json_t *s = statement("gige/time_one_quantum_short");
	const json_t *group = json_array_get(json_object_get(s, "groups"), 0);

	cr_expect_str_eq(json_string_value(json_object_get(s, "verdict")), "FAIL");
	expect_verdict(s, "31b-rx-time", "fail");
	cr_expect_str_eq(json_string_value(json_object_get(group, "rule")), "pause-time");
	cr_expect_str_eq(json_string_value(json_object_get(group, "stimulus")), "101432.000 ns");
	cr_expect_str_eq(json_string_value(json_object_get(group, "repeat")), "judge again");
	json_decref(s);
}

Test(judge_statement, a_requirement_that_captures_cannot_decide_says_why)
{
	json_t *s = statement("gige/time_one_quantum_long");

	cr_expect_str_eq(json_string_value(json_object_get(s, "verdict")), "NOT DECIDED");
	expect_verdict(s, "31b-rx-pause", "not exercised");
	expect_verdict(s, "31b-rx-resume", "not decidable");
	cr_expect(strstr(undecided(s, "31b-rx-resume"), "it is not known when the client had a frame that waited"));
	expect_verdict(s, "4-rx-content", "not decidable");
	expect_verdict(s, "stat-good", "not decidable");
	cr_expect(strstr(undecided(s, "stat-good"), "no readings of counters"));
	expect_verdict(s, "registers", "not decidable");
	expect_verdict(s, "runs", "not decidable");
	json_decref(s);
}

Test(judge_statement, a_requirement_that_nothing_exercised_does_not_pass)
{
	json_t *s = statement(
	    "gige/time_one_quantum_long"); /* data come a quantum after the pause, and may not have waited for it */

	expect_verdict(s, "31b-rx-time", "not exercised");
	expect_verdict(s, "31b-tx-refresh", "not exercised");
	expect_verdict(s, "4-tx-gap", "pass");
	json_decref(s);
}

Test(judge_statement, data_that_come_with_the_end_of_a_pause_have_waited_for_it)
{
	json_t *s = statement("gige/gap_short");

	expect_verdict(s, "4-tx-gap", "fail");
	expect_verdict(s, "31b-rx-pause", "pass");
	expect_verdict(s, "31b-rx-time", "pass");
	json_decref(s);
}

Test(judge_statement, data_in_the_time_of_a_frame_that_must_not_pause_decide)
{
	json_t *s = statement("gige/size_class");

	expect_verdict(s, "31b-rx-fcs", "pass");
	expect_verdict(s, "stat-size", "fail");
	expect_verdict(s, "stat-good", "pass");
	cr_expect_str_eq(undecided(s, "31b-rx-fcs"), "");
	json_decref(s);
}

Test(judge_statement, the_page_is_xhtml_and_says_what_is_not_decidable)
{
	json_t *s = statement("gige/time_one_quantum_short");
	xmlDocPtr page = xmlReadFile(file("conformance.html"), NULL, XML_PARSE_NONET);
	xmlChar *text;

	cr_assert_not_null(page);
	text = xmlNodeGetContent(xmlDocGetRootElement(page));
	cr_expect(strstr((const char *)text, "Not decidable from captures: "));
	cr_expect(strstr((const char *)text, "captures of its two wires show"));
	cr_expect(strstr((const char *)text, "received.pcapng, 17 frames"));
	cr_expect(!strstr((const char *)text, "cycle"));
	xmlFree(text);
	xmlFreeDoc(page);
	json_decref(s);
}
