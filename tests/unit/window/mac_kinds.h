/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of MACs of a property test, of which the includer has the list KINDS(X): X(NAME, least number in a hundred that has a finding, text). */
#ifndef PAUSEBENCH_WINDOW_MAC_KINDS_H
#define PAUSEBENCH_WINDOW_MAC_KINDS_H
enum mac_kind {
#define X(name, least, text) name,
	KINDS(X)
#undef X
	    KIND_COUNT
};

static const char *const texts[] = {
#define X(name, least, text) text,
	KINDS(X)
#undef X
};

static const unsigned least_found[] = {
#define X(name, least, text) least,
	KINDS(X)
#undef X
};
#endif
