/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes the stimuli of a corpus; corpus.h. */
#include "corpus.h"

#include "base/sha256.h"
#include "base/env.h"
#include "mutate.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first line of each stimulus. */
static const char first_word[] = "pausebench-stim ";

static bool is_pack(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode);
}

/* Appends the name of stimulus NUMBER of the pack PATH. Returns false if there is no memory. */
static bool append_name(const char *path, size_t number, char ***names)
{
	char **more = realloc(*names, (number + 1) * sizeof(**names));

	if (!more)
		return false;
	*names = more;
	return asprintf(&more[number - 1], "%s#%zu", path, number) >= 0;
}

static int list_pack(const char *path, char ***ret_stimuli, size_t *ret_count, struct env_error *ret_error)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;
	int rc = 0;

	*ret_stimuli = NULL;
	*ret_count = 0;
	if (!in)
		return env_fail(ret_error, errno, "%s: %s", path, strerror(errno));
	while (!rc && getline(&line, &room, in) >= 0) {
		if (strncmp(line, first_word, strlen(first_word)))
			continue;
		if (append_name(path, *ret_count + 1, ret_stimuli))
			++*ret_count;
		else
			rc = env_fail(ret_error, ENOMEM, "%s: no memory", path);
	}
	if (!rc && !*ret_count)
		rc = env_fail(ret_error, ENOENT, "%s has no stimulus; each begins with a line 'pausebench-stim 1'", path);
	free(line);
	fclose(in);
	if (rc) {
		stimuli_free(*ret_stimuli, *ret_count);
		*ret_stimuli = NULL;
		*ret_count = 0;
	}
	return rc;
}

int corpus_list(const char *path, char ***ret_stimuli, size_t *ret_count, struct env_error *ret_error)
{
	if (is_pack(path))
		return list_pack(path, ret_stimuli, ret_count, ret_error);
	return stimuli_list(path, ret_stimuli, ret_count, ret_error);
}

/* Copies the text of stimulus NUMBER of the pack IN to TEXT. Returns false if there is no such stimulus. */
static bool copy_of_pack(FILE *in, unsigned long number, FILE *text)
{
	unsigned long at = 0;
	char *line = NULL;
	size_t room = 0;

	while (at <= number && getline(&line, &room, in) >= 0) {
		at += !strncmp(line, first_word, strlen(first_word));
		if (at == number)
			fputs(line, text);
	}
	free(line);
	return at >= number;
}

static int load_of_pack(const char *stimulus, const char *pack, unsigned long number, const struct dut *dut, struct stimulus *ret,
                        struct env_error *ret_error)
{
	FILE *in = fopen(pack, "r"), *part = NULL;
	struct stim_error where = { 0 };
	struct text text;
	int rc;

	*ret = (struct stimulus){ 0 };
	if (!in)
		return env_fail(ret_error, errno, "%s: %s", pack, strerror(errno));
	rc = text_open(&text, ret_error);
	if (rc) {
		fclose(in);
		return rc;
	}
	if (!copy_of_pack(in, number, text.out) || fflush(text.out))
		rc = env_fail(ret_error, ENOENT, "%s: the pack has no such stimulus", stimulus);
	else if (!(part = fmemopen(text.data, text.size, "r")))
		rc = env_fail(ret_error, ENOMEM, "%s: no memory", stimulus);
	else
		rc = stimulus_read_stream(ret, part, stimulus, dut, &where);
	if (part) {
		rc = rc ? source_fail(ret_error, rc, stimulus, &where) : 0;
		fclose(part);
	}
	fclose(text.out);
	free(text.data);
	fclose(in);
	return rc;
}

int corpus_load(const char *stimulus, const struct dut *dut, struct stimulus *ret, bool *ret_fits, struct env_error *ret_error)
{
	const struct source source = { .kind = SOURCE_FILE, .path = stimulus };
	const char *sign = strrchr(stimulus, '#');
	char pack[PATH_MAX], reason[96];
	int rc;

	snprintf(pack, sizeof(pack), "%.*s", sign ? (int)(sign - stimulus) : 0, stimulus);
	rc = *pack && is_pack(pack) ? load_of_pack(stimulus, pack, strtoul(sign + 1, NULL, 10), dut, ret, ret_error)
	                            : source_load(&source, dut, ret, ret_error);
	mutator_accept(ret);
	*ret_fits = !rc && !stimulus_unfit(ret, dut, reason, sizeof(reason));
	return rc;
}

int corpus_save(const struct stimulus *stim, const struct dut *dut, const char *path, const char *folder,
                struct env_error *ret_error)
{
	struct stimulus named = *stim;
	struct text text;
	char name[17], own[PATH_MAX];
	int rc = text_open(&text, ret_error);

	if (rc)
		return rc;
	stimulus_name_model(&named, dut);
	rc = stimulus_write(&named, text.out, dut);
	fflush(text.out);
	if (!path) {
		sha256_short(text.data, text.size, name);
		snprintf(own, sizeof(own), "%s/%s.stim", folder, name);
		path = own;
	}
	if (rc) {
		struct env_error unused;
		text_replace(&text, NULL, &unused);
		return env_fail(ret_error, -rc, "cannot write %s", path);
	}
	return text_replace(&text, path, ret_error);
}
