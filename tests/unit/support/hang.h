/* SPDX-License-Identifier: Apache-2.0 */
/* How long what does not hang may take, a test or one of its runs. None has a limit of its own, since a machine that is slow, or has other work to do,
 * would meet it; only a test that shows what a limit does sets one. */
#ifndef PAUSEBENCH_TESTS_HANG_H
#define PAUSEBENCH_TESTS_HANG_H

enum { HANG_SECONDS = 3600 };

#endif
