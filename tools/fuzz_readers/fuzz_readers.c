/* SPDX-License-Identifier: Apache-2.0 */
/* Changes files and makes calls, and lets the sanitizers that it is built with watch what reads and takes them. doc/use/fuzz.md
 *
 *     fuzz_readers FOLDER SECONDS [SEED [TARGET ITERATION]]
 *
 * Each target has its share of SECONDS. What iteration I of a target does, SEED and I alone decide, so that a line which names them repeats it. The newest
 * input of a target is FOLDER/TARGET.input: a crash leaves it there. */
#include "fuzz_readers.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INPUT_MAX = 1 << 16, CHANGES_MAX = 8, SEEDS_MAX = 512 };

uint64_t fuzz_next(struct fuzz_random *random)
{
	uint64_t z = random->state += 0x9E3779B97F4A7C15u; /* splitmix64 */

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

uint64_t fuzz_below(struct fuzz_random *random, uint64_t count)
{
	return fuzz_next(random) % count;
}

/* ---- changes ---- */

struct input {
	uint8_t octets[INPUT_MAX];
	size_t size;
};

static bool load(const char *path, struct input *ret)
{
	FILE *in = fopen(path, "rb");

	if (!in)
		return false;
	ret->size = fread(ret->octets, 1, sizeof(ret->octets), in);
	fclose(in);
	return true;
}

/* Replaces COUNT octets from AT on by SIZE octets of WITH, as far as there is room. */
static void splice(struct input *input, size_t at, size_t count, const uint8_t *with, size_t size)
{
	size_t rest = input->size - at - count;

	if (at + size + rest > INPUT_MAX)
		return;
	memmove(input->octets + at + size, input->octets + at + count, rest);
	if (size)
		memcpy(input->octets + at, with, size);
	input->size = at + size + rest;
}

/* Texts and numbers that a reader may take wrong. */
static const char *const words[] = { "0",
	                             "-1",
	                             "18446744073709551615",
	                             "18446744073709551616",
	                             "4294967295",
	                             "65535",
	                             "1e308",
	                             "0x",
	                             "\n",
	                             "\"",
	                             "#",
	                             " ",
	                             "=",
	                             ":",
	                             "nan",
	                             "{",
	                             "}",
	                             "[",
	                             "null",
	                             "true",
	                             "%s%n",
	                             "\t",
	                             "\r",
	                             "0.0000000000001",
	                             "1/0",
	                             "\xFF\xFE",
	                             "repeat 1000000",
	                             "..",
	                             "/",
	                             "*" };
static const uint32_t numbers[] = { 0,    1,    3,    4,     7,      8,       12,         16,         20,        64,
	                            0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };

static void change(struct input *input, const struct input *other, struct fuzz_random *random)
{
	enum { BIT, OCTET, NUMBER, CUT, REMOVE, REPEAT, WORD, NUL, OTHER, KINDS };
	size_t at = fuzz_below(random, input->size + 1), left = input->size - at,
	       count = left ? fuzz_below(random, left < 64 ? left : 64) : 0;
	const char *word = words[fuzz_below(random, sizeof(words) / sizeof(words[0]))];
	uint32_t number = numbers[fuzz_below(random, sizeof(numbers) / sizeof(numbers[0]))];
	uint8_t octets[64], octet = (uint8_t)fuzz_next(random);

	switch (fuzz_below(random, KINDS)) {
	case BIT:
		if (left)
			input->octets[at] ^= (uint8_t)(1 << octet % 8);
		break;
	case OCTET:
		splice(input, at, left > 0, &octet, 1);
		break;
	case NUMBER:
		at -= at % 4;
		if (input->size - at >= 4)
			memcpy(input->octets + at, &number, 4);
		break;
	case CUT:
		input->size = at;
		break;
	case REMOVE:
		splice(input, at, count, NULL, 0);
		break;
	case REPEAT:
		memcpy(octets, input->octets + at, count);
		splice(input, at, 0, octets, count);
		break;
	case WORD:
		splice(input, at, octet % 2 ? count : 0, (const uint8_t *)word, strlen(word));
		break;
	case NUL:
		splice(input, at, left > 0, (const uint8_t *)"", 1);
		break;
	default:
		if (other->size)
			splice(input, at, count, other->octets + fuzz_below(random, other->size / 2 + 1),
			       other->size < 128 ? 0 : 64);
		break;
	}
}

/* ---- targets ---- */

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void die(const char *what)
{
	fprintf(stderr, "fuzz_readers: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void write_input(const char *path, const struct input *input)
{
	FILE *out = fopen(path, "wb");

	if (!out || fwrite(input->octets, 1, input->size, out) != input->size || fclose(out))
		die(path);
}

static void make_input(const glob_t *seeds, const char *path, struct fuzz_random *random)
{
	static struct input input, other;
	uint64_t changes = fuzz_below(random, CHANGES_MAX + 1);

	if (!load(seeds->gl_pathv[fuzz_below(random, seeds->gl_pathc)], &input) ||
	    !load(seeds->gl_pathv[fuzz_below(random, seeds->gl_pathc)], &other))
		die("a file to be changed");
	while (changes--)
		change(&input, &other, random);
	write_input(path, &input);
}

static void iterate(const struct fuzz_target *target, const glob_t *seeds, const char *path, uint64_t seed, uint64_t i)
{
	struct fuzz_random random = { seed * 0x2545F4914F6CDD1Du + i };

	if (target->seeds)
		make_input(seeds, path, &random);
	target->run(path, &random);
}

static void run(const struct fuzz_target *target, const char *folder, double until, uint64_t seed, const char *only)
{
	char path[512], pattern[512];
	glob_t seeds = { .gl_pathc = 0 };
	uint64_t i = 0;

	snprintf(pattern, sizeof(pattern), "%s/%s", target->made ? folder : ".", target->seeds ? target->seeds : "");
	if (target->seeds && glob(pattern, 0, NULL, &seeds))
		die(pattern);
	snprintf(path, sizeof(path), "%s/%s.input", folder, target->name);
	if (only) {
		iterate(target, &seeds, path, seed, strtoull(only, NULL, 10));
	} else {
		do {
			char note[600];
			struct input number;
			snprintf(note, sizeof(note), "%s/%s.iteration", folder, target->name);
			number.size = (size_t)snprintf((char *)number.octets, 64, "%" PRIu64 " %" PRIu64 "\n", seed, i);
			write_input(note, &number);
			iterate(target, &seeds, path, seed, i++);
		} while (seconds() < until);
		printf("%-10s %8" PRIu64 " inputs\n", target->name, i);
		fflush(stdout);
	}
	globfree(&seeds);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	double all = argc > 2 ? strtod(argv[2], NULL) : 0, until = seconds();
	unsigned shares = 0;
	bool any = false;

	if (argc < 3 || argc == 5) {
		fprintf(stderr, "usage: %s FOLDER SECONDS [SEED [TARGET ITERATION]]\n", argv[0]);
		return 2;
	}
	if (fuzz_make_captures(argv[1]))
		die("the captures of tests/data/judge/captures.txt");
	for (size_t i = 0; i < fuzz_target_count; i++)
		shares += fuzz_targets[i].share;
	for (size_t i = 0; i < fuzz_target_count; i++) {
		const struct fuzz_target *target = &fuzz_targets[i];
		until += all * target->share / shares;
		if (argc > 4 && strcmp(argv[4], target->name))
			continue;
		any = true;
		run(target, argv[1], until, seed, argc > 5 ? argv[5] : NULL);
	}
	if (!any)
		fprintf(stderr, "fuzz_readers: there is no target %s\n", argv[4]);
	return any ? 0 : 2;
}
