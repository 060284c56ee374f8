/* SPDX-License-Identifier: Apache-2.0 */
/* The nets that the generated module has for the instance, and their bits. */
#include "guess.h"

#include <string.h>

enum { GMII = NEW_GMII, MII = NEW_MII, XGMII = NEW_XGMII, OCTETS = GMII | MII, ALL = OCTETS | XGMII };

struct net {
	unsigned phys;
	const char *name;
	unsigned width;
};

static const struct net nets[] = {
/* the pins of the contract; pins of one name may have several rows */
#define WORD(phys, word, bits)
#define SPARE(phys, word, msb, lsb)
#define PORT(phys, word, pin, bits) { phys, #pin, bits },
#define PIN(phys, word, name, pin, bit) { phys, #pin, 1 },
#define PINS(phys, word, name, pin, msb, lsb) { phys, #pin, (msb) - (lsb) + 1 },
#include "seam/pins.def"
/* the controls of a MAC */
#define CONTROL(name, bits, default_, meaning, source) { ALL, "cfg_" #name, bits },
#include "controls.def"
	{ ALL, "clk", 1 },
	{ ALL, "rst", 1 },
	{ ALL, "req_xoff", 1 },
	{ ALL, "req_xoff_pulse", 1 },
	{ ALL, "req_xon_pulse", 1 },
	{ ALL, "req_pfc_xoff", 8 },
	{ ALL, "req_pfc_xoff_pulse", 8 },
	{ ALL, "req_pfc_xon_pulse", 8 },
	/* the bridge to AXI4-Lite */
	{ ALL, "s_axil_awaddr", 16 },
	{ ALL, "s_axil_awprot", 3 },
	{ ALL, "s_axil_awvalid", 1 },
	{ ALL, "s_axil_awready", 1 },
	{ ALL, "s_axil_wdata", 32 },
	{ ALL, "s_axil_wstrb", 4 },
	{ ALL, "s_axil_wvalid", 1 },
	{ ALL, "s_axil_wready", 1 },
	{ ALL, "s_axil_bresp", 2 },
	{ ALL, "s_axil_bvalid", 1 },
	{ ALL, "s_axil_bready", 1 },
	{ ALL, "s_axil_araddr", 16 },
	{ ALL, "s_axil_arprot", 3 },
	{ ALL, "s_axil_arvalid", 1 },
	{ ALL, "s_axil_arready", 1 },
	{ ALL, "s_axil_rdata", 32 },
	{ ALL, "s_axil_rresp", 2 },
	{ ALL, "s_axil_rvalid", 1 },
	{ ALL, "s_axil_rready", 1 },
};

unsigned guess_net_width(enum new_phy phy, const char *net)
{
	unsigned width = 0;

	for (size_t i = 0; i < sizeof(nets) / sizeof(nets[0]); i++)
		if (nets[i].phys & (unsigned)phy && !strcmp(nets[i].name, net))
			width += nets[i].width;
	return width;
}
