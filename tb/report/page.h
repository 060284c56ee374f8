/* SPDX-License-Identifier: Apache-2.0 */
/* A page for a browser in one file, which loads nothing from elsewhere. */
#ifndef PAUSEBENCH_PAGE_H
#define PAUSEBENCH_PAGE_H
#include "base/env.h"

#include <jansson.h>

/* The parts of a page: .style, the data and .script replace the lines @STYLE@, @DATA@ and @SCRIPT@ of .html, which come in this
 * order. */
struct page {
	const char *html, *style, *script;
};
/* Writes PAGE with DATA to PATH. Returns 0 or negative errno. */
int page_replace(const char *path, const struct page *page, const json_t *data, struct env_error *ret_error);
#endif
