/* Watching a program that explores itself: until it is done, has died, or a
   limit is reached. */

#ifndef SETT_PROGRAM_SUPERVISE_H
#define SETT_PROGRAM_SUPERVISE_H

#include "program/launch.h"
#include "shared/shared.h"

struct sett_text;

/* How far it has come. */
typedef struct sett_progress_report {
  double seconds;
  uint64_t executions, longest;
  size_t memory;
} sett_progress_report;

/* How a search goes on from what was saved. */
typedef enum sett_saved_kind {
  SETT_SAVED_WORKER, /* as one worker, which others may help */
  SETT_SAVED_ALONE,  /* ...whom nobody can help */
  SETT_SAVED_PARTS,  /* by workers that share it (saved_parts.h) */
} sett_saved_kind;

/* What is known of a search, as bytes, and what there is to say of it. */
typedef struct sett_saved_search {
  sett_saved_kind kind;
  int multi; /* as a system of processes? */
  const unsigned char *bytes;
  size_t length;
  uint64_t executions, events, longest, violations;
  uint64_t parts, parts_done; /* 0: it has none */
  unsigned workers;
} sett_saved_search;

/* The search is saved now and then, and before it is stopped. */
typedef struct sett_saving {
  double every;        /* seconds */
  volatile int *asked; /* is it to be saved now?  Set to 0 when it was. */
  /* Takes what the search knows; how much time the search has had so far. */
  void (*write) (void *context, const sett_saved_search *, double seconds);
  uint64_t kill_at; /* tests: after so many executions, save and be killed */
  void *context;
} sett_saving;

typedef struct sett_supervision {
  sett_shared *shared;
  size_t count;   /* of processes; the first one leads their group */
  double seconds; /* 0: no limit */
  double hang;    /* stop a program that shows no progress for so long */
  const volatile int *interrupted;
  const sett_saving *saving; /* null: it is not saved */
  sett_saved_kind saved_as;
  /* Called several times a second; may be null. */
  void (*progress) (void *context, const sett_progress_report *);
  void *context;
} sett_supervision;

typedef enum sett_course {
  SETT_COURSE_DONE,        /* the run-time has said its last word */
  SETT_COURSE_TIME,        /* stopped: no time left */
  SETT_COURSE_INTERRUPTED, /* stopped: somebody wants so */
  SETT_COURSE_HUNG,        /* stopped: no progress */
  SETT_COURSE_DIED,        /* it ended when it should not: `status` */
  SETT_COURSE_SPOILED,     /* it has overwritten the shared memory */
} sett_course;

typedef struct sett_supervised {
  sett_course course;
  size_t who;     /* the process concerned: died, or did not start... */
  int status;     /* ...as wait gives it */
  double seconds; /* how long it took */
} sett_supervised;

/* When this returns the processes do not run any more.  What it wrote before
   the run-time library took over is added to `output`. */
void sett_supervise (const sett_supervision *, sett_launched *,
                     sett_supervised *, struct sett_text *output);

#endif
