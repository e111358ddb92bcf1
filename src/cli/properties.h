/* Which properties of a model are to be checked, one after the other. */

#ifndef SETT_CLI_PROPERTIES_H
#define SETT_CLI_PROPERTIES_H

#include "cli/load.h"

typedef struct sett_properties_item {
  sett_property property;
  char *title; /* for people: "ltl p1: [] (x -> <> y)"; owned */
} sett_properties_item;

typedef struct sett_properties {
  SETT_VECTOR (sett_properties_item) items;
  sett_property_list stated; /* by the model */
} sett_properties;

/* What --property and --ltl ask for; without them safety and everything that
   the model states.  Prints an error message and gives its status when a
   property does not exist. */
sett_exit sett_properties_make (sett_properties *, const sett_input *,
                                const sett_options *);
void sett_properties_release (sett_properties *);

#endif
