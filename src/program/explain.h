/* Counterexamples (shared/shared.h) for people.

   An explainer turns addresses into names.  Threads are called by their number
   and the function that they started with: "2 worker"; in a system by their
   process as well: "client.1 2 worker".  Memory is called by the variable's
   name; blocks of the heap by the place that allocated them.  Addresses mean
   something in their process only.

   What a program left in the shared memory is not trusted: numbers out of range
   are shown as unknown. */

#ifndef SETT_PROGRAM_EXPLAIN_H
#define SETT_PROGRAM_EXPLAIN_H

#include "base/arena.h"
#include "base/vector.h"
#include "program/symbolise.h"
#include "shared/shared.h"

struct sett_colours;
struct sett_text;

/* A block of the heap. */
typedef struct sett_told_block {
  unsigned process;
  uintptr_t base;
  uintptr_t place; /* that has made it */
} sett_told_block;

typedef struct sett_explainer {
  const sett_counterexample *counterexample;
  sett_symboliser *symboliser;
  sett_arena arena;
  const char *names[SETT_MOST_THREADS];
  SETT_VECTOR (sett_told_block) blocks; /* in the order of mention */
} sett_explainer;

void sett_explain_init (sett_explainer *, const sett_counterexample *,
                        sett_symboliser *);
void sett_explain_release (sett_explainer *);

/* Is the counterexample as a whole in the shared memory, in every part? */
int sett_counterexample_is_sound (const sett_shared *,
                                  const sett_counterexample *);

/*------------------------------------------------------------------------*/
/* Words. */

const char *sett_explain_thread (const sett_explainer *, int thread);
/* The same without its process; without it for readers in `process`. */
const char *sett_explain_own_name (const sett_explainer *, int thread);
const char *sett_explain_name_for (const sett_explainer *, int thread,
                                   unsigned process);
/* Whose thread it is; 0 for nobody. */
unsigned sett_explain_process (const sett_explainer *, int thread);
/* Its name; "" where there is one program only. */
const char *sett_explain_process_name (const sett_explainer *,
                                       unsigned process);

/* The first frame of a stack that is in the user's own source; if there is
   none the first one. */
sett_call_frame sett_explain_frame (const sett_explainer *, unsigned process,
                                    const sett_backtrace *);

/* The frames of a stack that are the user's own, innermost first; the number
   of them, at most `most`. */
size_t sett_explain_frames (const sett_explainer *, unsigned process,
                            const sett_backtrace *, sett_call_frame *,
                            size_t most);

/* "bank.c:17", or the function, or nothing. */
void sett_explain_add_where (const sett_explainer *, unsigned process,
                             const sett_backtrace *, struct sett_text *);
/* "bank.c:17 in transfer" */
void sett_explain_add_place (const sett_explainer *, unsigned process,
                             const sett_backtrace *, struct sett_text *);
/* "accounts[2].lock"; nothing for no location. */
void sett_explain_add_object (sett_explainer *, unsigned process,
                              const sett_address_info *, struct sett_text *);
/* What was there before an access (read, or overwritten), or what it wrote, as
   its type has it. */
void sett_explain_add_accessed (sett_explainer *,
                                const sett_counterexample_access *, int old,
                                struct sett_text *);
/* "write total: 1 (was 0)" */
void sett_explain_add_access (sett_explainer *,
                              const sett_counterexample_access *,
                              struct sett_text *);
/* "lock accounts[2].lock" */
void sett_explain_add_operation (sett_explainer *,
                                 const sett_counterexample_step *,
                                 struct sett_text *);

/* "joins 1 save": what keeps it from going on. */
void sett_explain_add_reason (sett_explainer *, unsigned process,
                              const sett_counterexample_thread *,
                              struct sett_text *);

/* The frames behind the first one, each on a line of its own behind `indent`
   blanks; without those of the system and of the run-time. */
void sett_explain_add_callers (const sett_explainer *, unsigned process,
                               const sett_backtrace *, int indent,
                               const struct sett_colours *, struct sett_text *);

/*------------------------------------------------------------------------*/
/* Reports. */

/* What is wrong, in one sentence, and where: "data race on counter". */
void sett_tell_message (sett_explainer *, struct sett_text *);
void sett_tell_where (sett_explainer *, struct sett_text *);

typedef struct sett_tell_style {
  const struct sett_colours *colours;
  int stacks;           /* of every step */
  int abridge;          /* leave out the middle of a long schedule... */
  const char *complete; /* ...and say that this shows all; may be null */
} sett_tell_style;

/* Who waits for whom; which accesses; where. */
void sett_tell_violation (sett_explainer *, const sett_tell_style *,
                          struct sett_text *);
/* The steps, one on a line. */
void sett_tell_schedule (sett_explainer *, const sett_tell_style *,
                         struct sett_text *);
/* What the program wrote. */
void sett_tell_output (const sett_explainer *, const sett_tell_style *,
                       struct sett_text *);

#endif
