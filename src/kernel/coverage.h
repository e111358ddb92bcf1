/* What a search has executed: which transitions, and at which locations some
   process stood.  What remains is dead, provided that the search was
   exhaustive.

   A step that is possible in a state that was reached belongs to some run, so
   that it counts as executed even if a reduction does not follow it.  The
   parts of a transition (the statements of a d_step) count as executed with
   it. */

#ifndef SETT_KERNEL_COVERAGE_H
#define SETT_KERNEL_COVERAGE_H

#include "base/vector.h"
#include "kernel/model.h"

typedef struct sett_coverage {
  sett_model *model;
  unsigned char *taken;   /* by transition */
  unsigned char *visited; /* by location; null if there are none */
} sett_coverage;

sett_coverage *sett_coverage_create (sett_model *);
void sett_coverage_destroy (sett_coverage *);

/* Notes where the processes of a state stand. */
void sett_coverage_add_state (sett_coverage *, const unsigned char *state,
                              uint32_t size);

/* Notes the steps of a sink from number `first` on. */
void sett_coverage_add_steps (sett_coverage *, const sett_sink *,
                              uint32_t first);

/* Adds what another one has noted. */
void sett_coverage_unite (sett_coverage *, const sett_coverage *);

/* Brings back what another one of the same model had noted. */
struct sett_saver;
struct sett_loader;
void sett_coverage_save (const sett_coverage *, struct sett_saver *);
void sett_coverage_restore (sett_coverage *, struct sett_loader *);

/* A statement that was not executed. */
typedef struct sett_unexecuted {
  uint32_t transition;
  int reached; /* a process stood there, but it was never possible */
} sett_unexecuted;

typedef SETT_VECTOR (sett_unexecuted) sett_unexecuted_list;

/* All of them, by process type and line, each place and text once.  The end of
   a process counts as executed when somebody gets there. */
void sett_coverage_list (const sett_coverage *, sett_unexecuted_list *);

#endif
