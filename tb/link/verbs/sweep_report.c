/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the output of a sweep: the table, the findings with the links that repeat them, sweep.csv and the plot. doc/use/link.md
 * 6. */
#include "link_groups.h"
#include "sweep_parts.h"
#include "sweep_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_headroom(const void *a, const void *b)
{
	const struct sweep_point *x = a, *y = b;

	return (x->headroom > y->headroom) - (x->headroom < y->headroom);
}

static const char *unit_of(const struct sweep_case *c)
{
	return c->buffer.unit_octets > 1 ? "blocks" : "octets";
}

static void csv_point(FILE *out, const struct sweep_case *c, const struct sweep_point *p)
{
	const struct sweep_outcome *o = &p->out;
	uint64_t settled = o->delivered + o->lost;

	fprintf(out, "%s,%s,%s,%s,%s,%g,%" PRIu32 ",%" PRIu32 ",", c->partner, c->link.end[A].dut->name,
	        c->link.end[A].model ? "model" : "rtl", c->link.end[B].dut->name, c->link.end[B].model ? "model" : "rtl",
	        c->metres, c->quanta, c->len);
	fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,", p->headroom, c->buffer.unit_octets,
	        c->bound.time_holds ? c->bound.headroom : 0, c->bound.slack, c->measured, o->promised);
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.4f,", o->offered, o->delivered, o->lost,
	        settled ? (double)o->lost / (double)settled : 0, o->throughput);
	fprintf(out,
	        "%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.3f,%" PRId32 ",%" PRId32
	        "\n",
	        o->expired, o->overshoot, o->xoff, o->xon, o->crossings, o->findings, o->clocks, o->seconds, c->link.end[A].ppm,
	        c->link.end[B].ppm);
}

static int write_csv(const struct sweep *s, struct env_error *ret_error)
{
	char path[PATH_MAX];
	struct text text;
	int rc = text_open(&text, ret_error);

	if (rc)
		return rc;
	fprintf(
	    text.out,
	    "link,a,a_as,b,b_as,metres,quanta,len,headroom,unit_octets,bound,slack,measured,promised,offered,delivered,lost,loss,"
	    "throughput,expired,overshoot,xoff,xon,crossings,findings,clocks,seconds,a_ppm,b_ppm\n");
	for (size_t i = 0; i < s->count; i++)
		for (unsigned k = 0; k < s->cases[i].points; k++)
			if (s->cases[i].point[k].state == POINT_DONE)
				csv_point(text.out, &s->cases[i], &s->cases[i].point[k]);
	snprintf(path, sizeof(path), "%s/sweep.csv", s->out);
	return text_replace(&text, path, ret_error);
}

static const struct sweep_point *best_point(const struct sweep_case *c)
{
	for (unsigned i = 0; i < c->points; i++)
		if (c->point[i].state == POINT_DONE && (c->measured ? c->point[i].headroom == c->measured : i + 1 == c->points))
			return &c->point[i];
	return NULL;
}

static void print_case(const struct sweep_case *c)
{
	const struct sweep_point *p = best_point(c);
	uint64_t lost = 0, findings = 0, lost_above = 0;
	unsigned runs = 0;

	for (unsigned i = 0; i < c->points; i++) {
		runs += c->point[i].state == POINT_DONE;
		lost += c->point[i].out.lost;
		lost_above += c->point[i].headroom >= c->bound.headroom ? c->point[i].out.lost : 0;
		findings += c->point[i].out.findings;
	}
	printf("%-45s %5g m %6" PRIu32 " %5" PRIu32 "  ", c->partner, c->metres, c->quanta, c->len);
	if (!c->bound.time_holds)
		printf("%6s %5s %8s  ", "-", "-", "-");
	else
		printf("%6" PRIu64 " %5" PRIu64 " %8" PRIu64 "  ", c->bound.headroom, c->bound.slack, c->measured);
	printf("%-6s %4u %6" PRIu64 " %6.1f %%  %s\n", unit_of(c), runs, lost, p ? 100 * p->out.throughput : 0.0,
	       !c->settled                          ? "not finished"
	       : c->differs                         ? "link-bound"
	       : findings                           ? "findings"
	       : !c->bound.time_holds && lost_above ? "XOFF runs out: frames lost whatever the headroom"
	       : !c->bound.time_holds               ? "XOFF may run out"
	                                            : "agree");
}

/* Writes how the bound comes about. */
static void write_sum(const struct bound *b, uint32_t added, char *ret, size_t size)
{
	size_t used = (size_t)snprintf(ret, size, "window");

	for (unsigned i = 0; i < BOUND_TIMES && used < size; i++)
		used += (size_t)snprintf(ret + used, size - used, "%s %s %" PRId64, i ? " +" : "", bound_term_name(i),
		                         b->term[i]);
	if (added && used < size)
		used += (size_t)snprintf(ret + used, size - used, " + added %" PRIu32, added);
	if (used < size)
		used += (size_t)snprintf(ret + used, size - used, " = %" PRId64 " octet times; headroom", b->window);
	for (unsigned i = BOUND_TIMES; i < BOUND_TERMS && used < size; i++)
		used += (size_t)snprintf(ret + used, size - used, "%s %s %" PRId64, i > BOUND_TIMES ? " +" : "",
		                         bound_term_name(i), b->term[i]);
	if (used < size)
		snprintf(ret + used, size - used, " = %" PRIu64, b->headroom);
}

/* Saves the link of a run with findings as a file that repeats it. */
static int save_link(const struct sweep *s, const struct link_description *link, struct env_error *ret_error)
{
	char path[PATH_MAX];
	struct text text;
	int rc = text_open(&text, ret_error);

	if (rc)
		return rc;
	link_file_write(link, text.out);
	snprintf(path, sizeof(path), "%s/%s.link", s->out, link->name);
	return text_replace(&text, path, ret_error);
}

static int take(const struct sweep *s, size_t number, struct sweep_point *p, struct link_groups *groups,
                const struct link_finding *first, uint64_t findings, struct env_error *ret_error)
{
	const struct sweep_case *c = &s->cases[number];
	char sum[sizeof(groups->group->sum)] = "";
	int rc;

	snprintf(p->link.name, sizeof(p->link.name), "sweep-%zu-%" PRIu32, number, p->headroom);
	if (first->plain.rule == RULE_LINK_BOUND)
		write_sum(&c->bound, s->wrong.add, sum, sizeof(sum));
	rc = save_link(s, &p->link, ret_error);
	if (!rc && link_groups_add(groups, &p->link, first, findings, sum))
		rc = env_fail(ret_error, ENOMEM, "no groups");
	return rc;
}

/* Saves the failing runs of case NUMBER and puts them into GROUPS. */
static int take_failures(struct sweep *s, size_t number, struct link_groups *groups, struct env_error *ret_error)
{
	struct sweep_case *c = &s->cases[number];
	int rc = 0;

	for (unsigned k = 0; k < c->points && !rc; k++) {
		struct sweep_point *p = &c->point[k];
		s->findings += p->out.findings;
		if (p->out.findings)
			rc = take(s, number, p, groups, &p->out.first, p->out.findings, ret_error);
		if (!rc && c->differs && p->headroom == c->deciding) {
			s->findings++;
			rc = take(s, number, p, groups, &c->finding, 1, ret_error);
		}
	}
	return rc;
}

static int print_findings(struct sweep *s, struct env_error *ret_error)
{
	char *failures = path_join(s->out, "failures");
	const struct link_groups_how how = { s->self, failures, s->run, s->stop, s->reduce_seconds };
	struct link_groups groups = { .group = NULL };
	int rc = failures ? 0 : env_fail(ret_error, ENOMEM, "no groups");

	for (size_t i = 0; i < s->count && !rc; i++)
		rc = take_failures(s, i, &groups, ret_error);
	if (!rc)
		rc = link_groups_print(&groups, &how, ret_error);
	link_groups_release(&groups);
	free(failures);
	return rc;
}

void sweep_print_head(void)
{
	printf("%-45s %7s %6s %5s  %6s %5s %8s  %-6s %4s %6s %8s\n", "link (A > B, B receives)", "cable", "quanta", "len",
	       "bound", "slack", "measured", "unit", "runs", "lost", "tput");
	fflush(stdout);
}

static void print_next(struct sweep *s)
{
	struct sweep_case *c = &s->cases[s->printed++];

	qsort(c->point, c->points, sizeof(struct sweep_point), by_headroom);
	print_case(c);
	fflush(stdout);
}

void sweep_print_settled(struct sweep *s)
{
	while (s->printed < s->count && s->cases[s->printed].settled)
		print_next(s);
}

static int plot(const struct sweep *s, struct env_error *ret_error)
{
	struct sweep_curve *curves = calloc(s->count, sizeof(*curves));
	int rc;

	if (!curves)
		return env_fail(ret_error, ENOMEM, "no plot");
	for (size_t i = 0; i < s->count; i++) {
		const struct sweep_case *c = &s->cases[i];
		curves[i] = (struct sweep_curve){ .partner = c->partner,
			                          .sender = c->link.end[A].dut->name,
			                          .receiver = c->link.end[B].dut->name,
			                          .sender_ppm = c->link.end[A].ppm,
			                          .receiver_ppm = c->link.end[B].ppm,
			                          .sender_is_model = c->link.end[A].model,
			                          .unit = unit_of(c),
			                          .unit_octets = c->buffer.unit_octets,
			                          .metres = c->metres,
			                          .quanta = c->quanta,
			                          .len = c->len,
			                          .bound = c->bound.time_holds ? c->bound.headroom : 0,
			                          .measured = c->measured };
	}
	rc = sweep_plot(s->out, curves, s->count, ret_error);
	free(curves);
	return rc;
}

int sweep_report(struct sweep *s, struct env_error *ret_error)
{
	int rc;

	while (s->printed < s->count)
		print_next(s);
	rc = print_findings(s, ret_error);
	if (!rc)
		rc = write_csv(s, ret_error);
	if (!rc && s->stopped)
		return env_refuse(ret_error, "interrupted; the table and %s/sweep.csv are partial, there is no plot", s->out);
	if (!rc)
		rc = plot(s, ret_error);
	if (!rc)
		printf("findings %" PRIu64 "; %s/sweep.csv, sweep.svg, sweep.png, loss.svg, loss.png\n", s->findings, s->out);
	return rc;
}
