/* SPDX-License-Identifier: Apache-2.0 */
/* Build-time generator: regs/duts.def -> what make must know to build each DUT. */
#include "dut.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
	printf("DUTS :=");
	for (size_t i = 0; i < dut_count; i++)
		printf(" %s", dut_table[i].name);
	printf("\n");
	for (size_t i = 0; i < dut_count; i++) {
		const struct dut *dut = &dut_table[i];
		char params[512], *save = NULL;
		printf(
		    "TOP_%s := %s\nSOURCES_%s := %s\nMODEL_%s := %s\nPHY_%s := gmii\nPARAMS_%s := %s\nGPARAMS_%s :=", dut->name,
		    dut->top, dut->name, dut->sources, dut->name, dut->model, dut->name, dut->name, dut->params, dut->name);
		snprintf(params, sizeof(params), "%s", dut->params);
		for (char *p = strtok_r(params, " ", &save); p; p = strtok_r(NULL, " ", &save))
			printf("%s.%.*s(%s)", p == params ? " " : ",", (int)strcspn(p, "="), p, p + strcspn(p, "=") + 1);
		printf("\n");
	}
	return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
