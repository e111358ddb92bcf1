/* Running another program. */

#ifndef SETT_PROMELA_PROCESS_H
#define SETT_PROMELA_PROCESS_H

#include "base/text.h"
#include "base/vector.h"

#include <sys/types.h>

/* There is no such program; the watch (base/watch.h) has stopped it; or the
   machine does not let it run. */
enum { PROCESS_NOT_FOUND = -1, PROCESS_STOPPED = -2, PROCESS_NOT_STARTED = -3 };

/* Runs argv, feeds it `input` (or nothing), collects what it prints.  Returns
   its exit status, 128 + signal, or one of these; the last with a sentence
   among the errors. */
int sett_process_run (char *const argv[], const sett_text *input,
                      sett_text *output, sett_text *errors);

/* Starts argv with no input and no output, with a group of its own and its
   temporary files in this folder; -1 when that fails. */
pid_t sett_process_start (char *const argv[], const char *folder);

/* Ends it, with all that it has started. */
void sett_process_kill (pid_t);

#endif
