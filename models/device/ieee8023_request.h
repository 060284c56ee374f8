/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: the requests for PAUSE frames and for those of a class; ieee8023_request.c. */
#ifndef PAUSEBENCH_IEEE8023_REQUEST_H
#define PAUSEBENCH_IEEE8023_REQUEST_H
#include "pausemodel_bench.h"
#include "standard/request.h"
#include <stdbool.h>
#include <stdint.h>

struct pm_model;

/* The requests for PAUSE frames, or for those of one class, and the frame of theirs that is on the wire. */
struct ieee8023_request {
	struct standard_request standard, before; /* .before: as it was when that frame started */
	bool going, going_off;                    /* such a frame, an XOFF, is on the wire */
	struct pm_pulses pulses;
	uint64_t asked_until; /* a frame was requested up to then, and not from then on, or another one; 0: never */
	uint64_t
	    held_since; /* the partner was told to hold the class, or all frames, and is not to be told otherwise since then; if that is so */
};

/* What is visible in a cycle. */
struct ieee8023_request_input {
	bool enabled;             /* its frames are sent */
	bool level;               /* XOFF is requested; not looked at if requests are pulses */
	bool pulse_off, pulse_on; /* in this cycle; looked at if requests are pulses */
};

/* Returns the octet times, at MII the clocks, of QUANTA. */
uint64_t ieee8023_time(const struct pm_model *m, uint16_t quanta);
/* Returns the frame that is requested in the open cycle. */
enum standard_due ieee8023_due(const struct pm_model *m, const struct ieee8023_request *r);
/* Returns true if that is a refresh. */
bool ieee8023_repeats(const struct pm_model *m, const struct ieee8023_request *r);
/* Returns the cycle since which it is requested. */
uint64_t ieee8023_due_since(const struct pm_model *m, const struct ieee8023_request *r);
/* Returns true if a frame that names the class of R carries an XOFF for it. */
bool ieee8023_is_off(const struct pm_model *m, const struct ieee8023_request *r);
/* Returns true if the partner was told to hold the class of R, and is not to be told otherwise. */
bool ieee8023_is_held(const struct pm_model *m, const struct ieee8023_request *r);
/* The end of the open cycle. Sets pm_model.changed if the request changes. */
void ieee8023_request_step(struct pm_model *m, struct ieee8023_request *r, const struct ieee8023_request_input *in);
/* Returns the first cycle after the open one in which something changes by itself, or PM_NEVER. */
uint64_t ieee8023_request_next(const struct pm_model *m, const struct ieee8023_request *r);
/* Its frame, an XOFF or an XON, started: that of a request for it which was there in cycle UNTIL; by pulses a later one, or one for the other kind, still waits. */
void ieee8023_request_started(struct pm_model *m, struct ieee8023_request *r, bool off, uint64_t until);
/* The frame that started was not its frame: the request stands as before. */
void ieee8023_request_undo(struct pm_model *m, struct ieee8023_request *r);
/* Its frame's end is visible in the open cycle; TIME: octet times, or clocks, that it told. */
void ieee8023_request_ended(struct pm_model *m, struct ieee8023_request *r, uint64_t time);
/* Likewise, and the frame carried the other kind: what was requested still is, and the partner knows what it carried. */
void ieee8023_request_ended_other(struct pm_model *m, struct ieee8023_request *r, uint64_t time);
/* The DUT sends no frame for what is requested. */
void ieee8023_request_withdraw(struct pm_model *m, struct ieee8023_request *r);
#endif
