/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a stimulus as text that reads back equal; doc/stimulus.md.
 *
 * A frame is written by the shortest of the reader's forms that gives its octets: rx.pause or rx.pfc, fields with a named fill, fields
 * with hex, or the whole frame in hex; lanes as rx.fault if they are. Keys that have their default value are left out. */
#include "item.h"

#include "base/dut.h"
#include "regs.h"
#include "stim.h"
#include "stim_lanes.h"
#include "stim_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void put_hex(FILE *out, const uint8_t *octets, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fprintf(out, "%02x", octets[i]);
}

static void put_address(FILE *out, const char *key, const uint8_t *octets)
{
	const char *name = stim_address_name(octets);

	if (name)
		fprintf(out, " %s=%s", key, name);
	else
		fprintf(out, " %s=%02x:%02x:%02x:%02x:%02x:%02x", key, octets[0], octets[1], octets[2], octets[3], octets[4],
		        octets[5]);
}

static uint16_t get_u16(const uint8_t *octets)
{
	return (uint16_t)(octets[0] << 8 | octets[1]);
}

/* ---- frames ---- */

static void put_error(FILE *out, const struct item_frame *frame)
{
	if (frame->error_at == INT32_MIN)
		return;
	fprintf(out, " er=%d", frame->error_at);
	if (frame->error_len > 1)
		fprintf(out, " er_len=%u", frame->error_len);
}

static void put_code(FILE *out, const char *key, uint8_t code)
{
	if (lanes_letter(code))
		fprintf(out, " %s=%c", key, lanes_letter(code));
	else
		fprintf(out, " %s=0x%02x", key, code);
}

static void put_column(FILE *out, const struct item_frame *frame)
{
	if (frame->column != COLUMN_ANY)
		fprintf(out, " column=%u", frame->column);
}

static void put_codes(FILE *out, const struct item_frame *frame)
{
	put_column(out, frame);
	if (frame->error_at != INT32_MIN && frame->error_code != STIM_CODE_ERROR)
		put_code(out, "er_code", frame->error_code);
	if (frame->end_code != STIM_CODE_END)
		put_code(out, "end", frame->end_code);
}

static void put_fcs(FILE *out, const struct item_frame *frame)
{
	if (frame->fcs == FCS_VALUE)
		fprintf(out, " fcs=0x%08x", frame->fcs_value);
	else
		fprintf(out, " fcs=%s", frame->fcs == FCS_BAD ? "bad" : frame->fcs == FCS_NONE ? "none" : "good");
}

static void put_mii_keys(FILE *out, const struct item_frame *frame)
{
	if (frame->lead)
		fputs(" lead=1", out);
	if (frame->dribble)
		fprintf(out, " dribble=%u", frame->dribble - 1);
	if (frame->collides)
		fputs(" collides=1", out);
}

static void put_rx_keys(FILE *out, const struct dut *dut, const struct item_frame *frame)
{
	const struct item defaults = stim_rx_item();

	if (frame->fcs != FCS_GOOD)
		put_fcs(out, frame);
	put_error(out, frame);
	if (frame->preamble != defaults.u.frame.preamble)
		fprintf(out, " preamble=%u", frame->preamble);
	if (frame->sfd != defaults.u.frame.sfd)
		fprintf(out, " sfd=0x%02x", frame->sfd);
	if (frame->gap != defaults.u.frame.gap)
		fprintf(out, " gap=%u", frame->gap);
	if (dut->phy == PHY_XGMII)
		put_codes(out, frame);
	put_mii_keys(out, frame);
}

static bool fill_is(const uint8_t *octets, size_t len, struct stim_fields *fields, enum stim_fill fill)
{
	uint8_t chunk[ITEM_FRAME_OCTETS_MAX];

	fields->fill = fill;
	stim_fill(chunk, len, fields);
	return !memcmp(chunk, octets, len);
}

/* The shortest fill that gives the payload. */
static void put_fill(FILE *out, const uint8_t *payload, size_t len)
{
	struct stim_fields fields = { 0 };
	size_t trimmed = len;

	if (fill_is(payload, len, &fields, STIM_FILL_INC))
		return;
	if (fill_is(payload, len, &fields, STIM_FILL_ZERO)) {
		fputs(" fill=zero", out);
		return;
	}
	if (fill_is(payload, len, &fields, STIM_FILL_ONES)) {
		fputs(" fill=ones", out);
		return;
	}
	if (len > 4) {
		fields.seed = stim_rand_seed(payload);
		if (fill_is(payload, len, &fields, STIM_FILL_RAND)) {
			fprintf(out, " fill=rand:%u", fields.seed);
			return;
		}
	}
	while (trimmed > 1 && !payload[trimmed - 1])
		trimmed--;
	fputs(" fill=hex:", out);
	put_hex(out, payload, trimmed);
}

/* EXTRA: the FCS octets that len= counts. */
static void put_fields(FILE *out, const struct item_frame *frame, const struct stim_fields *defaults, uint32_t extra)
{
	const uint8_t *octets = frame->octets;

	if (frame->len && frame->len < STIM_HEADER_OCTETS) {
		fputs(" hex=", out);
		put_hex(out, octets, frame->len);
		return;
	}
	if (!frame->len) {
		fprintf(out, " len=%u", extra);
		return;
	}
	put_address(out, "da", octets);
	if (memcmp(octets + STIM_ADDRESS_OCTETS, defaults->sa, STIM_ADDRESS_OCTETS))
		put_address(out, "sa", octets + STIM_ADDRESS_OCTETS);
	if (get_u16(octets + 12) != defaults->type)
		fprintf(out, " type=0x%04x", get_u16(octets + 12));
	fprintf(out, " len=%u", frame->len + extra);
	put_fill(out, octets + STIM_HEADER_OCTETS, frame->len - STIM_HEADER_OCTETS);
}

/* Writes the fields of an rx.pause that gives these octets; false if there is none. */
static bool put_pause(FILE *out, const struct item_frame *frame)
{
	const uint8_t *octets = frame->octets, *p = octets + 12;
	const struct stim_pause defaults = stim_pause_fields();
	bool tagged;

	if (frame->len < 22)
		return false;
	tagged = get_u16(p) == STIM_TYPE_TAG;
	p += tagged ? 4 : 0;
	if (get_u16(p) != STIM_TYPE_CONTROL)
		return false;
	for (const uint8_t *q = p + 6; q < octets + frame->len; q++)
		if (*q != p[6])
			return false;
	fprintf(out, "rx.pause time=%u", get_u16(p + 4));
	if (memcmp(octets, defaults.da, STIM_ADDRESS_OCTETS))
		put_address(out, "da", octets);
	if (memcmp(octets + STIM_ADDRESS_OCTETS, defaults.sa, STIM_ADDRESS_OCTETS))
		put_address(out, "sa", octets + STIM_ADDRESS_OCTETS);
	if (get_u16(p + 2) != defaults.opcode)
		fprintf(out, " opcode=0x%04x", get_u16(p + 2));
	if (tagged)
		fprintf(out, " tag=%u", get_u16(octets + 14));
	if (p + 6 < octets + frame->len && p[6])
		fprintf(out, " reserved=0x%02x", p[6]);
	return true;
}

/* Writes the fields of an rx.pfc that gives these octets; false if there is none. */
static bool put_pfc(FILE *out, const struct item_frame *frame)
{
	const uint8_t *octets = frame->octets, *rest = octets + STIM_PFC_OCTETS;
	const struct stim_pfc defaults = stim_pfc_fields();
	uint16_t given = 0;

	if (frame->len <= STIM_PFC_OCTETS || get_u16(octets + 12) != defaults.type || get_u16(octets + 14) != defaults.opcode)
		return false;
	for (const uint8_t *q = rest; q < octets + frame->len; q++)
		if (*q != *rest)
			return false;
	fputs("rx.pfc", out);
	for (unsigned i = 0; i < STIM_CLASSES; i++) {
		uint16_t time = get_u16(octets + 18 + 2 * i);
		if (!time && !(octets[17] >> i & 1))
			continue;
		fprintf(out, " time%u=%u", i, time);
		given |= (uint16_t)(1u << i);
	}
	if (get_u16(octets + 16) != given)
		fprintf(out, " enable=0x%02x", get_u16(octets + 16));
	if (memcmp(octets, defaults.da, STIM_ADDRESS_OCTETS))
		put_address(out, "da", octets);
	if (memcmp(octets + STIM_ADDRESS_OCTETS, defaults.sa, STIM_ADDRESS_OCTETS))
		put_address(out, "sa", octets + STIM_ADDRESS_OCTETS);
	if (*rest)
		fprintf(out, " reserved=0x%02x", *rest);
	return true;
}

static void put_rx_frame(FILE *out, const struct dut *dut, const struct item_frame *frame)
{
	const struct stim_fields defaults = stim_rx_fields();
	uint32_t extra = frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;

	if (put_pfc(out, frame) || put_pause(out, frame)) {
		if (frame->len + extra != STIM_FRAME_LEN)
			fprintf(out, " len=%u", frame->len + extra);
	} else {
		fputs("rx.frame", out);
		put_fields(out, frame, &defaults, extra);
	}
	put_rx_keys(out, dut, frame);
}

/* The kind of fault sequence of which the lanes consist, or 0. */
static unsigned fault_kind(const struct item_frame *frame)
{
	struct item same = stim_lanes_item();
	uint32_t columns = frame->len / STIM_COLUMN_LANES;
	unsigned kind = frame->len >= STIM_COLUMN_LANES ? frame->octets[STIM_COLUMN_LANES - 1] : 0;

	if (frame->len % STIM_COLUMN_LANES || (kind != STIM_FAULT_LOCAL && kind != STIM_FAULT_REMOTE))
		return 0;
	if (stim_fault_lanes(&same, (enum stim_fault)kind, columns))
		return 0;
	if (memcmp(same.u.frame.octets, frame->octets, frame->len) || memcmp(same.u.frame.control, frame->control, frame->len))
		kind = 0;
	free(same.u.frame.octets);
	free(same.u.frame.control);
	return kind;
}

static void put_rx_lanes(FILE *out, const struct item_frame *frame)
{
	unsigned fault = fault_kind(frame);

	if (fault) {
		fprintf(out, "rx.fault kind=%s count=%u", fault == STIM_FAULT_LOCAL ? "local" : "remote",
		        frame->len / STIM_COLUMN_LANES);
	} else {
		fputs("rx.lanes seq=\"", out);
		lanes_write(out, frame->octets, frame->control, frame->len);
		fputc('"', out);
	}
	if (frame->gap != STIM_GAP)
		fprintf(out, " gap=%u", frame->gap);
	put_column(out, frame);
}

static void put_rx_raw(FILE *out, const struct item_frame *frame)
{
	fputs("rx.raw hex=", out);
	put_hex(out, frame->octets, frame->len);
	put_error(out, frame);
	if (frame->gap != STIM_GAP)
		fprintf(out, " gap=%u", frame->gap);
	put_mii_keys(out, frame);
}

static void put_tx_frame(FILE *out, const struct item_frame *frame)
{
	const struct stim_fields defaults = stim_tx_fields();

	fputs("tx.frame", out);
	put_fields(out, frame, &defaults, 0);
	if (frame->gap)
		fprintf(out, " gap=%u", frame->gap);
	if (frame->stall_at >= 0)
		fprintf(out, " stall_at=%d stall=%u", frame->stall_at, frame->stall);
	if (frame->host_error)
		fputs(" error=1", out);
	if (frame->host_fcs)
		put_fcs(out, frame);
}

/* ---- registers ---- */

static void put_register(FILE *out, const struct reg_page *page, uint16_t address)
{
	const struct reg_row *row = reg_by_address(page, address);

	if (row && row->name[0])
		fprintf(out, " %s", row->name);
	else
		fprintf(out, " 0x%04x", address);
}

static bool fields_cover(const struct reg_page *page, const char *reg, uint64_t value)
{
	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, reg))
			value &= ~reg_field_mask(&page->fields[i]);
	return !value;
}

/* By the names of the fields if they make up the whole value. */
static void put_value(FILE *out, const struct reg_page *page, uint16_t address, uint64_t value)
{
	const struct reg_row *row = reg_by_address(page, address);
	const char *separator = "";

	if (!row || !value || !fields_cover(page, row->name, value)) {
		fprintf(out, "0x%" PRIx64, value);
		return;
	}
	for (size_t i = 0; i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		uint64_t part = value & reg_field_mask(field);
		if (strcmp(field->reg, row->name) || !part)
			continue;
		fprintf(out, "%s%s", separator, field->name);
		if (field->msb != field->lsb)
			fprintf(out, "=%" PRIu64, part >> field->lsb);
		separator = "|";
	}
}

static void put_reg_write(FILE *out, const struct reg_page *page, const struct item *item)
{
	fputs("reg.write", out);
	put_register(out, page, item->u.reg.address);
	fputc(' ', out);
	put_value(out, page, item->u.reg.address, item->u.reg.value);
	if (item->u.reg.strobe != reg_strobe(page))
		fprintf(out, " strobe=0x%x", item->u.reg.strobe);
}

static void put_reg_read(FILE *out, const struct reg_page *page, const struct item *item)
{
	fputs("reg.read", out);
	put_register(out, page, item->u.reg.address);
	if (!item->u.reg.expect_mask)
		return;
	fputs(" expect=", out);
	put_value(out, page, item->u.reg.address, item->u.reg.expect);
	if (item->u.reg.expect_mask != reg_mask(page))
		fprintf(out, " mask=0x%" PRIx64, item->u.reg.expect_mask);
}

/* ---- the rest ---- */

static void put_classes(FILE *out, const char *key, unsigned request)
{
	const char *separator = "";

	if (!(request & 0x5555))
		return;
	fprintf(out, " %s=", key);
	for (unsigned i = 0; i < STIM_CLASSES; i++) {
		if (!(request >> 2 * i & 1))
			continue;
		fprintf(out, "%s%u", separator, i);
		separator = ",";
	}
}

static void put_pfc_req(FILE *out, uint16_t request)
{
	fputs("pfc.req", out);
	put_classes(out, "off", request >> 1);
	put_classes(out, "on", request);
}

static void put_phy(FILE *out, const struct item *item)
{
	static const char *const faults[] = STIM_PHY_FAULTS;

	if (item->u.phy.what == PHY_ITEM_PARTNER)
		fprintf(out, "phy.partner phy=%u ability=0x%04x", item->u.phy.phy, item->u.phy.value);
	else if (item->u.phy.what == PHY_ITEM_FAULT)
		fprintf(out, "phy.fault phy=%u kind=%s", item->u.phy.phy,
		        faults[item->u.phy.value % (sizeof(faults) / sizeof(faults[0]))]);
	else if (item->u.phy.what == PHY_ITEM_DELAY)
		fprintf(out, "phy.delay phy=%u ns=%u", item->u.phy.phy, item->u.phy.value);
	else if (item->u.phy.present)
		fprintf(out, "phy.reg phy=%u reg=%u value=0x%04x", item->u.phy.phy, item->u.phy.reg, item->u.phy.value);
	else
		fprintf(out, "phy.absent phy=%u", item->u.phy.phy);
}

const char *stim_wait_word(enum item_wait what)
{
	switch (what) {
#define WAIT(what_, name) \
	case what_:       \
		return name;
		STIM_WAITS(WAIT)
		STIM_MOMENTS(WAIT)
#undef WAIT
	case WAIT_CYCLES:
	case WAIT_KIND_COUNT:
		break;
	}
	return "";
}

static void put_wait(FILE *out, const struct item *item)
{
	if (item->u.wait.what == WAIT_CYCLES) {
		fprintf(out, "wait %u", item->u.wait.cycles);
		return;
	}
	fprintf(out, "wait %s", stim_wait_word(item->u.wait.what));
	if (item->u.wait.at)
		fprintf(out, " at=%d", item->u.wait.at);
	if (item->u.wait.cycles)
		fprintf(out, " max=%u", item->u.wait.cycles);
}

static void put_item(FILE *out, const struct dut *dut, const struct reg_page *page, const struct item *item)
{
	switch (item->kind) {
	case ITEM_RX_FRAME:
		put_rx_frame(out, dut, &item->u.frame);
		break;
	case ITEM_RX_RAW:
		put_rx_raw(out, &item->u.frame);
		break;
	case ITEM_RX_LANES:
		put_rx_lanes(out, &item->u.frame);
		break;
	case ITEM_TX_FRAME:
		put_tx_frame(out, &item->u.frame);
		break;
	case ITEM_REG_WRITE:
		put_reg_write(out, page, item);
		break;
	case ITEM_REG_READ:
		put_reg_read(out, page, item);
		break;
	case ITEM_HOST_STOP:
		fputs("host.stop", out);
		break;
	case ITEM_HOST_START:
		fputs("host.start", out);
		break;
	case ITEM_HOST_RATE:
		fprintf(out, "host.rate on=%u off=%u", item->u.rate.on, item->u.rate.off);
		break;
	case ITEM_PAUSE_REQ:
		fprintf(out, "pause.req %s", stim_requests[item->u.request % STIM_REQUESTS]);
		break;
	case ITEM_PFC_REQ:
		put_pfc_req(out, item->u.request);
		break;
	case ITEM_PHY:
		put_phy(out, item);
		break;
	case ITEM_NEGOTIATE:
		fprintf(out, "negotiate phy=%u advertise=0x%04x via=%s", item->u.negotiate.phy, item->u.negotiate.advertise,
		        item->u.negotiate.master ? "master" : "register");
		break;
	case ITEM_LINK:
		fprintf(out, "link speed=%u duplex=%s", item->u.link.mbps, item->u.link.half ? "half" : "full");
		break;
	case ITEM_COLLISION:
		fprintf(out, "wire.collision at=%u len=%u count=%u", item->u.collision.at, item->u.collision.len,
		        item->u.collision.count);
		break;
	case ITEM_CARRIER:
		fprintf(out, "wire.carrier len=%u", item->u.carrier.len);
		if (item->u.carrier.after_tx)
			fprintf(out, " after=%u", item->u.carrier.at);
		break;
	case ITEM_RESET:
		fprintf(out, "reset cycles=%u", item->u.wait.cycles);
		break;
	case ITEM_WAIT:
		put_wait(out, item);
		break;
	case ITEM_KIND_COUNT:
		break;
	}
	fputc('\n', out);
}

static void put_headers(const struct stimulus *st, FILE *out)
{
	fputs(STIM_MAGIC " 1\n", out);
	if (st->name[0]) {
		fputs("# ", out);
		for (const char *p = st->name; *p; p++)
			fputc(isprint((unsigned char)*p) ? *p : '?', out);
		fputc('\n', out);
	}
	if (st->needs) {
		fputs("needs", out);
#define CAPABILITY(bit, name, what) \
	if (st->needs & (bit))      \
		fputs(" " name, out);
		STIM_CAPABILITIES(CAPABILITY)
#undef CAPABILITY
		fputc('\n', out);
	}
	if (st->only_dut[0])
		fprintf(out, "dut %s\n", st->only_dut);
	if (st->only_model[0])
		fprintf(out, "model %s\n", st->only_model);
	fprintf(out, "seed %u\n", st->seed);
	for (size_t i = 0; i < RULE_COUNT; i++)
		if (st->covers.has[i])
			fprintf(out, "covers %s\n", rule_table[i].name);
}

int stimulus_write(const struct stimulus *st, FILE *out, const struct dut *dut)
{
	const struct reg_page *page = reg_page_by_model(dut->model);

	errno = 0;
	put_headers(st, out);
	for (size_t i = 0; i < st->count && !ferror(out); i++)
		put_item(out, dut, page, &st->items[i]);
	if (fflush(out) || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
