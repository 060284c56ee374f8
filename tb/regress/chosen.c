/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the file NAME.suite and says which runs a suite needs. */
#include "chosen.h"

#include "base/sha256.h"
#include "regress.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 64, HASHED_SEEDS = 4, HASH_LEN = 16 };

struct listed {
	char *name; /* name of a stimulus file, owned */
	char hash[17];
	uint64_t rows[2];        /* bit i: row i runs it; [0] exact, [1] as black box */
	enum chosen_answer same; /* CHOSEN: the file still has this content; CHOSEN_UNKNOWN: nobody has looked yet */
};
struct seeds {
	char hash[17];
	bool *chosen;            /* for each seed from 1 on; owned; NULL: the file has no line for this row */
	enum chosen_answer same; /* whether the generator still makes the same, as for a file */
};
struct chosen {
	char *folder, *path;
	char *row[ROWS_MAX];
	struct seeds seeds[ROWS_MAX];
	unsigned rows;
	struct listed *listed; /* sorted by name, once the file is read */
	size_t count, room;
};

/* ---- hashes ---- */

/* Appends the file at PATH to OUT. Returns 0 or a positive errno. */
static int copy_file(FILE *out, const char *path)
{
	FILE *in = fopen(path, "r");
	char data[8192];
	size_t size;
	int number;

	if (!in)
		return errno;
	while ((size = fread(data, 1, sizeof(data), in)))
		fwrite(data, 1, size, out);
	number = ferror(in) ? EIO : 0;
	fclose(in);
	return number;
}

/* Appends the captures that the lines of TEXT, a stimulus file at PATH, take frames from. */
static int copy_captures(FILE *out, const char *path, const char *text)
{
	char *copy = strdup(path), *folder = copy ? dirname(copy) : NULL, *capture, name[256];
	const char *at = text;
	int number = copy ? 0 : ENOMEM;

	while (!number && (at = strstr(at, "pcap file="))) {
		at += strlen("pcap file=");
		if (sscanf(at, "%255s", name) != 1)
			continue;
		capture = *name == '/' ? strdup(name) : path_join(folder, name);
		number = capture ? copy_file(out, capture) : ENOMEM;
		free(capture);
	}
	free(copy);
	return number;
}

static int hash_text(struct text *t, char ret[17])
{
	struct env_error unused;

	if (fflush(t->out))
		return EIO;
	sha256_short(t->data, t->size, ret);
	text_replace(t, NULL, &unused);
	return 0;
}

int chosen_hash_file(const char *path, char ret[17])
{
	FILE *in = fopen(path, "r");
	struct env_error unused;
	struct stim_error wrong;
	struct text lines, all;
	int number;

	if (!in)
		return errno;
	if (text_open(&lines, &unused)) {
		fclose(in);
		return ENOMEM;
	}
	number = -stimulus_put_lines(in, path, lines.out, &wrong);
	fclose(in);
	if (text_open(&all, &unused)) {
		text_replace(&lines, NULL, &unused);
		return ENOMEM;
	}
	fflush(lines.out);
	if (!number && fwrite(lines.data, 1, lines.size, all.out) == lines.size)
		number = copy_captures(all.out, path, lines.data);
	text_replace(&lines, NULL, &unused);
	if (!number)
		return hash_text(&all, ret);
	text_replace(&all, NULL, &unused);
	return number;
}

int chosen_hash_seeds(const struct dut *dut, char ret[17])
{
	struct env_error unused;
	struct text all;
	int number = 0;

	if (text_open(&all, &unused))
		return ENOMEM;
	for (uint32_t seed = 1; seed <= HASHED_SEEDS && !number; seed++) {
		const struct source source = { .kind = SOURCE_SEED, .seed = seed, .items = REGRESS_ITEMS_DEFAULT };
		struct stimulus stim = { 0 };
		number = source_load(&source, dut, &stim, &unused) || stimulus_write(&stim, all.out, dut) ? EINVAL : 0;
		stimulus_release(&stim);
	}
	if (!number)
		return hash_text(&all, ret);
	text_replace(&all, NULL, &unused);
	return number;
}

/* ---- the file ---- */

/* Returns the number of the row NAME, or ROWS_MAX. */
static unsigned row_of(const struct chosen *chosen, const char *name, size_t len)
{
	for (unsigned i = 0; i < chosen->rows; i++)
		if (!strncmp(chosen->row[i], name, len) && !chosen->row[i][len])
			return i;
	return ROWS_MAX;
}

/* Reads the rows of a line. Returns what is wrong with it, or NULL. */
static const char *read_rows(struct chosen *chosen, char *rest)
{
	for (char *name; (name = strtok_r(NULL, " \n", &rest));) {
		if (chosen->rows == ROWS_MAX)
			return "there are too many rows";
		if (!(chosen->row[chosen->rows] = strdup(name)))
			return "there is no memory";
		chosen->rows++;
	}
	return NULL;
}

static const char *read_built(const struct chosen *chosen, char *rest)
{
	for (char *name; (name = strtok_r(NULL, " \n", &rest));)
		if (row_of(chosen, name, strlen(name)) == ROWS_MAX)
			return "it names a row that no line before it names";
	return NULL;
}

static const char *read_seeds(struct chosen *chosen, char *rest)
{
	char *row = strtok_r(NULL, " \n", &rest), *hash = strtok_r(NULL, " \n", &rest), *end;
	unsigned number = row ? row_of(chosen, row, strlen(row)) : ROWS_MAX;
	struct seeds *seeds = &chosen->seeds[number];

	if (number == ROWS_MAX || !hash || strlen(hash) != HASH_LEN)
		return "a line of seeds has a row, which a line before it names, a hash of 16 digits and seeds";
	strcpy(seeds->hash, hash);
	if (!seeds->chosen && !(seeds->chosen = calloc(REGRESS_SEEDS_COUNT + 1, sizeof(*seeds->chosen))))
		return "there is no memory";
	for (char *word; (word = strtok_r(NULL, " \n", &rest));) {
		unsigned long seed = strtoul(word, &end, 10);
		if (*end || seed < 1 || seed > REGRESS_SEEDS_COUNT)
			return "a seed is no number from 1 to 600";
		seeds->chosen[seed] = true;
	}
	return NULL;
}

static const char *read_choice(const struct chosen *chosen, struct listed *listed, const char *word)
{
	size_t len = strcspn(word, ":");
	unsigned row = row_of(chosen, word, len);
	const char *mode = word + len;

	if (row == ROWS_MAX)
		return "it names a row that no line before it names";
	if (*mode && strcmp(mode, ":exact") && strcmp(mode, ":black-box"))
		return "a mode is exact or black-box";
	if (strcmp(mode, ":black-box"))
		listed->rows[false] |= (uint64_t)1 << row;
	if (strcmp(mode, ":exact"))
		listed->rows[true] |= (uint64_t)1 << row;
	return NULL;
}

static const char *read_stimulus(struct chosen *chosen, const char *name, char *rest)
{
	char *hash = strtok_r(NULL, " \n", &rest), *word = strtok_r(NULL, " \n", &rest);
	struct listed listed = { .name = NULL };
	const char *wrong = NULL;

	if (!hash || strlen(hash) != HASH_LEN || !word)
		return "a line of a stimulus has its name, a hash of 16 digits, and rows or -";
	if (chosen->count == chosen->room) {
		chosen->room = chosen->room ? 2 * chosen->room : 1024;
		struct listed *more = realloc(chosen->listed, chosen->room * sizeof(*more));
		if (!more)
			return "there is no memory";
		chosen->listed = more;
	}
	strcpy(listed.hash, hash);
	for (; word && strcmp(word, "-") && !wrong; word = strtok_r(NULL, " \n", &rest))
		wrong = read_choice(chosen, &listed, word);
	if (!wrong && !(listed.name = strdup(name)))
		wrong = "there is no memory";
	if (!wrong)
		chosen->listed[chosen->count++] = listed;
	return wrong;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct listed *)a)->name, ((const struct listed *)b)->name);
}

static int read_lines(struct chosen *chosen, FILE *in, struct env_error *ret_error)
{
	char *line = NULL, *rest, *word;
	const char *wrong = NULL;
	size_t room = 0;
	unsigned number = 0;

	while (!wrong && getline(&line, &room, in) >= 0) {
		number++;
		line[strcspn(line, "#")] = 0;
		word = strtok_r(line, " \n", &rest);
		if (!word)
			continue;
		if (!strcmp(word, "rows"))
			wrong = read_rows(chosen, rest);
		else if (!strcmp(word, "built"))
			wrong = read_built(chosen, rest);
		else if (!strcmp(word, "seeds"))
			wrong = read_seeds(chosen, rest);
		else
			wrong = read_stimulus(chosen, word, rest);
	}
	free(line);
	if (wrong)
		return env_refuse(ret_error, "%s:%u: %s; 'make choice' writes it anew", chosen->path, number, wrong);
	qsort(chosen->listed, chosen->count, sizeof(*chosen->listed), by_name);
	return 0;
}

int chosen_open(const char *folder, const char *name, struct chosen **ret, struct env_error *ret_error)
{
	struct chosen *chosen = calloc(1, sizeof(*chosen));
	FILE *in = NULL;
	int rc = 0;

	*ret = NULL;
	if (!chosen || !(chosen->folder = strdup(folder)) || asprintf(&chosen->path, "%s/%s.suite", folder, name) < 0)
		rc = env_fail(ret_error, ENOMEM, "cannot read the choice of runs");
	else if ((in = fopen(chosen->path, "r")))
		rc = read_lines(chosen, in, ret_error);
	else if (errno != ENOENT)
		rc = env_fail(ret_error, errno, "cannot read %s", chosen->path);
	if (in)
		fclose(in);
	if (!rc && in)
		*ret = chosen;
	else
		chosen_close(chosen);
	return rc;
}

void chosen_close(struct chosen *chosen)
{
	if (!chosen)
		return;
	for (unsigned i = 0; i < chosen->rows; i++) {
		free(chosen->row[i]);
		free(chosen->seeds[i].chosen);
	}
	for (size_t i = 0; i < chosen->count; i++)
		free(chosen->listed[i].name);
	free(chosen->listed);
	free(chosen->folder);
	free(chosen->path);
	free(chosen);
}

/* ---- the answers ---- */

static enum chosen_answer answer_if(bool yes)
{
	return yes ? CHOSEN : CHOSEN_NOT;
}

/* Returns the line about the stimulus file PATH, or NULL. */
static struct listed *line_of(const struct chosen *chosen, const char *path)
{
	size_t folder = strlen(chosen->folder), len;
	struct listed key, *ret;

	if (strncmp(path, chosen->folder, folder))
		return NULL;
	path += folder;
	path += strspn(path, "/");
	len = strlen(path);
	if (len <= strlen(".stim") || !(key.name = strndup(path, len - strlen(".stim"))))
		return NULL;
	ret = chosen->count ? bsearch(&key, chosen->listed, chosen->count, sizeof(key), by_name) : NULL;
	free(key.name);
	return ret;
}

enum chosen_answer chosen_file(struct chosen *chosen, const struct dut *dut, const char *path, bool black_box)
{
	unsigned row = chosen ? row_of(chosen, dut->name, strlen(dut->name)) : ROWS_MAX;
	struct listed *line = row < ROWS_MAX ? line_of(chosen, path) : NULL;
	char hash[17];

	if (!line)
		return CHOSEN_UNKNOWN;
	if (line->same == CHOSEN_UNKNOWN)
		line->same = answer_if(!chosen_hash_file(path, hash) && !strcmp(hash, line->hash));
	return line->same == CHOSEN ? answer_if(line->rows[black_box] >> row & 1) : CHOSEN_UNKNOWN;
}

enum chosen_answer chosen_seed(struct chosen *chosen, const struct dut *dut, uint32_t seed)
{
	unsigned row = chosen ? row_of(chosen, dut->name, strlen(dut->name)) : ROWS_MAX;
	struct seeds *seeds = row < ROWS_MAX ? &chosen->seeds[row] : NULL;
	char hash[17];

	if (!seeds || !seeds->chosen || seed < 1 || seed > REGRESS_SEEDS_COUNT)
		return CHOSEN_UNKNOWN;
	if (seeds->same == CHOSEN_UNKNOWN)
		seeds->same = answer_if(!chosen_hash_seeds(dut, hash) && !strcmp(hash, seeds->hash));
	return seeds->same == CHOSEN ? answer_if(seeds->chosen[seed]) : CHOSEN_UNKNOWN;
}
