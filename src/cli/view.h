/* What commands write beside their report: pages for browsers, and other forms
   of the result. */

#ifndef SETT_CLI_VIEW_H
#define SETT_CLI_VIEW_H

#include "cli/exit.h"
#include "cli/options.h"
#include "report/outcome.h"

struct json_t;
struct sett_text;

/* Does anybody want the stories of violations? */
int sett_cli_wants_stories (const sett_options *);

/* Or their state graphs? */
int sett_cli_draws_states (const sett_options *);

/* --html, --sarif, ...: writes what was asked for, and says where it is.  False
   after an error message. */
int sett_cli_write_forms (const sett_options *, const sett_outcome *);

/* The same of a tree (view/page.h), or for SARIF and JUnit of an array of
   several; and to print those with --json. */
int sett_cli_write_tree (const sett_options *, const struct json_t *);
void sett_cli_print_trees (struct json_t *);

/* An error if two of them are to be written to the same file. */
sett_exit sett_cli_check_forms (const sett_options *);

/* "bank" for dir/bank.c. */
void sett_cli_add_base (const char *input, struct sett_text *);

#endif
