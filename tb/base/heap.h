/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a process that makes and releases the same things many times. To touch a page for the first time costs more than
 * the clocks of a short run, so the process keeps the pages that it has touched. */
#ifndef PAUSEBENCH_HEAP_H
#define PAUSEBENCH_HEAP_H
/* From now on, memory that is freed stays in the process, in huge pages where the kernel has them. */
void heap_keep(void);
/* Returns the free memory to the kernel, so that a process that is forked next does not copy it. */
void heap_return(void);
#endif
