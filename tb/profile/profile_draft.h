/* SPDX-License-Identifier: Apache-2.0 */
/* The contents of a profile's lines, from which a row and a page are made later; and the memory that a profile owns. */
#ifndef PAUSEBENCH_PROFILE_DRAFT_H
#define PAUSEBENCH_PROFILE_DRAFT_H
#include "predicate/predicate.h"
#include "profile.h"

/* A place in the text of the profile. */
struct draft_place {
	unsigned line, column;
};

struct draft_register {
	const char *name;
	uint16_t address;
	uint64_t reset, mask;
	struct draft_place place;
};

/* A counter of the MAC or, with .made, of the generated module. */
struct draft_counter {
	const char *name;
	uint16_t address, high; /* .high is the address of the upper word */
	uint8_t width;
	enum counter_effect effect;
	enum counter_full full;
	bool made, latched;
	uint32_t early; /* the same as in struct pm_counted */
	uint64_t reset;
	struct predicate *predicate; /* owned */
	const char *meaning;         /* the text of the predicate */
	struct draft_place place;
};

/* The bits of a control from bit .at on are bits .msb to .lsb of the register .name. If .value_count is not 0, the register has
 * the value .value[V] for the value V of the whole control. */
struct draft_control {
	enum pm_control control;
	const char *name;
	uint8_t at, msb, lsb;
	bool inverted;
	uint8_t value_count;
	uint32_t value[PM_CONTROL_VALUES];
	struct draft_place place;
};

struct draft_setup {
	const char *name;
	uint64_t value;
	struct draft_place place;
};

/* The index of each freedom of the standard, a parameter of ieee8023, in dut.parameter. */
enum draft_freedom {
#define PARAMETER(name, field, value, least, most, meaning, source) FREEDOM_##name,
#include "ieee8023/parameters.def"
	FREEDOM_COUNT
};
#undef PARAMETER

/* The lists of a profile, each of which it owns; and figures that only the reading needs. */
struct profile_owned {
	char *text, *instance; /* .instance is NULL if it is not known */
	char top[64];
	struct draft_register *registers;
	struct draft_counter *counters;
	struct draft_control *controls;
	struct draft_setup *setups;
	size_t register_count, counter_count, control_count, setup_count;
	uint64_t lacks;                      /* capabilities that the lines take away */
	uint64_t states;                     /* bits of enum draft_stated */
	uint64_t reset_of[PM_CONTROL_COUNT]; /* the values of the virtual registers after a reset */
	uint32_t early_octets;               /* by how many octet times data may resume too early */
	unsigned stations, stations_line;    /* how many addresses the station has, and the line that says so */
	bool sends_none, filter_inverted, refreshes, sends_xon, obeys_own, stalls;
	/* The members below belong to the page. */
	struct reg_row *rows;
	struct reg_field *fields;
	struct pm_control_slice *slices;
	struct pm_counted *counted;
	struct dut_setup *writes;
	char **names; /* the names of upper words */
	size_t name_count;
};

/* Makes room for one more element of an array and counts it; NULL: there is no memory. */
void *draft_grow(void *array_of_pointer, size_t *count, size_t size);
/* Returns the place of AT in the line that T reads. */
struct draft_place draft_place_of(const struct profile_text *t, const char *at);
/* Notes that the line states KEY. Returns 0 or -ENOMEM. */
int draft_line(struct profile *p, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Refuses something at PLACE. */
int draft_refuse(struct profile_text *t, struct draft_place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Reads the lines of T into P. Returns 0, -EINVAL or -ENOMEM. */
int profile_read_lines(struct profile *p, struct profile_text *t);
/* Each of these reads a kind of line; the table of keywords in profile_lines.c calls them. */
int profile_mac(struct profile *p, struct profile_text *t);
int profile_instance(struct profile *p, struct profile_text *t);
int profile_sources(struct profile *p, struct profile_text *t);
int profile_incdir(struct profile *p, struct profile_text *t);
int profile_define(struct profile *p, struct profile_text *t);
int profile_language(struct profile *p, struct profile_text *t);
int profile_flags(struct profile *p, struct profile_text *t);
int profile_phy(struct profile *p, struct profile_text *t);
int profile_clock(struct profile *p, struct profile_text *t);
int profile_synchronisers(struct profile *p, struct profile_text *t);
int profile_jitter(struct profile *p, struct profile_text *t);
int profile_ppm(struct profile *p, struct profile_text *t);
int profile_parameters(struct profile *p, struct profile_text *t);
int profile_register(struct profile *p, struct profile_text *t);
int profile_control(struct profile *p, struct profile_text *t);
int profile_controls(struct profile *p, struct profile_text *t);
/* Reads the controls of the register NAME, from its lowest bit on. */
int profile_control_list(struct profile *p, struct profile_text *t, char *name, struct draft_place place);
int profile_setup(struct profile *p, struct profile_text *t);
int profile_event(struct profile *p, struct profile_text *t);
int profile_events(struct profile *p, struct profile_text *t);
int profile_counter(struct profile *p, struct profile_text *t);
int profile_counters(struct profile *p, struct profile_text *t);
int profile_early(struct profile *p, struct profile_text *t);
/* Makes the page, the controls and the counters' predicates. */
int profile_make_page(struct profile *p, struct profile_text *t);
/* Returns whether CONTROL is in a register, or is a net of the instance. */
bool draft_has_control(const struct profile_owned *o, enum pm_control control);
/* Makes the row: capabilities, timing, slack. */
int profile_make_row(struct profile *p, struct profile_text *t);
#endif
