/* SPDX-License-Identifier: Apache-2.0 */
/* A browser without a screen, driven by the WebDriver protocol (W3C WebDriver; HTTP/1.1 with a body of JSON). */
#include "webdriver.h"

#include "support.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_TRIES = HANG_SECONDS * 20 /* of 50 ms, for the browser to start or to come to what is expected */ };
#define ELEMENT "element-6066-11e4-a52e-4f735466cecf" /* the key of an element's name, by the standard */

static struct sockaddr_in address_of(unsigned port)
{
	return (struct sockaddr_in){ .sin_family = AF_INET,
		                     .sin_port = htons((uint16_t)port),
		                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

/* Returns a port that nobody listens to. */
static unsigned free_port(void)
{
	struct sockaddr_in address = address_of(0);
	socklen_t len = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	cr_assert(fd >= 0 && !bind(fd, (struct sockaddr *)&address, len) && !getsockname(fd, (struct sockaddr *)&address, &len));
	close(fd);
	return ntohs(address.sin_port);
}

static int connected(unsigned port)
{
	struct sockaddr_in address = address_of(port);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (!connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return fd;
	close(fd);
	return -1;
}

/* True if the USED octets of ANSWER have the body that its head announces. */
static bool whole(const char *answer, size_t used)
{
	const char *body = strstr(answer, "\r\n\r\n"), *length = strcasestr(answer, "\r\nContent-Length:");

	return body && length && length < body && used >= (size_t)(body + 4 - answer) + strtoul(length + 17, NULL, 10);
}

/* Sends one request on a connection of its own and returns the whole answer, which the caller frees. */
static char *exchange(unsigned port, const char *method, const char *path, const char *body)
{
	int fd = connected(port);
	size_t used = 0, room = 1 << 16;
	char *answer = calloc(1, room);

	cr_assert(fd >= 0 && answer, "chromedriver does not answer: %s", strerror(errno));
	dprintf(fd,
	        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
	        "%zu\r\n\r\n%s",
	        method, path, body ? strlen(body) : 0, body ? body : "");
	for (ssize_t n; !whole(answer, used) && (n = read(fd, answer + used, room - used - 1)) > 0;) {
		used += (size_t)n;
		if (room - used < room / 2)
			answer = realloc(answer, room *= 2);
		cr_assert_not_null(answer);
		answer[used] = 0;
	}
	close(fd);
	return answer;
}

/* Returns the "value" of the answer; fails the test on an error. */
static json_t *ask(unsigned port, const char *method, const char *path, json_t *body)
{
	char *text = body ? json_dumps(body, JSON_COMPACT) : NULL, *answer = exchange(port, method, path, text), *content;
	json_t *root, *value;

	content = strstr(answer, "\r\n\r\n");
	root = content ? json_loads(content, JSON_ALLOW_NUL, NULL) : NULL;
	cr_assert(root && !strncmp(answer, "HTTP/1.1 200", 12), "%s %s: %.800s", path, text ? text : "", answer);
	value = json_incref(json_object_get(root, "value"));
	json_decref(root);
	json_decref(body);
	free(answer);
	free(text);
	return value;
}

static void start_driver(struct webdriver *w)
{
	char option[32];
	pid_t parent = getpid();
	int fd = -1;

	w->port = free_port();
	snprintf(option, sizeof(option), "--port=%u", w->port);
	w->driver = fork();
	if (!w->driver) {
		int null = open("/dev/null", O_RDWR);
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		if (getppid() == parent)
			execlp("chromedriver", "chromedriver", option, (char *)NULL);
		_exit(127);
	}
	for (int i = 0; i < START_TRIES && fd < 0; i++) {
		fd = connected(w->port);
		if (fd < 0)
			usleep(50000);
	}
	cr_assert_geq(fd, 0, "chromedriver does not start; 'ci/setup.sh test' installs it");
	close(fd);
}

void webdriver_open(struct webdriver *w, const char *folder, unsigned width, unsigned height)
{
	char size[48], profile[640], here[512];
	json_t *value;

	scratch_make(w->folder, sizeof(w->folder), folder);
	cr_assert_not_null(getcwd(here, sizeof(here)));
	snprintf(size, sizeof(size), "--window-size=%u,%u", width, height);
	snprintf(profile, sizeof(profile), "--user-data-dir=%s/%s", here, w->folder);
	start_driver(w);
	value = ask(w->port, "POST", "/session",
	            json_pack("{s:{s:{s:s, s:{s:s}, s:{s:[s, s, s, s, s, s, s]}}}}", "capabilities", "alwaysMatch", "browserName",
	                      "chrome", "goog:loggingPrefs", "performance", "ALL", "goog:chromeOptions", "args", "--headless=new",
	                      "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", size, profile));
	snprintf(w->session, sizeof(w->session), "/session/%s", json_string_value(json_object_get(value, "sessionId")));
	json_decref(value);
}

void webdriver_close(struct webdriver *w)
{
	struct command c;

	json_decref(ask(w->port, "DELETE", w->session, NULL));
	kill(w->driver, SIGTERM);
	waitpid(w->driver, NULL, 0);
	command_run(&c, "rm -rf '%s'", w->folder);
	command_release(&c);
}

json_t *webdriver_command(struct webdriver *w, const char *command, json_t *body)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", w->session, command);
	return ask(w->port, "POST", path, body);
}

void webdriver_load(struct webdriver *w, const char *path)
{
	char url[1024], here[512];

	cr_assert_not_null(getcwd(here, sizeof(here)));
	snprintf(url, sizeof(url), "file://%s/%s", here, path);
	json_decref(webdriver_command(w, "url", json_pack("{s:s}", "url", url)));
}

json_t *webdriver_run(struct webdriver *w, const char *script)
{
	return webdriver_command(w, "execute/sync", json_pack("{s:s, s:[]}", "script", script, "args"));
}

char *webdriver_text(struct webdriver *w, const char *script)
{
	json_t *value = webdriver_run(w, script);
	char *text;

	cr_assert(json_is_string(value), "%s: no text", script);
	text = strdup(json_string_value(value));
	json_decref(value);
	return text;
}

long webdriver_number(struct webdriver *w, const char *script)
{
	json_t *value = webdriver_run(w, script);
	long number = (long)json_number_value(value);

	cr_assert(json_is_number(value), "%s: no number", script);
	json_decref(value);
	return number;
}

void webdriver_expect(struct webdriver *w, const char *script, const char *expected)
{
	char *text = webdriver_text(w, script);

	for (int i = 0; i < START_TRIES && strcmp(text, expected); i++) {
		usleep(50000);
		free(text);
		text = webdriver_text(w, script);
	}
	cr_expect_str_eq(text, expected, "%s: '%s' instead of '%s'", script, text, expected);
	free(text);
}

/* Returns the name of the first element that SELECTOR finds, to be freed. */
static char *find(struct webdriver *w, const char *selector)
{
	json_t *value = webdriver_command(w, "element", json_pack("{s:s, s:s}", "using", "css selector", "value", selector));
	char *name = strdup(json_string_value(json_object_get(value, ELEMENT)));

	json_decref(value);
	return name;
}

void webdriver_click(struct webdriver *w, const char *selector)
{
	char command[256], *name = find(w, selector);

	snprintf(command, sizeof(command), "element/%s/click", name);
	json_decref(webdriver_command(w, command, json_object()));
	free(name);
}

static json_t *key(const char *what, const char *value)
{
	return json_pack("{s:s, s:s}", "type", what, "value", value);
}

void webdriver_keys(struct webdriver *w, const char *text, bool ctrl)
{
	static const char control[] = "\xEE\x80\x89"; /* U+E009 */
	json_t *list = json_array();

	if (ctrl)
		json_array_append_new(list, key("keyDown", control));
	for (size_t len; *text; text += len) {
		char one[8] = "";
		len = (unsigned char)*text < 0x80 ? 1 : 3; /* a letter, or one of the keys from U+E000 on */
		memcpy(one, text, len);
		json_array_append_new(list, key("keyDown", one));
		json_array_append_new(list, key("keyUp", one));
	}
	if (ctrl)
		json_array_append_new(list, key("keyUp", control));
	json_decref(webdriver_command(
	    w, "actions", json_pack("{s:[{s:s, s:s, s:o}]}", "actions", "type", "key", "id", "keys", "actions", list)));
}

void webdriver_point(struct webdriver *w, const char *selector)
{
	char *name = find(w, selector);
	json_t *move = json_pack("{s:s, s:i, s:i, s:i, s:{s:s}}", "type", "pointerMove", "duration", 0, "x", 0, "y", 0, "origin",
	                         ELEMENT, name);

	json_decref(webdriver_command(w, "actions",
	                              json_pack("{s:[{s:s, s:s, s:{s:s}, s:[o]}]}", "actions", "type", "pointer", "id", "mouse",
	                                        "parameters", "pointerType", "mouse", "actions", move)));
	free(name);
}

void webdriver_browser(struct webdriver *w, const char *command, json_t *parameters)
{
	json_decref(webdriver_command(w, "goog/cdp/execute", json_pack("{s:s, s:o}", "cmd", command, "params", parameters)));
}

void webdriver_scheme(struct webdriver *w, const char *scheme)
{
	webdriver_browser(w, "Emulation.setEmulatedMedia",
	                  json_pack("{s:[{s:s, s:s}]}", "features", "name", "prefers-color-scheme", "value", scheme));
}

void webdriver_screen(struct webdriver *w, unsigned width, unsigned height)
{
	webdriver_browser(
	    w, "Emulation.setDeviceMetricsOverride",
	    json_pack("{s:i, s:i, s:i, s:b}", "width", (int)width, "height", (int)height, "deviceScaleFactor", 1, "mobile", 1));
}

void webdriver_expect_fit(struct webdriver *w)
{
	webdriver_expect(
	    w,
	    "const r = document.documentElement; if (r.scrollWidth <= r.clientWidth) return ''; "
	    "return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > r.clientWidth)"
	    ".map(e => e.tagName + '.' + e.className + '#' + e.id).join(' ')",
	    "");
}
