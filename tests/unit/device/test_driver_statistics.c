/* SPDX-License-Identifier: Apache-2.0 */
/* The statistics of the 82598EB as a driver gets them: reads every statistics register in the order in which ixgbe's update reads them on
 * this part, does the driver's arithmetic, and compares the results with counts of the frames themselves. No golden model takes part:
 * count_frame() counts what was on the receive wire, count_sent() what was on the transmit wire. ixgbe_type.h; 82598EB DS p.356 to p.366. */
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum {
	LEN_MAX = 2000,
	SIZES = 6,
	BUFFERS = 8,
	FCS = 4,
	WIRE_HEAD = 8, /* octets of a frame on the wire before the destination address */

	RXCTRL = 0x3000,
	FCTTV0 = 0x3200,
	FCRTL0 = 0x3220,
	FCRTH0 = 0x3260,
	RMCS = 0x3D00,
	FCTRL = 0x5080,
	RAL0 = 0x5400,
	RAH0 = 0x5404,

	MPE = 1 << 8,
	BAM = 1 << 10,
	RFCE = 1 << 15,
	TFCE = 1 << 3,

	LXONTXC = 0x3F60,
	LXOFFTXC = 0x3F68,
	MPC = 0x3FA0, /* of buffer 0 */
	RNBC = 0x3FC0,
	CRCERRS = 0x4000,
	RLEC = 0x4040,
	PRC64 = 0x405C, /* the first of six */
	GPRC = 0x4074,
	BPRC = 0x4078,
	MPRC = 0x407C,
	GPTC = 0x4080,
	GORCH = 0x408C,
	GOTCH = 0x4094,
	RUC = 0x40A4,
	RFC = 0x40A8,
	ROC = 0x40AC,
	RJC = 0x40B0,
	TORH = 0x40C4,
	TPR = 0x40D0,
	PTC64 = 0x40D8, /* the first of six */
	MPTC = 0x40F0,
	BPTC = 0x40F4,
	LXONRXC = 0xCF60,
	LXOFFRXC = 0xCF68,
};
static const uint32_t top_bit = 0x80000000u; /* XONE, FCEN, AV */
static const char own[] = "00-11-22-33-44-55", other[] = "00-11-22-33-44-66", broadcast[] = "FF-FF-FF-FF-FF-FF",
		  group[] = "01-00-5E-00-00-01", all_pauses[] = "01-80-C2-00-00-01";

/* What a driver shows its user; COUNT(name). */
#define STATISTICS(COUNT)                                                                                                     \
	COUNT(crcerrs)                                                                                                        \
	COUNT(rnbc)                                                                                                           \
	COUNT(mpc)                                                                                                            \
	COUNT(gprc)                                                                                                           \
	COUNT(gorc)                                                                                                           \
	COUNT(gotc)                                                                                                           \
	COUNT(tor)                                                                                                            \
	COUNT(bprc)                                                                                                           \
	COUNT(mprc)                                                                                                           \
	COUNT(roc)                                                                                                            \
	COUNT(prc[0])                                                                                                         \
	COUNT(prc[1])                                                                                                         \
	COUNT(prc[2])                                                                                                         \
	COUNT(prc[3])                                                                                                         \
	COUNT(prc[4])                                                                                                         \
	COUNT(prc[5]) COUNT(rlec) COUNT(lxonrxc) COUNT(lxoffrxc) COUNT(lxontxc) COUNT(lxofftxc) COUNT(gptc) COUNT(mptc)       \
	    COUNT(ruc) COUNT(rfc) COUNT(rjc) COUNT(tpr) COUNT(ptc[0]) COUNT(ptc[1]) COUNT(ptc[2]) COUNT(ptc[3]) COUNT(ptc[4]) \
		COUNT(ptc[5]) COUNT(bptc)
struct statistics {
	uint64_t crcerrs, rnbc, mpc, gprc, gorc, gotc, tor, bprc, mprc, roc, prc[SIZES], rlec, lxonrxc, lxoffrxc, lxontxc,
	    lxofftxc, gptc, mptc, ruc, rfc, rjc, tpr, ptc[SIZES], bptc;
};

/* ---- the driver ---- */

/* Every read of an update, in order. MPC and RNBC take turns, buffer by buffer; the driver reads RUC twice. */
static const uint16_t update[] = {
	CRCERRS,   MPC,      RNBC,      MPC + 4,   RNBC + 4,  MPC + 8,    RNBC + 8,   MPC + 12,   RNBC + 12,  MPC + 16,
	RNBC + 16, MPC + 20, RNBC + 20, MPC + 24,  RNBC + 24, MPC + 28,   RNBC + 28,  GPRC,       GORCH,      GOTCH,
	TORH,      BPRC,     MPRC,      ROC,       PRC64,     PRC64 + 4,  PRC64 + 8,  PRC64 + 12, PRC64 + 16, PRC64 + 20,
	RLEC,      LXONRXC,  LXOFFRXC,  LXONTXC,   LXOFFTXC,  RUC,        GPTC,       MPTC,       RUC,        RFC,
	RJC,       TPR,      PTC64,     PTC64 + 4, PTC64 + 8, PTC64 + 12, PTC64 + 16, PTC64 + 20, BPTC,
};

static void put_update(struct stimulus *st)
{
	for (size_t i = 0; i < COUNT_OF(update); i++)
		put_read(st, update[i]);
}

/* Returns the sum of the reads of ADDRESS in all updates. */
static uint64_t sum_of(const struct recording *r, uint16_t address)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < r->count; i++) {
		if (r->events[i].kind != EVENT_REG_READ || r->events[i].address != address)
			continue;
		cr_expect_not(r->events[i].error, "0x%04X", address);
		sum += r->events[i].value;
	}
	return sum;
}

/* The driver's arithmetic. Of the octet counters it reads the upper words alone, in which this part has all 32 bits; broadcasts are in
 * MPRC too; PAUSE frames of the part's own are in the counters of sent frames. */
static void driver_statistics(const struct recording *r, struct statistics *ret)
{
	uint64_t pauses = sum_of(r, LXONTXC) + sum_of(r, LXOFFTXC);

	*ret = (struct statistics){
		.crcerrs = sum_of(r, CRCERRS),
		.gprc = sum_of(r, GPRC),
		.gorc = sum_of(r, GORCH),
		.gotc = sum_of(r, GOTCH) - 64 * pauses,
		.tor = sum_of(r, TORH),
		.bprc = sum_of(r, BPRC),
		.mprc = sum_of(r, MPRC) - sum_of(r, BPRC),
		.roc = sum_of(r, ROC),
		.rlec = sum_of(r, RLEC),
		.lxonrxc = sum_of(r, LXONRXC),
		.lxoffrxc = sum_of(r, LXOFFRXC),
		.lxontxc = sum_of(r, LXONTXC),
		.lxofftxc = sum_of(r, LXOFFTXC),
		.gptc = sum_of(r, GPTC) - pauses,
		.mptc = sum_of(r, MPTC) - pauses,
		.ruc = sum_of(r, RUC),
		.rfc = sum_of(r, RFC),
		.rjc = sum_of(r, RJC),
		.tpr = sum_of(r, TPR),
		.bptc = sum_of(r, BPTC),
	};
	for (uint16_t i = 0; i < SIZES; i++) {
		ret->prc[i] = sum_of(r, PRC64 + 4 * i);
		ret->ptc[i] = sum_of(r, PTC64 + 4 * i);
	}
	ret->ptc[0] -= pauses;
	for (uint16_t i = 0; i < BUFFERS; i++) {
		ret->mpc += sum_of(r, MPC + 4 * i);
		ret->rnbc += sum_of(r, RNBC + 4 * i);
	}
}

/* ---- the frames ---- */

static int size_of(size_t len)
{
	return len <= 64 ? 0 : len < 128 ? 1 : len < 256 ? 2 : len < 512 ? 3 : len < 1024 ? 4 : 5;
}

static bool is(const uint8_t *octets, const char *address)
{
	uint8_t text[6];

	parse_address(text, address);
	return !memcmp(octets, text, sizeof(text));
}

/* Counts a received frame of LEN octets with its FCS, with RFCE set. */
static void count_frame(struct statistics *s, const uint8_t *octets, size_t len, bool fcs_wrong, uint32_t fctrl)
{
	bool is_group = octets[0] & 1, is_broadcast = is(octets, broadcast);
	bool passes = is(octets, own) || (is_broadcast && fctrl & BAM) || (is_group && fctrl & MPE);
	unsigned type = octets[12] << 8 | octets[13];
	size_t longest = type == 0x8100 ? 1522 : 1518;

	if (passes || is_broadcast) { /* rejected broadcasts alone count */
		s->tpr++;
		s->tor += len;
	}
	s->crcerrs += fcs_wrong && len >= 64;
	if (!passes)
		return;
	s->ruc += len < 64 && !fcs_wrong;
	s->rfc += len < 64 && fcs_wrong;
	s->roc += len > longest;
	s->rjc += len > longest && fcs_wrong;
	if (len < 64 || len > longest || fcs_wrong)
		return;
	if (type <= 1500 && len - 18 < type) {
		s->rlec++;
		return;
	}
	if (type == 0x8808 && octets[14] == 0 && octets[15] == 1 && (is(octets, own) || is(octets, all_pauses))) {
		if (octets[16] || octets[17])
			s->lxoffrxc++;
		else
			s->lxonrxc++;
		return;
	}
	s->gprc++;
	s->gorc += len;
	s->prc[size_of(len)]++;
	s->bprc += is_broadcast && fctrl & BAM;
	s->mprc += is_group && !is_broadcast;
}

/* Counts what was sent. PAUSE frames of the part's own are no frames of the driver. */
static void count_sent(struct statistics *s, const struct recording *r)
{
	for (size_t n = 0; n < recorded_count(r, EVENT_TX_END); n++) {
		const struct event *e = recorded(r, EVENT_TX_END, n);
		const uint8_t *octets = e->octets + WIRE_HEAD;
		size_t len = e->len - WIRE_HEAD;
		if (octets[12] == 0x88 && octets[13] == 0x08) {
			if (octets[16] || octets[17])
				s->lxofftxc++;
			else
				s->lxontxc++;
			continue;
		}
		s->gptc++;
		s->gotc += len;
		s->ptc[size_of(len)]++;
		s->bptc += is(octets, broadcast);
		s->mptc += octets[0] & 1 && !is(octets, broadcast);
	}
}

/* ---- traffic ---- */

struct traffic {
	struct stimulus st;
	struct statistics expected;
	uint32_t fctrl;
};

/* LEN includes the FCS. */
static void receive(struct traffic *t, const char *destination, uint16_t type, size_t len, bool fcs_wrong)
{
	uint8_t octets[LEN_MAX];

	make_frame(octets, len - FCS, destination, type);
	put_rx(&t->st, octets, len - FCS, fcs_wrong ? FCS_BAD : FCS_GOOD);
	count_frame(&t->expected, octets, len, fcs_wrong, t->fctrl);
}

static void receive_pause(struct traffic *t, const char *destination, uint16_t quanta)
{
	uint8_t octets[60];

	make_pause(octets, quanta);
	parse_address(octets, destination);
	put_rx(&t->st, octets, sizeof(octets), FCS_GOOD);
	count_frame(&t->expected, octets, sizeof(octets) + FCS, false, t->fctrl);
}

static void send(struct traffic *t, const char *destination, size_t len)
{
	uint8_t octets[LEN_MAX];

	make_frame(octets, len - FCS, destination, 0x0800);
	put_tx(&t->st, octets, len - FCS);
}

static void filter(struct traffic *t, uint32_t fctrl)
{
	put_wait(&t->st, WAIT_IDLE, 0);
	put_write(&t->st, FCTRL, fctrl);
	put_settle(&t->st);
	t->fctrl = fctrl;
}

/* The host takes nothing until the part has sent an XOFF, and then everything. */
static void fill_and_drain(struct traffic *t)
{
	put_wait(&t->st, WAIT_IDLE, 0);
	put_plain(&t->st, ITEM_HOST_STOP);
	for (int i = 0; i < 4; i++)
		receive(t, own, 0x0800, 1000, false);
	put_wait(&t->st, WAIT_RX, 0);
	put_wait(&t->st, WAIT_CYCLES, 100);
	put_plain(&t->st, ITEM_HOST_START);
	put_wait(&t->st, WAIT_IDLE, 0);
}

static void open_traffic(struct traffic *t)
{
	*t = (struct traffic){ 0 };
	put_write(&t->st, RAL0, 0x33221100);
	put_write(&t->st, RAH0, top_bit | 0x5544);
	put_write(&t->st, FCTTV0, 0x0100);
	put_write(&t->st, FCRTL0, top_bit | 1024);
	put_write(&t->st, FCRTH0, top_bit | 2048);
	put_write(&t->st, RMCS, TFCE);
	put_write(&t->st, RXCTRL, 1);
}

/* Every address, legal and illegal lengths, right and wrong FCS. */
static void receive_all(struct traffic *t)
{
	static const char *const addresses[] = { own, other, broadcast, group };
	static const size_t lengths[] = { 18, 60, 63, 64, 65, 127, 128, 255, 256, 511, 512, 1023, 1024, 1518, 1519, 1522, 1523 };

	for (size_t a = 0; a < COUNT_OF(addresses); a++) {
		for (size_t i = 0; i < COUNT_OF(lengths); i++) {
			receive(t, addresses[a], 0x0800, lengths[i], false);
			receive(t, addresses[a], 0x0800, lengths[i], true);
			receive(t, addresses[a], 0x8100, lengths[i], false);
		}
	}
	receive(t, own, 46, 64, false);
	receive(t, own, 47, 64, false);
	receive(t, own, 1500, 1517, false);
	receive_pause(t, own, 2);
	receive_pause(t, own, 0);
}

static void expect_statistics(const struct statistics *actual, const struct statistics *expected)
{
#define COUNT(name) \
	cr_expect_eq(actual->name, expected->name, #name ": %" PRIu64 ", frames %" PRIu64, actual->name, expected->name);
	STATISTICS(COUNT)
#undef COUNT
}

static void run_traffic(struct traffic *t, const struct dut *dut, struct recording *ret)
{
	put_wait(&t->st, WAIT_IDLE, 0);
	put_settle(&t->st);
	put_update(&t->st);
	record(dut, &t->st, ret);
	count_sent(&t->expected, ret);
}

Test(driver_statistics, they_are_the_counts_of_the_frames)
{
	static const size_t sent[] = { 64, 65, 127, 128, 256, 512, 1023, 1024, 1518 };
	struct statistics actual;
	struct recording r;
	struct traffic t;

	open_traffic(&t);
	filter(&t, RFCE | BAM | MPE);
	receive_all(&t);
	receive_pause(&t, all_pauses, 3);
	receive_pause(&t, all_pauses, 0);
	for (size_t i = 0; i < COUNT_OF(sent); i++) {
		send(&t, other, sent[i]);
		send(&t, broadcast, sent[i]);
		send(&t, group, sent[i]);
	}
	fill_and_drain(&t);
	put_settle(&t.st);
	put_update(&t.st);
	filter(&t, RFCE | BAM);
	receive_all(&t);
	filter(&t, RFCE);
	receive_all(&t);
	fill_and_drain(&t);
	fill_and_drain(&t);
	run_traffic(&t, dut_by_name("i82598"), &r);
	driver_statistics(&r, &actual);
	expect_statistics(&actual, &t.expected);
	cr_expect_eq(actual.lxofftxc, 3, "one XOFF for each time that the buffer filled");
	cr_expect_eq(actual.lxontxc, 3);
	recording_release(&r);
	stimulus_release(&t.st);
}

enum { MISSED_FRAMES = 50, MISSED_LEN = 1000 };

/* With the host stopped the last frames find no room. Returns how many frames the host got afterwards, which tells how many were missed. */
static size_t miss_frames(struct traffic *t, const struct dut *dut, struct recording *ret)
{
	size_t delivered;

	open_traffic(t);
	filter(t, RFCE);
	put_plain(&t->st, ITEM_HOST_STOP);
	for (int i = 0; i < MISSED_FRAMES; i++)
		receive(t, own, 0x0800, MISSED_LEN, false);
	put_wait(&t->st, WAIT_RX, 0);
	put_settle(&t->st);
	put_plain(&t->st, ITEM_HOST_START);
	run_traffic(t, dut, ret);
	delivered = recorded_count(ret, EVENT_HOST_FRAME);
	cr_assert(delivered > 0 && delivered < MISSED_FRAMES, "%zu", delivered);
	t->expected.mpc = MISSED_FRAMES - delivered;
	return delivered;
}

/* 82598EB DS p.362: GPRC has only the frames that were not missed. */
Test(driver_statistics, missed_frames_are_in_mpc_and_in_the_totals)
{
	struct statistics actual;
	struct recording r;
	struct traffic t;
	size_t delivered = miss_frames(&t, dut_by_name("i82598"), &r);

	t.expected.gprc = t.expected.prc[size_of(MISSED_LEN)] = delivered;
	t.expected.gorc = delivered * MISSED_LEN;
	driver_statistics(&r, &actual);
	expect_statistics(&actual, &t.expected);
	recording_release(&r);
	stimulus_release(&t.st);
}

/* The driver subtracts the missed frames from GPRC. This is right for a part that counts them there, as the silicon does by the driver: the
 * first of all readings, but GprcHasMissed (I12). It corrects none of the other counters. */
Test(driver_statistics, of_the_silicon_the_driver_subtracts_missed_frames)
{
	struct dut silicon = *dut_by_name("i82598_any");
	size_t count;
	struct statistics actual;
	struct recording r;
	struct traffic t;
	size_t delivered;

	dut_turn(&silicon, 1u << reading_bit(parameters_of("i82598", &count), parameter_by_name("i82598", "GprcHasMissed")));
	delivered = miss_frames(&t, &silicon, &r);
	t.expected.gprc = delivered;
	driver_statistics(&r, &actual);
	actual.gprc -= actual.mpc;
	expect_statistics(&actual, &t.expected);
	recording_release(&r);
	stimulus_release(&t.st);
}
