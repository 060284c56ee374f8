/* SPDX-License-Identifier: Apache-2.0 */
/* The plot of a sweep: panels of loss and throughput over headroom. */
#include "sweep_plot.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { COLUMNS = 2, PANEL_WIDTH = 620, PANEL_HEIGHT = 300, HEAD = 40 };

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

static void write_panels(FILE *out, const struct sweep_curve *curves, size_t count, const char *terminal, const char *file)
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

static void write_script(FILE *out, const struct sweep_curve *curves, size_t count)
{
	fprintf(out, "# SPDX-License-Identifier: Apache-2.0\n# Loss and throughput over headroom: gnuplot sweep.gp. Columns: "
	             "doc/link.md 6.\n"
	             "file = 'sweep.csv'\nset datafile separator ','\n"
	             "set linetype 1 lc rgb '#1f77b4'\nset linetype 2 lc rgb '#d95f02'\nset linetype 3 lc rgb '#2ca02c'\n"
	             "set linetype 4 lc rgb '#7b3294'\n"
	             "set grid xtics ytics lc rgb '#dddddd'\nset key outside bottom center horizontal noautotitle samplen 2\n"
	             "set bmargin 5.5\nset logscale x 2\nset autoscale xfix\nset border 11\n"
	             "set ylabel 'frames lost (%%)'\nset y2label 'throughput (%%)'\nset ytics nomirror\nset y2tics\n"
	             "set yrange [0:*]\nset y2range [0:100]\n");
	write_panels(out, curves, count, "svg font 'sans,11' background 'white'", "sweep.svg");
	write_panels(out, curves, count, "pngcairo font 'sans,9' background 'white'", "sweep.png");
}

/* Runs the script. An error has the line of gnuplot that names a place in the script, which comes after an echo of the command, or its first line. */
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
