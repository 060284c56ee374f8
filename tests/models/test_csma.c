/* SPDX-License-Identifier: Apache-2.0 */
/* Half duplex, 802.3 4.2.3.2 and 4.2.8. A transmitter that this file models clock by clock from doc/bcm1250.md 3 and 4, with crs and col at random, has no
 * finding; each single deviation of it is found under its rule. The model's gap counter, which jumps over quiet clocks, is compared with one
 * that counts every clock. */
#include "support.h"

#include "check/scoreboard.h"
#include "part/csma.h"
#include "part/frame.h"
#include "pausemodel.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAC_CFG = 0x0100,
	FRAME_CFG = 0x0118,
	ENABLE = 0x0400,
	HEAD = 8,
	JAM = 8,
	FRAMES = 8, /* the octets of so many frames are kept */
	OCTETS_MAX = 256,
	CLOCKS_MAX = 600000, /* a false carrier may be as long as the run */
	BATCH = 64,
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

/* ---- deviations of the transmitter ---- */

#define FAULTS(FAULT_AT)                         \
	FAULT_AT(NONE, TX_DEFER)                 \
	FAULT_AT(DEFER_IGNORED, TX_DEFER)        \
	FAULT_AT(SECOND_PART_COUNTS, TX_DEFER)   \
	FAULT_AT(OWN_NOT_NOTED, TX_DEFER)        \
	FAULT_AT(OWN_NOT_FORGOTTEN, TX_DEFER)    \
	FAULT_AT(STARTS_INTO_CARRIER, TX_DEFER)  \
	FAULT_AT(GAP_SHORT, TX_GAP)              \
	FAULT_AT(JAM_SHORT, TX_JAM)              \
	FAULT_AT(JAM_LONG, TX_JAM)               \
	FAULT_AT(JAM_OTHER, TX_JAM)              \
	FAULT_AT(JAM_LATE, TX_JAM)               \
	FAULT_AT(JAM_IN_PREAMBLE, TX_JAM)        \
	FAULT_AT(JAM_ERROR, TX_JAM)              \
	FAULT_AT(COLLISION_IGNORED, TX_JAM)      \
	FAULT_AT(JAM_WITHOUT_COLLISION, TX_JAM)  \
	FAULT_AT(LATE_IGNORED, TX_LATE)          \
	FAULT_AT(LATE_REPEATED, TX_LATE)         \
	FAULT_AT(SLOT_LONGER, TX_LATE)           \
	FAULT_AT(SLOT_SHORTER, TX_RETRY)         \
	FAULT_AT(ATTEMPTS_15, TX_RETRY)          \
	FAULT_AT(ATTEMPTS_17, TX_RETRY)          \
	FAULT_AT(RETRY_EN_IGNORED, TX_RETRY)     \
	FAULT_AT(NEVER_REPEATED, TX_RETRY)       \
	FAULT_AT(REPEATED_OTHERWISE, TX_RETRY)   \
	FAULT_AT(BACKOFF_RANGE, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_LATER, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_SLOT, TX_BACKOFF)       \
	FAULT_AT(BACKOFF_NEVER, TX_BACKOFF)      \
	FAULT_AT(BACKOFF_HALF, TX_BACKOFF)       \
	FAULT_AT(UPPER_BITS, MII_NIBBLES)        \
	FAULT_AT(HIGH_FIRST, MII_NIBBLES)        \
	FAULT_AT(OCTETS_AT_100, MII_NIBBLES)     \
	FAULT_AT(FORCED_MISSING, BACK_PRESSURE)  \
	FAULT_AT(FORCED_TWICE, BACK_PRESSURE)    \
	FAULT_AT(FORCED_LATE, BACK_PRESSURE)     \
	FAULT_AT(FORCED_TOO_LONG, BACK_PRESSURE) \
	FAULT_AT(CARRIER_MISSING, FALSE_CARRIER) \
	FAULT_AT(CARRIER_LONG, FALSE_CARRIER)    \
	FAULT_AT(CARRIER_SHORT, FALSE_CARRIER)   \
	FAULT_AT(REST_LATER, TX_CONTENT)

enum fault {
#define FAULT_AT(name, rule) FAULT_##name,
	FAULTS(FAULT_AT)
#undef FAULT_AT
	    FAULT_COUNT
};
static const struct {
	const char *name;
	enum rule rule;
} faults[FAULT_COUNT] = {
#define FAULT_AT(name, rule) { #name, RULE_##rule },
	FAULTS(FAULT_AT)
#undef FAULT_AT
};

/* ---- the transmitter ---- */

enum sends { NOTHING, DATA, FORCED, CARRIER };

struct config {
	uint64_t mac, frame, enable; /* registers */
};

struct mac {
	struct config now, next; /* visible in this cycle, and from the next one on */
	enum fault fault;
	uint32_t g;
	bool own; /* sent while the medium was busy */
	uint32_t age;
	bool crs_before, hit, hit_invoked;

	enum sends sends;
	uint64_t start;
	int64_t jam;     /* its first clock, or -1 */
	uint32_t clocks; /* of the attempt if it does not collide */
	uint32_t slot;
	bool hdx, gig, underrun;
	uint32_t underrun_at;
	uint8_t wire[CLOCKS_MAX];
	uint32_t sent;
	int32_t error_at;
	uint32_t errors;

	/* the frame */
	uint8_t octets[OCTETS_MAX];
	uint32_t len, held;
	bool own_fcs, busy; /* busy: begun, not over */
	unsigned number;    /* counts the host's frames */
	unsigned collisions;
	bool waits, draining;
	uint64_t back_off_end, drain_from;
};

struct host {
	uint8_t octets[FRAMES][OCTETS_MAX];
	unsigned number;
	uint32_t len, pos;
	int32_t stall_at;
	uint32_t stall, stalled;
	bool offers, own_fcs;
	uint64_t next;
};

struct bench {
	struct mac mac;
	struct host host;
	struct scoreboard *sb;
	uint64_t now;
	uint32_t random;
	bool crs, col, crs_noise, echo;
	uint32_t col_at, col_len; /* of this transmission */
	uint64_t crs_until;
	bool quiet_host, steady; /* steady: registers do not change */
	bool early, lingered;    /* early: all collisions come early in the slot */
	unsigned collide;        /* how many of 16 transmissions collide */
	unsigned attempts[17], drops, lates, forced, carriers;
	uint8_t end[2][CLOCKS_MAX];
};

static uint32_t rnd(struct bench *b, uint32_t below)
{
	b->random = b->random * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)(b->random >> 8) * below >> 24);
}

static void pass_event(struct bench *b, struct event e)
{
	e.cycle = b->now;
	scoreboard_events(b->sb, &e, 1);
}

static void pass_value(struct bench *b, enum event_kind kind, uint64_t value)
{
	pass_event(b, (struct event){ .kind = (uint8_t)kind, .value = value, .error_at = -1 });
}

static bool is_hdx(const struct config *c)
{
	return c->mac & HDX_EN && !(c->mac & GIG);
}

static uint32_t field(uint64_t value, unsigned msb, unsigned lsb)
{
	return (uint32_t)(value >> lsb & ((1ull << (msb - lsb + 1)) - 1));
}

static uint32_t slot_of(const struct config *c)
{
	int32_t size = (int32_t)field(c->frame, 39, 30);

	return (uint32_t)(512 + (size >= 512 ? size - 1024 : size)) / 4;
}

static uint32_t gap_of(const struct mac *m)
{
	return field(m->now.frame, 11, 6) + 4 - (m->fault == FAULT_GAP_SHORT);
}

static uint32_t first_of(const struct mac *m)
{
	uint32_t tx = field(m->now.frame, 11, 6), thrsh = field(m->now.frame, 17, 12);

	if (m->fault == FAULT_SECOND_PART_COUNTS)
		return tx;
	return tx > thrsh ? tx - thrsh : 0;
}

static bool invoked(const struct mac *m)
{
	return field(m->now.mac, 56, 55) && m->now.enable & TX_ENABLE && m->now.mac & FC_SEL;
}

static bool tx_en(const struct bench *b)
{
	return b->mac.sends != NOTHING;
}

/* ---- the wire of one clock ---- */

static void octet_clocks(struct mac *m, uint32_t *at, uint8_t octet, bool er)
{
	for (unsigned i = 0; i < (m->gig ? 1u : 2u); i++) {
		uint8_t nibble = (i != 0) == (m->fault != FAULT_HIGH_FIRST) ? octet >> 4 : octet & 15;
		if (er && m->error_at < 0)
			m->error_at = (int32_t)*at;
		m->errors += er;
		m->wire[(*at)++] = m->gig ? octet : m->fault == FAULT_UPPER_BITS ? nibble | nibble << 4 : nibble;
	}
}

/* Makes all clocks of an attempt that neither a collision nor an underrun ends. */
static void build(struct mac *m)
{
	static const uint8_t head[HEAD] = { 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0xD5 };
	uint32_t at = 0, body = m->own_fcs || m->len >= 60 ? m->len : 60;
	uint8_t padded[OCTETS_MAX + 64] = { 0 }, fcs[4];

	m->error_at = -1;
	m->errors = 0;
	memcpy(padded, m->octets, m->len);
	if (m->fault == FAULT_REPEATED_OTHERWISE && m->collisions)
		padded[1] ^= 0x10;
	for (unsigned i = 0; i < HEAD; i++)
		octet_clocks(m, &at, head[i], false);
	for (uint32_t i = 0; i < body; i++)
		octet_clocks(m, &at, padded[i], false);
	frame_put_fcs(fcs, frame_fcs(padded, body));
	for (unsigned i = 0; i < 4 && !m->own_fcs; i++)
		octet_clocks(m, &at, fcs[i], false);
	m->clocks = at;
}

/* The host does not deliver octet OCTET in time: the frame ends with tx_er and a wrong FCS. */
static void cut(struct mac *m, uint32_t octet)
{
	uint32_t at = (HEAD + octet) * (m->gig ? 1 : 2);
	uint8_t zeroed[OCTETS_MAX + 1], fcs[4];

	memcpy(zeroed, m->octets, octet);
	zeroed[octet] = 0;
	frame_put_fcs(fcs, ~frame_fcs(zeroed, octet + 1));
	octet_clocks(m, &at, 0, true);
	for (unsigned i = 0; i < 4; i++)
		octet_clocks(m, &at, fcs[i], false);
	m->clocks = at;
	m->underrun = true;
	m->underrun_at = octet;
}

/* ---- host ---- */

static bool tvalid(const struct host *h)
{
	return h->offers && !h->stalled;
}

static void host_offer(struct bench *b)
{
	struct host *h = &b->host;
	uint8_t *octets = h->octets[h->number % FRAMES];
	uint32_t len;

	if (h->offers || b->now < h->next || b->quiet_host)
		return;
	h->number++;
	octets = h->octets[h->number % FRAMES];
	len = 1 + rnd(b, 120);
	for (uint32_t i = 0; i < len; i++)
		octets[i] = (uint8_t)rnd(b, 256);
	h->own_fcs = !rnd(b, 5) && len > 4;
	if (h->own_fcs && rnd(b, 3))
		frame_put_fcs(octets + len - 4, frame_fcs(octets, len - 4));
	h->len = len;
	h->pos = 0;
	h->stall_at = !rnd(b, 6) && len > 1 ? (int32_t)(1 + rnd(b, len - 1)) : -1;
	h->stall = 1 + rnd(b, rnd(b, 2) ? 4 : 600);
	h->stalled = 0;
	h->offers = true;
	pass_event(b, (struct event){ .kind = EVENT_HOST_OFFER,
	                              .octets = octets,
	                              .len = len,
	                              .error_at = h->stall_at,
	                              .timer = h->stall_at < 0 ? 0 : h->stall,
	                              .value = h->own_fcs });
}

/* The DUT raises tready in this cycle. Returns true if it takes an octet. */
static bool host_take(struct bench *b, uint8_t *ret)
{
	struct host *h = &b->host;

	if (!tvalid(h))
		return false;
	if (ret)
		*ret = h->octets[h->number % FRAMES][h->pos];
	h->pos++;
	if ((int32_t)h->pos == h->stall_at)
		h->stalled = h->stall + 1;
	if (h->pos == h->len) {
		h->offers = false;
		h->next = b->now + 1 + rnd(b, 2) * rnd(b, 200);
		pass_value(b, EVENT_HOST_TAKEN, 0);
	}
	return true;
}

/* ---- decisions ---- */

static void pick_collision(struct bench *b)
{
	static const uint32_t places[] = { 0, 1, 7, 14, 15, 16, 17, 18, 31 };
	enum { EARLIEST = 7 };
	uint32_t slot = b->mac.slot;

	b->col_len = 0;
	if (rnd(b, 16) >= b->collide)
		return;
	b->col_len = 1 + rnd(b, 12);
	switch (b->early ? 0 : rnd(b, 4)) {
	case 0:
		b->col_at = places[rnd(b, b->early ? EARLIEST : COUNT_OF(places))];
		break;
	case 1:
		b->col_at = slot - 2 + rnd(b, 4);
		break;
	case 2:
		b->col_at = b->mac.clocks - rnd(b, 4);
		break;
	default:
		b->col_at = rnd(b, b->mac.clocks);
		break;
	}
}

static void start(struct bench *b, enum sends what)
{
	struct mac *m = &b->mac;

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
		memcpy(m->octets, b->host.octets[b->host.number % FRAMES], m->len);
	}
	b->attempts[m->collisions < 16 ? m->collisions : 16]++;
	build(m);
	pick_collision(b);
}

/* Back-pressure, section 4 of the page. */
static enum sends signal_wanted(struct bench *b)
{
	struct mac *m = &b->mac;
	unsigned command = field(m->now.mac, 56, 55);
	bool age_ok = m->hit_invoked || m->age < 2 * field(m->now.frame, 5, 0);

	if (!is_hdx(&m->now) || !invoked(m) || tx_en(b))
		return NOTHING;
	if (command == 2)
		return m->g >= gap_of(m) - 1 && m->fault != FAULT_CARRIER_MISSING ? CARRIER : NOTHING;
	if (m->fault == FAULT_FORCED_MISSING)
		return NOTHING;
	if (m->fault == FAULT_FORCED_LATE && !m->age)
		return NOTHING;
	return b->crs && (!m->hit || m->fault == FAULT_FORCED_TWICE) && age_ok ? FORCED : NOTHING;
}

static bool data_may_start(const struct bench *b)
{
	const struct mac *m = &b->mac;
	bool over = m->g >= gap_of(m) - 1;
	bool waits = m->busy ? m->waits && (b->now >= m->back_off_end || !is_hdx(&m->now)) : tvalid(&b->host);

	return waits && m->now.enable & TX_ENABLE && over && !tx_en(b) && !m->draining;
}

/* The medium is busy while we send or there is carrier; then come the clocks of the gap. */
static void count_gap(struct bench *b)
{
	struct mac *m = &b->mac;
	bool carrier = is_hdx(&m->now) && b->crs && m->fault != FAULT_DEFER_IGNORED;
	bool after = m->g >= gap_of(m) - 1 && m->fault != FAULT_STARTS_INTO_CARRIER;
	bool first = m->g < first_of(m) && (!m->own || m->fault == FAULT_OWN_NOT_NOTED);

	if (tx_en(b)) {
		m->g = 0;
		m->own = true;
	} else if (carrier && (!m->g || first || after)) {
		m->own = m->own && (!after || m->fault == FAULT_OWN_NOT_FORGOTTEN);
		m->g = 0;
	} else if (m->g < 255) {
		m->g++;
	}
}

static void decide(struct bench *b)
{
	struct mac *m = &b->mac;
	enum sends what = NOTHING;

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
	m->hit = tx_en(b) || what == FORCED ? true : b->crs ? m->hit : false;
	if (b->crs && m->age < 255)
		m->age++;
	m->crs_before = b->crs;
	if (what != NOTHING)
		start(b, what);
}

/* ---- the end of a transmission ---- */

static uint32_t backoff(struct bench *b)
{
	struct mac *m = &b->mac;
	unsigned k = m->collisions < 10 ? m->collisions : 10;
	uint32_t range = 1u << k;

	if (m->fault == FAULT_BACKOFF_RANGE)
		return (range + rnd(b, range)) * m->slot;
	if (m->fault == FAULT_BACKOFF_SLOT)
		return range > 1 ? (range - 1) * (m->slot - 1) : 0;
	if (m->fault == FAULT_BACKOFF_NEVER)
		range = 1;
	if (m->fault == FAULT_BACKOFF_HALF && m->collisions > 1)
		range /= 2;
	return rnd(b, range) * m->slot + (m->fault == FAULT_BACKOFF_LATER ? m->slot / 2 : 0);
}

/* b->now is the last clock of the jam. Returns true if the frame is over. */
static bool collided(struct bench *b, bool *ret_dropped)
{
	struct mac *m = &b->mac;
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

static void ended(struct bench *b)
{
	struct mac *m = &b->mac;
	static unsigned which;
	uint8_t *copy = b->end[which++ % 2];
	bool over = true, dropped = false;
	enum sends what = m->sends;
	uint32_t octets = m->sent / (m->gig ? 1 : 2) - HEAD, record;

	if (what == DATA && m->jam >= 0)
		over = collided(b, &dropped);
	m->sends = NOTHING;
	memcpy(copy, m->wire, m->sent);
	b->now++;
	pass_event(b, (struct event){
			  .kind = EVENT_TX_END, .octets = copy, .len = m->sent, .error_at = m->error_at, .value = m->errors });
	b->now--;
	if (what != DATA || !over)
		return;
	record = dropped ? 1u << 19 : octets | (m->underrun ? 1u << 17 : 0);
	b->now++;
	pass_value(b, EVENT_OBS_TX, record | m->collisions << 24);
	b->now--;
	m->draining = b->host.offers && b->host.number == m->number && (dropped || m->underrun);
	m->drain_from = b->now + (m->fault == FAULT_REST_LATER && dropped ? 6 : 1);
	m->busy = false;
}

/* Does clock b->now of an attempt. */
static bool clock_sent(struct bench *b)
{
	struct mac *m = &b->mac;
	uint32_t k = (uint32_t)(b->now - m->start), c = m->gig ? 1 : 2;
	uint32_t jam_len = JAM + (m->fault == FAULT_JAM_LONG) - (m->fault == FAULT_JAM_SHORT);
	bool last;

	if (m->sends == CARRIER) {
		bool holds = invoked(m);
		if (!holds && m->fault == FAULT_CARRIER_LONG)
			b->lingered = holds = !b->lingered;
		if (m->fault == FAULT_CARRIER_SHORT && k == 9)
			holds = false;
		if (k < CLOCKS_MAX)
			m->wire[k] = 5;
		m->sent = k + 1;
		return !holds;
	}
	if (m->sends == FORCED) {
		m->sent = k + 1;
		return k + 1 == m->clocks;
	}
	if (m->jam < 0 && m->hdx && b->col && !(m->fault == FAULT_COLLISION_IGNORED && k < m->slot) &&
	    !(m->fault == FAULT_LATE_IGNORED && k >= m->slot) && !(m->underrun && k >= (HEAD + m->underrun_at) * c))
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
	if (!last && (k + 1) % c == 0 && k + 1 >= HEAD * c && !m->underrun && !(m->jam >= 0 && k + 1 >= m->jam)) {
		uint32_t octet = (k + 1) / c - HEAD;
		if (octet < m->len && octet == m->held) {
			if (host_take(b, NULL))
				m->held++;
			else
				cut(m, octet);
		}
	}
	return last;
}

static void write_register(struct bench *b, uint16_t address, uint64_t value)
{
	struct config *c = &b->mac.next;

	*(address == MAC_CFG ? &c->mac : address == FRAME_CFG ? &c->frame : &c->enable) = value;
	pass_event(b,
	           (struct event){ .kind = EVENT_REG_WRITE, .address = address, .value = value, .strobe = 0xFF, .error_at = -1 });
}

static void inputs(struct bench *b, bool echo)
{
	struct mac *m = &b->mac;
	uint64_t k = b->now - m->start;
	bool crs, col;

	if (b->now >= b->crs_until) {
		b->crs_noise = !b->crs_noise && !rnd(b, 3);
		b->crs_until = b->now + 1 + rnd(b, b->crs_noise ? 200 : 100 + rnd(b, 600));
	}
	crs = b->crs_noise || echo;
	col = tx_en(b) && m->sends == DATA && b->col_len && k >= b->col_at && k < b->col_at + b->col_len;
	if (crs != b->crs)
		pass_value(b, EVENT_CRS, crs);
	if (col != b->col)
		pass_value(b, EVENT_COL, col);
	b->crs = crs;
	b->col = col;
}

static void change_registers(struct bench *b)
{
	static const int16_t slots[] = { 0, -384, -440, -256, 100, 511 };
	uint64_t mac = b->mac.next.mac;

	if (b->steady || rnd(b, 900))
		return;
	switch (rnd(b, 4)) {
	case 0:
		write_register(b, FRAME_CFG,
		               FRAME(rnd(b, 2) * rnd(b, 64), rnd(b, 40), rnd(b, 24), slots[rnd(b, COUNT_OF(slots))]));
		break;
	case 1:
		mac = (mac & ~(FC_SEL | FC_CMD(3))) | (rnd(b, 2) && mac & HDX_EN ? FC_SEL : 0) | FC_CMD(rnd(b, 4));
		write_register(b, MAC_CFG, mac);
		break;
	case 2:
		mac = (mac & ~(RETRY_EN | HDX_EN | GIG)) | (rnd(b, 6) ? RETRY_EN : 0) | (rnd(b, 5) || mac & FC_SEL ? HDX_EN : 0);
		write_register(b, MAC_CFG, mac);
		break;
	default:
		write_register(b, ENABLE, b->mac.next.enable ^ (rnd(b, 2) ? 0 : TX_ENABLE));
		break;
	}
}

static void cycle(struct bench *b)
{
	struct mac *m = &b->mac;
	bool over = false;

	m->now = m->next;
	host_offer(b);
	change_registers(b);
	inputs(b, b->echo);
	b->echo = tx_en(b) && is_hdx(&m->now);
	if (tx_en(b) && b->now == m->start)
		pass_value(b, EVENT_TX_START, 0);
	if (m->draining && b->now >= m->drain_from)
		host_take(b, NULL);
	if (m->draining && !b->host.offers)
		m->draining = false;
	if (m->underrun && tx_en(b) && b->host.offers && b->host.number == m->number &&
	    b->now >= m->start + (HEAD + m->underrun_at) * (m->gig ? 1 : 2))
		host_take(b, NULL);
	if (tx_en(b))
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
	.params = "",
	.timing = { 4, 1, 2, 3, 5, 1 },
};

static void bench_open(struct bench *b, enum fault fault, uint32_t seed, bool black_box)
{
	memset(b, 0, sizeof(*b));
	b->random = seed * 2654435761u + 1;
	b->mac.fault = fault;
	b->mac.next = (struct config){ .frame = FRAME(0, 20, 4, 0) };
	b->mac.g = 255;
	b->mac.jam = -1;
	b->collide = 8;
	b->sb = scoreboard_new(&part, black_box);
	cr_assert_not_null(b->sb);
	pass_value(b, EVENT_RESET, 4);
	b->now = 2;
	pass_value(b, EVENT_HOST_READY, 1);
	pass_value(b, EVENT_OBS_LEVEL, 255);
	b->now = 10;
	b->mac.now = b->mac.next;
	write_register(b, MAC_CFG, HDX_EN | RETRY_EN | DROP_REPORT);
	b->now = 12;
	write_register(b, ENABLE, TX_ENABLE | RX_ENABLE);
	b->now = 14;
	b->host.next = 50;
}

/* Makes collisions come in the first clocks and the slot hardly longer, so that there are many attempts. */
static void collide_early(struct bench *b)
{
	b->early = true;
	b->collide = 16;
	write_register(b, FRAME_CFG, FRAME(0, 20, 4, -440));
	b->now += 2;
}

static void bench_run(struct bench *b, uint64_t cycles)
{
	for (uint64_t end = b->now + cycles; b->now < end; b->now++)
		cycle(b);
}

static void bench_close(struct bench *b, struct scoreboard_result *ret)
{
	pass_value(b, EVENT_END, 0);
	*ret = *scoreboard_result(b->sb);
	scoreboard_free(b->sb);
}

static const char *rule_of(const struct scoreboard_result *r)
{
	return r->findings ? rule_table[r->finding[0].rule].name : "no finding";
}

Test(csma, a_transmitter_made_from_the_page_has_no_finding)
{
	static struct bench b;
	struct scoreboard_result result;
	unsigned attempts[17] = { 0 }, drops = 0, lates = 0, forced = 0, carriers = 0;

	for (uint32_t seed = 1; seed <= 60; seed++) {
		bench_open(&b, FAULT_NONE, seed, false);
		b.collide = seed % 4 == 2 ? 8 : 3;
		b.steady = seed % 3 == 0 || seed % 4 == 1;
		if (seed % 4 == 1)
			collide_early(&b);
		bench_run(&b, 60000);
		for (unsigned i = 0; i < 17; i++)
			attempts[i] += b.attempts[i];
		drops += b.drops, lates += b.lates, forced += b.forced, carriers += b.carriers;
		bench_close(&b, &result);
		cr_expect_eq(result.findings, 0, "seed %u: %" PRIu64 ": cycle %" PRIu64 ": %s: %s: expected %s, actual %s", seed,
		             result.findings, result.finding[0].cycle, rule_of(&result), result.finding[0].what,
		             result.finding[0].expected, result.finding[0].actual);
	}
	for (unsigned i = 0; i < 16; i++)
		cr_expect_gt(attempts[i], 0, "attempt %u", i + 1);
	cr_expect_eq(attempts[16], 0);
	cr_expect(drops > 100 && lates > 50 && forced > 50 && carriers > 20, "%u drops, %u late, %u forced, %u carriers", drops,
	          lates, forced, carriers);
}

Test(csma, the_same_in_the_black_box)
{
	static struct bench b;
	struct scoreboard_result result;

	for (uint32_t seed = 1; seed <= 40; seed++) {
		bench_open(&b, FAULT_NONE, seed, true);
		b.collide = seed % 4 == 1 ? 15 : 6;
		bench_run(&b, 60000);
		bench_close(&b, &result);
		cr_expect_eq(result.findings, 0, "seed %u: %" PRIu64 ": cycle %" PRIu64 ": %s: %s: expected %s, actual %s", seed,
		             result.findings, result.finding[0].cycle, rule_of(&result), result.finding[0].what,
		             result.finding[0].expected, result.finding[0].actual);
	}
}

static bool signals_matter(enum fault fault)
{
	return fault >= FAULT_FORCED_MISSING && fault <= FAULT_CARRIER_SHORT;
}

Test(csma, each_fault_is_found_under_its_rule)
{
	static struct bench b;
	struct scoreboard_result result;

	for (unsigned fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) {
		bool found = false;
		for (uint32_t seed = 1; seed <= 12 && !found; seed++) {
			bench_open(&b, fault, seed, false);
			b.collide = 6;
			if (seed % 3 == 0)
				collide_early(&b);
			b.steady = !signals_matter(fault) && fault != FAULT_RETRY_EN_IGNORED && fault != FAULT_BACKOFF_SLOT;
			if (fault == FAULT_BACKOFF_NEVER || fault == FAULT_BACKOFF_HALF) {
				b.collide = 8;
				b.early = true;
				b.crs_until = UINT64_MAX;
				bench_run(&b, 300000);
			}
			if (fault == FAULT_GAP_SHORT)
				b.crs_until = UINT64_MAX;
			bench_run(&b, 100000);
			bench_close(&b, &result);
			if (!result.findings)
				continue;
			found = true;
			cr_expect_eq(result.finding[0].rule, faults[fault].rule,
			             "%s, seed %u: cycle %" PRIu64 ": %s instead of %s: %s: expected %s, actual %s",
			             faults[fault].name, seed, result.finding[0].cycle, rule_of(&result),
			             rule_table[faults[fault].rule].name, result.finding[0].what, result.finding[0].expected,
			             result.finding[0].actual);
		}
		cr_expect(found, "%s: not found", faults[fault].name);
	}
}

/* ---- the gap counter ---- */

struct counted {
	uint32_t g;
	bool own, hit;
};

static void count_clock(struct counted *c, const struct csma_mode *mode, bool tx, bool crs)
{
	bool carrier = mode->half_duplex && crs, after = c->g >= mode->gap_clocks - 1;

	if (tx) {
		c->g = 0;
		c->own = true;
	} else if (carrier && (!c->g || (c->g < mode->first_clocks && !c->own) || after)) {
		c->g = 0;
		c->own = c->own && !after;
	} else if (c->g < 255) {
		c->g++;
	}
	c->hit = tx || (crs && c->hit);
}

Test(csma, the_jumping_gap_counter_equals_a_counting_one)
{
	struct bench b = { .random = 7 };

	for (unsigned round = 0; round < 4000; round++) {
		struct csma_mode mode = { .half_duplex = rnd(&b, 8), .gap_clocks = 4 + rnd(&b, 64) };
		struct csma c = { 0 };
		struct counted slow = { .g = 255 };
		uint64_t now = 5;
		csma_reset(&c, now, now);
		mode.first_clocks = rnd(&b, 3) ? rnd(&b, mode.gap_clocks - 3) : 0;
		for (unsigned part_of = 0; part_of < 30; part_of++) {
			bool tx = !rnd(&b, 4), crs = rnd(&b, 2);
			uint32_t clocks = 1 + rnd(&b, rnd(&b, 2) ? 8 : 150);
			uint64_t toggles = 0;
			c.crs = crs;
			if (rnd(&b, 2))
				toggles = csma_gap_next(&c, &mode, tx);
			for (uint32_t i = 0; i < clocks; i++) {
				bool before = slow.g >= mode.gap_clocks - 1;
				count_clock(&slow, &mode, tx, crs);
				now++;
				if (toggles && !tx && before != (slow.g >= mode.gap_clocks - 1)) {
					cr_assert_eq(toggles, now, "round %u", round);
					toggles = 0;
				}
			}
			csma_advance(&c, &mode, tx, now);
			cr_assert_eq(c.g, slow.g, "round %u: gap %u, first %u", round, mode.gap_clocks, mode.first_clocks);
			cr_assert_eq(c.hit, slow.hit);
		}
	}
}

/* ---- the back-off that the model concludes ---- */

Test(csma, the_moment_of_a_repetition_shows_its_backoff)
{
	static struct bench b;
	const struct pm_model *m;
	struct pm_backoff seen;
	unsigned count[3] = { 0 }, known = 0, all;

	bench_open(&b, FAULT_NONE, 3, false);
	b.steady = true;
	b.collide = 15;
	bench_run(&b, 400000);
	m = scoreboard_model(b.sb);
	all = (unsigned)pm_backoffs(m);
	cr_expect_gt(all, 100);
	for (unsigned i = 0; pm_backoff_seen(m, i, &seen); i++) {
		cr_expect(seen.r_min <= seen.r_max && seen.r_max < (int32_t)csma_backoffs(seen.collisions), "%d to %d of %u",
		          seen.r_min, seen.r_max, seen.collisions);
		known += seen.r >= 0;
		if (seen.collisions == 1 && seen.r >= 0)
			count[seen.r]++;
	}
	cr_expect_gt(known, 50);
	cr_expect(count[0] && count[1] && !count[2], "%u, %u, %u", count[0], count[1], count[2]);
	scoreboard_free(b.sb);
}

/* ---- received while sending ---- */

static void fragment_tape(bool recorded, struct scoreboard_result *ret)
{
	static uint8_t run[2 * 72];
	static struct bench b;
	uint8_t octets[72];

	memset(octets, 0x55, 7);
	octets[7] = 0xD5;
	make_frame(octets + 8, 60, "02-00-00-00-00-02", 0x0800);
	frame_put_fcs(octets + 68, frame_fcs(octets + 8, 60));
	for (unsigned i = 0; i < 72; i++) {
		run[2 * i] = octets[i] & 15;
		run[2 * i + 1] = octets[i] >> 4;
	}
	bench_open(&b, FAULT_NONE, 1, false);
	b.steady = true;
	b.collide = 0;
	b.crs_until = UINT64_MAX;
	while (!tx_en(&b))
		bench_run(&b, 1);
	b.host.next = UINT64_MAX;
	bench_run(&b, 2);
	pass_event(&b, (struct event){ .kind = EVENT_RX_RUN, .octets = run, .len = sizeof(run), .error_at = -1 });
	bench_run(&b, 18);
	pass_value(&b, EVENT_OBS_LEVEL, 255);
	bench_run(&b, sizeof(run) + 2 - 18);
	b.quiet_host = true;
	if (recorded)
		pass_value(&b, EVENT_OBS_RX, 64 | 1 << 19);
	bench_run(&b, 400);
	bench_close(&b, ret);
}

Test(csma, octets_received_while_sending_are_no_frame)
{
	struct scoreboard_result result;

	fragment_tape(false, &result);
	cr_expect_eq(result.findings, 0, "cycle %" PRIu64 ": %s: expected %s, actual %s", result.finding[0].cycle,
	             rule_of(&result), result.finding[0].expected, result.finding[0].actual);
	fragment_tape(true, &result);
	cr_assert_gt(result.findings, 0);
	cr_expect_eq(result.finding[0].rule, RULE_RX_FRAGMENT, "%s", rule_of(&result));
}
