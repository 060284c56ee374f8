/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a simulator of a netlist of gates, for many mutants at once (lanes.h).
 * usage: lanes_gen FOLDER PARTS < BLIF; writes FOLDER/lanes_0.c to lanes_PARTS.c, the last of which has the tables */
#include "netlist.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
	struct netlist netlist = { .net = NULL };
	struct units units;

	if (argc != 3 || atoi(argv[2]) < 1)
		netlist_fail("usage: lanes_gen FOLDER PARTS < BLIF");
	netlist_read(&netlist, stdin);
	netlist_map_tables(&netlist);
	units_make(&units, &netlist);
	units_emit(&units, &netlist, argv[1], (unsigned)atoi(argv[2]));
	return 0;
}
