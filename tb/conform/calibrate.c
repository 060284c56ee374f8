/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the latencies of a MAC by stimuli of its own, without checking the MAC, and prints the lines that its profile must
 * have.
 *
 * Each stimulus makes one kind of moment come again and again, a clock later each time, so that the least and the greatest
 * latency occur. The stimuli wait for numbers of cycles alone, since the expectations of the golden model are wrong while the
 * figures of the row are. */
#include "calibrate.h"

#include "base/limits.h"
#include "measured_registers.h"
#include "regs.h"
#include "run/pool.h"
#include "stimulus/control.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	QUANTUM_OCTETS = 64,
	FRAME_OCTETS = 84, /* the shortest frame, with preamble and gap */
	MARGIN_OCTETS = 400,
	LIMITS = 6, /* pauses last so many times the limit of the reaction */
	BACK_TO_BACK = 24,
	HEADER = 14,
	WITHOUT_PAD = 60, /* the shortest frame of the host that the MAC does not pad has so many octets */
	TOLD_APART = 24,  /* frames of the host with so many octets can be told apart on the wire */
	POLLS = 48,
	DEFAULT_LIMIT = 128,
};

enum { COUNTED_RX, COUNTED_TX, COUNTED_BAD, COUNTED_PAUSE, COUNTED_KINDS }; /* what counters count */

/* Returns how many clocks the octet times are, at the PHY's first speed. */
static unsigned clocks(const struct dut *dut, uint64_t octets)
{
	uint64_t times = octets * dut_octet_clocks(dut, dut_first_mbps(dut));

	return (unsigned)((times + dut_step(dut) - 1) / dut_step(dut));
}

/* Returns how many phases a frame of OCTETS has: one for each clock, at XGMII one for each octet. */
static unsigned phases_of(const struct dut *dut, unsigned octets)
{
	return octets * dut_octet_clocks(dut, dut_first_mbps(dut));
}

static uint64_t limit_of(const struct dut *dut)
{
	uint64_t limit = limit_response(dut, LIMIT_PAUSE, 1);

	return limit == UINT64_MAX ? DEFAULT_LIMIT : limit;
}

static unsigned quanta_of(const struct dut *dut)
{
	return (unsigned)(LIMITS * limit_of(dut) / QUANTUM_OCTETS);
}

/* Returns the key of a PAUSE that a MAC needs which obeys its own address alone. */
static const char *address_of(const struct dut *dut)
{
	return dut->profile && !dut_ieee8023(dut)->obeys_multicast && dut_ieee8023(dut)->obeys_own ? " da=station" : "";
}

/* Returns the key for the column; at XGMII received frames begin in either one. */
static const char *column_of(const struct dut *dut, unsigned phase)
{
	return dut->phy == PHY_XGMII && phase % 2 ? " column=4" : "";
}

static void begin(FILE *out)
{
	fputs("pausebench-stim 1\nsetup\nwait 400\n", out);
}

/* Writes a stimulus: a PAUSE in every phase of frames that follow each other without a break. A MAC may have taken several of the
 * host's shortest frames. */
static void put_inhibit(FILE *out, const struct dut *dut)
{
	unsigned before = 4 * FRAME_OCTETS, frames = (unsigned)((before + 100 + 2 * limit_of(dut)) / FRAME_OCTETS) + 4;
	unsigned rest = clocks(dut, (uint64_t)quanta_of(dut) * QUANTUM_OCTETS + frames * FRAME_OCTETS + MARGIN_OCTETS);

	unsigned shortest = dut_shortest_host_frame(dut);

	begin(out);
	for (unsigned phase = 0; phase < phases_of(dut, FRAME_OCTETS); phase++) {
		for (unsigned i = 0; i < frames; i++)
			fprintf(out, "tx.frame len=%u fill=rand:%u\n", phase % 2 ? shortest : 60 + (i ? 0 : phase % 8),
			        phase * frames + i + 1);
		fprintf(out, "wait %u\nrx.pause time=%u%s%s\nwait %u\n",
		        clocks(dut, before) + (phase + dut_step(dut) - 1) / dut_step(dut), quanta_of(dut), address_of(dut),
		        column_of(dut, phase / 2), rest);
	}
}

/* Writes a PAUSE on an idle wire, and data that waits for its end. */
static void put_accuracy(FILE *out, const struct dut *dut)
{
	begin(out);
	for (unsigned phase = 0; phase < QUANTUM_OCTETS + 8; phase++) {
		unsigned quanta = quanta_of(dut) + phase % 5;
		fprintf(out, "wait %u\nrx.pause time=%u%s%s\nwait %u\ntx.frame len=%u fill=rand:%u\nwait %u\n",
		        1 + clocks(dut, phase), quanta, address_of(dut), column_of(dut, phase),
		        clocks(dut, 100 + 2 * limit_of(dut)), 60 + phase, phase + 1,
		        clocks(dut, (uint64_t)quanta * QUANTUM_OCTETS + MARGIN_OCTETS));
	}
}

/* Writes a PAUSE that replaces the time of another one, on an idle wire, while data waits. */
static void put_replaced(FILE *out, const struct dut *dut)
{
	unsigned quanta = quanta_of(dut), rest = clocks(dut, (uint64_t)quanta * QUANTUM_OCTETS + MARGIN_OCTETS);

	begin(out);
	for (unsigned phase = 0; phase < QUANTUM_OCTETS; phase++)
		fprintf(
		    out,
		    "wait 400\nrx.pause time=%u%s%s\nwait %u\ntx.frame fill=rand:%u\nwait %u\nrx.pause time=%u%s%s\nwait %u\n",
		    quanta, address_of(dut), column_of(dut, phase), clocks(dut, 2 * limit_of(dut)), phase + 1,
		    1 + clocks(dut, phase), quanta, address_of(dut), column_of(dut, phase / 2), rest);
}

/* Writes a PAUSE while a frame is on the wire; the frame is so long that the MAC has certainly taken notice of the PAUSE before
 * the frame ends. */
static void put_resume(FILE *out, const struct dut *dut)
{
	unsigned quanta = quanta_of(dut), len = limit_of(dut) > 512 ? 1510 : 600;

	begin(out);
	for (unsigned phase = 0; phase < QUANTUM_OCTETS; phase++)
		fprintf(out,
		        "tx.frame len=%u fill=rand:%u\nwait start at=%u max=4000\nrx.pause time=%u%s%s\ntx.frame "
		        "fill=rand:%u\nwait %u\n",
		        len + phase % 8, 2 * phase + 1, clocks(dut, 8 + phase), quanta, address_of(dut),
		        column_of(dut, phase / 8), 2 * phase + 2,
		        clocks(dut, 2048 + (uint64_t)quanta * QUANTUM_OCTETS + MARGIN_OCTETS));
}

/* Writes requests for an XOFF that stay for some refreshes and end again, and then requests for one and for its end in every phase of frames that follow each
 * other without a break: frames of the host that need no pad, and its shortest ones, which a MAC may have taken already. At last frames
 * of the host come on an idle wire, a little before the request or behind it. */
static void put_request(FILE *out, const struct dut *dut)
{
	enum { FRAMES = 6, BEFORE = 3 };
	unsigned shortest = dut_shortest_host_frame(dut), rest = clocks(dut, 2 * limit_of(dut) + 200);

	begin(out);
	for (unsigned phase = 0; phase < QUANTUM_OCTETS; phase++)
		fprintf(out, "wait %u\ncontrol request_xoff=1\nwait %u\ncontrol request_xoff=0\nwait %u\n", 1 + phase % 13,
		        rest + phase, rest);
	for (unsigned phase = 0; phase < 4 * phases_of(dut, FRAME_OCTETS); phase++) {
		bool xon = phase % 4 >= 2;
		if (xon)
			fprintf(out, "control request_xoff=1\nwait %u\n", rest);
		for (unsigned i = 0; i < FRAMES; i++)
			fprintf(out, "tx.frame len=%u fill=rand:%u\n", phase % 2 ? shortest : WITHOUT_PAD,
			        phase * FRAMES + i + 1);
		fprintf(out, "wait %u\ncontrol request_xoff=%d\nwait %u\n",
		        clocks(dut, BEFORE * FRAME_OCTETS) + (phase / 4 + dut_step(dut) - 1) / dut_step(dut), !xon,
		        clocks(dut, FRAMES * FRAME_OCTETS) + rest);
		if (!xon)
			fprintf(out, "control request_xoff=0\nwait %u\n", rest);
	}
	for (unsigned phase = 0; phase < 4 * clocks(dut, FRAME_OCTETS); phase++) {
		unsigned xoff = phase / 2 % 2;
		const char *const request[] = { "control request_xoff=0", "control request_xoff=1" };
		char frames[96];

		snprintf(frames, sizeof(frames), "tx.frame len=%u fill=rand:%u\ntx.frame fill=rand:%u", shortest, 2 * phase + 1,
		         2 * phase + 2);
		fprintf(out, "%s\nwait %u\n%s\nwait %u\n%s\nwait %u\n", request[!xoff], rest, phase % 2 ? frames : request[xoff],
		        phase / 4, phase % 2 ? request[xoff] : frames, rest);
	}
}

static void put_refresh(FILE *out, const struct dut *dut)
{
	begin(out);
	if (control_has(dut, PM_CONTROL_refresh))
		fprintf(out, "control refresh=%d\n", CALIBRATE_REFRESH_QUANTA);
	fprintf(out, "wait 100\ncontrol request_xoff=1\nwait %u\ncontrol request_xoff=0\nwait %u\n", clocks(dut, 40000),
	        clocks(dut, 2000));
}

/* Writes frames on an idle wire, with a pad and without one, and short ones behind each other. */
static void put_start(FILE *out, const struct dut *dut)
{
	unsigned shortest = dut_shortest_host_frame(dut), told_apart = shortest > TOLD_APART ? shortest : TOLD_APART,
		 whole = shortest > WITHOUT_PAD ? shortest : WITHOUT_PAD;

	begin(out);
	for (unsigned phase = 0; phase < 32; phase++)
		fprintf(out, "tx.frame len=%u fill=rand:%u\nwait %u\n", (shortest > 60 ? shortest : 60) + phase, phase + 1,
		        clocks(dut, MARGIN_OCTETS + 2 * limit_of(dut)) + phase % 3);
	for (unsigned len = shortest > HEADER ? shortest : HEADER; len < WITHOUT_PAD; len += 3)
		fprintf(out, "tx.frame len=%u fill=rand:%u\nwait %u\n", len, 1000 + len,
		        clocks(dut, MARGIN_OCTETS + 2 * limit_of(dut)) + len % 3);
	for (unsigned phase = 0; phase < 8; phase++) {
		for (unsigned i = 0; i < BACK_TO_BACK; i++)
			fprintf(out, "tx.frame len=%u fill=rand:%u\n", i % 3 ? whole + (i + phase) % 8 : told_apart,
			        100 + phase * BACK_TO_BACK + i);
		fprintf(out, "wait %u\n", clocks(dut, BACK_TO_BACK * 2 * FRAME_OCTETS + MARGIN_OCTETS + 2 * limit_of(dut)));
	}
}

static void put_delivery(FILE *out, const struct dut *dut)
{
	begin(out);
	for (unsigned i = 0; i < 96; i++) {
		unsigned len = i < 72 ? 64 + i : 64 + (i - 71) * 60;
		fprintf(out, "rx.frame len=%u fill=rand:%u gap=%u%s\nwait %u\n", len, i + 1, 12 + i % 8, column_of(dut, i / 8),
		        clocks(dut, 2 * (uint64_t)len + MARGIN_OCTETS + limit_of(dut)) + i % 3);
	}
}

/* Writes one frame that counters may count. At XGMII LANE says in which lane it ends, and PAUSE frames end in two of them only. */
static void put_counted(FILE *out, const struct dut *dut, unsigned kind, unsigned lane, unsigned seed)
{
	if (kind == COUNTED_RX)
		fprintf(out, "rx.frame len=%u fill=rand:%u\n", 64 + lane, seed);
	else if (kind == COUNTED_TX)
		fprintf(out, "tx.frame len=%u fill=rand:%u\n", WITHOUT_PAD + lane, seed);
	else if (kind == COUNTED_BAD)
		fprintf(out, "rx.frame len=%u fcs=bad fill=rand:%u\n", 64 + lane, seed);
	else
		fprintf(out, "rx.pause time=%u%s%s\n", 1 + seed % 6, address_of(dut), column_of(dut, lane));
}

/* Writes reads of each counter in close succession, while a frame comes or goes. A MAC may count nothing but frames with errors and those of MAC control,
 * and each kind at another time. */
static void put_event(FILE *out, const struct dut *dut)
{
	const struct reg_page *page = dut_page(dut);
	unsigned lanes = dut->phy == PHY_XGMII ? 8 : 2;

	begin(out);
	for (size_t i = 0; page && i < page->count; i++) {
		if (page->rows[i].kind != REG_COUNTER)
			continue;
		for (unsigned phase = 0; phase < COUNTED_KINDS * lanes; phase++) {
			put_counted(out, dut, phase % COUNTED_KINDS, phase / COUNTED_KINDS, phase + 1);
			fprintf(out, "wait %u\n", clocks(dut, 56) + phase / COUNTED_KINDS % 3);
			for (unsigned k = 0; k < POLLS; k++)
				fprintf(out, "reg.read 0x%x\n", page->rows[i].address);
			fprintf(out, "wait %u\n", clocks(dut, MARGIN_OCTETS + 5 * limit_of(dut)) + 4 * POLLS);
		}
	}
}

static void put_write(FILE *out, const struct dut *dut)
{
	unsigned rest = clocks(dut, 2 * limit_of(dut) + 600);

	begin(out);
	for (unsigned phase = 0; phase < 32; phase++)
		fprintf(out, "control tx_enable=0\nwait %u\ntx.frame fill=rand:%u\nwait %u\ncontrol tx_enable=1\nwait %u\n", rest,
		        phase + 1, rest + phase, rest);
}

/* Half duplex: writes a collision in each of many clocks behind the preamble, within the slot. */
static void put_collision(FILE *out, const struct dut *dut)
{
	enum { FIRST = 20, COUNT = 24, REST_CLOCKS = 6000, AT_1000 = 1 << 2 };

	begin(out);
	fputs(!dut->speeds || dut->speeds & AT_1000 ? "control speed=1 half_duplex=1\n" : "control half_duplex=1\n", out);
	fputs("link speed=100 duplex=half\nwait 400\n", out);
	for (unsigned i = 0; i < COUNT; i++)
		fprintf(out, "wire.collision at=%u len=4\ntx.frame fill=rand:%u\nwait %u\n", FIRST + i, i + 1, REST_CLOCKS);
}

/* Writes a local fault on an idle wire, which begins in either column. */
static void put_fault(FILE *out, const struct dut *dut)
{
	begin(out);
	for (unsigned phase = 0; phase < 32; phase++)
		fprintf(out, "rx.fault kind=local count=%u%s\nwait %u\n", 4 + phase % 7, column_of(dut, phase),
		        clocks(dut, 3 * limit_of(dut)) + phase % 3);
}

static void put_pfc(FILE *out, const struct dut *dut)
{
	begin(out);
	for (unsigned phase = 0; phase < 64; phase++)
		fprintf(out, "rx.pfc time%u=%u\nwait %u\n", phase % 8, 4, clocks(dut, 4000) + phase % 3);
}

static const struct stimulus_maker {
	const char *name;
	void (*put)(FILE *out, const struct dut *dut);
	uint64_t needs;           /* the capabilities that it needs */
	enum pm_control controls; /* the control that it needs; PM_CONTROL_COUNT: none */
	bool obeys;               /* it is only for a MAC that obeys PAUSE */
} makers[] = {
	{ "inhibit", put_inhibit, CAP_FULL_DUPLEX, PM_CONTROL_COUNT, true },
	{ "accuracy", put_accuracy, CAP_FULL_DUPLEX, PM_CONTROL_COUNT, true },
	{ "replaced", put_replaced, CAP_FULL_DUPLEX, PM_CONTROL_COUNT, true },
	{ "resume", put_resume, CAP_FULL_DUPLEX, PM_CONTROL_COUNT, true },
	{ "request", put_request, CAP_FULL_DUPLEX, PM_CONTROL_request_xoff, false },
	{ "refresh", put_refresh, CAP_FULL_DUPLEX, PM_CONTROL_request_xoff, false },
	{ "start", put_start, 0, PM_CONTROL_COUNT, false },
	{ "delivery", put_delivery, 0, PM_CONTROL_COUNT, false },
	{ "event", put_event, 0, PM_CONTROL_COUNT, false },
	{ "collision", put_collision, CAP_HALF_DUPLEX, PM_CONTROL_half_duplex, false },
	{ "write", put_write, 0, PM_CONTROL_tx_enable, false },
	{ "fault", put_fault, CAP_FAULT | CAP_XGMII, PM_CONTROL_COUNT, false },
	{ "pfc", put_pfc, CAP_PFC, PM_CONTROL_COUNT, false },
};

/* ---- runs ---- */

static int write_stimulus(const struct stimulus_maker *maker, const struct calibrate_options *options, char **ret_path,
                          struct env_error *ret_error)
{
	char name[64];
	struct text t;
	int rc;

	snprintf(name, sizeof(name), "%s.stim", maker->name);
	*ret_path = path_join(options->out, name);
	rc = *ret_path ? text_open(&t, ret_error) : env_fail(ret_error, ENOMEM, "cannot write %s", name);
	if (rc)
		return rc;
	maker->put(t.out, options->dut);
	return text_replace(&t, *ret_path, ret_error);
}

/* Reports a run that did not come to its end, since the event for which it waits did not come: nothing can be measured in it. */
static int did_not_end(const struct calibrate_options *options, const char *path, const struct run_result *run,
                       struct env_error *ret_error)
{
	const struct finding *last = run->score.findings && run->score.findings <= SCOREBOARD_FINDINGS_MAX
	                               ? &run->score.finding[run->score.findings - 1]
	                               : NULL;

	return env_refuse(ret_error, "%s: %s does not end the run of %s: %s: %s; look at its findings by `conform` first",
	                  options->profile ? options->profile : options->dut->name, options->dut->name, path,
	                  last ? last->what : "", last ? last->actual : "");
}

static int run_one(const struct stimulus_maker *maker, const struct calibrate_options *options,
                   const struct measure_registers *registers, struct measured_sum *sum, struct env_error *ret_error)
{
	struct pool_result *result = calloc(1, sizeof(*result));
	struct pool_job job = { .dut = options->dut, .source = { .kind = SOURCE_FILE }, .quiet = true };
	char *path = NULL;
	int rc = result ? write_stimulus(maker, options, &path, ret_error) : env_fail(ret_error, ENOMEM, "cannot measure");

	job.source.path = path;
	job.options = (struct run_options){ .black_box = true, .measured = registers, .stop = options->stop };
	if (!rc)
		rc = pool_run(&job, result, ret_error);
	if (!rc && result->run.status == RUN_TIMEOUT)
		rc = did_not_end(options, path, &result->run, ret_error);
	if (!rc && measured_sum_add(sum, &result->run.measured))
		rc = env_fail(ret_error, ENOMEM, "cannot measure");
	free(path);
	free(result);
	return rc;
}

int calibrate_measure(const struct calibrate_options *options, struct measured_sum *sum, struct env_error *ret_error)
{
	struct measure_registers registers;
	int rc = folder_make(options->out, ret_error);

	measured_registers(options->dut, &registers);
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]) && !rc; i++) {
		const struct stimulus_maker *maker = &makers[i];
		if ((control_capabilities(options->dut) & maker->needs) != maker->needs ||
		    (maker->obeys && !dut_obeys(options->dut)) ||
		    (maker->controls != PM_CONTROL_COUNT && !control_has(options->dut, maker->controls)))
			continue;
		rc = run_one(maker, options, &registers, sum, ret_error);
	}
	return rc;
}
