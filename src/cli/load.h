/* Models from files. */

#ifndef SETT_CLI_LOAD_H
#define SETT_CLI_LOAD_H

#include "base/text.h"
#include "cli/cli.h"
#include "kernel/model.h"
#include "promela/promela.h"

typedef struct sett_input {
  const char *path;
  sett_promela_options promela;
  sett_text source; /* preprocessed */
  sett_model *model;
} sett_input;

/* Both print an error message and give its status when they fail; either way
   `sett_input_release` is due.  `open` reads and preprocesses, `load` makes
   the model of it and prints warnings. */
sett_exit sett_input_open (sett_input *, const char *path,
                           const sett_options *);
sett_exit sett_input_load (sett_input *, const sett_options *);
void sett_input_release (sett_input *);

#endif
