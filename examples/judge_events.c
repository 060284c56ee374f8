/* SPDX-License-Identifier: Apache-2.0 */
/* A list of events, written by hand, and what the judge says to it: a MAC that sends while it is told to wait. doc/use/library.md 2.
 *
 *     cc judge_events.c $(pkg-config --cflags --libs pausemodel) -o judge_events */
#include <inttypes.h>
#include <pausemodel/judge.h>
#include <stdio.h>

/* A MAC of 1 Gb/s that obeys PAUSE frames to the multicast address, and begins to within 60 octet times. */
static const char profile[] = "pausebench-mac 1\n"
			      "mac example\n"
			      "instance example.vh\n"
			      "sources example.v\n"
			      "phy gmii\n"
			      "host tx=stored\n"
			      "obeys multicast\n"
			      "latency inhibit 0 60\n";

static const uint8_t pause_of_4_quanta[60] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00,
	                                       0x00, 0x00, 0x09, 0x88, 0x08, 0x00, 0x01, 0x00, 0x04 };
static const uint8_t data[60] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x09, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x88, 0xB5 };

#define NS 1000
/* A quantum is 512 ns, so that the pause ends about 2.6 us after the frame with it. */
static const struct {
	enum pm_judge_wire wire;
	uint64_t time;
	const uint8_t *octets;
} events[] = {
	{ PM_JUDGE_SENT, 1000 * NS, data },
	{ PM_JUDGE_RECEIVED, 2000 * NS, pause_of_4_quanta },
	{ PM_JUDGE_SENT, 4000 * NS, data }, /* too early */
	{ PM_JUDGE_SENT, 8000 * NS, data },
};

int main(void)
{
	const struct pm_judge_options options = { .profile = "example.mac", .profile_text = profile };
	char message[PM_JUDGE_MESSAGE];
	struct pm_judge_finding finding;
	struct pm_judge *judge;

	if (pm_judge_new(&judge, &options, message, sizeof(message))) {
		fprintf(stderr, "%s\n", message);
		return 2;
	}
	int err = pm_judge_control(judge, 0, "station", 0x001122334455);
	for (size_t i = 0; !err && i < sizeof(events) / sizeof(events[0]); i++)
		err = pm_judge_frame(judge, events[i].wire, events[i].time, events[i].octets, 60, PM_JUDGE_NO_FCS);
	if (err || (err = pm_judge_finish(judge, 10000 * NS)))
		fprintf(stderr, "%s\n", pm_judge_message(judge));
	for (size_t i = 0; !err && !pm_judge_finding(judge, i, &finding); i++)
		printf("%.1f us  %s [%s]\n  %s\n  %s\n", (double)finding.time / 1e6, finding.rule, finding.document,
		       finding.sentence, finding.why);
	uint64_t findings = pm_judge_findings(judge), checks = pm_judge_checks(judge);
	printf("%" PRIu64 " findings in %" PRIu64 " checks\n", findings, checks);
	pm_judge_free(judge);
	return err || !checks ? 2 : findings > 0;
}
