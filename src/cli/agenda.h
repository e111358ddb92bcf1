/* Which properties of a model are to be checked, one after the other. */

#ifndef SETT_CLI_AGENDA_H
#define SETT_CLI_AGENDA_H

#include "cli/load.h"

typedef struct sett_agenda_item {
  sett_property property;
  char *title; /* for people: "ltl p1: [] (x -> <> y)"; owned */
} sett_agenda_item;

typedef struct sett_agenda {
  SETT_VECTOR (sett_agenda_item) items;
  sett_property_list stated; /* by the model */
} sett_agenda;

/* What --property and --ltl ask for; without them safety and everything that
   the model states.  Prints an error message and gives its status when a
   property does not exist. */
sett_exit sett_agenda_make (sett_agenda *, const sett_input *,
                            const sett_options *);
void sett_agenda_release (sett_agenda *);

#endif
