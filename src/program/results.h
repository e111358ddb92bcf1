/* What a search of a program or a system left: what its workers counted, the
   schedules of violations, and what is worth knowing about it; and what that
   means for the verdict. */

#ifndef SETT_PROGRAM_RESULTS_H
#define SETT_PROGRAM_RESULTS_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"
#include "kernel/verdict.h"
#include "program/run_program.h"

/* A violation, as far as the search knows it. */
typedef struct sett_found_violation {
  sett_violation_kind violation;
  char *message;
  sett_choice *choices;
  uint32_t choice_count;
  uint64_t *learned;
  uint32_t learned_count;
  unsigned hunted;  /* by a walk of this kind, if not 0... */
  uint64_t walk;    /* ...and number */
  uint32_t process; /* of those that fail: which */
} sett_found_violation;

typedef struct sett_remark {
  const char *text;
  const char *where; /* "" if nowhere */
  uint64_t count;
  sett_note_kind kind;
} sett_remark;

/* `system`, `library` and `orders` are the caller's; all else begins as 0. */
typedef struct sett_results {
  const sett_system *system;
  const char *library;
  sett_orders orders;
  sett_supervised supervised;
  sett_shared shared; /* the header, as it was at the end; of several workers:
                       their sum */
  unsigned shared_memories;  /* of so many workers... */
  unsigned earlier_memories; /* ...those whose work others went on with */
  sett_text list;            /* of executions (shared/listed.h) */
  SETT_VECTOR (sett_found_violation) found;
  /* Executions that exit with another status than 0, by worker and process:
     violations, if another worker has seen one with 0. */
  SETT_VECTOR (sett_found_violation) failing;
  SETT_VECTOR (sett_remark) remarks;
  sett_arena arena; /* their texts */
} sett_results;

void sett_results_release (sett_results *);

/* Runs a job, with so many workers, and takes what it leaves.  False, with a
   sentence, if the program could not be started. */
int sett_results_run (sett_results *, const sett_job *, unsigned workers,
                      sett_text *error);

/* The same by workers of several ranks: the first gets the results. */
struct sett_transport;
int sett_results_run_by_ranks (sett_results *, const sett_job *,
                               unsigned workers, const struct sett_transport *,
                               sett_text *error);

/* As bytes; and those of another rank are added. */
struct sett_saved;
void sett_results_pack (const sett_results *, struct sett_saved *);
void sett_results_unpack (sett_results *, struct sett_saved *);

/* The same of violations alone, of which the search is over: for a checkpoint.
 */
void sett_results_pack_found (const sett_results *, struct sett_saved *);
void sett_results_unpack_found (sett_results *, struct sett_saved *);

/* How many worked at the same time, in the end. */
unsigned sett_results_workers (const sett_results *);

/* Another search begins with nothing but what was found. */
void sett_results_forget (sett_results *);

void sett_results_remark (sett_results *, sett_note_kind, const char *text);

/* What the supervisor itself knows of: when all searches are over. */
void sett_results_conclude (sett_results *);

/* Beside a deadlock it would be misleading that a process may wait for ever. */
void sett_results_leave_out_rest (sett_results *);

/* "2 of 6 executions exit with status 1", of every process that has done so;
   nothing if none has, or if nobody wants to know. */
void sett_results_add_statuses (const sett_results *, sett_text *);

/* Were the accesses to memory seen, of every process? */
int sett_results_are_instrumented (const sett_results *);

/* Was an execution cut since it was too long?  (They are also cut where
   something happens that is not controlled.)  Did the search end since there
   were so many? */
int sett_results_are_too_deep (const sett_results *);
int sett_results_are_cut_short (const sett_results *);

/* For the verdict, but for violations that were confirmed. */
sett_evidence sett_results_evidence (const sett_results *);

#endif
