/* SPDX-License-Identifier: Apache-2.0 */
/* A MAC of the user's own as data: his profile, a text file outside of this tree (doc/use/your-own-mac.md), read into what the bench knows of a
 * bundled device from regs/<device>: a row, a register page, and for the golden device ieee8023 its freedoms, controls and counters. */
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

/* Words of lines that may be repeated: sources, include folders, defines, flags, Verilog parameters. */
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
	uint8_t msb, lsb; /* of event_bits */
	uint8_t width;    /* of the port port_<name> */
	bool port;
	unsigned line;
	uint16_t address; /* where the generated module has it */
};

/* A setting that the profile states: "obeys own", "host rx", "latency inhibit", "counter NAME". */
struct profile_line {
	char key[64];
	unsigned line;
};

/* `latency KIND MIN MAX`, in octet times; MII: clocks. */
enum profile_latency_kind {
#define LATENCY(name, what) PROFILE_LATENCY_##name,
#include "latencies.def"
	PROFILE_LATENCY_COUNT
};
struct profile_latency {
	uint32_t min, max;
	bool stated;
	uint32_t ahead; /* `latency sent -N MAX`; .min is 0 then */
};
extern const char *const profile_latency_names[PROFILE_LATENCY_COUNT];

/* What the generator of NAME_mac.v and make need. */
struct profile_build {
	const char *instance; /* as in the profile, relative to its folder; so are the words */
	unsigned instance_line;
	struct profile_words sources, incdirs, defines, flags, parameters;
	const char *language; /* "1364-2005" unless stated */
	struct profile_strobe *strobes;
	size_t strobe_count;
};

struct profile {
	unsigned name_line; /* of `mac` */
	/* `pfc classes=priority untagged=N`: for captures, the class of a sent frame is the priority of its tag; .pfc_untagged: that of one without a tag, or -1 */
	bool pfc_by_priority;
	int pfc_untagged;
	char *path;     /* of the profile */
	struct dut dut; /* its row, with set-up and waivers */
	struct reg_page page;
	struct pm_profile golden; /* dut.profile */
	struct profile_build build;
	struct profile_latency latency[PROFILE_LATENCY_COUNT];
	struct profile_line *lines;
	size_t line_count;
	struct profile_owned *owned; /* what the pointers above point to */
};

/* Reads TEXT, the profile at PATH. INSTANCE is the text of its instance, from which it is known which controls the MAC has; NULL: it is not known,
 * all of them. Returns 0, -EINVAL with *RET_ERROR, or -ENOMEM. */
int profile_parse(struct profile *ret, const char *path, const char *text, const char *instance, struct profile_error *ret_error);
/* Reads the profile at PATH and its instance. Returns 0, -EINVAL with *RET_ERROR (an instance that cannot be read too), or another negative errno:
 * PATH cannot be read. */
int profile_read(struct profile *ret, const char *path, struct profile_error *ret_error);
/* Returns NAME as seen from the folder of PATH; the caller frees it. NULL: there is no memory. */
char *profile_beside(const char *path, const char *name);
/* Reads the file at PATH as a text, which the caller frees. Returns 0, -EINVAL with *RET_ERROR (it has a NUL, which would end the text; RET_ERROR may be NULL),
 * or another negative errno. */
int profile_file(const char *path, char **ret, struct profile_error *ret_error);
void profile_release(struct profile *profile);
/* Makes the profile's row the only one of this program, and its page that of ieee8023. PROFILE must outlive all use of rows. */
void profile_use(const struct profile *profile);

/* Returns the line that states KEY ("obeys own"); 0: the profile does not state it. */
unsigned profile_line_of(const struct profile *profile, const char *key);
/* Writes "my.mac:12: obeys own" for FINDING, which may be one of a counter: the line that would make it go away if that is false, and " or 9: timer from", a second
 * one, if nothing is known of the frame that tells them apart; false, and "", if no line is
 * suggested. */
bool profile_blame(const struct profile *profile, const struct finding *finding, char *ret, size_t size);

enum { PROFILE_SUSPECT_SIZE = 256 };
/* The same for the profile that the program was built with; "" without one. BRACKETS is " ()" for " (my.mac:12: obeys own)", or "". Returns RET. */
const char *profile_suspect(const struct finding *finding, const char *brackets, char *ret, size_t size);

/* The profile that the program was built with (build/macs/NAME/pausebench); NULL in the bench's own program. */
extern const char *const profile_built_path, *const profile_built_text, *const profile_built_instance;
/* Writes the hash of its text into RET, "" without one: with that of the RTL (seam/seam.h), what a figure about its MAC was measured of. */
enum { PROFILE_HASH_SIZE = 17 };
void profile_built_hash(char ret[PROFILE_HASH_SIZE]);
/* Reads it and returns it; NULL without an error: there is none. */
const struct profile *profile_built(struct profile_error *ret_error);
#endif
