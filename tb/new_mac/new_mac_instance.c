/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the instance: the module with each port tied to the net of the generated module to which it probably belongs. */
#include "new_mac.h"

#include <ctype.h>
#include <string.h>

static const char not_placed[] = "not placed: say what it is";

static bool is_output(const struct hdl_port *port)
{
	return port->direction == HDL_OUTPUT;
}

/* Returns true if the port drives a wire of its own: an output of more bits than its net, or of the opposite level. */
static bool has_wire(const struct hdl_port *port, const struct guess *guess)
{
	return is_output(port) && *guess->net && (guess->net[0] == '~' || port->width > guess->net_width);
}

static void print_range(FILE *out, unsigned width)
{
	if (width > 1)
		fprintf(out, "[%u:0] ", width - 1);
}

/* Prints the wires and assignments beside the instance that the port needs. */
static void print_glue(FILE *out, const struct guesses *g, size_t i)
{
	const struct hdl_port *port = &g->module->ports[i];
	const struct guess *guess = &g->of[i];

	if (has_wire(port, guess)) {
		bool opposite = guess->net[0] == '~';
		fprintf(out, "  wire ");
		print_range(out, port->width);
		fprintf(out, "%s_of_mac;\n  assign %s = %s%s_of_mac", port->name, guess->net + opposite, opposite ? "~" : "",
		        port->name);
		if (port->width > guess->net_width)
			fprintf(out, guess->net_width > 1 ? "[%u:0]" : "[%u]", guess->net_width - 1);
		fprintf(out, ";\n");
	} else if (is_output(port) && *guess->net && port->width < guess->net_width) {
		fprintf(out, "  assign %s[%u:%u] = 0;\n", guess->net, guess->net_width - 1, port->width);
	} else if (guess->counter && guess->standard && port->width < GUESS_COUNTER_MOST) {
		fprintf(out, "  assign port_%s[%u:%u] = 0;\n", *guess->standard ? guess->standard : port->name,
		        GUESS_COUNTER_MOST - 1, port->width);
	}
}

/* Prints NET, LENGTH characters, cut or filled from the bits that GUESS has to those of the port. */
static void print_net(FILE *out, const struct hdl_port *port, const struct guess *guess, int length)
{
	if (!guess->net_width || guess->net_width == port->width)
		fprintf(out, "%.*s", length, guess->net);
	else if (guess->net_width > port->width)
		fprintf(out, port->width > 1 ? "%.*s[%u:0]" : "%.*s[%u]", length, guess->net, port->width - 1);
	else
		fprintf(out, "{%u'd0, %.*s}", port->width - guess->net_width, length, guess->net);
}

static void print_input(FILE *out, const struct hdl_port *port, const struct guess *guess)
{
	bool constant = isdigit((unsigned char)guess->net[0]) && !strchr(guess->net, '\'');
	const char *less = strstr(guess->net, "-1");

	if (!*guess->net && !port->width)
		return;
	if (!*guess->net || constant)
		fprintf(out, "%u'd%s", port->width, *guess->net ? guess->net : "0");
	else
		print_net(out, port, guess, less ? (int)(less - guess->net) : (int)strlen(guess->net));
	if (less)
		fprintf(out, " - %u'd1", port->width);
}

static void print_output(FILE *out, const struct hdl_port *port, const struct guess *guess)
{
	if (has_wire(port, guess))
		fprintf(out, "%s_of_mac", port->name);
	else if (*guess->net && guess->net_width > port->width)
		fprintf(out, port->width > 1 ? "%s[%u:0]" : "%s[%u]", guess->net, port->width - 1);
	else if (*guess->net)
		fprintf(out, "%s", guess->net);
	else if (guess->strobe && port->width > 1)
		fprintf(out, "event_bits[%u:%u]", guess->event + port->width - 1, guess->event);
	else if (guess->strobe)
		fprintf(out, "event_bits[%u]", guess->event);
	else if (guess->counter && guess->standard)
		fprintf(out, "port_%s[%u:0]", *guess->standard ? guess->standard : port->name, port->width - 1);
}

/* Prints a name. An escaped identifier ends with a blank; a keyword of SystemVerilog must be escaped if the profile says
 * `language 1800-2017`. */
static void print_name(FILE *out, const char *name)
{
	bool plain = hdl_is_plain(name) && !hdl_is_reserved(name);

	fprintf(out, plain ? "%s" : "\\%s ", name);
}

static void print_port(FILE *out, const struct guesses *g, size_t i, struct new_mac_result *ret)
{
	const struct hdl_port *port = &g->module->ports[i];
	const struct guess *guess = &g->of[i];
	const char *comma = i + 1 < g->module->port_count ? "," : "";
	bool placed = guess->why || guess->strobe || (guess->counter && guess->standard);

	fprintf(out, "      .");
	print_name(out, port->name);
	fprintf(out, " (");
	if (is_output(port))
		print_output(out, port, guess);
	else
		print_input(out, port, guess);
	ret->ports++;
	if (guess->note) {
		ret->not_placed++;
		fprintf(out, ")%s  // not placed: %s\n", comma, guess->note);
	} else if (!placed) {
		ret->not_placed++;
		fprintf(out, ")%s  // %s\n", comma, not_placed);
	} else if (guess->why && !*guess->why) {
		fprintf(out, ")%s\n", comma);
	} else {
		ret->guessed++;
		fprintf(out, ")%s  // guess: %s\n", comma, guess->why ? guess->why : "a strobe or a counter; see the profile");
	}
}

/* Returns true if SETTING, "-GNAME=VALUE", sets the parameter. */
static bool is_set(const struct new_mac *mac, const struct hdl_parameter *parameter)
{
	size_t len = strlen(parameter->name);

	for (size_t i = 0; i < mac->request.setting_count; i++)
		if (!strncmp(mac->request.settings[i] + 2, parameter->name, len) && mac->request.settings[i][2 + len] == '=')
			return true;
	return false;
}

static void print_parameters(FILE *out, const struct new_mac *mac, const struct hdl_module *module, struct new_mac_result *ret)
{
	size_t set = 0, left;

	for (size_t i = 0; i < module->parameter_count; i++)
		set += is_set(mac, &module->parameters[i]);
	if (set < module->parameter_count) {
		fprintf(out, "  // parameters at their defaults:");
		for (size_t i = 0; i < module->parameter_count; i++)
			if (!is_set(mac, &module->parameters[i])) {
				fprintf(out, " %s=", module->parameters[i].name);
				if (*module->parameters[i].text)
					fprintf(out, "%s", module->parameters[i].text);
				else
					fprintf(out, "%llu", module->parameters[i].value);
			}
		fprintf(out, "\n");
	}
	fprintf(out, set ? "  %s #(\n" : "  %s", module->name);
	left = set;
	for (size_t i = 0; i < module->parameter_count; i++)
		if (is_set(mac, &module->parameters[i]))
			fprintf(out, "      .%s (%llu)%s  // guess: what the bench tests is switched on\n",
			        module->parameters[i].name, module->parameters[i].value, --left ? "," : "");
	ret->guessed += (unsigned)set;
	fprintf(out, "%s u_mac (\n", set ? "  )" : "");
}

/* Prints the nets that no port uses and without which no frame gets into the MAC or out of it. */
static void print_missing(FILE *out, const struct guesses *g)
{
	static const struct {
		unsigned phys;
		const char *net, *what;
	} needed[] = {
		{ NEW_GMII | NEW_MII, "gmii_rxd", "the receive wire" },
		{ NEW_GMII | NEW_MII, "gmii_txd", "the transmit wire" },
		{ NEW_XGMII, "xgmii_rxd", "the receive wire" },
		{ NEW_XGMII, "xgmii_txd", "the transmit wire" },
		{ NEW_GMII | NEW_MII | NEW_XGMII, "s_axis_tvalid", "frames to send" },
		{ NEW_GMII | NEW_MII | NEW_XGMII, "s_axis_tready", "frames to send" },
		{ NEW_GMII | NEW_MII | NEW_XGMII, "m_axis_tvalid", "received frames" },
	};

	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (needed[i].phys & (unsigned)g->phy && !guess_uses(g, needed[i].net))
			fprintf(out, "  // not placed: no port has %s (%s)\n", needed[i].net, needed[i].what);
}

void new_mac_instance(FILE *out, const struct new_mac *mac, const struct guesses *guesses, struct new_mac_result *ret)
{
	const struct hdl_module *module = guesses->module;

	fprintf(
	    out,
	    "  // A first instance of %s, from the names of its ports. A line with \"guess\" or \"not placed\" wants a look.\n",
	    module->name);
	if (*guesses->foreign)
		fprintf(out, "  // not placed: its PHY side is %s, of which the bench has no pins: %s\n", guesses->foreign,
		        guess_remedy(guesses));
	print_missing(out, guesses);
	for (size_t i = 0; i < module->port_count; i++)
		print_glue(out, guesses, i);
	print_parameters(out, mac, module, ret);
	for (size_t i = 0; i < module->port_count; i++)
		print_port(out, guesses, i, ret);
	fprintf(out, "  );\n");
	if (guesses->events && guesses->events < GUESS_EVENT_BITS)
		fprintf(out, "  assign event_bits[%u:%u] = 0;\n", GUESS_EVENT_BITS - 1, guesses->events);
}
