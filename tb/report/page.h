/* SPDX-License-Identifier: Apache-2.0 */
/* A page for a browser in one file, which loads nothing from elsewhere. All pages have the head, the colours and the widths of page.css. */
#ifndef PAUSEBENCH_PAGE_H
#define PAUSEBENCH_PAGE_H
#include "base/env.h"

#include <jansson.h>
#include <stdbool.h>

/* Writes a page up to its body, as XHTML. STYLE follows that of all pages; SCRIPTED: the page may run scripts of its own. */
void page_begin(FILE *out, const char *title, const char *style, bool scripted);
/* Writes FORMAT, which is markup; of its conversions there are %s, whose text is made safe for markup, %llu and %lld. */
void page_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_end(FILE *out);

/* A page that shows data by a script: .body is the markup of what is seen. */
struct page {
	const char *title, *style, *body, *script;
};
/* Writes PAGE with DATA to PATH. Returns 0 or negative errno. */
int page_replace(const char *path, const struct page *page, const json_t *data, struct env_error *ret_error);
#endif
