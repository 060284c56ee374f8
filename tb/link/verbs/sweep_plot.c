/* SPDX-License-Identifier: Apache-2.0 */
/* Plots a sweep: the needed headroom over the length of the cable, with a panel for each receiver; and loss and throughput over
 * headroom, with a panel for each pair and cable. */
#include "sweep_plot.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { COLUMNS = 2, PANEL_WIDTH = 620, PANEL_HEIGHT = 300, HEAD = 40, SHORT_FRAME = 512 };
#define SVG "svg font 'sans,11' background 'white'"
#define PNG "pngcairo font 'sans,9' background 'white'"

static bool same_panel(const struct sweep_curve *a, const struct sweep_curve *b)
{
	return !strcmp(a->partner, b->partner) && a->metres == b->metres;
}

static size_t panel_end(const struct sweep_curve *curves, size_t count, size_t from)
{
	size_t end = from;

	while (end < count && same_panel(&curves[from], &curves[end]))
		end++;
	return end;
}

static size_t panels_of(const struct sweep_curve *curves, size_t count)
{
	size_t panels = 0;

	for (size_t i = 0; i < count; i = panel_end(curves, count, i))
		panels++;
	return panels;
}

static void write_marks(FILE *out, const struct sweep_curve *curves, size_t count)
{
	fprintf(out, "unset arrow\nunset label\n");
	for (size_t i = 0; i < count; i++) {
		if (curves[i].bound)
			fprintf(out, "set arrow from %llu, graph 0 to %llu, graph 1 nohead lw 1.5 dt 3 lc %zu front\n",
			        (unsigned long long)curves[i].bound, (unsigned long long)curves[i].bound, i + 1);
		if (curves[i].measured)
			fprintf(out, "set label '' at %llu, graph 0 point pt 9 ps 1.6 lc %zu front\n",
			        (unsigned long long)curves[i].measured, i + 1);
	}
}

static void write_curve(FILE *out, const struct sweep_curve *c, size_t color, bool last)
{
	char picked[160];

	snprintf(picked, sizeof(picked), "strcol(1) eq '%s' && $6 == %g && $7 == %u && $8 == %u", c->partner, c->metres,
	         c->quanta, c->len);
	fprintf(out,
	        "\tfile using (%s ? $9 : NaN):(100 * $18) axes x1y1 with linespoints lc %zu pt 7 ps 0.6 lw 2 title '%u octets, "
	        "%u quanta', \\\n",
	        picked, color, c->len, c->quanta);
	fprintf(out, "\tfile using (%s ? $9 : NaN):(100 * $19) axes x1y2 with lines lc %zu dt 2 lw 1.5 notitle%s\n", picked,
	        color, last ? "" : ", \\");
}

static void write_panel(FILE *out, const struct sweep_curve *curves, size_t count)
{
	fprintf(out, "\nset title \"%s, %g m\" noenhanced\nset xlabel 'headroom (%s), logarithmic'\n", curves->partner,
	        curves->metres, curves->unit);
	write_marks(out, curves, count);
	fprintf(out, "plot \\\n");
	for (size_t i = 0; i < count; i++)
		write_curve(out, &curves[i], i + 1, i + 1 == count);
}

/* Writes the plot of loss and throughput of all cases. */
static void write_loss(FILE *out, const struct sweep_curve *curves, size_t count, const char *terminal, const char *file)
{
	size_t rows = (panels_of(curves, count) + COLUMNS - 1) / COLUMNS;

	fprintf(out, "\nset terminal %s size %d, %zu\nset output '%s'\n", terminal, COLUMNS * PANEL_WIDTH,
	        rows * PANEL_HEIGHT + HEAD, file);
	fprintf(
	    out,
	    "set multiplot layout %zu, %d title \"Loss (left, solid) and throughput (right, dashed) over headroom; dotted line: "
	    "bound, triangle: smallest loss-free headroom measured\"\n",
	    rows, COLUMNS);
	for (size_t i = 0; i < count; i = panel_end(curves, count, i))
		write_panel(out, &curves[i], panel_end(curves, count, i) - i);
	fprintf(out, "unset multiplot\nunset output\n");
}

/* ---- needed headroom over cable length ---- */

/* Returns true if two cases belong to one line: these differ in cable and pause time alone. */
static bool same_line(const struct sweep_curve *a, const struct sweep_curve *b)
{
	return !strcmp(a->receiver, b->receiver) && !strcmp(a->sender, b->sender) && a->sender_is_model == b->sender_is_model &&
	       a->sender_ppm == b->sender_ppm && a->receiver_ppm == b->receiver_ppm && a->len == b->len;
}

static bool first_of_line(const struct sweep_curve *curves, size_t at)
{
	size_t i = 0;

	while (!same_line(&curves[i], &curves[at]))
		i++;
	return i == at;
}

static bool first_of_receiver(const struct sweep_curve *curves, size_t at)
{
	size_t i = 0;

	while (strcmp(curves[i].receiver, curves[at].receiver))
		i++;
	return i == at;
}

/* Writes the data of the line that begins at LINE, a row for each case: metres, bound and measured headroom in octets (NaN:
 * none), and the text beside the point. Cases of one cable that need the same headroom have one text. */
static void write_line_data(FILE *out, const struct sweep_curve *curves, size_t count, size_t line)
{
	fprintf(out, "$line%zu << EOD\n", line);
	for (size_t i = line; i < count; i++) {
		const struct sweep_curve *c = &curves[i];
		char bound[24] = "NaN", measured[24] = "NaN", text[64] = "";
		bool said = false;
		if (!same_line(c, &curves[line]) || !c->bound)
			continue;
		for (size_t k = line; k < i; k++)
			said |= same_line(&curves[k], c) && curves[k].metres == c->metres && curves[k].bound == c->bound &&
			        curves[k].measured == c->measured;
		snprintf(bound, sizeof(bound), "%llu", (unsigned long long)(c->bound * c->unit_octets));
		if (c->measured)
			snprintf(measured, sizeof(measured), "%llu", (unsigned long long)(c->measured * c->unit_octets));
		if (!said && c->measured == c->bound)
			snprintf(text, sizeof(text), "%s", bound);
		else if (!said)
			snprintf(text, sizeof(text), "%s of %s", c->measured ? measured : "?", bound);
		fprintf(out, "%g %s %s \"%s\"\n", c->metres, bound, measured, text);
	}
	fprintf(out, "EOD\n");
}

/* Returns true if each case of the line that begins at LINE has one in the line at OTHER that needs the same headroom. */
static bool same_needs(const struct sweep_curve *curves, size_t count, size_t line, size_t other)
{
	for (size_t i = 0; i < count; i++) {
		bool found = false;
		if (!same_line(&curves[i], &curves[line]) || !curves[i].bound)
			continue;
		for (size_t k = 0; k < count; k++)
			found |= same_line(&curves[k], &curves[other]) && curves[k].metres == curves[i].metres &&
			         curves[k].bound == curves[i].bound && curves[k].measured == curves[i].measured;
		if (!found)
			return false;
	}
	return true;
}

/* Returns the first line of the same receiver and length of frames that needs the same headrooms as the line at LINE; they are
 * drawn as one. */
static size_t drawn_as(const struct sweep_curve *curves, size_t count, size_t line)
{
	for (size_t i = 0; i < line; i++)
		if (first_of_line(curves, i) && !strcmp(curves[i].receiver, curves[line].receiver) &&
		    curves[i].len == curves[line].len && same_needs(curves, count, line, i) && same_needs(curves, count, i, line))
			return i;
	return line;
}

/* Returns true if the line that begins at LINE has a point of a shorter cable than METRES. */
static bool has_shorter(const struct sweep_curve *curves, size_t count, size_t line, double metres)
{
	for (size_t i = line; i < count; i++)
		if (same_line(&curves[i], &curves[line]) && curves[i].bound && curves[i].metres < metres)
			return true;
	return false;
}

/* Returns the length of the longest cable for which the line that begins at LINE has a point. */
static double longest(const struct sweep_curve *curves, size_t count, size_t line)
{
	double metres = 0;

	for (size_t i = line; i < count; i++)
		if (same_line(&curves[i], &curves[line]) && curves[i].bound && curves[i].metres > metres)
			metres = curves[i].metres;
	return metres;
}

static void write_title(FILE *out, const struct sweep_curve *curves, size_t count, size_t line)
{
	const char *between = "";

	for (size_t i = line; i < count; i++) {
		if (!first_of_line(curves, i) || drawn_as(curves, count, i) != line)
			continue;
		fprintf(out, "%s%s%s", between, curves[i].sender, curves[i].sender_is_model ? " (model)" : "");
		if (curves[i].sender_ppm || curves[i].receiver_ppm)
			fprintf(out, " %+d/%+d ppm", curves[i].sender_ppm, curves[i].receiver_ppm);
		between = ", ";
	}
	fprintf(out, ": %u octets", curves[line].len);
}

static void write_lines(FILE *out, const struct sweep_curve *curves, size_t count, const char *receiver)
{
	unsigned number = 0;

	fprintf(out, "plot \\\n");
	for (size_t i = 0; i < count; i++) {
		double end = longest(curves, count, i);
		if (strcmp(curves[i].receiver, receiver) || !first_of_line(curves, i) || drawn_as(curves, count, i) != i ||
		    end <= 0)
			continue;
		number++;
		fprintf(out, "%s\t$line%zu using 1:2 smooth unique with lines lc %u lw 2 title '", number > 1 ? ", \\\n" : "", i,
		        number);
		write_title(out, curves, count, i);
		fprintf(out, "', \\\n\t'' using 1:2 with points lc %u pt 6 ps 1.4 lw 1.5 notitle, \\\n", number);
		fprintf(out, "\t'' using 1:3 with points lc %u pt 7 ps 0.8 notitle, \\\n", number);
		/* The text of the last point stands beside the end of the line; the other texts stand above the line or, for
		 * short frames, whose lines are the lower ones, below it. Gnuplot crashes on texts of which none is drawn. */
		fprintf(out, "\t'' using ($1 == %g ? $1 : NaN):2:4 with labels left tc lt %u offset 1.2, 0 notitle", end, number);
		if (has_shorter(curves, count, i, end))
			fprintf(out, ", \\\n\t'' using ($1 < %g ? $1 : NaN):2:4 with labels left tc lt %u offset 0.6, %s notitle",
			        end, number, curves[i].len > SHORT_FRAME ? "0.9" : "-0.7");
	}
	fprintf(out, "%s\n", number ? "" : "\tNaN notitle");
}

/* Writes a panel of text with the cases in which frames are lost with any headroom. */
static void write_legend(FILE *out, const struct sweep_curve *curves, size_t count)
{
	double y = 0.97;
	bool any = false;

	fprintf(
	    out,
	    "\nreset\nunset border\nunset tics\nset xrange [0:1]\nset yrange [0:1]\nset key off\nset title 'How to read it'\n");
	fprintf(
	    out,
	    "set label 1 'Line and ring: the bound of the analysis (doc/use/link.md 6). Dot: the smallest headroom' at 0, %g\n"
	    "set label 2 'that lost no frame, as measured. It must lie in the ring, or below it by at most' at 0, %g\n"
	    "set label 3 'the slack. Numbers: octets; \"240 of 256\": measured, and the bound.' at 0, %g\n",
	    y, y - 0.08, y - 0.16);
	y -= 0.3;
	for (size_t i = 0, number = 4; i < count; i++) {
		if (curves[i].bound)
			continue;
		if (!any)
			fprintf(out, "set label %zu 'XOFF can run out, so that no headroom suffices:' at 0, %g\n", number++, y);
		any = true;
		y -= 0.08;
		fprintf(out, "set label %zu \"%s, %g m, %u quanta, %u octets\" at 0.03, %g noenhanced\n", number++,
		        curves[i].partner, curves[i].metres, curves[i].quanta, curves[i].len, y);
	}
	fprintf(out, "plot NaN\n");
}

static void write_headroom(FILE *out, const struct sweep_curve *curves, size_t count, const char *terminal, const char *file)
{
	size_t receivers = 0, rows;

	for (size_t i = 0; i < count; i++)
		receivers += first_of_receiver(curves, i);
	rows = (receivers + 1 + COLUMNS - 1) / COLUMNS; /* one panel says how to read the plot */
	fprintf(out, "\nreset\nset terminal %s size %d, %zu\nset output '%s'\n", terminal, COLUMNS * PANEL_WIDTH,
	        rows * PANEL_HEIGHT + HEAD, file);
	fprintf(out,
	        "set multiplot layout %zu, %d title 'Headroom that loses no frame over the length of the cable: a line for each "
	        "sender and length of its frames'\n",
	        rows, COLUMNS);
	fprintf(out,
	        "set grid xtics ytics lt 1 lc rgb '#cccccc'\nset bmargin 5.5\nset key outside bottom center horizontal samplen 2 "
	        "noenhanced\n"
	        "set border 3\nset xtics nomirror\nset ytics nomirror\nset xlabel 'cable (m)'\nset ylabel 'headroom (octets)'\n"
	        "set offsets 0, graph 0.3, graph 0.2, 0\nset xrange [0:*]\nset yrange [0:*]\n");
	for (size_t i = 0; i < count; i++)
		if (first_of_receiver(curves, i)) {
			fprintf(out, "\nset title \"%s receives", curves[i].receiver);
			if (curves[i].unit_octets > 1)
				fprintf(out, " (%s of %u octets)", curves[i].unit, curves[i].unit_octets);
			fprintf(out, "\" noenhanced\n");
			write_lines(out, curves, count, curves[i].receiver);
		}
	write_legend(out, curves, count);
	fprintf(out, "unset multiplot\nunset output\n");
}

static void write_script(FILE *out, const struct sweep_curve *curves, size_t count)
{
	fprintf(out,
	        "# SPDX-License-Identifier: Apache-2.0\n# The plots of a sweep: gnuplot sweep.gp. Columns: doc/use/link.md 6.\n"
	        "file = 'sweep.csv'\nset datafile separator ','\n"
	        "set linetype 1 lc rgb '#1f77b4'\nset linetype 2 lc rgb '#d95f02'\nset linetype 3 lc rgb '#2ca02c'\n"
	        "set linetype 4 lc rgb '#7b3294'\n"
	        "set grid xtics ytics lc rgb '#dddddd'\nset key outside bottom center horizontal noautotitle samplen 2\n"
	        "set bmargin 5.5\nset logscale x 2\nset autoscale xfix\nset border 11\n"
	        "set ylabel 'frames lost (%%)'\nset y2label 'throughput (%%)'\nset ytics nomirror\nset y2tics\n"
	        "set yrange [0:*]\nset y2range [0:100]\n");
	write_loss(out, curves, count, SVG, "loss.svg");
	write_loss(out, curves, count, PNG, "loss.png");
	fprintf(out, "\nset datafile separator whitespace\n");
	for (size_t i = 0; i < count; i++)
		if (first_of_line(curves, i))
			write_line_data(out, curves, count, i);
	write_headroom(out, curves, count, SVG, "sweep.svg");
	write_headroom(out, curves, count, PNG, "sweep.png");
}

/* Runs the script. The message of an error is the line of gnuplot's output that names a place in the script, or else the first
 * line. */
static int run_gnuplot(const char *dir, struct env_error *ret_error)
{
	char word[2 * PATH_MAX], command[3 * PATH_MAX], line[256] = "", next[256];
	FILE *pipe;
	int status;

	snprintf(command, sizeof(command), "cd %s && gnuplot sweep.gp 2>&1 </dev/null", shell_word(dir, word, sizeof(word)));
	fflush(NULL);
	pipe = popen(command, "r");
	if (!pipe)
		return env_fail(ret_error, errno, "cannot start gnuplot");
	while (fgets(next, sizeof(next), pipe)) {
		next[strcspn(next, "\n")] = 0;
		if (next[strspn(next, " \t^")] && (!line[0] || !strncmp(next, "\"sweep.gp\"", 10)))
			memcpy(line, next, sizeof(line));
	}
	status = pclose(pipe);
	if (!status)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return env_refuse(
		    ret_error, "no plot: there is no gnuplot; install gnuplot-nox (ci/setup.sh link), then run it on %s/sweep.gp",
		    dir);
	return env_refuse(ret_error, "no plot: gnuplot failed on %s/sweep.gp: %s", dir, line[0] ? line : "it says nothing");
}

int sweep_plot(const char *dir, const struct sweep_curve *curves, size_t count, struct env_error *ret_error)
{
	struct text text;
	char path[PATH_MAX];
	int rc = text_open(&text, ret_error);

	if (rc)
		return rc;
	write_script(text.out, curves, count);
	snprintf(path, sizeof(path), "%s/sweep.gp", dir);
	rc = text_replace(&text, path, ret_error);
	return rc ? rc : run_gnuplot(dir, ret_error);
}
