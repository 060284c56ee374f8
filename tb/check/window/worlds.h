/* SPDX-License-Identifier: Apache-2.0 */
/* A set of worlds: which histories of what a MAC saw agree with what its pins did.
 *
 * What happens at the pins the MAC sees some time later, within a range that its profile states; from then on it is an automaton of the
 * standard (models/standard), which acts at once. A world is one such automaton and the events that it has not seen yet. Where an event may
 * or may not have been seen before something that is observed, a world splits; what is observed removes the worlds that cannot bring it
 * forth; worlds that become equal are one. Where the moment of seeing is known within a range only, so are the times that follow from
 * it: a world has the automaton of the earliest and that of the latest moment, which differ in nothing but their times.
 *
 * No function fails. A set that would need more worlds or more events than its bounds begins anew, knows nothing, and counts that. */
#ifndef PAUSEBENCH_WORLDS_H
#define PAUSEBENCH_WORLDS_H
#include "standard/pause.h"
#include "standard/request.h"

enum {
	WORLDS_PENDING_MAX = 256,
	WORLDS_MAX = 256,
	WORLDS_FORGOTTEN_MAX = 16, /* .forget() of a kind adds no more worlds */
};
#define WORLDS_NEVER UINT64_MAX

/* Events of one stream are seen in their order: frames or requests, and what enables and resets. */
enum { WORLDS_FIRST, WORLDS_MODES, WORLDS_STREAMS };

/* What happened at the pins at .at: the MAC sees it no earlier than .from and no later than .to. */
struct world_event {
	enum world_event_kind { WORLD_PAUSE, WORLD_LEVEL, WORLD_PULSE, WORLD_ENABLE, WORLD_RESET } kind;
	uint64_t at, from, to;
	uint16_t quanta;  /* WORLD_PAUSE */
	bool on;          /* WORLD_LEVEL: it is up; WORLD_PULSE: for an XOFF; WORLD_ENABLE: enabled */
	bool perhaps;     /* the MAC may never see it */
	uint64_t address; /* WORLD_PAUSE: its destination, if that is an address of one station; 0: it is for every station */
	bool foreign;     /* WORLD_PAUSE: that is another station's address, so that the frame is no PAUSE, unless .perhaps */
	bool limited;     /* WORLD_PAUSE: .to is the limit of the standard, which is less than the profile's latency */
	/* WORLD_PAUSE of a class that is not paused: the client stops by then, whatever the MAC has seen; 0: nothing starts any more. */
	uint64_t lets;
};

struct world {
	uint64_t seen[WORLDS_STREAMS]; /* how many events it has seen */
	uint64_t from;                 /* it has seen the newest one no earlier than this */
	/* It may see events of the first stream that came after .deaf_from and before .deaf_before so late, or .deaf_for after they came if that is earlier. */
	uint64_t deaf_from, deaf_before, deaf_to, deaf_for;
	uint64_t newest; /* the event of the first stream that had an effect last, by its number, from 1; 0: none */
	union {
		struct {
			struct standard_pause early, late;
			/* A frame that a link fault hides may have been in progress when it saw the newest PAUSE, by .hid_to: the time may begin with the end of it. */
			bool hid;
			uint64_t hid_to;
			bool began;    /* the time began with the end of the newest frame on the transmit wire */
			bool ended;    /* the newest thing that it saw ended the pause, if there was one */
			uint64_t lets; /* frames may start up to and with then although it is paused */
			/* .at of the event that paused the client, where a newer one found it paused; 0: it is not known. */
			uint64_t paused_by;
		} pause;
		struct {
			struct standard_request early, late;
			/* What waits behind the frame that is due; it was asked for between .queued_from and .queued_to. */
			enum standard_due queued;
			uint64_t queued_from, queued_to;
			/* What is due was handed over before sending was disabled, and starts whatever the client asks for. */
			bool handed;
			/* Data went before the refresh of the XOFF, since the level had just fallen: an XON is due. */
			bool overtaken;
			/* An XON that nobody saw being asked for may wait for the frame on the wire, or has waited for it. */
			bool behind;
		} request;
	};
};

/* A link fault: in place of what the MAC sends, the sublayer below it may send other codes (802.3 46.3.4.3). */
struct worlds_fault {
	uint64_t from, to; /* it may do so from .from up to and with .to; WORLDS_NEVER: there was none; it is not over */
	uint64_t until;    /* a frame that nobody saw is over by then; WORLDS_NEVER: that is not known yet */
	uint64_t free;     /* the next one may start since then: the gap is over, ... */
	uint32_t gap;      /* ... which has so many octet times */
};

/* Returns true if the sublayer may send other codes AT. */
static inline bool worlds_fault_at(const struct worlds_fault *fault, uint64_t at)
{
	return fault->from != WORLDS_NEVER && fault->from <= at && at <= fault->to;
}

struct worlds;
/* What the automata of a set are. CONTEXT is that of worlds_begin(). */
struct worlds_kind {
	/* Returns true if the worlds differ in their times alone, and the ranges of these meet. */
	bool (*meet)(const struct world *a, const struct world *b);
	/* Adds the ranges of OTHER to those of WORLD. */
	void (*join)(struct world *world, const struct world *other);
	/* WORLD sees EVENT no earlier than FROM and no later than TO; worlds_add() adds what else may come of it. */
	void (*see)(void *context, struct world *world, const struct world_event *event, uint64_t from, uint64_t to);
	/* Returns by when something is observed that has not been, if WORLD sees nothing else; WORLDS_NEVER: nothing need be. */
	uint64_t (*rests_until)(const void *context, const struct world *world);
	/* Nothing was observed up to AT. */
	void (*learn)(const void *context, struct world *world, uint64_t at);
	/* Adds the worlds in which everything is as it may be. WORLD has seen all events. */
	void (*forget)(void *context, struct world *world);
	/* Adds the worlds in which WORLD started a frame within FROM to TO that nobody saw, since a link fault hid it. NULL: none does so. */
	void (*hide)(void *context, const struct world *world, uint64_t from, uint64_t to);
};

struct worlds_stream {
	struct world_event event[WORLDS_PENDING_MAX]; /* the newest .count events, number n at n % WORLDS_PENDING_MAX */
	uint64_t count;
};

struct worlds {
	const struct worlds_kind *kind;
	void *context;
	struct worlds_stream stream[WORLDS_STREAMS];
	struct world world[WORLDS_MAX];
	unsigned count;
	uint64_t now;              /* everything up to and with this time is settled */
	struct worlds_fault fault; /* the newest one */
	uint64_t decides;          /* what starts was decided so much before: what must be seen since changes it no more */
	struct world nearest;      /* the world that was removed last */
	uint64_t undecided;        /* how often the set began anew since a bound was reached */
};

/* The set has the one WORLD. CONTEXT must outlive it. */
void worlds_begin(struct worlds *worlds, const struct worlds_kind *kind, void *context, const struct world *world);
/* EVENT happened, not before those that were passed before of its stream. */
void worlds_happens(struct worlds *worlds, const struct world_event *event);
/* The MAC may never have seen the newest event of STREAM, since the opposite came so soon. */
void worlds_perhaps(struct worlds *worlds, unsigned stream);
/* ADDRESS becomes one of the station, or ceases to be: those PAUSE frames to it that came at SINCE or later the MAC may take for such, or not. */
void worlds_readdress(struct worlds *worlds, uint64_t address, uint64_t since);
/* The MAC may see those events of the first stream that came between SINCE and BEFORE as late as TO. */
void worlds_postpone(struct worlds *worlds, uint64_t since, uint64_t before, uint64_t to);
/* The MAC may see those events of the first stream that came since SINCE so much LATER than they came. */
void worlds_delay(struct worlds *worlds, uint64_t since, uint64_t later);
/* Each world sees what it may see up to and with AT, and what it must see by SURE, AT or earlier: what it sees since may come too late for what starts AT.
 * Nothing was observed up to and with RESTED: the worlds in which something should have been are removed. Calls are in the order of their times. */
void worlds_settle(struct worlds *worlds, uint64_t at, uint64_t sure, uint64_t rested);
/* Adds WORLD. */
void worlds_add(struct worlds *worlds, const struct world *world);
/* Keeps the worlds for which MAY returns true; it may change them. */
void worlds_keep(struct worlds *worlds, bool (*may)(void *context, struct world *world, uint64_t at), uint64_t at);
/* Begins anew: nothing is known. */
void worlds_forget(struct worlds *worlds);
/* Returns what the events of KIND in STREAM say that WORLD has seen: .on of the newest one, or the contrary of the next one; VALUE: there is none. */
bool worlds_value(const struct worlds *worlds, const struct world *world, unsigned stream, enum world_event_kind kind,
                  bool value);
/* Returns the event that had an effect last in the world that was removed last, or NULL. */
const struct world_event *worlds_cause(const struct worlds *worlds);
/* Returns the event of the first stream before that one which the MAC may have seen, or NULL. */
const struct world_event *worlds_before_cause(const struct worlds *worlds);

static inline uint64_t worlds_least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t worlds_most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Sums and differences that stay within the numbers. */
static inline uint64_t worlds_plus(uint64_t a, uint64_t b)
{
	return a > WORLDS_NEVER - b ? WORLDS_NEVER : a + b;
}

static inline uint64_t worlds_minus(uint64_t a, uint64_t b)
{
	return a == WORLDS_NEVER ? a : a > b ? a - b : 0;
}

/* Returns true if the ranges of two times meet. */
static inline bool worlds_ranges_meet(uint64_t early, uint64_t late, uint64_t other_early, uint64_t other_late)
{
	return worlds_plus(late, 1) >= other_early && worlds_plus(other_late, 1) >= early;
}
#endif
