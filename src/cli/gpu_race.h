/* sett check --gpu: while the driver compiles the device's program, which takes
   a second or two, the processors search the same model.  Whoever has a verdict
   first is the one who has searched.

   What is begun is a *preparation*: in a thread the device is started, and its
   program made.  A driver cannot be stopped while it compiles: a preparation
   that nobody needs any more is left to itself, and ends with the process. */

#ifndef SETT_CLI_GPU_RACE_H
#define SETT_CLI_GPU_RACE_H

#include "cli/exit.h"
#include "gpu/gpu.h"

typedef struct sett_preparation sett_preparation;

/* In a thread if there is to be a race, else when it is waited for.  Model and
   options must last until the end of the command; the device is the
   preparation's from now on. */
sett_preparation *sett_preparation_begin (sett_model *,
                                          const sett_search_options *,
                                          const sett_gpu_request *, int races);

/* Waits until it is done.  The search that can begin now; null, with a sentence
   in `error`: it cannot. */
sett_gpu_run *sett_preparation_wait (sett_preparation *,
                                     struct sett_text *error);
/* For the tests: what the processors have found does not count. */
void sett_preparation_conclude (const sett_preparation *, sett_result *);
void sett_preparation_end (sett_preparation *); /* that was waited for */

/* So many processors search until that is done, within so much memory.  True:
   they came to the end; the result is what they found, and the preparation is
   left to itself.  Else it must be forgotten. */
int sett_preparation_race (sett_preparation *, unsigned processors,
                           size_t memory, sett_result *);

/* Is a preparation that was left not done yet?  Then nothing may be released
   that it looks at, and the process must be ended by `leave`. */
int sett_preparation_is_left (void);

/* Ends the process at once, with this status, if a preparation was left: the
   driver must not be taken away from under it.  All has been said. */
void sett_preparation_leave (sett_exit status);

#endif
