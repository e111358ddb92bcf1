/* A search is saved, and another process goes on from there.

   What is saved is what the search knows (stateless/saved.h), what is known of
   the program (what was learnt, the numbers of objects, and so on: the host's
   tables), and what was counted and found.  It is written into the shared
   memory when the supervisor asks, and the supervisor puts it into a file.

   Who goes on runs the last execution again and compares it with what it was:
   the program must be the same, and its objects must have the same numbers, or
   else nothing that was saved means anything.

   The host is whoever runs the program: the run-time (runtime/drive/saving.c),
   or the agent in a Java virtual machine (java/agent/jvm_saving.c). */

#ifndef SETT_SHARED_SEARCH_SAVING_H
#define SETT_SHARED_SEARCH_SAVING_H

#include "shared/shared.h"
#include "stateless/saved.h"
#include "stateless/stateless.h"

typedef struct sett_saving_host {
  sett_shared *shared;
  volatile uint64_t *execution; /* the number of the last one */
  /* Zeros, in the shared memory. */
  void *(*allocate) (size_t bytes);
  /* What the supervisor can read until the next call; of these two are in use
     at a time. */
  const unsigned char *(*publish) (const sett_saved *, unsigned which);
  const uint64_t *(*learnt) (uint32_t *count);
  void (*save_tables) (sett_saved *);
  void (*set_list) (sett_saved *);
  void (*save_besides) (sett_saved *);
  void (*load_besides) (sett_saved *);
  int (*can_save) (void);          /* now? */
  uint64_t (*microseconds) (void); /* of a clock */
  /* An execution; null: it is not the one that it was. */
  const sett_log *(*run) (const sett_plan *);
  /* Does not return. */
  void (*refuse) (const char *reason);
} sett_saving_host;

/* Shall the search go on from something that was saved? */
int sett_search_is_resumed (const sett_saving_host *);

/* If so: first what was learnt, which the orders say from then on; then the
   tables are read, by the host; then the last execution is run again, and the
   rest is read. */
sett_saved *sett_search_open_saved (const sett_saving_host *);
void sett_search_resume (const sett_saving_host *, sett_stateless *);

/* Around each execution of the search, of this plan: before it, and when its
   log was learnt.  True: it was saved, and shall not go on. */
void sett_search_before (const sett_saving_host *, const sett_stateless *,
                         const sett_plan *);
int sett_search_after (const sett_saving_host *, const sett_stateless *,
                       const sett_log *);

/* A schedule, as bytes. */
void sett_saving_put_counterexample (sett_saved *, const sett_counterexample *);

#endif
