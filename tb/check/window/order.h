/* SPDX-License-Identifier: Apache-2.0 */
/* The worlds of a MAC that sends control frames: which XOFF or XON may start, and which one must? models/standard/request.h; 802.3 31B.3.1, 31D.2. */
#ifndef PAUSEBENCH_ORDER_H
#define PAUSEBENCH_ORDER_H
#include "worlds.h"

struct order_nature {
	struct standard_request_nature standard;
	bool unseen;   /* what the client asks for is not seen: whatever it may have asked for is possible */
	bool captured; /* only frames on the wires tell that time has passed on them */
	bool repeated; /* a frame may name the kind for another one's sake, with what the partner was told before (PfcVector 2) */
	bool repeated_xoff; /* likewise, but only with an XOFF (PfcVector 3) */
	bool looks; /* what the client asks for while a control frame of the MAC's own is on the wire may be taken when it ends */
	bool gated; /* what waits for a frame on the wire while sending is disabled does not start any more */
	bool none_told; /* a link fault that nobody sees may have hidden frames */
	bool held;      /* a link fault that nobody sees may keep all frames from the wire, for any time */
	/* Where requests are kept: so are the refresh of an XOFF, and an XON, when the level changes before they start. */
	bool keeps;
	bool queues; /* .standard.pulses: a pulse that comes while another one waits may have its frame behind that one's */
	/* A frame that is asked for starts on a free wire so much later, at the latest and at the least; likewise one that repeats an XOFF, after its time. */
	uint32_t request, request_least, refresh, refresh_least;
	uint32_t error; /* the distance of two observed times may be wrong by so much */
};

/* What starts on the transmit wire. */
enum order_frame {
	ORDER_XOFF,
	ORDER_XON,
	ORDER_CONTROL, /* a control frame of the MAC's own that goes first, or has no room for this kind */
	ORDER_DATA,    /* any other frame: what was due goes before it */
	ORDER_OTHERS,  /* a PFC frame of other classes: likewise, since what was due is in it */
};

struct order_verdict {
	enum order_wrong {
		ORDER_RIGHT,
		ORDER_UNDUE,    /* a frame started that nobody asked for */
		ORDER_MISSING,  /* one that was asked for did not start in time */
		ORDER_DISABLED, /* one started although they are disabled */
	} wrong;
	enum standard_due frame; /* which one; ORDER_MISSING: STANDARD_NOTHING: an XOFF or an XON */
	bool refresh;            /* a refresh is missing, or an XOFF came too soon for one */
	bool told;               /* the partner had been told to pause before */
	bool opposite;           /* ORDER_UNDUE: one of the other kind was asked for */
	bool overtaken;          /* ORDER_MISSING: a data frame started before it */
	uint64_t at;             /* when it started, or had to start at the latest */
	/* ORDER_MISSING: it was asked for no earlier than this; ORDER_UNDUE: a refresh had come no earlier than this. */
	uint64_t since;
	uint64_t cause; /* start of the newest frame of the kind, 0: none is known; of a frame that is missing: the request */
};

struct order {
	struct worlds set;
	struct order_nature nature;
	bool enabled, level;         /* by the newest events */
	bool busy;                   /* a frame is on the transmit wire ... */
	bool own;                    /* ... which is one of this kind */
	bool control;                /* ... which is a control frame of the MAC's own, of this kind or another one */
	bool doubtful;               /* the frame on the wire may be one of this kind, or another one */
	bool alone;                  /* the frame that starts has no kind that was asked for, so that it repeats none */
	bool blocked;                /* something else keeps all frames */
	uint64_t ended;              /* the newest frame on the wire was over, or nothing kept frames any more */
	uint64_t free;               /* a frame may start since then */
	uint64_t newest, newest_end; /* start and last moment of the newest frame of the kind */
	uint64_t control_start;      /* of the newest control frame of the MAC's own */
	struct {
		uint64_t since, before, to; /* a pulse that came after and before these may be seen as late as the third */
	} gap;                              /* the newest one on the transmit wire */
	/* What a link fault hides: */
	bool hid;                       /* in some world a frame of this kind, ... */
	uint64_t hid_to;                /* ... which started no later than this */
	uint64_t time_least, time_most; /* octet times that an XOFF tells which nobody sees */
};

/* Kinds of frames that were cut so early that the octets do not tell which one it is. */
enum { ORDER_MAY_BE_OWN = 1, ORDER_MAY_BE_CONTROL = 2, ORDER_MAY_BE_DATA = 4 };

/* KNOWN: the partner has been told nothing; else it may have been. */
void order_begin(struct order *order, const struct order_nature *nature, bool known, bool enabled, bool level, uint64_t now);
/* The client asked for something, or sending was enabled or disabled. */
void order_happens(struct order *order, const struct world_event *event);
/* A frame is about to start AT; nothing else started before. */
struct order_verdict order_reaches(struct order *order, uint64_t at);
/* True if FRAME may start AT because of this kind, and does not only name it for another one's sake. To be called behind order_reaches(). ZERO: as of order_starts(). */
bool order_asked(struct order *order, uint64_t at, enum order_frame frame, bool zero);
/* FRAME starts AT; it was decided no earlier than DECIDED. ORDER_XON, ZERO: it may be an XOFF whose time is 0. */
struct order_verdict order_starts(struct order *order, uint64_t at, enum order_frame frame, uint64_t decided, bool zero);
/* The frame on the wire is over AT; the next one may start from FREE on. TIME: octet times that it told, if it is of this kind. */
struct order_verdict order_ends(struct order *order, uint64_t at, uint64_t free, uint64_t time);
/* A frame that is of one of the KINDS starts AT. */
struct order_verdict order_starts_doubtful(struct order *order, uint64_t at, unsigned kinds, uint64_t decided);
/* The MAC is done with a frame that a link fault cut, AT at the earliest and LAST at the latest. */
struct order_verdict order_ends_by(struct order *order, uint64_t at, uint64_t last, uint64_t free, uint64_t time);
/* What is known of the newest link fault is FAULT from now on. */
void order_fault(struct order *order, const struct worlds_fault *fault);
/* Nothing else started up to and with AT. */
struct order_verdict order_passes(struct order *order, uint64_t at);
/* From AT on something keeps all frames; or no more, and the next one may start from FREE on. */
struct order_verdict order_blocks(struct order *order, uint64_t at, bool blocks, uint64_t free);
/* Returns true if it is known that the partner was told to pause, or (TOLD false) that it was not. */
bool order_told(const struct order *order, bool told);
/* Nothing is known any more of what came before. */
void order_forget(struct order *order);
#endif
