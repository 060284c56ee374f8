/* SPDX-License-Identifier: Apache-2.0 */
/* A judge of an Ethernet port: PAUSE, PFC, gaps and counters of a MAC, by what is seen on its two wires and read from its counters.
 *
 * The judge knows no simulator and no file format. Its user is a bench, a capture or a script that has a list of events in the order of time. The
 * judge knows the standard and, by a profile (doc/use/your-own-mac.md), what this MAC does where the standard leaves it free. It compares the events
 * with the golden model of libpausemodel as the bench compares a black box (doc/reference/dut-contract.md), and has a finding for each difference.
 *
 * What the events do not tell is unknown to the judge: what was on the wires before the first event, unless requests are seen what the client of the MAC
 * requested, and unless the client is seen when it handed over a frame and what it got. The judge allows whatever may have been; the rules that cannot be decided then are listed by pm_judge_undecided(),
 * each with the reason. It makes no finding of a rule that it lists there.
 *
 *     struct pm_judge *judge;
 *     char message[PM_JUDGE_MESSAGE];
 *     const struct pm_judge_options options = { .profile = "my.mac" };
 *
 *     if (pm_judge_new(&judge, &options, message, sizeof(message)))
 *             fail(message);
 *     pm_judge_control(judge, 0, "station", 0x001122334455);
 *     for (each event in the order of time)
 *             if (pm_judge_frame(judge, PM_JUDGE_SENT, start_ps, octets, length, 0))
 *                     fail(pm_judge_message(judge));
 *     if (pm_judge_finish(judge, end_ps))
 *             fail(pm_judge_message(judge));
 *     for (i = 0; !pm_judge_finding(judge, i, &finding); i++)
 *             printf("%s: %s\n", finding.rule, finding.sentence);
 *     pm_judge_free(judge);
 *
 * Errors are returned, never printed, and nothing aborts. After an error other than PM_JUDGE_USAGE or PM_JUDGE_ORDER the judge accepts nothing more; a call that is
 * refused for these has had no effect. Memory is taken in pm_judge_new() and for frames that are longer than any before. A judge may be used by one
 * thread at a time; each has a profile of its own, and no judge knows of another one. */
#ifndef PAUSEBENCH_JUDGE_H
#define PAUSEBENCH_JUDGE_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. errors ---- */

enum pm_judge_error {
	PM_JUDGE_OK = 0,
	PM_JUDGE_NO_MEMORY = -1,
	PM_JUDGE_PROFILE = -2, /* the profile cannot be read, or is not one */
	PM_JUDGE_USAGE = -3,   /* an argument or the moment of the call is wrong */
	PM_JUDGE_ORDER = -4,   /* time goes back, or an end has no start */
	PM_JUDGE_EVENTS = -5,  /* these events cannot come from this port: two frames at a time on one wire */
	PM_JUDGE_NO_MORE = -6, /* there are fewer */
};
enum { PM_JUDGE_MESSAGE = 512 }; /* octets that hold any message */

/* ---- 2. a judge ---- */

struct pm_judge;

/* Of captures: whether frames end with their FCS, and the octet whose time they have, as its first or last bit passes. */
enum pm_judge_fcs { PM_JUDGE_FCS_AS_STATED, PM_JUDGE_FCS_PRESENT, PM_JUDGE_FCS_ABSENT };
enum pm_judge_stamp { PM_JUDGE_STAMP_PREAMBLE, PM_JUDGE_STAMP_SFD, PM_JUDGE_STAMP_END };
/* What is known of the client of the MAC: nothing; it has a data frame all the time, as a traffic generator at line rate, and they wait in one queue; or, where
 * the profile knows classes, in a queue for each class that it sends, none of which gets empty. */
enum pm_judge_client { PM_JUDGE_CLIENT_UNKNOWN, PM_JUDGE_CLIENT_ALWAYS, PM_JUDGE_CLIENT_CLASSES };

/* All that is 0 or NULL has the usual meaning. */
struct pm_judge_options {
	const char *profile;      /* path of the profile ... */
	const char *profile_text; /* ... or its text; .profile is then only its name in messages */
	uint64_t time_error_ps;   /* each time may be wrong by so much, earlier or later; 0: times are exact */
	int story;                /* 1: the judge notes what pm_judge_story() tells */
	int damaged_seen;         /* 1: every frame with an error is among the events, too; 0: some may be missing */
	int client_control; /* 1: the client of the MAC hands over MAC control frames of its own; 0: all that are sent are the MAC's */
	enum pm_judge_fcs fcs; /* of pm_judge_captures(), as is .stamp */
	enum pm_judge_stamp stamp;
	int client_always; /* enum pm_judge_client; but for PM_JUDGE_CLIENT_UNKNOWN the client is never late with octets: data that come late are found, and
	                      frames with a wrong FCS unless the client may mark frames */
	int client_seen; /* 1: pm_judge_client_offer() and so on tell what the client handed over and got; times are exact */
	int requests_seen; /* 1: pm_judge_request() and pm_judge_class_request() tell every request for PAUSE and PFC frames; with .client_seen. Of a MAC
	                      that sends by marks pm_judge_axis() tells all that the client takes out of the receive buffer */
};

/* Makes a judge of the port that the profile describes. Returns PM_JUDGE_OK, PM_JUDGE_PROFILE, PM_JUDGE_USAGE or PM_JUDGE_NO_MEMORY, with a line in
 * MESSAGE, of SIZE octets. OPTIONS are copied. */
int pm_judge_new(struct pm_judge **ret, const struct pm_judge_options *options, char *message, size_t size);
/* JUDGE may be NULL. */
void pm_judge_free(struct pm_judge *judge);
/* Returns the line about the newest error; "": there was none. It belongs to the judge. */
const char *pm_judge_message(const struct pm_judge *judge);

/* ---- 3. events ----
 *
 * Times are picoseconds from any moment, the same one for both wires and the counters. The time of a call is not before that of the call before. */

enum pm_judge_wire { PM_JUDGE_RECEIVED, PM_JUDGE_SENT };
enum pm_judge_frame_flag {
	PM_JUDGE_NO_FCS = 1,       /* the octets end before the FCS, which is taken to be right */
	PM_JUDGE_CODE_ERROR = 2,   /* the PHY reported an error in the frame */
	PM_JUDGE_CUT = 4,          /* the octets are only the first ones, of `whole` in all: pm_judge_cut_frame() */
	PM_JUDGE_CLIENT_ERROR = 8, /* pm_judge_client_taken(), pm_judge_client_delivered(): tuser */
};

/* A frame is on WIRE from TIME on, which is that of the first octet of its preamble (XGMII: of its /S/): LENGTH octets from the destination address on, FLAGS
 * of enum pm_judge_frame_flag. The octets are copied. */
int pm_judge_frame(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                   unsigned flags);
/* The same for a frame of which only the first LENGTH of WHOLE octets are known. Its FCS is taken to be right. LENGTH is 20 at least. */
int pm_judge_cut_frame(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                       uint32_t whole, unsigned flags);
/* In place of pm_judge_frame() where the octets are known at the end alone. Other events may come between start and end; at most 65536. */
int pm_judge_start(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time);
int pm_judge_end(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, const uint8_t *octets, uint32_t length,
                 unsigned flags);

/* The control NAME (doc/use/your-own-mac.md 2: "quanta", "station" with the first octet of the address in bits 47:40, ...) has VALUE from TIME on. Before the
 * first frame: it has had it all the time. The station's address has to be known before the first frame if the MAC sends or obeys frames that carry it. */
int pm_judge_control(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value);
/* The register at ADDRESS of the profile was written; it was read and had VALUE. */
int pm_judge_write(struct pm_judge *judge, uint64_t time, uint16_t address, uint64_t value);
int pm_judge_read(struct pm_judge *judge, uint64_t time, uint16_t address, uint64_t value);
/* The counter NAME of the profile was read and had VALUE. The first reading of a counter that comes before the first frame says where it began;
 * without it the counter began as after a reset. */
int pm_judge_counter(struct pm_judge *judge, uint64_t time, const char *name, uint64_t value);
/* The MAC was reset from TIME on, for LASTING picoseconds: its counters, controls and pauses begin anew. */
int pm_judge_reset(struct pm_judge *judge, uint64_t time, uint64_t lasting);
/* From TIME on frames may be missing among the events of WIRE (the capture dropped some): no counter is decided any more, and no pause before the next PAUSE
 * frame. */
int pm_judge_lost(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time);
/* The client of the MAC (AXI4-Stream), with .client_seen: it offered a frame from TIME on; the MAC had taken the whole frame at TIME, LENGTH octets from
 * the destination address on, with the FCS only where the client hands that over. FLAGS: PM_JUDGE_CLIENT_ERROR, the client marked the frame. PAUSED: the octet
 * before which the client first let the MAC wait, 0: it did not. One frame is offered at a time. */
int pm_judge_client_offer(struct pm_judge *judge, uint64_t time);
int pm_judge_client_taken(struct pm_judge *judge, uint64_t time, const uint8_t *octets, uint32_t length, uint32_t paused,
                          unsigned flags);
/* The MAC delivers a frame to the client from TIME on; the client had got the whole frame at TIME. FLAGS: PM_JUDGE_CLIENT_ERROR, the MAC marked it as bad. */
int pm_judge_client_delivery(struct pm_judge *judge, uint64_t time);
int pm_judge_client_delivered(struct pm_judge *judge, uint64_t time, const uint8_t *octets, uint32_t length, unsigned flags);
/* With .requests_seen: from TIME on the client requests that the partner is paused (XOFF 1: the level is up), or does not (0). Of a MAC whose profile has
 * by=pulse each call is a pulse, for an XOFF or an XON. Before the first call it requests nothing. */
int pm_judge_request(struct pm_judge *judge, uint64_t time, int xoff);
/* The same for each of CLASSES, bit I for class I; the other classes stay as they are. */
int pm_judge_class_request(struct pm_judge *judge, uint64_t time, uint8_t classes, int xoff);
/* From TIME on the client takes what the MAC delivers, or does not; it does from the beginning. */
int pm_judge_client_ready(struct pm_judge *judge, uint64_t time, int ready);
/* In place of these, what the pins of one AXI4-Stream carry in a clock: up to 8 octets of data, the first one in the lowest bits, with tkeep (of one octet:
 * 1). The stream of PM_JUDGE_SENT is that of frames which the MAC sends, the other one that of frames which it received. */
int pm_judge_axis(struct pm_judge *judge, enum pm_judge_wire stream, uint64_t time, uint64_t data, uint8_t keep, int last,
                  int user, int valid, int ready);
/* In place of frames, what the pins of the PHY carry in a clock: GMII or MII with enable (TX_EN, RX_DV) and error (TX_ER, RX_ER), XGMII with 8 lanes of data
 * and control, lane 0 in the lowest bits, in a clock of CLOCK_PS. Clocks without enable, and words that are all idle, may be left out, but not the first one
 * after a frame; within a frame a clock that is left out, or passed twice, is PM_JUDGE_EVENTS. The octets ahead of a frame are judged too then. A word with a
 * sequence (46.3.4) may not be left out: once the receive wire has had a call, the judge takes it to have had no link fault but those that it was told. */
int pm_judge_gmii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint8_t data, int enable, int error);
int pm_judge_mii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint8_t nibble, int enable, int error);
int pm_judge_xgmii(struct pm_judge *judge, enum pm_judge_wire wire, uint64_t time, uint64_t clock_ps, uint64_t data,
                   uint8_t control);
/* There are no more events: what is due by TIME and has not come is a finding. */
int pm_judge_finish(struct pm_judge *judge, uint64_t time);

/* ---- 4. findings ---- */

/* The strings belong to the judge. */
struct pm_judge_finding {
	uint64_t time, cause_time; /* where it was seen; where its cause lies, .time if that is not known */
	const char *rule;          /* "pause-obeyed" */
	const char *rule_text;     /* what must hold by it */
	const char *document;      /* what says so */
	const char *sentence;      /* what was seen, what was expected, what came */
	const char *why;           /* why it was expected, or "" */
	const char *profile_line;  /* the line of the profile that may be false instead, or "" */
};
/* Returns how many there are so far; those that pm_judge_finding() knows are the first 64 in the order of time. */
uint64_t pm_judge_findings(const struct pm_judge *judge);
/* Fills in the I-th finding, from 0, in the order of time. PM_JUDGE_NO_MORE: there are fewer, or it is not kept. */
int pm_judge_finding(const struct pm_judge *judge, size_t i, struct pm_judge_finding *ret);

/* ---- 5. what was not decided ---- */

struct pm_judge_rule {
	const char *rule; /* "tx-lost"; or the name of a counter of the profile, of which a reading was not decided */
	const char *why;  /* why these events cannot decide it */
};
/* Fills in the I-th rule, from 0, that was not decided; behind the rules come counters. */
int pm_judge_undecided(const struct pm_judge *judge, size_t i, struct pm_judge_rule *ret);
/* Returns how often something was compared: frames, starts, counters. 0 after pm_judge_finish() means that the events said nothing. */
uint64_t pm_judge_checks(const struct pm_judge *judge);
/* Returns how many sent frames so far ended with an error or a wrong FCS and were not judged, because the client, or a link fault that is not seen, may have
 * spoilt them (doc/use/judge.md 2.2). A MAC that spoils every frame has no other sign of it. */
uint64_t pm_judge_spoilt(const struct pm_judge *judge);
/* Returns how many frames of both wires so far came without their FCS (PM_JUDGE_NO_FCS, or captures that lack it), which was taken to be right. */
uint64_t pm_judge_without_fcs(const struct pm_judge *judge);

/* Returns what happened as text, a line an event, with the findings in their places, of which LINES at most are those around the first finding; 0: all. ""
 * without the option story; NULL: there is no memory. It is valid until the next call. After pm_judge_finish(). */
const char *pm_judge_story(struct pm_judge *judge, size_t lines);

/* ---- 6. captures ---- */

/* Makes a judge, passes the frames of two captures, pcapng or pcap, in the order of time, and finishes it. SENT may be NULL: RECEIVED then has both
 * directions (doc/use/judge.md). CONTROLS: "station=00:11:22:33:44:55" and the like, ended by NULL; may be NULL. Returns as pm_judge_new(), or
 * PM_JUDGE_EVENTS with a line in MESSAGE that names file and packet. */
int pm_judge_captures(struct pm_judge **ret, const struct pm_judge_options *options, const char *received, const char *sent,
                      const char *const *controls, char *message, size_t size);

/* ---- 7. the same without structures, for languages that import functions (DPI-C) ---- */

/* pm_judge_new() with a profile and a time error, for a simulator, where every frame is seen; NULL: pm_judge_open_message() says why, until the next call in this thread. */
struct pm_judge *pm_judge_open(const char *profile, uint64_t time_error_ps);
/* The same with exact times and .client_seen. */
struct pm_judge *pm_judge_open_with_client(const char *profile);
/* The same with .requests_seen, too. */
struct pm_judge *pm_judge_open_with_requests(const char *profile);
const char *pm_judge_open_message(void);
/* The I-th finding, or rule that was not decided, from 0, in one line, valid until the next call; "": there are fewer. */
const char *pm_judge_finding_text(struct pm_judge *judge, uint64_t i);
const char *pm_judge_undecided_text(struct pm_judge *judge, uint64_t i);

#ifdef __cplusplus
}
#endif
#endif
