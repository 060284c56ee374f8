/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses to which nets the ports of a module belong. */
#include "guess.h"

#include "base/clocks.h"

#include "name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { GMII = NEW_GMII, MII = NEW_MII, XGMII = NEW_XGMII, OCTETS = GMII | MII, ALL = OCTETS | XGMII };
enum { INPUT = HDL_INPUT, OUTPUT = HDL_OUTPUT };

static bool ends_with(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && !strcmp(text + a - b, end);
}

static bool taken(const struct guesses *g, const char *net)
{
	for (size_t i = 0; i < g->module->port_count; i++)
		if (g->module->ports[i].direction == HDL_OUTPUT && !strcmp(g->of[i].net, net))
			return true;
	return false;
}

/* Ties port I to the net or expression NET. A net has one driver, so that a second output for it stays without a place. */
static void place(struct guesses *g, size_t i, const char *net, const char *why)
{
	const struct hdl_port *port = &g->module->ports[i];
	struct guess *guess = &g->of[i];
	char name[GUESS_NET];

	snprintf(name, sizeof(name), "%s", net + (*net == '~'));
	if (ends_with(name, "-1"))
		name[strlen(name) - 2] = 0;
	if (port->direction == HDL_OUTPUT && taken(g, net))
		return;
	snprintf(guess->net, sizeof(guess->net), "%s", net);
	guess->net_width = guess_net_width(g->phy, name);
	guess->why = !strcmp(net, port->name) && guess->net_width == port->width ? "" : why;
}

/* ---- the PHY ---- */

static bool is_wire(const struct name *name)
{
	return name_has(name, "rxd") || name_has(name, "txd") || name_fits(name, "=rx d") || name_fits(name, "=tx d");
}

static bool has_input(const struct hdl_module *module, const char *words, unsigned width)
{
	for (size_t i = 0; i < module->port_count; i++) {
		struct name name;
		name_split(&name, module->ports[i].name);
		if (module->ports[i].direction == HDL_INPUT && module->ports[i].width == width && name_fits(&name, words))
			return true;
	}
	return false;
}

/* Recognises a PHY side for which the bench has no pins, by the name of its standard, or by the bits of its receive wire and the
 * signals beside it. *RET_PHY is the nearest PHY side that the bench has. */
static void find_foreign(const struct hdl_module *module, char *ret, size_t size, enum new_phy *ret_phy)
{
	for (size_t i = 0; i < module->port_count; i++) {
		const struct hdl_port *port = &module->ports[i];
		struct name name;
		bool lanes, receives;
		name_split(&name, port->name);
		lanes = name_fits(&name, "xgmii|xlgmii|cgmii|25gmii|50gmii");
		receives = is_wire(&name) && port->direction == HDL_INPUT;
		if (name_has(&name, "rgmii") || (receives && port->width == 4 && has_input(module, "rx control|ctl", 1)) ||
		    (receives && port->width == 4 && has_input(module, "rxctl|rxctrl", 1))) {
			snprintf(ret, size, "RGMII");
			*ret_phy = NEW_GMII;
			return;
		}
		if (name_has(&name, "rmii") || (receives && port->width == 2 && has_input(module, "carrier dv|rxdv", 1))) {
			snprintf(ret, size, "RMII");
			*ret_phy = NEW_MII;
			return;
		}
		if (receives && port->width != 64 && (lanes || port->width >= 32)) {
			snprintf(ret, size, "%s of %u bits",
			         name_has(&name, "xlgmii")  ? "XLGMII"
			         : name_has(&name, "cgmii") ? "CGMII"
			                                    : "XGMII",
			         port->width);
			*ret_phy = NEW_XGMII;
			return;
		}
	}
}

const char *guess_remedy(const struct guesses *g)
{
	return g->phy == NEW_XGMII
	         ? "convert it to XGMII of 64 bits in the instance, or give a module that has this by --top-module"
	     : g->phy == NEW_MII ? "convert it to MII in the instance, or give a module that has this by --top-module"
	                         : "convert it to GMII in the instance, or give a module that has this by --top-module";
}

/* Leaves the pins of a foreign PHY side without a place. */
static void leave_foreign(struct guesses *g)
{
	for (size_t i = 0; *g->foreign && i < g->module->port_count; i++) {
		const bool output = g->module->ports[i].direction == HDL_OUTPUT;
		struct name name;
		name_split(&name, g->module->ports[i].name);
		if (name_fits(&name, "rgmii|rmii|xgmii|xlgmii|cgmii|25gmii|50gmii") || is_wire(&name) ||
		    name_fits(&name, "=rx|tx control|ctl|c|dv") || name_fits(&name, output ? "=tx enable|error" : "=rx error") ||
		    name_fits(&name, "=rxc|txc|rxctl|txctl|rxctrl|txctrl|rxdv|rxer|txen|txer") ||
		    name_fits(&name, "=carrier dv|rxdv"))
			g->of[i].note = g->foreign;
	}
}

static enum new_phy phy_of(const struct hdl_module *module)
{
	enum new_phy phy = NEW_GMII;

	for (size_t i = 0; i < module->port_count; i++) {
		const struct hdl_port *port = &module->ports[i];
		struct name name;
		name_split(&name, port->name);
		if (name_has(&name, "xgmii"))
			return NEW_XGMII;
		if ((name_has(&name, "rxd") || name_fits(&name, "=rx d")) && port->direction == HDL_INPUT && port->width == 4)
			phy = NEW_MII;
	}
	return phy;
}

/* ---- buses, whose pins end in the names of their standard ---- */

/* Returns true if NAME ends in PIN, with or without a direction after it. The length before it goes to *RET_PREFIX. */
static bool is_pin(const char *name, const char *pin, size_t *ret_prefix)
{
	static const char *const ends[] = { "", "_i", "_o", "_in", "_out" };
	char whole[HDL_NAME];

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		snprintf(whole, sizeof(whole), "%s%s", pin, ends[i]);
		if (!ends_with(name, whole))
			continue;
		*ret_prefix = strlen(name) - strlen(whole);
		return !*ret_prefix || name[*ret_prefix - 1] == '_';
	}
	return false;
}

/* Returns the port PREFIX + PIN of this direction, or NULL. */
static const struct hdl_port *bus_port(const struct hdl_module *module, const char *prefix, size_t len, const char *pin,
                                       enum hdl_direction direction)
{
	size_t n;

	for (size_t i = 0; i < module->port_count; i++) {
		const struct hdl_port *port = &module->ports[i];
		if (port->direction == direction && is_pin(port->name, pin, &n) && n == len && !strncmp(port->name, prefix, len))
			return port;
	}
	return NULL;
}

/* Returns how likely the stream with this tvalid carries frames; 0: it does not. Of several streams the likeliest one is the
 * host's. */
static unsigned stream_weight(const struct guesses *g, const char *prefix, size_t len, bool sends)
{
	unsigned data = g->phy == NEW_XGMII ? 64 : 8, weight = 1;
	const struct hdl_port *port = bus_port(g->module, prefix, len, "tdata", sends ? HDL_INPUT : HDL_OUTPUT);
	struct name name;
	char text[HDL_NAME];

	if (!port || port->width != data)
		return 0; /* leave_words() says why */
	snprintf(text, sizeof(text), "%.*s", (int)len, prefix);
	name_split(&name, text);
	if (name_has(&name, "ptp") || name_has(&name, "status") || name_has(&name, "control") || name_has(&name, "hdr"))
		return 0;
	return weight + 2 * name_has(&name, sends ? "tx" : "rx") + name_has(&name, sends ? "s" : "m");
}

static const char *const stream_pins[] = { "tdata", "tkeep", "tvalid", "tready", "tlast", "tuser" };

static void place_stream(struct guesses *g, bool sends)
{
	const char *prefix = NULL, *side = sends ? "s_axis_" : "m_axis_";
	unsigned most = 0;
	size_t len = 0, n;

	for (size_t i = 0; i < g->module->port_count; i++) {
		const struct hdl_port *port = &g->module->ports[i];
		unsigned weight;
		if (port->direction != (sends ? HDL_INPUT : HDL_OUTPUT) || !is_pin(port->name, "tvalid", &n))
			continue;
		weight = stream_weight(g, port->name, n, sends);
		if (weight <= most)
			continue;
		most = weight;
		prefix = port->name;
		len = n;
	}
	for (size_t i = 0; prefix && i < g->module->port_count; i++)
		for (size_t k = 0; k < sizeof(stream_pins) / sizeof(stream_pins[0]); k++) {
			const struct hdl_port *port = &g->module->ports[i];
			char net[32];
			if (!is_pin(port->name, stream_pins[k], &n) || n != len || strncmp(port->name, prefix, len))
				continue;
			snprintf(net, sizeof(net), "%s%s", side, stream_pins[k]);
			if (guess_net_width(g->phy, net) && !(sends && k == 5 && g->phy == NEW_MII))
				place(g, i, net,
				      k == 5  ? sends ? "an errored frame" : "marks a bad frame with tlast"
				      : sends ? "frames to send"
				              : "received frames");
			else if (port->direction == HDL_INPUT)
				place(g, i, k == 1 ? "1'b1" : "1'b0", k == 1 ? "every octet counts" : "no frame is errored");
			else
				g->of[i].why = "the bench has one octet in each word";
		}
}

/* Leaves a stream of frames whose words have an unknown number of bits without a place, and notes why. */
static void leave_words(struct guesses *g)
{
	const unsigned data = g->phy == NEW_XGMII ? 64 : 8;
	size_t len, n;

	for (size_t i = 0; i < g->module->port_count; i++) {
		const struct hdl_port *port = &g->module->ports[i];
		if (!is_pin(port->name, "tdata", &len) || port->width == data || port->width % 8 || port->width < 8 ||
		    *g->of[i].net || !bus_port(g->module, port->name, len, "tlast", port->direction))
			continue;
		snprintf(g->words, sizeof(g->words),
		         "a stream with words of %u bits; the bench's have %u: convert them in the instance", port->width, data);
		for (size_t k = 0; k < g->module->port_count; k++)
			for (size_t p = 0; p < sizeof(stream_pins) / sizeof(stream_pins[0]); p++)
				if (is_pin(g->module->ports[k].name, stream_pins[p], &n) && n == len &&
				    !strncmp(g->module->ports[k].name, port->name, len))
					g->of[k].note = g->words;
	}
}

/* Places APB, if there is a psel, and AXI4-Lite, if there is an awvalid. */
static void place_bus(struct guesses *g)
{
	static const char *const
	    apb[] = { "psel", "penable", "paddr", "pwrite", "pwdata", "pstrb", "prdata", "pready", "pslverr" },
	    *const axil[] = { "awaddr", "awprot", "awvalid", "awready", "wdata",   "wstrb", "wvalid", "wready", "bresp", "bvalid",
		              "bready", "araddr", "arprot",  "arvalid", "arready", "rdata", "rresp",  "rvalid", "rready" };
	char net[32];
	size_t n;

	for (size_t i = 0; i < g->module->port_count; i++) {
		const char *name = g->module->ports[i].name;
		for (size_t k = 0; k < sizeof(apb) / sizeof(apb[0]); k++)
			if (is_pin(name, apb[k], &n))
				place(g, i, apb[k], "registers by APB");
		if (is_pin(name, "pprot", &n))
			place(g, i, "3'b000", "registers by APB");
		for (size_t k = 0; k < sizeof(axil) / sizeof(axil[0]); k++) {
			snprintf(net, sizeof(net), "s_axil_%s", axil[k]);
			if (is_pin(name, axil[k], &n) && bus_port(g->module, name, n, "awvalid", HDL_INPUT))
				place(g, i, net, "registers by AXI4-Lite");
		}
	}
}

/* ---- single ports ---- */

/* Returns true if PORT is a request with an acknowledgement beside it: that is a handshake inside the MAC, and no request of the
 * host. */
static bool is_handshake(const struct hdl_module *module, const char *port)
{
	const char *end = strstr(port, "req");
	size_t len = end ? (size_t)(end - port) : 0;

	for (size_t i = 0; end && i < module->port_count; i++)
		if (!strncmp(module->ports[i].name, port, len) && !strncmp(module->ports[i].name + len, "ack", 3))
			return true;
	return false;
}

static bool is_clock(const struct hdl_port *port, const struct name *name)
{
	return port->direction == HDL_INPUT && port->width == 1 && name_has(name, "clock") && !name_has(name, "enable") &&
	       !name_has(name, "locked");
}

/* Returns true if the MAC has clocks for the receive wire, for the transmit wire and for the host. One with those of the wires alone has its host in them,
 * which the bench has not: it gets one clock. */
static bool has_several(const struct hdl_module *module)
{
	unsigned has = 0;

	for (size_t i = 0; i < module->port_count; i++) {
		struct name name;
		name_split(&name, module->ports[i].name);
		if (is_clock(&module->ports[i], &name) && name_domain(&name) >= 0)
			has |= 1u << name_domain(&name);
	}
	return (has & (1u << CLOCK_RX | 1u << CLOCK_TX | 1u << CLOCK_HOST)) ==
	       (1u << CLOCK_RX | 1u << CLOCK_TX | 1u << CLOCK_HOST);
}

/* Returns the enum clock_domain of a clock or a reset: what nothing names is the host's. */
static int domain_of(const struct hdl_port *port, const struct name *name)
{
	int domain = name_domain(name);

	if (domain < 0 && strcasestr(port->name, "gtx"))
		return CLOCK_TX;
	if (domain < 0 && (strcasestr(port->name, "pclk") || strcasestr(port->name, "preset")))
		return CLOCK_BUS;
	return domain < 0 ? CLOCK_HOST : domain;
}

/* Places a clock, or a reset, of a MAC with several clocks. Returns false if the port is neither. */
static bool place_clock(struct guesses *g, size_t i, const struct name *name)
{
	static const struct {
		const char *clock, *low, *high, *why;
	} domains[CLOCK_DOMAINS] = {
		[CLOCK_TX] = { "tx_clk", "tx_rst_n", "~tx_rst_n", "of the transmit wire's side" },
		[CLOCK_RX] = { "rx_clk", "rx_rst_n", "~rx_rst_n", "of the receive wire's side" },
		[CLOCK_HOST] = { "host_clk", "host_rst_n", "~host_rst_n", "of the host's side" },
		[CLOCK_BUS] = { "bus_clk", "bus_rst_n", "~bus_rst_n", "of the register bus" },
	};
	const struct hdl_port *port = &g->module->ports[i];
	const int domain = domain_of(port, name);
	bool low = false, reset = port->direction == HDL_INPUT && port->width == 1 && name_is_reset(name, &low);

	if (!g->several || (!reset && !is_clock(port, name)))
		return false;
	place(g, i, !reset ? domains[domain].clock : low ? domains[domain].low : domains[domain].high, domains[domain].why);
	return true;
}

static void place_port(struct guesses *g, size_t i)
{
	static const struct {
		unsigned phys;
		int direction;
		unsigned least, most;
		const char *words, *net, *why;
	} places[] = {
#define PLACE(phys, direction, least, most, words, net, why) { phys, direction, least, most, words, net, why },
#include "places.def"
	};
	const struct hdl_port *port = &g->module->ports[i];
	struct name name;
	bool low;

	name_split(&name, port->name);
	if (place_clock(g, i, &name))
		return;
	if (guess_net_width(g->phy, port->name) == port->width && port->width) {
		place(g, i, port->name, "");
		return;
	}
	if (port->direction == HDL_INPUT && port->width == 1 && name_is_reset(&name, &low)) {
		place(g, i, low ? "rst_n" : "rst", low ? "a reset, active low" : "a reset, active high");
		return;
	}
	for (size_t k = 0; k < sizeof(places) / sizeof(places[0]); k++)
		if (places[k].phys & (unsigned)g->phy && places[k].direction == (int)port->direction &&
		    port->width >= places[k].least && port->width <= places[k].most && name_fits(&name, places[k].words) &&
		    !(port->direction == HDL_INPUT && name_has(&name, "request") && is_handshake(g->module, port->name))) {
			place(g, i, places[k].net, places[k].why);
			return;
		}
}

/* If the MAC takes an XON as a pulse, makes the request for an XOFF a pulse, too. */
static void take_pulses(struct guesses *g, const char *xon, const char *level, const char *pulse)
{
	for (size_t i = 0; guess_uses(g, xon) && i < g->module->port_count; i++)
		if (!strcmp(g->of[i].net, level))
			place(g, i, pulse, "an XOFF is requested by a pulse, as an XON is");
}

/* An enable of one bit is for all classes, but the bench enables each class by itself. So the request for a class is masked by
 * its enable. */
static void mask_classes(struct guesses *g)
{
	static const char *const requests[] = { "req_pfc_xoff", "req_pfc_xoff_pulse", "req_pfc_xon_pulse" };

	for (size_t i = 0; guess_uses(g, "|cfg_pfc_tx") && i < g->module->port_count; i++)
		for (size_t k = 0; k < sizeof(requests) / sizeof(requests[0]); k++)
			if (!strcmp(g->of[i].net, requests[k])) {
				char net[GUESS_NET];
				snprintf(net, sizeof(net), "%s & cfg_pfc_tx", requests[k]);
				place(g, i, net, "requests of the classes that may be sent, since one enable is for all of them");
				break;
			}
}

/* Places an output that is no net, and that may report events: a strobe, or with more bits a counter. */
static void place_strobe(struct guesses *g, size_t i)
{
	static const struct {
		const char *words, *counter, *predicate;
	} strobes[] = {
#define STROBE(words, counter, predicate) { words, counter, predicate },
#include "strobes.def"
	};
	const struct hdl_port *port = &g->module->ports[i];
	struct guess *guess = &g->of[i];
	struct name name;
	bool statistic;

	name_split(&name, port->name);
	statistic = name_has(&name, "stat") || name_has(&name, "stats") || name_has(&name, "count") || name_has(&name, "cnt");
	if (port->direction != HDL_OUTPUT || *guess->net || guess->why || guess->note || !port->width ||
	    port->width > GUESS_COUNTER_MOST ||
	    name_fits(&name, "start|ready|busy|valid|state|status|paused|request|acknowledge|ptp|ts") ||
	    (!statistic && !name_fits(&name, "frame|octet|error|bad|good|fcs|drop|underrun|collision")))
		return;
	for (size_t k = 0; !guess->standard && k < sizeof(strobes) / sizeof(strobes[0]); k++)
		if (name_fits(&name, strobes[k].words)) {
			guess->standard = strobes[k].counter;
			guess->predicate = strobes[k].predicate;
		}
	guess->counter = port->width >= GUESS_COUNTER_LEAST && (guess->standard || statistic);
	guess->strobe = port->width < GUESS_COUNTER_LEAST && (guess->standard || statistic) &&
	                (port->width == 1 || name_has(&name, "octet")) && g->events + port->width <= GUESS_EVENT_BITS;
	if (!guess->strobe)
		return;
	guess->event = g->events;
	g->events += port->width;
}

int guess_ports(struct guesses *ret, const struct hdl_module *module)
{
	*ret = (struct guesses){ .module = module,
		                 .phy = phy_of(module),
		                 .of = calloc(module->port_count + 1, sizeof(*ret->of)) };
	if (!ret->of)
		return -ENOMEM;
	for (size_t i = 0; i < module->port_count; i++)
		if (!hdl_is_plain(module->ports[i].name))
			ret->of[i].note = "an escaped name: say what it is"; /* no net and no counter may have such a name */
	find_foreign(module, ret->foreign, sizeof(ret->foreign), &ret->phy);
	ret->several = ret->phy != NEW_MII && has_several(module); /* at MII that is for full duplex alone */
	place_stream(ret, true);
	place_stream(ret, false);
	leave_foreign(ret);
	leave_words(ret);
	place_bus(ret);
	for (size_t i = 0; i < module->port_count; i++)
		if (!*ret->of[i].net && !ret->of[i].why && !ret->of[i].note)
			place_port(ret, i);
	take_pulses(ret, "req_xon_pulse", "req_xoff", "req_xoff_pulse");
	take_pulses(ret, "req_pfc_xon_pulse", "req_pfc_xoff", "req_pfc_xoff_pulse");
	mask_classes(ret);
	for (size_t i = 0; i < module->port_count; i++)
		place_strobe(ret, i);
	return 0;
}

void guess_release(struct guesses *guesses)
{
	free(guesses->of);
	guesses->of = NULL;
}

bool guess_uses(const struct guesses *guesses, const char *net)
{
	for (size_t i = 0; i < guesses->module->port_count; i++) {
		const char *name = guesses->of[i].net + (guesses->of[i].net[0] == '~');
		size_t len = strlen(net);
		for (const char *p = strstr(name, net); p; p = strstr(p + 1, net))
			if (p[len] != '_' && (p[len] < 'a' || p[len] > 'z'))
				return true;
	}
	return false;
}
