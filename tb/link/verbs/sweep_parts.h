/* SPDX-License-Identifier: Apache-2.0 */
/* The table, cases, points and runs of the sweep, which its files share. */
#ifndef PAUSEBENCH_SWEEP_PARTS_H
#define PAUSEBENCH_SWEEP_PARTS_H
#include "link/check/bound.h"
#include "link/description/link_device.h"
#include "link/platform/link.h"
#include "link_reduce.h"
#include "run/pool.h"

enum { A, B, POINTS_MAX = 24, LIST_MAX = 4 };

/* A row of sweep.def. */
enum how { how_rtl, how_model };
struct sweep_row {
	bool quick;
	const char *a;
	enum how a_how;
	const char *b;
	enum how b_how;
	double metres[LIST_MAX];
	unsigned metres_count;
	uint32_t quanta[LIST_MAX];
	unsigned quanta_count;
	uint32_t len[LIST_MAX];
	unsigned len_count;
	int32_t ppm[LINK_ENDS];
};

/* The result that the process of a run writes. */
struct sweep_outcome {
	uint64_t offered, delivered, lost, expired, xoff, xon, crossings, clocks, findings;
	double throughput, seconds;
	uint32_t overshoot;
	bool promised, stopped;
	struct link_finding first; /* the earliest finding */
};
_Static_assert(sizeof(struct sweep_outcome) <= POOL_RESULT_OCTETS, "an outcome fits a pool's result");

enum point_state { POINT_WAITS, POINT_RUNS, POINT_DONE, POINT_FAILED };
struct sweep_point {
	struct link_description link;
	uint32_t headroom;
	bool whole; /* its run has all crossings, since none of the first runs with this headroom lost a frame */
	enum point_state state;
	struct sweep_outcome out;
};

struct sweep_case {
	char partner[96];
	double metres;
	uint32_t quanta, len;
	struct link_description link; /* the link of a first run, without the marks */
	uint64_t whole_ps;            /* the time of a whole run */
	struct link_buffer buffer;
	struct link_flow flow;
	struct bound bound;
	uint32_t step, resolution, hysteresis;
	bool one_mark;
	struct sweep_point point[POINTS_MAX];
	unsigned points;
	bool settled;
	uint64_t measured; /* the smallest headroom that lost no frame; 0: none was measured */
	bool differs;      /* the measurement differs from the bound */
	uint32_t deciding; /* the headroom whose run shows the difference */
	struct link_finding finding;
};

struct sweep {
	const char *self, *out, *only;
	link_run_fn *run;
	unsigned jobs;
	double reduce_seconds;
	struct bound_error wrong;
	bool quick;
	bool (*stop)(void);
	struct sweep_case *cases;
	size_t count, printed;
	uint64_t findings;
	bool stopped;
};

/* sweep_case.c: the headrooms that a case runs, and the comparison with its bound. */
int sweep_case_open(struct sweep_case *c, const struct sweep_row *row, const struct bound_error *wrong, unsigned crossings,
                    struct env_error *ret_error);
uint32_t sweep_headroom_max(const struct sweep_case *c);
/* Plans a run with about HEADROOM units unless the case has it already. */
void sweep_add_point(struct sweep_case *c, double headroom);
/* Returns the next run of C, or NULL if there is none now. If the case needs no more runs, this settles and checks it. */
struct sweep_point *sweep_case_next(struct sweep_case *c, const struct bound_error *wrong);

/* sweep_report.c: the table on the terminal, the findings, sweep.csv and the plot. */
void sweep_print_head(void);
/* Prints the next lines of the table whose runs are over. */
void sweep_print_settled(struct sweep *s);
/* Prints and writes all results, even if one of the steps fails. Returns 0 or negative errno. */
int sweep_report(struct sweep *s, struct env_error *ret_error);
#endif
