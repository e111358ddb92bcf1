/* Running a program under orders, once or for a whole search, and what came of
   it. */

#ifndef SETT_PROGRAM_RUN_PROGRAM_H
#define SETT_PROGRAM_RUN_PROGRAM_H

#include "program/shared_map.h"
#include "program/supervise.h"
#include "program/system.h"

struct sett_text;

typedef struct sett_job {
  const sett_system *system;
  const char *library; /* the run-time */
  sett_orders
      orders;     /* choices: anywhere; they are copied to the shared memory */
  size_t memory;  /* 0: no limit */
  double seconds; /* 0: no limit */
  int keeps_output;       /* the program's output is not caught */
  unsigned debugger_port; /* of a Java program; 0: jdb */
  const volatile int *interrupted;
  const sett_saving *saving; /* null: it is not saved */
  sett_saved_kind saved_as;
  const unsigned char *parts; /* null, or what workers go on from... */
  size_t parts_length;        /* ...saved as SETT_SAVED_PARTS */
  void (*progress) (void *context, const sett_progress_report *);
  void *context;
} sett_job;

/* One that runs, of one or several (workers.h). */
typedef struct sett_worker_process {
  unsigned number;
  sett_shared *shared; /* as the supervisor sees it */
  sett_launched launched[SETT_SYSTEM_PROCESSES];
  sett_supervised result;
  struct sett_text *output; /* before the run-time took over */
} sett_worker_process;

/* Starts its processes; watches them to their end; says whether all have come
   to main.  False, with a sentence, if that is not so. */
int sett_worker_process_start (const sett_job *, int shared_file,
                               sett_worker_process *, struct sett_text *error);
void sett_worker_process_watch (const sett_job *, sett_worker_process *);
int sett_worker_process_judge (const sett_job *, sett_worker_process *,
                               struct sett_text *error);

/* Runs it to its end.  The shared memory is there until sett_shared_close,
   which is due either way.  False, with a sentence, if the program could not be
   started or has ended before main. */
int sett_run (const sett_job *, sett_shared_handle *, sett_supervised *,
              struct sett_text *error);

/* Prepares the same and runs gdb for one of the processes, as orders.gdb says;
   the others run as always.  False, with a sentence, if that is not possible.
 */
int sett_run_debugger (const sett_job *, sett_shared_handle *,
                       struct sett_text *error);

/* "was killed by signal 9 (Killed)", "exited with status 3": what `wait` says.
 */
void sett_run_add_death (int status, struct sett_text *);

#endif
