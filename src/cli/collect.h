/* Where the result goes when several inputs are checked, each by a process of
   its own (check_each.c): as a tree of JSON, to whoever has started it. */

#ifndef SETT_CLI_COLLECT_H
#define SETT_CLI_COLLECT_H

#include <jansson.h>

/* From now on results are collected in this file; they are not written in any
   other form. */
void sett_collect_to (int file);
int sett_collecting (void);

/* The result, or why there is none.  Nothing, if they are not collected. */
void sett_collect (const json_t *tree);
void sett_collect_error (const char *diagnostics);

#endif
