// SPDX-License-Identifier: Apache-2.0
#include "Vbench.h"

int main(int argc, char **argv)
{
	VerilatedContext context;
	Vbench bench{ &context };

	context.commandArgs(argc, argv);
	while (!context.gotFinish()) {
		bench.clk = !bench.clk;
		bench.eval();
		context.timeInc(1);
	}
	return 0;
}
