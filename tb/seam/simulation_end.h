// SPDX-License-Identifier: Apache-2.0
// How the simulator tells that the RTL has ended the simulation. Its runtime is compiled with this header in front of each of its files and
// with hooks of ours in place of those that would print, exit and abort (RUNTIME_HOOKS in the Makefile).
#ifndef PAUSEBENCH_SIMULATION_END_H
#define PAUSEBENCH_SIMULATION_END_H
#include "seam.h"

#include <exception>

// Thrown out of eval(). The simulator goes on after a logic that does not settle for ever, so nothing less than an exception leaves it.
struct simulation_end : std::exception {
	seam_end end = {}; // .cycle is not known here

	const char *what() const noexcept override
	{
		return end.text;
	}
};

// A simulation begins: forgets the end of the one before.
void simulation_begin();
// The newest one in this process, or NULL: where an exception is not handed on as it was, as in SystemC.
const seam_end *simulation_end_last();
// As printf(): what the RTL and the simulator print, until the end. Keeps a line that tells of an error: it comes before the end that it
// causes, and is told with it.
int simulation_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
