/* SPDX-License-Identifier: Apache-2.0 */
/* The checkout whose stimuli and sources this program reads. */
#ifndef PAUSEBENCH_TREE_H
#define PAUSEBENCH_TREE_H
#include <stdbool.h>

/* Returns the folder of the checkout that contains the program, so that a program in a copied checkout reads the copy. If none
 * contains it, returns the checkout in which it was built. The text stays valid. The first call must come before any thread is
 * started. */
const char *tree_folder(void);
/* Returns tests/data/stimuli in tree_folder(). The text stays valid. */
const char *tree_stimuli(void);
/* Returns true if the program lies in the checkout tree_folder(). */
bool tree_is_around(void);
#endif
