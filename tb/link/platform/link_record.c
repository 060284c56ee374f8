/* SPDX-License-Identifier: Apache-2.0 */
/* Records what the golden models of a link's ends expect; link_record.h. The process of the run writes it to a file without a
 * name, which its parent reads. */
#include "link_record.h"

#include "link/description/link_device.h"
#include "run/pool.h"
#include "waves/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUN_SECONDS = 600, VIEW_CLOCKS = 2600 /* tb/waves/link_view.c */ };

struct work {
	const struct link_description *link;
	link_run_fn *run;
	const struct link_options *options;
	const struct link_finding *first;
	FILE *file;
};

static uint64_t clock_of_end(const struct link_description *link, unsigned end, uint64_t ps)
{
	return (uint64_t)((double)ps / (double)link_pace_of(link, end).clock_ps);
}

/* A change as the file has it; its text follows, with the zero at its end. */
struct written {
	uint64_t clock, value;
	uint32_t order, text_size;
	uint8_t what;
};

static bool is_text(uint8_t what)
{
	static const bool texts[] = {
#define EXPECTED(name, bits) false,
#define EXPECTED_TEXT(name, octets) true,
#include "seam/expected.def"
	};

	return texts[what];
}

static int write_changes(const struct seam_changes *changes, FILE *out)
{
	uint64_t count = changes->count;

	fwrite(&count, sizeof(count), 1, out);
	for (size_t i = 0; i < changes->count; i++) {
		const struct seam_change *c = &changes->change[i];
		struct written w = { .clock = c->clock, .order = c->order, .what = c->what };
		if (is_text(c->what))
			w.text_size = (uint32_t)strlen(c->text) + 1;
		else
			w.value = c->value;
		fwrite(&w, sizeof(w), 1, out);
		fwrite(c->text, 1, w.text_size, out);
	}
	return ferror(out) ? -EIO : 0;
}

/* Gives the findings of END, those of its scoreboard and those of the link that were seen there, in order of time. */
static void findings_at(const struct link_description *link, const struct link_result *result, unsigned end,
                        struct scoreboard_result *ret)
{
	*ret = result->score[end];
	for (size_t i = 0; i < result->findings && i < LINK_FINDINGS_MAX; i++) {
		const struct link_finding *f = &result->finding[i];
		size_t kept = ret->findings < SCOREBOARD_FINDINGS_MAX ? ret->findings : SCOREBOARD_FINDINGS_MAX, at = kept;
		struct finding shown = { .rule = f->plain.rule, .cycle = clock_of_end(link, end, f->time_ps) };
		if (f->end != end || kept == SCOREBOARD_FINDINGS_MAX)
			continue;
		for (; at && ret->finding[at - 1].cycle > shown.cycle; at--)
			ret->finding[at] = ret->finding[at - 1];
		ret->finding[at] = shown;
		ret->findings++;
	}
}

/* Returns FIRST as the record of END takes it, in clocks of END. The cause is moved to the first clock that the view of a link shows
 * before it, and the text of what FIRST is about is given only if FIRST was seen at END. */
static const struct finding *finding_at(const struct link_description *link, const struct link_finding *first, unsigned end,
                                        struct finding *ret)
{
	if (!first)
		return NULL;
	*ret = (struct finding){ .rule = first->plain.rule, .cycle = clock_of_end(link, end, first->time_ps) };
	if (clock_of_end(link, end, first->cause_ps) > VIEW_CLOCKS)
		ret->cause_cycle = clock_of_end(link, end, first->cause_ps) - VIEW_CLOCKS;
	if (first->end == end)
		memcpy(ret->what, first->plain.what, sizeof(ret->what));
	return ret;
}

static int record_run(const void *context, void *ret, struct env_error *ret_error)
{
	const struct work *work = context;
	struct link_options options = { .stop = work->options->stop,
		                        .max_seconds = work->options->max_seconds,
		                        .faults = work->options->faults };
	struct link_result *result = calloc(1, sizeof(*result));
	struct scoreboard_result *findings = calloc(1, sizeof(*findings));
	struct dut rows[LINK_ENDS];
	int rc = result && findings ? 0 : -ENOMEM;

	(void)ret;
	for (unsigned i = 0; i < LINK_ENDS && !rc; i++) {
		struct finding about;
		rows[i] = link_row(&work->link->end[i]);
		options.record[i] = waves_record_new(&rows[i], false, clock_of_end(work->link, i, work->options->waves_from_ps),
		                                     finding_at(work->link, work->first, i, &about));
		rc = options.record[i] ? 0 : -ENOMEM;
	}
	if (!rc)
		rc = work->run(work->link, &options, result, ret_error);
	for (unsigned i = 0; i < LINK_ENDS && !rc; i++) {
		const struct seam_changes *changes;
		findings_at(work->link, result, i, findings);
		changes = waves_record_finish(options.record[i], findings);
		rc = changes ? write_changes(changes, work->file) : -ENOMEM;
	}
	if (!rc && fflush(work->file))
		rc = -errno;
	for (unsigned i = 0; i < LINK_ENDS; i++)
		waves_record_free(options.record[i]);
	free(result);
	free(findings);
	return rc;
}

/* Reads the changes of an end and writes their texts to TEXTS, which has room for all of them. */
static int read_changes(FILE *in, struct seam_changes *ret, char **texts)
{
	uint64_t count;

	if (fread(&count, sizeof(count), 1, in) != 1)
		return -EIO;
	ret->change = calloc(count ? count : 1, sizeof(*ret->change));
	if (!ret->change)
		return -ENOMEM;
	for (; ret->count < count; ret->count++) {
		struct seam_change *c = &ret->change[ret->count];
		struct written w;
		if (fread(&w, sizeof(w), 1, in) != 1 || fread(*texts, 1, w.text_size, in) != w.text_size)
			return -EIO;
		*c = (struct seam_change){ .clock = w.clock, .order = w.order, .what = w.what };
		if (w.text_size)
			c->text = *texts;
		else
			c->value = w.value;
		*texts += w.text_size;
	}
	return 0;
}

static int read_recorded(FILE *in, struct link_recorded *ret)
{
	long size = fseek(in, 0, SEEK_END) ? -1 : ftell(in);
	char *texts;
	int rc = 0;

	if (size < 0)
		return -errno;
	rewind(in);
	ret->texts = texts = malloc((size_t)size + 1);
	for (unsigned i = 0; i < LINK_ENDS && !rc; i++)
		rc = texts ? read_changes(in, &ret->expected[i], &texts) : -ENOMEM;
	return rc;
}

int link_record(const struct link_description *link, link_run_fn *run, const struct link_options *options,
                const struct link_finding *first, struct link_recorded *ret, struct env_error *ret_error)
{
	const struct work work = { link, run, options, first, tmpfile() };
	const struct pool_job job = { .work = record_run, .context = &work, .quiet = true, .options.max_seconds = RUN_SECONDS };
	struct pool_result *result = calloc(1, sizeof(*result));
	int rc = work.file && result ? 0 : env_fail(ret_error, work.file ? ENOMEM : errno, "cannot record %s", link->name);

	*ret = (struct link_recorded){ .texts = NULL };
	if (!rc)
		rc = pool_run(&job, result, ret_error);
	if (!rc && result->run.status == RUN_OK) {
		rc = read_recorded(work.file, ret);
		if (rc)
			env_fail(ret_error, -rc, "cannot record %s", link->name);
	}
	if (work.file)
		fclose(work.file);
	free(result);
	return rc;
}

void link_recorded_release(struct link_recorded *recorded)
{
	for (unsigned i = 0; i < LINK_ENDS; i++)
		free(recorded->expected[i].change);
	free(recorded->texts);
	*recorded = (struct link_recorded){ .texts = NULL };
}
