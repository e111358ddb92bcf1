/* What is checked or replayed: a model that was loaded for one property, with
   the claim that belongs to it. */

#ifndef SETT_CLI_LOADED_MODEL_H
#define SETT_CLI_LOADED_MODEL_H

#include "cli/cli.h"
#include "promela/promela.h"

typedef struct sett_loaded_model {
  sett_promela_options promela; /* with the property */
  int silent;                   /* print no warnings */
  sett_model *model;
  const sett_claim *claim; /* null: none */
  sett_claim own;          /* made from a formula */
} sett_loaded_model;

/* Loads the model; prints an error message and gives its status on failure.
   Static merging is left out for properties that can count steps. */
sett_exit sett_loaded_model_load (sett_loaded_model *, const char *name,
                                  const char *source, int json);
void sett_loaded_model_release (sett_loaded_model *);

/* "safety", "ltl", "never", "progress", "acceptance", "trace". */
const char *sett_property_word (sett_property_kind);
int sett_property_find (const char *word, sett_property_kind *);

#endif
