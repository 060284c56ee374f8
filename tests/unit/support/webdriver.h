/* SPDX-License-Identifier: Apache-2.0 */
/* A browser without a screen, driven by the WebDriver protocol: chromedriver is started, and asked over HTTP. */
#ifndef PAUSEBENCH_TESTS_WEBDRIVER_H
#define PAUSEBENCH_TESTS_WEBDRIVER_H
#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

struct webdriver {
	pid_t driver;
	unsigned port;
	char session[96];
	char folder[64]; /* of the browser's profile */
};

/* Starts a browser with a window of WIDTH x HEIGHT; fails the test if it cannot. FOLDER: a scratch folder for its profile. */
void webdriver_open(struct webdriver *w, const char *folder, unsigned width, unsigned height);
void webdriver_close(struct webdriver *w);
/* Sends BODY, which is released, to the command COMMAND of the session ("url", "execute/sync"). Returns its value, which the caller owns; fails the
 * test on an error. */
json_t *webdriver_command(struct webdriver *w, const char *command, json_t *body);
/* Loads the file PATH. */
void webdriver_load(struct webdriver *w, const char *path);
/* Runs SCRIPT, the body of a function. Returns what it returned, which the caller owns. */
json_t *webdriver_run(struct webdriver *w, const char *script);
/* The same for a script that returns a text, which the caller frees, or a number. */
char *webdriver_text(struct webdriver *w, const char *script);
long webdriver_number(struct webdriver *w, const char *script);
/* Clicks on the element that SELECTOR finds first, as a person would: it has to be visible. */
void webdriver_click(struct webdriver *w, const char *selector);
/* Types TEXT into the element that has the focus; CTRL: with that key held down. */
void webdriver_keys(struct webdriver *w, const char *text, bool ctrl);
/* Moves the pointer to a place in the middle of the element that SELECTOR finds first. */
void webdriver_point(struct webdriver *w, const char *selector);
/* Expects that the script returns EXPECTED, at once or after a while. */
void webdriver_expect(struct webdriver *w, const char *script, const char *expected);
/* Shows the page as somebody sees it who prefers the colour scheme SCHEME: "light", "dark". */
void webdriver_scheme(struct webdriver *w, const char *scheme);
/* Shows the page on a screen of WIDTH x HEIGHT, which may be narrower than a window can be: that of a phone. */
void webdriver_screen(struct webdriver *w, unsigned width, unsigned height);
/* Expects that the page does not scroll to the side; parts of it may. */
void webdriver_expect_fit(struct webdriver *w);
/* Calls a command of the browser's own protocol. */
void webdriver_browser(struct webdriver *w, const char *command, json_t *parameters);
#endif
