/* The Promela front end: from text to a model. */

#ifndef SETT_PROMELA_PROMELA_H
#define SETT_PROMELA_PROMELA_H

#include "kernel/claim.h"
#include "kernel/formula.h"
#include "kernel/model.h"
#include "kernel/property.h"

struct sett_text;

/* Static reductions: see docs/static.md. */
enum {
  SETT_STATIC_DEAD_VARIABLES = 1,
  SETT_STATIC_MERGING = 2, /* not with what can count steps: a formula with
                              next, a never claim */
  SETT_STATIC_ALL = 3
};

typedef struct sett_promela_options {
  const char *const *defines; /* "NAME" or "NAME=VALUE" */
  unsigned defines_count;
  const char *const *include_paths;
  unsigned include_paths_count;
  int allow_c;                /* run C code that is embedded in the model */
  int no_acceleration;        /* never call the optimising compiler */
  unsigned static_reductions; /* a set of the bits above */
  sett_property property;     /* what the model is loaded for */
  int receptions;             /* complain of unspecified receptions, */
  int overflows;              /* of sends to full channels */
  int strict_messages;        /* messages that do not fit are violations */
  unsigned mutant;            /* a deliberate error: see mutant.def */
} sett_promela_options;

/* The preprocessed source of a model, with line marks: all that is needed to
   build it again; with the formula of the property, if it has one, as an ltl
   block called "--ltl".  False, with diagnostics, when the file cannot be read
   or preprocessed. */
int sett_promela_preprocess (const char *path, const sett_promela_options *,
                             struct sett_text *source,
                             struct sett_text *diagnostics);

/* Null, with diagnostics, if the source is not a valid model.  Warnings are
   put into `diagnostics` in any case. */
sett_model *sett_promela_load (const char *name, const char *source,
                               const sett_promela_options *,
                               struct sett_text *diagnostics);

/* What a claim of the property is to be made from: the formula that shall
   hold, for LTL; the claim, for NEVER, PROGRESS and ACCEPTANCE; else null.
   They live as long as the model. */
const sett_formula *sett_promela_formula (sett_model *);
const sett_claim *sett_promela_claim (sett_model *);

/* The generated code, which can be compiled for a device, too; null, and why,
   if it cannot. */
const char *sett_promela_device_code (sett_model *, const char **reason);

/* A hash of it: the same for the same states and transitions. */
uint64_t sett_promela_code_hash (sett_model *);

/* May the transition change a proposition, or move the monitor of a trace? */
int sett_promela_is_visible (sett_model *, uint32_t transition);

/* What the model states about itself.  False, with diagnostics, if the source
   is not a valid model. */
int sett_promela_properties (const char *name, const char *source,
                             const sett_promela_options *, sett_property_list *,
                             struct sett_text *diagnostics);
void sett_property_list_release (sett_property_list *);

/* What was understood: the control-flow automata as text or Graphviz, and the
   generated C. */
typedef enum sett_promela_view {
  SETT_VIEW_TEXT,
  SETT_VIEW_DOT,
  SETT_VIEW_C
} sett_promela_view;

int sett_promela_show (const char *name, const char *source,
                       const sett_promela_options *, sett_promela_view,
                       struct sett_text *out, struct sett_text *diagnostics);

#endif
