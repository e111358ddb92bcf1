/* Running another program. */

#ifndef SETT_PROMELA_PROCESS_H
#define SETT_PROMELA_PROCESS_H

#include "base/text.h"
#include "base/vector.h"

#include <sys/types.h>

enum { PROCESS_NOT_FOUND = -1, PROCESS_STOPPED = -2, PROCESS_NOT_STARTED = -3 };

/* Runs argv, feeds it `input` (or nothing), collects what it prints.  Returns
   its exit status, 128 + signal, PROCESS_NOT_FOUND, PROCESS_STOPPED if the
   watch wanted it so, or PROCESS_NOT_STARTED, and then errno says why. */
int process_run (char *const argv[], const sett_text *input, sett_text *output,
                 sett_text *errors);

/* Starts argv with no input and no output, its temporary files in this folder;
   -1 when that fails. */
pid_t process_start (char *const argv[], const char *folder);

/* Ends what was started, and all that it has started. */
void process_kill (pid_t);

#endif
