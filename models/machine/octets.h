/* SPDX-License-Identifier: Apache-2.0 */
/* Octets that the model was given: borrowed until pm_keep(), or copied. */
#ifndef PAUSEBENCH_OCTETS_H
#define PAUSEBENCH_OCTETS_H
#include <stdbool.h>
#include <stdint.h>

/* Octets of a frame. The model owns .own and frees it. While .at is not .own, it is memory of the lender. */
struct pm_octets {
	const uint8_t *at; /* .own, or the octets of the lender */
	uint8_t *own;
	uint32_t capacity;
};

/* Returns true if the octets are borrowed. */
bool octets_lent(const struct pm_octets *o);
/* Makes .own large enough for LEN octets. Returns 0 or -ENOMEM. */
int octets_reserve(struct pm_octets *o, uint32_t len);
/* Copies the LEN octets to .own if they are borrowed. There must be space for them. */
void octets_keep(struct pm_octets *o, uint32_t len);
/* Takes the LEN octets AT: borrows them if they are LENT, else copies them to .own, which must have space for them. */
void octets_set(struct pm_octets *o, const uint8_t *at, bool lent, uint32_t len);
#endif
