/* SPDX-License-Identifier: Apache-2.0 */
/* What a bench asks of the golden model beside its view: why a difference is one, what happened in the run, and how to go on from what the device did. */
#ifndef PAUSEMODEL_BENCH_H
#define PAUSEMODEL_BENCH_H
#include "pausemodel.h"

/* ---- explanations of a difference, by models/explain ----
 * Each comment describes the difference. The functions return the rule that it breaks, or PM_NO_RULE where the comment allows it, and the cycle
 * of its cause in *ret_cause. */

/* The device is inhibited in CYCLE and should not be; TIMER octet times were left then, as far as is known (0: not). */
enum rule pm_explain_inhibited(const struct pm_model *m, uint64_t cycle, uint32_t timer, uint64_t *ret_cause);
/* The device is not inhibited although the model is since the newest load. */
enum rule pm_explain_not_inhibited(const struct pm_model *m, uint64_t *ret_cause);
/* The device resumed in CYCLE, before the model. */
enum rule pm_explain_early(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause);
/* The model resumed and the device did not (PM_NO_RULE: the time is wrong, or it never resumes). */
enum rule pm_explain_late(const struct pm_model *m, uint64_t *ret_cause);
/* The device's inhibit of the newest load ends in END (PM_NO_RULE: nothing special: the time is wrong). */
enum rule pm_explain_end(const struct pm_model *m, uint64_t end, uint64_t *ret_cause);
/* The device's timer is wrong: it is TIMER in the open cycle. */
enum rule pm_explain_timer(const struct pm_model *m, uint32_t timer, uint64_t *ret_cause);
/* A PAUSE frame begins in the open cycle without being due: the rules that it breaks as an XOFF and as an XON, with their causes; to be
 * called before pm_tx_start(). */
struct pm_pause_undue {
	enum rule xoff_rule, xon_rule;
	uint64_t xoff_cause, xon_cause;
	bool once; /* this crossing has had its XOFF */
};
void pm_explain_pause_sent(const struct pm_model *m, struct pm_pause_undue *ret);
/* The device's pfc_xoff is ACTUAL in the open cycle and the model has another. */
enum rule pm_explain_pfc(const struct pm_model *m, uint8_t actual, uint64_t *ret_cause);
/* What set the timer of CLASS last: a PFC frame, or a reset (time 0). False: nothing since reset, or the device has no such timers. */
struct pm_pfc_action {
	uint64_t last;    /* end of the frame on the wire; a reset: its cycle */
	uint64_t visible; /* cycle in which it is visible in the timer */
	uint16_t quanta;
	bool obeyed; /* false: the class is ignored, and its timer was not set */
};
enum { PM_PFC_CLASSES = 8 };
bool pm_pfc_action(const struct pm_model *m, unsigned class, struct pm_pfc_action *ret);
/* Fills in the I-th newest frame, from 0, that is a PFC frame or nearly one. False: no more are remembered, or the device has no such timers. */
struct pm_pfc_note {
	uint64_t last; /* its end on the wire */
	uint8_t classes;
	uint16_t quanta; /* the greatest time of them */
	enum rule rule;  /* PFC_OBEYED, or the rule that a device breaks which obeys it */
};
bool pm_pfc_note(const struct pm_model *m, unsigned i, struct pm_pfc_note *ret);
/* Bit i: PFC frames do not pause class i, as visible in the open cycle. *RET_ACTED: the newest cycle in which what a frame or a reset did to a
 * class becomes visible; 0: none since reset. */
uint8_t pm_pfc_ignored(const struct pm_model *m, uint64_t *ret_acted);
/* XGMII: octets of the average gap, as visible in the open cycle. */
uint32_t pm_gap_octets(const struct pm_model *m);
/* The device's record of a received frame is ACTUAL. */
enum rule pm_explain_record(const struct pm_model *m, const struct pm_rx_frame *rx, uint32_t actual);
/* The device has a record in the open cycle, the model none. */
enum rule pm_explain_classified(const struct pm_model *m, uint32_t actual);
/* The model has a record in the open cycle, the device has none; LATE: it has one a little later. */
enum rule pm_explain_not_classified(const struct pm_model *m, bool late);
/* Words between frames are ACTUAL and not what the view says; PM_NO_RULE: it depends on what follows. */
enum rule pm_explain_signal(const struct pm_model *m, enum pm_signal actual);
/* The device has ACTUAL free MBUFs in the open cycle and the model has another number. */
enum rule pm_explain_level(const struct pm_model *m, uint32_t actual);
/* Data should have started and did not, with no look inside the device. */
enum rule pm_explain_silence(const struct pm_model *m, uint64_t cycle, uint64_t *ret_cause);
/* Returns the cycle in which the inhibit ends if no other PAUSE comes; PM_NEVER: software holds the transmitter. */
uint64_t pm_held_until(const struct pm_model *m);
/* Returns true if a link fault is visible in the open cycle. */
bool pm_link_fault(const struct pm_model *m);
/* Returns true if a link fault is visible in the open cycle and keeps frames from starting. */
bool pm_fault_holds(const struct pm_model *m);
/* Returns the time that an XOFF carries, in quanta, as visible in the open cycle. */
uint16_t pm_xoff_quanta(const struct pm_model *m);
/* What a PFC frame that starts in the open cycle says about one class, if it obeys the requests of the MAC's client. */
struct pm_pfc_told {
	bool decided; /* the requests decide what the frame says about the class, so that .xoff, .asks and .since hold */
	/* .xoff: the frame says XOFF, else XON. .asks: a request waits that no frame has carried yet, so that a frame for all classes must
	 * name this one. */
	bool xoff, asks;
	uint64_t since; /* the requests have not changed since this cycle */
	/* Newest cycle, up to the open one, in which the MAC may have decided a frame that says XOFF / XON about the class; 0: never. */
	uint64_t xoff_until, xon_until;
	uint64_t refresh; /* from this cycle on a frame repeats the newest XOFF; 0: none does */
	/* How many pulses have requested a frame about the class since reset; the cycle of the newest one, and whether it requests an XOFF. */
	uint64_t pulses, pulse;
	bool pulse_off;
	/* Whether the MAC sends frames about the class, and the cycle since which that has been so. */
	bool enabled;
	uint64_t enabled_since;
};
/* Fills in RET for CLASS. Returns false for a device whose requests are not compared. 802.3 31D.2; doc/devices/ieee8023.md 3. */
bool pm_pfc_told(const struct pm_model *m, unsigned class, struct pm_pfc_told *ret);
/* Returns true if the device sends PFC frames whose times are compared. *ret_quanta is then the time that an XOFF of CLASS carries, in
 * quanta, as visible in the open cycle; it has had this value since the cycle *ret_since. */
bool pm_pfc_quanta(const struct pm_model *m, unsigned class, uint16_t *ret_quanta, uint64_t *ret_since);

/* What explanations and black-box checks look back at. */
struct pm_pause_memory {
	uint64_t rise_cycle;    /* inhibited since; of the newest rise */
	uint64_t fall_cycle;    /* newest fall */
	uint64_t load_cycle;    /* newest load of the timer */
	uint64_t load_last;     /* last octet of the PAUSE that was loaded */
	uint64_t drop_cycle;    /* newest moment at which anything was ended by gate, reset or time 0 */
	uint64_t refresh;       /* from then on a refresh of the XOFF is requested; 0: none is, as far as is known */
	uint64_t ended_cycle;   /* the newest of these at which there was anything to end */
	uint64_t enable_cycle;  /* newest change of the transmit enable */
	uint64_t obey_cycle;    /* newest change of the receive enable, of the station's address, or of whether PAUSE is obeyed */
	uint64_t request_since; /* XOFF, XON or nothing is requested since */
	uint64_t request_xoff, request_xon; /* newest cycle in which an XOFF / XON was requested, 0 never */
	uint64_t crossing;                  /* newest cycle in which the buffer became low, or low no more */
	uint64_t xoff_quanta_cycle;         /* newest change of the time that an XOFF carries */
	uint16_t xoff_quanta;               /* that time */
	uint16_t xoff_quanta_before;        /* what it was before the change ... */
	uint64_t xoff_quanta_cycle_before;  /* ... and since when */
	uint16_t quanta;                    /* of the load */
	uint64_t quantum;                   /* octet times, or clocks */
	uint64_t time;                      /* the same in octet times, or clocks */
	uint64_t forced, carrier;           /* MII: newest cycle in which these signals were invoked, 0 never */
	uint64_t crs_since;                 /* MII: carrier since, PM_NEVER: there is none */
	bool deferred;                      /* half duplex: there was carrier since the transmit wire fell idle, but our own */
	uint64_t fall_cause;                /* of the newest fall: its cycle, or the last octet of a PAUSE of time 0 */
	bool dropped;                       /* the newest fall was none by the timer */
	uint64_t software_cycle;            /* newest change of the hold by software, 0 never */
	bool software;                      /* software holds the transmitter */
	bool overwrote;                     /* the load came while inhibited */
	bool waits;                         /* a load waits for the frame on the wire */
	bool due;                           /* the next cycle may load */
	bool remote;                        /* the partner is held off by us */
	/* PAUSE was switched off while an XOFF, our newest, was on the wire: if it counts as sent, an XON is requested since; 0: none is */
	uint64_t forgotten_since;
	uint64_t send_cycle;          /* newest change of whether PAUSE frames are sent ... */
	bool sends;                   /* ... they are */
	uint64_t doubled;             /* an XOFF is requested anew since, whose first request was taken back unsent; 0: none is */
	uint64_t rose, fell;          /* newest rise of a level whose XOFF is kept, newest fall of any level; 0 never */
	uint64_t brief;               /* how long the level was up whose kept XOFF is requested, if it has fallen; else 0 */
	uint64_t pulses;              /* that requested a PAUSE frame since reset, ... */
	uint64_t pulse, pulse_before; /* ... cycles of the newest one and of that before it, 0: there is none; ... */
	bool pulse_off;               /* ... the newest one requests an XOFF */
};
void pm_pause_memory(const struct pm_model *m, struct pm_pause_memory *ret);

/* ---- what happened, for a bench that asks what a run exercised ---- */

struct pm_past {
	enum rule load_rule;   /* of the newest load of the pause timer: broken had it not come */
	bool load_waited;      /* ... for a frame on the wire */
	enum rule fall_rule;   /* what ended the newest inhibit: the rule about it; PAUSE_EXPIRY: its time was over */
	unsigned refusals;     /* PAUSE frames without effect since reset, and frames that only look like one */
	bool held_by_software; /* the transmitter, in the open cycle */
	bool receives;         /* the receiver is enabled in the open cycle */
	uint32_t low_mark;     /* the lower of the marks of the receive buffer, in units of its level */
	uint32_t high_mark;    /* the other one; 0: the device has none */
};
void pm_past(const struct pm_model *m, struct pm_past *ret);
/* True: the buffer level counts octets in use and rises as the buffer fills. False: it counts free MBUFs. */
bool pm_level_rises(const struct pm_model *m);

/* The I-th newest of pm_past.refusals, from 0; false if there are fewer or it is no longer kept. */
struct pm_pause_refused {
	enum rule rule; /* why it had no effect */
	uint16_t quanta;
	uint64_t last; /* its last octet on the wire */
	uint64_t time; /* QUANTA in octet times, or clocks */
};
bool pm_pause_refused(const struct pm_model *m, unsigned i, struct pm_pause_refused *ret);

/* The I-th newest, from 0, of the PAUSE frames that the inhibit has to obey and of what released it, by the moment at which the model knew of
 * it, before any latency; false if there are fewer or it is no longer kept. A reset forgets all of them. */
struct pm_pause_action {
	uint64_t last;   /* last octet of the PAUSE frame on the wire; of another release: its cycle */
	uint64_t time;   /* octet times, or clocks; 0: it released the transmitter */
	uint32_t clocks; /* of an octet at MII, 1 elsewhere */
};
bool pm_pause_action(const struct pm_model *m, unsigned i, struct pm_pause_action *ret);

/* What happened to a counter since it was read, cleared or loaded last. */
struct pm_count_past {
	bool full;           /* it came to its end, and wrapped or ... */
	bool sticks;         /* ... stuck there */
	bool cleared;        /* the newest clear without a read found it above 0 */
	bool held;           /* events did not count */
	bool loaded;         /* it was written */
	uint64_t full_cycle; /* from when the newest event that made it full is visible, though cleared since; 0: none */
};
void pm_count_past(const struct pm_model *m, unsigned counter, struct pm_count_past *ret);

/* ---- resync: the model goes on from what the DUT did ---- */

/* Inhibited or not, with TIMER octet times left (UINT32_MAX: until further notice). */
void pm_resync_xoff(struct pm_model *m, bool xoff, uint32_t timer);
/* The buffer level is FREE as obs_level shows it: free MBUFs, or at XGMII octets in the buffer. */
void pm_resync_level(struct pm_model *m, uint32_t free);
/* The classes ACTUAL are paused, bit i for class i. */
void pm_resync_pfc_xoff(struct pm_model *m, uint8_t actual);
/* The frame of pm_view.rx was delivered, or not. */
void pm_resync_delivered(struct pm_model *m, bool delivered);
/* The first waiting frame never comes. */
void pm_resync_host_lost(struct pm_model *m);
/* The PAUSE frame that is due counts as sent. */
void pm_resync_pause_sent(struct pm_model *m);
/* The PFC frame on the wire has OCTETS from the destination address on, PM_PFC_OCTETS at least: the requests of the classes that it names count as sent, and
 * no others. ZERO: classes whose XOFF may have the time 0. To be called before pm_tx_end(). */
enum { PM_PFC_OCTETS = 34 };
void pm_resync_pfc_sent(struct pm_model *m, const uint8_t *octets, uint8_t zero);
/* The request of pm_pause_memory.brief was never seen. */
void pm_resync_withdrawn(struct pm_model *m);
/* The first frame of pm_host_owed() never comes. */
void pm_resync_owed_lost(struct pm_model *m);
/* The first frame of pm_host_owed() was, or the one that is believed to be on the wire was before it, sent without being seen, in a link fault: it counts
 * as such frames do, at the latest in cycle BY. To be called before pm_resync_owed_lost(), or pm_resync_overtaken(). */
void pm_lost_unseen(struct pm_model *m, uint64_t by);
void pm_overtaken_unseen(struct pm_model *m, uint64_t by);
/* The control frame that is requested was sent without being seen: it counts likewise, by the next cycle. To be called before pm_resync_pause_sent(). */
void pm_control_unseen(struct pm_model *m);
/* The data frame on the wire is the first one of pm_host_owed(); the one that was believed to be on the wire never was. */
void pm_resync_overtaken(struct pm_model *m);
/* The data frame on the wire has no underrun. */
void pm_resync_whole(struct pm_model *m);
/* The data frame on the wire is the I-th one of pm_host_past(); the one that was believed to be on the wire comes later. */
void pm_resync_repeated(struct pm_model *m, unsigned i);
#endif
