/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the generated module: the ports of the contract, virtual registers, counters of strobes and ports, a bridge to
 * AXI4-Lite, and the instance in a module of its own, which has as ports only the nets that the instance names. */
#include "mac_module.h"

#include "instance.h"

#include <inttypes.h>
#include <string.h>

enum {
	GMII = 1 << PHY_GMII,
	XGMII = 1 << PHY_XGMII,
	MII = 1 << PHY_MII,
	ALL = GMII | XGMII | MII,
	OCTETS = GMII | MII,
	LINE_MAX = 100
};

/* A port of the contract, with the direction that it has at the MAC. */
struct net {
	unsigned phys;
	bool output;
	uint8_t bits;
	const char *name;
	const char *idle; /* the value of an output that the instance does not name */
};

/* With one clock, and with several. */
static const struct net one_clock[] = {
	{ ALL, false, 1, "clk", NULL },
	{ ALL, false, 1, "rst_n", NULL },
};

static const struct net several_clocks[] = {
	{ ALL, false, 1, "tx_clk", NULL },   { ALL, false, 1, "tx_rst_n", NULL },  { ALL, false, 1, "rx_clk", NULL },
	{ ALL, false, 1, "rx_rst_n", NULL }, { ALL, false, 1, "host_clk", NULL },  { ALL, false, 1, "host_rst_n", NULL },
	{ ALL, false, 1, "bus_clk", NULL },  { ALL, false, 1, "bus_rst_n", NULL },
};

static const struct net contract[] = {
	{ OCTETS, false, 8, "gmii_rxd", NULL },
	{ OCTETS, false, 1, "gmii_rx_dv", NULL },
	{ OCTETS, false, 1, "gmii_rx_er", NULL },
	{ OCTETS, true, 8, "gmii_txd", "8'd0" },
	{ OCTETS, true, 1, "gmii_tx_en", "1'b0" },
	{ OCTETS, true, 1, "gmii_tx_er", "1'b0" },
	{ MII, false, 1, "mii_crs", NULL },
	{ MII, false, 1, "mii_col", NULL },
	{ XGMII, false, 64, "xgmii_rxd", NULL },
	{ XGMII, false, 8, "xgmii_rxc", NULL },
	{ XGMII, true, 64, "xgmii_txd", "64'h0707070707070707" },
	{ XGMII, true, 8, "xgmii_txc", "8'hFF" },
	{ OCTETS, false, 8, "s_axis_tdata", NULL },
	{ XGMII, false, 64, "s_axis_tdata", NULL },
	{ XGMII, false, 8, "s_axis_tkeep", NULL },
	{ ALL, false, 1, "s_axis_tvalid", NULL },
	{ ALL, false, 1, "s_axis_tlast", NULL },
	{ MII | XGMII, false, 1, "s_axis_tuser", NULL },
	{ ALL, true, 1, "s_axis_tready", "1'b0" },
	{ OCTETS, true, 8, "m_axis_tdata", "8'd0" },
	{ XGMII, true, 64, "m_axis_tdata", "64'd0" },
	{ XGMII, true, 8, "m_axis_tkeep", "8'd0" },
	{ ALL, true, 1, "m_axis_tvalid", "1'b0" },
	{ ALL, true, 1, "m_axis_tlast", "1'b0" },
	{ ALL, true, 1, "m_axis_tuser", "1'b0" },
	{ ALL, false, 1, "m_axis_tready", NULL },
	{ OCTETS, true, 1, "mdc", "1'b0" },
	{ OCTETS, true, 1, "mdio_o", "1'b0" },
	{ OCTETS, true, 1, "mdio_oe", "1'b0" },
	{ OCTETS, false, 1, "mdio_i", NULL },
};

/* The register bus. Its nets have other names outside of the instance, since the virtual registers lie between the bus and the
 * instance. */
static const struct net bus[] = {
	{ ALL, false, 1, "psel", NULL },
	{ ALL, false, 1, "penable", NULL },
	{ ALL, false, 16, "paddr", NULL },
	{ ALL, false, 1, "pwrite", NULL },
	{ GMII | XGMII, false, 32, "pwdata", NULL },
	{ MII, false, 64, "pwdata", NULL },
	{ GMII | XGMII, false, 4, "pstrb", NULL },
	{ MII, false, 8, "pstrb", NULL },
	{ GMII | XGMII, true, 32, "prdata", "32'd0" },
	{ MII, true, 64, "prdata", "64'd0" },
	{ ALL, true, 1, "pready", "1'b1" },
	{ ALL, true, 1, "pslverr", "1'b0" },
};

static const struct net requests[] = {
	{ XGMII, false, 2, "pause_req", NULL },
	{ XGMII, false, 16, "pfc_req", NULL },
	{ XGMII, true, 8, "pfc_xoff", "8'd0" },
};

static const struct net observed[] = {
	{ ALL, true, 1, "obs_xoff", "1'b0" },       { ALL, true, 32, "obs_pause_timer", "32'd0" },
	{ OCTETS, true, 16, "obs_level", "16'd0" }, { XGMII, true, 32, "obs_level", "32'd0" },
	{ ALL, true, 1, "obs_rx_valid", "1'b0" },   { ALL, true, 32, "obs_rx_record", "32'd0" },
	{ ALL, true, 1, "obs_tx_valid", "1'b0" },   { ALL, true, 32, "obs_tx_record", "32'd0" },
};

static const struct net axi[] = {
	{ ALL, false, 16, "s_axil_awaddr", NULL },  { ALL, false, 3, "s_axil_awprot", NULL },
	{ ALL, false, 1, "s_axil_awvalid", NULL },  { ALL, true, 1, "s_axil_awready", "1'b1" },
	{ ALL, false, 32, "s_axil_wdata", NULL },   { ALL, false, 4, "s_axil_wstrb", NULL },
	{ ALL, false, 1, "s_axil_wvalid", NULL },   { ALL, true, 1, "s_axil_wready", "1'b1" },
	{ ALL, true, 2, "s_axil_bresp", "2'd0" },   { ALL, true, 1, "s_axil_bvalid", "1'b1" },
	{ ALL, false, 1, "s_axil_bready", NULL },   { ALL, false, 16, "s_axil_araddr", NULL },
	{ ALL, false, 3, "s_axil_arprot", NULL },   { ALL, false, 1, "s_axil_arvalid", NULL },
	{ ALL, true, 1, "s_axil_arready", "1'b1" }, { ALL, true, 32, "s_axil_rdata", "32'd0" },
	{ ALL, true, 2, "s_axil_rresp", "2'd0" },   { ALL, true, 1, "s_axil_rvalid", "1'b1" },
	{ ALL, false, 1, "s_axil_rready", NULL },
};

static const struct virtual_register {
	const char *name;
	uint16_t address;
} registers[] = {
#define VIRTUAL(reg, address, meaning) { #reg, address },
#define SLICE(reg, field, msb, lsb, control, at, stored)
#include "virtual.def"
};

static const struct slice {
	const char *reg;
	uint8_t msb, lsb, at;
	enum pm_control control;
	bool stored;
} slices[] = {
#define VIRTUAL(reg, address, meaning)
#define SLICE(reg, field, msb, lsb, control, at, stored) { #reg, msb, lsb, at, PM_CONTROL_##control, stored },
#include "virtual.def"
};

static const uint8_t control_bits[] = {
#define CONTROL(name, bits, default_, meaning, source) bits,
#include "controls.def"
};

#define COUNT(table) (sizeof(table) / sizeof(table[0]))
/* Goes through the rows of a table of nets that the PHY side of the MAC has. */
#define EACH_NET(net, table)                                                     \
	for (const struct net *net = table; net < (table) + COUNT(table); net++) \
		if (net->phys >> m->profile->dut.phy & 1)

/* Goes through the clocks and resets. */
#define EACH_CLOCK(net)                                                                                                  \
	for (const struct net *net = m->profile->dut.clocks.several ? several_clocks : one_clock,                        \
	                      *end_ = net + (m->profile->dut.clocks.several ? COUNT(several_clocks) : COUNT(one_clock)); \
	     net < end_; net++)

struct module {
	FILE *out;
	const struct profile *profile;
	const char *instance, *instance_path;
	const char *separator; /* the text before the next port */
	bool axi, pfc;
};

static bool names(const struct module *m, const char *net)
{
	return instance_line_of(m->instance, net) != 0;
}

static const char *clock_of(const struct module *m, enum clock_domain domain)
{
	static const char *const clocks[] = { "tx_clk", "rx_clk", "host_clk", "bus_clk" };

	return m->profile->dut.clocks.several ? clocks[domain] : "clk";
}

static const char *reset_of(const struct module *m, enum clock_domain domain)
{
	static const char *const resets[] = { "tx_rst_n", "rx_rst_n", "host_rst_n", "bus_rst_n" };

	return m->profile->dut.clocks.several ? resets[domain] : "rst_n";
}

static void put_range(FILE *out, unsigned bits)
{
	if (bits > 1)
		fprintf(out, " [%u:0]", bits - 1);
}

static void put_port(struct module *m, const struct net *net)
{
	fprintf(m->out, "%s\n    %s wire", m->separator, net->output ? "output" : "input");
	put_range(m->out, net->bits);
	fprintf(m->out, " %s", net->name);
	m->separator = ",";
}

/* A net of a control: cfg_<control>, or a net of a request. */
struct control_net {
	char name[48];
	unsigned bits;
	enum pm_control control;
	bool pulse;
};

static bool control_net(enum pm_control control, unsigned variant, struct control_net *ret)
{
	static const char *const request[PM_CONTROL_COUNT][2] = {
		[PM_CONTROL_request_xoff] = { "req_xoff", "req_xoff_pulse" },
		[PM_CONTROL_request_xon] = { NULL, "req_xon_pulse" },
		[PM_CONTROL_pfc_xoff] = { "req_pfc_xoff", "req_pfc_xoff_pulse" },
		[PM_CONTROL_pfc_xon] = { NULL, "req_pfc_xon_pulse" },
	};

	*ret = (struct control_net){ .bits = control_bits[control], .control = control, .pulse = variant == 1 };
	if (request[control][0] || request[control][1])
		snprintf(ret->name, sizeof(ret->name), "%s", request[control][variant] ? request[control][variant] : "");
	else if (!variant)
		snprintf(ret->name, sizeof(ret->name), "cfg_%s", pm_control_names[control]);
	return ret->name[0];
}

/* Goes through the nets of controls that the instance names. */
#define EACH_CONTROL_NET(net)                                  \
	for (unsigned i_ = 0; i_ < 2 * PM_CONTROL_COUNT; i_++) \
		if (control_net((enum pm_control)(i_ / 2), i_ % 2, &(net)) && names(m, (net).name))

/* ---- the inside ---- */

static void put_inside_ports(struct module *m)
{
	struct control_net c;

	EACH_CLOCK(net)
	if (names(m, net->name))
		put_port(m, net);
	EACH_NET(net, contract)
	if (names(m, net->name))
		put_port(m, net);
	EACH_NET(net, bus)
	if (names(m, net->name))
		put_port(m, net);
	EACH_NET(net, requests)
	if (names(m, net->name))
		put_port(m, net);
	EACH_NET(net, axi)
	if (names(m, net->name))
		put_port(m, net);
	if (names(m, "rst"))
		put_port(m, &(struct net){ ALL, false, 1, "rst", NULL });
	EACH_CONTROL_NET(c)
	put_port(m, &(struct net){ ALL, false, (uint8_t)c.bits, c.name, NULL });
	if (names(m, "event_bits"))
		put_port(m, &(struct net){ ALL, true, PROFILE_EVENT_BITS, "event_bits", NULL });
	for (size_t i = 0; i < m->profile->build.strobe_count; i++) {
		const struct profile_strobe *s = &m->profile->build.strobes[i];
		char name[128];
		snprintf(name, sizeof(name), "port_%s", s->name);
		if (s->port)
			put_port(m, &(struct net){ ALL, true, 64, name, NULL });
	}
}

static void put_inside(struct module *m)
{
	const struct profile_words *parameters = &m->profile->build.parameters;

	fprintf(m->out, "module pausebench_%s_inside (", m->profile->dut.name);
	m->separator = "";
	put_inside_ports(m);
	fprintf(m->out, "\n);\n");
	for (size_t i = 0; i < parameters->count; i++) {
		const char *equals = strchr(parameters->word[i].text, '=');
		fprintf(m->out, "  localparam %.*s = %s;\n", (int)(equals - parameters->word[i].text), parameters->word[i].text,
		        equals + 1);
	}
	fprintf(m->out, "`include \"%s\"\nendmodule\n", m->instance_path);
}

/* ---- virtual registers ---- */

static void control_place(const char *reg, uint64_t *ret_mask)
{
	*ret_mask = 0;
	for (const struct slice *s = slices; s < slices + COUNT(slices); s++)
		if (!strcmp(s->reg, reg) && s->stored)
			*ret_mask |= (UINT64_MAX >> (63 - (s->msb - s->lsb))) << s->lsb;
}

static void put_registers(struct module *m)
{
	fprintf(m->out, "\n  wire own = psel && paddr[15:10] == 6'h3F;\n"
	                "  wire own_write = own && penable && pwrite;\n"
	                "  wire [31:0] strobes = {{8{pstrb[3]}}, {8{pstrb[2]}}, {8{pstrb[1]}}, {8{pstrb[0]}}};\n");
	for (const struct virtual_register *r = registers; r < registers + COUNT(registers); r++) {
		const struct reg_row *row = reg_by_name(&m->profile->page, r->name);
		uint64_t mask;
		control_place(r->name, &mask);
		fprintf(m->out,
		        "  reg [31:0] %s;\n  always @(posedge %s)\n    if (!%s) %s <= 32'h%08" PRIX64
		        ";\n    else if (own_write && paddr == 16'h%04X) %s <= (%s & ~strobes) | (pwdata[31:0] & strobes & "
		        "32'h%08" PRIX64 ");\n",
		        r->name, clock_of(m, CLOCK_BUS), reset_of(m, CLOCK_BUS), r->name, row->reset, r->address, r->name,
		        r->name, mask);
	}
}

static const struct virtual_register *register_of(const char *name)
{
	for (const struct virtual_register *r = registers; r < registers + COUNT(registers); r++)
		if (!strcmp(r->name, name))
			return r;
	return NULL;
}

/* Writes the net of a control from its slices, the highest one first. */
static void put_level(struct module *m, const struct control_net *c)
{
	const char *separator = "{";

	fprintf(m->out, "  wire");
	put_range(m->out, c->bits);
	fprintf(m->out, " %s = ", c->name);
	for (const struct slice *s = slices; s < slices + COUNT(slices); s++) {
		if (s->control != c->control)
			continue;
		fprintf(m->out, "%s%s[%u:%u]", separator, s->reg, s->msb, s->lsb);
		separator = ", ";
	}
	fprintf(m->out, "};\n");
}

static void put_pulse(struct module *m, const struct control_net *c)
{
	for (const struct slice *s = slices; s < slices + COUNT(slices); s++) {
		if (s->control != c->control)
			continue;
		fprintf(m->out, "  reg");
		put_range(m->out, c->bits);
		fprintf(m->out,
		        " %s;\n  always @(posedge %s)\n    if (%s && own_write && paddr == 16'h%04X) %s <= pwdata[%u:%u] & "
		        "strobes[%u:%u];\n    else %s <= %u'd0;\n",
		        c->name, clock_of(m, CLOCK_BUS), reset_of(m, CLOCK_BUS), register_of(s->reg)->address, c->name, s->msb,
		        s->lsb, s->msb, s->lsb, c->name, c->bits);
	}
}

static void put_control_nets(struct module *m)
{
	struct control_net c;

	EACH_CONTROL_NET(c)
	(c.pulse ? put_pulse : put_level)(m, &c);
	if (names(m, "rst"))
		fprintf(m->out, "  wire rst = ~%s;\n", reset_of(m, CLOCK_TX));
}

/* ---- counters ---- */

static void put_counter(struct module *m, size_t i)
{
	const struct profile_strobe *s = &m->profile->build.strobes[i];
	const struct reg_row *row = reg_by_name(&m->profile->page, s->name);
	enum clock_domain domain = row && row->direction == COUNTER_RX ? CLOCK_RX : CLOCK_TX;
	unsigned bits = s->msb - s->lsb + 1u;

	if (s->port) {
		fprintf(m->out, "  wire [63:0] port_%s;\n", s->name);
		return;
	}
	fprintf(m->out,
	        "  reg [31:0] counter_%zu; // %s\n  always @(posedge %s)\n    if (!%s) counter_%zu <= 32'd0;\n"
	        "    else counter_%zu <= counter_%zu + ",
	        i, s->name, clock_of(m, domain), reset_of(m, domain), i, i, i);
	if (bits < 32)
		fprintf(m->out, "{%u'd0, event_bits[%u:%u]};\n", 32 - bits, s->msb, s->lsb);
	else
		fprintf(m->out, "event_bits[%u:%u];\n", s->msb, s->lsb);
}

static void put_port_reads(struct module *m, const struct profile_strobe *s)
{
	unsigned low = s->width < 32 ? s->width : 32;

	if (low < 32)
		fprintf(m->out, "      16'h%04X: read = {%u'd0, port_%s[%u:0]};\n", s->address, 32 - low, s->name, low - 1);
	else
		fprintf(m->out, "      16'h%04X: read = port_%s[31:0];\n", s->address, s->name);
	if (s->width > 32 && s->width < 64 && m->profile->page.word_octets == 4)
		fprintf(m->out, "      16'h%04X: read = {%u'd0, port_%s[%u:32]};\n", s->address + 4, 64 - s->width, s->name,
		        s->width - 1);
	else if (s->width > 32 && m->profile->page.word_octets == 4)
		fprintf(m->out, "      16'h%04X: read = port_%s[63:32];\n", s->address + 4, s->name);
}

static void put_reads(struct module *m)
{
	const struct profile_build *b = &m->profile->build;

	fprintf(m->out, "\n  reg [31:0] read;\n  reg mapped;\n  always @* begin\n    mapped = 1'b1;\n    case (paddr)\n");
	for (const struct virtual_register *r = registers; r < registers + COUNT(registers); r++)
		fprintf(m->out, "      16'h%04X: read = %s;\n", r->address, r->name);
	for (size_t i = 0; i < b->strobe_count; i++) {
		if (b->strobes[i].port)
			put_port_reads(m, &b->strobes[i]);
		else
			fprintf(m->out, "      16'h%04X: read = counter_%zu;\n", b->strobes[i].address, i);
	}
	fprintf(m->out, "      default: begin\n        read = 32'd0;\n        mapped = 1'b0;\n      end\n    endcase\n  end\n");
}

/* ---- the bus of the instance ---- */

static bool names_any(const struct module *m, const struct net *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (names(m, table[i].name))
			return true;
	return false;
}

/* Returns the value of a net of the bus that the instance does not name. An instance that does not name psel has no registers, so
 * its side of the bus answers with an error. */
static const char *bus_idle(const struct module *m, const struct net *net)
{
	return strcmp(net->name, "pslverr") || names(m, "psel") ? net->idle : "1'b1";
}

static void put_bus_wires(struct module *m)
{
	fprintf(m->out, "\n  wire user_psel = psel && !own;\n");
	EACH_NET(net, bus)
	{
		if (!net->output)
			continue;
		fprintf(m->out, "  wire");
		put_range(m->out, net->bits);
		fprintf(m->out, " user_%s", net->name);
		if (!m->axi && !names(m, net->name))
			fprintf(m->out, " = %s", bus_idle(m, net));
		fprintf(m->out, ";\n");
	}
	if (m->profile->page.word_octets == 8)
		fprintf(m->out, "  assign prdata = own ? {32'd0, mapped ? read : 32'd0} : user_prdata;\n");
	else
		fprintf(m->out, "  assign prdata = own ? read : user_prdata;\n");
	fprintf(m->out, "  assign pready = own || user_pready;\n  assign pslverr = own ? !mapped : user_pslverr;\n");
}

/* Writes the bridge to AXI4-Lite. It has one access at a time, since APB holds address and data until the access is over. */
static void put_bridge(struct module *m)
{
	EACH_NET(net, axi)
	{
		fprintf(m->out, "  wire");
		put_range(m->out, net->bits);
		if (net->output && !names(m, net->name))
			fprintf(m->out, " %s = %s;\n", net->name, net->idle);
		else
			fprintf(m->out, " %s;\n", net->name);
	}
	fprintf(
	    m->out,
	    "  wire access = user_psel && penable;\n"
	    "  reg address_done;\n  reg data_done;\n"
	    "  assign s_axil_awaddr = paddr;\n  assign s_axil_awprot = 3'd0;\n  assign s_axil_awvalid = access && pwrite && "
	    "!address_done;\n"
	    "  assign s_axil_wdata = pwdata[31:0];\n  assign s_axil_wstrb = pstrb[3:0];\n"
	    "  assign s_axil_wvalid = access && pwrite && !data_done;\n  assign s_axil_bready = access && pwrite;\n"
	    "  assign s_axil_araddr = paddr;\n  assign s_axil_arprot = 3'd0;\n  assign s_axil_arvalid = access && !pwrite && "
	    "!address_done;\n"
	    "  assign s_axil_rready = access && !pwrite;\n"
	    "  wire over = pwrite ? s_axil_bvalid : s_axil_rvalid;\n"
	    "  always @(posedge %s)\n    if (!%s || !access || over) begin\n      address_done <= 1'b0;\n      data_done <= "
	    "1'b0;\n"
	    "    end else begin\n      if (pwrite ? s_axil_awready : s_axil_arready) address_done <= 1'b1;\n"
	    "      if (pwrite && s_axil_wready) data_done <= 1'b1;\n    end\n"
	    "  assign user_pready = access && over;\n  assign user_pslverr = pwrite ? s_axil_bresp[1] : s_axil_rresp[1];\n"
	    "  assign user_prdata = %s;\n"
	    "  wire unused_axi = &{1'b0, s_axil_awaddr, s_axil_awprot, s_axil_awvalid, s_axil_wdata, s_axil_wstrb, "
	    "s_axil_wvalid, "
	    "s_axil_bready, s_axil_araddr, s_axil_arprot, s_axil_arvalid, s_axil_rready, s_axil_bresp[0], s_axil_rresp[0]};\n",
	    clock_of(m, CLOCK_BUS), reset_of(m, CLOCK_BUS),
	    m->profile->page.word_octets == 8 ? "{32'd0, s_axil_rdata}" : "s_axil_rdata");
}

/* ---- the outer module ---- */

static void put_ports(struct module *m)
{
	EACH_CLOCK(net)
	put_port(m, net);
	EACH_NET(net, contract)
	put_port(m, net);
	EACH_NET(net, bus)
	put_port(m, net);
	if (m->pfc)
		EACH_NET(net, requests)
	put_port(m, net);
	EACH_NET(net, observed)
	put_port(m, net);
}

static void put_idle(struct module *m, const struct net *net)
{
	if (net->output && !names(m, net->name))
		fprintf(m->out, "  assign %s = %s;\n", net->name, net->idle);
}

static void put_connection(struct module *m, const char *port, const char *net)
{
	fprintf(m->out, "%s\n      .%s(%s)", m->separator, port, net);
	m->separator = ",";
}

static void put_instance(struct module *m)
{
	struct control_net c;
	char name[128];

	fprintf(m->out, "\n  pausebench_%s_inside u_inside (", m->profile->dut.name);
	m->separator = "";
	EACH_CLOCK(net)
	if (names(m, net->name))
		put_connection(m, net->name, net->name);
	EACH_NET(net, contract)
	if (names(m, net->name))
		put_connection(m, net->name, net->name);
	EACH_NET(net, bus)
	if (names(m, net->name)) {
		snprintf(name, sizeof(name), "%s%s", net->output || !strcmp(net->name, "psel") ? "user_" : "", net->name);
		put_connection(m, net->name, name);
	}
	EACH_NET(net, requests)
	if (names(m, net->name))
		put_connection(m, net->name, net->name);
	EACH_NET(net, axi)
	if (names(m, net->name))
		put_connection(m, net->name, net->name);
	if (names(m, "rst"))
		put_connection(m, "rst", "rst");
	EACH_CONTROL_NET(c)
	put_connection(m, c.name, c.name);
	if (names(m, "event_bits"))
		put_connection(m, "event_bits", "event_bits");
	for (size_t i = 0; i < m->profile->build.strobe_count; i++) {
		if (!m->profile->build.strobes[i].port)
			continue;
		snprintf(name, sizeof(name), "port_%s", m->profile->build.strobes[i].name);
		put_connection(m, name, name);
	}
	fprintf(m->out, "\n  );\n");
}

/* Writes a net that reads everything that nothing else may read, so that the tools do not warn. */
static void put_unused(struct module *m)
{
	fprintf(m->out, "  wire unused = &{1'b0, user_psel, penable, pwrite, pwdata, pstrb");
	EACH_CLOCK(net)
	fprintf(m->out, ", %s", net->name);
	EACH_NET(net, contract)
	if (!net->output)
		fprintf(m->out, ", %s", net->name);
	if (m->pfc)
		fprintf(m->out, ", pause_req, pfc_req");
	if (names(m, "event_bits"))
		fprintf(m->out, ", event_bits");
	for (size_t i = 0; i < m->profile->build.strobe_count; i++)
		if (m->profile->build.strobes[i].port)
			fprintf(m->out, ", port_%s", m->profile->build.strobes[i].name);
	fprintf(m->out, "};\n");
}

static void put_outside(struct module *m)
{
	fprintf(m->out, "module pausebench_%s (", m->profile->dut.name);
	m->separator = "";
	put_ports(m);
	fprintf(m->out, "\n);\n\n");
	EACH_NET(net, contract)
	put_idle(m, net);
	if (m->pfc)
		EACH_NET(net, requests)
	put_idle(m, net);
	EACH_NET(net, observed)
	fprintf(m->out, "  assign %s = %s;\n", net->name, net->idle);
	put_registers(m);
	put_control_nets(m);
	if (names(m, "event_bits"))
		fprintf(m->out, "\n  wire [%d:0] event_bits;\n", PROFILE_EVENT_BITS - 1);
	for (size_t i = 0; i < m->profile->build.strobe_count; i++)
		put_counter(m, i);
	put_reads(m);
	put_bus_wires(m);
	if (m->axi)
		put_bridge(m);
	put_instance(m);
	put_unused(m);
	fprintf(m->out, "\nendmodule\n");
}

void mac_module_write(FILE *out, const struct profile *profile, const char *instance, const char *instance_path)
{
	struct module m = { .out = out, .profile = profile, .instance = instance, .instance_path = instance_path };

	m.axi = names_any(&m, axi, COUNT(axi));
	m.pfc = profile->dut.capabilities & CAP_PFC;
	fprintf(out, "// Generated from a profile: the ports of doc/reference/dut-contract.md around the "
	             "instance.\n`default_nettype none\n");
	put_inside(&m);
	fprintf(out, "\n");
	put_outside(&m);
	fprintf(out, "`default_nettype wire\n");
}
