/* SPDX-License-Identifier: Apache-2.0 */
/* Where the ports of a module probably belong: to which net of the generated module, and which counter a strobe moves. */
#ifndef PAUSEBENCH_NEW_MAC_GUESS_H
#define PAUSEBENCH_NEW_MAC_GUESS_H
#include "hdl.h"

/* The PHY's side of the bench that the MAC has, or is the nearest to its own. */
enum new_phy { NEW_GMII = 1, NEW_MII = 2, NEW_XGMII = 4 };

enum { GUESS_NET = 192, GUESS_EVENT_BITS = 128, GUESS_COUNTER_LEAST = 17, GUESS_COUNTER_MOST = 64 };

struct guess {
	char net[GUESS_NET];   /* of an input: an expression; of an output: the net that it drives; "": not placed */
	unsigned net_width;    /* 0: NET is an expression that has the port's width */
	const char *why;       /* "": the port has the name and the width of the net */
	bool strobe, counter;  /* an output that the bench counts, or a counter: port_<name> */
	unsigned event;        /* .strobe: its lowest bit of event_bits */
	const char *standard;  /* counter's name; "": the port's; NULL: it is not known what it counts */
	const char *predicate; /* with the port's name */
	const char *note;      /* why it is not placed, if more is to be said of it; or NULL */
};

struct guesses {
	const struct hdl_module *module;
	enum new_phy phy;
	char foreign[64]; /* the kind of its PHY side, "RGMII", if the bench has no pins of it; or "" */
	char words[128];  /* of a stream whose words the bench has not, for guess.note */
	struct guess *of; /* of each port */
	unsigned events;  /* bits of event_bits */
};

/* 0 or -ENOMEM. MODULE must outlive RET, which is to be released in any case. */
int guess_ports(struct guesses *ret, const struct hdl_module *module);
void guess_release(struct guesses *guesses);
/* True if an input takes the net, or an output drives it. */
bool guess_uses(const struct guesses *guesses, const char *net);
/* What to do about a PHY side that is foreign. */
const char *guess_remedy(const struct guesses *guesses);
/* The bits of a net of the generated module; 0: there is none of this name. */
unsigned guess_net_width(enum new_phy phy, const char *net);
#endif
