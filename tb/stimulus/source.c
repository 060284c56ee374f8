/* SPDX-License-Identifier: Apache-2.0 */
/* Where a stimulus comes from: a file, a seed or a capture. */
#include "source.h"

#include "stim.h"

#include <errno.h>
#include <string.h>

int source_fail(struct env_error *ret_error, int rc, const char *path, const struct stim_error *where)
{
	if (rc != -EINVAL || !where->message[0])
		return env_fail(ret_error, -rc, "cannot read %s", path);
	if (where->line)
		return env_refuse(ret_error, "%s:%u:%u: %s", where->file, where->line, where->column, where->message);
	return env_refuse(ret_error, "%s: %s", where->file[0] ? where->file : path, where->message);
}

int source_load(const struct source *source, const struct dut *dut, struct stimulus *ret, struct env_error *ret_error)
{
	struct stim_error where = { 0 };
	int rc;

	*ret = (struct stimulus){ 0 };
	switch (source->kind) {
	case SOURCE_FILE:
		rc = stimulus_read(ret, source->path, dut, &where);
		return rc ? source_fail(ret_error, rc, source->path, &where) : 0;
	case SOURCE_PCAP:
		rc = stimulus_from_pcap(ret, source->path, dut, &source->pcap, &where);
		return rc ? source_fail(ret_error, rc, source->path, &where) : 0;
	case SOURCE_SEED:
		rc = stimulus_generate(ret, dut, source->seed, source->items);
		return rc ? env_fail(ret_error, -rc, "cannot generate seed %u", source->seed) : 0;
	}
	return -EINVAL;
}

bool stimulus_unfit(const struct stimulus *stim, const struct dut *dut, char *ret, size_t size)
{
	static const struct {
		unsigned bit;
		const char *what;
	} capabilities[] = {
#define CAPABILITY(bit_, word, what_) { bit_, what_ },
		STIM_CAPABILITIES(CAPABILITY)
#undef CAPABILITY
	};
	unsigned lacking = stim->needs & ~dut->capabilities;

	if (stim->only_model[0] && strcmp(stim->only_model, dut->model)) {
		snprintf(ret, size, "only for the model %s", stim->only_model);
		return true;
	}
	if (stim->only_dut[0] && strcmp(stim->only_dut, dut->name)) {
		snprintf(ret, size, "only for %s", stim->only_dut);
		return true;
	}
	if (dut->capabilities & CAP_PRESET && stim->only_model[0] && !stim->only_dut[0]) {
		snprintf(ret, size, "expects counters that begin at 0");
		return true;
	}
	for (size_t i = 0; i < sizeof(capabilities) / sizeof(capabilities[0]); i++) {
		if (!(lacking & capabilities[i].bit))
			continue;
		snprintf(ret, size, "needs %s, which %s has not", capabilities[i].what, dut->name);
		return true;
	}
	return false;
}

void source_stem(const char *path, char *ret, size_t size)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
	size_t len = dot && dot != name ? (size_t)(dot - name) : strlen(name);

	snprintf(ret, size, "%.*s", (int)len, name);
}
