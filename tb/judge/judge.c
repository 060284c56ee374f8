/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a judge: the profile, and what of it is unknown from outside. */
#include "judge_parts.h"

#include "base/refuse.h"
#include "stimulus/control.h"
#include "story/story.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the profile ---- */

struct judge_profile {
	struct profile profile;
	char *text;
};

/* Reads the profile that OPTIONS name into NEW, with its instance if that can be read: then it is known which controls the MAC has. */
static int read_profile(struct judge_profile *new, const struct pm_judge_options *options, char *message, size_t size)
{
	const char *path = options->profile ? options->profile : "the profile";
	struct profile_error e;
	char *instance = NULL, *beside;
	int err;

	err = profile_parse(&new->profile, path, new->text, NULL, &e);
	if (!err && options->profile && (beside = profile_beside(path, new->profile.build.instance))) {
		err = profile_file(beside, &instance, &e);
		if (err && err != -EINVAL && err != -ENOMEM) { /* it need not be there */
			err = 0;
		} else {
			profile_release(&new->profile);
			if (!err)
				err = profile_parse(&new->profile, path, new->text, instance, &e);
		}
		free(beside);
		free(instance);
	}
	if (err == -ENOMEM)
		return refuse(message, size, PM_JUDGE_NO_MEMORY, "%s: %s", path, strerror(ENOMEM));
	if (err)
		return refuse(message, size, PM_JUDGE_PROFILE, "%s:%u:%u: %s", e.file, e.line, e.column, e.message);
	return PM_JUDGE_OK;
}

static void leave(struct judge_profile *own)
{
	if (!own)
		return;
	profile_release(&own->profile);
	free(own->text);
	free(own);
}

static int enter(const struct pm_judge_options *options, struct judge_profile **ret, char *message, size_t size)
{
	struct judge_profile *new;
	struct profile_error e;
	char *text = options->profile_text ? strdup(options->profile_text) : NULL;
	int err = 0;

	if (!options->profile && !options->profile_text)
		return refuse(message, size, PM_JUDGE_USAGE, "there is no profile; give its path or its text");
	if (!options->profile_text)
		err = profile_file(options->profile, &text, &e);
	if (err == -EINVAL)
		return refuse(message, size, PM_JUDGE_PROFILE, "%s:%u:%u: %s", e.file, e.line, e.column, e.message);
	if (err && err != -ENOMEM)
		return refuse(message, size, PM_JUDGE_PROFILE, "cannot read %s: %s", options->profile, strerror(-err));
	new = text ? calloc(1, sizeof(*new)) : NULL;
	if (!new) {
		free(text);
		return refuse(message, size, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	}
	new->text = text;
	err = read_profile(new, options, message, size);
	if (err) {
		free(text);
		free(new);
		return err;
	}
	new->profile.golden.page = &new->profile.page;
	new->profile.dut.profile = &new->profile.golden;
	*ret = new;
	return PM_JUDGE_OK;
}

/* ---- what is unknown ---- */

/* Takes out of the freedoms of the row what is not seen from outside: requests, the receive buffer, how frames are handed over. */
static void take_out(struct pm_judge *judge)
{
	struct ieee8023_parameters *p = &judge->dut.ieee8023;

	if (judge_level_seen(judge))
		return;
	p->buffer_octets = 0;
	if (judge->options.requests_seen)
		return;
	p->sends_by = p->request_kept = 0;
	if (judge->options.client_seen)
		return;
	p->tx_stored = p->start_octets = p->fault_loses = 0;
	p->rx_stored = 1;
}

/* ---- life ---- */

static uint64_t error_in_octets(const struct pm_judge *judge)
{
	unsigned __int128 octets = (unsigned __int128)judge->options.time_error_ps * judge->hz;

	return (uint64_t)((octets + 999999999999u) / 1000000000000u);
}

/* Refuses OPTIONS that contradict each other, or one of which has a value that does not exist. */
static int check_options(const struct pm_judge_options *options, char *message, size_t size)
{
	enum { PS_MAX = 1000000000 };

	if (options->client_always < PM_JUDGE_CLIENT_UNKNOWN || options->client_always > PM_JUDGE_CLIENT_CLASSES)
		return refuse(message, size, PM_JUDGE_USAGE, "there is no client_always %d", options->client_always);
	if (options->time_error_ps > PS_MAX)
		return refuse(message, size, PM_JUDGE_USAGE, "a time error of more than 1 ms leaves nothing to decide");
	if (options->client_seen && options->client_always)
		return refuse(message, size, PM_JUDGE_USAGE, "a client that is seen says itself when it has a frame");
	if (options->client_seen && options->time_error_ps)
		return refuse(message, size, PM_JUDGE_USAGE, "a client can be seen only with exact times");
	if (options->requests_seen && !options->client_seen)
		return refuse(message, size, PM_JUDGE_USAGE, "requests can be seen only where the client is (.client_seen)");
	return PM_JUDGE_OK;
}

/* Reads the profile that the options of JUDGE name. JUDGE gets its MAC without what is not seen from outside, and the usual value of each control. */
static int take_profile(struct pm_judge *judge, char *message, size_t size)
{
	int err = enter(&judge->options, &judge->own_profile, message, size);

	if (err)
		return err;
	judge->profile = &judge->own_profile->profile;
	if (judge->profile->page.count > JUDGE_COUNTERS_MAX)
		return refuse(message, size, PM_JUDGE_PROFILE, "%s has %zu registers; the judge knows %d",
		              judge->profile->dut.name, judge->profile->page.count, JUDGE_COUNTERS_MAX);
	judge->dut = judge->profile->dut;
	judge->mbps = dut_wire_mbps(&judge->dut, dut_first_speed(&judge->dut));
	judge->hz = dut_clock_hz(&judge->dut, judge->mbps) * dut_step(&judge->dut);
	take_out(judge);
	for (size_t i = 0; i < PM_CONTROL_COUNT; i++)
		judge->controls[i] = control_usual(&judge->dut, (enum pm_control)i);
	return PM_JUDGE_OK;
}

static int make_scoreboard(struct pm_judge *judge, char *message, size_t size)
{
	judge->text = calloc(SCOREBOARD_FINDINGS_MAX, sizeof(*judge->text));
	judge->sb = judge->text ? scoreboard_new(&judge->dut, true) : NULL;
	if (!judge->sb)
		return refuse(message, size, errno == ENOMEM ? PM_JUDGE_NO_MEMORY : PM_JUDGE_PROFILE,
		              "cannot make a model of %s: %s", judge->dut.name, strerror(errno));
	return PM_JUDGE_OK;
}

/* Tells the scoreboard what is known of the MAC and its client, and what is not seen of them. */
static void tell_scoreboard(struct pm_judge *judge)
{
	const struct pm_judge_options *options = &judge->options;

	scoreboard_states(judge->sb, &judge->profile->dut);
	if (options->client_seen && !options->requests_seen)
		scoreboard_requests_unseen(judge->sb);
	else if (!options->client_seen)
		scoreboard_client_unseen(judge->sb, error_in_octets(judge), options->client_control);
	if (judge->profile->pfc_by_priority)
		scoreboard_pfc_by_priority(judge->sb, judge->profile->pfc_untagged);
	if (options->client_always)
		scoreboard_client_always(judge->sb, options->client_always == PM_JUDGE_CLIENT_CLASSES);
	scoreboard_faults_unseen(judge->sb, true);
	scoreboard_full_duplex(judge->sb); /* a frame in half duplex is refused */
}

/* Waives the rules that the profile waives, and those that the events cannot decide. */
static void waive_rules(struct pm_judge *judge)
{
	scoreboard_waive(judge->sb, RULE_CHECKED_NOTHING);
	for (size_t i = 0; i < judge->dut.waiver_count; i++)
		if (dut_waiver_covers(&judge->dut.waivers[i], JUDGE_RUN_NAME))
			scoreboard_waive(judge->sb, (enum rule)judge->dut.waivers[i].rule);
	judge_waive(judge);
}

static int open_judge(struct pm_judge *judge, const struct pm_judge_options *options, char *message, size_t size)
{
	int err;

	judge->options = *options;
	judge->last = &judge->first;
	err = check_options(options, message, size);
	if (!err)
		err = take_profile(judge, message, size);
	if (!err)
		err = make_scoreboard(judge, message, size);
	if (err)
		return err;
	tell_scoreboard(judge);
	waive_rules(judge);
	err = judge_story_begin(judge);
	if (err)
		return refuse(message, size, err, "%s", strerror(ENOMEM));
	judge_set_up(judge);
	return PM_JUDGE_OK;
}

int pm_judge_new(struct pm_judge **ret, const struct pm_judge_options *options, char *message, size_t size)
{
	struct pm_judge *judge;
	int err;

	if (!message)
		size = 0;
	if (size)
		message[0] = 0;
	if (!ret || !options)
		return refuse(message, size, PM_JUDGE_USAGE, "there are no options, or there is no place for the judge");
	*ret = NULL;
	judge = calloc(1, sizeof(*judge));
	if (!judge)
		return refuse(message, size, PM_JUDGE_NO_MEMORY, "%s", strerror(ENOMEM));
	err = open_judge(judge, options, message, size);
	if (err)
		pm_judge_free(judge);
	else
		*ret = judge;
	return err;
}

void pm_judge_free(struct pm_judge *judge)
{
	if (!judge)
		return;
	judge_queue_free(judge);
	story_free(judge->story);
	free(judge->told);
	scoreboard_free(judge->sb);
	for (size_t i = 0; i < JUDGE_WIRES; i++) {
		free(judge->wire[i].run.octets);
		free(judge->pins[i].octets);
		free(judge->stream[i].octets);
	}
	free(judge->text);
	leave(judge->own_profile);
	free(judge);
}

static _Thread_local char open_message[PM_JUDGE_MESSAGE];

static struct pm_judge *open_by(const struct pm_judge_options *options)
{
	struct pm_judge *judge;

	return pm_judge_new(&judge, options, open_message, sizeof(open_message)) ? NULL : judge;
}

struct pm_judge *pm_judge_open(const char *profile, uint64_t time_error_ps)
{
	return open_by(&(struct pm_judge_options){ .profile = profile, .time_error_ps = time_error_ps, .damaged_seen = 1 });
}

struct pm_judge *pm_judge_open_with_client(const char *profile)
{
	return open_by(&(struct pm_judge_options){ .profile = profile, .client_seen = 1, .damaged_seen = 1 });
}

struct pm_judge *pm_judge_open_with_requests(const char *profile)
{
	return open_by(&(struct pm_judge_options){ .profile = profile, .client_seen = 1, .damaged_seen = 1, .requests_seen = 1 });
}

const char *pm_judge_open_message(void)
{
	return open_message;
}
