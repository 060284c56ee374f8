/* SPDX-License-Identifier: Apache-2.0 */
/* Octets that the model was given: borrowed until pm_keep(), or copied. */
#include "octets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_STEP = 2048 };

bool octets_lent(const struct pm_octets *o)
{
	return o->at != o->own;
}

int octets_reserve(struct pm_octets *o, uint32_t len)
{
	uint32_t wanted = (len / CAPACITY_STEP + 1) * CAPACITY_STEP;
	bool lent = octets_lent(o);
	uint8_t *grown;

	if (len <= o->capacity)
		return 0;
	grown = realloc(o->own, wanted);
	if (!grown)
		return -ENOMEM;
	o->own = grown;
	o->capacity = wanted;
	if (!lent)
		o->at = grown;
	return 0;
}

void octets_keep(struct pm_octets *o, uint32_t len)
{
	if (octets_lent(o) && len)
		memcpy(o->own, o->at, len);
	o->at = o->own;
}

void octets_set(struct pm_octets *o, const uint8_t *at, bool lent, uint32_t len)
{
	o->at = at;
	if (!lent)
		octets_keep(o, len);
}
