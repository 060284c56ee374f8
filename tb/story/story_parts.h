/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a story: the notes that a run makes (story.c), and the lines that are made of them afterwards (story_lines.c). */
#ifndef PAUSEBENCH_STORY_PARTS_H
#define PAUSEBENCH_STORY_PARTS_H
#include "pausemodel_bench.h"
#include "story.h"
#include "story_frame.h"

enum story_kind {
	/* inputs and outputs of the DUT */
	STORY_RESET,
	STORY_IN,  /* a frame on the receive wire */
	STORY_OUT, /* a frame on the transmit wire */
	STORY_NO_FRAME_IN,
	STORY_NO_FRAME_OUT, /* a run of the wire without a frame in it */
	STORY_IDLE_IN,      /* data or rx_er on the receive wire without rx_dv */
	STORY_OFFER,        /* a frame that the host offers */
	STORY_HOST,         /* a frame to the host */
	STORY_RX_STOP,
	STORY_RX_RESET,
	STORY_READY,
	STORY_WRITE,
	STORY_READ,
	STORY_PAUSE_REQUEST,
	STORY_PFC_REQUEST,
	STORY_SPEED,
	STORY_COLLISION,
	STORY_CARRIER,
	STORY_SIGNAL, /* on the transmit wire between frames */
	/* states of the DUT */
	STORY_XOFF_ACTUAL,
	STORY_PFC_ACTUAL,
	STORY_LEVEL_ACTUAL,
	/* states of the golden model */
	STORY_XOFF_EXPECTED,
	STORY_PFC_EXPECTED,
	STORY_LEVEL_EXPECTED,
	STORY_LOADED, /* another PAUSE acts on a transmitter that is inhibited */
	STORY_MARKS,
	STORY_DUE, /* a control frame is due */
	STORY_FAULT,
	STORY_STATES /* so many kinds */
};

/* How the golden model classifies a received frame. */
struct story_verdict {
	bool known, ignored, pause, delivered, discarded;
	uint16_t not_pause, not_obeyed, refused; /* enum rule, or PM_NO_RULE */
};

/* Why the golden model is Xoff or Xon. */
struct story_reason {
	bool software;
	uint16_t rule;   /* Xon: the rule about what ended the inhibit */
	uint16_t quanta; /* Xoff: the pause time */
	uint64_t last;   /* last octet of the PAUSE frame that caused it; PM_NEVER: something else did */
	uint64_t until;  /* Xoff: the end of the inhibit if no other PAUSE comes; PM_NEVER: not known */
};

/* A control frame that should start. */
struct story_due {
	uint64_t cycle; /* first cycle on the wire */
	uint16_t quanta;
	uint16_t rule; /* the rule that is broken if it does not come */
	uint8_t what;  /* enum pm_tx_kind */
};

struct story_note {
	uint64_t time; /* octet times, or clocks at MII */
	uint64_t end;  /* of a frame: the time after its last octet */
	uint64_t value;
	uint32_t number; /* number of a frame on its wire */
	uint16_t address;
	uint8_t kind, strobe;
	bool error;
	union {
		struct {
			struct story_frame frame;
			struct story_verdict verdict;
		};
		struct story_reason reason;
		struct {
			uint32_t low, high;
		} marks;
		struct story_due due;
	};
};

enum { STORY_NOTES_MAX = 1 << 20 };

struct story {
	/* the run; DUT and name are copies, since the run may be in another process */
	struct dut dut;
	char dut_name[64], model[32], name[96];
	bool black_box;
	uint32_t step;
	uint64_t cycles;
	struct scoreboard *scoreboard; /* an address in the process that runs */
	struct story_words words;

	/* the newest states of the golden model */
	bool known, xoff, fault;
	uint8_t pfc_xoff;
	uint32_t level, low, high;
	uint64_t load_cycle, due_since;
	uint32_t in, out;  /* frames on the wires so far */
	uint64_t tx_start; /* start of the frame on the transmit wire; PM_NEVER: there is none */
	size_t count;      /* how many notes .note has */
	uint64_t left_out; /* how many notes had no place */
	struct story_note note[STORY_NOTES_MAX];
};

/* story_lines.c */

struct story_line {
	uint64_t time;    /* octet times, or clocks at MII */
	uint64_t cycle;   /* clocks */
	const char *kind; /* as in story.json */
	char head[24];    /* as in the text: "in #3" */
	char text[320];
	const struct story_note *note; /* or NULL */
	const struct finding *finding; /* or NULL */
	bool by_model, by_dut;         /* the line is about a state of the golden model, of the DUT */
	size_t order;
};

struct story_lines {
	struct story_line *line;
	size_t count, room;
};

/* Makes the lines, in their order; the caller frees RET->line. Returns 0 or -ENOMEM. */
int story_lines(const struct story *story, const struct scoreboard_result *score, struct story_lines *ret);

/* story_fold.c: both look at notes in the order of their times */

/* The changes of the host, from note[0] on, that follow each other within few clocks. */
struct story_stutter {
	const struct story_note *last; /* the last of these changes */
	uint64_t takes;                /* in how many clocks up to then the host is ready */
	bool folded;                   /* there are so many changes that one line tells them */
};
struct story_stutter story_stutter(const struct story *story, const struct story_note *const *note, size_t count);
/* Returns true if the carrier that begins with note[I] begins and ends with a frame on the wire. */
bool story_carrier_is_of_frame(const struct story_note *const *note, size_t i, size_t count);

/* Returns the registers of the run's DUT, or NULL. */
static inline const struct reg_page *story_page(const struct story *story)
{
	return story->dut.profile ? story->dut.profile->page : reg_page_by_model(story->model);
}
/* Returns TIME in clocks. */
static inline uint64_t story_clock(const struct story *story, uint64_t time)
{
	return time / story->step;
}
/* Returns true if the golden model's time LAST is that of the last octet of the frame NOTE; XGMII: if it is in the cycle of the
 * frame's end. */
static inline bool story_ends_at(const struct story *story, const struct story_note *note, uint64_t last)
{
	return note->time <= last && last < note->end + (story->step > 1 ? story->step : 0);
}
#endif
