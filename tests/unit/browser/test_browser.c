/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a browser, in a browser: a driver clicks, types, filters, copies and reads the numbers. */
#include "support.h"
#include "webdriver.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 1366, HEIGHT = 768, NARROW = 500 };

/* The name of this stimulus would end the page's script, were it not written safely. */
#define EVIL "evil <script>\xC2\xB5"

/* Makes a regression of two failing stimuli and one that passes in build/tests/NAME. */
static void make_regression(const char *name, char *dir, size_t size)
{
	static const char evil[] = "pausebench-stim 1\nsetup\nwait reg\nreg.read RX_STATUS expect=0x77\n";
	static const char passing[] = "pausebench-stim 1\nsetup\nwait reg\ntx.frame\nrx.pause time=2\nwait 300\n";
	static const char counted[] = "pausebench-stim 1\nsetup\nwait reg\nrx.pause time=2\ntx.frame len=200\nwait rx\nwait 300\n"
				      "reg.read xoffPauseFramesReceived expect=0\n";
	struct command c;

	scratch_make(dir, size, name);
	command_run(&c, "mkdir %s/stimuli", dir);
	command_release(&c);
	text_write(dir, "stimuli/counted.stim", counted);
	text_write(dir, "stimuli/" EVIL ".stim", evil);
	text_write(dir, "stimuli/passing.stim", passing);
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --stimuli %s/stimuli --seeds 1..2 --items 20 --out %s/r --exercised "
	            "%s/r/exercised.json",
	            dir, dir, dir);
	cr_assert_eq(c.status, 1, "%s%s", c.out, c.err);
	cr_assert_not_null(strstr(c.out, "2 groups"), "%s", c.out);
	command_release(&c);
}

static const json_t *group_of(const json_t *summary, const char *what)
{
	const json_t *groups = json_object_get(summary, "groups");

	for (size_t i = 0; i < json_array_size(groups); i++)
		if (!strcmp(json_string_value(json_object_get(json_array_get(groups, i), "what")), what))
			return json_array_get(groups, i);
	cr_assert(false, "no group about %s", what);
	return NULL;
}

/* Chooses the group about WHAT by the filter and returns to all of them. */
static void choose(struct webdriver *w, const char *what)
{
	webdriver_click(w, "#filter");
	webdriver_keys(w, what, false);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('.group').length"), 1);
	webdriver_expect(w, "return document.getElementById('what').textContent", what);
}

/* The numbers and values of the page are those of the files. */
static void reads_as_the_files(struct webdriver *w, const char *dir)
{
	char path[160], text[128];
	json_t *summary;
	const json_t *group;

	snprintf(path, sizeof(path), "%s/r/summary.json", dir);
	summary = json_read(path);
	webdriver_expect(w, "return document.getElementById('verdict').textContent", "FAIL2 groups");
	snprintf(text, sizeof(text), "4 of %lld runs failed on 1 DUT, ",
	         (long long)json_integer_value(json_object_get(summary, "runs")));
	group = group_of(summary, "xoffPauseFramesReceived");
	char *totals = webdriver_text(w, "return document.getElementById('totals').textContent");
	cr_expect_eq(strncmp(totals, text, strlen(text)), 0, "%s", totals);
	free(totals);
	choose(w, "xoffPauseFramesReceived");
	snprintf(text, sizeof(text), "%lld", (long long)json_integer_value(json_object_get(group, "runs")));
	webdriver_expect(w, "return document.querySelector('.group b').textContent", text);
	webdriver_expect(w, "return document.getElementById('rule').textContent", "expect");
	webdriver_expect(w, "return document.querySelector('.actual strong').textContent.replace(/^0x0*/, '')", "1");
	json_decref(summary);
}

/* The group links its files, which exist beside the page, captures among them. */
static void links_its_files(struct webdriver *w, const char *dir)
{
	json_t *links = webdriver_run(w, "return [...document.querySelectorAll('#files a')].map(a => a.getAttribute('href'))");
	size_t captures = 0;

	cr_expect_geq(json_array_size(links), 4, "%zu links", json_array_size(links));
	for (size_t i = 0; i < json_array_size(links); i++) {
		const char *link = json_string_value(json_array_get(links, i));
		char path[512];
		snprintf(path, sizeof(path), "%s/r/%s", dir, link);
		cr_expect(file_is_there(path), "%s", path);
		captures += strstr(link, ".pcapng") != NULL;
	}
	cr_expect_geq(captures, 2);
	json_decref(links);
	/* those of the run before it was reduced are apart, so that no name is there twice without a word */
	webdriver_expect(w, "return document.querySelector('#files span').textContent", "Files of the reduced run: ");
	webdriver_expect(w, "return document.querySelector('#whole-files span').textContent", "Files of the whole run: ");
	webdriver_expect(w,
	                 "const n = [...document.querySelectorAll('#files a')].map(a => a.textContent); "
	                 "return String(new Set(n).size === n.length)",
	                 "true");
}

/* The button copies the reduced stimulus as it is in its file: what is pasted into a text field is the same. */
static void copies_the_stimulus(struct webdriver *w, const char *dir)
{
	char path[192], *saved;
	json_t *pasted;

	snprintf(path, sizeof(path), "%s/r/failures/bcm5718-counted/reduced/stimulus.stim", dir);
	saved = file_read(path, NULL);
	webdriver_click(w, "#copy-stimulus");
	webdriver_expect(w, "return document.getElementById('said').textContent", "Stimulus copied");
	json_decref(
	    webdriver_run(w, "const a = document.createElement('textarea'); a.id = 'paste'; document.body.append(a); a.focus()"));
	webdriver_keys(w, "v", true);
	pasted = webdriver_run(w, "const a = document.getElementById('paste'), v = a.value; a.remove(); return v");
	cr_expect_str_eq(json_string_value(pasted), saved, "'%s' instead of '%s'", json_string_value(pasted), saved);
	json_decref(pasted);
	free(saved);
}

/* The timeline has the frames of the story; keys and buttons change what it shows, and the pointer tells what is under it. */
static void shows_the_timeline(struct webdriver *w, const char *dir)
{
	char path[192], *before, *after;
	size_t frames = 0;
	json_t *story;
	const json_t *events;

	snprintf(path, sizeof(path), "%s/r/failures/bcm5718-counted/reduced/story.json", dir);
	story = json_read(path);
	events = json_object_get(story, "events");
	for (size_t i = 0; i < json_array_size(events); i++)
		frames += json_object_get(json_array_get(events, i), "octets") != NULL;
	cr_expect_gt(frames, 0);
	webdriver_keys(w, "0", false);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('#timeline .frame').length"), (long)frames);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('#story tr').length"), (long)json_array_size(events));
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('#timeline .at-finding').length"), 1);
	before = webdriver_text(w, "return document.getElementById('range').textContent");
	webdriver_keys(w, "++", false);
	after = webdriver_text(w, "return document.getElementById('range').textContent");
	cr_expect_str_neq(before, after);
	free(after);
	webdriver_click(w, "#zoom-all");
	after = webdriver_text(w, "return document.getElementById('range').textContent");
	cr_expect_str_eq(before, after);
	free(before);
	free(after);
	webdriver_point(w, "#timeline .frame");
	after = webdriver_text(w, "return document.querySelector('.tip').textContent");
	cr_expect_not_null(strstr(after, "in #1  PAUSE "), "%s", after);
	free(after);
	cr_expect_gt(webdriver_number(w, "return document.querySelectorAll('#story tr.near').length"), 0);
	json_decref(story);
}

/* Filters, tabs and keys lead to every part. */
static void is_led_by_keys(struct webdriver *w)
{
	static const char escape[] = "\xEE\x80\x8C"; /* U+E00C */

	json_decref(webdriver_run(
	    w, "const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input')); f.blur()"));
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('.group').length"), 2);
	webdriver_keys(w, "kkj", false);
	webdriver_expect(w, "return document.querySelectorAll('.group')[1].getAttribute('aria-current')", "true");
	webdriver_keys(w, "k", false);
	webdriver_expect(w, "return document.querySelectorAll('.group')[0].getAttribute('aria-current')", "true");
	webdriver_keys(w, "/", false);
	webdriver_expect(w, "return document.activeElement.id", "filter");
	webdriver_keys(w, "no such group", false);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('.group').length"), 0);
	webdriver_keys(w, escape, false);
	json_decref(
	    webdriver_run(w, "const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input'))"));
	webdriver_keys(w, "?", false);
	webdriver_expect(w, "return String(document.getElementById('help').hidden)", "false");
	webdriver_keys(w, "?2", false);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('#failing tbody tr').length"), 4);
	webdriver_click(w, "#filter");
	webdriver_keys(w, "evil black", false);
	webdriver_expect(w, "return document.getElementById('run-count').textContent", "1 run");
	webdriver_expect(w, "return document.querySelector('#failing tbody td:nth-child(2)').textContent", EVIL ":black-box");
	webdriver_click(w, "#tab-coverage");
	cr_expect_gt(webdriver_number(w, "return Number(document.getElementById('rules-exercised').textContent)"), 10);
	webdriver_click(w, "#filter");
	webdriver_keys(w, "pause-time", false);
	webdriver_expect(w, "return document.querySelector('#rules tbody code').textContent", "pause-time");
	webdriver_keys(w, escape, false);
	webdriver_keys(w, "4", false);
	webdriver_expect(w, "return document.querySelector('h2').textContent", "Conformance");
	webdriver_keys(w, "1", false);
}

/* In 1366x768 the values, the reason, the timeline and the finding's row are seen without scrolling. */
static void fits_the_screen(struct webdriver *w)
{
	static const char bottom[] =
	    "return Math.max(...['actual', 'timeline'].map(i => document.getElementById(i).getBoundingClientRect().bottom), "
	    "document.querySelector('#story tr.finding').getBoundingClientRect().bottom)";

	cr_expect_leq(webdriver_number(w, bottom), HEIGHT);
	webdriver_expect_fit(w);
	json_decref(webdriver_command(w, "window/rect", json_pack("{s:i, s:i}", "width", NARROW, "height", HEIGHT)));
	webdriver_expect_fit(w);
}

static void follows_the_colour_scheme(struct webdriver *w)
{
	static const char background[] = "return getComputedStyle(document.body).backgroundColor";

	webdriver_scheme(w, "light");
	webdriver_expect(w, background, "rgb(255, 255, 255)");
	webdriver_scheme(w, "dark");
	webdriver_expect(w, background, "rgb(20, 24, 31)");
}

/* Forgets which requests there were. */
static void forget_requests(struct webdriver *w)
{
	json_decref(webdriver_command(w, "se/log", json_pack("{s:s}", "type", "performance")));
}

/* Nothing was requested but the page itself; pages of the browser's own, which come and go, are no part of it. */
static void requests_nothing(struct webdriver *w)
{
	json_t *log = webdriver_command(w, "se/log", json_pack("{s:s}", "type", "performance"));
	size_t requests = 0;

	for (size_t i = 0; i < json_array_size(log); i++) {
		json_t *entry = json_loads(json_string_value(json_object_get(json_array_get(log, i), "message")), 0, NULL);
		const json_t *message = json_object_get(entry, "message"), *request;
		const char *method = json_string_value(json_object_get(message, "method"));
		if (method && !strcmp(method, "Network.requestWillBeSent")) {
			request = json_object_get(json_object_get(message, "params"), "request");
			const char *url = json_string_value(json_object_get(request, "url"));
			if (!strncmp(url, "chrome://", 9)) {
				json_decref(entry);
				continue;
			}
			requests++;
			cr_expect(!strncmp(url, "file://", 7) && strstr(url, "/report.html"), "%s", url);
		}
		json_decref(entry);
	}
	cr_expect_eq(requests, 1, "%zu", requests);
	json_decref(log);
}

Test(browser, the_report_is_read_filtered_and_copied)
{
	struct webdriver w;
	char dir[64], page[96];

	make_regression("browser_regression", dir, sizeof(dir));
	webdriver_open(&w, "browser_profile", WIDTH, HEIGHT);
	json_decref(webdriver_command(&w, "window/rect", json_pack("{s:i, s:i}", "width", WIDTH, "height", HEIGHT)));
	snprintf(page, sizeof(page), "%s/r/report.html", dir);
	forget_requests(&w);
	webdriver_load(&w, page);
	reads_as_the_files(&w, dir);
	links_its_files(&w, dir);
	copies_the_stimulus(&w, dir);
	shows_the_timeline(&w, dir);
	fits_the_screen(&w);
	json_decref(webdriver_command(&w, "window/rect", json_pack("{s:i, s:i}", "width", WIDTH, "height", HEIGHT)));
	is_led_by_keys(&w);
	follows_the_colour_scheme(&w);
	requests_nothing(&w);
	webdriver_close(&w);
}

/* A regression without a finding has a page, too. */
Test(browser, a_pass_is_shown)
{
	struct webdriver w;
	struct command c;
	char dir[64], page[96];

	scratch_make(dir, sizeof(dir), "browser_pass");
	command_run(&c, "build/pausebench regress --dut bcm5718 --suite seeds --seeds 1..3 --items 20 --out %s", dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	webdriver_open(&w, "browser_pass_profile", WIDTH, HEIGHT);
	snprintf(page, sizeof(page), "%s/report.html", dir);
	webdriver_load(&w, page);
	webdriver_expect(&w, "return document.getElementById('verdict').textContent", "PASSnothing found");
	webdriver_expect(&w, "return document.querySelector('h2').textContent", "Nothing was found");
	/* nobody asked for what the runs exercised: no tab leads to an empty page */
	webdriver_expect(&w, "return String(document.getElementById('tab-coverage'))", "null");
	webdriver_keys(&w, "3", false);
	webdriver_expect(&w, "return document.querySelector('h2').textContent", "Nothing was found");
	webdriver_close(&w);
}

/* What the console has no room for is on the page: of a group which line of a profile is to doubt, which counters it is about, and why it has neither waves
 * nor a reduced stimulus; and the statement counts findings as the console does. */
Test(browser, what_the_console_leaves_out_is_shown)
{
	static const char summary[] = "{\"schema_version\": 2, \"runs\": 3, \"findings\": 5, \"checks\": 9, \"seconds\": 1, "
				      "\"partial\": false, \"duts\": [], \"groups\": "
				      "[{\"id\": \"1\", \"rule\": \"read-clears\", \"what\": \"a counter\", \"expected\": \"#\", "
				      "\"actual\": \"#\", \"runs\": 2, "
				      "\"findings\": 5, \"duts\": {\"my_mac\": 2}, \"modes\": {\"exact\": 0, \"black_box\": 2}, "
				      "\"counters\": [\"aFrames\", "
				      "\"bFrames\"], \"representative\": {\"waves\": \"none: the MAC is shy\", \"not_reduced\": "
				      "\"not reduced: it is short\"}}], "
				      "\"failures\": [{\"group\": \"1\", \"dut\": \"my_mac\", \"name\": \"x\", \"first\": "
				      "{\"cycle\": 7, \"cause_cycle\": 7, \"rule\": "
				      "\"read-clears\", \"what\": \"aFrames\", \"expected\": \"3\", \"actual\": \"4\", \"why\": "
				      "\"\", \"profile\": \"my.mac:12: obeys "
				      "own\"}}]}";
	static const char statement[] = "{\"mac\": \"my_mac\", \"verdict\": \"FAIL\", \"runs\": 3, \"checks\": 9, \"findings\": "
					"5, \"groups\": [{}, {}], \"failing_runs\": "
					"2, \"run_groups\": 1, \"requirements\": []}";
	static const char *const shown[][2] = {
		{ "profile", "Profile: my.mac:12: obeys own, unless the MAC is wrong" },
		{ "counters", "Counters: aFrames, bFrames" },
		{ "no-waves", "Waves: none: the MAC is shy" },
		{ "not-reduced", "Stimulus: not reduced: it is short" },
	};
	struct webdriver w;
	struct command c;
	char dir[64], page[96], script[96];

	scratch_make(dir, sizeof(dir), "browser_room");
	text_write(dir, "summary.json", summary);
	text_write(dir, "conformance.json", statement);
	command_run(&c, "build/pausebench report %s", dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	webdriver_open(&w, "browser_room_profile", WIDTH, HEIGHT);
	snprintf(page, sizeof(page), "%s/report.html", dir);
	webdriver_load(&w, page);
	for (size_t i = 0; i < COUNT_OF(shown); i++) {
		snprintf(script, sizeof(script), "return document.getElementById('%s').textContent", shown[i][0]);
		webdriver_expect(&w, script, shown[i][1]);
	}
	webdriver_click(&w, "#tab-conformance");
	webdriver_expect(&w, "return document.getElementById('conformance-totals').textContent",
	                 "3 runs, 9 checks, 5 findings of 2 kinds in 2 runs, which are 1 group");
	webdriver_close(&w);
}

/* Returns how many requirements of STATEMENT have VERDICT. */
static long with_verdict(const json_t *statement, const char *verdict)
{
	const json_t *list = json_object_get(statement, "requirements");
	long count = 0;

	for (size_t i = 0; i < json_array_size(list); i++)
		count += !strcmp(json_string_value(json_object_get(json_array_get(list, i), "verdict")), verdict);
	return count;
}

static long rows_of(struct webdriver *w, const char *table)
{
	char script[128];

	snprintf(script, sizeof(script), "return document.querySelectorAll('#%s tbody tr').length", table);
	return webdriver_number(w, script);
}

/* A click on a verdict leaves its requirements, another one brings all back; its number is that of the file. */
static void chooses_verdicts(struct webdriver *w, const json_t *statement)
{
	static const char *const verdicts[] = { "pass", "fail", "not exercised", "does not apply" };
	const json_t *totals = json_object_get(statement, "verdicts");
	char selector[64], script[160];

	for (size_t i = 0; i < COUNT_OF(verdicts); i++) {
		long count = with_verdict(statement, verdicts[i]);
		cr_expect_eq(json_integer_value(json_object_get(totals, verdicts[i])), count, "%s", verdicts[i]);
		snprintf(selector, sizeof(selector), "#verdict-%zu", i);
		webdriver_click(w, selector);
		snprintf(script, sizeof(script), "return document.getElementById('verdict-%zu').textContent", i);
		snprintf(selector, sizeof(selector), "%ld%s", count, verdicts[i]);
		webdriver_expect(w, script, selector);
		cr_expect_eq(rows_of(w, "requirements"), count, "%s: %ld rows", verdicts[i], rows_of(w, "requirements"));
		snprintf(selector, sizeof(selector), "#verdict-%zu", i);
		webdriver_click(w, selector);
	}
	cr_expect_eq(rows_of(w, "requirements"), (long)json_array_size(json_object_get(statement, "requirements")));
}

/* Each requirement has the texts and numbers of the file, and its verdict a colour of its own. */
static void reads_as_the_statement(struct webdriver *w, const json_t *statement)
{
	const json_t *list = json_object_get(statement, "requirements"), *measured = json_object_get(statement, "measured");
	char script[160], text[512];

	snprintf(text, sizeof(text), "Conformance of %s %s", json_string_value(json_object_get(statement, "mac")),
	         json_string_value(json_object_get(statement, "verdict")));
	webdriver_expect(w, "return document.querySelector('h2').textContent", text);
	for (size_t i = 0; i < json_array_size(list); i += 7) {
		const json_t *row = json_array_get(list, i);
		snprintf(script, sizeof(script),
		         "const c = document.querySelectorAll('#requirements tbody tr')[%zu].cells; "
		         "return [0, 2, 3, 4, 5].map(i => c[i].textContent).join('|')",
		         i);
		snprintf(text, sizeof(text), "%s|%s|%s|%s|%lld", json_string_value(json_object_get(row, "verdict")),
		         json_string_value(json_object_get(row, "clause")), json_string_value(json_object_get(row, "item")),
		         json_string_value(json_object_get(row, "purpose")),
		         (long long)json_integer_value(json_object_get(row, "runs")));
		webdriver_expect(w, script, text);
	}
	cr_expect_eq(rows_of(w, "measured"), (long)json_array_size(measured));
	for (size_t i = 0; i < json_array_size(measured); i++) {
		static const char *const columns[] = { "count", "min", "median", "max" };
		for (size_t k = 0; k < COUNT_OF(columns); k++) {
			snprintf(script, sizeof(script),
			         "return Number(document.querySelectorAll('#measured tbody "
			         "tr')[%zu].cells[%zu].textContent.replace(/,/g, ''))",
			         i, k + 1);
			cr_expect_eq(webdriver_number(w, script),
			             (long)json_integer_value(json_object_get(json_array_get(measured, i), columns[k])),
			             "%s of row %zu", columns[k], i);
		}
	}
	cr_expect_eq(webdriver_number(w, "return new Set([...document.querySelectorAll('#requirements .chip')]"
	                                 ".map(c => getComputedStyle(c).backgroundColor)).size"),
	             (with_verdict(statement, "pass") > 0) + (with_verdict(statement, "fail") > 0) +
	                 (with_verdict(statement, "not exercised") > 0) + (with_verdict(statement, "does not apply") > 0));
}

/* The tab of the conformance statement, with that of a MAC that is not ours. */
Test(browser, the_conformance_statement_is_read_and_filtered)
{
	struct webdriver w;
	struct command c;
	char dir[64], path[96];
	json_t *statement;

	scratch_make(dir, sizeof(dir), "browser_conform");
	command_run(&c, "build/pausebench conform tests/data/foreign/gige/gige.mac --seeds 1..2 --out %s", dir);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	snprintf(path, sizeof(path), "%s/conformance.json", dir);
	statement = json_read(path);
	webdriver_open(&w, "browser_conform_profile", WIDTH, HEIGHT);
	json_decref(webdriver_command(&w, "window/rect", json_pack("{s:i, s:i}", "width", WIDTH, "height", HEIGHT)));
	snprintf(path, sizeof(path), "%s/report.html", dir);
	webdriver_load(&w, path);
	webdriver_click(&w, "#tab-conformance");
	reads_as_the_statement(&w, statement);
	chooses_verdicts(&w, statement);
	webdriver_click(&w, "#filter");
	webdriver_keys(&w, "31b-rx-pause", false);
	webdriver_expect(&w, "return document.activeElement.id", "filter");
	webdriver_expect(&w, "return document.querySelector('#requirements tbody .muted').textContent.split(':')[0]",
	                 "31b-rx-pause");
	webdriver_keys(&w, " no such words", false);
	cr_expect_eq(rows_of(&w, "requirements"), 0);
	webdriver_expect_fit(&w);
	json_decref(webdriver_command(&w, "window/rect", json_pack("{s:i, s:i}", "width", NARROW, "height", HEIGHT)));
	webdriver_expect_fit(&w);
	webdriver_close(&w);
	json_decref(statement);
}

static void refuses(const char *folder, const char *part, const char *as)
{
	struct command c;

	command_run(&c, "%s build/pausebench report %s", as, folder);
	cr_expect_eq(c.status, 2, "%s: %d", folder, c.status);
	cr_expect_str_empty(c.out);
	cr_expect_not_null(strstr(c.err, part), "'%s' is missing in '%s'", part, c.err);
	cr_expect_eq(strchr(c.err, '\n'), c.err + strlen(c.err) - 1, "not one line: %s", c.err);
	command_release(&c);
}

/* Each thing that is wrong with the folder is one line with the way out. */
Test(browser, a_folder_without_a_regression_is_refused)
{
	char dir[64], path[96];
	struct command c;

	scratch_make(dir, sizeof(dir), "browser_refused");
	refuses("build/tests/no_such_folder", "cannot read build/tests/no_such_folder/summary.json; ", "");
	refuses(dir, "'pausebench regress --out build/tests/browser_refused' writes it", "");
	snprintf(path, sizeof(path), "%s/summary.json", dir);
	file_write(path, "{\"runs\": 3}", 11);
	refuses(dir, "has schema_version 0, and this program reads 2; repeat the regression", "");
	file_write(path, "{\"schema_version\": 3}", 21);
	refuses(dir, "has schema_version 3, and this program reads 2", "");
	file_write(path, "{\"schema_", 9);
	refuses(dir, "summary.json:1:", "");
	file_write(path, "{\"schema_version\": 2, \"groups\": [], \"runs\": 1}", 46);
	command_run(&c, "chmod 0555 %s; chmod 0444 %s", dir, path);
	command_release(&c);
	refuses(dir, "report.html: Permission denied; name another place or change its permissions",
	        geteuid() ? "" : "setpriv --reuid=65534 --regid=65534 --clear-groups");
	command_run(&c, "chmod 0755 %s && build/pausebench report %s", dir, dir);
	cr_expect_str_eq(c.out, "build/tests/browser_refused/report.html\n", "%s%s", c.out, c.err);
	command_release(&c);
}

/* Makes the three pages that there are, of runs with a finding, in FOLDER. */
static void make_pages(const char *folder)
{
	static const char run[] = "pausebench-stim 1\nneutral\nsetup\nwait reg\nrx.pause time=2\ntx.frame len=200\nwait rx\n"
				  "wait 300\ncounter dot3StatsFCSErrors expect=7\n";
	static const char *const commands[] = {
		"mkdir -p %s/stimuli",
		"build/pausebench conform --dut bcm5718 --stimuli %s/stimuli --seeds 1..2 --out %s/c",
		"build/pausebench regress --dut bcm5718 --stimuli %s/stimuli --seeds none --all --coverage %s/cells.json --out "
		"%s/r",
		"build/pausebench coverage --html %s/coverage.html %s/cells.json",
	};
	static const int statuses[] = { 0, 1, 1, 0 };

	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		struct command c;
		command_run(&c, commands[i], folder, folder, folder);
		cr_assert_eq(c.status, statuses[i], "%s: %s%s", commands[i], c.out, c.err);
		command_release(&c);
		if (!i)
			text_write(folder, "stimuli/wrong.stim", run);
	}
}

/* A word of markup that is read as text is an error of whoever wrote it. */
Test(browser, every_page_fits_a_phone_and_has_a_dark_theme)
{
	enum { PHONE_WIDTH = 390, PHONE_HEIGHT = 844 };
	static const char *const pages[] = { "c/conformance.html", "c/report.html", "r/report.html", "coverage.html" };
	static const char background[] = "return getComputedStyle(document.body).backgroundColor";
	static const char visible[] = "const s = getComputedStyle(document.body); return String(s.color !== s.backgroundColor)";
	static const char markup[] = "return String(/<[a-z]+/.test(document.body.innerText))";
	struct webdriver w;
	char dir[64], page[128];

	scratch_make(dir, sizeof(dir), "browser_pages");
	make_pages(dir);
	webdriver_open(&w, "browser_pages_profile", WIDTH, HEIGHT);
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		snprintf(page, sizeof(page), "%s/%s", dir, pages[i]);
		webdriver_screen(&w, PHONE_WIDTH, PHONE_HEIGHT);
		webdriver_scheme(&w, "light");
		webdriver_load(&w, page);
		webdriver_expect_fit(&w);
		webdriver_expect(&w, markup, "false");
		webdriver_expect(&w, background, "rgb(255, 255, 255)");
		webdriver_expect(&w, visible, "true");
		webdriver_scheme(&w, "dark");
		webdriver_expect(&w, background, "rgb(20, 24, 31)");
		webdriver_expect(&w, visible, "true");
	}
	webdriver_close(&w);
}
