/* Checkpoints of a search that workers share (shared/worker_pool.h): what they
   have in common, and which parts are done, with what was counted and found in
   these.

   Each worker tells of its own parts when it is asked to
   (shared/parts_reporting.h); what it told last is kept here, as bytes, until
   it tells again, and that of workers that have ended stays.  So whenever a
   file is written it has all parts that somebody told of, each once: a worker
   that is in the midst of a long one does not keep others from being saved, and
   nobody waits.

   Of several ranks each has its own workers' reports, and sends them to the
   first, which writes the file.

   A search that goes on does the parts of which nobody has told, with any
   number of workers; to it the others are those of workers that have ended. */

#ifndef SETT_PROGRAM_SAVED_PARTS_H
#define SETT_PROGRAM_SAVED_PARTS_H

#include "base/vector.h"
#include "program/supervise.h"
#include "program/worker_report.h"
#include "shared/worker_pool.h"

#include <pthread.h>

struct sett_saved;
struct sett_saved_parts;

/* The way of a worker's report: who is told. */
typedef struct sett_report_slot {
  struct sett_saved_parts *parts;
  sett_report last;
  sett_saving saving; /* for the one who watches the worker */
  volatile int asked;
} sett_report_slot;

typedef struct sett_saved_parts {
  const sett_saving *saving; /* null: nothing is saved */
  unsigned rank, ranks;
  void (*send) (void *sender, const struct sett_saved *); /* to the first */
  void *sender;
  struct sett_saved *others; /* of each other rank, what it has sent last */
  pthread_mutex_t lock;      /* of all reports */
  SETT_VECTOR (sett_report) earlier; /* of those that have ended... */
  size_t recalled; /* ...the first of them by another process: their results
                      are not taken yet */
  uint64_t recalled_executions;
  sett_report_slot slots[SETT_MOST_WORKERS];
  int multi, wide; /* how the program is run */
  uint64_t era;    /* of the reports */
  unsigned workers;
  double start, asked_at, saved_at, pause;
  unsigned fresh; /* reports that came since the last file */
  int waits;      /* for reports */
} sett_saved_parts;

/* Of one rank of several, which can send. */
void sett_saved_parts_init (sett_saved_parts *, const sett_saving *,
                            double start, unsigned rank, unsigned ranks);
void sett_saved_parts_release (sett_saved_parts *);

/* What to go on from; false: that cannot be it. */
int sett_saved_parts_load (sett_saved_parts *, sett_pool *,
                           const unsigned char *bytes, size_t length);

/* What the watcher of a worker needs; null: nothing is saved. */
const sett_saving *sett_saved_parts_slot (sett_saved_parts *, unsigned worker);

/* Now and then, while workers run, which have done so many executions: asks
   them, and writes the file when they have told, or take too long. */
void sett_saved_parts_tend (sett_saved_parts *, sett_pool *,
                            uint64_t executions);

/* Writes it now, or sends it to the first rank. */
void sett_saved_parts_write (sett_saved_parts *, sett_pool *);

/* What another rank has sent. */
void sett_saved_parts_take (sett_saved_parts *, unsigned rank,
                            const struct sett_saved *);

/* The workers have ended, and others go on; or all begin anew. */
void sett_saved_parts_keep (sett_saved_parts *);
void sett_saved_parts_forget (sett_saved_parts *);

#endif
