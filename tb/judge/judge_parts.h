/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a judge, and the functions that its files call of each other, by file: each calls only files further down (mk/circles.sh). The files that are
 * not named here are above them. */
#ifndef PAUSEBENCH_JUDGE_PARTS_H
#define PAUSEBENCH_JUDGE_PARTS_H
#include "judge.h"

#include "base/event.h"
#include "check/scoreboard.h"
#include "freedoms.h"
#include "pausemodel_bench.h"
#include "profile/profile.h"

#include <stdarg.h>
#include <stdbool.h>

enum {
	JUDGE_WIRES = 2,
	JUDGE_QUEUE_MAX =
	    1
	    << 16, /* calls between the start of a frame and its end: the shortest frames in the longest PAUSE at 1 Gb/s are 50,000 */
	JUDGE_FRAME_MAX = 65535,   /* octets of a frame */
	JUDGE_ORIGIN = 1 << 16,    /* the octet time of the first event; the set-up comes before it */
	JUDGE_COUNTERS_MAX = 1024, /* rows of the page */
};
/* The last time in picoseconds: 213 days, less two seconds for what comes after the last event. */
#define JUDGE_TIME_MAX (UINT64_MAX - 2000000000000u)

/* A frame as octets, nibbles or lanes of its wire. */
struct judge_run {
	uint8_t *octets; /* preamble, frame, FCS; XGMII: and /T/ */
	uint32_t room;   /* octets of .octets */
	uint32_t len;    /* what the frame takes on the wire, without /T/: octets, nibbles or lanes */
	uint32_t code[3];
	uint32_t codes;
	int32_t error_at; /* -1: no error */
};

/* What a waiver of a profile calls captures: `waive RULE captures "reason"`, or "all". */
#define JUDGE_RUN_NAME "captures"

enum {
	PM_JUDGE_PINS = 1 << 16
}; /* a flag of frames: the octets are all that the pins carried, nibbles at MII, from the first clock or /S/ on */

/* What the pins of a wire carried since the frame on it began. */
struct judge_pins {
	bool busy, error;
	uint64_t time;   /* of the newest call */
	uint8_t *octets; /* owned */
	uint32_t len, room;
};

/* What the pins of an AXI4-Stream carried since the frame on it began. */
struct judge_stream {
	bool open;
	uint8_t *octets; /* owned */
	uint32_t len, room, paused;
	bool waits;              /* the client pauses */
	uint32_t clocks, pauses; /* clocks of its first pause in the frame; how many pauses there were */
	uint64_t moved;          /* time of the newest octet that was taken */
	bool seen, held;         /* a clock of it was passed; the newest one had a word that was not taken: */
	uint64_t data;
	uint8_t keep;
	bool last, user;
};

/* A call. */
struct judge_item {
	enum judge_item_kind {
		JUDGE_FRAME,
		JUDGE_ACCESS,
		JUDGE_LOST,
		JUDGE_RESET,
		JUDGE_RESTS,
		JUDGE_OFFER, /* .octets are those of the frame, .whole where the client paused, .flags those of its last word */
		JUDGE_TAKEN,
		JUDGE_DELIVERY,
		JUDGE_DELIVERED,
		JUDGE_READY, /* .value */
		JUDGE_WITHHOLDS,
		JUDGE_TAKES,
		JUDGE_DROPS, /* the word to the client with octet .value changed or fell before it was taken */
	} kind;
	enum pm_judge_wire wire;
	uint64_t time;
	/* JUDGE_FRAME */
	bool laned; /* its /S/ was seen in .lane of the word at .time */
	uint8_t lane;
	bool open; /* its end has not come */
	const uint8_t *octets;
	uint32_t length, whole;
	unsigned flags;
	uint32_t clocks; /* JUDGE_OFFER: for so many the client paused; 0: not known */
	/* JUDGE_ACCESS; JUDGE_RESET: .value is how long it lasts */
	bool write;
	bool counter; /* a reading of the counter at .address, both words of a pair; its bits beyond those of the counter are 0 */
	bool full;    /* .counter: it showed all ones, where it may have stuck */
	uint16_t address;
	uint64_t value;
};

/* A call that waits for the end of a frame which began before it. */
struct judge_queued {
	struct judge_queued *next;
	struct judge_item item;
	uint8_t *octets;     /* owned */
	uint64_t at, number; /* lined.c: when it happens; which call it was */
};

/* Calls of one kind whose times may be wrong; lined.c. */
struct judge_lined {
	struct judge_queued *first, *last; /* .last if there is a first one */
	uint64_t free;                     /* the wire is free from this time on */
};

struct judge_wire {
	uint64_t free; /* the first octet time at which the next frame may start */
	bool phased;   /* words of lanes came, the first one so many octet times after the begin of a clock: .phase */
	uint64_t phase;
	struct judge_run run;
};

/* Where a counter began: a reading less this is what the model has. */
struct judge_counter {
	bool known;
	uint64_t from;
	uint64_t compared; /* readings that were compared with the model */
	const char *why;   /* of a reading that was not: the reason; NULL: there is none */
};

/* When a frame of the MAC's own was sent, in octet times. */
struct judge_sent {
	uint64_t start;
	uint64_t earliest; /* the frame ahead of it started then, if it may have waited for that; else .start */
};

struct judge_own {
	uint64_t written; /* the newest write of what matters */
	bool may_be;      /* the newest frame may be the MAC's, and the client sends control frames, too */
	uint64_t before_start, before_end,
	    before_earliest; /* of the newest frame on the transmit wire; when it was decided at the earliest */
	/* Findings about PFC frames which are none if CONTROL becomes VALUE by UNTIL: what is written before a field is over may be in it. */
	struct unwritten_pfc {
		enum pm_control control;
		uint64_t value, until, cycle;
	} unwritten[2 * PM_PFC_CLASSES];
	unsigned unwritten_next;
};

struct judge_text {
	char sentence[400], why[256], line[PROFILE_SUSPECT_SIZE];
};

struct pm_judge {
	struct judge_profile *own_profile;
	const struct profile *profile; /* of .own_profile */
	struct dut dut;                /* its row with what the judge does not know taken out */
	struct pm_judge_options options;
	struct scoreboard *sb;
	bool ended; /* by an error that is final */
	char message[PM_JUDGE_MESSAGE];

	unsigned mbps;             /* of both wires */
	uint64_t hz;               /* octet times, at MII clocks, a second */
	bool began, finished;      /* the first event came */
	uint64_t first_time, time; /* of the first event, or 0 (.begins_at_0); of the newest call that was not refused */
	bool begins_at_0;          /* clocks begin with time 0, whenever the first event comes */
	uint64_t time_was;         /* .time before the open call */
	bool within;               /* the open call makes others of the same time */
	uint64_t cycle;            /* of the newest event that the scoreboard has; before the first event, of the set-up */
	uint64_t without_fcs;      /* frames that came without their FCS */
	bool half_duplex;          /* by the registers */
	bool was_half_duplex;      /* or was at some time since the first event */
	bool room_known;        /* the receive buffer was empty after a reset, and since then received frames took at most ... */
	uint64_t room_taken;    /* ... so many octets of it */
	bool code_errors;       /* a received frame had an error of the PHY, and its octets are not those of the pins */
	bool faults_seen;       /* the lanes of the receive wire are seen, ... */
	bool faults;            /* ... and had fault sequences */
	bool own_short;         /* a control frame of the MAC's own was too short: a fault may have cut it */
	bool paused_often;      /* the client paused in a frame more than once, or it is not known for how long */
	uint32_t paused_clocks; /* while pm_judge_axis() passes a frame: clocks of its pause */
	bool station_known, counters_read, counters_lost;
	bool sending;      /* a frame is on the transmit wire, ... */
	struct event sent; /* ... and this is its TX_END */
	struct judge_wire wire[JUDGE_WIRES];
	struct judge_pins pins[JUDGE_WIRES];
	struct judge_stream stream[JUDGE_WIRES];
	bool offering, delivering,
	    client_waits;            /* a frame is on the stream of the client, on that to it; the client does not take it */
	bool pins_seen[JUDGE_WIRES]; /* what is ahead of the frames is seen */
	char line[1024];             /* of pm_judge_finding_text() */
	bool open[JUDGE_WIRES];      /* a frame has started and has no end yet */
	struct judge_queued *first, **last;
	unsigned queued;
	struct judge_lined lined[JUDGE_WIRES + 1]; /* of the wires, and of all else */
	uint64_t lined_count;
	uint64_t controls[PM_CONTROL_COUNT];
	uint64_t written[JUDGE_COUNTERS_MAX]; /* the newest word that calls wrote to a register, .was_written since a reset */
	bool was_written[JUDGE_COUNTERS_MAX];
	struct judge_own own;
	struct judge_counter counter[JUDGE_COUNTERS_MAX];
	struct judge_text *text; /* SCOREBOARD_FINDINGS_MAX, owned */
	struct story *story;     /* NULL unless .options.story */
	char *told;              /* of pm_judge_story(); owned */
	void (*tap)(void *context, const struct event *events, size_t count);
	void *tap_context;
};

/* ---- told.c ---- */

/* Makes the story of JUDGE if its options want it, and lets it tap the events. */
int judge_story_begin(struct pm_judge *judge);

/* ---- calls.c: calls about the wires ---- */

/* pm_judge_start() and pm_judge_end() with what only pins tell: /S/ is in LANE of the word of the call, unless that is -1; FLAGS may have PM_JUDGE_PINS. */
int judge_start(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, int lane);
int judge_end(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
              unsigned flags);

/* ---- client.c: calls about the client ---- */

/* No call comes any more: a frame that was offered and not taken is one of which nothing else is known. */
int judge_client_ends(struct pm_judge *judge);
/* The lanes of the receive wire are seen; FAULT: they had a fault sequence. */
void judge_fault(struct pm_judge *judge, bool fault);

/* ---- access.c: calls about registers ---- */

/* Gives the registers of JUDGE their values of the set-up. */
void judge_set_up(struct pm_judge *judge);
/* pm_judge_control(); HAPPENS: also before the first event the control changes at TIME. */
int judge_control(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value, bool happens);

/* ---- feed.c: calls in the order of time ---- */

/* Takes ITEM, whose octets are copied if they are needed later. */
int judge_take(struct pm_judge *judge, const struct judge_item *item);
/* Gives the item of KIND on WIRE that waits for its octets what it waits for. */
int judge_close(struct pm_judge *judge, enum judge_item_kind kind, enum pm_judge_wire wire, const uint8_t *octets,
                uint32_t length, uint32_t whole, unsigned flags);
/* Carries out what does not wait any more. */
int judge_drain(struct pm_judge *judge);
void judge_queue_free(struct pm_judge *judge);

/* ---- lined.c: calls whose times may be wrong ---- */

/* Returns a copy of ITEM, with octets of its own; to be freed with these. NULL: the call has failed for lack of memory. */
struct judge_queued *judge_queued_new(struct pm_judge *judge, const struct judge_item *item);
/* Takes ITEM, whose octets are copied, and carries out what happens up to its time. */
int judge_lined_take(struct pm_judge *judge, const struct judge_item *item);
/* Carries out what happens up to UNTIL. */
int judge_lined_release(struct pm_judge *judge, uint64_t until);
void judge_lined_free(struct pm_judge *judge);

/* ---- carry_out.c: what happens, as events ---- */

/* ITEM happens. */
int judge_carry_out(struct pm_judge *judge, const struct judge_item *item);
/* ITEM, a call about the client, happens in CYCLE. */
void judge_client(struct pm_judge *judge, const struct judge_item *item, uint64_t cycle);
/* No call comes any more, and nothing happens after TIME. */
void judge_carry_out_end(struct pm_judge *judge, uint64_t time);

/* ---- run.c: a frame as it is on the wire ---- */

/* Makes RUN of FRAME on a wire of the PHY of JUDGE. PM_JUDGE_OK or PM_JUDGE_NO_MEMORY. */
int judge_run_make(const struct pm_judge *judge, struct judge_run *run, const struct judge_item *frame);

enum { JUDGE_PLAIN_OCTETS = 64 };
/* A frame as a capture has it, from the destination address on: the first .item.length of its .item.whole octets. */
struct judge_plain {
	struct judge_item item;
	uint8_t octets[JUDGE_PLAIN_OCTETS]; /* .item.octets, if it came from pins */
};
/* Fills in RET with FRAME, which is RUN on its wire. */
void judge_run_plain(const struct pm_judge *judge, const struct judge_run *run, const struct judge_item *frame,
                     struct judge_plain *ret);

/* ---- registers.c: accesses as they happen ---- */

/* ADDRESS is written with VALUE in CYCLE. */
void judge_write_at(struct pm_judge *judge, uint64_t cycle, uint16_t address, uint64_t value);
/* Fails if the registers say another speed than that of the wires, as far as it matters to the model. */
int judge_check_speed(struct pm_judge *judge);
/* The registers have their values after a reset. */
void judge_duplex_reset(struct pm_judge *judge);
/* ITEM, an access, happens in CYCLE. */
void judge_access(struct pm_judge *judge, const struct judge_item *item, uint64_t cycle);

/* ---- result.c ---- */

/* Returns why the events cannot decide RULE, or NULL. EXERCISED: they show that the MAC kept it in a case that it is about. */
const char *judge_undecided_rule(const struct pm_judge *judge, enum rule rule, bool exercised);
/* Makes the scoreboard of JUDGE forget the findings of rules that its events cannot decide. */
void judge_waive(struct pm_judge *judge);
/* For reports of the bench, after pm_judge_finish(): the result of the scoreboard. The cycles of its findings are clocks from power-up; their sentences
 * have times. */
void judge_result(const struct pm_judge *judge, struct scoreboard_result *ret);

/* ---- own_frame.c ---- */

/* True if the frames that were sent decide RULE, about their order, by themselves. */
bool judge_own_decides(const struct pm_judge *judge, enum rule rule);
/* FRAME was sent from START to END. */
void judge_own_sent(struct pm_judge *judge, const struct judge_item *frame, uint64_t start, uint64_t end);
/* What the MAC sends may depend on what it was told from the open cycle on. */
void judge_own_forget(struct pm_judge *judge);
/* The register at ADDRESS was written. */
void judge_own_written(struct pm_judge *judge, uint16_t address);
/* Returns the opcode of FRAME if it is a MAC control frame of the MAC's own, else 0. */
uint16_t judge_own_opcode(const struct pm_judge *judge, const struct judge_item *frame);

/* ---- own_pfc.c ---- */

/* True of the times of the classes. */
bool judge_own_is_pfc_quanta(enum pm_control control);
/* Takes back what was found about PFC frames before the newest write, which is in them. */
void judge_own_pfc_written(struct pm_judge *judge);
/* FRAME, a PFC frame of the MAC's own, was sent when SENT says. */
void judge_own_pfc_sent(struct pm_judge *judge, const struct judge_item *frame, const struct judge_sent *sent);

/* ---- own.c: what the files about the MAC's own frames share ---- */

/* Returns the bits of CONTROL that the registers have now; *RET_MAPPED: it is in some. */
uint64_t judge_control_now(const struct pm_judge *judge, enum pm_control control, bool *ret_mapped);
/* Returns how much later or earlier a control frame may start than is known. */
uint64_t judge_own_window(const struct pm_judge *judge);
/* True if what was written last had its effect when SENT was decided. */
bool judge_own_settled(const struct pm_judge *judge, const struct judge_sent *sent);
/* Adds a finding about the frame that was SENT; FORMAT is "EXPECTED|ACTUAL". */
void judge_own_find(struct pm_judge *judge, const struct judge_sent *sent, enum rule rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void judge_own_vfind(struct pm_judge *judge, const struct judge_sent *sent, enum rule rule, const char *format, va_list args);

/* ---- counters.c: which of them can be decided ---- */

/* Returns why the counter of ROW cannot be decided, or NULL. */
const char *judge_counter_unknown(const struct pm_judge *judge, const struct reg_row *row);
/* Returns why readings of the counter in ROW of the page were not compared, or NULL. */
const char *judge_counter_undecided(const struct pm_judge *judge, size_t row);
/* True if a received frame may have been discarded since the newest reset, or before the first event: the receive buffer may have been full. */
bool judge_may_discard(const struct pm_judge *judge);
/* FRAME, which was received, takes room in the receive buffer unless the client gets it at once. */
void judge_take_room(struct pm_judge *judge, const struct judge_item *frame);

/* ---- times.c ---- */

/* Returns the octet time of TIME. */
uint64_t judge_cycle_of(const struct pm_judge *judge, uint64_t time);
/* Returns the time of the octet time CYCLE, at MII of the clock. */
uint64_t judge_time_of(const struct pm_judge *judge, uint64_t cycle);

enum { JUDGE_TIME_TEXT = 48 }; /* octets that hold any time */
/* Writes PS as "4216.000 ns" into RET, and returns it. */
const char *judge_time_text(uint64_t ps, char *ret, size_t size);
/* Writes TEXT, a sentence of the model or the scoreboard, into RET with times in place of its cycles, and returns RET. */
const char *judge_say(const struct pm_judge *judge, const char *text, char *ret, size_t size);

/* ---- state.c: what all files stand on ---- */

/* The names of the wires. */
extern const char *const judge_wire_names[JUDGE_WIRES];

/* How the MAC sends PAUSE frames, by its profile: the parameter SendsBy. */
static inline enum ieee8023_sends_by judge_sends_by(const struct pm_judge *judge)
{
	return (enum ieee8023_sends_by)dut_ieee8023(&judge->profile->dut)->sends_by;
}
bool judge_level_seen(const struct pm_judge *judge);
/* True if the MAC obeys PAUSE or PFC frames by its profile. */
static inline bool judge_obeys(const struct pm_judge *judge)
{
	const struct dut *dut = &judge->profile->dut;

	return dut_ieee8023(dut)->obeys_multicast || dut_ieee8023(dut)->obeys_own || dut->capabilities & CAP_PFC;
}
/* Notes the line FORMAT about ERROR and returns ERROR. */
int judge_fail(struct pm_judge *judge, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* PM_JUDGE_OK if JUDGE takes a call at TIME, which is noted unless judge_fail() refuses it later. */
int judge_admit(struct pm_judge *judge, uint64_t time);
/* Passes EVENTS to the scoreboard, and to the tap before. */
void judge_events(struct pm_judge *judge, const struct event *events, size_t count);
#endif
