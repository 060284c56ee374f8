/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of a profile: a table of keywords, and the kinds of lines that no other file reads. The words that state
 * freedoms of the standard are rows of settings.def. */
#include "profile_draft.h"

#include "base/parameter_text.h"
#include "parameters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LATENCY_MAX = 10000000, CHOICES_MAX = 6, INVERTED = 2 /* of AddressFilter */ };

/* ---- freedoms ---- */

static const struct setting {
	const char *line, *key;
	enum draft_freedom freedom;
	bool word;
	uint64_t least, most;
	const char *choices[CHOICES_MAX]; /* "word=value"; if there are none, the value is a number */
} settings[] = {
#define CHOICE(line, key, parameter, ...) { #line, #key, FREEDOM_##parameter, false, 0, 0, { __VA_ARGS__ } },
#define FIGURE(line, key, parameter, least, most, unit) { #line, #key, FREEDOM_##parameter, false, least, most, { NULL } },
#define WORD(line, key, parameter) { #line, #key, FREEDOM_##parameter, true, 0, 1, { NULL } },
#include "settings.def"
};
enum { SETTINGS = sizeof(settings) / sizeof(settings[0]) };

struct setting_names {
	const char *line;
	char name[SETTINGS + 1][24];
};

/* Gives the words that a line may have, such as "rx=" or "own". */
static void names_of(struct setting_names *ret, const char *line)
{
	size_t n = 0;

	ret->line = line;
	memset(ret->name, 0, sizeof(ret->name));
	for (size_t i = 0; i < SETTINGS; i++)
		if (!strcmp(settings[i].line, line))
			snprintf(ret->name[n++], sizeof(ret->name[0]), "%s%s", settings[i].key, settings[i].word ? "" : "=");
}

static const char *setting_name(const void *list, size_t i)
{
	const struct setting_names *names = list;

	return names->name[i][0] ? names->name[i] : NULL;
}

static const struct setting *setting_of(const char *line, const char *key)
{
	for (size_t i = 0; i < SETTINGS; i++)
		if (!strcmp(settings[i].line, line) && !strcmp(settings[i].key, key))
			return &settings[i];
	return NULL;
}

/* The words of a setting's choices: "cut-through" of "cut-through=0". */
struct choice_names {
	char name[CHOICES_MAX + 1][24];
};
static const char *choice_name(const void *list, size_t i)
{
	const struct choice_names *names = list;

	return names->name[i][0] ? names->name[i] : NULL;
}

static int choice_value(struct profile_text *t, const struct setting *s, const char *text, uint64_t *ret)
{
	struct choice_names names = { { "" } };
	char what[64];
	size_t i;
	int err;

	for (size_t c = 0; c < CHOICES_MAX && s->choices[c]; c++)
		snprintf(names.name[c], sizeof(names.name[c]), "%.*s", (int)strcspn(s->choices[c], "="), s->choices[c]);
	snprintf(what, sizeof(what), "a word for %s=", s->key);
	err = profile_choose(t, text, what, choice_name, &names, &i);
	if (!err)
		*ret = strtoull(strchr(s->choices[i], '=') + 1, NULL, 10);
	return err;
}

static int setting_value(struct profile_text *t, const struct setting *s, const char *text, uint64_t *ret)
{
	if (s->choices[0])
		return choice_value(t, s, text, ret);
	if (!strcmp(s->key, "longest") && !strcmp(text, "any")) {
		*ret = s->least ? s->most : 0; /* where 0 is allowed, it means that there is no limit */
		return 0;
	}
	return profile_number(t, text, s->key, s->least, s->most, ret);
}

/* Notes what the row and the virtual registers take from a freedom. */
static void note_setting(struct profile_owned *o, const struct setting *s, uint64_t value)
{
	switch (s->freedom) {
	case FREEDOM_SendsBy:
		o->sends_none = !value;
		break;
	case FREEDOM_Refresh:
		o->refreshes = value != 0;
		break;
	case FREEDOM_SendsXon:
		o->sends_xon = value != 0;
		break;
	case FREEDOM_ObeysOwn:
		o->obeys_own = value != 0;
		break;
	case FREEDOM_AddressFilter:
		o->filter_inverted = value == INVERTED;
		break;
	case FREEDOM_HostReady:
		o->stalls = value != 0;
		break;
	case FREEDOM_TimerGranularity:
		o->early_octets = (uint32_t)value - 1;
		break;
	case FREEDOM_SendsQuanta:
		o->reset_of[PM_CONTROL_quanta] = value;
		break;
	case FREEDOM_HighMark:
		o->reset_of[PM_CONTROL_high_mark] = value;
		break;
	case FREEDOM_LowMark:
		o->reset_of[PM_CONTROL_low_mark] = value;
		break;
	case FREEDOM_RefreshPeriod:
		o->reset_of[PM_CONTROL_refresh] = value;
		break;
	case FREEDOM_LongestFrame:
		o->reset_of[PM_CONTROL_max_frame] = value;
		break;
	case FREEDOM_GapOctets:
		o->reset_of[PM_CONTROL_ipg] = value;
		break;
	default:
		break;
	}
}

static int set(struct profile *p, struct profile_text *t, const struct setting *s, uint64_t value)
{
	note_setting(p->owned, s, value);
	if (s->freedom == FREEDOM_Stations) {
		p->owned->stations = (unsigned)value;
		p->owned->stations_line = t->line;
	}
	p->dut.parameter[s->freedom] = value;
	return draft_line(p, t->line, "%s %s", s->line, s->key);
}

/* Sets the freedoms that are words without a value: 1 if the word is STATED in the line, otherwise 0. */
static int set_words(struct profile *p, struct profile_text *t, const bool *stated)
{
	int err = 0;

	for (size_t i = 0; i < SETTINGS && !err; i++)
		if (settings[i].word && !strcmp(settings[i].line, t->keyword))
			err = set(p, t, &settings[i], stated[i]);
	return err;
}

static int read_settings(struct profile *p, struct profile_text *t)
{
	struct setting_names names;
	bool stated[SETTINGS] = { false }, any = false;
	char *word;
	int err = 0;

	names_of(&names, t->keyword);
	for (size_t count = 0; !err; count++) {
		char *equals, value[64] = "", key[64];
		const struct setting *s;
		uint64_t number = 0;
		word = profile_word(t);
		if (!word && !count)
			return profile_refuse(t, t->next, "expected a word after '%s'", t->keyword);
		if (!word)
			break;
		if (!strcmp(word, "none") && !strcmp(t->keyword, "obeys")) {
			any = true;
			continue;
		}
		equals = strchr(word, '=');
		snprintf(key, sizeof(key), "%.*s", equals ? (int)(equals - word) : (int)sizeof(key) - 1, word);
		s = setting_of(t->keyword, key);
		if (!s || s->word != !equals) {
			char what[48];
			size_t index;
			snprintf(what, sizeof(what), "a word of the line '%s'", t->keyword);
			if (equals)
				equals[1] = 0;
			return profile_choose(t, word, what, setting_name, &names, &index) ? -EINVAL : 0;
		}
		if (s->word) {
			stated[s - settings] = any = true;
			continue;
		}
		snprintf(value, sizeof(value), "%s", equals + 1);
		err = setting_value(t, s, equals + 1, &number);
		if (!err)
			err = set(p, t, s, number);
	}
	return err || !any ? err : set_words(p, t, stated);
}

/* Reads `freedom NAME=VALUE`: NAME is a PARAMETER of ieee8023 that has no word of its own. */
static int read_freedom(struct profile *p, struct profile_text *t)
{
	struct parameter_refusal refusal;
	size_t i, count;
	char *word;
	int err = profile_need(t, "NAME=VALUE", &word);

	if (err)
		return err;
	if (parameter_read(p->dut.model, word, p->dut.parameter, &i, &refusal))
		return profile_refuse(t, refusal.at, "%s", refusal.message);
	err = draft_line(p, t->line, "freedom %s", parameters_of(p->dut.model, &count)[i].name);
	return err ? err : profile_end(t);
}

/* ---- latencies, lacks, waivers ---- */

const char *const profile_latency_names[PROFILE_LATENCY_COUNT] = {
#define LATENCY(name, what) #name,
#include "latencies.def"
};

static const char *latency_name(const void *list, size_t i)
{
	(void)list;
	return i < PROFILE_LATENCY_COUNT ? profile_latency_names[i] : NULL;
}

/* Cuts "ns" off a latency in nanoseconds. Returns whether it was there. */
static bool cut_ns(char *word)
{
	size_t len = strlen(word);

	if (len < 3 || strcmp(word + len - 2, "ns") != 0)
		return false;
	word[len - 2] = '\0';
	return true;
}

/* Reads in what a latency is stated: "ns" at both figures, or the clock behind them. */
static int read_unit(struct profile_text *t, bool least_ns, bool greatest_ns, int *ret)
{
	static const char *const names[] = CLOCK_NAMES;
	char *word = profile_word(t);

	*ret = least_ns ? LATENCY_NS : LATENCY_TIMES;
	if (least_ns != greatest_ns)
		return profile_refuse(t, NULL, "expected both latencies in nanoseconds, as 40ns 96ns, or none of them");
	if (!word)
		return 0;
	for (int i = 0; i < CLOCK_DOMAINS && !least_ns; i++)
		if (!strcmp(word, names[i]))
			*ret = LATENCY_CLOCKS + i;
	return *ret >= LATENCY_CLOCKS
	         ? profile_end(t)
	         : profile_refuse(t, word,
	                          "expected nothing, or tx, rx, host or bus, the clock that counts the latency, not '%s'", word);
}

static int read_latency(struct profile *p, struct profile_text *t)
{
	uint64_t min, max, ahead = 0;
	bool least_ns = false, greatest_ns = false;
	int unit = LATENCY_TIMES;
	char *word;
	size_t kind = PROFILE_LATENCY_COUNT;
	int err = profile_need(t, "a kind of latency", &word);

	if (!err)
		err = profile_choose(t, word, "a kind of latency", latency_name, NULL, &kind);
	if (!err)
		err = draft_line(p, t->line, "latency %s", word);
	if (!err)
		err = profile_need(t, "the least latency", &word);
	if (!err)
		least_ns = cut_ns(word);
	if (!err && kind == PROFILE_LATENCY_sent && *word == '-') /* a frame is counted before its end */
		err = profile_number(t, word + 1, "the least latency", min = 0, LATENCY_MAX, &ahead);
	else if (!err)
		err = profile_number(t, word, "the least latency", 0, LATENCY_MAX, &min);
	if (!err)
		err = profile_need(t, "the greatest latency", &word);
	if (!err)
		greatest_ns = cut_ns(word);
	if (!err)
		err = profile_number(t, word, "the greatest latency", min, LATENCY_MAX, &max);
	if (!err)
		err = read_unit(t, least_ns, greatest_ns, &unit);
	if (err)
		return err;
	p->latency[kind] = (struct profile_latency){ (uint32_t)min, (uint32_t)max, unit, true, (uint32_t)ahead };
	return 0;
}

struct capability_words {
	const char *word[CAPABILITY_COUNT + 1];
	size_t place[CAPABILITY_COUNT];
};
static const char *capability_word(const void *list, size_t i)
{
	return ((const struct capability_words *)list)->word[i];
}

static struct capability_words words_of_capabilities(void)
{
	struct capability_words ret = { { NULL }, { 0 } };
	size_t count = 0;

	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut_capabilities[i].word &&
		    !(dut_capabilities[i].bit &
		      (CAP_GMII | CAP_XGMII | CAP_MII | CAP_OBS | CAP_CUT_THROUGH | CAP_RX_ER | CAP_RX_STOPS | CAP_RX_RESETS))) {
			ret.word[count] = dut_capabilities[i].word;
			ret.place[count++] = i;
		}
	return ret;
}

static int read_lacks(struct profile *p, struct profile_text *t)
{
	const struct capability_words words = words_of_capabilities();
	char *rest = profile_rest(t), *save = NULL;
	int err = rest ? 0 : profile_refuse(t, t->next, "expected what the MAC lacks after 'lacks'");

	for (char *word = err ? NULL : strtok_r(rest, ", \t", &save); word && !err; word = strtok_r(NULL, ", \t", &save)) {
		size_t index;
		err = profile_choose(t, word, "what a MAC can lack", capability_word, &words, &index);
		if (!err)
			err = draft_line(p, t->line, "lacks %s", word);
		if (!err)
			p->owned->lacks |= dut_capabilities[words.place[index]].bit;
		if (!err && !strcmp(word, "fault"))
			p->dut.ieee8023.fault_signals = 0;
	}
	return err;
}

static const char *rule_name(const void *list, size_t i)
{
	(void)list;
	return i < RULE_COUNT ? rule_table[i].name : NULL;
}

static int read_waive(struct profile *p, struct profile_text *t)
{
	struct dut_waiver waiver = { .line = t->line }, *list = (struct dut_waiver *)p->dut.waivers, *place;
	char *rule, *where, *reason;
	size_t index;
	int err = profile_need(t, "a rule", &rule);

	if (!err)
		err = profile_choose(t, rule, "a rule", rule_name, NULL, &index);
	if (!err)
		err = profile_need(t, "a stimulus, 'seeds' or 'all'", &where);
	if (!err)
		err = profile_need(t, "the \"reason\"", &reason);
	if (err)
		return err;
	if (reason[0] != '"' || strlen(reason) < 3 || reason[strlen(reason) - 1] != '"')
		return profile_refuse(t, reason, "expected the reason between two \", not %.*s", 40, reason);
	reason[strlen(reason) - 1] = 0;
	waiver.rule = (int)index;
	waiver.where = where;
	waiver.reason = reason + 1;
	place = draft_grow(&list, &p->dut.waiver_count, sizeof(*list));
	p->dut.waivers = list;
	if (!place)
		return -ENOMEM;
	*place = waiver;
	return profile_end(t);
}

/* Reads a line such as `pfc classes=priority untagged=0`. */
static int read_pfc(struct profile *p, struct profile_text *t)
{
	enum { CLASS_MAX = 7 };
	static const char untagged[] = "untagged=";
	uint64_t number;
	char *word;

	p->pfc_untagged = -1;
	while ((word = profile_word(t))) {
		if (!strcmp(word, "classes=priority")) {
			p->pfc_by_priority = true;
		} else if (!strncmp(word, untagged, strlen(untagged))) {
			if (profile_number(t, word + strlen(untagged), "the class", 0, CLASS_MAX, &number))
				return -EINVAL;
			p->pfc_untagged = (int)number;
		} else {
			return profile_refuse(t, word, "expected classes=priority or untagged=CLASS, not '%s'", word);
		}
	}
	return p->pfc_by_priority ? 0 : profile_refuse(t, NULL, "expected classes=priority");
}

/* ---- lines ---- */

static const struct keyword {
	const char *name;
	int (*read)(struct profile *p, struct profile_text *t);
} keywords[] = {
	{ "mac", profile_mac },           { "instance", profile_instance },
	{ "sources", profile_sources },   { "incdir", profile_incdir },
	{ "define", profile_define },     { "language", profile_language },
	{ "verilator", profile_flags },   { "phy", profile_phy },
	{ "clock", profile_clock },       { "parameter", profile_parameters },
	{ "host", read_settings },        { "obeys", read_settings },
	{ "station", read_settings },     { "timer", read_settings },
	{ "sends", read_settings },       { "buffer", read_settings },
	{ "gap", read_settings },         { "freedom", read_freedom },
	{ "latency", read_latency },      { "lacks", read_lacks },
	{ "register", profile_register }, { "control", profile_control },
	{ "controls", profile_controls }, { "setup", profile_setup },
	{ "event", profile_event },       { "events", profile_events },
	{ "counter", profile_counter },   { "counters", profile_counters },
	{ "early", profile_early },       { "pfc", read_pfc },
	{ "ppm", profile_ppm },           { "jitter", profile_jitter },
	{ "waive", read_waive },          { "synchronisers", profile_synchronisers },
};

static const char *keyword_name(const void *list, size_t i)
{
	(void)list;
	return i < sizeof(keywords) / sizeof(keywords[0]) ? keywords[i].name : NULL;
}

static int read_first_line(struct profile_text *t)
{
	char *magic, *version;
	uint64_t number;

	t->keyword = PROFILE_MAGIC;
	magic = profile_next_line(t) ? profile_word(t) : NULL;
	if (!magic || strcmp(magic, PROFILE_MAGIC))
		return profile_refuse(t, NULL, "expected '" PROFILE_MAGIC " %d' in the first line", PROFILE_VERSION);
	if (profile_need(t, "the version", &version))
		return -EINVAL;
	if (profile_number(t, version, "the version", PROFILE_VERSION, PROFILE_VERSION, &number))
		return -EINVAL;
	return profile_end(t);
}

static int read_line(struct profile *p, struct profile_text *t)
{
	char *word = profile_word(t);
	size_t index;
	int err;

	if (!word)
		return 0;
	err = profile_choose(t, word, "a keyword of a profile", keyword_name, NULL, &index);
	if (err)
		return err;
	t->keyword = keywords[index].name;
	return keywords[index].read(p, t);
}

static int check_whole(struct profile *p, struct profile_text *t)
{
	const struct {
		bool given;
		const char *line;
	} needed[] = {
		{ p->dut.name, "mac NAME" },
		{ p->build.instance, "instance FILE.vh" },
		{ p->build.sources.count, "sources FILE" },
		{ p->dut.capabilities & (CAP_GMII | CAP_XGMII | CAP_MII), "phy gmii, mii or xgmii" },
	};

	if (p->dut.clocks.several && p->dut.clocks.hz[CLOCK_RX] && p->dut.clocks.hz[CLOCK_RX] != p->dut.clock_hz)
		return profile_refuse(t, NULL,
		                      "expected the same frequency of rx and tx, %u: both wires have one speed, and 'ppm' says "
		                      "how far the clocks may be off",
		                      p->dut.clock_hz);
	if ((p->dut.clocks.rx_stops || p->dut.clocks.rx_resets) && p->dut.phy != PHY_GMII)
		return profile_refuse(t, NULL, "'stops' and 'resets' of 'clock rx' are for 'phy gmii'");
	if ((p->dut.clocks.ppm || p->dut.clocks.jitter_ps || p->synchronisers) && !p->dut.clocks.several)
		return profile_refuse(t, NULL,
		                      "'ppm', 'jitter' and 'synchronisers' are for several clocks: 'clock rx HZ', 'clock tx HZ'");
	for (int i = 0; i < CLOCK_DOMAINS; i++) /* the edges of a clock stay apart */
		if (8ull * p->dut.clocks.jitter_ps * (p->dut.clocks.hz[i] ? p->dut.clocks.hz[i] : p->dut.clock_hz) >
		    1000000000000ull)
			return profile_refuse(t, NULL, "a jitter of %ups is more than an eighth of the period of a clock",
			                      p->dut.clocks.jitter_ps);
	for (size_t i = 0; i < PROFILE_LATENCY_COUNT; i++)
		if (p->latency[i].unit >= LATENCY_CLOCKS && !p->dut.clocks.several)
			return profile_refuse(
			    t, NULL, "'latency %s' names a clock, which is for several clocks: 'clock rx HZ', 'clock tx HZ'",
			    profile_latency_names[i]);
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!needed[i].given)
			return profile_refuse(t, NULL, "expected a line '%s' before the end of the profile", needed[i].line);
	return 0;
}

int profile_read_lines(struct profile *p, struct profile_text *t)
{
	int err = read_first_line(t);

	while (!err && profile_next_line(t))
		err = read_line(p, t);
	return err ? err : check_whole(p, t);
}
