/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for several tests: building stimuli, recording the events of a DUT without any model, running commands. */
#ifndef PAUSEBENCH_TESTS_SUPPORT_H
#define PAUSEBENCH_TESTS_SUPPORT_H
#include "base/dut.h"
#include "base/event.h"
#include "generate/seed.h"
#include "hang.h"
#include "run/run.h"
#include "stimulus/item.h"

#include <jansson.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- stimuli, item by item (if memory runs out, the test ends) ---- */

void put_write(struct stimulus *st, uint16_t address, uint32_t value);
/* As put_write(), on a bus with words of 64 bits. */
void put_wide_write(struct stimulus *st, uint16_t address, uint64_t value, uint8_t strobe);
void put_read(struct stimulus *st, uint16_t address);
/* Adds a frame of .len octets; FCS says which FCS follows them (FCS_NONE: the octets include it). Returns the item for further settings. */
struct item_frame *put_rx(struct stimulus *st, const void *octets, size_t len, enum item_fcs fcs);
struct item_frame *put_tx(struct stimulus *st, const void *octets, size_t len);
/* Adds XGMII lanes, sent unchanged. */
struct item_frame *put_lanes(struct stimulus *st, const void *octets, const void *control, size_t len);
void put_request(struct stimulus *st, enum item_kind kind, uint16_t request);
void put_wait(struct stimulus *st, enum item_wait what, uint32_t cycles);
void put_plain(struct stimulus *st, enum item_kind kind);
/* Waits for the register channel and then some cycles, so that the writes before it have taken effect. */
void put_settle(struct stimulus *st);
/* Moves the marks of a BCM5718 above the largest free count and then to 0: it sends an XOFF and an XON. */
void put_xoff_and_xon(struct stimulus *st);
/* Enables receiver and transmitter with the given modes and sets the station address 00-11-22-33-44-55. */
void put_setup(struct stimulus *st, uint32_t rx_mode, uint32_t tx_mode);
/* A frame without FCS: DA, SA 02-00-00-00-00-02, type, then counting octets; RET has LEN octets. */
void make_frame(uint8_t *ret, size_t len, const char *destination, uint16_t type);
/* A PAUSE frame of 60 octets, without FCS, from 02-00-00-00-00-02. */
void make_pause(uint8_t *ret, uint16_t quanta);
void parse_address(uint8_t *ret, const char *text);
/* A stimulus from TEXT in the syntax of *.stim. As stimulus_read_stream(). */
int read_text(struct stimulus *st, const char *text, size_t len, const struct dut *dut, struct stim_error *ret_error);
/* Returns NULL if A and B hold the same items, else a description of the first difference, which is in RET. */
const char *stimulus_difference(const struct stimulus *a, const struct stimulus *b, char *ret, size_t size);

/* ---- the RTL without scoreboard ---- */

struct recording {
	struct event *events; /* octets are copies, owned by the recording */
	size_t count, capacity;
	uint64_t cycles;
	bool timed_out;
};
struct seam_ops;
/* As record(), for a DUT behind any seam; HOST_CHUNK as in struct loop. */
void record_on(const struct seam_ops *ops, const struct dut *dut, uint32_t host_chunk, const struct stimulus *st,
               struct recording *ret);
void record(const struct dut *dut, const struct stimulus *st, struct recording *ret);
void recording_release(struct recording *r);
/* The NTH (from 0) event of a kind, or NULL. */
const struct event *recorded(const struct recording *r, enum event_kind kind, size_t nth);
size_t recorded_count(const struct recording *r, enum event_kind kind);
/* Returns the value of the NTH read of ADDRESS; fails the test if there was no such read. */
uint32_t recorded_read(const struct recording *r, uint16_t address, size_t nth);
uint64_t recorded_wide_read(const struct recording *r, uint16_t address, size_t nth);
/* Returns how many reads of the addresses FIRST to LAST have their setup cycle in a cycle in which a receive event becomes visible. */
unsigned reads_at_event(const struct recording *r, uint16_t first, uint16_t last);

/* ---- checked runs ---- */

/* The run's first finding as one line with DUT, stimulus, seed, cycle, expected, actual and rule, or "no finding". */
const char *finding_line(const struct dut *dut, const struct stimulus *st, const struct run_result *result, char *ret,
                         size_t size);
/* Runs a stimulus; fails the test on an error of the environment. */
void run_checked(const struct dut *dut, const struct stimulus *st, bool black_box, struct run_result *ret);
/* Expects that the cause of each finding does not lie after it. */
void expect_causes(const struct scoreboard_result *result);

/* ---- commands ---- */

struct command {
	int status; /* exit status; 128 + signal if it was killed */
	char *out, *err;
	double seconds;
};
/* sh -c FORMAT from the repository's root. Release with command_release(). */
void command_run(struct command *ret, const char *format, ...) __attribute__((format(printf, 2, 3)));
void command_release(struct command *c);
/* Makes an empty folder below build/tests/; an older one of this name is removed. */
void scratch_make(char *ret, size_t size, const char *name);
void file_write(const char *path, const void *data, size_t size);
/* Writes TEXT to FOLDER/NAME. */
void text_write(const char *folder, const char *name, const char *text);
/* Returns the whole file, NUL-terminated, to be freed; fails the test if it is missing. */
char *file_read(const char *path, size_t *ret_size);
bool file_is_there(const char *path);
/* Returns the JSON value in a file; fails the test if there is none. */
json_t *json_read(const char *path);
#endif
