/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what the table of verbs cannot express about frames: keys whose range depends on others, and the octets; verbs.h,
 * doc/reference/stimulus.md. */
#include "verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many octets the bench adds to those of the item; len= counts them, too. */
static uint32_t fcs_octets(const struct item_frame *frame)
{
	return frame->fcs == FCS_NONE ? 0 : STIM_FCS_OCTETS;
}

/* Reads er=, an offset in the run, from FIRST to END - 1. */
static int read_error(struct reader *r, struct item_frame *frame, int64_t first, int64_t end)
{
	const char *text = reader_key(r, "er"), *digits = text && *text == '-' ? text + 1 : text;
	uint64_t value;
	bool over;
	int64_t at;

	if (!text)
		return 0;
	if (!number_parse(digits, &value, &over))
		return reader_refuse(r, text, "expected the offset of an octet for er, not '%.*s'", READER_SHOWN_MAX, text);
	if (value > INT32_MAX)
		value = INT32_MAX;
	at = digits == text ? (int64_t)value : -(int64_t)value;
	if (at < first || at >= end)
		return reader_refuse(r, text, "er must be within the run, %lld to %lld, not %.*s", (long long)first,
		                     (long long)end - 1, READER_SHOWN_MAX, text);
	frame->error_at = (int32_t)at;
	if (!frame->error_len)
		frame->error_len = 1;
	return 0;
}

/* Reads er= of a frame, whose run begins with the preamble and the SFD. */
static int read_error_of_frame(struct reader *r, struct item_frame *frame)
{
	return read_error(r, frame, -(int64_t)frame->preamble - 1, (int64_t)frame->len + fcs_octets(frame));
}

/* Appends the draft's item with OCTETS, which it then owns; NULL means that there was no memory. */
static int append_octets(struct reader *r, struct draft *d, uint8_t *octets)
{
	if (!octets)
		return -ENOMEM;
	d->item.u.frame.octets = octets;
	return stimulus_append(r->st, &d->item);
}

/* Appends the draft's item with a copy of OCTETS, as many as the frame has. */
static int append_copy(struct reader *r, struct draft *d, const uint8_t *octets)
{
	uint8_t *copy = malloc(d->item.u.frame.len + 1);

	if (copy)
		memcpy(copy, octets, d->item.u.frame.len);
	return append_octets(r, d, copy);
}

/* Reads len=, which counts FCS_LEN octets besides those of the item. */
static int read_len(struct reader *r, struct draft *d, uint32_t fcs_len)
{
	const char *text = reader_key(r, "len");
	int err = text ? number_read(r, text, "len", fcs_len, ITEM_FRAME_OCTETS_MAX, &d->len) : 0;

	d->item.u.frame.len = d->len - fcs_len;
	return err;
}

/* Reads hex=, which gives every octet and excludes the keys of fields. */
static int read_hex(struct reader *r, struct draft *d, uint8_t **ret)
{
	static const char *const fields[] = { "da", "sa", "type", "len", "fill" };
	char *text = reader_key(r, "hex");
	size_t len = 0;
	int err;

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (reader_key(r, fields[i]))
			return reader_refuse(r, reader_key(r, fields[i]), "%s and hex exclude each other: hex is the whole frame",
			                     fields[i]);
	err = hex_read(r, text, ret, &len);
	if (!err && len > ITEM_FRAME_OCTETS_MAX)
		err = reader_refuse(r, text, "expected at most %d octets, not %zu", ITEM_FRAME_OCTETS_MAX, len);
	d->item.u.frame.len = (uint32_t)len;
	return err;
}

/* Reads the length of a frame, and with hex= its octets into *RET. FCS_LEN octets follow those of the item. */
static int read_octets(struct reader *r, struct draft *d, uint32_t fcs_len, uint8_t **ret)
{
	const struct stim_fields *fields = &d->fields;
	size_t filled = fields->fill == STIM_FILL_HEX ? STIM_HEADER_OCTETS + fields->hex_len + fcs_len : 0;
	int err;

	if (reader_key(r, "hex"))
		return read_hex(r, d, ret);
	if (filled && filled <= ITEM_FRAME_OCTETS_MAX)
		d->len = (uint32_t)filled;
	err = read_len(r, d, fcs_len);
	if (!err && filled > d->len)
		err = reader_refuse(r, reader_key(r, "fill"), "%zu octets of fill do not fit in a frame of %u", fields->hex_len,
		                    d->len);
	return err;
}

int finish_rx_frame(struct reader *r, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;
	uint8_t *octets = NULL;
	int err = read_octets(r, d, fcs_octets(frame), &octets);

	if (!err && frame->len + fcs_octets(frame) > ITEM_FRAME_OCTETS_MAX)
		err = reader_refuse(r, reader_key(r, "hex"), "expected at most %d octets with the FCS", ITEM_FRAME_OCTETS_MAX);
	if (!err)
		err = read_error_of_frame(r, frame);
	if (err)
		return err;
	return octets ? append_copy(r, d, octets) : append_octets(r, d, stim_octets(&d->fields, frame->len));
}

int finish_rx_pause(struct reader *r, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;
	int err = read_len(r, d, fcs_octets(frame));

	if (!err)
		err = read_error_of_frame(r, frame);
	return err ? err : append_octets(r, d, stim_pause_octets(&d->pause, frame->len));
}

int finish_rx_pfc(struct reader *r, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;
	int err = read_len(r, d, fcs_octets(frame));

	if (!err)
		err = read_error_of_frame(r, frame);
	return err ? err : append_octets(r, d, stim_pfc_octets(&d->pfc, frame->len));
}

int finish_rx_raw(struct reader *r, struct draft *d)
{
	uint8_t *octets = NULL;
	int err;

	if (!reader_key(r, "hex"))
		return reader_refuse(r, r->next, "expected hex=DIGITS, the octets of the run");
	err = read_hex(r, d, &octets);
	if (!err)
		err = read_error(r, &d->item.u.frame, 0, d->item.u.frame.len);
	return err ? err : append_copy(r, d, octets);
}

/* Reads the lanes of seq="..."; the quotation marks are part of the word. */
static int read_lanes(struct reader *r, char *text, struct item_frame *frame)
{
	char *end = text + strlen(text) - 1;
	const char *at, *expected;

	if (*text != '"' || end == text || *end != '"')
		return reader_refuse(r, text, "expected the lanes in quotes, as in seq=\"S 55*6 d5 00 T\"");
	*end = 0;
	at = lanes_parse(text + 1, frame->octets, frame->control, ITEM_FRAME_OCTETS_MAX, &frame->len, &expected);
	if (at)
		return reader_refuse(r, at, "%s", expected);
	return frame->len ? 0 : reader_refuse(r, text, "expected one lane or more");
}

/* Gives back the parts of the two buffers that the lanes do not fill. */
static void shrink_lanes(struct item_frame *frame)
{
	uint8_t *octets = realloc(frame->octets, frame->len), *control = realloc(frame->control, frame->len);

	frame->octets = octets ? octets : frame->octets;
	frame->control = control ? control : frame->control;
}

int finish_rx_lanes(struct reader *r, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;
	int err = 0;

	frame->octets = malloc(ITEM_FRAME_OCTETS_MAX);
	frame->control = malloc(ITEM_FRAME_OCTETS_MAX);
	if (!frame->octets || !frame->control)
		err = -ENOMEM;
	if (!err)
		err = read_lanes(r, reader_key(r, "seq"), frame);
	if (err) {
		free(frame->octets);
		free(frame->control);
		return err;
	}
	shrink_lanes(frame);
	return stimulus_append(r->st, &d->item);
}

int finish_rx_fault(struct reader *r, struct draft *d)
{
	int err = stim_fault_lanes(&d->item, d->remote ? STIM_FAULT_REMOTE : STIM_FAULT_LOCAL, d->count);

	return err ? err : stimulus_append(r->st, &d->item);
}

int finish_rx_ordered(struct reader *r, struct draft *d)
{
	int err = stim_ordered_lanes(&d->item, d->code, d->ordered, d->count);

	return err ? err : stimulus_append(r->st, &d->item);
}

static int read_stall(struct reader *r, struct item_frame *frame)
{
	const char *text = reader_key(r, "stall_at");
	uint32_t at = 0;
	int err;

	if (!text)
		return 0;
	if (frame->len < 2)
		return reader_refuse(r, text, "a frame of one octet cannot stall inside");
	err = number_read(r, text, "stall_at", 1, frame->len - 1, &at);
	frame->stall_at = (int32_t)at;
	if (!frame->stall)
		frame->stall = 1;
	return err;
}

int finish_tx_frame(struct reader *r, struct draft *d)
{
	struct item_frame *frame = &d->item.u.frame;
	uint8_t *octets = NULL;
	int err = read_octets(r, d, 0, &octets);

	if (!err && !frame->len)
		err = reader_refuse(r, reader_key(r, "len"), "len must be 1 to %d, not 0", ITEM_FRAME_OCTETS_MAX);
	if (!err)
		err = read_stall(r, frame);
	if (!err && frame->host_fcs && frame->len + fcs_octets(frame) > ITEM_FRAME_OCTETS_MAX)
		err = reader_refuse(r, reader_key(r, "fcs"), "expected at most %d octets with the FCS", ITEM_FRAME_OCTETS_MAX);
	if (err)
		return err;
	return octets ? append_copy(r, d, octets) : append_octets(r, d, stim_octets(&d->fields, frame->len));
}
