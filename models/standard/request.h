/* SPDX-License-Identifier: Apache-2.0 */
/* Which control frames the client of a MAC asks for: PAUSE, or PFC for one class. 802.3 31B.1, 31B.3.1, 31D.2; doc/devices/ieee8023.md 3.
 *
 * The client asks by a level, whose rise wants an XOFF and whose fall an XON, or by pulses, each of which wants its frame. A frame that is
 * due starts as soon as the transmit wire is free. Like standard_pause this automaton acts at once on what it sees. */
#ifndef PAUSEBENCH_STANDARD_REQUEST_H
#define PAUSEBENCH_STANDARD_REQUEST_H
#include <stdbool.h>
#include <stdint.h>

#define STANDARD_NEVER UINT64_MAX

enum standard_refresh { STANDARD_REFRESH_NONE, STANDARD_REFRESH_FROM_DECISION, STANDARD_REFRESH_FROM_END, STANDARD_REFRESH_BEFORE_EXPIRY };

/* What the standard leaves to the MAC, as its profile says it. */
struct standard_request_nature {
	bool pulses;  /* requests are pulses and no level */
	bool xon;     /* the fall of the level wants an XON ... */
	bool expired; /* ... even if the time of the XOFF is over */
	bool kept;    /* a level that falls before its XOFF has started leaves it due */
	bool again;   /* a level that falls and rises before its XON has started wants another XOFF */
	enum standard_refresh refresh;
	uint64_t period; /* octet times; 0: there is no refresh */
};

struct standard_request {
	bool enabled; /* its frames are sent */
	bool level;   /* the client wants the partner to pause */
	bool told;    /* the partner was told to pause, and not to resume since */
	enum standard_due { STANDARD_NOTHING, STANDARD_XOFF, STANDARD_XON } due; /* the frame that is asked for and has not begun, ... */
	uint64_t since;   /* ... since then */
	uint64_t refresh; /* from then on a frame repeats the XOFF while the level is up */
	uint64_t over;    /* the time of the newest XOFF is over from then on; STANDARD_NEVER: it is on the wire */
};

/* The level becomes UP AT. */
void standard_request_level(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool up);
/* A pulse asks for an XOFF, or an XON, AT. It replaces one that waits. */
void standard_request_pulse(struct standard_request *r, uint64_t at, bool off);
/* Its frames are sent from now on, or no more: then what was told is forgotten. */
void standard_request_enable(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool enabled);
/* Its frame, an XOFF or an XON, starts AT; it was decided at DECIDED. */
void standard_request_starts(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, bool off,
                             uint64_t decided);
/* Its frame is over AT; TIME: octet times that it told. */
void standard_request_ends(struct standard_request *r, const struct standard_request_nature *nature, uint64_t at, uint64_t time);
/* The MAC is reset AT: nothing was told, and nothing is due. */
void standard_request_reset(struct standard_request *r);
/* Returns true if a refresh is due AT. */
bool standard_request_repeats(const struct standard_request *r, const struct standard_request_nature *nature, uint64_t at);
#endif
