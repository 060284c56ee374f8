/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration, beginning, end and reset of the model. */
#include "machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSIFY_MIN = 3, CLASSIFY_MAX = 4 };

static const struct pm_device *const devices[] = {
#define DEVICE(name) &pm_device_##name,
#include "devices.def"
};

static const struct pm_device *device_named(const char *name)
{
	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (!strcmp(devices[i]->name, name))
			return devices[i];
	return NULL;
}

uint32_t pm_host_chunk(const char *device, uint32_t unit)
{
	const struct pm_device *known = device_named(device);

	if (!known || known->clock_octets != 1)
		return 0;
	return known->unit && unit ? rx_buffer_chunk(unit) : MBUF_OCTETS;
}

/* Returns the octets of one unit of the receive buffer. */
static uint32_t unit_of(const struct pm_device *device, const struct pm_config *config, uint32_t clock_octets)
{
	uint32_t least = clock_octets == XGMII_CLOCK_OCTETS ? WORD_OCTETS : MBUF_OCTETS;

	return device->unit ? device->unit(config) : least;
}

uint32_t pm_step(const struct pm_model *m)
{
	return m->step;
}

static uint64_t *parameter_in(struct pm_config *config, const struct parameter *parameter)
{
	size_t count;

	return &config->parameter[parameter - parameters_of(config->device, &count)];
}

void pm_config_set(struct pm_config *config, const struct parameter *parameter, uint64_t value)
{
	*parameter_in(config, parameter) = value;
}

void pm_config_init(struct pm_config *ret, const char *device)
{
	const struct pm_device *known = device_named(device);
	size_t count;
	const struct parameter *parameters = parameters_of(device, &count);

	*ret = (struct pm_config){ .device = device };
	if (!known)
		return;
	ret->timing = known->timing;
	for (size_t i = 0; i < count; i++)
		pm_config_set(ret, &parameters[i], parameters[i].value);
}

static bool parameters_fit(const struct pm_config *config)
{
	size_t count;
	const struct parameter *parameters = parameters_of(config->device, &count);
	struct pm_config copy = *config;

	for (size_t i = 0; i < count; i++) {
		uint64_t value = *parameter_in(&copy, &parameters[i]);
		if (value < parameters[i].least || value > parameters[i].most)
			return false;
	}
	return true;
}

static bool timing_fits(const struct pm_timing *t)
{
	return t->classify >= CLASSIFY_MIN && t->classify <= CLASSIFY_MAX && t->inhibit > t->classify && t->host > t->classify &&
	       t->resume && t->request > 1 && t->sent && t->sent <= FRAME_GAP_OCTETS;
}

/* XGMII: latencies are whole cycles of 8 octet times, and `classify` and `sent` are fixed. */
static bool timing_fits_xgmii(const struct pm_timing *t, const struct pm_timing *fixed)
{
	uint32_t all = t->inhibit | t->resume | t->request | t->classify | t->host | t->sent;

	return all % XGMII_CLOCK_OCTETS == 0 && t->classify == fixed->classify && t->inhibit > t->classify &&
	       t->host > t->classify && t->resume && t->request > XGMII_CLOCK_OCTETS && t->sent == XGMII_CLOCK_OCTETS;
}

/* Returns true if the latencies suit a MAC whose PHY the configuration chooses: they are whole cycles, a frame is classified
 * after its second cycle at the earliest, and before the frame behind it is classified or sent. */
static bool timing_fits_any(const struct pm_timing *t, uint32_t step)
{
	uint32_t all = t->inhibit | t->resume | t->request | t->classify | t->host | t->sent;
	uint32_t classify_min = step == 1 ? CLASSIFY_MIN : 2 * step;

	return all % step == 0 && t->classify >= classify_min && t->classify <= FRAME_MIN_OCTETS && t->inhibit > t->classify &&
	       t->host > t->classify && t->resume && t->request > step && t->sent && t->sent <= FRAME_MIN_OCTETS;
}

static void phy_of(const struct pm_device *device, const struct pm_config *config, uint32_t *ret_clock_octets, bool *ret_mii)
{
	*ret_clock_octets = device->clock_octets;
	*ret_mii = device->mii;
	if (device->phy)
		device->phy(config, ret_clock_octets, ret_mii);
}

/* A page of a profile must not have more rows than can be counted. */
static bool page_fits(const struct reg_page *page)
{
	return page->count <= COUNTING_MAX;
}

static bool config_fits(const struct pm_config *config, const struct pm_device *device)
{
	uint32_t clock_octets;
	bool mii;

	if (!parameters_fit(config))
		return false;
	phy_of(device, config, &clock_octets, &mii);
	if (device->phy)
		return (clock_octets == 1 || (clock_octets == XGMII_CLOCK_OCTETS && !mii)) &&
		       timing_fits_any(&config->timing, clock_octets);
	if (device->clock_octets == 1)
		return timing_fits(&config->timing);
	return device->buffer(config) % WORD_OCTETS == 0 && timing_fits_xgmii(&config->timing, &device->timing);
}

void machine_reset(struct pm_model *m)
{
	bool exact = m->mdio.exact;

	for (unsigned i = 0; i < PM_RUNS; i++)
		m->run[i].live = false;
	m->runs_live = 0;
	m->classified = NULL;
	if (is_xgmii(m))
		xgmii_rx_reset(&m->lanes, m->reset_until);
	m->fault = XGMII_FAULT_NONE;
	m->answers_fault = false;
	pause_rx_reset(&m->rx, m->now + m->step);
	csma_reset(&m->csma, m->now + m->step, m->reset_until);
	m->tx.attempt.pending = m->tx.attempt.draining = false;
	m->tx.attempt.collisions = 0;
	rx_buffer_reset(&m->buffer);
	m->tx.busy = m->tx.ended = false;
	offer_none(m);
	xgmii_gap_reset(&m->tx.gap);
	m->tx.request = (struct pm_request){ .kind = PM_TX_NONE };
	notes_reset(m);
	m->tx.gap_end = m->tx.record_cycle = 0;
	m->rx_reset = 0;
	m->write_count = 0;
	m->writes_begun = false;
	m->view.start = (struct pm_start){ .blockers = PM_BLOCK_DISABLED | PM_BLOCK_NO_DATA };
	m->last_read.counter = false;
	registers_reset(&m->regs);
	counting_reset(&m->count);
	mdio_model_reset(&m->mdio, m->now + m->step);
	m->mdio.exact = exact;
	registers_keep_modes(m);
	m->device->reset(m);
	notes_modes(m);
}

struct pm_model *pm_new(const struct pm_config *config)
{
	const struct pm_device *device = device_named(config->device);
	const struct reg_page *page = config->profile ? config->profile->page : reg_page_by_model(config->device);
	struct pm_model *m;

	if (!device || !page) {
		errno = ENODEV;
		return NULL;
	}
	if (!config_fits(config, device) || (config->profile && !page_fits(page))) {
		errno = EINVAL;
		return NULL;
	}
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	m->device = device;
	m->config = *config;
	phy_of(device, config, &m->step, &m->mii);
	m->rx.step = m->step;
	m->manner = config->manner;
	m->state = calloc(1, device->state_size + 1);
	m->own_mode = calloc(3, device->mode_size + 1);
	m->own_mode_before = (uint8_t *)m->own_mode + device->mode_size;
	m->own_mode_ended = (uint8_t *)m->own_mode + 2 * device->mode_size;
	xgmii_rx_init(&m->lanes);
	if (!m->state || !m->own_mode || !registers_init(&m->regs, page) ||
	    rx_buffer_init(&m->buffer, device->buffer(config) / (is_xgmii(m) ? unit_of(device, config, m->step) : 1),
	                   unit_of(device, config, m->step))) {
		pm_free(m);
		errno = ENOMEM;
		return NULL;
	}
	counting_init(&m->count, page, m->step);
	device->init(m);
	if (offer_init(m)) {
		pm_free(m);
		errno = ENOMEM;
		return NULL;
	}
	m->rx.at_once = m->manner.from_reception;
	m->mdio.exact = true;
	machine_reset(m);
	m->mode_from = 0; /* the modes of the reset hold in cycle 0 already */
	return m;
}

void pm_free(struct pm_model *m)
{
	if (!m)
		return;
	for (unsigned i = 0; i < PM_RUNS; i++)
		free(m->run[i].octets.own);
	offer_release(m);
	xgmii_rx_release(&m->lanes);
	free(m->state);
	free(m->own_mode);
	rx_buffer_release(&m->buffer);
	free(m);
}

uint64_t pm_cycle(const struct pm_model *m)
{
	return m->now;
}

struct mdio_model *pm_mdio(struct pm_model *m)
{
	return &m->mdio;
}

void pm_lend(struct pm_model *m)
{
	m->lent = m->lanes.lends = true;
}

void pm_keep(struct pm_model *m)
{
	xgmii_rx_keep(&m->lanes);
	receive_keep(m);
	rx_buffer_keep(&m->buffer);
	offer_keep(m);
	transmit_keep(m);
}

void pm_reset(struct pm_model *m, uint64_t cycles)
{
	if (m->now + cycles > m->reset_until) {
		m->reset_from = m->now;
		m->reset_until = m->now + cycles;
	}
	m->changed = true;
}
