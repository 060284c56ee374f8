/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the pages for a browser: what is the same in all of them, text that is safe as markup, and data for scripts. */
#include "page.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The build makes string literals of the files. */
static const char common_style[] =
#include "report/page.css.inc"
    ;

/* ---- markup ---- */

static void put_safe(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '<')
			fputs("&lt;", out);
		else if (c == '>')
			fputs("&gt;", out);
		else if (c == '&')
			fputs("&amp;", out);
		else if (c == '"')
			fputs("&quot;", out);
		else
			fputc((c >= ' ' && c < 0x7F) || c == '\n' ? c : '?', out);
	}
}

void page_put(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	for (const char *at = format; *at;) {
		size_t plain = strcspn(at, "%");
		fwrite(at, 1, plain, out);
		at += plain;
		if (!*at)
			break;
		if (at[1] == 's') {
			put_safe(out, va_arg(args, const char *));
			at += 2;
		} else if (!strncmp(at, "%llu", 4)) {
			fprintf(out, "%llu", va_arg(args, unsigned long long));
			at += 4;
		} else if (!strncmp(at, "%lld", 4)) {
			fprintf(out, "%lld", va_arg(args, long long));
			at += 4;
		} else {
			assert(!"a format that page_put() has not");
		}
	}
	va_end(args);
}

void page_begin(FILE *out, const char *title, const char *style, bool scripted)
{
	page_put(out,
	         "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"UTF-8\"/>\n"
	         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'%s\"/>\n"
	         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	         "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>%s</title>\n<style>\n",
	         scripted ? "; script-src 'unsafe-inline'" : "", title);
	fputs(common_style, out);
	fputs(style, out);
	fputs("</style>\n</head>\n<body>\n", out);
}

void page_end(FILE *out)
{
	fputs("</body>\n</html>\n", out);
}

/* ---- data ---- */

/* Writes the JSON text so that no '<' of it can end the script that it is in. */
static void put_json(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '<')
			fputs("\\u003C", out);
		else
			fputc(*text, out);
}

static void put_page(FILE *out, const struct page *page, const char *json)
{
	page_begin(out, page->title, page->style, true);
	fputs(page->body, out);
	fputs("<p id=\"said\" role=\"status\" aria-live=\"polite\"></p>\n"
	      "<noscript><p class=\"note\">This page shows its data by a script of its own; allow scripts for this "
	      "file.</p></noscript>\n"
	      "<script type=\"application/json\" id=\"data\">\n",
	      out);
	put_json(out, json);
	fputs("</script>\n<script>\n", out);
	fputs(page->script, out);
	fputs("</script>\n", out);
	page_end(out);
}

int page_replace(const char *path, const struct page *page, const json_t *data, struct env_error *ret_error)
{
	char *json = data ? json_dumps(data, JSON_COMPACT) : NULL;
	struct text t;
	int rc = json ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot build %s", path);

	if (!rc) {
		put_page(t.out, page, json);
		rc = text_replace(&t, path, ret_error);
	}
	free(json);
	return rc;
}
