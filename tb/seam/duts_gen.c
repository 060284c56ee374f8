/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator: regs/<device>/duts.def -> the variables of make for the build of each DUT. */
#include "base/dut.h"

#include <stdio.h>
#include <string.h>

static void print_parameters(const struct dut *dut)
{
	char params[512], *save = NULL;

	printf("PARAMS_%s := %s\nGPARAMS_%s :=", dut->name, dut->params, dut->name);
	snprintf(params, sizeof(params), "%s", dut->params);
	for (char *p = strtok_r(params, " ", &save); p; p = strtok_r(NULL, " ", &save))
		printf("%s.%.*s(%s)", p == params ? " " : ",", (int)strcspn(p, "="), p, p + strcspn(p, "=") + 1);
	printf("\n");
}

static void print_capabilities(const struct dut *dut)
{
	printf("CAPABILITIES_%s :=", dut->name);
	for (size_t i = 0; i < CAPABILITY_COUNT; i++)
		if (dut->capabilities & dut_capabilities[i].bit)
			printf(" %s", dut_capabilities[i].name);
	printf("\n");
}

int main(void)
{
	printf("DUTS :=");
	for (size_t i = 0; i < dut_count; i++)
		printf(" %s", dut_table[i].name);
	printf("\n");
	for (size_t i = 0; i < dut_count; i++) {
		const struct dut *dut = &dut_table[i];
		printf("TOP_%s := %s\nSOURCES_%s := %s\nMODEL_%s := %s\n", dut->name, dut->top, dut->name, dut->sources,
		       dut->name, dut->model);
		printf("PHY_%s := %s\nTIMESCALE_%s := %s\n", dut->name, phy_table[dut->phy].name, dut->name,
		       phy_table[dut->phy].wave_unit);
		print_capabilities(dut);
		print_parameters(dut);
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
