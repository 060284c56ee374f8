/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text of a parameter; parameter_text.h. */
#include "parameter_text.h"

#include "parameters.h"
#include "refuse.h"
#include "spelling.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 40 };

void parameter_defaults(const char *model, uint64_t ret[])
{
	size_t count;
	const struct parameter *parameters = parameters_of(model, &count);

	for (size_t i = 0; i < count; i++)
		ret[i] = parameters[i].value;
}

static int refuse_name(struct parameter_refusal *r, const char *model, const char *name)
{
	size_t count;
	const struct parameter *parameters = parameters_of(model, &count);
	struct spelling spelling = spelling_of(name);
	char hint[SPELLING_HINT_MAX];

	for (size_t i = 0; i < count; i++)
		spelling_offer(&spelling, parameters[i].name);
	return refuse(r->message, PARAMETER_MESSAGE, -EINVAL, "expected a parameter of %s, not '%.*s'%s", model, SHOWN_MAX, name,
	              spelling_hint(&spelling, "; ", hint, sizeof(hint)));
}

int parameter_read(const char *model, const char *word, uint64_t parameter[], size_t *ret_index,
                   struct parameter_refusal *ret_refusal)
{
	const char *equals = strchr(word, '='), *text = equals ? equals + 1 : NULL;
	const struct parameter *p;
	unsigned long long value;
	size_t count;
	char name[64], *end;

	ret_refusal->at = word;
	if (!equals)
		return refuse(ret_refusal->message, PARAMETER_MESSAGE, -EINVAL, "expected NAME=VALUE, not '%.*s'", SHOWN_MAX,
		              word);
	snprintf(name, sizeof(name), "%.*s", (int)(equals - word), word);
	p = parameter_by_name(model, name);
	if (!p)
		return refuse_name(ret_refusal, model, name);
	ret_refusal->at = text;
	errno = 0;
	value = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
	if (end == text || *end || !isdigit((unsigned char)*text))
		return refuse(ret_refusal->message, PARAMETER_MESSAGE, -EINVAL,
		              "expected a number for %s, decimal or 0x..., not '%.*s'", name, SHOWN_MAX, text);
	if (errno || value < p->least || value > p->most)
		return refuse(ret_refusal->message, PARAMETER_MESSAGE, -EINVAL,
		              "%s must be %" PRIu64 " to %" PRIu64 " (0x%" PRIx64 "), not %.*s", name, p->least, p->most, p->most,
		              SHOWN_MAX, text);
	*ret_index = (size_t)(p - parameters_of(model, &count));
	parameter[*ret_index] = value;
	return 0;
}
