/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses about the ports of a module: to which net of the generated module each belongs, and which counter a strobe moves. */
#ifndef PAUSEBENCH_NEW_MAC_GUESS_H
#define PAUSEBENCH_NEW_MAC_GUESS_H
#include "hdl.h"

/* The PHY side of the bench that the MAC has, or that is nearest to its own. */
enum new_phy { NEW_GMII = 1, NEW_MII = 2, NEW_XGMII = 4 };

enum { GUESS_NET = 192, GUESS_EVENT_BITS = 128, GUESS_COUNTER_LEAST = 17, GUESS_COUNTER_MOST = 64 };

struct guess {
	char net[GUESS_NET];   /* for an input an expression, for an output the net that it drives; "": it has no place */
	unsigned net_width;    /* bits of .net; 0: .net is an expression of the port's width */
	const char *why;       /* the reason for the guess; "": the port has the name and the width of the net */
	bool strobe, counter;  /* an output whose pulses the bench counts; an output that is a counter, port_<name> */
	unsigned event;        /* .strobe: its lowest bit in event_bits */
	const char *standard;  /* the name of the counter; "": that of the port; NULL: nobody knows what it counts */
	const char *predicate; /* the predicate of a counter with the port's name */
	const char *note;      /* why it has no place, if there is more to say; or NULL */
};

struct guesses {
	const struct hdl_module *module;
	enum new_phy phy;
	char foreign[64]; /* the kind of its PHY side, such as "RGMII", if the bench has no pins for it; or "" */
	char words[128];  /* a note about a stream whose words the bench does not have, for guess.note */
	struct guess *of; /* a guess for each port */
	bool several;     /* it has a clock for each wire and for the host */
	unsigned events;  /* how many bits event_bits has */
};

/* Guesses the places of the ports of MODULE, which must outlive RET. Returns 0 or -ENOMEM; the caller releases RET in any case. */
int guess_ports(struct guesses *ret, const struct hdl_module *module);
void guess_release(struct guesses *guesses);
/* Returns true if an input takes the net, or an output drives it. */
bool guess_uses(const struct guesses *guesses, const char *net);
/* Returns what a user can do about a foreign PHY side. */
const char *guess_remedy(const struct guesses *guesses);
/* Returns the bits of a net of the generated module; 0 if there is no net of this name. */
unsigned guess_net_width(enum new_phy phy, const char *net);
#endif
