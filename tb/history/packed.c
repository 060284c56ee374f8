/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run as octets: those pieces of the struct that are not 0, each with its place and length in words of 8 octets,
 * and then a check sum over them and the hash of the content, since a database has no check sums. Only the program that made the
 * octets reads them, since its objects are in the hash. */
#include "packed.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = sizeof(uint64_t), SUM = 8 };
/* Members behind .run are not packed: they are no result of a stimulus. */
enum { PACKED_OCTETS = offsetof(struct pool_result, result), WORDS = PACKED_OCTETS / WORD };
_Static_assert(sizeof(const char *) == WORD, "a pointer is a word");
_Static_assert(sizeof(struct finding) % WORD == 0, "each pointer to the name of a model is at the same place of a word");
_Static_assert(PACKED_OCTETS % WORD == 0 && WORDS <= UINT16_MAX, "the words of a result have places of 16 bits");

struct piece {
	uint16_t first, count; /* in words */
};

/* Returns word AT of RESULT as it is packed. A pointer means nothing to another process: in place of the name of the golden model
 * there is a 1. The tag, which is the number of the run in this process, is left out. */
static uint64_t word_of(const struct pool_result *result, size_t at)
{
	const size_t first = offsetof(struct pool_result, run.score.finding[0].model) / WORD,
		     step = sizeof(struct finding) / WORD;

	if (at == offsetof(struct pool_result, tag) / WORD)
		return 0;
	if (at >= first && at < first + SCOREBOARD_FINDINGS_MAX * step && (at - first) % step == 0)
		return 1;
	return ((const uint64_t *)(const void *)result)[at];
}

static void check_sum(const void *data, size_t size, const struct content_hash *hash, uint8_t ret[SUM])
{
	uint8_t *all = malloc(size + sizeof(*hash)), sum[SHA256_OCTETS] = { 0 };

	if (all) {
		memcpy(all, hash, sizeof(*hash));
		memcpy(all + sizeof(*hash), data, size);
		sha256(all, size + sizeof(*hash), sum);
	}
	free(all);
	memcpy(ret, sum, SUM);
}

static size_t pack_words(const struct pool_result *result, uint8_t *out)
{
	const uint64_t *words = (const void *)result;
	size_t used = 0, i = 0;

	for (;;) {
		struct piece piece = { 0 };
		uint8_t *at = out + used + sizeof(piece);
		while (i < WORDS && !words[i])
			i++;
		if (i == WORDS)
			return used;
		piece.first = (uint16_t)i;
		for (; i < WORDS && words[i]; i++, piece.count++) {
			const uint64_t word = word_of(result, i);
			memcpy(at + piece.count * (size_t)WORD, &word, WORD);
		}
		memcpy(out + used, &piece, sizeof(piece));
		used += sizeof(piece) + piece.count * (size_t)WORD;
	}
}

void *result_pack(const struct pool_result *result, const struct content_hash *hash, size_t *ret_size)
{
	/* at worst each second word is a piece of its own */
	uint8_t *out = malloc(WORDS * (sizeof(struct piece) + WORD) + SUM);

	if (!out)
		return NULL;
	*ret_size = pack_words(result, out);
	check_sum(out, *ret_size, hash, out + *ret_size);
	*ret_size += SUM;
	return out;
}

bool result_unpack(struct pool_result *ret, const struct dut *dut, const struct content_hash *hash, const void *data, size_t size)
{
	const uint8_t *at = data, *end = at + size - SUM;
	struct finding *finding = ret->run.score.finding;
	uint8_t sum[SUM];

	memset(ret, 0, sizeof(*ret));
	if (size < SUM)
		return false;
	check_sum(data, size - SUM, hash, sum);
	if (memcmp(sum, end, SUM))
		return false;
	while (at < end) {
		struct piece piece;
		memcpy(&piece, at, sizeof(piece));
		at += sizeof(piece);
		memcpy((uint8_t *)ret + piece.first * (size_t)WORD, at, piece.count * (size_t)WORD);
		at += piece.count * (size_t)WORD;
	}
	for (size_t i = 0; i < SCOREBOARD_FINDINGS_MAX; i++)
		finding[i].model = finding[i].model ? dut->model : NULL;
	return true;
}
