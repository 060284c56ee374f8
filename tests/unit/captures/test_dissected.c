/* SPDX-License-Identifier: Apache-2.0 */
/* Two hands for the inputs: the golden model and tshark's dissector judge the same frames, of every kind and with every defect, and each answer
 * of the one is compared with that of the other. doc/quality/dissector.md says what tshark can know. */
#include "capture.h"
#include "ieee8023_drive.h"
#include "support.h"

#include "device/ieee8023.h"
#include "part/frame.h"
#include "part/pfc.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define GROUP "01-80-C2-00-00-01"
#define OWN "00-11-22-33-44-55"
#define OTHER "02-00-00-00-00-77"

enum {
	FRAMES_MAX = 1200,
	FRAME_LONGEST = 1600,
	FRAME_LEAST = 5,  /* an octet and an FCS */
	PAUSE_LEAST = 22, /* with a time and an FCS */
	LONGEST = 1518,
	SHORTEST_DATA = 46,
	HEADER_AND_FCS = 18,
	PFC_LEAST = 34, /* up to the last time */
	TAG_OF_NO_STANDARD = 0x9100,
};

/* ---- the frames ---- */

struct specimen {
	char name[64];
	uint8_t octets[FRAME_LONGEST];
	uint32_t len; /* DA..FCS */
};
struct specimens {
	struct specimen all[FRAMES_MAX];
	size_t count;
};

/* Adds a frame of LEN octets; its name begins with WHAT. */
static struct specimen *add(struct specimens *s, const char *what, const char *destination, uint16_t type, uint32_t len)
{
	struct specimen *f = &s->all[s->count++];

	cr_assert_lt(s->count, FRAMES_MAX);
	snprintf(f->name, sizeof(f->name), "%s, %u octets, type %04x, to %s", what, len, type, destination);
	f->len = len;
	make_frame(f->octets, len, destination, type);
	return f;
}

static void put_u16(uint8_t *octets, uint16_t value)
{
	octets[0] = (uint8_t)(value >> 8);
	octets[1] = (uint8_t)value;
}

/* Puts the FCS that is right for the octets, but for the bits WRONG. */
static void seal(struct specimen *f, uint32_t wrong)
{
	frame_put_fcs(f->octets + f->len - FRAME_FCS_OCTETS, frame_fcs(f->octets, f->len - FRAME_FCS_OCTETS) ^ wrong);
}

static struct specimen *add_control(struct specimens *s, const char *what, const char *destination, uint16_t opcode,
                                    uint16_t quanta, uint32_t len)
{
	struct specimen *f = add(s, what, destination, FRAME_TYPE_MAC_CONTROL, len);

	memset(f->octets + FRAME_OPCODE_OFFSET, 0, len - FRAME_OPCODE_OFFSET);
	put_u16(f->octets + FRAME_OPCODE_OFFSET, opcode);
	put_u16(f->octets + FRAME_TIME_OFFSET, quanta);
	seal(f, 0);
	return f;
}

/* Puts a tag of TYPE behind the addresses; the frame is four octets longer. */
static void put_tag(struct specimen *f, uint16_t type, uint16_t tag)
{
	memmove(f->octets + FRAME_TYPE_OFFSET + FRAME_TAG_OCTETS, f->octets + FRAME_TYPE_OFFSET, f->len - FRAME_TYPE_OFFSET);
	put_u16(f->octets + FRAME_TYPE_OFFSET, type);
	put_u16(f->octets + FRAME_TYPE_OFFSET + 2, tag);
	f->len += FRAME_TAG_OCTETS;
	seal(f, 0);
}

static void add_lengths(struct specimens *s)
{
	static const char *const to[] = { OWN, OTHER, GROUP, "01-00-5E-00-00-01", "FF-FF-FF-FF-FF-FF", "FF-FF-FF-FF-FF-FE" };

	for (uint32_t len = HEADER_AND_FCS; len <= FRAME_LONGEST; len += len < 80 || (len >= 1500 && len < 1530) ? 1 : 37)
		seal(add(s, "data", to[len % COUNT_OF(to)], 0x88B5, len), len % 5 ? 0 : 1u << len % 32);
	for (uint32_t len = FRAME_LEAST; len < HEADER_AND_FCS; len++) {
		struct specimen *f = add(s, "without a whole header and FCS", OWN, 0x88B5, HEADER_AND_FCS);
		f->len = len;
		seal(f, 0);
	}
}

/* The length/type field: lengths that are right, that are too great or too small, and values that are neither length nor type. */
static void add_types(struct specimens *s)
{
	static const uint16_t types[] = { 0,    1,    45,     46,     47,     100,    101,    1499,   1500,   1501,  1518,
		                          1535, 1536, 0x0800, 0x0806, 0x86DD, 0x8807, 0x8808, 0x8809, 0x88F7, 0xFFFF };
	static const uint32_t lens[] = { 64, 65, 118, 119, 1517, 1518, 1519 };

	for (size_t i = 0; i < COUNT_OF(types); i++)
		for (size_t k = 0; k < COUNT_OF(lens); k++)
			seal(add(s, "length/type", OTHER, types[i], lens[k]), 0);
}

static void add_tagged(struct specimens *s)
{
	static const uint16_t tags[] = { FRAME_TYPE_TAG, 0x88A8, TAG_OF_NO_STANDARD };
	static const uint32_t lens[] = { 60, 64, 114, 1514, 1518, 1519 };

	for (size_t i = 0; i < COUNT_OF(tags); i++) {
		for (size_t k = 0; k < COUNT_OF(lens); k++)
			put_tag(add(s, "tagged", k % 2 ? OWN : "01-00-5E-00-00-01", 0x88B5, lens[k]), tags[i],
			        (uint16_t)(0x2001 + k));
		put_tag(add_control(s, "tagged PAUSE", GROUP, FRAME_OPCODE_PAUSE, 5, 64), tags[i], 7);
		put_tag(add_control(s, "tagged PAUSE", GROUP, FRAME_OPCODE_PAUSE, 5, 60), tags[i], 0xE000);
		put_tag(add_control(s, "tagged PFC", GROUP, FRAME_OPCODE_PFC, 0x00FF, 64), tags[i], 0xE000);
	}
}

/* PAUSE frames: right ones with every kind of time, and one for each defect that a PAUSE can have. */
static void add_pauses(struct specimens *s)
{
	static const char *const to[] = { GROUP,
		                          OWN,
		                          OTHER,
		                          "01-80-C2-00-00-00",
		                          "01-80-C2-00-00-02",
		                          "01-80-C2-00-00-0E",
		                          "01-80-C2-01-00-01",
		                          "00-80-C2-00-00-01",
		                          "FF-FF-FF-FF-FF-FF",
		                          "00-11-22-33-44-54" };
	static const uint16_t times[] = { 0, 1, 2, 0xFF, 0x100, 0x1234, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF };
	static const uint16_t opcodes[] = { 0, 2, 3, 0x0100, 0x0102, 0x0201, 0x8001, 0xFFFE, 0xFFFF };

	for (size_t i = 0; i < COUNT_OF(to); i++)
		for (size_t k = 0; k < COUNT_OF(times); k++)
			add_control(s, "PAUSE", to[i], FRAME_OPCODE_PAUSE, times[k], 64);
	for (size_t i = 0; i < COUNT_OF(opcodes); i++)
		add_control(s, "opcode without a meaning", i % 2 ? OWN : GROUP, opcodes[i], 1, 64);
	for (uint32_t bit = 0; bit < 32; bit++)
		seal(add_control(s, "PAUSE with a wrong FCS", GROUP, FRAME_OPCODE_PAUSE, 9, 64), 1u << bit);
	for (uint32_t len = PAUSE_LEAST; len < 80; len++)
		add_control(s, "PAUSE", GROUP, FRAME_OPCODE_PAUSE, 11, len);
	add_control(s, "PAUSE", GROUP, FRAME_OPCODE_PAUSE, 12, LONGEST);
	add_control(s, "PAUSE", GROUP, FRAME_OPCODE_PAUSE, 12, LONGEST + 1);
	for (uint32_t at = FRAME_TIME_OFFSET + 2; at < 60; at++) {
		struct specimen *f = add_control(s, "PAUSE with a pad", GROUP, FRAME_OPCODE_PAUSE, 13, 64);
		f->octets[at] = 0xA5;
		seal(f, 0);
	}
}

/* PFC frames: each vector, its reserved octet, times; and defects. */
static void add_pfcs(struct specimens *s)
{
	for (unsigned vector = 0; vector < 256; vector++) {
		struct specimen *f = add_control(s, "PFC", GROUP, FRAME_OPCODE_PFC, (uint16_t)vector, 64);
		for (unsigned i = 0; i < PFC_CLASSES; i++)
			put_u16(f->octets + FRAME_TIMES_OFFSET + 2 * i, (uint16_t)(vector * 0x101 * (i + 1) + i));
		seal(f, vector % 16 == 15 ? 0x80000000u >> vector % 32 : 0);
	}
	for (unsigned bit = 8; bit < 16; bit++)
		add_control(s, "PFC with a reserved bit", GROUP, FRAME_OPCODE_PFC, (uint16_t)(1u << bit | 0x81), 64);
	for (uint32_t len = PFC_LEAST + FRAME_FCS_OCTETS; len < 70; len++)
		add_control(s, "PFC", GROUP, FRAME_OPCODE_PFC, 0x18, len);
	add_control(s, "PFC", OWN, FRAME_OPCODE_PFC, 0x18, 64);
	add_control(s, "PFC", OTHER, FRAME_OPCODE_PFC, 0x18, 64);
	add_control(s, "PFC", "01-80-C2-00-00-02", FRAME_OPCODE_PFC, 0x18, 64);
}

static const struct specimens *all_specimens(void)
{
	static struct specimens s;

	if (!s.count) {
		add_lengths(&s);
		add_types(&s);
		add_tagged(&s);
		add_pauses(&s);
		add_pfcs(&s);
	}
	return &s;
}

/* ---- what tshark says ---- */

#define TSHARK_FIELDS(FIELD)                                                                              \
	FIELD(LEN, "frame.len")                                                                           \
	FIELD(TYPE, "eth.type")                                                                           \
	FIELD(LENGTH, "eth.len")                                                                          \
	FIELD(OUT_OF_RANGE, "eth.invalid_lentype")                                                        \
	FIELD(FCS, "eth.fcs.status")                                                                      \
	FIELD(PAST_END, "eth.len.past_end") FIELD(TAG, "vlan.id") FIELD(SERVICE_TAG, "ieee8021ad.id")     \
	    FIELD(OPCODE, "macc.opcode") FIELD(QUANTA, "macc.pause_time") FIELD(VECTOR, "macc.cbfc.enbv") \
		FIELD(TIME0, "macc.cbfc.pause_time.c0") FIELD(TIME1, "macc.cbfc.pause_time.c1")           \
		    FIELD(TIME2, "macc.cbfc.pause_time.c2") FIELD(TIME3, "macc.cbfc.pause_time.c3")       \
			FIELD(TIME4, "macc.cbfc.pause_time.c4") FIELD(TIME5, "macc.cbfc.pause_time.c5")   \
			    FIELD(TIME6, "macc.cbfc.pause_time.c6") FIELD(TIME7, "macc.cbfc.pause_time.c7")
enum field {
#define FIELD(name, tshark) FIELD_##name,
	TSHARK_FIELDS(FIELD)
#undef FIELD
	    FIELDS
};
static const char field_options[] =
#define FIELD(name, tshark) " -e " tshark
    TSHARK_FIELDS(FIELD)
#undef FIELD
	" -e eth.dst -e eth.trailer";
enum { SILENT = -1, TSHARK_FCS_BAD = 0 };

struct dissected {
	long value[FIELDS]; /* SILENT: tshark does not show the field */
	char destination[18];
	bool has_trailer;
};

static bool shows(const struct dissected *t, enum field field)
{
	return t->value[field] != SILENT;
}

static struct dissected parse_line(char *line)
{
	struct dissected t = { 0 };
	char *rest = line;

	for (size_t i = 0; i < FIELDS; i++) {
		const char *word = strsep(&rest, "|");
		cr_assert(word && rest, "field %zu of tshark is missing", i);
		t.value[i] = *word ? strtol(word, NULL, 0) : SILENT;
	}
	snprintf(t.destination, sizeof(t.destination), "%s", strsep(&rest, "|"));
	t.has_trailer = rest && *rest;
	return t;
}

/* Writes the frames as a capture of FORMAT and has tshark dissect it. */
static void dissect(struct dissected *ret, const struct specimens *s, enum capture_format format, const char *name)
{
	static struct capture_bytes c;
	char folder[64], path[128], *rest;
	struct command tshark;
	size_t count = 0;

	scratch_make(folder, sizeof(folder), name);
	capture_head_with_fcs(&c, format);
	for (size_t i = 0; i < s->count; i++)
		capture_packet(&c, format, i * 20000, s->all[i].octets, s->all[i].len, s->all[i].len);
	snprintf(path, sizeof(path), "%s/frames", folder);
	file_write(path, c.octets, c.len);
	command_run(&tshark, "tshark -n -r %s -o eth.check_fcs:TRUE -T fields -E 'separator=|' -E occurrence=f%s", path,
	            field_options);
	cr_assert_eq(tshark.status, 0, "tshark: %s", tshark.err);
	rest = tshark.out;
	for (char *line; (line = strsep(&rest, "\n")) && *line; count++) {
		cr_assert_lt(count, s->count);
		ret[count] = parse_line(line);
	}
	cr_expect_eq(count, s->count, "%s: tshark has %zu of %zu frames", capture_format_names[format], count, s->count);
	command_release(&tshark);
}

/* ---- the questions: what the standard makes of the fields that tshark shows ---- */

static bool has_header(const struct dissected *t)
{
	return t->destination[0];
}
/* tshark takes 91-00 for a tag, which neither 802.3 3.2.7 nor 802.1Q 9.5 names. */
static bool has_standard_type(const struct dissected *t)
{
	return has_header(t) && t->value[FIELD_TYPE] != TAG_OF_NO_STANDARD;
}
/* It checks no FCS where there is no type or length, and none of a frame without a whole header and FCS. */
static bool has_fcs(const struct dissected *t)
{
	return has_standard_type(t) && shows(t, FIELD_FCS);
}
static bool is_to(const struct dissected *t, const char *destination)
{
	return !strcmp(t->destination, destination);
}
static bool is_broadcast(const struct dissected *t)
{
	return is_to(t, "ff:ff:ff:ff:ff:ff");
}
static bool is_group(const struct dissected *t)
{
	return strtoul((char[]){ t->destination[0], t->destination[1], 0 }, NULL, 16) & 1;
}
static bool is_unicast(const struct dissected *t)
{
	return !is_group(t);
}
static bool is_multicast(const struct dissected *t)
{
	return is_group(t) && !is_broadcast(t);
}
static bool is_to_pause_address(const struct dissected *t)
{
	return is_to(t, "01:80:c2:00:00:01");
}
static bool is_to_station(const struct dissected *t)
{
	return is_to(t, "00:11:22:33:44:55");
}
static bool has_tag(const struct dissected *t)
{
	return shows(t, FIELD_TAG) || shows(t, FIELD_SERVICE_TAG);
}
/* 3.2.6: 0 is a length; tshark shows it as a type. */
static bool has_length(const struct dissected *t)
{
	return shows(t, FIELD_LENGTH) || t->value[FIELD_TYPE] == 0;
}
static bool is_out_of_range(const struct dissected *t)
{
	return shows(t, FIELD_OUT_OF_RANGE);
}
static bool has_checked_length(const struct dissected *t)
{
	return has_fcs(t) && shows(t, FIELD_LENGTH);
}
/* tshark cannot tell a pad from too much data where the frame is as short as it may be. */
static bool has_wrong_length(const struct dissected *t)
{
	return shows(t, FIELD_PAST_END) || (t->has_trailer && t->value[FIELD_LEN] > SHORTEST_DATA + HEADER_AND_FCS);
}
static bool is_fcs_bad(const struct dissected *t)
{
	return t->value[FIELD_FCS] == TSHARK_FCS_BAD;
}
static bool is_any(const struct dissected *t)
{
	return shows(t, FIELD_LEN);
}
static bool is_short(const struct dissected *t)
{
	return t->value[FIELD_LEN] < FRAME_MIN_OCTETS;
}
static bool is_long(const struct dissected *t)
{
	return t->value[FIELD_LEN] > LONGEST + (has_tag(t) ? FRAME_TAG_OCTETS : 0);
}
static bool is_good(const struct dissected *t)
{
	return !is_fcs_bad(t) && !is_short(t) && !is_long(t);
}
/* 31.4.1: the type follows the addresses. */
static bool is_control(const struct dissected *t)
{
	return is_good(t) && !has_tag(t) && shows(t, FIELD_OPCODE);
}
static bool has_pause_opcode(const struct dissected *t)
{
	return is_control(t) && t->value[FIELD_OPCODE] == FRAME_OPCODE_PAUSE;
}
static bool is_pause(const struct dissected *t)
{
	return has_pause_opcode(t) && (is_to_pause_address(t) || is_to_station(t));
}
static bool is_xoff(const struct dissected *t)
{
	return is_pause(t) && t->value[FIELD_QUANTA] > 0;
}
static bool is_xon(const struct dissected *t)
{
	return is_pause(t) && t->value[FIELD_QUANTA] == 0;
}
static bool is_unsupported(const struct dissected *t)
{
	return is_control(t) && !has_pause_opcode(t) && t->value[FIELD_OPCODE] != FRAME_OPCODE_PFC;
}
static bool is_pfc(const struct dissected *t)
{
	return is_control(t) && t->value[FIELD_OPCODE] == FRAME_OPCODE_PFC && is_to_pause_address(t);
}
#define CLASS(n)                                                       \
	static bool names_class##n(const struct dissected *t)          \
	{                                                              \
		return is_pfc(t) && t->value[FIELD_VECTOR] & 1 << (n); \
	}
CLASS(0)
CLASS(1)
CLASS(2)
CLASS(3)
CLASS(4)
CLASS(5) CLASS(6) CLASS(7)
#undef CLASS

    static const struct question {
	const char *word;                            /* of models/predicate/predicate_words.def */
	bool (*answered)(const struct dissected *t); /* tshark knows the answer ... */
	bool (*answer)(const struct dissected *t);   /* ... which is this */
} questions[] = {
	{ "fcs_wrong", has_fcs, is_fcs_bad },
	{ "short", is_any, is_short },
	{ "long", has_standard_type, is_long },
	{ "good", has_fcs, is_good },
	{ "unicast", has_header, is_unicast },
	{ "multicast", has_header, is_multicast },
	{ "broadcast", has_header, is_broadcast },
	{ "pause_address", has_header, is_to_pause_address },
	{ "own", has_header, is_to_station },
	{ "tagged", has_standard_type, has_tag },
	{ "length_field", has_header, has_length },
	{ "length_out_of_range", has_header, is_out_of_range },
	{ "length_error", has_checked_length, has_wrong_length },
	{ "control", has_fcs, is_control },
	{ "pause_opcode", has_fcs, has_pause_opcode },
	{ "pause", has_fcs, is_pause },
	{ "xoff", has_fcs, is_xoff },
	{ "xon", has_fcs, is_xon },
	{ "unsupported", has_fcs, is_unsupported },
	{ "pfc", has_fcs, is_pfc },
	{ "class0", has_fcs, names_class0 },
	{ "class1", has_fcs, names_class1 },
	{ "class2", has_fcs, names_class2 },
	{ "class3", has_fcs, names_class3 },
	{ "class4", has_fcs, names_class4 },
	{ "class5", has_fcs, names_class5 },
	{ "class6", has_fcs, names_class6 },
	{ "class7", has_fcs, names_class7 },
};
enum { QUESTIONS = COUNT_OF(questions) };

/* ---- what the golden model says ---- */

struct judged {
	bool word[QUESTIONS];
	uint32_t octets;
	uint16_t quanta;
	struct pfc_fields pfc;
};

static void counter_name(char *ret, size_t size, size_t question)
{
	snprintf(ret, size, "COUNT_%s", questions[question].word);
}

static void judge(struct judged *ret, const struct specimens *s)
{
	static struct std d;
	static char names[QUESTIONS][32];
	uint64_t before[QUESTIONS] = { 0 }, octets = 0;

	std_init(&d, STD_GMII);
	d.config.ieee8023.obeys_pfc = 1;
	d.config.ieee8023.tagged_longer = 1;
	for (size_t i = 0; i < QUESTIONS; i++) {
		counter_name(names[i], sizeof(names[i]), i);
		std_counter(&d, names[i], questions[i].word);
	}
	std_counter(&d, "COUNT_OCTETS", "octets of rx");
	std_open(&d);
	for (size_t k = 0; k < s->count; k++) {
		std_rx(&d, s->all[k].octets, s->all[k].len, false, false);
		for (size_t i = 0; i < QUESTIONS; i++) {
			uint64_t now = std_read(&d, names[i]);
			ret[k].word[i] = now != before[i];
			before[i] = now;
		}
		uint64_t sum = std_read(&d, "COUNT_OCTETS");
		ret[k].octets = (uint32_t)(sum - octets);
		octets = sum;
		ret[k].quanta = d.rx.pause_frame.quanta;
		ret[k].pfc = ieee8023_state(d.m)->timers.command.fields;
	}
	std_close(&d);
}

/* ---- the comparison ---- */

/* How often a question was answered by no and by yes, and how often the two hands differ. */
struct tally {
	unsigned answers[2], differences;
};

/* Adds one frame to the tallies, of which there are QUESTIONS. LOUD: a difference fails the test. */
static void compare(struct tally *tally, const struct specimen *f, const struct dissected *t, const struct judged *m, bool loud)
{
	for (size_t i = 0; i < QUESTIONS; i++) {
		const struct question *q = &questions[i];
		if (!q->answered(t))
			continue;
		bool yes = q->answer(t);
		tally[i].answers[yes]++;
		if (yes == m->word[i])
			continue;
		tally[i].differences++;
		if (loud)
			cr_expect_fail("%s: %s: tshark says %d, the model %d", f->name, q->word, yes, m->word[i]);
	}
}

/* The numbers: octets, pause time, enable vector and its times. Returns how many differ. */
static unsigned compare_numbers(const struct specimen *f, const struct dissected *t, const struct judged *m, bool loud)
{
	bool read = shows(t, FIELD_QUANTA) && has_standard_type(t) && !shows(t, FIELD_SERVICE_TAG);
	unsigned differences = 0;
	struct {
		const char *what;
		bool shown;
		long tshark, model;
	} numbers[3 + PFC_CLASSES] = {
		{ "octets", true, t->value[FIELD_LEN], m->octets },
		{ "pause time", read, t->value[FIELD_QUANTA], m->quanta },
		{ "enable vector", has_fcs(t) && is_pfc(t), t->value[FIELD_VECTOR] & 0xFF, m->pfc.classes },
	};

	for (size_t i = 0; i < PFC_CLASSES; i++) {
		numbers[3 + i].what = "time of a class";
		numbers[3 + i].shown = has_fcs(t) && is_pfc(t);
		numbers[3 + i].tshark = t->value[FIELD_TIME0 + i];
		numbers[3 + i].model = m->pfc.quanta[i];
	}
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		if (!numbers[i].shown || numbers[i].tshark == numbers[i].model)
			continue;
		differences++;
		if (loud)
			cr_expect_fail("%s: %s: tshark says %ld, the model %ld", f->name, numbers[i].what, numbers[i].tshark,
			               numbers[i].model);
	}
	return differences;
}

static struct dissected seen[FRAMES_MAX];
static struct judged judged[FRAMES_MAX];

Test(dissected, the_model_and_tshark_agree_on_every_frame)
{
	static const enum capture_format formats[] = { PCAP_MICRO, PCAP_NANO, PCAPNG_MICRO, PCAPNG_NANO };
	const struct specimens *s = all_specimens();

	judge(judged, s);
	for (size_t k = 0; k < COUNT_OF(formats); k++) {
		struct tally tally[QUESTIONS] = { 0 };
		dissect(seen, s, formats[k], "dissected");
		for (size_t i = 0; i < s->count; i++) {
			compare(tally, &s->all[i], &seen[i], &judged[i], true);
			compare_numbers(&s->all[i], &seen[i], &judged[i], true);
		}
		for (size_t i = 0; i < QUESTIONS; i++)
			cr_expect(tally[i].answers[0] && tally[i].answers[1], "%s, %s: answered %u times by no, %u times by yes",
			          capture_format_names[formats[k]], questions[i].word, tally[i].answers[0], tally[i].answers[1]);
	}
}

/* The test above can fail: if the model is given the frames in reverse order, each question and each number has differences. */
Test(dissected, other_frames_are_seen_to_differ)
{
	static struct specimens reversed;
	const struct specimens *s = all_specimens();
	struct tally tally[QUESTIONS] = { 0 };
	unsigned numbers = 0;

	for (size_t i = 0; i < s->count; i++)
		reversed.all[i] = s->all[s->count - 1 - i];
	reversed.count = s->count;
	judge(judged, &reversed);
	dissect(seen, s, PCAPNG_NANO, "dissected_reversed");
	for (size_t i = 0; i < s->count; i++) {
		compare(tally, &s->all[i], &seen[i], &judged[i], false);
		numbers += compare_numbers(&s->all[i], &seen[i], &judged[i], false) > 0;
	}
	cr_expect_gt(numbers, s->count / 2);
	for (size_t i = 0; i < QUESTIONS; i++)
		cr_expect_gt(tally[i].differences, 0, "%s", questions[i].word);
}
