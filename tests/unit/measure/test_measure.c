/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements: hand-made events, and the exact latencies of our own devices. */
#include "base/parameter_text.h"
#include "conform/calibrate.h"
#include "conform/measured_registers.h"
#include "measure/measure.h"
#include "part/frame.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

enum { WIRE_OCTETS = 72, TAPE_EVENTS = 64 };

/* ---- values ---- */

Test(measure, least_greatest_and_median_of_many_runs)
{
	struct measured_sum sum = { 0 };
	static struct measured runs[3];
	static const int64_t values[3][3] = { { 5, 9, 7 }, { -2, 100, 6 }, { 8, 8, 8 } };

	for (size_t run = 0; run < COUNT_OF(runs); run++) {
		for (size_t i = 0; i < 3; i++)
			measured_add(&runs[run], MEASURE_INHIBIT, values[run][i]);
		cr_assert_eq(measured_sum_add(&sum, &runs[run]), 0);
	}
	cr_expect_eq(sum.kind[MEASURE_INHIBIT].count, 9);
	cr_expect_eq(sum.kind[MEASURE_INHIBIT].min, -2);
	cr_expect_eq(sum.kind[MEASURE_INHIBIT].max, 100);
	cr_expect_eq(measured_median(&sum, MEASURE_INHIBIT), 8);
	cr_expect_eq(sum.kind[MEASURE_RESUME].count, 0);
	measured_sum_release(&sum);
}

Test(measure, more_values_than_samples_keep_their_ends)
{
	static struct measured m;

	for (int i = 0; i < 10 * MEASURED_SAMPLES; i++)
		measured_add(&m, MEASURE_EVENT, i);
	cr_expect_eq(m.kind[MEASURE_EVENT].count, 10 * MEASURED_SAMPLES);
	cr_expect_eq(m.kind[MEASURE_EVENT].samples, MEASURED_SAMPLES);
	cr_expect_eq(m.kind[MEASURE_EVENT].max, 10 * MEASURED_SAMPLES - 1);
}

/* ---- events ---- */

struct tape {
	struct event events[TAPE_EVENTS];
	size_t count;
	uint8_t pause[WIRE_OCTETS], xoff[WIRE_OCTETS], data[WIRE_OCTETS], offer[60];
};

static void wire(uint8_t ret[WIRE_OCTETS], const uint8_t *frame)
{
	memset(ret, 0x55, 7);
	ret[7] = 0xD5;
	memcpy(ret + 8, frame, 64);
}

static void tape_begin(struct tape *t, uint16_t quanta)
{
	static const uint8_t source[6] = { 2, 0, 0, 0, 0, 2 };
	uint8_t frame[64];

	*t = (struct tape){ .count = 1 };
	t->events[0].kind = EVENT_RESET;
	frame_pause(frame, source, quanta);
	wire(t->pause, frame);
	frame_pause(frame, source, 7);
	wire(t->xoff, frame);
	for (size_t i = 0; i < sizeof(t->offer); i++)
		t->offer[i] = (uint8_t)(i + 1);
	memcpy(frame, t->offer, sizeof(t->offer));
	frame_put_fcs(frame + 60, frame_fcs(frame, 60));
	wire(t->data, frame);
}

static struct event *tape_add(struct tape *t, uint64_t cycle, enum event_kind kind, const uint8_t *octets, uint32_t len)
{
	struct event *event = &t->events[t->count++];

	*event = (struct event){ .cycle = cycle, .kind = kind, .octets = octets, .len = len, .error_at = -1 };
	return event;
}

static void tape_sent(struct tape *t, uint64_t start, const uint8_t *octets)
{
	tape_add(t, start, EVENT_TX_START, NULL, 0);
	tape_add(t, start + WIRE_OCTETS, EVENT_TX_END, octets, WIRE_OCTETS);
}

static void tape_measure(const struct tape *t, const struct measure_registers *registers, struct measured *ret)
{
	struct measure *m = measure_new(dut_by_name("bcm5718"), registers);

	cr_assert_not_null(m);
	measure_events(m, t->events, t->count);
	cr_assert_eq(measure_finish(m, ret), 0);
	measure_free(m);
}

static void expect_one(const struct measured *m, enum measure_kind kind, int64_t value)
{
	cr_expect_eq(m->kind[kind].count, 1, "%s: %llu values", measure_table[kind].name,
	             (unsigned long long)m->kind[kind].count);
	cr_expect_eq(m->kind[kind].min, value, "%s: %lld expected, actual %lld", measure_table[kind].name, (long long)value,
	             (long long)m->kind[kind].min);
}

/* The PAUSE of ten quanta ends in cycle 171; data waits from 300 on and starts 9 octet times after the 640. */
static void idle_pause(struct tape *t)
{
	tape_begin(t, 10);
	tape_add(t, 100, EVENT_RX_RUN, t->pause, WIRE_OCTETS);
	tape_add(t, 300, EVENT_HOST_OFFER, t->offer, sizeof(t->offer));
	tape_sent(t, 171 + 640 + 9, t->data);
}

Test(measure, the_time_of_a_pause_is_kept_so_exactly)
{
	static const struct measure_registers none;
	static struct measured m;
	struct tape t;

	idle_pause(&t);
	tape_measure(&t, &none, &m);
	expect_one(&m, MEASURE_ACCURACY, 9);
	cr_expect_eq(m.kind[MEASURE_INHIBIT].count, 0);
}

/* A start whose cause may be another one is not measured. */
Test(measure, a_second_cause_leaves_a_moment_out)
{
	static const struct measure_registers none;
	static struct measured m;
	struct tape t;

	idle_pause(&t);
	t.events[t.count] = t.events[t.count - 1]; /* a write between the PAUSE and the start */
	memmove(&t.events[3], &t.events[2], (t.count - 2) * sizeof(t.events[0]));
	t.events[2] = (struct event){ .cycle = 200, .kind = EVENT_REG_WRITE, .address = 4 };
	t.count++;
	tape_measure(&t, &none, &m);
	cr_expect_eq(m.kind[MEASURE_ACCURACY].count, 0);
}

/* A frame that is on the wire until cycle 400 delays the pause: the time counts from its end. */
Test(measure, data_resumes_after_a_frame_on_the_wire)
{
	static const struct measure_registers none;
	static struct measured m;
	static uint8_t sent[400];
	struct tape t;

	tape_begin(&t, 12);
	memcpy(sent, t.data, WIRE_OCTETS);
	tape_add(&t, 90, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_add(&t, 95, EVENT_TX_START, NULL, 0);
	tape_add(&t, 100, EVENT_RX_RUN, t.pause, WIRE_OCTETS);
	tape_add(&t, 200, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_add(&t, 400, EVENT_TX_END, sent, 305);
	tape_sent(&t, 400 + 12 * 64 + 3, t.data);
	tape_measure(&t, &none, &m);
	expect_one(&m, MEASURE_RESUME, 3);
	cr_expect_eq(m.kind[MEASURE_ACCURACY].count, 0);
}

Test(measure, a_request_is_answered_so_fast_and_refreshed)
{
	static const struct measure_registers registers = { .request_xoff = { .address = 0x40, .mask = 4 } };
	static struct measured m;
	struct tape t;

	tape_begin(&t, 1);
	*tape_add(&t, 100, EVENT_REG_WRITE, NULL,
	          0) = (struct event){ .cycle = 100, .kind = EVENT_REG_WRITE, .address = 0x40, .value = 4 };
	tape_sent(&t, 106, t.xoff);
	tape_sent(&t, 306, t.xoff);
	tape_measure(&t, &registers, &m);
	expect_one(&m, MEASURE_REQUEST, 6);
	expect_one(&m, MEASURE_REFRESH, 200);
}

/* ---- the lanes of XGMII ---- */

/* The lanes of a frame: /S/, preamble, octets, /T/. */
static void lanes(uint8_t ret[WIRE_OCTETS + 1], const uint8_t wire[WIRE_OCTETS])
{
	memcpy(ret, wire, WIRE_OCTETS);
	ret[0] = 0xFB;
	ret[WIRE_OCTETS] = 0xFD;
}

/* A PAUSE of 70 quanta that begins in the column of LANE, then a frame that waits for its end and begins in lane 4, 72 octet times after it as counted from
 * the clock in which the PAUSE ends; before it a frame that begins in lane 4 of the clock that is 32 octet times after its last word was taken. */
static void lanes_measure(unsigned lane, struct measured *ret)
{
	static const struct measure_registers none;
	static const uint32_t codes[] = { 0, WIRE_OCTETS };
	struct tape t;
	uint8_t pause[WIRE_OCTETS + 1], data[WIRE_OCTETS + 1];
	struct measure *m = measure_new(dut_by_name("ll10g"), &none);
	uint64_t asked = 70 * 64, end = 2000 + 72 + lane, resumed = end - end % 8 + asked + 72;
	struct event *e;

	tape_begin(&t, 70);
	lanes(pause, t.pause);
	lanes(data, t.data);
	tape_add(&t, 400, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_add(&t, 464, EVENT_HOST_TAKEN, NULL, 0);
	tape_add(&t, 496, EVENT_TX_START, NULL, 0)->lane = 4;
	tape_add(&t, 568, EVENT_TX_END, data, WIRE_OCTETS)->lane = 4;
	e = tape_add(&t, 2000, EVENT_RX_RUN, pause, WIRE_OCTETS + 1);
	e->lane = (uint8_t)lane;
	e->code = codes;
	e->codes = 2;
	tape_add(&t, 3400, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_add(&t, 3464, EVENT_HOST_TAKEN, NULL, 0);
	tape_add(&t, resumed, EVENT_TX_START, NULL, 0)->lane = 4;
	tape_add(&t, resumed + 72, EVENT_TX_END, data, WIRE_OCTETS)->lane = 4;
	cr_assert_not_null(m);
	measure_events(m, t.events, t.count);
	cr_assert_eq(measure_finish(m, ret), 0);
	measure_free(m);
}

/* The checks count from the clock in which a PAUSE ends, and the clock of a start: the lanes are no latency of the MAC. */
Test(measure, the_column_of_a_frame_is_no_latency)
{
	for (unsigned lane = 0; lane <= 4; lane += 4) {
		static struct measured m;
		memset(&m, 0, sizeof(m));
		lanes_measure(lane, &m);
		expect_one(&m, MEASURE_ACCURACY, 72 + 4);
		expect_one(&m, MEASURE_START, 32);
	}
}

/* Two frames are there from cycle 100 on. The second one starts 30 octet times behind the least gap, which the third one shows. */
Test(measure, a_frame_that_waited_behind_another_has_its_own_start)
{
	static const struct measure_registers none;
	static struct measured m;
	struct tape t;
	struct measured_sum sum = { 0 };
	struct calibrated f;

	tape_begin(&t, 10);
	tape_add(&t, 1000, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_sent(&t, 1005, t.data);
	tape_add(&t, 1010, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_sent(&t, 1005 + WIRE_OCTETS + 12 + 30, t.data);
	tape_add(&t, 1120, EVENT_HOST_OFFER, t.offer, sizeof(t.offer));
	tape_sent(&t, 1005 + 2 * WIRE_OCTETS + 12 + 30 + 12, t.data);
	tape_measure(&t, &none, &m);
	expect_one(&m, MEASURE_START, 5);
	cr_expect_eq(m.kind[MEASURE_FOLLOW].count, 2);
	cr_expect_eq(m.kind[MEASURE_FOLLOW].max, 31, "%lld", (long long)m.kind[MEASURE_FOLLOW].max);
	cr_assert_eq(measured_sum_add(&sum, &m), 0);
	calibrate_figures(dut_by_name("bcm5718"), &sum, &f);
	cr_expect(f.start.known && f.start.min == 5 && f.start.max == 31, "%u to %u", f.start.min, f.start.max);
	measured_sum_release(&sum);
}

/* ---- our own devices, whose contracts are exact ---- */

static void expect_figure(const char *dut, const char *name, const struct calibrated_figure *figure, uint32_t min, uint32_t max)
{
	cr_expect(figure->known, "%s: %s is not measured", dut, name);
	cr_expect_eq(figure->min, min, "%s: %s of %u and more expected, actual %u", dut, name, min, figure->min);
	cr_expect_leq(figure->max, max, "%s: %s of %u at most expected, actual %u", dut, name, max, figure->max);
}

/* The least figures are those of the contract; the greatest are no more than two clocks above. */
Test(measure, calibration_finds_the_contract_of_each_device)
{
	static const char *const names[] = { "bcm5718", "i82598", "ll10g", "bcm1250" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct dut *dut = dut_by_name(names[i]);
		const struct calibrate_options options = { .dut = dut, .out = "build/tests/calibrate" };
		const struct dut_timing *t = &dut->timing;
		struct measured_sum sum = { 0 };
		struct env_error error = { "" };
		struct calibrated f;
		uint32_t step = dut_step(dut);
		cr_assert_eq(calibrate_measure(&options, &sum, &error), 0, "%s", error.text);
		calibrate_figures(dut, &sum, &f);
		expect_figure(names[i], "inhibit", &f.inhibit, t->inhibit, t->inhibit + 2 * step);
		expect_figure(names[i], "resume", &f.resume, t->resume, t->resume + step);
		expect_figure(names[i], "start", &f.start, f.start.min, f.start.min + step);
		expect_figure(names[i], "event", &f.event, t->sent, t->classify);
		expect_figure(names[i], "delivery", &f.delivery, t->host, t->host);
		cr_expect(f.request.known && f.request.min >= t->request && f.request.max <= t->request + step,
		          "%s: request %u to %u", names[i], f.request.min, f.request.max);
		cr_expect_gt(sum.kind[MEASURE_REPLACED].count, 20, "%s", names[i]);
		cr_expect_eq(sum.kind[MEASURE_REPLACED].min, sum.kind[MEASURE_ACCURACY].min,
		             "%s: a time that replaces another counts likewise", names[i]);
		cr_expect(f.known_timer && !f.from_reception && !f.granularity && !f.cut_through, "%s", names[i]);
		measured_sum_release(&sum);
	}
}

/* ---- the verb ---- */

Test(measure, the_verb_warns_if_the_row_differs_and_refuses_what_it_does_not_know)
{
	static const struct {
		int status;
		const char *arguments, *part;
	} cases[] = {
		{ 0, "--dut bcm5718 --out build/tests/calibrate", "latency inhibit      4     6" },
		{ 2, "--dut bcm5719", "unknown DUT" },
		{ 2, "", "give a profile" },
		{ 2, "no/such.mac", "no/such.mac" },
		{ 2, "a.mac b.mac", "one profile at a time" },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct command c;
		command_run(&c, "build/pausebench calibrate %s", cases[i].arguments);
		cr_expect_eq(c.status, cases[i].status, "calibrate %s: %d\n%s%s", cases[i].arguments, c.status, c.out, c.err);
		cr_expect(strstr(c.status == 2 ? c.err : c.out, cases[i].part), "calibrate %s: '%s' is missing in\n%s%s",
		          cases[i].arguments, cases[i].part, c.out, c.err);
		command_release(&c);
	}
}

/* A MAC may take longer to start a frame that it pads: one of the shortest frames is offered on an idle wire, too. */
Test(measure, the_shortest_frame_is_offered_on_an_idle_wire)
{
	struct command c;

	command_run(&c, "build/pausebench calibrate --dut bcm5718 --out build/tests/calibrate_start && grep -A1 'len=14 ' "
	                "build/tests/calibrate_start/start.stim");
	cr_expect(c.status == 0 && strstr(c.out, "\nwait "), "%s%s", c.out, c.err);
	command_release(&c);
}

/* Nothing that a data frame does after a PAUSE is because of it. */
Test(measure, a_mac_that_obeys_no_pause_has_no_inhibit)
{
	const struct pm_profile profile = { .page = NULL };
	struct dut dut = *dut_by_name("bcm5718");
	struct measured_sum sum = { 0 };
	struct calibrated f;

	dut.model = "ieee8023";
	parameter_defaults(dut.model, dut.parameter);
	dut.profile = &profile;
	sum.kind[MEASURE_INHIBIT].count = sum.kind[MEASURE_RESUME].count = 1;
	dut.ieee8023.obeys_multicast = 0;
	calibrate_figures(&dut, &sum, &f);
	cr_expect(f.inhibit.known);
	dut.ieee8023.obeys_own = 0;
	calibrate_figures(&dut, &sum, &f);
	cr_expect(!f.inhibit.known && !f.resume.known && !f.known_timer);
}

/* What a profile states wider than it was measured lets a MAC that gets slower pass; a row with a contract of its own is not told so. */
Test(measure, a_latency_that_is_stated_wider_than_measured_has_a_note)
{
	static const struct pm_profile profile = { .page = NULL };
	static const struct {
		uint32_t stated, slack;
		bool by_profile;
		const char *part;
		unsigned warnings;
	} cases[] = { { 5, 5, true, NULL, 0 },
		      { 5, 200, true, "# note: bcm5718 states request 5 to 205: in what is wider than measured", 0 },
		      { 5, 200, false, NULL, 0 },
		      { 4, 3, true, "# warning: bcm5718 states request 4 to 7", 1 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct dut dut = *dut_by_name("bcm5718");
		const struct calibrate_options options = { .dut = &dut, .out = "folder" };
		struct measured_sum sum = { .kind[MEASURE_REQUEST] = { .count = 2, .min = 5, .max = 9 } };
		char *text = NULL, *request;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		dut.model = "ieee8023";
		parameter_defaults(dut.model, dut.parameter);
		dut.profile = cases[i].by_profile ? &profile : NULL;
		dut.timing.request = cases[i].stated;
		dut.slack.request = cases[i].slack;
		cr_expect_eq(calibrate_print(out, &options, &sum), cases[i].warnings, "case %zu", i);
		fclose(out);
		request = strstr(text, "latency request ");
		cr_assert_not_null(request, "%s", text);
		if (cases[i].part)
			cr_expect_not_null(strstr(request, cases[i].part), "%s", text);
		else
			cr_expect_null(strstr(request, " states request"), "%s", text);
		free(text);
	}
}
