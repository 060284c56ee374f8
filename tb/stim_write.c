/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a stimulus as text that reads back equal; doc/stimulus.md.
 *
 * A frame is written by the shortest of the reader's forms that gives its octets: rx.pause, fields with a named fill, fields
 * with hex, or the whole frame in hex. Keys that have their default value are left out. */
#include "item.h"

#include "dut.h"
#include "regs.h"
#include "stim.h"
#include "stim_text.h"

#include <ctype.h>
#include <errno.h>
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

static void put_rx_keys(FILE *out, const struct item_frame *frame)
{
	const struct item defaults = stim_rx_item();

	if (frame->fcs == FCS_BAD)
		fputs(" fcs=bad", out);
	else if (frame->fcs == FCS_NONE)
		fputs(" fcs=none", out);
	else if (frame->fcs == FCS_VALUE)
		fprintf(out, " fcs=0x%08x", frame->fcs_value);
	put_error(out, frame);
	if (frame->preamble != defaults.u.frame.preamble)
		fprintf(out, " preamble=%u", frame->preamble);
	if (frame->sfd != defaults.u.frame.sfd)
		fprintf(out, " sfd=0x%02x", frame->sfd);
	if (frame->gap != defaults.u.frame.gap)
		fprintf(out, " gap=%u", frame->gap);
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

static void put_rx_frame(FILE *out, const struct item_frame *frame)
{
	const struct stim_fields defaults = stim_rx_fields();
	uint32_t extra = frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;

	if (put_pause(out, frame)) {
		if (frame->len + extra != STIM_FRAME_LEN)
			fprintf(out, " len=%u", frame->len + extra);
	} else {
		fputs("rx.frame", out);
		put_fields(out, frame, &defaults, extra);
	}
	put_rx_keys(out, frame);
}

static void put_rx_raw(FILE *out, const struct item_frame *frame)
{
	fputs("rx.raw hex=", out);
	put_hex(out, frame->octets, frame->len);
	put_error(out, frame);
	if (frame->gap != STIM_GAP)
		fprintf(out, " gap=%u", frame->gap);
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

static uint32_t field_mask(const struct reg_field *field)
{
	uint32_t width = (uint32_t)(field->msb - field->lsb) + 1;

	return (width < 32 ? (1u << width) - 1 : UINT32_MAX) << field->lsb;
}

static bool fields_cover(const struct reg_page *page, const char *reg, uint32_t value)
{
	for (size_t i = 0; i < page->field_count; i++)
		if (!strcmp(page->fields[i].reg, reg))
			value &= ~field_mask(&page->fields[i]);
	return !value;
}

/* By the names of the fields if they make up the whole value. */
static void put_value(FILE *out, const struct reg_page *page, uint16_t address, uint32_t value)
{
	const struct reg_row *row = reg_by_address(page, address);
	const char *separator = "";

	if (!row || !value || !fields_cover(page, row->name, value)) {
		fprintf(out, "0x%x", value);
		return;
	}
	for (size_t i = 0; i < page->field_count; i++) {
		const struct reg_field *field = &page->fields[i];
		uint32_t part = value & field_mask(field);
		if (strcmp(field->reg, row->name) || !part)
			continue;
		fprintf(out, "%s%s", separator, field->name);
		if (field->msb != field->lsb)
			fprintf(out, "=%u", part >> field->lsb);
		separator = "|";
	}
}

static void put_reg_write(FILE *out, const struct reg_page *page, const struct item *item)
{
	fputs("reg.write", out);
	put_register(out, page, item->u.reg.address);
	fputc(' ', out);
	put_value(out, page, item->u.reg.address, item->u.reg.value);
	if (item->u.reg.strobe != 0xF)
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
	if (item->u.reg.expect_mask != UINT32_MAX)
		fprintf(out, " mask=0x%x", item->u.reg.expect_mask);
}

/* ---- the rest ---- */

static void put_phy(FILE *out, const struct item *item)
{
	if (item->u.phy.present)
		fprintf(out, "phy.reg phy=%u reg=%u value=0x%04x", item->u.phy.phy, item->u.phy.reg, item->u.phy.value);
	else
		fprintf(out, "phy.absent phy=%u", item->u.phy.phy);
}

static void put_wait(FILE *out, const struct item *item)
{
	const char *what = "";

	switch (item->u.wait.what) {
	case WAIT_CYCLES:
		break;
#define WAIT(what_, name)    \
	case what_:          \
		what = name; \
		break;
		STIM_WAITS(WAIT)
#undef WAIT
	}
	if (item->u.wait.what == WAIT_CYCLES)
		fprintf(out, "wait %u", item->u.wait.cycles);
	else if (item->u.wait.cycles)
		fprintf(out, "wait %s max=%u", what, item->u.wait.cycles);
	else
		fprintf(out, "wait %s", what);
}

static void put_item(FILE *out, const struct reg_page *page, const struct item *item)
{
	switch (item->kind) {
	case ITEM_RX_FRAME:
		put_rx_frame(out, &item->u.frame);
		break;
	case ITEM_RX_RAW:
	case ITEM_RX_LANES:
		put_rx_raw(out, &item->u.frame);
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
	case ITEM_PFC_REQ:
		fprintf(out, "%s %u", item->kind == ITEM_PAUSE_REQ ? "pause.req" : "pfc.req", item->u.request);
		break;
	case ITEM_PHY:
		put_phy(out, item);
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
#define CAPABILITY(bit, name)  \
	if (st->needs & (bit)) \
		fputs(" " name, out);
		STIM_CAPABILITIES(CAPABILITY)
#undef CAPABILITY
		fputc('\n', out);
	}
	if (st->only_dut[0])
		fprintf(out, "dut %s\n", st->only_dut);
	fprintf(out, "seed %u\n", st->seed);
}

int stimulus_write(const struct stimulus *st, FILE *out, const struct dut *dut)
{
	const struct reg_page *page = reg_page_by_model(dut->model);

	errno = 0;
	put_headers(st, out);
	for (size_t i = 0; i < st->count && !ferror(out); i++)
		put_item(out, page, &st->items[i]);
	if (fflush(out) || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
