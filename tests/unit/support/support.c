/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers for several tests, and tests of those helpers on which other tests depend. */
#include "support.h"

#include "drive/loop.h"
#include "pausemodel.h"
#include "report/report.h"
#include "seam/seam.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A test may run hundreds of stimuli in one process. It keeps the memory that a run needed for the next one: a page that is touched for the first time
 * costs more than a thousand instructions, on some machines a hundred thousand. */
__attribute__((constructor)) static void keep_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

static void append(struct stimulus *st, const struct item *item)
{
	cr_assert_eq(stimulus_append(st, item), 0, "no memory");
}

void put_write(struct stimulus *st, uint16_t address, uint32_t value)
{
	append(st, &(struct item){ .kind = ITEM_REG_WRITE, .u.reg = { .address = address, .value = value, .strobe = 0xF } });
}

void put_wide_write(struct stimulus *st, uint16_t address, uint64_t value, uint8_t strobe)
{
	append(st, &(struct item){ .kind = ITEM_REG_WRITE, .u.reg = { .address = address, .value = value, .strobe = strobe } });
}

void put_read(struct stimulus *st, uint16_t address)
{
	append(st, &(struct item){ .kind = ITEM_REG_READ, .u.reg = { .address = address } });
}

static struct item_frame *put_octets(struct stimulus *st, enum item_kind kind, const void *octets, size_t len, enum item_fcs fcs)
{
	struct item item = { .kind = kind };
	struct item_frame *frame = &item.u.frame;

	*frame = (struct item_frame){
		.len = (uint32_t)len,
		.fcs = fcs,
		.error_at = INT32_MIN,
		.preamble = 7,
		.sfd = 0xD5,
		.stall_at = -1,
		.error_code = 0xFE,
		.end_code = 0xFD,
		.column = COLUMN_ANY,
	};
	frame->gap = kind == ITEM_TX_FRAME ? 0 : 12;
	frame->octets = malloc(len ? len : 1);
	cr_assert_not_null(frame->octets);
	memcpy(frame->octets, octets, len);
	append(st, &item);
	return &st->items[st->count - 1].u.frame;
}

struct item_frame *put_rx(struct stimulus *st, const void *octets, size_t len, enum item_fcs fcs)
{
	return put_octets(st, ITEM_RX_FRAME, octets, len, fcs);
}

struct item_frame *put_tx(struct stimulus *st, const void *octets, size_t len)
{
	return put_octets(st, ITEM_TX_FRAME, octets, len, FCS_GOOD);
}

struct item_frame *put_lanes(struct stimulus *st, const void *octets, const void *control, size_t len)
{
	struct item_frame *frame = put_octets(st, ITEM_RX_LANES, octets, len, FCS_NONE);

	frame->control = malloc(len ? len : 1);
	cr_assert_not_null(frame->control);
	memcpy(frame->control, control, len);
	return frame;
}

void put_request(struct stimulus *st, enum item_kind kind, uint16_t request)
{
	append(st, &(struct item){ .kind = kind, .u.request = request });
}

void put_wait(struct stimulus *st, enum item_wait what, uint32_t cycles)
{
	append(st, &(struct item){ .kind = ITEM_WAIT, .u.wait = { .what = what, .cycles = cycles } });
}

void put_plain(struct stimulus *st, enum item_kind kind)
{
	append(st, &(struct item){ .kind = kind });
}

void put_settle(struct stimulus *st)
{
	put_wait(st, WAIT_REG, 0);
	put_wait(st, WAIT_CYCLES, 16);
}

void put_setup(struct stimulus *st, uint32_t rx_mode, uint32_t tx_mode)
{
	put_write(st, 0x0410, 0x00000011);
	put_write(st, 0x0414, 0x22334455);
	put_write(st, 0x0468, rx_mode);
	put_write(st, 0x045C, tx_mode);
	put_settle(st);
}

void put_xoff_and_xon(struct stimulus *st)
{
	for (int above = 1; above >= 0; above--) {
		uint32_t mark = above ? 0x1FF : 0;
		/* an XON is due while the free count is above the high mark, so that one is the first to rise and the last to fall */
		put_write(st, above ? 0x4418 : 0x4414, mark);
		put_write(st, above ? 0x4414 : 0x4418, mark);
		put_settle(st);
		put_wait(st, WAIT_CYCLES, 200);
	}
}

void parse_address(uint8_t *ret, const char *text)
{
	for (int i = 0; i < 6; i++)
		ret[i] = (uint8_t)strtoul(text + 3 * i, NULL, 16);
}

void make_frame(uint8_t *ret, size_t len, const char *destination, uint16_t type)
{
	uint8_t head[14];

	parse_address(head, destination);
	parse_address(head + 6, "02-00-00-00-00-02");
	head[12] = (uint8_t)(type >> 8);
	head[13] = (uint8_t)type;
	for (size_t i = 0; i < len; i++)
		ret[i] = i < sizeof(head) ? head[i] : (uint8_t)(i - sizeof(head));
}

void make_pause(uint8_t *ret, uint16_t quanta)
{
	make_frame(ret, 14, "01-80-C2-00-00-01", 0x8808);
	memset(ret + 14, 0, 46);
	ret[15] = 1;
	ret[16] = (uint8_t)(quanta >> 8);
	ret[17] = (uint8_t)quanta;
}

int read_text(struct stimulus *st, const char *text, size_t len, const struct dut *dut, struct stim_error *ret_error)
{
	FILE *in = tmpfile();
	int rc;

	cr_assert_not_null(in);
	cr_assert_eq(fwrite(text, 1, len, in), len);
	rewind(in);
	rc = stimulus_read_stream(st, in, "text.stim", dut, ret_error);
	fclose(in);
	return rc;
}

static bool fcs_equal(const struct item_frame *a, const struct item_frame *b)
{
	return a->fcs == b->fcs && (a->fcs != FCS_VALUE || a->fcs_value == b->fcs_value);
}

static bool frames_equal(const struct item_frame *a, const struct item_frame *b, enum item_kind kind)
{
	if (a->len != b->len || memcmp(a->octets, b->octets, a->len) || a->gap != b->gap)
		return false;
	if (kind == ITEM_TX_FRAME)
		return a->stall_at == b->stall_at && (a->stall_at < 0 || a->stall == b->stall) &&
		       a->host_error == b->host_error && a->host_fcs == b->host_fcs && (!a->host_fcs || fcs_equal(a, b));
	if (kind == ITEM_RX_LANES)
		return a->column == b->column && !memcmp(a->control, b->control, a->len);
	if (a->error_at != b->error_at || (a->error_at != INT32_MIN && a->error_len != b->error_len))
		return false;
	if (a->lead != b->lead || a->dribble != b->dribble || a->collides != b->collides)
		return false;
	if (kind == ITEM_RX_RAW)
		return true;
	return fcs_equal(a, b) && a->preamble == b->preamble && a->sfd == b->sfd && a->column == b->column &&
	       a->error_code == b->error_code && a->end_code == b->end_code;
}

static bool phys_equal(const struct item *a, const struct item *b)
{
	if (a->u.phy.what != b->u.phy.what || a->u.phy.phy != b->u.phy.phy || a->u.phy.present != b->u.phy.present)
		return false;
	if (a->u.phy.what == PHY_ITEM_REGISTER && !a->u.phy.present)
		return true;
	return a->u.phy.reg == b->u.phy.reg && a->u.phy.value == b->u.phy.value;
}

static bool expectations_equal(const struct item_expect *a, const struct item_expect *b)
{
	return a->what == b->what && a->none == b->none && a->from == b->from &&
	       !memcmp(&a->after, &b->after, sizeof(a->after)) && !memcmp(&a->until, &b->until, sizeof(a->until)) &&
	       !memcmp(&a->within, &b->within, sizeof(a->within)) && a->octets == b->octets && a->time == b->time &&
	       a->classes == b->classes;
}

static bool items_equal(const struct item *a, const struct item *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case ITEM_RX_FRAME:
	case ITEM_RX_RAW:
	case ITEM_RX_LANES:
	case ITEM_TX_FRAME:
		return frames_equal(&a->u.frame, &b->u.frame, a->kind);
	case ITEM_RX_IDLE:
		return a->u.idle.data == b->u.idle.data && a->u.idle.error == b->u.idle.error && a->u.idle.len == b->u.idle.len &&
		       (!a->u.idle.len || a->u.idle.gap == b->u.idle.gap);
	case ITEM_REG_WRITE:
		return a->u.reg.address == b->u.reg.address && a->u.reg.value == b->u.reg.value &&
		       a->u.reg.strobe == b->u.reg.strobe;
	case ITEM_REG_READ:
		return a->u.reg.address == b->u.reg.address && a->u.reg.expect_mask == b->u.reg.expect_mask &&
		       (a->u.reg.expect & a->u.reg.expect_mask) == (b->u.reg.expect & b->u.reg.expect_mask);
	case ITEM_PAUSE_REQ:
	case ITEM_PFC_REQ:
		return a->u.request == b->u.request;
	case ITEM_HOST_RATE:
		return a->u.rate.on == b->u.rate.on && a->u.rate.off == b->u.rate.off;
	case ITEM_PHY:
		return phys_equal(a, b);
	case ITEM_NEGOTIATE:
		return a->u.negotiate.phy == b->u.negotiate.phy && a->u.negotiate.master == b->u.negotiate.master &&
		       a->u.negotiate.advertise == b->u.negotiate.advertise;
	case ITEM_LINK:
		return a->u.link.mbps == b->u.link.mbps && a->u.link.half == b->u.link.half;
	case ITEM_COLLISION:
		return a->u.collision.at == b->u.collision.at && a->u.collision.len == b->u.collision.len &&
		       a->u.collision.count == b->u.collision.count;
	case ITEM_CARRIER:
		return a->u.carrier.len == b->u.carrier.len && a->u.carrier.after_tx == b->u.carrier.after_tx &&
		       (!a->u.carrier.after_tx || a->u.carrier.at == b->u.carrier.at);
	case ITEM_CLOCK_STOP:
	case ITEM_CLOCK_RESET:
		return a->u.clock.domain == b->u.clock.domain && a->u.clock.cycles == b->u.clock.cycles;
	case ITEM_RESET:
		return a->u.wait.cycles == b->u.wait.cycles;
	case ITEM_WAIT:
		return a->u.wait.what == b->u.wait.what && a->u.wait.cycles == b->u.wait.cycles && a->u.wait.at == b->u.wait.at &&
		       a->u.wait.octets == b->u.wait.octets;
	case ITEM_EXPECT:
		return expectations_equal(&a->u.expect, &b->u.expect);
	default:
		return true;
	}
}

const char *stimulus_difference(const struct stimulus *a, const struct stimulus *b, char *ret, size_t size)
{
	if (a->count != b->count || a->seed != b->seed || a->needs != b->needs) {
		snprintf(ret, size, "count %zu/%zu, seed %u/%u, needs %#" PRIx64 "/%#" PRIx64, a->count, b->count, a->seed,
		         b->seed, a->needs, b->needs);
		return ret;
	}
	if (a->readings_named != b->readings_named || a->readings != b->readings) {
		snprintf(ret, size, "readings %x/%x, of them 1 %x/%x", a->readings_named, b->readings_named, a->readings,
		         b->readings);
		return ret;
	}
	for (size_t i = 0; i < a->count; i++) {
		if (items_equal(&a->items[i], &b->items[i]))
			continue;
		snprintf(ret, size, "item %zu of kind %d/%d differs (lines %u/%u)", i, a->items[i].kind, b->items[i].kind,
		         a->items[i].line, b->items[i].line);
		return ret;
	}
	return NULL;
}

static void *copy_of(const void *octets, size_t len)
{
	void *copy = malloc(len ? len : 1);

	cr_assert_not_null(copy);
	memcpy(copy, octets, len);
	return copy;
}

/* A read has its expectation in the place of octets and codes. */
static bool has_octets(const struct event *event)
{
	return event->kind != EVENT_REG_READ && event->octets;
}

static void keep(void *context, const struct event *events, size_t count)
{
	struct recording *r = context;

	if (r->count + count > r->capacity) {
		r->capacity = 2 * (r->count + count);
		r->events = realloc(r->events, r->capacity * sizeof(*r->events));
		cr_assert_not_null(r->events);
	}
	for (size_t i = 0; i < count; i++) {
		struct event *event = &r->events[r->count++];
		*event = events[i];
		if (!has_octets(event))
			continue;
		event->octets = copy_of(events[i].octets, event->len);
		if (event->code)
			event->code = copy_of(events[i].code, event->codes * sizeof(*event->code));
	}
}

void record_on(const struct seam_ops *ops, const struct dut *dut, uint32_t host_chunk, const struct stimulus *st,
               struct recording *ret)
{
	struct loop loop = { .ops = ops, .monitor = true, .sink = keep, .sink_context = ret, .host_chunk = host_chunk };

	*ret = (struct recording){ 0 };
	cr_assert_not_null(loop.ops, "dut %s is not in this binary", dut->name);
	cr_assert_eq(sequencer_init(&loop.seq, st), 0);
	loop.seam = loop.ops->open(st->seed);
	cr_assert_not_null(loop.seam);
	if (loop.ops->pins(loop.seam)->common.turned)
		*loop.ops->pins(loop.seam)->common.turned = dut->turned;
	loop.max_cycles = 20000000;
	loop.max_seconds = HANG_SECONDS;
	cr_assert_eq(loop_run(&loop, dut), 0);
	ret->cycles = loop.cycle;
	ret->timed_out = loop.timed_out || loop.apb_hung;
	loop.ops->close(loop.seam);
	sequencer_release(&loop.seq);
	cr_assert_not(ret->timed_out, "dut %s seed %u: no end after %" PRIu64 " cycles", dut->name, st->seed, ret->cycles);
}

void record(const struct dut *dut, const struct stimulus *st, struct recording *ret)
{
	record_on(seam_by_dut(dut->name), dut, pm_host_chunk(dut->model, dut_buffer_unit(dut)), st, ret);
}

void recording_release(struct recording *r)
{
	for (size_t i = 0; i < r->count; i++)
		if (has_octets(&r->events[i]))
			free((uint8_t *)r->events[i].octets), free((uint32_t *)r->events[i].code);
	free(r->events);
	*r = (struct recording){ 0 };
}

const struct event *recorded(const struct recording *r, enum event_kind kind, size_t nth)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == kind && !nth--)
			return &r->events[i];
	return NULL;
}

size_t recorded_count(const struct recording *r, enum event_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < r->count; i++)
		count += r->events[i].kind == kind;
	return count;
}

uint64_t recorded_wide_read(const struct recording *r, uint16_t address, size_t nth)
{
	size_t skip = nth;

	for (size_t i = 0; i < r->count; i++)
		if (r->events[i].kind == EVENT_REG_READ && r->events[i].address == address && !skip--)
			return r->events[i].value;
	cr_assert_fail("read %zu of 0x%04X did not happen", nth, address);
	return 0;
}

unsigned reads_at_event(const struct recording *r, uint16_t first, uint16_t last)
{
	unsigned count = 0;

	for (size_t i = 0; i < r->count; i++) {
		const struct event *e = &r->events[i];
		if (e->kind != EVENT_REG_READ || e->address < first || e->address > last)
			continue;
		for (size_t j = i > 8 ? i - 8 : 0; j < i + 8 && j < r->count; j++)
			count += r->events[j].kind == EVENT_OBS_RX && r->events[j].cycle == e->cycle;
	}
	return count;
}

uint32_t recorded_read(const struct recording *r, uint16_t address, size_t nth)
{
	return (uint32_t)recorded_wide_read(r, address, nth);
}

const char *finding_line(const struct dut *dut, const struct stimulus *st, const struct run_result *result, char *ret,
                         size_t size)
{
	const struct finding *f = finding_first(&result->score);

	if (f)
		snprintf(ret, size,
		         "dut %s, %s, seed %u: %" PRIu64 " findings, the first at cycle %" PRIu64
		         ": %s: expected %s, actual %s; rule %s (%s)",
		         dut->name, st->name, st->seed, result->score.findings, f->cycle, f->what, f->expected, f->actual,
		         rule_table[f->rule].name, rule_table[f->rule].document);
	else
		snprintf(ret, size, "dut %s, %s, seed %u: status %s, no finding", dut->name, st->name, st->seed,
		         run_status_name(result->status));
	return ret;
}

void run_checked(const struct dut *dut, const struct stimulus *st, bool black_box, struct run_result *ret)
{
	const struct run_options options = { .black_box = black_box, .max_seconds = HANG_SECONDS };
	int rc = run_stimulus(dut, st, &options, ret);

	cr_assert_eq(rc, 0, "dut %s, %s: %s", dut->name, st->name, strerror(-rc));
}

void expect_causes(const struct scoreboard_result *result)
{
	for (size_t i = 0; i < result->findings && i < SCOREBOARD_FINDINGS_MAX; i++) {
		const struct finding *f = &result->finding[i];
		cr_expect_leq(f->cause_cycle, f->cycle,
		              "%s in cycle %" PRIu64 ": cause in cycle %" PRIu64 ": %s: expected %s, actual %s",
		              rule_table[f->rule].name, f->cycle, f->cause_cycle, f->what, f->expected, f->actual);
	}
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

void command_run(struct command *ret, const char *format, ...)
{
	char text[8192], out[64], err[64];
	char *argv[] = { "sh", "-c", text, NULL };
	double started = now();
	va_list args;
	int status;
	pid_t pid, parent = getpid();

	va_start(args, format);
	cr_assert_lt(vsnprintf(text, sizeof(text), format, args), (int)sizeof(text));
	va_end(args);
	mkdir("build/tests", 0777);
	snprintf(out, sizeof(out), "build/tests/out.%d", getpid());
	snprintf(err, sizeof(err), "build/tests/err.%d", getpid());
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it ends with its test */
		if (getppid() != parent || !freopen("/dev/null", "r", stdin) || !freopen(out, "w", stdout) ||
		    !freopen(err, "w", stderr))
			_exit(126);
		execv("/bin/sh", argv);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0)
		cr_assert_eq(errno, EINTR);
	ret->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	ret->out = file_read(out, NULL);
	ret->err = file_read(err, NULL);
	ret->seconds = now() - started;
	unlink(out);
	unlink(err);
}

void command_release(struct command *c)
{
	free(c->out);
	free(c->err);
}

void scratch_make(char *ret, size_t size, const char *name)
{
	struct command c;

	snprintf(ret, size, "build/tests/%s", name);
	command_run(&c, "rm -rf '%s' && mkdir -p '%s'", ret, ret);
	cr_assert_eq(c.status, 0, "%s: %s", ret, c.err);
	command_release(&c);
}

void file_write(const char *path, const void *data, size_t size)
{
	FILE *out = fopen(path, "wb");

	cr_assert_not_null(out, "%s: %s", path, strerror(errno));
	cr_assert_eq(fwrite(data, 1, size, out), size);
	cr_assert_eq(fclose(out), 0);
}

void text_write(const char *folder, const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file_write(path, text, strlen(text));
}

char *file_read(const char *path, size_t *ret_size)
{
	FILE *in = fopen(path, "rb");
	size_t used = 0, capacity = 4096, n;
	char *data = malloc(capacity);

	cr_assert_not_null(in, "%s: %s", path, strerror(errno));
	while ((n = fread(data + used, 1, capacity - used - 1, in)) > 0) {
		used += n;
		if (capacity - used < 2) {
			capacity *= 2;
			data = realloc(data, capacity);
			cr_assert_not_null(data);
		}
	}
	fclose(in);
	data[used] = 0;
	if (ret_size)
		*ret_size = used;
	return data;
}

bool file_is_there(const char *path)
{
	struct stat st;

	return !stat(path, &st) && st.st_size > 0;
}

json_t *json_read(const char *path)
{
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);

	cr_assert_not_null(root, "%s:%d: %s", path, error.line, error.text);
	return root;
}

Test(support, difference_sees_every_change)
{
	char text[160];
	uint8_t octets[60];

	make_frame(octets, sizeof(octets), "02-00-00-00-00-01", 0x0800);
	for (int change = 0; change < 12; change++) {
		struct stimulus st[2] = { { 0 }, { 0 } };
		for (int i = 0; i < 2; i++) {
			bool is = i && change;
			struct item_frame *frame = put_rx(&st[i], octets, sizeof(octets) - (is && change == 1),
			                                  is && change == 2 ? FCS_BAD : FCS_GOOD);
			frame->octets[20] ^= is && change == 3;
			frame->preamble += is && change == 4;
			frame->gap += is && change == 5;
			frame->error_at = is && change == 6 ? 3 : INT32_MIN;
			put_write(&st[i], 0x45C, is && change == 7 ? 1 : 2);
			put_wait(&st[i], is && change == 8 ? WAIT_RX : WAIT_TX, is && change == 9 ? 5 : 6);
			put_read(&st[i], is && change == 10 ? 0x460 : 0x468);
			st[i].items[st[i].count - 1].u.reg.expect_mask = is && change == 11;
		}
		const char *difference = stimulus_difference(&st[0], &st[1], text, sizeof(text));
		cr_expect_eq(!difference, !change, "change %d: %s", change, difference ? difference : "no difference seen");
		stimulus_release(&st[0]);
		stimulus_release(&st[1]);
	}
}

Test(support, command_returns_status_and_both_outputs)
{
	struct command c;

	command_run(&c, "echo one; echo two >&2; exit %d", 7);
	cr_expect_eq(c.status, 7);
	cr_expect_str_eq(c.out, "one\n");
	cr_expect_str_eq(c.err, "two\n");
	command_release(&c);
	command_run(&c, "kill -9 $$");
	cr_expect_eq(c.status, 128 + 9);
	command_release(&c);
}
