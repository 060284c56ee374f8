/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that a bench needs besides pausemodel.h: they say why a difference breaks a rule and what happened in the run,
 * and let the model go on from what the device did. */
#ifndef PAUSEMODEL_BENCH_H
#define PAUSEMODEL_BENCH_H
#include "pausemodel.h"

/* ---- explanations of a difference, by models/explain ----
 * The comment of each function says what the device did other than the model. The function returns the rule that is broken, or PM_NO_RULE where the
 * comment allows it, and puts the cycle of the cause into *ret_cause. */

/* The device is inhibited in CYCLE, and the model is not. TIMER octet times of the pause were left then; 0: that is not known. */
enum rule pm_explain_inhibited(const struct pm_model *m, uint64_t cycle, uint32_t timer, uint64_t *ret_cause);
/* The device is not inhibited, and the model has been since the newest load of its timer. */
enum rule pm_explain_not_inhibited(const struct pm_model *m, uint64_t *ret_cause);
/* The device resumed in CYCLE, before the model. */
enum rule pm_explain_early(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause);
/* The model resumed, and the device did not. PM_NO_RULE: the pause time is wrong, or the device never resumes. */
enum rule pm_explain_late(const struct pm_model *m, uint64_t *ret_cause);
/* The inhibit of the newest load ends in END in the device. PM_NO_RULE: the pause time is wrong, and nothing else explains that. */
enum rule pm_explain_end(const struct pm_model *m, uint64_t end, uint64_t *ret_cause);
/* The pause timer of the device is TIMER in the open cycle, and that of the model has another value. */
enum rule pm_explain_timer(const struct pm_model *m, uint32_t timer, uint64_t *ret_cause);
/* A PAUSE frame that is not due begins in the open cycle. Fills in the rules that it breaks if it is an XOFF, and if it is an
 * XON, with their causes. To be called before pm_tx_start(). */
struct pm_pause_undue {
	enum rule xoff_rule, xon_rule;
	uint64_t xoff_cause, xon_cause;
	bool once; /* an XOFF has been sent for the present crossing of the mark already */
};
void pm_explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret);
/* The pfc_xoff of the device is ACTUAL in the open cycle, and that of the model has another value. */
enum rule pm_explain_pfc(const struct pm_model *m, uint8_t actual, uint64_t *ret_cause);
/* The newest event that set the timer of a class: a PFC frame, or a reset, which sets it to 0. */
struct pm_pfc_action {
	uint64_t last;    /* the end of the frame on the wire; of a reset its cycle */
	uint64_t visible; /* the cycle in which the timer shows it */
	uint16_t quanta;
	bool obeyed; /* false: the device ignores the class, and the timer was not set */
};
enum { PM_PFC_CLASSES = 8 };
/* Returns false if nothing has set the timer since the reset, or if the device has no such timers. */
bool pm_pfc_action(const struct pm_model *m, unsigned class, struct pm_pfc_action *ret);
/* A received frame that is a PFC frame or nearly one. */
struct pm_pfc_note {
	uint64_t last; /* its end on the wire */
	uint8_t classes;
	uint16_t quanta; /* the greatest time that it has for a class */
	enum rule rule;  /* PFC_OBEYED; of a frame that is no PFC frame, the rule that a device breaks by obeying it */
};
/* Fills in the I-th newest such frame, from 0. Returns false if the model remembers no more of them, or if the device has no
 * class timers. */
bool pm_pfc_note(const struct pm_model *m, unsigned i, struct pm_pfc_note *ret);
/* Returns in bit i, as visible in the open cycle, that PFC frames do not pause class i. *RET_ACTED is the newest cycle in which
 * the effect of a frame or a reset on a class became, or becomes, visible; 0: there was none since the reset. */
uint8_t pm_pfc_ignored(const struct pm_model *m, uint64_t *ret_acted);
/* XGMII: returns the octets of the average gap, as visible in the open cycle. */
uint32_t pm_gap_octets(const struct pm_model *m);
/* The device's record of the received frame RX is ACTUAL, and that of the model has another value. */
enum rule pm_explain_record(const struct pm_model *m, const struct pm_rx_frame *rx, uint32_t actual);
/* The device has the record ACTUAL in the open cycle, and the model has none. */
enum rule pm_explain_classified(const struct pm_model *m, uint32_t actual);
/* The model has a record in the open cycle, and the device has none; LATE: the device has one a little later. */
enum rule pm_explain_not_classified(const struct pm_model *m, bool late);
/* The words between frames carry ACTUAL, and not what the view says. PM_NO_RULE: which rule is broken depends on what follows. */
enum rule pm_explain_signal(const struct pm_model *m, enum pm_signal actual);
/* The device has ACTUAL free MBUFs in the open cycle, and the model has another number. */
enum rule pm_explain_level(const struct pm_model *m, uint32_t actual);
/* Black box: a data frame should have started by CYCLE, and did not. */
enum rule pm_explain_silence(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause);
/* Returns the cycle in which the inhibit ends if no other PAUSE comes; PM_NEVER: software holds the transmitter. */
uint64_t pm_held_until(const struct pm_model *m);
/* Of ieee8023: returns the value of CONTROL that is visible in the open cycle. */
uint64_t pm_control_value(const struct pm_model *m, enum pm_control control);
/* Returns true if a link fault is visible in the open cycle. */
bool pm_link_fault(const struct pm_model *m);
/* Returns true if a link fault is visible in the open cycle and keeps frames from starting. */
bool pm_fault_holds(const struct pm_model *m);
/* Returns the time that an XOFF carries, in quanta, as visible in the open cycle. */
uint16_t pm_xoff_quanta(const struct pm_model *m);
/* Returns true if the level that asks for an XOFF is up in the open cycle: that of the client, or of the receive buffer by its marks. */
bool pm_pause_level(const struct pm_model *m);

/* The pulses of the MAC's client since the reset. */
struct pm_pulses {
	uint64_t count, newest; /* .newest: the cycle from which on the newest one requests its frame ... */
	bool off;               /* ... which is an XOFF */
};

/* The requests of the MAC's client for PFC frames about a class. */
struct pm_pfc_told {
	/* Newest cycle, up to the open one, in which a frame about the class may have been requested; 0: never. */
	uint64_t asked_until;
	struct pm_pulses pulses;
	/* Whether the MAC sends frames about the class, and the cycle since which that has been so. */
	bool enabled;
	uint64_t enabled_since;
	/* Cycle since which each PFC frame has to name the class, since the partner was told to hold it (PfcVector 3); PM_NEVER: none has to. */
	uint64_t held_since;
};
/* Fills in RET for CLASS. Returns false for a device whose requests are not compared. 802.3 31D.2; doc/devices/ieee8023.md 3. */
bool pm_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret);
/* The time that an XOFF of a class carries, in quanta, as visible in the open cycle, since when it has had this value, the value before
 * that, and since when it had had that one. */
struct pm_pfc_time {
	uint16_t quanta, before;
	uint64_t since, before_since;
};
/* Fills in the time of CLASS. Returns false for a device that sends no PFC frames whose times are compared. */
bool pm_pfc_time(const struct pm_model *m, unsigned class, struct pm_pfc_time *ret);

/* The past of the pause, for black-box checks. "Newest rise" is when the inhibit began, "newest fall" when it ended, "load" when
 * its timer was loaded by a PAUSE. Cycles are 0 for what never was. */
struct pm_pause_memory {
	uint64_t rise_cycle;    /* newest rise */
	uint64_t fall_cycle;    /* newest fall */
	uint64_t load_cycle;    /* newest load */
	uint64_t load_last;     /* last octet of the PAUSE of that load */
	uint64_t drop_cycle;    /* newest moment at which a gate, a reset or time 0 acted on the inhibit */
	uint64_t refresh;       /* from this cycle on a refresh of the XOFF is requested; 0: none is, or that is not known */
	uint64_t ended_cycle;   /* newest .drop_cycle at which there was a pause to end */
	uint64_t enable_cycle;  /* newest change of the transmit enable */
	uint64_t obey_cycle;    /* newest change of the receive enable, of the station's address, or of whether PAUSE is obeyed */
	uint64_t request_since; /* the request (XOFF, XON or nothing) has not changed since this cycle */
	uint64_t request_xoff, request_xon; /* newest cycle in which an XOFF / an XON was requested */
	uint64_t xoff_quanta_cycle;         /* newest change of the time that an XOFF carries, ... */
	uint16_t xoff_quanta;               /* ... the time since then, ... */
	uint16_t xoff_quanta_before;        /* ... the time before that change, ... */
	uint64_t xoff_quanta_cycle_before;  /* ... and the cycle since which that one had held */
	uint16_t quanta;                    /* pause time of the newest load */
	uint64_t quantum;                   /* octet times (MII: clocks) of a quantum */
	uint64_t time;                      /* .quanta in octet times (MII: clocks) */
	uint64_t forced, carrier;           /* MII: newest cycle in which a forced collision / false carrier was invoked */
	uint64_t crs_since;                 /* MII: the cycle since which there is carrier; PM_NEVER: there is none */
	bool deferred;                      /* half duplex: there was carrier of others since the transmit wire fell idle */
	uint64_t fall_cause;                /* cause of the newest fall: its cycle, or the last octet of a PAUSE of time 0 */
	bool dropped;                       /* something other than the timer caused the newest fall */
	uint64_t software_cycle;            /* newest change of the hold by software */
	bool software;                      /* software holds the transmitter */
	bool overwrote;                     /* the newest load came while the transmitter was inhibited */
	bool waits;                         /* a load waits for the frame on the wire */
	bool remote;                        /* an XOFF of the device holds the partner */
	struct pm_pulses pulses;            /* those that request PAUSE frames */
};
void pm_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret);

/* ---- what happened, for a bench that records which rules a run exercised ---- */

struct pm_past {
	enum rule load_rule;   /* the rule that would have been broken without the newest load of the pause timer */
	bool load_waited;      /* that load waited for a frame on the wire */
	enum rule fall_rule;   /* the rule about what ended the newest inhibit; PAUSE_EXPIRY: its time was over */
	unsigned refusals;     /* PAUSE frames without effect since reset, and frames that only look like one */
	bool held_by_software; /* software holds the transmitter in the open cycle */
	bool receives;         /* the receiver is enabled in the open cycle */
	uint32_t low_mark;     /* the lower of the marks of the receive buffer, in units of its level */
	uint32_t high_mark;    /* the other one; 0: the device has none */
};
void pm_past(const struct pm_model *m, struct pm_past *ret);
/* Returns true if the buffer level counts octets in use, so that it rises as the buffer fills; false if it counts free MBUFs. */
bool pm_level_rises(const struct pm_model *m);

/* One of pm_past.refusals. */
struct pm_pause_refused {
	enum rule rule; /* the rule by which the frame has no effect */
	uint16_t quanta;
	uint64_t last; /* its last octet on the wire */
	uint64_t time; /* .quanta in octet times (MII: clocks) */
};
/* Fills in the I-th newest of them, from 0. Returns false if there are fewer, or if the model no longer keeps it. */
bool pm_pause_refused(const struct pm_model *m, unsigned i, struct pm_pause_refused *ret);

/* A PAUSE frame that the inhibit has to obey, or another event that releases the transmitter. */
struct pm_pause_action {
	uint64_t last;   /* last octet of the PAUSE frame on the wire; of another release its cycle */
	uint64_t time;   /* octet times (MII: clocks) of the pause; 0: it released the transmitter */
	uint32_t clocks; /* clocks of an octet at MII, 1 at other PHYs */
};
/* Fills in the I-th newest of them, from 0, in the order in which the model came to know them, which is before any latency.
 * Returns false if there are fewer, or if the model no longer keeps it. A reset forgets all of them. */
bool pm_pause_action(const struct pm_model *m, unsigned i, struct pm_pause_action *ret);

/* The events of a counter since it was read, cleared or loaded last. */
struct pm_count_past {
	bool full;    /* it came to its end ... */
	bool sticks;  /* ... and stuck there; false: it wrapped */
	bool cleared; /* the newest clear without a read found it above 0 */
	bool held;    /* events did not count */
	bool loaded;  /* it was written */
	/* The newest event that made it full is visible from this cycle on, even if it was cleared since; 0: none. */
	uint64_t full_cycle;
};
void pm_count_past(const struct pm_model *m, unsigned counter, struct pm_count_past *ret);

/* ---- resync: the model goes on from what the DUT did ---- */

/* The transmitter is inhibited, or not, and TIMER octet times of the pause are left (UINT32_MAX: until something else ends it). */
void pm_resync_xoff(struct pm_model *m, bool xoff, uint32_t timer);
/* The level of the receive buffer is FREE, as obs_level shows it: free MBUFs, or at XGMII octets in the buffer. */
void pm_resync_level(struct pm_model *m, uint32_t free);
/* The classes ACTUAL are paused, bit i for class i. */
void pm_resync_pfc_xoff(struct pm_model *m, uint8_t actual);
/* The frame of pm_view.rx was delivered, or was not. */
void pm_resync_delivered(struct pm_model *m, bool delivered);
/* The first frame that waits for the host never comes. */
void pm_resync_host_lost(struct pm_model *m);
/* The PAUSE frame that is due counts as sent. */
void pm_resync_pause_sent(struct pm_model *m);
/* The PFC frame on the wire has OCTETS from the destination address on, at least PM_PFC_OCTETS of them. It serves the requests of
 * the classes that it names, and no others. ZERO: classes for which a time of 0 may be an XOFF. To be called before pm_tx_end(). */
enum { PM_PFC_OCTETS = 34 };
void pm_resync_pfc_sent(struct pm_model *m, const uint8_t *octets, uint8_t zero);
/* The device does not send the control frame that is requested. */
void pm_resync_withdrawn(struct pm_model *m);
/* The first frame of pm_host_owed() never comes. */
void pm_resync_owed_lost(struct pm_model *m);
/* The next three are about a frame that the device sent in a link fault, so that the wire did not show it. Where the device
 * counts such frames, it has counted this one by cycle BY. pm_lost_unseen(): it is the first frame of pm_host_owed(). To be
 * called before pm_resync_owed_lost(). */
void pm_lost_unseen(struct pm_model *m, uint64_t by);
/* It is the frame that the model believes to be on the wire; the device sent that one before. To be called before
 * pm_resync_overtaken(). */
void pm_overtaken_unseen(struct pm_model *m, uint64_t by);
/* It is the control frame that is requested; the device has counted it by the next cycle. To be called before
 * pm_resync_pause_sent(). */
void pm_control_unseen(struct pm_model *m);
/* The data frame on the wire is the first one of pm_host_owed(); the one that the model believed to be on the wire never was. */
void pm_resync_overtaken(struct pm_model *m);
/* The data frame on the wire has no underrun. */
void pm_resync_whole(struct pm_model *m);
/* The data frame on the wire is the I-th one of pm_host_past(); the one that the model believed to be on the wire comes later. */
void pm_resync_repeated(struct pm_model *m, unsigned i);
#endif
