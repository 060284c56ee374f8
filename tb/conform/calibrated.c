/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the figures of a profile from measurements. */
#include "calibrate.h"

#include "base/limits.h"
#include "part/wire.h"
#include "regs.h"
#include "stimulus/control.h"

#include <inttypes.h>

enum { SPARE_CLOCKS = 2 }; /* a profile may state so many clocks more than measured: a MAC with its own clocks may need them */

static bool any(const struct measured_sum *sum, enum measure_kind kind)
{
	return sum->kind[kind].count != 0;
}

/* A figure of a row is a whole number of clocks, so that octet times of XGMII are rounded outwards. */
static void figure(struct calibrated_figure *ret, int64_t step, int64_t min, int64_t max)
{
	ret->known = true;
	ret->min = min < step ? (uint32_t)step : (uint32_t)(min - min % step);
	ret->max = max < (int64_t)ret->min ? ret->min : (uint32_t)((max + step - 1) / step * step);
}

static int64_t spread(const struct measured_sum *sum, enum measure_kind kind)
{
	return sum->kind[kind].max - sum->kind[kind].min;
}

/* The transmitter becomes inhibited after the last data frame that starts, and before the first one that does not. From then on a
 * pause time counts on an idle wire. It also counts from then on if it replaces another one; a MAC that waits for its transmitter
 * to stop may know of that one sooner. */
static void figure_inhibit(const struct measured_sum *sum, int64_t step, struct calibrated *ret)
{
	int64_t min = 1, max;

	if (any(sum, MEASURE_HELD_BACK))
		min = sum->kind[MEASURE_HELD_BACK].min;
	max = any(sum, MEASURE_INHIBIT) ? sum->kind[MEASURE_INHIBIT].max + 1 : min;
	if (any(sum, MEASURE_ACCURACY) && sum->kind[MEASURE_ACCURACY].min - step < min)
		min = sum->kind[MEASURE_ACCURACY].min - step;
	if (any(sum, MEASURE_REPLACED) && sum->kind[MEASURE_REPLACED].min - step < min)
		min = sum->kind[MEASURE_REPLACED].min - step;
	figure(&ret->inhibit, step, min, max);
}

static void figure_resume(const struct measured_sum *sum, int64_t step, struct calibrated *ret)
{
	int64_t min = INT64_MAX, max = 0;

	if (any(sum, MEASURE_RESUME)) {
		ret->known_timer = true;
		ret->from_reception = spread(sum, MEASURE_RESUME) > spread(sum, MEASURE_RESUME_RX);
	}
	if (any(sum, MEASURE_RESUME) && !ret->from_reception) {
		min = sum->kind[MEASURE_RESUME].min;
		max = sum->kind[MEASURE_RESUME].max;
	}
	if (any(sum, MEASURE_ACCURACY)) {
		if (min == INT64_MAX)
			min = sum->kind[MEASURE_ACCURACY].min - ret->inhibit.min;
		if (sum->kind[MEASURE_ACCURACY].max - ret->inhibit.max > max)
			max = sum->kind[MEASURE_ACCURACY].max - ret->inhibit.max;
		if (sum->kind[MEASURE_ACCURACY].min < 0)
			ret->granularity = (uint32_t)-sum->kind[MEASURE_ACCURACY].min;
	}
	if (min != INT64_MAX)
		figure(&ret->resume, step, min, max);
}

void calibrate_figures(const struct dut *dut, const struct measured_sum *sum, struct calibrated *ret)
{
	int64_t step = dut_step(dut);

	*ret = (struct calibrated){ 0 };
	if (dut_obeys(dut) && (any(sum, MEASURE_INHIBIT) || any(sum, MEASURE_HELD_BACK)))
		figure_inhibit(sum, step, ret);
	if (dut_obeys(dut))
		figure_resume(sum, step, ret);
	if (any(sum, MEASURE_START)) {
		bool slower = any(sum, MEASURE_FOLLOW) && sum->kind[MEASURE_FOLLOW].max > sum->kind[MEASURE_START].max;
		figure(&ret->start, step, sum->kind[MEASURE_START].min, sum->kind[slower ? MEASURE_FOLLOW : MEASURE_START].max);
	}
	if (any(sum, MEASURE_REQUEST)) {
		bool later = any(sum, MEASURE_OVERTAKEN) && sum->kind[MEASURE_OVERTAKEN].max > sum->kind[MEASURE_REQUEST].max;
		figure(&ret->request, step, sum->kind[MEASURE_REQUEST].min,
		       sum->kind[later ? MEASURE_OVERTAKEN : MEASURE_REQUEST].max);
	}
	if (any(sum, MEASURE_REFRESH))
		figure(&ret->refresh, 1, sum->kind[MEASURE_REFRESH].min, sum->kind[MEASURE_REFRESH].max);
	if (any(sum, MEASURE_EVENT))
		figure(&ret->event, step, any(sum, MEASURE_UNSEEN) ? sum->kind[MEASURE_EVENT].min : 1,
		       any(sum, MEASURE_UNSEEN) ? sum->kind[MEASURE_UNSEEN].max + 1 : sum->kind[MEASURE_EVENT].min);
	if (any(sum, MEASURE_OFFER)) {
		enum measure_kind kind;
		ret->cut_through = sum->kind[MEASURE_OFFER].min < 0;
		kind = ret->cut_through ? MEASURE_DELIVERY : MEASURE_OFFER;
		figure(&ret->delivery, step, sum->kind[kind].min, sum->kind[kind].max);
	}
	ret->known_tx = any(sum, MEASURE_STORED);
	ret->stored_tx = ret->known_tx && sum->kind[MEASURE_STORED].min;
	if (any(sum, MEASURE_COLLISION))
		figure(&ret->collision, 1, sum->kind[MEASURE_COLLISION].min, sum->kind[MEASURE_COLLISION].max);
	if (any(sum, MEASURE_FAULT))
		figure(&ret->fault, step, sum->kind[MEASURE_FAULT].min, sum->kind[MEASURE_FAULT].max);
	if (any(sum, MEASURE_WRITE))
		figure(&ret->write, step, step, sum->kind[MEASURE_WRITE].max + step); /* other controls may take a clock more */
}

/* ---- lines ---- */

struct printer {
	FILE *out;
	const struct dut *dut;
	unsigned warnings;
};

static void print_line(struct printer *p, const char *name, bool known, uint32_t min, uint32_t max, uint32_t stated,
                       uint64_t stated_max, const char *what)
{
	const uint64_t spare = (uint64_t)SPARE_CLOCKS * dut_step(p->dut);

	if (!known) {
		fprintf(p->out, "# latency %-8s           not measured: %s\n", name, what);
		return;
	}
	fprintf(p->out, "latency %-8s %5" PRIu32 " %5" PRIu32 "    # %s\n", name, min, max, what);
	if (min >= stated && max <= stated_max) {
		if (p->dut->profile && (min > stated + spare || stated_max > max + spare))
			fprintf(p->out,
			        "# note: %s states %s %" PRIu32 " to %" PRIu64
			        ": in what is wider than measured no finding is made\n",
			        p->dut->name, name, stated, stated_max);
		return;
	}
	fprintf(p->out, "# warning: %s states %s %" PRIu32 " to %" PRIu64 "\n", p->dut->name, name, stated, stated_max);
	p->warnings++;
}

static void print_limit(struct printer *p, const struct calibrated *figures)
{
	uint64_t limit = limit_response(p->dut, LIMIT_PAUSE, 1);

	if (!figures->inhibit.known || limit == UINT64_MAX || figures->inhibit.max <= limit)
		return;
	fprintf(p->out, "# warning: inhibit of %" PRIu32 " exceeds the standard's limit of %" PRIu64 " (%s)\n",
	        figures->inhibit.max, limit, limit_source(p->dut, LIMIT_PAUSE, 1));
	p->warnings++;
}

/* Prints the line about refreshes. A refresh may take longer than a request; its period is known, and the moment from which it
 * counts. */
static void print_refresh(struct printer *p, const struct calibrated *f)
{
	enum { FROM_DECISION = 1, FROM_END = 2, QUANTUM_OCTETS = 64, XOFF_OCTETS = 72 }; /* with preamble */
	const struct dut *dut = p->dut;
	int64_t octet = dut_octet_clocks(dut, dut_first_mbps(dut)), late, period;
	uint64_t kind = dut->profile ? dut_ieee8023(dut)->refresh : 0, stated;

	if (!f->refresh.known)
		return;
	fprintf(p->out, "# refresh: an XOFF follows the one before after %" PRIu32 " to %" PRIu32 "\n", f->refresh.min,
	        f->refresh.max);
	if (!f->request.known || (kind != FROM_DECISION && kind != FROM_END))
		return;
	period = control_has(dut, PM_CONTROL_refresh) ? CALIBRATE_REFRESH_QUANTA : (int64_t)dut_ieee8023(dut)->refresh_period;
	late = period * QUANTUM_OCTETS * octet + (kind == FROM_END ? XOFF_OCTETS * octet : -(int64_t)f->request.min);
	if (!period || f->refresh.min < late || f->refresh.max > late + QUANTUM_OCTETS * octet ||
	    f->refresh.max - late <= f->request.max)
		return;
	fprintf(p->out, "latency refresh  %5u %5u    # end of the refresh period -> XOFF\n", (unsigned)(f->refresh.min - late),
	        (unsigned)(f->refresh.max - late));
	stated = (uint64_t)dut->timing.request + limit_slack(dut).request;
	if ((uint64_t)(f->refresh.max - late) > stated) {
		fprintf(p->out, "# warning: %s states request or refresh up to %" PRIu64 "\n", dut->name, stated);
		p->warnings++;
	}
}

static void print_host(struct printer *p, const struct calibrated *f)
{
	bool differs = p->dut->profile &&
	               (dut_ieee8023(p->dut)->rx_stored == f->cut_through || dut_ieee8023(p->dut)->tx_stored != f->stored_tx);

	fprintf(p->out, "# host rx=%s tx=%s\n", f->cut_through ? "cut-through" : "stored",
	        f->stored_tx ? "stored" : "cut-through");
	if (differs)
		fprintf(p->out, "# warning: %s states another `host rx=` or `host tx=`\n", p->dut->name);
	p->warnings += differs;
}

unsigned calibrate_print(FILE *out, const struct calibrate_options *options, struct measured_sum *sum)
{
	const struct dut *dut = options->dut;
	const struct dut_timing *t = &dut->timing;
	const struct dut_slack s = limit_slack(dut);
	struct printer p = { .out = out, .dut = dut };
	struct calibrated f;

	calibrate_figures(dut, sum, &f);
	fprintf(out, "# Measured on %s, in %s, by the stimuli of %s\n", dut->name, dut->phy == PHY_MII ? "clocks" : "octet times",
	        options->out);
	print_line(&p, "inhibit", f.inhibit.known, f.inhibit.min, f.inhibit.max, t->inhibit, (uint64_t)t->inhibit + s.inhibit,
	           dut_obeys(dut) ? "end of a PAUSE -> no data frame starts" : "the profile says that no PAUSE is obeyed");
	print_line(&p, "resume", f.resume.known, f.resume.min, f.resume.max, t->resume, (uint64_t)t->resume + s.resume,
	           "end of the pause time -> waiting data");
	print_line(&p, "start", f.start.known, f.start.min, f.start.max, 0, (uint64_t)t->resume + s.resume,
	           f.stored_tx ? "frame handed over -> its start" : "frame offered -> its start");
	print_line(&p, "request", f.request.known, f.request.min, f.request.max, t->request, (uint64_t)t->request + s.request,
	           "request -> PAUSE frame");
	print_line(&p, "event", f.event.known, f.event.min, f.event.max, t->classify < t->sent ? t->classify : t->sent,
	           (uint64_t)t->classify + s.classify, "end of a frame -> counter");
	print_line(&p, "delivery", f.delivery.known, f.delivery.min, f.delivery.max, t->host, (uint64_t)t->host + s.host,
	           f.cut_through ? "end of a frame -> its end at the host" : "end of a frame -> its beginning at the host");
	if (f.collision.known)
		print_line(&p, "collision", true, f.collision.min, f.collision.max, s.collision_least,
		           s.collision ? s.collision : 1 + s.wire, "collision -> jam");
	if (f.fault.known)
		print_line(&p, "fault", true, f.fault.min, f.fault.max, s.fault_least,
		           (uint64_t)XGMII_FAULT_CLOCKS * XGMII_CLOCK_OCTETS + s.wire, "column of a link fault -> its answer");
	print_line(&p, "write", f.write.known, f.write.min, f.write.max, 0, s.write, "write of tx_enable -> waiting data");
	print_refresh(&p, &f);
	if (f.known_timer)
		fprintf(out, "timer from=%s granularity=%" PRIu32 "\n", f.from_reception ? "reception" : "idle",
		        f.granularity + 1);
	if (f.granularity) {
		fprintf(out, "# warning: data resumes up to %" PRIu32 " too early, which the standard never allows\n",
		        f.granularity);
		p.warnings++;
	}
	if (f.delivery.known && f.known_tx)
		print_host(&p, &f);
	print_limit(&p, &f);
	return p.warnings;
}
