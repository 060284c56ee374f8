/* SPDX-License-Identifier: Apache-2.0 */
/* Predicates: which frames a counter counts, in words. doc/devices/ieee8023.md has the words; predicate_words.def is their list.
 *
 *     measure   = [ "octets" "of" | "data" "of" ] or        counts 1 for each frame, or its octets
 *     or        = and { "or" and }
 *     and       = not { "and" not }
 *     not       = { "not" } ( "(" or ")" | WORD | "octets" COMPARISON NUMBER )
 *     COMPARISON: < <= = != >= >
 *
 * "octets" are those from the destination address to the FCS. "data" are the octets without addresses, length or type, and FCS, as the
 * octet counters of 802.3 clause 30 count them. */
#ifndef PAUSEBENCH_PREDICATE_H
#define PAUSEBENCH_PREDICATE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum predicate_word {
#define WORD(name, meaning, source) PREDICATE_##name,
#include "predicate_words.def"
	PREDICATE_WORDS
};
#define PREDICATE(name) (UINT64_C(1) << PREDICATE_##name)
_Static_assert(PREDICATE_WORDS <= 64, "a frame's words do not fit into 64 bits");

struct predicate_word_row {
	const char *name, *meaning, *source;
};
extern const struct predicate_word_row predicate_words[PREDICATE_WORDS];

/* The facts about a frame. */
struct predicate_frame {
	uint64_t words;  /* bit PREDICATE(word) */
	uint32_t octets; /* DA..FCS */
	uint32_t data;   /* without header and FCS */
};

enum predicate_measure { PREDICATE_FRAMES, PREDICATE_OCTETS, PREDICATE_DATA };
enum { PREDICATE_STEPS = 64, PREDICATE_MESSAGE = 160 };

/* A predicate is a row of steps in reverse Polish order. */
struct predicate_step {
	uint8_t operation;
	uint8_t word;
	uint32_t number;
};
struct predicate {
	enum predicate_measure measure;
	unsigned count;
	struct predicate_step step[PREDICATE_STEPS];
};

struct predicate_error {
	unsigned column; /* from 1 */
	char message[PREDICATE_MESSAGE];
};

/* Reads TEXT into RET. Returns false if it is no predicate; *ret_error then says where and why. */
bool predicate_read(struct predicate *ret, const char *text, struct predicate_error *ret_error);
/* Reads TEXT into new memory, which the caller frees by predicate_free(). Returns NULL with errno EINVAL and *ret_error, or with
 * errno ENOMEM. */
struct predicate *predicate_parse(const char *text, struct predicate_error *ret_error);
void predicate_free(struct predicate *p);
/* Returns true if P counts octets. */
bool predicate_octets(const struct predicate *p);
/* Returns true if P contains WORD. */
bool predicate_names(const struct predicate *p, enum predicate_word word);
bool predicate_true(const struct predicate *p, const struct predicate_frame *frame);
/* Returns by how much FRAME increases a counter that counts by P. */
uint64_t predicate_amount(const struct predicate *p, const struct predicate_frame *frame);
#endif
