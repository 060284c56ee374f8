/* SPDX-License-Identifier: Apache-2.0 */
/* The signals of a wave file and their changes, as fst2vcd prints them. */
#ifndef PAUSEBENCH_TESTS_VCD_H
#define PAUSEBENCH_TESTS_VCD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vcd;
/* Reads PATH, an FST; ends the test if that is not possible. */
struct vcd *vcd_read(const char *path);
void vcd_free(struct vcd *vcd);
/* True if there is a signal of this full name, with its range as in a .gtkw. */
bool vcd_has(const struct vcd *vcd, const char *name);
/* In what follows a name may leave its range out. */

/* Returns the time at which the bit NAME first is 1 from FROM on, or UINT64_MAX. */
uint64_t vcd_rises(const struct vcd *vcd, const char *name, uint64_t from);
/* True if NAME ever has this text, but for blanks and zeros at its end. */
bool vcd_shows(const struct vcd *vcd, const char *name, const char *text);
/* The number that NAME has at TIME; 0 if it has unknown bits. */
uint64_t vcd_value(const struct vcd *vcd, const char *name, uint64_t time);
#endif
