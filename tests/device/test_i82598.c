/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of the 82598EB through the library's public functions, by the documents: quanta, thresholds, XONE, refresh, gates,
 * classes, counters. 82598EB DS p.119; doc/i82598.md. Addresses are typed from the datasheet. */
#include "support.h"

#include "part/frame.h"
#include "pausemodel.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum {
	STEP = 8, /* octet times in a cycle */
	START = 0xFB,
	TERMINATE = 0xFD,
	IDLE = 0x07,
	ERROR = 0xFE,
	LANES_MAX = 20000,
	STARTS_MAX = 64,

	RXCTRL = 0x3000,
	FCTTV0 = 0x3200,
	FCRTL0 = 0x3220,
	FCRTH0 = 0x3260,
	FCRTV = 0x32A0,
	RMCS = 0x3D00,
	LXONTXC = 0x3F60,
	LXOFFTXC = 0x3F68,
	MPC0 = 0x3FA0,
	CRCERRS = 0x4000,
	ILLERRC = 0x4004,
	ERRBC = 0x4008,
	MLFC = 0x4034,
	MRFC = 0x4038,
	RLEC = 0x4040,
	PRC64 = 0x405C,
	PRC127 = 0x4060,
	PRC1522 = 0x4070,
	GPRC = 0x4074,
	BPRC = 0x4078,
	MPRC = 0x407C,
	GPTC = 0x4080,
	GORCL = 0x4088,
	GORCH = 0x408C,
	GOTCL = 0x4090,
	GOTCH = 0x4094,
	RUC = 0x40A4,
	RFC = 0x40A8,
	ROC = 0x40AC,
	RJC = 0x40B0,
	TORL = 0x40C0,
	TORH = 0x40C4,
	TPR = 0x40D0,
	TPT = 0x40D4,
	PTC64 = 0x40D8,
	MPTC = 0x40F0,
	HLREG0 = 0x4240,
	MHADD = 0x4268,
	FCTRL = 0x5080,
	RAL0 = 0x5400,
	RAH0 = 0x5404,
	TFCS = 0xCE00,
	LXONRXC = 0xCF60,
	LXOFFRXC = 0xCF68,

	SBP = 1 << 1,
	MPE = 1 << 8,
	UPE = 1 << 9,
	BAM = 1 << 10,
	PMCF = 1 << 12,
	DPF = 1 << 13,
	RFCE = 1 << 15,
	TFCE = 1 << 3,
	TFCE_PRIORITY = 1 << 4,

	RECORD_BAD = 1 << 16,
	RECORD_PAUSE = 1 << 17,
	RECORD_CONTROL = 1 << 18,
	RECORD_DELIVERED = 1 << 19,
	RECORD_DISCARDED = 1 << 20,

	RESET_HLREG0 = 0x08000403, /* RXLNGTHERREN, TXPADEN, RXCRCSTRP, TXCRCEN */
	JUMBOEN = 1 << 2,
	RXLNGTHERREN = 1 << 27,
};
static const uint32_t top_bit = 0x80000000u; /* XONE, FCEN, AV */
static const char station[] = "00-11-22-33-44-55";

/* ---- a device that does what the model expects ---- */

struct sent {
	uint64_t start;
	enum pm_tx_kind kind;
	uint16_t quanta;
};

struct drive {
	struct pm_model *m;
	uint64_t rise, fall; /* newest rise and fall of the inhibit */
	uint64_t end;        /* octet time of the newest end code on the receive wire */
	uint32_t timer;      /* the pause timer at the newest rise */
	uint32_t record;     /* newest */
	unsigned records;
	bool was, on_wire;
	bool silent; /* the device starts no frame */
	uint64_t wire_end;
	struct sent sent[STARTS_MAX];
	unsigned starts;
};

static void drive_open(struct drive *d, const struct pm_config *config)
{
	*d = (struct drive){ .m = pm_new(config) };
	cr_assert_not_null(d->m);
	pm_close(d->m);
}

static void drive_default(struct drive *d)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	drive_open(d, &config);
}

/* Does on the transmit wire what the model expects. */
static void drive_wire(struct drive *d, uint64_t cycle)
{
	const struct pm_start *start = pm_start(d->m);
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);

	if (d->on_wire && d->wire_end - d->wire_end % STEP == cycle) {
		pm_tx_end_at(d->m, d->wire_end, 8 + PAUSE_FRAME_OCTETS, frame->quanta);
		d->on_wire = false;
	}
	if (start->kind == PM_TX_NONE || start->due != cycle || d->silent)
		return;
	cr_assert_lt(d->starts, STARTS_MAX);
	d->sent[d->starts++] = (struct sent){ .start = start->due + start->lane, .kind = start->kind, .quanta = start->quanta };
	d->wire_end = start->due + start->lane + 8 + PAUSE_FRAME_OCTETS;
	d->on_wire = true;
	pm_tx_start_at(d->m, start->kind, start->due + start->lane);
}

static void drive_look(struct drive *d, uint64_t cycle)
{
	const struct pm_view *view = pm_settle(d->m);

	if (view->rx) {
		d->record = view->rx->record;
		d->records++;
	}
	if (view->xoff && !d->was) {
		d->rise = cycle;
		d->timer = view->timer;
	}
	if (!view->xoff && d->was)
		d->fall = cycle;
	d->was = view->xoff;
}

/* Visits every cycle up to that of octet time TO, which stays open. */
static void drive_to(struct drive *d, uint64_t to)
{
	for (uint64_t cycle = pm_cycle(d->m) + STEP;; cycle += STEP) {
		pm_open(d->m, cycle);
		drive_wire(d, cycle);
		if (cycle >= to)
			return;
		drive_look(d, cycle);
		pm_close(d->m);
	}
}

static void drive_on(struct drive *d, unsigned cycles)
{
	drive_to(d, pm_cycle(d->m) + (uint64_t)STEP * cycles);
	drive_look(d, pm_cycle(d->m));
	pm_close(d->m);
}

static void drive_write(struct drive *d, uint16_t address, uint32_t value)
{
	drive_to(d, pm_cycle(d->m) + 2 * STEP);
	drive_look(d, pm_cycle(d->m));
	pm_reg_write(d->m, address, value, 0xF);
	pm_close(d->m);
}

static uint32_t drive_read(struct drive *d, uint16_t address)
{
	uint32_t value;

	drive_to(d, pm_cycle(d->m) + 2 * STEP);
	drive_look(d, pm_cycle(d->m));
	value = pm_reg_read(d->m, address);
	pm_close(d->m);
	return value;
}

/* Enables the receiver and sets the station address and FCTRL. */
static void drive_setup(struct drive *d, uint32_t fctrl)
{
	drive_write(d, RAL0, 0x33221100);
	drive_write(d, RAH0, top_bit | 0x5544);
	drive_write(d, FCTRL, fctrl);
	drive_write(d, RXCTRL, 1);
}

struct lanes {
	uint8_t octets[LANES_MAX], control[LANES_MAX];
	uint32_t len;
};

static void lane(struct lanes *l, uint8_t octet, uint8_t control)
{
	cr_assert_lt(l->len, LANES_MAX);
	l->octets[l->len] = octet;
	l->control[l->len++] = control;
}

/* Makes the lanes of a frame from /S/ to /T/: the octets and their FCS, with WRONG xored to the last octet of the FCS. */
static void lanes_frame(struct lanes *l, const uint8_t *octets, uint32_t len, uint8_t wrong)
{
	uint8_t fcs[FRAME_FCS_OCTETS];

	l->len = 0;
	lane(l, START, 1);
	for (int i = 0; i < 6; i++)
		lane(l, 0x55, 0);
	lane(l, 0xD5, 0);
	for (uint32_t i = 0; i < len; i++)
		lane(l, octets[i], 0);
	frame_put_fcs(fcs, frame_fcs(octets, len));
	fcs[3] ^= wrong;
	for (int i = 0; i < FRAME_FCS_OCTETS; i++)
		lane(l, fcs[i], 0);
	lane(l, TERMINATE, 1);
}

/* Receives the lanes from lane 0 on and returns when their classification is visible. */
static void drive_lanes(struct drive *d, const struct lanes *l)
{
	static uint32_t code[LANES_MAX];
	uint32_t codes = 0;

	for (uint32_t i = 0; i < l->len; i++)
		if (l->control[i])
			code[codes++] = i;
	drive_to(d, pm_cycle(d->m) + 2 * STEP);
	d->end = pm_cycle(d->m) + l->len - 1;
	cr_assert_eq(pm_rx_lanes(d->m, pm_cycle(d->m), l->octets, l->len, code, codes, NULL), 0);
	drive_look(d, pm_cycle(d->m));
	pm_close(d->m);
	drive_on(d, l->len / STEP + 8);
}

/* LEN includes the FCS. */
static void drive_frame(struct drive *d, const uint8_t *octets, uint32_t len, bool bad)
{
	static struct lanes l;

	lanes_frame(&l, octets, len - FRAME_FCS_OCTETS, bad);
	drive_lanes(d, &l);
}

static void drive_data(struct drive *d, uint32_t len, const char *destination)
{
	static uint8_t octets[LANES_MAX];

	make_frame(octets, len - FRAME_FCS_OCTETS, destination, 0x0800);
	drive_frame(d, octets, len, false);
}

static void drive_pause(struct drive *d, const char *destination, uint16_t quanta)
{
	uint8_t octets[PAUSE_FRAME_OCTETS];

	make_pause(octets, quanta);
	parse_address(octets, destination);
	drive_frame(d, octets, PAUSE_FRAME_OCTETS, false);
}

static const char multicast[] = "01-80-C2-00-00-01", other[] = "00-11-22-33-44-66", broadcast[] = "FF-FF-FF-FF-FF-FF";

/* The host takes the oldest frame. */
static void drive_take(struct drive *d)
{
	drive_to(d, pm_cycle(d->m) + 2 * STEP);
	pm_host_started(d->m);
	pm_host_took_frame(d->m);
	drive_look(d, pm_cycle(d->m));
	pm_close(d->m);
	drive_on(d, 4);
}

/* ---- receiving PAUSE ---- */

Test(i82598, one_quantum_is_64_octet_times_not_512_ns)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, RFCE);
	drive_pause(&d, multicast, 2);
	drive_on(&d, 40);
	/* E+7; 2 quanta of 51.2 ns at 10 Gb/s are 128 octet times; with the page's 512 ns they would be 1,280 */
	cr_expect_eq(d.rise, d.end - d.end % STEP + 7 * STEP, "%" PRIu64 " after the end", d.rise - d.end);
	cr_expect_eq(d.timer, 128);
	cr_expect_eq(d.fall - d.rise, 128, "%" PRIu64, d.fall - d.rise);
	cr_expect_eq(drive_read(&d, LXOFFRXC), 1);
	cr_expect_eq(drive_read(&d, LXOFFRXC), 0);
	pm_free(d.m);
}

/* The lanes are lent to the model; after pm_keep() it must still return their octets. */
Test(i82598, a_classified_frame_has_its_octets_after_a_keep)
{
	static struct lanes l;
	static const uint32_t code[] = { 0, 72 };
	const struct pm_view *view;
	uint8_t octets[64];
	struct drive d;

	drive_default(&d);
	drive_setup(&d, RFCE);
	pm_lend(d.m);
	make_frame(octets, 60, station, 0x0800);
	lanes_frame(&l, octets, 60, 0);
	drive_to(&d, pm_cycle(d.m) + STEP);
	pm_rx_lanes(d.m, pm_cycle(d.m), l.octets, l.len, code, COUNT_OF(code), NULL);
	do {
		drive_on(&d, 1);
		view = pm_settle(d.m);
	} while (!view->rx && pm_cycle(d.m) < 1000 * STEP);
	cr_assert_not_null(view->rx);
	pm_keep(d.m);
	memset(&l, 0, sizeof(l));
	cr_expect_arr_eq(view->rx->octets, octets, 60);
	pm_free(d.m);
}

Test(i82598, a_pause_needs_the_flow_control_address_or_station_address_0)
{
	static const struct {
		const char *destination;
		uint32_t paused;
	} cases[] = { { multicast, 1 }, { station, 1 }, { other, 0 }, { "01-80-C2-00-00-02", 0 }, { broadcast, 0 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		drive_default(&d);
		drive_write(&d, 0x5408, 0x33221100); /* RAL1, RAH1: OTHER */
		drive_write(&d, 0x540C, top_bit | 0x6644);
		drive_setup(&d, RFCE);
		drive_pause(&d, cases[i].destination, 100);
		cr_expect_eq(drive_read(&d, TFCS), cases[i].paused, "%s", cases[i].destination);
		cr_expect_eq(drive_read(&d, LXOFFRXC), cases[i].paused, "%s", cases[i].destination);
		pm_free(d.m);
	}
}

/* 512 ns at 10 Gb/s are 640 octet times. */
Test(i82598, the_quantum_of_512_ns_is_a_reading)
{
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "i82598");
	config.i82598.quantum_512ns = 1;
	drive_open(&d, &config);
	drive_setup(&d, RFCE);
	drive_pause(&d, multicast, 2);
	drive_on(&d, 400);
	cr_expect_eq(d.timer, 1280);
	cr_expect_eq(d.fall - d.rise, 1280, "%" PRIu64, d.fall - d.rise);
	drive_pause(&d, multicast, 0xFFFF);
	cr_expect_eq(d.timer, 65535 * 640);
	pm_free(d.m);
}

/* The station address is compared whatever RAH0.AV says; the address filter needs AV. */
Test(i82598, whether_a_pause_needs_a_valid_address_is_a_reading)
{
	for (unsigned needs = 0; needs < 2; needs++) {
		struct pm_config config;
		struct drive d;
		pm_config_init(&config, "i82598");
		config.i82598.address_needs_valid = needs;
		drive_open(&d, &config);
		drive_setup(&d, RFCE | UPE);
		drive_write(&d, RAH0, 0x5544);
		drive_pause(&d, station, 100);
		cr_expect_eq(drive_read(&d, LXOFFRXC), !needs);
		cr_expect_eq(drive_read(&d, GPRC), needs);
		cr_expect_eq(!!(d.record & RECORD_CONTROL), !needs);
		drive_pause(&d, multicast, 100);
		cr_expect_eq(drive_read(&d, LXOFFRXC), 1);
		drive_write(&d, RAH0, top_bit | 0x5544);
		drive_pause(&d, station, 100);
		cr_expect_eq(drive_read(&d, LXOFFRXC), 1);
		pm_free(d.m);
	}
}

Test(i82598, the_length_of_a_pause_is_a_reading)
{
	for (unsigned exact = 0; exact < 2; exact++) {
		uint8_t octets[100] = { 0 };
		struct pm_config config;
		struct drive d;
		pm_config_init(&config, "i82598");
		config.i82598.pause_exact64 = exact;
		drive_open(&d, &config);
		drive_setup(&d, RFCE | MPE | DPF);
		make_pause(octets, 100);
		drive_frame(&d, octets, 64, false);
		cr_expect_eq(drive_read(&d, LXOFFRXC), 1);
		drive_frame(&d, octets, 65, false);
		cr_expect_eq(drive_read(&d, LXOFFRXC), !exact);
		cr_expect_eq(drive_read(&d, GPRC), exact);
		cr_expect(d.record & RECORD_CONTROL);
		drive_frame(&d, octets, 63, false);
		cr_expect_eq(drive_read(&d, LXOFFRXC), 0);
		pm_free(d.m);
	}
}

Test(i82598, without_rfce_a_pause_is_an_ordinary_frame)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, MPE);
	drive_pause(&d, multicast, 100);
	cr_expect_eq(d.record & (RECORD_PAUSE | RECORD_DELIVERED | RECORD_BAD), RECORD_DELIVERED, "0x%X", d.record);
	cr_expect_eq(d.rise, 0);
	cr_expect_eq(drive_read(&d, TFCS), 0);
	cr_expect_eq(drive_read(&d, LXOFFRXC), 0);
	cr_expect_eq(drive_read(&d, GPRC), 1);
	cr_expect_eq(drive_read(&d, MPRC), 1);
	cr_expect_eq(drive_read(&d, PRC64), 1);
	pm_free(d.m);
}

Test(i82598, clearing_rfce_resumes_at_once)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, RFCE);
	drive_pause(&d, multicast, 1000);
	cr_expect_eq(drive_read(&d, TFCS), 1);
	drive_write(&d, FCTRL, 0);
	drive_on(&d, 4);
	cr_expect_gt(d.fall, d.rise);
	cr_expect_eq(drive_read(&d, TFCS), 0);
	pm_free(d.m);
}

/* 82598EB DS p.120: DPF discards PAUSE frames to the station address; PMCF passes frames of another opcode to the multicast or the station
 * address. A frame of type 0x8808 to any other address is an ordinary one. */
Test(i82598, dpf_and_pmcf_decide_which_control_frames_reach_the_host)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint16_t opcode;
		bool delivered, delivered_alt; /* without and with DpfMulticast */
	} cases[] = {
		{ RFCE | MPE, multicast, 1, true, true },
		{ RFCE | MPE | DPF, multicast, 1, true, false },
		{ RFCE, multicast, 1, false, false },
		{ RFCE | DPF, multicast, 1, false, false },
		{ RFCE, station, 1, true, true },
		{ RFCE | DPF, station, 1, false, false },
		{ DPF, station, 1, true, true }, /* without RFCE it is no PAUSE */
		{ MPE | DPF, multicast, 1, true, true },
		{ RFCE | MPE, multicast, 2, false, false },
		{ RFCE | MPE | PMCF, multicast, 2, true, true },
		{ RFCE | PMCF, multicast, 2, false, false },
		{ MPE, multicast, 2, false, false },
		{ MPE | PMCF, multicast, 2, true, true },
		{ 0, station, 2, false, false },
		{ PMCF, station, 2, true, true },
		{ RFCE | UPE, other, 2, true, true },
		{ RFCE | UPE | DPF, other, 1, true, true },
		{ RFCE | MPE, "01-80-C2-00-00-02", 2, true, true },
		{ RFCE | BAM, broadcast, 2, true, true },
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		const bool alt = i % 2, delivered = alt ? cases[i / 2].delivered_alt : cases[i / 2].delivered;
		uint8_t octets[PAUSE_FRAME_OCTETS];
		struct pm_config config;
		struct drive d;
		pm_config_init(&config, "i82598");
		config.i82598.dpf_multicast = alt;
		drive_open(&d, &config);
		drive_setup(&d, cases[i / 2].fctrl);
		make_pause(octets, 7);
		parse_address(octets, cases[i / 2].destination);
		octets[15] = (uint8_t)cases[i / 2].opcode;
		drive_frame(&d, octets, PAUSE_FRAME_OCTETS, false);
		cr_expect_eq(!!(d.record & RECORD_DELIVERED), delivered,
		             "FCTRL 0x%X, %s, opcode %u, DpfMulticast %d: record 0x%X", cases[i / 2].fctrl,
		             cases[i / 2].destination, cases[i / 2].opcode, alt, d.record);
		cr_expect_eq(!!(d.record & RECORD_CONTROL),
		             cases[i / 2].destination == multicast || cases[i / 2].destination == station, "%s",
		             cases[i / 2].destination);
		pm_free(d.m);
	}
}

Test(i82598, software_holds_the_transmitter_by_tfcs)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, RFCE);
	drive_write(&d, TFCS, 1);
	cr_expect_eq(drive_read(&d, TFCS), 1, "set by software");
	cr_expect_gt(d.rise, 0);
	drive_pause(&d, multicast, 0);
	cr_expect_eq(drive_read(&d, TFCS), 0, "an XON clears it");
	cr_expect_eq(drive_read(&d, LXONRXC), 1);
	drive_write(&d, TFCS, 1);
	drive_pause(&d, multicast, 2);
	drive_on(&d, 40);
	cr_expect_eq(drive_read(&d, TFCS), 1, "the end of the time does not");
	drive_write(&d, TFCS, 0);
	cr_expect_eq(drive_read(&d, TFCS), 0, "software does");
	drive_pause(&d, multicast, 1000);
	cr_expect_eq(drive_read(&d, TFCS), 1);
	drive_write(&d, TFCS, 0xFF00);
	cr_expect_eq(drive_read(&d, TFCS), 0xFF00, "also a hold of the partner's");
	pm_free(d.m);
}

/* ---- sending PAUSE ---- */

static void drive_marks(struct drive *d, uint32_t high, uint32_t low)
{
	drive_setup(d, UPE);
	drive_write(d, FCTTV0, 0x100);
	drive_write(d, FCRTL0, low);
	drive_write(d, FCRTH0, top_bit | high);
	drive_write(d, RMCS, TFCE);
}

Test(i82598, xoff_at_the_high_mark_and_xon_below_the_low_mark)
{
	struct drive d;

	drive_default(&d);
	drive_marks(&d, 192, top_bit | 64);
	drive_data(&d, 64, station);
	drive_data(&d, 127, station);
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 0, "191 octets");
	drive_take(&d);
	drive_data(&d, 65, station); /* 127 + 65 */
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 1, "192 octets");
	cr_expect_eq(d.sent[0].kind, PM_TX_PAUSE);
	cr_expect_eq(d.sent[0].quanta, 0x100);
	drive_data(&d, 64, station); /* 256: the same crossing */
	drive_take(&d);
	drive_take(&d); /* 64 */
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 1, "at the low mark");
	drive_take(&d);
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 2, "below the low mark");
	cr_expect_eq(d.sent[1].quanta, 0);
	cr_expect_eq(drive_read(&d, LXOFFTXC), 1);
	cr_expect_eq(drive_read(&d, LXONTXC), 1);
	cr_expect_eq(drive_read(&d, GPTC), 2, "I10");
	cr_expect_eq(drive_read(&d, MPTC), 2);
	cr_expect_eq(drive_read(&d, PTC64), 2);
	cr_expect_eq(drive_read(&d, GOTCH), 128);
	cr_expect_eq(drive_read(&d, TPT), 2);
	pm_free(d.m);
}

/* An XON that is late stays due however often the model is visited, so that the delay is the only difference. */
Test(i82598, an_xon_that_does_not_come_stays_due)
{
	struct pm_start due;
	struct drive d;

	drive_default(&d);
	drive_marks(&d, 128, top_bit | 64);
	drive_data(&d, 128, station);
	drive_on(&d, 40);
	cr_assert_eq(d.starts, 1, "XOFF");
	d.silent = true;
	drive_take(&d);
	while (pm_start(d.m)->kind == PM_TX_NONE)
		drive_on(&d, 1);
	due = *pm_start(d.m);
	cr_expect_eq(due.kind, PM_TX_PAUSE);
	cr_expect_eq(due.quanta, 0, "XON");
	for (unsigned i = 0; i < 10; i++) {
		drive_on(&d, 1);
		cr_expect_eq(pm_start(d.m)->kind, PM_TX_PAUSE, "%u cycles later", i + 1);
		cr_expect_eq(pm_start(d.m)->due, due.due, "%u cycles later", i + 1);
	}
	pm_free(d.m);
}

Test(i82598, the_reading_of_the_high_mark_is_a_parameter)
{
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "i82598");
	config.i82598.high_mark_above = true;
	config.i82598.tx_fc_in_good = false;
	drive_open(&d, &config);
	drive_marks(&d, 128, 0);
	drive_data(&d, 128, station);
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 0, "at the mark");
	drive_data(&d, 64, station);
	drive_on(&d, 40);
	cr_expect_eq(d.starts, 1, "above it");
	cr_expect_eq(drive_read(&d, LXOFFTXC), 1);
	cr_expect_eq(drive_read(&d, GPTC), 0);
	cr_expect_eq(drive_read(&d, TPT), 1);
	pm_free(d.m);
}

/* Returns the smallest level, a multiple of 64 octets, at which marks of VALUE request an XOFF. */
static uint32_t level_of_mark(unsigned format, uint32_t value)
{
	struct pm_config config;
	uint32_t level = 0;
	struct drive d;

	pm_config_init(&config, "i82598");
	config.i82598.mark_format = format;
	drive_open(&d, &config);
	drive_marks(&d, value, value);
	while (!d.starts && level < 2000) {
		drive_data(&d, 64, station);
		level += 64;
		drive_on(&d, 40);
	}
	pm_free(d.m);
	return level;
}

/* The register holds octets: 18:4 as they are, the 13 bits 15:3 of the 1 Gb/s family, or 18:8 in units of 256 octets. */
Test(i82598, the_bits_of_a_mark_are_a_reading)
{
	static const struct {
		uint32_t value, level[3];
	} cases[] = {
		{ 192, { 192, 192, 64 } },        /* bits 7:6; in units of 256 octets it is 0, which every level has reached */
		{ 0x1F8, { 512, 512, 256 } },     /* 496, 504 and 256 octets; the level comes in steps of 64 */
		{ 0x100C0, { 2048, 192, 2048 } }, /* bit 16 is not in 15:3 */
		{ 0x00100, { 256, 256, 256 } },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (unsigned format = 0; format < 3; format++)
			cr_expect_eq(level_of_mark(format, cases[i].value), cases[i].level[format], "0x%X, format %u: %u",
			             cases[i].value, format, level_of_mark(format, cases[i].value));
}

/* Returns how many frames the device sends in all when the buffer empties after an XOFF. */
static unsigned frames_of_a_crossing(uint32_t low, uint32_t rmcs, uint32_t high)
{
	struct drive d;

	drive_default(&d);
	drive_marks(&d, 128, low);
	drive_write(&d, FCRTH0, high);
	drive_write(&d, RMCS, rmcs);
	drive_data(&d, 128, station);
	drive_on(&d, 40);
	drive_take(&d);
	drive_on(&d, 40);
	pm_free(d.m);
	return d.starts;
}

Test(i82598, gates_of_pause_frames)
{
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, top_bit | 128), 2);
	cr_expect_eq(frames_of_a_crossing(64, TFCE, top_bit | 128), 1, "no XONE");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, 128), 0, "no FCEN");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, 0, top_bit | 128), 0, "no TFCE");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE | TFCE_PRIORITY, top_bit | 128), 0, "priority mode");
	cr_expect_eq(frames_of_a_crossing(top_bit, TFCE, top_bit | 128), 1, "nothing is below 0");
	cr_expect_eq(frames_of_a_crossing(top_bit | 64, TFCE, top_bit | 192), 0, "no XON without an XOFF");
}

Test(i82598, refresh_when_the_shadow_timer_is_down_to_fcrtv, .timeout = 30)
{
	enum { TIME = 0x100, THRESHOLD = 0x80, QUANTUM = 64 };
	struct drive d;

	drive_default(&d);
	drive_marks(&d, 128, 64);
	drive_write(&d, FCRTV, THRESHOLD);
	drive_data(&d, 128, station);
	drive_on(&d, 4 * (TIME - THRESHOLD) * QUANTUM / STEP + 200);
	cr_assert_eq(d.starts, 5, "%u", d.starts);
	for (unsigned i = 1; i < d.starts; i++) {
		/* shadow = 64 x time one cycle after the end code, refresh one cycle after it has come down, then 2 to the /S/ */
		uint64_t end = d.sent[i - 1].start + 8 + PAUSE_FRAME_OCTETS, from = end - end % STEP + STEP;
		cr_expect_eq(d.sent[i].quanta, TIME);
		cr_expect_eq(d.sent[i].start, from + (TIME - THRESHOLD) * QUANTUM + 2 * STEP,
		             "XOFF %u: %" PRIu64 " after the one before", i, d.sent[i].start - d.sent[i - 1].start);
	}
	drive_take(&d);
	drive_on(&d, 2 * TIME * QUANTUM / STEP);
	cr_expect_eq(d.starts, 5, "none below the low mark");
	pm_free(d.m);
}

Test(i82598, no_refresh_without_threshold, .timeout = 30)
{
	struct drive d;

	drive_default(&d);
	drive_marks(&d, 128, 64);
	drive_data(&d, 128, station);
	drive_on(&d, 0x300 * 8);
	cr_expect_eq(d.starts, 1);
	pm_free(d.m);
}

/* ---- received frames ---- */

/* Every counter of a received frame by its own sentence. The columns: the address passes the filter, or not (with UPE clear). 82598EB DS p.356,
 * p.362, p.364, p.366. */
Test(i82598, counters_by_length_fcs_and_address, .timeout = 60)
{
	static const uint16_t all[] = { RUC, RFC, ROC, RJC, CRCERRS, PRC64, PRC127, PRC1522, GPRC, ILLERRC, ERRBC, RLEC, MPC0 };
	static const struct {
		uint32_t len;
		bool bad;
		uint16_t passed[4], rejected[1]; /* counters of 1 */
	} cases[] = {
		{ 63, false, { RUC }, { 0 } },
		{ 63, true, { RFC }, { 0 } },
		{ 64, false, { PRC64, GPRC }, { 0 } },
		{ 64, true, { CRCERRS }, { CRCERRS } },
		{ 65, false, { PRC127, GPRC }, { 0 } },
		{ 127, false, { PRC127, GPRC }, { 0 } },
		{ 1518, false, { PRC1522, GPRC }, { 0 } },
		{ 1518, true, { CRCERRS }, { CRCERRS } },
		{ 1519, false, { ROC }, { 0 } },
		{ 1519,
		  true,
		  { ROC, RJC, CRCERRS },
		  { CRCERRS } }, /* CRCERRS has no upper length, and ROC no word about the CRC */
		{ 9000, true, { ROC, RJC, CRCERRS }, { CRCERRS } },
	};

	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		bool passes = i % 2, good = false;
		const uint16_t *counters = passes ? cases[i / 2].passed : cases[i / 2].rejected;
		size_t count = passes ? COUNT_OF(cases->passed) : COUNT_OF(cases->rejected);
		uint32_t len = cases[i / 2].len, record;
		uint8_t octets[9000];
		struct drive d;
		drive_default(&d);
		drive_setup(&d, 0);
		make_frame(octets, len, passes ? station : other, 0x0800);
		drive_frame(&d, octets, len, cases[i / 2].bad);
		for (size_t n = 0; n < COUNT_OF(all); n++) {
			uint32_t value = drive_read(&d, all[n]), expected = 0;
			for (size_t k = 0; k < count; k++)
				expected |= counters[k] == all[n];
			good |= all[n] == GPRC && expected;
			cr_expect_eq(value, expected, "%u octets, bad %d, passes %d: 0x%04X is %u", len, cases[i / 2].bad, passes,
			             all[n], value);
		}
		record = len | (good ? RECORD_DELIVERED : cases[i / 2].bad || len < 64 || len > 1518 ? RECORD_BAD : 0);
		cr_expect_eq(d.record, record, "%u octets: 0x%X", len, d.record);
		cr_expect_eq(drive_read(&d, TPR), passes, "%u octets", len);
		cr_expect_eq(drive_read(&d, TORH), passes ? len : 0);
		cr_expect_eq(drive_read(&d, GORCH), good ? len : 0);
		pm_free(d.m);
	}
}

/* A destination address that is not complete passes no filter. */
Test(i82598, a_frame_of_five_octets_counts_nowhere)
{
	static const uint16_t all[] = { RUC, RFC, CRCERRS, TPR, TORH, GPRC };
	static const uint8_t broadcast_octets[5] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	struct drive d;

	drive_default(&d);
	drive_setup(&d, UPE | MPE | BAM | SBP);
	drive_frame(&d, broadcast_octets, 5, true);
	cr_expect_eq(d.record, 5 | RECORD_BAD, "0x%X", d.record);
	for (size_t n = 0; n < COUNT_OF(all); n++)
		cr_expect_eq(drive_read(&d, all[n]), 0, "0x%04X", all[n]);
	pm_free(d.m);
}

/* Receives a frame with the readings of CONFIG and returns the counter. */
static uint32_t counted_with(const struct pm_config *config, uint32_t fctrl, const char *destination, uint32_t len, bool bad,
                             uint16_t counter)
{
	uint8_t octets[2000];
	uint32_t value;
	struct drive d;

	drive_open(&d, config);
	drive_setup(&d, fctrl);
	make_frame(octets, len, destination, 0x0800);
	drive_frame(&d, octets, len, bad);
	value = drive_read(&d, counter);
	pm_free(d.m);
	return value;
}

Test(i82598, oversize_frames_with_a_wrong_fcs_are_a_reading)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, ROC), 1, "p.364 has no word about the CRC");
	config.i82598.oversize_needs_fcs = 1;
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, ROC), 0);
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, RJC), 1);
	cr_expect_eq(counted_with(&config, 0, station, 1600, false, ROC), 1);
	cr_expect_eq(counted_with(&config, 0, other, 1600, false, ROC), 0);
}

Test(i82598, whether_crcerrs_looks_at_the_address_is_a_reading)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	cr_expect_eq(counted_with(&config, 0, other, 100, true, CRCERRS), 1, "p.356: all packets received");
	cr_expect_eq(counted_with(&config, 0, other, 1600, true, CRCERRS), 1);
	config.i82598.crcerrs_filtered = 1;
	cr_expect_eq(counted_with(&config, 0, other, 100, true, CRCERRS), 0);
	cr_expect_eq(counted_with(&config, 0, station, 100, true, CRCERRS), 1);
	cr_expect_eq(counted_with(&config, 0, station, 1600, true, CRCERRS), 1);
	cr_expect_eq(counted_with(&config, 0, station, 63, true, CRCERRS), 0);
}

/* 82598EB DS p.362: BPRC counts none while the broadcast filter is disabled; MPRC counts what passes address filtering, and in silicon
 * broadcasts too. The filter of the row: BAM, MPE. p.366: rejected broadcasts are in TPR and TOR, other rejected frames are not. */
Test(i82598, broadcasts_and_multicasts_by_filter_and_reading)
{
	static const char group[] = "01-00-5E-00-00-01";
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint32_t gprc, bprc, mprc, mprc_alt, tpr; /* mprc_alt: MulticastHasBroadcast = 0 */
	} cases[] = {
		{ BAM, broadcast, 1, 1, 1, 0, 1 }, { MPE, broadcast, 1, 0, 1, 0, 1 }, { BAM | MPE, broadcast, 1, 1, 1, 0, 1 },
		{ 0, broadcast, 0, 0, 0, 0, 1 },   { BAM, group, 0, 0, 0, 0, 0 },     { MPE, group, 1, 0, 1, 1, 1 },
		{ UPE, other, 1, 0, 0, 0, 1 },     { 0, other, 0, 0, 0, 0, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *destination = cases[i].destination;
		uint32_t fctrl = cases[i].fctrl;
		struct pm_config config;
		pm_config_init(&config, "i82598");
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, GPRC), cases[i].gprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, GORCH), 100 * cases[i].gprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, BPRC), cases[i].bprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, MPRC), cases[i].mprc, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, TPR), cases[i].tpr, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, TORH), 100 * cases[i].tpr, "case %zu", i);
		config.i82598.multicast_has_broadcast = 0;
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, MPRC), cases[i].mprc_alt, "case %zu", i);
		cr_expect_eq(counted_with(&config, fctrl, destination, 100, false, BPRC), cases[i].bprc, "case %zu", i);
	}
}

/* TPR counts flow control frames, but their multicast address is in no filter by itself. */
Test(i82598, a_pause_is_in_the_totals_if_its_address_passes)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		uint32_t tpr;
	} cases[] = { { RFCE, multicast, 0 }, { RFCE | MPE, multicast, 1 }, { RFCE, station, 1 } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		drive_default(&d);
		drive_setup(&d, cases[i].fctrl);
		drive_pause(&d, cases[i].destination, 3);
		cr_expect_eq(drive_read(&d, LXOFFRXC), 1);
		cr_expect_eq(drive_read(&d, TPR), cases[i].tpr, "case %zu", i);
		cr_expect_eq(drive_read(&d, TORH), 64 * cases[i].tpr, "case %zu", i);
		cr_expect_eq(drive_read(&d, GPRC), 0);
		cr_expect_eq(drive_read(&d, MPRC), 0);
		pm_free(d.m);
	}
}

/* p.217: the exact filters take group addresses too. */
Test(i82598, a_receive_address_may_be_a_group)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, 0);
	drive_write(&d, 0x5410, 0x005E0001); /* RAL2, RAH2: 01-00-5E-00-00-01 */
	drive_write(&d, 0x5414, 0x0100);
	drive_data(&d, 64, "01-00-5E-00-00-01");
	cr_expect_eq(d.record, 64, "without AV: 0x%X", d.record);
	drive_write(&d, 0x5414, top_bit | 0x0100);
	drive_data(&d, 64, "01-00-5E-00-00-01");
	cr_expect_eq(d.record, 64 | RECORD_DELIVERED, "0x%X", d.record);
	drive_data(&d, 64, "01-00-5E-00-00-02");
	cr_expect_eq(d.record, 64, "0x%X", d.record);
	cr_expect_eq(drive_read(&d, MPRC), 1);
	drive_write(&d, 0x5410, 0xFFFFFFFF);
	drive_write(&d, 0x5414, top_bit | 0xFFFF);
	drive_data(&d, 64, broadcast);
	cr_expect_eq(d.record, 64 | RECORD_DELIVERED, "0x%X", d.record);
	cr_expect_eq(drive_read(&d, BPRC), 0, "the broadcast filter is disabled");
	cr_expect_eq(drive_read(&d, MPRC), 1);
	pm_free(d.m);
}

/* p.362: with its four octets of tag a frame of 1,522 octets is legal. JUMBOEN leaves the limit to MHADD alone. */
Test(i82598, tagged_frames_are_legal_to_1522_octets)
{
	static const struct {
		uint32_t hlreg0, mfs, len;
		uint16_t type;
		bool legal;
	} cases[] = {
		{ 0, 1518, 1518, 0x0800, true },       { 0, 1518, 1519, 0x0800, false },
		{ 0, 1518, 1519, 0x8100, true },       { 0, 1518, 1522, 0x8100, true },
		{ 0, 1518, 1523, 0x8100, false },      { 0, 1518, 1522, 0x88A8, false },
		{ 0, 2000, 1523, 0x8100, false },      { JUMBOEN, 1518, 1519, 0x8100, false },
		{ JUMBOEN, 1522, 1522, 0x0800, true }, { JUMBOEN, 1522, 1523, 0x8100, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint8_t octets[1600];
		struct drive d;
		drive_default(&d);
		drive_setup(&d, 0);
		drive_write(&d, HLREG0, RESET_HLREG0 | cases[i].hlreg0);
		drive_write(&d, MHADD, cases[i].mfs << 16);
		make_frame(octets, cases[i].len, station, cases[i].type);
		drive_frame(&d, octets, cases[i].len, false);
		cr_expect_eq(drive_read(&d, PRC1522), cases[i].legal, "case %zu", i);
		cr_expect_eq(drive_read(&d, ROC), !cases[i].legal, "case %zu", i);
		pm_free(d.m);
	}
}

Test(i82598, jumbo_frames_are_legal_up_to_mhadd)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, 0);
	drive_write(&d, MHADD, 2000u << 16);
	drive_data(&d, 2000, station);
	cr_expect_eq(drive_read(&d, ROC), 1, "without JUMBOEN");
	drive_write(&d, HLREG0, RESET_HLREG0 | JUMBOEN);
	drive_data(&d, 2000, station);
	cr_expect_eq(drive_read(&d, ROC), 0);
	cr_expect_eq(drive_read(&d, PRC1522), 1);
	drive_data(&d, 2001, station);
	cr_expect_eq(drive_read(&d, ROC), 1);
	pm_free(d.m);
}

Test(i82598, code_errors_count_by_kind_in_every_class)
{
	static const struct {
		uint8_t code;
		bool at_end;
		uint16_t counter;
	} cases[] = { { ERROR, false, ERRBC }, { 0x1C, false, ILLERRC }, { IDLE, true, ILLERRC } };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		static struct lanes l;
		uint8_t octets[60];
		struct drive d;
		drive_default(&d);
		drive_setup(&d, 0);
		make_frame(octets, 60, station, 0x0800);
		if (!cases[i].at_end)
			octets[30] = cases[i].code; /* the FCS is right, since it covers the value of the code */
		lanes_frame(&l, octets, 60, 0);
		l.control[8 + 30] = !cases[i].at_end;
		if (cases[i].at_end)
			l.octets[l.len - 1] = cases[i].code;
		drive_lanes(&d, &l);
		cr_expect_eq(d.record, 64 | RECORD_BAD, "0x%X", d.record);
		cr_expect_eq(drive_read(&d, ERRBC), cases[i].counter == ERRBC);
		cr_expect_eq(drive_read(&d, ILLERRC), cases[i].counter == ILLERRC);
		cr_expect_eq(drive_read(&d, CRCERRS), 0);
		cr_expect_eq(drive_read(&d, GPRC), 0);
		pm_free(d.m);
	}
}

/* HLREG0 bit 27 enables the report; without it a frame with a wrong length is good. RLEC counts frames to any address. */
Test(i82598, length_errors)
{
	static const struct {
		uint32_t len;
		uint16_t type;
		bool error;
	} cases[] = { { 64, 46, false },  { 64, 47, true },  { 64, 10, false },
		      { 100, 82, false }, { 100, 83, true }, { 64, 1501, false } };

	for (size_t i = 0; i < 3 * COUNT_OF(cases); i++) {
		bool enabled = i % 3, own = i % 3 < 2, error = enabled && cases[i / 3].error;
		uint8_t octets[100];
		struct drive d;
		drive_default(&d);
		drive_setup(&d, 0);
		if (!enabled)
			drive_write(&d, HLREG0, RESET_HLREG0 & ~RXLNGTHERREN);
		make_frame(octets, cases[i / 3].len - 4, own ? station : other, cases[i / 3].type);
		drive_frame(&d, octets, cases[i / 3].len, false);
		cr_expect_eq(drive_read(&d, RLEC), error, "%u octets, length %u", cases[i / 3].len, cases[i / 3].type);
		cr_expect_eq(drive_read(&d, GPRC), own && !error);
		cr_expect_eq(!!(d.record & RECORD_BAD), error);
		pm_free(d.m);
	}
}

Test(i82598, the_address_filter)
{
	static const struct {
		uint32_t fctrl;
		const char *destination;
		bool passes;
	} cases[] = {
		{ 0, station, true },
		{ 0, other, false },
		{ UPE, other, true },
		{ 0, broadcast, false },
		{ BAM, broadcast, true },
		{ MPE, broadcast, true },
		{ BAM, "01-00-5E-00-00-01", false },
		{ MPE, "01-00-5E-00-00-01", true },
		{ MPE | BAM, other, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct drive d;
		drive_default(&d);
		drive_setup(&d, cases[i].fctrl);
		drive_data(&d, 64, cases[i].destination);
		cr_expect_eq(!!(d.record & RECORD_DELIVERED), cases[i].passes, "FCTRL 0x%X, %s", cases[i].fctrl,
		             cases[i].destination);
		cr_expect_eq(drive_read(&d, GPRC), cases[i].passes);
		cr_expect_eq(drive_read(&d, TPR), cases[i].passes || cases[i].destination == broadcast);
		pm_free(d.m);
	}
}

Test(i82598, the_fcs_is_stripped_by_rxcrcstrp)
{
	struct pm_host_frame frame;
	struct drive d;

	drive_default(&d);
	drive_setup(&d, SBP);
	drive_data(&d, 100, station);
	cr_assert(pm_host_frame(d.m, 0, &frame));
	cr_expect_eq(frame.len, 96);
	drive_write(&d, HLREG0, RESET_HLREG0 & ~2u);
	drive_data(&d, 100, station);
	cr_assert(pm_host_frame(d.m, 1, &frame));
	cr_expect_eq(frame.len, 100);
	pm_free(d.m);
}

/* 82598EB DS p.356: received is what is placed into the packet buffer; p.362: GPRC does not tally what MPC counts. TPR and TOR have no such
 * word. */
Test(i82598, whether_a_missed_frame_is_good_is_a_reading)
{
	for (unsigned has = 0; has < 2; has++) {
		struct pm_config config;
		struct drive d;
		pm_config_init(&config, "i82598");
		config.i82598.buffer_octets = 256;
		config.i82598.gprc_has_missed = has;
		drive_open(&d, &config);
		drive_setup(&d, BAM | MPE);
		drive_data(&d, 184, station);
		drive_data(&d, 73, broadcast); /* 23 + 10 words of 32 */
		cr_expect_eq(d.record & ~0xFFFFu, RECORD_DISCARDED);
		drive_data(&d, 72, station);
		cr_expect_eq(d.record & ~0xFFFFu, RECORD_DELIVERED);
		cr_expect_eq(drive_read(&d, MPC0), 1);
		cr_expect_eq(drive_read(&d, GPRC), 2 + has);
		cr_expect_eq(drive_read(&d, GORCH), 184 + 72 + 73 * has);
		cr_expect_eq(drive_read(&d, PRC127), 1 + has);
		cr_expect_eq(drive_read(&d, BPRC), has);
		cr_expect_eq(drive_read(&d, MPRC), has);
		cr_expect_eq(drive_read(&d, TPR), 3);
		cr_expect_eq(drive_read(&d, TORH), 184 + 73 + 72);
		pm_free(d.m);
	}
}

/* ---- counters ---- */

Test(i82598, counters_stick_at_all_ones_of_their_width, .timeout = 60)
{
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "i82598");
	config.i82598.stat_bits = 8;
	drive_open(&d, &config);
	drive_setup(&d, DPF | RFCE | MPE);
	for (int i = 0; i < 254; i++)
		drive_pause(&d, multicast, 0);
	cr_expect_eq(pm_reg_peek(d.m, LXONRXC), 254);
	for (int i = 0; i < 3; i++)
		drive_pause(&d, multicast, 0);
	cr_expect_eq(drive_read(&d, LXONRXC), 255);
	cr_expect_eq(drive_read(&d, LXONRXC), 0);
	cr_expect_eq(drive_read(&d, TPR), 255);
	cr_expect_eq(drive_read(&d, TORH), 257 * 64, "octet counters keep their 32 bits");
	pm_free(d.m);
}

/* GORC, GOTC and TOR are described at the address of their upper word as 32 bits that stick: drivers of this part read that word alone. */
Test(i82598, octet_counters_are_at_the_address_of_their_high_word)
{
	struct drive d;

	drive_default(&d);
	drive_setup(&d, 0);
	drive_data(&d, 1000, station);
	cr_expect_eq(drive_read(&d, TORL), 0);
	cr_expect_eq(drive_read(&d, TORH), 1000, "a read of the low word changes nothing");
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, TORH), 64);
	cr_expect_eq(drive_read(&d, TORH), 0);
	cr_expect_eq(drive_read(&d, GORCL), 0);
	cr_expect_eq(drive_read(&d, GORCH), 1064);
	cr_expect_eq(drive_read(&d, GORCL), 0);
	pm_free(d.m);
}

Test(i82598, octet_counters_stick_at_32_bits)
{
	struct pm_config config;
	struct drive d;

	pm_config_init(&config, "i82598");
	config.i82598.octet_preset = 100;
	config.i82598.stat_bits = 8;
	drive_open(&d, &config);
	drive_setup(&d, 0);
	cr_expect_eq(drive_read(&d, GOTCH), 0xFFFFFF9C, "2^32 - 100");
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, GORCH), 0xFFFFFFDC, "2^32 - 36");
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, TORH), 0xFFFFFFFF, "2^32 + 28 is beyond the end");
	cr_expect_eq(drive_read(&d, TORH), 0);
	cr_expect_eq(drive_read(&d, GORCH), 64);
	pm_free(d.m);
	config.i82598.preset_carry = 1;
	drive_open(&d, &config);
	drive_setup(&d, 0);
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, GORCH), 0x7FFFFFDC, "2^31 - 36");
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, TORH), 0x8000001C, "2^31 + 28");
	pm_free(d.m);
}

/* The other reading: one number of 64 bits in two words. */
static void drive_pairs(struct drive *d, uint64_t preset)
{
	struct pm_config config;

	pm_config_init(&config, "i82598");
	config.i82598.octets_in_high = 0;
	config.i82598.octet_preset = preset;
	drive_open(d, &config);
	drive_setup(d, 0);
}

Test(i82598, a_pair_is_cleared_by_its_low_word_and_nothing_is_lost)
{
	struct drive d;

	drive_pairs(&d, 0);
	drive_data(&d, 1000, station);
	cr_expect_eq(drive_read(&d, TORL), 1000);
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, TORH), 0);
	cr_expect_eq(drive_read(&d, TORL), 64);
	cr_expect_eq(drive_read(&d, TORL), 0);
	cr_expect_eq(drive_read(&d, GORCH), 0);
	cr_expect_eq(drive_read(&d, GORCL), 1064);
	pm_free(d.m);
}

Test(i82598, a_pair_sticks_at_its_end_and_keeps_its_high_word)
{
	struct drive d;

	drive_pairs(&d, 100);
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, GORCL), 0xFFFFFFDC, "2^64 - 36");
	drive_data(&d, 64, station);
	cr_expect_eq(drive_read(&d, TORL), 0xFFFFFFFF, "2^64 + 28 is beyond the end");
	cr_expect_eq(drive_read(&d, TORH), 0xFFFFFFFF);
	cr_expect_eq(drive_read(&d, TORH), 0);
	cr_expect_eq(drive_read(&d, GORCH), 0xFFFFFFFF, "of the read before the second frame");
	cr_expect_eq(drive_read(&d, GORCL), 64);
	cr_expect_eq(drive_read(&d, GORCH), 0);
	pm_free(d.m);
}

Test(i82598, each_transition_to_a_link_fault_counts)
{
	enum { COLUMNS = 4 };
	static struct lanes l;
	struct drive d;

	drive_default(&d);
	drive_setup(&d, 0);
	for (uint8_t type = 1; type <= 2; type++) {
		l.len = 0;
		for (int i = 0; i < COLUMNS; i++) {
			lane(&l, 0x9C, 1);
			lane(&l, 0, 0);
			lane(&l, 0, 0);
			lane(&l, type, 0);
		}
		drive_lanes(&d, &l);
	}
	cr_expect_eq(drive_read(&d, MLFC), 1);
	cr_expect_eq(drive_read(&d, MRFC), 1);
	pm_free(d.m);
}
