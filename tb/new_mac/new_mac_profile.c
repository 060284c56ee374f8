/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the profile: its lines follow from the names of the ports, or else say what most MACs do. */
#include "new_mac.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COLUMNS = 110 };

void new_mac_path(const char *folder, const char *path, char *ret, size_t size)
{
	char from[PATH_MAX], to[PATH_MAX];
	size_t same = 0, used = 0;

	*ret = '\0';
	if (!realpath(folder, from) || !realpath(path, to)) {
		snprintf(ret, size, "%s", path);
		return;
	}
	for (size_t i = 1; from[i - 1] && to[i - 1] && from[i - 1] == to[i - 1]; i++)
		if ((!from[i] || from[i] == '/') && (!to[i] || to[i] == '/'))
			same = i;
	for (const char *p = from + same; *p; p++)
		if (*p == '/' && used < size)
			used += (size_t)snprintf(ret + used, size - used, "../");
	snprintf(ret + (used < size ? used : size - 1), used < size ? size - used : 1, "%s", to[same] ? to + same + 1 : ".");
}

static bool same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* ---- what is built ---- */

static bool was_named(const struct hdl_request *request, const char *path)
{
	for (const char *const *s = request->sources; s && *s; s++)
		if (same_file(*s, path))
			return true;
	return false;
}

/* Prints PATH relative to the profile, in the line of KEYWORD, which has *COLUMN characters so far, or in a new one. */
static void print_path(FILE *out, const struct new_mac *mac, const char *keyword, const char *path, int *column)
{
	char seen[PATH_MAX];
	int length;

	new_mac_path(mac->folder, path, seen, sizeof(seen));
	length = (int)strlen(seen) + 1;
	if (!*column || *column + length > COLUMNS)
		*column = fprintf(out, "%s%s", *column ? "\n" : "", keyword) - (*column != 0);
	*column += length;
	fprintf(out, " %s", seen);
}

/* Prints the sources. Files that the user named come first, in the user's order, since they may be packages. */
static void print_sources(FILE *out, const struct new_mac *mac, const struct hdl *hdl)
{
	int column = 0;

	for (const char *const *s = mac->request.sources; s && *s; s++)
		if (!folder_exists(*s))
			print_path(out, mac, "sources", *s, &column);
	for (size_t i = 0; i < hdl->source_count; i++)
		if (!was_named(&mac->request, hdl->sources[i]))
			print_path(out, mac, "sources", hdl->sources[i], &column);
	fprintf(out, "\n");
}

/* Returns true if each source is a .sv; then included files are SystemVerilog as well, whatever they are called. */
static bool is_systemverilog(const struct hdl *hdl)
{
	for (size_t i = 0; i < hdl->source_count; i++) {
		const char *end = strrchr(hdl->sources[i], '.');
		if (!end || strcmp(end, ".sv"))
			return false;
	}
	return hdl->source_count;
}

static bool is_source(const struct new_mac *mac, const struct hdl *hdl, const char *path)
{
	for (size_t i = 0; i < hdl->source_count; i++)
		if (!strcmp(hdl->sources[i], path))
			return true;
	return was_named(&mac->request, path);
}

static void folder_of(const char *path, char *ret, size_t size)
{
	const char *slash = strrchr(path, '/');

	snprintf(ret, size, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

/* Prints the folders of included files. */
static void print_incdirs(FILE *out, const struct new_mac *mac, const struct hdl *hdl)
{
	char folder[PATH_MAX], earlier[PATH_MAX];
	int column = 0;

	for (size_t i = 0; i < hdl->included_count; i++) {
		bool known = is_source(mac, hdl, hdl->included[i]);
		folder_of(hdl->included[i], folder, sizeof(folder));
		for (size_t k = 0; k < i && !known; k++) {
			folder_of(hdl->included[k], earlier, sizeof(earlier));
			known = !is_source(mac, hdl, hdl->included[k]) && !strcmp(earlier, folder);
		}
		if (!known)
			print_path(out, mac, "incdir", folder, &column);
	}
	fprintf(out, column ? "\n" : "");
}

static void print_clocks(FILE *out, const struct guesses *g)
{
	const char *wire = g->phy == NEW_XGMII ? "156250000" : g->phy == NEW_MII ? "25000000" : "125000000";

	fprintf(out, "clock tx %s  # guess, and all clocks below\nclock rx %s\n", wire, wire);
	fprintf(out, "clock host %s  # guess: a tenth and more above the rate of the wire, so that no buffer fills\n",
	        g->phy == NEW_XGMII ? "200000000"
	        : g->phy == NEW_MII ? "50000000"
	                            : "150000000");
	if (guess_uses(g, "bus_clk"))
		fprintf(out, "clock bus 50000000  # guess\n");
	else if (guess_uses(g, "psel") || guess_uses(g, "s_axil_awvalid"))
		fprintf(
		    out,
		    "# not placed: the clock of its registers, which is that of the transmit wire without a line `clock bus`\n");
	fprintf(out, "ppm 100  # guess: what the standard allows each wire\n");
}

static void print_phy(FILE *out, const struct guesses *g)
{
	fprintf(out, "phy %s", g->phy == NEW_XGMII ? "xgmii" : g->phy == NEW_MII ? "mii" : "gmii");
	if (*g->foreign)
		fprintf(out, "  # not placed: its PHY side is %s; %s\n", g->foreign, guess_remedy(g));
	else
		fprintf(out, "  # guess: by the width and the name of its receive wire\n");
	if (g->several)
		print_clocks(out, g);
	else
		fprintf(out, "clock %s  # guess\n",
		        g->phy == NEW_XGMII ? "156250000"
		        : g->phy == NEW_MII ? "25000000"
		                            : "125000000");
}

/* ---- what it does ---- */

static void print_host(FILE *out, const struct guesses *g)
{
	bool ready = guess_uses(g, "m_axis_tready");
	/* a cut-through receiver passes a frame on before it knows whether that is a control frame */
	const char *control = ready || guess_uses(g, "cfg_forward_control") ? "control=dropped"
	                                                                    : "control=forwarded other-control=forwarded";

	fprintf(out, "# guess, all of it: what most MACs of this kind do (doc/use/your-own-mac.md)\n");
	fprintf(out, "host rx=%s fcs=stripped bad=%s filter=no ready=%s %s\n", ready ? "stored" : "cut-through",
	        guess_uses(g, "m_axis_tuser") ? "marked" : "dropped", ready ? "yes" : "no", control);
	fprintf(out, "host tx=cut-through shortest=14 ahead=2\n");
	fprintf(out, "obeys multicast%s%s\n", guess_uses(g, "cfg_station") ? " own" : "",
	        guess_uses(g, "cfg_pfc_rx") ? " pfc" : "");
	fprintf(out, "timer from=reception\n");
}

static void print_sends(FILE *out, const struct guesses *g)
{
	const char *by = guess_uses(g, "req_xoff")       ? "level"
	               : guess_uses(g, "req_xoff_pulse") ? "pulse"
	               : guess_uses(g, "cfg_high_mark")  ? "marks"
	                                                 : "none";

	fprintf(out, "sends by=%s", by);
	if (strcmp(by, "none"))
		fprintf(out, " refresh=%s xon=yes%s", guess_uses(g, "cfg_refresh") ? "decision" : "none",
		        guess_uses(g, "cfg_quanta") ? "" : " quanta=65535");
	fprintf(out, "\ngap octets=12 deficit=%s\n", g->phy == NEW_XGMII ? "yes" : "no");
	fprintf(out, "# not placed: its latencies; `pausebench calibrate` measures them and prints the lines\n");
}

static void print_registers(FILE *out, const struct guesses *g)
{
	if (guess_uses(g, "psel") || guess_uses(g, "s_axil_awvalid"))
		fprintf(out, "# not placed: its registers: register NAME at ADDRESS, control NAME = REGISTER[msb:lsb],\n"
		             "# counter NAME at ADDRESS width=32 read=clear full=wrap, setup REGISTER VALUE\n");
}

/* ---- what it counts ---- */

static bool counted_before(const struct guesses *g, size_t i)
{
	const char *name = g->of[i].standard;

	for (size_t k = 0; k < i; k++)
		if ((g->of[k].strobe || g->of[k].counter) && g->of[k].standard && *name && !strcmp(g->of[k].standard, name))
			return true;
	return false;
}

static void print_counted(FILE *out, const struct guesses *g, size_t i)
{
	const struct hdl_port *port = &g->module->ports[i];
	const struct guess *guess = &g->of[i];
	bool known = guess->standard && !counted_before(g, i);

	if (guess->counter && !guess->standard)
		return;
	fprintf(out, known ? "" : "# ");
	if (guess->strobe && port->width > 1)
		fprintf(out, "event %u:%u = ", guess->event + port->width - 1, guess->event);
	else if (guess->strobe)
		fprintf(out, "event %u = ", guess->event);
	else
		fprintf(out, "counter ");
	fprintf(out, "%s", known && *guess->standard ? guess->standard : port->name);
	if (guess->counter)
		fprintf(out, " port width=%u", port->width);
	if (known && !*guess->standard)
		fprintf(out, " = %s", guess->predicate);
	fprintf(out, known ? "  # guess: %s\n" : " = PREDICATE  not placed: say what %s counts\n", port->name);
}

void new_mac_profile(FILE *out, const struct new_mac *mac, const struct hdl *hdl, const struct guesses *guesses)
{
	fprintf(out,
	        "pausebench-mac 1\n# A first profile of %s, from the names of its ports. A line with \"guess\" or \"not placed\" "
	        "wants a look.\n",
	        guesses->module->name);
	fprintf(out, "mac %s\ninstance %s.vh\n", mac->name, mac->name);
	print_sources(out, mac, hdl);
	print_incdirs(out, mac, hdl);
	if (strcmp(hdl->language, "1364-2005"))
		fprintf(out, "language %s\n", hdl->language);
	else if (is_systemverilog(hdl))
		fprintf(out, "language 1800-2017\n");
	if (hdl->no_timing)
		fprintf(out, "verilator --no-timing\n");
	print_phy(out, guesses);
	print_host(out, guesses);
	print_sends(out, guesses);
	print_registers(out, guesses);
	for (size_t i = 0; i < guesses->module->port_count; i++)
		if (guesses->of[i].strobe || guesses->of[i].counter)
			print_counted(out, guesses, i);
}
