/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: its registers. Controls are bits of registers; counters count the frames for which a predicate holds. doc/devices/ieee8023.md
 * 4, 5. */
#include "ieee8023.h"
#include "pausemodel_bench.h"

#include <string.h>

enum {
	HALF_DUPLEX_SPEED = 2 /* there is no half duplex from this value of the control speed on: 1000 Mb/s */,
	MII_GAP_CLOCKS = 2,
	BITS_PER_NIBBLE = 4,
	SLOT_NIBBLES = 128
};

static const uint64_t defaults[PM_CONTROL_COUNT] = {
#define CONTROL(name, bits, value, meaning, source) value,
#include "controls.def"
};

/* Which bits of the page of regs/ieee8023/registers.def are the controls. */
static const struct {
	const char *row;
	enum pm_control control;
	uint8_t at, len, reg_bit;
} own_slices[] = {
	{ "VIRTUAL_ENABLES", PM_CONTROL_rx_enable, 0, 1, 0 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_tx_enable, 0, 1, 1 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_rx_pause, 0, 1, 2 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_tx_pause, 0, 1, 3 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_forward_control, 0, 1, 4 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_half_duplex, 0, 1, 5 },
	{ "VIRTUAL_ENABLES", PM_CONTROL_speed, 0, 2, 6 },
	{ "VIRTUAL_STATION_HIGH", PM_CONTROL_station, 32, 16, 0 },
	{ "VIRTUAL_STATION_LOW", PM_CONTROL_station, 0, 32, 0 },
	{ "VIRTUAL_STATION_2_HIGH", PM_CONTROL_station_2, 32, 16, 0 },
	{ "VIRTUAL_STATION_2_LOW", PM_CONTROL_station_2, 0, 32, 0 },
	{ "VIRTUAL_STATION_3_HIGH", PM_CONTROL_station_3, 32, 16, 0 },
	{ "VIRTUAL_STATION_3_LOW", PM_CONTROL_station_3, 0, 32, 0 },
	{ "VIRTUAL_STATION_4_HIGH", PM_CONTROL_station_4, 32, 16, 0 },
	{ "VIRTUAL_STATION_4_LOW", PM_CONTROL_station_4, 0, 32, 0 },
	{ "VIRTUAL_QUANTA", PM_CONTROL_quanta, 0, 16, 0 },
	{ "VIRTUAL_REFRESH", PM_CONTROL_refresh, 0, 16, 0 },
	{ "VIRTUAL_MAX_FRAME", PM_CONTROL_max_frame, 0, 16, 0 },
	{ "VIRTUAL_IPG", PM_CONTROL_ipg, 0, 8, 0 },
	{ "VIRTUAL_REQUEST", PM_CONTROL_request_xoff, 0, 1, 0 },
	{ "VIRTUAL_REQUEST", PM_CONTROL_request_xon, 0, 1, 1 },
	{ "VIRTUAL_PFC_ENABLE", PM_CONTROL_pfc_rx, 0, 8, 0 },
	{ "VIRTUAL_PFC_ENABLE", PM_CONTROL_pfc_tx, 0, 8, 8 },
	{ "VIRTUAL_PFC_REQUEST", PM_CONTROL_pfc_xoff, 0, 8, 0 },
	{ "VIRTUAL_PFC_REQUEST", PM_CONTROL_pfc_xon, 0, 8, 8 },
	{ "VIRTUAL_HIGH_MARK", PM_CONTROL_high_mark, 0, 32, 0 },
	{ "VIRTUAL_LOW_MARK", PM_CONTROL_low_mark, 0, 32, 0 },
	{ "VIRTUAL_PFC_QUANTA_0", PM_CONTROL_pfc_quanta0, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_1", PM_CONTROL_pfc_quanta1, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_2", PM_CONTROL_pfc_quanta2, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_3", PM_CONTROL_pfc_quanta3, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_4", PM_CONTROL_pfc_quanta4, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_5", PM_CONTROL_pfc_quanta5, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_6", PM_CONTROL_pfc_quanta6, 0, 16, 0 },
	{ "VIRTUAL_PFC_QUANTA_7", PM_CONTROL_pfc_quanta7, 0, 16, 0 },
};
enum { OWN_SLICES = sizeof(own_slices) / sizeof(own_slices[0]) };
_Static_assert((int)OWN_SLICES <= (int)PM_CONTROL_COUNT + 8, "struct ieee8023 has no room for the slices");

void ieee8023_page_init(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	for (unsigned row = 0; row < m->regs.page->count && row < COUNTING_MAX; row++)
		if (m->regs.page->rows[row].kind == REG_COUNTER)
			m->count.kind[row].preset = m->regs.page->rows[row].reset;
	if (m->config.profile) {
		s->profile = *m->config.profile;
		return;
	}
	for (unsigned i = 0; i < OWN_SLICES; i++)
		s->slice[i] = (struct pm_control_slice){ .control = own_slices[i].control,
			                                 .at = own_slices[i].at,
			                                 .len = own_slices[i].len,
			                                 .row = (uint16_t)registers_named(&m->regs, own_slices[i].row),
			                                 .reg_bit = own_slices[i].reg_bit };
	s->profile = (struct pm_profile){ .page = m->regs.page, .slices = s->slice, .slice_count = OWN_SLICES };
}

/* ---- controls ---- */

static uint64_t low_bits(unsigned len)
{
	return len < 64 ? (UINT64_C(1) << len) - 1 : UINT64_MAX;
}

/* Returns VALUE with the bits of SLICE as they are in the WORD of its register. */
static uint64_t with_slice(uint64_t value, const struct pm_control_slice *slice, uint64_t word)
{
	uint64_t mask = low_bits(slice->len), bits = (word >> slice->reg_bit ^ (slice->inverted ? mask : 0)) & mask;

	for (unsigned v = 0; v < slice->value_count; v++)
		if (slice->value[v] == bits)
			return v;
	if (slice->value_count)
		return value;
	return (value & ~(mask << slice->at)) | bits << slice->at;
}

static void read_controls(const struct pm_model *m, uint64_t *ret)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);

	memcpy(ret, defaults, sizeof(defaults));
	ret[PM_CONTROL_quanta] = p->sends_quanta;
	ret[PM_CONTROL_high_mark] = p->high_mark;
	ret[PM_CONTROL_low_mark] = p->low_mark;
	ret[PM_CONTROL_max_frame] = p->longest_frame;
	ret[PM_CONTROL_ipg] = p->gap_octets;
	ret[PM_CONTROL_speed] = p->usual_speed;
	for (size_t i = 0; i < profile->slice_count; i++) {
		const struct pm_control_slice *slice = &profile->slices[i];
		ret[slice->control] = with_slice(ret[slice->control], slice, m->regs.value[slice->row]);
	}
	if (p->refresh_period)
		ret[PM_CONTROL_refresh] = p->refresh_period;
	/* 31D.1: PAUSE is disabled where PFC is enabled */
	if (p->pfc_excludes && ret[PM_CONTROL_pfc_rx])
		ret[PM_CONTROL_rx_pause] = 0;
	if (p->pfc_excludes && ret[PM_CONTROL_pfc_tx])
		ret[PM_CONTROL_tx_pause] = 0;
}

uint64_t pm_control_value(const struct pm_model *m, enum pm_control control)
{
	return ieee8023_control(m, control);
}

/* Gap and slot in clocks: 802.3 4.4.2. */
static void update_csma(struct pm_model *m, uint32_t gap_octets)
{
	struct pm_mode *mode = &m->mode;

	mode->csma = (struct csma_mode){
		.half_duplex = mode->half_duplex,
		.gap_clocks = gap_octets * (mode->gig ? 1 : MII_GAP_CLOCKS),
		.first_clocks = mode->gig ? 0 : (uint32_t)ieee8023_freedoms(m)->gap_part_one / BITS_PER_NIBBLE,
		.slot_clocks = SLOT_NIBBLES,
		.pressure = CSMA_NO_PRESSURE,
	};
}

/* FRAME was counted, but the DUT may have counted it as one with the words A, or as one with the words B. */
static void doubt_words(struct pm_model *m, const struct predicate_frame *frame, uint64_t a, uint64_t b)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;
	struct predicate_frame one = *frame, other = *frame;

	one.words = a;
	other.words = b;
	for (size_t i = 0; i < profile->counted_count; i++) {
		const struct predicate *predicate = profile->counted[i].predicate;
		uint64_t counted = predicate_amount(predicate, frame), first = predicate_amount(predicate, &one),
			 second = predicate_amount(predicate, &other), most = first > second ? first : second,
			 least = first < second ? first : second;
		unsigned row = profile->counted[i].row;
		m->doubt.more[row] += most > counted ? most - counted : 0;
		m->doubt.less[row] += counted > least ? counted - least : 0;
	}
}

/* The DUT may have seen the other value of rx_pause when it counted the newest received frame. */
static void doubt_frame(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);
	uint64_t other = s->doubt.frame.words ^ PREDICATE(obeying);

	doubt_words(m, &s->doubt.frame, other, other);
	s->doubt.last = 0;
}

void ieee8023_count_either(struct pm_model *m, const struct predicate_frame *frame)
{
	const uint64_t words = frame->words & ~(PREDICATE(filtered) | PREDICATE(own) | PREDICATE(delivered));

	doubt_words(m, frame, words | PREDICATE(filtered), words | PREDICATE(own) | (frame->words & PREDICATE(delivered)));
}

void ieee8023_count_doubt(struct pm_model *m, const struct predicate_frame *frame, uint64_t last)
{
	struct ieee8023 *s = ieee8023_state(m);

	s->doubt.frame = *frame;
	s->doubt.last = last;
	if (s->doubt.obey_cycle && s->doubt.obey_cycle + m->doubt.before >= last)
		doubt_frame(m);
}

void ieee8023_count_addressed(struct pm_model *m, const struct ieee8023_addressed *frame)
{
	struct ieee8023 *s = ieee8023_state(m);

	for (unsigned i = 0; i < IEEE8023_CHANGES; i++) {
		const struct ieee8023_change *change = &s->change[i];
		if (change->cycle && change->address == frame->destination && change->cycle + m->doubt.before >= frame->last) {
			doubt_words(m, &frame->frame, frame->other, frame->other);
			return;
		}
	}
	s->addressed[s->addressed_next++ % IEEE8023_ADDRESSED] = *frame;
}

/* ADDRESS becomes one of the station, or ceases to be, from the next cycle on: which frames had it the MAC may decide later. */
static void doubt_addressed(struct pm_model *m, uint64_t address)
{
	struct ieee8023 *s = ieee8023_state(m);

	for (unsigned i = 0; i < IEEE8023_ADDRESSED; i++) {
		struct ieee8023_addressed *frame = &s->addressed[i];
		if (!frame->last || frame->destination != address || m->now + m->step > frame->last + m->doubt.after)
			continue;
		doubt_words(m, &frame->frame, frame->other, frame->other);
		frame->last = 0;
	}
}

/* The control rx_pause changes from the next cycle on. */
static void obeying_changed(struct pm_model *m)
{
	struct ieee8023 *s = ieee8023_state(m);

	s->doubt.obey_cycle = m->now + m->step;
	if (s->doubt.last && s->doubt.obey_cycle <= s->doubt.last + m->doubt.after)
		doubt_frame(m);
}

/* Returns address I of the station, from 0, with its first octet in bits 47:40. */
static uint64_t station_of(const struct pm_mode *mode, unsigned i)
{
	return i ? mode->further[i - 1] : frame_address(mode->station);
}

static void address_changed(struct pm_model *m, uint64_t from, uint64_t to)
{
	struct ieee8023 *s = ieee8023_state(m);
	const uint64_t address[] = { from, to };

	for (unsigned i = 0; from != to && i < 2; i++) {
		s->change[s->change_next++ % IEEE8023_CHANGES] = (struct ieee8023_change){ .address = address[i],
			                                                                   .cycle = m->now + m->step };
		doubt_addressed(m, address[i]);
	}
}

/* The controls had the values BEFORE until now. Notes for which classes the time has changed, or whether frames about them are
 * sent. */
static void note_classes(struct pm_model *m, const uint64_t *before)
{
	struct ieee8023 *s = ieee8023_state(m);
	uint64_t changed = ieee8023_control(m, PM_CONTROL_pfc_tx) ^ before[PM_CONTROL_pfc_tx];

	for (unsigned i = 0; i < PFC_CLASSES; i++) {
		if (ieee8023_control(m, (enum pm_control)(PM_CONTROL_pfc_quanta0 + i)) != before[PM_CONTROL_pfc_quanta0 + i]) {
			s->pfc_before[i] = (uint16_t)before[PM_CONTROL_pfc_quanta0 + i];
			s->pfc_before_since[i] = s->pfc_quanta_since[i];
			s->pfc_quanta_since[i] = m->now + m->step;
		}
		if (changed >> i & 1)
			s->pfc_tx_since[i] = m->now + m->step;
	}
}

void ieee8023_mode_update(struct pm_model *m)
{
	static const enum pm_control further[PM_FURTHER_STATIONS] = { PM_CONTROL_station_2, PM_CONTROL_station_3,
		                                                      PM_CONTROL_station_4 };
	struct ieee8023_mode *own = pm_own_mode(m);
	uint64_t obeying = own->control[PM_CONTROL_rx_pause], controls[PM_CONTROL_COUNT];
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	struct pm_mode *mode = &m->mode;
	const struct pm_mode before = *mode;
	const uint64_t *control = own->control;

	memcpy(controls, control, sizeof(controls));
	read_controls(m, own->control);
	note_classes(m, controls);
	if (own->control[PM_CONTROL_rx_pause] != obeying)
		obeying_changed(m);
	mode->gig = m->mii && control[PM_CONTROL_speed] >= HALF_DUPLEX_SPEED;
	mode->half_duplex = m->mii && !mode->gig && control[PM_CONTROL_half_duplex];
	mode->retry = true;
	mode->rx_enable = control[PM_CONTROL_rx_enable];
	mode->tx_enable = control[PM_CONTROL_tx_enable];
	mode->rx_flow = control[PM_CONTROL_rx_pause] && (p->obeys_multicast || p->obeys_own);
	mode->pause_lasts = p->pause_survives_disable == 1;
	mode->send_pause = control[PM_CONTROL_tx_pause] && p->sends_by != SENDS_NOTHING && !mode->half_duplex;
	mode->quanta = (uint16_t)control[PM_CONTROL_quanta];
	mode->low_mark = (uint32_t)control[PM_CONTROL_low_mark];
	mode->high_mark = (uint32_t)control[PM_CONTROL_high_mark];
	mode->ipg = (uint32_t)control[PM_CONTROL_ipg];
	mode->pad = mode->insert_fcs = true;
	mode->ignore_faults = mode->no_remote_fault = !p->fault_signals;
	for (int i = 0; i < FRAME_ADDRESS_OCTETS; i++)
		mode->station[i] = (uint8_t)(control[PM_CONTROL_station] >> 8 * (FRAME_ADDRESS_OCTETS - 1 - i));
	for (unsigned i = 0; i < PM_FURTHER_STATIONS; i++)
		mode->further[i] = i + 1 < p->stations ? control[further[i]] : 0;
	for (unsigned i = 0; i <= PM_FURTHER_STATIONS; i++)
		address_changed(m, station_of(&before, i), station_of(mode, i));
	if (m->mii)
		update_csma(m, mode->ipg);
}

/* Gives the bits of the write to those controls that are pulses. */
static void write_pulses(struct pm_model *m, unsigned row, uint64_t bits)
{
	static const enum pm_control pulses[] = { PM_CONTROL_request_xoff, PM_CONTROL_request_xon, PM_CONTROL_pfc_xoff,
		                                  PM_CONTROL_pfc_xon };
	struct ieee8023 *s = ieee8023_state(m);

	if (s->pulse_cycle != m->now + m->step)
		memset(s->pulse, 0, sizeof(s->pulse));
	s->pulse_cycle = m->now + m->step;
	for (size_t i = 0; i < s->profile.slice_count; i++) {
		const struct pm_control_slice *slice = &s->profile.slices[i];
		for (size_t k = 0; slice->row == row && k < sizeof(pulses) / sizeof(pulses[0]); k++)
			if (slice->control == pulses[k])
				s->pulse[slice->control] |= with_slice(0, slice, bits);
	}
}

void ieee8023_write(struct pm_model *m)
{
	unsigned row = registers_row(&m->regs, m->write.address);
	uint64_t bits;

	if (row == REGISTERS_NONE)
		return;
	if (m->regs.page->rows[row].kind == REG_COUNTER && m->regs.page->rows[row].effect == COUNTER_LOAD) {
		counting_load(&m->count, row, m->write.value, reg_bytes(m->write.strobe), m->now + m->step);
		return;
	}
	bits = registers_write(&m->regs, row, m->write.value, m->write.strobe);
	write_pulses(m, row, bits);
	ieee8023_mode_update(m);
}

/* ---- counters ---- */

void ieee8023_count(struct pm_model *m, const struct predicate_frame *frame, uint64_t cycle)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;

	for (size_t i = 0; i < profile->counted_count; i++) {
		uint64_t amount = predicate_amount(profile->counted[i].predicate, frame);
		if (amount)
			counting_add(&m->count, profile->counted[i].row, amount, cycle);
	}
}

void ieee8023_count_perhaps(struct pm_model *m, const struct predicate_frame *frame)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;

	for (size_t i = 0; i < profile->counted_count; i++)
		m->doubt.more[profile->counted[i].row] += predicate_amount(profile->counted[i].predicate, frame);
}

void ieee8023_count_perhaps_not(struct pm_model *m, const struct predicate_frame *frame)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;

	for (size_t i = 0; i < profile->counted_count; i++)
		m->doubt.less[profile->counted[i].row] += predicate_amount(profile->counted[i].predicate, frame);
}

uint64_t ieee8023_amount(const struct pm_model *m, const struct predicate_frame *frame, unsigned row)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;

	for (size_t i = 0; i < profile->counted_count; i++)
		if (profile->counted[i].row == row)
			return predicate_amount(profile->counted[i].predicate, frame);
	return 0;
}

enum rule ieee8023_counter_rule(const struct pm_model *m, unsigned row)
{
	const struct pm_profile *profile = &ieee8023_state(m)->profile;
	unsigned low = m->regs.page->rows[row].kind == REG_COUNTER_HIGH ? (unsigned)((int)row + m->regs.page->rows[row].partner)
	                                                                : row;

	for (size_t i = 0; i < profile->counted_count; i++)
		if (profile->counted[i].row == low)
			return predicate_names(profile->counted[i].predicate, PREDICATE_tx) ? RULE_COUNT_TX : RULE_COUNT_RX;
	return RULE_COUNT_LOST;
}
