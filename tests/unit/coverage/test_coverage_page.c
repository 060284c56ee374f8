/* SPDX-License-Identifier: Apache-2.0 */
/* The page of the coverage in a browser: a driver compares its numbers with the figures, filters, points and chooses its parts. */
#include "cli_support.h"
#include "webdriver.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1366, HEIGHT = 768 };

/* A PAUSE of two quanta whose frame waits, on one DUT; its page and its figures are in FOLDER. */
static void make_page(const char *folder)
{
	struct command c;

	text_write(folder, "x.stim",
	           "pausebench-stim 1\nsetup\nwait 40\nrx.pause time=2\nwait rx\nwait 8\ntx.frame\nwait idle\nwait 200\n");
	command_run(&c,
	            "build/pausebench regress --dut bcm5718 --suite smoke --seeds 1..1 --all --stimuli %s --coverage %s/c.json "
	            "--out %s/r",
	            folder, folder, folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
	command_run(&c, "build/pausebench coverage --faults tests/data/mutants --html %s/c.html --figures %s/f.json %s/c.json", folder,
	            folder, folder);
	cr_assert_eq(c.status, 0, "%s%s", c.out, c.err);
	command_release(&c);
}

static long long member(const json_t *row, const char *name)
{
	return (long long)json_integer_value(json_object_get(row, name));
}

/* Returns how many values were reached. */
static long long has_the_figures(struct webdriver *w, const char *folder)
{
	char path[96], text[256];
	json_t *figures;
	const json_t *rows, *meets, *points;
	long long reached;

	snprintf(path, sizeof(path), "%s/f.json", folder);
	figures = json_read(path);
	rows = json_object_get(figures, "rows");
	meets = json_array_get(rows, 0);
	points = json_array_get(rows, 1);
	snprintf(text, sizeof(text),
	         "2 runs; coincidences: %lld reached, %lld cannot be, %lld open; values: %lld reached, %lld cannot be, %lld open",
	         member(meets, "reached"), member(meets, "explained"), member(meets, "open"), member(points, "reached"),
	         member(points, "explained"), member(points, "open"));
	cr_expect_gt(member(meets, "open"), 0);
	webdriver_expect(w, "return document.getElementById('totals').textContent.replace(/,(?=[0-9])/g, '')", text);
	webdriver_expect(w, "return document.getElementById('device').selectedOptions[0].textContent", "bcm5718");
	webdriver_click(w, "#tab-unreached");
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('tbody td.no').length"),
	             member(meets, "open") + member(points, "open"), "each open cell has a line");
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('tbody td.muted').length"),
	             member(meets, "explained") + member(points, "explained"), "each reason has a line");
	reached = member(points, "reached");
	json_decref(figures);
	return reached;
}

/* The bars of a row are as many as its cells, and the pointer tells what one of them is. */
static void shows_the_matrix(struct webdriver *w)
{
	char *tip;

	webdriver_click(w, "#tab-coincidences");
	webdriver_expect(w, "return String(document.querySelector('svg').getBoundingClientRect().right <= innerWidth)", "true");
	tip = webdriver_text(w, "return document.getElementById('left-out').textContent");
	cr_expect_not_null(strstr(tip, ", collision,"), "a moment that the device does not have: %s", tip);
	free(tip);
	webdriver_click(w, "#filter");
	webdriver_keys(w, "inhibit", false);
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('svg text[text-anchor]').length"), 1);
	/* the kinds differ in their shapes, too, for a reader who does not tell red from green */
	webdriver_expect(w,
	                 "return ['y', 'w', 'o'].map(k => new Set([...document.querySelectorAll('svg rect.' + k)]"
	                 ".map(r => r.getAttribute('height'))).size).join()",
	                 "1,1,1");
	webdriver_expect(w,
	                 "return String(new Set(['y', 'w', 'o'].map(k => document.querySelector('svg rect.' + k)"
	                 ".getAttribute('height'))).size)",
	                 "3");
	webdriver_point(w, "svg rect.y");
	tip = webdriver_text(w, "return document.getElementById('tip').textContent");
	cr_expect_not_null(strstr(tip, " inhibit: reached in "), "%s", tip);
	free(tip);
	webdriver_point(w, "svg rect.w");
	tip = webdriver_text(w, "return document.getElementById('tip').textContent");
	cr_expect_not_null(strstr(tip, "cannot be reached: "), "%s", tip);
	free(tip);
}

static void shows_values_and_rules(struct webdriver *w, long long values)
{
	webdriver_click(w, "#tab-values");
	webdriver_expect(w, "return document.querySelector('h2').textContent", "rx-time");
	cr_expect_eq(webdriver_number(w, "return document.querySelectorAll('td.yes').length"), values);
	webdriver_expect(w, "return document.getElementById('signs').textContent.includes('open').toString()", "true");
	webdriver_click(w, "#tab-rules");
	webdriver_click(w, "#filter");
	webdriver_keys(w, "no-data-in-xoff", false);
	webdriver_expect(w, "return document.querySelector('tbody code').textContent", "no-data-in-xoff");
	webdriver_expect(w, "return document.querySelectorAll('tbody tr').length + ''", "1");
}

static void follows_the_colour_scheme(struct webdriver *w)
{
	static const char both[] = "const s = getComputedStyle(document.body); return String(s.color === s.backgroundColor)";
	static const char background[] = "return getComputedStyle(document.body).backgroundColor";
	char *light;

	webdriver_scheme(w, "light");
	light = webdriver_text(w, background);
	webdriver_expect(w, both, "false");
	webdriver_scheme(w, "dark");
	char *dark = webdriver_text(w, background);
	cr_expect_str_neq(light, dark);
	webdriver_expect(w, both, "false");
	free(light);
	free(dark);
}

Test(coverage_page, is_read_filtered_and_pointed_at)
{
	struct webdriver w;
	char folder[64], page[96];
	long long values;

	scratch_make(folder, sizeof(folder), "coverage_page");
	make_page(folder);
	webdriver_open(&w, "coverage_page_profile", WIDTH, HEIGHT);
	snprintf(page, sizeof(page), "%s/c.html", folder);
	webdriver_load(&w, page);
	values = has_the_figures(&w, folder);
	shows_the_matrix(&w);
	shows_values_and_rules(&w, values);
	follows_the_colour_scheme(&w);
	webdriver_close(&w);
}
