// SPDX-License-Identifier: Apache-2.0
// The shortcut past eval(), for the versions of the simulator that it was tried with. tests/unit/drive/test_seam.c compares both ways.
//
// A toggle of tick is an edge of the clock, since the wrappers put every other input behind a register. eval() finds this out anew in each cycle,
// before and behind the edge, which takes as long as the monitors and the drivers. SEAM_CLOCK_EDGE(root) evaluates the edge alone. It is not
// defined if the design has more than one trigger (a second clock, an asynchronous reset), or for other versions of the simulator.
//
// The build counts the triggers in the generated code (SEAM_TRIGGERS) and looks for concurrent assertions (SEAM_SAMPLES), which need all of
// eval(), since it takes the samples that they check. The names of the generated code that are used here are not stable.
#ifndef PAUSEBENCH_CLOCK_EDGE_H
#define PAUSEBENCH_CLOCK_EDGE_H

#if SEAM_TRIGGERS == 1 && !defined(SEAM_SAMPLES)
#if VERILATOR_VERSION_INTEGER == 5006000
#define SEAM_CLOCK_EDGE(root) ((root)->__VnbaTriggered.at(0) = true, SEAM_CAT(SEAM_MODEL, ___024root___eval_nba)(root))
#elif VERILATOR_VERSION_INTEGER == 5032000
#define SEAM_CLOCK_EDGE(root) ((root)->__VnbaTriggered.set(0, true), SEAM_CAT(SEAM_MODEL, ___024root___eval_nba)(root))
#elif VERILATOR_VERSION_INTEGER >= 5048000 && VERILATOR_VERSION_INTEGER <= 5050000
#define SEAM_CLOCK_EDGE(root) ((root)->__VnbaTriggered[0] = 1, SEAM_CAT(SEAM_MODEL, ___024root___eval_phase__nba)(root))
#endif
#endif

#endif
