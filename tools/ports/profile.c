/* SPDX-License-Identifier: Apache-2.0 */
/* The profile of a port, and the arguments of pausebench judge for it (doc/reference/profile.md, doc/use/judge.md). */
#include "counters.h"
#include "nature.h"

#include <inttypes.h>

static const char *const yes_no[] = { "no", "yes" };

const char *nature_time(const struct nature *n, int64_t tick, char *text, size_t size)
{
	int64_t ps = tick * n->tick_ps; /* of the run; the base has whole seconds */
	int64_t ns = n->tap.base_s * INT64_C(1000000000) + ps / 1000;

	snprintf(text, size, "%" PRId64 ".%03" PRId64, ns, ps % 1000);
	return text;
}

static void write_latencies(const struct nature *n, FILE *f)
{
	static const char *const name[LATENCIES] = { "inhibit", "resume", "start", "request", "refresh",
		                                     "event",   "sent",   "write", "fault" };

	for (enum latency l = 0; l < (n->faults ? LATENCIES : FAULT); l++)
		fprintf(f, "latency %s %d %d\n", name[l], n->latency[l].least, n->latency[l].most);
}

static void write_sending(const struct nature *n, FILE *f)
{
	static const char *const by[] = { "none", "level", "pulse" }, *const refresh[] = { "none", "decision", "end", "expiry" };

	fprintf(f, "sends by=%s refresh=%s period=%d xon=%s\n", by[n->sends], refresh[n->refresh],
	        n->refresh && !n->period_is_control ? n->period : 0, yes_no[n->xon]);
	fprintf(f, "freedom XonExpired=%d\nfreedom RequestKept=%d\nfreedom XoffAgain=%d\n", n->xon_expired, n->request_kept,
	        n->xoff_again);
	if (n->pfc)
		fprintf(f, "freedom PfcVector=%d\nfreedom PfcTimes=%d\n", n->pfc_vector, n->pfc_times);
}

static void write_registers(const struct nature *n, FILE *f)
{
	if (n->registers) {
		fprintf(f, "register CONTROL at 0x%x reset=3 setup=0x%x = rx_pause tx_pause\n", AT_CONTROL,
		        n->rx_pause | n->tx_pause << 1);
		fprintf(f, "register QUANTA at 0x%x reset=0xffff setup=0x%x = quanta\n", AT_QUANTA, n->quanta);
	}
	if (n->counters)
		for (enum counter c = 0; c < COUNTERS; c++)
			fprintf(f, "counter %s at 0x%x width=32 read=%s full=wrap\n", counter_name(c), AT_COUNTERS + 8 * (int)c,
			        n->clears ? "clear" : "keep");
}

void nature_write_profile(const struct nature *n, FILE *f)
{
	static const char *const phy[RATES] = { "mii 10", "mii 100", "gmii", "xgmii" };

	fprintf(f, "pausebench-mac 1\nmac port\ninstance port.vh\nsources port.v\nphy %s\n", phy[n->rate]);
	fprintf(f, "host rx=stored fcs=stripped bad=dropped runts=dropped too-long=dropped control=dropped other-control=dropped "
	           "filter=no ready=yes tags=4\n");
	fprintf(f, "host tx=stored shortest=14 ahead=4\n");
	fprintf(f, "obeys multicast%s%s%s shortest=%d longest=%d\n", n->own ? " own" : "", n->tagged ? " tagged" : "",
	        n->pfc ? " pfc" : "", n->shortest, n->longest);
	fprintf(f, "timer from=%s granularity=%d\n", n->from_idle ? "idle" : "reception", n->granularity);
	fprintf(f, "gap octets=%d", n->gap);
	if (n->rate == RATE_10000)
		fprintf(f, " deficit=%s\nfreedom StartUnit=%d", yes_no[n->deficit], n->start_unit);
	fprintf(f, "\nfreedom PauseSurvivesDisable=%d\n", n->survives);
	if (n->from_idle)
		fprintf(f, "freedom TimerWaitsOnce=%d\n", n->waits_once);
	write_sending(n, f);
	write_latencies(n, f);
	if (n->pfc) {
		fprintf(f, "pfc classes=priority");
		if (n->untagged < CLASSES)
			fprintf(f, " untagged=%d", n->untagged);
		fprintf(f, "\n");
	}
	fprintf(f, "lacks %sreset, mdio, half-duplex%s\n", n->lacks_underrun ? "underrun, " : "", n->faults ? "" : ", fault");
	if (n->faults)
		fprintf(f, "freedom FaultLoses=%d\nfreedom FaultCuts=%d\n", n->fault_loses, n->fault_cuts);
	if (n->rate == RATE_10000 && n->lacks_underrun)
		fprintf(f, "freedom HostErrors=0\n");
	write_registers(n, f);
}

void nature_write_arguments(const struct nature *n, FILE *f)
{
	static const char *const client[] = { NULL, "always", "classes" }, *const stamp[] = { "preamble", "sfd", "end" };
	const struct tap *t = &n->tap;
	const char *kind = t->ng ? "pcapng" : "pcap";
	/* What is beyond the digits of a time is wrong, too. */
	int64_t error_ps = t->error_ps + (t->digits == 6 ? 1000000 : t->digits == 9 && n->rate == RATE_10000 ? 1000 : 0);

	fprintf(f, "--profile\nport.mac\n");
	if (t->one_file)
		fprintf(f, "--both\nboth.%s\n", kind);
	else
		fprintf(f, "--rx\nrx.%s\n--tx\ntx.%s\n", kind, kind);
	fprintf(f, "--registers\nregisters.txt\n--set\nstation=0x%012" PRIx64 "\n", n->station);
	fprintf(f, "--fcs\n%s\n--stamp\n%s\n", t->fcs ? "present" : "absent", stamp[t->stamp]);
	if (t->error_ps)
		fprintf(f, "--time-error\n%" PRId64 ".%03" PRId64 "ns\n", error_ps / 1000, error_ps % 1000);
	if (client[n->client])
		fprintf(f, "--client\n%s\n", client[n->client]);
	if (t->fcs && !t->snap)
		fprintf(f, "--damaged-captured\n");
	if (n->rate <= RATE_100)
		fprintf(f, "--set\nspeed=%d\n", n->rate);
	fprintf(f, "--set\nmax_frame=1518\n");
	if (!n->registers)
		fprintf(f, "--set\nrx_pause=%d\n--set\ntx_pause=%d\n--set\nquanta=%d\n", n->rx_pause, n->tx_pause, n->quanta);
	if (n->refresh && n->period_is_control)
		fprintf(f, "--set\nrefresh=%d\n", n->period);
	if (n->pfc) {
		fprintf(f, "--set\npfc_rx=%d\n--set\npfc_tx=%d\n", n->pfc_rx, n->pfc_tx);
		for (int c = 0; c < CLASSES; c++)
			fprintf(f, "--set\npfc_quanta%d=%d\n", c, n->class_quanta[c]);
	}
}
