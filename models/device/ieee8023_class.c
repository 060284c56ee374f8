/* SPDX-License-Identifier: Apache-2.0 */
/* ieee8023: classifies frames by their errors and kind, and decides what becomes of them. 802.3 3.2, 3.4, 4.2.4, 31.4, 31B.3,
 * 31D; doc/devices/ieee8023.md 1, 2. */
#include "ieee8023.h"

#include <string.h>

enum {
	HEADER_OCTETS = 14,
	NOT_DATA_OCTETS = HEADER_OCTETS + FRAME_FCS_OCTETS,
	SHORTEST_DATA = 46,
	LENGTH_MAX = 1500,
	OPCODE_PFC = 0x0101,
	PFC_LEAST = 34, /* octets up to the last time */
	RECORD_LENGTH = 0xFFFF,
};

static uint64_t word(bool value, uint64_t bit)
{
	return value ? bit : 0;
}

/* The octets of a frame, received or sent. */
struct octets {
	const uint8_t *at;
	uint32_t len;
};

static bool u16_is(const struct octets *o, uint32_t at, uint16_t value)
{
	return o->len >= at + 2 && frame_u16(o->at + at) == value;
}

/* Returns true if a tag that the MAC knows is at AT. */
static bool is_tag(const struct pm_model *m, const struct octets *o, uint32_t at)
{
	return u16_is(o, at, FRAME_TYPE_TAG) || (ieee8023_freedoms(m)->service_tags && u16_is(o, at, FRAME_TYPE_SERVICE_TAG));
}

static bool is_further_station(const struct pm_model *m, const uint8_t *address)
{
	uint64_t value = frame_address(address);

	for (unsigned i = 0; i < PM_FURTHER_STATIONS; i++)
		if (m->mode.further[i] && m->mode.further[i] == value)
			return true;
	return false;
}

/* Returns the words about address, tag and length/type. LEN: octets DA..FCS. */
static uint64_t words_of_header(const struct pm_model *m, const struct octets *o, uint32_t len)
{
	uint32_t type = len >= NOT_DATA_OCTETS && o->len >= HEADER_OCTETS ? frame_u16(o->at + FRAME_TYPE_OFFSET) : FRAME_TYPE_MIN;
	uint32_t data = len > NOT_DATA_OCTETS ? len - NOT_DATA_OCTETS : 0;
	uint64_t words = word(is_tag(m, o, FRAME_TYPE_OFFSET), PREDICATE(tagged)) |
	                 word(type <= LENGTH_MAX, PREDICATE(length_field)) |
	                 word(type > LENGTH_MAX && type < FRAME_TYPE_MIN, PREDICATE(length_out_of_range)) |
	                 word(type <= LENGTH_MAX && (data < type || data > (type > SHORTEST_DATA ? type : SHORTEST_DATA)),
	                      PREDICATE(length_error)) |
	                 word(type <= LENGTH_MAX && data < type, PREDICATE(length_short)) |
	                 word(type == FRAME_TYPE_MAC_CONTROL, PREDICATE(control_type));

	if (o->len < FRAME_ADDRESS_OCTETS)
		return words;
	switch (frame_address_type(o->at)) {
	case ADDRESS_UNICAST:
		words |= PREDICATE(unicast);
		break;
	case ADDRESS_MULTICAST:
		words |= PREDICATE(multicast);
		break;
	default:
		words |= PREDICATE(broadcast);
	}
	return words |
	       word(!memcmp(o->at, m->mode.station, FRAME_ADDRESS_OCTETS) || is_further_station(m, o->at), PREDICATE(own)) |
	       word(!memcmp(o->at, frame_pause_address, FRAME_ADDRESS_OCTETS), PREDICATE(pause_address));
}

static uint64_t words_of_classes(uint8_t classes)
{
	return (uint64_t)classes << PREDICATE_class0;
}

static uint32_t data_of(uint32_t len)
{
	return len > NOT_DATA_OCTETS ? len - NOT_DATA_OCTETS : 0;
}

/* ---- received frames ---- */

/* Returns how many octets the tags of the frame O may add to it by TagOctets. 802.3 3.2.7: a Q-tag has four, an envelope prefix up to 482. */
static uint32_t tag_octets(const struct pm_model *m, const struct octets *o)
{
	enum { TWO_TAGS_OCTETS = 2 * FRAME_TAG_OCTETS };
	uint32_t most = (uint32_t)ieee8023_freedoms(m)->tag_octets, tags = 0, at = FRAME_TYPE_OFFSET;

	while (is_tag(m, o, at)) {
		tags += FRAME_TAG_OCTETS;
		at += FRAME_TAG_OCTETS;
	}
	if (most > TWO_TAGS_OCTETS)
		return tags ? most : 0;
	return tags < most ? tags : most;
}

/* Returns the words about errors and length. 802.3 4.2.4.1.2: an error that the PHY reports fails the frame check. */
static uint64_t words_of_errors(const struct pm_model *m, const struct pm_run *run, bool tagged)
{
	const struct frame_run *frame = &run->frame;
	bool error = frame->fcs_wrong || frame->code_error;
	uint64_t longest = ieee8023_control(m, PM_CONTROL_max_frame);
	struct octets o = { run->octets.at, run->rx.len };
	bool c_tagged = ieee8023_freedoms(m)->tagged_longer == TAGGED_LONGER_C && u16_is(&o, FRAME_TYPE_OFFSET, FRAME_TYPE_TAG);

	uint32_t more = tag_octets(m, &o);

	if (tagged && !more && (ieee8023_freedoms(m)->tagged_longer == TAGGED_LONGER || c_tagged))
		more = FRAME_TAG_OCTETS;
	longest += more;
	return word(error, PREDICATE(error)) | word(error && !frame->dribble, PREDICATE(fcs_error)) |
	       word(frame->fcs_wrong, PREDICATE(fcs_wrong)) | word(frame->code_error, PREDICATE(code_error)) |
	       word(frame->dribble, PREDICATE(dribble)) | word(error && frame->dribble, PREDICATE(alignment)) |
	       word(run->rx.len < FRAME_MIN_OCTETS, PREDICATE(short)) | word(run->rx.len > longest, PREDICATE(long));
}

/* Decides whether the frame is a PAUSE, and whether the MAC obeys it. */
static void classify_pause(const struct pm_model *m, struct pm_rx_frame *rx, uint64_t words)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	struct pause_frame *f = &rx->pause_frame;

	pause_frame_read(f, rx->octets, rx->len, m->mode.station, true);
	f->own_address |= p->pause_stations && rx->len >= FRAME_ADDRESS_OCTETS && is_further_station(m, rx->octets);
	f->address = (f->own_address && p->obeys_own) || (words & PREDICATE(pause_address) && p->obeys_multicast);
	f->tag_refused = f->tagged && !p->obeys_tagged;
	f->wrong_length = rx->len < p->pause_shortest || words & PREDICATE(long) ||
	                  (p->pause_longest && rx->len > p->pause_longest);
	f->code_error = words & PREDICATE(code_error);
	f->fcs_wrong = words & (PREDICATE(fcs_wrong) | PREDICATE(alignment));
	f->half_duplex = m->mode.half_duplex;
	rx->pause = pause_frame_matches(f);
}

static bool is_pfc(const struct pm_model *m, const struct octets *o, uint64_t words)
{
	return ieee8023_freedoms(m)->obeys_pfc && !m->mode.half_duplex && words & PREDICATE(good) &&
	       words & PREDICATE(pause_address) && o->len >= PFC_LEAST && u16_is(o, FRAME_TYPE_OFFSET, FRAME_TYPE_MAC_CONTROL) &&
	       u16_is(o, FRAME_OPCODE_OFFSET, OPCODE_PFC);
}

/* Returns the words about MAC control. */
static uint64_t words_of_control(const struct pm_model *m, const struct octets *o, const struct pm_rx_frame *rx, uint64_t words)
{
	uint32_t opcode = FRAME_OPCODE_OFFSET + (rx->pause_frame.tagged ? FRAME_TAG_OCTETS : 0);
	bool type = rx->pause_frame.type && !rx->pause_frame.tag_refused,
	     control = (type && words & PREDICATE(good)) || rx->pause;
	bool pause = u16_is(o, opcode, FRAME_OPCODE_PAUSE), pfc = u16_is(o, opcode, OPCODE_PFC);
	uint64_t found = word(control, PREDICATE(control)) | word(control && pause, PREDICATE(pause_opcode)) |
	                 word(control && pfc, PREDICATE(pfc_opcode)) |
	                 word(control && !pause && !(pfc && ieee8023_freedoms(m)->obeys_pfc), PREDICATE(unsupported));

	if (rx->pause)
		found |= PREDICATE(pause) | (rx->pause_frame.quanta ? PREDICATE(xoff) : PREDICATE(xon));
	return found;
}

static void act_on_pfc(struct pm_model *m, const struct pm_rx_frame *rx, uint64_t *words)
{
	struct octets o = { rx->octets, rx->len };
	struct pfc_command command = { .visible = rx->visible, .last = rx->last, .rule = RULE_PFC_VALID };
	bool looks;

	if (o.len < PFC_LEAST || !ieee8023_freedoms(m)->obeys_pfc)
		return;
	looks = !!(*words & PREDICATE(pause_address)) + u16_is(&o, FRAME_TYPE_OFFSET, FRAME_TYPE_MAC_CONTROL) +
	            u16_is(&o, FRAME_OPCODE_OFFSET, OPCODE_PFC) >=
	        2;
	pfc_parse(&command.fields, o.at);
	if (is_pfc(m, &o, *words)) {
		*words |= PREDICATE(pfc) | words_of_classes(command.fields.classes);
		pfc_timers_command(&ieee8023_state(m)->timers, &command);
	} else if (looks) {
		pfc_timers_note(&ieee8023_state(m)->timers, &command);
	}
}

/* Returns true if address recognition, which may be off, refuses the frame. 802.3 4.2.4.1.1 */
static bool is_filtered(const struct pm_model *m, uint64_t words)
{
	switch (ieee8023_freedoms(m)->address_filter) {
	case FILTER_OFF:
		return false;
	case FILTER_INVERTED:
		return words & PREDICATE(own);
	default:
		return words & PREDICATE(unicast) && !(words & PREDICATE(own));
	}
}

/* Returns true if the destination became or ceased to be an address of the station while the frame came, so that the MAC may have
 * filtered it by either value (X13). */
static bool is_for_either(const struct pm_model *m, const struct pm_run *run, uint64_t words)
{
	const struct ieee8023 *s = ieee8023_state(m);
	uint64_t destination = run->rx.len < FRAME_ADDRESS_OCTETS ? 0 : frame_address(run->octets.at);
	unsigned changes = 0;
	bool either = false;

	if (ieee8023_freedoms(m)->address_filter == FILTER_OFF || !(words & PREDICATE(unicast)))
		return false;
	for (unsigned i = 0; i < IEEE8023_CHANGES; i++) {
		const struct ieee8023_change *change = &s->change[i];
		bool in_frame = change->cycle && change->cycle + m->doubt.before >= run->begin;
		changes += in_frame;
		either |= in_frame && change->address == destination;
	}
	return either || changes == IEEE8023_CHANGES; /* older changes are no longer kept, and may matter */
}

/* Returns true if the length field makes the frame invalid. */
static bool length_fails(const struct pm_model *m, uint64_t words)
{
	switch (ieee8023_freedoms(m)->length_checked) {
	case LENGTH_CHECKED:
		return words & PREDICATE(length_error);
	case LENGTH_CHECKED_SHORT:
		return words & PREDICATE(length_short) && !(words & PREDICATE(short));
	default:
		return false;
	}
}

/* Returns what becomes of the frame if there is room for it, and fills in the rule that says so. */
static enum ieee8023_fate fate_of(const struct pm_model *m, uint64_t words, enum rule *ret_rule)
{
	const struct ieee8023_parameters *p = ieee8023_freedoms(m);
	bool forwards = ieee8023_control(m, PM_CONTROL_forward_control);

	*ret_rule = RULE_RX_BAD_FRAME;
	if (words & PREDICATE(filtered)) {
		*ret_rule = RULE_RX_FILTER;
		return FATE_DROPPED;
	}
	if (words & PREDICATE(pfc) || (words & PREDICATE(pause) && (words & PREDICATE(obeying) || !p->unobeyed_other))) {
		*ret_rule = RULE_KEEP_PAUSE;
		return forwards ? FATE_PASSED : (enum ieee8023_fate)p->control_forwarded;
	}
	if (words & PREDICATE(control) && (!p->control_addressed || words & (PREDICATE(own) | PREDICATE(pause_address)))) {
		*ret_rule = RULE_KEEP_MAC_CONTROL;
		return forwards ? FATE_PASSED : (enum ieee8023_fate)p->other_control;
	}
	if (words & PREDICATE(error) || length_fails(m, words))
		return p->bad_dropped ? FATE_DROPPED : FATE_MARKED;
	if (words & PREDICATE(long))
		return (enum ieee8023_fate)p->too_long;
	if (words & PREDICATE(short))
		return (enum ieee8023_fate)p->runts;
	*ret_rule = RULE_RX_HOST_MISSING;
	return FATE_PASSED;
}

/* Decides whether the host gets the frame, and which octets of it. */
static void find_fate(const struct pm_model *m, const struct pm_run *run, struct pm_rx_frame *rx, uint64_t words)
{
	bool either = is_for_either(m, run, words);
	enum ieee8023_fate fate = fate_of(m, either ? words & ~PREDICATE(filtered) : words, &rx->accepted);
	bool scrap = rx->len < NOT_DATA_OCTETS; /* 4.2.4.2.2 discards it; nothing says what a MAC that does not discard it does */

	rx->host_len = rx->len;
	if (!ieee8023_freedoms(m)->fcs_kept)
		rx->host_len = rx->len > FRAME_FCS_OCTETS ? rx->len - FRAME_FCS_OCTETS : 0;
	rx->bad = fate == FATE_MARKED || (fate == FATE_DROPPED && !(words & PREDICATE(good)));
	if (!rx->host_len && fate != FATE_DROPPED)
		rx->host_len = rx->len;
	if (fate == FATE_DROPPED)
		rx->refused = rx->accepted;
	else if (run->overflow)
		rx->refused = RULE_RX_OVERFLOW;
	rx->delivered = rx->refused == PM_NO_RULE;
	rx->loose = scrap ||
	            (rx->bad && words & (PREDICATE(code_error) | PREDICATE(long) | PREDICATE(dribble) | PREDICATE(short)));
	/* 4.2.4.2.2 discards each fragment, whatever else is wrong with it; so a MAC whose host gets no short frames may do so,
	 * too */
	rx->optional = rx->delivered &&
	               (scrap || either || (words & PREDICATE(short) && rx->bad && !ieee8023_freedoms(m)->runts));
	rx->discarded = rx->refused == RULE_RX_OVERFLOW;
}

/* Where the station's addresses decide whether the frame, which was counted as COUNTED, is a PAUSE: notes what it is if they decide otherwise. */
static void count_addressed(struct pm_model *m, const struct pm_run *run, const struct predicate_frame *counted)
{
	const uint64_t decided = PREDICATE(own) | PREDICATE(filtered) | PREDICATE(control) | PREDICATE(pause_opcode) |
	                         PREDICATE(pfc_opcode) | PREDICATE(unsupported) | PREDICATE(pause) | PREDICATE(xoff) |
	                         PREDICATE(xon) | PREDICATE(delivered) | PREDICATE(discarded);
	const struct octets o = { run->octets.at, run->rx.len };
	struct pm_rx_frame rx = run->rx;
	struct pause_frame *f = &rx.pause_frame;
	uint64_t words = counted->words & ~decided;

	if (!ieee8023_freedoms(m)->obeys_own || !(words & PREDICATE(unicast)))
		return;
	f->own_address = f->address = !f->own_address;
	rx.pause = pause_frame_matches(f);
	if (rx.pause == run->rx.pause)
		return;
	words |= word(f->own_address || (!ieee8023_freedoms(m)->pause_stations && is_further_station(m, o.at)), PREDICATE(own));
	words |= word(is_filtered(m, words), PREDICATE(filtered));
	words |= words_of_control(m, &o, &rx, words);
	rx.refused = PM_NO_RULE;
	find_fate(m, run, &rx, words);
	words |= word(rx.delivered, PREDICATE(delivered)) | word(rx.discarded, PREDICATE(discarded));
	ieee8023_count_addressed(m,
	                         &(struct ieee8023_addressed){
				     .frame = *counted, .other = words, .destination = frame_address(o.at), .last = run->last });
}

void ieee8023_classify(struct pm_model *m, struct pm_run *run)
{
	struct pm_rx_frame *rx = &run->rx;
	struct octets o = { run->octets.at, rx->len };
	struct predicate_frame frame = { .words = PREDICATE(rx), .octets = rx->len, .data = data_of(rx->len) };
	uint64_t words = words_of_header(m, &o, rx->len);

	words |= words_of_errors(m, run, words & PREDICATE(tagged));
	words |= words & (PREDICATE(error) | PREDICATE(short) | PREDICATE(long)) ? PREDICATE(bad) : PREDICATE(good);
	words |= word(is_filtered(m, words), PREDICATE(filtered));
	words |= word(ieee8023_control(m, PM_CONTROL_rx_pause), PREDICATE(obeying));
	classify_pause(m, rx, words);
	words |= words_of_control(m, &o, rx, words);
	act_on_pfc(m, rx, &words);
	find_fate(m, run, rx, words);
	words |= word(rx->delivered, PREDICATE(delivered)) | word(rx->discarded, PREDICATE(discarded));
	rx->control = words & PREDICATE(control);
	rx->too_long = words & PREDICATE(long);
	rx->dribble = run->frame.dribble;
	rx->record = (rx->len < RECORD_LENGTH ? rx->len : RECORD_LENGTH) | (rx->bad ? RX_RECORD_BAD : 0) |
	             (rx->pause ? RX_RECORD_PAUSE : 0) | (rx->control ? RX_RECORD_CONTROL : 0) |
	             (rx->delivered ? RX_RECORD_DELIVERED : 0) | (rx->discarded ? RX_RECORD_DISCARDED : 0) |
	             (words & PREDICATE(pfc) ? RX_RECORD_PFC : 0);
	frame.words |= words;
	ieee8023_count(m, &frame, rx->visible);
	if (is_for_either(m, run, words))
		ieee8023_count_either(m, &frame);
	ieee8023_count_doubt(m, &frame, run->last);
	count_addressed(m, run, &frame);
}

/* ---- sent frames ---- */

static uint64_t words_of_collisions(const struct pm_tx_end *end, bool good)
{
	return word(end->collision, PREDICATE(collision)) | word(end->repeat, PREDICATE(repeated)) |
	       word(!end->repeat, PREDICATE(ended)) | word(end->dropped, PREDICATE(dropped)) | word(end->late, PREDICATE(late)) |
	       word(end->excessive, PREDICATE(excessive)) | word(good && end->collisions == 1, PREDICATE(single)) |
	       word(good && end->collisions > 1, PREDICATE(multiple));
}

void ieee8023_sent_frame(const struct pm_model *m, const struct pm_tx_end *end, struct predicate_frame *ret)
{
	bool wrong = end->underrun || end->host_error || (end->own_fcs && end->fcs_wrong), own = end->kind != PM_TX_DATA;
	bool good = !wrong && !end->collision && !end->dropped;
	struct octets o = { end->head, end->octets < PM_HEAD_OCTETS ? end->octets : PM_HEAD_OCTETS };
	uint64_t words = PREDICATE(tx) | words_of_header(m, &o, end->octets) | words_of_collisions(end, good);

	words |= good ? PREDICATE(good) : PREDICATE(bad);
	words |= word(!own && ieee8023_state(m)->deferred, PREDICATE(deferred));
	words |= word(wrong, PREDICATE(error)) | word(end->underrun, PREDICATE(underrun)) |
	         word(end->host_error, PREDICATE(host_error)) |
	         word(end->own_fcs && end->fcs_wrong, PREDICATE(fcs_wrong) | PREDICATE(fcs_error)) |
	         word(end->octets < FRAME_MIN_OCTETS, PREDICATE(short)) |
	         word(end->octets > ieee8023_control(m, PM_CONTROL_max_frame), PREDICATE(long)) |
	         word(good && words & PREDICATE(control_type), PREDICATE(control));
	words |= word(words & PREDICATE(control) && u16_is(&o, FRAME_OPCODE_OFFSET, FRAME_OPCODE_PAUSE),
	              PREDICATE(pause_opcode)) |
	         word(words & PREDICATE(control) && u16_is(&o, FRAME_OPCODE_OFFSET, OPCODE_PFC), PREDICATE(pfc_opcode));
	if (own && end->kind == PM_TX_PAUSE)
		words |= PREDICATE(pause) | (end->quanta ? PREDICATE(xoff) : PREDICATE(xon));
	if (own && end->kind == PM_TX_PFC)
		words |= PREDICATE(pfc) | words_of_classes(end->classes);
	*ret = (struct predicate_frame){ .words = words, .octets = end->octets, .data = data_of(end->octets) };
}
