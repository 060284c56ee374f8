/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a corpus: corpus.h. */
#include "corpus.h"

#include "base/sha256.h"
#include "base/env.h"
#include "mutate.h"
#include "run/source.h"
#include "stimulus/stimuli.h"

#include <limits.h>

int corpus_load(const char *path, const struct dut *dut, struct stimulus *ret, bool *ret_fits, struct env_error *ret_error)
{
	const struct source source = { .kind = SOURCE_FILE, .path = path };
	char reason[96];
	int rc = source_load(&source, dut, ret, ret_error);

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
