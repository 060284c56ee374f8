// SPDX-License-Identifier: Apache-2.0
// The simulator notifies the bench that the RTL has ended the simulation. Its runtime is compiled with this header in front of each of its
// files and with the bench's hooks in place of its own, which would print, exit and abort (RUNTIME_HOOKS in the Makefile).
#ifndef PAUSEBENCH_SIMULATION_END_H
#define PAUSEBENCH_SIMULATION_END_H
#include "seam.h"

#include <exception>

// Thrown out of eval(). With logic that does not settle the simulator would go on for ever, so that only an exception can leave it.
struct simulation_end : std::exception {
	seam_end end = {}; // .cycle is not known here

	const char *what() const noexcept override
	{
		return end.text;
	}
};

// A simulation begins: forgets the end of the one before.
void simulation_begin();
// Returns the newest end in this process, or NULL. It is for callers that do not get the exception as it was thrown, as in SystemC.
const seam_end *simulation_end_last();
// Between these two calls the simulation runs ahead and prints nothing. After them the newest end and the line kept with it are again those of before the
// first call. Such parts do not nest.
void simulation_ahead_begin();
void simulation_ahead_end();
// Prints the lines of the RTL and of the simulator, as printf() would. Keeps a line that reports an error: it comes before the end that it causes,
// and is reported with that end.
int simulation_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
