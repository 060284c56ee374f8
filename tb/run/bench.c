/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the speed: cycles per CPU second of checked runs, of the same runs unchecked, and of the bare clock loop. */
#include "bench.h"

#include "regs.h"
#include "pool.h"
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	OVERHEAD_OCTETS = 24, /* the preamble, SFD, FCS and gap of a frame */
	BATCH_FRAMES = 16,
	PAUSE_QUANTA = 4,
	MIN_OCTETS = 60, /* without FCS */
	MAX_OCTETS = 1514,
};

/* Appends a frame and takes over OCTETS, even if it fails; OCTETS may be NULL (there was no memory). */
static int add_frame(struct stimulus *stim, enum item_kind kind, uint8_t *octets, uint32_t len)
{
	struct item item = { .kind = kind };

	if (!octets)
		return -ENOMEM;
	item.u.frame = (struct item_frame){
		.octets = octets,
		.len = len,
		.fcs = FCS_GOOD,
		.error_at = INT32_MIN,
		.preamble = 7,
		.sfd = 0xD5,
		.error_code = 0xFE,
		.end_code = 0xFD,
		.column = COLUMN_ANY,
		.gap = kind == ITEM_RX_FRAME ? 12 : 0,
		.stall_at = -1,
	};
	return stimulus_append(stim, &item);
}

/* Returns a broadcast frame of LEN octets, all of which depend on NUMBER. */
static uint8_t *data_frame(uint32_t len, uint32_t number)
{
	uint8_t *octets = malloc(len);

	if (!octets)
		return NULL;
	memset(octets, 0xFF, 6);
	memcpy(octets + 6, (const uint8_t[]){ 0x02, 0, 0, 0, 0, 0x01, 0x88, 0xB5 }, 8);
	for (uint32_t i = 14; i < len; i++)
		octets[i] = (uint8_t)((i * 7 + number * 31) ^ (i >> 3));
	return octets;
}

static uint8_t *pause_frame(void)
{
	static const uint8_t head[] = {
		0x01, 0x80, 0xC2, 0, 0, 0x01, 0x02, 0, 0, 0, 0, 0x02, 0x88, 0x08, 0, 0x01, 0, PAUSE_QUANTA
	};
	uint8_t *octets = calloc(1, MIN_OCTETS);

	if (octets)
		memcpy(octets, head, sizeof(head));
	return octets;
}

static int add_read(struct stimulus *stim, const struct reg_page *page, size_t *index)
{
	for (size_t tried = 0; page && tried < page->count; tried++) {
		const struct reg_row *row = &page->rows[(*index)++ % page->count];
		struct item item = { .kind = ITEM_REG_READ };
		if (row->kind != REG_COUNTER)
			continue;
		item.u.reg.address = row->address;
		return stimulus_append(stim, &item);
	}
	return 0;
}

static int add_wait(struct stimulus *stim)
{
	const struct item item = { .kind = ITEM_WAIT, .u.wait = { .what = WAIT_RX } };

	return stimulus_append(stim, &item);
}

/* Appends BATCH_FRAMES frames in each direction, a PAUSE and a counter read; adds the octet times on the receive wire to
 * *OCTET_TIMES. */
static int add_batch(struct stimulus *stim, const struct reg_page *page, uint32_t batch, size_t *index, uint64_t *octet_times)
{
	static const uint32_t sizes[] = { MIN_OCTETS, 1514, 124, 508, 252, 1020, 576, 1514 };
	int rc = 0;

	for (uint32_t i = 0; i < BATCH_FRAMES && !rc; i++) {
		uint32_t number = batch * BATCH_FRAMES + i, len = sizes[number % (sizeof(sizes) / sizeof(sizes[0]))];
		if (len != MIN_OCTETS && len != MAX_OCTETS)
			len += number % 61;
		rc = add_frame(stim, ITEM_RX_FRAME, data_frame(len, number), len);
		*octet_times += len + OVERHEAD_OCTETS;
		/* The times in which PAUSE holds the transmitter must fit in, too. */
		if (!rc && i < BATCH_FRAMES - 1)
			rc = add_frame(stim, ITEM_TX_FRAME, data_frame(len, ~number), len);
	}
	if (!rc)
		rc = add_frame(stim, ITEM_RX_FRAME, pause_frame(), MIN_OCTETS);
	*octet_times += MIN_OCTETS + OVERHEAD_OCTETS;
	if (!rc)
		rc = add_read(stim, page, index);
	return rc ? rc : add_wait(stim);
}

int bench_stimulus(struct stimulus *stim, const struct dut *dut, uint64_t octet_times)
{
	const struct reg_page *page = dut_page(dut);
	uint64_t covered = 0;
	size_t index = 0;
	int rc;

	*stim = (struct stimulus){ .name = "bench", .seed = 1 };
	rc = stimulus_setup(stim, dut);
	for (uint32_t batch = 0; covered < octet_times && !rc; batch++)
		rc = add_batch(stim, page, batch, &index, &covered);
	return rc;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(double *values, unsigned count)
{
	qsort(values, count, sizeof(*values), compare);
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Measures the cycles per CPU second of the cycle loop in a worker of POOL that carries out STIM as a run of a regression.
 * Returns 0 or negative errno. */
static int worker_speed(struct pool *pool, const struct dut *dut, const struct stimulus *stim, double *ret)
{
	const struct pool_job job = { .dut = dut,
		                      .quiet = true,
		                      .source = { .kind = SOURCE_FILE, .path = stim->name, .made = stim } };
	struct pool_result *result = malloc(sizeof(*result));
	struct env_error error;
	int rc = result ? pool_start(pool, &job, 0, &error) : -ENOMEM;

	while (!rc && !pool_wait(pool, 1000, result))
		;
	if (!rc)
		rc = result->error ? result->error : result->run.score.findings ? -EBADMSG : 0;
	if (!rc)
		*ret = result->run.loop_seconds > 0 ? (double)result->run.cycles / result->run.loop_seconds : 0;
	free(result);
	return rc;
}

/* Measures six rows of REPEATS values in M: the speeds bare, driven and checked, and the ratios of checked to bare, of checked to
 * driven and of a worker's speed to checked. */
static int measure(const struct dut *dut, const struct stimulus *stim, unsigned repeats, uint64_t cycles, struct pool *pool,
                   const atomic_bool *stop, double *m)
{
	double in_worker;
	/* The first speed is not used: it is that of a worker's first run, whose memory is new. */
	int rc = worker_speed(pool, dut, stim, &in_worker);

	if (rc)
		return rc;
	for (unsigned i = 0; i < repeats; i++) {
		for (unsigned kind = SPEED_BARE; kind <= SPEED_CHECKED; kind++) {
			rc = stop && atomic_load(stop) ? -EINTR : run_speed(dut, stim, kind, cycles, &m[kind * repeats + i]);
			if (rc)
				return rc;
			if (!(m[kind * repeats + i] > 0))
				return -EIO;
		}
		m[3 * repeats + i] = m[SPEED_CHECKED * repeats + i] / m[SPEED_BARE * repeats + i];
		m[4 * repeats + i] = m[SPEED_CHECKED * repeats + i] / m[SPEED_DRIVEN * repeats + i];
		rc = worker_speed(pool, dut, stim, &in_worker);
		if (rc)
			return rc;
		m[5 * repeats + i] = in_worker / m[SPEED_CHECKED * repeats + i];
	}
	return 0;
}

int bench_dut(const struct dut *dut, unsigned repeats, uint64_t cycles, const atomic_bool *stop, struct bench_row *ret,
              struct env_error *ret_error)
{
	struct stimulus stim;
	int rc = bench_stimulus(&stim, dut, cycles);
	size_t n = repeats;
	double *m = rc ? NULL : calloc(6 * n, sizeof(*m));
	struct pool *pool = pool_new(1);

	if (!rc)
		rc = m && pool ? measure(dut, &stim, repeats, cycles, pool, stop, m) : -ENOMEM;
	pool_free(pool);
	if (rc == -EBADMSG)
		env_refuse(ret_error, "%s: the checked run has findings, so its speed means nothing; see 'pausebench regress'",
		           dut->name);
	else if (rc)
		env_fail(ret_error, -rc, "cannot measure %s", dut->name);
	else
		*ret = (struct bench_row){
			.dut = dut,
			.speed.bare = bench_median(m, repeats),
			.speed.driven = bench_median(m + n, repeats),
			.speed.checked = bench_median(m + 2 * n, repeats),
			.checked_over_bare = bench_median(m + 3 * n, repeats),
			.checked_over_driven = bench_median(m + 4 * n, repeats),
			.worker_over_checked = bench_median(m + 5 * n, repeats),
		};
	free(m);
	stimulus_release(&stim);
	return rc;
}

void bench_table(FILE *out, const struct bench_row *rows, size_t count)
{
	int width = 3;

	for (size_t i = 0; i < count; i++)
		if ((int)strlen(rows[i].dut->name) > width)
			width = (int)strlen(rows[i].dut->name);
	fprintf(out, "%-*s  %14s  %14s  %14s  %12s  %14s  %14s\n", width, "dut", "bare cycles/s", "driven", "checked",
	        "checked/bare", "checked/driven", "worker/checked");
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%-*s  %14.0f  %14.0f  %14.0f  %12.3f  %14.3f  %14.3f\n", width, rows[i].dut->name,
		        rows[i].speed.bare, rows[i].speed.driven, rows[i].speed.checked, rows[i].checked_over_bare,
		        rows[i].checked_over_driven, rows[i].worker_over_checked);
}

void bench_print_costs(FILE *out, const struct bench_costs *costs)
{
	fprintf(out, "a start of this program: %ld page faults (bound %d), %.1f ms (bound %d)\n", costs->start.page_faults,
	        START_FAULTS_MAX, costs->start.seconds * 1e3, START_MS_MAX);
	fprintf(out, "a run among %d of each DUT: %.1f page faults (bound %d), %.3f processes (bound %.2f)\n", RUN_COST_RUNS,
	        costs->run.page_faults, RUN_FAULTS_MAX, costs->run.forks, run_forks_max);
}

int bench_write(const struct bench_row *rows, size_t count, const struct bench_costs *costs, const char *path,
                struct env_error *ret_error)
{
	json_t *list = json_array();

	for (size_t i = 0; list && i < count; i++) {
		const struct bench_row *row = &rows[i];
		json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f}", "dut", row->dut->name,
		                                      "bare_cycles_per_s", row->speed.bare, "driven_cycles_per_s",
		                                      row->speed.driven, "checked_cycles_per_s", row->speed.checked,
		                                      "checked_over_bare", row->checked_over_bare, "checked_over_driven",
		                                      row->checked_over_driven, "worker_over_checked", row->worker_over_checked));
	}
	return json_replace(json_pack("{s:i, s:o, s:{s:I, s:f}, s:{s:f, s:f}}", "schema_version", 2, "duts", list, "start",
	                              "page_faults", (json_int_t)costs->start.page_faults, "seconds", costs->start.seconds, "run",
	                              "page_faults", costs->run.page_faults, "forks", costs->run.forks),
	                    path, ret_error);
}
