/* SPDX-License-Identifier: Apache-2.0 */
/* Puts style, data and script into the markup of a page. */
#include "page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Writes the JSON text so that no '<' in it can end the script around it. */
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
	const struct {
		const char *place, *text;
	} parts[] = { { "@STYLE@\n", page->style }, { "@DATA@\n", NULL }, { "@SCRIPT@\n", page->script } };
	const char *at = page->html;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *place = strstr(at, parts[i].place);
		fwrite(at, 1, (size_t)(place - at), out);
		if (parts[i].text)
			fputs(parts[i].text, out);
		else
			put_json(out, json);
		at = place + strlen(parts[i].place);
	}
	fputs(at, out);
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
