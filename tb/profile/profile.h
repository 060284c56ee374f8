/* SPDX-License-Identifier: Apache-2.0 */
/* A user's own MAC as data. Its profile is a text file outside of this tree (doc/use/your-own-mac.md). From it the bench makes
 * what it has of a bundled device from regs/<device>: a row, a register page, and for the golden device ieee8023 its freedoms,
 * controls and counters. */
#ifndef PAUSEBENCH_PROFILE_H
#define PAUSEBENCH_PROFILE_H
#include "base/dut.h"
#include "../models/profile.h"
#include "finding/finding.h"
#include "profile_text.h"
#include "regs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROFILE_VERSION = 1, PROFILE_WORDS_MAX = 256, PROFILE_EVENT_BITS = 128 };
#define PROFILE_MAGIC "pausebench-mac"

/* The words of lines that may be repeated: sources, include folders, defines, flags, Verilog parameters. */
struct profile_words {
	struct profile_word {
		const char *text;
		unsigned line, column;
	} word[PROFILE_WORDS_MAX];
	size_t count;
};

/* `event MSB:LSB = NAME` or, with .port, `counter NAME port width=LEN`: a counter of the generated module. */
struct profile_strobe {
	const char *name;
	uint8_t msb, lsb; /* its bits of event_bits */
	uint8_t width;    /* the width of the port port_<name> */
	bool port;
	unsigned line;
	uint16_t address; /* its address in the generated module */
};

/* A setting that the profile states, such as "obeys own", "host rx", "latency inhibit" or "counter NAME". */
struct profile_line {
	char key[64];
	unsigned line;
};

/* A line `latency KIND MIN MAX`, in octet times (MII: clocks). */
enum profile_latency_kind {
#define LATENCY(name, what) PROFILE_LATENCY_##name,
#include "latencies.def"
	PROFILE_LATENCY_COUNT
};
/* In what a line states a latency: octet times (MII: clocks), nanoseconds, or the clocks of a domain. */
enum latency_unit { LATENCY_TIMES, LATENCY_NS, LATENCY_CLOCKS /* and an enum clock_domain more */ };
struct profile_latency {
	uint32_t min, max; /* octet times (MII: clocks) once the profile is read, whatever .unit the line has */
	int unit;          /* enum latency_unit */
	bool stated;
	uint32_t ahead; /* the N of `latency sent -N MAX`; .min is 0 then */
};
extern const char *const profile_latency_names[PROFILE_LATENCY_COUNT];

/* The part of a profile that the generator of NAME_mac.v and make need. */
struct profile_build {
	const char *instance; /* a path as in the profile, relative to the profile's folder, as the words are */
	unsigned instance_line;
	struct profile_words sources, incdirs, defines, flags, parameters;
	const char *language; /* "1364-2005" unless the profile states another one */
	struct profile_strobe *strobes;
	size_t strobe_count;
};

struct profile {
	unsigned name_line; /* the line `mac` */
	/* `pfc classes=priority untagged=N`: in captures the class of a sent frame is the priority of its tag; .pfc_untagged is
	 * the class of a frame without a tag, or -1. */
	bool pfc_by_priority;
	int pfc_untagged;
	bool synchronisers; /* the profile says which of them are late */
	char *path;         /* the path of the profile */
	struct dut dut;     /* the row of the MAC, with set-up and waivers */
	struct reg_page page;
	struct pm_profile golden; /* .dut.profile points to it */
	struct profile_build build;
	struct profile_latency latency[PROFILE_LATENCY_COUNT];
	struct profile_line *lines;
	size_t line_count;
	struct profile_owned *owned; /* the memory to which the pointers above point */
};

/* Reads TEXT, the profile at PATH. INSTANCE is the text of its instance, which decides which controls the MAC has; NULL: it has
 * all of them. Returns 0, -EINVAL with *RET_ERROR, or -ENOMEM. */
int profile_parse(struct profile *ret, const char *path, const char *text, const char *instance, struct profile_error *ret_error);
/* Reads the profile at PATH and its instance. Returns 0; -EINVAL with *RET_ERROR, even if the instance cannot be read; or another
 * negative errno if PATH cannot be read. */
int profile_read(struct profile *ret, const char *path, struct profile_error *ret_error);
/* Returns the path of NAME, which is relative to the folder of PATH; the caller frees it. NULL: there is no memory. */
char *profile_beside(const char *path, const char *name);
/* Reads the file at PATH as a text, which the caller frees. Returns 0; -EINVAL with *RET_ERROR, which may be NULL, if the file
 * has a NUL, which would end the text; or another negative errno. */
int profile_file(const char *path, char **ret, struct profile_error *ret_error);
void profile_release(struct profile *profile);
/* Makes the profile's row the only row of this program, and the profile's page the page of ieee8023. PROFILE must outlive all use
 * of rows. */
void profile_use(const struct profile *profile);

/* Returns the number of the line that states KEY, such as "obeys own"; 0: the profile does not state it. */
unsigned profile_line_of(const struct profile *profile, const char *key);
/* Writes the line of the profile which is the cause of FINDING if that line is false, such as "my.mac:12: obeys own". If the
 * frame does not show which of two lines it is, writes both: "my.mac:12: obeys own or 9: timer from". Returns false and writes ""
 * if it suggests no line. */
bool profile_blame(const struct profile *profile, const struct finding *finding, char *ret, size_t size);

enum { PROFILE_SUSPECT_SIZE = 256 };
/* Does the same for the profile of this program; writes "" if it has none. BRACKETS is " ()" for " (my.mac:12: obeys own)", or
 * "". Returns RET. */
const char *profile_suspect(const struct finding *finding, const char *brackets, char *ret, size_t size);

/* The profile that the program was built with (build/macs/NAME/pausebench); NULL in the bench's own program. */
extern const char *const profile_built_path, *const profile_built_text, *const profile_built_instance;
/* Writes the hash of that profile's text into RET, "" if there is none. With the hash of the RTL (seam/seam.h) it says of what a
 * figure about the MAC was measured. */
enum { PROFILE_HASH_SIZE = 17 };
void profile_built_hash(char ret[PROFILE_HASH_SIZE]);
/* Reads that profile and returns it; NULL without an error if there is none. */
const struct profile *profile_built(struct profile_error *ret_error);
#endif
