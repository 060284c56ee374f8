/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the files in which a run records both wires and the register bus. */
#include "captures.h"

#include "report/access_out.h"
#include "report/pcap_out.h"

#include <errno.h>
#include <stdio.h>

static void note_speed(struct captures *c, uint64_t time, unsigned mbps)
{
	if (c->accesses)
		access_out_speed(c->accesses, time, mbps);
	if (c->sent)
		pcap_out_speed(c->sent, time, mbps);
	if (c->received)
		pcap_out_speed(c->received, time, mbps);
}

int captures_open(struct captures *ret, const struct dut *dut, const struct run_options *options)
{
	uint64_t hz = dut_octet_hz(dut);

	*ret = (struct captures){ 0 };
	if (options->sent_pcap && !(ret->sent = pcap_out_open(options->sent_pcap, hz)))
		return -errno;
	if (options->received_pcap && !(ret->received = pcap_out_open(options->received_pcap, hz)))
		return -errno;
	if (options->accesses && !(ret->accesses = access_out_open(options->accesses, hz)))
		return -errno;
	if (dut->phy == PHY_MII)
		note_speed(ret, 0, 1000);
	return 0;
}

void captures_events(struct captures *captures, const struct event *events, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct event *event = &events[i];
		uint64_t time = event->cycle + event->lane;
		if (event->kind == EVENT_LINK)
			note_speed(captures, time, (unsigned)event->value);
		if (captures->accesses)
			access_out_event(captures->accesses, event);
		if (event->kind == EVENT_TX_END && captures->sent)
			pcap_out_run(captures->sent, time - event->len, event->octets, event->len, event->code, event->codes,
			             event->error ? 0 : event->error_at);
		if (event->kind == EVENT_RX_RUN && captures->received)
			pcap_out_run(captures->received, time, event->octets, event->len, event->code, event->codes,
			             event->error_at);
	}
}

void captures_comment(struct captures *captures, const struct scoreboard_result *score)
{
	size_t kept = score->findings < SCOREBOARD_FINDINGS_MAX ? (size_t)score->findings : SCOREBOARD_FINDINGS_MAX;
	struct pcap_out *const files[] = { captures->sent, captures->received };

	for (size_t i = 0; i < kept; i++) {
		const struct finding *f = &score->finding[i];
		char text[768], cause[512];
		snprintf(text, sizeof(text), "finding %zu, %s: %s: expected %s, actual %s%s%s", i + 1, rule_table[f->rule].name,
		         f->what, f->expected, f->actual, *f->why ? "; " : "", f->why);
		snprintf(cause, sizeof(cause), "cause of finding %zu, %s%s%s", i + 1, rule_table[f->rule].name,
		         *f->why ? ": " : "", f->why);
		for (size_t c = 0; c < sizeof(files) / sizeof(files[0]); c++) {
			if (files[c])
				pcap_out_comment(files[c], f->cycle, text);
			if (files[c] && f->cause_cycle != f->cycle)
				pcap_out_comment(files[c], f->cause_cycle, cause);
		}
	}
}

int captures_close(struct captures *captures)
{
	int sent = captures->sent ? pcap_out_close(captures->sent) : 0;
	int received = captures->received ? pcap_out_close(captures->received) : 0;
	int accesses = captures->accesses ? access_out_close(captures->accesses) : 0;

	*captures = (struct captures){ 0 };
	return sent ? sent : received ? received : accesses;
}
