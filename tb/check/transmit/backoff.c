/* SPDX-License-Identifier: Apache-2.0 */
/* The back-offs of a run against a uniform distribution: 802.3 4.2.3.2.5 (R81); doc/devices/bcm1250.md 3.
 *
 * After n collisions each r of 0 .. 2^min(n,10)-1 is equally likely. A wait that has not ended with slot r - 1 therefore ends with slot
 * r in one of 2^min(n,10) - r cases, whatever may hold it later. So a wait that something else cut short counts as far as it
 * went. The last r is certain and proves nothing. The slots are gathered in cells, once by the upper bits of r and once by
 * the lower ones, so many that each cell expects 20 waits, at most 64; the squares of the deviations over their variances
 * sum up to chi-square with as many degrees of freedom as there are cells.
 *
 * The bound is that of 6.5 standard deviations: a fair device exceeds it with a probability below 1e-10 in each test, of which a run
 * has at most 20. A device whose back-offs are repeatable passes always or never. A generator that leaves out a half of the back-offs
 * is found after 57 waits. */
#include "transmit.h"

#include <math.h>

enum { CELLS_MAX = 64, CELL_WAITS = 20 };

struct cell {
	double decided, expected, variance;
};

/* The value that a chi-square variable of DEGREES exceeds with a probability below 1e-10; Wilson and Hilferty. */
static double critical(unsigned degrees)
{
	const double z = 6.5, part = 2.0 / (9.0 * degrees);

	return degrees * pow(1 - part + z * sqrt(part), 3);
}

static double chi_square(const struct cell *cell, unsigned cells, unsigned *ret_degrees)
{
	double sum = 0;

	*ret_degrees = 0;
	for (unsigned i = 0; i < cells; i++) {
		if (cell[i].variance <= 0)
			continue;
		sum += (cell[i].decided - cell[i].expected) * (cell[i].decided - cell[i].expected) / cell[i].variance;
		++*ret_degrees;
	}
	return sum;
}

/* Returns the cell that deviates most from what it expects. */
static unsigned worst(const struct cell *cell, unsigned cells)
{
	unsigned ret = 0;

	for (unsigned i = 1; i < cells; i++)
		if (fabs(cell[i].decided - cell[i].expected) > fabs(cell[ret].decided - cell[ret].expected))
			ret = i;
	return ret;
}

static void check(struct scoreboard *sb, unsigned n, uint64_t waits, const char *bits, const struct cell *cell, unsigned cells)
{
	unsigned degrees;
	double sum = chi_square(cell, cells, &degrees);
	const unsigned most = worst(cell, cells);

	if (degrees && sum > critical(degrees))
		score_find(sb, RULE_TX_BACKOFF, sb->now, sb->now, "back-offs",
		           "%s bits of r after collision %u equally likely: chi-square below %.1f|"
		           "%.1f of %llu waits; the value %u of 0 to %u came %.0f times, not about %.0f",
		           bits, n, critical(degrees), sum, (unsigned long long)waits, most, cells - 1, cell[most].decided,
		           cell[most].expected);
}

static void add(struct cell *cell, double decided, double trials, double likely)
{
	cell->decided += decided;
	cell->expected += trials * likely;
	cell->variance += trials * likely * (1 - likely);
}

static void check_range(struct scoreboard *sb, unsigned n)
{
	struct cell upper[CELLS_MAX] = { 0 }, lower[CELLS_MAX] = { 0 };
	struct pm_backoffs b;
	uint64_t waits = 0, trials;
	unsigned cells;

	pm_backoffs_of(sb->m, n, &b);
	cells = b.count < CELLS_MAX ? b.count : CELLS_MAX;
	for (uint32_t r = 0; r < b.count; r++)
		waits += b.decided[r];
	while (cells > 1 && waits < (uint64_t)CELL_WAITS * cells)
		cells /= 2;
	if (cells == 1)
		return;
	trials = b.held[b.count];
	for (uint32_t r = b.count; r--; trials += b.held[r]) {
		trials += b.decided[r];
		add(&upper[r / (b.count / cells)], b.decided[r], (double)trials, 1.0 / (b.count - r));
		add(&lower[r % cells], b.decided[r], (double)trials, 1.0 / (b.count - r));
	}
	check(sb, n, waits, "upper", upper, cells);
	if (cells < b.count)
		check(sb, n, waits, "lower", lower, cells);
}

void score_backoffs(struct scoreboard *sb)
{
	for (unsigned n = 1; n <= PM_BACKOFF_RANGES; n++)
		check_range(sb, n);
}
