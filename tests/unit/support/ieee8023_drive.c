/* SPDX-License-Identifier: Apache-2.0 */
/* A device that does what the golden model ieee8023 expects; see ieee8023_drive.h. doc/devices/ieee8023.md. */
#include "ieee8023_drive.h"
#include "support.h"

#include "part/frame.h"

#include <criterion/criterion.h>
#include <string.h>

enum { FCS = 4, PADDED = 60, JAM_CLOCKS = 8, START = 0xFB, TERMINATE = 0xFD, COUNTERS_AT = 0x1000, SETTLE = 200 };

void std_init(struct std *d, int phy)
{
	const struct reg_page *own = reg_page_by_model("ieee8023");

	memset(d, 0, sizeof(*d));
	pm_config_init(&d->config, "ieee8023");
	d->step = phy == STD_XGMII ? 8 : 1;
	d->clocks = phy == STD_MII ? 2 : 1;
	d->collide_at = -1;
	d->config.ieee8023.clock_octets = d->step;
	d->config.ieee8023.mii = phy == STD_MII;
	if (phy == STD_XGMII)
		d->config.timing = (struct pm_timing){
			.inhibit = 56, .resume = 8, .request = 16, .classify = 48, .host = 64, .sent = 8
		};
	d->page = *own;
	d->page.rows = d->rows;
	d->page.count = 0;
}

void std_counter(struct std *d, const char *name, const char *predicate)
{
	size_t i = d->profile.counted_count++;
	struct predicate_error error;

	cr_assert_lt(d->page.count, STD_ROWS_MAX - 40);
	cr_assert(predicate_read(&d->predicates[i], predicate, &error), "%s: column %u: %s", predicate, error.column,
	          error.message);
	d->counted[i] = (struct pm_counted){ .row = (uint16_t)d->page.count,
		                             .octets = predicate_octets(&d->predicates[i]),
		                             .predicate = &d->predicates[i] };
	d->rows[d->page.count++] = (struct reg_row){ .name = name,
		                                     .address = (uint16_t)(COUNTERS_AT + 8 * i),
		                                     .kind = REG_COUNTER,
		                                     .direction = COUNTER_HOST,
		                                     .effect = COUNTER_KEEP,
		                                     .full = COUNTER_WRAP,
		                                     .width = 32,
		                                     .meaning = predicate,
		                                     .source = "test" };
}

/* The virtual registers follow the counters, and where their controls are is found by a model without a profile. */
static void add_virtual(struct std *d)
{
	const struct reg_page *own = reg_page_by_model("ieee8023");
	static const struct {
		const char *row;
		struct pm_control_slice slice;
	} slices[] = {
		{ "VIRTUAL_ENABLES", { PM_CONTROL_rx_enable, 0, 1, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_tx_enable, 0, 1, 0, 1, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_rx_pause, 0, 1, 0, 2, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_tx_pause, 0, 1, 0, 3, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_forward_control, 0, 1, 0, 4, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_half_duplex, 0, 1, 0, 5, false, 0, { 0 } } },
		{ "VIRTUAL_ENABLES", { PM_CONTROL_speed, 0, 2, 0, 6, false, 0, { 0 } } },
		{ "VIRTUAL_STATION_HIGH", { PM_CONTROL_station, 32, 16, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_STATION_LOW", { PM_CONTROL_station, 0, 32, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_QUANTA", { PM_CONTROL_quanta, 0, 16, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_REFRESH", { PM_CONTROL_refresh, 0, 16, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_MAX_FRAME", { PM_CONTROL_max_frame, 0, 16, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_IPG", { PM_CONTROL_ipg, 0, 8, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_REQUEST", { PM_CONTROL_request_xoff, 0, 1, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_REQUEST", { PM_CONTROL_request_xon, 0, 1, 0, 1, false, 0, { 0 } } },
		{ "VIRTUAL_PFC_ENABLE", { PM_CONTROL_pfc_rx, 0, 8, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_PFC_ENABLE", { PM_CONTROL_pfc_tx, 0, 8, 0, 8, false, 0, { 0 } } },
		{ "VIRTUAL_PFC_REQUEST", { PM_CONTROL_pfc_xoff, 0, 8, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_PFC_REQUEST", { PM_CONTROL_pfc_xon, 0, 8, 0, 8, false, 0, { 0 } } },
		{ "VIRTUAL_HIGH_MARK", { PM_CONTROL_high_mark, 0, 32, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_LOW_MARK", { PM_CONTROL_low_mark, 0, 32, 0, 0, false, 0, { 0 } } },
		{ "VIRTUAL_PFC_QUANTA_2", { PM_CONTROL_pfc_quanta2, 0, 16, 0, 0, false, 0, { 0 } } },
	};

	for (size_t i = 0; i < own->count; i++)
		d->rows[d->page.count++] = own->rows[i];
	for (size_t i = 0; i < COUNT_OF(slices); i++) {
		d->slices[i] = slices[i].slice;
		d->slices[i].row = (uint16_t)(reg_by_name(&d->page, slices[i].row) - d->rows);
	}
	d->profile.slice_count = COUNT_OF(slices);
}

void std_open(struct std *d)
{
	add_virtual(d);
	d->profile.page = &d->page;
	d->profile.slices = d->slices;
	d->profile.counted = d->counted;
	d->config.profile = &d->profile;
	d->m = pm_new(&d->config);
	cr_assert_not_null(d->m);
	d->next = pm_close(d->m);
	d->now = d->step;
	if (d->clocks == 2)
		std_write(d, "VIRTUAL_ENABLES", 0x4F); /* 100 Mb/s */
	std_run(d, SETTLE);
}

void std_close(struct std *d)
{
	pm_free(d->m);
}

/* ---- the transmit wire ---- */

static void wire_begin(struct std *d, const struct pm_start *start)
{
	enum pm_tx_kind kind = start->kind == PM_TX_NONE ? PM_TX_DATA : start->kind; /* a repetition after its back-off */
	uint64_t at = d->now + (d->step > 1 ? start->lane : 0);
	const struct pm_tx_frame *frame;
	struct std_sent *sent = &d->sent[d->frames];

	cr_assert_lt(d->frames, STD_SENT_MAX);
	pm_tx_start_at(d->m, kind, at);
	frame = pm_tx_frame(d->m);
	*sent = (struct std_sent){ .start = at, .kind = kind, .quanta = frame->quanta, .len = frame->len };
	memcpy(sent->octets, frame->octets, frame->len < sizeof(sent->octets) ? frame->len : sizeof(sent->octets));
	d->on_wire = true;
	if (kind != PM_TX_DATA)
		return;
	d->offered = false;
	if (d->step > 1 && !d->taken) {
		pm_host_taken(d->m);
		d->taken = true;
	}
}

static uint64_t end_of(const struct std *d, const struct pm_tx_frame *frame)
{
	uint32_t octets = frame->len;

	if (frame->collided)
		return frame->start + frame->jam_at + JAM_CLOCKS;
	if (frame->kind == PM_TX_DATA && d->step > 1)
		octets += FCS;
	else if (frame->kind == PM_TX_DATA)
		octets = (octets < PADDED ? PADDED : octets) + FCS;
	return frame->start + (STD_HEAD + octets) * (uint64_t)d->clocks;
}

static void wire_over(struct std *d, uint64_t end)
{
	struct std_sent *sent = &d->sent[d->frames++];
	bool data = sent->kind == PM_TX_DATA;
	struct pm_attempt_end over;

	sent->end = end;
	if (d->step > 1)
		pm_tx_end_at(d->m, end, (uint32_t)(end - sent->start), sent->quanta);
	else
		pm_tx_end(d->m, (uint32_t)(end - sent->start), sent->quanta);
	d->on_wire = false;
	if (!data)
		return;
	over.repeat = false;
	if (d->config.ieee8023.mii)
		pm_attempt_end(d->m, &over);
	if (over.repeat)
		return;
	if (d->config.ieee8023.mii && over.draining)
		d->drained_at = d->now + 1;
	d->pending = d->offered;
}

static void collide(struct std *d, const struct pm_tx_frame *frame)
{
	if (d->col)
		pm_col(d->m, d->col = false);
	if (!d->on_wire || !d->collisions || d->now != frame->start + (uint64_t)d->collide_at)
		return;
	pm_col(d->m, d->col = true);
	d->collisions--;
}

static void wire(struct std *d)
{
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);
	const struct pm_start *start = pm_start(d->m);
	struct pm_backoff backoff;

	if (d->on_wire && end_of(d, frame) < d->now + d->step)
		wire_over(d, end_of(d, frame));
	if (!d->on_wire && start->kind != PM_TX_NONE && start->due <= d->now)
		wire_begin(d, start);
	else if (start->blockers == PM_BLOCK_BACKOFF && pm_backoff_allows(d->m, d->now - 1, 0, &backoff))
		wire_begin(d, start);
	frame = pm_tx_frame(d->m);
	collide(d, frame);
	if (!d->on_wire || frame->kind != PM_TX_DATA || d->taken)
		return;
	if (d->step == 1 && d->now == frame->start + (uint64_t)(STD_HEAD + frame->host_octets - 1) * d->clocks - 1) {
		pm_host_taken(d->m);
		d->taken = true;
	}
}

/* ---- a clock ---- */

static void host(struct std *d, const struct pm_view *view)
{
	if (d->host_busy && d->host_end <= d->now) {
		pm_host_took_frame(d->m);
		d->host_busy = false;
		d->delivered++;
		return;
	}
	if (d->host_busy || !view->host_waiting || d->now < view->host_due)
		return;
	cr_assert(pm_host_frame(d->m, 0, &d->host));
	pm_host_started(d->m);
	d->host_busy = true;
	d->host_end = d->now + d->host.len;
}

static void look(struct std *d, const struct pm_view *view)
{
	if (view->rx) {
		d->rx = *view->rx;
		d->classified++;
	}
	if (view->xoff != d->xoff)
		*(view->xoff ? &d->rise : &d->fall) = d->now;
	for (int i = 0; i < 8; i++)
		if ((view->pfc_xoff ^ d->pfc) >> i & 1)
			(view->pfc_xoff >> i & 1 ? d->pfc_rise : d->pfc_fall)[i] = d->now;
	d->pfc = view->pfc_xoff;
	d->xoff = view->xoff;
}

static void open_cycle(struct std *d)
{
	pm_open(d->m, d->now);
	wire(d);
	if (d->taken_at && d->taken_at <= d->now) {
		pm_host_taken(d->m);
		d->taken = true;
		d->taken_at = 0;
	}
	if (d->drained_at && d->drained_at <= d->now) {
		if (!d->taken)
			pm_host_taken(d->m);
		d->drained_at = 0;
	}
}

static void close_cycle(struct std *d)
{
	const struct pm_view *view = pm_settle(d->m);

	look(d, view);
	host(d, view);
	d->next = pm_close(d->m);
	d->visits++;
	d->now += d->step;
}

static uint64_t earlier(const struct std *d, uint64_t next, uint64_t cycle)
{
	cycle = cycle / d->step * d->step;
	return cycle < next ? (cycle > d->now ? cycle : d->now) : next;
}

/* Returns the next clock in which the device does something or the model asks for a visit. */
static uint64_t next_visit(const struct std *d)
{
	uint64_t next = d->next > d->now ? d->next : d->now;
	const struct pm_tx_frame *frame = pm_tx_frame(d->m);

	if (d->on_wire)
		next = earlier(d, next, end_of(d, frame));
	if (d->on_wire && frame->kind == PM_TX_DATA && !d->taken)
		next = earlier(d, next, frame->start + (uint64_t)(STD_HEAD + frame->host_octets - 1) * d->clocks - 1);
	if (d->on_wire && d->collisions)
		next = earlier(d, next, frame->start + (uint64_t)d->collide_at);
	if (d->host_busy)
		next = earlier(d, next, d->host_end + d->step - 1);
	if (d->taken_at)
		next = earlier(d, next, d->taken_at + d->step - 1);
	if (d->drained_at)
		next = earlier(d, next, d->drained_at);
	return d->col || pm_backoff_waits(d->m) ? d->now : next;
}

void std_run_to(struct std *d, uint64_t cycle)
{
	cycle = (cycle + d->step - 1) / d->step * d->step;
	while (d->now < cycle) {
		uint64_t next = d->every ? d->now : next_visit(d);
		if (next >= cycle) {
			d->now = cycle;
			return;
		}
		d->now = next;
		open_cycle(d);
		close_cycle(d);
	}
}

void std_run(struct std *d, uint64_t octet_times)
{
	std_run_to(d, d->now + octet_times);
}

/* ---- accesses ---- */

void std_write(struct std *d, const char *name, uint64_t value)
{
	const struct reg_row *row = reg_by_name(&d->page, name);

	cr_assert_not_null(row, "%s", name);
	open_cycle(d);
	pm_reg_write(d->m, row->address, value, 0xF);
	close_cycle(d);
}

uint64_t std_read(struct std *d, const char *name)
{
	const struct reg_row *row = reg_by_name(&d->page, name);
	uint64_t value;

	cr_assert_not_null(row, "%s", name);
	open_cycle(d);
	value = pm_reg_read(d->m, row->address);
	close_cycle(d);
	return value;
}

/* ---- frames ---- */

/* The octets of a run: preamble, frame; at MII nibbles, low first. */
static uint32_t run_of(const struct std *d, const uint8_t *octets, uint32_t len, bool dribble, uint8_t *ret)
{
	static uint8_t all[STD_FRAME_MAX + STD_HEAD];

	memset(all, 0x55, STD_HEAD - 1);
	all[STD_HEAD - 1] = 0xD5;
	memcpy(all + STD_HEAD, octets, len);
	len += STD_HEAD;
	for (uint32_t i = 0; i < len; i++) {
		if (d->clocks == 1) {
			ret[i] = all[i];
			continue;
		}
		ret[2 * i] = all[i] & 15;
		ret[2 * i + 1] = all[i] >> 4;
	}
	if (dribble)
		ret[d->clocks * len] = 3;
	return d->clocks * len + dribble;
}

void std_rx_begin(struct std *d, const uint8_t *octets, uint32_t len, bool error, bool dribble)
{
	static uint8_t run[2 * (STD_FRAME_MAX + STD_HEAD) + 16];
	uint32_t count = run_of(d, octets, len, dribble, run), code[3] = { 0 }, codes = 0;

	open_cycle(d);
	d->rx_last = d->now + count - 1;
	if (d->step == 1) {
		cr_assert_eq(pm_rx_run(d->m, run, count, error ? (int32_t)count - 1 : -1), 0);
	} else {
		run[0] = START;
		codes++;
		if (error) {
			run[STD_HEAD + 1] = 0xFE;
			code[codes++] = STD_HEAD + 1;
		}
		run[count] = TERMINATE;
		code[codes++] = count;
		cr_assert_eq(pm_rx_lanes(d->m, d->now, run, count + 1, code, codes, NULL), 0);
	}
	close_cycle(d);
}

void std_rx(struct std *d, const uint8_t *octets, uint32_t len, bool error, bool dribble)
{
	unsigned before = d->classified;

	std_rx_begin(d, octets, len, error, dribble);
	std_run_to(d, d->rx_last + 90);
	cr_assert_eq(d->classified, before + 1, "a frame of %u octets is not classified", len);
	std_run(d, len + 64); /* the host takes it */
}

void std_rx_good(struct std *d, uint8_t *octets, uint32_t len)
{
	frame_put_fcs(octets + len - FCS, frame_fcs(octets, len - FCS));
	std_rx(d, octets, len, false, false);
}

void std_rx_pause(struct std *d, const char *destination, uint16_t quanta, uint32_t len)
{
	uint8_t frame[STD_FRAME_MAX] = { 0 };

	make_frame(frame, len < 18 ? 18 : len, destination, 0x8808);
	memset(frame + 14, 0, len - 14);
	frame[15] = 1;
	frame[16] = (uint8_t)(quanta >> 8);
	frame[17] = (uint8_t)quanta;
	frame_put_fcs(frame + len - FCS, frame_fcs(frame, len - FCS));
	std_rx_begin(d, frame, len, false, false);
	std_run_to(d, d->rx_last + 90);
}

void std_offer(struct std *d, const uint8_t *octets, uint32_t len)
{
	cr_assert(!d->offered);
	open_cycle(d);
	cr_assert_eq(pm_host_offer(d->m, octets, len, -1), 0);
	d->offered = d->pending = true;
	d->taken = false;
	if (d->config.ieee8023.tx_stored)
		d->taken_at = d->now + len;
	close_cycle(d);
}

void std_tx(struct std *d, const uint8_t *octets, uint32_t len)
{
	std_offer(d, octets, len);
	while (d->pending)
		std_run(d, 1);
	std_run(d, SETTLE);
}

void std_crs(struct std *d, bool value)
{
	open_cycle(d);
	pm_crs(d->m, value);
	close_cycle(d);
}
