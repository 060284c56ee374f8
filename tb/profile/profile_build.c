/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of a profile that say what is built: name, instance, sources, flags, PHY, clock, parameters. */
#include "profile_draft.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_OCTETS = 31 };

static int add_words(struct profile_text *t, struct profile_words *words, const char *what)
{
	char *word;
	int err = profile_need(t, what, &word);

	for (; !err && word; word = profile_word(t)) {
		if (words->count == PROFILE_WORDS_MAX)
			return profile_refuse(t, word, "expected at most %d words for '%s'", PROFILE_WORDS_MAX, t->keyword);
		words->word[words->count++] = (struct profile_word){ word, t->line, (unsigned)(word - t->begin) + 1 };
	}
	return err;
}

int profile_mac(struct profile *p, struct profile_text *t)
{
	char *name;
	int err = profile_need(t, "the name of the row", &name);

	if (err)
		return err;
	if (p->dut.name)
		return profile_refuse(t, NULL, "'mac' is given twice");
	for (const char *c = name; *c; c++)
		if (!(isalpha((unsigned char)*c) || *c == '_' || (c > name && isdigit((unsigned char)*c))))
			return profile_refuse(t, c, "expected a name of letters, digits and _, not '%.*s'", 40, name);
	if (strlen(name) > NAME_MAX_OCTETS)
		return profile_refuse(t, name, "expected a name of at most %d characters", NAME_MAX_OCTETS);
	p->dut.name = name;
	p->name_line = t->line;
	return profile_end(t);
}

int profile_instance(struct profile *p, struct profile_text *t)
{
	char *name;
	int err = profile_need(t, "the file of the instance", &name);

	if (err)
		return err;
	p->build.instance = name;
	p->build.instance_line = t->line;
	return profile_end(t);
}

/* Reads the speeds that follow `phy mii`; if there are none, the MAC has all of them. */
static int read_speeds(struct profile *p, struct profile_text *t)
{
	static const char *const names[] = { [SPEED_10] = "10", [SPEED_100] = "100", [SPEED_1000] = "1000", NULL };
	int err = 0;

	for (char *word = profile_word(t); word && !err; word = err ? NULL : profile_word(t)) {
		size_t speed;
		if (p->dut.phy != PHY_MII)
			return profile_refuse(t, word, "expected the end of the line: speeds are for 'phy mii'");
		err = profile_choose(t, word, "a speed of MII", profile_array_name, names, &speed);
		if (!err)
			p->dut.speeds |= (uint8_t)(1 << speed);
	}
	p->owned->reset_of[PM_CONTROL_speed] = dut_first_speed(&p->dut);
	p->dut.ieee8023.usual_speed = dut_first_speed(&p->dut);
	return err;
}

int profile_phy(struct profile *p, struct profile_text *t)
{
	static const char *const names[] = { "gmii", "xgmii", "mii", NULL };
	size_t phy;
	char *name;
	int err = profile_need(t, "gmii, mii or xgmii", &name);

	if (!err)
		err = profile_choose(t, name, "a PHY", profile_array_name, names, &phy);
	if (err)
		return err;
	p->dut.phy = (enum phy_kind)phy;
	p->dut.capabilities |= phy == PHY_GMII ? CAP_GMII : phy == PHY_XGMII ? CAP_XGMII : CAP_MII;
	if (!p->dut.clock_hz)
		p->dut.clock_hz = (uint32_t)(1000000000000ull / phy_table[phy].clock_ps);
	if (draft_line(p, t->line, "phy"))
		return -ENOMEM;
	return read_speeds(p, t);
}

int profile_clock(struct profile *p, struct profile_text *t)
{
	static const char *const names[] = CLOCK_NAMES;
	uint64_t hz;
	char *text;
	size_t domain = CLOCK_DOMAINS;
	int err = profile_need(t, "clocks per second, or tx, rx, host or bus", &text);

	if (!err && isalpha((unsigned char)*text)) {
		for (domain = 0; domain < CLOCK_DOMAINS && strcmp(text, names[domain]) != 0; domain++)
			;
		if (domain == CLOCK_DOMAINS)
			return profile_refuse(t, text, "expected tx, rx, host, bus or clocks per second, not '%s'", text);
		err = profile_need(t, "clocks per second", &text);
	}
	if (!err)
		err = profile_number(t, text, "clock", 1000000, 1000000000, &hz);
	if (err)
		return err;
	for (text = domain == CLOCK_RX ? profile_word(t) : NULL; text; text = profile_word(t)) {
		bool *word = !strcmp(text, "stops")  ? &p->dut.clocks.rx_stops
		           : !strcmp(text, "resets") ? &p->dut.clocks.rx_resets
		                                     : NULL;
		if (!word)
			return profile_refuse(t, text, "expected 'stops', 'resets' or the end of the line, not '%.*s'", 40, text);
		*word = true;
	}
	if (domain < CLOCK_DOMAINS)
		p->dut.clocks.several = true;
	if (domain < CLOCK_DOMAINS && domain != CLOCK_TX)
		p->dut.clocks.hz[domain] = (uint32_t)hz;
	else
		p->dut.clock_hz = (uint32_t)hz;
	return profile_end(t);
}

int profile_jitter(struct profile *p, struct profile_text *t)
{
	enum { JITTER_MAX = 500 };
	static const char unit[] = "ps";
	uint64_t ps;
	char *text;
	int err = profile_need(t, "how far an edge may be off, as 50ps", &text);
	size_t len = err ? 0 : strlen(text);

	if (!err && (len <= strlen(unit) || strcmp(text + len - strlen(unit), unit) != 0))
		return profile_refuse(t, text, "expected picoseconds, as 50ps, not '%s'", text);
	if (!err) {
		text[len - strlen(unit)] = '\0';
		err = profile_number(t, text, "jitter", 0, JITTER_MAX, &ps);
	}
	if (err)
		return err;
	p->dut.clocks.jitter_ps = (uint32_t)ps;
	return profile_end(t);
}

int profile_synchronisers(struct profile *p, struct profile_text *t)
{
	static const char *const names[] = CLOCK_LATE_NAMES;
	char *text;
	int err = profile_need(t, "drawn, none or always", &text);

	for (size_t i = 0; !err && i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i])) {
			p->dut.clocks.late = (enum clock_late)i;
			p->synchronisers = true;
			return profile_end(t);
		}
	return err ? err : profile_refuse(t, text, "expected drawn, none or always, not '%s'", text);
}

int profile_ppm(struct profile *p, struct profile_text *t)
{
	enum { PPM_MAX = 1000 };
	uint64_t ppm;
	char *text;
	int err = profile_need(t, "millionths by which each clock may be off", &text);

	if (!err)
		err = profile_number(t, text, "ppm", 0, PPM_MAX, &ppm);
	if (err)
		return err;
	p->dut.clocks.ppm = (uint32_t)ppm;
	return profile_end(t);
}

int profile_language(struct profile *p, struct profile_text *t)
{
	static const char *const names[] = { "1364-1995", "1364-2001", "1364-2005", "1800-2005",
		                             "1800-2009", "1800-2012", "1800-2017", NULL };
	size_t index;
	char *name;
	int err = profile_need(t, "1364-2005, 1800-2017 or the like", &name);

	if (!err)
		err = profile_choose(t, name, "a language", profile_array_name, names, &index);
	if (err)
		return err;
	p->build.language = names[index];
	return profile_end(t);
}

int profile_sources(struct profile *p, struct profile_text *t)
{
	return add_words(t, &p->build.sources, "files or folders");
}

int profile_incdir(struct profile *p, struct profile_text *t)
{
	return add_words(t, &p->build.incdirs, "folders");
}

int profile_define(struct profile *p, struct profile_text *t)
{
	return add_words(t, &p->build.defines, "NAME or NAME=VALUE");
}

int profile_flags(struct profile *p, struct profile_text *t)
{
	return add_words(t, &p->build.flags, "flags of Verilator");
}

int profile_parameters(struct profile *p, struct profile_text *t)
{
	size_t first = p->build.parameters.count;
	int err = add_words(t, &p->build.parameters, "NAME=VALUE");

	for (size_t i = first; !err && i < p->build.parameters.count; i++)
		if (!strchr(p->build.parameters.word[i].text, '='))
			err = profile_refuse(t, p->build.parameters.word[i].text, "expected NAME=VALUE, not '%.*s'", 40,
			                     p->build.parameters.word[i].text);
	return err;
}
