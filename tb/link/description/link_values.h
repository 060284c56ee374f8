/* SPDX-License-Identifier: Apache-2.0 */
/* The statements, keys and values of a link's description, which lines of a .link file and settings share. doc/use/link.md 4. */
#ifndef PAUSEBENCH_LINK_VALUES_H
#define PAUSEBENCH_LINK_VALUES_H
#include "link_file.h"

/* The subject of a statement: the whole link, a direction of the cable, an end. */
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

/* Each returns NULL if there is nothing of that name. */
const struct link_statement *link_statement(const char *name);
const struct link_key *link_key(const char *statement, const char *name);
/* Writes the keys of STATEMENT as what was expected, "one of time= seed=". */
void link_known_keys(const char *statement, link_expectation ret);
/* Gives the range of indices of the objects that WHICH means ("a", "a>b"; NULL: all objects). False if SUBJECT has no such object. */
bool link_objects(enum link_subject subject, const char *which, unsigned *ret_first, unsigned *ret_last);
/* Gives KEY of the objects FIRST to LAST the value TEXT. False: *EXPECTED says what TEXT should be. */
bool link_put(struct link_description *link, const struct link_statement *statement, unsigned first, unsigned last,
              const struct link_key *key, const char *text, link_expectation expected);
#endif
