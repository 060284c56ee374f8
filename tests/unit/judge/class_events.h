/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for tests of own PFC frames whose requests are seen: a MAC at 10 Gb/s that the judge knows by a profile, and what happens at it. */
#ifndef PAUSEBENCH_CLASS_EVENTS_H
#define PAUSEBENCH_CLASS_EVENTS_H
#include "judge_support.h"

enum { FRAME = 64 };

static const uint8_t station[6] = { 0, 0x11, 0x22, 0x33, 0x44, 0x55 };

enum act {
	END,
	ASKS_XOFF,   /* a request that the classes OFF and ON are paused */
	ASKS_XON,    /* ... are released */
	SENDS,       /* a PFC frame that pauses the classes OFF and releases the classes ON */
	ASKS_PAUSE,  /* a request for a PAUSE frame that pauses, if OFF is not 0, or releases */
	SENDS_PAUSE, /* a PAUSE frame of time OFF */
	HANDS_DATA,  /* a data frame of the client's has been taken */
	SENDS_DATA,  /* ... is sent */
	ENABLES,     /* pfc_tx is OFF */
	MOVES,       /* the station's address is 00-00-00-00-00-OFF */
};
enum { CLASS_EVENTS = 8, DATA = 264 };
struct class_event {
	uint64_t octets;
	enum act act;
	uint8_t off, on;
};

/* Sends a PFC frame with VECTOR and TIMES; SPOILT: with a wrong FCS. */
static inline void send_times(struct pm_judge *judge, uint64_t octets, uint8_t vector, const uint16_t *times, bool spoilt)
{
	uint8_t frame[FRAME] = { 0x01, 0x80, 0xC2, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0x08, 0x01, 1, 0, vector };

	for (unsigned i = 0; i < 8; i++) {
		frame[18 + 2 * i] = (uint8_t)(times[i] >> 8);
		frame[19 + 2 * i] = (uint8_t)times[i];
	}
	frame_put_fcs(frame + FRAME - FRAME_FCS_OCTETS, frame_fcs(frame, FRAME - FRAME_FCS_OCTETS) ^ spoilt);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, FRAME, 0));
}

static inline void send_classes(struct pm_judge *judge, uint64_t octets, uint8_t off, uint8_t on)
{
	uint16_t times[8];

	for (unsigned i = 0; i < 8; i++)
		times[i] = off >> i & 1 ? 0xFFFF : 0;
	send_times(judge, octets, off | on, times, false);
}

static inline void send_pause(struct pm_judge *judge, uint64_t octets, uint16_t quanta)
{
	uint8_t frame[FRAME];

	frame_pause(frame, station, quanta);
	must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, sizeof(frame), 0));
}

/* The client hands over a data frame, which is taken in the octet time OCTETS / it is sent then. */
static inline void data(struct pm_judge *judge, uint64_t octets, bool sent)
{
	const uint32_t body = DATA - FRAME_FCS_OCTETS;
	uint8_t frame[DATA] = { 2, 0, 0, 0, 0, 1, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

	frame_put_fcs(frame + body, frame_fcs(frame, body));
	if (sent) {
		must(judge, pm_judge_frame(judge, PM_JUDGE_SENT, octet(octets), frame, DATA, 0));
		return;
	}
	must(judge, pm_judge_client_offer(judge, octet(octets - body)));
	must(judge, pm_judge_client_taken(judge, octet(octets), frame, body, 0, 0));
}

static inline void do_class_event(struct pm_judge *judge, const struct class_event *event)
{
	uint64_t time = octet(event->octets);

	switch (event->act) {
	case SENDS:
		send_classes(judge, event->octets, event->off, event->on);
		break;
	case SENDS_PAUSE:
		send_pause(judge, event->octets, event->off);
		break;
	case HANDS_DATA:
	case SENDS_DATA:
		data(judge, event->octets, event->act == SENDS_DATA);
		break;
	case ASKS_PAUSE:
		must(judge, pm_judge_request(judge, time, event->off));
		break;
	case ENABLES:
		must(judge, pm_judge_control(judge, time, "pfc_tx", event->off));
		break;
	case MOVES:
		must(judge, pm_judge_control(judge, time, "station", event->off));
		break;
	default:
		must(judge, pm_judge_class_request(judge, time, event->off | event->on, event->act == ASKS_XOFF));
	}
}

/* Returns the judge of a MAC at XGMII that takes requests BY, with LINES in its profile. */
static inline struct pm_judge *judge_of_classes(const char *by, const char *lines)
{
	struct pm_judge *judge;
	char text[1024];

	snprintf(text, sizeof(text),
	         "pausebench-mac 1\nmac ten\ninstance ten.vh\nsources ten.v\nphy xgmii\nhost tx=stored\nobeys multicast pfc\n"
	         "latency inhibit 0 60\nlatency request 24 48\nlatency write 0 0\nsends %s %s\n%s",
	         by, strstr(by, "refresh") ? "" : "refresh=none", lines);
	judge = judge_of(
	    &(struct pm_judge_options){ .profile = "ten.mac", .profile_text = text, .client_seen = 1, .requests_seen = 1 });
	must(judge, pm_judge_control(judge, 0, "pfc_tx", 0xFF));
	must(judge, pm_judge_client_ready(judge, octet(100), 1));
	return judge;
}

static inline void do_class_events(struct pm_judge *judge, const struct class_event *events)
{
	for (unsigned i = 0; i < CLASS_EVENTS && events[i].act != END; i++)
		do_class_event(judge, &events[i]);
}

/* Judges EVENTS, of which RULE is broken first. */
static inline void judge_class_events(const char *what, const char *by, const char *lines, const struct class_event *events,
                                      const char *rule)
{
	struct pm_judge *judge = judge_of_classes(by, lines);
	char text[128];

	do_class_events(judge, events);
	snprintf(text, sizeof(text), "%s, %s", what, by);
	expect_first(judge, octet(9000), rule, text);
}
#endif
