/* Which property of a model is to be checked, and which it states.

   A model is loaded for one property; the propositions, the claim or the
   formula that belong to it come with the model. */

#ifndef SETT_KERNEL_PROPERTY_H
#define SETT_KERNEL_PROPERTY_H

#include "base/arena.h"
#include "base/vector.h"

#include <stdint.h>

typedef enum sett_property_kind {
  SETT_PROPERTY_SAFETY,     /* end states and assertions only */
  SETT_PROPERTY_LTL,        /* a formula */
  SETT_PROPERTY_NEVER,      /* a hand-written claim */
  SETT_PROPERTY_PROGRESS,   /* no cycle without progress */
  SETT_PROPERTY_ACCEPTANCE, /* no cycle through an accepting state */
  SETT_PROPERTY_TRACE       /* allowed or forbidden sequences of events */
} sett_property_kind;

typedef struct sett_property {
  sett_property_kind kind;
  const char *name;    /* of a block or claim of the model; null: the first */
  const char *formula; /* LTL: a text instead of a block, or null */
} sett_property;

/* Something that a model states about itself.  PROGRESS and ACCEPTANCE are
   listed when processes have such labels. */
typedef struct sett_stated_property {
  sett_property_kind kind;
  const char *name; /* "p1" of ltl p1 { .. }, "never", "trace", .. */
  const char *text; /* of a formula, else "" */
  const char *file;
  uint32_t line;
} sett_stated_property;

typedef struct sett_property_list {
  SETT_VECTOR (sett_stated_property) items;
  sett_arena arena; /* of the texts */
} sett_property_list;

#endif
