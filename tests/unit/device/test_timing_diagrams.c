/* SPDX-License-Identifier: Apache-2.0 */
/* The timing diagrams of the device pages: drawn from the pins of a run, clock by clock, and compared with the page; the distances that they
 * show are those of the timing contract in the DUT's row. The drawings are left in build/tests/timing/, for a page that differs. */
#include "seam/seam.h"
#include "support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CLOCKS_MAX = 4096, CELLS_MAX = 24, NAME_WIDTH = 30, CELL_WIDTH = 5, TEXT_MAX = 8192, BREAK = -1 };
enum { NEVER = CLOCKS_MAX };

/* What the pins show in one clock. */
struct pins_clock {
	uint64_t rx, tx; /* GMII and MII: with dv or en as in tb/seam/seam.h */
	uint8_t rx_control, tx_control;
	uint32_t timer, level;
	bool xoff_request, send, host, xoff, rx_valid, tx_valid, read;
};

static struct {
	const struct seam_ops *real;
	struct pins_clock clock[CLOCKS_MAX];
	unsigned count;
} scope;

static void scope_gmii(const struct seam_gmii *pins, struct pins_clock *ret)
{
	ret->rx = *pins->rx;
	ret->tx = *pins->tx;
	ret->send = *pins->send & SEAM_SEND_VALID;
	ret->host = *pins->host & SEAM_HOST_VALID;
	ret->level = *pins->side >> SEAM_SIDE_LEVEL_SHIFT;
	ret->xoff = *pins->side & SEAM_SIDE_XOFF;
	ret->rx_valid = *pins->side & SEAM_SIDE_RX_VALID;
	ret->tx_valid = *pins->side & SEAM_SIDE_TX_VALID;
}

static void scope_xgmii(const struct seam_xgmii *pins, struct pins_clock *ret)
{
	ret->rx = *pins->rxd;
	ret->rx_control = *pins->rxc;
	ret->tx = *pins->txd;
	ret->tx_control = *pins->txc;
	ret->send = *pins->send & SEAM_SEND_VALID;
	ret->host = *pins->host & SEAM_HOST_VALID;
	ret->xoff_request = *pins->request & 2;
	ret->level = (uint32_t)(*pins->side >> SEAM_WIDE_LEVEL_SHIFT);
	ret->xoff = *pins->side & SEAM_WIDE_XOFF;
	ret->rx_valid = *pins->side & SEAM_WIDE_RX_VALID;
	ret->tx_valid = *pins->side & SEAM_WIDE_TX_VALID;
}

/* A clock of the DUT, whose pins are kept. */
static void scope_cycle(struct seam *seam)
{
	const struct seam_pins *pins = scope.real->pins(seam);
	struct pins_clock *clock = &scope.clock[scope.count++];

	cr_assert_lt(scope.count, CLOCKS_MAX);
	scope.real->cycle(seam);
	*clock = (struct pins_clock){ .timer = *pins->common.pause_timer };
	clock->read = (*pins->common.apb & (SEAM_APB_SEL | SEAM_APB_ENABLE | SEAM_APB_WRITE)) == SEAM_APB_SEL;
	if (pins->gmii.rx)
		scope_gmii(&pins->gmii, clock);
	else
		scope_xgmii(&pins->xgmii, clock);
}

/* ---- one device's diagrams ---- */

enum row_kind {
	ROW_END,
	ROW_RX_EN,
	ROW_RX,
	ROW_RX_VALID,
	ROW_XOFF,
	ROW_TIMER,
	ROW_SEND,
	ROW_TX_EN,
	ROW_TX,
	ROW_LEVEL,
	ROW_REQUEST,
	ROW_TX_VALID,
	ROW_HOST,
	ROW_COUNTER
};

struct diagrams {
	const char *dut;
	const char *prelude;            /* items after the set-up */
	const char *received, *sent;    /* counters */
	const char *frame_counter;      /* counts a received data frame */
	const char *level_name, *cross; /* what obs_level counts; the items that make it cross the mark */
	uint32_t mark;                  /* XOFF is due with the level below it, or at it and above; 0: with the port's request */
	bool above;
	uint32_t digits; /* hex digits of an octet or nibble on the wire */
};

static const struct diagrams devices[] = {
	{ "bcm5718", "", "xoffPauseFramesReceived", "outXoffSent", "ifHCInUcastPkts", "free MBUFs",
	  "reg.write MAC_RX_LOW_WATERMARK 319\nreg.write HIGH_WATERMARK 0x1ff\nwait reg\nrx.frame len=64\n", 319, false, 2 },
	{ "i82598", "", "LXOFFRXC", "LXOFFTXC", "GPRC", "octets",
	  "reg.write FCRTH0 FCEN|RTH=4\nwait reg\nhost.stop\nrx.frame len=64\n", 64, true, 0 },
	{ "ll10g", "", "rx_stats_pauseMACCtrl_Frames", "tx_stats_pauseMACCtrl_Frames", "rx_stats_framesOK", "octets",
	  "pause.req xoff\n", 0, false, 0 },
	{ "bcm1250",
	  "reg.write enable 0\nwait reg\nreg.write mac_cfg RETRY_EN|RET_DRPREQ_EN|TX_PAUSE_CNT=0|SPEED_SEL=1|SS_EN|FC_CMD=1\n"
	  "reg.write frame_cfg IFG_TX=20|IFG_THRSH=4|MIN_FRAMESZ=64|MAX_FRAMESZ=1518\nreg.write enable RX_ENABLE|TX_ENABLE\nwait "
	  "reg\n"
	  "link speed=100 duplex=full\n",
	  "RX_GOOD", NULL, "RX_GOOD", "free blocks", "reg.write dma_config0 LOW_WATERMARK=255\nwait reg\nrx.frame len=64\n", 255,
	  false, 1 },
};

static bool is_wide(const struct dut *dut)
{
	return dut->phy == PHY_XGMII;
}

/* Is the lane LANE of a word the control code CODE? */
static bool lane_is(uint64_t data, uint8_t control, unsigned lane, uint8_t code)
{
	return control >> lane & 1 && (data >> 8 * lane & 0xFF) == code;
}

enum { CODE_START = 0xFB, CODE_END = 0xFD };

static bool holds_code(uint64_t data, uint8_t control, uint8_t code)
{
	for (unsigned lane = 0; lane < 8; lane++)
		if (lane_is(data, control, lane, code))
			return true;
	return false;
}

/* Does the wire carry a part of a frame in this clock (XGMII: its end code too)? */
static bool carries(const struct dut *dut, uint64_t data, uint8_t control)
{
	return is_wide(dut) ? control != 0xFF || holds_code(data, control, CODE_END) : data & SEAM_RX_DV;
}

static bool carries_rx(const struct dut *dut, unsigned at)
{
	return carries(dut, scope.clock[at].rx, scope.clock[at].rx_control);
}

static bool carries_tx(const struct dut *dut, unsigned at)
{
	return carries(dut, scope.clock[at].tx, scope.clock[at].tx_control);
}

static const char *wire_word(const struct dut *dut, uint32_t digits, uint64_t data, uint8_t control, char *ret)
{
	if (!carries(dut, data, control))
		return is_wide(dut) ? "/I/" : ".";
	if (!is_wide(dut)) {
		sprintf(ret, "%0*X", (int)digits, (unsigned)(data & (digits == 1 ? 0xF : 0xFF)));
		return ret;
	}
	return holds_code(data, control, CODE_START) ? "/S/" : holds_code(data, control, CODE_END) ? "/T/" : "data";
}

/* ---- drawing ---- */

struct drawing {
	const struct dut *dut;
	const struct diagrams *device;
	int cells[CELLS_MAX]; /* clocks, BREAK between two parts */
	size_t count;
	uint64_t counter[CLOCKS_MAX]; /* what a read with this setup cycle returns */
	unsigned first_read;          /* the earliest such cycle */
	char text[TEXT_MAX];
	size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct drawing *d, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	d->used += (size_t)vsnprintf(d->text + d->used, TEXT_MAX - d->used, format, args);
	va_end(args);
	cr_assert_lt(d->used, TEXT_MAX);
}

static void add_cells(struct drawing *d, unsigned from, unsigned to)
{
	if (d->count)
		d->cells[d->count++] = BREAK;
	for (unsigned at = from; at <= to; at++)
		d->cells[d->count++] = (int)at;
	cr_assert_leq(d->count, CELLS_MAX);
}

/* A wave: its level; a word: NULL. */
static const bool *wave(const struct pins_clock *clock, enum row_kind kind)
{
	static bool level;

	switch (kind) {
	case ROW_RX_EN:
		level = clock->rx & SEAM_RX_DV;
		return &level;
	case ROW_TX_EN:
		level = clock->tx & SEAM_TX_EN;
		return &level;
	case ROW_RX_VALID:
		return &clock->rx_valid;
	case ROW_TX_VALID:
		return &clock->tx_valid;
	case ROW_XOFF:
		return &clock->xoff;
	case ROW_SEND:
		return &clock->send;
	case ROW_HOST:
		return &clock->host;
	case ROW_REQUEST:
		return &clock->xoff_request;
	default:
		return NULL;
	}
}

static const char *word(const struct drawing *d, unsigned at, enum row_kind kind, char *ret)
{
	const struct pins_clock *clock = &scope.clock[at];

	switch (kind) {
	case ROW_RX:
		return wire_word(d->dut, d->device->digits, clock->rx, clock->rx_control, ret);
	case ROW_TX:
		return wire_word(d->dut, d->device->digits, clock->tx, clock->tx_control, ret);
	case ROW_TIMER:
		sprintf(ret, "%u", clock->timer);
		return ret;
	case ROW_LEVEL:
		sprintf(ret, "%u", clock->level);
		return ret;
	default:
		sprintf(ret, "%" PRIu64, d->counter[at]);
		return at < d->first_read ? "" : ret;
	}
}

static void draw_cell(struct drawing *d, size_t i, enum row_kind kind)
{
	char text[32];
	const bool *level;
	char fill, edge;

	if (d->cells[i] == BREAK) {
		put(d, " ..  ");
		return;
	}
	level = wave(&scope.clock[d->cells[i]], kind);
	if (!level) {
		put(d, "%-*s", CELL_WIDTH, word(d, (unsigned)d->cells[i], kind, text));
		return;
	}
	fill = edge = *level ? '-' : '_';
	if (i && d->cells[i - 1] != BREAK && *wave(&scope.clock[d->cells[i] - 1], kind) != (fill == '-'))
		edge = fill == '-' ? '/' : '\\';
	put(d, "%c%c%c%c%c", edge, fill, fill, fill, fill);
}

static void end_line(struct drawing *d)
{
	while (d->used && d->text[d->used - 1] == ' ')
		d->used--;
	put(d, "\n");
}

static void draw_row(struct drawing *d, const char *name, enum row_kind kind)
{
	put(d, "%-*s", NAME_WIDTH, name);
	for (size_t i = 0; i < d->count; i++)
		draw_cell(d, i, kind);
	end_line(d);
}

/* Writes the clocks by their distance from BEFORE in the first part and from AFTER after the break. */
static void draw_clocks(struct drawing *d, const char *before, unsigned before_at, const char *after, unsigned after_at)
{
	const char *name = before;
	int at = (int)before_at;

	put(d, "%-*s", NAME_WIDTH, "clock");
	for (size_t i = 0; i < d->count; i++) {
		char text[16];
		int distance = d->cells[i] - at;
		if (d->cells[i] == BREAK) {
			name = after;
			at = (int)after_at;
			put(d, "%-*s", CELL_WIDTH, "");
			continue;
		}
		snprintf(text, sizeof(text), distance ? "%s%+d" : "%s", name, distance);
		put(d, "%-*s", CELL_WIDTH, text);
	}
	end_line(d);
}

/* ---- runs ---- */

/* Runs a stimulus and leaves in scope what its pins show. Returns the value of its last read, of which RET_AT is the setup cycle, if it has one. */
static uint64_t observe(const struct dut *dut, const char *text, unsigned *ret_at)
{
	struct seam_ops ops = *seam_by_dut(dut->name);
	struct stim_error error;
	struct recording r;
	struct stimulus st = { 0 };
	uint64_t value = 0;
	size_t reads;

	cr_assert_eq(read_text(&st, text, strlen(text), dut, &error), 0, "line %u: %s\n%s", error.line, error.message, text);
	scope.real = seam_by_dut(dut->name);
	scope.count = 0;
	ops.cycle = scope_cycle;
	ops.ahead_begin = NULL; /* the clocks of a look ahead are not to be seen */
	record_on(&ops, dut, 0, &st, &r);
	reads = recorded_count(&r, EVENT_REG_READ);
	if (reads)
		value = recorded(&r, EVENT_REG_READ, reads - 1)->value;
	for (unsigned at = 0; at < scope.count; at++)
		if (scope.clock[at].read)
			*ret_at = at;
	recording_release(&r);
	stimulus_release(&st);
	return value;
}

/* Runs ITEMS after the set-up, a read of COUNTER WAIT clocks after them and, if FRAME_AT is not NEVER, a data frame FRAME_AT clocks after them. */
static uint64_t observe_items(const struct diagrams *device, const char *items, const char *counter, unsigned wait,
                              unsigned frame_at, unsigned *ret_at)
{
	char text[2048];
	bool read_first = counter && wait <= frame_at;
	int used = snprintf(text, sizeof(text), "pausebench-stim 1\nsetup\n%swait idle\n%s", device->prelude, items);

	if (read_first)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "wait %u\nreg.read %s\n", wait, counter);
	if (frame_at != NEVER)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "wait %u\ntx.frame len=60\n",
		                 read_first ? frame_at - wait : frame_at);
	if (counter && !read_first)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "wait %u\nreg.read %s\n", wait - frame_at, counter);
	snprintf(text + used, sizeof(text) - (size_t)used, "wait 600\nhost.start\n");
	return observe(dut_by_name(device->dut), text, ret_at);
}

/* Finds the value of a read of COUNTER in each clock of the drawing, from the first one that a read after ITEMS can reach. */
static void read_counter(struct drawing *d, const char *items, const char *counter, unsigned frame_at)
{
	unsigned last = (unsigned)d->cells[d->count - 1], at = 0;

	d->first_read = NEVER;
	for (unsigned wait = 0; at < last; wait++) {
		unsigned before = at;
		uint64_t value = observe_items(d->device, items, counter, wait, frame_at, &at);
		d->counter[at] = value;
		if (d->first_read == NEVER)
			d->first_read = at;
		else
			cr_assert_eq(at, before + 1, "%s: no read in clock %u", counter, before + 1);
	}
	observe_items(d->device, items, NULL, 0, frame_at, &at);
}

typedef bool condition(const struct drawing *d, unsigned at);

static bool ends_rx(const struct drawing *d, unsigned at)
{
	return carries_rx(d->dut, at) && !carries_rx(d->dut, at + 1);
}

static bool starts_tx(const struct drawing *d, unsigned at)
{
	return at && carries_tx(d->dut, at) && !carries_tx(d->dut, at - 1);
}

static bool ends_tx(const struct drawing *d, unsigned at)
{
	return carries_tx(d->dut, at) && !carries_tx(d->dut, at + 1);
}

static bool crosses(const struct drawing *d, unsigned at)
{
	uint32_t level = scope.clock[at].level;

	if (!d->device->mark)
		return scope.clock[at].xoff_request;
	return d->device->above ? level >= d->device->mark : level < d->device->mark;
}

static bool shows_received(const struct drawing *d, unsigned at)
{
	(void)d;
	return scope.clock[at].rx_valid;
}

static bool shows_sent(const struct drawing *d, unsigned at)
{
	(void)d;
	return scope.clock[at].tx_valid;
}

static bool is_inhibited(const struct drawing *d, unsigned at)
{
	(void)d;
	return scope.clock[at].xoff;
}

static bool is_not_inhibited(const struct drawing *d, unsigned at)
{
	return !is_inhibited(d, at);
}

static bool offers_host(const struct drawing *d, unsigned at)
{
	(void)d;
	return scope.clock[at].host;
}

/* The first clock from FROM on in which C holds. */
static unsigned first(const struct drawing *d, condition *c, unsigned from)
{
	while (from + 1 < scope.count && !c(d, from))
		from++;
	cr_assert_lt(from + 1, scope.count, "%s: it never happens", d->dut->name);
	return from;
}

/* ---- the diagrams ---- */

static struct drawing *begin(const struct diagrams *device)
{
	struct drawing *d = calloc(1, sizeof(*d));

	cr_assert_not_null(d);
	d->device = device;
	d->dut = dut_by_name(device->dut);
	return d;
}

/* Leaves the drawing in build/tests/timing/, and expects it on the page of the device's model. */
static void compare(struct drawing *d, const char *name)
{
	char drawing[128], page[64], *text;

	mkdir("build/tests", 0777);
	mkdir("build/tests/timing", 0777);
	snprintf(drawing, sizeof(drawing), "build/tests/timing/%s_%s.txt", d->dut->name, name);
	file_write(drawing, d->text, d->used);
	snprintf(page, sizeof(page), "doc/devices/%s.md", d->dut->model);
	text = file_read(page, NULL);
	cr_expect_not_null(strstr(text, d->text), "%s does not show %s:\n%s", page, drawing, d->text);
	free(text);
	free(d);
}

static void expect(const struct drawing *d, const char *name, unsigned clocks, uint32_t contract)
{
	cr_expect_eq(clocks * dut_step(d->dut), contract, "%s: %s is %u, the contract says %u", d->dut->name, name,
	             clocks * dut_step(d->dut), contract);
}

/* A PAUSE with time 1 arrives; a data frame waits from the first clock of the inhibit on. */
static void draw_pause(const struct diagrams *device)
{
	static const char items[] = "rx.pause time=1\n";
	struct drawing *d = begin(device);
	const struct dut_timing *t = &d->dut->timing;
	unsigned origin, end, shown, begins, over, start, frame_at;

	observe_items(device, items, device->received, 0, NEVER, &origin);
	frame_at = first(d, is_inhibited, origin) - origin;
	observe_items(device, items, NULL, 0, frame_at, &origin);
	end = first(d, ends_rx, origin);
	shown = first(d, shows_received, end);
	begins = first(d, is_inhibited, end);
	over = first(d, is_not_inhibited, begins);
	start = first(d, starts_tx, end);
	add_cells(d, end - 1, begins + 1);
	add_cells(d, over - 2, start + 1);
	read_counter(d, items, device->received, frame_at);
	draw_clocks(d, "E", end, "Z", over);
	if (!is_wide(d->dut))
		draw_row(d, "gmii_rx_dv", ROW_RX_EN);
	draw_row(d, is_wide(d->dut) ? "xgmii_rxd" : "gmii_rxd", ROW_RX);
	draw_row(d, "obs_rx_valid", ROW_RX_VALID);
	draw_row(d, device->received, ROW_COUNTER);
	draw_row(d, "obs_xoff", ROW_XOFF);
	draw_row(d, "obs_pause_timer", ROW_TIMER);
	draw_row(d, "s_axis_tvalid", ROW_SEND);
	if (!is_wide(d->dut))
		draw_row(d, "gmii_tx_en", ROW_TX_EN);
	draw_row(d, is_wide(d->dut) ? "xgmii_txd" : "gmii_txd", ROW_TX);
	put(d, "\nclassify %u | inhibit %u | resume %u | Z = E+%u\n", t->classify, t->inhibit, t->resume, over - end);
	expect(d, "classify", shown - end, t->classify);
	expect(d, "inhibit", begins - end, t->inhibit);
	expect(d, "resume", start - over, t->resume);
	compare(d, "pause");
}

/* The level crosses the mark, and an XOFF goes out. */
static void draw_xoff(const struct diagrams *device)
{
	struct drawing *d = begin(device);
	const struct dut_timing *t = &d->dut->timing;
	unsigned origin, crossed, start, end, shown;

	observe_items(device, device->cross, device->received, 0, NEVER, &origin);
	observe_items(device, device->cross, NULL, 0, NEVER, &end);
	crossed = first(d, crosses, origin);
	start = first(d, starts_tx, crossed);
	end = first(d, ends_tx, start);
	shown = first(d, shows_sent, end);
	add_cells(d, crossed - 1, start + 2);
	add_cells(d, end - 1, end + 2);
	if (device->sent)
		read_counter(d, device->cross, device->sent, NEVER);
	draw_clocks(d, "M", crossed, "F", end);
	if (device->mark) {
		char name[32];
		snprintf(name, sizeof(name), "obs_level (%s)", device->level_name);
		draw_row(d, name, ROW_LEVEL);
	} else {
		draw_row(d, "pause_req[1]", ROW_REQUEST);
	}
	if (!is_wide(d->dut))
		draw_row(d, "gmii_tx_en", ROW_TX_EN);
	draw_row(d, is_wide(d->dut) ? "xgmii_txd" : "gmii_txd", ROW_TX);
	draw_row(d, "obs_tx_valid", ROW_TX_VALID);
	if (device->sent)
		draw_row(d, device->sent, ROW_COUNTER);
	put(d, "\nrequest %u | sent %u\n", t->request, t->sent);
	expect(d, "request", start - crossed, t->request);
	expect(d, "sent", shown - end, t->sent);
	compare(d, "xoff");
}

/* A data frame arrives and is passed to the host. */
static void draw_data(const struct diagrams *device)
{
	static const char items[] = "rx.frame len=64\n";
	struct drawing *d = begin(device);
	const struct dut_timing *t = &d->dut->timing;
	unsigned origin, end, shown, offered;
	char name[32];

	observe_items(device, items, device->received, 0, NEVER, &origin);
	observe_items(device, items, NULL, 0, NEVER, &end);
	end = first(d, ends_rx, origin);
	shown = first(d, shows_received, end);
	offered = first(d, offers_host, end);
	add_cells(d, end - 1, offered + 2);
	read_counter(d, items, device->frame_counter, NEVER);
	draw_clocks(d, "E", end, "", 0);
	if (!is_wide(d->dut))
		draw_row(d, "gmii_rx_dv", ROW_RX_EN);
	draw_row(d, is_wide(d->dut) ? "xgmii_rxd" : "gmii_rxd", ROW_RX);
	draw_row(d, "obs_rx_valid", ROW_RX_VALID);
	draw_row(d, device->frame_counter, ROW_COUNTER);
	snprintf(name, sizeof(name), "obs_level (%s)", device->level_name);
	draw_row(d, name, ROW_LEVEL);
	draw_row(d, "m_axis_tvalid", ROW_HOST);
	put(d, "\nclassify %u | host %u\n", t->classify, t->host);
	expect(d, "classify", shown - end, t->classify);
	expect(d, "host", offered - end, t->host);
	compare(d, "data");
}

Test(timing_diagrams, the_pages_show_what_a_received_pause_does)
{
	for (size_t i = 0; i < COUNT_OF(devices); i++)
		draw_pause(&devices[i]);
}

Test(timing_diagrams, the_pages_show_when_an_xoff_goes_out)
{
	for (size_t i = 0; i < COUNT_OF(devices); i++)
		draw_xoff(&devices[i]);
}

Test(timing_diagrams, the_pages_show_when_a_frame_reaches_the_host)
{
	for (size_t i = 0; i < COUNT_OF(devices); i++)
		draw_data(&devices[i]);
}
