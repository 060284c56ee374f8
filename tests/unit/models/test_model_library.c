/* SPDX-License-Identifier: Apache-2.0 */
/* libpausemodel.a by itself: a user's program is compiled against models/ and linked with the library alone. */
#include "support.h"

#include "pausemodel.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

Test(model_library, an_example_of_a_few_lines_compiles_and_runs)
{
	/* last FCS octet in 171: classified in 174, inhibited from 175 on for 16 quanta of 64 octet times */
	static const char expected[] = "cycle 174: a frame of 64 octets, PAUSE\n"
				       "cycle 175: inhibited, 1024 octet times left\n"
				       "cycle 1199: resumed, 0 octet times left\n"
				       "xoffPauseFramesReceived 1, TX_STATUS 0x8\n";
	struct command c;
	char folder[64];

	scratch_make(folder, sizeof(folder), "model_library");
	command_run(
	    &c,
	    "cc -std=c11 -Wall -Wextra -Werror -Imodels -Iregs -Ibuild/gen tests/unit/models/example_model.c build/libpausemodel.a "
	    "-ldeflate -o "
	    "%s/example && "
	    "%s/example",
	    folder, folder);
	cr_expect_eq(c.status, 0, "%s", c.err);
	cr_expect_str_eq(c.out, expected, "actual:\n%s", c.out);
	command_release(&c);
}

Test(model_library, the_public_header_stands_alone_also_in_cxx)
{
	struct command c;

	command_run(&c, "echo '#include \"pausemodel.h\"' | cc -std=c11 -Wall -Wextra -Werror -pedantic -Imodels -Iregs "
	                "-Ibuild/gen -fsyntax-only -xc -");
	cr_expect_eq(c.status, 0, "%s", c.err);
	command_release(&c);
}

Test(model_library, it_knows_no_simulator_and_no_bench)
{
	struct command c;

	command_run(&c, "nm build/libpausemodel.a | grep -iE 'verilat|seam_|scoreboard_|stimulus_' ; grep -nE '^#include "
	                "\"(seam|event|item|dut|run|loop)' models/*.[ch]");
	cr_expect_str_eq(c.out, "", "%s", c.out);
	command_release(&c);
	/* library code never prints */
	command_run(&c, "nm -u build/libpausemodel.a | grep -wE 'printf|puts|fprintf|putchar|perror|stderr|stdout|exit|abort'");
	cr_expect_str_eq(c.out, "", "%s", c.out);
	command_release(&c);
}

Test(model_library, wrong_configurations_are_refused)
{
	struct pm_config config;

	pm_config_init(&config, "bcm5718");
	config.device = "bcm0000";
	cr_expect_null(pm_new(&config));
	cr_expect_eq(errno, ENODEV, "%s", strerror(errno));
	pm_config_init(&config, "bcm5718");
	config.timing.inhibit = config.timing.classify;
	cr_expect_null(pm_new(&config));
	cr_expect_eq(errno, EINVAL, "%s", strerror(errno));
	pm_config_init(&config, "bcm5718");
	config.bcm5718.long_quanta = 0;
	cr_expect_null(pm_new(&config));
	cr_expect_eq(errno, EINVAL, "%s", strerror(errno));
	pm_free(NULL);
}

/* ---- the whole receive path of the model, from octets to registers, by the documents ---- */

struct drive {
	struct pm_model *m;
	uint64_t xoff_rise, xoff_fall; /* newest */
	uint32_t record;               /* newest */
	unsigned records;
};

static void drive_open(struct drive *d, const struct pm_config *config)
{
	*d = (struct drive){ .m = pm_new(config) };
	cr_assert_not_null(d->m);
	pm_close(d->m);
}

/* Visits every cycle up to TO, which stays open. */
static void drive_to(struct drive *d, uint64_t to)
{
	bool was = d->xoff_rise > d->xoff_fall;

	for (uint64_t cycle = pm_cycle(d->m) + 1; cycle <= to; cycle++) {
		const struct pm_view *view;
		pm_open(d->m, cycle);
		if (cycle == to)
			return;
		view = pm_settle(d->m);
		if (view->rx) {
			d->record = view->rx->record;
			d->records++;
		}
		if (view->xoff && !was)
			d->xoff_rise = cycle;
		if (!view->xoff && was)
			d->xoff_fall = cycle;
		was = view->xoff;
		pm_close(d->m);
	}
}

static void drive_write(struct drive *d, uint16_t address, uint32_t value)
{
	drive_to(d, pm_cycle(d->m) + 2);
	pm_reg_write(d->m, address, value, 0xF);
	pm_close(d->m);
}

static uint32_t drive_read(struct drive *d, uint16_t address)
{
	uint32_t value;

	drive_to(d, pm_cycle(d->m) + 2);
	pm_settle(d->m);
	value = pm_reg_read(d->m, address);
	pm_close(d->m);
	return value;
}

static void append_fcs(uint8_t *run, uint32_t len)
{
	uint32_t crc = 0xFFFFFFFF;

	for (uint32_t i = 8; i < len; i++) {
		crc ^= run[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
	}
	crc = ~crc;
	for (int i = 0; i < 4; i++)
		run[len + (uint32_t)i] = (uint8_t)(crc >> 8 * i);
}

/* Receives a frame of LEN octets and its FCS; BAD: one bit of the FCS is wrong. */
static void drive_frame(struct drive *d, const uint8_t *octets, uint32_t len, bool bad, int32_t error_at)
{
	static uint8_t run[70000];

	memset(run, 0x55, 7);
	run[7] = 0xD5;
	memcpy(run + 8, octets, len - 4);
	append_fcs(run, 8 + len - 4);
	run[8 + len - 1] ^= bad;
	drive_to(d, pm_cycle(d->m) + 13);
	cr_assert_eq(pm_rx_run(d->m, run, 8 + len, error_at), 0);
	pm_close(d->m);
	drive_to(d, pm_cycle(d->m) + 8 + len + 8);
	pm_settle(d->m);
	pm_close(d->m);
}

/* Every receive class and the counters it moves, at the edges of the lengths (RFC 2819, 2863, 3635; doc/devices/bcm5718.md 1). */
Test(model_library, receive_classes_by_length_and_goodness)
{
	static const struct {
		uint32_t len;
		bool bad;
		uint16_t counter; /* the counter that moves besides ifHCInOctets and ifInErrors */
		uint32_t errors;
	} cases[] = {
		{ 63, false, 0x08B8, 1 },   { 63, true, 0x0888, 1 },    { 64, false, 0x088C, 0 },   { 64, true, 0x0898, 1 },
		{ 65, false, 0x088C, 0 },   { 1517, false, 0x088C, 0 }, { 1518, false, 0x088C, 0 }, { 1518, true, 0x0898, 1 },
		{ 1519, false, 0x08B0, 1 }, { 1519, true, 0x08B4, 1 },  { 9018, false, 0x08B0, 1 }, { 14, true, 0x0888, 1 },
		{ 14, false, 0x08B8, 1 },
	};
	static const uint16_t all[] = { 0x0888, 0x088C, 0x0890, 0x0894, 0x0898, 0x089C, 0x08A0,
		                        0x08A4, 0x08A8, 0x08AC, 0x08B0, 0x08B4, 0x08B8 };

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct pm_config config;
		struct drive d;
		uint8_t octets[9100];
		pm_config_init(&config, "bcm5718");
		drive_open(&d, &config);
		drive_write(&d, 0x0410, 0x0011);
		drive_write(&d, 0x0414, 0x22334455);
		drive_write(&d, 0x0468, 0x2);
		make_frame(octets, cases[i].len, "00-11-22-33-44-55", 0x0800);
		drive_frame(&d, octets, cases[i].len, cases[i].bad, -1);
		cr_expect_eq(d.record & 0xFFFF, cases[i].len);
		cr_expect_eq(d.record >> 16 & 1, cases[i].bad, "%u octets: record 0x%X", cases[i].len, d.record);
		cr_expect_eq(drive_read(&d, 0x0880), cases[i].len, "%u octets: ifHCInOctets", cases[i].len);
		cr_expect_eq(drive_read(&d, 0x2254), cases[i].errors, "%u octets: ifInErrors", cases[i].len);
		for (size_t n = 0; n < COUNT_OF(all); n++) {
			uint32_t value = drive_read(&d, all[n]);
			cr_expect_eq(value, all[n] == cases[i].counter, "%u octets, bad %d: 0x%04X is %u", cases[i].len,
			             cases[i].bad, all[n], value);
		}
		pm_free(d.m);
	}
}

/* The preset of the counters, the wrap at 2^32, and the value after a read (doc/devices/bcm5718.md, StatPreset and 5). */
Test(model_library, counters_begin_at_their_preset_and_wrap)
{
	struct pm_config config;
	struct drive d;
	uint8_t octets[100];

	pm_config_init(&config, "bcm5718");
	config.bcm5718.stat_preset = 40;
	drive_open(&d, &config);
	cr_expect_eq(drive_read(&d, 0x0808), 0, "etherStatsCollisions counts nothing in this part");
	drive_write(&d, 0x0410, 0x0011);
	drive_write(&d, 0x0414, 0x22334455);
	drive_write(&d, 0x0468, 0x2);
	make_frame(octets, 100, "00-11-22-33-44-55", 0x0800);
	drive_frame(&d, octets, 100, false, -1);
	cr_expect_eq(drive_read(&d, 0x0880), 60, "ifHCInOctets: 2^32 - 40 + 100");
	cr_expect_eq(drive_read(&d, 0x0880), 0, "a read clears to 0 and not to the preset");
	cr_expect_eq(drive_read(&d, 0x088C), UINT32_MAX - 38, "ifHCInUcastPkts");
	cr_expect_eq(drive_read(&d, 0x2250), UINT32_MAX - 39, "ifInDiscards");
	drive_write(&d, 0x0400, 0x1000 | 0x8);
	cr_expect_eq(drive_read(&d, 0x08A4), 0, "xoffPauseFramesReceived after a clear of the receive counters");
	cr_expect_eq(drive_read(&d, 0x0810), UINT32_MAX - 39, "outXoffSent, of the other direction");
	pm_free(d.m);
}

/* Each condition of a PAUSE is violated alone (A2, R10, R11, R18, R20, R21; PG108-R p.225 for the counters). */
Test(model_library, which_frames_are_pause)
{
	static const struct {
		const char *what, *destination;
		uint16_t type, opcode;
		uint32_t len, mac_mode, rx_mode;
		int32_t error_at;
		bool bad, counted, obeyed, exact64;
	} cases[] = {
		{ "multicast", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 6, -1, false, true, true, false },
		{ "own address", "00-11-22-33-44-55", 0x8808, 1, 64, 8, 6, -1, false, true, true, false },
		{ "own second address", "00-11-22-33-44-56", 0x8808, 1, 64, 8, 6, -1, false, false, false, false },
		{ "next multicast", "01-80-C2-00-00-02", 0x8808, 1, 64, 8, 6, -1, false, false, false, false },
		{ "broadcast", "FF-FF-FF-FF-FF-FF", 0x8808, 1, 64, 8, 6, -1, false, false, false, false },
		{ "foreign unicast", "02-00-00-00-00-09", 0x8808, 1, 64, 8, 6, -1, false, false, false, false },
		{ "type 8809", "01-80-C2-00-00-01", 0x8809, 1, 64, 8, 6, -1, false, false, false, false },
		{ "type 0888", "01-80-C2-00-00-01", 0x0888, 1, 64, 8, 6, -1, false, false, false, false },
		{ "opcode 2", "01-80-C2-00-00-01", 0x8808, 2, 64, 8, 6, -1, false, false, false, false },
		{ "opcode 0100", "01-80-C2-00-00-01", 0x8808, 0x100, 64, 8, 6, -1, false, false, false, false },
		{ "opcode 0101 (PFC)", "01-80-C2-00-00-01", 0x8808, 0x101, 64, 8, 6, -1, false, false, false, false },
		{ "bad FCS", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 6, -1, true, false, false, false },
		{ "code error in the preamble", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 6, 0, false, false, false, false },
		{ "code error in the last octet", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 6, 71, false, false, false, false },
		{ "63 octets", "01-80-C2-00-00-01", 0x8808, 1, 63, 8, 6, -1, false, false, false, false },
		{ "65 octets", "01-80-C2-00-00-01", 0x8808, 1, 65, 8, 6, -1, false, true, true, false },
		{ "65 octets, exactly 64 asked for", "01-80-C2-00-00-01", 0x8808, 1, 65, 8, 6, -1, false, false, false, true },
		{ "1518 octets", "01-80-C2-00-00-01", 0x8808, 1, 1518, 8, 6, -1, false, true, true, false },
		{ "1519 octets", "01-80-C2-00-00-01", 0x8808, 1, 1519, 8, 6, -1, false, false, false, false },
		{ "flow control off", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 2, -1, false, true, false, false },
		{ "half duplex", "01-80-C2-00-00-01", 0x8808, 1, 64, 0xA, 6, -1, false, true, false, false },
		{ "receiver off", "01-80-C2-00-00-01", 0x8808, 1, 64, 8, 4, -1, false, false, false, false },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct pm_config config;
		struct drive d;
		uint8_t octets[1600];
		pm_config_init(&config, "bcm5718");
		config.bcm5718.pause_exact64 = cases[i].exact64;
		drive_open(&d, &config);
		drive_write(&d, 0x0410, 0x0011);
		drive_write(&d, 0x0414, 0x22334455);
		drive_write(&d, 0x0418, 0x0011);
		drive_write(&d, 0x041C, 0x22334456);
		drive_write(&d, 0x0400, cases[i].mac_mode);
		drive_write(&d, 0x0468, cases[i].rx_mode);
		make_frame(octets, cases[i].len, cases[i].destination, cases[i].type);
		octets[14] = (uint8_t)(cases[i].opcode >> 8);
		octets[15] = (uint8_t)cases[i].opcode;
		octets[16] = 0;
		octets[17] = 1;
		drive_frame(&d, octets, cases[i].len, cases[i].bad, cases[i].error_at);
		drive_to(&d, pm_cycle(d.m) + 100);
		pm_close(d.m);
		cr_expect_eq(d.record >> 17 & 1, cases[i].counted, "%s: record 0x%X", cases[i].what, d.record);
		cr_expect_eq(drive_read(&d, 0x08A4), cases[i].counted, "%s: xoffPauseFramesReceived", cases[i].what);
		cr_expect_eq(drive_read(&d, 0x08AC), cases[i].counted, "%s: xoffStateEntered", cases[i].what);
		cr_expect_eq(d.xoff_rise > 0, cases[i].obeyed, "%s: inhibited in cycle %" PRIu64, cases[i].what, d.xoff_rise);
		if (cases[i].obeyed)
			cr_expect_eq(d.xoff_fall - d.xoff_rise, 64, "%s: for %" PRIu64 " octet times", cases[i].what,
			             d.xoff_fall - d.xoff_rise);
		pm_free(d.m);
	}
}
