/* SPDX-License-Identifier: Apache-2.0 */
/* The statements, keys and values of a link's description, for the lines of a .link file and for settings. doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_VALUES_H
#define PAUSEBENCH_LINK_VALUES_H
#include "link_file.h"

/* The subject of a statement: the whole link, a direction of the cable, or an end. */
enum link_subject { LINK_SUBJECT_LINK, LINK_SUBJECT_CABLE, LINK_SUBJECT_END };
struct link_statement {
	const char *name;
	enum link_subject subject;
};
enum { LINK_STATEMENTS = 5 };
extern const struct link_statement link_statements[LINK_STATEMENTS];
struct link_key;

/* A text that says what was expected in place of a wrong value. */
typedef char link_expectation[200];

/* Return the statement or key of this name, or NULL. */
const struct link_statement *link_statement(const char *name);
const struct link_key *link_key(const char *statement, const char *name);
/* Writes into RET which keys of STATEMENT were expected, such as "one of time= seed=". */
void link_known_keys(const char *statement, link_expectation ret);
/* Gives the range of indices of the objects that WHICH names ("a", "a>b"; NULL: all objects). Returns false if SUBJECT has no such
 * object. */
bool link_objects(enum link_subject subject, const char *which, unsigned *ret_first, unsigned *ret_last);
/* Gives KEY of the objects FIRST to LAST the value TEXT. Returns false if it cannot: EXPECTED then says what TEXT should be. */
bool link_put(struct link_description *link, const struct link_statement *statement, unsigned first, unsigned last,
              const struct link_key *key, const char *text, link_expectation expected);
#endif
