/* What to do next when a check was too large: by what was seen. */

#ifndef SETT_CLI_ADVICE_H
#define SETT_CLI_ADVICE_H

#include "base/vector.h"
#include "cli/options.h"

/* Sentences that begin with an option; they are constant. */
typedef SETT_VECTOR (const char *) sett_advice;

/* Of a model that these limits (kernel/verdict.h) have bounded; `temporal`: a
   property that lossy stores cannot check was among the unfinished ones. */
void sett_advise_model (sett_advice *, const sett_options *, unsigned limits,
                        int temporal);

/* Of a program or a system; `stateful`: states were compared. */
void sett_advise_program (sett_advice *, const sett_options *, unsigned limits,
                          int java, int mixed, int stateful);

#endif
