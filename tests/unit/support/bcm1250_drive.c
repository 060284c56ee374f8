/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does what the golden model of the BCM1250 expects; see bcm1250_drive.h. doc/devices/bcm1250.md. */
#include "bcm1250_drive.h"
#include "support.h"

#include "part/frame.h"
#include "regs.h"

#include <criterion/criterion.h>
#include <string.h>

enum { CLASSIFY = 3, JAM_CLOCKS = 8, FCS = 4, PADDED = 60 };

static void wire_end(struct drive *d, const struct pm_tx_frame *frame)
{
	struct drive_sent *sent = &d->sent[d->attempts - 1];
	struct pm_attempt_end end;
	bool data = frame->kind == PM_TX_DATA;

	sent->end = d->now;
	sent->quanta = frame->quanta;
	pm_tx_end(d->m, (uint32_t)(d->now - sent->start), frame->quanta);
	d->on_wire = false;
	if (!data)
		return;
	pm_attempt_end(d->m, &end);
	if (end.draining)
		d->drained_at = d->now + 1;
}

static uint64_t end_of(const struct pm_tx_frame *frame)
{
	uint32_t octets = frame->len;

	if (frame->collided)
		return frame->start + frame->jam_at + JAM_CLOCKS;
	if (frame->kind == PM_TX_DATA && !frame->own_fcs)
		octets = (octets < PADDED ? PADDED : octets) + FCS;
	return frame->start + (DRIVE_HEAD + octets) * (uint64_t)frame->clocks;
}

static void begin(struct drive *d, enum pm_tx_kind kind)
{
	cr_assert_lt(d->attempts, DRIVE_SENT_MAX);
	d->sent[d->attempts++] = (struct drive_sent){ .start = d->now, .kind = kind };
	pm_tx_start(d->m, kind);
	d->on_wire = true;
}

/* A repetition begins as early as it is allowed to. */
static void wire(struct drive *d)
{
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);
	const struct pm_start *start = pm_start(d->m);
	struct pm_backoff backoff;

	if (d->on_wire && end_of(frame) == d->now)
		wire_end(d, frame);
	if (start->kind != PM_TX_NONE && start->due == d->now)
		begin(d, start->kind);
	else if (start->blockers == PM_BLOCK_BACKOFF && pm_backoff_allows(d->m, d->now - 1, 0, &backoff))
		begin(d, PM_TX_DATA);
	frame = pm_tx_frame(d->m);
	if (d->col)
		pm_col(d->m, d->col = false);
	if (!d->on_wire || frame->kind != PM_TX_DATA)
		return;
	if (d->collisions && d->now == frame->start + (uint64_t)d->collide_at) {
		pm_col(d->m, d->col = true);
		d->collisions--;
	}
	if (!frame->taken && d->now == frame->start + (uint64_t)(DRIVE_HEAD + frame->host_octets - 1) * frame->clocks - 1)
		pm_host_taken(d->m);
}

static void host(struct drive *d, const struct pm_view *view)
{
	struct pm_host_frame frame;

	if (d->host_busy && d->host_end == d->now) {
		pm_host_took_frame(d->m);
		d->host_busy = false;
		d->delivered++;
		return;
	}
	if (d->host_busy || d->host_stopped || !view->host_waiting || d->now < view->host_due)
		return;
	cr_assert(pm_host_frame(d->m, 0, &frame));
	pm_host_started(d->m);
	d->host_busy = true;
	d->host_end = d->now + frame.len;
}

static void look(struct drive *d, const struct pm_view *view)
{
	if (view->rx) {
		d->rx = *view->rx;
		d->rx_at = d->now;
		d->classified++;
	}
	if (view->tx_record_valid) {
		d->frames++;
		d->sent[d->attempts - 1].record = view->tx_record;
	}
	if (view->xoff != d->xoff)
		*(view->xoff ? &d->rise : &d->fall) = d->now;
	d->xoff = view->xoff;
	d->free = view->free;
}

static void open_cycle(struct drive *d)
{
	pm_open(d->m, d->now);
	wire(d);
	if (d->drained_at && d->drained_at == d->now) {
		pm_host_taken(d->m);
		d->drained_at = 0;
	}
}

static void close_cycle(struct drive *d)
{
	const struct pm_view *view = pm_settle(d->m);

	look(d, view);
	host(d, view);
	pm_close(d->m);
	d->now++;
}

void drive_run(struct drive *d, uint64_t cycles)
{
	while (cycles--) {
		open_cycle(d);
		close_cycle(d);
	}
}

static uint16_t address_of(const char *name)
{
	const struct reg_row *row = reg_by_name(reg_page_by_model("bcm1250"), name);

	cr_assert_not_null(row, "%s", name);
	return row->address;
}

static void write_at(struct drive *d, uint16_t address, uint64_t value, uint8_t strobe)
{
	open_cycle(d);
	pm_reg_write(d->m, address, value, strobe);
	close_cycle(d);
}

static uint64_t read_at(struct drive *d, uint16_t address)
{
	uint64_t value;

	open_cycle(d);
	value = pm_reg_read(d->m, address);
	close_cycle(d);
	return value;
}

void drive_write(struct drive *d, const char *name, uint64_t value)
{
	write_at(d, address_of(name), value, 0xFF);
}

uint64_t drive_read(struct drive *d, const char *name)
{
	return read_at(d, address_of(name));
}

void drive_slot_write(struct drive *d, unsigned slot, uint64_t value, uint8_t strobe)
{
	write_at(d, (uint16_t)(8 * slot), value, strobe);
}

uint64_t drive_slot(struct drive *d, unsigned slot)
{
	return read_at(d, (uint16_t)(8 * slot));
}

void drive_mac(struct drive *d, int mode, uint64_t mac)
{
	static const uint64_t speeds[] = {
		[DRIVE_GIG] = 2ull << 34, [DRIVE_100] = 1ull << 34, [DRIVE_100_HDX] = 1ull << 34 | 1ull << 33
	};

	d->clocks = mode == DRIVE_GIG ? 1 : 2;
	drive_write(d, "mac_cfg", speeds[mode] | mac);
}

void drive_open(struct drive *d, const struct pm_config *config, int mode, uint64_t mac)
{
	struct pm_config defaults;

	pm_config_init(&defaults, "bcm1250");
	*d = (struct drive){ .m = pm_new(config ? config : &defaults), .collide_at = -1 };
	cr_assert_not_null(d->m);
	pm_close(d->m);
	d->now = 1;
	drive_mac(d, mode, mac);
	drive_write(d, "ethernet_addr", 0x554433221100);
	drive_write(d, "adfilter_cfg", 1);
	drive_write(d, "enable", 0xC00);
	drive_run(d, 300);
}

void drive_close(struct drive *d)
{
	pm_free(d->m);
}

uint64_t drive_rx_cycles(const struct drive *d, uint32_t len)
{
	return (uint64_t)(DRIVE_HEAD + len) * d->clocks + CLASSIFY - 1;
}

void drive_rx_begin(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble)
{
	uint8_t wire_octets[2 * DRIVE_FRAME_MAX];
	uint32_t clocks = 0;

	for (uint32_t i = 0; i < DRIVE_HEAD + len; i++) {
		uint8_t octet = i < DRIVE_HEAD - 1 ? 0x55 : i < DRIVE_HEAD ? 0xD5 : octets[i - DRIVE_HEAD];
		wire_octets[clocks++] = d->clocks == 1 ? octet : octet & 15;
		if (d->clocks == 2)
			wire_octets[clocks++] = octet >> 4;
	}
	if (dribble)
		wire_octets[clocks++] = 9;
	open_cycle(d);
	cr_assert_eq(pm_rx_run(d->m, wire_octets, clocks, error ? (int32_t)clocks - 1 : -1), 0);
	close_cycle(d);
}

void drive_rx(struct drive *d, const uint8_t *octets, uint32_t len, bool error, bool dribble)
{
	drive_rx_begin(d, octets, len, error, dribble);
	drive_run(d, drive_rx_cycles(d, len) + dribble + 24);
}

void drive_rx_good(struct drive *d, const uint8_t *octets, uint32_t len)
{
	uint8_t frame[DRIVE_FRAME_MAX];

	memcpy(frame, octets, len);
	frame_put_fcs(frame + len, frame_fcs(octets, len));
	drive_rx(d, frame, len + FCS, false, false);
}

void drive_tx(struct drive *d, const uint8_t *octets, uint32_t len, bool own_fcs)
{
	unsigned frames = d->frames;

	open_cycle(d);
	cr_assert_eq(pm_host_offer(d->m, octets, len, -1), 0);
	if (own_fcs)
		pm_host_offer_error(d->m);
	close_cycle(d);
	for (unsigned i = 0; d->frames == frames; i++) {
		cr_assert_lt(i, 1000000, "a frame of %u octets never ends", len);
		drive_run(d, 1);
	}
	drive_run(d, 40);
}
