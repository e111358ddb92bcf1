/* Options of SPIN, for those who are used to them. */

#ifndef SETT_CLI_SPIN_OPTIONS_H
#define SETT_CLI_SPIN_OPTIONS_H

#include "cli/exit.h"

struct sett_text;

/* Adds what an option of spin or pan (or a macro, "-DSAFETY") means, and what
   Sett calls it: "SPIN's option (weak fairness); with Sett: add --fair". False:
   it is none of SPIN's. */
int sett_spin_explain (const char *word, struct sett_text *);

/* A trail, by its name; and what to do instead, as an error. */
int sett_spin_is_trail (const char *path);
sett_exit sett_spin_refuse_trail (int json, const char *path);

#endif
