/* SPDX-License-Identifier: Apache-2.0 */
/* Octets that the model was given: borrowed until pm_keep(), or copied. */
#ifndef PAUSEBENCH_OCTETS_H
#define PAUSEBENCH_OCTETS_H
#include <stdbool.h>
#include <stdint.h>

/* Octets that were told: lent until pm_keep(), or copied. */
struct pm_octets {
	const uint8_t *at; /* not .own: lent */
	uint8_t *own;
	uint32_t capacity;
};

bool octets_lent(const struct pm_octets *o);
/* Space for LEN octets of its own. 0 or -ENOMEM. */
int octets_reserve(struct pm_octets *o, uint32_t len);
/* They are not lent any longer: LEN of them, for which there is space, are copied. */
void octets_keep(struct pm_octets *o, uint32_t len);
/* They are those AT, LENT or to be copied. */
void octets_set(struct pm_octets *o, const uint8_t *at, bool lent, uint32_t len);
#endif
