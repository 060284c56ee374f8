/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run as octets: pieces of the struct that are not 0, each with its place and length in words of 8 octets, then a check sum with the
 * hash of the content, since a database keeps none of its own. Only the program that made them reads them: the hash has its objects in it. */
#include "packed.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = sizeof(uint64_t), SUM = 8 };
/* What follows .run is not the result of a stimulus. */
enum { PACKED_OCTETS = offsetof(struct pool_result, result), WORDS = PACKED_OCTETS / WORD };
_Static_assert(sizeof(const char *) == WORD, "a pointer is a word");
_Static_assert(PACKED_OCTETS % WORD == 0 && WORDS <= UINT16_MAX, "the words of a result have places of 16 bits");

struct piece {
	uint16_t first, count; /* words */
};

/* Writes the words of RESULT into RET. A pointer means nothing to another process: in place of the name of the golden model there is a 1, or 0 if there
 * was none. */
static void words_of(const struct pool_result *result, uint64_t ret[WORDS])
{
	const size_t first = offsetof(struct pool_result, run.score.finding[0].model), step = sizeof(struct finding);

	memcpy(ret, result, PACKED_OCTETS);
	for (size_t i = 0; i < SCOREBOARD_FINDINGS_MAX; i++)
		ret[(first + i * step) / WORD] = result->run.score.finding[i].model != NULL;
	ret[offsetof(struct pool_result, tag) / WORD] = 0;
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

static size_t pack_words(const uint64_t *words, uint8_t *out)
{
	size_t used = 0;

	for (size_t i = 0; i < WORDS;) {
		struct piece piece;
		size_t end = i;
		if (!words[i]) {
			i++;
			continue;
		}
		while (end < WORDS && words[end])
			end++;
		piece = (struct piece){ (uint16_t)i, (uint16_t)(end - i) };
		memcpy(out + used, &piece, sizeof(piece));
		memcpy(out + used + sizeof(piece), words + i, piece.count * (size_t)WORD);
		used += sizeof(piece) + piece.count * (size_t)WORD;
		i = end;
	}
	return used;
}

void *result_pack(const struct pool_result *result, const struct content_hash *hash, size_t *ret_size)
{
	uint64_t *words = malloc(WORDS * sizeof(*words));
	/* at worst each second word is a piece */
	uint8_t *out = malloc(WORDS * (sizeof(struct piece) + WORD) + SUM);

	if (words && out) {
		words_of(result, words);
		*ret_size = pack_words(words, out);
		check_sum(out, *ret_size, hash, out + *ret_size);
		*ret_size += SUM;
	} else {
		free(out);
		out = NULL;
	}
	free(words);
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
