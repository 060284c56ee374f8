/* SPDX-License-Identifier: Apache-2.0 */
/* A half-duplex transmitter made from doc/devices/bcm1250.md 3 and 4; see csma_bench.h. */
#include "csma_bench.h"
#include "support.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	MAC_CFG = 0x0100,
	FRAME_CFG = 0x0118,
	ENABLE = 0x0400,
	JAM = 8,
};

#define HDX_EN (1ull << 33)
#define GIG (2ull << 34)
#define RETRY_EN (1ull << 2)
#define DROP_REPORT (1ull << 3)
#define FC_SEL (1ull << 54)
#define FC_CMD(n) ((uint64_t)(n) << 55)
#define RX_ENABLE (1ull << 10)
#define TX_ENABLE (1ull << 11)
#define FRAME(ifg_rx, ifg_tx, thrsh, slot)                                                                \
	(0x05EE400000000000ull | (uint64_t)(ifg_rx) | (uint64_t)(ifg_tx) << 6 | (uint64_t)(thrsh) << 12 | \
	 ((uint64_t)(slot)&0x3FF) << 30)

const struct csma_fault_row csma_faults[FAULT_COUNT] = {
#define FAULT_AT(name, rule) { #name, RULE_##rule },
	FAULTS(FAULT_AT)
#undef FAULT_AT
};

uint32_t csma_random(struct csma_bench *b, uint32_t below)
{
	b->random = b->random * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)(b->random >> 8) * below >> 24);
}

void csma_event(struct csma_bench *b, struct event e)
{
	e.cycle = b->now;
	scoreboard_events(b->sb, &e, 1);
}

void csma_value(struct csma_bench *b, enum event_kind kind, uint64_t value)
{
	csma_event(b, (struct event){ .kind = (uint8_t)kind, .value = value, .error_at = -1 });
}

static bool is_hdx(const struct csma_config *c)
{
	return c->mac & HDX_EN && !(c->mac & GIG);
}

static uint32_t field(uint64_t value, unsigned msb, unsigned lsb)
{
	return (uint32_t)(value >> lsb & ((1ull << (msb - lsb + 1)) - 1));
}

static uint32_t slot_of(const struct csma_config *c)
{
	int32_t size = (int32_t)field(c->frame, 39, 30);

	return (uint32_t)(512 + (size >= 512 ? size - 1024 : size)) / 4;
}

static uint32_t gap_of(const struct csma_mac *m)
{
	return field(m->now.frame, 11, 6) + 4 - (m->fault == FAULT_GAP_SHORT);
}

static uint32_t first_of(const struct csma_mac *m)
{
	uint32_t tx = field(m->now.frame, 11, 6), thrsh = field(m->now.frame, 17, 12);

	if (m->fault == FAULT_SECOND_PART_COUNTS)
		return tx;
	return tx > thrsh ? tx - thrsh : 0;
}

static bool invoked(const struct csma_mac *m)
{
	return field(m->now.mac, 56, 55) && m->now.enable & TX_ENABLE && m->now.mac & FC_SEL;
}

bool csma_sending(const struct csma_bench *b)
{
	return b->mac.sends != NOTHING;
}

/* ---- decisions ---- */

static void pick_collision(struct csma_bench *b)
{
	static const uint32_t places[] = { 0, 1, 7, 14, 15, 16, 17, 18, 31 };
	enum { EARLIEST = 7 };
	uint32_t slot = b->mac.slot;

	b->col_len = 0;
	if (csma_random(b, 16) >= b->collide)
		return;
	b->col_len = 1 + csma_random(b, 12);
	switch (b->early ? 0 : csma_random(b, 4)) {
	case 0:
		b->col_at = places[csma_random(b, b->early ? EARLIEST : COUNT_OF(places))];
		break;
	case 1:
		b->col_at = slot - 2 + csma_random(b, 4);
		break;
	case 2:
		b->col_at = b->mac.clocks - csma_random(b, 4);
		break;
	default:
		b->col_at = csma_random(b, b->mac.clocks);
		break;
	}
}

static void start(struct csma_bench *b, enum csma_sends what)
{
	struct csma_mac *m = &b->mac;

	m->sends = what;
	m->start = b->now + 1;
	m->sent = 0;
	m->jam = -1;
	m->underrun = false;
	m->hdx = is_hdx(&m->now);
	m->gig = m->now.mac & GIG || m->fault == FAULT_OCTETS_AT_100;
	m->slot = slot_of(&m->now);
	m->waits = m->waits && what != DATA;
	m->error_at = -1;
	m->errors = 0;
	if (what == CARRIER) {
		b->carriers++;
		return;
	}
	if (what == FORCED) {
		b->forced++;
		memset(m->wire, 5, 15);
		m->wire[15] = 0xD;
		memset(m->wire + 16, 6, JAM + 1);
		m->clocks = 16 + JAM + (m->fault == FAULT_FORCED_TOO_LONG);
		return;
	}
	if (!m->busy) {
		m->busy = true;
		m->collisions = 0;
		m->held = 0;
		m->len = b->host.len;
		m->number = b->host.number;
		m->own_fcs = b->host.own_fcs;
		memcpy(m->octets, b->host.octets[b->host.number % CSMA_FRAMES], m->len);
	}
	b->attempts[m->collisions < 16 ? m->collisions : 16]++;
	csma_wire_build(m);
	pick_collision(b);
}

/* Back-pressure, section 4 of the page. */
static enum csma_sends signal_wanted(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	unsigned command = field(m->now.mac, 56, 55);
	bool age_ok = m->hit_invoked || m->age < 2 * field(m->now.frame, 5, 0);

	if (!is_hdx(&m->now) || !invoked(m) || csma_sending(b))
		return NOTHING;
	if (command == 2)
		return m->g >= gap_of(m) - 1 && m->fault != FAULT_CARRIER_MISSING ? CARRIER : NOTHING;
	if (m->fault == FAULT_FORCED_MISSING)
		return NOTHING;
	if (m->fault == FAULT_FORCED_LATE && !m->age)
		return NOTHING;
	return b->crs && (!m->hit || m->fault == FAULT_FORCED_TWICE) && age_ok ? FORCED : NOTHING;
}

static bool data_may_start(const struct csma_bench *b)
{
	const struct csma_mac *m = &b->mac;
	bool over = m->g >= gap_of(m) - 1;
	bool waits = m->busy ? m->waits && (b->now >= m->back_off_end || !is_hdx(&m->now)) : csma_host_valid(&b->host);

	return waits && m->now.enable & TX_ENABLE && over && !csma_sending(b) && !m->draining;
}

/* The medium is busy while we send or there is carrier; then come the clocks of the gap. */
static void count_gap(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	bool carrier = is_hdx(&m->now) && b->crs && m->fault != FAULT_DEFER_IGNORED;
	bool after = m->g >= gap_of(m) - 1 && m->fault != FAULT_STARTS_INTO_CARRIER;
	bool first = m->g < first_of(m) && (!m->own || m->fault == FAULT_OWN_NOT_NOTED);

	if (csma_sending(b)) {
		m->g = 0;
		m->own = true;
	} else if (carrier && (!m->g || first || after)) {
		m->own = m->own && (!after || m->fault == FAULT_OWN_NOT_FORGOTTEN);
		m->g = 0;
	} else if (m->g < 255) {
		m->g++;
	}
}

static void decide(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	enum csma_sends what = NOTHING;

	if (b->crs && !m->crs_before) {
		m->age = 0;
		m->hit_invoked = invoked(m);
	}
	what = signal_wanted(b);
	if (m->waits && !is_hdx(&m->now))
		m->back_off_end = 0;
	if (what == NOTHING && data_may_start(b) &&
	    !(is_hdx(&m->now) && invoked(m) && field(m->now.mac, 56, 55) == 2 && m->fault != FAULT_CARRIER_MISSING))
		what = DATA;
	/* decided in this clock for the next one */
	count_gap(b);
	m->hit = csma_sending(b) || what == FORCED ? true : b->crs ? m->hit : false;
	if (b->crs && m->age < 255)
		m->age++;
	m->crs_before = b->crs;
	if (what != NOTHING)
		start(b, what);
}

/* ---- the end of a transmission ---- */

static uint32_t backoff(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	unsigned k = m->collisions < 10 ? m->collisions : 10;
	uint32_t range = 1u << k;

	if (m->fault == FAULT_BACKOFF_RANGE)
		return (range + csma_random(b, range)) * m->slot;
	if (m->fault == FAULT_BACKOFF_SLOT)
		return range > 1 ? (range - 1) * (m->slot - 1) : 0;
	if (m->fault == FAULT_BACKOFF_NEVER)
		range = 1;
	if (m->fault == FAULT_BACKOFF_HALF && m->collisions > 1)
		range /= 2;
	return csma_random(b, range) * m->slot + (m->fault == FAULT_BACKOFF_LATER ? m->slot / 2 : 0);
}

/* b->now is the last clock of the jam. Returns true if the frame is over. */
static bool collided(struct csma_bench *b, bool *ret_dropped)
{
	struct csma_mac *m = &b->mac;
	uint32_t k = (uint32_t)(m->jam - 1), slot = m->slot + (m->fault == FAULT_SLOT_LONGER) - (m->fault == FAULT_SLOT_SHORTER);
	unsigned most = m->fault == FAULT_ATTEMPTS_15 ? 15 : m->fault == FAULT_ATTEMPTS_17 ? 17 : 16;
	bool early = k < slot || m->fault == FAULT_LATE_REPEATED,
	     retry = m->now.mac & RETRY_EN || m->fault == FAULT_RETRY_EN_IGNORED;

	if (m->jam == 16)
		early = true;
	m->collisions++;
	*ret_dropped = !early || !retry || m->collisions >= most;
	b->lates += !early;
	b->drops += *ret_dropped;
	if (*ret_dropped)
		return true;
	m->waits = true;
	m->back_off_end = b->now + backoff(b);
	if (m->fault == FAULT_NEVER_REPEATED)
		m->back_off_end = UINT64_MAX;
	return false;
}

static void ended(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	static unsigned which;
	uint8_t *copy = b->end[which++ % 2];
	bool over = true, dropped = false;
	enum csma_sends what = m->sends;
	uint32_t octets = m->sent / (m->gig ? 1 : 2) - CSMA_HEAD, record;

	if (what == DATA && m->jam >= 0)
		over = collided(b, &dropped);
	m->sends = NOTHING;
	memcpy(copy, m->wire, m->sent);
	b->now++;
	csma_event(b, (struct event){
			  .kind = EVENT_TX_END, .octets = copy, .len = m->sent, .error_at = m->error_at, .value = m->errors });
	b->now--;
	if (what != DATA || !over)
		return;
	record = dropped ? 1u << 19 : octets | (m->underrun ? 1u << 17 : 0);
	b->now++;
	csma_value(b, EVENT_OBS_TX, record | m->collisions << 24);
	b->now--;
	m->draining = b->host.offers && b->host.number == m->number && (dropped || m->underrun);
	m->drain_from = b->now + (m->fault == FAULT_REST_LATER && dropped ? 6 : 1);
	m->busy = false;
}

/* Does clock b->now of an attempt. */
static bool clock_sent(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	uint32_t k = (uint32_t)(b->now - m->start), c = m->gig ? 1 : 2;
	uint32_t jam_len = JAM + (m->fault == FAULT_JAM_LONG) - (m->fault == FAULT_JAM_SHORT);
	bool last;

	if (m->sends == CARRIER) {
		bool holds = invoked(m);
		if (!holds && m->fault == FAULT_CARRIER_LONG)
			b->lingered = holds = !b->lingered;
		if (m->fault == FAULT_CARRIER_SHORT && k == 9)
			holds = false;
		if (k < CSMA_CLOCKS_MAX)
			m->wire[k] = 5;
		m->sent = k + 1;
		return !holds;
	}
	if (m->sends == FORCED) {
		m->sent = k + 1;
		return k + 1 == m->clocks;
	}
	if (m->jam < 0 && m->hdx && b->col && !(m->fault == FAULT_COLLISION_IGNORED && k < m->slot) &&
	    !(m->fault == FAULT_LATE_IGNORED && k >= m->slot) && !(m->underrun && k >= (CSMA_HEAD + m->underrun_at) * c))
		m->jam = (k + 1 > 16 || m->fault == FAULT_JAM_IN_PREAMBLE ? (int64_t)k + 1 : 16) + (m->fault == FAULT_JAM_LATE);
	if (m->jam < 0 && m->hdx && m->fault == FAULT_JAM_WITHOUT_COLLISION && k == 40)
		m->jam = k + 1;
	if (m->jam >= 0 && k >= m->jam) {
		m->wire[k] = m->fault == FAULT_JAM_OTHER && k == m->jam + 3 ? 5 : 6;
		if (m->fault == FAULT_JAM_ERROR && k == m->jam + 1) {
			m->error_at = (int32_t)k;
			m->errors = 1;
		}
	}
	m->sent = k + 1;
	last = m->jam >= 0 ? k + 1 == m->jam + jam_len : k + 1 == m->clocks;
	if (m->jam >= 0 && k + 1 > m->clocks && !last)
		m->clocks = k + 2;
	/* the octet that begins with the next clock */
	if (!last && (k + 1) % c == 0 && k + 1 >= CSMA_HEAD * c && !m->underrun && !(m->jam >= 0 && k + 1 >= m->jam)) {
		uint32_t octet = (k + 1) / c - CSMA_HEAD;
		if (octet < m->len && octet == m->held) {
			if (csma_host_take(b, NULL))
				m->held++;
			else
				csma_wire_cut(m, octet);
		}
	}
	return last;
}

static void write_register(struct csma_bench *b, uint16_t address, uint64_t value)
{
	struct csma_config *c = &b->mac.next;

	*(address == MAC_CFG ? &c->mac : address == FRAME_CFG ? &c->frame : &c->enable) = value;
	csma_event(b,
	           (struct event){ .kind = EVENT_REG_WRITE, .address = address, .value = value, .strobe = 0xFF, .error_at = -1 });
}

static void inputs(struct csma_bench *b, bool echo)
{
	struct csma_mac *m = &b->mac;
	uint64_t k = b->now - m->start;
	bool crs, col;

	if (b->now >= b->crs_until) {
		b->crs_noise = !b->crs_noise && !csma_random(b, 3);
		b->crs_until = b->now + 1 + csma_random(b, b->crs_noise ? 200 : 100 + csma_random(b, 600));
	}
	crs = b->crs_noise || echo;
	col = csma_sending(b) && m->sends == DATA && b->col_len && k >= b->col_at && k < b->col_at + b->col_len;
	if (crs != b->crs)
		csma_value(b, EVENT_CRS, crs);
	if (col != b->col)
		csma_value(b, EVENT_COL, col);
	b->crs = crs;
	b->col = col;
}

static void change_registers(struct csma_bench *b)
{
	static const int16_t slots[] = { 0, -384, -440, -256, 100, 511 };
	uint64_t mac = b->mac.next.mac;

	if (b->steady || csma_random(b, 900))
		return;
	switch (csma_random(b, 4)) {
	case 0:
		write_register(b, FRAME_CFG,
		               FRAME(csma_random(b, 2) * csma_random(b, 64), csma_random(b, 40), csma_random(b, 24),
		                     slots[csma_random(b, COUNT_OF(slots))]));
		break;
	case 1:
		mac = (mac & ~(FC_SEL | FC_CMD(3))) | (csma_random(b, 2) && mac & HDX_EN ? FC_SEL : 0) |
		      FC_CMD(csma_random(b, 4));
		write_register(b, MAC_CFG, mac);
		break;
	case 2:
		mac = (mac & ~(RETRY_EN | HDX_EN | GIG)) | (csma_random(b, 6) ? RETRY_EN : 0) |
		      (csma_random(b, 5) || mac & FC_SEL ? HDX_EN : 0);
		write_register(b, MAC_CFG, mac);
		break;
	default:
		write_register(b, ENABLE, b->mac.next.enable ^ (csma_random(b, 2) ? 0 : TX_ENABLE));
		break;
	}
}

static void cycle(struct csma_bench *b)
{
	struct csma_mac *m = &b->mac;
	bool over = false;

	m->now = m->next;
	csma_host_offer(b);
	change_registers(b);
	inputs(b, b->echo);
	b->echo = csma_sending(b) && is_hdx(&m->now);
	if (csma_sending(b) && b->now == m->start)
		csma_value(b, EVENT_TX_START, 0);
	if (m->draining && b->now >= m->drain_from)
		csma_host_take(b, NULL);
	if (m->draining && !b->host.offers)
		m->draining = false;
	if (m->underrun && csma_sending(b) && b->host.offers && b->host.number == m->number &&
	    b->now >= m->start + (CSMA_HEAD + m->underrun_at) * (m->gig ? 1 : 2))
		csma_host_take(b, NULL);
	if (csma_sending(b))
		over = clock_sent(b);
	decide(b);
	if (over)
		ended(b);
	if (b->host.stalled)
		b->host.stalled--;
}

static const struct dut part = {
	.name = "part",
	.phy = PHY_MII,
	.clock_hz = 25000000,
	.capabilities = CAP_OBS | CAP_HALF_DUPLEX | CAP_FULL_DUPLEX,
	.model = "bcm1250",
	.bcm1250 = { .xoff_refresh = 1, .block_count = 255 },
	.timing = { 4, 1, 2, 3, 5, 1 },
};

void csma_bench_open(struct csma_bench *b, enum csma_fault fault, uint32_t seed, bool black_box)
{
	memset(b, 0, sizeof(*b));
	b->random = seed * 2654435761u + 1;
	b->mac.fault = fault;
	b->mac.next = (struct csma_config){ .frame = FRAME(0, 20, 4, 0) };
	b->mac.g = 255;
	b->mac.jam = -1;
	b->collide = 8;
	b->sb = scoreboard_new(&part, black_box);
	cr_assert_not_null(b->sb);
	csma_value(b, EVENT_RESET, 4);
	b->now = 2;
	csma_value(b, EVENT_HOST_READY, 1);
	csma_value(b, EVENT_OBS_LEVEL, 255);
	b->now = 10;
	b->mac.now = b->mac.next;
	write_register(b, MAC_CFG, HDX_EN | RETRY_EN | DROP_REPORT);
	b->now = 12;
	write_register(b, ENABLE, TX_ENABLE | RX_ENABLE);
	b->now = 14;
	b->host.next = 50;
}

void csma_collide_early(struct csma_bench *b)
{
	b->early = true;
	b->collide = 16;
	write_register(b, FRAME_CFG, FRAME(0, 20, 4, -440));
	b->now += 2;
}

void csma_bench_run(struct csma_bench *b, uint64_t cycles)
{
	for (uint64_t end = b->now + cycles; b->now < end; b->now++)
		cycle(b);
}

void csma_bench_close(struct csma_bench *b, struct scoreboard_result *ret)
{
	csma_value(b, EVENT_END, 0);
	*ret = *scoreboard_result(b->sb);
	scoreboard_free(b->sb);
}
