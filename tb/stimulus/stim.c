/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the frames of a stimulus from their fields (802.3 annex 31B for PAUSE, 31D for PFC), has the names of addresses, and
 * appends the reads that end a stimulus. */
#include "stim.h"

#include "part/frame.h"
#include "regs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const uint8_t stim_station[STIM_ADDRESS_OCTETS] = { 0x00, 0x11, 0x22, 0x33, 0x44, 0x55 };
const uint8_t stim_partner[STIM_ADDRESS_OCTETS] = { 0x02, 0x00, 0x00, 0x00, 0x00, 0x01 };
const uint8_t stim_multicast[STIM_ADDRESS_OCTETS] = { 0x01, 0x80, 0xC2, 0x00, 0x00, 0x01 };
const uint8_t stim_broadcast[STIM_ADDRESS_OCTETS] = { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
const char *const stim_requests[STIM_REQUESTS] = { "none", "xon", "xoff", "both" };

static const struct {
	const char *name;
	const uint8_t *octets;
} addresses[] = {
	{ "station", stim_station },
	{ "partner", stim_partner },
	{ "multicast", stim_multicast },
	{ "broadcast", stim_broadcast },
};

const char *stim_address_name(const uint8_t address[STIM_ADDRESS_OCTETS])
{
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		if (!memcmp(addresses[i].octets, address, STIM_ADDRESS_OCTETS))
			return addresses[i].name;
	return NULL;
}

const uint8_t *stim_address_by_name(const char *name)
{
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		if (!strcmp(addresses[i].name, name))
			return addresses[i].octets;
	return NULL;
}

struct item stim_rx_item(void)
{
	return (struct item){ .kind = ITEM_RX_FRAME,
		              .u.frame = { .error_at = INT32_MIN,
		                           .preamble = 7,
		                           .sfd = FRAME_SFD,
		                           .error_code = STIM_CODE_ERROR,
		                           .end_code = STIM_CODE_END,
		                           .column = COLUMN_ANY,
		                           .gap = STIM_GAP,
		                           .stall_at = -1 } };
}

struct item stim_raw_item(void)
{
	return (struct item){ .kind = ITEM_RX_RAW,
		              .u.frame = { .fcs = FCS_NONE, .error_at = INT32_MIN, .gap = STIM_GAP, .stall_at = -1 } };
}

struct item stim_lanes_item(void)
{
	struct item item = stim_rx_item();

	item.kind = ITEM_RX_LANES;
	item.u.frame.fcs = FCS_NONE;
	return item;
}

struct item stim_idle_item(void)
{
	return (struct item){ .kind = ITEM_RX_IDLE, .u.idle = { .error = true, .gap = STIM_GAP } };
}

struct item stim_tx_item(void)
{
	return (struct item){ .kind = ITEM_TX_FRAME, .u.frame = { .error_at = INT32_MIN, .stall_at = -1 } };
}

struct stim_fields stim_rx_fields(void)
{
	struct stim_fields fields = { .type = STIM_TYPE };

	memcpy(fields.da, stim_station, sizeof(fields.da));
	memcpy(fields.sa, stim_partner, sizeof(fields.sa));
	return fields;
}

struct stim_fields stim_tx_fields(void)
{
	struct stim_fields fields = { .type = STIM_TYPE };

	memcpy(fields.da, stim_partner, sizeof(fields.da));
	memcpy(fields.sa, stim_station, sizeof(fields.sa));
	return fields;
}

struct stim_pause stim_pause_fields(void)
{
	struct stim_pause pause = { .type = STIM_TYPE_CONTROL, .opcode = STIM_OPCODE_PAUSE, .time = 0xFFFF, .tag = -1 };

	memcpy(pause.da, stim_multicast, sizeof(pause.da));
	memcpy(pause.sa, stim_partner, sizeof(pause.sa));
	return pause;
}

struct stim_pfc stim_pfc_fields(void)
{
	struct stim_pfc pfc = { .type = STIM_TYPE_CONTROL, .opcode = STIM_OPCODE_PFC };

	memcpy(pfc.da, stim_multicast, sizeof(pfc.da));
	memcpy(pfc.sa, stim_partner, sizeof(pfc.sa));
	return pfc;
}

/* Mixes 32 bits (the finalizer of murmur3). It is a bijection, so that the writer can find the seed again. */
static uint32_t mix(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x85EBCA6Bu;
	x ^= x >> 13;
	x *= 0xC2B2AE35u;
	return x ^ x >> 16;
}

static uint32_t unmix(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7ED1B41Du; /* the inverse of 0xC2B2AE35 */
	x ^= x >> 13 ^ x >> 26;
	x *= 0xA5CB9243u; /* the inverse of 0x85EBCA6B */
	return x ^ x >> 16;
}

enum { RAND_STEP = 0x61C88647 };

uint32_t stim_rand_seed(const uint8_t octets[4])
{
	return unmix((uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 | (uint32_t)octets[2] << 8 | octets[3]);
}

void stim_fill(uint8_t *octets, size_t len, const struct stim_fields *fields)
{
	size_t hex_len = fields->hex_len < len ? fields->hex_len : len;

	switch (fields->fill) {
	case STIM_FILL_INC:
		for (size_t i = 0; i < len; i++)
			octets[i] = (uint8_t)i;
		break;
	case STIM_FILL_ZERO:
		memset(octets, 0, len);
		break;
	case STIM_FILL_ONES:
		memset(octets, 0xFF, len);
		break;
	case STIM_FILL_RAND:
		for (size_t i = 0; i < len; i++)
			octets[i] = (uint8_t)(mix(fields->seed + (uint32_t)(i / 4) * RAND_STEP) >> (24 - 8 * (i % 4)));
		break;
	case STIM_FILL_HEX:
		memset(octets, 0, len);
		if (hex_len)
			memcpy(octets, fields->hex, hex_len);
		break;
	}
}

static void put_u16(uint8_t *octets, uint16_t value)
{
	octets[0] = (uint8_t)(value >> 8);
	octets[1] = (uint8_t)value;
}

/* Returns LEN octets that begin with HEADER, for the caller to fill the rest; if LEN is less than HEADER_LEN, the header is cut. */
static uint8_t *start(const uint8_t *header, size_t header_len, size_t len)
{
	uint8_t *octets = malloc(len + 1);

	if (octets)
		memcpy(octets, header, len < header_len ? len : header_len);
	return octets;
}

uint8_t *stim_octets(const struct stim_fields *fields, size_t len)
{
	uint8_t header[STIM_HEADER_OCTETS], *octets;

	memcpy(header, fields->da, STIM_ADDRESS_OCTETS);
	memcpy(header + 6, fields->sa, STIM_ADDRESS_OCTETS);
	put_u16(header + FRAME_TYPE_OFFSET, fields->type);
	octets = start(header, sizeof(header), len);
	if (octets && len > sizeof(header))
		stim_fill(octets + sizeof(header), len - sizeof(header), fields);
	return octets;
}

uint8_t *stim_pause_octets(const struct stim_pause *pause, size_t len)
{
	uint8_t header[22], *p = header + FRAME_TYPE_OFFSET, *octets;
	size_t header_len;

	memcpy(header, pause->da, STIM_ADDRESS_OCTETS);
	memcpy(header + 6, pause->sa, STIM_ADDRESS_OCTETS);
	if (pause->tag >= 0) {
		put_u16(p, STIM_TYPE_TAG);
		put_u16(p + 2, (uint16_t)pause->tag);
		p += 4;
	}
	put_u16(p, pause->type);
	put_u16(p + 2, pause->opcode);
	put_u16(p + 4, pause->time);
	header_len = (size_t)(p + 6 - header);
	octets = start(header, header_len, len);
	if (octets && len > header_len)
		memset(octets + header_len, pause->reserved, len - header_len);
	return octets;
}

uint8_t *stim_pfc_octets(const struct stim_pfc *pfc, size_t len)
{
	uint8_t header[STIM_PFC_OCTETS], *octets;

	memcpy(header, pfc->da, STIM_ADDRESS_OCTETS);
	memcpy(header + 6, pfc->sa, STIM_ADDRESS_OCTETS);
	put_u16(header + FRAME_TYPE_OFFSET, pfc->type);
	put_u16(header + FRAME_OPCODE_OFFSET, pfc->opcode);
	put_u16(header + FRAME_ENABLE_OFFSET, pfc->enable);
	for (int i = 0; i < STIM_CLASSES; i++)
		put_u16(header + FRAME_TIMES_OFFSET + 2 * i, pfc->time[i]);
	octets = start(header, sizeof(header), len);
	if (octets && len > sizeof(header))
		memset(octets + sizeof(header), pfc->reserved, len - sizeof(header));
	return octets;
}

/* Whether the octets from FROM to the end of FRAME are all the same; *RET is that octet, 0 if there is none. */
static bool one_octet_fills(const struct item_frame *frame, const uint8_t *from, uint8_t *ret)
{
	const uint8_t *end = frame->octets + frame->len;

	*ret = from < end ? *from : 0;
	for (; from < end; from++)
		if (*from != *ret)
			return false;
	return true;
}

bool stim_pause_of(const struct item_frame *frame, struct stim_pause *ret)
{
	const uint8_t *octets = frame->octets, *p = octets + FRAME_TYPE_OFFSET;
	bool tagged;

	if (frame->len < 22)
		return false;
	tagged = frame_u16(p) == STIM_TYPE_TAG;
	p += tagged ? 4 : 0;
	*ret = (struct stim_pause){ .type = frame_u16(p),
		                    .opcode = frame_u16(p + 2),
		                    .time = frame_u16(p + 4),
		                    .tag = tagged ? frame_u16(octets + 14) : -1 };
	memcpy(ret->da, octets, STIM_ADDRESS_OCTETS);
	memcpy(ret->sa, octets + STIM_ADDRESS_OCTETS, STIM_ADDRESS_OCTETS);
	return ret->type == STIM_TYPE_CONTROL && one_octet_fills(frame, p + 6, &ret->reserved);
}

bool stim_pfc_of(const struct item_frame *frame, struct stim_pfc *ret)
{
	const uint8_t *octets = frame->octets;

	if (frame->len <= STIM_PFC_OCTETS)
		return false;
	*ret = (struct stim_pfc){ .type = frame_u16(octets + FRAME_TYPE_OFFSET),
		                  .opcode = frame_u16(octets + FRAME_OPCODE_OFFSET),
		                  .enable = frame_u16(octets + FRAME_ENABLE_OFFSET) };
	memcpy(ret->da, octets, STIM_ADDRESS_OCTETS);
	memcpy(ret->sa, octets + STIM_ADDRESS_OCTETS, STIM_ADDRESS_OCTETS);
	for (unsigned i = 0; i < STIM_CLASSES; i++)
		ret->time[i] = frame_u16(octets + FRAME_TIMES_OFFSET + 2 * i);
	return ret->type == STIM_TYPE_CONTROL && ret->opcode == STIM_OPCODE_PFC &&
	       one_octet_fills(frame, octets + STIM_PFC_OCTETS, &ret->reserved);
}

int stim_fault_lanes(struct item *item, enum stim_fault kind, uint32_t count)
{
	return stim_ordered_lanes(item, STIM_CODE_SEQUENCE, kind, count);
}

int stim_ordered_lanes(struct item *item, uint8_t code, uint32_t set, uint32_t count)
{
	uint32_t len = count * STIM_COLUMN_LANES;
	uint8_t *octets = calloc(len + 1, 1), *control = calloc(len + 1, 1);

	if (!octets || !control) {
		free(octets);
		free(control);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < len; i += STIM_COLUMN_LANES) {
		octets[i] = code;
		for (uint32_t lane = 1; lane < STIM_COLUMN_LANES; lane++)
			octets[i + lane] = (uint8_t)(set >> 8 * (STIM_COLUMN_LANES - 1 - lane));
		control[i] = 1;
	}
	item->u.frame.octets = octets;
	item->u.frame.control = control;
	item->u.frame.len = len;
	return 0;
}

bool stim_after_idle(const struct stimulus *st, size_t count)
{
	while (count--) {
		const struct item *item = &st->items[count];
		if (item->kind == ITEM_RX_IDLE && !item->u.idle.len)
			continue;
		if (item->kind == ITEM_RX_IDLE || item->kind == ITEM_RX_FRAME || item->kind == ITEM_RX_RAW)
			return item->kind == ITEM_RX_IDLE;
	}
	return false;
}

void stim_name(struct stimulus *st, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
	size_t len = dot && dot != name ? (size_t)(dot - name) : strlen(name);

	if (len >= sizeof(st->name))
		len = sizeof(st->name) - 1;
	memcpy(st->name, name, len);
	st->name[len] = 0;
}

int stim_read_all(struct stimulus *st, const struct dut *dut)
{
	const struct reg_page *page = dut_page(dut);
	int err = 0;

	for (size_t i = 0; i < page->count && !err; i++) {
		struct item item = { .kind = ITEM_REG_READ, .u.reg.address = page->rows[i].address };
		enum reg_kind kind = page->rows[i].kind;
		if (kind == REG_COUNTER || kind == REG_COUNTER_HIGH || kind == REG_RO)
			err = stimulus_append(st, &item);
	}
	return err;
}

int stim_read_words(struct stimulus *st, const struct dut *dut, bool high)
{
	const struct reg_page *page = dut_page(dut);
	int err = 0;

	for (size_t i = 0; i < page->count && !err; i++)
		if (page->rows[i].kind == (high ? REG_COUNTER_HIGH : REG_COUNTER))
			err = stimulus_append(st,
			                      &(struct item){ .kind = ITEM_REG_READ, .u.reg.address = page->rows[i].address });
	return err;
}

static int walk_read(struct stimulus *st, const struct reg_page *page)
{
	int err = 0;

	for (size_t i = 0; i < page->count && !err; i++)
		err = stimulus_append(st, &(struct item){ .kind = ITEM_REG_READ, .u.reg.address = page->rows[i].address });
	return err;
}

/* Appends a write of a value that no other register has. The writes AROUND the writes of single bytes have the value, and those
 * of single bytes have its complement, so that each bit changes. An odd SEED has the complements of the seed before it, so that
 * each bit changes in both directions. */
static int walk_write(struct stimulus *st, const struct reg_row *row, uint32_t seed, bool around, uint8_t strobe)
{
	uint32_t low = mix((uint32_t)row->address << 16 ^ (2 * (seed & ~1u))), high = mix(low);
	struct item item = { .kind = ITEM_REG_WRITE, .u.reg = { .address = row->address, .strobe = strobe } };

	item.u.reg.value = ((uint64_t)high << 32 | low) ^ ((seed & 1) == around ? UINT64_MAX : 0);
	return stimulus_append(st, &item);
}

int stim_walk(struct stimulus *st, const struct dut *dut, uint32_t seed, bool reads)
{
	const struct reg_page *page = dut_page(dut);
	int err = reads ? walk_read(st, page) : 0;

	for (size_t i = 0; i < page->count && !err && !reads; i++) {
		for (size_t j = 0; j < page->count && !err; j++)
			err = walk_write(st, &page->rows[j], seed, true, reg_strobe(page));
		for (unsigned byte = 0; byte < page->word_octets && !err; byte++) {
			err = walk_write(st, &page->rows[i], seed, false, (uint8_t)(1u << byte));
			if (!err)
				err = walk_read(st, page);
		}
	}
	return err;
}

static int hole_visit(struct stimulus *st, const struct reg_page *page, uint16_t address)
{
	struct item item = { .kind = ITEM_REG_WRITE, .u.reg = { .address = address, .strobe = reg_strobe(page) } };
	int err;

	item.u.reg.value = reg_mask(page);
	err = stimulus_append(st, &item);
	return err ? err : stimulus_append(st, &(struct item){ .kind = ITEM_REG_READ, .u.reg.address = address });
}

int stim_holes(struct stimulus *st, const struct dut *dut)
{
	const struct reg_page *page = dut_page(dut);
	bool visited[UINT16_MAX + 1] = { false };
	int err = 0;

	for (size_t i = 0; i < page->count && !err; i++)
		for (unsigned bit = 0; bit < 16 && !err; bit++) {
			uint16_t address = (uint16_t)(page->rows[i].address ^ 1U << bit);
			if (visited[address] || reg_by_address(page, address))
				continue;
			visited[address] = true;
			err = hole_visit(st, page, address);
		}
	return err;
}
